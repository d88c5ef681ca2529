/* Tiled layouts as values: the RFC's two tensors, conventions, sizes, nests. Sources: the RFC "Tensors with
 * Device-Specific Layouts" and torch-spyre. */
#include "tiled_layouts.h"

/* ---- the RFC's two tensors ---- */

START_TEST(rfc_1024x256) {
  tta_tiled layout = dense(LIST(1024, 256));
  EXPECT(layout.device_size, 4, 1024, 64);
  EXPECT(layout.device_strides, 65536, 64, 1);
  EXPECT(layout.dim_map, 1, 0, 1);
  EXPECT(layout.host_strides, 256, 1);
  ck_assert_int_eq(layout.num_stick_dims, 1);
  tta_tiled_map map = map_of(&layout);
  ck_assert_int_eq(map.elems_per_stick, 64);
  EXPECT_N(map.ranges, map.rank, 4, 1024, 64);
  EXPECT_N(map.host_strides, map.rank, 64, 256, 1);
  EXPECT_N(map.device_strides, map.rank, 65536, 64, 1);
  tta_tiled_sizes sizes;
  ck_assert_int_eq(tta_tiled_sizes_of(&layout, &arena, &sizes), TTA_OK);
  ck_assert_int_eq(sizes.padding_elements, 0);
  ck_assert_int_eq(sizes.device_bytes, 1024 * 256 * 2);
}
END_TEST

/* The loop nest as the RFC prints it, executed; then every element is looked for where the library says. */
START_TEST(rfc_loop_nest_executed) {
  enum { N = 1024 * 256 };
  static int32_t host[N], device[N];
  for (int n = 0; n < N; n++) host[n] = n;
  memset(device, -1, sizeof device);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 1024; j++) {
      for (int k = 0; k < 64; k++) device[i * 65536 + j * 64 + k] = host[j * 256 + (i * 64 + k)];
    }
  }
  tta_tiled layout = dense(LIST(1024, 256));
  tta_tiled_map map = map_of(&layout);
  for (int64_t row = 0; row < 1024; row++) {
    for (int64_t column = 0; column < 256; column++) {
      int64_t position, index[2] = {row, column}, back[2];
      ck_assert_int_eq(tta_tiled_position(&map, index, NULL, &position), TTA_OK);
      ck_assert_int_eq(device[position], row * 256 + column);
      ck_assert_int_eq(tta_tiled_element_at(&map, position, back), TTA_TILED_AT_ELEMENT);
      ck_assert(back[0] == row && back[1] == column);
    }
  }
}
END_TEST

START_TEST(rfc_1000x200) {
  tta_tiled layout = dense(LIST(1000, 200));
  EXPECT(layout.device_size, 4, 1000, 64);
  tta_tiled_sizes sizes;
  ck_assert_int_eq(tta_tiled_sizes_of(&layout, &arena, &sizes), TTA_OK);
  ck_assert_int_eq(sizes.padding_elements, 56000); /* section 2 */
  ck_assert_int_eq(sizes.host_elements, 200000);
  ck_assert_int_eq(sizes.device_bytes, 4 * 1000 * 128);
  /* Section 3: the two nests of branch dci-padding. */
  tta_tiled_map map = map_of(&layout);
  const tta_tiled_nest *nests;
  uint32_t count;
  ck_assert_int_eq(tta_tiled_nests(&map, &arena, &count, &nests), TTA_OK);
  ck_assert_uint_eq(count, 2);
  EXPECT_N(nests[0].ranges, 3, 3, 1000, 64);
  EXPECT_N(nests[0].host_strides, 3, 64, 200, 1);
  EXPECT_N(nests[0].device_strides, 3, 64000, 64, 1);
  ck_assert(nests[0].host_offset == 0 && nests[0].device_offset == 0);
  EXPECT_N(nests[1].ranges, 3, 1, 1000, 8);
  ck_assert(nests[1].host_offset == 192 && nests[1].device_offset == 192000);
  /* The last stick of a row: 8 elements, then 112 bytes (56 elements) of padding. */
  int64_t index[2];
  for (int64_t lane = 0; lane < 64; lane++) {
    tta_tiled_place place = tta_tiled_element_at(&map, 3 * 64000 + 5 * 64 + lane, index);
    ck_assert_int_eq(place, lane < 8 ? TTA_TILED_AT_ELEMENT : TTA_TILED_AT_PADDING);
  }
  ck_assert_int_eq(tta_tiled_element_at(&map, 256000, index), TTA_TILED_AT_OUTSIDE);
  ck_assert_int_eq(tta_tiled_element_at(&map, -1, index), TTA_TILED_AT_OUTSIDE);
  ck_assert_int_eq(tta_tiled_position(&map, (int64_t[]){0, 200}, NULL, index), TTA_INVALID);
}
END_TEST

