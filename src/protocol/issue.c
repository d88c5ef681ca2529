/* issue.c: operations in the order of one kernel -> its events, and the checks of each kernel alone: its pages
 * reserved, waited for, pushed and popped, its transfers and their barriers. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/array.h"
#include "base/str.h"
#include "protocol/protocol.h"

enum { DEFAULT_MAX_OPERATIONS = 1000000 };

/* ---- reports ---- */

const char *tta_protocol_kernel_name(char *out, size_t size, const tta_kernel *kernel) {
  tta_str name = kernel->start.name;
  snprintf(out, size, "'%.*s' on %ux%u", (int)(name.size > 60 ? 60 : name.size), name.data, kernel->y, kernel->x);
  return out;
}

/* The same fault of several instances of one kernel is told once. */
static bool told(const struct tta_protocol *p, tta_protocol_kind kind, const tta_call_site *site) {
  for (uint32_t i = 0; i < p->num_faults; i++) {
    const tta_protocol_error *f = &p->faults[i];
    if (f->kind == kind && f->line == site->line && f->column == site->column && tta_str_equal(f->file, site->file))
      return true;
  }
  return false;
}

tta_protocol_error *tta_protocol_fail(tta_issuer *u, tta_protocol_kind kind, const tta_operation *s,
                                      const char *format, ...) {
  char text[400], name[100];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  u->failed = true;
  if (told(u->p, kind, &u->p->sites[s->site])) return NULL;
  return tta_protocol_report(u->p, kind, false, &u->p->sites[s->site], "kernel %s: %s",
                             tta_protocol_kernel_name(name, sizeof name, &u->p->kernels[u->kernel]), text);
}

tta_protocol_error *tta_protocol_warn(tta_issuer *u, tta_protocol_kind kind, const tta_operation *s,
                                      const char *format, ...) {
  char text[400], name[100];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (told(u->p, kind, &u->p->sites[s->site])) return NULL;
  return tta_protocol_report(u->p, kind, true, &u->p->sites[s->site], "kernel %s: %s",
                             tta_protocol_kernel_name(name, sizeof name, &u->p->kernels[u->kernel]), text);
}

static const tta_call_site *site_of(const struct tta_protocol *p, uint32_t site_plus_1) {
  return site_plus_1 ? &p->sites[site_plus_1 - 1] : NULL;
}

/* ---- events and numbers ---- */

bool tta_protocol_event(tta_issuer *u, tta_event event) {
  tta_kernel *k = &u->p->kernels[u->kernel];
  if (!TTA_GROW_IN(&u->p->arena, k, events, 1)) {
    u->p->status = TTA_NO_MEMORY;
    return false;
  }
  k->events[k->num_events++] = event;
  return true;
}

bool tta_protocol_number(tta_issuer *u, const tta_operation *s, const tta_operand *arg, int64_t least, int64_t most,
                         int64_t *out) {
  *out = arg->number;
  if (*out < least || *out > most)
    tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s, "argument %lld is out of range [%lld, %lld]", (long long)*out,
                      (long long)least, (long long)most);
  return !u->failed;
}

uint32_t tta_protocol_instance(const tta_protocol_object *object, uint32_t y, uint32_t x) {
  const tta_protocol_range *r = &object->range;
  if (y < r->y0 || y > r->y1 || x < r->x0 || x > r->x1) return TTA_PROTOCOL_NONE;
  return object->first_instance + (y - r->y0) * (r->x1 - r->x0 + 1) + (x - r->x0);
}

/* ---- circular buffers ---- */

