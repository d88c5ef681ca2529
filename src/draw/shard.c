/* shard.c: what several views share: the words above a picture, panels of grids, and the inside of a shard. */
#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "draw/scene.h"
#include "layout/layout.h"
#include "layout/linear.h"
#include "ttattr/storage.h"

/* ---- words ---- */

static void append_shape(tta_buf *out, const char *before, tta_shape shape) {
  tta_buf_str(out, before);
  if (shape.rank) tta_buf_shape(out, shape);
  else tta_buf_str(out, "scalar");
}

static void say_shapes(tta_scene *scene, const tta_layout *s) {
  tta_buf *out = &scene->scratch;
  append_shape(out, "logical ", s->logical);
  append_shape(out, " -> physical ", s->physical);
  if (s->grid.extent && !s->interleaved) {
    append_shape(out, " -> shard ", s->shard);
    append_shape(out, tta_element_is_tile(&s->memref_element) ? " -> tiled " : " -> stored ", s->padded_shard);
  }
  if (tta_element_is_tile(&s->memref_element)) {
    append_shape(out, " = ", s->memref);
    tta_buf_printf(out, " tiles of %lldx%lld %s", (long long)s->memref_element.tile[0],
                   (long long)s->memref_element.tile[1], tta_data_type_name(s->memref_element.data_type));
  }
  tta_scene_fact(scene);
}

static void say_map(tta_scene *scene, const tta_layout *s) {
  tta_buf_str(&scene->scratch, "map ");
  tta_map_text(&scene->scratch, &s->linear);
  if (s->collapse.size && memchr(s->collapse.data, '<', s->collapse.size)) {
    tta_buf_str(&scene->scratch, ", joins ");
    tta_buf_append(&scene->scratch, s->collapse);
  }
  tta_scene_fact(scene);
}

static void append_padding(tta_scene *scene, const tta_layout *s) {
  tta_buf *out = &scene->scratch;
  if (s->padding_elements < 0) {
    tta_buf_str(out, "unknown");
    return;
  }
  int64_t tenths =
      s->allocated_elements ? (int64_t)((double)s->padding_elements * 1000 / (double)s->allocated_elements + 0.5) : 0;
  tta_buf_printf(out, "%s of %s scalars (%lld.%lld %%)", tta_scene_number(scene, s->padding_elements),
                 tta_scene_number(scene, s->allocated_elements), (long long)(tenths / 10), (long long)(tenths % 10));
  if (s->outside_elements > 0)
    tta_buf_printf(out, ", %s elements outside of the shards", tta_scene_number(scene, s->outside_elements));
}

/* @param storage of the shards of cores; NULL: there are none */
static void say_amounts(tta_scene *scene, const tta_layout *s, const tta_storage *storage) {
  tta_buf *out = &scene->scratch;
  tta_buf_printf(out, "%s core%s", tta_scene_number(scene, s->cores), tta_plural(s->cores));
  if (s->shard_bytes >= 0) {
    tta_buf_printf(out, ", %s B each", tta_scene_number(scene, s->shard_bytes));
    if (storage && storage->bank_alignment_bytes)
      tta_buf_printf(out, " and %s B of alignment", tta_scene_number(scene, storage->bank_alignment_bytes));
    tta_buf_printf(out, ", %s B in all", tta_scene_number(scene, s->total_bytes));
  }
  tta_buf_str(out, "; padding ");
  append_padding(scene, s);
  if (s->oob_val) tta_buf_printf(out, ", holding %s", tta_oob_value_name(s->oob_val));
  tta_scene_fact(scene);
}

/* The used part of a shard is a box; a map may use that box in part only. 0: too many to be counted. */
static int64_t places_of(const tta_layout *s) {
  int64_t places;
  return tta_shape_volume(s->used, &places) ? places : 0;
}

bool tta_is_sparse(const tta_layout *s) {
  tta_gap gaps[1];
  return places_of(s) > s->logical_elements && !tta_layout_gaps(s, gaps, 1);
}

void tta_legend_elements(tta_scene *scene, const tta_layout *s, const char *text) {
  if (tta_is_sparse(s)) tta_scene_legend(scene, TTA_INK_SPARSE, "elements at some of these places");
  else tta_scene_legend(scene, TTA_INK_VALID, text);
}

static void note_holes(tta_scene *scene, const tta_layout *s) {
  int64_t places = places_of(s);
  if (places > s->logical_elements)
    tta_scene_note(scene, "Of the %s places up to the last element the map leaves %s without one.",
                   tta_scene_number(scene, places), tta_scene_number(scene, places - s->logical_elements));
}

