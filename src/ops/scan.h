/* scan.h: words, strings and brackets of MLIR text. */
#ifndef TTA_OPS_SCAN_H
#define TTA_OPS_SCAN_H

#include "ttattr/base.h"

static inline bool tta_ops_is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.';
}
static inline bool tta_ops_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static inline bool tta_ops_is_digit(char c) { return c >= '0' && c <= '9'; }

/** Past blanks and comments. */
const char *tta_ops_skip_blanks(const char *at, const char *end);
/** Past a string whose quote is at `at`; an open one ends with its line. */
const char *tta_ops_skip_string(const char *at, const char *end);
/** Past letters, digits, `_ $ . -`, up to `->`. */
const char *tta_ops_skip_word(const char *at, const char *end);
/** Past the bracket that closes the one at `at`. NULL: none does, or they are nested too deep.
 *  @param ends set to whether the text ends before it; NULL = not wanted */
const char *tta_ops_skip_brackets(const char *at, const char *end, bool *ends);

#endif
