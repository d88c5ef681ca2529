/* Tests of ttattr/tiled.h against worked numbers: the RFC (seeds/device-specific-layouts-rfc.md), the facts of
 * torch-spyre collected in reference/tiled-layouts.md (section numbers below), and counts by hand. */
#include <check.h>
#include <stdlib.h>

#include "base/arena.h"
#include "ttattr/tiled.h"

static tta_arena arena;

static void set_up(void) { tta_arena_init(&arena, NULL); }
static void tear_down(void) { tta_arena_free(&arena); }

#define LIST(...) \
  ((tta_shape){sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (const int64_t[]){__VA_ARGS__}})
#define NONE ((tta_shape){0, NULL})

static tta_str str(const char *text) { return (tta_str){text, strlen(text)}; }

static tta_tiled_element element(const char *name) {
  tta_tiled_element found = {{NULL, 0}, 0};
  ck_assert_msg(tta_tiled_element_find(str(name), &found), "%s", name);
  return found;
}

static bool same(tta_shape a, tta_shape b) {
  return a.rank == b.rank && (!a.rank || !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent));
}
static void expect_list(const int64_t *list, uint32_t rank, tta_shape expected, int line) {
  ck_assert_msg(same((tta_shape){rank, list}, expected), "line %d: a list differs", line);
}
#define EXPECT(list, ...) expect_list((list).extent, (list).rank, LIST(__VA_ARGS__), __LINE__)
#define EXPECT_N(list, rank, ...) expect_list(list, rank, LIST(__VA_ARGS__), __LINE__)

static tta_tiled build_with(tta_tiled_spec spec) {
  tta_tiled layout;
  tta_tiled_finding why = {.rule = 0};
  tta_status status = tta_tiled_build(&spec, &arena, &layout, &why);
  ck_assert_msg(status == TTA_OK, "%s: %.*s", tta_tiled_rule_id(why.rule), (int)why.message.size, why.message.data);
  return layout;
}
static tta_tiled build(tta_shape host, tta_shape order, tta_tiled_convention convention, tta_tiled_format format) {
  return build_with((tta_tiled_spec){
      .host_size = host, .element = element("f16"), .order = order, .convention = convention, .format = format});
}
static tta_tiled dense(tta_shape host) { return build(host, NONE, TTA_TILED_RFC, TTA_TILED_DENSE); }

static tta_tiled_map map_of(const tta_tiled *layout) {
  tta_tiled_map map;
  ck_assert_int_eq(tta_tiled_map_of(layout, &arena, &map), TTA_OK);
  return map;
}

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
  tta_tiled_finding why = {.rule = 0};
  if (!spec.element.bits) spec.element = element("f16");
  ck_assert_int_eq(tta_tiled_build(&spec, &arena, &layout, &why), TTA_INVALID);
  ck_assert_str_eq(tta_tiled_rule_id(why.rule), tta_tiled_rule_id(rule));
  ck_assert_int_eq(why.found, found);
  ck_assert_uint_gt(why.message.size, 0);
}

START_TEST(what_can_not_be_built) {
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0, 0)}, TTA_TILED_T12, 0);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0, 2)}, TTA_TILED_T12, 2);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .order = LIST(0)}, TTA_TILED_T12, 1);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, -8)}, TTA_TILED_T2, -8);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .element = element("i24")}, TTA_TILED_T7, 24);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(4, 8), .host_strides = LIST(-8, 1)}, TTA_TILED_T15, -8);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(1, 1, 1, 1, 1), .convention = TTA_TILED_DEC25}, TTA_TILED_T3,
                     5);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(INT64_MAX, INT64_MAX)}, TTA_TILED_T16, 0);
  expect_unbuildable((tta_tiled_spec){.host_size = LIST(INT64_MAX)}, TTA_TILED_T16, 0);
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

/* ---- rules: the violating examples of section 8, and that nothing else fires ---- */

static tta_tiled base(void) { return dense(LIST(1024, 256)); }
static tta_tiled sized(tta_shape device_size) {
  tta_tiled layout = base();
  layout.device_size = device_size;
  layout.device_strides = NONE;
  return layout;
}
static tta_tiled strided(tta_shape strides) {
  tta_tiled layout = base();
  layout.device_strides = strides;
  return layout;
}
static tta_tiled mapped(tta_shape dim_map) {
  tta_tiled layout = base();
  layout.dim_map = dim_map;
  return layout;
}

