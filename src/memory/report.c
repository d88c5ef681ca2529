/* A plan as JSON, and tt-metal's three CSV reports (memory_reporter.cpp@1353e377), with its headers word for word:
 * "(KB)" is above bytes. */

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

static void detailed(tta_memory_planner *r, tta_buf *out, tta_buffer_type type, const tta_freelist_stats *s, bool first,
                     uint32_t id) {
  struct tta_memory_plan *p = r->p;
  int64_t banks = p->banks.banks[type];
  size_t count;
  tta_arena_mark mark = tta_arena_position(&p->arena);
  const tta_memory_block *blocks = tta_memory_plan_blocks(r, type, &count);
  if (!blocks) return;
  if (first) program_id(p, out, id);
  tta_buf_printf(out, ",%s\n,Total allocatable (B):,%lld\n,Total allocated (B):,%lld\n,Total free (B):,%lld\n",
                 tta_buffer_type_name(type), (long long)(s->total_allocatable_bytes * banks),
                 (long long)(s->allocated_bytes * banks), (long long)(s->free_bytes * banks));
  tta_buf_str(out, ",,Blocks:,Address (B),Size (B),Allocated (Y/N)\n");
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

/* Only if there are several. */
static void system_json(tta_json *json, const struct tta_memory_plan *p, uint32_t system) {
  if (p->num_systems < 2) return;
  tta_json_key_count(json, "system", p->systems[system].line ? (int64_t)p->systems[system].line : -1);
}

static void bank_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_bank *b) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "type", tta_buffer_type_name(b->type));
  if (p->num_systems > 1)
    tta_json_key_text(json, "arch", tta_arch_get(b->arch)->name);
  system_json(json, p, b->system);
  tta_json_key_int(json, "banks", b->banks);
  tta_json_key_int(json, "base", b->base);
  tta_json_key_int(json, "size", b->size);
  tta_json_key_int(json, "allocated", b->allocated);
  tta_json_key_int(json, "peak", b->peak);
  tta_json_key_int(json, "free", b->free);
  tta_json_key_int(json, "largest_free", b->largest_free);
  tta_json_key_int(json, "peak_line", b->peak_line);
  tta_json_key_int(json, "idle_bytes", b->idle_bytes);
  tta_json_key_int(json, "chips", b->chips);
  if (b->num_placed) {
    tta_json_key_open(json, "placed", '{');
    tta_json_key_int(json, "buffers", (int64_t)b->num_placed);
    tta_json_key_int(json, "span", b->placed_span);
    tta_json_key_int(json, "first_fit_span", b->first_fit_span);
    tta_json_close(json, '}');
  }
  if (b->searches_compared) {
    tta_json_key_open(json, "searches", '[');
    for (int s = 0; s < TTA_NUM_FREELIST_SEARCHES; s++) {
      tta_json_open(json, '{');
      tta_json_key_text(json, "search", tta_freelist_search_name((tta_freelist_search)s));
      tta_json_key_int(json, "span", b->by_search[s].span);
      tta_json_key_int(json, "unfit", (int64_t)b->by_search[s].num_unfit);
      tta_json_close(json, '}');
    }
    tta_json_close(json, ']');
  }
  if (p->options.at_line) {
    tta_json_key_open(json, "blocks", '[');
    for (size_t i = 0; i < b->num_blocks; i++) {
      tta_json_open(json, '{');
      tta_json_key_int(json, "address", b->blocks[i].address_bytes + b->base);
      tta_json_key_int(json, "size", b->blocks[i].size_bytes);
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

const char *tta_memory_kind_name(tta_memory_kind kind) {
  static const char *const names[] = {"tensor", "circular_buffer", "stream_storage", "program",
                                      "global_semaphore", "buffer"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "?";
}

const char *tta_memory_kind_words(tta_memory_kind kind) {
  static const char *const words[] = {"", "circular buffer", "storage of a stream", "binaries of a program",
                                      "global semaphore", "buffer of another program"};
  return (unsigned)kind < sizeof words / sizeof *words ? words[kind] : "?";
}

static void buffer_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_buffer *b) {
  bool sized = b->footprint.banks > 0;
  tta_json_open(json, '{');
  tta_json_key_string(json, "name", b->name);
  tta_json_key_count(json, "line", b->line ? (int64_t)b->line : -1);
  tta_json_key_string(json, "type", b->type);
  tta_json_key_text(json, "memory_space", space_name(b->space));
  tta_json_key_count(json, "bytes_per_bank", sized ? b->footprint.bytes_per_bank : -1);
  tta_json_key_count(json, "bank_bytes", sized ? b->footprint.bank_bytes : -1);
  tta_json_key_count(json, "wasted_bytes", sized ? b->footprint.wasted_bytes : -1);
  tta_json_key_count(json, "address", b->address);
  tta_json_key_int(json, "first", b->first);
  tta_json_key_int(json, "last", b->last);
  tta_json_key_string(json, "shares", b->shares);
  tta_json_key_text(json, "kind", tta_memory_kind_name(b->kind));
  tta_json_key_bool(json, "placed", b->placed_address >= 0);
  tta_json_key_count(json, "alignment", b->alignment);
  tta_json_key_count(json, "first_fit_address", b->first_fit_address);
  tta_json_key_int(json, "idle_bytes", b->idle_bytes);
  tta_json_key_int(json, "chips", b->chips);
  tta_json_key_count(json, "resource", b->resource_line ? (int64_t)b->resource_line : -1);
  system_json(json, p, b->system);
  tta_json_close(json, '}');
}

static void region_json(tta_json *json, const struct tta_memory_plan *p, const tta_memory_region *r) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "memory_space", space_name(r->dram ? TTA_BUFFER_DRAM : TTA_BUFFER_L1));
  tta_json_key_text(json, "name", r->name);
  tta_json_key_int(json, "begin", r->begin);
  tta_json_key_int(json, "end", r->end);
  tta_json_key_text(json, "meaning", r->meaning);
  system_json(json, p, r->system);
  tta_json_close(json, '}');
}

static void message_json(tta_json *json, tta_source *source, const char *severity, tta_span span, tta_str message,
                         tta_rule rule) {
  tta_position at = tta_source_position(source, span.begin);
  tta_json_open(json, '{');
  tta_json_key_text(json, "severity", severity);
  tta_json_key_int(json, "line", at.line);
  tta_json_key_int(json, "column", at.column);
  tta_json_key_string(json, "text", message);
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

void tta_memory_plan_fits_json(tta_json *json, const tta_memory_plan *plan) {
  tta_memory_verdict verdict = tta_memory_plan_verdict(plan);
  tta_json_key(json, "fits");
  if (verdict == TTA_VERDICT_FITS || verdict == TTA_VERDICT_NO) tta_json_bool(json, verdict == TTA_VERDICT_FITS);
  else tta_json_null(json);
}

void tta_memory_plan_json(const tta_memory_plan *p, tta_buf *out) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_text(&json, "arch", tta_arch_get(p->banks.arch)->name);
  if (p->options.at_line) tta_json_key_int(&json, "at", p->options.at_line);
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
  tta_memory_plan_fits_json(&json, p);
  if (p->options.compare_searches) tta_json_key_text(&json, "search", tta_freelist_search_name(p->options.search));
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}
