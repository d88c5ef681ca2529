/* device.h: what the files of devices share, and what other components build on. */
#ifndef TTA_DEVICE_DEVICE_H
#define TTA_DEVICE_DEVICE_H

#include "affine/affine.h"
#include "base/arena.h"
#include "diag/report.h"
#include "maps/maps.h"
#include "ttattr/device.h"

/** Extends a box of cores, with its first and last core, by a core. */
static inline void tta_core_extend(tta_core *first, tta_core *last, tta_core at) {
  if (at.y < first->y) first->y = at.y;
  if (at.x < first->x) first->x = at.x;
  if (at.y > last->y) last->y = at.y;
  if (at.x > last->x) last->x = at.x;
}

/** Whether the map takes a core of the grid to a chip and a core of it. */
static inline bool tta_device_has_worker_map(const tta_device *device) {
  return device->map.num_results == 3 && device->map.num_dims == device->grid.rank && !device->map.num_symbols;
}

/** Whether a chip of the system belongs to the device. */
static inline bool tta_device_has_chip(const tta_device *device, int64_t id) {
  for (uint32_t i = 0; i < device->chip_ids.rank; i++)
    if (device->chip_ids.extent[i] == id) return true;
  return false;
}

/* ---- facts ---- */

/** @return TTA_OK, also where the pattern is none of those that are known; TTA_OVERFLOW, TTA_NO_MEMORY */
tta_status tta_device_pattern_of(const tta_device *device, tta_device_pattern *pattern);
/** The logical core that is on a physical one: the inverse of tta_device_place.
 *  @param chip id of the chip. @param index space for the rank of the grid. @param found false: none is
 *  @return TTA_LIMIT above TTA_DEVICE_MAX_CORES */
tta_status tta_device_logical_core(const tta_device *device, int64_t chip, tta_core core, int64_t *index,
                                   bool *found, tta_buf *reason);

/** The logical cores of every chip. @param chips space for device->chip_ids.rank. @return TTA_LIMIT as above;
 *  TTA_INVALID when the map leaves the chips or has a negative core */
tta_status tta_device_chips(const tta_device *device, tta_device_chip *chips, tta_buf *reason);

/** The neighbors in the mesh, by dim and position. @param links space for `capacity`. @return how many there are, 0 if
 *  the mesh does not have as many chips as the device */
uint32_t tta_device_links(const tta_device *device, tta_device_link *links, uint32_t capacity);

/** Whether cores leave the chip that grid and mesh imply, as with a `mod` that is missing: each chip has a block of the
 *  size of this chip, but not all in the same position, or one chip has the cores of all. Only with several chips.
 *  @param leaves false also when that is not known. @param chip_grid set to the grid of that chip.
 *  @param index space for the rank of the grid: a logical core outside, if `leaves`. */
tta_status tta_device_leaves_chip(const tta_device *device, bool *leaves, int64_t chip_grid[2],
                                  int64_t *index);

/* ---- systems ---- */

/** Reports what contradicts itself in a system: indices, lengths of lists, coordinates, channels, cores, numbers. All
 *  readers of systems apply these rules. @param scratch for lists that are sorted */
void tta_system_verify(const tta_system *system, tta_report *report, tta_arena *scratch);
/** @return TTA_INVALID with the first message of tta_system_verify, also for a system without chips; TTA_NO_MEMORY */
tta_status tta_system_check(const tta_system *system, const tta_allocator *allocator, tta_buf *reason);

/** A number of a chip: as described, else that of its architecture (wormhole_b0 where that is not known);
 *  TTA_SYSTEM_NONE when neither has one. */
int64_t tta_chip_number_of(const tta_chip *chip, tta_chip_number number);

/** Whether there is a channel between two chips. False for all pairs unless the system is that of an attribute. */
bool tta_system_linked(const tta_system *system, uint32_t a, uint32_t b);

/** The grid of a chip; 0, 0 unless it is two positive extents. */
tta_chip_grid tta_system_chip_grid(const tta_system *system, int64_t chip);
/** The smallest value of a number over all chip descriptions; TTA_SYSTEM_NONE if one has none. */
int64_t tta_system_smallest_number(const tta_system *system, tta_chip_number number);

/** The distinct tile sizes that some chip supports. @param sizes space for `capacity`.
 *  @return how many were stored; 0: not known */
