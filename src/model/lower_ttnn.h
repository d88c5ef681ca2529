/* lower_ttnn.h: core ranges, shard specifications and memory configurations of a tree as values. */
#ifndef TTA_MODEL_LOWER_TTNN_H
#define TTA_MODEL_LOWER_TTNN_H

#include "base/arena.h"
#include "model/lower.h"
#include "ttattr/device.h"

/** @return false when `node` (an alias use is followed) is not a core_range of any dialect, or has a syntax error */
bool tta_lower_core_range(const tta_tree *tree, tta_node_id node, tta_core_range *out);
/** @return TTA_INVALID when it is not a core_range_set; TTA_NO_MEMORY */
tta_status tta_lower_core_range_set(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_core_range_set *out);
/** The same for a memory_config; its shard specifications are lowered too. */
tta_status tta_lower_memory_config(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_memory_config *out);

/** @return false when it is reversed, or a difference exceeds int64 */
bool tta_core_box_size(const tta_core_box *box, int64_t *rows, int64_t *columns);

#endif
