/* The compiler's addresses (`address = N` of memref.alloc and ttmetal.create_buffer, set by --d2m-allocate): bounds,
 * alignment, overlap; and what the parts of a bank are for. An address is absolute: a byte of L1 of each core, or of
 * each DRAM bank. */
#include <stdio.h>

#include "base/checked.h"
#include "base/sort.h"
#include "base/str.h"
#include "memory/program.h"

enum { MAX_COMPARED = 1000 };

typedef struct checker {
  struct tta_memory_plan *p;
  uint32_t *live, num_live;
  uint32_t found;
  tta_diagnostic *last; /* the last one that was reported */
} checker;

static const tta_memory_plan_value *value_of(const struct tta_memory_plan *p, uint32_t buffer) {
  return &p->values[p->value_of[buffer]];
}

static int64_t end_at(const tta_memory_buffer *b, int64_t address) {
  return tta_sum_capped(address, b->footprint.bank_bytes);
}
static int64_t end_of(const tta_memory_buffer *b) { return end_at(b, b->placed_address); }

/* Buffers that are used in separate regions of an operation such as d2m.spatial are on separate cores. */
static bool has_common_core(const tta_memory_plan_value *a, const tta_memory_plan_value *b) {
  return a->spatial == TTA_MEMORY_PLAN_NONE || a->spatial != b->spatial || a->in_region == b->in_region;
}

/* ---- an address that is free ---- */

static bool lives_beside(const struct tta_memory_plan *p, uint32_t a, uint32_t b) {
  const tta_memory_buffer *x = &p->buffers[a], *y = &p->buffers[b];
  return a != b && tta_memory_plan_is_placed(y) && x->space == y->space && x->system == y->system &&
         tta_memory_plan_begin(p, a) <= tta_memory_plan_end(p, b) &&
         tta_memory_plan_begin(p, b) <= tta_memory_plan_end(p, a) && has_common_core(value_of(p, a), value_of(p, b));
}

/* The lowest address from `from` on at which a buffer is aligned, in its bank and beside the other placed buffers while
 * it is allocated; TTA_NO_ADDRESS if there is none. */
static int64_t free_address(const struct tta_memory_plan *p, uint32_t buffer, int64_t from) {
  const tta_memory_buffer *b = &p->buffers[buffer];
  int64_t base = p->banks.base[b->space], limit = base + p->banks.size[b->space], align = p->banks.page_align[b->space];
  int64_t address = from < base ? base : from;
  bool moved = true;
  if (b->alignment > align && b->alignment % align == 0) align = b->alignment;
  for (uint32_t round = 0; moved && round <= p->num_buffers; round++) {
    moved = false;
    if (!tta_align_up(address, align, &address) || end_at(b, address) > limit) return TTA_NO_ADDRESS;
    for (uint32_t i = 0; i < p->num_buffers && !moved; i++) {
      const tta_memory_buffer *other = &p->buffers[i];
      moved = lives_beside(p, buffer, i) && other->placed_address < end_at(b, address) && address < end_of(other);
      if (moved) address = end_of(other);
    }
  }
  return moved ? TTA_NO_ADDRESS : address;
}

static void suggest(checker *c, tta_diagnostic *d, uint32_t buffer, int64_t from) {
  struct tta_memory_plan *p = c->p;
  char number[32];
  c->last = d;
  if (!d || p->num_buffers > MAX_COMPARED) return;
  int64_t address = free_address(p, buffer, from);
  if (address == TTA_NO_ADDRESS && from) address = free_address(p, buffer, 0);
  if (address == TTA_NO_ADDRESS) return;
  snprintf(number, sizeof number, "%lld", (long long)address);
  tta_report_fix(&p->results.report, d, value_of(p, buffer)->address_span, tta_str_from(number),
                 "place it at %s, which is free while it is allocated", number);
}

/* ---- the rules ---- */

/* Whether one more is reported. */
static bool is_reported(checker *c) { return c->found++ < c->p->options.max_messages; }

/* A diagnostic at the name of a buffer. */
#define REPORT(c, rule, buffer, ...)                                                                                   \
  tta_report_add(&(c)->p->results.report, rule,                                                                        \
                 tta_memory_plan_name_span((c)->p, (c)->p->value_of[buffer]), __VA_ARGS__)

static void check_alignment(checker *c, uint32_t buffer) {
  struct tta_memory_plan *p = c->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  int64_t address = b->placed_address, hardware = p->banks.page_align[b->space];
  bool own = b->alignment > 0 && address % b->alignment;
  if (!own && address % hardware == 0) return;
  if (!is_reported(c)) return;
  const char *whose = own ? ", its alignment" : b->space == TTA_BUFFER_DRAM ? ", the alignment of DRAM"
                                                                             : ", the alignment of L1";
  tta_diagnostic *d = REPORT(c, TTA_RULE_memory_misaligned, buffer, "address %lld of %.*s is not a multiple of %lld%s",
                             (long long)address, (int)b->name.size, b->name.data,
                             (long long)(own ? b->alignment : hardware), whose);
  suggest(c, d, buffer, address);
}

