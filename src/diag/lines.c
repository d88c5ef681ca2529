/* Where the lines of a text start. */
#include "diag/lines.h"

#include <string.h>

#include "base/array.h"
#include "base/sort.h"

static uint32_t count_line_ends(tta_str text) {
  uint32_t count = 0;
  if (!text.size) return 0; /* an empty text may have a null pointer */
  const char *at = text.data, *end = at + text.size;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) at++, count++;
  return count;
}

static void write_starts(uint32_t *starts, tta_str text, uint32_t offset) {
  if (!text.size) return;
  const char *at = text.data, *end = at + text.size;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) at++, *starts++ = offset + (uint32_t)(at - text.data);
}

tta_status tta_lines_init(tta_lines *lines, const tta_allocator *allocator, tta_str text) {
  uint32_t count = count_line_ends(text) + 1; /* exact: most tables never change */
  *lines = (tta_lines){0};
  lines->starts = allocator->allocate(allocator->user, count * sizeof *lines->starts);
  if (!lines->starts) return TTA_NO_MEMORY;
  lines->num_starts = lines->cap_starts = count;
  lines->starts[0] = 0;
  write_starts(lines->starts + 1, text, 0);
  return TTA_OK;
}

void tta_lines_free(tta_lines *lines, const tta_allocator *allocator) { TTA_ARRAY_FREE(allocator, lines, starts); }

tta_status tta_lines_reserve(tta_lines *lines, const tta_allocator *allocator, tta_str text) {
  return TTA_GROW(allocator, lines, starts, count_line_ends(text)) ? TTA_OK : TTA_NO_MEMORY;
}

uint32_t tta_lines_find(const tta_lines *lines, uint32_t offset) {
  return tta_count_below(lines->starts, lines->num_starts, sizeof *lines->starts, 0, sizeof *lines->starts,
                         (int64_t)offset + 1) - 1;
}

void tta_lines_edit(tta_lines *lines, tta_span range, tta_str text) {
  uint32_t first = tta_lines_find(lines, range.begin) + 1, after = tta_lines_find(lines, range.end) + 1;
  uint32_t added = count_line_ends(text), rest = lines->num_starts - after;
  uint32_t moved = (uint32_t)text.size - (range.end - range.begin); /* modulo 2^32 */
  uint32_t *tail = lines->starts + first + added;
  memmove(tail, lines->starts + after, rest * sizeof *tail);
  for (uint32_t i = 0; i < rest; i++) tail[i] += moved;
  write_starts(lines->starts + first, text, range.begin);
  lines->num_starts = first + added + rest;
}
