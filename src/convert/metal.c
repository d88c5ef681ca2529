/* metal.c: the map form as a target, `#tt.metal_layout<map, oob, <grid>, memref<..>>`. A layout keeps its map, grid and
 * tile; one memory becomes a matrix, an array of its digits, or a line, whichever preserves every address. */
#include "base/checked.h"
#include "convert/convert.h"
#include "device/device.h"

/* A map to be tried. */
typedef struct candidate {
  uint32_t num_results;
  tta_expr results[TTA_MAX_RANK];
  int64_t grid[TTA_MAX_RANK];
} candidate;

static tta_status try_build(tta_converter *c, tta_build_spec *spec, const tta_map *map) {
  tta_buf text = tta_buf_new(c->arena->allocator);
  spec->shape = c->addresses.logical;
  spec->era = tta_convert_era(c);
  tta_status status = tta_build_of_map(c, spec, map, &text);
  return tta_confirm_and_free(c, status, &text);
}

/* TTNN's buffers by the names of memory spaces. */
static tta_status start_spec(tta_converter *c, tta_build_spec *spec) {
  tta_str space = c->addresses.memory_space;
  tta_build_spec_init(spec);
  if (c->addresses.pad.size) spec->oob_val = tta_addresses_oob(&c->addresses);
  if (!space.size) return TTA_OK; /* the default */
  if (!tta_memory_space_find(space, &spec->memory_space, NULL) && spec->memory_space <= TTA_MEMORY_L1) return TTA_OK;
  return tta_convert_reject(c, "a metal_layout lies in system, mmio, dram or l1, and '%.*s' is none of these",
                            TTA_STR_START(space));
}

/* ---- one memory ---- */

static void take(candidate *k, tta_expr result) {
  k->grid[k->num_results] = 1;
  k->results[k->num_results++] = result;
}

/* (rows, d_last): the last dim in a row of its own width, whole rows between the others. */
static bool as_matrix(const tta_converter *c, const int64_t *strides, candidate *k) {
  const tta_addresses *p = &c->addresses;
  uint32_t rank = p->logical.rank;
  if (rank < 2 || p->offset) return false;
  int64_t width = p->logical.extent[rank - 1];
  if (width > 1 && strides[rank - 1] != 1) return false;
  tta_expr rows = tta_expr_constant(p->pool, 0);
  for (uint32_t i = 0; i + 1 < rank; i++) {
    if (strides[i] % width) return false;
    tta_expr term = tta_expr_binary(p->pool, TTA_EXPR_MUL, tta_expr_dim(p->pool, i),
                                    tta_expr_constant(p->pool, strides[i] / width));
    rows = tta_expr_binary(p->pool, TTA_EXPR_ADD, rows, term);
  }
  take(k, rows);
  take(k, tta_expr_dim(p->pool, rank - 1));
  return true;
}

/* (position): one dim, by strides where there are any. */
static tta_status as_line(const tta_converter *c, bool linear, const int64_t *strides, candidate *k) {
  const tta_addresses *p = &c->addresses;
  int64_t zero[TTA_MAX_RANK] = {0}, origin;
  tta_expr sum = p->position;
  if (linear) {
    tta_status status = tta_addresses_value(p, p->position, zero, &origin);
    if (status) return status;
    sum = tta_expr_constant(p->pool, origin);
  }
  for (uint32_t i = 0; linear && i < p->logical.rank; i++) {
    tta_expr term = tta_expr_binary(p->pool, TTA_EXPR_MUL, tta_expr_dim(p->pool, i),
                                    tta_expr_constant(p->pool, strides[i]));
    sum = tta_expr_binary(p->pool, TTA_EXPR_ADD, sum, term);
  }
  take(k, sum);
  return tta_affine_pool_status(p->pool);
}

static bool as_array(const tta_converter *c, candidate *k) {
  const tta_addresses *p = &c->addresses;
  int64_t stride = 1;
  if (p->num_digits < 2 || p->num_digits > TTA_MAX_RANK || p->offset) return false;
  for (uint32_t i = p->num_digits; i-- > 0;) {
    if ((p->extents[i] > 1 && p->strides[i] != stride) || !tta_mul(stride, p->extents[i], &stride)) return false;
  }
  for (uint32_t i = 0; i < p->num_digits; i++) take(k, p->digits[i]);
  return true;
}

/* ---- several memories, given by a map whose first results are the core ---- */

/* X of a core `X floordiv c` and a digit `X mod c`. */
static tta_expr joined(const tta_addresses *p, uint32_t i) {
  tta_expr_view core = tta_expr_get(p->pool, p->cores[i]), digit = tta_expr_get(p->pool, p->digits[i]);
  if (p->grid[i] == 1) return p->digits[i];
  if (core.kind == TTA_EXPR_FLOORDIV && digit.kind == TTA_EXPR_MOD &&
      tta_expr_equal(p->pool, core.lhs, p->pool, digit.lhs) && tta_expr_equal(p->pool, core.rhs, p->pool, digit.rhs))
    return core.lhs;
  tta_expr base = tta_expr_with(p->pool, TTA_EXPR_MUL, p->cores[i], p->extents[i]);
  return tta_expr_binary(p->pool, TTA_EXPR_ADD, base, p->digits[i]);
}

static bool as_shards(const tta_converter *c, candidate *k) {
  const tta_addresses *p = &c->addresses;
  if (p->num_digits != p->num_cores) return false;
  for (uint32_t i = 0; i < p->num_cores; i++) {
    take(k, joined(p, i));
    k->grid[i] = p->grid[i];
  }
  return true;
}