uint32_t tta_system_tile_sizes(const tta_system *system, tta_tile_size *sizes, uint32_t capacity);

/** "identity", "transpose", "extra wide", "extra tall", "staircase"; NULL for a value outside the enumeration. */
const char *tta_worker_view_name(tta_worker_view view);

/** Input of a worker grid. Shapes are borrowed. */
typedef struct tta_worker_spec {
  tta_shape chip_grid; /* rank 2: rows, columns of one chip */
  tta_shape mesh;      /* chips; any rank, 0 = one chip */
  tta_worker_view view;
} tta_worker_spec;

/** Rank of the logical grid: that of the mesh, at least 2. */
uint32_t tta_worker_grid_rank(const tta_worker_spec *spec);

/** The logical grid.
 *  @param extents space for tta_worker_grid_rank(spec). @param num_chips the product of the mesh, or NULL.
 *  @return TTA_INVALID on a chip grid of a rank other than 2, an extent below 1 or an unknown view; TTA_OVERFLOW when
 *  an extent or the number of cores exceeds int64. */
tta_status tta_worker_grid_shape(const tta_worker_spec *spec, int64_t *extents, int64_t *num_chips, tta_buf *reason);

/** The worker map: tta_worker_grid_rank(spec) dims -> (chip index, y, x), a bijection from the logical grid to all
 *  cores of all chips. The chip index is the position in the mesh, row-major.
 *  @param pool borrowed by *map. @param results space for the three results, borrowed by *map.
 *  @return as tta_worker_grid_shape; TTA_NO_MEMORY. */
tta_status tta_worker_map(const tta_worker_spec *spec, tta_affine_pool *pool, tta_expr results[3], tta_map *map,
                          tta_buf *reason);

/** Evaluates a worker map at a logical core.
 *  @param index map->num_dims indices. @param num_chips, chip_grid limits of the result; an empty chip_grid
 *  (rank 0) is not checked.
 *  @return TTA_INVALID when the map has symbols or not three results, when it divides by a number below 1, or when the
 *  core does not exist; TTA_OVERFLOW, TTA_NO_MEMORY as tta_map_evaluate. */
tta_status tta_worker_core(const tta_map *map, const int64_t *index, int64_t num_chips, tta_shape chip_grid,
                           tta_core_assignment *place, tta_buf *reason);

/* ---- views of a grid: from cores of a view to cores of the plain grid, and back ---- */

/** y and x in the plain grid, as expressions of the last two of `rank` dims of the view.
 *  @param plain extents of the plain grid in its last two dims */
void tta_view_look_through(tta_worker_view view, tta_affine_pool *pool, uint32_t rank, const int64_t plain[2],
                           tta_expr *y, tta_expr *x);
/** The last two dims of the view, as expressions of y and x in the plain grid: the inverse of the above. */
void tta_view_look_back(tta_worker_view view, tta_affine_pool *pool, const int64_t plain[2], tta_expr y, tta_expr x,
                        tta_expr dims[2]);
/** Whether the map back of a grid is the inverse of its map, at every index. Both follow tt-mlir as its tests write
 *  them: the inverse takes (chip, y, x) or (y, x), and may have the chip as an additional first result.
 *  @param pool of the maps @param answer UNKNOWN for other maps; with NO, an index at which it is not
 *  @return TTA_NO_MEMORY */
tta_status tta_grid_compare_inverse(const tta_grid *grid, tta_affine_pool *pool, tta_arena *arena,
                                    tta_map_equality *answer);
/** Extra wide or extra tall. */
bool tta_view_is_line(tta_worker_view view);
/** Extents of the last two dims of the view. @return false if a product exceeds int64 */
bool tta_view_extents(tta_worker_view view, const int64_t plain[2], int64_t extents[2]);

/** The rows and columns that the worker map reaches on some chip. @param exact TTA_INVALID if it may reach more */
tta_status tta_device_reached(const tta_device *device, bool exact, tta_arena *arena, int64_t chip_grid[2]);

/** The rows and columns of a chip if the device has all cores of such a box from (0, 0) on each of its chips, or on
 *  each that shares the grid (tta_device_of_each_chip). @return TTA_INVALID if it does not, or if that is not known */
tta_status tta_device_full_chips(const tta_device *device, tta_arena *arena, int64_t chip_grid[2]);

