/* What was meant by items of a body, with fix-its: a value in the notation of its field, fields in the order of the
 * form, another field, another attribute. */
#include "parse/field_fixes.h"

#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/nearest.h"
#include "base/str.h"
#include "ir/synonyms.h"

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

/* `dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>` of the pairs alone. */
static void write_dense(tta_parser *p, tta_node_id item, tta_buf *out) {
  uint32_t pairs = 0;
  if (at(p, item)->kind != TTA_NODE_LIST) return;
  for (tta_node_id e = at(p, item)->first; e; e = at(p, e)->next, pairs++) {
    tta_node_id first = at(p, e)->kind == TTA_NODE_LIST ? at(p, e)->first : 0, second = first ? at(p, first)->next : 0;
    if (!second || at(p, second)->next || at(p, first)->kind != TTA_NODE_INT || at(p, second)->kind != TTA_NODE_INT)
      return;
  }
  tta_buf_printf(out, "dense<%.*s> : tensor<%ux2xi64>", TTA_STR_ARGS(tta_node_text(p->tree, item)), pairs);
}

/* `[<..>]` of one element. */
static void write_list(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_buf *out) {
  tta_field_spec element = {spec->field, spec->element, 0, spec->argument, false, false};
  p->trying++;
  bool fits = tta_value_fits(p, &element, item, (tta_dialect)at(p, item)->dialect);
  p->trying--;
  if (fits) tta_buf_printf(out, "[%.*s]", TTA_STR_ARGS(tta_node_text(p->tree, item)));
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
  case TTA_CLASS_INT: /* `8x8` for the two fields `8, 8` */
    if (at(p, item)->kind != TTA_NODE_DIMS || at(p, item)->index != 2) break;
    for (size_t i = 0; i < text.size; i++) tta_buf_str(out, text.data[i] == 'x' ? ", " : (char[2]){text.data[i], 0});
    return;
  case TTA_CLASS_DENSE: write_dense(p, item, out); return;
  case TTA_CLASS_LIST: write_list(p, spec, item, out); return;
  case TTA_CLASS_WORD:
    if (at(p, item)->kind != TTA_NODE_ATTRIBUTE) return;
    text = tta_node_text(p->tree, at(p, item)->first);
    if (tta_enum_find((tta_enum)spec->argument, text) >= 0) tta_buf_bytes(out, text.data, text.size);
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

/* `map[4]` for `map(4)`: a word with an index. */
static bool fix_map_rank(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_diagnostic *d) {
  tta_node_id next = at(p, item)->next;
  bool indexed = at(p, item)->kind == TTA_NODE_WORD && at(p, next)->kind == TTA_NODE_INT &&
                 (at(p, next)->flags & TTA_NODE_JUXTAPOSED) && at(p, next)->integer >= 0;
  indexed = indexed && spec->class == TTA_CLASS_INTEGER_MAP;
  if (!indexed || !tta_str_is(tta_node_text(p->tree, item), "map")) return false;
  tta_span word = tta_node_span(p->tree, item), rank = tta_node_span(p->tree, next);
  tta_report_fix(p->report, d, (tta_span){word.end, rank.begin}, tta_str_from("("), "write '(' and ')'");
  tta_report_edit(p->report, d, (tta_span){rank.end, rank.end + 1}, tta_str_from(")"));
  return true;
}

bool tta_fix_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_diagnostic *d) {
  enum { MAX_TEXT = 160, MAX_MORE = 40 }; /* what is meant has at most so many bytes more than what is written */
  char text[MAX_TEXT];
  tta_span span = tta_node_span(p->tree, item);
  if (fix_map_rank(p, spec, item, d)) return true;
  if (spec->class == TTA_CLASS_MEMREF && at(p, item)->kind == TTA_NODE_TENSOR) {
    tta_report_fix(p->report, d, (tta_span){span.begin, span.begin + 6}, tta_str_from("memref"),
                   "replace with 'memref'");
    return true;
  }
  if (tta_node_text(p->tree, item).size + MAX_MORE > sizeof text) return false;
  tta_buf meant = tta_buf_fixed(text, sizeof text);
  write_meant(p, spec, item, &meant);
  bool found = meant.size && !meant.failed;
  if (found)
    tta_report_fix(p->report, d, tta_node_span(p->tree, item), tta_buf_view(&meant),
                   spec->class == TTA_CLASS_STRING ? "put it in quotes" : "write '%.*s'",
                   TTA_STR_ARGS(tta_buf_view(&meant)));
  return found;
}

