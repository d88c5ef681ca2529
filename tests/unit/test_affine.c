/* Affine expressions: examples of simplification and text, the limits of int64, chains of 100,000 terms, and out of
 * memory. Unless a comment names another source, the expected texts are output of mlir-opt-19 (19.1.7). */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "affine/pool.h"
#include "affine/print.h"
#include "suite.h"

static tta_affine_pool *pool;
static tta_buf text;

static void set_up(void) {
  pool = tta_affine_pool_new(NULL);
  tta_buf_init(&text, NULL);
}
static void tear_down(void) {
  tta_affine_pool_free(pool);
  tta_buf_free(&text);
}

static tta_expr d(uint32_t i) { return tta_expr_dim(pool, i); }
static tta_expr s(uint32_t i) { return tta_expr_symbol(pool, i); }
static tta_expr c(int64_t value) { return tta_expr_constant(pool, value); }
static tta_expr add(tta_expr a, tta_expr b) { return tta_expr_binary(pool, TTA_EXPR_ADD, a, b); }
static tta_expr mul(tta_expr a, tta_expr b) { return tta_expr_binary(pool, TTA_EXPR_MUL, a, b); }
static tta_expr mod(tta_expr a, tta_expr b) { return tta_expr_binary(pool, TTA_EXPR_MOD, a, b); }
static tta_expr fdiv(tta_expr a, tta_expr b) { return tta_expr_binary(pool, TTA_EXPR_FLOORDIV, a, b); }
static tta_expr cdiv(tta_expr a, tta_expr b) { return tta_expr_binary(pool, TTA_EXPR_CEILDIV, a, b); }
static tta_expr neg(tta_expr a) { return mul(a, c(-1)); }
static tta_expr sub(tta_expr a, tta_expr b) { return add(a, neg(b)); }

static const char *print(tta_expr expr) {
  text.size = 0;
  tta_expr_print(&text, pool, expr);
  tta_buf_char(&text, 0);
  return text.data;
}
#define PRINTS(expr, expected) ck_assert_str_eq(print(expr), expected)

/* Output of mlir-opt-19. */
START_TEST(test_reference_facts) {
  PRINTS(add(s(0), d(2)), "d2 + s0");
  PRINTS(mul(c(3), d(0)), "d0 * 3");
  PRINTS(add(d(0), d(0)), "d0 * 2");
  PRINTS(mul(mul(d(0), c(2)), c(3)), "d0 * 6");
  PRINTS(mod(mul(d(0), c(8)), c(4)), "0");
  PRINTS(fdiv(mul(d(0), c(8)), c(4)), "d0 * 2");
  PRINTS(mod(d(0), c(1)), "0");
  PRINTS(fdiv(d(0), c(1)), "d0");
  PRINTS(sub(d(0), d(0)), "0");
  PRINTS(mul(c(-1), d(0)), "-d0");
  PRINTS(add(d(1), c(-1)), "d1 - 1");
  PRINTS(mod(c(7), c(-2)), "7 mod -2");
  PRINTS(add(mul(fdiv(d(0), c(8)), c(2)), fdiv(d(1), c(8))), "(d0 floordiv 8) * 2 + d1 floordiv 8");
  PRINTS(mul(fdiv(d(0), c(8)), c(2)), "(d0 floordiv 8) * 2");
  PRINTS(add(mul(d(0), c(8)), neg(d(0))), "d0 * 7");
}
END_TEST

START_TEST(test_sums) {
  PRINTS(add(c(4), d(0)), "d0 + 4");
  PRINTS(add(add(d(0), c(2)), c(3)), "d0 + 5");
  PRINTS(add(add(d(0), c(2)), d(1)), "d0 + d1 + 2");
  PRINTS(add(add(s(0), c(2)), add(d(0), c(3))), "d0 + s0 + 2 + 3");
  PRINTS(add(mul(d(0), c(3)), mul(d(0), c(4))), "d0 * 7");
  PRINTS(add(d(0), add(d(0), d(1))), "d0 + d0 + d1");
  PRINTS(sub(d(0), mul(fdiv(d(0), c(5)), c(5))), "d0 mod 5");
  PRINTS(sub(d(0), mul(fdiv(d(0), s(0)), s(0))), "d0 mod s0");
  PRINTS(sub(d(0), mul(fdiv(d(0), c(5)), c(4))), "d0 - (d0 floordiv 5) * 4");
  PRINTS(sub(d(0), mul(fdiv(d(1), c(5)), c(5))), "d0 - (d1 floordiv 5) * 5");
  /* mlir-opt-19 says d0 mod 5, which is not the same function: see src/affine/simplify.c. */
  PRINTS(add(d(0), add(mul(fdiv(d(0), c(5)), c(5)), c(-1))), "d0 + (d0 floordiv 5) * 5 - 1");
}
END_TEST

