/* list_operations FILE...: the operations of each file as tta_ops_read finds them, a line each: name, number of
 * operands and of results. tests/property/operations.py compares them with mlir-opt. */
#include "base/str.h"
#include "ops/ops.h"
#include "read_file.h"

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
