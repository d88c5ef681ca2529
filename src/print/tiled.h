/* tiled.h: parts of a tiled_layout that are not printed, and its short form resolved. */
#ifndef TTA_PRINT_TILED_H
#define TTA_PRINT_TILED_H

#include "ir/attributes.h"
#include "ttattr/buf.h"

/** Whether field `item` of a tiled_layout is a default (num_stick_dims = 1, pad = undef) or repeats `tensor` (0: the
 *  attribute is not the encoding of a tensor). */
bool tta_tiled_field_implied(const tta_tree *tree, tta_node_id tensor, tta_node_id item);

/** Prints the layout that the short form `<stick, ..>` has on `tensor`. @return false, and nothing printed: `layout` is
 *  not in the short form, or has no such layout */
bool tta_tiled_print_resolved(tta_buf *out, const tta_tree *tree, tta_node_id tensor, tta_node_id layout);

#endif
