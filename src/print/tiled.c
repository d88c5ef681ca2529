/* Owns which parts of a tiled_layout are not printed, and the text of its short form resolved against a tensor. Does not
 * print the rest: that is print.c's, as for every attribute. */
#include "print/tiled.h"

#include "ir/tiled_tree.h"

bool tta_tiled_field_implied(const tta_tree *tree, tta_node_id tensor, tta_node_id item) {
  const tta_node *n = tta_node_at(tree, item);
  switch ((tta_field)n->field) {
  case TTA_FIELD_num_stick_dims: return n->integer == 1;
  case TTA_FIELD_pad: return n->kind == TTA_NODE_WORD && n->index == 0;
  case TTA_FIELD_host: return tensor && tta_tiled_host_is_tensor(tree, tta_node_resolve(tree, item), tensor);
  default: return false;
  }
}

static void print_keyword(tta_buf *out, const tta_tree *tree, const char *key, tta_node_id word, tta_enum which) {
  if (!word) return;
  tta_buf_printf(out, ", %s = %s", key, tta_enums[which].keywords[tta_node_at(tree, word)->index]);
}

/* Built layouts have contiguous strides and the tensor as their host: neither is written. */
static void print_built(tta_buf *out, const tta_tree *tree, const tta_tiled_nodes *nodes, tta_node_id tensor, const tta_tiled *layout) {
  static const char *const formats[] = {"dense", "sparse", "sparse_multi"};
  tta_str element = layout->element.name.size ? layout->element.name
                                              : tta_node_text(tree, tta_node_child(tree, tensor, TTA_FIELD_element_type));
  tta_buf_str(out, "#tt.tiled_layout<memref<");
  for (uint32_t i = 0; i < layout->device_size.rank; i++) tta_buf_printf(out, "%lldx", (long long)layout->device_size.extent[i]);
  tta_buf_bytes(out, element.data, element.size);
  tta_buf_str(out, ">, dim_map = [");
  for (uint32_t i = 0; i < layout->dim_map.rank; i++) tta_buf_printf(out, "%s%lld", i ? ", " : "", (long long)layout->dim_map.extent[i]);
  tta_buf_printf(out, "], %s", formats[layout->format]);
  if (nodes->pad && tta_node_at(tree, nodes->pad)->index) print_keyword(out, tree, "pad", nodes->pad, TTA_ENUM_oob_val);
  print_keyword(out, tree, "device_dtype", nodes->device_dtype, TTA_ENUM_device_dtype);
  tta_buf_char(out, '>');
}

bool tta_tiled_print_resolved(tta_buf *out, const tta_tree *tree, tta_node_id tensor, tta_node_id layout) {
  const tta_node *n = tta_node_at(tree, layout);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_tiled_layout) return false;
  tta_tiled_nodes nodes = tta_tiled_find_nodes(tree, layout);
  if (!nodes.stick) return false;
  tta_arena arena;
  tta_tiled_spec spec;
  tta_tiled host = {.has_host = false}, built;
  tta_arena_init(&arena, tree->allocator);
  tta_status status = tta_tiled_spec_of_tree(tree, &nodes, &arena, &spec);
  if (!status) status = tta_tiled_set_host(tree, tensor, &arena, &host);
  spec.host_size = host.host_size;
  spec.element = host.host_element;
  if (!status) status = tta_tiled_build(&spec, &arena, &built, NULL);
  if (!status) print_built(out, tree, &nodes, tensor, &built);
  if (status == TTA_NO_MEMORY) out->failed = true;
  tta_arena_free(&arena);
  return !status;
}
