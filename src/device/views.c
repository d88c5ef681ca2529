/* What a worker map does with all cores: its pattern, the cores of each chip, the way back, and other views of it. */

#include <string.h>

#include "affine/pool.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "device/device.h"
#include "device/slices.h"
#include "ir/behaviors.h"
#include "ir/eras.h"
#include "layout/values.h"
#include "maps/maps.h"
#include "ttattr/device.h"

static bool is_usable(const tta_device *device) {
  bool usable = tta_device_has_worker_map(device) && tta_shape_at_least(device->grid, 1) &&
                tta_shape_at_least(device->mesh, 1);
  return usable && device->grid.rank >= 1 && device->grid.rank <= TTA_MAX_RANK && device->chip_ids.rank;
}

tta_status tta_device_reached(const tta_device *device, bool exact, tta_arena *arena, int64_t chip_grid[2]) {
  for (uint32_t k = 0; k < 2; k++) {
    tta_range range;
    tta_status status = tta_maps_range(&device->map, k + 1, device->grid, arena, &range);
    if (status) return status;
    if ((exact && !range.max.exact) || range.max.seen < 0 || !tta_add(range.max.seen, 1, &chip_grid[k]))
      return TTA_INVALID;
  }
  return TTA_OK;
}

/* ---- pattern ---- */

typedef struct matcher {
  const tta_device *device;
  tta_arena arena;
  tta_affine_pool *pool;
  tta_device_pattern *out;
} matcher;

/* One chip need not be used up; of several each is, or the next would not follow. */
static bool has_extents(tta_shape grid, const int64_t *whole, int64_t num_chips) {
  for (uint32_t i = 0; i < grid.rank; i++)
    if (num_chips > 1 ? grid.extent[i] != whole[i] : grid.extent[i] > whole[i]) return false;
  return true;
}

