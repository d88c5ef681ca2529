/* Packed tensors (ttattr/pack.h): addresses, padding, the header of a file, parts, and errors. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "suite.h"
#include "ttattr/pack.h"

static tta_layout_ref_text *text;
static tta_arena *arena;
static tta_packing packing;
static tta_buf reason, warnings, npy;
static unsigned char packed[256], marks[160];

static void set_up(void) {
  arena = tta_arena_new(NULL);
  tta_buf_init(&reason, NULL);
  tta_buf_init(&warnings, NULL);
  tta_buf_init(&npy, NULL);
  memset(packed, 0, sizeof packed);
  memset(marks, 0, sizeof marks);
  text = NULL;
}

static void tear_down(void) {
  tta_layout_ref_free(text);
  tta_arena_delete(arena);
  tta_buf_free(&reason);
  tta_buf_free(&warnings);
  tta_buf_free(&npy);
}

static tta_status packing_of(const char *layout, const char *element) {
  static const int64_t extents[] = {2, 3};
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
  if (strncmp(layout, "tensor<", strlen("tensor<"))) {
    context.has_shape = true;
    context.shape = (tta_shape){2, extents};
  }
  tta_layout_ref_free(text);
  ck_assert_int_eq(tta_layout_ref_read(tta_str_from(layout), &context, &text, &reason), TTA_OK);
  return tta_packing_of(tta_layout_ref_get(text), TTA_ARCH_WORMHOLE_B0, tta_str_from(element), arena, &packing,
                        &reason);
}

static bool append_part(void *user, tta_str part) {
  tta_buf_append(user, part);
  return true;
}

static bool stop(void *user, tta_str part) {
  (void)part;
  ++*(int *)user;
  return false;
}

static void expect_reason(tta_status status, const char *expected) {
  ck_assert_int_eq(status, TTA_INVALID);
  tta_buf_char(&reason, '\0');
  ck_assert_str_eq(reason.data, expected);
  reason.size = 0;
}

/* The columns of CuTe's layout have 4 elements; the file is what unpack wrote. */
START_TEST(there_and_back) {
  tta_str letters = TTA_STR("abgh....cdij....efkl");
  ck_assert_int_eq(packing_of("(2,3):(1,4)", "f16"), TTA_OK);
  ck_assert_int_eq(packing.bytes, 20);
  ck_assert_int_eq(packing.marks_bytes, 0);
  ck_assert_int_eq(tta_unpack(&packing, letters, TTA_STR("x"), false, append_part, &npy, &reason), TTA_OK);
  ck_assert_uint_eq(npy.size, 128 + 12);
  ck_assert_mem_eq(npy.data, "\x93NUMPY\1\0\x76\0{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }", 67);
  ck_assert_mem_eq(npy.data + 128, "abcdefghijkl", 12);
  ck_assert_int_eq(tta_pack(&packing, tta_buf_view(&npy), TTA_STR("x"), packed, NULL, NULL, &reason), TTA_OK);
  ck_assert_mem_eq(packed, "abgh\0\0\0\0cdij\0\0\0\0efkl", 20);
  npy.size = 0;
  ck_assert_int_eq(tta_unpack(&packing, letters, TTA_STR("x"), true, append_part, &npy, &reason), TTA_OK);
  ck_assert_mem_eq(npy.data + 128, "abghcdijefkl", 12);
}
END_TEST

START_TEST(padding_and_cores) {
  ck_assert_int_eq(packing_of("tensor<2x3xf16, #tt.metal_layout<(d0, d1) -> (d0, d1), one, <1x2>, memref<2x2xf16, "
                              "#tt.memory_space<l1>>>>", ""), TTA_OK);
  ck_assert_int_eq(packing.bytes, 32);
  ck_assert_int_eq(packing.marks_bytes, 0);
  ck_assert_int_eq(packing_of("(2,3):(3,1)", "f16"), TTA_OK);
  ck_assert_int_eq(tta_unpack(&packing, TTA_STR("abcdefghijkl"), TTA_STR("x"), false, append_part, &npy, &reason),
                   TTA_OK);
  ck_assert_int_eq(packing_of("tensor<2x3xf16, #tt.metal_layout<(d0, d1) -> (d0, d1), one, <1x2>, memref<2x2xf16, "
                              "#tt.memory_space<l1>>>>", ""), TTA_OK);
  ck_assert_int_eq(tta_pack(&packing, tta_buf_view(&npy), TTA_STR("x"), packed, marks, NULL, &reason), TTA_OK);
  ck_assert_mem_eq(packed, "abcdghij", 8);
  ck_assert_mem_eq(packed + 16, "ef\0\x3ckl\0\x3c", 8);
}
END_TEST

