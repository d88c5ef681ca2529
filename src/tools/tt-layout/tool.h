/* tool.h: shared by the commands of tt-layout. */
#ifndef TT_LAYOUT_TOOL_H
#define TT_LAYOUT_TOOL_H

#include "tools/common/diagnostics.h"
#include "tools/common/input.h"
#include "tools/common/options.h"
#include "ttattr/convert.h"
#include "ttattr/device.h"
#include "ttattr/buf.h"
#include "ttattr/layout.h"
#include "ttattr/memory.h"
#include "ttattr/tiled.h"

extern const char tt_layout_program[];

/** What all commands have: the options of diagnostics. */
#define TT_LAYOUT_COMMAND                                                                                              \
  .program = tt_layout_program, .shared = tt_layout_diagnostic_rows, .num_shared = TT_LAYOUT_NUM_DIAGNOSTIC_ROWS,      \
  .shared_request = &tt_layout_diagnostics
enum { TT_LAYOUT_NUM_DIAGNOSTIC_ROWS = 7 };
extern const tta_option tt_layout_diagnostic_rows[];
/** Of the command that runs. */
extern tta_diagnostic_options tt_layout_diagnostics;

#define COMMAND(name, group) extern const tta_command tt_layout_##name;
#include "commands.def"
#undef COMMAND

/* ---- rows and texts that commands share ---- */

#define TT_LAYOUT_HARVEST_OPTION(at, in_group)                                                                         \
  {.name = "--harvest", .value = "N,...", .kind = TTA_KIND_LIST, .offset = at, .group = in_group,                      \
   .expected = "rows or columns such as 3,7", .example = "3,7", .help = "harvested NOC0 rows (columns on blackhole)"}
#define TT_LAYOUT_NAME_OPTION(offset_of_text)                                                                          \
  {.name = "--name", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offset_of_text, .group = "Input",              \
   .help = "select one layout of FILE: a value, an alias, a place or an index; %arg0, '#layout', 12:8 or [0]",   \
   .example = "#layout"}
#define TT_LAYOUT_ERA_OPTION(offset_of_date)                                                                           \
  {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offset_of_date, .group = "Input",   \
   .help = "read the grammar and rules of tt-mlir of this date (default: auto)"}
#define TT_LAYOUT_JSON_OPTION(offset_of_flag)                                                                          \
  {.name = "--json", .kind = TTA_KIND_FLAG, .offset = offset_of_flag, .group = "Output", .help = "print JSON"}

#define TT_LAYOUT_EXIT_STATUS                                                                                          \
  .exit_status = {"success, possibly with warnings",                                                                   \
                  "errors in the input, or a value that the layout does not allow",                                    \
                  "invalid command line, I/O error, or out of memory"}

/** New check options for a date (0: any) with the rules of the command line. @param out owned by the caller; NULL on
 *  failure */
tta_status tt_layout_check_options(int32_t era, tta_check_options **out);

/* ---- results and messages ---- */

/** Writes `out` to standard output, unless diagnostics go there, and frees it. @return the exit status */
int tt_layout_finish(tta_buf *out);
/** Writes `out` if `status` is TTA_OK, else prints `reason` as tt_layout_fail does. Frees both. @return exit status */
int tt_layout_conclude(tta_status status, tta_buf *out, tta_buf *reason);
/** Prints `reason` (may be NULL), or the meaning of `status` if it is empty, and frees it.
 *  @return exit status 1, or 2 if out of memory */
int tt_layout_fail(tta_status status, tta_buf *reason);
/** Prints each line of `warnings` as a warning on standard error, or as a note if it says so, and frees it. */
void tt_layout_warn(tta_buf *warnings);

/* ---- inputs ---- */

/** Names of tta_arch; ends with NULL. */
extern const char *const tt_layout_archs[];

/** Whether a word is the text of a layout or a device, and not the name of a file: it contains `<`, or `(` or `[` and
 *  no file has this name. NULL is standard input. */
bool tt_layout_is_text(const char *word);

/** Whether a word is the text of a device, `#tt.device<...>`. */
bool tt_layout_is_device(const char *word);

