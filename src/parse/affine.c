/* Names and expressions of the map that is being parsed: dims and symbols, the errors of MLIR's affine parser, and
 * divisors that are not positive, which MLIR accepts. */
#include <stdio.h>
#include <string.h>

#include "affine/pool.h"
#include "base/checked.h"
#include "base/nearest.h"
#include "base/str.h"
#include "parse/parser.h"
#include "text/token.h"

static tta_str name_text(const tta_parser *p, tta_span n) { return TTA_SPAN_TEXT(p->text, n); }

/* Whether `text` is `letter` and the decimal `number`, without leading zeros. */
static bool is_plain(tta_str text, char letter, uint32_t number) {
  if (text.size < 2 || text.data[0] != letter) return false;
  if (number < 10) return text.size == 2 && text.data[1] == (char)('0' + number);
  size_t at = text.size;
  do {
    if (at == 1 || text.data[--at] != (char)('0' + number % 10)) return false;
    number /= 10;
  } while (number);
  return at == 1;
}

void tta_affine_reset(tta_parser *p) {
  p->num_names = p->num_dims = 0;
  p->names_indexed = false;
  p->in_symbols = false;
  p->plain_names = true;
  p->least = TTA_EXPR_NONE;
  p->undeclared = NULL;
}

static uint32_t position_in_list(const tta_parser *p, uint32_t i) { return i < p->num_dims ? i : i - p->num_dims; }

void tta_affine_declare(tta_parser *p, tta_span name) {
  if (!TTA_PUSH(p->tree->allocator, p, names, name)) {
    p->tree->status = TTA_NO_MEMORY;
    return;
  }
  if (!p->in_symbols) p->num_dims = p->num_names;
  p->plain_names =
      p->plain_names && is_plain(name_text(p, name), p->in_symbols ? 's' : 'd', position_in_list(p, p->num_names - 1));
}

void tta_affine_begin_symbols(tta_parser *p) {
  p->num_dims = p->num_names;
  p->in_symbols = true;
}

/* ---- names other than d0, d1, ..: a hash table, built at the first look-up that needs it ------------------------- */

/* Whether the results, after the '->' that comes next, have a name. Of text whose brackets do not close only so much is
 * looked at. */
static bool is_in_results(const tta_parser *p, uint32_t at, const char *name) {
  enum { MAX_BYTES = 1024 };
  const char *begin = p->text + at;
  tta_tokens tokens = tta_tokens_of(begin, p->section_end - begin > MAX_BYTES ? begin + MAX_BYTES : p->section_end);
  bool results = false, found = false;
  uint32_t depth = 0;
  for (tta_token t; !found && tta_token_next(&tokens, &t);) {
    results |= t.kind == TTA_MARK_ARROW;
    if (!results) continue;
    found = t.kind == TTA_MARK_WORD && tta_str_is(tta_str_between(t.begin, t.end), name);
    depth += t.kind == TTA_MARK_OPEN;
    if (t.kind == TTA_MARK_CLOSE && (!depth || !--depth)) break;
  }
  return found;
}

/* `(d0, d0) -> (d0, d1)`: the second name has the place of d1, which the results use. */
static void fix_redefinition(tta_parser *p, tta_diagnostic *d, uint32_t i) {
  char wanted[16];
  snprintf(wanted, sizeof wanted, "%c%u", i < p->num_dims ? 'd' : 's', position_in_list(p, i));
  for (uint32_t k = 0; k < p->num_names; k++)
    if (tta_str_is(name_text(p, p->names[k]), wanted)) return;
  if (is_in_results(p, p->names[i].end, wanted))
    tta_report_fix(p->report, d, p->names[i], tta_str_from(wanted), "replace with '%s'", wanted);
}

/* Two names of a list are the same: reported for the first few, since one error is enough to be found. */
static void report_redefinition(tta_parser *p, tta_span first, uint32_t i) {
  tta_span again = p->names[i];
  tta_str name = name_text(p, again);
  tta_diagnostic *d =
      tta_report_add(p->report, TTA_RULE_affine_redefined, again, "redefinition of identifier '%.*s'",
                     TTA_STR_START(name));
  tta_report_note(p->report, d, first, "first defined here");
  fix_redefinition(p, d, i);
  p->map_has_errors = true;
}

static void index_names(tta_parser *p) {
  enum { MAX_REDEFINED = 9 };
  uint32_t redefined = 0;
  p->names_indexed = true;
  tta_strmap_clear(&p->name_index);
  for (uint32_t i = 0; i < p->num_names; i++) {
    uint32_t *index = tta_strmap_add(&p->name_index, name_text(p, p->names[i]), i);
    if (!index) p->tree->status = TTA_NO_MEMORY;
    else if (*index != i && redefined++ < MAX_REDEFINED) report_redefinition(p, p->names[*index], i);
  }
}

