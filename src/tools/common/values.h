/* values.h: the readers of numbers, lists, shapes and dates in options and in graphs of operations, shared by all
 * commands.
 *
 * A number is decimal, or hexadecimal with 0x; in a shape it is decimal, since there `x` separates the extents. Blanks
 * around a number are ignored. A reader that returns false leaves its result unspecified. */
#ifndef TTA_TOOLS_VALUES_H
#define TTA_TOOLS_VALUES_H

#include "base/str.h"
#include "ttattr/layout.h"

/** A list of numbers, long enough for the largest rank and for a pair for each dim. */
typedef struct tta_numbers {
  uint32_t count;
  int64_t value[2 * TTA_MAX_RANK];
} tta_numbers;

static inline tta_shape tta_numbers_shape(const tta_numbers *n) {
  tta_shape shape = {n->count, n->value};
  return shape;
}

/** `12`, `0x19400`, `-3`: a number in [least, most]. */
bool tta_read_number(const char *text, int64_t least, int64_t most, int64_t *number);
/** The same over all 64 bits without a sign, for addresses. */
bool tta_read_address(const char *text, uint64_t *address);
/** `1, 0`: at most TTA_MAX_RANK numbers, each at least `least`. */
bool tta_read_list(const char *text, int64_t least, tta_numbers *list);
/** `2x4`: at most TTA_MAX_RANK extents, each at least `least`. */
bool tta_read_shape(const char *text, int64_t least, tta_numbers *shape);
/** `0:-1, 3:5` as pairs, or `none`. */
bool tta_read_intervals(const char *text, tta_numbers *intervals);
/** `32x32:bfp_bf8`; without the type *type is empty. */
bool tta_read_tile(const char *text, int64_t tile[2], tta_str *type);

#endif
