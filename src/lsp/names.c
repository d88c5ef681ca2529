/* Names: definition, references, highlights and rename of aliases; symbols. */
#include "lsp/lsp.h"

#include "text/token.h"

/* What is named at a position: an alias, or a symbol `@x`. */
typedef struct named {
  tta_lsp_document *document;
  tta_document_alias alias; /* `name` is empty if it is not an alias */
  tta_str symbol;           /* without @; empty if it is not a symbol */
  tta_span at;
} named;

static tta_span symbol_at(tta_str text, uint32_t offset) {
  uint32_t begin = offset, end = offset;
  if (begin < text.size && text.data[begin] == '@') begin = ++end;
  while (begin > 0 && tta_is_name_byte(text.data[begin - 1])) begin--;
  while (end < text.size && tta_is_name_byte(text.data[end])) end++;
  bool is_symbol = begin > 0 && text.data[begin - 1] == '@' && end > begin;
  return is_symbol ? (tta_span){begin, end} : (tta_span){offset, offset};
}

/* The occurrence at the offset, or the one that ends there. */
static tta_span occurrence_at(const tta_document_alias *a, uint32_t offset) {
  if (a->definition.begin <= offset && offset <= a->definition.end && a->definition.begin < a->definition.end)
    return a->definition;
  for (uint32_t i = 0; i < a->num_uses; i++)
    if (a->uses[i].begin <= offset && offset <= a->uses[i].end) return a->uses[i];
  return (tta_span){offset, offset};
}

static tta_status find_name(tta_lsp *s, const tta_json_node *params, named *n) {
  uint32_t offset;
  *n = (named){0};
  tta_status status = tta_lsp_find_at(s, params, &n->document, &offset);
  if (status || !n->document) return status;
  status = tta_document_alias_at(n->document->document, offset, &n->alias);
  if (status) return status;
  tta_str text = tta_document_text(n->document->document);
  if (n->alias.name.size) {
    n->at = occurrence_at(&n->alias, offset);
  } else {
    n->at = symbol_at(text, offset);
    n->symbol = (tta_str){text.data + n->at.begin, n->at.end - n->at.begin};
  }
  return TTA_OK;
}

/* Calls `each` for each `@name` of the text, in order; strings and comments are skipped. */
static void each_symbol(tta_str text, tta_str name, void (*each)(void *user, tta_span span), void *user) {
  const char *at = text.data, *end = at + text.size;
  while (at < end) {
    if (*at == '"') {
      at = tta_string_end(at, end, NULL);
    } else if (*at == '/' && end - at > 1 && at[1] == '/') {
      at = memchr(at, '\n', (size_t)(end - at));
      if (!at) return;
    } else if (*at++ == '@') {
      const char *begin = at;
      while (at < end && tta_is_name_byte(*at)) at++;
      tta_span span = {(uint32_t)(begin - text.data), (uint32_t)(at - text.data)};
      if (tta_str_equal(name, tta_str_between(begin, at))) each(user, span);
    }
  }
}

/* ---- definition and references ---- */

static tta_status symbol_definition(const named *n, tta_span *span) {
  const tta_document_symbol *symbols;
  size_t count;
  *span = (tta_span){0, 0};
  tta_status status = tta_document_symbols(n->document->document, &symbols, &count);
  for (size_t i = 0; i < count && !status; i++) {
    if (symbols[i].kind == TTA_SYMBOL_ALIAS || !tta_str_equal(symbols[i].name, n->symbol)) continue;
    *span = symbols[i].name_span;
    break;
  }
  return status;
}

static tta_status definition_of(const named *n, tta_span *span) {
  *span = n->alias.definition;
  return n->symbol.size ? symbol_definition(n, span) : TTA_OK;
}

tta_status tta_lsp_definition(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_span span = {0, 0};
  tta_status status = find_name(s, params, &n);
  if (!status && n.document) status = definition_of(&n, &span);
  if (status) return status;
  if (span.begin < span.end) tta_lsp_location(out, s, n.document, span);
  else tta_json_null(out);
  return TTA_OK;
}

