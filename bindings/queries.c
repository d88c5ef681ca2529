/* queries.c: queries.h. */
#include "bindings/queries.h"

#include <stdlib.h>

enum { MAX_FIX_ROUNDS = 10 }; /* as of tt-opt */

/* ---- results of a check ---- */

void ttattr_diagnostics_json(tta_json *json, tta_source *source, const tta_results *results, tta_column_unit unit) {
  tta_json_open(json, '[');
  for (size_t i = 0, written = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->first) continue; /* a note of its first diagnostic */
    if (written++) tta_buf_char(json->out, ',');
    if (unit == TTA_COLUMN_UTF16) tta_diagnostic_json_utf16(json->out, source, d);
    else tta_diagnostic_json(json->out, source, d);
  }
  tta_json_close(json, ']');
}

void ttattr_diagnostics_lines(tta_buf *out, tta_source *source, const tta_results *results) {
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (!d->first) tta_diagnostic_text(out, source, d, (tta_render_options){.width = 80});
  }
}

static void append_edit(tta_buf *out, tta_str text, size_t *at, tta_edit edit) {
  tta_buf_bytes(out, text.data + *at, edit.span.begin - *at);
  tta_buf_bytes(out, edit.text.data, edit.text.size);
  *at = edit.span.end;
}

void ttattr_canonical_text(tta_buf *out, tta_str text, const tta_results *results) {
  size_t at = 0;
  for (size_t i = 0; i < tta_results_num_edits(results); i++)
    append_edit(out, text, &at, tta_results_edit(results, i));
  tta_buf_bytes(out, text.data + at, text.size - at);
}

/* The first fix-it of each diagnostic that has one, in order. @return their number; SIZE_MAX: there is no memory */
static size_t list_fixes(const tta_results *results, const tta_fix ***list, size_t *num_edits) {
  size_t diagnostics = tta_results_num_diagnostics(results), count = 0;
  *num_edits = 0;
  *list = calloc(diagnostics + 1, sizeof **list);
  if (!*list) return SIZE_MAX;
  for (size_t i = 0; i < diagnostics; i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (!d->num_fixes) continue;
    (*list)[count++] = d->fixes;
    *num_edits += d->fixes->num_edits;
  }
  return count;
}

/* With the fix-its that can be applied together. */
static tta_status append_fixed(tta_buf *out, tta_str text, const tta_results *results) {
  const tta_fix **fixes;
  size_t num_edits, at = 0, count = list_fixes(results, &fixes, &num_edits);
  if (count == SIZE_MAX) return TTA_NO_MEMORY;
  tta_edit *edits = calloc(num_edits + 1, sizeof *edits);
  bool *left_out = calloc(count + 1, sizeof *left_out);
  tta_status status = edits && left_out ? tta_fixes_choose(fixes, count, NULL, left_out, edits, &num_edits)
                                        : TTA_NO_MEMORY;
  if (!status) {
    for (size_t i = 0; i < num_edits; i++) append_edit(out, text, &at, edits[i]);
    tta_buf_bytes(out, text.data + at, text.size - at);
  }
  free(left_out);
  free(edits);
  free(fixes);
  return status;
}

/* @param out empty; the text with a NUL after it that is not part of it */
static tta_status fix_round(tta_buf *out, tta_str text, const tta_check_options *options) {
  tta_source source;
  tta_check *check;
  tta_source_init(&source, TTA_STR("<stdin>"), text, NULL);
  tta_status status = tta_check_text(&source, options, &check);
  if (!status) status = append_fixed(out, text, tta_check_results(check));
  tta_check_free(check);
  tta_source_free(&source);
  tta_buf_char(out, '\0');
  if (out->failed) return TTA_NO_MEMORY;
  out->size--;
  return status;
}

tta_status ttattr_fix_text(tta_buf *out, tta_str text, const tta_check_options *options) {
  tta_buf before = tta_buf_new(NULL), after = tta_buf_new(NULL);
  tta_status status = fix_round(&after, text, options);
  for (int round = 1; round < MAX_FIX_ROUNDS && !status && !tta_str_equal(text, tta_buf_view(&after)); round++) {
    tta_buf_free(&before);
    before = after;
    text = tta_buf_view(&before);
    tta_buf_init(&after, NULL);
    status = fix_round(&after, text, options);
  }
  if (!status) tta_buf_bytes(out, after.data, after.size);
  tta_buf_free(&before);
  tta_buf_free(&after);
  return status;
}

