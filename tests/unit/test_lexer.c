/* grammar/attr.re: difficult cases of the MLIR syntax; literals and limits. */
#include "reading.h"

START_TEST(test_dimensions) {
  stays("tensor<2x3xf32>");
  stays("tensor<0xf32>");                                       /* mlir-opt-19 prints these three */
  stays("tensor<0x0xbf16>");
  stays("tensor<0x10xf32>");
  stays("tensor<?x4x?xi8>");
  stays("tensor<*xf32>");
  stays("vector<[4]x4xf32>");                               /* alone it is not an island */
  stays("tensor<2xvector<[4]x4xf32>>");
  prints("tensor< 2 x 3 x f32 >", "tensor<2x3xf32>");
  prints("tensor<02x3xf32>", "tensor<2x3xf32>");
  refused("tensor<9223372036854775808xf32>", "integer-range", "9223372036854775808x");
  stays("tensor<9223372036854775807xf32>");
}
END_TEST

START_TEST(test_coordinates) { /* [ 0x0, 0x10 ] are (0, 0), (0, 10) */
  stays("#ttcore.cb_layout<4096x4096x1, 2, grid = [2x3]>");
  reading r = reading_of("#ttcore.core_range<(0x1, 0), (7, 7)>", 36, NULL);
  ck_assert_uint_ge(tta_results_num_errors(r.results), 1);
  reading_end(&r);
  stays("#a = array<i64: 16>\n");
  prints("#a = array<i64: 0x10>\n", "#a = array<i64: 16>\n"); /* hex elsewhere: MLIR prints decimal */
}
END_TEST

START_TEST(test_empty_shapes) {
  stays("#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>");
  stays("#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>");
  stays("#ttnn.shape<>");
}
END_TEST

/* accepted wherever a blank is; an island with a comment is left as it is (cli.md) */
START_TEST(test_comments_stay) {
  stays("tensor<2x // c\n 3xf32>");
  stays("tensor<2 // c\n x3xf32>");
  stays("tensor< // c\n 2xf32>");
  stays("#tt.grid<2 // c\n x 4>");
  stays("tensor<? // c\n x3xf32>");
  stays("affine_map<(d0) // c\n -> (d0)>");
}
END_TEST

START_TEST(test_blanks_around_x) {
  prints("!tt.tile<32 x 32, f32>", "!tt.tile<32x32, f32>");
  prints("#tt.grid<2\tx\n4>", "#tt.grid<2x4>");
}
END_TEST

START_TEST(test_arrows_and_names) {
  stays("#a = (tensor<2xf32>) -> tensor<2xf32>\n");
  stays("#o = #other.x<a = \"x>\", (d0)->(d0)>\n");
  stays("#other.x<[{(<>)}], \"\\22\", ->> ");
  refused_as("#o = #other.x<(>)\n", "syntax");
  prints("affine_map<(mod, i32)[floordiv] -> (mod mod 8, i32 floordiv floordiv)>",
         "affine_map<(d0, d1)[s0] -> (d0 mod 8, d1 floordiv s0)>");
  stays("#a-b$c = #tt.memory_space<l1>\n");                 /* a name may hold `-`, `$` */
  refused_as("#a-b.c = #tt.memory_space<l1>\n", "syntax");  /* and `.`, but then it is not an alias (mlir-opt 19) */
}
END_TEST

START_TEST(test_strings) {
  stays("#a = \"x\\n\\t\\\\\\22\\ff\"\n");
  refused_as("#a = \"x\\q\"\n", "syntax");
  refused_as("#a = \"x\n", "syntax");
  refused_as("#a = [\"x\\2\"]\n", "syntax");
}
END_TEST

START_TEST(test_numbers) {
  stays("#a = -9223372036854775807 : i64\n");
  stays("#a = 1.5e+10 : f32\n");
  stays("#a = [1, -2, 3 : i32, true, unit, @a::@\"b c\"]\n");
  prints("#a = [007]\n", "#a = [7]\n");
  refused_as("affine_map<(d0) -> (d0 + 9223372036854775808)>", "integer-range");
}
END_TEST

