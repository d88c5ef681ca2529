/* The rules P1 to P4 of operations: the layout of a result, or why there is none and which restickify would help
 * (torch-spyre stickify.py of 2025-11, ir.py of 2026). */
#include "base/format.h"
#include "graphs/operand.h"

typedef long long ll;

/* ---- P1: pointwise ---- */

/* torch's broadcast of one more operand into `size` (rank entries, aligned at the right). */
static bool broadcast(int64_t *size, uint32_t rank, tta_shape with) {
  for (uint32_t h = 0; h < with.rank; h++) {
    int64_t *extent = &size[rank - with.rank + h];
    if (*extent == 1)
      *extent = with.extent[h];
    else if (with.extent[h] != 1 && with.extent[h] != *extent)
      return false;
  }
  return true;
}

/* The operand's stick dim as a dim of the result, or -1. */
static int64_t lifted_stick(const tta_tiled_operand *of, uint32_t rank) {
  return of->stick < 0 ? -1 : of->stick + rank - of->layout->host_size.rank;
}

/* The operand's extent along dim `dim` of the result; 1 where it lacks it. */
static int64_t extent_along(const tta_tiled_operand *of, uint32_t rank, int64_t dim) {
  int64_t own = dim - rank + of->layout->host_size.rank;
  return own < 0 ? 1 : of->layout->host_size.extent[own];
}

static bool is_full(const tta_tiled_operand *of, tta_shape result) {
  return tta_shape_equal(of->layout->host_size, result);
}

/* The operand whose layout decides: of full size and dense, of full size, not broadcast along its own stick and dense,
 * not broadcast along it, the first; of equal ones not a mask (the condition of `where`). */
