/* transfer.c: transfers, barriers and semaphores of one kernel: what is in flight, and whether it may be announced. */
#include <string.h>

#include "base/array.h"
#include "base/checked.h"
#include "protocol/protocol.h"

const tta_flight *tta_protocol_find_flight(const tta_issuer *u, tta_flight_kind kind, uint32_t object) {
  for (uint32_t i = 0; i < u->num_flights; i++)
    if (u->flights[i].kind == kind && u->flights[i].object == object && !u->flights[i].flushed) return &u->flights[i];
  return NULL;
}

/* ---- addresses and transfers ---- */

/* The first of the cells of `bytes` at a place, on core y, x. */
static bool cells_at(tta_issuer *u, const tta_operation *s, const tta_place *place, uint32_t y,
                     uint32_t x, int64_t bytes, uint32_t *cell) {
  bool plain = s->op == TTA_OP_L1_READ || s->op == TTA_OP_L1_WRITE;
  const tta_protocol_object *o = &u->p->objects[place->object];
  int64_t at = place->offset_bytes, end;
  uint32_t instance = 0;
  if (!o->dram) {
    tta_protocol_object relative = *o;
    relative.first_instance = 0;
    instance = tta_protocol_instance(&relative, y, x);
    if (instance == TTA_PROTOCOL_NONE)
      return tta_protocol_fail(u, TTA_RULE_protocol_syntax, s, "'%s' is not on core %ux%u (declared in line %u)",
                               o->name.data, y, x, o->site.line);
  }
  if (!tta_add(at, bytes, &end) || at < 0 || end > o->bytes)
    return tta_protocol_fail(u, TTA_RULE_protocol_overflow, s, "%lld bytes at byte %lld of '%s' exceed its %lld bytes",
                             (long long)bytes, (long long)at, o->name.data, (long long)o->bytes);
  if (plain && (at % TTA_PROTOCOL_CELL_BYTES || bytes % TTA_PROTOCOL_CELL_BYTES))
    return tta_protocol_fail(u, TTA_RULE_protocol_syntax, s,
                             "%lld bytes at byte %lld of '%s': both must be multiples of %d, the L1 alignment",
                             (long long)bytes, (long long)at, o->name.data, TTA_PROTOCOL_CELL_BYTES);
  *cell = o->first_cell + o->instance_cells * instance +
          (uint32_t)(at / TTA_PROTOCOL_CELL_BYTES);
  return true;
}

static uint8_t noc_of(const tta_issuer *u, const tta_operation *s) {
  return s->noc >= 0 ? (uint8_t)s->noc : u->p->kernels[u->kernel].start.noc;
}

/* A transaction id of the call, + 1; 0 = none. */
static bool trid_of(tta_issuer *u, const tta_operation *s, uint32_t arg, uint8_t *out) {
  int64_t id = -1;
  bool has = s->op == TTA_OP_NOC_READ_TRID || s->op == TTA_OP_NOC_WRITE_TRID || s->op == TTA_OP_READ_BARRIER_TRID ||
             s->op == TTA_OP_WRITE_BARRIER_TRID || s->op == TTA_OP_FLUSHED_TRID;
  if (has && !tta_protocol_number(u, s, &s->args[arg], 0, 15, &id)) return false; /* 16 of them */
  *out = (uint8_t)(id + 1);
  return true;
}

static bool fly(tta_issuer *u, tta_flight flight) {
  for (uint32_t i = 0; i < u->num_flights; i++) {
    tta_flight *f = &u->flights[i];
    if (f->kind == flight.kind && f->multicast == flight.multicast && f->posted == flight.posted &&
        f->noc == flight.noc && f->trid == flight.trid && f->object == flight.object && f->dram == flight.dram &&
        !memcmp(&f->on, &flight.on, sizeof f->on)) {
      if (f->flushed || f->announced || f->answered) *f = flight;
      return true;
    }
  }
  if (!TTA_GROW_IN(&u->p->scratch, u, flights, 1)) {
    u->p->status = TTA_NO_MEMORY;
    return false;
  }
  u->flights[u->num_flights++] = flight;
  return true;
}

