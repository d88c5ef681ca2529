/* src/maps: examples of maps. Sources: T = tt-mlir docs/src/specs/tensor-layout.md, D = device.md, U =
 * TTCoreOpsTypes.cpp. Random maps: tests/property/test_maps.c. */
#include <stdio.h>

#include "map_text.h"
#include "suite.h"

static tta_injectivity injectivity(const char *box, const char *text) {
  tta_shape shape;
  tta_map map = map_of(box, text, &shape);
  tta_injectivity out;
  int64_t a[64], b[64];
  ck_assert_int_eq(tta_maps_injectivity(&map, shape, &arena, &out), TTA_OK);
  if (out.injective == TTA_NO) {
    ck_assert_int_eq(tta_map_evaluate(&map, out.first, NULL, a), TTA_OK);
    ck_assert_int_eq(tta_map_evaluate(&map, out.second, NULL, b), TTA_OK);
    ck_assert(memcmp(out.first, out.second, map.num_dims * sizeof *a) != 0);
    ck_assert(memcmp(a, b, map.num_results * sizeof *a) == 0 && memcmp(a, out.image, map.num_results * sizeof *a) == 0);
    for (uint32_t i = 0; i < map.num_dims; i++)
      ck_assert(out.first[i] >= 0 && out.second[i] >= 0 && out.first[i] < extents[i] && out.second[i] < extents[i]);
  }
  return out;
}

#define INJECTIVE(box, text) ck_assert_msg(injectivity(box, text).injective == TTA_YES, "%s on %s", text, box)
#define OVERLAPS(box, text) ck_assert_msg(injectivity(box, text).injective == TTA_NO, "%s on %s", text, box)

static tta_range range(const char *box, const char *text, uint32_t result) {
  tta_shape shape;
  tta_map map = map_of(box, text, &shape);
  tta_range out;
  int64_t value[64];
  ck_assert_int_eq(tta_maps_range(&map, result, shape, &arena, &out), TTA_OK);
  if (out.min.at) {
    ck_assert_int_eq(tta_map_evaluate(&map, out.min.at, NULL, value), TTA_OK);
    ck_assert_int_eq(value[result], out.min.seen);
    ck_assert_int_eq(tta_map_evaluate(&map, out.max.at, NULL, value), TTA_OK);
    ck_assert_int_eq(value[result], out.max.seen);
  }
  return out;
}

static void exactly(const char *box, const char *text, int64_t lo, int64_t hi) {
  tta_range out = range(box, text, 0);
  ck_assert_msg(out.min.exact && out.max.exact && !out.may_overflow, "%s on %s", text, box);
  ck_assert_int_eq(out.min.bound, lo);
  ck_assert_int_eq(out.max.bound, hi);
}

/* ---- the maps of the specifications ---- */

typedef struct sample {
  const char *box, *map;
  int64_t last[4]; /* largest image of each result */
} sample;

static const sample seeds[] = {
    /* T: the sizes are map(shape - 1) + 1 */
    {"2x3x64x128", "d0 * 192 + d1 * 64 + d2, d3", {383, 127}},
    {"8x300", "d0, d1", {7, 299}},
    {"8x96x32", "d0 * 96 + d1, d2", {767, 31}},
    {"8x96x32", "d0 * 96 + d1, d1, d2", {767, 95, 31}},
    {"5x3x2x2x7x32x32", "d0 * 2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6", {13439, 6, 31, 31}},
    {"3x64x128", "d0 * 64 + d1, d2", {191, 127}},
    {"53x63", "d0, d1", {52, 62}},
    {"2x8x32", "d0 * 8 + d1, d2", {15, 31}},
    {"2x8x32", "d0 * 32 + d1, d2", {39, 31}},
    {"2x3x64x128", "d0, d1 * 64 + d2, d3", {1, 191, 127}},
    /* D */
    {"8x8", "0, d0, d1", {0, 7, 7}},
    {"2x8x8", "d0, d1, d2", {1, 7, 7}},
    {"8x16", "(d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8", {1, 7, 7}},
    {"2x8x16", "d0 * 2 + (d1 floordiv 8) * 2 + d2 floordiv 8, d1, d2 mod 8", {3, 7, 7}},
    {"16x16", "(d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8", {3, 7, 7}},
    {"8x8", "0, d1, d0", {0, 7, 7}},
    {"1x64", "0, d0 * 8 + d1 floordiv 8, d1 mod 8", {0, 7, 7}},
    {"64x1", "0, d1 * 8 + d0 floordiv 8, d0 mod 8", {0, 7, 7}},
    {"8x8", "0, d0, (d0 + d1) mod 8", {0, 7, 7}},
};

