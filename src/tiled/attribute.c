/* A tiled layout as `#tt.tiled_layout<..>` and as a tensor type. */
#include "base/checked.h"
#include "base/format.h"
#include "base/str.h"
#include "raise/raise.h"
#include "tiled/parts.h"

/* ---- writing ---- */

static bool is_contiguous(tta_shape size, tta_shape strides) {
  tta_tiled a = {.device_size = size, .device_strides = strides}, b = {.device_size = size};
  return tta_tiled_equal(&a, &b);
}

/* Absent ones are the contiguous ones. */
static void put_strides(tta_buf *out, tta_shape size, tta_shape strides) {
  if (strides.rank) {
    tta_buf_list(out, strides.rank, strides.extent);
    return;
  }
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < size.rank; i++) {
    int64_t stride = 1;
    for (uint32_t j = i + 1; j < size.rank; j++)
      if (size.extent[j] > 1 && !tta_mul(stride, size.extent[j], &stride)) break; /* SIZE_LIMIT reports it */
    if (i) tta_buf_str(out, ", ");
    tta_buf_int(out, stride);
  }
  tta_buf_char(out, ']');
}

static void put_memref(tta_buf *out, tta_shape size, tta_shape strides, int64_t offset, tta_str element) {
  tta_buf_str(out, "memref<");
  tta_buf_typed_shape(out, size, element);
  if (offset || (strides.rank && !is_contiguous(size, strides))) {
    tta_buf_str(out, ", strided<");
    put_strides(out, size, strides);
    if (offset) tta_buf_printf(out, ", offset: %lld", (long long)offset);
    tta_buf_char(out, '>');
  }
  tta_buf_char(out, '>');
}

/* What is written of a layout. */
typedef struct tiled_text {
  const tta_tiled *layout;
  bool host;
} tiled_text;

static tta_raised list_unless_empty(tta_raising *r, tta_shape list) {
  return list.rank ? tta_raise_shape(r, list) : TTA_RAISED_NOTHING;
}

static tta_raised word_unless_empty(tta_raising *r, tta_str word) {
  tta_buf_append(r->out, word);
  return word.size ? TTA_RAISED_VALUE : TTA_RAISED_NOTHING;
}

static tta_raised raise_tiled(tta_raising *r, const void *value, tta_field field) {
  const tiled_text *t = value;
  const tta_tiled *l = t->layout;
  switch (field) {
  case TTA_FIELD_memref: put_memref(r->out, l->device_size, l->device_strides, 0, l->element.name); break;
  case TTA_FIELD_dim_map: return list_unless_empty(r, l->dim_map);
  case TTA_FIELD_num_stick_dims:
    tta_buf_int(r->out, l->num_stick_dims);
    return l->num_stick_dims == 1 ? TTA_RAISED_DEFAULT : TTA_RAISED_VALUE;
  case TTA_FIELD_format: return tta_raise_word(r, tta_tiled_format_name(l->format));
  case TTA_FIELD_pad: return tta_str_is(l->pad, "undef") ? TTA_RAISED_NOTHING : word_unless_empty(r, l->pad);
  case TTA_FIELD_stride_map: return list_unless_empty(r, l->stride_map);
  case TTA_FIELD_device_dtype: return word_unless_empty(r, l->device_dtype);
  case TTA_FIELD_element_arrangement:
    if (!l->element_arrangement.size) return TTA_RAISED_NOTHING;
    tta_buf_printf(r->out, "\"%.*s\"", (int)l->element_arrangement.size, l->element_arrangement.data);
    break;
  case TTA_FIELD_valid_elements: return list_unless_empty(r, l->valid_elements);
  case TTA_FIELD_host:
    if (!t->host || !l->has_host) return TTA_RAISED_NOTHING;
    put_memref(r->out, l->host_size, l->host_strides, l->host_offset, tta_tiled_host_element(l).name);
    break;
  default: return TTA_RAISED_NOTHING;
  }
  return TTA_RAISED_VALUE;
}

void tta_tiled_attribute(tta_buf *out, const tta_tiled *layout, bool host) {
  if (tta_raise(out, TTA_ATTR_tiled_layout, TTA_TT, 0, raise_tiled, &(tiled_text){layout, host}, NULL))
    out->failed = true;
}

void tta_tiled_type(tta_buf *out, const tta_tiled *layout) {
  if (!layout->has_host) {
    tta_tiled_attribute(out, layout, false);
    return;
  }
  bool strided = layout->host_offset ||
                 (layout->host_strides.rank && !is_contiguous(layout->host_size, layout->host_strides));
  tta_buf_str(out, "tensor<");
  tta_buf_typed_shape(out, layout->host_size, tta_tiled_host_element(layout).name);
  tta_buf_str(out, ", ");
  tta_tiled_attribute(out, layout, strided);
  tta_buf_char(out, '>');
}
