/* Fix-its for items of a body: a value in the notation of its field, and fields in the order of the form. */
#include "parse/field_fixes.h"

#include <string.h>

#include "base/chars.h"
#include "base/str.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

char tta_opener_of(tta_parser *p, tta_node_id id) {
  char c = at(p, id)->end > at(p, id)->begin ? p->text[at(p, id)->begin] : ' ';
  bool bracketed = at(p, id)->kind == TTA_NODE_BODY || at(p, id)->kind == TTA_NODE_LIST ||
                   at(p, id)->kind == TTA_NODE_COORD || at(p, id)->kind == TTA_NODE_PAREN_DIMS;
  return bracketed && strchr("<[({", c) ? c : 0;
}

/* `8x8` of `[8, 8]`, `(8, 8)` or `<8, 8>`. */
static void write_extents(tta_parser *p, tta_node_id item, tta_buf *out) {
  bool bracketed = tta_opener_of(p, item);
  size_t begin = out->size;
  for (tta_node_id e = bracketed ? at(p, item)->first : 0; e; e = at(p, e)->next) {
    tta_node_kind kind = (tta_node_kind)at(p, e)->kind;
    if (kind != TTA_NODE_INT && kind != TTA_NODE_DIMS) {
      out->size = begin;
      return;
    }
    if (out->size > begin) tta_buf_char(out, 'x');
    tta_str extent = tta_node_text(p->tree, e);
    tta_buf_bytes(out, extent.data, extent.size);
  }
}

/* What a value of another kind was probably meant to be, in the notation of the field; nothing if that is not clear. */
static void write_meant(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_buf *out) {
  static const char *const booleans[][2] = {{"yes", "true"}, {"True", "true"}, {"TRUE", "true"}, {"on", "true"},
                                            {"1", "true"}, {"no", "false"}, {"False", "false"}, {"FALSE", "false"},
                                            {"off", "false"}, {"0", "false"}};
  tta_str text = tta_node_text(p->tree, item);
  bool word = at(p, item)->kind == TTA_NODE_WORD, quoted = at(p, item)->kind == TTA_NODE_STRING && text.size > 2;
  switch ((tta_class)spec->class) {
  case TTA_CLASS_DIMS: case TTA_CLASS_SPACED: write_extents(p, item, out); break;
  case TTA_CLASS_BOOL:
    for (size_t i = 0; i < sizeof booleans / sizeof *booleans; i++)
      if (tta_str_is(text, booleans[i][0])) tta_buf_str(out, booleans[i][1]);
    break;
  case TTA_CLASS_STRING:
    if (!word) return;
    tta_buf_char(out, '"');
    tta_buf_bytes(out, text.data, text.size);
    tta_buf_char(out, '"');
    return;
  case TTA_CLASS_SYMBOL:
    if (!word) return;
    tta_buf_char(out, '@');
    tta_buf_bytes(out, text.data, text.size);
    return;
  case TTA_CLASS_COORD: case TTA_CLASS_TIGHT:
    if (at(p, item)->kind != TTA_NODE_PAREN_DIMS) return;
    for (size_t i = 0; i < text.size; i++) tta_buf_char(out, text.data[i] == 'x' ? ',' : text.data[i]);
    return;
  case TTA_CLASS_INTEGER_MAP:
    if (!word || !tta_str_skip(&text, "map") || !text.size) return;
    tta_buf_str(out, "map(");
    tta_buf_bytes(out, text.data, text.size);
    tta_buf_char(out, ')');
    return;
  case TTA_CLASS_ATTR: case TTA_CLASS_QUALIFIED: case TTA_CLASS_WRITTEN:
    if (tta_attributes[spec->argument].forms[0].fields[0].class != TTA_CLASS_DIMS) return;
    if (tta_opener_of(p, item) == '<') return;
    tta_buf_char(out, '<');
    write_extents(p, item, out);
    if (out->size > 1) tta_buf_char(out, '>');
    else out->size = 0;
    return;
  default: break;
  }
  for (size_t i = 1; quoted && i + 1 < text.size; i++) quoted = tta_is_digit(text.data[i]) || text.data[i] == 'x';
  if (quoted) tta_buf_bytes(out, text.data + 1, text.size - 2);
}

