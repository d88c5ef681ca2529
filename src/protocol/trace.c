/* trace.c: how an error is reached: the steps on circular buffers and semaphores from the start, in order, each with
 * its call site and what it changes. Of an error of data also the accesses to it. */
#include "protocol/trace.h"

#include <stdio.h>
#include <string.h>

enum { EFFECT_BYTES = 260 };

/* ---- states ---- */

tta_protocol_state tta_protocol_state_of(const struct tta_protocol *p, const uint32_t *state) {
  const uint32_t *pushed = state + p->num_kernels, *popped = pushed + p->num_cbs;
  return (tta_protocol_state){state, pushed, popped, popped + p->num_cbs};
}

void tta_protocol_first_state(const struct tta_protocol *p, uint32_t *state) {
  uint32_t *semaphores = state + p->num_kernels + 2 * p->num_cbs;
  memset(state, 0, tta_protocol_state_words(p) * sizeof *state);
  for (uint32_t i = 0; i < p->num_sems; i++) semaphores[i] = (uint32_t)p->sems[i].object->value;
}

void tta_protocol_advance(const struct tta_protocol *p, uint32_t *state, uint32_t k, const tta_event *e) {
  uint32_t *pushed = state + p->num_kernels, *popped = pushed + p->num_cbs, *semaphores = popped + p->num_cbs;
  switch (e->kind) {
  case TTA_EVENT_PUSH: pushed[e->object] += e->value; break;
  case TTA_EVENT_POP: popped[e->object] += e->value; break;
  case TTA_EVENT_SEM_SET: semaphores[e->object] = e->value; break;
  case TTA_EVENT_SEM_COPY: semaphores[e->object] = semaphores[e->other]; break;
  case TTA_EVENT_SEM_INC: case TTA_EVENT_SEM_ADD: semaphores[e->object] += e->value; break;
  default: break;
  }
  state[k]++;
}

/* ---- what a step changes ---- */

static tta_str text_of(tta_trace *t, const char *text) {
  tta_str out = tta_arena_str(&t->p->arena, (tta_str){text, strlen(text)});
  if (!out.data) t->p->status = TTA_NO_MEMORY;
  return out;
}

static void describe_pages(const tta_trace *t, const uint32_t *state, const tta_event *e, char *out) {
  const tta_cb_instance *cb = &t->p->cbs[e->object];
  tta_protocol_state s = tta_protocol_state_of(t->p, state);
  int64_t held = (int64_t)s.pushed[e->object] - s.popped[e->object], after = held;
  if (e->kind == TTA_EVENT_PUSH) after += e->value;
  if (e->kind == TTA_EVENT_POP) after -= e->value;
  if (after != held)
    snprintf(out, EFFECT_BYTES, "'%s' on %ux%u holds %lld -> %lld of %u pages", cb->object->name.data, cb->y, cb->x,
             (long long)held, (long long)after, cb->pages);
  else
    snprintf(out, EFFECT_BYTES, "'%s' on %ux%u holds %lld of %u pages", cb->object->name.data, cb->y, cb->x,
             (long long)held, cb->pages);
}

static void describe_semaphore(const tta_trace *t, const uint32_t *state, const tta_event *e, char *out) {
  const tta_sem_instance *s = &t->p->sems[e->object];
  const uint32_t *values = tta_protocol_state_of(t->p, state).semaphores;
  uint32_t now = values[e->object], after = now;
  if (e->kind == TTA_EVENT_SEM_SET) after = e->value;
  if (e->kind == TTA_EVENT_SEM_INC || e->kind == TTA_EVENT_SEM_ADD) after = now + e->value;
  if (e->kind == TTA_EVENT_SEM_COPY) after = values[e->other];
  if (tta_event_waits_for_semaphore(e))
    snprintf(out, EFFECT_BYTES, "'%s' on %ux%u is %u", s->object->name.data, s->y, s->x, now);
  else snprintf(out, EFFECT_BYTES, "'%s' on %ux%u: %u -> %u", s->object->name.data, s->y, s->x, now, after);
}

/* "'tile' on 0x1" of a cell, and its core; no core in DRAM. */
static bool name_cell(const struct tta_protocol *p, uint32_t cell, char *out, size_t size, uint32_t *y, uint32_t *x) {
  for (uint32_t i = 0; i < p->num_objects; i++) {
    const tta_protocol_object *o = &p->objects[i];
    uint32_t columns = o->range.x1 - o->range.x0 + 1, cores = tta_range_cores(&o->range);
    if ((o->kind != TTA_PROTOCOL_BUFFER && o->kind != TTA_PROTOCOL_CB) || !o->instance_cells) continue;
    if (cell < o->first_cell || (cell - o->first_cell) / o->instance_cells >= (o->dram ? 1 : cores)) continue;
    uint32_t core = (cell - o->first_cell) / o->instance_cells;
    *y = o->range.y0 + core / columns;
    *x = o->range.x0 + core % columns;
    if (o->dram) snprintf(out, size, "'%s' in DRAM", o->name.data);
    else snprintf(out, size, "'%s' on %ux%u", o->name.data, *y, *x);
    return !o->dram;
  }
  snprintf(out, size, "?");
  return false;
}

