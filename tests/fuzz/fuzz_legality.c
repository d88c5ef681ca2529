/* What src/maps says of a map over a small box against enumeration of the box: injectivity, ranges, extent, values
 * reached, equality. TTA_UNKNOWN is always allowed; every witness is looked up. */
#include "fuzz.h"
#include "maps/maps.h"

enum { MAX_DIMS = 4, MAX_RESULTS = 4, MAX_POINTS = 1024, DEPTH = 4 };

typedef struct test_case {
  tta_affine_pool *pool;
  tta_map map, other;
  tta_expr results[MAX_RESULTS], other_results[MAX_RESULTS];
  int64_t extent[MAX_DIMS];
  int64_t points, image[MAX_POINTS][MAX_RESULTS];
  bool defined[MAX_POINTS];
} test_case;

static tta_expr expression(fuzz_bytes *b, tta_affine_pool *pool, uint32_t dims, int depth) {
  static const tta_expr_kind kinds[] = {TTA_EXPR_ADD, TTA_EXPR_ADD,      TTA_EXPR_MUL,
                                        TTA_EXPR_MOD, TTA_EXPR_FLOORDIV, TTA_EXPR_CEILDIV};
  uint32_t choice = fuzz_byte(b);
  if (!depth || choice < 80 || !fuzz_more(b)) {
    if (choice % 4 == 0 || !dims) return tta_expr_constant(pool, fuzz_number(b));
    return tta_expr_dim(pool, fuzz_below(b, dims));
  }
  tta_expr_kind kind = kinds[choice % 6];
  tta_expr lhs = expression(b, pool, dims, depth - 1);
  if (kind == TTA_EXPR_ADD) return tta_expr_binary(pool, kind, lhs, expression(b, pool, dims, depth - 1));
  int64_t n = fuzz_number(b);
  if (kind != TTA_EXPR_MUL && n <= 0) n = 1 + fuzz_below(b, 33);
  return tta_expr_binary(pool, kind, lhs, tta_expr_constant(pool, n));
}

/* The model shares nothing with src/maps: a walk in 128 bits. False where a step leaves int64. */
static bool value_of(const tta_affine_pool *pool, tta_expr e, const int64_t *at, int64_t *out) {
  tta_expr_view v = tta_expr_get(pool, e);
  int64_t a, b;
  if (v.kind == TTA_EXPR_CONSTANT) return *out = v.value, true;
  if (v.kind == TTA_EXPR_DIM) return *out = at[v.value], true;
  if (!value_of(pool, v.lhs, at, &a) || !value_of(pool, v.rhs, at, &b)) return false;
  __int128 x = a, y = b, r, q = y ? x / y - (x % y != 0 && (x < 0) != (y < 0)) : 0;
  switch (v.kind) {
  case TTA_EXPR_ADD: r = x + y; break;
  case TTA_EXPR_MUL: r = x * y; break;
  case TTA_EXPR_MOD: r = x - q * y; break;
  case TTA_EXPR_FLOORDIV: r = q; break;
  default: r = q + (x % y != 0); break;
  }
  *out = (int64_t)r;
  return r == *out;
}

static void point(const test_case *t, int64_t number, int64_t *at) {
  for (uint32_t i = t->map.num_dims; i-- > 0;) {
    at[i] = number % t->extent[i];
    number /= t->extent[i];
  }
}

static bool image_at(const tta_map *map, const int64_t *at, int64_t *image) {
  bool ok = true;
  for (uint32_t r = 0; r < map->num_results; r++) ok = value_of(map->pool, map->results[r], at, &image[r]) && ok;
  return ok;
}

static bool in_box(const test_case *t, const int64_t *at) {
  for (uint32_t i = 0; i < t->map.num_dims; i++)
    if (at[i] < 0 || at[i] >= t->extent[i]) return false;
  return true;
}

static bool same_image(const test_case *t, const int64_t *a, const int64_t *b) {
  return !t->map.num_results || !memcmp(a, b, t->map.num_results * sizeof *a);
}

static bool all_defined(const test_case *t) {
  for (int64_t i = 0; i < t->points; i++)
    if (!t->defined[i]) return false;
  return true;
}

