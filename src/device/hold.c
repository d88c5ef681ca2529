/* A grid of cores on chips, and a device that holds it, from the chips of another one: the fewest chips, then the
 * fewest cores. */
#include <string.h>

#include "affine/print.h"
#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "device/device.h"
#include "device/slices.h"
#include "ttattr/device.h"

enum {
  MAX_CHIPS = 1024,       /* of a proposal */
  MAX_STEPS = 1 << 12,    /* of the search for a mesh */
};

typedef struct proposal {
  const tta_device *device;
  const tta_system *system; /* or NULL */
  bool grids_known;         /* the system has the grid of every chip */
  tta_shape grid;
  tta_arena arena;
  tta_affine_pool *pool;
  int64_t cores;            /* of the grid */
  int64_t chip_grid[2];     /* that every chip has */
  int64_t num_chips, *ids;
  int64_t mesh[TTA_MAX_RANK], block[TTA_MAX_RANK]; /* block: the part of the grid on one chip */
  int64_t tried[TTA_MAX_RANK];
  int quality;              /* of `mesh`, 0: none so far */
  bool keeps_mesh;          /* of the device, if it is one of the grid */
  int num_steps;
} proposal;

/* ---- chips ---- */

/* The grid of a chip is at least what the worker map reaches on it. */
static tta_status reached_grid(proposal *p, int64_t chip_grid[2]) {
  if (!tta_device_has_worker_map(p->device)) return TTA_INVALID;
  return tta_device_reached(p->device, false, &p->arena, chip_grid);
}

static bool exists(const proposal *p, int64_t id) {
  return id >= 0 && id <= UINT32_MAX && (!p->system || id < p->system->num_chips);
}

/* The chips that a proposal can have: those of the device, then others by id. @return how many */
static int64_t list_chips(const proposal *p, int64_t *ids) {
  int64_t count = 0, own = p->device->chip_ids.rank;
  for (int64_t i = 0; i < own && count < MAX_CHIPS; i++)
    if (exists(p, p->device->chip_ids.extent[i])) ids[count++] = p->device->chip_ids.extent[i];
  for (int64_t id = 0; count < MAX_CHIPS && exists(p, id) && id < own + MAX_CHIPS; id++)
    if (!tta_device_has_chip(p->device, id)) ids[count++] = id;
  return count;
}

static tta_chip_grid grid_of(const proposal *p, int64_t id) {
  return p->grids_known ? tta_system_chip_grid(p->system, id) : (tta_chip_grid){p->chip_grid[0], p->chip_grid[1]};
}

/* Large chips first; a stable order, so that those of the device come first among equal ones. */
static void sort_by_size(const proposal *p, int64_t *ids, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    int64_t id = ids[i], at = i, area;
    tta_chip_grid grid = grid_of(p, id);
    if (!tta_mul(grid.rows, grid.columns, &area)) return;
    for (; at > 0; at--) {
      tta_chip_grid before = grid_of(p, ids[at - 1]);
      if (before.rows * before.columns >= area) break;
      ids[at] = ids[at - 1];
    }
    ids[at] = id;
  }
}

/* The fewest chips whose common grid has enough cores. */
static tta_status choose_chips(proposal *p) {
  p->grids_known = p->system && tta_system_smallest_grid(p->system).rows > 0;
  tta_status status = p->grids_known ? TTA_OK : reached_grid(p, p->chip_grid);
  if (status) return status;
  p->ids = tta_arena_array(&p->arena, MAX_CHIPS, sizeof *p->ids);
  if (!p->ids) return TTA_NO_MEMORY;
  int64_t count = list_chips(p, p->ids), common[2] = {INT64_MAX, INT64_MAX}, cores;
  if (p->grids_known && p->system->desc_of_chip) sort_by_size(p, p->ids, count);
  for (int64_t n = 1; n <= count; n++) {
    tta_chip_grid grid = grid_of(p, p->ids[n - 1]);
    if (grid.rows < common[0]) common[0] = grid.rows;
    if (grid.columns < common[1]) common[1] = grid.columns;
    if (!tta_mul(common[0], common[1], &cores) || !tta_mul(cores, n, &cores)) return TTA_OVERFLOW;
    if (cores < p->cores) continue;
    p->num_chips = n;
    memcpy(p->chip_grid, common, sizeof common);
    return TTA_OK;
  }
  return TTA_INVALID;
}

/* ---- mesh ---- */

/* How a block is on its chip: row after row, or dim by dim; EVEN: all blocks are equal. */
enum { BY_ROWS = 1, EVEN = 1, AS_IS = 3 };

