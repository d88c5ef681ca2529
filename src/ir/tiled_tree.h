/* tiled_tree.h: from a tiled_layout in a tree to its parts and values. */
#ifndef TTA_IR_TILED_TREE_H
#define TTA_IR_TILED_TREE_H

#include "base/arena.h"
#include "ir/attributes.h"
#include "ttattr/tiled.h"

/** The nodes of a tiled_layout, aliases followed. 0: absent. */
typedef struct tta_tiled_nodes {
  tta_node_id memref, size, element, strides; /* the device's; strides: STRIDED */
  tta_node_id dim_map, num_stick_dims, format, pad, stride_map, device_dtype, element_arrangement, valid_elements;
  tta_node_id host, host_size, host_element, host_strides;
  tta_node_id stick, order, convention; /* of the short form `<stick, ..>` */
} tta_tiled_nodes;

/** @param layout an ATTRIBUTE tiled_layout */
tta_tiled_nodes tta_tiled_find_nodes(const tta_tree *tree, tta_node_id layout);

/** A part that has no value as a layout's: a dynamic extent, an offset, an affine map. node 0: there is none. */
typedef struct tta_tiled_oddity {
  tta_node_id node;
  tta_rule rule;
  const char *message;
} tta_tiled_oddity;

/** The values of the long form, borrowed from the tree and the arena. @return TTA_INVALID: *odd says which part has
 *  none. */
tta_status tta_tiled_of_tree(const tta_tree *tree, const tta_tiled_nodes *nodes, tta_arena *arena, tta_tiled *layout,
                             tta_tiled_oddity *odd);

/** Makes a TENSOR (or MEMREF) the host. @return TTA_INVALID when it is unranked or has a dynamic extent. */
tta_status tta_tiled_set_host(const tta_tree *tree, tta_node_id type, tta_arena *arena, tta_tiled *layout);

/** What the short form asks for; the host is the caller's to fill in. */
tta_status tta_tiled_spec_of_tree(const tta_tree *tree, const tta_tiled_nodes *nodes, tta_arena *arena,
                                  tta_tiled_spec *spec);

/** What `pad =` says; empty when it is absent. */
tta_str tta_tiled_pad(const tta_tree *tree, const tta_tiled_nodes *nodes);

/** Whether a memref's `strided<..>` says what its shape says already. */
bool tta_tiled_strides_implied(const tta_tree *tree, tta_node_id memref);

/** Whether two ranked types with contiguous elements are of one shape and element, and the memref is contiguous. */
bool tta_tiled_host_is_tensor(const tta_tree *tree, tta_node_id host, tta_node_id tensor);

#endif
