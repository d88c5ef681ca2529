/* known.h: texts of values and of maps that were read before. A value whose bytes are known is passed over: it has no
 * diagnostics, its canonical text is known, and the visitor has what it leaves for the end of the section.
 *
 * Only values in operations are remembered, without comments, strings and unknown attributes, and only if they caused
 * no diagnostic. A value with aliases means the same only in its section. A map that was read before is copied. */
#ifndef TTA_PARSE_KNOWN_H
#define TTA_PARSE_KNOWN_H

#include "base/arena.h"
#include "base/strmap.h"
#include "diag/results.h"
#include "parse/parser.h"

/** Texts without repetition are not searched for all the time. */
typedef struct tta_known_rate {
  uint32_t asked, found; /* of late */
  uint32_t rest;         /* so many texts are not searched for */
} tta_known_rate;

typedef struct tta_known_value {
  bool sound;           /* it was read, and may be passed over */
  uint32_t section;     /* the number of the only section in which it is known, from 1; 0: it is in all */
  uint32_t dialects;    /* of the names in it */
  uint32_t islands;     /* attributes in it */
  uint64_t offset, size; /* of its canonical text in tta_reader.printed; 0 bytes: the text is canonical */
} tta_known_value;

/** What the reader had met when the value began that is read. */
typedef struct tta_known_marks {
  size_t reported;
  uint32_t replacements, undefined, nodes;
} tta_known_marks;

typedef struct tta_known_values {
  const tta_allocator *allocator;
  tta_strmap texts; /* their numbers */
  tta_known_value *values;
  uint32_t num_values, cap_values;
  tta_known_rate rate;
  uint32_t generation;   /* counts how often all were forgotten */
  bool full;             /* set by the visitor: all are forgotten at the next new text */
  bool learning;         /* the value that is read may be remembered ... */
  tta_known_marks before; /* ... then these are set */
} tta_known_values;

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

/** Whether the search pauses: one text less is left of the pause. */
static inline bool tta_known_pauses(tta_known_rate *rate) { return rate->rest && rate->rest--; }

void tta_known_init(tta_known_values *known, const tta_allocator *allocator);
void tta_known_free(tta_known_values *known);

/** The text of the value that starts at `begin`, if it can be remembered: up to the bracket that closes its first one.
 *  Equal bytes have the same answer. Empty: it cannot, or a pause begins. To be called only if
 *  tta_known_pauses is false. */
tta_str tta_known_text(tta_known_values *known, const char *begin, const char *limit);
/** The number of a text. It is new if its value is not sound; the visitor may use the number until it comes again.
 *  @return UINT32_MAX without memory */
uint32_t tta_known_number(tta_known_values *known, tta_str text);

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
