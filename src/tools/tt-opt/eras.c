/* Owns --list-eras FILE: the dates at which tt-mlir read a file, a line for each run of days, both ends included:
 * `2024-11-27 .. 2025-02-24`, or `2025-06-20 ..` where it still does. No such date: exit 1, and why. */
#include <stdio.h>
#include <string.h>

#include "lists.h"
#include "options.h"
#include "tools/common/file.h"
#include "tools/common/message.h"
#include "ttattr/check.h"

static void append_date(tta_buf *out, int32_t date) {
  tta_buf_printf(out, "%04d-%02d-%02d", (int)(date / 10000), (int)(date / 100 % 100), (int)(date % 100));
}

static void print_error(tta_source *source, const tta_diagnostic *d) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_diagnostic_text(&text, source, d, (tta_render_options){.width = 0});
  if (text.size && fwrite(text.data, 1, text.size, stderr) != text.size) { /* nowhere left to say it */
  }
  tta_buf_free(&text);
}

static int fail(const char *name, tta_status status) {
  if (status == TTA_LIMIT) tta_print_error(tt_opt_program, "'%s' is larger than 2 GiB", name);
  else tta_print_no_memory(tt_opt_program);
  return TTA_EXIT_FAILED;
}

/* What cannot be read at all has no dates. */
static int report_faults(tta_source *source) {
  tta_check_options how;
  tta_check_options_init(&how);
  how.split = how.parse_only = true;
  how.canonicalise = false;
  tta_check *check;
  tta_status status = tta_check_text(source, &how, &check);
  if (status) return fail(source->name.data, status);
  for (size_t i = 0; i < tta_check_num_diagnostics(check); i++) {
    const tta_diagnostic *d = tta_check_diagnostic(check, i);
    if (d->severity == TTA_SEVERITY_ERROR) print_error(source, d);
  }
  int exit = tta_check_num_errors(check) ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
  tta_check_free(check);
  return exit;
}

static int list(tta_source *source) {
  tta_text_eras *eras;
  tta_status status = tta_text_eras_read(source, NULL, &eras);
  if (status) return fail(source->name.data, status);
  int exit = tta_text_eras_size(eras) ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
  if (exit) print_error(source, tta_text_eras_conflict(eras));
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (size_t i = 0; i < tta_text_eras_size(eras); i++) {
    tta_era era = tta_text_eras_at(eras, i);
    append_date(&text, era.since);
    tta_buf_str(&text, era.until ? " .. " : " ..");
    if (era.until) append_date(&text, era.until);
    tta_buf_char(&text, '\n');
  }
  tta_text_eras_free(eras);
  int printed = tt_opt_print(&text);
  return printed ? printed : exit;
}

int tt_opt_list_eras(const char *file) {
  tta_input input;
  tta_io_failure failure = tta_input_read(&input, tt_opt_program, strcmp(file, "-") ? file : NULL, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_opt_program, &failure, file);
    return TTA_EXIT_FAILED;
  }
  tta_source source;
  tta_source_init(&source, (tta_str){input.name, strlen(input.name)}, input.text, NULL);
  int status = report_faults(&source);
  if (!status) status = list(&source);
  tta_source_free(&source);
  tta_input_free(&input);
  return status;
}
