/* tool.h: what the commands of tt-layout share. Each command is one file with one table of options. */
#ifndef TT_LAYOUT_TOOL_H
#define TT_LAYOUT_TOOL_H

#include "tools/common/input.h"
#include "tools/common/options.h"
#include "ttattr/device.h"
#include "ttattr/json.h"
#include "ttattr/layout.h"

extern const char tt_layout_program[];

/** A command. `run` gets the words behind `tt-layout`, the first of them the command's own name. */
typedef struct tt_layout_command {
  const char *name;
  const char *usage;   /* "show TYPE|FILE [OPTION...]" */
  const char *summary; /* one line */
  const char *details; /* more lines for its own help, or "" */
  const tta_option *rows;
  size_t num_rows;
  int (*run)(char **argv);
} tt_layout_command;

#define COMMAND(name) extern const tt_layout_command tt_layout_##name;
#include "commands.def"
#undef COMMAND

/** New check options for a date (0: any). @param out owned by the caller; NULL on failure */
tta_status tt_layout_check_options(int32_t era, tta_check_options **out);

/** The id of --help in every table: tt_layout_next answers it itself. */
enum { TT_LAYOUT_HELP = 1 };

/** The next option or input: TTA_OPTIONS_ONE; else *status is what the command returns, or -1 at the end. */
tta_options_step tt_layout_next(const tt_layout_command *command, tta_options *options, tta_option_use *use,
                                int *status);

/** Takes one option or input into the request of a command. @return the exit status, 0 to go on */
typedef int tt_layout_parse_option(void *request, const tta_option_use *use);
/** Takes all options and inputs. @return what the command returns, or -1 to go on */
int tt_layout_read_options(const tt_layout_command *command, char **argv, tt_layout_parse_option *take, void *request);

/* ---- results and messages ---- */

/** Writes `out` to standard output and frees it. @return the exit status */
int tt_layout_finish(tta_buf *out);
/** The same, to the file `path` (NULL or `-`: standard output). */
int tt_layout_finish_to(tta_buf *out, const char *path);
/** Says `reason` (or what `status` means where it is empty) and frees it. @return the exit status: 1, or 2 without
 * memory. */
int tt_layout_fail(tta_status status, tta_buf *reason);
/** `invalid value 'x' of '--grid'; expected ...`. @return exit status 2 */
int tt_layout_bad_value(const tta_option_use *use, const char *expected);
/** Each line of `warnings` as a warning on standard error; frees it. */
void tt_layout_warn(tta_buf *warnings);

/* ---- values of options ---- */

/** A list of numbers with room for the largest rank. */
typedef struct tt_layout_numbers {
  uint32_t count;
  int64_t value[2 * TTA_MAX_RANK];
} tt_layout_numbers;

static inline tta_shape tt_layout_shape(const tt_layout_numbers *n) {
  tta_shape shape = {n->count, n->value};
  return shape;
}

/** Numbers between `separator`s, each at least `least`; `*` ends the text or it is wrong. At most TTA_MAX_RANK. */
bool tt_layout_read_numbers(const char *text, char separator, int64_t least, tt_layout_numbers *out);
/** `2x4`: extents >= 1 (`least` 0: also empty ones). */
bool tt_layout_read_shape(const char *text, int64_t least, tt_layout_numbers *out);
/** `0:-1,3:5` or `none`: pairs. */
bool tt_layout_read_intervals(const char *text, tt_layout_numbers *out);
/** `32x32:bfp_bf8`; the type may be left out (*type empty). */
bool tt_layout_read_tile(const char *text, int64_t tile[2], tta_str *type);
/** `2024-11-27` or, where allowed, `auto` (0). */
bool tt_layout_read_era(const char *text, int32_t *era);
tta_str tt_layout_str(const char *text);

/* ---- inputs ---- */

/** A TYPE or a FILE, read and judged. */
typedef struct tt_layout_input {
  bool is_file, one;  /* one: --name picked it, or a TYPE */
  tta_input file;
  tta_buf copy;       /* of a TYPE */
  tta_source source;
  tta_layouts *layouts;
  const tta_layout_entry *picked; /* with `one` */
} tt_layout_input;

/** Reads `word`: text with a `<` is a TYPE, anything else a FILE (`-`: standard input). Diagnostics are printed.
 *  @param what the name of a TYPE in messages: "<TYPE>". @param name of --name, or NULL.
 *  @return the exit status, 0 to go on; tt_layout_close is due in any case. */
int tt_layout_open(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era);
/** The same; of a FILE also tiled layouts, whose entries have no sharding. */
int tt_layout_open_all(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era);
/** The same, and a layout without a tensor: `#tt.metal_layout<...>`. */
int tt_layout_open_layout(tt_layout_input *input, const char *word, const char *what);
void tt_layout_close(tt_layout_input *input);
size_t tt_layout_input_count(const tt_layout_input *input);
const tta_layout_entry *tt_layout_input_get(const tt_layout_input *input, size_t index);
/** Requires exactly one layout: exit status 1 with a message when a FILE has more. */
int tt_layout_single(const tt_layout_input *input, const tta_layout **sharding);
int tt_layout_single_entry(const tt_layout_input *input, const tta_layout_entry **entry);

/** Frees what was read from a file, and tells when somebody changed the file meanwhile: nothing that was said of it
 *  counts then.
 *  @return `exit`, or the status of a failure */
int tt_layout_free_file(tta_input *file, int exit);

/** A device attribute from an option, or from a file that holds one (a word without `<` names it). */
typedef struct tt_layout_device_input {
  bool is_file;
  tta_input file;
  tta_buf copy;
  tta_source source;
  tta_device_text *text;
  const tta_device *device;
} tt_layout_device_input;

int tt_layout_open_device(tt_layout_device_input *input, const char *word, int32_t era);
void tt_layout_close_device(tt_layout_device_input *input);

/** Prints what a check found. @return exit status 1 when there are errors. */
int tt_layout_print_diagnostics(const tta_check *check, tta_source *source);
/** Prints one error. @return exit status 1 */
int tt_layout_print_fault(const tta_diagnostic *fault, tta_source *source);

/** The system that --system-desc names: a name, the `[N, 8x8]` notation or a FILE. @return the exit status */
int tt_layout_read_system(const char *word, tta_system *system);

/* ---- text for people ---- */

/** `label   text`, continued at the text's column so that no line is longer than 80. */
void tt_layout_line(tta_buf *out, const char *label, tta_str text);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tt_layout_linef(tta_buf *out, const char *label, const char *format, ...);
/** 2x3x4 */
void tt_layout_append_shape(tta_buf *out, tta_shape shape);
void tt_layout_append_str(tta_buf *out, tta_str text);

/** A string, or null when it is empty. */
void tt_layout_json_str(tta_json *json, const char *key, tta_str text);
/** A shape, or null when it is not known. */
void tt_layout_json_shape(tta_json *json, const char *key, tta_shape shape);

#endif
