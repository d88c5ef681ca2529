/* The text of a layout, by the rows of attributes.def. */
#include "layout/print.h"

#include "base/format.h"
#include "model/raise.h"
#include "model/words.h"

/* ---- the form of a date ---- */

static bool exists(tta_attribute attribute, int32_t date) {
  return tta_era_form_on(attribute, tta_era_dialect_on(attribute, date), date) >= 0;
}

tta_attribute tta_layout_attribute_on(int32_t date) {
  return exists(TTA_ATTR_metal_layout, date) ? TTA_ATTR_metal_layout : TTA_ATTR_layout;
}

tta_status tta_layout_set_date(tta_layout *l, int32_t date, tta_buf *reason) {
  tta_attribute attribute = tta_layout_attribute_on(date);
  if (!exists(attribute, date) || !exists(TTA_ATTR_memory_space, date)) /* that of its memref */
    return tta_fail(TTA_INVALID, reason, "layouts exist since 2024-05-14");
  bool strides = tta_era_reads_field(attribute, TTA_FIELD_strides, date);
  l->family = strides || tta_era_reads_field(attribute, TTA_FIELD_linear, date) ? TTA_FAMILY_MAP : TTA_FAMILY_NAMED;
  l->syntax = (tta_layout_syntax){.ttcore = tta_era_dialect_on(attribute, date) == TTA_TTCORE,
                                  .metal_layout = attribute == TTA_ATTR_metal_layout,
                                  .strides = strides};
  if (!l->memory_layout || l->memory_layout == TTA_MEMORY_LAYOUT_SHARDED) return TTA_OK;
  return tta_raise_check(attribute, TTA_FIELD_memory_layout, date, tta_memory_layout_name(l->memory_layout), reason);
}

/* ---- words ---- */

static tta_status check_word(tta_enum which, const char *word, tta_buf *reason) {
  if (!*word || tta_enum_find(which, tta_str_from(word)) >= 0) return TTA_OK;
  return tta_reject_word(which, tta_str_from(word), reason);
}

tta_status tta_layout_check_words(const tta_layout *l, tta_buf *reason) {
  bool ttnn = l->family == TTA_FAMILY_TTNN;
  tta_enum layouts = ttnn                              ? TTA_ENUM_ttnn_memory_layout
                     : l->family == TTA_FAMILY_NAMED ? TTA_ENUM_memory_layout
                                                       : TTA_ENUM_tt_memory_layout;
  tta_status status = check_word(ttnn ? TTA_ENUM_buffer_type : TTA_ENUM_memory_space, tta_layout_memory_space_name(l),
                                 reason);
  return status ? status : check_word(layouts, tta_memory_layout_name(l->memory_layout), reason);
}

/* ---- text ---- */

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

/* Without a date a default is written if the text that the layout was read from has it. */
static tta_raised unless_default(const tta_raising *r, bool is_default, bool was_written) {
  return !is_default || (!r->day && was_written) ? TTA_RAISED_VALUE : TTA_RAISED_DEFAULT;
}

/* The name of the field with the intervals. */
static tta_field field_of_intervals(const tta_raising *r, const tta_layout *l) {
  bool collapse_dims = r->day ? tta_era_reads_field(TTA_ATTR_metal_layout, TTA_FIELD_collapse_dims, r->day)
                              : l->syntax.collapse_dims;
  return collapse_dims ? TTA_FIELD_collapse_dims : TTA_FIELD_collapsed_intervals;
}

static tta_raised raise_mesh_inside(tta_raising *r, const void *value, tta_field field) {
  const tta_layout *l = value;
  tta_str text = field == TTA_FIELD_name ? l->mesh : field == TTA_FIELD_axes ? l->mesh_axes : (tta_str){NULL, 0};
  tta_buf_append(r->out, text);
  return text.size ? TTA_RAISED_VALUE : TTA_RAISED_NOTHING;
}

/* One of the two attributes that the field is on its dates; a mesh with axes is of the earlier one. */
static tta_raised raise_mesh(tta_raising *r, const tta_layout *l) {
  tta_attribute of = (tta_attribute)r->spec->argument;
  bool is_it = r->day ? exists(of, r->day) : (of == TTA_ATTR_mesh_sharding) == (l->mesh_axes.size > 0);
  if (!l->mesh.size || !is_it) return TTA_RAISED_NOTHING;
  tta_raise_inside(r, raise_mesh_inside, l);
  return TTA_RAISED_VALUE;
}