START_TEST(test_seed_maps) {
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
    tta_injectivity out = injectivity(seeds[i].box, seeds[i].map);
    ck_assert_msg(out.injective == TTA_YES && out.method <= TTA_BY_DIGITS, "%s", seeds[i].map);
    tta_shape shape;
    tta_map map = map_of(seeds[i].box, seeds[i].map, &shape);
    for (uint32_t r = 0; r < map.num_results; r++) {
      tta_range got = range(seeds[i].box, seeds[i].map, r);
      ck_assert_msg(got.min.exact && got.max.exact && got.method <= TTA_BY_DIGITS, "%s", seeds[i].map);
      ck_assert_int_eq(got.min.bound, 0);
      ck_assert_int_eq(got.max.bound, seeds[i].last[r]);
    }
  }
}
END_TEST

START_TEST(test_upstream_maps) {
  /* U 4.2: x mod m instead of x mod c, the counts of distinct cores are worked there: none is injective */
  OVERLAPS("8x16", "d1 floordiv 8, d0, d1 mod 2");
  OVERLAPS("16x8", "d0 floordiv 8, d0 mod 2, d1");
  OVERLAPS("24x24x8", "d0 * 3 + d1 floordiv 8, d0 mod 3, d1 mod 3");
  INJECTIVE("16x16", "(d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8");
  /* width, height sharded; a hand-written one */
  INJECTIVE("1x64", "0, d1 floordiv 8, d1 mod 8");
  INJECTIVE("56x1", "0, d0 floordiv 8, d0 mod 8");
  INJECTIVE("1x12", "0, 0, d0 * 2 + d1");
  /* staircases, offsets, all cores of n chips in a row */
  INJECTIVE("8x8", "0, d0, (d0 * 3 + d1 + 5) mod 8");
  INJECTIVE("8x8", "0, d0, (d0 + d1 * 3) mod 8");
  OVERLAPS("8x8", "0, d0, (d0 + d1 * 2) mod 8");
  INJECTIVE("512", "d0 floordiv 64, (d0 mod 64) floordiv 8, d0 mod 8");
  INJECTIVE("4x4", "0, d0 - 4, 2 - d1");
  INJECTIVE("8x7", "0, ((d1 + d0 * 8) floordiv 16) mod 4, (d1 + d0 * 8) mod 16, 0");
  /* U 4.4, A: the page is not multiplied by the page size, so that elements collide (f32 256x1024 on one core) */
  OVERLAPS("256x1024", "0, 0, ((d0 * 1024 + d1) floordiv 8192) mod 12, "
                       "(d0 * 1024 + d1) floordiv 98304 + (d0 * 1024 + d1) mod 8192");
  tta_injectivity fixed = injectivity("256x1024", "0, 0, ((d0 * 1024 + d1) floordiv 8192) mod 12, ((d0 * 1024 + d1) "
                                                  "floordiv 98304) * 8192 + (d0 * 1024 + d1) mod 8192");
  ck_assert(fixed.injective == TTA_YES && fixed.method == TTA_BY_DIGITS);
  exactly("256x1024", "(d0 * 1024 + d1) floordiv 98304 + (d0 * 1024 + d1) mod 8192", 0, 8193); /* worked in U 4.4 */
}
END_TEST

