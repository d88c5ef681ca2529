/* src/base: checked arithmetic, the arena, UTF-8, byte buffers. */
#include <limits.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/utf8.h"
#include "reading.h"

START_TEST(test_division) {
  /* floordiv rounds down, ceildiv up, mod is never negative: mlir/docs/Dialects/Affine.md, "Semi-affine expressions" */
  static const struct { int64_t a, b, floor, ceil, mod;
  } rows[] = {{7, 2, 3, 4, 1},
              {-7, 2, -4, -3, 1},
              {8, 2, 4, 4, 0},
              {-8, 2, -4, -4, 0},
              {0, 5, 0, 0, 0},
              {1, INT64_MAX, 0, 1, 1},
              {INT64_MIN, 2, INT64_MIN / 2, INT64_MIN / 2, 0},
              {INT64_MIN, INT64_MAX, -2, -1, INT64_MAX - 1},
              {-1, 32, -1, 0, 31}};
  int64_t value;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert(tta_floordiv(rows[i].a, rows[i].b, &value) && value == rows[i].floor);
    ck_assert(tta_ceildiv(rows[i].a, rows[i].b, &value) && value == rows[i].ceil);
    ck_assert(tta_mod(rows[i].a, rows[i].b, &value) && value == rows[i].mod);
  }
  ck_assert(tta_floordiv(7, -2, &value) && value == -4);
  ck_assert(tta_ceildiv(7, -2, &value) && value == -3);
  ck_assert(!tta_floordiv(1, 0, &value) && !tta_ceildiv(1, 0, &value) && !tta_mod(1, 0, &value) &&
            !tta_mod(1, -1, &value));
  ck_assert(!tta_floordiv(INT64_MIN, -1, &value) && !tta_ceildiv(INT64_MIN, -1, &value));
}
END_TEST

START_TEST(test_overflow) {
  int64_t value;
  size_t size;
  ck_assert(!tta_add(INT64_MAX, 1, &value) && tta_add(INT64_MAX, 0, &value) && value == INT64_MAX);
  ck_assert(!tta_sub(INT64_MIN, 1, &value) && !tta_sub(0, INT64_MIN, &value));
  ck_assert(!tta_mul(INT64_MIN, -1, &value) && !tta_mul(INT64_C(1) << 32, INT64_C(1) << 31, &value));
  ck_assert(tta_align_up(33, 32, &value) && value == 64 && tta_align_up(64, 32, &value) && value == 64 &&
            tta_align_up(-33, 32, &value) && value == -32);
  ck_assert(!tta_align_up(INT64_MAX, 32, &value) && !tta_align_up(1, 0, &value) && !tta_align_up(1, -4, &value));
  ck_assert(!tta_size_mul(SIZE_MAX, 2, &size) && !tta_size_add(SIZE_MAX, 1, &size) &&
            tta_size_mul(0, SIZE_MAX, &size) && size == 0);
}
END_TEST

START_TEST(test_arena) {
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  char *first = tta_arena_alloc(&arena, 1), *second = tta_arena_alloc(&arena, 0);
  ck_assert(first && second && (uintptr_t)first % 8 == 0 && (uintptr_t)second % 8 == 0 && second >= first + 8);
  tta_arena_mark mark = tta_arena_position(&arena);
  char *big = tta_arena_alloc(&arena, 3 << 20); /* larger than a block */
  memset(big, 1, 3 << 20);
  tta_str copy = tta_arena_str(&arena, (tta_str){"a\0b", 3});
  ck_assert(copy.size == 3 && !memcmp(copy.data, "a\0b", 4));
  ck_assert(tta_arena_str(&arena, (tta_str){NULL, 0}).data[0] == 0);
  tta_arena_rewind(&arena, mark);
#ifndef TTA_ARENA_APART
  ck_assert_ptr_eq(tta_arena_alloc(&arena, 8), second); /* of size 0: nothing lies between */
#endif
  ck_assert_ptr_null(tta_arena_array(&arena, SIZE_MAX / 2, 3));
  ck_assert_ptr_null(tta_arena_alloc(&arena, SIZE_MAX));
  ck_assert(arena.failed);
  tta_arena_free(&arena);
  tta_arena_init(&arena, NULL);
  ck_assert_ptr_nonnull(tta_arena_alloc(&arena, 0)); /* also where there is no block yet */
  tta_arena_free(&arena);
  tta_arena_init(&arena, NULL);
  mark = tta_arena_position(&arena); /* of an empty arena */
  ck_assert_ptr_nonnull(tta_arena_alloc(&arena, 100));
  tta_arena_rewind(&arena, mark);
  ck_assert_ptr_null(arena.block);
  tta_arena_free(&arena);
}
END_TEST

/* Unicode 15, table 3-7 */
START_TEST(test_utf8) {
  static const struct { const char *text; size_t length;
  } rows[] = {{"a", 1},
              {"\xc2\x80", 2},
              {"\xdf\xbf", 2},
              {"\xe0\xa0\x80", 3},
              {"\xed\x9f\xbf", 3},
              {"\xee\x80\x80", 3},
              {"\xf0\x90\x80\x80", 4},
              {"\xf4\x8f\xbf\xbf", 4},
              /* and what is not well-formed: */ {"\x80", 0},
              {"\xc1\xbf", 0},
              {"\xe0\x9f\xbf", 0},
              {"\xed\xa0\x80", 0},
              {"\xf0\x8f\xbf\xbf", 0},
              {"\xf4\x90\x80\x80", 0},
              {"\xf5\x80\x80\x80", 0},
              {"\xc2\x41", 0},
              {"\xe1\x80\xc0", 0},
              {"\xff", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t size = strlen(rows[i].text);
    ck_assert_msg(tta_utf8_length(rows[i].text, size) == rows[i].length, "row %zu", i);
    for (size_t cut = 0; cut < rows[i].length; cut++)
      ck_assert_msg(tta_utf8_length(rows[i].text, cut) == 0, "row %zu cut at %zu", i, cut);
  }
}
END_TEST

START_TEST(test_buf) {
  tta_buf buf;
  tta_buf_init(&buf, NULL);
  tta_buf_int(&buf, INT64_MIN);
  tta_buf_char(&buf, ' ');
  tta_buf_int(&buf, INT64_MAX);
  tta_buf_char(&buf, ' ');
  tta_buf_uint(&buf, UINT64_MAX);
  tta_buf_printf(&buf, " %s|%d", "x", -1);
  tta_buf_bytes(&buf, NULL, 0);
  tta_buf_char(&buf, 0);
  ck_assert_str_eq(buf.data, "-9223372036854775808 9223372036854775807 18446744073709551615 x|-1");
  for (size_t n = 1; n < 700; n++) { /* around every growth */
    buf.size = 0;
    tta_buf_printf(&buf, "%*d", (int)n, 7);
    ck_assert(buf.size == n && buf.data[n - 1] == '7' && !buf.failed);
  }
  ck_assert(!tta_buf_reserve(&buf, SIZE_MAX) && buf.failed);
  tta_buf_free(&buf);
}
END_TEST

int main(void) { return RUN_SUITE("base", test_division, test_overflow, test_arena, test_utf8, test_buf); }
