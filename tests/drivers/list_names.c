/* list_names FILE...: the names of each file as tta_names_read finds them, a line each: the text, where it is defined
 * (- for nowhere), and its uses as offset:result. tests/property/models/names.py compares them. */
#include "base/str.h"
#include "ops/names.h"
#include "read_file.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    size_t size;
    char *text = read_file(argv[i], &size);
    tta_names *names;
    if (!text || tta_names_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &names)) return 2;
    printf("FILE %s\n", argv[i]);
    for (uint32_t n = 0; n < names->num_names; n++) {
      const tta_name *name = &names->names[n];
      printf("%.*s\t", TTA_STR_ARGS(name->text));
      if (name->definition.end) printf("%u", name->definition.begin);
      else putchar('-');
      for (uint32_t u = 0; u < name->num_uses; u++) printf(" %u:%u", name->uses[u].span.begin, name->uses[u].result);
      putchar('\n');
    }
    tta_names_free(names);
    free(text);
  }
  return 0;
}
