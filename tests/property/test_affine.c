/* Affine expressions compared with an independent model: a tree without simplification, evaluated in 128 bits.
 *  1. The simplified expression has the value of the tree if the tree has one (divisors positive, values small).
 *  2. The small parser below parses its text to the same expression and the same text. The exception is that of MLIR:
 *     a sum as right operand of a sum is printed without parentheses, so only the value must be equal, and the text
 *     must become stable.
 *  3. Replacing dims and symbols commutes with evaluation.
 * Usage: test_affine [CASES [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "affine/affine.h"
#include "affine/print.h"
#include "random.h"

enum { NUM_DIMS = 3, NUM_SYMBOLS = 2, POINTS = 6, MAX_TREE = 4096, MAX_ROUNDS = 20 };

static int below(int n) { return (int)(draw() % (uint64_t)n); }

/* The model. */
typedef struct tree {
  tta_expr_kind kind;
  int64_t value;
  const struct tree *lhs, *rhs;
} tree;

static tree trees[MAX_TREE];
static int num_trees;

static const tree *leaf(tta_expr_kind kind, int64_t value) {
  trees[num_trees] = (tree){kind, value, NULL, NULL};
  return &trees[num_trees++];
}
static const tree *node(tta_expr_kind kind, const tree *lhs, const tree *rhs) {
  trees[num_trees] = (tree){kind, 0, lhs, rhs};
  return &trees[num_trees++];
}

static const tree *random_constant(void) {
  static const int64_t values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, -1, -2, -3, -4, -8, 192};
  return leaf(TTA_EXPR_CONSTANT, values[below((int)(sizeof values / sizeof *values))]);
}
static const tree *random_divisor(void) {
  static const int64_t values[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64};
  return leaf(TTA_EXPR_CONSTANT, values[below((int)(sizeof values / sizeof *values))]);
}
static const tree *minus(const tree *lhs, const tree *rhs) {
  return node(TTA_EXPR_ADD, lhs, node(TTA_EXPR_MUL, rhs, leaf(TTA_EXPR_CONSTANT, -1)));
}

static const tree *random_tree(int depth, bool symbolic) {
  int k = below(100);
  if (depth == 0 || k < 15) {
    if (k % 3 == 0) return random_constant();
    if (symbolic || k % 3 == 1) return leaf(TTA_EXPR_SYMBOL, below(NUM_SYMBOLS));
    return leaf(TTA_EXPR_DIM, below(NUM_DIMS));
  }
  const tree *lhs = random_tree(depth - 1, symbolic);
  if (k < 45) return node(TTA_EXPR_ADD, lhs, random_tree(depth - 1, symbolic));
  if (k < 52) return minus(lhs, random_tree(depth - 1, symbolic));
  if (k < 58) return node(TTA_EXPR_ADD, lhs, node(TTA_EXPR_MUL, lhs, random_constant()));
  if (k < 63) { /* x - (x floordiv q) * q */
    const tree *q = below(2) ? random_divisor() : leaf(TTA_EXPR_SYMBOL, below(NUM_SYMBOLS));
    return minus(lhs, node(TTA_EXPR_MUL, node(TTA_EXPR_FLOORDIV, lhs, q), below(8) ? q : random_divisor()));
  }
  if (k < 73) return node(TTA_EXPR_MUL, lhs, random_constant());
  if (k < 76) return node(TTA_EXPR_MUL, random_constant(), lhs);
  if (k < 80) return node(TTA_EXPR_MUL, lhs, random_tree(depth / 2, true));
  const tree *rhs = below(5) ? random_divisor() : random_tree(depth / 2, true);
  return node((tta_expr_kind)(TTA_EXPR_MOD + below(3)), lhs, rhs);
}

/* False where the model has no value: a divisor that is not positive, or numbers so large that regrouping them may
 * overflow. */
static bool model_value(const tree *at, const int64_t *dims, const int64_t *symbols, __int128 *value) {
  __int128 a, b, rest;
  if (at->kind <= TTA_EXPR_SYMBOL) {
    *value = at->kind == TTA_EXPR_CONSTANT ? at->value
             : at->kind == TTA_EXPR_DIM    ? dims[at->value]
                                           : symbols[at->value];
    return true;
  }
  if (!model_value(at->lhs, dims, symbols, &a) || !model_value(at->rhs, dims, symbols, &b)) return false;
  if (at->kind == TTA_EXPR_ADD) *value = a + b;
  if (at->kind == TTA_EXPR_MUL) *value = a * b;
  if (at->kind >= TTA_EXPR_MOD) {
    if (b <= 0) return false;
    rest = (a % b + b) % b;
    *value = at->kind == TTA_EXPR_MOD ? rest : (a - rest) / b + (at->kind == TTA_EXPR_CEILDIV && rest != 0);
  }
  return *value < (__int128)1 << 40 && *value > -((__int128)1 << 40);
}