/* Whether the device is this view of chips of `chip` in this mesh. */
static tta_status matches(matcher *m, tta_shape mesh, const int64_t chip[2], tta_worker_view view, bool *equal) {
  const tta_device *d = m->device;
  tta_worker_spec spec = {.chip_grid = {2, chip}, .mesh = mesh, .view = view};
  int64_t extents[TTA_MAX_RANK], num_chips;
  tta_expr results[3];
  tta_map expected;
  *equal = false;
  if (tta_worker_grid_rank(&spec) != d->grid.rank || tta_worker_grid_shape(&spec, extents, &num_chips, NULL) ||
      !has_extents(d->grid, extents, num_chips))
    return TTA_OK;
  tta_expr mark = tta_affine_pool_mark(m->pool);
  tta_status status = tta_worker_map(&spec, m->pool, results, &expected, NULL);
  if (!status) status = tta_map_equal_on(&d->map, &expected, d->grid, equal);
  tta_affine_pool_rewind(m->pool, mark);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

static tta_status match_views(matcher *m, tta_shape mesh, const int64_t chip[2]) {
  for (int view = 0; view < TTA_NUM_VIEWS && !m->out->known; view++) {
    tta_status status = matches(m, mesh, chip, (tta_worker_view)view, &m->out->known);
    if (status) return status;
    m->out->view = m->out->known ? (tta_worker_view)view : TTA_VIEW_PLAIN;
  }
  return TTA_OK;
}

/* The mesh, then the mesh with its last two dims exchanged: a transposed grid of a transposed mesh. */
static tta_status match_meshes(matcher *m, const int64_t chip[2]) {
  tta_shape mesh = m->device->mesh;
  int64_t exchanged[TTA_MAX_RANK];
  tta_status status = match_views(m, mesh, chip);
  if (status || m->out->known || mesh.rank < 2 || mesh.rank > TTA_MAX_RANK) return status;
  memcpy(exchanged, mesh.extent, mesh.rank * sizeof *exchanged);
  exchanged[mesh.rank - 2] = mesh.extent[mesh.rank - 1];
  exchanged[mesh.rank - 1] = mesh.extent[mesh.rank - 2];
  status = matches(m, (tta_shape){mesh.rank, exchanged}, chip, TTA_VIEW_TRANSPOSE, &m->out->known);
  if (m->out->known) m->out->view = TTA_VIEW_TRANSPOSE;
  return status;
}

static void describe_mesh(tta_device_pattern *p, const tta_device *device) {
  uint32_t rank = device->grid.rank;
  for (uint32_t i = 0; i < rank; i++) {
    if (tta_mesh_extent(device, i) < 2) continue;
    if (i + 2 < rank) p->batch = true;
    else p->joined = true;
  }
}

static tta_status match(matcher *m) {
  tta_device_pattern *out = m->out;
  int64_t index, chip[2];
  tta_status status = tta_device_reached(m->device, true, &m->arena, chip);
  if (status) return status == TTA_NO_MEMORY ? status : TTA_OK;
  memcpy(out->chip_grid, chip, sizeof chip);
  out->each_chip = m->device->chip_ids.rank > 1 && m->device->ttcore &&
                   tta_expr_is_constant(m->device->map.pool, m->device->map.results[0], &index) && index == 0;
  if (out->each_chip) return match_views(m, (tta_shape){0, NULL}, chip);
  status = match_meshes(m, chip);
  describe_mesh(out, m->device);
  return status;
}

tta_status tta_device_pattern_of(const tta_device *device, tta_device_pattern *pattern) {
  *pattern = (tta_device_pattern){.known = false};
  if (!is_usable(device) || device->grid.rank < 2) return TTA_OK; /* the views are of rows and columns */
  const tta_allocator *allocator = device->map.pool->allocator;
  matcher m = {.device = device, .pool = tta_affine_pool_new(allocator), .out = pattern};
  if (!m.pool) return TTA_NO_MEMORY;
  tta_arena_init(&m.arena, allocator);
  tta_status status = match(&m);
  tta_arena_free(&m.arena);
  tta_affine_pool_free(m.pool);
  return status;
}

void tta_device_pattern_text(tta_buf *out, const tta_device_pattern *p) {
  if (!p->known) {
    tta_buf_str(out, "other");
    return;
  }
  bool several = p->batch || p->joined;
  if (p->batch) tta_buf_str(out, p->joined ? "batch and joined 2d" : "batch");
  else if (p->joined) tta_buf_str(out, "joined 2d");
  if (several && p->view == TTA_VIEW_PLAIN) return;
  tta_buf_printf(out, "%s%s%s", several ? ", " : "", tta_worker_view_name(p->view),
                 p->each_chip ? ", the grid of each chip" : "");
}

/* ---- every core ---- */

static tta_status count_cores(const tta_device *device, tta_buf *reason) {
  int64_t cores;
  if (!is_usable(device)) return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to its chips");
  if (tta_shape_volume(device->grid, &cores) && cores <= TTA_DEVICE_MAX_CORES) return TTA_OK;
  return tta_fail(TTA_LIMIT, reason, "the device has more than %d cores", TTA_DEVICE_MAX_CORES);
}

tta_status tta_device_logical_core(const tta_device *device, int64_t chip, tta_core core, int64_t *index, bool *found,
                                   tta_buf *reason) {
  *found = false;
  tta_status status = count_cores(device, reason);
  for (uint32_t i = 0; i < device->grid.rank && !status; i++) index[i] = 0;
  while (!status) {
    tta_core_assignment place;
    int64_t id;
    status = tta_device_place(device, index, &place, &id, reason);
    *found = !status && id == chip && place.core.y == core.y && place.core.x == core.x;
    if (*found || !tta_index_next(device->grid, index)) break;
  }
  return status;
}

static void add_core(tta_device_chip *chip, uint32_t rank, const int64_t *index, tta_core core) {
  if (!chip->num_cores++) {
    memcpy(chip->first, index, rank * sizeof *index);
    chip->low = chip->high = core;
  }
  memcpy(chip->last, index, rank * sizeof *index);
  tta_core_extend(&chip->low, &chip->high, core);
}

tta_status tta_device_chips(const tta_device *device, tta_device_chip *chips, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0};
  tta_status status = count_cores(device, reason);
  if (status) return status;
  memset(chips, 0, device->chip_ids.rank * sizeof *chips);
  do {
    tta_core_assignment place;
    status = tta_device_place(device, index, &place, NULL, reason);
    if (!status) add_core(&chips[place.chip_index], device->grid.rank, index, place.core);
  } while (!status && tta_index_next(device->grid, index));
  return status;
}

