/* tiled_text.h: the tiled layout of a value of a text. */
#ifndef TTA_DOCUMENT_TILED_TEXT_H
#define TTA_DOCUMENT_TILED_TEXT_H

#include "ttattr/tiled.h"
#include "ttattr/value.h"

/** The tiled layout that a value is, or that a tensor type has, which is then its host. Copied into the arena.
 *  @param found false: it has none. @return TTA_INVALID for a short form without a tensor */
tta_status tta_tiled_of_value(tta_value value, tta_arena *arena, tta_tiled *layout, bool *found);

#endif
