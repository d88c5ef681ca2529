/* run.h: one input, from its bytes to its result. */
#ifndef TT_OPT_RUN_H
#define TT_OPT_RUN_H

#include "options.h"

/** What one input gave; printed in the order of the inputs. */
typedef struct tt_opt_result {
  int status;                    /* exit status of this input */
  size_t islands, errors, warnings;
  tta_buf out, err;              /* standard output (JSON, diffs) and standard error */
} tt_opt_result;

/** Reads, judges and writes one input. `alone`: its text goes to standard output. Everything for people goes to
 *  result->err, save what is said when memory is out. */
void tt_opt_run(const tt_opt_options *options, const tta_input_item *item, bool alone, tt_opt_result *result);

#endif
