/* grid.c: the grid view: one card for each core with its shard, or for several cores if there are too many. */
#include "draw/scene.h"
#include "layout/layout.h"

typedef struct grid_view {
  tta_scene *scene;
  const tta_layout *s;
  const tta_device *device; /* NULL, or one that holds the grid */
  tta_panels panels;
  int64_t rows, columns;         /* of a panel as drawn: the device's where that is known */
  tta_boxes down, across, pages; /* pages: panels */
  bool one_each;                 /* a box is a core */
  double cell_w, cell_h, strip;  /* strip: room above the shard for the label */
  double axis_w, axis_h;         /* room for the indices of rows and columns */
  uint32_t lines;                /* in the strip */
  bool padding;                  /* one of them has the padding of the core */
} grid_view;

enum {
  FEW = 32,
  MAX_DOWN = 64,
  MAX_ACROSS = 64,
  MAX_PANELS = 32,
  MAX_BOXES = 4096,
  TEXT_DOWN = 24,
  TEXT_ACROSS = 24,
  TEXT_PANELS = 8,
  PADDING_COLUMNS = 11 /* 26.8 % pad. */
};

/* ---- measures ---- */

/* Characters of "1,3" or, with a device, of "c1 3,4". */
static size_t label_size(const grid_view *v) {
  return tta_digits_of(v->rows - 1) + tta_digits_of(v->columns - 1) + 1;
}
static size_t place_size(const grid_view *v) {
  return 1 + tta_digits_of((int64_t)v->device->chip_ids.rank) + 1 + label_size(v);
}

static void measure_boxes(grid_view *v) {
  bool text = v->scene->text;
  v->across = tta_boxes_of(v->columns, text ? TEXT_ACROSS : v->columns > MAX_ACROSS ? FEW : MAX_ACROSS);
  v->down = tta_boxes_of(v->rows, text ? TEXT_DOWN : v->rows > MAX_DOWN ? FEW : MAX_DOWN);
  int64_t in_panel = v->across.count * v->down.count, most = text ? TEXT_PANELS : MAX_PANELS;
  if (MAX_BOXES / in_panel < most) most = MAX_BOXES / in_panel;
  v->pages = tta_boxes_of(v->panels.count, most < 1 ? 1 : most);
  v->one_each = v->across.per == 1 && v->down.per == 1 && v->pages.per == 1;
}

static void measure_cells(grid_view *v) {
  tta_scene *scene = v->scene;
  bool text = scene->text;
  v->axis_w = tta_scene_across(scene, (double)(tta_digits_of(v->rows - 1) + 1) * scene->char_width + (text ? 0 : 5));
  v->axis_h = text ? TTA_CELL_HEIGHT : 18;
  bool scaled = !text && v->one_each && v->panels.count == 1 && v->s->grid.rank >= 2;
  double scale_w = scaled ? (double)(2 * tta_digits_of(tta_rows_of(v->s->used)) + 2) * scene->char_width : 0;
  double room = (scene->width - v->axis_w - 8 - scale_w) / (double)v->across.count;
  double most = text ? 96 : v->panels.count > 1 ? 96 : 132, element_w, element_h, element_rows = 0;
  double rows = (double)tta_rows_of(v->s->padded_shard), columns = (double)tta_columns_of(v->s->padded_shard);
  if (tta_has_few_elements(scene, v->s, &element_w, &element_h) && v->one_each && columns * element_w + 16 <= room) {
    if (most < columns * element_w + 16) most = columns * element_w + 16;
    element_rows = rows * element_h;
  }
  v->cell_w = tta_scene_across(scene, tta_clamp(room, text ? 16 : 6, most));
  if (text) {
    bool tall = v->down.count <= 8 && v->pages.count <= 4;
    v->strip = tall && v->one_each && tta_scene_fits(scene, label_size(v), v->cell_w - 8) ? 16 : 0;
    v->lines = v->strip > 0;
    v->cell_h = v->strip > 0 ? 64 : 32;
    return;
  }
  bool labels = v->one_each && tta_scene_fits(scene, label_size(v), v->cell_w - 8);
  v->lines = labels ? v->device && tta_scene_fits(scene, place_size(v), v->cell_w - 8) ? 2 : 1 : 0;
  v->padding = labels && v->s->padding_elements > 0 && tta_scene_fits(scene, PADDING_COLUMNS, v->cell_w - 8);
  v->lines += v->padding;
  v->strip = labels ? 4 + 14 * v->lines : 0;
  double shard_w = v->cell_w - (labels ? 12 : 2);
  double shape = columns > 0 && rows > 0 ? rows / columns : 1;
  double tallest = tta_clamp((v->panels.count > 1 ? 460 : 860) / (double)v->down.count - v->strip, 8, 160);
  double shard_h = tta_clamp(shard_w * tta_clamp(shape, 0.3, 1.5), 5, tallest);
  v->cell_h = v->strip + (labels ? 8 : 2) + (double)(int)(shard_h < element_rows ? element_rows : shard_h);
}

