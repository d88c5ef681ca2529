/* Random maps and boxes compared with brute force: the results of src/maps must never contradict an enumeration.
 * tests/unit/test_maps_edges.c does the same near every limit.
 *
 *   test_maps [CASES [SEED]]      default 200000 cases, about half a minute */
#include <time.h>

#include "maps_model.h"

enum { DRAWN_DIMS = 5, DRAWN_RESULTS = 4 };

static uint64_t state;

static uint64_t draw(void) { /* xorshift64*, Marsaglia 2003 / Vigna 2016 */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}
static int64_t between(int64_t low, int64_t high) { return low + (int64_t)(draw() % (uint64_t)(high - low + 1)); }
static bool chance(int percent) { return between(0, 99) < percent; }

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
  t->box.rank = (uint32_t)between(0, chance(90) ? 3 : DRAWN_DIMS);
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
  uint32_t results = (uint32_t)between(0, DRAWN_RESULTS);
  if (results == 0 && chance(90)) results = 2;
  for (uint32_t r = 0; r < results; r++) t->results[r] = random_result(t, kind);
  for (uint32_t r = 0; r < results; r++) t->others[r] = chance(50) ? t->results[r] : variant(t, t->results[r]);
  t->map = (tta_map){t->pool, t->box.rank, 0, results, t->results};
  t->other = (tta_map){t->pool, t->box.rank, 0, results, t->others};
  enumerate(t);
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
  test_case t = {.pool = tta_affine_pool_new(NULL), .image = malloc(MAX_POINTS * DRAWN_RESULTS * sizeof *t.image)};
  state = seed * 2 + 1;
  tta_arena_init(&t.arena, NULL);
  tta_arena_mark mark = tta_arena_position(&t.arena);
  for (long n = 0; n < cases && faults < 5; n++) {
    random_case(&t);
    const char *wrong = check_case(&t, between(0, 100));
    tta_arena_rewind(&t.arena, mark);
    if (!wrong) continue;
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
