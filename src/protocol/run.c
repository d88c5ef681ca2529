/* run.c: runs of the kernels, each as far as it can go in turn. Every 16 bytes of memory are followed: who wrote them,
 * whether they are still in flight, who read them since. Vector clocks give the order: a kernel that waited for a
 * semaphore or for pages knows what the kernel knew that sent the first message that may have ended the wait
 * (messages.h). So an error does not depend on the order of a run, but which of two messages without an order is the
 * first does: there are several runs. Deadlock and overflow are found by explore.c. */
#include <string.h>

#include "base/array.h"
#include "base/str.h"
#include "protocol/messages.h"
#include "protocol/trace.h"

typedef enum cell_state { CELL_UNWRITTEN, CELL_WRITTEN, CELL_IN_FLIGHT } cell_state;

typedef struct cell {
  uint16_t writer;         /* kernel + 1; 0 = no kernel, or from the start */
  uint16_t sender;         /* kernel + 1 whose write has not yet read these bytes; 0 = none */
  uint8_t state;
  bool was_read, from_noc; /* since written; written by a NoC write */
  bool changes;            /* some event writes it */
  uint32_t write_clock;
  uint32_t readers;        /* since written: number + 1 of the first */
  uint32_t site;           /* of the write */
  uint32_t send_event;     /* of the sender */
} cell;

enum { MAX_ORDERS = 16, WORK_OF_ORDERS = 500000 }; /* events and cells of all runs but the first two */
enum { READ_IN_FLIGHT = UINT32_MAX }; /* as a clock */

/* A kernel that read a cell. */
typedef struct reader {
  uint32_t kernel, clock;
  uint32_t event; /* of a transfer */
  uint32_t next;  /* number + 1 */
} reader;

/* A semaphore that a kernel sends. */
typedef struct word {
  uint32_t sender, send_event; /* kernel + 1 whose copy has not yet read this word */
} word;

/* That the writes of a kernel before an event have left: another kernel saw what followed them. */
typedef struct proof {
  uint32_t event, by, clock; /* by: kernel + 1 */
  uint16_t core;             /* that was written to */
} proof;

enum { PROOFS = 8 }; /* the last ones of each kernel */

/* The message that may have ended the last wait of a kernel. */
typedef struct seen_message {
  uint32_t wait, from, event; /* events */
  bool is_early;              /* others came after it, before the wait */
} seen_message;

typedef struct runner {
  struct tta_protocol *p;
  tta_arena arena;          /* of this run */
  cell *cells;
  uint32_t *at, *pushed, *popped, *semaphores;
  uint32_t *landed[2];      /* by kernel: reads and writes of events before it have landed */
  uint32_t *flushed;        /* by kernel: writes of events before it have left */
  word *words;              /* by semaphore */
  seen_message *seen;       /* by kernel */
  proof *proofs;            /* PROOFS of each kernel */
  uint32_t *num_proofs;     /* by kernel, modulo PROOFS the next one */
  uint32_t *clocks;         /* kernels x kernels */
  tta_history *histories;   /* by semaphore; of pushes, then of pops, by circular buffer */
  uint32_t cell;            /* that is accessed; TTA_PROTOCOL_NONE = a semaphore */
  uint32_t *turns, num_turns, cap_turns; /* the order so far: kernel, its next event then */
  reader *readers;
  uint32_t num_readers, cap_readers, free_readers; /* free_readers: number + 1 */
  bool stopped;
} runner;

static uint32_t *row(const runner *r, uint32_t *clocks, uint32_t i) { return clocks + (size_t)i * r->p->num_kernels; }
static uint32_t own_clock(const runner *r, uint32_t k) { return row(r, r->clocks, k)[k]; }

static void join(const runner *r, uint32_t *into, const uint32_t *from) {
  for (uint32_t i = 0; i < r->p->num_kernels; i++)
    if (from[i] > into[i]) into[i] = from[i];
}

static bool knows(const runner *r, uint32_t k, uint32_t other_plus_1, uint32_t clock) {
  return !other_plus_1 || other_plus_1 == k + 1 || row(r, r->clocks, k)[other_plus_1 - 1] >= clock;
}

static tta_history *pushes_of(const runner *r, uint32_t cb) { return &r->histories[r->p->num_sems + cb]; }
static tta_history *pops_of(const runner *r, uint32_t cb) { return pushes_of(r, r->p->num_cbs + cb); }

/* What `k` has done so far is known to a kernel that sees this; what it does from now on is not. An increment adds to
 * the message before it, which is seen as well. */
