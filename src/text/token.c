/* The lexical rules of MLIR text outside of attributes. */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/chars.h"
#include "text/string_end.h"

#include "base/str.h"

/* ---- strings, comments, resources -------------------------------------------------------------------------------- */

const char *tta_string_end(const char *begin, const char *end, bool *closed) {
  return tta_string_end_inline(begin, end, closed);
}

/* The line may end in the string. */
tta_str tta_unquoted(tta_str text) {
  if (!text.size || text.data[0] != '"') return text;
  bool closed = text.size > 1 && text.data[text.size - 1] == '"';
  return (tta_str){text.data + 1, text.size - 1 - closed};
}

void tta_string_text(tta_str text, tta_buf *out) {
  tta_str inside = tta_unquoted(text);
  for (size_t i = 0; i < inside.size; i++) {
    char c = inside.data[i];
    if (c == '\\' && i + 1 < inside.size) {
      char next = inside.data[++i];
      int high = tta_hex_value(next), low = i + 1 < inside.size ? tta_hex_value(inside.data[i + 1]) : -1;
      c = next == 'n' ? '\n' : next == 't' ? '\t' : next;
      if (high >= 0 && low >= 0) c = (char)(high << 4 | low), i++;
    }
    tta_buf_char(out, c);
  }
}

static bool starts_comment(const char *at, const char *end) { return end - at > 1 && at[0] == '/' && at[1] == '/'; }

/* Only strings and comments count. */
const char *tta_resources_end(const char *at, const char *end) {
  for (at += 3; at < end;) {
    bool closed = false;
    const char *next = at + 1;
    if (*at == '"') {
      const char *string_end = tta_string_end(at, end, &closed);
      if (closed) next = string_end;
    } else if (starts_comment(at, end)) {
      next = tta_line_end(at, end);
    } else if (*at == '#' && end - at > 2 && at[1] == '-' && at[2] == '}') {
      return at + 3;
    }
    at = next;
  }
  return NULL;
}

const char *tta_skip_gap(const char *at, const char *end) {
  for (;;) {
    while (at < end && tta_is_blank(*at)) at++;
    if (!starts_comment(at, end)) return at;
    at = tta_line_end(at, end);
  }
}

const char *tta_skip_gap_in_string(const char *at) {
  for (;;) {
    while (tta_is_blank(*at)) at++;
    if (!*at || !starts_comment(at, at + 2)) return at;
    while (*at && *at != '\n' && *at != '\r') at++;
  }
}

tta_str tta_key_before(const char *low, const char *at) {
  while (at > low && tta_is_blank(at[-1])) at--;
  if (at == low || at[-1] != '=') return (tta_str){NULL, 0};
  for (at--; at > low && tta_is_blank(at[-1]);) at--;
  const char *end = at;
  while (at > low && tta_is_bare_byte(at[-1])) at--;
  return tta_str_between(at, end);
}

/* ---- words and names --------------------------------------------------------------------------------------------- */

/* A run of letters, digits and `_ $ .`; the sign of an exponent is part of a number. */
static const char *word_end(const char *at, const char *end) {
  const char *begin = at;
  for (;;) {
    while (at < end && tta_is_bare_byte(*at)) at++;
    bool exponent = end - at > 1 && at - begin > 1 && (*at == '-' || *at == '+') && (at[-1] | 0x20) == 'e' &&
                    tta_is_digit(*begin) && tta_is_digit(at[1]) && tta_is_digit(at[-2] == '.' ? at[-3] : at[-2]);
    if (!exponent || (begin[0] == '0' && begin[1] == 'x')) return at;
    at++;
  }
}

static const char *digits_end(const char *at, const char *end) {
  while (at < end && tta_is_digit(*at)) at++;
  return at;
}

