/* src/maps against isl, the integer set library, on boxes far too large to enumerate. isl is exact; it is an oracle of
 * this test only and no part of the library. A TTA_UNKNOWN is counted, a contradiction is a failure.
 *
 *   isl_maps [CASES [SEED]]      default 1000; needs libisl-dev (cc ... -lisl) */
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/val.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/maps.h"

enum { MAX_DIMS = 3, MAX_RESULTS = 3, TEXT = 1 << 14, MAX_ISL_OPERATIONS = 200000 };

static uint64_t state;

static uint64_t draw(void) { /* xorshift64*, Vigna 2016 */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}
static int64_t between(int64_t low, int64_t high) { return low + (int64_t)(draw() % (uint64_t)(high - low + 1)); }
static bool chance(int percent) { return between(0, 99) < percent; }

/* ---- the text isl reads ---- */

typedef struct text {
  char bytes[TEXT];
  size_t size;
} text;

static void put(text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(t->bytes + t->size, TEXT - t->size, format, arguments);
  va_end(arguments);
  if (n < 0 || (size_t)n >= TEXT - t->size) exit(2);
  t->size += (size_t)n;
}

static void put_expr(text *t, const tta_affine_pool *pool, tta_expr expr) {
  tta_expr_view view = tta_expr_get(pool, expr);
  if (view.kind == TTA_EXPR_CONSTANT) {
    put(t, "(%lld)", (long long)view.value);
    return;
  }
  if (view.kind == TTA_EXPR_DIM) {
    put(t, "d%lld", (long long)view.value);
    return;
  }
  long long value = tta_expr_get(pool, view.rhs).value;
  if (view.kind == TTA_EXPR_FLOORDIV || view.kind == TTA_EXPR_CEILDIV) put(t, "floor");
  if (view.kind == TTA_EXPR_MUL) {
    put(t, "(%lld * (", value);
    put_expr(t, pool, view.lhs);
    put(t, "))");
    return;
  }
  put(t, "((");
  put_expr(t, pool, view.lhs);
  switch (view.kind) {
    case TTA_EXPR_ADD:
      put(t, ") + (");
      put_expr(t, pool, view.rhs);
      put(t, "))");
      break;
    case TTA_EXPR_MOD: put(t, ") mod %lld)", value); break;
    case TTA_EXPR_FLOORDIV: put(t, ")/%lld)", value); break;
    default: put(t, " + %lld)/%lld)", value - 1, value); break;
  }
}

/* { [d0, d1] -> [results] : 0 <= d0 < extent and .. } */
static isl_map *isl_of(isl_ctx *ctx, const tta_map *map, const int64_t *extent) {
  static text t;
  t.size = 0;
  put(&t, "{ [");
  for (uint32_t i = 0; i < map->num_dims; i++) put(&t, "%sd%u", i ? ", " : "", i);
  put(&t, "] -> [");
  for (uint32_t r = 0; r < map->num_results; r++) {
    if (r) put(&t, ", ");
    put_expr(&t, map->pool, map->results[r]);
  }
  put(&t, "] : 0 = 0");
  for (uint32_t i = 0; i < map->num_dims; i++) put(&t, " and 0 <= d%u < %lld", i, (long long)extent[i]);
  put(&t, " }");
  return isl_map_read_from_str(ctx, t.bytes);
}

/* ---- random maps ---- */

static int64_t unit(void) {
  static const int64_t usual[] = {2, 3, 4, 7, 8, 8, 16, 32, 64, 100, 1000, 4096};
  return usual[between(0, 11)];
}

static tta_expr random_term(tta_affine_pool *pool, uint32_t dims) {
  tta_expr e = tta_expr_dim(pool, (uint32_t)between(0, dims - 1));
  int64_t u = unit();
  if (chance(25)) e = tta_expr_binary(pool, TTA_EXPR_ADD, e, tta_expr_constant(pool, between(-9, 9)));
  if (chance(15)) {
    tta_expr other = tta_expr_dim(pool, (uint32_t)between(0, dims - 1));
    e = tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_binary(pool, TTA_EXPR_MUL, e, tta_expr_constant(pool, unit())),
                        other);
  }
  if (chance(35)) e = tta_expr_binary(pool, chance(80) ? TTA_EXPR_FLOORDIV : TTA_EXPR_CEILDIV, e,
                                      tta_expr_constant(pool, u));
  if (chance(35)) e = tta_expr_binary(pool, TTA_EXPR_MOD, e, tta_expr_constant(pool, chance(50) ? u : unit()));
  return e;
}

