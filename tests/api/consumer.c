/* A consumer of the installed library in C: reads the text of a file, lists its diagnostics, prints its canonical text.
 * Exit status: 0 no error, 1 errors, 2 anything else. Built out of tree by consume.py. */
#include <stdio.h>
#include <stdlib.h>

#include <ttattr/check.h>

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  enum { LARGEST = 1 << 20 };
  char *text = malloc(LARGEST + 1); /* NUL-terminated, as ttattr/check.h requires */
  *size = text ? fread(text, 1, LARGEST, file) : 0;
  if (text) text[*size] = 0;
  fclose(file);
  return text;
}

static void list_diagnostics(tta_source *source, const tta_check *check) {
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    tta_position at = tta_source_position(source, d->span.begin);
    printf("%u:%u: %.*s [%s]\n", (unsigned)at.line, (unsigned)at.column, (int)d->message.size, d->message.data,
           tta_rule_get(d->rule)->name);
  }
}

/* The text with its edits applied: what lies between them is copied. */
static void print_canonical(const tta_source *source, const tta_check *check) {
  size_t at = 0;
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_edits(results); i++) {
    tta_edit edit = tta_results_edit(results, i);
    fwrite(source->text.data + at, 1, edit.span.begin - at, stdout);
    fwrite(edit.text.data, 1, edit.text.size, stdout);
    at = edit.span.end;
  }
  fwrite(source->text.data + at, 1, source->text.size - at, stdout);
}

int main(int argc, char **argv) {
  size_t size = 0;
  char *text = argc == 2 ? read_file(argv[1], &size) : NULL;
  if (!text) return 2;

  tta_source source;
  tta_str name = {argv[1], strlen(argv[1])}, bytes = {text, size};
  tta_source_init(&source, name, bytes, NULL);
  tta_check_options *options = NULL;
  tta_check *check = NULL;
  int status = 2;
  if (tta_check_options_new(NULL, &options) == TTA_OK && tta_check_text(&source, options, &check) == TTA_OK) {
    status = tta_results_num_errors(tta_check_results(check)) ? 1 : 0;
    if (status) list_diagnostics(&source, check);
    else print_canonical(&source, check);
  }
  tta_check_free(check);
  tta_check_options_free(options);
  tta_source_free(&source);
  free(text);
  return status;
}
