/* Owns how a layout is spelled: the forms, and what each date demands. Does not own what stands in it (build.c,
 * named.c).
 *
 * Source of the dates: tt-mlir's history (src/ir/attributes.def, docs/eras.md). On the day of a change the new form is
 * written. */
#include "layout/spelling.h"

#include <string.h>

#include "model/words.h"

enum {
  FIRST = 20240514,            /* #tt.layout by strides */
  MAP_FORM = 20240711,         /* ... by map */
  MEMORY_LAYOUT = 20240903,    /* ... with a memory layout, for one day also when it is none */
  MEMORY_LAYOUT_ELIDED = 20240904,
  METAL_LAYOUT = 20241127,     /* #tt.metal_layout */
  NO_MEMORY_LAYOUT = 20250224,
  TTCORE = 20250617,           /* #ttcore.metal_layout */
  NAMED_FORM = 20250620,       /* with collapse_dims; system memory elided */
  INTERVALS = 20250626,        /* collapsed_intervals */
  NAMED_MEMORY_LAYOUT = 20250930, /* sharded elided */
  ALL_MANDATORY = 20251117,    /* index_map, too */
  NO_INDEX_MAP = 20260226,
  NO_OOB = 20260513,
};

static tta_str text_from(const char *text) { return (tta_str){text, strlen(text)}; }

/* ---- dates ---- */

static tta_status spell_map(int32_t era, tta_layout_text *t, tta_buf *reason) {
  t->name = text_from(era >= TTCORE ? "#ttcore.metal_layout" : era >= METAL_LAYOUT ? "#tt.metal_layout" : "#tt.layout");
  if (t->memory_layout && (era < MEMORY_LAYOUT || era >= NO_MEMORY_LAYOUT))
    return tta_fail(
        TTA_INVALID, reason,
        "layouts have a memory layout from 2024-09-03 to 2025-02-23, and again from 2025-09-30 on");
  t->none_layout = era >= MEMORY_LAYOUT && era < MEMORY_LAYOUT_ELIDED;
  return TTA_OK;
}

static tta_status spell_named(int32_t era, tta_layout_text *t, tta_buf *reason) {
  t->name = text_from("#ttcore.metal_layout");
  t->collapse_dims = era < INTERVALS;
  t->write_oob = era < NO_OOB;
  t->write_memory_layout = era >= ALL_MANDATORY;
  t->write_memory_space = era >= ALL_MANDATORY;
  t->index_map = text_from(era >= ALL_MANDATORY && era < NO_INDEX_MAP ? "map(0)" : "");
  if (t->memory_layout && era < NAMED_MEMORY_LAYOUT && t->memory_layout != TTA_MEMORY_LAYOUT_SHARDED)
    return tta_fail(
        TTA_INVALID, reason,
        "layouts have a memory layout from 2024-09-03 to 2025-02-23, and again from 2025-09-30 on");
  if (!t->write_oob && t->oob_val != TTA_OOB_UNDEF)
    return tta_fail(TTA_INVALID, reason,
                               "from 2026-05-13 on a layout says nothing of what padding holds: leave --oob undef");
  return TTA_OK;
}

tta_status tta_spelling_of_era(int32_t era, tta_layout_text *t, tta_buf *reason) {
  if (era < FIRST) return tta_fail(TTA_INVALID, reason, "layouts begin on 2024-05-14");
  t->dialect = text_from(era >= TTCORE ? "ttcore" : "tt");
  t->form = era < MAP_FORM ? TTA_FORM_STRIDES : era < NAMED_FORM ? TTA_FORM_MAP : TTA_FORM_NAMED;
  t->old_block_floats = era < MAP_FORM;
  return t->form == TTA_FORM_NAMED ? spell_named(era, t, reason) : spell_map(era, t, reason);
}

/* ---- as it was ---- */

static bool has(tta_str text, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i + n <= text.size; i++)
    if (!memcmp(text.data + i, word, n)) return true;
  return false;
}

tta_status tta_spelling_keep(const tta_layout *s, tta_layout_text *t) {
  const char *end = memchr(s->attribute.data, '<', s->attribute.size),
             *dot = memchr(s->attribute.data, '.', s->attribute.size);
  if (!end || !dot || dot > end) return TTA_INVALID;
  t->name = (tta_str){s->attribute.data, (size_t)(end - s->attribute.data)};
  t->dialect = (tta_str){s->attribute.data + 1, (size_t)(dot - s->attribute.data - 1)};
  t->form = s->family == TTA_FAMILY_NAMED ? TTA_FORM_NAMED : end[1] == '(' ? TTA_FORM_MAP : TTA_FORM_STRIDES;
  t->old_block_floats = t->form == TTA_FORM_STRIDES;
  t->collapse_dims = has(s->attribute, "collapse_dims = ");
  t->write_oob = s->oob_val != TTA_OOB_NONE;
  t->write_memory_layout = s->memory_layout != TTA_MEMORY_LAYOUT_NONE;
  t->write_memory_space = s->memory_layout || has(s->attribute, ", system");
  t->index_map = s->index_map;
  return TTA_OK;
}

/* ---- words ---- */

static tta_status check_word(tta_enum which, const char *word, tta_buf *reason) {
  if (!*word || tta_enum_find(which, tta_word(word)) >= 0) return TTA_OK;
  return tta_reject_word(which, tta_word(word), reason);
}

