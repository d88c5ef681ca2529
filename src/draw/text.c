/* text.c: text: marks become characters of a raster, 80 columns at most. */
#include <string.h>

#include "draw/scene.h"

enum { COLUMNS = 80 };

typedef struct raster {
  char *cells;
  int columns, rows;
} raster;

static int column_of(int32_t x) {
  return (x + TTA_CELL_WIDTH * 50) / (TTA_CELL_WIDTH * 100);
}
static int row_of(int32_t y) {
  return (y + TTA_CELL_HEIGHT * 50) / (TTA_CELL_HEIGHT * 100);
}

/* NULL beyond the edge. */
static char *cell(const raster *r, int column, int row) {
  return column >= 0 && column < r->columns && row >= 0 && row < r->rows
             ? &r->cells[(size_t)row * (size_t)r->columns + (size_t)column]
             : NULL;
}

static void put(const raster *r, int column, int row, char c) {
  char *at = cell(r, column, row);
  if (at) *at = c;
}

/* '-' across '|' is '+'. */
static void stroke(const raster *r, int column, int row, char c) {
  char *at = cell(r, column, row);
  if (!at) return;
  bool crosses = *at == '+' || (c == '-' && *at == '|') || (c == '|' && *at == '-');
  *at = crosses ? '+' : c;
}

static void fill(const raster *r, const tta_mark *m) {
  int right = column_of(m->x + m->w), bottom = row_of(m->y + m->h);
  for (int y = row_of(m->y); y < bottom; y++)
    for (int x = column_of(m->x); x < right; x++) put(r, x, y, tta_ink_character(m->ink));
}

static void frame(const raster *r, const tta_mark *m) {
  if (m->ink == TTA_INK_HIT) return;
  int left = column_of(m->x), right = column_of(m->x + m->w), top = row_of(m->y), bottom = row_of(m->y + m->h);
  char across = m->ink == TTA_INK_UNUSED ? '.' : '-', down = m->ink == TTA_INK_UNUSED ? '.' : '|';
  for (int x = left + 1; x < right; x++) {
    stroke(r, x, top, across);
    stroke(r, x, bottom, across);
  }
  for (int y = top + 1; y < bottom; y++) {
    stroke(r, left, y, down);
    stroke(r, right, y, down);
  }
  char corner = m->ink == TTA_INK_UNUSED ? '.' : '+';
  for (int i = 0; i < 4; i++) {
    char *at = cell(r, i & 1 ? right : left, i & 2 ? bottom : top);
    if (at && *at != '+') *at = corner;
  }
}

static void line(const raster *r, const tta_mark *m) {
  int left = column_of(m->x), right = column_of(m->x + m->w), top = row_of(m->y), bottom = row_of(m->y + m->h);
  if (top == bottom)
    for (int x = left; x <= right; x++) stroke(r, x, top, '-');
  else if (left == right)
    for (int y = top; y <= bottom; y++) stroke(r, left, y, '|');
}

/* A blank beside a label, unless an outline is there. */
static void clear_fill(const raster *r, int column, int row) {
  char *at = cell(r, column, row);
  if (at && !strchr("+-|.", *at)) *at = ' ';
}

static void label(const raster *r, const tta_mark *m) {
  int size = (int)m->text.size, at = column_of(m->x);
  if (m->anchor == TTA_ANCHOR_MIDDLE)
    at = (m->x - size * TTA_CELL_WIDTH * 50 + TTA_CELL_WIDTH * 50) / (TTA_CELL_WIDTH * 100);
  if (m->anchor == TTA_ANCHOR_END) at -= size;
  clear_fill(r, at - 1, row_of(m->y));
  clear_fill(r, at + size, row_of(m->y));
  for (int i = 0; i < size; i++) put(r, at + i, row_of(m->y), m->text.data[i]);
}

static void paint(const raster *r, const tta_scene *s) {
  for (size_t i = 0; i < s->num_marks; i++) {
    const tta_mark *m = &s->marks[i];
    if (m->kind == TTA_MARK_FILL) fill(r, m);
    else if (m->kind == TTA_MARK_FRAME) frame(r, m);
    else if (m->kind == TTA_MARK_LINE && m->ink != TTA_INK_TILE && m->ink != TTA_INK_FACE) line(r, m);
    else if (m->kind == TTA_MARK_LABEL) label(r, m);
  }
}

static void paragraph(tta_buf *out, tta_str text) {
  for (tta_str line; tta_next_line(&text, COLUMNS, &line);) {
    while (line.size && line.data[line.size - 1] == ' ') line.size--;
    tta_buf_append(out, line);
    tta_buf_char(out, '\n');
  }
}

static void legend(const tta_scene *s, tta_buf *out) {
  size_t column = 0;
  for (uint32_t i = 0; i < s->num_legend; i++) {
    const tta_legend_entry *entry = &s->legend[i];
    char c = tta_ink_character(entry->ink);
    if (c == ' ') continue; /* nothing to be seen */
    size_t width = entry->text.size + 3;
    if (column && column + 3 + width > COLUMNS) {
      tta_buf_char(out, '\n');
      column = 0;
    }
    if (column) tta_buf_str(out, "   ");
    tta_buf_printf(out, "%c%c ", c, c);
    tta_buf_append(out, entry->text);
    column += width + (column ? 3 : 0);
  }
  if (column) tta_buf_char(out, '\n');
}

void tta_scene_to_text(const tta_scene *s, tta_buf *out) {
  raster r = {.columns = COLUMNS, .rows = row_of((int32_t)(s->bottom * 100)) + 1};
  size_t size = (size_t)r.columns * (size_t)r.rows, start = out->size;
  paragraph(out, s->title);
  for (uint32_t i = 0; i < s->num_facts; i++) paragraph(out, s->facts[i]);
  tta_buf_char(out, '\n');
  if (!tta_buf_reserve(out, size)) return;
  r.cells = out->data + out->size; /* painted after the text, then moved up line by line */
  memset(r.cells, ' ', size);
  paint(&r, s);
  for (int y = 0; y < r.rows; y++) {
    const char *from = r.cells + (size_t)y * COLUMNS;
    size_t shown = COLUMNS;
    while (shown && from[shown - 1] == ' ') shown--;
    if (shown == COLUMNS) shown--; /* the last column is never used: room for the newline */
    memmove(out->data + out->size, from, shown);
    out->size += shown;
    out->data[out->size++] = '\n';
  }
  while (out->size > start + 2 && out->data[out->size - 1] == '\n' && out->data[out->size - 2] == '\n') out->size--;
  if (s->num_legend || s->num_notes) tta_buf_char(out, '\n');
  legend(s, out);
  for (uint32_t i = 0; i < s->num_notes; i++) paragraph(out, s->notes[i]);
}
