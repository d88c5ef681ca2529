/* The line table of a document, and offsets as lines and columns. */
#include "document/lines.h"

#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "document/document.h"

static uint32_t count_line_ends(tta_str text) {
  uint32_t count = 0;
  const char *at = text.data, *end = at + text.size;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) at++, count++;
  return count;
}

static void write_starts(uint32_t *starts, tta_str text, uint32_t offset) {
  const char *at = text.data, *end = at + text.size;
  while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) at++, *starts++ = offset + (uint32_t)(at - text.data);
}

tta_status tta_lines_init(tta_lines *lines, const tta_allocator *allocator, tta_str text) {
  *lines = (tta_lines){0};
  if (!TTA_GROW(allocator, lines, starts, count_line_ends(text) + 1)) return TTA_NO_MEMORY;
  lines->starts[0] = 0;
  write_starts(lines->starts + 1, text, 0);
  lines->num_starts = count_line_ends(text) + 1;
  return TTA_OK;
}

void tta_lines_free(tta_lines *lines, const tta_allocator *allocator) { TTA_ARRAY_FREE(allocator, lines, starts); }

tta_status tta_lines_reserve(tta_lines *lines, const tta_allocator *allocator, tta_str text) {
  return TTA_GROW(allocator, lines, starts, count_line_ends(text)) ? TTA_OK : TTA_NO_MEMORY;
}

uint32_t tta_lines_find(const tta_lines *lines, uint32_t offset) {
  uint32_t low = 0, high = lines->num_starts;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (lines->starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return low;
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

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* How many bytes the character at `at` has, and how many units of a column. */
static uint32_t character_at(const char *at, const char *end, tta_column_unit unit, uint32_t *units) {
  uint32_t bytes = (uint32_t)tta_utf8_step(at, (size_t)(end - at), units);
  if (unit == TTA_COLUMN_BYTES) *units = bytes;
  else if (unit == TTA_COLUMN_CHARACTERS) *units = 1;
  return bytes;
}

/* How many of the bytes before `end` are ASCII, one unit each: a multiple of 8. */
static size_t ascii_run(const char *at, const char *end) {
  size_t size = 0;
  for (uint64_t word; (size_t)(end - at) - size >= sizeof word; size += sizeof word) {
    memcpy(&word, at + size, sizeof word);
    if (word & 0x8080808080808080u) break;
  }
  return size;
}

size_t tta_document_num_lines(const tta_document *d) { return d->lines.num_starts; }

tta_span tta_document_line(const tta_document *d, size_t index) {
  if (index >= d->lines.num_starts) return (tta_span){d->size, d->size};
  tta_span line = {d->lines.starts[index], d->size};
  if (index + 1 == d->lines.num_starts) return line;
  line.end = d->lines.starts[index + 1] - 1;
  if (line.end > line.begin && d->text[line.end - 1] == '\r') line.end--;
  return line;
}

tta_position tta_document_position(const tta_document *d, uint32_t offset, tta_column_unit unit) {
  if (offset > d->size) offset = d->size;
  uint32_t line = tta_lines_find(&d->lines, offset), column = 0;
  if (unit == TTA_COLUMN_BYTES) return (tta_position){line + 1, offset - d->lines.starts[line] + 1};
  const char *at = d->text + d->lines.starts[line], *stop = d->text + offset, *end = d->text + d->size;
  while (at < stop) {
    size_t run = ascii_run(at, stop);
    at += run;
    column += (uint32_t)run;
    if (at == stop) break;
    uint32_t units, bytes = character_at(at, end, unit, &units);
    if (bytes > (size_t)(stop - at)) break;
    at += bytes;
    column += units;
  }
  return (tta_position){line + 1, column + 1};
}

uint32_t tta_document_offset(const tta_document *d, tta_position position, tta_column_unit unit) {
  uint32_t line = position.line ? position.line - 1 : 0, column = position.column ? position.column - 1 : 0;
  if (line >= d->lines.num_starts) return d->size;
  tta_span span = tta_document_line(d, line);
  if (unit == TTA_COLUMN_BYTES && column >= span.end - span.begin) return span.end;
  const char *at = d->text + span.begin, *end = d->text + span.end;
  while (at < end && column) {
    size_t run = ascii_run(at, (size_t)(end - at) < column ? end : at + column);
    at += run;
    column -= (uint32_t)run;
    if (at == end || !column) break;
    uint32_t units, bytes = character_at(at, end, unit, &units);
    if (units > column) break;
    at += bytes;
    column -= units;
  }
  return (uint32_t)(at - d->text);
}
