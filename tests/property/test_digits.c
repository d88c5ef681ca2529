/* Random layouts as digits: the comparison of ttattr/digits.h against enumeration of every index; and random layouts of
 * XLA, CuTe, numpy, linalg.pack and Triton: each conversion reads back as the same addresses.
 * usage: test_digits [PAIRS [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "digits/digits.h"
#include "drivers/convert_layout.h"

static uint64_t seed = 20261122;

static uint64_t next(void) {
  uint64_t z = seed += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static int64_t pick(int64_t low, int64_t high) { return low + (int64_t)(next() % (uint64_t)(high - low + 1)); }

static void die(const char *what, const char *text) {
  fprintf(stderr, "digits: %s\n  %s\n", what, text);
  exit(1);
}

enum { MAX = 12, BITS = 10 };

typedef struct layout {
  tta_digits digits;
  tta_digit list[MAX];
  int64_t extents[3], images[BITS];
} layout;

/* The address by definition. */
static int64_t address(const layout *l, const int64_t *index) {
  int64_t sum = l->digits.offset;
  for (uint32_t i = 0; i < l->digits.count; i++) {
    const tta_digit *g = &l->list[i];
    sum += index[g->dim] / g->divisor % g->extent * g->stride;
  }
  int64_t swizzled = sum;
  for (uint32_t i = 0; i < l->digits.num_bits; i++)
    if (sum & (int64_t)1 << i) swizzled ^= l->images[i] ^ (int64_t)1 << i;
  return swizzled;
}

/* Exclusive or of bits: those of CuTe, or any that can be undone. */
static void swizzle(layout *l) {
  l->digits.bit = l->images;
  l->digits.num_bits = BITS;
  for (uint32_t i = 0; i < BITS; i++) l->images[i] = (int64_t)1 << i;
  if (pick(0, 2)) {
    uint32_t count = (uint32_t)pick(1, 3), base = (uint32_t)pick(0, 3);
    uint32_t shift = (uint32_t)pick(count, BITS - base - count);
    for (uint32_t i = 0; i < count; i++) {
      if (pick(0, 9)) l->images[base + shift + i] |= (int64_t)1 << (base + i);
      else l->images[base + i] |= (int64_t)1 << (base + shift + i);
    }
    return;
  }
  for (int64_t i = pick(1, 6); i > 0; i--) {
    uint32_t from = (uint32_t)pick(0, BITS - 1), to = (uint32_t)pick(0, BITS - 1);
    if (from != to) l->images[to] ^= l->images[from];
  }
}

/* The same addresses with the bits of the sum in another order. */
static void exchange_bits(layout *l) {
  int64_t other[BITS];
  uint32_t order[BITS];
  for (uint32_t i = 0; i < l->digits.count; i++) {
    const tta_digit *g = &l->list[i];
    if (g->stride & (g->stride - 1) || g->extent & (g->extent - 1) || g->stride * g->extent > 1 << BITS) return;
  }
  for (uint32_t i = 0; i < BITS; i++) order[i] = i;
  for (uint32_t i = 0; i < BITS; i++) {
    uint32_t j = (uint32_t)pick(i, BITS - 1), k = order[i];
    order[i] = order[j], order[j] = k;
  }
  layout new = {.digits = l->digits};
  new.digits.count = 0;
  for (uint32_t i = 0; i < l->digits.count; i++) {
    const tta_digit *g = &l->list[i];
    for (int64_t step = 1; step < g->extent; step *= 2) {
      uint32_t bit = 0;
      while ((int64_t)1 << bit < g->stride * step) bit++;
      if (new.digits.count == MAX) return;
      new.list[new.digits.count++] = (tta_digit){g->dim, g->divisor * step, 2, (int64_t)1 << order[bit]};
    }
  }
  for (uint32_t i = 0; i < BITS; i++) other[order[i]] = i < l->digits.num_bits ? l->images[i] : (int64_t)1 << i;
  memcpy(l->list, new.list, sizeof new.list);
  memcpy(l->images, other, sizeof other);
  l->digits.count = new.digits.count;
  l->digits.num_bits = BITS;
  l->digits.bit = l->images;
}

