/* The buffers of a program and their lifetimes, and the public functions. */
#include "memory/program.h"
#include "ops/ops.h"

#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "model/memref.h"
#include "parse/reader.h"
#include "text/allowed.h"
#include "text/token.h"

enum { MAX_ASSUMPTIONS = 200 };

void tta_memory_plan_options_init(tta_memory_plan_options *options) {
  *options = (tta_memory_plan_options){.l1_base = TTA_NO_ADDRESS, .dram_base = TTA_NO_ADDRESS, .max_messages = 10};
}

/* ---- lists ---- */

static tta_str format_text(struct tta_memory_plan *p, const char *format, va_list args) {
  tta_str text = tta_arena_format(&p->arena, format, args);
  if (!text.data) p->status = TTA_NO_MEMORY;
  return text;
}

tta_str tta_memory_plan_format(struct tta_memory_plan *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_str text = format_text(p, format, args);
  va_end(args);
  return text;
}

void tta_memory_plan_assume(struct tta_memory_plan *p, const char *format, ...) {
  va_list args;
  if (p->num_assumptions > MAX_ASSUMPTIONS) return;
  va_start(args, format);
  tta_str text = p->num_assumptions < MAX_ASSUMPTIONS
                     ? format_text(p, format, args)
                     : tta_arena_str(&p->arena, TTA_STR("and more of this kind"));
  va_end(args);
  if (text.data) TTA_MEMORY_PLAN_APPEND(p, assumptions, text);
}

uint32_t tta_memory_plan_line(struct tta_memory_plan *p, uint32_t offset) {
  return offset == UINT32_MAX ? 0 : tta_source_position(p->source, offset).line;
}

tta_span tta_memory_plan_name_span(const struct tta_memory_plan *p, uint32_t value) {
  const tta_memory_plan_value *v = &p->values[value];
  tta_str text = p->source->text;
  tta_tokens tokens = tta_tokens_of(text.data + v->begin, text.data + text.size);
  tta_token name;
  bool found = tta_token_next(&tokens, &name);
  return (tta_span){v->begin, found ? (uint32_t)(name.end - text.data) : v->begin};
}

/* ---- buffers ---- */

bool tta_memory_plan_is_function(const struct tta_memory_plan *p, uint32_t op) {
  return tta_ops_is_function(p->ops[op].name);
}

/* The outermost function around an operation: values live at most until its end. */
static uint32_t function_of(const struct tta_memory_plan *p, uint32_t op) {
  uint32_t found = op;
  for (; op != TTA_MEMORY_PLAN_NONE; op = p->ops[op].parent)
    if (tta_memory_plan_is_function(p, op)) found = op;
  return found;
}

/* The moment at which the life of a value ends, and its operation; of a global semaphore with its function. */
static uint32_t last_moment(const struct tta_memory_plan *p, const tta_memory_plan_value *v, uint32_t *op) {
  bool circular = v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].circular;
  if (v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].semaphore) return p->ops[*op = function_of(p, v->op)].end;
  *op = v->free_op != TTA_MEMORY_PLAN_NONE ? v->free_op : v->last_op;
  if (circular && v->used) *op = v->last_user;
  if (*op == TTA_MEMORY_PLAN_NONE) {
    *op = v->op;
    return v->argument ? p->ops[v->op].start : p->ops[v->op].end;
  }
  return p->ops[*op].end;
}

/* By operation the last one in its regions; itself if there is none. */
static uint32_t *find_last_inside(struct tta_memory_plan *p) {
  uint32_t *last = tta_arena_array(&p->arena, (size_t)p->num_ops + 1, sizeof *last);
  for (uint32_t i = 0; last && i < p->num_ops; i++) last[i] = i;
  for (uint32_t i = p->num_ops; last && i--;) {
    uint32_t parent = p->ops[i].parent;
    if (parent != TTA_MEMORY_PLAN_NONE && last[i] > last[parent]) last[parent] = last[i];
  }
  return last;
}