START_TEST(test_products) {
  PRINTS(mul(s(0), d(0)), "d0 * s0");
  PRINTS(mul(s(0), add(d(0), s(1))), "(d0 + s1) * s0");
  PRINTS(mul(mul(d(0), c(2)), s(0)), "(d0 * s0) * 2");
  PRINTS(mul(d(0), c(0)), "0");
  PRINTS(mul(neg(d(0)), c(-1)), "d0");
  PRINTS(mul(neg(d(0)), s(0)), "-(d0 * s0)");
}
END_TEST

START_TEST(test_quotients) {
  PRINTS(fdiv(c(-7), c(2)), "-4");
  PRINTS(cdiv(c(-7), c(2)), "-3");
  PRINTS(mod(c(-7), c(4)), "1");
  PRINTS(fdiv(add(mul(d(0), c(8)), d(1)), c(4)), "d0 * 2 + d1 floordiv 4");
  PRINTS(cdiv(add(mul(d(0), c(4)), d(1)), c(4)), "(d0 * 4 + d1) ceildiv 4");
  PRINTS(cdiv(mul(d(0), c(12)), c(4)), "d0 * 3");
  PRINTS(mod(add(mul(d(0), c(8)), d(1)), c(4)), "d1 mod 4");
  PRINTS(mod(add(d(1), mul(d(0), c(8))), c(4)), "d1 mod 4");
  PRINTS(mod(mod(d(0), c(64)), c(8)), "d0 mod 8");
  PRINTS(mod(mod(d(0), c(8)), c(64)), "(d0 mod 8) mod 64");
  PRINTS(mod(fdiv(mul(mod(d(0), c(64)), c(16)), c(3)), c(2)), "(((d0 mod 64) * 16) floordiv 3) mod 2");
  PRINTS(mod(mul(fdiv(d(0), c(3)), c(16)), c(8)), "0");
  /* The terms' common divisor 4 counts for the product. */
  PRINTS(mod(mul(add(mul(d(0), c(8)), mul(d(1), c(12))), s(0)), c(4)), "0");
  PRINTS(mod(mul(add(mul(d(0), c(8)), mul(d(1), c(12))), s(0)), c(8)), "((d0 * 8 + d1 * 12) * s0) mod 8");
  /* The divisor 2^56 does not fit the node. */
  PRINTS(mod(add(mul(d(0), c(INT64_C(1) << 56)), d(1)), c(INT64_C(1) << 56)), "d1 mod 72057594037927936");
  PRINTS(mod(d(0), s(0)), "d0 mod s0");
  PRINTS(cdiv(d(0), mul(s(0), s(1))), "d0 ceildiv (s0 * s1)");
}
END_TEST

START_TEST(test_bad_divisors_are_kept) {
  PRINTS(fdiv(mul(d(0), c(4)), c(0)), "(d0 * 4) floordiv 0");
  PRINTS(fdiv(c(4), c(-2)), "4 floordiv -2");
  PRINTS(cdiv(c(INT64_MIN), c(-1)), "-9223372036854775808 ceildiv -1");
  PRINTS(mod(mod(c(0), c(0)), c(3)), "(0 mod 0) mod 3");
}
END_TEST

START_TEST(test_parentheses) {
  PRINTS(mul(d(0), c(-2)), "d0 * -2");
  PRINTS(sub(d(0), mul(d(1), c(2))), "d0 - d1 * 2");
  PRINTS(sub(d(0), mul(mul(d(1), s(0)), c(2))), "d0 - (d1 * s0) * 2");
  PRINTS(sub(d(0), add(d(1), d(2))), "d0 - (d1 + d2)");
  PRINTS(sub(d(0), mul(add(d(1), d(2)), c(3))), "d0 - (d1 + d2) * 3");
  PRINTS(sub(d(0), mod(d(1), c(3))), "d0 - d1 mod 3");
  PRINTS(neg(mod(d(0), c(3))), "-(d0 mod 3)");
  PRINTS(mod(neg(d(0)), c(3)), "(-d0) mod 3");
  PRINTS(neg(add(d(0), c(-2))), "-(d0 - 2)");
  PRINTS(fdiv(add(d(0), mul(add(d(1), d(2)), c(-5))), c(7)), "(d0 - (d1 + d2) * 5) floordiv 7");
  PRINTS(mod(sub(d(0), d(1)), c(8)), "(d0 - d1) mod 8");
  PRINTS(d(4000000000), "d4000000000");
}
END_TEST

