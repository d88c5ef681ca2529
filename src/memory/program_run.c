/* Allocation in program order: the timeline of a program, its runs over the free lists, peaks, the state at a
 * moment. */
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "memory/program.h"

/* ---- moments ---- */

static uint32_t *filled(struct tta_memory_plan *p, size_t count) {
  uint32_t *list = tta_arena_array(&p->arena, count + 1, sizeof *list);
  if (list) memset(list, 0xff, (count + 1) * sizeof *list);
  else p->status = TTA_NO_MEMORY;
  return list;
}

static const tta_memory_plan_value *value_of(const struct tta_memory_plan *p, uint32_t buffer) {
  return &p->values[p->value_of[buffer]];
}

uint32_t tta_memory_plan_begin(const struct tta_memory_plan *p, uint32_t buffer) {
  return p->ops[p->buffers[buffer].first_step].start;
}

uint32_t tta_memory_plan_end(const struct tta_memory_plan *p, uint32_t buffer) {
  const tta_memory_plan_value *v = value_of(p, buffer);
  uint32_t op = p->end_ops[buffer];
  bool unused_argument = v->argument && op == v->op && !p->options.all_live && v->last_op == TTA_MEMORY_PLAN_NONE;
  return unused_argument ? p->ops[v->op].start : p->ops[op].end;
}

static bool make_timeline(struct tta_memory_plan *p, tta_timeline *t) {
  t->begins = filled(p, p->num_moments);
  t->ends = filled(p, p->num_moments);
  t->ops = filled(p, p->num_moments);
  t->next_begin = filled(p, p->num_buffers);
  t->next_end = filled(p, p->num_buffers);
  if (p->status) return false;
  for (uint32_t i = 0; i < p->num_ops; i++) t->ops[p->ops[i].start] = i;
  for (uint32_t i = p->num_buffers; i--;) { /* backward, so that each list is in order */
    const tta_memory_buffer *b = &p->buffers[i];
    if (b->shares.size || !b->footprint.banks || tta_memory_plan_is_resident(p, i)) continue;
    uint32_t begin = tta_memory_plan_begin(p, i), end = tta_memory_plan_end(p, i);
    t->next_begin[i] = t->begins[begin];
    t->begins[begin] = i;
    t->next_end[i] = t->ends[end];
    t->ends[end] = i;
  }
  return true;
}

/* ---- one buffer ---- */

static tta_buffer_type space_of(const tta_memory_planner *r, uint32_t buffer) {
  return buffer == r->changed ? r->changed_space : r->p->buffers[buffer].space;
}
static int64_t bytes_of(const tta_memory_planner *r, uint32_t buffer) {
  return buffer == r->changed ? r->changed_bytes : r->p->buffers[buffer].footprint.bytes_per_bank;
}

void tta_memory_plan_add_live(tta_memory_planner *r, uint32_t buffer, int64_t address, bool held) {
  r->address[buffer] = address;
  r->held[buffer] = held;
  r->allocated[space_of(r, buffer)] += (uint64_t)bytes_of(r, buffer);
  r->num_overlapping[space_of(r, buffer)] += !held;
  r->idle[space_of(r, buffer)] += (uint64_t)r->p->buffers[buffer].idle_bytes;
  r->live_at[buffer] = r->num_live;
  r->live[r->num_live++] = buffer;
}

/* At the compiler's address. Where the range is not free, it is not reserved twice (addresses.c reports it). */
static void allocate_placed(tta_memory_planner *r, uint32_t buffer) {
  struct tta_memory_plan *p = r->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  int64_t address = b->placed_address - b->placed_address % p->banks.alloc_align, end, got = TTA_NO_ADDRESS;
  bool valid = r->lists[b->space] && address >= p->banks.base[b->space] &&
               tta_add(b->placed_address, b->footprint.bank_bytes, &end);
  if (valid && tta_freelist_alloc_at(r->lists[b->space], address, end - address, &got) == TTA_NO_MEMORY)
    p->status = TTA_NO_MEMORY;
  tta_memory_plan_add_live(r, buffer, b->placed_address, got != TTA_NO_ADDRESS);
}

