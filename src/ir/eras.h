/* eras.h: the dates at which tt-mlir read an attribute, from eras.def, as sets of days.
 *
 * A set has one bit a day from the day before the record begins (day 0 stands for all before) to a day behind its end
 * (which stands for all after), so that "and", "or" and "which days" need no cases. */
#ifndef TTA_IR_ERAS_H
#define TTA_IR_ERAS_H

#include "ir/attributes.h"
#include "ttattr/buf.h"

enum {
  TTA_ERA_FIRST = 20240514, /* the first day of the record */
  TTA_ERA_WORDS = 14,
  TTA_ERA_DAYS = TTA_ERA_WORDS * 64,
};

typedef struct tta_era_set {
  uint64_t words[TTA_ERA_WORDS];
} tta_era_set;

/** On the day of a change both forms are read (LENIENT), or the new one alone, as tt-mlir was in the evening
 *  (SETTLED). */
typedef enum tta_era_reading { TTA_ERA_LENIENT, TTA_ERA_SETTLED } tta_era_reading;

/** The day of a date yyyymmdd, 0..TTA_ERA_DAYS - 1. */
uint32_t tta_era_day(int32_t date);
/** The date of a day, yyyymmdd. */
int32_t tta_era_date(uint32_t day);

/** From a day on to the day before another one (LENIENT: that day, too); `until` 0 = for ever. */
tta_era_set tta_era_interval(int32_t since, int32_t until, tta_era_reading reading);
/** Every day, the times before and after the record included. */
tta_era_set tta_era_always(void);
void tta_era_and(tta_era_set *set, const tta_era_set *other);
void tta_era_or(tta_era_set *set, const tta_era_set *other);
void tta_era_and_not(tta_era_set *set, const tta_era_set *other);
bool tta_era_is_empty(const tta_era_set *set);
static inline bool tta_era_has(const tta_era_set *set, uint32_t day) { return set->words[day / 64] >> (day % 64) & 1; }

/** A run of days, both ends included. `until` 0 = to this day. */
typedef struct tta_era_run {
  int32_t since, until;
} tta_era_run;
/** The next run at or after *day, which moves behind it. @return false when there is none. */
bool tta_era_next_run(const tta_era_set *set, uint32_t *day, tta_era_run *run);
/** Appends `from 2024-11-27 to 2025-02-24 and from 2025-06-20 on`; `until 2024-07-11` where the record begins with
 *  it. */
void tta_era_words(tta_buf *out, const tta_era_set *set);
/** Appends 2024-11-27. */
void tta_era_date_words(tta_buf *out, int32_t date);

/** The days on which tt-mlir read this ATTRIBUTE, the attributes and types inside it left aside. @param device_op it
 *  is the body of `tt.device @x = <..>`, whose prefix counts although it is not in the text of the node */
tta_era_set tta_era_of_attribute(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading);

/** Marks as TTA_NODE_ELIDED the fields of an ATTRIBUTE that stand at their default where tt-mlir does not print it: on
 *  that date; or with 0 where it never did, in any form of the attribute that begins alike. Where dates disagree a
 *  default stays as it was written. @return whether there is one */
bool tta_era_elide_defaults(const tta_tree *tree, tta_node_id attribute, int32_t date);

typedef enum tta_era_cause {
  TTA_ERA_PREFIX,    /* the dialect's name */
  TTA_ERA_ATTRIBUTE, /* there was no such attribute at all */
  TTA_ERA_WITH,      /* a field that was not read */
  TTA_ERA_WITHOUT,   /* a field that was demanded */
  TTA_ERA_NOTATION,  /* a field in another notation */
  TTA_ERA_FORM,      /* the fields together */
  TTA_ERA_KEYWORD,
} tta_era_cause;

/** Why an attribute was not read on a day. */
typedef struct tta_era_reason {
  tta_era_cause cause;
  tta_field field;   /* WITH, WITHOUT, NOTATION */
  tta_node_id node;  /* KEYWORD: the word; else the attribute */
  tta_era_set dates; /* when what the cause names was read */
} tta_era_reason;

/** @param day a day that tta_era_of_attribute (LENIENT) does not hold */
tta_era_reason tta_era_explain(const tta_tree *tree, tta_node_id attribute, bool device_op, uint32_t day);

#endif
