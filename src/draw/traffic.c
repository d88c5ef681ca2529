/* traffic.c: the move view: a matrix of the sources of a move (rows) and its destinations (columns). A cell has the
 * bytes that go from one to the other. */
#include "base/checked.h"
#include "draw/scene.h"
#include "move/move.h"

typedef struct cell {
  int64_t bytes, runs;
  tta_ink ink; /* what kind of transfer has most of the bytes */
  int64_t most;
} cell;

typedef struct traffic {
  tta_scene *scene;
  const tta_move *move;
  tta_boxes from, to; /* endpoints, several in a box if there are many */
  cell *cells;        /* row-major */
  int64_t largest;    /* bytes of a cell */
  double cell_w, cell_h, axis_w, axis_h;
} traffic;

enum { MAX_SIDE = 64, TEXT_SIDE = 16, NAME_SIZE = 10 };

/* The ways of a byte, in the order of the legend. */
enum { INK_LOCAL = TTA_INK_K2, INK_CHIP = TTA_INK_K0, INK_LINK = TTA_INK_K4, INK_MEMORY = TTA_INK_K6 };

static tta_ink ink_of(const traffic *v, const tta_move_runs *runs) {
  const tta_move_endpoint *from = tta_move_source(v->move, runs->src), *to = tta_move_target(v->move, runs->dst);
  if (runs->kind == TTA_MOVE_LOCAL) return (tta_ink)INK_LOCAL;
  if (from->memory != TTA_MOVE_L1 || to->memory != TTA_MOVE_L1) return (tta_ink)INK_MEMORY;
  return (tta_ink)(from->chip_index == to->chip_index ? INK_CHIP : INK_LINK);
}

static tta_status add_up(traffic *v) {
  for (size_t i = 0; i < tta_move_num_families(v->move); i++) {
    const tta_move_runs *runs = tta_move_family(v->move, i);
    cell *c = &v->cells[runs->src / v->from.per * v->to.count + runs->dst / v->to.per];
    int64_t bytes;
    if (!tta_mul(runs->bytes, runs->count, &bytes) || !tta_add(c->bytes, bytes, &c->bytes) ||
        !tta_add(c->runs, runs->count, &c->runs))
      return TTA_OVERFLOW;
    if (bytes > c->most) {
      c->most = bytes;
      c->ink = ink_of(v, runs);
    }
    if (c->bytes > v->largest) v->largest = c->bytes;
  }
  return TTA_OK;
}

/* ---- names ---- */

/* `1,3`, on the second chip `c1 1,3`; `bank 2`; `host`. */
static tta_str name_of(const traffic *v, const tta_move_endpoint *e) {
  tta_buf *out = &v->scene->scratch;
  if (e->memory == TTA_MOVE_HOST) tta_buf_str(out, "host");
  else {
    if (e->chip_index) tta_buf_printf(out, "c%lld ", (long long)e->chip);
    if (e->memory == TTA_MOVE_DRAM) tta_buf_printf(out, "bank %lld", (long long)e->bank);
    else tta_buf_printf(out, "%lld,%lld", (long long)e->core.y, (long long)e->core.x);
  }
  return tta_scene_take(v->scene);
}

static tta_str name_of_boxes(const traffic *v, tta_boxes boxes, int64_t i, bool target) {
  int64_t first = tta_boxes_first(boxes, i), last = tta_boxes_end(boxes, i) - 1;
  tta_str name = name_of(v, target ? tta_move_target(v->move, (size_t)first) : tta_move_source(v->move, (size_t)first));
  if (first == last) return name;
  tta_str end = name_of(v, target ? tta_move_target(v->move, (size_t)last) : tta_move_source(v->move, (size_t)last));
  return tta_scene_text(v->scene, "%.*s to %.*s", (int)name.size, name.data, (int)end.size, end.data);
}

/* ---- marks ---- */

static void measure(traffic *v) {
  tta_scene *scene = v->scene;
  bool text = scene->text;
  double least = text ? 3 * TTA_CELL_WIDTH : 6, most = text ? 10 * TTA_CELL_WIDTH : 72;
  v->axis_w = tta_scene_across(scene, (NAME_SIZE + 1) * scene->char_width);
  v->axis_h = text ? TTA_CELL_HEIGHT : 20;
  double w = (scene->width - v->axis_w) / (double)v->to.count;
  v->cell_w = tta_scene_across(scene, w < least ? least : w > most ? most : w);
  v->cell_h = text ? TTA_CELL_HEIGHT : v->from.count > 24 ? 10 : 22;
}

static void axes(const traffic *v) {
  tta_scene *scene = v->scene;
  int64_t every = 1, every_row = 1;
  while ((double)every * v->cell_w < (scene->text ? 6.0 : 5.0) * scene->char_width) every *= 2;
  while ((double)every_row * v->cell_h < scene->line_height - 3) every_row *= 2;
  for (int64_t j = 0; j < v->to.count; j += every) {
    tta_str name = name_of(v, tta_move_target(v->move, (size_t)tta_boxes_first(v->to, j)));
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, v->axis_w + v->cell_w * (double)j,
                    scene->text ? 0 : v->axis_h / 2, name);
  }
  for (int64_t i = 0; i < v->from.count; i += every_row) {
    tta_str name = name_of(v, tta_move_source(v->move, (size_t)tta_boxes_first(v->from, i)));
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->axis_w - scene->char_width,
                    v->axis_h + v->cell_h * ((double)i + (scene->text ? 0 : 0.5)), name);
  }
}

