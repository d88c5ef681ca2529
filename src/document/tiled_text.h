/* tiled_text.h: the tiled layout of a value of a text. */
#ifndef TTA_DOCUMENT_TILED_TEXT_H
#define TTA_DOCUMENT_TILED_TEXT_H

#include "ttattr/tiled.h"
#include "ttattr/value.h"

/** The tiled layout that a value is, or that a tensor type has, which is then its host. Copied into the arena.
 *  @param found false: it has none. @return TTA_INVALID for a short form without a tensor */
tta_status tta_tiled_of_value(tta_value value, tta_arena *arena, tta_tiled *layout, bool *found);

/** Parses and verifies one `#tt.tiled_layout<..>`, or one tensor type with it (which is then the host, and resolves the
 *  short form). source->text must be as for tta_check_text.
 *  @param check what the text was found to be, owned by the caller; NULL when the status is TTA_NO_MEMORY or TTA_LIMIT.
 *  @return TTA_INVALID when there are errors or the text is something else (then with a reason) */
tta_status tta_tiled_parse(tta_source *source, const tta_check_options *options, tta_arena *arena, tta_tiled *layout,
                           tta_check **check, tta_buf *reason);

#endif
