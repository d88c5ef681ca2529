/* Expressions: the grammar, and which values fields are compared with.
 *
 *   query   = [object "where"] any
 *   any     = all ("or" all)*
 *   all     = one ("and" one)*
 *   one     = "not" one | "(" any ")" | "true" | "false" | test
 *   test    = field [sign operand | ["not"] "in" "(" operand ("," operand)* ")"]
 *   field   = object ["." name] ["[" integer "]"] | "attr" "." "field" "(" string ")" */
#include <stdarg.h>

#include "base/array.h"
#include "base/chars.h"
#include "base/nearest.h"
#include "query/compile.h"
#include "query/lex.h"

/* ---- tokens ---- */

bool tta_query_fail(tta_query_parser *p, tta_span span, const char *format, ...) {
  if (p->status) return false;
  p->status = TTA_INVALID;
  p->fault.span = span;
  if (!p->reason) return false;
  va_list args;
  va_start(args, format);
  tta_buf_vprintf(p->reason, format, args);
  va_end(args);
  return false;
}

static void advance(tta_query_parser *p) {
  p->last_end = p->token.span.end;
  p->token = tta_query_next(p->text, &p->at);
}

static bool is(const tta_query_parser *p, const char *text) {
  bool named = p->token.kind == TTA_TOKEN_WORD || p->token.kind == TTA_TOKEN_SIGN;
  return named && tta_str_is(p->token.text, text);
}

static bool skip(tta_query_parser *p, const char *text) {
  if (!is(p, text)) return false;
  advance(p);
  return true;
}

static bool fail_here(tta_query_parser *p, const char *expected) {
  const tta_query_token *t = &p->token;
  if (t->kind == TTA_TOKEN_END) return tta_query_fail(p, t->span, "expected %s at the end", expected);
  if (t->kind == TTA_TOKEN_WRONG && t->span.end - t->span.begin > 1 && strchr("\"'/", *t->text.data))
    return tta_query_fail(p, t->span, "%c is not closed", *t->text.data);
  const char *instead = tta_str_is(t->text, "&&") ? "and" : tta_str_is(t->text, "||") ? "or"
                        : tta_str_is(t->text, "!") ? "not" : tta_str_is(t->text, "=") ? "==" : NULL;
  if (instead) return tta_query_fail(p, t->span, "unexpected '%.*s'; write '%s'", TTA_STR_ARGS(t->text), instead);
  return tta_query_fail(p, t->span, "expected %s, found '%.*s%s'", expected, TTA_STR_CUT(t->text));
}

static bool require(tta_query_parser *p, const char *sign) {
  char expected[8] = {'\'', sign[0], '\'', 0};
  return skip(p, sign) || fail_here(p, expected);
}

/* ---- fields ---- */

static bool find_object(tta_str word, tta_query_object *object) {
  for (int i = 0; i < TTA_NUM_OBJECTS; i++)
    if (tta_str_is(word, tta_query_objects[i])) return *object = (tta_query_object)i, true;
  return false;
}

static const char *name_of(const tta_query_field_info *f) { return strchr(f->name, '.') + 1; }

/* A field of some object by its name alone, for messages; NULL. */
static const char *field_named(tta_str name) {
  for (size_t i = 0; i < TTA_NUM_QUERY_FIELDS; i++)
    if (tta_str_is(name, name_of(&tta_query_fields[i])) ||
        (*tta_query_fields[i].other && tta_str_is(name, tta_query_fields[i].other)))
      return tta_query_fields[i].name;
  return NULL;
}

static bool unknown_field(tta_query_parser *p, tta_span span, tta_query_object object, tta_str name) {
  char shown[160];
  tta_nearest nearest = tta_nearest_start(name, TTA_NEAREST_ANY);
  for (size_t i = 0; i < TTA_NUM_QUERY_FIELDS; i++) {
    const tta_query_field_info *f = &tta_query_fields[i];
    if (f->object != object) continue;
    tta_nearest_offer(&nearest, name_of(f), name_of(f));
    if (*f->other) tta_nearest_offer(&nearest, f->other, f->other);
  }
  for (int f = TTA_FIELD_NONE + 1; object == TTA_OBJECT_attr && f < TTA_NUM_FIELDS; f++)
    tta_nearest_offer(&nearest, tta_field_name((tta_field)f), tta_field_name((tta_field)f));
  tta_buf text = tta_buf_fixed(shown, sizeof shown);
  tta_buf_printf(&text, "unknown field '%s.%.*s'", tta_query_objects[object], TTA_STR_START(name));
  const char *elsewhere = field_named(name);
  if (tta_nearest_is_likely(&nearest))
    return tta_query_fail(p, span, "%s; did you mean '%s.%s'?", tta_buf_fixed_text(&text), tta_query_objects[object],
                          nearest.best);
  if (elsewhere) return tta_query_fail(p, span, "%s; did you mean '%s'?", tta_buf_fixed_text(&text), elsewhere);
  return tta_query_fail(p, span, "%s", tta_buf_fixed_text(&text));
}