/* ---- a mod that is missing ---- */

static bool same_box(const tta_device_chip *a, const tta_device_chip *b) {
  return a->low.y == b->low.y && a->low.x == b->low.x && a->high.y == b->high.y && a->high.x == b->high.x;
}

/* Whether one chip has all cores, or each has a full block of the size of the implied chip in its own position. */
static bool leaves(const tta_device *device, const tta_device_chip *chips, int64_t volume) {
  bool moved = false;
  for (uint32_t i = 0; i < device->chip_ids.rank; i++) {
    const tta_device_chip *c = &chips[i];
    int64_t box = (c->high.y - c->low.y + 1) * (c->high.x - c->low.x + 1);
    if (c->num_cores == volume * device->chip_ids.rank && !c->low.y && !c->low.x && c->num_cores == box) return true;
    if (c->num_cores != volume || box != volume) return false;
    moved |= !same_box(c, &chips[0]);
  }
  return moved && !chips[0].low.y && !chips[0].low.x;
}

/* The first logical core outside the chip. That of a reinterpreted grid has other extents: those of the first chip. */
static bool find_outside(const tta_device *device, const tta_device_chip *chips, int64_t chip_grid[2],
                         int64_t *index) {
  if (chips[0].num_cores == chip_grid[0] * chip_grid[1])
    chip_grid[0] = chips[0].high.y + 1, chip_grid[1] = chips[0].high.x + 1;
  memset(index, 0, device->grid.rank * sizeof *index);
  do {
    tta_core_assignment place;
    if (tta_device_place(device, index, &place, NULL, NULL)) return false;
    if (place.core.y >= chip_grid[0] || place.core.x >= chip_grid[1]) return true;
  } while (tta_index_next(device->grid, index));
  return false;
}

/* The greatest value of a result, at least 0, for indices of the grid; most are `d0` or `d1 mod 8`.
 *  @return false if it can be negative or is unknown */
static bool greatest_result(const tta_device *device, uint32_t result, tta_arena *arena, int64_t *greatest) {
  const tta_map *map = &device->map;
  tta_range range;
  int64_t divisor = INT64_MAX;
  if (result >= map->num_results) return false;
  tta_expr_view view = tta_expr_get(map->pool, map->results[result]);
  if (view.kind == TTA_EXPR_MOD && tta_expr_is_constant(map->pool, view.rhs, &divisor) && divisor > 0)
    view = tta_expr_get(map->pool, view.lhs);
  if (view.kind == TTA_EXPR_DIM && view.value < (int64_t)device->grid.rank) {
    *greatest = device->grid.extent[view.value] - 1;
    if (*greatest >= divisor) *greatest = divisor - 1;
    return *greatest >= 0;
  }
  if (tta_maps_range(map, result, device->grid, arena, &range) || range.min.bound < 0) return false;
  *greatest = range.max.bound;
  return true;
}

/* Whether all cores are certainly in a box from (0, 0) that has no more cores than the implied chip. Then no core
 * leaves it: `leaves` requires several such boxes that differ, or a larger one. */
static bool stays_in_box(const tta_device *device, int64_t volume) {
  tta_arena arena;
  int64_t y, x, rows, columns, box;
  tta_arena_init(&arena, device->map.pool->allocator);
  bool known = greatest_result(device, 1, &arena, &y) && greatest_result(device, 2, &arena, &x);
  known = known && tta_add(y, 1, &rows) && tta_add(x, 1, &columns) && tta_mul(rows, columns, &box) && box <= volume;
  tta_arena_free(&arena);
  return known;
}

