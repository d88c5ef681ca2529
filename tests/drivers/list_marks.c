/* list_marks FILE...: the marks of each file as tta_skeleton_read finds them, a line each: offset, kind, the mate of a
 * bracket (-1: none) or the size of another mark. tests/property/skeleton.py compares them with its own reader. */
#include <stdio.h>
#include <stdlib.h>

#include "text/skeleton.h"

static char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END)) return NULL;
  long length = ftell(file);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  rewind(file);
  *size = text ? fread(text, 1, (size_t)length, file) : 0;
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    size_t size;
    char *text = read_file(argv[i], &size);
    tta_skeleton s;
    if (!text || tta_skeleton_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &s)) return 2;
    printf("# %s\n", argv[i]);
    for (uint32_t m = 0; m < s.num_marks; m++)
      printf("%u %u %d\n", s.marks[m].offset, s.marks[m].kind,
             s.marks[m].mate == TTA_NO_MARK ? -1 : (int)s.marks[m].mate);
    tta_skeleton_free(&s, NULL);
    free(text);
  }
  return 0;
}
