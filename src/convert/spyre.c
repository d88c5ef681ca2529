/* spyre.c: SpyreTensorLayout(..) as a target: digits in the order of memory, the innermost one a stick. */
#include "convert/notation.h"
#include "tiled/parts.h"

bool tta_recognize_spyre(tta_str text) {
  static const char *const starts[] = {"SpyreTensorLayout", "FixedTiledLayout", "spyre_empty_with_layout"};
  size_t assigned = tta_str_find(text, "="); /* `buf7 = spyre_empty_with_layout(..)` */
  if (assigned < tta_str_find(text, "(")) text = tta_str_trim(tta_str_rest(text, assigned + 1));
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (tta_str_starts_with(text, starts[i])) return true;
  return tta_str_starts_with(text, "((") && !tta_recognize_cute(text);
}

/* The layout in the text of torch-spyre since 2026-04, read again. */
static tta_status try_layout(tta_converter *c, const tta_tiled *layout) {
  tta_tiled_import what = {.layout = *layout, .notation = TTA_TILED_SPYRE, .era = 4};
  if (layout->host_offset || layout->allocation.size ||
      !tta_tiled_strides_equal(layout->host_size, layout->host_strides, (tta_shape){0, NULL}))
    what.notation = TTA_TILED_FIXED; /* the only text with a host */
  tta_str reason = {0};
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_status status = tta_tiled_write(&text, &what, c->arena, &reason);
  if (status == TTA_INVALID) tta_convert_reject(c, "%.*s", (int)reason.size, reason.data ? reason.data : "");
  return tta_confirm_and_free(c, status, &text);
}

typedef struct device_dims {
  uint32_t count;
  int64_t *size, *map;
} device_dims;

static void add_dim(device_dims *dims, int64_t size, int64_t host_stride) {
  dims->size[dims->count] = size;
  dims->map[dims->count++] = host_stride;
}

/* Digits, outermost first; the innermost one is split at a stick. */
static tta_status set_dims(tta_converter *c, const tta_slots *s, tta_shape host_strides, int64_t lanes,
                           device_dims *dims) {
  const tta_digits *d = &s->digits;
  bool hole = s->inner == lanes || !d->count;
  if (s->inner > 1 && !hole)
    return tta_convert_reject(c, "elements are %lld positions apart, which is neither 1 nor a stick of %lld",
                              (long long)s->inner, (long long)lanes);
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t weight, slots = s->slots[i];
    if (!tta_mul(g->divisor, host_strides.extent[g->dim], &weight)) return TTA_OVERFLOW;
    if (i + 1 < d->count || hole) {
      if (g->stride % lanes) return tta_convert_reject(c, "stride %lld is not a multiple of a stick of %lld",
                                                       (long long)g->stride, (long long)lanes);
      add_dim(dims, slots, weight);
      continue;
    }
    if (!s->slots[i] || (slots % lanes && i))
      return tta_convert_reject(c, "the innermost %lld positions are not a multiple of a stick of %lld",
                                (long long)slots, (long long)lanes);
    if (slots > lanes) {
      int64_t coarse;
      if (!tta_mul(weight, lanes, &coarse)) return TTA_OVERFLOW;
      add_dim(dims, (slots - 1) / lanes + 1, coarse);
    }
    add_dim(dims, lanes, weight);
  }
  if (hole) add_dim(dims, lanes, -1);
  return TTA_OK;
}

static tta_status write_digits(tta_converter *c) {
  tta_slots s;
  device_dims dims = {.count = 0};
  tta_tiled layout = {.num_stick_dims = 1, .has_host = true, .host_size = c->addresses.logical};
  tta_shape strides;
  int64_t lanes;
  tta_status status = tta_slots_of(c, "a SpyreTensorLayout", &s);
  if (status) return status;
  tta_str name = c->addresses.element;
  const tta_tiled_dtype *dtype = tta_tiled_device_dtype_of(name);
  if (!dtype || !tta_tiled_element_find(name, &layout.element))
    return tta_convert_reject(c, "torch-spyre has no device format for elements '%.*s'",
                              TTA_STR_START(name));
  layout.device_dtype = tta_str_from(dtype->keyword);
  if (!s.exact) return tta_convert_reject(c, "a SpyreTensorLayout has no offset, and strides that are multiples of "
                                          "each other");
  if ((status = tta_tiled_elems_per_stick(&layout, &lanes))) return status;
  if ((status = tta_tiled_contiguous(c->addresses.logical, c->arena, &strides))) return status;
  dims.size = tta_arena_array(c->arena, (size_t)s.digits.count + 2, sizeof *dims.size);
  dims.map = tta_arena_array(c->arena, (size_t)s.digits.count + 2, sizeof *dims.map);
  if (!dims.size || !dims.map) return TTA_NO_MEMORY;
  status = set_dims(c, &s, strides, lanes, &dims);
  if (status) return status;
  layout.device_size = (tta_shape){dims.count, dims.size};
  layout.stride_map = (tta_shape){dims.count, dims.map};
  layout.format = dims.map[dims.count - 1] < 0 ? TTA_TILED_SPARSE : TTA_TILED_DENSE;
  return try_layout(c, &layout);
}

tta_status tta_write_spyre(tta_converter *c) {
  const tta_tiled *tiled = c->addresses.from->tiled;
  tta_buf *reason = c->reason;
  if (!tiled) return write_digits(c);
  tta_tiled layout = *tiled;
  if (!layout.device_dtype.size) {
    const tta_tiled_dtype *dtype = tta_tiled_device_dtype_of(layout.element.name);
    if (dtype) layout.device_dtype = tta_str_from(dtype->keyword);
  }
  c->reason = NULL;
  tta_status status = try_layout(c, &layout);
  c->reason = reason;
  return status == TTA_INVALID ? write_digits(c) : status;
}
