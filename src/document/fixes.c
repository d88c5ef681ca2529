/* Which fix-its may be offered: a section is read again with all of them, and those of a value that has an error then
 * are dropped. */
#include "document/fixes.h"

#include <string.h>

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "diag/check_options.h"
#include "diag/results.h"

enum {
  SMALL_SECTION = 1 << 16, /* bytes; a larger one is read again only for fix-its of its spelling */
  MAX_ROUNDS = 4,          /* alternatives of one diagnostic */
};

typedef struct trial {
  tta_arena arena;
  tta_str text;                /* of the section */
  uint32_t begin;              /* where it is in the source */
  tta_diagnostic **list;       /* that have fix-its in this section */
  uint32_t num_list, cap_list;
  uint32_t round;              /* which of their fix-its are tried */
  tta_edit *edits;
  size_t num_edits;
  tta_span *changed;           /* by the edits, in the text with them */
  const char *fixed;           /* the text with the edits */
  tta_span *values;            /* in it, outermost; not uses of aliases */
  uint32_t num_values, cap_values;
  tta_span *faulty;            /* of the text without them */
  uint32_t num_faulty, cap_faulty;
  bool no_memory;
  bool known[TTA_RULE_ARRAY_SIZE]; /* rules that have diagnostics without the edits */
} trial;

/* Rules of how a text is written. What other rules replace follows from values that were read. */
static bool is_spelling(tta_rule rule) {
  switch (rule) {
  case TTA_RULE_syntax: case TTA_RULE_unknown_keyword: case TTA_RULE_unknown_attribute: case TTA_RULE_unknown_name:
  case TTA_RULE_unknown_key: case TTA_RULE_missing_key: case TTA_RULE_duplicate_key: case TTA_RULE_alias_undefined:
  case TTA_RULE_wrong_sigil: case TTA_RULE_affine_undeclared: case TTA_RULE_integer_range:
    return true;
  default: return false;
  }
}

static const tta_fix *fix_of(const trial *t, const tta_diagnostic *d) {
  return &d->fixes[t->round < d->num_fixes ? t->round : 0];
}

/* The last of `count` items, which are in order, that begins at most at `at`, + 1. */
static uint32_t last_at_most(const tta_span *items, uint32_t count, uint32_t at) {
  return TTA_COUNT_BELOW(tta_span, items, count, begin, at + 1);
}

/* An offset of the text with the edits in the text without them. */
static uint32_t original(const trial *t, uint32_t at) {
  uint32_t i = last_at_most(t->changed, (uint32_t)t->num_edits, at);
  if (!i) return t->begin + at;
  tta_span changed = t->changed[i - 1];
  return at <= changed.end ? t->edits[i - 1].span.begin : t->edits[i - 1].span.end + (at - changed.end);
}

static void record_value(void *user, const tta_island *island) {
  trial *t = user;
  tta_span span = island->span;
  bool use = !memchr(t->fixed + span.begin, '<', span.end - span.begin);
  bool inner = t->num_values && span.begin < t->values[t->num_values - 1].end;
  if (use || inner || island->context == TTA_CONTEXT_USE) return;
  if (!TTA_PUSH_IN(&t->arena, t, values, span)) t->no_memory = true;
}

/* The value around an error, or its line. */
static tta_span around(const trial *t, tta_str text, uint32_t at) {
  uint32_t low = last_at_most(t->values, t->num_values, at);
  if (low && at <= t->values[low - 1].end) return t->values[low - 1];
  tta_span line = {at, at};
  while (line.begin && text.data[line.begin - 1] != '\n') line.begin--;
  while (line.end < text.size && text.data[line.end] != '\n') line.end++;
  return line;
}

static void record_faulty(trial *t, tta_str text, const tta_results *results) {
  for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(results, i);
    bool worse = d->severity == TTA_SEVERITY_ERROR || (d->severity == TTA_SEVERITY_WARNING && !t->known[d->rule]);
    if (!worse || d->source) continue;
    tta_span span = around(t, text, d->span.begin);
    span = (tta_span){original(t, span.begin), original(t, span.end)};
    if (t->num_faulty && span.begin < t->faulty[t->num_faulty - 1].end) continue;
    if (!TTA_PUSH_IN(&t->arena, t, faulty, span)) t->no_memory = true;
  }
}

