/* fix.h: the fix-its of a text's diagnostics, as one list of edits. */
#ifndef TT_OPT_FIX_H
#define TT_OPT_FIX_H

#include "edits.h"
#include "ttattr/check.h"

/** Fills `edits` (empty) with the first fix-it of each diagnostic; of two that touch the same text the later one has to
 *  wait for another round. *applied counts them. The edits borrow from the check. @return false when there is no
 *  memory. */
bool tt_opt_fix_collect(tt_opt_edits *edits, const tta_check *check, size_t *applied);

#endif