/* ---- one box ---- */

/* The share of [first, end) cores of a dim's allocation that is used. */
static double used_share(const tta_layout *s, uint32_t dim, int64_t first, int64_t end) {
  double shard = (double)s->shard.extent[dim], used = (double)s->used.extent[dim] - (double)first * shard,
         cores = (double)(end - first);
  used = tta_clamp(used, 0, cores * shard);
  return used / (cores * (double)s->padded_shard.extent[dim]);
}

static void many(const grid_view *v, int64_t page, int64_t i, int64_t j, double x, double y, double w, double h) {
  const tta_layout *s = v->s;
  uint32_t rank = s->grid.rank;
  int64_t r = tta_boxes_first(v->down, i), r_end = tta_boxes_end(v->down, i), c = tta_boxes_first(v->across, j),
          c_end = tta_boxes_end(v->across, j);
  int64_t p = tta_boxes_first(v->pages, page), p_end = tta_boxes_end(v->pages, page);
  double high = rank >= 2 ? used_share(s, rank - 2, r, r_end) : 1, wide = used_share(s, rank - 1, c, c_end);
  if (high < 1 || wide < 1) {
    tta_scene_fill(v->scene, TTA_INK_PADDING, x, y, w, h);
    tta_scene_legend(v->scene, TTA_INK_PADDING, "padding: its share of the box");
  }
  tta_scene_fill(v->scene, tta_is_sparse(s) ? TTA_INK_SPARSE : TTA_INK_VALID, x, y, w * wide, h * high);
  int64_t cores = (r_end - r) * (c_end - c);
  tta_buf_printf(&v->scene->scratch, "%s cores: rows %lld..%lld, columns %lld..%lld",
                 tta_scene_number(v->scene, cores * (p_end - p)), (long long)r, (long long)r_end - 1, (long long)c,
                 (long long)c_end - 1);
  if (v->pages.per > 1) tta_buf_printf(&v->scene->scratch, ", panels %lld..%lld", (long long)p, (long long)p_end - 1);
  tta_str title = tta_scene_take(v->scene);
  tta_str data = tta_scene_text(v->scene, " data-cores=\"%lld\" data-first=\"%lldx%lld\" data-per=\"%lldx%lld\"",
                                (long long)(cores * (p_end - p)), (long long)r, (long long)c, (long long)v->down.per,
                                (long long)v->across.per);
  tta_scene_frame(v->scene, v->scene->text ? TTA_INK_FRAME : TTA_INK_HIT, x, y, w, h, title, data);
}

static tta_str title_of(const grid_view *v, const int64_t *core, const tta_core_assignment *place, int64_t chip) {
  tta_str title = tta_core_title(v->scene, v->s, core);
  if (!place) return title;
  return tta_scene_text(v->scene, "%.*s\nchip %lld, its core %lld,%lld", (int)title.size, title.data, (long long)chip,
                        (long long)place->core.y, (long long)place->core.x);
}

static void label_padding(const grid_view *v, const int64_t *core, double middle, double y) {
  tta_padding_class p;
  int64_t positions;
  if (tta_layout_core_padding(v->s, core, &p) || p.elements < 0 || tta_layout_volume(v->s->padded_shard, &positions) ||
      positions < 1) return;
  int64_t tenths = (int64_t)(tta_part(positions - p.elements, positions, 1000) + 0.5);
  tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, middle, y,
                  tta_scene_text(v->scene, "%lld.%lld %% pad.", (long long)tenths / 10, (long long)tenths % 10));
}

