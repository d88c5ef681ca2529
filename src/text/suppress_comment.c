/* The text of comments that suppress diagnostics: `// tt-opt: allow(rule, rule) reason`. A comment that looks like one
 * and is not is reported: it would have no effect without a word. */
#include "text/suppress_comment.h"

#include "base/array.h"
#include "base/chars.h"
#include "base/nearest.h"
#include "base/str.h"

static const char MARKER[] = "tt-opt:", ALLOW[] = "allow", ALLOW_FILE[] = "allow-file";

static bool is_word(char c) { return tta_is_letter(c) || tta_is_digit(c) || c == '-' || c == '_'; }

/* ---- the marker -------------------------------------------------------------------------------------------------- */

/* The start of `tt-opt`, also as `ttopt`, `tt_opt` or with capitals, that ends at `end`; NULL for anything else. */
static const char *name_before(const char *begin, const char *end) {
  if (end - begin < 5 || (end[-1] | 0x20) != 't' || (end[-2] | 0x20) != 'p' || (end[-3] | 0x20) != 'o') return NULL;
  end -= 3;
  if (end[-1] == '-' || end[-1] == '_') end--;
  if (end - begin < 2 || (end[-1] | 0x20) != 't' || (end[-2] | 0x20) != 't') return NULL;
  return end - 2 > begin && is_word(end[-3]) ? NULL : end - 2;
}

/* The `//` that `at` follows, with blanks between; NULL if there is none. */
static const char *slashes_before(const char *begin, const char *at) {
  while (at > begin && tta_is_blank(at[-1])) at--;
  if (at - begin < 2 || at[-1] != '/' || at[-2] != '/') return NULL;
  while (at > begin && at[-1] == '/') at--;
  return at;
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && tta_is_blank(*at)) at++;
  return at;
}

/* Whether the word at `at` is `allow` or `allow-file`, and `(` follows. */
static bool is_directive(const char *at, const char *end) {
  at = skip_blanks(at, end);
  const char *word = at;
  while (at < end && is_word(*at)) at++;
  tta_str name = tta_str_between(word, at);
  at = skip_blanks(at, end);
  return at < end && *at == '(' && (tta_str_is(name, ALLOW) || tta_str_is(name, ALLOW_FILE));
}

/* `tt-opt allow(`: the colon is missing, or after a blank. */
static const char *without_colon(const char *begin, const char *end) {
  const char *at = begin;
  while (at < end && *at == '/') at++;
  at = skip_blanks(at, end);
  if (at == end || (*at | 0x20) != 't') return NULL;
  const char *name = at;
  while (at < end && is_word(*at)) at++;
  if (name_before(name, at) != name || (at < end && *at == ':')) return NULL;
  at = skip_blanks(at, end);
  return is_directive(at + (at < end && *at == ':'), end) ? name : NULL;
}

size_t tta_suppression_find(tta_str comment, size_t *from) {
  const char *begin = comment.data, *end = begin + comment.size, *at = begin + *from, *name;
  if (*from == 2 && (name = without_colon(begin, end))) {
    *from += (size_t)(name + 5 - at);
    return (size_t)(name - begin);
  }
  for (; at < end && (at = memchr(at, ':', (size_t)(end - at))); at++) {
    name = name_before(begin + 2, at);
    if (!name || (!slashes_before(begin, name) && !(tta_is_blank(name[-1]) && is_directive(at + 1, end)))) continue;
    *from = (size_t)(at + 1 - begin);
    return (size_t)(name - begin);
  }
  *from = comment.size;
  return comment.size;
}

/* ---- the directive ----------------------------------------------------------------------------------------------- */

typedef struct reader {
  tta_suppressions *s;
  tta_report *report;
  const tta_suppression_comment *comment;
  uint32_t index, first_item;
  const char *at, *end;
  bool file;
} reader;

static tta_span span_of(const reader *r, const char *begin, const char *end) {
  return (tta_span){(uint32_t)(begin - r->s->text.data), (uint32_t)(end - r->s->text.data)};
}

static tta_span here(const reader *r) { return span_of(r, r->at, r->at < r->end ? r->at + 1 : r->at); }