/* Tiles of each dim, permuted, with gaps; some have parts that are not factors of each other. */
static void random_layout(layout *l, uint32_t rank, const int64_t *extents) {
  memset(l, 0, sizeof *l);
  l->digits = (tta_digits){.shape = {rank, l->extents}, .digit = l->list};
  memcpy(l->extents, extents, rank * sizeof *extents);
  for (uint32_t d = 0; d < rank; d++) {
    int64_t divisor = 1;
    for (int level = (int)pick(1, 3); level > 0 && l->digits.count < MAX; level--) {
      int64_t extent = level == 1 ? (extents[d] - 1) / divisor + 1 : pick(1, 8);
      l->list[l->digits.count++] = (tta_digit){d, divisor, extent, 0};
      divisor *= extent;
      if (pick(0, 40) == 0) divisor += 1;
    }
  }
  for (uint32_t i = 0; i + 1 < l->digits.count; i++) {
    uint32_t j = (uint32_t)pick(i, l->digits.count - 1);
    tta_digit other = l->list[i];
    l->list[i] = l->list[j], l->list[j] = other;
  }
  int64_t stride = 1;
  for (uint32_t i = l->digits.count; i-- > 0;) {
    l->list[i].stride = stride;
    stride *= l->list[i].extent + (pick(0, 9) == 0 ? pick(0, 3) : 0);
  }
}

/* The same addresses in other digits: split, with digits of no effect, in another order. */
static void rewrite(layout *l) {
  for (uint32_t i = 0; i < l->digits.count && l->digits.count < MAX; i++) {
    tta_digit *g = &l->list[i];
    for (int64_t by = 2; by < g->extent; by++) {
      if (g->extent % by || pick(0, 1)) continue;
      l->list[l->digits.count++] = (tta_digit){g->dim, g->divisor * by, g->extent / by, g->stride * by};
      g->extent = by;
      break;
    }
  }
  if (l->digits.count < MAX) l->list[l->digits.count++] = (tta_digit){0, l->extents[0], 5, pick(1, 99)};
}

/* A nearly legal change. */
static void change(layout *l) {
  tta_digit *g = &l->list[pick(0, l->digits.count - 1)];
  if (l->digits.num_bits && pick(0, 1)) {
    uint32_t from = (uint32_t)pick(0, BITS - 1), to = (uint32_t)pick(0, BITS - 1);
    if (from != to) l->images[to] ^= l->images[from];
    return;
  }
  switch (pick(0, 4)) {
  case 0: g->stride += pick(0, 1) ? 1 : -1; break;
  case 1: g->extent += pick(0, 1); break;
  case 2: g->divisor += pick(0, 1); break;
  case 3: l->digits.offset = pick(0, 1); break;
  default: { /* exchange the strides of two digits */
    tta_digit *h = &l->list[pick(0, l->digits.count - 1)];
    int64_t stride = g->stride;
    g->stride = h->stride, h->stride = stride;
  }
  }
}

static long same, differ, undecided, swizzled, swizzled_same;

static void compare(const layout *a, const layout *b, tta_arena *arena) {
  tta_digits_comparison c;
  int64_t index[3] = {0}, at;
  bool equal = true;
  tta_status status = tta_digits_compare(&a->digits, &b->digits, arena, &c);
  if (status == TTA_UNDECIDED) {
    undecided++;
    return;
  }
  if (status) die("failed", tta_status_name(status));
  uint32_t rank = a->digits.shape.rank;
  for (bool more = true; more;) {
    equal = equal && address(a, index) == address(b, index);
    more = false;
    for (uint32_t d = rank; d-- > 0 && !more;) {
      more = ++index[d] < a->extents[d];
      if (!more) index[d] = 0;
    }
  }
  if (equal != c.equal) die(equal ? "wrong 'differs'" : "wrong 'same'", "");
  same += equal, differ += !equal;
  bool by_bits = a->digits.num_bits || b->digits.num_bits;
  swizzled += by_bits, swizzled_same += by_bits && equal;
  if (equal) return;
  if (address(a, c.at) != c.address[0] || address(b, c.at) != c.address[1] || c.address[0] == c.address[1])
    die("wrong witness", "");
  if (tta_digits_address(&a->digits, c.at, &at) || at != c.address[0]) die("wrong address", "");
}

/* not_found: divisors that are not factors put several elements at one address. */
static long inverted, not_found;

