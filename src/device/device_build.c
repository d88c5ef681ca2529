/* The text of a new device in the syntax of a date: worker grid, memory maps, chips. */
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "device/device.h"
#include "ir/behaviors.h"
#include "layout/invert.h"
#include "layout/values.h"
#include "maps/maps.h"
#include "raise/raise.h"
#include "ttattr/device.h"

enum { DRAM_BANKS = 12 }; /* of wormhole_b0, as in tt-mlir's maps */

typedef struct builder {
  tta_device_spec spec; /* with what the system supplies */
  int64_t system_grid[2], system_mesh[2];
  tta_arena arena;
  tta_affine_pool *pool;
  tta_buf *reason;
  int32_t era;
  tta_shape grid, mesh, chip_ids; /* mesh as printed */
  int64_t chip_grid[2], num_chips;
  int64_t plain[2];      /* last two extents of the plain grid */
  tta_worker_view view;
  bool numbered;         /* the grid is not a view; its cores are numbered row by row */
  tta_map spread_inverse; /* of a grid that is not a view: a block on each chip */
  tta_map map, inverse, l1_map, dram_map;
} builder;

static tta_expr binary(builder *b, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  return tta_expr_binary(b->pool, kind, lhs, rhs);
}
static tta_expr add(builder *b, tta_expr lhs, tta_expr rhs) { return binary(b, TTA_EXPR_ADD, lhs, rhs); }
static tta_expr mul(builder *b, tta_expr lhs, tta_expr rhs) { return binary(b, TTA_EXPR_MUL, lhs, rhs); }
static tta_expr constant(builder *b, int64_t value) { return tta_expr_constant(b->pool, value); }
static tta_expr symbol(builder *b, uint32_t position) { return tta_expr_symbol(b->pool, position); }

static tta_status new_map(builder *b, uint32_t dims, uint32_t symbols, uint32_t results, tta_expr **exprs,
                          tta_map *map) {
  *exprs = tta_arena_array(&b->arena, results, sizeof **exprs);
  *map = (tta_map){b->pool, dims, symbols, results, *exprs};
  return *exprs ? TTA_OK : TTA_NO_MEMORY;
}

/* ---- system ---- */

/* Each chip of the device must be a chip of the system and have enough cores. */
static tta_status check_system(builder *b) {
  const tta_device_spec *s = &b->spec;
  int64_t chips = 1, limit = s->system->num_chips;
  for (uint32_t i = 0; i < 2 && s->chip_grid.rank == 2; i++) {
    if (s->chip_grid.extent[i] > b->system_grid[i])
      return tta_fail(TTA_INVALID, b->reason,
                      "chip grid %lldx%lld is larger than %lldx%lld, the grid that all chips of the system have",
                      (long long)s->chip_grid.extent[0], (long long)s->chip_grid.extent[1],
                      (long long)b->system_grid[0], (long long)b->system_grid[1]);
  }
  for (uint32_t i = 0; i < s->chip_ids.rank; i++) {
    if (s->chip_ids.extent[i] >= limit)
      return tta_fail(TTA_INVALID, b->reason, "chip %lld is out of range [0, %lld] of the system",
                      (long long)s->chip_ids.extent[i], (long long)limit - 1);
  }
  for (uint32_t i = 0; i < s->mesh.rank; i++)
    if (s->mesh.extent[i] < 1 || !tta_mul(chips, s->mesh.extent[i], &chips)) return TTA_OK; /* rejected as a mesh */
  if (chips <= limit) return TTA_OK;
  return tta_fail(TTA_INVALID, b->reason, "mesh has %lld chips, but the system has %lld", (long long)chips,
                  (long long)limit);
}

