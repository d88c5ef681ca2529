/* Tiled layouts as values: element types, stick geometry, equality, explicit strides, sizes, and the constructors of
 * the three conventions with their inverse. */
#include "base/checked.h"
#include "base/format.h"
#include "base/index.h"
#include "ir/scalars.h"
#include "tiled/parts.h"

/* Elements per stick by device format: torch-spyre test_device_storage_size, 2026 . */
const tta_tiled_dtype tta_tiled_dtypes[] = {
    {"sen169_fp16", "SEN169_FP16", 16, "f16"},
    {"bfloat16", "BFLOAT16", 16, "bf16"},
    {"ieee_fp32", "IEEE_FP32", 32, "f32"},
    {"sen143_fp8", "SEN143_FP8", 8, "f8E4M3FN"},
    {"senint4", "SENINT4", 4, "i4"},
    {"senint2", "SENINT2", 2, "i2"},
    {"ieee_int32", "IEEE_INT32", 32, "i32"},
    {"ieee_int64", "IEEE_INT64", 64, "i64"},
    {"bool", "BOOL", 8, "i1"},
    {"sen152_fp8", "SEN152_FP8", 8, "f8E5M2FNUZ"},
    {"senint8", "SENINT8", 8, "i8"},
    {"senint16", "SENINT16", 16, "i16"},
    {"senuint32", "SENUINT32", 32, "ui32"},
    {"senuint2", "SENUINT2", 2, "ui2"},
    {"invalid", "INVALID", 0, NULL},
    {"sen153_fp9", "SEN153_FP9", 0, NULL},
    {"senint24", "SENINT24", 0, NULL},
    {"sen18f_fp24", "SEN18F_FP24", 0, NULL},
};
const uint32_t tta_tiled_num_dtypes = sizeof tta_tiled_dtypes / sizeof *tta_tiled_dtypes;

const tta_tiled_dtype *tta_tiled_dtype_find(tta_str keyword) {
  for (uint32_t i = 0; i < tta_tiled_num_dtypes; i++) {
    if (tta_str_is(keyword, tta_tiled_dtypes[i].keyword)) return &tta_tiled_dtypes[i];
  }
  return NULL;
}

const tta_tiled_dtype *tta_tiled_device_dtype_of(tta_str element) {
  const tta_scalar_type *type = tta_scalar_type_find(element);
  return type ? tta_tiled_dtype_find(tta_str_from(type->format)) : NULL;
}

bool tta_tiled_dtype_is_special(const tta_tiled *layout) {
  const tta_tiled_dtype *own = tta_tiled_dtype_find(layout->device_dtype);
  return layout->device_dtype.size && (!own || own != tta_tiled_device_dtype_of(layout->element.name));
}

void tta_tiled_settle_elements(tta_tiled *layout, tta_tiled_element known) {
  const tta_tiled_dtype *dtype = layout->device_dtype.size ? tta_tiled_dtype_find(layout->device_dtype) : NULL;
  layout->element = known;
  if (!dtype || !dtype->element) return;
  (void)tta_tiled_element_find(tta_str_from(dtype->element), &layout->element);
  if (known.name.size && !tta_str_equal(known.name, layout->element.name)) layout->host_element = known;
}

const char *tta_tiled_torch_name(tta_str element) {
  const tta_scalar_type *type = tta_scalar_type_find(element);
  return type && *type->torch ? type->torch : NULL;
}

/* iN, siN, uiN: N bits; MLIR's own bound is 2^24 - 1. */
static bool find_integer(tta_str name, tta_tiled_element *element) {
  size_t at = name.size && (name.data[0] == 's' || name.data[0] == 'u');
  uint32_t bits = 0;
  if (at >= name.size || name.data[at] != 'i' || at + 1 == name.size) return false;
  for (at++; at < name.size; at++) {
    if (name.data[at] < '0' || name.data[at] > '9' || (bits == 0 && name.data[at] == '0')) return false;
    bits = bits * 10 + (uint32_t)(name.data[at] - '0');
    if (bits > 16777215) return false;
  }
  element->name = name;
  element->bits = bits == 1 ? 8 : bits;
  return true;
}

bool tta_tiled_element_find(tta_str name, tta_tiled_element *element) {
  tta_str torch = {NULL, 0};
  if (name.size > 6 && tta_str_skip(&name, "torch.")) torch = name;
  for (uint32_t i = 0; i < tta_num_scalar_types; i++) {
    const tta_scalar_type *type = &tta_scalar_types[i];
    if (!type->bits || !(torch.data ? tta_str_is(torch, type->torch) : tta_str_is(name, type->name))) continue;
    *element = (tta_tiled_element){tta_str_from(type->name), type->bits};
    return true;
  }
  return !torch.data && find_integer(name, element);
}

