/* ttattr/digits.h: the common form of tiled layouts in all notations: an address is a sum of digits of the
 * index. Two layouts are compared in this form, with a proof or a counter-example.
 *
 *     sum(x) = offset + sum of stride * (floor(x[dim] / divisor) mod extent)
 *
 * SpyreTensorLayout, XLA tiles, CuTe shapes and strides, linalg.pack, reshapes of numpy and linear layouts of Triton
 * without exclusive or are lists of digits: the address is the sum. Swizzles of CuTe and Triton replace each bit of the
 * sum by a set of address bits; the address is the exclusive or of these sets. */
#ifndef TTATTR_DIGITS_H
#define TTATTR_DIGITS_H

#include "ttattr/arena.h"
#include "ttattr/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One digit of the index in one dim. Extents from ceil(shape[dim] / divisor) on have no effect. */
typedef struct tta_digit {
  uint32_t dim;
  int64_t divisor, extent; /* at least 1 */
  int64_t stride;          /* elements */
} tta_digit;

/** A layout as digits, in any order. */
typedef struct tta_digits {
  tta_shape shape;     /* of the tensor; extents of at least 1 */
  tta_str element;     /* "f16"; empty: not known */
  int64_t offset;      /* of index 0, in elements */
  int64_t allocated;   /* elements, padding included; 0: not known */
  uint32_t count;
  const tta_digit *digit;
  uint32_t num_bits;   /* of a swizzle; 0: the address is the sum */
  const int64_t *bit;  /* of a swizzle: the address is the exclusive or of bit[i] for each bit i of the sum; higher bits
                          are not changed. Different sums have different addresses */
} tta_digits;

/** @param index shape.rank numbers. @return TTA_INVALID when it is outside the shape; TTA_OVERFLOW */
TTA_API tta_status tta_digits_address(const tta_digits *digits, const int64_t *index, int64_t *address);

/** The element at an address: the inverse of tta_digits_address, for layouts without tta_digits_overlap.
 *  @param index shape.rank numbers, set if *found; an address without an element is padding or outside */
TTA_API tta_status tta_digits_index(const tta_digits *digits, tta_arena *arena, int64_t address, int64_t *index,
                                    bool *found);

/** The normal form: digits without effect are removed, extents are the numbers of values, digits that continue each
 *  other (same dim; divisor and stride are extent times those of the finer one) are one; strides decrease. Equal lists
 *  are the same layout; layouts with divisors that do not divide each other may have several lists.
 *  @param normal its list is in the arena. @return TTA_OVERFLOW, TTA_NO_MEMORY */
TTA_API tta_status tta_digits_normal(const tta_digits *digits, tta_arena *arena, tta_digits *normal);

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
TTA_API tta_status tta_digits_compare(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                                      tta_digits_comparison *comparison);

/** One bit of an index, and the address of the index with this bit alone. */
typedef struct tta_index_bit {
  uint32_t dim;
  int64_t value, address; /* value: a power of two less than the extent of the dim */
} tta_index_bit;

/** The addresses as exclusive or of those of the bits of the index. @param bits in the arena, dim by dim, rising
 *  @return TTA_INVALID if they are not: an extent, divisor or stride is not a power of two, digits overlap, or there is
 *  an offset */
TTA_API tta_status tta_digits_bits(const tta_digits *digits, tta_arena *arena, uint32_t *count,
                                   const tta_index_bit **bits);

/** The inverse of tta_digits_bits: digits and, if some address has several bits, a swizzle.
 *  @param shape extents that the bits cover; in the arena. @return TTA_INVALID if two indices have one address, or the
 *  addresses do not fill all values of the bits that they have */
TTA_API tta_status tta_digits_of_bits(tta_shape shape, uint32_t count, const tta_index_bit *bits, tta_arena *arena,
                                      tta_digits *digits);

/** Whether two elements may have one address: some digit with an effect has a stride less than the extent times the
 *  stride of the next inner one. Sufficient for layouts of all notations above, which never interleave digits. */
TTA_API tta_status tta_digits_overlap(const tta_digits *digits, tta_arena *arena, bool *overlap);

/* ---- copies ---- */

enum { TTA_DIGITS_MAX_NESTS = 65536 }; /* tta_digits_copy: TTA_LIMIT above it */

/** A loop nest between two layouts: to[to_offset + sum(i * to_strides)] = from[from_offset + sum(i * from_strides)]. */
typedef struct tta_digits_nest {
  uint32_t rank; /* of all three lists; each range is at least 2, to_strides do not rise */
  const int64_t *ranges, *from_strides, *to_strides;
  int64_t from_offset, to_offset;
} tta_digits_nest;

/** The nests that copy each element of a tensor from one layout to another once, and nothing else. They are the common
 *  refinement of the digits of both: 1000x200 in sticks of dim 1 to sticks of dim 0 is four nests.
 *  @return TTA_INVALID for different shapes; TTA_LIMIT: too many nests; TTA_OVERFLOW, TTA_NO_MEMORY */
TTA_API tta_status tta_digits_copy(const tta_digits *from, const tta_digits *to, tta_arena *arena, uint32_t *count,
                                   const tta_digits_nest **nests);

#ifdef __cplusplus
}
#endif
#endif
