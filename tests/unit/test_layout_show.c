/* src/layout: every number of the tensor-layout specification (tt-mlir docs/src/specs/tensor-layout.md @ f3f3f0ec33,
 * lines named L..), and other cases: faces and bytes, repeated dims, maps that are not a collapse, the named and TTNN
 * forms (tt-mlir TTCoreOpsTypes.cpp, TTNNOpsAttrs.cpp), files. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/check_options.h"
#include "find_layout.h"
#include "layout/layout.h"
#include "suite.h"
#include "ttattr/layout.h"

#define L1 ", #tt.memory_space<l1>>>>"
#define BF8 "x!tt.tile<32 x 32, bfp_bf8>" L1
#define MAP4 "#tt.metal_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, "

static tta_source source;
static tta_layouts *layouts;

static void close_text(void) {
  tta_layouts_free(layouts);
  layouts = NULL;
  tta_source_free(&source);
}

static tta_status open_text(const char *text, tta_layouts_mode mode, tta_buf *reason) {
  tta_check_options options;
  close_text();
  tta_check_options_init(&options);
  tta_source_init(&source, (tta_str){"<test>", 6}, (tta_str){text, strlen(text)}, NULL);
  return tta_layouts_read(&source, mode, &options, &layouts, reason);
}

static const tta_layout *read_layout(const char *type) {
  ck_assert_int_eq(open_text(type, TTA_LAYOUTS_TYPE, NULL), TTA_OK);
  const tta_results *results = tta_layouts_results(layouts);
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    ck_assert_msg(d->severity != TTA_SEVERITY_ERROR, "%s: %.*s", type, (int)d->message.size, d->message.data);
  }
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 1);
  return tta_layouts_entry(layouts, 0)->layout;
}

/* 2x3 */
static const char *shape_text(tta_shape shape) {
  static char text[4][128];
  static int turn;
  char *out = text[turn++ % 4];
  size_t n = 0;
  out[0] = '\0';
  for (uint32_t i = 0; i < shape.rank; i++)
    n += (size_t)snprintf(out + n, 128 - n, "%s%lld", i ? "x" : "", (long long)shape.extent[i]);
  return out;
}
#define EXPECT_SHAPE(shape, expected) ck_assert_str_eq(shape_text(shape), expected)

static const struct {
  int line;
  const char *type, *physical, *shard, *memref, *padded_shard;
  int64_t padding;
} specification[] = {
    {40, "tensor<2x3x64x128xf32, " MAP4 "<1x1>, memref<384x128xf32" L1, "384x128", "384x128", "384x128", "384x128", 0},
    {144, "tensor<2x3x64x128xf32, " MAP4 "<2x4>, memref<192x32xf32" L1, "384x128", "192x32", "192x32", "192x32", 0},
    {179, "tensor<8x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x150xf32" L1, "8x300",
     "8x150", "8x150", "8x150", 0},
    {187, "tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d2), undef, <2x1>, memref<384x32xf32" L1,
     "768x32", "384x32", "384x32", "384x32", 0},
    {195,
     "tensor<8x96x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 96 + d1, d1, d2), undef, <2x1x2>, "
     "memref<384x96x16xf32" L1,
     "768x96x32", "384x96x16", "384x96x16", "384x96x16", 768 * 96 * 32 - 24576},
    {205,
     "tensor<5x3x2x2x7x32x32xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6) -> (d0 * 2688 + d1 * 896 + d2 * 448 + "
     "d3 * 224 + d4 * 32 + d5, "
     "d4, d5, d6), undef, <3x2x2x2>, memref<4480x4x16x16xf32" L1,
     "13440x7x32x32", "4480x4x16x16", "4480x4x16x16", "4480x4x16x16", 4480LL * 4 * 16 * 16 * 24 - 430080},
    {233, "tensor<3x64x128xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <3x2>, memref<64x64xf32" L1,
     "192x128", "64x64", "64x64", "64x64", 0},
    {245, "tensor<3x64x128xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <3x2>, memref<2x2" BF8,
     "192x128", "64x64", "2x2", "64x64", 0},
    {272, "tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<18x32xf32" L1, "53x63",
     "18x32", "18x32", "18x32", 54 * 64 - 53 * 63},
    {291, "tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<1x1" BF8, "53x63", "18x32",
     "1x1", "32x32", 96 * 64 - 53 * 63},
    {315, "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x2>, memref<16x16xf32" L1,
     "16x32", "16x16", "16x16", "16x16", 0},
    {329, "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x2>, memref<40x16xf32" L1,
     "40x32", "40x16", "40x16", "40x16", 24 * 32},
    {362,
     "tensor<2x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3), undef, <2x2x4>, "
     "memref<1x3x1" BF8,
     "2x192x128", "1x96x32", "1x3x1", "1x96x32", 0},
    /* device.md, L137 and L172; L207 has a map of two dims for a tensor of three (rule layout-tensor-rank), the memref
     * is that of the identity */
    {137,
     "tensor<16x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3), undef, <2x2x4>, "
     "memref<8x3x1" BF8,
     "16x192x128", "8x96x32", "8x3x1", "8x96x32", 0},
    {172, "tensor<256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x16>, memref<2x2" BF8, "256x1024",
     "64x64", "2x2", "64x64", 0},
    {207, "tensor<64x256x1024xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <2x4x16>, memref<32x2x2" BF8,
     "64x256x1024", "32x64x64", "32x2x2", "32x64x64", 0},
};

