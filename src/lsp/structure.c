/* Completion, folding and selection. */
#include "lsp/lsp.h"
#include "base/str.h"

/* ---- completion ---- */

/* LSP 3.17, CompletionItemKind. */
static int kind_number(tta_completion_kind kind) {
  switch (kind) {
  case TTA_COMPLETION_ATTRIBUTE: return 7; /* class */
  case TTA_COMPLETION_ALIAS: return 21;    /* constant */
  case TTA_COMPLETION_FIELD: return 5;
  case TTA_COMPLETION_KEYWORD: return 20;  /* enum member */
  case TTA_COMPLETION_TYPE: return 25;     /* type parameter */
  case TTA_COMPLETION_TOKEN: return 24;    /* operator */
  case TTA_COMPLETION_VALUE: return 6;     /* variable */
  case TTA_COMPLETION_BLOCK: return 18;    /* reference */
  case TTA_COMPLETION_SYMBOL: return 3;    /* function */
  }
  return 1;
}

static void write_completion(tta_json *out, const tta_lsp *s, const tta_lsp_document *d, const tta_completion *item,
                             tta_span replaced, size_t index) {
  char order[16];
  tta_json_open(out, '{');
  tta_json_key_string(out, "label", item->text);
  tta_json_key_int(out, "kind", kind_number(item->kind));
  if (item->documentation.size) tta_lsp_markup(out, "documentation", false, item->documentation);
  for (int i = 4; i >= 0; i--, index /= 10) order[i] = (char)('0' + index % 10);
  order[5] = 0;
  tta_json_key_text(out, "sortText", order); /* the order of the list */
  tta_json_key_open(out, "textEdit", '{');
  tta_lsp_key_range(out, "range", s, d, replaced);
  tta_json_key_string(out, "newText", item->text);
  tta_json_close(out, '}');
  tta_json_close(out, '}');
}

tta_status tta_lsp_complete(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_completions found = {0};
  uint32_t offset;
  tta_status status = tta_lsp_find_at(s, params, &d, &offset);
  if (!status && d) status = tta_document_complete(d->document, offset, &found);
  if (status) return status;
  tta_json_open(out, '{');
  tta_json_key_bool(out, "isIncomplete", false);
  tta_json_key_open(out, "items", '[');
  for (size_t i = 0; i < found.size; i++) write_completion(out, s, d, &found.items[i], found.replaced, i);
  tta_json_close(out, ']');
  tta_json_close(out, '}');
  return TTA_OK;
}

/* ---- signatures ---- */

static void write_signature(tta_json *out, const tta_signature *form) {
  tta_json_open(out, '{');
  tta_json_key_string(out, "label", form->label);
  tta_json_key_open(out, "parameters", '[');
  for (uint32_t f = 0; f < form->num_fields; f++) {
    tta_str name = {form->label.data + form->fields[f].begin, form->fields[f].end - form->fields[f].begin};
    tta_json_open(out, '{');
    tta_json_key_string(out, "label", name);
    tta_json_key_string(out, "documentation", form->documentation[f]);
    tta_json_close(out, '}');
  }
  tta_json_close(out, ']');
  tta_json_close(out, '}');
}

tta_status tta_lsp_signature(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_signatures found = {0};
  uint32_t offset;
  tta_status status = tta_lsp_find_at(s, params, &d, &offset);
  if (!status && d) status = tta_document_signatures(d->document, offset, &found);
  if (status) return status;
  if (!found.size) {
    tta_json_null(out);
    return TTA_OK;
  }
  tta_json_open(out, '{');
  tta_json_key_open(out, "signatures", '[');
  for (size_t i = 0; i < found.size; i++) write_signature(out, &found.items[i]);
  tta_json_close(out, ']');
  tta_json_key_int(out, "activeSignature", (int64_t)found.active);
  tta_json_key_int(out, "activeParameter", found.items[found.active].active);
  tta_json_close(out, '}');
  return TTA_OK;
}

/* ---- folding ---- */

static void write_fold(tta_json *out, const tta_lsp_document *d, tta_span span) {
  uint32_t first = tta_document_position(d->document, span.begin, TTA_COLUMN_BYTES).line - 1;
  uint32_t last = tta_document_position(d->document, span.end, TTA_COLUMN_BYTES).line - 1;
  if (first >= last) return;
  tta_json_open(out, '{');
  tta_json_key_int(out, "startLine", first);
  tta_json_key_int(out, "endLine", last);
  tta_json_key_text(out, "kind", "region");
  tta_json_close(out, '}');
}

