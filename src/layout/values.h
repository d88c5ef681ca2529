/* values.h: how a tta_layout is made from a tree. */
#ifndef TTA_LAYOUT_VALUES_H
#define TTA_LAYOUT_VALUES_H

#include "affine/pool.h"
#include "base/arena.h"
#include "base/fail.h"
#include "layout/layout.h"
#include "model/lower.h"
#include "parse/map_text.h"
#include "parse/reader.h"
#include "ttattr/layout.h"
#include "tiled/lower.h"

/** Reads a verified tensor type. Everything is copied into `arena` and `pool`.
 *  @return TTA_INVALID when the parts do not fit each other (of a layout that is only warned about). */
tta_status tta_layout_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out);

/** The same for a layout without its tensor: only what the attribute says is set. @return TTA_INVALID also for one by
 * strides, which mean nothing without the tensor. */
tta_status tta_layout_of_attribute(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_affine_pool *pool,
                                     tta_layout *out);

/** Whether the text of a node is longer than 1 MiB or nested too deeply with its aliases expanded. */
bool tta_layout_expands_too_far(const tta_tree *tree, tta_node_id id);

/** Whether all elements are in the shards of the grid: not so in some layouts that are only warned about. */
bool tta_layout_holds_all(const tta_layout *layout);

/** A copy of a shape; extents are never NULL in it unless there is no memory. */
tta_shape tta_shape_copy(tta_arena *arena, tta_shape shape);
/** A shape of `rank` extents to be filled in through *extents; rank 0 and *extents NULL when there is no memory. */
tta_shape tta_shape_new(tta_arena *arena, uint32_t rank, int64_t **extents);

/** `(d0, d1) -> (d0 <> d1)`, into `out`; nothing when joining dims does not give this map. describe.c */
void tta_describe_collapse(tta_buf *out, const tta_map *map, tta_shape logical);

/** Whether two maps have the same value at every index of a shape. TTA_UNDECIDED when that cannot be decided. */
tta_status tta_map_equal_on(const tta_map *a, const tta_map *b, tta_shape shape, bool *equal);

#endif
