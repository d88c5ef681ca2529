/* cut.c: the common refinement of two layouts. The box of all indices is cut into pieces; bank and offset of both ends
 * are linear in each piece.
 *
 * A piece is a box of variables and forms over them (constant and coefficients). The address of an end is a list of
 * steps over forms (storage.h): q, r = a div D, a mod D; and b += w * a. A division keeps forms linear when the
 * remainder does not wrap in the box. Where it wraps, the piece is cut at the first wrap, or a variable becomes two
 * digits (x = P * q + r with P the period of its coefficient modulo D). Each piece is a stack entry, so nothing
 * recurses, and the number of pieces depends on cuts, not on elements. Variables of extent 1 are dropped: at most 63
 * remain. */
#include <string.h>

#include "base/checked.h"
#include "base/sort.h"
#include "move/move.h"

/* ---- address steps ---- */

/* Steps over the forms of both ends. A division may write its remainder over its dividend. */
typedef struct address_steps {
  uint32_t num_forms, num_steps;
  tta_storage_step *steps;
} address_steps;

/* The forms of one end that are the answer. */
typedef struct answer {
  uint32_t bank, offset;
} answer;

/* The steps of a storage have a form for each intermediate value, and serve all purposes. Pieces carry all forms, so
 * here only those remain that bank and offset need, and a value takes the place of one that is not used again. */
typedef struct translation {
  const tta_storage *storage;
  bool zero[TTA_STORAGE_MAX_FORMS];     /* always 0 */
  uint32_t same[TTA_STORAGE_MAX_FORMS]; /* equal to this form, which is equal to itself */
  uint32_t last[TTA_STORAGE_MAX_FORMS]; /* the last step that reads it, counted from 1; 0: it is not needed */
  uint32_t form[TTA_STORAGE_MAX_FORMS]; /* its number in the address steps, or TTA_NO_FORM */
} translation;

static void find_constants(translation *t) {
  const tta_storage *s = t->storage;
  for (uint32_t f = 0; f < s->num_forms; f++) {
    t->zero[f] = f >= s->rank;
    t->same[f] = f;
    t->last[f] = 0;
    t->form[f] = TTA_NO_FORM;
  }
  for (uint32_t i = 0; i < s->num_steps; i++) {
    const tta_storage_step *step = &s->steps[i];
    if (step->operation == TTA_STORAGE_ADD) {
      bool one = step->from == TTA_NO_FORM;
      t->zero[step->to] = t->zero[step->to] && ((!one && t->zero[step->from]) || !step->number);
      continue;
    }
    bool whole = step->extent <= step->number;
    t->zero[step->quotient] = whole || t->zero[step->from];
    t->zero[step->remainder] = t->zero[step->from];
    if (whole) t->same[step->remainder] = t->same[step->from];
  }
}

static bool is_skipped(const translation *t, const tta_storage_step *step) {
  return (step->from != TTA_NO_FORM && t->zero[step->from]) ||
         (step->operation == TTA_STORAGE_DIVIDE ? step->extent <= step->number : !step->number);
}

static void find_last_uses(translation *t) {
  const tta_storage *s = t->storage;
  t->last[t->same[s->bank]] = t->last[t->same[s->offset]] = s->num_steps + 1;
  for (uint32_t i = s->num_steps; i-- > 0;) {
    const tta_storage_step *step = &s->steps[i];
    bool divides = step->operation == TTA_STORAGE_DIVIDE;
    if (step->from == TTA_NO_FORM) continue;
    uint32_t *last = &t->last[t->same[step->from]];
    bool needed = divides ? t->last[t->same[step->quotient]] || t->last[t->same[step->remainder]]
                          : t->last[t->same[step->to]] != 0;
    if (needed && !*last && !is_skipped(t, step)) *last = i + 1;
  }
}

static uint32_t form_of(translation *t, address_steps *out, uint32_t form) {
  uint32_t *number = &t->form[t->same[form]];
  if (*number == TTA_NO_FORM) *number = out->num_forms++;
  return *number;
}

