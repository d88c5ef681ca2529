/* The list of diagnostics: which are kept, their memory, their order. */
#include "diag/report.h"

#include <stdarg.h>
#include <string.h>

#include "base/format.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/strmap.h"

enum { FIRST_CAPACITY = 32 };

/* What tta_report_add adds. */
typedef struct entry {
  tta_diagnostic diagnostic;
  tta_report_group group;
  const tta_diagnostic *like; /* whose texts are likely the same; NULL */
} entry;

/* Tables of their own, to be copied: each text has a report, and most texts are small. */
static const tta_severity default_severity[TTA_RULE_ARRAY_SIZE] = {
#define RULE(number, id, name, severity, ...) [number] = TTA_SEVERITY_##severity,
#include "ttattr/rules.def"
#undef RULE
};
static const bool enabled_by_default[TTA_RULE_ARRAY_SIZE] = {
#define RULE(number, id, name, severity, ...) [number] = TTA_SEVERITY_##severity != TTA_SEVERITY_REMARK,
#include "ttattr/rules.def"
#undef RULE
};

void tta_report_init(tta_report *report, tta_arena *arena) {
  *report = (tta_report){.arena = arena};
  memcpy(report->severity, default_severity, sizeof report->severity);
  memcpy(report->enabled, enabled_by_default, sizeof report->enabled);
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

/* @param like is taken if the text is the same */
static tta_str format_text(tta_report *report, tta_str like, const char *format, va_list args) {
  tta_arena_mark mark = tta_arena_position(report->arena);
  tta_str text = tta_arena_format(report->arena, format, args);
  if (!text.data) report->status = TTA_NO_MEMORY;
  if (!text.data || !like.size || !tta_str_equal(text, like)) return text;
  tta_arena_rewind(report->arena, mark);
  return like;
}

static tta_diagnostic *append(tta_report *report, tta_diagnostic value) {
  entry *added = tta_arena_alloc(report->arena, sizeof *added);
  if (!added || !reserve_item(report)) {
    report->status = TTA_NO_MEMORY;
    return NULL;
  }
  *added = (entry){value, {0, value.rule}, NULL};
  return report->items[report->size++] = &added->diagnostic;
}

/* Counted before any memory is asked for: a text with a lost error must not look clean. */
static void count(tta_report *report, tta_severity severity) {
  report->num_errors += severity == TTA_SEVERITY_ERROR;
  report->num_warnings += severity == TTA_SEVERITY_WARNING;
}

tta_diagnostic *tta_report_add_list(tta_report *report, tta_rule rule, tta_span span, const char *format,
                                    va_list args) {
  if (!report->enabled[rule]) return NULL;
  tta_severity severity = report->severity[rule];
  count(report, severity);
  tta_diagnostic *added = append(report, (tta_diagnostic){.severity = severity, .rule = rule, .span = span});
  if (!added) return NULL;
  report->message = tta_arena_position(report->arena);
  added->message = format_text(report, (tta_str){NULL, 0}, format, args);
  if (added->message.data) return added;
  report->size--;
  return NULL;
}

tta_diagnostic *tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_diagnostic *added = tta_report_add_list(report, rule, span, format, args);
  va_end(args);
  return added;
}

void tta_report_refer(tta_report *report, tta_diagnostic *diagnostic) {
  count(report, diagnostic->severity);
  if (reserve_item(report)) report->items[report->size++] = diagnostic;
  else report->status = TTA_NO_MEMORY;
}

bool tta_report_has(const tta_report *report, tta_rule rule, const tta_source *source, uint32_t begin) {
  for (size_t i = 0; i < report->size; i++) {
    const tta_diagnostic *d = report->items[i];
    if (d->rule == rule && d->source == source && d->span.begin == begin) return true;
  }
  return false;
}

void tta_report_lower(tta_report *report, tta_diagnostic *diagnostic, tta_severity severity) {
  if (!diagnostic || diagnostic->severity >= severity) return;
  report->num_errors -= diagnostic->severity == TTA_SEVERITY_ERROR;
  report->num_warnings -= diagnostic->severity == TTA_SEVERITY_WARNING;
  diagnostic->severity = severity;
  count(report, severity);
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
  va_list args;
  va_start(args, format);
  tta_report_note_list(report, diagnostic, span, format, args);
  va_end(args);
}