/** Whether a text has a tiled layout: `#tt.tiled_layout<...>`, or that of torch-spyre. */
bool tt_layout_is_tiled(const char *word);

/** Reads a file (`-` and NULL: standard input) and reports failures; tt_layout_free_file frees it.
 *  @return exit status; after a failure there is nothing to free */
int tt_layout_read_file(tta_input *input, const char *path);
/** The same for bytes, of any size. */
int tt_layout_read_bytes(tta_input *input, const char *path);

/** Reads the text of an argument (tt_layout_is_text), or the file that it names. @param what the name of a text in
 *  messages. @return exit status; the caller frees `copy`, `source` and, with *is_file, `file` */
int tt_layout_load(const char *word, const char *what, tta_buf *copy, tta_input *file, bool *is_file,
                   tta_source *source);

/** A TYPE or a FILE, parsed and verified. */
typedef struct tt_layout_input {
  bool is_file, one;  /* one: selected by --name, or a TYPE */
  tta_input file;
  tta_buf copy;       /* of a TYPE */
  tta_source source;
  tta_layouts *layouts;
  tta_layout_entry picked; /* with `one` */
  const tta_layout_entry **entries; /* else: of a FILE, those that the command accepts */
  size_t num_entries;
} tt_layout_input;

/** Reads a TYPE or a FILE (tt_layout_is_text) and prints diagnostics.
 *  @param what the name of a TYPE in messages: "<TYPE>". @param name of --name, or NULL.
 *  @return the exit status, 0 to continue; call tt_layout_close in both cases */
int tt_layout_open(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era);

/** The same, including the tiled layouts of a FILE. */
int tt_layout_open_all(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era);
/** The same, including the tiled layouts of a FILE, and a layout without a tensor: `#tt.metal_layout<...>`. */
int tt_layout_open_layout(tt_layout_input *input, const char *word, const char *what, const char *name);
void tt_layout_close(tt_layout_input *input);
/** --name without a FILE. @return exit status 2 after a message */
int tt_layout_name_requires_file(void);
/** Runs a command and writes its report. @return its exit status; 1 if a FILE had errors beside the layouts that were
 *  read */
int tt_layout_run(const tta_command *command, char **argv);
/** A FILE had errors beside the layouts that were read. */
void tt_layout_note_errors(void);
/** Reports a diagnostic. */
void tt_layout_diagnose(tta_source *source, const tta_diagnostic *diagnostic);
size_t tt_layout_input_count(const tt_layout_input *input);
const tta_layout_entry *tt_layout_input_get(const tt_layout_input *input, size_t index);
/** Requires exactly one layout. @return exit status 1 after a message if a FILE has more */
int tt_layout_single(const tt_layout_input *input, const tta_layout **layout);
int tt_layout_single_entry(const tt_layout_input *input, const tta_layout_entry **entry);

/** Frees a file, and reports if it was changed meanwhile, so that its results are unreliable.
 *  @return `exit`, or the status of a failure */
int tt_layout_free_file(tta_input *file, int exit);

/** The names of tta_notation; ends with NULL. */
extern const char *const tt_layout_notations[];

/** The options that complete a TEXT in any notation. */
typedef struct tt_layout_ref_options {
  int from; /* a tta_notation; to be set to TTA_NOTATION_UNKNOWN first */
  const char *element;
  tta_numbers shape, grid;
  bool has_shape;
} tt_layout_ref_options;

/** The rows of --shape and --element, and of --from, of the struct `type` for its member `member`. */
#define TT_LAYOUT_REF_OPTIONS(type, member)                                                                            \
  {.name = "--shape", .value = "SHAPE", .kind = TTA_KIND_SHAPE, .least = 1, .offset = offsetof(type, member.shape),    \
   .group = "Input", .expected = "a shape such as 1024x256", .example = "1024x256",                                    \
   .help = "shape of the tensor, if the layout does not have it"},                                                     \
  {.name = "--element", .value = "TYPE", .kind = TTA_KIND_TEXT, .offset = offsetof(type, member.element),              \
   .group = "Input", .example = "f16", .help = "element type of the tensor, if the layout does not have it"},          \
  {.name = "--grid", .value = "GRID", .kind = TTA_KIND_SHAPE, .least = 1, .offset = offsetof(type, member.grid),       \
   .group = "Input", .expected = "a grid such as 2x4", .example = "2x4",                                               \
   .help = "grid that the first results of an affine map index"}
