/* Packed tensors (ttattr/pack.h): addresses, padding, the header of a file, parts, and errors. */
#include <check.h>
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
static unsigned char packed[256], marks[64];

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
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN, .has_shape = true, .shape = {2, extents}};
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
  ck_assert_int_gt(packing.marks_bytes, 0);
  packed[0] = 0;
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

int main(void) { return RUN_SUITE_WITH("pack", set_up, tear_down, there_and_back, padding_and_cores, errors); }
