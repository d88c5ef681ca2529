/* Documents: a text that is kept and edited, and queries by position. Lines and columns count from 1, columns in UTF-16
 * units. */
#include "module.h"
#include "ttattr/document.h"

static tta_position at(uint32_t line, uint32_t column) { return (tta_position){line, column}; }

static uint32_t offset_of(const tta_document *document, uint32_t line, uint32_t column) {
  return tta_document_offset(document, at(line, column), TTA_COLUMN_UTF16);
}

/** A new document; NULL: there is no memory, or the options are invalid. @param text, options taken */
TTA_EXPORT(ttattr_document_new)
tta_document *ttattr_document_new(char *text, size_t size, char *options, size_t options_size);
tta_document *ttattr_document_new(char *text, size_t size, char *options, size_t options_size) {
  tta_arena arena;
  tta_check_options *read;
  tta_document *document = NULL;
  module_begin();
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_answer answer = module_check_options(&arena, (tta_str){options, options_size}, &read);
  if (!answer)
    answer = module_answer(tta_document_new(TTA_STR("<stdin>"), (tta_str){text, size}, read, NULL, &document));
  tta_check_options_free(read);
  tta_arena_free(&arena);
  module_free_text(text);
  module_free_text(options);
  return document;
}

TTA_EXPORT(ttattr_document_free) void ttattr_document_free(tta_document *document);
void ttattr_document_free(tta_document *document) { tta_document_free(document); }

/** Replaces a range. @param text taken */
TTA_EXPORT(ttattr_document_edit)
int ttattr_document_edit(tta_document *document, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column,
                         char *text, size_t size);
int ttattr_document_edit(tta_document *document, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column,
                         char *text, size_t size) {
  module_begin();
  tta_span span = {offset_of(document, line, column), offset_of(document, end_line, end_column)};
  if (span.end < span.begin) span = (tta_span){span.end, span.begin};
  tta_answer answer = module_answer(tta_document_edit(document, span, (tta_str){text, size}));
  module_free_text(text);
  return (int)answer;
}

/* ---- parts of results ---- */

static void write_span(tta_json *json, const tta_document *document, tta_span span) {
  tta_position begin = tta_document_position(document, span.begin, TTA_COLUMN_UTF16);
  tta_position end = tta_document_position(document, span.end, TTA_COLUMN_UTF16);
  tta_json_key_int(json, "line", begin.line);
  tta_json_key_int(json, "column", begin.column);
  tta_json_key_int(json, "end_line", end.line);
  tta_json_key_int(json, "end_column", end.column);
}

static void key_span(tta_json *json, const char *key, const tta_document *document, tta_span span) {
  tta_json_key(json, key);
  if (span.end == span.begin) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '{');
  write_span(json, document, span);
  tta_json_close(json, '}');
}

