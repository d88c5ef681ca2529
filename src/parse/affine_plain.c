/* Fast path for maps as MLIR prints them, `(d0, d1)[s0] -> (d0 * 64 + d1, d1 mod s0)`: the grammar needs thirty tokens
 * for such a map. Other text (other names, a sign before an operand, an error) is left to the grammar, which makes the
 * same map of the same text: tests/property/test_plain_map.c compares the two. */
#include "affine/pool.h"
#include "parse/known_maps.h"
#include "parse/parser.h"
#include "parse/plain.h"

enum {
  DEEPEST = 256,     /* brackets in an expression: each takes 400 bytes of the stack */
  NODES_FREE = 4096, /* an island with more than this and NODES_A_BYTE can be rejected (affine.c: amplification) */
  NODES_A_BYTE = 16,
};

typedef struct reader {
  tta_parser *p;
  tta_affine_pool *pool;
  uint32_t num_dims, num_symbols;
  int depth;
  bool only_strides; /* stop at the first other term */
  bool stopped;
} reader;

static bool starts(const char *at, const char *text) {
  while (*text && *at == *text) at++, text++;
  return !*text;
}

/* Whether the grammar might find that simplification makes too much of the text up to `at`. */
static bool may_be_too_large(const tta_parser *p, const char *at) {
  return p->tree->affine->size - p->first_expr > NODES_FREE + NODES_A_BYTE * (uint64_t)(at - (p->text + p->begin));
}

/* The operation; where it becomes another one the text is not what prints. */
static tta_expr simplify(reader *r, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  tta_expr result = tta_affine_pool_fold(r->pool, kind, lhs, rhs);
  const tta_affine_node *node = &r->pool->nodes[result];
  if (node->kind != kind || node->lhs != lhs || node->rhs != rhs) r->p->canonical = false;
  return result;
}

static const char *sum(reader *r, const char *at, tta_expr *result, bool *single);

/* `(` ... `)`, around an operation */
static const char *bracket(reader *r, const char *at, tta_expr *result) {
  bool single;
  if (r->depth == DEEPEST) return NULL;
  r->depth++;
  at = sum(r, at + 1, result, &single);
  r->depth--;
  if (!at || *at != ')') return NULL;
  if (single) r->p->canonical = false;
  return at + 1;
}

static const char *operand(reader *r, const char *at, tta_expr *result) {
  int64_t n;
  char first = *at;
  if (first == '(') return bracket(r, at, result);
  bool name = first == 'd' || first == 's';
  at = tta_plain_number(at + name, &n);
  if (!at || (name && n >= (first == 'd' ? r->num_dims : r->num_symbols))) return NULL;
  if (first == 'd') *result = tta_affine_pool_dim(r->pool, (uint32_t)n);
  else if (first == 's') *result = tta_affine_pool_symbol(r->pool, (uint32_t)n);
  else *result = tta_affine_pool_constant(r->pool, n);
  return at;
}

/* ` * `, ` mod `, ` floordiv `, ` ceildiv `; NULL when none of them stands there. */
static const char *strong_operator(const char *at, tta_expr_kind *kind) {
  if (at[0] != ' ') return NULL;
  switch (at[1]) {
  case '*': *kind = TTA_EXPR_MUL; return at[2] == ' ' ? at + 3 : NULL;
  case 'm': *kind = TTA_EXPR_MOD; return starts(at, " mod ") ? at + 5 : NULL;
  case 'f': *kind = TTA_EXPR_FLOORDIV; return starts(at, " floordiv ") ? at + 10 : NULL;
  case 'c': *kind = TTA_EXPR_CEILDIV; return starts(at, " ceildiv ") ? at + 9 : NULL;
  default: return NULL;
  }
}

/* Expressions that the grammar rejects or folds are left to the grammar. */
static bool is_sound(const reader *r, tta_expr_kind kind, tta_expr lhs, tta_expr rhs) {
  const tta_affine_node *left = &r->pool->nodes[lhs], *right = &r->pool->nodes[rhs];
  if (left->kind == TTA_EXPR_CONSTANT && right->kind == TTA_EXPR_CONSTANT) return false;
  if (kind == TTA_EXPR_MUL) return !left->has_dim || !right->has_dim;
  return !right->has_dim && (right->kind != TTA_EXPR_CONSTANT || right->value > 0);
}