tta_status tta_tiled_elems_per_stick(const tta_tiled *layout, int64_t *elems) {
  int64_t bits = layout->element.bits, stick_bits;
  if (!tta_mul(tta_tiled_stick_bytes(layout->stick_bytes), 8, &stick_bits)) return TTA_OVERFLOW;
  if (stick_bits < 0) return TTA_INVALID;
  if (layout->device_dtype.size) {
    const tta_tiled_dtype *dtype = tta_tiled_dtype_find(layout->device_dtype);
    if (!dtype || !dtype->bits) return TTA_INVALID;
    bits = dtype->bits;
  }
  if (!bits) {
    if (!layout->device_size.rank) return TTA_INVALID;
    *elems = layout->device_size.extent[layout->device_size.rank - 1];
    return *elems >= 1 ? TTA_OK : TTA_INVALID;
  }
  if (stick_bits < bits || stick_bits % bits) return TTA_INVALID;
  *elems = stick_bits / bits;
  return TTA_OK;
}

/* ---- equality ---- */

static int64_t at_least_1(int64_t extent) { return extent > 1 ? extent : 1; }

/* Absent strides equal the contiguous ones. */
bool tta_tiled_strides_equal(tta_shape size, tta_shape a, tta_shape b) {
  if (a.rank == b.rank) return tta_shape_equal(a, b);
  tta_shape written = a.rank ? a : b;
  int64_t stride = 1;
  if ((a.rank && b.rank) || written.rank != size.rank) return false;
  for (uint32_t i = size.rank; i-- > 0;) {
    if (written.extent[i] != stride) return false;
    if (i && !tta_mul(stride, at_least_1(size.extent[i]), &stride)) return false;
  }
  return true;
}

static bool pads_equal(tta_str a, tta_str b) {
  tta_str undef = tta_str_from("undef");
  return tta_str_equal(a.size ? a : undef, b.size ? b : undef);
}

bool tta_tiled_fills_padding(const tta_tiled *layout) {
  return layout->pad.size && !tta_str_is(layout->pad, "undef");
}

static bool elements_equal(tta_tiled_element a, tta_tiled_element b) {
  return a.bits == b.bits && tta_str_equal(a.name, b.name);
}

static bool hosts_equal(const tta_tiled *a, const tta_tiled *b) {
  if (a->has_host != b->has_host) return false;
  return !a->has_host ||
         (tta_shape_equal(a->host_size, b->host_size) &&
          tta_tiled_strides_equal(a->host_size, a->host_strides, b->host_strides) && a->host_offset == b->host_offset &&
          elements_equal(tta_tiled_host_element(a), tta_tiled_host_element(b)));
}

bool tta_tiled_equal(const tta_tiled *a, const tta_tiled *b) {
  return tta_shape_equal(a->device_size, b->device_size) &&
         tta_tiled_strides_equal(a->device_size, a->device_strides, b->device_strides) &&
         tta_shape_equal(a->dim_map, b->dim_map) &&
         tta_shape_equal(a->stride_map, b->stride_map) && a->num_stick_dims == b->num_stick_dims &&
         a->format == b->format && elements_equal(a->element, b->element) &&
         tta_str_equal(a->device_dtype, b->device_dtype) && pads_equal(a->pad, b->pad) && hosts_equal(a, b) &&
         tta_str_equal(a->element_arrangement, b->element_arrangement) && tta_str_equal(a->allocation, b->allocation) &&
         tta_shape_equal(a->valid_elements, b->valid_elements) &&
         tta_tiled_stick_bytes(a->stick_bytes) == tta_tiled_stick_bytes(b->stick_bytes);
}

/* ---- strides and sizes ---- */

tta_status tta_tiled_copy_list(tta_arena *arena, tta_shape *list) {
  if (!list->rank) return TTA_OK;
  int64_t *copy = tta_arena_array(arena, list->rank, sizeof *copy);
  if (!copy) return TTA_NO_MEMORY;
  memcpy(copy, list->extent, list->rank * sizeof *copy);
  list->extent = copy;
  return TTA_OK;
}

