/* A merge sort, an insertion sort for short lists and a radix sort of pairs of 32-bit numbers. */
#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_INSERTED_BYTES = 64 };

static void sort_by_insertion(char *items, size_t count, size_t size, tta_compare *compare) {
  char item[MAX_INSERTED_BYTES];
  for (size_t i = 1; i < count; i++) {
    size_t at = i;
    memcpy(item, items + i * size, size);
    for (; at > 0 && compare(items + (at - 1) * size, item) > 0; at--)
      memcpy(items + at * size, items + (at - 1) * size, size);
    memcpy(items + at * size, item, size);
  }
}

/* Merges the sorted runs [begin, middle) and [middle, end) of `from` into `to`. */
static void merge(char *to, const char *from, size_t begin, size_t middle, size_t end, size_t size,
                  tta_compare *compare) {
  size_t left = begin, right = middle;
  for (size_t at = begin; at < end; at++) {
    bool take_left = left < middle && (right == end || compare(from + left * size, from + right * size) <= 0);
    memcpy(to + at * size, from + (take_left ? left++ : right++) * size, size);
  }
}

void tta_sort(void *items, void *scratch, size_t count, size_t item_size, tta_compare *compare) {
  char *from = items, *to = scratch;
  size_t sorted = 1;
  while (sorted < count && compare(from + (sorted - 1) * item_size, from + sorted * item_size) <= 0) sorted++;
  if (sorted >= count) return;
  if (!scratch) {
    sort_by_insertion(from, count, item_size, compare);
    return;
  }
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * run) {
      size_t middle = count - begin > run ? begin + run : count, end = count - middle > run ? middle + run : count;
      merge(to, from, begin, middle, end, item_size, compare);
    }
    char *swap = from;
    from = to;
    to = swap;
  }
  if (from != items) memcpy(items, from, count * item_size);
}

void tta_sort_pairs(uint64_t *items, uint64_t *scratch, size_t count) {
  if (count < 2) return;
  uint64_t *from = items, *to = scratch;
  for (unsigned shift = 32; shift < 64; shift += 8) {
    size_t start[257] = {0};
    for (size_t i = 0; i < count; i++) start[(from[i] >> shift & 255) + 1]++;
    if (start[(from[0] >> shift & 255) + 1] == count) continue; /* all have the same byte */
    for (size_t b = 0; b < 256; b++) start[b + 1] += start[b];
    for (size_t i = 0; i < count; i++) to[start[from[i] >> shift & 255]++] = from[i];
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != items) memcpy(items, from, count * sizeof *items);
}
