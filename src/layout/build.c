/* Owns what new layouts are made of: shapes computed, in the words of a date (spelling.c). Does not judge them: read
 * the text back for that. */
#include <string.h>

#include "base/checked.h"
#include "layout/collapse.h"
#include "layout/named.h"
#include "layout/spelling.h"
#include "layout/strides.h"

enum { SEEDS = 20241127 }; /* the day of the specification */

static tta_str text_from(const char *text) { return (tta_str){text, strlen(text)}; }

void tta_build_spec_init(tta_build_spec *spec) {
  *spec = (tta_build_spec){.oob_val = TTA_OOB_UNDEF, .memory_space = TTA_MEMORY_L1, .era = SEEDS};
}

tta_status tta_build_spec_check(const tta_build_spec *spec, tta_buf *reason) {
  tta_layout_text t = {.shape = spec->shape, .logical = spec->shape, .grid = spec->grid, .oob_val = TTA_OOB_UNDEF};
  if (tta_spelling_of_era(spec->era, &t, NULL)) return TTA_OK; /* no form to spell: build tells */
  t.oob_val = spec->oob_val;
  t.memory_space = spec->memory_space;
  t.memory_layout = spec->memory_layout;
  t.tile_type = spec->tile_type;
  return tta_spelling_check(&t, reason);
}

/* ---- shapes ---- */

typedef struct shapes {
  int64_t last[TTA_MAX_RANK], physical[TTA_MAX_RANK], shard[TTA_MAX_RANK], memref[TTA_MAX_RANK];
  int64_t strides[TTA_MAX_RANK];
} shapes;

static tta_status check_ranks(const tta_layout_text *t, tta_buf *reason) {
  uint32_t rank = t->map.num_results;
  if (t->map.num_dims != t->logical.rank)
    return tta_fail(TTA_INVALID, reason, "the map has %u dims, the tensor %u", t->map.num_dims,
                               t->logical.rank);
  if (rank != t->grid.rank)
    return tta_fail(TTA_INVALID, reason, "the map has %u result%s, the grid %u dim%s", rank,
                               rank == 1 ? "" : "s", t->grid.rank, t->grid.rank == 1 ? "" : "s");
  if (rank > TTA_MAX_RANK || t->logical.rank > TTA_MAX_RANK) return TTA_LIMIT;
  if (t->map.num_symbols) return tta_fail(TTA_INVALID, reason, "the map of a layout has no symbols");
  if (t->tile[0] && rank == 1)
    return tta_fail(TTA_INVALID, reason, "tiles need a grid of at least 2 dims, such as 1x%lld",
                               (long long)t->grid.extent[0]);
  if (t->tile[0] && !t->tile_type)
    return tta_fail(TTA_INVALID, reason,
                    "no type of tiles holds elements of '%.*s' unless one is given, such as bfp_bf8",
                    t->element.size > 64 ? 64 : (int)t->element.size, t->element.data);
  if (t->tile[0] && !rank) return tta_fail(TTA_INVALID, reason, "tiles need a grid of at least 2 dims");
  return TTA_OK;
}

/* Strides say this map only if they are read as it again. */
static tta_status compute_strides(tta_layout_text *t, shapes *s, tta_arena *arena, tta_affine_pool *pool,
                                  tta_buf *reason) {
  bool linear, equal = false;
  tta_map back;
  tta_status status = tta_strides_of_map(&t->map, (tta_shape){t->grid.rank, s->physical}, s->strides, &linear);
  t->strides = (tta_shape){t->logical.rank, s->strides};
  if (!status && linear) status = tta_map_of_strides(t->strides, t->logical, t->grid.rank, arena, pool, &back);
  if (!status && linear) status = tta_map_equal_on(&t->map, &back, t->logical, &equal);
  if (status && status != TTA_INVALID && status != TTA_UNDECIDED) return status;
  if (equal) return TTA_OK;
  return tta_fail(TTA_INVALID, reason,
                             "before 2024-07-11 layouts have strides, which say row-major joins only, not this map");
}

