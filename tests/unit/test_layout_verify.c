/* The rules of metal_layout, tiles and core ranges, through tta_check_text as in tt-opt, and the values of
 * src/layout/layout.h. Source of the examples: tt-mlir docs/src/specs/tensor-layout.md. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "affine/affine.h"
#include "diag/check_options.h"
#include "layout/layout.h"
#include "suite.h"
#include "ttattr/check.h"

#define OP(attribute) "\"t.op\"() {a = " attribute "} : () -> ()\n"
#define ATTR(map, grid, memref) "#tt.metal_layout<" map ", undef, " grid ", memref<" memref ", #tt.memory_space<l1>>>"
#define TENSOR(tensor, map, grid, memref) OP("tensor<" tensor ", " ATTR(map, grid, memref) ">")
#define ID2 "(d0, d1) -> (d0, d1)"
#define NAMED(shape, alignments, dense)                                                                           \
  "#ttcore.metal_layout<logical_shape = " shape ", dim_alignments = " alignments ", collapsed_intervals = " dense \
  ", l1, sharded>"
#define NAMED_OOB(shape, alignments, dense)                                                                       \
  "#ttcore.metal_layout<logical_shape = " shape ", dim_alignments = " alignments ", collapsed_intervals = " dense \
  ", undef, l1, sharded>"
#define PAIRS(values, rows) "dense<" values "> : tensor<" rows "x2xi64>"

/* The rules of all diagnostics, joined with blanks, and the first diagnostic's texts. */
typedef struct answer {
  char rules[512], message[512], note[256], fix[256];
  uint32_t begin, end, note_begin, fix_edits;
} answer;

static void copy(char *out, size_t size, tta_str text) {
  size_t n = text.size < size - 1 ? text.size : size - 1;
  memcpy(out, text.data, n);
  out[n] = 0;
}

static answer ask_with(const char *text, int32_t era, bool remarks) {
  answer a;
  memset(&a, 0, sizeof a);
  tta_check_options options;
  tta_check_options_init(&options);
  options.era = era;
  options.rule_set[TTA_RULE_layout_undecided] = remarks;
  options.rule_enabled[TTA_RULE_layout_undecided] = remarks;
  options.rule_severity[TTA_RULE_layout_undecided] = TTA_SEVERITY_REMARK;
  tta_source source;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){text, strlen(text)}, NULL);
  tta_check *check = NULL;
  ck_assert_int_eq(tta_check_text(&source, &options, &check), TTA_OK);
  const tta_results *results = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    if (i) strncat(a.rules, " ", sizeof a.rules - strlen(a.rules) - 1);
    strncat(a.rules, tta_rule_get(d->rule)->name, sizeof a.rules - strlen(a.rules) - 1);
    if (i) continue;
    a.begin = d->span.begin;
    a.end = d->span.end;
    copy(a.message, sizeof a.message, d->message);
    if (d->num_notes) {
      copy(a.note, sizeof a.note, d->notes[0].message);
      a.note_begin = d->notes[0].span.begin;
    }
    if (d->num_fixes) {
      copy(a.fix, sizeof a.fix, d->fixes[0].edits[0].text);
      a.fix_edits = d->fixes[0].num_edits;
    }
  }
  tta_check_free(check);
  tta_source_free(&source);
  return a;
}
static answer ask(const char *text) { return ask_with(text, 0, false); }
static void expect(const char *text, const char *rules) {
  answer a = ask(text);
  ck_assert_msg(strcmp(a.rules, rules) == 0, "wanted [%s], got [%s] (%s) for %s", rules, a.rules, a.message, text);
}
static void says(answer a, const char *part) {
  ck_assert_msg(strstr(a.message, part) != NULL, "wanted '%s' in '%s'", part, a.message);
}

/* ---- each rule, with its text ---- */

