/* protocol.c: the public functions of the protocol checker, and why kernels wait. */
#include "protocol/protocol.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "text/allowed.h"

/* ---- why kernels wait ---- */

/* How much a wait explains: a wait that nothing can end is the cause, one that depends on it a consequence. */
typedef enum blame { BLAME_NONE, BLAME_OTHER_WAITS, BLAME_NO_KERNEL, BLAME_ITSELF, BLAME_IMPOSSIBLE } blame;

static const tta_event *next_event(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k) {
  return state->at[k] < p->kernels[k].num_events ? &p->kernels[k].events[state->at[k]] : NULL;
}

/* How many steps before a kernel changes a semaphore; UINT32_MAX: it never does. */
static uint32_t distance_to_change(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k,
                                   uint32_t semaphore) {
  for (uint32_t i = state->at[k]; i < p->kernels[k].num_events; i++)
    if (tta_event_changes_semaphore(&p->kernels[k].events[i]) && p->kernels[k].events[i].object == semaphore)
      return i - state->at[k];
  return UINT32_MAX;
}

/* The kernel that may still end a wait of `k`, of several the one that is nearest to it; NONE when there is none. */
static uint32_t helper_of(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k,
                          const tta_event *e) {
  if (e->kind == TTA_EVENT_RESERVE) return p->cbs[e->object].consumer;
  if (e->kind == TTA_EVENT_WAIT) return p->cbs[e->object].producer;
  uint32_t best = TTA_PROTOCOL_NONE, least = UINT32_MAX;
  for (uint32_t other = 0; other < p->num_kernels; other++) {
    uint32_t distance = other == k ? UINT32_MAX : distance_to_change(p, state, other, e->object);
    if (distance < least) least = distance, best = other;
  }
  if (best == TTA_PROTOCOL_NONE && distance_to_change(p, state, k, e->object) != UINT32_MAX) return k;
  return best;
}

void tta_protocol_describe_condition(const struct tta_protocol *p, const tta_protocol_state *state, const tta_event *e,
                                     char *out, size_t size) {
  if (e->kind == TTA_EVENT_RESERVE || e->kind == TTA_EVENT_WAIT) {
    const tta_cb_instance *cb = &p->cbs[e->object];
    uint32_t held = state->pushed[e->object] - state->popped[e->object];
    if (e->value > cb->pages)
      snprintf(out, size, "'%s' has %u page%s in all", cb->object->name.data, cb->pages, tta_plural(cb->pages));
    else if (e->kind == TTA_EVENT_RESERVE)
      snprintf(out, size, "%u of the %u pages of '%s' are taken", held, cb->pages, cb->object->name.data);
    else snprintf(out, size, "'%s' holds %u page%s", cb->object->name.data, held, tta_plural(held));
    return;
  }
  const tta_sem_instance *s = &p->sems[e->object];
  snprintf(out, size, "'%s' on %ux%u is %u, not %u%s", s->object->name.data, s->y, s->x, state->semaphores[e->object],
           e->value, e->kind == TTA_EVENT_SEM_WAIT_MIN ? " or more" : "");
}

/* What could end the wait, and why it does not. */
static blame describe_helper(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k,
                             const tta_event *e, char *out, size_t size) {
  char name[100];
  bool cb = e->kind == TTA_EVENT_RESERVE || e->kind == TTA_EVENT_WAIT;
  const char *verb = e->kind == TTA_EVENT_RESERVE ? "pops from it"
                     : e->kind == TTA_EVENT_WAIT  ? "pushes to it"
                                                  : "still changes it";
  out[0] = 0;
  if (cb && e->value > p->cbs[e->object].pages) return BLAME_IMPOSSIBLE;
  uint32_t helper = helper_of(p, state, k, e);
  if (helper == TTA_PROTOCOL_NONE) {
    snprintf(out, size, ", and no kernel %s", verb);
    return BLAME_NO_KERNEL;
  }
  if (helper == k) {
    snprintf(out, size, ", and only this kernel itself %s, later", verb);
    return BLAME_ITSELF;
  }
  const tta_event *other = next_event(p, state, helper);
  tta_protocol_kernel_name(name, sizeof name, &p->kernels[helper]);
  if (other)
    snprintf(out, size, "; kernel %s %s, but waits in line %u", name, verb, p->sites[other->site].line);
  else snprintf(out, size, "; kernel %s, which %s, has ended", name, verb);
  return other ? BLAME_OTHER_WAITS : BLAME_NO_KERNEL;
}

