/* order.c: the layout of the memref of a layout, strided<..> or an affine map. */
#include "model/order.h"

#include "affine/pool.h"
#include "affine/print.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "maps/maps.h"

/* ---- as written ---- */

static int64_t number_of(const tta_node *n) {
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) ? n->integer : TTA_DYNAMIC_EXTENT;
}

static bool lower_strides(const tta_tree *tree, tta_node_id strided, tta_arena *arena, tta_memref_order *out) {
  tta_node_id offset = tta_node_child(tree, strided, TTA_FIELD_offset), first;
  first = tta_node_first(tree, tta_node_child(tree, strided, TTA_FIELD_strides));
  uint32_t rank = tta_count_items(tree, tta_node_child(tree, strided, TTA_FIELD_strides));
  int64_t *strides = tta_arena_array(arena, (size_t)rank + 1, sizeof *strides);
  if (!strides) return false;
  out->strided = true;
  out->strides = (tta_shape){rank, strides};
  for (tta_node_id c = first; c; c = tta_node_at(tree, c)->next) *strides++ = number_of(tta_node_at(tree, c));
  if (offset) out->offset = number_of(tta_node_at(tree, offset));
  return true;
}

const tta_memref_order *tta_lower_memref_order(const tta_tree *tree, tta_node_id node, tta_arena *arena) {
  tta_node_id id = tta_node_resolve(tree, node);
  tta_memref_order order = {.strided = false};
  if (tta_node_at(tree, id)->kind == TTA_NODE_STRIDED) {
    if (!lower_strides(tree, id, arena, &order)) return NULL;
  } else if (!tta_node_map(tree, id, &order.map) || tta_map_is_identity(&order.map)) {
    return NULL;
  }
  tta_memref_order *out = tta_arena_alloc(arena, sizeof *out);
  if (out) *out = order;
  return out;
}

void tta_memref_order_text(tta_buf *out, const tta_memref_order *order) {
  if (!order->strided) {
    tta_buf_str(out, "affine_map<");
    tta_map_print(out, &order->map);
    tta_buf_char(out, '>');
    return;
  }
  tta_buf_str(out, "strided<");
  tta_buf_list(out, order->strides.rank, order->strides.extent);
  if (order->offset) tta_buf_str(out, ", offset: ");
  if (order->offset) tta_buf_numbers(out, 1, &order->offset, "");
  tta_buf_char(out, '>');
}

/* ---- addresses ---- */

tta_status tta_digit_extent(const tta_affine_pool *pool, uint32_t num_dims, tta_expr digit, tta_shape box,
                            tta_arena *arena, int64_t *extent, tta_buf *reason) {
  tta_map map = {pool, num_dims, 0, 1, &digit};
  tta_expr_view view = tta_expr_get(pool, digit);
  tta_range range;
  if (view.kind == TTA_EXPR_MOD && tta_expr_is_constant(pool, view.rhs, extent)) return TTA_OK;
  tta_status status = tta_maps_range(&map, 0, box, arena, &range);
  if (status) return status;
  if (tta_range_below(&range, 0) == TTA_YES)
    return tta_fail(TTA_INVALID, reason, "the map has the negative value %lld", (long long)range.min.seen);
  if (!range.max.exact || !range.min.exact)
    return tta_fail(TTA_UNDECIDED, reason, "the largest value of a map result cannot be determined");
  return tta_add(range.max.bound, 1, extent) ? TTA_OK : TTA_OVERFLOW;
}

static tta_expr add_multiple(tta_affine_pool *pool, tta_expr sum, tta_expr e, int64_t factor) {
  return tta_expr_binary(pool, TTA_EXPR_ADD, sum, tta_expr_with(pool, TTA_EXPR_MUL, e, factor));
}

static tta_status address_by_strides(const tta_memref_order *order, tta_affine_pool *pool, tta_expr *sum,
                                     tta_buf *reason) {
  *sum = tta_expr_constant(pool, 0);
  for (uint32_t i = 0; i < order->strides.rank; i++) {
    if (order->strides.extent[i] == TTA_DYNAMIC_EXTENT)
      return tta_fail(TTA_INVALID, reason, "stride %u of the memref is not a number", i);
    *sum = add_multiple(pool, *sum, tta_expr_dim(pool, i), order->strides.extent[i]);
  }
  if (order->offset == TTA_DYNAMIC_EXTENT)
    return tta_fail(TTA_INVALID, reason, "the offset of the memref is not a number");
  *sum = tta_expr_with(pool, TTA_EXPR_ADD, *sum, order->offset);
  return TTA_OK;
}

