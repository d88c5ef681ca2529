/* copy.c: copies elements between a packed tensor and other memory, in runs of consecutive addresses. */
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "pack/pack.h"

/* Elements of a run that are copied before the next run of a dim that is contiguous in the other memory, so that both
 * sides stay in the cache: 64 lines of 64 bytes. */
enum { BLOCK_ELEMENTS = 64 };

/** A loop over a dim. The dim of the runs may have one over blocks. */
typedef struct loop {
  uint32_t dim;
  int64_t step;
} loop;

typedef struct copy {
  const tta_packing_addresses *t;
  const tta_packing_box *box;
  const unsigned char *from;
  unsigned char *to, *used;
  bool is_packed; /* `to`, else `from` */
  bool mantissas; /* of block floats; else their exponents */
  uint32_t num_loops, inner; /* inner: the dim of the runs */
  loop loops[TTA_MAX_RANK + 1]; /* the outermost first */
  int64_t block;
  int64_t index[TTA_MAX_RANK];
  tta_buf *reason;
} copy;

/* ---- the order of the loops ---- */

/* Elements of a dim of digits with consecutive addresses, from the multiples of this number on. */
static int64_t unit_of_digits(const tta_digits *digits, uint32_t dim) {
  int64_t unit = 1;
  if (digits->num_bits) return 1;
  for (uint32_t i = 0; i < digits->count; i++) {
    const tta_digit *g = &digits->digit[i];
    if (g->dim == dim && g->divisor == 1 && g->stride == 1) unit = g->extent;
  }
  for (uint32_t i = 0; i < digits->count; i++) {
    const tta_digit *g = &digits->digit[i];
    if (g->dim == dim && (g->divisor != 1 || g->stride != 1) && g->divisor % unit) return 1;
  }
  return unit;
}

static int64_t coefficient_of(const tta_address_axis *axis, uint32_t dim) {
  for (uint32_t i = 0; i < axis->num_terms; i++)
    if (axis->term[i].dim == dim) return axis->term[i].coefficient;
  return 0;
}

/* The axis that counts a dim and no other axis does; NULL: there is none. */
static const tta_address_axis *axis_of(const tta_address_tables *tables, uint32_t dim) {
  const tta_address_axis *axis = NULL;
  for (uint32_t a = 0; a < tables->num_axes; a++) {
    int64_t coefficient = coefficient_of(&tables->axis[a], dim);
    if (coefficient && (coefficient != 1 || axis)) return NULL;
    if (coefficient) axis = &tables->axis[a];
  }
  return axis;
}

static int64_t unit_of(const copy *c, uint32_t dim) {
  const tta_address_axis *axis = c->t->tables ? axis_of(c->t->tables, dim) : NULL;
  return axis ? axis->run : c->t->tables || c->t->layout ? 1 : unit_of_digits(&c->t->digits, dim);
}

static int64_t longest_run(const copy *c, uint32_t dim) {
  int64_t unit = unit_of(c, dim), extent = c->box->extent[dim];
  return unit < extent ? unit : extent;
}

static bool is_nearer(const copy *c, uint32_t a, uint32_t b) {
  return tta_abs(c->box->strides[a]) < tta_abs(c->box->strides[b]);
}

/* The dim of the longest runs; of equal ones the nearest in the other memory. */
static uint32_t choose_inner(const copy *c) {
  uint32_t best = c->t->shape.rank - 1;
  for (uint32_t d = best; d-- > 0;) {
    int64_t run = longest_run(c, d), other = longest_run(c, best);
    if (run > other || (run == other && c->box->extent[d] > 1 && (is_nearer(c, d, best) || c->box->extent[best] == 1)))
      best = d;
  }
  return best;
}

static void add_loop(copy *c, uint32_t dim, int64_t step) { c->loops[c->num_loops++] = (loop){dim, step}; }

/* The other dims, the farthest in the other memory first. */
static void add_outer_loops(copy *c) {
  for (uint32_t d = 0; d < c->t->shape.rank; d++) {
    if (d == c->inner || c->box->extent[d] == 1) continue;
    uint32_t at = c->num_loops++;
    for (; at && is_nearer(c, c->loops[at - 1].dim, d); at--) c->loops[at] = c->loops[at - 1];
    c->loops[at] = (loop){d, 1};
  }
}