START_TEST(sound_layouts) { /* the examples of the specification */
  expect(TENSOR("2x3x64x128xf32", "(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3)", "<2x4>", "192x32xf32"), "");
  expect(TENSOR("8x96x32xf32", "(d0, d1, d2) -> (d0 * 96 + d1, d1, d2)", "<2x1x2>", "384x96x16xf32"), "");
  expect(TENSOR("53x63xf32", ID2, "<3x2>", "1x1x!tt.tile<32 x 32, bfp_bf8>"), "");
  expect(TENSOR("2x8x32xf32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "<1x2>", "40x16xf32"), ""); /* ref 4.1: 40x32 */
  expect(TENSOR("0x32xf32", ID2, "<1x1>", "0x32xf32"), "");
  expect(TENSOR("1x1x2x4x!tt.tile<32x32, f32>", "(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3)", "<1x1>",
                "2x4x!tt.tile<32x32, f32>"), ""); /* ref 4.1: the map of a tensor of tiles is in scalars */
  expect(TENSOR("8x32xf32", "(d0, d1) -> (d0 mod 8, d1)", "<1x1>", "8x32xf32"), "");
}
END_TEST

START_TEST(ranks) {
  answer a = ask(TENSOR("8x32xf32", ID2, "<1x1x2>", "8x32xf32"));
  ck_assert_str_eq(a.rules, "layout-rank");
  says(a, "the map has 2 results, the grid rank 3 and the memref rank 2");
  a = ask(TENSOR("8x32xf32", ID2, "<2x1>", "32xf32")); /* map and grid agree: the memref is wrong, and known */
  ck_assert_str_eq(a.rules, "layout-rank");
  ck_assert_str_eq(a.fix, "4x32x");
  expect(TENSOR("8x32xf32", ID2, "<1x1>", "*xf32"), "layout-rank");
  expect(OP(ATTR(ID2, "<1x1x1>", "8x32xf32")), "layout-rank"); /* alone */
  a = ask("tensor<64x256x1024xf32, " ATTR(ID2, "<2x4x16>", "32x2x2x!tt.tile<32 x 32, bfp_bf8>") ">"); /* device.md */
  ck_assert_str_eq(a.rules, "layout-tensor-rank");
  ck_assert_str_eq(a.fix, "(d0, d1, d2) -> (d0, d1, d2)");
  a = ask(TENSOR("2x8x32xf32", ID2, "<1x1>", "16x32xf32")); /* fits the default collapse of the specification */
  ck_assert_str_eq(a.fix, "(d0, d1, d2) -> (d0 * 8 + d1, d2)");
  a = ask(TENSOR("2x8x32xf32", ID2, "<1x1>", "8x32xf32"));
  ck_assert_str_eq(a.rules, "layout-tensor-rank");
  ck_assert_str_eq(a.fix, "");
}
END_TEST

START_TEST(parts) {
  expect(TENSOR("8x32xf32", "(d0, d1)[s0] -> (d0 + s0, d1)", "<1x1>", "8x32xf32"), "layout-map-symbols");
  expect(TENSOR("?x32xf32", ID2, "<1x1>", "8x32xf32"), "layout-dynamic"); /* nothing can be measured */
  answer a = ask(TENSOR("8x32xf32", ID2, "<1x1>", "?x32xf32"));
  ck_assert_str_eq(a.rules, "layout-static");
  says(a, "expected static shape");
  ck_assert_str_eq(a.fix, "8x32x");
  expect(TENSOR("64xf32", "(d0) -> (d0)", "<1>", "2x!tt.tile<32x32, f32>"), "layout-tile-rank");
  expect(TENSOR("2x!tt.tile<32x32, f32>", "(d0) -> (d0)", "<1>", "64xf32"), "layout-tile-rank");
  expect(TENSOR("32x32xf32", ID2, "<1x1>", "1x1x!tt.tile<32x0, f32>"), "tile-shape"); /* and nothing else */
  expect(OP("tensor<8x32xf32, #tt.metal_layout<" ID2 ", undef, <1x1>, memref<8x32xf32>>>"), "layout-memory-space");
  expect(OP("#tt.metal_layout<" ID2 ", undef, <1x1>, memref<8x32xf32, #ttnn.buffer_type<l1>>>"), "layout-memory-space");
  a = ask(OP("#ttcore.metal_layout<" ID2 ", undef, <1x1>, memref<8x32xf32, #ttcore.memory_space<dst>>>"));
  ck_assert_str_eq(a.rules, "layout-memory-space");
  says(a, "'#ttcore.memory_space<dst>'");
  expect(OP("#tt.metal_layout<" ID2 ", undef, <1x1>, memref<8x32xf32, #tt.memory_space<mmio>>>"), "");
}
END_TEST

START_TEST(places) {
  answer a = ask(TENSOR("2x16x32xf32", "(d0, d1, d2) -> (d0 * 8 + d1, d2)", "<1x1>", "24x32xf32"));
  ck_assert_str_eq(a.rules, "layout-overlap");
  says(a, "elements [0, 8, 0] and [1, 0, 0] of the tensor both map to (8, 0)");
  expect(TENSOR("1x16x32xf32", "(d0, d1, d2) -> (d0 * 8 + d1, d2)", "<1x1>", "16x32xf32"),
         ""); /* extent 1: any stride */
  a = ask(TENSOR("8x32xf32", "(d0, d1) -> (d0 - 1, d1)", "<1x1>", "7x32xf32"));
  ck_assert_str_eq(a.rules, "layout-negative");
  says(a, "element [0, 0] of the tensor maps to (-1, 0)");
  expect(TENSOR("8x32xf32", "(d0, d1) -> (-d0 + 7, d1)", "<1x1>", "1x32xf32"), "layout-extent");
  expect(TENSOR("8x32xf32", "(d0, d1) -> (-d0 + 7, d1)", "<1x1>", "1x32xbf16"), "layout-extent layout-element");
  a = ask(TENSOR("4x9223372036854775807xf32", "(d0, d1) -> (d0 * 9223372036854775807 + d1)", "<1>", "1xf32"));
  ck_assert_str_eq(a.rules, "integer-range");
  /* in scalars: 2 rows of tiles are 64 rows, a stride of 32 overlaps */
  a = ask(
      TENSOR("2x2x2x!tt.tile<32x32, f32>", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "<1x1>", "3x2x!tt.tile<32x32, f32>"));
  says(a, "elements [0, 32, 0] and [1, 0, 0] of the tensor (counted in scalars) both map to (32, 0)");
}
END_TEST

START_TEST(undecided_only_when_asked) {
  const char *text =
      TENSOR("200x200x200xf32", "(d0, d1, d2) -> (d0 * 1000003 + d1 * 1000004 + d2 * 1000403)", "<1>", "597081591xf32");
  ck_assert_str_eq(ask(text).rules, "");
  ck_assert_str_eq(ask_with(text, 0, true).rules, "layout-undecided");
}
END_TEST

START_TEST(shards) {
  answer a = ask(TENSOR("8x300xf32", ID2, "<1x2>", "8x151xf32"));
  ck_assert_str_eq(a.rules, "layout-shard-shape");
  says(a, "memref shape 8x151 does not match the shard shape 8x150 (physical shape 8x300, grid 1x2,");
  ck_assert_str_eq(a.fix, "8x150x");
  a = ask(TENSOR("2x3x64x128xf32", "(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3)", "<2x2x4>",
                 "1x3x2x!tt.tile<32 x 32, bfp_bf8>"));
  ck_assert_str_eq(a.fix, "1x3x1x"); /* specification, Multi-device */
  says(a, "tile 32x32");
  a = ask(TENSOR("8x32xf32", ID2, "<1x1>", "8x32xbf16"));
  ck_assert_str_eq(a.rules, "layout-element");
  ck_assert_str_eq(a.fix, "f32");
  expect(TENSOR("8x32x!quant.any<i8<-8:7>:f32>", ID2, "<1x1>", "8x32xi8"), ""); /* how it is stored is not known */
}
END_TEST

START_TEST(aliases) {
  const char *definition = "#layout = " ATTR(ID2, "<1x1>", "8x32xf32") "\n";
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s", definition, OP("tensor<8x32xf32, #layout>"), OP("tensor<16x32xf32, #layout>"));
  answer a = ask(text);
  ck_assert_str_eq(a.rules, "layout-shard-shape");
  ck_assert(strncmp(text + a.begin, "tensor<16x32xf32, #layout>", a.end - a.begin) == 0);
  ck_assert_str_eq(a.fix, ""); /* the first use is right */
  ck_assert(a.note_begin < strlen(definition));
  says(a, "memref shape 8x32 does not match the shard shape 16x32");
  /* a fault of the definition is told there, and not again at its uses */
  expect("#layout = " ATTR(ID2, "<1x1x1>", "8x32xf32") "\n" OP("tensor<8x32xf32, #layout>")
             OP("tensor<8x32x2xf32, #layout>"),
         "layout-rank");
  /* memref and memory space by alias */
  expect("#l1 = #tt.memory_space<l1>\n!m = memref<8x32xf32, #l1>\n" OP("tensor<8x32xf32, #tt.metal_layout<" ID2
                                                                       ", undef, <1x1>, !m>>"),
         "");
  a = ask("#l1 = #tt.memory_space<l1>\n!m = memref<8x33xf32, #l1>\n" OP("tensor<8x32xf32, #tt.metal_layout<" ID2
                                                                        ", undef, <1x1>, !m>>"));
  ck_assert_str_eq(a.rules, "layout-shard-shape");
  ck_assert_str_eq(a.fix, "");
}
END_TEST

START_TEST(told_at_each_occurrence) {
  const char *wrong = TENSOR("8x300xf32", ID2, "<1x2>", "8x151xf32") TENSOR("8x300xf32", ID2, "<1x2>", "8x151xf32")
    TENSOR("8 x 300xf32", "(a, b) -> (a,  b)", "<1x2>", "8x151xf32");
  answer a = ask(wrong);
  ck_assert_str_eq(a.rules, "layout-shard-shape layout-shard-shape layout-shard-shape");
  ck_assert_uint_eq(a.fix_edits, 3); /* one fix-it for all of them */
  expect(TENSOR("8x300xf32", ID2, "<1x2>", "8x151xf32") TENSOR("8x301xf32", ID2, "<1x2>", "8x152xf32"),
         "layout-shard-shape layout-shard-shape");
  expect(OP(ATTR(ID2, "<1x1x1>", "8x32xf32")) OP(ATTR(ID2, "<1x1x1>", "8x32xf32")), "layout-rank layout-rank");
  expect(OP("memref<2x!tt.tile<8x8, f32>>") OP("memref<3x!tt.tile<8x8, f32>>"), "tile-size tile-size");
  /* a use of an alias, and the same type with other blanks; not the definition again */
#define BY_ALIAS "#l = " ATTR(ID2, "<3x2>", "17x32xf32") "\n"
  expect(BY_ALIAS OP("tensor<53x63xf32, #l>") OP("tensor<53x63xf32,  #l>") OP("tensor<53x63xf32, #l>"),
         "layout-shard-shape layout-shard-shape layout-shard-shape");
#define BAD "#ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 0x32, collapsed_intervals = "                 \
            "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded>"
  expect("#l = " BAD "\n" OP("tensor<1x1x8x32xf32, #l>") OP("tensor<1x1x8x32xf32, #l>"), "layout-alignments");
  expect(OP(BAD) OP("tensor<1x1x8x32xf32, " BAD ">"), "layout-alignments layout-alignments");
}
END_TEST

START_TEST(named_alignments) { /* ref 3.4 */
  answer a = ask(OP(NAMED("8x32", "32", PAIRS("[[0, 1], [1, 2]]", "2"))));
  ck_assert_str_eq(a.message, "dim_alignments size (1) must match logical_shape rank (2)");
  a = ask(OP(NAMED("8x32", "0x32", PAIRS("[[0, 1], [1, 2]]", "2"))));
  ck_assert_str_eq(a.message, "dim_alignments[0] must be positive, got 0");
  ck_assert_uint_eq(a.end - a.begin, strlen("#ttcore.metal_layout")); /* at the first token */
  /* rank < 2: rejected until 2026-05-28; a text with an out-of-bounds value is older than 2026-05-13 */
  a = ask(OP(NAMED_OOB("32", "32", PAIRS("[[0, 1]]", "1"))));
  ck_assert_str_eq(a.message, "logical_shape must have at least 2 dimensions, got 1");
  expect(OP(NAMED("32", "32", PAIRS("[[0, 1]]", "1"))), "");
  ck_assert_str_eq(ask_with(OP(NAMED("32", "32", PAIRS("[[0, 1]]", "1"))), 20260520, false).rules, "layout-alignments");
  ck_assert_str_eq(ask_with(OP(NAMED("32", "32", PAIRS("[[0, 1]]", "1"))), 20260528, false).rules, "");
  const char *zero = OP("#ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 0x32, "
                        "collapsed_intervals = " PAIRS(
      "[[0, 1]]", "1") ", undef, l1, sharded, index_map = map(0)>"); /* as of 2025-11-17 .. 2026-02-26 */
  ck_assert_str_eq(ask(zero).rules, "layout-alignments");
  ck_assert_str_eq(ask_with(zero, 20251205, false).rules, ""); /* the verifier's first day: the milder rule */
  ck_assert_str_eq(ask_with(zero, 20251206, false).rules, "layout-alignments");
}
END_TEST

START_TEST(named_intervals) { /* ref 3.4, sample values of section 6 */
#define SAYS(dense, words)                                  \
  do {                                                      \
    answer a_ = ask(OP(NAMED("8x32", "32x32", dense)));     \
    ck_assert_str_eq(a_.rules, "layout-intervals");         \
    ck_assert_str_eq(a_.message, words);                    \
  } while (0)
  SAYS("dense<[0, 1]> : tensor<2xi64>", "collapsed_intervals must be a 2D array, got rank 1");
  SAYS("dense<[[0, 1, 2]]> : tensor<1x3xi64>", "collapsed_intervals must have pairs (second dim size 2), got 3");
  SAYS(PAIRS("[[5, 6]]", "1"),
       "collapsed_intervals start index 5 is out of bounds for logical_shape rank 2");
  SAYS(PAIRS("[[0, 10]]", "1"),
       "collapsed_intervals end index 10 is out of bounds for logical_shape rank 2");
  SAYS(PAIRS("[[-10, 1]]", "1"),
       "collapsed_intervals start index -10 (normalized: -8) is out of bounds for logical_shape rank 2");
  SAYS(PAIRS("[[1, 0]]", "1"), "collapsed_intervals start (1) must not exceed end (0)");
  SAYS(PAIRS("7", "1"), "collapsed_intervals start index 7 is out of bounds for logical_shape rank 2");
#undef SAYS
  expect(OP(NAMED("8x32", "32x32", "dense<> : tensor<0x2xi64>")), "");
  expect(OP(NAMED("8x32", "32x32", PAIRS("[[0, -1]]", "1"))), "");
  expect(OP(NAMED("2x8x32", "1x32x32", PAIRS("[[1, 3]]", "1"))), "layout-interval-gap"); /* before the first */
  expect(OP(NAMED("2x8x32", "1x32x32", PAIRS("[[0, 1]]", "1"))), ""); /* after the last one */
  expect(OP(NAMED("2x8x32", "1x32x32", PAIRS("[[0, 2], [1, 3]]", "2"))), "layout-interval-overlap");
  expect(OP(NAMED("2x8x32", "1x32x32", PAIRS("[[1, 3], [1, 3]]", "2"))), "layout-interval-gap layout-interval-overlap");
}
END_TEST

START_TEST(named_device_shape) {
  /* ref 4.5: 4x43x7, alignments 1x32x32 -> 256x32 */
  expect(OP("tensor<2x1x128x32xf32, " NAMED("4x43x7", "1x32x32", PAIRS("[[0, 2], [2, 3]]", "2")) ">"), "");
  expect(OP("tensor<2x1x4x1x!ttcore.tile<32x32, f32>, " NAMED("4x43x7", "1x32x32", PAIRS("[[0, 2], [2, 3]]", "2")) ">"),
         "");
  expect(OP("tensor<2x1x4x2x!ttcore.tile<32x32, f32>, " NAMED("4x43x7", "1x32x32", PAIRS("[[0, 2], [2, 3]]", "2")) ">"),
         "layout-device-shape");
  expect(OP("tensor<4x43x7xf32, " NAMED("4x43x7", "1x32x32", PAIRS("[[0, 2], [2, 3]]", "2")) ">"),
         "layout-device-shape");
  expect(OP("tensor<1x1x32x64xf32, " NAMED("40", "32", PAIRS("[[0, 1]]", "1")) ">"), ""); /* rank 1: [32, v] */
  /* what is wrong with the layout is all that is said */
  expect(OP("tensor<9x9xf32, " NAMED("4x43x7", "1x32", PAIRS("[[0, 2], [2, 3]]", "2")) ">"), "layout-alignments");
}
END_TEST

START_TEST(tiles_and_ranges) {
  answer a = ask(OP("!tt.tile<32, f32>"));
  ck_assert_str_eq(a.rules, "tile-shape");
  says(a, "expected 2D shape");
  expect(OP("!tt.tile<0x32, f32>"), "tile-shape");
  expect(OP("!tt.tile<4x16, f32>"), "");
  expect(OP("!tt.tile<8x8, f32>"), "tile-size");
  expect(OP("!tt.tile<16x32, bfp_bf8>"), "tile-size");
  a = ask(OP("#ttnn.core_range<(3,0), (1,0)>"));
  ck_assert_str_eq(
      a.message,
      "Start coordinates #ttnn.core_coord<3, 0> must be less than or equal to end coordinates #ttnn.core_coord<1, 0>");
  expect(OP("#ttcore.core_range<(1,2), (1,2)>"), "");
  expect(OP("#ttmetal.core_range<0x0, 0x2>"), "core-range");
  expect(OP("#ttmetal.core_range<0x0, 1x2>"), "");
}
END_TEST

/* ---- values ---- */

START_TEST(element_values) {
  static const struct {
    const char *name;
    tta_element_kind kind;
    uint32_t bits;
    int64_t bytes;
  } rows[] = {
      {"f32", TTA_ELEMENT_FLOAT, 32, 4},     {"bf16", TTA_ELEMENT_FLOAT, 16, 2}, {"tf32", TTA_ELEMENT_FLOAT, 32, 4},
      {"f8E4M3FN", TTA_ELEMENT_FLOAT, 8, 1}, {"i1", TTA_ELEMENT_INTEGER, 1, 1},  {"si32", TTA_ELEMENT_INTEGER, 32, 4},
      {"ui16", TTA_ELEMENT_INTEGER, 16, 2},  {"index", TTA_ELEMENT_INDEX, 0, 4}, {"none", TTA_ELEMENT_OTHER, 0, 0},
      {"i", TTA_ELEMENT_OTHER, 0, 0},        {"i8x", TTA_ELEMENT_OTHER, 0, 0},   {"", TTA_ELEMENT_OTHER, 0, 0},
      {"7", TTA_ELEMENT_OTHER, 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tta_element e = tta_element_scalar((tta_str){rows[i].name, strlen(rows[i].name)});
    ck_assert_msg(e.kind == rows[i].kind, "%s: kind %d", rows[i].name, (int)e.kind);
    int64_t bytes = 0;
    tta_status status = tta_element_bytes(&e, TTA_WITH_EXPONENTS, &bytes);
    if (e.kind == TTA_ELEMENT_OTHER) ck_assert_int_eq(status, TTA_INVALID);
    else ck_assert_int_eq(bytes, rows[i].bytes);
  }
}
END_TEST

START_TEST(tile_bytes) { /* ref 4.6 */
  static const struct {
    tta_data_type type;
    int64_t with, without;
  } rows[] = {{TTA_F32, 4096, 4096},    {TTA_U32, 4096, 4096},     {TTA_SI32, 4096, 4096}, {TTA_F16, 2048, 2048},
              {TTA_BF16, 2048, 2048},   {TTA_U16, 2048, 2048},     {TTA_U8, 1024, 1024},   {TTA_I1, 1024, 1024},
              {TTA_BFP_F8, 1088, 1024}, {TTA_BFP_BF8, 1088, 1024}, {TTA_BFP_F4, 576, 512}, {TTA_BFP_BF4, 576, 512},
              {TTA_BFP_F2, 320, 256},   {TTA_BFP_BF2, 320, 256}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tta_element e = {.kind = TTA_ELEMENT_TILE, .tile = {32, 32}, .data_type = rows[i].type};
    int64_t bytes;
    ck_assert_int_eq(tta_element_bytes(&e, TTA_WITH_EXPONENTS, &bytes), TTA_OK);
    ck_assert_int_eq(bytes, rows[i].with);
    ck_assert_int_eq(tta_element_bytes(&e, TTA_WITHOUT_EXPONENTS, &bytes), TTA_OK);
    ck_assert_int_eq(bytes, rows[i].without);
  }
  tta_element odd = {.kind = TTA_ELEMENT_TILE, .tile = {3, 3}, .data_type = TTA_BFP_F8};
  int64_t bytes;
  ck_assert_int_eq(tta_element_bytes(&odd, TTA_WITH_EXPONENTS, &bytes), TTA_INVALID);
  odd.tile[0] = odd.tile[1] = INT64_MAX;
  ck_assert_int_eq(tta_element_bytes(&odd, TTA_WITH_EXPONENTS, &bytes), TTA_OVERFLOW);
}
END_TEST

START_TEST(shape_values) {
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  tta_expr d[3];
  for (uint32_t i = 0; i < 3; i++) d[i] = tta_expr_dim(pool, i);
  tta_expr rows =
      tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_binary(pool, TTA_EXPR_MUL, d[0], tta_expr_constant(pool, 32)), d[1]);
  tta_expr results[2] = {rows, d[2]};
  tta_map map = {pool, 3, 0, 2, results};
  int64_t shape[3] = {2, 8, 32}, last[3], out[3];
  ck_assert_int_eq(tta_layout_physical_shape(&map, (tta_shape){3, shape}, last, out), TTA_OK);
  ck_assert_int_eq(out[0], 40); /* ref 4.1 */
  ck_assert_int_eq(out[1], 32);
  ck_assert_int_eq(tta_layout_physical_shape(&map, (tta_shape){2, shape}, last, out), TTA_INVALID);
  tta_affine_pool_free(pool);
  int64_t physical[2] = {53, 63}, grid[2] = {3, 2}, shard[2], none[2] = {3, 0};
  ck_assert_int_eq(tta_layout_shard_shape((tta_shape){2, physical}, (tta_shape){2, grid}, shard), TTA_OK);
  ck_assert(shard[0] == 18 && shard[1] == 32); /* specification, Padding */
  ck_assert_int_eq(tta_layout_shard_shape((tta_shape){2, physical}, (tta_shape){2, none}, out), TTA_INVALID);
  tta_element tile = {.kind = TTA_ELEMENT_TILE, .tile = {32, 32}};
  ck_assert_int_eq(tta_layout_memref_shape((tta_shape){2, shard}, &tile, out), TTA_OK);
  ck_assert(out[0] == 1 && out[1] == 1);
  ck_assert_int_eq(tta_layout_scalar_shape((tta_shape){2, out}, &tile, out), TTA_OK); /* the padded shard */
  ck_assert(out[0] == 32 && out[1] == 32);
  ck_assert_int_eq(tta_layout_memref_shape((tta_shape){1, shard}, &tile, out), TTA_INVALID);
  int64_t volume, wide[3] = {INT64_MAX, 2, 0};
  ck_assert_int_eq(tta_layout_volume((tta_shape){3, wide}, &volume), TTA_OK);
  ck_assert_int_eq(volume, 0);
  ck_assert_int_eq(tta_layout_volume((tta_shape){2, wide}, &volume), TTA_OVERFLOW);
}
END_TEST

START_TEST(collapsed_values) { /* ref 4.5, "checked" there */
  static const struct {
    int64_t shape[3], alignments[3], physical[2];
  } rows[] = {{{4, 43, 7}, {1, 32, 32}, {256, 32}},
              {{9, 43, 7}, {256, 32, 32}, {768, 32}},
              {{31, 33, 447}, {1, 32, 256}, {1984, 512}}};
  int64_t intervals[4] = {0, 2, 2, 3}, negative[2] = {0, -1};
  for (size_t i = 0; i < 3; i++) {
    int64_t out[3];
    tta_shape shape = {3, rows[i].shape}, alignments = {3, rows[i].alignments};
    ck_assert_uint_eq(tta_layout_num_collapsed(3, intervals, 2), 2);
    ck_assert_int_eq(tta_layout_collapsed_shape(shape, alignments, intervals, 2, out), TTA_OK);
    ck_assert(out[0] == rows[i].physical[0] && out[1] == rows[i].physical[1]);
    ck_assert_uint_eq(tta_layout_num_collapsed(3, negative, 1), 2); /* [0, 2) and the rest */
    ck_assert_int_eq(tta_layout_collapsed_shape(shape, alignments, negative, 1, out), TTA_OK);
    ck_assert(out[0] == rows[i].physical[0] && out[1] == rows[i].physical[1]);
  }
  int64_t wide[2] = {INT64_MAX, INT64_MAX}, one[2] = {1, 1}, all[2] = {0, 2}, beyond[2] = {0, 3}, out[2];
  ck_assert_int_eq(tta_layout_collapsed_shape((tta_shape){2, wide}, (tta_shape){2, one}, all, 1, out), TTA_OVERFLOW);
  ck_assert_int_eq(tta_layout_collapsed_shape((tta_shape){2, one}, (tta_shape){2, one}, beyond, 1, out), TTA_INVALID);
}
END_TEST

int main(void) {
  return RUN_SUITE("layout_verify", sound_layouts, ranks, parts, places, undecided_only_when_asked, shards, aliases,
                   told_at_each_occurrence, named_alignments, named_intervals, named_device_shape, tiles_and_ranges,
                   element_values, tile_bytes, shape_values, collapsed_values);
}