static void extend(uint32_t moment, uint32_t op, uint32_t *ends, uint32_t *end_ops, uint32_t buffer) {
  if (moment < ends[buffer]) return;
  ends[buffer] = moment;
  end_ops[buffer] = op;
}

static bool is_counted(const struct tta_memory_plan *p, const tta_memory_plan_value *v) {
  return v->type != TTA_MEMORY_PLAN_NONE && p->types[v->type].device && !v->view && v->op != TTA_MEMORY_PLAN_NONE;
}

/* Moments and operations at which the lives of values end, each with its views: a view follows what it is a view of,
 * so one pass backward is enough. */
static void find_ends(struct tta_memory_plan *p, uint32_t *ends, uint32_t *ops) {
  for (uint32_t i = 0; i < p->num_values; i++) {
    const tta_memory_plan_value *v = &p->values[i];
    ends[i] = 0;
    ops[i] = v->op;
    if (v->op == TTA_MEMORY_PLAN_NONE) continue;
    if (p->options.all_live) ends[i] = p->ops[ops[i] = function_of(p, v->op)].end;
    else ends[i] = last_moment(p, v, &ops[i]);
  }
  uint32_t link = p->num_links;
  for (uint32_t i = p->num_values; i--;) {
    uint32_t shares = p->values[i].shares;
    if (shares != TTA_MEMORY_PLAN_NONE) extend(ends[i], ops[i], ends, ops, shares);
    for (; link && p->links[link - 1].from == i; link--) extend(ends[i], ops[i], ends, ops, p->links[link - 1].to);
  }
}

/* A circular buffer is allocated while the operations run that use it; inside of such an operation, while that one
 * runs. */
static void tie_to_program(struct tta_memory_plan *p, const tta_memory_plan_value *v, tta_memory_buffer *b) {
  uint32_t around = TTA_MEMORY_PLAN_NONE;
  b->kind = TTA_MEMORY_CIRCULAR_BUFFER;
  if (p->options.all_live || v->argument) return;
  for (uint32_t op = p->ops[v->op].parent; op != TTA_MEMORY_PLAN_NONE; op = p->ops[op].parent)
    if (tta_str_ends_with(p->ops[op].name, ".generic")) around = op;
  uint32_t *last = &p->end_ops[p->num_buffers];
  if (around == TTA_MEMORY_PLAN_NONE && v->first_op == TTA_MEMORY_PLAN_NONE) return;
  b->first_step = around != TTA_MEMORY_PLAN_NONE ? around : v->first_op;
  b->first = tta_memory_plan_line(p, p->ops[b->first_step].begin);
  if (around != TTA_MEMORY_PLAN_NONE) *last = around;
}

/* The same buffer on another kind of chips. */
static bool copy_buffer(struct tta_memory_plan *p, uint32_t buffer, uint32_t system) {
  tta_memory_buffer copy = p->buffers[buffer];
  uint32_t number = p->num_buffers;
  copy.system = system;
  p->value_of[number] = p->value_of[buffer];
  p->resource_of[number] = TTA_MEMORY_PLAN_NONE;
  p->end_ops[number] = p->end_ops[buffer];
  return TTA_MEMORY_PLAN_APPEND(p, buffers, copy);
}

