/* New layouts: from a description, and from another layout. They are not verified: check the text for that. */
#include <string.h>

#include "base/checked.h"
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "ir/behaviors.h"
#include "layout/align.h"
#include "layout/collapse.h"
#include "layout/linear.h"
#include "layout/named.h"
#include "layout/occupancy.h"
#include "layout/print.h"
#include "layout/remarks.h"
#include "layout/strides.h"

void tta_build_spec_init(tta_build_spec *spec) {
  *spec = (tta_build_spec){.oob_val = TTA_OOB_UNDEF, .memory_space = TTA_MEMORY_L1, .era = TTA_DAY_SPECIFICATION};
}

tta_status tta_build_spec_check(const tta_build_spec *spec, tta_buf *reason) {
  tta_layout l = {.oob_val = TTA_OOB_UNDEF};
  if (tta_layout_set_date(&l, spec->era, NULL)) return TTA_OK; /* no form at all: tta_layout_build reports it */
  l.memory_space = spec->memory_space;
  l.memory_layout = spec->memory_layout;
  tta_element_kind kind = tta_element_scalar(spec->element).kind;
  bool infinite = spec->oob_val == TTA_OOB_INF || spec->oob_val == TTA_OOB_NEGINF;
  if (infinite && (kind == TTA_ELEMENT_INTEGER || kind == TTA_ELEMENT_INDEX))
    return tta_fail(TTA_INVALID, reason, "padding value '%s' is not a value of elements '%.*s'",
                    tta_oob_value_name(spec->oob_val), TTA_STR_ARGS(spec->element));
  tta_status status = tta_layout_check_words(&l, reason);
  if (!status && l.memory_space)
    status = tta_check_word_on(TTA_ENUM_memory_space, tta_str_from(tta_memory_space_name(l.memory_space)), spec->era,
                               reason);
  if (!status && spec->tile_type && !tta_data_type_is_block_float(spec->tile_type)) /* they had other names */
    status = tta_check_word_on(TTA_ENUM_data_type, tta_str_from(tta_data_type_name(spec->tile_type)), spec->era,
                               reason);
  return status;
}

/* ---- shapes ---- */

/* The shapes of a new layout. */
typedef struct shapes {
  int64_t last[TTA_MAX_RANK], physical[TTA_MAX_RANK], shard[TTA_MAX_RANK], memref[TTA_MAX_RANK];
  int64_t strides[TTA_MAX_RANK];
  int64_t align_bytes; /* of rows; 0: any */
  bool linear;         /* the map was, before rows were aligned */
} shapes;

static bool is_tiled(const tta_layout *t) { return tta_element_is_tile(&t->memref_element); }

static tta_status check_ranks(const tta_layout *t, tta_buf *reason) {
  uint32_t rank = t->linear.num_results;
  if (t->linear.num_dims != t->logical.rank)
    return tta_fail(TTA_INVALID, reason, "the map has %u dims, the tensor %u", t->linear.num_dims,
                               t->logical.rank);
  if (rank != t->grid.rank)
    return tta_fail(TTA_INVALID, reason, "the map has %u result%s, the grid %u dim%s", rank,
                               tta_plural(rank), t->grid.rank, tta_plural(t->grid.rank));
  if (rank > TTA_MAX_RANK || t->logical.rank > TTA_MAX_RANK) return TTA_LIMIT;
  if (t->linear.num_symbols) return tta_fail(TTA_INVALID, reason, "the map of a layout has no symbols");
  if (is_tiled(t) && rank == 1)
    return tta_fail(TTA_INVALID, reason, "tiles need a grid of at least 2 dims, such as 1x%lld",
                               (long long)t->grid.extent[0]);
  if (is_tiled(t) && !t->memref_element.data_type)
    return tta_fail(
        TTA_INVALID, reason, "no type of tiles holds elements of '%.*s' unless one is given, such as bfp_bf8",
        TTA_STR_START(t->tensor_element.text));
  if (is_tiled(t) && !rank) return tta_fail(TTA_INVALID, reason, "tiles need a grid of at least 2 dims");
  return TTA_OK;
}

