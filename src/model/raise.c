/* Elements, memrefs, core ranges and memory configurations as text, by the rows of attributes.def. */
#include "model/raise.h"

#include <string.h>

#include "base/format.h"
#include "model/lower_ttnn.h"

/* ---- elements and memrefs ---- */

typedef struct tile {
  const tta_element *element;
  bool old;
} tile;

static tta_raised raise_tile(tta_raising *r, const void *value, tta_field field) {
  const tile *t = value;
  const char *type = tta_data_type_name(t->element->data_type);
  bool old = t->old && tta_data_type_is_block_float(t->element->data_type);
  switch (field) {
  case TTA_FIELD_shape: return tta_raise_shape(r, (tta_shape){2, t->element->tile});
  case TTA_FIELD_type:
    if (old) tta_buf_str(r->out, "bc_");
    return tta_raise_word(r, old ? type + strlen("bfp_") : type);
  default: return TTA_RAISED_NOTHING;
  }
}

void tta_raise_element(tta_raising *r, const tta_element *element, bool old) {
  if (tta_element_is_tile(element)) tta_raise_attribute(r, TTA_ATTR_tile, raise_tile, &(tile){element, old});
  else tta_buf_append(r->out, element->text);
}

tta_raised tta_raise_memref(tta_raising *r, const tta_layout *layout, tta_attribute space, const char *word) {
  tta_buf_str(r->out, "memref<");
  tta_buf_extents(r->out, layout->memref);
  tta_raise_element(r, &layout->memref_element, layout->syntax.strides);
  tta_buf_str(r->out, ", ");
  if (layout->order) tta_memref_order_text(r->out, layout->order);
  if (layout->order) tta_buf_str(r->out, ", ");
  tta_raise_word_attribute(r, space, word);
  tta_buf_char(r->out, '>');
  return TTA_RAISED_VALUE;
}

/* ---- core ranges ---- */

static tta_raised raise_pair(tta_raising *r, int64_t first, int64_t second) {
  return tta_raise_shape(r, (tta_shape){2, (const int64_t[2]){first, second}});
}

/* TTNN's corners are (x, y), those of other dialects (y, x). */
static tta_raised raise_corner(tta_raising *r, tta_core core) {
  return r->dialect == TTA_TTNN ? raise_pair(r, core.x, core.y) : raise_pair(r, core.y, core.x);
}

static tta_raised raise_core_range(tta_raising *r, const void *value, tta_field field) {
  const tta_core_box *box = value;
  int64_t rows, columns;
  switch (field) {
  case TTA_FIELD_start_coord: return raise_corner(r, box->first);
  case TTA_FIELD_end_coord: return raise_corner(r, box->last);
  case TTA_FIELD_offset: return raise_pair(r, box->first.y, box->first.x);
  case TTA_FIELD_size:
    return tta_core_box_size(box, &rows, &columns) ? raise_pair(r, rows, columns) : TTA_RAISED_NOTHING;
  default: return TTA_RAISED_NOTHING;
  }
}

/* Of a layout or a set: one of the lists. */
typedef struct core_ranges {
  uint32_t count;
  const tta_core_box *boxes;
  const tta_core_range *ranges;
} core_ranges;

static tta_raised raise_core_ranges(tta_raising *r, const void *value, tta_field field) {
  const core_ranges *list = value;
  if (field != TTA_FIELD_ranges || !list->count) return TTA_RAISED_NOTHING;
  tta_buf_char(r->out, '[');
  for (uint32_t i = 0; i < list->count; i++) {
    if (i) tta_buf_str(r->out, ", ");
    tta_raise_inside(r, raise_core_range, list->boxes ? &list->boxes[i] : &list->ranges[i].box);
  }
  tta_buf_char(r->out, ']');
  return TTA_RAISED_VALUE;
}

static tta_raised raise_list(tta_raising *r, core_ranges list) {
  tta_raise_inside(r, raise_core_ranges, &list);
  return TTA_RAISED_VALUE;
}

