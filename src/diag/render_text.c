/* A diagnostic as text for a terminal: head line, excerpt, underline, fix-its, notes, colors. An excerpt costs
 * O(width), however long its line is. */
#include "base/format.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "ttattr/diag.h"

enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 20, GREATEST_WIDTH = 1 << 16, DOTS = 3 };

/* The colours of clang, except that its black note is invisible in many terminals: cyan, as gcc's. */
#define BOLD "\033[1m"
#define PLAIN "\033[0m"
#define CARET_COLOR "\033[0;1;32m"

typedef struct severity_style {
  const char *label, *color;
} severity_style;

static severity_style style_of(tta_severity severity) {
  switch (severity) {
  case TTA_SEVERITY_ERROR: return (severity_style){"error: ", "\033[0;1;31m"};
  case TTA_SEVERITY_WARNING: return (severity_style){"warning: ", "\033[0;1;35m"};
  case TTA_SEVERITY_REMARK: return (severity_style){"remark: ", "\033[0;1;34m"};
  case TTA_SEVERITY_NOTE: break;
  }
  return (severity_style){"note: ", "\033[0;1;36m"};
}

static void paint(tta_buf *out, tta_render_options options, const char *color) {
  if (options.color) tta_buf_str(out, color);
}

/* --- one code point is one column --------------------------------------------------------------------------------- */

/* A malformed byte is one column by itself. */
static size_t char_at(tta_str text, size_t at) {
  uint32_t units;
  if ((unsigned char)text.data[at] < 0x80) return 1;
  return tta_utf8_step(text.data + at, text.size - at, &units);
}

/* Bytes of the code point that ends at `at` > 0. */
static size_t char_before(tta_str text, size_t at) {
  if ((unsigned char)text.data[at - 1] < 0x80) return 1;
  for (size_t n = 2; n <= 4 && n <= at; n++)
    if (tta_utf8_length(text.data + at - n, n) == n) return n;
  return 1;
}

/* The start of the code point that `at` lies in. */
static size_t char_start(tta_str text, size_t at) {
  for (size_t n = 1; n <= 3 && n <= at; n++)
    if (tta_utf8_length(text.data + at - n, text.size - at + n) > n) return at - n;
  return at;
}

static uint32_t code_point(const char *text, size_t size) {
  static const unsigned char lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  uint32_t value = (unsigned char)text[0] & lead_bits[size];
  for (size_t i = 1; i < size; i++) value = value << 6 | ((unsigned char)text[i] & 0x3f);
  return value;
}

/* Controls, and the invisible or direction-turning characters that would move what follows away from its underline
 * (Unicode 15, general categories Cc and Cf; the ones that occur in practice). */
static bool is_shown(uint32_t c) {
  if (c < 0x20 || (c >= 0x7f && c < 0xa0)) return false;
  if ((c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)) return false;
  return !(c >= 0x2060 && c <= 0x206f) && c != 0xad && c != 0xfeff;
}

static size_t end_of_ascii(tta_str text, size_t begin, size_t end) {
  while (begin < end && text.data[begin] >= 0x20 && text.data[begin] < 0x7f) begin++;
  return begin;
}

/* Writes [begin, end) of `text`, one column for each code point. */
static void write_columns(tta_buf *out, tta_str text, size_t begin, size_t end) {
  for (;;) {
    size_t run = end_of_ascii(text, begin, end);
    tta_buf_bytes(out, text.data + begin, run - begin);
    begin = run;
    if (begin >= end) return;
    size_t n = tta_utf8_length(text.data + begin, text.size - begin);
    if (n && is_shown(code_point(text.data + begin, n))) tta_buf_bytes(out, text.data + begin, n);
    else tta_buf_char(out, text.data[begin] == '\t' ? ' ' : '?');
    begin += n ? n : 1;
  }
}

static void write_text(tta_buf *out, tta_str text) { write_columns(out, text, 0, text.size); }

/* Steps from `at` towards `stop`, over at most `limit` columns. @return where that ends; *columns = how many. */
static size_t forward(tta_str text, size_t at, size_t stop, uint32_t limit, uint32_t *columns) {
  for (*columns = 0; at < stop && *columns < limit; ++*columns) at += char_at(text, at);
  return at;
}

static size_t backward(tta_str text, size_t at, uint32_t limit, uint32_t *columns) {
  for (*columns = 0; at > 0 && *columns < limit; ++*columns) at -= char_before(text, at);
  return at;
}

