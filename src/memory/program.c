/* Owns the plan of a program: allocation of its values in program order, and the public functions. Does not own what
 * the text says (program_types.c, liveness.c) or how results are written (report.c). */
#include "memory/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"

enum { MOST_ASSUMPTIONS = 200, MOST_FAULTS = 200, MOST_FAILURES = 10 };

void tta_plan_options_init(tta_plan_options *options) {
  *options = (tta_plan_options){.l1_base = -1};
  tta_check_options_init(&options->check);
}

/* ---- lists ---- */

bool tta_plan_grow(struct tta_plan *p, void **items, uint32_t count, uint32_t *capacity, size_t size) {
  if (count < *capacity) return true;
  uint32_t wanted = *capacity ? *capacity * 2 : 32;
  void *block = wanted > *capacity ? tta_arena_array(&p->arena, wanted, size) : NULL;
  if (!block) {
    p->status = TTA_NO_MEMORY;
    return false;
  }
  if (count) memcpy(block, *items, count * size);
  *items = block;
  *capacity = wanted;
  return true;
}

static tta_str format_text(struct tta_plan *p, const char *format, va_list args) {
  char text[700];
  int size = vsnprintf(text, sizeof text, format, args);
  if (size < 0) size = 0;
  if ((size_t)size >= sizeof text) size = sizeof text - 1;
  tta_str copy = tta_arena_str(&p->arena, (tta_str){text, (size_t)size});
  if (!copy.data) p->status = TTA_NO_MEMORY;
  return copy;
}

void tta_plan_assume(struct tta_plan *p, const char *format, ...) {
  va_list args;
  if (p->num_assumptions > MOST_ASSUMPTIONS) return;
  va_start(args, format);
  tta_str text = p->num_assumptions < MOST_ASSUMPTIONS
                     ? format_text(p, format, args)
                     : tta_arena_str(&p->arena, (tta_str){"and more of the kind", 20});
  va_end(args);
  if (text.data) TTA_PLAN_APPEND(p, assumptions, text);
}

uint32_t tta_plan_line(struct tta_plan *p, uint32_t offset) {
  return offset == UINT32_MAX ? 0 : tta_source_position(p->source, offset).line;
}

void tta_plan_report(struct tta_plan *p, uint32_t offset, bool note, const char *format, ...) {
  va_list args;
  tta_plan_fault fault = {.note = note};
  if (p->num_faults == MOST_FAULTS) return;
  if (offset != UINT32_MAX) {
    tta_position at = tta_source_position(p->source, offset);
    fault.line = at.line;
    fault.column = at.column;
  }
  va_start(args, format);
  fault.message = format_text(p, format, args);
  va_end(args);
  if (fault.message.data) TTA_PLAN_APPEND(p, faults, fault);
}

/* ---- buffers ---- */

static uint32_t owner_of(const struct tta_plan *p, uint32_t value) {
  while (p->values[value].shares != TTA_PLAN_NONE) value = p->values[value].shares;
  return value;
}

/* The moment after which a value is gone. */
static uint32_t last_moment(const struct tta_plan *p, const tta_plan_value *v, uint32_t *op) {
  *op = v->free_op != TTA_PLAN_NONE ? v->free_op : v->last_op;
  if (*op == TTA_PLAN_NONE) {
    *op = v->op;
    return v->argument ? p->ops[v->op].start : p->ops[v->op].end;
  }
  return p->ops[*op].end;
}

/* The outermost function around an operation: how long a value may live at most. */
static uint32_t function_of(const struct tta_plan *p, uint32_t op) {
  uint32_t found = op;
  for (; op != TTA_PLAN_NONE; op = p->ops[op].parent)
    if (p->ops[op].name.size >= 4 && !memcmp(p->ops[op].name.data + p->ops[op].name.size - 4, "func", 4)) found = op;
  return found;
}

static void extend(struct tta_plan *p, uint32_t moment, uint32_t op, uint32_t *ends, uint32_t *end_ops,
                   uint32_t buffer) {
  (void)p;
  if (moment < ends[buffer]) return;
  ends[buffer] = moment;
  end_ops[buffer] = op;
}

