/* The reader of configuration files: a subset of TOML. Source: TOML 1.0.0 (toml.io). */
#include "base/chars.h"
#include "base/toml.h"

#include "base/array.h"
#include "base/str.h"
#include "base/utf8.h"
#include "ttattr/buf.h"

typedef struct reader {
  const char *text, *at, *end;
  tta_arena *arena;
  tta_toml *toml;
  tta_str table;
  tta_status status;
} reader;

static bool fail_at(reader *r, const char *begin, const char *end, const char *message) {
  if (r->status) return false;
  r->status = TTA_INVALID;
  r->toml->error = message;
  r->toml->error_span = (tta_toml_span){(uint32_t)(begin - r->text), (uint32_t)(end - r->text)};
  return false;
}

static bool fail(reader *r, const char *message) {
  return fail_at(r, r->at, r->at < r->end && *r->at != '\n' ? r->at + 1 : r->at, message);
}

static bool no_memory(reader *r) {
  r->status = TTA_NO_MEMORY;
  return false;
}

static char next(const reader *r) { return r->at < r->end ? *r->at : '\n'; }
static bool starts(const reader *r, const char *word) {
  return tta_str_starts_with(tta_str_between(r->at, r->end), word);
}
static bool is_bare(char c) {
  return tta_is_letter(c) || tta_is_digit(c) || c == '-' || c == '_';
}

/* ---- blanks, comments, characters -------------------------------------------------------------------------------- */

static void skip_blanks(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) r->at++;
}

/* One character of a comment or a string: a tab or a printable one. */
static bool skip_character(reader *r) {
  unsigned char c = (unsigned char)*r->at;
  if (c == '\t' || (c >= 0x20 && c < 0x7f)) {
    r->at++;
    return true;
  }
  size_t size = c < 0x80 ? 0 : tta_utf8_length(r->at, (size_t)(r->end - r->at));
  if (!size) return fail(r, c < 0x80 ? "control character" : "invalid UTF-8");
  r->at += size;
  return true;
}

static bool at_line_end(const reader *r) { return r->at >= r->end || *r->at == '\n' || starts(r, "\r\n"); }

static bool skip_comment(reader *r) {
  if (next(r) != '#') return true;
  while (!at_line_end(r))
    if (!skip_character(r)) return false;
  return true;
}

static void skip_line_end(reader *r) {
  if (r->at < r->end) r->at += *r->at == '\r' ? 2 : 1;
}

static bool finish_line(reader *r, const char *expected) {
  skip_blanks(r);
  if (!skip_comment(r)) return false;
  if (!at_line_end(r)) return fail(r, expected);
  skip_line_end(r);
  return true;
}

/* Blanks, line ends and comments, as they may be in an array. */
static bool skip_gap(reader *r) {
  for (;;) {
    skip_blanks(r);
    if (!skip_comment(r)) return false;
    if (r->at >= r->end || !at_line_end(r)) return true;
    skip_line_end(r);
  }
}

/* ---- strings ----------------------------------------------------------------------------------------------------- */

/* After the backslash, at r->at. */
static bool read_escape(reader *r, tta_buf *out) {
  static const char letters[] = "btnfr\"\\", values[] = "\b\t\n\f\r\"\\";
  char c = next(r);
  const char *letter = c ? strchr(letters, c) : NULL, *begin = r->at - 1;
  if (letter) {
    tta_buf_char(out, values[letter - letters]);
    r->at++;
    return true;
  }
  int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
  uint32_t code = 0;
  char utf8[4];
  if (!digits) return fail(r, "unknown escape; expected one of b, t, n, f, r, \", \\, uXXXX, UXXXXXXXX");
  for (r->at++; digits; digits--, r->at++) {
    int value = tta_hex_value(next(r));
    if (value < 0) return fail(r, "expected a hexadecimal digit");
    code = code << 4 | (uint32_t)value;
  }
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return fail_at(r, begin, r->at, "not a Unicode character");
  tta_buf_bytes(out, utf8, tta_utf8_write(utf8, code));
  return true;
}

