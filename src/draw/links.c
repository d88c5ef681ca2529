/* links.c: the links view of a move: the torus of the NoC of each chip; a link is as thick and as dark as its share of
 * the busiest one. In text a digit from 1 to 9 is the share. */
#include "draw/scene.h"
#include "noc/noc.h"
#include "ttattr/noc.h"

enum { MAX_PANELS = 8, SHARES = 4, MARGIN = 32 /* for the links into the first row and column */ };

/* From the lowest quarter to the highest one. */
static const tta_ink share_inks[SHARES] = {TTA_INK_K2, TTA_INK_K6, TTA_INK_K1, TTA_INK_K4};

typedef struct links {
  tta_scene *scene;
  const tta_move *move;
  const tta_noc_traffic *traffic; /* of the chip of the panel */
  const tta_arch_info *arch;
  uint32_t noc;
  int64_t most;                      /* flits of the busiest link of all chips */
  double cell_w, cell_h, box_w, box_h, left, top;
} links;

static const tta_noc_load *load_of(const links *v, tta_noc_xy xy, unsigned axis) {
  return &v->traffic->links[v->noc][tta_noc_number_of(v->arch, xy)][axis];
}

static int64_t most_flits(const tta_move *move) {
  int64_t most = 0;
  for (size_t i = 0; i < tta_move_num_chips(move); i++) {
    const tta_noc_traffic *t = tta_move_chip_traffic(move, i, NULL);
    uint32_t noc;
    tta_noc_link link;
    if (!tta_noc_busiest(t, &noc, &link)) continue;
    int64_t flits = t->links[noc][tta_noc_number_of(tta_arch_get(t->arch), link.from)][link.axis].flits;
    if (flits > most) most = flits;
  }
  return most;
}

/* ---- nodes ---- */

static tta_noc_node node_at(const links *v, tta_noc_xy xy) {
  tta_noc_node node = {.noc0 = xy};
  tta_noc_at(v->traffic->arch, tta_move_get_totals(v->move)->harvest, xy, &node, NULL);
  return node;
}

static tta_str node_title(const links *v, const tta_noc_node *node) {
  tta_buf *out = &v->scene->scratch;
  uint32_t index = tta_noc_number_of(v->arch, node->noc0);
  tta_buf_printf(out, "%s %u-%u", tta_noc_kind_name(node->kind), node->noc0.x, node->noc0.y);
  if (node->logical.y >= 0) tta_buf_printf(out, ", core %lld,%lld", (long long)node->logical.y,
                                           (long long)node->logical.x);
  tta_buf_printf(out, ": injects %s B, absorbs %s B",
                 tta_scene_number(v->scene, v->traffic->injected[v->noc][index]),
                 tta_scene_number(v->scene, v->traffic->absorbed[v->noc][index]));
  return tta_scene_take(v->scene);
}

static void draw_node(const links *v, tta_noc_xy xy) {
  tta_scene *scene = v->scene;
  tta_noc_node node = node_at(v, xy);
  double x = v->left + v->cell_w * xy.x, y = v->top + v->cell_h * xy.y;
  bool worker = node.kind == TTA_NOC_WORKER, dram = node.kind == TTA_NOC_DRAM;
  if (scene->text) {
    tta_scene_label(scene, TTA_ANCHOR_START, worker ? TTA_LABEL_PLAIN : TTA_LABEL_DIM, x, y,
                    tta_scene_text(scene, worker ? "#" : dram ? "D" : "."));
    return;
  }
  tta_scene_fill(scene, worker ? TTA_INK_VALID : dram ? TTA_INK_RESERVED : TTA_INK_UNUSED, x, y, v->box_w, v->box_h);
  tta_scene_frame(scene, TTA_INK_FRAME, x, y, v->box_w, v->box_h, node_title(v, &node), tta_no_text());
}

/* ---- links ---- */

