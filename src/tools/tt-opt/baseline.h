/* baseline.h: known findings: --baseline does not report them, --write-baseline writes them.
 *
 * A finding is a file, a rule and a message, and how often the file has it. Positions do not count, nor the numbers of
 * lines in a message, so that findings stay known when lines are added or removed. */
#ifndef TT_OPT_BASELINE_H
#define TT_OPT_BASELINE_H

#include "options.h"
#include "tally.h"
#include "ttattr/diag.h"

/** The known findings of one input while it is verified: no other thread uses it. */
typedef struct tt_opt_known {
  uint32_t first, count; /* its findings in the baseline */
  uint32_t *seen;        /* how many of each were found; NULL: it has none */
  bool failed;           /* no memory */
} tt_opt_known;

/** Reads the file of --baseline. Reports errors.
 *  @return TTA_EXIT_DONE or TTA_EXIT_FAILED; tt_opt_baseline_close is due in any case */
int tt_opt_baseline_open(tt_opt_options *options);
void tt_opt_baseline_close(tt_opt_options *options);

/** The findings of an input. */
tt_opt_known tt_opt_known_of(const tt_opt_options *options, const tta_input_item *item);
/** Whether `times` findings like this one are known; counts them. */
bool tt_opt_known_has(const tt_opt_options *options, tt_opt_known *known, const tta_diagnostic *diagnostic,
                      uint32_t times);
/** Appends a line for each finding that the baseline has more often than the input, and frees `known`.
 *  @return how many findings are repaired */
size_t tt_opt_known_finish(const tt_opt_options *options, tt_opt_known *known, tta_buf *out);
/** The same for the files of the baseline that do not exist any more; for the end of a run. */
size_t tt_opt_baseline_removed(const tt_opt_options *options, tta_buf *out);

/** Appends a finding, a line each time, for tt_opt_baseline_write. */
void tt_opt_baseline_add(const tt_opt_options *options, const tta_input_item *item, const tta_diagnostic *diagnostic,
                         uint32_t times, tta_buf *tally);
/** Writes the file of --write-baseline: the findings of all inputs. Reports errors. @return the exit status */
int tt_opt_baseline_write(const tt_opt_options *options, tt_opt_tally *tally);

#endif