static bool read_string(reader *r, tta_str *string) {
  const char *begin = r->at;
  char quote = *r->at;
  if (r->end - r->at >= 3 && r->at[1] == quote && r->at[2] == quote)
    return fail_at(r, begin, begin + 3, "strings of several lines are not supported");
  tta_buf text = tta_buf_new(r->arena->allocator);
  bool good = true;
  for (r->at++; good && next(r) != quote;) {
    const char *from = r->at;
    if (at_line_end(r)) {
      good = fail_at(r, begin, begin + 1, "string is not closed on its line");
    } else if (quote == '"' && *r->at == '\\') {
      r->at++;
      good = read_escape(r, &text);
    } else {
      good = skip_character(r);
      if (good) tta_buf_bytes(&text, from, (size_t)(r->at - from));
    }
  }
  if (good) {
    r->at++;
    *string = tta_arena_str(r->arena, tta_buf_view(&text));
    if (text.failed || !string->data) good = no_memory(r);
  }
  tta_buf_free(&text);
  return good;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* [+-] digits, with `_` between digits, without leading zeros. */
static bool read_integer(reader *r, int64_t *value) {
  static const char expected[] = "expected a decimal integer";
  const char *begin = r->at;
  bool negative = *r->at == '-';
  uint64_t number = 0, limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
  if (*r->at == '-' || *r->at == '+') r->at++;
  const char *digits = r->at;
  bool fits = true;
  if (!tta_is_digit(next(r))) return fail(r, expected);
  for (; tta_is_digit(next(r)) || next(r) == '_'; r->at++) {
    if (*r->at == '_') {
      if (r->at[-1] == '_' || r->at + 1 >= r->end || !tta_is_digit(r->at[1]))
        return fail(r, "expected a digit after '_'");
      continue;
    }
    uint64_t digit = (uint64_t)(*r->at - '0');
    fits = fits && number <= (limit - digit) / 10;
    if (fits) number = number * 10 + digit;
  }
  if (*digits == '0' && r->at - digits > 1) return fail_at(r, begin, r->at, "integers must not have leading zeros");
  if (!fits) return fail_at(r, begin, r->at, "integer is out of range");
  if (is_bare(next(r)) || next(r) == '.' || next(r) == ':')
    return fail(r, "numbers other than decimal integers, and dates, are not supported");
  *value = negative ? (int64_t)(0 - number) : (int64_t)number;
  return true;
}

static bool read_value(reader *r, tta_toml_value *value, int depth);

static bool read_array(reader *r, tta_toml_value *value, int depth) {
  const char *open = r->at;
  if (depth == TTA_TOML_MAX_NESTING) return fail(r, "arrays are nested too deeply");
  for (r->at++;;) {
    if (!skip_gap(r)) return false;
    if (r->at >= r->end) return fail_at(r, open, open + 1, "array is not closed");
    if (*r->at == ']') break;
    tta_toml_value item;
    if (!read_value(r, &item, depth + 1)) return false;
    if (!TTA_PUSH_IN(r->arena, value, items, item)) return no_memory(r);
    if (!skip_gap(r)) return false;
    if (r->at >= r->end) return fail_at(r, open, open + 1, "array is not closed");
    if (*r->at == ']') break;
    if (*r->at != ',') return fail(r, "expected ',' or ']'");
    r->at++;
  }
  r->at++;
  return true;
}

static bool read_value(reader *r, tta_toml_value *value, int depth) {
  const char *begin = r->at;
  bool good;
  *value = (tta_toml_value){.kind = TTA_TOML_STRING};
  char c = next(r);
  if (c == '"' || c == '\'') {
    good = read_string(r, &value->string);
  } else if (c == '[') {
    value->kind = TTA_TOML_ARRAY;
    good = read_array(r, value, depth);
  } else if (tta_is_digit(c) || c == '-' || c == '+') {
    value->kind = TTA_TOML_INTEGER;
    good = read_integer(r, &value->integer);
  } else if (starts(r, "true") || starts(r, "false")) {
    value->kind = TTA_TOML_BOOLEAN;
    value->integer = c == 't';
    r->at += c == 't' ? 4 : 5;
    good = !is_bare(next(r)) || fail_at(r, begin, r->at + 1, "expected true or false");
  } else {
    good = fail(r, c == '{' ? "inline tables are not supported"
                            : "expected a value: a string in quotes, an integer, true, false or an array");
  }
  value->span = (tta_toml_span){(uint32_t)(begin - r->text), (uint32_t)(r->at - r->text)};
  return good;
}

/* ---- keys and tables --------------------------------------------------------------------------------------------- */

static bool read_key(reader *r, tta_str *key, tta_toml_span *span) {
  const char *begin = r->at;
  if (next(r) == '"' || next(r) == '\'') {
    if (!read_string(r, key)) return false;
  } else {
    while (is_bare(next(r))) r->at++;
    *key = tta_str_between(begin, r->at);
    if (!key->size) return fail(r, "expected a key");
  }
  *span = (tta_toml_span){(uint32_t)(begin - r->text), (uint32_t)(r->at - r->text)};
  skip_blanks(r);
  return next(r) != '.' || fail(r, "dotted keys are not supported");
}

static bool is_table(const reader *r, tta_str name) {
  for (uint32_t i = 0; i < r->toml->num_tables; i++)
    if (tta_str_equal(r->toml->tables[i].name, name)) return true;
  return false;
}

static bool has_key(const reader *r, tta_str table, bool root, tta_str key) {
  for (uint32_t i = 0; i < r->toml->num_entries; i++) {
    const tta_toml_entry *e = &r->toml->entries[i];
    if (root == !e->table.data && (root || tta_str_equal(e->table, table)) && tta_str_equal(e->key, key)) return true;
  }
  return false;
}

static bool read_table(reader *r) {
  tta_toml_table table;
  r->at++;
  if (next(r) == '[') return fail(r, "arrays of tables are not supported");
  skip_blanks(r);
  if (!read_key(r, &table.name, &table.span)) return false;
  if (next(r) != ']') return fail(r, "expected ']' after the name of the table");
  const char *begin = r->text + table.span.begin, *end = r->text + table.span.end;
  r->at++;
  if (is_table(r, table.name) || has_key(r, table.name, true, table.name))
    return fail_at(r, begin, end, "the name is defined twice");
  if (r->toml->num_tables == TTA_TOML_MAX_KEYS) return fail_at(r, begin, end, "too many tables");
  if (!TTA_PUSH_IN(r->arena, r->toml, tables, table)) return no_memory(r);
  r->table = table.name.size ? table.name : (tta_str){"", 0};
  return finish_line(r, "expected the end of the line after the table");
}

static bool read_entry(reader *r) {
  tta_toml_entry entry = {.table = r->table};
  if (!read_key(r, &entry.key, &entry.key_span)) return false;
  const char *begin = r->text + entry.key_span.begin, *end = r->text + entry.key_span.end;
  if (next(r) != '=') return fail(r, "expected '=' after the key");
  r->at++;
  if (has_key(r, r->table, !r->table.data, entry.key)) return fail_at(r, begin, end, "the key is defined twice");
  if (r->toml->num_entries == TTA_TOML_MAX_KEYS) return fail_at(r, begin, end, "too many keys");
  skip_blanks(r);
  if (!read_value(r, &entry.value, 0)) return false;
  if (!TTA_PUSH_IN(r->arena, r->toml, entries, entry)) return no_memory(r);
  return finish_line(r, "expected the end of the line after the value");
}

tta_status tta_toml_parse(tta_str text, tta_arena *arena, tta_toml *toml) {
  *toml = (tta_toml){.error = NULL};
  reader r = {.text = text.data, .at = text.data, .end = text.data + text.size, .arena = arena, .toml = toml};
  while (!r.status && r.at < r.end) {
    skip_blanks(&r);
    if (next(&r) == '[') read_table(&r);
    else if (next(&r) == '#' || at_line_end(&r)) finish_line(&r, "");
    else read_entry(&r);
  }
  return r.status;
}
