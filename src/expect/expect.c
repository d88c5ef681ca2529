/* MLIR's matcher of expected diagnostics: which line each expectation is about, and which diagnostics meet it.
 * Source: mlir/lib/IR/Diagnostics.cpp of LLVM 19 (computeExpectedDiags, process, verify), and what mlir-opt 19 does. */
#define _GNU_SOURCE /* memmem */
#include "ttattr/expect.h"

#include <string.h>

#include "base/array.h"
#include "base/sort.h"
#include "diag/results.h"
#include "expect/designator.h"
#include "expect/ere.h"
#include "expect/expect.h"
#include "expect/known.h"
#include "ir/periods.h"

enum { NO_LINE = 0 };

typedef struct expectation {
  tta_designator designator;
  uint32_t line;         /* of the file; NO_LINE matches no diagnostic */
  bool below;            /* and still waits for a line that is not a designator */
  bool matched;
  const tta_ere *ere;    /* with -re */
  const tta_diagnostic *near_miss; /* of another kind, which would have been excused */
} expectation;

struct tta_expect {
  tta_expect_options options;
  tta_source *source;
  tta_results results;
  tta_arena scratch; /* of one section */
  expectation *items;
  uint32_t num_items, cap_items;
  bool implied;      /* see tta_expect_check_implied */
  bool parse_only;   /* no rule applies */
  size_t num_foreign;
  tta_status status;
};

/* ---- life -------------------------------------------------------------------------------------------------------- */

static const tta_allocator *allocator_of(const tta_expect_options *options) {
  return tta_allocator_or_default(options->allocator);
}

tta_status tta_expect_new(tta_source *source, const tta_expect_options *options, tta_expect **out) {
  const tta_allocator *allocator = allocator_of(options);
  tta_expect *e = *out = allocator->allocate(allocator->user, sizeof *e);
  if (!e) return TTA_NO_MEMORY;
  *e = (tta_expect){.options = *options, .source = source};
  tta_arena_init(&e->scratch, allocator);
  tta_results_init(&e->results, allocator, options->rules);
  e->options.rules = NULL;
  return TTA_OK;
}

void tta_expect_free(tta_expect *e) {
  if (!e) return;
  const tta_allocator *allocator = allocator_of(&e->options);
  tta_results_free(&e->results);
  tta_arena_free(&e->scratch);
  allocator->release(allocator->user, e, sizeof *e);
}

const tta_results *tta_expect_results(const tta_expect *e) { return &e->results; }
size_t tta_expect_num_foreign(const tta_expect *e) { return e->num_foreign; }

static tta_span span_in(const tta_expect *e, tta_str part) {
  size_t begin = (size_t)(part.data - e->source->text.data);
  return (tta_span){(uint32_t)begin, (uint32_t)(begin + part.size)};
}

/* ---- what a section expects -------------------------------------------------------------------------------------- */

static void append(tta_expect *e, expectation item) {
  if (!TTA_PUSH_IN(&e->scratch, e, items, item)) e->status = TTA_NO_MEMORY;
}

static const char *find(tta_str text, const char *word) {
  return text.size ? memmem(text.data, text.size, word, strlen(word)) : NULL;
}

/* The program of a text with {{..}} blocks. @return false after a fault, which was reported. */
static bool read_blocks(tta_expect *e, const tta_designator *d, tta_ere *ere) {
  tta_str rest = d->text;
  for (const char *open; (open = find(rest, "{{")) != NULL;) {
    tta_ere_add_literal(ere, (tta_str){rest.data, (size_t)(open - rest.data)});
    tta_str behind = {open + 2, rest.size - (size_t)(open + 2 - rest.data)};
    const char *close = find(behind, "}}");
    if (!close) {
      tta_report_add(&e->results.report, TTA_RULE_expectation_unmet, span_in(e, d->all),
                     "found start of regex with no end '}}'");
      return false;
    }
    tta_str block = {behind.data, (size_t)(close - behind.data)};
    tta_ere_add_expression(ere, block);
    if (ere->status == TTA_INVALID) {
      tta_report_add(&e->results.report, TTA_RULE_expectation_unmet, span_in(e, block), "invalid regex: %s",
                     ere->fault);
      return false;
    }
    rest = (tta_str){close + 2, behind.size - (size_t)(close + 2 - behind.data)};
  }
  tta_ere_add_literal(ere, rest);
  if (ere->status == TTA_INVALID)
    tta_report_add(&e->results.report, TTA_RULE_expectation_unmet, span_in(e, d->all), "invalid regex: %s", ere->fault);
  return !ere->status;
}