static uint32_t decide(const tta_tiled_operand *operands, uint32_t count, tta_shape result) {
  uint32_t best = 0;
  int best_score = -1;
  for (uint32_t i = 0; i < count; i++) {
    int64_t stick = lifted_stick(&operands[i], result.rank);
    bool along = stick >= 0 && extent_along(&operands[i], result.rank, stick) == result.extent[stick];
    int score = 4 * (is_full(&operands[i], result) ? 2 : along) +
                2 * (operands[i].layout->format == TTA_TILED_DENSE) +
                !tta_str_is(operands[i].layout->element.name, "i1");
    if (score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

/* Whether an operand is compatible with this stick dim and format of the result; else the obstacle. */
static tta_tiled_obstacle meet(const tta_tiled_operand *of, tta_shape result, int64_t stick, tta_tiled_format format) {
  int64_t own = lifted_stick(of, result.rank);
  if (tta_tiled_has_one_element(of->layout)) return TTA_TILED_FEASIBLE;
  /* Broadcast along the result's stick: its one lane is copied to all, so it must fill one lane only (stickify.py: a
   * sparse operand that is broadcast along the dense one's stick dim). */
  if (stick >= 0 && extent_along(of, result.rank, stick) == 1 && result.extent[stick] != 1 &&
      (of->layout->format != TTA_TILED_DENSE || extent_along(of, result.rank, own) == 1)) {
    return TTA_TILED_FEASIBLE;
  }
  /* One element a stick: no lanes to align. The eras write the stick of the same sparse layout as a host dim or as -1.
   */
  if (format != TTA_TILED_DENSE && of->layout->format == format) return TTA_TILED_FEASIBLE;
  if (of->layout->format == format) return own == stick ? TTA_TILED_FEASIBLE : TTA_TILED_STICKS_DIFFER;
  return own == stick || own < 0 || stick < 0 ? TTA_TILED_FORMATS_DIFFER : TTA_TILED_STICKS_DIFFER;
}

static tta_status reject_pointwise(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t decider,
                                   uint32_t i, tta_shape result, tta_tiled_obstacle obstacle) {
  const tta_tiled_operand *lead = &operands[decider], *of = &operands[i];
  int64_t stick = lifted_stick(lead, result.rank), own = lifted_stick(of, result.rank),
          rank = of->layout->host_size.rank;
  tta_str reason;
  if (obstacle == TTA_TILED_FORMATS_DIFFER) {
    reason = TTA_TILED_TEXT(op, "formats differ: operand %u is %s, operand %u is %s", decider,
                            tta_tiled_format_name(lead->layout->format), i,
                            tta_tiled_format_name(of->layout->format));
  } else {
    reason = TTA_TILED_TEXT(op, "stick dims differ: operand %u has dim %lld of the result, operand %u has dim %lld",
                            decider, (ll)stick, i, (ll)own);
  }
  tta_status status = tta_tiled_obstruct_with(op, obstacle, decider, i, reason);
  if (status) return status;
  int64_t target = stick - result.rank + rank;
  bool along = stick >= 0 && target >= 0 && extent_along(of, result.rank, stick) == result.extent[stick];
  if (along) return tta_tiled_offer(op, of, i, target, lead->layout->format);
  if (stick < 0 || lead->layout->format != TTA_TILED_DENSE)
    return tta_tiled_offer(op, of, i, own < 0 ? -1 : of->stick, lead->layout->format);
  return tta_tiled_offer(op, of, i, -1, TTA_TILED_SPARSE);
}

static bool is_standard(tta_str arrangement) { return !arrangement.size; }

/* Arrangements: all equal, or one (not EXX2) with operands that are broadcast along the stick. */
static tta_status combine_arrangements(const tta_tiled_run *op, const tta_tiled_operand *operands, uint32_t count,
                                       uint32_t lead, tta_shape result, tta_str *arrangement) {
  int64_t stick = lifted_stick(&operands[lead], result.rank);
  *arrangement = operands[lead].arrangement;
  for (uint32_t i = 0; i < count; i++) {
    tta_str own = operands[i].arrangement;
    if (tta_str_equal(own, *arrangement)) continue;
    bool broadcasts = stick >= 0 && is_standard(own) && extent_along(&operands[i], result.rank, stick) == 1;
    if (broadcasts && !tta_str_is(*arrangement, "EXX2")) continue;
    tta_str a = is_standard(*arrangement) ? tta_str_from("STANDARD") : *arrangement;
    tta_str b = is_standard(own) ? tta_str_from("STANDARD") : own;
    tta_status status = tta_tiled_obstruct(op, TTA_TILED_ORDERS_DIFFER, lead, i,
                                           "element arrangements differ: operand %u has %.*s, operand %u has %.*s",
                                           lead, TTA_STR_ARGS(a), i, TTA_STR_ARGS(b));
    uint32_t position = is_standard(own) ? lead : i;
    const tta_tiled_operand *of = &operands[position];
    return status ? status : tta_tiled_offer(op, of, position, -1, of->layout->format);
  }
  return TTA_OK;
}

/* The deciding layout if it has full size, else one built from its order with new leading dims outermost. */
static tta_status pointwise_result(const tta_tiled_run *op, const tta_tiled_operand *lead, tta_shape result,
                                   const tta_tiled_element *element) {
  uint32_t rank = result.rank, own = lead->layout->host_size.rank, at = 0;
  bool same = !element || (element->bits == lead->layout->element.bits &&
                           tta_str_equal(element->name, lead->layout->element.name));
  if (same && is_full(lead, result)) {
    op->outcome->layout = *lead->layout;
    return tta_tiled_complete(&op->outcome->layout, op->arena);
  }
  tta_tiled_spec spec = tta_tiled_spec_of(lead);
  int64_t *order = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *order);
  if (!order) return TTA_NO_MEMORY;
  for (; at < rank - own; at++) order[at] = at;
  for (uint32_t i = 0; i < own; i++) order[at++] = lead->order[i] + rank - own;
  spec.order = (tta_shape){rank, order};
  spec.host_size = result;
  spec.host_strides = (tta_shape){0, NULL};
  if (!same) {
    spec.element = *element;
    spec.device_dtype = (tta_str){NULL, 0};
  }
  tta_status status = tta_tiled_finish(op, &spec);
  if (!status && !op->outcome->obstacle && op->outcome->layout.format == TTA_TILED_DENSE && same)
    op->outcome->layout.element_arrangement = lead->arrangement;
  return status;
}

/* One input keeps its layout, also one that no other rule covers. */
static tta_status copy_layout(const tta_tiled_run *op, const tta_tiled *input) {
  tta_tiled_map map;
  tta_status status = tta_tiled_map_of(input, op->arena, &map);
  if (status) return status;
  op->outcome->layout = *input;
  return tta_tiled_complete(&op->outcome->layout, op->arena);
}

static tta_status result_size(const tta_tiled_run *op, const tta_tiled *inputs, uint32_t num_inputs,
                              tta_shape *result) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < num_inputs; i++)
    if (inputs[i].host_size.rank > rank) rank = inputs[i].host_size.rank;
  int64_t *size = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *size);
  if (!size) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < rank; h++) size[h] = 1;
  *result = (tta_shape){rank, size};
  for (uint32_t i = 0; i < num_inputs; i++) {
    if (broadcast(size, rank, inputs[i].host_size)) continue;
    tta_str shape = tta_tiled_list_text(op->arena, inputs[i].host_size);
    if (!shape.data) return TTA_NO_MEMORY;
    return tta_tiled_obstruct(op, TTA_TILED_SHAPES_DIFFER, 0, i,
                              "size %s of operand %u does not broadcast with those before it", shape.data, i);
  }
  return TTA_OK;
}