tta_cb_instance *tta_protocol_cb_here(tta_issuer *u, const tta_operation *s, const tta_operand *arg,
                                      bool producer) {
  const tta_protocol_object *o = &u->p->objects[arg->object];
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t number = tta_protocol_instance(o, k->y, k->x);
  if (number == TTA_PROTOCOL_NONE) {
    tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s, "circular buffer '%s' is not on this core (declared in line %u)",
                      o->name.data, o->site.line);
    return NULL;
  }
  tta_cb_instance *cb = &u->p->cbs[number];
  uint32_t *owner = producer ? &cb->producer : &cb->consumer;
  if (*owner == TTA_PROTOCOL_NONE) *owner = u->kernel;
  if (*owner == u->kernel) return cb;
  char other[100];
  tta_protocol_fail(u, TTA_PROTOCOL_RACE, s, "'%s' has two %s, this one and %s; each keeps its own %s pointer",
                    o->name.data, producer ? "producers" : "consumers",
                    tta_protocol_kernel_name(other, sizeof other, &u->p->kernels[*owner]), producer ? "write" : "read");
  return NULL;
}

static bool cb_event(tta_issuer *u, const tta_operation *s, const tta_cb_instance *cb, tta_event_kind kind,
                     int64_t n) {
  return tta_protocol_event(u, (tta_event){.kind = (uint8_t)kind,
                                           .site = s->site,
                                           .object = (uint32_t)(cb - u->p->cbs),
                                           .value = (uint32_t)n});
}

/* Pointers wrap only when they meet the end exactly (tt-metal: fifo_wr_ptr == fifo_limit). */
static bool fits_before_end(tta_issuer *u, const tta_operation *s, const tta_cb_instance *cb, uint32_t from,
                            int64_t n) {
  if (from + n <= cb->pages) return true;
  tta_protocol_fail(u, TTA_PROTOCOL_WRAP, s,
                    "%lld page%s from page %u run past the end of '%s' (%u pages); a pointer wraps only at the end",
                    (long long)n, n == 1 ? "" : "s", from, cb->object->name.data, cb->pages);
  return false;
}

static bool push(tta_issuer *u, const tta_operation *s, tta_cb_instance *cb, tta_cb_use *use, int64_t n) {
  if (tta_flight(use->reading, u->read_epoch)) {
    tta_protocol_error *f = tta_protocol_fail(
        u, TTA_PROTOCOL_BARRIER, s,
        "pushes pages of '%s' that are still being read: noc_async_read_barrier() is missing", cb->object->name.data);
    tta_protocol_note_at(u->p, f, site_of(u->p, tta_flight(use->reading, u->read_epoch)), "the read begins here");
    return false;
  }
  if (!fits_before_end(u, s, cb, use->pushed, n)) return false;
  if (n > use->reserved) cb->loose = true;
  use->reserved = n > use->reserved ? 0 : use->reserved - (uint32_t)n;
  use->packed = 0;
  use->pushed = (uint32_t)((use->pushed + n) % cb->pages);
  return cb_event(u, s, cb, TTA_EVENT_PUSH, n);
}

static bool pop(tta_issuer *u, const tta_operation *s, tta_cb_instance *cb, tta_cb_use *use, int64_t n) {
  if (tta_flight(use->writing, u->flush_epoch)) {
    tta_protocol_error *f = tta_protocol_fail(
        u, TTA_PROTOCOL_BARRIER, s,
        "pops pages of '%s' that are still being sent: noc_async_write_barrier() is missing", cb->object->name.data);
    tta_protocol_note_at(u->p, f, site_of(u->p, tta_flight(use->writing, u->flush_epoch)), "the write begins here");
    return false;
  }
  if (!fits_before_end(u, s, cb, use->popped, n)) return false;
  if (n > use->waited) cb->loose = true;
  use->waited = n > use->waited ? 0 : use->waited - (uint32_t)n;
  use->popped = (uint32_t)((use->popped + n) % cb->pages);
  return cb_event(u, s, cb, TTA_EVENT_POP, n);
}

