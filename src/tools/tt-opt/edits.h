/* edits.h: lists of edits of a text, and the fix-its that can be applied together. */
#ifndef TT_OPT_EDITS_H
#define TT_OPT_EDITS_H

#include "ttattr/check.h"
#include "ttattr/diag.h"

typedef struct tt_opt_edits {
  tta_edit *items;
  size_t size, capacity;
  tta_buf text;  /* of the edits that the list owns; other edits borrow theirs */
} tt_opt_edits;

/** Return false if out of memory; the list remains valid. reserve: space for exactly `more` further edits. */
bool tt_opt_edits_reserve(tt_opt_edits *edits, size_t more);
bool tt_opt_edits_add(tt_opt_edits *edits, tta_edit edit);
/** `first` turns a text into `middle`, `second` turns that into a third: `out` (empty) turns the first into the
 *  third. */
bool tt_opt_edits_compose(tt_opt_edits *out, const tt_opt_edits *first, tta_str middle, const tt_opt_edits *second);

/** Appends the text with the edits applied, and a NUL that is not counted. @return false if out of memory */
bool tt_opt_edits_apply(tta_buf *out, tta_str text, const tt_opt_edits *edits);

void tt_opt_edits_free(tt_opt_edits *edits);

/** Fills `edits` (empty) with the first fix-it of each diagnostic; of two that touch the same text the later one is
 *  left for the next round. *applied counts them. The edits borrow from the check. @return false if out of memory */
bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied);

#endif