static void say_shards(tta_scene *scene, const tta_layout *s) {
  tta_storage storage;
  bool stored = !tta_storage_of(s, NULL, &storage, NULL) && storage.distribution == TTA_STORAGE_CORES;
  say_amounts(scene, s, stored ? &storage : NULL);
}

tta_status tta_draw_facts(tta_scene *scene, const tta_layout *s) {
  tta_buf *out = &scene->scratch;
  scene->description = s->type;
  tta_buf_str(out, "tensor<");
  tta_buf_typed_shape(out, s->tensor_shape, s->tensor_element.text);
  append_shape(out, "> on a grid of ", s->grid);
  if (s->memory_space) tta_buf_printf(out, " in %s", tta_layout_memory_space_name(s));
  tta_scene_title(scene);
  say_shapes(scene, s);
  say_map(scene, s);
  if (!s->interleaved) say_shards(scene, s);
  note_holes(scene, s);
  return scene->failed ? TTA_NO_MEMORY : TTA_OK;
}

/* ---- panels ---- */

tta_panels tta_panels_of(tta_shape grid) {
  tta_panels p = {grid.rank, tta_rows_of(grid), tta_columns_of(grid), 1};
  for (uint32_t i = 0; i + 2 < grid.rank; i++)
    if (!tta_mul(p.count, grid.extent[i], &p.count)) p.count = INT64_MAX;
  return p;
}

void tta_panel_index(tta_shape grid, int64_t panel, int64_t *core) {
  for (uint32_t i = grid.rank >= 2 ? grid.rank - 2 : 0; i-- > 0;) {
    core[i] = panel % grid.extent[i];
    panel /= grid.extent[i];
  }
}

tta_str tta_panel_name(tta_scene *scene, tta_shape grid, int64_t panel) {
  int64_t core[TTA_MAX_RANK] = {0};
  tta_panel_index(grid, panel, core);
  tta_buf_char(&scene->scratch, '[');
  for (uint32_t i = 0; i + 2 < grid.rank; i++) tta_buf_printf(&scene->scratch, "%lld, ", (long long)core[i]);
  tta_buf_str(&scene->scratch, "*, *]");
  return tta_scene_take(scene);
}

void tta_note_boxes(tta_scene *scene, tta_boxes down, tta_boxes across, int64_t panels, const char *more) {
  if (down.per * across.per * panels == 1) return;
  tta_buf_printf(&scene->scratch, "Each box stands for %s cores (%lld row%s x %lld column%s",
                 tta_scene_number(scene, down.per * across.per * panels), (long long)down.per, tta_plural(down.per),
                 (long long)across.per, tta_plural(across.per));
  if (panels > 1) tta_buf_printf(&scene->scratch, " x %lld panels", (long long)panels);
  tta_scene_note(scene, "), those at the edges perhaps for fewer.%s", more);
}

/* ---- gaps ---- */

tta_status tta_has_shards(const tta_layout *s, tta_buf *reason) {
  if (s->interleaved || !s->grid.extent || !s->grid.rank)
    return tta_fail(TTA_INVALID, reason,
                    "layout is interleaved; cores have no shards; '--view plane' shows its pages");
  if (!tta_shape_at_least(s->grid, 1) || !tta_shape_at_least(s->shard, 1) || !tta_shape_at_least(s->padded_shard, 1))
    return tta_fail(TTA_INVALID, reason, "the shard is empty");
  return TTA_OK;
}

static void clip_each(tta_gap gap, int64_t begin, int64_t end, uint32_t most, uint32_t *count,
                      void (*each)(void *, int64_t, int64_t), void *user) {
  int64_t k = begin < gap.first ? 0 : (begin - gap.first) / gap.every;
  for (int64_t first = gap.first + k * gap.every; first < end && *count <= most; first += gap.every) {
    int64_t a = first < begin ? begin : first, b = end - first < gap.size ? end : first + gap.size;
    if (a < b && ++*count <= most) each(user, a, b);
    if (first > INT64_MAX - gap.every) return;
  }
}

uint32_t tta_each_gap(const tta_layout *s, uint32_t dim, int64_t begin, int64_t end, uint32_t most,
                      void (*each)(void *, int64_t, int64_t), void *user) {
  tta_gap gaps[TTA_MAX_RANK];
  uint32_t count = 0, known = tta_layout_gaps(s, gaps, TTA_MAX_RANK);
  if (known > TTA_MAX_RANK) return 0;
  for (uint32_t i = 0; i < known; i++)
    if (gaps[i].dim == dim) clip_each(gaps[i], begin, end, most, &count, each, user);
  return count;
}

/* ---- the inside of a shard ---- */

typedef struct band {
  tta_scene *scene;
  bool columns;           /* the gap is in the last dim */
  int64_t origin, extent; /* what the box shows of that dim */
  double x, y, w, h;      /* of the box; across: of its used part only */
} band;