static void choose_loops(copy *c) {
  c->inner = choose_inner(c);
  c->block = c->box->extent[c->inner];
  add_outer_loops(c);
  if (!c->num_loops || c->block <= BLOCK_ELEMENTS) return;
  loop last = c->loops[c->num_loops - 1];
  if (!is_nearer(c, last.dim, c->inner)) return;
  c->block = BLOCK_ELEMENTS;
  c->loops[c->num_loops - 1].dim = c->inner;
  c->loops[c->num_loops - 1].step = c->block;
  add_loop(c, last.dim, 1);
}

/* @return false after the last one */
static bool next(copy *c) {
  for (uint32_t i = c->num_loops; i-- > 0;) {
    uint32_t dim = c->loops[i].dim;
    c->index[dim] += c->loops[i].step;
    if (c->index[dim] < c->box->begin[dim] + c->box->extent[dim]) return true;
    c->index[dim] = c->box->begin[dim];
  }
  return false;
}

/* ---- runs ---- */

#define COPY_AS(type)                                                                                                  \
  for (int64_t i = 0; i < count; i++) memcpy(to + i * to_stride, from + i * from_stride, sizeof(type))

static inline void copy_run(unsigned char *to, int64_t to_stride, const unsigned char *from, int64_t from_stride,
                            int64_t count, int64_t element_bytes) {
  if (count > 1 && to_stride == element_bytes && from_stride == element_bytes) {
    memcpy(to, from, (size_t)(count * element_bytes));
    return;
  }
  switch (element_bytes) {
  case 1: COPY_AS(uint8_t); break;
  case 2: COPY_AS(uint16_t); break;
  case 4: COPY_AS(uint32_t); break;
  default: COPY_AS(uint64_t); break;
  }
}

static tta_status reject_second(const copy *c, int64_t byte) {
  if (c->t->block) byte = tta_block_byte(c->t->block, byte);
  return tta_fail(TTA_INVALID, c->reason, "two elements are at byte %lld", (long long)byte);
}

static tta_status mark(const copy *c, int64_t byte, int64_t count) {
  int64_t slot = byte / c->t->element_bytes;
  for (int64_t i = slot; i < slot + count; i++) {
    if (c->used[i / 8] >> i % 8 & 1)
      return reject_second(c, i * c->t->element_bytes);
    c->used[i / 8] = (unsigned char)(c->used[i / 8] | 1 << i % 8);
  }
  return TTA_OK;
}

static void copy_block_floats(const copy *c, int64_t byte, int64_t at, int64_t count) {
  const tta_block_tiles *tiles = c->t->block;
  int64_t stride = c->box->strides[c->inner];
  if (!c->is_packed) tta_block_unpack(tiles, c->from, byte, c->to + at, stride, count);
  else if (c->mantissas) tta_block_add_mantissas(tiles, c->to, byte, c->from + at, stride, count);
  else tta_block_raise_exponents(tiles, c->to, byte, c->from + at, stride, count);
}

/* @param at of the first element in the other memory */
static inline tta_status copy_elements(const copy *c, int64_t byte, int64_t at, int64_t count) {
  int64_t element_bytes = c->t->element_bytes, stride = c->box->strides[c->inner];
  tta_status status = tta_packing_check_bytes(c->t, byte, count * element_bytes, c->reason);
  if (!status && c->used) status = mark(c, byte, count);
  if (status) return status;
  if (c->t->block) copy_block_floats(c, byte, at, count);
  else if (c->is_packed) copy_run(c->to + byte, element_bytes, c->from + at, stride, count, element_bytes);
  else copy_run(c->to + at, stride, c->from + byte, element_bytes, count, element_bytes);
  return TTA_OK;
}

/** Elements of one dim, from c->index on. */
typedef struct pencil {
  int64_t at, count; /* at: of the first in the other memory */
} pencil;

static tta_status copy_by_tables(const copy *c, pencil p) {
  const tta_address_tables *tables = c->t->tables;
  const tta_address_axis *axis = axis_of(tables, c->inner);
  int64_t values[TTA_MAX_RANK], step[TTA_MAX_RANK], run = 1, unit = axis ? axis->run : 1;
  const int64_t *value = axis ? &values[axis - tables->axis] : NULL;
  tta_status status = TTA_OK;
  tta_axis_values(tables, c->index, values);
  for (uint32_t a = 0; a < tables->num_axes; a++) step[a] = coefficient_of(&tables->axis[a], c->inner);
  while (p.count && !status) {
    if (unit > 1) run = unit - *value % unit;
    if (run > p.count) run = p.count;
    status = copy_elements(c, tta_address_at(tables, values), p.at, run);
    p.count -= run;
    p.at += run * c->box->strides[c->inner];
    for (uint32_t a = 0; a < tables->num_axes; a++) values[a] += step[a] * run;
  }
  return status;
}

