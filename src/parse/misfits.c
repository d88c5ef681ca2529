/* What to report about an item of a body that does not fit: the field at its position, in words, and a fix-it where one
 * can be computed. */
#include <stdio.h>
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "ir/synonyms.h"
#include "parse/field_fixes.h"
#include "parse/fields.h"
#include "parse/fits.h"
#include "text/token.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

/* ---- names of values --------------------------------------------------------------------------------------------- */

static const char *class_name(const tta_field_spec *spec) {
  if (tta_class_is_keyword(spec->class)) return tta_enums[spec->argument].description;
  return tta_class_is_attribute(spec->class) ? tta_attributes[spec->argument].mnemonic
                                             : tta_classes[spec->class].expected;
}

/* The value alone, without `key =`. */
static tta_span value_span(tta_parser *p, tta_node_id id) { return tta_node_span(p->tree, id); }

static tta_span key_span(tta_parser *p, tta_node_id id) { return tta_key_span(p->tree, id); }

static void describe_found(tta_parser *p, tta_node_id item, char *out, size_t size) {
  tta_str t = tta_node_text(p->tree, item);
  if (!t.size && *t.data) t.size = 1; /* a shape of rank 0: what stands where it was expected */
  size_t n = t.size > 32 ? 32 : t.size, i = 0;
  for (; i < n && i + 4 < size; i++) out[i] = t.data[i];
  if (n < t.size && i + 4 < size) memcpy(out + i, "...", 3), i += 3;
  out[i] = 0;
}

/* The first part of a|b|c that is not a keyword. */
static tta_span unknown_part(tta_parser *p, tta_enum which, tta_node_id item) {
  tta_span span = value_span(p, item);
  if (at(p, item)->kind != TTA_NODE_FLAGS) return span;
  for (uint32_t b = span.begin, e; b < span.end; b = e + 1) {
    while (b < span.end && strchr("| \t\r\n", p->text[b])) b++;
    for (e = b; e < span.end && !strchr("| \t\r\n", p->text[e]);) e++;
    if (e > b && tta_enum_find(which, (tta_str){p->text + b, e - b}) < 0) return (tta_span){b, e};
  }
  return span;
}

/* `a, b, c` as far as it fits, then `and 12 more`; all keywords of all dates. */
static void list_keywords(tta_enum which, char *list, size_t size) {
  enum { REST = sizeof ", and 1000 more" };
  const tta_keyword *k = tta_enums[which].keywords;
  size_t used = 0, left = 0;
  list[0] = 0;
  for (; **k; k++) {
    size_t n = strlen(*k);
    if (used + n + 3 + (k[1][0] ? REST : 0) >= size) break;
    if (used) memcpy(list + used, ", ", 2), used += 2;
    memcpy(list + used, *k, n + 1);
    used += n;
  }
  for (; **k; k++) left++;
  if (left) snprintf(list + used, size - used, ", and %zu more", left);
}

/* What is expected, with the values that are possible: `grid for 'grid' such as <2x2>`. */
static void describe_expected(const tta_field_spec *spec, char *out, size_t size) {
  char words[100];
  const char *name = class_name(spec), *field = tta_field_name((tta_field)spec->field);
  if (tta_class_is_keyword(spec->class)) {
    list_keywords((tta_enum)spec->argument, words, sizeof words);
    snprintf(out, size, "%s for '%s' (%s)", name, field, words);
    return;
  }
  const tta_attribute_info *row = tta_class_is_attribute(spec->class) ? &tta_attributes[spec->argument] : NULL;
  const tta_field_spec *first = row && row->print == TTA_PRINT_ANGLE && row->forms[0].num_fields
                                    ? &row->forms[0].fields[0] : NULL;
  if (first && first->class == TTA_CLASS_DIMS && !first->keyed)
    snprintf(out, size, "%s for '%s' such as <2x2>", name, field);
  else if (first && first->class == TTA_CLASS_WORD && !first->keyed)
    snprintf(out, size, "%s for '%s' such as <%s>", name, field, tta_enums[first->argument].keywords[0]);
  else
    snprintf(out, size, "%s for '%s'", name, field);
}

static void report_unknown_keyword(tta_parser *p, tta_enum which, tta_node_id item) {
  tta_span span = unknown_part(p, which, item);
  tta_str word = TTA_SPAN_TEXT(p->text, span);
  const char *nearest = tta_enum_nearest(which, word);
  char list[320];
  list_keywords(which, list, sizeof list);
  tta_diagnostic *d =
      tta_report_add(p->report, TTA_RULE_unknown_keyword, span, "unknown %s '%.*s'%s%s%s expected one of %s",
                     tta_enums[which].description, TTA_STR_START(word),
                     nearest ? "; did you mean '" : ",", nearest ? nearest : "", nearest ? "'?" : "", list);
  if (nearest) tta_report_fix(p->report, d, span, (tta_str){nearest, strlen(nearest)}, "replace with '%s'", nearest);
}