static void check_bounds(checker *c, uint32_t buffer, int64_t end) {
  struct tta_memory_plan *p = c->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  bool dram = b->space == TTA_BUFFER_DRAM;
  int64_t base = p->banks.base[b->space], limit = base + p->banks.size[b->space];
  bool reserved = p->banks.size[dram ? TTA_BUFFER_TRACE : TTA_BUFFER_L1_SMALL] > 0;
  if ((b->placed_address >= base && end <= limit) || !is_reported(c)) return;
  if (b->placed_address < base)
    c->last = REPORT(c, TTA_RULE_memory_bounds, buffer,
                     "address %lld of %.*s is in the reserved region of %s, which ends at %lld",
                     (long long)b->placed_address, (int)b->name.size, b->name.data, tta_buffer_type_name(b->space),
                     (long long)base);
  else
    c->last = REPORT(c, TTA_RULE_memory_bounds, buffer, "%.*s ends at %lld, beyond the end of %s at %lld%s",
                     (int)b->name.size, b->name.data, (long long)end, tta_buffer_type_name(b->space), (long long)limit,
                     !reserved ? "" : dram ? ", where the TRACE region starts" : ", where the L1_SMALL region starts");
  suggest(c, c->last, buffer, 0);
}

static void check_overlap(checker *c, uint32_t buffer, int64_t end) {
  struct tta_memory_plan *p = c->p;
  const tta_memory_buffer *b = &p->buffers[buffer];
  for (uint32_t i = 0; i < c->num_live; i++) {
    const tta_memory_buffer *a = &p->buffers[c->live[i]];
    int64_t other = end_of(a), low = a->placed_address, from = low > b->placed_address ? low : b->placed_address;
    int64_t bytes = (other < end ? other : end) - from;
    if (a->space != b->space || bytes <= 0 || !has_common_core(value_of(p, buffer), value_of(p, c->live[i]))) continue;
    if (!is_reported(c)) continue;
    tta_diagnostic *d = REPORT(
        c, TTA_RULE_memory_overlap, buffer,
        "%.*s at %lld..%lld overlaps %.*s (line %u) at %lld..%lld by %lld B, and both are allocated at line %u",
        (int)b->name.size, b->name.data, (long long)b->placed_address, (long long)end, (int)a->name.size, a->name.data,
        a->line, (long long)low, (long long)other, (long long)bytes, b->first);
    tta_report_note(&p->results.report, d, tta_memory_plan_name_span(p, p->value_of[c->live[i]]), "%.*s is here",
                    (int)a->name.size, a->name.data);
    suggest(c, d, buffer, b->placed_address);
  }
}

/* Forgets buffers whose life ends before a moment. */
static void drop_ended(checker *c, uint32_t moment) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->num_live; i++)
    if (tta_memory_plan_end(c->p, c->live[i]) >= moment) c->live[kept++] = c->live[i];
  c->num_live = kept;
}

static void check(checker *c, uint32_t buffer) {
  const tta_memory_buffer *b = &c->p->buffers[buffer];
  int64_t end = end_of(b);
  drop_ended(c, tta_memory_plan_begin(c->p, buffer));
  check_alignment(c, buffer);
  check_bounds(c, buffer, end);
  check_overlap(c, buffer, end);
  c->live[c->num_live++] = buffer;
}

/* By the moments at which they start: circular buffers do later than they are defined. */
void tta_memory_plan_check_addresses(struct tta_memory_plan *p, uint32_t system) {
  checker c = {.p = p};
  uint32_t count = 0;
  uint64_t *starts = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *starts);
  uint64_t *scratch = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *scratch);
  c.live = tta_arena_array(&p->arena, (size_t)p->num_buffers + 1, sizeof *c.live);
  if (!starts || !scratch || !c.live) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t i = 0; i < p->num_buffers; i++)
    if (p->buffers[i].system == system && tta_memory_plan_is_placed(&p->buffers[i]))
      starts[count++] = (uint64_t)tta_memory_plan_begin(p, i) << 32 | i;
  tta_sort_pairs(starts, scratch, count);
  for (uint32_t i = 0; i < count; i++) check(&c, (uint32_t)starts[i]);
  p->is_cut |= c.found > p->options.max_messages;
  if (c.found > p->options.max_messages && c.last)
    tta_report_note(&p->results.report, c.last, c.last->span, "%u more invalid addresses are not reported",
                    c.found - p->options.max_messages);
}

/* ---- regions ---- */

static void add_region(struct tta_memory_plan *p, tta_memory_region region) {
  if (region.end > region.begin) TTA_MEMORY_PLAN_APPEND(p, regions, region);
}

void tta_memory_plan_find_regions(struct tta_memory_plan *p, uint32_t system) {
  static const struct {
    tta_buffer_type type;
    const char *name, *meaning;
  } rows[] = {
      {TTA_BUFFER_L1, "L1", "buffers, and circular buffers from the lowest address up"},
      {TTA_BUFFER_L1_SMALL, "L1_SMALL", "small buffers that operations keep, such as halo indices; not for L1 buffers"},
      {TTA_BUFFER_DRAM, "DRAM", "buffers, and program binaries from the highest address down"},
      {TTA_BUFFER_TRACE, "TRACE", "recorded commands; not for DRAM buffers"},
  };
  const tta_banks *b = &p->banks;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tta_buffer_type t = rows[i].type;
    bool dram = t == TTA_BUFFER_DRAM || t == TTA_BUFFER_TRACE;
    tta_memory_region below = {dram, system, "reserved",
                               dram ? "barriers of the device" : "firmware, kernels and their arguments", 0,
                               b->base[t]};
    if (t == TTA_BUFFER_L1 || t == TTA_BUFFER_DRAM) add_region(p, below);
    add_region(p, (tta_memory_region){dram, system, rows[i].name, rows[i].meaning, b->base[t],
                                      b->base[t] + b->size[t]});
  }
}
