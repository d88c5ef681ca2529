/* Kernel sources of `tt-layout protocol BINDING`: reads files, reports what the interpreter found (ttattr/kernel.h). */
#include "binding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

enum { MAX_FILES = 512, MAX_PATH_BYTES = 4096 };

typedef struct file_reader {
  const tt_layout_sources *sources;
  const char *binding;
  tta_source *text; /* of the binding */
  tta_input files[MAX_FILES];
  tta_source texts[MAX_FILES];
  char *paths[MAX_FILES];
  size_t num_files;
  bool no_memory;
} file_reader;

/* The folder of a path, with its slash. */
static size_t folder_size(const char *path, size_t size) {
  while (size && path[size - 1] != '/') size--;
  return size;
}

static bool open_path(file_reader *r, const char *folder, size_t folder_bytes, tta_str name, tta_str *path,
                      tta_str *text) {
  bool slash = folder_bytes && folder[folder_bytes - 1] != '/';
  if (folder_bytes + name.size + 2 > MAX_PATH_BYTES || r->num_files == MAX_FILES) return false;
  char full[MAX_PATH_BYTES];
  int size = snprintf(full, sizeof full, "%.*s%s%.*s", (int)folder_bytes, folder, slash ? "/" : "", (int)name.size,
                      name.data);
  for (size_t i = 0; i < r->num_files; i++)
    if (!strcmp(r->paths[i], full)) {
      *path = (tta_str){r->paths[i], (size_t)size};
      *text = r->files[i].text;
      return true;
    }
  char *kept = malloc((size_t)size + 1);
  if (!kept) {
    r->no_memory = true;
    return false;
  }
  memcpy(kept, full, (size_t)size + 1);
  tta_io_failure failure = tta_input_read(&r->files[r->num_files], tt_layout_program, kept, NULL);
  if (failure.action) {
    r->no_memory |= failure.error == ENOMEM;
    free(kept);
    return false;
  }
  tta_source_init(&r->texts[r->num_files], (tta_str){kept, (size_t)size}, r->files[r->num_files].text, NULL);
  r->paths[r->num_files] = kept;
  *path = (tta_str){kept, (size_t)size};
  *text = r->files[r->num_files++].text;
  return true;
}

/* Next to the file that includes it, next to the binding, in the folders of -I. */
static bool read_file(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text) {
  file_reader *r = user;
  if (!name.size) return false;
  if (name.data[0] == '/') return open_path(r, "", 0, name, path, text);
  if (from.size && open_path(r, from.data, folder_size(from.data, from.size), name, path, text)) return true;
  if (open_path(r, r->binding, folder_size(r->binding, strlen(r->binding)), name, path, text)) return true;
  for (size_t i = 0; i < r->sources->num_folders; i++) {
    tta_str folder = r->sources->folders[i];
    if (open_path(r, folder.data, folder.size, name, path, text)) return true;
  }
  return false;
}

static tta_source *find_source(void *user, tta_str file) {
  file_reader *r = user;
  for (size_t i = 0; i < r->num_files && file.size; i++)
    if (tta_str_equal(r->texts[i].name, file)) return &r->texts[i];
  return file.size ? NULL : r->text;
}

static void report_diagnostics(const tta_kernel_program *program, const char *binding) {
  static const char *const severities[] = {"error", "warning", "warning", "note"};
  static const char *const kinds[] = {"kernel", "kernel", "undecided", NULL};
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (size_t i = 0; i < tta_kernel_num_diagnostics(program); i++) {
    const tta_kernel_diagnostic *d = tta_kernel_diagnostic_at(program, i);
    tt_layout_position at = {d->file.size ? d->file.data : binding, d->line, d->line ? d->column : 0};
    tt_layout_append_message(&text, at, severities[d->severity], d->message, kinds[d->severity]);
  }
  tta_report_and_free(tt_layout_program, &text, TTA_EXIT_DONE);
}

/* Without a protocol: what the sources show. */
static void no_protocol_json(tta_buf *out, const tta_kernel_program *program, const char *verdict) {
  static const char *const severities[] = {"error", "warning", "warning", "note"};
  static const char *const kinds[] = {"kernel", "kernel", "undecided", "kernel"};
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_bool(&json, "passes", false);
  tta_json_key_text(&json, "verdict", verdict);
  tta_json_key_open(&json, "faults", '[');
  for (size_t i = 0; i < tta_kernel_num_diagnostics(program); i++) {
    const tta_kernel_diagnostic *d = tta_kernel_diagnostic_at(program, i);
    tta_json_open(&json, '{');
    tta_json_key_text(&json, "kind", kinds[d->severity]);
    tta_json_key_text(&json, "severity", severities[d->severity]);
    if (d->file.size) tta_json_key_string(&json, "file", d->file);
    tta_json_key_int(&json, "line", d->line);
    tta_json_key_int(&json, "column", d->column);
    tta_json_key_string(&json, "message", d->message);
    tta_json_close(&json, '}');
  }
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

static int print_program(const tta_kernel_program *program, tta_source *binding,
                         const tt_layout_protocol_output *output) {
  tt_layout_verdicts found = {false, false};
  const tta_protocol *protocol = tta_kernel_protocol(program);
  int exit;
  report_diagnostics(program, binding->name.data);
  if (protocol) {
    exit = tt_layout_print_protocol(protocol, binding, output, &found);
  } else {
    tta_buf out;
    tta_buf_init(&out, NULL);
    found.fails = !tta_kernel_is_valid(program);
    found.undecided = !found.fails;
    if (output->json) no_protocol_json(&out, program, found.fails ? "fails" : "undecided");
    else if (found.undecided && !output->text) tt_layout_linef(&out, "result", "undecided");
    exit = tt_layout_finish(&out);
  }
  return exit ? exit : tt_layout_verdict_exit(found);
}

int tt_layout_verify_kernels(const tta_input *binding, const tt_layout_sources *sources,
                             const tta_protocol_options *how, const tt_layout_protocol_output *output) {
  file_reader *reader = calloc(1, sizeof *reader);
  tta_kernel_program *program = NULL;
  if (!reader) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  reader->sources = sources;
  reader->binding = binding->name;
  reader->text = how->user;
  tta_protocol_options checked = *how;
  checked.find_source = find_source;
  checked.user = reader;
  tta_kernel_options options = {.defines = sources->defines, .num_defines = sources->num_defines,
                                .arch = sources->arch, .read_file = read_file, .user = reader};
  tta_status status = tta_kernel_program_read(binding->text, &options, &checked, &program);
  if (reader->no_memory) status = TTA_NO_MEMORY;
  int exit = status ? tt_layout_fail(status, NULL) : print_program(program, reader->text, output);
  tta_kernel_program_free(program);
  for (size_t i = 0; i < reader->num_files; i++) {
    tta_source_free(&reader->texts[i]);
    tta_input_free(&reader->files[i]);
    free(reader->paths[i]);
  }
  free(reader);
  return exit;
}