/* Whether every chip of the mesh has a block that fits. The blocks are the slices of the specification. */
static int rate_mesh(const proposal *p, const int64_t *mesh, int64_t *block) {
  int64_t cores = 1;
  uint32_t rank = p->grid.rank;
  bool as_is = true, even = true;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t extent = p->grid.extent[i], limit = i + 2 < rank ? 1 : p->chip_grid[i + 2 - rank];
    block[i] = (extent - 1) / mesh[i] + 1;
    if ((mesh[i] - 1) * block[i] >= extent) return 0; /* nothing is left for the last one */
    cores *= block[i]; /* no block is larger than the grid */
    even = even && extent % mesh[i] == 0;
    as_is = as_is && block[i] <= (rank == 1 ? p->chip_grid[1] : limit);
  }
  if (as_is) return AS_IS + even * EVEN;
  return cores <= p->chip_grid[0] * p->chip_grid[1] ? BY_ROWS + even * EVEN : 0;
}

static void try_mesh(proposal *p, const int64_t *mesh) {
  int64_t block[TTA_MAX_RANK];
  int quality = rate_mesh(p, mesh, block);
  if (quality <= p->quality) return;
  p->quality = quality;
  memcpy(p->mesh, mesh, p->grid.rank * sizeof *mesh);
  memcpy(p->block, block, p->grid.rank * sizeof *block);
}

/* Tries all meshes of `rest` chips in the dims from `dim` on. */
static void try_meshes(proposal *p, uint32_t dim, int64_t rest) {
  if (p->quality == AS_IS + EVEN || p->num_steps++ >= MAX_STEPS) return;
  if (dim == p->grid.rank) {
    if (rest == 1) try_mesh(p, p->tried);
    return;
  }
  for (int64_t chips = 1; chips <= rest && chips <= p->grid.extent[dim]; chips++) { /* the last dims are tried first */
    if (rest % chips) continue;
    p->tried[dim] = chips;
    try_meshes(p, dim + 1, rest / chips);
  }
}

static void choose_mesh(proposal *p) {
  int64_t own[TTA_MAX_RANK], chips = 1;
  for (uint32_t i = 0; i < p->grid.rank; i++) {
    own[i] = tta_mesh_extent(p->device, i);
    if (own[i] < 1 || !tta_mul(chips, own[i], &chips)) chips = 0;
  }
  if (chips == p->num_chips && p->device->mesh.rank <= p->grid.rank) try_mesh(p, own);
  if (!p->keeps_mesh || !p->quality) try_meshes(p, 0, p->num_chips);
}

/* ---- map ---- */

/* sum += value * factor */
static void add_term(proposal *p, tta_expr *sum, tta_expr value, int64_t factor) {
  *sum = tta_expr_binary(p->pool, TTA_EXPR_ADD, *sum, tta_expr_with(p->pool, TTA_EXPR_MUL, value, factor));
}

/* The index along a dim within its block. */
static tta_expr within_block(proposal *p, uint32_t dim) {
  tta_expr at = tta_expr_dim(p->pool, dim);
  return p->mesh[dim] > 1 ? tta_expr_with(p->pool, TTA_EXPR_MOD, at, p->block[dim]) : at;
}

/* Position of the block in the mesh, row-major. */
static tta_expr chip_of_block(proposal *p) {
  tta_expr chip = tta_expr_constant(p->pool, 0);
  int64_t stride = p->num_chips;
  for (uint32_t i = 0; i < p->grid.rank; i++) {
    if (p->mesh[i] == 1) continue;
    stride /= p->mesh[i];
    add_term(p, &chip, tta_expr_with(p->pool, TTA_EXPR_FLOORDIV, tta_expr_dim(p->pool, i), p->block[i]), stride);
  }
  return chip;
}

/* A block dim by dim: its last two dims are y and x, the others are 1. */
static void place_as_is(proposal *p, tta_expr *y, tta_expr *x) {
  uint32_t rank = p->grid.rank;
  *x = within_block(p, rank - 1);
  if (rank > 1) *y = within_block(p, rank - 2);
}

/* A block row after row: y and x are quotient and rest of the number of the core by the columns. Strides that are
 * multiples of the columns are divided one by one, which gives `d0 * 2 + d1 floordiv 8`. */
