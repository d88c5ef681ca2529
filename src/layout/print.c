/* The text of a metal layout, by the rows of attributes.def. */
#include "layout/print.h"

#include <string.h>

#include "base/format.h"
#include "model/words.h"
#include "raise/raise.h"

/* ---- dates ---- */

/* How the layouts of a day have a field. */
typedef struct syntax {
  tta_attribute attribute;
  tta_dialect dialect;
  int form;
  int32_t day;
} syntax;

static tta_occurrence occurs(const syntax *s, tta_field field) {
  return tta_era_occurrence(s->attribute, s->dialect, s->form, field, s->day);
}

static bool has(const syntax *s, tta_field field) { return occurs(s, field) != TTA_NOT_READ; }
static bool requires(const syntax *s, tta_field field) { return occurs(s, field) == TTA_MANDATORY; }

/* @return false: the day has no layouts, or no memory space for their memrefs */
static bool find_syntax(syntax *s, int32_t day) {
  static const tta_attribute names[] = {TTA_ATTR_metal_layout, TTA_ATTR_layout};
  bool spaces = tta_era_form_on(TTA_ATTR_memory_space, tta_era_dialect_on(TTA_ATTR_memory_space, day), day) >= 0;
  for (size_t i = 0; i < sizeof names / sizeof *names && spaces; i++) {
    tta_dialect dialect = tta_era_dialect_on(names[i], day);
    *s = (syntax){names[i], dialect, tta_era_form_on(names[i], dialect, day), day};
    if (s->form >= 0) return true;
  }
  return false;
}

static tta_status reject_memory_layout(tta_buf *reason) {
  return tta_fail(TTA_INVALID, reason,
                  "layouts have a memory layout from 2024-09-03 to 2025-02-23, and again from 2025-09-30 on");
}

static tta_status set_map_form(tta_layout *l, const syntax *s, tta_buf *reason) {
  if (l->memory_layout && !has(s, TTA_FIELD_memory_layout)) return reject_memory_layout(reason);
  l->syntax.none_layout = requires(s, TTA_FIELD_memory_layout);
  return TTA_OK;
}

static tta_status set_named_form(tta_layout *l, const syntax *s, tta_buf *reason) {
  l->syntax.collapse_dims = has(s, TTA_FIELD_collapse_dims);
  l->syntax.oob_val = has(s, TTA_FIELD_oob_val);
  l->syntax.memory_layout = requires(s, TTA_FIELD_memory_layout);
  l->syntax.memory_space = requires(s, TTA_FIELD_memory_space);
  if (requires(s, TTA_FIELD_index_map)) l->index_map = tta_word("map(0)");
  if (l->memory_layout && !has(s, TTA_FIELD_memory_layout) && l->memory_layout != TTA_MEMORY_LAYOUT_SHARDED)
    return reject_memory_layout(reason);
  if (!l->syntax.oob_val && l->oob_val > TTA_OOB_UNDEF)
    return tta_fail(TTA_INVALID, reason,
                    "from 2026-05-13 on a layout does not specify the value of padding; expected undef, found %s",
                    tta_oob_value_name(l->oob_val));
  return TTA_OK;
}

