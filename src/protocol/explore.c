/* explore.c: the search through all interleavings for deadlock, overflow and underflow.
 *
 * Only operations on what several kernels change without an order matter: semaphores of several kernels, and pushes and
 * pops of a circular buffer that were not reserved or waited for. All others commute with everything that other kernels
 * do (a circular buffer has one producer and one consumer, so a satisfied wait or reservation stays satisfied) and are
 * done at once. Of the operations that matter, a state explores only those of a persistent set (persist.c).
 *
 * The search is breadth-first for some thousand states, so that the first error has a short history, then depth-first:
 * a fault that many kernels can reach in many orders is found in one of them. */
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "protocol/explore.h"

enum {
  DEFAULT_MAX_STATES = 100000, WORK_AFTER_ERROR = 7000000,
  SHOWN_STEPS = 8, FIRST_SLOTS = 1024, BREADTH_FIRST_STATES = 4096
};

/* Without kernels a state has no words, and nothing is stored. */
static uint32_t *state_at(const explorer *x, uint32_t i) {
  return x->words ? x->states + (size_t)i * x->words : x->scratch;
}

/* Pages that a circular buffer holds in a state. */
static uint32_t held_in(const explorer *x, const uint32_t *state, uint32_t cb) {
  tta_protocol_state s = tta_protocol_state_of(x->p, state);
  return s.pushed[cb] - s.popped[cb];
}

/* ---- steps ---- */

static bool matters(const struct tta_protocol *p, const tta_event *e) {
  switch (e->kind) {
  case TTA_EVENT_PUSH: case TTA_EVENT_POP: return p->cbs[e->object].loose;
  case TTA_EVENT_SEM_COPY:
    return p->sems[e->object].kernel == TTA_PROTOCOL_SEVERAL || p->sems[e->other].kernel == TTA_PROTOCOL_SEVERAL;
  case TTA_EVENT_SEM_SET: case TTA_EVENT_SEM_INC: case TTA_EVENT_SEM_ADD: case TTA_EVENT_SEM_WAIT:
  case TTA_EVENT_SEM_WAIT_MIN:
    return p->sems[e->object].kernel == TTA_PROTOCOL_SEVERAL;
  default: return false;
  }
}

static const tta_event *next_event(const explorer *x, const uint32_t *state, uint32_t k) {
  const tta_kernel *kernel = &x->p->kernels[k];
  return state[k] < kernel->num_events ? &kernel->events[state[k]] : NULL;
}

static bool enabled(const explorer *x, const uint32_t *state, const tta_event *e) {
  tta_protocol_state s = tta_protocol_state_of(x->p, state);
  return tta_protocol_enabled(x->p, e, s.pushed, s.popped, s.semaphores);
}

static void report_pages(explorer *x, uint32_t *state, uint32_t k, const tta_event *e) {
  const tta_cb_instance *cb = &x->p->cbs[e->object];
  const tta_call_site *s = &x->p->sites[e->site];
  bool pushes = e->kind == TTA_EVENT_PUSH;
  uint32_t held = held_in(x, state, e->object);
  char name[100];
  bool *said = pushes ? &x->overflow : &x->underflow;
  x->reported = NULL;
  if (*said) return;
  *said = true;
  x->reported = tta_protocol_report(x->p, pushes ? TTA_RULE_protocol_overflow : TTA_RULE_protocol_underflow, false, s,
                      "kernel %s: %s %u page%s when '%s' holds %u of %u: %s(%s, %u) is missing",
                      tta_protocol_kernel_name(name, sizeof name, &x->p->kernels[k]), pushes ? "pushes" : "pops",
                      e->value, tta_plural(e->value), cb->object->name.data, held, cb->pages,
                      pushes ? "cb_reserve_back" : "cb_wait_front", cb->object->name.data, e->value);
}

/* False when the step is a fault: nothing follows it. */
static bool step(explorer *x, uint32_t *state, uint32_t k, const tta_event *e) {
  if (x->trace) tta_protocol_record(x->trace, state, k, e);
  uint32_t held = 0;
  bool pages = e->kind == TTA_EVENT_PUSH || e->kind == TTA_EVENT_POP;
  if (pages) held = held_in(x, state, e->object);
  if (pages && e->value > (e->kind == TTA_EVENT_PUSH ? x->p->cbs[e->object].pages - held : held)) {
    report_pages(x, state, k, e);
    return false;
  }
  tta_protocol_advance(x->p, state, k, e);
  return true;
}