START_TEST(shapes_of_the_specification) {
  for (size_t i = 0; i < sizeof specification / sizeof *specification; i++) {
    const tta_layout *s = read_layout(specification[i].type);
    EXPECT_SHAPE(s->physical, specification[i].physical);
    EXPECT_SHAPE(s->shard, specification[i].shard);
    EXPECT_SHAPE(s->memref, specification[i].memref);
    EXPECT_SHAPE(s->padded_shard, specification[i].padded_shard);
    ck_assert_msg(s->padding_elements == specification[i].padding, "L%d: padding %lld", specification[i].line,
                  (long long)s->padding_elements);
  }
}
END_TEST

static tta_location locate(const tta_layout *s, const int64_t *index) {
  tta_location l;
  ck_assert_int_eq(tta_layout_locate(s, index, &l, NULL), TTA_OK);
  return l;
}

/* L99..106: [1, 1, 6, 100] -> (262, 100); on 2x4 (L144) that is core (1, 3). */
START_TEST(the_remapped_offset) {
  const tta_layout *s = read_layout(specification[1].type);
  tta_location l = locate(s, (int64_t[]){1, 1, 6, 100});
  ck_assert_int_eq(l.physical[0], 262);
  ck_assert_int_eq(l.physical[1], 100);
  ck_assert_int_eq(l.core[0], 1);
  ck_assert_int_eq(l.core[1], 3);
  ck_assert_int_eq(l.shard_offset[0], 70);
  ck_assert_int_eq(l.shard_offset[1], 4);
  ck_assert_int_eq(l.linear_offset, 70 * 32 + 4);
  ck_assert_int_eq(l.byte_offset, (70 * 32 + 4) * 4);
  EXPECT_SHAPE(((tta_shape){4, s->strides}), "24576x8192x128x1"); /* getStride */
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  ck_assert_int_eq(tta_layout_locate(s, (int64_t[]){1, 3, 6, 100}, &l, &reason), TTA_INVALID);
  ck_assert(reason.size > 0);
  tta_buf_free(&reason);
}
END_TEST

/* Faces: a 32x32 tile is stored as four faces of 16x16, row-major, each row-major. */
START_TEST(faces_and_bytes) {
  const tta_layout *s = read_layout(
      "tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>" L1);
  tta_location l = locate(s, (int64_t[]){40, 60}); /* tile (1, 1), in it (8, 28): face 1, there (8, 12) */
  ck_assert_int_eq(l.tile[0], 1);
  ck_assert_int_eq(l.tile[1], 1);
  ck_assert_int_eq(l.tile_offset[0], 8);
  ck_assert_int_eq(l.tile_offset[1], 28);
  ck_assert_int_eq(l.face, 1);
  ck_assert_int_eq(l.byte_offset, 3 * 4096 + (256 + 8 * 16 + 12) * 4);
  l = locate(s, (int64_t[]){31, 31});
  ck_assert_int_eq(l.face, 3);
  ck_assert_int_eq(l.byte_offset, 1023 * 4);
  s = read_layout(
      "tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x16, bf16>" L1);
  l = locate(s, (int64_t[]){20, 3}); /* a tile of two faces, one below the other */
  ck_assert_int_eq(l.face, 1);
  ck_assert_int_eq(l.byte_offset, (256 + 4 * 16 + 3) * 2);
  s = read_layout(specification[9].type); /* block float */
  ck_assert_int_eq(locate(s, (int64_t[]){1, 1}).byte_offset, -1);
  ck_assert_int_eq(s->shard_bytes, 1088);
}
END_TEST