/* Strides express this map only if they are read as it again. */
static tta_status compute_strides(tta_layout *t, shapes *s, tta_arena *arena, tta_affine_pool *pool,
                                  tta_buf *reason) {
  bool linear, equal = false;
  tta_map back;
  tta_status status = tta_strides_of_map(&t->linear, (tta_shape){t->grid.rank, s->physical}, s->strides, &linear);
  t->written_strides = (tta_shape){t->logical.rank, s->strides};
  if (!status && linear) status = tta_map_of_strides(t->written_strides, t->logical, t->grid.rank, arena, pool, &back);
  if (!status && linear) status = tta_map_equal_on(&t->linear, &back, t->logical, &equal);
  if (status && status != TTA_INVALID && status != TTA_UNDECIDED) return status;
  if (equal) return TTA_OK;
  return tta_fail(TTA_INVALID, reason,
                  "before 2024-07-11 layouts have strides, which express row-major collapses only, not this map");
}

static tta_status pad_named(const tta_layout *t, int64_t align_bytes, const int64_t *intervals, uint32_t num_intervals,
                            int64_t *alignments, tta_buf *reason) {
  int64_t unit[2] = {t->memref_element.tile[0], t->memref_element.tile[1]};
  tta_status status = align_bytes ? tta_align_unit(&t->memref_element, align_bytes, unit, reason) : TTA_OK;
  return status ? status : tta_named_pad(t->logical, intervals, num_intervals, t->grid, unit, alignments, reason);
}

/* Alignments that are not set yet are chosen so that grid and tile divide the physical shape. */
static tta_status compute_named(tta_layout *t, shapes *s, tta_arena *arena, tta_buf *reason) {
  tta_named_parts parts;
  tta_status status = TTA_OK;
  if (!t->alignments.extent) {
    status = tta_named_of_map(&t->linear, t->logical, arena, &parts, reason);
    if (!status)
      status = pad_named(t, s->align_bytes, parts.intervals, parts.num_intervals, parts.alignments, reason);
    if (status) return status;
    t->alignments = (tta_shape){t->logical.rank, parts.alignments};
    t->intervals = parts.intervals;
    t->num_intervals = parts.num_intervals;
  }
  status = tta_layout_collapsed_shape(t->logical, t->alignments, t->intervals, t->num_intervals, s->physical);
  for (uint32_t r = 0; r < t->grid.rank; r++) s->shard[r] = s->physical[r] / t->grid.extent[r];
  return status;
}

static tta_status divide_map(const tta_layout *t, shapes *s) {
  uint32_t rank = t->linear.num_results;
  tta_status status = tta_layout_reached_shape(&t->linear, t->logical, s->last, s->physical);
  return status ? status : tta_layout_shard_shape((tta_shape){rank, s->physical}, t->grid, s->shard);
}

static tta_status compute_map(tta_layout *t, shapes *s, tta_arena *arena, tta_affine_pool *pool, tta_buf *reason) {
  uint32_t rank = t->linear.num_results;
  bool changed = false;
  tta_status status = divide_map(t, s);
  s->linear = tta_map_is_linear(&t->linear);
  if (!status && s->align_bytes)
    status = tta_align_rows(t, s->align_bytes, (tta_shape){rank, s->physical}, (tta_shape){rank, s->shard}, arena, pool,
                            &changed, reason);
  if (!status && changed) status = divide_map(t, s);
  return !status && t->syntax.strides ? compute_strides(t, s, arena, pool, reason) : status;
}