/* One sum that crosses the periods of two divisors. */
START_TEST(test_two_divisors_of_one_sum) {
  exactly("8x8", "(d0 + d1) floordiv 9 - (d0 + d1) floordiv 12", 0, 1);
  exactly("8x8", "(d0 + d1) mod 9 - (d0 + d1) mod 12", -9, 3);
  exactly("5x4", "(d0 + d1) mod 7", 0, 6); /* the largest sum is the divisor */
  INJECTIVE("9x1000000000", "d0 floordiv 8, d0 mod 8, d1");
}
END_TEST

/* The digits of a partial dim together may leave the box; coefficients may have opposite signs. */
START_TEST(test_moves_of_two_digits) {
  INJECTIVE("9", "d0 floordiv 8 - d0 mod 8");
  INJECTIVE("9", "d0 floordiv 8 + (d0 mod 8) * -1, 0");
  tta_injectivity out = injectivity("1000000007x1000000009", "d0 * 1000003 - d1 * 999983");
  ck_assert(out.injective == TTA_NO && out.method == TTA_BY_DIGITS);
}
END_TEST

/* Where digits do not do and points are too many, the bounds of intervals must be right and as narrow as they can
 * be. */
START_TEST(test_bounds_of_intervals) {
  exactly("1000000001", "d0 floordiv 8 - d0", -875000000, 0);
  exactly("1000000001", "((d0 mod 30) * 4 + 2) mod 64", 2, 62);
  exactly("1000000001", "((d0 mod 30) * 4 + 2) mod 64 - 70", -68, -8);
}
END_TEST

START_TEST(test_extent_one) {
  INJECTIVE("1x1x1", "0");
  INJECTIVE("1x1x8", "d0 * 64 + d1 * 64 + d2");
  OVERLAPS("2x2x8", "d0 * 64 + d1 * 64 + d2");
  OVERLAPS("1x8", "d0");
}
END_TEST

START_TEST(test_witness_is_worked) {
  /* d0 * 63 + d1 with d1 < 64: (0, 63) and (1, 0) both give 63 */
  tta_injectivity out = injectivity("1000000x64", "d0 * 63 + d1");
  ck_assert(out.injective == TTA_NO && out.method == TTA_BY_DIGITS && out.image[0] == 63);
  ck_assert_int_eq(out.first[0] + out.second[0], 1);
  ck_assert_int_eq(out.first[1] + out.second[1], 63);
  out = injectivity("1000000x1000000x1000000", "d0 mod 2, d1 mod 8, d2 mod 8");
  ck_assert(out.injective == TTA_NO && out.method == TTA_BY_DIGITS);
}
END_TEST

START_TEST(test_huge_boxes) {
  INJECTIVE("1048576x1048576x1048576", "d0 * 1099511627776 + d1 * 1048576 + d2, d0");
  INJECTIVE("1000000000x1000000000", "d0 floordiv 8, d0 mod 8, d1");
  INJECTIVE("1000000000x1000000000", "d0 floordiv 7, (d0 + d1) mod 1000000000, d1");
  INJECTIVE("1000000000x1000000000", "d0 + d1, d0 - d1");
  OVERLAPS("1000000000x1000000000", "d0 * 2 + d1 * 3");
  INJECTIVE("9223372036854775807", "d0");
  INJECTIVE("9223372036854775807", "-d0");
  INJECTIVE("9223372036854775807", "d0 floordiv 4611686018427387904, d0 mod 4611686018427387904");
  exactly("1000000000x1000000000", "(d0 + 3) floordiv 1000000", 0, 1000);
  exactly("1000000000x1000000000", "(d0 + d1) mod 1000000", 0, 999999);
  exactly("1000000000x1000000000", "(d0 floordiv 8) * 8 - d0", -7, 0);
  exactly("1000000000x1000000000", "(d0 floordiv 7) * 8 - d1", -999999999, 1142857136); /* 999999999 / 7 = 142857142 */
  exactly("9223372036854775807", "d0 ceildiv 9223372036854775807", 0, 1);
  exactly("9223372036854775807", "d0 * 0 - 5", -5, -5);
}
END_TEST

