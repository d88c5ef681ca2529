/* The list of diagnostics: which are kept, their memory, their order. */
#include "diag/report.h"

#include <stdarg.h>
#include <string.h>

#include "base/checked.h"
#include "base/sort.h"

enum { FIRST_CAPACITY = 32 };

void tta_report_init(tta_report *report, tta_arena *arena) {
  *report = (tta_report){.arena = arena};
  for (unsigned rule = 1; rule < TTA_RULE_ARRAY_SIZE; rule++) {
    report->severity[rule] = tta_rule_get((tta_rule)rule)->severity;
    report->enabled[rule] = report->severity[rule] != TTA_SEVERITY_REMARK;
  }
}

void tta_report_configure(tta_report *report, const tta_check_options *options) {
  for (unsigned rule = 1; rule < TTA_RULE_ARRAY_SIZE; rule++) {
    if (!options->rule_set[rule]) continue;
    report->enabled[rule] = options->rule_enabled[rule];
    report->severity[rule] = options->rule_severity[rule];
  }
}

/* The block of `items` holds 2 * capacity pointers: the upper half is the scratch of the sort, which therefore
 * needs no memory and cannot fail. */
static size_t block_bytes(size_t capacity) { return 2 * capacity * sizeof(tta_diagnostic *); }

void tta_report_free(tta_report *report) {
  const tta_allocator *allocator = report->arena->allocator;
  if (report->items) allocator->release(allocator->user, report->items, block_bytes(report->capacity));
  report->items = NULL;
  report->size = report->capacity = 0;
}

static bool reserve_item(tta_report *report) {
  if (report->size < report->capacity) return true;
  const tta_allocator *allocator = report->arena->allocator;
  size_t capacity = report->capacity ? report->capacity * 2 : FIRST_CAPACITY;
  if (capacity > SIZE_MAX / (2 * sizeof *report->items)) return false;
  void *block = report->items ? allocator->resize(allocator->user, report->items, block_bytes(report->capacity),
                                                  block_bytes(capacity))
                              : allocator->allocate(allocator->user, block_bytes(capacity));
  if (!block) return false;
  report->items = block;
  report->capacity = capacity;
  return true;
}

static tta_str format_text(tta_report *report, const char *format, va_list args) {
  tta_str text = tta_arena_format(report->arena, format, args);
  if (!text.data) report->status = TTA_NO_MEMORY;
  return text;
}

static tta_diagnostic *append(tta_report *report, tta_diagnostic value) {
  tta_diagnostic *diagnostic = value.message.data ? tta_arena_alloc(report->arena, sizeof *diagnostic) : NULL;
  if (!diagnostic || !reserve_item(report)) {
    report->status = TTA_NO_MEMORY;
    return NULL;
  }
  *diagnostic = value;
  return report->items[report->size++] = diagnostic;
}

/* Counted before any memory is asked for: a text with a lost error must not look clean. */
static void count(tta_report *report, tta_severity severity) {
  report->num_errors += severity == TTA_SEVERITY_ERROR;
  report->num_warnings += severity == TTA_SEVERITY_WARNING;
}

tta_diagnostic *tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...) {
  if (!report->enabled[rule]) return NULL;
  tta_severity severity = report->severity[rule];
  count(report, severity);
  va_list args;
  va_start(args, format);
  tta_str message = format_text(report, format, args);
  va_end(args);
  return append(report, (tta_diagnostic){.severity = severity, .rule = rule, .span = span, .message = message});
}

void tta_report_refer(tta_report *report, tta_diagnostic *diagnostic) {
  count(report, diagnostic->severity);
  if (reserve_item(report)) report->items[report->size++] = diagnostic;
  else report->status = TTA_NO_MEMORY;
}

void tta_report_lower(tta_report *report, tta_diagnostic *diagnostic, tta_severity severity) {
  if (!diagnostic || diagnostic->severity >= severity) return;
  report->num_errors -= diagnostic->severity == TTA_SEVERITY_ERROR;
  report->num_warnings -= diagnostic->severity == TTA_SEVERITY_WARNING;
  diagnostic->severity = severity;
  count(report, severity);
}

tta_diagnostic *tta_report_repeat(tta_report *report, const tta_diagnostic *first, tta_span span) {
  if (!first) return NULL;
  count(report, first->severity);
  return append(report, (tta_diagnostic){.severity = first->severity,
                                         .rule = first->rule,
                                         .span = span,
                                         .message = first->message,
                                         .first = first});
}

/* Space for one item after `count` items. Arrays in the arena have a power of two as capacity, which the count
 * tells, so that a diagnostic carries no capacities. The items are ours although the public structs say const. */
static void *grow(tta_report *report, const void *items, uint32_t count, size_t item_size) {
  if (count & (count - 1)) return (void *)items;
  void *larger = tta_arena_array(report->arena, count ? (size_t)count * 2 : 1, item_size);
  if (larger && count) memcpy(larger, items, count * item_size);
  if (!larger) report->status = TTA_NO_MEMORY;
  return larger;
}

void tta_report_note(tta_report *report, tta_diagnostic *diagnostic, tta_span span, const char *format, ...) {
  if (!diagnostic) return;
  va_list args;
  va_start(args, format);
  tta_str message = format_text(report, format, args);
  va_end(args);
  tta_note *notes = message.data ? grow(report, diagnostic->notes, diagnostic->num_notes, sizeof *notes) : NULL;
  if (!notes) return;
  notes[diagnostic->num_notes++] = (tta_note){span, message, NULL};
  diagnostic->notes = notes;
}

