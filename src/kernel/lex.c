/* lex.c: the lexer of kernel sources: names, numbers, strings, punctuators; comments and joined lines are skipped. */
#include <stdarg.h>
#include <stdlib.h>

#include "base/chars.h"
#include "kernel/source.h"

uint32_t tta_cpp_name(tta_cpp *c, tta_str text) {
  const uint32_t *found = tta_strmap_find(&c->numbers, text);
  if (found) return *found;
  tta_str kept = tta_arena_str(c->arena, text);
  if (!kept.data || !tta_strmap_add(&c->numbers, kept, c->num_names)) {
    c->status = TTA_NO_MEMORY;
    return TTA_KERNEL_NONE;
  }
  return TTA_CPP_APPEND(c, names, kept) ? c->num_names - 1 : TTA_KERNEL_NONE;
}

/* The token itself; of one that a macro gave, the line from the name of the macro on. */
static tta_span place_of(const tta_cpp *c, const tta_cpp_token *at, tta_source **source) {
  *source = at && at->file < c->num_files ? c->files[at->file].source : NULL;
  tta_source *text = *source ? *source : &c->findings->text;
  if (!at || !at->line) return (tta_span){0, 0};
  tta_span span = tta_source_span(text, at->line, at->column);
  if (at->text.size && at->text.size < span.end - span.begin &&
      !memcmp(at->text.data, text->text.data + span.begin, at->text.size))
    span.end = span.begin + (uint32_t)at->text.size;
  return span;
}

tta_diagnostic *tta_cpp_report(tta_cpp *c, tta_rule rule, const tta_cpp_token *at, const char *format, ...) {
  tta_report *report = &c->findings->results.report;
  tta_source *source;
  bool is_error = rule == TTA_RULE_kernel_invalid;
  if (c->is_host && rule == TTA_RULE_kernel_unsupported) return NULL;
  c->findings->num_errors += is_error;
  tta_span span = place_of(c, at, &source);
  if (report->size == TTA_KERNEL_MAX_FINDINGS || (source && tta_report_has(report, rule, source, span.begin)))
    return NULL;
  tta_report_mark mark = tta_report_position(report);
  va_list args;
  va_start(args, format);
  tta_diagnostic *d = tta_report_add_list(report, rule, span, format, args);
  va_end(args);
  if (source) tta_report_in(d, source);
  else if (!tta_report_add_once(report, mark, false)) return NULL;
  return d;
}

void tta_cpp_note(tta_cpp *c, tta_diagnostic *d, const tta_cpp_token *at, const char *text) {
  tta_source *source;
  if (!d) return;
  tta_report_note(&c->findings->results.report, d, place_of(c, at, &source), "%s", text);
  if (source != d->source) tta_report_note_in(d, source ? source : &c->findings->text);
}

/* ---- characters ---- */

typedef struct lexer {
  tta_cpp *c;
  const char *at, *end, *line_begin;
  uint32_t line;
  uint16_t file;
  bool spaced, line_start;
  tta_cpp_tokens *out;
} lexer;

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}
static char peek(const lexer *l, size_t ahead) { return (size_t)(l->end - l->at) > ahead ? l->at[ahead] : 0; }

static void next_line(lexer *l) {
  l->line++;
  l->line_begin = l->at;
}

/* A backslash and a line end, which join two lines. @return bytes, 0 if there is none */
static size_t joint(const lexer *l) {
  if (peek(l, 0) != '\\') return 0;
  if (peek(l, 1) == '\n') return 2;
  return peek(l, 1) == '\r' && peek(l, 2) == '\n' ? 3 : 0;
}

static void skip_line_comment(lexer *l) {
  while (l->at < l->end && *l->at != '\n') {
    size_t joined = joint(l);
    l->at += joined ? joined : 1;
    if (joined) next_line(l);
  }
}

static void skip_block_comment(lexer *l) {
  for (l->at += 2; l->at < l->end; l->at++) {
    if (*l->at == '*' && peek(l, 1) == '/') {
      l->at += 2;
      return;
    }
    if (*l->at == '\n') {
      l->line++;
      l->line_begin = l->at + 1;
    }
  }
}

static void skip_space(lexer *l) {
  while (l->at < l->end) {
    size_t joined = joint(l);
    if (joined) {
      l->at += joined;
      next_line(l);
    } else if (*l->at == '\n') {
      l->at++;
      next_line(l);
      l->line_start = true;
    } else if (*l->at == ' ' || (*l->at >= '\t' && *l->at <= '\r')) {
      l->at++;
    } else if (*l->at == '/' && peek(l, 1) == '/') {
      skip_line_comment(l);
    } else if (*l->at == '/' && peek(l, 1) == '*') {
      skip_block_comment(l);
    } else {
      return;
    }
    l->spaced = true;
  }
}

