/* src/maps at its limits: products of dims, numbers near the limits of int64, more dims, results and operations than
 * the closed forms support, boxes that are too large to enumerate, and out of memory. Small boxes are enumerated by
 * the model of the property tests. In large ones random points must not contradict the result. */
#include "../property/maps_model.h"
#include "failing.h"
#include "map_text.h"
#include "suite.h"

static test_case t;

static void setup_case(void) {
  setup();
  t = (test_case){.pool = pool, .image = malloc(MAX_POINTS * MAX_RESULTS * sizeof *t.image)};
  tta_arena_init(&t.arena, NULL);
}

static void teardown_case(void) {
  tta_arena_free(&t.arena);
  free(t.image);
  teardown();
}

/* t.map, and t.other for equality, from text. */
static void take(const char *box, const char *map, const char *other) {
  tta_shape shape;
  t.map = map_of(box, map, &shape);
  memcpy(t.results, results, sizeof t.results);
  t.map.results = t.results;
  t.other = map_of(box, other ? other : map, &shape);
  memcpy(t.others, results, sizeof t.others);
  t.other.results = t.others;
  memcpy(t.extent, extents, sizeof t.extent);
  t.box = (tta_shape){shape.rank, t.extent};
  t.points = 1;
  for (uint32_t i = 0; i < shape.rank && t.points <= MAX_POINTS; i++) t.points *= t.extent[i];
}

/* ---- worked maps on small boxes ---- */

static const struct {
  const char *box, *map, *other;
} small[] = {
    /* right operands that are not constants */
    {"3x4", "d0 * d1", "d1 * d0"},
    {"3x4", "d0 mod (d1 + 1), d0, d1", NULL},
    {"9x4", "d0 floordiv (d1 + 1) + d0 ceildiv (d1 + 2)", "d0 ceildiv (d1 + 2) + d0 floordiv (d1 + 1)"},
    {"5x5", "(d0 - 2) * (d1 - 2)", "d0 * d1 - d0 * 2 - d1 * 2 + 4"},
    {"7x1", "d0 * (d1 + 3)", "d0 * 3"},
    {"1x7", "(d0 + 3) * d1", "d1 * 3"},
    {"7x1", "d0 mod (d1 + 3), d0 floordiv (d1 + 3)", "d0 mod 3, d0 floordiv 3"},
    {"7x1", "d0 ceildiv (d1 + 3)", "(d0 + 2) floordiv 3"},
    {"7x1", "d0 * (d1 - 1)", "d0 * -1"},
    {"1x1", "d0 * d1", "0"},
    {"3x3", "(d0 * 9223372036854775807) * (d1 + 1)", NULL},
    {"3x3", "(d0 - 1) * (d1 * 9223372036854775807)", NULL},
    {"2x3", "(d0 - 1) mod (d1 + 9223372036854775805)", NULL},
    /* sums that come back to 0, and terms that meet */
    {"4x5", "d0 + d1 - d0", "d1"},
    {"4x5", "(d0 + d1) mod 3 - (d0 + d1) mod 3 + d0 * 5 + d1", "d0 * 5 + d1"},
    {"4x5", "(d0 * 4 + d1 * 6) floordiv 4, (d0 * 4 + d1 * 6) mod 4", NULL},
    {"12", "(d0 floordiv 4) mod 2, d0 floordiv 6, d0 mod 4, d0 mod 6", NULL},
    {"35", "d0 floordiv 5, d0 floordiv 7, d0 mod 35", NULL},
    {"13x13", "(d0 * 8 + d1) floordiv 5 - (d0 * 8 + d1) floordiv 3", NULL},
    {"100", "(d0 mod 7) * 3 + d0 floordiv 11, d0 mod 5", NULL},
    {"30x30", "(d0 + d1) floordiv 7 + (d0 + d1) mod 11", "(d0 + d1) mod 11 + (d1 + d0) floordiv 7"},
    {"16x16", "(d0 + d1) mod 16, d0", NULL},
    {"16x16", "(d0 + d1) mod 16, d0 mod 8", NULL},
    /* the ends of int64 */
    {"2", "d0 * 9223372036854775807 + d0", NULL},
    {"3", "(d0 - 1) * 9223372036854775807", NULL},
    {"2x2", "(d0 * 9223372036854775807) mod 9223372036854775806 + d1", NULL},
    {"2x2", "(d0 * 4611686018427387904 + d1 * 4611686018427387903) floordiv 2", NULL},
    {"2x2", "(d0 * 4611686018427387904 + d1 * 4611686018427387904) floordiv 2", NULL},
    {"2x2", "(d0 * -9223372036854775807 - d1) ceildiv 3", NULL},
    {"2x2", "(d0 * -9223372036854775807 - d1 - d0) ceildiv 3", NULL},
    {"2x2", "(d0 * 9223372036854775807) ceildiv 9223372036854775807 + d1 * 2", NULL},
    {"2x2x2", "d0 * 9223372036854775807 - d1 * 9223372036854775807 + d2", NULL},
    {"4", "(d0 mod 2) * 9223372036854775807 + (d0 floordiv 2) * -9223372036854775807", NULL},
    {"9", "(d0 floordiv 3) * 4611686018427387904 - (d0 mod 3) * 4611686018427387904", NULL},
    {"5x5", "(d0 * 3 + d1) floordiv 4 * 2305843009213693952", NULL},
    /* no dims, no results, one point */
    {"", "", ""},
    {"", "7, -3", "7, -3"},
    {"", "9223372036854775807", "-9223372036854775807"},
    {"5", "", ""},
    {"1x1x1", "", ""},
    {"1x1", "d0 + 5, d1 * 7 - 1", "5, -1"},
};

