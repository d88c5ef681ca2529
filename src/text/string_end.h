/* string_end.h: the end of a string, inline: the scanner of islands calls it for every string of a text. Others call
 * tta_string_end. */
#ifndef TTA_TEXT_STRING_END_H
#define TTA_TEXT_STRING_END_H

#include "text/token.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Inside a string: its end, a backslash, or a byte that is not allowed in one. */
static inline const char *tta_next_in_string(const char *at, const char *end) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  const __m128i last = _mm_set1_epi8('\r'), zero = _mm_setzero_si128();
  for (; end - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)at);
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash));
    __m128i low = _mm_andnot_si128(_mm_cmplt_epi8(bytes, zero), _mm_cmplt_epi8(bytes, last)); /* 0 .. 12 */
    int mask = _mm_movemask_epi8(_mm_or_si128(hit, low));
    if (mask) return at + __builtin_ctz((unsigned)mask);
  }
#endif
  while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= '\r') at++;
  return at;
}

static inline const char *tta_line_end(const char *at, const char *end) {
  const char *line_end = memchr(at, '\n', (size_t)(end - at));
  return line_end ? line_end : end;
}

static inline const char *tta_string_end_inline(const char *begin, const char *end, bool *closed) {
  const char *at = begin + 1;
  for (;;) {
    at = tta_next_in_string(at, end);
    if (at >= end) break;
    if (*at == '"') {
      if (closed) *closed = true;
      return at + 1;
    }
    if (*at == '\\') {
      if (end - at > 1 && at[1] && strchr("\"\\nt", at[1])) at += 2;
      else if (end - at > 2 && tta_is_hex_digit(at[1]) && tta_is_hex_digit(at[2])) at += 3;
      else break;
    } else if (*at && !strchr("\n\v\f", *at)) {
      at++; /* other control bytes are allowed in a string */
    } else {
      break;
    }
  }
  if (closed) *closed = false;
  return tta_line_end(begin, end);
}

#endif