/* A buffer for each value in device memory, in program order; values that share a buffer extend its life. */
static bool make_buffers(struct tta_memory_plan *p) {
  size_t all = (size_t)p->num_values * (p->num_systems ? p->num_systems : 1) + tta_memory_plan_count_rows(p) + 1;
  uint32_t *ends = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *ends);
  uint32_t *ops = tta_arena_array(&p->arena, (size_t)p->num_values + 1, sizeof *ops);
  p->end_ops = tta_arena_array(&p->arena, all, sizeof *p->end_ops);
  p->buffer_of = tta_arena_array(&p->arena, all, sizeof *p->buffer_of);
  p->value_of = tta_arena_array(&p->arena, all, sizeof *p->value_of);
  p->resource_of = tta_arena_array(&p->arena, all, sizeof *p->resource_of);
  uint32_t *inside = find_last_inside(p);
  if (!ends || !ops || !inside || !p->end_ops || !p->buffer_of || !p->value_of || !p->resource_of) return false;
  find_ends(p, ends, ops);
  for (uint32_t i = 0; i < p->num_values; i++) {
    const tta_memory_plan_value *v = &p->values[i];
    bool ignored = p->options.addresses == TTA_ADDRESSES_IGNORE;
    p->buffer_of[i] = TTA_MEMORY_PLAN_NONE;
    uint32_t owner = tta_memory_plan_owner(p, i);
    if (!is_counted(p, v) || (owner != i && p->buffer_of[owner] == TTA_MEMORY_PLAN_NONE)) continue;
    tta_memory_buffer b = {.name = v->name,
                         .line = tta_memory_plan_line(p, v->begin),
                         .type = p->types[v->type].text,
                         .first_step = v->op,
                         .first = tta_memory_plan_line(p, p->ops[v->op].begin),
                         .system = p->ops[v->op].system,
                         .kind = v->storage                    ? TTA_MEMORY_STREAM_STORAGE
                                 : p->types[v->type].semaphore ? TTA_MEMORY_GLOBAL_SEMAPHORE
                                                               : TTA_MEMORY_TENSOR,
                         .chips = 1,
                         .placed_address = ignored ? TTA_NO_ADDRESS : v->address,
                         .alignment = v->alignment,
                         .first_fit_address = TTA_NO_ADDRESS,
                         .address = TTA_NO_ADDRESS};
    p->buffer_of[i] = p->num_buffers;
    p->value_of[p->num_buffers] = i;
    p->resource_of[p->num_buffers] = TTA_MEMORY_PLAN_NONE;
    p->end_ops[p->num_buffers] = ops[i];
    if (v->argument) b.first = b.line;
    if (owner != i) b.shares = p->values[owner].name;
    if (owner != i) b.kind = p->buffers[p->buffer_of[owner]].kind;
    if (owner == i && p->types[v->type].circular) tie_to_program(p, v, &b);
    uint32_t last = p->end_ops[p->num_buffers];
    b.last_step = inside[last];
    bool to_end = p->options.all_live || b.kind == TTA_MEMORY_GLOBAL_SEMAPHORE;
    b.last = tta_memory_plan_line(p, p->ops[to_end ? inside[last] : last].begin);
    if (b.last < b.first) b.last = b.first;
    if (!TTA_MEMORY_PLAN_APPEND(p, buffers, b)) return false;
  }
  uint32_t count = p->num_buffers;
  for (uint32_t k = 0; k < p->num_systems; k++)
    for (uint32_t i = 0; i < count && p->systems[k].of != k; i++)
      if (p->buffers[i].system == p->systems[k].of && !copy_buffer(p, i, k)) return false;
  p->first_row = p->num_buffers;
  return !p->status;
}

/* Assumptions that are noted once for a system. */
typedef struct noted_assumptions {
  bool tiled, many_shards;
} noted_assumptions;

static void note_location(struct tta_memory_plan *p, const tta_memory_buffer *b, const tta_memory_plan_type *t,
                         noted_assumptions *noted) {
  int64_t banks = p->banks.banks[b->space];
  if (t->tiled_bytes > 0 && !noted->tiled) {
    tta_memory_plan_assume(p,
                    "line %u: the tiled layout of %.*s has no memory space; such tensors are counted in DRAM, with "
                    "their sticks interleaved over all banks",
                    b->line, (int)b->name.size, b->name.data);
    noted->tiled = true;
  }
  if (b->space == TTA_BUFFER_L1 && b->footprint.banks > banks && !noted->many_shards) {
    tta_memory_plan_assume(p,
                           "line %u: %.*s has %lld shards, but a chip has %lld L1 banks; it is assumed to be on "
                           "several chips",
                           b->line, (int)b->name.size, b->name.data, (long long)b->footprint.banks, (long long)banks);
    noted->many_shards = true;
  }
}

