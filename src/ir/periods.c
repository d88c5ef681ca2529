/* Sets of periods and their text. */
#include "ir/periods.h"

#include "base/date.h"
#include "base/format.h"
#include "base/str.h"
#include "ttattr/check.h"

static const struct period {
  int32_t first, last;
} periods[] = {
#define PERIOD(first, last) {first, last},
    TTA_PERIODS(PERIOD)
#undef PERIOD
};
static const uint16_t periods_of_dates[] = {TTA_PERIODS_OF_DATES};

_Static_assert(sizeof periods / sizeof *periods == TTA_NUM_PERIODS && TTA_NUM_PERIODS <= 64 * TTA_ERA_WORDS,
               "a set has a bit for each period");
_Static_assert(sizeof periods_of_dates / sizeof *periods_of_dates == TTA_NUM_DATES && TTA_NUM_PERIODS <= UINT16_MAX,
               "the tables hold each date as 16 bits");

uint32_t tta_era_period(int32_t day) {
  uint32_t low = 0, high = TTA_NUM_PERIODS - 1;
  while (low < high) {
    uint32_t middle = (low + high + 1) / 2;
    if (periods[middle].first <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}

uint32_t tta_date_period(tta_date date) { return periods_of_dates[date]; }
int32_t tta_period_day(uint32_t period) { return periods[period].first; }

int32_t tta_date_day(tta_date date) { return periods[periods_of_dates[date]].first; }

int32_t tta_latest_era(void) { return periods[TTA_NUM_PERIODS - 1].first; }

bool tta_era_parse(tta_str text, int32_t *era) {
  if (tta_str_is(text, "auto")) return *era = 0, true;
  if (tta_str_is(text, "latest")) return *era = tta_latest_era(), true;
  return tta_date_parse(text, era);
}

/* Periods [begin, end). */
static tta_era_set periods_between(uint32_t begin, uint32_t end) {
  tta_era_set set = {{0}};
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) {
    uint32_t from = begin > 64 * w ? begin - 64 * w : 0, to = end > 64 * w ? end - 64 * w : 0;
    if (to > 64) to = 64;
    if (from < to) set.words[w] = (to == 64 ? ~UINT64_C(0) : (UINT64_C(1) << to) - 1) & ~((UINT64_C(1) << from) - 1);
  }
  return set;
}

tta_era_set tta_era_interval(tta_date since, tta_date until, tta_era_reading reading) {
  uint32_t end = until ? tta_date_period(until) + (reading == TTA_ERA_LENIENT) : TTA_NUM_PERIODS;
  return periods_between(tta_date_period(since), end);
}

tta_era_set tta_era_always(void) { return periods_between(0, TTA_NUM_PERIODS); }

tta_era_set tta_era_lenient(const tta_era_set *settled) {
  static const uint64_t dates[TTA_ERA_WORDS] = {TTA_DATES_AS_SET};
  tta_era_set set = *settled;
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) {
    uint64_t after = settled->words[w] << 1 | (w ? settled->words[w - 1] >> 63 : 0); /* the periods that follow */
    set.words[w] |= after & dates[w];
  }
  return set;
}

void tta_era_and(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] &= other->words[w];
}

void tta_era_or(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] |= other->words[w];
}

void tta_era_and_not(tta_era_set *set, const tta_era_set *other) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++) set->words[w] &= ~other->words[w];
}

bool tta_era_is_empty(const tta_era_set *set) {
  for (uint32_t w = 0; w < TTA_ERA_WORDS; w++)
    if (set->words[w]) return false;
  return true;
}

bool tta_era_next_run(const tta_era_set *set, uint32_t *period, tta_era_run *run) {
  while (*period < TTA_NUM_PERIODS && !tta_era_has(set, *period)) ++*period;
  if (*period == TTA_NUM_PERIODS) return false;
  run->since = periods[*period].first;
  while (*period < TTA_NUM_PERIODS && tta_era_has(set, *period)) ++*period;
  run->until = *period == TTA_NUM_PERIODS ? 0 : periods[*period - 1].last;
  return true;
}

static void append_run(tta_buf *out, tta_era_run run) {
  bool from_the_first = run.since <= TTA_FIRST_DATE;
  if (from_the_first && !run.until) tta_buf_str(out, "at every date");
  if (!from_the_first) tta_buf_str(out, "from "), tta_buf_date(out, run.since);
  if (!from_the_first && !run.until) tta_buf_str(out, " on");
  if (run.until == run.since) tta_buf_str(out, " to the same day");
  else if (run.until) tta_buf_str(out, from_the_first ? "until " : " to "), tta_buf_date(out, run.until);
}

void tta_era_words(tta_buf *out, const tta_era_set *set) {
  uint32_t period = 0, count = 0;
  for (tta_era_run run; tta_era_next_run(set, &period, &run); count++) {
    if (count) tta_buf_str(out, " and ");
    append_run(out, run);
  }
  if (!count) tta_buf_str(out, "at no date");
}
