/* Fields whose meaning moved to others: the maps of grids, core ranges, coordinates, the threads of D2M. */
#include "migrate/migrate.h"

#include <string.h>

#include "affine/affine.h"
#include "affine/pool.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/str.h"
#include "device/device.h"
#include "layout/invert.h"
#include "model/lower_ttnn.h"
#include "model/raise.h"
#include "parse/map_text.h"

static const tta_node *at(const tta_migrated_part *p, tta_node_id id) { return tta_node_at(p->m->tree, id); }

static tta_attribute attribute_of(const tta_migrated_part *p) { return (tta_attribute)at(p, p->node)->index; }

static tta_node_id child_of(const tta_migrated_part *p, tta_field field) {
  return tta_node_child(p->m->tree, p->node, field);
}

/* What a field stands for. */
static tta_node_id value_of(const tta_migrated_part *p, tta_field field) {
  tta_node_id child = child_of(p, field);
  return child ? tta_node_resolve(p->m->tree, child) : 0;
}

static bool reads(const tta_migrated_part *p, tta_attribute attribute, tta_field field) {
  return tta_era_reads_field(attribute, field, p->m->to);
}

/* The field is written with the value of another one. */
static tta_raised write_other(const tta_migrated_part *p, tta_raising *r, tta_field other) {
  tta_node_id child = child_of(p, other);
  tta_raised raised = child ? tta_migrate_value(p, r, child, r->spec) : TTA_RAISED_NOTHING;
  if (raised) tta_migrate_consume(p, child);
  return raised;
}

/* ---- grids: `mapping` became a map to the cores and one back (tt-mlir 43f52bdc91) ---- */

/* The map back, if it is one: compared on the whole grid. */
static bool append_inverse(const tta_migrated_part *p, tta_raising *r, const tta_map *map, tta_shape shape) {
  tta_grid grid = {.shape = shape};
  tta_map_equality answer = {.equal = TTA_NO};
  size_t begin = r->out->size;
  tta_affine_pool *pool = tta_affine_pool_new(p->m->allocator);
  tta_status status = pool ? TTA_OK : TTA_NO_MEMORY;
  bool written = pool && tta_map_invert_digits(map, shape, r->out);
  tta_str text = tta_str_rest(tta_buf_view(r->out), begin);
  if (written) status = tta_map_copy(map, p->m->arena, pool, &grid.map);
  if (written && !status) status = tta_map_from_text(text, p->m->arena, pool, &grid.inverse, NULL);
  if (written && !status) status = tta_grid_compare_inverse(&grid, pool, p->m->arena, &answer);
  if (pool) tta_affine_pool_free(pool);
  if (status == TTA_NO_MEMORY) p->m->status = status;
  return answer.equal == TTA_YES;
}

static tta_raised write_map_back(const tta_migrated_part *p, tta_raising *r) {
  tta_map map;
  size_t begin = r->out->size;
  tta_node_id dims = child_of(p, TTA_FIELD_shape);
  if (!child_of(p, TTA_FIELD_mapping) || !tta_node_map(p->m->tree, value_of(p, TTA_FIELD_mapping), &map))
    return TTA_RAISED_NOTHING;
  if (map.num_results && dims && append_inverse(p, r, &map, tta_node_shape(p->m->tree, dims))) return TTA_RAISED_VALUE;
  r->out->size = begin;
  if (!p->m->failed)
    tta_buf_str(&p->m->reason, "grids of this date have a physical_to_virt_map, and that of the mapping is not known");
  r->status = tta_migrate_fail(p->m, p->node);
  return TTA_RAISED_VALUE;
}

