/* Conversions: examples, rejections of each target with reasons, syntax by date, slices over a mesh; every allocation
 * fails once. Random layouts: tests/property/test_convert.c. Examples from tt-mlir docs/src/specs/tensor-layout.md. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "convert/convert.h"
#include "diag/check_options.h"
#include "diag/report.h"
#include "failing.h"
#include "suite.h"
#include "ttattr/convert.h"
#include "types.h"

#define L1 "#tt.memory_space<l1>"


/* ---- one conversion ---- */

typedef struct made {
  tta_status status;
  tta_conversion c;
  tta_buf reason, found;
} made;

static tta_arena arena;
static made last;

/* The messages of the last conversion, a line each. */
static void keep_findings(void) {
  const tta_results *results = tta_conversion_results(&last.c);
  last.found.size = 0;
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    ck_assert_int_eq(d->rule, last.status ? TTA_RULE_convert_inexact : TTA_RULE_convert_loss);
    tta_buf_append(&last.found, d->message);
    tta_buf_char(&last.found, '\n');
  }
  tta_conversion_free(&last.c);
}

static void open_arena(void) {
  tta_arena_init(&arena, NULL);
  tta_buf_init(&last.reason, NULL);
  tta_buf_init(&last.found, NULL);
}
static void close_arena(void) {
  tta_arena_free(&arena);
  tta_buf_free(&last.reason);
  tta_buf_free(&last.found);
}

static tta_layout_ref_text *read_in(const char *text) {
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
  tta_layout_ref_text *read = NULL;
  last.reason.size = 0;
  tta_status status = tta_layout_ref_read(str(text), &context, &read, &last.reason);
  ck_assert_msg(status == TTA_OK, "%s: %d %.*s", text, (int)status, (int)last.reason.size, last.reason.data);
  return read;
}

static const tta_conversion *convert_over(const char *text, const char *to, int32_t era, const tta_device *device) {
  tta_conversion_spec spec = {.to = tta_notation_find(str(to)), .era = era, .device = device};
  tta_layout_ref_text *read = read_in(text);
  last.status = tta_convert(tta_layout_ref_get(read), &spec, &arena, &last.c);
  keep_findings();
  tta_layout_ref_free(read);
  return &last.c;
}

static const tta_conversion *convert(const char *text, const char *to) { return convert_over(text, to, 0, NULL); }

static void same(tta_str text, const char *expected) {
  ck_assert_msg(text.size == strlen(expected) && !memcmp(text.data, expected, text.size), "is       %.*s\nexpected %s",
                (int)text.size, text.data ? text.data : "", expected);
}

static bool has(tta_str text, const char *part) {
  size_t size = strlen(part);
  for (size_t i = 0; i + size <= text.size; i++)
    if (!memcmp(text.data + i, part, size)) return true;
  return false;
}

static void gives_at(const char *text, const char *to, int32_t era, const char *expected) {
  convert_over(text, to, era, NULL);
  ck_assert_msg(last.status == TTA_OK, "%s to %s: %.*s", text, to, (int)last.found.size, last.found.data);
  same(last.c.text, expected);
}
static void gives(const char *text, const char *to, const char *expected) { gives_at(text, to, 0, expected); }

static void warns(const char *part) {
  ck_assert_msg(has(tta_buf_view(&last.found), part), "%.*s", (int)last.found.size, last.found.data);
}
static void warns_of_nothing(void) {
  ck_assert_msg(!last.found.size, "%.*s", (int)last.found.size, last.found.data);
}

/* @param closest what is told to be exact, or NULL */
static void refuses_at(const char *text, const char *to, int32_t era, const char *part, const char *closest) {
  convert_over(text, to, era, NULL);
  ck_assert_msg(last.status == TTA_INVALID, "%s to %s: %d %.*s", text, to, (int)last.status, (int)last.c.text.size,
                last.c.text.data);
  ck_assert_msg(has(tta_buf_view(&last.found), part), "%.*s", (int)last.found.size, last.found.data);
  ck_assert_uint_eq(last.c.text.size, 0);
  if (closest) same(last.c.closest, closest);
  ck_assert(!last.c.closest.size == !last.c.closest_is.size);
}
static void refuses(const char *text, const char *to, const char *part, const char *closest) {
  refuses_at(text, to, 0, part, closest);
}

/* ---- TTNN's terms ---- */

static void pair(const int64_t is[2], int64_t rows, int64_t columns) {
  ck_assert_msg(is[0] == rows && is[1] == columns, "%lldx%lld, expected %lldx%lld", (long long)is[0], (long long)is[1],
                (long long)rows, (long long)columns);
}