/* Alignments that do not stand yet are chosen so that grid and tile divide what they give. */
static tta_status compute_named(tta_layout_text *t, shapes *s, tta_arena *arena, tta_buf *reason) {
  tta_named_parts parts;
  tta_status status = TTA_OK;
  if (!t->alignments.extent) {
    status = tta_named_of_map(&t->map, t->logical, arena, &parts, reason);
    if (!status) status = tta_named_pad(t->logical, parts.intervals, parts.num_intervals, t->grid, t->tile,
                                        parts.alignments, reason);
    if (status) return status;
    t->alignments = (tta_shape){t->logical.rank, parts.alignments};
    t->intervals = parts.intervals;
    t->num_intervals = parts.num_intervals;
  }
  status = tta_layout_collapsed_shape(t->logical, t->alignments, t->intervals, t->num_intervals, s->physical);
  for (uint32_t r = 0; r < t->grid.rank; r++) s->shard[r] = s->physical[r] / t->grid.extent[r];
  return status;
}

static tta_status compute(tta_layout_text *t, shapes *s, tta_arena *arena, tta_affine_pool *pool, tta_buf *reason) {
  uint32_t rank = t->map.num_results;
  tta_status status = check_ranks(t, reason);
  if (status) return status;
  tta_element element = {.kind = TTA_ELEMENT_OTHER};
  if (t->tile[0]) element = tta_element_tile(t->tile[0], t->tile[1], t->tile_type);
  if (t->form == TTA_FORM_NAMED) {
    status = compute_named(t, s, arena, reason);
  } else {
    status = tta_layout_physical_shape(&t->map, t->logical, s->last, s->physical);
    for (uint32_t i = 0; i < rank && !status; i++)
      if (s->physical[i] < 0) s->physical[i] = 0;
    if (!status) status = tta_layout_shard_shape((tta_shape){rank, s->physical}, t->grid, s->shard);
    if (!status && t->form == TTA_FORM_STRIDES) status = compute_strides(t, s, arena, pool, reason);
  }
  return status ? status : tta_layout_memref_shape((tta_shape){rank, s->shard}, &element, s->memref);
}

static tta_status write(tta_layout_text *t, tta_buf *out, shapes *s, tta_arena *arena, tta_affine_pool *pool,
                        tta_buf *reason) {
  tta_status status = tta_spelling_check(t, reason);
  if (!status) status = compute(t, s, arena, pool, reason);
  if (status) return status;
  tta_spelling_append(out, t, (tta_shape){t->grid.rank, s->memref});
  return out->failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- warnings ---- */

static void warn_repeated(const tta_layout_text *t, const shapes *s, tta_buf *warnings) {
  int64_t logical, shard, cores, all;
  tta_shape grid = t->grid, memref = {grid.rank, s->memref};
  int64_t scalars = 1;
  if (!warnings || (t->tile[0] && !tta_mul(t->tile[0], t->tile[1], &scalars)) ||
      tta_layout_volume(t->logical, &logical) || tta_layout_volume(memref, &shard) || tta_layout_volume(grid, &cores) ||
      !tta_mul(shard, scalars, &shard))
    return;
  tta_buf_printf(
      warnings,
      "the default collapse gives 2 results and the grid has %u dims: dims of the join stand for the others, too; ",
      grid.rank);
  if (tta_mul(shard, cores, &all) && all > 0)
    tta_buf_printf(warnings, "%lld of %lld elements (%.1f%%) are padding\n", (long long)(all - logical), (long long)all,
                   100.0 * (double)(all - logical) / (double)all);
  else tta_buf_str(warnings, "nearly all of it is padding\n");
}

/* Rounded strides put each part on a multiple; a shard that is no multiple moves them off again. */
static void warn_undone(const tta_layout_text *t, const shapes *s, int64_t align, tta_buf *warnings) {
  if (!warnings || align < 2) return;
  tta_layout view = {.logical = t->logical,
                       .linear = t->map,
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

/* ---- build ---- */

static tta_status map_of_spec(const tta_build_spec *spec, tta_layout_text *t, tta_arena *arena, tta_affine_pool *pool,
                              bool *repeated, tta_buf *reason) {
  *repeated = false;
  if (!spec->map.size) {
    tta_collapse_spec collapse = {t->logical,          spec->grid.rank, spec->explicit_intervals,
                                  spec->num_intervals, spec->intervals, spec->align};
    return tta_collapse_map(&collapse, arena, pool, &t->map, repeated, reason);
  }
  tta_buf text;
  tta_buf_init(&text, arena->allocator);
  tta_status status = tta_collapse_expand(spec->map, t->logical, spec->align, &text, reason);
  if (!status && text.failed) status = TTA_NO_MEMORY;
  if (!status) status = tta_map_from_text(tta_buf_view(&text), arena, pool, &t->map, reason);
  tta_buf_free(&text);
  return status;
}

static tta_status check_extents(tta_shape shape, tta_shape grid, tta_buf *reason) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 0)
      return tta_fail(TTA_INVALID, reason, "a tensor with a dynamic extent has no layout");
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] < 1)
      return tta_fail(TTA_INVALID, reason, "grid extent %lld is below 1", (long long)grid.extent[i]);
  return TTA_OK;
}

