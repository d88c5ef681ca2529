/* join.c: makes runs maximal: runs that the refinement cut although they continue at both ends are joined again.
 *
 * Between the same two endpoints, a run of family A continues in a run of family B when the end of the one is the start
 * of the other, at both ends: an equation over the loops of both in two components, src and dst. Loops with the same
 * strides count together (only the difference of their counters matters), all others are separate. Address strides
 * differ so much in size that going from the longest to the shortest leaves one or two values to try for each. A
 * solution joins a sub-box of A with one of B; the rest of both remains, as boxes. Each join lowers the number of
 * runs. */

#include "base/array.h"
#include "base/checked.h"
#include "base/sort.h"
#include "move/move.h"

/* ---- the list ---- */

tta_family *tta_families_add(tta_families *families, uint32_t loops) {
  if (families->num_items == TTA_MOVE_MAX_FAMILIES) return NULL;
  if (!TTA_GROW_IN(families->arena, families, items, 1)) return NULL;
  tta_move_loop *room = tta_arena_array(families->arena, (size_t)loops + 1, sizeof *room);
  if (!room) return NULL;
  tta_family *f = &families->items[families->num_items++];
  *f = (tta_family){.loops = room};
  return f;
}

tta_status tta_families_status(const tta_families *families) {
  return families->arena->failed ? TTA_NO_MEMORY : TTA_LIMIT;
}

static int order(const void *a, const void *b) {
  const tta_family *x = a, *y = b;
  if (x->src != y->src) return tta_order(x->src, y->src);
  if (x->dst != y->dst) return tta_order(x->dst, y->dst);
  int by_src = tta_order(x->src_offset, y->src_offset);
  return by_src ? by_src : tta_order(x->dst_offset, y->dst_offset);
}

/* ---- the equation ---- */

enum { MAX_TERMS = 128 };

/* What one term can add: `value` times its strides, low <= value <= high. a, b: its loop in either family, or -1. */
typedef struct term {
  int64_t src, dst, low, high;
  int32_t a, b;
} term;

typedef struct equation {
  uint32_t count;
  term term[MAX_TERMS];
  int64_t value[MAX_TERMS];
  int64_t reach[MAX_TERMS + 1]; /* src: what the terms from here on can add at most, either way */
} equation;

static void add_term(equation *e, term t) {
  uint32_t at = e->count++;
  for (; at > 0 && tta_abs(e->term[at - 1].src) < tta_abs(t.src); at--) e->term[at] = e->term[at - 1];
  e->term[at] = t;
}

/* B's beginning moved by its loops = A's end moved by A's. */
static bool set_up(equation *e, const tta_family *a, const tta_family *b) {
  uint64_t matched = 0;
  e->count = 0;
  if (a->num_loops + b->num_loops > MAX_TERMS || b->num_loops > 64) return false;
  for (uint32_t i = 0; i < a->num_loops; i++) {
    term t = {-a->loops[i].src_stride, -a->loops[i].dst_stride, 0, a->loops[i].count - 1, (int32_t)i, -1};
    for (uint32_t j = 0; j < b->num_loops && t.b < 0; j++) {
      if (matched >> j & 1 || b->loops[j].src_stride != -t.src || b->loops[j].dst_stride != -t.dst) continue;
      matched |= (uint64_t)1 << j;
      t = (term){-t.src, -t.dst, -t.high, b->loops[j].count - 1, (int32_t)i, (int32_t)j};
    }
    add_term(e, t);
  }
  for (uint32_t j = 0; j < b->num_loops; j++)
    if (!(matched >> j & 1))
      add_term(e, (term){b->loops[j].src_stride, b->loops[j].dst_stride, 0, b->loops[j].count - 1, -1, (int32_t)j});
  e->reach[e->count] = 0;
  for (uint32_t t = e->count; t-- > 0;) {
    int64_t low = (int64_t)tta_abs(e->term[t].low), most = low > e->term[t].high ? low : e->term[t].high;
    e->reach[t] = e->reach[t + 1] + most * (int64_t)tta_abs(e->term[t].src);
  }
  return true;
}

/* The values of a term that the shorter ones can still make good. */
static void candidates(const equation *e, uint32_t t, int64_t src, int64_t *low, int64_t *high) {
  int64_t stride = e->term[t].src, rest = e->reach[t + 1];
  *low = e->term[t].low;
  *high = e->term[t].high;
  if (!stride) return;
  int64_t from = stride > 0 ? src - rest : -src - rest, to = stride > 0 ? src + rest : -src + rest;
  int64_t first, last, size = (int64_t)tta_abs(stride);
  if (tta_ceildiv(from, size, &first) && first > *low) *low = first;
  if (tta_floordiv(to, size, &last) && last < *high) *high = last;
}

enum { MAX_TRIES = 4096 }; /* far beyond what strides of memory need; ends the search on any */

