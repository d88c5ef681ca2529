/* pack.c: packs elements in memory or in a file of numpy, and the inverse. */
#include "pack/pack.h"

#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "model/words.h"
#include "pack/npy.h"

tta_str tta_packing_scalar(const tta_packing_addresses *t) {
  const tta_element *e = &t->element;
  return tta_element_is_tile(e) ? tta_str_from(tta_data_type_scalar(e->data_type)) : e->text;
}

/* ---- files of numpy ---- */

/* `<f2`; types that numpy does not have are bytes: `|V2`. */
static void put_descr(char descr[4], const tta_packing_addresses *t) {
  tta_str name = tta_packing_scalar(t);
  tta_element scalar = tta_element_scalar(name);
  bool is_float = tta_str_is(name, "f16") || tta_str_is(name, "f32") || tta_str_is(name, "f64");
  char kind = scalar.kind == TTA_ELEMENT_INTEGER ? (scalar.is_unsigned ? 'u' : 'i') : is_float ? 'f' : 'V';
  descr[0] = kind == 'V' || t->element_bytes == 1 ? '|' : '<';
  descr[1] = kind;
  descr[2] = (char)('0' + t->element_bytes);
  descr[3] = 0;
}

static bool is_reversed(const tta_npy *npy, tta_shape shape) {
  for (uint32_t i = 0; i < npy->rank && npy->rank == shape.rank; i++)
    if (npy->extent[i] != shape.extent[shape.rank - 1 - i]) return false;
  return npy->rank == shape.rank;
}

static bool has_elements_of(const tta_npy *npy, tta_shape shape) {
  int64_t count;
  return tta_shape_volume(shape, &count) && count > 0 &&
         (uint64_t)count * (uint64_t)npy->element_bytes == npy->data.size;
}

/** A file that is packed. */
typedef struct file {
  const tta_packing_addresses *addresses;
  tta_str name;
  tta_npy npy;
  tta_buf *warnings, *reason;
} file;

static tta_status reject_shape(const file *f) {
  tta_shape shape = f->addresses->shape;
  char found[TTA_NUMBERS_BYTES], own[TTA_NUMBERS_BYTES];
  const char *advice = is_reversed(&f->npy, shape)         ? "; x.T has that shape"
                       : has_elements_of(&f->npy, shape) ? "; x.reshape(..) can have that shape"
                                                         : "";
  return tta_fail(TTA_INVALID, f->reason, "%.*s: the file has shape %s, the layout %s%s", TTA_STR_ARGS(f->name),
                  tta_shape_text(found, (tta_shape){f->npy.rank, f->npy.extent}), tta_shape_text(own, shape), advice);
}

static tta_status check_type(const file *f) {
  const tta_packing_addresses *t = f->addresses;
  const tta_npy *npy = &f->npy;
  char own[4];
  put_descr(own, t);
  bool numpy = own[1] != 'V';
  if (npy->element_bytes != t->element_bytes)
    return tta_fail(TTA_INVALID, f->reason,
                    "%.*s: the elements of the file have %lld byte%s (%.*s), those of the layout %lld (%.*s)%s%s%s",
                    TTA_STR_ARGS(f->name), (long long)npy->element_bytes, tta_plural(npy->element_bytes),
                    TTA_STR_ARGS(npy->descr), (long long)t->element_bytes, TTA_STR_ARGS(t->element.text),
                    numpy ? "; x.astype('" : "", numpy ? own : "", numpy ? "') converts them" : "");
  bool file_is_float = npy->kind == 'f' || npy->kind == 'c', file_is_integer = npy->kind == 'i' || npy->kind == 'u';
  if (numpy && f->warnings && ((own[1] == 'f' && file_is_integer) || (own[1] != 'f' && file_is_float)))
    tta_buf_printf(f->warnings, "%.*s: the elements of the file are %.*s, those of the layout %.*s; "
                   "their bytes are copied without conversion\n", TTA_STR_ARGS(f->name), TTA_STR_ARGS(npy->descr),
                   TTA_STR_ARGS(t->element.text));
  return TTA_OK;
}

static tta_status read_npy(file *f, tta_str text) {
  tta_buf why = tta_buf_new(NULL);
  tta_status status = tta_npy_read(text, &f->npy, &why);
  if (why.size) tta_fail(status, f->reason, "%.*s: %.*s", TTA_STR_ARGS(f->name), TTA_STR_ARGS(tta_buf_view(&why)));
  tta_buf_free(&why);
  if (status) return status;
  bool fits = tta_shape_equal((tta_shape){f->npy.rank, f->npy.extent}, f->addresses->shape);
  return fits ? check_type(f) : reject_shape(f);
}

/* ---- arrays ---- */

/** A whole tensor in other memory. */
typedef struct array {
  tta_packing_box box;
  int64_t begin[TTA_MAX_RANK], strides[TTA_MAX_RANK];
} array;

/* @param strides NULL: row-major. @return TTA_OVERFLOW if some element is out of reach */
static tta_status set_array(array *a, const tta_packing_addresses *t, const int64_t *strides) {
  int64_t reach = t->element_bytes, part;
  memset(a->begin, 0, sizeof a->begin);
  if (!strides && !tta_packing_strides(t->shape, t->element_bytes, false, a->strides)) return TTA_OVERFLOW;
  if (strides) memcpy(a->strides, strides, t->shape.rank * sizeof *strides);
  for (uint32_t d = 0; d < t->shape.rank; d++) {
    if (a->strides[d] == INT64_MIN || !tta_mul(a->strides[d], t->shape.extent[d], &part) || part == INT64_MIN ||
        !tta_add(reach, part < 0 ? -part : part, &reach)) return TTA_OVERFLOW;
  }
  a->box = (tta_packing_box){.begin = a->begin, .extent = t->shape.extent, .strides = a->strides};
  return TTA_OK;
}