static bool issue_cb(tta_issuer *u, const tta_operation *s) {
  bool producer = s->op == TTA_OP_RESERVE || s->op == TTA_OP_PUSH;
  tta_cb_instance *cb = tta_protocol_cb_here(u, s, &s->args[0], producer);
  int64_t n;
  if (!cb || !tta_protocol_number(u, s, &s->args[1], 1, INT32_MAX, &n)) return false;
  tta_cb_use *use = &u->uses[s->args[0].object];
  if (s->op == TTA_OP_PUSH) return push(u, s, cb, use, n);
  if (s->op == TTA_OP_POP) return pop(u, s, cb, use, n);
  u->hopeless |= n > cb->pages; /* never met: what follows is not reached and not checked */
  uint32_t *claimed = s->op == TTA_OP_RESERVE ? &use->reserved : &use->waited;
  if (n > *claimed) *claimed = (uint32_t)n;
  return cb_event(u, s, cb, s->op == TTA_OP_RESERVE ? TTA_EVENT_RESERVE : TTA_EVENT_WAIT, n);
}

/* ---- addresses and transfers ---- */

/* The cells of `bytes` at a place, on core y, x. */
static bool cells_at(tta_issuer *u, const tta_operation *s, const tta_place *place, uint32_t y,
                     uint32_t x, int64_t bytes, uint32_t *cell) {
  const tta_protocol_object *o = &u->p->objects[place->object];
  int64_t at = place->offset_bytes, end;
  uint32_t instance = 0;
  if (!o->dram) {
    tta_protocol_object relative = *o;
    relative.first_instance = 0;
    instance = tta_protocol_instance(&relative, y, x);
    if (instance == TTA_PROTOCOL_NONE) {
      tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s, "'%s' is not on core %ux%u (declared in line %u)", o->name.data, y,
                        x, o->site.line);
      return false;
    }
  }
  if (!tta_add(at, bytes, &end) || at < 0 || end > o->bytes) {
    tta_protocol_fail(u, TTA_PROTOCOL_OVERFLOW, s, "%lld bytes at byte %lld of '%s' exceed its %lld bytes",
                      (long long)bytes, (long long)at, o->name.data, (long long)o->bytes);
    return false;
  }
  if (at % TTA_PROTOCOL_CELL_BYTES || bytes % TTA_PROTOCOL_CELL_BYTES) {
    tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s,
                      "%lld bytes at byte %lld of '%s': both must be multiples of %d, the L1 alignment",
                      (long long)bytes, (long long)at, o->name.data, TTA_PROTOCOL_CELL_BYTES);
    return false;
  }
  *cell = o->first_cell + o->instance_cells * instance +
          (uint32_t)(at / TTA_PROTOCOL_CELL_BYTES);
  return true;
}

static bool transfer(tta_issuer *u, const tta_operation *s, tta_event_kind kind, uint32_t source,
                     uint32_t cell, int64_t bytes, bool multicast) {
  u->p->summary.bytes_moved += (uint64_t)bytes;
  return tta_protocol_event(u, (tta_event){.kind = (uint8_t)kind,
                                           .site = s->site,
                                           .cell = cell,
                                           .source = source,
                                           .cells = (uint32_t)(bytes / TTA_PROTOCOL_CELL_BYTES),
                                           .multicast = multicast});
}

static bool is_cb(const tta_issuer *u, const tta_place *place) {
  return u->p->objects[place->object].kind == TTA_PROTOCOL_CB;
}

static void where(const tta_issuer *u, const tta_place *place, uint32_t *y, uint32_t *x) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  *y = place->reach != TTA_PLACE_HERE ? place->on.y0 : k->y;
  *x = place->reach != TTA_PLACE_HERE ? place->on.x0 : k->x;
}

static bool noc_read(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t y, x, source, cell, first = s->site + 1;
  int64_t bytes;
  where(u, &s->args[0].place, &y, &x);
  if (!tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) ||
      !cells_at(u, s, &s->args[0].place, y, x, bytes, &source) ||
      !cells_at(u, s, &s->args[1].place, k->y, k->x, bytes, &cell))
    return false;
  if (!u->reads_in_flight) u->reads_in_flight = first;
  if (is_cb(u, &s->args[1].place)) tta_flight_begin(&u->uses[s->args[1].place.object].reading, u->read_epoch, first);
  return transfer(u, s, TTA_EVENT_NOC_READ, source, cell, bytes, false);
}