static void tell(runner *r, uint32_t k, tta_history *h, uint32_t value, bool adds) {
  const uint32_t *own = row(r, r->clocks, k);
  tta_message *m = tta_history_add(&r->arena, h, r->p->num_kernels);
  if (!m) {
    r->p->status = TTA_NO_MEMORY;
    return;
  }
  memcpy(m->clocks, own, r->p->num_kernels * sizeof *own);
  if (adds && h->count > 1) join(r, m->clocks, tta_history_at(h, h->count - 2)->clocks);
  m->value = value;
  m->from = k;
  m->clock = own[k];
  m->event = r->at[k];
  row(r, r->clocks, k)[k]++;
}

static bool knows_message(const runner *r, uint32_t k, const tta_message *m) {
  return m->from == TTA_PROTOCOL_NONE || knows(r, k, m->from + 1, m->clock);
}

/* The first message since the last that `k` knows of that is `least` or more, or exactly it. There is one, since the
 * last message ends the wait. */
static uint32_t find_message(const runner *r, uint32_t k, const tta_history *h, uint32_t least, bool exact) {
  uint32_t i = h->count;
  while (i && !knows_message(r, k, tta_history_at(h, i - 1))) i--;
  for (i -= i > 0; i + 1 < h->count; i++) {
    uint32_t value = tta_history_at(h, i)->value;
    if (exact ? value == least : value >= least) break;
  }
  return i;
}

static void learn(runner *r, uint32_t k, const tta_message *m) {
  if (m->from != TTA_PROTOCOL_NONE) join(r, row(r, r->clocks, k), m->clocks);
}

/* ---- faults, each told once for a statement ---- */

/* The events so far in their order, and the one that is wrong. */
typedef struct order {
  runner *r;
  uint32_t k;
  const tta_event *last;
  uint32_t *state;
} order;

static void replay(void *events, tta_trace *t) {
  const order *o = events;
  runner *r = o->r;
  tta_protocol_first_state(r->p, o->state);
  for (uint32_t turn = 0; turn <= r->num_turns; turn += 2) {
    bool now = turn == r->num_turns;
    uint32_t j = now ? o->k : r->turns[turn], until = now ? r->at[o->k] : r->turns[turn + 1];
    while (o->state[j] < until) {
      tta_protocol_record(t, o->state, j, &r->p->kernels[j].events[o->state[j]]);
      tta_protocol_advance(r->p, o->state, j, &r->p->kernels[j].events[o->state[j]]);
    }
  }
  tta_protocol_record(t, o->state, o->k, o->last);
}

static void attach_trace(runner *r, uint32_t k, const tta_event *e, tta_diagnostic *d) {
  uint32_t *state = tta_arena_array(&r->arena, tta_protocol_state_words(r->p) + 1, sizeof *state);
  if (state) tta_protocol_attach(r->p, d, r->cell, replay, &(order){r, k, e, state});
  else r->p->status = TTA_NO_MEMORY;
}

/* A wait that ends with a message of a round before: why the data is not known to be there. */
static void note_seen(runner *r, uint32_t k, const cell *c, tta_diagnostic *f) {
  const seen_message *seen = &r->seen[k];
  const tta_kernel *kernels = r->p->kernels;
  if (!seen->is_early || !c->writer || c->state == CELL_UNWRITTEN) return;
  const tta_call_site *wait = &r->p->sites[kernels[k].events[seen->wait].site];
  if (seen->from == TTA_PROTOCOL_NONE)
    tta_protocol_note_at(r->p, f, wait, "this wait may end with the initial value, before any message");
  else if (seen->from + 1 == c->writer)
    tta_protocol_note_at(r->p, f, wait, "this wait may end with an earlier message of line %u",
                         r->p->sites[kernels[seen->from].events[seen->event].site].line);
}

static bool was_told(const struct tta_protocol *p, const tta_call_site *site) {
  static const tta_rule rules[] = {TTA_RULE_protocol_unwritten, TTA_RULE_protocol_race, TTA_RULE_protocol_barrier};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (tta_protocol_reported(p, rules[i], site)) return true;
  return false;
}

static void fault(runner *r, tta_rule rule, uint32_t k, const tta_event *e, const cell *c, const char *text,
                  const char *note) {
  struct tta_protocol *p = r->p;
  const tta_call_site *s = &p->sites[e->site];
  char name[100], other[100];
  if (was_told(p, s)) return;
  tta_diagnostic *f = tta_protocol_report(p, rule, false, s, "kernel %s: %s",
                                              tta_protocol_kernel_name(name, sizeof name, &p->kernels[k]), text);
  if (note && c->writer) {
    tta_protocol_note_at(p, f, &p->sites[c->site], "%s by kernel %s", note,
                         tta_protocol_kernel_name(other, sizeof other, &p->kernels[c->writer - 1u]));
    if (rule == TTA_RULE_protocol_race) note_seen(r, k, c, f);
  }
  if (f) attach_trace(r, k, e, f);
}

