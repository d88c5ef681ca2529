/* The search for an index that a map takes to a given result.
 *
 * The box of all indices is halved, always in the dim that moves the results most, and a half is dropped as soon as the
 * bounds of a result exclude the wanted image. Strides that decode (each at least what the smaller ones reach) leave
 * one half each time, so that the work is the number of binary digits of the shape. */
#include "layout/invert.h"

#include "affine/pool.h"
#include "base/checked.h"
#include "base/format.h"
#include "maps/program.h"

enum { DIMS = 64, MAX_BOXES = 1 << 16 };

typedef struct search {
  const tta_program *program;
  const int64_t *image;
  tta_interval *intervals; /* of the operations of a result */
  int64_t lo[DIMS], hi[DIMS];
} search;

/* Whether result r may take the wanted value in the current box. */
static bool may_hold(const search *s, uint32_t r) {
  uint32_t count = s->program->start[r + 1] - s->program->start[r];
  if (!tta_program_bounds_in(s->program, r, s->lo, s->hi, s->intervals)) return true; /* no bounds: cannot exclude */
  const tta_interval *whole = &s->intervals[count - 1];
  return whole->lo <= s->image[r] && s->image[r] <= whole->hi;
}

static bool may_hold_all(const search *s) {
  for (uint32_t r = 0; r < s->program->num_results; r++)
    if (!may_hold(s, r)) return false;
  return true;
}

/* How far a result moves when dim d runs through its side of the box: its order decides what is halved next. */
static int64_t reach(search *s, uint32_t d) {
  int64_t lo = s->lo[d], hi = s->hi[d], most = 0;
  int64_t at[DIMS], a, b;
  for (uint32_t i = 0; i < s->program->num_dims; i++) at[i] = s->lo[i];
  for (uint32_t r = 0; r < s->program->num_results; r++) {
    at[d] = lo;
    if (tta_program_value(s->program, r, at, &a)) continue;
    at[d] = hi;
    if (tta_program_value(s->program, r, at, &b) || !tta_sub(b, a, &a)) continue;
    if (a == INT64_MIN) a++;
    if (a < 0) a = -a;
    if (a > most) most = a;
  }
  return most;
}

static uint32_t widest(search *s) {
  uint32_t best = DIMS;
  int64_t best_reach = -1;
  for (uint32_t i = 0; i < s->program->num_dims; i++) {
    if (s->lo[i] == s->hi[i]) continue;
    int64_t r = reach(s, i);
    if (r > best_reach) best = i, best_reach = r;
  }
  return best;
}

typedef struct halving {
  uint32_t dim;
  bool second;     /* the lower half is done */
  int64_t lo, hi;  /* before */
} halving;

enum { HALVINGS_OF_A_DIM = 64 }; /* down to one index */

/* Depth first, with a stack of halvings. */
static tta_status run_search(search *s, halving *stack, int64_t *index, bool *found) {
  uint32_t depth = 0;
  bool back = !may_hold_all(s);
  *found = false;
  for (uint32_t boxes = 0;; boxes++) {
    if (boxes == MAX_BOXES) return TTA_UNDECIDED;
    if (!back) {
      uint32_t dim = widest(s);
      if (dim == DIMS) {
        for (uint32_t i = 0; i < s->program->num_dims; i++) index[i] = s->lo[i];
        *found = true;
        return TTA_OK;
      }
      stack[depth++] = (halving){dim, false, s->lo[dim], s->hi[dim]};
      s->hi[dim] = s->lo[dim] + (s->hi[dim] - s->lo[dim]) / 2;
    } else {
      while (depth && stack[depth - 1].second) {
        depth--;
        s->lo[stack[depth].dim] = stack[depth].lo;
        s->hi[stack[depth].dim] = stack[depth].hi;
      }
      if (!depth) return TTA_OK;
      halving *h = &stack[depth - 1];
      h->second = true;
      s->lo[h->dim] = h->lo + (h->hi - h->lo) / 2 + 1;
      s->hi[h->dim] = h->hi;
    }
    back = !may_hold_all(s);
  }
}

tta_status tta_map_invert(const tta_map *map, tta_shape box, const int64_t *image, int64_t *index, bool *found) {
  tta_arena arena;
  tta_program program;
  search s = {.program = &program, .image = image};
  *found = false;
  if (box.rank > DIMS) return TTA_LIMIT;
  tta_arena_init(&arena, map->pool->allocator);
  tta_status status = tta_program_compile(&program, map, box, &arena);
  halving *stack = tta_arena_array(&arena, (size_t)HALVINGS_OF_A_DIM * box.rank + 1, sizeof *stack);
  if (!status && !stack) status = TTA_NO_MEMORY;
  if (!status) {
    s.intervals = tta_arena_array(&arena, (size_t)program.num_ops + 1, sizeof *s.intervals);
    for (uint32_t i = 0; i < box.rank; i++) s.lo[i] = 0, s.hi[i] = box.extent[i] - 1;
    status = s.intervals ? run_search(&s, stack, index, found) : TTA_NO_MEMORY;
  }
  tta_arena_free(&arena);
  return status;
}

/* ---- the map back, digit by digit ---- */

enum { MAX_DIGITS = 32 };

