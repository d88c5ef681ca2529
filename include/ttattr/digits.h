/* ttattr/digits.h: the common form of tiled layouts in all notations: an address is a sum of digits of the
 * index. Two layouts are compared in this form, with a proof or a counter-example.
 *
 *     address(x) = offset + sum of stride * (floor(x[dim] / divisor) mod extent)
 *
 * SpyreTensorLayout, XLA tiles, CuTe shapes and strides, linalg.pack, reshapes of numpy and linear layouts of Triton
 * without exclusive or are lists of digits. */
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

/** @return TTA_INVALID for different shapes; TTA_UNDECIDED for divisors that do not divide each other in a dim of more
 *  than 2^22 elements, if no sample differs; TTA_OVERFLOW, TTA_NO_MEMORY */
TTA_API tta_status tta_digits_compare(const tta_digits *a, const tta_digits *b, tta_arena *arena,
                                      tta_digits_comparison *comparison);

/** Whether two elements may have one address: some digit with an effect has a stride less than the extent times the
 *  stride of the next inner one. Sufficient for layouts of all notations above, which never interleave digits. */
TTA_API tta_status tta_digits_overlap(const tta_digits *digits, tta_arena *arena, bool *overlap);

#ifdef __cplusplus
}
#endif
#endif
