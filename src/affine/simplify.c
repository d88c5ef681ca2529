/* The rules that simplify an operation on two affine expressions.
 *
 * The rules and their order are those of LLVM 19 (mlir/lib/IR/AffineExpr.cpp: simplifyAdd, simplifyMul,
 * simplifyFloorDiv, simplifyCeilDiv, simplifyMod, getLargestKnownDivisor), since the canonical text depends on both.
 * It differs where LLVM 19 has no good answer:
 *  - constants are not added or multiplied where that leaves int64, unless they are those of a text
 *    (tta_affine_pool_fold): LLVM checks two bare constants, else it wraps;
 *  - a division by zero or by a negative constant is left as it is, for a verifier to see;
 *  - `e + ((e floordiv q) * q + -1)` is not taken for `e - (e floordiv q) * q` (LLVM 19 forgets to ask for the
 *    product, and mlir-opt-19 prints another function). */
#include "ttattr/affine.h"

#include "base/checked.h"
#include "affine/pool.h"
#include "affine/walk.h"

static uint64_t known_divisor(const tta_affine_pool *pool, tta_expr expr) {
  const tta_affine_node *node = &pool->nodes[expr];
  if (node->divisor != TTA_DIVISOR_IS_WIDE) return node->divisor;
  if (node->kind != TTA_EXPR_CONSTANT) return (uint64_t)pool->nodes[expr - 1].value;
  return node->value < 0 ? 0 - (uint64_t)node->value : (uint64_t)node->value;
}

/* Most divisors are 1: spare them the division. */
static bool is_multiple(uint64_t value, uint64_t unit) { return value < unit ? value == 0 : value % unit == 0; }

/* The value if the node is a constant and may divide, else 0. */
static int64_t positive_constant(const tta_affine_node *node) {
  return node->kind == TTA_EXPR_CONSTANT && node->value > 0 ? node->value : 0;
}

/* The largest known divisor of an operation, from those of its operands. */
static uint64_t divisor_of(const tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  uint64_t left = known_divisor(pool, lhs), right = known_divisor(pool, rhs), product;
  const tta_affine_node *r = &pool->nodes[rhs];
  int64_t unit = positive_constant(r);
  switch (kind) {
    case TTA_EXPR_ADD: return tta_gcd(left, right);
    case TTA_EXPR_MUL:
      if (!__builtin_mul_overflow(left, right, &product)) return product;
      return left > right ? left : right;
    case TTA_EXPR_MOD: return r->kind == TTA_EXPR_CONSTANT && !unit ? 1 : tta_gcd(left, right);
    case TTA_EXPR_FLOORDIV:
    case TTA_EXPR_CEILDIV: return unit && is_multiple(left, (uint64_t)unit) ? left / (uint64_t)unit : 1;
    case TTA_EXPR_CONSTANT:
    case TTA_EXPR_DIM:
    case TTA_EXPR_SYMBOL: break;
  }
  return 1;
}

/* The operation as it is. Inline for the sake of callers that know the kind. */
static inline tta_expr make(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  if (pool->capacity - pool->size < 2 && !tta_affine_pool_grow(pool, 2)) return TTA_EXPR_NONE;
  tta_affine_node *nodes = pool->nodes;
  const tta_affine_node *l = &nodes[lhs], *r = &nodes[rhs];
  uint32_t rank = l->rank > r->rank ? l->rank : r->rank;
  rank += l->rank == r->rank;
  if (rank > TTA_MAX_EXPR_RANK) {
    pool->status = TTA_LIMIT;
    return TTA_EXPR_NONE;
  }
  /* Mostly the left one is 1, and so is the result: all but products divide what they are made of, or part of it. */
  uint64_t divisor = l->divisor != 1        ? divisor_of(pool, kind, lhs, rhs)
                     : kind == TTA_EXPR_MUL ? known_divisor(pool, rhs)
                                            : 1;
  if (divisor >= TTA_DIVISOR_IS_WIDE) {
    nodes[pool->size++] = (tta_affine_node){.kind = TTA_EXPR_CONSTANT, .value = (int64_t)divisor};
    divisor = TTA_DIVISOR_IS_WIDE;
  }
  nodes[pool->size] = (tta_affine_node){.kind = (uint8_t)kind, .has_dim = l->has_dim | r->has_dim,
                                        .rank = (uint8_t)rank, .divisor = (uint32_t)divisor, .lhs = lhs, .rhs = rhs};
  return pool->size++;
}

tta_expr tta_affine_pool_join(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  if (lhs == TTA_EXPR_NONE || rhs == TTA_EXPR_NONE) return TTA_EXPR_NONE;
  return make(pool, kind, lhs, rhs);
}