START_TEST(test_many_dims) {
  /* the shape of kit/perf `wide`: coefficients k + i over bits, far from unique */
  static tta_expr sum[1];
  static int64_t box[2000];
  tta_injectivity out;
  for (uint32_t i = 0; i < 2000; i++) box[i] = 2;
  *sum = tta_expr_constant(pool, 0);
  for (uint32_t i = 0; i < 2000; i++)
    *sum = tta_expr_binary(pool, TTA_EXPR_ADD, *sum,
                           tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, i),
                                           tta_expr_constant(pool, 100 + i)));
  tta_map map = {pool, 2000, 0, 1, sum};
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){2000, box}, &arena, &out), TTA_OK);
  ck_assert_int_ne(out.injective, TTA_YES);
  *sum = tta_expr_constant(pool, 0);
  for (uint32_t i = 0; i < 60; i++) /* binary notation */
    *sum = tta_expr_binary(pool, TTA_EXPR_ADD, *sum,
                           tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, i),
                                           tta_expr_constant(pool, (int64_t)1 << i)));
  map.num_dims = 60;
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){60, box}, &arena, &out), TTA_OK);
  ck_assert(out.injective == TTA_YES && out.method == TTA_BY_DIGITS);
  box[3] = 3; /* 2 * 8 in d3 is 16 in d4 */
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){60, box}, &arena, &out), TTA_OK);
  ck_assert_int_ne(out.injective, TTA_YES);
  box[3] = 2;
  map.num_dims = 61; /* the last one is in no result */
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){61, box}, &arena, &out), TTA_OK);
  ck_assert(out.injective == TTA_NO && out.first[60] + out.second[60] == 1);
}
END_TEST

START_TEST(test_long_chains) {
  static const int64_t box[] = {1000, 1000};
  tta_expr chain = tta_expr_dim(pool, 0), right = tta_expr_dim(pool, 1);
  tta_injectivity out;
  tta_range bounds;
  for (int i = 0; i < 100000; i++) {
    tta_expr term = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, tta_expr_dim(pool, (uint32_t)i % 2),
                                    tta_expr_constant(pool, i + 2));
    chain = tta_expr_binary(pool, TTA_EXPR_ADD, chain, term);
    right = tta_expr_binary(pool, TTA_EXPR_MOD, right, tta_expr_constant(pool, 7 + i % 2));
  }
  tta_map map = {pool, 2, 0, 1, &chain};
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){2, box}, &arena, &out), TTA_LIMIT);
  ck_assert_int_eq(out.injective, TTA_UNKNOWN);
  ck_assert_int_eq(tta_maps_range(&map, 0, (tta_shape){2, box}, &arena, &bounds), TTA_LIMIT);
  map.results = &right;
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){2, box}, &arena, &out), TTA_OK);
  ck_assert_int_eq(out.injective, TTA_NO);
}
END_TEST

/* ---- arithmetic ---- */