tta_status tta_tiled_contiguous(tta_shape size, tta_arena *arena, tta_shape *strides) {
  int64_t *list = tta_arena_array(arena, size.rank ? size.rank : 1, sizeof *list), stride = 1;
  if (!list) return TTA_NO_MEMORY;
  for (uint32_t i = size.rank; i-- > 0;) {
    list[i] = stride;
    if (i && !tta_mul(stride, at_least_1(size.extent[i]), &stride)) return TTA_OVERFLOW;
  }
  *strides = (tta_shape){size.rank, list};
  return TTA_OK;
}

tta_status tta_tiled_complete(tta_tiled *layout, tta_arena *arena) {
  tta_status status = TTA_OK;
  if (!layout->device_strides.rank) {
    status = tta_tiled_contiguous(layout->device_size, arena, &layout->device_strides);
  }
  if (!status && layout->has_host && !layout->host_strides.rank) {
    status = tta_tiled_contiguous(layout->host_size, arena, &layout->host_strides);
  }
  return status;
}

tta_status tta_tiled_footprint(tta_shape size, tta_shape strides, int64_t *elements_out) {
  int64_t last = 0, steps;
  if (!tta_shape_at_least(size, 1)) { /* EXTENTS reports negative ones */
    *elements_out = 0;
    return TTA_OK;
  }
  for (uint32_t i = 0; i < size.rank; i++) {
    if (!tta_mul(size.extent[i] - 1, strides.extent[i], &steps) || !tta_add(last, steps, &last)) return TTA_OVERFLOW;
  }
  return tta_add(last, 1, elements_out) ? TTA_OK : TTA_OVERFLOW;
}

/* Memory is allocated by the stick (spyre_empty_strided: 128 * the number of sticks). The innermost dim of an explicit
 * layout may be less than a stick, which it takes whole (torch-spyre test_device_storage_size, 2026). */