START_TEST(test_small_boxes) {
  for (size_t i = 0; i < sizeof small / sizeof *small; i++)
    for (int64_t limit = 0; limit <= 100; limit += 25) {
      take(small[i].box, small[i].map, small[i].other);
      ck_assert(t.points <= MAX_POINTS);
      enumerate(&t);
      const char *wrong = check_case(&t, limit);
      ck_assert_msg(!wrong, "%s on %s: %s", small[i].map, small[i].box, wrong);
    }
}
END_TEST

/* ---- many dims, results and operations ---- */

static tta_expr sum_of(uint32_t dims, const int64_t *coefficient, int64_t constant) {
  tta_expr sum = tta_expr_constant(pool, constant);
  for (uint32_t i = 0; i < dims; i++)
    sum = tta_expr_binary(pool, TTA_EXPR_ADD, sum,
                          tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, i),
                                          tta_expr_constant(pool, coefficient[i])));
  return sum;
}

/* `dims` dims, the first `wide` of extent 2, the others of extent 1. */
static void box_of(uint32_t dims, uint32_t wide) {
  t.points = (int64_t)1 << wide;
  for (uint32_t i = 0; i < dims; i++) t.extent[i] = i < wide ? 2 : 1;
  t.box = (tta_shape){dims, t.extent};
}

static void check_wide(uint32_t num_results, const char *what) {
  memcpy(t.others, t.results, sizeof t.others);
  t.map = t.other = (tta_map){pool, t.box.rank, 0, num_results, t.results};
  enumerate(&t);
  const char *wrong = check_case(&t, 100);
  ck_assert_msg(!wrong, "%s: %s", what, wrong);
}

