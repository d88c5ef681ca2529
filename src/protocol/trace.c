/* trace.c: how a fault of the interleavings is reached: the steps on circular buffers and semaphores from the start, in
 * order, each with its call site and what it changes. explore.c replays the steps. */
#include <stdio.h>
#include <string.h>

#include "protocol/explore.h"

static tta_str text_of(tta_trace *t, const char *text) {
  tta_str out = tta_arena_str(&t->p->arena, (tta_str){text, strlen(text)});
  if (!out.data) t->p->status = TTA_NO_MEMORY;
  return out;
}

static void describe_pages(const tta_trace *t, const uint32_t *state, const tta_event *e, char *out, size_t size) {
  const tta_cb_instance *cb = &t->p->cbs[e->object];
  const uint32_t *pushed = state + t->p->num_kernels, *popped = pushed + t->p->num_cbs;
  int64_t held = (int64_t)pushed[e->object] - popped[e->object], after = held;
  if (e->kind == TTA_EVENT_PUSH) after += e->value;
  if (e->kind == TTA_EVENT_POP) after -= e->value;
  if (after != held)
    snprintf(out, size, "'%s' on %ux%u holds %lld -> %lld of %u pages", cb->object->name.data, cb->y, cb->x,
             (long long)held, (long long)after, cb->pages);
  else
    snprintf(out, size, "'%s' on %ux%u holds %lld of %u pages", cb->object->name.data, cb->y, cb->x, (long long)held,
             cb->pages);
}

static void describe_semaphore(const tta_trace *t, const uint32_t *state, const tta_event *e, char *out, size_t size) {
  const tta_sem_instance *s = &t->p->sems[e->object];
  const uint32_t *values = state + t->p->num_kernels + 2 * t->p->num_cbs;
  uint32_t now = values[e->object], after = now;
  if (e->kind == TTA_EVENT_SEM_SET) after = e->value;
  if (e->kind == TTA_EVENT_SEM_INC || e->kind == TTA_EVENT_SEM_ADD) after = now + e->value;
  if (e->kind == TTA_EVENT_SEM_COPY) after = values[e->other];
  bool wait = e->kind == TTA_EVENT_SEM_WAIT || e->kind == TTA_EVENT_SEM_WAIT_MIN;
  if (wait) snprintf(out, size, "'%s' on %ux%u is %u", s->object->name.data, s->y, s->x, now);
  else snprintf(out, size, "'%s' on %ux%u: %u -> %u", s->object->name.data, s->y, s->x, now, after);
}

void tta_protocol_record(tta_trace *t, const uint32_t *state, uint32_t k, const tta_event *e) {
  bool pages = e->kind <= TTA_EVENT_POP, semaphore = e->kind >= TTA_EVENT_SEM_SET;
  char effect[200];
  if ((!pages && !semaphore) || t->p->status) return;
  t->count++;
  if (t->count <= t->skipped) return;
  if (pages) describe_pages(t, state, e, effect, sizeof effect);
  else describe_semaphore(t, state, e, effect, sizeof effect);
  const tta_kernel *kernel = &t->p->kernels[k];
  const tta_call_site *site = &t->p->sites[e->site];
  tta_protocol_step step = {.kernel = kernel->start.name, .y = kernel->y, .x = kernel->x, .file = site->file,
                            .line = site->line, .column = site->column, .call = site->text,
                            .effect = text_of(t, effect)};
  if (!TTA_GROW_IN(&t->p->arena, t, steps, 1)) t->p->status = TTA_NO_MEMORY;
  else t->steps[t->num_steps++] = step;
}