START_TEST(gaps_between_rows) {
  tta_tiled layout = dense(LIST(1024, 256));
  layout.device_strides = LIST(131072, 64, 1); /* section 7, #g: as many places again between the columns of sticks */
  tta_tiled_map map = map_of(&layout);
  tta_tiled_sizes sizes;
  int64_t index[2];
  ck_assert_int_eq(tta_tiled_element_at(&map, 65535, index), TTA_TILED_AT_ELEMENT);
  ck_assert_int_eq(tta_tiled_element_at(&map, 65536, index), TTA_TILED_AT_GAP);
  ck_assert_int_eq(tta_tiled_element_at(&map, 131071, index), TTA_TILED_AT_GAP);
  ck_assert_int_eq(tta_tiled_element_at(&map, 131072, index), TTA_TILED_AT_ELEMENT);
  ck_assert(index[0] == 0 && index[1] == 64);
  ck_assert_int_eq(tta_tiled_sizes_of(&layout, &arena, &sizes), TTA_OK);
  ck_assert_int_eq(sizes.padding_elements, 0);
  ck_assert_int_eq(sizes.footprint_elements, 3 * 131072 + 65536);
}
END_TEST

/* [1000, 1] with its stick on dim 1, in era 4's form: rows and lanes both have host stride 1. */
START_TEST(stride_map_with_equal_strides) {
  tta_tiled layout = {.device_size = LIST(1, 1000, 64),
                      .stride_map = LIST(64, 1, 1),
                      .num_stick_dims = 1,
                      .element = element("f16"),
                      .has_host = true,
                      .host_size = LIST(1000, 1)};
  tta_tiled resolved;
  ck_assert_int_eq(tta_tiled_to_dim_map(&layout, &arena, &resolved), TTA_OK);
  EXPECT(resolved.dim_map, 1, 0, 1);
}
END_TEST

START_TEST(nests_of_short_and_whole_sticks) {
  const struct {
    int64_t extent;
    uint32_t count;
    int64_t first_range, first_inner;
  } cases[] = {{10, 1, 1, 10}, {64, 1, 1, 64}, {128, 1, 2, 64}, {65, 2, 1, 64}, {0, 0, 0, 0}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    tta_tiled layout = dense(LIST(3, cases[n].extent));
    tta_tiled_map map = map_of(&layout);
    const tta_tiled_nest *nests;
    uint32_t count;
    ck_assert_int_eq(tta_tiled_nests(&map, &arena, &count, &nests), TTA_OK);
    ck_assert_uint_eq(count, cases[n].count);
    if (count) EXPECT_N(nests[0].ranges, 3, cases[n].first_range, 3, cases[n].first_inner);
  }
}
END_TEST

/* ---- conventions, element types, sparse ---- */