START_TEST(test_many_dims) {
  int64_t up[MAX_DIMS] = {0};
  for (uint32_t dims = 15; dims <= MAX_DIMS; dims += 5) {
    box_of(dims, 10);
    for (uint32_t i = 0; i < dims; i++) up[i] = (int64_t)1 << (i % 60);
    t.results[0] = sum_of(dims, up, 3);
    check_wide(1, "a positional system");
    up[4] = up[3];
    t.results[0] = sum_of(dims, up, 0);
    check_wide(1, "two dims of one weight");
    t.results[1] = tta_expr_dim(pool, 4);
    check_wide(2, "and one of them by itself");
    up[4] = -up[3];
    t.results[0] = sum_of(dims, up, -5);
    check_wide(1, "weights of both signs");
    up[5] = 0;
    t.results[0] = sum_of(dims, up, 0);
    check_wide(1, "a dim that is not named");
    up[6] = INT64_MAX;
    t.results[0] = sum_of(dims, up, 0);
    check_wide(1, "a sum that leaves int64");
    up[6] = INT64_MIN;
    t.results[0] = sum_of(dims, up, 0);
    check_wide(1, "the least weight");
    t.results[0] = sum_of(dims, up, INT64_MIN);
    check_wide(1, "the least constant");
    up[6] = 64;
    tta_expr twice = tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, 2), tta_expr_constant(pool, -4));
    t.results[0] = tta_expr_binary(pool, TTA_EXPR_ADD, sum_of(dims, up, 0), twice);
    check_wide(1, "a dim whose weight comes back to 0");
    t.results[1] = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, t.results[0], tta_expr_constant(pool, 3));
    check_wide(2, "no sum");
  }
}
END_TEST

START_TEST(test_many_results) {
  for (uint32_t num_results = 15; num_results <= MAX_RESULTS; num_results++) {
    box_of(10, 10);
    for (uint32_t r = 0; r < num_results; r++) t.results[r] = tta_expr_dim(pool, r % 10);
    check_wide(num_results, "each dim in a result");
    for (uint32_t r = 0; r < num_results; r++) t.results[r] = tta_expr_dim(pool, r % 9);
    check_wide(num_results, "one dim in none");
    tta_expr three = tta_expr_constant(pool, 3);
    for (uint32_t r = 0; r < num_results; r++)
      t.results[r] = tta_expr_binary(pool, TTA_EXPR_MOD,
                                     tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_dim(pool, r % 10),
                                                     tta_expr_dim(pool, (r + 1) % 10)),
                                     three);
    check_wide(num_results, "residues");
  }
}
END_TEST

/* More operations, and more operands waiting, than fit the local arrays. */
START_TEST(test_long_expressions) {
  box_of(3, 0);
  t.extent[0] = 7, t.extent[1] = 5, t.extent[2] = 3, t.points = 105;
  for (int length = 10; length <= 90; length += 40) {
    tta_expr left = tta_expr_dim(pool, 0), right = tta_expr_dim(pool, 1);
    for (int i = 0; i < length; i++) {
      tta_expr m = tta_expr_constant(pool, i % 5 + 2);
      tta_expr term = tta_expr_binary(pool, i % 2 ? TTA_EXPR_MOD : TTA_EXPR_FLOORDIV,
                                      tta_expr_dim(pool, (uint32_t)i % 3), m);
      left = tta_expr_binary(pool, TTA_EXPR_ADD, left, term);
      right = tta_expr_binary(pool, TTA_EXPR_ADD, term, tta_expr_binary(pool, TTA_EXPR_MOD, right, m));
    }
    t.results[0] = left;
    check_wide(1, "a chain to the left");
    t.results[0] = right;
    check_wide(1, "a chain to the right");
    t.results[1] = left;
    t.results[2] = tta_expr_dim(pool, 2);
    check_wide(3, "both");
    for (int i = 0; i < 30; i++)
      right = tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, (uint32_t)i % 3), right);
    t.results[0] = right;
    check_wide(1, "products that wait for their right side");
  }
}
END_TEST

/* ---- random maps ---- */

static uint64_t state;

static uint64_t draw(uint64_t below) { /* xorshift64*, Marsaglia 2003 / Vigna 2016 */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (state * 2685821657736338717u >> 11) % below;
}

static int64_t number(void) {
  static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -((int64_t)1 << 62), -(((int64_t)1 << 31) + 1), -2, -1,
                                  0,         1,             2,                   3,                         8,  13,
                                  (int64_t)1 << 31, ((int64_t)1 << 32) + 1, 3037000500, (int64_t)1 << 61,
                                  (int64_t)1 << 62, INT64_MAX - 1, INT64_MAX};
  return draw(3) ? (int64_t)draw(12) - 3 : edges[draw(sizeof edges / sizeof *edges)];
}

static int64_t divisor(void) {
  int64_t value = number();
  return value < 1 ? 5 : value;
}

