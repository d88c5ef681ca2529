/* Groups of keywords in a|b: what MLIR prints for a set of bits. */
#include "ir/eras.h"

static const struct group {
  uint16_t which, since, until;
  const char *word, *members;
} groups[] = {
#define KEYWORDS(...)
#define GROUP(id, word, since, until, members) \
  {TTA_ENUM_##id, TTA_DATE_##since, TTA_DATE_##until, word, members},
#include "ir/enums.def"
#undef KEYWORDS
};

/* The keywords of `a|b` as a set. */
static uint32_t flags_of_text(tta_enum which, const char *text) {
  uint32_t flags = 0;
  while (*text) {
    size_t size = 0;
    while (text[size] && text[size] != '|') size++;
    int position = tta_enum_find(which, (tta_str){text, size});
    if (position >= 0) flags |= 1U << position; /* test_attributes requires that each word of the table is found */
    text += size + (text[size] == '|');
  }
  return flags;
}

static bool is_in_force(const struct group *g, tta_enum which, int32_t day) {
  return g->which == which && tta_date_day((tta_date)g->since) <= day &&
         (!g->until || day < tta_date_day((tta_date)g->until));
}

static uint32_t close_flags_on(tta_enum which, uint32_t flags, int32_t day) {
  for (uint32_t before = ~flags; before != flags;) {
    before = flags;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
      if (!is_in_force(&groups[i], which, day)) continue;
      uint32_t word = flags_of_text(which, groups[i].word), members = flags_of_text(which, groups[i].members);
      if (flags & word) flags |= members;
      if ((flags & members) == members) flags |= word;
    }
  }
  return flags;
}

uint32_t tta_era_close_flags(tta_enum which, uint32_t flags, int32_t day) {
  if (day) return close_flags_on(which, flags, day);
  tta_era_set days = tta_era_always();
  for (uint32_t set = flags; set; set &= set - 1) {
    tta_era_set more = tta_era_of_keyword(which, (uint32_t)__builtin_ctz(set));
    tta_era_and(&days, &more);
  }
  uint32_t closed = 0;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    int32_t start = tta_date_day((tta_date)groups[i].since);
    if (groups[i].which != which || !tta_era_has(&days, tta_era_period(start))) continue;
    uint32_t on_day = close_flags_on(which, flags, start);
    if (closed && closed != on_day) return flags;
    closed = on_day;
  }
  return closed ? closed : flags;
}
