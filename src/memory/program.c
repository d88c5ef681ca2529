/* Owns the buffers of a program and how long they live, and the public functions. Does not own what the text says
 * (program_types.c, liveness.c), allocation (program_run.c) or how results are written (report.c). */
#include "memory/program.h"

#include <string.h>

enum { MAX_ASSUMPTIONS = 200, MAX_FAULTS = 200 };

void tta_memory_plan_options_init(tta_memory_plan_options *options) {
  *options = (tta_memory_plan_options){.l1_base = -1};
}

/* ---- lists ---- */

static tta_str format_text(struct tta_memory_plan *p, const char *format, va_list args) {
  tta_str text = tta_arena_format(&p->arena, format, args);
  if (!text.data) p->status = TTA_NO_MEMORY;
  return text;
}

void tta_memory_plan_assume(struct tta_memory_plan *p, const char *format, ...) {
  va_list args;
  if (p->num_assumptions > MAX_ASSUMPTIONS) return;
  va_start(args, format);
  tta_str text = p->num_assumptions < MAX_ASSUMPTIONS
                     ? format_text(p, format, args)
                     : tta_arena_str(&p->arena, (tta_str){"and more of the kind", 20});
  va_end(args);
  if (text.data) TTA_MEMORY_PLAN_APPEND(p, assumptions, text);
}

uint32_t tta_memory_plan_line(struct tta_memory_plan *p, uint32_t offset) {
  return offset == UINT32_MAX ? 0 : tta_source_position(p->source, offset).line;
}

static void report(struct tta_memory_plan *p, tta_memory_error fault, const char *format, va_list args) {
  if (p->num_faults == MAX_FAULTS) return;
  fault.message = format_text(p, format, args);
  if (fault.message.data) TTA_MEMORY_PLAN_APPEND(p, faults, fault);
}

void tta_memory_plan_report(struct tta_memory_plan *p, uint32_t offset, bool note, const char *format, ...) {
  va_list args;
  tta_memory_error fault = {.note = note};
  if (offset != UINT32_MAX) {
    tta_position at = tta_source_position(p->source, offset);
    fault.line = at.line;
    fault.column = at.column;
  }
  va_start(args, format);
  report(p, fault, format, args);
  va_end(args);
}

void tta_memory_plan_report_resource(struct tta_memory_plan *p, uint32_t line, uint32_t column, bool note,
                                     const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(p, (tta_memory_error){.line = line, .column = column, .note = note, .in_resources = true}, format, args);
  va_end(args);
}

/* ---- buffers ---- */

static uint32_t owner_of(const struct tta_memory_plan *p, uint32_t value) {
  while (p->values[value].shares != TTA_MEMORY_PLAN_NONE) value = p->values[value].shares;
  return value;
}

/* The moment after which a value is gone. */
static uint32_t last_moment(const struct tta_memory_plan *p, const tta_memory_plan_value *v, uint32_t *op) {
  *op = v->free_op != TTA_MEMORY_PLAN_NONE ? v->free_op : v->last_op;
  if (*op == TTA_MEMORY_PLAN_NONE) {
    *op = v->op;
    return v->argument ? p->ops[v->op].start : p->ops[v->op].end;
  }
  return p->ops[*op].end;
}

bool tta_memory_plan_is_function(const struct tta_memory_plan *p, uint32_t op) {
  tta_str name = p->ops[op].name;
  return name.size >= 4 && !memcmp(name.data + name.size - 4, "func", 4);
}

/* The outermost function around an operation: how long a value may live at most. */
static uint32_t function_of(const struct tta_memory_plan *p, uint32_t op) {
  uint32_t found = op;
  for (; op != TTA_MEMORY_PLAN_NONE; op = p->ops[op].parent)
    if (tta_memory_plan_is_function(p, op)) found = op;
  return found;
}

