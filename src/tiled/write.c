/* Writing of SpyreTensorLayout(...), FixedTiledLayout(...) and the RFC's triple, and the comparison of a triple with a
 * layout. The forms are those of torch-spyre's toString, eras 1 to 4, with its blank in `dim_map =[`. */
#include "base/format.h"
#include "tiled/parts.h"

typedef struct writer {
  tta_buf *out;
  tta_arena *arena;
  tta_str *reason;
} writer;

static tta_status fail(writer *w, const char *reason) {
  *w->reason = tta_str_from(reason);
  return TTA_INVALID;
}

static void put_items(tta_buf *out, char open, char close, tta_shape list) {
  tta_buf_char(out, open);
  tta_buf_numbers(out, list.rank, list.extent, ", ");
  if (open == '(' && list.rank == 1) tta_buf_char(out, ','); /* Python's tuple of one */
  tta_buf_char(out, close);
}

static void put_list(tta_buf *out, const char *before, tta_shape list) {
  tta_buf_str(out, before);
  put_items(out, '[', ']', list);
}

/* ---- fields ---- */

static const char *format_name(tta_tiled_format format) {
  return format == TTA_TILED_DENSE ? "Dense" : format == TTA_TILED_SPARSE ? "Sparse" : "SparseMulti";
}

/* `, device_dtype=DataFormats.X`: the given one, else the one that stores the element type. */
static tta_status put_device_dtype(writer *w, const tta_tiled *layout) {
  const tta_tiled_dtype *dtype = NULL;
  if (layout->device_dtype.size) dtype = tta_tiled_dtype_find(layout->device_dtype);
  for (uint32_t i = 0; !layout->device_dtype.size && !dtype && i < tta_tiled_num_dtypes; i++) {
    const char *element = tta_tiled_dtypes[i].element;
    if (element && tta_str_equal(layout->element.name, tta_str_from(element))) dtype = &tta_tiled_dtypes[i];
  }
  if (!dtype) return fail(w, "no device_dtype is known for the element type"); /* a given one passed ELEMENT_WIDTH */
  tta_buf_str(w->out, ", device_dtype=DataFormats.");
  tta_buf_str(w->out, dtype->name);
  return TTA_OK;
}

/* In era 3 the dim_map of a sparse layout ends in -1. */
static tta_status put_dim_map(writer *w, const tta_tiled *layout, bool minus_one) {
  tta_tiled resolved;
  tta_status status = tta_tiled_to_dim_map(layout, w->arena, &resolved);
  if (layout->dim_map.rank) {
    resolved = *layout; /* needs no host */
    status = TTA_OK;
  }
  if (status == TTA_INVALID) return fail(w, "no dim_map is equivalent to this stride_map");
  if (status) return status;
  uint32_t rank = resolved.dim_map.rank;
  int64_t *items = tta_arena_array(w->arena, rank, sizeof *items);
  if (!items) return TTA_NO_MEMORY;
  memcpy(items, resolved.dim_map.extent, rank * sizeof *items);
  if (minus_one) items[rank - 1] = -1;
  put_list(w->out, ", dim_map =", (tta_shape){rank, items});
  return TTA_OK;
}

/* The stride_map, derived from a dim_map. Host strides alone may not distinguish host dims (a padded dim of extent 1
 * next to another of the same stride), so a derived one is resolved again and must yield the same digits. */
