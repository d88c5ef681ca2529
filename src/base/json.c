/* Text of JSON values; the keys are the callers' (docs/cli.md). */
#include "ttattr/buf.h"

#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "base/utf8.h"

enum { EXACT_IN_DOUBLE_BITS = 53 };

static void separate(tta_json *json) {
  if (json->comma) tta_buf_char(json->out, ',');
  json->comma = true;
}

void tta_json_open(tta_json *json, char bracket) {
  separate(json);
  tta_buf_char(json->out, bracket);
  json->comma = false;
}

void tta_json_close(tta_json *json, char bracket) {
  tta_buf_char(json->out, bracket);
  json->comma = true;
}

static void escape(tta_buf *out, unsigned char c) {
  switch (c) {
  case '"': tta_buf_str(out, "\\\""); break;
  case '\\': tta_buf_str(out, "\\\\"); break;
  case '\n': tta_buf_str(out, "\\n"); break;
  case '\r': tta_buf_str(out, "\\r"); break;
  case '\t': tta_buf_str(out, "\\t"); break;
  default: tta_buf_printf(out, "\\u%04x", c);
  }
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

/* Whether all of eight bytes are plain: no byte is below 0x20, above 0x7e, a quote or a backslash. */
static bool are_plain(const char *at) {
  const uint64_t ones = 0x0101010101010101u;
  uint64_t w;
  memcpy(&w, at, sizeof w);
  uint64_t special = w | (w + ones) | (w - 0x20 * ones) | ((w ^ '"' * ones) - ones) | ((w ^ '\\' * ones) - ones);
  return !(special & 0x80 * ones);
}

void tta_json_string(tta_json *json, tta_str text) {
  separate(json);
  tta_buf_char(json->out, '"');
  for (size_t i = 0; i < text.size;) {
    size_t plain = i;
    while (text.size - plain >= 8 && are_plain(text.data + plain)) plain += 8;
    while (plain < text.size && is_plain((unsigned char)text.data[plain])) plain++;
    tta_buf_bytes(json->out, text.data + i, plain - i);
    i = plain;
    if (i == text.size) break;
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
      escape(json->out, c);
      i++;
    } else {
      size_t n = tta_utf8_length(text.data + i, text.size - i);
      if (n) tta_buf_bytes(json->out, text.data + i, n);
      else tta_buf_str(json->out, "\xef\xbf\xbd"); /* U+FFFD */
      i += n ? n : 1;
    }
  }
  tta_buf_char(json->out, '"');
}

void tta_json_key(tta_json *json, const char *key) {
  tta_json_text(json, key);
  tta_buf_char(json->out, ':');
  json->comma = false;
}

void tta_json_text(tta_json *json, const char *text) { tta_json_string(json, (tta_str){text, strlen(text)}); }

void tta_json_int(tta_json *json, int64_t value) {
  bool quote = tta_abs(value) >> EXACT_IN_DOUBLE_BITS != 0;
  separate(json);
  if (quote) tta_buf_char(json->out, '"');
  tta_buf_int(json->out, value);
  if (quote) tta_buf_char(json->out, '"');
}

void tta_json_uint(tta_json *json, uint64_t value) {
  bool quote = value >> EXACT_IN_DOUBLE_BITS != 0;
  separate(json);
  if (quote) tta_buf_char(json->out, '"');
  tta_buf_uint(json->out, value);
  if (quote) tta_buf_char(json->out, '"');
}

void tta_json_bool(tta_json *json, bool value) {
  separate(json);
  tta_buf_str(json->out, value ? "true" : "false");
}

void tta_json_null(tta_json *json) {
  separate(json);
  tta_buf_str(json->out, "null");
}

void tta_json_shape(tta_json *json, tta_shape shape) {
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < shape.rank; i++) tta_json_int(json, shape.extent[i]);
  tta_json_close(json, ']');
}

/* ---- keys with values ---- */

void tta_json_key_int(tta_json *json, const char *key, int64_t value) {
  tta_json_key(json, key);
  tta_json_int(json, value);
}

void tta_json_key_open(tta_json *json, const char *key, char bracket) {
  tta_json_key(json, key);
  tta_json_open(json, bracket);
}

void tta_json_key_bool(tta_json *json, const char *key, bool value) {
  tta_json_key(json, key);
  tta_json_bool(json, value);
}

void tta_json_key_string(tta_json *json, const char *key, tta_str text) {
  tta_json_key(json, key);
  if (text.size) tta_json_string(json, text);
  else tta_json_null(json);
}

void tta_json_key_text(tta_json *json, const char *key, const char *text) {
  tta_json_key(json, key);
  if (text) tta_json_text(json, text);
  else tta_json_null(json);
}

void tta_json_key_shape(tta_json *json, const char *key, tta_shape shape) {
  tta_json_key(json, key);
  if (shape.extent) tta_json_shape(json, shape);
  else tta_json_null(json);
}

void tta_json_key_lines(tta_json *json, const char *key, tta_str text) {
  tta_json_key(json, key);
  tta_json_open(json, '[');
  for (tta_str line; tta_str_next_line(&text, &line);) tta_json_string(json, line);
  tta_json_close(json, ']');
}