static bool counts(const struct tta_plan *p, const tta_plan_value *v) {
  return v->type != TTA_PLAN_NONE && p->types[v->type].device && !v->view && v->op != TTA_PLAN_NONE;
}

/* A buffer for each value in device memory; those that share one have its life. */
static bool make_buffers(struct tta_plan *p) {
  uint32_t *ends = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *ends);
  uint32_t *end_ops = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *end_ops);
  p->buffer_of = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *p->buffer_of);
  if (!ends || !end_ops || !p->buffer_of) return false;
  for (uint32_t i = 0; i < p->num_values; i++) {
    const tta_plan_value *v = &p->values[i];
    p->buffer_of[i] = TTA_PLAN_NONE;
    if (!counts(p, v) || p->values[owner_of(p, i)].view) continue; /* what lies in a view is another's */
    const tta_plan_type *t = &p->types[v->type];
    tta_plan_buffer b = {.name = v->name,
                         .line = tta_plan_line(p, v->begin),
                         .type = t->text,
                         .space = t->space,
                         .footprint = t->footprint,
                         .address = -1};
    if (!t->sized)
      tta_plan_assume(p, "line %u: the size of %.*s is not known (%.*s); it is not counted", b.line, (int)v->name.size,
                      v->name.data, (int)t->why.size, t->why.data ? t->why.data : "");
    p->buffer_of[i] = p->num_buffers;
    ends[p->num_buffers] = 0;
    uint32_t op, moment = p->options.all_live ? p->ops[op = function_of(p, v->op)].end : last_moment(p, v, &op);
    extend(p, moment, op, ends, end_ops, p->num_buffers);
    b.first_step = v->op;
    b.first = tta_plan_line(p, p->ops[v->op].begin);
    if (v->argument) b.first = b.line;
    uint32_t owner = owner_of(p, i);
    if (owner != i && p->buffer_of[owner] != TTA_PLAN_NONE) {
      b.shares = p->values[owner].name;
      extend(p, moment, op, ends, end_ops, p->buffer_of[owner]);
    }
    if (!TTA_PLAN_APPEND(p, buffers, b)) return false;
  }
  for (uint32_t i = 0; i < p->num_buffers; i++) {
    p->buffers[i].last_step = end_ops[i];
    p->buffers[i].last = tta_plan_line(p, p->ops[end_ops[i]].begin);
    if (p->buffers[i].last < p->buffers[i].first) p->buffers[i].last = p->buffers[i].first;
  }
  return !p->status;
}

/* ---- moments: what begins and ends at each ---- */

typedef struct timeline {
  uint32_t *begins, *ends, *ops; /* by moment: the first buffer; the first to go; the operation that starts; NONE */
  uint32_t *next_begin, *next_end;
  uint32_t *value_of;            /* by buffer */
} timeline;

static uint32_t *filled(struct tta_plan *p, size_t count) {
  uint32_t *list = tta_arena_array(&p->arena, count + 1, sizeof *list);
  if (list) memset(list, 0xff, (count + 1) * sizeof *list);
  else p->status = TTA_NO_MEMORY;
  return list;
}

static uint32_t end_moment(const struct tta_plan *p, const tta_plan_buffer *b, const tta_plan_value *v) {
  bool unused_argument = v->argument && b->last_step == v->op && !p->options.all_live && v->last_op == TTA_PLAN_NONE;
  return unused_argument ? p->ops[v->op].start : p->ops[b->last_step].end;
}

static bool make_timeline(struct tta_plan *p, timeline *t) {
  t->begins = filled(p, p->num_moments);
  t->ends = filled(p, p->num_moments);
  t->ops = filled(p, p->num_moments);
  t->next_begin = filled(p, p->num_buffers);
  t->next_end = filled(p, p->num_buffers);
  t->value_of = filled(p, p->num_buffers);
  if (p->status) return false;
  for (uint32_t i = 0; i < p->num_ops; i++) t->ops[p->ops[i].start] = i;
  for (uint32_t i = 0; i < p->num_values; i++)
    if (p->buffer_of[i] != TTA_PLAN_NONE) t->value_of[p->buffer_of[i]] = i;
  for (uint32_t i = p->num_buffers; i--;) { /* backwards: lists come out in order */
    const tta_plan_value *v = &p->values[t->value_of[i]];
    if (p->buffers[i].shares.size || !p->types[v->type].sized) continue;
    uint32_t begin = p->ops[v->op].start, end = end_moment(p, &p->buffers[i], v);
    t->next_begin[i] = t->begins[begin];
    t->begins[begin] = i;
    t->next_end[i] = t->ends[end];
    t->ends[end] = i;
  }
  return true;
}

