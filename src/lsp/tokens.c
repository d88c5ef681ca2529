/* Semantic tokens: names of attributes and types, aliases, fields, keywords, numbers and strings. */
#include "lsp/lsp.h"

#include "base/chars.h"

/* The order is that of `legend`. */
typedef enum token_type { TOKEN_TYPE, TOKEN_ALIAS, TOKEN_FIELD, TOKEN_KEYWORD, TOKEN_NUMBER, TOKEN_STRING } token_type;
enum { DECLARATION = 1 };

void tta_lsp_tokens_provider(tta_json *out) {
  tta_json_key_open(out, "semanticTokensProvider", '{');
  tta_json_key_open(out, "legend", '{');
  tta_json_key_lines(out, "tokenTypes", TTA_STR("type\nvariable\nproperty\nenumMember\nnumber\nstring"));
  tta_json_key_lines(out, "tokenModifiers", TTA_STR("declaration"));
  tta_json_close(out, '}');
  tta_json_key_bool(out, "full", true);
  tta_json_key_bool(out, "range", true);
  tta_json_close(out, '}');
}

typedef struct writer {
  const tta_lsp *server;
  const tta_lsp_document *document;
  tta_str text;
  tta_json *out;
  uint32_t end;            /* of the last token */
  uint32_t line, column;   /* of its start, from 0 */
  uint32_t depth;
} writer;

/* Tokens come in order and do not overlap; one of several lines is left out (LSP 3.17, multilineTokenSupport). */
static void put(writer *w, tta_span span, token_type type, int modifiers) {
  if (span.begin < w->end || span.begin >= span.end) return;
  tta_position first = tta_document_position(w->document->document, span.begin, w->server->unit);
  tta_position last = tta_document_position(w->document->document, span.end, w->server->unit);
  if (first.line != last.line) return;
  uint32_t line = first.line - 1, column = first.column - 1;
  tta_json_int(w->out, line - w->line);
  tta_json_int(w->out, line == w->line ? column - w->column : column);
  tta_json_int(w->out, last.column - first.column);
  tta_json_int(w->out, type);
  tta_json_int(w->out, modifiers);
  w->line = line;
  w->column = column;
  w->end = span.end;
}

/* A name with its # or !, or a word. A name without a dot, and without `<` after it, is that of an alias. */
static void put_name(writer *w, tta_span span) {
  const char *text = w->text.data;
  uint32_t end = span.begin;
  bool has_sigil = end < span.end && (text[end] == '#' || text[end] == '!'), has_dot = false;
  for (end += has_sigil; end < span.end && (tta_is_word_byte(text[end]) || text[end] == '.'); end++)
    has_dot |= text[end] == '.';
  bool is_alias = has_sigil && !has_dot && end == span.end;
  put(w, (tta_span){span.begin, end}, is_alias ? TOKEN_ALIAS : TOKEN_TYPE, 0);
}

/* `field` of `field = value`. */
static void put_key(writer *w, tta_value value, uint32_t low) {
  const char *text = w->text.data;
  uint32_t at = tta_value_span(value).begin;
  if (!tta_value_field_name(value)[0]) return;
  while (at > low && tta_is_blank(text[at - 1])) at--;
  if (at == low || text[at - 1] != '=') return;
  for (at--; at > low && tta_is_blank(text[at - 1]);) at--;
  uint32_t end = at;
  while (at > low && tta_is_word_byte(text[at - 1])) at--;
  put(w, (tta_span){at, end}, TOKEN_FIELD, 0);
}

static void put_value(writer *w, tta_value value, tta_span inside) {
  enum { MAX_DEPTH = 600 };
  tta_span span = tta_value_span(value);
  if (span.begin < inside.begin || inside.end < span.end || span.begin >= span.end || w->depth >= MAX_DEPTH) return;
  char first = w->text.data[span.begin];
  switch (tta_value_kind_of(value)) {
  case TTA_VALUE_ABSENT: case TTA_VALUE_ERROR: return;
  case TTA_VALUE_KEYWORD: put(w, span, TOKEN_KEYWORD, 0); break;
  case TTA_VALUE_BOOL: put(w, span, TOKEN_KEYWORD, 0); break;
  case TTA_VALUE_SHAPE: case TTA_VALUE_INTEGER: put(w, span, TOKEN_NUMBER, 0); break;
  case TTA_VALUE_STRING: put(w, span, TOKEN_STRING, 0); break;
  case TTA_VALUE_SCALAR: put(w, span, TOKEN_TYPE, 0); break;
  default:
    if (tta_is_letter(first) || first == '#' || first == '!') put_name(w, span);
  }
  w->depth++;
  for (tta_value c = tta_value_first(value); tta_value_kind_of(c) != TTA_VALUE_ABSENT; c = tta_value_next(c)) {
    put_key(w, c, span.begin);
    put_value(w, c, span);
  }
  w->depth--;
}

static tta_status write_tokens(tta_lsp *s, const tta_lsp_document *d, tta_span range, tta_json *out) {
  tta_document *document = d->document;
  tta_status status = tta_document_check(document);
  writer w = {.server = s, .document = d, .text = tta_document_text(document), .out = out};
  for (size_t i = status ? 0 : tta_document_first_item(document, range.begin); !status; i++) {
    tta_value value;
    if (i >= tta_document_num_items(document)) break;
    tta_document_item item = tta_document_item_at(document, i);
    if (item.span.begin > range.end) break;
    if (item.context == TTA_CONTEXT_ALIAS) put(&w, item.name, TOKEN_ALIAS, DECLARATION);
    char first = w.text.data[item.span.begin];
    if (item.context == TTA_CONTEXT_USE) {
      put(&w, item.span, TOKEN_ALIAS, 0);
      continue;
    }
    status = tta_document_value(document, i, &value);
    if (status) break;
    if (tta_value_kind_of(value) == TTA_VALUE_ABSENT && (first == '#' || first == '!')) put_name(&w, item.span);
    else put_value(&w, value, item.span);
  }
  return status;
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
