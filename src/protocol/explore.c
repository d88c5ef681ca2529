/* explore.c: the search through all interleavings for deadlock, overflow and underflow.
 *
 * Only operations on what several kernels change without an order matter: semaphores of several kernels, and pushes and
 * pops of a circular buffer that were not reserved or waited for. All others commute with everything that other kernels
 * do (a circular buffer has one producer and one consumer, so a satisfied wait or reservation stays satisfied) and are
 * done at once. Kernels that share none of these objects, even through others, form separate groups. If all kernels
 * of a group are at such operations, only this group is explored: the steps of the others commute with its own
 * (persistent sets: P. Godefroid, Partial-Order Methods, 1996). All deadlocks are found, each in some order.
 *
 * States are stored in the order of a breadth-first search: the first error has the shortest history. */
#include <string.h>

#include "protocol/protocol.h"

enum { DEFAULT_MAX_STATES = 100000, MAX_WORDS = 16 << 20, SHOWN_STEPS = 8 };

/* A state is `words` numbers: the next event of each kernel, pages pushed, pages popped, semaphores. */
typedef struct explorer {
  struct tta_protocol *p;
  const tta_allocator *allocator;
  uint32_t words, max_states, num_states;
  uint32_t *states, *parents, *movers; /* max_states of them */
  uint32_t *slots;                     /* hash table: state + 1 */
  uint32_t num_slots;
  uint32_t *scratch;                   /* one state */
  uint32_t *group;                     /* of a kernel */
  bool deadlock, overflow, underflow, full;
} explorer;

static uint32_t *state_at(const explorer *x, uint32_t i) { return x->states + (size_t)i * x->words; }
static uint32_t *pushed_of(const explorer *x, uint32_t *s) { return s + x->p->num_kernels; }
static uint32_t *popped_of(const explorer *x, uint32_t *s) { return pushed_of(x, s) + x->p->num_cbs; }
static uint32_t *semaphores_of(const explorer *x, uint32_t *s) { return popped_of(x, s) + x->p->num_cbs; }

/* ---- steps ---- */

static bool matters(const struct tta_protocol *p, const tta_event *e) {
  switch (e->kind) {
  case TTA_EVENT_PUSH: case TTA_EVENT_POP: return p->cbs[e->object].loose;
  case TTA_EVENT_SEM_COPY:
    return p->sems[e->object].kernel == TTA_PROTOCOL_SEVERAL || p->sems[e->other].kernel == TTA_PROTOCOL_SEVERAL;
  case TTA_EVENT_SEM_SET: case TTA_EVENT_SEM_INC: case TTA_EVENT_SEM_WAIT: case TTA_EVENT_SEM_WAIT_MIN:
    return p->sems[e->object].kernel == TTA_PROTOCOL_SEVERAL;
  default: return false;
  }
}

static const tta_event *next_event(const explorer *x, const uint32_t *state, uint32_t k) {
  const tta_kernel *kernel = &x->p->kernels[k];
  return state[k] < kernel->num_events ? &kernel->events[state[k]] : NULL;
}

static bool enabled(const explorer *x, uint32_t *state, const tta_event *e) {
  return tta_protocol_enabled(x->p, e, pushed_of(x, state), popped_of(x, state), semaphores_of(x, state));
}

static void report_pages(explorer *x, uint32_t *state, uint32_t k, const tta_event *e) {
  const tta_cb_instance *cb = &x->p->cbs[e->object];
  const tta_call_site *s = &x->p->sites[e->site];
  bool pushes = e->kind == TTA_EVENT_PUSH;
  uint32_t held = pushed_of(x, state)[e->object] - popped_of(x, state)[e->object];
  char name[100];
  bool *said = pushes ? &x->overflow : &x->underflow;
  if (*said) return;
  *said = true;
  tta_protocol_report(x->p, pushes ? TTA_PROTOCOL_OVERFLOW : TTA_PROTOCOL_UNDERFLOW, false, s,
                      "kernel %s: %s %u page%s when '%s' holds %u of %u: %s(%s, %u) is missing",
                      tta_protocol_kernel_name(name, sizeof name, &x->p->kernels[k]), pushes ? "pushes" : "pops",
                      e->value, e->value == 1 ? "" : "s", cb->object->name.data, held, cb->pages,
                      pushes ? "cb_reserve_back" : "cb_wait_front", cb->object->name.data, e->value);
}

