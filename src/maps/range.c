/* The range of a result and its exact extent. Each bound is derived only by interval arithmetic, digits or a full
 * enumeration, and called exact only after its index has been evaluated, or where it is a sum of independent digits. */
#include <string.h>

#include "maps/digits.h"
#include "maps/search.h"

typedef struct job {
  tta_arena *arena;
  tta_range *out;
  int64_t *lo_at, *hi_at, *try_lo, *try_hi; /* num_dims each; the first two are the witnesses */
  tta_interval *intervals;
  int64_t *targets;
  tta_interval local_intervals[TTA_PROGRAM_LOCAL_OPS];
  int64_t local_targets[TTA_PROGRAM_LOCAL_OPS];
  tta_program program; /* of one result */
} job;

static size_t rank_bytes(const job *j) { return j->program.num_dims * sizeof(int64_t); }

static void copy_index(const job *j, int64_t *to, const int64_t *from) {
  if (rank_bytes(j)) memcpy(to, from, rank_bytes(j));
}

/* Evaluates an index and keeps it where it improves what was seen. */
static tta_status add_value(job *j, const int64_t *at) {
  int64_t value;
  tta_range *out = j->out;
  tta_status status = tta_program_value(&j->program, 0, at, &value);
  if (status == TTA_OVERFLOW) {
    if (at != j->lo_at) copy_index(j, j->lo_at, at);
    out->overflow_at = j->lo_at;
  }
  if (status) return status;
  if (!out->min.at || value < out->min.seen) {
    out->min.seen = value;
    out->min.at = j->lo_at;
    if (at != j->lo_at) copy_index(j, j->lo_at, at);
  }
  if (!out->max.at || value > out->max.seen) {
    out->max.seen = value;
    out->max.at = j->hi_at;
    if (at != j->hi_at) copy_index(j, j->hi_at, at);
  }
  return TTA_OK;
}

static void settle(tta_range *out) {
  out->min.exact = out->min.at && out->min.seen == out->min.bound;
  out->max.exact = out->max.at && out->max.seen == out->max.bound;
}

static bool settled(const tta_range *out) { return out->min.exact && out->max.exact; }

static tta_status prepare(job *j, const tta_map *map, uint32_t result, tta_shape box) {
  size_t rank = box.rank;
  j->lo_at = tta_arena_array(j->arena, 2 * rank + 1, sizeof(int64_t));
  if (!j->lo_at) return TTA_NO_MEMORY;
  memset(j->lo_at, 0, (2 * rank + 1) * sizeof(int64_t));
  j->hi_at = j->lo_at + rank;
  tta_map one = *map;
  one.num_results = 1;
  one.results = map->results + result;
  return tta_program_compile(&j->program, &one, box, j->arena);
}

static tta_status make_scratch(job *j) {
  size_t rank = j->program.num_dims, count = j->program.num_ops;
  j->try_lo = tta_arena_array(j->arena, 2 * rank + 1, sizeof(int64_t));
  if (!j->try_lo) return TTA_NO_MEMORY;
  memset(j->try_lo, 0, (2 * rank + 1) * sizeof(int64_t));
  j->try_hi = j->try_lo + rank;
  j->intervals = j->local_intervals;
  j->targets = j->local_targets;
  if (count <= TTA_PROGRAM_LOCAL_OPS) return TTA_OK;
  j->intervals = tta_arena_array(j->arena, count, sizeof *j->intervals);
  j->targets = tta_arena_array(j->arena, count, sizeof *j->targets);
  return j->intervals && j->targets ? TTA_OK : TTA_NO_MEMORY;
}

/* Interval arithmetic: exact where no dim occurs twice and all steps fit. */
static tta_status by_intervals(job *j) {
  tta_range *out = j->out;
  out->may_overflow = !tta_program_bounds(&j->program, 0, j->intervals);
  const tta_interval *whole = &j->intervals[j->program.num_ops - 1];
  out->min.bound = whole->lo;
  out->max.bound = whole->hi;
  out->method = whole->lo == whole->hi ? TTA_BY_TRIVIAL : TTA_BY_DIGITS;
  tta_program_solve(&j->program, 0, j->intervals, whole->lo, j->try_lo, j->targets);
  tta_program_solve(&j->program, 0, j->intervals, whole->hi, j->try_hi, j->targets);
  tta_status status = add_value(j, j->try_lo);
  if (!status) status = add_value(j, j->try_hi);
  settle(out);
  return status;
}

static tta_status by_digits(job *j) {
  tta_digits digits;
  tta_form form;
  tta_range *out = j->out;
  int64_t lo, hi;
  tta_shape box = {j->program.num_dims, j->program.extent};
  if (!tta_digits_init(&digits, box) || !tta_digits_build(&digits, &j->program, 0, &form)) return TTA_OK;
  if (!tta_digits_settle(&digits, &form) || !tta_digits_settle_atoms(&digits)) return TTA_OK;
  if (!tta_digits_extremes(&digits, &form, &lo, j->try_lo, &hi, j->try_hi)) return TTA_OK;
  if (lo > out->min.bound) out->min.bound = lo;
  if (hi < out->max.bound) out->max.bound = hi;
  tta_status status = add_value(j, j->try_lo);
  if (!status) status = add_value(j, j->try_hi);
  settle(out);
  return status;
}

