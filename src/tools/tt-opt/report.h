/* report.h: where the diagnostics of all inputs go: standard error, standard output or --output-file, in the format of
 * --diagnostic-format. */
#ifndef TT_OPT_REPORT_H
#define TT_OPT_REPORT_H

#include "options.h"
#include "tools/common/output.h"

/** One report of a run. Formats for other programs are one document for all inputs. */
typedef struct tt_opt_report {
  const tt_opt_options *options;
  tta_output output;
  tta_buf notifications; /* SARIF: inputs that could not be processed */
  bool has_results;      /* SARIF: a comma is due */
} tt_opt_report;

/** What the report needs of one input. */
typedef struct tt_opt_report_input {
  const char *name;
  tta_str diagnostics;   /* in the format of the report */
  size_t count, errors;  /* diagnostics, and those that are errors */
  const char *obstacle;  /* why the input could not be processed; NULL: it was */
} tt_opt_report_input;

/** Whether diagnostics are collected in a report. Otherwise they are printed on standard error, between messages. */
bool tt_opt_report_wanted(const tt_opt_options *options);

/** Opens the output and writes the start of the document. A failure is reported by tt_opt_report_close. */
void tt_opt_report_open(tt_opt_report *report, const tt_opt_options *options);

/** Appends one diagnostic in the format of the report. @param count diagnostics of this input so far */
void tt_opt_report_diagnostic(const tt_opt_options *options, tta_buf *out, size_t count, tta_source *source,
                              const tta_diagnostic *diagnostic);

/** Adds an input, in the order of the command line. */
void tt_opt_report_add(tt_opt_report *report, const tt_opt_report_input *input);

/** Writes the end of the document and closes the output. @param status of the run
 *  @return status, or TTA_EXIT_FAILED after a message if the report could not be written */
int tt_opt_report_close(tt_opt_report *report, int status);

#endif
