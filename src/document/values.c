/* Values of the items of a document: each is lowered once for a query, also beside errors in the rest of the text. */
#include "document/values.h"

#include "model/device.h"
#include "model/lower_ttnn.h"

static bool is_attribute(const tta_tree *tree, tta_node_id node, tta_attribute attribute) {
  if (!node) return false; /* an index out of range has no tree */
  const tta_node *n = tta_node_at(tree, node);
  return n->kind == TTA_NODE_ATTRIBUTE && n->index == attribute && !(n->flags & TTA_NODE_HAS_ERRORS);
}

tta_status tta_lower_layout_value(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out) {
  if (!tta_is_layout_attribute(tree, layout)) return TTA_INVALID;
  tta_status status = tensor ? tta_layout_from_tree(tree, tensor, layout, arena, pool, out)
                             : tta_layout_of_attribute(tree, layout, arena, pool, out);
  return tta_affine_pool_status(pool) ? TTA_NO_MEMORY : status;
}

/* An item: its tree, and the attribute that it is or, of a tensor, has. */
typedef struct item_value {
  const tta_tree *tree;
  tta_node_id tensor, attribute; /* 0: none */
} item_value;

static tta_status read_item(tta_document *d, size_t item, item_value *out) {
  tta_node_id root = 0;
  *out = (item_value){NULL, 0, 0};
  tta_status status = tta_document_begin_query(d);
  if (status || item >= d->num_items) return status;
  status = tta_document_open(d, tta_document_item_at(d, item).section);
  if (!status) status = tta_document_tree(d, item, &root);
  if (status) return status;
  const tta_tree *tree = out->tree = &d->open.reader.tree;
  root = tta_node_resolve(tree, root);
  const tta_node *n = tta_node_at(tree, root);
  if (n->flags & TTA_NODE_HAS_ERRORS) return TTA_OK;
  if (n->kind == TTA_NODE_TENSOR) out->tensor = root;
  out->attribute = out->tensor ? tta_node_resolve(tree, tta_node_child(tree, root, TTA_FIELD_encoding)) : root;
  return TTA_OK;
}

/* The value, unless the parts do not fit each other: then it is absent, and diagnostics say why. */
static tta_status finish(tta_document *d, tta_status status, const void *value, const void **out) {
  *out = status ? NULL : value;
  return status == TTA_NO_MEMORY || d->answer.failed ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_document_layout(tta_document *d, size_t item, const tta_layout **out) {
  item_value v;
  *out = NULL;
  tta_status status = read_item(d, item, &v);
  if (status || !v.attribute || !tta_is_layout_attribute(v.tree, v.attribute)) return status;
  if (!d->pool) d->pool = tta_affine_pool_new(d->allocator);
  tta_layout *value = d->pool ? tta_arena_alloc(&d->answer, sizeof *value) : NULL;
  if (!value) return TTA_NO_MEMORY;
  status = tta_lower_layout_value(v.tree, v.tensor, v.attribute, &d->answer, d->pool, value);
  return finish(d, status, value, (const void **)out);
}

tta_status tta_document_tiled(tta_document *d, size_t item, const tta_tiled **out) {
  item_value v;
  *out = NULL;
  tta_status status = read_item(d, item, &v);
  if (status || !v.attribute || !is_attribute(v.tree, v.attribute, TTA_ATTR_tiled_layout)) return status;
  tta_tiled *value = tta_arena_alloc(&d->answer, sizeof *value);
  if (!value) return TTA_NO_MEMORY;
  status = tta_tiled_from_tree(v.tree, v.tensor, v.attribute, &d->answer, value);
  return finish(d, status, value, (const void **)out);
}

tta_status tta_document_device(tta_document *d, size_t item, const tta_device **out) {
  item_value v;
  *out = NULL;
  tta_status status = read_item(d, item, &v);
  if (status || v.tensor || !is_attribute(v.tree, v.attribute, TTA_ATTR_device)) return status;
  tta_device *value = tta_arena_alloc(&d->answer, sizeof *value);
  if (!value) return TTA_NO_MEMORY;
  status = tta_device_lower(v.tree, v.attribute, &d->answer, value);
  return finish(d, status, value, (const void **)out);
}

tta_status tta_document_memory_config(tta_document *d, size_t item, const tta_memory_config **out) {
  item_value v;
  *out = NULL;
  tta_status status = read_item(d, item, &v);
  if (status || v.tensor || !is_attribute(v.tree, v.attribute, TTA_ATTR_ttnn_memory_config)) return status;
  tta_memory_config *value = tta_arena_alloc(&d->answer, sizeof *value);
  if (!value) return TTA_NO_MEMORY;
  status = tta_lower_memory_config(v.tree, v.attribute, &d->answer, value);
  return finish(d, status, value, (const void **)out);
}