static bool is_word(tta_parser *p, tta_node_id id) {
  return at(p, id)->kind == TTA_NODE_WORD || at(p, id)->kind == TTA_NODE_SCALAR;
}

/* ---- brackets around a value ------------------------------------------------------------------------------------- */

static char wanted_opener(const tta_field_spec *spec) {
  switch ((tta_class)spec->class) {
  case TTA_CLASS_LIST: return '[';
  case TTA_CLASS_COORD: case TTA_CLASS_TIGHT: return '(';
  case TTA_CLASS_ATTR: case TTA_CLASS_QUALIFIED: case TTA_CLASS_WRITTEN:
    return tta_attributes[spec->argument].print == TTA_PRINT_ANGLE ? '<' : 0;
  default: return 0;
  }
}

/* Whether the values from `first` on are what the brackets of the field enclose. */
static bool fits_inside(tta_parser *p, const tta_field_spec *spec, tta_node_id first, tta_dialect dialect) {
  if (!first || (at(p, first)->flags & TTA_NODE_KEYED)) return false;
  tta_node_id second = at(p, first)->next;
  switch (wanted_opener(spec)) {
  case '[': {
    tta_field_spec element = {spec->field, spec->element, 0, spec->argument, false, false};
    tta_node_id e = first;
    while (e && tta_item_fits(p, &element, e, dialect)) e = at(p, e)->next;
    return !e;
  }
  case '(':
    return second && !at(p, second)->next && at(p, first)->kind == TTA_NODE_INT && at(p, second)->kind == TTA_NODE_INT;
  case '<': {
    const tta_form *form = &tta_attributes[spec->argument].forms[0];
    for (uint32_t i = 1; i < form->num_fields; i++)
      if (!form->fields[i].optional) return false;
    return !second && form->num_fields && tta_item_fits(p, &form->fields[0], first, dialect);
  }
  }
  return !second && tta_value_fits(p, spec, first, dialect);
}

/* A value that lacks its brackets, has other ones, or has some where there are none: `2x2` for `<2x2>`. */
static bool report_brackets(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect) {
  enum { MAX_TEXT = 256 };
  char wanted = wanted_opener(spec), found = tta_opener_of(p, item), text[MAX_TEXT];
  if (wanted == found) return false;
  tta_node_id next = at(p, item)->next; /* the item is looked at alone */
  uint8_t flags = at(p, item)->flags;
  tta_field_spec of_value = *spec;
  if (!found) at(p, item)->next = 0, at(p, item)->flags &= (uint8_t)~TTA_NODE_KEYED;
  of_value.keyed = false;
  p->trying++;
  bool ok = fits_inside(p, &of_value, found ? at(p, item)->first : item, dialect);
  p->trying--;
  at(p, item)->next = next;
  at(p, item)->flags = (uint8_t)(at(p, item)->flags | (flags & TTA_NODE_KEYED));
  bool around = !ok && wanted == '<' && found == '['; /* `[..]` for `<[..]>` */
  if (around) {
    at(p, item)->next = 0, at(p, item)->flags &= (uint8_t)~TTA_NODE_KEYED;
    p->trying++;
    ok = fits_inside(p, &of_value, item, dialect);
    p->trying--;
    at(p, item)->next = next, at(p, item)->flags = (uint8_t)(at(p, item)->flags | (flags & TTA_NODE_KEYED));
  }
  if (!ok) return false;
  tta_span span = value_span(p, item);
  bool drops = found && !around;
  tta_str inner = {p->text + span.begin + drops, span.end - span.begin - (drops ? 2 : 0)};
  char opened[2] = {wanted, 0}, closed[2] = {wanted ? tta_closing_of(wanted) : 0, 0}, shown[64];
  const char *field = tta_field_name((tta_field)spec->field);
  describe_found(p, item, shown, sizeof shown);
  tta_diagnostic *d =
      wanted ? tta_report_add(p->report, TTA_RULE_syntax, span, "expected '%c' before the value of '%s', found '%s'",
                              wanted, field, shown)
             : tta_report_add(p->report, TTA_RULE_syntax, span, "expected %s for '%s' without brackets, found '%s'",
                              class_name(spec), field, shown);
  if (inner.size + 3 > sizeof text) return true;
  snprintf(text, sizeof text, "%s%.*s%s", opened, (int)inner.size, inner.data, closed);
  tta_report_fix(p->report, d, span, tta_str_from(text), "write '%s'", text);
  return true;
}

/* ---- values of the wrong kind ------------------------------------------------------------------------------------ */

/* `0` for `zero`. */
static bool is_number_for_keyword(tta_parser *p, tta_enum which, tta_node_id item) {
  bool number = at(p, item)->kind == TTA_NODE_INT || at(p, item)->kind == TTA_NODE_FLOAT;
  return number && tta_enum_nearest(which, tta_node_text(p->tree, item));
}

/* A value in its right place that is not of the right kind: reports what is wrong inside it where that is known.
 * `later` is a field that it fits: the one at its place is missing. */