/* What is found at r->at, for messages. */
static const char *found(const reader *r, char quoted[4]) {
  if (r->at >= r->end) return "the end of the comment";
  quoted[0] = quoted[2] = '\'';
  quoted[1] = *r->at;
  quoted[3] = 0;
  return (unsigned char)*r->at < 0x80 ? quoted : "a character that is not ASCII";
}

static tta_str read_word(reader *r) {
  r->at = skip_blanks(r->at, r->end);
  const char *begin = r->at;
  while (r->at < r->end && is_word(*r->at)) r->at++;
  return tta_str_between(begin, r->at);
}

/* `tt-opt:` at the start of a comment. */
static bool read_marker(reader *r) {
  const char *begin = r->s->text.data + r->comment->begin, *name = r->s->text.data + r->comment->marker;
  r->at = name;
  read_word(r);
  const char *after = r->at;
  bool colon = r->at < r->end && *r->at == ':';
  const char *late = skip_blanks(after, r->end);
  if (!colon && late < r->end && *late == ':') after = late + 1;
  if (colon) after = ++r->at;
  tta_span span = span_of(r, name, after);
  if (!slashes_before(begin, name)) {
    tta_diagnostic *d = tta_report_add(r->report, TTA_RULE_invalid_suppression, span,
                                       "suppression is ignored: expected '//' before 'tt-opt:'");
    tta_report_fix(r->report, d, (tta_span){span.begin, span.begin}, TTA_STR("// "), "insert '//'");
    return false;
  }
  if (colon && !memcmp(name, MARKER, sizeof MARKER - 2)) return true;
  tta_diagnostic *d = tta_report_add(r->report, TTA_RULE_invalid_suppression, span,
                                     "suppression is ignored: expected 'tt-opt:', found '%.*s'",
                                     (int)(span.end - span.begin), name);
  tta_report_fix(r->report, d, span, (tta_str){MARKER, sizeof MARKER - 1}, "replace with 'tt-opt:'");
  return false;
}

static bool read_directive(reader *r) {
  tta_str word = read_word(r);
  r->file = tta_str_is(word, ALLOW_FILE);
  if (r->file || tta_str_is(word, ALLOW)) return true;
  if (!word.size) {
    char quoted[4];
    tta_report_add(r->report, TTA_RULE_invalid_suppression, here(r),
                   "expected 'allow' or 'allow-file' after 'tt-opt:', found %s", found(r, quoted));
    return false;
  }
  tta_nearest nearest = tta_nearest_start(word, 3);
  tta_nearest_offer(&nearest, ALLOW, ALLOW);
  tta_nearest_offer(&nearest, ALLOW_FILE, ALLOW_FILE);
  tta_span span = span_of(r, word.data, word.data + word.size);
  tta_diagnostic *d =
    tta_report_add(r->report, TTA_RULE_invalid_suppression, span,
                   "unknown suppression '%.*s', expected 'allow' or 'allow-file'", TTA_STR_START(word));
  tta_report_suggest(r->report, d, span, tta_nearest_is_likely(&nearest) ? nearest.best : NULL);
  return false;
}

static void report_unknown_rule(reader *r, tta_str word) {
  tta_span span = span_of(r, word.data, word.data + word.size);
  tta_diagnostic *d = tta_report_add(r->report, TTA_RULE_invalid_suppression, span, "unknown rule '%.*s'",
                                     TTA_STR_START(word));
  tta_report_suggest(r->report, d, span, tta_rule_nearest(word));
}

/* Expected diagnostics and round trips are results of a tool, not of the check. */
static bool is_of_tool(uint32_t subject) {
  return subject < TTA_SUBJECT_GROUPS && tta_rule_group_of((tta_rule)subject) == tta_rule_group_of(TTA_RULE_roundtrip);
}

