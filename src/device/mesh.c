/* Worker grids: their extents and maps from chip grid and mesh, their reinterpretations, the chip and core of a logical
 * core.
 *
 * Formulas: include/ttattr/device.h. */

#include <string.h>

#include "affine/affine.h"
#include "base/checked.h"
#include "base/fail.h"
#include "device/device.h"

/* The mesh padded on the right, the chip grid padded on the left. */
static int64_t mesh_extent(const tta_worker_spec *spec, uint32_t dim) {
  return dim < spec->mesh.rank ? spec->mesh.extent[dim] : 1;
}

static int64_t chip_extent(tta_shape chip_grid, uint32_t rank, uint32_t dim) {
  return dim + 2 < rank ? 1 : chip_grid.extent[dim + 2 - rank];
}

static tta_status check_shape(tta_shape shape, const char *name, tta_buf *reason) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (shape.extent[i] < 1)
      return tta_fail(TTA_INVALID, reason, "extent %lld of the %s must be positive", (long long)shape.extent[i], name);
  }
  return TTA_OK;
}

static tta_status check_chip_grid(tta_shape chip_grid, tta_buf *reason) {
  if (chip_grid.rank != 2)
    return tta_fail(TTA_INVALID, reason, "a chip grid must have 2 dims (rows, columns), found %u", chip_grid.rank);
  return check_shape(chip_grid, "chip grid", reason);
}

uint32_t tta_worker_grid_rank(const tta_worker_spec *spec) { return spec->mesh.rank < 2 ? 2 : spec->mesh.rank; }

/* Extents of the plain logical grid and the number of chips; no product exceeds int64. */
static tta_status plain_grid(const tta_worker_spec *spec, int64_t *extents, int64_t *num_chips, int64_t last_two[2],
                             tta_buf *reason) {
  tta_status status = check_chip_grid(spec->chip_grid, reason);
  if (!status) status = check_shape(spec->mesh, "mesh", reason);
  if (status) return status;
  if ((unsigned)spec->view >= TTA_NUM_VIEWS) return tta_fail(TTA_INVALID, reason, "unknown view of a worker grid");
  uint32_t rank = tta_worker_grid_rank(spec);
  int64_t cores = 1, chips = 1;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t extent, mesh = mesh_extent(spec, i);
    if (!tta_mul(mesh, chip_extent(spec->chip_grid, rank, i), &extent) || !tta_mul(cores, extent, &cores))
      return tta_fail(TTA_OVERFLOW, reason, "the number of cores of the worker grid exceeds 2^63 - 1");
    chips *= mesh; /* a divisor of cores */
    if (extents) extents[i] = extent;
    if (i + 2 >= rank) last_two[i + 2 - rank] = extent;
  }
  *num_chips = chips;
  return TTA_OK;
}

tta_status tta_worker_grid_shape(const tta_worker_spec *spec, int64_t *extents, int64_t *num_chips, tta_buf *reason) {
  int64_t chips, last[2];
  tta_status status = plain_grid(spec, extents, &chips, last, reason);
  if (status) return status;
  int64_t *y = extents + tta_worker_grid_rank(spec) - 2, *x = y + 1;
  int64_t viewed[2];
  tta_view_extents(spec->view, last, viewed); /* no product exceeds int64 */
  *y = viewed[0], *x = viewed[1];
  if (num_chips) *num_chips = chips;
  return TTA_OK;
}

static tta_expr add(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  return tta_expr_binary(pool, TTA_EXPR_ADD, lhs, rhs);
}

/* unit * size + cell floordiv divisor: the row of a grid that is flattened into one row. */
static tta_expr unrolled_row(tta_affine_pool *pool, tta_expr unit, int64_t size, tta_expr cell, int64_t divisor) {
  return add(pool, tta_expr_with(pool, TTA_EXPR_MUL, unit, size),
             tta_expr_with(pool, TTA_EXPR_FLOORDIV, cell, divisor));
}

