/* Memory plans of the commands `memory` and `draw`. */
#include "plan.h"

#include <stdio.h>

#include "tools/common/message.h"

void tt_layout_plan_print_errors(const tt_layout_plan *in) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (size_t i = 0; i < tta_memory_plan_num_errors(in->plan); i++) {
    const tta_memory_error *f = tta_memory_plan_error(in->plan, i);
    if (f->line) tta_buf_printf(&text, "%s:%u:", f->in_resources ? in->resources : in->file.name, f->line);
    else tta_buf_printf(&text, "%s:", tt_layout_program);
    if (f->column) tta_buf_printf(&text, "%u:", f->column);
    tta_buf_char(&text, ' ');
    tta_buf_str(&text, f->note ? "note: " : "error: ");
    tt_layout_append_str(&text, f->message);
    tta_buf_char(&text, '\n');
  }
  if (text.failed) tta_print_no_memory(tt_layout_program);
  if (text.size && fwrite(text.data, 1, text.size, stderr) != text.size) { /* nowhere left to report it */ }
  tta_buf_free(&text);
}

static int fail(tta_status status) {
  tta_buf none;
  tta_buf_init(&none, NULL);
  return tt_layout_fail(status, &none);
}

/* Nothing is planned on a text with errors. */
static int verify(tt_layout_plan *in) {
  tta_check *check;
  tta_check_options *options;
  tta_status status = tt_layout_check_options(in->options.era, &options);
  if (!status) {
    tta_check_options_set_canonicalize(options, false);
    tta_check_options_set_split(options, true);
    status = tta_check_text(&in->source, options, &check);
  }
  tta_check_options_free(options);
  if (status) return fail(status);
  int exit = tta_check_num_errors(check) ? tt_layout_print_diagnostics(check, &in->source) : TTA_EXIT_DONE;
  tta_check_free(check);
  return exit;
}

static int read_inputs(tt_layout_plan *in, const char *path) {
  int exit = tt_layout_read_file(&in->file, path);
  if (exit) return exit;
  in->has_file = true;
  tta_source_init(&in->source, tta_view(in->file.name), in->file.text, NULL);
  if (in->system_desc && (exit = tta_system_open(tt_layout_program, in->system_desc, &in->system))) return exit;
  in->options.system_desc = in->system.text;
  if (!in->resources || (exit = tt_layout_read_file(&in->resources_file, in->resources))) return exit;
  in->has_resources = true;
  in->options.resources = in->resources_file.text;
  return exit;
}

int tt_layout_plan_open(tt_layout_plan *in, const char *path) {
  int exit = read_inputs(in, path);
  if (!exit) exit = verify(in);
  if (exit) return exit;
  tta_status status = tta_memory_plan_new(&in->source, &in->options, &in->plan);
  if (!in->plan) return fail(status);
  if (status) tt_layout_plan_print_errors(in);
  return status ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
}

int tt_layout_plan_close(tt_layout_plan *in, int exit) {
  tta_memory_plan_free(in->plan);
  tta_system_close(&in->system);
  if (in->has_resources) tta_input_free(&in->resources_file);
  if (!in->has_file) return exit;
  tta_source_free(&in->source);
  return tt_layout_free_file(&in->file, exit);
}
