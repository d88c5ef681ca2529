/* Owns the texts that tt-opt prints about itself: rules, attributes, version. */
#include "lists.h"

#include <string.h>

#include "options.h"
#include "tools/common/message.h"
#include "tools/common/nearest.h"
#include "tools/common/output.h"
#include "ttattr/attr.h"

int tt_opt_print(tta_buf *text) {
  int status = TTA_EXIT_DONE;
  if (text->failed) {
    tta_print_no_memory(tt_opt_program);
    status = TTA_EXIT_FAILED;
  } else {
    tta_output output;
    tta_output_open(&output, NULL, NULL);
    tta_output_bytes(&output, text->data, text->size);
    if (!tta_output_close(&output)) {
      tta_print_io_failure(tt_opt_program, &output.failure, output.name);
      status = TTA_EXIT_FAILED;
    }
  }
  tta_buf_free(text);
  return status;
}

int tt_opt_print_version(void) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "tt-opt %s\n", tta_version());
  return tt_opt_print(&text);
}

static const char *severity_name(tta_severity severity) {
  static const char *const names[] = {"error", "warning", "remark", "note"};
  return names[severity];
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

tta_rule tt_opt_find_rule(const char *name) {
  tta_rule rule = tta_rule_find((tta_str){name, strlen(name)});
  if (rule != TTA_NUM_RULES) return rule;
  tta_nearest nearest = tta_nearest_start(name, strlen(name));
  for (tta_rule r = 0; r < TTA_NUM_RULES; r++)
    tta_nearest_offer(&nearest, tta_rule_get(r)->name, tta_rule_get(r)->name);
  if (tta_nearest_is_likely(&nearest)) {
    tta_print_error(tt_opt_program, "no rule '%s'; did you mean '%s'? (--list-rules shows all)", name, nearest.best);
  } else {
    tta_print_error(tt_opt_program, "no rule '%s'; --list-rules shows all", name);
  }
  return TTA_NUM_RULES;
}

int tt_opt_explain(const char *name) {
  tta_rule rule = tt_opt_find_rule(name);
  if (rule == TTA_NUM_RULES) return TTA_EXIT_FAILED;
  const tta_rule_info *info = tta_rule_get(rule);
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_printf(&text, "%s (%s): %s\n\n%s\n", info->name, severity_name(info->severity), info->summary,
                 info->explanation);
  if (info->bad) append_example(&text, "Refused", info->bad);
  if (info->good) append_example(&text, "Accepted", info->good);
  return tt_opt_print(&text);
}

int tt_opt_list_rules(void) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (tta_rule r = 0; r < TTA_NUM_RULES; r++) {
    const tta_rule_info *info = tta_rule_get(r);
    tta_buf_printf(&text, "%-24s %-8s %s\n", info->name, severity_name(info->severity), info->summary);
  }
  return tt_opt_print(&text);
}

int tt_opt_list_attributes(void) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_list_attributes(&text);
  return tt_opt_print(&text);
}