/* Does what commutes, until every kernel has ended, waits, or stands at a step that matters. */
static void settle(explorer *x, uint32_t *state) {
  bool moved = true;
  while (moved) {
    moved = false;
    for (uint32_t k = 0; k < x->p->num_kernels; k++)
      for (const tta_event *e; (e = next_event(x, state, k)) && !matters(x->p, e) && enabled(x, state, e); moved = true)
        step(x, state, k, e);
  }
}

/* ---- the set of states ---- */

static uint32_t hash_of(const explorer *x, const uint32_t *state) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (uint32_t i = 0; i < x->words; i++) {
    h = (h ^ state[i]) * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
  }
  return (uint32_t)h & (x->num_slots - 1);
}

static uint32_t count_states(const explorer *x) { return x->num_links / 2; }

static uint32_t *take(explorer *x, size_t count) {
  uint32_t *out = x->allocator->allocate(x->allocator->user, (count + 1) * sizeof *out);
  if (!out) x->p->status = TTA_NO_MEMORY;
  return out;
}

static void give_back(explorer *x, uint32_t *block, size_t count) {
  if (block) x->allocator->release(x->allocator->user, block, (count + 1) * sizeof *block);
}

static bool grow_slots(explorer *x) {
  uint32_t old = x->num_slots, *slots = take(x, old ? 2 * (size_t)old : FIRST_SLOTS);
  if (!slots) return false;
  give_back(x, x->slots, old);
  x->slots = slots;
  x->num_slots = old ? 2 * old : FIRST_SLOTS;
  memset(slots, 0, x->num_slots * sizeof *slots);
  for (uint32_t i = 0; i < count_states(x); i++) {
    uint32_t slot = hash_of(x, state_at(x, i));
    while (slots[slot]) slot = (slot + 1) & (x->num_slots - 1);
    slots[slot] = i + 1;
  }
  return true;
}

/* Adds scratch unless it is known. */
static void add_state(explorer *x, uint32_t parent, uint32_t mover) {
  uint32_t known = count_states(x);
  if (2 * (size_t)known >= x->num_slots && !grow_slots(x)) return;
  uint32_t slot = hash_of(x, x->scratch);
  for (; x->slots[slot]; slot = (slot + 1) & (x->num_slots - 1))
    if (!memcmp(state_at(x, x->slots[slot] - 1), x->scratch, x->words * sizeof *x->scratch)) return;
  if (known >= x->max_states || x->num_states > UINT32_MAX - x->words) {
    x->full = true;
    return;
  }
  if (!TTA_GROW(x->allocator, x, states, x->words) || !TTA_GROW(x->allocator, x, links, 2) ||
      !TTA_GROW(x->allocator, x, pending, 1)) {
    x->p->status = TTA_NO_MEMORY;
    return;
  }
  if (x->words) memcpy(x->states + x->num_states, x->scratch, x->words * sizeof *x->scratch);
  x->num_states += x->words;
  x->links[x->num_links++] = parent;
  x->links[x->num_links++] = mover;
  x->pending[x->num_pending++] = known;
  x->slots[slot] = known + 1;
}

/* ---- what is found ---- */

/* The last steps that led here, for a deadlock that the plain run does not meet. */
static void report_history(explorer *x, uint32_t state, tta_diagnostic *d) {
  struct tta_protocol *p = x->p;
  uint32_t path[SHOWN_STEPS], count = 0;
  char name[100];
  if (p->stuck) return;
  for (uint32_t s = state; s && count < SHOWN_STEPS; s = x->links[2 * s]) path[count++] = s;
  for (uint32_t i = count; i--;) {
    uint32_t *before = state_at(x, x->links[2 * path[i]]);
    const tta_call_site *s = &p->sites[next_event(x, before, x->links[2 * path[i] + 1])->site];
    tta_protocol_note_at(p, d, s, "%s kernel %s does %.*s%s",
                         i == count - 1 ? "reached when" : "then",
                         tta_protocol_kernel_name(name, sizeof name, &p->kernels[x->links[2 * path[i] + 1]]),
                         tta_protocol_shown(s->text), s->text.data, tta_protocol_cut(s->text));
  }
}

