/* operand.c: operands of the rules of operations, and outcomes. */
#include "graphs/operand.h"

#include <stdarg.h>

typedef long long ll;

/* Without a convention: host dims in the order of their first device dims, the stick dim moved to the end. */
static tta_status order_by_appearance(const tta_tiled *layout, int64_t stick, tta_arena *arena, int64_t *order) {
  tta_tiled_map map;
  tta_status status = tta_tiled_map_of(layout, arena, &map);
  if (status) return status;
  uint32_t rank = layout->host_size.rank, at = 0;
  bool *seen = tta_arena_array(arena, (size_t)rank + 1, sizeof *seen);
  if (!seen) return TTA_NO_MEMORY;
  memset(seen, 0, ((size_t)rank + 1) * sizeof *seen);
  if (stick >= 0) seen[stick] = true;
  for (uint32_t i = 0; i < map.rank; i++) {
    int64_t dim = map.host_dim[i];
    if (dim < 0 || seen[dim]) continue;
    seen[dim] = true;
    order[at++] = dim;
  }
  for (uint32_t h = 0; h < rank; h++) {
    if (!seen[h]) order[at++] = h; /* dims of extent 1 that a stride_map does not mention */
  }
  if (stick >= 0) order[at] = stick;
  return TTA_OK;
}

static tta_status reject_layout(const tta_tiled_run *op, uint32_t position, const char *what) {
  return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, position, position, "operand %u %s", position, what);
}

tta_status tta_tiled_operand_of(const tta_tiled_run *op, const tta_tiled *layout, uint32_t position,
                                tta_tiled_operand *out) {
  tta_tiled_map map;
  tta_status status = tta_tiled_map_of(layout, op->arena, &map);
  if (status) return status;
  if (layout->num_stick_dims != 1) {
    return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, position, position,
        "operand %u has %lld stick dims: no rule covers more than one", position, (ll)layout->num_stick_dims);
  }
  if (map.folded)
    return reject_layout(op, position, "is a view with a layout that counts through several host dims as one");
  *out = (tta_tiled_operand){
      .layout = layout, .convention = op->preferred, .elems_per_stick = map.elems_per_stick};
  if (layout->format == TTA_TILED_DENSE && !tta_str_is(layout->element_arrangement, "STANDARD"))
    out->arrangement = layout->element_arrangement;
  out->order = tta_arena_array(op->arena, (size_t)layout->host_size.rank + 1, sizeof *out->order);
  if (!out->order) return TTA_NO_MEMORY;
  status = tta_tiled_stick_of(layout, op->arena, &out->stick);
  if (status || tta_tiled_order(layout, op->preferred, out->order, &out->convention)) return status;
  out->convention = op->preferred;
  return order_by_appearance(layout, out->stick, op->arena, out->order);
}

tta_tiled_spec tta_tiled_spec_of(const tta_tiled_operand *of) {
  const tta_tiled *layout = of->layout;
  return (tta_tiled_spec){.host_size = layout->host_size,
                          .host_strides = layout->host_strides,
                          .element = layout->element,
                          .device_dtype = layout->device_dtype,
                          .order = {layout->host_size.rank, of->order},
                          .convention = of->convention,
                          .format = layout->format,
                          .stick_bytes = layout->stick_bytes};
}

/* dec25 has no layouts above rank 4; results of higher rank use the convention after it. */
static tta_tiled_convention reach(tta_tiled_convention convention, uint32_t rank) {
  return convention == TTA_TILED_DEC25 && rank > 4 ? TTA_TILED_2026 : convention;
}

tta_status tta_tiled_finish(const tta_tiled_run *op, tta_tiled_spec *spec) {
  tta_tiled_diagnostic why;
  spec->convention = reach(spec->convention, spec->host_size.rank);
  tta_status status = tta_tiled_build(spec, op->arena, &op->outcome->layout, &why);
  if (status != TTA_INVALID) return status;
  op->outcome->obstacle = TTA_TILED_NOT_BUILDABLE;
  op->outcome->reason = why.message;
  return TTA_OK;
}

