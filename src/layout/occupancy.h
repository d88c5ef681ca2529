/* occupancy.h: which shards hold elements, and which elements are on the same core in two layouts of one tensor. */
#ifndef TTA_LAYOUT_OCCUPANCY_H
#define TTA_LAYOUT_OCCUPANCY_H

#include "layout/core_counts.h"
#include "ttattr/device.h"

/** The physical indices of all elements. Grid and shard do not matter. */
typedef struct tta_occupancy {
  bool separable;      /* each dim is in one result at most: */
  tta_values *digits;  /* ... by result */
  int64_t *points;     /* else: of each element, row-major; NULL if there are too many */
} tta_occupancy;

/** @return TTA_INVALID if an element is outside the physical shape. Free it in any case. */
tta_status tta_occupancy_of(const tta_layout *layout, tta_occupancy *out);
void tta_occupancy_free(tta_occupancy *occupancy);

/** How many cores of the layout's grid hold an element. TTA_UNDECIDED: too many elements to count. */
tta_status tta_occupancy_cores(const tta_occupancy *occupancy, const tta_layout *layout, int64_t *cores);

/** How many elements are on another core in `b` than in `a`. @param of_a, of_b their occupancies.
 *  @param workers the worker grid that holds both; rank 0: cores of equal index are equal.
 *  @return TTA_UNDECIDED if this requires counting more than 2^20 elements one by one, or if the worker grid does not
 *  hold both */
tta_status tta_occupancy_moved(const tta_layout *a, tta_occupancy *of_a, const tta_layout *b, tta_occupancy *of_b,
                               tta_shape workers, int64_t *moved);

/** Bytes of so many scalars of a layout, those of block floats rounded up. */
tta_status tta_layout_scalar_bytes(const tta_layout *layout, int64_t scalars, int64_t *bytes);

/** How a worker grid holds a grid: plain, extra wide or extra tall. @return false if it does not. */
bool tta_grid_view(tta_shape grid, tta_shape workers, tta_worker_view *view);

#endif
