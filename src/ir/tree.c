/* Arrays of nodes, and access to them. */
#include "ir/tree.h"

#include "base/array.h"

_Static_assert(TTA_NODE_FUNCTION < 64, "tta_node_first: a bit for each kind, and this is the last kind");
_Static_assert(TTA_NUM_FIELDS <= 1 << 12, "tta_node: field");
_Static_assert(TTA_NODE_ELIDED <= UINT8_MAX, "tta_node: flags");
_Static_assert(sizeof(tta_node) == 24, "nodes are counted in the memory per byte of docs/performance.md");

static bool grown(tta_tree *tree, bool enough) {
  if (!enough) tree->status = TTA_NO_MEMORY;
  return enough;
}

#define GROW(tree, list, more) grown(tree, TTA_GROW((tree)->allocator, tree, list, more))

bool tta_tree_grow_nodes(tta_tree *tree) { return GROW(tree, nodes, 1); }
bool tta_tree_grow_dims(tta_tree *tree, uint32_t more) { return GROW(tree, dims, more); }
bool tta_tree_grow_results(tta_tree *tree, uint32_t more) { return GROW(tree, results, more); }

uint32_t tta_tree_add_map(tta_tree *tree, tta_map_data map) {
  if (!GROW(tree, maps, 1)) return 0;
  tree->maps[tree->num_maps] = map;
  return tree->num_maps++;
}

tta_status tta_tree_init(tta_tree *tree, tta_str text, const tta_allocator *allocator) {
  *tree = (tta_tree){.allocator = allocator, .text = text};
  tta_buf_init(&tree->opaque_text, allocator);
  tree->affine = tta_affine_pool_new(allocator);
  if (!tree->affine) return tree->status = TTA_NO_MEMORY;
  tta_node_new(tree, TTA_NODE_NONE, (tta_span){0, 0});
  tta_tree_add_map(tree, (tta_map_data){0});
  tta_tree_grow_dims(tree, 1); /* so that a shape of rank 0 and a map without results point into them, too */
  tta_tree_grow_results(tree, 1);
  if (tree->status) tta_tree_free(tree);
  return tree->status;
}

void tta_tree_free(tta_tree *tree) {
  tta_affine_pool_free(tree->affine);
  tta_buf_free(&tree->opaque_text);
  TTA_ARRAY_FREE(tree->allocator, tree, nodes);
  TTA_ARRAY_FREE(tree->allocator, tree, dims);
  TTA_ARRAY_FREE(tree->allocator, tree, maps);
  TTA_ARRAY_FREE(tree->allocator, tree, results);
  TTA_ARRAY_FREE(tree->allocator, tree, aliases);
  *tree = (tta_tree){.allocator = tree->allocator, .status = tree->status};
}

tta_tree_mark tta_tree_position(const tta_tree *tree) {
  return (tta_tree_mark){
      tree->num_nodes,       tree->num_dims, tree->num_maps, tree->num_results, tta_affine_pool_mark(tree->affine),
      tree->opaque_text.size};
}

void tta_tree_rewind(tta_tree *tree, tta_tree_mark mark) {
  tree->num_nodes = mark.num_nodes;
  tree->num_dims = mark.num_dims;
  tree->num_maps = mark.num_maps;
  tree->num_results = mark.num_results;
  tta_affine_pool_rewind(tree->affine, mark.affine);
  tree->opaque_text.size = mark.opaque_text;
}

uint32_t tta_tree_add_alias(tta_tree *tree, tta_alias alias) {
  if (!GROW(tree, aliases, 1)) return UINT32_MAX;
  tree->aliases[tree->num_aliases] = alias;
  return tree->num_aliases++;
}

static bool is_zero(const tta_tree *tree, tta_node_id id) {
  const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, id));
  if (n->kind == TTA_NODE_TYPED) n = tta_node_at(tree, n->first);
  if (n->kind == TTA_NODE_BOOL) return !n->index;
  return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE) && n->integer == 0;
}

/* MLIR does not print an identity map as the layout of a memref, nor its memory space 0. */
static bool is_default_of_memref(const tta_tree *tree, tta_node_id child, tta_field field) {
  tta_map map;
  if (field == TTA_FIELD_memory_space) return is_zero(tree, child);
  return field == TTA_FIELD_layout && tta_node_map(tree, child, &map) && tta_map_is_identity(&map);
}

tta_node_id tta_node_printed_child(const tta_tree *tree, tta_node_id id, tta_field field) {
  tta_node_id child = tta_node_child(tree, id, field);
  if (child && tta_node_at(tree, id)->kind == TTA_NODE_MEMREF && is_default_of_memref(tree, child, field)) return 0;
  return tta_node_is_elided(tta_node_at(tree, child)) ? 0 : child;
}

tta_node_id tta_node_behind_alias(const tta_tree *tree, tta_node_id id) {
  /* An alias can only use aliases defined before it, so this ends. */
  while (tree->nodes[id].kind == TTA_NODE_ALIAS) {
    const tta_alias *alias = &tree->aliases[tree->nodes[id].index];
    if (alias->poisoned) return 0;
    id = alias->value;
  }
  return id;
}

bool tta_node_map(const tta_tree *tree, tta_node_id id, tta_map *map) {
  id = tta_node_resolve(tree, id);
  const tta_node *n = &tree->nodes[id];
  if (n->kind != TTA_NODE_MAP && n->kind != TTA_NODE_MAP_ATTR) return false;
  const tta_map_data *m = &tree->maps[n->index];
  *map = (tta_map){tree->affine, m->num_dims, m->num_symbols, m->num_results, tree->results + m->first_result};
  return true;
}

tta_str tta_scalar_width(tta_str type, tta_str *stem) {
  size_t letters = type.size && (type.data[0] == 's' || type.data[0] == 'u');
  bool integer = letters + 1 < type.size && type.data[letters] == 'i' && type.data[letters + 1] <= '9';
  size_t at = integer ? letters + 1 : type.size;
  *stem = (tta_str){type.data, at};
  while (at + 1 < type.size && type.data[at] == '0') at++;
  return (tta_str){type.data + at, type.size - at};
}
