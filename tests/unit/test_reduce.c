/* The smallest text with a property (ttattr/reduce.h). */
#include <check.h>
#include <string.h>

#include "base/str.h"
#include "suite.h"
#include "ttattr/check.h"
#include "ttattr/reduce.h"

static tta_buf best, candidate;
static size_t tries;

static void set_up(void) {
  tta_buf_init(&best, NULL);
  tta_buf_init(&candidate, NULL);
}

static void tear_down(void) {
  tta_buf_free(&best);
  tta_buf_free(&candidate);
}

/* Words that have to stay; of "!x" the text must have no x. */
static bool is_wanted(tta_str text, const char *const *words) {
  for (; *words; words++)
    if (**words == '!' ? tta_str_contains(text, *words + 1) : !tta_str_contains(text, *words)) return false;
  return true;
}

static size_t num_syntax_errors(tta_str text) {
  tta_source source;
  tta_check *check;
  tta_check_options *options;
  ck_assert_int_eq(tta_check_options_new(NULL, &options), TTA_OK);
  tta_check_options_set_parse_only(options, true);
  tta_source_init(&source, TTA_STR("x"), text, NULL);
  ck_assert_int_eq(tta_check_text(&source, options, &check), TTA_OK);
  size_t errors = tta_results_num_errors(tta_check_results(check));
  tta_check_free(check);
  tta_check_options_free(options);
  tta_source_free(&source);
  return errors;
}

/* The result in `best`. @param legal each candidate has no syntax errors */
static void reduce(const char *text, const char *const *words, bool legal) {
  tta_reduction at = {0};
  best.size = 0;
  tta_buf_str(&best, text);
  for (tries = 0;; tries++) {
    bool found;
    ck_assert_int_eq(tta_reduction_next(&at, tta_buf_view(&best), NULL, &candidate, &found), TTA_OK);
    if (!found) break;
    ck_assert_uint_lt(tries, 1000);
    ck_assert(!tta_str_equal(tta_buf_view(&best), tta_buf_view(&candidate)));
    if (legal) ck_assert_uint_eq(num_syntax_errors(tta_buf_view(&candidate)), 0);
    if (!is_wanted(tta_buf_view(&candidate), words)) {
      tta_reduction_reject(&at);
      continue;
    }
    best.size = 0;
    tta_buf_bytes(&best, candidate.data, candidate.size);
    tta_reduction_accept(&at);
  }
  tta_buf_char(&best, '\0');
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char module[] =
    "// RUN: something\n"
    "#l1 = #tt.memory_space<l1>\n"
    "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>\n"
    "module attributes {tt.x = 1} {\n"
    "  func.func @a(%x: tensor<64x128xf32, #layout>, %y: i32) -> tensor<64x128xf32, #layout> {\n"
    "    %0 = \"t.a\"(%x) {k = 1} : (tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>\n"
    "    %1 = \"t.b\"(%0, %x) {k = 2, m = 3} : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> f32\n"
    "    %2 = \"t.c\"(%1) ({\n"
    "      \"t.inner\"(%1) : (f32) -> ()\n"
    "    }) : (f32) -> tensor<64x128xf32, #layout>\n"
    "    return %2 : tensor<64x128xf32, #layout>\n"
    "  }\n"
    "  func.func @b() {\n"
    "    return\n"
    "  }\n"
    "}\n";

/* What an operation needs becomes an argument of the function; then the operand is left out. */
START_TEST(operations) {
  reduce(module, WORDS("t.b"), true);
  ck_assert_str_eq(best.data, "  func.func @a() {\n    %1 = \"t.b\"() : () -> f32\n    return\n  }\n");
  reduce(module, WORDS("t.inner"), true);
  ck_assert_str_eq(best.data, "  func.func @a() {\n    \"t.inner\"() : () -> ()\n    return\n  }\n");
  reduce(module, WORDS("t.b", "m = 3", "%0,"), true);
  ck_assert_str_eq(best.data, "  func.func @a(%x: tensor<1x1xf32>, %0: tensor<1x1xf32>) {\n"
                              "    %1 = \"t.b\"(%0, %x) {m = 3} : (tensor<1x1xf32>, tensor<1x1xf32>) -> f32\n"
                              "    return\n  }\n");
  reduce(module, WORDS("@b"), true);
  ck_assert_str_eq(best.data, "  func.func @b() {\n    return\n  }\n");
}
END_TEST

/* An alias is written in place where that is wanted, an extent stays where it is wanted. */
START_TEST(words) {
  reduce(module, WORDS("t.a", "2x4", "!#layout ="), true);
  ck_assert_str_eq(best.data, "  func.func @a() {\n    %0 = \"t.a\"() : () -> tensor<1x1xf32, #tt.metal_layout<() -> "
                              "(), undef, <2x4>, memref<1x1xf32>>>\n    return\n  }\n");
  reduce("#a = #tt.grid<8x8>\n\n#b = #tt.grid<16x2>\n", WORDS("#b", "2>"), true);
  ck_assert_str_eq(best.data, "#b = #tt.grid<1x2>\n");
  reduce("#a = #tt.grid<8x8>\n// -----\n#b = #tt.grid<4x4>\n// -----\n#c = #tt.grid<2x2>\n", WORDS("#b"), true);
  ck_assert_str_eq(best.data, "#b = #tt.grid<1x1>\n");
}
END_TEST

/* A text that is not legal keeps its errors, and gets no others; nothing of a text can be left. */
START_TEST(illegal) {
  reduce("#a = #tt.grid<8x8\n#b = #tt.grid<1x1>\n", WORDS("8x8"), false);
  ck_assert_str_eq(best.data, "#a = #tt.grid<8x8\n");
  reduce(module, WORDS(""), true);
  ck_assert_str_eq(best.data, "");
  ck_assert_uint_le(tries, 5);
  reduce("", WORDS(""), true);
  ck_assert_uint_eq(tries, 0);
}
END_TEST

/* Positions that are copied and rejected give the candidates that come next. */
START_TEST(ahead) {
  tta_str text = TTA_STR("#a = #tt.grid<8x8>\n#b = #tt.grid<1x1>\n");
  tta_reduction at = {0}, copy;
  tta_buf second = tta_buf_new(NULL);
  bool found;
  ck_assert_int_eq(tta_reduction_next(&at, text, NULL, &candidate, &found), TTA_OK);
  copy = at;
  for (int i = 0; i < 3 && found; i++) {
    tta_reduction_reject(&at);
    tta_reduction_reject(&copy);
    ck_assert_int_eq(tta_reduction_next(&at, text, NULL, &candidate, &found), TTA_OK);
    bool same;
    ck_assert_int_eq(tta_reduction_next(&copy, text, NULL, &second, &same), TTA_OK);
    ck_assert(same == found && tta_str_equal(tta_buf_view(&candidate), tta_buf_view(&second)));
  }
  ck_assert_str_eq(tta_reduction_level_name(&(tta_reduction){0}), "sections");
  tta_buf_free(&second);
}
END_TEST

int main(void) { return RUN_SUITE_WITH("reduce", set_up, tear_down, operations, words, illegal, ahead); }