/* All cells that `bytes` from an offset on touch. */
static uint32_t count_cells(int64_t offset, int64_t bytes) {
  int64_t head = offset % TTA_PROTOCOL_CELL_BYTES;
  return (uint32_t)((head + bytes + TTA_PROTOCOL_CELL_BYTES - 1) / TTA_PROTOCOL_CELL_BYTES);
}

static bool transfer(tta_issuer *u, const tta_operation *s, tta_event event, int64_t bytes) {
  u->p->summary.bytes_moved += (uint64_t)bytes;
  event.cells = count_cells(s->args[0].place.offset_bytes, bytes);
  return tta_protocol_event(u, event);
}

static void where(const tta_issuer *u, const tta_place *place, uint32_t *y, uint32_t *x) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  *y = place->reach != TTA_PLACE_HERE ? place->on.y0 : k->y;
  *x = place->reach != TTA_PLACE_HERE ? place->on.x0 : k->x;
}

/* (l1 & m) == (noc & m): a transfer copies whole words of the far memory; its size may be any. Without an architecture
 * the rule of all is Wormhole's. Objects start at multiples of 64. */
static bool is_aligned(tta_issuer *u, const tta_operation *s, bool read) {
  const tta_place *from = &s->args[0].place, *to = &s->args[1].place;
  tta_arch arch = u->p->options.has_arch ? u->p->options.arch : TTA_ARCH_WORMHOLE_B0;
  bool dram = read && u->p->objects[from->object].dram;
  int64_t word = dram ? tta_arch_get(arch)->dram_read_alignment_bytes : TTA_PROTOCOL_CELL_BYTES;
  if (((from->offset_bytes ^ to->offset_bytes) & (word - 1)) == 0) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_alignment, s,
                           "%s %s byte %lld to %s byte %lld: both must have the same remainder by %lld",
                           read ? "reads" : "writes", dram ? "DRAM" : "L1", (long long)from->offset_bytes,
                           u->p->objects[to->object].dram ? "DRAM" : "L1", (long long)to->offset_bytes,
                           (long long)word);
}

static bool noc_read(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  const tta_place *from = &s->args[0].place, *to = &s->args[1].place;
  tta_event e = {.kind = TTA_EVENT_NOC_READ, .site = s->site, .noc = noc_of(u, s)};
  uint32_t y, x;
  int64_t bytes;
  where(u, from, &y, &x);
  if (!tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) || !trid_of(u, s, 3, &e.trid) ||
      !cells_at(u, s, from, y, x, bytes, &e.source) || !cells_at(u, s, to, k->y, k->x, bytes, &e.cell) ||
      !is_aligned(u, s, true))
    return false;
  tta_flight flight = {.kind = TTA_FLIGHT_READ, .noc = e.noc, .trid = e.trid, .object = to->object, .site = s->site};
  return fly(u, flight) && transfer(u, s, e, bytes);
}

static bool write_to(tta_issuer *u, const tta_operation *s, uint32_t y, uint32_t x, int64_t bytes, bool multicast) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  const tta_place *from = &s->args[0].place, *to = &s->args[1].place;
  bool dram = u->p->objects[to->object].dram;
  tta_event e = {.kind = TTA_EVENT_NOC_WRITE, .site = s->site, .noc = noc_of(u, s), .multicast = multicast,
                 .posted = s->op == TTA_OP_NOC_WRITE_POSTED,
                 .core = dram ? TTA_NO_CORE : (uint16_t)(y * TTA_PROTOCOL_MAX_COORD + x)};
  if (!trid_of(u, s, 3, &e.trid) || !cells_at(u, s, from, k->y, k->x, bytes, &e.source) ||
      !cells_at(u, s, to, y, x, bytes, &e.cell) || !is_aligned(u, s, false))
    return false;
  tta_flight flight = {.kind = TTA_FLIGHT_WRITE, .multicast = multicast, .posted = e.posted, .dram = dram,
                       .noc = e.noc, .trid = e.trid, .object = from->object, .site = s->site,
                       .on = multicast ? to->on : (tta_protocol_range){y, x, y, x}};
  return fly(u, flight) && transfer(u, s, e, bytes);
}

static bool noc_write(tta_issuer *u, const tta_operation *s) {
  uint32_t y, x;
  int64_t bytes;
  where(u, &s->args[1].place, &y, &x);
  return tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) &&
         write_to(u, s, y, x, bytes, false);
}

