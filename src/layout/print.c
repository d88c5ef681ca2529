/* The text of a metal layout. Each form is written from the day of its change on; the dates are those of tt-mlir's
 * history (docs/eras.md). */
#include "layout/print.h"

#include <string.h>

#include "base/format.h"
#include "model/words.h"

enum {
  FIRST = 20240514,                  /* #tt.layout by strides */
  MAP_FORM = 20240711,               /* ... by map */
  MEMORY_LAYOUT = 20240903,          /* ... with a memory layout, for one day also if it is none */
  MEMORY_LAYOUT_ELIDED = 20240904,
  METAL_LAYOUT = 20241127,           /* #tt.metal_layout */
  NO_MEMORY_LAYOUT = 20250224,
  TTCORE = 20250617,                 /* #ttcore.metal_layout */
  NAMED_FORM = 20250620,             /* with collapse_dims; system memory elided */
  INTERVALS = 20250626,              /* collapsed_intervals */
  NAMED_MEMORY_LAYOUT = 20250930,    /* sharded elided */
  ALL_MANDATORY = 20251117,          /* index_map, too */
  NO_INDEX_MAP = 20260226,
  NO_OOB = 20260513,
};

/* ---- dates ---- */

static tta_status reject_memory_layout(tta_buf *reason) {
  return tta_fail(TTA_INVALID, reason,
                  "layouts have a memory layout from 2024-09-03 to 2025-02-23, and again from 2025-09-30 on");
}

static tta_status set_map_form(tta_layout *l, int32_t date, tta_buf *reason) {
  if (l->memory_layout && (date < MEMORY_LAYOUT || date >= NO_MEMORY_LAYOUT)) return reject_memory_layout(reason);
  l->syntax.none_layout = date >= MEMORY_LAYOUT && date < MEMORY_LAYOUT_ELIDED;
  return TTA_OK;
}

static tta_status set_named_form(tta_layout *l, int32_t date, tta_buf *reason) {
  l->syntax.collapse_dims = date < INTERVALS;
  l->syntax.oob_val = date < NO_OOB;
  l->syntax.memory_layout = l->syntax.memory_space = date >= ALL_MANDATORY;
  if (date >= ALL_MANDATORY && date < NO_INDEX_MAP) l->index_map = tta_word("map(0)");
  if (l->memory_layout && date < NAMED_MEMORY_LAYOUT && l->memory_layout != TTA_MEMORY_LAYOUT_SHARDED)
    return reject_memory_layout(reason);
  if (!l->syntax.oob_val && l->oob_val > TTA_OOB_UNDEF)
    return tta_fail(TTA_INVALID, reason,
                    "from 2026-05-13 on a layout does not specify the value of padding; expected undef, found %s",
                    tta_oob_value_name(l->oob_val));
  return TTA_OK;
}

tta_status tta_layout_set_date(tta_layout *l, int32_t date, tta_buf *reason) {
  if (date < FIRST) return tta_fail(TTA_INVALID, reason, "layouts exist since 2024-05-14");
  l->family = date < NAMED_FORM ? TTA_FAMILY_MAP : TTA_FAMILY_NAMED;
  l->syntax =
      (tta_layout_syntax){.ttcore = date >= TTCORE, .metal_layout = date >= METAL_LAYOUT, .strides = date < MAP_FORM};
  l->index_map = (tta_str){NULL, 0};
  return l->family == TTA_FAMILY_NAMED ? set_named_form(l, date, reason) : set_map_form(l, date, reason);
}

/* ---- words ---- */

static tta_status check_word(tta_enum which, const char *word, tta_buf *reason) {
  if (!*word || tta_enum_find(which, tta_word(word)) >= 0) return TTA_OK;
  return tta_reject_word(which, tta_word(word), reason);
}

tta_status tta_layout_check_words(const tta_layout *l, tta_buf *reason) {
  tta_enum layouts = l->family == TTA_FAMILY_NAMED ? TTA_ENUM_memory_layout : TTA_ENUM_tt_memory_layout;
  tta_status status = check_word(TTA_ENUM_memory_space, tta_memory_space_name(l->memory_space), reason);
  return status ? status : check_word(layouts, tta_memory_layout_name(l->memory_layout), reason);
}

/* ---- text ---- */

/* Extents before an element type: `2x4x`. */
static void append_extents(tta_buf *out, tta_shape shape) {
  tta_buf_shape(out, shape);
  if (shape.rank) tta_buf_char(out, 'x');
}

static const char *dialect_of(const tta_layout *l) { return l->syntax.ttcore ? "ttcore" : "tt"; }

/* What one core stores: tiles or scalars. */
static void append_stored(tta_buf *out, const tta_layout *l) {
  const tta_element *e = &l->memref_element;
  const char *type = tta_data_type_name(e->data_type);
  if (!tta_element_is_tile(e)) {
    tta_buf_append(out, e->text);
    return;
  }
  bool old = l->syntax.strides && tta_data_type_is_block_float(e->data_type);
  tta_buf_printf(out, "!%s.tile<%lldx%lld, %s%s>", dialect_of(l), (long long)e->tile[0], (long long)e->tile[1],
                 old ? "bc_" : "", old ? type + strlen("bfp_") : type);
}