static void add_name(reader *r, tta_str word) {
  uint32_t subject = tta_rule_subject_find(word);
  tta_span span = span_of(r, word.data, word.data + word.size);
  if (!subject) {
    report_unknown_rule(r, word);
  } else if (is_of_tool(subject)) {
    tta_report_add(r->report, TTA_RULE_invalid_suppression, span, "rule '%.*s' cannot be suppressed",
                   TTA_STR_START(word));
  } else if (TTA_GROW(r->s->allocator, r->s, items, 1)) {
    r->s->items[r->s->num_items++] =
      (tta_suppression){.name = span, .comment = r->index, .subject = (uint16_t)subject, .file = r->file};
  } else {
    r->s->status = TTA_NO_MEMORY;
  }
}

/* `(rule, rule)`. A comment with an error in it suppresses nothing. */
static bool read_rules(reader *r) {
  char quoted[4];
  r->at = skip_blanks(r->at, r->end);
  if (r->at >= r->end || *r->at != '(') {
    tta_report_add(r->report, TTA_RULE_invalid_suppression, here(r), "expected '(' after '%s', found %s",
                   r->file ? ALLOW_FILE : ALLOW, found(r, quoted));
    return false;
  }
  do {
    r->at++; /* ( or , */
    tta_str word = read_word(r);
    if (!word.size) {
      tta_report_add(r->report, TTA_RULE_invalid_suppression, here(r), "expected the name of a rule, found %s",
                     found(r, quoted));
      return false;
    }
    add_name(r, word);
    r->s->comments[r->index].num_names++;
    const char *after = r->at;
    r->at = skip_blanks(r->at, r->end);
    if (r->at < r->end && (*r->at == ',' || *r->at == ')')) continue;
    tta_diagnostic *d = tta_report_add(r->report, TTA_RULE_invalid_suppression, here(r),
                                       "suppression is ignored: expected ',' or ')' after '%.*s', found %s",
                                       TTA_STR_START(word), found(r, quoted));
    tta_report_fix(r->report, d, span_of(r, after, after), TTA_STR(")"), "insert ')'");
    return false;
  } while (*r->at == ',');
  return true;
}

void tta_suppression_parse(tta_suppressions *s, uint32_t index, tta_report *report) {
  const tta_suppression_comment *comment = &s->comments[index];
  reader r = {.s = s,
              .report = report,
              .comment = comment,
              .index = index,
              .first_item = s->num_items,
              .end = s->text.data + comment->end};
  if (!read_marker(&r) || !read_directive(&r) || !read_rules(&r)) s->num_items = r.first_item;
}

/* ---- fix-its ----------------------------------------------------------------------------------------------------- */

static tta_span name_with_comma(const char *text, tta_span name) {
  const char *begin = text + name.begin, *end = text + name.end;
  while (tta_is_blank(*end)) end++;
  if (*end == ',') {
    end++;
    while (tta_is_blank(*end)) end++;
    return (tta_span){name.begin, (uint32_t)(end - text)};
  }
  while (tta_is_blank(begin[-1])) begin--;
  return (tta_span){(uint32_t)(begin - (begin[-1] == ',') - text), name.end};
}

tta_span tta_suppression_removal(tta_str text, const tta_suppression_comment *comment, tta_span name) {
  if (name.end > name.begin) return name_with_comma(text.data, name);
  const char *first = text.data + comment->begin, *end = text.data + comment->end;
  const char *begin = slashes_before(first, text.data + comment->marker), *line = begin;
  tta_str whole = tta_str_between(first, end);
  size_t at = comment->marker - comment->begin + sizeof MARKER - 1, next = tta_suppression_find(whole, &at);
  const char *slashes = next < whole.size ? slashes_before(begin + 2, first + next) : NULL;
  if (slashes) return (tta_span){(uint32_t)(begin - text.data), (uint32_t)(slashes - text.data)};
  if (end > begin && end[-1] == '\r') end--;
  while (line > text.data && (line[-1] == ' ' || line[-1] == '\t')) line--;
  bool alone = line == text.data || line[-1] == '\n';
  if (alone) begin = line;
  else while (begin > text.data && (begin[-1] == ' ' || begin[-1] == '\t')) begin--;
  const char *limit = text.data + text.size;
  if (alone && end < limit && *end == '\r') end++;
  if (alone && end < limit && *end == '\n') end++;
  return (tta_span){(uint32_t)(begin - text.data), (uint32_t)(end - text.data)};
}
