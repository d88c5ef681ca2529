/* storage_bounds.c: whether every element is in a shard or page. All addresses assume it; layouts that are only warned
 * about (layout-extent, layout-undecided) may have elements beyond. */
#include "affine/pool.h"
#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "maps/maps.h"
#include "model/storage.h"
#include "ttattr/storage.h"

/* One past the last physical index of a dim that has a position: the shards of the grid, or whole tiles of the tensor.
 */
static tta_status end_of(const tta_layout *l, uint32_t dim, int64_t *end) {
  bool sharded = !l->interleaved && l->grid.extent && l->shard.extent, tiled = tta_element_is_tile(&l->memref_element);
  if (sharded) return tta_mul(l->shard.extent[dim], l->grid.extent[dim], end) ? TTA_OK : TTA_OVERFLOW;
  *end = l->physical.extent[dim];
  if (!tiled || dim + 2 < l->physical.rank || l->physical.rank < 2) return TTA_OK;
  return tta_align_up(*end, l->memref_element.tile[dim + 2 - l->physical.rank], end) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status reject(const tta_layout *l, const int64_t *index, uint32_t dim, int64_t image, int64_t end,
                         tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  tta_buf_str(reason, "element ");
  tta_buf_list(reason, l->logical.rank, index);
  return tta_fail(TTA_INVALID, reason, " maps to %lld in physical dim %u, outside of the %s, which %s at %lld",
                  (long long)image, dim, l->interleaved ? "pages" : "shards of the grid", image < 0 ? "start" : "end",
                  image < 0 ? 0LL : (long long)end);
}

tta_status tta_storage_check_element(const tta_layout *l, const int64_t *index, const int64_t *physical,
                                     tta_buf *reason) {
  for (uint32_t i = 0; i < l->physical.rank; i++) {
    int64_t end;
    tta_status status = end_of(l, i, &end);
    if (status) return status;
    if (physical[i] < 0 || physical[i] >= end) return reject(l, index, i, physical[i], end, reason);
  }
  return TTA_OK;
}

static tta_status check_dim(const tta_layout *l, uint32_t dim, tta_arena *arena, tta_buf *reason) {
  tta_range range;
  int64_t end;
  tta_status status = end_of(l, dim, &end);
  if (!status) status = tta_maps_range(&l->linear, dim, l->logical, arena, &range);
  if (status) return status;
  tta_answer below = tta_range_below(&range, 0), beyond = tta_range_at_least(&range, end);
  if (below == TTA_YES) return reject(l, range.min.at, dim, range.min.seen, end, reason);
  if (beyond == TTA_YES) return reject(l, range.max.at, dim, range.max.seen, end, reason);
  if (below == TTA_NO && beyond == TTA_NO) return TTA_OK;
  return tta_fail(TTA_UNDECIDED, reason, "it cannot be decided whether the map keeps all elements in %s",
                  l->interleaved ? "the pages" : "the shards of the grid");
}

/* Of a sum of dims the last element has the largest image, and no image is negative. @return whether it is one */
static bool check_sums(const tta_layout *l, tta_status *status, tta_buf *reason) {
  int64_t last[TTA_MAX_RANK], image[TTA_MAX_RANK];
  if (l->logical.rank > TTA_MAX_RANK || l->linear.num_results > TTA_MAX_RANK) return false;
  for (uint32_t i = 0; i < l->logical.rank; i++) last[i] = l->logical.extent[i] - 1;
  if (!tta_maps_sums_at(&l->linear, last, image)) return false;
  *status = tta_storage_check_element(l, last, image, reason);
  return true;
}

tta_status tta_storage_check_elements(const tta_layout *l, tta_buf *reason) {
  tta_status status = TTA_OK;
  tta_arena arena;
  if (!tta_shape_at_least(l->logical, 1)) return TTA_OK;
  if (l->linear.num_results != l->physical.rank) return TTA_INVALID;
  if (check_sums(l, &status, reason)) return status;
  tta_arena_init(&arena, l->linear.pool->allocator);
  for (uint32_t i = 0; i < l->physical.rank && !status; i++) status = check_dim(l, i, &arena, reason);
  tta_arena_free(&arena);
  return status;
}
