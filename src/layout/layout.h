/* layout.h: metal layouts as values, and the arithmetic that goes with them.
 *
 * Nothing here reads text, enumerates elements or allocates: shapes go in, shapes come out, into arrays of the caller.
 * All arithmetic is checked: TTA_OVERFLOW when a value leaves int64. TTA_INVALID when the arguments have no meaning
 * together (ranks differ, a divisor below 1). Extents are in elements; with a tile element those of a memref count
 * tiles.
 *
 * Sources: specification = tt-mlir docs/src/specs/tensor-layout.md; tt-mlir = TTOpsTypes.cpp, TTCoreOpsTypes.cpp. */
#ifndef TTA_LAYOUT_LAYOUT_H
#define TTA_LAYOUT_LAYOUT_H

#include "ttattr/affine.h"
#include "ttattr/layout.h"

/* ---- the map form; `out` of each function has room for as many numbers as its first shape (or the map) has ---- */

/** P_i = map_i(shape - 1) + 1 (specification, Multi-Core). `shape` is in scalars. `last` has room for shape.rank
 * numbers and receives shape - 1. TTA_INVALID when the map has symbols or another number of dims, or `shape` a dynamic
 * extent. */
tta_status tta_layout_physical_shape(const tta_map *map, tta_shape shape, int64_t *last, int64_t *out);

/** The same, with 0 for what is negative: of an empty tensor, or of a last element that is not the largest. */
tta_status tta_layout_reached_shape(const tta_map *map, tta_shape shape, int64_t *last, int64_t *out);

/** ceilDiv(physical, grid): the scalars that one core holds, before tiling (specification, Padding). */
tta_status tta_layout_shard_shape(tta_shape physical, tta_shape grid, int64_t *out);

/** The memref of a shard: with a tile element the last two extents are ceilDiv'd by it (specification, Tilized). */
tta_status tta_layout_memref_shape(tta_shape shard, const tta_element *element, int64_t *out);

/** The shape that the map of a TTNN layout is applied to: TTNN rounds the last two extents up to the tile before it
 *  collapses (TTNNLayoutAttr::getPhysicalShape). An extent with rows that the map collapses too tightly for that stays:
 *  there the shard is padded, not the tensor (specification, TTNN Terms: shard_shape need not be a tile multiple).
 * `out` has room for shape.rank numbers. */
tta_status tta_layout_ttnn_shape(const tta_map *map, tta_shape shape, const int64_t tile[2], int64_t *out);

/** What TTNN divides by its grid: of a sum of strides in result i whole strides, shape[0] * stride[0] / stride[-2] rows
 *  and stride[-2] columns (specification, "TTNN Tensor Layout", Terms); of any other map what it reaches. `out` has
 * room for map->num_results numbers. Statuses as tta_layout_physical_shape. */
tta_status tta_layout_ttnn_extents(const tta_map *map, tta_shape shape, int64_t *out);

/** A shape in scalars: with a tile element the last two extents are multiplied by it. Of a tensor of tiles: what its
 * map is applied to. Of a memref: the padded shard (tt-mlir: getShardShape(convertTileToScalar)). `out` may be
 * shape.extent. */
tta_status tta_layout_scalar_shape(tta_shape shape, const tta_element *element, int64_t *out);

/** The product; 1 for rank 0. TTA_INVALID on a negative or dynamic extent. */
tta_status tta_layout_volume(tta_shape shape, int64_t *volume);

/* ---- the named form ---- */

/** The interval i of `intervals` (start, end pairs) with negative numbers counted from `rank`. */
static inline int64_t tta_layout_interval(const int64_t *intervals, uint32_t i, uint32_t end, uint32_t rank) {
  int64_t at = intervals[2 * (size_t)i + end];
  return at < 0 ? at + (int64_t)rank : at;
}

/** How many physical dims `intervals` give: theirs, and one for each dim after the last that they cover. */
uint32_t tta_layout_num_collapsed(uint32_t rank, const int64_t *intervals, uint32_t num_intervals);

/** The size of dims begin..end-1 joined: v = up(S_last, A_last), then for each further dim, inner to outer,
 *  v = up(S_j * v, A_j); 1 when empty (tt-mlir: getPhysicalShape of the named form, since 2025-06-20).
 *  @return TTA_INVALID if the dims are not all in the shape and the alignments */
tta_status tta_layout_collapsed_extent(tta_shape logical, tta_shape alignments, int64_t begin, int64_t end,
                                       int64_t *out);

/** The physical shape in scalars: one extent for each interval, in their order, then one for each dim after them.
 * `out` has room for tta_layout_num_collapsed numbers. The intervals must be in order and within the shape:
 * TTA_INVALID. */
tta_status tta_layout_collapsed_shape(tta_shape logical, tta_shape alignments, const int64_t *intervals,
                                      uint32_t num_intervals, int64_t *out);

/** Whether a layout of the named form has a physical dim in front that its intervals do not list: that of a tensor of
 *  rank 1 since 2026-05-28. */
bool tta_layout_has_empty_interval(const tta_layout *layout);

/** The part of a core's shard that is in the used shape: a box at its start, gaps of bumped strides included.
 *  @param core, valid one number for each grid dim */
void tta_layout_valid(const tta_layout *layout, const int64_t *core, int64_t *valid);

/** The used part of the shard of one core. @param core one number for each grid dim */
tta_status tta_layout_core_padding(const tta_layout *layout, const int64_t *core, tta_padding_class *padding);

#endif
