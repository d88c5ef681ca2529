/* format.h: numbers, lists and shapes as text, in buffers and in arrays of fixed size. */
#ifndef TTA_BASE_FORMAT_H
#define TTA_BASE_FORMAT_H

#include "ttattr/buf.h"

/** A buffer over a char array: what does not fit is dropped, and sets `failed`. Never freed. `size` is at least 1. */
tta_buf tta_buf_fixed(char *array, size_t size);
/** The NUL-terminated text of a buffer made by tta_buf_fixed. */
const char *tta_buf_fixed_text(tta_buf *buf);

static inline void tta_buf_append(tta_buf *buf, tta_str text) { tta_buf_bytes(buf, text.data, text.size); }

/** `2x?x64`; nothing for rank 0. */
void tta_buf_shape(tta_buf *buf, tta_shape shape);
/** The numbers with `separator` between them; `?` for TTA_DYNAMIC_EXTENT. */
void tta_buf_numbers(tta_buf *buf, uint32_t count, const int64_t *numbers, const char *separator);

/** `[1, 2, 3]` */
void tta_buf_list(tta_buf *buf, uint32_t count, const int64_t *numbers);
/** `2x?x`, the extents before an element type. */
void tta_buf_extents(tta_buf *buf, tta_shape shape);
/** `2x?xf32` */
void tta_buf_typed_shape(tta_buf *buf, tta_shape shape, tta_str element);

/** What follows a noun after a number: "" or "s". */
static inline const char *tta_plural(int64_t n) { return n == 1 ? "" : "s"; }

/** A date yyyymmdd as `2024-11-27`. */
void tta_buf_date(tta_buf *buf, int32_t date);

/** For a message: a shape or a list in an array of this many bytes, cut with "..." after about ten large numbers. */
enum { TTA_NUMBERS_BYTES = 232 };

/** `2x?x64`. @return out */
const char *tta_shape_text(char out[TTA_NUMBERS_BYTES], tta_shape shape);
/** `(1, 2, 3)`. @return out */
const char *tta_index_text(char out[TTA_NUMBERS_BYTES], uint32_t rank, const int64_t *index);
/** `1, 2, 3`. @return out */
const char *tta_list_text(char out[TTA_NUMBERS_BYTES], uint32_t count, const int64_t *numbers);

/** Equal ranks and extents. Extents that are absent (NULL) equal absent ones only, unless the rank is 0. */
static inline bool tta_shape_equal(tta_shape a, tta_shape b) {
  if (a.rank != b.rank) return false;
  if (!a.rank || a.extent == b.extent) return true;
  return a.extent && b.extent && !memcmp(a.extent, b.extent, a.rank * sizeof *a.extent);
}

#endif
