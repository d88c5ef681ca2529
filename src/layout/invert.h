/* invert.h: which index a map sends to an image. */
#ifndef TTA_LAYOUT_INVERT_H
#define TTA_LAYOUT_INVERT_H

#include "ttattr/affine.h"
#include "ttattr/buf.h"

/** @param box extents >= 1, at most 64 of them. @param image map->num_results numbers. @param index room for box.rank,
 * set when *found.
 *  @return TTA_UNDECIDED when 2^16 boxes were looked at without an answer: for maps whose results overlap in strange
 * ways. */
tta_status tta_map_invert(const tta_map *map, tta_shape box, const int64_t *image, int64_t *index, bool *found);

/** Writes the map that takes the images of a map back to their index: `(d0, d1, d2) -> (d1 * 8 + d2, 0)` for
 *  `(d0, d1) -> (0, d0 floordiv 8, d0 mod 8)`. Each result is decoded digit by digit, from sums of `d`, `d floordiv A`,
 *  `d mod B` and both, times factors; whether it is the inverse is for the caller to verify.
 *  @param box extents of the dims. @return false: a result is something else; `out` is unchanged */
bool tta_map_invert_digits(const tta_map *map, tta_shape box, tta_buf *out);

#endif
