/* plane.c: the plane view: the physical plane that a map forms from the tensor, to scale: cuts of the grid, tiles,
 * parts of joined dims, gaps of larger strides. */
#include "base/checked.h"
#include "base/fail.h"
#include "draw/scene.h"
#include "layout/linear.h"

typedef struct plane {
  tta_scene *scene;
  const tta_layout *s;
  bool cut;                   /* cores have shards */
  tta_panels panels;          /* of the grid; one where there are no shards */
  uint32_t rank;              /* of the physical shape */
  int64_t extent[2], used[2]; /* rows, columns: shown, and of the tensor */
  int64_t shard[2];
  int64_t stored[2];          /* of a shard as drawn: in whole tiles, if there is a box for each core */
  int64_t drawn[2];           /* cores times stored, or extent */
  tta_boxes cores[2];
  double x, y, w, h; /* of the plane in a panel */
  bool distorted;
} plane;

/* Boxes below NARROW units take thin lines, and none is below LEAST while the page has room. */
enum { NARROW = 12, LEAST = 5 };

enum {
  MAX_CUTS = 64,
  MAX_LINES = 400,
  MAX_PARTS = 64,
  MAX_LEVELS = 2,
  MAX_GAPS = 256,
  MAX_PANELS = 8,
  MAX_BOXES = 4096
};

static double length_of(const plane *p, int axis) {
  return axis ? p->w : p->h;
}
/* Where a physical index is drawn: after the padding of the cores before its own. */
static double at(const plane *p, int axis, int64_t value) {
  if (value > p->extent[axis]) value = p->extent[axis];
  if (p->shard[axis] && p->stored[axis] > p->shard[axis]) { /* 0: of a map that leaves its memref */
    int64_t core = value / p->shard[axis], last = p->cores[axis].total - 1;
    value += (core < last ? core : last) * (p->stored[axis] - p->shard[axis]);
  }
  return (axis ? p->x : p->y) + tta_part(value, p->drawn[axis], length_of(p, axis));
}
/* The end of what is stored in a core. */
static double end_of_core(const plane *p, int axis, int64_t core) {
  return (axis ? p->x : p->y) + tta_part((core + 1) * p->stored[axis], p->drawn[axis], length_of(p, axis));
}

/* The physical dim of rows (0) or columns (1); false when there is none. */
static bool dim_of(const plane *p, int axis, uint32_t *dim) {
  if (p->rank < 2 && axis == 0) return false;
  *dim = p->rank - 2 + (uint32_t)axis; /* rank 1: 2 - 2 + .. wraps to 0 for axis 1 */
  return true;
}

/* ---- joined dims ---- */

/* A bracket along one edge, with its name beside it where there is room before the next one. */
static void bracket(const plane *p, int axis, int64_t begin, int64_t end, int64_t next, double level, tta_str name) {
  tta_scene *scene = p->scene;
  double from = at(p, axis, begin), to = at(p, axis, end), away = (scene->text ? 16 : 10) + level;
  if (axis == 0) {
    double x = p->x - away;
    if (scene->text && to - from > TTA_CELL_HEIGHT) to -= TTA_CELL_HEIGHT; /* an end is a row of its own */
    if (!scene->text) {
      from += 1;
      to -= 1;
      tta_scene_line(scene, TTA_INK_AXIS, x, from, x + 4, from);
      tta_scene_line(scene, TTA_INK_AXIS, x, to, x + 4, to);
    }
    tta_scene_line(scene, TTA_INK_AXIS, x, from, x, to);
    if (scene->text || at(p, axis, next) - from >= 11 || to - from >= 11)
      tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, x - (scene->text ? 8 : 4),
                      scene->text ? from + 8 : (from + to) / 2, name);
    return;
  }
  double y = p->y - away;
  if (!scene->text) {
    tta_scene_line(scene, TTA_INK_AXIS, from + 1, y, from + 1, y + 4);
    tta_scene_line(scene, TTA_INK_AXIS, to - 1, y, to - 1, y + 4);
    tta_scene_line(scene, TTA_INK_AXIS, from + 1, y, to - 1, y);
  }
  if (tta_scene_fits(scene, name.size, to - from))
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, (from + to) / 2, y - (scene->text ? 0 : 8), name);
}

/* What the steps from `k` on reach. */
static int64_t reach_of(const tta_step *steps, uint32_t num_steps, uint32_t k) {
  int64_t reach = 1, part;
  for (; k < num_steps; k++)
    if (!tta_mul(steps[k].stride, steps[k].extent - 1, &part) || !tta_add(reach, part, &reach)) return INT64_MAX;
  return reach;
}

