/* progress.h: how far a long run is, on a terminal. */
#ifndef TT_OPT_PROGRESS_H
#define TT_OPT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tt_opt_progress {
  size_t count;       /* inputs; 0: nothing is shown */
  int64_t next;       /* when it is shown again, in milliseconds of a clock */
  bool visible;       /* a line is on the terminal */
} tt_opt_progress;

/** Nothing is shown of a run below half a second, nor if standard error is not a terminal. */
tt_opt_progress tt_opt_progress_start(size_t count);
/** @param done inputs so far */
void tt_opt_progress_show(tt_opt_progress *progress, size_t done);
/** Before other output, and at the end. */
void tt_opt_progress_hide(tt_opt_progress *progress);

#endif
