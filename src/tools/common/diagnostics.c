/* The options of diagnostics, and the report of a run: one SARIF log, one JUnit document, or the diagnostics one after
 * another. */
#include "tools/common/diagnostics.h"

#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/str.h"
#include "base/xml.h"
#include "tools/common/message.h"
#include "ttattr/base.h"
#include "ttattr/diag.h"

const char *const tta_diagnostic_formats[] = {"text", "json", "sarif", "github", "junit", NULL};
const char *const tta_diagnostic_colors[] = {"auto", "always", "never", NULL}; /* tta_color */

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static bool report_no_memory(const char *program) {
  tta_print_no_memory(program);
  return false;
}

bool tta_diagnostic_options_init(tta_diagnostic_options *options, const char *program) {
  *options = (tta_diagnostic_options){.program = program};
  return !tta_check_options_new(NULL, &options->check) || report_no_memory(program);
}

void tta_diagnostic_options_free(tta_diagnostic_options *options) {
  TTA_ARRAY_FREE(&tta_malloc_allocator, options, changes);
  tta_check_options_free(options->check);
}

bool tta_is_rule_or_group(const char *program, const char *name) {
  for (size_t r = 0; r < tta_num_rules(); r++)
    if (tta_rule_is_selected(tta_rule_at(r), tta_str_from(name))) return true;
  const char *nearest = tta_rule_nearest(tta_str_from(name));
  if (nearest)
    tta_print_error(program, "unknown rule '%s'; did you mean '%s'? ('tt-opt --list-rules' lists all rules)", name,
                    nearest);
  else tta_print_error(program, "unknown rule '%s'; 'tt-opt --list-rules' lists all rules", name);
  return false;
}

/* A rule that is an error can be neither turned off nor lowered. Of groups the other rules change. */
static bool can_change(const char *program, const tta_option_use *use, tta_rule_change change) {
  tta_rule rule = tta_rule_find(tta_str_from(use->value));
  if (rule == TTA_RULE_NONE || tta_rule_get(rule)->severity != TTA_SEVERITY_ERROR) return true;
  if (change == TTA_RULES_ENABLE || change == TTA_RULES_AS_ERRORS) return true;
  tta_print_error(program, "%s%s%s: rule '%s' is an error and cannot be turned off", use->name,
                  change == TTA_RULES_NOT_AS_ERRORS ? "=" : "", use->value, use->value);
  return false;
}

static int change_rules(tta_diagnostic_options *o, const tta_option_use *use, tta_rule_change change) {
  tta_str name = use->value ? tta_str_from(use->value) : (tta_str){NULL, 0};
  if (use->value && (!tta_is_rule_or_group(o->program, use->value) || !can_change(o->program, use, change)))
    return TTA_EXIT_FAILED;
  tta_check_options_change_rules(o->check, name, change);
  if (!TTA_GROW(&tta_malloc_allocator, o, changes, 1)) {
    tta_print_no_memory(o->program);
    return TTA_EXIT_FAILED;
  }
  o->changes[o->num_changes++] = (tta_rule_option){use->value, change};
  return -1;
}