static void note_parts(const plane *p, int axis, const tta_step *step, int64_t count) {
  if (step->extent <= MAX_PARTS) return;
  tta_scene_note(p->scene, "d%u has a part every %lld %s, %lld in all: only the first is marked.", step->dim,
                 (long long)step->stride, axis ? "columns" : "rows", (long long)count);
}

static void level(const plane *p, int axis, int64_t origin, const tta_step *steps, uint32_t num_steps, uint32_t k,
                  double away) {
  int64_t inner = reach_of(steps, num_steps, k + 1), outer = k ? steps[0].extent : 1;
  int64_t count = steps[k].extent <= MAX_PARTS ? steps[k].extent : 1;
  if (!k) note_parts(p, axis, &steps[0], steps[0].extent);
  if (k && (outer > MAX_PARTS || outer * count > MAX_PARTS)) return;
  for (int64_t i = 0; i < outer; i++)
    for (int64_t j = 0; j < count; j++) {
      int64_t begin = origin + j * steps[k].stride + (k ? i * steps[0].stride : 0);
      bracket(p, axis, begin, begin + inner, begin + steps[k].stride, away,
              tta_scene_text(p->scene, "d%u=%lld", steps[k].dim, (long long)j));
    }
}

/* The steps of the dims joined in an axis; 0 when nothing is joined there. */
static uint32_t joined(const plane *p, int axis, tta_step *steps, int64_t *origin) {
  tta_linear sum;
  uint32_t dim;
  if (!dim_of(p, axis, &dim) || !p->s->strides || !tta_linear_of(&p->s->linear, dim, &sum)) return 0;
  uint32_t count = tta_linear_steps(&sum, p->s->logical, steps);
  *origin = sum.constant;
  return count >= 2 && steps[count - 1].stride > 0 ? count : 0;
}

static uint32_t levels_of(uint32_t steps) {
  return steps < 2 ? 0 : steps - 1 < MAX_LEVELS ? steps - 1 : MAX_LEVELS;
}
static double level_width(const plane *p) {
  return p->scene->text ? 56 : 52;
}

static void joins(const plane *p, int axis) {
  tta_step steps[TTA_MAX_RANK];
  int64_t origin;
  uint32_t count = joined(p, axis, steps, &origin), levels = levels_of(count);
  if (p->scene->text && axis == 1) return; /* no room for it above */
  for (uint32_t k = 0; k < levels; k++) {
    double away = (double)(levels - 1 - k) * (axis ? 18 : level_width(p));
    level(p, axis, origin, steps, count, k, away);
  }
}

/* ---- the plane ---- */

typedef struct gap_band {
  const plane *p;
  int axis;
} gap_band;

static void paint_gap(void *user, int64_t begin, int64_t end) {
  const gap_band *b = user;
  const plane *p = b->p;
  double from = at(p, b->axis, begin), size = at(p, b->axis, end) - from;
  if (b->axis) tta_scene_fill(p->scene, TTA_INK_GAP, from, p->y, size, at(p, 0, p->used[0]) - p->y);
  else tta_scene_fill(p->scene, TTA_INK_GAP, p->x, from, at(p, 1, p->used[1]) - p->x, size);
}

/* Whether gaps and the elements between them are too small to be told apart. */
static bool are_narrow(const plane *p, int axis) {
  uint32_t dim;
  tta_gap found[TTA_MAX_RANK];
  uint32_t count = tta_layout_gaps(p->s, found, TTA_MAX_RANK);
  double least = !p->scene->text ? 3 : axis ? 2 * TTA_CELL_WIDTH : 2 * TTA_CELL_HEIGHT;
  for (uint32_t i = 0; i < count && i < TTA_MAX_RANK; i++)
    if (dim_of(p, axis, &dim) && found[i].dim == dim &&
        tta_part(found[i].every, p->drawn[axis], length_of(p, axis)) < least) return true;
  return false;
}

static void gaps(const plane *p, int axis) {
  gap_band b = {p, axis};
  uint32_t dim, count;
  if (!dim_of(p, axis, &dim)) return;
  count = tta_each_gap(p->s, dim, 0, p->used[axis], MAX_GAPS, paint_gap, &b);
  if (count) tta_scene_legend(p->scene, TTA_INK_GAP, "gap of a bumped stride");
  if (count > MAX_GAPS)
    tta_scene_note(p->scene, "There are more than %d gaps; the others look alike.", MAX_GAPS);
}

