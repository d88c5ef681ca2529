/* The fault of tests/drivers/without_rules.py: linked into tools of its own with --wrap of both functions that report,
 * it drops every report of one rule, the one that the file of lit/rules on the command line is named after. */
#include <stdarg.h>
#include <string.h>

#include "diag/report.h"

tta_diagnostic *__wrap_tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...);
tta_diagnostic *__real_tta_report_add_list(tta_report *report, tta_rule rule, tta_span span, const char *format,
                                           va_list args);
tta_diagnostic *__wrap_tta_report_add_list(tta_report *report, tta_rule rule, tta_span span, const char *format,
                                           va_list args);

static tta_rule dropped = TTA_RULE_NONE;

/* glibc hands the arguments of main to constructors, too. */
__attribute__((constructor)) static void choose(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strstr(argv[i], "/lit/rules/")) continue;
    const char *name = strrchr(argv[i], '/') + 1, *end = strstr(name, ".mlir"); /* RULE.mlir, RULE.mlir.tmp.mlir */
    if (end) dropped = tta_rule_find((tta_str){name, (size_t)(end - name)});
  }
}

tta_diagnostic *__wrap_tta_report_add_list(tta_report *report, tta_rule rule, tta_span span, const char *format,
                                           va_list args) {
  return rule == dropped ? NULL : __real_tta_report_add_list(report, rule, span, format, args);
}

tta_diagnostic *__wrap_tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_diagnostic *diagnostic = __wrap_tta_report_add_list(report, rule, span, format, args);
  va_end(args);
  return diagnostic;
}