tta_status tta_spelling_check(const tta_layout_text *t, tta_buf *reason) {
  tta_enum layouts = t->form == TTA_FORM_NAMED ? TTA_ENUM_memory_layout : TTA_ENUM_tt_memory_layout;
  tta_status status = check_word(TTA_ENUM_memory_space, tta_memory_space_name(t->memory_space), reason);
  return status ? status : check_word(layouts, tta_memory_layout_name(t->memory_layout), reason);
}

/* ---- text ---- */

static void append(tta_buf *out, tta_str text) { tta_buf_bytes(out, text.data, text.size); }

static void append_dims(tta_buf *out, tta_shape shape, bool before_type) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (i) tta_buf_char(out, 'x');
    tta_buf_int(out, shape.extent[i]);
  }
  if (before_type && shape.rank) tta_buf_char(out, 'x');
}

/* What one core's memory is made of: tiles, or scalars. */
static void append_stored(tta_buf *out, const tta_layout_text *t) {
  tta_str type = tta_word(tta_data_type_name(t->tile_type));
  if (!t->tile[0]) {
    append(out, t->scalar);
    return;
  }
  tta_buf_char(out, '!');
  append(out, t->dialect);
  tta_buf_printf(out, ".tile<%lldx%lld, ", (long long)t->tile[0], (long long)t->tile[1]);
  if (t->old_block_floats && tta_data_type_is_block_float(t->tile_type)) {
    tta_buf_str(out, "bc_");
    type = (tta_str){type.data + 4, type.size - 4}; /* after "bfp_" */
  }
  append(out, type);
  tta_buf_char(out, '>');
}

static void append_with_memref(tta_buf *out, const tta_layout_text *t, tta_shape memref) {
  if (t->form == TTA_FORM_STRIDES) append_dims(out, t->strides, false);
  else tta_map_text(out, &t->map);
  tta_buf_str(out, ", ");
  tta_buf_str(out, tta_oob_value_name(t->oob_val));
  tta_buf_str(out, ", <");
  append_dims(out, t->grid, false);
  tta_buf_str(out, ">, memref<");
  append_dims(out, memref, true);
  append_stored(out, t);
  tta_buf_str(out, ", #");
  append(out, t->dialect);
  tta_buf_str(out, ".memory_space<");
  tta_buf_str(out, tta_memory_space_name(t->memory_space));
  tta_buf_str(out, ">>");
  if (t->memory_layout) tta_buf_printf(out, ", %s", tta_memory_layout_name(t->memory_layout));
  else if (t->none_layout) tta_buf_str(out, ", none_layout");
}

/* dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>; equal numbers only are one number, as MLIR prints it */
static void append_intervals(tta_buf *out, const tta_layout_text *t) {
  bool splat = t->num_intervals != 0;
  for (uint32_t i = 0; i < 2 * t->num_intervals; i++) splat = splat && t->intervals[i] == t->intervals[0];
  tta_buf_str(out, "dense<");
  if (splat) tta_buf_int(out, t->intervals[0]);
  for (uint32_t i = 0; i < t->num_intervals && !splat; i++)
    tta_buf_printf(out, "%s[%lld, %lld]", i ? ", " : "[", (long long)t->intervals[2 * i],
                   (long long)t->intervals[2 * i + 1]);
  tta_buf_printf(out, "%s> : tensor<%ux2xi64>", t->num_intervals && !splat ? "]" : "", t->num_intervals);
}

static void append_named(tta_buf *out, const tta_layout_text *t) {
  tta_memory_layout layout = t->memory_layout ? t->memory_layout : TTA_MEMORY_LAYOUT_SHARDED;
  bool write_layout = t->write_memory_layout || layout != TTA_MEMORY_LAYOUT_SHARDED;
  tta_buf_str(out, "logical_shape = ");
  append_dims(out, t->logical, false);
  tta_buf_str(out, ", dim_alignments = ");
  append_dims(out, t->alignments, false);
  tta_buf_str(out, t->collapse_dims ? ", collapse_dims = " : ", collapsed_intervals = ");
  append_intervals(out, t);
  if (t->write_oob) tta_buf_printf(out, ", %s", tta_oob_value_name(t->oob_val));
  if (t->write_memory_space || write_layout || t->memory_space != TTA_MEMORY_SYSTEM)
    tta_buf_printf(out, ", %s", tta_memory_space_name(t->memory_space));
  if (write_layout) tta_buf_printf(out, ", %s", tta_memory_layout_name(layout));
  if (t->index_map.size) tta_buf_str(out, ", index_map = ");
  append(out, t->index_map);
}

void tta_spelling_append(tta_buf *out, const tta_layout_text *t, tta_shape memref) {
  bool named = t->form == TTA_FORM_NAMED;
  if (!t->attribute_only) {
    tta_buf_str(out, "tensor<");
    append_dims(out, named ? t->grid : t->shape, true);
    if (named) append_dims(out, memref, true);
    if (named) append_stored(out, t);
    else append(out, t->element);
    tta_buf_str(out, ", ");
  }
  append(out, t->name);
  tta_buf_char(out, '<');
  if (named) append_named(out, t);
  else append_with_memref(out, t, memref);
  tta_buf_char(out, '>');
  if (!t->attribute_only) tta_buf_char(out, '>');
}
