/* list_operations FILE...: the operations of each file as tta_ops_read finds them, a line each: name, number of
 * operands and of results. tests/property/operations.py compares them with mlir-opt. */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "ops/ops.h"

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
    tta_ops *ops;
    if (!text || tta_ops_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &ops)) return 2;
    printf("# %s\n", argv[i]);
    for (uint32_t o = 0; o < ops->num_ops; o++)
      printf("%.*s %u %u\n", TTA_STR_ARGS(ops->ops[o].name), ops->ops[o].num_operands, ops->ops[o].num_results);
    tta_ops_free(ops);
    free(text);
  }
  return 0;
}
