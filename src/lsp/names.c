/* Names: definition, references, highlights and rename; symbols. */
#include "document/document.h"
#include "lsp/lsp.h"

/* What is named at a position. */
typedef struct named {
  tta_lsp_document *document;
  uint32_t offset;
  tta_name name; /* `text` is empty if nothing is */
} named;

static tta_status find_name(tta_lsp *s, const tta_json_node *params, named *n) {
  *n = (named){0};
  tta_status status = tta_lsp_find_at(s, params, &n->document, &n->offset);
  return status || !n->document ? status : tta_document_name_at(n->document->document, n->offset, &n->name);
}

static bool has_definition(const named *n) { return n->name.definition.begin < n->name.definition.end; }

/* The occurrence at the offset, or the one that ends there. */
static tta_span occurrence_at(const named *n) {
  for (uint32_t i = 0; i < n->name.num_uses; i++) {
    tta_span use = n->name.uses[i].span;
    if (use.begin <= n->offset && n->offset <= use.end) return use;
  }
  return n->name.definition;
}

/* ---- definition and references ---- */

tta_status tta_lsp_definition(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (has_definition(&n)) tta_lsp_location(out, s, n.document, n.name.definition);
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

static void write_occurrence(const occurrences *o, tta_span span) {
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

static tta_status write_occurrences(tta_lsp *s, const tta_json_node *params, tta_json *out, bool with_definition,
                                    bool highlight) {
  named n;
  tta_status status = find_name(s, params, &n);
  occurrences o = {s, n.document, out, n.name.definition, with_definition, highlight};
  if (status) return status;
  tta_json_open(out, '[');
  if (has_definition(&n)) write_occurrence(&o, n.name.definition);
  for (uint32_t i = 0; i < n.name.num_uses; i++) write_occurrence(&o, n.name.uses[i].span);
  tta_json_close(out, ']');
  return TTA_OK;
}

tta_status tta_lsp_references(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  return write_occurrences(s, params, out, tta_lsp_is_true(params, "context.includeDeclaration"), false);
}

tta_status tta_lsp_highlight(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  return write_occurrences(s, params, out, true, true);
}

/* ---- rename ---- */

tta_status tta_lsp_prepare_rename(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (!n.name.text.size) {
    tta_json_null(out);
    return TTA_OK;
  }
  tta_json_open(out, '{');
  tta_lsp_key_range(out, "range", s, n.document, occurrence_at(&n));
  tta_json_key_string(out, "placeholder", n.name.text);
  tta_json_close(out, '}');
  return TTA_OK;
}

tta_status tta_lsp_rename(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  tta_buf reason;
  const tta_edit *edits;
  size_t count;
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (!n.document) return tta_lsp_fail(s, "there is no name at this position");
  tta_buf_init(&reason, s->allocator);
  tta_str text = tta_lsp_text(params, "newName");
  status = tta_document_rename(n.document->document, n.offset, text, &edits, &count, &reason);
  if (!status) tta_lsp_workspace_edit(out, s, n.document, edits, count);
  else if (status != TTA_NO_MEMORY) status = tta_lsp_fail(s, "%.*s", TTA_STR_ARGS(tta_buf_view(&reason)));
  tta_buf_free(&reason);
  return status;
}

/* ---- symbols ---- */

/* LSP 3.17, SymbolKind. */
static int kind_number(tta_name_kind kind) {
  switch (kind) {
  case TTA_NAME_ALIAS: return 14;    /* constant */
  case TTA_NAME_MODULE: return 2;
  case TTA_NAME_FUNCTION: return 12;
  case TTA_NAME_DEVICE: return 19;   /* object */
  case TTA_NAME_VALUE: case TTA_NAME_BLOCK: case TTA_NAME_SYMBOL: return 13; /* variable */
  }
  return 13;
}

/* Aliases and symbols without `@`; empty for other names. */
static tta_str shown_name(const tta_name *name) {
  bool shown = name->definition.end && (name->kind == TTA_NAME_ALIAS || name->kind >= TTA_NAME_MODULE);
  return !shown ? (tta_str){NULL, 0} : name->kind == TTA_NAME_ALIAS ? name->text : tta_str_rest(name->text, 1);
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

/* @param definition the first one or another one of the name */
static void write_symbol(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, const tta_name *name,
                         tta_span definition, bool hierarchy) {
  uint32_t end = name->value.end > name->definition.end ? name->value.end : name->definition.end;
  tta_span span = name->kind == TTA_NAME_ALIAS ? (tta_span){name->definition.begin, end} : name->value;
  if (definition.begin != name->definition.begin) span = definition;
  tta_json_open(out, '{');
  tta_json_key_string(out, "name", shown_name(name));
  tta_json_key_int(out, "kind", kind_number(name->kind));
  if (hierarchy) {
    tta_lsp_key_range(out, "range", s, d, span);
    tta_lsp_key_range(out, "selectionRange", s, d, definition);
  } else {
    tta_json_key(out, "location");
    tta_lsp_location(out, s, d, definition);
  }
  tta_json_close(out, '}');
}

/* The symbols of a document that match the query, at most so many. */
static tta_status write_symbols(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, tta_str query,
                                bool hierarchy, uint32_t *most) {
  tta_status status = tta_document_check(d->document);
  size_t sections = tta_results_num_sections(tta_document_results(d->document));
  for (size_t section = 0; !status && section < sections; section++) {
    const tta_name *names;
    size_t count;
    status = tta_document_names(d->document, section, &names, &count);
    for (size_t i = 0; !status && i < count && *most; i++) {
      tta_str name = shown_name(&names[i]);
      if (!name.size || !matches_query(name, query)) continue;
      write_symbol(out, s, d, &names[i], names[i].definition, hierarchy);
      --*most;
      for (uint32_t k = 0; k < names[i].num_uses && *most; k++) {
        if (!names[i].uses[k].redefines) continue;
        write_symbol(out, s, d, &names[i], names[i].uses[k].span, hierarchy);
        --*most;
      }
    }
  }
  return status;
}

tta_status tta_lsp_workspace_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  uint32_t most = 1000;
  tta_status status = TTA_OK;
  tta_json_open(out, '[');
  for (uint32_t k = 0; k < s->num_documents && !status; k++)
    if (s->documents[k].document)
      status = write_symbols(out, s, &s->documents[k], tta_lsp_text(params, "query"), false, &most);
  tta_json_close(out, ']');
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

tta_status tta_lsp_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  uint32_t most = UINT32_MAX;
  tta_status status = tta_lsp_find(s, params, &d);
  if (status) return status;
  tta_json_open(out, '[');
  if (d) status = write_symbols(out, s, d, (tta_str){NULL, 0}, s->client.symbol_hierarchy, &most);
  tta_json_close(out, ']');
  return status;
}