/* A sender in the rectangle does not receive, and num_dests leaves it out; the loopback calls are the opposite
 * (tt-metal dataflow_api.h). */
static bool check_multicast(tta_issuer *u, const tta_operation *s, const tta_protocol_range *on,
                            const tta_operand *num) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  bool loopback = s->op == TTA_OP_NOC_MULTICAST_LOOPBACK || s->op == TTA_OP_SEM_SET_MULTICAST_LOOPBACK;
  int64_t cores = tta_range_cores(on), given;
  bool inside = !loopback && tta_range_has(on, k->y, k->x);
  if (inside && (!num || num->number != cores - 1))
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s,
                      "the sender is in the multicast rectangle: num_dests must leave it out (%lld), or a "
                      "_loopback_src call include it", (long long)cores - 1);
  if (inside && cores == 1)
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s, "the multicast rectangle has no core but the sender");
  if (loopback && !tta_range_has(on, k->y, k->x))
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s,
                      "the sender is outside the multicast rectangle; the _loopback_src calls include the sender");
  if (loopback && cores == 1)
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s, "a multicast with loopback to the sender alone may not end");
  if (u->failed) return false;
  if (!num) return true;
  if (!tta_protocol_number(u, s, num, 0, INT64_MAX, &given)) return false;
  if (given == cores - inside) return true;
  return tta_protocol_fail(u, TTA_RULE_protocol_syntax, s,
                           "num_dests is %lld, but the rectangle has %lld cores: the call's barrier would never end",
                           (long long)given, (long long)cores);
}

static bool is_self(const tta_issuer *u, uint32_t y, uint32_t x) {
  return u->p->kernels[u->kernel].y == y && u->p->kernels[u->kernel].x == x;
}

static bool noc_multicast(tta_issuer *u, const tta_operation *s) {
  const tta_protocol_range *on = &s->args[1].place.on;
  int64_t bytes;
  if (!tta_protocol_number(u, s, &s->args[2], 1, TTA_PROTOCOL_MAX_BYTES, &bytes) ||
      !check_multicast(u, s, on, s->num_args > 3 ? &s->args[3] : NULL)) return false;
  bool loops = s->op == TTA_OP_NOC_MULTICAST_LOOPBACK; /* to itself: no change if it is the same place */
  bool same = s->args[0].place.object == s->args[1].place.object &&
              s->args[0].place.offset_bytes == s->args[1].place.offset_bytes;
  for (uint32_t y = on->y0; y <= on->y1; y++)
    for (uint32_t x = on->x0; x <= on->x1; x++)
      if (!(is_self(u, y, x) && (same || !loops)) && !write_to(u, s, y, x, bytes, true)) return false;
  return true;
}

/* Plain loads or stores of any bytes of this core: all cells that they touch. */
static bool touch(tta_issuer *u, const tta_operation *s, const tta_place *at, int64_t bytes, tta_event_kind kind) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  tta_place whole = *at;
  uint32_t cell = 0;
  int64_t head = s->op == TTA_OP_L1_COPY && at->offset_bytes > 0 ? at->offset_bytes % TTA_PROTOCOL_CELL_BYTES : 0, end;
  whole.offset_bytes -= head;
  if (s->op == TTA_OP_L1_COPY && tta_align_up(head + bytes, TTA_PROTOCOL_CELL_BYTES, &end)) bytes = end;
  return cells_at(u, s, &whole, k->y, k->x, bytes, &cell) &&
         tta_protocol_event(u, (tta_event){.kind = (uint8_t)kind,
                                           .site = s->site,
                                           .cell = cell,
                                           .cells = (uint32_t)(bytes / TTA_PROTOCOL_CELL_BYTES)});
}

static bool l1_access(tta_issuer *u, const tta_operation *s) {
  bool copy = s->op == TTA_OP_L1_COPY;
  int64_t bytes;
  if (!tta_protocol_number(u, s, &s->args[1 + copy], 1, TTA_PROTOCOL_MAX_BYTES, &bytes)) return false;
  if (!copy) return touch(u, s, &s->args[0].place, bytes, s->op == TTA_OP_L1_READ ? TTA_EVENT_READ : TTA_EVENT_WRITE);
  return touch(u, s, &s->args[0].place, bytes, TTA_EVENT_READ) &&
         touch(u, s, &s->args[1].place, bytes, TTA_EVENT_WRITE);
}

