/* Parts of attributes, and look-ups in operations. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "ops/ops.h"

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
    int digit = tta_hex_value(text.data[i]);
    if (digit < 0 || (digit > 9 && !hex)) break;
    if (!tta_mul(value, hex ? 16 : 10, &value) || !tta_add(value, digit, &value)) return false;
  }
  if (i == first) return false;
  tta_str rest = tta_str_trim(tta_str_rest(text, i));
  if (rest.size && rest.data[0] != ':') return false;
  *out = negative ? -value : value;
  return true;
}

/* Past the bracket that closes the opening one that was read last; NULL. */
static const char *skip_brackets(tta_tokens *tokens, char opening) {
  uint32_t depth = 1;
  for (tta_token t; tta_token_next(tokens, &t);) {
    if (t.kind == TTA_MARK_OPEN && *t.begin == opening) depth++;
    if (t.kind == TTA_MARK_CLOSE && *t.begin == tta_closing_of(opening) && !--depth) return t.end;
  }
  return NULL;
}

bool tta_ops_next_item(tta_str *rest, tta_str *item) {
  if (!rest->data) return false;
  const char *end = rest->data + rest->size;
  const char *begin = tta_skip_gap(rest->data, end), *stop = end;
  if (begin == end) return false;
  tta_tokens tokens = tta_tokens_of(begin, end);
  for (tta_token t; stop == end && tta_token_next(&tokens, &t);) {
    if (t.kind == TTA_MARK_OPEN) skip_brackets(&tokens, *t.begin);
    if (t.kind == TTA_MARK_COMMA) stop = t.begin;
  }
  *item = tta_str_trim(tta_str_between(begin, stop));
  *rest = tta_str_between(stop < end ? stop + 1 : end, end);
  return true;
}

tta_str tta_ops_inside(tta_str text) {
  if (!text.size) return (tta_str){NULL, 0};
  tta_tokens tokens = tta_tokens_in(text);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    if (t.kind != TTA_MARK_OPEN) continue;
    const char *close = skip_brackets(&tokens, *t.begin);
    return close ? tta_str_between(t.end, close - 1) : (tta_str){NULL, 0};
  }
  return (tta_str){NULL, 0};
}

/* ---- look-ups ---- */

bool tta_ops_is_function(tta_str name) { return tta_str_ends_with(name, "func"); }

bool tta_ops_is_isolated(tta_str name) {
  return tta_ops_is_function(name) || tta_str_ends_with(name, "module") || tta_str_is(name, "pdl.pattern") ||
         tta_str_is(name, "ml_program.subgraph") || tta_str_is(name, "transform.named_sequence");
}

const tta_ops_attribute *tta_ops_find(const tta_ops *ops, uint32_t op, const char *name) {
  const tta_ops_op *o = &ops->ops[op];
  for (uint32_t i = 0; i < o->num_attributes; i++)
    if (tta_str_is(ops->attributes[o->first_attribute + i].name, name)) return &ops->attributes[o->first_attribute + i];
  return NULL;
}

/* Whether the one type of `%r = op %x : T` is that of %x: in other dialects it may be that of %r alone. */
static bool has_type_of_operand(const tta_ops_op *op) {
  return op->num_operands == 1 && (tta_str_starts_with(op->name, "arith.") || tta_str_starts_with(op->name, "math."));
}

tta_str tta_ops_operand_type(const tta_ops *ops, uint32_t op, uint32_t operand) {
  const tta_ops_op *o = &ops->ops[op];
  uint32_t first = o->arrow ? o->first_input : o->first_type, count = o->arrow ? o->num_inputs : o->num_types;
  bool sure = count == o->num_operands && (o->arrow || !o->num_results || has_type_of_operand(o));
  return sure && operand < count ? ops->types[first + operand] : (tta_str){NULL, 0};
}

tta_str tta_result_name(tta_str value, uint32_t result, tta_arena *arena) {
  char number[16];
  size_t size = (size_t)snprintf(number, sizeof number, "#%u", result);
  char *text = tta_arena_alloc(arena, value.size + size);
  if (!text) return (tta_str){NULL, 0};
  memcpy(text, value.data, value.size);
  memcpy(text + value.size, number, size);
  return (tta_str){text, value.size + size};
}

tta_str tta_ops_value_name(const tta_ops *ops, uint32_t value, tta_arena *arena) {
  const tta_ops_value *v = &ops->values[value];
  bool one_of_several = (value > 0 && v[-1].begin == v->begin) ||
                        (value + 1 < ops->num_values && v[1].begin == v->begin);
  return one_of_several ? tta_result_name(v->name, v->number, arena) : v->name;
}

tta_str tta_ops_symbol(const tta_ops *ops, uint32_t op) {
  const tta_ops_op *o = &ops->ops[op];
  const tta_ops_attribute *name = tta_ops_find(ops, op, "sym_name");
  if (name) return tta_unquoted(name->value);
  for (uint32_t i = 0; i < o->num_words; i++) {
    tta_str word = ops->words[o->first_word + i].text;
    if (word.data[0] == '@') return tta_unquoted(tta_str_rest(word, 1));
  }
  return (tta_str){NULL, 0};
}