static void start_state(explorer *x) {
  tta_protocol_first_state(x->p, x->scratch);
  if (!x->p->options.no_reduction) settle(x, x->scratch);
}

/* All steps from the start to a state, and one of kernel `last` after it; NONE: what all kernels wait for. */
typedef struct way {
  explorer *x;
  const uint32_t *path; /* from the state back to the first */
  uint32_t count, last;
} way;

static void replay(void *order, tta_trace *trace) {
  const way *w = order;
  explorer *x = w->x;
  x->trace = trace;
  start_state(x);
  for (uint32_t i = w->count; i--;) {
    uint32_t mover = x->links[2 * w->path[i] + 1];
    step(x, x->scratch, mover, next_event(x, x->scratch, mover));
    if (!x->p->options.no_reduction) settle(x, x->scratch);
  }
  if (w->last != TTA_PROTOCOL_NONE) step(x, x->scratch, w->last, next_event(x, x->scratch, w->last));
  else tta_protocol_record_waits(trace, x->scratch);
  x->trace = NULL;
}

/* The steps that lead to a fault. */
static void attach_trace(explorer *x, uint32_t state, uint32_t last, tta_diagnostic *d) {
  uint32_t count = 0, at = 0;
  for (uint32_t s = state; s; s = x->links[2 * s]) count++;
  uint32_t *path = take(x, count);
  if (!path) return;
  for (uint32_t s = state; s; s = x->links[2 * s]) path[at++] = s;
  tta_protocol_attach(x->p, d, TTA_PROTOCOL_NONE, replay, &(way){x, path, count, last});
  give_back(x, path, count);
}

static void found_deadlock(explorer *x, uint32_t number) {
  tta_protocol_state state = tta_protocol_state_of(x->p, state_at(x, number));
  if (x->deadlock) return;
  x->deadlock = true;
  tta_diagnostic *d = tta_protocol_report_deadlock(x->p, &state);
  report_history(x, number, d);
  attach_trace(x, number, TTA_PROTOCOL_NONE, d);
}

/* The kernels of the persistent set, or all. @return whether some step was a fault */
static bool expand(explorer *x, uint32_t number, bool all) {
  bool fault = false;
  for (uint32_t k = 0; k < x->p->num_kernels; k++) {
    if (!x->can[k] || (!all && !x->is_chosen[k])) continue;
    uint32_t *state = state_at(x, number);
    memcpy(x->scratch, state, x->words * sizeof *state);
    if (step(x, x->scratch, k, next_event(x, state, k))) {
      if (!x->p->options.no_reduction) settle(x, x->scratch);
      add_state(x, number, k);
    } else {
      fault = true;
      attach_trace(x, number, k, x->reported);
    }
  }
  return fault;
}

/* A step that is a fault ends its order, so the steps of others before it are not to be passed over. */
static void visit(explorer *x, uint32_t number) {
  struct tta_protocol *p = x->p;
  uint32_t *state = state_at(x, number);
  bool moves = false, ended = true;
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    const tta_event *e = next_event(x, state, k);
    x->can[k] = e && enabled(x, state, e);
    moves |= x->can[k];
    ended &= !e;
  }
  if (!moves && !ended) found_deadlock(x, number);
  bool all = p->options.no_reduction || tta_protocol_persistent(x, state) == TTA_PROTOCOL_NONE;
  if (expand(x, number, all) && !all) expand(x, number, true);
}

/* Overflow and underflow need a circular buffer without reserve or wait; without one a deadlock is all there is. */
static bool all_found(const explorer *x) {
  return x->deadlock && (!x->any_loose || (x->overflow && x->underflow)) && !x->p->options.no_reduction;
}

static void warn_loose(explorer *x) {
  struct tta_protocol *p = x->p;
  for (uint32_t i = 0; i < p->num_cbs && !x->full; i++) {
    const tta_cb_instance *cb = &p->cbs[i];
    tta_rule rule = cb->loose_push ? TTA_RULE_protocol_overflow : TTA_RULE_protocol_underflow;
    if (!cb->loose || tta_protocol_reported(p, rule, &p->sites[cb->loose_site])) continue;
    tta_protocol_report(p, rule, true, &p->sites[cb->loose_site],
                        cb->loose_push ? "pages of '%s' are pushed without cb_reserve_back; it goes well here in every "
                                         "order"
                                       : "pages of '%s' are popped without cb_wait_front; it goes well here in every "
                                         "order",
                        cb->object->name.data);
  }
}

