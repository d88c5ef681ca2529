/* Bottom-up computations on expressions: the value at a point, and substitution of dims and symbols; also the memory of
 * the stack that these walks use. */
#include "affine/walk.h"

#include <string.h>

#include "base/checked.h"

void tta_expr_stack_free(tta_expr_stack *stack) {
  if (stack->frames != stack->local)
    stack->allocator->release(stack->allocator->user, stack->frames, stack->capacity * sizeof *stack->frames);
}

bool tta_expr_stack_grow(tta_expr_stack *stack) {
  const tta_allocator *allocator = stack->allocator;
  size_t bytes, old_bytes = stack->capacity * sizeof *stack->frames;
  if (!tta_size_mul(old_bytes, 2, &bytes)) return false;
  bool local = stack->frames == stack->local;
  tta_expr_frame *frames = local ? allocator->allocate(allocator->user, bytes)
                                 : allocator->resize(allocator->user, stack->frames, old_bytes, bytes);
  if (!frames) return false;
  if (local) memcpy(frames, stack->local, old_bytes);
  stack->frames = frames;
  stack->capacity *= 2;
  return true;
}

typedef struct point {
  const tta_affine_node *nodes;
  const int64_t *dims, *symbols;
} point;

static bool enter_operation(void *context, tta_expr expr) {
  const point *at = context;
  return !tta_affine_node_is_leaf(&at->nodes[expr]);
}

static tta_status leaf_value(void *context, tta_expr expr, int64_t *value) {
  const point *at = context;
  const tta_affine_node *node = &at->nodes[expr];
  *value = node->kind == TTA_EXPR_CONSTANT ? node->value
           : node->kind == TTA_EXPR_DIM    ? at->dims[node->value]
                                           : at->symbols[node->value];
  return TTA_OK;
}

static tta_status operation_value(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  const point *at = context;
  bool fits = false;
  tta_expr_kind kind = (tta_expr_kind)at->nodes[expr].kind;
  if (kind >= TTA_EXPR_MOD && rhs <= 0) return TTA_INVALID;
  switch (kind) {
    case TTA_EXPR_ADD: fits = tta_add(lhs, rhs, value); break;
    case TTA_EXPR_MUL: fits = tta_mul(lhs, rhs, value); break;
    case TTA_EXPR_MOD: fits = tta_mod(lhs, rhs, value); break;
    case TTA_EXPR_FLOORDIV: fits = tta_floordiv(lhs, rhs, value); break;
    case TTA_EXPR_CEILDIV: fits = tta_ceildiv(lhs, rhs, value); break;
    case TTA_EXPR_CONSTANT:
    case TTA_EXPR_DIM:
    case TTA_EXPR_SYMBOL: break;
  }
  return fits ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_expr_evaluate(const tta_affine_pool *pool, tta_expr expr, const int64_t *dims, const int64_t *symbols,
                             int64_t *value) {
  static const tta_expr_folder folder = {enter_operation, leaf_value, operation_value};
  if (expr == TTA_EXPR_NONE) return TTA_INVALID;
  point at = {pool->nodes, dims, symbols};
  return tta_expr_fold(pool, expr, &folder, &at, value);
}

tta_status tta_map_evaluate(const tta_map *map, const int64_t *dims, const int64_t *symbols, int64_t *values) {
  for (uint32_t i = 0; i < map->num_results; ++i) {
    tta_status status = tta_expr_evaluate(map->pool, map->results[i], dims, symbols, &values[i]);
    if (status) return status;
  }
  return TTA_OK;
}

typedef struct substitution {
  tta_affine_pool *pool;
  const tta_affine_pool *from; /* may be the same, and then its nodes move */
  const tta_expr *dims, *symbols;
} substitution;

static bool enter_from(void *context, tta_expr expr) {
  const substitution *by = context;
  return !tta_affine_node_is_leaf(&by->from->nodes[expr]);
}

/* A handle travels through the fold as a value. A failed build ends it; the pool's status tells why. */
static tta_status built(tta_expr expr, int64_t *value) {
  *value = expr;
  return expr == TTA_EXPR_NONE ? TTA_INVALID : TTA_OK;
}

static tta_status replace_leaf(void *context, tta_expr expr, int64_t *value) {
  const substitution *by = context;
  const tta_affine_node *node = &by->from->nodes[expr];
  if (node->kind == TTA_EXPR_DIM) return built(by->dims[node->value], value);
  if (node->kind == TTA_EXPR_SYMBOL) return built(by->symbols[node->value], value);
  return built(by->pool == by->from ? expr : tta_affine_pool_constant(by->pool, node->value), value);
}

/* Unchanged operands would yield an equal expression: keep the existing one. */
static tta_status replace_operation(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  const substitution *by = context;
  tta_affine_node node = by->from->nodes[expr];
  if (by->pool == by->from && lhs == node.lhs && rhs == node.rhs) return built(expr, value);
  return built(tta_expr_binary(by->pool, (tta_expr_kind)node.kind, (tta_expr)lhs, (tta_expr)rhs), value);
}

tta_expr tta_expr_replace(tta_affine_pool *pool, const tta_affine_pool *from, tta_expr expr, const tta_expr *dims,
                          const tta_expr *symbols) {
  static const tta_expr_folder folder = {enter_from, replace_leaf, replace_operation};
  if (expr == TTA_EXPR_NONE) return TTA_EXPR_NONE;
  substitution by = {pool, from, dims, symbols};
  int64_t result;
  tta_status status = tta_expr_fold(from, expr, &folder, &by, &result);
  if (status == TTA_NO_MEMORY) pool->status = TTA_NO_MEMORY;
  return status ? TTA_EXPR_NONE : (tta_expr)result;
}