static tta_expr random_expr(int depth) {
  if (!depth || !draw(5))
    return draw(5) ? tta_expr_dim(pool, (uint32_t)draw(t.box.rank)) : tta_expr_constant(pool, number());
  tta_expr left = random_expr(depth - 1);
  tta_expr_kind kind = (tta_expr_kind)(TTA_EXPR_ADD + draw(8) % 5);
  if (kind == TTA_EXPR_ADD) return tta_expr_binary(pool, kind, left, random_expr(depth - 1));
  if (kind == TTA_EXPR_MUL)
    return tta_expr_binary(pool, kind, left, draw(6) ? tta_expr_constant(pool, number()) : random_expr(depth - 1));
  tta_expr right = draw(6) ? tta_expr_constant(pool, divisor())
                           : tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_dim(pool, (uint32_t)draw(t.box.rank)),
                                             tta_expr_constant(pool, 1 + (int64_t)draw(9)));
  return tta_expr_binary(pool, kind, left, right);
}

static void random_maps(void) {
  uint32_t count = 1 + (uint32_t)draw(3);
  for (uint32_t r = 0; r < count; r++) {
    t.results[r] = t.others[r] = random_expr(1 + (int)draw(4));
    if (!draw(2)) continue;
    tta_expr zero = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, tta_expr_dim(pool, 0), tta_expr_constant(pool, divisor()));
    if (draw(2)) zero = tta_expr_constant(pool, 0);
    t.others[r] = draw(4) ? tta_expr_binary(pool, TTA_EXPR_ADD, t.results[r], zero) : random_expr(2);
  }
  t.map = (tta_map){pool, t.box.rank, 0, count, t.results};
  t.other = (tta_map){pool, t.box.rank, 0, count, t.others};
}

START_TEST(test_random_maps) {
  state = 20261121;
  for (int n = 0; n < 20000; n++) {
    tta_affine_pool_rewind(pool, 1);
    t.box = (tta_shape){1 + (uint32_t)draw(3), t.extent};
    t.points = 1;
    for (uint32_t i = 0; i < t.box.rank; i++) t.points *= t.extent[i] = 1 + (int64_t)draw(draw(2) ? 8 : 3);
    random_maps();
    enumerate(&t);
    const char *wrong = check_case(&t, (int64_t)draw(101));
    if (wrong) print_case(&t, n);
    ck_assert_msg(!wrong, "case %d: %s", n, wrong);
  }
}
END_TEST

/* ---- boxes that cannot be walked ---- */

static int64_t some_index(int64_t extent) {
  int64_t near = (int64_t)draw(4);
  switch (draw(4)) {
    case 0: return near < extent ? near : 0;
    case 1: return extent - 1 - (near < extent ? near : 0);
    default: return (int64_t)(draw((uint64_t)1 << 53) * 1031 % (uint64_t)extent);
  }
}

typedef struct sample_point {
  int64_t at[MAX_DIMS], value[MAX_RESULTS], other[MAX_RESULTS];
  bool fits[MAX_RESULTS], other_fits[MAX_RESULTS];
} sample_point;

static void evaluate_point(sample_point *p) {
  for (uint32_t i = 0; i < t.box.rank; i++) p->at[i] = some_index(t.extent[i]);
  for (uint32_t r = 0; r < t.map.num_results; r++) {
    p->fits[r] = model(pool, t.results[r], p->at, &p->value[r]);
    p->other_fits[r] = model(pool, t.others[r], p->at, &p->other[r]);
  }
}

static bool all_fit(const sample_point *p) {
  for (uint32_t r = 0; r < t.map.num_results; r++)
    if (!p->fits[r]) return false;
  return true;
}

enum { POINTS = 64 };

