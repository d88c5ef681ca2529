/* The rules P1 to P4 of operations: the layout of a result, or why there is none and which restickify would help
 * (torch-spyre stickify.py of 2025-11, ir.py of 2026). */
#include "base/checked.h"
#include "tiled/parts.h"

typedef long long ll;

/* A layout as an operand: everything that a rule needs. */
typedef struct operand {
  const tta_tiled *layout;
  int64_t *order; /* of its host dims, the stick dim last if it is a host dim */
  tta_tiled_convention convention;
  int64_t stick; /* host dim, -1: synthetic */
} operand;

typedef struct operation {
  tta_arena *arena;
  tta_tiled_outcome *outcome;
  tta_tiled_convention preferred;
} operation;

#define TEXT(op, ...) tta_tiled_text((op)->arena, __VA_ARGS__)

/* ---- operands ---- */

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

/* Reads an operand; an outcome with an obstacle when no rule covers it. TTA_INVALID: a layout with errors or no host.
 * */
static tta_status see(const operation *op, const tta_tiled *layout, uint32_t position, operand *out) {
  tta_tiled_map map;
  tta_status status = tta_tiled_map_of(layout, op->arena, &map);
  if (status) return status;
  if (layout->num_stick_dims != 1) {
    op->outcome->obstacle = TTA_TILED_SEVERAL_STICKS;
    op->outcome->operand = op->outcome->other_operand = position;
    op->outcome->reason =
        TEXT(op, "operand %u has %lld stick dims: no rule covers more than one", position, (ll)layout->num_stick_dims);
    return op->outcome->reason.data ? TTA_OK : TTA_NO_MEMORY;
  }
  *out = (operand){.layout = layout, .convention = op->preferred};
  out->order = tta_arena_array(op->arena, (size_t)layout->host_size.rank + 1, sizeof *out->order);
  if (!out->order) return TTA_NO_MEMORY;
  status = tta_tiled_stick_of(layout, op->arena, &out->stick);
  if (status || tta_tiled_order(layout, op->preferred, out->order, &out->convention)) return status;
  out->convention = op->preferred;
  return order_by_appearance(layout, out->stick, op->arena, out->order);
}

/* The specification of a layout like the operand's. */
static tta_tiled_spec spec_of(const operand *of) {
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

static tta_status finish(const operation *op, tta_tiled_spec *spec) {
  tta_tiled_diagnostic why;
  spec->convention = reach(spec->convention, spec->host_size.rank);
  tta_status status = tta_tiled_build(spec, op->arena, &op->outcome->layout, &why);
  if (status != TTA_INVALID) return status;
  op->outcome->obstacle = TTA_TILED_NOT_BUILDABLE;
  op->outcome->reason = why.message;
  return TTA_OK;
}

/* Offers operand `position` with stick dim `stick` (-1: as it is) and another format. */
static tta_status offer(const operation *op, const operand *of, uint32_t position, int64_t stick,
                        tta_tiled_format format) {
  tta_tiled_spec spec = spec_of(of);
  uint32_t rank = spec.host_size.rank, at = 0;
  int64_t *order = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *order);
  if (!order) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) {
    if (of->order[i] != stick) order[at++] = of->order[i];
  }
  if (at < rank) order[at] = stick;
  spec.order = (tta_shape){rank, order};
  spec.format = format;
  spec.convention = reach(spec.convention, rank);
  tta_status status = tta_tiled_build(&spec, op->arena, &op->outcome->help_layout, NULL);
  if (status == TTA_INVALID) return TTA_OK; /* without help */
  op->outcome->has_help = !status;
  op->outcome->help_layout.host_element = of->layout->host_element;
  op->outcome->help_operand = position;
  return status;
}

/* Ends a rule with an obstacle; `reason` is from tta_tiled_text. */
static tta_status fail(const operation *op, tta_tiled_obstacle obstacle, uint32_t a, uint32_t b, tta_str reason) {
  op->outcome->obstacle = obstacle;
  op->outcome->operand = a;
  op->outcome->other_operand = b;
  op->outcome->reason = reason;
  return reason.data ? TTA_OK : TTA_NO_MEMORY;
}

static operation begin(tta_arena *arena, tta_tiled_outcome *outcome, tta_tiled_convention preferred) {
  *outcome = (tta_tiled_outcome){.obstacle = TTA_TILED_FEASIBLE};
  return (operation){arena, outcome, preferred};
}