static bool derive_grid(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  bool by_two = reads(p, TTA_ATTR_grid, TTA_FIELD_virt_to_physical_map);
  tta_node_id mapping = child_of(p, TTA_FIELD_mapping), to_cores = child_of(p, TTA_FIELD_virt_to_physical_map);
  bool is_default = mapping && tta_is_default(p->m->tree, p->node, mapping);
  switch (field) {
  case TTA_FIELD_mapping:
    if (by_two ? !mapping || is_default : mapping || !to_cores) return by_two && mapping;
    if (!by_two) tta_migrate_consume(p, child_of(p, TTA_FIELD_physical_to_virt_map));
    *raised = by_two ? TTA_RAISED_NOTHING : write_other(p, r, TTA_FIELD_virt_to_physical_map);
    return true;
  case TTA_FIELD_virt_to_physical_map: case TTA_FIELD_physical_to_virt_map:
    if (by_two && (to_cores || !mapping || is_default)) return false;
    if (!by_two) return true;
    *raised = field == TTA_FIELD_physical_to_virt_map ? write_map_back(p, r) : write_other(p, r, TTA_FIELD_mapping);
    return true;
  default: return false;
  }
}

/* ---- layouts of TTNN: from tt-mlir 0ca2e3d257 on core ranges are written, not a mapping of the grid ---- */

enum { MAX_CORES = 4096 };

/* The rectangle of cores that the grid's map covers once. @return false: it is not one, or not known */
static bool find_cores(const tta_map *map, tta_shape grid, tta_core_box *box) {
  int64_t cores = grid.rank == 2 ? 1 : 0, at[3] = {0};
  bool seen = false;
  for (uint32_t i = 0; i < grid.rank; i++)
    if (!tta_mul(cores, grid.extent[i], &cores) || cores > MAX_CORES) return false;
  if (cores < 1 || map->num_results != 3 || map->num_symbols || map->num_dims != 2) return false;
  for (int64_t i = 0; i < cores; i++) {
    int64_t index[2] = {i / grid.extent[1], i % grid.extent[1]};
    if (tta_map_evaluate(map, index, NULL, at) || at[0]) return false;
    if (!seen || at[1] < box->first.y) box->first.y = at[1];
    if (!seen || at[2] < box->first.x) box->first.x = at[2];
    if (!seen || at[1] > box->last.y) box->last.y = at[1];
    if (!seen || at[2] > box->last.x) box->last.x = at[2];
    seen = true;
  }
  int64_t rows, columns, area;
  return tta_core_box_size(box, &rows, &columns) && tta_mul(rows, columns, &area) && area == cores;
}

static tta_raised write_core_ranges(const tta_migrated_part *p, tta_raising *r) {
  tta_node_id grid = value_of(p, TTA_FIELD_grid), shape, mapping;
  tta_core_box box = {0};
  tta_map map;
  if (!tta_node_is_attribute(p->m->tree, grid, TTA_ATTR_grid)) return TTA_RAISED_NOTHING;
  shape = tta_node_child(p->m->tree, grid, TTA_FIELD_shape);
  mapping = tta_node_child(p->m->tree, grid, TTA_FIELD_mapping);
  if (!mapping) mapping = tta_node_child(p->m->tree, grid, TTA_FIELD_virt_to_physical_map);
  if (!mapping || !tta_node_map(p->m->tree, tta_node_resolve(p->m->tree, mapping), &map)) return TTA_RAISED_NOTHING;
  if (find_cores(&map, tta_node_shape(p->m->tree, shape), &box)) return tta_raise_core_ranges(r, 1, &box);
  if (!p->m->failed) tta_buf_str(&p->m->reason, "the mapping of the grid is not a rectangle of cores on one chip");
  r->status = tta_migrate_fail(p->m, p->node);
  return TTA_RAISED_VALUE;
}

/* The only rectangle of a set of core ranges. @return false: there are several, or none */
static bool get_box(const tta_migrated_part *p, tta_node_id set, tta_core_box *box) {
  tta_node_id list = tta_node_first(p->m->tree, set);
  tta_node_id range = list ? tta_node_resolve(p->m->tree, tta_node_first(p->m->tree, list)) : 0;
  tta_node_id first = range ? tta_node_child(p->m->tree, range, TTA_FIELD_start_coord) : 0,
              last = range ? tta_node_child(p->m->tree, range, TTA_FIELD_end_coord) : 0;
  if (!first || !last || tta_count_items(p->m->tree, list) != 1) return false;
  tta_node_id x0 = tta_node_first(p->m->tree, first), x1 = tta_node_first(p->m->tree, last);
  if (!x0 || !x1) return false;
  box->first = (tta_core){.x = at(p, x0)->integer, .y = at(p, at(p, x0)->next)->integer};
  box->last = (tta_core){.x = at(p, x1)->integer, .y = at(p, at(p, x1)->next)->integer};
  return true;
}

