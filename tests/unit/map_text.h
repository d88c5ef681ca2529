/* map_text.h: helpers of the tests of maps: a map and a box from text, with one pool and one arena. */
#ifndef TTA_TESTS_MAP_TEXT_H
#define TTA_TESTS_MAP_TEXT_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "maps/maps.h"

typedef struct reader {
  const char *at;
  tta_affine_pool *pool;
} reader;

static tta_affine_pool *pool;
static tta_arena arena;
static tta_expr results[64];
static int64_t extents[64];

static void setup(void) {
  pool = tta_affine_pool_new(NULL);
  tta_arena_init(&arena, NULL);
}

static void teardown(void) {
  tta_affine_pool_free(pool);
  tta_arena_free(&arena);
}

static void blanks(reader *r) { while (*r->at == ' ') r->at++; }

static bool eat(reader *r, const char *word) {
  blanks(r);
  if (strncmp(r->at, word, strlen(word))) return false;
  r->at += strlen(word);
  return true;
}

static tta_expr negate(tta_affine_pool *in, tta_expr operand) {
  return tta_expr_binary(in, TTA_EXPR_MUL, operand, tta_expr_constant(in, -1));
}

static tta_expr read_sum(reader *r);

static tta_expr read_atom(reader *r) {
  char *end;
  if (eat(r, "-")) return negate(r->pool, read_atom(r));
  if (eat(r, "(")) {
    tta_expr inner = read_sum(r);
    ck_assert(eat(r, ")"));
    return inner;
  }
  bool dim = eat(r, "d");
  long long value = strtoll(r->at, &end, 10);
  ck_assert_ptr_ne(r->at, end);
  r->at = end;
  return dim ? tta_expr_dim(r->pool, (uint32_t)value) : tta_expr_constant(r->pool, value);
}

static tta_expr read_product(reader *r) {
  tta_expr left = read_atom(r);
  for (;;) {
    if (eat(r, "*")) left = tta_expr_binary(r->pool, TTA_EXPR_MUL, left, read_atom(r));
    else if (eat(r, "mod")) left = tta_expr_binary(r->pool, TTA_EXPR_MOD, left, read_atom(r));
    else if (eat(r, "floordiv")) left = tta_expr_binary(r->pool, TTA_EXPR_FLOORDIV, left, read_atom(r));
    else if (eat(r, "ceildiv")) left = tta_expr_binary(r->pool, TTA_EXPR_CEILDIV, left, read_atom(r));
    else return left;
  }
}

static tta_expr read_sum(reader *r) {
  tta_expr left = read_product(r);
  for (;;) {
    if (eat(r, "+")) left = tta_expr_binary(r->pool, TTA_EXPR_ADD, left, read_product(r));
    else if (eat(r, "-")) left = tta_expr_binary(r->pool, TTA_EXPR_ADD, left, negate(r->pool, read_product(r)));
    else return left;
  }
}

/* "d0 * 8 + d1, d2" over as many dims as `box`, "2x3x4", has. */
static tta_map map_of(const char *box, const char *text, tta_shape *shape) {
  reader r = {text, pool};
  tta_map map = {pool, 0, 0, 0, results};
  for (const char *at = box; *at; at += *at == 'x') extents[map.num_dims++] = strtoll(at, (char **)&at, 10);
  blanks(&r);
  while (*r.at) {
    results[map.num_results++] = read_sum(&r);
    if (!eat(&r, ",")) break;
  }
  ck_assert_str_eq(r.at, "");
  *shape = (tta_shape){map.num_dims, extents};
  return map;
}

#endif