static tta_status one(const grid_view *v, const int64_t *core, double x, double y, tta_buf *reason) {
  tta_scene *scene = v->scene;
  const tta_layout *s = v->s;
  tta_core_assignment place;
  int64_t chip = 0, rows = tta_rows_of(s->padded_shard), columns = tta_columns_of(s->padded_shard);
  uint32_t rank = s->grid.rank;
  if (v->device) {
    tta_status status = tta_device_place(v->device, core, &place, &chip, reason);
    if (status) return status;
  }
  bool text = scene->text;
  double inset = text ? 8 : v->strip > 0 ? 6 : 1, top = text ? 16 + v->strip : v->strip > 0 ? v->strip : 1;
  double w = v->cell_w - (text ? 8 : 2 * inset), h = v->cell_h - top - (text ? 0 : v->strip > 0 ? 8 : 1);
  tta_draw_shard(scene, s, core, v->device && !text ? tta_hue(place.chip_index) : TTA_INK_VALID, x + inset, y + top, w,
                 h, rows, columns);
  tta_draw_tiles(scene, s, x + inset, y + top, w, h, rows, columns);
  if (!text && v->strip > 0)
    tta_scene_frame(scene, TTA_INK_FRAME, x + 2, y + 1, v->cell_w - 4, v->cell_h - 4, tta_no_text(), tta_no_text());
  if (text) tta_scene_frame(scene, TTA_INK_FRAME, x, y, v->cell_w, v->cell_h, tta_no_text(), tta_no_text());
  tta_scene_frame(scene, TTA_INK_HIT, x + inset, y + top, w, h, title_of(v, core, v->device ? &place : NULL, chip),
                  tta_core_data(scene, rank, core, rows, columns));
  tta_draw_elements(scene, s, core, x + inset, y + top, w, h, rows, columns);
  if (!v->lines) return TTA_OK;
  double middle = x + v->cell_w / 2;
  tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, middle, y + (text ? 16 : 11),
                  tta_core_name(scene, rank, core));
  if (v->lines == 2u + v->padding)
    tta_scene_label(
        scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, middle, y + 25,
        tta_scene_text(scene, "c%lld %lld,%lld", (long long)chip, (long long)place.core.y, (long long)place.core.x));
  if (v->padding) label_padding(v, core, middle, y - 3 + 14 * v->lines);
  return TTA_OK;
}

static void unused(const grid_view *v, int64_t row, int64_t column, double x, double y) {
  bool text = v->scene->text;
  tta_str title = tta_scene_text(v->scene, "core %lld,%lld of the device: no shard", (long long)row, (long long)column);
  double inset = text ? 0 : v->strip > 0 ? 2 : 1;
  if (!text) tta_scene_fill(v->scene, TTA_INK_UNUSED, x + inset, y + 1, v->cell_w - 2 * inset, v->cell_h - 4);
  if (!text)
    tta_scene_frame(v->scene, TTA_INK_UNUSED, x + inset, y + 1, v->cell_w - 2 * inset, v->cell_h - 4, title,
                    tta_no_text());
  else
    tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x + v->cell_w / 2, y + v->cell_h / 2,
                    tta_scene_text(v->scene, "."));
  tta_scene_legend(v->scene, TTA_INK_UNUSED, "core of the device without a shard");
}

/* ---- panels ---- */

static void axes(const grid_view *v, double x, double y) {
  tta_scene *scene = v->scene;
  double step_w = v->cell_w, step_h = v->cell_h;
  int64_t every_column = 1, every_row = 1;
  while (!tta_scene_fits(scene, tta_digits_of(v->columns - 1) + 1, step_w * (double)every_column)) every_column *= 2;
  while (step_h * (double)every_row < scene->line_height) every_row *= 2;
  for (int64_t j = 0; j < v->across.count; j += every_column)
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x + v->axis_w + step_w * ((double)j + 0.5),
                    y + (scene->text ? 0 : 8), tta_scene_text(scene, "%lld", (long long)tta_boxes_first(v->across, j)));
  if (v->s->grid.rank < 2) return;
  for (int64_t i = 0; i < v->down.count; i += every_row)
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, x + v->axis_w - (scene->text ? 8 : 5),
                    y + v->axis_h + step_h * ((double)i + 0.5),
                    tta_scene_text(scene, "%lld", (long long)tta_boxes_first(v->down, i)));
}

/* The physical rows and columns of the cores, below and on the right. */
static void scale(const grid_view *v, double x, double y) {
  tta_scene *scene = v->scene;
  const tta_layout *s = v->s;
  uint32_t rank = s->grid.rank;
  if (scene->text || !v->one_each || v->panels.count > 1 || s->physical.rank != rank) return;
  for (int axis = rank >= 2 ? 0 : 1; axis < 2; axis++) {
    uint32_t dim = rank - 2 + (uint32_t)axis; /* of rank 1: wraps to 0 */
    int64_t shard = s->shard.extent[dim], used = s->used.extent[dim];
    int64_t count = axis ? v->panels.columns : v->panels.rows;
    double step = axis ? v->cell_w : v->cell_h;
    for (int64_t i = 0; i < count && shard > 0 && i < used / shard + (used % shard != 0); i++) {
      int64_t first = i * shard, end = used - first < shard ? used : first + shard;
      tta_str range = tta_scene_text(scene, end - first > 1 ? "%lld..%lld" : "%lld", (long long)first,
                                     (long long)end - 1);
      bool fits = axis ? tta_scene_fits(scene, range.size, step - 4) : step >= scene->line_height;
      double at = step * ((double)i + 0.5);
      if (fits && axis)
        tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x + v->axis_w + at,
                        y + v->axis_h + v->cell_h * (double)v->down.count + 8, range);
      else if (fits)
        tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, x + v->axis_w + v->cell_w * (double)v->across.count + 4,
                        y + v->axis_h + at, range);
    }
  }
}

