/* tile.c: the tile view: the distinct shards of a layout in tiles (or rows, untiled), and how one tile is stored. */
#include "draw/scene.h"
#include "ttattr/storage.h"

enum { MAX_SHARDS = 4, MAX_TILES = 32, TEXT_TILES = 8 };

typedef struct tile_view {
  tta_scene *scene;
  const tta_layout *s;
  double x, y, column; /* where the next shard goes, and how wide each may be */
  double lowest;
  uint32_t shown, all;
} tile_view;

/* ---- shards ---- */

static tta_str shard_name(const tile_view *v, const tta_padding_class *p) {
  return tta_scene_text(v->scene, "%s core%s %s", tta_scene_number(v->scene, p->count), p->count == 1 ? ":" : "s from",
                        tta_scene_numbers(v->scene, v->s->grid.rank, p->core, ","));
}

static void lines(const tile_view *v, double x, double y, double w, double h, tta_boxes down, tta_boxes across) {
  for (int64_t i = 1; i < down.count; i++) {
    double at = y + tta_part(tta_boxes_first(down, i), down.total, h);
    tta_scene_line(v->scene, v->scene->text ? TTA_INK_AXIS : TTA_INK_TILE, x, at, x + w, at);
  }
  for (int64_t j = 1; j < across.count; j++) {
    double at = x + tta_part(tta_boxes_first(across, j), across.total, w);
    tta_scene_line(v->scene, v->scene->text ? TTA_INK_AXIS : TTA_INK_TILE, at, y, at, y + h);
  }
}

static bool count_one(void *user, const tta_padding_class *p) {
  (void)p;
  ++*(uint32_t *)user;
  return true;
}

/* A shard to scale: its tiles as boxes. */
static bool shard(void *user, const tta_padding_class *p) {
  tile_view *v = user;
  tta_scene *scene = v->scene;
  const tta_layout *s = v->s;
  bool text = scene->text;
  v->all++;
  if (v->shown == MAX_SHARDS) return true;
  int64_t rows = tta_rows_of(s->padded_shard), columns = tta_columns_of(s->padded_shard),
          most = text ? TEXT_TILES : MAX_TILES;
  double w = v->column - (text ? 16 : 24), h = w * (double)rows / (double)columns,
         most_h = text ? 8 * TTA_CELL_HEIGHT : 240;
  if (h > most_h) {
    w = w * most_h / h;
    h = most_h;
  }
  if (w < 64) w = 64;
  if (h < 48) h = 48;
  w = tta_scene_across(scene, w);
  h = tta_scene_down(scene, h);
  double x = v->x + v->column * v->shown, y = v->y + (text ? 32 : 38);
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, x, v->y + (text ? 0 : 8), shard_name(v, p));
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, x, v->y + (text ? 16 : 24),
                  tta_scene_text(scene, "valid %s", tta_scene_numbers(scene, s->grid.rank, p->valid, "x")));
  tta_draw_shard(scene, s, p->core, TTA_INK_VALID, x, y, w, h, rows, columns);
  tta_boxes down = tta_boxes_of(tta_element_is_tile(&s->memref_element) ? tta_rows_of(s->memref) : rows, most),
            across = tta_boxes_of(tta_element_is_tile(&s->memref_element) ? tta_columns_of(s->memref) : columns, most);
  bool raster =
      down.per == 1 && across.per == 1 && (!text || (h / (double)down.count >= 32 && w / (double)across.count >= 24));
  if (tta_element_is_tile(&s->memref_element) && raster) lines(v, x, y, w, h, down, across);
  if (tta_element_is_tile(&s->memref_element) && raster && !text && down.count * across.count > 1)
    tta_scene_legend(scene, TTA_INK_TILE, "edge of a tile");
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, w, h, tta_core_title(scene, s, p->core),
                  tta_core_data(scene, s->grid.rank, p->core, rows, columns));
  if (y + h > v->lowest) v->lowest = y + h;
  v->shown++;
  return true;
}

/* ---- one tile ---- */

