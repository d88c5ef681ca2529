/* Comments that suppress diagnostics: what they say, where they apply, and what they remove from a report. */
#include "text/suppress.h"

#include "base/array.h"
#include "base/sort.h"
#include "base/str.h"
#include "text/suppress_comment.h"

void tta_suppressions_init(tta_suppressions *s, tta_str text, const tta_allocator *allocator) {
  *s = (tta_suppressions){.allocator = allocator, .text = text};
}

void tta_suppressions_free(tta_suppressions *s) {
  if (!s->allocator) return;
  TTA_ARRAY_FREE(s->allocator, s, comments);
  TTA_ARRAY_FREE(s->allocator, s, values);
  TTA_ARRAY_FREE(s->allocator, s, items);
  TTA_ARRAY_FREE(s->allocator, s, errors);
}

#define APPEND(s, list, item) (TTA_PUSH((s)->allocator, s, list, item) || ((s)->status = TTA_NO_MEMORY, false))

/* ---- while the text is read -------------------------------------------------------------------------------------- */

void tta_suppressions_see_comment(tta_suppressions *s, uint32_t begin, uint32_t end, uint32_t section_end) {
  if (begin < s->seen) return;
  s->seen = end;
  tta_str comment = {s->text.data + begin, end - begin};
  for (size_t at = 2, marker; (marker = tta_suppression_find(comment, &at)) < comment.size;) {
    tta_suppression_comment found = {begin, end, begin + (uint32_t)marker, section_end, 0};
    APPEND(s, comments, found);
  }
}

void tta_suppressions_see_value(tta_suppressions *s, tta_span span) {
  if (!s->num_comments || !memchr(s->text.data + span.begin, '\n', span.end - span.begin)) return;
  if (!s->num_values || s->values[s->num_values - 1].begin < span.begin) APPEND(s, values, span);
}

tta_status tta_suppressions_join(tta_suppressions *s, const tta_suppressions *part) {
  for (uint32_t i = 0; i < part->num_comments; i++) APPEND(s, comments, part->comments[i]);
  for (uint32_t i = 0; i < part->num_values; i++) APPEND(s, values, part->values[i]);
  if (part->status) s->status = part->status;
  return s->status;
}

/* ---- where a comment applies ------------------------------------------------------------------------------------- */

static uint32_t line_begin(const tta_suppressions *s, uint32_t offset) {
  while (offset && s->text.data[offset - 1] != '\n') offset--;
  return offset;
}

static uint32_t next_line(const tta_suppressions *s, uint32_t offset, uint32_t end) {
  const char *newline = memchr(s->text.data + offset, '\n', end - offset);
  return newline ? (uint32_t)(newline - s->text.data) + 1 : end;
}

static uint32_t skip_blanks(const tta_suppressions *s, uint32_t offset, uint32_t end) {
  while (offset < end && s->text.data[offset] && strchr(" \t\r", s->text.data[offset])) offset++;
  return offset;
}

static bool is_comment_or_empty(const tta_suppressions *s, uint32_t line, uint32_t end) {
  uint32_t at = skip_blanks(s, line, end);
  return at >= end || s->text.data[at] == '\n' ||
         (end - at > 1 && s->text.data[at] == '/' && s->text.data[at + 1] == '/');
}

/* The lines of a comment. After text its own; else the lines up to the next one that is not empty and not a comment. A
 * diagnostic at the end of the text is in its last line.
 * @param following  the target of the next comment, which starts in a line after this comment; empty: unknown */
static tta_span target_of(const tta_suppressions *s, const tta_suppression_comment *comment, tta_span following) {
  uint32_t end = comment->section_end, begin = line_begin(s, comment->begin), at = next_line(s, comment->begin, end);
  if (skip_blanks(s, begin, comment->begin) < comment->begin) return (tta_span){begin, at < end ? at : end + 1};
  begin = at;
  while (at < end && is_comment_or_empty(s, at, end)) {
    uint32_t next = next_line(s, at, end);
    bool shared = following.begin < following.end && following.begin == next && next < end;
    if (shared) return (tta_span){begin, following.end};
    at = next;
  }
  at = at < end ? next_line(s, at, end) : end;
  return (tta_span){begin, at < end ? at : end + 1};
}

/* Values that start in the target belong to it as a whole. */
static tta_span with_values(const tta_suppressions *s, tta_span target) {
  uint32_t low = TTA_COUNT_BELOW(tta_span, s->values, s->num_values, begin, target.begin), end = target.end;
  for (; low < s->num_values && s->values[low].begin < end; low++)
    if (s->values[low].end > target.end) target.end = s->values[low].end;
  return target;
}