START_TEST(test_int64_edges) {
  tta_expr sum = add(c(INT64_MAX), c(1)), product = mul(c(INT64_MAX), c(2));
  PRINTS(sum, "9223372036854775807 + 1");
  PRINTS(product, "9223372036854775807 * 2");
  PRINTS(add(add(d(0), c(INT64_MAX)), c(1)), "d0 + 9223372036854775807 + 1");
  PRINTS(mul(mul(d(0), c(INT64_MAX)), c(2)), "(d0 * 9223372036854775807) * 2");
  PRINTS(add(mul(d(0), c(INT64_MAX)), d(0)), "d0 * 9223372036854775807 + d0");
  PRINTS(add(add(add(d(0), c(INT64_MAX)), c(1)), c(-1)), "d0 + 9223372036854775807");
  PRINTS(add(c(-INT64_MAX), c(-1)), "-9223372036854775808");
  PRINTS(neg(c(INT64_MIN)), "--9223372036854775808");
  PRINTS(add(d(0), c(INT64_MIN)), "d0 - -9223372036854775808");
  PRINTS(add(d(1), mul(d(0), c(INT64_MIN))), "d1 - d0 * -9223372036854775808");
  PRINTS(mod(mul(d(0), c(INT64_MIN)), c(1024)), "0");
  PRINTS(fdiv(mul(d(0), c(INT64_MIN)), c(2)), "d0 * -4611686018427387904");
  /* the operators of a text fold modulo 2^64, as MLIR does, but not two bare constants */
  PRINTS(tta_affine_pool_fold(pool, TTA_EXPR_ADD, add(d(0), c(INT64_MAX)), c(2)), "d0 - 9223372036854775807");
  PRINTS(tta_affine_pool_fold(pool, TTA_EXPR_MUL, mul(d(0), c(INT64_C(1) << 62)), c(4)), "0");
  PRINTS(tta_affine_pool_fold(pool, TTA_EXPR_ADD, mul(d(0), c(INT64_MAX)), d(0)), "d0 * -9223372036854775808");
  PRINTS(tta_affine_pool_fold(pool, TTA_EXPR_ADD, c(INT64_MAX), c(1)), "9223372036854775807 + 1");
  ck_assert(tta_expr_fold_overflows(pool, TTA_EXPR_ADD, c(INT64_MAX), c(1)));
  ck_assert(tta_expr_fold_overflows(pool, TTA_EXPR_MUL, c(INT64_MIN), c(-1)));
  ck_assert(!tta_expr_fold_overflows(pool, TTA_EXPR_ADD, c(INT64_MAX), c(0)));
  ck_assert(!tta_expr_fold_overflows(pool, TTA_EXPR_MUL, d(0), c(INT64_MIN)));
  ck_assert(!tta_expr_fold_overflows(pool, TTA_EXPR_FLOORDIV, c(1), c(0)));
  int64_t value;
  ck_assert_int_eq(tta_expr_evaluate(pool, sum, NULL, NULL, &value), TTA_OVERFLOW);
  ck_assert_int_eq(tta_expr_evaluate(pool, product, NULL, NULL, &value), TTA_OVERFLOW);
}
END_TEST

