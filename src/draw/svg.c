/* svg.c: SVG: colors, patterns, and the writing of marks. Deterministic: integers only, two decimals, no time, no
 * fonts. */
#include <string.h>

#include "base/sort.h"
#include "base/str.h"
#include "base/xml.h"
#include "draw/scene.h"

/* Literal colors in both schemes, not CSS variables, which not every viewer of SVG knows. Dark fills under light ink
 * and light fills under dark ink keep labels readable (contrast > 4.5 : 1). */
static const char *const style_lines[] = {
    "text{font:11px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1b2430;dominant-baseline:central}",
    "text.title{font:600 17px system-ui,'Segoe UI',Helvetica,Arial,sans-serif}",
    "text.fact,text.note{font:13px system-ui,'Segoe UI',Helvetica,Arial,sans-serif}",
    "text.dim,text.note{fill:#5c6773}text.bold{font-weight:700;paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-"
    "linejoin:round}",
    ".paper{fill:#fff}.valid{fill:#a9cbee}.copy{fill:#d3e4f6}.unused{fill:#f6f7f9}.reserved{fill:#c9ced5}.free{fill:#"
    "f6f7f9}",
    ".k0{fill:#a9cbee}.k1{fill:#f3c69b}.k2{fill:#b4d8a8}.k3{fill:#d3bce6}.k4{fill:#f2b6c3}.k5{fill:#a5d9d4}.k6{fill:#"
    "e5d88f}.k7{fill:#cfc8bd}",
    ".padding{fill:url(#hatch)}.gap{fill:url(#dots)}.sparse{fill:url(#sparse)}",
    ".ground{fill:#fff}.stroke{stroke:#b0562f}.dot{fill:#8a5a9e}",
    ".frame,.hit,.cut,.tile,.face,.axis{fill:none;pointer-events:all}.frame{stroke:#44505c}.hit{stroke:#7a8794;stroke-"
    "width:.6}",
    ".unused.out{stroke:#c3cad2;stroke-dasharray:3 "
    "2}.cut{stroke:#1b2430;stroke-width:1.6}.tile{stroke:#44505c;stroke-width:.8;opacity:.7}",
    ".face{stroke:#44505c;stroke-width:.8;stroke-dasharray:3 "
    "2}.axis{stroke:#5c6773;stroke-width:.8}line{pointer-events:none}",
    "@media (prefers-color-scheme:dark){",
    "text{fill:#e6ebf1}text.bold{stroke:#14191f}text.dim,text.note{fill:#9fabb8}",
    ".paper{fill:#14191f}.valid{fill:#2b5684}.copy{fill:#213a55}.unused{fill:#1b2129}.reserved{fill:#4a525c}.free{fill:"
    "#1b2129}",
    ".k0{fill:#2b5684}.k1{fill:#7a4a1c}.k2{fill:#2f6126}.k3{fill:#573a76}.k4{fill:#7c3145}.k5{fill:#1f605b}.k6{fill:#"
    "655a16}.k7{fill:#58524a}",
    ".ground{fill:#14191f}.stroke{stroke:#e08a5c}.dot{fill:#c79bdc}",
    ".frame{stroke:#a9b5c2}.hit{stroke:#788492}.unused.out{stroke:#3d4753}.cut{stroke:#e6ebf1}.tile,.face{stroke:#"
    "c3ccd6}.axis{stroke:#9fabb8}",
    "}",
};
static const char patterns[] =
    "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect class=\"ground\" "
    "width=\"6\" height=\"6\"/>"
    "<path class=\"stroke\" d=\"M-1,1l2,-2M0,6l6,-6M5,7l2,-2\" stroke-width=\"1\"/></pattern>"
    "<pattern id=\"dots\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect class=\"ground\" width=\"6\" "
    "height=\"6\"/>"
    "<circle class=\"dot\" cx=\"1.5\" cy=\"1.5\" r=\"1\"/><circle class=\"dot\" cx=\"4.5\" cy=\"4.5\" "
    "r=\"1\"/></pattern>"
    "<pattern id=\"sparse\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><rect class=\"ground\" "
    "width=\"8\" height=\"8\"/><rect class=\"valid\" x=\"1\" y=\"1\" width=\"3\" height=\"3\"/><rect class=\"valid\" "
    "x=\"5\" y=\"5\" width=\"3\" height=\"3\"/></pattern></defs>\n";

enum { MARGIN = 20, TITLE_HEIGHT = 30, FACT_HEIGHT = 19, FACT_COLUMNS = 132, LEGEND_HEIGHT = 26, GAP = 12 };