static void fill_letters(char *out, size_t size) {
  for (size_t i = 0; i < size; i++) out[i] = (char)('a' + i);
}

/* Two cores of 2x2, each rounded up to 16 bytes; x[i][j] is at i * strides[0] + j * strides[1]. */
static const char on_cores[] =
    "tensor<2x3xi16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<2x2xi16, #tt.memory_space<l1>>>>";

START_TEST(arrays) {
  static const struct {
    int64_t start, strides[2];
    const char *first, *second; /* the bytes of both cores, without alignment */
  } cases[] = {
      {0, {6, 2}, "abcdghij", "ef\0\0kl\0\0"},    /* row-major */
      {0, {2, 4}, "abefcdgh", "ij\0\0kl\0\0"},    /* the transpose of 3x2 */
      {10, {-6, -2}, "klijefcd", "gh\0\0ab\0\0"}, /* x[::-1, ::-1] */
      {0, {0, 2}, "abcdabcd", "ef\0\0ef\0\0"},    /* one row, broadcast */
      {1, {8, 3}, "bcefjkmn", "hi\0\0pq\0\0"},    /* not aligned, with gaps */
  };
  char letters[32], back[32];
  fill_letters(letters, sizeof letters);
  ck_assert_int_eq(packing_of(on_cores, ""), TTA_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    memset(packed, 0, sizeof packed);
    ck_assert_int_eq(tta_pack_array(&packing, letters + cases[i].start, cases[i].strides, packed, NULL, &reason),
                     TTA_OK);
    ck_assert_mem_eq(packed, cases[i].first, 8);
    ck_assert_mem_eq(packed + 16, cases[i].second, 8);
    memset(back, '.', sizeof back);
    ck_assert_int_eq(tta_unpack_array(&packing, packed, back + cases[i].start, cases[i].strides, &reason), TTA_OK);
    for (size_t k = 0; k < sizeof back; k++) ck_assert(back[k] == '.' || back[k] == letters[k]);
  }
  int64_t far[] = {INT64_MAX / 2 + 1, 2};
  ck_assert_int_eq(tta_pack_array(&packing, letters, far, packed, NULL, &reason), TTA_OVERFLOW);
  far[0] = INT64_MIN;
  ck_assert_int_eq(tta_unpack_array(&packing, packed, letters, far, &reason), TTA_OVERFLOW);
}
END_TEST

START_TEST(banks) {
  ck_assert_int_eq(packing_of(on_cores, ""), TTA_OK);
  ck_assert_int_eq(packing.num_banks, 2);
  ck_assert_int_eq(packing.bank_bytes, 16);
  ck_assert_int_eq(packing.element_bytes, 2);
  ck_assert_uint_eq(packing.grid.rank, 2);
  ck_assert_int_eq(packing.grid.extent[1], 2);
  ck_assert_int_eq(packing.shape.extent[1], 3);
  ck_assert(tta_str_is(packing.element, "i16"));
  ck_assert_int_eq(packing_of("(2,3):(1,4)", "f16"), TTA_OK);
  ck_assert_int_eq(packing.num_banks, 1);
  ck_assert_int_eq(packing.bank_bytes, 20);
  ck_assert_uint_eq(packing.grid.rank, 0);
}
END_TEST

START_TEST(places) {
  static const int64_t indices[] = {1, 2, 0, 0, 1, 1}, beyond[] = {0, 0, 2, 0};
  int64_t at[6], offsets[6];
  ck_assert_int_eq(packing_of(on_cores, ""), TTA_OK);
  ck_assert_int_eq(tta_packing_locate(&packing, indices, 3, at, offsets, &reason), TTA_OK);
  ck_assert(at[0] == 1 && at[1] == 0 && at[2] == 0);
  ck_assert(offsets[0] == 4 && offsets[1] == 0 && offsets[2] == 6);
  ck_assert_int_eq(tta_packing_locate(&packing, NULL, 6, NULL, offsets, &reason), TTA_OK);
  static const int64_t all[] = {0, 2, 0, 4, 6, 4};
  ck_assert_mem_eq(offsets, all, sizeof all);
  expect_reason(tta_packing_locate(&packing, beyond, 2, at, offsets, &reason),
                "index 2 of dim 0 is out of range [0, 1], in row 1 of the indices");
  expect_reason(tta_packing_locate(&packing, NULL, 5, at, offsets, &reason), "the tensor has 6 elements, not 5");
}
END_TEST