/* ---- the run ---- */

static bool open_lists(tta_planner *r) {
  struct tta_plan *p = r->p;
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    tta_freelist_config config = {.max_size_bytes = p->banks.size[t],
                                  .min_alloc_bytes = p->banks.alloc_align,
                                  .align_bytes = p->banks.alloc_align,
                                  .offset_bytes = p->banks.base[t],
                                  .search = TTA_FREELIST_FIRST,
                                  .impl = TTA_FREELIST_SEGREGATED};
    if (p->banks.size[t] <= 0) continue;
    tta_status status = tta_freelist_new(&r->lists[t], &config, p->arena.allocator);
    if (status) {
      if (status == TTA_NO_MEMORY) p->status = status;
      else
        tta_plan_report(p, UINT32_MAX, false, "%s: %s", tta_buffer_type_name((tta_buffer_type)t),
                        tta_freelist_config_error(&config));
      return false;
    }
  }
  return true;
}

static void close_lists(tta_planner *r) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++) {
    tta_freelist_destroy(r->lists[t]);
    r->lists[t] = NULL;
    r->allocated[t] = 0;
  }
  r->num_live = 0;
}

static void allocate(tta_planner *r, uint32_t buffer, const tta_plan_type *type) {
  struct tta_plan *p = r->p;
  tta_plan_buffer *b = &p->buffers[buffer];
  bool bottom_up = b->space == TTA_BUFFER_DRAM || b->space == TTA_BUFFER_TRACE;
  int64_t address = TTA_FREELIST_NONE;
  tta_status status = TTA_OK;
  if (!b->footprint.bytes_per_bank) { /* tt-metal: no allocation, address 0 */
    b->address = 0;
    return;
  }
  if (r->lists[b->space])
    status = tta_freelist_alloc(r->lists[b->space], b->footprint.bytes_per_bank, bottom_up, 0, &address);
  if (status == TTA_NO_MEMORY) p->status = status;
  if (status || address == TTA_FREELIST_NONE) {
    p->fits = false;
    if (!r->quiet && r->failures++ < MOST_FAILURES) tta_plan_advise(r, b, type);
    return;
  }
  b->address = address;
  r->allocated[b->space] += b->footprint.bytes_per_bank;
  r->live_at[buffer] = r->num_live;
  r->live[r->num_live++] = buffer;
}

static void release(tta_planner *r, uint32_t buffer) {
  const tta_plan_buffer *b = &r->p->buffers[buffer];
  if (b->address < 0 || !b->footprint.bytes_per_bank || !r->lists[b->space]) return;
  if (tta_freelist_free(r->lists[b->space], b->address)) r->p->status = TTA_NO_MEMORY;
  r->allocated[b->space] -= b->footprint.bytes_per_bank;
  uint32_t last = r->live[--r->num_live];
  r->live[r->live_at[buffer]] = last;
  r->live_at[last] = r->live_at[buffer];
}

static void note_peaks(tta_planner *r, uint32_t moment, uint32_t op) {
  for (int t = 0; t < TTA_NUM_BUFFER_TYPES; t++)
    if (r->allocated[t] > r->peak[t]) {
      r->peak[t] = r->allocated[t];
      r->peak_moment[t] = moment;
      r->peak_op[t] = op;
    }
}

static int by_address(const void *a, const void *b) {
  const tta_freelist_block *x = a, *y = b;
  return (x->address_bytes > y->address_bytes) - (x->address_bytes < y->address_bytes);
}