/* A state that was not visited. */
static bool next_pending(explorer *x, uint32_t *number) {
  if (x->first_pending == x->num_pending) return false;
  *number = x->pending[x->first_pending < BREADTH_FIRST_STATES ? x->first_pending++ : --x->num_pending];
  return true;
}

/* What the states cover: how many kernels end in one of them, and where one is that does not. */
static void report_undecided(explorer *x) {
  struct tta_protocol *p = x->p;
  uint32_t ended = 0, last = TTA_PROTOCOL_NONE, furthest = 0;
  char name[100];
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < count_states(x); i++)
      if (state_at(x, i)[k] > most) most = state_at(x, i)[k];
    ended += most == p->kernels[k].num_events;
    if (most < p->kernels[k].num_events && last == TTA_PROTOCOL_NONE) last = k, furthest = most;
  }
  tta_diagnostic *error = tta_protocol_report(
      p, TTA_RULE_protocol_limit, true, NULL,
      "not all interleavings were looked at: %s first %u states%s; %u of %u kernels end in one of them",
      p->num_errors ? "deadlocks and overflows were searched in the" : "the", count_states(x),
      p->num_errors ? " only" : " show no fault", ended, p->num_kernels);
  if (last != TTA_PROTOCOL_NONE)
    tta_protocol_note_at(p, error, &p->sites[p->kernels[last].events[furthest].site],
                         "kernel %s came this far at most",
                         tta_protocol_kernel_name(name, sizeof name, &p->kernels[last]));
}

static void search(explorer *x) {
  struct tta_protocol *p = x->p;
  start_state(x);
  add_state(x, 0, 0);
  for (uint32_t i; next_pending(x, &i) && !p->status && !all_found(x);) visit(x, i);
  p->summary.states = count_states(x);
  p->summary.all_interleavings = !x->full || all_found(x);
  if (x->full && !all_found(x)) report_undecided(x);
  if (!p->num_errors) warn_loose(x);
}

static bool prepare(explorer *x) {
  struct tta_protocol *p = x->p;
  size_t n = p->num_kernels;
  uint32_t **lists[] = {&x->reach.at, &x->reach.pushed, &x->reach.popped, &x->chosen, &x->scratch};
  const size_t counts[] = {n, p->num_cbs, p->num_cbs, n, x->words};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    *lists[i] = tta_arena_array(&p->arena, counts[i] + 1, sizeof **lists[i]);
  x->reach.values = tta_arena_array(&p->arena, p->num_sems + p->num_cbs + 1, sizeof *x->reach.values);
  x->is_chosen = tta_arena_array(&p->arena, n + 1, sizeof *x->is_chosen);
  x->can = tta_arena_array(&p->arena, n + 1, sizeof *x->can);
  for (uint32_t i = 0; i < p->num_cbs; i++) x->any_loose |= p->cbs[i].loose;
  if (p->arena.failed) p->status = TTA_NO_MEMORY;
  return !p->status;
}

void tta_protocol_explore(struct tta_protocol *p) {
  explorer x = {.p = p, .allocator = p->arena.allocator};
  x.words = tta_protocol_state_words(p);
  x.max_states = p->options.max_states ? p->options.max_states : DEFAULT_MAX_STATES;
  /* after an error of data more errors are looked for a while only; a state takes time with the square of kernels */
  uint32_t fewer = WORK_AFTER_ERROR / (p->num_kernels * p->num_kernels + 1);
  if (p->num_errors && !p->options.max_states && fewer < x.max_states) x.max_states = fewer + 1;
  if (prepare(&x)) search(&x);
  TTA_ARRAY_FREE(x.allocator, &x, states);
  TTA_ARRAY_FREE(x.allocator, &x, links);
  TTA_ARRAY_FREE(x.allocator, &x, pending);
  give_back(&x, x.slots, x.num_slots);
}
