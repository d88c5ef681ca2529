/* views.h: reinterpretations of a grid: from cores of a view to cores of the plain grid, and back (ttattr/mesh.h). */
#ifndef TTA_DEVICE_VIEWS_H
#define TTA_DEVICE_VIEWS_H

#include "base/arena.h"
#include "ttattr/device.h"

/** y and x in the plain grid, as expressions of the last two of `rank` dims of the view.
 *  @param plain extents of the plain grid in its last two dims */
void tta_view_look_through(tta_worker_view view, tta_affine_pool *pool, uint32_t rank, const int64_t plain[2],
                           tta_expr *y, tta_expr *x);
/** The last two dims of the view, as expressions of y and x in the plain grid: the inverse of the above. */
void tta_view_look_back(tta_worker_view view, tta_affine_pool *pool, const int64_t plain[2], tta_expr y, tta_expr x,
                        tta_expr dims[2]);
/** Extents of the last two dims of the view. @return false if a product exceeds int64 */
bool tta_view_extents(tta_worker_view view, const int64_t plain[2], int64_t extents[2]);

/** The rows and columns that the worker map reaches on some chip. @param exact TTA_INVALID if it may reach more */
tta_status tta_device_reached(const tta_device *device, bool exact, tta_arena *arena, int64_t chip_grid[2]);
/** The first date of the dialect of a device; 0 = that of the specification. */
int32_t tta_device_era(const tta_device *device);

#endif