static void report_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                         const tta_field_spec *later) {
  tta_node *n = at(p, item);
  tta_class class = (tta_class)spec->class;
  char found[64], expected[200];
  if ((class == TTA_CLASS_WORD || class == TTA_CLASS_FLAGS) && !later &&
      (is_word(p, item) || n->kind == TTA_NODE_FLAGS || (spec->keyed && n->kind == TTA_NODE_INT) ||
       is_number_for_keyword(p, (tta_enum)spec->argument, item))) {
    report_unknown_keyword(p, (tta_enum)spec->argument, item);
    return;
  }
  if (class >= TTA_CLASS_ATTR && class <= TTA_CLASS_WRITTEN && n->kind == TTA_NODE_BODY) {
    bool brace = p->text[n->begin] == '{';
    if (!brace || tta_attributes[spec->argument].print == TTA_PRINT_BRACE) {
      tta_assign_fields(p, item, (tta_attribute)spec->argument, dialect); /* not trying: reports */
      return;
    }
  }
  if (class == TTA_CLASS_LIST && n->kind == TTA_NODE_LIST) {
    tta_field_spec element = {spec->field, spec->element, 0, spec->argument, false, false};
    for (tta_node_id e = n->first; e; e = at(p, e)->next) {
      if (tta_item_fits(p, &element, e, dialect)) continue;
      if (at(p, e)->flags & TTA_NODE_KEYED) tta_report_named_element(p, spec, e);
      else report_value(p, &element, e, dialect, NULL);
      return;
    }
  }
  if (class == TTA_CLASS_TYPED_INT && n->kind == TTA_NODE_TYPED && at(p, n->first)->kind == TTA_NODE_INT) {
    tta_node_id type = at(p, n->first)->next;
    describe_found(p, type, found, sizeof found);
    tta_report_fix(p->report,
                   tta_report_add(p->report, TTA_RULE_syntax, value_span(p, type),
                                  "expected the type i32 for '%s', found '%s'",
                                  tta_field_name((tta_field)spec->field), found),
                   value_span(p, type), tta_str_from("i32"), "replace with 'i32'");
    return;
  }
  bool numeric = (class >= TTA_CLASS_DIMS && class <= TTA_CLASS_TYPED_INT) ||
                 (class >= TTA_CLASS_COORD && class <= TTA_CLASS_INDEX);
  tta_node_id wide = numeric ? tta_first_wide(p, item) : 0;
  if (wide) {
    tta_report_add(p->report, TTA_RULE_integer_range, value_span(p, wide), "integer does not fit 64 bits");
    return;
  }
  if ((class == TTA_CLASS_DIMS || class == TTA_CLASS_SPACED) && n->kind == TTA_NODE_DIMS) {
    tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item), "expected static shape: '?' is not allowed in '%s'",
                   tta_field_name((tta_field)spec->field));
    return;
  }
  if ((class == TTA_CLASS_DIMS || class == TTA_CLASS_SPACED) && tta_is_hex(p, n)) {
    snprintf(expected, sizeof expected, "%lld", (long long)n->integer);
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item),
                                       "expected decimal extents in '%s': '0x' in a shape is the extent 0 before "
                                       "an 'x'",
                                       tta_field_name((tta_field)spec->field));
    tta_report_fix(p->report, d, value_span(p, item), tta_str_from(expected), "the number as decimal");
    return;
  }
  if (!later && n->kind != TTA_NODE_ALIAS && report_brackets(p, spec, item, dialect)) return;
  describe_found(p, item, found, sizeof found);
  if (n->kind == TTA_NODE_ALIAS && !later) {
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_alias_kind, value_span(p, item),
                                       "expected %s for '%s', but the alias %s is something else", class_name(spec),
                                       tta_field_name((tta_field)spec->field), found);
    tta_report_note(p->report, d, p->tree->aliases[n->index].span, "defined here");
    return;
  }
  describe_expected(spec, expected, sizeof expected);
  tta_diagnostic *d = tta_report_add(
      p->report, TTA_RULE_syntax, value_span(p, item), "expected %s%s%s%s, found '%s'", expected,
      later ? " before '" : "", later ? tta_field_name((tta_field)later->field) : "", later ? "'" : "", found);
  if (later) tta_fix_exchanged(p, spec, item, dialect, d);
  else if (!tta_fix_value(p, spec, item, d)) tta_fix_extra_value(p, spec, item, dialect, d);
}

/* ---- keys, commas, missing fields ----------------------------------------------------------------------------- */

/* `mesh = 1x2` in #tt.mesh, which has a field of another name there, and no key. */
static bool report_bare_key(tta_parser *p, tta_attribute attribute, tta_node_id item) {
  const tta_field_spec *spec = &tta_attributes[attribute].forms[0].fields[0];
  if (spec->class != TTA_CLASS_NAMED_DIMS) return false;
  tta_span span = key_span(p, item);
  char quoted[64];
  tta_buf text = tta_buf_fixed(quoted, sizeof quoted);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, span, "expected %s: the name must be in quotes",
                                     class_name(spec));
  if (span.end - span.begin + 2 > sizeof quoted) return true;
  tta_buf_char(&text, '"');
  tta_buf_bytes(&text, p->text + span.begin, span.end - span.begin);
  tta_buf_char(&text, '"');
  tta_report_fix(p->report, d, span, tta_buf_view(&text), "put it in quotes");
  return true;
}