/* A section from its first text to its last. */
static tta_span without_blanks(const tta_lsp_document *d, tta_span span) {
  tta_str text = tta_document_text(d->document);
  tta_str trimmed = tta_str_trim(TTA_SPAN_TEXT(text.data, span));
  uint32_t begin = (uint32_t)(trimmed.data - text.data);
  return (tta_span){begin, begin + (uint32_t)trimmed.size};
}

tta_status tta_lsp_fold(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  tta_status status = tta_lsp_find_checked(s, params, &d);
  if (status) return status;
  tta_json_open(out, '[');
  const tta_results *results = d ? tta_document_results(d->document) : NULL;
  size_t sections = tta_results_num_sections(results), items = d ? tta_document_num_items(d->document) : 0;
  for (size_t i = 0; i < sections && sections > 1; i++)
    write_fold(out, d, without_blanks(d, tta_results_section(results, i).span));
  for (size_t i = 0; i < items; i++) write_fold(out, d, tta_document_item_at(d->document, i).span);
  tta_json_close(out, ']');
  return TTA_OK;
}

/* ---- selection ---- */

enum { MAX_SELECTIONS = 64 };

typedef struct selections {
  tta_span spans[MAX_SELECTIONS]; /* from the outside to the inside */
  uint32_t count;
} selections;

static void add_selection(selections *l, tta_span span) {
  const tta_span *outer = l->count ? &l->spans[l->count - 1] : NULL;
  if (l->count == MAX_SELECTIONS || (outer && (span.begin < outer->begin || span.end > outer->end))) return;
  if (outer && outer->begin == span.begin && outer->end == span.end) return;
  l->spans[l->count++] = span;
}

/* The values around the offset: each child that holds it. */
static void add_values(selections *l, tta_value value, uint32_t offset) {
  while (tta_value_kind_of(value) != TTA_VALUE_ABSENT) {
    add_selection(l, tta_value_span(value));
    tta_value child = tta_value_first(value);
    while (tta_value_kind_of(child) != TTA_VALUE_ABSENT &&
           (offset < tta_value_span(child).begin || tta_value_span(child).end <= offset))
      child = tta_value_next(child);
    value = child;
  }
}

static tta_status write_selection(const tta_lsp *s, const tta_lsp_document *d, uint32_t offset, tta_json *out) {
  selections list = {.count = 0};
  tta_value_at at;
  tta_status status = tta_document_value_at(d->document, offset, &at);
  if (status) return status;
  add_selection(&list, (tta_span){0, (uint32_t)tta_document_text(d->document).size});
  tta_span line = tta_document_line(d->document,
                                    tta_document_position(d->document, offset, TTA_COLUMN_BYTES).line - 1);
  tta_span item = at.item == TTA_DOCUMENT_NONE ? line : tta_document_item_at(d->document, at.item).span;
  if (line.begin <= item.begin && item.end <= line.end) add_selection(&list, line);
  add_selection(&list, item);
  if (at.item != TTA_DOCUMENT_NONE) add_values(&list, at.outermost, offset);
  for (uint32_t i = list.count; i > 0; i--) { /* the innermost range first, its parents nested */
    tta_json_open(out, '{');
    tta_lsp_key_range(out, "range", s, d, list.spans[i - 1]);
    if (i > 1) tta_json_key(out, "parent");
  }
  for (uint32_t i = 0; i < list.count; i++) tta_json_close(out, '}');
  return TTA_OK;
}

tta_status tta_lsp_select(tta_lsp *s, const tta_json_node *params, tta_json *out) {
  tta_lsp_document *d;
  const tta_json_node *positions = tta_lsp_member(params, "positions");
  tta_status status = tta_lsp_find(s, params, &d);
  if (status) return status;
  if (!positions || positions->kind != TTA_JSON_ARRAY) return TTA_INVALID;
  tta_json_open(out, '[');
  for (const tta_json_node *p = d ? positions->first : NULL; p && !status; p = p->next) {
    uint32_t offset;
    status = tta_lsp_offset(s, d, p, &offset) ? write_selection(s, d, offset, out) : TTA_INVALID;
  }
  tta_json_close(out, ']');
  return status;
}