static void paint_band(void *user, int64_t begin, int64_t end) {
  const band *b = user;
  double length = b->columns ? b->w : b->h;
  double from = tta_part(begin - b->origin, b->extent, length), size = tta_part(end - begin, b->extent, length);
  if (b->columns) tta_scene_fill(b->scene, TTA_INK_GAP, b->x + from, b->y, size, b->h);
  else tta_scene_fill(b->scene, TTA_INK_GAP, b->x, b->y + from, b->w, size);
}

static void count_band(void *user, int64_t begin, int64_t end) {
  (void)user;
  (void)begin;
  (void)end;
}

enum { MAX_BANDS = 64 };
static const double least_band = 1.5; /* units of a gap and the part beside it */

/* Where there are too many gaps to tell them apart, the used part is painted as one with elements in some places. */
static void paint_gaps(const band *b, const tta_layout *s, uint32_t dim, int64_t used) {
  uint32_t most = MAX_BANDS;
  double length = tta_part(used, b->extent, b->columns ? b->w : b->h);
  if (!b->scene->text && length < least_band * MAX_BANDS) most = (uint32_t)(length / least_band);
  uint32_t count = tta_each_gap(s, dim, b->origin, b->origin + used, most, count_band, NULL);
  if (!count) return;
  if (count > most) {
    tta_scene_fill(b->scene, TTA_INK_SPARSE, b->x, b->y, b->columns ? length : b->w, b->columns ? b->h : length);
    tta_scene_legend(b->scene, TTA_INK_SPARSE, "elements at some of these places");
    return;
  }
  tta_each_gap(s, dim, b->origin, b->origin + used, most, paint_band, (void *)b);
  tta_scene_legend(b->scene, TTA_INK_GAP, "gap of a bumped stride");
}

/* In text a part that is there must be seen: at least one character of both. */
static double used_length(const tta_scene *scene, int64_t used, int64_t whole, double length, double character) {
  if (!used || used == whole || !scene->text) return tta_part(used, whole, length);
  double part = tta_part(used, whole, length);
  part = (double)(int)(part / character + 0.5) * character;
  if (part < character) part = character;
  return part > length - character && length > character ? length - character : part;
}

void tta_draw_shard(tta_scene *scene, const tta_layout *s, const int64_t *core, tta_ink ink, double x, double y,
                    double w, double h, int64_t rows, int64_t columns) {
  int64_t valid[TTA_MAX_RANK];
  uint32_t rank = s->grid.rank;
  bool empty = false, full;
  tta_layout_valid(s, core, valid);
  for (uint32_t i = 0; i < rank; i++) empty = empty || valid[i] == 0;
  int64_t used_rows = rank >= 2 ? valid[rank - 2] : 1, used_columns = valid[rank - 1];
  if (used_rows > rows) used_rows = rows; /* a memref that is too small, of a layout that is only warned about */
  if (used_columns > columns) used_columns = columns;
  full = !empty && used_rows == rows && used_columns == columns;
  if (!full) {
    tta_scene_fill(scene, TTA_INK_PADDING, x, y, w, h);
    tta_scene_legend(scene, TTA_INK_PADDING, "padding");
  }
  if (empty || !rows || !columns) return;
  double high = used_length(scene, used_rows, rows, h, TTA_CELL_HEIGHT),
         wide = used_length(scene, used_columns, columns, w, TTA_CELL_WIDTH);
  if (tta_is_sparse(s)) {
    tta_scene_legend(scene, TTA_INK_SPARSE, "elements at some of these places");
    ink = TTA_INK_SPARSE;
  }
  tta_scene_fill(scene, ink, x, y, wide, high);
  band b = {.scene = scene, .extent = rows, .x = x, .y = y, .w = wide, .h = h};
  if (rank >= 2) {
    b.origin = core[rank - 2] * s->shard.extent[rank - 2];
    paint_gaps(&b, s, rank - 2, used_rows);
  }
  b = (band){.scene = scene, .columns = true, .extent = columns, .x = x, .y = y, .w = w, .h = high};
  b.origin = core[rank - 1] * s->shard.extent[rank - 1];
  paint_gaps(&b, s, rank - 1, used_columns);
}

enum { MAX_ELEMENTS = 512, ELEMENT_HEIGHT = 18, MAX_TILE_LINES = 64 };

