/* Differences of layouts and devices (ttattr/differences.h). */
#include <check.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "suite.h"
#include "ttattr/differences.h"

#define METAL(shape, map, grid, memref)                                                                                \
  "tensor<" shape "xf32, #tt.metal_layout<(d0, d1) -> " map ", undef, <" grid ">, memref<" memref                     \
  "xf32, #tt.memory_space<l1>>>>"

static tta_arena *arena;
static tta_buf reason, text;

static void set_up(void) {
  arena = tta_arena_new(NULL);
  tta_buf_init(&reason, NULL);
  tta_buf_init(&text, NULL);
}

static void tear_down(void) {
  tta_arena_delete(arena);
  tta_buf_free(&reason);
  tta_buf_free(&text);
}

/* The texts of all differences, each with a newline. */
static const char *texts_of(const tta_differences *all) {
  text.size = 0;
  for (size_t i = 0; i < all->count; i++) {
    tta_difference_text(&text, &all->item[i]);
    tta_buf_char(&text, '\n');
  }
  tta_buf_char(&text, '\0');
  return text.data;
}

static void expect(const char *a, const char *b, const char *expected) {
  static const int64_t extents[] = {4, 8};
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN, .has_shape = b[0] == '(', .shape = {2, extents}};
  tta_layout_ref_text *left, *right;
  tta_layout_ref_comparison same;
  tta_differences all;
  ck_assert_int_eq(tta_layout_ref_read(tta_str_from(a), &context, &left, &reason), TTA_OK);
  ck_assert_int_eq(tta_layout_ref_read(tta_str_from(b), &context, &right, &reason), TTA_OK);
  const tta_layout_ref *refs[] = {tta_layout_ref_get(left), tta_layout_ref_get(right)};
  ck_assert_int_eq(tta_layout_differences(refs[0], refs[1], arena, &all, &reason), TTA_OK);
  ck_assert_str_eq(texts_of(&all), expected);
  /* both comparisons agree */
  if (!all.count && !tta_layout_ref_compare(refs[0], refs[1], arena, &same, &reason)) ck_assert(same.equal);
  tta_layout_ref_free(left);
  tta_layout_ref_free(right);
}

START_TEST(layouts) {
  expect(METAL("4x8", "(d0, d1)", "1x1", "4x8"), METAL("4x8", "(d0 + 0, d1)", "1x1", "4x8"), "");
  expect(METAL("4x8", "(d0, d1)", "1x2", "4x4"), METAL("4x8", "(d0, d1)", "2x1", "2x8"),
         "the grid: 1x2 became 2x1\nthe memref: 4x4 became 2x8\n");
  expect(METAL("4x8", "(d0, d1)", "1x1", "4x8"), "(4,8):(8,1)", "");
  expect(METAL("4x8", "(d0, d1)", "1x1", "4x8"), "(4,8):(1,4)", "an element: offset 8 became offset 1\n");
  expect("f16[4,8]{1,0}", "f16[4,9]{1,0}", "the tensor: 4x8 became 4x9\n");
}
END_TEST

START_TEST(devices) {
  static const char *const words[] = {
      "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x1, chipIds = [0]>",
      "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1x1, chipIds = [3]>"};
  tta_source sources[2];
  tta_devices *read[2];
  tta_differences all;
  for (int i = 0; i < 2; i++) {
    tta_source_init(&sources[i], TTA_STR("x"), tta_str_from(words[i]), NULL);
    ck_assert_int_eq(tta_devices_read(&sources[i], NULL, &read[i]), TTA_OK);
  }
  const tta_device *a = tta_devices_entry(read[0], 0)->device, *b = tta_devices_entry(read[1], 0)->device;
  ck_assert_int_eq(tta_device_differences(a, a, arena, &all), TTA_OK);
  ck_assert_uint_eq(all.count, 0);
  ck_assert_int_eq(tta_device_differences(a, b, arena, &all), TTA_OK);
  ck_assert_str_eq(texts_of(&all), "the worker map: (d0, d1) -> (0, d0, d1) became (d0, d1) -> (0, d1, d0)\n"
                                   "the chips: [0] became [3]\n");
  ck_assert_str_eq(all.item[0].path, "workerGrid.mapping");
  for (int i = 0; i < 2; i++) {
    tta_devices_free(read[i]);
    tta_source_free(&sources[i]);
  }
}
END_TEST

int main(void) { return RUN_SUITE_WITH("differences", set_up, tear_down, layouts, devices); }
