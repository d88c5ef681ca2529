/* Semantic tokens: of attributes and types by their values, of the text around them by its tokens. */
#include "lsp/lsp.h"

#include "base/chars.h"
#include "base/sort.h"
#include "document/document.h"
#include "ir/scalars.h"
#include "text/token.h"

/* The order is that of the legend. */
typedef enum token_type {
  TOKEN_TYPE, TOKEN_ALIAS, TOKEN_FIELD, TOKEN_KEYWORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_COMMENT, TOKEN_VALUE,
  TOKEN_SYMBOL, TOKEN_BLOCK, TOKEN_OPERATION, TOKEN_WORD
} token_type;
enum { DECLARATION = 1 };

void tta_lsp_tokens_provider(tta_json *out) {
  tta_json_key_open(out, "semanticTokensProvider", '{');
  tta_json_key_open(out, "legend", '{');
  tta_json_key_lines(out, "tokenTypes", TTA_STR("type\nmacro\nproperty\nenumMember\nnumber\nstring\ncomment\n"
                                                "variable\nfunction\nlabel\nmethod\nkeyword"));
  tta_json_key_lines(out, "tokenModifiers", TTA_STR("declaration"));
  tta_json_close(out, '}');
  tta_json_key_bool(out, "full", true);
  tta_json_key_bool(out, "range", true);
  tta_json_close(out, '}');
}

typedef struct token {
  tta_span span;
  uint8_t type, modifiers;
} token;

typedef struct collector {
  tta_arena *arena;
  tta_document *document;
  tta_str text;
  tta_span range;
  token *tokens;
  uint32_t num_tokens, cap_tokens;
  uint32_t depth;
  bool failed;
} collector;

static void put(collector *c, tta_span span, token_type type, int modifiers) {
  if (span.begin >= span.end || span.begin > c->range.end || span.end < c->range.begin) return;
  if (!TTA_GROW_IN(c->arena, c, tokens, 1)) c->failed = true;
  else c->tokens[c->num_tokens++] = (token){span, (uint8_t)type, (uint8_t)modifiers};
}

/* A name with its # or !, or a word. A name without a dot, and without `<` after it, is that of an alias. */
static void put_name(collector *c, tta_span span) {
  const char *text = c->text.data;
  uint32_t end = span.begin;
  bool has_sigil = end < span.end && (text[end] == '#' || text[end] == '!'), has_dot = false;
  for (end += has_sigil; end < span.end && (tta_is_word_byte(text[end]) || text[end] == '.'); end++)
    has_dot |= text[end] == '.';
  bool is_alias = has_sigil && !has_dot && end == span.end;
  put(c, (tta_span){span.begin, end}, is_alias ? TOKEN_ALIAS : TOKEN_TYPE, 0);
}

/* `field` of `field = value`. */
static void put_key(collector *c, tta_value value, uint32_t low) {
  const char *text = c->text.data;
  uint32_t at = tta_value_span(value).begin;
  if (!tta_value_field_name(value)[0]) return;
  while (at > low && tta_is_blank(text[at - 1])) at--;
  if (at == low || text[at - 1] != '=') return;
  for (at--; at > low && tta_is_blank(text[at - 1]);) at--;
  uint32_t end = at;
  while (at > low && tta_is_word_byte(text[at - 1])) at--;
  put(c, (tta_span){at, end}, TOKEN_FIELD, 0);
}

static void put_value(collector *c, tta_value value, tta_span inside) {
  enum { MAX_DEPTH = 600 };
  tta_span span = tta_value_span(value);
  if (span.begin < inside.begin || inside.end < span.end || span.begin >= span.end || c->depth >= MAX_DEPTH) return;
  char first = c->text.data[span.begin];
  switch (tta_value_kind_of(value)) {
  case TTA_VALUE_ABSENT: return;
  case TTA_VALUE_ERROR: /* an alias that is not defined */
    if (first == '#' || first == '!') put_name(c, span);
    return;
  case TTA_VALUE_KEYWORD: put(c, span, TOKEN_KEYWORD, 0); break;
  case TTA_VALUE_BOOL: put(c, span, TOKEN_KEYWORD, 0); break;
  case TTA_VALUE_SHAPE: case TTA_VALUE_INTEGER: put(c, span, TOKEN_NUMBER, 0); break;
  case TTA_VALUE_STRING: put(c, span, TOKEN_STRING, 0); break;
  case TTA_VALUE_SCALAR: put(c, span, TOKEN_TYPE, 0); break;
  default:
    if (tta_is_letter(first) || first == '#' || first == '!') put_name(c, span);
  }
  c->depth++;
  for (tta_value v = tta_value_first(value); tta_value_kind_of(v) != TTA_VALUE_ABSENT; v = tta_value_next(v)) {
    put_key(c, v, span.begin);
    put_value(c, v, span);
  }
  c->depth--;
}

static tta_status put_item(collector *c, size_t index) {
  tta_document_item item = tta_document_item_at(c->document, index);
  char first = c->text.data[item.span.begin];
  tta_value value;
  if (item.context == TTA_CONTEXT_ALIAS) put(c, item.name, TOKEN_ALIAS, DECLARATION);
  if (item.context == TTA_CONTEXT_USE) {
    put(c, item.span, TOKEN_ALIAS, 0);
    return TTA_OK;
  }
  tta_status status = tta_document_value(c->document, index, &value);
  if (status) return status;
  if (tta_value_kind_of(value) == TTA_VALUE_ABSENT && (first == '#' || first == '!')) put_name(c, item.span);
  else put_value(c, value, item.span);
  return TTA_OK;
}

/* ---- the text around attributes ---- */

