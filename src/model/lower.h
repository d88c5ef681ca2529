/* lower.h: from a tree to values: elements, memory spaces, layouts of all families. Values borrow from the tree;
 * whether they are legal is not checked here (src/verify). */
#ifndef TTA_MODEL_LOWER_H
#define TTA_MODEL_LOWER_H

#include "base/arena.h"
#include "model/words.h"
#include "ttattr/layout.h"

/** Whether `node` is a sound attribute that tta_lower_layout understands. */
bool tta_is_layout_attribute(const tta_tree *tree, tta_node_id node);

/** The element type at `node` (an alias use is followed). A tile that is not two positive extents is OTHER. */
tta_element tta_lower_element(const tta_tree *tree, tta_node_id node);

/** The value of a memory_space or buffer_type attribute (an alias use is followed), NONE of any other node. */
tta_memory_space tta_lower_memory_space(const tta_tree *tree, tta_node_id node);

/** The value of a memory layout: an attribute (an alias use is followed), or a bare keyword of the enumeration `alone`.
 */
tta_memory_layout tta_lower_memory_layout(const tta_tree *tree, tta_node_id node, tta_enum alone);

/** Everything that a layout says: `linear`, grid, memref and so on as written, each with its span. Nothing is computed
 *  from it (`type` and all members after it are left as they are), and what cannot be read is not `known`.
 *  @param encoding the attribute, or the use of an alias of it
 *  @param arena for the intervals of NAMED and the layout of the memref
 *  @return TTA_NO_MEMORY; TTA_INVALID, TTA_LIMIT: the intervals of the named form cannot be read */
tta_status tta_lower_layout(const tta_tree *tree, tta_node_id encoding, tta_arena *arena, tta_layout *out);

/** Adds a TENSOR: shape and element. */
void tta_lower_tensor(const tta_tree *tree, tta_node_id tensor, tta_layout *out);

#endif