/* False when the step is a fault: nothing follows it. */
static bool step(explorer *x, uint32_t *state, uint32_t k, const tta_event *e) {
  uint32_t *pushed = pushed_of(x, state), *popped = popped_of(x, state), *semaphores = semaphores_of(x, state);
  uint32_t held;
  switch (e->kind) {
  case TTA_EVENT_PUSH: case TTA_EVENT_POP:
    held = pushed[e->object] - popped[e->object];
    if (e->value > (e->kind == TTA_EVENT_PUSH ? x->p->cbs[e->object].pages - held : held)) {
      report_pages(x, state, k, e);
      return false;
    }
    *(e->kind == TTA_EVENT_PUSH ? &pushed[e->object] : &popped[e->object]) += e->value;
    break;
  case TTA_EVENT_SEM_SET: semaphores[e->object] = e->value; break;
  case TTA_EVENT_SEM_COPY: semaphores[e->object] = semaphores[e->other]; break;
  case TTA_EVENT_SEM_INC: semaphores[e->object] += e->value; break;
  default: break;
  }
  state[k]++;
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

/* ---- groups ---- */

static uint32_t root_of(explorer *x, uint32_t k) {
  while (x->group[k] != k) k = x->group[k] = x->group[x->group[k]];
  return k;
}

static void join(explorer *x, uint32_t *owner, uint32_t k) {
  if (*owner == TTA_PROTOCOL_NONE) *owner = k;
  else x->group[root_of(x, k)] = root_of(x, *owner);
}

/* Kernels that touch the same semaphore or loose circular buffer are of one group. `owners`: of each, a kernel. */
static void make_groups(explorer *x, uint32_t *owners) {
  struct tta_protocol *p = x->p;
  for (uint32_t i = 0; i < p->num_sems + p->num_cbs; i++) owners[i] = TTA_PROTOCOL_NONE;
  for (uint32_t k = 0; k < p->num_kernels; k++) x->group[k] = k;
  for (uint32_t k = 0; k < p->num_kernels; k++)
    for (uint32_t i = 0; i < p->kernels[k].num_events; i++) {
      const tta_event *e = &p->kernels[k].events[i];
      if (!matters(p, e)) continue;
      join(x, &owners[e->kind <= TTA_EVENT_POP ? p->num_sems + e->object : e->object], k);
      if (e->kind == TTA_EVENT_SEM_COPY) join(x, &owners[e->other], k);
    }
  for (uint32_t k = 0; k < p->num_kernels; k++) x->group[k] = root_of(x, k);
}

/* Whether all running kernels of a group are at steps with an effect on others, and one of these can be executed. */
static bool group_is_ready(const explorer *x, uint32_t *state, uint32_t group) {
  bool some = false;
  for (uint32_t k = 0; k < x->p->num_kernels; k++) {
    const tta_event *e = x->group[k] == group ? next_event(x, state, k) : NULL;
    if (!e) continue;
    if (!matters(x->p, e)) return false;
    some |= enabled(x, state, e);
  }
  return some;
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

/* Adds scratch unless it is known. */
static void add_state(explorer *x, uint32_t parent, uint32_t mover) {
  uint32_t slot = hash_of(x, x->scratch);
  for (; x->slots[slot]; slot = (slot + 1) & (x->num_slots - 1))
    if (!memcmp(state_at(x, x->slots[slot] - 1), x->scratch, x->words * sizeof *x->scratch)) return;
  if (x->num_states == x->max_states) {
    x->full = true;
    return;
  }
  memcpy(state_at(x, x->num_states), x->scratch, x->words * sizeof *x->scratch);
  x->parents[x->num_states] = parent;
  x->movers[x->num_states] = mover;
  x->slots[slot] = ++x->num_states;
}

/* ---- what is found ---- */

/* The last steps that led here, for a deadlock that the plain run does not meet. */
static void report_history(explorer *x, uint32_t state) {
  struct tta_protocol *p = x->p;
  uint32_t path[SHOWN_STEPS], count = 0;
  char name[100];
  if (p->stuck || p->num_faults == 0) return;
  for (uint32_t s = state; s && count < SHOWN_STEPS; s = x->parents[s]) path[count++] = s;
  for (uint32_t i = count; i--;) {
    uint32_t *before = state_at(x, x->parents[path[i]]);
    const tta_call_site *s = &p->sites[next_event(x, before, x->movers[path[i]])->site];
    tta_protocol_note_at(p, &p->faults[p->num_faults - 1], s, "%s kernel %s does %.*s%s",
                         i == count - 1 ? "reached when" : "then",
                         tta_protocol_kernel_name(name, sizeof name, &p->kernels[x->movers[path[i]]]),
                         tta_protocol_shown(s->text), s->text.data, tta_protocol_cut(s->text));
  }
}

static void found_deadlock(explorer *x, uint32_t number) {
  uint32_t *s = state_at(x, number);
  tta_protocol_state state = {s, pushed_of(x, s), popped_of(x, s), semaphores_of(x, s)};
  if (x->deadlock) return;
  x->deadlock = true;
  tta_protocol_report_deadlock(x->p, &state);
  report_history(x, number);
}

/* The kernels of group `only`, or all. @return whether some step was a fault; *moved: whether there was a step. */
static bool expand(explorer *x, uint32_t number, uint32_t only, bool *moved) {
  bool fault = false;
  for (uint32_t k = 0; k < x->p->num_kernels; k++) {
    uint32_t *state = state_at(x, number);
    const tta_event *e = next_event(x, state, k);
    if (!e || (only != TTA_PROTOCOL_NONE && x->group[k] != only) || !enabled(x, state, e)) continue;
    *moved = true;
    memcpy(x->scratch, state, x->words * sizeof *state);
    if (step(x, x->scratch, k, e)) {
      settle(x, x->scratch);
      add_state(x, number, k);
    } else {
      fault = true;
    }
  }
  return fault;
}

/* A step that is a fault ends its order, so the steps of others before it are not to be passed over. */
static void visit(explorer *x, uint32_t number) {
  struct tta_protocol *p = x->p;
  uint32_t *state = state_at(x, number), only = TTA_PROTOCOL_NONE;
  bool moved = false, ended = true;
  for (uint32_t k = 0; k < p->num_kernels && only == TTA_PROTOCOL_NONE; k++)
    if (x->group[k] == k && group_is_ready(x, state, k)) only = k;
  if (expand(x, number, only, &moved) && only != TTA_PROTOCOL_NONE) expand(x, number, TTA_PROTOCOL_NONE, &moved);
  for (uint32_t k = 0; k < p->num_kernels; k++) ended &= next_event(x, state, k) == NULL;
  if (!moved && !ended) found_deadlock(x, number);
}

static void warn_loose(explorer *x) {
  struct tta_protocol *p = x->p;
  for (uint32_t k = 0; k < p->num_kernels && !x->full; k++) {
    uint32_t last = TTA_PROTOCOL_NONE;
    for (uint32_t i = 0; i < p->kernels[k].num_events; i++) {
      const tta_event *e = &p->kernels[k].events[i];
      if (e->kind > TTA_EVENT_POP || !p->cbs[e->object].loose || p->cbs[e->object].told || e->site == last)
        continue;
      last = e->site;
      p->cbs[e->object].told = true;
      tta_protocol_report(
          p, e->kind == TTA_EVENT_PUSH || e->kind == TTA_EVENT_RESERVE ? TTA_PROTOCOL_OVERFLOW : TTA_PROTOCOL_UNDERFLOW,
          true, &p->sites[e->site],
          "pages of '%s' are pushed without cb_reserve_back or popped without cb_wait_front; it goes well here in "
          "every order",
          p->cbs[e->object].object->name.data);
    }
  }
}

static void search(explorer *x) {
  struct tta_protocol *p = x->p;
  memset(x->scratch, 0, x->words * sizeof *x->scratch);
  for (uint32_t i = 0; i < p->num_sems; i++) semaphores_of(x, x->scratch)[i] = (uint32_t)p->sems[i].object->value;
  settle(x, x->scratch);
  add_state(x, 0, 0);
  for (uint32_t i = 0; i < x->num_states && !p->status; i++) visit(x, i);
  p->summary.states = x->num_states;
  p->summary.all_interleavings = !x->full;
  if (x->full && !p->num_errors)
    tta_protocol_report(p, TTA_PROTOCOL_LIMIT, true, NULL,
                        "not all interleavings were looked at: the first %u states show no fault", x->num_states);
  if (!p->num_errors) warn_loose(x);
}

static uint32_t *take(explorer *x, size_t count) {
  uint32_t *out = x->allocator->allocate(x->allocator->user, (count + 1) * sizeof *out);
  if (!out) x->p->status = TTA_NO_MEMORY;
  return out;
}

static void give_back(explorer *x, uint32_t *block, size_t count) {
  if (block) x->allocator->release(x->allocator->user, block, (count + 1) * sizeof *block);
}

void tta_protocol_explore(struct tta_protocol *p) {
  explorer x = {.p = p, .allocator = p->arena.allocator, .num_slots = 1};
  x.words = p->num_kernels + 2 * p->num_cbs + p->num_sems;
  x.max_states = p->options.max_states ? p->options.max_states : DEFAULT_MAX_STATES;
  if (x.max_states > MAX_WORDS / (x.words + 1)) x.max_states = MAX_WORDS / (x.words + 1);
  while (x.num_slots < 2 * x.max_states) x.num_slots *= 2;
  size_t all = (size_t)x.max_states * x.words;
  x.states = take(&x, all);
  x.parents = take(&x, x.max_states);
  x.movers = take(&x, x.max_states);
  x.slots = take(&x, x.num_slots);
  x.scratch = take(&x, x.words + p->num_sems + p->num_cbs);
  x.group = take(&x, p->num_kernels);
  if (!p->status) {
    memset(x.slots, 0, x.num_slots * sizeof *x.slots);
    make_groups(&x, x.scratch);
    search(&x);
  }
  give_back(&x, x.states, all);
  give_back(&x, x.parents, x.max_states);
  give_back(&x, x.movers, x.max_states);
  give_back(&x, x.slots, x.num_slots);
  give_back(&x, x.scratch, x.words + p->num_sems + p->num_cbs);
  give_back(&x, x.group, p->num_kernels);
}