void tta_fix_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_diagnostic *d) {
  enum { MAX_TEXT = 128, MAX_MORE = 8 }; /* what is meant has at most so many bytes more than what is written */
  char text[MAX_TEXT];
  if (tta_node_text(p->tree, item).size + MAX_MORE > sizeof text) return;
  tta_buf meant = {.data = text, .capacity = sizeof text};
  write_meant(p, spec, item, &meant);
  if (meant.size && !meant.failed)
    tta_report_fix(p->report, d, tta_node_span(p->tree, item), tta_buf_view(&meant),
                   spec->class == TTA_CLASS_STRING ? "put it in quotes" : "write '%.*s'",
                   TTA_STR_ARGS(tta_buf_view(&meant)));
}

void tta_fix_exchanged(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                       tta_diagnostic *d) {
  tta_node_id next = at(p, item)->next;
  if (!next || ((at(p, item)->flags | at(p, next)->flags) & TTA_NODE_KEYED)) return;
  p->trying++;
  bool fits = tta_item_fits(p, spec, next, dialect);
  p->trying--;
  if (!fits) return;
  tta_str first = tta_node_text(p->tree, item), second = tta_node_text(p->tree, next);
  tta_report_fix(p->report, d, tta_node_span(p->tree, item), second, "put the two fields in order");
  tta_report_edit(p->report, d, tta_node_span(p->tree, next), first);
}

/* The place of a field in the form; the number of fields if it has none. */
static uint32_t place_of(const tta_form *form, uint32_t field) {
  uint32_t i = 0;
  while (i < form->num_fields && form->fields[i].field != field) i++;
  return i;
}

static tta_span item_span(tta_parser *p, tta_node_id item) {
  tta_span span = tta_node_span(p->tree, item);
  if (at(p, item)->flags & TTA_NODE_KEYED) span.begin = tta_key_span(p->tree, item).begin;
  return span;
}

/* Moves `item`, which follows `previous`, before `target`. */
static void fix_order(tta_parser *p, tta_diagnostic *d, tta_node_id target, tta_node_id previous, tta_node_id item) {
  enum { MAX_TEXT = 512 };
  char text[MAX_TEXT];
  tta_span moved = item_span(p, item), to = item_span(p, target);
  tta_buf out = {.data = text, .capacity = sizeof text};
  if (moved.end - moved.begin + 2 > sizeof text || moved.begin < to.end) return;
  uint32_t end = tta_node_span(p->tree, previous).end;
  tta_buf_bytes(&out, p->text + moved.begin, moved.end - moved.begin);
  tta_buf_str(&out, memchr(p->text + end, ',', moved.begin - end) ? ", " : " ");
  tta_report_fix(p->report, d, (tta_span){to.begin, to.begin}, tta_buf_view(&out), "put the fields in order");
  tta_report_edit(p->report, d, (tta_span){end, moved.end}, (tta_str){"", 0});
}

void tta_fix_late_field(tta_parser *p, const tta_misfit *m, tta_diagnostic *d) {
  uint32_t place = place_of(m->form, at(p, m->item)->field);
  tta_node_id target = at(p, m->body)->first;
  while (target != m->item && (!at(p, target)->field || place_of(m->form, at(p, target)->field) <= place))
    target = at(p, target)->next;
  if (place < m->form->num_fields && target != m->item) fix_order(p, d, target, m->before, m->item);
}

void tta_fix_early_field(tta_parser *p, const tta_misfit *m, uint32_t field, tta_diagnostic *d) {
  tta_node_id previous = m->item, item = at(p, previous)->next;
  while (item && (!(at(p, item)->flags & TTA_NODE_KEYED) || at(p, item)->field != field))
    previous = item, item = at(p, item)->next;
  if (item) fix_order(p, d, m->item, previous, item);
}
