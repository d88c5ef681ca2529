/* candidates.h: a layout on another grid. */
#ifndef TTA_GRIDS_CANDIDATES_H
#define TTA_GRIDS_CANDIDATES_H

#include "layout/occupancy.h"
#include "ttattr/grids.h"

/** Extents of a layout on another grid. */
typedef struct tta_grid_extents {
  int64_t physical[TTA_MAX_RANK], shard[TTA_MAX_RANK], memref[TTA_MAX_RANK], padded_shard[TTA_MAX_RANK];
} tta_grid_extents;

/** The layout on another grid of its rank, as far as sizes and locations require. @param out borrows `grid` and `e`.
 *  @return TTA_INVALID: it cannot be divided so. */
tta_status tta_layout_on_grid(const tta_layout *layout, const int64_t *grid, tta_grid_extents *e, tta_layout *out);

/** The costs of the grid that a layout has. @return TTA_INVALID also if the worker grid does not hold it */
tta_status tta_layout_own_grid(const tta_layout *layout, const tta_grid_options *options, tta_grid_choice *choice,
                               tta_buf *reason);

/** The costs of another grid. @param legal receives whether tta_layout_grids lists it; else there are no costs */
tta_status tta_layout_other_grid(const tta_layout *layout, const tta_grid_options *options, const int64_t *grid,
                                 tta_grid_choice *choice, bool *legal);

#endif
