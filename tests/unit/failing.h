/* failing.h: an allocator that fails at a given request and counts the blocks that are not freed, and a loop over
 * every request of a function. */
#ifndef TTA_TESTS_FAILING_H
#define TTA_TESTS_FAILING_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ttattr/base.h"

typedef struct failing {
  size_t calls, fail_at; /* the fail_at-th request fails, from 1 on; 0 = none */
  bool from_there_on;    /* and all after it */
  size_t live, live_bytes;
} failing;

static inline bool failing_refuses(failing *f) {
  f->calls++;
  return f->fail_at && (f->from_there_on ? f->calls >= f->fail_at : f->calls == f->fail_at);
}
static inline void *failing_allocate(void *user, size_t size) {
  failing *f = user;
  if (failing_refuses(f)) return NULL;
  f->live++;
  f->live_bytes += size;
  return malloc(size);
}
static inline void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  failing *f = user;
  if (!block) return failing_allocate(user, new_size);
  if (failing_refuses(f)) return NULL;
  f->live_bytes += new_size - old_size;
  return realloc(block, new_size);
}
static inline void failing_release(void *user, void *block, size_t size) {
  failing *f = user;
  f->live -= block != NULL;
  f->live_bytes -= size;
  free(block);
}
static inline tta_allocator failing_allocator(failing *f) {
  return (tta_allocator){failing_allocate, failing_resize, failing_release, f};
}

/* `run` is called with each of its requests failing, alone and with all later ones. It must end with TTA_NO_MEMORY, or
 * with `expected`, and then `run` itself asserts that the result is right; whatever it ends with, every block is given
 * back. Above 600 requests some are tried, spread over all. Returns how often it ended with TTA_NO_MEMORY. */
static inline size_t each_request_fails(tta_status (*run)(const tta_allocator *allocator, const void *given),
                                        const void *given, tta_status expected) {
  failing count = {0};
  tta_allocator allocator = failing_allocator(&count);
  size_t refused = 0;
  ck_assert_int_eq(run(&allocator, given), expected);
  ck_assert_uint_eq(count.live, 0);
  ck_assert_uint_eq(count.live_bytes, 0);
  for (size_t n = 1; n <= count.calls; n += count.calls / 600 + 1)
    for (int on = 0; on < 2; on++) {
      failing f = {.fail_at = n, .from_there_on = on};
      allocator = failing_allocator(&f);
      tta_status status = run(&allocator, given);
      ck_assert_msg(status == TTA_NO_MEMORY || status == expected, "request %zu of %zu failed%s: status %d", n,
                    count.calls, on ? ", and all after it" : "", (int)status);
      ck_assert_msg(!f.live && !f.live_bytes, "request %zu of %zu failed%s: %zu blocks, %zu bytes are not freed", n,
                    count.calls, on ? ", and all after it" : "", f.live, f.live_bytes);
      refused += status == TTA_NO_MEMORY;
    }
  ck_assert_msg(!count.calls || refused, "none of %zu requests was missed", count.calls);
  return refused;
}

#endif