/* What completes the last tile of each shard. */
static void tile_padding(const plane *p, int axis) {
  if (p->stored[axis] <= p->shard[axis]) return;
  for (int64_t c = 0; c < p->cores[axis].total; c++) {
    double end = end_of_core(p, axis, c),
           from = end - tta_part(p->stored[axis] - p->shard[axis], p->drawn[axis], length_of(p, axis));
    if (axis) tta_scene_fill(p->scene, TTA_INK_PADDING, from, p->y, end - from, p->h);
    else tta_scene_fill(p->scene, TTA_INK_PADDING, p->x, from, p->w, end - from);
  }
  tta_scene_legend(p->scene, TTA_INK_PADDING, "padding");
}

static void surface(const plane *p) {
  if (p->used[0] < p->extent[0] || p->used[1] < p->extent[1]) {
    tta_scene_fill(p->scene, TTA_INK_PADDING, p->x, p->y, p->w, p->h);
    tta_scene_legend(p->scene, TTA_INK_PADDING, "padding");
  }
  double w = at(p, 1, p->used[1]) - p->x, h = at(p, 0, p->used[0]) - p->y;
  bool sparse = tta_is_sparse(p->s) || are_narrow(p, 0) || are_narrow(p, 1);
  tta_scene_fill(p->scene, sparse ? TTA_INK_SPARSE : TTA_INK_VALID, p->x, p->y, w, h);
  tta_scene_legend(p->scene, sparse ? TTA_INK_SPARSE : TTA_INK_VALID,
                   sparse ? "elements at some of these places" : "elements of the tensor");
  for (int axis = 0; axis < 2 && !sparse; axis++) gaps(p, axis);
  tile_padding(p, 0);
  tile_padding(p, 1);
}

/* Tiles start again in every shard. */
static void tiles(const plane *p, int axis) {
  int64_t tile = p->s->memref_element.tile[axis], shard = p->shard[axis], cores = p->cut ? p->cores[axis].total : 1;
  if (!tta_element_is_tile(&p->s->memref_element) || p->scene->text || tile < 1) return;
  int64_t in_shard = shard / tile + (shard % tile != 0);
  if (tta_part(tile, p->drawn[axis], length_of(p, axis)) < 5 || cores > MAX_LINES || in_shard > MAX_LINES / cores)
    return;
  for (int64_t c = 0; c < cores; c++)
    for (int64_t t = 1; t < in_shard; t++) {
      double line = at(p, axis, c * shard + t * tile);
      if (axis) tta_scene_line(p->scene, TTA_INK_TILE, line, p->y, line, p->y + p->h);
      else tta_scene_line(p->scene, TTA_INK_TILE, p->x, line, p->x + p->w, line);
    }
  tta_scene_legend(p->scene, TTA_INK_TILE, "edge of a tile");
}

static void box(const plane *p, const int64_t *outer, int64_t i, int64_t j) {
  tta_scene *scene = p->scene;
  int64_t core[TTA_MAX_RANK];
  uint32_t rank = p->s->grid.rank;
  int64_t first[2] = {tta_boxes_first(p->cores[0], i), tta_boxes_first(p->cores[1], j)},
          end[2] = {tta_boxes_end(p->cores[0], i), tta_boxes_end(p->cores[1], j)};
  double x = at(p, 1, first[1] * p->shard[1]), y = at(p, 0, first[0] * p->shard[0]);
  double w = end_of_core(p, 1, end[1] - 1) - x, h = end_of_core(p, 0, end[0] - 1) - y;
  for (uint32_t k = 0; k < rank; k++) core[k] = outer[k];
  if (rank >= 2) core[rank - 2] = first[0];
  core[rank - 1] = first[1];
  int64_t cores = (end[0] - first[0]) * (end[1] - first[1]);
  bool one = p->cores[0].per == 1 && p->cores[1].per == 1;
  tta_str title = one ? tta_core_title(scene, p->s, core) : tta_scene_text(scene, "%lld cores", (long long)cores);
  tta_str data = one ? tta_core_data(scene, rank, core, p->stored[0], p->stored[1])
                     : tta_scene_text(scene, " data-cores=\"%lld\"", (long long)cores);
  bool narrow = !scene->text && (w < NARROW || h < NARROW);
  tta_scene_frame(scene, narrow ? TTA_INK_HIT : TTA_INK_CUT, x, y, w, h, title, data);
  if (one && (rank < 2 || tta_rows_of(p->s->padded_shard) == p->stored[0]))
    tta_draw_elements(scene, p->s, core, x, y, w, h, p->stored[0], p->stored[1]);
  tta_str name = tta_core_name(scene, rank, core);
  bool room = tta_scene_fits(scene, name.size, w - 6) && h >= (scene->text ? 32 : 18);
  if (room)
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, x + (scene->text ? 8 : 5), y + (scene->text ? 16 : 10),
                    name);
}

