/* plain.h: text that is written as it prints, read without the grammar: grammar/plain.re (islands), affine_plain.c
 * (maps). */
#ifndef TTA_PARSE_PLAIN_H
#define TTA_PARSE_PLAIN_H

#include "parse/parser.h"

/** The island at parser->at. Returns 0 without side effects if the text needs the full grammar. */
tta_node_id tta_plain_island(tta_parser *parser);

/** A whole map from its `(` on, if it is canonical and has no errors: its end, else NULL. Clears
 *  parser->canonical if it prints differently. */
const char *tta_affine_plain_map(tta_parser *p, const char *begin, tta_node_id *map);
/** `(d0, d1)` before ` ->`: declares the dims and answers the end; NULL when it is anything else. */
const char *tta_affine_plain_dims(tta_parser *p, const char *begin);

/** A number that fits int64 whatever its digits, as it prints: no zeros in front. Its end, else NULL. */
static inline const char *tta_plain_number(const char *at, int64_t *value) {
  enum { MAX_DIGITS = 18 };
  const char *begin = at;
  uint32_t digit = (uint32_t)(unsigned char)*at - '0';
  uint64_t number = digit;
  if (digit > 9) return NULL;
  while ((digit = (uint32_t)(unsigned char)*++at - '0') <= 9) number = number * 10 + digit;
  *value = (int64_t)number;
  return at - begin > MAX_DIGITS || (*begin == '0' && at - begin > 1) ? NULL : at;
}

#endif
