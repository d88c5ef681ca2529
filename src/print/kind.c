/* Names of kinds of nodes, in JSON and for tta_value_name. */
#include <stddef.h>
#include <string.h>

#include "print/json.h"

/* Every pair of dialect and mnemonic, from the table of the syntax; dialects in the order of tta_dialect. One text with
 * offsets: an array of pointers would be relocated at the start of every program. */
#define NAMES(prefix, mnemonic)                                                                                        \
  prefix "tt." mnemonic "\0" prefix "ttcore." mnemonic "\0" prefix "ttnn." mnemonic "\0" prefix "ttir." mnemonic "\0"  \
  prefix "d2m." mnemonic "\0" prefix "ttmetal." mnemonic "\0" prefix "ttkernel." mnemonic

static const struct attribute_names {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) char id[sizeof(NAMES("", mnemonic))];
#include "ir/attributes.def"
} attribute_names = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) NAMES("", mnemonic),
#include "ir/attributes.def"
};

static const uint16_t offsets[TTA_NUM_ATTRIBUTES] = {
#define ATTRIBUTE(id, ...) offsetof(struct attribute_names, id),
#include "ir/attributes.def"
};
_Static_assert(sizeof attribute_names <= UINT16_MAX, "offsets");

/* The one mnemonic that is both an attribute and a type. */
static const char device_type_names[] = NAMES("!", "device");

static const char *name_at(const char *names, uint32_t dialect) {
  while (dialect--) names += strlen(names) + 1;
  return names;
}

/* An attribute without its name has the dialect of the one that it is in; its kind is then that of the latest dialect
 * of its row. */
static tta_dialect dialect_of(const tta_node *n) {
  uint32_t dialects = tta_attributes[n->index].dialects;
  if (dialects >> n->dialect & 1) return (tta_dialect)n->dialect;
  return dialects == (1U << TTA_TT | 1U << TTA_TTCORE) ? TTA_TTCORE : (tta_dialect)__builtin_ctz(dialects);
}

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
  case TTA_NODE_ATTRIBUTE: {
    const char *names = n->index == TTA_ATTR_device_type ? device_type_names
                                                         : (const char *)&attribute_names + offsets[n->index];
    return name_at(names, dialect_of(n));
  }
  default: return "";
  }
}