/* The order of the memref's elements is kept with the shape that it is for. */
static tta_status check_order(tta_layout *t, tta_buf *reason) {
  char order[TTA_NUMBERS_BYTES], shard[TTA_NUMBERS_BYTES];
  bool fits = t->family != TTA_FAMILY_NAMED && tta_shape_equal(t->order->shape, t->memref);
  if (fits) return TTA_OK;
  if (!t->order->row_major && t->family == TTA_FAMILY_NAMED)
    return tta_fail(TTA_INVALID, reason, "the memref has strides or an affine map, which the named form does not have");
  if (!t->order->row_major)
    return tta_fail(TTA_INVALID, reason, "the strides or affine map of the memref are for %s, and the new memref is %s",
                    tta_shape_text(order, t->order->shape), tta_shape_text(shard, t->memref));
  t->order = NULL;
  return TTA_OK;
}

static tta_status compute(tta_layout *t, shapes *s, tta_arena *arena, tta_affine_pool *pool, tta_buf *reason) {
  uint32_t rank = t->linear.num_results;
  tta_status status = check_ranks(t, reason);
  if (status) return status;
  if (t->family == TTA_FAMILY_NAMED) status = compute_named(t, s, arena, reason);
  else status = compute_map(t, s, arena, pool, reason);
  t->memref = (tta_shape){rank, s->memref};
  if (!status) status = tta_layout_memref_shape((tta_shape){rank, s->shard}, &t->memref_element, s->memref);
  return status || !t->order ? status : check_order(t, reason);
}

static tta_status write(tta_layout *t, int32_t date, bool attribute_only, tta_buf *out, shapes *s, tta_arena *arena,
                        tta_affine_pool *pool, tta_buf *reason) {
  tta_status status = tta_layout_check_words(t, reason);
  if (!status) status = compute(t, s, arena, pool, reason);
  return status ? status : tta_layout_append(out, t, date, attribute_only, reason);
}

/* ---- warnings ---- */

/* Scalars of the tensor, and of all shards; all = 0: too many. @return false if they cannot be counted */
static bool count_scalars(const tta_layout *t, const shapes *s, int64_t *logical, int64_t *all) {
  int64_t shard, cores, scalars = 1;
  if ((is_tiled(t) && !tta_mul(t->memref_element.tile[0], t->memref_element.tile[1], &scalars)) ||
      tta_layout_volume(t->logical, logical) || tta_layout_volume((tta_shape){t->grid.rank, s->memref}, &shard) ||
      tta_layout_volume(t->grid, &cores) || !tta_mul(shard, scalars, &shard))
    return false;
  if (!tta_mul(shard, cores, all)) *all = 0;
  return true;
}

static void note_aligned(const tta_layout *t, const shapes *s, tta_buf *warnings) {
  int64_t logical, all;
  if (!warnings || !s->align_bytes || !count_scalars(t, s, &logical, &all) || all < 1) return;
  tta_buf_printf(warnings, "note: with rows aligned to %lld bytes %lld of %lld elements (%.1f%%) are padding\n",
                 (long long)s->align_bytes, (long long)(all - logical), (long long)all,
                 100.0 * (double)(all - logical) / (double)all);
  if (!s->linear || tta_map_is_linear(&t->linear)) return;
  tta_buf_str(warnings, "the map that aligns the rows is not a sum of strides, which moves and conversions require; "
                        "layouts from 2025-06-20 on have alignments instead\n");
}

static void warn_repeated(const tta_layout *t, const shapes *s, tta_buf *warnings) {
  int64_t logical, all;
  if (!warnings || !count_scalars(t, s, &logical, &all)) return;
  tta_buf_printf(
      warnings,
      "the default collapse gives 2 results and the grid has %u dims: dims of the join stand for the others, too; ",
      t->grid.rank);
  if (all > 0)
    tta_buf_printf(warnings, "%lld of %lld elements (%.1f%%) are padding", (long long)(all - logical), (long long)all,
                   100.0 * (double)(all - logical) / (double)all);
  else tta_buf_str(warnings, "nearly all of it is padding");
  uint32_t joined = t->logical.rank - t->grid.rank + 1; /* more dims than the 2 of the default */
  if (t->grid.rank <= t->logical.rank)
    tta_buf_printf(warnings, "; --collapse 0:%u gives %u results", joined, t->grid.rank);
  tta_buf_char(warnings, '\n');
}

