/* operands.c: the arguments of a protocol's statements: core ranges, expressions, addresses. */
#include "protocol/read.h"

#include <string.h>

#include "base/checked.h"
#include "base/str.h"

/* ---- names and cores ---- */

static const char *const kind_names[] = {"a constant", "a core", "a semaphore", "a circular buffer", "a buffer", "dst"};

static void offer(tta_nearest *nearest, const char *name) { tta_nearest_offer(nearest, name, name); }

/* Once for each name: further uses are edits of its fix-it. */
static void reject_name(tta_protocol_reader *r, tta_protocol_object_kind kind, const char *what) {
  tta_report *report = &r->p->results.report;
  tta_str name = r->token.text;
  const uint32_t *before = tta_strmap_find(&r->excused, name);
  if (before) {
    tta_diagnostic *d = *before < report->size ? report->items[*before] : NULL;
    if (d && d->num_fixes) tta_report_edit(report, d, tta_protocol_token_span(r), d->fixes[0].edits[0].text);
    r->failed = true;
    return;
  }
  tta_nearest nearest = tta_protocol_nearest(r);
  for (uint32_t i = 0; i < r->p->num_objects; i++)
    if (r->p->objects[i].kind == kind) offer(&nearest, r->p->objects[i].name.data);
  for (uint32_t i = 0; kind == TTA_PROTOCOL_CONST && i < r->num_loops; i++)
    if (r->variables[i].data) offer(&nearest, r->variables[i].data);
  uint32_t number = (uint32_t)report->size;
  tta_protocol_misspelled(r, &nearest, "expected %s; '%.*s' is not declared", what,
                          TTA_STR_START(name));
  if (tta_strmap_set(&r->excused, name, number)) r->p->status = TTA_NO_MEMORY;
}

tta_protocol_object *tta_protocol_named(tta_protocol_reader *r, tta_protocol_object_kind kind, const char *what) {
  tta_str name = r->token.text;
  if (r->token.kind != TTA_TOKEN_NAME) {
    tta_protocol_expected(r, "expected %s", what);
    return NULL;
  }
  const uint32_t *number = tta_strmap_find(&r->p->names, name);
  if (!number) {
    reject_name(r, kind, what);
    return NULL;
  }
  tta_protocol_object *object = &r->p->objects[*number];
  if (object->kind != kind) {
    tta_protocol_expected(r, "expected %s; '%.*s' is %s (line %u)", what, TTA_STR_START(name), kind_names[object->kind],
                          object->site.line);
    return NULL;
  }
  tta_protocol_next(r);
  return object;
}

/* A name or 3x4, and up to which: `0x0..7x7`. */
static bool read_corner(tta_protocol_reader *r, tta_protocol_range *range) {
  if (r->token.kind == TTA_TOKEN_CORE) {
    *range = (tta_protocol_range){r->token.y, r->token.x, r->token.y, r->token.x};
    tta_protocol_next(r);
    return true;
  }
  bool number = r->token.kind == TTA_TOKEN_BAD && r->token.text.size && r->token.text.data[0] <= '9';
  if (number && memchr(r->token.text.data, 'x', r->token.text.size)) {
    tta_protocol_expected(r, "expected a core whose row and column are from 0 to %d, got %.*s",
                          TTA_PROTOCOL_MAX_COORD - 1, (int)(r->token.text.size > 40 ? 40 : r->token.text.size),
                          r->token.text.data);
    return false;
  }
  tta_protocol_object *core = tta_protocol_named(r, TTA_PROTOCOL_CORE, "a core such as 0x1 (row, column) or its name");
  if (core) *range = core->range;
  return core != NULL;
}

bool tta_protocol_read_range(tta_protocol_reader *r, tta_protocol_range *range) {
  tta_protocol_range last;
  if (!read_corner(r, range)) return false;
  if (r->token.kind != TTA_TOKEN_DOTS) return true;
  tta_protocol_next(r);
  if (!read_corner(r, &last)) return false;
  range->y1 = last.y1;
  range->x1 = last.x1;
  if (range->y1 >= range->y0 && range->x1 >= range->x0) return true;
  return tta_protocol_expected(r, "the last core %ux%u is above or left of the first %ux%u", range->y1, range->x1,
                               range->y0, range->x0);
}

/* ---- expressions: to postfix, by operator precedence ---- */

typedef struct shunting {
  tta_protocol_expr out;
  char operators[TTA_PROTOCOL_EXPR_DEPTH];
  uint32_t num_operators, depth, brackets; /* depth: of values when evaluated */
} shunting;

static int precedence(char c) { return c == '+' || c == '-' ? 1 : c == '(' ? 0 : c == '~' ? 3 : 2; }

