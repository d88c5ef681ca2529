/* run.h: one input in two steps: verification, by several threads, and output, in the order of the inputs. */
#ifndef TT_OPT_RUN_H
#define TT_OPT_RUN_H

#include "edits.h"
#include "options.h"
#include "tools/common/diagnostics.h"
#include "tools/common/input.h"
#include "ttattr/migrate.h"

/** The result of verifying one input. */
typedef struct tt_opt_result {
  const tta_input_item *item;
  int status;                    /* exit status of this input so far */
  size_t islands, errors, warnings;
  size_t expected_errors;        /* by `not` in its RUN lines; not in `errors` */
  size_t foreign_expectations;   /* of its RUN lines, of errors that are not those of a rule */
  tta_buf out, err;              /* for standard output (JSON, diffs, dumps) and standard error */
  tta_buf report;                /* diagnostics, if they are collected in a report */
  size_t reported, reported_errors; /* ... and their number */
  tta_buf tally;                 /* lines to count (tally.h) */
  size_t known, repaired;        /* findings of --baseline */
  size_t matches;                /* of a search */
  bool incomplete;               /* a part of the text could not be parsed and was not searched */
  tta_io_failure failure;        /* the input could not be read */
  const char *obstacle;           /* ... or processed: a constant text; NULL = it was */
  tta_input input;
  tta_check *check;              /* owns what the edits borrow */
  tta_migration *migration;      /* the same with --migrate */
  tta_migration_counts migrated;
  tta_buf fixed;                 /* the text after --fix, which was checked */
  tt_opt_edits edits;            /* from the input to the result */
  bool changed;                  /* it is not canonical, or is rewritten */
  bool write;                    /* the result is to be written ... */
  const char *target;            /* ... here; NULL = standard output */
} tt_opt_result;

/** Reads and verifies one input without output.
 *  @param alone its text is printed on standard output
 *  @param threads that verify its sections, the calling one included */
void tt_opt_check(const tt_opt_options *options, const tta_input_item *item, bool alone, size_t threads,
                  tta_recall *recall, tt_opt_result *result);

/** Prints and writes the result, adds it to the report, completes result->status, and frees the rest but
 *  result->tally. */
void tt_opt_deliver(const tt_opt_options *options, tta_diagnostic_report *report, tt_opt_result *result);

#endif
