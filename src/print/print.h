/* print.h: the canonical text of a node. */
#ifndef TTA_PRINT_PRINT_H
#define TTA_PRINT_PRINT_H

#include "base/arena.h"
#include "ir/attributes.h"
#include "ttattr/buf.h"

typedef struct tta_print_options {
  bool expand_aliases; /* every alias use gives way to what it stands for; locations excepted */
} tta_print_options;

/** Appends what MLIR prints for the variant that was read. Recurses as deep as the text nests, which is limited; with
 *  expand_aliases the caller has made sure that tta_alias.depth stays within the limit too. */
void tta_print_node(tta_buf *out, const tta_tree *tree, tta_node_id id, tta_print_options options);

/** The same with aliases expanded, as a copy in `arena`; empty, and the arena failed, when there is no memory. */
tta_str tta_print_copy(const tta_tree *tree, tta_node_id id, tta_arena *arena);

/** Appends MLIR's text of a number with this type (f64, f32, bf16, f16), without the type; float.c. */
void tta_print_float(tta_buf *out, tta_str literal, tta_str type);

/** Whether an alias with this value stands for a location: `loc(...)`, or another alias of one. */
bool tta_node_is_location(const tta_tree *tree, tta_node_id value);

#endif
