/* moved_bytes.h: the bytes of elements that are on another core in one layout than in another one of the same shape. */
#ifndef TTA_TESTS_MOVED_BYTES_H
#define TTA_TESTS_MOVED_BYTES_H

#include "layout/occupancy.h"
#include "layout/values.h"

/** @param workers the worker grid that holds both; rank 0: cores of equal index are equal */
static tta_status count_moved_bytes(const tta_layout *from, const tta_layout *to, tta_shape workers, int64_t *bytes) {
  tta_occupancy of_from = {.digits = NULL}, of_to = {.digits = NULL};
  int64_t moved = 0;
  if (!from->grid.extent || !to->grid.extent || from->interleaved || to->interleaved) return TTA_UNDECIDED;
  if (!tta_layout_holds_all(from) || !tta_layout_holds_all(to)) return TTA_UNDECIDED; /* some elements have no core */
  tta_status status = tta_occupancy_of(from, &of_from);
  if (!status) status = tta_occupancy_of(to, &of_to);
  if (!status) status = tta_occupancy_moved(from, &of_from, to, &of_to, workers, &moved);
  if (!status) status = tta_layout_scalar_bytes(from, moved, bytes);
  tta_occupancy_free(&of_from);
  tta_occupancy_free(&of_to);
  return status;
}

#endif
