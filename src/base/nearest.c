/* The distance between two names. */
#include "base/nearest.h"

#include "base/str.h"

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t compared_size(tta_str text) {
  return text.size < TTA_NEAREST_BYTES ? (uint32_t)text.size : TTA_NEAREST_BYTES;
}

uint32_t tta_edit_distance(tta_str a, tta_str b) {
  /* rows[i % 3][j]: distance of the first i bytes of a and the first j bytes of b */
  uint8_t rows[3][TTA_NEAREST_BYTES + 1];
  uint32_t a_size = compared_size(a), b_size = compared_size(b);
  for (uint32_t j = 0; j <= b_size; j++) rows[0][j] = (uint8_t)j;
  for (uint32_t i = 1; i <= a_size; i++) {
    uint8_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *second_above = rows[(i + 1) % 3];
    row[0] = (uint8_t)i;
    for (uint32_t j = 1; j <= b_size; j++) {
      uint32_t best = least(above[j] + 1u, row[j - 1] + 1u);
      best = least(best, above[j - 1] + (uint32_t)(a.data[i - 1] != b.data[j - 1]));
      bool swapped = i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1];
      if (swapped) best = least(best, second_above[j - 2] + 1u);
      row[j] = (uint8_t)best;
    }
  }
  return rows[a_size % 3][b_size];
}

/* Whether the name has all bytes of the word in their order: the word only lacks some. */
static bool completes(tta_str name, tta_str word) {
  size_t found = 0;
  for (size_t i = 0; i < name.size && found < word.size; i++) found += name.data[i] == word.data[found];
  return found == word.size;
}

void tta_nearest_offer(tta_nearest *nearest, const char *compared, const char *shown) {
  tta_str name = tta_str_from(compared);
  uint32_t a = compared_size(nearest->word), b = compared_size(name);
  if ((a > b ? a - b : b - a) > nearest->distance) return; /* nothing below this can come out */
  uint32_t distance = tta_edit_distance(nearest->word, name);
  bool complete = completes(name, nearest->word);
  bool equal = nearest->best && distance == nearest->distance && complete && !nearest->completes;
  if (distance >= nearest->distance && !equal) return;
  nearest->distance = distance;
  nearest->completes = complete;
  nearest->best = shown;
}

bool tta_nearest_is_likely(const tta_nearest *nearest) {
  if (!nearest->best || !nearest->word.size) return false;
  return nearest->distance <= (nearest->word.size + 2) / 3 ||
         strncmp(nearest->best, nearest->word.data, nearest->word.size) == 0;
}
