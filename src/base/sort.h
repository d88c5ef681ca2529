/* sort.h: a stable sort that needs no memory of its own, and a linear one of numbers. */
#ifndef TTA_BASE_SORT_H
#define TTA_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** The order of two items: negative, 0 or positive, as in qsort. */
typedef int tta_compare(const void *a, const void *b);

/** Sorts `count` items of `item_size` bytes; equal ones keep their order. n log n comparisons; n if they are sorted.
 *  @param scratch  as large as the items; NULL sorts by insertion, which is for short lists of items up to 64 bytes */
void tta_sort(void *items, void *scratch, size_t count, size_t item_size, tta_compare *compare);

/** Sorts by the upper 32 bits of each item; equal ones keep their order. Linear in `count`.
 *  @param scratch  as large as the items */
void tta_sort_pairs(uint64_t *items, uint64_t *scratch, size_t count);

/** How many of the items have a number at `offset` that is below `value`; they are in ascending order of it. The number
 *  is a uint32_t or, with a `size` of 8, an int64_t. */
static inline uint32_t tta_count_below(const void *items, uint32_t count, size_t item_size, size_t offset, size_t size,
                                       int64_t value) {
  uint32_t low = 0;
  while (low < count) {
    uint32_t middle = low + (count - low) / 2, small;
    const char *at = (const char *)items + middle * item_size + offset;
    int64_t number;
    if (size == sizeof number) memcpy(&number, at, sizeof number);
    else memcpy(&small, at, sizeof small), number = small;
    if (number < value) low = middle + 1;
    else count = middle;
  }
  return low;
}
/** The same of a `member` of items of a type. */
#define TTA_COUNT_BELOW(type, items, count, member, value)                                                             \
  tta_count_below(items, count, sizeof(type), offsetof(type, member), sizeof((items)->member), value)

/** -1, 0 or 1: what a tta_compare returns for two numbers. */
static inline int tta_order(int64_t a, int64_t b) { return (a > b) - (a < b); }

#endif
