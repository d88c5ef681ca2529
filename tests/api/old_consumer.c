/* A program that is built with one version of the library and run with the next one (subproject.py). Each public struct
 * that the library fills in is between two canaries: a larger struct of the newer library would overwrite one.
 * Prints the rules of the diagnostics of a text. Exit status: 0, or 1 and the name of what is wrong. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <ttattr/buf.h>
#include <ttattr/check.h>
#include <ttattr/diag.h>
#include <ttattr/layout.h>
#include <ttattr/memory.h>

#define CANARY UINT64_C(0x7a6f6f6d69786172)
#define GUARDED(type) struct { uint64_t before; type value; uint64_t after; }
#define GUARD(variable) (variable.before = variable.after = CANARY)
#define IS_ALIVE(variable) (variable.before == CANARY && variable.after == CANARY)

static int fail(const char *what) {
  printf("%s\n", what);
  return 1;
}

static tta_str str(const char *text) {
  tta_str result = {text, strlen(text)};
  return result;
}

int main(void) {
  static const char text[] = "\"t.op\"() {a = #tt.grid<8x0>, b = #tt.memory_space<l2>} : () -> ()\n";

  GUARDED(tta_source) source;
  GUARD(source);
  tta_source_init(&source.value, str("text"), str(text), NULL);

  tta_check_options *options = NULL, *copy = NULL;
  if (tta_check_options_new(NULL, &options)) return fail("tta_check_options_new");
  /* Every rule of the library that is loaded, also of a newer one. */
  for (size_t i = 0; i < tta_num_rules(); i++) {
    tta_severity severity;
    tta_rule rule = tta_rule_at(i);
    if (!tta_rule_get(rule)) return fail("tta_rule_get");
    tta_check_options_rule(options, rule, &severity);
    if (tta_check_options_set_rule(options, rule, true, TTA_SEVERITY_ERROR)) return fail("tta_check_options_set_rule");
  }
  if (tta_check_options_copy(options, &copy)) return fail("tta_check_options_copy");

  tta_check *check = NULL;
  if (tta_check_text(&source.value, copy, &check)) return fail("tta_check_text");
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    printf("%u %s: %.*s\n", (unsigned)d->span.begin, tta_rule_get(d->rule)->name, (int)d->message.size,
           d->message.data);
  }
  tta_check_free(check);
  tta_check_options_free(copy);
  tta_check_options_free(options);

  GUARDED(tta_buf) buf;
  GUARD(buf);
  tta_buf_init(&buf.value, NULL);
  tta_buf_printf(&buf.value, "%d", 1);
  tta_buf_free(&buf.value);

  GUARDED(tta_build_spec) spec;
  GUARD(spec);
  tta_build_spec_init(&spec.value);

  GUARDED(tta_memory_plan_options) plan;
  GUARD(plan);
  tta_memory_plan_options_init(&plan.value);

  tta_source_free(&source.value);
  if (!IS_ALIVE(source)) return fail("tta_source is larger than it was");
  if (!IS_ALIVE(buf)) return fail("tta_buf is larger than it was");
  if (!IS_ALIVE(spec)) return fail("tta_build_spec is larger than it was");
  if (!IS_ALIVE(plan)) return fail("tta_memory_plan_options is larger than it was");
  return 0;
}