static void place_by_rows(proposal *p, tta_expr *y, tta_expr *x) {
  int64_t columns = p->chip_grid[1], stride = 1, most = 0;
  for (uint32_t i = 0; i < p->grid.rank; i++) stride *= p->block[i]; /* at most the cores of the grid */
  for (uint32_t i = 0; i < p->grid.rank; i++) {
    stride /= p->block[i];
    if (p->block[i] == 1) continue;
    bool whole_rows = stride % columns == 0;
    add_term(p, whole_rows ? y : x, within_block(p, i), whole_rows ? stride / columns : stride);
    if (!whole_rows) most += (p->block[i] - 1) * stride;
  }
  if (most < columns) return;
  add_term(p, y, tta_expr_with(p->pool, TTA_EXPR_FLOORDIV, *x, columns), 1);
  *x = tta_expr_with(p->pool, TTA_EXPR_MOD, *x, columns);
}

/* The whole grid row after row over one chip after the other. */
static void fill_chips(proposal *p, tta_expr results[3]) {
  tta_expr number = tta_expr_constant(p->pool, 0);
  int64_t stride = p->cores, cores = p->chip_grid[0] * p->chip_grid[1];
  for (uint32_t i = 0; i < p->grid.rank; i++) {
    stride /= p->grid.extent[i];
    p->mesh[i] = i + 1 == p->grid.rank ? p->num_chips : 1;
    if (p->grid.extent[i] > 1) add_term(p, &number, tta_expr_dim(p->pool, i), stride);
  }
  results[0] = tta_expr_with(p->pool, TTA_EXPR_FLOORDIV, number, cores);
  results[1] = tta_expr_with(p->pool, TTA_EXPR_MOD, number, cores);
  results[1] = tta_expr_with(p->pool, TTA_EXPR_FLOORDIV, results[1], p->chip_grid[1]);
  results[2] = tta_expr_with(p->pool, TTA_EXPR_MOD, number, p->chip_grid[1]);
}

static tta_expr digit(proposal *p, tta_expr number, int64_t below, int64_t extent) {
  return tta_expr_with(p->pool, TTA_EXPR_MOD, tta_expr_with(p->pool, TTA_EXPR_FLOORDIV, number, below), extent);
}

/* The map from chip, y and x back to the grid. */
static void look_back(proposal *p, tta_expr *dims) {
  tta_expr chip = tta_expr_dim(p->pool, 0), y = tta_expr_dim(p->pool, 1), x = tta_expr_dim(p->pool, 2), number = x;
  int64_t stride = 1, below = p->num_chips;
  uint32_t rank = p->grid.rank;
  const int64_t *block = p->quality ? p->block : p->grid.extent;
  add_term(p, &number, y, p->chip_grid[1]);
  if (!p->quality) add_term(p, &number, chip, p->chip_grid[0] * p->chip_grid[1]);
  for (uint32_t i = 0; i < rank; i++) stride *= block[i];
  for (uint32_t i = 0; i < rank; i++) {
    stride /= block[i];
    dims[i] = digit(p, number, stride, block[i]);
    if (p->quality >= AS_IS) dims[i] = i + 1 == rank ? x : i + 2 == rank ? y : tta_expr_constant(p->pool, 0);
    if (!p->quality || p->mesh[i] == 1) continue;
    below /= p->mesh[i];
    add_term(p, &dims[i], digit(p, chip, below, p->mesh[i]), block[i]);
  }
}

static tta_status spread(proposal *p, tta_expr results[3], tta_expr *dims) {
  for (int i = 0; i < 3; i++) results[i] = tta_expr_constant(p->pool, 0);
  if (!p->quality) {
    fill_chips(p, results);
  } else {
    results[0] = chip_of_block(p);
    if (p->quality >= AS_IS) place_as_is(p, &results[1], &results[2]);
    else place_by_rows(p, &results[1], &results[2]);
  }
  look_back(p, dims);
  return tta_affine_pool_status(p->pool);
}

static tta_status make_map(proposal *p, tta_buf *text, tta_buf *inverse) {
  tta_expr results[3], dims[TTA_MAX_RANK];
  tta_status status = spread(p, results, dims);
  tta_map map = {p->pool, p->grid.rank, 0, 3, results}, back = {p->pool, 3, 0, p->grid.rank, dims};
  if (!status) tta_map_print(text, &map);
  if (!status) tta_map_print(inverse, &back);
  return text->failed || inverse->failed ? TTA_NO_MEMORY : status;
}

/* ---- a device that exists ---- */

static bool is_within(tta_shape inner, tta_shape outer) {
  for (uint32_t i = 0; i < inner.rank; i++)
    if (inner.extent[i] > outer.extent[i]) return false;
  return true;
}

