/* reduce.h: --reduce: the smallest text on which a command fails in the same way. */
#ifndef TT_OPT_REDUCE_H
#define TT_OPT_REDUCE_H

#include "options.h"

/** @return exit status: 1 if the command does not fail on the input */
int tt_opt_reduce(const tt_opt_options *options);

#endif