START_TEST(test_evaluate) {
  /* 7 * 100 + (-9 floordiv 4) - (5 mod 3) * 2 ceildiv 3 = 700 - 3 - 2 = 695 by hand. */
  tta_expr expr = sub(add(mul(d(0), s(0)), fdiv(d(1), c(4))), cdiv(mul(mod(d(2), c(3)), c(2)), c(3)));
  int64_t value, dims[] = {7, -9, 5}, symbols[] = {100};
  ck_assert_int_eq(tta_expr_evaluate(pool, expr, dims, symbols, &value), TTA_OK);
  ck_assert_int_eq(value, 695);
  int64_t zero[] = {0}, negative[] = {-3};
  ck_assert_int_eq(tta_expr_evaluate(pool, mod(d(0), s(0)), dims, zero, &value), TTA_INVALID);
  ck_assert_int_eq(tta_expr_evaluate(pool, fdiv(d(0), s(0)), dims, negative, &value), TTA_INVALID);
  ck_assert_int_eq(tta_expr_evaluate(pool, cdiv(d(0), c(0)), dims, zero, &value), TTA_INVALID);
  ck_assert_int_eq(tta_expr_evaluate(pool, TTA_EXPR_NONE, dims, zero, &value), TTA_INVALID);
  int64_t large[] = {INT64_MAX};
  ck_assert_int_eq(tta_expr_evaluate(pool, mul(d(0), c(2)), large, NULL, &value), TTA_OVERFLOW);
}
END_TEST

START_TEST(test_views_and_predicates) {
  tta_expr expr = add(d(3), c(5));
  tta_expr_view view = tta_expr_get(pool, expr);
  ck_assert_int_eq(view.kind, TTA_EXPR_ADD);
  ck_assert(view.lhs < expr && view.rhs < expr);
  view = tta_expr_get(pool, view.rhs);
  ck_assert_int_eq(view.kind, TTA_EXPR_CONSTANT);
  ck_assert_int_eq(view.value, 5);
  view = tta_expr_get(pool, d(1000));
  ck_assert_int_eq(view.kind, TTA_EXPR_DIM);
  ck_assert_int_eq(view.value, 1000);
  ck_assert_int_eq(tta_expr_get(pool, s(1000)).kind, TTA_EXPR_SYMBOL);
  ck_assert(tta_expr_is_symbolic_or_constant(pool, add(s(0), c(1))));
  ck_assert(!tta_expr_is_symbolic_or_constant(pool, mul(s(0), d(1))));
  int64_t value = 0;
  ck_assert(tta_expr_is_constant(pool, c(-77), &value) && value == -77);
  ck_assert(tta_expr_is_constant(pool, c(1 << 20), &value) && value == 1 << 20);
  ck_assert(!tta_expr_is_constant(pool, d(0), &value));
  ck_assert(!tta_expr_is_constant(pool, TTA_EXPR_NONE, &value));
  ck_assert_uint_eq(add(TTA_EXPR_NONE, d(0)), TTA_EXPR_NONE);
  ck_assert_uint_eq(sub(d(0), TTA_EXPR_NONE), TTA_EXPR_NONE);
  ck_assert_uint_eq(tta_expr_binary(pool, TTA_EXPR_DIM, d(0), d(0)), TTA_EXPR_NONE);
  ck_assert_int_eq(tta_affine_pool_status(pool), TTA_OK);
}
END_TEST

START_TEST(test_equality) {
  tta_affine_pool *mine = pool, *other = tta_affine_pool_new(NULL);
  pool = other;
  (void)add(d(7), c(1 << 30)); /* so that the handles differ */
  tta_expr theirs = mod(add(mul(d(0), c(INT64_C(1) << 40)), s(20)), c(1000));
  pool = mine;
  tta_expr ours = mod(add(mul(d(0), c(INT64_C(1) << 40)), s(20)), c(1000));
  ck_assert(tta_expr_equal(mine, ours, other, theirs));
  ck_assert(!tta_expr_equal(mine, mod(add(mul(d(0), c(INT64_C(1) << 41)), s(20)), c(1000)), other, theirs));
  ck_assert(!tta_expr_equal(mine, fdiv(d(0), c(1000)), mine, mod(d(0), c(1000))));
  ck_assert(!tta_expr_equal(mine, add(d(0), d(1)), mine, add(d(1), d(0))));
  ck_assert(!tta_expr_equal(mine, c(0), mine, TTA_EXPR_NONE));
  ck_assert(tta_expr_equal(mine, TTA_EXPR_NONE, other, TTA_EXPR_NONE));
  ck_assert(!tta_expr_equal(mine, d(40), mine, s(40)));
  tta_affine_pool_free(other);
}
END_TEST

static const char *print_map(const tta_map *map) {
  text.size = 0;
  tta_map_print(&text, map);
  tta_buf_char(&text, 0);
  return text.data;
}