static bool is_positional(const tta_form *form, uint32_t field) { return tta_form_has(form, field, false); }

/* Whether some form has the field with a key. */
static bool has_key(tta_attribute attribute, tta_field field) {
  for (int f = 0; f < TTA_MAX_FORMS; f++)
    if (tta_form_has(&tta_attributes[attribute].forms[f], field, true)) return true;
  return false;
}

static void fix_named_position(tta_parser *p, tta_node_id item, tta_diagnostic *d) {
  tta_span key = key_span(p, item);
  tta_report_fix(p->report, d, (tta_span){key.begin, value_span(p, item).begin}, (tta_str){"", 0}, "remove '%.*s ='",
                 (int)(key.end - key.begin), p->text + key.begin);
}

/* @param message the name of the key follows it; NULL: that the attribute has no such field */
static void report_unknown_key(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id item,
                               const tta_form *form, const char *message) {
  if (report_bare_key(p, attribute, item)) return;
  tta_span span = key_span(p, item);
  tta_str key = TTA_SPAN_TEXT(p->text, span);
  tta_field field = tta_meant_key(p, attribute, body, item, form, key);
  const char *nearest = field ? tta_field_name(field) : NULL;
  if (field && !message && is_positional(form, field) && !has_key(attribute, field)) {
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, span,
                                       "%s has no field '%.*s'; field '%s' is written without its name",
                                       tta_attributes[attribute].mnemonic, TTA_STR_START(key), nearest);
    fix_named_position(p, item, d);
    return;
  }
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, span, "%s%s%.*s%s",
                                     message ? message : tta_attributes[attribute].mnemonic,
                                     message ? "" : " has no field '", TTA_STR_START(key), message ? "" : "'");
  tta_report_suggest(p->report, d, span, nearest);
}

void tta_report_missing_comma(tta_parser *p, tta_node_id before, tta_node_id item) {
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, key_span(p, item), "expected ',' before '%s'",
                                     tta_field_name((tta_field)at(p, item)->field));
  uint32_t end = value_span(p, before).end;
  tta_report_fix(p->report, d, (tta_span){end, end}, (tta_str){",", 1}, "insert ','");
}

void tta_report_extra_comma(tta_parser *p, tta_attribute attribute, tta_node_id before, tta_node_id item) {
  uint32_t end = value_span(p, before).end;
  const char *comma = memchr(p->text + end, ',', key_span(p, item).begin - end);
  if (!comma) return;
  tta_span span = {(uint32_t)(comma - p->text), (uint32_t)(comma - p->text) + 1};
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "unexpected ',' before '%s'",
                                     tta_field_name((tta_field)at(p, item)->field));
  tta_report_fix(p->report, d, span, (tta_str){"", 0}, "fields of %s have no comma between them",
                 tta_attributes[attribute].mnemonic);
}

/* An item after the last field of the form. */
static void report_extra_field(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id before,
                               tta_node_id item) {
  tta_str text = tta_node_text(p->tree, item);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item),
                                     "expected '%c' after the last field of %s, found '%.*s%s'",
                                     p->text[at(p, body)->end - 1] == '}' ? '}' : '>',
                                     tta_attributes[attribute].mnemonic, TTA_STR_CUT(text));
  if (before && tta_str_equal(text, tta_node_text(p->tree, before))) /* it is written twice */
    tta_report_fix(p->report, d, (tta_span){value_span(p, before).end, value_span(p, item).end}, (tta_str){"", 0},
                   "remove '%.*s'", TTA_STR_START(text));
}

