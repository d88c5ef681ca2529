/* tiled.h: what the files of tt-layout tiled share. */
#ifndef TT_LAYOUT_TILED_H
#define TT_LAYOUT_TILED_H

#include "tool.h"
#include "ttattr/move.h"
#include "ttattr/tiled.h"

/** The names of tta_tiled_convention; ends with NULL. */
extern const char *const tt_layout_tiled_conventions[];

/** Reads a `#tt.tiled_layout<..>` or a tensor type with it and prints its diagnostics. @param word the text; it need
 *  not be NUL-terminated. @param name of the text in messages. @return the exit status */
int tt_layout_tiled_parse(tta_str word, const char *name, tta_arena *arena, tta_tiled *layout);

/** `NAME:LINE:COLUMN: error: text` on standard error (`:COLUMN` unless it is 0; `note` instead of `error`); frees the
 * text. @return the exit status: 1, or 2 without memory */
int tt_layout_tiled_print_message(const char *name, size_t line, size_t column, bool note, tta_buf *text);

/** --graph: every buffer of the FILE gets its layout. @return the exit status */
int tt_layout_tiled_graph(const char *path, tta_tiled_convention convention, bool json);

#endif