void tta_report_note_list(tta_report *report, tta_diagnostic *diagnostic, tta_span span, const char *format,
                          va_list args) {
  if (!diagnostic) return;
  const tta_diagnostic *like = ((entry *)diagnostic)->like;
  tta_str same = like && diagnostic->num_notes < like->num_notes ? like->notes[diagnostic->num_notes].message
                                                                 : (tta_str){NULL, 0};
  tta_str message = format_text(report, same, format, args);
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
  tta_fix fix = {.num_edits = 0};
  const tta_diagnostic *like = ((entry *)diagnostic)->like;
  tta_str same = like && diagnostic->num_fixes < like->num_fixes ? like->fixes[diagnostic->num_fixes].message
                                                                 : (tta_str){NULL, 0};
  va_list args;
  va_start(args, format);
  fix.message = format_text(report, same, format, args);
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

static void set_message(tta_report *report, tta_diagnostic *diagnostic, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_str message = format_text(report, (tta_str){NULL, 0}, format, args);
  va_end(args);
  if (message.data) diagnostic->message = message;
}

void tta_report_suggest(tta_report *report, tta_diagnostic *diagnostic, tta_span at, const char *meant) {
  if (!diagnostic || !meant) return;
  set_message(report, diagnostic, "%.*s; did you mean '%s'?", TTA_STR_ARGS(diagnostic->message), meant);
  tta_report_fix(report, diagnostic, at, tta_str_from(meant), "replace with '%s'", meant);
}

void tta_report_rewind(tta_report *report, tta_report_mark mark) {
  report->size = mark.size;
  report->num_errors = mark.num_errors;
  report->num_warnings = mark.num_warnings;
  tta_arena_rewind(report->arena, mark.memory);
}

bool tta_report_add_once(tta_report *report, tta_report_mark mark, bool anywhere) {
  if (report->size == mark.size) return false;
  const tta_diagnostic *last = report->items[mark.size];
  for (size_t i = 0; i < mark.size; i++) {
    const tta_diagnostic *d = report->items[i];
    if (d->rule != last->rule || d->source != last->source || !tta_str_equal(d->message, last->message)) continue;
    if (!anywhere && d->span.begin != last->span.begin) continue;
    tta_report_rewind(report, mark);
    return false;
  }
  return true;
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

void tta_report_sort(tta_report *report) {
  if (!report->size) return; /* no items, no block */
  tta_sort(report->items, report->items + report->capacity, report->size, sizeof *report->items, by_position);
}

/* ---- equal values ------------------------------------------------------------------------------------------------ */

void tta_report_set_value(tta_diagnostic *diagnostic, uint32_t value) {
  if (diagnostic) ((entry *)diagnostic)->group.value = value;
}

void tta_report_share_texts(tta_report *report, tta_diagnostic *diagnostic, const tta_diagnostic *like) {
  ((entry *)diagnostic)->like = like;
  if (!tta_str_equal(diagnostic->message, like->message)) return;
  diagnostic->message = like->message;
  tta_arena_rewind(report->arena, report->message);
}

tta_report_group tta_report_group_of(const tta_diagnostic *diagnostic) { return ((const entry *)diagnostic)->group; }

static bool is_inside(tta_span span, tta_span value) { return value.begin <= span.begin && span.end <= value.end; }

static tta_span moved(tta_span span, tta_span value, uint32_t to) {
  return is_inside(span, value) ? (tta_span){span.begin - value.begin + to, span.end - value.begin + to} : span;
}

tta_diagnostic *tta_report_copy(tta_report *report, tta_diagnostic *diagnostic, tta_span value, uint32_t to) {
  tta_diagnostic copy = *diagnostic;
  if (!tta_report_group_of(diagnostic).value) tta_report_set_value(diagnostic, value.begin + 1);
  copy.span = moved(copy.span, value, to);
  copy.num_fixes = 0;
  copy.fixes = NULL;
  bool shared = true; /* notes in definitions are those of both */
  for (uint32_t i = 0; i < copy.num_notes; i++) shared &= !is_inside(copy.notes[i].span, value);
  if (!shared) copy.num_notes = 0;
  if (!shared) copy.notes = NULL;
  count(report, copy.severity);
  tta_diagnostic *d = append(report, copy);
  if (d) tta_report_set_value(d, tta_report_group_of(diagnostic).value);
  for (uint32_t i = 0; !shared && i < diagnostic->num_notes; i++)
    tta_report_note(report, d, moved(diagnostic->notes[i].span, value, to), "%.*s",
                    TTA_STR_ARGS(diagnostic->notes[i].message));
  return d;
}

/* Called for the last repeat first. */
static void link_repeat(tta_diagnostic *repeat) {
  tta_diagnostic *first = (tta_diagnostic *)repeat->first;
  if (!first) return;
  repeat->next = first->next;
  first->next = repeat;
}

static void make_repeat(tta_report *report, tta_diagnostic *d, tta_diagnostic *first) {
  for (uint32_t f = 0; f < d->num_fixes; f++)
    for (uint32_t e = 0; e < d->fixes[f].num_edits; e++)
      tta_report_edit(report, first, d->fixes[f].edits[e].span, d->fixes[f].edits[e].text);
  d->num_fixes = 0;
  d->fixes = NULL;
  d->message = first->message;
  d->first = first;
}

void tta_report_group_equal(tta_report *report) {
  tta_strmap firsts; /* of groups: the index of the first diagnostic */
  tta_strmap_init(&firsts, report->arena->allocator);
  for (uint32_t i = 0; i < report->size; i++) {
    const tta_report_group *group = &((entry *)report->items[i])->group;
    if (!group->value) continue;
    const uint32_t *first = tta_strmap_add(&firsts, (tta_str){(const char *)group, sizeof *group}, i);
    if (!first) report->status = TTA_NO_MEMORY;
    else if (*first != i) make_repeat(report, report->items[i], report->items[*first]);
  }
  tta_strmap_free(&firsts);
  for (size_t i = report->size; i-- > 0;) link_repeat(report->items[i]);
}

bool tta_report_repeat_note(tta_buf *out, const tta_diagnostic *repeat, uint32_t index) {
  if (!repeat || index >= TTA_LISTED_REPEATS) return false;
  size_t more = 0;
  if (index + 1 == TTA_LISTED_REPEATS)
    for (const tta_diagnostic *r = repeat->next; r; r = r->next) more++;
  tta_buf_str(out, "also used here");
  if (more) tta_buf_printf(out, ", and %zu more time%s", more, tta_plural((int64_t)more));
  return true;
}

void tta_report_link(tta_diagnostic *items, size_t size) {
  for (size_t i = size; i-- > 0;) items[i].next = NULL;
  for (size_t i = size; i-- > 0;) link_repeat(&items[i]);
}