/* A suffix-id: digits, or letters, digits and `$ . _ -`; the arrow is not part of it. */
static const char *suffix_end(const char *at, const char *end) {
  if (at < end && tta_is_digit(*at)) return digits_end(at, end);
  while (at < end && tta_is_name_byte(*at) && !(*at == '-' && end - at > 1 && at[1] == '>')) at++;
  return at;
}

/* The end of the name that starts at a sigil; at + 1 if no name is there. */
static const char *name_end(const char *at, const char *end) {
  const char *name = at + 1;
  if (*at != '@') {
    const char *stop = suffix_end(name, end);
    bool result = *at == '%' && stop > name && end - stop > 1 && *stop == '#' && tta_is_digit(stop[1]);
    return result ? digits_end(stop + 1, end) : stop;
  }
  if (name < end && *name == '"') {
    bool closed;
    const char *stop = tta_string_end(name, end, &closed);
    return closed ? stop : name;
  }
  if (name >= end || !(tta_is_letter(*name) || *name == '_')) return name;
  while (name < end && tta_is_bare_byte(*name)) name++;
  return name;
}

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

typedef enum byte_class { BYTE_OTHER, BYTE_BLANK, BYTE_WORD, BYTE_QUOTE, BYTE_SLASH, BYTE_OPEN, BYTE_BRACE, BYTE_LESS,
                          BYTE_CLOSE, BYTE_GREATER, BYTE_SIGIL, BYTE_HASH, BYTE_EQUAL, BYTE_COMMA, BYTE_COLON,
                          BYTE_MINUS } byte_class;

static const unsigned char class_of[256] = {
    [' '] = BYTE_BLANK, ['\t'] = BYTE_BLANK, ['\r'] = BYTE_BLANK, ['\n'] = BYTE_BLANK,
    ['a' ... 'z'] = BYTE_WORD, ['A' ... 'Z'] = BYTE_WORD, ['0' ... '9'] = BYTE_WORD, ['_'] = BYTE_WORD,
    ['$'] = BYTE_WORD, ['.'] = BYTE_WORD, ['"'] = BYTE_QUOTE, ['/'] = BYTE_SLASH, ['('] = BYTE_OPEN, ['['] = BYTE_OPEN,
    ['{'] = BYTE_BRACE, ['<'] = BYTE_LESS, [')'] = BYTE_CLOSE, [']'] = BYTE_CLOSE, ['}'] = BYTE_CLOSE,
    ['>'] = BYTE_GREATER, ['!'] = BYTE_SIGIL, ['%'] = BYTE_SIGIL, ['^'] = BYTE_SIGIL, ['@'] = BYTE_SIGIL,
    ['#'] = BYTE_HASH, ['='] = BYTE_EQUAL, [','] = BYTE_COMMA, [':'] = BYTE_COLON, ['-'] = BYTE_MINUS};

static byte_class class_at(const char *at) { return (byte_class)class_of[(unsigned char)*at]; }

/* A `#` in a word is not a name, except after another name: `#a#b`. */
static bool continues_word(const tta_tokens *t, const char *at) {
  return at > t->begin && at != t->name_end && (class_at(at - 1) == BYTE_WORD || strchr("@%^#!", at[-1])) && at[-1];
}

static bool take(tta_token *token, tta_mark_kind kind, const char *end) {
  token->kind = kind;
  token->end = end;
  return true;
}

static bool read_name(tta_tokens *t, tta_token *token) {
  const char *end = name_end(token->begin, t->end);
  if (end == token->begin + 1) return take(token, TTA_MARK_OTHER, end);
  if (*token->begin == '#' || *token->begin == '!') t->name_end = end;
  return take(token, TTA_MARK_NAME, end);
}

