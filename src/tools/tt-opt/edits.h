/* edits.h: lists of edits of a text, the fix-its that can be applied together, and --verify-roundtrip. */
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

/** The offset in the old text of `offset` in the new one. */
uint32_t tt_opt_edits_origin(const tt_opt_edits *edits, uint32_t offset);

void tt_opt_edits_free(tt_opt_edits *edits);

/** Fills `edits` (empty) with the first fix-it of each diagnostic; of two that touch the same text the later one is
 *  left for the next round. *applied counts them. The edits borrow from the check. @return false if out of memory */
bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied);

/** Parses `source` with `edits` applied and compares: the text must be canonical, have the same values (not compared if
 *  aliases were expanded, which moves them) and the same diagnostics. The first difference is appended to `message`,
 *  with both sides, and its position in `source` is *position; nothing is appended if there is none. */
tta_status tt_opt_roundtrip(tta_source *source, const tta_check_options *options, bool expand_aliases,
                            const tta_check *check, const tt_opt_edits *edits, tta_buf *message, tta_span *position);

#endif
