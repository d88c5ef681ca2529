/* Random maps and boxes against brute force: the verdicts of src/maps must never contradict a walk over all points.
 * The evaluator here is its own, over tta_expr_get, with 128-bit arithmetic; it shares nothing with src/maps.
 *
 *   test_maps [CASES [SEED]]      default 200000 cases, about half a minute */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "maps/maps.h"

__extension__ typedef __int128 wide_int;

enum { MAX_DIMS = 5, MAX_RESULTS = 4, MAX_POINTS = 3000 };

static uint64_t state;

static uint64_t draw(void) { /* xorshift64*, Marsaglia 2003 / Vigna 2016 */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}
static int64_t between(int64_t low, int64_t high) { return low + (int64_t)(draw() % (uint64_t)(high - low + 1)); }
static bool chance(int percent) { return between(0, 99) < percent; }

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
  int64_t (*image)[MAX_RESULTS];            /* of all points, when there is no overflow */
  tta_arena arena;
} test_case;

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
      if (!model(t->pool, t->results[r], at, &t->image[n][r])) t->overflow[r] = t->any_overflow = true;
  }
}

/* ---- random maps ---- */

static int64_t divisor(void) {
  static const int64_t usual[] = {1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16, 32, 64};
  return chance(1) ? between(INT64_MAX - 3, INT64_MAX) : usual[between(0, 14)];
}

static int64_t factor(void) {
  static const int64_t large[] = {(int64_t)1 << 62, INT64_MAX, INT64_MIN, -((int64_t)1 << 61), 3037000500};
  if (chance(1)) return large[between(0, 4)];
  return chance(15) ? -between(1, 9) : chance(60) ? (int64_t)1 << between(0, 6) : between(0, 70);
}

static tta_expr random_expr(tta_affine_pool *pool, uint32_t dims, int depth) {
  if (depth == 0 || chance(25)) {
    if (dims == 0 || chance(6)) return tta_expr_constant(pool, chance(5) ? factor() : between(-9, 20));
    return tta_expr_dim(pool, (uint32_t)between(0, dims - 1));
  }
  tta_expr a = random_expr(pool, dims, depth - 1);
  switch (between(0, 9)) {
    case 0:
    case 1:
    case 2: return tta_expr_binary(pool, TTA_EXPR_MUL, a, tta_expr_constant(pool, factor()));
    case 3: return tta_expr_binary(pool, TTA_EXPR_MOD, a, tta_expr_constant(pool, divisor()));
    case 4: return tta_expr_binary(pool, TTA_EXPR_FLOORDIV, a, tta_expr_constant(pool, divisor()));
    case 5:
      return tta_expr_binary(pool, chance(50) ? TTA_EXPR_CEILDIV : TTA_EXPR_FLOORDIV, a,
                             tta_expr_constant(pool, divisor()));
    default: return tta_expr_binary(pool, TTA_EXPR_ADD, a, random_expr(pool, dims, depth - 1));
  }
}

/* A digit of a dim or of a row-major join, as device maps have them. */
static tta_expr random_digit(tta_affine_pool *pool, const int64_t *extent, uint32_t dims) {
  tta_expr sum = TTA_EXPR_NONE;
  int64_t weight = 1;
  for (uint32_t i = dims; i-- > 0;) {
    if (!chance(sum ? 50 : 80)) continue;
    tta_expr term =
        tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, i), tta_expr_constant(pool, chance(90) ? weight : 1));
    sum = sum ? tta_expr_binary(pool, TTA_EXPR_ADD, term, sum) : term;
    weight *= extent[i];
  }
  if (!sum) return tta_expr_constant(pool, between(0, 2));
  int64_t unit = (int64_t)1 << between(0, 4);
  if (chance(20)) sum = tta_expr_binary(pool, TTA_EXPR_ADD, sum, tta_expr_constant(pool, between(-3, 9)));
  if (chance(60)) sum = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, sum, tta_expr_constant(pool, unit));
  if (chance(60)) sum = tta_expr_binary(pool, TTA_EXPR_MOD, sum, tta_expr_constant(pool, unit * between(1, 4)));
  return sum;
}

