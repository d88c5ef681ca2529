/* pool.h: all inputs, some of them at the same time. */
#ifndef TT_OPT_POOL_H
#define TT_OPT_POOL_H

#include "run.h"

typedef struct tt_opt_totals {
  size_t files, islands, errors, warnings;
  int status;
} tt_opt_totals;

/** Judges `count` inputs, up to options->jobs at a time, and delivers each in its turn: the output does not tell how
 *  many worked on it. */
tt_opt_totals tt_opt_run_all(const tt_opt_options *options, const tta_input_item *items, size_t count);

#endif