static bool is_faulty(const trial *t, const tta_fix *fix) {
  for (uint32_t e = 0; e < fix->num_edits; e++) {
    uint32_t i = last_at_most(t->faulty, t->num_faulty, fix->edits[e].span.end);
    if (i && fix->edits[e].span.begin <= t->faulty[i - 1].end) return true;
  }
  return false;
}

static void drop_fix(tta_diagnostic *d, uint32_t index) {
  tta_fix *fixes = (tta_fix *)d->fixes; /* they live in the arena of the report */
  for (uint32_t i = index + 1; i < d->num_fixes; i++) fixes[i - 1] = fixes[i];
  d->num_fixes--;
}

static bool choose(trial *t) {
  size_t num_edits = 0;
  for (uint32_t i = 0; i < t->num_list; i++) num_edits += fix_of(t, t->list[i])->num_edits;
  const tta_fix **fixes = tta_arena_array(&t->arena, t->num_list, sizeof *fixes);
  bool *left_out = tta_arena_array(&t->arena, t->num_list, sizeof *left_out);
  t->edits = tta_arena_array(&t->arena, num_edits, sizeof *t->edits);
  t->changed = tta_arena_array(&t->arena, num_edits, sizeof *t->changed);
  if (!fixes || !left_out || !t->edits || !t->changed) return false;
  for (uint32_t i = 0; i < t->num_list; i++) fixes[i] = fix_of(t, t->list[i]);
  return !tta_fixes_choose(fixes, t->num_list, t->arena.allocator, left_out, t->edits, &t->num_edits);
}

static void apply(trial *t, tta_buf *out) {
  size_t at = 0;
  for (size_t i = 0; i < t->num_edits; i++) {
    const tta_edit *e = &t->edits[i];
    tta_buf_bytes(out, t->text.data + at, e->span.begin - t->begin - at);
    t->changed[i] = (tta_span){(uint32_t)out->size, (uint32_t)(out->size + e->text.size)};
    tta_buf_bytes(out, e->text.data, e->text.size);
    at = e->span.end - t->begin;
  }
  tta_buf_bytes(out, t->text.data + at, t->text.size - at);
  tta_buf_char(out, 0);
  if (!out->failed) out->size--;
}

static tta_status read_again(trial *t, const tta_check_options *options) {
  tta_buf text;
  tta_source source;
  tta_check *check = NULL;
  tta_check_options how = *options;
  how.trial = &(tta_trial){t->changed, (uint32_t)t->num_edits};
  how.fence = options->fence || options->markdown;
  how.split = how.markdown = how.canonicalize = false;
  how.json = NULL;
  tta_buf_init(&text, t->arena.allocator);
  apply(t, &text);
  tta_str fixed = {text.data, text.size};
  t->fixed = text.data;
  tta_source_init(&source, (tta_str){"", 0}, fixed, t->arena.allocator);
  tta_status status = text.failed ? TTA_NO_MEMORY : tta_check_visit(&source, &how, record_value, t, &check);
  if (!status) record_faulty(t, fixed, tta_check_results(check));
  tta_check_free(check);
  tta_source_free(&source);
  tta_buf_free(&text);
  return status || t->no_memory ? TTA_NO_MEMORY : TTA_OK;
}

/* Tries the fix-its of number `t->round`, counted from the last ones, since dropping moves those after it. */
static tta_status try_round(trial *t, const tta_check_options *options) {
  t->num_values = t->num_faulty = 0;
  if (!choose(t)) return TTA_NO_MEMORY;
  tta_status status = read_again(t, options);
  for (uint32_t i = 0; !status && i < t->num_list; i++) {
    tta_diagnostic *d = t->list[i];
    if (t->round < d->num_fixes && is_faulty(t, &d->fixes[t->round])) drop_fix(d, t->round);
  }
  return status;
}

