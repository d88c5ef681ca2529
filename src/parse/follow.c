/* What follows a value: MLIR reads it as the next token, which for an alias must begin a definition or an operation. */
#include "parse/follow.h"

#include <string.h>

#include "base/chars.h"
#include "base/str.h"
#include "text/token.h"

enum {
  MAX_BRACKETS = 64, /* open ones of a line, and the bytes of a line that are looked at before and after the value */
  MAX_LINE = 4096,
};

/* Which brackets a line may close that it does not open. */
typedef enum closers { ANY_CLOSER, NO_ANGLE, ONLY_BRACE } closers;

/* Passes over the text from `at` on, as far as its brackets agree with those that are open. */
static bool agrees(const char *at, const char *limit, char *open, uint32_t *depth, closers before) {
  tta_tokens tokens = tta_tokens_of(at, limit);
  for (tta_token t; tta_token_next(&tokens, &t) && *t.begin;) {
    bool any = *depth;
    if (t.kind == TTA_MARK_OPEN && *depth == MAX_BRACKETS) return true;
    if (tta_follow_brackets(&t, open, depth)) continue;
    if (any || (before == NO_ANGLE && *t.begin == '>') || (before == ONLY_BRACE && *t.begin != '}')) return false;
  }
  return true;
}

static const char *begin_of_line(const char *at, const char *begin) {
  const char *line = at;
  while (line > begin && line[-1] != '\n' && at - line < MAX_LINE) line--;
  return line;
}

static const char *end_of_line(const char *at, const char *limit) {
  if (limit - at > MAX_LINE) limit = at + MAX_LINE;
  const char *end = memchr(at, '\n', (size_t)(limit - at));
  return end ? end : limit;
}

static bool is_control(char c) { return (unsigned char)c >= 0x80 || ((unsigned char)c < 0x20 && !strchr("\t\r\n", c)); }

static bool begins_comment(const char *at, const char *limit) {
  tta_tokens tokens = tta_tokens_of(at, limit);
  tta_token t;
  return tta_token_next(&tokens, &t) && t.kind == TTA_MARK_COMMENT;
}

static bool may_follow_alias(const char *at, const char *limit) {
  char open[MAX_BRACKETS];
  uint32_t depth = 0;
  const char *end = at;
  while (at < limit && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
  if (at >= limit || !*at || *at == '\n' || begins_comment(at, limit)) return true;
  bool name = *at == '#' || *at == '!', apart = at > end;
  const char *after = name ? at + 1 : at;
  while (name && after < limit && tta_is_word_byte(*after)) after++;
  bool defines = name && *tta_skip_gap(after, limit) == '=';
  bool begins = defines || (apart && (tta_is_letter(*at) || strchr("#!%\"{", *at)));
  return begins && agrees(at, end_of_line(at, limit), open, &depth, ONLY_BRACE);
}

bool tta_may_follow(tta_entry entry, const char *value, const char *begin, const char *at, const char *limit,
                    bool alone) {
  char open[MAX_BRACKETS];
  uint32_t depth = 0;
  if (at >= limit || !*at) return true;
  if (is_control(*at)) return false;
  if (entry == TTA_ENTRY_ALIAS_VALUE || entry == TTA_ENTRY_ALIAS_TYPE) return may_follow_alias(at, limit);
  const char *line = begin_of_line(value, begin);
  if (tta_is_letter(*at) || tta_is_digit(*at) || strchr("_\"#!<=%@$&~'\\`.+?", *at)) return false;
  if (*at == '/' && !begins_comment(at, limit)) return false;
  closers before = alone ? ANY_CLOSER : NO_ANGLE;
  return !agrees(line, value, open, &depth, before) || agrees(at, end_of_line(at, limit), open, &depth, before);
}

bool tta_begins_body(const char *at, const char *limit) {
  while (at < limit && (*at == ' ' || *at == '\t')) at++;
  while (at < limit && tta_is_word_byte(*at)) at++;
  return at < limit && *at == '<';
}

bool tta_closes_outside(const char *value, const char *begin, const char *at, const char *limit) {
  char open[MAX_BRACKETS];
  uint32_t depth = 0;
  const char *line = begin_of_line(value, begin);
  if (!agrees(line, value, open, &depth, ANY_CLOSER)) return true;
  return agrees(at, end_of_line(at, limit), open, &depth, NO_ANGLE);
}

/* The first token at `at`, and what is glued to it. */
static tta_span shown_token(const tta_parser *p, const char *at) {
  const char *end = at;
  while (end < p->section_end && (tta_is_letter(*end) || tta_is_digit(*end) || *end == '_' || *end == '.')) end++;
  if (end == at && end < p->section_end) end++;
  return (tta_span){(uint32_t)(at - p->text), (uint32_t)(end - p->text)};
}

void tta_report_unread(tta_parser *p, tta_node_id root) {
  enum { MAX_NAME = 64 };
  const char *at = p->at;
  while (at < p->section_end && (*at == ' ' || *at == '\t')) at++;
  tta_span span = shown_token(p, at);
  tta_str name = p->defining;
  if (name.size > MAX_NAME) name.size = MAX_NAME;
  bool type = tta_is_letter(p->text[p->begin]) || p->text[p->begin] == '!';
  tta_report_add(p->report, TTA_RULE_syntax, span, "unexpected '%.*s' after %s%.*s%s", (int)(span.end - span.begin), at,
                 name.size ? "the definition of '" : type ? "this type" : "this attribute", TTA_STR_ARGS(name),
                 name.size ? "'" : "");
  p->failed = true;
  if (root) tta_node_at(p->tree, root)->flags |= TTA_NODE_HAS_ERRORS;
}