static const char *format_name(tta_tiled_format format) {
  return format == TTA_TILED_DENSE ? "dense" : format == TTA_TILED_SPARSE ? "sparse" : "sparse_multi";
}

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
static int64_t lifted_stick(const operand *of, uint32_t rank) {
  return of->stick < 0 ? -1 : of->stick + rank - of->layout->host_size.rank;
}

/* The operand's extent along dim `dim` of the result; 1 where it lacks it. */
static int64_t extent_along(const operand *of, uint32_t rank, int64_t dim) {
  int64_t own = dim - rank + of->layout->host_size.rank;
  return own < 0 ? 1 : of->layout->host_size.extent[own];
}

static bool is_full(const operand *of, tta_shape result) {
  if (of->layout->host_size.rank != result.rank) return false;
  for (uint32_t h = 0; h < result.rank; h++) {
    if (of->layout->host_size.extent[h] != result.extent[h]) return false;
  }
  return true;
}

/* The operand whose layout decides: of full size and dense, of full size, not broadcast along its own stick and dense,
 * not broadcast along it, the first. */
static uint32_t decide(const operand *operands, uint32_t count, tta_shape result) {
  uint32_t best = 0;
  int best_score = -1;
  for (uint32_t i = 0; i < count; i++) {
    int64_t stick = lifted_stick(&operands[i], result.rank);
    bool along = stick >= 0 && extent_along(&operands[i], result.rank, stick) == result.extent[stick];
    int score = 2 * (is_full(&operands[i], result) ? 2 : along) + (operands[i].layout->format == TTA_TILED_DENSE);
    if (score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

/* Whether an operand is compatible with this stick dim and format of the result; else the obstacle. */
static tta_tiled_obstacle meet(const operand *of, tta_shape result, int64_t stick, tta_tiled_format format) {
  int64_t own = lifted_stick(of, result.rank);
  bool one = true;
  for (uint32_t h = 0; h < of->layout->host_size.rank; h++) one = one && of->layout->host_size.extent[h] == 1;
  if (one) return TTA_TILED_FEASIBLE;
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

static tta_status reject_pointwise(const operation *op, const operand *operands, uint32_t decider, uint32_t i,
                                   tta_shape result, tta_tiled_obstacle obstacle) {
  const operand *lead = &operands[decider], *of = &operands[i];
  int64_t stick = lifted_stick(lead, result.rank), own = lifted_stick(of, result.rank),
          rank = of->layout->host_size.rank;
  tta_str reason;
  if (obstacle == TTA_TILED_FORMATS_DIFFER) {
    reason = TEXT(op, "formats differ: operand %u is %s, operand %u is %s", decider, format_name(lead->layout->format),
                  i, format_name(of->layout->format));
  } else {
    reason = TEXT(op, "stick dims differ: operand %u has dim %lld of the result, operand %u has dim %lld", decider,
                  (ll)stick, i, (ll)own);
  }
  tta_status status = fail(op, obstacle, decider, i, reason);
  if (status) return status;
  int64_t target = stick - result.rank + rank;
  bool along = stick >= 0 && target >= 0 && extent_along(of, result.rank, stick) == result.extent[stick];
  if (along) return offer(op, of, i, target, lead->layout->format);
  if (stick < 0 || lead->layout->format != TTA_TILED_DENSE)
    return offer(op, of, i, own < 0 ? -1 : of->stick, lead->layout->format);
  return offer(op, of, i, -1, TTA_TILED_SPARSE);
}

/* The deciding layout if it has full size, else one built from its order with new leading dims outermost. */
static tta_status pointwise_result(const operation *op, const operand *lead, tta_shape result,
                                   const tta_tiled_element *element) {
  uint32_t rank = result.rank, own = lead->layout->host_size.rank, at = 0;
  bool same = !element || (element->bits == lead->layout->element.bits &&
                           tta_str_equal(element->name, lead->layout->element.name));
  if (same && is_full(lead, result)) {
    op->outcome->layout = *lead->layout;
    return tta_tiled_complete(&op->outcome->layout, op->arena);
  }
  tta_tiled_spec spec = spec_of(lead);
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
  return finish(op, &spec);
}

tta_status tta_tiled_pointwise(const tta_tiled *inputs, uint32_t num_inputs, const tta_tiled_element *element,
                               tta_tiled_convention preferred, tta_arena *arena, tta_tiled_outcome *outcome) {
  operation op = begin(arena, outcome, preferred);
  uint32_t rank = 0;
  if (!num_inputs) return TTA_INVALID;
  operand *operands = tta_arena_array(arena, num_inputs, sizeof *operands);
  if (!operands) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < num_inputs; i++) {
    tta_status status = see(&op, &inputs[i], i, &operands[i]);
    if (status || outcome->obstacle) return status;
    if (inputs[i].host_size.rank > rank) rank = inputs[i].host_size.rank;
  }
  int64_t *size = tta_arena_array(arena, (size_t)rank + 1, sizeof *size);
  if (!size) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < rank; h++) size[h] = 1;
  tta_shape result = {rank, size};
  for (uint32_t i = 0; i < num_inputs; i++) {
    if (broadcast(size, rank, inputs[i].host_size)) continue;
    tta_str shape = tta_tiled_list_text(arena, inputs[i].host_size);
    if (!shape.data) return TTA_NO_MEMORY;
    return fail(&op, TTA_TILED_SHAPES_DIFFER, 0, i,
                  TEXT(&op, "size %s of operand %u does not broadcast with those before it", shape.data, i));
  }
  uint32_t lead = decide(operands, num_inputs, result);
  int64_t stick = lifted_stick(&operands[lead], rank);
  for (uint32_t i = 0; i < num_inputs; i++) {
    if (i == lead) continue;
    tta_tiled_obstacle obstacle = meet(&operands[i], result, stick, inputs[lead].format);
    if (obstacle) return reject_pointwise(&op, operands, lead, i, result, obstacle);
  }
  return pointwise_result(&op, &operands[lead], result, element);
}

/* ---- P2: matmul ---- */

/* 0: stick on the last dim, 1: on the last but one, 2: elsewhere. */
static int side_of(const operand *of) {
  int64_t from_end = (int64_t)of->layout->host_size.rank - 1 - of->stick;
  return of->stick >= 0 && from_end <= 1 ? (int)from_end : 2;
}

static tta_status check_matmul_shapes(const operation *op, const tta_tiled *a, const tta_tiled *b, tta_shape *result,
                                      bool *fit) {
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
    return fail(op, TTA_TILED_SHAPES_DIFFER, 0, 1,
                  TEXT(op, "sizes %s and %s cannot be multiplied", left.data, right.data));
  }
  size[rank - 2] = a->host_size.extent[m - 2];
  size[rank - 1] = b->host_size.extent[n - 1];
  *result = (tta_shape){rank, size};
  return TTA_OK;
}

static tta_status reject_matmul(const operation *op, const operand *a, const operand *b) {
  uint32_t ranks[2] = {a->layout->host_size.rank, b->layout->host_size.rank};
  const operand *both[2] = {a, b};
  for (uint32_t i = 0; i < 2; i++) {
    if (both[i]->layout->format == TTA_TILED_DENSE) continue;
    /* Help: the side of the other operand, if it has one; any stick of a sparse layout is accepted. */
    int side = side_of(both[1 - i]) == 1 && both[1 - i]->layout->format == TTA_TILED_DENSE ? 1 : 0;
    tta_status status =
        fail(op, TTA_TILED_OPERAND_SPARSE, i, i,
               TEXT(op, "operand %u of a matmul is %s, expected dense", i, format_name(both[i]->layout->format)));
    return status ? status : offer(op, both[i], i, (int64_t)ranks[i] - 1 - side, TTA_TILED_DENSE);
  }
  tta_status status =
      fail(op, TTA_TILED_STICKS_DIFFER, 0, 1,
             TEXT(op, "stick dims %lld and %lld of a matmul are neither both last nor both last but one", (ll)a->stick,
                  (ll)b->stick));
  if (status) return status;
  uint32_t wrong = side_of(a) == 0 ? 1 : 0; /* prefer both last, as all later versions of torch-spyre */
  return offer(op, both[wrong], wrong, (int64_t)ranks[wrong] - 1, TTA_TILED_DENSE);
}

tta_status tta_tiled_matmul(const tta_tiled *a, const tta_tiled *b, tta_tiled_convention preferred, tta_arena *arena,
                            tta_tiled_outcome *outcome) {
  operation op = begin(arena, outcome, preferred);
  operand left, right;
  tta_shape result;
  bool fit = false;
  tta_status status = see(&op, a, 0, &left);
  if (!status && !outcome->obstacle) status = see(&op, b, 1, &right);
  if (!status && !outcome->obstacle) status = check_matmul_shapes(&op, a, b, &result, &fit);
  if (status || !fit) return status;
  int side = side_of(&left);
  bool dense = a->format == TTA_TILED_DENSE && b->format == TTA_TILED_DENSE;
  if (!dense || side == 2 || side != side_of(&right)) return reject_matmul(&op, &left, &right);
  /* The order of the operand that has all the dims ("order of x" in stickify.py). */
  const operand *lead = a->host_size.rank == result.rank ? &left : &right;
  tta_tiled_spec spec = spec_of(lead);
  spec.host_size = result;
  spec.host_strides = (tta_shape){0, NULL};
  return finish(&op, &spec);
}

/* ---- P3: reduction ---- */

/* Marks the reduced dims. */
static tta_status mark_axes(const operation *op, uint32_t rank, tta_shape axes, bool *reduced) {
  memset(reduced, 0, ((size_t)rank + 1) * sizeof *reduced);
  for (uint32_t i = 0; i < axes.rank; i++) {
    int64_t axis = axes.extent[i], dim = axis < 0 ? axis + rank : axis;
    if (axis >= rank || dim < 0) {
      return fail(op, TTA_TILED_NO_SUCH_DIM, 0, 0, TEXT(op, "axis %lld is out of range for a tensor of rank %u",
                                                        (ll)axis, rank));
    }
    if (reduced[dim]) {
      return fail(op, TTA_TILED_NO_SUCH_DIM, 0, 0, TEXT(op, "axis %lld is listed twice", (ll)axis));
    }
    reduced[dim] = true;
  }
  return TTA_OK;
}

static tta_status reject_mixed(const operation *op, const operand *of, const bool *reduced) {
  tta_status status = fail(op, TTA_TILED_AXES_MIXED, 0, 0,
                             TEXT(op, "reduction of stick dim %lld together with other dims is not supported",
                                  (ll)of->stick));
  if (status) return status;
  for (uint32_t i = of->layout->host_size.rank; i-- > 0;) {
    if (!reduced[of->order[i]]) return offer(op, of, 0, of->order[i], of->layout->format);
  }
  return TTA_OK; /* all dims are reduced: no other stick dim exists; two reductions are needed */
}

/* Size and order without the reduced dims, or with them at extent 1. */
static tta_status reduced_spec(const operation *op, const operand *of, const bool *reduced, bool keep_dims,
                               tta_tiled_spec *spec) {
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
  *spec = spec_of(of);
  spec->host_size = (tta_shape){kept, size};
  spec->host_strides = (tta_shape){0, NULL};
  spec->order = (tta_shape){kept, order};
  return TTA_OK;
}

tta_status tta_tiled_reduce(const tta_tiled *input, tta_shape axes, bool keep_dims, tta_tiled_convention preferred,
                            tta_arena *arena, tta_tiled_outcome *outcome) {
  operation op = begin(arena, outcome, preferred);
  operand of;
  tta_tiled_spec spec;
  tta_status status = see(&op, input, 0, &of);
  if (status || outcome->obstacle) return status;
  bool *reduced = tta_arena_array(arena, (size_t)input->host_size.rank + 1, sizeof *reduced);
  if (!reduced) return TTA_NO_MEMORY;
  status = mark_axes(&op, input->host_size.rank, axes, reduced);
  if (status || outcome->obstacle) return status;
  bool dense = input->format == TTA_TILED_DENSE, on_stick = dense && of.stick >= 0 && reduced[of.stick];
  if (on_stick && axes.rank > 1) return reject_mixed(&op, &of, reduced);
  status = reduced_spec(&op, &of, reduced, keep_dims, &spec);
  if (status) return status;
  if (on_stick) spec.format = TTA_TILED_SPARSE;
  return finish(&op, &spec);
}

/* ---- P4: restickify ---- */

tta_status tta_tiled_restickify(const tta_tiled *input, int64_t stick_dim, tta_tiled_convention preferred,
                                tta_arena *arena, tta_tiled_outcome *outcome) {
  operation op = begin(arena, outcome, preferred);
  operand of;
  uint32_t rank = input->host_size.rank, at = 0;
  tta_status status = see(&op, input, 0, &of);
  if (status || outcome->obstacle) return status;
  int64_t dim = stick_dim < 0 ? stick_dim + rank : stick_dim;
  if (stick_dim >= rank || dim < 0) {
    return fail(&op, TTA_TILED_NO_SUCH_DIM, 0, 0,
                  TEXT(&op, "stick dim %lld is out of range for a tensor of rank %u", (ll)stick_dim, rank));
  }
  tta_tiled_spec spec = spec_of(&of);
  int64_t *order = tta_arena_array(arena, (size_t)rank + 1, sizeof *order);
  if (!order) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) {
    if (of.order[i] != dim) order[at++] = of.order[i];
  }
  order[at] = dim;
  spec.order = (tta_shape){rank, order};
  status = finish(&op, &spec);
  outcome->layout.host_element = input->host_element;
  return status;
}
