/* src/parse/reader.c: sections and markers (MLIR 19.1.7), aliases across sections, fields that expansion drops. */
#include "diag/check_options.h"
#include "reading.h"

static void sections(const char *text, const char *marker, size_t count, size_t warnings) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  if (marker) options.split_marker = (tta_str){marker, strlen(marker)};
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_msg(tta_results_num_sections(r.results) == count && tta_results_num_warnings(r.results) == warnings,
                "%s: %zu sections: %s", text, tta_results_num_sections(r.results), r.told.data);
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    tta_span span = tta_results_section(r.results, i).span;
    ck_assert(span.begin >= at && span.end >= span.begin);
    at = span.end;
  }
  ck_assert_uint_eq(at, strlen(text));
  reading_end(&r);
}

START_TEST(test_markers) {
  sections("", NULL, 1, 0);
  sections("a\n// -----\nb", NULL, 2, 0);
  sections("a\n  // -----  \t\r\nb", NULL, 2, 0);
  sections("// -----\n// -----\n", NULL, 3, 0);
  sections("a // -----\nb", NULL, 2, 0);
  sections("a\n// -----", NULL, 2, 0);
  sections("a\n// ------\nb", NULL, 1, 0);     /* longer rows of dashes are comments (cli.md) */
  sections("a\n// ----\nb", NULL, 1, 1);       /* near miss */
  sections("a\n// ----- b\nc", NULL, 1, 1);    /* text follows */
  sections("a\n//-----\nb", NULL, 1, 0);
  sections("a\n//##\nb\n//##\n", "//##", 3, 0);
}
END_TEST

START_TEST(test_aliases_end_with_the_section) {
  const char *text = "#a = unit\n\"x\"() {a = #a}\n// -----\n\"x\"() {a = #a}\n// -----\n#a = unit\n";
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_msg(tta_results_num_errors(r.results) == 1 && !strncmp(r.told.data, "alias-undefined 45-47 ", 22), "%s",
                r.told.data);
  reading_end(&r);
}
END_TEST

START_TEST(test_later_definitions) { /* of locations, in operations only: MLIR prints #loc at the end */
  stays("\"x\"() {a = #loc1} loc(#loc)\n#loc = loc(\"a\")\n#loc1 = loc(\"b\")\n");
  refused_at("\"x\"() {a = #e}\n#e = unit\n", "alias-undefined", "#e", 0);
  refused_at("tensor<2xf32, #e>\n#e = unit\n", "alias-undefined", "#e", 0);
}
END_TEST

static void expands(const char *text, const char *expected) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.expand_aliases = true;
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_msg(!strcmp(r.canonical.data, expected), "%s\n  gives    %s\n  expected %s", text, r.canonical.data,
                expected);
  reading_end(&r);
}

START_TEST(test_dropped_definitions) {
  expands("#a = unit\n\"x\"() {a = #a}\n", "\"x\"() {a = unit}\n");
  expands("  #a = unit  \r\n\"x\"\n", "\"x\"\n");
  expands("#a = unit", "");
  expands("#a = unit #b = unit\n\"x\"() {a = #b}\n", " \n\"x\"() {a = unit}\n");
  expands("#a = [1]\n#b = [#a, #a]\n\"x\"() {a = #b}\n", "\"x\"() {a = [[1], [1]]}\n");
  expands("!t = !tt.tile<32x32, f32>\n\"x\"() : () -> tensor<2x!t>\n",
          "\"x\"() : () -> tensor<2x!tt.tile<32x32, f32>>\n");
  /* an alias of an attribute-typed parameter prints stripped, as without alias (upstream-attributes.md 1.2) */
  expands("#g = #tt.grid<1>\n\"x\"() {a = #tt.metal_layout<(d0) -> (d0), undef, #g, memref<4xf32, "
          "#tt.memory_space<l1>>>}\n",
          "\"x\"() {a = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4xf32, #tt.memory_space<l1>>>}\n");
}
END_TEST

/* Deterministic: the seed of the alias table is an address. */
START_TEST(test_same_every_time) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  for (int i = 0; i < 300; i++) tta_buf_printf(&text, "#a%d = [%d]\n", i * 7919 % 1000, i);
  tta_buf_char(&text, 0);
  reading first = reading_of(text.data, text.size - 1, NULL);
  for (int i = 0; i < 5; i++) {
    reading r = reading_of(text.data, text.size - 1, NULL);
    ck_assert_str_eq(r.told.data, first.told.data);
    reading_end(&r);
  }
  reading_end(&first);
  tta_buf_free(&text);
}
END_TEST

/* Nothing of a section depends on the text of a later one. */
static void sections_report(const char *text, const char *expected) {
  tta_check_options options;
  tta_check_options_init(&options);
  options.split = true;
  reading r = reading_of(text, strlen(text), &options);
  ck_assert_msg(!strcmp(r.told.data, expected), "%s: %s", text, r.told.data);
  reading_end(&r);
}

START_TEST(test_sections_are_independent) {
  sections_report("{-# a\n// -----\n#-}\n", "syntax 0-3 expected '#-}' at the end of the resource block\n"
                  "alias-undefined 15-17 undefined symbol alias id '-'\n");
  sections_report("#a = #x.y<1\n// -----\n>\n",
                  "syntax 9-10 unbalanced '<' character in pretty dialect name; "
                  "expected '>' before the end of the text\n");
  sections_report("#a = [1\n// -----\n]\n", "syntax 6-7 expected ']' after '1'\n  note 5-6 to match this '['\n");
}
END_TEST

int main(void) {
  return RUN_SUITE("reader", test_markers, test_aliases_end_with_the_section, test_later_definitions,
                   test_dropped_definitions, test_same_every_time, test_sections_are_independent);
}
