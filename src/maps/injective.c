/* Injectivity of a map: selects the method (decode.c: digits; search.c: bitmap, probe) and finds the two indices that
 * prove an overlap. */
#include <string.h>

#include "base/checked.h"
#include "maps/digits.h"
#include "maps/search.h"

const char *tta_maps_method_name(tta_maps_method method) {
  static const char *const names[] = {"trivial", "digits", "bitmap", "probe", "count"};
  return names[method];
}

enum { LOCAL_ROOM = 48 };

typedef struct job {
  const tta_map *map;
  tta_shape box;
  tta_arena *arena;
  tta_injectivity *out;
  bool compiled;
  bool safe; /* no operation of the forms so far leaves int64 */
  int64_t *first, *second, *image; /* of a witness, once there may be one */
  int64_t local[LOCAL_ROOM];       /* ... here or in the arena, with all scratch memory after it */
  tta_arena_mark scratch;
  tta_program program;
  tta_digits digits;
  tta_form forms[TTA_DIGITS_RESULTS];
} job;

static size_t room_of(const job *j) { return (size_t)j->box.rank * 2 + j->map->num_results; }

/* Room for the witness: small ones move to the arena at the end, large ones come before all scratch memory there. */
static tta_status make_room(job *j) {
  if (j->first) return TTA_OK;
  j->first = j->local;
  if (room_of(j) > LOCAL_ROOM) j->first = tta_arena_array(j->arena, room_of(j), sizeof(int64_t));
  if (!j->first) return TTA_NO_MEMORY;
  j->second = j->first + j->box.rank;
  j->image = j->second + j->box.rank;
  memset(j->first, 0, (size_t)j->box.rank * 2 * sizeof(int64_t));
  j->scratch = tta_arena_position(j->arena);
  return TTA_OK;
}

static tta_status compile(job *j) {
  if (j->compiled) return TTA_OK;
  tta_status status = make_room(j);
  j->compiled = !status;
  return status ? status : tta_program_compile(&j->program, j->map, j->box, j->arena);
}

static void fail(job *j, tta_maps_method method) {
  j->out->injective = TTA_NO;
  j->out->method = method;
  j->out->first = j->first;
  j->out->second = j->second;
  j->out->image = j->image;
}

/* ---- candidates for a collision ---- */

/* The image of one of the two indices; an overflow there is an answer, too. */
static tta_status image_at(job *j, const int64_t *at, int64_t *image) {
  tta_status status = tta_program_image(&j->program, at, image);
  if (status == TTA_OVERFLOW) j->out->overflow_at = at;
  return status;
}

static tta_status compare(job *j, bool *same) {
  int64_t other[TTA_DIGITS_RESULTS];
  tta_status status = compile(j);
  if (!status) status = image_at(j, j->first, j->image);
  if (!status) status = image_at(j, j->second, other);
  if (status) return status;
  size_t results = j->map->num_results;
  *same = results == 0 || memcmp(j->image, other, results * sizeof *other) == 0;
  return TTA_OK;
}

/* at = the index whose digit `var` is `value`, otherwise as it is; false when that leaves the box. */
static bool set_digit(const job *j, uint32_t var, int64_t value, int64_t *at) {
  const tta_digit *digit = &j->digits.var[var];
  int64_t add;
  return tta_mul(digit->weight, value, &add) && tta_add(at[digit->dim], add, &at[digit->dim]) &&
         at[digit->dim] < j->box.extent[digit->dim];
}

/* Moves digit a by `up` and digit b by -`down` (may be of any sign): a first index and a second one. */
static bool place_move(job *j, uint32_t a, int64_t up, uint32_t b, int64_t down) {
  memset(j->first, 0, (size_t)j->box.rank * 2 * sizeof(int64_t));
  return set_digit(j, a, up, j->second) && set_digit(j, b, down < 0 ? -down : down, down < 0 ? j->second : j->first);
}

