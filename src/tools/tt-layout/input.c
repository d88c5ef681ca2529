/* Layouts, devices and texts from arguments and files, and their diagnostics. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"
#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

int tt_layout_print_results(const tta_results *results, tta_source *source) {
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++)
    tt_layout_diagnose(source, tta_results_diagnostic(results, i));
  return tta_results_num_errors(results) ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
}

int tt_layout_print_failure(tta_status status, const tta_results *results, tta_source *source) {
  if (status == TTA_NO_MEMORY) return tt_layout_fail(status, NULL);
  int exit = tt_layout_print_results(results, source);
  if (!exit) tta_print_message(tt_layout_program, "note: no result: a comment suppresses the error");
  return exit;
}

int tt_layout_print_fault(const tta_diagnostic *fault, tta_source *source) {
  tt_layout_diagnose(source, fault);
  return TTA_EXIT_ERRORS;
}

/* A copy that ends with a NUL byte, as the library requires. */
static bool copy_argument(tta_buf *copy, const char *word) {
  tta_buf_init(copy, NULL);
  tta_buf_bytes(copy, word, strlen(word) + 1);
  return !copy->failed;
}

/* ---- types and files ---- */

static bool was_changed(const tta_input *file) {
  tta_io_failure changed = tta_input_changed(file);
  if (tta_io_failed(&changed)) tta_print_io_failure(tt_layout_program, &changed, file->name);
  return tta_io_failed(&changed);
}

int tt_layout_free_file(tta_input *file, int exit) {
  if (was_changed(file)) exit = TTA_EXIT_FAILED;
  tta_input_free(file);
  return exit;
}

bool tt_layout_is_text(const char *word) {
  return word && (strchr(word, '<') || (strpbrk(word, "([") && access(word, F_OK) != 0));
}

bool tt_layout_is_device(const char *word) {
  if (!tt_layout_is_text(word)) return false;
  tta_str text = tta_str_trim(tta_str_from(word));
  return tta_str_starts_with(text, "#tt.device<") || tta_str_starts_with(text, "#ttcore.device<");
}

bool tt_layout_is_tiled(const char *word) {
  static const char *const marks[] = {"tiled_layout<", "SpyreTensorLayout(", "FixedTiledLayout(",
                                      "spyre_empty_with_layout("};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strstr(word, marks[i])) return true;
  return false;
}

static int read_with(tta_input *input, const char *path,
                     tta_io_failure (*read)(tta_input *, const char *, const char *, const tta_allocator *)) {
  bool from_stdin = !path || !strcmp(path, "-");
  tta_io_failure failure = read(input, tt_layout_program, from_stdin ? NULL : path, NULL);
  if (!tta_io_failed(&failure)) return TTA_EXIT_DONE;
  if (!from_stdin && tt_layout_is_text(path))
    tta_print_error(tt_layout_program, "expected a FILE, not the text of a layout: '%s'", path);
  else
    tta_print_io_failure(tt_layout_program, &failure, from_stdin ? "<stdin>" : path);
  return TTA_EXIT_FAILED;
}

int tt_layout_read_file(tta_input *input, const char *path) { return read_with(input, path, tta_input_read); }
int tt_layout_read_bytes(tta_input *input, const char *path) { return read_with(input, path, tta_input_read_bytes); }

int tt_layout_load(const char *word, const char *what, tta_buf *copy, tta_input *file, bool *is_file,
                   tta_source *source) {
  tta_buf_init(copy, NULL);
  *is_file = !tt_layout_is_text(word);
  if (!*is_file) {
    if (!copy_argument(copy, word)) return tt_layout_fail(TTA_NO_MEMORY, NULL);
    tta_source_init(source, tta_str_from(what), (tta_str){copy->data, strlen(word)}, NULL);
    return TTA_EXIT_DONE;
  }
  int exit = tt_layout_read_file(file, word);
  if (exit) *is_file = false; /* nothing to free */
  else tta_source_init(source, tta_str_from(file->name), file->text, NULL);
  return exit;
}

static bool is_picked(const tt_layout_input *input) { return input->picked.layout || input->picked.tiled; }

/* Selects by --name, and prints why no layout was selected. */
static int select_layout(tt_layout_input *input, const char *name) {
  tta_str file = input->source.name;
  tta_buf names = tta_buf_new(NULL);
  tta_status status = tta_layouts_select(input->layouts, tta_str_from(name), &input->picked, &names);
  tta_buf_char(&names, '\0');
  if (names.failed) status = TTA_NO_MEMORY;
  if (status == TTA_NO_MEMORY)
    tta_print_no_memory(tt_layout_program);
  else if (status)
    tta_print_error(tt_layout_program, "'%s' names several layouts of %.*s: %s", name, TTA_STR_ARGS(file), names.data);
  else if (!is_picked(input))
    tta_print_error(tt_layout_program, "%.*s has no tensor with a layout named '%s'%s%s", TTA_STR_ARGS(file), name,
                    *names.data ? "; its layouts: " : "", names.data);
  tta_buf_free(&names);
  return status == TTA_NO_MEMORY ? TTA_EXIT_FAILED : is_picked(input) ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
}

