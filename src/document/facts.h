/* facts.h: a list of facts that grows in an arena. */
#ifndef TTA_DOCUMENT_FACTS_H
#define TTA_DOCUMENT_FACTS_H

#include "document/document.h"
#include "ir/eras.h"

typedef struct tta_fact_list {
  tta_arena *arena;
  tta_fact *list;
  uint32_t num_list, cap_list;
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

/** A line on what a field holds: "a shape: 2x4"; and the keywords of an enumeration. */
void tta_field_documentation(tta_buf *out, const tta_field_spec *field);

/** Appends `from 2024-11-27 on`; nothing if the days are all days. */
void tta_dates_text(tta_buf *out, const tta_era_set *days);

/** The field of a row with this name, in any of its forms; NULL if there is none. */
const tta_field_spec *tta_field_spec_find(tta_attribute attribute, tta_field field);

#endif