/* --- excerpt ------------------------------------------------------------------------------------------------------ */

/* What is shown of a line: bytes [begin, end), with `...` where it was cut, and the underline below it. */
typedef struct excerpt {
  size_t begin, end;
  bool cut_left, cut_right;
  uint32_t caret, length; /* in columns, dots included */
} excerpt;

/* The part of `line` that is shown in `width` columns and contains the token [begin, end). No scan leaves the window by
 * more than its width. */
static excerpt choose_window(tta_str line, size_t begin, size_t end, uint32_t width) {
  uint32_t left, token, right, ignored;
  size_t line_begin = backward(line, begin, width + 1, &left);
  size_t token_end = forward(line, begin, end, width + 1, &token);
  size_t line_end = forward(line, token_end, line.size, width + 1, &right);
  if (!token) token = 1; /* the caret after the end of the line */
  if (left + token + right <= width)
    return (excerpt){.begin = line_begin, .end = line_end, .caret = left, .length = token};

  bool token_cut = token > width - 2 * DOTS;
  uint32_t kept = token_cut ? width - 2 * DOTS : token, spare = width - kept;
  uint32_t before = spare / 2 < left ? spare / 2 : left;
  uint32_t after = token_cut ? DOTS : spare - before < right ? spare - before : right;
  if (spare - after < left) before = spare - after;
  else before = left;
  excerpt e = {.cut_left = before < left, .cut_right = token_cut || after < right, .caret = before};
  e.begin = backward(line, begin, e.cut_left ? before - DOTS : before, &ignored);
  e.end = forward(line, begin, line.size, kept + (e.cut_right ? after - DOTS : after), &ignored);
  e.length = token_cut ? kept + DOTS : kept;
  return e;
}