static void figures(const tta_ttnn_terms *t, const int64_t expected[8]) {
  pair(t->physical_shape, expected[0], expected[1]);
  pair(t->shard_shape, expected[2], expected[3]);
  pair(t->physical_shard_shape, expected[4], expected[5]);
  pair(t->grid_shape, expected[6], expected[7]);
}

/* Specification, "TTNN Tensor Layout": rows = shape[0] * stride[0] / stride[-2]; a shard is not always a multiple of
 * the tile. */
START_TEST(terms) {
  tta_ttnn_terms t;
  int64_t tile[2] = {32, 32};
  ck_assert_int_eq(tta_ttnn_terms_of(LIST(12, 12, 16), LIST(192, 16, 1), (int64_t[]){72, 16}, tile, &t, NULL), TTA_OK);
  figures(&t, (int64_t[]){144, 16, 72, 16, 96, 32, 2, 1});
  ck_assert_int_eq(tta_ttnn_terms_of(LIST(12, 12, 16), LIST(512, 16, 1), (int64_t[]){96, 16}, tile, &t, NULL), TTA_OK);
  figures(&t, (int64_t[]){384, 16, 96, 16, 96, 32, 4, 1});
  ck_assert_int_eq(tta_ttnn_terms_of(LIST(100), LIST(1), (int64_t[]){1, 30}, NULL, &t, NULL), TTA_OK);
  figures(&t, (int64_t[]){1, 100, 1, 30, 1, 30, 1, 4});
}
END_TEST

static void no_terms(tta_shape shape, tta_shape stride, const char *part) {
  tta_ttnn_terms t;
  last.reason.size = 0;
  ck_assert_int_eq(tta_ttnn_terms_of(shape, stride, (int64_t[]){1, 1}, NULL, &t, &last.reason), TTA_INVALID);
  ck_assert_msg(has(tta_buf_view(&last.reason), part), "%.*s", (int)last.reason.size, last.reason.data);
}

START_TEST(terms_refused) {
  tta_ttnn_terms t;
  no_terms(LIST(2, 8, 32), LIST(1024, 32, 2), "the last stride is 2, expected 1");
  no_terms(LIST(2, 8, 32), LIST(1000, 32, 1), "stride 1000 of dim 0 is not a multiple of the row of 32");
  no_terms(LIST(2, 8, 32), LIST(224, 32, 1), "stride 224 of dim 0 is less than the 256 that dim 1 takes");
  no_terms(LIST(2, 0, 32), LIST(256, 32, 1), "extent 0 of dim 1");
  no_terms(LIST(2, 8), LIST(256, 32, 1), "3 strides for 2 dims");
  ck_assert_int_eq(tta_ttnn_terms_of(LIST(2, 8), LIST(8, 1), (int64_t[]){0, 8}, NULL, &t, NULL), TTA_INVALID);
  ck_assert_int_eq(tta_ttnn_terms_of(LIST(INT64_MAX, 4, 2), LIST(8, 2, 1), (int64_t[]){1, 2}, NULL, &t, NULL),
                   TTA_OVERFLOW);
}
END_TEST

/* ---- TTNN ---- */

#define TIGHT                                                                                                          \
  "tensor<12x12x16xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 12 + d1, d2), undef, <2x1>, "                           \
  "memref<3x1x!tt.tile<32x32, "                                                                                        \
  "f32>, " L1 ">>>"
#define BUMPED_TTNN                                                                                                    \
  "tensor<12x12x16xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <4x1>, memref<3x1x!tt.tile<32x32, "      \
  "f32>, "                                                                                                             \
  "#ttnn.buffer_type<l1>>, height_sharded>>"
#define BUMPED                                                                                                        \
  "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x1>, memref<40x32xf32, " L1 ">>>"

START_TEST(ttnn_figures) {
  gives(TIGHT, "ttnn",
        "tensor<12x12x16xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 12 + d1, d2), <2x1>, memref<3x1x!tt.tile<32x32, "
        "f32>, #ttnn.buffer_type<l1>>, height_sharded>>");
  warns_of_nothing();
  ck_assert(last.c.has_ttnn);
  figures(&last.c.ttnn, (int64_t[]){144, 16, 72, 16, 96, 32, 2, 1});
  same(last.c.shard_spec, "#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (1,0)>]>, <96x32>, <row_major>>");
  gives(BUMPED_TTNN, "ttnn", BUMPED_TTNN);
  figures(&last.c.ttnn, (int64_t[]){384, 16, 96, 16, 96, 32, 4, 1});
  ck_assert_int_eq(last.c.ttnn.stride.extent[0], 512);
  /* 40 rows and 64: "d0 * 32 + d1" of 2x8x32 */
  gives(BUMPED, "ttnn",
        "tensor<2x8x32xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<40x32xf32, "
        "#ttnn.buffer_type<l1>>, block_sharded>>");
  figures(&last.c.ttnn, (int64_t[]){64, 32, 64, 32, 64, 32, 1, 1});
  warns("this layout has 40 rows, its TTNN form 64");
}
END_TEST

