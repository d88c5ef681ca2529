/* tiled.h: shared by the files of tt-layout tiled. */
#ifndef TT_LAYOUT_TILED_H
#define TT_LAYOUT_TILED_H

#include "tool.h"
#include "ttattr/move.h"
#include "ttattr/tiled.h"

/** The names of tta_tiled_convention; ends with NULL. */
extern const char *const tt_layout_tiled_conventions[];

/** --graph: computes and prints the layout of every buffer in a file. @return the exit status */
int tt_layout_tiled_graph(const char *path, tta_tiled_convention convention, bool json);

#endif