static tta_status host_strides_of(writer *w, const tta_tiled *layout, tta_shape *strides) {
  tta_tiled_map map, again;
  *strides = layout->stride_map;
  if (strides->rank && !layout->dim_map.rank) return TTA_OK;
  if (!layout->has_host) return strides->rank ? TTA_OK : fail(w, "host strides cannot be derived without the host");
  tta_status status = tta_tiled_plain_map_of(layout, w->arena, &map);
  if (status) return status;
  if (!strides->rank) *strides = (tta_shape){map.rank, map.host_strides};
  tta_tiled bare = *layout;
  bare.dim_map = (tta_shape){0, NULL};
  bare.stride_map = *strides;
  status = tta_tiled_plain_map_of(&bare, w->arena, &again);
  if (status && status != TTA_INVALID) return status;
  for (uint32_t i = 0; !status && i < map.rank; i++) {
    if (map.ranges[i] > 1 && (map.host_dim[i] != again.host_dim[i] || map.weight[i] != again.weight[i]))
      status = TTA_INVALID;
  }
  return status ? fail(w, "host strides do not distinguish the host dims of this layout") : TTA_OK;
}

/* ---- SpyreTensorLayout ---- */

static tta_status put_era_1(writer *w, const tta_tiled *layout) {
  if (layout->device_dtype.size) return fail(w, "era 1 has no device_dtype");
  put_list(w->out, ", device_strides=", layout->device_strides);
  tta_status status = put_dim_map(w, layout, false);
  tta_buf_str(w->out, ", num_stick_dims=");
  tta_buf_int(w->out, layout->num_stick_dims);
  tta_buf_str(w->out, ", format=\"");
  tta_buf_str(w->out, format_name(layout->format));
  tta_buf_char(w->out, '"');
  return status;
}

static tta_status put_eras_2_3(writer *w, const tta_tiled *layout, uint32_t era) {
  tta_status status = put_dim_map(w, layout, era == 3 && layout->format != TTA_TILED_DENSE);
  if (status) return status;
  if (era == 2) {
    tta_buf_str(w->out, ", num_stick_dims=");
    tta_buf_int(w->out, layout->num_stick_dims);
    tta_buf_str(w->out, ", format=StickFormat.");
    tta_buf_str(w->out, format_name(layout->format));
  }
  return put_device_dtype(w, layout);
}

static tta_status put_era_4(writer *w, const tta_tiled *layout) {
  tta_shape strides;
  tta_status status = host_strides_of(w, layout, &strides);
  if (status) return status;
  put_list(w->out, ", stride_map =", strides);
  status = put_device_dtype(w, layout);
  if (status) return status;
  if (layout->element_arrangement.size) {
    tta_buf_str(w->out, ", element_arrangement=ElementArrangement.");
    tta_buf_bytes(w->out, layout->element_arrangement.data, layout->element_arrangement.size);
  }
  if (layout->valid_elements.rank) put_list(w->out, ", valid_elements=", layout->valid_elements);
  return TTA_OK;
}

static tta_status put_spyre(writer *w, const tta_tiled *layout, uint32_t era) {
  tta_status status;
  if (era < 1 || era > 4) return fail(w, "era is out of range [1, 4]");
  if (layout->pad.size && !tta_str_equal(layout->pad, tta_str_from("undef")))
    return fail(w, "pad is not supported");
  if (era < 4 && (layout->element_arrangement.size || layout->valid_elements.rank)) {
    return fail(w, "element_arrangement and valid_elements are supported from era 4 on");
  }
  if (era > 1 && !tta_tiled_strides_equal(layout->device_size, layout->device_strides, (tta_shape){0, NULL}))
    return fail(w, "device strides with gaps are supported in era 1 only");
  if (era > 2 && layout->num_stick_dims != 1) return fail(w, "eras 3 and 4 have one stick dim");
  if (era > 2 && layout->format == TTA_TILED_SPARSE_MULTI) return fail(w, "eras 3 and 4 have no sparse_multi");
  put_list(w->out, "SpyreTensorLayout(device_size=", layout->device_size);
  if (era == 1)
    status = put_era_1(w, layout);
  else if (era == 4)
    status = put_era_4(w, layout);
  else
    status = put_eras_2_3(w, layout, era);
  tta_buf_char(w->out, ')');
  return status;
}

/* ---- FixedTiledLayout ---- */

