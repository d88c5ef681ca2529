/* The form of `expected-error {{..}}` comments: what counts as one, and what only looks like one. */
#define _GNU_SOURCE /* memmem */
#include "expect/designator.h"

#include "base/chars.h"

#include <string.h>

static const char PREFIX[] = "expected-";
enum { PREFIX_BYTES = sizeof PREFIX - 1 };

/* in the order of MLIR's expression; no one begins another */
static const struct {
  const char *name;
  tta_severity kind;
} kinds[] = {{"error", TTA_SEVERITY_ERROR},
             {"note", TTA_SEVERITY_NOTE},
             {"remark", TTA_SEVERITY_REMARK},
             {"warning", TTA_SEVERITY_WARNING}};
enum { NUM_KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- a line as MLIR sees it -------------------------------------------------------------------------------------- */

tta_str tta_designator_trim(tta_str line) {
  while (line.size && memchr(" \t\n\v\f\r", line.data[line.size - 1], 6)) line.size--;
  return line;
}

static bool take(const char **at, const char *end, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(end - *at) < n || memcmp(*at, word, n)) return false;
  *at += n;
  return true;
}

static void skip_blanks(const char **at, const char *end) {
  while (*at < end && **at == ' ') ++*at;
}

/* After `@`. */
static bool take_place(const char **at, const char *end) {
  if (take(at, end, "above") || take(at, end, "below") || take(at, end, "unknown")) return true;
  if (end - *at < 2 || (**at != '+' && **at != '-') || !tta_is_digit((*at)[1])) return false;
  for (++*at; *at < end && tta_is_digit(**at);) ++*at;
  return true;
}

/* How far a designator can be read that begins at `begin`. */
typedef enum progress { NO_PREFIX, NO_KIND, NO_PLACE, NO_BRACES, NO_END, WHOLE } progress;

static progress read_at(const char *begin, const char *end, tta_designator *d, const char **stopped) {
  const char *at = begin;
  *d = (tta_designator){.all = {begin, (size_t)(end - begin)}};
  *stopped = at;
  if (!take(&at, end, PREFIX)) return NO_PREFIX;
  size_t k = 0;
  while (k < NUM_KINDS && !take(&at, end, kinds[k].name)) k++;
  *stopped = at;
  if (k == NUM_KINDS) return NO_KIND;
  d->kind = kinds[k].kind;
  d->regex = take(&at, end, "-re");
  skip_blanks(&at, end);
  *stopped = at;
  const char *place = at;
  if (take(&at, end, "@")) {
    if (!take_place(&at, end)) return NO_PLACE;
    d->place = (tta_str){place, (size_t)(at - place)};
    skip_blanks(&at, end);
    *stopped = at;
  }
  if (!take(&at, end, "{{")) return NO_BRACES;
  *stopped = at;
  if (end - at < 2 || memcmp(end - 2, "}}", 2)) return NO_END;
  d->text = (tta_str){at, (size_t)(end - 2 - at)};
  return WHOLE;
}

static const char *find(const char *at, const char *end, const char *word) {
  return at < end ? memmem(at, (size_t)(end - at), word, strlen(word)) : NULL;
}

bool tta_designator_read(tta_str line, tta_designator *designator) {
  const char *end = line.data + line.size, *stopped;
  for (const char *at = line.data; (at = find(at, end, PREFIX)) != NULL; at++)
    if (read_at(at, end, designator, &stopped) == WHOLE) return true;
  return false;
}

/* ---- what only looks like one ------------------------------------------------------------------------------------ */

typedef struct judge {
  tta_report *report;
  const char *source;
  const char *begin, *end; /* of the comment, trimmed */
} judge;

static tta_span span_of(const judge *j, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - j->source), (uint32_t)(end - j->source)};
}

static const char LOOKS_LIKE[] = "comment looks like an expected diagnostic and is none";

static const char *word_end(const char *at, const char *end) {
  while (at < end && (tta_is_letter(*at) || tta_is_digit(*at) || *at == '_')) at++;
  return at;
}

/* Another designator after `at`. */
static const char *find_another(const char *at, const char *end) {
  tta_designator d;
  const char *stopped;
  for (; (at = find(at, end, PREFIX)) != NULL; at++)
    if (read_at(at, end, &d, &stopped) >= NO_BRACES) return at;
  return NULL;
}

/* `expected-eror@+1 {{..}}`: a place or braces follow the word. */
static void verify_kind(const judge *j, const char *begin) {
  const char *word = begin + PREFIX_BYTES, *end = word_end(word, j->end), *at = end;
  take(&at, j->end, "-re");
  skip_blanks(&at, j->end);
  bool place = at < j->end && *at == '@';
  if (end == word || (!place && !take(&at, j->end, "{{"))) return;
  tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, begin, end),
                 "%s: unknown kind '%.*s'; use error, warning, remark or note", LOOKS_LIKE,
                 (int)(end - word > 40 ? 40 : end - word), word);
}

