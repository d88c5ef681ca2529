/* Owns the common refinement of two layouts: the box of all indices is cut into pieces in each of which core, bank and
 * offset of both ends are linear. Does not own the layouts' formulas (side.c), nor joining what was cut (join.c).
 *
 * A piece is a box of variables and forms over them (constant and coefficients). The formula of an end is a short
 * program over forms: q, r = a div D, a mod D; and b += w * a. A division keeps forms linear when the remainder does
 * not wrap in the box; where it wraps, the piece is cut, either at the first place where it does, or a variable becomes
 * two digits (x = P * q + r with P the period of its coefficient modulo D). Each piece is a stack entry, so nothing
 * recurses, and pieces follow the number of cuts, not of elements. Variables of extent 1 are dropped: there are at
 * most 63. */
#include <string.h>

#include "base/checked.h"
#include "move/move.h"

/* ---- programs ---- */

typedef enum operation { DIVIDE, ADD } operation;

/* DIVIDE: to = at div number, rest = at mod number. ADD: to += number * at. */
typedef struct step {
  operation what;
  uint32_t at, to, rest;
  int64_t number;
} step;

typedef struct program {
  uint32_t num_forms, num_steps, capacity;
  step *steps;
} program;

/* The forms of one end that are the answer. */
typedef struct answer {
  uint32_t place, offset;
} answer;

static void divide(program *p, uint32_t at, int64_t number, uint32_t to, uint32_t rest) {
  p->steps[p->num_steps++] = (step){DIVIDE, at, to, rest, number};
}
static void add(program *p, uint32_t to, int64_t number, uint32_t at) {
  p->steps[p->num_steps++] = (step){ADD, at, to, 0, number};
}

/* Places in a tile: faces one after the other, rows in a face. `y` and `x`: forms of row and column. */
static void add_tile(program *p, const tta_move_side *side, uint32_t y, uint32_t x, uint32_t offset) {
  int64_t row = side->face[1] * side->unit_bytes, face = side->face[0] * row, across = side->tile[1] / side->face[1];
  if (side->tile[0] > side->face[0]) {
    uint32_t of_faces = p->num_forms++;
    divide(p, y, side->face[0], of_faces, y);
    add(p, offset, across * face, of_faces);
  }
  if (across > 1) {
    uint32_t of_faces = p->num_forms++;
    divide(p, x, side->face[1], of_faces, x);
    add(p, offset, face, of_faces);
  }
  add(p, offset, row, y);
  add(p, offset, side->unit_bytes, x);
}

/* Number of a page, or of a unit in its core: row-major. @return false when a weight leaves int64 */
static bool add_row_major(program *p, const tta_move_side *side, uint32_t first, uint32_t cores, uint32_t to,
                          uint32_t skip_last, bool whole, int64_t weight) {
  for (uint32_t k = side->rank - skip_last; k-- > 0;) {
    int64_t of_core;
    add(p, to, weight, first + k);
    if (whole && side->sharded) {
      if (!tta_mul(weight, side->units[k], &of_core)) return false;
      add(p, to, of_core, cores + k);
      if (!tta_mul(of_core, side->grid[k], &weight)) return false;
    } else if (!tta_mul(weight, side->units[k], &weight)) {
      return false;
    }
  }
  return true;
}

