/* src/base: checked arithmetic, the arena, UTF-8, byte buffers, strings, arrays, sorts, numbers as text. */
#include <ctype.h>
#include <limits.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/chars.h"
#include "base/checked.h"
#include "base/format.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "base/spare.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xml.h"
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

START_TEST(test_str) {
  tta_str absent = {NULL, 0}, text = TTA_STR("layout_map");
  ck_assert(text.size == 10 && tta_str_is(text, "layout_map") && !tta_str_is(text, "layout") && !tta_str_is(text, ""));
  ck_assert(tta_str_is(absent, "") && tta_str_equal(absent, TTA_STR("")) && !tta_str_equal(absent, text));
  ck_assert(tta_str_equal(text, tta_str_from("layout_map")) && !tta_str_equal(text, TTA_STR("layout_mop")));
  ck_assert(tta_str_starts_with(text, "layout") && tta_str_starts_with(text, "") && tta_str_starts_with(absent, ""));
  ck_assert(!tta_str_starts_with(text, "layout_map2") && !tta_str_starts_with(absent, "l"));
  ck_assert(tta_str_ends_with(text, "_map") && !tta_str_ends_with(text, "map_") && tta_str_ends_with(absent, ""));
  ck_assert(tta_str_find(text, "_m") == 6 && tta_str_find(text, "mp") == SIZE_MAX && tta_str_find(absent, "") == 0);
  ck_assert(tta_str_contains(text, "map") && !tta_str_contains(TTA_STR("ma"), "map"));
  ck_assert(tta_str_skip(&text, "layout") && tta_str_is(text, "_map") && !tta_str_skip(&text, "map") && text.size == 4);
  ck_assert(tta_str_is(tta_str_rest(text, 1), "map") && tta_str_rest(text, 4).size == 0);
  ck_assert(tta_str_is(tta_str_trim(TTA_STR(" \t a b\r\n")), "a b") && tta_str_trim(TTA_STR("  ")).size == 0);
  ck_assert(tta_str_trim(absent).size == 0);
}
END_TEST

static void *no_block(void *user, size_t size) {
  (void)user;
  (void)size;
  return NULL;
}
static void *no_larger_block(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)block;
  (void)old_size;
  (void)new_size;
  return NULL;
}

START_TEST(test_array) {
  struct growing { uint16_t *list; uint32_t num_list, cap_list;
  } heap = {NULL, 0, 0}, inside = heap, *h = &heap, *a = &inside;
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  for (uint32_t i = 0; i < 10000; i++) {
    ck_assert(TTA_GROW(&tta_malloc_allocator, h, list, 1) && TTA_GROW_IN(&arena, a, list, 1));
    h->list[h->num_list++] = a->list[a->num_list++] = (uint16_t)i;
  }
  for (uint32_t i = 0; i < 10000; i++) ck_assert(h->list[i] == i && a->list[i] == i);
  ck_assert(TTA_GROW(&tta_malloc_allocator, h, list, 70000) && h->cap_list >= 80000 && h->list[9999] == 9999);
  tta_allocator broken = {no_block, no_larger_block, tta_malloc_allocator.release, NULL};
  uint32_t capacity = h->cap_list;
  ck_assert(!TTA_GROW(&broken, h, list, capacity) && h->cap_list == capacity && h->list[9999] == 9999);
  ck_assert(!TTA_GROW(&tta_malloc_allocator, h, list, UINT32_MAX) && !TTA_GROW_IN(&arena, a, list, UINT32_MAX));
  ck_assert(h->cap_list == capacity && arena.failed);
  TTA_ARRAY_FREE(&tta_malloc_allocator, h, list);
  ck_assert(!heap.list && !heap.num_list && !heap.cap_list);
  ck_assert(!TTA_GROW(&broken, h, list, 1) && !heap.list && !heap.cap_list);
  TTA_ARRAY_FREE(&tta_malloc_allocator, h, list);
  tta_arena_free(&arena);
}
END_TEST

typedef struct numbered {
  uint32_t key, number;
} numbered;

static size_t comparisons;

static int by_key(const void *a, const void *b) {
  comparisons++;
  return tta_order(((const numbered *)a)->key, ((const numbered *)b)->key);
}

