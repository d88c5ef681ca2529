/* The values that a result reaches, and the equality of two maps by value. */
#include <string.h>

#include "base/checked.h"
#include "maps/digits.h"
#include "maps/search.h"

/* ---- values reached ---- */

typedef struct reach {
  tta_arena *arena;
  tta_reached *out;
  uint64_t *bits, *sums; /* values 0..limit - 1; sums offset by the least sum of a part */
  int64_t limit;
  size_t words;
  tta_program program; /* of one result */
} reach;

static void set_value(reach *r, int64_t value) {
  if (value < 0 || value >= r->limit) return;
  uint64_t bit = (uint64_t)1 << value % 64, *word = &r->bits[value / 64];
  if (*word & bit) return;
  *word |= bit;
  r->out->count++;
}

/* to |= from << by, cut at `words`. Downwards, so that both may be one bitmap. */
static void shift_or(uint64_t *to, const uint64_t *from, uint64_t by, size_t words) {
  size_t whole = (size_t)(by / 64);
  unsigned rest = (unsigned)(by % 64);
  for (size_t i = words; i-- > whole;) {
    uint64_t word = from[i - whole] << rest;
    if (rest && i > whole) word |= from[i - whole - 1] >> (64 - rest);
    to[i] |= word;
  }
}

/* sums gets sums + coefficient * {0..most}, by doubling; sums from 64 * words on are of no interest. */
static void add_multiples(reach *r, uint64_t coefficient, uint64_t most, size_t words) {
  uint64_t done = 0; /* multiples 0..done are in */
  while (done < most) {
    uint64_t more = done + 1 <= most - done ? done + 1 : most - done, by;
    if (__builtin_mul_overflow(coefficient, more, &by) || by / 64 >= words) return; /* so is all that is missing */
    shift_or(r->sums, r->sums, by, words);
    done += more;
  }
}

/* One part: its digits are independent. Values are counted from the least one; what is below 0 costs room. */
static bool reach_part(reach *r, const tta_form *form, const tta_digit_part *part, size_t room) {
  int64_t least = form->constant, product;
  for (uint32_t i = 0; i < form->count; i++) {
    int64_t c = form->term[i].coefficient, end = c < 0 ? part->high[form->term[i].var] : part->low[form->term[i].var];
    if (!tta_mul(c, end, &product) || !tta_add(least, product, &least)) return false;
  }
  if (least >= r->limit) return true;
  int64_t span;
  if (!tta_sub(r->limit, least, &span) || (uint64_t)span > (uint64_t)room * 64) return false;
  size_t words = (size_t)span / 64 + 1;
  if (words > room) words = room;
  memset(r->sums, 0, words * sizeof *r->sums);
  r->sums[0] = 1;
  for (uint32_t i = 0; i < form->count; i++) {
    uint32_t var = form->term[i].var;
    add_multiples(r, tta_abs(form->term[i].coefficient), (uint64_t)(part->high[var] - part->low[var]), words);
  }
  for (size_t w = 0; w < words; w++) {
    for (uint64_t word = r->sums[w]; word; word &= word - 1)
      set_value(r, least + (int64_t)(w * 64) + __builtin_ctzll(word));
  }
  return true;
}

static tta_status reach_by_digits(reach *r, bool *done) {
  enum { MAX_PARTS = 4096 };
  tta_digits digits;
  tta_form form;
  tta_digit_part part;
  tta_shape box = {r->program.num_dims, r->program.extent};
  *done = false;
  if (!tta_digits_init(&digits, box) || !tta_digits_build(&digits, &r->program, 0, &form)) return TTA_OK;
  if (digits.irregular || !tta_digits_settle_atoms(&digits)) return TTA_OK;
  tta_form_support support = tta_digits_support(&digits, &form);
  if (support.atoms) return TTA_OK;
  size_t room = r->words * 2 + 64; /* for sums that start below 0 */
  r->sums = tta_arena_array(r->arena, room, sizeof *r->sums);
  if (!r->sums) return TTA_NO_MEMORY;
  tta_digit_part_first(&digits, support.dims, &part);
  int parts = 0;
  do
    if (++parts > MAX_PARTS || !reach_part(r, &form, &part, room)) return TTA_OK;
  while (tta_digit_part_next(&digits, support.dims, &part));
  *done = true;
  r->out->method = TTA_BY_DIGITS;
  return TTA_OK;
}