/* Forms first..first+rank-1 are the physical index at the start. */
static tta_status write_program(program *p, const tta_move_side *side, answer *out) {
  uint32_t rank = side->rank, first = p->num_forms, cores = first + rank, core = cores + rank, in_tile[2];
  int64_t weight = 1;
  p->num_forms = core + 2;
  *out = (answer){core, core + 1};
  for (uint32_t k = 0; k < rank && side->sharded; k++)
    if (side->grid[k] > 1) divide(p, first + k, side->shard[k], cores + k, first + k);
  for (uint32_t k = rank; k-- > 0 && !side->paged;) {
    if (side->grid[k] > 1) add(p, out->place, weight, cores + k);
    weight *= side->grid[k]; /* at most the number of cores */
  }
  for (uint32_t k = 0; k < 2 && side->tiled; k++) {
    uint32_t at = first + rank - 2 + k;
    in_tile[k] = p->num_forms++;
    divide(p, at, side->tile[k], at, in_tile[k]);
  }
  if (side->tiled) add_tile(p, side, in_tile[0], in_tile[1], out->offset);
  if (side->row_pages) {
    add(p, out->offset, side->unit_bytes, first + rank - 1);
    if (side->sharded) add(p, out->offset, side->unit_bytes * side->units[rank - 1], cores + rank - 1);
  }
  if (!side->paged && !add_row_major(p, side, first, cores, out->offset, 0, false, side->tile_bytes))
    return TTA_OVERFLOW;
  if (side->paged && !add_row_major(p, side, first, cores, out->place, side->row_pages, true, 1)) return TTA_OVERFLOW;
  if (side->memory == TTA_MOVE_L1 && !side->paged) return TTA_OK;
  uint32_t slot = p->num_forms++;
  divide(p, out->place, side->banks, slot, out->place);
  add(p, out->offset, side->memory == TTA_MOVE_HOST ? side->sharding->shard_bytes : side->page_stride, slot);
  return TTA_OK;
}

/* ---- pieces ---- */

/* Of a piece: its size, then extents (room for `most` variables), constants of all forms, and the forms' coefficients,
 * those of one variable together. */
typedef struct piece {
  uint32_t num_variables, at; /* at: the next step */
  int64_t *extent, *constant, *coefficient;
} piece;

typedef struct cutter {
  program program;
  answer from, to;
  uint32_t most; /* variables */
  size_t words;  /* of a piece */
  tta_buf stack; /* pieces, as words */
  tta_status status;
  tta_families *out;
  int64_t unit_bytes;
  int64_t *scratch;
} cutter;

static piece piece_at(const cutter *c, int64_t *words) {
  piece p = {
      .extent = words + 2, .constant = words + 2 + c->most, .coefficient = words + 2 + c->most + c->program.num_forms};
  p.num_variables = (uint32_t)words[0];
  p.at = (uint32_t)words[1];
  return p;
}

static void store(int64_t *words, const piece *p) {
  words[0] = p->num_variables;
  words[1] = p->at;
}

static int64_t *coefficients(const cutter *c, const piece *p, uint32_t variable) {
  return p->coefficient + (size_t)variable * c->program.num_forms;
}

/* Words of a piece that hold something. */
static size_t used(const cutter *c, const piece *p) {
  return 2 + c->most + c->program.num_forms + (size_t)p->num_variables * c->program.num_forms;
}

static void push(cutter *c, int64_t *words, const piece *p) {
  store(words, p);
  if (!tta_buf_reserve(&c->stack, c->words * sizeof *words)) {
    c->status = TTA_NO_MEMORY;
    return;
  }
  memcpy(c->stack.data + c->stack.size, words, used(c, p) * sizeof *words);
  c->stack.size += c->words * sizeof *words;
}

static void drop(const cutter *c, piece *p, uint32_t variable) {
  uint32_t last = --p->num_variables;
  p->extent[variable] = p->extent[last];
  if (variable != last)
    memcpy(coefficients(c, p, variable), coefficients(c, p, last), c->program.num_forms * sizeof(int64_t));
}

/* Leaves [begin, begin + count) of a variable. Constants stay within what the forms reach, so nothing overflows. */
static void restrict_to(const cutter *c, piece *p, uint32_t variable, int64_t begin, int64_t count) {
  const int64_t *a = coefficients(c, p, variable);
  for (uint32_t f = 0; f < c->program.num_forms; f++) p->constant[f] += a[f] * begin;
  p->extent[variable] = count;
  if (count == 1) drop(c, p, variable);
}

