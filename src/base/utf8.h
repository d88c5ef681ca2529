/* utf8.h: the characters of a text that should be UTF-8. */
#ifndef TTA_BASE_UTF8_H
#define TTA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes (1 to 4) of the well-formed sequence at `text`; 0 when there is none in the first `size` bytes
 *  (overlong forms, surrogates and values beyond U+10FFFF are not well-formed: Unicode 15, table 3-7). */
size_t tta_utf8_length(const char *text, size_t size);

/** Writes a character, at most U+10FFFF and not a surrogate. @return its bytes (1 to 4) */
size_t tta_utf8_write(char out[4], uint32_t code);

/** Bytes of the character at `text`; size > 0. A byte that is not part of a well-formed sequence is a character.
 *  @param utf16_units set to the number of its UTF-16 code units */
size_t tta_utf8_step(const char *text, size_t size, uint32_t *utf16_units);

/** At most `size` bytes of a longer text, so that no character is divided. */
static inline size_t tta_utf8_floor(const char *text, size_t size) {
  size_t whole = size;
  while (whole > 1 && ((unsigned char)text[whole] & 0xc0) == 0x80) whole--;
  return whole;
}

/** How many of the bytes of [at, end) are ASCII from the start on: a multiple of 8. */
size_t tta_ascii_run(const char *at, const char *end);

/** How many characters are in [at, stop), without one that `stop` is in.
 *  @param end of the text; @param utf16 counts UTF-16 code units */
uint32_t tta_utf8_count(const char *at, const char *stop, const char *end, bool utf16);

#endif