static void sampled_range(const sample_point *points, uint32_t r) {
  tta_range out;
  int64_t value;
  tta_status status = tta_maps_range(&t.map, r, t.box, &t.arena, &out);
  if (status == TTA_OVERFLOW) {
    ck_assert(in_box(&t, out.overflow_at) && !model(pool, t.results[r], out.overflow_at, &value));
    return;
  }
  ck_assert_int_eq(status, TTA_OK);
  for (int n = 0; n < POINTS; n++) {
    ck_assert(points[n].fits[r] || out.may_overflow);
    if (points[n].fits[r]) ck_assert(out.min.bound <= points[n].value[r] && points[n].value[r] <= out.max.bound);
  }
  const tta_bound *side[2] = {&out.min, &out.max};
  for (int i = 0; i < 2; i++) {
    ck_assert(side[i]->at ? in_box(&t, side[i]->at) : !side[i]->exact);
    if (side[i]->at) ck_assert(model(pool, t.results[r], side[i]->at, &value) && value == side[i]->seen);
    if (side[i]->exact) ck_assert_int_eq(side[i]->seen, side[i]->bound);
  }
  ck_assert(tta_range_below(&out, out.min.bound) != TTA_YES);
  if (out.max.bound < INT64_MAX) ck_assert(tta_range_at_least(&out, out.max.bound + 1) != TTA_YES);
  ck_assert_int_eq(tta_range_at_least(&out, out.max.seen), TTA_YES);
  if (out.min.seen < INT64_MAX) ck_assert_int_eq(tta_range_below(&out, out.min.seen + 1), TTA_YES);
  if (out.min.exact && !out.may_overflow) ck_assert_int_eq(tta_range_below(&out, out.min.seen), TTA_NO);
}

static void sampled_injectivity(const sample_point *points) {
  tta_injectivity out;
  int64_t a, b;
  tta_status status = tta_maps_injectivity(&t.map, t.box, &t.arena, &out);
  if (status == TTA_OVERFLOW) {
    ck_assert(overflows_at(&t, &t.map, out.overflow_at));
    return;
  }
  ck_assert_int_eq(status, TTA_OK);
  size_t index = t.box.rank * sizeof a, image = t.map.num_results * sizeof a;
  for (int n = 0; n < POINTS && out.injective == TTA_YES; n++) {
    ck_assert(all_fit(&points[n]));
    for (int k = 0; k < n; k++)
      ck_assert(!memcmp(points[n].at, points[k].at, index) || memcmp(points[n].value, points[k].value, image));
  }
  if (out.injective != TTA_NO) return;
  ck_assert(in_box(&t, out.first) && in_box(&t, out.second) && memcmp(out.first, out.second, index));
  for (uint32_t r = 0; r < t.map.num_results; r++)
    ck_assert(model(pool, t.results[r], out.first, &a) && model(pool, t.results[r], out.second, &b) && a == b &&
              a == out.image[r]);
}

static void sampled_extent(const sample_point *points) {
  tta_extent out;
  int64_t value;
  tta_status status = tta_maps_extent(&t.map, t.box, &t.arena, &out);
  if (status == TTA_OVERFLOW) {
    ck_assert(overflows_at(&t, &t.map, out.overflow_at));
    return;
  }
  ck_assert_int_eq(status, TTA_OK);
  int64_t last[MAX_DIMS];
  for (uint32_t i = 0; i < t.box.rank; i++) last[i] = t.extent[i] - 1;
  for (uint32_t r = 0; r < t.map.num_results && out.last_is_largest == TTA_YES; r++) {
    ck_assert(model(pool, t.results[r], last, &value));
    for (int n = 0; n < POINTS; n++) ck_assert(points[n].fits[r] && points[n].value[r] <= value);
  }
  if (out.last_is_largest != TTA_NO) return;
  ck_assert(model(pool, t.results[out.result], out.at, &value) && value == out.larger && out.larger > out.last);
}

static void sampled_reached(const sample_point *points, uint32_t r) {
  tta_reached out;
  int64_t limit = (int64_t)draw(200), value;
  tta_status status = tta_maps_reached(&t.map, r, t.box, limit, &t.arena, &out);
  if (status == TTA_OVERFLOW) {
    ck_assert(in_box(&t, out.overflow_at) && !model(pool, t.results[r], out.overflow_at, &value));
    return;
  }
  ck_assert_int_eq(status, TTA_OK);
  int64_t bits = 0;
  for (int64_t v = 0; v < limit; v++) bits += (int64_t)(out.bits[v / 64] >> (v % 64) & 1);
  ck_assert_int_eq(bits, out.count);
  for (int n = 0; n < POINTS && out.complete; n++) {
    value = points[n].value[r];
    if (points[n].fits[r] && value >= 0 && value < limit) ck_assert(out.bits[value / 64] >> (value % 64) & 1);
  }
}