/* `d0 + 2`, `d0`, `2` */
static void append_core(tta_buf *out, const char *index, int64_t first) {
  if (*index) tta_buf_str(out, index);
  if (*index && first) tta_buf_str(out, " + ");
  if (!*index || first) tta_buf_int(out, first);
}

/* `<64x1, (d0, d1) -> (0, d0 floordiv 8, d0 mod 8)>`: the grid whose cores are those of the ranges, row by row. */
static bool write_grid_of_ranges(const tta_migrated_part *p, tta_raising *r) {
  tta_node_id grid = value_of(p, TTA_FIELD_grid), dims = tta_node_child(p->m->tree, grid, TTA_FIELD_shape);
  tta_shape shape = dims ? tta_node_shape(p->m->tree, dims) : (tta_shape){0, NULL};
  int64_t rows, columns, cores, area;
  char room[64], y[96] = "d0", x[96] = "d1";
  tta_core_box box;
  if (shape.rank != 2 || !get_box(p, value_of(p, TTA_FIELD_core_ranges), &box)) return false;
  if (!tta_core_box_size(&box, &rows, &columns) || !tta_mul(rows, columns, &area) || rows < 1 || columns < 1)
    return false;
  if (!tta_mul(shape.extent[0], shape.extent[1], &cores) || cores != area) return false;
  if (rows != shape.extent[0]) {
    tta_buf number = tta_buf_fixed(room, sizeof room);
    tta_buf row = tta_buf_fixed(y, sizeof y), column = tta_buf_fixed(x, sizeof x);
    bool line = shape.extent[0] == 1 || shape.extent[1] == 1;
    if (line) tta_buf_str(&number, shape.extent[1] == 1 ? "d0" : "d1");
    else tta_buf_printf(&number, "(d0 * %lld + d1)", (long long)shape.extent[1]);
    tta_buf_str(&row, tta_buf_fixed_text(&number));
    if (columns > 1) tta_buf_printf(&row, " floordiv %lld", (long long)columns);
    if (columns > 1) tta_buf_printf(&column, "%s mod %lld", tta_buf_fixed_text(&number), (long long)columns);
    tta_buf_fixed_text(&row), tta_buf_fixed_text(&column);
  }
  tta_buf_char(r->out, '<');
  tta_buf_shape(r->out, shape);
  tta_buf_str(r->out, ", (d0, d1) -> (0, ");
  append_core(r->out, y, box.first.y);
  tta_buf_str(r->out, ", ");
  append_core(r->out, x, box.first.x);
  tta_buf_str(r->out, ")>");
  return true;
}

static bool is_sharded(const tta_migrated_part *p) {
  tta_node_id layout = value_of(p, TTA_FIELD_memory_layout);
  if (at(p, layout)->kind == TTA_NODE_ATTRIBUTE) layout = tta_node_first(p->m->tree, layout);
  return layout && tta_str_ends_with(tta_node_text(p->m->tree, layout), "_sharded");
}

static bool derive_ttnn_layout(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  bool has_ranges = reads(p, TTA_ATTR_ttnn_layout, TTA_FIELD_core_ranges);
  tta_node_id ranges = child_of(p, TTA_FIELD_core_ranges);
  bool to_mapping = ranges && !has_ranges && reads(p, TTA_ATTR_grid, TTA_FIELD_mapping);
  size_t begin = r->out->size;
  switch (field) {
  case TTA_FIELD_grid:
    if (!to_mapping || !write_grid_of_ranges(p, r)) return false;
    tta_migrate_consume(p, ranges);
    tta_migrate_consume(p, child_of(p, field));
    *raised = TTA_RAISED_VALUE;
    return true;
  case TTA_FIELD_core_ranges:
    if (to_mapping && write_grid_of_ranges(p, r)) {
      r->out->size = begin;
      return true;
    }
    if (!has_ranges || ranges || !is_sharded(p)) return false;
    *raised = write_core_ranges(p, r);
    return true;
  case TTA_FIELD_exactGrid: /* core ranges are exact */
    if (!has_ranges || !child_of(p, field)) return false;
    tta_migrate_consume(p, child_of(p, field));
    return true;
  default: return false;
  }
}

