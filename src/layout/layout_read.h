/* layout_read.h: from a layout in a tree to its parts and values. */
#ifndef TTA_LAYOUT_LAYOUT_READ_H
#define TTA_LAYOUT_LAYOUT_READ_H

#include "base/arena.h"
#include "ir/attributes.h"
#include "layout/layout.h"

/** The nodes of a map-form layout, found in one pass. `as written` nodes may be alias uses; the others are what these
 * stand for. 0: absent, poisoned, or an unknown dialect's. */
typedef struct tta_layout_nodes {
  tta_node_id linear, oob_val, grid, memref, memory_layout; /* as written */
  tta_node_id strides;                                      /* DIMS, instead of linear */
  tta_node_id grid_shape;                                   /* DIMS of the grid */
  tta_node_id memref_type;                                  /* MEMREF */
  tta_node_id memref_shape;                                 /* DIMS; 0 also when unranked */
  tta_node_id element, memory_space;                        /* of the memref, as written */
} tta_layout_nodes;

/** @param layout an ATTRIBUTE metal_layout or layout of the map form */
tta_layout_nodes tta_layout_find_parts(const tta_tree *tree, tta_node_id layout);

/** The element type at `node` (an alias use is followed). A tile that is not two positive extents is OTHER. */
tta_element tta_layout_read_element(const tta_tree *tree, tta_node_id node);
/** Only which tile it is: anything else is TTA_ELEMENT_OTHER, with its text. */
tta_element tta_layout_read_tile(const tta_tree *tree, tta_node_id node);

/** NONE when `node` (an alias use is followed) is no memory_space attribute. */
tta_memory_space tta_layout_read_memory_space(const tta_tree *tree, tta_node_id node);

/** The values of a layout by map or by strides, borrowed from the tree. @param tensor 0 when the layout stands alone.
 *  @return TTA_INVALID when a part is missing or is something else; legality is not judged. */
tta_status tta_layout_read(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_layout_fields *out);

/** The same for the named form. The intervals are put into `arena`; TTA_INVALID unless they are pairs. */
tta_status tta_layout_read_named(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                 tta_layout_fields *out);

/** The pairs of a DENSE literal of type tensor<Nx2xi64> into `arena`. TTA_INVALID when it is something else,
 *  TTA_LIMIT when one number stands for more rows than anybody needs. */
tta_status tta_layout_read_pairs(const tta_tree *tree, tta_node_id dense, tta_arena *arena, const int64_t **pairs,
                                 uint32_t *count);

/** The type's shape of a DENSE literal (an alias use is followed): DIMS, or 0. */
tta_node_id tta_layout_dense_shape(const tta_tree *tree, tta_node_id dense);

#endif