START_TEST(test_maps) {
  tta_expr results[] = {d(0), d(1), add(mul(d(0), s(1)), s(0))};
  tta_map identity = {pool, 2, 0, 2, results}, map = {pool, 2, 2, 3, results}, empty = {pool, 0, 0, 0, NULL};
  ck_assert_str_eq(print_map(&identity), "(d0, d1) -> (d0, d1)");
  ck_assert_str_eq(print_map(&map), "(d0, d1)[s0, s1] -> (d0, d1, d0 * s1 + s0)");
  ck_assert_str_eq(print_map(&empty), "() -> ()");
  ck_assert(tta_map_is_identity(&identity) && tta_map_is_identity(&empty) && !tta_map_is_identity(&map));
  tta_expr swapped[] = {d(1), d(0)};
  tta_map swap = {pool, 2, 0, 2, swapped}, longer = {pool, 3, 0, 2, results}, symbolic = {pool, 2, 1, 2, results};
  ck_assert(!tta_map_is_identity(&swap) && !tta_map_is_identity(&longer) && !tta_map_is_identity(&symbolic));
  ck_assert(tta_map_equal(&identity, &identity) && !tta_map_equal(&identity, &swap));
  ck_assert(!tta_map_equal(&identity, &longer) && !tta_map_equal(&identity, &symbolic));
  ck_assert(!tta_map_equal(&map, &symbolic));
  int64_t dims[] = {3, 4}, symbols[] = {10, 20}, values[3];
  ck_assert_int_eq(tta_map_evaluate(&map, dims, symbols, values), TTA_OK);
  ck_assert(values[0] == 3 && values[1] == 4 && values[2] == 70);
}
END_TEST

START_TEST(test_replace) {
  tta_expr expr = mod(add(mul(d(0), c(4)), mul(d(1), s(0))), c(8));
  tta_expr dims[] = {mul(d(5), c(2)), d(6)}, symbols[] = {c(3)};
  PRINTS(tta_expr_replace(pool, pool, expr, dims, symbols), "(d6 * 3) mod 8");
  tta_expr same_dims[] = {d(0), d(1)}, same_symbols[] = {s(0)};
  ck_assert_uint_eq(tta_expr_replace(pool, pool, expr, same_dims, same_symbols), expr);
  tta_affine_pool *other = tta_affine_pool_new(NULL);
  tta_expr other_dims[] = {tta_expr_constant(other, 5), tta_expr_dim(other, 9)};
  tta_expr other_symbols[] = {tta_expr_symbol(other, 40)};
  tta_expr moved = tta_expr_replace(other, pool, expr, other_dims, other_symbols);
  text.size = 0;
  tta_expr_print(&text, other, moved);
  tta_buf_char(&text, 0);
  ck_assert_str_eq(text.data, "(d9 * s40 + 20) mod 8");
  tta_affine_pool_free(other);
  tta_expr missing[] = {TTA_EXPR_NONE, d(0)};
  ck_assert_uint_eq(tta_expr_replace(pool, pool, expr, missing, symbols), TTA_EXPR_NONE);
}
END_TEST

START_TEST(test_rewind) {
  tta_expr kept = add(d(0), d(1)), mark = tta_affine_pool_mark(pool);
  tta_expr dropped = mul(kept, c(1000));
  ck_assert_uint_ge(dropped, mark);
  tta_affine_pool_rewind(pool, mark);
  ck_assert_uint_eq(tta_affine_pool_mark(pool), mark);
  PRINTS(kept, "d0 + d1");
  PRINTS(mod(kept, c(7)), "(d0 + d1) mod 7");
  tta_affine_pool_rewind(pool, 0);
  PRINTS(add(d(0), c(1)), "d0 + 1");
}
END_TEST

enum { CHAIN = 100000 };

/* The chain must print, evaluate, compare and be replaced; also with `ulimit -s 256`. */
static void check_chain(tta_expr chain, int64_t at_ones) {
  ck_assert_uint_ne(chain, TTA_EXPR_NONE);
  ck_assert_int_eq(tta_affine_pool_status(pool), TTA_OK);
  text.size = 0;
  tta_expr_print(&text, pool, chain);
  ck_assert(!text.failed && text.size >= CHAIN);
  int64_t value, ones[] = {1, 1, 1};
  ck_assert_int_eq(tta_expr_evaluate(pool, chain, ones, ones, &value), TTA_OK);
  ck_assert_int_eq(value, at_ones);
  tta_affine_pool *other = tta_affine_pool_new(NULL);
  tta_expr dims[] = {tta_expr_dim(other, 0), tta_expr_dim(other, 1), tta_expr_dim(other, 2)};
  tta_expr symbols[] = {tta_expr_symbol(other, 0)};
  tta_expr copy = tta_expr_replace(other, pool, chain, dims, symbols);
  ck_assert(tta_expr_equal(pool, chain, other, copy));
  tta_affine_pool_free(other);
}

