/* bits.h: exclusive or of bits: swizzles of addresses, and vectors over GF(2) as bits of an integer. */
#ifndef TTA_DIGITS_BITS_H
#define TTA_DIGITS_BITS_H

#include "base/checked.h"
#include "ttattr/digits.h"

enum { TTA_MAX_BITS = 62 }; /* addresses are less than 2^62 */

/** The address of a sum. */
static inline int64_t tta_swizzle(const tta_digits *digits, int64_t sum) {
  int64_t address = sum;
  for (uint32_t i = 0; i < digits->num_bits; i++)
    if (sum >> i & 1) address ^= digits->bit[i] ^ (int64_t)1 << i;
  return address;
}

/** The sum of an address. @return false if no sum has it */
bool tta_unswizzle(const tta_digits *digits, int64_t address, int64_t *sum);

/** Whether a swizzle changes some bit. */
bool tta_has_swizzle(const tta_digits *digits);
bool tta_same_swizzle(const tta_digits *a, const tta_digits *b);

/** For each bit of `space`: which of the vectors give it by exclusive or, in parts[position of the bit], bit i for
 *  vector i. @param count at most TTA_MAX_BITS. @return false if the vectors are not a basis of `space` */
bool tta_bits_invert(uint32_t count, const uint64_t *vectors, uint64_t space, uint64_t parts[64]);

/** Whether a digit is bits of its dim, and of the address. */
static inline bool tta_digit_is_bits(const tta_digit *g) {
  return tta_is_power_of_two(g->divisor) && tta_is_power_of_two(g->extent) && tta_is_power_of_two(g->stride);
}

#endif
