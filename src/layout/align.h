/* align.h: maps whose rows start at aligned positions of their shards. */
#ifndef TTA_LAYOUT_ALIGN_H
#define TTA_LAYOUT_ALIGN_H

#include "layout/values.h"

/** The unit that the last two extents of a shard are multiples of, if its rows are aligned: that of tta_named_pad.
 *  @param unit rows, columns: the tile, or 1 row of whole elements with a multiple of `align_bytes` bytes
 *  @return TTA_INVALID with the reason if tiles do not have such a size, or the size of an element is unknown */
tta_status tta_align_unit(const tta_element *stored, int64_t align_bytes, int64_t unit[2], tta_buf *reason);

/** Changes layout->linear so that every row of a shard has, or is, a multiple of the unit.
 *
 * The map form divides map(last) + 1 by the grid, so that a shard does not have more columns than the last element
 * reaches. Of these maps the first that gives shards of S columns (the least aligned number) is chosen, with x the last
 * result, P its extent, and s = ceil(P / G) columns before:
 *
 *     x + k                            k aligned: the padding is at the start of the first core's rows
 *     (x floordiv s) * S + x mod s     elements stay on their cores; the padding is after each row
 *     x + k * [x >= P - (G - 1) * S]   the padding is after the rows of the first core
 *
 * On one column of cores none exists (S - 1 would have to be in use). There rows are collapsed with a rounded stride,
 * as the specification does to pad between batches: (y floordiv R, (y mod R) * S + x), where R is the rows of a shard
 * and y the rows, after an offset that makes the last one the last of its shard.
 *
 *  @param layout map, logical, grid, memory, element; the map is replaced by one in `arena` and `pool`
 *  @param physical, shard those of the map
 *  @param changed whether the map was replaced */
tta_status tta_align_rows(tta_layout *layout, int64_t align_bytes, tta_shape physical, tta_shape shard,
                          tta_arena *arena, tta_affine_pool *pool, bool *changed, tta_buf *reason);

#endif