int64_t *tta_tiled_order_with_stick(tta_arena *arena, const tta_tiled_operand *of, int64_t stick) {
  uint32_t rank = of->layout->host_size.rank, at = 0;
  int64_t *order = tta_arena_array(arena, (size_t)rank + 1, sizeof *order);
  if (!order) return NULL;
  for (uint32_t i = 0; i < rank; i++) {
    if (of->order[i] != stick) order[at++] = of->order[i];
  }
  if (at < rank) order[at] = stick;
  return order;
}

tta_status tta_tiled_offer(const tta_tiled_run *op, const tta_tiled_operand *of, uint32_t position, int64_t stick,
                           tta_tiled_format format) {
  tta_tiled_spec spec = tta_tiled_spec_of(of);
  int64_t *order = tta_tiled_order_with_stick(op->arena, of, stick);
  if (!order) return TTA_NO_MEMORY;
  spec.order = (tta_shape){spec.host_size.rank, order};
  spec.format = format;
  spec.convention = reach(spec.convention, spec.host_size.rank);
  tta_status status = tta_tiled_build(&spec, op->arena, &op->outcome->help_layout, NULL);
  if (status == TTA_INVALID) return TTA_OK; /* without help */
  op->outcome->has_help = !status;
  op->outcome->help_layout.host_element = of->layout->host_element;
  op->outcome->help_operand = position;
  return status;
}

tta_status tta_tiled_obstruct(const tta_tiled_run *op, tta_tiled_obstacle obstacle, uint32_t a, uint32_t b,
                              const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_str reason = tta_arena_format(op->arena, format, args);
  va_end(args);
  return tta_tiled_obstruct_with(op, obstacle, a, b, reason);
}

tta_status tta_tiled_obstruct_with(const tta_tiled_run *op, tta_tiled_obstacle obstacle, uint32_t a, uint32_t b,
                                   tta_str reason) {
  op->outcome->obstacle = obstacle;
  op->outcome->operand = a;
  op->outcome->other_operand = b;
  op->outcome->reason = reason;
  return reason.data ? TTA_OK : TTA_NO_MEMORY;
}

tta_tiled_run tta_tiled_begin(tta_arena *arena, tta_tiled_outcome *outcome, tta_tiled_convention preferred) {
  *outcome = (tta_tiled_outcome){.obstacle = TTA_TILED_FEASIBLE};
  return (tta_tiled_run){arena, outcome, preferred};
}

/* ---- element types ---- */

static tta_str type_name(const tta_tiled *layout) {
  return layout->device_dtype.size ? layout->device_dtype : layout->element.name;
}

bool tta_tiled_same_type(const tta_tiled *a, const tta_tiled *b) {
  return tta_str_equal(type_name(a), type_name(b)) ||
         (a->element.bits == b->element.bits && tta_str_equal(a->element.name, b->element.name));
}

static bool is_exempt(const tta_tiled *layout) {
  return tta_tiled_has_one_element(layout) || tta_str_is(layout->element.name, "i1");
}

static tta_status reject_types(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t lead, uint32_t i) {
  tta_str a = type_name(operands[lead].layout), b = type_name(operands[i].layout);
  return tta_tiled_obstruct(op, TTA_TILED_TYPES_DIFFER, lead, i, "element types differ: operand %u is %.*s (%lld in a "
      "stick), operand %u is %.*s (%lld in a stick); convert one of them first", lead, TTA_STR_ARGS(a),
      (ll)operands[lead].elems_per_stick, i, TTA_STR_ARGS(b), (ll)operands[i].elems_per_stick);
}

tta_status tta_tiled_check_types(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t count,
                                 uint32_t lead, bool free_masks) {
  for (uint32_t i = 0; i < count; i++) {
    if (i == lead || tta_tiled_same_type(operands[lead].layout, operands[i].layout)) continue;
    if (free_masks && (is_exempt(operands[i].layout) || is_exempt(operands[lead].layout))) continue;
    if (operands[i].elems_per_stick != operands[lead].elems_per_stick) return reject_types(op, operands, lead, i);
    tta_str a = type_name(operands[lead].layout), b = type_name(operands[i].layout);
    op->outcome->warning = TTA_TILED_TEXT(op, "operands have the types %.*s and %.*s; the result is %.*s",
                                          TTA_STR_ARGS(a), TTA_STR_ARGS(b), TTA_STR_ARGS(a));
    if (!op->outcome->warning.data) return TTA_NO_MEMORY;
  }
  return TTA_OK;
}
