/* Owns the bytes that padding holds. */
#include <string.h>

#include "move/move.h"

/* IEEE-like formats by width and what 1.0 and infinity are in them (the upper bits; the rest is 0). */
typedef struct format {
  const char *name;
  int64_t bytes;
  uint64_t one, infinity;
} format;

static const format formats[] = {
    {"f64", 8, 0x3ff0000000000000, 0x7ff0000000000000},
    {"f32", 4, 0x3f800000, 0x7f800000},
    {"tf32", 4, 0x3f800000, 0x7f800000},
    {"bf16", 2, 0x3f80, 0x7f80},
    {"f16", 2, 0x3c00, 0x7c00},
};

static bool is(tta_str text, const char *word) {
  return text.size == strlen(word) && !memcmp(text.data, word, text.size);
}

/* Integers have no infinity: the largest and the smallest number stand for it. */
static uint64_t integer(tta_str oob, tta_str element, int64_t size) {
  uint64_t ones = size >= 8 ? UINT64_MAX : ((uint64_t)1 << (8 * size)) - 1;
  bool is_unsigned = element.size && element.data[0] == 'u';
  if (is(oob, "one")) return 1;
  if (is(oob, "inf")) return is_unsigned ? ones : ones >> 1;
  return is_unsigned ? 0 : (ones >> 1) + 1;
}

bool tta_move_oob(const tta_layout *s, int64_t size, unsigned char *bytes) {
  tta_str element = s->tiled ? s->tile_type : s->element_type;
  uint64_t value = 0;
  if (!s->oob_val.size || is(s->oob_val, "undef")) return false;
  memset(bytes, 0, (size_t)size);
  if (is(s->oob_val, "zero")) return true;
  if (s->block_float) return false;
  bool found = false;
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
    if (!is(element, formats[i].name) || formats[i].bytes != size) continue;
    value = is(s->oob_val, "one") ? formats[i].one : formats[i].infinity;
    if (is(s->oob_val, "neginf")) value |= (uint64_t)1 << (8 * size - 1);
    found = true;
  }
  if (!found) value = integer(s->oob_val, element, size);
  for (int64_t i = 0; i < size && i < 8; i++) bytes[i] = (unsigned char)(value >> (8 * i)); /* little endian */
  return true;
}