/* `grid.shape` of `attr.grid.shape`. */
static bool read_parts(tta_query_parser *p, tta_span span, tta_str path, tta_query_operand *out) {
  out->field = TTA_QUERY_PART;
  out->any = true;
  for (tta_str rest = path; rest.size || !out->num_parts;) {
    const char *dot = memchr(rest.data, '.', rest.size);
    tta_str name = dot ? tta_str_between(rest.data, dot) : rest;
    tta_field field = tta_field_find(name);
    if (field == TTA_FIELD_NONE) return unknown_field(p, span, TTA_OBJECT_attr, name);
    if (out->num_parts == TTA_QUERY_MAX_PARTS) return tta_query_fail(p, span, "too many parts");
    out->parts[out->num_parts++] = field;
    rest = tta_str_rest(rest, name.size + (dot != NULL));
  }
  return true;
}

static bool find_field(tta_query_parser *p, tta_span span, tta_str name, tta_query_operand *out) {
  for (size_t i = 0; i < TTA_NUM_QUERY_FIELDS; i++) {
    const tta_query_field_info *f = &tta_query_fields[i];
    bool other = *f->other && tta_str_is(name, f->other);
    if (f->object != out->object || (!other && !tta_str_is(name, name_of(f)))) continue;
    out->field = (tta_query_field)i;
    out->value.kind = f->kind;
    out->enumeration = f->enumeration;
    return true;
  }
  if (out->object == TTA_OBJECT_attr) return read_parts(p, span, name, out);
  return unknown_field(p, span, out->object, name);
}

static bool read_index(tta_query_parser *p, tta_query_operand *out) {
  tta_query_value index;
  if (!skip(p, "[")) return true;
  if (out->value.kind != TTA_QUERY_SHAPE && !out->any)
    return tta_query_fail(p, out->span, "only shapes have an index");
  if (p->token.kind != TTA_TOKEN_NUMBER) return fail_here(p, "an index such as 0 or -1");
  if (!tta_query_read_number(p, &p->token, &index)) return false;
  if (index.kind != TTA_QUERY_NUMBER) return fail_here(p, "an index such as 0 or -1");
  advance(p);
  out->indexed = true;
  out->index = index.number;
  out->any = false;
  out->value.kind = TTA_QUERY_NUMBER;
  return require(p, "]");
}

/* The token is a word with a known object. */
static bool read_field(tta_query_parser *p, tta_query_operand *out) {
  tta_query_token t = p->token;
  const char *dot = memchr(t.text.data, '.', t.text.size);
  tta_str head = dot ? tta_str_between(t.text.data, dot) : t.text;
  *out = (tta_query_operand){.span = t.span, .is_field = true, .field = TTA_QUERY_EXISTS};
  out->value.kind = TTA_QUERY_BOOL;
  find_object(head, &out->object);
  p->query->objects |= 1U << out->object;
  advance(p);
  if (!dot) return true;
  tta_str name = tta_str_rest(t.text, head.size + 1);
  if (out->object == TTA_OBJECT_attr && tta_str_is(name, "field") && skip(p, "(")) {
    if (p->token.kind != TTA_TOKEN_STRING) return fail_here(p, "the name of a field in quotes");
    if (!read_parts(p, p->token.span, p->token.text, out)) return false;
    advance(p);
    out->value.kind = TTA_QUERY_NULL;
    if (!require(p, ")")) return false;
  } else {
    out->value.kind = TTA_QUERY_NULL;
    if (!find_field(p, t.span, name, out)) return false;
  }
  return read_index(p, out);
}

static bool names_object(tta_str word) {
  tta_query_object object;
  const char *dot = memchr(word.data, '.', word.size);
  return find_object(dot ? tta_str_between(word.data, dot) : word, &object);
}