static void extend(uint32_t moment, uint32_t op, uint32_t *ends, uint32_t *end_ops, uint32_t buffer) {
  if (moment < ends[buffer]) return;
  ends[buffer] = moment;
  end_ops[buffer] = op;
}

static bool counts(const struct tta_memory_plan *p, const tta_memory_plan_value *v) {
  return v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].device && !v->view && v->op != TTA_MEMORY_PLAN_NONE;
}

/* A buffer for each value in device memory, in program order; those that share one have its life. */
static bool make_buffers(struct tta_memory_plan *p) {
  uint32_t *ends = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *ends);
  uint32_t *end_ops = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *end_ops);
  p->buffer_of = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *p->buffer_of);
  p->value_of = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *p->value_of);
  if (!ends || !end_ops || !p->buffer_of || !p->value_of) return false;
  for (uint32_t i = 0; i < p->num_values; i++) {
    const tta_memory_plan_value *v = &p->values[i];
    p->buffer_of[i] = TTA_MEMORY_PLAN_NONE;
    if (!counts(p, v) || p->values[owner_of(p, i)].view) continue; /* what lies in a view is another's */
    tta_memory_buffer b = {.name = v->name,
                         .line = tta_memory_plan_line(p, v->begin),
                         .type = p->types[v->type].text,
                         .first_step = v->op,
                         .first = tta_memory_plan_line(p, p->ops[v->op].begin),
                         .system = p->ops[v->op].system,
                         .address = -1};
    p->buffer_of[i] = p->num_buffers;
    p->value_of[p->num_buffers] = i;
    ends[p->num_buffers] = 0;
    uint32_t op, moment = p->options.all_live ? p->ops[op = function_of(p, v->op)].end : last_moment(p, v, &op);
    extend(moment, op, ends, end_ops, p->num_buffers);
    if (v->argument) b.first = b.line;
    uint32_t owner = owner_of(p, i);
    if (owner != i && p->buffer_of[owner] != TTA_MEMORY_PLAN_NONE) {
      b.shares = p->values[owner].name;
      extend(moment, op, ends, end_ops, p->buffer_of[owner]);
    }
    if (!TTA_MEMORY_PLAN_APPEND(p, buffers, b)) return false;
  }
  for (uint32_t i = 0; i < p->num_buffers; i++) {
    p->buffers[i].last_step = end_ops[i];
    p->buffers[i].last = tta_memory_plan_line(p, p->ops[end_ops[i]].begin);
    if (p->buffers[i].last < p->buffers[i].first) p->buffers[i].last = p->buffers[i].first;
  }
  return !p->status;
}

/* What is taken for granted of the first buffer of its kind on a system. */
typedef struct already {
  bool tiled, many_shards;
} already;

static void assume_place(struct tta_memory_plan *p, const tta_memory_buffer *b, const tta_memory_plan_type *t,
                         already *said) {
  int64_t banks = p->banks.banks[b->space];
  if (t->tiled_bytes > 0 && !said->tiled) {
    tta_memory_plan_assume(p,
                    "line %u: the tiled layout of %.*s names no memory; such tensors are counted in DRAM, their "
                    "sticks interleaved over all banks",
                    b->line, (int)b->name.size, b->name.data);
    said->tiled = true;
  }
  if (b->space == TTA_BUFFER_L1 && b->footprint.banks > banks && !said->many_shards) {
    tta_memory_plan_assume(p,
                           "line %u: %.*s has %lld shards, a chip %lld L1 banks; it is taken to lie on several chips",
                           b->line, (int)b->name.size, b->name.data, (long long)b->footprint.banks, (long long)banks);
    said->many_shards = true;
  }
}

