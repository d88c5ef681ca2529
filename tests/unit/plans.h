/* plans.h: helpers of the tests of ttattr/memory.h: the plan of a text, its buffers and banks by name, its messages. */
#ifndef TTA_TESTS_PLANS_H
#define TTA_TESTS_PLANS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "ttattr/memory.h"

static tta_source source, resources;
static tta_buf plan_reason; /* of an invalid option */

/** @param expected TTA_INVALID: nothing is planned, since of an error or an option; NULL if it is an option */
static inline tta_memory_plan *plan_with(const char *text, void (*configure)(tta_memory_plan_options *),
                                         tta_status expected) {
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  tta_memory_plan_options_init(&options);
  if (configure) configure(&options);
  tta_source_init(&source, (tta_str){"test", 4}, (tta_str){text, strlen(text)}, NULL);
  tta_buf_free(&plan_reason);
  tta_buf_init(&plan_reason, NULL);
  tta_status status = tta_memory_plan_new(&source, &options, &plan, &plan_reason);
  ck_assert_int_eq(status, plan ? TTA_OK : expected);
  if (plan) ck_assert_int_eq(tta_memory_plan_is_planned(plan), expected == TTA_OK);
  return plan;
}
static inline tta_memory_plan *plan_text(const char *text) { return plan_with(text, NULL, TTA_OK); }
static inline void done(tta_memory_plan *plan) {
  tta_memory_plan_free(plan);
  tta_source_free(&source);
  tta_source_free(&resources);
  resources = (tta_source){.num_lines = 0};
}
static inline void set_resources(tta_memory_plan_options *o, const char *lines) {
  tta_source_init(&resources, (tta_str){"r", 1}, (tta_str){lines, strlen(lines)}, NULL);
  o->resources = &resources;
}

static inline const tta_memory_buffer *named(const tta_memory_plan *plan, const char *name) {
  for (size_t i = 0; i < tta_memory_plan_num_buffers(plan); i++) {
    const tta_memory_buffer *b = tta_memory_plan_buffer(plan, i);
    if (b->name.size == strlen(name) && !memcmp(b->name.data, name, b->name.size)) return b;
  }
  ck_abort_msg("no buffer %s", name);
  return NULL;
}

static inline const tta_memory_bank *bank(const tta_memory_plan *plan, tta_buffer_type type) {
  for (size_t i = 0; i < tta_memory_plan_num_banks(plan); i++)
    if (tta_memory_plan_bank(plan, i)->type == type) return tta_memory_plan_bank(plan, i);
  ck_abort_msg("no such bank");
  return NULL;
}

static inline bool contains(tta_str m, const char *text) {
  for (size_t k = 0; k + strlen(text) <= m.size; k++)
    if (!memcmp(m.data + k, text, strlen(text))) return true;
  return false;
}
static inline size_t num_found(const tta_memory_plan *plan) {
  return tta_results_num_diagnostics(tta_memory_plan_results(plan));
}
static inline const tta_diagnostic *found(const tta_memory_plan *plan, size_t index) {
  return tta_results_diagnostic(tta_memory_plan_results(plan), index);
}
/** The message of the first diagnostic. */
static inline const char *first_message(const tta_memory_plan *plan) {
  return plan && num_found(plan) ? found(plan, 0)->message.data : "no fault";
}
static inline uint32_t first_line(const tta_memory_plan *plan) {
  const tta_diagnostic *d = found(plan, 0);
  return tta_source_position(d->source ? d->source : &source, d->span.begin).line;
}
/** Whether a diagnostic, a note, or the reason why an option is invalid has this text. */
static inline bool says(const tta_memory_plan *plan, const char *text) {
  bool said = !plan && contains(tta_buf_view(&plan_reason), text);
  for (size_t i = 0; plan && i < num_found(plan); i++) {
    const tta_diagnostic *d = found(plan, i);
    said |= contains(d->message, text);
    for (uint32_t n = 0; n < d->num_notes; n++) said |= contains(d->notes[n].message, text);
  }
  return said;
}
static inline bool assumes(const tta_memory_plan *plan, const char *text) {
  for (size_t i = 0; i < tta_memory_plan_num_assumptions(plan); i++) {
    tta_str m = tta_memory_plan_assumption(plan, i);
    for (size_t k = 0; k + strlen(text) <= m.size; k++)
      if (!memcmp(m.data + k, text, strlen(text))) return true;
  }
  return false;
}

#define ALIASES \
  "#l1 = #tt.memory_space<l1>\n#dram = #tt.memory_space<dram>\n" \
  "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>\n" \
  "#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>\n"
#define A "tensor<64x128xf32, #a>"
#define D "tensor<64x128xf32, #d>"

/** Runs the tests of a list that a NULL ends. @return the exit status */
static inline int run_plan_tests(const char *name, const TTest *const *tests) {
  size_t count = 0;
  while (tests[count]) count++;
  return run_tests(name, NULL, NULL, tests, count);
}

#endif
