/* shape.c: rules of operations that change the shape or the element type: permute, cat, cast. */
#include "base/checked.h"
#include "graphs/operand.h"

typedef long long ll;

/* `dim` in [-rank, rank) as a dim. */
static bool normalize_dim(int64_t dim, uint32_t rank, int64_t *out) {
  *out = dim < 0 ? dim + rank : dim;
  return dim < rank && *out >= 0;
}

static tta_status reject_dim(const tta_tiled_run *op, int64_t dim, uint32_t rank) {
  return tta_tiled_obstruct(op, TTA_TILED_NO_SUCH_DIM, 0, 0, "dim %lld is out of range for a tensor of rank %u",
                            (ll)dim, rank);
}

/* ---- permute ---- */

/* The new number of each dim. An obstacle for lists that are not permutations. */
static tta_status invert(const tta_tiled_run *op, tta_shape order, uint32_t rank, int64_t *number) {
  if (order.rank != rank)
    return tta_tiled_obstruct(op, TTA_TILED_NO_SUCH_DIM, 0, 0, "order has %u dims, but the tensor has rank %u",
                              order.rank, rank);
  for (uint32_t h = 0; h < rank; h++) number[h] = -1;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t dim;
    if (!normalize_dim(order.extent[i], rank, &dim)) return reject_dim(op, order.extent[i], rank);
    if (number[dim] >= 0)
      return tta_tiled_obstruct(op, TTA_TILED_NO_SUCH_DIM, 0, 0, "dim %lld is listed twice", (ll)order.extent[i]);
    number[dim] = i;
  }
  return TTA_OK;
}

tta_status tta_tiled_permute(const tta_tiled *input, tta_shape order, tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, TTA_TILED_RFC);
  tta_tiled_map map;
  tta_tiled layout;
  uint32_t rank = input->host_size.rank;
  int64_t *number = tta_arena_array(arena, (size_t)rank + 1, sizeof *number);
  int64_t *size = tta_arena_array(arena, (size_t)rank + 1, sizeof *size);
  if (!number || !size) return TTA_NO_MEMORY;
  tta_status status = tta_tiled_map_of(input, arena, &map);
  if (!status) status = invert(&op, order, rank, number);
  if (status || outcome->obstacle) return status;
  status = tta_tiled_to_dim_map(input, arena, &layout);
  if (status == TTA_INVALID)
    return tta_tiled_obstruct(&op, TTA_TILED_NOT_A_VIEW, 0, 0,
                              "the layout of operand 0 has no dim_map, which a permute requires");
  if (status) return status;
  int64_t *dim_map = tta_arena_array(arena, layout.dim_map.rank, sizeof *dim_map);
  if (!dim_map) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < layout.dim_map.rank; i++) {
    int64_t dim = layout.dim_map.extent[i];
    dim_map[i] = dim < 0 ? dim : number[dim];
  }
  for (uint32_t h = 0; h < rank; h++) size[number[h]] = input->host_size.extent[h];
  layout.dim_map.extent = dim_map;
  layout.stride_map = layout.host_strides = layout.valid_elements = (tta_shape){0, NULL};
  layout.host_size = (tta_shape){rank, size};
  outcome->layout = layout;
  return tta_tiled_complete(&outcome->layout, arena);
}

/* ---- cat ---- */

static bool same_but_for(tta_shape a, tta_shape b, int64_t dim) {
  if (a.rank != b.rank) return false;
  for (uint32_t h = 0; h < a.rank; h++)
    if (h != dim && a.extent[h] != b.extent[h]) return false;
  return true;
}

static tta_status check_sizes(const tta_tiled_run *op, const tta_tiled *inputs, uint32_t count, int64_t dim,
                              int64_t *total) {
  *total = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool fits = same_but_for(inputs[0].host_size, inputs[i].host_size, dim);
    if (fits && tta_add(*total, inputs[i].host_size.extent[dim], total)) continue;
    if (fits) return TTA_OVERFLOW;
    tta_str a = tta_tiled_list_text(op->arena, inputs[0].host_size),
            b = tta_tiled_list_text(op->arena, inputs[i].host_size);
    if (!a.data || !b.data) return TTA_NO_MEMORY;
    return tta_tiled_obstruct(op, TTA_TILED_SHAPES_DIFFER, 0, i,
        "sizes %s and %s of operands 0 and %u differ outside of dim %lld", a.data, b.data, i, (ll)dim);
  }
  return TTA_OK;
}

/* Formats and stick dims of all, and full sticks before each seam. */
static tta_status check_seams(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t count, int64_t dim) {
  const tta_tiled_operand *first = &operands[0];
  bool dense = first->layout->format == TTA_TILED_DENSE;
  for (uint32_t i = 0; i < count; i++) {
    const tta_tiled_operand *of = &operands[i];
    tta_status status = TTA_OK;
    if (of->layout->format != first->layout->format) {
      status = tta_tiled_obstruct(op, TTA_TILED_FORMATS_DIFFER, 0, i,
          "formats differ: operand 0 is %s, operand %u is %s", tta_tiled_format_name(first->layout->format), i,
          tta_tiled_format_name(of->layout->format));
    } else if (dense && of->stick != first->stick) {
      status = tta_tiled_obstruct(op, TTA_TILED_STICKS_DIFFER, 0, i,
          "stick dims differ: operand 0 has dim %lld, operand %u has dim %lld", (ll)first->stick, i, (ll)of->stick);
    } else if (!tta_str_equal(of->arrangement, first->arrangement)) {
      status = tta_tiled_obstruct(op, TTA_TILED_ORDERS_DIFFER, 0, i, "element arrangements of operands 0 and %u differ",
                                  i);
    } else if (dense && dim == of->stick && i + 1 < count &&
               of->layout->host_size.extent[dim] % of->elems_per_stick) {
      status = tta_tiled_obstruct(op, TTA_TILED_STICKS_DIFFER, i, i, "operand %u ends inside a stick: extent %lld of "
                                  "stick dim %lld is not a multiple of %lld; restickify all operands to another dim", i,
                                  (ll)of->layout->host_size.extent[dim], (ll)dim, (ll)of->elems_per_stick);
      return status;
    }
    if (status || !op->outcome->obstacle) {
      if (status) return status;
      continue;
    }
    return first->stick < 0 ? TTA_OK : tta_tiled_offer(op, of, i, first->stick, first->layout->format);
  }
  return TTA_OK;
}

