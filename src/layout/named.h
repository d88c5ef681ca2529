/* named.h: the intervals and alignments of the named form, from a map and a grid. */
#ifndef TTA_LAYOUT_NAMED_H
#define TTA_LAYOUT_NAMED_H

#include "layout/values.h"

/** A map in the named form. */
typedef struct tta_named_parts {
  uint32_t num_intervals;
  int64_t *intervals;  /* start, end of each, none negative: one for each result */
  int64_t *alignments; /* of each logical dim, >= 1 */
} tta_named_parts;

/** The dims begin..end-1 that physical dim `result` collapses: an interval, or a dim after the last interval.
 *  @param num_results tta_layout_num_collapsed */
void tta_named_run(const int64_t *intervals, uint32_t num_intervals, uint32_t rank, uint32_t num_results,
                   uint32_t result, int64_t *begin, int64_t *end);

/** The parts that give a map: each result joins the next dims, the innermost with stride 1, others with strides that
 * an alignment can give. The outermost dim of each result has alignment 1: tta_named_pad sets it.
 *  @return TTA_INVALID with the reason when no intervals and alignments give this map. */
tta_status tta_named_of_map(const tta_map *map, tta_shape logical, tta_arena *arena, tta_named_parts *parts,
                            tta_buf *reason);

/** Sets the alignment of the outermost dim of each result so that grid and tile divide the physical shape, by the
 * least padding: 1 or, of a single dim, the tile if that does; else grid times tile.
 *  @param tile rows, columns; 0 = scalars. @param alignments one for each logical dim, the inner ones set
 *  @return TTA_INVALID when an empty interval cannot be divided by its grid dim. */
tta_status tta_named_pad(tta_shape logical, const int64_t *intervals, uint32_t num_intervals, tta_shape grid,
                         const int64_t tile[2], int64_t *alignments, tta_buf *reason);

#endif