static tta_status take_system(builder *b) {
  tta_device_spec *s = &b->spec;
  tta_chip_grid grid = tta_system_smallest_grid(s->system);
  b->system_grid[0] = grid.rows;
  b->system_grid[1] = grid.columns;
  b->system_mesh[0] = 1;
  b->system_mesh[1] = s->system->num_chips;
  if (!s->chip_grid.rank) s->chip_grid = (tta_shape){2, b->system_grid};
  if (!s->mesh.rank && !s->chip_ids.rank && s->system->num_chips > 1 && !s->grid.rank)
    s->mesh = (tta_shape){2, b->system_mesh};
  if (!s->dram_banks) s->dram_banks = (uint32_t)tta_system_smallest_number(s->system, TTA_CHIP_NUM_DRAM_CHANNELS);
  return check_system(b);
}

/* ---- worker grid ---- */

static tta_status divide_grid(builder *b) {
  tta_shape grid = b->spec.grid, mesh = b->spec.mesh;
  uint32_t rank = grid.rank;
  if (rank < 2 || mesh.rank > rank)
    return tta_fail(TTA_INVALID, b->reason, "the chip grid is missing, and does not follow from grid and mesh");
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t i = rank - 2 + k;
    int64_t chips = i < mesh.rank ? mesh.extent[i] : 1;
    if (chips < 1 || grid.extent[i] % chips)
      return tta_fail(TTA_INVALID, b->reason, "grid extent %lld is not a multiple of mesh extent %lld",
                        (long long)grid.extent[i], (long long)chips);
    b->chip_grid[k] = grid.extent[i] / chips;
  }
  return TTA_OK;
}

/* Whether a grid of the rank of the view has its extents. */
static bool is_view(const tta_worker_spec *worker, tta_shape grid, tta_worker_view view) {
  tta_worker_spec viewed = *worker;
  int64_t extents[TTA_MAX_RANK];
  viewed.view = view;
  return tta_worker_grid_rank(&viewed) == grid.rank && !tta_worker_grid_shape(&viewed, extents, NULL, NULL) &&
         tta_shape_equal(grid, (tta_shape){grid.rank, extents});
}

static tta_status reject_grid(builder *b, const tta_worker_spec *worker, tta_shape whole) {
  tta_shape grid = b->spec.grid;
  tta_buf *reason = b->reason;
  if (!reason) return TTA_INVALID;
  tta_buf_str(reason, "grid ");
  tta_buf_shape(reason, grid);
  tta_buf_printf(reason, " does not have all cores of %lld chip%s of %lldx%lld (grid ", (long long)b->num_chips,
                 tta_plural(b->num_chips), (long long)worker->chip_grid.extent[0],
                 (long long)worker->chip_grid.extent[1]);
  tta_buf_shape(reason, whole);
  tta_buf_str(reason, "); a grid of some cores requires a worker map");
  return TTA_INVALID;
}

/* Whether the last two dims of the plain grid are those of several chips. */
static bool joins_chips(const builder *b) { return memcmp(b->plain, b->chip_grid, sizeof b->plain) != 0; }

/* Another grid of all cores: each chip of the mesh has a block of it. */
static tta_status spread_grid(builder *b, const tta_worker_spec *worker, tta_shape whole, tta_expr *results) {
  tta_shape grid = b->grid;
  int64_t all, cores, *mesh;
  tta_expr *dims;
  if (!tta_shape_at_least(grid, 1) || !tta_shape_volume(whole, &all) || !tta_shape_volume(grid, &cores) || cores != all)
    return reject_grid(b, worker, whole);
  tta_shape spread = tta_shape_new(&b->arena, grid.rank, &mesh);
  if (!mesh) return TTA_NO_MEMORY;
  tta_status status = new_map(b, 3, 0, grid.rank, &dims, &b->spread_inverse);
  for (uint32_t i = 0; i < grid.rank; i++) mesh[i] = i < b->spec.mesh.rank ? b->spec.mesh.extent[i] : 1;
  if (!status) status = tta_grid_spread(grid, b->chip_grid, b->num_chips, b->pool, mesh, results, dims);
  if (b->num_chips > 1) b->mesh = spread;
  b->map.num_dims = grid.rank;
  b->map.num_results = 3;
  return status;
}

