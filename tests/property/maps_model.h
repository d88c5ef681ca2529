/* maps_model.h: a map on a small box, enumerated point by point, and compared with the results of src/maps. The
 * evaluator uses tta_expr_get and 128-bit arithmetic. It is independent of src/maps. */
#ifndef TTA_TESTS_MAPS_MODEL_H
#define TTA_TESTS_MAPS_MODEL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/maps.h"

__extension__ typedef __int128 wide_int;

enum { MAX_DIMS = 40, MAX_RESULTS = 20, MAX_POINTS = 3000 };

/* ---- the model ---- */

/* False: some step leaves int64. Divisors are positive by construction. */
static bool model(const tta_affine_pool *pool, tta_expr expr, const int64_t *at, int64_t *value) {
  tta_expr_view view = tta_expr_get(pool, expr);
  int64_t a, b;
  if (view.kind == TTA_EXPR_CONSTANT) return *value = view.value, true;
  if (view.kind == TTA_EXPR_DIM) return *value = at[view.value], true;
  if (!model(pool, view.lhs, at, &a) || !model(pool, view.rhs, at, &b)) return false;
  wide_int x = a, y = b, out = 0;
  if (view.kind == TTA_EXPR_ADD) out = x + y;
  if (view.kind == TTA_EXPR_MUL) out = x * y;
  if (view.kind == TTA_EXPR_MOD) out = ((x % y) + y) % y;
  if (view.kind == TTA_EXPR_FLOORDIV) out = (x - (((x % y) + y) % y)) / y;
  if (view.kind == TTA_EXPR_CEILDIV) out = (x + (((-x) % y + y) % y)) / y;
  *value = (int64_t)out;
  return out >= INT64_MIN && out <= INT64_MAX;
}

typedef struct test_case {
  tta_affine_pool *pool;
  tta_expr results[MAX_RESULTS], others[MAX_RESULTS];
  int64_t extent[MAX_DIMS];
  tta_map map, other;
  tta_shape box;
  int64_t points;
  bool overflow[MAX_RESULTS], any_overflow; /* somewhere on the box */
  int64_t *image; /* of all points, map.num_results numbers each, when there is no overflow; room for MAX_POINTS */
  tta_arena arena;
} test_case;

static int64_t *image_of(const test_case *t, int64_t point) { return t->image + (size_t)point * t->map.num_results; }

static void point(const test_case *t, int64_t number, int64_t *at) {
  for (uint32_t i = t->box.rank; i-- > 0;) {
    at[i] = number % t->extent[i];
    number /= t->extent[i];
  }
}

static void enumerate(test_case *t) {
  int64_t at[MAX_DIMS];
  memset(t->overflow, 0, sizeof t->overflow);
  t->any_overflow = false;
  for (int64_t n = 0; n < t->points; n++) {
    point(t, n, at);
    for (uint32_t r = 0; r < t->map.num_results; r++)
      if (!model(t->pool, t->results[r], at, &image_of(t, n)[r])) t->overflow[r] = t->any_overflow = true;
  }
}

/* ---- checks ---- */

static const char *fault; /* of the current case */

static void require(bool ok, const char *what) {
  if (!ok && !fault) fault = what;
}

static bool in_box(const test_case *t, const int64_t *at) {
  for (uint32_t i = 0; i < t->box.rank; i++)
    if (at[i] < 0 || at[i] >= t->extent[i]) return false;
  return true;
}

static bool overflows_at(const test_case *t, const tta_map *map, const int64_t *at) {
  int64_t value;
  if (!at || !in_box(t, at)) return false;
  for (uint32_t r = 0; r < map->num_results; r++)
    if (!model(map->pool, map->results[r], at, &value)) return true;
  return false;
}

static size_t row_bytes; /* of the current case */

static int by_result(const void *a, const void *b) { return memcmp(a, b, row_bytes); }

