/* copy.c: the loop nests that copy a tensor from one layout to another: the common refinement of the digits of both.
 *
 * The address of a layout is a sum of one part per dim. Between the divisors of its digits, and where they wrap around,
 * a part is linear. If these numbers of both layouts divide each other, they are the weights of finer digits, and a dim
 * is few boxes of them: whole steps and a rest for each weight. Otherwise the boxes are the pieces between their
 * multiples, up to their least common multiple, which repeats. */
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "digits/digits.h"
#include "ttattr/digits.h"

enum { MAX_PIECES = 4096 }; /* boxes of one dim */

typedef struct loop {
  int64_t weight, range;
} loop;

/** Indices of one dim: start + sum of i * weight for i < range. */
typedef struct box {
  int64_t start;
  uint32_t count;
  const loop *loops;
} box;

typedef struct dim_boxes {
  uint32_t count;
  box *box;
} dim_boxes;

typedef struct copier {
  const tta_digits *from, *to;
  tta_arena *arena;
  uint32_t dim;
  int64_t *cuts; /* of this dim, rising, the first is 1 */
  uint32_t num_cuts;
  loop *current; /* num_cuts + 1 */
  uint32_t num_current;
  dim_boxes *out; /* box NULL: boxes are counted only */
} copier;

/* ---- the cuts of a dim ---- */

static tta_status find_cuts(copier *c) {
  tta_status status = tta_digits_cuts(c->from, c->to, c->dim, c->arena, &c->num_cuts, &c->cuts);
  if (status) return status;
  c->num_current = 0;
  c->current = tta_arena_array(c->arena, (size_t)c->num_cuts + 1, sizeof *c->current);
  return c->current ? TTA_OK : TTA_NO_MEMORY;
}

/* ---- the boxes of a dim ---- */

static tta_status add_box(copier *c, int64_t start) {
  if (c->out->count == MAX_PIECES) return TTA_LIMIT;
  box *b = c->out->box ? &c->out->box[c->out->count] : NULL;
  c->out->count++;
  if (!b) return TTA_OK;
  loop *loops = tta_arena_array(c->arena, (size_t)c->num_current + 1, sizeof *loops);
  if (!loops) return TTA_NO_MEMORY;
  if (c->num_current) memcpy(loops, c->current, c->num_current * sizeof *loops);
  *b = (box){start, c->num_current, loops};
  return TTA_OK;
}

/* [start, start + extent) by the weights of the first `weights` cuts, the coarsest first. */
static tta_status split(copier *c, uint32_t weights, int64_t start, int64_t extent) {
  if (!extent) return TTA_OK;
  if (!weights) return add_box(c, start);
  int64_t weight = c->cuts[weights - 1], steps = extent / weight;
  uint32_t before = c->num_current;
  tta_status status = TTA_OK;
  if (steps > 1) c->current[c->num_current++] = (loop){weight, steps};
  if (steps) status = split(c, weights - 1, start, weight);
  c->num_current = before;
  return status ? status : split(c, weights - 1, start + steps * weight, extent % weight);
}

/* The next multiple of some cut but 1, up to `end`. */
static int64_t next_cut(const copier *c, int64_t x, int64_t end) {
  for (uint32_t i = 1; i < c->num_cuts; i++) {
    int64_t next = (x / c->cuts[i] + 1) * c->cuts[i]; /* cuts and x are below an extent */
    if (next < end) end = next;
  }
  return end;
}

static tta_status add_pieces(copier *c, int64_t start, int64_t extent) {
  tta_status status = TTA_OK;
  for (int64_t x = 0, end; x < extent && !status; x = end) {
    uint32_t before = c->num_current;
    end = next_cut(c, x, extent);
    if (end - x > 1) c->current[c->num_current++] = (loop){1, end - x};
    status = add_box(c, start + x);
    c->num_current = before;
  }
  return status;
}

/* The least common multiple of the cuts; the extent if it is not less. */
static int64_t period_of(const copier *c, int64_t extent) {
  int64_t period = 1;
  for (uint32_t i = 0; i < c->num_cuts; i++) {
    int64_t common = (int64_t)tta_gcd((uint64_t)period, (uint64_t)c->cuts[i]);
    if (!tta_mul(period, c->cuts[i] / common, &period) || period >= extent) return extent;
  }
  return period;
}

static tta_status split_dim(copier *c) {
  int64_t extent = c->from->shape.extent[c->dim];
  if (tta_digits_is_chain(c->num_cuts, c->cuts)) return split(c, c->num_cuts, 0, extent);
  int64_t period = period_of(c, extent), steps = extent / period;
  if (steps > 1) c->current[c->num_current++] = (loop){period, steps};
  tta_status status = add_pieces(c, 0, period);
  c->num_current = 0;
  return status ? status : add_pieces(c, steps * period, extent - steps * period);
}