static bool emit(tta_protocol_reader *r, shunting *s, tta_protocol_code code) {
  s->depth += code.kind <= TTA_CODE_VAR;
  s->depth -= code.kind > TTA_CODE_VAR && code.kind != TTA_CODE_NEG;
  if (s->depth > TTA_PROTOCOL_EXPR_DEPTH)
    return tta_protocol_expected(r, "the expression nests more than %d levels", TTA_PROTOCOL_EXPR_DEPTH);
  if (!TTA_PROTOCOL_APPEND(r->p, codes, code)) {
    r->p->status = TTA_NO_MEMORY;
    return false;
  }
  s->out.count++;
  return true;
}

static bool emit_operator(tta_protocol_reader *r, shunting *s) {
  char c = s->operators[--s->num_operators];
  tta_protocol_code_kind kind = c == '+'   ? TTA_CODE_ADD
                                : c == '-' ? TTA_CODE_SUB
                                : c == '*' ? TTA_CODE_MUL
                                : c == '/' ? TTA_CODE_DIV
                                : c == '%' ? TTA_CODE_MOD
                                           : TTA_CODE_NEG;
  return emit(r, s, (tta_protocol_code){kind, 0});
}

static bool push_operator(tta_protocol_reader *r, shunting *s, char c) {
  while (c != '(' && c != '~' && s->num_operators && precedence(s->operators[s->num_operators - 1]) >= precedence(c))
    if (!emit_operator(r, s)) return false;
  if (s->num_operators == TTA_PROTOCOL_EXPR_DEPTH)
    return tta_protocol_expected(r, "the expression nests more than %d levels", TTA_PROTOCOL_EXPR_DEPTH);
  s->operators[s->num_operators++] = c;
  tta_protocol_next(r);
  return true;
}

static bool read_name_value(tta_protocol_reader *r, shunting *s) {
  tta_protocol_code code = {TTA_CODE_VAR, -1};
  for (uint32_t i = 0; i < r->num_loops; i++)
    if (r->variables[i].data && tta_protocol_is_word(r, r->variables[i].data))
      code.value = i; /* the innermost of this name */
  if (tta_protocol_is_word(r, "my_y")) code.value = TTA_PROTOCOL_MY_Y;
  if (tta_protocol_is_word(r, "my_x")) code.value = TTA_PROTOCOL_MY_X;
  if (code.value >= 0) {
    tta_protocol_next(r);
    return emit(r, s, code);
  }
  tta_protocol_object *object = tta_protocol_named(r, TTA_PROTOCOL_CONST, "a number, a constant or a loop's variable");
  return object && emit(r, s, (tta_protocol_code){TTA_CODE_PUSH, object->value});
}

/* Up to the value: signs and opening brackets. */
static bool read_value(tta_protocol_reader *r, shunting *s) {
  for (;;) {
    if (tta_protocol_is(r, '(')) s->brackets++;
    else if (!tta_protocol_is(r, '-')) break;
    if (!push_operator(r, s, tta_protocol_is(r, '(') ? '(' : '~')) return false;
  }
  if (r->token.kind == TTA_TOKEN_NAME) return read_name_value(r, s);
  if (r->token.kind != TTA_TOKEN_NUMBER)
    return tta_protocol_expected(r, "expected a number, a constant or a loop's variable");
  tta_protocol_code code = {TTA_CODE_PUSH, r->token.number};
  tta_protocol_next(r);
  return emit(r, s, code);
}

static bool close_brackets(tta_protocol_reader *r, shunting *s) {
  while (s->brackets && tta_protocol_is(r, ')')) {
    while (s->operators[s->num_operators - 1] != '(')
      if (!emit_operator(r, s)) return false;
    s->num_operators--;
    s->brackets--;
    tta_protocol_next(r);
  }
  return true;
}

bool tta_protocol_read_expr(tta_protocol_reader *r, tta_protocol_expr *out) {
  shunting s = {.out = {r->p->num_codes, 0}};
  for (;;) {
    if (!read_value(r, &s) || !close_brackets(r, &s)) return false;
    if (r->token.kind != TTA_TOKEN_CHAR || !strchr("+-*/%", r->token.text.data[0])) break;
    if (!push_operator(r, &s, r->token.text.data[0])) return false;
  }
  if (s.brackets) return tta_protocol_expected(r, "expected ')'");
  while (s.num_operators)
    if (!emit_operator(r, &s)) return false;
  *out = s.out;
  return true;
}

