/* Memrefs and their layouts as values. */
#include "model/memref.h"

#include "model/lower.h"

enum { ALIAS = 0 }; /* in enums.def, buffer_access */

static tta_memref_kind kind_of(const tta_node *n) {
  if (n->kind != TTA_NODE_ATTRIBUTE) return TTA_MEMREF_PLAIN;
  switch ((tta_attribute)n->index) {
  case TTA_ATTR_shard: return TTA_MEMREF_SHARD;
  case TTA_ATTR_interleaved: return TTA_MEMREF_INTERLEAVED;
  case TTA_ATTR_view: return TTA_MEMREF_VIEW;
  case TTA_ATTR_stream: return TTA_MEMREF_STREAM;
  case TTA_ATTR_cb_layout: return TTA_MEMREF_CB;
  default: return TTA_MEMREF_PLAIN;
  }
}

tta_memref_layout tta_memref_layout_lower(const tta_tree *tree, tta_node_id node) {
  tta_node_id id = tta_node_resolve(tree, node);
  tta_memref_layout out = {.kind = kind_of(tta_node_at(tree, id)), .num_buffers = 1, .span = tta_node_span(tree, id)};
  const tta_node *mode = tta_node_at(tree, tta_node_child(tree, id, TTA_FIELD_mode));
  tta_node_id buffers = tta_node_child(tree, id, TTA_FIELD_num_buffers);
  const tta_node *n = tta_node_at(tree, buffers);
  out.alias = mode->kind == TTA_NODE_WORD && mode->index == ALIAS;
  if (n->kind == TTA_NODE_INT) out.num_buffers = n->flags & TTA_NODE_WIDE ? INT64_MIN : n->integer;
  if (buffers) out.num_buffers_span = tta_node_span(tree, buffers);
  return out;
}

tta_memref tta_memref_lower(const tta_tree *tree, tta_node_id memref) {
  tta_node_id shape = tta_node_child(tree, memref, TTA_FIELD_shape);
  tta_memref out = {.element = tta_lower_element(tree, tta_node_child(tree, memref, TTA_FIELD_element_type)),
                    .space = tta_lower_memory_space(tree, tta_node_child(tree, memref, TTA_FIELD_memory_space)),
                    .layout = tta_memref_layout_lower(tree, tta_node_child(tree, memref, TTA_FIELD_layout))};
  out.ranked = tta_node_at(tree, shape)->kind == TTA_NODE_DIMS;
  if (out.ranked) out.shape = tta_node_shape(tree, shape);
  return out;
}