/* The inverse: every address of an element, and an address that may be padding. */
static void invert(const layout *l, tta_arena *arena) {
  int64_t index[3] = {0}, found_at[3], at;
  bool overlap, found;
  if (tta_digits_overlap(&l->digits, arena, &overlap) || overlap) return;
  for (uint32_t d = 0; d < l->digits.shape.rank; d++) index[d] = pick(0, l->extents[d] - 1);
  at = address(l, index);
  if (tta_digits_index(&l->digits, arena, at, found_at, &found)) die("no inverse", "");
  inverted++, not_found += !found;
  if (found && memcmp(index, found_at, l->digits.shape.rank * sizeof *index) && address(l, found_at) != at)
    die("wrong inverse", "");
  at = pick(0, 4000);
  if (tta_digits_index(&l->digits, arena, at, found_at, &found)) die("no inverse", "");
  if (found && address(l, found_at) != at) die("wrong inverse", "");
}

/* ---- notations ---- */

static long converted[TTA_NUM_NOTATIONS], rejected[TTA_NUM_NOTATIONS];

static bool enumerate_equal(const tta_digits *a, const layout *l) {
  int64_t index[3] = {0}, at;
  for (bool more = true; more;) {
    if (tta_digits_address(a, index, &at) || at != address(l, index)) return false;
    more = false;
    for (uint32_t d = l->digits.shape.rank; d-- > 0 && !more;) {
      more = ++index[d] < l->extents[d];
      if (!more) index[d] = 0;
    }
  }
  return true;
}

/* The text that is written has the addresses of the layout by the reader's digits, which enumeration checks. */
static void convert(layout *l, tta_notation to, tta_arena *arena) {
  l->digits.element = (tta_str){"f32", 3};
  tta_layout_ref from = {.notation = TTA_NOTATION_CUTE, .digits = &l->digits};
  tta_conversion_spec spec = {.to = to};
  tta_conversion c;
  tta_buf reason;
  tta_layout_ref_text *read;
  tta_buf_init(&reason, NULL);
  tta_status status = convert_layout(&from, &spec, arena, &c, &reason);
  if (status) {
    if (status != TTA_INVALID || !reason.size) die("rejected without a reason", tta_notation_name(to));
    rejected[to]++;
    tta_buf_free(&reason);
    return;
  }
  converted[to]++;
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN, .has_shape = true, .shape = l->digits.shape,
                                    .element = l->digits.element};
  char text[2048];
  tta_buf padded = tta_buf_fixed(text, sizeof text);
  tta_buf_append(&padded, c.text);
  (void)tta_buf_fixed_text(&padded);
  if (tta_layout_ref_read(c.text, &context, &read, &reason)) die("not read", text);
  const tta_layout_ref *ref = tta_layout_ref_get(read);
  if (ref->notation != to) die("another notation is recognized", text);
  if (ref->digits && !enumerate_equal(ref->digits, l)) die("other addresses", text);
  tta_layout_ref_free(read);
  tta_buf_free(&reason);
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  uint64_t first = seed;
  tta_arena arena;
  for (long i = 0; i < cases; i++) {
    layout a, b;
    uint32_t rank = (uint32_t)pick(1, 3);
    int64_t extents[3] = {pick(1, 20), pick(1, 20), pick(1, 20)};
    if (pick(0, 2) == 0)
      for (int d = 0; d < 3; d++) extents[d] = (int64_t)1 << pick(0, 4);
    random_layout(&a, rank, extents);
    if (pick(0, 2) == 0) swizzle(&a);
    b = a;
    b.digits.digit = b.list;
    b.digits.shape.extent = b.extents;
    if (a.digits.num_bits) b.digits.bit = b.images;
    rewrite(&b);
    if (pick(0, 2) == 0) exchange_bits(&b);
    if (pick(0, 2)) change(&b);
    for (uint32_t k = 0; k < b.digits.count; k++)
      if (b.list[k].extent < 1) b.list[k].extent = 1;
    tta_arena_init(&arena, NULL);
    compare(&a, &b, &arena);
    invert(&a, &arena);
    if (i % 4 == 0) convert(&a, (tta_notation)pick(TTA_NOTATION_SPYRE, TTA_NUM_NOTATIONS - 1), &arena);
    tta_arena_free(&arena);
  }
  printf("digits: %ld pairs, seed %" PRIu64 " (%ld same, %ld differ, %ld undecided; %ld swizzled, %ld of them same)\n",
         cases, first, same, differ, undecided, swizzled, swizzled_same);
  for (int to = TTA_NOTATION_SPYRE; to < TTA_NUM_NOTATIONS; to++)
    printf("digits: to %s: %ld of %ld\n", tta_notation_name((tta_notation)to), converted[to],
           converted[to] + rejected[to]);
  if (not_found * 50 > inverted) die("too many addresses without an element", "");
  if (undecided * 1000 > cases) die("too many undecided pairs", "");
  return 0;
}