static bool sum_rows(void *user, const tta_padding_class *p) {
  int64_t *rows = user;
  if (p->core[0] == 2) rows[1] = 32 - p->valid[0];
  else rows[0] = 32 - p->valid[0];
  return true;
}

/* L281: one row and one column of padding at the end; L298: 14 rows on every core, 15 on the last row of cores. */
START_TEST(padding_of_the_specification) {
  int64_t valid[2], rows[2] = {-1, -1};
  const tta_layout *s = read_layout(specification[8].type);
  tta_layout_valid(s, (int64_t[]){2, 1}, valid);
  ck_assert_int_eq(18 - valid[0], 1);
  ck_assert_int_eq(32 - valid[1], 1);
  tta_layout_valid(s, (int64_t[]){1, 0}, valid);
  ck_assert_int_eq(valid[0], 18);
  ck_assert_int_eq(valid[1], 32);
  s = read_layout(specification[9].type);
  ck_assert_int_eq(tta_layout_padding(s, sum_rows, rows), TTA_OK);
  ck_assert_int_eq(rows[0], 14);
  ck_assert_int_eq(rows[1], 15);
}
END_TEST

/* L329: 32 rows from batch to batch leave a gap of 24 after 8. On two grid rows a shard has 20, and batch 1 begins at
 * its 12th. */
START_TEST(bumped_strides) {
  tta_gap gaps[4];
  tta_parts parts;
  const tta_layout *s = read_layout(
      "tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <2x1>, memref<20x32xf32" L1);
  ck_assert_uint_eq(tta_layout_gaps(s, gaps, 4), 1);
  ck_assert_int_eq(gaps[0].first, 8);
  ck_assert_int_eq(gaps[0].size, 24);
  ck_assert_int_eq(gaps[0].every, 32);
  ck_assert(tta_layout_parts(s, 0, 32, 32, &parts));
  ck_assert(!parts.aligned);
  ck_assert_int_eq(parts.part, 1);
  ck_assert_int_eq(parts.shard, 1);
  ck_assert_int_eq(parts.offset, 12);
  ck_assert(!tta_layout_parts(s, 1, 32, 32, &parts));
  s = read_layout(specification[11].type); /* one grid row: on a tile boundary, as the specification wants it */
  ck_assert(tta_layout_parts(s, 0, 32, 32, &parts));
  ck_assert(parts.aligned);
  ck_assert_uint_eq(s->collapse.size, 0);
  s = read_layout(specification[10].type); /* stride 8: packed within a tile */
  ck_assert(tta_layout_parts(s, 0, 32, 32, &parts));
  ck_assert(!parts.aligned);
  ck_assert_int_eq(parts.offset, 8);
}
END_TEST

/* Maps that are not a collapse of dims: repeated dims, swapped dims, mod and floordiv. Each is walked through and
 * inverted.
 */
START_TEST(inverse_of_odd_maps) {
  static const struct {
    const char *type;
    bool joined;
  } odd[] = {
      {"tensor<4x6x8xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 6 + d1, d1, d2), undef, <2x1x2>, memref<12x6x4xf32" L1,
       true},
      {"tensor<4x6xf32, #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <2x1>, memref<3x4xf32" L1, true},
      {"tensor<32xf32, #tt.metal_layout<(d0) -> (d0 floordiv 8, d0 mod 8), undef, <2x2>, memref<2x4xf32" L1, false},
      {"tensor<3x5xf32, #tt.metal_layout<(d0, d1) -> (0, d0 * 7 + d1 + 2), undef, <1x3>, memref<1x7xf32" L1, false},
  };
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    const tta_layout *s = read_layout(odd[i].type);
    int64_t index[3] = {0}, back[3];
    ck_assert_int_eq(s->collapse.size > 0, odd[i].joined);
    for (int64_t n = 0; n < s->logical_elements; n++) {
      bool found;
      tta_location l = locate(s, index);
      ck_assert_int_eq(tta_layout_scalar_at(s, l.core, l.linear_offset, back, &found, NULL), TTA_OK);
      ck_assert(found);
      ck_assert_mem_eq(back, index, s->logical.rank * sizeof *index);
      for (uint32_t d = s->logical.rank; d-- > 0; index[d] = 0)
        if (++index[d] < s->logical.extent[d]) break;
    }
  }
}
END_TEST