static bool has_constant_rhs(const tta_affine_pool *pool, tta_expr expr, tta_expr_kind kind) {
  const tta_affine_node *node = &pool->nodes[expr];
  return node->kind == kind && pool->nodes[node->rhs].kind == TTA_EXPR_CONSTANT;
}

/* lhs kind rhs for addition and multiplication where rhs is a constant: (x + 2) + 3 = x + 5, (x * 2) * 3 = x * 6. */
static tta_expr apply_constant(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  for (;;) {
    if (lhs == TTA_EXPR_NONE || rhs == TTA_EXPR_NONE) return TTA_EXPR_NONE;
    const tta_affine_node *nodes = pool->nodes;
    int64_t value = nodes[rhs].value, folded;
    if (value == (kind == TTA_EXPR_MUL)) return lhs;
    if (value == 0) return rhs;
    bool bare = nodes[lhs].kind == TTA_EXPR_CONSTANT;
    if (!bare && !has_constant_rhs(pool, lhs, kind)) return make(pool, kind, lhs, rhs);
    int64_t other = bare ? nodes[lhs].value : nodes[nodes[lhs].rhs].value;
    bool fits = kind == TTA_EXPR_ADD ? tta_add(other, value, &folded) : tta_mul(other, value, &folded);
    if (!fits && (bare || !pool->wraps)) return make(pool, kind, lhs, rhs);
    if (bare) return tta_affine_pool_constant(pool, folded);
    lhs = nodes[lhs].lhs;
    rhs = tta_affine_pool_constant(pool, folded);
  }
}

/* Whether lhs = x op constant, from which the constant is to be brought to the right: (x + 2) + y = (x + y) + 2. Not
 * from a tower of constants that do not fold, or each further term would sink through all of it. */
static bool has_constant_to_move(const tta_affine_pool *pool, tta_expr lhs, tta_expr_kind kind) {
  return has_constant_rhs(pool, lhs, kind) && !has_constant_rhs(pool, pool->nodes[lhs].lhs, kind);
}

static tta_expr multiply(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  const tta_affine_node *nodes = pool->nodes;
  if (nodes[lhs].has_dim && nodes[rhs].has_dim) return make(pool, TTA_EXPR_MUL, lhs, rhs);
  if (nodes[rhs].has_dim || (nodes[lhs].kind == TTA_EXPR_CONSTANT && nodes[rhs].kind != TTA_EXPR_CONSTANT)) {
    tta_expr left = lhs;
    lhs = rhs;
    rhs = left;
  }
  if (nodes[rhs].kind == TTA_EXPR_CONSTANT) return apply_constant(pool, TTA_EXPR_MUL, lhs, rhs);
  if (has_constant_to_move(pool, lhs, TTA_EXPR_MUL)) {
    tta_expr constant = nodes[lhs].rhs;
    tta_expr product = nodes[nodes[lhs].lhs].kind == TTA_EXPR_CONSTANT
                           ? apply_constant(pool, TTA_EXPR_MUL, rhs, nodes[lhs].lhs)
                           : make(pool, TTA_EXPR_MUL, nodes[lhs].lhs, rhs);
    return apply_constant(pool, TTA_EXPR_MUL, product, constant);
  }
  return make(pool, TTA_EXPR_MUL, lhs, rhs);
}

static tta_expr modulo(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  int64_t unit = positive_constant(&pool->nodes[rhs]), folded;
  while (unit) {
    const tta_affine_node *nodes = pool->nodes, *l = &nodes[lhs];
    if (l->kind == TTA_EXPR_CONSTANT) {
      return tta_mod(l->value, unit, &folded) ? tta_affine_pool_constant(pool, folded) : TTA_EXPR_NONE;
    }
    if (is_multiple(known_divisor(pool, lhs), (uint64_t)unit)) return tta_affine_pool_constant(pool, 0);
    if (l->kind == TTA_EXPR_ADD && is_multiple(known_divisor(pool, l->lhs), (uint64_t)unit)) {
      lhs = l->rhs;
    } else if (l->kind == TTA_EXPR_ADD && is_multiple(known_divisor(pool, l->rhs), (uint64_t)unit)) {
      lhs = l->lhs;
    } else if (l->kind == TTA_EXPR_MOD && positive_constant(&nodes[l->rhs]) && nodes[l->rhs].value % unit == 0) {
      lhs = l->lhs; /* (x mod 64) mod 8 = x mod 8 */
    } else {
      break;
    }
  }
  return make(pool, TTA_EXPR_MOD, lhs, rhs);
}

