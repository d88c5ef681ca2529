/* tally.h: how often each of many texts occurs, in all inputs: counts of queries, of --stats and of --statistics. */
#ifndef TT_OPT_TALLY_H
#define TT_OPT_TALLY_H

#include "base/arena.h"
#include "base/strmap.h"

typedef struct tt_opt_count {
  tta_str text; /* NUL-terminated */
  size_t count;
} tt_opt_count;

typedef struct tt_opt_tally {
  tta_arena arena;
  tta_strmap numbers; /* text -> index */
  tt_opt_count *rows; /* in order of first occurrence until they are sorted */
  uint32_t num_rows, cap_rows;
  bool failed;        /* no memory */
} tt_opt_tally;

void tt_opt_tally_init(tt_opt_tally *tally);
void tt_opt_tally_free(tt_opt_tally *tally);
/** Counts each line of a text. */
void tt_opt_tally_add(tt_opt_tally *tally, tta_str lines);
/** Sorts the rows: the largest count first, equal ones by text. Nothing can be added afterwards. */
void tt_opt_tally_sort(tt_opt_tally *tally);
/** Appends the rows whose text starts with `prefix`, without it, as a table.
 *  @param most rows; a last line counts the others
 *  @param cut texts are cut, so that the table has at most 80 columns */
void tt_opt_tally_table(tta_buf *out, const tt_opt_tally *tally, const char *prefix, size_t most, bool cut);
/** The same rows as a list of objects `{"KEY": text, "count": N}`. */
void tt_opt_tally_json(tta_json *json, const tt_opt_tally *tally, const char *prefix, const char *key);

#endif