/* Pushes what is behind `count` and goes on with what is before. */
static void cut(cutter *c, int64_t *words, piece *p, uint32_t variable, int64_t count) {
  int64_t extent = p->extent[variable];
  memcpy(c->scratch, words, used(c, p) * sizeof *words);
  piece rest = piece_at(c, c->scratch);
  rest.num_variables = p->num_variables;
  rest.at = p->at;
  restrict_to(c, &rest, variable, count, extent - count);
  push(c, c->scratch, &rest);
  restrict_to(c, p, variable, 0, count);
}

/* x = period * q + r; the extent is a multiple of the period. */
static void split_digits(cutter *c, piece *p, uint32_t variable, int64_t period) {
  uint32_t outer = p->num_variables++;
  int64_t *inner = coefficients(c, p, variable), *a = coefficients(c, p, outer);
  for (uint32_t f = 0; f < c->program.num_forms; f++)
    if (!tta_mul(inner[f], period, &a[f])) c->status = TTA_OVERFLOW;
  p->extent[outer] = p->extent[variable] / period;
  p->extent[variable] = period;
  if (p->extent[outer] == 1) drop(c, p, outer);
}

/* ---- division ---- */

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

/* What the remainders of all variables but one add up to. */
typedef struct span {
  int64_t low, high;
} span;

static span reach(const cutter *c, const piece *p, const step *s, uint32_t without) {
  span sum = {p->constant[s->at] % s->number, 0};
  if (sum.low < 0) sum.low += s->number;
  sum.high = sum.low;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t far, r = coefficients(c, p, v)[s->at] % s->number;
    if (v == without || !r) continue;
    if (!tta_mul(r, p->extent[v] - 1, &far) || !tta_add(far, r < 0 ? sum.low : sum.high, &far))
      far = r < 0 ? INT64_MIN / 2 : INT64_MAX / 2; /* wraps in any case */
    if (r < 0) sum.low = far;
    else sum.high = far;
  }
  return sum;
}

static bool fits(span s, const step *d) { return s.low >= 0 && s.high < d->number; }

/* The variable with the largest coefficient among those that change the remainder. */
static uint32_t widest(const cutter *c, const piece *p, const step *s) {
  uint32_t best = UINT32_MAX;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t a = coefficients(c, p, v)[s->at];
    if (a % s->number == 0) continue;
    if (best == UINT32_MAX || absolute(a) > absolute(coefficients(c, p, best)[s->at])) best = v;
  }
  return best;
}

/* How many values of a variable from 0 on stay without wrapping, whatever the others do; at least 1. */
static int64_t without_wrap(span others, int64_t r, const step *s) {
  int64_t room = r > 0 ? s->number - 1 - others.high : others.low;
  return room < 0 ? 1 : room / absolute(r) + 1;
}

/* One cut on the way to a remainder that does not wrap. */
static void cut_for(cutter *c, int64_t *words, piece *p, const step *s) {
  uint32_t v = widest(c, p, s);
  int64_t a = coefficients(c, p, v)[s->at], r = a % s->number, n = p->extent[v];
  int64_t period = s->number / gcd(s->number, absolute(r));
  span others = reach(c, p, s, v);
  if (n > period) {
    int64_t far = r * (period - 1); /* below number squared over gcd; the extent is larger than the period */
    bool whole =
        r > 0 ? others.high + far < s->number && others.low >= 0 : others.low + far >= 0 && others.high < s->number;
    bool aligns = s->number % absolute(r) == 0 && fits(others, s);
    if (whole || !aligns) {
      if (n % period) cut(c, words, p, v, n - n % period);
      split_digits(c, p, v, period);
      return;
    }
  }
  int64_t count = without_wrap(others, r, s);
  cut(c, words, p, v, count < n ? count : n - 1);
}