int tta_parse_rule_off(void *options, const tta_option_use *use) {
  return change_rules(options, use, TTA_RULES_DISABLE);
}
int tta_parse_rule_on(void *options, const tta_option_use *use) { return change_rules(options, use, TTA_RULES_ENABLE); }
int tta_parse_rule_error(void *options, const tta_option_use *use) {
  return change_rules(options, use, TTA_RULES_AS_ERRORS);
}
int tta_parse_rule_no_error(void *options, const tta_option_use *use) {
  return change_rules(options, use, TTA_RULES_NOT_AS_ERRORS);
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

/* Other programs read these; people read text and JSON on standard error. */
static bool is_for_programs(int format) { return format > TTA_FORMAT_JSON; }

bool tta_diagnostic_report_wanted(const tta_diagnostic_options *options) {
  return options->output_file || is_for_programs(options->format);
}

bool tta_diagnostic_report_takes_stdout(const tta_diagnostic_options *options) {
  if (options->output_file) return !strcmp(options->output_file, "-");
  return is_for_programs(options->format);
}

static void write_and_free(tta_diagnostic_report *report, tta_buf *text) {
  tta_output *output = &report->output;
  if (text->failed) output->failure = (tta_io_failure){"cannot write", 0, "out of memory"};
  else tta_output_bytes(output, text->data, text->size);
  tta_buf_free(text);
}

void tta_diagnostic_report_open(tta_diagnostic_report *report, const tta_diagnostic_options *options) {
  *report = (tta_diagnostic_report){.options = options};
  tta_buf_init(&report->notifications, NULL);
  if (!tta_diagnostic_report_wanted(options)) return;
  tta_buf text = tta_buf_new(NULL);
  tta_output_open(&report->output, options->output_file, NULL);
  if (options->format == TTA_FORMAT_SARIF) tta_sarif_open(&text, options->program, tta_version());
  if (options->format == TTA_FORMAT_JUNIT)
    tta_buf_printf(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\">\n", options->program);
  write_and_free(report, &text);
}

void tta_diagnostic_append(const tta_diagnostic_options *options, tta_buf *out, size_t count, tta_source *source,
                              const tta_diagnostic *diagnostic) {
  tta_render_options plain = {options->color == TTA_COLOR_ALWAYS, 0};
  switch (options->format) {
  case TTA_FORMAT_TEXT: tta_diagnostic_text(out, source, diagnostic, plain); break;
  case TTA_FORMAT_JSON: tta_diagnostic_json(out, source, diagnostic); break;
  case TTA_FORMAT_GITHUB: tta_diagnostic_github(out, source, diagnostic); break;
  case TTA_FORMAT_JUNIT: tta_diagnostic_junit(out, source, diagnostic); break;
  default:
    if (count) tta_buf_str(out, ",\n");
    tta_diagnostic_sarif(out, source, diagnostic);
  }
}

static void add_sarif(tta_diagnostic_report *report, tta_buf *text, const tta_diagnostic_input *input) {
  if (input->obstacle) {
    if (report->notifications.size) tta_buf_char(&report->notifications, ',');
    tta_sarif_notification(&report->notifications, tta_str_from(input->name), tta_str_from(input->obstacle));
  }
  if (!input->diagnostics.size) return;
  if (report->has_results) tta_buf_char(text, ',');
  report->has_results = true;
  tta_buf_char(text, '\n');
  tta_buf_append(text, input->diagnostics);
}

/* An input without errors is one test that passes. */
static void add_junit(tta_buf *text, const tta_diagnostic_input *input) {
  bool extra = input->obstacle || !input->errors;
  tta_buf_str(text, "  <testsuite name=\"");
  tta_xml_text(text, tta_str_from(input->name));
  tta_buf_printf(text, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\">\n", input->count + extra, input->errors,
                 input->obstacle ? 1 : 0);
  if (extra) {
    tta_buf_str(text, "    <testcase classname=\"");
    tta_xml_text(text, tta_str_from(input->name));
    tta_buf_str(text, "\" name=\"no errors\">");
    if (input->obstacle) {
      tta_buf_str(text, "<error message=\"");
      tta_xml_text(text, tta_str_from(input->obstacle));
      tta_buf_str(text, "\"/>");
    }
    tta_buf_str(text, "</testcase>\n");
  }
  tta_buf_append(text, input->diagnostics);
  tta_buf_str(text, "  </testsuite>\n");
}

void tta_diagnostic_report_add(tta_diagnostic_report *report, const tta_diagnostic_input *input) {
  if (!tta_diagnostic_report_wanted(report->options)) return;
  tta_buf text = tta_buf_new(NULL);
  if (report->options->format == TTA_FORMAT_SARIF) add_sarif(report, &text, input);
  else if (report->options->format == TTA_FORMAT_JUNIT) add_junit(&text, input);
  else tta_buf_append(&text, input->diagnostics);
  write_and_free(report, &text);
}

int tta_diagnostic_report_close(tta_diagnostic_report *report, int status) {
  if (!tta_diagnostic_report_wanted(report->options)) return status;
  tta_buf text = tta_buf_new(NULL);
  text.failed = report->notifications.failed;
  if (report->options->format == TTA_FORMAT_SARIF)
    tta_sarif_close(&text, status, tta_buf_view(&report->notifications));
  if (report->options->format == TTA_FORMAT_JUNIT) tta_buf_str(&text, "</testsuites>\n");
  write_and_free(report, &text);
  tta_buf_free(&report->notifications);
  if (tta_output_close(&report->output)) return status;
  tta_print_io_failure(report->options->program, &report->output.failure, report->output.name);
  return TTA_EXIT_FAILED;
}