/* one limit for brackets and unary signs, 512 (docs/limits.md). The island that is too deep is one error. */
static void nest(const char *before, const char *open, const char *inside, const char *close, const char *after,
                 int depth, bool good) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tta_buf_str(&text, before);
  for (int i = 0; i < depth; i++) tta_buf_str(&text, open);
  tta_buf_str(&text, inside);
  for (int i = 0; i < depth; i++) tta_buf_str(&text, close);
  tta_buf_str(&text, after);
  reading r = reading_of(text.data, text.size, NULL);
  if (good) ck_assert_msg(tta_results_num_errors(r.results) == 0, "%s: %s", open, r.told.data);
  else
    ck_assert_msg(tta_results_num_errors(r.results) >= 1 && !strncmp(r.told.data, "nesting-limit ", 14),
                  "%s: %.200s", open,
                  r.told.data);
  reading_end(&r);
  tta_buf_free(&text);
}

START_TEST(test_nesting) {
  nest("#a = ", "[", "1", "]", "\n", 500, true);
  nest("#a = ", "[", "1", "]", "\n", 600, false);
  nest("affine_map<(d0) -> (", "(", "d0", ")", ")>", 500, true);
  nest("affine_map<(d0) -> (", "(", "d0", ")", ")>", 100000, false);
  nest("affine_map<(d0) -> (", "-", "d0", "", ")>", 500, true);
  nest("affine_map<(d0) -> (", "-", "d0", "", ")>", 100000, false);
  nest("tensor<2xf32, #other.x<", "<", "", ">", ">>", 400, true);
  nest("tensor<2xf32, #other.x<", "<", "", ">", ">>", 5000, false);
  nest("#a = ", "tuple<", "f32", ">", "\n", 5000, false);
  nest("#a = ", "{x = ", "1", "}", "\n", 5000, false);
}
END_TEST

START_TEST(test_bad_bytes) {
  refused_as("tensor<2x\x01xf32>", "syntax");
  refused_as("tensor<2x\xffxf32>", "syntax");
  reading r = reading_of("tensor<2x\0xf32>", 15, NULL);
  ck_assert_uint_ge(tta_results_num_errors(r.results), 1);
  reading_end(&r);
  refused_as("tensor<2xf32, %arg0>", "syntax");
}
END_TEST

/* No byte after the end of a truncated text is read (checked by AddressSanitizer). */
START_TEST(test_every_prefix) {
  static const char *const texts[] = {
      "affine_map<(d0, d1)[s0] -> ((d0 floordiv 8) * 2 + d1 mod 8, s0 ceildiv 4, -d0)>",
      "affine_map<(d0, d1) -> (d0 * 192 + d1, d1 floordiv 8)>",
      "affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>",
      "#a = dense<[[1, 2], [-3, 0x1F]]> : tensor<2x2xi64>",
      "#a = @x::@\"y\"",
      "#a = 5",
      "tensor<2x?x[4]xvector<[2]xf32>, #tt<grid<2 x 3>>>",
      "#tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>",
      "tt.device @d = <workerGrid = #tt.grid<8x8>, chipIds = [0, 1]>",
      "{-# a: \"0x\" #-}",
      "!a = (i32, f32) -> (memref<2xf32, strided<[1], offset: ?>>)",
      "#loc = loc(\"a\":1:2) // c",
      "\"s\\22\" #other.x<\"a\", ->, [{()}]>",
      "module @m attributes {tt.device = #tt.device<x>}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t size = 0; size <= strlen(texts[i]); size++) {
      reading r = reading_of(texts[i], size, NULL);
      reading_end(&r);
    }
}
END_TEST

int main(void) {
  return RUN_SUITE("lexer", test_dimensions, test_coordinates, test_empty_shapes, test_comments_stay,
                   test_blanks_around_x, test_arrows_and_names, test_strings, test_numbers, test_nesting,
                   test_bad_bytes, test_every_prefix);
}