static bool is_open(const job *j, uint32_t var, uint64_t known) {
  const tta_digit *digit = &j->digits.var[var];
  return digit->dim < TTA_DIGITS_DIMS && !digit->high && digit->count > 1 && !(known >> var & 1);
}

static tta_status try_move(job *j, uint32_t a, int64_t up, uint32_t b, int64_t down, bool *same) {
  if (up >= j->digits.var[a].count || tta_abs(down) >= (uint64_t)j->digits.var[b].count) return TTA_OK;
  return place_move(j, a, up, b, down) ? compare(j, same) : TTA_OK;
}

/* Two digits of one form with coefficients a and b: b/g up in one, a/g down in the other leaves the sum. */
static tta_status try_pairs(job *j, const tta_form *form, uint64_t known, bool *same) {
  for (uint32_t i = 0; i < form->count; i++) {
    if (!is_open(j, form->term[i].var, known)) continue;
    for (uint32_t k = i + 1; k < form->count; k++) {
      int64_t a = form->term[i].coefficient, b = form->term[k].coefficient;
      if (!is_open(j, form->term[k].var, known)) continue;
      uint64_t divisor = tta_gcd(tta_abs(a), tta_abs(b)), up = tta_abs(b) / divisor, down = tta_abs(a) / divisor;
      if (up > INT64_MAX || down > INT64_MAX) continue;
      int64_t signed_down = (a < 0) == (b < 0) ? (int64_t)down : -(int64_t)down;
      tta_status status = try_move(j, form->term[i].var, (int64_t)up, form->term[k].var, signed_down, same);
      if (status || *same) return status;
    }
  }
  return TTA_OK;
}

/* A digit that is missing from all results, then pairs of digits. Only what evaluates to one image counts. */
static tta_status collide(job *j, uint64_t known) {
  bool same = false;
  tta_status status = make_room(j);
  for (uint32_t v = 0; !status && !same && v < j->digits.num_vars; v++)
    if (is_open(j, v, known)) status = try_move(j, v, 1, v, 0, &same);
  for (uint32_t r = 0; !status && !same && r < j->map->num_results; r++)
    status = try_pairs(j, &j->forms[r], known, &same);
  for (uint32_t a = 0; !status && !same && a < j->digits.num_atoms; a++)
    status = try_pairs(j, &j->digits.atom[a].base, known, &same);
  if (same) fail(j, TTA_BY_DIGITS);
  return status;
}

/* ---- digits ---- */

static tta_status build_form(job *j, uint32_t result, bool *ok) {
  *ok = tta_digits_read(&j->digits, j->map, result, &j->forms[result]);
  if (*ok) return TTA_OK;
  tta_status status = compile(j);
  if (!status) status = tta_program_check_bounds(&j->program, result, j->arena, &j->safe);
  if (status) return status;
  *ok = j->safe && tta_digits_build(&j->digits, &j->program, result, &j->forms[result]);
  return TTA_OK;
}

static tta_status by_digits(job *j) {
  bool ok = j->map->num_results <= TTA_DIGITS_RESULTS && tta_digits_init(&j->digits, j->box);
  tta_status status = TTA_OK;
  for (uint32_t r = 0; ok && r < j->map->num_results; r++) {
    status = build_form(j, r, &ok);
    if (status) return status;
  }
  for (uint32_t r = 0; ok && r < j->map->num_results; r++) ok = tta_digits_settle(&j->digits, &j->forms[r]);
  if (!ok || !tta_digits_settle_atoms(&j->digits)) return TTA_OK;
  uint64_t known;
  if (!tta_digits_decode(&j->digits, j->forms, j->map->num_results, &known)) return collide(j, known);
  j->out->injective = TTA_YES;
  j->out->method = TTA_BY_DIGITS;
  return TTA_OK;
}

/* ---- more points than images ---- */

