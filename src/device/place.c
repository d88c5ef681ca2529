/* Layouts on devices: the core of a shard, whether a grid fits, the part of one chip of a mesh. */
#include <string.h>

#include "affine/pool.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "device/device.h"
#include "device/slices.h"
#include "layout/linear.h"
#include "maps/maps.h"
#include "ttattr/device.h"

tta_status tta_device_place(const tta_device *device, const int64_t *core, tta_core_assignment *place, int64_t *chip,
                            tta_buf *reason) {
  for (uint32_t i = 0; i < device->grid.rank; i++)
    if (core[i] < 0 || core[i] >= device->grid.extent[i])
      return tta_fail(TTA_INVALID, reason, "core index %lld of dim %u is outside the device grid",
                        (long long)core[i], i);
  tta_status status = tta_worker_core(&device->map, core, device->chip_ids.rank, (tta_shape){0, NULL}, place, reason);
  if (!status && chip) *chip = device->chip_ids.extent[place->chip_index];
  return status;
}

bool tta_device_chip_grid(const tta_device *device, int64_t chip_grid[2]) {
  uint32_t rank = device->grid.rank;
  if (rank < 2 || device->mesh.rank > rank) return false;
  for (uint32_t k = 0; k < 2; k++) {
    int64_t extent = device->grid.extent[rank - 2 + k], mesh = tta_mesh_extent(device, rank - 2 + k);
    if (mesh < 1 || extent % mesh) return false;
    chip_grid[k] = extent / mesh;
  }
  return true;
}

/* ---- mesh ---- */

/* A reinterpreted grid: a part of it on each chip, whose rows and columns are others. */
static bool spread_over_mesh(const tta_device *device, const int64_t implied[2], tta_affine_pool *pool,
                             tta_expr results[3], tta_map *map) {
  int64_t chip_grid[2], mesh[TTA_MAX_RANK];
  tta_expr dims[TTA_MAX_RANK];
  tta_arena arena;
  uint32_t rank = device->grid.rank;
  tta_arena_init(&arena, device->map.pool->allocator);
  tta_status status = tta_device_full_chips(device, &arena, chip_grid);
  tta_arena_free(&arena);
  if (status || !memcmp(chip_grid, implied, sizeof chip_grid)) return false;
  for (uint32_t i = 0; i < rank; i++) mesh[i] = tta_mesh_extent(device, i);
  *map = (tta_map){.pool = pool, .num_dims = rank, .num_results = 3, .results = results};
  if (tta_grid_spread(device->grid, chip_grid, device->chip_ids.rank, pool, mesh, results, dims)) return false;
  for (uint32_t i = 0; i < rank; i++)
    if (mesh[i] != tta_mesh_extent(device, i)) return false;
  return true;
}

tta_status tta_device_mesh_map(const tta_device *device, tta_affine_pool *pool, tta_expr results[3], tta_map *map) {
  int64_t chip_grid[2];
  tta_worker_spec spec = {{2, chip_grid}, device->mesh, TTA_VIEW_PLAIN};
  uint32_t rank = device->grid.rank;
  if (tta_worker_grid_rank(&spec) != rank || !tta_device_chip_grid(device, chip_grid)) return TTA_INVALID;
  for (uint32_t i = 0; i + 2 < rank; i++)
    if (device->grid.extent[i] != tta_mesh_extent(device, i)) return TTA_INVALID;
  if (spread_over_mesh(device, chip_grid, pool, results, map)) return tta_affine_pool_status(pool);
  return tta_worker_map(&spec, pool, results, map, NULL);
}