/* Types are measured on each system in turn. */
static void size_buffers(struct tta_memory_plan *p) {
  for (uint32_t k = 0; k < p->num_systems && !p->status; k++) {
    already said = {false, false};
    p->banks = p->systems[k].banks;
    tta_memory_plan_size_types(p);
    for (uint32_t i = 0; i < p->num_buffers; i++) {
      tta_memory_buffer *b = &p->buffers[i];
      const tta_memory_plan_type *t = &p->types[p->values[p->value_of[i]].type];
      if (b->system != k) continue;
      b->space = t->space;
      if (t->sized) b->footprint = t->footprint;
      else if (t->overflows)
        tta_memory_plan_report(p, p->values[p->value_of[i]].begin, false,
                        "the bytes of %.*s in a bank are more than 64 bits can count: it fits no %s",
                        (int)b->name.size, b->name.data, tta_buffer_type_name(b->space));
      else
        tta_memory_plan_assume(p, "line %u: the size of %.*s is not known (%.*s); it is not counted", b->line,
                        (int)b->name.size, b->name.data, (int)t->why.size, t->why.data ? t->why.data : "");
      assume_place(p, b, t, &said);
    }
  }
}

/* ---- the public functions ---- */

static void plan(struct tta_memory_plan *p) {
  tta_memory_plan_read_types(p);
  if (p->status || p->num_faults) return;
  tta_memory_plan_read_resources(p);
  if (!p->status && !p->num_faults) tta_memory_plan_read_program(p);
  if (!p->status && !p->num_faults) tta_memory_plan_settle_systems(p);
  if (p->status || p->num_faults) return;
  if (!make_buffers(p)) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  size_buffers(p);
  tta_memory_plan_check_shared(p);
  if (p->status || p->num_faults) return;
  p->fits = true;
  tta_memory_plan_run(p);
}

tta_status tta_memory_plan_new(tta_source *source, const tta_memory_plan_options *options, tta_memory_plan **out) {
  const tta_allocator *allocator = options->allocator ? options->allocator : &tta_malloc_allocator;
  *out = NULL;
  if (source->text.size > INT32_MAX) return TTA_LIMIT;
  struct tta_memory_plan *p = allocator->allocate(allocator->user, sizeof *p);
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
    tta_memory_plan_free(p);
    return TTA_NO_MEMORY;
  }
  *out = p;
  return p->num_bank_rows ? TTA_OK : TTA_INVALID;
}

void tta_memory_plan_free(tta_memory_plan *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  for (int i = 0; i < TTA_NUM_REPORTS; i++) tta_buf_free(&p->csv[i]);
  tta_strmap_free(&p->type_names);
  if (p->pool) tta_affine_pool_free(p->pool);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

bool tta_memory_plan_fits(const tta_memory_plan *p) { return p->fits; }
const tta_banks *tta_memory_plan_banks(const tta_memory_plan *p) { return &p->banks; }
size_t tta_memory_plan_num_systems(const tta_memory_plan *p) { return p->num_systems; }
size_t tta_memory_plan_num_buffers(const tta_memory_plan *p) { return p->num_buffers; }
const tta_memory_buffer *tta_memory_plan_buffer(const tta_memory_plan *p, size_t i) { return &p->buffers[i]; }
size_t tta_memory_plan_num_banks(const tta_memory_plan *p) { return p->num_bank_rows; }
const tta_memory_bank *tta_memory_plan_bank(const tta_memory_plan *p, size_t i) { return &p->bank_rows[i]; }
size_t tta_memory_plan_num_steps(const tta_memory_plan *p) { return p->num_steps; }
const tta_memory_step *tta_memory_plan_step(const tta_memory_plan *p, size_t i) { return &p->steps[i]; }
size_t tta_memory_plan_num_assumptions(const tta_memory_plan *p) { return p->num_assumptions; }
tta_str tta_memory_plan_assumption(const tta_memory_plan *p, size_t i) { return p->assumptions[i]; }
size_t tta_memory_plan_num_errors(const tta_memory_plan *p) { return p->num_faults; }
const tta_memory_error *tta_memory_plan_error(const tta_memory_plan *p, size_t i) { return &p->faults[i]; }
