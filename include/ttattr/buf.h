/* ttattr/buf.h: a byte buffer that grows. A failed growth sets `failed` and drops what does not fit; writers need
 * no check after each write, the reader asks once. */
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

#ifdef __cplusplus
}
#endif
#endif
