/* bits.c: swizzles: the address of each bit of an index, and the digits and swizzle of such addresses. */

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "digits/digits.h"

static uint32_t lowest(uint64_t set) {
  uint32_t at = 0;
  while (!(set >> at & 1)) at++;
  return at;
}

/* ---- linear algebra ---- */

bool tta_bits_invert(uint32_t count, const uint64_t *vectors, uint64_t space, uint64_t parts[64]) {
  uint64_t rest[TTA_MAX_BITS], from[TTA_MAX_BITS], dims = 0;
  uint32_t pivot[TTA_MAX_BITS];
  for (uint64_t left = space; left; left &= left - 1) dims++;
  if (count > TTA_MAX_BITS || dims != count) return false;
  memset(parts, 0, 64 * sizeof *parts);
  for (uint32_t i = 0; i < count; i++) rest[i] = vectors[i], from[i] = (uint64_t)1 << i;
  for (uint32_t i = 0; i < count; i++) {
    if (!rest[i] || rest[i] & ~space) return false;
    pivot[i] = lowest(rest[i]);
    for (uint32_t j = 0; j < count; j++) {
      if (j == i || !(rest[j] >> pivot[i] & 1)) continue;
      rest[j] ^= rest[i];
      from[j] ^= from[i];
    }
  }
  for (uint32_t i = 0; i < count; i++) parts[pivot[i]] = from[i];
  return true;
}

/* ---- swizzles ---- */

bool tta_unswizzle(const tta_digits *d, int64_t address, int64_t *sum) {
  uint64_t vectors[TTA_MAX_BITS], parts[64], space;
  *sum = address;
  if (!d->num_bits) return true;
  if (d->num_bits > TTA_MAX_BITS) return false;
  space = ((uint64_t)1 << d->num_bits) - 1;
  for (uint32_t i = 0; i < d->num_bits; i++) vectors[i] = (uint64_t)d->bit[i];
  if (!tta_bits_invert(d->num_bits, vectors, space, parts)) return false;
  uint64_t found = (uint64_t)address & ~space;
  for (uint32_t i = 0; i < d->num_bits; i++)
    if (address >> i & 1) found ^= parts[i];
  *sum = (int64_t)found;
  return true;
}

static int64_t image_of(const tta_digits *d, uint32_t bit) {
  return bit < d->num_bits ? d->bit[bit] : (int64_t)1 << bit;
}

bool tta_has_swizzle(const tta_digits *d) {
  for (uint32_t i = 0; i < d->num_bits; i++)
    if (d->bit[i] != (int64_t)1 << i) return true;
  return false;
}

bool tta_same_swizzle(const tta_digits *a, const tta_digits *b) {
  for (uint32_t i = 0; i < TTA_MAX_BITS; i++)
    if (image_of(a, i) != image_of(b, i)) return false;
  return true;
}

/* ---- digits as bits ---- */

/* The bits of the sum that a digit has, from the value of an index bit; 0: none. */
static int64_t step_of(const tta_digits *d, uint32_t dim, int64_t value) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->digit[i].dim == dim) sum |= value / d->digit[i].divisor % d->digit[i].extent * d->digit[i].stride;
  return sum;
}

/* Whether every value of the digits is a set of bits of its own. */
static bool are_bits(const tta_digits *d) {
  int64_t used = 0, all;
  if (d->offset) return false;
  for (uint32_t h = 0; h < d->shape.rank; h++)
    if (!tta_is_power_of_two(d->shape.extent[h])) return false;
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    if (!tta_digit_is_bits(g) || !tta_mul(g->extent, g->stride, &all) || all > (int64_t)1 << TTA_MAX_BITS ||
        used & (all - g->stride))
      return false;
    used |= all - g->stride;
  }
  return true;
}

tta_status tta_digits_bits(const tta_digits *digits, tta_arena *arena, uint32_t *count, const tta_index_bit **bits) {
  tta_digits normal;
  tta_status status = tta_digits_normal(digits, arena, &normal);
  if (status) return status;
  *count = 0;
  if (!are_bits(&normal)) return TTA_INVALID;
  uint32_t most = 0;
  for (uint32_t h = 0; h < normal.shape.rank; h++)
    for (int64_t value = 1; value < normal.shape.extent[h]; value *= 2) most++;
  tta_index_bit *list = tta_arena_array(arena, (size_t)most + 1, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < normal.shape.rank; h++)
    for (int64_t value = 1; value < normal.shape.extent[h]; value *= 2)
      list[(*count)++] = (tta_index_bit){h, value, tta_swizzle(&normal, step_of(&normal, h, value))};
  *bits = list;
  return TTA_OK;
}

/* ---- bits as digits ---- */

/** Which address bit is the bit of the sum for each bit of the index: one that its address has, all different. */
typedef struct matching {
  uint32_t count;
  const tta_index_bit *bits;
  uint32_t taken_by[64]; /* by address bit: an index bit, or FREE */
  uint64_t tried;
} matching;

enum { FREE = UINT32_MAX };

/* Finds an address bit for one more index bit, perhaps by giving others to those that have them (augmenting path). The
 * depth is at most the number of bits. */
static bool place(matching *m, uint32_t i) {
  for (uint32_t at = 64; at-- > 0;) {
    if (!((uint64_t)m->bits[i].address >> at & 1) || m->tried >> at & 1) continue;
    m->tried |= (uint64_t)1 << at;
    if (m->taken_by[at] != FREE && !place(m, m->taken_by[at])) continue;
    m->taken_by[at] = i;
    return true;
  }
  return false;
}

static bool match(matching *m) {
  for (uint32_t at = 0; at < 64; at++) m->taken_by[at] = FREE;
  for (uint32_t i = 0; i < m->count; i++) {
    m->tried = 0;
    if (!place(m, i)) return false;
  }
  return true;
}

tta_status tta_digits_of_bits(tta_shape shape, uint32_t count, const tta_index_bit *bits, tta_arena *arena,
                              tta_digits *digits) {
  uint64_t vectors[TTA_MAX_BITS] = {0}, parts[64], space = 0;
  matching m = {.count = count, .bits = bits};
  if (count > TTA_MAX_BITS) return TTA_INVALID;
  for (uint32_t i = 0; i < count; i++) space |= vectors[i] = (uint64_t)bits[i].address;
  if (space >> TTA_MAX_BITS || !tta_bits_invert(count, vectors, space, parts) || !match(&m)) return TTA_INVALID;
  tta_digit *list = tta_arena_array(arena, (size_t)count + 1, sizeof *list);
  int64_t *images = tta_arena_array(arena, TTA_MAX_BITS, sizeof *images);
  if (!list || !images) return TTA_NO_MEMORY;
  uint32_t num_bits = 0;
  for (uint32_t at = 0; at < TTA_MAX_BITS; at++) {
    uint32_t i = m.taken_by[at];
    images[at] = i == FREE ? (int64_t)1 << at : bits[i].address;
    if (i != FREE) list[i] = (tta_digit){bits[i].dim, bits[i].value, 2, (int64_t)1 << at};
    if (space >> at & 1) num_bits = at + 1;
  }
  *digits = (tta_digits){.shape = shape, .count = count, .digit = list, .num_bits = num_bits, .bit = images};
  if (!tta_has_swizzle(digits)) digits->num_bits = 0;
  return TTA_OK;
}