static tta_expr build(tta_affine_pool *pool, const tree *at) {
  switch (at->kind) {
    case TTA_EXPR_CONSTANT: return tta_expr_constant(pool, at->value);
    case TTA_EXPR_DIM: return tta_expr_dim(pool, (uint32_t)at->value);
    case TTA_EXPR_SYMBOL: return tta_expr_symbol(pool, (uint32_t)at->value);
    case TTA_EXPR_ADD:
    case TTA_EXPR_MUL:
    case TTA_EXPR_MOD:
    case TTA_EXPR_FLOORDIV:
    case TTA_EXPR_CEILDIV: break;
  }
  tta_expr lhs = build(pool, at->lhs);
  return tta_expr_binary(pool, at->kind, lhs, build(pool, at->rhs));
}

/* The parser: MLIR's grammar, with * floordiv ceildiv mod before + and -, all from the left. */
typedef struct reader {
  const char *at;
  tta_affine_pool *pool;
} reader;

static tta_expr negate(tta_affine_pool *in, tta_expr operand) {
  return tta_expr_binary(in, TTA_EXPR_MUL, operand, tta_expr_constant(in, -1));
}

static tta_expr read_sum(reader *in);

static bool skip(reader *in, const char *token) {
  while (*in->at == ' ') ++in->at;
  size_t size = strlen(token);
  if (strncmp(in->at, token, size) != 0) return false;
  in->at += size;
  return true;
}
static int64_t read_number(reader *in) {
  char *end;
  int64_t value = strtoll(in->at, &end, 10);
  in->at = end;
  return value;
}
static tta_expr read_operand(reader *in) {
  if (skip(in, "-")) return negate(in->pool, read_operand(in));
  if (skip(in, "(")) {
    tta_expr inner = read_sum(in);
    return skip(in, ")") ? inner : TTA_EXPR_NONE;
  }
  if (skip(in, "d")) return tta_expr_dim(in->pool, (uint32_t)read_number(in));
  if (skip(in, "s")) return tta_expr_symbol(in->pool, (uint32_t)read_number(in));
  return *in->at >= '0' && *in->at <= '9' ? tta_expr_constant(in->pool, read_number(in)) : TTA_EXPR_NONE;
}
static tta_expr read_product(reader *in) {
  tta_expr lhs = read_operand(in);
  for (;;) {
    tta_expr_kind kind;
    if (skip(in, "*")) kind = TTA_EXPR_MUL;
    else if (skip(in, "mod")) kind = TTA_EXPR_MOD;
    else if (skip(in, "floordiv")) kind = TTA_EXPR_FLOORDIV;
    else if (skip(in, "ceildiv")) kind = TTA_EXPR_CEILDIV;
    else return lhs;
    lhs = tta_expr_binary(in->pool, kind, lhs, read_operand(in));
  }
}
static tta_expr read_sum(reader *in) {
  tta_expr lhs = read_product(in);
  for (;;) {
    if (skip(in, "+")) lhs = tta_expr_binary(in->pool, TTA_EXPR_ADD, lhs, read_product(in));
    else if (skip(in, "-")) lhs = tta_expr_binary(in->pool, TTA_EXPR_ADD, lhs, negate(in->pool, read_product(in)));
    else return lhs;
  }
}

static tta_affine_pool *pool;
static tta_buf text, again;

static void print(tta_buf *out, tta_expr expr) {
  out->size = 0;
  tta_expr_print(out, pool, expr);
  tta_buf_char(out, 0);
}
static tta_expr reread(const tta_buf *from) {
  reader in = {from->data, pool};
  tta_expr expr = read_sum(&in);
  return *in.at ? TTA_EXPR_NONE : expr;
}