static bool apply(tta_protocol_code_kind kind, int64_t a, int64_t b, int64_t *out) {
  switch (kind) {
  case TTA_CODE_ADD: return tta_add(a, b, out);
  case TTA_CODE_SUB: return tta_sub(a, b, out);
  case TTA_CODE_MUL: return tta_mul(a, b, out);
  case TTA_CODE_DIV: return tta_floordiv(a, b, out);
  default: return tta_mod(a, b, out);
  }
}

bool tta_protocol_evaluate(const struct tta_protocol *p, tta_protocol_expr expr, const int64_t *vars, int64_t *out) {
  int64_t stack[TTA_PROTOCOL_EXPR_DEPTH];
  uint32_t size = 0;
  for (uint32_t i = 0; i < expr.count; i++) {
    const tta_protocol_code *c = &p->codes[expr.begin + i];
    if (c->kind == TTA_CODE_PUSH) stack[size++] = c->value;
    else if (c->kind == TTA_CODE_VAR) stack[size++] = vars[c->value];
    else if (c->kind == TTA_CODE_NEG) {
      if (!tta_sub(0, stack[size - 1], &stack[size - 1])) return false;
    } else {
      if (!apply(c->kind, stack[size - 2], stack[size - 1], &stack[size - 2])) return false;
      size--;
    }
  }
  *out = size ? stack[0] : 0;
  return true;
}

bool tta_protocol_read_constant(tta_protocol_reader *r, int64_t least, int64_t most, const char *what, int64_t *out) {
  int64_t vars[TTA_PROTOCOL_NUM_VARS] = {0};
  tta_protocol_expr expr;
  uint32_t column = r->token.column;
  if (!tta_protocol_read_expr(r, &expr)) return false;
  for (uint32_t i = 0; i < expr.count; i++)
    if (r->p->codes[expr.begin + i].kind == TTA_CODE_VAR)
      return tta_protocol_expected(r, "expected %s that does not depend on the core", what);
  bool good = tta_protocol_evaluate(r->p, expr, vars, out);
  if (good && *out >= least && *out <= most) return true;
  r->token.column = column;
  if (!good) return tta_protocol_expected(r, "the expression divides by zero or exceeds 64 bits");
  return tta_protocol_expected(r, "expected %s from %lld to %lld, got %lld", what, (long long)least, (long long)most,
                               (long long)*out);
}

/* ---- addresses ---- */

static bool read_offset(tta_protocol_reader *r, tta_protocol_operand *place) {
  place->offset = (tta_protocol_expr){0, 0};
  if (!tta_protocol_is(r, '+')) return true;
  tta_protocol_next(r);
  return tta_protocol_read_expr(r, &place->offset);
}

/* get_read_ptr(cb), get_write_ptr(cb), or the name of a buffer; `+ bytes` may follow */
static bool read_local(tta_protocol_reader *r, tta_protocol_operand *place) {
  tta_protocol_object *object;
  bool read_ptr = tta_protocol_is_word(r, "get_read_ptr");
  if (read_ptr || tta_protocol_is_word(r, "get_write_ptr")) {
    place->base = read_ptr ? TTA_BASE_READ_PTR : TTA_BASE_WRITE_PTR;
    tta_protocol_next(r);
    if (!tta_protocol_eat(r, '(') || !(object = tta_protocol_named(r, TTA_PROTOCOL_CB, "a circular buffer")) ||
        !tta_protocol_eat(r, ')'))
      return false;
  } else {
    place->base = TTA_BASE_OBJECT;
    if (!(object = tta_protocol_named(r, TTA_PROTOCOL_BUFFER, "get_read_ptr(..), get_write_ptr(..) or a buffer")))
      return false;
  }
  place->object = (uint32_t)(object - r->p->objects);
  return read_offset(r, place);
}

static bool read_local_semaphore(tta_protocol_reader *r, tta_protocol_operand *place) {
  tta_protocol_object *object = tta_protocol_named(r, TTA_PROTOCOL_SEMAPHORE, "a semaphore");
  if (!object) return false;
  place->object = (uint32_t)(object - r->p->objects);
  return true;
}

/* get_noc_addr(CORE, address) or get_noc_multicast_addr(RANGE, address): the same address on other cores */
static bool read_noc(tta_protocol_reader *r, tta_protocol_operand *place, bool multicast, bool semaphore) {
  place->remote = true;
  place->multicast = multicast;
  tta_protocol_next(r);
  if (!tta_protocol_eat(r, '(') || !tta_protocol_read_range(r, &place->on)) return false;
  if (!multicast && (place->on.y0 != place->on.y1 || place->on.x0 != place->on.x1))
    return tta_protocol_expected(r, "expected one core; several are get_noc_multicast_addr");
  if (!tta_protocol_eat(r, ',') || !(semaphore ? read_local_semaphore(r, place) : read_local(r, place))) return false;
  if (!tta_protocol_eat(r, ')')) return false;
  if (!semaphore && r->p->objects[place->object].dram)
    return tta_protocol_expected(r, "a buffer in DRAM is on no core; use its name alone");
  return true;
}