/* Bytes that lockstep reserves in banks without pages of a buffer, on all chips. The cores of a buffer without a grid
 * (a circular buffer) are not known. */
static void count_idle(const struct tta_memory_plan *p, tta_memory_buffer *b, const tta_memory_plan_type *t) {
  const tta_footprint *f = &b->footprint;
  int64_t banks = p->banks.banks[b->space], all;
  bool grid = !t->memref || t->memref->layout.kind == TTA_MEMREF_SHARD || b->space == TTA_BUFFER_DRAM;
  if (!grid || !tta_mul(banks, p->systems[b->system].chips, &all) || !tta_mul(all, f->bank_bytes, &all)) return;
  if (all > f->size_bytes) b->idle_bytes = all - f->size_bytes;
}

/* The chips that the buffers are on: each allocates all of them in lockstep. */
static void count_chips(struct tta_memory_plan *p, tta_memory_buffer *b) {
  int64_t banks = p->banks.banks[b->space], *all = &p->systems[b->system].chips;
  if (banks > 0 && b->footprint.banks > banks) b->chips = (b->footprint.banks + banks - 1) / banks;
  if (b->chips > *all) *all = b->chips;
}

/* Types have a size for each system. */
static void size_buffers(struct tta_memory_plan *p) {
  for (uint32_t k = 0; k < p->num_systems && !p->status; k++) {
    noted_assumptions noted = {false, false};
    p->banks = p->systems[k].banks;
    tta_memory_plan_size_types(p);
    for (uint32_t i = 0; i < p->num_buffers; i++) {
      tta_memory_buffer *b = &p->buffers[i];
      const tta_memory_plan_type *t = &p->types[p->values[p->value_of[i]].type];
      if (b->system != k) continue;
      b->space = t->space;
      if (t->sized) b->footprint = t->footprint;
      if (t->sized) count_chips(p, b);
      else if (t->overflows)
        tta_report_add(&p->results.report, TTA_RULE_memory_capacity, tta_memory_plan_name_span(p, p->value_of[i]),
                       "%.*s needs more than 2^63 - 1 bytes in each bank of %s", (int)b->name.size, b->name.data,
                       tta_buffer_type_name(b->space));
      else {
        p->num_unknown++;
        tta_memory_plan_assume(p, "line %u: the size of %.*s is unknown (%.*s); it is not counted", b->line,
                        (int)b->name.size, b->name.data, (int)t->why.size, t->why.data ? t->why.data : "");
      }
      note_location(p, b, t, &noted);
    }
    for (uint32_t i = 0; i < p->num_buffers; i++)
      if (p->buffers[i].system == k && p->buffers[i].footprint.banks)
        count_idle(p, &p->buffers[i], &p->types[p->values[p->value_of[i]].type]);
  }
}

/* ---- the public functions ---- */