static bool read_token(tta_tokens *t, tta_token *token) {
  const char *at = token->begin, *end = t->end;
  char next = end - at > 1 ? at[1] : 0, second = end - at > 2 ? at[2] : 0;
  switch (class_at(at)) {
  case BYTE_WORD: return take(token, TTA_MARK_WORD, word_end(at, end));
  case BYTE_QUOTE: return take(token, TTA_MARK_STRING, tta_string_end(at, end, NULL));
  case BYTE_SLASH:
    if (next == '/') return take(token, TTA_MARK_COMMENT, tta_line_end(at, end));
    break;
  case BYTE_BRACE:
    if (next == '-' && second == '#') {
      const char *stop = tta_resources_end(at, end);
      return take(token, TTA_MARK_RESOURCES, stop ? stop : end);
    }
    return take(token, TTA_MARK_OPEN, at + 1);
  case BYTE_OPEN: return take(token, TTA_MARK_OPEN, at + 1);
  case BYTE_CLOSE: return take(token, TTA_MARK_CLOSE, at + 1);
  case BYTE_LESS: return next == '=' ? take(token, TTA_MARK_OTHER, at + 2) : take(token, TTA_MARK_OPEN, at + 1);
  case BYTE_GREATER: /* `>==` is a bracket and `==` */
    return next == '=' && second != '=' ? take(token, TTA_MARK_OTHER, at + 2) : take(token, TTA_MARK_CLOSE, at + 1);
  case BYTE_HASH:
    if (continues_word(t, at)) break;
    return read_name(t, token);
  case BYTE_SIGIL: return read_name(t, token);
  case BYTE_EQUAL: return next == '=' ? take(token, TTA_MARK_OTHER, at + 2) : take(token, TTA_MARK_EQUAL, at + 1);
  case BYTE_COMMA: return take(token, TTA_MARK_COMMA, at + 1);
  case BYTE_COLON: return next == ':' ? take(token, TTA_MARK_OTHER, at + 2) : take(token, TTA_MARK_COLON, at + 1);
  case BYTE_MINUS:
    if (next == '>') return take(token, TTA_MARK_ARROW, at + 2);
    break;
  case BYTE_BLANK: case BYTE_OTHER: break;
  }
  return take(token, TTA_MARK_OTHER, at + 1);
}

bool tta_token_next(tta_tokens *t, tta_token *token) {
  while (t->at < t->end && class_at(t->at) == BYTE_BLANK) t->at++;
  if (t->at >= t->end) return false;
  token->begin = t->at;
  read_token(t, token);
  t->at = token->end;
  return true;
}

bool tta_is_in_list(const char *low, const char *at) {
  uint32_t depth = 0;
  while (at-- > low) {
    if (*at == '"' || *at == '/') return false;
    if (tta_is_closing(*at)) depth += *at != '>' || at == low || at[-1] != '-';
    else if (tta_is_opening(*at) && !depth--) return *at == '[';
  }
  return false;
}

const char *tta_plain_brackets_end(const char *at, const char *limit, char open, char close) {
  enum { MAX_BYTES = 1 << 14, MAX_DEPTH = 16 };
  uint32_t depth = 0;
  if (limit - at > MAX_BYTES) limit = at + MAX_BYTES;
#ifdef __SSE2__
  const __m128i opening = _mm_set1_epi8(open), closing = _mm_set1_epi8(close), quote = _mm_set1_epi8('"'),
                slash = _mm_set1_epi8('/');
#endif
  while (at < limit) {
    uint32_t hits = 1, size = 1;
#ifdef __SSE2__
    if (limit - at >= 16) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)at);
      __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, opening), _mm_cmpeq_epi8(bytes, closing));
      hit = _mm_or_si128(hit, _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, slash)));
      hits = (uint32_t)_mm_movemask_epi8(hit);
      size = 16;
    }
#endif
    for (; hits; hits &= hits - 1) {
      const char *mark = at + __builtin_ctz(hits);
      if (*mark == close && mark[-1] != '-' && !--depth) return mark + 1;
      if ((*mark == open && ++depth > MAX_DEPTH) || *mark == '"' || *mark == '/') return NULL;
    }
    at += size;
  }
  return NULL;
}
