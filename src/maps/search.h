/* search.h: points of a box: all of them when they are few enough, else a bounded deterministic sample. */
#ifndef TTA_MAPS_SEARCH_H
#define TTA_MAPS_SEARCH_H

#include "maps/program.h"

typedef struct tta_points {
  bool all;               /* every point of the box (of the dims that matter), row-major */
  int64_t count;          /* points that next() will give */
  uint32_t rank, active;  /* dims; those that vary */
  const int64_t *extent;
  uint32_t *dim;          /* the active dims, outermost first */
  int64_t *corner_extent; /* per active dim: a small box at the origin, part of the sample */
  int64_t corner_count;
  int64_t number;
  int64_t *at;            /* the current point; dims that do not vary stay 0 */
} tta_points;

/** The points that differ in dims that the program of one result names, or that another one of the same box (or NULL)
 *  names. Dims of extent 1 never vary. The first point is current at once. false: no memory. */
bool tta_points_of(tta_points *points, const tta_program *program, const tta_program *other, tta_arena *arena);
bool tta_points_next(tta_points *points);

/** Two points of the box with the same image, the first met earlier; or an overflow. @param first, second num_dims
 *  numbers each. *found: TTA_YES, TTA_NO (all points were seen), TTA_UNKNOWN.
 *  TTA_OVERFLOW: at `first`. */
tta_status tta_find_overlap(const tta_program *program, tta_arena *arena, int64_t *first, int64_t *second,
                            tta_answer *found, bool *all);

/** Injectivity of sums of any number of dims. TTA_NO: `*unused` is a dim of more than one index in no result;
 *  TTA_UNKNOWN also if a result is not such a sum. */
tta_status tta_wide_sums(const tta_map *map, tta_shape box, tta_arena *arena, tta_answer *injective,
                         uint32_t *unused);

#endif