/** The chip grid that device and mesh imply; false when the mesh does not divide the grid. */
bool tta_device_chip_grid(const tta_device *device, int64_t chip_grid[2]);

/** Appends the device that holds exactly the cores of `grid`, on the fewest chips. Its chips are those of `device`,
 *  then others of its system; their grid is that of the system, if it is known, else the cores that the worker map
 *  reaches. Each chip of its mesh has a block of the grid, which is its slice by the specification, dim by dim if it
 *  fits, else row after row; without such a mesh the grid fills one chip after the other.
 *  @return TTA_INVALID when the system has too few chips, or more than 1024 would be required. */
tta_status tta_device_to_hold(const tta_device *device, tta_shape grid, tta_buf *out);

/** All cores of equal chips under any grid with as many cores: each chip has a block of the grid, row by row if the
 *  block is not one of rows and columns of the chip.
 *  @param mesh grid.rank extents with num_chips chips: kept if each chip gets a block, else replaced by another
 *  @param results chip, y and x of a core. @param dims grid.rank: the way back from chip, y and x */
tta_status tta_grid_spread(tta_shape grid, const int64_t chip_grid[2], int64_t num_chips, tta_affine_pool *pool,
                           int64_t *mesh, tta_expr results[3], tta_expr *dims);

/** How TTNN shards a grid: Nx1 by height, 1xN by width, any other (1x1 too) in blocks.
 *  @param grid rows, columns */
tta_memory_layout tta_shards_of_grid(const int64_t grid[2]);

/** The ranges and the orientation that put each shard on its core. Of both orientations the one with fewer ranges is
 *  taken, else row_major.
 *  @param memory_layout TTA_MEMORY_LAYOUT_HEIGHT_SHARDED, _WIDTH_SHARDED or _BLOCK_SHARDED
 *  @param grid rows, columns, both positive; height and width: a column, a row
 *  @param cores of each shard, row-major
 *  @return TTA_INVALID when no list of ranges does that: the reason names the first shard that differs */
tta_status tta_shard_cores_of(tta_memory_layout memory_layout, const int64_t grid[2], const tta_core *cores,
                              tta_arena *arena, tta_shard_cores *out, tta_buf *reason);

enum { TTA_SHARD_CORES_MAX = 1 << 20 }; /* shards at which tta_shard_cores_on evaluates the worker map at most */

/** The cores of a grid of shards on a device in the terms of TTNN: each chip of the mesh holds its part of the grid
 *  (grid divided by meshShape; the whole along dims of extent 1), on the same cores as the other chips. Decided by
 *  evaluating the worker map at every shard.
 *  @param grid of the tensor; it has the rank of the device's grid and fits (tta_device_holds)
 *  @param memory_layout NONE: as tta_shards_of_grid
 *  @return TTA_INVALID when TTNN cannot express the grid: the reason names the first shard that differs; TTA_LIMIT
 *  above TTA_SHARD_CORES_MAX shards. Source: device specification, Lowering to TTNN. */
tta_status tta_shard_cores_on(const tta_device *device, tta_shape grid, tta_memory_layout memory_layout,
                              tta_arena *arena, tta_shard_cores *out, tta_buf *reason);

/** Whether TTNN supports the worker grid, decided by evaluating the worker map at every shard. A worker grid with the
 *  constant chip index 0 is that of each chip, whatever the mesh (tt-mlir since 2025-09-25).
 *  @return TTA_INVALID when TTNN cannot express the grid: the reason names the first shard that differs; TTA_LIMIT
 *  above 2^20 shards. Source: device specification, Lowering to TTNN. */
tta_status tta_device_shard_cores(const tta_device *device, tta_arena *arena, tta_shard_cores *out,
                                  tta_buf *reason);

/** Writes `{ranges, orientation}`: for each range `[[y0, x0], [y1, x1]]`; "row_major" or "col_major". */
void tta_shard_cores_json(tta_json *json, const tta_shard_cores *cores);

/** Whether a core is in both. */
static inline bool tta_core_boxes_intersect(const tta_core_box *a, const tta_core_box *b) {
  return a->first.x <= b->last.x && b->first.x <= a->last.x && a->first.y <= b->last.y && b->first.y <= a->last.y;
}

/** "ring", "linear", "mesh", "torus", "disabled"; NULL for a value outside the enumeration. */
const char *tta_topology_name(tta_topology topology);

#endif