static void append_map_form(tta_buf *out, const tta_layout *l) {
  if (l->syntax.strides) tta_buf_shape(out, l->written_strides);
  else tta_map_text(out, &l->linear);
  tta_buf_printf(out, ", %s, <", tta_oob_value_name(l->oob_val));
  tta_buf_shape(out, l->grid);
  tta_buf_str(out, ">, memref<");
  append_extents(out, l->memref);
  append_stored(out, l);
  tta_buf_printf(out, ", #%s.memory_space<%s>>", dialect_of(l), tta_memory_space_name(l->memory_space));
  if (l->memory_layout) tta_buf_printf(out, ", %s", tta_memory_layout_name(l->memory_layout));
  else if (l->syntax.none_layout) tta_buf_str(out, ", none_layout");
}

/* dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>; if all numbers are equal, one of them, as MLIR prints it */
static void append_intervals(tta_buf *out, const tta_layout *l) {
  bool splat = l->num_intervals != 0;
  for (uint32_t i = 0; i < 2 * l->num_intervals; i++) splat = splat && l->intervals[i] == l->intervals[0];
  tta_buf_str(out, "dense<");
  if (splat) tta_buf_int(out, l->intervals[0]);
  for (uint32_t i = 0; i < l->num_intervals && !splat; i++)
    tta_buf_printf(out, "%s[%lld, %lld]", i ? ", " : "[", (long long)l->intervals[2 * i],
                   (long long)l->intervals[2 * i + 1]);
  tta_buf_printf(out, "%s> : tensor<%ux2xi64>", l->num_intervals && !splat ? "]" : "", l->num_intervals);
}

static void append_named_form(tta_buf *out, const tta_layout *l) {
  tta_memory_layout layout = l->memory_layout ? l->memory_layout : TTA_MEMORY_LAYOUT_SHARDED;
  bool write_layout = l->syntax.memory_layout || layout != TTA_MEMORY_LAYOUT_SHARDED;
  tta_buf_str(out, "logical_shape = ");
  tta_buf_shape(out, l->logical);
  tta_buf_str(out, ", dim_alignments = ");
  tta_buf_shape(out, l->alignments);
  tta_buf_str(out, l->syntax.collapse_dims ? ", collapse_dims = " : ", collapsed_intervals = ");
  append_intervals(out, l);
  if (l->syntax.oob_val) tta_buf_printf(out, ", %s", tta_oob_value_name(l->oob_val));
  if (l->syntax.memory_space || write_layout || l->memory_space != TTA_MEMORY_SYSTEM)
    tta_buf_printf(out, ", %s", tta_memory_space_name(l->memory_space));
  if (write_layout) tta_buf_printf(out, ", %s", tta_memory_layout_name(layout));
  if (l->index_map.size) tta_buf_str(out, ", index_map = ");
  tta_buf_append(out, l->index_map);
}

void tta_layout_append(tta_buf *out, const tta_layout *l, bool attribute_only) {
  bool named = l->family == TTA_FAMILY_NAMED;
  if (!attribute_only) {
    tta_buf_str(out, "tensor<");
    append_extents(out, named ? l->grid : l->tensor_shape);
    if (named) append_extents(out, l->memref);
    if (named) append_stored(out, l);
    else tta_buf_append(out, l->tensor_element.text);
    tta_buf_str(out, ", ");
  }
  tta_buf_printf(out, "#%s.%s<", dialect_of(l), l->syntax.metal_layout ? "metal_layout" : "layout");
  if (named) append_named_form(out, l);
  else append_map_form(out, l);
  tta_buf_char(out, '>');
  if (!attribute_only) tta_buf_char(out, '>');
}

tta_status tta_layout_print(tta_buf *out, const tta_layout *layout, int32_t date, bool attribute_only,
                            tta_buf *reason) {
  tta_layout l = *layout;
  if (l.family == TTA_FAMILY_TTNN)
    return tta_fail(TTA_INVALID, reason, "a ttnn_layout does not have the words of a metal layout");
  tta_status status = date ? tta_layout_set_date(&l, date, reason) : TTA_OK;
  if (status) return status;
  bool by_strides = l.written_strides.extent != NULL;
  if (l.family != layout->family || l.syntax.strides != by_strides)
    return tta_fail(TTA_INVALID, reason, "on this date layouts have another form; change the layout to it");
  if (!l.grid.extent && !attribute_only)
    return tta_fail(TTA_INVALID, reason, "the grid of the layout is not known without its tensor");
  if (l.family == TTA_FAMILY_NAMED && !l.oob_val) l.oob_val = TTA_OOB_UNDEF;
  status = tta_layout_check_words(&l, reason);
  if (status) return status;
  tta_layout_append(out, &l, attribute_only);
  return out->failed ? TTA_NO_MEMORY : TTA_OK;
}