typedef struct barrier_row {
  tta_protocol_op op;
  bool reads, writes, flushes, atomics, posted; /* what it waits for; flushes: writes, until they have left */
} barrier_row;
static const barrier_row barriers[] = {
    {TTA_OP_READ_BARRIER, .reads = true},       {TTA_OP_READ_BARRIER_TRID, .reads = true},
    {TTA_OP_WRITE_BARRIER, .writes = true},     {TTA_OP_WRITE_BARRIER_TRID, .writes = true},
    {TTA_OP_WRITES_FLUSHED, .flushes = true},   {TTA_OP_FLUSHED_TRID, .flushes = true},
    {TTA_OP_POSTED_FLUSHED, .posted = true},    {TTA_OP_ATOMIC_BARRIER, .atomics = true},
    {TTA_OP_FULL_BARRIER, true, true, false, true, true},
};

/* What remains of something in flight after a barrier: nothing, or that its source may be reused. */
static bool ends(const barrier_row *row, tta_flight *f) {
  switch (f->kind) {
  case TTA_FLIGHT_READ: return row->reads;
  case TTA_FLIGHT_ATOMIC: return row->atomics;
  default: f->flushed |= f->posted ? row->posted : row->flushes; return row->writes && !f->posted;
  }
}

static bool barrier(tta_issuer *u, const tta_operation *s, const barrier_row *row) {
  tta_event e = {.site = s->site, .noc = noc_of(u, s)};
  uint32_t kept = 0, changed = 0;
  if (!trid_of(u, s, 0, &e.trid)) return false;
  for (uint32_t i = 0; i < u->num_flights; i++) {
    tta_flight f = u->flights[i];
    bool concerned = f.noc == e.noc && (!e.trid || f.trid == e.trid);
    changed += concerned;
    if (!concerned || !ends(row, &f)) u->flights[kept++] = f;
  }
  u->num_flights = kept;
  if (!changed) return true;
  const struct {
    bool does, posted;
    tta_event_kind kind;
  } events[] = {{row->reads, false, TTA_EVENT_READ_BARRIER}, {row->writes, false, TTA_EVENT_WRITE_BARRIER},
                {row->flushes, false, TTA_EVENT_FLUSH}, {row->posted, true, TTA_EVENT_FLUSH}};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    e.kind = (uint8_t)events[i].kind;
    e.posted = events[i].posted;
    if (events[i].does && !tta_protocol_event(u, e)) return false;
  }
  return true;
}

/* ---- semaphores ---- */

static bool semaphore_at(tta_issuer *u, const tta_operation *s, const tta_place *place,
                         uint32_t y, uint32_t x, uint32_t *out) {
  const tta_protocol_object *o = &u->p->objects[place->object];
  *out = tta_protocol_instance(o, y, x);
  if (*out == TTA_PROTOCOL_NONE)
    return tta_protocol_fail(u, TTA_RULE_protocol_syntax, s,
                             "semaphore '%s' is not on core %ux%u (declared in line %u)", o->name.data, y, x,
                             o->site.line);
  uint32_t *kernel = &u->p->sems[*out].kernel;
  *kernel = *kernel == TTA_PROTOCOL_NONE || *kernel == u->kernel ? u->kernel : TTA_PROTOCOL_SEVERAL;
  return true;
}

static bool overlap(const tta_protocol_range *a, const tta_protocol_range *b) {
  return a->y0 <= b->y1 && b->y0 <= a->y1 && a->x0 <= b->x1 && b->x0 <= a->x1;
}

/* Data before a flag without a barrier: same NoC, same virtual channel (unicast or multicast), same destinations. An
 * increment is not a write (tt-isa-documentation NoC/Ordering.md). */
static bool is_ordered(const tta_flight *f, const tta_flight *signal) {
  return signal->kind == TTA_FLIGHT_SIGNAL && f->noc == signal->noc && f->multicast == signal->multicast &&
         !memcmp(&f->on, &signal->on, sizeof f->on);
}

