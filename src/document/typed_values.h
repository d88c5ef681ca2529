/* typed_values.h: the values of a text by the position of their types, section by section in order. */
#ifndef TTA_DOCUMENT_TYPED_VALUES_H
#define TTA_DOCUMENT_TYPED_VALUES_H

#include "ops/ops.h"
#include "parse/sections.h"

/** A type that the text has for a value. */
typedef struct tta_typed_value {
  uint32_t begin;
  uint32_t at;  /* of the name */
  tta_str name; /* of the value */
} tta_typed_value;

typedef struct tta_typed_values {
  tta_splitter sections;
  tta_span section; /* whose operations were read */
  tta_ops *ops;
  tta_arena *arena; /* of the names */
  tta_typed_value *types; /* in order of position */
  uint32_t num_types, cap_types;
} tta_typed_values;

/** Reads nothing yet. @param arena of the names, which outlive the section; borrowed */
void tta_typed_values_init(tta_typed_values *v, tta_str text, tta_section_rules rules, tta_arena *arena);
void tta_typed_values_free(tta_typed_values *v);
/** Reads the operations of the next section. @param more set to false after the last one. @return TTA_NO_MEMORY */
tta_status tta_typed_values_next(tta_typed_values *v, bool *more);
/** Reads the operations of the section around `offset`; offsets come in order of sections. @return TTA_NO_MEMORY */
tta_status tta_typed_values_enter(tta_typed_values *v, uint32_t offset);
/** The values whose type is at `begin`, a result first; NULL if the text does not say it by position. */
const tta_typed_value *tta_typed_values_at(const tta_typed_values *v, uint32_t begin, uint32_t *count);
/** The innermost operation around `offset`; TTA_OPS_NONE. */
uint32_t tta_typed_values_op(const tta_typed_values *v, uint32_t offset);
/** The function around an operation, or itself; TTA_OPS_NONE. @param op may be TTA_OPS_NONE */
uint32_t tta_typed_values_function(const tta_typed_values *v, uint32_t op);

#endif