/* Hundredths: 12.5 */
static void number(tta_buf *out, int32_t v) {
  if (v < 0) tta_buf_char(out, '-');
  int32_t n = v < 0 ? -v : v;
  tta_buf_int(out, n / 100);
  if (n % 100 == 0) return;
  tta_buf_char(out, '.');
  tta_buf_char(out, (char)('0' + n % 100 / 10));
  if (n % 10) tta_buf_char(out, (char)('0' + n % 10));
}

static void attribute(tta_buf *out, const char *name, int32_t value) {
  tta_buf_printf(out, " %s=\"", name);
  number(out, value);
  tta_buf_char(out, '"');
}

static void rectangle(tta_buf *out, const tta_mark *m) {
  bool frame = m->kind == TTA_MARK_FRAME;
  tta_buf_printf(out, "<rect class=\"%s%s\"", tta_ink_class(m->ink), frame && m->ink == TTA_INK_UNUSED ? " out" : "");
  attribute(out, "x", m->x);
  attribute(out, "y", m->y);
  attribute(out, "width", m->w < 0 ? 0 : m->w);
  attribute(out, "height", m->h < 0 ? 0 : m->h);
  tta_buf_append(out, m->data);
  if (!m->text.size) {
    tta_buf_str(out, "/>\n");
    return;
  }
  tta_buf_str(out, "><title>");
  tta_xml_text(out, m->text);
  tta_buf_str(out, "</title></rect>\n");
}

static void line(tta_buf *out, const tta_mark *m) {
  tta_buf_printf(out, "<line class=\"%s\"", tta_ink_class(m->ink));
  attribute(out, "x1", m->x);
  attribute(out, "y1", m->y);
  attribute(out, "x2", m->x + m->w);
  attribute(out, "y2", m->y + m->h);
  tta_buf_str(out, "/>\n");
}

static void words(tta_buf *out, const char *css, const char *anchor, int32_t x, int32_t y, tta_str text) {
  tta_buf_str(out, "<text");
  if (*css) tta_buf_printf(out, " class=\"%s\"", css);
  if (*anchor) tta_buf_printf(out, " text-anchor=\"%s\"", anchor);
  attribute(out, "x", x);
  attribute(out, "y", y);
  tta_buf_char(out, '>');
  tta_xml_text(out, text);
  tta_buf_str(out, "</text>\n");
}

static void mark(tta_buf *out, const tta_mark *m) {
  static const char *const anchors[] = {"", "middle", "end"}, *const styles[] = {"", "dim", "bold"};
  if (m->kind == TTA_MARK_LABEL) words(out, styles[m->style], anchors[m->anchor], m->x, m->y, m->text);
  else if (m->kind == TTA_MARK_LINE) line(out, m);
  else rectangle(out, m);
}

/* ---- many marks ---- */

/* A picture of many boxes repeats itself from row to row. Its file stays small because
 * - the fills of a row are one path, and a row that equals the one above is a copy of it (<use>);
 * - a box is a path in the group of its row, and its tooltip is only the first line. */
enum { MANY_BOXES = 1024 };

/* Fills that overlap are painted in this order in all views: the ground first. */
static const tta_ink layers[] = {TTA_INK_UNUSED, TTA_INK_FREE,  TTA_INK_RESERVED, TTA_INK_PADDING, TTA_INK_VALID,
                                 TTA_INK_COPY,   TTA_INK_K0,    TTA_INK_K1,       TTA_INK_K2,      TTA_INK_K3,
                                 TTA_INK_K4,     TTA_INK_K5,    TTA_INK_K6,       TTA_INK_K7,      TTA_INK_SPARSE,
                                 TTA_INK_GAP};

static bool is_box(const tta_mark *m) { return m->kind == TTA_MARK_FRAME && m->text.size; }

static bool has_many_boxes(const tta_scene *s) {
  size_t boxes = 0;
  for (size_t i = 0; i < s->num_marks; i++) boxes += is_box(&s->marks[i]);
  return boxes > MANY_BOXES;
}

static bool in_row(const tta_mark *a, const tta_mark *b) {
  return a->kind == b->kind && a->ink == b->ink && a->y == b->y && a->h == b->h;
}

/* Tenths of a unit are enough for small boxes. Edges are rounded and not lengths, so that neighbours meet. */
static int32_t to_tenths(int32_t hundredths) { return (hundredths + 5) / 10 * 10; }

static int32_t length_in_tenths(int32_t from, int32_t length) {
  return length <= 0 ? 0 : to_tenths(from + length) - to_tenths(from);
}

