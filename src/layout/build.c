/* Owns the text of new layouts: shapes computed, spelled as on a date. Does not judge them: read the text back for
 * that. */
#include <string.h>

#include "base/checked.h"
#include "ir/affine_print.h"
#include "ir/attributes.h"
#include "layout/collapse.h"

/* When the spelling changed (tt-mlir; docs/eras.md). */
enum {
  MAP_FORM = 20240711,         /* #tt.layout by map */
  MEMORY_LAYOUT = 20240903,    /* ... with a memory layout, for one day also when it is none */
  MEMORY_LAYOUT_ELIDED = 20240904,
  METAL_LAYOUT = 20241127,     /* #tt.metal_layout */
  NO_MEMORY_LAYOUT = 20250224,
  TTCORE = 20250617,           /* #ttcore.metal_layout */
  NAMED_FORM = 20250620,
  SEEDS = 20241127,
};

/** Everything that a layout's text says. */
typedef struct layout_text {
  tta_str name;    /* "#tt.metal_layout" */
  tta_str dialect; /* "tt" */
  tta_shape shape; /* the tensor's, in its own elements */
  tta_str element;
  tta_shape logical;
  tta_map map;
  tta_shape grid;
  tta_str oob_val, memory_space, memory_layout;
  int64_t tile[2];
  tta_str tile_type, scalar; /* element of the memref: a tile, or this */
  bool attribute_only;
} layout_text;

static tta_str text_from(const char *text) { return (tta_str){text, strlen(text)}; }
static void append(tta_buf *out, tta_str text) { tta_buf_bytes(out, text.data, text.size); }

void tta_build_spec_init(tta_build_spec *spec) {
  *spec = (tta_build_spec){.oob_val = text_from("undef"), .memory_space = text_from("l1"), .era = SEEDS};
}

/* ---- spelling ---- */

static tta_status spell(int32_t era, layout_text *t, tta_buf *reason) {
  if (era < MAP_FORM) return tta_sharding_refuse(TTA_INVALID, reason, "layouts by map begin on 2024-07-11");
  if (era >= NAMED_FORM)
    return tta_sharding_refuse(
        TTA_INVALID, reason,
        "from 2025-06-20 on a metal_layout has the named form, which 'convert --to ttcore' writes");
  t->dialect = text_from(era >= TTCORE ? "ttcore" : "tt");
  t->name = text_from(era >= TTCORE ? "#ttcore.metal_layout" : era >= METAL_LAYOUT ? "#tt.metal_layout" : "#tt.layout");
  if (t->memory_layout.size && (era < MEMORY_LAYOUT || era >= NO_MEMORY_LAYOUT))
    return tta_sharding_refuse(TTA_INVALID, reason, "layouts have a memory layout from 2024-09-03 to 2025-02-23 only");
  if (!t->memory_layout.size && era >= MEMORY_LAYOUT && era < MEMORY_LAYOUT_ELIDED)
    t->memory_layout = text_from("none_layout");
  return TTA_OK;
}

static tta_status check_word(tta_enum which, tta_str word, tta_buf *reason) {
  if (!word.size || tta_enum_find(which, word) >= 0) return TTA_OK;
  const char *nearest = tta_enum_nearest(which, word);
  int size = word.size > 64 ? 64 : (int)word.size;
  if (nearest)
    return tta_sharding_refuse(TTA_INVALID, reason, "'%.*s' is no %s; did you mean '%s'?", size, word.data,
                               tta_enums[which].description, nearest);
  return tta_sharding_refuse(TTA_INVALID, reason, "'%.*s' is no %s", size, word.data, tta_enums[which].description);
}

static tta_status check_words(const layout_text *t, tta_buf *reason) {
  tta_status status = check_word(TTA_ENUM_oob_val, t->oob_val, reason);
  if (!status) status = check_word(TTA_ENUM_memory_space, t->memory_space, reason);
  if (!status) status = check_word(TTA_ENUM_tt_memory_layout, t->memory_layout, reason);
  return status ? status : check_word(TTA_ENUM_data_type, t->tile_type, reason);
}

static void append_dims(tta_buf *out, tta_shape shape, bool before_type) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (i) tta_buf_char(out, 'x');
    tta_buf_int(out, shape.extent[i]);
  }
  if (before_type && shape.rank) tta_buf_char(out, 'x');
}

static void append_attribute(tta_buf *out, const layout_text *t, tta_shape memref) {
  append(out, t->name);
  tta_buf_char(out, '<');
  tta_map_print(out, &t->map);
  tta_buf_str(out, ", ");
  append(out, t->oob_val);
  tta_buf_str(out, ", <");
  append_dims(out, t->grid, false);
  tta_buf_str(out, ">, memref<");
  append_dims(out, memref, true);
  if (t->tile[0]) {
    tta_buf_char(out, '!');
    append(out, t->dialect);
    tta_buf_printf(out, ".tile<%lldx%lld, ", (long long)t->tile[0], (long long)t->tile[1]);
    append(out, t->tile_type);
    tta_buf_char(out, '>');
  } else {
    append(out, t->scalar);
  }
  tta_buf_str(out, ", #");
  append(out, t->dialect);
  tta_buf_str(out, ".memory_space<");
  append(out, t->memory_space);
  tta_buf_str(out, ">>");
  if (t->memory_layout.size) tta_buf_str(out, ", ");
  append(out, t->memory_layout);
  tta_buf_char(out, '>');
}