static tta_str link_title(const links *v, tta_noc_link link, const tta_noc_load *load) {
  tta_noc_xy end = tta_noc_link_end(v->traffic->arch, v->noc, link);
  return tta_scene_text(v->scene, "%s of %u-%u, to %u-%u: %s B, %s flits, %d %% of the busiest link",
                        tta_noc_direction_name(v->noc, link.axis), link.from.x, link.from.y, end.x, end.y,
                        tta_scene_number(v->scene, load->bytes), tta_scene_number(v->scene, load->flits),
                        (int)tta_part(load->flits, v->most, 100));
}

/* @param way  -1: to the west or north */
static void draw_arrow(tta_scene *scene, bool across, double way, double x, double y) {
  const double tip = 4 * way, wing = 4;
  for (int side = -1; side <= 1; side += 2) {
    if (across) tta_scene_line(scene, TTA_INK_CUT, x - tip / 2, y + wing * side, x + tip / 2, y);
    else tta_scene_line(scene, TTA_INK_CUT, x + wing * side, y - tip / 2, x, y + tip / 2);
  }
}

/* Links to the west and north are in the space before their node. */
static void draw_link(const links *v, tta_noc_link link) {
  tta_scene *scene = v->scene;
  const tta_noc_load *load = load_of(v, link.from, link.axis);
  bool across = link.axis == TTA_NOC_HORIZONTAL;
  if (!load->flits) return;
  double x = v->left + v->cell_w * link.from.x, y = v->top + v->cell_h * link.from.y;
  double part = tta_part(load->flits, v->most, 1);
  if (scene->text) {
    int digit = (int)(part * 9);
    double to_x = across ? x + (v->noc ? -2.0 : 2.0) * TTA_CELL_WIDTH : x;
    double to_y = across ? y : y + (v->noc ? -1.0 : 1.0) * TTA_CELL_HEIGHT;
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_PLAIN, to_x, to_y,
                    tta_scene_text(scene, "%d", digit < 1 ? 1 : digit));
    return;
  }
  int share = (int)(part * SHARES);
  double gap = across ? v->cell_w - v->box_w : v->cell_h - v->box_h;
  double thick = 2 + part * ((across ? v->box_h : v->box_w) - 2);
  double start = v->noc ? -gap : across ? v->box_w : v->box_h;
  double lx = across ? x + start : x + (v->box_w - thick) / 2, ly = across ? y + (v->box_h - thick) / 2 : y + start;
  double w = across ? gap : thick, h = across ? thick : gap;
  tta_scene_fill(scene, share_inks[share < SHARES ? share : SHARES - 1], lx, ly, w, h);
  tta_scene_frame(scene, TTA_INK_HIT, lx, ly, w, h, link_title(v, link, load), tta_no_text());
  draw_arrow(scene, across, v->noc ? -1 : 1, lx + w / 2, ly + h / 2);
}

static void draw_axes(const links *v) {
  tta_scene *scene = v->scene;
  double middle = scene->text ? 0 : v->box_h / 2;
  for (uint32_t x = 0; x < v->arch->noc_size.x; x++)
    tta_scene_label(scene, scene->text ? TTA_ANCHOR_START : TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM,
                    v->left + v->cell_w * x + (scene->text ? 0 : v->box_w / 2),
                    scene->text ? v->top - 2 * TTA_CELL_HEIGHT : v->top - MARGIN, tta_scene_text(scene, "%u", x));
  for (uint32_t y = 0; y < v->arch->noc_size.y; y++)
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->left - (scene->text ? 3 * TTA_CELL_WIDTH : MARGIN),
                    v->top + v->cell_h * y + middle, tta_scene_text(scene, "%u", y));
}

