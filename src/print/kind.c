/* Names of kinds of nodes, in JSON and for tta_value_name. */
#include <stddef.h>
#include <string.h>

#include "print/json.h"

/* Every pair of dialect and mnemonic, from the table of the syntax; dialects in the order of tta_dialect. One text with
 * offsets: an array of pointers would be relocated at the start of every program. */
#define NAMES(m)                                                                                                       \
  "!tt." m "\0!ttcore." m "\0!ttnn." m "\0!ttir." m "\0!d2m." m "\0!ttmetal." m "\0!ttkernel." m "\0"                  \
  "!sfpi." m "\0!emitpy." m

static const struct attribute_names {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) char id[sizeof(NAMES(mnemonic))];
#include "ir/attributes.def"
} attribute_names = {
#define ATTRIBUTE(id, sigil, dialects, mnemonic, ...) NAMES(mnemonic),
#include "ir/attributes.def"
};

static const uint16_t offsets[TTA_NUM_ATTRIBUTES] = {
#define ATTRIBUTE(id, ...) offsetof(struct attribute_names, id),
#include "ir/attributes.def"
};
_Static_assert(sizeof attribute_names <= UINT16_MAX, "offsets");

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

/* Without its sigil, which only a type has that shares its name with an attribute. */
static const char *attribute_name(const tta_node *n) {
  const char *name = name_at((const char *)&attribute_names + offsets[n->index], dialect_of(n));
  return n->index == TTA_ATTR_device_type || n->index == TTA_ATTR_emitpy_opaque_type ? name : name + 1;
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
  case TTA_NODE_ATTRIBUTE: return attribute_name(n);
  default: return "";
  }
}
