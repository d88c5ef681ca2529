/* tiles.c: rules of operations for layouts with several stick dims (k > 1): tiles. torch-spyre has k = 1 only.
 * The RFC requires that the operands of a dot product have identical layouts: equal dim_maps and tiles. */
#include "base/checked.h"
#include "base/format.h"
#include "graphs/operand.h"

typedef long long ll;

bool tta_tiled_any_tiles(const tta_tiled *inputs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (inputs[i].num_stick_dims != 1) return true;
  return false;
}

/* The layout with a dim_map; an obstacle if there is none. */
static tta_status mapped(const tta_tiled_run *op, const tta_tiled *layout, uint32_t position, tta_tiled *out) {
  tta_tiled_map map;
  tta_status status = tta_tiled_map_of(layout, op->arena, &map);
  if (!status) status = tta_tiled_to_dim_map(layout, op->arena, out);
  if (status != TTA_INVALID || !out->stride_map.rank) return status;
  return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, position, position,
                            "operand %u has several stick dims and no dim_map", position);
}

/* Equal k, dim_maps and tiles. */
static bool same_tiles(const tta_tiled *a, const tta_tiled *b) {
  uint32_t rank = a->device_size.rank;
  if (a->num_stick_dims != b->num_stick_dims || a->format != b->format || !tta_shape_equal(a->dim_map, b->dim_map))
    return false;
  for (uint32_t i = rank - (uint32_t)a->num_stick_dims; i < rank; i++)
    if (a->device_size.extent[i] != b->device_size.extent[i]) return false;
  return true;
}

static tta_status reject_tiles(const tta_tiled_run *op, const char *what, uint32_t a, uint32_t b) {
  return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, a, b,
      "operands %u and %u of %s have several stick dims, but not equal dim_maps and tiles", a, b, what);
}

tta_status tta_tiled_tiles_pointwise(const tta_tiled_run *op, const tta_tiled *inputs, uint32_t count) {
  uint32_t lead = 0;
  tta_tiled first, other;
  while (lead + 1 < count && tta_tiled_has_one_element(&inputs[lead])) lead++;
  tta_status status = mapped(op, &inputs[lead], lead, &first);
  for (uint32_t i = 0; i < count && !status && !op->outcome->obstacle; i++) {
    if (i == lead || tta_tiled_has_one_element(&inputs[i])) continue;
    status = mapped(op, &inputs[i], i, &other);
    if (status || op->outcome->obstacle) return status;
    if (!tta_shape_equal(first.host_size, other.host_size) || !same_tiles(&first, &other))
      return reject_tiles(op, "an operation per element", lead, i);
    if (!tta_tiled_same_type(&first, &other))
      return tta_tiled_obstruct(op, TTA_TILED_TYPES_DIFFER, lead, i, "element types of operands %u and %u differ", lead,
                                i);
  }
  if (status || op->outcome->obstacle) return status;
  op->outcome->layout = inputs[lead];
  return tta_tiled_complete(&op->outcome->layout, op->arena);
}

/* The layout of `like` for a host of another size. @param number of each dim of `like` in the result, -1: removed */
static tta_status resize(const tta_tiled_run *op, const tta_tiled *like, tta_shape size, const int64_t *number) {
  uint32_t rank = like->device_size.rank, at = 0, k = (uint32_t)like->num_stick_dims;
  int64_t *device = tta_arena_array(op->arena, rank, sizeof *device);
  int64_t *dim_map = tta_arena_array(op->arena, rank, sizeof *dim_map);
  if (!device || !dim_map) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t dim = like->dim_map.extent[i], to = dim < 0 ? dim : number[dim];
    if (dim >= 0 && to < 0) continue;
    device[at] = i >= rank - k ? like->device_size.extent[i] : to < 0 ? 1 : size.extent[to];
    for (uint32_t j = rank - k; j < rank && i < rank - k; j++)
      if (like->dim_map.extent[j] == dim) (void)tta_ceildiv(device[at], like->device_size.extent[j], &device[at]);
    dim_map[at++] = to;
  }
  tta_tiled layout = *like;
  layout.device_size = (tta_shape){at, device};
  layout.dim_map = (tta_shape){at, dim_map};
  layout.device_strides = layout.host_strides = (tta_shape){0, NULL};
  layout.host_size = size;
  tta_tiled_diagnostics found;
  tta_status status = tta_tiled_verify(&layout, op->arena, &found);
  if (!status && tta_tiled_first_error(&found)) {
    return tta_tiled_obstruct_with(op, TTA_TILED_NOT_BUILDABLE, 0, 0, tta_tiled_first_error(&found)->message);
  }
  op->outcome->layout = layout;
  return status ? status : tta_tiled_complete(&op->outcome->layout, op->arena);
}

tta_status tta_tiled_tiles_matmul(const tta_tiled_run *op, const tta_tiled *a, const tta_tiled *b, tta_shape result) {
  tta_tiled left, right;
  tta_status status = mapped(op, a, 0, &left);
  if (!status && !op->outcome->obstacle) status = mapped(op, b, 1, &right);
  if (status || op->outcome->obstacle) return status;
  if (!same_tiles(&left, &right)) return reject_tiles(op, "a matmul", 0, 1);
  if (!tta_tiled_same_type(&left, &right))
    return tta_tiled_obstruct(op, TTA_TILED_TYPES_DIFFER, 0, 1, "element types of operands 0 and 1 differ");
  int64_t *number = tta_arena_array(op->arena, (size_t)result.rank + 1, sizeof *number);
  if (!number) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < result.rank; h++) number[h] = h;
  return resize(op, &left, result, number);
}

tta_status tta_tiled_tiles_reduce(const tta_tiled_run *op, const tta_tiled *input, const bool *reduced,
                                  bool keep_dims) {
  tta_tiled layout;
  tta_status status = mapped(op, input, 0, &layout);
  if (status || op->outcome->obstacle) return status;
  uint32_t rank = layout.host_size.rank, kept = 0, device = layout.device_size.rank;
  for (uint32_t i = device - (uint32_t)layout.num_stick_dims; i < device; i++) {
    int64_t dim = layout.dim_map.extent[i];
    if (dim < 0 || !reduced[dim]) continue;
    return tta_tiled_obstruct(op, TTA_TILED_SEVERAL_STICKS, 0, 0,
        "reduction of dim %lld, one of %lld stick dims, is not supported", (ll)dim, (ll)layout.num_stick_dims);
  }
  int64_t *number = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *number);
  int64_t *size = tta_arena_array(op->arena, (size_t)rank + 1, sizeof *size);
  if (!number || !size) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < rank; h++) {
    number[h] = reduced[h] && !keep_dims ? -1 : (int64_t)kept;
    if (number[h] >= 0) size[kept++] = reduced[h] ? 1 : layout.host_size.extent[h];
  }
  return resize(op, &layout, (tta_shape){kept, size}, number);
}
