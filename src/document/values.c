/* Values of the items of a document: each is lowered once for a query, also beside errors in the rest of the text. */
#include "document/values.h"

#include "model/device.h"
#include "model/lower_ttnn.h"

static bool is_sound(const tta_tree *tree, tta_node_id node, tta_attribute attribute) {
  return tta_node_is_attribute(tree, node, attribute) && !(tta_node_at(tree, node)->flags & TTA_NODE_HAS_ERRORS);
}

tta_status tta_lower_layout_value(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out) {
  if (!tta_is_layout_attribute(tree, layout)) return TTA_INVALID;
  tta_status status = tensor ? tta_layout_from_tree(tree, tensor, layout, arena, pool, out)
                             : tta_layout_of_attribute(tree, layout, arena, pool, out);
  return tta_affine_pool_status(pool) ? TTA_NO_MEMORY : status;
}

tta_attribute_of_value tta_attribute_of(const tta_tree *tree, tta_node_id node) {
  tta_attribute_of_value of = {.tree = tree};
  node = tta_node_resolve(tree, node);
  if (tta_node_at(tree, node)->flags & TTA_NODE_HAS_ERRORS) return of;
  if (tta_node_at(tree, node)->kind == TTA_NODE_TENSOR) of.tensor = node;
  of.attribute = of.tensor ? tta_node_resolve(tree, tta_node_child(tree, node, TTA_FIELD_encoding)) : node;
  return of;
}

static tta_status read_item(tta_document *d, size_t item, tta_attribute_of_value *out) {
  tta_node_id root = 0;
  *out = (tta_attribute_of_value){NULL, 0, 0};
  tta_status status = tta_document_begin_query(d);
  if (status || item >= d->num_items) return status;
  status = tta_document_open(d, tta_document_item_at(d, item).section);
  if (!status) status = tta_document_tree(d, item, &root);
  if (status) return status;
  *out = tta_attribute_of(&d->open.reader.tree, root);
  return TTA_OK;
}

typedef tta_status lowering(const tta_attribute_of_value *v, tta_document *d, void *out);

/* The value of an item, of `size` bytes; absent if the item has another attribute, or parts that do not fit each other:
 * then diagnostics say why.
 * @param lower returns TTA_INVALID if it is another attribute */
static const void *read_value(tta_document *d, size_t item, size_t size, lowering *lower, tta_status *status) {
  tta_attribute_of_value v;
  *status = read_item(d, item, &v);
  if (*status || !v.attribute) return NULL;
  if (!d->pool) d->pool = tta_affine_pool_new(d->allocator);
  void *value = d->pool ? tta_arena_alloc(&d->answer, size) : NULL;
  tta_status lowered = value ? lower(&v, d, value) : TTA_NO_MEMORY;
  if (lowered == TTA_NO_MEMORY || d->answer.failed) *status = TTA_NO_MEMORY;
  return lowered || *status ? NULL : value;
}

static tta_status lower_layout(const tta_attribute_of_value *v, tta_document *d, void *out) {
  return tta_lower_layout_value(v->tree, v->tensor, v->attribute, &d->answer, d->pool, out);
}

static tta_status lower_tiled(const tta_attribute_of_value *v, tta_document *d, void *out) {
  if (!is_sound(v->tree, v->attribute, TTA_ATTR_tiled_layout)) return TTA_INVALID;
  return tta_tiled_from_tree(v->tree, v->tensor, v->attribute, &d->answer, out);
}

static tta_status lower_device(const tta_attribute_of_value *v, tta_document *d, void *out) {
  if (v->tensor || !is_sound(v->tree, v->attribute, TTA_ATTR_device)) return TTA_INVALID;
  return tta_device_lower(v->tree, v->attribute, &d->answer, out);
}

static tta_status lower_memory_config(const tta_attribute_of_value *v, tta_document *d, void *out) {
  if (v->tensor || !is_sound(v->tree, v->attribute, TTA_ATTR_ttnn_memory_config)) return TTA_INVALID;
  return tta_lower_memory_config(v->tree, v->attribute, &d->answer, out);
}

#define DEFINE_QUERY(name, type)                                                                                       \
  tta_status tta_document_##name(tta_document *d, size_t item, const type **out) {                                     \
    tta_status status;                                                                                                 \
    *out = read_value(d, item, sizeof **out, lower_##name, &status);                                                   \
    return status;                                                                                                     \
  }
DEFINE_QUERY(layout, tta_layout)
DEFINE_QUERY(tiled, tta_tiled)
DEFINE_QUERY(device, tta_device)
DEFINE_QUERY(memory_config, tta_memory_config)
