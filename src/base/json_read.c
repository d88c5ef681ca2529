/* Reader of JSON values. */
#include "base/chars.h"
#include "base/json_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

typedef struct reader {
  tta_arena *arena;
  const char *start, *at, *end;
  tta_json_error *error;
  char *message; /* the text, which strings are decoded into; NULL: strict */
} reader;

/* An open bracket. Its frame lives in the arena, so depth costs no stack. */
typedef struct frame {
  struct frame *outer;
  tta_json_node *node;
  tta_json_node *last; /* the newest child */
} frame;

/* ---- errors ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static tta_status fail_at(reader *r, const char *at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->error->message, sizeof r->error->message, format, args);
  va_end(args);
  r->error->column = (size_t)(at - r->start) + 1;
  return TTA_INVALID;
}

/* "expected X, found Y" at the reader's position. */
static tta_status expected(reader *r, const char *what) {
  if (r->at == r->end) return fail_at(r, r->at, "expected %s, found the end of the text", what);
  unsigned char c = (unsigned char)*r->at;
  if (c > 0x20 && c < 0x7f) return fail_at(r, r->at, "expected %s, found '%c'", what, c);
  return fail_at(r, r->at, "expected %s, found byte 0x%02x", what, c);
}

/* ---- bytes ---- */

static void skip_blanks(reader *r) {
  while (r->at < r->end && tta_is_blank(*r->at)) r->at++;
}

static bool next_is(const reader *r, char c) { return r->at < r->end && *r->at == c; }

static size_t column(const reader *r) { return (size_t)(r->at - r->start) + 1; }

/* ---- strings ---- */

static bool hex4(reader *r, uint32_t *out) {
  uint32_t value = 0;
  if (r->end - r->at < 4) return false;
  for (int i = 0; i < 4; i++) {
    int digit = tta_hex_value(r->at[i]);
    if (digit < 0) return false;
    value = value * 16 + (uint32_t)digit;
  }
  r->at += 4;
  *out = value;
  return true;
}

/* After `\u`: one code unit, or a surrogate pair. */
static tta_status read_unicode_escape(reader *r, const char *backslash, uint32_t *code) {
  uint32_t low;
  if (!hex4(r, code)) return fail_at(r, backslash, "\\u needs four hexadecimal digits");
  if (*code < 0xd800 || *code > 0xdfff) return TTA_OK;
  const char *after = r->at;
  bool pair = *code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u';
  if (pair) r->at += 2;
  if (!pair || !hex4(r, &low) || low < 0xdc00 || low > 0xdfff) {
    if (!r->message) return fail_at(r, backslash, "unpaired surrogate");
    r->at = after;
    *code = 0xfffd;
    return TTA_OK;
  }
  *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
  return TTA_OK;
}

static tta_status read_escape(reader *r, char **out) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char *backslash = r->at++;
  if (r->at == r->end) return expected(r, "an escape");
  const char *name = *r->at ? strchr(names, *r->at) : NULL;
  if (name) {
    *(*out)++ = values[name - names];
    r->at++;
    return TTA_OK;
  }
  if (*r->at != 'u') return fail_at(r, backslash, "unknown escape");
  r->at++;
  uint32_t code = 0;
  tta_status status = read_unicode_escape(r, backslash, &code);
  if (!status) *out += tta_utf8_write(*out, code);
  return status;
}

/* Of a message: runs of plain bytes are moved at once, the text is never after its spelling. */
static tta_status read_string_in_place(reader *r, tta_str *out) {
  const char *quote = r->at++, *close = r->at;
  char *text = r->message + (r->at - r->start), *to = text;
  while ((close = memchr(close, '"', (size_t)(r->end - close)))) {
    const char *backslash = memchr(r->at, '\\', (size_t)(close - r->at)), *run_end = backslash ? backslash : close;
    size_t run = (size_t)(run_end - r->at);
    if (to != r->at) memmove(to, r->at, run);
    to += run;
    r->at = run_end;
    if (!backslash) break;
    tta_status status = read_escape(r, &to);
    if (status) return status;
    if (r->at > close) close = r->at;
  }
  if (!close) return fail_at(r, quote, "unterminated string");
  *to = 0;
  r->at = close + 1;
  *out = (tta_str){text, (size_t)(to - text)};
  return TTA_OK;
}

/* The text is never longer than its spelling (`\uXXXX` is 6 bytes for at most 3), so that bounds the copy. */
static tta_status read_string(reader *r, tta_str *out) {
  if (r->message) return read_string_in_place(r, out);
  const char *quote = r->at++, *close = r->at;
  while (close < r->end && *close != '"') close += *close == '\\' && r->end - close > 1 ? 2 : 1;
  if (close == r->end) return fail_at(r, quote, "unterminated string");
  char *text = tta_arena_alloc(r->arena, (size_t)(close - quote)), *to = text;
  if (!text) return TTA_NO_MEMORY;
  while (r->at < close) {
    if (*r->at == '\\') {
      tta_status status = read_escape(r, &to);
      if (status) return status;
      continue;
    }
    size_t n = tta_utf8_length(r->at, (size_t)(close - r->at));
    if (n == 0) return fail_at(r, r->at, "byte 0x%02x is not valid UTF-8", (unsigned)(unsigned char)*r->at);
    if ((unsigned char)*r->at < 0x20) return fail_at(r, r->at, "control character in a string");
    memcpy(to, r->at, n);
    to += n;
    r->at += n;
  }
  *to = 0;
  r->at = close + 1;
  *out = (tta_str){text, (size_t)(to - text)};
  return TTA_OK;
}

