/* watch.h: --watch: the inputs again and again, those that have changed. */
#ifndef TT_OPT_WATCH_H
#define TT_OPT_WATCH_H

#include "options.h"

/** What was found in the inputs of a run. */
typedef struct tt_opt_watch_counts {
  size_t errors, warnings;
} tt_opt_watch_counts;

/** Runs on all inputs, then on those that change or are new, until a signal ends the program.
 *  @param run verifies the inputs of the options and sets the counts of each of them, by its number
 *  @return the exit status if the program cannot go on */
int tt_opt_watch(char **argv, int (*run)(tt_opt_options *options, tt_opt_watch_counts *counts));

#endif