/* `<0,0, 7,0>` for `<(0,0), (7,0)>`: four numbers in an attribute with a form of two coordinates. */
static bool report_bare_coordinates(tta_parser *p, const tta_misfit *m) {
  enum { MAX_TEXT = 100 };
  const tta_form *forms = tta_attributes[m->attribute].forms, *pair = NULL;
  for (int f = 0; f < TTA_MAX_FORMS && forms[f].fields && !pair; f++) {
    bool two = forms[f].num_fields == 2 && !forms[f].fields[0].keyed && !forms[f].fields[1].keyed;
    if (two && wanted_opener(&forms[f].fields[0]) == '(' && wanted_opener(&forms[f].fields[1]) == '(') pair = &forms[f];
  }
  char text[MAX_TEXT];
  tta_buf out = tta_buf_fixed(text, sizeof text);
  uint32_t count = 0;
  bool bare = false;
  tta_node_id first = pair ? at(p, m->body)->first : 0;
  tta_span span = value_span(p, first);
  for (tta_node_id i = first; i; i = at(p, i)->next) {
    bool single = at(p, i)->kind == TTA_NODE_INT || (at(p, i)->kind == TTA_NODE_DIMS && at(p, i)->index == 1);
    tta_node_id second = at(p, i)->kind == TTA_NODE_COORD ? at(p, at(p, i)->first)->next : 0;
    bool coordinate = second && !at(p, second)->next && count % 2 == 0;
    bare |= single;
    if (!(single || coordinate) || (at(p, i)->flags & TTA_NODE_KEYED)) return false;
    tta_str number = tta_node_text(p->tree, i);
    tta_buf_printf(&out, "%s%.*s", coordinate ? "" : count % 2 ? "," : "(", TTA_STR_ARGS(number));
    count += coordinate ? 2 : 1;
    if (single && count % 2 == 0) tta_buf_char(&out, ')');
    if (count == 2) tta_buf_str(&out, ", ");
    span.end = value_span(p, i).end;
  }
  if (count != 4 || !bare) return false;
  const char *name = tta_attributes[m->attribute].mnemonic;
  if (out.failed) { /* no core has such numbers: there is no text to write */
    tta_report_add(p->report, TTA_RULE_syntax, span, "expected two coordinates in %s", name);
    return true;
  }
  tta_str pairs = tta_buf_view(&out);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "expected two coordinates in %s; write '%.*s'",
                                     name, TTA_STR_ARGS(pairs));
  tta_report_fix(p->report, d, span, pairs, "write '%.*s'", TTA_STR_ARGS(pairs));
  return true;
}

/* `<2, 2>` for `<2x2>`: extents that are separated by commas. */
static bool report_commas_in_shape(tta_parser *p, const tta_misfit *m) {
  enum { MAX_TEXT = 128 };
  char text[MAX_TEXT];
  tta_node_id before = m->before, item = m->item;
  const tta_field_spec *shape = m->previous;
  if (!shape) return false;
  bool named = shape->class == TTA_CLASS_NAMED_DIMS && at(p, before)->kind == TTA_NODE_NAMED_DIMS;
  tta_node_id extents = named ? at(p, at(p, before)->first)->next : before; /* `"mesh" = 1, 2` */
  /* `<16384, 4096, 1>` for `<16384x4096, 1>`: the number after the shape was taken for the next field */
  bool shifted = shape->class == TTA_CLASS_INT && shape > m->form->fields && shape[-1].class == TTA_CLASS_DIMS &&
                 at(p, at(p, m->body)->first)->next == before && at(p, item)->kind == TTA_NODE_INT;
  if (shifted) item = before, before = at(p, m->body)->first, shape--;
  tta_node_kind kind = (tta_node_kind)at(p, item)->kind;
  if (!named) extents = before;
  if ((shape->class != TTA_CLASS_DIMS && !named) || at(p, extents)->index != 1 ||
      (at(p, item)->flags & TTA_NODE_KEYED) || (kind != TTA_NODE_INT && kind != TTA_NODE_DIMS))
    return false;
  if (named) before = extents;
  tta_span span = value_span(p, before), comma = {span.end, value_span(p, item).begin};
  size_t size = (size_t)snprintf(text, sizeof text, "%.*s", TTA_STR_ARGS(tta_node_text(p->tree, before)));
  for (tta_node_id i = item; i && (!shifted || i != m->item); i = at(p, i)->next) {
    tta_str extent = tta_node_text(p->tree, i);
    kind = (tta_node_kind)at(p, i)->kind;
    if ((at(p, i)->flags & TTA_NODE_KEYED) || (kind != TTA_NODE_INT && kind != TTA_NODE_DIMS)) break;
    bool several = kind == TTA_NODE_DIMS && at(p, i)->index > 1; /* `1, 16384x4096`: another shape */
    if (several || size + extent.size + 2 > sizeof text) return false;
    size += (size_t)snprintf(text + size, sizeof text - size, "x%.*s", TTA_STR_ARGS(extent));
    span.end = value_span(p, i).end;
  }
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, comma,
                                     "expected 'x' between the extents of '%s', found ','; did you mean '%s'?",
                                     tta_field_name((tta_field)shape->field), text);
  tta_report_fix(p->report, d, span, tta_str_from(text), "replace with '%s'", text);
  return true;
}