tta_status tta_pack_array(const tta_packing *packing, const void *elements, const int64_t *strides, unsigned char *out,
                          unsigned char *marks, tta_buf *reason) {
  array a;
  tta_status status = set_array(&a, packing->addresses, strides);
  if (status) return status;
  tta_packing_fill(packing->addresses, out);
  return tta_packing_scatter(packing->addresses, &a.box, elements, out, packing->marks_bytes ? marks : NULL, reason);
}

tta_status tta_unpack_array(const tta_packing *packing, const unsigned char *packed, void *elements,
                            const int64_t *strides, tta_buf *reason) {
  array a;
  tta_status status = set_array(&a, packing->addresses, strides);
  return status ? status : tta_packing_gather(packing->addresses, &a.box, packed, elements, reason);
}

/* ---- files ---- */

tta_status tta_pack(const tta_packing *packing, tta_str npy, tta_str name, unsigned char *out, unsigned char *marks,
                    tta_buf *warnings, tta_buf *reason) {
  const tta_packing_addresses *t = packing->addresses;
  file f = {.addresses = t, .name = name, .warnings = warnings, .reason = reason};
  int64_t strides[TTA_MAX_RANK];
  tta_status status = read_npy(&f, npy);
  if (status) return status;
  if (!tta_packing_strides(t->shape, t->element_bytes, f.npy.fortran, strides)) return TTA_OVERFLOW;
  return tta_pack_array(packing, f.npy.data.data, strides, out, marks, reason);
}

/** The parts of a file: boxes that follow one another in its order. */
typedef struct parts {
  const tta_packing_addresses *t;
  bool fortran;
  uint32_t cut;        /* parts have all indices of the dims after it, and one of those before it */
  int64_t cut_indices; /* of one part */
  int64_t begin[TTA_MAX_RANK], extent[TTA_MAX_RANK];
} parts;

/* The dims by falling stride in the file. */
static uint32_t dim_of(const parts *p, uint32_t place) {
  return p->fortran ? p->t->shape.rank - 1 - place : place;
}

static void set_cut_extent(parts *p) {
  uint32_t d = dim_of(p, p->cut);
  int64_t left = p->t->shape.extent[d] - p->begin[d];
  p->extent[d] = p->cut_indices < left ? p->cut_indices : left;
}

static void start_parts(parts *p) {
  enum { PART_BYTES = 1 << 18 };
  tta_shape shape = p->t->shape;
  int64_t inner_bytes = p->t->element_bytes; /* of one index of the dim that is cut */
  if (!shape.rank) return;
  p->cut = shape.rank - 1;
  for (; p->cut && shape.extent[dim_of(p, p->cut)] <= PART_BYTES / inner_bytes; p->cut--)
    inner_bytes *= shape.extent[dim_of(p, p->cut)];
  for (uint32_t k = 0; k < shape.rank; k++) p->extent[dim_of(p, k)] = k < p->cut ? 1 : shape.extent[dim_of(p, k)];
  p->cut_indices = PART_BYTES / inner_bytes;
  set_cut_extent(p);
}

/* @return false after the last one */
static bool next_part(parts *p) {
  int64_t step = p->cut_indices;
  for (uint32_t k = p->t->shape.rank ? p->cut + 1 : 0; k-- > 0; step = 1) {
    uint32_t d = dim_of(p, k);
    p->begin[d] += step;
    bool inside = p->begin[d] < p->t->shape.extent[d];
    if (!inside) p->begin[d] = 0;
    set_cut_extent(p);
    if (inside) return true;
  }
  return false;
}

/* Appends the elements of the part. */
static tta_status gather_part(const parts *p, tta_str packed, tta_buf *out, tta_buf *reason) {
  tta_shape extent = {p->t->shape.rank, p->extent};
  int64_t strides[TTA_MAX_RANK], elements;
  if (!tta_packing_strides(extent, p->t->element_bytes, p->fortran, strides) || !tta_shape_volume(extent, &elements))
    return TTA_OVERFLOW;
  size_t start = out->size;
  tta_buf_fill(out, '\0', (size_t)(elements * p->t->element_bytes));
  if (out->failed) return TTA_NO_MEMORY;
  tta_packing_box box = {.begin = p->begin, .extent = p->extent, .strides = strides};
  return tta_packing_gather(p->t, &box, (const unsigned char *)packed.data, (unsigned char *)out->data + start, reason);
}

tta_status tta_unpack(const tta_packing *packing, tta_str packed, tta_str name, bool fortran,
                      bool (*write)(void *user, tta_str part), void *user, tta_buf *reason) {
  const tta_packing_addresses *t = packing->addresses;
  tta_npy plain = {.element_bytes = t->element_bytes, .data = packed};
  parts p = {.t = t, .fortran = fortran};
  char descr[4];
  if (packed.size != (uint64_t)packing->bytes)
    return tta_fail(TTA_INVALID, reason, "%.*s: the file has %zu bytes, the layout %lld%s", TTA_STR_ARGS(name),
                    packed.size, (long long)packing->bytes,
                    has_elements_of(&plain, t->shape) ? "; it has those of the tensor without padding" : "");
  put_descr(descr, t);
  tta_buf part = tta_buf_new(NULL);
  tta_npy_header(&part, descr, fortran, t->shape);
  start_parts(&p);
  tta_status status;
  bool more;
  do {
    status = gather_part(&p, packed, &part, reason);
    more = !status && write(user, tta_buf_view(&part)) && next_part(&p);
    part.size = 0;
  } while (more);
  tta_buf_free(&part);
  return status;
}
