/* tool.h: what the commands of tt-layout share. Each command is one file with one table of options. */
#ifndef TT_LAYOUT_TOOL_H
#define TT_LAYOUT_TOOL_H

#include "tools/common/input.h"
#include "tools/common/options.h"
#include "ttattr/device.h"
#include "ttattr/json.h"
#include "ttattr/layout.h"

extern const char tt_layout_program[];

#define COMMAND(name) extern const tta_command tt_layout_##name;
#include "commands.def"
#undef COMMAND

/* ---- rows and texts that commands share ---- */

#define TT_LAYOUT_NAME_OPTION(offset_of_text)                                                                          \
  {.name = "--name", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offset_of_text, .group = "Input",              \
   .help = "select one layout of FILE by a value or an alias, %arg0 or '#layout'", .example = "#layout"}
#define TT_LAYOUT_ERA_OPTION(offset_of_date)                                                                           \
  {.name = "--era", .value = "auto|DATE", .kind = TTA_KIND_DATE, .offset = offset_of_date, .group = "Input",          \
   .help = "read the grammar and rules of tt-mlir of this date (default: auto)"}
#define TT_LAYOUT_JSON_OPTION(offset_of_flag)                                                                          \
  {.name = "--json", .kind = TTA_KIND_FLAG, .offset = offset_of_flag, .group = "Output", .help = "print JSON"}

#define TT_LAYOUT_EXIT_STATUS                                                                                          \
  .exit_status = {"success, possibly with warnings",                                                                   \
                  "errors in the input, or a value that the layout does not allow",                                    \
                  "invalid command line, I/O error, or out of memory"}

/** New check options for a date (0: any). @param out owned by the caller; NULL on failure */
tta_status tt_layout_check_options(int32_t era, tta_check_options **out);

/* ---- results and messages ---- */

/** Writes `out` to standard output and frees it. @return the exit status */
int tt_layout_finish(tta_buf *out);
/** Says `reason` (or what `status` means where it is empty) and frees it. @return the exit status: 1, or 2 without
 * memory. */
int tt_layout_fail(tta_status status, tta_buf *reason);
/** Each line of `warnings` as a warning on standard error; frees it. */
void tt_layout_warn(tta_buf *warnings);

/* ---- inputs ---- */

/** Names of tta_arch; ends with NULL. */
extern const char *const tt_layout_archs[];

/** Whether a word is the text of a layout or a device, and not the name of a file: it contains `<`, or `(` or `[` and
 *  no file has this name. NULL is standard input. */
bool tt_layout_is_text(const char *word);

/** Reads a file (`-` and NULL: standard input) and reports failures; tt_layout_free_file frees it.
 *  @return exit status; after a failure there is nothing to free */
int tt_layout_read_file(tta_input *input, const char *path);

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

/* ---- text for people ---- */

/** `label   text`, continued at the text's column so that no line is longer than 80. */
void tt_layout_line(tta_buf *out, const char *label, tta_str text);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tt_layout_linef(tta_buf *out, const char *label, const char *format, ...);
/** The lines of the mesh view of a tensor of that rank. @param text an empty buffer, empty again afterwards */
void tt_layout_mesh_text(tta_buf *out, const tta_mesh_view *view, uint32_t logical_rank, tta_buf *text);
/** 2x3x4 */
void tt_layout_append_shape(tta_buf *out, tta_shape shape);
void tt_layout_append_str(tta_buf *out, tta_str text);

/** A string, or null when it is empty. */
void tt_layout_json_str(tta_json *json, const char *key, tta_str text);
/** A shape, or null when it is not known. */
void tt_layout_json_shape(tta_json *json, const char *key, tta_shape shape);

#endif
