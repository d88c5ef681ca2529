/* sequence.c: the trace of a protocol's error as a sequence: a lane for each kernel, a row for each step with its box
 * in the lane of its kernel, an arrow to the kernel of another core that it concerns; its call and what it changes on
 * the right. Steps that block have a gray box. */
#include <string.h>

#include "draw/scene.h"

enum { MAX_LANES = 24, MAX_ROWS = 200, TEXT_LANES = 8, TEXT_ROWS = 100 };

typedef struct sequence {
  tta_scene *scene;
  const tta_protocol_trace *trace;
  uint32_t first;            /* step of the first row */
  uint32_t lanes[MAX_LANES]; /* a step of each kernel */
  uint32_t num_lanes, most_lanes;
  size_t call_columns, effect_columns;
  double lane_w, row_h, axis_w;
} sequence;

static bool same_kernel(const tta_protocol_step *a, const tta_protocol_step *b) {
  return a->y == b->y && a->x == b->x && a->kernel.data == b->kernel.data;
}

static uint32_t find_lane(const sequence *v, tta_str kernel, uint32_t y, uint32_t x) {
  tta_protocol_step wanted = {.kernel = kernel, .y = y, .x = x};
  uint32_t i = 0;
  while (i < v->num_lanes && !same_kernel(&v->trace->steps[v->lanes[i]], &wanted)) i++;
  return i;
}

/* The lane of a step; the last lane is of all kernels that have none. */
static uint32_t lane_of(sequence *v, const tta_protocol_step *s) {
  uint32_t lane = find_lane(v, s->kernel, s->y, s->x);
  if (lane < v->num_lanes) return lane;
  if (v->num_lanes == v->most_lanes) return v->num_lanes - 1;
  v->lanes[v->num_lanes] = (uint32_t)(s - v->trace->steps);
  return v->num_lanes++;
}

static tta_str cut(sequence *v, tta_str text, size_t columns) {
  if (text.size <= columns) return text;
  return tta_scene_text(v->scene, "%.*s...", (int)(columns - 3), text.data);
}

/* The call with its line; in text without its arguments, which are in the effect. */
static tta_str call_of(sequence *v, const tta_protocol_step *s) {
  const char *bracket = s->call.size ? memchr(s->call.data, '(', s->call.size) : NULL;
  const char *line = v->scene->text ? "" : "line ";
  size_t shown = v->scene->text && bracket ? (size_t)(bracket - s->call.data) : s->call.size;
  tta_str file = s->source ? s->source->name : tta_no_text();
  return tta_scene_text(v->scene, "%.*s%s%u: %.*s", TTA_STR_ARGS(file), s->source ? ":" : line, s->line, (int)shown,
                        s->call.data);
}

static size_t clamp(size_t value, size_t most) { return value < most ? value : most; }

static void measure(sequence *v) {
  tta_scene *scene = v->scene;
  size_t calls = 8, effects = 8, names = 4;
  for (uint32_t i = v->first; i < v->trace->num_steps; i++) {
    const tta_protocol_step *s = &v->trace->steps[i];
    size_t call = call_of(v, s).size;
    lane_of(v, s);
    if (call > calls) calls = call;
    if (s->effect.size > effects) effects = s->effect.size;
    if (s->kernel.size > names) names = s->kernel.size;
  }
  v->row_h = scene->text ? TTA_CELL_HEIGHT : scene->line_height + 4;
  v->axis_w = 6 * scene->char_width;
  v->lane_w = (scene->text ? 2.0 : (double)clamp(names + 2, 16)) * scene->char_width;
  v->call_columns = clamp(calls, scene->text ? 28 : 90);
  v->effect_columns = clamp(effects, scene->text ? 70 - 2 * v->num_lanes - v->call_columns : 90);
}

/* Names of the kernels above their lanes; in text they are in the legend. */
static void draw_lanes(sequence *v, double bottom) {
  for (uint32_t i = 0; i < v->num_lanes; i++) {
    const tta_protocol_step *s = &v->trace->steps[v->lanes[i]];
    double x = v->axis_w + i * v->lane_w + v->lane_w / 2;
    tta_str core = tta_scene_text(v->scene, "%ux%u", s->y, s->x);
    if (v->scene->text) {
      tta_scene_note(v->scene, "%c: %.*s on %.*s", tta_ink_character(tta_hue(i)), TTA_STR_ARGS(s->kernel),
                     TTA_STR_ARGS(core));
      continue;
    }
    size_t columns = (size_t)(v->lane_w / v->scene->char_width) - 1;
    tta_scene_line(v->scene, TTA_INK_AXIS, x, v->row_h * 2, x, bottom);
    tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_BOLD, x, v->row_h / 2, cut(v, s->kernel, columns));
    tta_scene_label(v->scene, TTA_ANCHOR_MIDDLE, TTA_LABEL_DIM, x, v->row_h * 3 / 2, core);
  }
}