static blame describe_wait(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k, char *out,
                           size_t size) {
  char name[100], condition[200], helper[200];
  const tta_event *e = next_event(p, state, k);
  if (!e) return BLAME_NONE;
  tta_protocol_describe_condition(p, state, e, condition, sizeof condition);
  blame b = describe_helper(p, state, k, e, helper, sizeof helper);
  tta_str text = p->sites[e->site].text;
  snprintf(out, size, "kernel %s blocks forever in %.*s%s: %s%s",
           tta_protocol_kernel_name(name, sizeof name, &p->kernels[k]), tta_protocol_shown(text), text.data,
           tta_protocol_cut(text), condition, helper);
  return b;
}

static const tta_call_site *site_of(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k) {
  return &p->sites[next_event(p, state, k)->site];
}

/* If each kernel waits for another, the waits form a cycle: a kernel of it that waits for free pages, if there is
 * one. */
static uint32_t find_circle(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k) {
  for (uint32_t i = 0; i < p->num_kernels; i++) k = helper_of(p, state, k, next_event(p, state, k));
  for (uint32_t i = 0; i < p->num_kernels && next_event(p, state, k)->kind != TTA_EVENT_RESERVE; i++)
    k = helper_of(p, state, k, next_event(p, state, k));
  return k;
}

static bool wait_at_one_place(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t a, uint32_t b) {
  if (!next_event(p, state, a) || !next_event(p, state, b)) return false;
  const tta_call_site *x = site_of(p, state, a), *y = site_of(p, state, b);
  return x->source == y->source && x->line == y->line && x->column == y->column;
}

/* Whether a kernel waits where one waits that was told: the cause, or one before it. */
static bool is_told(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t cause, uint32_t k) {
  if (wait_at_one_place(p, state, cause, k)) return true;
  for (uint32_t i = 0; i < k; i++)
    if (wait_at_one_place(p, state, i, k)) return true;
  return false;
}

/* The other kernels that wait where `told` does, each on its core, are one note. */
static void note_others(struct tta_protocol *p, const tta_protocol_state *state, uint32_t cause, uint32_t told,
                        tta_diagnostic *d) {
  uint32_t count = 0, first = 0;
  char name[100];
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    if (k == told || k == cause || !wait_at_one_place(p, state, told, k)) continue;
    if (!count++) first = k;
  }
  if (!count) return;
  tta_protocol_kernel_name(name, sizeof name, &p->kernels[first]);
  if (count == 1) tta_protocol_note_at(p, d, site_of(p, state, told), "kernel %s blocks here, too", name);
  else
    tta_protocol_note_at(p, d, site_of(p, state, told), "%u more kernels block here; the first is %s", count, name);
}

tta_diagnostic *tta_protocol_report_deadlock(struct tta_protocol *p, const tta_protocol_state *state) {
  char text[560];
  uint32_t cause = 0;
  blame most = BLAME_NONE;
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    blame b = describe_wait(p, state, k, text, sizeof text);
    if (b > most) most = b, cause = k;
  }
  if (most == BLAME_NONE) return NULL;
  if (most == BLAME_OTHER_WAITS) cause = find_circle(p, state, cause);
  describe_wait(p, state, cause, text, sizeof text);
  tta_diagnostic *d = tta_protocol_report(p, TTA_RULE_protocol_deadlock, false, site_of(p, state, cause), "%s", text);
  const tta_event *e = next_event(p, state, cause);
  bool pages = e->kind == TTA_EVENT_RESERVE || e->kind == TTA_EVENT_WAIT;
  if (pages && e->value > p->cbs[e->object].pages)
    tta_protocol_note_at(p, d, &p->cbs[e->object].object->site,
                         "'%s' is declared here: the call needs at least %u pages",
                         p->cbs[e->object].object->name.data, e->value);
  note_others(p, state, cause, cause, d);
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    if (k == cause || is_told(p, state, cause, k) || describe_wait(p, state, k, text, sizeof text) == BLAME_NONE)
      continue;
    tta_protocol_note_at(p, d, site_of(p, state, k), "%s", text);
    note_others(p, state, cause, k, d);
  }
  return d;
}

/* ---- the public functions ---- */

/* Warnings that matter only where there is no error. */
static void report_late(struct tta_protocol *p) {
  char name[100];
  for (uint32_t i = 0; i < p->num_late; i++) {
    const tta_late_warning *w = &p->late[i];
    tta_protocol_report(p, w->rule, true, &p->sites[w->site], "kernel %s: %s",
                        tta_protocol_kernel_name(name, sizeof name, &p->kernels[w->kernel]), w->text);
  }
}

