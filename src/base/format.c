/* Numbers, lists and shapes as text. */
#include "base/format.h"

#include "base/checked.h"

static void *keep_none(void *user, size_t size) {
  (void)user;
  (void)size;
  return NULL;
}
static void *keep_size(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)block;
  (void)old_size;
  (void)new_size;
  return NULL;
}
static void keep_block(void *user, void *block, size_t size) {
  (void)user;
  (void)block;
  (void)size;
}

static const tta_allocator fixed = {keep_none, keep_size, keep_block, NULL};

tta_buf tta_buf_fixed(char *array, size_t size) {
  return (tta_buf){.allocator = &fixed, .data = array, .capacity = size - 1}; /* one byte for the NUL */
}

const char *tta_buf_fixed_text(tta_buf *buf) {
  buf->data[buf->size] = 0;
  return buf->data;
}

static void append_number(tta_buf *buf, int64_t number) {
  if (number == TTA_DYNAMIC_EXTENT) tta_buf_char(buf, '?');
  else tta_buf_int(buf, number);
}

void tta_buf_numbers(tta_buf *buf, uint32_t count, const int64_t *numbers, const char *separator) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) tta_buf_str(buf, separator);
    append_number(buf, numbers[i]);
  }
}

void tta_buf_list(tta_buf *buf, uint32_t count, const int64_t *numbers) {
  tta_buf_char(buf, '[');
  tta_buf_numbers(buf, count, numbers, ", ");
  tta_buf_char(buf, ']');
}

void tta_buf_extents(tta_buf *buf, tta_shape shape) {
  tta_buf_shape(buf, shape);
  if (shape.rank) tta_buf_char(buf, 'x');
}

void tta_buf_typed_shape(tta_buf *buf, tta_shape shape, tta_str element) {
  tta_buf_extents(buf, shape);
  tta_buf_append(buf, element);
}

void tta_buf_date(tta_buf *buf, int32_t date) {
  tta_buf_printf(buf, "%04d-%02d-%02d", (int)(date / 10000), (int)(date / 100 % 100), (int)(date % 100));
}

void tta_buf_shape(tta_buf *buf, tta_shape shape) { tta_buf_numbers(buf, shape.rank, shape.extent, "x"); }

static char *put_word(char *at, const char *word) {
  while (*word) *at++ = *word++;
  return at;
}

static char *put_number(char *at, int64_t number) {
  char digits[20], *first = digits + sizeof digits;
  uint64_t rest = tta_abs(number);
  if (number == TTA_DYNAMIC_EXTENT) return put_word(at, "?");
  if (number < 0) *at++ = '-';
  do *--first = (char)('0' + rest % 10);
  while (rest /= 10);
  while (first < digits + sizeof digits) *at++ = *first++;
  return at;
}

/* Messages have many of these: no tta_buf. */
static const char *numbers_text(char *out, uint32_t count, const int64_t *numbers, const char *open,
                                const char *separator, const char *close) {
  enum { MAX_END = 32 }; /* a number, two separators, "..." and what closes */
  char *at = put_word(out, open);
  for (uint32_t i = 0; i < count; i++) {
    if (i) at = put_word(at, separator);
    if (at - out + MAX_END > TTA_NUMBERS_BYTES) {
      at = put_word(at, "...");
      break;
    }
    at = put_number(at, numbers[i]);
  }
  *put_word(at, close) = 0;
  return out;
}

const char *tta_shape_text(char out[TTA_NUMBERS_BYTES], tta_shape shape) {
  return numbers_text(out, shape.rank, shape.extent, "", "x", "");
}
const char *tta_index_text(char out[TTA_NUMBERS_BYTES], uint32_t rank, const int64_t *index) {
  return numbers_text(out, rank, index, "(", ", ", ")");
}
const char *tta_list_text(char out[TTA_NUMBERS_BYTES], uint32_t count, const int64_t *numbers) {
  return numbers_text(out, count, numbers, "", ", ", "");
}