#define TT_LAYOUT_FROM_OPTION(type, member)                                                                            \
  {.name = "--from", .value = "KIND", .kind = TTA_KIND_CHOICE, .choices = tt_layout_notations,                         \
   .offset = offsetof(type, member.from), .group = "Input", .help = "notation of the layout, if it is ambiguous"}

/** A layout of a TEXT in any notation, or of a FILE. */
typedef struct tt_layout_ref_input {
  tta_layout_ref_text *text;
  tt_layout_input file;          /* with `entry` */
  const tta_layout_entry *entry; /* NULL: of a TEXT */
  tta_layout_ref ref;
} tt_layout_ref_input;

/** The first given option that completes a TEXT (shape, element, grid, notation); NULL if none is. */
const char *tt_layout_completing_option(const tta_arguments *arguments);
/** The types of a FILE are complete: reports such an option. @return the exit status, 0 if `option` is NULL */
int tt_layout_reject_completing(const char *option);
/** Reads a TEXT or a FILE and prints diagnostics.
 *  @param name of --name, or NULL. @return the exit status, 0 to continue; call tt_layout_close_ref in both cases */
int tt_layout_open_ref(tt_layout_ref_input *input, const char *word, const char *name,
                       const tt_layout_ref_options *options, int32_t era);
/** Reads a TEXT of a tiled layout, of MLIR or of torch-spyre, to be closed likewise. @param context its rules are those
 *  of the command line */
int tt_layout_open_tiled(tt_layout_ref_input *input, const char *word, const tta_layout_ref_context *context);
void tt_layout_close_ref(tt_layout_ref_input *input);
/** The text of an input, and where its layout is. @return NULL if it is not open */
tta_source *tt_layout_ref_place(tt_layout_ref_input *input, tta_span *span);

/** The options --device and --device-name. */
typedef struct tt_layout_device_choice {
  const char *device, *name; /* or NULL */
} tt_layout_device_choice;

/** The rows of both for the member `member` of the struct `type`, a tt_layout_device_choice. */
#define TT_LAYOUT_DEVICE_OPTIONS(type, member, in_group, help_text)                                                    \
  {.name = "--device", .value = "ATTR|FILE|none", .kind = TTA_KIND_TEXT, .offset = offsetof(type, member.device),      \
   .group = in_group, .example = "#tt.device<>", .help = help_text},                                                   \
  TT_LAYOUT_DEVICE_NAME_OPTION(offsetof(type, member.name), in_group)
#define TT_LAYOUT_DEVICE_NAME_OPTION(offset_of_text, in_group)                                                         \
  {.name = "--device-name", .value = "NAME", .kind = TTA_KIND_TEXT, .offset = offset_of_text, .group = in_group,       \
   .example = "@default_device", .help = "select one device of FILE: @default_device, '#device' or its line"}

/** What a command requires of a device. */
typedef enum tt_layout_device_need {
  TT_LAYOUT_DEVICE_REQUIRED, /* there must be one */
  TT_LAYOUT_DEVICE_TO_HOLD,  /* that of the module only if it holds the grid of the layout; else a note is printed */
  TT_LAYOUT_DEVICE_OF_CORES, /* none, or that of the module, which must hold the layout if it has shards */
  TT_LAYOUT_DEVICE_OPTIONAL, /* none, or any: several without a selection are a note */
} tt_layout_device_need;

/** The device that a command uses: that of --device, else that of the module of a layout. */
typedef struct tt_layout_device_input {
  tt_layout_device_choice choice;
  bool is_file, none; /* none: --device=none */
  tta_input file;
  tta_buf copy;
  tta_source source;
  tta_devices *devices; /* of --device */
  bool own;             /* that of the module of the layout */
  bool dropped;         /* the module has a device that is not used, which was reported */
  const tta_device_entry *entry; /* or NULL */
  const tta_device *device;      /* of the entry, or NULL */
} tt_layout_device_input;

