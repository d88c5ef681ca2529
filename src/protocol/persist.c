/* persist.c: the partial-order reduction of explore.c: a set of kernels whose next steps need be explored in a state.
 *
 * Persistent sets (P. Godefroid, Partial-Order Methods, 1996): a set K of kernels is enough if no sequence of steps of
 * the other kernels, before the next step of a kernel of K, contains a step that is dependent on those next steps.
 * What the others can do is over-approximated: each semaphore has an interval of possible values (one value for a
 * kernel that alone changes it), and each of the other kernels runs on as long as its next wait is possible for some
 * value of the interval, to the fixed point. So a sender that waits for 63 increments waits while one of them is in K.
 * A dependent step adds its kernel to K. The state graph has no cycles, so that all deadlocks remain, each in some
 * order. */
#include <string.h>

#include "protocol/explore.h"

enum { MAX_ROUNDS = 8 }; /* of copies between semaphores, after which any value is possible */

static bool reads(const tta_event *e, uint32_t semaphore) {
  return (tta_event_waits_for_semaphore(e) && e->object == semaphore) ||
         (e->kind == TTA_EVENT_SEM_COPY && e->other == semaphore);
}

/* `t`: the next step of a kernel of K, which may be waiting; `e`: a step of another kernel. */
static bool changes_step(const tta_event *t, bool t_enabled, const tta_event *e) {
  if (!tta_event_changes_semaphore(e)) return false;
  if (tta_event_changes_semaphore(t) && t->object == e->object)
    return t->kind != TTA_EVENT_SEM_INC || e->kind != TTA_EVENT_SEM_INC;
  if (!reads(t, e->object)) return false;
  /* an increment does not end what is true of `value or more` */
  return !(t_enabled && t->kind == TTA_EVENT_SEM_WAIT_MIN && e->kind == TTA_EVENT_SEM_INC);
}

static bool changed_by_step(const tta_event *t, const tta_event *e) {
  if (!tta_event_changes_semaphore(t) || !reads(e, t->object)) return false;
  return !(t->kind == TTA_EVENT_SEM_INC && e->kind == TTA_EVENT_SEM_WAIT_MIN);
}

static bool dependent(const struct tta_protocol *p, const tta_event *t, bool t_enabled, const tta_event *e) {
  if (e->kind > TTA_EVENT_POP)
    return t->kind > TTA_EVENT_POP && (changes_step(t, t_enabled, e) || changed_by_step(t, e));
  if (t->kind > TTA_EVENT_POP || t->object != e->object) return false;
  if (t->kind == TTA_EVENT_RESERVE) return e->kind == TTA_EVENT_POP && (!t_enabled || p->cbs[t->object].loose);
  if (t->kind == TTA_EVENT_WAIT) return e->kind == TTA_EVENT_PUSH && (!t_enabled || p->cbs[t->object].loose);
  return p->cbs[t->object].loose && (e->kind == TTA_EVENT_PUSH || e->kind == TTA_EVENT_POP) && e->kind != t->kind;
}

/* ---- what the other kernels may do ---- */

static uint64_t most(const tta_values *v) { return v->high + v->added; }

/* Whether kernel `j` sees one value. */
static bool is_exact(const tta_values *v, uint32_t j) { return v->owner == TTA_PROTOCOL_NONE || v->owner == j; }

static bool may(const explorer *x, const tta_reach *r, uint32_t j, const tta_event *e) {
  const tta_values *v = &r->values[e->object];
  switch (e->kind) {
  case TTA_EVENT_RESERVE: case TTA_EVENT_WAIT:
    return x->p->cbs[e->object].loose || tta_protocol_enabled(x->p, e, r->pushed, r->popped, NULL);
  case TTA_EVENT_SEM_WAIT:
    if (is_exact(v, j)) return v->value == e->value;
    return most(v) > UINT32_MAX || (e->value >= v->low && e->value <= most(v));
  case TTA_EVENT_SEM_WAIT_MIN: return (is_exact(v, j) ? v->value : most(v)) >= e->value;
  default: return true;
  }
}

static bool widen(tta_values *v, uint64_t low, uint64_t high) {
  bool wider = low < v->low || high > v->high;
  if (low < v->low) v->low = low;
  if (high > v->high) v->high = high;
  return wider;
}

static void change(tta_reach *r, uint32_t j, const tta_event *e) {
  tta_values *v = &r->values[e->object];
  if (!is_exact(v, j)) v->owner = TTA_PROTOCOL_SEVERAL;
  else v->owner = j;
  if (e->kind == TTA_EVENT_SEM_INC) v->added += e->value, v->value += e->value;
  else if (e->kind == TTA_EVENT_SEM_SET) widen(v, e->value, e->value), v->value = e->value;
  else if (e->kind == TTA_EVENT_SEM_ADD) widen(v, 0, UINT32_MAX), v->value = (uint32_t)(v->value + e->value);
  else r->copies = true, v->value = r->values[e->other].value; /* propagate() widens */
}