static tta_status plain_pointwise(const tta_tiled_run *op, const tta_tiled *inputs, uint32_t num_inputs,
                                  const tta_tiled_element *element, tta_shape result) {
  tta_tiled_operand *operands = tta_arena_array(op->arena, num_inputs, sizeof *operands);
  tta_str arrangement;
  if (!operands) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < num_inputs; i++) {
    tta_status status = tta_tiled_operand_of(op, &inputs[i], i, &operands[i]);
    if (status || op->outcome->obstacle) return status;
  }
  uint32_t lead = decide(operands, num_inputs, result);
  int64_t stick = lifted_stick(&operands[lead], result.rank);
  tta_status status = tta_tiled_check_types(op, operands, num_inputs, lead, true);
  if (status || op->outcome->obstacle) return status;
  for (uint32_t i = 0; i < num_inputs; i++) {
    if (i == lead) continue;
    tta_tiled_obstacle obstacle = meet(&operands[i], result, stick, inputs[lead].format);
    if (obstacle) return reject_pointwise(op, operands, lead, i, result, obstacle);
  }
  status = combine_arrangements(op, operands, num_inputs, lead, result, &arrangement);
  if (status || op->outcome->obstacle) return status;
  if (!element && tta_str_is(inputs[lead].element.name, "i1")) {
    for (uint32_t i = 0; i < num_inputs && !element; i++)
      if (!tta_str_is(inputs[i].element.name, "i1")) element = &inputs[i].element;
  }
  return pointwise_result(op, &operands[lead], result, element);
}

tta_status tta_tiled_pointwise(const tta_tiled *inputs, uint32_t num_inputs, const tta_tiled_element *element,
                               tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  tta_shape result;
  if (!num_inputs) return TTA_INVALID;
  if (num_inputs == 1 && !element) return copy_layout(&op, &inputs[0]);
  if (tta_tiled_any_tiles(inputs, num_inputs) && !element) return tta_tiled_tiles_pointwise(&op, inputs, num_inputs);
  tta_status status = result_size(&op, inputs, num_inputs, &result);
  return status || outcome->obstacle ? status : plain_pointwise(&op, inputs, num_inputs, element, result);
}

/* ---- P2: matmul ---- */

/* 0: stick on the last dim, 1: on the last but one, 2: elsewhere. */
static int side_of(const tta_tiled_operand *of) {
  int64_t from_end = (int64_t)of->layout->host_size.rank - 1 - of->stick;
  return of->stick >= 0 && from_end <= 1 ? (int)from_end : 2;
}

