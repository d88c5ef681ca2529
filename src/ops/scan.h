/* scan.h: words and brackets of MLIR text; bytes and strings are in base/chars.h. */
#ifndef TTA_OPS_SCAN_H
#define TTA_OPS_SCAN_H

#include "base/chars.h"
#include "ttattr/base.h"

/** Past blanks and comments. */
const char *tta_ops_skip_blanks(const char *at, const char *end);
/** Past letters, digits, `_ $ . -`, up to `->`. */
const char *tta_ops_skip_word(const char *at, const char *end);
/** Past the bracket that closes the one at `at`. NULL: none does, or they are nested too deep.
 *  @param ends set to whether the text ends before it; NULL = not wanted */
const char *tta_ops_skip_brackets(const char *at, const char *end, bool *ends);

#endif