/* The view of a grid that was given, plain first. */
static bool find_view(builder *b, tta_worker_spec *worker) {
  static const tta_worker_view views[] = {TTA_VIEW_PLAIN, TTA_VIEW_EXTRA_WIDE, TTA_VIEW_EXTRA_TALL, TTA_VIEW_TRANSPOSE};
  if (b->spec.view) return is_view(worker, b->spec.grid, worker->view);
  for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
    worker->view = views[i];
    if (tta_view_is_line(views[i]) && joins_chips(b)) continue;
    if (is_view(worker, b->spec.grid, worker->view)) return true;
  }
  return false;
}

/* A mesh of one row or column is transposed with its cores, so that chips remain at their positions in it. */
static tta_status transpose_mesh(builder *b) {
  uint32_t rank = b->spec.mesh.rank;
  int64_t *mesh;
  if (b->view != TTA_VIEW_TRANSPOSE || rank < 2) return TTA_OK;
  const int64_t *given = b->spec.mesh.extent;
  if (given[rank - 2] > 1 && given[rank - 1] > 1) return TTA_OK;
  b->mesh = tta_shape_new(&b->arena, rank, &mesh);
  if (!mesh) return TTA_NO_MEMORY;
  memcpy(mesh, given, rank * sizeof *mesh);
  mesh[rank - 2] = given[rank - 1];
  mesh[rank - 1] = given[rank - 2];
  return TTA_OK;
}

static tta_status grid_of_mesh(builder *b, bool with_map) {
  tta_worker_spec worker = {.chip_grid = {2, b->chip_grid}, .mesh = b->spec.mesh};
  int64_t *extents;
  tta_expr *results;
  tta_shape grid = tta_shape_new(&b->arena, tta_worker_grid_rank(&worker), &extents);
  if (!extents) return TTA_NO_MEMORY;
  tta_status status = tta_worker_grid_shape(&worker, extents, &b->num_chips, b->reason);
  b->plain[0] = extents[grid.rank - 2], b->plain[1] = extents[grid.rank - 1];
  worker.view = b->spec.view;
  if (status || !with_map) {
    if (!b->spec.grid.rank) b->grid = grid;
    return status;
  }
  status = new_map(b, 0, 0, 3, &results, &b->map);
  if (status) return status;
  if (b->spec.grid.rank && !find_view(b, &worker)) return spread_grid(b, &worker, grid, results);
  b->view = worker.view;
  tta_shape viewed = tta_shape_new(&b->arena, grid.rank, &extents);
  if (!extents) return TTA_NO_MEMORY;
  status = tta_worker_grid_shape(&worker, extents, NULL, b->reason);
  b->grid = viewed;
  if (!status && tta_view_is_line(b->view) && joins_chips(b)) return spread_grid(b, &worker, grid, results);
  if (!status) status = tta_worker_map(&worker, b->pool, results, &b->map, b->reason);
  return status ? status : transpose_mesh(b);
}

/* The chip grid is not part of the attribute, so no rule can find a core outside it. */
static tta_status check_core(builder *b, uint32_t result) {
  tta_range range;
  int64_t limit = b->chip_grid[result - 1];
  tta_status status = tta_maps_range(&b->map, result, b->grid, &b->arena, &range);
  if (status == TTA_NO_MEMORY) return status;
  if (status || tta_range_at_least(&range, limit) != TTA_YES) return TTA_OK; /* the rules report an overflow */
  tta_buf *reason = b->reason;
  if (reason) tta_buf_str(reason, "the worker map maps logical core (");
  if (reason) tta_buf_numbers(reason, b->grid.rank, range.max.at, ", ");
  return tta_fail(TTA_INVALID, reason, ") to %s %lld, out of range [0, %lld] (chip grid %lldx%lld)",
                    result == 1 ? "row" : "column", (long long)range.max.seen, (long long)limit - 1,
                    (long long)b->chip_grid[0], (long long)b->chip_grid[1]);
}