/* A signal may overtake data that is still on its way. */
static bool announce(tta_issuer *u, const tta_operation *s, const tta_flight *signal) {
  bool blackhole = u->p->options.has_arch && u->p->options.arch == TTA_ARCH_BLACKHOLE;
  for (uint32_t i = 0; i < u->num_flights; i++) {
    tta_flight *f = &u->flights[i];
    if (f->kind != TTA_FLIGHT_WRITE || f->dram || !overlap(&f->on, &signal->on)) continue;
    bool ordered = is_ordered(f, signal), unflushed = blackhole && f->multicast && !f->flushed;
    if (f->announced && f->answered) continue; /* run.c says whether it was the receiver that answered */
    if (ordered && !unflushed) {
      f->announced = true;
      f->answered = false;
      continue;
    }
    if (ordered)
      tta_protocol_fail(u, TTA_RULE_protocol_race, s,
                        "on blackhole this may overtake the data of the multicast before it: "
                        "noc_async_writes_flushed() is missing between them");
    else
      tta_protocol_fail(u, TTA_RULE_protocol_barrier, s,
                        f->posted ? "signals core %ux%u while data for it is still in flight, by a posted write: no "
                                    "barrier waits for it, so that the write must not be posted"
                                  : "signals core %ux%u while data for it is still in flight: "
                                    "noc_async_write_barrier() is missing",
                        signal->multicast ? f->on.y0 : signal->on.y0, signal->multicast ? f->on.x0 : signal->on.x0);
    return tta_protocol_fail_after(u, f->site, "the write begins here");
  }
  return fly(u, *signal);
}

/* The destinations of a semaphore operation, announced once. */
static bool signal_cores(tta_issuer *u, const tta_operation *s, const tta_place *to, tta_flight_kind kind,
                         uint32_t source, tta_protocol_range *on) {
  uint32_t y, x;
  where(u, to, &y, &x);
  *on = to->reach == TTA_PLACE_MULTICAST ? to->on : (tta_protocol_range){y, x, y, x};
  tta_flight signal = {.kind = kind, .multicast = to->reach == TTA_PLACE_MULTICAST, .noc = noc_of(u, s),
                       .object = source, .on = *on, .site = s->site};
  return announce(u, s, &signal);
}

static bool copy_semaphore(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  const tta_place *to = &s->args[1].place;
  bool multicast = s->op != TTA_OP_SEM_SET_REMOTE;
  uint32_t from, dest;
  tta_protocol_range on;
  if (!semaphore_at(u, s, &s->args[0].place, k->y, k->x, &from)) return false;
  if (multicast && !check_multicast(u, s, &to->on, s->num_args > 2 ? &s->args[2] : NULL)) return false;
  if (!signal_cores(u, s, to, TTA_FLIGHT_SIGNAL, s->args[0].place.object, &on)) return false;
  for (uint32_t y = on.y0; y <= on.y1; y++)
    for (uint32_t x = on.x0; x <= on.x1; x++) {
      if (s->op == TTA_OP_SEM_SET_MULTICAST && is_self(u, y, x)) continue;
      if (!semaphore_at(u, s, to, y, x, &dest)) return false;
      tta_event e = {.kind = TTA_EVENT_SEM_COPY, .site = s->site, .object = dest, .other = from, .noc = noc_of(u, s),
                     .multicast = multicast, .core = (uint16_t)(y * TTA_PROTOCOL_MAX_COORD + x)};
      if (dest != from && !tta_protocol_event(u, e)) return false;
    }
  return true;
}

/* An increment or an inline write, to one core or several. */
static bool change_semaphore(tta_issuer *u, const tta_operation *s) {
  const tta_place *to = &s->args[0].place;
  bool multicast = s->op == TTA_OP_SEM_INC_MULTICAST, write = s->op == TTA_OP_INLINE_WRITE;
  uint32_t dest;
  tta_protocol_range on;
  int64_t value;
  if (!tta_protocol_number(u, s, &s->args[1], 0, UINT32_MAX, &value)) return false;
  if (multicast && !check_multicast(u, s, &to->on, s->num_args > 2 ? &s->args[2] : NULL)) return false;
  if (!signal_cores(u, s, to, write ? TTA_FLIGHT_SIGNAL : TTA_FLIGHT_ATOMIC, TTA_PROTOCOL_NONE, &on)) return false;
  for (uint32_t y = on.y0; y <= on.y1; y++)
    for (uint32_t x = on.x0; x <= on.x1; x++) {
      if (multicast && is_self(u, y, x)) continue;
      if (!semaphore_at(u, s, to, y, x, &dest)) return false;
      tta_event e = {.kind = write ? TTA_EVENT_SEM_SET : TTA_EVENT_SEM_INC, .site = s->site, .object = dest,
                     .value = (uint32_t)value, .noc = noc_of(u, s),
                     .core = (uint16_t)(y * TTA_PROTOCOL_MAX_COORD + x)};
      if (!tta_protocol_event(u, e)) return false;
    }
  return true;
}