static bool write_to(tta_issuer *u, const tta_operation *s, uint32_t y, uint32_t x, int64_t bytes,
                     bool multicast) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  const tta_place *from = &s->args[0].place, *to = &s->args[1].place;
  uint32_t source, cell, first = s->site + 1;
  if (!cells_at(u, s, from, k->y, k->x, bytes, &source) || !cells_at(u, s, to, y, x, bytes, &cell)) return false;
  if (!u->writes_in_flight) u->writes_in_flight = first;
  if (is_cb(u, from)) tta_flight_begin(&u->uses[from->object].writing, u->flush_epoch, first);
  if (!multicast && !u->p->objects[to->object].dram)
    tta_flight_begin(&u->writes_to[y * TTA_PROTOCOL_MAX_COORD + x], u->write_epoch, first);
  return transfer(u, s, TTA_EVENT_NOC_WRITE, source, cell, bytes, multicast);
}

static bool noc_write(tta_issuer *u, const tta_operation *s) {
  uint32_t y, x;
  int64_t bytes;
  where(u, &s->args[1].place, &y, &x);
  return tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) &&
         write_to(u, s, y, x, bytes, false);
}

/* num_dests leaves the sender out, who must not be among the receivers (tt-metal dataflow_api.h). */
static bool check_multicast(tta_issuer *u, const tta_operation *s, const tta_protocol_range *on,
                            const tta_operand *num) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  int64_t cores = (int64_t)(on->y1 - on->y0 + 1) * (on->x1 - on->x0 + 1), given;
  if (k->y >= on->y0 && k->y <= on->y1 && k->x >= on->x0 && k->x <= on->x1) {
    tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s,
                      "the sender is in the multicast rectangle; that is what the _loopback_src calls are for");
    return false;
  }
  if (!num) return true;
  if (!tta_protocol_number(u, s, num, 0, INT64_MAX, &given)) return false;
  if (given == cores) return true;
  tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s,
                    "num_dests is %lld, but the rectangle has %lld cores: the call's barrier would never end",
                    (long long)given, (long long)cores);
  return false;
}

static bool noc_multicast(tta_issuer *u, const tta_operation *s) {
  const tta_protocol_range *on = &s->args[1].place.on;
  int64_t bytes;
  if (!tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) ||
      !check_multicast(u, s, on, s->num_args > 3 ? &s->args[3] : NULL)) return false;
  for (uint32_t y = on->y0; y <= on->y1; y++)
    for (uint32_t x = on->x0; x <= on->x1; x++)
      if (!write_to(u, s, y, x, bytes, true)) return false;
  return true;
}

static bool l1_access(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t cell;
  int64_t bytes;
  if (!tta_protocol_number(u, s, &s->args[1], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) ||
      !cells_at(u, s, &s->args[0].place, k->y, k->x, bytes, &cell))
    return false;
  tta_event_kind kind = s->op == TTA_OP_L1_READ ? TTA_EVENT_READ : TTA_EVENT_WRITE;
  return tta_protocol_event(u, (tta_event){.kind = (uint8_t)kind,
                                           .site = s->site,
                                           .cell = cell,
                                           .cells = (uint32_t)(bytes / TTA_PROTOCOL_CELL_BYTES)});
}

static void end_reads(tta_issuer *u) {
  u->reads_in_flight = 0;
  u->read_epoch++;
}

static void end_writes(tta_issuer *u, bool arrived) {
  u->flush_epoch++;
  if (!arrived) return;
  u->writes_in_flight = 0;
  u->write_epoch++;
}

