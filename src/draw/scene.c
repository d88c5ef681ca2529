/* scene.c: a scene: its marks, its words, and its measures. */
#include "draw/scene.h"

#include <stdio.h>

#include "base/array.h"

#include "base/utf8.h"

void tta_scene_init(tta_scene *scene, const tta_picture *picture) {
  const tta_allocator *allocator = tta_allocator_or_default(picture->allocator);
  *scene = (tta_scene){.text = picture->format == TTA_PICTURE_TEXT, .subject = picture->subject};
  tta_arena_init(&scene->arena, allocator);
  tta_buf_init(&scene->scratch, allocator);
  scene->width = scene->text ? 79 * TTA_CELL_WIDTH : 960;
  scene->char_width = scene->text ? TTA_CELL_WIDTH : 6.65; /* 11 px, monospaced: 0.6 em */
  scene->line_height = scene->text ? TTA_CELL_HEIGHT : 15;
}

void tta_scene_free(tta_scene *scene) {
  tta_arena_free(&scene->arena);
  tta_buf_free(&scene->scratch);
}

const char *tta_ink_class(tta_ink ink) {
  static const char *const names[] = {
#define INK(name, css, character) css,
      TTA_INKS(INK)
#undef INK
  };
  return names[ink];
}

char tta_ink_character(tta_ink ink) {
  static const char characters[] = {
#define INK(name, css, character) character,
      TTA_INKS(INK)
#undef INK
  };
  return characters[ink];
}

/* ---- marks ---- */

static int32_t hundredths(double v) {
  return (int32_t)(v < 0 ? v * 100 - 0.5 : v * 100 + 0.5);
}

static tta_mark *add(tta_scene *scene, tta_mark_kind kind, double x, double y, double w, double h) {
  if (!TTA_GROW_IN(&scene->arena, scene, marks, 1)) {
    scene->failed = true;
    return NULL;
  }
  tta_mark *mark = &scene->marks[scene->num_marks++];
  *mark = (tta_mark){.kind = kind, .x = hundredths(x), .y = hundredths(y)};
  mark->w = hundredths(x + w) - mark->x; /* so that neighbours meet */
  mark->h = hundredths(y + h) - mark->y;
  if (y + h > scene->bottom) scene->bottom = y + h;
  if (x + w > scene->right) scene->right = x + w;
  return mark;
}

void tta_scene_fill(tta_scene *scene, tta_ink ink, double x, double y, double w, double h) {
  tta_mark *mark = add(scene, TTA_MARK_FILL, x, y, w, h);
  if (mark) mark->ink = ink;
}

void tta_scene_frame(tta_scene *scene, tta_ink ink, double x, double y, double w, double h, tta_str tooltip,
                     tta_str data) {
  tta_mark *mark = add(scene, TTA_MARK_FRAME, x, y, w, h);
  if (!mark) return;
  mark->ink = ink;
  mark->text = tooltip;
  mark->data = data;
}

void tta_scene_line(tta_scene *scene, tta_ink ink, double x1, double y1, double x2, double y2) {
  tta_mark *mark = add(scene, TTA_MARK_LINE, x1, y1, x2 - x1, y2 - y1);
  if (mark) mark->ink = ink;
}

void tta_scene_label(tta_scene *scene, tta_anchor anchor, tta_label_style style, double x, double middle,
                     tta_str text) {
  tta_mark *mark = add(scene, TTA_MARK_LABEL, x, middle, 0, 0);
  if (!mark) return;
  mark->anchor = anchor;
  mark->style = style;
  mark->text = text;
  static const double shares[] = {[TTA_ANCHOR_START] = 1, [TTA_ANCHOR_MIDDLE] = 0.5, [TTA_ANCHOR_END] = 0};
  double behind = (double)text.size * scene->char_width * shares[anchor];
  if (x + behind > scene->right) scene->right = x + behind;
  if (middle + scene->line_height / 2 > scene->bottom) scene->bottom = middle + scene->line_height / 2;
}

bool tta_scene_fits(const tta_scene *scene, size_t characters, double width) {
  return (double)characters * scene->char_width + (scene->text ? 0 : 4) <= width;
}

double tta_scene_across(const tta_scene *scene, double width) {
  return scene->text ? (double)((int)(width / TTA_CELL_WIDTH) * TTA_CELL_WIDTH) : (double)(int)width;
}

double tta_scene_down(const tta_scene *scene, double height) {
  return scene->text ? (double)((int)(height / TTA_CELL_HEIGHT) * TTA_CELL_HEIGHT) : (double)(int)height;
}

/* ---- words ---- */

