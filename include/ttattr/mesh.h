/* ttattr/mesh.h: worker grids: one logical grid of cores over a mesh of chips, and the physical core of each logical
 * one.
 *
 * A worker grid is a part of `#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, ...,
 * meshShape = 1x2, ...>`: extents and a map with three results: the index into chipIds, and y and x of the core on that
 * chip.
 *
 * Rule (tt-mlir createWorkerGrid, 2024-09-13, as specified in its docs/src/specs/device.md): the mesh is padded with 1
 * on the right to rank 2, the chip grid with 1 on the left to the mesh's rank; the logical extents are the products.
 * The last two dims are y and x: floordiv by the chip's extent is the chip, mod is the core; further dims count chips.
 * The map has a term only for mesh dims > 1. (tt-mlir's code takes mod of the mesh extent, so that many logical cores
 * map to one; this library follows the specification.)
 *
 * As in arch.h, TTA_INVALID and TTA_OVERFLOW append a line to `reason`, which may be NULL.
 */
#ifndef TTATTR_MESH_H
#define TTATTR_MESH_H

#include "ttattr/affine.h"
#include "ttattr/arch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Views of the last two dims of the logical grid, Y x X ("Reinterpreted Grids" of the device specification).
 *  With (y, x) the core in the plain grid: */
typedef enum tta_worker_view {
  TTA_VIEW_PLAIN,      /* Y x X:     y = d0,                       x = d1 */
  TTA_VIEW_TRANSPOSE,  /* X x Y:     y = d1,                       x = d0 */
  TTA_VIEW_EXTRA_WIDE, /* 1 x Y*X:   y = d0 * Y + d1 floordiv X,   x = d1 mod X */
  TTA_VIEW_EXTRA_TALL, /* Y*X x 1:   y = d1 * Y + d0 floordiv X,   x = d0 mod X */
  TTA_VIEW_STAIRCASE,  /* Y x X:     y = d0,                       x = (d0 + d1) mod X */
  TTA_NUM_VIEWS
} tta_worker_view;

/** "identity", "transpose", "extra wide", "extra tall", "staircase"; NULL for a value outside the enumeration. */
TTA_API const char *tta_worker_view_name(tta_worker_view view);

/** Input of a worker grid. Shapes are borrowed. */
typedef struct tta_worker_spec {
  tta_shape chip_grid; /* rank 2: rows, columns of one chip */
  tta_shape mesh;      /* chips; any rank, 0 = one chip */
  tta_worker_view view;
} tta_worker_spec;

/** Rank of the logical grid: that of the mesh, at least 2. */
TTA_API uint32_t tta_worker_grid_rank(const tta_worker_spec *spec);

/** The logical grid.
 *  @param extents space for tta_worker_grid_rank(spec). @param num_chips the product of the mesh, or NULL.
 *  @return TTA_INVALID on a chip grid of a rank other than 2, an extent below 1 or an unknown view; TTA_OVERFLOW when
 *  an extent or the number of cores exceeds int64. */
TTA_API tta_status tta_worker_grid_shape(const tta_worker_spec *spec, int64_t *extents, int64_t *num_chips,
                                         tta_buf *reason);

/** The worker map: tta_worker_grid_rank(spec) dims -> (chip index, y, x), a bijection from the logical grid to all
 *  cores of all chips. The chip index is the position in the mesh, row-major.
 *  @param pool borrowed by *map. @param results space for the three results, borrowed by *map.
 *  @return as tta_worker_grid_shape; TTA_NO_MEMORY. */
TTA_API tta_status tta_worker_map(const tta_worker_spec *spec, tta_affine_pool *pool, tta_expr results[3], tta_map *map,
                                  tta_buf *reason);

/** The chip grid of a system with different (harvested) chips: the smallest of each extent.
 *  @param grids count >= 1 shapes of rank 2. */
TTA_API tta_status tta_smallest_chip_grid(const tta_shape *grids, size_t count, int64_t smallest[2], tta_buf *reason);

/** The smallest mesh of such chips with a worker grid that holds `grid` (rank >= 2): dim by dim grid ceildiv chip grid.
 *  @param mesh space for grid.rank. */
TTA_API tta_status tta_mesh_to_hold(tta_shape chip_grid, tta_shape grid, int64_t *mesh, tta_buf *reason);

/** The chip and core of a logical core. */
typedef struct tta_core_assignment {
  int64_t chip_index; /* into chipIds */
  tta_core core;      /* on this chip */
} tta_core_assignment;

/** Evaluates a worker map at a logical core.
 *  @param index map->num_dims indices. @param num_chips, chip_grid limits of the result; an empty chip_grid
 *  (rank 0) is not checked.
 *  @return TTA_INVALID when the map has symbols or not three results, when it divides by a number below 1, or when the
 *  core does not exist; TTA_OVERFLOW, TTA_NO_MEMORY as tta_map_evaluate. */
TTA_API tta_status tta_worker_core(const tta_map *map, const int64_t *index, int64_t num_chips, tta_shape chip_grid,
                                    tta_core_assignment *place, tta_buf *reason);

#ifdef __cplusplus
}
#endif
#endif