static void expect_rule(tta_tiled layout, tta_tiled_rule rule, tta_tiled_part part, int64_t found, int64_t expected,
                        int line) {
  tta_tiled_findings findings;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_msg(findings.count == 1, "line %d: %u findings, first %s", line, findings.count,
                findings.count ? tta_tiled_rule_id(findings.item[0].rule) : "-");
  tta_tiled_finding *one = &findings.item[0];
  ck_assert_msg(one->rule == rule, "line %d: %s (%.*s)", line, tta_tiled_rule_id(one->rule), (int)one->message.size,
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
  RULE(mapped(LIST(1, 0, 1, 1)), T1, DIM_MAP, 4, 3);
  RULE(mapped(NONE), T1, DIM_MAP, 0, 3);
  RULE(strided(LIST(65536, 64)), T1, DEVICE_STRIDES, 2, 3);
  RULE(sized(LIST(0, 1024, 64)), T2, DEVICE_SIZE, 0, 1);
  a = base();
  a.host_size = LIST(2, 512, 256);
  a.host_strides = NONE;
  RULE(a, T3, DEVICE_SIZE, 3, 4);
  a = base();
  a.num_stick_dims = 0;
  RULE(a, T3, NUM_STICK_DIMS, 0, 1);
  a.num_stick_dims = 3;
  RULE(a, T3, NUM_STICK_DIMS, 3, 2);
  RULE(mapped(LIST(2, 0, 2)), T4, DIM_MAP, 2, 1);
  RULE(mapped(LIST(1, 0, -1)), T4, DIM_MAP, -1, 0);
  RULE(mapped(LIST(1, 0, -2)), T4, DIM_MAP, -2, 1);
  RULE(mapped(LIST(0, 0, 1)), T5, DIM_MAP, 0, 0);
  RULE(mapped(LIST(1, 1, 1)), T5, DIM_MAP, 1, 0);
  RULE(sized(LIST(8, 1024, 32)), T6, DEVICE_SIZE, 32, 64);
  a = base();
  a.element = element("f32");
  RULE(a, T6, DEVICE_SIZE, 64, 32);
  a.element = element("i24");
  RULE(a, T7, ELEMENT, 24, 1024);
  a = base();
  a.host_element = element("f32");
  RULE(a, T7, HOST_ELEMENT, 32, 16);
  a.device_dtype = str("sen153_fp9");
  RULE(a, T7, DEVICE_DTYPE, 0, 1024);
  RULE(strided(LIST(64, 256, 1)), T8, DEVICE_STRIDES, 64, 256); /* the RFC's swapped tuple */
  RULE(strided(LIST(64, 64, 1)), T8, DEVICE_STRIDES, 64, 64);
  RULE(strided(LIST(65536, 64, 2)), T8, DEVICE_STRIDES, 2, 1);
  RULE(strided(LIST(0, 64, 1)), T8, DEVICE_STRIDES, 0, 1);
  RULE(strided(LIST(65472, 64, 1)), T9, DEVICE_STRIDES, 65472, 65536);
  RULE(strided(LIST(65544, 64, 1)), T10, DEVICE_STRIDES, 65544, 64);
  RULE(sized(LIST(3, 1024, 64)), T11, DEVICE_SIZE, 192, 256);
  a = dense(LIST(1000, 200)); /* section 5, 5: spyre_mem.cpp's [1,1000,64] */
  a.device_size = LIST(1, 1000, 64);
  a.device_strides = NONE;
  RULE(a, T11, DEVICE_SIZE, 64, 200);
  a = dense(LIST(512, 256)); /* section 5, 11: sparse with dense sizes */
  a.format = TTA_TILED_SPARSE;
  RULE(a, T11, DEVICE_SIZE, 4, 256);
  a = base();
  a.stride_map = LIST(64, 256, 2);
  RULE(a, T13, STRIDE_MAP, 2, 1);
  a.stride_map = LIST(64, 256, 1);
  a.host_strides = LIST(-256, 1);
  RULE(a, T15, HOST_STRIDES, -256, 0);
  a = base();
  a.host_strides = LIST(1);
  RULE(a, T15, HOST_STRIDES, 1, 2);
  RULE(sized(LIST(4, 288230376151711744, 64)), T16, DEVICE_STRIDES, 0, INT64_MAX);
  a = base();
  a.host_strides = LIST(INT64_MAX, 1);
  RULE(a, T16, HOST_STRIDES, 0, INT64_MAX);
  RULE(sized(LIST(4, 1088, 64)), W1, DEVICE_SIZE, 1088, 1024);
  RULE(sized(LIST(5, 1024, 64)), W2, DEVICE_SIZE, 5, 4);
  a = base();
  a.host_strides = LIST(0, 1);
  RULE(a, W3, HOST_STRIDES, 0, 1);
  a.host_strides = LIST(255, 1);
  RULE(a, W3, HOST_STRIDES, 255, 1);
  ck_assert_str_eq(tta_tiled_rule_name(TTA_TILED_T11), "tiled-capacity");
  ck_assert_str_eq(tta_tiled_rule_name(TTA_TILED_W3), "tiled-host-overlap");
}
END_TEST

static void expect_legal(tta_tiled layout, int line) {
  tta_tiled_findings findings;
  ck_assert_int_eq(tta_tiled_verify(&layout, &arena, &findings), TTA_OK);
  ck_assert_msg(findings.count == 0, "line %d: %s %.*s", line, tta_tiled_rule_id(findings.item[0].rule),
                (int)findings.item[0].message.size, findings.item[0].message.data);
}
#define LEGAL(layout) expect_legal(layout, __LINE__)

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
  tta_tiled_findings findings;
  a.num_stick_dims = 0;
  a.element = element("i24");
  a.device_strides = LIST(64, 256, 1);
  a.host_strides = LIST(-256, 1);
  ck_assert_int_eq(tta_tiled_verify(&a, &arena, &findings), TTA_OK);
  const tta_tiled_rule expected[] = {TTA_TILED_T7, TTA_TILED_T3, TTA_TILED_T8, TTA_TILED_T15};
  ck_assert_uint_eq(findings.count, 4);
  for (uint32_t i = 0; i < 4; i++) ck_assert_int_eq(findings.item[i].rule, expected[i]);
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

/* ---- restickify ---- */

START_TEST(what_a_restickify_moves) {
  tta_tiled a = base(), b = build(LIST(1024, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE), c = base();
  tta_tiled_move move;
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(move.feasible && move.moves && !move.allocation_changes);
  ck_assert(move.from_stick == 1 && move.to_stick == 0);
  ck_assert(move.elements == 262144 && move.bytes == 524288);
  int64_t from, to;
  tta_tiled_map in_a = map_of(&a), in_b = map_of(&b);
  tta_tiled_position(&in_a, move.witness, NULL, &from);
  tta_tiled_position(&in_b, move.witness, NULL, &to);
  ck_assert(from == move.witness_from && to == move.witness_to && from != to);
  ck_assert_int_eq(tta_tiled_compare(&a, &c, &arena, &move), TTA_OK);
  ck_assert(move.feasible && !move.moves && move.bytes == 0);
  /* One row: the stick dim alone decides, and rank 2 conventions agree. */
  a = dense(LIST(1, 256));
  b = build(LIST(1, 256), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves);
  /* 64x64: still a transpose. 1x1: nothing to move, whatever the stick dim. */
  a = dense(LIST(1, 1));
  b = build(LIST(1, 1), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.from_stick == 1 && move.to_stick == 0);
  /* Extra padding at the end: no element moves, the allocation grows. */
  a = base();
  b = sized(LIST(5, 1024, 64));
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.allocation_changes);
  b = dense(LIST(1024, 255));
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.feasible && move.reason.size);
  /* Sparse of rfc and of 2026: [256,512,64] over dim 1 first, [256,1,512,64] the same places. */
  a = build(LIST(512, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  b = build(LIST(512, 256), NONE, TTA_TILED_2026, TTA_TILED_SPARSE);
  ck_assert_int_eq(tta_tiled_compare(&a, &b, &arena, &move), TTA_OK);
  ck_assert(!move.moves && move.to_stick == -1);
}
END_TEST

/* ---- propagation ---- */

static tta_tiled_outcome pointwise(const tta_tiled *inputs, uint32_t count) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_pointwise(inputs, count, NULL, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}
static tta_tiled_outcome matmul(const tta_tiled *a, const tta_tiled *b) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_matmul(a, b, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}
static tta_tiled_outcome reduce(const tta_tiled *a, tta_shape axes, bool keep) {
  tta_tiled_outcome outcome;
  ck_assert_int_eq(tta_tiled_reduce(a, axes, keep, TTA_TILED_RFC, &arena, &outcome), TTA_OK);
  return outcome;
}

START_TEST(p1_pointwise) {
  tta_tiled rows = base(), columns = build(LIST(1024, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  tta_tiled_outcome out = pointwise((tta_tiled[]){rows, rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  out = pointwise((tta_tiled[]){columns}, 1);
  ck_assert(tta_tiled_equal(&out.layout, &columns));
  out = pointwise((tta_tiled[]){rows, columns}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.operand == 0 && out.other_operand == 1 && out.has_help && out.help_operand == 1);
  out = pointwise((tta_tiled[]){rows, out.help_layout}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  /* A bias [256] shares the stick dim; a keepdim row sum [1024, 1] is broadcast along it. */
  out = pointwise((tta_tiled[]){dense(LIST(256)), rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  tta_tiled sums = build(LIST(1024, 1), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  out = pointwise((tta_tiled[]){sums, rows}, 2);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && tta_tiled_equal(&out.layout, &rows));
  out = pointwise((tta_tiled[]){sums, dense(LIST(1, 256))}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.host_size, 1024, 256);
  EXPECT(out.layout.dim_map, 1, 0, 1);
  /* Row sums packed densely along dim 0 do not meet it. */
  out = pointwise((tta_tiled[]){build(LIST(1024, 1), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE), rows}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.has_help && out.help_operand == 0);
  out = pointwise((tta_tiled[]){out.help_layout, rows}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  /* Dense and sparse of one size. */
  out = pointwise((tta_tiled[]){rows, build(LIST(1024, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE)}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FORMATS_DIFFER);
  ck_assert(out.has_help && out.help_layout.format == TTA_TILED_DENSE);
  out = pointwise((tta_tiled[]){rows, dense(NONE)}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  out = pointwise((tta_tiled[]){rows, dense(LIST(255))}, 2);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SHAPES_DIFFER);
  ck_assert(!out.has_help && out.reason.size);
  tta_tiled_element f32 = element("f32");
  ck_assert_int_eq(tta_tiled_pointwise(&rows, 1, &f32, TTA_TILED_RFC, &arena, &out), TTA_OK);
  EXPECT(out.layout.device_size, 8, 1024, 32);
  ck_assert_int_eq(tta_tiled_pointwise(&rows, 0, NULL, TTA_TILED_RFC, &arena, &out), TTA_INVALID);
}
END_TEST

START_TEST(p2_matmul) {
  tta_tiled a = dense(LIST(128, 256)), b = dense(LIST(256, 512));
  tta_tiled_outcome out = matmul(&a, &b);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.host_size, 128, 512);
  EXPECT(out.layout.dim_map, 1, 0, 1);
  tta_tiled at = build(LIST(128, 256), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  tta_tiled bt = build(LIST(256, 512), LIST(1, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = matmul(&at, &bt);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  EXPECT(out.layout.dim_map, 0, 1, 0);
  out = matmul(&a, &bt);
  ck_assert_int_eq(out.obstacle, TTA_TILED_STICKS_DIFFER);
  ck_assert(out.has_help && out.help_operand == 1 && tta_tiled_equal(&out.help_layout, &b));
  out = matmul(&at, &b);
  ck_assert(out.has_help && out.help_operand == 0 && tta_tiled_equal(&out.help_layout, &a));
  tta_tiled sparse = build(LIST(128, 256), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  out = matmul(&sparse, &b);
  ck_assert_int_eq(out.obstacle, TTA_TILED_OPERAND_SPARSE);
  ck_assert(out.has_help && tta_tiled_equal(&out.help_layout, &a));
  out = matmul(&a, &a);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SHAPES_DIFFER);
  tta_tiled batched = dense(LIST(3, 128, 256));
  out = matmul(&batched, &b);
  EXPECT(out.layout.host_size, 3, 128, 512);
  EXPECT(out.layout.dim_map, 2, 0, 1, 2);
  tta_tiled on_batch = build(LIST(3, 128, 256), LIST(1, 2, 0), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = matmul(&on_batch, &b);
  ck_assert(out.obstacle == TTA_TILED_STICKS_DIFFER && out.help_operand == 0);
}
END_TEST

START_TEST(p3_reduce) {
  tta_tiled a = base();
  tta_tiled_outcome out = reduce(&a, LIST(1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_FEASIBLE);
  ck_assert_int_eq(out.layout.format, TTA_TILED_SPARSE);
  EXPECT(out.layout.device_size, 1024, 64); /* section 4 */
  EXPECT(out.layout.host_size, 1024);
  out = reduce(&a, LIST(-1), true);
  EXPECT(out.layout.device_size, 1, 1024, 64);
  out = reduce(&a, LIST(0), false);
  ck_assert_int_eq(out.layout.format, TTA_TILED_DENSE);
  EXPECT(out.layout.device_size, 4, 64);
  out = reduce(&a, LIST(0, 1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_AXES_MIXED);
  ck_assert(!out.has_help);
  tta_tiled b = dense(LIST(2, 3, 100));
  out = reduce(&b, LIST(0, 2), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_AXES_MIXED);
  ck_assert(out.has_help);
  EXPECT(out.help_layout.dim_map, 1, 0, 2, 1);
  out = reduce(&out.help_layout, LIST(0, 2), false);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && out.layout.format == TTA_TILED_DENSE);
  /* Section 5, 18: dim_order [2, 0, 1] reduced on 0 keeps two dims, [1, 0]. */
  b = build(LIST(2, 3, 100), LIST(2, 0, 1), TTA_TILED_RFC, TTA_TILED_DENSE);
  out = reduce(&b, LIST(0), false);
  EXPECT(out.layout.host_size, 3, 100);
  EXPECT(out.layout.dim_map, 0, 1, 0);
  out = reduce(&a, LIST(2), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  out = reduce(&a, LIST(1, -1), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  tta_tiled vector = dense(LIST(100));
  out = reduce(&vector, LIST(0), false);
  ck_assert(out.obstacle == TTA_TILED_FEASIBLE && out.layout.host_size.rank == 0);
  /* 2026: dim_order + [-1]. */
  b = build(LIST(512, 8, 256), NONE, TTA_TILED_2026, TTA_TILED_DENSE);
  ck_assert_int_eq(tta_tiled_reduce(&b, LIST(2), false, TTA_TILED_2026, &arena, &out), TTA_OK);
  EXPECT(out.layout.dim_map, 1, -1, 0, -1);
  tta_tiled k = {.device_size = LIST(2, 2, 32, 32),
                 .dim_map = LIST(0, 1, 0, 1),
                 .num_stick_dims = 2,
                 .element = element("f32"),
                 .has_host = true,
                 .host_size = LIST(53, 63)};
  out = reduce(&k, LIST(0), false);
  ck_assert_int_eq(out.obstacle, TTA_TILED_SEVERAL_STICKS);
}
END_TEST

START_TEST(p4_restickify) {
  tta_tiled a = dense(LIST(2, 3, 100));
  tta_tiled_outcome out;
  ck_assert_int_eq(tta_tiled_restickify(&a, 0, TTA_TILED_RFC, &arena, &out), TTA_OK);
  EXPECT(out.layout.dim_map, 0, 1, 2, 0);
  ck_assert_int_eq(tta_tiled_restickify(&a, -1, TTA_TILED_RFC, &arena, &out), TTA_OK);
  ck_assert(tta_tiled_equal(&out.layout, &a));
  ck_assert_int_eq(tta_tiled_restickify(&a, 3, TTA_TILED_RFC, &arena, &out), TTA_OK);
  ck_assert_int_eq(out.obstacle, TTA_TILED_NO_SUCH_DIM);
  a.device_size = LIST(1, 2, 3, 64);
  ck_assert_int_eq(tta_tiled_restickify(&a, 0, TTA_TILED_RFC, &arena, &out), TTA_INVALID);
}
END_TEST

/* ---- text ---- */

static tta_tiled_import read_in(const char *text, const tta_tiled_context *context) {
  tta_tiled_import in;
  tta_status status = tta_tiled_read(str(text), context, &arena, &in);
  ck_assert_msg(status == TTA_OK, "%s: %d at %zu: %.*s", text, (int)status, in.error_offset, (int)in.error.size,
                in.error.data ? in.error.data : "");
  return in;
}

static void expect_text(const tta_tiled_import *what, const char *expected) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  tta_status status = tta_tiled_write(&out, what, &arena, &reason);
  ck_assert_msg(status == TTA_OK, "%d %.*s", (int)status, (int)reason.size, reason.data ? reason.data : "");
  tta_buf_char(&out, 0);
  ck_assert_str_eq(out.data, expected);
  tta_buf_free(&out);
}

static void expect_refusal(const tta_tiled_import *what, const char *part) {
  tta_buf out;
  tta_str reason;
  tta_buf_init(&out, NULL);
  tta_buf_str(&out, "before");
  ck_assert_int_eq(tta_tiled_write(&out, what, &arena, &reason), TTA_INVALID);
  ck_assert_uint_eq(out.size, 6);
  ck_assert_msg(strstr(reason.data, part) != NULL, "%s", reason.data);
  tta_buf_free(&out);
}

/* toString of the eras, section 2; the 512x256 tensor of its first example. */
static const char *const era_texts[] = {
    "SpyreTensorLayout(device_size=[4, 512, 64], device_strides=[32768, 64, 1], dim_map =[1, 0, 1], num_stick_dims=1, "
    "format=\"Dense\")",
    "SpyreTensorLayout(device_size=[4, 512, 64], dim_map =[1, 0, 1], num_stick_dims=1, format=StickFormat.Dense, "
    "device_dtype=DataFormats.SEN169_FP16)",
    "SpyreTensorLayout(device_size=[4, 512, 64], dim_map =[1, 0, 1], device_dtype=DataFormats.SEN169_FP16)",
    "SpyreTensorLayout(device_size=[4, 512, 64], stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16)"};

START_TEST(texts_of_the_eras) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled layout = dense(LIST(512, 256));
  for (uint32_t era = 1; era <= 4; era++) {
    tta_tiled_import in = read_in(era_texts[era - 1], &context);
    ck_assert_uint_eq(in.era, era);
    ck_assert_int_eq(in.notation, TTA_TILED_SPYRE);
    LEGAL(in.layout);
    tta_tiled_move move;
    ck_assert_int_eq(tta_tiled_compare(&layout, &in.layout, &arena, &move), TTA_OK);
    ck_assert(!move.moves);
    expect_text(&in, era_texts[era - 1]);
    ck_assert_int_eq(tta_tiled_to_dim_map(&in.layout, &arena, &in.layout), TTA_OK);
    EXPECT(in.layout.dim_map, 1, 0, 1);
    /* Written as every other era; era 1 has no device_dtype. */
    for (in.era = 1; in.era <= 4; in.era++) {
      if (in.era == 1 && era > 1)
        expect_refusal(&in, "device_dtype");
      else
        expect_text(&in, era_texts[in.era - 1]);
    }
  }
  tta_tiled_import bare = read_in(era_texts[3], NULL);
  ck_assert(!bare.layout.has_host && bare.layout.element.bits == 16); /* that of SEN169_FP16 */
  LEGAL(bare.layout);
}
END_TEST

START_TEST(other_texts) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled_import in = read_in(
      "SpyreTensorLayout(device_size=[256, 1, 512, 64], stride_map =[1, -1, 256, -1], "
      "device_dtype=DataFormats.SEN169_FP16, element_arrangement=ElementArrangement.BLOCKED)",
      &context);
  ck_assert_int_eq(in.layout.format, TTA_TILED_SPARSE);
  ck_assert(!strncmp(in.layout.element_arrangement.data, "BLOCKED", in.layout.element_arrangement.size));
  LEGAL(in.layout);
  in = read_in("SpyreTensorLayout([512, 256], torch.float16, [1, 0])", NULL);
  ck_assert_int_eq(in.notation, TTA_TILED_CONSTRUCTOR);
  EXPECT(in.layout.device_size, 8, 256, 64);
  in = read_in(" SpyreTensorLayout ( torch.Size([512, 256]) , dtype = torch.float16 , format = StickFormat.Sparse )",
               NULL);
  EXPECT(in.layout.device_size, 256, 512, 64);
  in = read_in("SpyreTensorLayout([4, 512, 64], [32768, 64, 1], [1, 0, 1], 1, StickFormat.Dense)", &context);
  ck_assert_int_eq(in.notation, TTA_TILED_SPYRE);
  expect_text(&in, era_texts[0]);
  const char *fixed =
      "FixedTiledLayout('spyre:0', torch.float16, size=[512, 256], stride=[256, 1], device_layout="
      "SpyreTensorLayout(device_size=[4, 512, 64], stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16), "
      "offset=128, allocation={'pool': [0, (1, 2)]})";
  in = read_in(fixed, NULL);
  ck_assert(in.notation == TTA_TILED_FIXED && in.has_offset && in.offset == 128);
  EXPECT(in.layout.host_size, 512, 256);
  LEGAL(in.layout);
  expect_text(&in, fixed);
  /* A host type other than the device's. */
  in = read_in(
      "FixedTiledLayout('spyre:0', torch.bool, size=[64], stride=[1], device_layout=SpyreTensorLayout("
      "device_size=[1, 64], dim_map =[0, 0], device_dtype=DataFormats.SEN169_FP16))",
      NULL);
  ck_assert(in.layout.element.bits == 16 && in.layout.host_element.bits == 8);
  LEGAL(in.layout);
}
END_TEST

START_TEST(what_can_not_be_written) {
  tta_tiled_import what = {.layout = strided(LIST(131072, 64, 1)), .era = 2};
  expect_refusal(&what, "gaps");
  what.era = 1;
  expect_text(&what,
              "SpyreTensorLayout(device_size=[4, 1024, 64], device_strides=[131072, 64, 1], dim_map =[1, 0, 1], "
              "num_stick_dims=1, format=\"Dense\")");
  what.layout = base();
  what.layout.pad = str("zero");
  expect_refusal(&what, "pad");
  what.layout = build(LIST(8), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE_MULTI);
  what.era = 3;
  expect_refusal(&what, "sparse_multi");
  what.layout = build(LIST(8), NONE, TTA_TILED_RFC, TTA_TILED_SPARSE);
  expect_text(&what, "SpyreTensorLayout(device_size=[8, 64], dim_map =[0, -1], device_dtype=DataFormats.SEN169_FP16)");
  what.layout = sized(LIST(3, 1024, 64));
  expect_refusal(&what, "192");
  what.layout = base();
  what.layout.element = element("i16");
  expect_refusal(&what, "device_dtype");
  what.era = 5;
  expect_refusal(&what, "eras 1 to 4");
}
END_TEST

START_TEST(errors_have_places) {
  const struct {
    const char *text, *at; /* `at`: the rest of the text where the error stands */
  } cases[] = {
      {"", ""},
      {"SpyreLayout()", "SpyreLayout()"},
      {"SpyreTensorLayout(device_size=[4, x], dim_map=[0])", "x], dim_map=[0])"},
      {"SpyreTensorLayout(device_size=[4, 512, 64]", ""},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], what=3)", "what=3)"},
      {"SpyreTensorLayout(device_size=[4], device_size=[4])", "[4])"},
      {"SpyreTensorLayout(device_size=[9223372036854775808], dim_map=[0])", "9223372036854775808], dim_map=[0])"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], format=\"Thin\")", "\"Thin\")"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0], format=\"Dense)", "\"Dense)"},
      {"SpyreTensorLayout(device_size=[4], dim_map=[0]) x", "x"},
      {"SpyreTensorLayout([4, 8], torch.float17)", "torch.float17)"},
      {"SpyreTensorLayout(dim_map=[0], [4])", "[4])"},
      {"SpyreTensorLayout(torch.Size(torch.Size([4])), torch.float16)", "torch.Size([4])), torch.float16)"},
      {"FixedTiledLayout('spyre:0', torch.float16, size=[4], stride=[1, 2], device_layout=SpyreTensorLayout("
       "device_size=[1, 64], dim_map=[0, 0]))",
       "[1, 2], device_layout=SpyreTensorLayout(device_size=[1, 64], dim_map=[0, 0]))"},
      {"FixedTiledLayout('a', torch.float16, size=[4], allocation=)", ")"},
      {"((4, 8), (1, 2)", ""},
      {"((4, 8), (8, 1), (1, 2)", ""},
      {"((4, 8), (8, 1), 3)", "3)"},
  };
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    tta_tiled_import in;
    ck_assert_msg(tta_tiled_read(str(cases[n].text), NULL, &arena, &in) == TTA_INVALID, "%s", cases[n].text);
    ck_assert_msg(in.error_offset == strlen(cases[n].text) - strlen(cases[n].at), "%s: at %zu: %.*s", cases[n].text,
                  in.error_offset, (int)in.error.size, in.error.data);
    ck_assert_uint_gt(in.error.size, 0);
  }
}
END_TEST

START_TEST(the_triple_and_its_order) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(1024, 256)};
  tta_tiled expected = base();
  /* The RFC's example stands in the order ranges, device, host, against the RFC's text. */
  tta_tiled_import in = read_in("((4, 1024, 64), (65536, 64, 1), (64, 256, 1))", &context);
  ck_assert(in.swapped && in.notation == TTA_TILED_TRIPLE);
  ck_assert(tta_tiled_equal(&in.layout, &expected));
  expect_text(&in, "((4, 1024, 64), (64, 256, 1), (65536, 64, 1))");
  in = read_in("((4, 1024, 64), (64, 256, 1), (65536, 64, 1))", &context);
  ck_assert(!in.swapped && tta_tiled_equal(&in.layout, &expected));
  in = read_in("((4, 1024, 64), (65536, 64, 1), (64, 256, 1))", NULL); /* no host: T8 alone tells */
  ck_assert(in.swapped && !in.layout.has_host);
  EXPECT(in.layout.stride_map, 64, 256, 1);
  EXPECT(in.layout.device_strides, 65536, 64, 1);
  in = read_in("((64,), (1,), (1,))", NULL); /* both orders are legal: the text's */
  ck_assert(!in.swapped);
  /* The first draft (section 5, 1) stands innermost first: refused, and said so. */
  ck_assert_int_eq(tta_tiled_read(str("((64, 1024, 4), (1, 64, 65536), (1, 256, 64))"), NULL, &arena, &in),
                   TTA_INVALID);
  ck_assert_int_eq(in.error_rule, TTA_TILED_T14);
  ck_assert_msg(strstr(in.error.data, "innermost first") != NULL, "%s", in.error.data);
  ck_assert_int_eq(tta_tiled_read(str("((4, 1024, 64), (64, 256, 1), (65536, 65536, 1))"), NULL, &arena, &in),
                   TTA_INVALID);
  ck_assert_ptr_null(strstr(in.error.data, "innermost first"));
  /* T14 */
  bool agree;
  tta_tiled_finding found;
  tta_tiled triple = {
      .device_size = LIST(4, 1024, 64), .stride_map = LIST(64, 256, 1), .device_strides = LIST(65536, 64, 1)};
  ck_assert_int_eq(tta_tiled_check_triple(&expected, &triple, &arena, &agree, &found), TTA_OK);
  ck_assert(agree);
  triple.stride_map = LIST(64, 1024, 1); /* section 5, 3 */
  ck_assert_int_eq(tta_tiled_check_triple(&expected, &triple, &arena, &agree, &found), TTA_OK);
  ck_assert(!agree && found.rule == TTA_TILED_T14 && found.position == 1 && found.found == 1024 &&
            found.expected == 256);
}
END_TEST

/* ---- memory ---- */

/* Blocks of an arena are 4096 bytes and more, buffers here smaller: the first are refused on demand. */
static void *lend(void *user, size_t size) { return *(bool *)user && size >= 4096 ? NULL : malloc(size); }
static void *extend(void *user, void *block, size_t old_size, size_t size) {
  (void)user;
  (void)old_size;
  return realloc(block, size);
}
static void give_back(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

static tta_status much_work(tta_arena *in) {
  tta_tiled_context context = {.element = element("f16"), .has_host = true, .host_size = LIST(512, 256)};
  tta_tiled_import text;
  tta_tiled_outcome outcome;
  tta_tiled_map map;
  const tta_tiled_nest *nests;
  uint32_t count;
  tta_str reason;
  tta_buf out;
#define STEP(call)               \
  do {                           \
    tta_status status_ = (call); \
    if (status_) return status_; \
  } while (0)
  STEP(tta_tiled_read(str(era_texts[3]), &context, in, &text));
  STEP(tta_tiled_map_of(&text.layout, in, &map));
  STEP(tta_tiled_nests(&map, in, &count, &nests));
  tta_tiled other = text.layout;
  STEP(tta_tiled_restickify(&text.layout, 0, TTA_TILED_RFC, in, &outcome));
  tta_tiled pair[2] = {other, outcome.layout};
  STEP(tta_tiled_pointwise(pair, 2, NULL, TTA_TILED_RFC, in, &outcome));
  if (outcome.obstacle != TTA_TILED_STICKS_DIFFER) return TTA_INVALID;
  tta_buf_init(&out, in->allocator);
  tta_status status = tta_tiled_write(&out, &text, in, &reason);
  tta_buf_free(&out);
  return status;
#undef STEP
}

START_TEST(every_allocation_may_fail) {
  tta_status status = TTA_NO_MEMORY;
  size_t room = 0;
  for (; status == TTA_NO_MEMORY && room < 60000; room += 8) {
    bool refuse = false;
    tta_allocator allocator = {lend, extend, give_back, &refuse};
    tta_arena limited;
    tta_arena_init(&limited, &allocator);
    ck_assert_ptr_nonnull(tta_arena_alloc(&limited, 60000));
    limited.at -= room; /* what was taken last is given back in part */
    refuse = true;
    status = much_work(&limited);
    tta_arena_free(&limited);
  }
  ck_assert_int_eq(status, TTA_OK);
  ck_assert_uint_gt(room, 1000);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("tiled");
  TCase *tests = tcase_create("tiled");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, rfc_1024x256);
  tcase_add_test(tests, rfc_loop_nest_executed);
  tcase_add_test(tests, rfc_1000x200);
  tcase_add_test(tests, gaps_between_rows);
  tcase_add_test(tests, stride_map_with_equal_strides);
  tcase_add_test(tests, nests_of_short_and_whole_sticks);
  tcase_add_test(tests, conventions);
  tcase_add_test(tests, sparse_layouts);
  tcase_add_test(tests, elements_per_stick);
  tcase_add_test(tests, what_can_not_be_built);
  tcase_add_test(tests, order_is_recognised);
  tcase_add_test(tests, rules_fire_alone);
  tcase_add_test(tests, legal_layouts);
  tcase_add_test(tests, independent_faults_are_all_reported);
  tcase_add_test(tests, two_stick_dims);
  tcase_add_test(tests, sizes_up_to_int64);
  tcase_add_test(tests, what_a_restickify_moves);
  tcase_add_test(tests, p1_pointwise);
  tcase_add_test(tests, p2_matmul);
  tcase_add_test(tests, p3_reduce);
  tcase_add_test(tests, p4_restickify);
  tcase_add_test(tests, texts_of_the_eras);
  tcase_add_test(tests, other_texts);
  tcase_add_test(tests, what_can_not_be_written);
  tcase_add_test(tests, errors_have_places);
  tcase_add_test(tests, the_triple_and_its_order);
  tcase_add_test(tests, every_allocation_may_fail);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failures = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failures != 0;
}