static bool require_field(tta_query_parser *p, tta_query_operand *out) {
  tta_query_token t = p->token;
  if (t.kind != TTA_TOKEN_WORD) return fail_here(p, "a field such as layout.memory");
  if (names_object(t.text)) return read_field(p, out);
  const char *field = field_named(t.text);
  if (field) return tta_query_fail(p, t.span, "expected a field; did you mean '%s'?", field);
  const char *dot = memchr(t.text.data, '.', t.text.size);
  tta_nearest nearest = tta_nearest_start(dot ? tta_str_between(t.text.data, dot) : t.text, TTA_NEAREST_ANY);
  for (int i = 0; i < TTA_NUM_OBJECTS; i++) tta_nearest_offer(&nearest, tta_query_objects[i], tta_query_objects[i]);
  if (dot && tta_nearest_is_likely(&nearest))
    return tta_query_fail(p, t.span, "unknown object '%.*s'; did you mean '%s'?", TTA_STR_START(nearest.word),
                          nearest.best);
  return fail_here(p, "a field of attr, tensor, layout, value, op or file");
}

/* ---- operands ---- */

static bool read_operand(tta_query_parser *p, tta_query_operand *out) {
  tta_query_token t = p->token;
  *out = (tta_query_operand){.span = t.span};
  if (t.kind == TTA_TOKEN_WORD && names_object(t.text)) return read_field(p, out);
  out->value.text = t.text;
  if (t.kind == TTA_TOKEN_NUMBER) {
    if (!tta_query_read_number(p, &t, &out->value)) return false;
  } else if (t.kind == TTA_TOKEN_STRING) {
    out->value.kind = TTA_QUERY_STRING;
  } else if (is(p, "true") || is(p, "false")) {
    out->value = (tta_query_value){.kind = TTA_QUERY_BOOL, .number = is(p, "true"), .text = t.text};
  } else if (is(p, "null")) {
    out->value.kind = TTA_QUERY_NULL;
  } else if (t.kind == TTA_TOKEN_WORD && memchr(t.text.data, '.', t.text.size)) {
    return tta_query_fail(p, t.span, "unknown object in '%.*s%s'; a text is written in quotes: \"%.*s%s\"",
                          TTA_STR_CUT(t.text), TTA_STR_CUT(t.text));
  } else if (t.kind == TTA_TOKEN_WORD && !is(p, "and") && !is(p, "or") && !is(p, "not") && !is(p, "in")) {
    out->value.kind = TTA_QUERY_STRING;
  } else {
    return fail_here(p, "a value");
  }
  advance(p);
  return true;
}

/* ---- tests ---- */

static bool check_side(tta_query_parser *p, const tta_query_operand *field, tta_query_operand *other) {
  return other->is_field ? tta_query_check_fields(p, field, other) : tta_query_check_literal(p, field, other);
}

static bool read_items(tta_query_parser *p, tta_query_node *node) {
  if (!require(p, "(")) return false;
  do {
    tta_query_operand item;
    if (!read_operand(p, &item)) return false;
    if (item.is_field) return tta_query_fail(p, item.span, "expected a value, found a field");
    if (!tta_query_check_literal(p, &node->left, &item)) return false;
    if (!TTA_PUSH_IN(&p->query->arena, node, items, item)) return p->status = TTA_NO_MEMORY, false;
  } while (skip(p, ","));
  return require(p, ")");
}

static bool read_pattern(tta_query_parser *p, tta_query_node *node) {
  tta_query_token t = p->token;
  bool expression = t.kind == TTA_TOKEN_REGEX;
  if (!expression && t.kind != TTA_TOKEN_STRING && t.kind != TTA_TOKEN_WORD)
    return fail_here(p, "a pattern such as \"*matmul\" or /matmul|conv/");
  node->pattern = tta_ere_start(&p->query->arena);
  if (expression) tta_ere_add_expression(&node->pattern, t.text);
  else tta_query_add_glob(p, &node->pattern, t.text);
  if (node->pattern.status == TTA_INVALID) return tta_query_fail(p, t.span, "%s", node->pattern.fault);
  if (node->pattern.status) return p->status = TTA_NO_MEMORY, false;
  advance(p);
  return true;
}

static bool is_ordered(const tta_query_operand *o) {
  tta_query_kind kind = o->value.kind;
  return o->any || kind == TTA_QUERY_NUMBER || kind == TTA_QUERY_BYTES || kind == TTA_QUERY_PERCENT;
}

