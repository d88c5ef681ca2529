/* protocols.h: helpers of the tests of ttattr/protocol.h: a protocol as text, its first error, and parts of
 * protocols. */
#ifndef TTA_TESTS_PROTOCOLS_H
#define TTA_TESTS_PROTOCOLS_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/protocol.h"
#include "ttattr/protocol.h"

static inline tta_protocol *check_text(const char *text) {
  tta_protocol *p;
  ck_assert_int_eq(tta_protocol_check((tta_str){text, strlen(text)}, NULL, &p), TTA_OK);
  return p;
}

static inline const tta_diagnostic *fault_at(const tta_protocol *p, size_t index) {
  return tta_results_diagnostic(tta_protocol_results(p), index);
}

static inline uint32_t line_of(const tta_protocol *p, const tta_diagnostic *d) {
  return d ? tta_source_position(d->source ? d->source : p->text, d->span.begin).line : 0;
}

static inline void expect_pass(const char *text) {
  tta_protocol *p = check_text(text);
  const tta_diagnostic *f = fault_at(p, 0);
  if (f) ck_abort_msg("line %u: %s", line_of(p, f), f->message.data);
  ck_assert(tta_protocol_passes(p));
  tta_protocol_free(p);
}

/* The first fault. */
static inline void expect(const char *text, tta_rule rule, uint32_t line, bool warning, const char *words) {
  tta_protocol *p = check_text(text);
  const tta_diagnostic *f = fault_at(p, 0);
  ck_assert_msg(f != NULL, "no fault in %s", text);
  ck_assert_msg(f->rule == rule && line_of(p, f) == line && (f->severity != TTA_SEVERITY_ERROR) == warning &&
                    strstr(f->message.data, words),
                "line %u [%s] %s", line_of(p, f), tta_rule_get(f->rule)->name, f->message.data);
  ck_assert_int_eq(tta_protocol_passes(p), warning);
  tta_protocol_free(p);
}

/* A limit of the check ends it: the result is undecided, and one warning says why. */
static inline void expect_too_large(const char *text, uint32_t line, const char *words) {
  tta_protocol *p = check_text(text);
  const tta_diagnostic *f = fault_at(p, 0);
  ck_assert_msg(f && f->rule == TTA_RULE_protocol_limit && line_of(p, f) == line && strstr(f->message.data, words) &&
                    f->severity == TTA_SEVERITY_WARNING && !fault_at(p, 1),
                "line %u: %s", line_of(p, f), f ? f->message.data : "nothing");
  ck_assert(tta_protocol_result(p).too_large && tta_protocol_is_undecided(p) && !tta_protocol_passes(p));
  tta_protocol_free(p);
}

#define CB "cb c on 0x0 pages 2 page_size 32\n"
#define DST "cb c on 0x0 pages 2 page_size 32\ndst on 0x0 mode Half\n"
#define K "kernel k on 0x0 {\n"
#define TWO "buffer d in dram size 32 written\nbuffer l on 0x0..0x1 size 32\nsemaphore s on 0x0..0x1\n"
#define FEED "kernel r on 0x0 {\ncb_reserve_back(c, 1)\nl1_write(get_write_ptr(c), 32)\ncb_push_back(c, 1)\n}\n"

#endif