static const tta_ere *read_regex(tta_expect *e, const tta_designator *d) {
  tta_ere *ere = tta_arena_alloc(&e->scratch, sizeof *ere);
  if (!ere) {
    e->status = TTA_NO_MEMORY;
    return NULL;
  }
  *ere = tta_ere_start(&e->scratch);
  if (read_blocks(e, d, ere)) return ere;
  if (ere->status == TTA_NO_MEMORY) e->status = TTA_NO_MEMORY;
  return NULL;
}

/* `+N` or `-N` from `line`; a leading 0 makes N octal, as for MLIR, where all its digits are. */
static uint32_t offset_line(uint32_t line, tta_str offset) {
  int64_t base = offset.size > 2 && offset.data[1] == '0' && !memchr(offset.data, '8', offset.size) &&
                         !memchr(offset.data, '9', offset.size)
                     ? 8
                     : 10;
  int64_t number = 0;
  for (size_t i = 1; i < offset.size && number <= UINT32_MAX; i++) number = number * base + (offset.data[i] - '0');
  int64_t there = offset.data[0] == '+' ? line + number : line - number;
  return there < 1 || there > UINT32_MAX ? NO_LINE : (uint32_t)there;
}

static void add_designator(tta_expect *e, const tta_designator *d, uint32_t line, uint32_t line_above) {
  expectation item = {.designator = *d, .line = line};
  if (d->regex && !(item.ere = read_regex(e, d))) return;
  if (d->place.size) {
    char c = d->place.data[1];
    if (c == '+' || c == '-') item.line = offset_line(line, (tta_str){d->place.data + 1, d->place.size - 1});
    else if (c == 'a') item.line = line_above;
    else if (c == 'u') item.line = NO_LINE;
    else item.below = true;
  }
  append(e, item);
}

/* The expectations that wait for the next line stand at the end of the list or before others that do not wait. */
static void settle_below(tta_expect *e, uint32_t *first_waiting, uint32_t line) {
  for (; *first_waiting < e->num_items; ++*first_waiting) {
    expectation *x = &e->items[*first_waiting];
    if (x->below) x->line = line;
    x->below = false;
  }
}

/* Fills the list of expectations of a section. */
static void read_section(tta_expect *e, tta_span section) {
  const char *at = e->source->text.data + section.begin, *end = e->source->text.data + section.end;
  uint32_t line = tta_source_position(e->source, section.begin).line, above = line, first_waiting = 0;
  for (bool last = false; !last && !e->status; line++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    last = !newline;
    tta_str text = tta_designator_trim((tta_str){at, (size_t)((newline ? newline : end) - at)});
    tta_designator designator;
    bool looks_so = find(text, "expected-") != NULL, is = looks_so && tta_designator_read(text, &designator);
    if (looks_so) tta_designator_verify(&e->results.report, e->source->text, text, is ? &designator : NULL);
    if (is) {
      add_designator(e, &designator, line, above);
    } else {
      settle_below(e, &first_waiting, line);
      above = line;
    }
    at = newline ? newline + 1 : end;
  }
  settle_below(e, &first_waiting, line - 1); /* nothing but designators follows: the last line of the section */
}

static int by_line(const void *a, const void *b) {
  return tta_order(((const expectation *)a)->line, ((const expectation *)b)->line);
}