static bool barrier(tta_issuer *u, const tta_operation *s) {
  bool reads = s->op == TTA_OP_READ_BARRIER;
  if (reads ? !u->reads_in_flight : !u->writes_in_flight) return true;
  if (reads) end_reads(u);
  else end_writes(u, s->op == TTA_OP_WRITE_BARRIER);
  if (s->op == TTA_OP_WRITES_FLUSHED) return true;
  return tta_protocol_event(u, (tta_event){.kind = (uint8_t)(reads ? TTA_EVENT_READ_BARRIER : TTA_EVENT_WRITE_BARRIER),
                                           .site = s->site});
}

/* ---- semaphores ---- */

static bool semaphore_at(tta_issuer *u, const tta_operation *s, const tta_place *place,
                         uint32_t y, uint32_t x, uint32_t *out) {
  const tta_protocol_object *o = &u->p->objects[place->object];
  *out = tta_protocol_instance(o, y, x);
  if (*out == TTA_PROTOCOL_NONE) {
    tta_protocol_fail(u, TTA_PROTOCOL_SYNTAX, s, "semaphore '%s' is not on core %ux%u (declared in line %u)",
                      o->name.data, y, x, o->site.line);
    return false;
  }
  uint32_t *kernel = &u->p->sems[*out].kernel;
  *kernel = *kernel == TTA_PROTOCOL_NONE || *kernel == u->kernel ? u->kernel : TTA_PROTOCOL_SEVERAL;
  return true;
}

/* A signal may overtake data that is still on its way. */
static bool announce(tta_issuer *u, const tta_operation *s, uint32_t y, uint32_t x) {
  uint32_t first = tta_flight(u->writes_to[y * TTA_PROTOCOL_MAX_COORD + x], u->write_epoch);
  if (!first) return true;
  tta_protocol_error *f = tta_protocol_fail(
      u, TTA_PROTOCOL_BARRIER, s,
      "signals core %ux%u while data for it is still in flight: noc_async_write_barrier() is missing", y, x);
  tta_protocol_note_at(u->p, f, site_of(u->p, first), "the write begins here");
  return false;
}

static bool copy_semaphore(tta_issuer *u, const tta_operation *s, uint32_t from, uint32_t y, uint32_t x) {
  uint32_t to;
  if (!announce(u, s, y, x) || !semaphore_at(u, s, &s->args[1].place, y, x, &to)) return false;
  return tta_protocol_event(
      u, (tta_event){.kind = TTA_EVENT_SEM_COPY, .site = s->site, .object = to, .other = from});
}

static bool issue_remote_set(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  const tta_place *to = &s->args[1].place;
  uint32_t from, y, x;
  if (!semaphore_at(u, s, &s->args[0].place, k->y, k->x, &from)) return false;
  where(u, to, &y, &x);
  if (s->op == TTA_OP_SEM_SET_REMOTE) return copy_semaphore(u, s, from, y, x);
  if (!check_multicast(u, s, &to->on, s->num_args > 2 ? &s->args[2] : NULL)) return false;
  for (y = to->on.y0; y <= to->on.y1; y++)
    for (x = to->on.x0; x <= to->on.x1; x++)
      if (!copy_semaphore(u, s, from, y, x)) return false;
  return true;
}

static bool issue_semaphore(tta_issuer *u, const tta_operation *s) {
  uint32_t y, x, semaphore;
  int64_t value;
  where(u, &s->args[0].place, &y, &x);
  if (!tta_protocol_number(u, s, &s->args[1], 0, UINT32_MAX, &value) ||
      !semaphore_at(u, s, &s->args[0].place, y, x, &semaphore))
    return false;
  if (s->op == TTA_OP_SEM_INC && !announce(u, s, y, x)) return false;
  tta_event_kind kind = s->op == TTA_OP_SEM_WAIT       ? TTA_EVENT_SEM_WAIT
                        : s->op == TTA_OP_SEM_WAIT_MIN ? TTA_EVENT_SEM_WAIT_MIN
                        : s->op == TTA_OP_SEM_SET      ? TTA_EVENT_SEM_SET
                                                       : TTA_EVENT_SEM_INC;
  return tta_protocol_event(
      u, (tta_event){
             .kind = (uint8_t)kind, .site = s->site, .object = semaphore, .value = (uint32_t)value});
}