static void allocate(tta_memory_planner *r, uint32_t buffer) {
  struct tta_memory_plan *p = r->p;
  tta_buffer_type space = space_of(r, buffer);
  bool circular = r->mode == TTA_PLAN_HONOR && p->buffers[buffer].kind == TTA_MEMORY_CIRCULAR_BUFFER;
  bool bottom_up = circular || space == TTA_BUFFER_DRAM || space == TTA_BUFFER_TRACE;
  int64_t address = TTA_NO_ADDRESS, bytes = bytes_of(r, buffer);
  tta_status status = TTA_OK;
  bool placed = tta_memory_plan_is_placed(&p->buffers[buffer]);
  uint32_t resource = p->resource_of[buffer];
  r->address[buffer] = TTA_NO_ADDRESS;
  if (!bytes || (r->mode != TTA_PLAN_HONOR && !placed)) return; /* tt-metal allocates nothing for no bytes */
  if (resource != TTA_MEMORY_PLAN_NONE) { /* a circular buffer, which the free list does not know */
    tta_memory_plan_add_live(r, buffer, p->resources[resource].begin, false);
    return;
  }
  if (placed && r->mode != TTA_PLAN_FIRST_FIT && r->changed != buffer) {
    allocate_placed(r, buffer);
    return;
  }
  if (r->lists[space]) status = tta_freelist_alloc(r->lists[space], bytes, bottom_up, 0, &address);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status || address == TTA_NO_ADDRESS) {
    if (!r->failures++) r->failed = buffer;
    r->num_unfit[space]++;
    if (!r->quiet && r->failures <= p->options.max_messages)
      tta_memory_plan_advise(r, buffer, &p->types[value_of(p, buffer)->type]);
    p->is_cut |= !r->quiet && r->failures > p->options.max_messages;
    return;
  }
  tta_memory_plan_add_live(r, buffer, address, true);
}

static void release(tta_memory_planner *r, uint32_t buffer) {
  tta_buffer_type space = space_of(r, buffer);
  int64_t bytes = bytes_of(r, buffer);
  if (r->address[buffer] < 0 || !bytes || !r->lists[space]) return;
  int64_t held = r->address[buffer]; /* a placed one is held from a multiple of the alignment on */
  if (tta_memory_plan_is_placed(&r->p->buffers[buffer]) && r->mode != TTA_PLAN_FIRST_FIT && r->changed != buffer)
    held -= held % r->p->banks.alloc_align;
  if (r->held[buffer] && tta_freelist_release(r->lists[space], held)) r->p->status = TTA_NO_MEMORY;
  r->num_overlapping[space] -= !r->held[buffer];
  r->allocated[space] -= (uint64_t)bytes;
  r->idle[space] -= (uint64_t)r->p->buffers[buffer].idle_bytes;
  uint32_t last = r->live[--r->num_live];
  r->live[r->live_at[buffer]] = last;
  r->live_at[last] = r->live_at[buffer];
}

/* ---- the state at a moment ---- */

/* Between which addresses the buffers are. */
static void record_spans(tta_memory_planner *r) {
  int64_t low[TTA_NUM_BUFFER_TYPES], high[TTA_NUM_BUFFER_TYPES] = {0}, end;
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) low[t] = INT64_MAX;
  for (uint32_t i = 0; i < r->num_live; i++) {
    uint32_t b = r->live[i];
    tta_buffer_type t = space_of(r, b);
    if (!tta_add(r->address[b], r->p->buffers[b].footprint.bank_bytes, &end)) end = INT64_MAX;
    if (r->address[b] < low[t]) low[t] = r->address[b];
    if (end > high[t]) high[t] = end;
  }
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++)
    if (low[t] <= high[t] && high[t] - low[t] > r->span[t]) r->span[t] = high[t] - low[t];
}

static void record_peaks(tta_memory_planner *r, uint32_t moment, uint32_t op) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    int64_t occupied = tta_memory_plan_occupied(r, (tta_buffer_type)t);
    int64_t *most = &r->p->steps[op].allocated[t]; /* of several kinds of chips */
    if (occupied > *most) *most = occupied;
    if (occupied > r->peak[t]) {
      r->peak[t] = occupied;
      r->peak_idle[t] = r->idle[t] > INT64_MAX ? INT64_MAX : (int64_t)r->idle[t];
      r->peak_moment[t] = moment;
    }
  }
}

static void snapshot(tta_memory_planner *r, tta_buffer_type type, uint32_t op) {
  struct tta_memory_plan *p = r->p;
  for (uint32_t i = 0; i < p->num_bank_rows; i++) {
    tta_memory_bank *row = &p->bank_rows[i];
    if (row->type != type || row->system != r->system || !r->lists[type]) continue;
    tta_memory_plan_snapshot(r, row);
    if (!p->options.at_line && op != TTA_MEMORY_PLAN_NONE) {
      row->peak_line = tta_memory_plan_line(p, p->ops[op].begin);
      row->peak_step = op;
    }
  }
}