#define METAL(shape, map, grid, memref) \
  "tensor<" shape "xf32, #tt.metal_layout<" map ", undef, <" grid ">, memref<" memref ", " L1 ">>>"
#define TTNN(shape, map, grid, memref, spread) \
  "tensor<" shape "xf32, #ttnn.ttnn_layout<" map ", <" grid ">, memref<" memref ", #ttnn.buffer_type<l1>>, " spread ">>"

/* Specification, "Padding": 53x63 on 3x2 has shards of 18x32, and the shard is padded to the tile, not the tensor. */
START_TEST(ttnn_shards_in_tiles) {
  const char *metal = METAL("53x63", "(d0, d1) -> (d0, d1)", "3x2", "1x1x!tt.tile<32x32, f32>"),
             *ttnn = TTNN("53x63", "(d0, d1) -> (d0, d1)", "3x2", "1x1x!tt.tile<32x32, f32>", "block_sharded");
  gives(metal, "ttnn", ttnn);
  figures(&last.c.ttnn, (int64_t[]){53, 63, 18, 32, 32, 32, 3, 2});
  warns_of_nothing();
  gives(ttnn, "metal", metal);
  gives(METAL("53x63", "(d0, d1) -> (d0, d1)", "3x2", "18x32xf32"), "ttnn",
        TTNN("53x63", "(d0, d1) -> (d0, d1)", "3x2", "18x32xf32", "block_sharded"));
  figures(&last.c.ttnn, (int64_t[]){53, 63, 18, 32, 18, 32, 3, 2});
}
END_TEST