/** Reads the device of --device and prints diagnostics; without --device there is none yet.
 *  @return the exit status; call tt_layout_close_device in both cases */
int tt_layout_open_device(tt_layout_device_input *input, const tt_layout_device_choice *choice, int32_t era);
/** Selects the device for a layout: that of --device; else, of a layout of a FILE, that of its module.
 *  @return the exit status, 0 also if there is none; 1 after a message if there are several, or none and one is
 *  required */
int tt_layout_device_for(tt_layout_device_input *input, const tt_layout_input *layouts, const tta_layout_entry *layout,
                         tt_layout_device_need need);
/** Selects the device of a FILE in all of its sections, as that of --device is selected.
 *  @param name of --device-name, or NULL. @return the exit status */
int tt_layout_device_of_file(tt_layout_device_input *input, const tt_layout_input *file, const char *name);
/** Drops a device of a module that does not hold the grid of a layout, with a note. */
void tt_layout_device_must_hold(tt_layout_device_input *input, const tta_layout *layout);
void tt_layout_close_device(tt_layout_device_input *input);
/** Prints the name and the line of the device of a module; nothing if it is not one. */
void tt_layout_device_line(tta_buf *out, const tt_layout_device_input *input);
/** Prints the map of the grid of a layout to the cores of a device, if the grid is virtual. */
void tt_layout_virtual_line(tta_buf *out, const tta_device *device, const tta_layout *layout);
/** Writes the key `virtual_map`: this map as text, or null. */
void tt_layout_virtual_json(tta_json *json, const tta_device *device, const tta_layout *layout);
/** Writes the key `device` of the device of a module: `{name, line}`. */
void tt_layout_device_json(tta_json *json, const tt_layout_device_input *input);

/** Prints the present and the best grids of all tensors of a FILE without errors (tt-layout grids).
 *  @param device that of --device, of all modules; else each module has its own
 *  @param max at most so many tensors in text; 0: all. @return exit status */
int tt_layout_grids_of_file(tt_layout_input *input, const tt_layout_device_input *device, bool json, int64_t max);

/** Whether a FILE has devices and no layouts. */
bool tt_layout_has_devices_only(const tt_layout_input *input);

/** Selects a device of a text by --device-name (NULL: the only one). @return exit status 1 after a message */
int tt_layout_select_device(const tta_devices *devices, const tta_source *source, const char *name,
                            const tta_device_entry **entry);

/** What show prints about devices. */
typedef struct tt_layout_device_query {
  const char *name; /* of --device-name; NULL: all devices */
  tta_device_query asked;
  bool json;
} tt_layout_device_query;

/** Prints the devices of a text.
 *  @param of_file their names and lines are printed; JSON is an array unless one is selected. @return exit status */
int tt_layout_show_devices(const tta_devices *devices, const tta_source *source, bool of_file,
                           const tt_layout_device_query *query);
/** `show #tt.device<...>` @return exit status */
int tt_layout_show_device(const char *word, const tt_layout_device_query *query, int32_t era);

/** Prints a warning for each pair of neighbors in the mesh of a device that has no link in the system.
 *  @param text of the device, without errors. @return exit status */
int tt_layout_warn_links(const tta_buf *text, const tta_system *system);

/** Prints the diagnostics of a check or a computation. @return exit status 1 if there are errors */
int tt_layout_print_results(const tta_results *results, tta_source *source);
/** Prints why there is no result; a note if comments suppress all errors. @return exit status */
int tt_layout_print_failure(tta_status status, const tta_results *results, tta_source *source);
/** Prints one error. @return exit status 1 */
int tt_layout_print_fault(const tta_diagnostic *fault, tta_source *source);

/* ---- text for people ---- */

