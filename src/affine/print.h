/* print.h: the text of maps and expressions, as MLIR 19 prints them. */
#ifndef TTA_AFFINE_PRINT_H
#define TTA_AFFINE_PRINT_H

#include "ttattr/buf.h"
#include "ttattr/affine.h"

/** `d0 * 2 + d1 floordiv 8`, with MLIR's parentheses. */
void tta_expr_print(tta_buf *out, const tta_affine_pool *pool, tta_expr expr);
/** `(d0, d1)[s0] -> (d0 + s0, d1)`: the bare form, without affine_map<...>. */
void tta_map_print(tta_buf *out, const tta_map *map);

#endif
