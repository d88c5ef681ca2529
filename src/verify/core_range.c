/* Owns core-range for one range: ttcore.core_range (y first), ttnn.core_range (x first), and their offset, size forms.
 * Ranges of one set that overlap are the set's business (ttnn.c). */
#include "verify/layout_faults.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

/* The two numbers of `(1,2)`; false for an alias that nobody defined. */
static bool read_coord(const tta_verifier *v, tta_node_id coord, int64_t out[2]) {
  if (at(v, coord)->kind != TTA_NODE_COORD) return false;
  const tta_node *a = at(v, at(v, coord)->first), *b = at(v, a->next);
  out[0] = a->integer;
  out[1] = b->integer;
  return true;
}

/* Upstream streams the coordinate as an attribute: `#ttcore<core_coord 0x1>`, `#ttnn.core_coord<0, 1>`. */
static const char *coord_words(bool ttnn, const int64_t c[2], char room[64]) {
  tta_buf buf = {.data = room, .capacity = 64};
  tta_buf_str(&buf, ttnn ? "#ttnn.core_coord<" : "#ttcore<core_coord ");
  tta_buf_int(&buf, c[0]);
  tta_buf_str(&buf, ttnn ? ", " : "x");
  tta_buf_int(&buf, c[1]);
  tta_buf_str(&buf, ">");
  tta_buf_char(&buf, 0);
  return room;
}

/* (first), (last): both included */
static void verify_corners(tta_verifier *v, tta_node_id range, tta_node_id start, tta_node_id end) {
  int64_t a[2], b[2];
  char a_words[64], b_words[64];
  if (!read_coord(v, start, a) || !read_coord(v, end, b)) return;
  bool ttnn = at(v, range)->index == TTA_ATTR_ttnn_core_range;
  coord_words(ttnn, a, a_words);
  coord_words(ttnn, b, b_words);
  tta_span span = tta_first_token(v->tree, range);
  tta_diagnostic *d = NULL;
  tta_node_id wrong = start;
  if (a[0] < 0 || a[1] < 0) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span, "start coordinates %s must be non-negative", a_words);
  } else if (b[0] < 0 || b[1] < 0) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span, "end coordinates %s must be non-negative", b_words);
    wrong = end;
  } else if (a[0] > b[0] || a[1] > b[1]) {
    d = tta_report_add(v->report, TTA_RULE_core_range, span,
                       "Start coordinates %s must be less than or equal to end coordinates %s", a_words, b_words);
    wrong = end;
  }
  if (!d) return;
  tta_report_note(v->report, d, tta_node_span(v->tree, wrong), wrong == start ? "the first core" : "the last core");
}

/* offset, size; a shape is never negative */
static void verify_rectangle(tta_verifier *v, tta_node_id offset, tta_node_id size) {
  if (at(v, offset)->kind != TTA_NODE_DIMS || at(v, size)->kind != TTA_NODE_DIMS) return;
  tta_shape o = tta_node_shape(v->tree, offset), s = tta_node_shape(v->tree, size);
  for (uint32_t i = 0; i < s.rank; i++)
    if (s.extent[i] < 1) {
      tta_report_add(v->report, TTA_RULE_core_range, tta_node_span(v->tree, size),
                     "the size of a core range must be at least 1, got %s", tta_layout_shape_words(v, s, 'x'));
      return;
    }
  if (o.rank != s.rank) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_core_range, tta_node_span(v->tree, size),
                                       "the size of a core range has %u dim%s, but its offset %u", s.rank,
                                       s.rank == 1 ? "" : "s", o.rank);
    tta_report_note(v->report, d, tta_node_span(v->tree, offset), "the offset");
  }
}

void tta_verify_core_range(tta_verifier *v, tta_node_id range) {
  tta_node_id first = at(v, range)->first, second = at(v, first)->next;
  if (at(v, first)->field == TTA_FIELD_start_coord) verify_corners(v, range, first, second);
  else verify_rectangle(v, first, second);
}
