/* json.h: nodes as JSON, and the walk over what counts as an occurrence. */
#ifndef TTA_PRINT_JSON_H
#define TTA_PRINT_JSON_H

#include "ir/attributes.h"
#include "ttattr/json.h"

/** "tt.metal_layout", "!tt.device" (the type; the attribute is "tt.device"), "builtin.tensor", ...; "" for other kinds. */
const char *tta_node_kind_name(const tta_tree *tree, tta_node_id id);

/** Whether the text of a node names its kind: `#d.m<`, `!d.m<`, tensor<, memref<, affine_map<, affine_set<. */
bool tta_is_occurrence(const tta_tree *tree, tta_node_id id);

/** Aliases are written out up to this depth; beyond it, and beyond the budget, they stay as `#name`. */
enum { TTA_JSON_ALIAS_DEPTH = 256 };

/** Appends one line for each occurrence in the tree of `root`, outer first: {"file", "line", "column", "end_line",
 *  "end_column", "depth", "kind", "text", "value"} (docs/CLI). `device_symbol` makes the root the body of a device op, whose text
 *  begins at span. @param budget bytes that aliases may still expand to; goes down */
void tta_json_occurrences(tta_buf *out, tta_source *source, const tta_tree *tree, tta_node_id root, bool device_symbol, tta_span span,
                          uint64_t *budget);

#endif