START_TEST(conventions) {
  tta_tiled a = build(LIST(512, 8, 256), NONE, TTA_TILED_RFC, TTA_TILED_DENSE); /* section 1 */
  EXPECT(a.device_size, 4, 512, 8, 64);
  EXPECT(a.dim_map, 2, 0, 1, 2);
  for (int c = TTA_TILED_DEC25; c <= TTA_TILED_2026; c++) {
    tta_tiled b = build(LIST(512, 8, 256), NONE, (tta_tiled_convention)c, TTA_TILED_DENSE);
    EXPECT(b.device_size, 8, 4, 512, 64);
    EXPECT(b.dim_map, 1, 2, 0, 2);
    EXPECT_N(map_of(&b).host_strides, 4, 256, 64, 2048, 1);
  }
  /* Section 5, 20: 3x5x7x130 is [3,3,5,7,64] for era 1 and era 2, by different dim_maps. */
  a = build(LIST(3, 5, 7, 130), NONE, TTA_TILED_RFC, TTA_TILED_DENSE);
  EXPECT(a.device_size, 3, 3, 5, 7, 64);
  EXPECT(a.dim_map, 3, 0, 1, 2, 3);
  a = build(LIST(3, 5, 7, 130), NONE, TTA_TILED_DEC25, TTA_TILED_DENSE);
  EXPECT(a.device_size, 3, 3, 5, 7, 64);
  EXPECT(a.dim_map, 0, 3, 1, 2, 3);
  a = build(LIST(3, 5, 7, 130), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  EXPECT(a.dim_map, 1, 2, 3, 0, 3);
  EXPECT(a.device_size, 5, 7, 3, 3, 64);
  /* Section 5, 15: [512, 256] with dim_order [1, 0] has stride_map [16384, 1, 256]. */
  a = build(LIST(512, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  EXPECT(a.device_size, 8, 256, 64);
  EXPECT_N(map_of(&a).host_strides, 3, 16384, 1, 256);
  a = build(LIST(60), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  EXPECT(a.device_size, 1, 64);
  EXPECT(a.dim_map, 0, 0);
}
END_TEST

START_TEST(sparse_layouts) {
  /* Section 4: 1024x256 f16 reduced on dim 1. */
  tta_tiled a = build(LIST(1024), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  EXPECT(a.device_size, 1024, 64);
  EXPECT(a.dim_map, 0, 0);
  tta_tiled_sizes sizes;
  ck_assert_int_eq(tta_tiled_sizes_of(&a, &arena, &sizes), TTA_OK);
  ck_assert_int_eq(sizes.padding_elements, 64512);
  EXPECT_N(map_of(&a).host_strides, 2, 1, -1);
  EXPECT_N(map_of(&a).device_strides, 2, 64, 1);
  /* Section 5, 11: [256,512,64] of eras 2 and 3, [256,1,512,64] of era 4. */
  a = build(LIST(512, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  EXPECT(a.device_size, 256, 512, 64);
  a = build(LIST(512, 256), NONE, TTA_TILED_2026, TTA_TILED_SPARSE);
  EXPECT(a.device_size, 256, 1, 512, 64);
  EXPECT(a.dim_map, 1, -1, 0, -1);
  a = build(LIST(512, 256), NONE, TTA_TILED_2026, TTA_TILED_SPARSE_MULTI);
  ck_assert_int_eq(a.format, TTA_TILED_SPARSE_MULTI);
  /* A scalar takes one stick in every era. */
  for (int c = TTA_TILED_RFC; c <= TTA_TILED_2026; c++) {
    a = build(NONE, NONE, (tta_tiled_convention)c, TTA_TILED_DENSE);
    ck_assert_int_eq(a.format, TTA_TILED_SPARSE);
    ck_assert_int_eq(tta_tiled_sizes_of(&a, &arena, &sizes), TTA_OK);
    ck_assert_int_eq(sizes.device_bytes, 128);
    ck_assert_int_eq(sizes.host_elements, 1);
    int64_t position;
    tta_tiled_map map = map_of(&a);
    ck_assert_int_eq(tta_tiled_position(&map, NULL, NULL, &position), TTA_OK);
    ck_assert_int_eq(position, 0);
  }
  EXPECT(a.device_size, 1, 64);
  EXPECT(a.dim_map, -1, -1);
}
END_TEST

START_TEST(elements_per_stick) {
  const struct {
    const char *name;
    int64_t elems;
  } types[] = {{"i1", 128},           {"i8", 128}, {"f8E4M3FN", 128}, {"f16", 64},          {"bf16", 64},
               {"f32", 32},           {"i64", 16}, {"f64", 16},       {"complex<f32>", 16}, {"complex<f64>", 8},
               {"torch.float16", 64}, {"i4", 256}, {"i2", 512},       {"si32", 32},         {"torch.uint8", 128}};
  for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
    tta_tiled layout = {.element = element(types[n].name)};
    int64_t elems = 0;
    ck_assert_int_eq(tta_tiled_elems_per_stick(&layout, &elems), TTA_OK);
    ck_assert_msg(elems == types[n].elems, "%s", types[n].name);
  }
  const struct {
    const char *name;
    int64_t elems; /* 0: "No device stick geometry" */
  } formats[] = {{"sen169_fp16", 64}, {"ieee_fp32", 32},  {"sen143_fp8", 128}, {"senint4", 256},     {"senint2", 512},
                 {"ieee_int32", 32},  {"ieee_int64", 16}, {"bool", 128},       {"bfloat16", 64},     {"invalid", 0},
                 {"sen153_fp9", 0},   {"senint24", 0},    {"sen18f_fp24", 0},  {"no_such_format", 0}};
  for (size_t n = 0; n < sizeof formats / sizeof *formats; n++) {
    tta_tiled layout = {.element = element("i64"), .device_dtype = str(formats[n].name)};
    int64_t elems = 0;
    tta_status status = tta_tiled_elems_per_stick(&layout, &elems);
    ck_assert_msg(formats[n].elems ? !status && elems == formats[n].elems : status == TTA_INVALID, "%s",
                  formats[n].name);
  }
  tta_tiled wide = build_with(
      (tta_tiled_spec){.host_size = LIST(10, 70), .element = element("f32"), .stick_bytes = 64}); /* another device */
  EXPECT(wide.device_size, 5, 10, 16);
  tta_tiled_element none;
  ck_assert(!tta_tiled_element_find(str("torch.i32"), &none));
  ck_assert(!tta_tiled_element_find(str("float16"), &none));
  ck_assert(!tta_tiled_element_find(str("i"), &none));
  ck_assert(!tta_tiled_element_find(str("i016"), &none));
  ck_assert(!tta_tiled_element_find(str(""), &none));
}
END_TEST

static void expect_unbuildable(tta_tiled_spec spec, tta_tiled_rule rule, int64_t found) {
  tta_tiled layout;
  tta_tiled_diagnostic why = {.rule = 0};
  if (!spec.element.bits) spec.element = element("f16");
  ck_assert_int_eq(tta_tiled_build(&spec, &arena, &layout, &why), TTA_INVALID);
  ck_assert_int_eq(why.rule, rule);
  ck_assert_int_eq(why.found, found);
  ck_assert_uint_gt(why.message.size, 0);
}

START_TEST(what_can_not_be_built) {
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0, 0)}, TTA_TILED_ORDER_PERMUTATION, 0);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0, 2)}, TTA_TILED_ORDER_PERMUTATION, 2);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0)}, TTA_TILED_ORDER_PERMUTATION, 1);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, -8)}, TTA_TILED_EXTENTS, -8);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .element = element("i24")}, TTA_TILED_ELEMENT_WIDTH, 24);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .host_strides = LIST(-8, 1)}, TTA_TILED_HOST_STRIDES,
                     -8);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(1, 1, 1, 1, 1), .convention = TTA_TILED_DEC25}, TTA_TILED_RANKS,
                     5);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(INT64_MAX, INT64_MAX)}, TTA_TILED_SIZE_LIMIT, 0);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(INT64_MAX)}, TTA_TILED_SIZE_LIMIT, 0);
}
END_TEST

