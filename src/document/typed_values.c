/* The values of a text by the position of their types. */
#include "document/typed_values.h"

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"

void tta_typed_values_init(tta_typed_values *v, tta_str text, tta_section_rules rules, tta_arena *arena) {
  *v = (tta_typed_values){.arena = arena};
  tta_splitter_init(&v->sections, text, rules, 0, NULL);
}

void tta_typed_values_free(tta_typed_values *v) {
  tta_ops_free(v->ops);
  v->ops = NULL;
}

static bool record_type(tta_typed_values *v, tta_str type, tta_str name, uint32_t at) {
  if (!type.size || !name.size) return true;
  uint32_t begin = (uint32_t)(type.data - v->sections.text.data);
  return TTA_PUSH_IN(&v->ops->arena, v, types, (tta_typed_value){begin, at, name});
}

static int order_types(const void *a, const void *b) {
  return tta_order(((const tta_typed_value *)a)->begin, ((const tta_typed_value *)b)->begin);
}

static tta_status read_section(tta_typed_values *v) {
  tta_ops_free(v->ops);
  v->types = NULL;
  v->num_types = v->cap_types = 0;
  tta_status status = tta_ops_read(v->sections.text, v->section, v->arena->allocator, &v->ops);
  if (status) return status;
  const tta_ops *ops = v->ops;
  bool memory = true;
  for (uint32_t i = 0; i < ops->num_values && memory; i++)
    memory = record_type(v, ops->values[i].type, tta_ops_value_name(ops, i, v->arena), ops->values[i].begin);
  for (uint32_t op = 0; op < ops->num_ops; op++)
    for (uint32_t i = 0; i < ops->ops[op].num_operands && memory; i++) {
      const tta_ops_operand *operand = &ops->operands[ops->ops[op].first_operand + i];
      memory = record_type(v, tta_ops_operand_type(ops, op, i), operand->name, operand->begin);
    }
  tta_typed_value *scratch =
      memory ? tta_arena_array(&v->ops->arena, (size_t)v->num_types + 1, sizeof *scratch) : NULL;
  if (!scratch) return TTA_NO_MEMORY;
  tta_sort(v->types, scratch, v->num_types, sizeof *scratch, order_types);
  return TTA_OK;
}

tta_status tta_typed_values_next(tta_typed_values *v, bool *more) {
  *more = tta_splitter_next(&v->sections, &v->section);
  return *more ? read_section(v) : TTA_OK;
}

tta_status tta_typed_values_enter(tta_typed_values *v, uint32_t offset) {
  if (v->ops && offset < v->section.end) return TTA_OK;
  while (v->section.end <= offset && tta_splitter_next(&v->sections, &v->section)) {}
  return read_section(v);
}

const tta_typed_value *tta_typed_values_at(const tta_typed_values *v, uint32_t begin, uint32_t *count) {
  uint32_t low = TTA_COUNT_BELOW(tta_typed_value, v->types, v->num_types, begin, begin), end = low;
  while (end < v->num_types && v->types[end].begin == begin) end++;
  *count = end - low;
  return *count ? &v->types[low] : NULL;
}

uint32_t tta_typed_values_op(const tta_typed_values *v, uint32_t offset) {
  const tta_ops *ops = v->ops;
  uint32_t low = TTA_COUNT_BELOW(tta_ops_op, ops->ops, ops->num_ops, begin, (int64_t)offset + 1);
  uint32_t op = low ? low - 1 : TTA_OPS_NONE;
  while (op != TTA_OPS_NONE && ops->ops[op].end <= offset) op = ops->ops[op].parent;
  return op;
}

uint32_t tta_typed_values_function(const tta_typed_values *v, uint32_t op) {
  while (op != TTA_OPS_NONE && !tta_ops_is_function(v->ops->ops[op].name)) op = v->ops->ops[op].parent;
  return op;
}
