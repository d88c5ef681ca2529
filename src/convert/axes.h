/* axes.h: a tensor that is padded, reshaped and permuted step by step, with the digits that its axes count. */
#ifndef TTA_CONVERT_AXES_H
#define TTA_CONVERT_AXES_H

#include "text/cursor.h"
#include "ttattr/digits.h"

enum { TTA_MAX_AXES = 256, TTA_MAX_ATOMS = 24, TTA_NO_DIM = -1 };

/** A digit within an axis: floor(x[dim] / divisor), with `extent` mod extent, at `slots` positions. */
typedef struct tta_atom {
  int64_t dim;     /* TTA_NO_DIM: always 0 */
  int64_t divisor;
  int64_t extent;  /* 0: the greatest digit of its dim, without a modulus */
  int64_t slots;   /* positions, at least the number of values */
} tta_atom;

/** A mixed radix number, the greatest digit first. Its extent is the product of the slots. */
typedef struct tta_axis {
  uint32_t count;
  tta_atom atom[TTA_MAX_ATOMS];
} tta_axis;

typedef struct tta_axes {
  uint32_t count;
  tta_axis axis[TTA_MAX_AXES];
} tta_axes;

/** One axis for each dim of a shape. @return NULL if out of memory */
tta_axes *tta_axes_new(tta_arena *arena, tta_shape shape);
bool tta_axis_extent(const tta_axis *axis, int64_t *extent);
/** Splits an axis in a quotient and a remainder of `by` positions. The last part may be incomplete: the quotient is
 *  rounded up. false: the parts are not digits, or there are too many */
bool tta_axis_split(const tta_axis *axis, int64_t by, tta_axis *outer, tta_axis *inner);
/** Appends `inner` to an axis as its lower digits. */
bool tta_axis_join(tta_axis *axis, const tta_axis *inner);
/** Positions after the end. false: the axis is not the greatest digits of a dim */
bool tta_axis_pad(tta_axis *axis, int64_t count);
/** The digits of axes that are stored row by row. Clears the cursor's failure on none: errors are set there. */
bool tta_axes_digits(tta_cursor *c, const tta_axes *axes, tta_shape shape, tta_digits *out);

#endif