/* The number of the name in p->names; UINT32_MAX when it is not declared. */
static uint32_t find_name(tta_parser *p, tta_str name) {
  if (name.size < 11 && (name.data[0] == 'd' || name.data[0] == 's') && p->plain_names) {
    uint64_t n = 0;
    for (size_t i = 1; i < name.size; i++) {
      if (name.data[i] < '0' || name.data[i] > '9') return UINT32_MAX;
      n = n * 10 + (uint64_t)(name.data[i] - '0');
    }
    if (name.size < 2 || (name.data[1] == '0' && name.size > 2)) return UINT32_MAX;
    if (name.data[0] == 's') n += p->num_dims;
    return n < (name.data[0] == 's' ? p->num_names : p->num_dims) ? (uint32_t)n : UINT32_MAX;
  }
  if (p->plain_names) return UINT32_MAX;
  if (!p->names_indexed) index_names(p);
  uint32_t *index = tta_strmap_find(&p->name_index, name);
  return index ? *index : UINT32_MAX;
}

/* `D1` where `d1` is declared. */
static void report_undeclared(tta_parser *p, tta_span span) {
  tta_str name = TTA_SPAN_TEXT(p->text, span);
  char lower[8];
  bool found = false;
  if (name.size < sizeof lower) {
    for (size_t i = 0; i < name.size; i++) lower[i] = (char)(name.data[i] | (name.data[i] < 'a' ? 0x20 : 0));
    lower[name.size] = 0;
    found = find_name(p, tta_str_from(lower)) < UINT32_MAX;
  }
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_affine_undeclared, span,
                                     "use of undeclared identifier '%.*s'", TTA_STR_START(name));
  tta_report_suggest(p->report, d, span, found ? lower : NULL);
  if (!found && d && !p->undeclared) p->undeclared = d;
}

/* ---- what was meant by a name that is not declared --------------------------------------------------------------- */

/* The names in the text of a map: dims come as one token, without p->names. */
typedef struct map_names {
  tta_str declared[64];
  uint32_t count, dims;
  const char *end_of_dims, *end; /* after the last dim; the last name before '->' */
  const char *results;
} map_names;

static bool list_names(const tta_parser *p, tta_span map, map_names *n) {
  tta_tokens tokens = tta_tokens_of(p->text + map.begin, p->text + map.end);
  n->count = n->dims = 0;
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (*t.begin == '-') return n->results = t.end, n->dims > 0;
    if (*t.begin == ')') n->end_of_dims = n->end, n->dims = n->count;
    if (t.kind != TTA_MARK_WORD) continue;
    if (n->count == sizeof n->declared / sizeof *n->declared) return false;
    n->declared[n->count++] = tta_str_between(t.begin, t.end);
    n->end = t.end;
  }
  return false;
}

static uint32_t count_uses(const tta_parser *p, tta_str name, const map_names *n, tta_span map) {
  uint32_t uses = 0;
  tta_tokens tokens = tta_tokens_of(n->results, p->text + map.end);
  for (tta_token t; tta_token_next(&tokens, &t);)
    uses += t.kind == TTA_MARK_WORD && tta_str_equal(tta_str_between(t.begin, t.end), name);
  return uses;
}

/* The only declared name of the kind of `name` that the results do not use; empty: none, or several. */
static tta_str unused_name(const tta_parser *p, tta_str name, const map_names *n, tta_span map) {
  tta_str found = {NULL, 0};
  for (uint32_t i = 0; i < n->count; i++) {
    if (*n->declared[i].data != *name.data || count_uses(p, n->declared[i], n, map)) continue;
    if (found.size) return (tta_str){NULL, 0};
    found = n->declared[i];
  }
  return found;
}

/* `ds0` is nearer to s0 than to d1, which is not used. */
static bool is_nearest(const map_names *n, tta_str name, tta_str unused) {
  uint32_t distance = tta_edit_distance(name, unused);
  for (uint32_t i = 0; i < n->count; i++)
    if (tta_edit_distance(name, n->declared[i]) < distance) return false;
  return true;
}

static tta_span span_of(const tta_parser *p, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - p->text), (uint32_t)(end - p->text)};
}