static void read_only(struct tta_memory_plan *p) {
  tta_memory_plan_read_types(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_read_resources(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_read_program(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_tie_resources(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_settle_systems(p);
}

/* Why there is nothing to plan. */
static void note_nothing(struct tta_memory_plan *p) {
  bool host = false;
  for (uint32_t i = 0; i < p->num_types; i++) host |= p->types[i].layout != NULL;
  if (p->num_buffers || p->num_resources || !p->num_ops) return;
  if (host)
    tta_memory_plan_assume(p, "all layouts are in host memory; ttmlir-opt --ttir-to-ttnn-backend-pipeline places "
                              "tensors on the device");
  else if (!p->num_types) /* else there are memrefs in device memory, as in kernels, which are views */
    tta_memory_plan_assume(p, "no tensor has a layout; of ttmlir-opt, --ttnn-layout (in "
                              "--ttir-to-ttnn-backend-pipeline) gives them TTNN layouts, and --ttir-to-d2m (in "
                              "--ttir-to-ttmetal-pipeline; with the dialect tt: --ttir-layout) metal layouts");
}

static void plan(struct tta_memory_plan *p) {
  read_only(p);
  if (!tta_memory_plan_goes_on(p)) return;
  tta_memory_plan_note_ports(p);
  if (!make_buffers(p)) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  size_buffers(p);
  tta_memory_plan_check_shared(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_add_rows(p);
  note_nothing(p);
  if (tta_memory_plan_goes_on(p)) tta_memory_plan_run(p);
}

/* A program does not fit if an error is reported, or an address that another buffer or no bank has. */
static bool is_misfit(const tta_diagnostic *d) {
  return d->severity == TTA_SEVERITY_ERROR || d->rule == TTA_RULE_memory_overlap || d->rule == TTA_RULE_memory_bounds;
}

/* A rule of the group if all diagnostics of the enabled rules are reported; others are disabled. */
static tta_rule verified_rule(struct tta_memory_plan *p) {
  bool *enabled = p->results.report.enabled, addresses = p->options.addresses != TTA_ADDRESSES_IGNORE;
  enabled[TTA_RULE_memory_overlap] &= addresses;
  enabled[TTA_RULE_memory_bounds] &= addresses;
  enabled[TTA_RULE_memory_misaligned] &= addresses;
  enabled[TTA_RULE_memory_circular_buffers] &= p->num_resources > 0;
  enabled[TTA_RULE_memory_resource] = enabled[TTA_RULE_memory_trace] = false; /* not in the text */
  return p->num_bank_rows && !p->is_cut ? TTA_RULE_memory_capacity : TTA_RULE_NONE;
}

/* The verdict, from what the comments of the text do not suppress. */
static void conclude(struct tta_memory_plan *p) {
  tta_report *report = &p->results.report;
  tta_status status = tta_results_finish(&p->results);
  if (!status) status = tta_apply_allowed(report, NULL, p->source, verified_rule(p));
  if (status) p->status = status;
  p->fits = p->num_bank_rows > 0;
  for (size_t i = 0; i < report->size; i++) p->fits &= !is_misfit(report->items[i]);
}

/* The addresses in the text, unless their rules have settings. */
static void set_severities(struct tta_memory_plan *p) {
  static const tta_rule of_addresses[] = {TTA_RULE_memory_overlap, TTA_RULE_memory_bounds, TTA_RULE_memory_misaligned};
  tta_results_init(&p->results, p->arena.allocator, p->options.check);
  for (size_t i = 0; i < sizeof of_addresses / sizeof *of_addresses; i++)
    if (p->options.addresses == TTA_ADDRESSES_ERROR)
      p->results.report.severity[of_addresses[i]] = TTA_SEVERITY_ERROR;
}

static tta_status new_plan(tta_source *source, const tta_memory_plan_options *options,
                           void (*fill)(struct tta_memory_plan *), tta_memory_plan **out, tta_buf *reason) {
  const tta_allocator *allocator = tta_allocator_or_default(options->allocator);
  *out = NULL;
  if (source->text.size > TTA_MAX_TEXT_BYTES) return TTA_LIMIT;
  struct tta_memory_plan *p = allocator->allocate(allocator->user, sizeof *p);
  if (!p) return TTA_NO_MEMORY;
  memset(p, 0, sizeof *p);
  p->source = source;
  p->options = *options;
  p->reason = reason;
  tta_arena_init(&p->arena, allocator);
  set_severities(p);
  tta_strmap_init(&p->type_names, allocator);
  for (int i = 0; i < TTA_NUM_REPORTS; i++) tta_buf_init(&p->csv[i], allocator);
  p->pool = tta_affine_pool_new(allocator);
  if (!p->pool) p->status = TTA_NO_MEMORY;
  if (!p->status) fill(p);
  if (!p->status) conclude(p);
  for (int i = 0; i < TTA_NUM_REPORTS; i++)
    if (p->csv[i].failed) p->status = TTA_NO_MEMORY;
  tta_status status = p->arena.failed ? TTA_NO_MEMORY : p->status;
  if (status) tta_memory_plan_free(p);
  else *out = p;
  return status;
}

tta_status tta_memory_plan_new(tta_source *source, const tta_memory_plan_options *options, tta_memory_plan **out,
                               tta_buf *reason) {
  return new_plan(source, options, plan, out, reason);
}

tta_status tta_memory_plan_read(tta_source *source, const tta_memory_plan_options *options, tta_memory_plan **out,
                                tta_buf *reason) {
  return new_plan(source, options, read_only, out, reason);
}

void tta_memory_plan_free(tta_memory_plan *p) {
  if (!p) return;
  const tta_allocator *allocator = p->arena.allocator;
  for (int i = 0; i < TTA_NUM_REPORTS; i++) tta_buf_free(&p->csv[i]);
  tta_strmap_free(&p->type_names);
  if (p->pool) tta_affine_pool_free(p->pool);
  tta_results_free(&p->results);
  tta_arena_free(&p->arena);
  allocator->release(allocator->user, p, sizeof *p);
}

bool tta_memory_plan_fits(const tta_memory_plan *p) { return p->fits; }
bool tta_memory_plan_is_planned(const tta_memory_plan *p) { return p->num_bank_rows > 0; }
size_t tta_memory_plan_num_unknown(const tta_memory_plan *p) { return p->num_unknown; }
tta_memory_verdict tta_memory_plan_verdict(const tta_memory_plan *p) {
  if (!p->fits) return TTA_VERDICT_NO;
  if (!p->num_buffers && !p->num_resources) return TTA_VERDICT_NOTHING;
  return p->num_unknown ? TTA_VERDICT_UNDECIDED : TTA_VERDICT_FITS;
}
const tta_banks *tta_memory_plan_banks(const tta_memory_plan *p) { return &p->banks; }
size_t tta_memory_plan_num_systems(const tta_memory_plan *p) { return p->num_systems; }
size_t tta_memory_plan_num_buffers(const tta_memory_plan *p) { return p->num_buffers; }
const tta_memory_buffer *tta_memory_plan_buffer(const tta_memory_plan *p, size_t i) {
  return i < p->num_buffers ? &p->buffers[i] : NULL;
}
size_t tta_memory_plan_num_banks(const tta_memory_plan *p) { return p->num_bank_rows; }
const tta_memory_bank *tta_memory_plan_bank(const tta_memory_plan *p, size_t i) {
  return i < p->num_bank_rows ? &p->bank_rows[i] : NULL;
}
size_t tta_memory_plan_num_steps(const tta_memory_plan *p) { return p->num_steps; }
size_t tta_memory_plan_num_regions(const tta_memory_plan *p) { return p->num_regions; }
const tta_memory_region *tta_memory_plan_region(const tta_memory_plan *p, size_t i) {
  return i < p->num_regions ? &p->regions[i] : NULL;
}
const tta_memory_step *tta_memory_plan_step(const tta_memory_plan *p, size_t i) {
  return i < p->num_steps ? &p->steps[i] : NULL;
}
size_t tta_memory_plan_num_assumptions(const tta_memory_plan *p) { return p->num_assumptions; }
tta_str tta_memory_plan_assumption(const tta_memory_plan *p, size_t i) {
  return i < p->num_assumptions ? p->assumptions[i] : (tta_str){NULL, 0};
}
const tta_results *tta_memory_plan_results(const tta_memory_plan *p) { return &p->results; }
