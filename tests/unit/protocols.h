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

static inline void expect_pass(const char *text) {
  tta_protocol *p = check_text(text);
  if (tta_protocol_num_errors(p)) {
    const tta_protocol_error *f = tta_protocol_error_at(p, 0);
    ck_abort_msg("line %u: %.*s", f->line, (int)f->message.size, f->message.data);
  }
  ck_assert(tta_protocol_passes(p));
  tta_protocol_free(p);
}

/* The first fault. */
static inline void expect(const char *text, tta_protocol_kind kind, uint32_t line, bool warning, const char *words) {
  tta_protocol *p = check_text(text);
  ck_assert_msg(tta_protocol_num_errors(p) > 0, "no fault in %s", text);
  const tta_protocol_error *f = tta_protocol_error_at(p, 0);
  ck_assert_msg(f->kind == kind && f->line == line && f->warning == warning && strstr(f->message.data, words),
                "line %u [%s] %s", f->line, tta_protocol_kind_name(f->kind), f->message.data);
  ck_assert_int_eq(tta_protocol_passes(p), warning);
  tta_protocol_free(p);
}

#define CB "cb c on 0x0 pages 2 page_size 32\n"
#define DST "cb c on 0x0 pages 2 page_size 32\ndst on 0x0 mode Half\n"
#define K "kernel k on 0x0 {\n"
#define TWO "buffer d in dram size 32 written\nbuffer l on 0x0..0x1 size 32\nsemaphore s on 0x0..0x1\n"
#define FEED "kernel r on 0x0 {\ncb_reserve_back(c, 1)\nl1_write(get_write_ptr(c), 32)\ncb_push_back(c, 1)\n}\n"

#endif
