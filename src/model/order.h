/* order.h: the layout of the memref of a layout: read, as addresses, and as steps of a storage. */
#ifndef TTA_MODEL_ORDER_H
#define TTA_MODEL_ORDER_H

#include "affine/affine.h"
#include "base/arena.h"
#include "ir/tree.h"
#include "ttattr/layout.h"
#include "ttattr/storage.h"

/** The layout at `node` (an alias use is followed) in `arena`, as written: what follows is not set.
 *  @return NULL if it is the identity or of another kind, or there is no memory (arena->failed) */
const tta_memref_order *tta_lower_memref_order(const tta_tree *tree, tta_node_id node, tta_arena *arena);

/** The address of each element of a memref. @param shape extents of 1 or more
 *  @param address its results are in `arena` and `pool`, which may be that of order->map
 *  @return TTA_INVALID with a reason: a stride or the offset is `?`, symbols, a negative index in the array of an
 *  affine map; TTA_UNDECIDED */
tta_status tta_memref_order_address(const tta_memref_order *order, tta_shape shape, tta_arena *arena,
                                    tta_affine_pool *pool, tta_map *address, tta_buf *reason);

/** Sets what follows with a shape; `unknown` if there are no addresses. @return TTA_NO_MEMORY */
tta_status tta_memref_order_complete(tta_memref_order *order, tta_shape shape, tta_arena *arena, tta_affine_pool *pool);

/** The extent that a result of an affine map counts with in a row-major array: c for `e mod c`, else its largest value
 *  + 1. @return TTA_INVALID if it can be negative; TTA_UNDECIDED */
tta_status tta_digit_extent(const tta_affine_pool *pool, uint32_t num_dims, tta_expr digit, tta_shape box,
                            tta_arena *arena, int64_t *extent, tta_buf *reason);

/** Whether the shards of a layout have an order other than row-major. It is that of one shape: blocks of the memref,
 *  and the memrefs of other grids, are row-major. */
static inline bool tta_layout_is_ordered(const tta_layout *layout) {
  const tta_memref_order *order = layout->order;
  return order && !order->row_major && tta_shape_equal(order->shape, layout->memref);
}

/** Sets `steps` from `address` and `end`.
 *  @return TTA_INVALID with a reason: something negative is divided; TTA_LIMIT: too complex */
tta_status tta_memref_order_steps(tta_memref_order *order, tta_arena *arena, tta_buf *reason);

/** Adds the steps and terms of the position in a shard, and its form.
 *  @param scalars positions from one element of the memref to the next one. @return TTA_LIMIT: too complex */
tta_status tta_storage_add_order(tta_storage *storage, const tta_memref_order *order, int64_t scalars,
                                 const tta_storage_term *in_tile, uint32_t num_in_tile);

/** Appends `to += number * from`. */
void tta_storage_add(tta_storage *storage, uint32_t to, int64_t number, uint32_t from);
/** Appends the division of a form below `extent`. */
void tta_storage_divide(tta_storage *storage, uint32_t from, int64_t number, int64_t extent, uint32_t *quotient,
                        uint32_t *remainder);

#endif
