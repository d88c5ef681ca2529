/* The table of operations whose results are not new buffers, and its look-up. */
#include "memory/aliases.h"

#include <string.h>

static const struct {
  const char *name;
  tta_alias_kind kind;
} rows[] = {
#define ALIAS(name, kind, since, until) {name, TTA_ALIAS_##kind},
#include "memory/aliases.def"
#undef ALIAS
};

/* By bytes, a prefix first: the order of the rows. */
static int compare(tta_str name, const char *row) {
  size_t size = strlen(row), shorter = name.size < size ? name.size : size;
  int order = shorter ? memcmp(name.data, row, shorter) : 0;
  return order ? order : (name.size > size) - (name.size < size);
}

static tta_alias_kind find(tta_str name) {
  size_t low = 0, high = sizeof rows / sizeof *rows;
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = compare(name, rows[middle].name);
    if (!order) return rows[middle].kind;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return TTA_ALIAS_UNKNOWN;
}

tta_alias_kind tta_alias_of(tta_str op) {
  tta_alias_kind kind = find(op);
  const char *dot = op.size ? memchr(op.data, '.', op.size) : NULL;
  if (kind != TTA_ALIAS_UNKNOWN || !dot) return kind;
  return find((tta_str){op.data, (size_t)(dot - op.data) + 1});
}