/* ---- memory configurations: only a sharded one has a shard_spec with cores (tt-mlir 392c8837b2) ---- */

static bool derive_memory_config(const tta_migrated_part *p, tta_field field) {
  tta_node_id spec = value_of(p, TTA_FIELD_shard_spec);
  if (field != TTA_FIELD_shard_spec || !spec || is_sharded(p)) return false;
  if (!reads(p, TTA_ATTR_ttnn_shard_spec, TTA_FIELD_core_range_set)) return false;
  if (tta_node_child(p->m->tree, spec, TTA_FIELD_core_range_set)) return false;
  tta_migrate_consume(p, child_of(p, field));
  return true;
}

/* Without a mode the shape of a shard is that in memory, as it was in the mode `physical` (tt-mlir, 2025-09-29). */
static bool derive_shard_spec(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  bool by_mode = reads(p, TTA_ATTR_ttnn_shard_spec, TTA_FIELD_shard_mode);
  bool by_cores = reads(p, TTA_ATTR_ttnn_shard_spec, TTA_FIELD_core_range_set);
  tta_node_id physical = child_of(p, TTA_FIELD_physical_shard_shape);
  if (!by_cores) return false;
  switch (field) {
  case TTA_FIELD_shard_mode:
    if (by_mode && child_of(p, field)) return false;
    if (child_of(p, field)) tta_migrate_consume(p, child_of(p, field));
    if (by_mode) {
      tta_raise_word(r, "physical");
      *raised = TTA_RAISED_DEFAULT;
    }
    return true;
  case TTA_FIELD_shape:
    if (by_mode || !physical) return false;
    *raised = write_other(p, r, TTA_FIELD_physical_shard_shape);
    tta_migrate_consume(p, child_of(p, field));
    return true;
  case TTA_FIELD_physical_shard_shape: return !by_mode;
  default: return false;
  }
}

/* ---- core ranges of TTNN: offset and size became two corners, (x, y) (tt-mlir 9b8fae0db5) ---- */

static bool pair_of(const tta_migrated_part *p, tta_field field, int64_t pair[2]) {
  tta_node_id child = child_of(p, field), first = tta_node_first(p->m->tree, child);
  if (at(p, child)->kind == TTA_NODE_DIMS) {
    tta_shape shape = tta_node_shape(p->m->tree, child);
    if (shape.rank == 2) memcpy(pair, shape.extent, 2 * sizeof *pair);
    return shape.rank == 2;
  }
  if (!first || !at(p, first)->next) return false;
  pair[0] = at(p, first)->integer;
  pair[1] = at(p, at(p, first)->next)->integer;
  return true;
}

static tta_raised write_pair(const tta_migrated_part *p, tta_raising *r, tta_field one, tta_field other, int64_t first,
                             int64_t second) {
  tta_migrate_consume(p, child_of(p, one));
  tta_migrate_consume(p, child_of(p, other));
  return tta_raise_shape(r, (tta_shape){2, (const int64_t[2]){first, second}});
}

static bool derive_core_range(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  int64_t a[2], b[2], y, x;
  bool corners = field == TTA_FIELD_start_coord || field == TTA_FIELD_end_coord;
  tta_field one = corners ? TTA_FIELD_offset : TTA_FIELD_start_coord,
            other = corners ? TTA_FIELD_size : TTA_FIELD_end_coord;
  if (!pair_of(p, one, a) || !pair_of(p, other, b)) return false;
  bool first = field == TTA_FIELD_start_coord || field == TTA_FIELD_offset;
  if (first) { /* (y, x) against (x, y) */
    *raised = write_pair(p, r, one, other, a[1], a[0]);
    return true;
  }
  bool fits = corners ? tta_add(a[0], b[0], &y) && tta_add(a[1], b[1], &x) && tta_sub(y, 1, &y) && tta_sub(x, 1, &x)
                      : tta_sub(b[1], a[1], &y) && tta_sub(b[0], a[0], &x) && tta_add(y, 1, &y) && tta_add(x, 1, &x);
  if (fits) *raised = corners ? write_pair(p, r, one, other, x, y) : write_pair(p, r, one, other, y, x);
  return true;
}