/* `(d0, d1) -> (d0, d2)` means d1; `(d0, d1) -> (d0, d1, d2)` lacks d2, `(d0) -> (d0 + s0)` its symbols. */
static void explain_undeclared(tta_parser *p, tta_span map) {
  enum { MAX_TEXT = 16 };
  tta_diagnostic *d = p->undeclared;
  map_names names;
  if (!d || !p->plain_names || !list_names(p, map, &names)) return;
  tta_str name = {p->text + d->span.begin, d->span.end - d->span.begin};
  tta_str unused = unused_name(p, name, &names, map);
  if (unused.size) {
    if (count_uses(p, name, &names, map) == 1 && is_nearest(&names, name, unused))
      tta_report_fix(p->report, d, d->span, unused, "replace with '%.*s'", TTA_STR_ARGS(unused));
    else
      tta_report_note(p->report, d, span_of(p, unused.data, unused.data + unused.size), "'%.*s' is not used",
                      TTA_STR_ARGS(unused));
    return;
  }
  bool symbol = is_plain(name, 's', names.count - names.dims), dim = is_plain(name, 'd', names.dims);
  if (!symbol && !dim) return;
  char text[MAX_TEXT];
  bool first = symbol && names.count == names.dims;
  const char *end = dim ? names.end_of_dims : names.end;
  while (first && *end != ')') end++;
  snprintf(text, sizeof text, first ? "[%.*s]" : ", %.*s", TTA_STR_ARGS(name));
  tta_span place = span_of(p, end + first, end + first);
  tta_report_note(p->report, d, place, "expected '%.*s' to be declared here", TTA_STR_ARGS(name));
  tta_report_fix(p->report, d, place, tta_str_from(text), "insert '%s'", text);
}

tta_expr tta_affine_name_expr(tta_parser *p, tta_span span) {
  tta_str name = TTA_SPAN_TEXT(p->text, span);
  uint32_t i = find_name(p, name);
  if (i == UINT32_MAX) {
    bool redefined = p->names_indexed && p->name_index.size < p->num_names; /* the name may be the other one */
    if (!p->tree->status && !redefined) report_undeclared(p, span);
    p->map_has_errors = true;
    return tta_expr_constant(p->tree->affine, 0);
  }
  return i < p->num_dims ? tta_affine_pool_dim(p->tree->affine, i)
                         : tta_affine_pool_symbol(p->tree->affine, i - p->num_dims);
}

/* Whether the number is 2^63 after its sign. MLIR prints -2^63 (as in `d0 - -9223372036854775808`) but does not parse
 * it; what tt-opt prints must be parsed again. */
static bool is_least(const tta_parser *p, tta_span span) {
  static const char digits[] = "9223372036854775808";
  const char *at = p->text + span.begin;
  if (span.end - span.begin != sizeof digits - 1 || memcmp(at, digits, sizeof digits - 1) != 0 || at[-1] != '-')
    return false;
  for (at--; at[-1] == ' ';) at--;
  return strchr("(,+-*:[", at[-1]) != NULL;
}

static bool is_least_literal(const tta_parser *p, tta_expr expr) {
  int64_t value;
  return expr && expr == p->least && tta_expr_is_constant(p->tree->affine, expr, &value) && value == INT64_MIN;
}

