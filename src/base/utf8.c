/* Well-formed UTF-8. */
#include "base/utf8.h"

#include <string.h>

size_t tta_utf8_length(const char *text, size_t size) {
  const unsigned char *b = (const unsigned char *)text;
  if (!size) return 0;
  if (b[0] < 0x80) return 1;
  size_t n = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
  if (b[0] < 0xc2 || b[0] > 0xf4 || size < n) return 0;
  for (size_t i = 1; i < n; i++)
    if ((b[i] & 0xc0) != 0x80) return 0;
  if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f)) return 0;
  if ((b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f)) return 0;
  return n;
}

size_t tta_utf8_write(char out[4], uint32_t code) {
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0}; /* by bytes */
  size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = size; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 63));
  out[0] = (char)(lead[size] | code);
  return size;
}

size_t tta_utf8_step(const char *text, size_t size, uint32_t *utf16_units) {
  size_t bytes = (unsigned char)*text < 0x80 ? 1 : tta_utf8_length(text, size);
  *utf16_units = bytes == 4 ? 2 : 1;
  return bytes ? bytes : 1;
}

size_t tta_ascii_run(const char *at, const char *end) {
  size_t size = 0;
  for (uint64_t word; (size_t)(end - at) - size >= sizeof word; size += sizeof word) {
    memcpy(&word, at + size, sizeof word);
    if (word & 0x8080808080808080u) break;
  }
  return size;
}

uint32_t tta_utf8_count(const char *at, const char *stop, const char *end, bool utf16) {
  uint32_t count = 0;
  while (at < stop) {
    size_t run = tta_ascii_run(at, stop);
    at += run;
    count += (uint32_t)run;
    if (at == stop) break;
    uint32_t units;
    size_t bytes = tta_utf8_step(at, (size_t)(end - at), &units);
    if (bytes > (size_t)(stop - at)) break;
    at += bytes;
    count += utf16 ? units : 1;
  }
  return count;
}