/* ---- who reads a cell until it is written ---- */

static uint32_t new_reader(runner *r) {
  uint32_t number = r->free_readers;
  if (number) r->free_readers = r->readers[number - 1].next;
  else if (TTA_GROW_IN(&r->arena, r, readers, 1)) number = ++r->num_readers;
  else r->p->status = TTA_NO_MEMORY;
  return number;
}

/* In the place of a read that is ordered before this one, if there is one. */
static void add_reader(runner *r, cell *c, uint32_t k, bool in_flight) {
  uint32_t number = 0;
  for (uint32_t i = c->readers; i && !number; i = r->readers[i - 1].next) {
    const reader *old = &r->readers[i - 1];
    if (old->kernel == k && old->clock == READ_IN_FLIGHT && !in_flight) return; /* ends with its barrier */
    if (old->kernel == k || (old->clock != READ_IN_FLIGHT && knows(r, k, old->kernel + 1, old->clock))) number = i;
  }
  if (!number && (number = new_reader(r))) {
    r->readers[number - 1].next = c->readers;
    c->readers = number;
  }
  if (!number) return;
  reader *new = &r->readers[number - 1];
  new->kernel = k;
  new->clock = in_flight ? READ_IN_FLIGHT : own_clock(r, k);
  new->event = r->at[k];
}

static void forget_readers(runner *r, cell *c) {
  while (c->readers) {
    uint32_t number = c->readers;
    c->readers = r->readers[number - 1].next;
    r->readers[number - 1].next = r->free_readers;
    r->free_readers = number;
  }
}

static cell *cell_at(const runner *r, uint32_t number) { return &r->cells[tta_protocol_used(r->p, number)]; }

static void read_cells(runner *r, uint32_t k, const tta_event *e, uint32_t first, uint32_t count) {
  cell *c = cell_at(r, first);
  for (uint32_t i = first; i < first + count; i++, c++) {
    r->cell = i;
    if (c->state == CELL_UNWRITTEN)
      fault(r, TTA_RULE_protocol_unwritten, k, e, c, "reads bytes that were not written", NULL);
    else if (c->state == CELL_IN_FLIGHT && c->writer == k + 1)
      fault(r, TTA_RULE_protocol_barrier, k, e, c, "reads bytes that are still in flight: the barrier is missing",
            "the transfer begins here,");
    else if (c->state == CELL_IN_FLIGHT || !knows(r, k, c->writer, c->write_clock))
      fault(r, TTA_RULE_protocol_race, k, e, c,
            "reads bytes of another kernel, and neither a semaphore nor a circular buffer makes it wait for them",
            "written here,");
    c->was_read = true;
    if (c->changes) add_reader(r, c, k, e->kind == TTA_EVENT_NOC_READ);
  }
}

/* Whether a write of kernel `sender` (+ 1) must have read its source before kernel `k` is here. */
static bool has_left(const runner *r, uint32_t k, uint32_t sender, uint32_t event) {
  const tta_event *e = &r->p->kernels[sender - 1].events[event];
  for (uint32_t i = 0; i < PROOFS; i++) {
    const proof *f = &r->proofs[(sender - 1) * PROOFS + i];
    if (f->by && f->event >= event && (e->multicast || f->core == e->core) && knows(r, k, f->by, f->clock)) return true;
  }
  return false;
}

/* A write reads its source later: until it has left, the source must not change. */
static void check_sender(runner *r, uint32_t k, const tta_event *e, const cell *c) {
  if (!c->sender || has_left(r, k, c->sender, c->send_event)) return;
  cell sent = {.writer = c->sender, .site = r->p->kernels[c->sender - 1].events[c->send_event].site};
  bool own = c->sender == k + 1;
  fault(r, own ? TTA_RULE_protocol_barrier : TTA_RULE_protocol_race, k, e, &sent,
        own ? "changes bytes that are still being sent: noc_async_writes_flushed() is missing"
            : "changes bytes that another kernel may still be sending: nothing makes it wait for that",
        "sent here,");
}