/* Layouts of every kind of table: the places are those of the functions for one element. Each has two dims. */
static const char *const kinds[] = {
    "tensor<100x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x3>, memref<2x4x!tt.tile<32x32, f32>, "
    "#tt.memory_space<l1>>>>",
    "tensor<100x300xf32, #tt.metal_layout<(d0, d1) -> (d0 * 3 + 7, d1), undef, <2x3>, memref<153x100xf32, "
    "#tt.memory_space<dram>>>>",
    "tensor<100x300xf32, #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <5x5>, memref<2x1x!tt.tile<32x32, f32>, "
    "#tt.memory_space<dram>>, single_bank>>",
    "tensor<100x300xf32, #tt.metal_layout<(d0, d1) -> (d0 * 300 + d1, d1 mod 3), undef, <5x1>, memref<6000x3xf32, "
    "#tt.memory_space<l1>>>>",
    "tensor<70000x3xf32, #tt.metal_layout<(d0, d1) -> (d0 * 3 + d1), undef, <7>, memref<30000xf32, "
    "#tt.memory_space<dram>>>>",
    "tensor<3x1000000xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x7>, memref<1x4465x!tt.tile<32x32, f32>, "
    "#tt.memory_space<dram>>>>",
    "tensor<1000000x3xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <9x1>, memref<111112x3xf32, "
    "#tt.memory_space<dram>>>>",
    "tensor<9000000x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <9x1>, memref<1000000x1xf32, "
    "#tt.memory_space<dram>>>>",
    "tensor<96x96xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x3>, memref<96x32xf32, strided<[1, 100], "
    "offset: 3>, #tt.memory_space<l1>>>>",
    "tensor<96x96xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x3>, memref<96x32xf32, affine_map<(d0, d1) -> "
    "((d0 * 32 + d1) floordiv 64 * 100 + (d0 * 32 + d1) mod 64)>, #tt.memory_space<l1>>>>",
    "tensor<100x300xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x10x!tt.tile<32x32, f32>, "
    "#ttnn.buffer_type<dram>>, <interleaved>>>",
};

/* The sum of bank and offset, by the function for one element. */
static int64_t place_of(const tta_layout *layout, const int64_t *index) {
  tta_location l;
  ck_assert_int_eq(tta_layout_locate(layout, index, &l, &reason), TTA_OK);
  return l.bank * packing.bank_bytes + l.bank_offset;
}

START_TEST(tables) {
  enum { SAMPLES = 500 };
  uint32_t random = 1;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
    tta_layout_ref_free(text);
    ck_assert_int_eq(tta_layout_ref_read(tta_str_from(kinds[k]), &context, &text, &reason), TTA_OK);
    const tta_layout_ref *ref = tta_layout_ref_get(text);
    ck_assert_msg(ref && ref->layout, "%s", kinds[k]);
    tta_status status = tta_packing_of(ref, TTA_ARCH_WORMHOLE_B0, TTA_STR(""), arena, &packing, &reason);
    ck_assert_msg(!status, "%s: %.*s", kinds[k], (int)reason.size, reason.data);
    for (int i = 0; i < SAMPLES; i++) {
      int64_t index[2], bank, offset;
      for (int d = 0; d < 2; d++) {
        random = random * 1664525 + 1013904223;
        index[d] = (int64_t)((uint64_t)random * (uint64_t)packing.shape.extent[d] >> 32);
      }
      ck_assert_int_eq(tta_packing_locate(&packing, index, 1, &bank, &offset, &reason), TTA_OK);
      ck_assert_int_eq(bank * packing.bank_bytes + offset, place_of(ref->layout, index));
    }
  }
}
END_TEST

