/* json.h: nodes as JSON, and the walk over what counts as an occurrence. */
#ifndef TTA_PRINT_JSON_H
#define TTA_PRINT_JSON_H

#include "ir/attributes.h"
#include "ttattr/buf.h"

/** "tt.metal_layout", "!tt.device" (the type; the attribute is "tt.device"), "builtin.tensor", ...; "" for other
 *  kinds. */
const char *tta_node_kind_name(const tta_tree *tree, tta_node_id id);

/** Whether the text of a node names its kind: `#d.m<`, `!d.m<`, tensor<, memref<, affine_map<, affine_set<. */
bool tta_is_occurrence(const tta_tree *tree, tta_node_id id);

/** Aliases are written out up to this depth; beyond it, and beyond the budget, they stay as `#name`. */
enum { TTA_JSON_ALIAS_DEPTH = 256 };

/** A walk over occurrences. */
typedef struct tta_json_walk {
  tta_buf *out;
  tta_source *source;
  const tta_tree *tree;
  uint64_t *budget; /* bytes that aliases may still expand to; goes down */
  /** Told of each opaque body, at its place in the order of the text; `depth` occurrences stand around it. */
  void (*opaque)(void *user, tta_node_id opaque, uint32_t depth);
  void *user;
} tta_json_walk;

/** Appends one line for each occurrence in the tree of `root`, outer first: {"file", "line", "column", "end_line",
 *  "end_column", "depth", "kind", "text", "value"} (docs/cli.md).
 *  @param depth occurrences around the root */
void tta_json_occurrences(const tta_json_walk *walk, tta_node_id root, uint32_t depth);
/** The same of the body of a device op, whose text begins at `span`. */
void tta_json_device_op(const tta_json_walk *walk, tta_node_id root, tta_span span);

#endif