static void check_readers(runner *r, uint32_t k, const tta_event *e, const cell *c) {
  for (uint32_t i = c->readers; i; i = r->readers[i - 1].next) {
    const reader *other = &r->readers[i - 1];
    cell reads = {.writer = (uint16_t)(other->kernel + 1)};
    bool in_flight = other->clock == READ_IN_FLIGHT;
    if (in_flight) reads.site = r->p->kernels[other->kernel].events[other->event].site;
    if (in_flight && other->kernel == k)
      fault(r, TTA_RULE_protocol_barrier, k, e, &reads,
            "overwrites bytes that are still being read: noc_async_read_barrier() is missing", "the read begins here,");
    else if (in_flight)
      fault(r, TTA_RULE_protocol_race, k, e, &reads,
            "overwrites bytes that another kernel may still be reading: its noc_async_read_barrier() is not before "
            "what this kernel waited for",
            "the read begins here,");
    else if (!knows(r, k, other->kernel + 1, other->clock))
      fault(r, TTA_RULE_protocol_race, k, e, c,
            "overwrites bytes that another kernel may still be reading: nothing makes it wait for the reader",
            "last written here,");
  }
}

static void write_cells(runner *r, uint32_t k, const tta_event *e, cell_state state) {
  cell *c = cell_at(r, e->cell);
  for (uint32_t i = e->cell; i < e->cell + e->cells; i++, c++) {
    r->cell = i;
    if (c->state == CELL_IN_FLIGHT && c->writer == k + 1)
      fault(r, TTA_RULE_protocol_barrier, k, e, c, "writes bytes that are still in flight: the barrier is missing",
            "the transfer begins here,");
    else if (c->state == CELL_IN_FLIGHT || (c->state == CELL_WRITTEN && !knows(r, k, c->writer, c->write_clock)))
      fault(r, TTA_RULE_protocol_race, k, e, c, "writes the same bytes as another kernel, in no order",
            "written here,");
    else check_readers(r, k, e, c);
    check_sender(r, k, e, c);
    forget_readers(r, c);
    bool from_noc = e->kind == TTA_EVENT_NOC_WRITE && e->core != TTA_NO_CORE;
    if (from_noc && c->from_noc && !c->was_read && c->state == CELL_WRITTEN)
      tta_protocol_warn_late(r->p, TTA_RULE_protocol_stale, k, e->site,
                             "overwrites data of a NoC write before any read");
    c->from_noc = from_noc;
    c->was_read = false;
    c->state = (uint8_t)state;
    c->writer = (uint16_t)(k + 1);
    c->write_clock = own_clock(r, k);
    c->site = e->site;
  }
}

static void end_read(runner *r, uint32_t k, uint32_t event, cell *c) {
  for (uint32_t i = c->readers; i; i = r->readers[i - 1].next) {
    reader *own = &r->readers[i - 1];
    if (own->kernel == k && own->event == event && own->clock == READ_IN_FLIGHT) own->clock = own_clock(r, k);
  }
}

static void land_event(runner *r, uint32_t k, const tta_event *e) {
  uint32_t event = (uint32_t)(e - r->p->kernels[k].events);
  if (e->kind == TTA_EVENT_NOC_READ)
    for (cell *c = cell_at(r, e->source), *end = c + e->cells; c < end; c++) end_read(r, k, event, c);
  for (cell *c = cell_at(r, e->cell), *end = c + e->cells; c < end; c++) {
    if (c->state != CELL_IN_FLIGHT || c->writer != k + 1) continue;
    c->state = CELL_WRITTEN;
    c->write_clock = own_clock(r, k);
  }
}

static bool concerns(const tta_event *barrier, const tta_event *e) {
  return e->noc == barrier->noc && (!barrier->trid || barrier->trid == e->trid);
}

static bool is_in_flight(const runner *r, uint32_t k, const tta_event *e) {
  const cell *c = cell_at(r, e->cell);
  return c->state == CELL_IN_FLIGHT && c->writer == k + 1;
}

/* A barrier: what was in flight has arrived. Each event is looked at about once for each of the two kinds. */
static void land(runner *r, uint32_t k, const tta_event *barrier, tta_event_kind kind) {
  uint32_t *from = &r->landed[kind == TTA_EVENT_NOC_WRITE][k];
  bool all = true;
  for (uint32_t i = *from; i < r->at[k]; i++) {
    const tta_event *e = &r->p->kernels[k].events[i];
    if (e->kind == kind && concerns(barrier, e) && !e->posted) land_event(r, k, e);
    all &= e->kind != kind || !is_in_flight(r, k, e);
    if (all) *from = i + 1;
  }
}

/* Whether event `i` of kernel `k` is a write that may still read its source. */
static bool is_sending(const runner *r, uint32_t k, uint32_t i) {
  const tta_event *e = &r->p->kernels[k].events[i];
  if (e->kind == TTA_EVENT_NOC_WRITE)
    return cell_at(r, e->source)->sender == k + 1 && cell_at(r, e->source)->send_event == i;
  return e->kind == TTA_EVENT_SEM_COPY && r->words[e->other].sender == k + 1 && r->words[e->other].send_event == i;
}

