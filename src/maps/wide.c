/* Injectivity of maps with sums of very many dims as results (digits.c supports a few), by the positional argument of
 * decode.c. */
#include <string.h>

#include "base/checked.h"
#include "base/sort.h"
#include "maps/search.h"

enum { MAX_PASSES = 4 };

typedef struct weight {
  uint64_t coefficient;
  uint32_t dim;
} weight;

typedef struct wide {
  const tta_map *map;
  tta_shape box;
  int64_t *coefficient; /* per dim, of the current result; 0 elsewhere */
  uint32_t *named;      /* dims of the current result, in order of appearance */
  uint32_t num_named;
  bool *known, *used;
  weight *list;
  uint64_t *above;
} wide;

static bool allocate(wide *w, tta_arena *arena) {
  size_t rank = (size_t)w->box.rank + 1;
  w->coefficient = tta_arena_array(arena, rank, sizeof *w->coefficient);
  w->named = tta_arena_array(arena, rank, sizeof *w->named);
  w->known = tta_arena_array(arena, rank * 2, sizeof *w->known);
  w->list = tta_arena_array(arena, 2 * rank, sizeof *w->list); /* and scratch memory to sort it */
  w->above = tta_arena_array(arena, rank, sizeof *w->above); /* one more than the list */
  if (!w->coefficient || !w->named || !w->known || !w->list || !w->above) return false;
  w->used = w->known + rank;
  memset(w->known, 0, rank * 2 * sizeof *w->known);
  memset(w->coefficient, 0, rank * sizeof *w->coefficient);
  return true;
}

/* One summand; *size bounds every partial sum, as in digits.c. A dim whose coefficient came back to 0 stays named. */
static bool add_summand(wide *w, tta_expr_view view, int64_t *size) {
  int64_t factor = 1, most;
  if (view.kind == TTA_EXPR_CONSTANT)
    return view.value != INT64_MIN && tta_add(*size, view.value < 0 ? -view.value : view.value, size);
  if (view.kind == TTA_EXPR_MUL) {
    tta_expr_view right = tta_expr_get(w->map->pool, view.rhs);
    if (right.kind != TTA_EXPR_CONSTANT || right.value == INT64_MIN) return false;
    factor = right.value;
    view = tta_expr_get(w->map->pool, view.lhs);
  }
  if (view.kind != TTA_EXPR_DIM || view.value < 0 || view.value >= (int64_t)w->box.rank) return false;
  uint32_t dim = (uint32_t)view.value;
  int64_t extent = w->box.extent[dim];
  if (extent == 1 || factor == 0) return true;
  if (!tta_mul(factor < 0 ? -factor : factor, extent - 1, &most) || !tta_add(*size, most, size)) return false;
  if (w->coefficient[dim] == 0) {
    if (w->num_named == w->box.rank) return false;
    w->named[w->num_named++] = dim;
  }
  return tta_add(w->coefficient[dim], factor, &w->coefficient[dim]);
}

static bool read_sum(wide *w, tta_expr expr) {
  int64_t size = 0;
  w->num_named = 0;
  for (;;) {
    if (expr == TTA_EXPR_NONE) return false;
    tta_expr_view view = tta_expr_get(w->map->pool, expr);
    if (view.kind != TTA_EXPR_ADD) return add_summand(w, view, &size);
    if (!add_summand(w, tta_expr_get(w->map->pool, view.rhs), &size)) return false;
    expr = view.lhs;
  }
}

/* The larger coefficient last. */
static int rising(const void *a, const void *b) {
  const weight *x = a, *y = b;
  return (x->coefficient > y->coefficient) - (x->coefficient < y->coefficient);
}

/* Unknown dims of the current result into `list`; clears the coefficients. */
static uint32_t collect(wide *w) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->num_named; i++) {
    uint32_t dim = w->named[i];
    int64_t coefficient = w->coefficient[dim];
    w->coefficient[dim] = 0;
    if (coefficient == 0) continue;
    w->used[dim] = true;
    if (!w->known[dim]) w->list[count++] = (weight){tta_abs(coefficient), dim};
  }
  return count;
}

/* As cut_positions in decode.c; spans fit, for the whole sum does. */
static bool decode(wide *w, uint32_t count) {
  bool found = false;
  uint64_t span = 0;
  uint32_t start = 0;
  tta_sort(w->list, w->list + count, count, sizeof *w->list, rising);
  w->above[count] = 0;
  for (uint32_t i = count; i-- > 0;) w->above[i] = tta_gcd(w->list[i].coefficient, w->above[i + 1]);
  for (uint32_t i = 0; i < count; i++) {
    span += w->list[i].coefficient * (uint64_t)(w->box.extent[w->list[i].dim] - 1);
    if (i + 1 < count && span >= w->above[i + 1]) continue;
    if (start == i) found = w->known[w->list[i].dim] = true;
    start = i + 1;
    span = 0;
  }
  return found;
}

static tta_answer conclude(const wide *w, uint32_t *unused) {
  tta_answer answer = TTA_YES;
  for (uint32_t i = 0; i < w->box.rank; i++) {
    if (w->box.extent[i] == 1 || w->known[i]) continue;
    answer = TTA_UNKNOWN;
    *unused = i;
    if (!w->used[i]) return TTA_NO;
  }
  return answer;
}

tta_status tta_wide_sums(const tta_map *map, tta_shape box, tta_arena *arena, tta_answer *injective,
                         uint32_t *unused) {
  wide w = {.map = map, .box = box};
  *injective = TTA_UNKNOWN;
  if (!allocate(&w, arena)) return TTA_NO_MEMORY;
  bool found = true;
  for (int pass = 0; pass < MAX_PASSES && found; pass++) {
    found = false;
    for (uint32_t r = 0; r < map->num_results; r++) {
      if (!read_sum(&w, map->results[r])) return TTA_OK;
      found |= decode(&w, collect(&w));
    }
  }
  *injective = conclude(&w, unused);
  return TTA_OK;
}