/* Values that add up to (src, dst). */
static bool solve(equation *e, int64_t src, int64_t dst) {
  int64_t high[MAX_TERMS];
  uint32_t t = 0;
  if (!e->count) return src == 0 && dst == 0;
  candidates(e, 0, src, &e->value[0], &high[0]);
  for (uint32_t tries = 0; tries < MAX_TRIES;) {
    const term *m = &e->term[t];
    if (e->value[t] > high[t]) { /* back */
      if (t-- == 0) return false;
      src += e->value[t] * e->term[t].src;
      dst += e->value[t] * e->term[t].dst;
      e->value[t]++;
      continue;
    }
    tries++;
    int64_t s = src - e->value[t] * m->src, d = dst - e->value[t] * m->dst;
    if (t + 1 == e->count) {
      if (!s && !d) return true;
      e->value[t]++;
      continue;
    }
    src = s;
    dst = d;
    t++;
    candidates(e, t, src, &e->value[t], &high[t]);
  }
  return false;
}

/* ---- boxes ---- */

typedef struct range {
  int64_t low, high; /* high: one past the last */
} range;

/* `f` restricted to a box; loops of one turn are dropped. */
static bool add_box(tta_families *list, const tta_family *f, const range *box) {
  for (uint32_t i = 0; i < f->num_loops; i++)
    if (box[i].low >= box[i].high) return true;
  tta_family source = *f; /* the list may move */
  tta_family *copy = tta_families_add(list, source.num_loops);
  if (!copy) return false;
  tta_move_loop *loops = copy->loops;
  *copy = source;
  copy->loops = loops;
  copy->num_loops = 0;
  for (uint32_t i = 0; i < source.num_loops; i++) {
    copy->src_offset += box[i].low * source.loops[i].src_stride;
    copy->dst_offset += box[i].low * source.loops[i].dst_stride;
    if (box[i].high - box[i].low == 1) continue;
    loops[copy->num_loops] = source.loops[i];
    loops[copy->num_loops++].count = box[i].high - box[i].low;
  }
  return true;
}

/* What lies outside of `inner`, as boxes. */
static bool add_outside(tta_families *list, const tta_family *f, const range *inner) {
  range box[MAX_TERMS];
  bool ok = true;
  for (uint32_t i = 0; i < f->num_loops; i++) box[i] = (range){0, f->loops[i].count};
  for (uint32_t i = 0; i < f->num_loops && ok; i++) {
    range whole = box[i];
    box[i] = (range){0, inner[i].low};
    ok = add_box(list, f, box);
    box[i] = (range){inner[i].high, whole.high};
    ok = ok && add_box(list, f, box);
    box[i] = inner[i];
  }
  return ok;
}

/* ---- joins ---- */

/* A filter that costs little: the reach of both ends, and the powers of two that all strides share. */
static bool may_meet(const tta_family *a, const tta_family *b, int64_t src, int64_t dst) {
  int64_t low = 0, high = 0;
  uint64_t strides = 0, strides_dst = 0;
  for (uint32_t i = 0; i < a->num_loops + b->num_loops; i++) {
    const tta_move_loop *l = i < a->num_loops ? &a->loops[i] : &b->loops[i - a->num_loops];
    int64_t far = (l->count - 1) * (i < a->num_loops ? -l->src_stride : l->src_stride);
    if (far < 0) low += far;
    else high += far;
    strides |= (uint64_t)l->src_stride;
    strides_dst |= (uint64_t)l->dst_stride;
  }
  if (src < low || src > high) return false;
  return !(((uint64_t)src & ((strides & -strides) - 1)) | ((uint64_t)dst & ((strides_dst & -strides_dst) - 1)));
}

static void take(tta_families *list, size_t index) { list->items[index] = list->items[--list->num_items]; }

/* Families before `newer` have been looked at and stay before it. */
static void take_two(tta_families *list, size_t older, size_t newer) {
  list->items[older] = list->items[newer - 1];
  take(list, newer);
  take(list, newer - 1);
}

typedef enum outcome { NOTHING, JOINED, NO_ROOM } outcome;

/* The runs of A and B that meet become one family; both lose them. */
static outcome join_boxes(tta_families *list, size_t first, size_t second, const equation *e) {
  tta_family a = list->items[first], b = list->items[second], joined = a;
  range in_a[MAX_TERMS], in_b[MAX_TERMS];
  for (uint32_t t = 0; t < e->count; t++) {
    const term *m = &e->term[t];
    int64_t v = e->value[t];
    if (m->a >= 0 && m->b >= 0) { /* counter of B = counter of A + v */
      int64_t na = a.loops[m->a].count, nb = b.loops[m->b].count;
      in_a[m->a] = (range){v < 0 ? -v : 0, na < nb - v ? na : nb - v};
      in_b[m->b] = (range){in_a[m->a].low + v, in_a[m->a].high + v};
    } else if (m->a >= 0) {
      in_a[m->a] = (range){v, v + 1};
    } else {
      in_b[m->b] = (range){v, v + 1};
    }
  }
  joined.bytes += b.bytes;
  take_two(list, first < second ? first : second, first < second ? second : first);
  return add_box(list, &joined, in_a) && add_outside(list, &a, in_a) && add_outside(list, &b, in_b) ? JOINED : NO_ROOM;
}