/* ---- a kernel ---- */

static bool issue_one(tta_issuer *u, const tta_operation *s) {
  switch (s->op) {
  case TTA_OP_RESERVE: case TTA_OP_PUSH: case TTA_OP_WAIT: case TTA_OP_POP: return issue_cb(u, s);
  case TTA_OP_NOC_READ: return noc_read(u, s);
  case TTA_OP_NOC_WRITE: return noc_write(u, s);
  case TTA_OP_NOC_MULTICAST: return noc_multicast(u, s);
  case TTA_OP_READ_BARRIER: case TTA_OP_WRITE_BARRIER: case TTA_OP_WRITES_FLUSHED: return barrier(u, s);
  case TTA_OP_SEM_WAIT:
  case TTA_OP_SEM_WAIT_MIN:
  case TTA_OP_SEM_SET:
  case TTA_OP_SEM_INC: return issue_semaphore(u, s);
  case TTA_OP_SEM_SET_REMOTE: case TTA_OP_SEM_SET_MULTICAST: return issue_remote_set(u, s);
  case TTA_OP_L1_READ: case TTA_OP_L1_WRITE: return l1_access(u, s);
  default: return tta_protocol_issue_compute(u, s);
  }
}

static bool too_many(tta_issuer *u, uint32_t site) {
  uint32_t most = u->p->options.max_operations ? u->p->options.max_operations : DEFAULT_MAX_OPERATIONS;
  if (u->operations++ < most) return false;
  tta_protocol_report(u->p, TTA_PROTOCOL_LIMIT, false, &u->p->sites[site],
                      "more than %u operations, loops written out: nothing was run", most);
  u->limit_reached = true;
  return true;
}

bool tta_issue_step(tta_issuer *u, uint32_t site) {
  if (!u->stopped && !u->p->status && !too_many(u, site)) return true;
  u->stopped = true;
  return false;
}

bool tta_issue(tta_issuer *u, const tta_operation *operation) {
  if (!tta_issue_step(u, operation->site)) return false;
  u->stopped = !issue_one(u, operation) || u->failed || u->hopeless || u->p->status;
  u->p->summary.operations += !u->stopped;
  return !u->stopped;
}

int64_t tta_issuer_pointer(const tta_issuer *u, uint32_t cb, bool write) {
  const tta_cb_use *use = &u->uses[cb];
  return (write ? use->pushed : use->popped) * u->p->objects[cb].page_bytes;
}

void tta_claim(tta_issuer *u, uint32_t cb, bool producer) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t at = tta_protocol_instance(&u->p->objects[cb], k->y, k->x);
  if (at == TTA_PROTOCOL_NONE) return;
  uint32_t *owner = producer ? &u->p->cbs[at].producer : &u->p->cbs[at].consumer;
  if (*owner == TTA_PROTOCOL_NONE) *owner = u->kernel;
}

/* ---- a kernel ---- */

static bool add_kernel(struct tta_protocol *p, const tta_kernel_start *start) {
  tta_kernel k = {.start = *start, .y = start->y, .x = start->x};
  if (p->num_kernels == TTA_PROTOCOL_MAX_KERNELS) {
    tta_call_site site = p->sites[start->site];
    site.column = 1;
    tta_protocol_report(p, TTA_PROTOCOL_LIMIT, false, &site, "more than %d kernels over all cores",
                        TTA_PROTOCOL_MAX_KERNELS);
    return false;
  }
  bool same = p->num_kernels && tta_str_equal(p->kernels[p->num_kernels - 1].start.name, start->name);
  k.start.name = same ? p->kernels[p->num_kernels - 1].start.name : tta_arena_str(&p->arena, start->name);
  if (!k.start.name.data) p->status = TTA_NO_MEMORY;
  return !p->status && TTA_PROTOCOL_APPEND(p, kernels, k);
}