static tta_raised raise_map_form(tta_raising *r, const tta_layout *l, tta_field field) {
  bool ttnn = l->family == TTA_FAMILY_TTNN;
  switch (field) {
  case TTA_FIELD_linear: return l->syntax.strides ? TTA_RAISED_NOTHING : tta_raise_map(r, &l->linear);
  case TTA_FIELD_strides: return l->syntax.strides ? tta_raise_shape(r, l->written_strides) : TTA_RAISED_NOTHING;
  case TTA_FIELD_oob_val: return ttnn ? TTA_RAISED_NOTHING : tta_raise_word(r, tta_oob_value_name(l->oob_val));
  case TTA_FIELD_grid: return tta_raise_shape(r, l->grid);
  case TTA_FIELD_memref:
    return tta_raise_memref(r, l, ttnn ? TTA_ATTR_ttnn_buffer_type : TTA_ATTR_memory_space,
                            tta_layout_memory_space_name(l));
  case TTA_FIELD_memory_layout:
    if (ttnn && !l->memory_layout) return TTA_RAISED_NOTHING;
    tta_raise_word(r, l->memory_layout ? tta_memory_layout_name(l->memory_layout) : "none_layout");
    return unless_default(r, !l->memory_layout, l->syntax.none_layout);
  case TTA_FIELD_core_ranges:
    return l->num_core_ranges ? tta_raise_core_ranges(r, l->num_core_ranges, l->core_ranges) : TTA_RAISED_NOTHING;
  case TTA_FIELD_mesh: return ttnn ? raise_mesh(r, l) : TTA_RAISED_NOTHING;
  case TTA_FIELD_exactGrid:
    tta_raise_word(r, l->exact_grid ? "true" : "false");
    return unless_default(r, !l->exact_grid, false);
  case TTA_FIELD_ignorePhysicalLayout:
    tta_raise_word(r, l->ignores_physical ? "true" : "false");
    return unless_default(r, !l->ignores_physical, false);
  default: return TTA_RAISED_NOTHING;
  }
}

static bool has_alignments(const tta_layout *l) {
  for (uint32_t i = 0; i < l->alignments.rank; i++)
    if (l->alignments.extent[i] != 1) return true;
  return false;
}

static tta_raised raise_named_form(tta_raising *r, const tta_layout *l, tta_field field) {
  tta_memory_layout layout = l->memory_layout ? l->memory_layout : TTA_MEMORY_LAYOUT_SHARDED;
  bool shards = layout == TTA_MEMORY_LAYOUT_SHARDED;
  switch (field) {
  case TTA_FIELD_logical_shape: return tta_raise_shape(r, l->logical);
  case TTA_FIELD_dim_alignments:
    tta_raise_shape(r, l->alignments);
    return unless_default(r, !has_alignments(l), true);
  case TTA_FIELD_collapse_dims: case TTA_FIELD_collapsed_intervals:
    if (field_of_intervals(r, l) != field) return TTA_RAISED_NOTHING;
    append_intervals(r->out, l);
    return TTA_RAISED_VALUE;
  case TTA_FIELD_oob_val:
    tta_raise_word(r, tta_oob_value_name(l->oob_val));
    return unless_default(r, l->oob_val == TTA_OOB_UNDEF, l->syntax.oob_val);
  case TTA_FIELD_memory_space:
    tta_raise_word(r, tta_memory_space_name(l->memory_space));
    return unless_default(r, l->memory_space == TTA_MEMORY_SYSTEM,
                          l->syntax.memory_space || l->syntax.memory_layout || !shards);
  case TTA_FIELD_memory_layout:
    tta_raise_word(r, tta_memory_layout_name(layout));
    return unless_default(r, shards, l->syntax.memory_layout);
  case TTA_FIELD_index_map:
    tta_buf_append(r->out, l->index_map.size && (l->view || !r->day) ? l->index_map : tta_str_from("map(0)"));
    return unless_default(r, !l->view, l->index_map.size != 0);
  default: return TTA_RAISED_NOTHING;
  }
}

/* The value of a field of a layout: the inverse of what model/lower.c reads. */
static tta_raised raise_field(tta_raising *r, const void *value, tta_field field) {
  const tta_layout *l = value;
  return l->family == TTA_FAMILY_NAMED ? raise_named_form(r, l, field) : raise_map_form(r, l, field);
}

tta_status tta_layout_append(tta_buf *out, const tta_layout *l, int32_t date, bool attribute_only, tta_buf *reason) {
  size_t start = out->size;
  bool named = l->family == TTA_FAMILY_NAMED, ttnn = l->family == TTA_FAMILY_TTNN;
  tta_raising r = {.out = out, .dialect = ttnn ? TTA_TTNN : l->syntax.ttcore ? TTA_TTCORE : TTA_TT, .day = date,
                   .reason = reason};
  if (!attribute_only) {
    tta_buf_str(out, "tensor<");
    tta_buf_extents(out, named ? l->grid : l->tensor_shape);
    if (named) tta_buf_extents(out, l->memref);
    tta_raise_element(&r, named ? &l->memref_element : &l->tensor_element, l->syntax.strides);
    tta_buf_str(out, ", ");
  }
  tta_status status = r.status;
  tta_attribute attribute = ttnn                       ? TTA_ATTR_ttnn_layout
                            : l->syntax.metal_layout ? TTA_ATTR_metal_layout
                                                       : TTA_ATTR_layout;
  if (!status) status = tta_raise(out, attribute, r.dialect, date, raise_field, l, reason);
  if (status) out->size = start;
  else if (!attribute_only) tta_buf_char(out, '>');
  return !status && out->failed ? TTA_NO_MEMORY : status;
}

tta_status tta_layout_print(tta_buf *out, const tta_layout *layout, int32_t date, bool attribute_only,
                            tta_buf *reason) {
  tta_layout l = *layout;
  bool ttnn = l.family == TTA_FAMILY_TTNN;
  if (ttnn && !date) return tta_fail(TTA_INVALID, reason, "a ttnn_layout is written for a date");
  tta_status status = date && !ttnn ? tta_layout_set_date(&l, date, reason) : TTA_OK;
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