/* ---- tokens ---- */

/* @return whether it is closed on its line */
static bool lex_quoted(lexer *l, char quote) {
  for (l->at++; l->at < l->end && *l->at != quote && *l->at != '\n'; l->at++)
    if (*l->at == '\\' && peek(l, 1)) l->at++;
  bool closed = l->at < l->end && *l->at == quote;
  l->at += closed;
  return closed;
}

/* R"delimiter( .. )delimiter", which may have several lines: at the quote. @return bytes, 0 if it is not closed */
static size_t raw_size(const lexer *l) {
  tta_str rest = tta_str_between(l->at, l->end);
  size_t open = tta_str_find(rest, "("), end = open;
  if (open == SIZE_MAX || open > 17) return 0;
  for (;;) {
    size_t next = tta_str_find(tta_str_rest(rest, end + 1), ")");
    if (next == SIZE_MAX) return 0;
    end += 1 + next;
    bool same = rest.size - end > open && !memcmp(rest.data + end + 1, rest.data + 1, open - 1);
    if (same && rest.data[end + open] == '"') return end + open + 1;
  }
}

static bool is_raw_prefix(tta_str word) {
  return tta_str_is(word, "R") || tta_str_is(word, "u8R") || tta_str_is(word, "LR") || tta_str_is(word, "uR") ||
         tta_str_is(word, "UR");
}

static void lex_raw(lexer *l, size_t size) {
  for (const char *end = l->at + size; l->at < end;)
    if (*l->at++ == '\n') next_line(l);
}

static void lex_number(lexer *l) {
  while (l->at < l->end) {
    char c = *l->at;
    bool sign = (c == '+' || c == '-') && strchr("eEpP", l->at[-1]) != NULL;
    bool separator = c == '\'' && (tta_is_digit(peek(l, 1)) || is_name_start(peek(l, 1)));
    if (!tta_is_digit(c) && !is_name_start(c) && c != '.' && !sign && !separator) return;
    l->at++;
  }
}