/* The sources of writes are free. */
static void flush(runner *r, uint32_t k, const tta_event *barrier) {
  bool all = true;
  for (uint32_t i = r->flushed[k]; i < r->at[k]; i++) {
    const tta_event *e = &r->p->kernels[k].events[i];
    bool write = e->kind == TTA_EVENT_NOC_WRITE || e->kind == TTA_EVENT_SEM_COPY;
    bool done = !write || (concerns(barrier, e) && e->posted == barrier->posted);
    for (uint32_t n = 0; e->kind == TTA_EVENT_NOC_WRITE && done && n < e->cells; n++) {
      cell *c = cell_at(r, e->source) + n;
      if (c->sender != k + 1 || c->send_event != i) continue;
      c->sender = 0;
      if (c->changes) add_reader(r, c, k, false);
    }
    if (e->kind == TTA_EVENT_SEM_COPY && done && r->words[e->other].sender == k + 1) r->words[e->other].sender = 0;
    all &= done || !is_sending(r, k, i);
    if (all) r->flushed[k] = i + 1;
  }
}

/* A flag follows the data of this kernel to the same core: it is in order, which issue.c checks. */
static void land_before_flag(runner *r, uint32_t k, const tta_event *flag) {
  bool all = true;
  for (uint32_t i = r->landed[1][k]; i < r->at[k]; i++) {
    const tta_event *e = &r->p->kernels[k].events[i];
    bool write = e->kind == TTA_EVENT_NOC_WRITE;
    if (write && e->core == flag->core && e->noc == flag->noc) land_event(r, k, e);
    all &= !write || !is_in_flight(r, k, e);
    if (all) r->landed[1][k] = i + 1;
  }
}

static void forget_cell(cell *c, bool *written, bool *was_read) {
  *written |= c->state != CELL_UNWRITTEN;
  *was_read |= c->was_read;
  c->state = CELL_UNWRITTEN;
}

/* What was popped is not to be read again. */
static void forget_pages(runner *r, uint32_t k, const tta_event *e) {
  const tta_cb_instance *cb = &r->p->cbs[e->object];
  uint32_t first = r->popped[e->object] % cb->pages;
  bool written = false, was_read = false;
  if (cb->object->written) return;
  for (uint32_t i = first * cb->page_cells; i < (first + e->value) * cb->page_cells; i++)
    forget_cell(cell_at(r, cb->first_cell) + i, &written, &was_read);
  if (written && !was_read)
    tta_protocol_warn_late(r->p, TTA_RULE_protocol_stale, k, e->site,
                           "pops pages that were written and that no kernel read");
}

/* ---- events ---- */

static void push_or_pop(runner *r, uint32_t k, const tta_event *e) {
  const tta_cb_instance *cb = &r->p->cbs[e->object];
  uint32_t held = r->pushed[e->object] - r->popped[e->object];
  bool pushes = e->kind == TTA_EVENT_PUSH;
  if (e->value > (pushes ? cb->pages - held : held)) { /* explore.c says it */
    r->stopped = true;
    return;
  }
  if (!pushes) forget_pages(r, k, e);
  uint32_t *count = pushes ? &r->pushed[e->object] : &r->popped[e->object];
  *count += e->value;
  tell(r, k, pushes ? pushes_of(r, e->object) : pops_of(r, e->object), *count, false);
}

/* A copy reads its source later. */
static void check_word(runner *r, uint32_t k, const tta_event *e) {
  const word *w = &r->words[e->object];
  if (!w->sender || has_left(r, k, w->sender, w->send_event)) return;
  r->cell = TTA_PROTOCOL_NONE;
  cell sent = {.writer = (uint16_t)w->sender, .site = r->p->kernels[w->sender - 1].events[w->send_event].site};
  fault(r, TTA_RULE_protocol_race, k, e, &sent,
        "changes a semaphore that is still being sent, so that the new value may be sent: "
        "noc_async_writes_flushed() is missing",
        "sent here,");
}

static void change_semaphore(runner *r, uint32_t k, const tta_event *e) {
  uint32_t *value = &r->semaphores[e->object], old = *value;
  bool adds = e->kind == TTA_EVENT_SEM_INC || e->kind == TTA_EVENT_SEM_ADD;
  if (adds) *value += e->value;
  else *value = e->kind == TTA_EVENT_SEM_SET ? e->value : r->semaphores[e->other];
  if (*value != old) check_word(r, k, e);
  bool copy = e->kind == TTA_EVENT_SEM_COPY, inline_write = e->kind == TTA_EVENT_SEM_SET && e->core != TTA_NO_CORE;
  if (copy || inline_write) land_before_flag(r, k, e);
  if (copy) {
    r->words[e->other].sender = k + 1;
    r->words[e->other].send_event = r->at[k];
  }
  tell(r, k, &r->histories[e->object], *value, adds);
}

