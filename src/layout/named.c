/* Intervals and alignments of the named form: those of a map, and those that fit a grid. */
#include "layout/named.h"

#include "base/checked.h"
#include "layout/linear.h"

void tta_named_run(const int64_t *intervals, uint32_t num_intervals, uint32_t rank, uint32_t num_results,
                   uint32_t result, int64_t *begin, int64_t *end) {
  if (result < num_intervals) {
    *begin = tta_layout_interval(intervals, result, 0, rank);
    *end = tta_layout_interval(intervals, result, 1, rank);
  } else {
    *begin = (int64_t)rank - (int64_t)(num_results - result);
    *end = *begin + 1;
  }
}

/* ---- a map as intervals ---- */

/* One past the last dim that a result has: dims `next`.. are not assigned yet. Dims that do not vary belong to the
 * result before them. */
static tta_status take_dims(const tta_linear *sum, tta_shape logical, uint32_t result, uint32_t next, uint32_t *end,
                            tta_buf *reason) {
  if (sum->constant)
    return tta_fail(TTA_INVALID, reason, "the named form does not support offsets such as %lld in result %u",
                               (long long)sum->constant, result);
  *end = next;
  for (uint32_t d = 0; d < logical.rank; d++) {
    if (!sum->coefficient[d] || logical.extent[d] == 1) continue;
    if (d < next)
      return tta_fail(TTA_INVALID, reason,
                      "the named form collapses neighboring dims, each once and in order; d%u is out of order in "
                      "result %u of the map",
                      d, result);
    *end = d + 1;
  }
  while (*end < logical.rank && logical.extent[*end] == 1 && sum->coefficient[*end]) ++*end;
  for (uint32_t d = next; d < *end; d++)
    if (!sum->coefficient[d] && logical.extent[d] != 1)
      return tta_fail(TTA_INVALID, reason,
                                 "the named form collapses neighboring dims; result %u of the map omits d%u", result,
                                 d);
  return TTA_OK;
}

enum { USUAL = 32 }; /* alignment of the inner dims unless another is asked for (tt-mlir: MetalLayoutAttr::get) */

/* The usual one where it rounds to the same. */
static int64_t alignment_of(int64_t inside, int64_t stride) {
  int64_t usual;
  return tta_align_up(inside, USUAL, &usual) && usual == stride ? USUAL : stride;
}

/* Alignments inside begin..end-1 that give the strides of a result. */
static tta_status align_dims(const tta_linear *sum, tta_shape logical, uint32_t result, uint32_t begin, uint32_t end,
                             int64_t *alignments, tta_buf *reason) {
  int64_t inside = 1; /* what the dims inside d take */
  for (uint32_t d = end; d-- > begin;) {
    int64_t stride = sum->coefficient[d];
    if (logical.extent[d] == 1) continue;
    if (stride < inside || (stride > inside && d + 1 == end))
      return tta_fail(TTA_INVALID, reason,
                                 "the stride %lld of d%u in result %u of the map is not what the named form can give "
                                 "it: %s %lld",
                                 (long long)stride, d, result, d + 1 == end ? "exactly" : "at least",
                                 (long long)inside);
    if (stride > inside) alignments[d + 1] = alignment_of(inside, stride);
    if (!tta_mul(stride, logical.extent[d], &inside)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_status tta_named_of_map(const tta_map *map, tta_shape logical, tta_arena *arena, tta_named_parts *parts,
                            tta_buf *reason) {
  uint32_t next = 0;
  *parts = (tta_named_parts){.num_intervals = map->num_results,
                             .intervals = tta_arena_array(arena, 2 * (size_t)map->num_results + 1, sizeof(int64_t)),
                             .alignments = tta_arena_array(arena, (size_t)logical.rank + 1, sizeof(int64_t))};
  if (!parts->intervals || !parts->alignments) return TTA_NO_MEMORY;
  for (uint32_t d = 0; d < logical.rank; d++) parts->alignments[d] = 1;
  for (uint32_t r = 0; r < map->num_results; r++) {
    tta_linear sum;
    uint32_t end = next;
    if (!tta_linear_of(map, r, &sum))
      return tta_fail(TTA_INVALID, reason,
                      "result %u of the map is not a sum of dims and strides, which the named form requires", r);
    tta_status status = take_dims(&sum, logical, r, next, &end, reason);
    if (!status && r + 1 == map->num_results)
      while (end < logical.rank && logical.extent[end] == 1) end++;
    if (!status) status = align_dims(&sum, logical, r, next, end, parts->alignments, reason);
    if (status) return status;
    parts->intervals[2 * r] = next;
    parts->intervals[2 * r + 1] = end;
    next = end;
  }
  if (next == logical.rank) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the map omits d%u", next);
}

/* ---- padding ---- */

/* What must divide physical dim `result`. */
static bool unit_of(tta_shape grid, const int64_t tile[2], uint32_t result, int64_t *in_tile, int64_t *unit) {
  bool tiled = tile[0] && result + 2 >= grid.rank;
  *in_tile = tiled ? tile[result + 2 - grid.rank] : 1;
  return tta_mul(*in_tile, grid.extent[result], unit);
}

tta_status tta_named_pad(tta_shape logical, const int64_t *intervals, uint32_t num_intervals, tta_shape grid,
                         const int64_t tile[2], int64_t *alignments, tta_buf *reason) {
  tta_shape aligned = {logical.rank, alignments};
  for (uint32_t r = 0; r < grid.rank; r++) {
    int64_t begin, end, extent, in_tile, unit;
    tta_named_run(intervals, num_intervals, logical.rank, grid.rank, r, &begin, &end);
    if (!unit_of(grid, tile, r, &in_tile, &unit)) return TTA_OVERFLOW;
    if (begin >= end && unit == 1) continue;
    if (begin >= end)
      return tta_fail(TTA_INVALID, reason,
                                 "the named form cannot pad dim %u, which has no dim of the tensor, to %lld", r,
                                 (long long)unit);
    bool alone = begin + 1 == end;
    const int64_t candidates[] = {alone ? in_tile : 1, in_tile, unit};
    for (uint32_t c = 0; c < 3; c++) {
      alignments[begin] = candidates[c];
      tta_status status = tta_layout_collapsed_extent(logical, aligned, begin, end, &extent);
      if (status) return status;
      if (extent % unit == 0) break;
    }
  }
  return TTA_OK;
}