/* Nothing enumerates elements: 10^12 of them, and the largest shapes that still have a size. */
START_TEST(closed_form) {
  const tta_layout *s = read_layout(
      "tensor<1000000x1000000xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<125000x125000xf32" L1);
  int64_t index[2];
  bool found;
  ck_assert_int_eq(s->logical_elements, 1000000000000);
  ck_assert_int_eq(s->total_bytes, 4000000000000);
  tta_location l = locate(s, (int64_t[]){999999, 123456});
  ck_assert_int_eq(tta_layout_scalar_at(s, l.core, l.linear_offset, index, &found, NULL), TTA_OK);
  ck_assert(found);
  ck_assert_int_eq(index[0], 999999);
  ck_assert_int_eq(index[1], 123456);
  s = read_layout("tensor<1099511627776x1048576xi8, #tt.metal_layout<(d0, d1) -> (d0 * 1048576 + d1), undef, <1024>, "
               "memref<1125899906842624xi8" L1);
  ck_assert_int_eq(s->total_bytes, (int64_t)1 << 60);
  l = locate(s, (int64_t[]){1099511627775, 1048575});
  ck_assert_int_eq(l.core[0], 1023);
  ck_assert_int_eq(tta_layout_scalar_at(s, l.core, l.linear_offset, index, &found, NULL), TTA_OK);
  ck_assert(found && index[0] == 1099511627775 && index[1] == 1048575);
}
END_TEST

/* tt-mlir getPhysicalShape of the named form: 9x43x7, alignments 256x32x32 -> 768x32, host strides [2048, 32, 1]
 *. */
START_TEST(named_form) {
  const tta_layout *s = read_layout("tensor<2x1x12x1x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = "
                                   "9x43x7, dim_alignments = 256x32x32, "
                                   "collapsed_intervals = dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>, l1, sharded>>");
  ck_assert_int_eq(s->family, TTA_FAMILY_NAMED);
  EXPECT_SHAPE(s->logical, "9x43x7");
  EXPECT_SHAPE(s->physical, "768x32");
  EXPECT_SHAPE(s->grid, "2x1");
  EXPECT_SHAPE(s->shard, "384x32");
  EXPECT_SHAPE(s->memref, "12x1");
  EXPECT_SHAPE(s->padded_shard, "384x32");
  EXPECT_SHAPE(((tta_shape){3, s->strides}), "2048x32x1");
  ck_assert_int_eq(s->total_bytes, 24 * 4096);
  tta_location l = locate(s, (int64_t[]){8, 42, 6});
  ck_assert_int_eq(l.physical[0], 8 * 64 + 42);
  ck_assert_int_eq(l.core[0], 1);
}
END_TEST

/* TTNN's rows are whole strides, 64 of them where the map reaches 48, its columns the last dim; a shard is padded to
 * tiles, not the tensor (tensor-layout specification, "TTNN Tensor Layout"). */
START_TEST(ttnn_form) {
  const tta_layout *s = read_layout(
      "tensor<1x2x16x16xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <2x1>, "
      "memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>>>");
  ck_assert_int_eq(s->family, TTA_FAMILY_TTNN);
  EXPECT_SHAPE(s->physical, "64x16");
  EXPECT_SHAPE(s->shard, "32x16");
  EXPECT_SHAPE(s->padded_shard, "32x32");
  ck_assert(!s->interleaved);
  s = read_layout(
      "tensor<53x63xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <3x2>, memref<1x1x!ttcore.tile<32x32, f32>, "
      "#ttnn.buffer_type<l1>>, <block_sharded>>>");
  EXPECT_SHAPE(s->shard, "18x32");
  /* a memref of 5 tiles has no room for 2 strides of 95: there the tensor was rounded up, 95 + 64 rows (4.8) */
  s = read_layout("tensor<2x33x32xf32, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 95 + d1, d2), <1x1>, "
               "memref<5x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <block_sharded>>>");
  EXPECT_SHAPE(s->physical, "159x32");
  s = read_layout("tensor<64x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, "
               "bf16>, #ttnn.buffer_type<dram>>, "
               "<interleaved>>>");
  ck_assert(s->interleaved);
  tta_location l = locate(s, (int64_t[]){63, 1});
  ck_assert_int_eq(l.physical[0], 63);
}
END_TEST