START_TEST(order_is_recognised) {
  const tta_shape orders[] = {LIST(0, 1, 2), LIST(2, 1, 0), LIST(1, 2, 0), LIST(0, 2, 1)};
  for (int c = TTA_TILED_RFC; c <= TTA_TILED_2026; c++) {
    for (size_t n = 0; n < 4; n++) {
      for (int f = TTA_TILED_DENSE; f <= TTA_TILED_SPARSE; f++) {
        tta_tiled layout = build(LIST(5, 6, 70), orders[n], (tta_tiled_convention)c, (tta_tiled_format)f);
        tta_tiled_convention found;
        int64_t order[3];
        ck_assert(tta_tiled_order(&layout, (tta_tiled_convention)c, order, &found));
        ck_assert_int_eq(found, c);
        ck_assert(same((tta_shape){3, order}, orders[n]));
      }
    }
  }
  /* [s, D0, D1, s] is of the RFC whatever is preferred. */
  tta_tiled layout = dense(LIST(5, 6, 70));
  tta_tiled_convention found;
  int64_t order[3];
  ck_assert(tta_tiled_order(&layout, TTA_TILED_2026, order, &found));
  ck_assert_int_eq(found, TTA_TILED_RFC);
  layout.dim_map = LIST(0, 1, 2, 2);
  ck_assert(!tta_tiled_order(&layout, TTA_TILED_RFC, order, &found));
}
END_TEST

