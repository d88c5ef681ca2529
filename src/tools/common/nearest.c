/* Owns the distance between two names. Does not know what they name. */
#include "tools/common/nearest.h"

#include <stdbool.h>
#include <string.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t tta_edit_distance(const char *a, size_t a_size, const char *b, size_t b_size) {
  /* rows[i % 3][j]: distance of the first i bytes of a and the first j bytes of b */
  unsigned char rows[3][TTA_NEAREST_BYTES + 1];
  a_size = least(a_size, TTA_NEAREST_BYTES);
  b_size = least(b_size, TTA_NEAREST_BYTES);
  for (size_t j = 0; j <= b_size; j++) rows[0][j] = (unsigned char)j;
  for (size_t i = 1; i <= a_size; i++) {
    unsigned char *row = rows[i % 3], *above = rows[(i - 1) % 3], *second_above = rows[(i + 1) % 3];
    row[0] = (unsigned char)i;
    for (size_t j = 1; j <= b_size; j++) {
      size_t best = least((size_t)above[j] + 1, (size_t)row[j - 1] + 1);
      best = least(best, (size_t)above[j - 1] + (a[i - 1] != b[j - 1]));
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) best = least(best, (size_t)second_above[j - 2] + 1);
      row[j] = (unsigned char)best;
    }
  }
  return rows[a_size % 3][b_size];
}

tta_nearest tta_nearest_start(const char *word, size_t size) { return (tta_nearest){word, size, NULL, (size_t)-1}; }

void tta_nearest_offer(tta_nearest *nearest, const char *compared, const char *shown) {
  size_t distance = tta_edit_distance(nearest->word, nearest->word_size, compared, strlen(compared));
  if (distance >= nearest->distance) return;
  nearest->distance = distance;
  nearest->best = shown;
}

bool tta_nearest_is_likely(const tta_nearest *nearest) {
  if (!nearest->best || !nearest->word_size) return false;
  return nearest->distance <= (nearest->word_size + 2) / 3 ||
         strncmp(nearest->best, nearest->word, nearest->word_size) == 0;
}