void tta_draw_tiles(tta_scene *scene, const tta_layout *s, double x, double y, double w, double h, int64_t rows,
                    int64_t columns) {
  const int64_t extent[2] = {rows, columns};
  if (scene->text || !tta_element_is_tile(&s->memref_element)) return;
  for (int axis = 0; axis < 2; axis++) {
    int64_t tile = s->memref_element.tile[axis], count = tile > 0 ? extent[axis] / tile : 0;
    double step = count ? tta_part(tile, extent[axis], axis ? w : h) : 0;
    if (count > MAX_TILE_LINES || step < 5) continue;
    for (int64_t t = 1; t * tile < extent[axis]; t++) {
      double at = (axis ? x : y) + step * (double)t;
      if (axis) tta_scene_line(scene, TTA_INK_TILE, at, y, at, y + h);
      else tta_scene_line(scene, TTA_INK_TILE, x, at, x + w, at);
      tta_scene_legend(scene, TTA_INK_TILE, "edge of a tile");
    }
  }
}

bool tta_has_few_elements(const tta_scene *scene, const tta_layout *s, double *width, double *height) {
  size_t longest = s->logical.rank ? s->logical.rank - 1 : 1; /* commas */
  for (uint32_t i = 0; i < s->logical.rank; i++) longest += tta_digits_of(s->logical.extent[i] - 1);
  *width = (double)longest * scene->char_width + 6;
  *height = ELEMENT_HEIGHT;
  bool flat = s->padded_shard.rank > 0; /* a shard is one plane */
  for (uint32_t i = 0; i + 2 < s->padded_shard.rank; i++) flat = flat && s->padded_shard.extent[i] == 1;
  return !scene->text && flat && s->allocated_elements > 0 && s->allocated_elements <= MAX_ELEMENTS;
}

void tta_draw_elements(tta_scene *scene, const tta_layout *s, const int64_t *core, double x, double y, double w,
                       double h, int64_t rows, int64_t columns) {
  double least_w, least_h, cell_w = w / (double)columns, cell_h = h / (double)rows;
  int64_t index[TTA_MAX_RANK];
  bool found;
  if (!tta_has_few_elements(scene, s, &least_w, &least_h) || rows != tta_rows_of(s->padded_shard) ||
      columns != tta_columns_of(s->padded_shard) || cell_w < least_w || cell_h < least_h - 4) return;
  for (int64_t at = 0; at < rows * columns; at++) {
    if (tta_layout_scalar_at(s, core, at, index, &found, NULL) || !found) continue;
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, x + cell_w * ((double)(at % columns) + 0.5),
                    y + cell_h * ((double)(at / columns) + 0.5),
                    tta_scene_text(scene, "%s", tta_scene_numbers(scene, s->logical.rank, index, ",")));
  }
}

tta_str tta_core_data(tta_scene *scene, uint32_t rank, const int64_t *core, int64_t rows, int64_t columns) {
  return tta_scene_text(scene, " data-core=\"%s\" data-span=\"%lldx%lld\"",
                        tta_scene_numbers(scene, rank, core, "x"), (long long)rows, (long long)columns);
}

static void append_range(tta_buf *out, const char *what, int64_t begin, int64_t count) {
  if (!count) return;
  tta_buf_str(out, what);
  tta_append_number(out, begin);
  tta_buf_str(out, "..");
  tta_append_number(out, begin + count - 1);
}

/* The valid part is not full of elements. */
static bool has_gaps(uint32_t rank, const tta_padding_class *p) {
  int64_t product = 1;
  for (uint32_t i = 0; i < rank; i++) product *= p->valid[i]; /* at most the positions of a shard */
  return p->elements != product;
}

tta_str tta_core_title(tta_scene *scene, const tta_layout *s, const int64_t *core) {
  tta_padding_class p;
  int64_t positions;
  const int64_t *valid = p.valid;
  uint32_t rank = s->grid.rank;
  tta_buf *out = &scene->scratch;
  if (tta_layout_core_padding(s, core, &p)) return tta_no_text();
  tta_buf_printf(out, "core %s\nvalid %s of %s", tta_scene_numbers(scene, rank, core, ","),
                 tta_scene_numbers(scene, rank, valid, "x"),
                 tta_scene_numbers(scene, rank, s->padded_shard.extent, "x"));
  if (p.elements >= 0 && has_gaps(rank, &p) && !tta_layout_volume(s->padded_shard, &positions))
    tta_buf_printf(out, "\nelements %lld, padding %lld", (long long)p.elements, (long long)(positions - p.elements));
  if (rank >= 2) append_range(out, "\nphysical rows ", core[rank - 2] * s->shard.extent[rank - 2], valid[rank - 2]);
  append_range(out, rank >= 2 ? ", columns " : "\nphysical ", core[rank - 1] * s->shard.extent[rank - 1],
               valid[rank - 1]);
  for (uint32_t i = rank >= 2 ? rank - 2 : 0; i-- > 0;)
    tta_buf_printf(out, "\nphysical dim %u: %lld from %lld", i, (long long)valid[i],
                   (long long)(core[i] * s->shard.extent[i]));
  return tta_scene_take(scene);
}
