/* ttnn.c: `#ttnn.ttnn_layout<..>` as a target: a matrix whose rows are all dims but the last. */
#include "base/checked.h"
#include "convert/convert.h"
#include "device/device.h"
#include "layout/linear.h"
#include "model/order.h"
#include "model/words.h"

/* ---- text ---- */

static bool reads(const tta_converter *c, tta_field field) {
  return tta_era_reads_field(TTA_ATTR_ttnn_layout, field, tta_convert_era(c));
}

static tta_status put_layout(const tta_converter *c, tta_buf *out, const tta_layout *t) {
  tta_status status = tta_layout_append(out, t, tta_convert_era(c), false, c->reason);
  return !status && out->failed ? TTA_NO_MEMORY : status;
}

/* ---- buffers ---- */

static tta_status reject_space(tta_converter *c, tta_memory_space space) {
  return tta_convert_reject(c, "a ttnn_layout lies in l1, dram or system memory, and '%s' is none of these",
                            tta_memory_space_name(space));
}

/* To TTNN these kinds divide one dim by all cores: the grid of a metal layout must do so, too. */
static tta_status check_shards(tta_converter *c, const tta_layout *t) {
  const int64_t *grid = t->grid.extent;
  bool height = t->memory_layout == TTA_MEMORY_LAYOUT_HEIGHT_SHARDED;
  if (!tta_memory_layout_check_grid(t->memory_layout, grid, NULL)) return TTA_OK;
  return tta_convert_reject(c, "TTNN divides a %s tensor by its %s only, and this grid is %lldx%lld",
                            tta_memory_layout_name(t->memory_layout), height ? "rows" : "columns", (long long)grid[0],
                            (long long)grid[1]);
}

/* DRAM is one memory to TTNN, until it could be sharded, but never in blocks. */
static tta_status take_dram(tta_converter *c, tta_layout *t, int64_t cores) {
  tta_memory_layout said = c->addresses.memory_layout;
  t->memory_space = TTA_MEMORY_DRAM;
  if (cores == 1 && (!said || said == TTA_MEMORY_LAYOUT_SHARDED)) {
    t->memory_layout = TTA_MEMORY_LAYOUT_INTERLEAVED;
    tta_convert_warn(c, "TTNN deals the pages of a tensor in DRAM round the banks: the memref is their order");
  }
  if (!tta_memory_layout_is_sharded(t->memory_layout)) return TTA_OK;
  if (tta_convert_era(c) < tta_date_day(TTA_SINCE_TTNN_SHARDED_DRAM))
    return tta_convert_reject(c,
        "a tensor in DRAM has no shards to TTNN before 2026-05-11, and this one is %s, with %lld",
        tta_memory_layout_name(t->memory_layout), (long long)cores);
  if (t->memory_layout == TTA_MEMORY_LAYOUT_BLOCK_SHARDED)
    return tta_convert_reject(c, "TTNN has no block sharded tensors in DRAM");
  return check_shards(c, t);
}

/* Buffer and memory layout of a layout that TTNN did not write. */
static tta_status take_buffer(tta_converter *c, tta_layout *t, const tta_layout *s) {
  const int64_t *grid = t->grid.extent;
  int64_t cores;
  if (!tta_mul(grid[0], grid[1], &cores)) return TTA_OVERFLOW;
  tta_memory_layout said = c->addresses.memory_layout;
  t->memory_layout = said && said != TTA_MEMORY_LAYOUT_SHARDED ? said : tta_shards_of_grid(grid);
  t->memory_space = s->memory_space;
  if (s->memory_space == TTA_MEMORY_DRAM) return take_dram(c, t, cores);
  if (s->memory_space == TTA_MEMORY_L1) return check_shards(c, t);
  if (s->memory_space != TTA_MEMORY_SYSTEM) return reject_space(c, s->memory_space);
  if (cores > 1)
    return tta_convert_reject(c, "a tensor in system memory is one memory, and this one has %lld shards",
                              (long long)cores);
  t->memory_space = TTA_MEMORY_SYSTEM;
  t->memory_layout = TTA_MEMORY_LAYOUT_NONE;
  return TTA_OK;
}

/* ---- rows and columns ---- */

static tta_expr times(const tta_converter *c, tta_expr e, int64_t factor) {
  return tta_expr_with(c->pool, TTA_EXPR_MUL, e, factor);
}

