/* nearest.h: which known name was probably meant. */
#ifndef TTA_TOOLS_NEAREST_H
#define TTA_TOOLS_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/** Bytes of a name that count; what lies beyond is not looked at. Keeps the table on the stack. */
enum { TTA_NEAREST_BYTES = 64 };

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment
 *  distance), over their first TTA_NEAREST_BYTES bytes. */
size_t tta_edit_distance(const char *a, size_t a_size, const char *b, size_t b_size);

/** A search: start it with the word, offer every candidate, read `best` (NULL when none was offered). The first of
 *  several equally near ones wins. */
typedef struct tta_nearest {
  const char *word;
  size_t word_size;
  const char *best;
  size_t distance;
} tta_nearest;

tta_nearest tta_nearest_start(const char *word, size_t size);
/** `compared` is what is compared, `shown` what becomes `best`. */
void tta_nearest_offer(tta_nearest *nearest, const char *compared, const char *shown);
/** Whether `best` is so near that it was probably meant: a third of the word changed at most, or `best` begins with
 * it. */
bool tta_nearest_is_likely(const tta_nearest *nearest);

#endif