tta_raised tta_raise_core_ranges(tta_raising *r, uint32_t count, const tta_core_box *ranges) {
  return raise_list(r, (core_ranges){.count = count, .boxes = ranges});
}

tta_status tta_core_range_append(tta_buf *out, tta_attribute attribute, const tta_core_box *box, int32_t day,
                                 tta_buf *reason) {
  tta_dialect dialect = (tta_dialect)__builtin_ctz(tta_attributes[attribute].dialects);
  return tta_raise(out, attribute, dialect, day, raise_core_range, box, reason);
}

/* ---- shard specifications and memory configurations ---- */

/* The shape counts what is stored; with core ranges and without a mode it is that in memory. */
static tta_raised raise_shard_spec(tta_raising *r, const void *value, tta_field field) {
  const tta_shard_spec *s = value;
  bool by_mode = tta_era_reads_field(TTA_ATTR_ttnn_shard_spec, TTA_FIELD_shard_mode, r->day);
  bool by_cores = tta_era_reads_field(TTA_ATTR_ttnn_shard_spec, TTA_FIELD_core_range_set, r->day);
  bool logical = by_mode && s->physical_shape.rank;
  switch (field) {
  case TTA_FIELD_core_range_set:
    return raise_list(r, (core_ranges){.count = s->cores.num_ranges, .ranges = s->cores.ranges});
  case TTA_FIELD_shape:
    return tta_raise_shape(r, by_cores && !by_mode && s->physical_shape.rank ? s->physical_shape : s->shape);
  case TTA_FIELD_orientation: return tta_raise_word(r, s->column_major ? "col_major" : "row_major");
  case TTA_FIELD_distribution: return tta_raise_word(r, s->grid_2d ? "grid_2d" : "round_robin_1d");
  case TTA_FIELD_shard_mode: tta_raise_word(r, logical ? "logical" : "physical"); return TTA_RAISED_DEFAULT;
  case TTA_FIELD_physical_shard_shape: return logical ? tta_raise_shape(r, s->physical_shape) : TTA_RAISED_NOTHING;
  default: return TTA_RAISED_NOTHING;
  }
}

tta_status tta_shard_spec_append(tta_buf *out, const tta_shard_spec *spec, int32_t day, tta_buf *reason) {
  return tta_raise(out, TTA_ATTR_ttnn_shard_spec, TTA_TTNN, day, raise_shard_spec, spec, reason);
}

static tta_raised raise_spec_inside(tta_raising *r, const tta_shard_spec *spec, bool present) {
  if (present) tta_raise_inside(r, raise_shard_spec, spec);
  return present ? TTA_RAISED_VALUE : TTA_RAISED_NOTHING;
}

static tta_raised raise_memory_config(tta_raising *r, const void *value, tta_field field) {
  const tta_memory_config *c = value;
  switch (field) {
  case TTA_FIELD_buffer_type: return tta_raise_word(r, tta_memory_space_ttnn_name(c->buffer));
  case TTA_FIELD_memory_layout:
    return c->memory_layout ? tta_raise_word(r, tta_memory_layout_name(c->memory_layout)) : TTA_RAISED_NOTHING;
  case TTA_FIELD_shard_spec: return raise_spec_inside(r, &c->shard_spec, c->has_shard_spec);
  case TTA_FIELD_ndShardSpec: return raise_spec_inside(r, &c->nd_shard_spec, c->has_nd_shard_spec);
  default: return TTA_RAISED_NOTHING;
  }
}

tta_status tta_memory_config_append(tta_buf *out, const tta_memory_config *config, int32_t day, tta_buf *reason) {
  const tta_attribute attribute = TTA_ATTR_ttnn_memory_config;
  tta_status status = TTA_OK;
  if (config->has_nd_shard_spec) /* one form does not have the field */
    status = tta_raise_check(attribute, TTA_FIELD_ndShardSpec, day, "an nd_shard_spec", reason);
  return status ? status : tta_raise(out, attribute, TTA_TTNN, day, raise_memory_config, config, reason);
}