static void describe_access(const tta_trace *t, const tta_event *e, char *out) {
  char to[110], from[110];
  uint32_t y, x;
  bool transfer = e->kind == TTA_EVENT_NOC_READ || e->kind == TTA_EVENT_NOC_WRITE;
  name_cell(t->p, e->cell, to, sizeof to, &y, &x);
  if (transfer) name_cell(t->p, e->source, from, sizeof from, &y, &x);
  if (transfer) snprintf(out, EFFECT_BYTES, "starts to copy %s to %s", from, to);
  else snprintf(out, EFFECT_BYTES, "%s %s", e->kind == TTA_EVENT_READ ? "reads" : "writes", to);
}

static bool accesses(const tta_event *e, uint32_t cell) {
  bool transfer = e->kind == TTA_EVENT_NOC_READ || e->kind == TTA_EVENT_NOC_WRITE;
  if (!transfer && e->kind != TTA_EVENT_READ && e->kind != TTA_EVENT_WRITE) return false;
  return cell - e->cell < e->cells || (transfer && cell - e->source < e->cells); /* unsigned: below it is large */
}

/* ---- who is concerned on another core ---- */

/* The kernel of a core that waits for a semaphore, or its first one; NONE: the core has no kernel. */
static uint32_t kernel_of_core(const struct tta_protocol *p, uint32_t y, uint32_t x, uint32_t semaphore) {
  uint32_t first = TTA_PROTOCOL_NONE;
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    const tta_kernel *kernel = &p->kernels[k];
    if (kernel->y != y || kernel->x != x) continue;
    if (first == TTA_PROTOCOL_NONE) first = k;
    for (uint32_t i = 0; i < kernel->num_events && semaphore != TTA_PROTOCOL_NONE; i++)
      if (tta_event_waits_for_semaphore(&kernel->events[i]) && kernel->events[i].object == semaphore) return k;
  }
  return first;
}

static void find_peer(const tta_trace *t, const tta_event *e, const tta_kernel *own, tta_protocol_step *step) {
  const struct tta_protocol *p = t->p;
  uint32_t y = own->y, x = own->x, semaphore = TTA_PROTOCOL_NONE;
  char name[110];
  if (e->kind >= TTA_EVENT_SEM_SET) y = p->sems[e->object].y, x = p->sems[e->object].x, semaphore = e->object;
  else if (e->kind == TTA_EVENT_NOC_READ && !name_cell(p, e->source, name, sizeof name, &y, &x)) return;
  else if (e->kind == TTA_EVENT_NOC_WRITE && !name_cell(p, e->cell, name, sizeof name, &y, &x)) return;
  if (y == own->y && x == own->x) return;
  uint32_t k = kernel_of_core(p, y, x, semaphore);
  if (k == TTA_PROTOCOL_NONE) return;
  step->peer = p->kernels[k].start.name;
  step->peer_y = y;
  step->peer_x = x;
}

/* ---- steps ---- */

static void add_step(tta_trace *t, uint32_t k, const tta_event *e, const char *effect, bool blocked) {
  if (t->p->status || ++t->count <= t->skipped) return;
  const tta_kernel *kernel = &t->p->kernels[k];
  const tta_call_site *site = &t->p->sites[e->site];
  tta_protocol_step step = {.kernel = kernel->start.name, .y = kernel->y, .x = kernel->x, .source = site->source,
                            .line = site->line, .column = site->column, .call = site->text,
                            .effect = text_of(t, effect), .blocked = blocked};
  if (!blocked) find_peer(t, e, kernel, &step);
  if (!TTA_GROW_IN(&t->p->arena, t, steps, 1)) t->p->status = TTA_NO_MEMORY;
  else t->steps[t->num_steps++] = step;
}

void tta_protocol_record(tta_trace *t, const uint32_t *state, uint32_t k, const tta_event *e) {
  bool pages = e->kind <= TTA_EVENT_POP, semaphore = e->kind >= TTA_EVENT_SEM_SET;
  char effect[EFFECT_BYTES] = "";
  if (!pages && !semaphore && (t->cell == TTA_PROTOCOL_NONE || !accesses(e, t->cell))) return;
  if (t->count >= t->skipped) {
    if (pages) describe_pages(t, state, e, effect);
    else if (semaphore) describe_semaphore(t, state, e, effect);
    else describe_access(t, e, effect);
  }
  add_step(t, k, e, effect, false);
}

void tta_protocol_record_waits(tta_trace *t, const uint32_t *state) {
  tta_protocol_state s = tta_protocol_state_of(t->p, state);
  char effect[EFFECT_BYTES];
  for (uint32_t k = 0; k < t->p->num_kernels; k++) {
    if (s.at[k] == t->p->kernels[k].num_events) continue;
    const tta_event *e = &t->p->kernels[k].events[s.at[k]];
    tta_protocol_describe_condition(t->p, &s, e, effect, sizeof effect);
    add_step(t, k, e, effect, true);
  }
}