void tta_protocol_warn_late(struct tta_protocol *p, tta_rule rule, uint32_t kernel, uint32_t site,
                            const char *text) {
  tta_late_warning w = {rule, kernel, site, text};
  for (uint32_t i = 0; i < p->num_late; i++)
    if (p->late[i].rule == rule && p->late[i].site == site) return;
  TTA_PROTOCOL_APPEND(p, late, w);
}

tta_status tta_protocol_open(const tta_protocol_options *options, struct tta_protocol **out) {
  const tta_allocator *allocator = tta_allocator_or_default(options ? options->allocator : NULL);
  struct tta_protocol *p = *out = allocator->allocate(allocator->user, sizeof *p);
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  if (options) p->options = *options;
  tta_arena_init(&p->arena, allocator);
  tta_arena_init(&p->scratch, allocator);
  tta_strmap_init(&p->names, allocator);
  tta_results_init(&p->results, allocator, p->options.check);
  tta_source_init(&p->own_text, (tta_str){"", 0}, (tta_str){"", 0}, allocator);
  p->text = p->options.source ? p->options.source : &p->own_text;
  return TTA_OK;
}

tta_status tta_protocol_close(struct tta_protocol *p, tta_protocol **out) {
  *out = NULL;
  bool sound = !p->num_errors; /* what the run finds does not keep from exploring */
  if (!p->status && sound) tta_protocol_run(p);
  if (!p->status && sound && !p->summary.too_large) tta_protocol_explore(p);
  if (!p->status && !p->num_errors) report_late(p);
  tta_arena_free(&p->scratch);
  if (!p->status) p->status = tta_results_finish(&p->results);
  if (!p->status) p->status = tta_apply_allowed(&p->results.report, NULL, p->text, TTA_RULE_NONE);
  if (!p->status) p->status = tta_apply_allowed_in_sources(&p->results.report);
  if (p->status || p->arena.failed) {
    tta_protocol_free(p);
    return TTA_NO_MEMORY;
  }
  *out = p;
  return TTA_OK;
}

tta_status tta_protocol_check(tta_str text, const tta_protocol_options *options, tta_protocol **out) {
  struct tta_protocol *p;
  *out = NULL;
  if (text.size > INT32_MAX) return TTA_LIMIT;
  if (tta_protocol_open(options, &p)) return TTA_NO_MEMORY;
  if (!p->options.source) {
    text = p->own_text.text = tta_arena_str(&p->arena, text);
    if (!text.data) p->status = TTA_NO_MEMORY;
  }
  if (!p->status) tta_protocol_read(p, text);
  if (!p->status && !p->num_errors) tta_protocol_unroll(p);
  return tta_protocol_close(p, out);
}

void tta_protocol_free(tta_protocol *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  tta_strmap_free(&p->names);
  tta_protocol_lines_free(p);
  tta_source_free(&p->own_text);
  tta_results_free(&p->results);
  tta_arena_free(&p->scratch);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

bool tta_protocol_passes(const tta_protocol *p) {
  return !p->num_unlisted && !p->num_too_large && !p->results.report.num_errors;
}
bool tta_protocol_is_undecided(const tta_protocol *p) {
  return !p->summary.all_interleavings && (tta_protocol_passes(p) || p->num_errors == p->num_too_large);
}

const tta_results *tta_protocol_results(const tta_protocol *p) { return &p->results; }
tta_protocol_summary tta_protocol_result(const tta_protocol *p) { return p->summary; }

void tta_protocol_json_members(const tta_protocol *p, tta_json *json) {
  const tta_protocol_summary *s = &p->summary;
  const struct {
    const char *key;
    uint64_t value;
  } numbers[] = {{"cores", s->cores},
                 {"kernels", s->kernels},
                 {"operations", s->operations},
                 {"bytes_moved", s->bytes_moved},
                 {"states", s->states}};
  bool undecided = tta_protocol_is_undecided(p);
  tta_json_key_bool(json, "passes", tta_protocol_passes(p) && !undecided);
  tta_json_key_text(json, "verdict", undecided ? "undecided" : tta_protocol_passes(p) ? "passes" : "fails");
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    tta_json_key_uint(json, numbers[i].key, numbers[i].value);
  tta_json_key_bool(json, "all_interleavings", s->all_interleavings);
  tta_findings_json(json, "faults", &p->results, p->text, p);
}

void tta_protocol_json(const tta_protocol *p, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_protocol_json_members(p, &json);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
