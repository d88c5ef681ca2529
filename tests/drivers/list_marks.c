/* list_marks FILE...: the marks of each file as tta_skeleton_read finds them, a line each: offset, kind, the mate of a
 * bracket (-1: none) or the size of another mark. tests/property/skeleton.py compares them with its own reader. */
#include "read_file.h"
#include "text/skeleton.h"

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