typedef struct occurrences {
  tta_lsp *server;
  const tta_lsp_document *document;
  tta_json *out;
  tta_span definition;
  bool with_definition, highlight;
} occurrences;

static void write_occurrence(void *user, tta_span span) {
  occurrences *o = user;
  bool is_definition = span.begin == o->definition.begin && span.end == o->definition.end;
  if (is_definition && !o->with_definition) return;
  if (!o->highlight) {
    tta_lsp_location(o->out, o->server, o->document, span);
    return;
  }
  tta_json_open(o->out, '{');
  tta_lsp_key_range(o->out, "range", o->server, o->document, span);
  tta_json_key_int(o->out, "kind", is_definition ? 3 : 2); /* write, read */
  tta_json_close(o->out, '}');
}

static tta_status write_occurrences(occurrences *o, const named *n) {
  tta_status status = n->document ? definition_of(n, &o->definition) : TTA_OK;
  tta_json_open(o->out, '[');
  if (!status && n->symbol.size) {
    each_symbol(tta_document_text(n->document->document), n->symbol, write_occurrence, o);
  } else if (!status && n->document) {
    if (n->alias.definition.begin < n->alias.definition.end) write_occurrence(o, n->alias.definition);
    for (uint32_t i = 0; i < n->alias.num_uses; i++) write_occurrence(o, n->alias.uses[i]);
  }
  tta_json_close(o->out, ']');
  return status;
}

tta_status tta_lsp_references(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_status status = find_name(s, params, &n);
  occurrences o = {.server = s, .document = n.document, .out = out,
                   .with_definition = tta_lsp_is_true(params, "context.includeDeclaration")};
  return status ? status : write_occurrences(&o, &n);
}

tta_status tta_lsp_highlight(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_status status = find_name(s, params, &n);
  occurrences o = {.server = s, .document = n.document, .out = out, .with_definition = true, .highlight = true};
  return status ? status : write_occurrences(&o, &n);
}

/* ---- rename ---- */

tta_status tta_lsp_prepare_rename(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (!n.document || !n.alias.name.size) {
    tta_json_null(out);
    return TTA_OK;
  }
  tta_json_open(out, '{');
  tta_lsp_key_range(out, "range", s, n.document, n.at);
  tta_json_key_string(out, "placeholder", n.alias.name);
  tta_json_close(out, '}');
  return TTA_OK;
}

/* A name of an alias after its # or !: a word, or digits (MLIR, suffix-id). Names with a dot are of dialects. */
static bool is_suffix(tta_str name) {
  bool all_digits = true, all_words = true;
  for (size_t i = 0; i < name.size; i++) {
    all_digits &= tta_is_digit(name.data[i]);
    all_words &= tta_is_word_byte(name.data[i]);
  }
  return name.size && (all_digits || (all_words && !tta_is_digit(name.data[0])));
}

static tta_status check_new_name(tta_lsp *s, const named *n, tta_str suffix) {
  enum { SHOWN_BYTES = 80 };
  const tta_document_alias *aliases;
  size_t count;
  int shown = (int)(suffix.size < SHOWN_BYTES ? suffix.size : SHOWN_BYTES);
  if (!is_suffix(suffix)) return tta_lsp_fail(s, "'%.*s' is not a valid alias name", shown, suffix.data);
  char sigil = n->alias.name.data[0];
  tta_status status = tta_document_aliases(n->document->document, n->alias.section, &aliases, &count);
  for (size_t i = 0; i < count && !status; i++) {
    if (aliases[i].name.data[0] == sigil && tta_str_equal(tta_str_rest(aliases[i].name, 1), suffix))
      status = tta_lsp_fail(s, "alias '%c%.*s' already exists in this section", sigil, shown, suffix.data);
  }
  return status;
}

