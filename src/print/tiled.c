/* Parts of a tiled_layout that are not printed, and its short form resolved against a tensor. */
#include "print/tiled.h"

#include "tiled/lower.h"

bool tta_tiled_field_implied(const tta_tree *tree, tta_node_id tensor, tta_node_id item) {
  const tta_node *n = tta_node_at(tree, item);
  switch ((tta_field)n->field) {
  case TTA_FIELD_num_stick_dims: return n->integer == 1;
  case TTA_FIELD_pad: return n->kind == TTA_NODE_WORD && n->index == 0;
  case TTA_FIELD_host: return tensor && tta_tiled_host_is_tensor(tree, tta_node_resolve(tree, item), tensor);
  default: return false;
  }
}

bool tta_tiled_print_resolved(tta_buf *out, const tta_tree *tree, tta_node_id tensor, tta_node_id layout) {
  if (!tta_node_is_attribute(tree, layout, TTA_ATTR_tiled_layout)) return false;
  tta_tiled_nodes nodes = tta_tiled_find_nodes(tree, layout);
  if (!nodes.stick) return false;
  tta_arena arena;
  tta_tiled host = {.has_host = false}, built;
  tta_arena_init(&arena, tree->allocator);
  tta_status status = tta_tiled_set_host(tree, tensor, &arena, &host);
  if (!status) status = tta_tiled_resolve(tree, &nodes, &host, &arena, &built);
  if (!status) tta_tiled_attribute(out, &built, false);
  if (status == TTA_NO_MEMORY) out->failed = true;
  tta_arena_free(&arena);
  return !status;
}
