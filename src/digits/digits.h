/* digits.h: lists of digits (ttattr/digits.h): normal form, comparison, bits, copies. */
#ifndef TTA_DIGITS_DIGITS_H
#define TTA_DIGITS_DIGITS_H

#include "base/checked.h"
#include "ttattr/digits.h"

/** The normal form: digits without effect are removed, extents are the numbers of values, digits that continue each
 *  other (same dim; divisor and stride are extent times those of the finer one) are one; strides decrease. Equal lists
 *  are the same layout; layouts with divisors that do not divide each other may have several lists.
 *  @param normal its list is in the arena. @return TTA_OVERFLOW, TTA_NO_MEMORY */
tta_status tta_digits_normal(const tta_digits *digits, tta_arena *arena, tta_digits *normal);

/** The part of an address that index x of a dim contributes. @return TTA_OVERFLOW */
tta_status tta_digits_part(const tta_digits *digits, uint32_t dim, int64_t x, int64_t *sum);

/** Where the parts of a dim of two layouts are not linear: 1, and the divisors and ends of all digits below the extent,
 *  rising and distinct. Between them both parts are linear if they divide each other.
 *  @param cuts in the arena */
tta_status tta_digits_cuts(const tta_digits *a, const tta_digits *b, uint32_t dim, tta_arena *arena, uint32_t *count,
                           int64_t **cuts);
/** Whether each divides the next one. */
static inline bool tta_digits_is_chain(uint32_t count, const int64_t *cuts) {
  for (uint32_t i = 1; i < count; i++)
    if (cuts[i] % cuts[i - 1]) return false;
  return true;
}

/** Whether two layouts of one shape have the same address for every index. */
typedef struct tta_digits_comparison {
  bool equal;
  const int64_t *at;  /* if not: an index, in the arena .. */
  int64_t address[2]; /* .. and its two addresses */
} tta_digits_comparison;

/** Swizzles are compared bit by bit if extents, divisors and strides are powers of two, else element by element.
 *  @return TTA_INVALID for different shapes; TTA_UNDECIDED for divisors that do not divide each other in a dim of more
 *  than 2^22 elements, or different swizzles of more than 2^22 elements, if no sample differs; TTA_OVERFLOW,
 *  TTA_NO_MEMORY */
tta_status tta_digits_compare(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                              tta_digits_comparison *comparison);

/** One bit of an index, and the address of the index with this bit alone. */
typedef struct tta_index_bit {
  uint32_t dim;
  int64_t value, address; /* value: a power of two less than the extent of the dim */
} tta_index_bit;

/** The addresses as exclusive or of those of the bits of the index. @param bits in the arena, dim by dim, rising
 *  @return TTA_INVALID if they are not: an extent, divisor or stride is not a power of two, digits overlap, or there is
 *  an offset */
tta_status tta_digits_bits(const tta_digits *digits, tta_arena *arena, uint32_t *count, const tta_index_bit **bits);

/** The inverse of tta_digits_bits: digits and, if some address has several bits, a swizzle.
 *  @param shape extents that the bits cover; in the arena. @return TTA_INVALID if two indices have one address, or the
 *  addresses do not fill all values of the bits that they have */
tta_status tta_digits_of_bits(tta_shape shape, uint32_t count, const tta_index_bit *bits, tta_arena *arena,
                              tta_digits *digits);

enum { TTA_DIGITS_MAX_NESTS = 65536 }; /* tta_digits_copy: TTA_LIMIT above it */

/** The nests that copy each element of a tensor from one layout to another once, and nothing else. They are the common
 *  refinement of the digits of both: 1000x200 in sticks of dim 1 to sticks of dim 0 is four nests.
 *  @return TTA_INVALID for different shapes; TTA_LIMIT: too many nests; TTA_OVERFLOW, TTA_NO_MEMORY */
tta_status tta_digits_copy(const tta_digits *from, const tta_digits *to, tta_arena *arena, uint32_t *count,
                           const tta_digits_nest **nests);

/* ---- exclusive or of bits: swizzles of addresses, and vectors over GF(2) as bits of an integer ---- */

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

/** Whether two elements may have one address: some digit with an effect has a stride less than the extent times the
 *  stride of the next inner one. Sufficient for layouts of all notations above, which never interleave digits. */
tta_status tta_digits_overlap(const tta_digits *digits, tta_arena *arena, bool *overlap);

/** Whether a digit is bits of its dim, and of the address. */
static inline bool tta_digit_is_bits(const tta_digit *g) {
  return tta_is_power_of_two(g->divisor) && tta_is_power_of_two(g->extent) && tta_is_power_of_two(g->stride);
}

#endif
