/* diff.h: a text and its edits as a unified diff. */
#ifndef TTA_TOOLS_DIFF_H
#define TTA_TOOLS_DIFF_H

#include "ttattr/buf.h"
#include "ttattr/diag.h"

/** Appends a unified diff (POSIX.1-2008, diff -u) with three lines of context that `patch` applies: `--- OLD`,
 *  `+++ NEW`, hunks, `\ No newline at end of file`. Nothing is appended if the edits change nothing.
 *  No longest common subsequence is computed: the lines that an edit touches are the changed ones, without those that
 *  are equal at the start and the end (or line by line, if their number is unchanged). Names with blanks or special
 *  bytes are written as git and GNU diff do.
 *  @param edits in order of position, not overlapping, within the text
 *  @return TTA_OK; TTA_NO_MEMORY (out->failed is set as well); TTA_INVALID if the edits are not ordered or overlap */
tta_status tta_diff_append(tta_buf *out, const char *old_name, const char *new_name, tta_str original,
                           const tta_edit *edits, size_t num_edits);

#endif