START_TEST(test_chain_of_quotients) {
  tta_expr chain = d(0);
  for (int64_t i = 2; i < CHAIN; ++i) chain = add(chain, fdiv(d(0), c(i)));
  check_chain(chain, 1);
}
END_TEST

START_TEST(test_chain_with_constants) {
  tta_expr chain = add(d(0), c(3));
  for (int64_t i = 0; i < CHAIN; ++i) chain = add(i % 2 ? chain : add(chain, c(1)), i % 3 ? d(1) : d(2));
  check_chain(chain, 1 + 3 + CHAIN / 2 + CHAIN);
}
END_TEST

START_TEST(test_chain_mixed) { /* d0 mod 7 floordiv 3 mod 7 floordiv 3 ... */
  tta_expr chain = d(0);
  for (int64_t i = 0; i < CHAIN; ++i) chain = i % 2 ? fdiv(chain, c(3)) : mod(chain, c(7));
  check_chain(chain, 0);
}
END_TEST

START_TEST(test_tower) { /* ((x) * 3 + 1) floordiv 2 + d1, and large known divisors at every step */
  tta_expr chain = d(0);
  for (int64_t i = 0; i < CHAIN; ++i) chain = add(fdiv(add(mul(mod(chain, c(5)), c(3)), c(1)), c(2)), d(1));
  int64_t x = 1;
  for (int64_t i = 0; i < CHAIN; ++i) x = (x % 5 * 3 + 1) / 2 + 1;
  check_chain(chain, x);
}
END_TEST

START_TEST(test_chain_on_the_right) {
  tta_expr chain = d(0);
  for (int64_t i = 0; i < CHAIN; ++i) chain = add(i % 2 ? d(1) : d(2), chain);
  check_chain(chain, CHAIN + 1);
}
END_TEST

START_TEST(test_chain_of_unfolded_constants) { /* + INT64_MAX again and again, with terms that could sink through */
  tta_expr chain = d(0);
  for (int64_t i = 0; i < CHAIN; ++i) chain = add(chain, c(INT64_MAX));
  for (int64_t i = 0; i < CHAIN; ++i) chain = add(chain, i % 2 ? d(1) : d(2));
  for (int64_t i = 0; i < CHAIN; ++i) chain = mul(chain, c(INT64_MAX));
  for (int64_t i = 0; i < CHAIN; ++i) chain = mul(chain, s(0));
  ck_assert_uint_ne(chain, TTA_EXPR_NONE);
}
END_TEST

/* A sum whose terms all have the divisor 2^62 is split 62 times, and each split is linear. */
START_TEST(test_division_of_a_chain) {
  tta_expr chain = mul(d(0), c(INT64_C(1) << 62));
  for (int64_t i = 0; i < 1000; ++i) chain = add(chain, mul(i % 2 ? d(1) : d(2), c(INT64_C(1) << 62)));
  for (int i = 0; i < 62; ++i) chain = fdiv(chain, c(2));
  text.size = 0;
  tta_expr_print(&text, pool, chain);
  ck_assert_uint_eq(text.size, strlen("d0") + 1000 * strlen(" + d1"));
  tta_expr long_chain = d(0);
  for (int64_t i = 0; i < CHAIN; ++i) long_chain = add(long_chain, mul(d((uint32_t)i % 3), c(8)));
  long_chain = fdiv(long_chain, c(4));
  int64_t value, ones[] = {1, 1, 1};
  ck_assert_int_eq(tta_expr_evaluate(pool, long_chain, ones, NULL, &value), TTA_OK);
  ck_assert_int_eq(value, 2 * CHAIN);
}
END_TEST

