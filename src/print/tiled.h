/* tiled.h: what a tiled_layout leaves out because it goes without saying. */
#ifndef TTA_PRINT_TILED_H
#define TTA_PRINT_TILED_H

#include "ir/attributes.h"
#include "ttattr/buf.h"

/** Whether field `item` of a tiled_layout is a default (num_stick_dims = 1, pad = undef) or says what `tensor` says (0:
 *  the attribute is no tensor's encoding). */
bool tta_tiled_field_implied(const tta_tree *tree, tta_node_id tensor, tta_node_id item);

/** Writes the layout that the short form `<stick, ..>` stands for on `tensor`.
 *  @return false, and nothing written: `layout` is not short, or asks for what there is not. */
bool tta_tiled_print_resolved(tta_buf *out, const tta_tree *tree, tta_node_id tensor, tta_node_id layout);

#endif
