/* cells.c: layouts as digits, cell by cell: the offset of each element (tensor view), and the element at each offset
 * (memory view). */
#include "base/fail.h"
#include "digits/digits.h"
#include "draw/scene.h"

enum { MAX_ROWS = 32, MAX_COLUMNS = 64, MAX_PANELS = 8 };

typedef struct cells {
  tta_scene *scene;
  const tta_digits *digits;
  int64_t allocated;
  int64_t per_row;          /* offsets in a row of the memory view; its rows are the colors of both views */
  double left, cell_w, cell_h;
} cells;

/* ---- measures ---- */

static size_t index_width(tta_shape shape) {
  size_t width = shape.rank ? shape.rank - 1 : 1;
  for (uint32_t i = 0; i < shape.rank; i++) width += tta_digits_of(shape.extent[i] - 1);
  return width;
}

/* Cells for labels of so many characters beside row labels of so many; how many of them are in a row. */
static int64_t measure(cells *v, size_t label, size_t row_label) {
  tta_scene *scene = v->scene;
  v->cell_h = scene->text ? TTA_CELL_HEIGHT : 22;
  v->cell_w = (double)(label + 1) * scene->char_width + (scene->text ? 0 : 4);
  if (!scene->text && v->cell_w < 22) v->cell_w = 22;
  v->left = (double)(row_label + 1) * scene->char_width + (scene->text ? TTA_CELL_WIDTH : 4);
  int64_t fits = (int64_t)((scene->width - v->left) / v->cell_w);
  return fits < 3 ? 3 : fits > MAX_COLUMNS ? MAX_COLUMNS : fits;
}

/* ---- cells ---- */

static void label(cells *v, tta_anchor anchor, tta_label_style style, double x, double y, tta_str text) {
  tta_scene_label(v->scene, anchor, style, x, y + v->cell_h / 2, text);
}

/* @param color of a row of offsets; negative: padding */
static void cell(cells *v, double x, double y, int64_t color, tta_str name, tta_str tooltip) {
  tta_scene *scene = v->scene;
  if (scene->text) {
    label(v, TTA_ANCHOR_END, TTA_LABEL_PLAIN, x + v->cell_w, y, color < 0 ? tta_scene_text(scene, ".") : name);
    return;
  }
  tta_scene_fill(scene, color < 0 ? TTA_INK_PADDING : tta_hue(color), x, y, v->cell_w, v->cell_h);
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, v->cell_w, v->cell_h, tooltip, tta_no_text());
  label(v, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, x + v->cell_w / 2, y, name);
}

/* A number that is not shown: -1. */
static tta_str number_text(cells *v, int64_t n) {
  return n < 0 ? tta_scene_text(v->scene, "..") : tta_scene_text(v->scene, "%lld", (long long)n);
}

static void number(cells *v, double x, double y, int64_t n) {
  label(v, v->scene->text ? TTA_ANCHOR_END : TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM,
        x + (v->scene->text ? v->cell_w : v->cell_w / 2), y, number_text(v, n));
}

/* The numbers above the columns. */
static void column_labels(cells *v, double y, int64_t count, int64_t most) {
  for (int64_t j = 0, shown = tta_shown_of(count, most); j < shown; j++)
    number(v, v->left + v->cell_w * (double)j, y, tta_shown_item(count, most, j));
}

static void row_label(cells *v, double y, int64_t n) {
  label(v, TTA_ANCHOR_END, TTA_LABEL_DIM, v->left - (v->scene->text ? 0 : 6), y, number_text(v, n));
}

static tta_str index_text(cells *v, const int64_t *index) {
  tta_buf_numbers(&v->scene->scratch, v->digits->shape.rank, index, ",");
  if (!v->digits->shape.rank) tta_buf_char(&v->scene->scratch, '0');
  return tta_scene_take(v->scene);
}

/* ---- tensor view ---- */

static tta_status element_cell(cells *v, const int64_t *index, double x, double y) {
  int64_t at;
  tta_status status = tta_digits_address(v->digits, index, &at);
  if (status) return status;
  tta_str name = tta_scene_text(v->scene, "%lld", (long long)at), where = index_text(v, index);
  cell(v, x, y, at / v->per_row, name,
       tta_scene_text(v->scene, "element [%.*s] at offset %lld", (int)where.size, where.data, (long long)at));
  return TTA_OK;
}

static tta_status panel(cells *v, const tta_panels *p, int64_t *index, int64_t most, double *y) {
  uint32_t rank = v->digits->shape.rank;
  tta_status status = TTA_OK;
  column_labels(v, *y, p->columns, most);
  *y += v->cell_h;
  for (int64_t i = 0, rows = tta_shown_of(p->rows, MAX_ROWS); i < rows && !status; i++, *y += v->cell_h) {
    int64_t row = tta_shown_item(p->rows, MAX_ROWS, i);
    row_label(v, *y, row);
    for (int64_t j = 0, columns = tta_shown_of(p->columns, most); j < columns && !status; j++) {
      int64_t column = tta_shown_item(p->columns, most, j);
      double x = v->left + v->cell_w * (double)j;
      if (rank >= 2) index[rank - 2] = row;
      if (rank >= 1) index[rank - 1] = column;
      if (row < 0 || column < 0) number(v, x, *y, -1);
      else status = element_cell(v, index, x, *y);
    }
  }
  return status;
}