START_TEST(texts) {
  static const char file
      [] = "#l1_ = #tt.memory_space<l1>\n"
           "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1_>>\n"
           "#layout2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x128xf32, #l1_>>\n"
           "func.func @f(%arg0: tensor<64x128xf32, #layout>, %arg1: tensor<64x128xf32>) {\n"
           "  %0 = tensor.empty() : tensor<64x128xf32, #layout2>\n"
           "  %1 = \"x\"(%arg0, %0) : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout2>) -> "
           "tensor<64x128xf32, #layout2>\n"
           "  %2:2 = \"y\"(%1) : (tensor<64x128xf32, #layout2>) -> (tensor<64x128xf32>, tensor<64x128xf32, #layout>)\n"
           "}\n";
  ck_assert_int_eq(open_text(file, TTA_LAYOUTS_FILE, NULL), TTA_OK);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 2);
  const tta_layout_entry *first = tta_layouts_entry(layouts, 0), *second = tta_layouts_entry(layouts, 1);
  ck_assert_str_eq(shape_text(first->layout->grid), "1x1");
  ck_assert_uint_eq(first->line, 4);
  ck_assert_uint_eq(second->line, 5);
  ck_assert(first->name.size == 5 && !memcmp(first->name.data, "%arg0", 5));
  ck_assert_ptr_eq(find_layout(layouts, "%0"), second);
  ck_assert_ptr_eq(find_layout(layouts, "%1"), second);
  ck_assert_ptr_eq(find_layout(layouts, "%2#1"), first);
  ck_assert_ptr_eq(find_layout(layouts, "#layout2"), second);
  ck_assert_ptr_null(find_layout(layouts, "%arg1"));

  tta_buf reason;
  tta_buf_init(&reason, NULL);
  static const char *const wrong[] = {
      "tensor<8x8xf32>", "", "f32", "tensor<8xf32, #tt.layout<8, undef, <1>, memref<8xf32, #tt.memory_space<l1>>>> x"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_int_eq(open_text(wrong[i], TTA_LAYOUTS_TYPE, &reason), TTA_INVALID);
    ck_assert_uint_eq(tta_layouts_num_entries(layouts), 0);
    ck_assert(reason.size > 0);
  }
  /* errors leave no layouts, and are there to be shown */
  ck_assert_int_eq(open_text("tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<9x32xf32" L1,
                             TTA_LAYOUTS_TYPE, NULL),
                   TTA_OK);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 0);
  ck_assert_uint_eq(tta_results_num_errors(tta_layouts_results(layouts)), 1);
  tta_buf_free(&reason);
}
END_TEST

/* Layouts are read before the rules have verified them: what does not fit is left out, with any number of dims. */
START_TEST(not_verified) {
  char ones[4 * 100], text[1200];
  size_t size = 0;
  for (int i = 0; i < 100; i++) size += (size_t)snprintf(ones + size, sizeof ones - size, i ? "x1" : "1");
  snprintf(text, sizeof text, "%%a = t.op : tensor<8x8xf32, #tt.layout<8x1, undef, <%s>, memref<%sxf32" L1 "\n", ones,
           ones);
  ck_assert_int_eq(open_text(text, TTA_LAYOUTS_FILE, NULL), TTA_OK);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 0); /* layouts by strides have no rules: more than 64 dims */
  static const char *const wrong[] = {
      "logical_shape = 8x8, dim_alignments = 1, collapsed_intervals = dense<[[0, 2]]> : tensor<1x2xi64>",
      "logical_shape = 8x8, dim_alignments = 1x1, collapsed_intervals = dense<[[0, 900]]> : tensor<1x2xi64>",
      "logical_shape = 8x8, dim_alignments = 1x1, collapsed_intervals = dense<[[-900, 2]]> : tensor<1x2xi64>",
      "logical_shape = 8x8, dim_alignments = 1x1, collapsed_intervals = dense<[[1, 0]]> : tensor<1x2xi64>",
      "logical_shape = 8x8, dim_alignments = 0x0, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text, "%%a = t.op : tensor<1x1x8x8xf32, #ttcore.metal_layout<%s, l1, sharded>>\n", wrong[i]);
    ck_assert_int_eq(open_text(text, TTA_LAYOUTS_FILE, NULL), TTA_OK);
    ck_assert_uint_eq(tta_layouts_num_entries(layouts), 0);
    ck_assert_uint_gt(tta_results_num_errors(tta_layouts_results(layouts)), 0);
  }
}
END_TEST

