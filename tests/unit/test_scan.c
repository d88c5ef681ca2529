/* grammar/scan.re: islands and other text (docs/cli.md), and errors between islands. An island becomes canonical.
 * Other text does not change. */
#include "reading.h"

#define I "tensor< 2xf32>"
#define C "tensor<2xf32>"

START_TEST(test_not_islands) {
  static const char *const texts[] = {"// " I "\n",
                                      "\"" I "\"",
                                      "\"\\\"" I "\" \"a\"",
                                      "x" I,
                                      "_" I,
                                      "x." I,
                                      "%" I,
                                      "@" I,
                                      "^" I,
                                      "$" I,
                                      "{-# a: \"" I "\" " I " #-}",
                                      "vector< 2xf32>",
                                      "complex< f32>",
                                      "%0#1",
                                      "!foo",
                                      "tensor",
                                      "tensor ",
                                      "affine_map"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    reading r = reading_of(texts[i], strlen(texts[i]), NULL);
    ck_assert_msg(tta_results_num_edits(r.results) == 0, "%s becomes %s", texts[i], r.canonical.data);
    reading_end(&r);
  }
}
END_TEST

START_TEST(test_islands) {
  prints("(" I ")->" I, "(" C ")->" C);
  prints("{a=" I "," I "}", "{a=" C "," C "}");
  prints("\"a\"" I " // " I "\n" I, "\"a\"" C " // " I "\n" C);
  prints("!other.x<" I ", (" I ")>",
         "!other.x<" C ", (" C ")>"); /* the body of an unknown attribute is searched like an operation */
}
END_TEST

START_TEST(test_opaque_bodies) {
  prints("#o = #other.x<[" I "], {a = \"" I "\"}>\n", "#o = #other.x<[" C "], {a = \"" I "\"}>\n");
  stays("#o = #other.x<tensor<2x>, affine_map<q>>\n");
  stays("#l = loc(fused<" C ">[\"a\", #other.y<(b)>])\n");
  stays("#d = distinct[0]<unit>\n");
  refused_as("#o = loc(\"a\"\n", "syntax");
}
END_TEST

START_TEST(test_device_op) {
  stays("tt.device @d = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n");
  prints("tt.device @\"d e\" = <workerGrid = #tt.grid<8 x 8, (i, j) -> (0, i, j)>, meshShape = 1, chipIds = [0]>\n",
         "tt.device @\"d e\" = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n");
  stays("xtt.device @d = <8 x 8>");
}
END_TEST

START_TEST(test_faults_between) {
  refused("\"abc\n" C, "syntax", "\"");
  refused("\"a\\q\"", "syntax", "\"");
  refused("a \x01 b", "syntax", "\x01");
  refused("a \xff b", "syntax", "\xff");
  refused("a \xc3\xa9 b", "syntax", "\xc3\xa9");
  refused("a # b", "syntax", "#");
  refused("a ! b", "syntax", "!");
  refused("{-# a", "syntax", "{-#");
  refused_at("#a = unit\n> x", "syntax", ">", 0);
  refused_at("#a = unit\n, x", "syntax", ",", 0);
  refused("#a = unit #absent\n", "alias-undefined", "#absent");
  stays("// \xff \x01 \"\n\"\xc3\xa9\"");
  reading r = reading_of("a \0\0 b", 6, NULL);
  ck_assert_msg(tta_results_num_errors(r.results) == 1, "%s", r.told.data); /* a run is one fault */
  reading_end(&r);
}
END_TEST

START_TEST(test_many_faults) { /* a file that is not MLIR: not one diagnostic for each byte */
  char text[4001];
  for (size_t i = 0; i < 4000; i += 2) memcpy(text + i, "\x02 ", 2);
  reading r = reading_of(text, 4000, NULL);
  ck_assert_uint_le(tta_results_num_errors(r.results), 100);
  ck_assert_uint_ge(tta_results_num_errors(r.results), 1);
  reading_end(&r);
}
END_TEST

START_TEST(test_vector_width) { /* sixteen bytes at a time: an island at every offset */
  for (size_t pad = 0; pad < 40; pad++) {
    char text[128], expected[128];
    memset(text, ' ', sizeof text);
    memset(expected, ' ', sizeof expected);
    strcpy(text + pad, I);
    strcpy(expected + pad, C);
    prints(text, expected);
    text[pad] = '"';
    strcpy(text + pad + 1, "abcdefghijklmnopq\\22rstuvw\" " I);
    expected[pad] = '"';
    strcpy(expected + pad + 1, "abcdefghijklmnopq\\22rstuvw\" " C);
    prints(text, expected);
  }
}
END_TEST

START_TEST(test_unknown_attribute) {
  reading r = reading_of("#tt.memory_spce<l1> #tt.something<l1> #zz.memory_spce<l1>", 57, NULL);
  bool unknown = !strncmp(r.told.data, "unknown-attribute 0-15 ", 23);
  ck_assert_msg(unknown && tta_results_num_diagnostics(r.results) == 1, "%s",
                r.told.data);
  reading_end(&r);
}
END_TEST

int main(void) {
  return RUN_SUITE("scan", test_not_islands, test_islands, test_opaque_bodies, test_device_op, test_faults_between,
                   test_many_faults, test_vector_width, test_unknown_attribute);
}