static token_type type_of_word(const collector *c, tta_str word, uint32_t end) {
  const char *after = tta_skip_gap(c->text.data + end, c->text.data + c->text.size);
  if (tta_is_digit(word.data[0])) return TOKEN_NUMBER;
  if (*after == '=' && after[1] != '=') return TOKEN_FIELD;
  return tta_scalar_type_find(word) ? TOKEN_TYPE : TOKEN_WORD;
}

static void put_token(collector *c, const tta_token *t, bool is_operation) {
  tta_span span = {(uint32_t)(t->begin - c->text.data), (uint32_t)(t->end - c->text.data)};
  tta_str word = tta_str_between(t->begin, t->end);
  switch (t->kind) {
  case TTA_MARK_COMMENT: put(c, span, TOKEN_COMMENT, 0); break;
  case TTA_MARK_STRING: put(c, span, is_operation ? TOKEN_OPERATION : TOKEN_STRING, 0); break;
  case TTA_MARK_WORD: put(c, span, is_operation ? TOKEN_OPERATION : type_of_word(c, word, span.end), 0); break;
  case TTA_MARK_NAME:
    if (*t->begin == '#' || *t->begin == '!') put_name(c, span);
    else put(c, span, *t->begin == '%' ? TOKEN_VALUE : *t->begin == '@' ? TOKEN_SYMBOL : TOKEN_BLOCK, 0);
    break;
  default: break;
  }
}

/* Without what is in attributes but comments. */
static tta_status put_section(collector *c, size_t section) {
  const tta_span *ops;
  size_t num_ops, op = 0, items = tta_document_num_items(c->document);
  tta_span span = tta_results_section(tta_document_results(c->document), section).span;
  if (span.begin > c->range.end || span.end < c->range.begin) return TTA_OK;
  tta_status status = tta_document_operations(c->document, section, &ops, &num_ops);
  size_t item = tta_document_first_item(c->document, span.begin);
  tta_tokens tokens = tta_tokens_of(c->text.data + span.begin, c->text.data + span.end);
  for (tta_token t; !status && tta_token_next(&tokens, &t);) {
    uint32_t begin = (uint32_t)(t.begin - c->text.data);
    if (begin > c->range.end) break;
    while (op < num_ops && ops[op].begin < begin) op++;
    while (item < items && tta_document_item_at(c->document, item).span.end <= begin) item++;
    bool in_item = item < items && tta_document_item_at(c->document, item).span.begin <= begin;
    if (in_item && t.kind != TTA_MARK_COMMENT) continue;
    if (!tta_document_is_inside(c->document, section, begin)) continue;
    put_token(c, &t, op < num_ops && ops[op].begin == begin);
  }
  return status;
}

/* ---- the answer ---- */

static int compare_tokens(const void *a, const void *b) {
  return tta_order(((const token *)a)->span.begin, ((const token *)b)->span.begin);
}

/* In order, without overlaps; one of several lines is left out (LSP 3.17, multilineTokenSupport). */
static void write_data(const tta_lsp *s, const tta_lsp_document *d, const collector *c, tta_json *out) {
  uint32_t end = 0, last_line = 0, last_column = 0;
  for (uint32_t i = 0; i < c->num_tokens; i++) {
    const token *t = &c->tokens[i];
    tta_position first = tta_document_position(d->document, t->span.begin, s->unit);
    tta_position last = tta_document_position(d->document, t->span.end, s->unit);
    if (t->span.begin < end || first.line != last.line) continue;
    uint32_t line = first.line - 1, column = first.column - 1;
    tta_json_int(out, line - last_line);
    tta_json_int(out, line == last_line ? column - last_column : column);
    tta_json_int(out, last.column - first.column);
    tta_json_int(out, t->type);
    tta_json_int(out, t->modifiers);
    last_line = line;
    last_column = column;
    end = t->span.end;
  }
}

static tta_status write_tokens(tta_lsp *s, const tta_lsp_document *d, tta_span range, tta_json *out) {
  tta_document *document = d->document;
  tta_status status = tta_document_check(document);
  collector c = {.arena = &s->arena, .document = document, .text = tta_document_text(document), .range = range};
  size_t first = status ? 0 : tta_document_first_item(document, range.begin);
  for (size_t i = first; !status && i < tta_document_num_items(document); i++) {
    if (tta_document_item_at(document, i).span.begin > range.end) break;
    status = put_item(&c, i);
  }
  for (size_t i = 0; !status && i < tta_results_num_sections(tta_document_results(document)); i++)
    status = put_section(&c, i);
  token *scratch = tta_arena_array(c.arena, c.num_tokens, sizeof *scratch);
  if (c.failed || (c.num_tokens && !scratch)) status = TTA_NO_MEMORY;
  if (status) return status;
  tta_sort(c.tokens, scratch, c.num_tokens, sizeof *scratch, compare_tokens);
  write_data(s, d, &c, out);
  return TTA_OK;
}

static tta_status answer_tokens(tta_lsp *s, const tta_lsp_document *d, tta_span range, tta_json *out) {
  tta_status status = TTA_OK;
  tta_json_open(out, '{');
  tta_json_key_open(out, "data", '[');
  if (d) status = write_tokens(s, d, range, out);
  tta_json_close(out, ']');
  tta_json_close(out, '}');
  return status;
}

tta_status tta_lsp_tokens(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_status status = tta_lsp_find(s, params, &d);
  return status ? status : answer_tokens(s, d, (tta_span){0, UINT32_MAX}, out);
}

tta_status tta_lsp_range_tokens(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_span range = {0, 0};
  tta_status status = tta_lsp_find_range(s, params, &d, &range);
  return status ? status : answer_tokens(s, d, range, out);
}