const char *tta_worker_view_name(tta_worker_view view) {
  static const char *const names[TTA_NUM_VIEWS] = {"identity", "transpose", "extra wide", "extra tall", "staircase"};
  return (unsigned)view < TTA_NUM_VIEWS ? names[view] : NULL;
}

bool tta_view_extents(tta_worker_view view, const int64_t plain[2], int64_t extents[2]) {
  int64_t cores;
  extents[0] = plain[0], extents[1] = plain[1];
  if (view == TTA_VIEW_TRANSPOSE) extents[0] = plain[1], extents[1] = plain[0];
  if (view != TTA_VIEW_EXTRA_WIDE && view != TTA_VIEW_EXTRA_TALL) return true;
  if (!tta_mul(plain[0], plain[1], &cores)) return false;
  extents[0] = view == TTA_VIEW_EXTRA_WIDE ? 1 : cores;
  extents[1] = view == TTA_VIEW_EXTRA_WIDE ? cores : 1;
  return true;
}

void tta_view_look_back(tta_worker_view view, tta_affine_pool *pool, const int64_t plain[2], tta_expr y, tta_expr x,
                        tta_expr dims[2]) {
  tta_expr zero = tta_expr_constant(pool, 0),
           number = add(pool, tta_expr_with(pool, TTA_EXPR_MUL, y, plain[1]), x); /* row by row */
  dims[0] = y, dims[1] = x;
  if (view == TTA_VIEW_TRANSPOSE) dims[0] = x, dims[1] = y;
  if (view == TTA_VIEW_EXTRA_WIDE) dims[0] = zero, dims[1] = number;
  if (view == TTA_VIEW_EXTRA_TALL) dims[0] = number, dims[1] = zero;
  if (view == TTA_VIEW_STAIRCASE)
    dims[1] = tta_expr_with(pool, TTA_EXPR_MOD, add(pool, x, tta_expr_with(pool, TTA_EXPR_MUL, y, -1)), plain[1]);
}

void tta_view_look_through(tta_worker_view view, tta_affine_pool *pool, uint32_t rank, const int64_t last[2],
                           tta_expr *y, tta_expr *x) {
  tta_expr d0 = tta_expr_dim(pool, rank - 2), d1 = tta_expr_dim(pool, rank - 1);
  *y = view == TTA_VIEW_TRANSPOSE ? d1 : d0;
  *x = view == TTA_VIEW_TRANSPOSE ? d0 : d1;
  if (view == TTA_VIEW_EXTRA_WIDE) {
    *y = unrolled_row(pool, d0, last[0], d1, last[1]);
    *x = tta_expr_with(pool, TTA_EXPR_MOD, d1, last[1]);
  } else if (view == TTA_VIEW_EXTRA_TALL) {
    *y = unrolled_row(pool, d1, last[0], d0, last[1]);
    *x = tta_expr_with(pool, TTA_EXPR_MOD, d0, last[1]);
  } else if (view == TTA_VIEW_STAIRCASE) {
    *x = tta_expr_with(pool, TTA_EXPR_MOD, add(pool, d0, d1), last[1]);
  }
}

bool tta_view_is_line(tta_worker_view view) { return view == TTA_VIEW_EXTRA_WIDE || view == TTA_VIEW_EXTRA_TALL; }

/* A line of cores on several chips: each has a part of it. */
static tta_status map_line(const tta_worker_spec *spec, int64_t chips, tta_affine_pool *pool, tta_expr results[3],
                           tta_map *map, tta_buf *reason) {
  int64_t extents[TTA_MAX_RANK], mesh[TTA_MAX_RANK];
  uint32_t rank = tta_worker_grid_rank(spec);
  tta_expr dims[TTA_MAX_RANK];
  tta_status status = tta_worker_grid_shape(spec, extents, NULL, reason);
  for (uint32_t i = 0; i < rank; i++) mesh[i] = mesh_extent(spec, i);
  if (!status)
    status = tta_grid_spread((tta_shape){rank, extents}, spec->chip_grid.extent, chips, pool, mesh, results, dims);
  *map = (tta_map){.pool = pool, .num_dims = rank, .num_results = 3, .results = results};
  return status;
}