START_TEST(test_overflow_is_reported) {
  static const struct {
    const char *box, *map;
  } wraps[] = {
      {"2x2", "d0 * 9223372036854775807 + d1 * 9223372036854775807"},
      {"3", "d0 * 4611686018427387904 * 4"}, /* would wrap to 0 */
      {"2", "d0 * -9223372036854775807 - 2"},
      {"4294967297x2", "d0 * 4294967297 * 4294967297"},
      {"1", "9223372036854775807 + d0 + 1"},
      {"2", "((d0 - 1) mod 9223372036854775807) * 2"}, /* -1 mod m is m - 1, larger than what is divided */
      {"9223372036854775807x9223372036854775807", "d0 + d1"},
  };
  for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
    tta_shape shape;
    tta_map map = map_of(wraps[i].box, wraps[i].map, &shape);
    tta_injectivity out;
    tta_range bounds;
    int64_t value;
    ck_assert_int_eq(tta_maps_range(&map, 0, shape, &arena, &bounds), TTA_OVERFLOW);
    ck_assert_int_eq(tta_map_evaluate(&map, bounds.overflow_at, NULL, &value), TTA_OVERFLOW);
    if (tta_maps_injectivity(&map, shape, &arena, &out) == TTA_OVERFLOW)
      ck_assert_int_eq(tta_map_evaluate(&map, out.overflow_at, NULL, &value), TTA_OVERFLOW);
    else
      ck_assert_int_eq(out.injective, TTA_NO);
  }
}
END_TEST

START_TEST(test_near_the_ends) {
  exactly("2", "d0 * 9223372036854775807", 0, INT64_MAX);
  exactly("2", "d0 * -9223372036854775807 - d0", INT64_MIN, 0);
  exactly("2", "(d0 * 9223372036854775807) ceildiv 9223372036854775807", 0, 1);
  exactly("2", "(d0 * 9223372036854775807) ceildiv 2", 0, (int64_t)1 << 62);
  exactly("2", "(d0 * -9223372036854775807 - d0) floordiv 9223372036854775807", -2, 0);
  exactly("2", "(d0 * -9223372036854775807 - d0) mod 9223372036854775807", 0, INT64_MAX - 1);
  INJECTIVE("2x2", "d0 * 4611686018427387904 + d1");
  INJECTIVE("3", "d0 * -4611686018427387904");
}
END_TEST

START_TEST(test_invalid) {
  tta_shape shape;
  tta_map map = map_of("8x8", "d0, d1", &shape);
  static const int64_t empty[] = {8, 0};
  tta_injectivity out;
  tta_range bounds;
  tta_reached hit;
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){2, empty}, &arena, &out), TTA_INVALID);
  ck_assert_int_eq(tta_maps_injectivity(&map, (tta_shape){1, extents}, &arena, &out), TTA_INVALID);
  ck_assert_int_eq(tta_maps_range(&map, 2, shape, &arena, &bounds), TTA_INVALID);
  ck_assert_int_eq(tta_maps_reached(&map, 0, shape, -1, &arena, &hit), TTA_INVALID);
  ck_assert_int_eq(tta_maps_reached(&map, 0, shape, INT64_MAX, &arena, &hit), TTA_LIMIT);
  map.num_symbols = 1;
  ck_assert_int_eq(tta_maps_injectivity(&map, shape, &arena, &out), TTA_INVALID);
  map = map_of("8", "d0 mod 0, d3, d0 floordiv -2", &shape);
  for (uint32_t r = 0; r < 3; r++) ck_assert_int_eq(tta_maps_range(&map, r, shape, &arena, &bounds), TTA_INVALID);
}
END_TEST

/* ---- the other questions ---- */

static tta_extent extent(const char *box, const char *text) {
  tta_shape shape;
  tta_map map = map_of(box, text, &shape);
  tta_extent out;
  ck_assert_int_eq(tta_maps_extent(&map, shape, &arena, &out), TTA_OK);
  return out;
}

START_TEST(test_extent) {
  ck_assert_int_eq(extent("2x3x64x128", "d0 * 192 + d1 * 64 + d2, d3").last_is_largest, TTA_YES);
  /* d0 mod 8 of 0..8: the last one gives 0, the one before 7 */
  tta_extent out = extent("9x4", "d1, d0 mod 8");
  ck_assert(out.last_is_largest == TTA_NO && out.result == 1 && out.last == 0 && out.larger == 7 && out.at[0] == 7);
  out = extent("100x1000000000000", "d1 - d0");
  ck_assert(out.last_is_largest == TTA_NO && out.last == 999999999900 && out.larger == 999999999999);
  ck_assert_int_eq(extent("16x16", "d0 mod 8, d1 mod 8").last_is_largest, TTA_YES);
}
END_TEST