static tta_status check_worker(builder *b) {
  if (b->map.num_results != 3)
    return tta_fail(TTA_INVALID, b->reason, "a worker map must have 3 results (chip, y, x), found %u",
                      b->map.num_results);
  if (b->map.num_dims != b->grid.rank)
    return tta_fail(TTA_INVALID, b->reason, "map rank %u differs from grid rank %u", b->map.num_dims, b->grid.rank);
  if (b->map.num_symbols)
    return tta_fail(TTA_INVALID, b->reason, "the worker map must not have symbols, found %u",
                      b->map.num_symbols);
  tta_status status = TTA_OK;
  for (uint32_t result = 1; result < 3 && b->spec.map.size && b->spec.chip_grid.rank && !status; result++)
    status = check_core(b, result);
  return status;
}

static tta_status make_worker(builder *b) {
  const tta_device_spec *spec = &b->spec;
  b->grid = spec->grid;
  b->mesh = spec->mesh;
  if (spec->mesh.rank > TTA_MAX_RANK || spec->grid.rank > TTA_MAX_RANK) return TTA_LIMIT;
  if (spec->chip_grid.rank == 2) memcpy(b->chip_grid, spec->chip_grid.extent, sizeof b->chip_grid);
  else if (spec->chip_grid.rank)
    return tta_fail(TTA_INVALID, b->reason, "a chip grid must have 2 dims (rows, columns), found %u",
                    spec->chip_grid.rank);
  tta_status status = spec->chip_grid.rank ? TTA_OK : divide_grid(b);
  if (!status) status = grid_of_mesh(b, !spec->map.size);
  if (!status && spec->map.size) status = tta_map_from_text(spec->map, &b->arena, b->pool, &b->map, b->reason);
  return status ? status : check_worker(b);
}

/* The last two dims of the grid, as expressions of those of the plain grid. */
static void view_back(builder *b, tta_expr *dims) {
  uint32_t rank = b->grid.rank;
  tta_expr y = dims[rank - 2], x = dims[rank - 1], columns = constant(b, b->grid.extent[rank - 1]);
  tta_view_look_back(b->view, b->pool, b->plain, y, x, dims + rank - 2);
  if (!b->numbered) return;
  tta_expr number = add(b, mul(b, y, constant(b, b->plain[1])), x);
  dims[rank - 2] = binary(b, TTA_EXPR_FLOORDIV, number, columns);
  dims[rank - 1] = binary(b, TTA_EXPR_MOD, number, columns);
}

/* From chip, y and x back to the logical grid of a mesh (tt-mlir, 2026-03-27): the chip's position in the mesh; in the
 * last two dims it is multiplied by the chip grid. */
static tta_status make_inverse_of_view(builder *b) {
  uint32_t rank = b->grid.rank;
  tta_str given = b->spec.inverse;
  if (!given.size && b->spread_inverse.num_results) {
    b->inverse = b->spread_inverse;
    return TTA_OK;
  }
  if (given.size) return tta_map_from_text(given, &b->arena, b->pool, &b->inverse, b->reason);
  tta_expr *results, chip = tta_expr_dim(b->pool, 0);
  tta_status status = new_map(b, 3, 0, rank, &results, &b->inverse);
  int64_t below = 1;
  for (uint32_t i = rank; i-- > 0 && !status;) {
    int64_t extent = i < b->spec.mesh.rank ? b->spec.mesh.extent[i] : 1;
    results[i] = binary(b, TTA_EXPR_MOD, binary(b, TTA_EXPR_FLOORDIV, chip, constant(b, below)), constant(b, extent));
    if (i + 2 >= rank) {
      uint32_t k = i + 2 - rank;
      results[i] = add(b, mul(b, results[i], constant(b, b->chip_grid[k])), tta_expr_dim(b->pool, k + 1));
    }
    if (!tta_mul(below, extent, &below)) status = TTA_OVERFLOW;
  }
  if (!status) view_back(b, results);
  return status ? status : tta_affine_pool_status(b->pool);
}

static tta_status compare_inverse(builder *b, bool *equal) {
  tta_map_equality answer;
  tta_grid grid = {.shape = b->grid, .map = b->map, .inverse = b->inverse};
  tta_status status = tta_grid_compare_inverse(&grid, b->pool, &b->arena, &answer);
  *equal = !status && answer.equal == TTA_YES;
  return status;
}

