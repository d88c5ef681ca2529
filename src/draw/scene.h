/* scene.h: what all pictures are made of, before they are SVG, a page or text: marks in user units, and words around
 * them.
 *
 * A unit is a pixel of the SVG. In text a character is CELL_WIDTH x CELL_HEIGHT units: views ask the scene for its
 * measures and leave the rest to the back ends (svg.c, page.c, text.c).
 */
#ifndef TTA_DRAW_SCENE_H
#define TTA_DRAW_SCENE_H

#include "base/arena.h"
#include "base/format.h"
#include "base/str.h"
#include "ttattr/draw.h"

enum {
  TTA_CELL_WIDTH = 8,
  TTA_CELL_HEIGHT = 16, /* of a character of text */
  TTA_MAX_FACTS = 12,
  TTA_MAX_NOTES = 12,
  TTA_MAX_LEGEND = 12,
};

/* INK(name, SVG class, character in text) */
#define TTA_INKS(INK)                                                                                   \
  INK(VALID, "valid", '#')                                                                              \
  INK(PADDING, "padding", '/') INK(GAP, "gap", '~') INK(UNUSED, "unused", ' ') INK(COPY, "copy", '%')   \
      INK(SPARSE, "sparse", ':')                                                                        \
      INK(K0, "k0", 'A') INK(K1, "k1", 'B') INK(K2, "k2", 'C') INK(K3, "k3", 'D') INK(K4, "k4", 'E')    \
          INK(K5, "k5", 'F') INK(K6, "k6", 'G') INK(K7, "k7", 'H') INK(RESERVED, "reserved", '=')       \
              INK(FREE, "free", ' ') INK(FRAME, "frame", ' ') INK(HIT, "hit", ' ') INK(CUT, "cut", ' ') \
                  INK(TILE, "tile", ' ') INK(FACE, "face", ' ') INK(AXIS, "axis", ' ')

typedef enum tta_ink {
#define INK(name, css, character) TTA_INK_##name,
  TTA_INKS(INK)
#undef INK
} tta_ink;

enum { TTA_NUM_HUES = 8 };
static inline tta_ink tta_hue(int64_t n) {
  return (tta_ink)(TTA_INK_K0 + (int)(n % TTA_NUM_HUES));
}

typedef enum tta_mark_kind { TTA_MARK_FILL, TTA_MARK_FRAME, TTA_MARK_LINE, TTA_MARK_LABEL } tta_mark_kind;
typedef enum tta_anchor { TTA_ANCHOR_START, TTA_ANCHOR_MIDDLE, TTA_ANCHOR_END } tta_anchor;
typedef enum tta_label_style { TTA_LABEL_PLAIN, TTA_LABEL_DIM, TTA_LABEL_BOLD } tta_label_style;

typedef struct tta_mark {
  tta_mark_kind kind;
  tta_ink ink;
  int32_t x, y, w, h; /* hundredths of a unit; a line goes to (x + w, y + h); of a label (x, y) is anchor and middle */
  tta_anchor anchor;
  tta_label_style style;
  tta_str text; /* of a label; else the tooltip */
  tta_str data; /* more attributes for the page: ` data-core="1x3"` */
} tta_mark;

typedef struct tta_legend_entry {
  tta_ink ink;
  tta_str text;
} tta_legend_entry;

typedef struct tta_scene {
  tta_arena arena;
  tta_buf scratch;
  bool text;                      /* laid out for characters */
  double width;                   /* of the canvas */
  double char_width, line_height; /* of a label */
  double bottom, right;           /* of all marks */
  tta_mark *marks;
  uint32_t num_marks, cap_marks;
  bool failed;
  tta_str subject, title, description;
  tta_str facts[TTA_MAX_FACTS], notes[TTA_MAX_NOTES];
  uint32_t num_facts, num_notes, num_legend;
  tta_legend_entry legend[TTA_MAX_LEGEND];
} tta_scene;

void tta_scene_init(tta_scene *scene, const tta_picture *picture);
void tta_scene_free(tta_scene *scene);

/* ---- marks ---- */

void tta_scene_fill(tta_scene *scene, tta_ink ink, double x, double y, double w, double h);
/** An outline; what it holds is painted before it. It takes the pointer: tooltip and data may be empty. */
void tta_scene_frame(tta_scene *scene, tta_ink ink, double x, double y, double w, double h, tta_str tooltip,
                     tta_str data);
void tta_scene_line(tta_scene *scene, tta_ink ink, double x1, double y1, double x2, double y2);
void tta_scene_label(tta_scene *scene, tta_anchor anchor, tta_label_style style, double x, double middle, tta_str text);