static bool read_place(tta_protocol_reader *r, char type, tta_protocol_operand *place) {
  bool semaphore = type == 's' || type == 't' || type == 'u', multicast = type == 'm' || type == 'u';
  *place = (tta_protocol_operand){0};
  if (tta_protocol_is_word(r, "get_noc_multicast_addr")) {
    if (!multicast)
      return tta_protocol_expected(r, "a multicast address is only valid in operations that end in _multicast");
    return read_noc(r, place, true, semaphore);
  }
  if (tta_protocol_is_word(r, "get_noc_addr")) {
    if (type == 'l' || type == 's') return tta_protocol_expected(r, "expected an address on this core");
    if (multicast) return tta_protocol_expected(r, "expected get_noc_multicast_addr(..)");
    return read_noc(r, place, false, semaphore);
  }
  if (multicast) return tta_protocol_expected(r, "expected get_noc_multicast_addr(..)");
  if (semaphore) return read_local_semaphore(r, place);
  if (!read_local(r, place)) return false;
  if (type == 'l' && r->p->objects[place->object].dram)
    return tta_protocol_expected(r, "expected an address in L1 of this core; this buffer is in DRAM");
  return true;
}

bool tta_protocol_read_choice(tta_protocol_reader *r, const char *first, const char *second, bool *is_second) {
  *is_second = tta_protocol_is_word(r, second);
  if (!*is_second && !tta_protocol_is_word(r, first)) {
    tta_nearest nearest = tta_protocol_nearest(r);
    tta_nearest_offer(&nearest, first, first);
    tta_nearest_offer(&nearest, second, second);
    return tta_protocol_misspelled(r, &nearest, "expected %s or %s", first, second);
  }
  tta_protocol_next(r);
  return true;
}

static bool read_choice(tta_protocol_reader *r, const char *zero, const char *one, tta_protocol_arg *out) {
  bool is_one;
  if (!tta_protocol_read_choice(r, zero, one, &is_one)) return false;
  out->number = is_one;
  return true;
}

static bool read_dst_reg(tta_protocol_reader *r, tta_protocol_arg *out) {
  if (!tta_protocol_is_word(r, "dst_reg")) {
    tta_str word = r->token.text;
    r->failed = true;
    tta_call_site site = tta_protocol_here(r);
    tta_protocol_report(r->p, TTA_RULE_protocol_sfpu, false, &site,
                        "the SFPU reads and writes dst only: expected dst_reg[..], got '%.*s'",
                        TTA_STR_START(word));
    return false;
  }
  tta_protocol_next(r);
  return tta_protocol_eat(r, '[') && tta_protocol_read_expr(r, &out->expr) && tta_protocol_eat(r, ']');
}

/* exp_tile(cb_in0): the likeliest mistake gets its own words. */
static bool read_tile(tta_protocol_reader *r, tta_protocol_arg *out) {
  const uint32_t *number = r->token.kind == TTA_TOKEN_NAME ? tta_strmap_find(&r->p->names, r->token.text) : NULL;
  if (!number || r->p->objects[*number].kind != TTA_PROTOCOL_CB) return tta_protocol_read_expr(r, &out->expr);
  r->failed = true;
  tta_call_site site = tta_protocol_here(r);
  tta_protocol_report(r->p, TTA_RULE_protocol_sfpu, false, &site,
                      "expected a tile of dst, got the circular buffer '%s': the SFPU reads and writes dst only "
                      "(copy_tile brings a tile there)",
                      r->p->objects[*number].name.data);
  return false;
}

bool tta_protocol_read_arg(tta_protocol_reader *r, char type, tta_protocol_arg *out) {
  tta_protocol_object *object;
  out->type = type;
  out->column = r->token.column;
  switch (type) {
  case 'n': return tta_protocol_read_expr(r, &out->expr);
  case 'd': return read_tile(r, out);
  case 'g': return read_dst_reg(r, out);
  case 'o': return read_choice(r, "Half", "Full", out);
  case 'w': return read_choice(r, "A2D", "B2D", out);
  case 'c':
    object = tta_protocol_named(r, TTA_PROTOCOL_CB, "a circular buffer");
    if (object) out->object = (uint32_t)(object - r->p->objects);
    return object != NULL;
  default: return read_place(r, type, &out->place);
  }
}