static bool read_test(tta_query_parser *p, tta_query_node *node) {
  static const struct {
    const char *sign;
    tta_query_operation operation;
    bool inverted;
  } signs[] = {{"==", TTA_OPERATION_EQUAL, false}, {"!=", TTA_OPERATION_EQUAL, true},
               {"<", TTA_OPERATION_LESS, false},   {">=", TTA_OPERATION_LESS, true},
               {">", TTA_OPERATION_GREATER, false}, {"<=", TTA_OPERATION_GREATER, true},
               {"~", TTA_OPERATION_MATCH, false},  {"!~", TTA_OPERATION_MATCH, true}};
  if (!require_field(p, &node->left)) return false;
  node->operation = TTA_OPERATION_IN;
  if (skip(p, "in")) return read_items(p, node);
  node->operation = TTA_OPERATION_TEST;
  tta_query_token sign = p->token;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (is(p, signs[i].sign)) {
      node->operation = signs[i].operation;
      node->inverted = signs[i].inverted;
    }
  tta_query_kind kind = node->left.value.kind;
  if (node->operation == TTA_OPERATION_TEST) {
    if (kind == TTA_QUERY_BOOL || node->left.any) return true;
    return fail_here(p, "a comparison such as == or ~");
  }
  advance(p);
  bool orders = node->operation == TTA_OPERATION_LESS || node->operation == TTA_OPERATION_GREATER;
  if (orders && !is_ordered(&node->left))
    return tta_query_fail(p, sign.span, "'%.*s' requires numbers; '%.*s' is a %s", TTA_STR_ARGS(sign.text),
                          TTA_STR_ARGS(TTA_SPAN_TEXT(p->text.data, node->left.span)), tta_query_kind_text(kind));
  if (node->operation == TTA_OPERATION_MATCH) {
    if (node->left.any || kind == TTA_QUERY_STRING || kind == TTA_QUERY_KEYWORD || kind == TTA_QUERY_SHAPE)
      return read_pattern(p, node);
    return tta_query_fail(p, sign.span, "'%.*s' requires a text; '%.*s' is a %s", TTA_STR_ARGS(sign.text),
                          TTA_STR_ARGS(TTA_SPAN_TEXT(p->text.data, node->left.span)), tta_query_kind_text(kind));
  }
  if (!read_operand(p, &node->right)) return false;
  if (orders && !node->right.is_field && node->right.value.kind == TTA_QUERY_NULL)
    return tta_query_fail(p, node->right.span, "null has no order");
  return check_side(p, &node->left, &node->right);
}

/* ---- and, or, not ---- */

static const tta_query_node *read_any(tta_query_parser *p);

static tta_query_node *new_node(tta_query_parser *p) {
  tta_query_node *node = tta_arena_alloc(&p->query->arena, sizeof *node);
  if (node) *node = (tta_query_node){.operation = TTA_OPERATION_CONSTANT};
  else p->status = TTA_NO_MEMORY;
  return node;
}

static const tta_query_node *join(tta_query_parser *p, tta_query_operation operation, const tta_query_node *a,
                                  const tta_query_node *b) {
  tta_query_node *node = a && (b || operation == TTA_OPERATION_NOT) ? new_node(p) : NULL;
  if (!node) return NULL;
  node->operation = operation;
  node->a = a;
  node->b = b;
  return node;
}

static const tta_query_node *read_one(tta_query_parser *p) {
  if (p->depth == TTA_QUERY_MAX_DEPTH) return tta_query_fail(p, p->token.span, "nested too deeply"), NULL;
  p->depth++;
  const tta_query_node *node = NULL;
  tta_query_node *test;
  if (skip(p, "not")) {
    node = join(p, TTA_OPERATION_NOT, read_one(p), NULL);
  } else if (skip(p, "(")) {
    node = read_any(p);
    if (node && !require(p, ")")) node = NULL;
  } else if ((test = new_node(p)) != NULL) {
    test->constant = is(p, "true");
    if (skip(p, "true") || skip(p, "false") || read_test(p, test)) node = test;
  }
  p->depth--;
  return node;
}

static const tta_query_node *read_chain(tta_query_parser *p, const char *word, tta_query_operation operation,
                                        const tta_query_node *(*part)(tta_query_parser *p)) {
  const tta_query_node *node = part(p);
  uint32_t length = 0; /* the tree is as deep as the chain is long */
  while (node && is(p, word)) {
    if (++length == TTA_QUERY_MAX_PARTS_OF_CHAIN) return tta_query_fail(p, p->token.span, "too many parts"), NULL;
    advance(p);
    node = join(p, operation, node, part(p));
  }
  return node;
}