/* `64x128` for `logical_shape = 64x128`: the value of a field without its key. One fix-it for all such values. */
static bool report_missing_keys(tta_parser *p, const tta_misfit *m) {
  enum { MAX_TEXT = 80 };
  char text[MAX_TEXT], found[64];
  tta_diagnostic *d = NULL;
  uint32_t next = m->next;
  for (tta_node_id item = m->item; item && !(at(p, item)->flags & TTA_NODE_KEYED); item = at(p, item)->next, next++) {
    const tta_field_spec *spec = NULL;
    for (; next < m->form->num_fields && !spec; next += !spec) {
      tta_field_spec bare = m->form->fields[next];
      bare.keyed = false;
      if (tta_value_fits(p, &bare, item, m->dialect)) spec = &m->form->fields[next];
      else if (!bare.optional) break;
    }
    bool certain = spec && (spec->class == TTA_CLASS_DENSE || spec->class == TTA_CLASS_INTEGER_MAP);
    if (certain && next + 1 < m->form->num_fields && spec[1].class == spec->class) spec++, next++; /* its later name */
    if (!spec || !spec->keyed || (!d && spec->optional && !certain)) break;
    const char *field = tta_field_name((tta_field)spec->field);
    tta_span begin = {value_span(p, item).begin, value_span(p, item).begin};
    snprintf(text, sizeof text, "%s = ", field);
    describe_found(p, item, found, sizeof found);
    if (d) {
      tta_report_edit(p->report, d, begin, tta_str_from(text));
      continue;
    }
    d = tta_report_add(p->report, TTA_RULE_missing_key, value_span(p, item),
                       "expected '%s' here: %s needs the field '%s'; write '%s%s'", field,
                       tta_attributes[m->attribute].mnemonic, field, text, found);
    tta_report_fix(p->report, d, begin, tta_str_from(text), "insert '%s'", text);
    if (!d) return true;
  }
  return d != NULL;
}

static bool value_fits_later(tta_parser *p, const tta_misfit *m, uint32_t from, const tta_field_spec **later) {
  *later = NULL;
  p->trying++;
  for (uint32_t i = from; i < m->form->num_fields && !*later; i++)
    if (tta_item_fits(p, &m->form->fields[i], m->item, m->dialect)) *later = &m->form->fields[i];
  p->trying--;
  return *later;
}

/* A list of bodies whose first key is a field of the elements of this field. */
static bool names_field_of(tta_parser *p, tta_node_id item, const tta_field_spec *spec) {
  if (spec->keyed || spec->class != TTA_CLASS_LIST || at(p, item)->kind != TTA_NODE_LIST) return false;
  bool bodies = spec->element >= TTA_CLASS_ATTR && spec->element <= TTA_CLASS_WRITTEN;
  tta_node_id body = at(p, item)->first, first = body ? at(p, body)->first : 0;
  return bodies && first && at(p, body)->kind == TTA_NODE_BODY && (at(p, first)->flags & TTA_NODE_KEYED) &&
         at(p, first)->field && tta_attribute_has_field((tta_attribute)spec->argument, (tta_field)at(p, first)->field);
}

/* `<l1>` where the keyword is expected without brackets. */
static bool encloses_keyword(tta_parser *p, tta_node_id item, const tta_field_spec *spec) {
  bool body = tta_opener_of(p, item) || at(p, item)->kind == TTA_NODE_ATTRIBUTE; /* `#tt.memory_space<l1>` */
  tta_node_id inner = body ? at(p, item)->first : 0;
  return inner && !at(p, inner)->next && is_word(p, inner) && !(at(p, inner)->flags & TTA_NODE_KEYED) &&
         tta_enum_find((tta_enum)spec->argument, tta_node_text(p->tree, inner)) >= 0;
}

/* The field that the value of an item without a key was meant for. Of several keywords the one with a near word. */
static const tta_field_spec *meant_field(tta_parser *p, const tta_misfit *m, const tta_field_spec *required) {
  const tta_field_spec *meant = NULL;
  const tta_node *n = at(p, m->item);
  bool keyed = n->flags & TTA_NODE_KEYED;
  bool word = is_word(p, m->item) || n->kind == TTA_NODE_FLAGS || n->kind == TTA_NODE_INT; /* `11` for `l1` */
  for (uint32_t i = m->next; i < m->form->num_fields; i++) {
    const tta_field_spec *s = &m->form->fields[i];
    if (names_field_of(p, m->item, s)) return s;
    if (s->keyed == keyed && (!keyed || s->field == n->field)) {
      bool keyword = s->class == TTA_CLASS_WORD || s->class == TTA_CLASS_FLAGS;
      bool near = !keyed && word && keyword && tta_enum_nearest((tta_enum)s->argument, tta_node_text(p->tree, m->item));
      if (near || (!keyed && keyword && encloses_keyword(p, m->item, s))) return s;
      if (!meant && (!keyword || word || keyed || !s->optional)) meant = s;
    }
    if (s == required) break;
  }
  return meant;
}

/* The earlier item with the field of `item`; 0 = none. */
static tta_node_id first_given(tta_parser *p, tta_node_id body, tta_node_id item) {
  tta_node_id i = at(p, body)->first;
  uint32_t field = at(p, item)->field;
  while (i != item && (!(at(p, i)->flags & TTA_NODE_KEYED) || at(p, i)->field != field)) i = at(p, i)->next;
  return i == item || !field ? 0 : i;
}

/* The messages of the parsers that mlir-tblgen generates for struct(...), and after them what helps. */
#define UNKNOWN_PARAMETER "duplicate or unknown struct parameter name: "
#define MISSING_PARAMETER "struct is missing required parameter: "