/* ---- scalars ---- */

static bool append_digit(uint64_t *value, char c) {
  return !__builtin_mul_overflow(*value, UINT64_C(10), value) &&
         !__builtin_add_overflow(*value, (uint64_t)(c - '0'), value);
}

static tta_status read_integer(reader *r, tta_json_node *node) {
  const char *start = r->at;
  node->kind = TTA_JSON_INTEGER;
  node->magnitude = 0;
  if (*r->at == '-') r->at++;
  if (r->at == r->end || !tta_is_digit(*r->at)) return expected(r, "a digit");
  if (*r->at == '0' && r->end - r->at > 1 && tta_is_digit(r->at[1]))
    return fail_at(r, start, "leading zero in a number");
  while (r->at < r->end && tta_is_digit(*r->at)) {
    if (!append_digit(&node->magnitude, *r->at++)) return fail_at(r, start, "integer does not fit 64 bits");
  }
  if (r->at < r->end && (*r->at == '.' || *r->at == 'e' || *r->at == 'E')) {
    return fail_at(r, start, "expected an integer, found a number with a fraction or an exponent");
  }
  node->negative = *start == '-' && node->magnitude != 0;
  return TTA_OK;
}

/* Of a message: any number. What is not an integer of 64 bits is kept as its text. */
static tta_status read_number(reader *r, tta_json_node *node) {
  const char *start = r->at;
  tta_status status = read_integer(r, node);
  if (status != TTA_INVALID || !r->message) return status;
  for (r->at = start; r->at < r->end && (tta_is_digit(*r->at) || (*r->at && strchr("+-.eE", *r->at)));) r->at++;
  if (r->at == start + 1 && *start == '-') return status;
  node->kind = TTA_JSON_NUMBER;
  node->string = tta_str_between(start, r->at);
  return TTA_OK;
}

static bool read_word(reader *r, const char *word) {
  if (!tta_str_starts_with(tta_str_between(r->at, r->end), word)) return false;
  r->at += strlen(word);
  return true;
}

/* A scalar, or the opening bracket of an array or object. */
static tta_status read_start(reader *r, tta_json_node *node) {
  node->column = column(r);
  if (next_is(r, '"')) {
    node->kind = TTA_JSON_STRING;
    return read_string(r, &node->string);
  }
  if (r->at < r->end && (*r->at == '-' || tta_is_digit(*r->at))) return read_number(r, node);
  if (next_is(r, '[') || next_is(r, '{')) {
    node->kind = *r->at++ == '[' ? TTA_JSON_ARRAY : TTA_JSON_OBJECT;
    node->first = NULL;
    return TTA_OK;
  }
  if (read_word(r, "null")) {
    node->kind = TTA_JSON_NULL;
    return TTA_OK;
  }
  if (read_word(r, "true")) node->boolean = true;
  else if (!read_word(r, "false")) return expected(r, "a value");
  node->kind = TTA_JSON_BOOL;
  return TTA_OK;
}

/* ---- arrays and objects ---- */

static tta_status check_new_key(reader *r, const tta_json_node *object, const char *at, tta_str key) {
  for (const tta_json_node *child = object->first; child; child = child->next) {
    if (tta_str_equal(child->key, key)) return fail_at(r, at, "duplicate member");
  }
  if (object->count == TTA_JSON_MAX_MEMBERS) return fail_at(r, at, "more than %d members", TTA_JSON_MAX_MEMBERS);
  return TTA_OK;
}

static tta_status read_key(reader *r, const tta_json_node *object, tta_json_node *child) {
  const char *at = r->at;
  child->key_column = column(r);
  if (!next_is(r, '"')) return expected(r, "a member name in quotes");
  tta_status status = read_string(r, &child->key);
  if (!status && !r->message) status = check_new_key(r, object, at, child->key);
  if (status) return status;
  skip_blanks(r);
  if (!next_is(r, ':')) return expected(r, "':'");
  r->at++;
  skip_blanks(r);
  return TTA_OK;
}

/* The next value, linked into the innermost open bracket; the comma before it has been read. */
static tta_status read_child(reader *r, frame *open, tta_json_node **out) {
  tta_json_node *child = tta_arena_alloc(r->arena, sizeof *child);
  if (!child) return TTA_NO_MEMORY;
  *child = (tta_json_node){0};
  *out = child;
  tta_status status = open && open->node->kind == TTA_JSON_OBJECT ? read_key(r, open->node, child) : TTA_OK;
  if (!status) status = read_start(r, child);
  if (status || !open) return status;
  bool in_front = r->message && open->node->kind == TTA_JSON_OBJECT; /* the last of equal keys is found first */
  if (in_front) child->next = open->node->first;
  if (open->last && !in_front) open->last->next = child;
  else open->node->first = child;
  open->last = child;
  open->node->count++; /* a child is two bytes of text, and a text of 8 GiB does not fit in memory with its tree */
  return TTA_OK;
}