static tta_status panel(const grid_view *v, int64_t page, double x, double y, tta_buf *reason) {
  int64_t core[TTA_MAX_RANK] = {0};
  uint32_t rank = v->s->grid.rank;
  tta_panel_index(v->s->grid, tta_boxes_first(v->pages, page), core);
  axes(v, x, y);
  scale(v, x, y);
  for (int64_t i = 0; i < v->down.count; i++) {
    for (int64_t j = 0; j < v->across.count; j++) {
      double left = x + v->axis_w + v->cell_w * (double)j, top = y + v->axis_h + v->cell_h * (double)i;
      if (!v->one_each) {
        bool text = v->scene->text;
        many(v, page, i, j, left + (text ? 0 : 1), top + (text ? 0 : 1), v->cell_w - (text ? 0 : 2),
             v->cell_h - (text ? 0 : 2));
        continue;
      }
      if (i >= v->panels.rows || j >= v->panels.columns) {
        unused(v, i, j, left, top);
        continue;
      }
      if (rank >= 2) core[rank - 2] = i;
      core[rank - 1] = j;
      tta_status status = one(v, core, left, top, reason);
      if (status) return status;
    }
  }
  return TTA_OK;
}

static tta_status all_panels(const grid_view *v, tta_buf *reason) {
  tta_scene *scene = v->scene;
  bool named = v->panels.count > 1;
  double name_h = named ? scene->text ? 16 : 20 : 0, gap = scene->text ? 16 : 22;
  double w = v->axis_w + v->cell_w * (double)v->across.count,
         h = name_h + v->axis_h + v->cell_h * (double)v->down.count;
  int64_t abreast = (int64_t)((scene->width + gap) / (w + gap));
  if (abreast < 1) abreast = 1;
  for (int64_t page = 0; page < v->pages.count; page++) {
    double x = (w + gap) * (double)(page % abreast), y = (h + gap) * (double)(page / abreast);
    if (named)
      tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, x + v->axis_w, y + (scene->text ? 0 : 7),
                      tta_panel_name(scene, v->s->grid, tta_boxes_first(v->pages, page)));
    tta_status status = panel(v, page, x, y + name_h, reason);
    if (status) return status;
  }
  return TTA_OK;
}

static void notes(const grid_view *v) {
  tta_scene *scene = v->scene;
  if (v->device && v->device->chip_ids.rank <= TTA_NUM_HUES && !scene->text && !tta_is_sparse(v->s))
    for (uint32_t i = 0; i < v->device->chip_ids.rank; i++)
      tta_scene_legend_name(scene, tta_hue(i),
                            tta_scene_text(scene, "elements on chip %lld", (long long)v->device->chip_ids.extent[i]));
  else if (v->device && !scene->text && !tta_is_sparse(v->s))
    tta_scene_legend(scene, TTA_INK_K0, "elements of the tensor");
  else
    tta_legend_elements(scene, v->s,
                        v->one_each ? "elements of the tensor" : "elements of the tensor: their share of the box");
  tta_note_boxes(scene, v->down, v->across, v->pages.per, " Indices are those of the first core.");
  if (v->padding) tta_scene_note(scene, "pad.: the part of a shard that is padding.");
  if (v->device && v->lines == 2u + v->padding)
    tta_scene_note(scene,
                   "Second line of a core: chip id, then row and column on this chip. One color for each chip.");
  if (v->panels.rank > 2)
    tta_scene_note(scene, "A shard has %u dims; its last two are drawn. Tooltips have all.", v->panels.rank);
}

tta_status tta_draw_grid(tta_scene *scene, const tta_layout *s, const tta_device *device, tta_buf *reason) {
  tta_status status = tta_has_shards(s, reason);
  if (status) return status;
  grid_view v = {.scene = scene, .s = s, .device = device, .panels = tta_panels_of(s->grid)};
  v.rows = v.panels.rows;
  v.columns = v.panels.columns;
  if (device) {
    status = tta_device_holds(device, s->grid, reason);
    if (status) return status;
    v.rows = tta_rows_of(device->grid);
    v.columns = tta_columns_of(device->grid);
  }
  measure_boxes(&v);
  if (!v.one_each && device) { /* aggregated: the tensor's cores only */
    v.device = NULL;
    v.rows = v.panels.rows;
    v.columns = v.panels.columns;
    measure_boxes(&v);
  }
  measure_cells(&v);
  status = all_panels(&v, reason);
  if (!status) notes(&v);
  return status;
}