/** Prints `label   text`; long text continues in the column of the text, within 80 columns. */
void tt_layout_line(tta_buf *out, const char *label, tta_str text);
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tt_layout_linef(tta_buf *out, const char *label, const char *format, ...);
/** The lines of the mesh view of a tensor of that rank; none if there is one chip.
 *  @param text an empty buffer, empty again afterwards */
void tt_layout_mesh_text(tta_buf *out, const tta_mesh_view *view, uint32_t logical_rank, tta_buf *text);
/** A line for each chip with what it holds by the worker map, and why that is not the slice of the mesh view.
 *  @param placement NULL: there are too many shards */
void tt_layout_chips_text(tta_buf *out, const tta_placement *placement, tta_buf *text);
/** Prints a label and the contents of `text` as tt_layout_line does, and empties it. */
void tt_layout_flush(tta_buf *out, const char *label, tta_buf *text);

/* ---- new layouts: build and grids ---- */

typedef struct tt_layout_spec {
  tta_build_spec build;
  const char *element, *map;
  tta_numbers shape, grid, intervals;
} tt_layout_spec;

#define TT_LAYOUT_INTERVALS_VALUE "B:E,...|'[(B, E), ...]'|none"
#define TT_LAYOUT_INTERVALS_EXPECTED "intervals such as 0:3,-3:-1 or [(0, 3), (-3, -1)], or none"

#define TT_LAYOUT_SPEC_ROW(name_, value_, kind_, member, example_)                                                     \
  .name = name_, .value = value_, .kind = kind_, .offset = offsetof(request, spec.member), .group = "Layout",          \
  .example = example_

/** Rows of the options that describe a new layout; `request` has a member `spec`. */
#define TT_LAYOUT_SPEC_ROWS                                                                                            \
  {TT_LAYOUT_SPEC_ROW("--shape", "SHAPE", TTA_KIND_SHAPE, shape, "2x3x64x128"), .help = "shape of the tensor",         \
   .expected = "a shape such as 2x3x64x128"},                                                                          \
      {TT_LAYOUT_SPEC_ROW("--element", "TYPE", TTA_KIND_TEXT, element, "f32"), .help = "element type of the tensor"},  \
      {TT_LAYOUT_SPEC_ROW("--grid", "GRID", TTA_KIND_SHAPE, grid, "2x4"), .help = "grid of cores, such as 2x4",        \
       .expected = "a grid such as 2x4"},                                                                              \
      {TT_LAYOUT_SPEC_ROW("--collapse", TT_LAYOUT_INTERVALS_VALUE, TTA_KIND_INTERVALS, intervals, "0:-1"),             \
       .expected = TT_LAYOUT_INTERVALS_EXPECTED,                                                     \
       .help = "intervals of dims to collapse; -1 counts from the end (default: 0:-1)"},                               \
      {TT_LAYOUT_SPEC_ROW("--align", "ROWS", TTA_KIND_NUMBER, build.align, "32"), .least = 1, .most = INT32_MAX,       \
       .expected = "a number of rows such as 32", .help = "alignment of the strides of collapsed dims"},               \
      {TT_LAYOUT_SPEC_ROW("--map", "MAP", TTA_KIND_TEXT, map, "(d0, d1) -> (d0, d1)"),                                 \
       .help = "map instead of intervals: '(d0, d1, d2) -> (d0 <> d1, d2)'"},                                          \
      {TT_LAYOUT_SPEC_ROW("--memory-space", "SPACE", TTA_KIND_CUSTOM, build, "l1"), .parse = tt_layout_parse_space,    \
       .help = "memory space: l1 (default), dram, mmio or system"},                                                    \
      {TT_LAYOUT_SPEC_ROW("--oob", "VALUE", TTA_KIND_CUSTOM, build, "zero"), .parse = tt_layout_parse_oob,             \
       .help = "value of the padding: undef (default), zero, one, inf or neginf"},                                     \
      {TT_LAYOUT_SPEC_ROW("--tile", "TILE", TTA_KIND_CUSTOM, build, "32x32:bfp_bf8"), .parse = tt_layout_parse_tile,   \
       .help = "store tiles of this shape and type, such as 32x32:bfp_bf8"},                                           \
      {TT_LAYOUT_SPEC_ROW("--memory-layout", "WORD", TTA_KIND_CUSTOM, build, "block_sharded"),                         \
       .parse = tt_layout_parse_memory_layout,                                                                         \
       .help = "memory layout, such as interleaved or block_sharded"},                                                 \
  {                                                                                                                    \
    TT_LAYOUT_SPEC_ROW("--era", "auto|latest|DATE", TTA_KIND_DATE, build.era, NULL),                                   \
        .help = "write the syntax of tt-mlir of this date (default: 2024-11-27)"                                       \
  }