tta_status tta_device_leaves_chip(const tta_device *device, bool *outside, int64_t chip_grid[2], int64_t *index) {
  enum { MAX_CORES = 1 << 14 };
  int64_t cores, first;
  *outside = false;
  bool each_chip = device->ttcore && device->map.num_results == 3 &&
                   tta_expr_is_constant(device->map.pool, device->map.results[0], &first);
  if (!is_usable(device) || device->chip_ids.rank < 2 || each_chip || !tta_device_chip_grid(device, chip_grid))
    return TTA_OK;
  if (!tta_shape_volume(device->grid, &cores) || cores > MAX_CORES) return TTA_OK;
  if (cores != chip_grid[0] * chip_grid[1] * device->chip_ids.rank) return TTA_OK;
  if (stays_in_box(device, chip_grid[0] * chip_grid[1])) return TTA_OK;
  const tta_allocator *allocator = device->map.pool->allocator;
  size_t size = device->chip_ids.rank * sizeof(tta_device_chip);
  tta_device_chip *chips = allocator->allocate(allocator->user, size);
  if (!chips) return TTA_NO_MEMORY;
  tta_status status = tta_device_chips(device, chips, NULL);
  if (!status && leaves(device, chips, chip_grid[0] * chip_grid[1]))
    *outside = find_outside(device, chips, chip_grid, index);
  allocator->release(allocator->user, chips, size);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

/* ---- the map back ---- */

static bool is_comparable(const tta_grid *g) {
  uint32_t rank = g->shape.rank;
  return g->map.num_dims == rank && g->map.num_results == 3 && !g->map.num_symbols && !g->inverse.num_symbols &&
         (g->inverse.num_dims == 2 || g->inverse.num_dims == 3) &&
         (g->inverse.num_results == rank || g->inverse.num_results == rank + 1);
}

/* Compares inverse(map(index)) with the index. */
tta_status tta_grid_compare_inverse(const tta_grid *g, tta_affine_pool *pool, tta_arena *arena,
                                    tta_map_equality *answer) {
  uint32_t count = g->inverse.num_results, extra = count - g->shape.rank;
  *answer = (tta_map_equality){.equal = TTA_UNKNOWN};
  if (!is_comparable(g)) return TTA_OK;
  tta_expr mark = tta_affine_pool_mark(pool);
  tta_expr *round = tta_arena_array(arena, count, sizeof *round), *same = tta_arena_array(arena, count, sizeof *same);
  if (!round || !same) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < count; r++) {
    round[r] = tta_expr_replace(pool, pool, g->inverse.results[r], g->map.results + (3 - g->inverse.num_dims), NULL);
    same[r] = r < extra ? g->map.results[0] : tta_expr_dim(pool, r - extra);
  }
  tta_map a = {pool, g->shape.rank, 0, count, round}, b = {pool, g->shape.rank, 0, count, same};
  tta_status status = tta_affine_pool_status(pool);
  for (uint32_t r = 0; r < count && !status; r++)
    if (round[r] == TTA_EXPR_NONE) status = TTA_LIMIT;
  if (!status) status = tta_maps_equality(&a, &b, g->shape, arena, answer);
  if (status) answer->equal = TTA_UNKNOWN;
  tta_affine_pool_rewind(pool, mark);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

/* ---- other views of a device ---- */

/* The worker map of the view, as text. */
static tta_status view_map(const tta_device *device, tta_worker_view view, tta_affine_pool *pool, tta_buf *text) {
  uint32_t rank = device->grid.rank;
  tta_expr dims[TTA_MAX_RANK], results[3];
  for (uint32_t i = 0; i < rank; i++) dims[i] = tta_expr_dim(pool, i);
  tta_view_look_through(view, pool, rank, device->grid.extent + rank - 2, &dims[rank - 2], &dims[rank - 1]);
  for (uint32_t r = 0; r < 3; r++)
    results[r] = tta_expr_replace(pool, device->map.pool, device->map.results[r], dims, NULL);
  tta_status status = tta_affine_pool_status(pool);
  if (!status) tta_map_text(text, &(tta_map){pool, rank, 0, 3, results});
  return status;
}

/* A device that is not a plain grid: its map, seen through the view. */
static tta_status build_view(const tta_device *device, tta_worker_view view, tta_device_spec *spec, tta_buf *out,
                             tta_buf *reason) {
  int64_t extents[TTA_MAX_RANK];
  uint32_t rank = device->grid.rank;
  memcpy(extents, device->grid.extent, rank * sizeof *extents);
  if (!tta_view_extents(view, device->grid.extent + rank - 2, extents + rank - 2)) return TTA_OVERFLOW;
  tta_affine_pool *pool = tta_affine_pool_new(out->allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_buf text = tta_buf_new(out->allocator);
  tta_status status = view_map(device, view, pool, &text);
  if (text.failed) status = TTA_NO_MEMORY;
  spec->grid = (tta_shape){rank, extents};
  spec->map = tta_buf_view(&text);
  if (!status) status = tta_device_build(spec, out, reason);
  tta_buf_free(&text);
  tta_affine_pool_free(pool);
  return status;
}

static int syntax_of_maps(int32_t era) { return (era >= TTA_DAY_BYTE_MAPS) + (era >= TTA_DAY_ELEMENT_SYMBOL); }

/* The same cores in the syntax of another date. Memory maps have other arguments on some dates: there the default ones
 * are written. */
static tta_status build_again(const tta_device *device, tta_device_spec *spec, tta_buf *out, tta_buf *reason) {
  int64_t chip_grid[2];
  tta_arena arena;
  tta_arena_init(&arena, out->allocator);
  tta_status status = tta_device_reached(device, false, &arena, chip_grid);
  tta_arena_free(&arena);
  if (status == TTA_NO_MEMORY) return status;
  if (!status) spec->chip_grid = (tta_shape){2, chip_grid};
  const tta_map *maps[3] = {&device->map, &device->l1_map, &device->dram_map};
  tta_str *texts[3] = {&spec->map, &spec->l1_map, &spec->dram_map};
  tta_buf kept[3];
  status = TTA_OK;
  bool all = syntax_of_maps(spec->era) == syntax_of_maps(device->era);
  for (int i = 0; i < 3; i++) {
    tta_buf_init(&kept[i], out->allocator);
    if (maps[i]->num_results && (!i || all)) tta_map_text(&kept[i], maps[i]);
    if (kept[i].failed) status = TTA_NO_MEMORY;
    *texts[i] = tta_buf_view(&kept[i]);
  }
  spec->grid = device->grid;
  spec->num_topologies = device->num_topologies;
  spec->topologies = device->topologies;
  if (spec->l1_map.size || !tta_era_reads_field(TTA_ATTR_device, TTA_FIELD_l1Map, spec->era)) spec->memory_maps = false;
  if (!status) status = tta_device_build(spec, out, reason);
  for (int i = 0; i < 3; i++) tta_buf_free(&kept[i]);
  return status;
}

tta_status tta_device_reinterpret(const tta_device *device, tta_worker_view view, int32_t era, tta_buf *out,
                                  tta_buf *reason) {
  tta_device_pattern pattern;
  if ((unsigned)view >= TTA_NUM_VIEWS) return tta_fail(TTA_INVALID, reason, "unknown view of a worker grid");
  if (!is_usable(device)) return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to its chips");
  if (device->grid.rank < 2 && view)
    return tta_fail(TTA_INVALID, reason, "a grid of one dim has no other view: the views are of rows and columns");
  tta_status status = tta_device_pattern_of(device, &pattern);
  if (status) return status;
  tta_device_spec spec = {.chip_grid = {2, pattern.chip_grid}, .mesh = device->mesh, .chip_ids = device->chip_ids,
                          .era = era ? era : device->era,
                          .memory_maps = device->l1_map.num_results != 0};
  if (device->dram_grid.rank == 2 && device->dram_grid.extent[0] == 1 && device->dram_grid.extent[1] < UINT32_MAX)
    spec.dram_banks = (uint32_t)device->dram_grid.extent[1];
  if (view == TTA_VIEW_PLAIN) return build_again(device, &spec, out, reason);
  if (!pattern.known || pattern.view || pattern.each_chip)
    return build_view(device, view, &spec, out, reason);
  spec.view = view;
  return tta_device_build(&spec, out, reason);
}
