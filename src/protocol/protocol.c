/* protocol.c: the public functions of the protocol checker, the list of errors, their JSON, and why kernels wait. */
#include "protocol/protocol.h"

#include "diag/results.h"

#include <stdio.h>
#include <string.h>

static const char *const kind_names[TTA_NUM_PROTOCOL_KINDS] = {
    "syntax", "deadlock", "overflow", "underflow", "wrap", "unwritten", "race", "barrier", "dst", "sfpu", "limit",
    "alignment", "processor", "in_flight_at_end", "leftover", "stale"};

const char *tta_protocol_kind_name(tta_protocol_kind kind) {
  return (unsigned)kind < TTA_NUM_PROTOCOL_KINDS ? kind_names[kind] : "?";
}

static tta_str format_text(struct tta_protocol *p, const char *format, va_list args) {
  tta_str text = tta_arena_format(&p->arena, format, args);
  if (!text.data) p->status = TTA_NO_MEMORY;
  return text;
}

tta_protocol_error *tta_protocol_report(struct tta_protocol *p, tta_protocol_kind kind, bool warning,
                                        const tta_call_site *site, const char *format, ...) {
  va_list args;
  p->num_errors += !warning;
  if (p->num_faults == TTA_PROTOCOL_MAX_FAULTS) return NULL;
  tta_protocol_error fault = {.kind = kind, .warning = warning};
  if (site) fault.file = site->file, fault.line = site->line, fault.column = site->column;
  va_start(args, format);
  fault.message = format_text(p, format, args);
  va_end(args);
  if (!fault.message.data || !TTA_PROTOCOL_APPEND(p, faults, fault)) return NULL;
  return &p->faults[p->num_faults - 1];
}

enum { MAX_NOTES = 12 };

void tta_protocol_note_at(struct tta_protocol *p, tta_protocol_error *fault, const tta_call_site *site,
                          const char *format, ...) {
  va_list args;
  if (!fault || fault->num_notes == MAX_NOTES) return;
  tta_protocol_note *notes = (tta_protocol_note *)(uintptr_t)fault->notes;
  if (!notes) notes = tta_arena_array(&p->arena, MAX_NOTES, sizeof *notes);
  if (!notes) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  va_start(args, format);
  tta_call_site at = site ? *site : (tta_call_site){.line = 0};
  notes[fault->num_notes] = (tta_protocol_note){at.file, at.line, format_text(p, format, args)};
  va_end(args);
  fault->notes = notes;
  fault->num_notes += notes[fault->num_notes].message.data != NULL;
}

/* ---- why kernels wait ---- */

/* How much a wait explains: a wait that nothing can end is the cause, one that depends on it a consequence. */
typedef enum blame { BLAME_NONE, BLAME_OTHER_WAITS, BLAME_NO_KERNEL, BLAME_ITSELF, BLAME_IMPOSSIBLE } blame;

static const tta_event *next_event(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k) {
  return state->at[k] < p->kernels[k].num_events ? &p->kernels[k].events[state->at[k]] : NULL;
}

static bool changes(const tta_event *e, uint32_t semaphore) {
  return e->object == semaphore &&
         (e->kind == TTA_EVENT_SEM_SET || e->kind == TTA_EVENT_SEM_COPY || e->kind == TTA_EVENT_SEM_INC ||
          e->kind == TTA_EVENT_SEM_ADD);
}

