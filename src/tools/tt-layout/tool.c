/* Results, messages and text output of the commands of tt-layout. */
#include "tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/format.h"
#include "tools/common/message.h"
#include "tools/common/output.h"

/* ---- diagnostics ---- */

const tta_option tt_layout_diagnostic_rows[TT_LAYOUT_NUM_DIAGNOSTIC_ROWS] = {TTA_DIAGNOSTIC_ROWS(0)};
tta_diagnostic_options tt_layout_diagnostics;

/* Those of the command that runs. */
static tta_buf reported;
static size_t num_reported, num_errors;
static bool file_had_errors; /* and sound layouts, which the command goes on with */

void tt_layout_note_errors(void) { file_had_errors = true; }

void tt_layout_diagnose(tta_source *source, const tta_diagnostic *d) {
  const tta_diagnostic_options *o = &tt_layout_diagnostics;
  if (d->first && !tta_diagnostic_repeats_listed(o)) return;
  num_errors += d->severity == TTA_SEVERITY_ERROR;
  if (o->format == TTA_FORMAT_TEXT && !o->output_file) {
    tta_render_options how = {.color = tta_color_wanted((tta_color)o->color), .width = tta_term_width()};
    tta_diagnostic_text(&reported, source, d, how);
  } else {
    tta_diagnostic_append(o, &reported, num_reported, source, d);
  }
  num_reported++;
  if (tta_diagnostic_report_wanted(o)) return;
  tta_report_and_free(tt_layout_program, &reported, TTA_EXIT_DONE);
  tta_buf_init(&reported, NULL);
}

/* A document with the diagnostics of the command. */
static int write_report(const char *name, int exit) {
  tta_diagnostic_report report;
  tta_diagnostic_input input = {.name = name, .diagnostics = tta_buf_view(&reported), .count = num_reported,
                                .errors = num_errors};
  if (reported.failed) input.obstacle = "out of memory";
  tta_diagnostic_report_open(&report, &tt_layout_diagnostics);
  tta_diagnostic_report_add(&report, &input);
  return tta_diagnostic_report_close(&report, exit);
}

int tt_layout_run(const tta_command *command, char **argv) {
  num_reported = num_errors = 0;
  file_had_errors = false; /* tests run several commands in a process */
  tta_buf_init(&reported, NULL);
  if (!tta_diagnostic_options_init(&tt_layout_diagnostics, tt_layout_program)) return TTA_EXIT_FAILED;
  int exit = command->run(command, argv);
  if (!exit && file_had_errors) exit = TTA_EXIT_ERRORS;
  if (tta_diagnostic_report_wanted(&tt_layout_diagnostics)) exit = write_report(command->name, exit);
  tta_buf_free(&reported);
  tta_diagnostic_options_free(&tt_layout_diagnostics);
  return exit;
}

/* ---- results and messages ---- */

int tt_layout_finish(tta_buf *out) {
  if (tta_diagnostic_report_takes_stdout(&tt_layout_diagnostics) && !out->failed) out->size = 0;
  return tta_print_and_free(tt_layout_program, out, NULL);
}

int tt_layout_fail(tta_status status, tta_buf *reason) {
  bool lost = status == TTA_NO_MEMORY || (reason && reason->failed);
  if (lost) tta_print_no_memory(tt_layout_program);
  else if (reason && reason->size)
    tta_print_error(tt_layout_program, "%.*s", (int)(reason->size > 4000 ? 4000 : reason->size), reason->data);
  else tta_print_error(tt_layout_program, "%s", tta_status_meaning(status));
  if (reason) tta_buf_free(reason);
  return lost ? TTA_EXIT_FAILED : TTA_EXIT_ERRORS;
}

int tt_layout_conclude(tta_status status, tta_buf *out, tta_buf *reason) {
  if (!status) {
    tta_buf_free(reason);
    return tt_layout_finish(out);
  }
  tta_buf_free(out);
  return tt_layout_fail(status, reason);
}

void tt_layout_warn(tta_buf *warnings) {
  const char *at = warnings->data, *end = warnings->size ? at + warnings->size : at;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    bool note = stop - at > 6 && !memcmp(at, "note: ", 6);
    tta_print_message(tt_layout_program, "%s%.*s", note ? "" : "warning: ", (int)(stop - at), at);
    at = stop + (stop < end);
  }
  tta_buf_free(warnings);
}

/* ---- text for people ---- */

enum { COLUMNS = 80, TEXT_COLUMN = 12 };

/* Where a line of at most `limit` bytes can end: after a blank, otherwise anywhere. */
static size_t line_length(tta_str text, size_t limit) {
  if (text.size <= limit) return text.size;
  for (size_t n = limit + 1; n > limit / 2; n--)
    if (text.data[n - 1] == ' ') return n;
  return limit;
}

void tt_layout_line(tta_buf *out, const char *label, tta_str text) {
  tta_buf_printf(out, "%-*s", TEXT_COLUMN, label);
  while (text.size) {
    size_t n = line_length(text, COLUMNS - TEXT_COLUMN), shown = n;
    while (shown && text.data[shown - 1] == ' ') shown--;
    tta_buf_bytes(out, text.data, shown);
    text = (tta_str){text.data + n, text.size - n};
    if (text.size) tta_buf_printf(out, "\n%*s", TEXT_COLUMN, "");
  }
  tta_buf_char(out, '\n');
}

void tt_layout_linef(tta_buf *out, const char *label, const char *format, ...) {
  tta_buf text = tta_buf_new(NULL);
  va_list args;
  va_start(args, format);
  tta_buf_vprintf(&text, format, args);
  va_end(args);
  if (text.failed) out->failed = true;
  tt_layout_line(out, label, tta_buf_view(&text));
  tta_buf_free(&text);
}

tta_status tt_layout_check_options(int32_t era, tta_check_options **out) {
  tta_status status = tta_check_options_copy(tt_layout_diagnostics.check, out);
  if (status) return status;
  tta_check_options_set_keep_errors(*out, true);
  return tta_check_options_set_era(*out, era);
}

void tt_layout_flush(tta_buf *out, const char *label, tta_buf *text) {
  tt_layout_line(out, label, tta_buf_view(text));
  if (text->failed) out->failed = true;
  text->size = 0;
}