/* Sorted, and equal keys in their old order. */
static void check_sorted(const numbered *items, size_t count) {
  for (size_t i = 1; i < count; i++)
    ck_assert(items[i - 1].key < items[i].key ||
              (items[i - 1].key == items[i].key && items[i - 1].number < items[i].number));
}

START_TEST(test_sort) {
  enum { MAX = 3000 };
  static numbered items[MAX], scratch[MAX];
  uint64_t state = 1, pairs[100], room[100];
  static const size_t counts[] = {0, 1, 2, 3, 7, 64, 65, 1000, MAX};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (uint32_t keys = 1; keys < 5000; keys *= 7) {
      for (size_t i = 0; i < counts[c]; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        items[i] = (numbered){(uint32_t)(state >> 33) % keys, (uint32_t)i};
      }
      comparisons = 0;
      tta_sort(items, counts[c] > 7 ? scratch : NULL, counts[c], sizeof *items, by_key);
      check_sorted(items, counts[c]);
      ck_assert_uint_le(comparisons, counts[c] * 13); /* ceil(log2(3000)) and the look whether it is sorted */
      comparisons = 0;
      tta_sort(items, NULL, counts[c], sizeof *items, by_key);
      ck_assert_uint_le(comparisons, counts[c]);
    }
  }
  for (uint64_t i = 0; i < 100; i++) pairs[i] = (i * 37 % 10) << 60 | (i * 11 % 3) << 40 | i;
  tta_sort_pairs(pairs, room, 100);
  for (size_t i = 1; i < 100; i++) ck_assert(pairs[i - 1] < pairs[i]);
  tta_sort_pairs(pairs, room, 0);
}
END_TEST

START_TEST(test_numbers) {
  static const int64_t extents[] = {2, TTA_DYNAMIC_EXTENT, 64, -1};
  char out[TTA_NUMBERS_BYTES];
  ck_assert_str_eq(tta_shape_text(out, (tta_shape){3, extents}), "2x?x64");
  ck_assert_str_eq(tta_shape_text(out, (tta_shape){0, NULL}), "");
  ck_assert_str_eq(tta_index_text(out, 4, extents), "(2, ?, 64, -1)");
  ck_assert_str_eq(tta_index_text(out, 0, NULL), "()");
  ck_assert_str_eq(tta_list_text(out, 1, extents), "2");
  int64_t many[64];
  for (int i = 0; i < 64; i++) many[i] = INT64_MIN + 1;
  const char *text = tta_index_text(out, 64, many);
  ck_assert(strlen(text) < TTA_NUMBERS_BYTES && !strcmp(text + strlen(text) - 6, ", ...)"));
  tta_buf buf;
  tta_buf_init(&buf, NULL);
  tta_buf_shape(&buf, (tta_shape){3, extents});
  tta_buf_append(&buf, TTA_STR(" "));
  tta_buf_numbers(&buf, 2, extents, " by ");
  ck_assert(tta_str_is(tta_buf_view(&buf), "2x?x64 2 by ?"));
  tta_buf_free(&buf);
  ck_assert(tta_shape_equal((tta_shape){0, NULL}, (tta_shape){0, extents}));
  ck_assert(!tta_shape_equal((tta_shape){1, extents}, (tta_shape){2, extents}));
  ck_assert(!tta_shape_equal((tta_shape){1, NULL}, (tta_shape){1, extents}));
  ck_assert(tta_shape_equal((tta_shape){2, NULL}, (tta_shape){2, NULL}));
}
END_TEST

START_TEST(test_fixed_buf) {
  char room[8];
  memset(room, 'z', sizeof room);
  tta_buf buf = tta_buf_fixed(room, 6);
  tta_buf_str(&buf, "ab");
  tta_buf_str(&buf, "too long");
  ck_assert(buf.failed && buf.size == 2);
  tta_buf_printf(&buf, "%d", 12345);
  tta_buf_str(&buf, "cde");
  tta_buf_char(&buf, 'f');
  ck_assert_str_eq(tta_buf_fixed_text(&buf), "abcde");
  ck_assert(room[6] == 'z' && room[7] == 'z');
  tta_buf_free(&buf);
}
END_TEST