static const tta_query_node *read_all(tta_query_parser *p) {
  return read_chain(p, "and", TTA_OPERATION_AND, read_one);
}
static const tta_query_node *read_any(tta_query_parser *p) {
  return read_chain(p, "or", TTA_OPERATION_OR, read_all);
}

/* ---- all of it ---- */

static void start(tta_query_parser *p, tta_str text) {
  p->text = text;
  p->at = p->last_end = 0;
  advance(p);
}

/* `op where`; else the token stays. */
static bool read_subject(tta_query_parser *p, bool *given) {
  uint32_t at = p->at;
  tta_query_token first = p->token;
  *given = first.kind == TTA_TOKEN_WORD && tta_str_is(tta_query_next(p->text, &at).text, "where");
  if (!*given) return true;
  if (!find_object(first.text, &p->query->subject) || p->query->subject == TTA_OBJECT_file)
    return fail_here(p, "attr, tensor, layout, value or op before 'where'");
  if (p->query->subject == TTA_OBJECT_layout) p->query->subject = TTA_OBJECT_tensor;
  p->query->objects |= 1U << p->query->subject;
  advance(p);
  advance(p);
  return true;
}

static void read_expression(tta_query_parser *p, tta_str expression, bool *given) {
  start(p, expression);
  if (!read_subject(p, given)) return;
  p->query->root = read_any(p);
  if (p->query->root && p->token.kind != TTA_TOKEN_END) fail_here(p, "'and', 'or' or the end");
}

static void read_fields(tta_query_parser *p, tta_str fields) {
  if (p->status || !tta_str_trim(fields).size) return;
  p->fault.in_fields = true;
  start(p, fields);
  do {
    tta_query_operand field;
    if (!require_field(p, &field)) return;
    tta_span span = {field.span.begin, p->last_end};
    tta_str name = tta_arena_str(&p->query->arena, TTA_SPAN_TEXT(fields.data, span));
    if (!name.data || !TTA_PUSH_IN(&p->query->arena, p->query, fields, field) ||
        !TTA_PUSH_IN(&p->query->arena, p->query, names, name))
      p->status = TTA_NO_MEMORY;
  } while (!p->status && skip(p, ","));
  if (!p->status && p->token.kind != TTA_TOKEN_END) fail_here(p, "',' or the end");
}

/* A row is of the innermost object that is named, and that is what is reported unless a subject is given. */
static void choose_rows(tta_query_parser *p, tta_str expression, bool given) {
  tta_query *q = p->query;
  for (int object = TTA_NUM_OBJECTS - 1; object >= 0; object--)
    if (q->objects >> object & 1) q->row = (tta_query_object)object;
  if (q->row == TTA_OBJECT_layout) q->row = TTA_OBJECT_tensor;
  if (!given) q->subject = q->row;
  p->fault.in_fields = false;
  if (q->subject == TTA_OBJECT_file && !p->status)
    tta_query_fail(p, (tta_span){0, (uint32_t)expression.size},
                   "nothing says what to find; begin with 'attr where', 'tensor where', 'value where' or 'op where'");
}

tta_status tta_query_compile(tta_str expression, tta_str fields, const tta_allocator *given_allocator, tta_query **out,
                             tta_query_fault *fault, tta_buf *reason) {
  const tta_allocator *allocator = tta_allocator_or_default(given_allocator);
  tta_query *query = allocator->allocate(allocator->user, sizeof *query);
  *out = NULL;
  if (!query) return TTA_NO_MEMORY;
  *query = (tta_query){.subject = TTA_OBJECT_file, .row = TTA_OBJECT_file};
  tta_arena_init(&query->arena, allocator);
  tta_query_parser p = {.query = query, .reason = reason};
  bool subject = false;
  if (expression.size > INT32_MAX || fields.size > INT32_MAX) p.status = TTA_LIMIT;
  tta_str own = p.status ? expression : tta_arena_str(&query->arena, expression); /* that literals point to */
  if (!p.status && own.data) read_expression(&p, own, &subject);
  read_fields(&p, fields);
  if (!p.status) choose_rows(&p, expression, subject);
  if (query->arena.failed) p.status = TTA_NO_MEMORY;
  if (fault) *fault = p.fault;
  if (p.status) tta_query_free(query);
  else *out = query;
  return p.status;
}

void tta_query_free(tta_query *query) {
  if (!query) return;
  const tta_allocator *allocator = query->arena.allocator;
  tta_arena_free(&query->arena);
  allocator->release(allocator->user, query, sizeof *query);
}