static tta_status put_fixed(writer *w, const tta_tiled_import *what, const tta_tiled *layout) {
  tta_str element = layout->host_element.name.size ? layout->host_element.name : layout->element.name;
  const char *torch = tta_tiled_torch_name(element);
  if (!layout->has_host) return fail(w, "FixedTiledLayout requires the host");
  if (!torch) return fail(w, "torch has no name for the element type");
  for (size_t i = 0; i < what->device.size; i++) {
    if (what->device.data[i] == '\'' || what->device.data[i] == '\n') return fail(w,
                                                                                  "the device name cannot be quoted");
  }
  tta_buf_str(w->out, "FixedTiledLayout('");
  if (what->device.size)
    tta_buf_bytes(w->out, what->device.data, what->device.size);
  else
    tta_buf_str(w->out, "spyre:0");
  tta_buf_str(w->out, "', torch.");
  tta_buf_str(w->out, torch);
  put_list(w->out, ", size=", layout->host_size);
  put_list(w->out, ", stride=", layout->host_strides);
  tta_buf_str(w->out, ", device_layout=");
  tta_status status = put_spyre(w, layout, what->era);
  if (what->has_offset || layout->host_offset) {
    tta_buf_str(w->out, ", offset=");
    tta_buf_int(w->out, what->has_offset ? what->offset : layout->host_offset);
  }
  tta_str allocation = what->allocation.size ? what->allocation : layout->allocation;
  if (allocation.size) {
    tta_buf_str(w->out, ", allocation=");
    tta_buf_bytes(w->out, allocation.data, allocation.size);
  }
  tta_buf_char(w->out, ')');
  return status;
}

/* ---- the triple ---- */

static tta_status put_triple(writer *w, const tta_tiled *layout) {
  tta_shape host;
  tta_status status = host_strides_of(w, layout, &host);
  if (status) return status;
  /* Several stick dims: a reader finds them by their strides, so these must determine the dim_map. */
  if (layout->num_stick_dims > 1) {
    tta_tiled bare = *layout, resolved;
    bare.dim_map = (tta_shape){0, NULL};
    bare.stride_map = host;
    status = tta_tiled_to_dim_map(&bare, w->arena, &resolved);
    if (status == TTA_INVALID) return fail(w, "a triple does not determine the stick dims of this layout");
    if (status) return status;
  }
  tta_buf_char(w->out, '(');
  put_items(w->out, '(', ')', layout->device_size);
  tta_buf_str(w->out, ", ");
  put_items(w->out, '(', ')', host);
  tta_buf_str(w->out, ", ");
  put_items(w->out, '(', ')', layout->device_strides);
  tta_buf_char(w->out, ')');
  return TTA_OK;
}

tta_status tta_tiled_write(tta_buf *out, const tta_tiled_import *what, tta_arena *arena, tta_str *reason) {
  writer w = {out, arena, reason};
  tta_tiled layout = what->layout;
  tta_tiled_diagnostics findings;
  size_t before = out->size;
  *reason = (tta_str){NULL, 0};
  tta_status status = tta_tiled_verify(&layout, arena, &findings);
  if (status) return status;
  if (tta_tiled_first_error(&findings)) {
    *reason = tta_tiled_first_error(&findings)->message;
    return TTA_INVALID;
  }
  status = tta_tiled_complete(&layout, arena);
  if (status) return status;
  if (what->notation != TTA_TILED_FIXED && layout.host_offset)
    return fail(&w, "only FixedTiledLayout has an offset");
  switch (what->notation) {
    case TTA_TILED_SPYRE:
      status = put_spyre(&w, &layout, what->era);
      break;
    case TTA_TILED_FIXED:
      status = put_fixed(&w, what, &layout);
      break;
    case TTA_TILED_TRIPLE:
      status = put_triple(&w, &layout);
      break;
    case TTA_TILED_CONSTRUCTOR:
      status = fail(&w, "constructor calls are read only");
      break;
  }
  if (!status && out->failed) status = TTA_NO_MEMORY;
  if (status) out->size = before;
  return status;
}

