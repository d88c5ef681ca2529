/* known_maps.h: maps that were read before, with their texts. */
#ifndef TTA_PARSE_KNOWN_MAPS_H
#define TTA_PARSE_KNOWN_MAPS_H

#include "parse/known.h"

/** A map in canonical notation, with its expressions as they were appended to the pool of the tree. */
typedef struct tta_known_map {
  tta_map_data data;     /* first_result: of `results` */
  bool canonical;        /* it prints as it is written */
  tta_expr base;         /* of `nodes` in the pool that they are from */
  uint32_t num_nodes;
  const struct tta_affine_node *nodes;
  const tta_expr *results;
} tta_known_map;

typedef struct tta_known_maps {
  tta_strmap texts; /* their numbers */
  tta_arena arena;
  tta_known_map *maps;
  uint32_t num_maps, cap_maps;
  tta_known_rate rate;
} tta_known_maps;

void tta_known_maps_init(tta_known_maps *known, const tta_allocator *allocator);
void tta_known_maps_free(tta_known_maps *known);
/** The text of the map `(..)[..] -> (..)` at `begin`; empty if there is none, or the search pauses. */
tta_str tta_known_map_text(tta_known_maps *known, const char *begin, const char *limit);
/** Appends the map with this text to the tree. False: it is not known. */
bool tta_known_map_find(tta_known_maps *known, tta_str text, tta_tree *tree, tta_map_data *data, bool *canonical);
/** Keeps a map that was appended to the tree from the expression `base` on. */
void tta_known_map_add(tta_known_maps *known, tta_str text, tta_tree *tree, const tta_map_data *data, tta_expr base,
                       bool canonical);

#endif
