/* reading.h: helpers of the tests of the parser: the results of a text, as strings. */
#ifndef TTA_TESTS_READING_H
#define TTA_TESTS_READING_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "suite.h"
#include "ttattr/check.h"

typedef struct reading {
  char *text; /* exactly the bytes and a NUL, so that AddressSanitizer sees each step too far */
  tta_source source;
  tta_check *check;
  const tta_results *results; /* of the check */
  tta_buf canonical, told;
} reading;

static inline void reading_end(reading *r) {
  tta_check_free(r->check);
  tta_source_free(&r->source);
  tta_buf_free(&r->canonical);
  tta_buf_free(&r->told);
  free(r->text);
}

static inline void reading_run_in_order(void *user, void (*job)(void *data, size_t index), void *data, size_t count) {
  (void)user;
  for (size_t i = 0; i < count; i++) job(data, i);
}

/* With part_bytes, in parts. canonical: the text with its edits made; told: a line `rule BEGIN-END message` for each
 * diagnostic, notes as `  note BEGIN-END message`. */
static inline reading reading_of(const char *text, size_t size, const tta_check_options *options) {
  reading r = {.text = malloc(size + 1)};
  tta_check_options defaults;
  if (size) memcpy(r.text, text, size);
  r.text[size] = 0;
  tta_check_options_init(&defaults);
  tta_source_init(&r.source, (tta_str){"t.mlir", 6}, (tta_str){r.text, size}, NULL);
  if (!options) options = &defaults;
  tta_executor executor = {reading_run_in_order, NULL, 2};
  tta_status status = options->part_bytes ? tta_check_parallel(&r.source, options, &executor, &r.check)
                                          : tta_check_text(&r.source, options, &r.check);
  ck_assert_int_eq(status, TTA_OK);
  r.results = tta_check_results(r.check);
  tta_buf_init(&r.canonical, NULL);
  tta_buf_init(&r.told, NULL);
  uint32_t at = 0;
  for (size_t i = 0; i < tta_results_num_edits(r.results); i++) {
    tta_edit e = tta_results_edit(r.results, i);
    ck_assert(e.span.begin >= at && e.span.begin <= e.span.end && e.span.end <= size);
    tta_buf_bytes(&r.canonical, r.text + at, e.span.begin - at);
    tta_buf_bytes(&r.canonical, e.text.data, e.text.size);
    at = e.span.end;
  }
  tta_buf_bytes(&r.canonical, r.text + at, size - at);
  tta_buf_char(&r.canonical, 0);
  for (size_t i = 0; i < tta_results_num_diagnostics(r.results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(r.results, i);
    tta_buf_printf(&r.told, "%s %u-%u %.*s\n", tta_rule_get(d->rule)->name, d->span.begin, d->span.end,
                   (int)d->message.size, d->message.data);
    for (uint32_t n = 0; n < d->num_notes; n++)
      tta_buf_printf(&r.told, "  note %u-%u %.*s\n", d->notes[n].span.begin, d->notes[n].span.end,
                     (int)d->notes[n].message.size, d->notes[n].message.data);
  }
  tta_buf_char(&r.told, 0);
  return r;
}

/* The text is right and prints as `expected`, which is canonical. */
static inline void prints(const char *text, const char *expected) {
  reading r = reading_of(text, strlen(text), NULL);
  ck_assert_msg(tta_results_num_errors(r.results) == 0, "%s: %s", text, r.told.data);
  ck_assert_msg(!strcmp(r.canonical.data, expected), "%s\n  gives    %s\n  expected %s", text, r.canonical.data,
                expected);
  reading_end(&r);
  r = reading_of(expected, strlen(expected), NULL);
  ck_assert_msg(tta_results_num_edits(r.results) == 0 && tta_results_num_errors(r.results) == 0, "%s is not canonical",
                expected);
  reading_end(&r);
}
static inline void stays(const char *text) { prints(text, text); }

/* The text has exactly one error, of `rule`, whose span is `token` (its first occurrence at or after `from`). */
static inline void refused_at(const char *text, const char *rule, const char *token, size_t from) {
  reading r = reading_of(text, strlen(text), NULL);
  ck_assert_msg(tta_results_num_errors(r.results) == 1, "%s: %zu errors: %s", text, tta_results_num_errors(r.results),
                r.told.data);
  for (size_t i = 0; i < tta_results_num_diagnostics(r.results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(r.results, i);
    if (d->severity != TTA_SEVERITY_ERROR) continue;
    const char *at = strstr(text + from, token);
    ck_assert_msg(!strcmp(tta_rule_get(d->rule)->name, rule), "%s: expected [%s]: %s", text, rule, r.told.data);
    ck_assert_msg(at && d->span.begin == (uint32_t)(at - text) && d->span.end - d->span.begin == strlen(token),
                  "%s: not at '%s': %s", text, token, r.told.data);
  }
  reading_end(&r);
}
static inline void refused(const char *text, const char *rule, const char *token) { refused_at(text, rule, token, 0); }

/* Errors, the first of `rule`. */
static inline void refused_as(const char *text, const char *rule) {
  reading r = reading_of(text, strlen(text), NULL);
  size_t size = strlen(rule);
  ck_assert_msg(tta_results_num_errors(r.results) >= 1 && !strncmp(r.told.data, rule, size) && r.told.data[size] == ' ',
                "%s: expected [%s]: %s", text, rule, r.told.data);
  reading_end(&r);
}

#endif