/* Nearly always they differ at the top, which is seen here at no cost. */
static bool equal(const tta_affine_pool *pool, tta_expr a, tta_expr b) {
  return a == b || (pool->nodes[a].kind == pool->nodes[b].kind && tta_expr_equal(pool, a, pool, b));
}

/* expr = *operand * factor, with the factor 1 if it is not a product with a constant. */
static int64_t split_factor(const tta_affine_pool *pool, tta_expr expr, tta_expr *operand) {
  *operand = expr;
  if (!has_constant_rhs(pool, expr, TTA_EXPR_MUL)) return 1;
  *operand = pool->nodes[expr].lhs;
  return pool->nodes[pool->nodes[expr].rhs].value;
}

/* The q of lhs + rhs = lhs - (lhs floordiv q) * q, if that is what it is: rhs is (lhs floordiv q) * -q with a constant
 * q, or ((lhs floordiv q) * q) * -1. The long comparison comes last. */
static tta_expr modulus_of_sum(const tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  const tta_affine_node *nodes = pool->nodes, *quotient, *r = &nodes[rhs];
  if (r->kind != TTA_EXPR_MUL) return TTA_EXPR_NONE;
  const tta_affine_node *factor = &nodes[r->rhs];
  const tta_affine_node *product = &nodes[r->lhs];
  if (product->kind == TTA_EXPR_FLOORDIV) {
    quotient = product;
    int64_t divisor = positive_constant(&nodes[quotient->rhs]);
    if (!divisor || factor->kind != TTA_EXPR_CONSTANT || factor->value != -divisor) return TTA_EXPR_NONE;
  } else {
    if (product->kind != TTA_EXPR_MUL || factor->kind != TTA_EXPR_CONSTANT || factor->value != -1) return TTA_EXPR_NONE;
    quotient = &nodes[product->lhs];
    if (quotient->kind != TTA_EXPR_FLOORDIV) return TTA_EXPR_NONE;
    if (!equal(pool, quotient->rhs, product->rhs)) return TTA_EXPR_NONE;
  }
  return equal(pool, lhs, quotient->lhs) ? quotient->rhs : TTA_EXPR_NONE;
}

/* x * 3 + x * 4 = x * 7; false where the factors' sum does not fit. */
static bool merge_like_terms(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs, tta_expr *merged) {
  tta_expr left, right;
  int64_t left_factor = split_factor(pool, lhs, &left), right_factor = split_factor(pool, rhs, &right), factor;
  if (!equal(pool, left, right) || (!tta_add(left_factor, right_factor, &factor) && !pool->wraps)) return false;
  *merged = apply_constant(pool, TTA_EXPR_MUL, left, tta_affine_pool_constant(pool, factor));
  return true;
}

/* Calls itself at most once more: what is left of a sum without its constant has no second one to be moved. */
static tta_expr add(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  const tta_affine_node *nodes = pool->nodes;
  if (nodes[lhs].has_dim < nodes[rhs].has_dim ||
      (nodes[lhs].kind == TTA_EXPR_CONSTANT && nodes[rhs].kind != TTA_EXPR_CONSTANT)) {
    tta_expr left = lhs;
    lhs = rhs;
    rhs = left;
  }
  if (nodes[rhs].kind == TTA_EXPR_CONSTANT) return apply_constant(pool, TTA_EXPR_ADD, lhs, rhs);
  tta_expr merged;
  if (merge_like_terms(pool, lhs, rhs, &merged)) return merged;
  if (has_constant_to_move(pool, lhs, TTA_EXPR_ADD)) {
    tta_expr constant = nodes[lhs].rhs;
    return apply_constant(pool, TTA_EXPR_ADD, add(pool, nodes[lhs].lhs, rhs), constant);
  }
  tta_expr modulus = modulus_of_sum(pool, lhs, rhs);
  if (modulus != TTA_EXPR_NONE) return modulo(pool, lhs, modulus);
  return make(pool, TTA_EXPR_ADD, lhs, rhs);
}

/* (x * k) / unit for both divisions, where unit divides k: x * (k / unit). */
static bool divide_product(tta_affine_pool *pool, tta_expr lhs, int64_t unit, tta_expr *result) {
  const tta_affine_node *nodes = pool->nodes;
  if (!has_constant_rhs(pool, lhs, TTA_EXPR_MUL)) return false;
  int64_t factor = nodes[nodes[lhs].rhs].value;
  if (factor % unit != 0) return false;
  tta_expr rest = nodes[lhs].lhs; /* a new constant may move the nodes */
  *result = apply_constant(pool, TTA_EXPR_MUL, rest, tta_affine_pool_constant(pool, factor / unit));
  return true;
}