/* Rounded strides put each part on a multiple; a shard that is not a multiple moves them off again. */
static void warn_undone(const tta_layout *t, const shapes *s, int64_t align, tta_buf *warnings) {
  if (!warnings || align < 2) return;
  tta_layout view = {.logical = t->logical,
                       .linear = t->linear,
                       .grid = t->grid,
                       .physical = {t->grid.rank, s->physical},
                       .shard = {t->grid.rank, s->shard}};
  for (uint32_t r = 0; r < t->grid.rank; r++) {
    tta_parts parts;
    if (!tta_layout_parts(&view, r, align, align, &parts) || parts.aligned || !parts.decided) continue;
    tta_buf_printf(warnings,
                   "--align %lld is undone by the grid: dim %u is cut into shards of %lld, and part %lld starts at "
                   "offset %lld of shard %lld\n",
                   (long long)align, r, (long long)s->shard[r], (long long)parts.part, (long long)parts.offset,
                   (long long)parts.shard);
  }
}

/* The last two extents of a grid are cores; several chips can have them. Layouts are above architectures in the order
 * of components, so the largest one is a number here: 14 x 10 on blackhole (noc/arch.c). */
static void note_cores(const tta_layout *t, tta_buf *warnings) {
  enum { MOST_CORES = 140 };
  int64_t cores;
  if (!warnings || t->grid.rank < 2) return;
  const int64_t *last = t->grid.extent + t->grid.rank - 2;
  if (!tta_mul(last[0], last[1], &cores) || cores <= MOST_CORES) return;
  tta_buf_printf(warnings, "note: a grid of %lldx%lld has %lld cores, and a chip has at most %d (blackhole)\n",
                 (long long)last[0], (long long)last[1], (long long)cores, MOST_CORES);
}

/* ---- build ---- */

/* A map in the words of a user. */
static tta_status map_of_text(tta_str map, tta_shape logical, int64_t align, tta_arena *arena, tta_affine_pool *pool,
                              tta_map *out, tta_buf *reason) {
  tta_buf text = tta_buf_new(arena->allocator);
  tta_status status = tta_collapse_expand(map, logical, align, &text, reason);
  if (!status && text.failed) status = TTA_NO_MEMORY;
  if (!status && align > 1 && tta_str_equal(tta_buf_view(&text), map))
    status = tta_fail(TTA_INVALID, reason,
                      "the alignment %lld applies to collapsed dims, but the map has no '<>'; write the strides into "
                      "it",
                      (long long)align);
  if (!status) status = tta_map_from_text(tta_buf_view(&text), arena, pool, out, reason);
  tta_buf_free(&text);
  return status;
}

static tta_status map_of_spec(const tta_build_spec *spec, tta_layout *t, tta_arena *arena, tta_affine_pool *pool,
                              bool *repeated, tta_buf *reason) {
  *repeated = false;
  if (!spec->map.size) {
    tta_collapse_spec collapse = {t->logical,          spec->grid.rank, spec->explicit_intervals,
                                  spec->num_intervals, spec->intervals, spec->align};
    return tta_collapse_map(&collapse, arena, pool, &t->linear, repeated, reason);
  }
  return map_of_text(spec->map, t->logical, spec->align, arena, pool, &t->linear, reason);
}

static tta_status check_extents(tta_shape shape, tta_shape grid, tta_buf *reason) {
  if (!tta_shape_at_least(shape, 0))
    return tta_fail(TTA_INVALID, reason, "a tensor with a dynamic extent has no layout");
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] < 1)
      return tta_fail(TTA_INVALID, reason, "grid extent %lld is below 1", (long long)grid.extent[i]);
  return TTA_OK;
}

