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

/** The result is the answer as JSON. @param name of the query, taken @param line, column for queries by position */
TTA_EXPORT(ttattr_document_query)
int ttattr_document_query(tta_document *document, char *name, size_t size, uint32_t line, uint32_t column);
int ttattr_document_query(tta_document *document, char *name, size_t size, uint32_t line, uint32_t column) {
  module_begin();
  tta_json json = tta_json_writer(&module.result);
  uint32_t offset = offset_of(document, line, column);
  tta_status status = ttattr_query(document, (tta_str){name, size}, offset, TTA_COLUMN_UTF16, &json);
  module_free_text(name);
  return (int)module_answer(status);
}