static tta_status check_matmul_shapes(const tta_tiled_run *op, const tta_tiled *a, const tta_tiled *b,
                                      tta_shape *result, bool *fit) {
  uint32_t m = a->host_size.rank, n = b->host_size.rank, rank = m > n ? m : n;
  tta_str left = tta_tiled_list_text(op->arena, a->host_size), right = tta_tiled_list_text(op->arena, b->host_size);
  int64_t *size = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *size);
  if (!left.data || !right.data || !size) return TTA_NO_MEMORY;
  *fit = m >= 2 && n >= 2 && a->host_size.extent[m - 1] == b->host_size.extent[n - 2];
  for (uint32_t h = 0; h < rank; h++) size[h] = 1;
  if (*fit) {
    *fit = broadcast(size, rank - 2, (tta_shape){m - 2, a->host_size.extent}) &&
           broadcast(size, rank - 2, (tta_shape){n - 2, b->host_size.extent});
  }
  if (!*fit) {
    return tta_tiled_obstruct(op, TTA_TILED_SHAPES_DIFFER, 0, 1, "sizes %s and %s cannot be multiplied", left.data,
                              right.data);
  }
  size[rank - 2] = a->host_size.extent[m - 2];
  size[rank - 1] = b->host_size.extent[n - 1];
  *result = (tta_shape){rank, size};
  return TTA_OK;
}

static tta_status reject_matmul(const tta_tiled_run *op, const tta_tiled_operand *a, const tta_tiled_operand *b) {
  uint32_t ranks[2] = {a->layout->host_size.rank, b->layout->host_size.rank};
  const tta_tiled_operand *both[2] = {a, b};
  for (uint32_t i = 0; i < 2; i++) {
    if (both[i]->layout->format == TTA_TILED_DENSE) continue;
    /* Help: the side of the other operand, if it has one; any stick of a sparse layout is accepted. */
    int side = side_of(both[1 - i]) == 1 && both[1 - i]->layout->format == TTA_TILED_DENSE ? 1 : 0;
    tta_status status = tta_tiled_obstruct(op, TTA_TILED_OPERAND_SPARSE, i, i,
        "operand %u of a matmul is %s, expected dense", i, tta_tiled_format_name(both[i]->layout->format));
    return status ? status : tta_tiled_offer(op, both[i], i, (int64_t)ranks[i] - 1 - side, TTA_TILED_DENSE);
  }
  uint32_t wrong = side_of(a) == 0 ? 1 : 0; /* prefer both last, as all later versions of torch-spyre */
  tta_str reason =
      op->preferred == TTA_TILED_2026
          ? TTA_TILED_TEXT(op, "stick dims %lld and %lld of a matmul are not both last: the sticks of operand 0 are "
                           "along K, those of operand 1 along N", (ll)a->stick, (ll)b->stick)
          : TTA_TILED_TEXT(op, "stick dims %lld and %lld of a matmul are neither both last nor both last but one",
                           (ll)a->stick, (ll)b->stick);
  tta_status status = tta_tiled_obstruct_with(op, TTA_TILED_STICKS_DIFFER, 0, 1, reason);
  return status ? status : tta_tiled_offer(op, both[wrong], wrong, (int64_t)ranks[wrong] - 1, TTA_TILED_DENSE);
}

/* The order along K must be that of the other operand's, which has another stick; only the one of B along N remains. */
static tta_status check_orders(const tta_tiled_run *op, const tta_tiled_operand *a, const tta_tiled_operand *b,
                               int side) {
  const tta_tiled_operand *both[2] = {a, b};
  for (uint32_t i = 0; i < 2; i++) {
    if (is_standard(both[i]->arrangement) || (i == 1 && side == 0)) continue;
    tta_status status = tta_tiled_obstruct(op, TTA_TILED_ORDERS_DIFFER, i, i,
                                           "operand %u of a matmul has element arrangement %.*s, expected STANDARD", i,
                                           TTA_STR_ARGS(both[i]->arrangement));
    return status ? status : tta_tiled_offer(op, both[i], i, -1, TTA_TILED_DENSE);
  }
  return TTA_OK;
}

