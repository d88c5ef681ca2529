/* A plan as JSON, and tt-metal's three CSV reports (memory_reporter.cpp@1353e377), with its headers word for word:
 * "(KB)" is above bytes. */
#include <string.h>

#include "base/sort.h"
#include "memory/program.h"

static const char *const report_names[TTA_NUM_REPORTS] = {"memory_usage_summary.csv", "l1_usage_summary.csv",
                                                          "detailed_memory_usage.csv"};
const char *tta_memory_report_name(tta_memory_report report) {
  return (unsigned)report < TTA_NUM_REPORTS ? report_names[report] : "?";
}

tta_str tta_memory_plan_csv(const tta_memory_plan *p, tta_memory_report report) {
  if ((unsigned)report >= TTA_NUM_REPORTS) return (tta_str){NULL, 0};
  return tta_buf_view(&p->csv[report]);
}

/* ---- CSV ---- */

void tta_memory_plan_csv_begin(struct tta_memory_plan *p) {
  const char *id = p->options.at_line ? "" : "Program ID";
  tta_buf_printf(&p->csv[TTA_REPORT_SUMMARY],
                 "%s, Total Allocatable Size (B), Total Allocated (B), Total Free (KB), Largest Free Block (KB)\n", id);
  tta_buf_printf(&p->csv[TTA_REPORT_L1],
                 "This report indicates available space for interleaving L1 buffers\n"
                 "%s, Largest Contiguous Free Block (B), Total Free L1 Space (B)\n",
                 id);
}

static void program_id(const struct tta_memory_plan *p, tta_buf *out, uint32_t op) {
  if (op != TTA_MEMORY_PLAN_NONE) tta_buf_uint(out, p->ops[op].program);
}

static int by_address(const void *a, const void *b) {
  const tta_memory_block *x = a, *y = b;
  return tta_order(x->address_bytes, y->address_bytes);
}

static void detailed(tta_memory_planner *r, tta_buf *out, tta_buffer_type type, const tta_freelist_stats *s, bool first,
                     uint32_t id) {
  struct tta_memory_plan *p = r->p;
  int64_t banks = p->banks.banks[type];
  size_t count = tta_freelist_blocks(r->lists[type], NULL, 0);
  tta_arena_mark mark = tta_arena_position(&p->arena);
  tta_memory_block *blocks = tta_arena_array(&p->arena, 2 * count + 1, sizeof *blocks);
  if (!blocks) {
    p->status = TTA_NO_MEMORY;
    return;
  }
  if (first) program_id(p, out, id);
  tta_buf_printf(out, ",%s\n,Total allocatable (B):,%lld\n,Total allocated (B):,%lld\n,Total free (B):,%lld\n",
                 tta_buffer_type_name(type), (long long)(s->total_allocatable_bytes * banks),
                 (long long)(s->allocated_bytes * banks), (long long)(s->free_bytes * banks));
  tta_buf_str(out, ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n");
  tta_freelist_blocks(r->lists[type], blocks, count);
  tta_sort(blocks, blocks + count, count, sizeof *blocks, by_address);
  for (size_t i = 0; i < count; i++)
    tta_buf_printf(out, ",,,%lld,%lld,%c\n", (long long)(blocks[i].address_bytes + p->banks.base[type]),
                   (long long)blocks[i].size_bytes, blocks[i].allocated ? 'Y' : 'N');
  tta_buf_char(out, '\n');
  tta_arena_rewind(&p->arena, mark);
}

void tta_memory_plan_csv_step(tta_memory_planner *r, uint32_t op) {
  static const tta_buffer_type types[] = {TTA_BUFFER_DRAM, TTA_BUFFER_L1};
  struct tta_memory_plan *p = r->p;
  for (int i = 0; i < 2; i++) {
    tta_buffer_type t = types[i];
    if (!r->lists[t]) continue;
    tta_freelist_stats s = tta_freelist_statistics(r->lists[t]);
    tta_buf *out = &p->csv[TTA_REPORT_SUMMARY];
    if (i == 0) program_id(p, out, op);
    tta_buf_printf(out, ",%lld,%lld,%lld,%lld\n", (long long)s.total_allocatable_bytes, (long long)s.allocated_bytes,
                   (long long)s.free_bytes, (long long)s.largest_free_bytes);
    if (t == TTA_BUFFER_L1) {
      program_id(p, &p->csv[TTA_REPORT_L1], op);
      tta_buf_printf(&p->csv[TTA_REPORT_L1], ",%lld,%lld\n", (long long)s.largest_free_bytes,
                     (long long)(s.largest_free_bytes * p->banks.banks[t]));
    }
    detailed(r, &p->csv[TTA_REPORT_DETAILED], t, &s, i == 0, op);
  }
}

/* ---- JSON ---- */

static void number(tta_json *json, const char *key, int64_t value) {
  tta_json_key_int(json, key, value);
}

/* Only if there are several. */
static void system_json(tta_json *json, const struct tta_memory_plan *p, uint32_t system) {
  if (p->num_systems < 2) return;
  tta_json_key(json, "system");
  if (p->systems[system].line) tta_json_int(json, p->systems[system].line);
  else tta_json_null(json);
}

static void bank_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_bank *b) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "type", tta_buffer_type_name(b->type));
  if (p->num_systems > 1)
    tta_json_key_text(json, "arch", tta_arch_get(b->arch)->name);
  system_json(json, p, b->system);
  number(json, "banks", b->banks);
  number(json, "base", b->base);
  number(json, "size", b->size);
  number(json, "allocated", b->allocated);
  number(json, "peak", b->peak);
  number(json, "free", b->free);
  number(json, "largest_free", b->largest_free);
  number(json, "peak_line", b->peak_line);
  number(json, "idle_bytes", b->idle_bytes);
  if (b->num_placed) {
    tta_json_key_open(json, "placed", '{');
    number(json, "buffers", (int64_t)b->num_placed);
    number(json, "span", b->placed_span);
    number(json, "first_fit_span", b->first_fit_span);
    tta_json_close(json, '}');
  }
  if (p->options.at_line) {
    tta_json_key_open(json, "blocks", '[');
    for (size_t i = 0; i < b->num_blocks; i++) {
      tta_json_open(json, '{');
      number(json, "address", b->blocks[i].address_bytes + b->base);
      number(json, "size", b->blocks[i].size_bytes);
      tta_json_key_bool(json, "allocated", b->blocks[i].allocated);
      tta_json_close(json, '}');
    }
    tta_json_close(json, ']');
  }
  tta_json_close(json, '}');
}