/* ---- documents ---- */

typedef struct request {
  tta_document *document;
  uint32_t offset; /* of queries by position */
  tta_column_unit unit;
  tta_json *json;
} request;

/* ---- parts of results ---- */

static void write_span(const request *r, tta_span span) {
  tta_position begin = tta_document_position(r->document, span.begin, r->unit);
  tta_position end = tta_document_position(r->document, span.end, r->unit);
  tta_json_key_int(r->json, "line", begin.line);
  tta_json_key_int(r->json, "column", begin.column);
  tta_json_key_int(r->json, "end_line", end.line);
  tta_json_key_int(r->json, "end_column", end.column);
}

static void key_span(const request *r, const char *key, tta_span span) {
  tta_json_key(r->json, key);
  if (span.end == span.begin) {
    tta_json_null(r->json);
    return;
  }
  tta_json_open(r->json, '{');
  write_span(r, span);
  tta_json_close(r->json, '}');
}

static void write_edits(const request *r, const tta_edit *edits, size_t count) {
  tta_json_open(r->json, '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(r->json, '{');
    write_span(r, edits[i].span);
    tta_json_key_string(r->json, "text", edits[i].text);
    tta_json_close(r->json, '}');
  }
  tta_json_close(r->json, ']');
}

/* ---- queries ---- */

typedef tta_status query(const request *r);

static tta_status write_text(const request *r) {
  tta_json_string(r->json, tta_document_text(r->document));
  return TTA_OK;
}

static tta_status write_diagnostics(const request *r) {
  tta_status status = tta_document_check(r->document);
  if (status) return status;
  tta_source source;
  tta_source_init(&source, tta_document_name(r->document), tta_document_text(r->document), NULL);
  ttattr_diagnostics_json(r->json, &source, tta_document_results(r->document), r->unit);
  tta_source_free(&source);
  return TTA_OK;
}

static tta_status write_items(const request *r) {
  tta_status status = tta_document_check(r->document);
  tta_json_open(r->json, '[');
  for (size_t i = 0; i < tta_document_num_items(r->document) && !status; i++) {
    tta_document_item item = tta_document_item_at(r->document, i);
    tta_value value;
    status = tta_document_value(r->document, i, &value);
    if (status) break;
    tta_json_open(r->json, '{');
    write_span(r, item.span);
    tta_json_key_text(r->json, "context", tta_island_context_name(item.context));
    tta_json_key_text(r->json, "kind", tta_value_name(value));
    key_span(r, "name", item.name);
    tta_json_close(r->json, '}');
  }
  tta_json_close(r->json, ']');
  return status;
}

static tta_status write_hover(const request *r) {
  tta_document_hover hover;
  tta_status status = tta_document_hover_at(r->document, r->offset, &hover);
  if (status) return status;
  if (hover.span.end == hover.span.begin) {
    tta_json_null(r->json);
    return TTA_OK;
  }
  tta_json_open(r->json, '{');
  write_span(r, hover.span);
  tta_json_key_open(r->json, "facts", '{');
  for (uint32_t i = 0; i < hover.num_facts; i++) tta_json_key_string(r->json, hover.facts[i].key, hover.facts[i].text);
  tta_json_close(r->json, '}');
  tta_json_close(r->json, '}');
  return TTA_OK;
}

static tta_status write_completions(const request *r) {
  tta_completions list;
  tta_status status = tta_document_complete(r->document, r->offset, &list);
  if (status) return status;
  tta_json_open(r->json, '[');
  for (size_t i = 0; i < list.size; i++) {
    tta_json_open(r->json, '{');
    write_span(r, list.replaced);
    tta_json_key_text(r->json, "kind", tta_completion_kind_name(list.items[i].kind));
    tta_json_key_string(r->json, "text", list.items[i].text);
    tta_json_key_string(r->json, "documentation", list.items[i].documentation);
    tta_json_close(r->json, '}');
  }
  tta_json_close(r->json, ']');
  return TTA_OK;
}

static void write_name(const request *r, const tta_name *name) {
  tta_json_open(r->json, '{');
  tta_json_key_text(r->json, "kind", tta_name_kind_name(name->kind));
  tta_json_key_string(r->json, "name", name->text);
  key_span(r, "definition", name->definition);
  key_span(r, "value", name->value);
  tta_json_key_string(r->json, "type", name->num_results ? name->types[0] : (tta_str){NULL, 0});
  tta_json_key_open(r->json, "uses", '[');
  for (uint32_t i = 0; i < name->num_uses; i++) {
    tta_json_open(r->json, '{');
    write_span(r, name->uses[i].span);
    tta_json_key_int(r->json, "result", name->uses[i].result);
    tta_json_close(r->json, '}');
  }
  tta_json_close(r->json, ']');
  tta_json_close(r->json, '}');
}

static tta_status write_name_at(const request *r) {
  tta_name name;
  tta_status status = tta_document_name_at(r->document, r->offset, &name);
  if (!status && name.text.size) write_name(r, &name);
  else if (!status) tta_json_null(r->json);
  return status;
}

/* Aliases and symbols. */
static tta_status write_symbols(const request *r) {
  tta_status status = tta_document_check(r->document);
  size_t sections = tta_results_num_sections(tta_document_results(r->document));
  tta_json_open(r->json, '[');
  for (size_t section = 0; !status && section < sections; section++) {
    const tta_name *names;
    size_t count;
    status = tta_document_names(r->document, section, &names, &count);
    for (size_t i = 0; !status && i < count; i++) {
      const tta_name *name = &names[i];
      bool alias = name->kind == TTA_NAME_ALIAS;
      if (!name->definition.end || (!alias && name->kind < TTA_NAME_MODULE)) continue;
      uint32_t end = name->value.end > name->definition.end ? name->value.end : name->definition.end;
      tta_json_open(r->json, '{');
      tta_json_key_text(r->json, "kind", tta_name_kind_name(name->kind));
      tta_json_key_string(r->json, "name", tta_str_rest(name->text, !alias));
      write_span(r, alias ? (tta_span){name->definition.begin, end} : name->value);
      tta_json_close(r->json, '}');
    }
  }
  tta_json_close(r->json, ']');
  return status;
}

static tta_status write_format(const request *r) {
  const tta_edit *edits;
  size_t count;
  tta_span all = {0, (uint32_t)tta_document_text(r->document).size};
  tta_status status = tta_document_format(r->document, all, &edits, &count);
  if (!status) write_edits(r, edits, count);
  return status;
}

/* What a picture or figures of the value at the position are about: its type as text. */
static tta_status write_subject(const request *r) {
  tta_value value;
  tta_status status = tta_document_subject_at(r->document, r->offset, &value);
  if (status) return status;
  if (!tta_value_kind_of(value)) {
    tta_json_null(r->json);
    return TTA_OK;
  }
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_value_print(&text, value, true);
  tta_json_open(r->json, '{');
  tta_json_key_text(r->json, "kind", tta_value_name(value));
  tta_json_key_string(r->json, "text", tta_buf_view(&text));
  tta_json_close(r->json, '}');
  status = text.failed ? TTA_NO_MEMORY : TTA_OK;
  tta_buf_free(&text);
  return status;
}

static const struct {
  const char *name;
  query *write;
} queries[] = {
    {"text", write_text}, {"diagnostics", write_diagnostics}, {"items", write_items}, {"hover", write_hover},
    {"completions", write_completions}, {"name", write_name_at}, {"symbols", write_symbols},
    {"format", write_format}, {"subject", write_subject},
};

tta_status ttattr_query(tta_document *document, tta_str name, uint32_t offset, tta_column_unit unit, tta_json *json) {
  request r = {document, offset, unit, json};
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
    if (tta_str_is(name, queries[i].name)) return queries[i].write(&r);
  return TTA_INVALID;
}
