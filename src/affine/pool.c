/* The pool of affine expressions: its memory, its leaves, equality, and queries about maps. */
#include "ttattr/affine.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "affine/pool.h"

enum { FIRST_CAPACITY = 256 };

static tta_affine_node leaf_node(tta_expr_kind kind, int64_t value) {
  tta_affine_node node = {.kind = (uint8_t)kind, .has_dim = kind == TTA_EXPR_DIM, .divisor = 1, .value = value};
  if (kind == TTA_EXPR_CONSTANT) {
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    node.divisor = magnitude < TTA_DIVISOR_IS_WIDE ? (uint32_t)magnitude : TTA_DIVISOR_IS_WIDE;
  }
  return node;
}

/* A table, because each text that is read has a pool. */
#define FOUR(leaf, i) leaf(i), leaf((i) + 1), leaf((i) + 2), leaf((i) + 3)
#define SIXTEEN(leaf, i) FOUR(leaf, i), FOUR(leaf, (i) + 4), FOUR(leaf, (i) + 8), FOUR(leaf, (i) + 12)
#define DIM(i) {.kind = TTA_EXPR_DIM, .has_dim = true, .divisor = 1, .value = (i)}
#define SYMBOL(i) {.kind = TTA_EXPR_SYMBOL, .divisor = 1, .value = (i)}
#define CONSTANT(i) {.kind = TTA_EXPR_CONSTANT, .divisor = (uint32_t)((i) < 0 ? -(i) : (i)), .value = (i)}
static const tta_affine_node presets[] = {
  CONSTANT(0), /* TTA_EXPR_NONE */
  SIXTEEN(DIM, 0), SIXTEEN(DIM, 16),
  SIXTEEN(SYMBOL, 0),
  CONSTANT(-1), SIXTEEN(CONSTANT, 0), SIXTEEN(CONSTANT, 16), SIXTEEN(CONSTANT, 32), SIXTEEN(CONSTANT, 48),
  SIXTEEN(CONSTANT, 64), SIXTEEN(CONSTANT, 80), SIXTEEN(CONSTANT, 96), SIXTEEN(CONSTANT, 112), CONSTANT(128),
};
_Static_assert(sizeof presets / sizeof *presets == TTA_PRESET_END && TTA_PRESET_DIMS == 32 &&
               TTA_PRESET_SYMBOLS == 16 && TTA_PRESET_LEAST_CONSTANT == -1, "the order is that of pool.h");

tta_affine_pool *tta_affine_pool_new(const tta_allocator *allocator) {
  allocator = tta_allocator_or_default(allocator);
  tta_affine_pool *pool = allocator->allocate(allocator->user, sizeof *pool);
  if (!pool) return NULL;
  *pool = (tta_affine_pool){.capacity = FIRST_CAPACITY, .size = TTA_PRESET_END, .allocator = allocator};
  pool->nodes = allocator->allocate(allocator->user, FIRST_CAPACITY * sizeof *pool->nodes);
  if (!pool->nodes) {
    allocator->release(allocator->user, pool, sizeof *pool);
    return NULL;
  }
  memcpy(pool->nodes, presets, sizeof presets);
  return pool;
}

void tta_affine_pool_free(tta_affine_pool *pool) {
  if (!pool) return;
  const tta_allocator *allocator = pool->allocator;
  allocator->release(allocator->user, pool->nodes, pool->capacity * sizeof *pool->nodes);
  allocator->release(allocator->user, pool, sizeof *pool);
}

const tta_affine_pool *tta_affine_pool_keep(const tta_affine_pool *pool, tta_arena *arena) {
  tta_affine_pool *copy = tta_arena_alloc(arena, sizeof *copy);
  tta_affine_node *nodes = tta_arena_array(arena, pool->size, sizeof *nodes);
  if (!copy || !nodes) return NULL;
  memcpy(nodes, pool->nodes, pool->size * sizeof *nodes);
  *copy = *pool;
  copy->nodes = nodes;
  copy->capacity = pool->size;
  return copy;
}

tta_status tta_affine_pool_status(const tta_affine_pool *pool) { return pool->status; }

tta_expr tta_affine_pool_mark(const tta_affine_pool *pool) { return pool->size; }

void tta_affine_pool_rewind(tta_affine_pool *pool, tta_expr mark) {
  if (mark < TTA_PRESET_END) mark = TTA_PRESET_END;
  if (mark < pool->size) pool->size = mark;
  pool->status = TTA_OK;
}

bool tta_affine_pool_grow(tta_affine_pool *pool, uint32_t more) {
  if (pool->capacity - pool->size >= more) return true;
  uint32_t capacity = pool->capacity > UINT32_MAX / 2 ? UINT32_MAX : pool->capacity * 2;
  size_t bytes;
  if (capacity - pool->size < more || !tta_size_mul(capacity, sizeof *pool->nodes, &bytes)) goto fail;
  tta_affine_node *nodes = pool->allocator->resize(pool->allocator->user, pool->nodes,
                                                   pool->capacity * sizeof *pool->nodes, bytes);
  if (!nodes) goto fail;
  pool->nodes = nodes;
  pool->capacity = capacity;
  return true;
fail:
  pool->status = TTA_NO_MEMORY;
  return false;
}

tta_expr tta_affine_pool_leaf(tta_affine_pool *pool, tta_expr_kind kind, int64_t value) {
  if (!tta_affine_pool_grow(pool, 1)) return TTA_EXPR_NONE;
  pool->nodes[pool->size] = leaf_node(kind, value);
  return pool->size++;
}