START_TEST(tables_of_digits) {
  static const char *const digits[] = {"(2,3):(1,4)", "Sw<1,0,2> o (2,4):(4,1)", "(2,(2,2)):(1,(2,8))",
                                       "memref<2x3xf32, strided<[-3, 1], offset: 3>>"};
  int64_t index[2], offset, address;
  for (size_t k = 0; k < sizeof digits / sizeof *digits; k++) {
    static const int64_t extents[] = {2, 4};
    bool has_shape = k == 1 || k == 2;
    tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN, .has_shape = has_shape, .shape = {2, extents}};
    tta_layout_ref_free(text);
    ck_assert_int_eq(tta_layout_ref_read(tta_str_from(digits[k]), &context, &text, &reason), TTA_OK);
    const tta_layout_ref *ref = tta_layout_ref_get(text);
    tta_digits list;
    ck_assert_int_eq(tta_packing_of(ref, TTA_ARCH_WORMHOLE_B0, TTA_STR("f32"), arena, &packing, &reason), TTA_OK);
    ck_assert_int_eq(tta_layout_ref_digits(ref, arena, &list, &reason), TTA_OK);
    for (index[0] = 0; index[0] < packing.shape.extent[0]; index[0]++)
      for (index[1] = 0; index[1] < packing.shape.extent[1]; index[1]++) {
        ck_assert_int_eq(tta_packing_locate(&packing, index, 1, NULL, &offset, &reason), TTA_OK);
        ck_assert_int_eq(tta_digits_address(&list, index, &address), TTA_OK);
        ck_assert_int_eq(offset, address * 4);
      }
  }
}
END_TEST

/* Files of several parts: the first dim is cut, another one, or the last. */
START_TEST(parts_of_files) {
  static const int64_t shapes[][3] = {{3, 70000, 2}, {200, 300, 5}, {2, 2, 100000}, {400000, 1, 1}};
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
    for (int fortran = 0; fortran < 2; fortran++) {
      char layout[80];
      const int64_t *n = shapes[k];
      size_t bytes = (size_t)(2 * n[0] * n[1] * n[2]);
      tta_buf_printf(&npy, "memref<%lldx%lldx%lldxi16>", (long long)n[0], (long long)n[1], (long long)n[2]);
      ck_assert_uint_lt(npy.size, sizeof layout);
      memcpy(layout, npy.data, npy.size);
      layout[npy.size] = '\0';
      npy.size = 0;
      tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
      tta_layout_ref_free(text);
      ck_assert_int_eq(tta_layout_ref_read(tta_str_from(layout), &context, &text, &reason), TTA_OK);
      ck_assert_int_eq(tta_packing_of(tta_layout_ref_get(text), TTA_ARCH_WORMHOLE_B0, TTA_STR(""), arena, &packing,
                                      &reason), TTA_OK);
      char *all = malloc(bytes);
      unsigned char *back = calloc(bytes, 1);
      for (size_t i = 0; i < bytes; i++) all[i] = (char)(i * 7 + i / 256);
      tta_str tensor = {all, bytes};
      ck_assert_int_eq(tta_unpack(&packing, tensor, TTA_STR("x"), fortran, append_part, &npy, &reason), TTA_OK);
      ck_assert_uint_eq(npy.size, bytes + 128);
      ck_assert_int_eq(tta_pack(&packing, tta_buf_view(&npy), TTA_STR("x"), back, NULL, NULL, &reason), TTA_OK);
      ck_assert_mem_eq(all, back, bytes);
      npy.size = 0;
      free(all);
      free(back);
    }
  }
}
END_TEST

