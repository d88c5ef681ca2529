/* map_text.h: one affine map from its text. */
#ifndef TTA_PARSE_MAP_TEXT_H
#define TTA_PARSE_MAP_TEXT_H

#include "base/arena.h"
#include "ttattr/affine.h"
#include "ttattr/buf.h"

/** The map of `(d0, d1) -> (d1)`, with or without `affine_map<..>`. Its results go into `pool` and `arena`.
 *  @return TTA_INVALID when it does not parse, with the first message in `reason` */
tta_status tta_map_from_text(tta_str text, tta_arena *arena, tta_affine_pool *pool, tta_map *map, tta_buf *reason);

#endif