/* ---- shapes ---- */

typedef struct shapes {
  int64_t last[TTA_MAX_RANK], physical[TTA_MAX_RANK], shard[TTA_MAX_RANK], memref[TTA_MAX_RANK];
} shapes;

static tta_status compute(const layout_text *t, shapes *s, tta_buf *reason) {
  uint32_t rank = t->map.num_results;
  if (t->map.num_dims != t->logical.rank)
    return tta_sharding_refuse(TTA_INVALID, reason, "the map has %u dims, the tensor %u", t->map.num_dims,
                               t->logical.rank);
  if (rank != t->grid.rank)
    return tta_sharding_refuse(TTA_INVALID, reason, "the map has %u results, the grid %u dims", rank, t->grid.rank);
  if (rank > TTA_MAX_RANK || t->logical.rank > TTA_MAX_RANK) return TTA_LIMIT;
  if (t->map.num_symbols) return tta_sharding_refuse(TTA_INVALID, reason, "the map of a layout has no symbols");
  if (t->tile[0] && rank < 2) return tta_sharding_refuse(TTA_INVALID, reason, "tiles need a grid of at least 2 dims");
  tta_element element = {
      .kind = t->tile[0] ? TTA_ELEMENT_TILE : TTA_ELEMENT_OTHER, .height = t->tile[0], .width = t->tile[1]};
  tta_status status = tta_layout_physical_shape(&t->map, t->logical, s->last, s->physical);
  for (uint32_t i = 0; i < rank && !status; i++)
    if (s->physical[i] < 0) s->physical[i] = 0;
  if (!status) status = tta_layout_shard_shape((tta_shape){rank, s->physical}, t->grid, s->shard);
  return status ? status : tta_layout_memref_shape((tta_shape){rank, s->shard}, &element, s->memref);
}