/* Lists the diagnostics of a section, which begin at `*next` of the sorted list. @return whether it is read again */
static bool list(trial *t, tta_span section, const tta_report *report, size_t *next, uint32_t *rounds) {
  bool wanted = section.end - section.begin <= SMALL_SECTION;
  for (; *next < report->size; ++*next) {
    tta_diagnostic *d = report->items[*next];
    if (d->source || d->span.begin > section.end) break;
    t->known[d->rule] |= d->span.begin >= section.begin;
    bool error = d->severity == TTA_SEVERITY_ERROR; /* a warning does not keep a value from being verified */
    if (!d->num_fixes || (!error && !is_spelling(d->rule)) || d->span.begin < section.begin) continue;
    if (!TTA_PUSH_IN(&t->arena, t, list, d)) return t->no_memory = true;
    wanted |= is_spelling(d->rule);
    if (d->num_fixes > *rounds) *rounds = d->num_fixes < MAX_ROUNDS ? d->num_fixes : MAX_ROUNDS;
  }
  return wanted && t->num_list;
}

static tta_status try_section(trial *t, const tta_check_options *options, uint32_t rounds) {
  while (rounds-- > 0 && t->num_list) {
    t->round = rounds;
    tta_status status = try_round(t, options);
    if (status) return status;
    uint32_t left = 0;
    for (uint32_t i = 0; i < t->num_list; i++)
      if (t->list[i]->num_fixes) t->list[left++] = t->list[i];
    t->num_list = left;
  }
  return TTA_OK;
}

/* Sections that follow each other, and the first diagnostic that is in them or after them. */
typedef struct range {
  size_t first, end, next;
  tta_status status;
} range;

enum { MAX_RANGES = 64 };

typedef struct tries {
  tta_str text;
  const tta_text_section *sections;
  const tta_check_options *options;
  const tta_report *report;
  range ranges[MAX_RANGES];
} tries;

static void try_range(void *data, size_t index) {
  tries *all = data;
  range *r = &all->ranges[index];
  tta_arena arena;
  tta_arena_init(&arena, all->options->allocator);
  for (size_t i = r->first; i < r->end && !r->status; i++) {
    tta_span section = all->sections[i].span;
    trial t = {.arena = arena, .text = TTA_SPAN_TEXT(all->text.data, section), .begin = section.begin};
    uint32_t rounds = 0;
    bool wanted = list(&t, section, all->report, &r->next, &rounds);
    if (t.no_memory) r->status = TTA_NO_MEMORY;
    else if (wanted) r->status = try_section(&t, all->options, rounds);
    arena = t.arena;
    tta_arena_rewind(&arena, (tta_arena_mark){NULL, NULL});
  }
  tta_arena_free(&arena);
}

tta_status tta_fixes_try(tta_str text, const tta_text_section *sections, size_t num_sections,
                         const tta_check_options *options, tta_report *report, const tta_executor *executor) {
  tries all = {.text = text, .sections = sections, .options = options, .report = report};
  size_t num_ranges = !executor ? 1 : num_sections < MAX_RANGES ? num_sections : MAX_RANGES, next = 0;
  tta_status status = TTA_OK;
  bool any = false;
  for (size_t i = 0; i < report->size && !any; i++) any = report->items[i]->num_fixes > 0;
  if (!any || options->trial) return TTA_OK;
  tta_report_sort(report);
  for (size_t i = 0; i < num_ranges; i++) {
    range r = {.first = num_sections * i / num_ranges, .end = num_sections * (i + 1) / num_ranges};
    while (next < report->size && !report->items[next]->source &&
           report->items[next]->span.begin < sections[r.first].span.begin)
      next++;
    r.next = next;
    all.ranges[i] = r;
  }
  if (executor) executor->run(executor->user, try_range, &all, num_ranges);
  else try_range(&all, 0);
  for (size_t i = 0; i < num_ranges && !status; i++) status = all.ranges[i].status;
  return status;
}