static tta_expr random_result(test_case *t, int kind) {
  if (kind == 0) return random_expr(t->pool, t->box.rank, (int)between(1, 4));
  tta_expr a = random_digit(t->pool, t->extent, t->box.rank);
  if (chance(60)) return a;
  tta_expr b = random_digit(t->pool, t->extent, t->box.rank);
  a = tta_expr_binary(t->pool, TTA_EXPR_MUL, a, tta_expr_constant(t->pool, between(1, 9)));
  return tta_expr_binary(t->pool, TTA_EXPR_ADD, a, b);
}

static void random_box(test_case *t) {
  static const int64_t usual[] = {1, 1, 2, 2, 3, 4, 5, 7, 8, 8, 10, 12, 16, 16, 20, 24, 32, 64};
  t->box.rank = (uint32_t)between(0, chance(90) ? 3 : MAX_DIMS);
  if (t->box.rank == 0 && chance(90)) t->box.rank = 2;
  t->points = 1;
  for (uint32_t i = 0; i < t->box.rank; i++) {
    t->extent[i] = chance(80) ? usual[between(0, 17)] : between(1, 70);
    if (t->points * t->extent[i] > MAX_POINTS) t->extent[i] = between(1, 2);
    if (t->points * t->extent[i] > MAX_POINTS) t->extent[i] = 1;
    t->points *= t->extent[i];
  }
  t->box.extent = t->extent;
}

/* The same value written differently, or slightly off: for equality. */
static tta_expr variant(test_case *t, tta_expr expr) {
  tta_affine_pool *p = t->pool;
  tta_expr m = tta_expr_constant(p, between(2, 9));
  switch (between(0, 4)) {
    case 0: return tta_expr_binary(p, TTA_EXPR_ADD, expr, tta_expr_constant(p, 0));
    case 1:
      return tta_expr_binary(
          p, TTA_EXPR_ADD,
          tta_expr_binary(p, TTA_EXPR_MUL, tta_expr_binary(p, TTA_EXPR_FLOORDIV, expr, m), m),
          tta_expr_binary(p, TTA_EXPR_MOD, expr, m));
    case 2: return tta_expr_binary(p, TTA_EXPR_MOD, expr, tta_expr_constant(p, between(2, 100)));
    case 3: return random_result(t, (int)between(0, 1));
    default: return tta_expr_binary(p, TTA_EXPR_ADD, expr, tta_expr_binary(p, TTA_EXPR_FLOORDIV, expr,
                                                                           tta_expr_constant(p, 1000)));
  }
}