/* A rectangle of a path, whose y is that of its row. */
static void subpath(tta_buf *out, const tta_mark *m) {
  int32_t w = length_in_tenths(m->x, m->w);
  tta_buf_char(out, 'M');
  number(out, to_tenths(m->x));
  tta_buf_str(out, " 0h");
  number(out, w);
  tta_buf_char(out, 'v');
  number(out, length_in_tenths(m->y, m->h));
  tta_buf_char(out, 'h');
  number(out, -w);
  tta_buf_char(out, 'z');
}

static int compare_fills(const void *a, const void *b) {
  const tta_mark *const *first = a, *const *second = b;
  int order = tta_order((*first)->y, (*second)->y);
  if (!order) order = tta_order((*first)->h, (*second)->h);
  return order ? order : tta_order((*first)->x, (*second)->x);
}

/* The fills of one ink, row by row. */
static void fill_rows(tta_buf *out, const tta_mark *const *fills, size_t count) {
  tta_buf row = tta_buf_new(out->allocator), above = tta_buf_new(out->allocator);
  int32_t y_above = 0;
  unsigned num_paths = 0;
  for (size_t i = 0; i < count;) {
    const tta_mark *first = fills[i];
    const char *name = tta_ink_class(first->ink);
    row.size = 0;
    for (; i < count && in_row(first, fills[i]); i++) subpath(&row, fills[i]);
    if (tta_str_equal(tta_buf_view(&row), tta_buf_view(&above))) {
      tta_buf_printf(out, "<use href=\"#%s%u\"", name, num_paths);
      attribute(out, "y", to_tenths(first->y) - to_tenths(y_above));
    } else {
      tta_buf_printf(out, "<path id=\"%s%u\" class=\"%s\" transform=\"translate(0 ", name, ++num_paths, name);
      number(out, to_tenths(first->y));
      tta_buf_str(out, ")\" d=\"");
      tta_buf_append(out, tta_buf_view(&row));
      tta_buf_char(out, '"');
      tta_buf swap = above;
      above = row;
      row = swap;
      y_above = first->y;
    }
    tta_buf_str(out, "/>\n");
  }
  out->failed = out->failed || row.failed || above.failed;
  tta_buf_free(&row);
  tta_buf_free(&above);
}

static void all_fills(tta_buf *out, tta_scene *s) {
  const tta_mark **fills = tta_arena_array(&s->arena, s->num_marks, sizeof *fills),
                 **scratch = tta_arena_array(&s->arena, s->num_marks, sizeof *fills);
  out->failed = out->failed || !fills || !scratch;
  for (size_t layer = 0; layer < sizeof layers / sizeof *layers && !out->failed; layer++) {
    size_t count = 0;
    for (size_t i = 0; i < s->num_marks; i++)
      if (s->marks[i].kind == TTA_MARK_FILL && s->marks[i].ink == layers[layer]) fills[count++] = &s->marks[i];
    tta_sort(fills, scratch, count, sizeof *fills, compare_fills);
    fill_rows(out, fills, count);
  }
}

static void box_in_row(tta_buf *out, const tta_mark *m) {
  const char *end = memchr(m->text.data, '\n', m->text.size);
  tta_buf_str(out, "<path d=\"");
  subpath(out, m);
  tta_buf_str(out, "\"><title>");
  tta_xml_text(out, end ? (tta_str){m->text.data, (size_t)(end - m->text.data)} : m->text);
  tta_buf_str(out, "</title></path>\n");
}

static void many_marks(tta_buf *out, tta_scene *s) {
  all_fills(out, s);
  const tta_mark *row = NULL;
  for (size_t i = 0; i < s->num_marks; i++) {
    const tta_mark *m = &s->marks[i];
    if (m->kind == TTA_MARK_FILL) continue;
    bool continues = row && is_box(m) && in_row(row, m);
    if (row && !continues) tta_buf_str(out, "</g>\n");
    if (!continues) row = NULL;
    if (!is_box(m)) {
      mark(out, m);
      continue;
    }
    if (!row) {
      tta_buf_printf(out, "<g class=\"%s%s\" transform=\"translate(0 ", tta_ink_class(m->ink),
                     m->ink == TTA_INK_UNUSED ? " out" : "");
      number(out, to_tenths(m->y));
      tta_buf_str(out, ")\">\n");
      row = m;
    }
    box_in_row(out, m);
  }
  if (row) tta_buf_str(out, "</g>\n");
}

/* ---- words around the picture ---- */

static int greater(int a, int b) { return a > b ? a : b; }