static tta_status invert_digits(builder *b, bool *equal) {
  tta_buf text = tta_buf_new(b->arena.allocator);
  tta_status status = TTA_OK;
  *equal = false;
  if (tta_map_invert_digits(&b->map, b->grid, &text)) {
    status = text.failed ? TTA_NO_MEMORY
                         : tta_map_from_text(tta_buf_view(&text), &b->arena, b->pool, &b->inverse, b->reason);
    if (!status) status = compare_inverse(b, equal);
  }
  tta_buf_free(&text);
  return status;
}

/* The map back of a given worker map: of the view that it is, of cores that are numbered, or digit by digit. */
static tta_status find_inverse(builder *b) {
  bool equal = false;
  for (uint32_t i = 0; i <= TTA_NUM_VIEWS; i++) {
    b->numbered = i == TTA_NUM_VIEWS;
    b->view = b->numbered ? TTA_VIEW_PLAIN : (tta_worker_view)i;
    tta_status status = make_inverse_of_view(b);
    if (!status) status = compare_inverse(b, &equal);
    if (status || equal) return status;
  }
  tta_status status = invert_digits(b, &equal);
  if (status || equal) return status;
  return tta_fail(TTA_INVALID, b->reason, "grids of this date have a physical_to_virt_map, and that of the worker map "
                  "is not known");
}

static tta_status make_inverse(builder *b) { return b->spec.map.size ? find_inverse(b) : make_inverse_of_view(b); }

/* ---- memory maps ---- */

/* A result of the worker map with its dims replaced. */
static tta_expr worker(builder *b, uint32_t result, const tta_expr *dims) {
  return tta_expr_replace(b->pool, b->map.pool, b->map.results[result], dims, NULL);
}

/* Until 2025-03-11 both maps go from an element of the collapsed tensor, symbols being the shard's extents. */
static tta_status element_maps(builder *b) {
  enum { PAGE = 8192 }; /* elements, as in tt-mlir */
  uint32_t rank = b->grid.rank;
  tta_expr core[TTA_MAX_RANK], *l1, *dram, offset = constant(b, 0), index = constant(b, 0), volume = constant(b, 1);
  int64_t banks = b->spec.dram_banks ? b->spec.dram_banks : DRAM_BANKS;
  tta_status status = new_map(b, rank, rank, 4, &l1, &b->l1_map);
  if (!status) status = new_map(b, rank, rank, 4, &dram, &b->dram_map);
  if (status) return status;
  for (uint32_t i = 0; i < rank; i++) {
    tta_expr d = tta_expr_dim(b->pool, i), s = symbol(b, i);
    core[i] = binary(b, TTA_EXPR_FLOORDIV, d, s);
    offset = i ? add(b, mul(b, offset, s), binary(b, TTA_EXPR_MOD, d, s)) : binary(b, TTA_EXPR_MOD, d, s);
    index = i ? add(b, mul(b, index, constant(b, b->grid.extent[i])), core[i]) : core[i];
    volume = mul(b, volume, s);
  }
  for (uint32_t r = 0; r < 3; r++) l1[r] = worker(b, r, core);
  l1[3] = offset;
  tta_expr address = add(b, mul(b, index, volume), offset);
  dram[0] = l1[0];
  dram[1] = constant(b, 0);
  dram[2] = binary(b, TTA_EXPR_MOD, binary(b, TTA_EXPR_FLOORDIV, address, constant(b, PAGE)), constant(b, banks));
  dram[3] = add(b, mul(b, binary(b, TTA_EXPR_FLOORDIV, address, constant(b, PAGE * banks)), constant(b, PAGE)),
                binary(b, TTA_EXPR_MOD, address, constant(b, PAGE)));
  return tta_affine_pool_status(b->pool);
}

/* Bytes between the shards of two neighboring cores in dim i: the shards of the inner dims. */
static tta_expr shard_stride(builder *b, uint32_t i, tta_expr volume) {
  tta_expr stride = volume;
  for (uint32_t j = b->grid.rank; j-- > i + 1;) stride = mul(b, symbol(b, j), stride);
  return stride;
}

