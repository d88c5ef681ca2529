/* linear.h: maps whose results are sums of constant multiples of dims. */
#ifndef TTA_LAYOUT_LINEAR_H
#define TTA_LAYOUT_LINEAR_H

#include "ttattr/layout.h"

/** constant + sum of coefficient[i] * d_i. */
typedef struct tta_linear {
  int64_t constant;
  int64_t coefficient[TTA_MAX_RANK];
} tta_linear;

/** A result of a map as a sum. @return false when it is not such a sum, or a coefficient leaves int64, or there is no
 *  memory: the caller then goes without. At most TTA_MAX_RANK dims. */
bool tta_linear_of(const tta_map *map, uint32_t result, tta_linear *out);

/** Whether all results are such sums. */
bool tta_map_is_linear(const tta_map *map);

/** A dim of a sum that varies (extent > 1) and has a coefficient. */
typedef struct tta_step {
  uint32_t dim;
  int64_t stride, extent;
} tta_step;

/** The dims of a sum by falling stride. @param steps room for shape.rank. @return how many; negative strides count as
 * any. */
uint32_t tta_linear_steps(const tta_linear *linear, tta_shape shape, tta_step *steps);

/** Makes all strides of dims that vary positive: a dim with a negative one is counted from its end.
 *  @return false on overflow */
bool tta_linear_turn(const tta_linear *linear, tta_shape shape, tta_linear *turned);

/** Which indices of a shape have a sum in a range. */
typedef enum tta_cut {
  TTA_CUT_EMPTY,
  TTA_CUT_BOX,
  TTA_CUT_OTHER /* not a box, or not decided: some strides overlap */
} tta_cut;

/** The indices of `shape` (extents >= 1) whose sum is in lo .. hi - 1, if they are a box.
 *  @param first, last the box with TTA_CUT_BOX, shape.rank numbers each. */
tta_cut tta_linear_cut(const tta_linear *linear, tta_shape shape, int64_t lo, int64_t hi, int64_t *first,
                       int64_t *last);

#endif