static const char tiled_commands[] =
    "this is a tiled layout, which tt-layout tiled, draw, diff, convert, move and same accept";

/* Lists the layouts of a file that the command accepts. */
static int accept_entries(tt_layout_input *input, bool tiled) {
  size_t count = tta_layouts_num_entries(input->layouts);
  input->entries = malloc((count + 1) * sizeof(*input->entries));
  if (!input->entries) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  for (size_t i = 0; i < count; i++) {
    const tta_layout_entry *entry = tta_layouts_entry(input->layouts, i);
    if (entry->layout || tiled) input->entries[input->num_entries++] = entry;
  }
  return TTA_EXIT_DONE;
}

static int pick(tt_layout_input *input, const char *name, bool tiled) {
  int exit = name ? select_layout(input, name) : accept_entries(input, tiled);
  if (exit) return exit;
  if (!name && !input->is_file) input->picked = *tta_layouts_entry(input->layouts, 0);
  if (name && !input->picked.layout && !tiled) {
    tta_print_error(tt_layout_program, "%s: %s", name, tiled_commands);
    return TTA_EXIT_ERRORS;
  }
  input->one = is_picked(input);
  const tta_devices *devices = tta_layouts_devices(input->layouts);
  if (!input->one && !input->num_entries && !(devices && tta_devices_num_entries(devices)))
    tta_print_message(tt_layout_program,
                      tta_layouts_num_dynamic(input->layouts)
                          ? "note: %.*s has layouts of tensors with dynamic extents only, which have no shapes"
                      : tta_layouts_num_entries(input->layouts)
                          ? "note: %.*s has tiled layouts only, which tt-layout tiled and tt-layout draw accept"
                          : "note: %.*s has no tensor with a layout",
                      TTA_STR_ARGS(input->source.name));
  return TTA_EXIT_DONE;
}

/* @param tiled the command accepts tiled layouts of a FILE, too */
static int open_input(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era,
                      tta_layouts_mode of_text, bool tiled) {
  tta_check_options *options;
  *input = (tt_layout_input){.is_file = false};
  int exit = tt_layout_load(word, what, &input->copy, &input->file, &input->is_file, &input->source);
  if (exit) return exit;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tt_layout_check_options(era, &options);
  if (!status)
    status = tta_layouts_read(&input->source, input->is_file ? TTA_LAYOUTS_ALL : of_text, options, &input->layouts,
                              &reason);
  tta_check_options_free(options);
  if (input->is_file && was_changed(&input->file)) {
    tta_buf_free(&reason);
    return TTA_EXIT_FAILED;
  }
  if (!status || status == TTA_INVALID)
    exit = tt_layout_print_results(tta_layouts_results(input->layouts), &input->source);
  if (!status && exit == TTA_EXIT_ERRORS && input->is_file && tta_layouts_num_entries(input->layouts)) {
    tt_layout_note_errors();
    exit = TTA_EXIT_DONE;
  }
  if (status == TTA_INVALID && !input->is_file && tt_layout_is_tiled(word)) {
    reason.size = 0;
    tta_buf_str(&reason, tiled_commands);
  }
  if (!exit && status) exit = tt_layout_fail(status, &reason);
  else tta_buf_free(&reason);
  return exit ? exit : pick(input, name, tiled);
}

int tt_layout_open_layout(tt_layout_input *input, const char *word, const char *what, const char *name) {
  const char *begin = word + strspn(word, " \t\n");
  tta_layouts_mode mode = *begin == '#' ? TTA_LAYOUTS_ATTRIBUTE : TTA_LAYOUTS_TYPE;
  return open_input(input, word, what, name, 0, mode, true);
}

int tt_layout_open(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era) {
  return open_input(input, word, what, name, era, TTA_LAYOUTS_TYPE, false);
}

int tt_layout_open_all(tt_layout_input *input, const char *word, const char *what, const char *name, int32_t era) {
  return open_input(input, word, what, name, era, TTA_LAYOUTS_TYPE, true);
}

int tt_layout_name_requires_file(void) {
  tta_print_error(tt_layout_program, "--name requires a FILE");
  return TTA_EXIT_FAILED;
}

void tt_layout_close(tt_layout_input *input) {
  free(input->entries);
  tta_layouts_free(input->layouts);
  tta_source_free(&input->source);
  tta_buf_free(&input->copy);
  if (input->is_file) tta_input_free(&input->file);
}

enum { MAX_NAMES = 10 };

size_t tt_layout_input_count(const tt_layout_input *input) {
  return input->one ? 1 : input->num_entries;
}

const tta_layout_entry *tt_layout_input_get(const tt_layout_input *input, size_t index) {
  return input->one ? &input->picked : input->entries[index];
}

