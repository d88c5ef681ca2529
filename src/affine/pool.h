/* pool.h: how affine expressions are stored, for those who build or walk many of them (the parser,
 * src/maps). Other code uses affine.h, which does not show it.
 *
 * A pool is one array of 16-byte nodes; a handle is an index into it, and operands come before the operations on them.
 * Index 0 is TTA_EXPR_NONE. The first dims, symbols and small constants are in every pool from the start, so that
 * naming one costs a comparison and an addition.
 *
 * The Strahler number of a leaf is 0, that of an operation one more than its operands' if they tie, else the greater
 * one. A tree of rank r has at least 2^r leaves, and a walk that postpones the operand of greater rank postpones at
 * most r at a time. */
#ifndef TTA_AFFINE_POOL_H
#define TTA_AFFINE_POOL_H

#include "affine/affine.h"
#include "base/arena.h"

typedef struct tta_affine_node {
  uint8_t kind;     /* tta_expr_kind */
  bool has_dim;     /* some dim in it: not "symbolic or constant" */
  uint8_t rank;     /* Strahler number, see below */
  uint32_t divisor; /* the largest known divisor of its values, or TTA_DIVISOR_IS_WIDE */
  union {
    int64_t value; /* of a constant; position of a dim or symbol */
    struct {
      tta_expr lhs, rhs;
    };
  };
} tta_affine_node;
_Static_assert(sizeof(tta_affine_node) == 16, "nodes are to be four to a cache line");

/* The divisor does not fit. That of a constant is its magnitude; an operation has it as `value` of the node before it,
 * which no handle names. */
#define TTA_DIVISOR_IS_WIDE UINT32_MAX

struct tta_affine_pool {
  tta_affine_node *nodes;
  uint32_t size, capacity;
  bool wraps; /* constants of x + c and x * c are folded modulo 2^64 */
  tta_status status;
  const tta_allocator *allocator;
};

/* What every pool starts with. */
enum {
  TTA_PRESET_DIMS = 32,
  TTA_PRESET_SYMBOLS = 16,
  TTA_PRESET_LEAST_CONSTANT = -1,
  TTA_PRESET_CONSTANTS = 130, /* -1 .. 128 */
  TTA_PRESET_FIRST_DIM = 1,
  TTA_PRESET_FIRST_SYMBOL = TTA_PRESET_FIRST_DIM + TTA_PRESET_DIMS,
  TTA_PRESET_FIRST_CONSTANT = TTA_PRESET_FIRST_SYMBOL + TTA_PRESET_SYMBOLS,
  TTA_PRESET_END = TTA_PRESET_FIRST_CONSTANT + TTA_PRESET_CONSTANTS,
};

/* No expression may have a greater rank (TTA_LIMIT): written out, it would have 2^63 leaves. Only handles that are used
 * over and over reach it. */
enum { TTA_MAX_EXPR_RANK = 62 };

/** Room for `more` nodes (one or two); false sets the status. */
bool tta_affine_pool_grow(tta_affine_pool *pool, uint32_t more);
/** A leaf that is not preset. */
tta_expr tta_affine_pool_leaf(tta_affine_pool *pool, tta_expr_kind kind, int64_t value);

/** The operation as it is, for those who know that nothing simplifies: distinct dims times constants from 2 on, and
 *  their sums. */
tta_expr tta_affine_pool_join(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs);

/** tta_expr_binary for the operators of a text: MLIR folds the constants of x + c and x * c modulo 2^64. Expressions
 *  that are computed are not folded like this: their evaluation must find the overflow. */
tta_expr tta_affine_pool_fold(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs);

static inline tta_expr tta_affine_pool_dim(tta_affine_pool *pool, uint32_t position) {
  if (position < TTA_PRESET_DIMS) return TTA_PRESET_FIRST_DIM + position;
  return tta_affine_pool_leaf(pool, TTA_EXPR_DIM, position);
}
static inline tta_expr tta_affine_pool_symbol(tta_affine_pool *pool, uint32_t position) {
  if (position < TTA_PRESET_SYMBOLS) return TTA_PRESET_FIRST_SYMBOL + position;
  return tta_affine_pool_leaf(pool, TTA_EXPR_SYMBOL, position);
}
static inline tta_expr tta_affine_pool_constant(tta_affine_pool *pool, int64_t value) {
  uint64_t index = (uint64_t)value - (uint64_t)(int64_t)TTA_PRESET_LEAST_CONSTANT;
  if (index < TTA_PRESET_CONSTANTS) return TTA_PRESET_FIRST_CONSTANT + (tta_expr)index;
  return tta_affine_pool_leaf(pool, TTA_EXPR_CONSTANT, value);
}
static inline bool tta_affine_node_is_leaf(const tta_affine_node *node) { return node->kind <= TTA_EXPR_SYMBOL; }

/** Appends nodes that were copied from another pool, where they began at `base`. Their operands before `base` are those
 *  that every pool has. @return where they begin here; 0 without memory */
tta_expr tta_affine_pool_append(tta_affine_pool *pool, const tta_affine_node *nodes, uint32_t num_nodes, tta_expr base);
/** A handle of the other pool, of such nodes or of one that every pool has. */
static inline tta_expr tta_expr_moved(tta_expr expr, tta_expr base, tta_expr begin) {
  return expr < base ? expr : expr - base + begin;
}

/** `map` with its expressions in `pool` and its results in `arena`. */
tta_status tta_map_copy(const tta_map *map, tta_arena *arena, tta_affine_pool *pool, tta_map *copy);

#endif