static void require_overflow(const test_case *t, const tta_map *map, const int64_t *at) {
  int64_t image[MAX_RESULTS];
  REQUIRE(at || !map->num_dims, "an overflow nowhere");
  REQUIRE(in_box(t, at) && !image_at(map, at, image), "no overflow there");
}

static void check_injectivity(const test_case *t, tta_shape box, tta_arena *arena) {
  tta_injectivity answer;
  tta_status status = tta_maps_injectivity(&t->map, box, arena, &answer);
  bool defined = all_defined(t), injective = true;
  if (status == TTA_OVERFLOW) {
    require_overflow(t, &t->map, answer.overflow_at);
    return;
  }
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  if (answer.injective == TTA_NO) {
    int64_t a[MAX_RESULTS], b[MAX_RESULTS];
    REQUIRE(in_box(t, answer.first) && in_box(t, answer.second), "witness outside the box");
    REQUIRE(memcmp(answer.first, answer.second, t->map.num_dims * sizeof *a) != 0, "one index twice");
    REQUIRE(image_at(&t->map, answer.first, a) && image_at(&t->map, answer.second, b), "a witness overflows");
    REQUIRE(same_image(t, a, b) && same_image(t, a, answer.image), "the witnesses have different images");
    return;
  }
  for (int64_t i = 0; i < t->points && injective; i++)
    for (int64_t j = 0; j < i && injective; j++)
      injective = !t->defined[i] || !t->defined[j] || !same_image(t, t->image[i], t->image[j]);
  REQUIRE(answer.injective != TTA_YES || injective, "not injective (%s)", tta_maps_method_name(answer.method));
  REQUIRE(answer.injective != TTA_UNKNOWN || !defined || t->points > TTA_MAPS_MAX_POINTS,
          "a small box is always decided");
}

static void check_range(const test_case *t, uint32_t r, tta_shape box, tta_arena *arena) {
  tta_range range;
  tta_status status = tta_maps_range(&t->map, r, box, arena, &range);
  if (status == TTA_OVERFLOW) {
    tta_map one = t->map;
    one.results += r;
    one.num_results = 1;
    require_overflow(t, &one, range.overflow_at);
    return;
  }
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  int64_t value;
  const tta_bound *bounds[] = {&range.min, &range.max};
  for (int i = 0; i < 2; i++) {
    REQUIRE(in_box(t, bounds[i]->at) && value_of(t->map.pool, t->map.results[r], bounds[i]->at, &value) &&
                value == bounds[i]->seen,
            "witness %d", i);
    REQUIRE(!bounds[i]->exact || bounds[i]->bound == bounds[i]->seen, "exact %d", i);
  }
  for (int64_t i = 0; i < t->points; i++) {
    int64_t at[MAX_DIMS];
    point(t, i, at);
    if (!value_of(t->map.pool, t->map.results[r], at, &value)) {
      REQUIRE(range.may_overflow, "an overflow that is not told");
      continue;
    }
    REQUIRE(range.min.bound <= value && value <= range.max.bound, "%lld outside [%lld, %lld] (%s)", (long long)value,
            (long long)range.min.bound, (long long)range.max.bound, tta_maps_method_name(range.method));
  }
}

static void check_extent(const test_case *t, tta_shape box, tta_arena *arena) {
  tta_extent extent;
  tta_status status = tta_maps_extent(&t->map, box, arena, &extent);
  if (status == TTA_OVERFLOW) {
    require_overflow(t, &t->map, extent.overflow_at);
    return;
  }
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  const int64_t *last = t->image[t->points - 1];
  if (extent.last_is_largest == TTA_NO) {
    int64_t value;
    REQUIRE(in_box(t, extent.at) && value_of(t->map.pool, t->map.results[extent.result], extent.at, &value), "witness");
    REQUIRE(value == extent.larger && extent.last == last[extent.result] && value > extent.last,
            "values of the witness");
  } else if (extent.last_is_largest == TTA_YES) {
    for (int64_t i = 0; i < t->points; i++)
      for (uint32_t r = 0; t->defined[i] && r < t->map.num_results; r++)
        REQUIRE(t->image[i][r] <= last[r], "result %u is larger at point %lld", r, (long long)i);
  }
}

