/* suppress_comment.h: the text of comments that suppress diagnostics. */
#ifndef TTA_TEXT_SUPPRESS_COMMENT_H
#define TTA_TEXT_SUPPRESS_COMMENT_H

#include "text/suppress.h"

/** The next `tt-opt:` of a comment, or what was probably meant as one, from *at on, which is moved after it.
 *  @param comment  from `//` to the end of its line
 *  @return its offset; comment.size if there is none */
size_t tta_suppression_find(tta_str comment, size_t *at);

/** Reads comment `index`: adds a suppression for each rule, or reports what is wrong. */
void tta_suppression_parse(tta_suppressions *s, uint32_t index, tta_report *report);

/** What a fix-it deletes: the comment, with its line if there is nothing else on it; or only one name of the list.
 *  @param name  empty: the whole comment */
tta_span tta_suppression_removal(tta_str text, const tta_suppression_comment *comment, tta_span name);

#endif