static tta_status copy_by_index(const copy *c, pencil p) {
  int64_t index[TTA_MAX_RANK], unit = unit_of(c, c->inner), byte;
  tta_status status = TTA_OK;
  memcpy(index, c->index, sizeof index);
  while (p.count && !status) {
    int64_t run = unit - index[c->inner] % unit;
    if (run > p.count) run = p.count;
    status = tta_packing_address(c->t, index, run * c->t->element_bytes, &byte, c->reason);
    if (!status) status = copy_elements(c, byte, p.at, run);
    p.count -= run;
    p.at += run * c->box->strides[c->inner];
    index[c->inner] += run;
  }
  return status;
}

static tta_status copy_pencil(const copy *c) {
  const tta_packing_box *box = c->box;
  pencil p = {.count = box->begin[c->inner] + box->extent[c->inner] - c->index[c->inner]};
  if (p.count > c->block) p.count = c->block;
  for (uint32_t d = 0; d < c->t->shape.rank; d++) p.at += (c->index[d] - box->begin[d]) * box->strides[d];
  return c->t->tables ? copy_by_tables(c, p) : copy_by_index(c, p);
}

static tta_status copy_scalar(copy *c) {
  static const int64_t none[1] = {0};
  static const tta_packing_box box = {.begin = none, .extent = none, .strides = none};
  int64_t byte;
  tta_status status = tta_packing_address(c->t, c->index, c->t->element_bytes, &byte, c->reason);
  c->box = &box;
  return status ? status : copy_elements(c, byte, 0, 1);
}

static tta_status run_copy(copy *c) {
  uint32_t rank = c->t->shape.rank;
  tta_status status;
  if (!rank) return copy_scalar(c);
  if (!tta_shape_at_least((tta_shape){rank, c->box->extent}, 1)) return TTA_OK;
  memcpy(c->index, c->box->begin, rank * sizeof *c->index);
  choose_loops(c);
  do status = copy_pencil(c);
  while (!status && next(c));
  return status;
}

tta_status tta_packing_scatter(const tta_packing_addresses *t, const tta_packing_box *box,
                               const unsigned char *elements, unsigned char *packed, unsigned char *used,
                               tta_buf *reason) {
  copy c = {.t = t, .box = box, .from = elements, .to = packed, .used = used, .is_packed = true, .reason = reason};
  copy second = c; /* the loops change it */
  tta_status status = run_copy(&c);
  if (status || !t->block) return status;
  second.mantissas = true;
  second.used = NULL;
  return run_copy(&second);
}

tta_status tta_packing_gather(const tta_packing_addresses *t, const tta_packing_box *box, const unsigned char *packed,
                              unsigned char *elements, tta_buf *reason) {
  copy c = {.t = t, .box = box, .from = packed, .to = elements, .reason = reason};
  return run_copy(&c);
}

/* ---- padding, strides ---- */

/* Doubles the filled part, in parts that stay in the cache. */
void tta_packing_fill(const tta_packing_addresses *t, unsigned char *out) {
  enum { MAX_PART_BYTES = 1 << 16 };
  static const unsigned char zeros[8] = {0};
  int64_t bytes = t->bytes - t->bytes % t->element_bytes, filled = t->element_bytes;
  if (!memcmp(t->pad, zeros, sizeof zeros) || !bytes) return; /* as `out` is */
  memcpy(out, t->pad, (size_t)t->element_bytes);
  while (filled < bytes) {
    int64_t part = filled < MAX_PART_BYTES ? filled : MAX_PART_BYTES;
    if (part > bytes - filled) part = bytes - filled;
    memcpy(out + filled, out, (size_t)part);
    filled += part;
  }
}

bool tta_packing_strides(tta_shape shape, int64_t element_bytes, bool fortran, int64_t *strides) {
  int64_t stride = element_bytes;
  for (uint32_t k = 0; k < shape.rank; k++) {
    uint32_t d = fortran ? k : shape.rank - 1 - k;
    strides[d] = stride;
    if (!tta_mul(stride, shape.extent[d], &stride)) return false;
  }
  return true;
}