static tta_status by_points(job *j) {
  tta_range *out = j->out;
  tta_points points;
  if (!tta_points_of(&points, &j->program, NULL, j->arena)) return TTA_NO_MEMORY;
  do {
    tta_status status = add_value(j, points.at);
    if (status) return status;
  } while (tta_points_next(&points));
  out->method = points.all ? TTA_BY_BITMAP : TTA_BY_PROBE;
  if (points.all) {
    out->min.bound = out->min.seen;
    out->max.bound = out->max.seen;
    out->may_overflow = false;
  }
  settle(out);
  return TTA_OK;
}

/* The usual case, without a program: a sum of independent digits. Its ends are read off the signs. */
static tta_status by_signs(const tta_map *map, uint32_t result, tta_shape box, tta_arena *arena, tta_range *out) {
  tta_digits digits;
  tta_form form;
  int64_t lo, hi;
  if (!tta_digits_init(&digits, box) || !tta_digits_read(&digits, map, result, &form)) return TTA_OK;
  if (digits.num_atoms || digits.partial || !tta_digits_settle(&digits, &form)) return TTA_OK;
  if (!tta_digits_bounds(&digits, &form, &lo, &hi)) return TTA_OK;
  int64_t *lo_at = tta_arena_array(arena, 2 * (size_t)box.rank + 1, sizeof *lo_at);
  if (!lo_at) return TTA_NO_MEMORY;
  int64_t *hi_at = lo_at + box.rank;
  for (uint32_t i = 0; i < 2 * box.rank; i++) lo_at[i] = 0;
  for (uint32_t i = 0; i < form.count; i++) {
    const tta_digit *digit = &digits.var[form.term[i].var];
    int64_t *at = form.term[i].coefficient < 0 ? lo_at : hi_at;
    at[digit->dim] += digit->weight * (digit->count - 1); /* a point of the box */
  }
  out->min = (tta_bound){lo, lo, lo_at, true};
  out->max = (tta_bound){hi, hi, hi_at, true};
  out->method = form.count ? TTA_BY_DIGITS : TTA_BY_TRIVIAL;
  return TTA_OK;
}

static tta_status by_program(const tta_map *map, uint32_t result, tta_shape box, tta_arena *arena, tta_range *out) {
  job j;
  j.arena = arena;
  j.out = out;
  tta_status status = prepare(&j, map, result, box);
  if (status) return status;
  tta_arena_mark scratch = tta_arena_position(arena);
  status = make_scratch(&j);
  if (!status) status = by_intervals(&j);
  if (!status && !settled(out) && !out->may_overflow) status = by_digits(&j);
  if (!status && (!settled(out) || out->may_overflow)) status = by_points(&j);
  tta_arena_rewind(arena, scratch);
  return status;
}

tta_status tta_maps_range(const tta_map *map, uint32_t result, tta_shape box, tta_arena *arena, tta_range *out) {
  *out = (tta_range){.method = TTA_BY_TRIVIAL};
  tta_status status = tta_maps_check(map, box);
  if (!status && result >= map->num_results) status = TTA_INVALID;
  if (!status) status = by_signs(map, result, box, arena, out);
  return status || settled(out) ? status : by_program(map, result, box, arena, out);
}

tta_answer tta_range_below(const tta_range *range, int64_t limit) {
  if (range->min.at && range->min.seen < limit) return TTA_YES;
  return range->min.bound >= limit && !range->may_overflow ? TTA_NO : TTA_UNKNOWN;
}

tta_answer tta_range_at_least(const tta_range *range, int64_t limit) {
  if (range->max.at && range->max.seen >= limit) return TTA_YES;
  return range->max.bound < limit && !range->may_overflow ? TTA_NO : TTA_UNKNOWN;
}

/* ---- true extent ---- */

/* The range comes first: it rejects maps that cannot be evaluated. */
static tta_status extent_of(const tta_map *map, uint32_t result, tta_shape box, const int64_t *last_at,
                            tta_arena *arena, tta_extent *out) {
  tta_range range;
  int64_t last;
  tta_arena_mark mark = tta_arena_position(arena);
  tta_status status = tta_maps_range(map, result, box, arena, &range);
  if (status == TTA_OVERFLOW) out->overflow_at = range.overflow_at;
  if (!status) {
    status = tta_expr_evaluate(map->pool, map->results[result], last_at, NULL, &last);
    if (status == TTA_OVERFLOW) out->overflow_at = last_at;
  }
  if (status) return status;
  if (range.max.seen > last) {
    *out = (tta_extent){TTA_NO, result, last, range.max.seen, range.max.at, NULL};
    return TTA_OK;
  }
  if (range.max.bound > last || range.may_overflow) out->last_is_largest = TTA_UNKNOWN;
  tta_arena_rewind(arena, mark);
  return TTA_OK;
}

tta_status tta_maps_extent(const tta_map *map, tta_shape box, tta_arena *arena, tta_extent *out) {
  *out = (tta_extent){.last_is_largest = TTA_YES};
  tta_status status = tta_maps_check(map, box);
  if (status) return status;
  tta_arena_mark mark = tta_arena_position(arena);
  int64_t *last_at = tta_arena_array(arena, (size_t)box.rank + 1, sizeof *last_at);
  if (!last_at) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < box.rank; i++) last_at[i] = box.extent[i] - 1;
  for (uint32_t r = 0; !status && r < map->num_results && out->last_is_largest != TTA_NO; r++)
    status = extent_of(map, r, box, last_at, arena, out);
  if (out->last_is_largest != TTA_NO && !out->overflow_at) tta_arena_rewind(arena, mark);
  if (status) out->last_is_largest = TTA_UNKNOWN;
  return status;
}
