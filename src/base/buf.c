/* Growth of byte buffers, and numbers as text. */
#include "ttattr/buf.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"

void tta_buf_init(tta_buf *buf, const tta_allocator *allocator) {
  *buf = (tta_buf){.allocator = tta_allocator_or_default(allocator)};
}

void tta_buf_free(tta_buf *buf) {
  if (buf->data) buf->allocator->release(buf->allocator->user, buf->data, buf->capacity);
  buf->data = NULL;
  buf->size = buf->capacity = 0;
}

bool tta_buf_reserve(tta_buf *buf, size_t more) {
  if (buf->capacity - buf->size >= more) return true;
  size_t needed, capacity;
  if (!tta_size_add(buf->size, more, &needed)) goto fail;
  capacity = buf->capacity < 128 ? 256 : buf->capacity + buf->capacity / 2;
  if (capacity < needed) capacity = needed;
  char *data = buf->data ? buf->allocator->resize(buf->allocator->user, buf->data, buf->capacity, capacity)
                         : buf->allocator->allocate(buf->allocator->user, capacity);
  if (!data) goto fail;
  buf->data = data;
  buf->capacity = capacity;
  return true;
fail:
  buf->failed = true;
  return false;
}

void tta_buf_uint(tta_buf *buf, uint64_t value) {
  char digits[20], *at = digits + sizeof digits;
  do *--at = (char)('0' + value % 10);
  while (value /= 10);
  tta_buf_bytes(buf, at, (size_t)(digits + sizeof digits - at));
}

void tta_buf_int(tta_buf *buf, int64_t value) {
  if (value < 0) tta_buf_char(buf, '-');
  tta_buf_uint(buf, tta_abs(value));
}

/* The conversions that nearly all formats consist of, which take vsnprintf several times as long.
 * @return false at any other */
static bool print_plain(tta_buf *buf, const char *format, va_list *args) {
  while (*format) {
    const char *percent = strchr(format, '%');
    if (!percent) {
      tta_buf_str(buf, format);
      return true;
    }
    tta_buf_bytes(buf, format, (size_t)(percent - format));
    format = percent + 1;
    if (*format == '%') tta_buf_char(buf, '%');
    else if (*format == 'c') tta_buf_char(buf, (char)va_arg(*args, int));
    else if (*format == 'd') tta_buf_int(buf, va_arg(*args, int));
    else if (*format == 'u') tta_buf_uint(buf, va_arg(*args, unsigned));
    else if (*format == 's') tta_buf_str(buf, va_arg(*args, const char *));
    else if (!strncmp(format, ".*s", 3)) {
      size_t size = (size_t)va_arg(*args, int);
      const char *data = va_arg(*args, const char *), *nul = size ? memchr(data, 0, size) : NULL;
      tta_buf_bytes(buf, data, nul ? (size_t)(nul - data) : size);
      format += 2;
    } else if (!strncmp(format, "lld", 3)) {
      tta_buf_int(buf, va_arg(*args, long long));
      format += 2;
    } else {
      return false;
    }
    format++;
  }
  return true;
}

void tta_buf_vprintf(tta_buf *buf, const char *format, va_list args) {
  va_list again;
  if (!buf->data && !tta_buf_reserve(buf, 1)) return; /* most texts fit the first block: they are formatted once */
  size_t start = buf->size;
  bool failed = buf->failed;
  va_copy(again, args);
  buf->failed = false;
  bool plain = print_plain(buf, format, &again) && tta_buf_reserve(buf, 1);
  va_end(again);
  if (plain && !buf->failed) buf->data[buf->size] = 0; /* as vsnprintf */
  else buf->size = start;
  buf->failed |= failed;
  if (plain) return;
  va_copy(again, args);
  int size = vsnprintf(buf->data + buf->size, buf->capacity - buf->size, format, args);
  if (size < 0) {
    buf->failed = true;
  } else if ((size_t)size < buf->capacity - buf->size) {
    buf->size += (size_t)size;
  } else if (tta_buf_reserve(buf, (size_t)size + 1)) {
    vsnprintf(buf->data + buf->size, (size_t)size + 1, format, again);
    buf->size += (size_t)size;
  }
  va_end(again);
}

void tta_buf_printf(tta_buf *buf, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_buf_vprintf(buf, format, args);
  va_end(args);
}

tta_status tta_fail(tta_status status, tta_buf *reason, const char *format, ...) {
  if (!reason) return status;
  va_list args;
  va_start(args, format);
  tta_buf_vprintf(reason, format, args);
  va_end(args);
  return status;
}
