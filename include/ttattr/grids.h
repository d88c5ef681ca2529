/* ttattr/grids.h: the choice of grids: which grids a tensor can be divided over, what they cost, and what moves between
 * two of them.
 *
 * A worker grid of Y x X cores holds each grid that has no extent above its own. Seen as an extra wide or extra tall
 * grid (tt-mlir docs/src/specs/device.md, Reinterpreted Grids; mesh.h) it also holds 1 x N and N x 1 up to N = Y * X,
 * which are virtual grids if they exceed X or Y: their cores are those of the worker grid row after row
 * (docs/src/specs/tensor-layout.md, Multi-Core: "1x64 that maps to a physical 8x8").
 * Statuses as in layout.h. */
#ifndef TTATTR_GRIDS_H
#define TTATTR_GRIDS_H

#include "ttattr/layout.h"
#include "ttattr/mesh.h"
#include "ttattr/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a worker grid holds a grid: plain, extra wide or extra tall. @return false if it does not. */
TTA_API bool tta_grid_view(tta_shape grid, tta_shape workers, tta_worker_view *view);

/** A grid that a tensor can be divided over. */
typedef struct tta_grid_choice {
  int64_t grid[TTA_MAX_RANK];
  int64_t cores;            /* the product of the grid */
  int64_t used_cores;       /* that hold an element; -1: too many elements to count */
  int64_t padding_elements; /* of all shards, after tiling */
  int64_t shard_bytes;      /* without alignment; -1: the size of an element is unknown */
  int64_t bank_bytes;       /* of the fullest bank, with alignment (storage.h); -1: unknown */
  bool fits;                /* bank_bytes are at most the capacity */
  bool is_virtual;          /* the worker grid holds it as an extra wide or extra tall grid */
  int64_t moved_bytes;      /* from `like`; -1: there is none, or too many elements to count */
} tta_grid_choice;

typedef struct tta_grid_options {
  tta_shape workers;              /* worker grid, of the rank of the layout's grid */
  const tta_storage_banks *banks; /* NULL: those of wormhole_b0 */
  int64_t capacity_bytes;         /* of a bank; below 0: everything fits */
  const tta_layout *like;         /* the layout that the tensor has now; NULL: none */
} tta_grid_options;

/** The legal grids of a layout's map: those that the worker grid holds (of rank 2 the virtual ones included), if each
 *  row and column of cores starts inside the tensor; a grid with more of them has the same shards and idle cores. A
 *  ttnn_layout has only the grids of its memory layout: N x 1 (height_sharded), 1 x N (width_sharded), plain ones
 *  (block_sharded).
 *
 *  Order: grids that fit; most used cores; least padding; least moved bytes, unknown ones last; plain before virtual;
 *  least bank_bytes; then by their extents, outermost first.
 *  @param choices room for `capacity`: the first ones. @param count of all of them
 *  @return TTA_INVALID: interleaved, workers of another rank, an element outside the shards; TTA_LIMIT when the worker
 *  grid has more than 2^16 cores. */
TTA_API tta_status tta_layout_grids(const tta_layout *layout, const tta_grid_options *options, tta_grid_choice *choices,
                                    size_t capacity, size_t *count, tta_buf *reason);

/** Bytes of elements that are on another core in `to` than in `from`.
 *  @param workers the worker grid that holds both; rank 0: cores of equal index are equal.
 *  @return TTA_UNDECIDED if this requires counting more than 2^20 elements one by one, or if the worker grid does not
 *  hold both; TTA_INVALID: the shapes differ. */
TTA_API tta_status tta_layout_moved_bytes(const tta_layout *from, const tta_layout *to, tta_shape workers,
                                          int64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