static void write_excerpt(tta_buf *out, tta_source *source, tta_span span, tta_render_options options) {
  tta_position position = tta_source_position(source, span.begin);
  tta_str line = tta_source_line(source, position.line);
  size_t begin = position.column - 1;
  size_t end = span.end > span.begin ? begin + (span.end - span.begin) : begin;
  if (begin > line.size) begin = line.size; /* at the line end itself */
  begin = char_start(line, begin);
  if (end > line.size) end = line.size;
  if (end <= begin && begin < line.size) end = begin + char_at(line, begin);

  excerpt e = choose_window(line, begin, end, options.width);
  if (e.cut_left) tta_buf_str(out, "...");
  write_columns(out, line, e.begin, e.end);
  tta_buf_str(out, e.cut_right ? "...\n" : "\n");
  tta_buf_fill(out, ' ', e.caret);
  paint(out, options, CARET_COLOR);
  tta_buf_char(out, '^');
  if (e.length) tta_buf_fill(out, '~', e.length - 1);
  paint(out, options, PLAIN);
  tta_buf_char(out, '\n');
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* `FILE:LINE:COL: error: ` */
static void write_head(tta_buf *out, tta_source *source, uint32_t offset, tta_severity severity,
                       tta_render_options options) {
  tta_position position = tta_source_position(source, offset);
  severity_style style = style_of(severity);
  paint(out, options, BOLD);
  tta_buf_bytes(out, source->name.data, source->name.size);
  tta_buf_char(out, ':');
  tta_buf_uint(out, position.line);
  tta_buf_char(out, ':');
  tta_buf_uint(out, position.column);
  tta_buf_str(out, ": ");
  paint(out, options, style.color);
  tta_buf_str(out, style.label);
  paint(out, options, PLAIN);
}

/* A text in quotes, cut to half a line: an edit may hold a whole attribute. */
static void write_quoted(tta_buf *out, tta_str text, tta_render_options options) {
  uint32_t ignored;
  size_t end = forward(text, 0, text.size, options.width / 2, &ignored);
  tta_buf_char(out, '\'');
  write_columns(out, text, 0, end);
  tta_buf_str(out, end < text.size ? "...'" : "'");
}

static void write_edit(tta_buf *out, tta_source *source, const tta_edit *edit, tta_render_options options) {
  size_t size = source->text.size, begin = edit->span.begin < size ? edit->span.begin : size;
  size_t end = edit->span.end < begin ? begin : edit->span.end < size ? edit->span.end : size;
  tta_str old = {end > begin ? source->text.data + begin : "", end - begin};
  if (old.size > 1 && old.data[old.size - 1] == '\n') old.size--; /* it would show as a control byte */
  tta_buf_str(out, !old.size ? "insert " : edit->text.size ? "replace " : "remove ");
  if (old.size) write_quoted(out, old, options);
  if (old.size && edit->text.size) tta_buf_str(out, " with ");
  if (edit->text.size || !old.size) write_quoted(out, edit->text, options);
}

static bool contains(tta_str text, tta_str part) {
  if (!part.size) return false;
  for (size_t at = 0; at + part.size <= text.size; at++)
    if (memcmp(text.data + at, part.data, part.size) == 0) return true;
  return false;
}

/* One line for a fix-it of one edit: `note: fix: MESSAGE (replace 'OLD' with 'NEW')`, without the parenthesis when the
 * message has the new text already; a fix-it of several edits has a line for each below its own. */
static void write_fix(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic, const tta_fix *fix,
                      tta_render_options options) {
  bool single = fix->num_edits == 1;
  uint32_t offset = fix->num_edits ? fix->edits[0].span.begin : diagnostic->span.begin;
  write_head(out, source, offset, TTA_SEVERITY_NOTE, options);
  tta_buf_str(out, "fix: ");
  write_text(out, fix->message);
  tta_str message = fix->message;
  bool removal = single && !fix->edits[0].text.size && message.size > 8 && !memcmp(message.data, "remove '", 8);
  if (single && !removal && !contains(fix->message, fix->edits[0].text)) {
    if (fix->message.size) tta_buf_str(out, " (");
    write_edit(out, source, &fix->edits[0], options);
    if (fix->message.size) tta_buf_char(out, ')');
  }
  tta_buf_char(out, '\n');
  for (uint32_t i = 0; !single && i < fix->num_edits; i++) {
    write_head(out, source, fix->edits[i].span.begin, TTA_SEVERITY_NOTE, options);
    tta_buf_str(out, "fix: ");
    write_edit(out, source, &fix->edits[i], options);
    tta_buf_char(out, '\n');
  }
}

/* @param before the span whose excerpt is above; it is not repeated */
static void write_note(tta_buf *out, tta_source *source, tta_span span, tta_str message, tta_span before,
                       tta_render_options options) {
  write_head(out, source, span.begin, TTA_SEVERITY_NOTE, options);
  write_text(out, message);
  tta_buf_char(out, '\n');
  if (span.begin != before.begin || span.end != before.end) write_excerpt(out, source, span, options);
}

static void write_repeats(tta_buf *out, tta_source *source, const tta_diagnostic *first, tta_render_options options) {
  char text[64];
  uint32_t index = 0;
  for (const tta_diagnostic *r = first->next; r; r = r->next) {
    tta_buf message = tta_buf_fixed(text, sizeof text);
    if (!tta_report_repeat_note(&message, r, index++)) return;
    write_note(out, source, r->span, tta_buf_view(&message), first->span, options);
  }
}

void tta_diagnostic_text(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic,
                         tta_render_options options) {
  if (!options.width) options.width = DEFAULT_WIDTH;
  if (options.width < LEAST_WIDTH) options.width = LEAST_WIDTH;
  if (options.width > GREATEST_WIDTH) options.width = GREATEST_WIDTH;
  if (diagnostic->source) source = diagnostic->source;
  const tta_rule_info *rule = tta_rule_get(diagnostic->rule);
  write_head(out, source, diagnostic->span.begin, diagnostic->severity, options);
  paint(out, options, BOLD);
  write_text(out, diagnostic->message);
  if (rule) {
    tta_buf_str(out, " [");
    tta_buf_str(out, rule->name);
    tta_buf_char(out, ']');
  }
  paint(out, options, PLAIN);
  tta_buf_char(out, '\n');
  write_excerpt(out, source, diagnostic->span, options);
  for (uint32_t i = 0; i < diagnostic->num_fixes; i++)
    write_fix(out, source, diagnostic, &diagnostic->fixes[i], options);
  for (uint32_t i = 0; i < diagnostic->num_notes; i++) {
    const tta_note *n = &diagnostic->notes[i];
    bool other = n->source && n->source != source;
    write_note(out, other ? n->source : source, n->span, n->message,
               other ? (tta_span){UINT32_MAX, 0} : diagnostic->span, options);
  }
  if (!diagnostic->first) write_repeats(out, source, diagnostic, options);
}
