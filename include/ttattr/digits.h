/* ttattr/digits.h: the common form of tiled layouts in all notations: an address is a sum of digits of the
 * index.
 *
 *     sum(x) = offset + sum of stride * (floor(x[dim] / divisor) mod extent)
 *
 * SpyreTensorLayout, XLA tiles, CuTe shapes and strides, linalg.pack, reshapes of numpy and linear layouts of Triton
 * without exclusive or are lists of digits: the address is the sum. Swizzles of CuTe and Triton replace each bit of the
 * sum by a set of address bits; the address is the exclusive or of these sets. */
#ifndef TTATTR_DIGITS_H
#define TTATTR_DIGITS_H

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

/** The element at an address: the inverse of tta_digits_address, for layouts in which no two elements have one address.
 *  @param index shape.rank numbers, set if *found; an address without an element is padding or outside */
TTA_API tta_status tta_digits_index(const tta_digits *digits, tta_arena *arena, int64_t address, int64_t *index,
                                    bool *found);

/* ---- copies ---- */

/** A loop nest between two layouts: to[to_offset + sum(i * to_strides)] = from[from_offset + sum(i * from_strides)]. */
typedef struct tta_digits_nest {
  uint32_t rank; /* of all three lists; each range is at least 2, to_strides do not rise */
  const int64_t *ranges, *from_strides, *to_strides;
  int64_t from_offset, to_offset;
} tta_digits_nest;

#ifdef __cplusplus
}
#endif
#endif