START_TEST(test_range_answers) {
  tta_range out = range("8x8", "d0 - 1", 0);
  ck_assert(tta_range_below(&out, 0) == TTA_YES && tta_range_at_least(&out, 7) == TTA_NO);
  out = range("8x8", "d0 + d1 * 0", 0);
  ck_assert(tta_range_below(&out, 0) == TTA_NO && tta_range_at_least(&out, 7) == TTA_YES);
  out = range("8x8", "d0, d1 + d0, 4", 2);
  ck_assert(out.method == TTA_BY_TRIVIAL && out.min.exact && out.max.bound == 4);
}
END_TEST

static tta_reached reached(const char *box, const char *text, int64_t limit) {
  tta_shape shape;
  tta_map map = map_of(box, text, &shape);
  tta_reached out;
  ck_assert_int_eq(tta_maps_reached(&map, 0, shape, limit, &arena, &out), TTA_OK);
  return out;
}

START_TEST(test_reached) {
  tta_reached out = reached("2x8x16", "d0 * 2 + (d1 floordiv 8) * 2 + d2 floordiv 8", 4);
  ck_assert(out.complete && out.count == 4 && out.first_missing == 4 && out.method == TTA_BY_DIGITS);
  out = reached("8x16", "(d0 floordiv 8) * 2 + d1 floordiv 8", 4);
  ck_assert(out.complete && out.count == 2 && out.first_missing == 2 && out.bits[0] == 3);
  out = reached("1000000000x1000000000", "d0 * 3 - d1 * 0 - 6", 1000);
  ck_assert(out.complete && out.count == 334 && out.first_missing == 1 && out.method == TTA_BY_DIGITS);
  out = reached("8x8", "0", 1);
  ck_assert(out.complete && out.count == 1);
  out = reached("13x13", "(d0 floordiv 8) * 4 + d1 floordiv 8", 6); /* 0, 1, 4, 5 */
  ck_assert(out.complete && out.bits[0] == 0x33 && out.method == TTA_BY_DIGITS);
}
END_TEST

static tta_map_equality equality(const char *box, const char *a, const char *b) {
  tta_shape shape;
  tta_expr left[8];
  tta_map_equality out;
  tta_map first = map_of(box, a, &shape);
  memcpy(left, results, sizeof left);
  first.results = left;
  tta_map second = map_of(box, b, &shape);
  ck_assert_int_eq(tta_maps_equality(&first, &second, shape, &arena, &out), TTA_OK);
  return out;
}

START_TEST(test_equality) {
  /* D: d0 never reaches 8 on 8x16 */
  tta_map_equality out =
      equality("8x16", "(d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8", "d1 floordiv 8, d0, d1 mod 8");
  ck_assert(out.equal == TTA_YES && out.method == TTA_BY_DIGITS);
  out = equality("9x16", "(d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8", "d1 floordiv 8, d0, d1 mod 8");
  ck_assert(out.equal == TTA_NO && out.result == 0 && out.at[0] == 8 && out.a - out.b == 2);
  out = equality("1000000000x1000000000", "d0 + d1", "((d0 + d1) floordiv 1000) * 1000 + (d0 + d1) mod 1000");
  ck_assert(out.equal == TTA_YES && out.method == TTA_BY_DIGITS);
  out = equality("1000000000x1000000000", "d0 + d1", "(d0 + d1) mod 1000000000");
  ck_assert_int_eq(out.equal, TTA_NO);
  ck_assert_int_eq(equality("4", "d0, d0", "d0, d0 mod 4").equal, TTA_YES);
}
END_TEST

/* ---- memory and time ---- */

