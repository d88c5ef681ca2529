/* The fault of tests/drivers/without_rules.py: linked into a tt-opt of its own with --wrap=tta_report_add, it
 * drops every report of one rule, the one that the file of lit/rules on the command line is named after. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diag/report.h"

tta_diagnostic *__real_tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...);
tta_diagnostic *__wrap_tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...);

static tta_rule dropped = TTA_RULE_NONE;

/* glibc hands the arguments of main to constructors, too. */
__attribute__((constructor)) static void choose(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strstr(argv[i], "/lit/rules/")) continue;
    const char *name = strrchr(argv[i], '/') + 1, *end = strstr(name, ".mlir"); /* RULE.mlir, RULE.mlir.tmp.mlir */
    if (end) dropped = tta_rule_find((tta_str){name, (size_t)(end - name)});
  }
}

tta_diagnostic *__wrap_tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...) {
  static char text[1 << 16];
  va_list args;
  if (rule == dropped) return NULL;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return __real_tta_report_add(report, rule, span, "%s", text);
}