static void translate(translation *t, address_steps *out) {
  const tta_storage *s = t->storage;
  for (uint32_t i = 0; i < s->num_steps; i++) {
    tta_storage_step step = s->steps[i];
    bool divides = step.operation == TTA_STORAGE_DIVIDE, one = step.from == TTA_NO_FORM;
    bool ends = !one && t->last[t->same[step.from]] == i + 1;
    bool needed = divides ? t->last[step.quotient] || t->last[step.remainder] : t->last[step.to] != 0;
    if (!needed || is_skipped(t, &step)) continue;
    uint32_t from = one ? TTA_NO_FORM : form_of(t, out, step.from);
    if (divides) {
      if (ends) t->form[step.remainder] = from;
      step.quotient = form_of(t, out, step.quotient);
      step.remainder = form_of(t, out, step.remainder);
    } else if (ends && step.number == 1 && t->form[step.to] == TTA_NO_FORM) {
      t->form[step.to] = from;
      continue;
    } else {
      step.to = form_of(t, out, step.to);
    }
    step.from = from;
    out->steps[out->num_steps++] = step;
  }
}

/* First the forms and steps of the map, whose results are the physical index. */
static answer add_steps(address_steps *out, const tta_move_endpoints *end, translation *t) {
  const tta_storage *storage = &end->storage;
  const tta_move_map *map = &end->map;
  uint32_t first = out->num_forms;
  out->num_forms += map->num_forms;
  for (uint32_t i = 0; i < map->num_steps; i++) {
    tta_storage_step step = map->steps[i];
    step.from += first;
    step.quotient += first;
    step.remainder += first;
    step.to += first;
    out->steps[out->num_steps++] = step;
  }
  t->storage = storage;
  find_constants(t);
  find_last_uses(t);
  for (uint32_t k = 0; k < storage->rank; k++) t->form[k] = first + map->result[k];
  translate(t, out);
  return (answer){form_of(t, out, storage->bank), form_of(t, out, storage->offset)};
}

/* ---- pieces ---- */

/* Of a piece: its size, then extents (room for `most` variables), constants of all forms, and the forms' coefficients,
 * those of one variable together. */
typedef struct piece {
  uint32_t num_variables, at; /* at: the next step */
  int64_t *extent, *constant, *coefficient;
} piece;

typedef struct cutter {
  address_steps address;
  answer from, to;
  int64_t endpoints[2]; /* of the source, of the destination */
  uint32_t most;        /* variables */
  size_t words;  /* of a piece */
  tta_buf stack; /* pieces, as words */
  tta_status status;
  tta_families *out;
  int64_t unit_bytes;
  int64_t *scratch;
} cutter;

static piece piece_at(const cutter *c, int64_t *words) {
  piece p = {
      .extent = words + 2, .constant = words + 2 + c->most, .coefficient = words + 2 + c->most + c->address.num_forms};
  p.num_variables = (uint32_t)words[0];
  p.at = (uint32_t)words[1];
  return p;
}

static void store(int64_t *words, const piece *p) {
  words[0] = p->num_variables;
  words[1] = p->at;
}

static int64_t *coefficients(const cutter *c, const piece *p, uint32_t variable) {
  return p->coefficient + (size_t)variable * c->address.num_forms;
}

/* Words of a piece that hold something. */
static size_t used(const cutter *c, const piece *p) {
  return 2 + c->most + c->address.num_forms + (size_t)p->num_variables * c->address.num_forms;
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
    memcpy(coefficients(c, p, variable), coefficients(c, p, last), c->address.num_forms * sizeof(int64_t));
}

/* Leaves [begin, begin + count) of a variable. Constants stay within what the forms reach, so nothing overflows. */
static void restrict_to(const cutter *c, piece *p, uint32_t variable, int64_t begin, int64_t count) {
  const int64_t *a = coefficients(c, p, variable);
  for (uint32_t f = 0; f < c->address.num_forms; f++) p->constant[f] += a[f] * begin;
  p->extent[variable] = count;
  if (count == 1) drop(c, p, variable);
}

/* Pushes the part after `count` and continues with the part before. */
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
  for (uint32_t f = 0; f < c->address.num_forms; f++)
    if (!tta_mul(inner[f], period, &a[f])) c->status = TTA_OVERFLOW;
  p->extent[outer] = p->extent[variable] / period;
  p->extent[variable] = period;
  if (p->extent[outer] == 1) drop(c, p, outer);
}

/* ---- division ---- */

/* What the remainders of all variables but one add up to. */
typedef struct span {
  int64_t low, high;
} span;

