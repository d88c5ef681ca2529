/* condition.c: the expressions of #if and #elif, by precedence, in 64 bits. */
#include "kernel/source.h"

enum { MAX_DEPTH = 64 };

typedef struct evaluator {
  tta_cpp *c;
  const tta_cpp_token *at, *end, *begin;
  bool failed;
  uint32_t depth;
} evaluator;

static int64_t evaluate_ternary(evaluator *e);

static bool fail(evaluator *e, const char *expected) {
  if (!e->failed)
    tta_cpp_report(e->c, TTA_RULE_kernel_invalid, e->at < e->end ? e->at : e->begin,
                   "expected %s in the condition of #if", expected);
  e->failed = true;
  return false;
}

static bool is(const evaluator *e, uint32_t punct) { return e->at < e->end && tta_cpp_is(e->at, punct); }

static bool eat(evaluator *e, uint32_t punct) {
  if (!is(e, punct)) return false;
  e->at++;
  return true;
}

/* A name that is not a macro is 0, as in C++; so is `true` as 1. */
static int64_t evaluate_name(evaluator *e) {
  tta_str name = e->at++->text;
  if (is(e, '(')) { /* __has_include(..) and calls of macros that are not defined */
    uint32_t depth = 0;
    do {
      depth += is(e, '(');
      depth -= is(e, ')');
      e->at++;
    } while (depth && e->at < e->end);
  }
  return tta_str_is(name, "true");
}

static int64_t evaluate_primary(evaluator *e) {
  uint64_t number = 0;
  bool is_unsigned, is_long;
  if (e->at >= e->end) return fail(e, "a value");
  if (e->depth >= MAX_DEPTH) return fail(e, "fewer nested parentheses");
  if (eat(e, '(')) {
    e->depth++;
    int64_t value = evaluate_ternary(e);
    e->depth--;
    if (!eat(e, ')')) fail(e, "')'");
    return value;
  }
  if (e->at->kind == TTA_CPP_NAME) return evaluate_name(e);
  if (e->at->kind == TTA_CPP_CHARACTER && e->at->text.size == 3) return e->at++->text.data[1];
  if (e->at->kind != TTA_CPP_NUMBER || !tta_cpp_integer(e->at->text, &number, &is_unsigned, &is_long))
    return fail(e, "an integer");
  e->at++;
  return (int64_t)number;
}

static int64_t evaluate_unary(evaluator *e) {
  uint32_t depth = e->depth;
  if (e->at < e->end && (is(e, '!') || is(e, '-') || is(e, '+') || is(e, '~'))) {
    uint32_t op = e->at++->punct;
    if (++e->depth >= MAX_DEPTH) return fail(e, "fewer operators");
    int64_t value = evaluate_unary(e);
    e->depth = depth;
    return op == '!' ? !value : op == '-' ? (int64_t)(0 - (uint64_t)value) : op == '~' ? ~value : value;
  }
  return evaluate_primary(e);
}

static int precedence(const evaluator *e) {
  return e->at >= e->end || e->at->kind != TTA_CPP_PUNCT ? 0 : e->at->precedence;
}

static int64_t divide(evaluator *e, uint32_t op, int64_t a, int64_t b) {
  if (!b || (a == INT64_MIN && b == -1)) return 0;
  (void)e;
  return op == '/' ? a / b : a % b;
}

static int64_t apply(evaluator *e, uint32_t op, int64_t a, int64_t b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  switch (op) {
  case TTA_PUNCT2('|', '|'): return a || b;
  case TTA_PUNCT2('&', '&'): return a && b;
  case '|': return (int64_t)(x | y);
  case '^': return (int64_t)(x ^ y);
  case '&': return (int64_t)(x & y);
  case TTA_PUNCT2('=', '='): return a == b;
  case TTA_PUNCT2('!', '='): return a != b;
  case '<': return a < b;
  case '>': return a > b;
  case TTA_PUNCT2('<', '='): return a <= b;
  case TTA_PUNCT2('>', '='): return a >= b;
  case TTA_PUNCT2('<', '<'): return y < 64 ? (int64_t)(x << y) : 0;
  case TTA_PUNCT2('>', '>'): return y < 64 ? a >> y : 0;
  case '+': return (int64_t)(x + y);
  case '-': return (int64_t)(x - y);
  case '*': return (int64_t)(x * y);
  default: return divide(e, op, a, b);
  }
}

static int64_t evaluate_binary(evaluator *e, int least) {
  int64_t left = evaluate_unary(e);
  for (int level; !e->failed && (level = precedence(e)) >= least && level;) {
    uint32_t op = e->at++->punct;
    left = apply(e, op, left, evaluate_binary(e, level + 1));
  }
  return left;
}

static int64_t evaluate_ternary(evaluator *e) {
  int64_t value = evaluate_binary(e, 1), yes, no;
  if (!eat(e, '?')) return value;
  if (++e->depth >= MAX_DEPTH) return fail(e, "fewer operators");
  yes = evaluate_ternary(e);
  if (!eat(e, ':')) return fail(e, "':'");
  no = evaluate_ternary(e);
  e->depth--;
  return value ? yes : no;
}

/* `defined X` and `defined(X)` become 0 and 1 before macros are expanded. */
static bool replace_defined(tta_cpp *c, const tta_cpp_token *line, uint32_t count, tta_cpp_tokens *out) {
  for (uint32_t i = 0; i < count; i++) {
    tta_cpp_token t = line[i];
    if (t.kind == TTA_CPP_NAME && tta_str_is(t.text, "defined") && i + 1 < count) {
      bool bracket = tta_cpp_is(&line[i + 1], '(');
      const tta_cpp_token *name = &line[i + 1 + bracket];
      if (name < line + count && name->kind == TTA_CPP_NAME) {
        t.kind = TTA_CPP_NUMBER;
        t.text = tta_cpp_macro_of(c, name->name) ? TTA_STR("1") : TTA_STR("0");
        i += bracket ? 3 : 1;
      }
    }
    if (!TTA_GROW_IN(c->arena, out, items, 1)) {
      c->status = TTA_NO_MEMORY;
      return false;
    }
    out->items[out->num_items++] = t;
  }
  return true;
}

bool tta_cpp_condition(tta_cpp *c, const tta_cpp_token *line, uint32_t count, bool *out) {
  tta_cpp_tokens defined = {0}, expanded = {0};
  if (!replace_defined(c, line, count, &defined) ||
      !tta_cpp_expand(c, defined.items, defined.num_items, &expanded))
    return false;
  if (!expanded.num_items) {
    tta_cpp_report(c, TTA_RULE_kernel_invalid, count ? line : line - 1, "#if has no condition");
    return false;
  }
  evaluator e = {.c = c, .at = expanded.items, .begin = expanded.items, .end = expanded.items + expanded.num_items};
  *out = evaluate_ternary(&e) != 0;
  if (!e.failed && e.at < e.end) fail(&e, "an operator");
  return !e.failed;
}