tta_status tta_layout_set_date(tta_layout *l, int32_t date, tta_buf *reason) {
  syntax s;
  if (!find_syntax(&s, date)) return tta_fail(TTA_INVALID, reason, "layouts exist since 2024-05-14");
  l->family = has(&s, TTA_FIELD_linear) || has(&s, TTA_FIELD_strides) ? TTA_FAMILY_MAP : TTA_FAMILY_NAMED;
  l->syntax = (tta_layout_syntax){.ttcore = s.dialect == TTA_TTCORE,
                                  .metal_layout = s.attribute == TTA_ATTR_metal_layout,
                                  .strides = has(&s, TTA_FIELD_strides)};
  l->index_map = (tta_str){NULL, 0};
  return l->family == TTA_FAMILY_NAMED ? set_named_form(l, &s, reason) : set_map_form(l, &s, reason);
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

static void append_memref(tta_buf *out, const tta_layout *l) {
  tta_buf_str(out, "memref<");
  append_extents(out, l->memref);
  append_stored(out, l);
  tta_buf_printf(out, ", #%s.memory_space<%s>>", dialect_of(l), tta_memory_space_name(l->memory_space));
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

/* The fields of both forms; `out` receives what the rows write. */
static tta_raised raise_common(const tta_layout *l, tta_field field, tta_buf *out) {
  if (field != TTA_FIELD_oob_val) return TTA_RAISED_NOTHING;
  tta_buf_str(out, tta_oob_value_name(l->oob_val));
  return l->family == TTA_FAMILY_MAP || l->syntax.oob_val ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
}

static tta_raised raise_map_form(const tta_layout *l, tta_field field, tta_buf *out) {
  switch (field) {
  case TTA_FIELD_linear:
    if (l->syntax.strides) return TTA_RAISED_NOTHING;
    tta_map_text(out, &l->linear);
    return TTA_RAISED_VALUE;
  case TTA_FIELD_strides:
    if (!l->syntax.strides) return TTA_RAISED_NOTHING;
    tta_buf_shape(out, l->written_strides);
    return TTA_RAISED_VALUE;
  case TTA_FIELD_grid:
    tta_buf_char(out, '<');
    tta_buf_shape(out, l->grid);
    tta_buf_char(out, '>');
    return TTA_RAISED_VALUE;
  case TTA_FIELD_memref: append_memref(out, l); return TTA_RAISED_VALUE;
  case TTA_FIELD_memory_layout:
    tta_buf_str(out, l->memory_layout ? tta_memory_layout_name(l->memory_layout) : "none_layout");
    return l->memory_layout || l->syntax.none_layout ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
  default: return raise_common(l, field, out);
  }
}

static tta_raised raise_named_form(const tta_layout *l, tta_field field, tta_buf *out) {
  tta_memory_layout layout = l->memory_layout ? l->memory_layout : TTA_MEMORY_LAYOUT_SHARDED;
  bool write_layout = l->syntax.memory_layout || layout != TTA_MEMORY_LAYOUT_SHARDED;
  bool write_space = l->syntax.memory_space || write_layout || l->memory_space != TTA_MEMORY_SYSTEM;
  switch (field) {
  case TTA_FIELD_logical_shape: tta_buf_shape(out, l->logical); return TTA_RAISED_VALUE;
  case TTA_FIELD_dim_alignments: tta_buf_shape(out, l->alignments); return TTA_RAISED_VALUE;
  case TTA_FIELD_collapse_dims: case TTA_FIELD_collapsed_intervals:
    if (l->syntax.collapse_dims != (field == TTA_FIELD_collapse_dims)) return TTA_RAISED_NOTHING;
    append_intervals(out, l);
    return TTA_RAISED_VALUE;
  case TTA_FIELD_memory_space:
    tta_buf_str(out, tta_memory_space_name(l->memory_space));
    return write_space ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
  case TTA_FIELD_memory_layout:
    tta_buf_str(out, tta_memory_layout_name(layout));
    return write_layout ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
  case TTA_FIELD_index_map:
    tta_buf_append(out, l->index_map.size ? l->index_map : tta_word("map(0)"));
    return l->index_map.size ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
  default: return raise_common(l, field, out);
  }
}

/* The value of a field of a metal layout: the inverse of what model/lower.c reads. */
static tta_raised raise_field(const void *value, tta_field field, tta_buf *out) {
  const tta_layout *l = value;
  return l->family == TTA_FAMILY_NAMED ? raise_named_form(l, field, out) : raise_map_form(l, field, out);
}

tta_status tta_layout_append(tta_buf *out, const tta_layout *l, int32_t date, bool attribute_only, tta_buf *reason) {
  size_t start = out->size;
  bool named = l->family == TTA_FAMILY_NAMED;
  if (!attribute_only) {
    tta_buf_str(out, "tensor<");
    append_extents(out, named ? l->grid : l->tensor_shape);
    if (named) append_extents(out, l->memref);
    if (named) append_stored(out, l);
    else tta_buf_append(out, l->tensor_element.text);
    tta_buf_str(out, ", ");
  }
  tta_status status = tta_raise(out, l->syntax.metal_layout ? TTA_ATTR_metal_layout : TTA_ATTR_layout,
                                l->syntax.ttcore ? TTA_TTCORE : TTA_TT, date, raise_field, l, reason);
  if (status) out->size = start;
  else if (!attribute_only) tta_buf_char(out, '>');
  return !status && out->failed ? TTA_NO_MEMORY : status;
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
  return status ? status : tta_layout_append(out, &l, date, attribute_only, reason);
}
