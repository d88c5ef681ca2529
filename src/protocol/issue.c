/* issue.c: operations in the order of one kernel -> its events, and the checks of each kernel alone: its pages
 * reserved, waited for, pushed and popped, its transfers and their barriers. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/array.h"
#include "base/format.h"
#include "base/str.h"
#include "protocol/protocol.h"
#include "ttattr/memory.h"

enum { DEFAULT_MAX_OPERATIONS = 1000000, KERNELS_OF_CORE = 3 };

/* ---- reports ---- */

const char *tta_protocol_kernel_name(char *out, size_t size, const tta_kernel *kernel) {
  tta_str name = kernel->start.name;
  snprintf(out, size, "'%.*s' on %ux%u", TTA_STR_START(name), kernel->y, kernel->x);
  return out;
}

/* The same fault of several instances of one kernel is told once. */
static void report(tta_issuer *u, tta_rule rule, bool warning, const tta_operation *s, const char *format,
                   va_list args) {
  char text[400], name[100];
  const tta_call_site *site = &u->p->sites[s->site];
  vsnprintf(text, sizeof text, format, args);
  u->reported = NULL;
  if (tta_protocol_reported(u->p, rule, site)) return;
  u->reported = tta_protocol_report(u->p, rule, warning, site, "kernel %s: %s",
                                    tta_protocol_kernel_name(name, sizeof name, &u->p->kernels[u->kernel]), text);
}

bool tta_protocol_fail(tta_issuer *u, tta_rule rule, const tta_operation *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(u, rule, false, s, format, args);
  va_end(args);
  u->failed = true;
  return false;
}

void tta_protocol_warn(tta_issuer *u, tta_rule rule, const tta_operation *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(u, rule, true, s, format, args);
  va_end(args);
}

bool tta_protocol_fail_after(tta_issuer *u, uint32_t site, const char *note) {
  tta_protocol_note_at(u->p, u->reported, &u->p->sites[site], "%s", note);
  return false;
}

/* ---- events and numbers ---- */

bool tta_protocol_event(tta_issuer *u, tta_event event) {
  tta_kernel *k = &u->p->kernels[u->kernel];
  if (!TTA_GROW_IN(&u->p->scratch, k, events, 1)) {
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
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s, "argument %lld is out of range [%lld, %lld]", (long long)*out,
                      (long long)least, (long long)most);
  return !u->failed;
}

uint32_t tta_protocol_instance(const tta_protocol_object *object, uint32_t y, uint32_t x) {
  const tta_protocol_range *r = &object->range;
  if (!tta_range_has(r, y, x)) return TTA_PROTOCOL_NONE;
  return object->first_instance + (y - r->y0) * (r->x1 - r->x0 + 1) + (x - r->x0);
}

/* ---- circular buffers ---- */