static tta_expr random_result(tta_affine_pool *pool, uint32_t dims) {
  tta_expr sum = random_term(pool, dims);
  for (int64_t n = between(0, 2); n > 0; n--) {
    int64_t factor = chance(20) ? -between(1, 5) : chance(50) ? unit() : unit() * unit();
    sum = tta_expr_binary(pool, TTA_EXPR_ADD,
                          tta_expr_binary(pool, TTA_EXPR_MUL, sum, tta_expr_constant(pool, factor)),
                          random_term(pool, dims));
  }
  return sum;
}

/* What device maps are made of, at any size: the digits of the dims, shuffled, sometimes with one fault. */
static uint32_t permuted_digits(tta_affine_pool *pool, uint32_t dims, const int64_t *extent, tta_expr *results) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < dims && count + 1 < MAX_RESULTS + dims; i++) {
    tta_expr dim = tta_expr_dim(pool, i), u = tta_expr_constant(pool, unit());
    tta_expr high = tta_expr_binary(pool, TTA_EXPR_FLOORDIV, dim, u);
    tta_expr low = tta_expr_binary(pool, TTA_EXPR_MOD, dim, chance(85) ? u : tta_expr_constant(pool, unit()));
    if (count == 0) {
      results[count++] = high;
    } else {
      int64_t stride = extent[i] + (chance(80) ? 0 : -between(1, 5));
      if (stride < 1 || stride > 1000000) stride = unit();
      results[0] = tta_expr_binary(
          pool, TTA_EXPR_ADD,
          tta_expr_binary(pool, TTA_EXPR_MUL, results[0], tta_expr_constant(pool, stride)), high);
    }
    results[count++] = low;
  }
  return count;
}

/* ---- checks ---- */

static long faults, unknown, compared, skipped;

static void report(const char *what, const tta_map *map, const int64_t *extent) {
  static text t;
  t.size = 0;
  for (uint32_t r = 0; r < map->num_results; r++) {
    put(&t, "\n  ");
    put_expr(&t, map->pool, map->results[r]);
  }
  printf("%s: box", what);
  for (uint32_t i = 0; i < map->num_dims; i++) printf(" %lld", (long long)extent[i]);
  printf("%s\n", t.bytes);
  faults++;
}

/* isl can run without end: it stops after this many operations, and the case is not counted. */
static bool gave_up(isl_ctx *ctx) {
  bool up = isl_ctx_last_error(ctx) == isl_error_quota;
  if (!up && isl_ctx_last_error(ctx) != isl_error_none) {
    printf("isl: %s\n", isl_ctx_last_error_msg(ctx));
    exit(2); /* not a limit but a fault of this test */
  }
  isl_ctx_reset_error(ctx);
  isl_ctx_reset_operations(ctx);
  skipped += up;
  return up;
}

static void check_injectivity(isl_ctx *ctx, const tta_map *map, tta_shape box, tta_arena *arena) {
  tta_injectivity out;
  if (tta_maps_injectivity(map, box, arena, &out)) return report("status", map, box.extent);
  isl_map *m = isl_of(ctx, map, box.extent);
  isl_bool truth = isl_map_is_injective(m);
  isl_map_free(m);
  if (gave_up(ctx) || truth == isl_bool_error) return;
  compared++;
  unknown += out.injective == TTA_UNKNOWN;
  if (out.injective != TTA_UNKNOWN && (out.injective == TTA_YES) != (truth == isl_bool_true))
    report("injectivity", map, box.extent);
}