static tta_status reach_by_points(reach *r, int64_t *overflow_at) {
  tta_points points;
  if (!tta_points_of(&points, &r->program, NULL, r->arena)) return TTA_NO_MEMORY;
  do {
    int64_t value;
    tta_status status = tta_program_value(&r->program, 0, points.at, &value);
    if (status == TTA_OVERFLOW) {
      if (points.rank) memcpy(overflow_at, points.at, points.rank * sizeof *overflow_at);
      r->out->overflow_at = overflow_at;
    }
    if (status) return status;
    set_value(r, value);
  } while (tta_points_next(&points));
  r->out->method = points.all ? TTA_BY_BITMAP : TTA_BY_PROBE;
  r->out->complete = points.all;
  return TTA_OK;
}

static tta_status reach_all(reach *r, int64_t *overflow_at) {
  bool done = false, safe = true;
  tta_status status = tta_program_check_bounds(&r->program, 0, r->arena, &safe);
  if (!status && safe) status = reach_by_digits(r, &done);
  if (status) return status;
  r->out->complete = done;
  return done ? TTA_OK : reach_by_points(r, overflow_at);
}

static int64_t first_missing(const reach *r) {
  for (int64_t v = 0; v < r->limit; v++)
    if (!(r->bits[v / 64] >> (v % 64) & 1)) return v;
  return r->limit;
}

tta_status tta_maps_reached(const tta_map *map, uint32_t result, tta_shape box, int64_t limit, tta_arena *arena,
                            tta_reached *out) {
  *out = (tta_reached){.method = TTA_BY_TRIVIAL};
  tta_status status = tta_maps_check(map, box);
  if (!status && (result >= map->num_results || limit < 0)) status = TTA_INVALID;
  if (!status && limit > TTA_MAPS_MAX_POINTS) status = TTA_LIMIT;
  if (status) return status;
  reach r;
  r.arena = arena;
  r.out = out;
  r.limit = limit;
  r.words = (size_t)limit / 64 + 1;
  int64_t *overflow_at = tta_arena_array(arena, (size_t)box.rank + 1, sizeof *overflow_at);
  r.bits = tta_arena_array(arena, r.words, sizeof *r.bits);
  if (!overflow_at || !r.bits) return TTA_NO_MEMORY;
  memset(r.bits, 0, r.words * sizeof *r.bits);
  tta_arena_mark scratch = tta_arena_position(arena);
  tta_map one = *map;
  one.num_results = 1;
  one.results = map->results + result;
  status = tta_program_compile(&r.program, &one, box, arena);
  if (!status) status = reach_all(&r, overflow_at);
  tta_arena_rewind(arena, scratch);
  out->bits = r.bits;
  out->first_missing = first_missing(&r);
  if (out->count == limit && !status) out->complete = true;
  return status;
}

/* ---- equality ---- */

typedef struct comparison {
  tta_arena *arena;
  tta_map_equality *out;
  int64_t *at, *other;
  tta_program a, b; /* of one result each */
} comparison;

/* Evaluates both at an index; a difference, or an overflow, is final. */
static tta_status compare_at(comparison *c, const int64_t *at) {
  int64_t a, b;
  tta_status status = tta_program_value(&c->a, 0, at, &a);
  if (!status) status = tta_program_value(&c->b, 0, at, &b);
  if (!status && a == b) return TTA_OK;
  if (c->a.num_dims && at != c->at) memcpy(c->at, at, c->a.num_dims * sizeof *at);
  if (status == TTA_OVERFLOW) c->out->overflow_at = c->at;
  if (status) return status;
  c->out->equal = TTA_NO;
  c->out->at = c->at;
  c->out->a = a;
  c->out->b = b;
  return TTA_OK;
}

/* mod = base - divisor * quotient: lets `8 * (x floordiv 8) + x mod 8` and `x` meet. */
static bool without_remainders(const tta_digits *digits, tta_form *form) {
  for (uint32_t i = 0; i < digits->num_atoms; i++) {
    const tta_atom *atom = &digits->atom[i];
    int64_t factor = 0, offset;
    if (digits->var[atom->remainder].high) continue;
    for (uint32_t k = 0; k < form->count; k++)
      if (form->term[k].var == atom->remainder) factor = form->term[k].coefficient;
    if (factor == 0) continue;
    tta_form rest = atom->base;
    if (!tta_mul(atom->divisor, atom->lowest, &offset) || !tta_sub(rest.constant, offset, &rest.constant))
      return false;
    if (!tta_form_add_term(&rest, -atom->divisor, atom->quotient) || !tta_form_add_term(form, -factor, atom->remainder))
      return false;
    if (!tta_form_add(form, &rest, factor) || !tta_digits_settle(digits, form)) return false;
  }
  return true;
}