/* ---- coordinates that became a shape (tt-mlir 3ab9f8ba13), and back ---- */

static tta_raised join_integers(const tta_migrated_part *p, tta_raising *r, const tta_field *fields) {
  int64_t numbers[4];
  uint32_t rank = 0;
  for (; fields[rank]; rank++) {
    tta_node_id child = child_of(p, fields[rank]);
    if (!child) return TTA_RAISED_NOTHING;
    numbers[rank] = at(p, child)->integer;
    tta_migrate_consume(p, child);
  }
  return tta_raise_shape(r, (tta_shape){rank, numbers});
}

static bool derive_coordinates(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_field whole,
                               const tta_field *parts, tta_raised *raised) {
  tta_node_id shape = child_of(p, whole);
  uint32_t i = 0, rank = 0;
  while (parts[rank]) rank++;
  if (field == whole && !shape) return *raised = join_integers(p, r, parts), true;
  while (parts[i] && parts[i] != field) i++;
  tta_shape value = at(p, shape)->kind == TTA_NODE_DIMS ? tta_node_shape(p->m->tree, shape) : (tta_shape){0, NULL};
  if (!parts[i] || value.rank != rank) return false;
  tta_buf_int(r->out, value.extent[i]);
  tta_migrate_consume(p, shape);
  *raised = TTA_RAISED_VALUE;
  return true;
}

static const tta_field rack_to_x[] = {TTA_FIELD_rack, TTA_FIELD_shelf, TTA_FIELD_y, TTA_FIELD_x, TTA_FIELD_NONE};

/* ---- views: their permutation became a part of the operation, the rank is left (tt-mlir 9caeec9598) ---- */

static bool derive_view(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  tta_node_id map_node = value_of(p, TTA_FIELD_affine_map), rank = child_of(p, TTA_FIELD_rank);
  tta_map map;
  if (field == TTA_FIELD_affine_map && rank) {
    tta_buf_printf(r->out, "map(%lld)", (long long)at(p, rank)->integer);
    tta_migrate_consume(p, rank);
  } else if (field == TTA_FIELD_rank && at(p, map_node)->kind == TTA_NODE_MAP_RANK) {
    tta_buf_uint(r->out, at(p, map_node)->index);
    tta_migrate_consume(p, child_of(p, TTA_FIELD_affine_map));
  } else if (field == TTA_FIELD_rank && map_node && tta_node_map(p->m->tree, map_node, &map) &&
             tta_map_is_identity(&map)) {
    tta_buf_uint(r->out, map.num_dims);
    tta_migrate_consume(p, child_of(p, TTA_FIELD_affine_map));
  } else {
    return false;
  }
  *raised = TTA_RAISED_VALUE;
  return true;
}

/* ---- threads: processor 1 was the one that used NoC 0 (tt-mlir, spatial.mlir at 61a671af0e and c4a6065a8f) ---- */

static bool derive_thread(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  bool to_noc = field == TTA_FIELD_noc, by_noc = reads(p, TTA_ATTR_thread, TTA_FIELD_noc);
  tta_node_id noc = child_of(p, TTA_FIELD_noc), processor = child_of(p, TTA_FIELD_processor);
  if (!processor) processor = child_of(p, TTA_FIELD_dm_core);
  tta_node_id other = to_noc ? processor : noc;
  int64_t number = at(p, by_noc ? processor : noc)->integer;
  if (!to_noc && field != TTA_FIELD_processor && field != TTA_FIELD_dm_core) return false;
  if (by_noc ? !processor : !noc) return false;
  if (number != 0 && number != 1) return false;
  if (!reads(p, TTA_ATTR_thread, field)) return true; /* the other one has the meaning */
  tta_buf_int(r->out, 1 - number);
  tta_migrate_consume(p, other);
  *raised = TTA_RAISED_VALUE;
  return true;
}

/* ---- layouts by names ---- */

