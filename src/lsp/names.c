/* Names: definition, references, highlights and rename; symbols. */
#include "base/sort.h"
#include "document/document.h"
#include "lsp/lsp.h"
#include "ops/ops.h"
#include "text/token.h"

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
  tta_lsp_key_range(out, "range", s, n.document, tta_name_use_at(&n.name, n.offset).span);
  tta_json_key_string(out, "placeholder", n.name.text);
  tta_json_close(out, '}');
  return TTA_OK;
}

tta_status tta_lsp_rename(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  named n;
  const tta_edit *edits;
  size_t count;
  tta_status status = find_name(s, params, &n);
  if (status) return status;
  if (!n.document) return tta_lsp_fail(s, "there is no name at this position");
  tta_buf reason = tta_buf_new(s->allocator);
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

/* A definition in the outline. */
typedef struct symbol {
  const tta_name *name;
  tta_str shown, detail; /* detail: of a value its type */
  tta_span span, definition;
} symbol;

typedef struct symbol_list {
  symbol *list;
  uint32_t num_list, cap_list;
} symbol_list;

/* The letters of the query in their order, in either case. */
static bool matches_query(tta_str name, tta_str query) {
  size_t at = 0;
  for (size_t i = 0; i < name.size && at < query.size; i++) {
    char a = name.data[i], b = query.data[at];
    at += a == b || ((a ^ b) == 0x20 && (a | 0x20) >= 'a' && (a | 0x20) <= 'z');
  }
  return at == query.size;
}

/* The type of a value has an attribute: a tensor with a layout, a memref with a memory space. */
static bool has_layout(tta_str type) {
  tta_tokens tokens = tta_tokens_in(type);
  for (tta_token t; tta_token_next(&tokens, &t);)
    if (t.kind == TTA_MARK_NAME && *t.begin == '#') return true;
  return false;
}

static bool add_symbol(symbol_list *symbols, tta_arena *arena, symbol item) {
  if (!TTA_GROW_IN(arena, symbols, list, 1)) return false;
  symbols->list[symbols->num_list++] = item;
  return true;
}

/* Aliases, and symbols without `@`, with each of their definitions. */
static bool add_name(symbol_list *symbols, tta_arena *arena, const tta_name *name, tta_str query) {
  bool is_alias = name->kind == TTA_NAME_ALIAS;
  symbol item = {name, is_alias ? name->text : tta_str_rest(name->text, 1), {NULL, 0}, name->value, name->definition};
  if (!name->definition.end || (!is_alias && name->kind < TTA_NAME_MODULE) || !matches_query(item.shown, query))
    return true;
  if (is_alias) item.span.begin = item.definition.begin;
  if (item.span.end < item.definition.end) item.span.end = item.definition.end;
  bool added = add_symbol(symbols, arena, item);
  for (uint32_t i = 0; i < name->num_uses && added; i++) {
    if (!name->uses[i].redefines) continue;
    item.span = item.definition = name->uses[i].span;
    added = add_symbol(symbols, arena, item);
  }
  return added;
}

/* The results of a value that have layouts: `%x`, `%x#1`. */
static bool add_values(symbol_list *symbols, tta_arena *arena, const tta_name *name) {
  for (uint32_t i = 0; i < name->num_results; i++) {
    symbol item = {name, name->text, name->types[i], name->definition, name->definition};
    if (!has_layout(item.detail)) continue;
    if (name->num_results > 1) item.shown = tta_result_name(name->text, i, arena);
    if (!item.shown.data || !add_symbol(symbols, arena, item)) return false;
  }
  return true;
}

/* Those of a document that match the query; its values, too. */
static tta_status collect_symbols(tta_lsp *s, const tta_lsp_document *d, tta_str query, bool with_values,
                                  symbol_list *symbols) {
  tta_status status = tta_document_check(d->document);
  size_t sections = tta_results_num_sections(tta_document_results(d->document));
  for (size_t section = 0; !status && section < sections; section++) {
    const tta_name *names;
    size_t count;
    bool added = true;
    status = tta_document_names(d->document, section, &names, &count);
    for (size_t i = 0; !status && added && i < count; i++)
      added = add_name(symbols, &s->arena, &names[i], query) &&
              (!with_values || add_values(symbols, &s->arena, &names[i]));
    if (!added) status = TTA_NO_MEMORY;
  }
  return status;
}

/* A SymbolInformation. */
static void write_flat(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, const symbol *item) {
  tta_json_open(out, '{');
  tta_json_key_string(out, "name", item->shown);
  tta_json_key_int(out, "kind", kind_number(item->name->kind));
  tta_json_key(out, "location");
  tta_lsp_location(out, s, d, item->definition);
  tta_json_close(out, '}');
}

/* A DocumentSymbol, whose children are to follow. */
static void begin_node(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, const symbol *item) {
  tta_json_open(out, '{');
  tta_json_key_string(out, "name", item->shown);
  if (item->detail.size) tta_json_key_string(out, "detail", item->detail);
  tta_json_key_int(out, "kind", kind_number(item->name->kind));
  tta_lsp_key_range(out, "range", s, d, item->span);
  tta_lsp_key_range(out, "selectionRange", s, d, item->definition);
  tta_json_key_open(out, "children", '[');
}

static void end_node(tta_json *out) {
  tta_json_close(out, ']');
  tta_json_close(out, '}');
}

tta_status tta_lsp_workspace_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  enum { MOST = 1000 };
  symbol_list symbols = {0};
  tta_status status = TTA_OK;
  tta_json_open(out, '[');
  for (uint32_t k = 0, first = 0; k < s->num_documents && !status && first < MOST; k++) {
    const tta_lsp_document *d = &s->documents[k];
    if (d->document) status = collect_symbols(s, d, tta_lsp_text(params, "query"), false, &symbols);
    for (; first < symbols.num_list && first < MOST && !status; first++) write_flat(out, s, d, &symbols.list[first]);
  }
  tta_json_close(out, ']');
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

/* By start; of two the outer one. */
static int compare_symbols(const void *a, const void *b) {
  const symbol *x = a, *y = b;
  int order = tta_order(x->span.begin, y->span.begin);
  return order ? order : tta_order(y->span.end, x->span.end);
}

/* Each in the symbol whose operation it is in. */
static tta_status write_tree(tta_json *out, tta_lsp *s, const tta_lsp_document *d, symbol_list *symbols) {
  enum { MAX_DEPTH = 32 }; /* what is deeper are children of the last one */
  tta_span open[MAX_DEPTH];
  uint32_t depth = 0;
  symbol *scratch = tta_arena_array(&s->arena, symbols->num_list, sizeof *scratch);
  if (symbols->num_list && !scratch) return TTA_NO_MEMORY;
  tta_sort(symbols->list, scratch, symbols->num_list, sizeof *scratch, compare_symbols);
  for (uint32_t i = 0; i < symbols->num_list; i++) {
    const symbol *item = &symbols->list[i];
    for (; depth && open[depth - 1].end <= item->span.begin; depth--) end_node(out);
    begin_node(out, s, d, item);
    if (item->name->kind >= TTA_NAME_MODULE && depth < MAX_DEPTH) open[depth++] = item->span;
    else end_node(out);
  }
  for (; depth; depth--) end_node(out);
  return TTA_OK;
}

tta_status tta_lsp_symbols(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  symbol_list symbols = {0};
  bool tree = s->client.symbol_hierarchy;
  tta_status status = tta_lsp_find(s, params, &d);
  if (!status && d) status = collect_symbols(s, d, (tta_str){NULL, 0}, tree, &symbols);
  if (status) return status;
  tta_json_open(out, '[');
  if (tree) status = write_tree(out, s, d, &symbols);
  for (uint32_t i = 0; !tree && i < symbols.num_list; i++) write_flat(out, s, d, &symbols.list[i]);
  tta_json_close(out, ']');
  return status;
}
