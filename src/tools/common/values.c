/* Numbers, lists, shapes and dates as users write them. */
#include "tools/common/values.h"

#include "base/chars.h"

static const char *skip_blanks(const char *p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

static int digit_value(char c, unsigned base) {
  int value = tta_hex_value(c);
  return value < (int)base ? value : -1;
}

/* The magnitude of a number at *at, which moves past it and the blanks after it. */
static bool read_magnitude(const char **at, bool may_be_hex, uint64_t *value) {
  const char *p = *at;
  bool hex = may_be_hex && p[0] == '0' && (p[1] | 32) == 'x';
  unsigned base = hex ? 16 : 10;
  if (hex) p += 2;
  if (digit_value(*p, base) < 0) return false;
  *value = 0;
  for (; digit_value(*p, base) >= 0; p++)
    if (__builtin_mul_overflow(*value, base, value) ||
        __builtin_add_overflow(*value, (uint64_t)digit_value(*p, base), value))
      return false;
  *at = skip_blanks(p);
  return true;
}

static bool read_signed(const char **at, bool may_be_hex, int64_t *value) {
  uint64_t magnitude;
  *at = skip_blanks(*at);
  bool negative = **at == '-';
  *at += negative;
  if (!read_magnitude(at, may_be_hex, &magnitude) || magnitude > INT64_MAX) return false;
  *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
  return true;
}

bool tta_read_number(const char *text, int64_t least, int64_t most, int64_t *number) {
  return read_signed(&text, true, number) && !*text && *number >= least && *number <= most;
}

bool tta_read_address(const char *text, uint64_t *address) {
  text = skip_blanks(text);
  return read_magnitude(&text, true, address) && !*text;
}

static bool read_separated(const char *text, char separator, int64_t least, tta_numbers *list) {
  for (list->count = 0; list->count < TTA_MAX_RANK; text++) {
    int64_t *value = &list->value[list->count++];
    if (!read_signed(&text, separator != 'x', value) || *value < least) return false;
    if (*text != separator) return !*text;
  }
  return false;
}

bool tta_read_list(const char *text, int64_t least, tta_numbers *list) {
  return read_separated(text, ',', least, list);
}

bool tta_read_shape(const char *text, int64_t least, tta_numbers *shape) {
  return read_separated(text, 'x', least, shape);
}

/* Moves past a character and the blanks after it. */
static bool skip(const char **at, char c) {
  if (**at != c) return false;
  *at = skip_blanks(*at + 1);
  return true;
}

/* The notation of the specification: [(0, 3), (-3, -1)]. */
static bool read_pairs(const char *at, tta_numbers *intervals) {
  if (skip(&at, ']')) return !*at;
  do {
    if (intervals->count == 2 * TTA_MAX_RANK || !skip(&at, '(')) return false;
    if (!read_signed(&at, true, &intervals->value[intervals->count++]) || !skip(&at, ',')) return false;
    if (!read_signed(&at, true, &intervals->value[intervals->count++]) || !skip(&at, ')')) return false;
  } while (skip(&at, ','));
  return skip(&at, ']') && !*at;
}

bool tta_read_intervals(const char *text, tta_numbers *intervals) {
  intervals->count = 0;
  text = skip_blanks(text);
  if (!strncmp(text, "none", 4) && !*skip_blanks(text + 4)) return true;
  if (skip(&text, '[')) return read_pairs(text, intervals);
  for (;; text++) {
    if (intervals->count == 2 * TTA_MAX_RANK) return false;
    if (!read_signed(&text, true, &intervals->value[intervals->count++]) || *text++ != ':') return false;
    if (!read_signed(&text, true, &intervals->value[intervals->count++])) return false;
    if (*text != ',') return !*text;
  }
}

bool tta_read_tile(const char *text, int64_t tile[2], tta_str *type) {
  if (!read_signed(&text, false, &tile[0]) || *text++ != 'x' || !read_signed(&text, false, &tile[1])) return false;
  bool typed = *text == ':';
  *type = tta_str_from(text + typed);
  return tile[0] >= 1 && tile[1] >= 1 && typed == (type->size > 0);
}
