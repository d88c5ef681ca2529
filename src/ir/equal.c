/* Equality of trees: two texts with one meaning, without regard to blanks, aliases and prefixes. */
#include <string.h>

#include "base/str.h"
#include "ir/tree.h"

typedef struct side {
  const tta_tree *tree;
  tta_node_id id;
} side;

static const tta_node *node(side s) { return tta_node_at(s.tree, s.id); }

/* A quoted keyword is the keyword. */
static bool same_words(side a, side b) {
  tta_str s = tta_node_text(a.tree, a.id), t = tta_node_text(b.tree, b.id);
  size_t i = 0, j = 0;
  for (;; i++, j++) {
    while (i < s.size && strchr("\" \t\r\n", s.data[i])) i++;
    while (j < t.size && strchr("\" \t\r\n", t.data[j])) j++;
    if (i >= s.size || j >= t.size) return i >= s.size && j >= t.size;
    if (s.data[i] != t.data[j]) return false;
  }
}

static bool same_text(side a, side b) {
  return tta_str_equal(tta_node_text(a.tree, a.id), tta_node_text(b.tree, b.id));
}

static bool same_scalar(side a, side b) {
  tta_str stem[2], width[2] = {tta_scalar_width(tta_node_text(a.tree, a.id), &stem[0]),
                               tta_scalar_width(tta_node_text(b.tree, b.id), &stem[1])};
  return tta_str_equal(stem[0], stem[1]) && tta_str_equal(width[0], width[1]);
}

static bool same_set(side a, side b) {
  const tta_map_data *s = &a.tree->maps[node(a)->index], *t = &b.tree->maps[node(b)->index];
  if (s->num_dims != t->num_dims || s->num_symbols != t->num_symbols || s->num_results != t->num_results) return false;
  for (uint32_t i = 0; i < 2 * s->num_results; i += 2) {
    const tta_expr *x = a.tree->results + s->first_result + i, *y = b.tree->results + t->first_result + i;
    if (x[1] != y[1] || !tta_expr_equal(a.tree->affine, x[0], b.tree->affine, y[0])) return false;
  }
  return true;
}

static bool same_children(side a, side b) {
  side x = {a.tree, tta_node_first(a.tree, a.id)}, y = {b.tree, tta_node_first(b.tree, b.id)};
  for (;; x.id = node(x)->next, y.id = node(y)->next) {
    while (x.id && tta_node_is_elided(node(x))) x.id = node(x)->next;
    while (y.id && tta_node_is_elided(node(y))) y.id = node(y)->next;
    if (!x.id || !y.id) return !x.id && !y.id;
    if (node(x)->field != node(y)->field || !tta_node_equal(x.tree, x.id, y.tree, y.id)) return false;
  }
}

/* Recurses as deep as the texts nest, aliases included. */
bool tta_node_equal(const tta_tree *tree_a, tta_node_id id_a, const tta_tree *tree_b, tta_node_id id_b) {
  side a = {tree_a, tta_node_resolve(tree_a, id_a)}, b = {tree_b, tta_node_resolve(tree_b, id_b)};
  tta_map map_a, map_b;
  if (tta_node_map(a.tree, a.id, &map_a) && tta_node_map(b.tree, b.id, &map_b)) return tta_map_equal(&map_a, &map_b);
  if (node(a)->kind != node(b)->kind) return false;
  switch ((tta_node_kind)node(a)->kind) {
  case TTA_NODE_NONE: case TTA_NODE_UNIT: case TTA_NODE_DYNAMIC: return true;
  case TTA_NODE_INT:
    if ((node(a)->flags | node(b)->flags) & TTA_NODE_WIDE) return same_text(a, b);
    return node(a)->integer == node(b)->integer;
  case TTA_NODE_BOOL: case TTA_NODE_MAP_RANK: return node(a)->index == node(b)->index;
  case TTA_NODE_FLAGS: return node(a)->first == node(b)->first && node(a)->index == node(b)->index;
  case TTA_NODE_WORD: case TTA_NODE_SYMBOL: return same_words(a, b);
  case TTA_NODE_DIMS: return tta_shape_equal(tta_node_shape(a.tree, a.id), tta_node_shape(b.tree, b.id));
  case TTA_NODE_SET_ATTR: return same_set(a, b);
  case TTA_NODE_ATTRIBUTE:
    return node(a)->index == node(b)->index && node(a)->dialect == node(b)->dialect && same_children(a, b);
  case TTA_NODE_SCALAR: return same_scalar(a, b);
  case TTA_NODE_ERROR:
  case TTA_NODE_FLOAT:
  case TTA_NODE_STRING:
  case TTA_NODE_OPAQUE:
  case TTA_NODE_MAP:
  case TTA_NODE_MAP_ATTR: case TTA_NODE_ALIAS:
    return same_text(a, b);
  default: return same_children(a, b);
  }
}