static tta_status address_by_map(const tta_memref_order *order, tta_shape shape, tta_arena *arena,
                                 tta_affine_pool *pool, tta_expr *sum, tta_buf *reason) {
  tta_map map = order->map;
  int64_t extent, stride = 1;
  if (map.num_symbols || !map.num_results)
    return tta_fail(TTA_INVALID, reason, "the affine map of the memref has symbols or no results");
  tta_status status = map.pool == pool ? TTA_OK : tta_map_copy(&order->map, arena, pool, &map);
  if (status) return status;
  *sum = map.num_results == 1 ? map.results[0] : tta_expr_constant(pool, 0);
  for (uint32_t i = map.num_results > 1 ? map.num_results : 0; i-- > 0;) {
    *sum = add_multiple(pool, *sum, map.results[i], stride);
    status = tta_digit_extent(pool, map.num_dims, map.results[i], shape, arena, &extent, reason);
    if (status) return status;
    if (!tta_mul(stride, extent, &stride)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_status tta_memref_order_address(const tta_memref_order *order, tta_shape shape, tta_arena *arena,
                                    tta_affine_pool *pool, tta_map *address, tta_buf *reason) {
  tta_expr *sum = tta_arena_alloc(arena, sizeof *sum);
  uint32_t dims = order->strided ? order->strides.rank : order->map.num_dims;
  if (!sum) return TTA_NO_MEMORY;
  if (dims != shape.rank) return tta_fail(TTA_INVALID, reason, "the layout of the memref has another rank");
  tta_status status = order->strided ? address_by_strides(order, pool, sum, reason)
                                     : address_by_map(order, shape, arena, pool, sum, reason);
  *address = (tta_map){pool, dims, 0, 1, sum};
  return status ? status : tta_affine_pool_status(pool);
}

/* ---- what follows ---- */

static tta_status is_row_major(const tta_memref_order *order, tta_arena *arena, tta_affine_pool *pool, bool *answer) {
  tta_expr sum = tta_expr_constant(pool, 0);
  tta_map plain = {pool, order->shape.rank, 0, 1, &sum};
  tta_map_equality equality;
  int64_t stride = 1;
  *answer = false;
  for (uint32_t i = order->shape.rank; i-- > 0;) {
    sum = add_multiple(pool, sum, tta_expr_dim(pool, i), stride);
    if (!tta_mul(stride, order->shape.extent[i], &stride)) return TTA_OVERFLOW;
  }
  tta_status status = tta_affine_pool_status(pool);
  if (!status) status = tta_maps_equality(&order->address, &plain, order->shape, arena, &equality);
  *answer = !status && equality.equal == TTA_YES;
  return status;
}

static tta_status measure(tta_memref_order *order, tta_arena *arena, tta_affine_pool *pool, tta_buf *reason) {
  tta_range range;
  order->row_major = true;
  order->end = 0;
  if (!tta_shape_at_least(order->shape, 1)) return TTA_OK; /* no elements */
  order->row_major = false;
  tta_status status = tta_memref_order_address(order, order->shape, arena, pool, &order->address, reason);
  if (!status) status = tta_maps_range(&order->address, 0, order->shape, arena, &range);
  if (status) return status;
  if (tta_range_below(&range, 0) == TTA_YES)
    return tta_fail(TTA_INVALID, reason, "an element of the memref is at address %lld", (long long)range.min.seen);
  if (!range.min.exact || !range.max.exact)
    return tta_fail(TTA_UNDECIDED, reason, "the largest address of the memref cannot be determined");
  if (!tta_add(range.max.seen, 1, &order->end)) return TTA_OVERFLOW;
  status = is_row_major(order, arena, pool, &order->row_major);
  return status || order->row_major ? status : tta_memref_order_steps(order, arena, reason);
}

tta_status tta_memref_order_complete(tta_memref_order *order, tta_shape shape, tta_arena *arena,
                                     tta_affine_pool *pool) {
  tta_buf reason = tta_buf_new(arena->allocator);
  order->shape = shape;
  tta_status status = measure(order, arena, pool, &reason);
  if (status && status != TTA_NO_MEMORY) {
    if (!reason.size) tta_buf_str(&reason, "the addresses of the memref cannot be computed");
    order->row_major = false;
    order->unknown = tta_arena_str(arena, tta_buf_view(&reason));
    status = TTA_OK;
  }
  if (reason.failed || arena->failed) status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
  return status;
}