/* `[x = <..>]`: what is in a list has no names. */
void tta_report_named_element(tta_parser *p, const tta_field_spec *spec, tta_node_id element) {
  tta_span key = tta_key_span(p->tree, element);
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_unknown_key, key, "the values of '%s' have no names, found '%.*s'",
      tta_field_name((tta_field)spec->field), (int)(key.end - key.begin), p->text + key.begin);
  tta_report_fix(p->report, d, (tta_span){key.begin, tta_node_span(p->tree, element).begin}, (tta_str){"", 0},
                 "remove '%.*s ='", (int)(key.end - key.begin), p->text + key.begin);
}

/* `undef, <8x8>` for `<8x8>`: the next value is the one of the field. A number may be a part of it: `8,x16`. */
void tta_fix_extra_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                         tta_diagnostic *d) {
  tta_node_id next = at(p, item)->next;
  tta_str text = tta_node_text(p->tree, item);
  bool number = at(p, item)->kind == TTA_NODE_INT || at(p, item)->kind == TTA_NODE_DIMS ||
                (text.size > 1 && text.data[0] == 'x' && tta_is_digit(text.data[1]));
  if (!next || number || ((at(p, item)->flags | at(p, next)->flags) & TTA_NODE_KEYED)) return;
  p->trying++;
  bool fits = tta_item_fits(p, spec, next, dialect);
  p->trying--;
  if (fits)
    tta_report_fix(p->report, d,
                   (tta_span){tta_node_span(p->tree, item).begin, tta_node_span(p->tree, next).begin}, (tta_str){"", 0},
                   "remove '%.*s'", TTA_STR_START(text));
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
  tta_buf out = tta_buf_fixed(text, sizeof text);
  if (moved.end - moved.begin + 2 > sizeof text || moved.begin < to.end) return;
  uint32_t end = tta_node_span(p->tree, previous).end;
  tta_buf_bytes(&out, p->text + moved.begin, moved.end - moved.begin);
  tta_buf_str(&out, memchr(p->text + end, ',', moved.begin - end) ? ", " : " ");
  tta_report_fix(p->report, d, (tta_span){to.begin, to.begin}, tta_buf_view(&out), "put the fields in order");
  tta_report_edit(p->report, d, (tta_span){end, moved.end}, (tta_str){"", 0});
}