void tta_report_struct_field(tta_parser *p, const tta_misfit *m) {
  char found[64];
  tta_node_id seen = first_given(p, m->body, m->item);
  if (!(at(p, m->item)->flags & TTA_NODE_KEYED)) {
    describe_found(p, m->item, found, sizeof found);
    tta_report_add(p->report, TTA_RULE_syntax, value_span(p, m->item), "expected `name = value` in %s, found '%s'",
                   tta_attributes[m->attribute].mnemonic, found);
  } else if (!m->previous) {
    report_unknown_key(p, m->attribute, m->body, m->item, NULL, UNKNOWN_PARAMETER);
  } else if (seen) {
    tta_span key = key_span(p, m->item);
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_duplicate_key, key, UNKNOWN_PARAMETER "%.*s",
                                       (int)(key.end - key.begin), p->text + key.begin);
    tta_report_note(p->report, d, key_span(p, seen), "first given here");
  } else {
    report_value(p, m->previous, m->item, m->dialect, NULL);
  }
}

void tta_report_missing_parameter(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_field field) {
  tta_report_add(p->report, TTA_RULE_missing_key, (tta_span){at(p, body)->end - 1, at(p, body)->end},
                 MISSING_PARAMETER "%s; %s needs the field '%s'", tta_field_name(field),
                 tta_attributes[attribute].mnemonic, tta_field_name(field));
}

/* `sharded, l1` for `l1, sharded`: the value of a field that is before the last one. */
static bool report_earlier_field(tta_parser *p, const tta_misfit *m) {
  const tta_field_spec *fields = m->form->fields, *earlier = NULL;
  p->trying++;
  for (uint32_t i = 0; m->previous && &fields[i] < m->previous && !earlier; i++)
    if (!fields[i].keyed && tta_item_fits(p, &fields[i], m->item, m->dialect)) earlier = &fields[i];
  p->trying--;
  for (tta_node_id i = at(p, m->body)->first; earlier && i != m->item; i = at(p, i)->next)
    if (at(p, i)->field == earlier->field) earlier = NULL; /* it is given already */
  if (!earlier) return false;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, value_span(p, m->item),
                                     "field '%s' is out of order; expected it before '%s'",
                                     tta_field_name((tta_field)earlier->field),
                                     tta_field_name((tta_field)m->previous->field));
  tta_span before = value_span(p, m->before), item = value_span(p, m->item);
  if (m->previous->keyed) return true;
  tta_str text = TTA_SPAN_TEXT(p->text, item);
  tta_report_fix(p->report, d, before, text, "swap the two fields");
  tta_report_edit(p->report, d, item, TTA_SPAN_TEXT(p->text, before));
  return true;
}

/* `grid = <1x1>` where the field is told by its position. */
static bool report_named_position(tta_parser *p, const tta_misfit *m) {
  uint32_t field = at(p, m->item)->field;
  if (!field || !is_positional(m->form, field)) return false;
  tta_span key = key_span(p, m->item);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, key, "field '%s' is written without its name",
                                     tta_field_name((tta_field)field));
  fix_named_position(p, m->item, d);
  return true;
}

/* A field of the form that belongs before those that were read. */
static bool report_late_field(tta_parser *p, const tta_misfit *m) {
  tta_field field = (tta_field)at(p, m->item)->field;
  uint32_t place = 0;
  while (place < m->next && (m->form->fields[place].field != field || !m->form->fields[place].keyed)) place++;
  if (place == m->next) return false;
  tta_fix_late_field(p, m, tta_report_add(p->report, TTA_RULE_syntax, key_span(p, m->item),
                                          "field '%s' is out of order; the order of the fields of %s is fixed",
                                          tta_field_name(field), tta_attributes[m->attribute].mnemonic));
  return true;
}

/* `exactGrid` for `exactGrid = true`. */
static bool report_field_without_value(tta_parser *p, const tta_misfit *m) {
  tta_field field = at(p, m->item)->kind == TTA_NODE_WORD ? tta_field_find(tta_node_text(p->tree, m->item)) : 0;
  if (!field || !tta_form_has(m->form, field, true)) return false;
  tta_span span = value_span(p, m->item);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "expected '=' and a value after '%s'",
                                     tta_field_name(field));
  bool apart = *tta_skip_gap(p->text + value_span(p, m->body).end, p->section_end) == '='; /* `exactGrid> = true` */
  for (uint32_t i = 0; !apart && i < m->form->num_fields; i++) {
    tta_class class = (tta_class)m->form->fields[i].class;
    if (m->form->fields[i].field != field || (class != TTA_CLASS_BOOL && class != TTA_CLASS_DIMS)) continue;
    bool boolean = class == TTA_CLASS_BOOL; /* a shape can be empty: `meshShape = ,` */
    tta_report_fix(p->report, d, (tta_span){span.end, span.end}, tta_str_from(boolean ? " = true" : " ="),
                   boolean ? "insert '= true'" : "insert '='");
  }
  return true;
}