/* (d floordiv divisor) mod values, times weight, in a result. */
typedef struct digit {
  uint32_t dim, result;
  int64_t divisor, values, weight;
} digit;

typedef struct digit_list {
  const tta_map *map;
  tta_shape box;
  digit items[MAX_DIGITS];
  uint32_t count, result;
  int64_t offset[MAX_DIGITS]; /* of each result */
} digit_list;

/* `d`, `d floordiv A`, `d mod B`, `d floordiv A mod B` */
static bool read_digit(const digit_list *l, tta_expr expr, digit *out) {
  const tta_affine_pool *pool = l->map->pool;
  tta_expr_view e = tta_expr_get(pool, expr);
  int64_t modulus = INT64_MAX;
  out->divisor = 1;
  if (e.kind == TTA_EXPR_MOD) {
    if (!tta_expr_is_constant(pool, e.rhs, &modulus)) return false;
    e = tta_expr_get(pool, e.lhs);
  }
  if (e.kind == TTA_EXPR_FLOORDIV) {
    if (!tta_expr_is_constant(pool, e.rhs, &out->divisor)) return false;
    e = tta_expr_get(pool, e.lhs);
  }
  if (e.kind != TTA_EXPR_DIM || out->divisor < 1 || modulus < 1) return false;
  out->dim = (uint32_t)e.value;
  int64_t extent = l->box.extent[out->dim];
  out->values = extent / out->divisor + (extent % out->divisor != 0);
  if (out->values > modulus) out->values = modulus;
  return true;
}

/* Recursion is as deep as the expression nests. */
static bool read_sum(digit_list *l, tta_expr expr, int64_t factor) {
  const tta_affine_pool *pool = l->map->pool;
  tta_expr_view e = tta_expr_get(pool, expr);
  int64_t constant, product;
  digit d = {.result = l->result, .weight = factor};
  if (e.kind == TTA_EXPR_ADD) return read_sum(l, e.lhs, factor) && read_sum(l, e.rhs, factor);
  if (tta_expr_is_constant(pool, expr, &constant))
    return tta_mul(constant, factor, &product) && tta_add(l->offset[l->result], product, &l->offset[l->result]);
  if (e.kind == TTA_EXPR_MUL && tta_expr_is_constant(pool, e.rhs, &constant))
    return tta_mul(constant, factor, &product) && read_sum(l, e.lhs, product);
  if (factor < 1 || !read_digit(l, expr, &d) || l->count == MAX_DIGITS) return false;
  if (d.values > 1) l->items[l->count++] = d; /* another one is always 0 */
  return true;
}

static bool is_highest(const digit_list *l, const digit *d) {
  for (uint32_t i = 0; i < l->count; i++)
    if (l->items[i].result == d->result && l->items[i].weight > d->weight) return false;
  return true;
}

/* `(d1 - 1) floordiv 8 mod 2 * 4` */
static void append_digit(tta_buf *out, const digit_list *l, const digit *d) {
  int64_t offset = l->offset[d->result];
  bool divided = d->weight > 1, wrapped = !is_highest(l, d), several = divided || wrapped || d->divisor > 1;
  if (wrapped && d->divisor > 1) tta_buf_char(out, '(');
  if (divided && (wrapped || d->divisor > 1)) tta_buf_char(out, '(');
  if (offset && several) tta_buf_char(out, '(');
  tta_buf_printf(out, "d%u", (unsigned)d->result);
  if (offset) tta_buf_printf(out, offset < 0 ? " + %llu" : " - %llu",
                             offset < 0 ? 0 - (unsigned long long)offset : (unsigned long long)offset);
  if (offset && several) tta_buf_char(out, ')');
  if (divided) tta_buf_printf(out, " floordiv %lld", (long long)d->weight);
  if (divided && (wrapped || d->divisor > 1)) tta_buf_char(out, ')');
  if (wrapped) tta_buf_printf(out, " mod %lld", (long long)d->values);
  if (wrapped && d->divisor > 1) tta_buf_char(out, ')');
  if (d->divisor > 1) tta_buf_printf(out, " * %lld", (long long)d->divisor);
}

bool tta_map_invert_digits(const tta_map *map, tta_shape box, tta_buf *out) {
  digit_list l = {.map = map, .box = box};
  if (map->num_results > MAX_DIGITS || map->num_symbols || map->num_dims != box.rank) return false;
  for (l.result = 0; l.result < map->num_results; l.result++)
    if (!read_sum(&l, map->results[l.result], 1)) return false;
  for (uint32_t i = 0; i < map->num_results; i++) tta_buf_printf(out, "%sd%u", i ? ", " : "(", (unsigned)i);
  tta_buf_str(out, ") -> (");
  for (uint32_t d = 0; d < map->num_dims; d++) {
    bool first = true;
    if (d) tta_buf_str(out, ", ");
    for (uint32_t i = 0; i < l.count; i++) {
      if (l.items[i].dim != d) continue;
      if (!first) tta_buf_str(out, " + ");
      append_digit(out, &l, &l.items[i]);
      first = false;
    }
    if (first) tta_buf_char(out, '0');
  }
  tta_buf_char(out, ')');
  return true;
}