/* A sum as right operand of a sum, somewhere: printing drops its brackets. */
static bool loses_brackets(tta_expr expr) {
  tta_expr_view view = tta_expr_get(pool, expr);
  if (view.kind <= TTA_EXPR_SYMBOL) return false;
  if (view.kind == TTA_EXPR_ADD && tta_expr_get(pool, view.rhs).kind == TTA_EXPR_ADD) return true;
  return loses_brackets(view.lhs) || loses_brackets(view.rhs);
}

static bool fail(const char *what, long number) {
  printf("test_affine: case %ld: %s: %s\n", number, what, text.data ? text.data : "");
  return false;
}

static void random_point(int64_t *dims, int64_t *symbols) {
  for (int i = 0; i < NUM_DIMS; ++i) dims[i] = below(2001) - 1000;
  for (int i = 0; i < NUM_SYMBOLS; ++i) symbols[i] = below(8) ? 1 + below(12) : below(21) - 10;
}

static long num_values;

static bool check_value(const tree *model, tta_expr expr, const char *what, long number) {
  int64_t dims[NUM_DIMS], symbols[NUM_SYMBOLS], value;
  __int128 expected;
  for (int i = 0; i < POINTS; ++i) {
    random_point(dims, symbols);
    if (!model_value(model, dims, symbols, &expected)) continue;
    ++num_values;
    if (tta_expr_evaluate(pool, expr, dims, symbols, &value) || value != expected) return fail(what, number);
  }
  return true;
}

static bool check_text(const tree *model, tta_expr expr, long number) {
  print(&text, expr);
  tta_expr read = reread(&text);
  if (read == TTA_EXPR_NONE) return fail("its text cannot be read", number);
  print(&again, read);
  if (!loses_brackets(expr)) {
    if (!tta_expr_equal(pool, expr, pool, read)) return fail("its text gives another expression", number);
    return strcmp(text.data, again.data) == 0 || fail("its text changes", number);
  }
  if (!check_value(model, read, "its text has another value", number)) return false;
  for (int round = 0; strcmp(text.data, again.data) != 0; ++round) {
    if (round == MAX_ROUNDS) return fail("its text does not settle", number);
    print(&text, read);
    read = reread(&text);
    print(&again, read);
  }
  return true;
}

static bool check_replace(const tree *model, tta_expr expr, long number) {
  tta_expr dims[NUM_DIMS], symbols[NUM_SYMBOLS];
  int64_t at_dims[NUM_DIMS], at_symbols[NUM_SYMBOLS], inner_dims[NUM_DIMS], inner_symbols[NUM_SYMBOLS], value;
  __int128 expected;
  random_point(at_dims, at_symbols);
  for (int i = 0; i < NUM_DIMS; ++i) {
    const tree *inner = random_tree(2, false);
    dims[i] = build(pool, inner);
    if (!model_value(inner, at_dims, at_symbols, &expected)) return true;
    inner_dims[i] = (int64_t)expected;
  }
  for (int i = 0; i < NUM_SYMBOLS; ++i) {
    inner_symbols[i] = 1 + below(12);
    symbols[i] = tta_expr_constant(pool, inner_symbols[i]);
  }
  if (!model_value(model, inner_dims, inner_symbols, &expected)) return true;
  tta_expr replaced = tta_expr_replace(pool, pool, expr, dims, symbols);
  ++num_values;
  if (tta_expr_evaluate(pool, replaced, at_dims, at_symbols, &value) || value != expected)
    return fail("replaced, it has another value", number);
  return true;
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 50000, bracketed = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  random_state = seed;
  pool = tta_affine_pool_new(NULL);
  tta_buf_init(&text, NULL);
  tta_buf_init(&again, NULL);
  bool good = pool != NULL;
  for (long i = 0; good && i < cases; ++i) {
    tta_affine_pool_rewind(pool, TTA_EXPR_NONE);
    num_trees = 0;
    const tree *model = random_tree(1 + below(5), below(10) == 0);
    tta_expr expr = build(pool, model);
    if (expr == TTA_EXPR_NONE) return 1;
    print(&text, expr);
    bracketed += loses_brackets(expr);
    good = check_value(model, expr, "it has another value", i) && check_text(model, expr, i) &&
           check_replace(model, expr, i);
  }
  printf("affine: %ld cases, seed %llu (%ld values compared, %ld sums in sums)\n", cases, (unsigned long long)seed,
         num_values, bracketed);
  tta_buf_free(&text);
  tta_buf_free(&again);
  tta_affine_pool_free(pool);
  return good ? 0 : 1;
}