/* Who has seen a message knows that it left, and so do those that wait for it. */
static void see_message(runner *r, uint32_t k, const tta_event *e) {
  tta_history *h = &r->histories[e->object];
  uint32_t number = find_message(r, k, h, e->value, e->kind == TTA_EVENT_SEM_WAIT);
  const tta_message *m = tta_history_at(h, number);
  learn(r, k, m);
  r->seen[k] = (seen_message){r->at[k], m->from, m->event, number + 1 < h->count};
  const tta_event *copy = m->from == TTA_PROTOCOL_NONE ? NULL : &r->p->kernels[m->from].events[m->event];
  if (copy && copy->kind == TTA_EVENT_SEM_COPY) {
    uint32_t next = r->num_proofs[m->from]++ % PROOFS;
    r->proofs[m->from * PROOFS + next] = (proof){m->event, k + 1, own_clock(r, k), copy->core};
  }
}

/* Pages are pushed by one kernel and waited for by one, who counts. */
static void see_pages(runner *r, uint32_t k, tta_history *h, uint32_t least) {
  if (!least || !h->count || tta_history_at(h, h->count - 1)->value < least) return;
  uint32_t number = find_message(r, k, h, least, false);
  learn(r, k, tta_history_at(h, number));
  tta_history_forget(h, number);
}

static void wait_for_pages(runner *r, uint32_t k, const tta_event *e) {
  uint32_t pages = r->p->cbs[e->object].pages;
  if (e->kind == TTA_EVENT_WAIT) see_pages(r, k, pushes_of(r, e->object), r->popped[e->object] + e->value);
  else if (r->pushed[e->object] + e->value > pages)
    see_pages(r, k, pops_of(r, e->object), r->pushed[e->object] + e->value - pages);
}

static void noc_write(runner *r, uint32_t k, const tta_event *e) {
  read_cells(r, k, e, e->source, e->cells);
  write_cells(r, k, e, CELL_IN_FLIGHT);
  for (cell *c = cell_at(r, e->source), *end = c + e->cells; c < end; c++) {
    c->sender = (uint16_t)(k + 1);
    c->send_event = r->at[k];
  }
}

static void execute(runner *r, uint32_t k, const tta_event *e) {
  switch (e->kind) {
  case TTA_EVENT_RESERVE: case TTA_EVENT_WAIT: wait_for_pages(r, k, e); break;
  case TTA_EVENT_PUSH: case TTA_EVENT_POP: push_or_pop(r, k, e); break;
  case TTA_EVENT_READ: read_cells(r, k, e, e->cell, e->cells); break;
  case TTA_EVENT_WRITE: write_cells(r, k, e, CELL_WRITTEN); break;
  case TTA_EVENT_NOC_READ:
    read_cells(r, k, e, e->source, e->cells);
    write_cells(r, k, e, CELL_IN_FLIGHT);
    break;
  case TTA_EVENT_NOC_WRITE: noc_write(r, k, e); break;
  case TTA_EVENT_READ_BARRIER: land(r, k, e, TTA_EVENT_NOC_READ); break;
  case TTA_EVENT_WRITE_BARRIER:
    land(r, k, e, TTA_EVENT_NOC_WRITE);
    flush(r, k, e);
    break;
  case TTA_EVENT_FLUSH: flush(r, k, e); break;
  case TTA_EVENT_SEM_WAIT: case TTA_EVENT_SEM_WAIT_MIN: see_message(r, k, e); break;
  default: change_semaphore(r, k, e); break;
  }
}

bool tta_protocol_enabled(const struct tta_protocol *p, const tta_event *e, const uint32_t *pushed,
                          const uint32_t *popped, const uint32_t *semaphores) {
  uint32_t held;
  switch (e->kind) {
  case TTA_EVENT_RESERVE:
    held = pushed[e->object] - popped[e->object];
    return p->cbs[e->object].pages >= held && p->cbs[e->object].pages - held >= e->value;
  case TTA_EVENT_WAIT: return (int32_t)(pushed[e->object] - popped[e->object]) >= (int32_t)e->value;
  case TTA_EVENT_SEM_WAIT: return semaphores[e->object] == e->value;
  case TTA_EVENT_SEM_WAIT_MIN: return semaphores[e->object] >= e->value;
  default: return true;
  }
}