/* Physical indices at the cuts and at the end of the data, along the right and the lower edge. */
static void ticks(const plane *p, int axis) {
  tta_scene *scene = p->scene;
  int64_t count = p->cut ? p->cores[axis].count : 1;
  int64_t edge = p->used[axis] > 0 ? p->used[axis] : p->extent[axis];
  double last = -1000, end = at(p, axis, edge);
  tta_str widest = tta_scene_text(scene, "%lld ", (long long)p->extent[axis]);
  double apart = axis ? (double)widest.size * scene->char_width + 4 : scene->line_height;
  for (int64_t i = 0; i <= count; i++) {
    int64_t value = i == count ? edge : tta_boxes_first(p->cores[axis], i) * p->shard[axis];
    double where = at(p, axis, value), before = end - where;
    if (i < count && (where - last < apart || (i && before < apart && before > -apart))) continue;
    tta_str name = tta_scene_text(scene, "%lld", (long long)value);
    if (axis)
      tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, where, p->y + p->h + (scene->text ? 16 : 10), name);
    else tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, p->x + p->w + (scene->text ? 16 : 6), where, name);
    last = where;
  }
}

static void panel(const plane *p, int64_t page) {
  int64_t outer[TTA_MAX_RANK] = {0};
  surface(p);
  tiles(p, 0);
  tiles(p, 1);
  if (p->cut) {
    tta_panel_index(p->s->grid, page, outer);
    for (int64_t i = 0; i < p->cores[0].count; i++)
      for (int64_t j = 0; j < p->cores[1].count; j++) box(p, outer, i, j);
    tta_scene_legend(p->scene, TTA_INK_CUT, "cut of the grid");
  } else {
    tta_scene_frame(p->scene, TTA_INK_FRAME, p->x, p->y, p->w, p->h, tta_no_text(), tta_no_text());
  }
  joins(p, 0);
  joins(p, 1);
  ticks(p, 0);
  ticks(p, 1);
}

/* ---- measures ---- */

static bool measure_extents(plane *p) {
  const tta_layout *s = p->s;
  p->rank = s->physical.rank;
  p->used[0] = tta_rows_of(s->used);
  p->used[1] = tta_columns_of(s->used);
  p->shard[0] = tta_rows_of(p->cut ? s->shard : s->physical);
  p->shard[1] = tta_columns_of(p->cut ? s->shard : s->physical);
  int64_t cores[2] = {p->cut ? p->panels.rows : 1, p->cut ? p->panels.columns : 1};
  for (int axis = 0; axis < 2; axis++) {
    if (!tta_mul(cores[axis], p->shard[axis], &p->extent[axis])) return false;
    if (p->extent[axis] < p->used[axis]) p->extent[axis] = p->used[axis];
    int64_t down = p->panels.count > 1 ? 5 : 10; /* in text: what has room for a line inside each box */
    int64_t most = p->scene->text ? (axis ? 12 : down) : cores[axis] > MAX_CUTS ? MAX_CUTS / 2 : MAX_CUTS;
    p->cores[axis] = tta_boxes_of(cores[axis], most);
  }
  if (p->extent[0] < 1 || p->extent[1] < 1) return false;
  const int64_t padded[2] = {p->cut ? tta_rows_of(s->padded_shard) : 0, p->cut ? tta_columns_of(s->padded_shard) : 0};
  bool one_each = p->cut && p->cores[0].per == 1 && p->cores[1].per == 1;
  for (int axis = 0; axis < 2; axis++) {
    p->stored[axis] = one_each && padded[axis] > p->shard[axis] ? padded[axis] : p->shard[axis];
    if (!tta_mul(cores[axis], p->stored[axis], &p->drawn[axis])) return false;
    if (p->drawn[axis] < p->extent[axis]) p->drawn[axis] = p->extent[axis];
  }
  return true;
}

