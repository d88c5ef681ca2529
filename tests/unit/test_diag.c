/* Tests of src/diag: positions, the list of diagnostics, both renderers, the table of rules.
 * Expected positions and texts are written out by hand; line tables are also checked against a naive count. */
#include <check.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diag/report.h"
#include "suite.h"
#include "ttattr/diag.h"
#include "types.h"

static tta_span span(uint32_t begin, uint32_t end) { return (tta_span){begin, end}; }

/* --- an allocator that fails at the n-th allocation, once or from there on, and counts what is not given back -- */

typedef struct failing {
  long fail_at, count; /* allocations, from 0 */
  bool for_ever;       /* also all after fail_at */
  bool failed;
  size_t live; /* bytes not released */
} failing;

static bool refuses(failing *f) {
  long n = f->count++;
  bool refused = n == f->fail_at || (f->for_ever && n > f->fail_at);
  f->failed = f->failed || refused;
  return refused;
}

static void *failing_allocate(void *user, size_t size) {
  failing *f = user;
  void *block = refuses(f) ? NULL : malloc(size);
  if (block) f->live += size;
  return block;
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  failing *f = user;
  void *larger = refuses(f) ? NULL : realloc(block, new_size);
  if (larger) f->live = f->live - old_size + new_size;
  return larger;
}
static void failing_release(void *user, void *block, size_t size) {
  failing *f = user;
  f->live -= size;
  free(block);
}
static tta_allocator failing_allocator(failing *f) {
  return (tta_allocator){failing_allocate, failing_resize, failing_release, f};
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

typedef struct place {
  uint32_t offset, line, column;
} place;

static void check_places(tta_str text, const place *places, size_t count) {
  failing none = {.for_ever = true};
  tta_allocator empty = failing_allocator(&none);
  for (int memory = 1; memory >= 0; memory--) { /* the same answers without a table */
    tta_source source;
    tta_source_init(&source, str("f"), text, memory ? NULL : &empty);
    for (size_t i = 0; i < count; i++) {
      tta_position got = tta_source_position(&source, places[i].offset);
      ck_assert_msg(got.line == places[i].line && got.column == places[i].column, "offset %u: %u:%u", places[i].offset,
                    got.line, got.column);
    }
    ck_assert((source.line_starts != NULL) == (memory == 1));
    tta_source_free(&source);
  }
}
#define CHECK_PLACES(text, ...)                                                                     \
  do {                                                                                              \
    const place places[] = {__VA_ARGS__};                                                           \
    check_places((tta_str){text, sizeof text - 1}, places, sizeof places / sizeof *places);         \
  } while (0)

START_TEST(positions) {
  CHECK_PLACES("", {0, 1, 1}, {7, 1, 1});
  CHECK_PLACES("ab", {0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {99, 1, 3});
  CHECK_PLACES("a\nbc\n", {0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {3, 2, 2}, {4, 2, 3}, {5, 3, 1});
  CHECK_PLACES("\n\n", {0, 1, 1}, {1, 2, 1}, {2, 3, 1});
  CHECK_PLACES("a\r\nb", {1, 1, 2}, {2, 1, 3}, {3, 2, 1});
  CHECK_PLACES("a\rb\r", {1, 1, 2}, {2, 1, 3}, {4, 1, 5}); /* a lone CR ends no line */
  CHECK_PLACES("\xc3\xa9x\n\xe2\x82\xac!", {0, 1, 1}, {2, 1, 3}, {7, 2, 4}); /* columns are bytes */
  CHECK_PLACES("a\0\nb", {1, 1, 2}, {3, 2, 1});
}
END_TEST

static void check_line(const char *text, uint32_t line, const char *expected) {
  failing none = {.for_ever = true};
  tta_allocator empty = failing_allocator(&none);
  for (int memory = 1; memory >= 0; memory--) {
    tta_source source;
    tta_source_init(&source, str("f"), str(text), memory ? NULL : &empty);
    tta_str got = tta_source_line(&source, line);
    ck_assert_msg(got.size == strlen(expected) && memcmp(got.data, expected, got.size) == 0, "'%s' line %u: '%.*s'",
                  text, line, (int)got.size, got.data);
    tta_source_free(&source);
  }
}

START_TEST(line_texts) {
  check_line("", 1, "");
  check_line("", 2, "");
  check_line("a\nbc", 0, "");
  check_line("a\nbc", 1, "a");
  check_line("a\nbc", 2, "bc");
  check_line("a\nbc", 3, "");
  check_line("a\nbc\n", 3, "");
  check_line("a\r\nbc\r\n", 1, "a");
  check_line("a\r\nbc\r\n", 2, "bc");
  check_line("a\rb\nc\r", 1, "a\rb");
  check_line("a\rb\nc\r", 2, "c\r");
  check_line("\r\r\n", 1, "\r");
  check_line("\n", 1, "");
}
END_TEST

/* Every offset of pseudo-random texts against a count from the start. */
START_TEST(positions_by_counting) {
  uint32_t seed = 12345;
  for (int round = 0; round < 200; round++) {
    char text[64];
    size_t size = (size_t)round % sizeof text;
    for (size_t i = 0; i < size; i++) {
      seed = seed * 1664525u + 1013904223u;
      text[i] = "\n\r\nab"[(seed >> 24) % 5];
    }
    tta_source source;
    tta_source_init(&source, str("f"), (tta_str){text, size}, NULL);
    uint32_t line = 1, column = 1;
    for (uint32_t at = 0; at <= size; at++) {
      tta_position got = tta_source_position(&source, at);
      ck_assert_uint_eq(got.line, line);
      ck_assert_uint_eq(got.column, column);
      if (at < size && text[at] == '\n') line++, column = 1;
      else column++;
    }
    ck_assert_uint_eq(source.num_lines, line);
    tta_source_free(&source);
  }
}
END_TEST

/* --- text --------------------------------------------------------------------------------------------------------- */

static tta_diagnostic error_at(uint32_t begin, uint32_t end) {
  return (tta_diagnostic){.severity = TTA_SEVERITY_ERROR,
                          .rule = TTA_RULE_layout_rank,
                          .span = {begin, end},
                          .message = {"ranks differ", 12}};
}

static void check_text_of(tta_str text, tta_diagnostic diagnostic, tta_render_options options, const char *expected) {
  tta_source source;
  tta_source_init(&source, str("a.mlir"), text, NULL);
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_diagnostic_text(&out, &source, &diagnostic, options);
  tta_buf_char(&out, 0);
  ck_assert(!out.failed);
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
  tta_source_free(&source);
}

static void check_text(const char *text, uint32_t begin, uint32_t end, uint32_t width, const char *expected) {
  check_text_of(str(text), error_at(begin, end), (tta_render_options){false, width}, expected);
}

START_TEST(text_whole_line) {
  check_text("one\n  two three\n", 6, 9, 0,
             "a.mlir:2:3: error: ranks differ [layout-rank]\n"
             "  two three\n"
             "  ^~~\n");
  check_text("abc", 3, 3, 0, "a.mlir:1:4: error: ranks differ [layout-rank]\nabc\n   ^\n");
  check_text("abc", 1, 1, 0, "a.mlir:1:2: error: ranks differ [layout-rank]\nabc\n ^\n");
  check_text("abc\n", 4, 4, 0, "a.mlir:2:1: error: ranks differ [layout-rank]\n\n^\n");
  check_text("", 0, 0, 0, "a.mlir:1:1: error: ranks differ [layout-rank]\n\n^\n");
  check_text("abc\r\nd", 1, 5, 0, "a.mlir:1:2: error: ranks differ [layout-rank]\nabc\n ^~\n");
  check_text("abc\r\nd", 4, 5, 0, "a.mlir:1:5: error: ranks differ [layout-rank]\nabc\n   ^\n");
  /* several lines: underlined to the end of the first */
  check_text("ab cd\nef\ngh", 3, 11, 0, "a.mlir:1:4: error: ranks differ [layout-rank]\nab cd\n   ^~\n");
}
END_TEST

START_TEST(text_bytes) {
  /* tab, UTF-8 of 2, 3 and 4 bytes: one column each, position in bytes */
  check_text("\tx\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 tok", 12, 15, 0,
             "a.mlir:1:13: error: ranks differ [layout-rank]\n"
             " x\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 tok\n"
             "      ^~~\n");
  /* control, escape, DEL, invalid, truncated, overlong, C1 control, right-to-left override, zero width space */
  check_text("\x01\x1b[\x7f\xff\xe2\x82\xc0\x80\xc2\x9b\xe2\x80\xae\xe2\x80\x8b!", 17, 18, 0,
             "a.mlir:1:18: error: ranks differ [layout-rank]\n"
             "??[?????????" "!\n"
             "            ^\n");
  /* byte order mark, soft hyphen, word joiner; a no-break space is shown */
  check_text("\xef\xbb\xbf\xc2\xad\xe2\x81\xa0\xc2\xa0!", 10, 11, 0,
             "a.mlir:1:11: error: ranks differ [layout-rank]\n???\xc2\xa0!\n    ^\n");
  /* a span that begins within a code point is drawn at its start */
  check_text("a\xe2\x82\xac" "b", 2, 4, 0,
             "a.mlir:1:3: error: ranks differ [layout-rank]\na\xe2\x82\xac" "b\n ^\n");
  check_text_of((tta_str){"a\0b", 3}, error_at(2, 3), (tta_render_options){0},
                "a.mlir:1:3: error: ranks differ [layout-rank]\na?b\n  ^\n");
}
END_TEST

START_TEST(text_cut) {
  const char *line = "0123456789abcdefghijklmnopqrstuvwxyz"; /* 36 columns in 20 */
  check_text(line, 0, 3, 20, "a.mlir:1:1: error: ranks differ [layout-rank]\n0123456789abcdefg...\n^~~\n");
  check_text(line, 16, 20, 20,
             "a.mlir:1:17: error: ranks differ [layout-rank]\n...bcdefghijklmno...\n        ^~~~\n");
  check_text(line, 33, 36, 20,
             "a.mlir:1:34: error: ranks differ [layout-rank]\n...jklmnopqrstuvwxyz\n                 ^~~\n");
  check_text(line, 36, 36, 20,
             "a.mlir:1:37: error: ranks differ [layout-rank]\n...klmnopqrstuvwxyz\n                   ^\n");
  /* the token is longer than the window: its start, underlined to the edge */
  check_text(line, 5, 36, 20,
             "a.mlir:1:6: error: ranks differ [layout-rank]\n...56789abcdefghi...\n   ^~~~~~~~~~~~~~~~~\n");
  check_text(line, 0, 36, 20,
             "a.mlir:1:1: error: ranks differ [layout-rank]\n0123456789abcd...\n^~~~~~~~~~~~~~~~~\n");
  check_text(line, 0, 3, 36,
             "a.mlir:1:1: error: ranks differ [layout-rank]\n0123456789abcdefghijklmnopqrstuvwxyz\n^~~\n");
}
END_TEST

/* For every span: no line wider than asked for, the underline as long as the token and below it. */
START_TEST(text_window_holds) {
  char line[120];
  for (size_t i = 0; i < sizeof line; i++) line[i] = (char)('!' + i % 90);
  for (uint32_t size = 0; size <= sizeof line; size += 8) {
    for (uint32_t begin = 0; begin <= size; begin++) {
      for (uint32_t end = begin; end <= size; end += 7) {
        tta_source source;
        tta_source_init(&source, str("f"), (tta_str){line, size}, NULL);
        tta_buf out;
        tta_buf_init(&out, NULL);
        tta_diagnostic d = error_at(begin, end);
        tta_diagnostic_text(&out, &source, &d, (tta_render_options){false, 40});
        tta_buf_char(&out, 0);
        const char *excerpt = strchr(out.data, '\n') + 1, *under = strchr(excerpt, '\n') + 1;
        size_t shown = (size_t)(under - 1 - excerpt), caret = strcspn(under, "^"), marks = strcspn(under + caret, "\n");
        ck_assert_uint_le(shown, 40);
        ck_assert_uint_le(caret + marks, shown + (begin == size));
        size_t token = end > begin ? end - begin : 1;
        ck_assert_uint_eq(marks, token > 34 && size > 40 ? 37 : token);
        if (begin < size) ck_assert_int_eq(excerpt[caret], line[begin]);
        tta_buf_free(&out);
        tta_source_free(&source);
      }
    }
  }
}
END_TEST

START_TEST(text_notes_and_fixes) {
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  tta_report report;
  tta_report_init(&report, &arena);
  const char *text = "#g = <1x2>\nmemref<8x151xf32>\n";
  tta_diagnostic *d = tta_report_add(&report, TTA_RULE_layout_shard_shape, span(18, 23), "shard is %dx%d, not %s", 8,
                                     151, "8x150");
  tta_report_note(&report, d, span(5, 10), "the grid is %s", "here");
  tta_report_fix(&report, d, span(18, 23), str("8x150"), "replace with '8x150'");
  tta_report_fix(&report, d, span(18, 23), str("8x150"), "use the shard of this grid");
  tta_report_fix(&report, d, span(28, 28), str(", l1"), "add the memory space");
  tta_report_fix(&report, d, span(21, 23), str(""), "drop it");
  tta_report_fix(&report, d, span(18, 23), str("8x300"), "use one core");
  tta_report_edit(&report, d, span(8, 9), str("1"));
  check_text_of(str(text), *d, (tta_render_options){0},
                "a.mlir:2:8: error: shard is 8x151, not 8x150 [layout-shard-shape]\n"
                "memref<8x151xf32>\n"
                "       ^~~~~\n"
                "a.mlir:2:8: note: fix: replace with '8x150'\n"
                "a.mlir:2:8: note: fix: use the shard of this grid (replace '8x151' with '8x150')\n"
                "a.mlir:2:18: note: fix: add the memory space (insert ', l1')\n"
                "a.mlir:2:11: note: fix: drop it (remove '51')\n"
                "a.mlir:1:9: note: fix: use one core\n"
                "a.mlir:1:9: note: fix: replace '2' with '1'\n"
                "a.mlir:2:8: note: fix: replace '8x151' with '8x300'\n"
                "a.mlir:1:6: note: the grid is here\n"
                "#g = <1x2>\n"
                "     ^~~~~\n");
  ck_assert_int_eq(report.status, TTA_OK);
  tta_report_free(&report);
  tta_arena_free(&arena);
}
END_TEST

START_TEST(text_color_and_severity) {
  tta_diagnostic d = error_at(0, 2);
  check_text_of(str("ab"), d, (tta_render_options){true, 0},
                "\033[1ma.mlir:1:1: \033[0;1;31merror: \033[0m\033[1mranks differ [layout-rank]\033[0m\n"
                "ab\n\033[0;1;32m^~\033[0m\n");
  d.severity = TTA_SEVERITY_WARNING;
  check_text_of(str("ab"), d, (tta_render_options){0}, "a.mlir:1:1: warning: ranks differ [layout-rank]\nab\n^~\n");
  d.severity = TTA_SEVERITY_REMARK;
  check_text_of(str("ab"), d, (tta_render_options){0}, "a.mlir:1:1: remark: ranks differ [layout-rank]\nab\n^~\n");
  d.message = str("bad\x1b[31m \tx\n");
  check_text_of(str("ab"), d, (tta_render_options){0}, "a.mlir:1:1: remark: bad?[31m  x? [layout-rank]\nab\n^~\n");
}
END_TEST

/* --- JSON --------------------------------------------------------------------------------------------------------- */

START_TEST(json) {
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  tta_report report;
  tta_report_init(&report, &arena);
  tta_source source;
  tta_source_init(&source, str("d/\"a\".mlir"), str("#g = <1x2>\r\nm\xc3\xa9mref<8x151xf32>\n"), NULL);
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_diagnostic *plain = tta_report_add(&report, TTA_RULE_tile_size, span(0, 12), "odd \xff\n");
  tta_diagnostic_json(&out, &source, plain);
  tta_diagnostic *d = tta_report_add(&report, TTA_RULE_layout_shard_shape, span(20, 25), "bad shard");
  tta_report_note(&report, d, span(5, 10), "grid");
  tta_report_note(&report, d, span(0, 2), "alias");
  tta_report_fix(&report, d, span(20, 25), str("8x150"), "resize");
  tta_report_edit(&report, d, span(8, 9), str("\"2\""));
  tta_diagnostic_json(&out, &source, d);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(
      out.data,
      "{\"file\":\"d/\\\"a\\\".mlir\",\"line\":1,\"column\":1,\"end_line\":2,\"end_column\":1,\"severity\":\"warning\","
      "\"rule\":\"tile-size\",\"message\":\"odd \xef\xbf\xbd\\n\",\"notes\":[],\"fixes\":[]}\n"
      "{\"file\":\"d/\\\"a\\\".mlir\",\"line\":2,\"column\":9,\"end_line\":2,\"end_column\":14,\"severity\":\"error\","
      "\"rule\":\"layout-shard-shape\",\"message\":\"bad shard\",\"notes\":["
      "{\"file\":\"d/\\\"a\\\".mlir\",\"line\":1,\"column\":6,\"end_line\":1,\"end_column\":11,\"message\":\"grid\"},"
      "{\"file\":\"d/\\\"a\\\".mlir\",\"line\":1,\"column\":1,\"end_line\":1,\"end_column\":3,\"message\":\"alias\"}],"
      "\"fixes\":[{\"message\":\"resize\",\"edits\":["
      "{\"line\":1,\"column\":9,\"end_line\":1,\"end_column\":10,\"text\":\"\\\"2\\\"\"},"
      "{\"line\":2,\"column\":9,\"end_line\":2,\"end_column\":14,\"text\":\"8x150\"}]}]}\n");
  out.size = 0;
  tta_diagnostic *after = tta_report_add(&report, TTA_RULE_tile_size, span(20, 25), "size"); /* an e acute before it */
  tta_diagnostic_json_utf16(&out, &source, after);
  tta_buf_char(&out, 0);
  ck_assert_ptr_nonnull(strstr(out.data, "\"line\":2,\"column\":8,\"end_line\":2,\"end_column\":13,"));
  tta_buf_free(&out);
  tta_source_free(&source);
  tta_report_free(&report);
  tta_arena_free(&arena);
}
END_TEST

/* --- the list ----------------------------------------------------------------------------------------------------- */

START_TEST(settings) {
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  tta_report report;
  tta_report_init(&report, &arena);
  ck_assert_ptr_null(tta_report_add(&report, TTA_RULE_layout_undecided, span(0, 1), "a remark is off"));
  report.enabled[TTA_RULE_layout_undecided] = true;
  tta_diagnostic *d = tta_report_add(&report, TTA_RULE_layout_undecided, span(0, 1), "now on");
  ck_assert_int_eq(d->severity, TTA_SEVERITY_REMARK);
  report.severity[TTA_RULE_tile_size] = TTA_SEVERITY_ERROR; /* -Werror=tile-size */
  tta_report_add(&report, TTA_RULE_tile_size, span(0, 1), "x");
  tta_report_add(&report, TTA_RULE_layout_extent, span(0, 1), "x");
  tta_report_add(&report, TTA_RULE_syntax, span(0, 1), "x");
  report.enabled[TTA_RULE_layout_extent] = false;
  d = tta_report_add(&report, TTA_RULE_layout_extent, span(0, 1), "off");
  ck_assert_ptr_null(d);
  tta_report_note(&report, d, span(0, 1), "nothing");
  tta_report_fix(&report, d, span(0, 1), str("x"), "nothing");
  tta_report_edit(&report, d, span(0, 1), str("x"));
  ck_assert_uint_eq(report.size, 4);
  ck_assert_uint_eq(report.num_errors, 2);
  ck_assert_uint_eq(report.num_warnings, 1);
  ck_assert_int_eq(report.status, TTA_OK);
  tta_report_free(&report);
  tta_arena_free(&arena);
}
END_TEST

static int by_place(const void *a, const void *b) {
  const tta_diagnostic *x = *(tta_diagnostic *const *)a, *y = *(tta_diagnostic *const *)b;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->span.end != y->span.end) return x->span.end > y->span.end ? -1 : 1;
  return atoi(x->message.data) < atoi(y->message.data) ? -1 : 1; /* the number of the report makes qsort stable */
}

START_TEST(sorting) {
  for (int count = 0; count < 300; count += count < 70 ? 1 : 37) {
    tta_arena arena;
    tta_arena_init(&arena, NULL);
    tta_report report;
    tta_report_init(&report, &arena);
    uint32_t seed = (uint32_t)count;
    tta_diagnostic *expected[300];
    for (int i = 0; i < count; i++) {
      seed = seed * 1664525u + 1013904223u;
      uint32_t begin = seed >> 28, end = begin + (seed >> 25) % 3;
      expected[i] = tta_report_add(&report, TTA_RULE_syntax, span(begin, end), "%d", i);
    }
    if (count) qsort(expected, (size_t)count, sizeof *expected, by_place);
    tta_report_sort(&report);
    for (int i = 0; i < count; i++) ck_assert_ptr_eq(report.items[i], expected[i]);
    tta_report_sort(&report); /* sorted stays sorted */
    for (int i = 0; i < count; i++) ck_assert_ptr_eq(report.items[i], expected[i]);
    tta_report_free(&report);
    tta_arena_free(&arena);
  }
}
END_TEST

START_TEST(lowered) {
  tta_arena arena;
  tta_report report;
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_report_init(&report, &arena);
  tta_diagnostic *d = tta_report_add(&report, TTA_RULE_ttnn_core_ranges, span(0, 1), "an error");
  tta_report_lower(&report, d, TTA_SEVERITY_WARNING);
  ck_assert_int_eq(d->severity, TTA_SEVERITY_WARNING);
  ck_assert_uint_eq(report.num_errors, 0);
  ck_assert_uint_eq(report.num_warnings, 1);
  tta_report_lower(&report, d, TTA_SEVERITY_ERROR); /* does not raise */
  tta_report_lower(&report, NULL, TTA_SEVERITY_REMARK);
  ck_assert_uint_eq(report.num_warnings, 1);
  tta_report_lower(&report, d, TTA_SEVERITY_REMARK);
  ck_assert_uint_eq(report.num_warnings, 0);
  tta_report_free(&report);
  tta_arena_free(&arena);
}

START_TEST(many_notes_and_edits) {
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  tta_report report;
  tta_report_init(&report, &arena);
  tta_diagnostic *d = tta_report_add(&report, TTA_RULE_syntax, span(0, 1), "x");
  tta_report_fix(&report, d, span(100, 101), str("100"), "all");
  for (uint32_t i = 0; i < 100; i++) {
    tta_report_note(&report, d, span(i, i), "%u", i);
    tta_report_edit(&report, d, span(99 - i, 100 - i), str("e"));
  }
  for (uint32_t i = 0; i < 100; i++) tta_report_fix(&report, d, span(i, i), str("f"), "fix %u", i);
  ck_assert_uint_eq(d->num_notes, 100);
  ck_assert_uint_eq(d->num_fixes, 101);
  ck_assert_uint_eq(d->fixes[0].num_edits, 101);
  for (uint32_t i = 0; i < 100; i++) {
    ck_assert_uint_eq(d->notes[i].span.begin, i);
    ck_assert_uint_eq(d->fixes[i + 1].edits[0].span.begin, i);
  }
  for (uint32_t i = 0; i <= 100; i++) ck_assert_uint_eq(d->fixes[0].edits[i].span.begin, i);
  tta_report_free(&report);
  tta_arena_free(&arena);
}
END_TEST

/* --- out of memory ------------------------------------------------------------------------------------------------ */

/* A run that uses everything. @return whether nothing failed; the output is then what a run with memory gives. */
static bool whole_run(tta_allocator *allocator, tta_buf *out) {
  static const char text[] = "line 0\nline 1\nline 2\n";
  tta_arena arena;
  tta_arena_init(&arena, allocator);
  tta_report report;
  tta_report_init(&report, &arena);
  tta_source source;
  tta_source_init(&source, str("f"), str(text), allocator);
  char filler[600];
  memset(filler, 'm', sizeof filler);
  for (uint32_t i = 0; i < 70; i++) {
    uint32_t at = (i * 7) % 20;
    tta_diagnostic *d = tta_report_add(&report, TTA_RULE_syntax, span(at, at + 1), "%.*s", (int)sizeof filler, filler);
    for (uint32_t j = 0; j < 3; j++) tta_report_note(&report, d, span(j, j + 1), "note %u", j);
    tta_report_fix(&report, d, span(at, at + 1), str("new"), "replace");
    for (uint32_t j = 0; j < 3; j++) tta_report_edit(&report, d, span(0, 0), str("and more"));
  }
  ck_assert_uint_eq(report.num_errors, 70); /* a lost error still counts */
  ck_assert((report.size == 70) || report.status == TTA_NO_MEMORY);
  ck_assert(!arena.failed || report.status == TTA_NO_MEMORY);
  tta_report_sort(&report);
  for (size_t i = 0; i < report.size; i++) {
    for (uint32_t j = 0; j < report.items[i]->num_fixes; j++) /* never half a repair */
      ck_assert_uint_eq(report.items[i]->fixes[j].num_edits, 4);
    tta_diagnostic_text(out, &source, report.items[i], (tta_render_options){0});
    tta_diagnostic_json(out, &source, report.items[i]);
  }
  bool good = report.status == TTA_OK && !out->failed;
  tta_source_free(&source);
  tta_report_free(&report);
  tta_arena_free(&arena);
  return good;
}

START_TEST(out_of_memory) {
  tta_buf expected;
  tta_buf_init(&expected, NULL);
  ck_assert(whole_run(NULL, &expected));
  for (int for_ever = 0; for_ever < 2; for_ever++) {
    int failures = 0;
    for (long n = 0;; n++) {
      failing f = {.fail_at = n, .for_ever = for_ever == 1};
      tta_allocator allocator = failing_allocator(&f);
      tta_buf out;
      tta_buf_init(&out, &allocator);
      bool good = whole_run(&allocator, &out);
      if (good) { /* the line table may have failed: the text is the same all the same */
        ck_assert_uint_eq(out.size, expected.size);
        ck_assert_mem_eq(out.data, expected.data, out.size);
      }
      failures += !good;
      tta_buf_free(&out);
      ck_assert_uint_eq(f.live, 0);
      if (!f.failed) break;
    }
    ck_assert_int_gt(failures, 10);
  }
  tta_buf_free(&expected);
}
END_TEST

/* --- rules -------------------------------------------------------------------------------------------------------- */

START_TEST(rule_lookup) {
  ck_assert_int_eq(tta_rule_find(str("layout-rank")), TTA_RULE_layout_rank);
  ck_assert_int_eq(tta_rule_find(str("layout-ran")), TTA_RULE_NONE);
  ck_assert_int_eq(tta_rule_find(str("")), TTA_RULE_NONE);
  ck_assert_str_eq(tta_rule_get(TTA_RULE_syntax)->name, "syntax");
  ck_assert_int_eq(tta_rule_get(TTA_RULE_device_mesh_links)->severity, TTA_SEVERITY_REMARK);
  ck_assert_ptr_null(tta_rule_get(TTA_RULE_NONE));
  ck_assert_ptr_null(tta_rule_get((tta_rule)(tta_num_rules() + 1)));
  ck_assert_int_eq(tta_rule_at(tta_num_rules()), TTA_RULE_NONE);
}
END_TEST

static void check_prose(const tta_rule_info *info) {
  int lines = 1;
  size_t column = 0;
  for (const char *c = info->explanation; *c; c++) {
    column = *c == '\n' ? 0 : column + 1;
    lines += *c == '\n';
    ck_assert_msg(column <= 80 && (unsigned char)*c < 0x80, "%s: line %d", info->name, lines);
  }
  ck_assert_msg(lines >= 2 && lines <= 8 && column > 0, "%s: %d lines", info->name, lines);
  ck_assert_msg(strstr(info->explanation, "Source: ") != NULL, "%s names no source", info->name);
  ck_assert_msg(strlen(info->summary) > 10 && strlen(info->summary) <= 64, "%s: %s", info->name, info->summary);
}

/* The options line of an example, or "". */
static tta_str run_options(const char *text) {
  size_t size = strncmp(text, "// RUN-OPTIONS: ", 16) == 0 ? strcspn(text, "\n") : 0;
  return (tta_str){text, size};
}

START_TEST(rule_rows) {
  for (size_t i = 0; i < tta_num_rules(); i++) {
    const tta_rule_info *info = tta_rule_get(tta_rule_at(i));
    ck_assert_int_eq(tta_rule_find(str(info->name)), tta_rule_at(i)); /* names are unique */
    ck_assert_msg(strspn(info->name, "abcdefghijklmnopqrstuvwxyz-") == strlen(info->name), "%s", info->name);
    check_prose(info);
    ck_assert_msg((info->bad == NULL) == (info->good == NULL), "%s", info->name);
    if (!info->bad) continue;
    ck_assert_str_ne(info->bad, info->good);
    ck_assert(info->bad[strlen(info->bad) - 1] == '\n' && info->good[strlen(info->good) - 1] == '\n');
    tta_str bad = run_options(info->bad), good = run_options(info->good);
    ck_assert_msg(bad.size == good.size && memcmp(bad.data, good.data, bad.size) == 0, "%s", info->name);
    if (info->severity == TTA_SEVERITY_REMARK) ck_assert_msg(strstr(info->bad, "-W") != NULL, "%s", info->name);
  }
}
END_TEST

static bool is_on(const tta_check_options *options, const char *rule, tta_severity severity) {
  tta_severity found;
  bool on = tta_check_options_rule(options, tta_rule_find((tta_str){rule, strlen(rule)}), &found);
  ck_assert(!on || found == severity);
  return on;
}

/* A rule that is named after a group is in this group, and the names do not collide. */
START_TEST(rule_groups) {
  for (size_t g = 0; g < tta_num_rule_groups(); g++) {
    const char *name = tta_rule_group_at(g)->name;
    size_t size = strlen(name), members = 0;
    ck_assert(tta_rule_find((tta_str){name, size}) == TTA_RULE_NONE && strncmp(name, "no-", 3) != 0);
    for (size_t r = 0; r < tta_num_rules(); r++) {
      const char *rule = tta_rule_get(tta_rule_at(r))->name;
      bool named = !strncmp(rule, name, size) && rule[size] == '-', member = tta_rule_group_of(tta_rule_at(r)) == g;
      ck_assert_msg(!named || member, "%s is not in group %s", rule, name);
      ck_assert(tta_rule_is_selected(tta_rule_at(r), (tta_str){name, size}) == member);
      members += member;
    }
    ck_assert_msg(members, "group %s is empty", name);
  }
  for (size_t r = 0; r < tta_num_rules(); r++)
    ck_assert_msg(tta_rule_group_of(tta_rule_at(r)) < tta_num_rule_groups(), "%s", tta_rule_get(tta_rule_at(r))->name);
  ck_assert_uint_eq(tta_rule_group_of(TTA_RULE_NONE), tta_num_rule_groups());
  ck_assert_ptr_null(tta_rule_group_at(tta_num_rule_groups()));
  ck_assert(!tta_rule_is_selected(TTA_RULE_NONE, (tta_str){"all", 3}));
  ck_assert(tta_rule_is_selected(TTA_RULE_layout_undecided, (tta_str){"remarks", 7}));
  ck_assert_str_eq(tta_rule_nearest((tta_str){"lyout", 5}), "layout");
  ck_assert_ptr_null(tta_rule_nearest((tta_str){"zzzzzzzz", 8}));
}
END_TEST

START_TEST(rule_changes) {
  tta_check_options *o;
  ck_assert_int_eq(tta_check_options_new(NULL, &o), TTA_OK);
#define CHANGE(name, how) \
  ck_assert_int_eq(tta_check_options_change_rules(o, (tta_str){name, sizeof name - 1}, how), TTA_OK)
  CHANGE("all", TTA_RULES_DISABLE);
  ck_assert(is_on(o, "layout-rank", TTA_SEVERITY_ERROR) && !is_on(o, "layout-extent", TTA_SEVERITY_WARNING));
  CHANGE("layout", TTA_RULES_ENABLE);
  ck_assert(is_on(o, "layout-extent", TTA_SEVERITY_WARNING) && is_on(o, "layout-undecided", TTA_SEVERITY_REMARK));
  ck_assert(!is_on(o, "tile-size", TTA_SEVERITY_WARNING));
  CHANGE("", TTA_RULES_AS_ERRORS); /* what is off stays off, and is an error once it is on */
  ck_assert(is_on(o, "layout-extent", TTA_SEVERITY_ERROR) && is_on(o, "layout-undecided", TTA_SEVERITY_REMARK));
  ck_assert(!is_on(o, "tile-size", TTA_SEVERITY_ERROR));
  CHANGE("tile", TTA_RULES_ENABLE);
  ck_assert(is_on(o, "tile-size", TTA_SEVERITY_ERROR));
  CHANGE("layout", TTA_RULES_NOT_AS_ERRORS);
  ck_assert(is_on(o, "layout-extent", TTA_SEVERITY_WARNING) && is_on(o, "layout-rank", TTA_SEVERITY_ERROR));
  CHANGE("remarks", TTA_RULES_AS_ERRORS);
  ck_assert(is_on(o, "device-mesh-links", TTA_SEVERITY_ERROR));
  ck_assert_int_eq(tta_check_options_change_rules(o, (tta_str){"layot", 5}, TTA_RULES_ENABLE), TTA_INVALID);
  tta_check_options_free(o);
}
END_TEST

START_TEST(utf16_positions) {
  /* é and an invalid byte are one unit, U+1D11E is two */
  tta_source source;
  tta_source_init(&source, str("f"), str("ab\n\xc3\xa9x\xf0\x9d\x84\x9ey\xffz"), NULL);
  static const place places[] = {{0, 1, 1},  {2, 1, 3},  {3, 2, 1},  {4, 2, 1},  {5, 2, 2},   {6, 2, 3},
                                 {8, 2, 3},  {10, 2, 5}, {11, 2, 6}, {12, 2, 7}, {13, 2, 8},  {99, 2, 8}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    tta_position got = tta_source_position_utf16(&source, places[i].offset);
    ck_assert_msg(got.line == places[i].line && got.column == places[i].column, "offset %u: %u:%u", places[i].offset,
                  got.line, got.column);
  }
  tta_source_free(&source);
}
END_TEST

typedef void format_function(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);

/* In `expected`, ' is written for ". */
static void check_format(format_function *format, const char *name, const tta_diagnostic *d, const char *expected) {
  tta_source source;
  tta_buf out;
  tta_source_init(&source, str(name), str("ab {x}\ncd"), NULL);
  tta_buf_init(&out, NULL);
  format(&out, &source, d);
  for (size_t i = 0; i < out.size; i++)
    if (out.data[i] == '"') out.data[i] = '\'';
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
  tta_source_free(&source);
}

#define IN_FILE "'artifactLocation':{'uri':'./a:b%20%C3%A9.mlir'}"
#define X "'startLine':1,'startColumn':4,'endLine':1,'endColumn':7}" /* {x} */
#define CD "'startLine':2,'startColumn':1,'endLine':2,'endColumn':3}"

START_TEST(formats) {
  const tta_edit edit = {span(3, 6), str("{y}")};
  const tta_fix fix = {str("use {y}, 100 %"), 1, &edit};
  const tta_note note = {span(7, 9), str("here,\nthere"), NULL};
  tta_diagnostic d = {.severity = TTA_SEVERITY_WARNING, .rule = TTA_RULE_syntax, .span = span(3, 6),
                      .message = str("a {x}: <b>"), .num_notes = 1, .notes = &note, .num_fixes = 1, .fixes = &fix};
  ck_assert_int_eq(tta_rule_at(0), TTA_RULE_syntax);
  check_format(tta_diagnostic_github, "a,b:c%.mlir", &d,
               "::warning file=a%2Cb%3Ac%25.mlir,line=1,endLine=1,col=4,endColumn=7,title=syntax::a {x}: <b>"
               "%0Anote: line 2: here,%0Athere%0Afix: use {y}, 100 %25\n");
  check_format(tta_diagnostic_sarif, "a:b \xc3\xa9.mlir", &d,
               "{'ruleId':'syntax','ruleIndex':0,'level':'warning','message':{'text':'a {{x}}: <b>'},"
               "'locations':[{'physicalLocation':{" IN_FILE ",'region':{" X "}}],'relatedLocations':[{'id':0,"
               "'physicalLocation':{" IN_FILE ",'region':{" CD "},'message':{'text':'here,\\nthere'}}],"
               "'fixes':[{'description':{'text':'use {{y}}, 100 %'},'artifactChanges':[{" IN_FILE ",'replacements':"
               "[{'deletedRegion':{" X ",'insertedContent':{'text':'{y}'}}]}]}]}");
  d.rule = TTA_RULE_NONE;
  d.severity = TTA_SEVERITY_ERROR;
  d.num_notes = d.num_fixes = 0;
  check_format(tta_diagnostic_sarif, "/a", &d,
               "{'level':'error','message':{'text':'a {{x}}: <b>'},'locations':[{'physicalLocation':"
               "{'artifactLocation':{'uri':'file:///a'},'region':{" X "}}]}");
  check_format(tta_diagnostic_junit, "a&b", &d,
               "    <testcase classname='a&amp;b' name='error 1:4'><failure type='error' message='a {x}: &lt;b&gt;'>"
               "a&amp;b:1:4: error: a {x}: &lt;b&gt;&#10;ab {x}&#10;   ^~~&#10;</failure></testcase>\n");
  d.severity = TTA_SEVERITY_REMARK;
  d.span = span(3, 8); /* several lines: no columns */
  check_format(tta_diagnostic_github, "f", &d, "::notice file=f,line=1,endLine=2::a {x}: <b>\n");
}
END_TEST

/* A diagnostic and a note may be in other texts than the one that was given. */
START_TEST(other_sources) {
  tta_source given, kernel, header;
  tta_buf out;
  tta_source_init(&given, str("given"), str("no"), NULL);
  tta_source_init(&kernel, str("k.cpp"), str("one\ntwo"), NULL);
  tta_source_init(&header, str("h.h"), str("\nthree"), NULL);
  const tta_note notes[] = {{span(0, 3), str("first"), NULL}, {span(1, 6), str("second"), &header}};
  const tta_diagnostic d = {.severity = TTA_SEVERITY_ERROR, .span = span(4, 7), .message = str("m"), .source = &kernel,
                            .num_notes = 2, .notes = notes};
  tta_buf_init(&out, NULL);
  tta_diagnostic_text(&out, &given, &d, (tta_render_options){.color = false});
  tta_diagnostic_json(&out, &given, &d);
  tta_diagnostic_github(&out, &given, &d);
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data,
                   "k.cpp:2:1: error: m\ntwo\n^~~\nk.cpp:1:1: note: first\none\n^~~\nh.h:2:1: note: second\n"
                   "three\n^~~~~\n{\"file\":\"k.cpp\",\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":4,"
                   "\"severity\":\"error\",\"rule\":\"\",\"message\":\"m\",\"notes\":[{\"file\":\"k.cpp\","
                   "\"line\":1,\"column\":1,\"end_line\":1,\"end_column\":4,\"message\":\"first\"},{\"file\":"
                   "\"h.h\",\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":6,\"message\":\"second\"}],"
                   "\"fixes\":[]}\n::error file=k.cpp,line=2,endLine=2,col=1,endColumn=4::m%0Anote: line 1: first"
                   "%0Anote: h.h, line 2: second\n");
  tta_buf_free(&out);
  tta_source_free(&given);
  tta_source_free(&kernel);
  tta_source_free(&header);
}
END_TEST

int main(void) {
  return RUN_SUITE("diag", other_sources, positions, line_texts, positions_by_counting, text_whole_line, text_bytes,
                   text_cut, text_window_holds, text_notes_and_fixes, text_color_and_severity, json, settings, sorting,
                   lowered, many_notes_and_edits, out_of_memory, rule_lookup, rule_rows,
                   rule_groups, rule_changes, utf16_positions, formats);
}
