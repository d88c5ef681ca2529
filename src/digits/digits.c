/* digits.c: lists of digits: evaluation, the normal form, and the proof that two lists are the same layout. */
#include "ttattr/digits.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/sort.h"
#include "digits/digits.h"

enum { MAX_LISTED = 1 << 22 }; /* values of one dim that are compared one by one */

/* ---- evaluation ---- */

static tta_status add_value(const tta_digit *digit, int64_t x, int64_t *sum) {
  int64_t step;
  if (!tta_mul(x / digit->divisor % digit->extent, digit->stride, &step) || !tta_add(*sum, step, sum))
    return TTA_OVERFLOW;
  return TTA_OK;
}

tta_status tta_digits_address(const tta_digits *digits, const int64_t *index, int64_t *address) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < digits->shape.rank; i++)
    if (index[i] < 0 || index[i] >= digits->shape.extent[i]) return TTA_INVALID;
  *address = digits->offset;
  for (uint32_t i = 0; i < digits->count && !status; i++)
    status = add_value(&digits->digit[i], index[digits->digit[i].dim], address);
  if (!status && digits->num_bits) *address = tta_swizzle(digits, *address);
  return status;
}

/* ---- normal form ---- */

/* The number of values of a digit in a dim of `size` elements. */
static int64_t values_of(const tta_digit *digit, int64_t size) {
  int64_t all = (size - 1) / digit->divisor + 1;
  return digit->extent < all ? digit->extent : all;
}

static int by_divisor(const void *a, const void *b) {
  const tta_digit *x = a, *y = b;
  return x->dim != y->dim ? tta_order(x->dim, y->dim) : tta_order(x->divisor, y->divisor);
}

static int by_falling_stride(const void *a, const void *b) {
  const tta_digit *x = a, *y = b;
  return x->stride != y->stride ? tta_order(y->stride, x->stride) : by_divisor(a, b);
}

static bool continues(const tta_digit *fine, const tta_digit *coarse) {
  int64_t divisor, stride;
  return fine->dim == coarse->dim && tta_mul(fine->divisor, fine->extent, &divisor) && divisor == coarse->divisor &&
         tta_mul(fine->stride, fine->extent, &stride) && stride == coarse->stride;
}

static uint32_t with_effect(const tta_digits *digits, tta_digit *list) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < digits->count; i++) {
    tta_digit digit = digits->digit[i];
    digit.extent = values_of(&digit, digits->shape.extent[digit.dim]);
    if (digit.extent > 1 && digit.stride) list[count++] = digit;
  }
  return count;
}