/* How many steps before a kernel changes a semaphore; UINT32_MAX: it never does. */
static uint32_t distance_to_change(const struct tta_protocol *p, const tta_protocol_state *state, uint32_t k,
                                   uint32_t semaphore) {
  for (uint32_t i = state->at[k]; i < p->kernels[k].num_events; i++)
    if (changes(&p->kernels[k].events[i], semaphore)) return i - state->at[k];
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
      snprintf(out, size, "'%s' has %u page%s in all", cb->object->name.data, cb->pages, cb->pages == 1 ? "" : "s");
    else if (e->kind == TTA_EVENT_RESERVE)
      snprintf(out, size, "%u of the %u pages of '%s' are taken", held, cb->pages, cb->object->name.data);
    else snprintf(out, size, "'%s' holds %u page%s", cb->object->name.data, held, held == 1 ? "" : "s");
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

void tta_protocol_report_deadlock(struct tta_protocol *p, const tta_protocol_state *state) {
  char text[560];
  uint32_t cause = 0;
  blame most = BLAME_NONE;
  for (uint32_t k = 0; k < p->num_kernels; k++) {
    blame b = describe_wait(p, state, k, text, sizeof text);
    if (b > most) most = b, cause = k;
  }
  if (most == BLAME_NONE) return;
  if (most == BLAME_OTHER_WAITS) cause = find_circle(p, state, cause);
  describe_wait(p, state, cause, text, sizeof text);
  tta_protocol_error *fault =
      tta_protocol_report(p, TTA_PROTOCOL_DEADLOCK, false, site_of(p, state, cause), "%s", text);
  for (uint32_t k = 0; k < p->num_kernels; k++)
    if (k != cause && describe_wait(p, state, k, text, sizeof text) != BLAME_NONE)
      tta_protocol_note_at(p, fault, site_of(p, state, k), "%s", text);
}

/* ---- the public functions ---- */

/* Warnings that matter only where there is no error. */
static void report_late(struct tta_protocol *p) {
  char name[100];
  for (uint32_t i = 0; i < p->num_late; i++) {
    const tta_late_warning *w = &p->late[i];
    tta_protocol_report(p, w->kind, true, &p->sites[w->site], "kernel %s: %s",
                        tta_protocol_kernel_name(name, sizeof name, &p->kernels[w->kernel]), w->text);
  }
}

void tta_protocol_warn_late(struct tta_protocol *p, tta_protocol_kind kind, uint32_t kernel, uint32_t site,
                            const char *text) {
  tta_late_warning w = {kind, kernel, site, text};
  for (uint32_t i = 0; i < p->num_late; i++)
    if (p->late[i].kind == kind && p->late[i].site == site) return;
  TTA_PROTOCOL_APPEND(p, late, w);
}

tta_status tta_protocol_open(const tta_protocol_options *options, struct tta_protocol **out) {
  const tta_allocator *allocator = options && options->allocator ? options->allocator : &tta_malloc_allocator;
  struct tta_protocol *p = *out = allocator->allocate(allocator->user, sizeof *p);
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  if (options) p->options = *options;
  tta_arena_init(&p->arena, allocator);
  tta_strmap_init(&p->names, allocator);
  return TTA_OK;
}

tta_status tta_protocol_close(struct tta_protocol *p, tta_protocol **out) {
  *out = NULL;
  bool sound = !p->num_errors; /* what the run finds does not keep from exploring */
  if (!p->status && sound) tta_protocol_run(p);
  if (!p->status && sound) tta_protocol_explore(p);
  if (!p->status && !p->num_errors) report_late(p);
  const tta_protocol_options *o = &p->options;
  if (!p->status) tta_protocol_publish(p, o->find_source ? o->find_source(o->user, (tta_str){NULL, 0}) : p->text);
  p->text = NULL;
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
  tta_source source;
  tta_source_init(&source, (tta_str){NULL, 0}, text, p->arena.allocator);
  p->text = &source;
  tta_protocol_read(p, text);
  if (!p->status && !p->num_errors) tta_protocol_unroll(p);
  tta_status status = tta_protocol_close(p, out);
  tta_source_free(&source);
  return status;
}

void tta_protocol_free(tta_protocol *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  tta_strmap_free(&p->names);
  tta_protocol_lines_free(p);
  if (p->results) tta_results_free(p->results);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

bool tta_protocol_passes(const tta_protocol *p) { return !p->num_errors; }
bool tta_protocol_is_undecided(const tta_protocol *p) {
  return p->num_errors == p->num_too_large && !p->summary.all_interleavings;
}

const tta_results *tta_protocol_results(const tta_protocol *p) { return p->results; }
size_t tta_protocol_num_errors(const tta_protocol *p) { return p->num_faults; }
const tta_protocol_error *tta_protocol_error_at(const tta_protocol *p, size_t index) { return &p->faults[index]; }
tta_protocol_summary tta_protocol_result(const tta_protocol *p) { return p->summary; }

static void file_json(tta_json *json, tta_str file) {
  if (!file.size) return;
  tta_json_key(json, "file");
  tta_json_string(json, file);
}

static void trace_json(tta_json *json, const tta_protocol_error *f) {
  char core[32];
  tta_json_key_uint(json, "trace_omitted", f->omitted_steps);
  tta_json_key_open(json, "trace", '[');
  for (uint32_t i = 0; i < f->num_steps; i++) {
    const tta_protocol_step *s = &f->steps[i];
    snprintf(core, sizeof core, "%ux%u", s->y, s->x);
    tta_json_open(json, '{');
    tta_json_key(json, "kernel");
    tta_json_string(json, s->kernel);
    tta_json_key_text(json, "core", core);
    file_json(json, s->file);
    tta_json_key_uint(json, "line", s->line);
    tta_json_key_uint(json, "column", s->column);
    tta_json_key(json, "call");
    tta_json_string(json, s->call);
    tta_json_key(json, "effect");
    tta_json_string(json, s->effect);
    if (s->peer.size) {
      snprintf(core, sizeof core, "%ux%u", s->peer_y, s->peer_x);
      tta_json_key(json, "to_kernel");
      tta_json_string(json, s->peer);
      tta_json_key_text(json, "to_core", core);
    }
    if (s->blocked)
      tta_json_key_bool(json, "blocked", true);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void fault_json(tta_json *json, const tta_protocol_error *f) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "kind", tta_protocol_kind_name(f->kind));
  tta_json_key_text(json, "severity", f->warning ? "warning" : "error");
  file_json(json, f->file);
  tta_json_key_uint(json, "line", f->line);
  tta_json_key_uint(json, "column", f->column);
  tta_json_key(json, "message");
  tta_json_string(json, f->message);
  tta_json_key_text(json, "rule", tta_rule_get(f->diagnostic->rule)->name);
  tta_json_key_open(json, "notes", '[');
  for (uint32_t i = 0; i < f->num_notes; i++) {
    tta_json_open(json, '{');
    file_json(json, f->notes[i].file);
    tta_json_key_uint(json, "line", f->notes[i].line);
    tta_json_key(json, "message");
    tta_json_string(json, f->notes[i].message);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
  if (f->num_steps) trace_json(json, f);
  tta_json_close(json, '}');
}

void tta_protocol_json(const tta_protocol *p, tta_buf *out) {
  const tta_protocol_summary *s = &p->summary;
  const struct {
    const char *key;
    uint64_t value;
  } numbers[] = {{"cores", s->cores},
                 {"kernels", s->kernels},
                 {"operations", s->operations},
                 {"bytes_moved", s->bytes_moved},
                 {"states", s->states}};
  tta_json json = tta_json_writer(out);
  bool undecided = tta_protocol_is_undecided(p);
  tta_json_open(&json, '{');
  tta_json_key_bool(&json, "passes", tta_protocol_passes(p) && !undecided);
  tta_json_key_text(&json, "verdict", undecided ? "undecided" : tta_protocol_passes(p) ? "passes" : "fails");
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    tta_json_key_uint(&json, numbers[i].key, numbers[i].value);
  }
  tta_json_key_bool(&json, "all_interleavings", s->all_interleavings);
  tta_json_key_open(&json, "faults", '[');
  for (uint32_t i = 0; i < p->num_faults; i++) fault_json(&json, &p->faults[i]);
  tta_json_close(&json, ']');
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