tta_expr tta_expr_constant(tta_affine_pool *pool, int64_t value) { return tta_affine_pool_constant(pool, value); }
tta_expr tta_expr_dim(tta_affine_pool *pool, uint32_t position) { return tta_affine_pool_dim(pool, position); }
tta_expr tta_expr_symbol(tta_affine_pool *pool, uint32_t position) { return tta_affine_pool_symbol(pool, position); }

tta_expr_view tta_expr_get(const tta_affine_pool *pool, tta_expr expr) {
  const tta_affine_node *node = &pool->nodes[expr];
  tta_expr_view view = {.kind = (tta_expr_kind)node->kind};
  if (tta_affine_node_is_leaf(node)) {
    view.value = node->value;
  } else {
    view.lhs = node->lhs;
    view.rhs = node->rhs;
  }
  return view;
}

bool tta_expr_is_symbolic_or_constant(const tta_affine_pool *pool, tta_expr expr) { return !pool->nodes[expr].has_dim; }

bool tta_expr_is_constant(const tta_affine_pool *pool, tta_expr expr, int64_t *value) {
  const tta_affine_node *node = &pool->nodes[expr];
  if (expr == TTA_EXPR_NONE || node->kind != TTA_EXPR_CONSTANT) return false;
  *value = node->value;
  return true;
}

/* What can be told from the nodes alone. Equal expressions agree in all of it. */
static bool same_node(const tta_affine_node *a, const tta_affine_node *b) {
  if (a->kind != b->kind || a->rank != b->rank || a->divisor != b->divisor || a->has_dim != b->has_dim) return false;
  return !tta_affine_node_is_leaf(a) || a->value == b->value;
}

/* Goes into the operand of lower rank first: then at most `rank` pairs wait at any time, and no memory is needed. The
 * cost is at most the size of the smaller expression: comparing operands at every step of a build costs n log n. */
bool tta_expr_equal(const tta_affine_pool *pool_a, tta_expr a, const tta_affine_pool *pool_b, tta_expr b) {
  if (a == TTA_EXPR_NONE || b == TTA_EXPR_NONE) return a == b;
  const tta_affine_node *nodes_a = pool_a->nodes, *nodes_b = pool_b->nodes;
  struct {
    tta_expr a, b;
  } waiting[TTA_MAX_EXPR_RANK];
  size_t num_waiting = 0;
  for (;;) {
    if (a != b || nodes_a != nodes_b) {
      const tta_affine_node *x = &nodes_a[a], *y = &nodes_b[b];
      if (!same_node(x, y)) return false;
      if (!tta_affine_node_is_leaf(x)) {
        bool right_first = nodes_a[x->rhs].rank <= nodes_a[x->lhs].rank;
        waiting[num_waiting].a = right_first ? x->lhs : x->rhs;
        waiting[num_waiting++].b = right_first ? y->lhs : y->rhs;
        a = right_first ? x->rhs : x->lhs;
        b = right_first ? y->rhs : y->lhs;
        continue;
      }
    }
    if (!num_waiting) return true;
    a = waiting[--num_waiting].a;
    b = waiting[num_waiting].b;
  }
}

bool tta_map_equal(const tta_map *a, const tta_map *b) {
  if (a->num_dims != b->num_dims || a->num_symbols != b->num_symbols || a->num_results != b->num_results) return false;
  for (uint32_t i = 0; i < a->num_results; ++i)
    if (!tta_expr_equal(a->pool, a->results[i], b->pool, b->results[i])) return false;
  return true;
}

bool tta_map_is_identity(const tta_map *map) {
  if (map->num_symbols || map->num_results != map->num_dims) return false;
  for (uint32_t i = 0; i < map->num_results; ++i) {
    const tta_affine_node *node = &map->pool->nodes[map->results[i]];
    if (node->kind != TTA_EXPR_DIM || node->value != i) return false;
  }
  return true;
}

tta_status tta_map_copy(const tta_map *map, tta_arena *arena, tta_affine_pool *pool, tta_map *copy) {
  tta_expr *results = tta_arena_array(arena, map->num_results, sizeof *results);
  tta_expr *operands = tta_arena_array(arena, (size_t)map->num_dims + map->num_symbols, sizeof *operands);
  if (!results || !operands) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < map->num_dims; i++) operands[i] = tta_expr_dim(pool, i);
  for (uint32_t i = 0; i < map->num_symbols; i++) operands[map->num_dims + i] = tta_expr_symbol(pool, i);
  for (uint32_t i = 0; i < map->num_results; i++)
    results[i] = tta_expr_replace(pool, map->pool, map->results[i], operands, operands + map->num_dims);
  *copy = (tta_map){pool, map->num_dims, map->num_symbols, map->num_results, results};
  return tta_affine_pool_status(pool);
}

tta_expr tta_affine_pool_append(tta_affine_pool *pool, const tta_affine_node *nodes, uint32_t num_nodes,
                                tta_expr base) {
  tta_expr begin = pool->size;
  if (pool->capacity - pool->size < num_nodes && !tta_affine_pool_grow(pool, num_nodes)) return TTA_EXPR_NONE;
  for (uint32_t i = 0; i < num_nodes; i++) {
    tta_affine_node node = nodes[i];
    if (!tta_affine_node_is_leaf(&node)) {
      node.lhs = tta_expr_moved(node.lhs, base, begin);
      node.rhs = tta_expr_moved(node.rhs, base, begin);
    }
    pool->nodes[pool->size++] = node;
  }
  return begin;
}