/* The difference is a form; it is 0 or its extremes tell where the maps differ. */
static tta_status compare_by_digits(comparison *c) {
  tta_digits digits;
  tta_form a, b;
  int64_t lo, hi;
  tta_shape box = {c->a.num_dims, c->a.extent};
  if (!tta_digits_init(&digits, box)) return TTA_OK;
  if (!tta_digits_build(&digits, &c->a, 0, &a) || !tta_digits_build(&digits, &c->b, 0, &b)) return TTA_OK;
  if (!tta_digits_settle(&digits, &a) || !tta_digits_settle_atoms(&digits)) return TTA_OK;
  if (!tta_form_add(&a, &b, -1) || !tta_digits_settle(&digits, &a) || !without_remainders(&digits, &a)) return TTA_OK;
  if (a.count == 0 && a.constant == 0) {
    c->out->equal = TTA_YES;
    return TTA_OK;
  }
  if (!tta_digits_extremes(&digits, &a, &lo, c->at, &hi, c->other)) return TTA_OK;
  if (lo == 0 && hi == 0) {
    c->out->equal = TTA_YES;
    return TTA_OK;
  }
  return compare_at(c, lo != 0 ? c->at : c->other);
}

static tta_status compare_by_points(comparison *c) {
  tta_points points;
  if (!tta_points_of(&points, &c->a, &c->b, c->arena)) return TTA_NO_MEMORY;
  do {
    tta_status status = compare_at(c, points.at);
    if (status) return status;
  } while (c->out->equal != TTA_NO && tta_points_next(&points));
  c->out->method = points.all ? TTA_BY_BITMAP : TTA_BY_PROBE;
  if (c->out->equal != TTA_NO && points.all) c->out->equal = TTA_YES;
  return TTA_OK;
}

/* out->equal is TTA_UNKNOWN on entry. */
static tta_status compare_result(comparison *c, const tta_map *a, const tta_map *b, uint32_t result, tta_shape box) {
  tta_map left = *a, right = *b;
  bool safe = true;
  left.num_results = right.num_results = 1;
  left.results = a->results + result;
  right.results = b->results + result;
  if (tta_expr_equal(a->pool, *left.results, b->pool, *right.results)) {
    c->out->equal = TTA_YES;
    return TTA_OK;
  }
  tta_status status = tta_program_compile(&c->a, &left, box, c->arena);
  if (!status) status = tta_program_compile(&c->b, &right, box, c->arena);
  if (!status) status = tta_program_check_bounds(&c->a, 0, c->arena, &safe);
  if (!status) status = tta_program_check_bounds(&c->b, 0, c->arena, &safe);
  if (status) return status;
  if (c->out->method < TTA_BY_DIGITS) c->out->method = TTA_BY_DIGITS;
  if (safe) status = compare_by_digits(c);
  return status || c->out->equal != TTA_UNKNOWN ? status : compare_by_points(c);
}

tta_status tta_maps_equality(const tta_map *a, const tta_map *b, tta_shape box, tta_arena *arena,
                             tta_map_equality *out) {
  *out = (tta_map_equality){.equal = TTA_UNKNOWN, .method = TTA_BY_TRIVIAL};
  tta_status status = tta_maps_check(a, box);
  if (!status) status = tta_maps_check(b, box);
  if (!status && a->num_results != b->num_results) status = TTA_INVALID;
  if (status) return status;
  comparison c;
  tta_arena_mark mark = tta_arena_position(arena);
  c.arena = arena;
  c.out = out;
  c.at = tta_arena_array(arena, 2 * (size_t)box.rank + 1, sizeof *c.at);
  if (!c.at) return TTA_NO_MEMORY;
  memset(c.at, 0, (2 * (size_t)box.rank + 1) * sizeof *c.at);
  c.other = c.at + box.rank;
  tta_arena_mark scratch = tta_arena_position(arena);
  tta_answer all = TTA_YES;
  for (uint32_t r = 0; !status && all != TTA_NO && r < a->num_results; r++) {
    out->equal = TTA_UNKNOWN;
    out->result = r;
    status = compare_result(&c, a, b, r, box);
    if (out->equal != TTA_YES) all = out->equal;
    tta_arena_rewind(arena, scratch);
  }
  out->equal = status ? TTA_UNKNOWN : all;
  if (!out->at && !out->overflow_at) tta_arena_rewind(arena, mark);
  return status;
}