static void write_edits(tta_json *json, const tta_document *document, const tta_edit *edits, size_t count) {
  tta_json_open(json, '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(json, '{');
    write_span(json, document, edits[i].span);
    tta_json_key_string(json, "text", edits[i].text);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

/* ---- queries ---- */

typedef tta_status query(tta_document *document, uint32_t offset, tta_json *json);

static tta_status write_text(tta_document *document, uint32_t offset, tta_json *json) {
  (void)offset;
  tta_json_string(json, tta_document_text(document));
  return TTA_OK;
}

static tta_status write_diagnostics(tta_document *document, uint32_t offset, tta_json *json) {
  (void)offset;
  tta_status status = tta_document_check(document);
  if (status) return status;
  tta_source source;
  tta_source_init(&source, tta_document_name(document), tta_document_text(document), NULL);
  tta_json_open(json, '[');
  const tta_results *results = tta_document_results(document);
  for (size_t i = 0, written = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->first) continue; /* a note of its first diagnostic */
    if (written++) tta_buf_char(json->out, ',');
    tta_diagnostic_json_utf16(json->out, &source, d);
  }
  tta_json_close(json, ']');
  tta_source_free(&source);
  return TTA_OK;
}

static tta_status write_items(tta_document *document, uint32_t offset, tta_json *json) {
  (void)offset;
  tta_status status = tta_document_check(document);
  tta_json_open(json, '[');
  for (size_t i = 0; i < tta_document_num_items(document) && !status; i++) {
    tta_document_item item = tta_document_item_at(document, i);
    tta_value value;
    status = tta_document_value(document, i, &value);
    if (status) break;
    tta_json_open(json, '{');
    write_span(json, document, item.span);
    tta_json_key_text(json, "context", tta_island_context_name(item.context));
    tta_json_key_text(json, "kind", tta_value_name(value));
    key_span(json, "name", document, item.name);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  return status;
}

static tta_status write_hover(tta_document *document, uint32_t offset, tta_json *json) {
  tta_document_hover hover;
  tta_status status = tta_document_hover_at(document, offset, &hover);
  if (status) return status;
  if (hover.span.end == hover.span.begin) {
    tta_json_null(json);
    return TTA_OK;
  }
  tta_json_open(json, '{');
  write_span(json, document, hover.span);
  tta_json_key_open(json, "facts", '{');
  for (uint32_t i = 0; i < hover.num_facts; i++) tta_json_key_string(json, hover.facts[i].key, hover.facts[i].text);
  tta_json_close(json, '}');
  tta_json_close(json, '}');
  return TTA_OK;
}

static tta_status write_completions(tta_document *document, uint32_t offset, tta_json *json) {
  tta_completions list;
  tta_status status = tta_document_complete(document, offset, &list);
  if (status) return status;
  tta_json_open(json, '[');
  for (size_t i = 0; i < list.size; i++) {
    tta_json_open(json, '{');
    write_span(json, document, list.replaced);
    tta_json_key_text(json, "kind", tta_completion_kind_name(list.items[i].kind));
    tta_json_key_string(json, "text", list.items[i].text);
    tta_json_key_string(json, "documentation", list.items[i].documentation);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  return TTA_OK;
}

static void write_name(tta_json *json, const tta_document *document, const tta_name *name) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "kind", tta_name_kind_name(name->kind));
  tta_json_key_string(json, "name", name->text);
  key_span(json, "definition", document, name->definition);
  key_span(json, "value", document, name->value);
  tta_json_key_string(json, "type", name->num_results ? name->types[0] : (tta_str){NULL, 0});
  tta_json_key_open(json, "uses", '[');
  for (uint32_t i = 0; i < name->num_uses; i++) {
    tta_json_open(json, '{');
    write_span(json, document, name->uses[i].span);
    tta_json_key_int(json, "result", name->uses[i].result);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}

static tta_status write_name_at(tta_document *document, uint32_t offset, tta_json *json) {
  tta_name name;
  tta_status status = tta_document_name_at(document, offset, &name);
  if (!status && name.text.size) write_name(json, document, &name);
  else if (!status) tta_json_null(json);
  return status;
}

/* Aliases and symbols. */
static tta_status write_symbols(tta_document *document, uint32_t offset, tta_json *json) {
  (void)offset;
  tta_status status = tta_document_check(document);
  size_t sections = tta_results_num_sections(tta_document_results(document));
  tta_json_open(json, '[');
  for (size_t section = 0; !status && section < sections; section++) {
    const tta_name *names;
    size_t count;
    status = tta_document_names(document, section, &names, &count);
    for (size_t i = 0; !status && i < count; i++) {
      const tta_name *name = &names[i];
      bool alias = name->kind == TTA_NAME_ALIAS;
      if (!name->definition.end || (!alias && name->kind < TTA_NAME_MODULE)) continue;
      uint32_t end = name->value.end > name->definition.end ? name->value.end : name->definition.end;
      tta_json_open(json, '{');
      tta_json_key_text(json, "kind", tta_name_kind_name(name->kind));
      tta_json_key_string(json, "name", tta_str_rest(name->text, !alias));
      write_span(json, document, alias ? (tta_span){name->definition.begin, end} : name->value);
      tta_json_close(json, '}');
    }
  }
  tta_json_close(json, ']');
  return status;
}

static tta_status write_format(tta_document *document, uint32_t offset, tta_json *json) {
  const tta_edit *edits;
  size_t count;
  (void)offset;
  tta_span all = {0, (uint32_t)tta_document_text(document).size};
  tta_status status = tta_document_format(document, all, &edits, &count);
  if (!status) write_edits(json, document, edits, count);
  return status;
}

/* What a picture or figures of the value at the position are about: its type as text. */
static tta_status write_subject(tta_document *document, uint32_t offset, tta_json *json) {
  tta_value value;
  tta_status status = tta_document_subject_at(document, offset, &value);
  if (status) return status;
  if (!tta_value_kind_of(value)) {
    tta_json_null(json);
    return TTA_OK;
  }
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_value_print(&text, value, true);
  tta_json_open(json, '{');
  tta_json_key_text(json, "kind", tta_value_name(value));
  tta_json_key_string(json, "text", tta_buf_view(&text));
  tta_json_close(json, '}');
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

/** The result is the answer as JSON. @param name of the query, taken @param line, column for queries by position */
TTA_EXPORT(ttattr_document_query)
int ttattr_document_query(tta_document *document, char *name, size_t size, uint32_t line, uint32_t column);
int ttattr_document_query(tta_document *document, char *name, size_t size, uint32_t line, uint32_t column) {
  tta_status status = TTA_INVALID;
  module_begin();
  tta_json json = tta_json_writer(&module.result);
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
    if (tta_str_is((tta_str){name, size}, queries[i].name))
      status = queries[i].write(document, offset_of(document, line, column), &json);
  module_free_text(name);
  return (int)module_answer(status);
}