static void face(tta_scene *scene, double x, double y, double w, double h, int64_t n, int64_t offset, int64_t scalars,
                 double bytes) {
  bool text = scene->text;
  double middle = x + w / 2, centre = y + h / 2;
  tta_str title = tta_scene_text(scene, "face %lld: scalars %lld..%lld of the tile, row by row", (long long)n,
                                 (long long)offset, (long long)(offset + scalars - 1));
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, w, h, title, tta_no_text());
  tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, middle, centre - (text ? 16 : 10),
                  tta_scene_text(scene, "face %lld", (long long)n));
  tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, middle, centre + (text ? 0 : 6),
                  tta_scene_text(scene, "%lld..%lld", (long long)offset, (long long)(offset + scalars - 1)));
  if (bytes > 0 && h > 60)
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, middle, centre + (text ? 16 : 21),
                    tta_scene_text(scene, "from byte %lld", (long long)((double)offset * bytes)));
}

static double one_tile(tile_view *v, double y) {
  tta_scene *scene = v->scene;
  const tta_layout *s = v->s;
  bool text = scene->text;
  int64_t high = s->memref_element.tile[0] < TTA_FACE_EXTENT ? s->memref_element.tile[0] : TTA_FACE_EXTENT,
          wide = s->memref_element.tile[1] < TTA_FACE_EXTENT ? s->memref_element.tile[1] : TTA_FACE_EXTENT;
  int64_t down = (s->memref_element.tile[0] + high - 1) / high, across = (s->memref_element.tile[1] + wide - 1) / wide;
  if (down > 8 || across > 8) return y;
  double w = text ? 16 * TTA_CELL_WIDTH : 150, h = text ? 4 * TTA_CELL_HEIGHT : tta_part(high, wide, w);
  if (!text && h < 46) h = 46;
  const tta_element *tile = &s->memref_element;
  bool no_bytes = tta_element_is_block_float(tile) || s->element_bytes <= 0;
  double bytes = no_bytes ? 0 : (double)s->element_bytes / (double)(tile->tile[0] * tile->tile[1]);
  tta_str name = tta_scene_text(scene, "A tile of %lldx%lld %s: faces of %lldx%lld, each row by row",
                                (long long)tile->tile[0], (long long)tile->tile[1], tta_data_type_name(tile->data_type),
                                (long long)high, (long long)wide);
  if (tta_element_is_block_float(tile))
    tta_scene_note(scene, "Block float: the scalars of a face's row share their exponent, so they have no bytes of "
                          "their own.");
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, y + (text ? 0 : 8), name);
  y += text ? 16 : 24;
  for (int64_t i = 0; i < down; i++)
    for (int64_t j = 0; j < across; j++) {
      double left = w * (double)j, top = y + h * (double)i;
      tta_scene_fill(scene, TTA_INK_VALID, left, top, w, h);
      face(scene, left, top, w, h, i * across + j, (i * across + j) * high * wide, high * wide, bytes);
    }
  return y + h * (double)down;
}

tta_status tta_draw_tile(tta_scene *scene, const tta_layout *s, tta_buf *reason) {
  bool text = scene->text;
  tile_view v = {.scene = scene, .s = s};
  uint32_t classes = 0;
  tta_status status = tta_has_shards(s, reason);
  if (!status) status = tta_layout_padding(s, count_one, &classes);
  if (status) return status;
  double most = text ? 39 * TTA_CELL_WIDTH : 480,
         share = scene->width / (classes < MAX_SHARDS ? classes : MAX_SHARDS);
  v.column = tta_scene_across(scene, share < most ? share : most);
  status = tta_layout_padding(s, shard, &v);
  if (status) return status;
  tta_legend_elements(scene, s, "elements of the tensor");
  tta_gap gaps[1];
  if (s->cores > 1 && tta_layout_gaps(s, gaps, 1))
    tta_scene_note(scene, "Gaps are drawn as the first of the cores has them; in the others they may lie elsewhere. "
                          "The grid view shows all.");
  if (v.all > v.shown)
    tta_scene_note(scene, "%u of %u distinct shards are drawn.", v.shown, v.all);
  if (tta_element_is_tile(&s->memref_element)) one_tile(&v, v.lowest + (text ? 32 : 26));
  else tta_scene_note(scene, "Not tiled: scalars are stored row by row.");
  return TTA_OK;
}