static span reach(const cutter *c, const piece *p, const tta_storage_step *s, uint32_t without) {
  span sum = {p->constant[s->from] % s->number, 0};
  if (sum.low < 0) sum.low += s->number;
  sum.high = sum.low;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t far, r = coefficients(c, p, v)[s->from] % s->number;
    if (v == without || !r) continue;
    if (!tta_mul(r, p->extent[v] - 1, &far) || !tta_add(far, r < 0 ? sum.low : sum.high, &far))
      far = r < 0 ? INT64_MIN / 2 : INT64_MAX / 2; /* wraps in any case */
    if (r < 0) sum.low = far;
    else sum.high = far;
  }
  return sum;
}

static bool fits(span s, const tta_storage_step *d) { return s.low >= 0 && s.high < d->number; }

/* The variable with the largest coefficient among those that change the remainder. */
static uint32_t widest(const cutter *c, const piece *p, const tta_storage_step *s) {
  uint32_t best = UINT32_MAX;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t a = coefficients(c, p, v)[s->from];
    if (a % s->number == 0) continue;
    if (best == UINT32_MAX || tta_abs(a) > tta_abs(coefficients(c, p, best)[s->from])) best = v;
  }
  return best;
}

/* How many values of a variable from 0 on stay without wrapping, whatever the others do; at least 1. */
static int64_t without_wrap(span others, int64_t r, const tta_storage_step *s) {
  int64_t room = r > 0 ? s->number - 1 - others.high : others.low;
  return room < 0 ? 1 : room / (int64_t)tta_abs(r) + 1;
}

/* One cut on the way to a remainder that does not wrap. */
static void cut_for(cutter *c, int64_t *words, piece *p, const tta_storage_step *s) {
  uint32_t v = widest(c, p, s);
  int64_t a = coefficients(c, p, v)[s->from], r = a % s->number, n = p->extent[v];
  int64_t period = s->number / (int64_t)tta_gcd((uint64_t)s->number, tta_abs(r));
  span others = reach(c, p, s, v);
  if (n > period) {
    int64_t far = r * (period - 1); /* below number squared over gcd; the extent is larger than the period */
    bool whole =
        r > 0 ? others.high + far < s->number && others.low >= 0 : others.low + far >= 0 && others.high < s->number;
    bool aligns = s->number % (int64_t)tta_abs(r) == 0 && fits(others, s);
    if (whole || !aligns) {
      if (n % period) cut(c, words, p, v, n - n % period);
      split_digits(c, p, v, period);
      return;
    }
  }
  int64_t count = without_wrap(others, r, s);
  cut(c, words, p, v, count < n ? count : n - 1);
}

/* Constants use floor division, coefficients truncate toward zero; reach() relies on this. */
static void apply_division(const cutter *c, piece *p, const tta_storage_step *s) {
  int64_t a = p->constant[s->from], rest = (a % s->number + s->number) % s->number;
  p->constant[s->quotient] = (a - rest) / s->number;
  p->constant[s->remainder] = rest;
  for (uint32_t v = 0; v < p->num_variables; v++) {
    int64_t *of = coefficients(c, p, v);
    a = of[s->from];
    of[s->quotient] = a / s->number;
    of[s->remainder] = a % s->number;
  }
}

static void apply_sum(cutter *c, piece *p, const tta_storage_step *s) {
  int64_t term;
  if (s->from == TTA_NO_FORM) {
    if (!tta_add(p->constant[s->to], s->number, &p->constant[s->to])) c->status = TTA_OVERFLOW;
    return;
  }
  bool fit = tta_mul(p->constant[s->from], s->number, &term) && tta_add(p->constant[s->to], term, &p->constant[s->to]);
  for (uint32_t v = 0; v < p->num_variables && fit; v++) {
    int64_t *of = coefficients(c, p, v);
    fit = tta_mul(of[s->from], s->number, &term) && tta_add(of[s->to], term, &of[s->to]);
  }
  if (!fit) c->status = TTA_OVERFLOW;
}

/* ---- families ---- */

static int by_src_stride(const void *a, const void *b) {
  return tta_order(((const tta_move_loop *)b)->src_stride, ((const tta_move_loop *)a)->src_stride);
}