tta_status tta_mesh_all_copies(const tta_device *device, tta_shape grid, int64_t *count) {
  *count = tta_device_of_each_chip(device) ? device->chip_ids.rank : 1;
  for (uint32_t i = 0; i < grid.rank; i++) {
    int64_t step;
    if (!tta_mul(*count, tta_mesh_copies(device, grid, i, &step), count)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_expr tta_mesh_position(const tta_device *device, tta_affine_pool *pool) {
  tta_shape mesh = device->mesh;
  int64_t stride = 1;
  tta_expr sum = tta_expr_constant(pool, 0);
  for (uint32_t i = mesh.rank; i-- > 0;) {
    int64_t chips = mesh.extent[i];
    if (chips == 1) continue;
    if (chips < 1 || i >= device->grid.rank || device->grid.extent[i] % chips) return TTA_EXPR_NONE;
    tta_expr part = tta_expr_with(pool, TTA_EXPR_FLOORDIV, tta_expr_dim(pool, i), device->grid.extent[i] / chips);
    sum = tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_with(pool, TTA_EXPR_MUL, part, stride), sum);
    if (!tta_mul(stride, chips, &stride)) return TTA_EXPR_NONE;
  }
  return sum;
}

bool tta_mesh_slice(const tta_device *device, tta_shape grid, int64_t chip_index, int64_t *first, int64_t *extents) {
  bool each_chip = tta_device_of_each_chip(device);
  for (uint32_t i = device->mesh.rank > grid.rank ? device->mesh.rank : grid.rank; i-- > 0;) {
    int64_t mesh = tta_mesh_extent(device, i), at = mesh > 0 ? chip_index % mesh : 0;
    if (mesh > 0) chip_index /= mesh;
    if (i >= grid.rank) continue;
    extents[i] = tta_mesh_share(device, grid, i);
    first[i] = 0;
    if (mesh < 2 || grid.extent[i] < 2 || each_chip) continue;
    if (at > (grid.extent[i] - 1) / extents[i]) return false;
    first[i] = at * extents[i];
    if (extents[i] > grid.extent[i] - first[i]) extents[i] = grid.extent[i] - first[i];
  }
  return chip_index == 0;
}

/* The logical extents of a slice of `rows` of the physical extent of a result. False if the slice is not a box that
 * starts at 0. */
static bool slice_result(const tta_layout *s, uint32_t result, int64_t rows, int64_t *slice) {
  tta_linear sum;
  int64_t first[TTA_MAX_RANK], last[TTA_MAX_RANK];
  if (!tta_linear_of(&s->linear, result, &sum) || !tta_shape_at_least(s->logical, 1)) return false;
  if (tta_linear_cut(&sum, s->logical, 0, rows, first, last) != TTA_CUT_BOX) return false;
  for (uint32_t i = 0; i < s->logical.rank; i++) {
    if (first[i]) return false;
    if (last[i] < slice[i]) slice[i] = last[i] + 1;
  }
  return true;
}

/* The chip index of the worker map over shards and copies: along a replicated dim the index is that of the copy. */
static tta_expr chip_of_copies(const tta_device *device, tta_shape grid, tta_affine_pool *pool, int64_t *extents) {
  tta_expr cores[TTA_MAX_RANK];
  for (uint32_t i = 0; i < grid.rank; i++) {
    int64_t step, copies = tta_mesh_copies(device, grid, i, &step);
    extents[i] = copies > 1 ? copies : grid.extent[i];
    cores[i] = tta_expr_dim(pool, i);
    if (copies > 1) cores[i] = tta_expr_with(pool, TTA_EXPR_MUL, cores[i], step);
  }
  return tta_expr_replace(pool, device->map.pool, device->map.results[0], cores, NULL);
}

/* How many chips a grid is on by the worker map, copies included. 0: unknown. */
static tta_status count_chips(const tta_device *device, tta_shape grid, int64_t *count) {
  int64_t extents[TTA_MAX_RANK];
  tta_arena arena;
  tta_reached reached;
  const tta_allocator *allocator = device->map.pool->allocator;
  *count = 0;
  if (device->map.num_dims != grid.rank || device->map.num_symbols || !device->map.num_results) return TTA_OK;
  tta_affine_pool *pool = tta_affine_pool_new(allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, allocator);
  tta_expr chip = chip_of_copies(device, grid, pool, extents);
  tta_map map = {.pool = pool, .num_dims = grid.rank, .num_results = 1, .results = &chip};
  tta_status status = tta_affine_pool_status(pool);
  tta_shape box = {grid.rank, extents};
  if (!status) status = tta_maps_reached(&map, 0, box, device->chip_ids.rank, &arena, &reached);
  *count = !status && reached.complete ? reached.count : 0;
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

static tta_status mesh_view(const tta_layout *s, const tta_device *device, tta_mesh_view *view, tta_buf *reason) {
  if (device->mesh.rank > s->grid.rank)
    return tta_fail(TTA_INVALID, reason, "mesh rank %u is greater than grid rank %u", device->mesh.rank,
                      s->grid.rank);
  *view = (tta_mesh_view){.rank = s->grid.rank, .has_slice = true, .opened = device->chip_ids.rank, .cut_over = 1};
  for (uint32_t i = 0; i < s->logical.rank; i++) view->slice[i] = s->logical.extent[i];
  bool each_chip = tta_device_of_each_chip(device);
  for (uint32_t i = 0; i < view->rank; i++) {
    int64_t mesh = tta_mesh_extent(device, i), extent = s->grid.extent[i];
    if (mesh < 1) return tta_fail(TTA_INVALID, reason, "mesh extents must be positive");
    view->mesh_shape[i] = mesh;
    view->sharded[i] = mesh > 1 && extent > 1 && !each_chip;
    view->grid[i] = tta_mesh_share(device, s->grid, i);
    view->physical[i] = s->physical.extent[i];
    if (!view->sharded[i]) continue;
    view->cut_over *= (extent + view->grid[i] - 1) / view->grid[i]; /* at most the product of the mesh: the chips */
    int64_t rows = view->grid[i] * s->shard.extent[i]; /* within the padded shape */
    if (rows < view->physical[i]) view->physical[i] = rows;
    if (rows < 1 || !slice_result(s, i, rows, view->slice)) view->has_slice = false;
  }
  view->placed_on = device->chip_ids.rank;
  return each_chip ? TTA_OK : count_chips(device, s->grid, &view->placed_on);
}

tta_status tta_mesh_view_of(const tta_layout *s, const tta_device *device, tta_mesh_view *view, tta_buf *reason) {
  tta_arena arena;
  if (!s->grid.extent || s->interleaved)
    return tta_fail(TTA_INVALID, reason, "layout is interleaved; cores have no shards");
  tta_arena_init(&arena, device->map.pool->allocator);
  tta_status status = tta_device_for_grid(device, s->grid, &arena, &device, reason);
  if (!status) status = mesh_view(s, device, view, reason);
  tta_arena_free(&arena);
  return status;
}
