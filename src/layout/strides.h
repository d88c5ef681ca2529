/* strides.h: layouts by the stride of each dim of the tensor, as before 2024-07-11. */
#ifndef TTA_LAYOUT_STRIDES_H
#define TTA_LAYOUT_STRIDES_H

#include "layout/values.h"

/** The stride of each dim in the row-major physical shape; of a dim in several results the outermost counts (tt-mlir:
 *  getStride). @param strides room for map->num_dims. @param linear false when the map has no strides */
tta_status tta_strides_of_map(const tta_map *map, tta_shape physical, int64_t *strides, bool *linear);

/** The map that strides stand for on a grid: the last grid_rank - 1 dims have results of their own, those before them
 * are joined (zeros in front where the grid has more dims).
 *  @return TTA_INVALID when these strides are not those of such a map */
tta_status tta_map_of_strides(tta_shape strides, tta_shape logical, uint32_t grid_rank, tta_arena *arena,
                              tta_affine_pool *pool, tta_map *map);

#endif