/* k = 2 (section 6: 53x63 as 2x2 tiles of 32x32): 4 nests, 32x32 32x31 21x32 21x31. */
START_TEST(two_stick_dims) {
  tta_tiled k = {.device_size = LIST(2, 2, 32, 32),
                 .dim_map = LIST(0, 1, 0, 1),
                 .num_stick_dims = 2,
                 .element = element("f32"),
                 .has_host = true,
                 .host_size = LIST(53, 63)};
  tta_tiled_map map = map_of(&k);
  const tta_tiled_nest *nests;
  uint32_t count;
  ck_assert_int_eq(tta_tiled_nests(&map, &arena, &count, &nests), TTA_OK);
  ck_assert_uint_eq(count, 4);
  EXPECT_N(nests[0].ranges, 4, 1, 1, 32, 32);
  EXPECT_N(nests[1].ranges, 4, 1, 1, 32, 31);
  EXPECT_N(nests[2].ranges, 4, 1, 1, 21, 32);
  EXPECT_N(nests[3].ranges, 4, 1, 1, 21, 31);
  ck_assert_int_eq(nests[3].host_offset, 32 * 63 + 32);
  ck_assert_int_eq(nests[3].device_offset, 3 * 1024);
}
END_TEST

START_TEST(sizes_up_to_int64) {
  tta_tiled huge = dense(LIST((int64_t)1 << 40, ((int64_t)1 << 20) + 1));
  tta_tiled_sizes sizes;
  ck_assert_int_eq(tta_tiled_sizes_of(&huge, &arena, &sizes), TTA_OK);
  ck_assert_int_eq(sizes.padding_elements, ((int64_t)1 << 40) * 63);
  tta_tiled_map map = map_of(&huge);
  int64_t index[2] = {((int64_t)1 << 40) - 1, (int64_t)1 << 20}, position, back[2];
  ck_assert_int_eq(tta_tiled_position(&map, index, NULL, &position), TTA_OK);
  ck_assert_int_eq(position, ((int64_t)1 << 14) * (((int64_t)1 << 40) * 64) + (((int64_t)1 << 40) - 1) * 64);
  ck_assert_int_eq(tta_tiled_element_at(&map, position, back), TTA_TILED_AT_ELEMENT);
  ck_assert(back[0] == index[0] && back[1] == index[1]);
  const tta_tiled_nest *nests;
  uint32_t count;
  ck_assert_int_eq(tta_tiled_nests(&map, &arena, &count, &nests), TTA_OK);
  ck_assert_uint_eq(count, 2);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      rfc_1024x256,
      rfc_loop_nest_executed,
      rfc_1000x200,
      gaps_between_rows,
      stride_map_with_equal_strides,
      nests_of_short_and_whole_sticks,
      conventions,
      sparse_layouts,
      elements_per_stick,
      what_can_not_be_built,
      order_is_recognised,
      two_stick_dims,
      sizes_up_to_int64,
      NULL,
  };
  return run_tiled_tests("tiled", tests);
}