tta_status tta_device_full_chips(const tta_device *device, tta_arena *arena, int64_t chip_grid[2]) {
  int64_t cores, all, chips = tta_device_of_each_chip(device) ? 1 : device->chip_ids.rank;
  if (!tta_device_has_worker_map(device)) return TTA_INVALID;
  tta_status status = tta_device_reached(device, true, arena, chip_grid);
  if (status) return status == TTA_NO_MEMORY ? status : TTA_INVALID;
  bool full = tta_mul(chip_grid[0], chip_grid[1], &cores) && tta_mul(cores, chips, &cores) &&
              tta_shape_volume(device->grid, &all) && cores == all;
  return full ? TTA_OK : TTA_INVALID;
}

/* The grid as the mesh of the device divides it: each chip has a part, and a tensor that is not divided along a dim is
 * on all of its chips. @return false if the mesh is not one of the grid, or a part exceeds a chip */
static bool divide_by_mesh(proposal *p, int64_t *extents) {
  int64_t chips = 1;
  uint32_t rank = p->grid.rank;
  if (p->device->mesh.rank > rank) return false;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t mesh = tta_mesh_extent(p->device, i);
    if (mesh < 1 || !tta_mul(chips, mesh, &chips) || !tta_mul((p->grid.extent[i] - 1) / mesh + 1, mesh, &extents[i]))
      return false;
    p->tried[i] = mesh;
  }
  if (chips != p->device->chip_ids.rank) return false;
  p->grid.extent = extents;
  p->num_chips = chips;
  try_mesh(p, p->tried);
  return p->quality > 0;
}

/* The fewest chips of the device that have enough cores. */
static void divide_anew(proposal *p) {
  int64_t cores = p->chip_grid[0] * p->chip_grid[1];
  p->num_chips = (p->cores - 1) / cores + 1;
  try_meshes(p, 0, p->num_chips);
}

/* The logical cores of the device row by row. */
static tta_status renumber(proposal *p, tta_expr results[3]) {
  const tta_device *d = p->device;
  tta_expr number = tta_expr_constant(p->pool, 0), dims[TTA_MAX_RANK];
  int64_t stride = p->cores;
  for (uint32_t i = 0; i < p->grid.rank; i++) {
    stride /= p->grid.extent[i];
    add_term(p, &number, tta_expr_dim(p->pool, i), stride);
  }
  stride = 1;
  for (uint32_t i = p->grid.rank; i-- > 0;) {
    dims[i] = digit(p, number, stride, d->grid.extent[i]);
    if (!tta_mul(stride, d->grid.extent[i], &stride)) return TTA_OVERFLOW;
  }
  for (int r = 0; r < 3; r++) results[r] = tta_expr_replace(p->pool, d->map.pool, d->map.results[r], dims, NULL);
  return tta_affine_pool_status(p->pool);
}

/* The cores of the device under the grid p->grid, which has at most as many. */
static tta_status look_as(proposal *p, tta_arena *arena, tta_device *out) {
  uint32_t rank = p->grid.rank;
  const int64_t *asked = p->grid.extent;
  int64_t *extents = tta_arena_array(arena, rank, sizeof *extents), *mesh = tta_arena_array(arena, rank, sizeof *mesh);
  tta_expr *results = tta_arena_array(arena, 3, sizeof *results), dims[TTA_MAX_RANK];
  if (!extents || !mesh || !results) return TTA_NO_MEMORY;
  tta_status status = tta_device_full_chips(p->device, &p->arena, p->chip_grid);
  if (status == TTA_NO_MEMORY) return status;
  if (status) {
    status = renumber(p, results);
  } else if (tta_device_of_each_chip(p->device) || !divide_by_mesh(p, extents)) {
    p->grid.extent = asked;
    divide_anew(p);
    if (!tta_device_of_each_chip(p->device)) {
      out->mesh = (tta_shape){rank, mesh};
      out->chip_ids.rank = (uint32_t)p->num_chips;
    }
    status = spread(p, results, dims);
  } else {
    status = spread(p, results, dims);
  }
  memcpy(extents, p->grid.extent, rank * sizeof *extents);
  memcpy(mesh, p->mesh, rank * sizeof *mesh);
  out->grid = (tta_shape){rank, extents};
  out->map = (tta_map){tta_affine_pool_keep(p->pool, arena), rank, 0, 3, results};
  out->text = (tta_str){0};
  return out->map.pool ? status : TTA_NO_MEMORY;
}

