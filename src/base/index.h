/* index.h: walking over all indices of a shape, its least extent, how many indices it has, and permutations. */
#ifndef TTA_BASE_INDEX_H
#define TTA_BASE_INDEX_H

#include "base/checked.h"
#include "ttattr/base.h"

/** Moves `index` to the next one of `shape` in row-major order. @return false after the last one; `index` is all zero
 *  again then */
static inline bool tta_index_next(tta_shape shape, int64_t *index) {
  for (uint32_t i = shape.rank; i-- > 0;) {
    if (++index[i] < shape.extent[i]) return true;
    index[i] = 0;
  }
  return false;
}

static inline bool tta_shape_at_least(tta_shape shape, int64_t least) {
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < least) return false;
  return true;
}

/** Marks `index` in an array of `count` flags. False: it is not below `count`, or is marked already. */
static inline bool tta_mark_once(bool *marked, int64_t index, uint32_t count) {
  if (index < 0 || index >= count || marked[index]) return false;
  return marked[index] = true;
}

/** The product of the extents; false when it, or a part of it, exceeds int64. */
static inline bool tta_shape_volume(tta_shape shape, int64_t *volume) {
  bool fits = true;
  *volume = 1;
  for (uint32_t i = 0; i < shape.rank && fits; i++) fits = tta_mul(*volume, shape.extent[i], volume);
  return fits;
}

#endif