typedef struct budget {
  int64_t left;
} budget;
static void *spend(void *user, size_t size) { return ((budget *)user)->left-- > 0 ? malloc(size) : NULL; }
static void *respend(void *user, void *block, size_t old, size_t size) {
  (void)old;
  return ((budget *)user)->left-- > 0 ? realloc(block, size) : NULL;
}
static void give(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

START_TEST(test_every_allocation_may_fail) {
  tta_shape shape;
  tta_map map = map_of("300x300x2", "(d0 * 5 + d1 * 3) floordiv 7 + d1 mod 11, (d0 + d1 + d2) floordiv 3", &shape);
  for (int64_t allowed = 0; allowed < 12; allowed++) {
    budget b = {allowed};
    tta_allocator allocator = {spend, respend, give, &b};
    tta_arena scarce;
    tta_injectivity injective;
    tta_range bounds;
    tta_reached hit;
    tta_extent last;
    tta_map_equality same;
    tta_status status[5];
    tta_arena_init(&scarce, &allocator);
    status[0] = tta_maps_injectivity(&map, shape, &scarce, &injective);
    status[1] = tta_maps_range(&map, 0, shape, &scarce, &bounds);
    status[2] = tta_maps_reached(&map, 0, shape, 100, &scarce, &hit);
    status[3] = tta_maps_extent(&map, shape, &scarce, &last);
    status[4] = tta_maps_equality(&map, &map, shape, &scarce, &same);
    for (int i = 0; i < 5; i++) ck_assert(status[i] == TTA_OK || status[i] == TTA_NO_MEMORY);
    if (allowed == 0) ck_assert_int_eq(status[0], TTA_NO_MEMORY);
    tta_arena_free(&scarce);
  }
}
END_TEST

START_TEST(test_scratch_is_given_back) {
  tta_arena_mark before = tta_arena_position(&arena);
  INJECTIVE("2x3x64x128", "d0 * 192 + d1 * 64 + d2, d3");
  INJECTIVE("100x100", "(d0 + d1 * 3) floordiv 2, (d0 + d1 * 2) floordiv 2, d0");
  tta_arena_mark after = tta_arena_position(&arena);
  ck_assert(before.block == after.block && before.at == after.at);
}
END_TEST

/* Never timed (tests/property/test_maps.c says how long it took): that nothing was enumerated is what makes it fast.
 * The last two maps are not injective in a way that digits show. */
START_TEST(test_huge_grid_is_not_enumerated) {
  static const char *const maps[] = {
      "0, d0, d1",
      "d0 floordiv 8, d0 mod 8, d1",
      "0, d0, (d0 + d1) mod 1000000000",
      "d0 * 2 + d1 * 3, d0 mod 7, d1 mod 11",
      "(d0 + d1 * 7) floordiv 13, (d0 * 5 + d1) mod 1000003, (d0 + d1 * 3) floordiv 1000",
  };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    tta_shape shape;
    tta_injectivity out;
    tta_map map = map_of("1000000000x1000000000", maps[i], &shape);
    ck_assert_int_eq(tta_maps_injectivity(&map, shape, &arena, &out), TTA_OK);
    ck_assert_msg(out.method != TTA_BY_BITMAP, "%s: enumerated", maps[i]);
    if (i < 3) ck_assert_msg(out.method == TTA_BY_DIGITS, "%s: %s", maps[i], tta_maps_method_name(out.method));
  }
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("maps", setup, teardown, test_seed_maps, test_upstream_maps, test_two_divisors_of_one_sum,
                        test_moves_of_two_digits, test_bounds_of_intervals, test_extent_one, test_witness_is_worked,
                        test_huge_boxes, test_many_dims, test_long_chains, test_overflow_is_reported,
                        test_near_the_ends, test_invalid, test_extent, test_range_answers, test_reached, test_equality,
                        test_every_allocation_may_fail, test_scratch_is_given_back, test_huge_grid_is_not_enumerated);
}