tta_status tta_device_for_grid(const tta_device *device, tta_shape grid, tta_arena *arena, const tta_device **holder,
                               tta_buf *reason) {
  *holder = device;
  tta_status status = tta_device_holds(device, grid, reason);
  if (status || is_within(grid, device->grid)) return status;
  if (!tta_device_has_worker_map(device))
    return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to its chips");
  proposal p = {.device = device, .grid = grid};
  tta_device *out = tta_arena_alloc(arena, sizeof *out);
  p.pool = tta_affine_pool_new(arena->allocator);
  if (!p.pool || !out) {
    tta_affine_pool_free(p.pool);
    return TTA_NO_MEMORY;
  }
  *out = *device;
  tta_arena_init(&p.arena, arena->allocator);
  status = tta_shape_volume(grid, &p.cores) ? look_as(&p, arena, out) : TTA_OVERFLOW;
  tta_arena_free(&p.arena);
  tta_affine_pool_free(p.pool);
  if (!status) *holder = out;
  return status;
}

/* ---- all ---- */

tta_status tta_grid_spread(tta_shape grid, const int64_t chip_grid[2], int64_t num_chips, tta_affine_pool *pool,
                           int64_t *mesh, tta_expr results[3], tta_expr *dims) {
  tta_device device = {.mesh = {grid.rank, mesh}};
  proposal p = {.device = &device, .grid = grid, .pool = pool, .num_chips = num_chips, .keeps_mesh = true};
  if (!tta_shape_at_least(grid, 1) || !tta_shape_volume(grid, &p.cores)) return TTA_INVALID;
  memcpy(p.chip_grid, chip_grid, sizeof p.chip_grid);
  choose_mesh(&p);
  tta_status status = spread(&p, results, dims);
  memcpy(mesh, p.mesh, grid.rank * sizeof *mesh);
  return status;
}

static tta_status propose(proposal *p, tta_buf *out) {
  tta_buf map = tta_buf_new(out->allocator), inverse = tta_buf_new(out->allocator);
  bool counted = p->grid.rank >= 1 && p->grid.rank <= TTA_MAX_RANK && tta_shape_at_least(p->grid, 1) &&
                 tta_shape_volume(p->grid, &p->cores);
  tta_status status = counted ? TTA_OK : TTA_INVALID;
  if (!status) status = choose_chips(p);
  if (!status) choose_mesh(p);
  if (!status) status = make_map(p, &map, &inverse);
  tta_device_spec spec = {.chip_grid = {2, p->chip_grid},
                          .mesh = {p->num_chips > 1 ? p->grid.rank : 0, p->mesh},
                          .chip_ids = {(uint32_t)p->num_chips, p->ids},
                          .grid = p->grid,
                          .map = tta_buf_view(&map),
                          .inverse = tta_buf_view(&inverse),
                          .era = p->device->era};
  if (!status) status = tta_device_build(&spec, out, NULL);
  tta_buf_free(&map);
  tta_buf_free(&inverse);
  return status;
}

tta_status tta_device_to_hold(const tta_device *device, tta_shape grid, tta_buf *out) {
  proposal p = {.device = device, .system = device->system, .grid = grid};
  p.pool = tta_affine_pool_new(out->allocator);
  if (!p.pool) return TTA_NO_MEMORY;
  tta_arena_init(&p.arena, out->allocator);
  tta_status status = propose(&p, out);
  tta_arena_free(&p.arena);
  tta_affine_pool_free(p.pool);
  return status;
}

/* Adds a device that would hold the grid, if there is one. */
static void append_holder(const tta_device *device, tta_shape grid, tta_buf *reason) {
  tta_buf text = tta_buf_new(reason->allocator);
  tta_status status = tta_device_to_hold(device, grid, &text);
  if (!status) {
    tta_buf_str(reason, "; a device that holds it: ");
    tta_buf_bytes(reason, text.data, text.size);
  }
  if (status == TTA_NO_MEMORY || text.failed) reason->failed = true;
  tta_buf_free(&text);
}

tta_status tta_device_holds(const tta_device *device, tta_shape grid, tta_buf *reason) {
  int64_t cores = INT64_MAX, all = 0;
  bool counted = tta_shape_at_least(grid, 1) && tta_shape_volume(grid, &cores) && tta_shape_volume(device->grid, &all);
  if (grid.rank == device->grid.rank && (is_within(grid, device->grid) || (counted && cores <= all))) return TTA_OK;
  if (!reason) return TTA_INVALID;
  if (grid.rank != device->grid.rank) {
    tta_buf_printf(reason, "grid rank %u does not match device grid rank %u", grid.rank, device->grid.rank);
  } else {
    tta_buf_str(reason, "grid ");
    tta_buf_shape(reason, grid);
    tta_buf_str(reason, " does not fit device grid ");
    tta_buf_shape(reason, device->grid);
    if (counted) tta_buf_printf(reason, ": %lld cores of %lld", (long long)cores, (long long)all);
  }
  append_holder(device, grid, reason);
  return TTA_INVALID;
}