static tta_status tensor_view(cells *v) {
  tta_shape shape = v->digits->shape;
  tta_panels p = tta_panels_of(shape);
  int64_t index[TTA_MAX_RANK] = {0}, most = measure(v, tta_digits_of(v->allocated - 1), tta_digits_of(p.rows - 1));
  double y = 0;
  tta_status status = TTA_OK;
  for (int64_t k = 0, count = tta_shown_of(p.count, MAX_PANELS); k < count && !status; k++, y += v->cell_h) {
    int64_t number = tta_shown_item(p.count, MAX_PANELS, k);
    if (number < 0) {
      label(v, TTA_ANCHOR_START, TTA_LABEL_DIM, 0, y, tta_scene_text(v->scene, "..."));
      y += v->cell_h;
      continue;
    }
    if (shape.rank > 2) {
      tta_panel_index(shape, number, index);
      label(v, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, y, tta_panel_name(v->scene, shape, number));
      y += v->cell_h;
    }
    status = panel(v, &p, index, most, &y);
  }
  return status;
}

/* ---- memory view ---- */

static tta_status offset_cell(cells *v, int64_t at, double x, double y) {
  int64_t index[TTA_MAX_RANK];
  bool found;
  tta_status status = tta_digits_index(v->digits, &v->scene->arena, at, index, &found);
  if (status) return status;
  tta_str name = found ? index_text(v, index) : tta_no_text();
  tta_str tooltip = found ? tta_scene_text(v->scene, "offset %lld: element [%.*s]", (long long)at, (int)name.size,
                                           name.data)
                          : tta_scene_text(v->scene, "offset %lld: padding", (long long)at);
  if (!found) tta_scene_legend(v->scene, TTA_INK_PADDING, "padding");
  cell(v, x, y, found ? at / v->per_row : -1, name, tooltip);
  return TTA_OK;
}

static tta_status memory_view(cells *v) {
  tta_status status = TTA_OK;
  int64_t rows = (v->allocated - 1) / v->per_row + 1;
  double y = v->cell_h;
  column_labels(v, 0, v->per_row < v->allocated ? v->per_row : v->allocated, MAX_COLUMNS);
  for (int64_t i = 0, shown = tta_shown_of(rows, MAX_ROWS); i < shown && !status; i++, y += v->cell_h) {
    int64_t row = tta_shown_item(rows, MAX_ROWS, i);
    row_label(v, y, row < 0 ? row : row * v->per_row);
    for (int64_t j = 0; j < v->per_row && !status; j++) {
      double x = v->left + v->cell_w * (double)j;
      if (row < 0) number(v, x, y, -1);
      else if (row * v->per_row + j < v->allocated) status = offset_cell(v, row * v->per_row + j, x, y);
    }
  }
  return status;
}

/* ---- words ---- */

static void say(const cells *v, bool by_memory) {
  tta_scene *scene = v->scene;
  tta_buf *out = &scene->scratch;
  tta_buf_str(out, by_memory ? "The element at each offset of tensor<" : "The offset of each element of tensor<");
  if (v->digits->element.size) tta_buf_typed_shape(out, v->digits->shape, v->digits->element);
  else tta_buf_shape(out, v->digits->shape);
  tta_buf_char(out, '>');
  tta_scene_title(scene);
  tta_buf_printf(out, "%s offsets in elements%s", tta_scene_number(scene, v->allocated),
                 v->digits->num_bits ? ", swizzled" : "");
  tta_scene_fact(scene);
  int64_t rows = (v->allocated - 1) / v->per_row + 1;
  for (int64_t i = 0; !scene->text && rows <= TTA_NUM_HUES && i < rows; i++)
    tta_scene_legend_name(scene, tta_hue(i), tta_scene_text(scene, "offsets from %lld", (long long)(i * v->per_row)));
  if (!scene->text && rows > TTA_NUM_HUES)
    tta_scene_note(scene, "A color for each %lld offsets.", (long long)v->per_row);
}

static tta_status set_allocated(cells *v) {
  int64_t index[TTA_MAX_RANK];
  v->allocated = v->digits->allocated;
  if (v->allocated > 0) return TTA_OK;
  for (uint32_t i = 0; i < v->digits->shape.rank; i++) index[i] = v->digits->shape.extent[i] - 1;
  tta_status status = tta_digits_address(v->digits, index, &v->allocated);
  return status || v->allocated++ < INT64_MAX ? status : TTA_OVERFLOW;
}

tta_status tta_draw_cells(tta_scene *scene, const tta_digits *digits, bool by_memory, tta_buf *reason) {
  cells v = {.scene = scene, .digits = digits, .per_row = 1};
  bool overlap = false;
  if (digits->shape.rank > TTA_MAX_RANK) return TTA_LIMIT;
  tta_status status = set_allocated(&v);
  if (!status && by_memory) status = tta_digits_overlap(digits, &scene->arena, &overlap);
  if (status) return status;
  if (overlap) return tta_fail(TTA_INVALID, reason, "digits overlap, so that an offset may have several elements");
  size_t longest = index_width(digits->shape), offsets = tta_digits_of(v.allocated - 1);
  int64_t fits = measure(&v, longest > 2 ? longest : 2, offsets);
  while (v.per_row * 2 <= fits) v.per_row *= 2;
  say(&v, by_memory);
  return by_memory ? memory_view(&v) : tensor_view(&v);
}