static tta_status plain_matmul(const tta_tiled_run *op, const tta_tiled *a, const tta_tiled *b, tta_shape result) {
  tta_tiled_operand operands[2];
  tta_status status = tta_tiled_operand_of(op, a, 0, &operands[0]);
  if (!status && !op->outcome->obstacle) status = tta_tiled_operand_of(op, b, 1, &operands[1]);
  if (!status && !op->outcome->obstacle) status = tta_tiled_check_types(op, operands, 2, 0, false);
  if (status || op->outcome->obstacle) return status;
  int side = side_of(&operands[0]), most = op->preferred == TTA_TILED_2026 ? 0 : 1;
  bool dense = a->format == TTA_TILED_DENSE && b->format == TTA_TILED_DENSE;
  if (!dense || side > most || side != side_of(&operands[1])) return reject_matmul(op, &operands[0], &operands[1]);
  status = check_orders(op, &operands[0], &operands[1], side);
  if (status || op->outcome->obstacle) return status;
  /* The order of the operand that has all the dims ("order of x" in stickify.py). */
  const tta_tiled_operand *lead = &operands[a->host_size.rank == result.rank ? 0 : 1];
  tta_tiled_spec spec = tta_tiled_spec_of(lead);
  spec.host_size = result;
  spec.host_strides = (tta_shape){0, NULL};
  status = tta_tiled_finish(op, &spec);
  if (!status && !op->outcome->obstacle) op->outcome->layout.element_arrangement = operands[1].arrangement;
  return status;
}

tta_status tta_tiled_matmul(const tta_tiled *a, const tta_tiled *b, tta_tiled_convention preferred, tta_arena *arena,
                            tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  tta_shape result;
  bool fit = false;
  tta_status status = check_matmul_shapes(&op, a, b, &result, &fit);
  if (status || !fit) return status;
  if (a->num_stick_dims != 1 || b->num_stick_dims != 1) return tta_tiled_tiles_matmul(&op, a, b, result);
  return plain_matmul(&op, a, b, result);
}

/* ---- P3: reduction ---- */

/* Marks the reduced dims. */
static tta_status mark_axes(const tta_tiled_run *op, uint32_t rank, tta_shape axes, bool *reduced) {
  memset(reduced, 0, ((size_t)rank + 1) * sizeof *reduced);
  for (uint32_t i = 0; i < axes.rank; i++) {
    int64_t axis = axes.extent[i], dim = axis < 0 ? axis + rank : axis;
    if (axis >= rank || dim < 0) {
      return tta_tiled_obstruct(op, TTA_TILED_NO_SUCH_DIM, 0, 0, "axis %lld is out of range for a tensor of rank %u",
                                (ll)axis, rank);
    }
    if (reduced[dim]) {
      return tta_tiled_obstruct(op, TTA_TILED_NO_SUCH_DIM, 0, 0, "axis %lld is listed twice", (ll)axis);
    }
    reduced[dim] = true;
  }
  return TTA_OK;
}

static tta_status reject_mixed(const tta_tiled_run *op, const tta_tiled_operand *of, const bool *reduced) {
  tta_status status = tta_tiled_obstruct(op, TTA_TILED_AXES_MIXED, 0, 0,
      "reduction of stick dim %lld together with other dims is not supported", (ll)of->stick);
  if (status) return status;
  for (uint32_t i = of->layout->host_size.rank; i-- > 0;) {
    if (!reduced[of->order[i]]) return tta_tiled_offer(op, of, 0, of->order[i], of->layout->format);
  }
  return TTA_OK; /* all dims are reduced: no other stick dim exists; two reductions are needed */
}