/* Longest source stride first; then what lies together in both is one run. */
static void settle_loops(tta_family *f) {
  tta_sort(f->loops, NULL, f->num_loops, sizeof *f->loops, by_src_stride);
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
  const uint32_t forms[4] = {c->from.bank, c->to.bank, c->from.offset, c->to.offset};
  int64_t value[4];
  uint32_t loops = 0;
  for (uint32_t k = 0; k < 4; k++) {
    value[k] = p->constant[forms[k]];
    for (uint32_t v = 0; v < p->num_variables; v++) value[k] += coefficients(c, p, v)[forms[k]] * at[v];
  }
  for (uint32_t k = 0; k < 2; k++) /* tta_storage_check_elements excludes other values */
    if (value[k] < 0 || value[k] >= c->endpoints[k]) c->status = TTA_INVALID;
  if (c->status) return false;
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

/* A family for each pair of endpoints of the piece. */
static void emit_all(cutter *c, const piece *p) {
  int64_t at[64] = {0};
  uint32_t v;
  do {
    if (!emit(c, p, at)) return;
    for (v = 0; v < p->num_variables; v++) {
      const int64_t *of = coefficients(c, p, v);
      if (!of[c->from.bank] && !of[c->to.bank]) continue;
      if (++at[v] < p->extent[v]) break;
      at[v] = 0;
    }
  } while (v < p->num_variables);
}

/* ---- the whole ---- */

static void run_piece(cutter *c, int64_t *words) {
  piece p = piece_at(c, words);
  while (p.at < c->address.num_steps && !c->status) {
    const tta_storage_step *s = &c->address.steps[p.at];
    if (s->operation == TTA_STORAGE_ADD) {
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
      for (uint32_t f = 0; f < c->address.num_forms && same; f++)
        same = tta_mul(inner[f], p->extent[j], &product) && product == outer[f];
      if (!same || !tta_mul(p->extent[i], p->extent[j], &product)) continue;
      p->extent[j] = product;
      drop(c, p, i);
      i = UINT32_MAX; /* from the start */
      break;
    }
}

static void start_forms(const cutter *c, const piece *p, const tta_move_map *map, uint32_t first, tta_shape shape) {
  uint32_t v = 0;
  for (uint32_t f = 0; f < map->num_forms; f++) p->constant[first + f] = map->start[f].constant;
  for (uint32_t d = 0; d < shape.rank; d++) {
    if (shape.extent[d] == 1) continue;
    for (uint32_t f = 0; f < map->num_forms; f++)
      coefficients(c, p, v)[first + f] = map->start[f].coefficient[d];
    v++;
  }
}

static void first_piece(cutter *c, const tta_move_endpoints *from, const tta_move_endpoints *to, uint32_t second,
                        tta_shape shape, int64_t *words) {
  piece p = piece_at(c, words);
  for (uint32_t d = 0; d < shape.rank; d++)
    if (shape.extent[d] != 1) p.extent[p.num_variables++] = shape.extent[d];
  start_forms(c, &p, &from->map, 0, shape);
  start_forms(c, &p, &to->map, second, shape);
  merge_dims(c, &p);
  push(c, words, &p);
}

/* Each variable has an extent of 2 or more, and the product of all is the number of units. */
static uint32_t max_variables(tta_shape shape) {
  int64_t volume = 1;
  uint32_t bits = 0;
  for (uint32_t d = 0; d < shape.rank; d++) volume *= shape.extent[d];
  for (; volume > 1; volume /= 2) bits++;
  return bits + 1;
}

tta_status tta_move_cut(const tta_move_endpoints *from, const tta_move_endpoints *to, tta_shape shape,
                        tta_families *out) {
  cutter c = {.out = out,
              .endpoints = {from->num_endpoints, to->num_endpoints},
              .most = max_variables(shape),
              .unit_bytes = from->unit_bytes};
  tta_arena *arena = out->arena;
  size_t num_steps = (size_t)from->storage.num_steps + to->storage.num_steps + from->map.num_steps + to->map.num_steps;
  c.address.steps = tta_arena_array(arena, num_steps + 1, sizeof *c.address.steps);
  translation *t = tta_arena_alloc(arena, sizeof *t);
  if (!c.address.steps || !t) return TTA_NO_MEMORY;
  c.from = add_steps(&c.address, from, t);
  uint32_t second = c.address.num_forms;
  c.to = add_steps(&c.address, to, t);
  c.words = 2 + c.most + (size_t)c.address.num_forms * (c.most + 1);
  int64_t *words = tta_arena_array(arena, c.words, sizeof *words);
  c.scratch = tta_arena_array(arena, c.words, sizeof *words);
  if (!words || !c.scratch) return TTA_NO_MEMORY;
  memset(words, 0, c.words * sizeof *words);
  tta_buf_init(&c.stack, arena->allocator);
  first_piece(&c, from, to, second, shape, words);
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
