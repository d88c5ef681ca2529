/* trial.h: one run of the test of --reduce on a candidate, in the background. */
#ifndef TT_OPT_TRIAL_H
#define TT_OPT_TRIAL_H

#include <sys/types.h>

#include "ttattr/buf.h"

enum { TT_OPT_TRIAL_TIMEOUT = -1 }; /* an outcome */

typedef struct tt_opt_trial {
  pid_t process;      /* 0: none runs */
  int from;           /* standard output and standard error of it; -1: closed */
  int64_t deadline_ms;
  char *path;         /* of the candidate */
  int temp;           /* its handle */
  tta_buf output;
  int outcome;        /* when it is done: exit status, 256 + signal, or TIMEOUT */
} tt_opt_trial;

/** Writes `text` to a temporary file and starts the command on it.
 *  @param command `{}` stands for the file, which otherwise follows the command
 *  @return the exit status of tt-opt, 0 to continue; a message was printed */
int tt_opt_trial_start(tt_opt_trial *trial, const char *command, tta_str text, int64_t timeout_s);
/** Waits until something happens to one of the trials, for 50 ms at most. @return whether the first one is done */
bool tt_opt_trials_wait(tt_opt_trial *const *trials, size_t count);
/** Ends the command if it runs, and removes the file. */
void tt_opt_trial_end(tt_opt_trial *trial);

#endif
