/* building.h: the buffers that tests of new layouts and devices write into, and shapes from text. */
#ifndef TTA_TESTS_BUILDING_H
#define TTA_TESTS_BUILDING_H

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ttattr/buf.h"
#include "types.h"

static tta_arena arena;
static tta_buf out, warnings, reason;
static void setup(void) {
  tta_arena_init(&arena, NULL);
  tta_buf_init(&out, NULL);
  tta_buf_init(&warnings, NULL);
  tta_buf_init(&reason, NULL);
}
static void teardown(void) {
  tta_buf_free(&out);
  tta_buf_free(&warnings);
  tta_buf_free(&reason);
  tta_arena_free(&arena);
}

static const char *text_of(tta_buf *buf) {
  tta_buf_char(buf, '\0');
  buf->size--;
  return buf->data;
}

/* 2x3x4; "" is rank 0, ? is dynamic */
static tta_shape shape(const char *text) {
  int64_t *extents = tta_arena_array(&arena, 80, sizeof *extents);
  uint32_t rank = 0;
  for (; *text; rank++) {
    char *end = (char *)text + 1;
    extents[rank] = *text == '?' ? INT64_MIN : strtoll(text, &end, 10);
    text = *end == 'x' ? end + 1 : end;
  }
  return (tta_shape){rank, extents};
}

#endif
