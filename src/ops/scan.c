/* Words, strings and brackets of MLIR text; parts of attributes, and look-ups in operations. */
#include "ops/scan.h"

#include "base/checked.h"
#include "base/str.h"
#include "ops/ops.h"

enum { MAX_NESTED = 256 };

const char *tta_ops_skip_word(const char *at, const char *end) {
  while (at < end && (tta_is_bare_byte(*at) || *at == '-')) {
    if (*at == '-' && end - at > 1 && at[1] == '>') break;
    at++;
  }
  return at;
}

/* `a < b` before a closing bracket is a comparison, and so is a `>` that closes nothing. */
const char *tta_ops_skip_brackets(const char *at, const char *end, bool *ends) {
  char stack[MAX_NESTED];
  uint32_t depth = 1;
  tta_tokens tokens = tta_tokens_of(at + 1, end);
  if (ends) *ends = false;
  stack[0] = *at;
  for (tta_token t; tta_token_next(&tokens, &t);) {
    char c = *t.begin;
    if (t.kind == TTA_MARK_OPEN) {
      if (depth == MAX_NESTED) return NULL;
      stack[depth++] = c;
    } else if (t.kind == TTA_MARK_CLOSE) {
      while (c != '>' && depth && stack[depth - 1] == '<') depth--;
      if (depth && stack[depth - 1] == tta_opening_of(c)) depth--;
      else if (c != '>') return NULL;
      if (!depth) return t.end;
    }
  }
  if (ends) *ends = true;
  return NULL;
}

/* ---- parts of attributes ---- */

bool tta_ops_integer(tta_str text, int64_t *out) {
  bool negative = text.size && text.data[0] == '-', hex;
  size_t i = negative;
  int64_t value = 0;
  if (tta_str_is(text, "true") || tta_str_is(text, "false")) {
    *out = text.data[0] == 't';
    return true;
  }
  hex = text.size > i + 2 && text.data[i] == '0' && text.data[i + 1] == 'x';
  if (hex) i += 2;
  size_t first = i;
  for (; i < text.size; i++) {
    char c = text.data[i];
    int digit = tta_is_digit(c) ? c - '0' : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) break;
    if (!tta_mul(value, hex ? 16 : 10, &value) || !tta_add(value, digit, &value)) return false;
  }
  if (i == first) return false;
  tta_str rest = tta_str_trim(tta_str_rest(text, i));
  if (rest.size && rest.data[0] != ':') return false;
  *out = negative ? -value : value;
  return true;
}

bool tta_ops_next_item(tta_str *rest, tta_str *item) {
  if (!rest->data) return false;
  const char *end = rest->data + rest->size;
  const char *begin = tta_skip_gap(rest->data, end), *stop = end;
  if (begin == end) return false;
  tta_tokens tokens = tta_tokens_of(begin, end);
  for (tta_token t; stop == end && tta_token_next(&tokens, &t);) {
    const char *close = t.kind == TTA_MARK_OPEN ? tta_ops_skip_brackets(t.begin, end, NULL) : t.end;
    tokens.at = close ? close : end;
    if (t.kind == TTA_MARK_COMMA) stop = t.begin;
  }
  *item = tta_str_trim(tta_str_between(begin, stop));
  *rest = tta_str_between(stop < end ? stop + 1 : end, end);
  return true;
}

tta_str tta_ops_inside(tta_str text) {
  if (!text.size) return (tta_str){NULL, 0};
  tta_tokens tokens = tta_tokens_of(text.data, text.data + text.size);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (t.kind != TTA_MARK_OPEN) continue;
    const char *close = tta_ops_skip_brackets(t.begin, tokens.end, NULL);
    return close ? tta_str_between(t.end, close - 1) : (tta_str){NULL, 0};
  }
  return (tta_str){NULL, 0};
}

/* ---- look-ups ---- */

bool tta_ops_is_isolated(tta_str name) {
  return tta_str_ends_with(name, "func") || tta_str_ends_with(name, "module") || tta_str_is(name, "pdl.pattern") ||
         tta_str_is(name, "ml_program.subgraph") || tta_str_is(name, "transform.named_sequence");
}

const tta_ops_attribute *tta_ops_find(const tta_ops *ops, uint32_t op, const char *name) {
  const tta_ops_op *o = &ops->ops[op];
  for (uint32_t i = 0; i < o->num_attributes; i++)
    if (tta_str_is(ops->attributes[o->first_attribute + i].name, name)) return &ops->attributes[o->first_attribute + i];
  return NULL;
}

static tta_str unquoted(tta_str text) {
  return text.size > 1 && text.data[0] == '"' ? (tta_str){text.data + 1, text.size - 2} : text;
}

tta_str tta_ops_symbol(const tta_ops *ops, uint32_t op) {
  const tta_ops_op *o = &ops->ops[op];
  const tta_ops_attribute *name = tta_ops_find(ops, op, "sym_name");
  if (name) return unquoted(name->value);
  for (uint32_t i = 0; i < o->num_words; i++) {
    tta_str word = ops->words[o->first_word + i].text;
    if (word.data[0] == '@') return unquoted(tta_str_rest(word, 1));
  }
  return (tta_str){NULL, 0};
}