static bool as_lines(const tta_converter *c, candidate *k) {
  const tta_addresses *p = &c->addresses;
  for (uint32_t i = 0; i < p->num_cores; i++) {
    take(k, p->cores[i]);
    k->grid[i] = p->grid[i];
  }
  take(k, p->position);
  return p->num_cores < TTA_MAX_RANK;
}

/* ---- candidates ---- */

static tta_status try_candidate(tta_converter *c, tta_build_spec *spec, const candidate *k, bool last) {
  tta_map map = {c->pool, c->addresses.logical.rank, 0, k->num_results, k->results};
  tta_buf *reason = c->reason;
  spec->grid = (tta_shape){k->num_results, k->grid};
  if (!last) c->reason = NULL; /* only the last one's reason is told */
  tta_status status = try_build(c, spec, &map);
  c->reason = reason;
  return status;
}

static bool may_go_on(tta_status status) { return status == TTA_INVALID || status == TTA_OVERFLOW; }

static tta_status write_memory(tta_converter *c, tta_build_spec *spec) {
  int64_t strides[TTA_MAX_RANK];
  const int64_t *at;
  candidate matrix = {0}, array = {0}, line = {0};
  tta_status status = tta_addresses_strides(&c->addresses, c->arena, strides, &at);
  bool linear = status == TTA_OK;
  if (status == TTA_NO_MEMORY) return status;
  status = TTA_INVALID;
  spec->element = c->addresses.element;
  if (c->addresses.from->notation != TTA_NOTATION_STRIDED && !linear && as_array(c, &array))
    status = try_candidate(c, spec, &array, false);
  if (may_go_on(status) && linear && as_matrix(c, strides, &matrix)) status = try_candidate(c, spec, &matrix, false);
  if (!may_go_on(status)) return status;
  status = as_line(c, linear, strides, &line);
  return status ? status : try_candidate(c, spec, &line, true);
}

static tta_status write_memories(tta_converter *c, tta_build_spec *spec) {
  candidate shards = {0}, lines = {0};
  tta_status status = TTA_INVALID;
  spec->element = c->addresses.element;
  if (as_shards(c, &shards)) status = try_candidate(c, spec, &shards, c->addresses.num_cores == TTA_MAX_RANK);
  if (may_go_on(status) && as_lines(c, &lines)) status = try_candidate(c, spec, &lines, true);
  return status;
}

/* ---- shardings ---- */

/* Whether TTNN makes the shards of the text of its grid. In DRAM one shard is told from pages by its word only. */
static bool grid_implies(const tta_layout *s, tta_memory_layout layout) {
  if (s->family != TTA_FAMILY_TTNN || s->grid.rank != 2 || layout != tta_shards_of_grid(s->grid.extent)) return false;
  return s->memory_space != TTA_MEMORY_DRAM || s->grid.extent[0] > 1 || s->grid.extent[1] > 1;
}

/* The map form has a memory layout for half a year only. Shards that the grid of TTNN implies need no word. */
static void take_memory_layout(tta_converter *c, const tta_layout *s, tta_build_spec *spec) {
  tta_memory_layout layout = c->addresses.memory_layout;
  if (!layout || layout == TTA_MEMORY_LAYOUT_SHARDED || grid_implies(s, layout)) return;
  if (tta_metal_reads(TTA_FIELD_memory_layout, tta_convert_era(c))) spec->memory_layout = layout;
  else
    tta_convert_warn(c, "on this date a metal_layout has no memory layout: '%s' is lost",
                     tta_memory_layout_name(layout));
}

static tta_status write_sharding(tta_converter *c, const tta_layout *s, tta_build_spec *spec) {
  static const int64_t ones[TTA_MAX_RANK] = {1, 1};
  tta_map map = s->linear;
  spec->element = tta_layout_scalar(s);
  spec->grid = c->addresses.interleaved && s->grid.rank <= 2 ? (tta_shape){s->grid.rank, ones} : s->grid;
  memcpy(spec->tile, s->memref_element.tile, sizeof spec->tile);
  spec->tile_type = s->memref_element.data_type;
  spec->order = s->order;
  take_memory_layout(c, s, spec);
  return try_build(c, spec, &map);
}

tta_status tta_write_metal(tta_converter *c) {
  const tta_layout *s = c->addresses.from->layout;
  tta_build_spec spec;
  if (tta_metal_reads(TTA_FIELD_logical_shape, tta_convert_era(c)))
    return tta_convert_reject(c,
                              "the map form is not supported from 2025-06-20 on; convert to the named form (ttcore)");
  tta_status status = start_spec(c, &spec);
  if (status) return status;
  if (s && c->spec->device && c->spec->to == TTA_NOTATION_METAL) return tta_write_metal_over(c, s);
  size_t said = c->reason ? c->reason->size : 0;
  if (s && s->interleaved && s->cores > 1) status = tta_reject_interleaved(c, s);
  else if (s) status = write_sharding(c, s, &spec);
  else status = tta_addresses_one_core(&c->addresses) ? write_memory(c, &spec) : write_memories(c, &spec);
  const tta_addresses *a = &c->addresses;
  bool one_memory = s && tta_addresses_one_core(a) && !a->interleaved && !a->block_float;
  if (status == TTA_INVALID && one_memory) {
    if (c->reason) c->reason->size = said;
    status = start_spec(c, &spec);
    if (!status) status = write_memory(c, &spec);
  }
  if (status == TTA_INVALID) tta_closest_affine(c);
  return status;
}