/* Results of one core each become rows of the first that is cut: a shard holds them one after the other. */
static tta_status join_rows(tta_converter *c, const tta_layout *s, tta_layout *t) {
  uint32_t count = s->grid.rank;
  tta_map map;
  int64_t *grid, stride = 1;
  tta_expr *results = tta_arena_array(c->arena, 2, sizeof *results);
  t->grid = tta_shape_new(c->arena, 2, &grid);
  if (!results || !grid) return TTA_NO_MEMORY;
  tta_status status = tta_map_copy(&s->linear, c->arena, c->pool, &map);
  if (status) return status;
  grid[0] = count > 1 ? s->grid.extent[count - 2] : 1;
  grid[1] = count ? s->grid.extent[count - 1] : 1;
  results[0] = tta_expr_constant(c->pool, 0);
  results[1] = count ? map.results[count - 1] : tta_expr_constant(c->pool, 0);
  for (uint32_t i = count > 1 ? count - 1 : 0; i-- > 0;) {
    if (i + 2 < count && s->grid.extent[i] > 1)
      return tta_convert_reject(c, "the grid has %lld cores along dim %u, and a TTNN grid is rows x columns: mesh dims "
                                "are told by a device", (long long)s->grid.extent[i], i);
    results[0] = tta_expr_binary(c->pool, TTA_EXPR_ADD, times(c, map.results[i], stride), results[0]);
    if (!tta_mul(stride, s->padded_shard.extent[i], &stride)) return TTA_OVERFLOW;
  }
  t->linear = (tta_map){c->pool, s->logical.rank, 0, 2, results};
  return tta_affine_pool_status(c->pool);
}

/* The torch strides of (rows, last dim). A dim of extent 1 has that of the dims inside it. */
static tta_status take_strides(tta_converter *c, const tta_layout *t, tta_shape *stride) {
  static const char collapsed[] = "TTNN collapses all dims but the last into rows";
  uint32_t rank = t->logical.rank;
  tta_linear rows, columns;
  int64_t *strides, width;
  if (!rank) return tta_convert_reject(c, "a tensor of rank 0 has no rows");
  *stride = tta_shape_new(c->arena, rank, &strides);
  if (!strides) return TTA_NO_MEMORY;
  if (!tta_linear_of(&t->linear, 0, &rows) || !tta_linear_of(&t->linear, 1, &columns))
    return tta_convert_reject(c, "%s, but this map is not a sum of strides", collapsed);
  width = t->logical.extent[rank - 1];
  strides[rank - 1] = 1;
  for (uint32_t i = rank; i-- > 0;) {
    int64_t row = rows.coefficient[i], column = columns.coefficient[i];
    bool last = i + 1 == rank, moves = t->logical.extent[i] > 1;
    if (moves && (last ? row != 0 || column != 1 : column != 0 || row < 1))
      return tta_fail(TTA_INVALID, c->reason, "%s, but here d%u %s", collapsed, i,
                                 !last ? row < 1 && !column ? "has no stride of its own" : "is not among the rows"
                                 : row ? "is among the rows"
                                       : "is not the columns");
    if (last) continue;
    if (moves ? !tta_mul(row, width, &strides[i]) : !tta_mul(t->logical.extent[i + 1], strides[i + 1], &strides[i]))
      return TTA_OVERFLOW;
  }
  return rows.constant || columns.constant
             ? tta_convert_reject(c, "%s, which begin at 0, but this map begins at %lld", collapsed,
                                  (long long)(rows.constant ? rows.constant : columns.constant))
             : TTA_OK;
}