typedef struct division {
  tta_affine_pool *pool;
  tta_expr rhs;
  int64_t unit; /* the value of rhs, > 1 */
} division;

/* Whether (a + b) floordiv unit = a floordiv unit + b floordiv unit is known from a or b being a multiple. */
static bool sum_divides(void *context, tta_expr expr) {
  const division *by = context;
  const tta_affine_node *node = &by->pool->nodes[expr];
  if (node->kind != TTA_EXPR_ADD) return false;
  return is_multiple(known_divisor(by->pool, node->lhs), (uint64_t)by->unit) ||
         is_multiple(known_divisor(by->pool, node->rhs), (uint64_t)by->unit);
}

static tta_status divide_term(void *context, tta_expr expr, int64_t *value) {
  const division *by = context;
  const tta_affine_node *node = &by->pool->nodes[expr];
  tta_expr result = TTA_EXPR_NONE;
  int64_t folded;
  if (node->kind == TTA_EXPR_CONSTANT) {
    if (tta_floordiv(node->value, by->unit, &folded)) result = tta_affine_pool_constant(by->pool, folded);
  } else if (!divide_product(by->pool, expr, by->unit, &result)) {
    result = make(by->pool, TTA_EXPR_FLOORDIV, expr, by->rhs);
  }
  *value = result;
  return result == TTA_EXPR_NONE ? TTA_INVALID : TTA_OK;
}

static tta_status add_quotients(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  const division *by = context;
  (void)expr;
  *value = add(by->pool, (tta_expr)lhs, (tta_expr)rhs);
  return *value == TTA_EXPR_NONE ? TTA_INVALID : TTA_OK;
}

static tta_expr floor_divide(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  static const tta_expr_folder folder = {sum_divides, divide_term, add_quotients};
  int64_t unit = positive_constant(&pool->nodes[rhs]), result;
  if (!unit) return make(pool, TTA_EXPR_FLOORDIV, lhs, rhs);
  if (unit == 1) return lhs;
  division by = {pool, rhs, unit};
  tta_status status =
      sum_divides(&by, lhs) ? tta_expr_fold(pool, lhs, &folder, &by, &result) : divide_term(&by, lhs, &result);
  if (status == TTA_NO_MEMORY) pool->status = TTA_NO_MEMORY;
  return status ? TTA_EXPR_NONE : (tta_expr)result;
}

static tta_expr ceil_divide(tta_affine_pool *pool, tta_expr lhs, tta_expr rhs) {
  int64_t unit = positive_constant(&pool->nodes[rhs]), folded;
  const tta_affine_node *l = &pool->nodes[lhs];
  tta_expr result;
  if (unit == 1) return lhs;
  if (unit && l->kind == TTA_EXPR_CONSTANT && tta_ceildiv(l->value, unit, &folded))
    return tta_affine_pool_constant(pool, folded);
  if (unit && divide_product(pool, lhs, unit, &result)) return result;
  return make(pool, TTA_EXPR_CEILDIV, lhs, rhs);
}

tta_expr tta_expr_binary(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  if (lhs == TTA_EXPR_NONE || rhs == TTA_EXPR_NONE) return TTA_EXPR_NONE;
  switch (kind) {
    case TTA_EXPR_ADD: return add(pool, lhs, rhs);
    case TTA_EXPR_MUL: return multiply(pool, lhs, rhs);
    case TTA_EXPR_MOD: return modulo(pool, lhs, rhs);
    case TTA_EXPR_FLOORDIV: return floor_divide(pool, lhs, rhs);
    case TTA_EXPR_CEILDIV: return ceil_divide(pool, lhs, rhs);
    case TTA_EXPR_CONSTANT:
    case TTA_EXPR_DIM:
    case TTA_EXPR_SYMBOL: break;
  }
  return TTA_EXPR_NONE;
}

tta_expr tta_affine_pool_fold(tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  pool->wraps = true;
  tta_expr result = tta_expr_binary(pool, kind, lhs, rhs);
  pool->wraps = false;
  return result;
}

bool tta_expr_fold_overflows(const tta_affine_pool *pool, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  int64_t left, right, folded;
  if (!tta_expr_is_constant(pool, lhs, &left) || !tta_expr_is_constant(pool, rhs, &right)) return false;
  if (kind == TTA_EXPR_ADD) return !tta_add(left, right, &folded);
  if (kind == TTA_EXPR_MUL) return !tta_mul(left, right, &folded);
  return false; /* the remainder and the quotient by a positive number fit, and by others nothing is folded */
}