void tta_report_note_in(tta_diagnostic *diagnostic, tta_source *source) {
  if (diagnostic && diagnostic->num_notes) ((tta_note *)diagnostic->notes)[diagnostic->num_notes - 1].source = source;
}

/* Keeps the edits in order of position, whatever order they come in. */
static bool add_edit(tta_report *report, tta_fix *fix, tta_span span, tta_str text) {
  tta_str copy = tta_arena_str(report->arena, text);
  if (!copy.data) report->status = TTA_NO_MEMORY;
  tta_edit *edits = copy.data ? grow(report, fix->edits, fix->num_edits, sizeof *edits) : NULL;
  if (!edits) return false;
  uint32_t at = fix->num_edits++;
  for (; at > 0 && edits[at - 1].span.begin > span.begin; at--) edits[at] = edits[at - 1];
  edits[at] = (tta_edit){span, copy};
  fix->edits = edits;
  return true;
}

/* Half a repair is worse than none: once something was lost no fix-it is begun or continued, so that a further edit
 * cannot be missing or end up in the fix-it before. */
void tta_report_fix(tta_report *report, tta_diagnostic *diagnostic, tta_span span, tta_str text, const char *format,
                    ...) {
  if (!diagnostic || report->status) return;
  if (diagnostic->first) {
    tta_report_edit(report, (tta_diagnostic *)diagnostic->first, span, text);
    return;
  }
  tta_fix fix = {.num_edits = 0};
  va_list args;
  va_start(args, format);
  fix.message = format_text(report, format, args);
  va_end(args);
  if (!fix.message.data || !add_edit(report, &fix, span, text)) return;
  tta_fix *fixes = grow(report, diagnostic->fixes, diagnostic->num_fixes, sizeof *fixes);
  if (!fixes) return;
  fixes[diagnostic->num_fixes++] = fix;
  diagnostic->fixes = fixes;
}

void tta_report_edit(tta_report *report, tta_diagnostic *diagnostic, tta_span span, tta_str text) {
  if (!diagnostic || !diagnostic->num_fixes || report->status) return;
  tta_fix *fix = (tta_fix *)&diagnostic->fixes[diagnostic->num_fixes - 1];
  if (!add_edit(report, fix, span, text)) diagnostic->num_fixes--;
}

void tta_report_rewind(tta_report *report, tta_report_mark mark) {
  report->size = mark.size;
  report->num_errors = mark.num_errors;
  report->num_warnings = mark.num_warnings;
  tta_arena_rewind(report->arena, mark.memory);
}

static int by_source(const tta_source *a, const tta_source *b) {
  if (!a || !b) return (a != NULL) - (b != NULL);
  size_t common = a->name.size < b->name.size ? a->name.size : b->name.size;
  int order = common ? memcmp(a->name.data, b->name.data, common) : 0;
  return order ? order : (a->name.size > b->name.size) - (a->name.size < b->name.size);
}

static int by_position(const void *x, const void *y) {
  const tta_diagnostic *a = *(tta_diagnostic *const *)x, *b = *(tta_diagnostic *const *)y;
  if (a->source != b->source) return by_source(a->source, b->source);
  return a->span.begin != b->span.begin ? tta_order(a->span.begin, b->span.begin)
                                        : tta_order(b->span.end, a->span.end);
}

void tta_report_truncate(tta_report *report, size_t size) {
  while (report->size > size) {
    const tta_diagnostic *last = report->items[--report->size];
    report->num_errors -= last->severity == TTA_SEVERITY_ERROR;
    report->num_warnings -= last->severity == TTA_SEVERITY_WARNING;
  }
}

void tta_report_keep(tta_report *report, size_t size) {
  report->size = size;
  report->num_errors = report->num_warnings = 0;
  for (size_t i = 0; i < size; i++) count(report, report->items[i]->severity);
}

/* Called for the last repeat first. */
static void link_repeat(tta_diagnostic *repeat) {
  tta_diagnostic *first = (tta_diagnostic *)repeat->first;
  if (!first) return;
  repeat->next = first->next;
  first->next = repeat;
}

void tta_report_sort(tta_report *report) {
  if (!report->size) return; /* no items, no block */
  tta_sort(report->items, report->items + report->capacity, report->size, sizeof *report->items, by_position);
  for (size_t i = report->size; i-- > 0;) report->items[i]->next = NULL;
  for (size_t i = report->size; i-- > 0;) link_repeat(report->items[i]);
}

bool tta_report_repeat_note(tta_buf *out, const tta_diagnostic *repeat, uint32_t index) {
  if (!repeat || index >= TTA_LISTED_REPEATS) return false;
  size_t more = 0;
  if (index + 1 == TTA_LISTED_REPEATS)
    for (const tta_diagnostic *r = repeat->next; r; r = r->next) more++;
  tta_buf_str(out, "also used here");
  if (more) tta_buf_printf(out, ", and %zu more time%s", more, more == 1 ? "" : "s");
  return true;
}

void tta_report_link(tta_diagnostic *items, size_t size) {
  for (size_t i = size; i-- > 0;) items[i].next = NULL;
  for (size_t i = size; i-- > 0;) link_repeat(&items[i]);
}