static void sampled_equality(const sample_point *points) {
  tta_map_equality out;
  int64_t a, b;
  tta_status status = tta_maps_equality(&t.map, &t.other, t.box, &t.arena, &out);
  if (status == TTA_OVERFLOW) {
    ck_assert(overflows_at(&t, &t.map, out.overflow_at) || overflows_at(&t, &t.other, out.overflow_at));
    return;
  }
  ck_assert_int_eq(status, TTA_OK);
  for (int n = 0; n < POINTS && out.equal == TTA_YES; n++)
    for (uint32_t r = 0; r < t.map.num_results; r++)
      if (points[n].fits[r] && points[n].other_fits[r]) ck_assert_int_eq(points[n].value[r], points[n].other[r]);
  if (out.equal != TTA_NO) return;
  ck_assert(model(pool, t.results[out.result], out.at, &a) && model(pool, t.others[out.result], out.at, &b));
  ck_assert(a == out.a && b == out.b && a != b);
}

static void check_sampled(void) {
  static sample_point points[POINTS];
  tta_arena_mark mark = tta_arena_position(&t.arena);
  for (int n = 0; n < POINTS; n++) evaluate_point(&points[n]);
  sampled_injectivity(points);
  sampled_extent(points);
  sampled_equality(points);
  for (uint32_t r = 0; r < t.map.num_results; r++) {
    sampled_range(points, r);
    sampled_reached(points, r);
  }
  tta_arena_rewind(&t.arena, mark);
}

START_TEST(test_random_maps_on_huge_boxes) {
  static const int64_t sizes[] = {1, 2, 3, 7, 64, 1000, (int64_t)1 << 31, ((int64_t)1 << 32) + 1, 1000000007,
                                  (int64_t)1 << 61, (int64_t)1 << 62, INT64_MAX - 1, INT64_MAX};
  state = 20261122;
  for (int n = 0; n < 400; n++) {
    tta_affine_pool_rewind(pool, 1);
    t.box = (tta_shape){1 + (uint32_t)draw(3), t.extent};
    for (uint32_t i = 0; i < t.box.rank; i++) t.extent[i] = sizes[draw(sizeof sizes / sizeof *sizes)];
    random_maps();
    check_sampled();
  }
}
END_TEST

static const struct {
  const char *box, *map, *other;
} huge[] = {
    {"9223372036854775807", "d0 * 1, d0 floordiv 2, d0 mod 2", NULL},
    {"9223372036854775807", "(d0 + 1) floordiv 2, (d0 + 1) mod 2", NULL},
    {"9223372036854775807", "(d0 + 1) ceildiv 2", "(d0 + 2) floordiv 2"},
    {"9223372036854775807", "d0 + 2", NULL},
    {"9223372036854775807x2", "d0 + d1", NULL},
    {"4611686018427387904x2", "d0 * 2 + d1", NULL},
    {"4611686018427387905x2", "d0 * 2 + d1", NULL},
    {"4294967296x2147483648", "d0 * 2147483648 + d1", NULL},
    {"4294967296x2147483648", "d0 floordiv 2 + d1 * 4294967296, d0 mod 2", NULL},
    {"1000000000000x1000000", "(d0 * 1000000 + d1) floordiv 7, (d0 * 1000000 + d1) mod 7", NULL},
    {"1000000000000x1000000", "(d0 * 1000000 + d1) floordiv 7 * 7 + (d0 * 1000000 + d1) mod 7", "d0 * 1000000 + d1"},
    {"1000000007x3x5", "d0 mod 1000, d0 floordiv 1000, d1 * 5 + d2", NULL},
    {"1000000007", "d0 mod 1000 + d0 floordiv 1000", "d0 floordiv 1000 + d0 mod 1000"},
    {"1000000007", "(d0 floordiv 3) mod 5, d0 mod 3, d0 floordiv 15", NULL},
    {"1000000007", "d0 floordiv 3 - d0 floordiv 5, d0", NULL},
    {"1000000007x1000000007", "d0 * d1, d0", "d1 * d0, d0"},
    {"3037000500x3037000500", "d0 * d1", NULL},
    {"3037000501x3037000501", "(d0 + 1) * (d1 + 1)", NULL},
    {"1000000007x64", "(d0 * 64 + d1) mod 4096, (d0 * 64 + d1) floordiv 4096", NULL},
    {"1000000x1000000", "d0 * 3 + d1 * 5 - 1000", NULL},
    {"1000000x1000000", "d0 - d1", "d0 + d1 * -1"},
    {"1000000000000", "d0 * 4194303", NULL},
    {"1000000000000", "d0 * -1 + 50", NULL},
};