/* The mantissas of 1x8 floats that share an exponent, without the padding of the row, and the floats they stand for. */
START_TEST(block_floats) {
  static const struct {
    const char *type;
    float in[8];
    unsigned char exponent, code[8];
    float out[8];
  } cases[] = {
      {"bfp_bf8", /* 2^-7 is half of the last bit, 3 * 2^-7 one and a half; 1.999f would be 128 of at most 127 */
       {1, -0.5f, 0x1p-6f, 0x1p-7f, 0x3p-7f, -0x1p-9f, 1.999f, 0x1p-30f}, 127,
       {0x40, 0xa0, 0x01, 0, 0x02, 0, 0x7f, 0},
       {1, -0.5f, 0x1p-6f, 0, 0x1p-5f, 0, 0x7fp-6f, 0}},
      {"bfp_bf4", {4, 2, 1, 0.5f, 1.5f, 7, 7.6f, -4}, 129, {0x24, 0x01, 0x72, 0xc7}, {4, 2, 1, 0, 2, 7, 7, -4}},
      {"bfp_bf2", {1, -1, 0.5f, 0.75f, 1.5f, -0.25f, 0, -0.0f}, 127, {0x4d, 0x01}, {1, -1, 0, 1, 1, 0, 0, 0}},
      {"bfp_bf8", {HUGE_VALF, 1, -HUGE_VALF}, 255, {0x40, 0, 0xc0}, {HUGE_VALF, 0, -HUGE_VALF}},
  };
  char type[160];
  unsigned char tile[64 + 1024];
  float out[8];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(type, sizeof type, "tensor<1x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
             "memref<1x1x!tt.tile<32x32, %s>, #tt.memory_space<l1>>>>", cases[i].type);
    memset(tile, 0, sizeof tile);
    ck_assert_int_eq(packing_of(type, ""), TTA_OK);
    ck_assert_int_le(packing.bytes, (int64_t)sizeof tile);
    ck_assert_int_eq(tta_pack_array(&packing, cases[i].in, NULL, tile, marks, &reason), TTA_OK);
    ck_assert_uint_eq(tile[0], cases[i].exponent);
    ck_assert_mem_eq(tile + 64, cases[i].code, sizeof cases[i].code);
    ck_assert_int_eq(tta_unpack_array(&packing, tile, out, NULL, &reason), TTA_OK);
    ck_assert_mem_eq(out, cases[i].out, sizeof out);
  }
  const unsigned char small[64 + 1024] = {[0] = 1, [64] = 0x01, [65] = 0xff};
  ck_assert_int_eq(packing_of("tensor<1x2xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, "
                              "memref<1x1x!tt.tile<32x32, bfp_bf8>, #tt.memory_space<l1>>>>", ""), TTA_OK);
  ck_assert_int_eq(tta_unpack_array(&packing, small, out, NULL, &reason), TTA_OK);
  ck_assert(out[0] == 0x1p-132f && out[1] == -0x7fp-132f); /* the first one is denormal */
}
END_TEST

START_TEST(errors) {
  ck_assert_int_eq(packing_of("(2,3):(1,4)", ""), TTA_INVALID);
  ck_assert_uint_eq(reason.size, 0);
  ck_assert_int_eq(packing_of("(2,3):(1,4)", "f16"), TTA_OK);
  expect_reason(tta_unpack(&packing, TTA_STR("abcdefghijkl"), TTA_STR("x"), false, append_part, &npy, &reason),
                "x: the file has 12 bytes, the layout 20; it has those of the tensor without padding");
  expect_reason(tta_pack(&packing, TTA_STR("no file"), TTA_STR("x"), packed, NULL, NULL, &reason),
                "x: byte 0: not a file of numpy that is supported: it does not start with \\x93NUMPY");
  int parts = 0;
  tta_str letters = TTA_STR("abgh....cdij....efkl");
  ck_assert_int_eq(tta_unpack(&packing, letters, TTA_STR("x"), false, stop, &parts, &reason), TTA_OK);
  ck_assert_int_eq(parts, 1);
  ck_assert_int_eq(tta_unpack(&packing, letters, TTA_STR("x"), false, append_part, &npy, &reason), TTA_OK);
  ck_assert_int_eq(packing_of("memref<2x3xf16, strided<[1, 1]>>", ""), TTA_OK);
  expect_reason(tta_pack(&packing, tta_buf_view(&npy), TTA_STR("x"), packed, marks, NULL, &reason),
                "two elements are at byte 2");
  ck_assert_int_eq(packing_of("(2,3):(1,4)", "i16"), TTA_OK);
  ck_assert_int_eq(tta_pack(&packing, tta_buf_view(&npy), TTA_STR("x"), packed, NULL, &warnings, &reason), TTA_OK);
  tta_buf_char(&warnings, '\0');
  ck_assert_str_eq(warnings.data, "x: the elements of the file are <f2, those of the layout i16; their bytes are "
                                  "copied without conversion\n");
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("pack", set_up, tear_down, there_and_back, padding_and_cores, arrays, banks, places, tables,
                        tables_of_digits, parts_of_files, block_floats, errors);
}
