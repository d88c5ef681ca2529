/* Lists all attributes and types of a file with their spans and values, then the diagnostics.
 *     list FILE */
#include <stdio.h>
#include <stdlib.h>

#include <ttattr/document.h>

/* The children of a value, one a line: the field's name, the kind, the text. */
static void list_children(tta_value value, int depth) {
  for (tta_value child = tta_value_first(value); tta_value_kind_of(child); child = tta_value_next(child)) {
    tta_str text = tta_value_text(child);
    printf("%*s%s: %s %.*s\n", 2 * depth, "", tta_value_field_name(child),
           tta_value_kind_name(tta_value_kind_of(child)), (int)text.size, text.data);
  }
}

static tta_status list_values(tta_document *document) {
  for (size_t i = 0; i < tta_document_num_items(document); i++) {
    tta_document_item item = tta_document_item_at(document, i);
    tta_position begin = tta_document_position(document, item.span.begin, TTA_COLUMN_BYTES);
    tta_position end = tta_document_position(document, item.span.end, TTA_COLUMN_BYTES);
    tta_value value;
    tta_status status = tta_document_value(document, i, &value);
    if (status) return status;
    printf("%u:%u-%u:%u %s, %s\n", begin.line, begin.column, end.line, end.column, tta_value_name(value),
           tta_island_context_name(item.context));
    if (item.context != TTA_CONTEXT_USE) list_children(value, 1);
  }
  return TTA_OK;
}

static void list_diagnostics(tta_document *document) {
  const tta_results *results = tta_document_results(document);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    tta_position at = tta_document_position(document, d->span.begin, TTA_COLUMN_BYTES);
    printf("%u:%u: %s: %.*s [%s]\n", at.line, at.column, tta_severity_name(d->severity), (int)d->message.size,
           d->message.data, tta_rule_get(d->rule)->name);
    for (uint32_t n = 0; n < d->num_notes; n++)
      printf("  note: %.*s\n", (int)d->notes[n].message.size, d->notes[n].message.data);
  }
}

/* The bytes of a file, below 1 MiB. */
static char *read_file(const char *path, size_t *size) {
  enum { MAX_BYTES = 1 << 20 };
  FILE *file = fopen(path, "rb");
  char *text = file ? (char *)malloc(MAX_BYTES) : NULL;
  if (text) *size = fread(text, 1, MAX_BYTES, file);
  if (file) fclose(file);
  return text;
}

int main(int argc, char **argv) {
  size_t size = 0;
  char *text = argc == 2 ? read_file(argv[1], &size) : NULL;
  if (!text) return 2;
  tta_document *document = NULL;
  tta_str name = {argv[1], strlen(argv[1])}, bytes = {text, size};
  tta_status status = tta_document_new(name, bytes, NULL, NULL, &document);
  if (!status) status = list_values(document);
  if (!status) list_diagnostics(document);
  else fprintf(stderr, "%s\n", tta_status_name(status));
  int result = status ? 2 : tta_results_num_errors(tta_document_results(document)) ? 1 : 0;
  tta_document_free(document);
  free(text);
  return result;
}
