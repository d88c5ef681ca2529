/* affine.h: affine expressions: build, simplify, evaluate, compare.
 *
 * Expressions live in a pool and are named by handles. The build functions simplify exactly as MLIR's AffineExpr
 * constructors do (LLVM 19, mlir/lib/IR/AffineExpr.cpp), so the text that tta_map_print gives is the text that mlir-opt
 * prints. A handle stays valid until its pool is freed or rewound below it.
 *
 * Failure is sticky, so that a chain of builds needs one check: an operation on TTA_EXPR_NONE gives TTA_EXPR_NONE,
 * and a failed allocation gives TTA_EXPR_NONE and sets the pool's status to TTA_NO_MEMORY. */
#ifndef TTA_AFFINE_AFFINE_H
#define TTA_AFFINE_AFFINE_H

#include "ttattr/affine.h"

#define TTA_EXPR_NONE ((tta_expr)0)

typedef enum tta_expr_kind {
  TTA_EXPR_CONSTANT, /* value */
  TTA_EXPR_DIM,      /* value = position of the dim */
  TTA_EXPR_SYMBOL,   /* value = position of the symbol */
  TTA_EXPR_ADD,      /* lhs, rhs, as for all below */
  TTA_EXPR_MUL,
  TTA_EXPR_MOD,
  TTA_EXPR_FLOORDIV,
  TTA_EXPR_CEILDIV,
} tta_expr_kind;

/** One node, for walks over an expression. */
typedef struct tta_expr_view {
  tta_expr_kind kind;
  tta_expr lhs, rhs; /* TTA_EXPR_NONE for the first three kinds */
  int64_t value;
} tta_expr_view;

/** @param allocator borrowed, NULL = malloc. @return NULL when there is no memory. */
tta_affine_pool *tta_affine_pool_new(const tta_allocator *allocator);
void tta_affine_pool_free(tta_affine_pool *pool);
/** A copy with the same handles that lives as long as the arena. @return NULL without memory */
const tta_affine_pool *tta_affine_pool_keep(const tta_affine_pool *pool, struct tta_arena *arena);

/** TTA_OK, or TTA_NO_MEMORY once an allocation has failed (sticky until rewind). */
tta_status tta_affine_pool_status(const tta_affine_pool *pool);

/** The handle the next new node will get: pass it to tta_affine_pool_rewind to drop all that was built since. */
tta_expr tta_affine_pool_mark(const tta_affine_pool *pool);
void tta_affine_pool_rewind(tta_affine_pool *pool, tta_expr mark);

tta_expr tta_expr_constant(tta_affine_pool *pool, int64_t value);
tta_expr tta_expr_dim(tta_affine_pool *pool, uint32_t position);
tta_expr tta_expr_symbol(tta_affine_pool *pool, uint32_t position);

/** Build and simplify. Where a fold would leave int64 the expression is kept unfolded (as LLVM 19 does);
 *  a divisor that is zero or negative is preserved too: the caller verifies it.
 *  @param kind one of the five binary kinds */
tta_expr tta_expr_binary(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs);
/** The same with a constant. */
static inline tta_expr tta_expr_with(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, int64_t rhs) {
  return tta_expr_binary(pool, kind, lhs, tta_expr_constant(pool, rhs));
}

/** Whether folding `kind` on two constants would leave int64 (never true for non-constants): the parser's
 *  integer-range. */
bool tta_expr_fold_overflows(const tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs);

tta_expr_view tta_expr_get(const tta_affine_pool *pool, tta_expr expr);

/** No dims in it (MLIR: isSymbolicOrConstant). Constant time: kept with the node. */
bool tta_expr_is_symbolic_or_constant(const tta_affine_pool *pool, tta_expr expr);

/** The value when the expression is a constant. */
bool tta_expr_is_constant(const tta_affine_pool *pool, tta_expr expr, int64_t *value);

/** Structural equality; a and b may live in different pools. */
bool tta_expr_equal(const tta_affine_pool *pool_a, tta_expr a, const tta_affine_pool *pool_b, tta_expr b);

/** The value at a point. @param dims, symbols at least as many as the expression uses.
 *  @return TTA_OVERFLOW when any step leaves int64; TTA_INVALID on mod, floordiv, ceildiv by zero or a negative number;
 *  TTA_NO_MEMORY for the evaluation stack of a very long expression. */
tta_status tta_expr_evaluate(const tta_affine_pool *pool, tta_expr expr, const int64_t *dims, const int64_t *symbols,
                             int64_t *value);

/** results[i] is dim i for all i, one result a dim, no symbols. */
bool tta_map_is_identity(const tta_map *map);

/** Replaces dim i by dims[i] and symbol i by symbols[i] (handles in `pool`, which may be the map's own), simplifying
 *  again. */
tta_expr tta_expr_replace(tta_affine_pool *pool, const tta_affine_pool *from, tta_expr expr, const tta_expr *dims,
                          const tta_expr *symbols);

/** Structural equality: same dims, symbols and results. */
bool tta_map_equal(const tta_map *a, const tta_map *b);

#endif