/* ---- a run ---- */

static bool open_lists(tta_memory_planner *r) {
  struct tta_memory_plan *p = r->p;
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    tta_freelist_config config = {.max_size_bytes = p->banks.size[t],
                                  .min_alloc_bytes = p->banks.alloc_align,
                                  .align_bytes = p->banks.alloc_align,
                                  .offset_bytes = p->banks.base[t],
                                  .search = r->search,
                                  .impl = TTA_FREELIST_SEGREGATED};
    if (p->banks.size[t] <= 0) continue;
    tta_status status = tta_freelist_new(&config, p->arena.allocator, &r->lists[t]);
    if (status) {
      if (status == TTA_INVALID)
        tta_fail(status, p->reason, "%s: %s", tta_buffer_type_name((tta_buffer_type)t),
                 tta_freelist_config_error(&config));
      p->status = status;
      return false;
    }
  }
  return true;
}

static void close_lists(tta_memory_planner *r) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    tta_freelist_free(r->lists[t]);
    r->lists[t] = NULL;
    r->allocated[t] = 0;
    r->idle[t] = 0;
    r->num_overlapping[t] = 0;
  }
  r->num_live = 0;
}

/* Records the state after the allocations of an operation. */
static void record_step(tta_memory_planner *r, uint32_t moment, uint32_t op) {
  struct tta_memory_plan *p = r->p;
  record_peaks(r, moment, op);
  tta_memory_plan_check_clash(r, op);
  if (p->options.want_csv && !p->options.at_line && p->ops[op].is_program)
    tta_memory_plan_csv_step(r, op);
}

/* Each function is a separate program: the outermost one around a buffer; the whole text if there is none. */
static void span_of(const struct tta_memory_plan *p, uint32_t buffer, uint32_t *from, uint32_t *to) {
  *from = 0;
  *to = p->num_moments;
  for (uint32_t op = p->buffers[buffer].first_step; op != TTA_MEMORY_PLAN_NONE; op = p->ops[op].parent)
    if (tta_memory_plan_is_function(p, op)) {
      *from = p->ops[op].start;
      *to = p->ops[op].end + 1;
    }
}

/* Runs the moments of the planner once, with the operations and buffers of one system.
 * @param keep records the state at `at_moment`, or if that is NONE at the peak of each buffer type, which a run before
 * this one has found */
static void run(tta_memory_planner *r, bool keep, uint32_t at_moment) {
  struct tta_memory_plan *p = r->p;
  const tta_timeline *t = r->timeline;
  r->failures = 0;
  r->failed = TTA_MEMORY_PLAN_NONE;
  if (!open_lists(r)) {
    close_lists(r);
    return;
  }
  if (r->mode == TTA_PLAN_HONOR) tta_memory_plan_place_resources(r);
  if (!r->quiet) memcpy(r->peak, r->allocated, sizeof r->peak);
  for (uint32_t moment = r->from; moment < r->to && !p->status; moment++) {
    uint32_t op = t->ops[moment];
    bool own = op != TTA_MEMORY_PLAN_NONE && tta_memory_plan_runs_on(p, op, r->system);
    for (uint32_t b = t->begins[moment]; b != TTA_MEMORY_PLAN_NONE && !p->status; b = t->next_begin[b])
      if (p->buffers[b].system == r->system) allocate(r, b);
    if (own && !r->quiet) record_step(r, moment, op);
    if (r->want_spans && t->begins[moment] != TTA_MEMORY_PLAN_NONE) record_spans(r);
    for (int type = 0; type < TTA_NUM_BUFFER_TYPES && keep; type++)
      if (moment == (at_moment != TTA_MEMORY_PLAN_NONE ? at_moment : r->peak_moment[type]))
        snapshot(r, (tta_buffer_type)type, op);
    if (keep && moment == at_moment && p->options.want_csv && own) tta_memory_plan_csv_step(r, TTA_MEMORY_PLAN_NONE);
    for (uint32_t b = t->ends[moment]; b != TTA_MEMORY_PLAN_NONE && !p->status; b = t->next_end[b])
      if (p->buffers[b].system == r->system) release(r, b);
  }
  if (!r->quiet && r->failures > p->options.max_messages)
    tta_memory_plan_assume(p, "%u more buffers do not fit and are not reported (--max-messages)",
                           r->failures - p->options.max_messages);
  close_lists(r);
}