/* How many values a result has at most. */
static uint64_t count_values(const tta_interval *whole) {
  uint64_t step = whole->step > 0 ? (uint64_t)whole->step : 1;
  uint64_t most = ((uint64_t)whole->hi - (uint64_t)whole->lo) / step;
  return most == UINT64_MAX ? most : most + 1;
}

/* Two indices at which the dividend of a remainder differs by the divisor.
 * @param intervals of the result's operations */
static tta_status try_period(job *j, uint32_t result, uint32_t op, const tta_interval *intervals, int64_t *targets,
                             bool *same) {
  uint32_t begin = j->program.start[result], first = op - intervals[op - 1].size;
  uint32_t slice[2] = {begin + first, begin + op};
  int64_t divisor = j->program.ops[begin + op].value, second;
  tta_program dividend = j->program; /* borrows the operations */
  dividend.start = slice;
  if (!tta_add(intervals[op - 1].lo, divisor, &second) || second > intervals[op - 1].hi) return TTA_OK;
  memset(j->first, 0, (size_t)j->box.rank * 2 * sizeof(int64_t));
  tta_program_solve(&dividend, 0, &intervals[first], intervals[op - 1].lo, j->first, targets);
  tta_program_solve(&dividend, 0, &intervals[first], second, j->second, targets);
  if (!memcmp(j->first, j->second, j->box.rank * sizeof(int64_t))) return TTA_OK;
  return compare(j, same);
}

/* Pigeonhole. Sampling found no overlap, so two colliding indices are only found where a remainder repeats. */
static tta_status by_count(job *j) {
  uint64_t points = 1, images = 1;
  bool same = false;
  tta_status status = TTA_OK;
  if (j->map->num_results > TTA_DIGITS_RESULTS) return TTA_OK; /* compare() holds so many */
  tta_interval *intervals = tta_arena_array(j->arena, (size_t)j->program.num_ops + 1, sizeof *intervals);
  int64_t *targets = tta_arena_array(j->arena, (size_t)j->program.num_ops + 1, sizeof *targets);
  if (!intervals || !targets) return TTA_NO_MEMORY;
  for (uint32_t d = 0; d < j->box.rank; d++) points = tta_mul_capped(points, (uint64_t)j->box.extent[d]);
  for (uint32_t r = 0; r < j->map->num_results; r++) {
    uint32_t begin = j->program.start[r], count = j->program.start[r + 1] - begin;
    if (!tta_program_bounds(&j->program, r, &intervals[begin])) return TTA_OK;
    images = tta_mul_capped(images, count_values(&intervals[begin + count - 1]));
  }
  if (images >= points) return TTA_OK;
  for (uint32_t r = 0; r < j->map->num_results && !same && !status; r++) {
    uint32_t begin = j->program.start[r], count = j->program.start[r + 1] - begin;
    for (uint32_t op = 1; op < count && !same && !status; op++)
      if (j->program.ops[begin + op].kind == TTA_OP_MOD_BY)
        status = try_period(j, r, op, &intervals[begin], targets, &same);
  }
  if (status) return status;
  fail(j, TTA_BY_COUNT);
  j->out->points = points;
  j->out->images = images;
  if (!same) j->out->first = j->out->second = j->out->image = NULL;
  return TTA_OK;
}

static tta_status by_search(job *j) {
  tta_answer found;
  bool all;
  tta_status status = make_room(j);
  if (!status) status = compile(j);
  if (status) return status;
  status = tta_find_overlap(&j->program, j->arena, j->first, j->second, &found, &all);
  if (status == TTA_OVERFLOW) j->out->overflow_at = j->first;
  if (status) return status;
  j->out->method = all ? TTA_BY_BITMAP : TTA_BY_PROBE;
  if (found == TTA_NO) j->out->injective = TTA_YES;
  if (found == TTA_UNKNOWN) return by_count(j);
  if (found != TTA_YES) return TTA_OK;
  fail(j, j->out->method);
  return tta_program_image(&j->program, j->first, j->image);
}