/* The same map by its strides: dims of one element have those of a collapse. */
static tta_status take_map(tta_converter *c, tta_layout *t, tta_shape stride) {
  uint32_t rank = t->logical.rank;
  tta_expr *results = tta_arena_array(c->arena, 2, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  results[0] = tta_expr_constant(c->pool, 0);
  results[1] = tta_expr_dim(c->pool, rank - 1);
  for (uint32_t i = 0; i + 1 < rank; i++) {
    tta_expr term = times(c, tta_expr_dim(c->pool, i), stride.extent[i] / t->logical.extent[rank - 1]);
    results[0] = tta_expr_binary(c->pool, TTA_EXPR_ADD, results[0], term);
  }
  t->linear = (tta_map){c->pool, rank, 0, 2, results};
  return tta_affine_pool_status(c->pool);
}

/* The memref: first divided by the grid, then by the tile (tt-mlir TTNNOpsAttrs.cpp). */
static tta_status take_memref(tta_converter *c, tta_layout *t) {
  int64_t padded[TTA_MAX_RANK], last[TTA_MAX_RANK], *memref, unit[2] = {1, 1};
  if (tta_element_is_tile(&t->memref_element)) memcpy(unit, t->memref_element.tile, sizeof unit);
  t->memref = tta_shape_new(c->arena, 2, &memref);
  if (!memref) return TTA_NO_MEMORY;
  tta_status status = tta_layout_ttnn_shape(&t->linear, t->logical, unit, padded);
  if (!status) status = tta_layout_physical_shape(&t->linear, (tta_shape){t->logical.rank, padded}, last, memref);
  if (!status) status = tta_layout_shard_shape(t->memref, t->grid, memref);
  return status ? status : tta_layout_memref_shape(t->memref, &t->memref_element, memref);
}

/* ---- terms ---- */

static void warn_rows(tta_converter *c, const tta_layout *s) {
  const tta_ttnn_terms *t = &c->result->ttnn;
  uint32_t rows = s->physical.rank - 2;
  if (s->physical.rank < 2 || t->physical_shape[0] <= s->physical.extent[rows]) return;
  for (uint32_t i = 0; i < rows; i++)
    if (s->physical.extent[i] != 1) return;
  tta_convert_warn(c,
                   "this layout has %lld rows, its TTNN form %lld: TTNN counts whole strides, shape[0] * stride[0] / "
                   "stride[-2] = %lld * %lld / %lld",
                   (long long)s->physical.extent[rows], (long long)t->physical_shape[0], (long long)t->shape.extent[0],
                   (long long)t->stride.extent[0], (long long)t->physical_shape[1]);
}

/* Of one core, all rows that TTNN counts; else what the grid makes of them. @param again the text as read */
static tta_status take_terms(tta_converter *c, const tta_layout *again, tta_shape stride) {
  tta_ttnn_terms *t = &c->result->ttnn;
  tta_shape shape = tta_shape_copy(c->arena, again->logical);
  if (!shape.extent) return TTA_NO_MEMORY;
  const int64_t *tile = tta_element_is_tile(&again->memref_element) ? again->memref_element.tile : NULL,
                one[2] = {1, 1};
  tta_status status = tta_ttnn_terms_of(shape, stride, one, tile, t, c->reason);
  int64_t shard[2] = {t->physical_shape[0], t->physical_shape[1]};
  for (uint32_t i = 0; i < 2 && !again->interleaved; i++)
    if (again->grid.extent[i] > 1 && again->shard.extent[i] < shard[i]) shard[i] = again->shard.extent[i];
  return status ? status : tta_ttnn_terms_of(shape, stride, shard, tile, t, c->reason);
}

/* Shards that TTNN counts differently: cores for the gaps after the last stride, or fewer than there are. */
static void warn_grid(tta_converter *c, const tta_layout *again) {
  const tta_ttnn_terms *t = &c->result->ttnn;
  if (again->interleaved || again->grid.rank != 2 || !memcmp(again->grid.extent, t->grid_shape, sizeof t->grid_shape))
    return;
  tta_convert_warn(c,
                   "the text has grid %lldx%lld, and in TTNN's terms it is %lldx%lld: %lld rows in shards of %lld, "
                   "%lld columns in shards of %lld",
                   (long long)again->grid.extent[0], (long long)again->grid.extent[1], (long long)t->grid_shape[0],
                   (long long)t->grid_shape[1], (long long)t->physical_shape[0], (long long)t->shard_shape[0],
                   (long long)t->physical_shape[1], (long long)t->shard_shape[1]);
}

/* ---- cores ---- */

/* @param source whose core ranges are kept, or NULL */
static tta_status take_cores(tta_converter *c, tta_layout *t, const tta_layout *source) {
  bool in_text = reads(c, TTA_FIELD_core_ranges);
  tta_shard_cores *cores = &c->result->cores;
  *cores = (tta_shard_cores){.num_ranges = 0};
  if (!tta_memory_layout_is_sharded(t->memory_layout) || t->grid.rank != 2) return TTA_OK;
  tta_status status = tta_convert_cores(c, t->memory_space, t->memory_layout, t->grid.extent, source);
  if (status) return status;
  if (cores->num_ranges && cores->column_major && in_text)
    tta_convert_warn(c, "a ttnn_layout has no orientation: col_major is in the shard specification only");
  if (cores->num_ranges && in_text) t->num_core_ranges = cores->num_ranges, t->core_ranges = cores->ranges;
  if (cores->num_ranges) return TTA_OK;
  static const char missing[] = "core ranges require a device: grid %lldx%lld exceeds the default chip of 8x8 cores";
  const int64_t *grid = t->grid.extent;
  if (in_text) return tta_convert_reject(c, missing, (long long)grid[0], (long long)grid[1]);
  tta_convert_warn(c, missing, (long long)grid[0], (long long)grid[1]);
  return TTA_OK;
}

/* ---- all ---- */

static tta_layout start_layout(const tta_layout *s) {
  tta_element scalar = tta_element_scalar(tta_layout_scalar(s));
  scalar.text = tta_layout_scalar(s);
  return (tta_layout){.family = TTA_FAMILY_TTNN,
                      .tensor_shape = s->logical,
                      .logical = s->logical,
                      .tensor_element = scalar,
                      .memref_element = tta_element_is_tile(&s->memref_element) ? s->memref_element : scalar};
}

static tta_status keep_ttnn(tta_converter *c, const tta_layout *s, tta_layout *t, tta_shape *stride) {
  t->linear = s->linear;
  t->grid = s->grid;
  t->memref = s->memref;
  t->order = s->order;
  t->memory_layout = s->memory_layout;
  t->memory_space = s->memory_space;
  if (reads(c, TTA_FIELD_exactGrid)) t->exact_grid = s->exact_grid;
  if (reads(c, TTA_FIELD_ignorePhysicalLayout)) t->ignores_physical = s->ignores_physical;
  if (reads(c, TTA_FIELD_mesh)) t->mesh = s->mesh;
  if (tta_era_reads_field(TTA_ATTR_mesh_sharding, TTA_FIELD_axes, tta_convert_era(c))) t->mesh_axes = s->mesh_axes;
  if (s->grid.rank == 2) return take_strides(c, t, stride);
  return tta_convert_reject(c, "a TTNN grid is rows x columns, and this one has %u dims", s->grid.rank);
}

static tta_status make_ttnn(tta_converter *c, const tta_layout *s, tta_layout *t, tta_shape *stride) {
  tta_status status = join_rows(c, s, t);
  if (!status) status = take_strides(c, t, stride);
  if (!status) status = take_map(c, t, *stride);
  if (!status) status = take_buffer(c, t, s);
  if (!status) status = take_memref(c, t);
  if (!status && tta_layout_is_ordered(s) && tta_shape_equal(t->memref, s->memref)) t->order = s->order;
  return status;
}

static tta_status write_text(tta_converter *c, const tta_layout *s, tta_layout_ref_text **read) {
  tta_layout t = start_layout(s);
  tta_shape stride;
  tta_status status = s->family == TTA_FAMILY_TTNN ? keep_ttnn(c, s, &t, &stride) : make_ttnn(c, s, &t, &stride);
  if (!status) status = take_cores(c, &t, s->family == TTA_FAMILY_TTNN ? s : NULL);
  if (status) return status;
  tta_buf text = tta_buf_new(c->arena->allocator);
  status = put_layout(c, &text, &t);
  if (!status) status = tta_confirm(c, &text, (tta_shape){0, NULL}, read);
  tta_buf_free(&text);
  if (status) return status;
  status = take_terms(c, tta_layout_ref_get(*read)->layout, stride);
  if (status) return status;
  if (c->addresses.from->notation != TTA_NOTATION_TTNN) warn_rows(c, s);
  warn_grid(c, tta_layout_ref_get(*read)->layout);
  c->result->has_ttnn = true;
  return tta_convert_specs(c, t.memory_space, t.memory_layout);
}

tta_status tta_lay_out_ttnn(tta_converter *c, const tta_layout *s, const tta_map *map, tta_shape grid,
                            tta_layout_ref_text **read) {
  tta_layout t = start_layout(s);
  tta_layout_ref_context context = {
      .allocator = c->arena->allocator, .from = TTA_NOTATION_UNKNOWN, .era = c->spec->era};
  tta_buf text;
  tta_shape stride;
  t.linear = *map;
  t.grid = grid;
  tta_status status = take_strides(c, &t, &stride);
  if (!status) status = take_map(c, &t, stride);
  if (!status) status = take_buffer(c, &t, s);
  if (!status) status = take_memref(c, &t);
  if (!status) status = take_cores(c, &t, NULL);
  if (status) return status;
  tta_buf_init(&text, c->arena->allocator);
  status = put_layout(c, &text, &t);
  if (!status) status = tta_layout_ref_read(tta_buf_view(&text), &context, read, c->reason);
  tta_buf_free(&text);
  return status;
}

tta_status tta_write_ttnn_of(tta_converter *c, const tta_layout *s) {
  tta_layout_ref_text *read = NULL;
  tta_status status = write_text(c, s, &read);
  tta_layout_ref_free(read);
  return status;
}

tta_status tta_write_ttnn(tta_converter *c) {
  tta_layout_ref_text *kept = NULL;
  const tta_layout *s;
  tta_status status = tta_as_layout(c, &s, &kept);
  if (!status) status = c->spec->device ? tta_write_ttnn_over(c, s) : tta_write_ttnn_of(c, s);
  tta_layout_ref_free(kept);
  if (status == TTA_INVALID) tta_closest_affine(c);
  return status;
}
