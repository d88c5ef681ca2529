/* The report of a run: one SARIF log, one JUnit document, or the diagnostics one after another. */
#include "report.h"

#include "base/format.h"
#include "base/str.h"
#include "base/xml.h"
#include "ttattr/attr.h"
#include "ttattr/formats.h"

/* Other programs read these; people read text and JSON on standard error. */
static bool is_for_programs(int format) { return format > TT_OPT_FORMAT_JSON; }

bool tt_opt_report_wanted(const tt_opt_options *options) {
  return options->output_file || is_for_programs(options->format);
}

static void write_and_free(tt_opt_report *report, tta_buf *text) {
  tta_output *output = &report->output;
  if (text->failed) output->failure = (tta_io_failure){"cannot write", 0, "out of memory"};
  else tta_output_bytes(output, text->data, text->size);
  tta_buf_free(text);
}

void tt_opt_report_open(tt_opt_report *report, const tt_opt_options *options) {
  *report = (tt_opt_report){.options = options};
  tta_buf_init(&report->notifications, NULL);
  if (!tt_opt_report_wanted(options)) return;
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_output_open(&report->output, options->output_file, NULL);
  if (options->format == TT_OPT_FORMAT_SARIF) tta_sarif_open(&text, tt_opt_program, tta_version());
  if (options->format == TT_OPT_FORMAT_JUNIT)
    tta_buf_printf(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\">\n", tt_opt_program);
  write_and_free(report, &text);
}

void tt_opt_report_diagnostic(const tt_opt_options *options, tta_buf *out, size_t count, tta_source *source,
                              const tta_diagnostic *diagnostic) {
  tta_render_options plain = {options->color == TTA_COLOR_ALWAYS, 0};
  switch (options->format) {
  case TT_OPT_FORMAT_TEXT: tta_diagnostic_text(out, source, diagnostic, plain); break;
  case TT_OPT_FORMAT_JSON: tta_diagnostic_json(out, source, diagnostic); break;
  case TT_OPT_FORMAT_GITHUB: tta_diagnostic_github(out, source, diagnostic); break;
  case TT_OPT_FORMAT_JUNIT: tta_diagnostic_junit(out, source, diagnostic); break;
  default:
    if (count) tta_buf_str(out, ",\n");
    tta_diagnostic_sarif(out, source, diagnostic);
  }
}

static void add_sarif(tt_opt_report *report, tta_buf *text, const tt_opt_report_input *input) {
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
static void add_junit(tta_buf *text, const tt_opt_report_input *input) {
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

void tt_opt_report_add(tt_opt_report *report, const tt_opt_report_input *input) {
  if (!tt_opt_report_wanted(report->options)) return;
  tta_buf text;
  tta_buf_init(&text, NULL);
  if (report->options->format == TT_OPT_FORMAT_SARIF) add_sarif(report, &text, input);
  else if (report->options->format == TT_OPT_FORMAT_JUNIT) add_junit(&text, input);
  else tta_buf_append(&text, input->diagnostics);
  write_and_free(report, &text);
}

int tt_opt_report_close(tt_opt_report *report, int status) {
  if (!tt_opt_report_wanted(report->options)) return status;
  tta_buf text;
  tta_buf_init(&text, NULL);
  text.failed = report->notifications.failed;
  if (report->options->format == TT_OPT_FORMAT_SARIF)
    tta_sarif_close(&text, status, tta_buf_view(&report->notifications));
  if (report->options->format == TT_OPT_FORMAT_JUNIT) tta_buf_str(&text, "</testsuites>\n");
  write_and_free(report, &text);
  tta_buf_free(&report->notifications);
  if (tta_output_close(&report->output)) return status;
  tta_print_io_failure(tt_opt_program, &report->output.failure, report->output.name);
  return TTA_EXIT_FAILED;
}