/* An operand, or two operands and an operator. More of them have parentheses. */
static const char *term(reader *r, const char *at, tta_expr *result, bool *single) {
  tta_expr rhs;
  tta_expr_kind kind;
  r->stopped = r->only_strides;
  if (r->stopped) return NULL;
  bool in_brackets = *at == '(';
  at = operand(r, at, result);
  if (!at) return NULL;
  const char *next = strong_operator(at, &kind);
  *single = !next;
  if (!next) {
    r->p->canonical = r->p->canonical && !in_brackets;
    return at;
  }
  at = operand(r, next, &rhs);
  if (!at || !is_sound(r, kind, *result, rhs)) return NULL;
  *result = simplify(r, kind, *result, rhs);
  return may_be_too_large(r->p, at) ? NULL : at;
}

/* `... - term`, which is the sum with the product of the term and -1. */
static tta_expr subtract(reader *r, tta_expr lhs, tta_expr rhs) {
  bool number = r->pool->nodes[rhs].kind == TTA_EXPR_CONSTANT && r->pool->nodes[rhs].value > 0;
  rhs = tta_affine_pool_fold(r->pool, TTA_EXPR_MUL, rhs, tta_affine_pool_constant(r->pool, -1));
  r->p->canonical = r->p->canonical && number;
  return simplify(r, TTA_EXPR_ADD, lhs, rhs);
}

/* The commonest terms, `d3` and `d3 * 64` of a dim that is not in *seen: nothing in a sum of them simplifies. NULL:
 * another term. */
static const char *stride_term(reader *r, const char *at, tta_expr *result, uint64_t *seen) {
  int64_t n, stride;
  if (*at != 'd' || !(at = tta_plain_number(at + 1, &n)) || n >= r->num_dims || n >= 64 || (*seen >> n & 1))
    return NULL;
  *seen |= (uint64_t)1 << n;
  *result = tta_affine_pool_dim(r->pool, (uint32_t)n);
  if (at[0] != ' ' || at[1] == '+') return at;
  if (at[1] != '*' || at[2] != ' ' || !(at = tta_plain_number(at + 3, &stride)) || stride < 2) return NULL;
  *result = tta_affine_pool_join(r->pool, TTA_EXPR_MUL, *result, tta_affine_pool_constant(r->pool, stride));
  return at;
}

static bool is_plus(const char *at) { return at[0] == ' ' && at[1] == '+' && at[2] == ' '; }
static bool is_minus(const char *at) { return at[0] == ' ' && at[1] == '-' && at[2] == ' '; }

/* `d0 * 192 + d1 * 64 + d2`; the end, and as far as terms are of this kind. */
static const char *strides(reader *r, const char *at, tta_expr *result) {
  uint64_t seen = 0;
  tta_expr next;
  const char *end = stride_term(r, at, result, &seen);
  while (end && is_plus(end)) {
    const char *after = stride_term(r, end + 3, &next, &seen);
    if (!after) return end;
    *result = tta_affine_pool_join(r->pool, TTA_EXPR_ADD, *result, next);
    end = after;
  }
  return end;
}

/* `single`: one operand alone, without parentheses. */
static const char *sum(reader *r, const char *at, tta_expr *result, bool *single) {
  tta_expr next;
  bool one;
  const char *end = strides(r, at, result);
  *single = false;
  if (end && *end == ')' && r->depth) *single = r->pool->nodes[*result].kind == TTA_EXPR_DIM;
  if (!end) end = term(r, at, result, single);
  while (end && (is_plus(end) || is_minus(end))) {
    bool minus = is_minus(end);
    *single = false;
    end = term(r, end + 3, &next, &one);
    if (!end || (r->pool->nodes[*result].kind == TTA_EXPR_CONSTANT && r->pool->nodes[next].kind == TTA_EXPR_CONSTANT))
      return NULL;
    *result = minus ? subtract(r, *result, next) : simplify(r, TTA_EXPR_ADD, *result, next);
    if (may_be_too_large(r->p, end)) return NULL;
  }
  return end;
}

/* A number of a name from 100 on. */
static __attribute__((noinline)) const char *large_number(const char *at, uint32_t expected) {
  int64_t number;
  at = tta_plain_number(at, &number);
  return at && number == expected ? at : NULL;
}