/* Size and order without the reduced dims, or with them at extent 1. */
static tta_status reduced_spec(const tta_tiled_run *op, const tta_tiled_operand *of, const bool *reduced,
                               bool keep_dims, tta_tiled_spec *spec) {
  uint32_t rank = of->layout->host_size.rank, kept = 0, at = 0;
  int64_t *size = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *size);
  int64_t *order = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *order);
  int64_t *number = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *number);
  if (!size || !order || !number) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < rank; h++) {
    if (reduced[h] && !keep_dims) continue;
    number[h] = kept;
    size[kept++] = reduced[h] ? 1 : of->layout->host_size.extent[h];
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (!reduced[of->order[i]] || keep_dims) order[at++] = number[of->order[i]];
  }
  *spec = tta_tiled_spec_of(of);
  spec->host_size = (tta_shape){kept, size};
  spec->host_strides = (tta_shape){0, NULL};
  spec->order = (tta_shape){kept, order};
  return TTA_OK;
}

static tta_status plain_reduce(const tta_tiled_run *op, const tta_tiled *input, tta_shape axes, const bool *reduced,
                               bool keep_dims) {
  tta_tiled_operand of;
  tta_tiled_spec spec;
  tta_status status = tta_tiled_operand_of(op, input, 0, &of);
  if (status || op->outcome->obstacle) return status;
  bool dense = input->format == TTA_TILED_DENSE, on_stick = dense && of.stick >= 0 && reduced[of.stick];
  /* Since 2026 torch-spyre splits it into two reductions. */
  if (on_stick && axes.rank > 1 && op->preferred != TTA_TILED_2026) return reject_mixed(op, &of, reduced);
  status = reduced_spec(op, &of, reduced, keep_dims, &spec);
  if (status) return status;
  if (on_stick) spec.format = TTA_TILED_SPARSE;
  status = tta_tiled_finish(op, &spec);
  if (!status && !op->outcome->obstacle && !on_stick && dense)
    op->outcome->layout.element_arrangement = of.arrangement;
  return status;
}

tta_status tta_tiled_reduce(const tta_tiled *input, tta_shape axes, bool keep_dims, tta_tiled_convention preferred,
                            tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  bool *reduced = tta_arena_array(arena, (size_t)input->host_size.rank + 1, sizeof *reduced);
  if (!reduced) return TTA_NO_MEMORY;
  tta_status status = mark_axes(&op, input->host_size.rank, axes, reduced);
  if (status || outcome->obstacle) return status;
  if (input->num_stick_dims != 1) return tta_tiled_tiles_reduce(&op, input, reduced, keep_dims);
  return plain_reduce(&op, input, axes, reduced, keep_dims);
}

/* ---- P4: restickify ---- */

tta_status tta_tiled_restickify(const tta_tiled *input, int64_t stick_dim, tta_tiled_convention preferred,
                                tta_arena *arena, tta_tiled_outcome *outcome) {
  return tta_tiled_restickify_as(input, stick_dim, input->format, preferred, arena, outcome);
}

tta_status tta_tiled_restickify_as(const tta_tiled *input, int64_t stick_dim, tta_tiled_format format,
                                   tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, preferred);
  tta_tiled_operand of;
  uint32_t rank = input->host_size.rank;
  tta_status status = tta_tiled_operand_of(&op, input, 0, &of);
  if (status || outcome->obstacle) return status;
  int64_t dim = stick_dim < 0 ? stick_dim + rank : stick_dim;
  if (stick_dim >= rank || dim < 0) {
    return tta_tiled_obstruct(&op, TTA_TILED_NO_SUCH_DIM, 0, 0,
                              "stick dim %lld is out of range for a tensor of rank %u", (ll)stick_dim, rank);
  }
  tta_tiled_spec spec = tta_tiled_spec_of(&of);
  int64_t *order = tta_tiled_order_with_stick(arena, &of, dim);
  if (!order) return TTA_NO_MEMORY;
  spec.order = (tta_shape){rank, order};
  spec.format = format;
  status = tta_tiled_finish(&op, &spec);
  outcome->layout.host_element = input->host_element;
  return status;
}
