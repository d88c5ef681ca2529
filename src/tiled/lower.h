/* lower.h: from a tiled_layout in a tree to its parts and its value. */
#ifndef TTA_TILED_LOWER_H
#define TTA_TILED_LOWER_H

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

/** A part without a value in a tiled layout: a dynamic extent, an offset, an affine map. node 0: there is none. */
typedef struct tta_tiled_bad_part {
  tta_node_id node;
  tta_rule rule;
  const char *message;
} tta_tiled_bad_part;

/** The value of the long form, borrowed from the tree and the arena. @return TTA_INVALID: *bad is the part that has no
 *  value */
tta_status tta_tiled_of_tree(const tta_tree *tree, const tta_tiled_nodes *nodes, tta_arena *arena, tta_tiled *layout,
                             tta_tiled_bad_part *bad);

/** Makes a TENSOR (or MEMREF) the host. @return TTA_INVALID when it is unranked or has a dynamic extent */
tta_status tta_tiled_set_host(const tta_tree *tree, tta_node_id type, tta_arena *arena, tta_tiled *layout);

/** The specification of the short form, without its host. */
tta_status tta_tiled_spec_of_tree(const tta_tree *tree, const tta_tiled_nodes *nodes, tta_arena *arena,
                                  tta_tiled_spec *spec);

/** The layout that the short form has on a host. @return TTA_INVALID: there is no host or no such layout */
tta_status tta_tiled_resolve(const tta_tree *tree, const tta_tiled_nodes *nodes, const tta_tiled *host,
                             tta_arena *arena, tta_tiled *layout);

/** The value of a verified tiled_layout; `tensor` (0: none) is its host, and resolves the short form. Everything is
 *  copied into `arena`. @return TTA_INVALID for a short form without a tensor */
tta_status tta_tiled_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                               tta_tiled *out);

/** Whether a memref's `strided<..>` has the strides that it would have without it. */
bool tta_tiled_strides_implied(const tta_tree *tree, tta_node_id memref);

/** Whether two ranked types with contiguous elements are of one shape and element, and the memref is contiguous. */
bool tta_tiled_host_is_tensor(const tta_tree *tree, tta_node_id host, tta_node_id tensor);

#endif