bool tta_form_has_before(const tta_form *form, uint32_t field, uint32_t next) {
  uint32_t place = place_of(form, field);
  return place < form->num_fields && place + 1 == place_of(form, next);
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

bool tta_report_other_attribute(tta_parser *p, const tta_misfit *m) {
  const tta_attribute_info *row = &tta_attributes[m->attribute];
  tta_str written = tta_str_from(row->mnemonic);
  tta_span span = tta_node_span(p->tree, m->body); /* `layout` for `ttnn_layout`, `mesh` for `meshes` */
  const char *begin = p->text + span.begin, *angle = memchr(begin, '<', span.end - span.begin);
  if (m->before || (*begin != '#' && *begin != '!') || !angle || (size_t)(angle - begin) < written.size) return false;
  if (memcmp(angle - written.size, written.data, written.size) != 0) return false;
  for (tta_attribute a = 0; a < TTA_NUM_ATTRIBUTES; a++) {
    tta_str name = tta_str_from(tta_attributes[a].mnemonic);
    bool longer = name.size > written.size &&
                  (!memcmp(name.data + name.size - written.size, written.data, written.size) ||
                   (!memcmp(name.data, written.data, written.size) && name.size <= written.size + 2));
    if (!longer || tta_attributes[a].sigil != row->sigil || !(tta_attributes[a].dialects >> m->dialect & 1)) continue;
    if (!tta_body_fits(p, m->body, a, m->dialect)) continue;
    tta_span word = {(uint32_t)(angle - p->text) - (uint32_t)written.size, (uint32_t)(angle - p->text)};
    tta_diagnostic *d =
      tta_report_add(p->report, TTA_RULE_syntax, word, "%.*s has no such fields; did you mean '%.*s'?",
                     TTA_STR_ARGS(written), TTA_STR_ARGS(name));
    tta_report_fix(p->report, d, word, name, "replace with '%.*s'", TTA_STR_ARGS(name));
    return true;
  }
  return false;
}

bool tta_form_has(const tta_form *form, uint32_t field, bool keyed) {
  for (uint32_t i = 0; i < form->num_fields; i++)
    if (form->fields[i].field == field && form->fields[i].keyed == keyed) return true;
  return false;
}

bool tta_attribute_has_field(tta_attribute attribute, tta_field field) {
  for (int f = 0; f < TTA_MAX_FORMS; f++) {
    const tta_form *form = &tta_attributes[attribute].forms[f];
    if (tta_form_has(form, field, false) || tta_form_has(form, field, true)) return true;
  }
  return false;
}

/* ---- the field that was meant ------------------------------------------------------------------------------------ */

/* `memspace` for memory_space: at least half of its letters, from the first one on. */
static bool is_abbreviation(tta_str key, const char *name) {
  size_t size = strlen(name), i = 0;
  if (key.size < 4 || 2 * key.size < size || *key.data != *name) return false;
  for (; *name && i < key.size; name++) i += *name == key.data[i];
  return i == key.size;
}

/* The only field without a value that is `key` without regard to case, '_' and one word at its start or end:
 * `strides` for host_strides, `mesh` for meshShape; of several the one before the next item; 0 if there is none. */
static tta_field field_with_word(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id item,
                                 const tta_form *form, tta_str key) {
  tta_field found = TTA_FIELD_NONE;
  tta_field next = (tta_field)at(p, at(p, item)->next)->field;
  bool several = false;
  for (tta_field f = 1; f < TTA_NUM_FIELDS; f++) {
    const char *name = tta_field_name(f);
    size_t size = strlen(name);
    if (!tta_attribute_has_field(attribute, f)) continue;
    bool given = false;
    for (tta_node_id i = body ? at(p, body)->first : 0; i && !given; i = at(p, i)->next)
      given = (at(p, i)->flags & TTA_NODE_KEYED) && at(p, i)->field == f;
    bool end = size > key.size + 1 && name[size - key.size - 1] == '_' && tta_str_is(key, name + size - key.size);
    char after = size > key.size ? name[key.size] : 0;
    bool start = (after == '_' || (after >= 'A' && after <= 'Z')) && !memcmp(name, key.data, key.size);
    if (tta_is_like(key, name)) return f;
    if (given || !(start || end || is_abbreviation(key, name))) continue;
    if (form && next && tta_form_has_before(form, f, next)) return f;
    if (found) several = true;
    else found = f;
  }
  return several ? TTA_FIELD_NONE : found;
}

tta_field tta_meant_key(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id item,
                           const tta_form *form, tta_str key) {
  tta_field nearest = field_with_word(p, attribute, body, item, form, key);
  if (nearest) return nearest;
  tta_nearest search = tta_nearest_start(key, (uint32_t)key.size / 3 + 1);
  for (tta_field f = 1; f < TTA_NUM_FIELDS; f++) {
    const char *name = tta_field_name(f), *before = search.best;
    if (tta_attribute_has_field(attribute, f)) tta_nearest_offer(&search, name, name);
    if (search.best != before) nearest = f;
  }
  return nearest;
}
