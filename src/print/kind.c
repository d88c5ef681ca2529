/* Names of kinds of nodes, in JSON and for tta_value_name. */
#include "print/json.h"

/* Every pair of dialect and mnemonic as one constant text, from the table of the syntax; dialects in the order of
 * tta_dialect. */
#define NAMES(prefix, mnemonic)                                                                                        \
  {                                                                                                                    \
    prefix "tt." mnemonic, prefix "ttcore." mnemonic, prefix "ttnn." mnemonic, prefix "ttir." mnemonic,                \
        prefix "d2m." mnemonic, prefix "ttmetal." mnemonic, prefix "ttkernel." mnemonic                                \
  }

static const char *const attribute_names[TTA_NUM_ATTRIBUTES][TTA_NUM_DIALECTS] = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) NAMES("", mnemonic),
#include "ir/attributes.def"
};

/* The one mnemonic that is both an attribute and a type. */
static const char *const device_type_names[TTA_NUM_DIALECTS] = NAMES("!", "device");

const char *tta_node_kind_name(const tta_tree *tree, tta_node_id id) {
  const tta_node *n = tta_node_at(tree, id);
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_TENSOR: return "builtin.tensor";
  case TTA_NODE_MEMREF: return "builtin.memref";
  case TTA_NODE_VECTOR: return "builtin.vector";
  case TTA_NODE_COMPLEX: return "builtin.complex";
  case TTA_NODE_TUPLE: return "builtin.tuple";
  case TTA_NODE_FUNCTION: return "builtin.function";
  case TTA_NODE_MAP_ATTR: return "builtin.affine_map";
  case TTA_NODE_SET_ATTR: return "builtin.affine_set";
  case TTA_NODE_ATTRIBUTE:
    return n->index == TTA_ATTR_device_type ? device_type_names[n->dialect] : attribute_names[n->index][n->dialect];
  default: return "";
  }
}
