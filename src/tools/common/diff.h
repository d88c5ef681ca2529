/* diff.h: a text and its edits as a unified diff. */
#ifndef TTA_TOOLS_DIFF_H
#define TTA_TOOLS_DIFF_H

#include "ttattr/buf.h"
#include "ttattr/diag.h"

/** Appends a unified diff (POSIX.1-2008, diff -u) with three lines of context that `patch` applies: `--- OLD`,
 *  `+++ NEW`, hunks, `\ No newline at end of file`. Nothing is appended when the edits change nothing.
 *  No longest common subsequence is sought: the lines an edit touches are the changed ones, less those that stay the
 *  same at their beginning and end (or line by line, where their number stays). Names with blanks or special bytes are
 *  written as git and GNU diff do.
 *  @param edits in order of position, not overlapping, within the text
 *  @return TTA_OK; TTA_NO_MEMORY (out->failed is set as well); TTA_INVALID for edits that are not as said */
tta_status tta_diff_append(tta_buf *out, const char *old_name, const char *new_name, tta_str original,
                           const tta_edit *edits, size_t num_edits);

#endif