/* Handles used twice at each step: 61 doublings are allowed and share their operands, the next one is rejected. */
START_TEST(test_doubling) {
  tta_expr expr = d(0);
  for (int i = 0; i < 61; ++i) expr = add(fdiv(expr, c(2)), fdiv(expr, c(3)));
  ck_assert_uint_ne(expr, TTA_EXPR_NONE);
  ck_assert(tta_expr_equal(pool, expr, pool, expr));
  expr = add(fdiv(expr, c(2)), fdiv(expr, c(3)));
  ck_assert_uint_eq(expr, TTA_EXPR_NONE);
  ck_assert_int_eq(tta_affine_pool_status(pool), TTA_LIMIT);
}
END_TEST

typedef struct failing {
  long left;
  long live;
} failing;
static void *failing_allocate(void *user, size_t size) {
  failing *at = user;
  if (at->left-- <= 0) return NULL;
  ++at->live;
  return malloc(size);
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  failing *at = user;
  return at->left-- <= 0 ? NULL : realloc(block, new_size);
}
static void failing_release(void *user, void *block, size_t size) {
  (void)size;
  --((failing *)user)->live;
  free(block);
}

/* Builds, divides, evaluates, replaces and prints a chain; false and a stated reason when some allocation failed. */
static bool work(const tta_allocator *allocator) {
  bool done = false;
  pool = tta_affine_pool_new(allocator);
  if (!pool) return false;
  tta_buf out;
  tta_buf_init(&out, allocator);
  tta_expr chain = mul(d(0), c(12));
  for (int64_t i = 0; i < 300; ++i) chain = add(chain, mul(d((uint32_t)i % 3), c(4)));
  chain = fdiv(chain, c(4));
  if (chain == TTA_EXPR_NONE) {
    ck_assert_int_eq(tta_affine_pool_status(pool), TTA_NO_MEMORY);
    goto end;
  }
  int64_t value, ones[] = {1, 1, 1};
  tta_status status = tta_expr_evaluate(pool, chain, ones, NULL, &value);
  if (status) {
    ck_assert_int_eq(status, TTA_NO_MEMORY);
    goto end;
  }
  ck_assert_int_eq(value, 303);
  tta_expr dims[] = {d(1), d(2), mul(d(0), c(1000))};
  if (tta_expr_replace(pool, pool, chain, dims, NULL) == TTA_EXPR_NONE) {
    ck_assert_int_eq(tta_affine_pool_status(pool), TTA_NO_MEMORY);
    goto end;
  }
  tta_expr_print(&out, pool, chain);
  done = !out.failed;
end:
  tta_buf_free(&out);
  tta_affine_pool_free(pool);
  return done;
}

START_TEST(test_no_memory) {
  tta_affine_pool *mine = pool;
  long n = 0;
  for (bool done = false; !done; ++n) {
    failing at = {n, 0};
    tta_allocator allocator = {failing_allocate, failing_resize, failing_release, &at};
    done = work(&allocator);
    ck_assert_int_eq(at.live, 0);
    ck_assert_int_lt(n, 1000);
  }
  ck_assert_int_gt(n, 10); /* it did fail at many places */
  pool = mine;
}
END_TEST

/* Ordinary expressions are walked without memory. */
START_TEST(test_no_allocation) {
  failing at = {2, 0};
  tta_allocator allocator = {failing_allocate, failing_resize, failing_release, &at};
  tta_affine_pool *mine = pool;
  pool = tta_affine_pool_new(&allocator);
  tta_expr expr = d(0);
  for (uint32_t i = 1; i < 16; ++i) expr = add(mul(expr, c(i)), fdiv(d(i), c(i + 1)));
  int64_t value, zeros[16] = {0};
  ck_assert_int_eq(tta_expr_evaluate(pool, expr, zeros, NULL, &value), TTA_OK);
  char room[1024];
  tta_buf out = {&allocator, room, 0, sizeof room, false};
  tta_expr_print(&out, pool, expr);
  ck_assert(!out.failed && out.size > 100);
  tta_affine_pool_free(pool);
  ck_assert_int_eq(at.live, 0);
  pool = mine;
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("affine", set_up, tear_down, test_reference_facts, test_sums, test_products, test_quotients,
                        test_bad_divisors_are_kept, test_parentheses, test_int64_edges, test_evaluate,
                        test_views_and_predicates, test_equality, test_maps, test_replace, test_rewind,
                        test_chain_of_quotients, test_chain_with_constants, test_chain_mixed, test_tower,
                        test_chain_on_the_right, test_chain_of_unfolded_constants, test_division_of_a_chain,
                        test_doubling, test_no_memory, test_no_allocation);
}
