/* scan.h: words and brackets of MLIR text; strings and blanks are in text/token.h. */
#ifndef TTA_OPS_SCAN_H
#define TTA_OPS_SCAN_H

#include "text/token.h"
#include "ttattr/base.h"

/** Past letters, digits, `_ $ . -`, up to `->`. */
const char *tta_ops_skip_word(const char *at, const char *end);
/** Past the bracket that closes the one at `at`. NULL: none does, or they are nested too deep.
 *  @param ends set to whether the text ends before it; NULL = not wanted */
const char *tta_ops_skip_brackets(const char *at, const char *end, bool *ends);

#endif
