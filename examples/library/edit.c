/* Keeps a text, changes it, and queries it by position, as an editor does. */
#include <stdio.h>

#include <ttattr/document.h>

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>\n"
    "func.func @f(%arg0: tensor<64x128xf32, #layout>)\n";

static tta_span find(const tta_document *document, const char *word) {
  tta_str now = tta_document_text(document);
  uint32_t begin = (uint32_t)(strstr(now.data, word) - now.data); /* a NUL byte follows the text */
  tta_span span = {begin, begin + (uint32_t)strlen(word)};
  return span;
}

static tta_status replace(tta_document *document, const char *word, const char *by) {
  tta_str bytes = {by, strlen(by)};
  tta_status status = tta_document_edit(document, find(document, word), bytes);
  return status ? status : tta_document_check(document);
}

static tta_status show_hover(tta_document *document, const char *word) {
  tta_document_hover hover;
  tta_status status = tta_document_hover_at(document, find(document, word).begin, &hover);
  for (uint32_t i = 0; !status && i < hover.num_facts; i++)
    printf("  %s: %.*s\n", hover.facts[i].key, (int)hover.facts[i].text.size, hover.facts[i].text.data);
  return status;
}

static tta_status show_uses(tta_document *document, const char *word) {
  tta_name name;
  tta_status status = tta_document_name_at(document, find(document, word).begin, &name);
  for (uint32_t i = 0; !status && i < name.num_uses; i++) {
    tta_position at = tta_document_position(document, name.uses[i].span.begin, TTA_COLUMN_UTF16);
    printf("  %u:%u\n", at.line, at.column);
  }
  return status;
}

static tta_status show_visible(tta_document *document) {
  const tta_name *const *names;
  size_t count = 0, lines = tta_document_num_lines(document);
  tta_span last = tta_document_line(document, lines - 2); /* the text ends in a line end */
  tta_status status = tta_document_visible_names(document, last.begin, &names, &count);
  for (size_t i = 0; !status && i < count; i++) printf("  %.*s\n", (int)names[i]->text.size, names[i]->text.data);
  return status;
}

static tta_status show_completions(tta_document *document, const char *after) {
  tta_completions list;
  tta_status status = tta_document_complete(document, find(document, after).end, &list);
  for (size_t i = 0; !status && i < list.size; i++)
    printf("  %s %.*s\n", tta_completion_kind_name(list.items[i].kind), (int)list.items[i].text.size,
           list.items[i].text.data);
  return status;
}

int main(void) {
  tta_document *document = NULL;
  tta_str name = {"example.mlir", 12}, bytes = {text, sizeof text - 1};
  tta_status status = tta_document_new(name, bytes, NULL, NULL, &document);
  if (!status) puts("facts about #layout:");
  if (!status) status = show_hover(document, "#layout>");
  if (!status) puts("uses of #l1:");
  if (!status) status = show_uses(document, "#l1");
  if (!status) status = replace(document, "#l1 = #tt.memory_space<l1>", "#l1 = #tt.memory_space<>");
  if (!status) printf("errors after the edit: %zu\n", tta_results_num_errors(tta_document_results(document)));
  if (!status) printf("bytes checked after the edit: %zu\n", tta_document_checked_bytes(document));
  if (!status) puts("names in the last line:");
  if (!status) status = show_visible(document);
  if (!status) puts("between the brackets of <>:");
  if (!status) status = show_completions(document, "memory_space<");
  if (status) printf("%s\n", tta_status_name(status));
  tta_document_free(document);
  return status != TTA_OK;
}