START_TEST(test_huge_boxes_by_samples) {
  state = 20261123;
  for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
    take(huge[i].box, huge[i].map, huge[i].other);
    check_sampled();
  }
}
END_TEST

/* ---- no memory ---- */

static tta_status ask_all(const tta_allocator *allocator, const void *given) {
  tta_arena scarce;
  tta_injectivity injective;
  tta_extent last;
  tta_map_equality same;
  tta_range bounds;
  tta_reached hit;
  (void)given;
  tta_arena_init(&scarce, allocator);
  tta_status status = tta_maps_injectivity(&t.map, t.box, &scarce, &injective);
  if (!status) status = tta_maps_extent(&t.map, t.box, &scarce, &last);
  if (!status) status = tta_maps_equality(&t.map, &t.other, t.box, &scarce, &same);
  for (uint32_t r = 0; r < t.map.num_results && !status; r++) {
    status = tta_maps_range(&t.map, r, t.box, &scarce, &bounds);
    if (!status) status = tta_maps_reached(&t.map, r, t.box, 1000, &scarce, &hit);
  }
  tta_arena_free(&scarce);
  return status;
}

START_TEST(test_every_request_fails) {
  static const char *const maps[][3] = {
      {"30x30x2", "(d0 * 5 + d1 * 3) floordiv 7 + d1 mod 11, (d0 + d1 + d2) floordiv 3", "d0 + d1, d2"},
      {"7x5", "d0 * d1 + d0 mod (d1 + 1)", "d0 * d1"},
      {"5x5x5", "d0 * 25 + d1 * 5 + d2", "d2 + d1 * 5 + d0 * 25"},
      {"1000000007x7", "d0 * d1", "d1 * d0"},
      {"1x1", "d0 + 3, d1", "3, d1"},
      {"2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
       "d0 + d1 * 2 + d2 * 4 + d3 * 8 + d4 * 16 + d5 * 32 + d6 * 64 + d7 * 128 + d8 * 256 + d9 * 512 + d10 * 1024 + "
       "d11 * 2048 + d12 * 4096 + d13 * 8192 + d14 * 16384 + d15 * 32768 + d16 * 65536 - d17",
       "d0"},
  };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    take(maps[i][0], maps[i][1], maps[i][2]);
    if (!strcmp(maps[i][2], "d0")) ck_assert_int_eq(t.map.num_dims, 18);
    ck_assert_uint_gt(each_request_fails(ask_all, NULL, TTA_OK), 0);
  }
  tta_expr chain = tta_expr_dim(pool, 0), right = tta_expr_dim(pool, 1); /* arrays that are local in short maps */
  for (int i = 0; i < 200; i++) {
    tta_expr m = tta_expr_constant(pool, i % 7 + 2), d = tta_expr_dim(pool, (uint32_t)i % 2);
    chain = tta_expr_binary(pool, TTA_EXPR_ADD, chain, tta_expr_binary(pool, TTA_EXPR_FLOORDIV, d, m));
    right = tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_binary(pool, TTA_EXPR_MOD, d, m),
                            tta_expr_binary(pool, TTA_EXPR_MOD, right, m));
  }
  take("4x4", "d0, d1", NULL);
  for (uint32_t r = 0; r < 17; r++) t.results[r] = t.others[r] = r % 2 ? chain : right;
  t.others[0] = chain;
  t.map.num_results = t.other.num_results = 17;
  ck_assert_uint_gt(each_request_fails(ask_all, NULL, TTA_OK), 0);
}
END_TEST

