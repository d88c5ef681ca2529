/* roundtrip.h: is what tt-opt prints what it read? */
#ifndef TT_OPT_ROUNDTRIP_H
#define TT_OPT_ROUNDTRIP_H

#include "edits.h"
#include "ttattr/check.h"

/** Reads `source` with `edits` made and compares: the text must be canonical, mean the same values
 *  (--mlir-print-local-scope moves them: then this is not compared) and be judged by the same rules. The first
 *  difference is appended to `message`, which shows both sides, with its place in `source` in *place; nothing when
 *  there is none. */
tta_status tt_opt_roundtrip(tta_source *source, const tta_check_options *options, const tta_check *check,
                            const tt_opt_edits *edits, tta_buf *message, tta_span *place);

#endif
