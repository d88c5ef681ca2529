/* What an edit in the middle of a text costs, and a hover after it: CPU time of the library calls, and the pages that
 * the system had to give.   bench_edit FILE [EDITS] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench.h"
#include "base/str.h"
#include "ttattr/document.h"

enum { MAX_EDITS = 1000 };

static char *read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END)) exit(1);
  *size = (size_t)ftell(f);
  rewind(f);
  char *text = calloc(*size + 1, 1);
  if (!text || fread(text, 1, *size, f) != *size) exit(1);
  fclose(f);
  return text;
}

/* Where the byte is after the middle of the text. */
static uint32_t find(const char *text, size_t size, char byte) {
  const char *at = memchr(text + size / 2, byte, size - size / 2);
  return at ? (uint32_t)(at - text) + 1 : 0;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  size_t size, edits = argc > 2 ? strtoul(argv[2], NULL, 10) : 20;
  if (!edits || edits > MAX_EDITS) return 2;
  char *text = read_file(argv[1], &size);
  tta_document *d;
  if (tta_document_new(TTA_STR("<bench>"), (tta_str){text, size}, NULL, NULL, &d)) return 1;
  uint32_t at = find(text, size, '<'), name = find(text, size, '#');
  double edit[MAX_EDITS], hover[MAX_EDITS];
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  for (size_t i = 0; i < edits; i++) { /* a blank comes and goes */
    double start = now();
    tta_document_hover found;
    if (tta_document_edit(d, (tta_span){at, at + i % 2}, (tta_str){" ", 1 - i % 2})) return 1;
    if (tta_document_check(d)) return 1;
    edit[i] = now() - start;
    if (tta_document_hover_at(d, name, &found)) return 1;
    hover[i] = now() - start - edit[i];
  }
  getrusage(RUSAGE_SELF, &after);
  qsort(edit, edits, sizeof *edit, by_size);
  qsort(hover, edits, sizeof *hover, by_size);
  printf("edit %.1f to %.1f ms, hover %.1f to %.1f ms (least and median), %ld pages an edit, %.1f bytes per byte\n",
         edit[0], edit[edits / 2], hover[0], hover[edits / 2], (after.ru_minflt - before.ru_minflt) / (long)edits,
         (double)after.ru_maxrss * 1024 / (double)size);
  tta_document_free(d);
  free(text);
}