static void random_case(test_case *t) {
  int kind = chance(60);
  tta_affine_pool_rewind(t->pool, 1);
  random_box(t);
  uint32_t results = (uint32_t)between(0, MAX_RESULTS);
  if (results == 0 && chance(90)) results = 2;
  for (uint32_t r = 0; r < results; r++) t->results[r] = random_result(t, kind);
  for (uint32_t r = 0; r < results; r++) t->others[r] = chance(50) ? t->results[r] : variant(t, t->results[r]);
  t->map = (tta_map){t->pool, t->box.rank, 0, results, t->results};
  t->other = (tta_map){t->pool, t->box.rank, 0, results, t->others};
  enumerate(t);
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

static int by_result(const void *a, const void *b) { return memcmp(a, b, sizeof(int64_t[MAX_RESULTS])); }

static bool injective_model(const test_case *t) {
  size_t row = sizeof *t->image, count = (size_t)t->points;
  int64_t(*sorted)[MAX_RESULTS] = calloc(count, row);
  bool distinct = true;
  for (size_t n = 0; n < count; n++) memcpy(sorted[n], t->image[n], t->map.num_results * sizeof(int64_t));
  qsort(sorted, count, row, by_result);
  for (size_t n = 1; n < count; n++)
    if (memcmp(sorted[n - 1], sorted[n], row) == 0) distinct = false;
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
  require(out.injective != TTA_CANNOT_TELL, "injectivity: undecided on a small box");
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
    if (t->image[n][r] < *lo) *lo = t->image[n][r];
    if (t->image[n][r] > *hi) *hi = t->image[n][r];
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
  require(status == TTA_OK && out.last_is_largest != TTA_CANNOT_TELL, "extent: status");
  if (out.last_is_largest == TTA_YES) require(!t->any_overflow, "extent: overflow not reported");
  for (uint32_t r = 0; r < t->map.num_results && out.last_is_largest == TTA_YES; r++) {
    model_range(t, r, &lo, &hi);
    require(hi == t->image[t->points - 1][r], "extent: a larger image was missed");
  }
  if (out.last_is_largest != TTA_NO) return;
  require(in_box(t, out.at) && model(t->pool, t->results[out.result], out.at, &seen) && seen == out.larger,
          "extent: witness");
  require(out.last == t->image[t->points - 1][out.result] && out.larger > out.last, "extent: not larger");
}

static void check_reached(test_case *t, uint32_t r) {
  enum { MOST = 100 };
  bool hit[MOST] = {false};
  tta_reached out;
  int64_t limit = between(0, MOST), count = 0, missing = 0;
  tta_status status = tta_maps_reached(&t->map, r, t->box, limit, &t->arena, &out);
  for (int64_t n = 0; n < t->points && !t->overflow[r]; n++)
    if (t->image[n][r] >= 0 && t->image[n][r] < limit) hit[t->image[n][r]] = true;
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
  require(status == TTA_OK && out.equal != TTA_CANNOT_TELL, "equality: status");
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

/* How long the slowest of some maps takes on a grid of 10^9 x 10^9, in microseconds: a figure, not a test. */
static double slowest_huge_grid(test_case *t) {
  enum { ROUNDS = 20 };
  double slowest = 0;
  tta_affine_pool_rewind(t->pool, 1);
  tta_arena_mark mark = tta_arena_position(&t->arena);
  tta_expr y = tta_expr_dim(t->pool, 0), x = tta_expr_dim(t->pool, 1), eight = tta_expr_constant(t->pool, 8);
  tta_expr sum = tta_expr_binary(t->pool, TTA_EXPR_ADD, y, tta_expr_binary(t->pool, TTA_EXPR_MUL, x, eight));
  tta_expr maps[][2] = {
      {y, x},
      {tta_expr_binary(t->pool, TTA_EXPR_FLOORDIV, x, eight), tta_expr_binary(t->pool, TTA_EXPR_MOD, x, eight)},
      {y, tta_expr_binary(t->pool, TTA_EXPR_MOD, sum, tta_expr_constant(t->pool, 1000000000))},
      {tta_expr_binary(t->pool, TTA_EXPR_FLOORDIV, sum, tta_expr_constant(t->pool, 13)),
       tta_expr_binary(t->pool, TTA_EXPR_MOD, tta_expr_binary(t->pool, TTA_EXPR_ADD, sum, y),
                       tta_expr_constant(t->pool, 1000003))},
  };
  int64_t extent[] = {1000000000, 1000000000};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    tta_map map = {t->pool, 2, 0, 2, maps[i]};
    tta_injectivity out;
    clock_t start = clock();
    for (int n = 0; n < ROUNDS; n++) {
      (void)tta_maps_injectivity(&map, (tta_shape){2, extent}, &t->arena, &out);
      tta_arena_rewind(&t->arena, mark);
    }
    double microseconds = (double)(clock() - start) * 1e6 / CLOCKS_PER_SEC / ROUNDS;
    if (microseconds > slowest) slowest = microseconds;
  }
  return slowest;
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 200000, faults = 0;
  unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20241127;
  test_case t = {.pool = tta_affine_pool_new(NULL), .image = malloc(MAX_POINTS * sizeof *t.image)};
  state = seed * 2 + 1;
  tta_arena_init(&t.arena, NULL);
  tta_arena_mark mark = tta_arena_position(&t.arena);
  for (long n = 0; n < cases && faults < 5; n++) {
    fault = NULL;
    random_case(&t);
    check_injectivity(&t);
    check_extent(&t);
    check_equality(&t);
    for (uint32_t r = 0; r < t.map.num_results; r++) {
      check_range(&t, r);
      check_reached(&t, r);
    }
    tta_arena_rewind(&t.arena, mark);
    if (!fault) continue;
    faults++;
    print_case(&t, n);
  }
  printf("maps: a grid of 10^9 x 10^9 takes at most %.0f microseconds\n", slowest_huge_grid(&t));
  tta_arena_free(&t.arena);
  tta_affine_pool_free(t.pool);
  free(t.image);
  printf("maps: %ld cases, seed %llu (injectivity of %ld decided: %ld trivial, %ld digits, %ld bitmap, %ld probe)\n",
         cases, seed, asked, decided[0], decided[1], decided[2], decided[3]);
  return faults != 0;
}