static bool open_planner(tta_memory_planner *r) {
  struct tta_memory_plan *p = r->p;
  r->changed = TTA_MEMORY_PLAN_NONE;
  r->from = 0;
  r->to = p->num_moments;
  r->live = filled(p, p->num_buffers);
  r->live_at = filled(p, p->num_buffers);
  r->held = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *r->held);
  r->ranges = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *r->ranges);
  r->scratch = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *r->scratch);
  if (!r->held || !r->ranges || !r->scratch) p->status = TTA_NO_MEMORY;
  r->address = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *r->address);
  if (!r->address) p->status = TTA_NO_MEMORY;
  else memset(r->address, 0xff, p->num_buffers * sizeof *r->address); /* -1 */
  return !p->status;
}

uint32_t tta_memory_plan_try(const tta_memory_planner *r, uint32_t buffer, tta_buffer_type space,
                             int64_t bytes_per_bank) {
  struct tta_memory_plan *p = r->p;
  tta_arena_mark mark = tta_arena_position(&p->arena);
  tta_memory_planner trial = {.p = p, .timeline = r->timeline, .system = r->system, .quiet = true,
                              .search = r->search};
  uint32_t failed = buffer;
  if (open_planner(&trial)) {
    span_of(p, buffer, &trial.from, &trial.to);
    trial.changed = buffer;
    trial.changed_space = space;
    trial.changed_bytes = bytes_per_bank;
    run(&trial, false, TTA_MEMORY_PLAN_NONE);
    failed = trial.failed;
  }
  tta_arena_rewind(&p->arena, mark);
  return failed;
}

/* ---- all of it ---- */

/* The moment of the last operation that starts at or before the line. */
static uint32_t moment_at(struct tta_memory_plan *p, uint32_t line) {
  uint32_t moment = TTA_MEMORY_PLAN_NONE;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->steps[i].line <= line) moment = p->ops[i].start;
  return moment == TTA_MEMORY_PLAN_NONE ? 0 : moment;
}

static void make_bank_rows(struct tta_memory_plan *p) {
  static const tta_buffer_type order[] = {TTA_BUFFER_DRAM, TTA_BUFFER_L1, TTA_BUFFER_L1_SMALL, TTA_BUFFER_TRACE};
  p->bank_rows = tta_arena_array(&p->arena, (size_t)p->num_systems * TTA_NUM_BUFFER_TYPES + 1, sizeof *p->bank_rows);
  if (!p->bank_rows) p->status = TTA_NO_MEMORY;
  for (uint32_t k = 0; k < p->num_systems && !p->status; k++)
    for (int i = 0; i < TTA_NUM_BUFFER_TYPES; i++) {
      const tta_banks *b = &p->systems[k].banks;
      tta_buffer_type t = order[i];
      if (b->size[t] <= 0 && t != TTA_BUFFER_DRAM && t != TTA_BUFFER_L1) continue;
      p->bank_rows[p->num_bank_rows++] = (tta_memory_bank){.type = t,
                                                         .arch = b->arch,
                                                         .system = k,
                                                         .system_line = p->systems[k].line,
                                                         .banks = b->banks[t],
                                                         .chips = p->systems[k].chips,
                                                         .base = b->base[t],
                                                         .size = b->size[t],
                                                         .free = b->size[t],
                                                         .largest_free = b->size[t]};
    }
}

/* The same buffers at the compiler's addresses and by first fit. */
static void compare_addresses(struct tta_memory_plan *p, const tta_timeline *t, uint32_t system) {
  tta_memory_planner placed = {.p = p, .timeline = t, .system = system, .quiet = true, .want_spans = true,
                               .mode = TTA_PLAN_COMPARE};
  tta_memory_planner first_fit = {.p = p, .timeline = t, .system = system, .quiet = true, .want_spans = true,
                                  .mode = TTA_PLAN_FIRST_FIT};
  size_t count[TTA_NUM_BUFFER_TYPES] = {0}, all = 0;
  for (uint32_t i = 0; i < p->num_buffers; i++)
    if (p->buffers[i].system == system && tta_memory_plan_is_placed(&p->buffers[i])) {
      count[p->buffers[i].space]++;
      all++;
    }
  if (!all || !open_planner(&placed) || !open_planner(&first_fit)) return;
  run(&placed, false, TTA_MEMORY_PLAN_NONE);
  if (!p->status) run(&first_fit, false, TTA_MEMORY_PLAN_NONE);
  for (uint32_t i = 0; i < p->num_buffers; i++)
    if (p->buffers[i].system == system && tta_memory_plan_is_placed(&p->buffers[i]))
      p->buffers[i].first_fit_address = first_fit.address[i];
  for (uint32_t i = 0; i < p->num_bank_rows; i++) {
    tta_memory_bank *row = &p->bank_rows[i];
    if (row->system != system) continue;
    row->num_placed = count[row->type];
    row->placed_span = placed.span[row->type];
    row->first_fit_span = first_fit.span[row->type];
  }
}