static uint32_t punct_size(const lexer *l) {
  static const char *const three[] = {"<<=", ">>=", "...", "->*", "<=>"};
  static const char *const two[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=",
                                    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::", "##"};
  tta_str rest = tta_str_between(l->at, l->end);
  for (size_t i = 0; i < sizeof three / sizeof *three; i++)
    if (tta_str_starts_with(rest, three[i])) return 3;
  for (size_t i = 0; i < sizeof two / sizeof *two; i++)
    if (tta_str_starts_with(rest, two[i])) return 2;
  return 1;
}

/* and, or, not, ..: other spellings of operators. @return the operator, NULL: the word is a name */
static const char *alternative(tta_str word) {
  static const char *const words[][2] = {
      {"and", "&&"}, {"or", "||"}, {"not", "!"}, {"not_eq", "!="}, {"bitand", "&"}, {"bitor", "|"}, {"xor", "^"},
      {"compl", "~"}, {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (tta_str_is(word, words[i][0])) return words[i][1];
  return NULL;
}

static uint32_t punct_of(const char *characters, uint32_t size) {
  uint32_t out = 0;
  for (uint32_t i = 0; i < size; i++) out |= (uint32_t)(unsigned char)characters[i] << 8 * i;
  return out;
}

static uint8_t precedence_of(uint32_t punct) {
  switch (punct) {
  case TTA_PUNCT2('|', '|'): return 1;
  case TTA_PUNCT2('&', '&'): return 2;
  case '|': return 3;
  case '^': return 4;
  case '&': return 5;
  case TTA_PUNCT2('=', '='): case TTA_PUNCT2('!', '='): return 6;
  case '<': case '>': case TTA_PUNCT2('<', '='): case TTA_PUNCT2('>', '='): return 7;
  case TTA_PUNCT2('<', '<'): case TTA_PUNCT2('>', '>'): return 8;
  case '+': case '-': return 9;
  case '*': case '/': case '%': return 10;
  default: return 0;
  }
}

static bool lex_one(lexer *l) {
  const char *begin = l->at;
  char c = *begin;
  tta_cpp_token t = {.line = l->line, .column = (uint32_t)(begin - l->line_begin) + 1, .match = TTA_KERNEL_NONE,
                     .file = l->file, .spaced = l->spaced, .line_start = l->line_start, .name = TTA_KERNEL_NONE};
  if (is_name_start(c)) {
    while (l->at < l->end && (is_name_start(*l->at) || tta_is_digit(*l->at))) l->at++;
    const char *spelled = alternative(tta_str_between(begin, l->at));
    size_t raw = peek(l, 0) == '"' && is_raw_prefix(tta_str_between(begin, l->at)) ? raw_size(l) : 0;
    t.kind = raw ? TTA_CPP_STRING : spelled ? TTA_CPP_PUNCT : TTA_CPP_NAME;
    if (raw) lex_raw(l, raw);
    else if (spelled) t.punct = punct_of(spelled, (uint32_t)strlen(spelled));
    else if ((t.name = tta_cpp_name(l->c, tta_str_between(begin, l->at))) == TTA_KERNEL_NONE) return false;
  } else if (tta_is_digit(c) || (c == '.' && tta_is_digit(peek(l, 1)))) {
    l->at++;
    lex_number(l);
    t.kind = TTA_CPP_NUMBER;
  } else if (c == '"' || c == '\'') {
    bool closed = lex_quoted(l, c);
    t.kind = !closed ? TTA_CPP_OTHER : c == '"' ? TTA_CPP_STRING : TTA_CPP_CHARACTER;
  } else if (strchr("{}[]()<>=+-*/%&|^!~?:;,.#", c) && c) {
    uint32_t size = punct_size(l);
    t.punct = punct_of(begin, size);
    l->at += size;
    t.kind = TTA_CPP_PUNCT;
  } else {
    l->at++;
    t.kind = TTA_CPP_OTHER;
  }
  t.text = tta_str_between(begin, l->at);
  t.precedence = precedence_of(t.punct);
  l->spaced = l->line_start = false;
  if (!TTA_GROW_IN(l->c->arena, l->out, items, 1)) {
    l->c->status = TTA_NO_MEMORY;
    return false;
  }
  l->out->items[l->out->num_items++] = t;
  return true;
}

tta_str tta_cpp_raw_text(tta_str token) {
  size_t quote = tta_str_find(token, "\""), open = tta_str_find(token, "(");
  if (!quote || quote == SIZE_MAX || open == SIZE_MAX || open < quote) return (tta_str){NULL, 0};
  return (tta_str){token.data + open + 1, token.size - 2 * (open - quote) - 2 - quote};
}

bool tta_cpp_lex(tta_cpp *c, tta_str text, uint16_t file, tta_cpp_tokens *out) {
  return tta_cpp_lex_part(c, text, file, 1, 1, out);
}

bool tta_cpp_lex_part(tta_cpp *c, tta_str text, uint16_t file, uint32_t line, uint32_t column, tta_cpp_tokens *out) {
  lexer l = {.c = c, .at = text.data, .end = text.data + text.size, .line_begin = text.data - (column - 1),
             .line = line, .file = file, .line_start = true, .out = out};
  for (skip_space(&l); l.at < l.end; skip_space(&l)) {
    if (out->num_items >= TTA_KERNEL_MAX_TOKENS) {
      c->status = TTA_LIMIT;
      return false;
    }
    if (!lex_one(&l)) return false;
  }
  tta_cpp_token end = {.kind = TTA_CPP_END, .line = l.line, .column = (uint32_t)(l.at - l.line_begin) + 1,
                       .match = TTA_KERNEL_NONE, .file = file, .line_start = true, .text = TTA_STR(""),
                       .name = TTA_KERNEL_NONE};
  if (!TTA_GROW_IN(c->arena, out, items, 1)) {
    c->status = TTA_NO_MEMORY;
    return false;
  }
  out->items[out->num_items++] = end;
  return true;
}

bool tta_cpp_integer(tta_str text, uint64_t *value, bool *is_unsigned, bool *is_long) {
  unsigned base = 10;
  size_t i = 0;
  bool any = false;
  *value = 0;
  *is_unsigned = *is_long = false;
  if (text.size > 1 && text.data[0] == '0') {
    char second = (char)(text.data[1] | 0x20);
    base = second == 'x' ? 16 : second == 'b' ? 2 : 8;
    i = base == 8 ? 0 : 2;
  }
  for (; i < text.size; i++) {
    char c = text.data[i], lower = (char)(c | 0x20);
    unsigned digit = tta_is_digit(c) ? (unsigned)(c - '0') : base == 16 && lower >= 'a' && lower <= 'f'
                                                             ? (unsigned)(lower - 'a' + 10) : 99;
    if (c == '\'') continue;
    if (digit >= base) break;
    if (__builtin_mul_overflow(*value, (uint64_t)base, value) || __builtin_add_overflow(*value, digit, value))
      return false;
    any = true;
  }
  for (; i < text.size; i++) {
    char lower = (char)(text.data[i] | 0x20);
    if (lower == 'u') *is_unsigned = true;
    else if (lower == 'l') *is_long = true;
    else if (lower != 'z') return false;
  }
  return any;
}
