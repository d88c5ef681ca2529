/* tiled.h: shared by the files of tt-layout tiled. */
#ifndef TT_LAYOUT_TILED_H
#define TT_LAYOUT_TILED_H

#include "tool.h"
#include "ttattr/graph.h"
#include "ttattr/move.h"
#include "ttattr/tiled.h"

/** The names of tta_tiled_convention; ends with NULL. */
extern const char *const tt_layout_tiled_conventions[];

/** --graph: prints the layout of every value in a file. @param options without `check` and `is_module`
 *  @return the exit status */
int tt_layout_tiled_graph(const char *path, const tta_graph_options *options, bool json);

/* tiled_python.c */

/** Whether WORD is a file of Python: its name does not end in .mlir or .md and is not -, and a layout of torch-spyre is
 *  in it. @return the exit status if there is no memory */
int tt_layout_find_python(const char *word, bool *found);
/** Lists all layouts of a file with their errors, and the total padding. @return the exit status */
int tt_layout_list_python(const char *path, const tta_tiled_context *context, bool json);
/** Reads one layout of a file. @param name of its variable, or its line; NULL: the only one */
int tt_layout_read_python(const char *path, const char *name, const tta_tiled_context *context, tta_arena *arena,
                          tta_tiled *layout);

/** --maps: prints the layout by dim_map and by stride_map. @return the exit status */
int tt_layout_print_maps(const tta_tiled *layout, bool json);

/* move_tiled.c */

/** A move between tiled layouts, and what is printed of it. */
typedef struct tt_layout_tiled_move {
  const tta_tiled *from, *to; /* from NULL: the host; one without a host has that of the other */
  tta_move_texts texts;
  bool json, totals, simulate;
  bool nests; /* as text: loop nests instead of transfers */
} tt_layout_tiled_move;
/** Plans and prints. @return the exit status */
int tt_layout_move_tiled(const tt_layout_tiled_move *move);

#endif