/* From the box of a step to the middle of the lane of its peer. */
static void draw_arrow(sequence *v, const tta_protocol_step *s, uint32_t lane, double y) {
  uint32_t to = s->peer.size ? find_lane(v, s->peer, s->peer_y, s->peer_x) : v->num_lanes;
  double half = v->lane_w / 2, from_x = v->axis_w + lane * v->lane_w + half, to_x = v->axis_w + to * v->lane_w + half;
  double way = to > lane ? 1 : -1;
  if (to == v->num_lanes || to == lane) return;
  if (v->scene->text) {
    tta_scene_label(v->scene, TTA_ANCHOR_START, TTA_LABEL_PLAIN, to_x - half, y,
                    tta_scene_text(v->scene, to > lane ? ">" : "<"));
    return;
  }
  tta_scene_line(v->scene, TTA_INK_CUT, from_x + way * (half - 2), y, to_x, y);
  tta_scene_line(v->scene, TTA_INK_CUT, to_x, y, to_x - way * 6, y - 3.5);
  tta_scene_line(v->scene, TTA_INK_CUT, to_x, y, to_x - way * 6, y + 3.5);
}

static void draw_step(sequence *v, uint32_t number, double y) {
  tta_scene *scene = v->scene;
  const tta_protocol_step *s = &v->trace->steps[number];
  uint32_t lane = lane_of(v, s);
  double x = v->axis_w + lane * v->lane_w, right = v->axis_w + v->num_lanes * v->lane_w + scene->char_width;
  double middle = scene->text ? y : y + v->row_h / 2;
  tta_str call = call_of(v, s);
  tta_ink ink = s->blocked ? TTA_INK_RESERVED : tta_hue(lane);
  if (!s->blocked)
    tta_scene_label(scene, TTA_ANCHOR_END, TTA_LABEL_DIM, v->axis_w - scene->char_width, middle,
                    tta_scene_text(scene, "%u", v->trace->omitted_steps + number + 1));
  else tta_scene_legend(scene, TTA_INK_RESERVED, "blocks forever");
  if (scene->text) {
    tta_scene_fill(scene, ink, x, y, scene->char_width, v->row_h);
  } else {
    tta_scene_fill(scene, ink, x + 2, y + 1, v->lane_w - 4, v->row_h - 2);
    tta_scene_frame(scene, TTA_INK_FRAME, x + 2, y + 1, v->lane_w - 4, v->row_h - 2, call, tta_no_text());
  }
  draw_arrow(v, s, lane, middle);
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_PLAIN, right, middle, cut(v, call, v->call_columns));
  tta_scene_label(scene, TTA_ANCHOR_START, TTA_LABEL_DIM, right + (double)(v->call_columns + 2) * scene->char_width,
                  middle, cut(v, s->effect, v->effect_columns));
}

tta_status tta_draw_sequence(tta_scene *scene, const tta_protocol_trace *trace) {
  uint32_t most_rows = scene->text ? TEXT_ROWS : MAX_ROWS;
  sequence v = {.scene = scene, .trace = trace, .most_lanes = scene->text ? TEXT_LANES : MAX_LANES};
  v.first = trace->num_steps > most_rows ? trace->num_steps - most_rows : 0;
  measure(&v);
  tta_buf_printf(&scene->scratch, "%s: the steps to it", strchr(tta_rule_get(trace->diagnostic->rule)->name, '-') + 1);
  tta_scene_title(scene);
  tta_str message = cut(&v, trace->diagnostic->message, 300);
  tta_buf_append(&scene->scratch, message);
  tta_scene_fact(scene);
  if (v.first || trace->omitted_steps)
    tta_scene_note(scene, "the first %u steps are not drawn", trace->omitted_steps + v.first);
  if (v.num_lanes == v.most_lanes) tta_scene_note(scene, "the last lane may have several kernels");
  double top = scene->text ? 0 : 2;
  draw_lanes(&v, (trace->num_steps - v.first + top) * v.row_h);
  for (uint32_t i = v.first; i < trace->num_steps; i++) draw_step(&v, i, (i - v.first + top) * v.row_h);
  return TTA_OK;
}