static int width_of(const tta_str *texts, uint32_t count) {
  int longest = 0;
  for (uint32_t i = 0; i < count; i++) longest = greater(longest, (int)texts[i].size);
  return (longest < FACT_COLUMNS ? longest : FACT_COLUMNS) * 7;
}

/* What the widest of marks and words needs; of words by their average. */
static int inner_width(const tta_scene *s) {
  int most = (int)s->width, words = greater(width_of(s->facts, s->num_facts), width_of(s->notes, s->num_notes));
  int width = greater(greater((int)s->right + 1, (int)s->title.size * 10), words);
  return width > most && (int)s->right < most ? most : width;
}

/* Each wrapped, from y on; draws when out is not NULL. @return their height */
static int paragraphs(tta_buf *out, const char *css, const tta_str *texts, uint32_t count, int y) {
  int top = y;
  for (uint32_t i = 0; i < count; i++) {
    tta_str text = texts[i], line;
    for (; tta_next_line(&text, FACT_COLUMNS, &line); y += FACT_HEIGHT)
      if (out) words(out, css, "", MARGIN * 100, (y + FACT_HEIGHT / 2) * 100, line);
  }
  return y - top;
}

enum { LEGEND_COLUMN = 20 };

static int legend_width(const tta_legend_entry *entry) {
  return LEGEND_COLUMN + 8 + (int)entry->text.size * 7 + 16;
}

/* @return the height; draws when out is not NULL. */
static int legend(const tta_scene *s, tta_buf *out, int y, int width) {
  int x = MARGIN, height = s->num_legend ? LEGEND_HEIGHT : 0;
  for (uint32_t i = 0; i < s->num_legend; i++) {
    const tta_legend_entry *entry = &s->legend[i];
    if (x > MARGIN && x + legend_width(entry) > width + MARGIN) {
      x = MARGIN;
      height += LEGEND_HEIGHT;
    }
    int top = y + height - LEGEND_HEIGHT;
    if (out) {
      tta_mark sample = {TTA_MARK_FRAME, entry->ink, .x = x * 100, .y = (top + 2) * 100, .w = LEGEND_COLUMN * 100};
      if (entry->ink >= TTA_INK_CUT) {
        sample.y += 700;
        line(out, &sample);
      } else {
        sample.h = 1400;
        rectangle(out, &sample);
        sample.ink = TTA_INK_HIT;
        rectangle(out, &sample);
      }
      words(out, "fact", "", (x + LEGEND_COLUMN + 8) * 100, (top + 9) * 100, entry->text);
    }
    x += legend_width(entry);
  }
  return height;
}

void tta_scene_svg(tta_scene *s, tta_buf *out, bool alone) {
  int y = MARGIN + TITLE_HEIGHT, head = y + paragraphs(NULL, "", s->facts, s->num_facts, 0) + GAP;
  int notes = paragraphs(NULL, "", s->notes, s->num_notes, 0), body = (int)s->bottom + 1, inner = inner_width(s);
  int height = head + body + GAP + legend(s, NULL, 0, inner) + notes + MARGIN, width = inner + 2 * MARGIN;
  if (alone) tta_buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  tta_buf_printf(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                 "role=\"img\" aria-labelledby=\"title desc\">\n",
                 width, height, width, height);
  tta_buf_str(out, "<title id=\"title\">");
  tta_xml_text(out, s->title);
  tta_buf_str(out, "</title>\n<desc id=\"desc\">");
  tta_xml_text(out, s->description);
  tta_buf_str(out, "</desc>\n<style>\n");
  for (size_t i = 0; i < sizeof style_lines / sizeof *style_lines; i++) tta_buf_printf(out, "%s\n", style_lines[i]);
  tta_buf_str(out, "</style>\n");
  tta_buf_str(out, patterns);
  tta_buf_printf(out, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height);
  words(out, "title", "", MARGIN * 100, (MARGIN + 8) * 100, s->title);
  paragraphs(out, "fact", s->facts, s->num_facts, y);
  tta_buf_printf(out, "<g id=\"picture\" transform=\"translate(%d,%d)\">\n", MARGIN, head);
  if (alone && has_many_boxes(s)) many_marks(out, s);
  else
    for (size_t i = 0; i < s->num_marks; i++) mark(out, &s->marks[i]);
  tta_buf_str(out, "</g>\n");
  y = head + body + GAP;
  y += legend(s, out, y, inner);
  paragraphs(out, "note", s->notes, s->num_notes, y);
  tta_buf_str(out, "</svg>\n");
}
