/* periods.h: sets of days. The days are divided into periods at the dates of the table (dates.h, generated): on all
 * days of a period tt-mlir read the same syntax, and each date is a period of its own. */
#ifndef TTA_IR_PERIODS_H
#define TTA_IR_PERIODS_H

#include <stdbool.h>
#include <stdint.h>

#include "dates.h"
#include "ttattr/buf.h"

enum { TTA_ERA_WORDS = (TTA_NUM_PERIODS + 63) / 64 };

typedef struct tta_era_set {
  uint64_t words[TTA_ERA_WORDS]; /* one bit a period */
} tta_era_set;

/** On the day of a change both syntaxes are read (LENIENT), or the new one alone, as tt-mlir was after all commits of
 *  that day (SETTLED). */
typedef enum tta_era_reading { TTA_ERA_LENIENT, TTA_ERA_SETTLED } tta_era_reading;

/** The period of any day yyyymmdd. */
uint32_t tta_era_period(int32_t day);
/** The period that a date of the table is. */
uint32_t tta_date_period(tta_date date);
/** The first day of a period as yyyymmdd. */
int32_t tta_period_day(uint32_t period);
/** A date of the table as yyyymmdd. */
int32_t tta_date_day(tta_date date);

/** From `since` to the day before `until` (LENIENT: to `until`); TTA_DATE_0 for `until`: without an end. */
tta_era_set tta_era_interval(tta_date since, tta_date until, tta_era_reading reading);
/** All periods, those before the first date included. */
tta_era_set tta_era_always(void);
/** A SETTLED set as LENIENT: the days of change are added on which it ends. */
tta_era_set tta_era_lenient(const tta_era_set *settled);
void tta_era_and(tta_era_set *set, const tta_era_set *other);
void tta_era_or(tta_era_set *set, const tta_era_set *other);
void tta_era_and_not(tta_era_set *set, const tta_era_set *other);
bool tta_era_is_empty(const tta_era_set *set);
static inline bool tta_era_has(const tta_era_set *set, uint32_t period) {
  return set->words[period / 64] >> (period % 64) & 1;
}

/** Consecutive days, both ends included. `until` 0 = without an end. */
typedef struct tta_era_run {
  int32_t since, until;
} tta_era_run;
/** The next run at or after *period, which moves to its end. @return false when there is none */
bool tta_era_next_run(const tta_era_set *set, uint32_t *period, tta_era_run *run);
/** Appends `from 2024-11-27 to 2025-02-24 and from 2025-06-20 on`; `until 2024-07-11` when the run starts on the first
 *  date. */
void tta_era_words(tta_buf *out, const tta_era_set *set);

/** The first day on which every change of tt-mlir that this library knows is in effect, yyyymmdd. */
int32_t tta_latest_era(void);

#endif