/* From the last comment to the first one: a comment above other comments has the target of the last of them. */
static void find_targets(tta_suppressions *s) {
  tta_span following = {0, 0};
  uint32_t item = s->num_items;
  for (uint32_t c = s->num_comments; c-- > 0;) {
    bool same = c + 1 < s->num_comments && s->comments[c + 1].begin == s->comments[c].begin;
    if (c + 1 < s->num_comments && s->comments[c + 1].section_end != s->comments[c].section_end)
      following = (tta_span){0, 0};
    if (!same) following = target_of(s, &s->comments[c], following);
    tta_span target = with_values(s, following);
    while (item && s->items[item - 1].comment == c) s->items[--item].target = target;
  }
}

/* ---- what is suppressed ------------------------------------------------------------------------------------------ */

/* A walk over the text. `open` has for each subject the last suppression that started, index + 1. */
typedef struct walk {
  tta_suppressions *s;
  const tta_file_suppressions *others;
  tta_file_suppressions *own; /* `allowed` is complete */
  uint32_t next;
  uint32_t open[TTA_NUM_SUBJECTS];
} walk;

static walk start_walk(tta_suppressions *s, const tta_file_suppressions *others, tta_file_suppressions *own) {
  return (walk){.s = s, .others = others, .own = own};
}

static void open_up_to(walk *w, uint32_t offset) {
  for (; w->next < w->s->num_items && (w->s->items[w->next].file || w->s->items[w->next].target.begin <= offset);
       w->next++) {
    tta_suppression *item = &w->s->items[w->next];
    if (item->file) continue;
    item->outer = w->open[item->subject];
    w->open[item->subject] = w->next + 1;
  }
}

/* The innermost suppression of a subject at `offset`; NULL if there is none. */
static tta_suppression *innermost(walk *w, uint32_t subject, uint32_t offset) {
  uint32_t *open = &w->open[subject];
  while (*open && w->s->items[*open - 1].target.end <= offset) *open = w->s->items[*open - 1].outer;
  return *open ? &w->s->items[*open - 1] : NULL;
}

/* Unused suppressions are suppressed by their rule and their group only, which are never unused themselves. If `all`
 * suppressed them, it would depend on the order of the comments whether it is unused. */
enum { SUBJECTS_OF_UNUSED = 2 };

static bool is_of_unused(uint32_t subject) {
  uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE];
  tta_rule_subjects_of(TTA_RULE_unused_suppression, subjects);
  return subject == subjects[0] || subject == subjects[1];
}

/* Whether `rule` is suppressed at `offset`, which does not decrease from call to call. The innermost suppression
 * counts, then the narrowest.
 * @param except  a suppression that does not count, or NULL */
static bool is_suppressed(walk *w, tta_rule rule, uint32_t offset, const tta_suppression *except) {
  uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE], count = tta_rule_subjects_of(rule, subjects);
  tta_suppression *best = NULL;
  if (rule == TTA_RULE_unused_suppression) count = SUBJECTS_OF_UNUSED;
  open_up_to(w, offset);
  for (uint32_t i = 0; i < count; i++) {
    tta_suppression *item = innermost(w, subjects[i], offset);
    if (item && item != except && (!best || item->target.begin > best->target.begin)) best = item;
  }
  if (best) {
    best->used = true;
    return true;
  }
  for (uint32_t i = 0; i < count; i++) {
    bool own = tta_subjects_has(&w->own->allowed, subjects[i]);
    if (!own && !tta_subjects_has(&w->others->allowed, subjects[i])) continue;
    if (except && except->file && except->subject == subjects[i]) continue;
    tta_subjects_add(&w->own->used, subjects[i]);
    return true;
  }
  return false;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

/* Drops the suppressed diagnostics of a sorted report. */
static bool filter(walk *w, tta_report *report, bool keep_errors) {
  tta_suppressions *s = w->s;
  size_t kept = 0, size = report->size;
  for (size_t i = 0; i < size; i++) {
    tta_diagnostic *d = report->items[i];
    bool error = d->severity == TTA_SEVERITY_ERROR;
    bool suppressed = d->source == s->source && is_suppressed(w, d->rule, d->span.begin, NULL);
    if (suppressed && error && !keep_errors) APPEND(s, errors, d->span.begin);
    if (!suppressed || (error && keep_errors)) report->items[kept++] = d;
  }
  tta_report_keep(report, kept);
  return !s->status;
}

static bool is_subject_of(uint32_t subject, tta_rule rule) {
  uint32_t subjects[TTA_MAX_SUBJECTS_OF_RULE], count = tta_rule_subjects_of(rule, subjects);
  for (uint32_t i = 0; i < count; i++)
    if (subjects[i] == subject) return true;
  return false;
}

/* Whether a rule of the subject was verified: a suppression of others may have an effect with other options.
 * @param options of a check; NULL: of a computation with the rules of `group` */