static void draw_chip(links *v, int64_t chip, bool several) {
  tta_scene *scene = v->scene;
  tta_noc_xy size = v->arch->noc_size;
  double title = scene->text ? TTA_CELL_HEIGHT : scene->line_height;
  if (several)
    tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_BOLD, 0, v->top + (scene->text ? 0 : title / 2),
                    tta_scene_text(scene, "chip %lld", (long long)chip));
  v->top += (several ? title : 0) + (scene->text ? 3 * TTA_CELL_HEIGHT : MARGIN + 10);
  draw_axes(v);
  for (uint32_t i = 0; i < size.x * size.y; i++) draw_node(v, (tta_noc_xy){i % size.x, i / size.x});
  for (uint32_t i = 0; i < size.x * size.y; i++)
    for (unsigned axis = 0; axis < 2; axis++)
      draw_link(v, (tta_noc_link){{i % size.x, i / size.x}, (tta_noc_axis)axis});
  v->top += v->cell_h * size.y + title;
}

/* ---- words ---- */

static void describe(const links *v, size_t chips) {
  tta_scene *scene = v->scene;
  tta_buf *out = &scene->scratch;
  const tta_move_totals *totals = tta_move_get_totals(v->move);
  const tta_move_bound *bound = tta_move_get_bound(v->move);
  tta_buf_printf(out, "links of NoC %u of %s: %s B", v->noc, tta_arch_get(totals->arch)->name,
                 tta_scene_number(scene, totals->bytes_on_noc));
  tta_scene_title(scene);
  if (!bound || !v->most) {
    tta_buf_str(out, v->most ? "no traffic is known" : "no link has traffic");
    tta_scene_fact(scene);
    return;
  }
  tta_buf_printf(out, "at least %s cycles (%s); busiest link: %s flits", tta_scene_number(scene, bound->cycles),
                 bound->limit, tta_scene_number(scene, v->most));
  tta_scene_fact(scene);
  tta_buf_printf(out, "NoC %u routes %s, then %s; numbers are NOC0 coordinates", v->noc,
                 tta_noc_direction_name(v->noc, v->noc ? TTA_NOC_VERTICAL : TTA_NOC_HORIZONTAL),
                 tta_noc_direction_name(v->noc, v->noc ? TTA_NOC_HORIZONTAL : TTA_NOC_VERTICAL));
  tta_scene_fact(scene);
  if (chips <= MAX_PANELS) return;
  tta_buf_printf(out, "%zu more chips are not drawn", chips - MAX_PANELS);
  tta_scene_fact(scene);
}

static void explain(const links *v) {
  static const char *const words[SHARES] = {"up to a quarter of the busiest link", "up to a half",
                                            "up to three quarters", "more"};
  tta_scene *scene = v->scene;
  if (!v->most) return;
  if (scene->text) {
    tta_scene_note(scene, "# worker, D DRAM, . other node; a digit is the share of the busiest link, 9: all; links %s "
                          "are %s their node",
                   v->noc ? "west and north" : "east and south", v->noc ? "before" : "after");
    return;
  }
  for (int k = 0; k < SHARES; k++) tta_scene_legend(scene, share_inks[k], words[k]);
  tta_scene_legend(scene, TTA_INK_VALID, "worker");
  tta_scene_legend(scene, TTA_INK_RESERVED, "DRAM");
  tta_scene_legend(scene, TTA_INK_UNUSED, "other node");
}

tta_status tta_draw_links(tta_scene *scene, const tta_move *move) {
  bool text = scene->text;
  size_t chips = tta_move_num_chips(move);
  const tta_move_totals *totals = tta_move_get_totals(move);
  links v = {.scene = scene,
             .move = move,
             .arch = tta_arch_get(totals->arch),
             .noc = totals->noc,
             .most = most_flits(move),
             .cell_w = text ? 4 * TTA_CELL_WIDTH : 44,
             .cell_h = text ? 2 * TTA_CELL_HEIGHT : 36,
             .box_w = 20,
             .box_h = 16,
             .left = text ? 7 * TTA_CELL_WIDTH : MARGIN + 24};
  describe(&v, chips);
  for (size_t i = 0; i < chips && i < MAX_PANELS && v.most; i++) {
    int64_t chip;
    v.traffic = tta_move_chip_traffic(move, i, &chip);
    draw_chip(&v, chip, chips > 1);
  }
  explain(&v);
  return TTA_OK;
}