tta_status tta_lsp_rename(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_str suffix = tta_lsp_text(params, "newName");
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (!n.document || !n.alias.name.size) return tta_lsp_fail(s, "there is no alias at this position");
  char sigil = n.alias.name.data[0];
  if (suffix.size && suffix.data[0] == sigil) suffix = tta_str_rest(suffix, 1);
  if (!tta_str_equal(suffix, tta_str_rest(n.alias.name, 1))) status = check_new_name(s, &n, suffix);
  if (!status) status = find_name(s, params, &n); /* the list of names has replaced the answer */
  if (status) return status;
  tta_edit *edits = tta_arena_array(&s->arena, (size_t)n.alias.num_uses + 1, sizeof *edits);
  size_t count = 0;
  if (!edits) return TTA_NO_MEMORY;
  if (n.alias.definition.begin < n.alias.definition.end)
    edits[count++] = (tta_edit){{n.alias.definition.begin + 1, n.alias.definition.end}, suffix};
  for (uint32_t i = 0; i < n.alias.num_uses; i++)
    edits[count++] = (tta_edit){{n.alias.uses[i].begin + 1, n.alias.uses[i].end}, suffix};
  tta_lsp_workspace_edit(out, s, n.document, edits, count);
  return TTA_OK;
}

/* ---- symbols ---- */

/* LSP 3.17, SymbolKind. */
static int kind_number(tta_symbol_kind kind) {
  switch (kind) {
  case TTA_SYMBOL_ALIAS: return 14;    /* constant */
  case TTA_SYMBOL_MODULE: return 2;
  case TTA_SYMBOL_FUNCTION: return 12;
  case TTA_SYMBOL_DEVICE: return 19;   /* object */
  case TTA_SYMBOL_OTHER: return 13;    /* variable */
  }
  return 13;
}

/* The letters of the query in their order, in either case. */
static bool matches_query(tta_str name, tta_str query) {
  size_t at = 0;
  for (size_t i = 0; i < name.size && at < query.size; i++) {
    char a = name.data[i], b = query.data[at];
    at += a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
  }
  return at == query.size;
}

tta_status tta_lsp_workspace_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  enum { MAX_SYMBOLS = 1000 };
  uint32_t found = 0;
  tta_str query = tta_lsp_text(params, "query");
  tta_json_open(out, '[');
  for (uint32_t k = 0; k < s->num_documents; k++) {
    const tta_lsp_document *d = &s->documents[k];
    const tta_document_symbol *symbols;
    size_t count;
    tta_status status = d->document ? tta_document_symbols(d->document, &symbols, &count) : TTA_INVALID;
    if (status == TTA_NO_MEMORY) return status;
    for (size_t i = 0; !status && i < count && found < MAX_SYMBOLS; i++) {
      if (!symbols[i].name.size || !matches_query(symbols[i].name, query)) continue;
      found++;
      tta_json_open(out, '{');
      tta_json_key_string(out, "name", symbols[i].name);
      tta_json_key_int(out, "kind", kind_number(symbols[i].kind));
      tta_json_key(out, "location");
      tta_lsp_location(out, s, d, symbols[i].name_span);
      tta_json_close(out, '}');
    }
  }
  tta_json_close(out, ']');
  return TTA_OK;
}

tta_status tta_lsp_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  const tta_document_symbol *symbols = NULL;
  tta_lsp_document *d;
  size_t count = 0;
  tta_status status = tta_lsp_find(s, params, &d);
  if (!status && d) status = tta_document_symbols(d->document, &symbols, &count);
  if (status) return status;
  tta_json_open(out, '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(out, '{');
    tta_json_key_string(out, "name", symbols[i].name.size ? symbols[i].name : TTA_STR("@"));
    tta_json_key_int(out, "kind", kind_number(symbols[i].kind));
    if (s->client.symbol_hierarchy) {
      tta_lsp_key_range(out, "range", s, d, symbols[i].span);
      tta_lsp_key_range(out, "selectionRange", s, d, symbols[i].name_span);
    } else {
      tta_json_key(out, "location");
      tta_lsp_location(out, s, d, symbols[i].span);
    }
    tta_json_close(out, '}');
  }
  tta_json_close(out, ']');
  return TTA_OK;
}