static bool derive_named_layout(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  tta_node_id child = child_of(p, field);
  const char *word = field == TTA_FIELD_oob_val ? "undef" : field == TTA_FIELD_memory_layout ? "sharded" : NULL;
  if (!word || !child_of(p, TTA_FIELD_logical_shape)) return false;
  if (child && !tta_str_is(tta_node_text(p->m->tree, child), word)) return false;
  tta_buf_str(r->out, word);
  if (child) tta_migrate_consume(p, child);
  *raised = TTA_RAISED_DEFAULT;
  return true;
}

/* ---- devices: a grid of DRAM banks (tt-mlir d6102f30d5): as many as the map of the DRAM divides into ---- */

static bool derive_device(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  tta_map map;
  if (field != TTA_FIELD_dramGrid || child_of(p, field) || !child_of(p, TTA_FIELD_dramMap)) return false;
  if (!tta_node_map(p->m->tree, value_of(p, TTA_FIELD_dramMap), &map)) return false;
  for (uint32_t i = 0; i < map.num_results; i++) {
    tta_expr_view e = tta_expr_get(map.pool, map.results[i]);
    int64_t banks[2] = {1, 0};
    if (e.kind != TTA_EXPR_MOD || !tta_expr_is_constant(map.pool, e.rhs, &banks[1])) continue;
    *raised = tta_raise_shape(r, (tta_shape){2, banks});
    if (*raised) *raised = TTA_RAISED_DEFAULT;
    return true;
  }
  return false;
}

/* ---- no memory layout: a word until 2024-12-06, then nothing (tt-mlir 357853836b) ---- */

static bool derive_no_layout(const tta_migrated_part *p, tta_field field) {
  tta_node_id child = child_of(p, field), word = value_of(p, field);
  tta_buf reason = tta_buf_new(p->m->allocator);
  if (at(p, word)->kind == TTA_NODE_ATTRIBUTE) word = tta_node_first(p->m->tree, word);
  bool none = word && at(p, word)->kind == TTA_NODE_WORD && tta_str_is(tta_node_text(p->m->tree, word), "none") &&
              tta_check_word_on(TTA_ENUM_ttnn_memory_layout, TTA_STR("none"), p->m->to, &reason);
  tta_buf_free(&reason);
  if (none) tta_migrate_consume(p, child);
  return none;
}

bool tta_migrate_derive(const tta_migrated_part *p, tta_raising *r, tta_field field, tta_raised *raised) {
  static const tta_field y_x[] = {TTA_FIELD_y, TTA_FIELD_x, TTA_FIELD_NONE};
  if (field == TTA_FIELD_memory_layout && derive_no_layout(p, field)) return true;
  switch (attribute_of(p)) {
  case TTA_ATTR_grid: return derive_grid(p, r, field, raised);
  case TTA_ATTR_ttnn_layout: return derive_ttnn_layout(p, r, field, raised);
  case TTA_ATTR_ttnn_memory_config: return derive_memory_config(p, field);
  case TTA_ATTR_ttnn_shard_spec: return derive_shard_spec(p, r, field, raised);
  case TTA_ATTR_ttnn_core_range: return derive_core_range(p, r, field, raised);
  case TTA_ATTR_chip_coord: return derive_coordinates(p, r, field, TTA_FIELD_value, rack_to_x, raised);
  case TTA_ATTR_ttnn_mesh_shape: return derive_coordinates(p, r, field, TTA_FIELD_shape, y_x, raised);
  case TTA_ATTR_view: return derive_view(p, r, field, raised);
  case TTA_ATTR_thread: return derive_thread(p, r, field, raised);
  case TTA_ATTR_metal_layout: return derive_named_layout(p, r, field, raised);
  case TTA_ATTR_device: return derive_device(p, r, field, raised);
  default: return false;
  }
}

void tta_migrate_leave_out(const tta_migrated_part *p, tta_attribute attribute) {
  /* the device of the type is that of the module (tt-mlir 2335019ce1) */
  if (attribute == TTA_ATTR_ttnn_device && attribute_of(p) == TTA_ATTR_device_type)
    tta_migrate_consume(p, child_of(p, TTA_FIELD_device_desc));
}