static bool injective_model(const test_case *t) {
  row_bytes = t->map.num_results * sizeof *t->image;
  if (!row_bytes) return t->points < 2;
  char *sorted = malloc((size_t)t->points * row_bytes);
  bool distinct = true;
  memcpy(sorted, t->image, (size_t)t->points * row_bytes);
  qsort(sorted, (size_t)t->points, row_bytes, by_result);
  for (int64_t n = 1; n < t->points && distinct; n++)
    distinct = by_result(sorted + (size_t)n * row_bytes, sorted + (size_t)(n - 1) * row_bytes) != 0;
  free(sorted);
  return distinct;
}

static long decided[4], asked;

static void check_injectivity(test_case *t) {
  tta_injectivity out;
  int64_t a, b;
  tta_status status = tta_maps_injectivity(&t->map, t->box, &t->arena, &out);
  if (status == TTA_OVERFLOW) {
    require(t->any_overflow && overflows_at(t, &t->map, out.overflow_at), "injectivity: overflow without one");
    return;
  }
  require(status == TTA_OK, "injectivity: status");
  require(out.injective != TTA_UNKNOWN, "injectivity: undecided on a small box");
  if (out.injective == TTA_YES) require(!t->any_overflow && injective_model(t), "injectivity: a missed overlap");
  asked++;
  decided[out.method]++;
  if (out.injective != TTA_NO) return;
  require(in_box(t, out.first) && in_box(t, out.second), "injectivity: witness outside");
  require(t->box.rank && memcmp(out.first, out.second, t->box.rank * sizeof a), "injectivity: one index twice");
  for (uint32_t r = 0; r < t->map.num_results; r++) {
    require(model(t->pool, t->results[r], out.first, &a) && model(t->pool, t->results[r], out.second, &b) && a == b,
            "injectivity: false overlap");
    require(a == out.image[r], "injectivity: wrong image");
  }
}

static void model_range(const test_case *t, uint32_t r, int64_t *lo, int64_t *hi) {
  *lo = INT64_MAX;
  *hi = INT64_MIN;
  for (int64_t n = 0; n < t->points; n++) {
    if (image_of(t, n)[r] < *lo) *lo = image_of(t, n)[r];
    if (image_of(t, n)[r] > *hi) *hi = image_of(t, n)[r];
  }
}

static void check_bound(const test_case *t, uint32_t r, const tta_bound *bound, int64_t value) {
  int64_t seen;
  require(bound->exact && bound->bound == value && bound->seen == value, "range: not the bound");
  require(in_box(t, bound->at) && model(t->pool, t->results[r], bound->at, &seen) && seen == value, "range: witness");
}

static void check_range(test_case *t, uint32_t r) {
  tta_range out;
  int64_t lo, hi;
  tta_status status = tta_maps_range(&t->map, r, t->box, &t->arena, &out);
  if (t->overflow[r]) {
    require(status == TTA_OVERFLOW && overflows_at(t, &t->map, out.overflow_at), "range: overflow not reported");
    return;
  }
  require(status == TTA_OK && !out.may_overflow, "range: status");
  if (status) return;
  model_range(t, r, &lo, &hi);
  check_bound(t, r, &out.min, lo);
  check_bound(t, r, &out.max, hi);
  require(tta_range_below(&out, 0) == (lo < 0 ? TTA_YES : TTA_NO), "range: below 0");
  require(tta_range_at_least(&out, 5) == (hi >= 5 ? TTA_YES : TTA_NO), "range: at least 5");
}

static void check_extent(test_case *t) {
  tta_extent out;
  int64_t lo, hi, seen;
  tta_status status = tta_maps_extent(&t->map, t->box, &t->arena, &out);
  if (status == TTA_OVERFLOW) {
    require(t->any_overflow && overflows_at(t, &t->map, out.overflow_at), "extent: overflow without one");
    return;
  }
  require(status == TTA_OK && out.last_is_largest != TTA_UNKNOWN, "extent: status");
  if (out.last_is_largest == TTA_YES) require(!t->any_overflow, "extent: overflow not reported");
  for (uint32_t r = 0; r < t->map.num_results && out.last_is_largest == TTA_YES; r++) {
    model_range(t, r, &lo, &hi);
    require(hi == image_of(t, t->points - 1)[r], "extent: a larger image was missed");
  }
  if (out.last_is_largest != TTA_NO) return;
  require(in_box(t, out.at) && model(t->pool, t->results[out.result], out.at, &seen) && seen == out.larger,
          "extent: witness");
  require(out.last == image_of(t, t->points - 1)[out.result] && out.larger > out.last, "extent: not larger");
}