tta_status tta_layout_build(const tta_build_spec *spec, tta_buf *out, tta_buf *warnings, tta_buf *reason) {
  tta_arena arena;
  shapes s;
  bool repeated = false;
  tta_layout_text t = {.shape = spec->shape,
                       .element = spec->element,
                       .logical = spec->shape,
                       .grid = spec->grid,
                       .oob_val = spec->oob_val,
                       .memory_space = spec->memory_space,
                       .memory_layout = spec->memory_layout,
                       .tile = {spec->tile[0], spec->tile[1]},
                       .tile_type = spec->tile_type ? spec->tile_type : tta_element_scalar(spec->element).data_type,
                       .scalar = spec->element,
                       .attribute_only = spec->attribute_only};
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, NULL);
  tta_status status = spec->shape.rank > TTA_MAX_RANK ? TTA_LIMIT : check_extents(spec->shape, spec->grid, reason);
  if (!status) status = tta_spelling_of_era(spec->era, &t, reason);
  if (!status) status = map_of_spec(spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, out, &s, &arena, pool, reason);
  if (!status && repeated) warn_repeated(&t, &s, warnings);
  if (!status) warn_undone(&t, &s, spec->align, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}

/* ---- with ---- */

/* The scalar of an untiled memref: the tensor's own; of a tensor of tiles that of its tiles. */
static tta_status untiled_scalar(const tta_layout *s, tta_layout_text *t, tta_buf *reason) {
  bool needed = !t->tile[0] || (s->family == TTA_FAMILY_NAMED && t->form != TTA_FORM_NAMED);
  t->scalar = s->tensor_element.text;
  if (!tta_element_is_tile(&s->tensor_element) || !needed) return TTA_OK;
  if (tta_data_type_is_block_float(s->tensor_element.data_type) && !t->tile[0])
    return tta_fail(TTA_INVALID, reason, "block floats exist in tiles only");
  t->scalar = text_from(tta_data_type_scalar(s->tensor_element.data_type));
  return TTA_OK;
}

/* What one family has and the other has not. */
static tta_status change_family(const tta_layout *s, tta_layout_text *t, tta_buf *reason) {
  if (t->form == TTA_FORM_NAMED && s->family == TTA_FAMILY_NAMED && !t->write_oob && t->oob_val != TTA_OOB_UNDEF)
    return tta_fail(TTA_INVALID, reason,
                               "this layout says nothing of what padding holds; with --era before 2026-05-13 it can");
  if (s->family != TTA_FAMILY_NAMED || t->form == TTA_FORM_NAMED) return TTA_OK;
  if (t->memory_layout == TTA_MEMORY_LAYOUT_SHARDED) t->memory_layout = TTA_MEMORY_LAYOUT_NONE;
  t->shape = s->logical;
  t->element = t->scalar;
  return TTA_OK;
}

static bool same_grid(const tta_layout *s, const tta_relayout_spec *spec) {
  for (uint32_t i = 0; i < spec->grid.rank; i++)
    if (spec->grid.extent[i] != s->grid.extent[i]) return false;
  return true;
}

/* A layout of the named form keeps its intervals; the outermost alignments only where grid and tile stay, too. */
static tta_status keep_intervals(const tta_layout *s, const tta_relayout_spec *spec, tta_layout_text *t,
                                 tta_arena *arena, tta_buf *reason) {
  int64_t *alignments = tta_arena_array(arena, (size_t)s->logical.rank + 1, sizeof *alignments);
  if (!alignments) return TTA_NO_MEMORY;
  if (s->logical.rank) memcpy(alignments, s->alignments.extent, s->logical.rank * sizeof *alignments);
  t->alignments = (tta_shape){s->logical.rank, alignments};
  t->intervals = s->intervals;
  t->num_intervals = s->num_intervals;
  if (!spec->new_tile && same_grid(s, spec)) return TTA_OK;
  return tta_named_pad(s->logical, s->intervals, s->num_intervals, t->grid, t->tile, alignments, reason);
}