static tta_status write(const layout_text *t, tta_buf *out, shapes *s, tta_buf *reason) {
  tta_status status = check_words(t, reason);
  if (!status) status = compute(t, s, reason);
  if (status) return status;
  if (!t->attribute_only) {
    tta_buf_str(out, "tensor<");
    append_dims(out, t->shape, true);
    append(out, t->element);
    tta_buf_str(out, ", ");
  }
  append_attribute(out, t, (tta_shape){t->grid.rank, s->memref});
  if (!t->attribute_only) tta_buf_char(out, '>');
  return out->failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- warnings ---- */

static void warn_repeated(const layout_text *t, const shapes *s, tta_buf *warnings) {
  int64_t logical, shard, cores, all;
  tta_shape grid = t->grid, padded = {grid.rank, s->shard};
  if (!warnings || tta_layout_volume(t->logical, &logical) || tta_layout_volume(padded, &shard) ||
      tta_layout_volume(grid, &cores))
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
static void warn_undone(const layout_text *t, const shapes *s, int64_t align, tta_buf *warnings) {
  if (!warnings || align < 2) return;
  tta_sharding view = {.logical = t->logical,
                       .linear = t->map,
                       .grid = t->grid,
                       .physical = {t->grid.rank, s->physical},
                       .shard = {t->grid.rank, s->shard}};
  for (uint32_t r = 0; r < t->grid.rank; r++) {
    tta_parts parts;
    if (!tta_sharding_parts(&view, r, align, align, &parts) || parts.aligned || !parts.decided) continue;
    tta_buf_printf(warnings,
                   "--align %lld is undone by the grid: dim %u is cut into shards of %lld, and part %lld starts at "
                   "offset %lld of shard %lld\n",
                   (long long)align, r, (long long)s->shard[r], (long long)parts.part, (long long)parts.offset,
                   (long long)parts.shard);
  }
}

/* ---- build ---- */

static tta_status map_of_spec(const tta_build_spec *spec, layout_text *t, tta_arena *arena, tta_affine_pool *pool,
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
      return tta_sharding_refuse(TTA_INVALID, reason, "a tensor with a dynamic extent has no layout");
  for (uint32_t i = 0; i < grid.rank; i++)
    if (grid.extent[i] < 1)
      return tta_sharding_refuse(TTA_INVALID, reason, "grid extent %lld is below 1", (long long)grid.extent[i]);
  return TTA_OK;
}

tta_status tta_layout_build(const tta_build_spec *spec, tta_buf *out, tta_buf *warnings, tta_buf *reason) {
  tta_arena arena;
  shapes s;
  bool repeated = false;
  layout_text t = {.shape = spec->shape,
                   .element = spec->element,
                   .logical = spec->shape,
                   .grid = spec->grid,
                   .oob_val = spec->oob_val,
                   .memory_space = spec->memory_space,
                   .memory_layout = spec->memory_layout,
                   .tile = {spec->tile[0], spec->tile[1]},
                   .tile_type = spec->tile_type,
                   .scalar = spec->element,
                   .attribute_only = spec->attribute_only};
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, NULL);
  tta_status status = spec->shape.rank > TTA_MAX_RANK ? TTA_LIMIT : check_extents(spec->shape, spec->grid, reason);
  if (!status) status = spell(spec->era, &t, reason);
  if (!status) status = map_of_spec(spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, out, &s, reason);
  if (!status && repeated) warn_repeated(&t, &s, warnings);
  if (!status) warn_undone(&t, &s, spec->align, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}

/* ---- with ---- */

static bool is_data_type(tta_str word) { return tta_enum_find(TTA_ENUM_data_type, word) >= 0; }

/* The name and dialect that a layout was written with. */
static tta_status keep_spelling(const tta_sharding *s, layout_text *t) {
  const char *end = memchr(s->attribute.data, '<', s->attribute.size),
             *dot = memchr(s->attribute.data, '.', s->attribute.size);
  if (!end || !dot || dot > end) return TTA_INVALID;
  t->name = (tta_str){s->attribute.data, (size_t)(end - s->attribute.data)};
  t->dialect = (tta_str){s->attribute.data + 1, (size_t)(dot - s->attribute.data - 1)};
  return TTA_OK;
}

/* The scalar of an untiled memref: the tensor's own; of a tensor of tiles what its tiles hold. */
static tta_status untiled_scalar(const tta_sharding *s, layout_text *t, tta_buf *reason) {
  t->scalar = s->tensor_element;
  if (t->tile[0] || s->tensor_element.data[0] != '!') return TTA_OK;
  if (!is_data_type(s->element_type) || memchr(s->element_type.data, '_', s->element_type.size))
    return tta_sharding_refuse(TTA_INVALID, reason, "block floats exist in tiles only");
  t->scalar = s->element_type;
  if (t->scalar.data[0] == 'u')
    t->scalar = text_from(t->scalar.size == 2 ? "ui8" : t->scalar.data[1] == '3' ? "ui32" : "ui16");
  return TTA_OK;
}

static tta_status map_of_relay(const tta_sharding *s, const tta_relay_spec *spec, layout_text *t, tta_arena *arena,
                               tta_affine_pool *pool, bool *repeated, tta_buf *reason) {
  *repeated = false;
  if (!spec->new_collapse && t->grid.rank == s->linear.num_results) {
    t->map = s->linear;
    return TTA_OK;
  }
  tta_collapse_spec collapse = {t->logical, t->grid.rank, spec->new_collapse, spec->num_intervals, spec->intervals, 0};
  return tta_collapse_map(&collapse, arena, pool, &t->map, repeated, reason);
}

tta_status tta_layout_relay(const tta_sharding *s, const tta_relay_spec *spec, tta_buf *out, tta_buf *warnings,
                            tta_buf *reason) {
  if (s->family != TTA_FAMILY_MAP)
    return tta_sharding_refuse(TTA_INVALID, reason,
                               "only a metal_layout by map can be laid out anew; 'convert --to metal' gives one");
  tta_arena arena;
  shapes sizes;
  bool repeated = false;
  const int64_t *tile = spec->new_tile ? spec->tile : s->tile;
  layout_text t = {.shape = s->tensor_shape,
                   .element = s->tensor_element,
                   .logical = s->logical,
                   .grid = spec->grid.rank ? spec->grid : s->grid,
                   .oob_val = spec->oob_val.size ? spec->oob_val : s->oob_val,
                   .memory_space = spec->memory_space.size ? spec->memory_space : s->memory_space,
                   .memory_layout = s->memory_layout,
                   .tile = {tile[0], tile[1]},
                   .tile_type = spec->new_tile ? spec->tile_type : s->tile_type,
                   .attribute_only = spec->attribute_only};
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  if (!pool) return TTA_NO_MEMORY;
  tta_arena_init(&arena, NULL);
  tta_status status = check_extents(s->tensor_shape, t.grid, reason);
  if (!status) status = spec->era ? spell(spec->era, &t, reason) : keep_spelling(s, &t);
  if (!status) status = untiled_scalar(s, &t, reason);
  if (!status) status = map_of_relay(s, spec, &t, &arena, pool, &repeated, reason);
  if (!status) status = write(&t, out, &sizes, reason);
  if (!status && repeated) warn_repeated(&t, &sizes, warnings);
  tta_arena_free(&arena);
  tta_affine_pool_free(pool);
  return status;
}
