/* facts.h: a list of facts that grows in an arena. */
#ifndef TTA_DOCUMENT_FACTS_H
#define TTA_DOCUMENT_FACTS_H

#include "document/document.h"
#include "ir/eras.h"

typedef struct tta_fact_list {
  tta_arena *arena;
  tta_fact *list;
  uint32_t num_list, cap_list;
  int64_t cores;          /* of the value; 0: unknown */
  int64_t bytes_per_core; /* of a layout in L1; 0: none */
  uint32_t chips;         /* of a device; else 0 */
  bool is_grid;           /* or a layout with one in L1: it uses cores of a device */
} tta_fact_list;

/** Without memory nothing is added, and the arena has failed. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tta_fact_add(tta_fact_list *facts, const char *key, const char *format, ...);
void tta_fact_add_text(tta_fact_list *facts, const char *key, tta_str text);
/** Nothing if the rank is 0. */
void tta_fact_add_shape(tta_fact_list *facts, const char *key, tta_shape shape);

/** Facts about the node of a tree, an alias resolved. `device_op`: the root is the body of `tt.device @x = `. */
tta_status tta_facts_of_node(tta_fact_list *facts, const tta_tree *tree, tta_node_place place, bool device_op,
                             const tta_allocator *allocator);

/** The shape of a device's worker grid; 0 if it has none. */
tta_node_id tta_device_grid_shape(const tta_tree *tree, tta_node_id device);

/* system_facts.c */
/** What the section's system and device add to the facts about a value: L1, unused cores. Parses other items: the trees
 *  of the query are not valid after it. */
tta_status tta_system_facts(tta_document *document, size_t section, tta_fact_list *facts);

/** A line on what a field holds: "a shape: 2x4"; and the keywords of an enumeration. */
void tta_field_documentation(tta_buf *out, const tta_field_spec *field);

/** Appends `from 2024-11-27 on`; nothing if the days are all days. */
void tta_dates_text(tta_buf *out, const tta_era_set *days);

#endif