/* Of constants rounded down, of coefficients to 0, as `reach` adds them up. */
static void apply_division(const cutter *c, piece *p, const step *s) {
  int64_t a = p->constant[s->at], rest = (a % s->number + s->number) % s->number;
  p->constant[s->to] = (a - rest) / s->number;
  p->constant[s->rest] = rest;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t *of = coefficients(c, p, v);
    a = of[s->at];
    of[s->to] = a / s->number;
    of[s->rest] = a % s->number;
  }
}

static void apply_sum(cutter *c, piece *p, const step *s) {
  int64_t term;
  bool fit = tta_mul(p->constant[s->at], s->number, &term) && tta_add(p->constant[s->to], term, &p->constant[s->to]);
  for (uint32_t v = 0; v < p->num_variables && fit; v++) {
    int64_t *of = coefficients(c, p, v);
    fit = tta_mul(of[s->at], s->number, &term) && tta_add(of[s->to], term, &of[s->to]);
  }
  if (!fit) c->status = TTA_OVERFLOW;
}

/* ---- families ---- */

/* Longest source stride first; then what lies together in both is one run. */
static void settle_loops(tta_family *f) {
  for (uint32_t i = 1; i < f->num_loops; i++)
    for (uint32_t j = i; j > 0 && f->loops[j - 1].src_stride < f->loops[j].src_stride; j--) {
      tta_move_loop swap = f->loops[j];
      f->loops[j] = f->loops[j - 1];
      f->loops[j - 1] = swap;
    }
  for (uint32_t i = f->num_loops; i-- > 0;) {
    tta_move_loop l = f->loops[i];
    if (l.src_stride != f->bytes || l.dst_stride != f->bytes) continue;
    f->bytes *= l.count;
    memmove(&f->loops[i], &f->loops[i + 1], (f->num_loops - i - 1) * sizeof l);
    f->num_loops--;
    i = f->num_loops;
  }
}

static bool emit(cutter *c, const piece *p, const int64_t *at) {
  const uint32_t forms[4] = {c->from.place, c->to.place, c->from.offset, c->to.offset};
  int64_t value[4];
  uint32_t loops = 0;
  for (uint32_t k = 0; k < 4; k++) {
    value[k] = p->constant[forms[k]];
    for (uint32_t v = 0; v < p->num_variables; v++) value[k] += coefficients(c, p, v)[forms[k]] * at[v];
  }
  tta_family *f = tta_families_add(c->out, p->num_variables);
  if (!f) {
    c->status = tta_families_status(c->out);
    return false;
  }
  for (uint32_t v = 0; v < p->num_variables; v++) {
    const int64_t *of = coefficients(c, p, v);
    if (of[forms[0]] || of[forms[1]]) continue;
    f->loops[loops++] = (tta_move_loop){p->extent[v], of[forms[2]], of[forms[3]]};
  }
  f->src = (uint32_t)value[0];
  f->dst = (uint32_t)value[1];
  f->src_offset = value[2];
  f->dst_offset = value[3];
  f->bytes = c->unit_bytes;
  f->num_loops = loops;
  settle_loops(f);
  return true;
}

/* A family for each pair of places that the piece meets. */
static void emit_all(cutter *c, const piece *p) {
  int64_t at[64] = {0};
  uint32_t v;
  do {
    if (!emit(c, p, at)) return;
    for (v = 0; v < p->num_variables; v++) {
      const int64_t *of = coefficients(c, p, v);
      if (!of[c->from.place] && !of[c->to.place]) continue;
      if (++at[v] < p->extent[v]) break;
      at[v] = 0;
    }
  } while (v < p->num_variables);
}

/* ---- the whole ---- */

static void run_piece(cutter *c, int64_t *words) {
  piece p = piece_at(c, words);
  while (p.at < c->program.num_steps && !c->status) {
    const step *s = &c->program.steps[p.at];
    if (s->what == ADD) {
      apply_sum(c, &p, s);
    } else {
      while (!c->status && !fits(reach(c, &p, s, UINT32_MAX), s)) cut_for(c, words, &p, s);
      if (!c->status) apply_division(c, &p, s);
    }
    p.at++;
  }
  if (!c->status) emit_all(c, &p);
}