static bool one_point(tta_shape box) {
  for (uint32_t i = 0; i < box.rank; i++)
    if (box.extent[i] > 1) return false;
  return true;
}

static tta_status single_point(job *j) {
  tta_status status = make_room(j);
  if (!status) status = compile(j);
  if (!status) status = image_at(j, j->first, j->image);
  if (status) return status;
  j->out->injective = TTA_YES;
  j->out->method = TTA_BY_TRIVIAL;
  return TTA_OK;
}

/* Sums of more dims than the digits method takes. */
static tta_status by_wide_sums(job *j) {
  uint32_t unused;
  if (j->box.rank <= TTA_DIGITS_TERMS && j->map->num_results <= TTA_DIGITS_RESULTS) return TTA_OK;
  tta_status status = make_room(j);
  if (!status) status = tta_wide_sums(j->map, j->box, j->arena, &j->out->injective, &unused);
  if (!status && j->out->injective != TTA_UNKNOWN) j->out->method = TTA_BY_DIGITS;
  if (status || j->out->injective != TTA_NO) return status;
  j->second[unused] = 1;
  fail(j, TTA_BY_DIGITS);
  status = compile(j);
  return status ? status : image_at(j, j->first, j->image);
}

/* Gives back all of the arena but the witness. */
static tta_status keep_witness(job *j, tta_arena_mark mark) {
  tta_injectivity *out = j->out;
  bool overflow = out->overflow_at != NULL;
  if (!overflow && (out->injective != TTA_NO || !out->first)) {
    tta_arena_rewind(j->arena, mark);
    return TTA_OK;
  }
  tta_arena_rewind(j->arena, j->scratch);
  if (j->first != j->local) return TTA_OK;
  int64_t *kept = tta_arena_array(j->arena, room_of(j) + 1, sizeof *kept);
  if (kept) memcpy(kept, j->local, room_of(j) * sizeof *kept);
  if (overflow) {
    out->overflow_at = kept ? kept + (out->overflow_at - j->local) : NULL;
  } else {
    out->first = kept;
    out->second = kept ? kept + j->box.rank : NULL;
    out->image = kept ? kept + 2 * (size_t)j->box.rank : NULL;
  }
  return kept ? TTA_OK : TTA_NO_MEMORY;
}

tta_status tta_maps_injectivity(const tta_map *map, tta_shape box, tta_arena *arena, tta_injectivity *out) {
  *out = (tta_injectivity){.injective = TTA_UNKNOWN, .method = TTA_BY_PROBE};
  tta_status status = tta_maps_check(map, box);
  if (status) return status;
  if (tta_map_is_identity(map)) {
    out->injective = TTA_YES;
    out->method = TTA_BY_TRIVIAL;
    return TTA_OK;
  }
  if (tta_maps_sums_are_injective(map, box) && !one_point(box)) {
    out->injective = TTA_YES;
    out->method = TTA_BY_DIGITS;
    return TTA_OK;
  }
  tta_arena_mark mark = tta_arena_position(arena);
  job j;
  j.map = map;
  j.box = box;
  j.arena = arena;
  j.out = out;
  j.compiled = false;
  j.safe = true;
  j.first = NULL;
  if (one_point(box)) {
    status = single_point(&j);
  } else {
    status = by_digits(&j);
    if (!status && out->injective == TTA_UNKNOWN) status = by_wide_sums(&j);
    if (!status && out->injective == TTA_UNKNOWN) status = by_search(&j);
  }
  if (status)
    *out = (tta_injectivity){.injective = TTA_UNKNOWN, .method = TTA_BY_PROBE, .overflow_at = out->overflow_at};
  tta_status kept = keep_witness(&j, mark);
  if (kept) *out = (tta_injectivity){.injective = TTA_UNKNOWN, .method = TTA_BY_PROBE};
  return kept ? kept : status;
}