static char closing(const frame *open) { return open->node->kind == TTA_JSON_ARRAY ? ']' : '}'; }

/* Closes what closes here, and reads the comma before the next value. *open is NULL once the value is complete. */
static tta_status read_separator(reader *r, frame **open) {
  while (*open) {
    skip_blanks(r);
    if (next_is(r, closing(*open))) {
      r->at++;
      *open = (*open)->outer;
    } else if ((*open)->last == NULL) {
      return TTA_OK; /* the first child needs no comma */
    } else if (next_is(r, ',')) {
      r->at++;
      skip_blanks(r);
      return TTA_OK;
    } else {
      return expected(r, (*open)->node->kind == TTA_JSON_ARRAY ? "',' or ']'" : "',' or '}'");
    }
  }
  return TTA_OK;
}

static tta_status read_value(reader *r, uint32_t max_depth, const tta_json_node **out) {
  frame *open = NULL;
  uint32_t depth = 0; /* bracket pairs around the next value */
  *out = NULL;
  do {
    tta_json_node *node;
    tta_status status = read_child(r, open, &node);
    if (status) return status;
    if (!*out) *out = node;
    if (node->kind == TTA_JSON_ARRAY || node->kind == TTA_JSON_OBJECT) {
      if (depth == max_depth) return fail_at(r, r->at - 1, "more than %u brackets open at once", max_depth);
      frame *inner = tta_arena_alloc(r->arena, sizeof *inner);
      if (!inner) return TTA_NO_MEMORY;
      *inner = (frame){.outer = open, .node = node};
      open = inner;
      depth++;
    }
    frame *before = open;
    status = read_separator(r, &open);
    if (status) return status;
    for (; before != open; before = before->outer) depth--;
  } while (open);
  return TTA_OK;
}

static tta_status read_text(reader *r, uint32_t max_depth, const tta_json_node **out) {
  skip_blanks(r);
  tta_status status = read_value(r, max_depth, out);
  if (status) return status;
  skip_blanks(r);
  return r->at == r->end ? TTA_OK : expected(r, "the end of the text");
}

tta_status tta_json_read(tta_arena *arena, tta_str text, uint32_t max_depth, const tta_json_node **out,
                         tta_json_error *error) {
  static const char nothing[1] = "";
  const char *start = text.size ? text.data : nothing;
  reader r = {.arena = arena, .start = start, .at = start, .end = start + text.size, .error = error};
  return read_text(&r, max_depth, out);
}

tta_status tta_json_read_message(tta_arena *arena, char *text, size_t size, uint32_t max_depth,
                                 const tta_json_node **out, tta_json_error *error) {
  char nothing[1] = "";
  char *start = size ? text : nothing;
  reader r = {.arena = arena, .start = start, .at = start, .end = start + size, .error = error, .message = start};
  return read_text(&r, max_depth, out);
}

/* ---- members ---- */

const tta_json_node *tta_json_member(const tta_json_node *object, const char *key) {
  if (object->kind != TTA_JSON_OBJECT) return NULL;
  for (const tta_json_node *child = object->first; child; child = child->next) {
    if (tta_str_is(child->key, key)) return child;
  }
  return NULL;
}

/* Sign and magnitude of an integer, also of one in quotes: an optional minus and digits, nothing else. */
static bool integer_of(const tta_json_node *node, bool *negative, uint64_t *magnitude) {
  *magnitude = 0;
  if (node->kind == TTA_JSON_INTEGER) {
    *negative = node->negative;
    *magnitude = node->magnitude;
    return true;
  }
  if (node->kind != TTA_JSON_STRING) return false;
  size_t sign = node->string.size > 0 && node->string.data[0] == '-';
  if (node->string.size == sign) return false;
  for (size_t i = sign; i < node->string.size; i++) {
    if (!tta_is_digit(node->string.data[i]) || !append_digit(magnitude, node->string.data[i])) return false;
  }
  *negative = sign && *magnitude != 0;
  return true;
}

bool tta_json_int64(const tta_json_node *node, int64_t *out) {
  bool negative;
  uint64_t magnitude;
  if (!integer_of(node, &negative, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative) return false;
  *out = negative ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
  return true;
}

const char *tta_json_kind_name(tta_json_kind kind) {
  switch (kind) {
  case TTA_JSON_NULL: return "null";
  case TTA_JSON_BOOL: return "true or false";
  case TTA_JSON_INTEGER: return "an integer";
  case TTA_JSON_STRING: return "a string";
  case TTA_JSON_ARRAY: return "an array";
  case TTA_JSON_OBJECT: return "an object";
  case TTA_JSON_NUMBER: return "a number";
  }
  return "nothing";
}