static void snapshot(tta_planner *r, tta_buffer_type type, uint32_t op) {
  struct tta_plan *p = r->p;
  for (uint32_t i = 0; i < p->num_bank_rows; i++) {
    tta_plan_bank *row = &p->bank_rows[i];
    if (row->type != type || !r->lists[type]) continue;
    tta_freelist_stats s = tta_freelist_statistics(r->lists[type]);
    row->allocated = s.allocated_bytes;
    row->free = s.free_bytes;
    row->largest_free = s.largest_free_bytes;
    if (!p->options.at_line && op != TTA_PLAN_NONE) row->peak_line = tta_plan_line(p, p->ops[op].begin);
    size_t count = tta_freelist_blocks(r->lists[type], NULL, 0);
    tta_freelist_block *blocks = tta_arena_array(&p->arena, count + 1, sizeof *blocks);
    if (!blocks) {
      p->status = TTA_NO_MEMORY;
      return;
    }
    tta_freelist_blocks(r->lists[type], blocks, count);
    qsort(blocks, count, sizeof *blocks, by_address);
    row->blocks = blocks;
    row->num_blocks = count;
  }
}

static void add_step(tta_planner *r, uint32_t op) {
  tta_plan_step *step = &r->p->steps[r->p->num_steps++];
  step->line = tta_plan_line(r->p, r->p->ops[op].begin);
  memcpy(step->allocated, r->allocated, sizeof step->allocated);
}

/* All moments once. The first time peaks are found and faults told; the second time the state at the peaks is kept. */
static void run(tta_planner *r, const timeline *t, uint32_t at_moment) {
  struct tta_plan *p = r->p;
  if (!open_lists(r)) {
    close_lists(r);
    return;
  }
  tta_plan_place_resources(r);
  if (!r->quiet) memcpy(r->peak, r->allocated, sizeof r->peak);
  for (uint32_t moment = 0; moment < p->num_moments && !p->status; moment++) {
    uint32_t op = t->ops[moment];
    for (uint32_t b = t->begins[moment]; b != TTA_PLAN_NONE && !p->status; b = t->next_begin[b])
      allocate(r, b, &p->types[p->values[t->value_of[b]].type]);
    if (op != TTA_PLAN_NONE && !r->quiet) {
      note_peaks(r, moment, op);
      add_step(r, op);
      tta_plan_check_clash(r, op);
      if (p->options.want_csv) tta_plan_csv_step(r, op);
    }
    for (int type = 0; type < TTA_NUM_BUFFER_TYPES && r->quiet; type++)
      if (moment == (at_moment != TTA_PLAN_NONE ? at_moment : r->peak_moment[type]))
        snapshot(r, (tta_buffer_type)type, op);
    for (uint32_t b = t->ends[moment]; b != TTA_PLAN_NONE && !p->status; b = t->next_end[b]) release(r, b);
  }
  close_lists(r);
}

/* The moment of the last operation that begins at or before the line. */
static uint32_t moment_at(struct tta_plan *p, uint32_t line) {
  uint32_t moment = TTA_PLAN_NONE;
  for (uint32_t i = 0; i < p->num_ops; i++)
    if (p->steps[i].line <= line) moment = p->ops[i].start;
  return moment == TTA_PLAN_NONE ? 0 : moment;
}

static void make_bank_rows(struct tta_plan *p) {
  static const tta_buffer_type order[] = {TTA_BUFFER_DRAM, TTA_BUFFER_L1, TTA_BUFFER_L1_SMALL, TTA_BUFFER_TRACE};
  p->bank_rows = tta_arena_array(&p->arena, TTA_NUM_BUFFER_TYPES, sizeof *p->bank_rows);
  if (!p->bank_rows) p->status = TTA_NO_MEMORY;
  for (int i = 0; i < TTA_NUM_BUFFER_TYPES && !p->status; i++) {
    tta_buffer_type t = order[i];
    if (p->banks.size[t] <= 0 && t != TTA_BUFFER_DRAM && t != TTA_BUFFER_L1) continue;
    p->bank_rows[p->num_bank_rows++] = (tta_plan_bank){.type = t,
                                                       .banks = p->banks.banks[t],
                                                       .base = p->banks.base[t],
                                                       .size = p->banks.size[t],
                                                       .free = p->banks.size[t],
                                                       .largest_free = p->banks.size[t]};
  }
}

