/* Texts of values that were read before: a look-up instead of reading, verifying and printing a value again. */
#include "parse/known.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/array.h"
#include "base/chars.h"
#include "base/str.h"

enum {
  MAX_VALUES = 1 << 15, /* then all are forgotten: memory is bounded */
  MAX_BYTES = 1 << 14,  /* of a value */
  MAX_DEPTH = 16,       /* of angle brackets; with MAX_BYTES this bounds the search on texts whose brackets never close */
};

void tta_known_init(tta_known_values *k, const tta_allocator *allocator) {
  *k = (tta_known_values){.allocator = allocator};
  tta_strmap_init(&k->texts, allocator);
}

void tta_known_free(tta_known_values *k) {
  TTA_ARRAY_FREE(k->allocator, k, values);
  tta_strmap_free(&k->texts);
}

/* ---- the end of a value ------------------------------------------------------------------------------------------ */

/* Follows one byte. @return false: the value ends here, or cannot be remembered (then *depth is 0) */
static bool follow(const char *at, uint32_t *depth) {
  switch (*at) {
  case '<': return *depth == MAX_DEPTH ? (*depth = 0, false) : (++*depth, true);
  case '>': return at[-1] == '-' || --*depth > 0;
  default: *depth = 0; return false; /* a string or a comment */
  }
}

/* After the bracket that closes the one at `angle`; NULL if there is none, or a string or a comment before it. */
static const char *after_brackets(const char *angle, const char *limit) {
  const char *at = angle;
  uint32_t depth = 0;
  if (limit - at > MAX_BYTES) limit = at + MAX_BYTES;
#ifdef __SSE2__
  const __m128i less = _mm_set1_epi8('<'), greater = _mm_set1_epi8('>'), quote = _mm_set1_epi8('"'),
                slash = _mm_set1_epi8('/');
  for (; limit - at >= 16; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)at);
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, less), _mm_cmpeq_epi8(bytes, greater));
    hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash)));
    for (uint32_t hits = (uint32_t)_mm_movemask_epi8(hit); hits; hits &= hits - 1) {
      const char *mark = at + __builtin_ctz(hits);
      if (!follow(mark, &depth)) return *mark == '>' ? mark + 1 : NULL;
    }
  }
#endif
  for (; at < limit; at++)
    if (strchr("<>\"/", *at) && !follow(at, &depth)) return *at == '>' ? at + 1 : NULL;
  return NULL;
}

tta_str tta_known_text(tta_known_values *k, const char *begin, const char *limit) {
  enum { SHOWN = 1024, SHARE = 16, PAUSE = 1 << 13 }; /* values of a sample; one of so many is known; values to pass */
  const tta_str none = {NULL, 0};
  if (k->rest) return k->rest--, none;
  if (k->asked == SHOWN) {
    if (k->found < SHOWN / SHARE) k->rest = PAUSE;
    k->asked = k->found = 0;
  }
  const char *angle = begin + (*begin == '#' || *begin == '!');
  while (angle < limit && tta_is_bare_byte(*angle)) angle++;
  if (angle >= limit || *angle != '<') return none;
  const char *end = after_brackets(angle, limit);
  return end ? tta_str_between(begin, end) : none;
}

uint32_t tta_known_number(tta_known_values *k, tta_str text) {
  if (k->num_values == MAX_VALUES || k->full) {
    tta_strmap_clear(&k->texts);
    k->num_values = 0;
    k->full = false;
    k->generation++;
  }
  k->asked++;
  const uint32_t *number = tta_strmap_add(&k->texts, text, k->num_values);
  if (!number) return UINT32_MAX;
  if (*number < k->num_values) k->found++;
  else if (!TTA_PUSH(k->allocator, k, values, (tta_known_value){0})) return UINT32_MAX;
  return *number;
}
