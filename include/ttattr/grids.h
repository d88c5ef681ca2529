/* ttattr/grids.h: the choice of grids: which grids a tensor can be divided over, what they cost, and what moves between
 * two of them.
 *
 * A worker grid of Y x X cores holds each grid that has no extent above its own. Seen as an extra wide or extra tall
 * grid (tt-mlir docs/src/specs/device.md, Reinterpreted Grids; device.h) it also holds 1 x N and N x 1 up to N = Y * X,
 * which are virtual grids if they exceed X or Y: their cores are those of the worker grid row after row
 * (docs/src/specs/tensor-layout.md, Multi-Core: "1x64 that maps to a physical 8x8").
 * Statuses as in layout.h. */
#ifndef TTATTR_GRIDS_H
#define TTATTR_GRIDS_H

#include "ttattr/device.h"
#include "ttattr/layout.h"
#include "ttattr/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A grid that a tensor can be divided over. */
typedef struct tta_grid_choice {
  int64_t grid[TTA_MAX_RANK];
  int64_t cores;            /* the product of the grid */
  int64_t used_cores;       /* that hold an element; -1: too many elements to count */
  int64_t shard_units;      /* the work of a core: tiles of a shard, elements without tiles */
  int64_t padding_elements; /* of all shards, after tiling */
  int64_t shard_bytes;      /* without alignment; -1: the size of an element is unknown */
  int64_t bank_bytes;       /* of the fullest bank, with alignment (storage.h); -1: unknown */
  int64_t row_bytes;        /* of a row of a shard, or of a tile (tta_storage_rows); -1: unknown */
  bool row_aligned;         /* all rows start at addresses that the NoC can transfer from */
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

/** The worker grid for layouts whose grids have `rank` dims: the grid of a device of this rank; the rows and columns of
 *  one chip, before which other dims are 1, and which rank 1 has one after another.
 *  @param device NULL: a chip of wormhole_b0
 *  @param workers `rank` extents
 *  @return TTA_INVALID: a device of several chips has another rank */
TTA_API tta_status tta_worker_grid(const tta_device *device, uint32_t rank, int64_t *workers, tta_buf *reason);

/** The legal grids of a layout's map: those that the worker grid holds (of rank 2 the virtual ones included), if each
 *  row and column of cores starts inside the tensor; a grid with more of them has the same shards and idle cores. A
 *  ttnn_layout has only the grids of its memory layout: N x 1 (height_sharded), 1 x N (width_sharded), plain ones
 *  (block_sharded).
 *
 *  Order, by what a program gains: grids that fit; least shard_units, since the fullest core decides when all are done;
 *  least bank_bytes; least moved bytes, unknown ones last; least padding, which is also the fewest cores, as all shards
 *  have the same size; plain before virtual; then by their extents, outermost first.
 *  @param choices room for `capacity`: the first ones. @param count of all of them
 *  @return TTA_INVALID: interleaved, workers of another rank, an element outside the shards; TTA_LIMIT when the worker
 *  grid has more than 2^16 cores. */
TTA_API tta_status tta_layout_grids(const tta_layout *layout, const tta_grid_options *options, tta_grid_choice *choices,
                                    size_t capacity, size_t *count, tta_buf *reason);

/* ---- programs ---- */

/** A tensor of a program: the values that share one buffer. Texts are borrowed from the source. */
typedef struct tta_planned_tensor {
  size_t num_names;
  const tta_str *names;    /* of the values: "%arg0", "%1#2" */
  uint32_t line, column;   /* of the first of them, where it is defined */
  tta_str type;            /* as written */
  const tta_layout *layout;
  tta_shape workers;       /* the worker grid of its module */
  tta_grid_choice present, best;         /* moved_bytes: into it, from the operands of the operations that define it */
  int64_t present_waste_bytes, best_waste_bytes;
} tta_planned_tensor;

/** An operand and a result of one operation with the same logical shape in the same memory. */
typedef struct tta_planned_move {
  uint32_t line;
  tta_str operation;       /* "ttir.to_layout" */
  size_t from, to;         /* tensors */
  int64_t present_bytes, best_bytes;
} tta_planned_move;

/** Sums over a program. */
typedef struct tta_grid_totals {
  int64_t moved_bytes, waste_bytes, cost_bytes; /* cost: the sum of both */
} tta_grid_totals;

typedef struct tta_grid_plan_options {
  const tta_allocator *allocator;    /* NULL = malloc; borrowed */
  int32_t era;                       /* yyyymmdd, as for tta_memory_plan_options */
  const tta_device *device;          /* of all modules; NULL: the device of each module */
  const tta_devices *devices;        /* those of the text (tta_layouts_devices); NULL: it has none */
  tta_str device_name;               /* which of them (tta_devices_select); empty: each section has at most one */
} tta_grid_plan_options;

/** The grids of all tensors of a program, chosen together.
 *
 *  The cost of a program is the sum of
 *   - waste: of each tensor, the bytes of a shard times the cores of the worker grid, less the bytes of its elements.
 *     These are the padding of the shards and the shards that idle cores could hold. It is least when the largest shard
 *     is smallest: with the grid at its maximum, without shards of mere padding.
 *   - moved bytes: of each operation, the elements of an operand that are on another core in a result of the same
 *     logical shape and the same memory. If they cannot be counted, all of them.
 *  Candidates of a tensor are its present grid, the 12 legal grids that fit with the least waste, and the first four of
 *  other tensors of its shape; at most 40. The search lowers the cost from two starts, the present grids and the grids
 *  of least waste: it changes all tensors of a spanning forest of the moves at once (the optimum if there are no other
 *  moves), single tensors, and the two ends of a move, while that gains. The result is deterministic. Grids
 *  that fit come before all costs; else the result never costs more than the present grids, which stay where a change
 *  gains neither bytes nor padding. Tensors that are interleaved, views, in host
 *  memory, or on cores that the worker grid does not have, have no grid to choose. The worker grid is that of the
 *  device of the section if it has the rank of the tensor's grid, else that of one wormhole_b0 chip of 8 x 8. */
typedef struct tta_grid_plan tta_grid_plan;

/** @param source as for tta_check_text, without errors; must outlive the plan. @param out owned by the caller
 *  @return TTA_INVALID with a reason: a system description of the text contradicts itself, or tta_devices_select finds
 *  no device of this name, or several; *out is NULL */
TTA_API tta_status tta_grid_plan_new(tta_source *source, const tta_grid_plan_options *options, tta_grid_plan **out,
                                     tta_buf *reason);
TTA_API void tta_grid_plan_free(tta_grid_plan *plan);
TTA_API size_t tta_grid_plan_num_tensors(const tta_grid_plan *plan);
TTA_API const tta_planned_tensor *tta_grid_plan_tensor(const tta_grid_plan *plan, size_t index);
TTA_API size_t tta_grid_plan_num_moves(const tta_grid_plan *plan);
TTA_API const tta_planned_move *tta_grid_plan_move(const tta_grid_plan *plan, size_t index);
/** Values with a layout that have no grid to choose. */
TTA_API size_t tta_grid_plan_num_fixed(const tta_grid_plan *plan);
TTA_API tta_grid_totals tta_grid_plan_present(const tta_grid_plan *plan);
TTA_API tta_grid_totals tta_grid_plan_best(const tta_grid_plan *plan);
/** `{tensors: [{names, line, column, type, workers, present: {grid, cores, used_cores, padding_elements, bank_bytes,
 *  row_bytes, row_aligned, fits, virtual, waste_bytes, moved_bytes}, best: {..}}], moves: [{line, operation, from, to,
 *  present_bytes, best_bytes}], fixed, present: {moved_bytes, waste_bytes, cost_bytes}, best: {..}}` */
TTA_API void tta_grid_plan_json(const tta_grid_plan *plan, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