tta_status tta_worker_map(const tta_worker_spec *spec, tta_affine_pool *pool, tta_expr results[3], tta_map *map,
                          tta_buf *reason) {
  int64_t stride, last[2]; /* stride: chips per step of a mesh dim */
  tta_status status = plain_grid(spec, NULL, &stride, last, reason);
  if (status) return status;
  uint32_t rank = tta_worker_grid_rank(spec);
  if (tta_view_is_line(spec->view) && memcmp(last, spec->chip_grid.extent, sizeof last))
    return map_line(spec, stride, pool, results, map, reason);
  tta_expr chip = tta_expr_constant(pool, 0), core[2];
  tta_view_look_through(spec->view, pool, rank, last, &core[0], &core[1]);
  for (uint32_t i = 0; i < rank; i++) {
    int64_t mesh = mesh_extent(spec, i), extent = chip_extent(spec->chip_grid, rank, i);
    if (mesh == 1) continue;
    stride /= mesh;
    tta_expr *place = i + 2 < rank ? NULL : &core[i + 2 - rank];
    tta_expr step = place ? tta_expr_with(pool, TTA_EXPR_FLOORDIV, *place, extent) : tta_expr_dim(pool, i);
    chip = add(pool, chip, tta_expr_with(pool, TTA_EXPR_MUL, step, stride));
    if (place) *place = tta_expr_with(pool, TTA_EXPR_MOD, *place, extent);
  }
  results[0] = chip;
  results[1] = core[0];
  results[2] = core[1];
  *map = (tta_map){.pool = pool, .num_dims = rank, .num_results = 3, .results = results};
  return tta_affine_pool_status(pool);
}

static tta_status check_place(const tta_core_assignment *place, int64_t num_chips, tta_shape chip_grid,
                              tta_buf *reason) {
  if (place->chip_index < 0 || place->chip_index >= num_chips)
    return tta_fail(TTA_INVALID, reason, "the worker map returns chip index %lld, but there are %lld chips",
                      (long long)place->chip_index, (long long)num_chips);
  bool outside = place->core.y < 0 || place->core.x < 0;
  if (chip_grid.rank == 2) outside |= place->core.y >= chip_grid.extent[0] || place->core.x >= chip_grid.extent[1];
  if (!outside) return TTA_OK;
  tta_fail(TTA_INVALID, reason, "the worker map returns core %lldx%lld", (long long)place->core.y,
             (long long)place->core.x);
  if (chip_grid.rank != 2) return tta_fail(TTA_INVALID, reason, ", which is negative");
  return tta_fail(TTA_INVALID, reason, ", outside the chip grid %lldx%lld", (long long)chip_grid.extent[0],
                    (long long)chip_grid.extent[1]);
}

tta_status tta_worker_core(const tta_map *map, const int64_t *index, int64_t num_chips, tta_shape chip_grid,
                            tta_core_assignment *place, tta_buf *reason) {
  if (map->num_results != 3 || map->num_symbols != 0)
    return tta_fail(TTA_INVALID, reason,
                    "a worker map must have 3 results (chip, y, x) and no symbols, found %u and %u", map->num_results,
                    map->num_symbols);
  int64_t value[3];
  tta_status status = tta_map_evaluate(map, index, NULL, value);
  if (status == TTA_INVALID) return tta_fail(status, reason, "the worker map divides by a number below 1");
  if (status == TTA_OVERFLOW) return tta_fail(status, reason, "the worker map exceeds the signed 64-bit range");
  if (status) return status;
  tta_core_assignment result = {.chip_index = value[0], .core = {.y = value[1], .x = value[2]}};
  status = check_place(&result, num_chips, chip_grid, reason);
  if (!status) *place = result;
  return status;
}
