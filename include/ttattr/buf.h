/* ttattr/buf.h: a byte buffer that grows, and JSON in it.
 *
 * A failed growth sets `failed` and drops what does not fit; writers need no check after each write, the reader asks
 * once. */
#ifndef TTATTR_BUF_H
#define TTATTR_BUF_H

#include <stdarg.h>
#include <string.h>

#include "ttattr/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_buf {
  const tta_allocator *allocator;
  char *data;
  size_t size, capacity;
  bool failed;
} tta_buf;

/** An empty buffer. @param allocator NULL = malloc; borrowed. tta_buf_free releases its bytes. */
TTA_API void tta_buf_init(tta_buf *buf, const tta_allocator *allocator);
TTA_API void tta_buf_free(tta_buf *buf);
static inline tta_buf tta_buf_new(const tta_allocator *allocator) {
  tta_buf buf;
  tta_buf_init(&buf, allocator);
  return buf;
}
/** Reserves `more` bytes after size; false if out of memory. */
TTA_API bool tta_buf_reserve(tta_buf *buf, size_t more);

/** Appends decimal digits. */
TTA_API void tta_buf_int(tta_buf *buf, int64_t value);
TTA_API void tta_buf_uint(tta_buf *buf, uint64_t value);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/** Appends what printf would print. */
TTA_API void tta_buf_printf(tta_buf *buf, const char *format, ...);
TTA_API void tta_buf_vprintf(tta_buf *buf, const char *format, va_list args);

static inline void tta_buf_bytes(tta_buf *buf, const char *data, size_t size) {
  if (buf->capacity - buf->size < size && !tta_buf_reserve(buf, size)) return;
  if (size) memcpy(buf->data + buf->size, data, size);
  buf->size += size;
}
static inline void tta_buf_char(tta_buf *buf, char c) {
  if (buf->capacity == buf->size && !tta_buf_reserve(buf, 1)) return;
  buf->data[buf->size++] = c;
}
static inline void tta_buf_fill(tta_buf *buf, char c, size_t count) {
  if (buf->capacity - buf->size < count && !tta_buf_reserve(buf, count)) return;
  if (count) memset(buf->data + buf->size, c, count);
  buf->size += count;
}
static inline void tta_buf_str(tta_buf *buf, const char *text) { tta_buf_bytes(buf, text, strlen(text)); }
static inline tta_str tta_buf_view(const tta_buf *buf) {
  tta_str view = {buf->data, buf->size};
  return view;
}

/* ---- JSON ---- */

/* A writer of compact JSON. Commas are placed by the writer; integers beyond 2^53 become strings, since a double cannot
 * hold them. Strings are taken as bytes; invalid UTF-8 becomes U+FFFD. */

typedef struct tta_json {
  tta_buf *out;
  bool comma; /* a comma is due before the next value or key */
} tta_json;

static inline tta_json tta_json_writer(tta_buf *buf) {
  tta_json json = {buf, false};
  return json;
}

/** @param bracket of an object or a list: '{' or '[', '}' or ']' */
TTA_API void tta_json_open(tta_json *json, char bracket);
TTA_API void tta_json_close(tta_json *json, char bracket);
/** The key of the next value. */
TTA_API void tta_json_key(tta_json *json, const char *key);
/** A value: of an object after its key, of a list after the one before. */
TTA_API void tta_json_string(tta_json *json, tta_str text);
TTA_API void tta_json_text(tta_json *json, const char *text);
TTA_API void tta_json_int(tta_json *json, int64_t value);
TTA_API void tta_json_uint(tta_json *json, uint64_t value);
TTA_API void tta_json_bool(tta_json *json, bool value);
TTA_API void tta_json_null(tta_json *json);
TTA_API void tta_json_shape(tta_json *json, tta_shape shape);

/** A key and its value. Absent values (an empty text, a shape without extents) are null. */
TTA_API void tta_json_key_int(tta_json *json, const char *key, int64_t value);
TTA_API void tta_json_key_bool(tta_json *json, const char *key, bool value);
TTA_API void tta_json_key_string(tta_json *json, const char *key, tta_str text);
TTA_API void tta_json_key_text(tta_json *json, const char *key, const char *text);
TTA_API void tta_json_key_shape(tta_json *json, const char *key, tta_shape shape);
/** The same of a text that may be empty: it is not null then. */
static inline void tta_json_key_plain(tta_json *json, const char *key, tta_str text) {
  tta_json_key(json, key);
  tta_json_string(json, text);
}
static inline void tta_json_key_uint(tta_json *json, const char *key, uint64_t value) {
  tta_json_key(json, key);
  tta_json_uint(json, value);
}
/** The same of a number that may not be known: null. */
static inline void tta_json_key_known(tta_json *json, const char *key, int64_t value, bool known) {
  tta_json_key(json, key);
  if (known) tta_json_int(json, value);
  else tta_json_null(json);
}
/** The same of a number that is not known if it is negative. */
static inline void tta_json_key_count(tta_json *json, const char *key, int64_t value) {
  tta_json_key_known(json, key, value, value >= 0);
}
/** A key, and the bracket that opens its value. */
TTA_API void tta_json_key_open(tta_json *json, const char *key, char bracket);
/** The lines of a text as a list of strings. */
TTA_API void tta_json_key_lines(tta_json *json, const char *key, tta_str text);

#ifdef __cplusplus
}
#endif
#endif