void tt_layout_spec_init(tt_layout_spec *spec);
/** Read options of a request that starts with a tt_layout_spec. */
tta_parse tt_layout_parse_tile, tt_layout_parse_space, tt_layout_parse_oob, tt_layout_parse_memory_layout;
/** Completes the spec with what was given: a tile has the type of the element by default. `spec` must not move
 *  afterwards. @return exit status */
int tt_layout_spec_finish(tt_layout_spec *spec, const tta_arguments *arguments, bool needs_grid);

/** Verifies a text that was built. @return exit status 1 after diagnostics if it has errors */
int tt_layout_check(const tta_buf *text, int32_t era);

/* ---- memory plans: memory, draw and report ---- */

/** The values of --addresses, a tta_memory_addresses. */
extern const char *const tt_layout_addresses[];

typedef struct tt_layout_plan {
  /* set by the options, or by the command before tt_layout_plan_open */
  const char *system_desc, *resources;
  int addresses;
  tta_memory_plan_options options;
  /* set by tt_layout_plan_open */
  tta_input file, resources_file;
  bool has_file, has_resources;
  tta_system_input system;
  tta_source source, resources_source;
  tta_memory_plan *plan;
} tt_layout_plan;

/** The options of the struct `type` for its member `member`, a tt_layout_plan. */
#define TT_LAYOUT_PLAN_OPTIONS(type, member, in_group)                                                                 \
  {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,                                \
   .offset = offsetof(type, member.system_desc), .group = in_group, .example = "wormhole_b0",                          \
   .help = "default system of modules that do not describe theirs"},                                                   \
  {.name = "--l1-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .offset = offsetof(type, member.options.l1_base), \
   .group = in_group, .expected = "an address in bytes such as 0x19400", .example = "0x19400",                         \
   .help = "first address of L1 buffers (default: l1_unreserved_base of the system)"},                                 \
  {.name = "--dram-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER,                                                 \
   .offset = offsetof(type, member.options.dram_base), .group = in_group,                                              \
   .expected = "an address in bytes such as 0x40", .example = "0x40",                                                  \
   .help = "first address of DRAM buffers (default: dram_unreserved_base of the system)"},                             \
  {.name = "--resources", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(type, member.resources),          \
   .group = in_group, .example = "r.jsonl",                                                                            \
   .help = "circular buffers, programs, L1_SMALL and trace buffers, as JSON lines"},                                   \
  {.name = "--addresses", .value = "warn|error|ignore", .kind = TTA_KIND_CHOICE, .choices = tt_layout_addresses,       \
   .offset = offsetof(type, member.addresses), .group = in_group,                                                      \
   .help = "addresses in the text: warn of invalid ones (default), reject them, or allocate again"},                   \
  {.name = "--all-live", .kind = TTA_KIND_FLAG, .offset = offsetof(type, member.options.all_live), .group = in_group,  \
   .help = "keep every buffer until its function ends"}

/** Reads a file and what the options name. @return exit status; call tt_layout_plan_close in both cases */
int tt_layout_plan_read(tt_layout_plan *in, const char *path);
/** Reads a file, verifies it and plans it. Prints diagnostics, those of the plan if it has no banks.
 *  @return the exit status, 0 to continue with in->plan; call tt_layout_plan_close in both cases */
int tt_layout_plan_open(tt_layout_plan *in, const char *path);
/** @return `exit`, or the status of a failure */
int tt_layout_plan_close(tt_layout_plan *in, int exit);

#endif