static tta_status make_boxes(copier *c, dim_boxes *out) {
  *out = (dim_boxes){0};
  c->out = out;
  tta_status status = find_cuts(c);
  if (!status) status = split_dim(c);
  if (status) return status;
  out->box = tta_arena_array(c->arena, (size_t)out->count + 1, sizeof *out->box);
  if (!out->box) return TTA_NO_MEMORY;
  out->count = 0;
  c->num_current = 0;
  return split_dim(c);
}

/* ---- nests ---- */

typedef struct nest_loop {
  int64_t range, from, to;
} nest_loop;

static int by_falling_stride(const void *a, const void *b) {
  const nest_loop *x = a, *y = b;
  return x->to != y->to ? tta_order(y->to, x->to) : tta_order(y->from, x->from);
}

static bool add_dim(const copier *c, uint32_t dim, const box *b, nest_loop *loops, uint32_t *count,
                    tta_digits_nest *nest) {
  int64_t from, to, next_from, next_to;
  if (tta_digits_part(c->from, dim, b->start, &from) || tta_digits_part(c->to, dim, b->start, &to) ||
      !tta_add(nest->from_offset, from, &nest->from_offset) || !tta_add(nest->to_offset, to, &nest->to_offset))
    return false;
  for (uint32_t i = 0; i < b->count; i++) {
    int64_t x = b->start + b->loops[i].weight;
    if (tta_digits_part(c->from, dim, x, &next_from) || tta_digits_part(c->to, dim, x, &next_to)) return false;
    loops[(*count)++] = (nest_loop){b->loops[i].range, next_from - from, next_to - to};
  }
  return true;
}

/* Nest number n: the boxes of the dims in mixed radix. */
static tta_status fill_nest(const copier *c, const dim_boxes *dims, int64_t n, tta_digits_nest *nest) {
  uint32_t rank = 0, count = 0;
  int64_t rest = n;
  *nest = (tta_digits_nest){.from_offset = c->from->offset, .to_offset = c->to->offset};
  for (uint32_t h = c->from->shape.rank; h-- > 0; rest /= dims[h].count)
    rank += dims[h].box[rest % dims[h].count].count;
  nest_loop *loops = tta_arena_array(c->arena, (size_t)rank + 1, sizeof *loops);
  int64_t *numbers = tta_arena_array(c->arena, 3 * (size_t)rank + 1, sizeof *numbers);
  if (!loops || !numbers) return TTA_NO_MEMORY;
  for (uint32_t h = c->from->shape.rank; h-- > 0; n /= dims[h].count)
    if (!add_dim(c, h, &dims[h].box[n % dims[h].count], loops, &count, nest)) return TTA_OVERFLOW;
  tta_sort(loops, NULL, rank, sizeof *loops, by_falling_stride);
  for (uint32_t i = 0; i < rank; i++) {
    numbers[i] = loops[i].range;
    numbers[rank + i] = loops[i].from;
    numbers[2 * rank + i] = loops[i].to;
  }
  nest->rank = rank;
  nest->ranges = numbers;
  nest->from_strides = numbers + rank;
  nest->to_strides = numbers + 2 * rank;
  return TTA_OK;
}

tta_status tta_digits_copy(const tta_digits *from, const tta_digits *to, tta_arena *arena, uint32_t *count,
                           const tta_digits_nest **nests) {
  copier c = {.from = from, .to = to, .arena = arena};
  int64_t total = 1;
  *count = 0;
  *nests = NULL;
  if (!tta_shape_equal(from->shape, to->shape)) return TTA_INVALID;
  dim_boxes *dims = tta_arena_array(arena, (size_t)from->shape.rank + 1, sizeof *dims);
  if (!dims) return TTA_NO_MEMORY;
  for (c.dim = 0; c.dim < from->shape.rank; c.dim++) {
    tta_status status = make_boxes(&c, &dims[c.dim]);
    if (status) return status;
    total *= dims[c.dim].count; /* both factors are small */
    if (total > TTA_DIGITS_MAX_NESTS) return TTA_LIMIT;
  }
  tta_digits_nest *list = tta_arena_array(arena, (size_t)total, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  for (int64_t n = 0; n < total; n++) {
    tta_status status = fill_nest(&c, dims, n, &list[n]);
    if (status) return status;
  }
  *count = (uint32_t)total;
  *nests = list;
  return TTA_OK;
}
