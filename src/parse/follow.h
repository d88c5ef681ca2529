/* follow.h: the text right after a value: what can be there, and what shows that the value ended too early. */
#ifndef TTA_PARSE_FOLLOW_H
#define TTA_PARSE_FOLLOW_H

#include "parse/parser.h"

/** What usually follows a value in an operation: a mark that belongs to no value. */
static inline bool tta_ends_plainly(char next) {
  return next == '\n' || next == ',' || next == ' ' || next == ')' || next == '}' || next == ':';
}

/** Whether a value can end at `at`. After that of an alias only a line end, a comment, or another definition or
 *  operation can follow. In an operation no word can follow without a blank, and the brackets of the line must agree.
 *  @param value where it begins. @param begin, limit the text that is looked at
 *  @param alone the line may be a fragment of an operation, and close brackets of any kind that it does not open */
bool tta_may_follow(tta_entry entry, const char *value, const char *begin, const char *at, const char *limit,
                    bool alone);

/** Whether another value, or its body, begins at `at` without a mark before it: `<..>`, `strided<..>`. */
bool tta_begins_body(const char *at, const char *limit);

/** Whether a closing bracket at `at`, after a value that began at `value`, closes what is open before the value in its
 *  line, and the rest of the line agrees. */
bool tta_closes_outside(const char *value, const char *begin, const char *at, const char *limit);

/** Whether the value that was read ends well, as far as its line shows. */
static inline bool tta_follows_well(const tta_parser *p) {
  return tta_may_follow(p->entry, p->text + p->begin, p->text, p->at, p->section_end, true);
}

/** Reports text after the value that was read, unless it can be there. The value has an error then. */
void tta_report_unread(tta_parser *parser, tta_node_id root);

#endif
