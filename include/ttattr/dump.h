/* ttattr/dump.h: what the lexer and the parser make of a text, for people who debug either. The form may change at any
 * time. */
#ifndef TTATTR_DUMP_H
#define TTATTR_DUMP_H

#include "ttattr/check.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Appends a line for each token that the lexer makes of attributes and types: position, class, text.
 *  @param source  as in tta_check_text
 *  @param options split, split_marker and markdown count
 *  @return TTA_OK; TTA_NO_MEMORY; TTA_LIMIT when the text is too large */
TTA_API tta_status tta_dump_tokens(tta_buf *out, tta_source *source, const tta_check_options *options);

/** Appends the tree of each attribute and type, a node a line, indented, and with each map that must not send two
 *  indices to one position how that was decided: `trivial`, `digits`, `bitmap` or `probe` (src/maps/maps.h). Parameters
 *  and result as above. */
TTA_API tta_status tta_dump_tree(tta_buf *out, tta_source *source, const tta_check_options *options);

#ifdef __cplusplus
}
#endif
#endif