bool tta_begin_kernel(tta_issuer *u, const tta_kernel_start *start) {
  struct tta_protocol *p = u->p;
  if (p->status || u->limit_reached || !add_kernel(p, start)) return false;
  uint8_t *core = &u->cores[start->y * TTA_PROTOCOL_MAX_COORD + start->x];
  p->summary.cores += !*core;
  *core = 1;
  u->kernel = p->num_kernels - 1;
  p->summary.kernels = p->num_kernels;
  memset(u->uses, 0, sizeof *u->uses * (p->num_objects + 1));
  end_writes(u, true); /* of the kernel before */
  end_reads(u);
  u->failed = u->hopeless = u->stopped = false;
  u->phase = TTA_DST_FREE;
  u->src_loaded[0] = u->src_loaded[1] = false;
  u->sfpu_row = -1;
  u->dst = NULL;
  return true;
}

void tta_end_kernel(tta_issuer *u) {
  struct tta_protocol *p = u->p;
  uint32_t first = u->reads_in_flight ? u->reads_in_flight : u->writes_in_flight;
  tta_operation transfer_begins = {.site = first - 1};
  if (u->stopped || u->failed || p->status) return;
  if (!first) tta_protocol_finish_compute(u);
  else
    tta_protocol_fail(u, TTA_PROTOCOL_BARRIER, &transfer_begins,
                      "ends while this transfer is in flight: %s() is missing",
                      u->reads_in_flight ? "noc_async_read_barrier" : "noc_async_write_barrier");
}

/* ---- instances ---- */

static bool make_instances(struct tta_protocol *p) {
  p->cbs = tta_arena_array(&p->arena, p->num_cbs + 1, sizeof *p->cbs);
  p->sems = tta_arena_array(&p->arena, p->num_sems + 1, sizeof *p->sems);
  if (!p->cbs || !p->sems) return false;
  for (uint32_t i = 0; i < p->num_objects; i++) {
    const tta_protocol_object *o = &p->objects[i];
    if (o->kind != TTA_PROTOCOL_CB && o->kind != TTA_PROTOCOL_SEMAPHORE) continue;
    uint32_t at = o->first_instance, cell = o->first_cell;
    for (uint32_t y = o->range.y0; y <= o->range.y1; y++)
      for (uint32_t x = o->range.x0; x <= o->range.x1; x++, at++, cell += o->instance_cells)
        if (o->kind == TTA_PROTOCOL_SEMAPHORE) p->sems[at] = (tta_sem_instance){o, y, x, TTA_PROTOCOL_NONE};
        else
          p->cbs[at] = (tta_cb_instance){o,
                                         y,
                                         x,
                                         cell,
                                         (uint32_t)(o->page_bytes / TTA_PROTOCOL_CELL_BYTES),
                                         (uint32_t)o->pages,
                                         TTA_PROTOCOL_NONE,
                                         TTA_PROTOCOL_NONE,
                                         false,
                                         false};
  }
  return true;
}

tta_issuer *tta_protocol_issuer(struct tta_protocol *p) {
  size_t cores = TTA_PROTOCOL_MAX_COORD * TTA_PROTOCOL_MAX_COORD;
  if (p->status || p->num_errors) return NULL;
  tta_issuer *u = tta_arena_alloc(&p->arena, sizeof *u);
  if (u) {
    *u = (tta_issuer){.p = p, .read_epoch = 1, .flush_epoch = 1, .write_epoch = 1};
    u->uses = tta_arena_array(&p->arena, p->num_objects + 1, sizeof *u->uses);
    u->writes_to = tta_arena_array(&p->arena, cores, sizeof *u->writes_to);
    u->cores = tta_arena_array(&p->arena, cores, sizeof *u->cores);
  }
  if (!u || !make_instances(p) || !u->uses || !u->writes_to || !u->cores) {
    p->status = TTA_NO_MEMORY;
    return NULL;
  }
  memset(u->writes_to, 0, cores * sizeof *u->writes_to);
  memset(u->cores, 0, cores * sizeof *u->cores);
  return u;
}