static tta_status count_sticks(const tta_tiled *layout, int64_t elems, int64_t *sticks) {
  int64_t count;
  tta_status status = tta_tiled_footprint(layout->device_size, layout->device_strides, &count);
  if (status) return status;
  uint32_t rank = layout->device_size.rank;
  const int64_t *size = layout->device_size.extent;
  if (!count || rank < 2 || size[rank - 1] >= elems) return tta_ceildiv(count, elems, sticks) ? TTA_OK : TTA_OVERFLOW;
  *sticks = 1;
  for (uint32_t i = 0; i + 1 < rank; i++) {
    if (!tta_mul(*sticks, size[i], sticks)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

bool tta_tiled_bytes(int64_t count, uint32_t bits, int64_t *bytes) {
  int64_t rest;
  if (!tta_mul(count / 8, bits, bytes) || !tta_ceildiv(count % 8 * bits, 8, &rest)) return false;
  return tta_add(*bytes, rest, bytes);
}

static bool product(tta_shape size, int64_t *out) {
  *out = 1;
  for (uint32_t i = 0; i < size.rank; i++) {
    if (size.extent[i] == 0) {
      *out = 0;
      return true;
    }
  }
  for (uint32_t i = 0; i < size.rank; i++) {
    if (!tta_mul(*out, size.extent[i], out)) return false;
  }
  return true;
}

tta_status tta_tiled_sizes_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_sizes *sizes) {
  tta_tiled_map map;
  tta_status status = tta_tiled_plain_map_of(layout, arena, &map);
  if (status) return status;
  int64_t bits, sticks, filled;
  sizes->elems_per_stick = map.elems_per_stick;
  if (!tta_mul(tta_tiled_stick_bytes(layout->stick_bytes), 8, &bits)) return TTA_OVERFLOW;
  if (!product(layout->host_size, &sizes->host_elements) || !product(layout->device_size, &sizes->device_elements) ||
      !tta_mul(sizes->host_elements, tta_tiled_copies(&map), &filled) ||
      !tta_sub(sizes->device_elements, filled, &sizes->padding_elements)) {
    return TTA_OVERFLOW;
  }
  tta_tiled whole = *layout;
  status = tta_tiled_complete(&whole, arena);
  if (!status) status = count_sticks(&whole, map.elems_per_stick, &sticks);
  if (status) return status;
  if (!tta_mul(sticks, map.elems_per_stick, &sizes->footprint_elements) ||
      !tta_mul(sticks, bits / 8, &sizes->device_bytes)) {
    return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_status tta_tiled_device_bytes(const tta_tiled *layout, tta_arena *arena, int64_t *bytes) {
  tta_tiled whole = *layout;
  tta_tiled_diagnostics findings;
  int64_t elems, sticks;
  tta_status status = tta_tiled_verify(layout, arena, &findings);
  if (status) return status;
  if (tta_tiled_first_error(&findings)) return TTA_INVALID;
  status = tta_tiled_complete(&whole, arena);
  if (!status) status = tta_tiled_elems_per_stick(&whole, &elems);
  if (!status) status = count_sticks(&whole, elems, &sticks);
  if (status) return status;
  return tta_mul(sticks, tta_tiled_stick_bytes(layout->stick_bytes), bytes) ? TTA_OK : TTA_OVERFLOW;
}

/* ---- text in the arena ---- */

tta_str tta_tiled_text(tta_arena *arena, const char *format, ...) {
  va_list args;
  tta_buf buf = tta_buf_new(arena->allocator);
  va_start(args, format);
  tta_buf_vprintf(&buf, format, args);
  va_end(args);
  return tta_arena_take(arena, &buf);
}

tta_str tta_tiled_list_text(tta_arena *arena, tta_shape list) {
  tta_buf buf = tta_buf_new(arena->allocator);
  tta_buf_list(&buf, list.rank, list.extent);
  return tta_arena_take(arena, &buf);
}

/* ---- constructors ---- */

/* Sets dim_map (count + 1 entries) from an order of `count` dims, the last one the stick dim; the formulas are those
 * of tta_tiled_convention. false: the convention has no layout of this rank. */
static bool place_dims(tta_tiled_convention convention, const int64_t *order, uint32_t count, int64_t *dim_map) {
  int64_t stick = order[count - 1];
  uint32_t at = 0;
  if (convention == TTA_TILED_DEC25 && count > 4) return false;
  if (count <= 2 || convention == TTA_TILED_RFC) {
    dim_map[at++] = stick;
    for (uint32_t i = 0; i + 1 < count; i++) dim_map[at++] = order[i];
  } else if (convention == TTA_TILED_DEC25 && count == 4) {
    dim_map[at++] = order[0];
    dim_map[at++] = stick;
    dim_map[at++] = order[1];
    dim_map[at++] = order[2];
  } else {
    for (uint32_t i = 1; i + 1 < count; i++) dim_map[at++] = order[i];
    dim_map[at++] = stick;
    dim_map[at++] = order[0];
  }
  dim_map[at] = stick;
  return true;
}

/* The order of a dim_map of `count` + 1 entries, if it is one of the convention: the inverse of place_dims. */
static void guess_order(tta_tiled_convention convention, const int64_t *dim_map, uint32_t count, int64_t *order) {
  uint32_t at = 0;
  if (count <= 2 || convention == TTA_TILED_RFC) {
    for (uint32_t i = 1; i < count; i++) order[at++] = dim_map[i];
  } else if (convention == TTA_TILED_DEC25 && count == 4) {
    order[at++] = dim_map[0];
    order[at++] = dim_map[2];
    order[at++] = dim_map[3];
  } else {
    order[at++] = dim_map[count - 1];
    for (uint32_t i = 0; i + 2 < count; i++) order[at++] = dim_map[i];
  }
  order[at] = dim_map[count];
}

/* The order with its defaults and, for sparse layouts of 2026 and scalars, the synthetic stick dim at its end. */
static tta_status full_order(const tta_tiled_spec *spec, tta_arena *arena, int64_t **order, uint32_t *count) {
  uint32_t rank = spec->host_size.rank;
  bool synthetic = !rank || (spec->format != TTA_TILED_DENSE && spec->convention == TTA_TILED_2026);
  int64_t *list = tta_arena_array(arena, (size_t)rank + 1, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) list[i] = spec->order.rank ? spec->order.extent[i] : (int64_t)i;
  if (synthetic) list[rank] = -1;
  *order = list;
  *count = rank + synthetic;
  return TTA_OK;
}

static tta_status check_order(const tta_tiled_spec *spec, tta_arena *arena, tta_tiled_diagnostic *why) {
  uint32_t rank = spec->host_size.rank;
  if (!spec->order.rank) return TTA_OK;
  *why = (tta_tiled_diagnostic){.rule = TTA_TILED_ORDER_PERMUTATION, .part = TTA_TILED_PART_ORDER, .expected = rank};
  if (spec->order.rank != rank) {
    why->found = spec->order.rank;
    why->message = tta_tiled_text(arena, "order has %u entries, but the host rank is %u", spec->order.rank, rank);
    return why->message.data ? TTA_INVALID : TTA_NO_MEMORY;
  }
  bool *seen = tta_arena_array(arena, rank, sizeof *seen);
  if (!seen) return TTA_NO_MEMORY;
  memset(seen, 0, rank * sizeof *seen);
  for (uint32_t i = 0; i < rank; i++) {
    int64_t dim = spec->order.extent[i];
    bool in_range = dim >= 0 && dim < rank;
    if (in_range && !seen[dim]) {
      seen[dim] = true;
      continue;
    }
    why->position = i;
    why->found = dim;
    why->message = in_range
                       ? tta_tiled_text(arena, "order has dim %lld twice", (long long)dim)
                       : tta_tiled_text(arena, "order has dim %lld, but the host rank is %u", (long long)dim, rank);
    return why->message.data ? TTA_INVALID : TTA_NO_MEMORY;
  }
  return TTA_OK;
}

/* EXTENTS of the host and ELEMENT_WIDTH, which must hold before the extents of the device are computed. */
static tta_status check_operands(const tta_tiled *layout, tta_arena *arena, int64_t *elems, tta_tiled_diagnostic *why) {
  for (uint32_t i = 0; i < layout->host_size.rank; i++) {
    int64_t extent = layout->host_size.extent[i];
    if (extent >= 0) continue;
    *why = (tta_tiled_diagnostic){TTA_TILED_EXTENTS, TTA_TILED_PART_HOST_SIZE, i, extent, 0, {NULL, 0}};
    why->message = tta_tiled_text(arena, "host extent %lld of dim %u is negative", (long long)extent, i);
    return why->message.data ? TTA_INVALID : TTA_NO_MEMORY;
  }
  int64_t stick_bits;
  tta_status status = tta_tiled_elems_per_stick(layout, elems);
  if (status != TTA_INVALID || !tta_mul(tta_tiled_stick_bytes(layout->stick_bytes), 8, &stick_bits)) return status;
  *why = (tta_tiled_diagnostic){
      TTA_TILED_ELEMENT_WIDTH, TTA_TILED_PART_ELEMENT, 0, layout->element.bits, stick_bits, {NULL, 0}};
  if (layout->device_dtype.size) {
    why->part = TTA_TILED_PART_DEVICE_DTYPE;
    why->found = 0;
  }
  tta_str name = layout->device_dtype.size ? layout->device_dtype : layout->element.name;
  why->message = tta_tiled_text(arena, "'%.*s' has no stick geometry: its width does not divide %lld bits",
                                (int)name.size, name.size ? name.data : "", (long long)stick_bits);
  return why->message.data ? TTA_INVALID : TTA_NO_MEMORY;
}

/* Extents and dim_map of the device, without strides. */
static tta_status place(const tta_tiled_spec *spec, tta_arena *arena, int64_t elems, tta_tiled *layout,
                        tta_tiled_diagnostic *why) {
  int64_t *order, *dim_map, *size;
  uint32_t count;
  tta_status status = full_order(spec, arena, &order, &count);
  if (status) return status;
  /* A scalar of rfc and dec25 is the stick alone, without outer dims. */
  bool bare = !spec->host_size.rank && spec->convention != TTA_TILED_2026;
  uint32_t rank = bare ? 1 : count + 1;
  dim_map = tta_arena_array(arena, rank, sizeof *dim_map);
  size = tta_arena_array(arena, rank, sizeof *size);
  if (!dim_map || !size) return TTA_NO_MEMORY;
  if (bare) {
    dim_map[0] = -1;
  } else if (!place_dims(spec->convention, order, count, dim_map)) {
    *why = (tta_tiled_diagnostic){TTA_TILED_RANKS, TTA_TILED_PART_HOST_SIZE, 0, count, 4, {NULL, 0}};
    why->message = tta_tiled_text(arena, "the dec25 convention has layouts up to rank 4, found rank %u", count);
    return why->message.data ? TTA_INVALID : TTA_NO_MEMORY;
  }
  for (uint32_t i = 0; i < rank; i++) {
    int64_t dim = dim_map[i];
    bool stick = dim == dim_map[rank - 1];
    size[i] = dim < 0 ? 1 : spec->host_size.extent[dim];
    if (i + 1 == rank)
      size[i] = elems;
    else if (stick && dim >= 0 && layout->format == TTA_TILED_DENSE)
      (void)tta_ceildiv(size[i], elems, &size[i]);
  }
  layout->device_size = (tta_shape){rank, size};
  layout->dim_map = (tta_shape){rank, dim_map};
  return TTA_OK;
}

tta_status tta_tiled_build(const tta_tiled_spec *spec, tta_arena *arena, tta_tiled *layout, tta_tiled_diagnostic *why) {
  tta_tiled_diagnostic unused;
  tta_tiled_diagnostics findings;
  int64_t elems;
  if (!why) why = &unused;
  *layout = (tta_tiled){.num_stick_dims = 1,
                        .format = spec->format,
                        .element = spec->element,
                        .device_dtype = spec->device_dtype,
                        .has_host = true,
                        .host_size = spec->host_size,
                        .host_strides = spec->host_strides,
                        .stick_bytes = spec->stick_bytes};
  if (!spec->host_size.rank && spec->format == TTA_TILED_DENSE) layout->format = TTA_TILED_SPARSE;
  tta_status status = check_order(spec, arena, why);
  if (!status) status = tta_tiled_copy_list(arena, &layout->host_size);
  if (!status) status = tta_tiled_copy_list(arena, &layout->host_strides);
  if (!status) status = check_operands(layout, arena, &elems, why);
  if (!status) status = place(spec, arena, elems, layout, why);
  if (!status) status = tta_tiled_verify(layout, arena, &findings);
  if (status) return status;
  if (tta_tiled_first_error(&findings)) {
    *why = *tta_tiled_first_error(&findings);
    return TTA_INVALID;
  }
  return tta_tiled_complete(layout, arena);
}

/* Of elements that the device stores in another width. */
static void apply_format(tta_tiled_spec *spec) {
  if (spec->convention == TTA_TILED_RFC || spec->device_dtype.size) return;
  const tta_tiled_dtype *dtype = tta_tiled_device_dtype_of(spec->element.name);
  if (dtype && dtype->bits != spec->element.bits) spec->device_dtype = tta_str_from(dtype->keyword);
}

tta_status tta_tiled_build_dated(const tta_tiled_spec *spec, tta_arena *arena, tta_tiled *layout,
                                 tta_tiled_diagnostic *why) {
  tta_tiled_spec dated = *spec;
  if (spec->device_dtype.size) return tta_tiled_build(spec, arena, layout, why);
  apply_format(&dated);
  tta_status status = tta_tiled_build(&dated, arena, layout, why);
  if (!status && dated.device_dtype.size) tta_tiled_settle_elements(layout, spec->element);
  return status;
}

/* Whether place_dims(convention, order) yields this dim_map; compares order entries in their positions, without a
 * second dim_map. */
static bool is_placed(tta_tiled_convention convention, const tta_tiled *layout, int64_t *order) {
  uint32_t rank = layout->host_size.rank, count = layout->dim_map.rank - 1;
  const int64_t *dim_map = layout->dim_map.extent;
  int64_t stick = dim_map[count];
  bool synthetic = layout->format != TTA_TILED_DENSE && convention == TTA_TILED_2026;
  if (count != rank + synthetic || !rank || (stick < 0) != synthetic) return false;
  if (convention == TTA_TILED_DEC25 && count > 4) return false;
  /* Position of the outer digit of the stick dim: the only entry that guess_order omits. */
  uint32_t slot = count <= 2 || convention == TTA_TILED_RFC     ? 0
                  : convention == TTA_TILED_DEC25 && count == 4 ? 1
                                                                : count - 2;
  if (dim_map[slot] != stick) return false;
  if (!synthetic) {
    guess_order(convention, dim_map, count, order);
    return true;
  }
  /* `order` does not include the synthetic dim at its end: [D1 .. D(n-1), -1, D0, -1], and [-1, D0, -1] for one dim. */
  order[0] = dim_map[count - 1];
  for (uint32_t i = 0; i + 2 < count; i++) order[i + 1] = dim_map[i];
  return true;
}

bool tta_tiled_order(const tta_tiled *layout, tta_tiled_convention preferred, int64_t *order,
                     tta_tiled_convention *convention) {
  static const tta_tiled_convention all[] = {TTA_TILED_RFC, TTA_TILED_DEC25, TTA_TILED_2026};
  if (!layout->has_host || layout->num_stick_dims != 1 || !layout->dim_map.rank) return false;
  for (uint32_t i = 0; i < 4; i++) {
    *convention = i ? all[i - 1] : preferred;
    if (is_placed(*convention, layout, order)) return true;
  }
  return false;
}