/* `, d1, d2` after `d0`: adds their number to `count`; NULL if they have other names. */
static inline __attribute__((always_inline)) const char *names(const char *at, char letter, uint32_t *count) {
  uint32_t i = 1;
  for (; at[0] == ',' && at[1] == ' ' && at[2] == letter; i++) {
    at += 3;
    if (i < 10 && *at == (char)('0' + i)) at++;
    else if (i >= 10 && i < 100 && at[0] == (char)('0' + i / 10) && at[1] == (char)('0' + i % 10)) at += 2;
    else if (i < 100 || !(at = large_number(at, i))) return NULL;
  }
  *count = i;
  return at;
}

const char *tta_affine_plain_dims(tta_parser *p, const char *begin) {
  uint32_t count;
  const char *at = starts(begin, "(d0") ? names(begin + 3, 'd', &count) : NULL;
  if (!at || p->num_names || !starts(at, ") ->")) return NULL;
  p->num_names = p->num_dims = count; /* their names need no entries: plain_names says what they are */
  return at + 1;
}

static const char *heading(reader *r, const char *at) {
  at = starts(at, "(d0") ? names(at + 3, 'd', &r->num_dims) : NULL;
  if (at && starts(at, ")[s0")) at = names(at + 4, 's', &r->num_symbols);
  if (!at || !starts(at, r->num_symbols ? "] -> (" : ") -> (")) return NULL;
  return at + 6;
}

static const char *results(reader *r, const char *at) {
  for (;; at += 2) {
    tta_expr result;
    bool single;
    at = sum(r, at, &result, &single);
    if (!at) return NULL;
    tta_affine_add_result(r->p, result);
    if (at[0] != ',' || at[1] != ' ') return *at == ')' ? at + 1 : NULL;
  }
}

/* A map that was read before. */
static bool pass_known(tta_parser *p, tta_str text, tta_node_id *map) {
  tta_tree *tree = p->tree;
  tta_expr mark = tree->affine->size;
  uint32_t begin = (uint32_t)(text.data - p->text), first_result = tree->num_results;
  tta_map_data data;
  bool canonical;
  if (!tta_known_map_find(p->known_maps, text, tree, &data, &canonical)) return false;
  if (may_be_too_large(p, text.data)) {
    tta_affine_pool_rewind(tree->affine, mark);
    tree->num_results = first_result;
    return false;
  }
  *map = tta_node_new(tree, TTA_NODE_MAP, (tta_span){begin, begin + (uint32_t)text.size});
  tta_node_at(tree, *map)->index = tta_tree_add_map(tree, data);
  p->canonical = p->canonical && canonical;
  return true;
}

/* The end of the map at `begin`, whose results are appended; NULL: the grammar is to read it. */
static const char *read_map(reader *r, const char *begin) {
  const char *at = r->p->num_names ? NULL : heading(r, begin);
  return at ? results(r, at) : NULL;
}

/* A map of strides is read faster than it is found; one with other terms is searched for. */
const char *tta_affine_plain_map(tta_parser *p, const char *begin, tta_node_id *map) {
  tta_tree *tree = p->tree;
  tta_str text = {NULL, 0};
  reader r = {p, tree->affine, .only_strides = p->known_maps != NULL};
  tta_expr mark = r.pool->size;
  uint32_t first_result = tree->num_results;
  bool canonical = p->canonical;
  const char *end;
  while (!(end = read_map(&r, begin)) && r.stopped) {
    tree->num_results = first_result;
    tta_affine_pool_rewind(r.pool, mark);
    p->canonical = canonical;
    text = tta_known_map_text(p->known_maps, begin, p->section_end);
    if (text.size && pass_known(p, text, map)) return text.data + text.size;
    r = (reader){.p = p, .pool = r.pool};
    p->canonical = true;
  }
  if (!end) {
    tree->num_results = first_result;
    tta_affine_pool_rewind(r.pool, mark);
    p->canonical = canonical;
    return NULL;
  }
  *map = tta_node_new(tree, TTA_NODE_MAP, (tta_span){(uint32_t)(begin - p->text), (uint32_t)(end - p->text)});
  tta_map_data data = {r.num_dims, r.num_symbols, tree->num_results - first_result, first_result};
  tta_node_at(tree, *map)->index = tta_tree_add_map(tree, data);
  if (text.size && end == text.data + text.size && !tta_affine_pool_status(r.pool) && !tree->status)
    tta_known_map_add(p->known_maps, text, tree, &data, mark, p->canonical);
  if (!canonical) p->canonical = false;
  return end;
}