static const char *space_name(tta_buffer_type type) {
  static const char *const names[TTA_NUM_BUFFER_TYPES] = {"dram", "l1", "l1_small", "trace"};
  return names[type];
}

static void address_json(tta_json *json, const char *key, int64_t address) {
  tta_json_key(json, key);
  if (address >= 0) tta_json_int(json, address);
  else tta_json_null(json);
}

const char *tta_memory_kind_name(tta_memory_kind kind) {
  static const char *const names[] = {"tensor", "circular_buffer", "stream_storage"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "?";
}

static void buffer_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_buffer *b) {
  bool sized = b->footprint.banks > 0;
  tta_json_open(json, '{');
  tta_json_key(json, "name");
  tta_json_string(json, b->name);
  number(json, "line", b->line);
  tta_json_key(json, "type");
  tta_json_string(json, b->type);
  tta_json_key_text(json, "memory_space", space_name(b->space));
  tta_json_key(json, "bytes_per_bank");
  if (sized) tta_json_int(json, b->footprint.bytes_per_bank);
  else tta_json_null(json);
  tta_json_key(json, "bank_bytes");
  if (sized) tta_json_int(json, b->footprint.bank_bytes);
  else tta_json_null(json);
  tta_json_key(json, "wasted_bytes");
  if (sized) tta_json_int(json, b->footprint.wasted_bytes);
  else tta_json_null(json);
  address_json(json, "address", b->address);
  number(json, "first", b->first);
  number(json, "last", b->last);
  tta_json_key(json, "shares");
  if (b->shares.size) tta_json_string(json, b->shares);
  else tta_json_null(json);
  tta_json_key_text(json, "kind", tta_memory_kind_name(b->kind));
  tta_json_key_bool(json, "placed", b->placed_address >= 0);
  address_json(json, "alignment", b->alignment);
  address_json(json, "first_fit_address", b->first_fit_address);
  number(json, "idle_bytes", b->idle_bytes);
  number(json, "chips", b->chips);
  system_json(json, p, b->system);
  tta_json_close(json, '}');
}

static void region_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_region *r) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "memory_space", space_name(r->dram ? TTA_BUFFER_DRAM : TTA_BUFFER_L1));
  tta_json_key_text(json, "name", r->name);
  number(json, "begin", r->begin);
  number(json, "end", r->end);
  tta_json_key_text(json, "meaning", r->meaning);
  system_json(json, p, r->system);
  tta_json_close(json, '}');
}

static void message_json(tta_json *json, tta_source *source, const char *severity, tta_span span, tta_str message,
                         tta_rule rule) {
  tta_position at = tta_source_position(source, span.begin);
  tta_json_open(json, '{');
  tta_json_key_text(json, "severity", severity);
  number(json, "line", at.line);
  number(json, "column", at.column);
  tta_json_key(json, "text");
  tta_json_string(json, message);
  tta_json_key_text(json, "rule", tta_rule_get(rule)->name);
  tta_json_close(json, '}');
}

static void messages_json(tta_json *json, const struct tta_memory_plan *p) {
  for (size_t i = 0; i < p->results.report.size; i++) {
    const tta_diagnostic *d = p->results.report.items[i];
    tta_source *source = d->source ? d->source : p->source;
    message_json(json, source, tta_severity_name(d->severity), d->span, d->message, d->rule);
    for (uint32_t n = 0; n < d->num_notes; n++)
      message_json(json, source, "note", d->notes[n].span, d->notes[n].message, d->rule);
  }
}

void tta_memory_plan_json(const tta_memory_plan *p, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "arch", tta_arch_get(p->banks.arch)->name);
  if (p->options.at_line) number(&json, "at", p->options.at_line);
  tta_json_key_open(&json, "banks", '[');
  for (uint32_t i = 0; i < p->num_bank_rows; i++) bank_json(&json, p, &p->bank_rows[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "buffers", '[');
  for (uint32_t i = 0; i < p->num_buffers; i++) buffer_json(&json, p, &p->buffers[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "regions", '[');
  for (uint32_t i = 0; i < p->num_regions; i++) region_json(&json, p, &p->regions[i]);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "messages", '[');
  messages_json(&json, p);
  tta_json_close(&json, ']');
  tta_json_key_open(&json, "assumptions", '[');
  for (uint32_t i = 0; i < p->num_assumptions; i++) tta_json_string(&json, p->assumptions[i]);
  tta_json_close(&json, ']');
  tta_json_key(&json, "fits");
  if (tta_memory_plan_is_empty(p)) tta_json_null(&json);
  else tta_json_bool(&json, p->fits);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