static bool issue_semaphore(tta_issuer *u, const tta_operation *s) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  tta_event e = {.site = s->site, .core = TTA_NO_CORE};
  int64_t value;
  if (!tta_protocol_number(u, s, &s->args[1], 0, UINT32_MAX, &value) ||
      !semaphore_at(u, s, &s->args[0].place, k->y, k->x, &e.object))
    return false;
  e.value = (uint32_t)value;
  e.kind = (uint8_t)(s->op == TTA_OP_SEM_WAIT       ? TTA_EVENT_SEM_WAIT
                     : s->op == TTA_OP_SEM_WAIT_MIN ? TTA_EVENT_SEM_WAIT_MIN
                     : s->op == TTA_OP_SEM_ADD      ? TTA_EVENT_SEM_ADD
                                                    : TTA_EVENT_SEM_SET);
  for (uint32_t i = 0; i < u->num_flights && tta_event_waits_for_semaphore(&e); i++) u->flights[i].answered = true;
  return tta_protocol_event(u, e);
}

bool tta_protocol_issue_transfer(tta_issuer *u, const tta_operation *s) {
  for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
    if (barriers[i].op == s->op) return barrier(u, s, &barriers[i]);
  switch (s->op) {
  case TTA_OP_NOC_READ: case TTA_OP_NOC_READ_TRID: return noc_read(u, s);
  case TTA_OP_NOC_WRITE: case TTA_OP_NOC_WRITE_POSTED: case TTA_OP_NOC_WRITE_TRID: return noc_write(u, s);
  case TTA_OP_NOC_MULTICAST: case TTA_OP_NOC_MULTICAST_LOOPBACK: return noc_multicast(u, s);
  case TTA_OP_SEM_WAIT: case TTA_OP_SEM_WAIT_MIN: case TTA_OP_SEM_SET: case TTA_OP_SEM_ADD:
    return issue_semaphore(u, s);
  case TTA_OP_SEM_INC: case TTA_OP_SEM_INC_MULTICAST: case TTA_OP_INLINE_WRITE: return change_semaphore(u, s);
  case TTA_OP_SEM_SET_REMOTE: case TTA_OP_SEM_SET_MULTICAST: case TTA_OP_SEM_SET_MULTICAST_LOOPBACK:
    return copy_semaphore(u, s);
  default: return l1_access(u, s);
  }
}

/* Firmware asserts that reads have landed and that writes and increments have left (brisck.cc, watcher builds). */
void tta_protocol_finish_flights(tta_issuer *u) {
  static const char *const texts[] = {
      [TTA_FLIGHT_WRITE] = "ends while this write may not have left: noc_async_writes_flushed() or "
                           "noc_async_write_barrier() is missing",
      [TTA_FLIGHT_SIGNAL] = "ends while this semaphore write may not have left: noc_async_writes_flushed() or "
                            "noc_async_write_barrier() is missing",
      [TTA_FLIGHT_ATOMIC] = "ends while this increment may not have arrived: noc_async_atomic_barrier() is missing"};
  for (uint32_t i = 0; i < u->num_flights; i++) {
    const tta_flight *f = &u->flights[i];
    tta_operation begins = {.site = f->site};
    if (f->kind == TTA_FLIGHT_READ) {
      tta_protocol_fail(u, TTA_RULE_protocol_barrier, &begins,
                        "ends while this transfer is in flight: noc_async_read_barrier() is missing");
      return;
    }
    bool message = f->kind != TTA_FLIGHT_WRITE;
    if (!f->flushed && !(message && f->answered))
      tta_protocol_warn_late(u->p, TTA_RULE_protocol_in_flight, u->kernel, f->site,
                             f->posted ? "ends while this posted write may not have left: "
                                         "noc_async_posted_writes_flushed() is missing"
                                       : texts[f->kind]);
  }
}