/* To scale where that leaves both sides long enough to be read. */
static void measure_plane(plane *p, double room_w, double room_h) {
  tta_scene *scene = p->scene;
  double least_w = scene->text ? 24 * TTA_CELL_WIDTH : 150, least_h = scene->text ? 4 * TTA_CELL_HEIGHT : 90;
  double boxes_w = p->cut ? (scene->text ? 2 * TTA_CELL_WIDTH : LEAST) * (double)p->cores[1].count : 0,
         boxes_h = p->cut ? (scene->text ? 2 * TTA_CELL_HEIGHT : LEAST) * (double)p->cores[0].count : 0;
  if (least_w < boxes_w) least_w = boxes_w < room_w ? boxes_w : room_w;
  if (least_h < boxes_h) least_h = boxes_h < room_h ? boxes_h : room_h;
  double shape = (double)p->drawn[0] / (double)p->drawn[1];
  p->w = room_w;
  p->h = p->w * shape;
  if (p->h > room_h) {
    p->h = room_h;
    p->w = p->h / shape;
  }
  p->distorted = p->w < least_w || p->h < least_h;
  if (p->w < least_w) p->w = least_w;
  if (p->h < least_h) p->h = least_h;
  p->w = tta_scene_across(scene, p->w);
  p->h = tta_scene_down(scene, p->h);
}

static void notes(const plane *p) {
  tta_scene *scene = p->scene;
  const tta_layout *s = p->s;
  if (p->distorted && !scene->text)
    tta_scene_note(scene, "Rows and columns are drawn at different scales.");
  if (p->cut) tta_note_boxes(scene, p->cores[0], p->cores[1], 1, "");
  if (p->cut && tta_element_is_tile(&s->memref_element) &&
      (tta_rows_of(s->padded_shard) != p->stored[0] || tta_columns_of(s->padded_shard) != p->stored[1]))
    tta_scene_note(scene, "Each shard of %s is stored as %s scalars, whole tiles: the grid view shows that padding.",
                   tta_scene_shape(scene, s->shard), tta_scene_shape(scene, s->padded_shard));
  if (s->interleaved)
    tta_scene_note(scene, "Interleaved: pages go round the banks one by one; no core holds a shard.");
}

static void note_panels(const plane *p, int64_t shown) {
  if (p->rank <= 2) return;
  tta_buf *out = &p->scene->scratch;
  tta_buf_str(out, "The last two dims of the physical shape are drawn");
  if (p->cut) tta_buf_str(out, ", one plane for each core along the outer dims of the grid");
  if (shown < p->panels.count)
    tta_buf_printf(out, "; %lld of %s", (long long)shown, tta_scene_number(p->scene, p->panels.count));
  tta_scene_note(p->scene, ".");
}

tta_status tta_draw_plane(tta_scene *scene, const tta_layout *s, tta_buf *reason) {
  plane p = {.scene = scene,
             .s = s,
             .cut = s->grid.extent && s->grid.rank && s->grid.rank == s->physical.rank && !s->interleaved};
  p.panels = p.cut ? tta_panels_of(s->grid) : (tta_panels){0, 1, 1, 1};
  if (!measure_extents(&p))
    return tta_fail(TTA_INVALID, reason, "the physical shape is empty, or has more places than 64 bits can count");
  tta_step steps[TTA_MAX_RANK];
  int64_t origin, shown = p.panels.count < MAX_PANELS ? p.panels.count : MAX_PANELS;
  bool text = scene->text, named = p.panels.count > 1;
  double left = (double)levels_of(joined(&p, 0, steps, &origin)) * level_width(&p),
         above = (double)levels_of(joined(&p, 1, steps, &origin)) * 18;
  double right =
      (double)tta_scene_text(scene, "%lld", (long long)p.extent[0]).size * scene->char_width + (text ? 24 : 12);
  left = (left > 0 ? left + 8 : 0) + (text ? 0 : 4);
  above = text ? (named ? 16 : 0) : above + 22;
  int64_t abreast = shown > 1 && !text ? 2 : 1;
  double column = scene->width / (double)abreast;
  double most_h = text ? (shown > 1 ? 10 : 24) * TTA_CELL_HEIGHT : shown > 1 ? 300 : 620;
  measure_plane(&p, tta_scene_across(scene, column - left - right - 16), most_h);
  for (int64_t i = 0; i < shown; i++) {
    double top = (double)(i / abreast) * (above + p.h + (text ? 32 : 44)), x = (double)(i % abreast) * column;
    p.x = tta_scene_across(scene, x + left);
    p.y = top + above;
    if (named)
      tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, p.x, top + (text ? 0 : 6),
                      tta_panel_name(scene, s->grid, i));
    panel(&p, i);
  }
  notes(&p);
  note_panels(&p, shown);
  return TTA_OK;
}