/* Two dims that count on in every physical dim of both ends are one. */
static void merge_dims(const cutter *c, piece *p) {
  for (uint32_t i = 0; i < p->num_variables; i++)
    for (uint32_t j = 0; j < p->num_variables; j++) {
      int64_t *outer = coefficients(c, p, i), *inner = coefficients(c, p, j), product;
      bool same = i != j;
      for (uint32_t f = 0; f < c->program.num_forms && same; f++)
        same = tta_mul(inner[f], p->extent[j], &product) && product == outer[f];
      if (!same || !tta_mul(p->extent[i], p->extent[j], &product)) continue;
      p->extent[j] = product;
      drop(c, p, i);
      i = UINT32_MAX; /* from the start */
      break;
    }
}

static void first_piece(cutter *c, const tta_move_side *from, const tta_move_side *to, uint32_t second, tta_shape shape,
                        int64_t *words) {
  piece p = piece_at(c, words);
  for (uint32_t k = 0; k < from->rank; k++) p.constant[k] = from->linear[k].constant;
  for (uint32_t k = 0; k < to->rank; k++) p.constant[second + k] = to->linear[k].constant;
  for (uint32_t d = 0; d < shape.rank; d++) {
    if (shape.extent[d] == 1) continue;
    uint32_t v = p.num_variables++;
    p.extent[v] = shape.extent[d];
    for (uint32_t k = 0; k < from->rank; k++) coefficients(c, &p, v)[k] = from->linear[k].coefficient[d];
    for (uint32_t k = 0; k < to->rank; k++) coefficients(c, &p, v)[second + k] = to->linear[k].coefficient[d];
  }
  merge_dims(c, &p);
  push(c, words, &p);
}

/* Each variable has an extent of 2 or more, and the product of all is the number of units. */
static uint32_t most_variables(tta_shape shape) {
  int64_t volume = 1;
  uint32_t bits = 0;
  for (uint32_t d = 0; d < shape.rank; d++) volume *= shape.extent[d];
  for (; volume > 1; volume /= 2) bits++;
  return bits + 1;
}

tta_status tta_move_cut(const tta_move_side *from, const tta_move_side *to, tta_shape shape, tta_families *out) {
  cutter c = {.out = out, .most = most_variables(shape), .unit_bytes = from->unit_bytes};
  tta_arena *arena = out->arena;
  uint32_t steps = 4 * (from->rank + to->rank) + 32;
  c.program.steps = tta_arena_array(arena, steps, sizeof *c.program.steps);
  if (!c.program.steps) return TTA_NO_MEMORY;
  c.status = write_program(&c.program, from, &c.from);
  uint32_t second = c.program.num_forms;
  if (!c.status) c.status = write_program(&c.program, to, &c.to);
  c.words = 2 + c.most + (size_t)c.program.num_forms * (c.most + 1);
  int64_t *words = tta_arena_array(arena, c.words, sizeof *words);
  c.scratch = tta_arena_array(arena, c.words, sizeof *words);
  if (!words || !c.scratch) return TTA_NO_MEMORY;
  memset(words, 0, c.words * sizeof *words);
  tta_buf_init(&c.stack, arena->allocator);
  if (!c.status) first_piece(&c, from, to, second, shape, words);
  while (c.stack.size && !c.status) {
    c.stack.size -= c.words * sizeof *words;
    memcpy(words, c.stack.data + c.stack.size, 2 * sizeof *words);
    piece p = piece_at(&c, words);
    memcpy(words, c.stack.data + c.stack.size, used(&c, &p) * sizeof *words);
    run_piece(&c, words);
  }
  tta_buf_free(&c.stack);
  return c.status;
}