/* A file with errors has the layouts that are sound, each part with its span. */
START_TEST(beside_errors) {
  static const char text[] =
      "#l1 = #tt.memory_space<l1>\n"
      "#bad = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x16xf32, #l1>>\n"
      "%a = t.op : tensor<64x64xf32, #bad>\n"
      "%b = t.op : tensor<64x64xf32, #tt.metal_layout<(d0 ,>>\n"
      "%c = t.op : tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <1x2>, memref<8x4xf32, #l1>>>\n"
      "// -----\n"
      "%d = t.op : tensor<4x4xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xbf16, "
      "#ttnn.buffer_type<dram>>, <interleaved>>>\n";
  static const struct {
    tta_layout_part part;
    const char *of_c, *of_d;
  } parts[] = {{TTA_PART_TENSOR_SHAPE, "8x8x", "4x4x"},
               {TTA_PART_TENSOR_ELEMENT, "f32", "bf16"},
               {TTA_PART_MAP, "(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, d1)"},
               {TTA_PART_OOB_VAL, "zero", ""},
               {TTA_PART_GRID, "<1x2>", "<1x1>"},
               {TTA_PART_MEMREF, "memref<8x4xf32, #l1>", "memref<4x4xbf16, #ttnn.buffer_type<dram>>"},
               {TTA_PART_MEMORY_SPACE, "#l1", "#ttnn.buffer_type<dram>"},
               {TTA_PART_MEMORY_LAYOUT, "", "<interleaved>"},
               {TTA_PART_INTERVALS, "", ""}};
  ck_assert_int_eq(open_text(text, TTA_LAYOUTS_FILE, NULL), TTA_OK);
  ck_assert_uint_eq(tta_results_num_errors(tta_layouts_results(layouts)), 2);
  ck_assert_uint_eq(tta_layouts_num_entries(layouts), 2);
  ck_assert_ptr_null(find_layout(layouts, "%a"));
  ck_assert_ptr_null(find_layout(layouts, "#bad"));
  const tta_layout_entry *c = find_layout(layouts, "%c"),
                         *d = find_layout(layouts, "%d");
  ck_assert_ptr_eq(c, tta_layouts_entry(layouts, 0));
  ck_assert_ptr_eq(d, tta_layouts_entry(layouts, 1));
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (int k = 0; k < 2; k++) {
      tta_span span = (k ? d : c)->layout->spans[parts[i].part];
      const char *want = k ? parts[i].of_d : parts[i].of_c;
      ck_assert_msg(span.end - span.begin == strlen(want) && !strncmp(text + span.begin, want, strlen(want)),
                    "part %d: '%.*s', not '%s'", (int)parts[i].part, (int)(span.end - span.begin), text + span.begin,
                    want);
    }
  ck_assert(tta_layout_part_is_alias(c->layout, TTA_PART_MEMORY_SPACE));
  ck_assert(!tta_layout_part_is_alias(d->layout, TTA_PART_MEMORY_SPACE));
}
END_TEST

/* Every allocation can fail: the result is then TTA_NO_MEMORY, and all memory is freed. */
static long allowed, live;

static void *failing_allocate(void *user, size_t size) {
  (void)user;
  if (allowed-- <= 0) return NULL;
  live++;
  return malloc(size);
}
static void *failing_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  return allowed-- <= 0 ? NULL : realloc(block, new_size);
}
static void failing_release(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  live--;
  free(block);
}

START_TEST(out_of_memory) {
  static const tta_allocator failing = {failing_allocate, failing_resize, failing_release, NULL};
  const char *type = specification[9].type;
  tta_check_options options;
  tta_check_options_init(&options);
  options.allocator = &failing;
  for (long n = 0;; n++) {
    tta_source text;
    tta_layouts *read;
    ck_assert_int_lt(n, 1000);
    allowed = n;
    live = 0;
    tta_source_init(&text, (tta_str){"<test>", 6}, (tta_str){type, strlen(type)}, &failing);
    tta_status status = tta_layouts_read(&text, TTA_LAYOUTS_TYPE, &options, &read, NULL);
    bool done = status == TTA_OK && tta_layouts_num_entries(read) == 1;
    ck_assert_msg(done || status == TTA_NO_MEMORY, "%ld allocations: status %d", n, (int)status);
    tta_layouts_free(read);
    tta_source_free(&text);
    ck_assert_int_eq(live, 0);
    if (done) break;
  }
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("layout_show", NULL, close_text, shapes_of_the_specification, the_remapped_offset,
                        faces_and_bytes, padding_of_the_specification, bumped_strides, inverse_of_odd_maps, closed_form,
                        named_form, ttnn_form, texts, beside_errors, not_verified, out_of_memory);
}