/* By line, those of one line in order of the text: designators may point anywhere. */
static void sort_by_line(tta_expect *e) {
  expectation *scratch = tta_arena_array(&e->scratch, e->num_items, sizeof *scratch);
  if (scratch) tta_sort(e->items, scratch, e->num_items, sizeof *scratch, by_line);
  else e->status = TTA_NO_MEMORY;
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static bool meets(tta_expect *e, const expectation *x, tta_str message) {
  bool found;
  if (!x->ere)
    return !x->designator.text.size ||
           memmem(message.data, message.size, x->designator.text.data, x->designator.text.size) != NULL;
  if (tta_ere_search(x->ere, message, &found)) e->status = TTA_NO_MEMORY;
  return found;
}

/* Marks the expectation that a message meets; *near_miss is one of another kind that it would meet. */
static bool match(tta_expect *e, uint32_t line, tta_severity severity, tta_str message, expectation **near_miss) {
  *near_miss = NULL;
  uint32_t i = TTA_COUNT_BELOW(expectation, e->items, e->num_items, line, line);
  for (; i < e->num_items && e->items[i].line == line; i++) {
    expectation *x = &e->items[i];
    if (!meets(e, x, message)) continue;
    if (x->designator.kind == severity) {
      x->matched = true;
      return true;
    }
    *near_miss = x;
  }
  return false;
}

static void report_near_miss(tta_expect *e, const expectation *x, const char *came) {
  tta_report_add(&e->results.report, TTA_RULE_expectation_unmet, span_in(e, x->designator.all),
                 "'%s' diagnostic emitted when expecting a '%s'", came, tta_severity_name(x->designator.kind));
}

static void match_error(tta_expect *e, const tta_diagnostic *d) {
  expectation *near_miss;
  uint32_t line = tta_source_position(e->source, d->span.begin).line;
  if (match(e, line, d->severity, d->message, &near_miss)) return;
  if (near_miss) report_near_miss(e, near_miss, tta_severity_name(d->severity));
  else if (!e->options.only_expected)
    tta_report_add(&e->results.report, TTA_RULE_expectation_unexpected, d->span, "unexpected %s: %.*s [%s]",
                   tta_severity_name(d->severity), (int)d->message.size, d->message.data, tta_rule_get(d->rule)->name);
}

/* A warning, remark or note: a near miss counts only when nothing else meets the expectation. */
static void match_excused(tta_expect *e, const tta_diagnostic *d, tta_span span, tta_severity severity,
                          tta_str message) {
  expectation *near_miss;
  if (!match(e, tta_source_position(e->source, span.begin).line, severity, message, &near_miss) && near_miss)
    near_miss->near_miss = d;
}

static void match_diagnostic(tta_expect *e, const tta_diagnostic *d) {
  if (d->severity == TTA_SEVERITY_ERROR) match_error(e, d);
  else match_excused(e, d, d->span, d->severity, d->message);
  for (uint32_t i = 0; i < d->num_notes; i++)
    match_excused(e, d, d->notes[i].span, TTA_SEVERITY_NOTE, d->notes[i].message);
}

/* Was it the end of the section that kept an expectation from being met? */
static const tta_diagnostic *find_later(tta_expect *e, const expectation *x, const tta_diagnostic *const *later,
                                        size_t count) {
  enum { MAX_LOOKED_AT = 1000 };
  for (size_t i = 0; i < count && i < MAX_LOOKED_AT; i++) {
    const tta_diagnostic *d = later[i];
    if (d->severity != x->designator.kind || tta_source_position(e->source, d->span.begin).line != x->line) continue;
    if (meets(e, x, d->message)) return d;
  }
  return NULL;
}

static void report_unmet(tta_expect *e, const expectation *x, const tta_diagnostic *const *later, size_t count) {
  if (e->implied && (e->parse_only || !tta_is_known_message(&x->designator))) {
    e->num_foreign++;
    return;
  }
  if (x->near_miss)
    report_near_miss(e, x,
                     x->near_miss->severity == TTA_SEVERITY_ERROR ? "note" : tta_severity_name(x->near_miss->severity));
  tta_diagnostic *unmet = tta_report_add(&e->results.report, TTA_RULE_expectation_unmet, span_in(e, x->designator.all),
                                         "expected %s \"%.*s\" was not produced", tta_severity_name(x->designator.kind),
                                         (int)x->designator.text.size, x->designator.text.data);
  const tta_diagnostic *hidden = unmet ? find_later(e, x, later, count) : NULL;
  if (hidden)
    tta_report_note(&e->results.report, unmet, hidden->span,
                    "present, but after the first error of its section, where MLIR stops");
}

static size_t up_to_first_error(const tta_diagnostic *const *diagnostics, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (diagnostics[i]->severity == TTA_SEVERITY_ERROR) return i + 1;
  return count;
}

/* Sorts the diagnostics of a section. Scratch memory: `capacity` items after the first one, also for a tail. */
static void sort_from(const tta_expect *e, size_t first) {
  tta_report tail = e->results.report;
  if (tail.size == first) return;
  tail.items += first;
  tail.size -= first;
  tta_report_sort(&tail);
}

tta_status tta_expect_section(tta_expect *e, tta_span section, const tta_diagnostic *const *diagnostics, size_t count) {
  tta_arena_mark mark = tta_arena_position(&e->scratch);
  size_t first = e->results.report.size, heard = e->options.all_errors ? count : up_to_first_error(diagnostics, count);
  e->items = NULL;
  e->num_items = e->cap_items = 0;
  read_section(e, section);
  if (!e->status && e->num_items > 1) sort_by_line(e);
  for (size_t i = 0; i < heard && !e->status; i++) match_diagnostic(e, diagnostics[i]);
  for (uint32_t i = 0; i < e->num_items && !e->status; i++)
    if (!e->items[i].matched) report_unmet(e, &e->items[i], diagnostics + heard, count - heard);
  tta_arena_rewind(&e->scratch, mark);
  if (!e->status) e->status = e->results.report.status;
  sort_from(e, first);
  return e->status;
}

/* ---- a whole check ----------------------------------------------------------------------------------------------- */

static tta_status add_sections(tta_expect *e, const tta_check *check, const tta_diagnostic **all) {
  const tta_results *results = tta_check_results(check);
  size_t count = tta_results_num_diagnostics(results), at = 0;
  for (size_t i = 0; i < count; i++) all[i] = tta_results_diagnostic(results, i);
  for (size_t p = 0; p < tta_results_num_sections(results); p++) {
    tta_span section = tta_results_section(results, p).span;
    size_t first = at;
    while (at < count && all[at]->span.begin <= section.end) at++;
    tta_status status = tta_expect_section(e, section, all + first, at - first);
    if (status) return status;
  }
  return TTA_OK;
}

static tta_status expect_check(tta_source *source, const tta_check *check, const tta_expect_options *options,
                               bool implied, tta_expect **out) {
  const tta_allocator *allocator = allocator_of(options);
  size_t bytes = (tta_results_num_diagnostics(tta_check_results(check)) + 1) * sizeof(const tta_diagnostic *);
  tta_status status = tta_expect_new(source, options, out);
  if (status) return status;
  (*out)->implied = implied;
  (*out)->parse_only = options->rules && options->rules->parse_only;
  const tta_diagnostic **all = allocator->allocate(allocator->user, bytes);
  status = all ? add_sections(*out, check, all) : TTA_NO_MEMORY;
  if (all) allocator->release(allocator->user, all, bytes);
  if (!status) return TTA_OK;
  tta_expect_free(*out);
  *out = NULL;
  return status;
}

tta_status tta_expect_check(tta_source *source, const tta_check *check, const tta_expect_options *options,
                            tta_expect **out) {
  return expect_check(source, check, options, false, out);
}

/* Matches the text as verified on one day. *out is replaced if all expectations of rules are met. */
static tta_status try_day(tta_source *source, const tta_expect_options *options, int32_t day, tta_expect **out) {
  tta_check_options how = tta_check_options_or_default(options->rules);
  tta_check *check;
  tta_expect *expect;
  how.era = day;
  how.canonicalize = false;
  how.json = NULL;
  tta_status status = tta_check_text(source, &how, &check);
  if (status) return status;
  status = expect_check(source, check, options, true, &expect);
  tta_check_free(check);
  if (status) return status;
  tta_expect *worse = tta_results_num_errors(&expect->results) ? expect : *out;
  if (worse == *out) *out = expect;
  tta_expect_free(worse);
  return TTA_OK;
}

/* A rule that does not apply on all days is met on the days of the test, which its text does not show. */
static tta_status try_all_days(tta_source *source, const tta_expect_options *options, tta_expect **out) {
  for (uint32_t date = TTA_NUM_DATES; date-- > 1 && tta_results_num_errors(&(*out)->results);) {
    tta_status status = try_day(source, options, tta_date_day((tta_date)date) + 1, out);
    if (status) return status;
  }
  return TTA_OK;
}

tta_status tta_expect_check_implied(tta_source *source, const tta_check *check, const tta_expect_options *options,
                                    tta_expect **out) {
  tta_expect_options how = *options;
  how.only_expected = how.all_errors = true;
  tta_status status = expect_check(source, check, &how, true, out);
  if (status || (how.rules && how.rules->era)) return status;
  status = try_all_days(source, &how, out);
  if (!status) return TTA_OK;
  tta_expect_free(*out);
  *out = NULL;
  return status;
}