/* `@` and what belongs to it, `+ 1` included. */
static void verify_place(const judge *j, const char *place) {
  const char *end = place + 1;
  while (end < j->end && *end != '{' && *end != '\t') end++;
  while (end > place + 1 && end[-1] == ' ') end--;
  if (end - place > 40) end = place + 40;
  tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, place, end),
                 "%s: unknown place '%.*s'; use @+1, @-1, @above or @below", LOOKS_LIKE, (int)(end - place), place);
}

/* Prose may mention expected-error: it is meant to be one when a place is there, or when the comment begins with it. */
static void verify_braces(const judge *j, const char *begin, const tta_designator *d, const char *at) {
  if (word_end(at, j->end) > at && d->place.size && at == d->place.data + d->place.size) { /* @+0x1 */
    verify_place(j, d->place.data);
    return;
  }
  if (word_end(at, j->end) > at && word_end(begin + PREFIX_BYTES, j->end) > at) { /* expected-errors */
    verify_kind(j, begin);
    return;
  }
  const char *first = j->begin, *kind_end = word_end(begin + PREFIX_BYTES, j->end);
  while (first < j->end && (*first == '/' || *first == ' ' || *first == '\t')) first++;
  bool alone = first == begin && kind_end < j->end && *kind_end != ':' && find(at, j->end, "}}");
  if (at >= j->end || (*at != '{' && !d->place.size && !alone)) return;
  tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, at, at + 1), "%s: expected '{{' here",
                 LOOKS_LIKE);
}

static void verify_end(const judge *j, const char *begin, const char *at) {
  const char *close = find(at, j->end, "}}"), *last = NULL;
  for (; close; close = find(close + 1, j->end, "}}")) last = close;
  if (!last) {
    tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, begin, j->end),
                   "%s: '}}' is missing after the text", LOOKS_LIKE);
    return;
  }
  const char *rest = last + 2;
  while (rest < j->end && (*rest == ' ' || *rest == '\t')) rest++;
  tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, rest, j->end),
                 "%s: text follows '}}', which must end the line", LOOKS_LIKE);
}

/* A line that MLIR passes over. */
static void verify_none(const judge *j) {
  tta_designator d;
  const char *stopped;
  for (const char *at = j->begin; (at = find(at, j->end, PREFIX)) != NULL; at++) {
    size_t before = j->report->size;
    switch (read_at(at, j->end, &d, &stopped)) {
    case NO_KIND: verify_kind(j, at); break;
    case NO_PLACE: verify_place(j, stopped); break;
    case NO_BRACES: verify_braces(j, at, &d, stopped); break;
    case NO_END: verify_end(j, at, stopped); break;
    default: break;
    }
    if (j->report->size > before) return;
  }
}

/* A designator that says another thing than its author thinks. */
static void verify_whole(const judge *j, const tta_designator *d) {
  const char *begin = d->text.data, *end = begin + d->text.size,
             *another = find_another(d->all.data + PREFIX_BYTES, j->end);
  const char *earlier = find(j->begin, d->all.data, "}}");
  if (another && another < end) {
    tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, another, j->end),
                   "two expected diagnostics on a line are one: its text goes on to the last '}}'");
  } else if (earlier && find_another(j->begin, earlier)) {
    tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, j->begin, d->all.data),
                   "two expected diagnostics on a line: only the last is one");
  } else if (!d->regex && find(begin, end, "}}") && find(find(begin, end, "}}"), end, "{{")) {
    tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, begin, end),
                   "several '{{..}}' are one text, which goes on to the last '}}'");
  } else if (d->regex && !find(begin, end, "{{") && (find(begin, end, ".*") || find(begin, end, ".+"))) {
    tta_report_add(
        j->report, TTA_RULE_expectation_malformed, span_of(j, begin, end),
        "this text is matched as it stands: a regular expression needs its own braces, {{like {{.*}} this}}");
  } else if (d->place.size > 3 && d->place.data[2] == '0' && d->place.data[1] != 'a') {
    tta_report_add(j->report, TTA_RULE_expectation_malformed, span_of(j, d->place.data, d->place.data + d->place.size),
                   "MLIR reads a number with a leading 0 as octal");
  }
}

void tta_designator_verify(tta_report *report, tta_str source, tta_str line, const tta_designator *designator) {
  const char *end = line.data + line.size, *comment = find(line.data, end, "//");
  if (!comment) return;
  judge j = {report, source.data, comment, end};
  if (!designator) verify_none(&j);
  else if (designator->all.data > comment) verify_whole(&j, designator);
}
