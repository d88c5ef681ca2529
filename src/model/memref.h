/* memref.h: memrefs and their layouts as values. */
#ifndef TTA_MODEL_MEMREF_H
#define TTA_MODEL_MEMREF_H

#include "ir/attributes.h"
#include "ttattr/model.h"

/** The layout of a memref. */
typedef enum tta_memref_kind {
  TTA_MEMREF_PLAIN, /* none, or none of the following */
  TTA_MEMREF_SHARD, /* the first half of the dims is the grid, the rest a shard (tt-mlir ShardLayoutAttr) */
  TTA_MEMREF_INTERLEAVED,
  TTA_MEMREF_VIEW,   /* of another memref */
  TTA_MEMREF_STREAM, /* likewise */
  TTA_MEMREF_CB,     /* all dims are a shard: a circular buffer on each core (tt-mlir CBLayoutAttr) */
} tta_memref_kind;

typedef struct tta_memref_layout {
  tta_memref_kind kind;
  bool alias;          /* STREAM: mode `alias` */
  int64_t num_buffers; /* SHARD, STREAM, CB: 1 if absent; INT64_MIN if it does not fit int64 */
  tta_span span, num_buffers_span; /* {0, 0}: absent */
} tta_memref_layout;

typedef struct tta_memref {
  bool ranked;
  tta_shape shape; /* borrowed from the tree */
  tta_element element;
  tta_memory_space space;
  tta_memref_layout layout;
} tta_memref;

/** The layout at `node` (an alias use is followed). */
tta_memref_layout tta_memref_layout_lower(const tta_tree *tree, tta_node_id node);
/** @param memref a MEMREF that parsed without errors */
tta_memref tta_memref_lower(const tta_tree *tree, tta_node_id memref);

#endif