tta_cb_instance *tta_protocol_cb_here(tta_issuer *u, const tta_operation *s, const tta_operand *arg,
                                      bool producer) {
  const tta_protocol_object *o = &u->p->objects[arg->object];
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t number = tta_protocol_instance(o, k->y, k->x);
  if (number == TTA_PROTOCOL_NONE) {
    tta_protocol_fail(u, TTA_RULE_protocol_syntax, s, "circular buffer '%s' is not on this core (declared in line %u)",
                      o->name.data, o->site.line);
    return NULL;
  }
  tta_cb_instance *cb = &u->p->cbs[number];
  uint32_t *owner = producer ? &cb->producer : &cb->consumer;
  if (*owner == TTA_PROTOCOL_NONE) *owner = u->kernel;
  if (*owner == u->kernel) return cb;
  char other[100];
  tta_protocol_fail(u, TTA_RULE_protocol_race, s, "'%s' has two %s, this one and %s; each keeps its own %s pointer",
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
  return tta_protocol_fail(
      u, TTA_RULE_protocol_wrap, s,
      "%lld page%s from page %u run past the end of '%s' (%u pages); a pointer wraps only at the end", (long long)n,
      tta_plural(n), from, cb->object->name.data, cb->pages);
}

static uint32_t object_of(const tta_issuer *u, const tta_cb_instance *cb) {
  return (uint32_t)(cb->object - u->p->objects);
}

static bool move(tta_issuer *u, const tta_operation *s, tta_cb_instance *cb, tta_cb_use *use, int64_t n) {
  bool pushes = s->op == TTA_OP_PUSH;
  const tta_flight *flight =
      tta_protocol_find_flight(u, pushes ? TTA_FLIGHT_READ : TTA_FLIGHT_WRITE, object_of(u, cb));
  uint32_t *pointer = pushes ? &use->pushed : &use->popped, *claimed = pushes ? &use->reserved : &use->waited;
  if (flight) {
    tta_protocol_fail(u, TTA_RULE_protocol_barrier, s,
                      pushes ? "pushes pages of '%s' that are still being read: noc_async_read_barrier() is missing"
                      : flight->posted ? "pops pages of '%s' that are still being sent, by a posted write: "
                                         "noc_async_posted_writes_flushed() is missing, no other barrier waits for it"
                                       : "pops pages of '%s' that are still being sent: noc_async_write_barrier() is "
                                         "missing",
                      cb->object->name.data);
    return tta_protocol_fail_after(u, flight->site, pushes ? "the read begins here" : "the write begins here");
  }
  if (!fits_before_end(u, s, cb, *pointer, n)) return false;
  if (n > *claimed && !cb->loose) {
    cb->loose = true;
    cb->loose_site = s->site;
    cb->loose_push = pushes;
  }
  *claimed = n > *claimed ? 0 : *claimed - (uint32_t)n;
  if (pushes) use->packed = 0;
  *pointer = (uint32_t)((*pointer + n) % cb->pages);
  return cb_event(u, s, cb, pushes ? TTA_EVENT_PUSH : TTA_EVENT_POP, n);
}

static bool issue_cb(tta_issuer *u, const tta_operation *s) {
  bool producer = s->op == TTA_OP_RESERVE || s->op == TTA_OP_PUSH;
  tta_cb_instance *cb = tta_protocol_cb_here(u, s, &s->args[0], producer);
  int64_t n;
  if (!cb || !tta_protocol_number(u, s, &s->args[1], 0, INT32_MAX, &n)) return false;
  if (!n) return true; /* nothing is awaited or moved */
  tta_cb_use *use = &u->uses[s->args[0].object];
  if (s->op == TTA_OP_PUSH || s->op == TTA_OP_POP) return move(u, s, cb, use, n);
  u->hopeless |= n > cb->pages; /* never met: what follows is not reached and not checked */
  uint32_t *claimed = s->op == TTA_OP_RESERVE ? &use->reserved : &use->waited;
  if (n > *claimed) *claimed = (uint32_t)n;
  return cb_event(u, s, cb, s->op == TTA_OP_RESERVE ? TTA_EVENT_RESERVE : TTA_EVENT_WAIT, n);
}

/* ---- a kernel ---- */

/* Data movement kernels run on the two data movement RISC-Vs, compute kernels on the three threads of compute. */
static bool may_run(tta_issuer *u, const tta_operation *s) {
  uint8_t where_it_runs = tta_operation_rows[s->op].processors;
  if (u->processors & where_it_runs) {
    u->processors &= where_it_runs;
    return true;
  }
  return tta_protocol_fail(u, TTA_RULE_protocol_processor, s, "%s runs in %s kernels only, and this is a %s kernel",
                           tta_operation_rows[s->op].name,
                           where_it_runs == TTA_RUNS_ON_DM ? "data movement" : "compute",
                           u->processors == TTA_RUNS_ON_DM ? "data movement" : "compute");
}

static bool issue_one(tta_issuer *u, const tta_operation *s) {
  if (!may_run(u, s)) return false;
  switch (s->op) {
  case TTA_OP_RESERVE: case TTA_OP_PUSH: case TTA_OP_WAIT: case TTA_OP_POP: return issue_cb(u, s);
  default:
    return tta_operation_rows[s->op].processors == TTA_RUNS_ON_COMPUTE ? tta_protocol_issue_compute(u, s)
                                                                       : tta_protocol_issue_transfer(u, s);
  }
}

static bool too_many(tta_issuer *u, uint32_t site) {
  uint32_t most = u->p->options.max_operations ? u->p->options.max_operations : DEFAULT_MAX_OPERATIONS;
  if (u->operations++ < most) return false;
  tta_protocol_report_too_large(u->p, &u->p->sites[site],
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
  if (u->p->lines && !u->limit_reached) tta_protocol_keep_line(u, operation);
  if (!tta_issue_step(u, operation->site)) return false;
  u->stopped = !issue_one(u, operation) || u->failed || u->hopeless || u->p->status;
  u->p->summary.operations += !u->stopped;
  return !u->stopped;
}

int64_t tta_issuer_pointer(const tta_issuer *u, uint32_t cb, bool write) {
  const tta_cb_use *use = &u->uses[cb];
  return (write ? use->pushed : use->popped) * u->p->objects[cb].page_bytes;
}

void tta_claim(tta_issuer *u, const tta_operation *o) {
  const tta_kernel *k = &u->p->kernels[u->kernel];
  uint32_t i = 0;
  for (const char *letter = tta_operation_rows[o->op].signature; *letter && i < o->num_args; letter++) {
    if (*letter == '?') continue;
    uint32_t number = i++;
    if (*letter != 'c') continue;
    uint32_t at = tta_protocol_instance(&u->p->objects[o->args[number].object], k->y, k->x);
    if (at == TTA_PROTOCOL_NONE) continue;
    uint32_t *owner = tta_operand_is_filled(o->op, number) ? &u->p->cbs[at].producer : &u->p->cbs[at].consumer;
    if (*owner == TTA_PROTOCOL_NONE) *owner = u->kernel;
  }
}

/* ---- a kernel ---- */

static bool add_kernel(struct tta_protocol *p, const tta_kernel_start *start) {
  tta_kernel k = {.start = *start, .y = start->y, .x = start->x};
  if (p->num_kernels == TTA_PROTOCOL_MAX_KERNELS) {
    tta_call_site site = p->sites[start->site];
    site.column = 1;
    tta_protocol_report_too_large(p, &site, "more than %d kernels over all cores: nothing was run",
                                  TTA_PROTOCOL_MAX_KERNELS);
    return false;
  }
  bool same = p->num_kernels && tta_str_equal(p->kernels[p->num_kernels - 1].start.name, start->name);
  k.start.name = same ? p->kernels[p->num_kernels - 1].start.name : tta_arena_str(&p->arena, start->name);
  if (!k.start.name.data) p->status = TTA_NO_MEMORY;
  return !p->status && TTA_PROTOCOL_APPEND(p, kernels, k);
}

/* At most one kernel on each data movement processor and one on compute. */
static void check_processor(tta_issuer *u, const tta_kernel_start *start, uint8_t *core) {
  uint8_t bit = (uint8_t)(0x10 << start->processor);
  const char *const names[] = {"", "data movement processor 0", "data movement processor 1", "compute"};
  u->processors = start->processor == TTA_PROCESSOR_COMPUTE ? TTA_RUNS_ON_COMPUTE
                  : start->processor == TTA_PROCESSOR_ANY   ? TTA_RUNS_ON_ANY
                                                            : TTA_RUNS_ON_DM;
  const tta_call_site *site = &u->p->sites[start->site], *last = &u->shared_processor;
  bool shared = start->processor != TTA_PROCESSOR_ANY && *core & bit;
  bool reported = last->line && last->source == site->source && last->line == site->line &&
                  last->column == site->column;
  if (shared) u->shared_processor = *site;
  if (shared && !reported) /* once, not for each core */
    tta_protocol_report(u->p, TTA_RULE_protocol_processor, false, site,
                        "core %ux%u has two kernels on %s", start->y, start->x, names[start->processor]);
  *core |= bit;
  *core = (uint8_t)((*core & 0xf0) | ((*core & 15) + ((*core & 15) < 15)));
  if ((*core & 15) == KERNELS_OF_CORE + 1)
    tta_protocol_report(u->p, TTA_RULE_protocol_processor, false, &u->p->sites[start->site],
                        "core %ux%u has more than %d kernels: two for data movement and one for compute", start->y,
                        start->x, KERNELS_OF_CORE);
}

bool tta_begin_kernel(tta_issuer *u, const tta_kernel_start *start) {
  struct tta_protocol *p = u->p;
  if (p->status || u->limit_reached || !add_kernel(p, start)) return false;
  uint8_t *core = &u->cores[start->y * TTA_PROTOCOL_MAX_COORD + start->x];
  p->summary.cores += !*core;
  u->kernel = p->num_kernels - 1;
  p->summary.kernels = p->num_kernels;
  if (p->lines && !tta_protocol_lines_kernel(p)) return false;
  check_processor(u, start, core);
  memset(u->uses, 0, sizeof *u->uses * (p->num_objects + 1));
  u->num_flights = 0;
  u->rows = p->options.has_arch && p->options.arch != TTA_ARCH_GRAYSKULL ? 32 : 16;
  u->failed = u->hopeless = u->stopped = false;
  u->phase = TTA_DST_FREE;
  u->src_loaded[0] = u->src_loaded[1] = false;
  u->sfpu_row = -1;
  u->dst = NULL;
  return true;
}

void tta_end_kernel(tta_issuer *u) {
  if (u->stopped || u->failed || u->p->status) return;
  tta_protocol_finish_flights(u);
  if (!u->failed) tta_protocol_finish_compute(u);
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
          p->cbs[at] = (tta_cb_instance){
              .object = o, .y = y, .x = x, .first_cell = cell, .pages = (uint32_t)o->pages,
              .page_cells = (uint32_t)(o->page_bytes / TTA_PROTOCOL_CELL_BYTES), .producer = TTA_PROTOCOL_NONE,
              .consumer = TTA_PROTOCOL_NONE};
  }
  return true;
}

/* Circular buffers and semaphores of a core (tt-metal circular_buffer_constants.h; NUM_SEMAPHORES: Grayskull's of
 * 2024-09, the last with it). */
static const struct {
  uint8_t circular_buffers, semaphores;
} core_limits[TTA_NUM_ARCHS] = {
    [TTA_ARCH_GRAYSKULL] = {32, 8}, [TTA_ARCH_WORMHOLE_B0] = {32, 16}, [TTA_ARCH_BLACKHOLE] = {64, 16}};

static tta_arch arch_of(const struct tta_protocol *p) {
  return p->options.has_arch ? p->options.arch : TTA_ARCH_WORMHOLE_B0;
}

/* The L1 of each core holds its circular buffers and buffers, which begin where those of memory plans do. */
static void count_bytes(struct tta_protocol *p, uint32_t *counts, size_t cores) {
  char text[120];
  tta_buf reason = tta_buf_fixed(text, sizeof text);
  tta_banks banks;
  tta_status status = tta_banks_default(arch_of(p), &banks);
  if (!status && p->options.l1_base) status = tta_banks_set_l1_base(&banks, p->options.l1_base, &reason);
  if (status && p->num_objects)
    tta_protocol_report(p, TTA_RULE_protocol_limit, false, &p->objects[0].site, "%s", tta_buf_fixed_text(&reason));
  if (status) return;
  uint64_t size = (uint64_t)banks.l1_size, base = (uint64_t)banks.base[TTA_BUFFER_L1], most = size - base;
  memset(counts, 0, cores * sizeof *counts);
  for (uint32_t i = 0; i < p->num_objects; i++) {
    const tta_protocol_object *o = &p->objects[i];
    bool in_l1 = o->kind == TTA_PROTOCOL_CB ? o->over == TTA_PROTOCOL_NONE : o->kind == TTA_PROTOCOL_BUFFER && !o->dram;
    uint64_t largest = 0;
    for (uint32_t y = o->range.y0; in_l1 && y <= o->range.y1; y++)
      for (uint32_t x = o->range.x0; x <= o->range.x1; x++) {
        uint32_t *count = &counts[y * TTA_PROTOCOL_MAX_COORD + x];
        *count = o->bytes < UINT32_MAX - *count ? *count + (uint32_t)o->bytes : UINT32_MAX;
        if (*count > largest) largest = *count;
      }
    if (largest <= most) continue;
    tta_protocol_report(p, TTA_RULE_protocol_limit, false, &o->site,
                        "%llu bytes on one core exceed the %llu bytes of its L1, whose buffers begin at %llu%s",
                        (unsigned long long)largest, (unsigned long long)size, (unsigned long long)base,
                        p->options.has_arch ? "" : ", as on wormhole_b0: --arch is not given");
    return;
  }
}

static void count_objects(struct tta_protocol *p, uint32_t *counts, size_t cores) {
  tta_arch arch = arch_of(p);
  const struct {
    tta_protocol_object_kind kind;
    uint8_t most;
    const char *name;
  } limits[] = {{TTA_PROTOCOL_CB, core_limits[arch].circular_buffers, "circular buffers"},
                {TTA_PROTOCOL_SEMAPHORE, core_limits[arch].semaphores, "semaphores"}};
  for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
    memset(counts, 0, cores * sizeof *counts);
    bool over = false;
    for (uint32_t i = 0; i < p->num_objects && !over; i++) {
      const tta_protocol_object *o = &p->objects[i];
      if (o->kind != limits[l].kind) continue;
      for (uint32_t y = o->range.y0; y <= o->range.y1; y++)
        for (uint32_t x = o->range.x0; x <= o->range.x1; x++)
          over |= ++counts[y * TTA_PROTOCOL_MAX_COORD + x] > limits[l].most;
      if (over)
        tta_protocol_report(p, TTA_RULE_protocol_limit, false, &o->site, "more than %d %s on one core", limits[l].most,
                            limits[l].name);
    }
  }
}

tta_issuer *tta_protocol_issuer(struct tta_protocol *p) {
  size_t cores = TTA_PROTOCOL_MAX_COORD * TTA_PROTOCOL_MAX_COORD;
  if (p->status || p->num_errors) return NULL;
  tta_issuer *u = tta_arena_alloc(&p->scratch, sizeof *u);
  if (u) {
    *u = (tta_issuer){.p = p};
    u->uses = tta_arena_array(&p->scratch, p->num_objects + 1, sizeof *u->uses);
    u->cores = tta_arena_array(&p->scratch, cores, sizeof *u->cores);
  }
  uint32_t *counts = tta_arena_array(&p->scratch, cores, sizeof *counts);
  if (counts) count_objects(p, counts, cores);
  if (counts && (p->options.has_arch || p->options.l1_base)) count_bytes(p, counts, cores);
  if (!u || !counts || !make_instances(p) || !u->uses || !u->cores) {
    p->status = TTA_NO_MEMORY;
    return NULL;
  }
  memset(u->cores, 0, cores * sizeof *u->cores);
  if (p->options.keep_text && !tta_protocol_lines_begin(p)) return NULL;
  return u;
}
