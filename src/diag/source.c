/* The line table of a source: byte offset to line and column, line number to text. A column is a byte, as in MLIR. */
#include <string.h>

#include "base/arena.h"
#include "base/chars.h"
#include "base/utf8.h"
#include "diag/lines.h"
#include "diag/report.h"
#include "ttattr/diag.h"

void tta_source_init(tta_source *source, tta_str name, tta_str text, const tta_allocator *allocator) {
  *source = (tta_source){.name = name, .text = text, .allocator = tta_allocator_or_default(allocator)};
}

/* The table is exact. */
static tta_lines lines_of(const tta_source *source) {
  return (tta_lines){source->line_starts, source->num_lines, source->num_lines};
}

void tta_source_free(tta_source *source) {
  tta_lines lines = lines_of(source);
  tta_lines_free(&lines, source->allocator);
  source->line_starts = NULL;
  source->num_lines = 0;
}

/* The offset after the next LF at or after `at`; SIZE_MAX if there is none. */
static size_t next_line(tta_str text, size_t at) {
  const char *lf = at < text.size ? memchr(text.data + at, '\n', text.size - at) : NULL;
  return lf ? (size_t)(lf - text.data) + 1 : SIZE_MAX;
}

/* Most sources have no fault and never come here. */
static bool have_lines(tta_source *source) {
  tta_lines lines;
  if (source->line_starts) return true;
  if (tta_lines_init(&lines, source->allocator, source->text)) return false;
  source->line_starts = lines.starts;
  source->num_lines = lines.num_starts;
  return true;
}

tta_position tta_source_position(tta_source *source, uint32_t offset) {
  if (offset > source->text.size) offset = (uint32_t)source->text.size;
  if (have_lines(source)) {
    tta_lines lines = lines_of(source);
    uint32_t line = tta_lines_find(&lines, offset);
    return (tta_position){line + 1, offset - source->line_starts[line] + 1};
  }
  uint32_t line = 1, start = 0;
  for (size_t next = next_line(source->text, 0); next <= offset; next = next_line(source->text, next)) {
    line++;
    start = (uint32_t)next;
  }
  return (tta_position){line, offset - start + 1};
}

tta_position tta_source_position_utf16(tta_source *source, uint32_t offset) {
  tta_position position = tta_source_position(source, offset);
  if (offset > source->text.size) offset = (uint32_t)source->text.size;
  const char *stop = source->text.data + offset, *end = source->text.data + source->text.size;
  position.column = 1 + tta_utf8_count(stop - (position.column - 1), stop, end, true);
  return position;
}

/* Bytes [*begin, *end) of a 1-based line, its LF included. */
static bool find_line(tta_source *source, uint32_t line, size_t *begin, size_t *end) {
  if (line == 0) return false;
  if (have_lines(source)) {
    if (line > source->num_lines) return false;
    *begin = source->line_starts[line - 1];
    *end = line < source->num_lines ? source->line_starts[line] : source->text.size;
    return true;
  }
  *begin = 0;
  for (uint32_t i = 1; i < line && *begin != SIZE_MAX; i++) *begin = next_line(source->text, *begin);
  if (*begin == SIZE_MAX) return false;
  *end = next_line(source->text, *begin);
  if (*end == SIZE_MAX) *end = source->text.size;
  return true;
}

tta_str tta_source_line(tta_source *source, uint32_t line) {
  size_t begin, end;
  if (!find_line(source, line, &begin, &end)) return (tta_str){"", 0};
  const char *text = source->text.data;
  if (end > begin && text[end - 1] == '\n') {
    end--;
    if (end > begin && text[end - 1] == '\r') end--;
  }
  return (tta_str){text ? text + begin : "", end - begin};
}

/* Takes the number at the end of a text. */
static bool take_number(tta_str *text, uint32_t *number) {
  uint64_t value = 0, power = 1;
  size_t end = text->size;
  while (text->size && tta_is_digit(text->data[text->size - 1]) && power <= UINT32_MAX) {
    value += (uint64_t)(text->data[--text->size] - '0') * power;
    power *= 10;
  }
  *number = (uint32_t)value;
  return text->size < end && value && value <= UINT32_MAX;
}

bool tta_read_place(tta_str text, uint32_t *line, uint32_t *column) {
  *column = 0;
  if (!take_number(&text, line)) return false;
  if (!text.size) return true;
  if (text.data[--text.size] != ':') return false;
  *column = *line;
  return take_number(&text, line) && (!text.size || (text.size > 1 && text.data[text.size - 1] == ':'));
}

tta_span tta_source_span(tta_source *source, uint32_t line, uint32_t column) {
  size_t begin, end;
  const char *text = source->text.data;
  if (!find_line(source, line, &begin, &end)) return (tta_span){0, 0};
  size_t stop = end - (end > begin && text[end - 1] == '\n');
  if (column) begin += column - 1 < stop - begin ? column - 1 : stop - begin;
  while (!column && begin < stop && tta_is_blank(text[begin])) begin++;
  while (stop > begin && tta_is_blank(text[stop - 1])) stop--;
  return (tta_span){(uint32_t)begin, (uint32_t)stop};
}