static void plan_program(struct tta_plan *p) {
  tta_planner r = {.p = p};
  timeline t = {0};
  make_bank_rows(p);
  p->steps = tta_arena_array(&p->arena, (size_t)p->num_ops + 1, sizeof *p->steps);
  if (!p->steps || p->status || !make_buffers(p) || !make_timeline(p, &t)) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  r.live = filled(p, p->num_buffers);
  r.live_at = filled(p, p->num_buffers);
  if (p->status) return;
  if (p->options.want_csv) tta_plan_csv_begin(p);
  run(&r, &t, TTA_PLAN_NONE);
  if (p->status) return;
  r.quiet = true;
  run(&r, &t, p->options.at_line ? moment_at(p, p->options.at_line) : TTA_PLAN_NONE);
  for (uint32_t i = 0; i < p->num_bank_rows; i++) p->bank_rows[i].peak = r.peak[p->bank_rows[i].type];
  for (uint32_t i = 0; i < p->num_values; i++) {
    uint32_t b = p->buffer_of[i];
    if (b != TTA_PLAN_NONE && p->buffers[b].shares.size)
      p->buffers[b].address = p->buffers[p->buffer_of[owner_of(p, i)]].address;
  }
}

/* ---- the public functions ---- */

static void plan(struct tta_plan *p) {
  tta_plan_read_types(p);
  if (!p->status) tta_plan_settle_banks(p);
  if (p->status || p->num_faults) return;
  tta_plan_read_resources(p);
  if (!p->status && !p->num_faults) tta_plan_apply_resources(p);
  if (p->status || p->num_faults) return;
  tta_plan_size_types(p);
  if (!p->status) tta_plan_read_program(p);
  if (p->status) return;
  p->fits = true;
  plan_program(p);
}

tta_status tta_plan_text(tta_source *source, const tta_plan_options *options, tta_plan **out) {
  const tta_allocator *allocator = options->allocator ? options->allocator : &tta_malloc_allocator;
  *out = NULL;
  if (source->text.size > INT32_MAX) return TTA_LIMIT;
  struct tta_plan *p = allocator->allocate(allocator->user, sizeof *p);
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  p->source = source;
  p->options = *options;
  tta_arena_init(&p->arena, allocator);
  tta_strmap_init(&p->type_names, allocator);
  for (int i = 0; i < TTA_NUM_REPORTS; i++) tta_buf_init(&p->csv[i], allocator);
  p->pool = tta_affine_pool_new(allocator);
  if (!p->pool) p->status = TTA_NO_MEMORY;
  if (!p->status) plan(p);
  for (int i = 0; i < TTA_NUM_REPORTS; i++)
    if (p->csv[i].failed) p->status = TTA_NO_MEMORY;
  if (p->status || p->arena.failed) {
    tta_plan_free(p);
    return TTA_NO_MEMORY;
  }
  *out = p;
  return p->num_bank_rows ? TTA_OK : TTA_INVALID;
}

void tta_plan_free(tta_plan *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  for (int i = 0; i < TTA_NUM_REPORTS; i++) tta_buf_free(&p->csv[i]);
  tta_strmap_free(&p->type_names);
  if (p->pool) tta_affine_pool_free(p->pool);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

bool tta_plan_fits(const tta_plan *p) { return p->fits; }
const tta_banks *tta_plan_banks(const tta_plan *p) { return &p->banks; }
size_t tta_plan_num_buffers(const tta_plan *p) { return p->num_buffers; }
const tta_plan_buffer *tta_plan_buffer_at(const tta_plan *p, size_t i) { return &p->buffers[i]; }
size_t tta_plan_num_banks(const tta_plan *p) { return p->num_bank_rows; }
const tta_plan_bank *tta_plan_bank_at(const tta_plan *p, size_t i) { return &p->bank_rows[i]; }
size_t tta_plan_num_steps(const tta_plan *p) { return p->num_steps; }
const tta_plan_step *tta_plan_step_at(const tta_plan *p, size_t i) { return &p->steps[i]; }
size_t tta_plan_num_assumptions(const tta_plan *p) { return p->num_assumptions; }
tta_str tta_plan_assumption(const tta_plan *p, size_t i) { return p->assumptions[i]; }
size_t tta_plan_num_faults(const tta_plan *p) { return p->num_faults; }
const tta_plan_fault *tta_plan_fault_at(const tta_plan *p, size_t i) { return &p->faults[i]; }
