/* edits.h: lists of edits of a text, the fix-its that can be applied together, and --verify-roundtrip. */
#ifndef TT_OPT_EDITS_H
#define TT_OPT_EDITS_H

#include "ttattr/check.h"
#include "ttattr/diag.h"

typedef struct tt_opt_edits {
  tta_edit *items;
  size_t size, capacity;
  tta_buf text;  /* of the edits that are the list's own; the others borrow theirs */
} tt_opt_edits;

/** These answer false when there is no memory; the list stays valid. reserve: room for `more` edits exactly. */
bool tt_opt_edits_reserve(tt_opt_edits *edits, size_t more);
bool tt_opt_edits_add(tt_opt_edits *edits, tta_edit edit);
/** `first` turns a text into `middle`, `second` turns that into a third: `out` (empty) turns the first into the
 *  third. */
bool tt_opt_edits_compose(tt_opt_edits *out, const tt_opt_edits *first, tta_str middle, const tt_opt_edits *second);

/** Appends the text with the edits made and a NUL that is not counted. False when there is no memory. */
bool tt_opt_edits_apply(tta_buf *out, tta_str text, const tt_opt_edits *edits);

/** The place in the old text that `offset` of the new one came from. */
uint32_t tt_opt_edits_origin(const tt_opt_edits *edits, uint32_t offset);

void tt_opt_edits_free(tt_opt_edits *edits);

/** Fills `edits` (empty) with the first fix-it of each diagnostic; of two that touch the same text the later one has to
 *  wait for another round. *applied counts them. The edits borrow from the check. @return false when there is no
 *  memory. */
bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied);

/** Reads `source` with `edits` made and compares: the text must be canonical, mean the same values
 *  (--mlir-print-local-scope moves them: then this is not compared) and be judged by the same rules. The first
 *  difference is appended to `message`, which shows both sides, with its place in `source` in *place; nothing when
 *  there is none. */
tta_status tt_opt_roundtrip(tta_source *source, const tta_check_options *options, bool expand_aliases,
                            const tta_check *check, const tt_opt_edits *edits, tta_buf *message, tta_span *place);

#endif