static tta_status map_of_relay(const tta_layout *s, const tta_relayout_spec *spec, tta_layout_text *t,
                               tta_arena *arena, tta_affine_pool *pool, bool *repeated, tta_buf *reason) {
  *repeated = false;
  if (!spec->new_collapse && t->grid.rank == s->linear.num_results) {
    t->map = s->linear;
    if (s->family != TTA_FAMILY_NAMED || t->form != TTA_FORM_NAMED) return TTA_OK;
    return keep_intervals(s, spec, t, arena, reason);
  }
  tta_collapse_spec collapse = {t->logical, t->grid.rank, spec->new_collapse, spec->num_intervals, spec->intervals, 0};
  return tta_collapse_map(&collapse, arena, pool, &t->map, repeated, reason);
}

/* The two families pad in another order: by map the grid divides first, by names the tile does. */
static void warn_moved(const tta_layout *s, const tta_layout_text *t, const shapes *sizes, tta_buf *warnings) {
  bool named = s->family == TTA_FAMILY_NAMED, same = s->shard.rank == t->grid.rank;
  if (!warnings || named == (t->form == TTA_FORM_NAMED) || !s->shard.extent || s->grid.rank != t->grid.rank) return;
  for (uint32_t i = 0; i < s->grid.rank; i++)
    if (s->grid.extent[i] != t->grid.extent[i]) return;
  for (uint32_t i = 0; i < t->grid.rank && same; i++) same = s->shard.extent[i] == sizes->shard[i];
  if (same) return;
  tta_buf_str(warnings, "elements move to other cores: the part of the physical shape on one core was ");
  for (uint32_t i = 0; i < s->shard.rank; i++)
    tta_buf_printf(warnings, "%s%lld", i ? "x" : "", (long long)s->shard.extent[i]);
  tta_buf_str(warnings, " and is ");
  for (uint32_t i = 0; i < t->grid.rank; i++)
    tta_buf_printf(warnings, "%s%lld", i ? "x" : "", (long long)sizes->shard[i]);
  tta_buf_str(warnings, named ? " (by map the grid divides before the tile pads)\n"
                              : " (the named form pads to the tile before the grid divides)\n");
}

static tta_status check_relay(const tta_layout *s, const tta_relayout_spec *spec, tta_buf *reason) {
  if (s->family == TTA_FAMILY_TTNN)
    return tta_fail(TTA_INVALID, reason,
                               "only a metal_layout can be laid out anew; 'convert --to metal' gives one");
  if (tta_layout_is_view(s))
    return tta_fail(TTA_INVALID, reason,
                               "this layout is a view: its index_map permutes the device shape, which stays");
  if (!s->grid.extent && !spec->grid.rank)
    return tta_fail(TTA_INVALID, reason,
                               "the shape of this tensor is not its grid and its shard: give a --grid");
  return TTA_OK;
}

tta_status tta_layout_relayout(const tta_layout *s, const tta_relayout_spec *spec, tta_buf *out, tta_buf *warnings,
                            tta_buf *reason) {
  tta_arena arena;
  shapes sizes;
  bool repeated = false;
  const int64_t *tile = spec->new_tile ? spec->tile : s->memref_element.tile;
  tta_data_type type = !spec->new_tile    ? s->memref_element.data_type
                       : spec->tile_type ? spec->tile_type
                                         : s->tensor_element.data_type;
  tta_layout_text t = {.shape = s->tensor_shape,
                       .element = s->tensor_element.text,
                       .logical = s->logical,
                       .grid = spec->grid.rank ? spec->grid : s->grid,
                       .oob_val = spec->oob_val ? spec->oob_val : s->oob_val,
                       .memory_space = spec->memory_space ? spec->memory_space : s->memory_space,
                       .memory_layout = s->memory_layout,
                       .tile = {tile[0], tile[1]},
                       .tile_type = type,
                       .attribute_only = spec->attribute_only};
  tta_status status = check_relay(s, spec, reason);
  if (status) return status;
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, NULL);
  if (!t.oob_val) t.oob_val = TTA_OOB_UNDEF;
  status = check_extents(s->tensor_shape, t.grid, reason);
  if (!status) status = spec->era ? tta_spelling_of_era(spec->era, &t, reason) : tta_spelling_keep(s, &t);
  if (!status) status = untiled_scalar(s, &t, reason);
  if (!status) status = change_family(s, &t, reason);
  if (!status) status = map_of_relay(s, spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, out, &sizes, &arena, pool, reason);
  if (!status && repeated) warn_repeated(&t, &sizes, warnings);
  if (!status) warn_moved(s, &t, &sizes, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}