static void check_range(isl_ctx *ctx, const tta_map *map, tta_shape box, tta_arena *arena) {
  tta_range out;
  tta_map one = *map;
  one.num_results = 1;
  if (tta_maps_range(&one, 0, box, arena, &out)) return report("status", &one, box.extent);
  isl_set *image = isl_map_range(isl_of(ctx, &one, box.extent));
  isl_val *low = isl_set_dim_min_val(isl_set_copy(image), 0), *high = isl_set_dim_max_val(image, 0);
  if (!gave_up(ctx) && low && high) {
    compared++;
    unknown += !(out.min.exact && out.max.exact);
    bool inside = isl_val_cmp_si(low, out.min.bound) >= 0 && isl_val_cmp_si(high, out.max.bound) <= 0 &&
                  isl_val_cmp_si(low, out.min.seen) <= 0 && isl_val_cmp_si(high, out.max.seen) >= 0;
    if (!inside) report("range", &one, box.extent);
  }
  isl_val_free(low);
  isl_val_free(high);
}

static void check_equality(isl_ctx *ctx, const tta_map *a, const tta_map *b, tta_shape box, tta_arena *arena) {
  tta_map_equality out;
  if (tta_maps_equality(a, b, box, arena, &out)) return report("status", a, box.extent);
  isl_map *left = isl_of(ctx, a, box.extent), *right = isl_of(ctx, b, box.extent);
  isl_bool truth = isl_map_is_equal(left, right);
  isl_map_free(left);
  isl_map_free(right);
  if (gave_up(ctx) || truth == isl_bool_error) return;
  compared++;
  unknown += out.equal == TTA_UNKNOWN;
  if (out.equal == TTA_UNKNOWN || (out.equal == TTA_YES) == (truth == isl_bool_true)) return;
  report("equality", a, box.extent);
  report("... with", b, box.extent);
}

/* x = u * (x floordiv u) + x mod u, half of the time with another divisor in one place. */
static tta_expr variant(tta_affine_pool *pool, tta_expr expr) {
  tta_expr u = tta_expr_constant(pool, unit()), v = chance(60) ? u : tta_expr_constant(pool, unit());
  tta_expr high = tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_binary(pool, TTA_EXPR_FLOORDIV, expr, u), u);
  return tta_expr_binary(pool, TTA_EXPR_ADD, high, tta_expr_binary(pool, TTA_EXPR_MOD, expr, v));
}

int main(int argc, char **argv) {
  long cases = argc > 1 ? atol(argv[1]) : 1000;
  unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20241127;
  isl_ctx *ctx = isl_ctx_alloc();
  tta_affine_pool *pool = tta_affine_pool_new(NULL);
  tta_arena arena;
  state = seed * 2 + 1;
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx, MAX_ISL_OPERATIONS);
  for (long n = 0; n < cases && faults < 5; n++) {
    static const int64_t sizes[] = {8, 16, 64, 100, 1000, 1024, 4096, 65536, 1000000, 1000000000};
    int64_t extent[MAX_DIMS];
    tta_expr results[MAX_RESULTS + MAX_DIMS], others[MAX_RESULTS + MAX_DIMS];
    tta_affine_pool_rewind(pool, 1);
    tta_arena_init(&arena, NULL);
    tta_map map = {pool, (uint32_t)between(1, MAX_DIMS), 0, 0, results};
    for (uint32_t i = 0; i < map.num_dims; i++) extent[i] = sizes[between(0, 9)] + (chance(20) ? between(0, 9) : 0);
    tta_shape box = {map.num_dims, extent};
    if (chance(50)) {
      map.num_results = permuted_digits(pool, map.num_dims, extent, results);
    } else {
      map.num_results = (uint32_t)between(1, MAX_RESULTS);
      for (uint32_t r = 0; r < map.num_results; r++) results[r] = random_result(pool, map.num_dims);
    }
    tta_map other = map;
    other.results = others;
    for (uint32_t r = 0; r < map.num_results; r++) others[r] = variant(pool, results[r]);
    check_injectivity(ctx, &map, box, &arena);
    check_range(ctx, &map, box, &arena);
    check_equality(ctx, &map, &other, box, &arena);
    tta_arena_free(&arena);
  }
  tta_affine_pool_free(pool);
  isl_ctx_free(ctx);
  printf("isl_maps: %ld cases, seed %llu (%ld comparisons, %ld undecided, isl gave up on %ld)\n", cases, seed, compared,
         unknown, skipped);
  return faults != 0;
}
