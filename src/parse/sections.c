/* Sections: the marker of split texts, and the fences of Markdown.
 *
 * Source of the fences: CommonMark 0.31.2, 4.4 to 4.6 (indented and fenced code blocks, comments), 5.2 and 5.3 (list
 * items). A fence in a block quote is not a section, since each of its lines starts with `>`. */
#define _GNU_SOURCE /* memmem, memrchr */
#include "base/str.h"
#include "parse/sections.h"

#include <string.h>

const tta_str tta_default_split_marker = {"// -----", 8};

/* ---- the marker -------------------------------------------------------------------------------------------------- */

static bool only_blanks_follow(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
  return at == end || *at == '\n';
}

static void report_near_miss(tta_report *report, tta_span span, bool whole, tta_str marker) {
  if (whole)
    tta_report_add(report, TTA_RULE_split_marker, span,
                   "near miss with file split marker: unexpected text after it, the file is not split here");
  else
    tta_report_add(report, TTA_RULE_split_marker, span,
                   "near miss with file split marker: expected '%.*s', the file is not split here",
                   TTA_STR_START(marker));
}

/* A RUN line that selects the marker has it, too. */
static bool is_in_run_line(tta_str text, const char *at) {
  const char *newline = memrchr(text.data, '\n', (size_t)(at - text.data)), *line = newline ? newline + 1 : text.data;
  return memmem(line, (size_t)(at - line), "RUN:", 4) != NULL;
}

/* The first `size` bytes of the marker in [at, end). A slash is rare in text, so that memchr is faster than memmem. */
static const char *find_bytes(const char *at, const char *end, tta_str marker, size_t size) {
  if (!size || *marker.data != '/') return memmem(at, (size_t)(end - at), marker.data, size);
  for (; (at = memchr(at, '/', (size_t)(end - at))) != NULL && (size_t)(end - at) >= size; at++)
    if (!memcmp(at, marker.data, size)) return at;
  return NULL;
}

/* The next marker in [at, end), NULL if there is none. It counts if nothing but blanks follows it on its line. MLIR
 * warns about text that almost is one, and so does `report`. */
static const char *find_marker(tta_str text, const char *at, const char *end, tta_str marker, tta_report *report) {
  size_t near = marker.size > 2 ? marker.size - 2 : marker.size;
  while (at + near <= end) {
    at = find_bytes(at, end, marker, near);
    if (!at) return NULL;
    bool whole = (size_t)(end - at) >= marker.size && !memcmp(at, marker.data, marker.size);
    if (whole && only_blanks_follow(at + marker.size, end)) return at;
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) line_end = end;
    const char *after = at + (whole ? marker.size : near);
    bool dashes = whole && *after == '-';
    while (dashes && after < line_end && *after == '-') after++;
    tta_span span = {(uint32_t)(at - text.data), (uint32_t)(after - text.data)};
    if (!dashes && report && !is_in_run_line(text, at)) report_near_miss(report, span, whole, marker);
    at = line_end;
  }
  return NULL;
}

/* ---- lines of Markdown ------------------------------------------------------------------------------------------- */

enum { CODE_INDENT = 4, TAB = 4 };

typedef struct line {
  const char *at, *end; /* `end` is before the line end; `at` moves */
  const char *next;     /* the next line */
  uint32_t column;      /* of `at`, tabs expanded */
} line;

static line line_at(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  line l = {at, newline ? newline : end, newline ? newline + 1 : end, 0};
  if (l.end > l.at && l.end[-1] == '\r') l.end--;
  return l;
}

static void skip_blanks(line *l) {
  for (; l->at < l->end && (*l->at == ' ' || *l->at == '\t'); l->at++)
    l->column = *l->at == '\t' ? (l->column / TAB + 1) * TAB : l->column + 1;
}

/* Moves past the marker of a list item and the blanks after it. *content: the column where its content starts. */
static bool skip_list_marker(line *l, uint32_t *content) {
  const char *at = l->at;
  if (at < l->end && (*at == '-' || *at == '+' || *at == '*')) {
    at++;
  } else {
    while (at < l->end && *at >= '0' && *at <= '9' && at - l->at < 9) at++;
    if (at == l->at || at == l->end || (*at != '.' && *at != ')')) return false;
    at++;
  }
  if (at < l->end && *at != ' ' && *at != '\t') return false;
  uint32_t after = l->column + (uint32_t)(at - l->at);
  *l = (line){at, l->end, l->next, after};
  skip_blanks(l);
  *content = l->at == l->end || l->column > after + CODE_INDENT ? after + 1 : l->column;
  return true;
}