static void check_reached(const test_case *t, uint32_t r, tta_shape box, int64_t limit, tta_arena *arena) {
  tta_reached reached;
  tta_status status = tta_maps_reached(&t->map, r, box, limit, arena, &reached);
  if (status == TTA_OVERFLOW) return;
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  static bool seen[256];
  memset(seen, 0, sizeof seen);
  for (int64_t i = 0; i < t->points; i++)
    if (t->defined[i] && t->image[i][r] >= 0 && t->image[i][r] < limit) seen[t->image[i][r]] = true;
  int64_t count = 0, first = limit;
  for (int64_t v = limit; v-- > 0;) {
    bool bit = reached.bits[v / 64] >> v % 64 & 1;
    count += bit;
    if (!bit) first = v;
    if (!all_defined(t)) continue;
    REQUIRE(!bit || seen[v], "%lld is not reached", (long long)v);
    REQUIRE(!reached.complete || bit || !seen[v], "%lld is reached", (long long)v);
  }
  REQUIRE(count == reached.count && first == reached.first_missing, "count %lld, first missing %lld",
          (long long)reached.count, (long long)reached.first_missing);
}

static void check_equality(const test_case *t, tta_shape box, tta_arena *arena) {
  tta_map_equality answer;
  tta_status status = tta_maps_equality(&t->map, &t->other, box, arena, &answer);
  if (status == TTA_OVERFLOW) return;
  REQUIRE(status == TTA_OK, "status %d", (int)status);
  int64_t a, b;
  if (answer.equal == TTA_NO) {
    REQUIRE(in_box(t, answer.at) && value_of(t->pool, t->results[answer.result], answer.at, &a) &&
                value_of(t->pool, t->other_results[answer.result], answer.at, &b) && a == answer.a && b == answer.b &&
                a != b,
            "witness");
    return;
  }
  for (int64_t i = 0; i < t->points && answer.equal == TTA_YES; i++) {
    int64_t at[MAX_DIMS];
    point(t, i, at);
    for (uint32_t r = 0; r < t->map.num_results; r++)
      if (value_of(t->pool, t->results[r], at, &a) && value_of(t->pool, t->other_results[r], at, &b))
        REQUIRE(a == b, "they differ");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static test_case t;
  fuzz_bytes b = {data, data + size};
  t = (test_case){.pool = tta_affine_pool_new(NULL), .points = 1};
  uint32_t dims = fuzz_below(&b, MAX_DIMS + 1), results = 1 + fuzz_below(&b, MAX_RESULTS);
  for (uint32_t i = 0; i < dims; i++) {
    t.extent[i] = 1 + fuzz_below(&b, 40);
    if (t.points * t.extent[i] > MAX_POINTS) t.extent[i] = 1;
    t.points *= t.extent[i];
  }
  for (uint32_t i = 0; i < results; i++) t.results[i] = expression(&b, t.pool, dims, DEPTH);
  for (uint32_t i = 0; i < results; i++)
    t.other_results[i] = fuzz_byte(&b) & 1 ? expression(&b, t.pool, dims, DEPTH) : t.results[i];
  t.map = (tta_map){t.pool, dims, 0, results, t.results};
  t.other = (tta_map){t.pool, dims, 0, results, t.other_results};
  for (int64_t i = 0; i < t.points; i++) {
    int64_t at[MAX_DIMS];
    point(&t, i, at);
    t.defined[i] = image_at(&t.map, at, t.image[i]);
  }
  tta_shape box = {dims, t.extent};
  tta_arena arena;
  tta_arena_init(&arena, NULL);
  check_injectivity(&t, box, &arena);
  for (uint32_t r = 0; r < results; r++) {
    check_range(&t, r, box, &arena);
    check_reached(&t, r, box, fuzz_below(&b, 257), &arena);
  }
  check_extent(&t, box, &arena);
  check_equality(&t, box, &arena);
  tta_arena_free(&arena);
  tta_affine_pool_free(t.pool);
  return 0;
}
