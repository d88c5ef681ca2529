/* The rules of tiled layouts: each is reported for its example, no other rule is, and similar layouts are valid. */
#include "tiled_layouts.h"

/* ---- rules: the violating examples of section 8, and that nothing else fires ---- */

static void expect_rule(tta_tiled layout, tta_tiled_rule rule, tta_tiled_part part, int64_t found, int64_t expected,
                        int line) {
  tta_tiled_diagnostics findings;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_msg(findings.count == 1, "line %d: %u findings, first %s", line, findings.count,
                findings.count ? tta_tiled_rule_name(findings.item[0].rule) : "-");
  tta_tiled_diagnostic *one = &findings.item[0];
  ck_assert_msg(one->rule == rule, "line %d: %s (%.*s)", line, tta_tiled_rule_name(one->rule), (int)one->message.size,
                one->message.data);
  ck_assert_msg(one->part == part && one->found == found && one->expected == expected,
                "line %d: part %d, found %lld, expected %lld", line, (int)one->part, (long long)one->found,
                (long long)one->expected);
  ck_assert_uint_gt(one->message.size, 0);
}
#define RULE(layout, rule, part, found, expected) \
  expect_rule(layout, TTA_TILED_##rule, TTA_TILED_PART_##part, found, expected, __LINE__)

START_TEST(rules_fire_alone) {
  tta_tiled a;
  RULE(mapped(LIST(1, 0, 1, 1)), LIST_LENGTHS, DIM_MAP, 4, 3);
  RULE(mapped(NONE), LIST_LENGTHS, DIM_MAP, 0, 3);
  RULE(strided(LIST(65536, 64)), LIST_LENGTHS, DEVICE_STRIDES, 2, 3);
  RULE(sized(LIST(0, 1024, 64)), EXTENTS, DEVICE_SIZE, 0, 1);
  a = base();
  a.host_size = LIST(2, 512, 256);
  a.host_strides = NONE;
  RULE(a, RANKS, DEVICE_SIZE, 3, 4);
  a = base();
  a.num_stick_dims = 0;
  RULE(a, RANKS, NUM_STICK_DIMS, 0, 1);
  a.num_stick_dims = 3;
  RULE(a, RANKS, NUM_STICK_DIMS, 3, 2);
  RULE(mapped(LIST(2, 0, 2)), DIM_MAP_RANGE, DIM_MAP, 2, 1);
  RULE(mapped(LIST(1, 0, -1)), DIM_MAP_RANGE, DIM_MAP, -1, 0);
  RULE(mapped(LIST(1, 0, -2)), DIM_MAP_RANGE, DIM_MAP, -2, 1);
  RULE(mapped(LIST(0, 0, 1)), DIM_MAP_DIGITS, DIM_MAP, 0, 0);
  RULE(mapped(LIST(1, 1, 1)), DIM_MAP_DIGITS, DIM_MAP, 1, 0);
  RULE(sized(LIST(8, 1024, 32)), STICK_EXTENT, DEVICE_SIZE, 32, 64);
  a = base();
  a.element = element("f32");
  RULE(a, STICK_EXTENT, DEVICE_SIZE, 64, 32);
  a.element = element("i24");
  RULE(a, ELEMENT_WIDTH, ELEMENT, 24, 1024);
  a = base();
  a.host_element = element("f32");
  RULE(a, ELEMENT_WIDTH, HOST_ELEMENT, 32, 16);
  a.device_dtype = str("sen153_fp9");
  RULE(a, ELEMENT_WIDTH, DEVICE_DTYPE, 0, 1024);
  RULE(strided(LIST(64, 256, 1)), STRIDE_ORDER, DEVICE_STRIDES, 64, 256); /* the RFC's swapped tuple */
  RULE(strided(LIST(64, 64, 1)), STRIDE_ORDER, DEVICE_STRIDES, 64, 64);
  RULE(strided(LIST(65536, 64, 2)), STRIDE_ORDER, DEVICE_STRIDES, 2, 1);
  RULE(strided(LIST(0, 64, 1)), STRIDE_ORDER, DEVICE_STRIDES, 0, 1);
  RULE(strided(LIST(65472, 64, 1)), STRIDE_OVERLAP, DEVICE_STRIDES, 65472, 65536);
  RULE(strided(LIST(65544, 64, 1)), STICK_ALIGNMENT, DEVICE_STRIDES, 65544, 64);
  RULE(sized(LIST(3, 1024, 64)), CAPACITY, DEVICE_SIZE, 192, 256);
  a = dense(LIST(1000, 200)); /* section 5, 5: spyre_mem.cpp's [1,1000,64] */
  a.device_size = LIST(1, 1000, 64);
  a.device_strides = NONE;
  RULE(a, CAPACITY, DEVICE_SIZE, 64, 200);
  a = dense(LIST(512, 256)); /* section 5, 11: sparse with dense sizes */
  a.format = TTA_TILED_SPARSE;
  RULE(a, CAPACITY, DEVICE_SIZE, 4, 256);
  a = base();
  a.stride_map = LIST(64, 256, 2);
  RULE(a, STRIDE_MAP_VALUES, STRIDE_MAP, 2, 1);
  a.stride_map = LIST(64, 256, 1);
  a.host_strides = LIST(-256, 1);
  RULE(a, HOST_STRIDES, HOST_STRIDES, -256, 0);
  a = base();
  a.host_strides = LIST(1);
  RULE(a, HOST_STRIDES, HOST_STRIDES, 1, 2);
  RULE(sized(LIST(4, 288230376151711744, 64)), SIZE_LIMIT, DEVICE_STRIDES, 0, INT64_MAX);
  a = base();
  a.host_strides = LIST(INT64_MAX, 1);
  RULE(a, SIZE_LIMIT, HOST_STRIDES, 0, INT64_MAX);
  RULE(sized(LIST(4, 1088, 64)), EXTRA_PADDING, DEVICE_SIZE, 1088, 1024);
  RULE(sized(LIST(5, 1024, 64)), EXTRA_STICKS, DEVICE_SIZE, 5, 4);
  a = base();
  a.host_strides = LIST(0, 1);
  RULE(a, HOST_OVERLAP, HOST_STRIDES, 0, 1);
  a.host_strides = LIST(255, 1);
  RULE(a, HOST_OVERLAP, HOST_STRIDES, 255, 1);
  ck_assert_str_eq(tta_tiled_rule_name(TTA_TILED_CAPACITY), "tiled-capacity");
  ck_assert_str_eq(tta_tiled_rule_name(TTA_TILED_HOST_OVERLAP), "tiled-host-overlap");
}
END_TEST

START_TEST(legal_layouts) {
  tta_tiled a = base();
  LEGAL(strided(LIST(131072, 64, 1))); /* section 7, #g */
  a = dense(LIST(1000, 200));          /* #h */
  a.host_strides = LIST(1, 1000);
  LEGAL(a);
  /* #k: k = 2 */
  tta_tiled k = {.device_size = LIST(2, 2, 32, 32),
                 .dim_map = LIST(0, 1, 0, 1),
                 .num_stick_dims = 2,
                 .element = element("f32"),
                 .has_host = true,
                 .host_size = LIST(53, 63)};
  LEGAL(k);
  a = base(); /* era 3 sparse: [1, 0, -1] on [256, 1024, 64] */
  a.format = TTA_TILED_SPARSE;
  a.dim_map = LIST(1, 0, -1);
  a.device_size = LIST(256, 1024, 64);
  a.device_strides = NONE;
  LEGAL(a);
  a = base();
  a.has_host = false; /* #g has none */
  LEGAL(a);
  a = base();
  a.host_element = element("f32");
  a.device_dtype = str("sen169_fp16");
  LEGAL(a);
  a = base(); /* expanded, but of one element along it */
  a.host_size = LIST(1, 256);
  a.device_size = LIST(4, 1, 64);
  a.device_strides = NONE;
  a.host_strides = LIST(0, 1);
  LEGAL(a);
  LEGAL(dense(LIST(0, 5)));
  LEGAL(dense(LIST(5, 0)));
  /* Host strides 3 and 2 over 2x2: 0 2 3 5, all distinct. */
  a = dense(LIST(2, 2));
  a.host_strides = LIST(3, 2);
  LEGAL(a);
}
END_TEST

START_TEST(independent_faults_are_all_reported) {
  tta_tiled a = base();
  tta_tiled_diagnostics findings;
  a.num_stick_dims = 0;
  a.element = element("i24");
  a.device_strides = LIST(64, 256, 1);
  a.host_strides = LIST(-256, 1);
  ck_assert_int_eq(tta_tiled_verify(&a, &arena, &findings), TTA_OK);
  const tta_tiled_rule expected[] = {TTA_TILED_ELEMENT_WIDTH, TTA_TILED_RANKS, TTA_TILED_STRIDE_ORDER,
                                     TTA_TILED_HOST_STRIDES};
  ck_assert_uint_eq(findings.count, 4);
  for (uint32_t i = 0; i < 4; i++) ck_assert_int_eq(findings.item[i].rule, expected[i]);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      rules_fire_alone,
      legal_layouts,
      independent_faults_are_all_reported,
      NULL,
  };
  return run_tiled_tests("tiled_rules", tests);
}