tta_str tta_scene_take(tta_scene *scene) {
  tta_str copy = tta_arena_str(&scene->arena, tta_buf_view(&scene->scratch));
  if (!copy.data || scene->scratch.failed) scene->failed = true;
  scene->scratch.size = 0;
  return copy.data ? copy : tta_no_text();
}

tta_str tta_scene_text(tta_scene *scene, const char *format, ...) {
  va_list args;
  va_start(args, format);
  scene->scratch.size = 0;
  tta_buf_vprintf(&scene->scratch, format, args);
  va_end(args);
  return tta_scene_take(scene);
}

void tta_scene_title(tta_scene *scene) {
  tta_str title = tta_scene_take(scene), subject = scene->subject;
  scene->title =
      subject.size ? tta_scene_text(scene, "%.*s: %.*s", TTA_STR_ARGS(subject), TTA_STR_ARGS(title)) : title;
  if (!scene->description.size) scene->description = scene->title;
}

void tta_scene_fact(tta_scene *scene) {
  tta_str text = tta_scene_take(scene);
  if (scene->num_facts < TTA_MAX_FACTS) scene->facts[scene->num_facts++] = text;
}

void tta_scene_note(tta_scene *scene, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tta_buf_vprintf(&scene->scratch, format, args);
  va_end(args);
  tta_str text = tta_scene_take(scene);
  if (scene->num_notes < TTA_MAX_NOTES) scene->notes[scene->num_notes++] = text;
}

static bool is_hue(tta_ink ink) { return ink >= TTA_INK_K0 && ink <= TTA_INK_K7; }

void tta_scene_legend_name(tta_scene *scene, tta_ink ink, tta_str text) {
  for (uint32_t i = 0; i < scene->num_legend; i++)
    if (scene->legend[i].ink == ink) return;
  if (scene->num_legend == TTA_MAX_LEGEND) return;
  uint32_t at = scene->num_legend++; /* in the order of inks, the same one in all views; hues as they were added */
  for (; at && scene->legend[at - 1].ink > ink && !is_hue(scene->legend[at - 1].ink) && !is_hue(ink); at--)
    scene->legend[at] = scene->legend[at - 1];
  scene->legend[at] = (tta_legend_entry){ink, text};
}

void tta_scene_legend(tta_scene *scene, tta_ink ink, const char *text) {
  tta_scene_legend_name(scene, ink, tta_str_from(text));
}

static const char *keep(tta_scene *scene, tta_str text) {
  tta_str copy = tta_arena_str(&scene->arena, text);
  if (!copy.data) scene->failed = true;
  return copy.data ? copy.data : "";
}

const char *tta_scene_number(tta_scene *scene, int64_t value) {
  char digits[32];
  tta_buf out = tta_buf_fixed(digits, sizeof digits);
  tta_append_number(&out, value);
  return keep(scene, tta_buf_view(&out));
}

const char *tta_scene_numbers(tta_scene *scene, uint32_t count, const int64_t *numbers, const char *separator) {
  char text[TTA_MAX_RANK * 24];
  tta_buf out = tta_buf_fixed(text, sizeof text);
  tta_buf_numbers(&out, count, numbers, separator);
  return keep(scene, tta_buf_view(&out));
}

size_t tta_digits_of(int64_t n) {
  size_t count = n < 0 ? 2 : 1;
  for (; n >= 10 || n <= -10; n /= 10) count++;
  return count;
}

void tta_append_number(tta_buf *out, int64_t value) {
  char digits[24];
  int size = snprintf(digits, sizeof digits, "%lld", (long long)value), first = value < 0;
  for (int i = 0; i < size; i++) {
    if (i > first && (size - i) % 3 == 0) tta_buf_char(out, ',');
    tta_buf_char(out, digits[i]);
  }
}

tta_str tta_core_name(tta_scene *scene, uint32_t rank, const int64_t *core) {
  uint32_t first = rank > 2 ? rank - 2 : 0;
  tta_buf_numbers(&scene->scratch, rank - first, core + first, ",");
  return tta_scene_take(scene);
}

static size_t line_length(tta_str text, size_t columns) {
  if (text.size <= columns) return text.size;
  for (size_t n = columns + 1; n > columns / 2; n--)
    if (text.data[n - 1] == ' ') return n;
  return tta_utf8_floor(text.data, columns);
}

bool tta_next_line(tta_str *text, size_t columns, tta_str *line) {
  size_t n = line_length(*text, columns);
  *line = (tta_str){text->data, n};
  *text = (tta_str){text->data + n, text->size - n};
  return n > 0;
}
