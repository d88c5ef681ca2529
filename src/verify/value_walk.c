/* A walk over a value and its parts that enters the value of a shared alias once. */
#include "base/array.h"
#include "ir/tree.h"
#include "ttattr/value.h"

typedef struct walk {
  const tta_tree *tree;
  uint64_t *entered; /* a bit for each alias */
  tta_node_id *path; /* the node that is visited last at each depth */
  uint32_t num_path, cap_path;
} walk;

/* Whether the use of an alias leads to an alias that was entered before; marks those on the way. */
static bool is_repeated(walk *w, tta_node_id node) {
  const tta_node *n = &w->tree->nodes[node];
  while (n->kind == TTA_NODE_ALIAS) {
    uint64_t bit = (uint64_t)1 << n->index % 64, *word = &w->entered[n->index / 64];
    if (*word & bit) return true;
    *word |= bit;
    n = &w->tree->nodes[w->tree->aliases[n->index].value];
  }
  return false;
}

static tta_status run(walk *w, tta_node_id root, tta_value_walker visit, void *user) {
  const tta_allocator *allocator = w->tree->allocator;
  tta_node_id node = root;
  for (;;) {
    if (node) {
      bool repeated = is_repeated(w, node);
      tta_walk next = visit(user, (tta_value){w->tree, node}, w->num_path, repeated);
      if (next == TTA_WALK_STOP) return TTA_OK;
      if (!TTA_PUSH(allocator, w, path, node)) return TTA_NO_MEMORY;
      tta_node_id value = tta_node_resolve(w->tree, node);
      node = next == TTA_WALK_SKIP || repeated ? 0 : tta_node_first(w->tree, value);
    } else {
      node = w->path[--w->num_path];
      if (!w->num_path) return TTA_OK; /* the root: its siblings are not part of it */
      node = w->tree->nodes[node].next;
    }
  }
}

tta_status tta_value_walk(tta_value root, tta_value_walker visit, void *user) {
  if (!root.tree || !root.node) return TTA_OK;
  const tta_allocator *a = root.tree->allocator;
  walk w = {.tree = root.tree};
  size_t bytes = (root.tree->num_aliases / 64 + 1) * sizeof *w.entered;
  w.entered = a->allocate(a->user, bytes);
  if (!w.entered) return TTA_NO_MEMORY;
  memset(w.entered, 0, bytes);
  tta_status status = run(&w, root.node, visit, user);
  a->release(a->user, w.entered, bytes);
  TTA_ARRAY_FREE(a, &w, path);
  return status;
}