tta_expr tta_affine_constant(tta_parser *p, tta_node_id number) {
  const tta_node *n = tta_node_at(p->tree, number);
  if ((n->flags & TTA_NODE_WIDE) && is_least(p, tta_node_span(p->tree, number)))
    return p->least = tta_affine_pool_constant(p->tree->affine, INT64_MIN);
  if (n->flags & TTA_NODE_WIDE) {
    tta_report_add(p->report, TTA_RULE_integer_range, tta_node_span(p->tree, number),
                   "constant too large for index; it must fit 64 bits");
    p->map_has_errors = true;
  }
  return tta_affine_pool_constant(p->tree->affine, n->integer);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static void overflowed(tta_parser *p, tta_span op) {
  tta_report_add(p->report, TTA_RULE_integer_range, op, "value of this expression does not fit 64 bits");
  p->map_has_errors = true;
}

static const char *divisor_name(tta_expr_kind kind) {
  return kind == TTA_EXPR_MOD ? "mod" : kind == TTA_EXPR_FLOORDIV ? "floordiv" : "ceildiv";
}

static bool check_divisor(tta_parser *p, tta_expr_kind kind, tta_expr rhs, tta_span span) {
  int64_t value;
  if (!tta_expr_is_symbolic_or_constant(p->tree->affine, rhs)) {
    tta_report_add(p->report, TTA_RULE_affine_not_affine, span,
                   "non-affine expression: right operand of %s has to be either a constant or symbolic",
                   divisor_name(kind));
    return false;
  }
  if (tta_expr_is_constant(p->tree->affine, rhs, &value) && value <= 0) {
    tta_report_add(p->report, TTA_RULE_affine_divisor, span, "right operand of %s must be positive, found %lld",
                   divisor_name(kind), (long long)value);
    return false;
  }
  return true;
}

/* MLIR's simplification rebuilds sums, so a hostile text can make far more nodes than it has operators. */
static bool too_large(tta_parser *p, tta_span op) {
  enum { NODES_A_BYTE = 16, NODES_FREE = 4096 };
  if (tta_affine_pool_mark(p->tree->affine) - p->first_expr <=
      NODES_FREE + (uint64_t)NODES_A_BYTE * (op.end - p->begin))
    return false;
  if (!p->map_has_errors)
    tta_report_add(p->report, TTA_RULE_amplification, op,
                   "simplification would make this expression more than %d times as large", NODES_A_BYTE);
  p->map_has_errors = true;
  return true;
}

tta_expr tta_affine_binary(tta_parser *p, tta_expr_kind kind, tta_expr lhs, tta_expr rhs, tta_span op,
                           tta_span rhs_span) {
  tta_affine_pool *pool = p->tree->affine;
  if (!lhs || !rhs) return TTA_EXPR_NONE;
  if (kind == TTA_EXPR_MUL && !tta_expr_is_symbolic_or_constant(pool, lhs) &&
      !tta_expr_is_symbolic_or_constant(pool, rhs)) {
    tta_report_add(
        p->report, TTA_RULE_affine_not_affine, op,
        "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic");
    p->map_has_errors = true;
    return lhs;
  }
  if (kind >= TTA_EXPR_MOD && !(p->undeclared && p->map_has_errors) && !check_divisor(p, kind, rhs, rhs_span)) {
    p->map_has_errors = true;
    return lhs;
  }
  if (tta_expr_fold_overflows(pool, kind, lhs, rhs)) {
    overflowed(p, op);
    return lhs;
  }
  if (too_large(p, op)) return lhs;
  return tta_affine_pool_fold(pool, kind, lhs, rhs);
}

tta_expr tta_affine_negate(tta_parser *p, tta_expr operand, tta_span op) {
  int64_t value;
  if (!operand || is_least_literal(p, operand)) return operand; /* it has its sign */
  if (tta_expr_is_constant(p->tree->affine, operand, &value) && value == INT64_MIN) {
    overflowed(p, op);
    return operand;
  }
  return tta_affine_pool_fold(p->tree->affine, TTA_EXPR_MUL, operand, tta_affine_pool_constant(p->tree->affine, -1));
}

tta_expr tta_affine_subtract(tta_parser *p, tta_expr lhs, tta_expr rhs, tta_span op) {
  int64_t a, b, difference;
  tta_affine_pool *pool = p->tree->affine;
  if (!lhs || !rhs) return TTA_EXPR_NONE;
  if (is_least_literal(p, rhs) && !tta_expr_is_constant(pool, lhs, &a))
    return tta_affine_pool_fold(pool, TTA_EXPR_ADD, lhs, rhs); /* -2^63 and 2^63 are the same modulo 2^64 */
  if (tta_expr_is_constant(pool, rhs, &b) &&
      (b == INT64_MIN || (tta_expr_is_constant(pool, lhs, &a) && !tta_sub(a, b, &difference)))) {
    overflowed(p, op);
    return lhs;
  }
  return tta_affine_pool_fold(pool, TTA_EXPR_ADD, lhs,
                              tta_affine_pool_fold(pool, TTA_EXPR_MUL, rhs, tta_affine_pool_constant(pool, -1)));
}

/* ---- the map ----------------------------------------------------------------------------------------------------- */

void tta_affine_add_result(tta_parser *p, tta_expr expr) {
  tta_tree *t = p->tree;
  if (t->num_results == t->cap_results && !tta_tree_grow_results(t, 1)) return;
  t->results[t->num_results++] = expr;
}

/* A set keeps two numbers a constraint: the expression, and whether it is an equality. */
tta_node_id tta_affine_map(tta_parser *p, tta_node_kind kind, tta_span span, uint32_t first_result,
                           uint32_t num_results) {
  tta_tree *t = p->tree;
  if (!p->plain_names && !p->names_indexed) index_names(p); /* for redefinitions of unused names */
  explain_undeclared(p, span);
  tta_node_id id = tta_node_new(t, kind, span);
  uint32_t kept = kind == TTA_NODE_SET_ATTR ? num_results * 2 : num_results;
  if (t->num_results - first_result < kept) num_results = 0; /* no memory */
  uint32_t number =
      tta_tree_add_map(t, (tta_map_data){p->num_dims, p->num_names - p->num_dims, num_results, first_result});
  tta_node_at(t, id)->index = number;
  if (p->map_has_errors) tta_node_at(t, id)->flags |= TTA_NODE_HAS_ERRORS;
  p->map_has_errors = false;
  tta_affine_reset(p);
  return id;
}