void tta_report_misfit(tta_parser *p, const tta_misfit *m) {
  tta_node *n = at(p, m->item);
  bool keyed = n->flags & TTA_NODE_KEYED;
  const char *name = tta_attributes[m->attribute].mnemonic;
  const tta_field_spec *required = NULL, *later = NULL;
  for (uint32_t i = m->next; i < m->form->num_fields && !required; i++)
    if (!m->form->fields[i].optional) required = &m->form->fields[i];
  uint32_t after = required ? (uint32_t)(required - m->form->fields) + 1 : m->form->num_fields;
  tta_node_id seen = keyed ? first_given(p, m->body, m->item) : 0;
  tta_span span = keyed ? key_span(p, m->item) : value_span(p, m->item);
  if (keyed && m->before && !m->commas_are_optional && (n->flags & TTA_NODE_JUXTAPOSED)) {
    tta_report_missing_comma(p, m->before, m->item);
    return;
  }
  if (keyed && (!n->field || !tta_attribute_has_field(m->attribute, (tta_field)n->field))) {
    report_unknown_key(p, m->attribute, m->body, m->item, m->form, NULL);
    return;
  }
  if (seen) {
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_duplicate_key, span, "field '%s' is given twice",
                                       tta_field_name((tta_field)n->field));
    tta_report_note(p->report, d, key_span(p, seen), "first given here");
    return;
  }
  if (keyed && report_named_position(p, m)) return;
  if (keyed && report_late_field(p, m)) return;
  bool positional = required && !required->keyed;
  if (!keyed && ((!positional && report_field_without_value(p, m)) || tta_report_other_attribute(p, m))) return;
  if (report_bare_coordinates(p, m) || report_commas_in_shape(p, m) || (!keyed && report_missing_keys(p, m))) return;
  const tta_field_spec *meant = meant_field(p, m, required);
  if (required && (meant == required || !meant) && value_fits_later(p, m, after, &later) && !required->keyed)
    report_value(p, required, m->item, m->dialect, later);
  else if (meant && (!is_word(p, m->item) || !report_earlier_field(p, m)))
    report_value(p, meant, m->item, m->dialect, NULL);
  else if (meant) return;
  else if (required && required->keyed) {
    const char *field = tta_field_name((tta_field)required->field);
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_missing_key, span,
                                       "expected '%s' here: %s needs the field '%s'", field, name, field);
    if (keyed && !tta_form_has(m->form, n->field, true) && tta_value_fits(p, required, m->item, m->dialect))
      tta_report_fix(p->report, d, span, tta_str_from(field), "replace with '%s'", field);
    else tta_fix_early_field(p, m, required->field, d);
  }
  else if (required) report_value(p, required, m->item, m->dialect, NULL);
  else if (keyed)
    tta_fix_late_field(p, m, tta_report_add(p->report, TTA_RULE_syntax, span,
                                            "field '%s' is out of order; the order of the fields of %s is fixed",
                                            tta_field_name((tta_field)n->field), name));
  else if (!report_earlier_field(p, m)) report_extra_field(p, m->attribute, m->body, m->before, m->item);
}

void tta_report_missing_field(tta_parser *p, tta_attribute attribute, const tta_field_spec *spec, tta_span end) {
  char expected[200];
  const char *name = tta_attributes[attribute].mnemonic, *field = tta_field_name((tta_field)spec->field);
  describe_expected(spec, expected, sizeof expected);
  if (spec->keyed)
    tta_report_add(p->report, TTA_RULE_missing_key, end, "expected '%s': %s needs the field '%s'", field, name, field);
  else
    tta_report_add(p->report, TTA_RULE_syntax, end, "expected %s of %s, found '%c'", expected, name,
                   p->text[end.begin]);
}

const tta_form *tta_nearest_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect) {
  const tta_form *forms = tta_attributes[attribute].forms, *nearest = &forms[!forms[0].num_fields];
  uint32_t most = 0;
  p->trying++;
  for (int f = 0; f < TTA_MAX_FORMS && forms[f].fields; f++) {
    if (!forms[f].num_fields) continue; /* the bare name */
    tta_node_id first = at(p, body)->first;
    bool alike = first && !!(at(p, first)->flags & TTA_NODE_KEYED) == forms[f].fields[0].keyed;
    uint32_t count = 2u * alike, num_items = 0;
    for (tta_node_id item = first; item; item = at(p, item)->next, num_items++) {
      bool keyed = at(p, item)->flags & TTA_NODE_KEYED, fitting = false;
      for (uint32_t i = 0; i < forms[f].num_fields && !fitting; i++) {
        tta_field_spec spec = forms[f].fields[i];
        if (keyed) fitting = spec.field == at(p, item)->field;
        else spec.keyed = false, fitting = tta_item_fits(p, &spec, item, dialect);
      }
      count += 4u * fitting;
    }
    /* of equal forms the one that starts alike and has as many fields */
    count += first && tta_item_fits(p, &forms[f].fields[0], first, dialect);
    count += num_items <= forms[f].num_fields;
    if (count > most) nearest = &forms[f], most = count;
  }
  p->trying--;
  return nearest;
}
