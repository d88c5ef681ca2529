/* diagnostics.h: what the programs share about diagnostics: the options that select rules and a format, and where the
 * diagnostics of all inputs go: standard error, standard output or --output-file. */
#ifndef TTA_TOOLS_DIAGNOSTICS_H
#define TTA_TOOLS_DIAGNOSTICS_H

#include "tools/common/options.h"
#include "tools/common/output.h"
#include "ttattr/check.h"

typedef enum tta_diagnostic_format {
  TTA_FORMAT_TEXT,
  TTA_FORMAT_JSON,
  TTA_FORMAT_SARIF,
  TTA_FORMAT_GITHUB,
  TTA_FORMAT_JUNIT
} tta_diagnostic_format;

/** A -W option, for input files with a configuration of their own. */
typedef struct tta_rule_option {
  const char *name; /* NULL: all warnings */
  tta_rule_change change;
} tta_rule_option;

typedef struct tta_diagnostic_options {
  const char *program;
  tta_check_options *check; /* with the -W options; owned */
  const char *output_file;  /* NULL: see tta_diagnostic_report_wanted */
  int format, color;        /* tta_diagnostic_format, tta_color */
  tta_rule_option *changes; /* as applied to `check` */
  uint32_t num_changes, cap_changes;
} tta_diagnostic_options;

/** @return false after a message: out of memory */
bool tta_diagnostic_options_init(tta_diagnostic_options *options, const char *program);
void tta_diagnostic_options_free(tta_diagnostic_options *options);

/** Reports a name that is neither a rule nor a group. */
bool tta_is_rule_or_group(const char *program, const char *name);

extern tta_parse tta_parse_rule_on, tta_parse_rule_off, tta_parse_rule_error, tta_parse_rule_no_error;
extern const char *const tta_diagnostic_formats[], *const tta_diagnostic_colors[];

/** The rows for a tta_diagnostic_options at an offset of the request. */
#define TTA_DIAGNOSTIC_ROWS(at)                                                                                        \
  {.name = "-W", .value = "RULE", .argument = TTA_ARGUMENT_PREFIX, .kind = TTA_KIND_CUSTOM, .offset = at,              \
   .parse = tta_parse_rule_on, .repeatable = true, .group = "Diagnostics",                                             \
   .example = "unknown-attribute", .help = "enable a rule, a group, all remarks or all rules"},                        \
  {.name = "-Wno-", .value = "RULE", .argument = TTA_ARGUMENT_PREFIX, .kind = TTA_KIND_CUSTOM, .offset = at,           \
   .parse = tta_parse_rule_off, .repeatable = true, .group = "Diagnostics",                                            \
   .example = "unknown-attribute", .help = "disable warnings and remarks"},                                            \
  {.name = "-Werror", .value = "RULE", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_CUSTOM, .offset = at,       \
   .parse = tta_parse_rule_error, .repeatable = true, .group = "Diagnostics",                                          \
   .example = "unknown-attribute", .help = "report these, or all enabled warnings, as errors"},                        \
  {.name = "-Wno-error", .value = "RULE", .argument = TTA_ARGUMENT_OPTIONAL, .kind = TTA_KIND_CUSTOM, .offset = at,    \
   .parse = tta_parse_rule_no_error, .repeatable = true, .group = "Diagnostics",                                       \
   .example = "unknown-attribute", .help = "undo -Werror for these, or for all warnings"},                             \
  {.name = "--diagnostic-format", .value = "text|json|sarif|github|junit", .kind = TTA_KIND_CHOICE,                    \
   .choices = tta_diagnostic_formats, .offset = at + offsetof(tta_diagnostic_options, format),                         \
   .group = "Diagnostics", .help = "select the format of diagnostics (default: text)"},                                \
  {.name = "--output-file", .value = "FILE", .kind = TTA_KIND_TEXT,                                                    \
   .offset = at + offsetof(tta_diagnostic_options, output_file), .group = "Diagnostics", .example = "-",               \
   .help = "write the diagnostics to FILE"},                                                                           \
  {.name = "--color", .value = "auto|always|never", .kind = TTA_KIND_CHOICE, .choices = tta_diagnostic_colors,         \
   .offset = at + offsetof(tta_diagnostic_options, color), .group = "Diagnostics",                                     \
   .help = "color diagnostics (default: auto)"}

/** One report of a run. Formats for other programs are one document for all inputs. */
typedef struct tta_diagnostic_report {
  const tta_diagnostic_options *options;
  tta_output output;
  tta_buf notifications; /* SARIF: inputs that could not be processed */
  bool has_results;      /* SARIF: a comma is due */
} tta_diagnostic_report;

/** What the report needs of one input. */
typedef struct tta_diagnostic_input {
  const char *name;
  tta_str diagnostics;   /* in the format of the report */
  size_t count, errors;  /* diagnostics, and those that are errors */
  const char *obstacle;  /* why the input could not be processed; NULL: it was */
} tta_diagnostic_input;

/** Whether diagnostics are collected in a report. Otherwise they are printed on standard error, between messages. */
bool tta_diagnostic_report_wanted(const tta_diagnostic_options *options);
/** Whether the report goes to standard output, in the place of other output. */
bool tta_diagnostic_report_takes_stdout(const tta_diagnostic_options *options);
/** Whether repeats are listed like other diagnostics; otherwise they are notes of the first one. */
static inline bool tta_diagnostic_repeats_listed(const tta_diagnostic_options *options) {
  return options->format > TTA_FORMAT_JSON;
}

/** Opens the output and writes the start of the document. A failure is reported by tta_diagnostic_report_close. */
void tta_diagnostic_report_open(tta_diagnostic_report *report, const tta_diagnostic_options *options);

/** Appends one diagnostic in the format of the report. @param count diagnostics of this input so far */
void tta_diagnostic_append(const tta_diagnostic_options *options, tta_buf *out, size_t count, tta_source *source,
                           const tta_diagnostic *diagnostic);

/** Adds an input, in the order of the command line. */
void tta_diagnostic_report_add(tta_diagnostic_report *report, const tta_diagnostic_input *input);

/** Writes the end of the document and closes the output. @param status of the run
 *  @return status, or TTA_EXIT_FAILED after a message if the report could not be written */
int tta_diagnostic_report_close(tta_diagnostic_report *report, int status);

#endif
