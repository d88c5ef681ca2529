/* The arithmetic of metal layouts: shapes from map, grid and tile; the named form's collapse. */
#include "layout/layout.h"

#include <string.h>

#include "base/checked.h"

/* ---- the map form ---- */

tta_status tta_layout_physical_shape(const tta_map *map, tta_shape shape, int64_t *last, int64_t *out) {
  if (map->num_symbols || map->num_dims != shape.rank) return TTA_INVALID;
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (shape.extent[i] < 0) return TTA_INVALID;
    last[i] = shape.extent[i] - 1;
  }
  tta_status status = tta_map_evaluate(map, last, NULL, out);
  for (uint32_t i = 0; i < map->num_results && !status; i++)
    if (!tta_add(out[i], 1, &out[i])) status = TTA_OVERFLOW;
  return status;
}

tta_status tta_layout_reached_shape(const tta_map *map, tta_shape shape, int64_t *last, int64_t *out) {
  tta_status status = tta_layout_physical_shape(map, shape, last, out);
  for (uint32_t i = 0; i < map->num_results && !status; i++)
    if (out[i] < 0) out[i] = 0;
  return status;
}

tta_status tta_layout_shard_shape(tta_shape physical, tta_shape grid, int64_t *out) {
  if (physical.rank != grid.rank) return TTA_INVALID;
  for (uint32_t i = 0; i < grid.rank; i++) {
    if (grid.extent[i] < 1) return TTA_INVALID;
    if (!tta_ceildiv(physical.extent[i], grid.extent[i], &out[i])) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

static bool is_tiling(tta_shape shape, const tta_element *element) {
  return shape.rank >= 2 && element->tile[0] >= 1 && element->tile[1] >= 1;
}

tta_status tta_layout_memref_shape(tta_shape shard, const tta_element *element, int64_t *out) {
  if (shard.rank && out != shard.extent) memcpy(out, shard.extent, shard.rank * sizeof *out);
  if (element->kind != TTA_ELEMENT_TILE) return TTA_OK;
  if (!is_tiling(shard, element)) return TTA_INVALID;
  int64_t *y = &out[shard.rank - 2], *x = &out[shard.rank - 1];
  return tta_ceildiv(*y, element->tile[0], y) && tta_ceildiv(*x, element->tile[1], x) ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_layout_scalar_shape(tta_shape shape, const tta_element *element, int64_t *out) {
  if (shape.rank && out != shape.extent) memcpy(out, shape.extent, shape.rank * sizeof *out);
  if (element->kind != TTA_ELEMENT_TILE) return TTA_OK;
  if (!is_tiling(shape, element)) return TTA_INVALID;
  int64_t *y = &out[shape.rank - 2], *x = &out[shape.rank - 1];
  return tta_mul(*y, element->tile[0], y) && tta_mul(*x, element->tile[1], x) ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_layout_volume(tta_shape shape, int64_t *volume) {
  int64_t product = 1;
  bool zero = false, fits = true;
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (shape.extent[i] < 0) return TTA_INVALID;
    zero |= shape.extent[i] == 0; /* 0 wins, also over a product that leaves int64 on the way */
    fits = fits && (shape.extent[i] == 0 || tta_mul(product, shape.extent[i], &product));
  }
  *volume = zero ? 0 : product;
  return zero || fits ? TTA_OK : TTA_OVERFLOW;
}

/* ---- the named form ---- */

/* One past the last dim that an interval covers. */
static int64_t covered_end(uint32_t rank, const int64_t *intervals, uint32_t num_intervals) {
  int64_t covered = 0;
  for (uint32_t i = 0; i < num_intervals; i++) {
    int64_t end = tta_layout_interval(intervals, i, 1, rank);
    if (end > covered) covered = end;
  }
  return covered < (int64_t)rank ? covered : (int64_t)rank;
}

uint32_t tta_layout_num_collapsed(uint32_t rank, const int64_t *intervals, uint32_t num_intervals) {
  return num_intervals + rank - (uint32_t)covered_end(rank, intervals, num_intervals);
}

tta_status tta_layout_collapsed_extent(tta_shape logical, tta_shape alignments, int64_t begin, int64_t end,
                                       int64_t *out) {
  int64_t v = 1;
  if (begin < 0 || begin > end || end > (int64_t)logical.rank || end > (int64_t)alignments.rank) return TTA_INVALID;
  for (int64_t j = end - 1; j >= begin; j--) {
    if (alignments.extent[j] < 1 || logical.extent[j] < 0) return TTA_INVALID;
    if (!tta_mul(v, logical.extent[j], &v) || !tta_align_up(v, alignments.extent[j], &v)) return TTA_OVERFLOW;
  }
  *out = v;
  return TTA_OK;
}

bool tta_layout_has_empty_interval(const tta_layout *l) {
  return l->logical.rank == 1 && l->tensor_shape.rank == 4 &&
         tta_layout_num_collapsed(1, l->intervals, l->num_intervals) == 1;
}

tta_status tta_layout_collapsed_shape(tta_shape logical, tta_shape alignments, const int64_t *intervals,
                                      uint32_t num_intervals, int64_t *out) {
  uint32_t rank = logical.rank;
  if (alignments.rank != rank) return TTA_INVALID;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < num_intervals && !status; i++) {
    int64_t begin = tta_layout_interval(intervals, i, 0, rank), end = tta_layout_interval(intervals, i, 1, rank);
    if (begin < 0 || end > (int64_t)rank || begin > end) return TTA_INVALID;
    status = tta_layout_collapsed_extent(logical, alignments, begin, end, out++);
  }
  for (int64_t j = covered_end(rank, intervals, num_intervals); j < (int64_t)rank && !status; j++)
    status = tta_layout_collapsed_extent(logical, alignments, j, j + 1, out++);
  return status;
}
