/* ttattr/ttnn.h: core ranges, shard specifications and memory configurations of TTNN as values.
 *
 * Values borrow from the tree of the tta_value that they are read from, and from the arena. They say what is written;
 * the rules (ttattr/check.h) say whether it is legal. A span of 0, 0 means: absent.
 */
#ifndef TTATTR_TTNN_H
#define TTATTR_TTNN_H

#include "ttattr/arena.h"
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

#ifdef __cplusplus
}
#endif
#endif
