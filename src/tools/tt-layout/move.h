/* move.h: what the files of tt-layout move share. */
#ifndef TT_LAYOUT_MOVE_H
#define TT_LAYOUT_MOVE_H

#include "tool.h"
#include "ttattr/move.h"

typedef struct tt_layout_move_view {
  bool json, totals_only;
  const tta_move_proof *proof; /* NULL: not simulated */
} tt_layout_move_view;

/** Prints a plan. @return the exit status: 1 when it has more transfers than --json lists */
int tt_layout_move_print(const tta_move *move, const tta_move_spec *spec, const tt_layout_move_view *view);

#endif