/* The share of the largest cell, from the lower edge up; in text a digit from 1 to 9. */
static void one(const traffic *v, int64_t i, int64_t j) {
  tta_scene *scene = v->scene;
  const cell *c = &v->cells[i * v->to.count + j];
  double x = v->axis_w + v->cell_w * (double)j, y = v->axis_h + v->cell_h * (double)i;
  if (!c->bytes) {
    if (scene->text) tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, x, y, tta_scene_text(scene, "."));
    else tta_scene_fill(scene, TTA_INK_UNUSED, x, y, v->cell_w - 1, v->cell_h - 1);
    return;
  }
  if (scene->text) {
    int share = (int)tta_part(c->bytes, v->largest, 9);
    static const char kinds[] = {[INK_LOCAL] = '=', [INK_CHIP] = '#', [INK_LINK] = '>', [INK_MEMORY] = '%'};
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_PLAIN, x, y,
                    tta_scene_text(scene, "%d%c", share < 1 ? 1 : share, kinds[c->ink]));
    return;
  }
  double h = v->cell_h - 1, share = tta_part(c->bytes, v->largest, h), w = v->cell_w - 1;
  if (share < 1.5) share = 1.5;
  tta_scene_fill(scene, TTA_INK_UNUSED, x, y, w, h);
  tta_scene_fill(scene, c->ink, x, y + h - share, w, share);
  tta_str from = name_of_boxes(v, v->from, i, false), to = name_of_boxes(v, v->to, j, true);
  tta_str bytes = tta_str_from(tta_scene_number(scene, c->bytes));
  tta_str title = tta_scene_text(scene, "from %.*s to %.*s: %s B in %s run%s", TTA_STR_ARGS(from), TTA_STR_ARGS(to),
                                 bytes.data, tta_scene_number(scene, c->runs), tta_plural(c->runs));
  tta_scene_frame(scene, TTA_INK_HIT, x, y, w, h, title, tta_no_text());
  if (tta_scene_fits(scene, bytes.size, w) && h > 14)
    tta_scene_label(scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_PLAIN, x + w / 2, y + h / 2, bytes);
}

/* ---- words ---- */

static void describe(const traffic *v) {
  tta_scene *scene = v->scene;
  tta_buf *out = &scene->scratch;
  const tta_move_totals *totals = tta_move_get_totals(v->move);
  size_t sources = tta_move_num_sources(v->move), targets = tta_move_num_targets(v->move);
  tta_buf_printf(out, "move of %s B from %zu source%s to %zu destination%s",
                 tta_scene_number(scene, totals->bytes_total), sources, tta_plural((int64_t)sources), targets,
                 tta_plural((int64_t)targets));
  tta_scene_title(scene);
  tta_buf_printf(out, "%s B over the NoC, %s of them between chips; %s run%s%s",
                 tta_scene_number(scene, totals->bytes_on_noc), tta_scene_number(scene, totals->bytes_between_chips),
                 tta_scene_number(scene, totals->runs), tta_plural(totals->runs),
                 totals->no_op ? "; nothing has to move" : "");
  tta_scene_fact(scene);
  tta_buf_str(out, "rows: sources, columns: destinations; cores are y,x");
  tta_scene_fact(scene);
}

static void explain(const traffic *v) {
  tta_scene *scene = v->scene;
  tta_buf *out = &scene->scratch;
  static const struct {
    int ink;
    char character;
    const char *words;
  } kinds[] = {{INK_LOCAL, '=', "within a core"},
               {INK_CHIP, '#', "over the NoC of a chip"},
               {INK_LINK, '>', "between chips"},
               {INK_MEMORY, '%', "from or to DRAM, L1 banks or the host"}};
  for (int k = 0; k < 4; k++) {
    bool used = false;
    for (int64_t i = 0; i < v->from.count * v->to.count; i++)
      used = used || (v->cells[i].bytes && v->cells[i].ink == (tta_ink)kinds[k].ink);
    if (!used) continue;
    if (!scene->text) tta_scene_legend(scene, (tta_ink)kinds[k].ink, kinds[k].words);
    else tta_buf_printf(out, "%s%c %s", out->size ? "   " : "", kinds[k].character, kinds[k].words);
  }
  if (scene->text) tta_scene_note(scene, "%s", "");
  tta_scene_note(scene, "%s %s B.", scene->text ? "A digit is the share of the largest cell, 9:" : "A full cell has",
                 tta_scene_number(scene, v->largest));
  if (v->from.per > 1 || v->to.per > 1)
    tta_scene_note(scene, "A row has %lld sources, a column %lld destinations, fewer at the end.",
                   (long long)v->from.per, (long long)v->to.per);
}

tta_status tta_draw_traffic(tta_scene *scene, const tta_move *move) {
  int64_t most = scene->text ? TEXT_SIDE : MAX_SIDE;
  traffic v = {.scene = scene,
               .move = move,
               .from = tta_boxes_of((int64_t)tta_move_num_sources(move), most),
               .to = tta_boxes_of((int64_t)tta_move_num_targets(move), most)};
  size_t num_cells = (size_t)(v.from.count * v.to.count);
  v.cells = tta_arena_array(&scene->arena, num_cells ? num_cells : 1, sizeof *v.cells);
  if (!v.cells) return TTA_NO_MEMORY;
  for (size_t i = 0; i < num_cells; i++) v.cells[i] = (cell){.bytes = 0};
  tta_status status = add_up(&v);
  if (status) return status;
  describe(&v);
  if (!num_cells) return TTA_OK;
  measure(&v);
  axes(&v);
  for (int64_t i = 0; i < v.from.count; i++)
    for (int64_t j = 0; j < v.to.count; j++) one(&v, i, j);
  explain(&v);
  return TTA_OK;
}
