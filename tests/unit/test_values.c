/* ttattr/document.h: what a visitor sees of a text. Expectations by hand from the text. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ttattr/document.h"

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , "
    "chipIds = [0, 3]>} {\n"
    "  func.func @f(%a: tensor<2x?xf32>, %b: memref<4x8xf32, #l1>, %c: memref<4 x 8 x f32, #tt.memory_space<l1>>)\n"
    "}\n"
    "ttcore.device @d = <workerGrid = #ttcore.grid<1x1, (d0, d1) -> (0, d0, d1)>, chipIds = [0]>\n";

typedef struct seen {
  uint32_t count;
  tta_island_place places[16];
  char names[16][32];
  bool memrefs_equal, tensor_differs;
  int64_t chips[4], rank, extent;
  uint32_t num_chips, map_results;
  char printed[64];
} seen;

static void look_at_device(seen *s, tta_value device) {
  tta_shape shape;
  tta_map map;
  tta_value grid = tta_value_field(device, "workerGrid");
  ck_assert_str_eq(tta_value_name(grid), "tt.grid");
  ck_assert_str_eq(tta_value_field_name(grid), "workerGrid");
  if (tta_value_shape(tta_value_field(grid, "shape"), &shape)) s->rank = shape.rank, s->extent = shape.extent[1];
  if (tta_value_map(tta_value_field(grid, "mapping"), &map)) s->map_results = map.num_results;
  for (tta_value c = tta_value_first(tta_value_field(device, "chipIds")); tta_value_kind_of(c); c = tta_value_next(c))
    ck_assert(tta_value_integer(c, &s->chips[s->num_chips++]));
  ck_assert_int_eq(tta_value_kind_of(tta_value_field(device, "dramMap")), TTA_VALUE_ABSENT);
  ck_assert_int_eq(tta_value_kind_of(tta_value_field(tta_value_field(device, "dramMap"), "shape")), TTA_VALUE_ABSENT);
}

static void see(void *user, const tta_island *island) {
  static tta_value first_memref; /* the tree of an island is gone after the call: only its text may be kept */
  static char first_text[64];
  seen *s = user;
  uint32_t i = s->count++;
  s->places[i] = island->place;
  strncpy(s->names[i], tta_value_name(island->value), sizeof s->names[i] - 1);
  if (island->place == TTA_IN_MODULE_DEVICE) look_at_device(s, island->value);
  if (strcmp(s->names[i], "builtin.memref")) return;
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_value_print(&out, island->value, true);
  tta_buf_char(&out, 0);
  if (!first_memref.tree) {
    first_memref = island->value;
    strncpy(first_text, out.data, sizeof first_text - 1);
  } else {
    s->memrefs_equal = !strcmp(first_text, out.data);
    strncpy(s->printed, out.data, sizeof s->printed - 1);
  }
  ck_assert(tta_value_equal(island->value, island->value));
  ck_assert(!tta_value_equal(island->value, tta_value_field(island->value, "shape")));
  tta_buf_free(&out);
}

START_TEST(visit) {
  tta_source source;
  tta_check_options options;
  tta_check *check = NULL;
  seen s = {.count = 0};
  tta_source_init(&source, (tta_str){"f.mlir", 6}, (tta_str){text, sizeof text - 1}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_document_visit(&source, &options, see, &s, &check), TTA_OK);
  /* the plain tensor<2x?xf32> has a dynamic extent, so it is an island too */
  static const char *const names[] = {"tt.memory_space", "tt.device",      "builtin.tensor",
                                      "builtin.memref",  "builtin.memref", "ttcore.device"};
  static const tta_island_place places[] = {TTA_IN_ALIAS,     TTA_IN_MODULE_DEVICE, TTA_IN_OPERATION,
                                            TTA_IN_OPERATION, TTA_IN_OPERATION,     TTA_IN_DEVICE_OPERATION};
  ck_assert_uint_eq(s.count, 6);
  for (uint32_t i = 0; i < 6; i++) {
    ck_assert_str_eq(s.names[i], names[i]);
    ck_assert_int_eq(s.places[i], places[i]);
  }
  ck_assert_int_eq(s.rank, 2);
  ck_assert_int_eq(s.extent, 8);
  ck_assert_uint_eq(s.map_results, 3);
  ck_assert_uint_eq(s.num_chips, 2);
  ck_assert_int_eq(s.chips[1], 3);
  ck_assert(s.memrefs_equal);
  ck_assert_str_eq(s.printed, "memref<4x8xf32, #tt.memory_space<l1>>");
  ck_assert_ptr_nonnull(check);
  tta_check_free(check);
  tta_source_free(&source);
}
END_TEST

/* The island is a tuple of the two types. */
static void compare(void *user, const tta_island *island) {
  tta_value first = tta_value_first(island->value);
  *(int *)user = tta_value_equal(first, tta_value_next(first));
}

static int equal_in_tuple(const char *a, const char *b) {
  char line[512] = "!t = tuple<";
  strcat(strcat(strcat(strcat(line, a), ", "), b), ">\n");
  tta_source source;
  tta_check_options options;
  int equal = -1;
  tta_source_init(&source, (tta_str){"t", 1}, (tta_str){line, strlen(line)}, NULL);
  tta_check_options_init(&options);
  ck_assert_int_eq(tta_document_visit(&source, &options, compare, &equal, NULL), TTA_OK);
  tta_source_free(&source);
  return equal;
}

START_TEST(equality) {
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "tensor< 2 x 3 x f32 >"), 1);
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "tensor<2x4xf32>"), 0);
  ck_assert_int_eq(equal_in_tuple("tensor<2x3xf32>", "memref<2x3xf32>"), 0);
  ck_assert_int_eq(equal_in_tuple("!tt.tile<32x32, f32>", "!tt.tile<32 x 32, f32>"), 1);
  ck_assert_int_eq(equal_in_tuple("!tt.tile<32x32, f32>", "!ttcore.tile<32x32, f32>"), 0);
  ck_assert_int_eq(
      equal_in_tuple("memref<2xf32, affine_map<(d0) -> (d0 + d0)>>", "memref<2xf32, affine_map<(i) -> (i * 2)>>"), 1);
  ck_assert_int_eq(
      equal_in_tuple("memref<2xf32, affine_map<(d0) -> (d0 * 2)>>", "memref<2xf32, affine_map<(d0) -> (d0 * 3)>>"), 0);
  ck_assert_int_eq(equal_in_tuple("memref<2xf32, 3>", "memref<2xf32, 4>"), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("values");
  TCase *tcase = tcase_create("values");
  tcase_add_test(tcase, visit);
  tcase_add_test(tcase, equality);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
