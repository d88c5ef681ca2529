/* Offsets of a document as lines and columns. */
#include "base/utf8.h"
#include "document/document.h"

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* How many bytes the character at `at` has, and how many units of a column. */
static uint32_t character_at(const char *at, const char *end, tta_column_unit unit, uint32_t *units) {
  uint32_t bytes = (uint32_t)tta_utf8_step(at, (size_t)(end - at), units);
  if (unit == TTA_COLUMN_BYTES) *units = bytes;
  else if (unit == TTA_COLUMN_CHARACTERS) *units = 1;
  return bytes;
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
  uint32_t line = tta_lines_find(&d->lines, offset), start = d->lines.starts[line];
  if (unit == TTA_COLUMN_BYTES) return (tta_position){line + 1, offset - start + 1};
  uint32_t column = tta_utf8_count(d->text + start, d->text + offset, d->text + d->size, unit == TTA_COLUMN_UTF16);
  return (tta_position){line + 1, column + 1};
}

uint32_t tta_document_offset(const tta_document *d, tta_position position, tta_column_unit unit) {
  uint32_t line = position.line ? position.line - 1 : 0, column = position.column ? position.column - 1 : 0;
  if (line >= d->lines.num_starts) return d->size;
  tta_span span = tta_document_line(d, line);
  if (unit == TTA_COLUMN_BYTES && column >= span.end - span.begin) return span.end;
  const char *at = d->text + span.begin, *end = d->text + span.end;
  while (at < end && column) {
    size_t run = tta_ascii_run(at, (size_t)(end - at) < column ? end : at + column);
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