tta_status tta_tiled_cat(const tta_tiled *inputs, uint32_t num_inputs, int64_t dim, tta_tiled_convention preferred,
                         tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  if (!num_inputs) return TTA_INVALID;
  uint32_t rank = inputs[0].host_size.rank;
  int64_t at, total;
  if (!normalize_dim(dim, rank, &at)) return reject_dim(&op, dim, rank);
  tta_tiled_operand *operands = tta_arena_array(arena, num_inputs, sizeof *operands);
  int64_t *size = tta_arena_array(arena, (size_t)rank + 1, sizeof *size);
  if (!operands || !size) return TTA_NO_MEMORY;
  tta_status status = check_sizes(&op, inputs, num_inputs, at, &total);
  for (uint32_t i = 0; i < num_inputs && !status && !outcome->obstacle; i++)
    status = tta_tiled_operand_of(&op, &inputs[i], i, &operands[i]);
  if (!status && !outcome->obstacle) status = tta_tiled_check_types(&op, operands, num_inputs, 0, false);
  if (!status && !outcome->obstacle) status = check_seams(&op, operands, num_inputs, at);
  if (status || outcome->obstacle) return status;
  for (uint32_t h = 0; h < rank; h++) size[h] = h == at ? total : inputs[0].host_size.extent[h];
  tta_tiled_spec spec = tta_tiled_spec_of(&operands[0]);
  spec.host_size = (tta_shape){rank, size};
  spec.host_strides = (tta_shape){0, NULL};
  status = tta_tiled_finish(&op, &spec);
  if (!status && !outcome->obstacle) outcome->layout.element_arrangement = operands[0].arrangement;
  return status;
}

/* ---- cast ---- */

/* The arrangement that a conversion of sticks in pairs leaves (element_arrangement.md, 2026). */
static bool stagger(const tta_tiled_operand *of, uint32_t bits, tta_str *arrangement) {
  uint32_t own = of->layout->element.bits;
  bool widens = own == 16 && bits == 32, narrows = own == 32 && bits == 16;
  *arrangement = (tta_str){NULL, 0};
  if (!of->arrangement.size && (widens || narrows)) {
    *arrangement = tta_str_from(widens ? "DL16_TO_FP32" : "FP32_TO_DL16");
    return true;
  }
  return !of->arrangement.size || (widens && tta_str_is(of->arrangement, "FP32_TO_DL16")) ||
         (narrows && tta_str_is(of->arrangement, "DL16_TO_FP32"));
}

static tta_status cast_operand(const tta_tiled_run *op, const tta_tiled_operand *of, const tta_tiled_element *element) {
  tta_tiled_spec spec = tta_tiled_spec_of(of);
  tta_str arrangement = of->arrangement, reason;
  bool in_pairs = op->preferred == TTA_TILED_2026 && of->layout->format == TTA_TILED_DENSE;
  if (element->bits != of->layout->element.bits) {
    if (in_pairs ? !stagger(of, element->bits, &arrangement) : of->arrangement.size > 0) {
      tta_status status = tta_tiled_obstruct(op, TTA_TILED_ORDERS_DIFFER, 0, 0, "operand 0 has element arrangement "
                                             "%.*s, which a conversion to %.*s does not support",
                                             TTA_STR_ARGS(of->arrangement), TTA_STR_ARGS(element->name));
      return status ? status : tta_tiled_offer(op, of, 0, -1, of->layout->format);
    }
  }
  spec.element = *element;
  spec.device_dtype = (tta_str){NULL, 0};
  tta_status status = tta_tiled_finish(op, &spec);
  if (status || op->outcome->obstacle) return status;
  op->outcome->layout.element_arrangement = arrangement;
  status = tta_tiled_has_places(&op->outcome->layout, op->arena, &reason);
  if (status != TTA_INVALID || !reason.data) return status;
  return tta_tiled_obstruct_with(op, TTA_TILED_ORDERS_DIFFER, 0, 0, reason);
}

tta_status tta_tiled_cast(const tta_tiled *input, const tta_tiled_element *element, tta_tiled_convention convention,
                          tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, convention);
  tta_tiled_operand of;
  tta_tiled_map map;
  if (input->element.bits != element->bits) {
    tta_status status = tta_tiled_operand_of(&op, input, 0, &of);
    return status || outcome->obstacle ? status : cast_operand(&op, &of, element);
  }
  tta_status status = tta_tiled_map_of(input, arena, &map);
  if (status) return status;
  outcome->layout = *input;
  outcome->layout.element = outcome->layout.host_element = *element;
  outcome->layout.device_dtype = (tta_str){NULL, 0};
  return tta_tiled_complete(&outcome->layout, arena);
}
