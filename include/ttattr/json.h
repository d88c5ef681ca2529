/* ttattr/json.h: a writer of compact JSON. Commas are placed by the writer; integers beyond 2^53 become strings
 * (docs: integers that a double cannot hold). Strings are taken as bytes; invalid UTF-8 becomes U+FFFD. */
#ifndef TTATTR_JSON_H
#define TTATTR_JSON_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

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
static inline void tta_json_key_uint(tta_json *json, const char *key, uint64_t value) {
  tta_json_key(json, key);
  tta_json_uint(json, value);
}
/** A key, and the bracket that opens its value. */
TTA_API void tta_json_key_open(tta_json *json, const char *key, char bracket);
/** The lines of a text as a list of strings. */
TTA_API void tta_json_key_lines(tta_json *json, const char *key, tta_str text);

#ifdef __cplusplus
}
#endif
#endif