/** Whether a label of so many characters has room. */
bool tta_scene_fits(const tta_scene *scene, size_t characters, double width);
/** A length as the back end can show it: whole characters in text, whole units else; rounded down. */
double tta_scene_across(const tta_scene *scene, double width);
double tta_scene_down(const tta_scene *scene, double height);

/* ---- words ---- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tta_str
tta_scene_text(tta_scene *scene, const char *format, ...);
/** What was put into scene->scratch, which is then empty. */
tta_str tta_scene_take(tta_scene *scene);
/** 1,048,576, for printf. */
const char *tta_scene_number(tta_scene *scene, int64_t value);
/** `2x3`, or with another separator, for printf. */
const char *tta_scene_numbers(tta_scene *scene, uint32_t count, const int64_t *numbers, const char *separator);
static inline const char *tta_scene_shape(tta_scene *scene, tta_shape shape) {
  return tta_scene_numbers(scene, shape.rank, shape.extent, "x");
}
/** The title is what was put into scene->scratch, after the subject of the picture. Also the description if none is
 *  set. */
void tta_scene_title(tta_scene *scene);
/** Adds what was put into scene->scratch. */
void tta_scene_fact(tta_scene *scene);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_scene_note(tta_scene *scene, const char *format, ...);
/** Once for each ink. */
void tta_scene_legend(tta_scene *scene, tta_ink ink, const char *text);
void tta_scene_legend_name(tta_scene *scene, tta_ink ink, tta_str text);

/** 1,048,576 */
void tta_append_number(tta_buf *out, int64_t value);
/** 1,3: the index of a core in its last two dims: the row and the column of a panel. */
tta_str tta_core_name(tta_scene *scene, uint32_t rank, const int64_t *core);
static inline tta_str tta_no_text(void) {
  return (tta_str){NULL, 0};
}
static inline double tta_clamp(double v, double least, double most) {
  return v < least ? least : v > most ? most : v;
}
/** The characters of a number without separators. */
size_t tta_digits_of(int64_t n);

/** value / whole of length, for whole > 0. */
static inline double tta_part(int64_t value, int64_t whole, double length) {
  return length * ((double)value / (double)whole);
}

/* ---- back ends ---- */

void tta_scene_svg(tta_scene *scene, tta_buf *out, bool alone);
void tta_scene_to_text(const tta_scene *scene, tta_buf *out);
/** The SVG in a page with a probe. @param data JSON for its script, or empty: no probe. */
void tta_scene_page(tta_scene *scene, tta_str data, tta_buf *out);
const char *tta_ink_class(tta_ink ink);
char tta_ink_character(tta_ink ink);
/** Takes the first line of `text` broken at blanks to `columns`; false at the end. */
bool tta_next_line(tta_str *text, size_t columns, tta_str *line);

/* ---- views ---- */

/* Each adds to an empty scene. */
tta_status tta_draw_facts(tta_scene *scene, const tta_layout *layout);
tta_status tta_draw_grid(tta_scene *scene, const tta_layout *layout, const tta_device *device, tta_buf *reason);
tta_status tta_draw_plane(tta_scene *scene, const tta_layout *layout, tta_buf *reason);
tta_status tta_draw_tile(tta_scene *scene, const tta_layout *layout, tta_buf *reason);
tta_status tta_draw_mesh(tta_scene *scene, const tta_layout *layout, const tta_device *device,
                         const tta_system *system, tta_buf *reason);
/** A device without a tensor: its logical cores on their chips. */
tta_status tta_draw_chips(tta_scene *scene, const tta_device *device, const tta_system *system, tta_buf *reason);
tta_status tta_draw_sticks(tta_scene *scene, const tta_tiled *layout, tta_buf *reason);
/** A cell for each element with its offset; by memory: for each offset with its element. */
tta_status tta_draw_cells(tta_scene *scene, const tta_digits *digits, bool by_memory, tta_buf *reason);
/** A move: bytes from each source to each destination. */
tta_status tta_draw_traffic(tta_scene *scene, const tta_move *move);
tta_status tta_draw_sequence(tta_scene *scene, const tta_protocol_trace *trace);
/** The links of the NoC of each chip. */
tta_status tta_draw_links(tta_scene *scene, const tta_move *move);
tta_status tta_draw_banks(tta_scene *scene, const tta_memory_plan *plan);
tta_status tta_draw_pages(tta_scene *scene, const tta_memory_plan *plan);

