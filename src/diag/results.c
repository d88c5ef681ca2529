/* Results: a list of diagnostics and the memory they are in, and how programs read them. */
#include "diag/results.h"

#include "base/format.h"

void tta_edits_apply(tta_buf *out, tta_str text, const tta_edit *edits, size_t count) {
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    const tta_edit *e = &edits[i];
    if (e->span.begin < at) {
      if (!e->text.size && e->span.end > at) at = e->span.end;
      continue;
    }
    tta_buf_bytes(out, text.data + at, e->span.begin - at);
    tta_buf_append(out, e->text);
    at = e->span.end;
  }
  tta_buf_bytes(out, text.data + at, text.size - at);
}

void tta_results_init(tta_results *r, const tta_allocator *allocator, const tta_check_options *options) {
  *r = (tta_results){.num_sections = 0};
  tta_arena_init(&r->arena, allocator);
  tta_report_init(&r->report, &r->arena);
  if (options) tta_report_configure(&r->report, options);
}

tta_results *tta_results_new(const tta_allocator *allocator, const tta_check_options *options) {
  tta_results *r = allocator->allocate(allocator->user, sizeof *r);
  if (r) tta_results_init(r, allocator, options);
  return r;
}

void tta_results_delete(tta_results *r) {
  if (!r) return;
  const tta_allocator *allocator = r->arena.allocator;
  tta_results_free(r);
  allocator->release(allocator->user, r, sizeof *r);
}

tta_status tta_results_finish(tta_results *r) {
  tta_report_sort(&r->report);
  tta_report_group_equal(&r->report);
  return r->report.status;
}

tta_status tta_results_append(tta_results *r, const tta_results *others) {
  for (size_t i = 0; i < tta_results_num_diagnostics(others); i++)
    tta_report_refer(&r->report, others->report.items[i]);
  return r->report.status;
}

tta_status tta_results_refer(tta_results *r, const tta_results *others) {
  tta_results_append(r, others);
  tta_report_sort(&r->report);
  return r->report.status;
}

void tta_results_clear(tta_results *r) {
  tta_report_keep(&r->report, 0);
  tta_arena_rewind(&r->arena, (tta_arena_mark){NULL, NULL});
  r->report.status = TTA_OK;
  r->num_sections = r->num_replacements = 0;
}

void tta_results_free(tta_results *r) {
  if (r->report.arena) tta_report_free(&r->report);
  tta_arena_free(&r->arena);
}

size_t tta_results_num_diagnostics(const tta_results *r) { return r ? r->report.size : 0; }
size_t tta_results_num_errors(const tta_results *r) { return r ? r->report.num_errors : 0; }
size_t tta_results_num_warnings(const tta_results *r) { return r ? r->report.num_warnings : 0; }
size_t tta_results_num_sections(const tta_results *r) { return r ? r->num_sections : 0; }
size_t tta_results_num_edits(const tta_results *r) { return r ? r->num_replacements : 0; }

const tta_diagnostic *tta_results_diagnostic(const tta_results *r, size_t index) {
  return index < tta_results_num_diagnostics(r) ? r->report.items[index] : NULL;
}

tta_text_section tta_results_section(const tta_results *r, size_t index) {
  return index < tta_results_num_sections(r) ? r->sections[index] : (tta_text_section){{0, 0}, false};
}

tta_edit tta_results_edit(const tta_results *r, size_t index) {
  if (index >= tta_results_num_edits(r)) return (tta_edit){{0, 0}, {"", 0}};
  const tta_replacement *at = &r->replacements[index];
  return (tta_edit){at->span, {at->size ? r->printed + at->offset : "", (size_t)at->size}};
}