/* The length of the fence at the start of a line, 0 if there is none. */
static uint32_t fence_length(const line *l) {
  const char *at = l->at;
  if (at == l->end || (*at != '`' && *at != '~')) return 0;
  while (at < l->end && *at == *l->at) at++;
  return at - l->at < 3 ? 0 : (uint32_t)(at - l->at);
}

static bool is_mlir(const char *info, const char *end) {
  while (info < end && (*info == ' ' || *info == '\t')) info++;
  for (size_t i = 0; i < 4; i++)
    if (info + i >= end || (info[i] | 0x20) != "mlir"[i]) return false;
  return end - info == 4 || memchr(" \t,{", info[4], 4);
}

/* The end of the content of the fence that starts at `begin`: the closing fence, a line before the content of the list
 * item, or `end`. *next: the line to continue with. */
static const char *fence_end(const char *begin, const char *end, char sign, uint32_t length, uint32_t base,
                             const char **next) {
  for (const char *at = begin; at < end;) {
    line l = line_at(at, end);
    skip_blanks(&l);
    bool outside = l.at < l.end && l.column < base;
    bool closes = !outside && l.column - base < CODE_INDENT && l.at < l.end && *l.at == sign &&
                  fence_length(&l) >= length && only_blanks_follow(l.at + fence_length(&l), l.end);
    *next = closes ? l.next : at;
    if (closes || outside) return at;
    at = l.next;
  }
  return *next = end;
}

/* `<!--` at the start of a line: the line after the one that closes it, or after the list item. */
static const char *skip_comment(line l, const char *end, uint32_t base) {
  for (;;) {
    if (memmem(l.at, (size_t)(l.end - l.at), "-->", 3) || l.next == end) return l.next;
    l = line_at(l.next, end);
    const char *begin = l.at;
    skip_blanks(&l);
    if (l.at < l.end && l.column < base) return begin;
  }
}

/* Enters the next fence with MLIR. */
static bool find_fence(tta_splitter *s) {
  const char *end = s->text.data + s->text.size, *next;
  for (const char *at = s->text.data + s->at; at < end; at = next) {
    line l = line_at(at, end);
    next = l.next;
    skip_blanks(&l);
    if (l.at == l.end) continue;
    while (s->num_lists && l.column < s->lists[s->num_lists - 1]) s->num_lists--;
    uint32_t base = s->num_lists ? s->lists[s->num_lists - 1] : 0;
    while (l.column - base < CODE_INDENT && s->num_lists < TTA_MARKDOWN_LISTS && skip_list_marker(&l, &base))
      s->lists[s->num_lists++] = base;
    if (l.column < base || l.column - base >= CODE_INDENT) continue;
    if (l.end - l.at >= 4 && !memcmp(l.at, "<!--", 4)) next = skip_comment(l, end, base);
    uint32_t length = fence_length(&l);
    const char *info = l.at + length;
    if (!length || (*l.at == '`' && memchr(info, '`', (size_t)(l.end - info)))) continue;
    const char *begin = l.next, *stop = fence_end(begin, end, *l.at, length, base, &next);
    if (!is_mlir(info, l.end)) continue;
    s->at = (uint32_t)(begin - s->text.data);
    s->end = (uint32_t)(stop - s->text.data);
    s->after_fence = (uint32_t)(next - s->text.data);
    return true;
  }
  return false;
}

/* ---- the splitter ------------------------------------------------------------------------------------------------ */

void tta_splitter_init(tta_splitter *s, tta_str text, tta_section_rules rules, uint32_t begin, tta_report *report) {
  *s = (tta_splitter){.text = text, .rules = rules, .report = report, .at = begin, .end = (uint32_t)text.size};
  if (!rules.marker.size) s->rules.marker = tta_default_split_marker;
}

bool tta_splitter_next(tta_splitter *s, tta_span *section) {
  if (s->done) return false;
  if (s->rules.markdown && !s->in_fence && !find_fence(s)) {
    *section = (tta_span){(uint32_t)s->text.size, (uint32_t)s->text.size};
    s->done = true;
    return !s->found;
  }
  s->found = true;
  const char *at = s->text.data + s->at, *end = s->text.data + s->end, *marker = NULL;
  if (s->rules.split) marker = find_marker(s->text, at, end, s->rules.marker, s->report);
  *section = (tta_span){s->at, marker ? (uint32_t)(marker - s->text.data) : s->end};
  s->in_fence = s->rules.markdown && marker;
  if (marker) s->at = section->end + (uint32_t)s->rules.marker.size;
  else if (s->rules.markdown) s->at = s->after_fence;
  else s->done = true;
  return true;
}