tta_status tta_layout_build(const tta_build_spec *spec, tta_buf *out, tta_buf *warnings, tta_buf *reason) {
  tta_arena arena;
  shapes s = {.align_bytes = spec->align_bytes};
  bool repeated = false;
  tta_element element = tta_element_scalar(spec->element);
  tta_layout t = {.tensor_shape = spec->shape,
                  .tensor_element = element,
                  .memref_element = element,
                  .logical = spec->shape,
                  .grid = spec->grid,
                  .oob_val = spec->oob_val,
                  .memory_space = spec->memory_space,
                  .memory_layout = spec->memory_layout,
                  .order = spec->order};
  if (spec->tile[0])
    t.memref_element =
        tta_element_tile(spec->tile[0], spec->tile[1], spec->tile_type ? spec->tile_type : element.data_type);
  tta_affine_pool *pool = tta_affine_pool_new(out->allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, out->allocator);
  tta_status status = spec->shape.rank > TTA_MAX_RANK ? TTA_LIMIT : check_extents(spec->shape, spec->grid, reason);
  if (!status) status = tta_layout_set_date(&t, spec->era, reason);
  if (!status) status = map_of_spec(spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, spec->era, spec->attribute_only, out, &s, &arena, pool, reason);
  if (!status && repeated) warn_repeated(&t, &s, warnings);
  else if (!status) tta_remark_repeated(&t.linear, warnings);
  if (!status) tta_remark_memory_layout(&t, warnings);
  if (!status) warn_undone(&t, &s, spec->align, warnings);
  if (!status) note_aligned(&t, &s, warnings);
  if (!status) note_cores(&t, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}

/* ---- relayout ---- */

/* The element of an untiled memref, and of the tensor in the map form: the tensor's own; of a tensor of tiles that of
 * its tiles. */
static tta_status find_scalar(const tta_layout *s, const tta_layout *t, tta_element *scalar, tta_buf *reason) {
  *scalar = s->tensor_element;
  bool needed = !is_tiled(t) || (s->family == TTA_FAMILY_NAMED && t->family != TTA_FAMILY_NAMED);
  if (!tta_element_is_tile(&s->tensor_element) || !needed) return TTA_OK;
  if (tta_data_type_is_block_float(s->tensor_element.data_type) && !is_tiled(t))
    return tta_fail(TTA_INVALID, reason, "block floats exist in tiles only");
  *scalar = tta_element_scalar(tta_str_from(tta_data_type_scalar(s->tensor_element.data_type)));
  return TTA_OK;
}

/* What one family has and the other does not. */
static tta_status change_family(const tta_layout *s, tta_layout *t, int32_t era, const tta_element *scalar,
                                tta_buf *reason) {
  if (!era && t->family == TTA_FAMILY_NAMED && !t->syntax.oob_val && t->oob_val != TTA_OOB_UNDEF)
    return tta_fail(TTA_INVALID, reason,
                    "this layout does not specify the value of padding; layouts before 2026-05-13 do");
  if (s->family == TTA_FAMILY_NAMED && t->family == s->family && tta_layout_has_empty_interval(s))
    return tta_fail(TTA_INVALID, reason,
                    "the named form of a tensor of rank 1 has a physical dim that its intervals do not list, and is "
                    "not written again; layouts by map are");
  if (s->family != TTA_FAMILY_NAMED || t->family == TTA_FAMILY_NAMED) return TTA_OK;
  if (t->memory_layout == TTA_MEMORY_LAYOUT_SHARDED) t->memory_layout = TTA_MEMORY_LAYOUT_NONE;
  t->tensor_shape = s->logical;
  t->tensor_element = *scalar;
  return TTA_OK;
}

/* A layout of the named form keeps its intervals; the outermost alignments only if grid and tile stay, too. */
static tta_status keep_intervals(const tta_layout *s, const tta_relayout_spec *spec, tta_layout *t,
                                 tta_arena *arena, tta_buf *reason) {
  int64_t *alignments = tta_arena_array(arena, (size_t)s->logical.rank + 1, sizeof *alignments);
  if (!alignments) return TTA_NO_MEMORY;
  if (s->logical.rank) memcpy(alignments, s->alignments.extent, s->logical.rank * sizeof *alignments);
  t->alignments = (tta_shape){s->logical.rank, alignments};
  t->intervals = s->intervals;
  t->num_intervals = s->num_intervals;
  if (!spec->new_tile && !spec->align_bytes && (!spec->grid.rank || tta_shape_equal(spec->grid, s->grid)))
    return TTA_OK;
  return pad_named(t, spec->align_bytes, s->intervals, s->num_intervals, alignments, reason);
}

/* The dims that the map collapses, with other strides. */
static tta_status align_collapse(const tta_layout *s, int64_t align, tta_layout *t, tta_arena *arena,
                                 tta_affine_pool *pool, tta_buf *reason) {
  tta_named_parts parts;
  bool repeated;
  if (tta_named_of_map(&s->linear, s->logical, arena, &parts, NULL))
    return tta_fail(TTA_INVALID, reason,
                    "the map of the layout does not collapse neighboring dims, so that it has no strides to align; "
                    "specify a map or intervals");
  tta_collapse_spec collapse = {t->logical, t->grid.rank, true, parts.num_intervals, parts.intervals, align};
  return tta_collapse_map(&collapse, arena, pool, &t->linear, &repeated, reason);
}

static tta_status map_of_relayout(const tta_layout *s, const tta_relayout_spec *spec, tta_layout *t,
                               tta_arena *arena, tta_affine_pool *pool, bool *repeated, tta_buf *reason) {
  *repeated = false;
  if (spec->map.size) return map_of_text(spec->map, t->logical, spec->align, arena, pool, &t->linear, reason);
  if (spec->align && !spec->new_collapse && t->grid.rank == s->linear.num_results)
    return align_collapse(s, spec->align, t, arena, pool, reason);
  if (!spec->new_collapse && t->grid.rank == s->linear.num_results) {
    t->linear = s->linear;
    if (s->family != TTA_FAMILY_NAMED || t->family != TTA_FAMILY_NAMED) return TTA_OK;
    return keep_intervals(s, spec, t, arena, reason);
  }
  tta_collapse_spec collapse = {t->logical,          t->grid.rank,    spec->new_collapse,
                                spec->num_intervals, spec->intervals, spec->align};
  return tta_collapse_map(&collapse, arena, pool, &t->linear, repeated, reason);
}

/* Whether two layouts of a tensor on equal grids put an element on different cores. TTA_UNDECIDED: too many elements
 * to compare one by one. */
static tta_status compare_cores(const tta_layout *a, const tta_layout *b, bool *moves) {
  tta_occupancy of_a, of_b = {.digits = NULL};
  int64_t moved = 0;
  tta_status status = tta_occupancy_of(a, &of_a);
  if (!status) status = tta_occupancy_of(b, &of_b);
  if (!status) status = tta_occupancy_moved(a, &of_a, b, &of_b, (tta_shape){0, NULL}, &moved);
  tta_occupancy_free(&of_a);
  tta_occupancy_free(&of_b);
  *moves = moved > 0;
  return status;
}

/* The two families pad in a different order: in the map form the grid divides first, in the named form the tile. */
static tta_status warn_moved(const tta_layout *s, const tta_layout *t, const shapes *sizes, tta_buf *warnings) {
  bool named = s->family == TTA_FAMILY_NAMED, moves;
  tta_layout view = *s;
  if (!warnings || named == (t->family == TTA_FAMILY_NAMED) || !s->shard.extent || !tta_shape_equal(s->grid, t->grid))
    return TTA_OK;
  view.linear = t->linear;
  view.shard = (tta_shape){t->grid.rank, sizes->shard};
  if (tta_shape_equal(s->shard, view.shard) || !s->logical_elements || !tta_layout_holds_all(s)) return TTA_OK;
  if (!tta_map_equal(&s->linear, &t->linear)) view.used = (tta_shape){t->grid.rank, sizes->physical};
  tta_status status = compare_cores(s, &view, &moves);
  if (status == TTA_NO_MEMORY) return status;
  if (!status && !moves) return TTA_OK;
  tta_buf_printf(warnings, "elements %smove to other cores: the part of the physical shape on one core was ",
                 status ? "may " : "");
  tta_buf_shape(warnings, s->shard);
  tta_buf_str(warnings, " and is ");
  tta_buf_shape(warnings, view.shard);
  tta_buf_str(warnings, named ? " (in the map form the grid divides before the tile pads)\n"
                              : " (the named form pads to the tile before the grid divides)\n");
  return TTA_OK;
}

static tta_status check_relayout(const tta_layout *s, const tta_relayout_spec *spec, tta_buf *reason) {
  if (s->family == TTA_FAMILY_TTNN)
    return tta_fail(TTA_INVALID, reason, "only a metal_layout can be changed; convert the layout to one first");
  if (tta_layout_is_view(s))
    return tta_fail(TTA_INVALID, reason, "this layout is a view: its index_map permutes the device shape");
  if (!s->grid.extent && !spec->grid.rank)
    return tta_fail(TTA_INVALID, reason, "the shape of this tensor is not its grid and its shard; a grid is required");
  return TTA_OK;
}

tta_status tta_layout_relayout(const tta_layout *s, const tta_relayout_spec *spec, tta_buf *out, tta_buf *warnings,
                               tta_buf *reason) {
  tta_arena arena;
  shapes sizes = {.align_bytes = spec->align_bytes};
  bool repeated = false;
  tta_element scalar;
  tta_layout t = {.family = s->family,
                  .syntax = s->syntax,
                  .index_map = s->index_map,
                  .tensor_shape = s->tensor_shape,
                  .tensor_element = s->tensor_element,
                  .memref_element = s->memref_element,
                  .logical = s->logical,
                  .grid = spec->grid.rank ? spec->grid : s->grid,
                  .oob_val = spec->oob_val ? spec->oob_val : s->oob_val,
                  .memory_space = spec->memory_space ? spec->memory_space : s->memory_space,
                  .memory_layout = s->memory_layout,
                  .order = s->order};
  tta_status status = check_relayout(s, spec, reason);
  if (status) return status;
  if (spec->new_tile && spec->tile[0])
    t.memref_element = tta_element_tile(spec->tile[0], spec->tile[1],
                                        spec->tile_type ? spec->tile_type : s->tensor_element.data_type);
  else if (spec->new_tile) t.memref_element = (tta_element){.kind = TTA_ELEMENT_OTHER};
  tta_affine_pool *pool = tta_affine_pool_new(out->allocator);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, out->allocator);
  if (!t.oob_val) t.oob_val = TTA_OOB_UNDEF;
  status = check_extents(s->tensor_shape, t.grid, reason);
  if (!status && spec->era) status = tta_layout_set_date(&t, spec->era, reason);
  if (!status) status = find_scalar(s, &t, &scalar, reason);
  if (!status && !is_tiled(&t)) t.memref_element = scalar;
  if (!status) status = change_family(s, &t, spec->era, &scalar, reason);
  if (!status) status = map_of_relayout(s, spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, spec->era, spec->attribute_only, out, &sizes, &arena, pool, reason);
  bool new_map = spec->map.size || spec->new_collapse || spec->align || t.grid.rank != s->linear.num_results;
  if (!status && new_map) tta_remark_dropped(&s->linear, &t.linear, t.logical, warnings);
  if (!status && repeated) warn_repeated(&t, &sizes, warnings);
  else if (!status && new_map) tta_remark_repeated(&t.linear, warnings);
  if (!status && spec->grid.rank) tta_remark_memory_layout(&t, warnings);
  if (!status) warn_undone(&t, &sizes, spec->align, warnings);
  if (!status) note_aligned(&t, &sizes, warnings);
  if (!status) status = warn_moved(s, &t, &sizes, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}
