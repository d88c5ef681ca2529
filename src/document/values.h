/* values.h: how queries make values of trees. */
#ifndef TTA_DOCUMENT_VALUES_H
#define TTA_DOCUMENT_VALUES_H

#include "document/document.h"
#include "layout/values.h"
#include "ttattr/device.h"
#include "ttattr/tiled.h"

/** The attribute that a value is or, of a tensor, has as its encoding. */
typedef struct tta_attribute_of_value {
  const tta_tree *tree;
  tta_node_id tensor, attribute; /* 0: none, or one with errors */
} tta_attribute_of_value;

tta_attribute_of_value tta_attribute_of(const tta_tree *tree, tta_node_id node);

/** A layout with its tensor, or (tensor 0) without one. Everything is copied into `arena` and `pool`.
 *  @return TTA_INVALID also if `layout` is another attribute */
tta_status tta_lower_layout_value(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out);

/** The text that layouts were read from. */
tta_source *tta_layouts_source(const tta_layouts *layouts);

/** Appends `@main/`, `@"f g"/`: what is before the name of a value in a name that selects its layout. */
void tta_function_prefix(tta_buf *out, tta_str function);

#endif