/* ---- errors ---- */

START_TEST(test_refusals) {
  tta_map_equality same;
  tta_injectivity injective;
  tta_range bounds;
  tta_extent last;
  tta_reached hit;
  take("4x4", "d0, d1", "d0");
  ck_assert_int_eq(tta_maps_equality(&t.map, &t.other, t.box, &t.arena, &same), TTA_INVALID); /* results */
  ck_assert_int_eq(tta_maps_reached(&t.map, 2, t.box, 4, &t.arena, &hit), TTA_INVALID);
  t.other.num_symbols = 1;
  ck_assert_int_eq(tta_maps_equality(&t.map, &t.other, t.box, &t.arena, &same), TTA_INVALID);
  ck_assert_int_eq(tta_maps_equality(&t.other, &t.map, t.box, &t.arena, &same), TTA_INVALID);
  ck_assert_int_eq(tta_maps_extent(&t.other, t.box, &t.arena, &last), TTA_INVALID);
  ck_assert_int_eq(tta_maps_reached(&t.other, 0, t.box, 4, &t.arena, &hit), TTA_INVALID);
  /* what the map says of itself does not hold: a symbol, a dim that it does not have, no expression, no divisor */
  tta_expr bad[] = {tta_expr_symbol(pool, 0), tta_expr_dim(pool, 9), TTA_EXPR_NONE,
                    tta_expr_binary(pool, TTA_EXPR_MOD, tta_expr_dim(pool, 0), tta_expr_constant(pool, 0)),
                    tta_expr_binary(pool, TTA_EXPR_CEILDIV, tta_expr_dim(pool, 0), tta_expr_constant(pool, -3)),
                    tta_expr_binary(pool, TTA_EXPR_FLOORDIV, tta_expr_dim(pool, 0), tta_expr_dim(pool, 1))};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (int in_sum = 0; in_sum < (bad[i] ? 3 : 1); in_sum++) {
      tta_expr d1 = tta_expr_dim(pool, 1), result = bad[i];
      if (in_sum == 1) result = tta_expr_binary(pool, TTA_EXPR_ADD, d1, bad[i]);
      if (in_sum == 2) result = tta_expr_binary(pool, TTA_EXPR_MUL, bad[i], tta_expr_constant(pool, 3));
      tta_map map = {pool, 2, 0, 1, &result};
      ck_assert_int_eq(tta_maps_injectivity(&map, t.box, &t.arena, &injective), TTA_INVALID);
      ck_assert_int_eq(injective.injective, TTA_UNKNOWN);
      ck_assert_int_eq(tta_maps_range(&map, 0, t.box, &t.arena, &bounds), TTA_INVALID);
      ck_assert_int_eq(tta_maps_extent(&map, t.box, &t.arena, &last), TTA_INVALID);
      ck_assert_int_eq(last.last_is_largest, TTA_UNKNOWN);
      ck_assert_int_eq(tta_maps_reached(&map, 0, t.box, 4, &t.arena, &hit), TTA_INVALID);
      ck_assert_int_eq(tta_maps_equality(&map, &t.map, t.box, &t.arena, &same), TTA_INVALID);
      tta_map first = {pool, 2, 0, 1, &d1};
      ck_assert_int_eq(tta_maps_equality(&first, &map, t.box, &t.arena, &same), TTA_INVALID);
      ck_assert_int_eq(same.equal, TTA_UNKNOWN);
    }
}
END_TEST

int main(void) {
  return RUN_SUITE_WITH("maps-edges", setup_case, teardown_case, test_small_boxes, test_many_dims, test_many_results,
                        test_long_expressions, test_random_maps, test_random_maps_on_huge_boxes,
                        test_huge_boxes_by_samples, test_every_request_fails, test_refusals);
}
