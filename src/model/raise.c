/* Elements, memrefs and core ranges as text, by the rows of attributes.def. */
#include "model/raise.h"

#include <string.h>

#include "base/format.h"

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

tta_raised tta_raise_memref(tta_raising *r, tta_shape shape, const tta_element *element, bool old, tta_attribute space,
                            const char *word) {
  tta_buf_str(r->out, "memref<");
  tta_buf_shape(r->out, shape);
  if (shape.rank) tta_buf_char(r->out, 'x');
  tta_raise_element(r, element, old);
  tta_buf_str(r->out, ", ");
  tta_raise_word_attribute(r, space, word);
  tta_buf_char(r->out, '>');
  return TTA_RAISED_VALUE;
}

/* ---- core ranges ---- */

/* TTNN's coordinates are (x, y). */
static tta_raised raise_core_range(tta_raising *r, const void *value, tta_field field) {
  const tta_core_box *box = value;
  const tta_core *core = field == TTA_FIELD_start_coord ? &box->first : &box->last;
  if (field != TTA_FIELD_start_coord && field != TTA_FIELD_end_coord) return TTA_RAISED_NOTHING;
  return tta_raise_shape(r, (tta_shape){2, (const int64_t[2]){core->x, core->y}});
}

static tta_raised raise_core_ranges(tta_raising *r, const void *value, tta_field field) {
  const tta_shard_cores *cores = value;
  if (field != TTA_FIELD_ranges || !cores->num_ranges) return TTA_RAISED_NOTHING;
  tta_buf_char(r->out, '[');
  for (uint32_t i = 0; i < cores->num_ranges; i++) {
    if (i) tta_buf_str(r->out, ", ");
    tta_raise_inside(r, raise_core_range, &cores->ranges[i]);
  }
  tta_buf_char(r->out, ']');
  return TTA_RAISED_VALUE;
}

tta_raised tta_raise_core_ranges(tta_raising *r, uint32_t count, const tta_core_box *ranges) {
  tta_raise_inside(r, raise_core_ranges, &(tta_shard_cores){.num_ranges = count, .ranges = ranges});
  return TTA_RAISED_VALUE;
}