/* Distances worked by hand; "ca" -> "abc" is 3 in optimal string alignment (2 with unrestricted swaps). */
START_TEST(test_nearest) {
  static const struct {
    const char *a, *b;
    uint32_t distance;
  } cases[] = {{"", "", 0},           {"", "abc", 3},       {"kitten", "sitting", 3}, {"ca", "abc", 3},
               {"chekc", "check", 1}, {"diff", "diff", 0},  {"flaw", "lawn", 2},      {"dram", "drma", 1},
               {"abc", "xyz", 3},     {"undef", "undfe", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tta_str a = tta_str_from(cases[i].a), b = tta_str_from(cases[i].b);
    ck_assert_uint_eq(tta_edit_distance(a, b), cases[i].distance);
    ck_assert_uint_eq(tta_edit_distance(b, a), cases[i].distance);
  }
  char long_name[300];
  memset(long_name, 'a', sizeof long_name);
  ck_assert_uint_eq(tta_edit_distance((tta_str){long_name, 300}, TTA_STR("")), TTA_NEAREST_BYTES);
  tta_nearest nearest = tta_nearest_start(TTA_STR("layout-rnak"), TTA_NEAREST_ANY), none = nearest;
  none.distance = 1;
  ck_assert(!nearest.best && !tta_nearest_is_likely(&nearest));
  const char *const names[] = {"layout-map", "layout-rank", "tile-rank"};
  for (int i = 0; i < 3; i++) tta_nearest_offer(&nearest, names[i], names[i]), tta_nearest_offer(&none, names[i], "");
  ck_assert_str_eq(nearest.best, "layout-rank");
  ck_assert(nearest.distance == 1 && tta_nearest_is_likely(&nearest) && !none.best);
  /* of equally near ones the first that the word only lacks bytes of */
  const char *const types[] = {"f16", "bf16", "bf17", "b17"};
  tta_nearest b16 = tta_nearest_start(TTA_STR("b16"), 1), c16 = tta_nearest_start(TTA_STR("c16"), 1);
  for (int i = 0; i < 4; i++) tta_nearest_offer(&b16, types[i], types[i]), tta_nearest_offer(&c16, types[i], types[i]);
  ck_assert_str_eq(b16.best, "bf16");
  ck_assert_str_eq(c16.best, "f16");
}
END_TEST

START_TEST(test_utf8_step) {
  static const struct { const char *text; size_t bytes; uint32_t units;
  } rows[] = {{"a", 1, 1}, {"\xc3\xa9", 2, 1}, {"\xe2\x82\xac", 3, 1}, {"\xf0\x9d\x84\x9e", 4, 2},
              {"\xc3", 1, 1}, {"\xff", 1, 1}, {"\xe2\x82", 1, 1}, {"\xed\xa0\x80", 1, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint32_t units = 0;
    ck_assert_uint_eq(tta_utf8_step(rows[i].text, strlen(rows[i].text), &units), rows[i].bytes);
    ck_assert_uint_eq(units, rows[i].units);
  }
}
END_TEST

START_TEST(test_utf8_count) {
  static const char text[] = "12345678a\xc3\xa9\xf0\x9f\x98\x80\xff.";
  const char *end = text + sizeof text - 1;
  static const struct { size_t bytes; uint32_t characters, units; } rows[] = {
      {0, 0, 0},    {8, 8, 8},    {9, 9, 9},    {10, 9, 9},  {11, 10, 10},
      {14, 10, 10}, {15, 11, 12}, {16, 12, 13}, {17, 13, 14}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_uint_eq(tta_utf8_count(text, text + rows[i].bytes, end, false), rows[i].characters);
    ck_assert_uint_eq(tta_utf8_count(text, text + rows[i].bytes, end, true), rows[i].units);
  }
  ck_assert_uint_eq(tta_ascii_run(text, end), 8);
  ck_assert_uint_eq(tta_ascii_run(text, text + 7), 0);
}
END_TEST

START_TEST(test_chars) {
  for (int c = -128; c < 128; c++) {
    bool ascii = c > 0 && c < 128;
    ck_assert_int_eq(tta_is_digit((char)c), ascii && isdigit(c));
    ck_assert_int_eq(tta_is_letter((char)c), ascii && isalpha(c));
    ck_assert_int_eq(tta_is_hex_digit((char)c), ascii && isxdigit(c));
    ck_assert_int_eq(tta_is_word_byte((char)c), ascii && (isalnum(c) || c == '_' || c == '$'));
    ck_assert_int_eq(tta_is_name_byte((char)c), ascii && (isalnum(c) || strchr("_$.-", c)));
    ck_assert_int_eq(tta_is_opening((char)c), ascii && strchr("<([{", c));
    ck_assert_int_eq(tta_is_closing((char)c), ascii && strchr(">)]}", c));
  }
  for (const char *pair = "<>()[]{}"; *pair; pair += 2) {
    ck_assert_int_eq(tta_closing_of(pair[0]), pair[1]);
    ck_assert_int_eq(tta_opening_of(pair[1]), pair[0]);
  }
}
END_TEST

START_TEST(test_xml) {
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_xml_text(&out, TTA_STR("<a b=\"1\">&'\t\n\r" "\x01\x7f" "\xc3\xa9\xff\xef\xbf\xbf\xef\xbf\xbd"));
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, "&lt;a b=&quot;1&quot;&gt;&amp;'&#9;&#10;&#13;\xef\xbf\xbd\x7f\xc3\xa9"
                             "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  tta_buf_free(&out);
}
END_TEST

/* Bytes that the source of an allocator has given. */
static void *count_allocation(void *user, size_t size) {
  void *block = malloc(size);
  if (block) *(size_t *)user += size;
  return block;
}
static void *count_resize(void *user, void *block, size_t old_size, size_t size) {
  *(size_t *)user += size - old_size;
  return realloc(block, size);
}
static void count_release(void *user, void *block, size_t size) {
  *(size_t *)user -= size;
  free(block);
}

START_TEST(test_spare) {
  enum { KIB = 1024, LIMIT = 512 * KIB };
  size_t bytes = 0;
  tta_allocator source = {count_allocation, count_resize, count_release, &bytes};
  tta_spare spare;
  tta_spare_init(&spare, &source, LIMIT);
  const tta_allocator *a = &spare.allocator;
  char *block = a->allocate(a->user, 100 * KIB);
  ck_assert_uint_eq((uintptr_t)block % 16, 0);
  memset(block, 7, 100 * KIB);
  a->release(a->user, block, 100 * KIB);
#ifndef TTA_ARENA_APART
  ck_assert_ptr_null(a->allocate(a->user, SIZE_MAX));
  ck_assert_uint_ge(bytes, 100 * KIB);
  ck_assert_ptr_eq(a->allocate(a->user, 101 * KIB), block); /* a little more */
  ck_assert_ptr_eq(a->resize(a->user, block, 101 * KIB, 120 * KIB), block);
  char *other = a->allocate(a->user, 120 * KIB);
  ck_assert_ptr_ne(other, block);
  other = a->resize(a->user, other, 120 * KIB, 300 * KIB);
  a->release(a->user, other, 300 * KIB);
  ck_assert_ptr_ne(a->resize(a->user, block, 120 * KIB, 200 * KIB), block); /* there is a larger one */
  a->release(a->user, other, 200 * KIB);
#else
  ck_assert_uint_eq(bytes, 0);
#endif
  block = a->allocate(a->user, 10); /* small, large, small again */
  memcpy(block, "0123456789", 10);
  block = a->resize(a->user, block, 10, 20);
  block = a->resize(a->user, block, 20, 400 * KIB);
  ck_assert_mem_eq(block, "0123456789", 10);
  block = a->resize(a->user, block, 400 * KIB, 10);
  ck_assert_mem_eq(block, "0123456789", 10);
  a->release(a->user, block, 10);
  for (size_t size = 64 * KIB; size < 2048 * KIB; size += 100 * KIB) {
    block = a->allocate(a->user, size);
    a->release(a->user, block, size);
    ck_assert_uint_le(spare.bytes, LIMIT);
  }
  tta_spare_free(&spare);
  ck_assert_uint_eq(bytes, 0);
}
END_TEST

int main(void) {
  return RUN_SUITE("base", test_division, test_overflow, test_arena, test_utf8, test_buf, test_str, test_chars,
                   test_array, test_sort, test_numbers, test_fixed_buf, test_nearest, test_utf8_step,
                   test_utf8_count, test_xml, test_spare);
}