static void apply(tta_reach *r, uint32_t j, const tta_event *e) {
  if (e->kind == TTA_EVENT_PUSH) r->pushed[e->object] += e->value;
  else if (e->kind == TTA_EVENT_POP) r->popped[e->object] += e->value;
  else if (tta_event_changes_semaphore(e)) change(r, j, e);
}

/* Copies done so far see each value that their source may have. */
static bool propagate(const explorer *x, const uint32_t *state, tta_reach *r) {
  bool wider = false;
  for (uint32_t k = 0; k < x->p->num_kernels; k++)
    for (uint32_t i = state[k]; i < r->at[k]; i++) {
      const tta_event *e = &x->p->kernels[k].events[i];
      if (e->kind != TTA_EVENT_SEM_COPY) continue;
      const tta_values *from = &r->values[e->other];
      tta_values *to = &r->values[e->object];
      if (!is_exact(from, k) && to->owner != TTA_PROTOCOL_SEVERAL) to->owner = TTA_PROTOCOL_SEVERAL, wider = true;
      wider |= widen(to, from->low, r->rounds > MAX_ROUNDS ? UINT32_MAX : most(from));
    }
  r->rounds++;
  return wider && r->rounds <= MAX_ROUNDS + 2;
}

/* Runs kernel `j` as far as it may go. @return whether a step is dependent on a next step of K */
static bool run_on(explorer *x, const uint32_t *state, uint32_t j, bool *moved) {
  const tta_kernel *kernel = &x->p->kernels[j];
  tta_reach *r = &x->reach;
  for (; r->at[j] < kernel->num_events; r->at[j]++) {
    const tta_event *e = &kernel->events[r->at[j]];
    if (!may(x, r, j, e)) return false;
    for (uint32_t i = 0; i < x->num_chosen; i++) {
      uint32_t k = x->chosen[i];
      if (dependent(x->p, &x->p->kernels[k].events[state[k]], x->can[k], e)) return true;
    }
    apply(r, j, e);
    *moved = true;
  }
  return false;
}

/* The kernel of a dependent step; NONE: K is enough. */
static uint32_t find_dependent(explorer *x, const uint32_t *state) {
  struct tta_protocol *p = x->p;
  tta_reach *r = &x->reach;
  memcpy(r->at, state, p->num_kernels * sizeof *state);
  memcpy(r->pushed, state + p->num_kernels, p->num_cbs * sizeof *state);
  memcpy(r->popped, state + p->num_kernels + p->num_cbs, p->num_cbs * sizeof *state);
  const uint32_t *semaphores = state + p->num_kernels + 2 * p->num_cbs;
  for (uint32_t i = 0; i < p->num_sems; i++)
    r->values[i] = (tta_values){semaphores[i], semaphores[i], 0, semaphores[i], TTA_PROTOCOL_NONE};
  r->copies = false;
  r->rounds = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t j = 0; j < p->num_kernels; j++)
      if (!x->is_chosen[j] && run_on(x, state, j, &moved)) return j;
    if (r->copies) moved |= propagate(x, state, r);
  }
  return TTA_PROTOCOL_NONE;
}

static void choose(explorer *x, uint32_t k) {
  x->chosen[x->num_chosen++] = k;
  x->is_chosen[k] = true;
}

/* From kernel `k`, at most `most` kernels. @return how many of them can move; 0: not a persistent set */
static uint32_t grow(explorer *x, const uint32_t *state, uint32_t k, uint32_t most_moving) {
  uint32_t moving = 0;
  memset(x->is_chosen, 0, x->p->num_kernels * sizeof *x->is_chosen);
  x->num_chosen = 0;
  for (; k != TTA_PROTOCOL_NONE; k = find_dependent(x, state)) {
    /* the kernel that runs on to a dependent step stops at its next one, which is to be in K */
    choose(x, k);
    moving += x->can[k];
    if (moving > most_moving) return 0;
  }
  return moving;
}

uint32_t tta_protocol_persistent(explorer *x, const uint32_t *state) {
  struct tta_protocol *p = x->p;
  uint32_t best = TTA_PROTOCOL_NONE, least = UINT32_MAX - 1, all = 0;
  for (uint32_t k = 0; k < p->num_kernels; k++) all += x->can[k];
  for (uint32_t i = 0; i < p->num_kernels && least > 1 && all > 1; i++) {
    uint32_t k = (x->last_chosen + i) % p->num_kernels;
    uint32_t moving = x->can[k] ? grow(x, state, k, least - 1 < all ? least - 1 : all) : 0;
    if (moving && moving < least) least = moving, best = k;
  }
  if (best == TTA_PROTOCOL_NONE || least >= all) return TTA_PROTOCOL_NONE;
  x->last_chosen = best;
  grow(x, state, best, least);
  return best;
}