int tt_layout_single_entry(const tt_layout_input *input, const tta_layout_entry **entry) {
  size_t count = tt_layout_input_count(input);
  if (count == 1) {
    *entry = tt_layout_input_get(input, 0);
    return TTA_EXIT_DONE;
  }
  if (!count) return TTA_EXIT_ERRORS;
  tta_buf names = tta_buf_new(NULL);
  for (size_t i = 0; i < count && i < MAX_NAMES; i++) {
    if (i) tta_buf_str(&names, ", ");
    tta_layouts_name(input->layouts, input->entries[i], &names);
  }
  if (count > MAX_NAMES) tta_buf_printf(&names, " and %zu more", count - MAX_NAMES);
  tta_print_error(tt_layout_program, "%.*s has %zu layouts; select one with --name: %.*s",
                  TTA_STR_ARGS(input->source.name), count, (int)names.size, names.size ? names.data : "");
  tta_buf_free(&names);
  return TTA_EXIT_ERRORS;
}

int tt_layout_single(const tt_layout_input *input, const tta_layout **layout) {
  const tta_layout_entry *entry;
  int exit = tt_layout_single_entry(input, &entry);
  if (!exit) *layout = entry->layout;
  return exit;
}

/* ---- layouts in any notation ---- */

const char *const tt_layout_notations[] = {
#define NOTATION(id, name, target, lacks) name,
#include "ttattr/notations.def"
#undef NOTATION
    NULL};

/* Appends the option that supplies a missing part to the reason of a failure. */
static void append_option(tta_buf *reason, tta_layout_ref_part missing) {
  static const char *const options[] = {"", "; use --shape", "; use --element",
                                        "; use --from=metal, --from=ttnn, --from=ttcore or --from=tiled"};
  tta_buf_str(reason, options[missing]);
}

/* Reads a text and prints why it is not a layout in any notation. */
static int read_ref(tt_layout_ref_input *input, const char *word, tta_layout_ref_context context) {
  tta_check_options *options;
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tt_layout_check_options(context.era, &options);
  context.check = options;
  if (!status) status = tta_layout_ref_read(tta_str_from(word), &context, &input->text, &reason);
  tta_check_options_free(options);
  int exit = TTA_EXIT_DONE;
  if (input->text)
    exit = tt_layout_print_results(tta_layout_ref_results(input->text), tta_layout_ref_source(input->text));
  if (input->text) append_option(&reason, tta_layout_ref_missing(input->text));
  if (!exit && status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  if (!exit) input->ref = *tta_layout_ref_get(input->text);
  return exit;
}

tta_source *tt_layout_ref_place(tt_layout_ref_input *input, tta_span *span) {
  tta_source *source = input->text ? tta_layout_ref_source(input->text) : input->entry ? &input->file.source : NULL;
  *span = input->entry ? input->entry->span : (tta_span){0, source ? (uint32_t)source->text.size : 0};
  return source;
}

int tt_layout_open_tiled(tt_layout_ref_input *input, const char *word, const tta_layout_ref_context *context) {
  *input = (tt_layout_ref_input){.text = NULL};
  int exit = read_ref(input, word, *context);
  if (exit || input->ref.tiled) return exit;
  tta_print_error(tt_layout_program, "expected one #tt.tiled_layout<...>, or a tensor type with it");
  return TTA_EXIT_ERRORS;
}

const char *tt_layout_completing_option(const tta_arguments *arguments) {
  static const char *const options[] = {"--shape", "--element", "--grid", "--from"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (tta_given(arguments, options[i])) return options[i];
  return NULL;
}

int tt_layout_reject_completing(const char *option) {
  if (!option) return TTA_EXIT_DONE;
  tta_print_error(tt_layout_program, "%s requires a TEXT that lacks it", option);
  return TTA_EXIT_FAILED;
}

int tt_layout_open_ref(tt_layout_ref_input *input, const char *word, const char *name,
                       const tt_layout_ref_options *options, int32_t era) {
  *input = (tt_layout_ref_input){.text = NULL};
  if (!tt_layout_is_text(word)) {
    int exit = tt_layout_open_all(&input->file, word, "<TYPE>", name, era);
    if (!exit) exit = tt_layout_single_entry(&input->file, &input->entry);
    if (!exit) input->ref = tta_layout_ref_of(input->entry->layout, input->entry->tiled);
    return exit;
  }
  tta_layout_ref_context context = {.from = (tta_notation)options->from,
                                    .has_shape = options->has_shape,
                                    .shape = tta_numbers_shape(&options->shape),
                                    .grid = tta_numbers_shape(&options->grid),
                                    .element = tta_str_from(options->element),
                                    .era = era};
  return read_ref(input, word, context);
}

void tt_layout_close_ref(tt_layout_ref_input *input) {
  tta_layout_ref_free(input->text);
  tt_layout_close(&input->file);
}
