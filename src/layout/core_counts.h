/* core_counts.h: how many elements each core has. */
#ifndef TTA_LAYOUT_CORE_COUNTS_H
#define TTA_LAYOUT_CORE_COUNTS_H

#include "base/arena.h"
#include "layout/linear.h"
#include "maps/maps.h"

/** The values of a sum whose digits decode: constant + sum of stride * x, each stride larger than what the smaller ones
 *  reach, so that no value occurs twice. */
typedef struct tta_values {
  int64_t constant;
  uint32_t count;
  tta_step steps[TTA_MAX_RANK]; /* by falling stride, > 0: */
  uint64_t reversed;            /* ... a dim with a negative one, bit 1 << dim, is counted from its end */
} tta_values;

/** @return false: the result is not such a sum */
bool tta_values_of(const tta_map *map, uint32_t result, tta_shape shape, tta_values *out);
/** Adds the dims of a sum to a set, bit 1 << dim. @return whether none of them was in it */
bool tta_values_add_dims(const tta_values *values, uint64_t *seen);
/** How many values are in begin .. end - 1. */
int64_t tta_values_between(const tta_values *values, int64_t begin, int64_t end);

typedef struct tta_result_counts {
  bool closed; /* `values`; else `reached`, if that is complete */
  tta_values values;
  tta_reached reached;
} tta_result_counts;

typedef struct tta_core_counts {
  const tta_layout *layout;
  bool separable;             /* all results are closed, and no dim is in two of them */
  tta_result_counts *results;
  int64_t *elements;          /* of each core, row-major, if not separable; NULL: too many to count */
  tta_arena arena;
} tta_core_counts;

/** @param layout with grid and shard. Close it in any case. */
tta_status tta_core_counts_open(const tta_layout *layout, tta_core_counts *out);
void tta_core_counts_close(tta_core_counts *counts);

/** The physical indices of a dim that are in the shards with this index along the dim, and that have elements; -1 if
 *  that is unknown. */
int64_t tta_core_counts_reached(const tta_core_counts *counts, uint32_t dim, int64_t core);
/** Fills in all but `core` and `count`. */
void tta_core_counts_at(const tta_core_counts *counts, const int64_t *core, tta_padding_class *out);
/** The elements in the shards of all cores; -1 if that is unknown. */
int64_t tta_core_counts_inside(const tta_core_counts *counts);

#endif