static bool was_verified(const tta_report *report, const tta_check_options *options, size_t group, uint32_t subject) {
  for (size_t i = 0; i < tta_num_rules(); i++) {
    tta_rule rule = tta_rule_at(i);
    bool of_target = rule == TTA_RULE_ttnn_collapse || rule == TTA_RULE_ttnn_grid_rank ||
                     rule == TTA_RULE_ttnn_worker_grid;
    bool verified = options ? (!of_target || options->target_ttnn) && !tta_rule_is_computed(rule)
                            : tta_rule_group_of(rule) == group && subject < TTA_SUBJECT_REMARKS;
    if (report->enabled[rule] && verified && is_subject_of(subject, rule)) return true;
  }
  return false;
}

/* A comment that also allows unused suppressions has an effect with some options only. */
static bool may_be_unused(const tta_suppressions *s, uint32_t first) {
  for (uint32_t i = first; i < s->num_items && s->items[i].comment == s->items[first].comment; i++)
    if (is_of_unused(s->items[i].subject)) return true;
  return false;
}

static void report_unused(tta_suppressions *s, tta_report *report, tta_suppression *item) {
  tta_str name = TTA_SPAN_TEXT(s->text.data, item->name);
  tta_diagnostic *d = tta_report_add(report, TTA_RULE_unused_suppression, item->name,
                                     "unused suppression: '%.*s' is not reported %s", TTA_STR_ARGS(name),
                                     item->file ? "in this file" : "here");
  const tta_suppression_comment *comment = &s->comments[item->comment];
  bool alone = comment->num_names == 1;
  tta_span removed = tta_suppression_removal(s->text, comment, alone ? (tta_span){0, 0} : item->name);
  tta_report_fix(report, d, removed, TTA_STR(""), alone ? "remove the comment" : "remove '%.*s'", TTA_STR_ARGS(name));
}

/* @param options, group as for was_verified */
static void report_all_unused(tta_suppressions *s, tta_report *report, const tta_check_options *options, size_t group,
                              tta_file_suppressions *own) {
  static const tta_file_suppressions none;
  const tta_file_suppressions *others = options ? &options->others : &none;
  walk w = start_walk(s, others, own);
  tta_rule_subjects verified = {{0}}, known = {{0}};
  bool excused = false;
  if (!report->enabled[TTA_RULE_unused_suppression] || (options && options->parse_only)) return;
  for (uint32_t i = 0; i < s->num_items; i++) {
    tta_suppression *item = &s->items[i];
    if (!i || item[-1].comment != item->comment) excused = may_be_unused(s, i);
    if (item->file)
      item->used = tta_subjects_has(&own->used, item->subject) || tta_subjects_has(&others->used, item->subject);
    if (item->used || excused) continue;
    if (!tta_subjects_has(&known, item->subject) && was_verified(report, options, group, item->subject))
      tta_subjects_add(&verified, item->subject);
    tta_subjects_add(&known, item->subject);
    if (!tta_subjects_has(&verified, item->subject)) continue;
    if (!is_suppressed(&w, TTA_RULE_unused_suppression, item->name.begin, item)) report_unused(s, report, item);
  }
}

static tta_status read_comments(tta_suppressions *s, tta_report *report, tta_file_suppressions *own) {
  for (uint32_t i = 0; i < s->num_comments && !s->status; i++) tta_suppression_parse(s, i, report);
  if (s->status || report->status) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < s->num_items; i++)
    if (s->items[i].file) tta_subjects_add(&own->allowed, s->items[i].subject);
  find_targets(s);
  tta_report_sort(report);
  return TTA_OK;
}

tta_status tta_suppressions_apply_computed(tta_suppressions *s, tta_report *report, const tta_source *source,
                                           tta_rule verified) {
  tta_file_suppressions own = {{{0}}, {{0}}}, none = own;
  bool *reported = &report->enabled[TTA_RULE_invalid_suppression], was_reported = *reported;
  s->source = source;
  if (s->status || !s->num_comments) return s->status;
  *reported = false;
  tta_status status = read_comments(s, report, &own);
  *reported = was_reported;
  walk w = start_walk(s, &none, &own);
  if (status || (report->size && !filter(&w, report, false))) return TTA_NO_MEMORY;
  report_all_unused(s, report, NULL, tta_rule_group_of(verified), &own);
  tta_report_sort(report);
  return report->status;
}

tta_status tta_suppressions_apply(tta_suppressions *s, tta_report *report, const tta_check_options *options,
                                  tta_file_suppressions *own) {
  static const tta_file_suppressions nothing;
  const tta_file_suppressions *others = &options->others;
  *own = nothing;
  if (s->status) return s->status;
  if (!s->num_comments && !memcmp(&others->allowed, &nothing.allowed, sizeof nothing.allowed)) return TTA_OK;
  if (read_comments(s, report, own)) return TTA_NO_MEMORY;
  walk w = start_walk(s, others, own);
  if (report->size && !filter(&w, report, options->keep_errors)) return TTA_NO_MEMORY;
  report_all_unused(s, report, options, 0, own);
  return report->status;
}
