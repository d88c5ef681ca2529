/* slices.h: the part of a grid that the device specification assigns to each chip: the grid divided by meshShape. */
#ifndef TTA_DEVICE_SLICES_H
#define TTA_DEVICE_SLICES_H

#include "affine/affine.h"
#include "ttattr/device.h"

/** The mesh along a dim of the grid; 1 for dims that the mesh does not have. */
static inline int64_t tta_mesh_extent(const tta_device *device, uint32_t dim) {
  return dim < device->mesh.rank ? device->mesh.extent[dim] : 1;
}

/** Whether the worker grid is that of each chip, whatever the mesh: chip index 0 of several chips, as tt-mlir writes it
 *  since 2025-09-25. Only in the dialect ttcore, which is younger than the device specification. */
static inline bool tta_device_of_each_chip(const tta_device *device) {
  int64_t index;
  return device->ttcore && device->chip_ids.rank > 1 && device->map.num_results == 3 &&
         tta_expr_is_constant(device->map.pool, device->map.results[0], &index) && index == 0;
}

/** Extent of the slice of one chip along a dim: the grid's, rounded up if it is divided (both > 1). */
static inline int64_t tta_mesh_share(const tta_device *device, tta_shape grid, uint32_t dim) {
  int64_t mesh = tta_device_of_each_chip(device) ? 1 : tta_mesh_extent(device, dim), extent = grid.extent[dim];
  return mesh > 1 && extent > 1 ? (extent - 1) / mesh + 1 : extent;
}

/** The slice of a chip of the mesh. @param chip_index row-major in the mesh. @param first, extents of the rank of the
 *  grid. @return false if nothing is left for this chip, or the mesh does not have it. */
bool tta_mesh_slice(const tta_device *device, tta_shape grid, int64_t chip_index, int64_t *first, int64_t *extents);

/** How many copies of a tensor on `grid` the chips along a dim hold: N if the grid is 1 and the mesh is N > 1
 *  (replicated), unless N does not divide the device's grid.
 *  @param step logical cores from one copy to the next; 0 for one copy */
static inline int64_t tta_mesh_copies(const tta_device *device, tta_shape grid, uint32_t dim, int64_t *step) {
  int64_t chips = tta_mesh_extent(device, dim), cores = device->grid.extent[dim];
  bool replicated = grid.extent[dim] == 1 && chips > 1 && cores % chips == 0 && !tta_device_of_each_chip(device);
  *step = replicated ? cores / chips : 0;
  return replicated ? chips : 1;
}

/** The copies of a tensor on all chips: those of all dims; with a worker grid of each chip, one on each chip.
 *  @return TTA_OVERFLOW when their number exceeds int64 */
tta_status tta_mesh_all_copies(const tta_device *device, tta_shape grid, int64_t *count);

/** The position of a logical core in the mesh, row by row: sum over i of (d_i floordiv (grid_i / mesh_i)) * product of
 *  mesh_j, j > i (device specification). @return TTA_EXPR_NONE if the mesh does not divide the grid, which has no
 *  position then, or if the pool has failed. */
tta_expr tta_mesh_position(const tta_device *device, tta_affine_pool *pool);

/** The worker map that follows from the device's grid and mesh (ttattr/device.h): plain chips of grid / mesh cores.
 *  @param results space for the three results, borrowed by *map
 *  @return TTA_INVALID if the mesh has another rank or does not divide the grid; TTA_OVERFLOW, TTA_NO_MEMORY */
tta_status tta_device_mesh_map(const tta_device *device, tta_affine_pool *pool, tta_expr results[3], tta_map *map);

#endif
