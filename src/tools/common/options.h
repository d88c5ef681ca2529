/* options.h: command-line options from a table, and the help text and the documentation from the same table.
 *
 * The rules (docs/CLI): one or two dashes make no difference; names are never abbreviated; a required value comes as
 * `--opt=V` or `--opt V`, an optional one only as `--opt=V`; `--` ends the options; a lone `-` is an input. A separate
 * value may not begin with a dash (other than `-` itself), so that a forgotten value is noticed: `--collapse=-3:-1`.
 */
#ifndef TTA_TOOLS_OPTIONS_H
#define TTA_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ttattr/buf.h"

typedef enum tta_argument {
  TTA_ARGUMENT_NONE,
  TTA_ARGUMENT_REQUIRED,
  TTA_ARGUMENT_OPTIONAL, /* only as =V */
  TTA_ARGUMENT_PREFIX,   /* the value follows the name at once: row "-W" takes `-Wrule`. Exact names go before prefixes,
                            longer prefixes before shorter ones */
} tta_argument;

typedef struct tta_option {
  const char *name;  /* as shown, with its dashes: "--check", "-o", "-Wno-" */
  const char *alias; /* a second name, shown first: "-i" of "--in-place"; may be NULL */
  tta_argument argument;
  const char *value; /* name of the value: "FILE", "text|json", "<rule>"; NULL when there is none */
  const char *help;  /* one sentence without a full stop; NULL = accepted, but neither shown nor suggested */
  int id;            /* > 0; rows may share it */
} tta_option;

/** The id of an argument that is no option. */
enum { TTA_OPTION_INPUT = 0 };

typedef struct tta_options {
  const char *program; /* in messages */
  const tta_option *rows;
  size_t num_rows;
  char **argv; /* up to a NULL */
  bool inputs_only;
} tta_options;

typedef struct tta_option_use {
  int id;            /* of the row, or TTA_OPTION_INPUT */
  const char *name;  /* the row's name; NULL for an input */
  const char *value; /* of the option or the input itself; NULL when an optional value was not given */
} tta_option_use;

typedef enum tta_options_step { TTA_OPTIONS_END, TTA_OPTIONS_ONE, TTA_OPTIONS_WRONG } tta_options_step;

/** Starts behind argv[0]. Everything is borrowed. */
tta_options tta_options_start(const char *program, const tta_option *rows, size_t num_rows, char **argv);

/** The next option or input. TTA_OPTIONS_WRONG: one line was printed on standard error and the program ends with status
 *  2 (the call may be repeated to see the rest). Never allocates. */
tta_options_step tta_options_next(tta_options *options, tta_option_use *use);

/** An integer of decimal digits between least and most; false for anything else. */
bool tta_options_number(const char *text, int64_t least, int64_t most, int64_t *number);

/** One of `names` (a NULL behind the last) by its index; otherwise -1 and one line
 *  `invalid value 'x' of '--emit'; use mlir, json or none`. */
int tta_options_choice(const char *program, const tta_option_use *use, const char *const *names);

/** `intro`, then the options in two columns of at most 80. */
void tta_options_help(tta_buf *out, const char *intro, const tta_option *rows, size_t num_rows);

/** The same rows as a Markdown table. */
void tta_options_markdown(tta_buf *out, const tta_option *rows, size_t num_rows);

#endif
