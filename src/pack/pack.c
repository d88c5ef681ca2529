/* pack.c: copies the elements of a tensor from a file of numpy to their addresses, and back. */
#include "pack/pack.h"

#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "model/words.h"
#include "pack/npy.h"

/* ---- copies ---- */

/** Elements in the order of a file, in runs that have consecutive addresses, too. */
typedef struct walk {
  tta_shape shape;
  bool fortran;
  int64_t unit; /* runs end at its multiples in the first dim */
  int64_t index[TTA_MAX_RANK], run;
} walk;

/* Elements of a dim with consecutive addresses, from the multiples of this number on. */
static int64_t unit_of(const tta_packing_addresses *t, uint32_t dim) {
  int64_t unit = 1;
  if (t->layout || t->digits.num_bits) return 1;
  for (uint32_t i = 0; i < t->digits.count; i++) {
    const tta_digit *g = &t->digits.digit[i];
    if (g->dim == dim && g->divisor == 1 && g->stride == 1) unit = g->extent;
  }
  for (uint32_t i = 0; i < t->digits.count; i++) {
    const tta_digit *g = &t->digits.digit[i];
    if (g->dim == dim && (g->divisor != 1 || g->stride != 1) && g->divisor % unit) return 1;
  }
  return unit;
}

static void set_run(walk *w) {
  uint32_t dim = w->fortran ? 0 : w->shape.rank - 1;
  w->run = 1;
  if (!w->shape.rank) return;
  int64_t left = w->shape.extent[dim] - w->index[dim];
  w->run = w->unit - w->index[dim] % w->unit;
  if (w->run > left) w->run = left;
}

static walk start_walk(const tta_packing_addresses *t, bool fortran) {
  walk w = {.shape = t->shape, .fortran = fortran};
  w.unit = w.shape.rank ? unit_of(t, fortran ? 0 : w.shape.rank - 1) : 1;
  set_run(&w);
  return w;
}

/* The next run. @return false after the last one */
static bool next(walk *w) {
  int64_t step = w->run;
  for (uint32_t k = 0; k < w->shape.rank; k++, step = 1) {
    uint32_t i = w->fortran ? k : w->shape.rank - 1 - k;
    w->index[i] += step;
    if (w->index[i] < w->shape.extent[i]) {
      set_run(w);
      return true;
    }
    w->index[i] = 0;
  }
  return false;
}

static void fill_padding(const tta_packing_addresses *t, unsigned char *out) {
  static const unsigned char zeros[8] = {0};
  if (!memcmp(t->pad, zeros, sizeof zeros)) return; /* as `out` is */
  for (int64_t i = 0; i + t->element_bytes <= t->bytes; i += t->element_bytes)
    memcpy(out + i, t->pad, (size_t)t->element_bytes);
}

/* @param used a bit for each element of the layout; NULL: no two elements have one address */
static tta_status scatter(const tta_packing_addresses *t, const tta_npy *npy, unsigned char *out, unsigned char *used,
                          tta_buf *reason) {
  walk w = start_walk(t, npy->fortran);
  int64_t byte;
  const char *from = npy->data.data;
  do {
    int64_t size = w.run * t->element_bytes;
    tta_status status = tta_packing_address(t, w.index, size, &byte, reason);
    if (status) return status;
    int64_t slot = byte / t->element_bytes;
    for (int64_t i = slot; used && i < slot + w.run; i++) {
      if (used[i / 8] >> i % 8 & 1)
        return tta_fail(TTA_INVALID, reason, "two elements are at byte %lld", (long long)(i * t->element_bytes));
      used[i / 8] = (unsigned char)(used[i / 8] | 1 << i % 8);
    }
    memcpy(out + byte, from, (size_t)size);
    from += size;
  } while (next(&w));
  return TTA_OK;
}

/* ---- files of numpy ---- */

/* `<f2`; types that numpy does not have are bytes: `|V2`. */
static void put_descr(char descr[4], const tta_packing_addresses *t) {
  const tta_element *e = &t->element;
  bool is_tile = tta_element_is_tile(e);
  tta_str name = is_tile ? tta_str_from(tta_data_type_scalar(e->data_type)) : e->text;
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

/* ---- both directions ---- */

tta_status tta_pack(const tta_packing *packing, tta_str npy, tta_str name, unsigned char *out, unsigned char *marks,
                    tta_buf *warnings, tta_buf *reason) {
  file f = {.addresses = packing->addresses, .name = name, .warnings = warnings, .reason = reason};
  tta_status status = read_npy(&f, npy);
  if (status) return status;
  fill_padding(f.addresses, out);
  return scatter(f.addresses, &f.npy, out, packing->marks_bytes ? marks : NULL, reason);
}

/* Elements are written in the order of the file, in parts. */
tta_status tta_unpack(const tta_packing *packing, tta_str packed, tta_str name, bool fortran,
                      bool (*write)(void *user, tta_str part), void *user, tta_buf *reason) {
  enum { PART_BYTES = 1 << 18 };
  const tta_packing_addresses *t = packing->addresses;
  tta_npy plain = {.element_bytes = t->element_bytes, .data = packed};
  walk w = start_walk(t, fortran);
  int64_t byte;
  char descr[4];
  tta_status status = TTA_OK;
  if (packed.size != (uint64_t)t->bytes)
    return tta_fail(TTA_INVALID, reason, "%.*s: the file has %zu bytes, the layout %lld%s", TTA_STR_ARGS(name),
                    packed.size, (long long)t->bytes,
                    has_elements_of(&plain, t->shape) ? "; it has those of the tensor without padding" : "");
  put_descr(descr, t);
  tta_buf part = tta_buf_new(NULL);
  tta_npy_header(&part, descr, fortran, t->shape);
  bool more = true;
  while (more && !status) {
    int64_t size = w.run * t->element_bytes;
    status = tta_packing_address(t, w.index, size, &byte, reason);
    if (!status) tta_buf_bytes(&part, packed.data + byte, (size_t)size);
    if (part.failed) status = TTA_NO_MEMORY;
    more = next(&w);
    if (status || (more && part.size < PART_BYTES)) continue;
    more &= write(user, tta_buf_view(&part));
    part.size = 0;
  }
  tta_buf_free(&part);
  return status;
}
