/* The maps of nearly all layouts: every result is a sum of dims times positive constants. One walk over the
 * expressions, no memory, no division. Other maps take the general methods (injective.c). */
#include "base/checked.h"
#include "affine/pool.h"
#include "maps/maps.h"

/* One term of a sum, from the right end: constant, d, d * c. */
typedef struct term {
  int64_t factor; /* of the dim; the constant itself when there is none */
  uint32_t dim;   /* UINT32_MAX: a constant */
} term;

/* @return false if the node is not such a term, or a number in it is negative. */
static bool read_term(const tta_affine_node *nodes, const tta_affine_node *node, term *out) {
  const tta_affine_node *dim = node;
  out->factor = 1;
  out->dim = UINT32_MAX;
  if (node->kind == TTA_EXPR_CONSTANT) {
    out->factor = node->value;
    return node->value >= 0;
  }
  if (node->kind == TTA_EXPR_MUL) {
    const tta_affine_node *factor = &nodes[node->rhs];
    if (factor->kind != TTA_EXPR_CONSTANT || factor->value < 0) return false;
    dim = &nodes[node->lhs];
    out->factor = factor->value;
  }
  out->dim = (uint32_t)dim->value;
  return dim->kind == TTA_EXPR_DIM;
}

/* A sum leans to the left, (a + b) + c, and its terms mostly shrink from left to right: read from the right, each
 * factor has to exceed all that stands below it (positional notation), and the sum determines its terms. Dims in *known
 * are known already.
 * @return false when it does not determine them; *largest is the value at the last index. */
static bool determines_terms(const tta_affine_node *nodes, tta_expr sum, tta_shape box, uint64_t *known,
                            int64_t *largest) {
  int64_t below = 0, most;
  uint64_t told = 0;
  *largest = 0;
  for (;;) {
    const tta_affine_node *node = &nodes[sum];
    bool more = node->kind == TTA_EXPR_ADD;
    term t;
    if (!read_term(nodes, more ? &nodes[node->rhs] : node, &t)) return false;
    if (t.dim == UINT32_MAX) {
      if (!tta_add(*largest, t.factor, largest)) return false;
    } else if (box.extent[t.dim] > 1) {
      if (!tta_mul(t.factor, box.extent[t.dim] - 1, &most) || !tta_add(*largest, most, largest)) return false;
      if (!(*known >> t.dim & 1)) {
        if (t.factor <= below || (told >> t.dim & 1)) return false;
        told |= (uint64_t)1 << t.dim;
        below += most; /* at most *largest */
      }
    }
    if (!more) break;
    sum = node->lhs;
  }
  *known |= told;
  return true;
}

bool tta_maps_sums_are_injective(const tta_map *map, tta_shape box) {
  enum { MAX_DIMS = 64 };
  uint64_t known = 0;
  int64_t largest;
  if (box.rank > MAX_DIMS) return false;
  for (uint32_t r = 0; r < map->num_results; r++)
    if (map->results[r] == TTA_EXPR_NONE || !determines_terms(map->pool->nodes, map->results[r], box, &known, &largest))
      return false;
  for (uint32_t d = 0; d < box.rank; d++)
    if (box.extent[d] > 1 && !(known >> d & 1)) return false;
  return true;
}

static bool value_of_sum(const tta_affine_node *nodes, tta_expr sum, const int64_t *at, int64_t *value) {
  *value = 0;
  for (;;) {
    const tta_affine_node *node = &nodes[sum];
    bool more = node->kind == TTA_EXPR_ADD;
    term t;
    if (!read_term(nodes, more ? &nodes[node->rhs] : node, &t)) return false;
    if (t.dim != UINT32_MAX && !tta_mul(t.factor, at[t.dim], &t.factor)) return false;
    if (!tta_add(*value, t.factor, value)) return false;
    if (!more) return true;
    sum = node->lhs;
  }
}

bool tta_maps_sums_at(const tta_map *map, const int64_t *at, int64_t *image) {
  for (uint32_t r = 0; r < map->num_results; r++)
    if (map->results[r] == TTA_EXPR_NONE || !value_of_sum(map->pool->nodes, map->results[r], at, &image[r]))
      return false;
  return true;
}