/* The grid of the terms is [ceildiv(rows, shard), ..]; where a text has another, both are said. */
START_TEST(ttnn_grids) {
  gives(METAL("2x8x32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "2x1", "20x32xf32"), "ttnn",
        TTNN("2x8x32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "2x1", "20x32xf32", "height_sharded"));
  figures(&last.c.ttnn, (int64_t[]){64, 32, 20, 32, 20, 32, 4, 1});
  warns("this layout has 40 rows, its TTNN form 64: TTNN counts whole strides");
  warns("the text has grid 2x1, and in TTNN's terms it is 4x1: 64 rows in shards of 20, 32 columns in shards of 32");
  convert(METAL("5x4", "(d0, d1) -> (d0, d1)", "4x1", "2x4xf32"), "ttnn");
  warns("the text has grid 4x1, and in TTNN's terms it is 3x1: 5 rows in shards of 2");
}
END_TEST

/* tt-mlir TestConversion.cpp: ttnn_shard_shape and ttnn_shard_spec. */
START_TEST(ttnn_golden) {
  convert("tensor<4096x2048xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<16x8x!tt.tile<32x32, "
          "bf16>, " L1 ">>>",
          "ttnn");
  ck_assert(has(last.c.text, "<8x8>, memref<16x8x!tt.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, block_sharded"));
  pair(last.c.ttnn.physical_shard_shape, 512, 256);
  convert("tensor<4096x2048xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x36>, memref<128x2x!tt.tile<32x32, "
          "bf16>, " L1 ">>>", "ttnn");
  ck_assert(has(last.c.text, "<1x36>, memref<128x2x!tt.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, width_sharded"));
  pair(last.c.ttnn.physical_shard_shape, 4096, 64);
  same(last.c.shard_spec,
       "#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,3)>, #ttnn.core_range<(0,4), (3,4)>]>, <4096x64>, <row_major>>");
  convert("tensor<4096x2048xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x4>, memref<32x16x!tt.tile<32x32, "
          "bf16>, " L1 ">>>", "ttnn");
  same(last.c.shard_spec, "#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (3,3)>]>, <1024x512>, <row_major>>");
  convert("tensor<1792x1792xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<56x56x!tt.tile<32x32, "
          "bf16>, #tt.memory_space<dram>>>>", "ttnn");
  ck_assert(has(last.c.text, "#ttnn.buffer_type<dram>>, interleaved"));
  ck_assert_uint_eq(last.c.shard_spec.size, 0);
}
END_TEST

START_TEST(ttnn_spellings) {
  gives_at(
      BUMPED_TTNN, "ttnn", 20250201,
      "tensor<12x12x16xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <4x1>, memref<3x1x!tt.tile<32x32, "
      "f32>, #ttnn.buffer_type<l1>>, <height_sharded>>>");
  same(last.c.shard_spec, "#ttnn.shard_spec<<96x16>>");
  gives_at(TIGHT, "ttnn", 20250701,
           "tensor<12x12x16xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 12 + d1, d2), <2x1>, "
           "memref<3x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <height_sharded>>>");
  same(last.c.shard_spec, "#ttnn.shard_spec<<[#ttnn.core_range<(0,0), (1,0)>]>, <72x16>, "
                          "<row_major>, <logical>, <96x32>>");
  gives_at(BUMPED_TTNN, "ttnn", 20260601,
           "tensor<12x12x16xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <4x1>, "
           "memref<3x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = "
           "<[#ttnn.core_range<(0,0), (3,0)>]>>>");
  refuses_at(TIGHT, "ttnn", 20240801, "ttnn_layout has no form on 2024-08-01", NULL);
}
END_TEST

START_TEST(ttnn_refused) {
  refuses(METAL("64x128", "(d0, d1) -> (d1, d0)", "1x1", "128x64xf32"), "ttnn",
          "TTNN collapses all dims but the last into rows, but here d1 is among the rows",
          "memref<64x128xf32, affine_map<(d0, d1) -> (d1, d0)>, " L1 ">");
  refuses(METAL("2x8x32", "(d0, d1, d2) -> (d0, d1, d2)", "2x1x1", "1x8x32xf32"), "ttnn",
          "the grid has 2 cores along dim 0, and a TTNN grid is rows x columns", NULL);
  /* TTNN counts 64 rows, 2 times a stride of 32, and there is no grid that cuts 64 into shards of 20 */
  refuses(METAL("2x8x32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "2x1", "1x1x!tt.tile<32x32, f32>"), "ttnn",
          "in dim 0 this layout cuts 40 into 2 shards of 20, and a ttnn_layout 64 into shards of 32: element [1, 4, 0] "
          "would move", NULL);
  refuses(BUMPED_TTNN, "metal", "in dim 0 this layout cuts 384 into 4 shards of 96, and a metal_layout 364 into shards "
          "of 91: element [9, 1, 0] would move", NULL);
  refuses("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x64xf32, "
          "#tt.memory_space<dram>>>>", "ttnn", "a tensor in DRAM has no shards to TTNN before 2026-05-11", NULL);
  refuses("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, "
          "#tt.memory_space<mmio>>>>", "ttnn", "'mmio' is none of these", NULL);
  refuses("tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, "
          "#tt.memory_space<system>>>>", "ttnn", "a tensor in system memory is one memory", NULL);
  refuses("tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!tt.tile<32x32, f32>, "
          "#ttnn.buffer_type<l1>>, <interleaved>>>", "metal", "interleaved pages are distributed over 64 cores", NULL);
}
END_TEST

/* ---- over a mesh ---- */

static const char batch[] = "#tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, "
                            "chipIds = [0, 1]>",
                  wide[] = "#tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, "
                           "meshShape = 1x2, chipIds = [0, 1]>";

static tta_source device_source;
static tta_device_text *device_text;

static const tta_device *open_device(const char *text) {
  tta_check_options options;
  tta_check_options_init(&options);
  tta_source_init(&device_source, str("device"), str(text), NULL);
  ck_assert_int_eq(tta_device_text_new(&device_source, &options, &device_text, NULL), TTA_OK);
  return tta_device_text_get(device_text);
}
static void close_device(void) {
  tta_device_text_free(device_text);
  tta_source_free(&device_source);
}

static void convert_on(const char *device, const char *text) {
  convert_over(text, "ttnn", 0, open_device(device));
  close_device();
}

static void slice_is(const char *expected, int64_t first, int64_t second) {
  ck_assert_msg(last.status == TTA_OK, "%.*s", (int)last.found.size, last.found.data);
  same(last.c.text, expected);
  ck_assert(last.c.has_mesh && last.c.mesh.has_slice);
  pair(last.c.mesh.slice, first, second);
}

/* device specification, "Data Parallel Over Batch" (16x3x64x128 on 2x2x4) and "2d" (256x1024); tensor-layout
 * specification, "Mapping from the compiler": each per-device tensor has d0 fully collapsed. */
START_TEST(over_a_mesh) {
  convert_on(batch, METAL("16x3x64x128", "(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3)", "2x2x4",
                          "8x3x1x!tt.tile<32x32, f32>"));
  slice_is("tensor<8x3x64x128xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), <2x4>, "
           "memref<24x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, block_sharded>>", 8, 3);
  warns("every element stays on its device, but with d0 collapsed its address changes: element "
        "[4, 0, 0, 0]");
  convert_on(batch, METAL("2x3x64x128", "(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3)", "2x2x4",
                          "1x3x1x!tt.tile<32x32, f32>"));
  slice_is("tensor<1x3x64x128xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), <2x4>, "
           "memref<3x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, block_sharded>>", 1, 3);
  warns_of_nothing();
  convert_on(wide, METAL("256x1024", "(d0, d1) -> (d0, d1)", "8x16", "1x2x!tt.tile<32x32, f32>"));
  slice_is("tensor<256x512xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x2x!tt.tile<32x32, f32>, "
           "#ttnn.buffer_type<l1>>, block_sharded>>", 256, 512);
  warns_of_nothing();
  /* d0 fully collapsed, (d0 <> d1, d2), also where the rows of one batch fill no tiles, or stand apart by a stride */
  convert_on(batch, METAL("4x50x128", "(d0, d1, d2) -> (d0, d1, d2)", "2x2x4", "2x1x1x!tt.tile<32x32, f32>"));
  slice_is("tensor<2x50x128xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 50 + d1, d2), <2x4>, "
           "memref<2x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, block_sharded>>", 2, 50);
  figures(&last.c.ttnn, (int64_t[]){100, 128, 50, 32, 64, 32, 2, 4});
  warns("every element stays on its device");
  convert_on(batch, METAL("4x3x8x128", "(d0, d1, d2, d3) -> (d0, d1 * 32 + d2, d3)", "2x2x4",
                          "2x2x1x!tt.tile<32x32, f32>"));
  slice_is("tensor<2x3x8x128xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 32 + d2, d3), <2x4>, "
           "memref<3x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, block_sharded>>", 2, 3);
  figures(&last.c.ttnn, (int64_t[]){192, 128, 96, 32, 96, 32, 2, 4});
  /* rows that are not cut stay where they are: the memory of one core, in tiles */
  convert_on(batch, METAL("4x50x128", "(d0, d1, d2) -> (d0, d1, d2)", "2x1x4", "2x2x1x!tt.tile<32x32, f32>"));
  slice_is("tensor<2x50x128xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <1x4>, "
           "memref<4x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, width_sharded>>", 2, 50);
  warns_of_nothing();
  /* replicated: the grid has one core along the mesh */
  convert_on(batch, METAL("2x8x32", "(d0, d1, d2) -> (d0, d1, d2)", "1x2x1", "2x4x32xf32"));
  slice_is("tensor<2x8x32xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), <2x1>, memref<8x32xf32, "
           "#ttnn.buffer_type<l1>>, height_sharded>>", 2, 8);
  warns("every element stays on its device"); /* two batches in rows cut in two: not the same cores */
  convert_on(batch, METAL("3x8x32", "(d0, d1, d2) -> (0, d0 * 8 + d1, d2)", "2x8x8", "1x3x4xf32"));
  ck_assert_int_eq(last.status, TTA_OK);
}
END_TEST

/* ---- the named form ---- */

#define NAMED(grid_shard, rest) "tensor<" grid_shard ", #ttcore.metal_layout<logical_shape = " rest ">>"

START_TEST(named) {
  gives(METAL("4x43x7", "(d0, d1, d2) -> (d0 * 64 + d1, d2)", "1x1", "8x1x!tt.tile<32x32, f32>"), "ttcore",
        NAMED("1x1x8x1x!ttcore.tile<32x32, f32>", "4x43x7, dim_alignments = 1x32x32, collapsed_intervals = "
              "dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>, l1, sharded"));
  gives(METAL("53x63", "(d0, d1) -> (d0, d1)", "3x2", "18x32xf32"), "ttcore",
        NAMED("3x2x18x32xf32", "53x63, dim_alignments = 3x2, collapsed_intervals = dense<[[0, 1], [1, 2]]> : "
              "tensor<2x2xi64>, l1, sharded"));
  warns_of_nothing();
  gives(NAMED("3x2x18x32xf32", "53x63, dim_alignments = 54x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : "
              "tensor<2x2xi64>, l1, sharded"), "metal",
        METAL("53x63", "(d0, d1) -> (d0, d1)", "3x2", "18x32xf32"));
  gives(METAL("64", "(d0) -> (0, d0)", "1x4", "1x16xf32"), "ttcore",
        NAMED("1x4x1x16xf32",
              "64, dim_alignments = 1, collapsed_intervals = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>, "
              "l1, sharded"));
  convert(BUMPED, "ttcore");
  warns("the allocation becomes 2048 elements instead of 1280");
}
END_TEST

START_TEST(named_spellings) {
  const char *text = METAL("64x64", "(d0, d1) -> (d0, d1)", "1x1", "64x64xf32");
#define AS(rest) NAMED("1x1x64x64xf32", "64x64, dim_alignments = 1x1, " rest)
  gives_at(text, "ttcore", 20250621, AS("collapse_dims = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1"));
  gives_at(text, "ttcore", 20250801, AS("collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1"));
  gives_at(text, "ttcore", 20251201, AS("collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, "
                                        "sharded, index_map = map(0)"));
  gives_at(text, "ttcore", 20260301, AS("collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, "
                                        "sharded"));
  refuses_at(text, "ttcore", 20250301, "the named form is supported from 2025-06-20 on", NULL);
  refuses_at(text, "metal", 20250801, "the map form is not supported from 2025-06-20 on", NULL);
  gives_at(text, "metal", 20240801,
           "tensor<64x64xf32, #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, " L1 ">>>");
}
END_TEST

START_TEST(named_refused) {
  refuses(METAL("64x128", "(d0, d1) -> (d1, d0)", "1x1", "128x64xf32"), "ttcore",
          "the named form collapses neighboring dims; result 0 of the map omits d0", NULL);
  refuses(TIGHT, "ttcore", "in dim 0 this layout cuts 144 into 2 shards of 72, and the named form 192 into shards of "
          "96: element [6, 0, 0] would move", NULL);
  refuses(METAL("2x8x32", "(d0, d1, d2) -> (d0 * 32 + d1, d2)", "2x1", "20x32xf32"), "ttcore",
          "in dim 0 this layout cuts 40 into 2 shards of 20, and the named form 64 into shards of 32", NULL);
  refuses(METAL("8x4", "(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)", "1x1x1", "2x4x4xf32"), "ttcore",
          "result 0 of the map is not a sum of dims and strides", NULL);
}
END_TEST

/* ---- one memory ---- */

#define STICKS "tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>"

START_TEST(tiled) {
  const char *affine = "memref<1000x200xf16, affine_map<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64)>>";
  gives(STICKS, "affine", affine); /* RFC, 1000x200 fp16 */
  gives(affine, "tiled", STICKS);
  gives("memref<4x8x128xf16>", "tiled",
        "tensor<4x8x128xf16, #tt.tiled_layout<memref<4x8x2x64xf16>, dim_map = [0, 1, 2, 2], dense>>");
  gives(
      "memref<4x8x128xf16, strided<[2048, 128, 1]>>", "tiled",
      "tensor<4x8x128xf16, #tt.tiled_layout<memref<4x8x2x64xf16, strided<[2048, 128, 64, 1]>>, dim_map = [0, 1, 2, 2], "
      "dense>>");
  gives(
      "memref<53x63xf32, affine_map<(d0, d1) -> (d0 floordiv 32, d1 floordiv 32, d0 mod 32, d1 mod 32)>>", "tiled",
      "tensor<53x63xf32, #tt.tiled_layout<memref<2x2x32x32xf32>, dim_map = [0, 1, 0, 1], num_stick_dims = 2, dense>>");
  /* tiles in a sum of digits, and a digit of one step that the map leaves out */
  gives("memref<9x5x4xf32, affine_map<(d0, d1, d2) -> ((d0 floordiv 2) * 4096 + (d2 floordiv 32) * 4096 + d1 * 64 + "
        "(d0 mod 2) * 32 + d2 mod 32)>>", "tiled",
        "tensor<9x5x4xf32, #tt.tiled_layout<memref<1x5x5x2x32xf32, strided<[4096, 4096, 64, 32, 1]>>, dim_map = "
        "[2, 0, 1, 0, 2], num_stick_dims = 2, dense>>");
  gives("memref<1x7x9xf32, affine_map<(d0, d1, d2) -> (d1, d0 floordiv 32, d2 floordiv 3, d2 mod 3, 0, d0 mod 32)>>",
        "tiled",
        "tensor<1x7x9xf32, #tt.tiled_layout<memref<7x1x3x3x32xf32>, dim_map = [1, 0, 2, 2, 0], num_stick_dims = 2, "
        "dense>>");
  gives("memref<64xf16, affine_map<(d0) -> (d0 * 64)>>", "tiled",
        "tensor<64xf16, #tt.tiled_layout<memref<64x64xf16>, dim_map = [0, -1], sparse>>");
  gives("memref<64x128xf32>", "metal", METAL("64x128", "(d0, d1) -> (d0, d1)", "1x1", "64x128xf32"));
  warns("the text names no memory; 'l1' is taken");
  gives("tensor<64x128xf16, #tt.tiled_layout<memref<2x64x64xf16>, dim_map = [1, 0, 1], dense>>", "metal",
        "tensor<64x128xf16, #tt.metal_layout<(d0, d1) -> (d1 floordiv 64, d0, d1 mod 64), undef, <1x1x1>, "
        "memref<2x64x64xf16, " L1 ">>>");
  gives(METAL("64x128", "(d0, d1) -> (d1, d0)", "1x1", "128x64xf32"), "strided",
        "memref<64x128xf32, strided<[1, 64]>, " L1 ">");
}
END_TEST

START_TEST(one_memory_refused) {
  refuses(STICKS, "strided", "no strides fit: [64, 1]", "memref<4x1000x64xf16, strided<[64000, 64, 1]>>");
  refuses(TIGHT, "strided", "the grid is 2x1 cores with a memory each, and a strided memref is one memory",
          "memref<3x1x2x2x16x16xf32, strided<[1024, 1024, 512, 256, 16, 1]>, " L1 ">");
  refuses(TIGHT, "tiled", "and a tiled_layout is one memory", NULL);
  refuses(
      "tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x32, bfp_bf8>, " L1
      ">>>",
      "affine", "scalars of bfp_bf8 tiles share exponents", NULL);
  refuses("memref<6x10xf16>", "tiled", "no choice of that dim puts every element where it is", "memref<6x10xf16>");
  refuses("memref<6x10xi24>", "tiled", "elements of type 'i24' do not fill sticks of 128 bytes", NULL);
}
END_TEST

START_TEST(reading) {
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN, .has_shape = true, .shape = LIST(64, 128),
                                 .element = str("f32")};
  static const char *const good[] = {"(d0, d1) -> (d1, d0)", "affine_map<(d0, d1) -> (d1, d0)>", "[128, 1]",
                                     "strided<[128, 1]>"};
  static const char *const bad[] = {"", "hello", "memref<?x4xf32>", "memref<4xf32, strided<[?]>>", "[1, 2, 3]",
                                    "(d0) -> (d0)", "<(d0) -> (d0)>", "memref<4xf32> memref<4xf32>"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    tta_layout_ref_text *text;
    ck_assert_int_eq(tta_layout_ref_read(str(good[i]), &context, &text, NULL), TTA_OK);
    tta_layout_ref_free(text);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    tta_layout_ref_text *text;
    last.reason.size = 0;
    ck_assert_msg(tta_layout_ref_read(str(bad[i]), &context, &text, &last.reason) == TTA_INVALID, "%s", bad[i]);
    ck_assert(!tta_layout_ref_get(text));
    ck_assert_msg(last.reason.size || tta_results_num_errors(tta_layout_ref_results(text)), "%s", bad[i]);
    tta_layout_ref_free(text);
  }
  for (int i = 0; i < TTA_NUM_NOTATIONS; i++)
    ck_assert_int_eq(tta_notation_find(str(tta_notation_name((tta_notation)i))), i);
  ck_assert_int_eq(tta_notation_find(str("metall")), TTA_NOTATION_UNKNOWN);
}
END_TEST

static void contradicts(const char *text, const tta_layout_ref_context *context, uint32_t begin, uint32_t end,
                        const char *part) {
  tta_layout_ref_text *read;
  ck_assert_int_eq(tta_layout_ref_read(str(text), context, &read, NULL), TTA_INVALID);
  const tta_diagnostic *fault = tta_results_diagnostic(tta_layout_ref_results(read), 0);
  ck_assert_msg(fault && fault->span.begin == begin && fault->span.end == end && has(fault->message, part),
                "%s: %u..%u %.*s", text, fault ? fault->span.begin : 0, fault ? fault->span.end : 0,
                fault ? (int)fault->message.size : 0, fault ? fault->message.data : "");
  ck_assert(!tta_layout_ref_get(read) && tta_layout_ref_source(read));
  tta_layout_ref_free(read);
}

START_TEST(contradicted) {
  tta_layout_ref_context shape = {.from = TTA_NOTATION_UNKNOWN, .has_shape = true, .shape = LIST(8, 8)},
                      element = {.from = TTA_NOTATION_UNKNOWN, .element = str("bf16")},
                      grid = {.from = TTA_NOTATION_UNKNOWN, .grid = LIST(1, 1)},
                      same = {.from = TTA_NOTATION_UNKNOWN, .has_shape = true, .shape = LIST(64, 128),
                              .element = str("f16")};
  static const char sticks[] = "tensor<64x128xf16, #tt.tiled_layout<memref<2x64x64xf16>, dim_map = [1, 0, 1], dense>>";
  contradicts("memref<4 x 4xf32>", &shape, 7, 12, "shape 8x8 does not match the tensor 4x4 in this text");
  contradicts("memref<f32>", &shape, 7, 7, "does not match the tensor of rank 0");
  contradicts(TIGHT, &shape, 7, 15, "does not match the tensor 12x12x16");
  contradicts(sticks, &shape, 7, 13, "does not match the tensor 64x128");
  contradicts("memref<4x4xf32, strided<[4, 1]>>", &element, 11, 14, "does not match the elements f32");
  contradicts("memref<4x4xcomplex<f32>>", &element, 11, 23, "does not match the elements complex<f32>");
  contradicts("tensor<4x4xf16, #tt.tiled_layout<memref<1x4x64xf16>, dim_map = [1, 0, 1], dense>>", &grid, 16, 80,
              "this text is tiled");
  contradicts("#tt.tiled_layout<memref<1x4x64xf16>, dim_map = [1, 0, 1], dense, host = memref<4x4xf16>>", &shape, 79,
              82, "does not match the tensor 4x4");
  tta_layout_ref_text *read;
  ck_assert_int_eq(tta_layout_ref_read(str(sticks), &same, &read, NULL), TTA_OK);
  ck_assert(!tta_results_num_errors(tta_layout_ref_results(read)));
  tta_layout_ref_free(read);
}
END_TEST

/* ---- memory ---- */

typedef struct request {
  const char *text;
  const tta_device *device;
  tta_notation to;
  tta_str expected; /* what it becomes; empty if it is rejected */
} request;

static tta_status convert_with(const tta_allocator *allocator, const void *given) {
  const request *r = given;
  tta_layout_ref_context context = {.allocator = allocator, .from = TTA_NOTATION_UNKNOWN};
  tta_conversion_spec spec = {.to = r->to, .device = r->device};
  tta_conversion conversion = {.results = NULL};
  tta_layout_ref_text *read;
  tta_arena own;
  tta_arena_init(&own, allocator);
  tta_status status = tta_layout_ref_read(str(r->text), &context, &read, NULL);
  if (!status) status = tta_convert(tta_layout_ref_get(read), &spec, &own, &conversion);
  if (!status && r->expected.data)
    ck_assert_msg(conversion.text.size == r->expected.size &&
                      !memcmp(conversion.text.data, r->expected.data, r->expected.size),
                  "%s to %d: %.*s", r->text, (int)r->to, (int)conversion.text.size, conversion.text.data);
  tta_conversion_free(&conversion);
  tta_arena_free(&own);
  tta_layout_ref_free(read);
  return status;
}

static tta_status fails_with(request r) {
  const tta_conversion *c = convert_over(r.text, tta_notation_name(r.to), 0, r.device);
  ck_assert(last.status == TTA_OK || last.status == TTA_INVALID);
  r.expected = last.status ? (tta_str){0} : c->text;
  each_request_fails(convert_with, &r, last.status);
  return last.status;
}

START_TEST(every_allocation_fails) {
  static const char *const texts[] = {
      TIGHT, BUMPED_TTNN, STICKS, "memref<6x64xf32, strided<[128, 1], offset: 128>>",
      "memref<8x64xf32, affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>>",
      "tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!tt.tile<32x32, f32>, "
      "#ttnn.buffer_type<dram>>, <interleaved>>>",
      "memref<64xf16, affine_map<(d0) -> (d0 * 64)>>",
      NAMED("1x1x64x64xf32", "64x64, dim_alignments = 1x1, collapsed_intervals = dense<[[0, 1], [1, 2]]> : "
                             "tensor<2x2xi64>, undef, l1"),
  };
  int converted = 0;
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
    for (int to = 0; to < TTA_NUM_NOTATIONS; to++)
      converted += fails_with((request){.text = texts[t], .to = (tta_notation)to}) == TTA_OK;
  ck_assert_int_ge(converted, 20);
  request batched = {.text = METAL("4x50x128", "(d0, d1, d2) -> (d0, d1, d2)", "2x2x4",
                                   "2x1x1x!tt.tile<32x32, f32>"),
                     .device = open_device(batch), .to = TTA_NOTATION_TTNN};
  ck_assert_int_eq(fails_with(batched), TTA_OK);
  close_device();
}
END_TEST

/* Rows of a sharded ttnn_layout are pages of 16 bytes each; those of a metal_layout are packed. */
START_TEST(rows_of_pages) {
  static const char packed[] = "tensor<4x17xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, "
                               "memref<2x17xbf16, #tt.memory_space<l1>>>>";
  static const char pages[] = "tensor<4x17xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
                              "memref<4x17xbf16, #ttnn.buffer_type<l1>>, <block_sharded>>>";
  refuses(packed, "ttnn", "rows of 34 bytes are 48 bytes apart in a ttnn_layout: element [1, 0] would move", NULL);
  gives(pages, "strided", "memref<4x17xbf16, strided<[24, 1]>, #tt.memory_space<l1>>");
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("convert", open_arena, close_arena, rows_of_pages, terms, terms_refused, ttnn_figures,
                        ttnn_shards_in_tiles, ttnn_grids, ttnn_golden, ttnn_spellings, ttnn_refused, over_a_mesh,
                        named, named_spellings, named_refused, tiled, one_memory_refused, reading, contradicted,
                        every_allocation_fails);
}
