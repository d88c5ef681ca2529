/* A tiled layout as `#tt.tiled_layout<..>` and as a tensor type. */
#include "base/checked.h"
#include "tiled/parts.h"

/* ---- writing ---- */

static void put(tta_buf *out, tta_str text) { tta_buf_bytes(out, text.data, text.size); }

static void put_list(tta_buf *out, tta_shape list) {
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < list.rank; i++) {
    if (i) tta_buf_str(out, ", ");
    tta_buf_int(out, list.extent[i]);
  }
  tta_buf_char(out, ']');
}

static bool is_contiguous(tta_shape size, tta_shape strides) {
  tta_tiled a = {.device_size = size, .device_strides = strides}, b = {.device_size = size};
  return tta_tiled_equal(&a, &b);
}

static void put_shape(tta_buf *out, tta_shape shape, tta_str element) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    tta_buf_int(out, shape.extent[i]);
    tta_buf_char(out, 'x');
  }
  put(out, element);
}

/* Absent ones are the contiguous ones. */
static void put_strides(tta_buf *out, tta_shape size, tta_shape strides) {
  if (strides.rank) {
    put_list(out, strides);
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
  put_shape(out, size, element);
  if (offset || (strides.rank && !is_contiguous(size, strides))) {
    tta_buf_str(out, ", strided<");
    put_strides(out, size, strides);
    if (offset) tta_buf_printf(out, ", offset: %lld", (long long)offset);
    tta_buf_char(out, '>');
  }
  tta_buf_char(out, '>');
}

static void put_key(tta_buf *out, const char *key) { tta_buf_printf(out, ", %s = ", key); }

static tta_str host_element(const tta_tiled *layout) {
  return layout->host_element.name.size ? layout->host_element.name : layout->element.name;
}

void tta_tiled_attribute(tta_buf *out, const tta_tiled *layout, bool host) {
  static const char *const formats[] = {"dense", "sparse", "sparse_multi"};
  tta_buf_str(out, "#tt.tiled_layout<");
  put_memref(out, layout->device_size, layout->device_strides, 0, layout->element.name);
  if (layout->dim_map.rank) {
    put_key(out, "dim_map");
    put_list(out, layout->dim_map);
  }
  if (layout->num_stick_dims != 1) tta_buf_printf(out, ", num_stick_dims = %lld", (long long)layout->num_stick_dims);
  tta_buf_printf(out, ", %s", formats[layout->format]);
  if (layout->pad.size && !tta_str_equal(layout->pad, tta_str_from("undef"))) {
    put_key(out, "pad");
    put(out, layout->pad);
  }
  if (layout->stride_map.rank) {
    put_key(out, "stride_map");
    put_list(out, layout->stride_map);
  }
  if (layout->device_dtype.size) {
    put_key(out, "device_dtype");
    put(out, layout->device_dtype);
  }
  if (layout->element_arrangement.size) {
    put_key(out, "element_arrangement");
    tta_buf_printf(out, "\"%.*s\"", (int)layout->element_arrangement.size, layout->element_arrangement.data);
  }
  if (layout->valid_elements.rank) {
    put_key(out, "valid_elements");
    put_list(out, layout->valid_elements);
  }
  if (host && layout->has_host) {
    put_key(out, "host");
    put_memref(out, layout->host_size, layout->host_strides, layout->host_offset, host_element(layout));
  }
  tta_buf_char(out, '>');
}

void tta_tiled_type(tta_buf *out, const tta_tiled *layout) {
  if (!layout->has_host) {
    tta_tiled_attribute(out, layout, false);
    return;
  }
  bool strided = layout->host_offset ||
                 (layout->host_strides.rank && !is_contiguous(layout->host_size, layout->host_strides));
  tta_buf_str(out, "tensor<");
  put_shape(out, layout->host_size, host_element(layout));
  tta_buf_str(out, ", ");
  tta_tiled_attribute(out, layout, strided);
  tta_buf_char(out, '>');
}
