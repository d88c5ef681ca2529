/* What tt-opt prints about itself and about dates: rules, attributes, version, --list-eras. */
#include "lists.h"

#include <string.h>

#include "base/format.h"
#include "base/str.h"
#include "options.h"
#include "tools/common/input.h"
#include "tools/common/message.h"
#include "tools/common/options.h"
#include "tools/common/output.h"
#include "tools/common/version.h"
#include "ttattr/check.h"

int tt_opt_print(tta_buf *text) { return tta_print_and_free(tt_opt_program, text, NULL); }

int tt_opt_print_version(void *request, const tta_option_use *use) {
  (void)request, (void)use;
  return tta_print_version(tt_opt_program);
}

static void append_example(tta_buf *text, const char *title, const char *example) {
  tta_buf_printf(text, "\n%s:\n", title);
  while (*example) {
    size_t n = strcspn(example, "\n");
    enum { LONGEST = 400 };
    tta_buf_str(text, "    ");
    tta_buf_bytes(text, example, n > LONGEST ? LONGEST : n);
    tta_buf_str(text, n > LONGEST ? "...\n" : "\n");
    example += n + (example[n] == '\n');
  }
}

static void append_rule_line(tta_buf *text, tta_rule rule) {
  const tta_rule_info *info = tta_rule_get(rule);
  tta_buf_printf(text, "%-24s %-8s %-10s %s\n", info->name, tta_severity_name(info->severity),
                 tta_rule_group_at(tta_rule_group_of(rule))->name, info->summary);
}

static int explain_group(const char *name) {
  tta_buf text = tta_buf_new(NULL);
  for (size_t g = 0; g < tta_num_rule_groups(); g++)
    if (!strcmp(tta_rule_group_at(g)->name, name))
      tta_buf_printf(&text, "%s (group): %s\n\n", name, tta_rule_group_at(g)->summary);
  if (!text.size) tta_buf_printf(&text, "%s (group)\n\n", name);
  for (size_t r = 0; r < tta_num_rules(); r++)
    if (tta_rule_is_selected(tta_rule_at(r), tta_str_from(name))) append_rule_line(&text, tta_rule_at(r));
  return tt_opt_print(&text);
}

int tt_opt_explain(void *request, const tta_option_use *use) {
  const char *name = use->value;
  (void)request;
  if (!tta_is_rule_or_group(tt_opt_program, name)) return TTA_EXIT_FAILED;
  tta_rule rule = tta_rule_find(tta_str_from(name));
  if (rule == TTA_RULE_NONE) return explain_group(name);
  const tta_rule_info *info = tta_rule_get(rule);
  tta_buf text = tta_buf_new(NULL);
  const tta_rule_group *group = tta_rule_group_at(tta_rule_group_of(rule));
  tta_buf_printf(&text, "%s (%s): %s\n\n%s\nGroup: %s.", info->name, tta_severity_name(info->severity),
                 info->summary, info->explanation, group->name);
  if (group->command) tta_buf_printf(&text, " Verified by %s.", group->command);
  tta_buf_char(&text, '\n');
  if (info->bad) append_example(&text, "Reported", info->bad);
  if (info->good) append_example(&text, "Accepted", info->good);
  return tt_opt_print(&text);
}

static void append_rule_json(tta_json *json, tta_rule rule) {
  const tta_rule_info *info = tta_rule_get(rule);
  const tta_rule_group *group = tta_rule_group_at(tta_rule_group_of(rule));
  tta_json_open(json, '{');
  tta_json_key_text(json, "name", info->name);
  tta_json_key_text(json, "severity", tta_severity_name(info->severity));
  tta_json_key_text(json, "group", group->name);
  tta_json_key_text(json, "command", group->command ? group->command : "tt-opt");
  tta_json_key_text(json, "summary", info->summary);
  tta_json_key_text(json, "explanation", info->explanation);
  tta_json_key_string(json, "reported", tta_str_from(info->bad));
  tta_json_key_string(json, "accepted", tta_str_from(info->good));
  tta_json_close(json, '}');
}

int tt_opt_list_rules(void *request, const tta_option_use *use) {
  (void)request;
  bool as_json = use->value != NULL;
  if (as_json && strcmp(use->value, "json") != 0) return tta_invalid_value(tt_opt_program, use, "json");
  tta_buf text = tta_buf_new(NULL);
  tta_json json = tta_json_writer(&text);
  if (as_json) tta_json_open(&json, '[');
  for (size_t r = 0; r < tta_num_rules(); r++)
    if (as_json) append_rule_json(&json, tta_rule_at(r));
    else append_rule_line(&text, tta_rule_at(r));
  if (as_json) tta_json_close(&json, ']');
  if (as_json) tta_buf_char(&text, '\n');
  return tt_opt_print(&text);
}

int tt_opt_list_attributes(void *request, const tta_option_use *use) {
  (void)request, (void)use;
  tta_buf text = tta_buf_new(NULL);
  tta_list_attributes(&text);
  return tt_opt_print(&text);
}

static void print_error(tta_source *source, const tta_diagnostic *d) {
  tta_buf text = tta_buf_new(NULL);
  tta_diagnostic_text(&text, source, d, (tta_render_options){.width = 0});
  tta_report_and_free(tt_opt_program, &text, TTA_EXIT_DONE);
}

static int fail(const char *name, tta_status status) {
  if (status == TTA_LIMIT) tta_print_error(tt_opt_program, "'%s' is larger than 2 GiB", name);
  else tta_print_no_memory(tt_opt_program);
  return TTA_EXIT_FAILED;
}

/* A text with syntax errors has no dates. */
static int report_faults(tta_source *source) {
  tta_check_options *how;
  tta_check *check;
  tta_status status = tta_check_options_new(NULL, &how);
  if (status) return fail(source->name.data, status);
  tta_check_options_set_split(how, true);
  tta_check_options_set_parse_only(how, true);
  tta_check_options_set_canonicalize(how, false);
  status = tta_check_text(source, how, &check);
  tta_check_options_free(how);
  if (status) return fail(source->name.data, status);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (d->severity == TTA_SEVERITY_ERROR) print_error(source, d);
  }
  int exit = tta_results_num_errors(results) ? TTA_EXIT_ERRORS : TTA_EXIT_DONE;
  tta_check_free(check);
  return exit;
}

void tt_opt_append_era(tta_buf *out, tta_era era) {
  tta_buf_date(out, era.since);
  tta_buf_str(out, era.until ? " .. " : " ..");
  if (era.until) tta_buf_date(out, era.until);
}

static int list(tta_source *source) {
  tta_text_eras *eras;
  tta_status status = tta_text_eras_read(source, NULL, &eras);
  if (status) return fail(source->name.data, status);
  int exit = tta_text_eras_num_eras(eras) ? TTA_EXIT_DONE : TTA_EXIT_ERRORS;
  if (exit) print_error(source, tta_text_eras_conflict(eras));
  tta_buf text = tta_buf_new(NULL);
  for (size_t i = 0; i < tta_text_eras_num_eras(eras); i++) {
    tt_opt_append_era(&text, tta_text_eras_era(eras, i));
    tta_buf_char(&text, '\n');
  }
  tta_text_eras_free(eras);
  int printed = tt_opt_print(&text);
  return printed ? printed : exit;
}

int tt_opt_list_eras(void *request, const tta_option_use *use) {
  tta_input input;
  const char *file = use->value;
  (void)request;
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
