/* ttattr/ttnn.h: core ranges, shard specifications and memory configurations of TTNN as values, and the core ranges of
 * a grid of shards on a device.
 *
 * Values that are read borrow from the tree of the tta_value that they are read from, and from the arena. They say what
 * is written; the rules (ttattr/check.h) say whether it is legal. A span of 0, 0 means: absent.
 */
#ifndef TTATTR_TTNN_H
#define TTATTR_TTNN_H

#include "ttattr/arena.h"
#include "ttattr/device.h"
#include "ttattr/model.h"
#include "ttattr/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A rectangle of cores: two corners, both included, or (before 2025-04-01) an offset and a size. */
typedef struct tta_core_range {
  tta_span span, first_span, second_span; /* the range; start and end, or offset and size */
  bool x_first;            /* coordinates are (x, y), as in TTNN; else (y, x) */
  bool is_rectangle;       /* offset and size */
  bool known;              /* corners: both could be read */
  int64_t start[2], end[2]; /* corners, as written */
  tta_shape offset, size;  /* rectangle, as written */
} tta_core_range;

/** A set of core ranges, in the order of the text. Ranges that have an error are left out. */
typedef struct tta_core_range_set {
  tta_span span;
  uint32_t num_ranges;
  const tta_core_range *ranges;
} tta_core_range_set;

/** A shard_spec or an nd_shard_spec. */
typedef struct tta_shard_spec {
  tta_span span;
  tta_core_range_set cores;
  tta_shape shape;     /* of a shard */
  bool column_major;   /* shards go to the cores column by column */
} tta_shard_spec;

typedef struct tta_memory_config {
  tta_span span, buffer_span, layout_span;
  tta_memory_space buffer;
  tta_memory_layout memory_layout;
  bool has_shard_spec, has_nd_shard_spec;
  tta_shard_spec shard_spec, nd_shard_spec;
} tta_memory_config;

/* Read a value of the kind; an alias is followed. TTA_INVALID when it is something else or has a syntax error. */
TTA_API tta_status tta_core_range_read(tta_value value, tta_core_range *out);
TTA_API tta_status tta_core_range_set_read(tta_value value, tta_arena *arena, tta_core_range_set *out);
TTA_API tta_status tta_memory_config_read(tta_value value, tta_arena *arena, tta_memory_config *out);

/* ---- the cores of shards ---- */

/** A rectangle of cores, both corners included. */
typedef struct tta_core_box {
  tta_core first, last;
} tta_core_box;

/** The cores of a sharded tensor on one chip, as TTNN assigns them (tt-metal CoreRangeSet, corerange_to_cores).
 *
 *  Height and width sharded: shard i is on core i of the ranges in their order, each row by row, or column by column
 *  with column_major. Block sharded: there is one range; its rows are the rows of the grid, with column_major its
 *  columns. Shards in DRAM: cores are banks, in one row. */
typedef struct tta_shard_cores {
  uint32_t num_ranges;
  const tta_core_box *ranges;
  bool column_major; /* shard orientation col_major */
} tta_shard_cores;

/** How TTNN shards a grid: Nx1 by height, 1xN by width, any other (1x1 too) in blocks.
 *  @param grid rows, columns */
TTA_API tta_memory_layout tta_shards_of_grid(const int64_t grid[2]);

/** The ranges and the orientation that put each shard on its core. Of both orientations the one with fewer ranges is
 *  taken, else row_major.
 *  @param memory_layout TTA_MEMORY_LAYOUT_HEIGHT_SHARDED, _WIDTH_SHARDED or _BLOCK_SHARDED
 *  @param grid rows, columns, both positive; height and width: a column, a row
 *  @param cores of each shard, row-major
 *  @return TTA_INVALID when no list of ranges does that: the reason names the first shard that differs */
TTA_API tta_status tta_shard_cores_of(tta_memory_layout memory_layout, const int64_t grid[2], const tta_core *cores,
                                      tta_arena *arena, tta_shard_cores *out, tta_buf *reason);

/** tta_shard_cores_on evaluates the worker map at so many shards at most. */
enum { TTA_SHARD_CORES_MAX = 1 << 20 };

/** The cores of a grid of shards on a device in the terms of TTNN: each chip of the mesh holds its part of the grid
 *  (grid divided by meshShape; the whole along dims of extent 1), on the same cores as the other chips. Decided by
 *  evaluating the worker map at every shard.
 *  @param grid of the tensor; it has the rank of the device's grid and fits (tta_device_holds)
 *  @param memory_layout NONE: as tta_shards_of_grid
 *  @return TTA_INVALID when TTNN cannot express the grid: the reason names the first shard that differs; TTA_LIMIT
 *  above TTA_SHARD_CORES_MAX shards. Source: device specification, Lowering to TTNN. */
TTA_API tta_status tta_shard_cores_on(const tta_device *device, tta_shape grid, tta_memory_layout memory_layout,
                                      tta_arena *arena, tta_shard_cores *out, tta_buf *reason);

/** Whether TTNN supports the worker grid: tta_shard_cores_on of the whole grid. A worker grid with the constant chip
 *  index 0 is that of each chip, whatever the mesh (tt-mlir since 2025-09-25).
 *  @return as tta_shard_cores_on */
TTA_API tta_status tta_device_shard_cores(const tta_device *device, tta_arena *arena, tta_shard_cores *out,
                                          tta_buf *reason);

/** Appends `[#ttnn.core_range<(0,0), (7,3)>]`: x first. */
TTA_API void tta_shard_cores_text(tta_buf *out, const tta_shard_cores *cores);
/** Writes `{ranges, orientation}`: for each range `[[y0, x0], [y1, x1]]`; "row_major" or "col_major". */
TTA_API void tta_shard_cores_json(tta_json *json, const tta_shard_cores *cores);

#ifdef __cplusplus
}
#endif
#endif