/* From 2025-03-11 on: from a core and a byte offset in its shard. Symbols of the DRAM map: the grid's extents, the
 * shard's, page size, base address and, from 2025-08-15 on, the bytes of an element. */
static tta_status byte_maps(builder *b) {
  uint32_t rank = b->grid.rank, page = 2 * rank, base = page + 1, element = page + 2;
  bool bytes = b->era >= TTA_DAY_ELEMENT_SYMBOL;
  tta_expr core[TTA_MAX_RANK], *l1, *dram, at = tta_expr_dim(b->pool, rank);
  int64_t banks = b->spec.dram_banks ? b->spec.dram_banks : DRAM_BANKS;
  tta_status status = new_map(b, rank + 1, 1, 4, &l1, &b->l1_map);
  if (!status) status = new_map(b, rank + 1, 2 * rank + 2 + bytes, 4, &dram, &b->dram_map);
  if (status) return status;
  for (uint32_t i = 0; i < rank; i++) core[i] = tta_expr_dim(b->pool, i);
  for (uint32_t r = 0; r < 3; r++) l1[r] = worker(b, r, core);
  l1[3] = add(b, at, symbol(b, 0));
  tta_expr volume = bytes ? symbol(b, element) : constant(b, 1), address = TTA_EXPR_NONE;
  for (uint32_t j = rank; j-- > 0;) volume = mul(b, symbol(b, rank + j), volume);
  for (uint32_t i = 0; i < rank; i++) {
    tta_expr term = i + 1 == rank ? mul(b, core[i], volume)
                                  : mul(b, mul(b, core[i], symbol(b, i + 1)), shard_stride(b, i + 1, volume));
    address = i ? add(b, address, term) : term;
  }
  address = add(b, address, at);
  tta_expr number = binary(b, TTA_EXPR_FLOORDIV, address, symbol(b, page));
  dram[0] = dram[1] = constant(b, 0);
  dram[2] = binary(b, TTA_EXPR_MOD, number, constant(b, banks));
  dram[3] = mul(b, binary(b, TTA_EXPR_FLOORDIV, number, constant(b, banks)), symbol(b, page));
  dram[3] = add(b, add(b, dram[3], binary(b, TTA_EXPR_MOD, address, symbol(b, page))), symbol(b, base));
  return tta_affine_pool_status(b->pool);
}

/* ---- text ---- */

static tta_raised raise_grid(tta_raising *r, const void *value, tta_field field) {
  const builder *b = value;
  switch (field) {
  case TTA_FIELD_shape: return tta_raise_shape(r, b->grid);
  case TTA_FIELD_mapping: return b->inverse.num_results ? TTA_RAISED_NOTHING : tta_raise_map(r, &b->map);
  case TTA_FIELD_virt_to_physical_map: return b->inverse.num_results ? tta_raise_map(r, &b->map) : TTA_RAISED_NOTHING;
  case TTA_FIELD_physical_to_virt_map: return tta_raise_map(r, &b->inverse);
  default: return TTA_RAISED_NOTHING;
  }
}

static tta_raised raise_topologies(tta_raising *r, const tta_device_spec *spec) {
  if (!spec->num_topologies) return TTA_RAISED_NOTHING;
  for (uint32_t i = 0; i < spec->num_topologies; i++) {
    tta_buf_str(r->out, i ? ", " : "[");
    tta_raise_word(r, tta_topology_name(spec->topologies[i]));
  }
  tta_buf_char(r->out, ']');
  return TTA_RAISED_VALUE;
}

