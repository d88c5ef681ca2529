/* Whether the syntax of an attribute is the same on two days. */
#include <string.h>

#include "ir/eras.h"

static bool same_rows(tta_attribute attribute, int index, const int32_t days[2], const tta_dialect dialects[2]) {
  const tta_form *form = &tta_attributes[attribute].forms[index];
  for (uint32_t i = 0; i < form->num_fields; i++)
    if (tta_era_occurrence(attribute, dialects[0], index, i, days[0]) !=
            tta_era_occurrence(attribute, dialects[1], index, i, days[1]) ||
        tta_era_notation_on(attribute, dialects[0], index, i, days[0]) !=
            tta_era_notation_on(attribute, dialects[1], index, i, days[1]))
      return false;
  return true;
}

static bool same_variants(tta_attribute attribute, int index, const int32_t days[2], const tta_dialect dialects[2]) {
  const uint16_t *one, *other;
  uint32_t i = 0;
  do {
    one = tta_era_variant(attribute, dialects[0], index, days[0], i);
    other = tta_era_variant(attribute, dialects[1], index, days[1], i++);
  } while (one && one == other);
  return one == other;
}

bool tta_era_same_syntax(tta_attribute attribute, int32_t one, int32_t other) {
  const int32_t days[2] = {one, other};
  const tta_dialect dialects[2] = {tta_era_dialect_on(attribute, one), tta_era_dialect_on(attribute, other)};
  int index = tta_era_form_on(attribute, dialects[0], one);
  bool same = index == tta_era_form_on(attribute, dialects[1], other);
  return same && (index < 0 || (same_rows(attribute, index, days, dialects) &&
                                same_variants(attribute, index, days, dialects)));
}
