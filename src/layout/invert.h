/* invert.h: which index a map sends to an image. */
#ifndef TTA_LAYOUT_INVERT_H
#define TTA_LAYOUT_INVERT_H

#include "ttattr/affine.h"

/** @param box extents >= 1, at most 64 of them. @param image map->num_results numbers. @param index room for box.rank,
 * set when *found.
 *  @return TTA_UNDECIDED when 2^16 boxes were looked at without an answer: for maps whose results overlap in strange
 * ways. */
tta_status tta_map_invert(const tta_map *map, tta_shape box, const int64_t *image, int64_t *index, bool *found);

#endif