static tta_raised raise_device(tta_raising *r, const void *value, tta_field field) {
  static const int64_t one[1] = {1};
  const builder *b = value;
  uint32_t made_for = b->spec.dram_map.size ? 1 : DRAM_BANKS; /* a given map does not say how many banks there are */
  int64_t banks[2] = {1, b->spec.dram_banks ? b->spec.dram_banks : made_for};
  switch (field) {
  case TTA_FIELD_grid: case TTA_FIELD_workerGrid: tta_raise_inside(r, raise_grid, b); return TTA_RAISED_VALUE;
  case TTA_FIELD_dramGrid: tta_raise_shape(r, (tta_shape){2, banks}); return TTA_RAISED_DEFAULT;
  case TTA_FIELD_l1Map: return tta_raise_map(r, &b->l1_map);
  case TTA_FIELD_dramMap: return tta_raise_map(r, &b->dram_map);
  case TTA_FIELD_meshShape: tta_raise_shape(r, b->mesh.rank ? b->mesh : (tta_shape){1, one}); return TTA_RAISED_DEFAULT;
  case TTA_FIELD_meshTopology: return raise_topologies(r, &b->spec);
  case TTA_FIELD_chipIds: return tta_raise_shape(r, b->chip_ids);
  default: return TTA_RAISED_NOTHING;
  }
}

static tta_status append_device(const builder *b, tta_buf *out, tta_buf *reason) {
  return tta_raise(out, TTA_ATTR_device, TTA_NUM_DIALECTS, b->era, raise_device, b, reason);
}

/* The short form without maps, of the specification, is a variant on some dates. */
static tta_status requires_maps(const builder *b, bool *required) {
  tta_buf text = tta_buf_new(b->arena.allocator);
  tta_status status = append_device(b, &text, NULL);
  tta_buf_free(&text);
  *required = status && tta_era_reads_field(TTA_ATTR_device, TTA_FIELD_l1Map, b->era);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

static tta_status make_memory_maps(builder *b) {
  const tta_device_spec *spec = &b->spec;
  bool required = spec->memory_maps;
  tta_status status = required ? TTA_OK : requires_maps(b, &required);
  if (!status && required) status = b->era >= TTA_DAY_BYTE_MAPS ? byte_maps(b) : element_maps(b);
  if (!status && spec->l1_map.size) status = tta_map_from_text(spec->l1_map, &b->arena, b->pool, &b->l1_map, b->reason);
  if (!status && spec->dram_map.size)
    status = tta_map_from_text(spec->dram_map, &b->arena, b->pool, &b->dram_map, b->reason);
  if (status || (!b->l1_map.num_results && !b->dram_map.num_results)) return status;
  return tta_raise_check(TTA_ATTR_device, TTA_FIELD_l1Map, b->era, "a map", b->reason);
}

static tta_status take_chips(builder *b) {
  enum { MAX_CHIPS = 1 << 20 };
  uint32_t given = b->spec.chip_ids.rank;
  int64_t *ids;
  if (given && given != b->num_chips)
    return tta_fail(TTA_INVALID, b->reason, "%u chip id%s given, but the mesh has %lld chips", given,
                      tta_plural(given), (long long)b->num_chips);
  if (b->num_chips > MAX_CHIPS)
    return tta_fail(TTA_INVALID, b->reason, "a mesh of %lld chips is too large (limit %d)", (long long)b->num_chips,
                    (int)MAX_CHIPS);
  b->chip_ids = given ? b->spec.chip_ids : tta_shape_new(&b->arena, (uint32_t)b->num_chips, &ids);
  if (!b->chip_ids.extent) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < b->chip_ids.rank && !given; i++) ids[i] = i;
  return TTA_OK;
}

tta_status tta_device_build(const tta_device_spec *spec, tta_buf *out, tta_buf *reason) {
  builder b = {.spec = *spec,
               .reason = reason,
               .era = spec->era ? spec->era : TTA_DAY_SPECIFICATION,
               .pool = tta_affine_pool_new(out->allocator)};
  if (!b.pool) return TTA_NO_MEMORY;
  tta_arena_init(&b.arena, out->allocator);
  tta_status status = spec->system ? take_system(&b) : TTA_OK;
  if (!status) status = make_worker(&b);
  if (!status && tta_era_reads_field(TTA_ATTR_grid, TTA_FIELD_physical_to_virt_map, b.era)) status = make_inverse(&b);
  if (!status) status = take_chips(&b);
  if (!status) status = make_memory_maps(&b);
  if (!status) status = append_device(&b, out, reason);
  tta_arena_free(&b.arena);
  tta_affine_pool_free(b.pool);
  return status;
}
