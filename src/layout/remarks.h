/* remarks.h: what a new map does that is legal and easily missed. */
#ifndef TTA_LAYOUT_REMARKS_H
#define TTA_LAYOUT_REMARKS_H

#include "layout/values.h"

/** Appends a line for each rounded stride and offset of `before` that `after` does not have, and the option that
 *  keeps the map.
 *  @param lines as the warnings of tta_layout_build; NULL: does nothing */
void tta_remark_dropped(const tta_map *before, const tta_map *after, tta_shape logical, tta_buf *lines);

/** Appends a line if a height_sharded or width_sharded tensor has a grid of several columns or rows. tt-mlir accepts
 *  such layouts (its tests have 6x2 and 2x6), TTNN has no cores for them. */
void tta_remark_memory_layout(const tta_layout *layout, tta_buf *lines);

/** Appends a line for each dim that several results of the map contain as a summand. */
void tta_remark_repeated(const tta_map *map, tta_buf *lines);

#endif