tta_status tta_digits_normal(const tta_digits *digits, tta_arena *arena, tta_digits *normal) {
  tta_digit *list = tta_arena_array(arena, (size_t)digits->count + 1, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  uint32_t count = with_effect(digits, list), kept = 0;
  tta_sort(list, NULL, count, sizeof *list, by_divisor);
  for (uint32_t i = 0; i < count; i++) {
    if (!kept || !continues(&list[kept - 1], &list[i])) list[kept++] = list[i];
    else if (!tta_mul(list[kept - 1].extent, list[i].extent, &list[kept - 1].extent)) return TTA_OVERFLOW;
  }
  for (uint32_t i = 0; i < kept; i++) list[i].extent = values_of(&list[i], digits->shape.extent[list[i].dim]);
  tta_sort(list, NULL, kept, sizeof *list, by_falling_stride);
  *normal = *digits;
  normal->count = kept;
  normal->digit = list;
  return TTA_OK;
}

tta_status tta_digits_overlap(const tta_digits *digits, tta_arena *arena, bool *overlap) {
  tta_digit *list = tta_arena_array(arena, (size_t)digits->count + 1, sizeof *list);
  int64_t end = 1;
  if (!list) return TTA_NO_MEMORY;
  *overlap = false;
  uint32_t count = 0;
  for (uint32_t i = 0; i < digits->count; i++) {
    list[count] = digits->digit[i];
    list[count].extent = values_of(&list[count], digits->shape.extent[list[count].dim]);
    count += list[count].extent > 1;
  }
  tta_sort(list, NULL, count, sizeof *list, by_falling_stride);
  for (uint32_t i = count; i-- > 0;) {
    if (list[i].stride < end) *overlap = true;
    if (!tta_mul(list[i].stride, list[i].extent, &end)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

tta_status tta_digits_index(const tta_digits *digits, tta_arena *arena, int64_t address, int64_t *index,
                            bool *found) {
  tta_digits normal;
  int64_t rest, back, part;
  tta_status status = tta_digits_normal(digits, arena, &normal);
  *found = false;
  if (status) return status;
  for (uint32_t i = 0; i < digits->shape.rank; i++) index[i] = 0;
  if (!tta_unswizzle(digits, address, &rest) || !tta_sub(rest, digits->offset, &rest) || rest < 0) return TTA_OK;
  for (uint32_t i = 0; i < normal.count; i++) {
    const tta_digit *g = &normal.digit[i];
    int64_t digit = g->stride > 0 ? rest / g->stride : 0;
    if (digit >= g->extent) return TTA_OK;
    rest -= digit * g->stride;
    if (!tta_mul(digit, g->divisor, &part) || !tta_add(index[g->dim], part, &index[g->dim])) return TTA_OK;
  }
  status = tta_digits_address(digits, index, &back); /* padding gives an index outside */
  if (status == TTA_INVALID) return TTA_OK;
  *found = !status && back == address;
  return status;
}

/* ---- comparison ---- */

static bool same_digits(const tta_digits *a, const tta_digits *b) {
  for (uint32_t i = 0; i < a->count && a->count == b->count; i++) {
    const tta_digit *x = &a->digit[i], *y = &b->digit[i];
    if (x->dim != y->dim || x->divisor != y->divisor || x->extent != y->extent || x->stride != y->stride) return false;
  }
  return a->count == b->count;
}

/* Each address is a sum of functions of one dim, all 0 at 0. So two layouts are equal if and only if the offsets and
 * the functions of every dim are. If the divisors and ends of all digits of a dim divide each other, both functions
 * are linear in the digits between these points, and equal if and only if they are at these points. */

typedef struct comparison {
  const tta_digits *side[2];
  uint32_t dim;
  int64_t size;
  tta_arena *arena;
} comparison;

static int by_value(const void *a, const void *b) { return tta_order(*(const int64_t *)a, *(const int64_t *)b); }

static void add_cut(int64_t cut, int64_t extent, int64_t *cuts, uint32_t *count) {
  if (cut > 1 && cut < extent) cuts[(*count)++] = cut;
}

tta_status tta_digits_cuts(const tta_digits *a, const tta_digits *b, uint32_t dim, tta_arena *arena, uint32_t *count,
                           int64_t **cuts) {
  const tta_digits *side[2] = {a, b};
  int64_t *list = tta_arena_array(arena, 2 * ((size_t)a->count + b->count) + 1, sizeof *list), end;
  uint32_t all = 0, kept = 0;
  if (!list) return TTA_NO_MEMORY;
  list[all++] = 1;
  for (int s = 0; s < 2; s++) {
    for (uint32_t i = 0; i < side[s]->count; i++) {
      const tta_digit *digit = &side[s]->digit[i];
      if (digit->dim != dim) continue;
      add_cut(digit->divisor, a->shape.extent[dim], list, &all);
      if (tta_mul(digit->divisor, digit->extent, &end)) add_cut(end, a->shape.extent[dim], list, &all);
    }
  }
  tta_sort(list, NULL, all, sizeof *list, by_value);
  for (uint32_t i = 0; i < all; i++)
    if (!kept || list[kept - 1] != list[i]) list[kept++] = list[i];
  *count = kept;
  *cuts = list;
  return TTA_OK;
}

tta_status tta_digits_part(const tta_digits *digits, uint32_t dim, int64_t x, int64_t *sum) {
  tta_status status = TTA_OK;
  *sum = 0;
  for (uint32_t i = 0; i < digits->count && !status; i++)
    if (digits->digit[i].dim == dim) status = add_value(&digits->digit[i], x, sum);
  return status;
}

static tta_status differs_at(const comparison *c, int64_t x, bool *differs) {
  int64_t a, b;
  tta_status status = tta_digits_part(c->side[0], c->dim, x, &a);
  if (!status) status = tta_digits_part(c->side[1], c->dim, x, &b);
  *differs = !status && a != b;
  return status;
}

/* An index at which the dim has different parts, -1 if there is none. */
static tta_status find_difference(comparison *c, int64_t *at) {
  bool differs = false;
  int64_t *points;
  uint32_t count;
  *at = -1;
  if (c->size < 2) return TTA_OK;
  tta_status status = tta_digits_cuts(c->side[0], c->side[1], c->dim, c->arena, &count, &points);
  for (uint32_t i = 0; !status && i < count && !differs; i++) {
    status = differs_at(c, points[i], &differs);
    if (differs) *at = points[i];
  }
  if (status || differs || tta_digits_is_chain(count, points)) return status;
  if (c->size > MAX_LISTED) return TTA_UNDECIDED;
  for (int64_t x = 1; x < c->size && !status && !differs; x++) {
    status = differs_at(c, x, &differs);
    if (differs) *at = x;
  }
  return status;
}

/* An index of zeros, or NULL. */
static int64_t *new_index(const tta_digits *d, tta_arena *arena) {
  int64_t *index = tta_arena_array(arena, (size_t)d->shape.rank + 1, sizeof *index);
  if (index) memset(index, 0, ((size_t)d->shape.rank + 1) * sizeof *index);
  return index;
}

static tta_status report(const comparison *c, int64_t at, tta_digits_comparison *out) {
  int64_t *index = new_index(c->side[0], c->arena);
  if (!index) return TTA_NO_MEMORY;
  if (c->side[0]->shape.rank) index[c->dim] = at;
  out->equal = false;
  out->at = index;
  tta_status status = tta_digits_address(c->side[0], index, &out->address[0]);
  return status ? status : tta_digits_address(c->side[1], index, &out->address[1]);
}

/* Both swizzles are the same, or none. */
static tta_status compare_sums(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                               tta_digits_comparison *comparison_out) {
  tta_digits normal[2];
  comparison c = {.side = {&normal[0], &normal[1]}, .arena = arena};
  bool undecided = false;
  int64_t at;
  tta_status status = tta_digits_normal(a, arena, &normal[0]);
  if (!status) status = tta_digits_normal(b, arena, &normal[1]);
  if (status) return status;
  if (a->offset != b->offset) return report(&c, 0, comparison_out);
  if (same_digits(&normal[0], &normal[1])) return TTA_OK;
  for (c.dim = 0; c.dim < a->shape.rank; c.dim++) {
    c.size = a->shape.extent[c.dim];
    status = find_difference(&c, &at);
    undecided |= status == TTA_UNDECIDED;
    if (status == TTA_UNDECIDED) continue;
    if (status) return status;
    if (at >= 0) return report(&c, at, comparison_out);
  }
  return undecided ? TTA_UNDECIDED : TTA_OK;
}

/* ---- swizzles ---- */

/* Compares both addresses of an index, which becomes the result if they differ. */
static tta_status compare_index(const tta_digits *a, const tta_digits *b, const int64_t *index,
                                tta_digits_comparison *out) {
  tta_status status = tta_digits_address(a, index, &out->address[0]);
  if (!status) status = tta_digits_address(b, index, &out->address[1]);
  if (status || out->address[0] == out->address[1]) return status;
  out->equal = false;
  out->at = index;
  return TTA_OK;
}

/* Both addresses are the exclusive or of those of the bits of the index: equal if and only if these are.
 * @return TTA_INVALID if they are not */
static tta_status compare_bits(const tta_digits *a, const tta_digits *b, tta_arena *arena, tta_digits_comparison *out) {
  const tta_index_bit *x, *y;
  uint32_t count, other;
  int64_t *index = new_index(a, arena);
  tta_status status = index ? tta_digits_bits(a, arena, &count, &x) : TTA_NO_MEMORY;
  if (!status) status = tta_digits_bits(b, arena, &other, &y);
  for (uint32_t i = 0; !status && i < count; i++) {
    if (x[i].address == y[i].address) continue;
    index[x[i].dim] = x[i].value;
    return compare_index(a, b, index, out);
  }
  return status;
}

/* Every index, or the first MAX_LISTED of them with more than that. @return TTA_UNDECIDED if these do not differ */
static tta_status compare_elements(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                                   tta_digits_comparison *out) {
  int64_t *index = new_index(a, arena);
  bool more = true;
  if (!index) return TTA_NO_MEMORY;
  for (int64_t i = 0; i < MAX_LISTED && more; i++) {
    tta_status status = compare_index(a, b, index, out);
    if (status || !out->equal) return status;
    more = false;
    for (uint32_t d = a->shape.rank; d-- > 0 && !more;) {
      more = ++index[d] < a->shape.extent[d];
      if (!more) index[d] = 0;
    }
  }
  return more ? TTA_UNDECIDED : TTA_OK;
}

/* Indices with one or two bits, and the last one. */
static tta_status compare_samples(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                                  tta_digits_comparison *out) {
  int64_t *index = new_index(a, arena);
  if (!index) return TTA_NO_MEMORY;
  for (uint32_t d = 0; d < a->shape.rank; d++) {
    for (int64_t value = 1; value > 0 && value < a->shape.extent[d]; value = value > INT64_MAX / 2 ? 0 : value * 2) {
      for (uint32_t e = 0; e < a->shape.rank; e++) {
        memset(index, 0, a->shape.rank * sizeof *index);
        index[e] = a->shape.extent[e] - 1;
        index[d] = value;
        tta_status status = compare_index(a, b, index, out);
        if (status || !out->equal) return status;
      }
    }
  }
  return TTA_UNDECIDED;
}

tta_status tta_digits_compare(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                              tta_digits_comparison *out) {
  *out = (tta_digits_comparison){.equal = true};
  if (!tta_shape_equal(a->shape, b->shape)) return TTA_INVALID;
  if (!tta_has_swizzle(a) && !tta_has_swizzle(b)) return compare_sums(a, b, arena, out);
  tta_status status = compare_bits(a, b, arena, out);
  if (status != TTA_INVALID) return status;
  if (tta_same_swizzle(a, b)) {
    status = compare_sums(a, b, arena, out);
    if (status != TTA_UNDECIDED) return status;
  }
  status = compare_samples(a, b, arena, out);
  return status == TTA_UNDECIDED && out->equal ? compare_elements(a, b, arena, out) : status;
}