static bool run_kernel(runner *r, uint32_t k) {
  const tta_kernel *kernel = &r->p->kernels[k];
  uint32_t from = r->at[k];
  while (r->at[k] < kernel->num_events && !r->stopped && !r->p->status) {
    const tta_event *e = &kernel->events[r->at[k]];
    if (!tta_protocol_enabled(r->p, e, r->pushed, r->popped, r->semaphores)) break;
    execute(r, k, e);
    r->at[k]++;
  }
  if (r->at[k] == from || r->p->status) return false;
  if (!TTA_GROW_IN(&r->arena, r, turns, 2)) {
    r->p->status = TTA_NO_MEMORY;
    return false;
  }
  r->turns[r->num_turns++] = k;
  r->turns[r->num_turns++] = r->at[k];
  return true;
}

/* ---- the start ---- */

static uint32_t *zeros(runner *r, size_t count) {
  uint32_t *out = tta_arena_array(&r->arena, count + 1, sizeof *out);
  if (out) memset(out, 0, (count + 1) * sizeof *out);
  else r->p->status = TTA_NO_MEMORY;
  return out;
}

static bool prepare(runner *r) {
  struct tta_protocol *p = r->p;
  size_t n = p->num_kernels;
  r->cells = tta_arena_array(&r->arena, (size_t)p->num_used + 1, sizeof *r->cells);
  if (!r->cells) p->status = TTA_NO_MEMORY;
  r->at = zeros(r, n);
  r->landed[0] = zeros(r, n);
  r->landed[1] = zeros(r, n);
  r->flushed = zeros(r, n);
  r->num_proofs = zeros(r, n);
  r->words = (word *)zeros(r, p->num_sems * (sizeof(word) / sizeof(uint32_t)));
  r->seen = tta_arena_array(&r->arena, n + 1, sizeof *r->seen);
  if (!r->seen) p->status = TTA_NO_MEMORY;
  r->proofs = (proof *)zeros(r, n * PROOFS * (sizeof(proof) / sizeof(uint32_t)));
  r->pushed = zeros(r, p->num_cbs);
  r->popped = zeros(r, p->num_cbs);
  r->semaphores = zeros(r, p->num_sems);
  r->clocks = zeros(r, n * n);
  r->histories = tta_arena_array(&r->arena, p->num_sems + 2 * (size_t)p->num_cbs + 1, sizeof *r->histories);
  if (!r->histories) p->status = TTA_NO_MEMORY;
  if (p->status) return false;
  memset(r->cells, 0, ((size_t)p->num_used + 1) * sizeof *r->cells);
  memset(r->seen, 0, (n + 1) * sizeof *r->seen);
  memset(r->histories, 0, (p->num_sems + 2 * (size_t)p->num_cbs + 1) * sizeof *r->histories);
  for (uint32_t k = 0; k < n; k++) row(r, r->clocks, k)[k] = 1;
  for (uint32_t i = 0; i < p->num_sems && !p->status; i++) {
    r->semaphores[i] = (uint32_t)p->sems[i].object->value;
    tta_message *m = tta_history_add(&r->arena, &r->histories[i], p->num_kernels);
    if (!m) {
      p->status = TTA_NO_MEMORY;
      break;
    }
    *m = (tta_message){r->semaphores[i], TTA_PROTOCOL_NONE, 0, TTA_PROTOCOL_NONE, m->clocks};
    memset(m->clocks, 0, n * sizeof *m->clocks);
  }
  return !p->status;
}

/* Cells that no event writes have no readers to be waited for. */
static void mark_changes(runner *r) {
  for (uint32_t k = 0; k < r->p->num_kernels; k++)
    for (uint32_t i = 0; i < r->p->kernels[k].num_events; i++) {
      const tta_event *e = &r->p->kernels[k].events[i];
      bool writes = e->kind == TTA_EVENT_WRITE || e->kind == TTA_EVENT_NOC_READ || e->kind == TTA_EVENT_NOC_WRITE;
      for (uint32_t n = 0; writes && n < e->cells; n++) cell_at(r, e->cell)[n].changes = true;
    }
}

static void fill_written(runner *r) {
  for (uint32_t i = 0; i < r->p->num_objects; i++) {
    const tta_protocol_object *o = &r->p->objects[i];
    uint32_t cells = o->written ? (uint32_t)(o->bytes / TTA_PROTOCOL_CELL_BYTES) : 0;
    for (uint32_t core = 0; core < (o->dram ? 1 : tta_range_cores(&o->range)) && cells; core++)
      for (uint32_t c = o->first_cell + core * o->instance_cells, end = c + cells; c < end; c++)
        if (r->p->chunks[c / TTA_PROTOCOL_CHUNK] == TTA_PROTOCOL_NONE) c |= TTA_PROTOCOL_CHUNK - 1;
        else cell_at(r, c)->state = CELL_WRITTEN;
  }
}