/** The numbers of a layout for the page's script. */
tta_status tta_page_data(const tta_layout *layout, const tta_device *device, tta_arena *arena, tta_buf *out);

/* ---- shared by views ---- */

/** Cores or tiles along an axis in boxes that stand for equally many. */
typedef struct tta_boxes {
  int64_t total, per, count;
} tta_boxes;

static inline tta_boxes tta_boxes_of(int64_t total, int64_t most) {
  tta_boxes b = {total, 1, total};
  if (total > most) {
    b.per = total / most + (total % most != 0);
    b.count = total / b.per + (total % b.per != 0);
  }
  return b;
}
/** What a box stands for, if that is more than one core. @param panels in each box */
void tta_note_boxes(tta_scene *scene, tta_boxes down, tta_boxes across, int64_t panels, const char *more);
static inline int64_t tta_boxes_first(tta_boxes b, int64_t i) {
  return i * b.per;
}
static inline int64_t tta_boxes_end(tta_boxes b, int64_t i) {
  return b.total - i * b.per < b.per ? b.total : (i + 1) * b.per;
}

/** Of `count` items the ones that are shown: all, or the first ones, a place for dots (-1) and the last. */
static inline int64_t tta_shown_of(int64_t count, int64_t most) { return count < most ? count : most; }
static inline int64_t tta_shown_item(int64_t count, int64_t most, int64_t i) {
  if (count <= most || i < most - 2) return i;
  return i == most - 2 ? -1 : count - 1;
}

/** How a grid of any rank is laid out on paper: its last two dims as rows and columns of a panel, the others as panels.
 */
typedef struct tta_panels {
  uint32_t rank;
  int64_t rows, columns, count; /* count: the product of the outer extents, or INT64_MAX */
} tta_panels;

tta_panels tta_panels_of(tta_shape grid);
/** Whether cores have shards with elements. @param reason why not; may be NULL */
tta_status tta_has_shards(const tta_layout *layout, tta_buf *reason);
/** The outer indices of a panel. @param core room for grid.rank */
void tta_panel_index(tta_shape grid, int64_t panel, int64_t *core);
/** `[1, *, *]` */
tta_str tta_panel_name(tta_scene *scene, tta_shape grid, int64_t panel);

/** Paints what a core has at its place of a box: padding everywhere, on it the used part, on it gaps.
 *  The box shows `rows` x `columns` scalars from the first of the shard on. */
void tta_draw_shard(tta_scene *scene, const tta_layout *layout, const int64_t *core, tta_ink ink, double x,
                    double y, double w, double h, int64_t rows, int64_t columns);
/** Edges of its tiles, and the logical index of each element where it fits; not in text. */
void tta_draw_tiles(tta_scene *scene, const tta_layout *layout, double x, double y, double w, double h, int64_t rows,
                    int64_t columns);
void tta_draw_elements(tta_scene *scene, const tta_layout *layout, const int64_t *core, double x, double y, double w,
                       double h, int64_t rows, int64_t columns);
/** Whether there are so few elements that a picture should have their indices, and the width and height of one. */
bool tta_has_few_elements(const tta_scene *scene, const tta_layout *layout, double *width, double *height);
/** Whether the map uses boxes of the physical shape in part only, other than by the gaps of bumped strides: no place of
 *  such a box is known to hold an element, so it is not painted as one. */
bool tta_is_sparse(const tta_layout *layout);
/** The legend of what is painted with TTA_INK_VALID, or, of sparse shardings, with TTA_INK_SPARSE. */
void tta_legend_elements(tta_scene *scene, const tta_layout *layout, const char *text);
/** ` data-core="1x3" data-span="32x32"` */
tta_str tta_core_data(tta_scene *scene, uint32_t rank, const int64_t *core, int64_t rows, int64_t columns);
/** The tooltip of a core. */
tta_str tta_core_title(tta_scene *scene, const tta_layout *layout, const int64_t *core);

/** Extents of the last two dims; 1 row when there is one dim only. */
static inline int64_t tta_rows_of(tta_shape s) {
  return s.rank >= 2 ? s.extent[s.rank - 2] : 1;
}
static inline int64_t tta_columns_of(tta_shape s) {
  return s.rank >= 1 ? s.extent[s.rank - 1] : 1;
}

/** The gaps of a physical dim that meet [begin, end): calls `each` with their clipped ends; at most `most` of them.
 *  @return how many there are, `most` + 1 for more */
uint32_t tta_each_gap(const tta_layout *layout, uint32_t dim, int64_t begin, int64_t end, uint32_t most,
                      void (*each)(void *user, int64_t begin, int64_t end), void *user);

#endif