/* The whole program with each search. */
static void compare_searches(struct tta_memory_plan *p, const tta_timeline *t, uint32_t system) {
  for (int s = 0; s < TTA_NUM_FREELIST_SEARCHES && !p->status; s++) {
    tta_memory_planner r = {.p = p, .timeline = t, .system = system, .quiet = true, .want_spans = true,
                            .search = (tta_freelist_search)s};
    if (!open_planner(&r)) return;
    run(&r, false, TTA_MEMORY_PLAN_NONE);
    for (uint32_t i = 0; i < p->num_bank_rows; i++) {
      tta_memory_bank *row = &p->bank_rows[i];
      if (row->system != system) continue;
      row->searches_compared = true;
      row->by_search[s] = (tta_memory_search_result){r.span[row->type], r.num_unfit[row->type]};
    }
  }
}

/* Runs twice: the first run finds peaks and reports errors, the second one records the state at the peaks. */
static void run_system(struct tta_memory_plan *p, const tta_timeline *t, uint32_t system) {
  tta_memory_planner r = {.p = p, .timeline = t, .system = system, .search = p->options.search};
  p->banks = p->systems[system].banks;
  if (!open_planner(&r)) return;
  tta_memory_plan_place_cbs(p, system);
  run(&r, false, TTA_MEMORY_PLAN_NONE);
  if (p->status) return;
  for (uint32_t i = 0; i < p->num_buffers; i++)
    if (p->buffers[i].system == system && !p->buffers[i].shares.size && p->buffers[i].footprint.banks)
      p->buffers[i].address = r.address[i];
  r.quiet = true;
  run(&r, true, p->options.at_line ? moment_at(p, p->options.at_line) : TTA_MEMORY_PLAN_NONE);
  for (uint32_t i = 0; i < p->num_bank_rows; i++)
    if (p->bank_rows[i].system == system) {
      p->bank_rows[i].peak = r.peak[p->bank_rows[i].type];
      p->bank_rows[i].idle_bytes = r.peak_idle[p->bank_rows[i].type];
    }
  if (p->status) return;
  compare_addresses(p, t, system);
  if (p->options.compare_searches) compare_searches(p, t, system);
  if (p->options.addresses != TTA_ADDRESSES_IGNORE && !p->status) tta_memory_plan_check_addresses(p, system);
  tta_memory_plan_find_regions(p, system);
}

/* A value that shares a buffer has the address of its owner on the same kind of chips. */
static void share_addresses(struct tta_memory_plan *p) {
  for (uint32_t k = p->num_systems; k--;) {
    for (uint32_t i = 0; i < p->num_buffers; i++)
      if (p->buffers[i].system == k) p->buffer_of[p->value_of[i]] = i;
    for (uint32_t i = 0; i < p->num_buffers; i++) {
      if (p->buffers[i].system != k || !p->buffers[i].shares.size) continue;
      uint32_t owner = tta_memory_plan_owner(p, p->value_of[i]);
      p->buffers[i].address = p->buffers[p->buffer_of[owner]].address;
    }
  }
}

void tta_memory_plan_run(struct tta_memory_plan *p) {
  tta_timeline t;
  make_bank_rows(p);
  p->steps = tta_arena_array(&p->arena, (size_t)p->num_ops + 1, sizeof *p->steps);
  if (!p->steps) p->status = TTA_NO_MEMORY;
  if (p->status || !make_timeline(p, &t)) return;
  p->num_steps = p->num_ops;
  memset(p->steps, 0, p->num_ops * sizeof *p->steps);
  for (uint32_t i = 0; i < p->num_ops; i++) p->steps[i].line = tta_memory_plan_line(p, p->ops[i].begin);
  tta_memory_plan_number_programs(p);
  if (p->options.want_csv) tta_memory_plan_csv_begin(p);
  for (uint32_t k = 0; k < p->num_systems && !p->status; k++) run_system(p, &t, k);
  if (p->num_systems) p->banks = p->systems[0].banks;
  share_addresses(p);
}