/* A family that goes on in itself: one loop is taken apart, and the parts are joined as any two. */
static outcome take_apart(tta_families *list, size_t index, const equation *e) {
  tta_family f = list->items[index];
  range box[MAX_TERMS];
  uint32_t loop = UINT32_MAX;
  for (uint32_t t = 0; t < e->count; t++) {
    uint32_t i = (uint32_t)e->term[t].a;
    if (e->value[t] && (loop == UINT32_MAX || f.loops[i].count < f.loops[loop].count)) loop = i;
  }
  if (loop == UINT32_MAX) return NOTHING;
  for (uint32_t i = 0; i < f.num_loops; i++) box[i] = (range){0, f.loops[i].count};
  take(list, index);
  for (int64_t v = 0; v < f.loops[loop].count; v++) {
    box[loop] = (range){v, v + 1};
    if (!add_box(list, &f, box)) return NO_ROOM;
  }
  return JOINED;
}

static outcome join_pair(tta_families *list, size_t first, size_t second, equation *e) {
  const tta_family *a = &list->items[first], *b = &list->items[second];
  int64_t src = a->src_offset + a->bytes - b->src_offset, dst = a->dst_offset + a->bytes - b->dst_offset;
  if (!may_meet(a, b, src, dst) || !set_up(e, a, b) || !solve(e, src, dst)) return NOTHING;
  return first == second ? take_apart(list, first, e) : join_boxes(list, first, second, e);
}

enum { MAX_PAIRS = 1 << 24 }; /* of families, tried in one plan: about a second */

/* All families of one pair of places. Those before `i` have been tried with one another; what a join leaves is new and
 * stands at the end. */
static tta_status join_group(tta_families *list, int64_t *pairs_left) {
  equation e;
  for (size_t i = 0; i<list->num_items && * pairs_left> 0;) {
    outcome found = join_pair(list, i, i, &e);
    size_t back = 0;
    *pairs_left -= (int64_t)i + 1;
    for (size_t j = 0; j < i && found == NOTHING; j++) {
      found = join_pair(list, i, j, &e);
      if (found == NOTHING) found = join_pair(list, j, i, &e);
      back = 1;
    }
    if (found == NO_ROOM) return tta_families_status(list);
    if (found == NOTHING) i++;
    else i -= back;
  }
  return TTA_OK;
}

/* ---- loops ---- */

/* The longest first, then the one with the longer source stride. */
static int by_count(const void *a, const void *b) {
  const tta_move_loop *x = a, *y = b;
  return x->count != y->count ? tta_order(y->count, x->count) : tta_order(y->src_stride, x->src_stride);
}

/* Two loops where one continues where the other ends are one; the longest first. */
static void merge_loops(tta_family *f) {
  for (uint32_t i = 0; i < f->num_loops; i++)
    for (uint32_t j = 0; j < f->num_loops; j++) {
      tta_move_loop *inner = &f->loops[j], outer = f->loops[i];
      if (i == j || outer.src_stride != inner->count * inner->src_stride ||
          outer.dst_stride != inner->count * inner->dst_stride)
        continue;
      inner->count *= outer.count;
      f->loops[i] = f->loops[--f->num_loops];
      i = UINT32_MAX; /* from the start */
      break;
    }
  tta_sort(f->loops, NULL, f->num_loops, sizeof *f->loops, by_count);
}

static tta_status sort(tta_families *f) {
  tta_family *scratch = f->num_items > 1 ? tta_arena_array(f->arena, f->num_items, sizeof *scratch) : NULL;
  if (f->num_items > 1 && !scratch) return TTA_NO_MEMORY;
  if (scratch) tta_sort(f->items, scratch, f->num_items, sizeof *scratch, order);
  return TTA_OK;
}

tta_status tta_move_join(tta_families *families, bool *maximal) {
  int64_t pairs_left = MAX_PAIRS;
  tta_families done = {.arena = families->arena};
  tta_status status = sort(families);
  for (size_t begin = 0, end; begin < families->num_items && !status; begin = end) {
    tta_families group = {.arena = families->arena};
    for (end = begin; end < families->num_items && families->items[end].src == families->items[begin].src &&
                      families->items[end].dst == families->items[begin].dst;
         end++) {}
    group.items = &families->items[begin];
    group.num_items = group.cap_items = (uint32_t)(end - begin);
    status = join_group(&group, &pairs_left);
    for (size_t i = 0; i < group.num_items && !status; i++) {
      if (!TTA_GROW_IN(done.arena, &done, items, 1)) return TTA_NO_MEMORY;
      merge_loops(&group.items[i]);
      done.items[done.num_items++] = group.items[i];
    }
    if (done.num_items > TTA_MOVE_MAX_FAMILIES) status = TTA_LIMIT;
  }
  if (!status) status = sort(&done);
  *families = done;
  *maximal = pairs_left > 0;
  return status;
}