/* @param limit at most 100 */
static void check_reached(test_case *t, uint32_t r, int64_t limit) {
  enum { MOST = 100 };
  bool hit[MOST] = {false};
  tta_reached out;
  int64_t count = 0, missing = 0;
  tta_status status = tta_maps_reached(&t->map, r, t->box, limit, &t->arena, &out);
  for (int64_t n = 0; n < t->points && !t->overflow[r]; n++)
    if (image_of(t, n)[r] >= 0 && image_of(t, n)[r] < limit) hit[image_of(t, n)[r]] = true;
  for (int64_t v = 0; v < limit; v++) count += hit[v];
  while (missing < limit && hit[missing]) missing++;
  if (t->overflow[r]) {
    require(status == TTA_OVERFLOW && overflows_at(t, &t->map, out.overflow_at), "reached: overflow not reported");
    return;
  }
  require(status == TTA_OK && out.complete, "reached: status");
  require(out.count == count && out.first_missing == missing, "reached: count");
  for (int64_t v = 0; v < limit; v++) require((out.bits[v / 64] >> (v % 64) & 1) == hit[v], "reached: a value");
}

static void check_equality(test_case *t) {
  tta_map_equality out;
  int64_t at[MAX_DIMS], a, b;
  tta_status status = tta_maps_equality(&t->map, &t->other, t->box, &t->arena, &out);
  if (status == TTA_OVERFLOW) {
    require(overflows_at(t, &t->map, out.overflow_at) || overflows_at(t, &t->other, out.overflow_at),
            "equality: overflow without one");
    return;
  }
  require(status == TTA_OK && out.equal != TTA_UNKNOWN, "equality: status");
  for (int64_t n = 0; n < t->points && out.equal == TTA_YES; n++) {
    point(t, n, at);
    for (uint32_t r = 0; r < t->map.num_results; r++) {
      if (tta_expr_equal(t->pool, t->results[r], t->pool, t->others[r])) continue; /* promised not to be evaluated */
      bool same = model(t->pool, t->results[r], at, &a) && model(t->pool, t->others[r], at, &b) && a == b;
      require(same, "equality: a missed difference");
    }
  }
  if (out.equal != TTA_NO) return;
  require(in_box(t, out.at) && model(t->pool, t->results[out.result], out.at, &a) &&
              model(t->pool, t->others[out.result], out.at, &b) && a == out.a && b == out.b && a != b,
          "equality: false difference");
}

static void print_expr(const tta_affine_pool *pool, tta_expr expr) {
  static const char *const name[] = {"", "", "", " + ", " * ", " mod ", " floordiv ", " ceildiv "};
  tta_expr_view view = tta_expr_get(pool, expr);
  if (view.kind == TTA_EXPR_CONSTANT) printf("%lld", (long long)view.value);
  if (view.kind == TTA_EXPR_DIM) printf("d%lld", (long long)view.value);
  if (view.kind < TTA_EXPR_ADD) return;
  printf("(");
  print_expr(pool, view.lhs);
  printf("%s", name[view.kind]);
  print_expr(pool, view.rhs);
  printf(")");
}

static void print_case(const test_case *t, long number) {
  printf("case %ld: %s\n  box", number, fault);
  for (uint32_t i = 0; i < t->box.rank; i++) printf(" %lld", (long long)t->extent[i]);
  for (uint32_t r = 0; r < t->map.num_results; r++) {
    printf("\n  result ");
    print_expr(t->pool, t->results[r]);
    if (t->others[r] == t->results[r]) continue;
    printf("\n  other  ");
    print_expr(t->pool, t->others[r]);
  }
  printf("\n");
}

/* @return what is wrong, or NULL. */
static const char *check_case(test_case *t, int64_t limit) {
  fault = NULL;
  check_injectivity(t);
  check_extent(t);
  check_equality(t);
  for (uint32_t r = 0; r < t->map.num_results; r++) {
    check_range(t, r);
    check_reached(t, r, limit);
  }
  return fault;
}

#endif
