/* collapse.h: maps made of a shape: dims joined by intervals. */
#ifndef TTA_LAYOUT_COLLAPSE_H
#define TTA_LAYOUT_COLLAPSE_H

#include "layout/values.h"

typedef struct tta_collapse_spec {
  tta_shape shape;      /* in scalars */
  uint32_t grid_rank;
  bool explicit_intervals;
  uint32_t num_intervals;
  const int64_t *intervals;
  int64_t align;
} tta_collapse_spec;

/** The map whose results join the dims of each interval row-major, other dims having results of their own, with zeros
 * in front where the grid has more dims than the tensor. Where the default interval gives fewer results than the grid
 * has dims, *repeated is set and the dims after the collapsed ones are repeated for the missing ones (the
 * specification's example
 *  `(d0 * 96 + d1, d1, d2)` on 2x1x2).
 *  @return TTA_INVALID with the reason, which names intervals that fit. */
tta_status tta_collapse_map(const tta_collapse_spec *spec, tta_arena *arena, tta_affine_pool *pool, tta_map *map,
                            bool *repeated, tta_buf *reason);

/** A map in the `<>` notation as an ordinary one: `d0 <> d1` becomes `d0 * 8 + d1` over the shape. Other text is
 *  appended as it is. @return TTA_INVALID when an operand of `<>` is not a dim of the map. */
tta_status tta_collapse_expand(tta_str text, tta_shape shape, int64_t align, tta_buf *out, tta_buf *reason);

#endif