static bool page_was_read(const runner *r, const tta_cb_instance *cb, uint32_t page) {
  const cell *c = cell_at(r, cb->first_cell) + page * cb->page_cells;
  for (uint32_t i = 0; i < cb->page_cells; i++)
    if (c[i].was_read) return true;
  return false;
}

/* Whether no kernel read a page that remains in a circular buffer. */
static bool remains_unread(const runner *r, uint32_t number) {
  const tta_cb_instance *cb = &r->p->cbs[number];
  for (uint32_t page = r->popped[number]; page != r->pushed[number]; page++)
    if (!page_was_read(r, cb, page % cb->pages)) return true;
  return false;
}

/* Pages that another core wrote and no kernel read. */
static void warn_messages(runner *r, const tta_cb_instance *cb) {
  for (uint32_t i = 0; i < cb->pages * cb->page_cells; i++) {
    const cell *c = cell_at(r, cb->first_cell) + i;
    if (!c->from_noc || !c->writer || c->state != CELL_WRITTEN || page_was_read(r, cb, i / cb->page_cells)) continue;
    tta_protocol_warn_late(r->p, TTA_RULE_protocol_leftover, c->writer - 1u, c->site,
                           "writes data to a circular buffer of another core that no kernel reads");
    i += cb->page_cells - i % cb->page_cells - 1;
  }
}

/* Data that is lost. A page that was read and not popped (a scaler) does no harm: each program starts with empty
 * circular buffers. */
static void warn_leftover(runner *r, uint32_t number) {
  const tta_cb_instance *cb = &r->p->cbs[number];
  if (r->stopped || cb->object->written || tta_protocol_is_result(r->p, cb->object)) return;
  warn_messages(r, cb);
  if (cb->producer == TTA_PROTOCOL_NONE || !remains_unread(r, number)) return;
  const tta_kernel *producer = &r->p->kernels[cb->producer];
  for (uint32_t i = producer->num_events; i--;) {
    const tta_event *e = &producer->events[i];
    if (e->kind != TTA_EVENT_PUSH || e->object != number) continue;
    tta_protocol_warn_late(r->p, TTA_RULE_protocol_leftover, cb->producer, e->site,
                           "pushes pages that remain in the circular buffer at the end and that no kernel read");
    return;
  }
}

/* Order `number` of the kernels: each rotation, forward and backward. */
static uint32_t kernel_at(const struct tta_protocol *p, uint32_t number, uint32_t i) {
  uint32_t at = (i + number / 2) % p->num_kernels;
  return number % 2 ? p->num_kernels - 1 - at : at;
}

static void run_in_order(struct tta_protocol *p, uint32_t number) {
  runner r = {.p = p};
  tta_arena_init(&r.arena, p->arena.allocator);
  bool moved = prepare(&r);
  if (moved) fill_written(&r), mark_changes(&r);
  while (moved && !r.stopped && !p->status) {
    moved = false;
    for (uint32_t i = 0; i < p->num_kernels; i++) moved |= run_kernel(&r, kernel_at(p, number, i));
  }
  for (uint32_t i = 0; i < p->num_cbs && !p->status; i++) warn_leftover(&r, i);
  for (uint32_t k = 0; k < p->num_kernels && !p->status; k++) p->stuck |= r.at[k] < p->kernels[k].num_events;
  tta_arena_free(&r.arena);
}

/* How many orders: which of several messages comes first depends on it. Two, more of what is small. */
static uint32_t count_orders(const struct tta_protocol *p) {
  uint64_t work = 1;
  for (uint32_t k = 0; k < p->num_kernels; k++)
    for (uint32_t i = 0; i < p->kernels[k].num_events; i++) work += 1 + p->kernels[k].events[i].cells;
  uint64_t orders = WORK_OF_ORDERS / work, most = 2 * (uint64_t)p->num_kernels;
  if (p->num_kernels < 2) return 1;
  if (most > MAX_ORDERS) most = MAX_ORDERS;
  return (uint32_t)(orders < 2 ? 2 : orders > most ? most : orders);
}

void tta_protocol_run(struct tta_protocol *p) {
  uint32_t count = tta_protocol_find_used(p) ? count_orders(p) : 0;
  for (uint32_t i = 0; i < count && !p->num_errors && !p->status; i++) run_in_order(p, i);
}
