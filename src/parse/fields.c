/* The items of a body become the fields of an attribute: src/ir/attributes.def has the fields, their order and their
 * types. Every error is reported at the item that does not fit. */
#include <string.h>

#include "base/nearest.h"
#include "ir/eras.h"
#include "ir/synonyms.h"
#include "parse/parser.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

/* ---- does a value fit a class? ----------------------------------------------------------------------------------- */

static bool fits(tta_parser *p, tta_class class, uint8_t element, uint8_t argument, tta_node_id id,
                 tta_dialect dialect);

/* A word of an enumeration: bare, quoted, or one that is a scalar type (f32, none) or a number (2026) elsewhere. Keeps
 * its place in the table. */
static bool fits_word(tta_parser *p, tta_enum which, tta_node_id id) {
  tta_node *n = at(p, id);
  if (n->kind != TTA_NODE_WORD && n->kind != TTA_NODE_SCALAR && n->kind != TTA_NODE_STRING && n->kind != TTA_NODE_INT)
    return false;
  tta_str text = tta_node_text(p->tree, id);
  if (text.data[0] == '"') text = (tta_str){text.data + 1, text.size - 2};
  int place = text.size ? tta_enum_find(which, text) : -1;
  if (place < 0) return false;
  n->index = (uint32_t)place;
  n->kind = TTA_NODE_WORD;
  return true;
}

/* a|b|c: every part is a keyword */
static bool fits_flags(tta_parser *p, tta_enum which, tta_node_id id) {
  if (at(p, id)->kind != TTA_NODE_FLAGS) return fits_word(p, which, id);
  tta_str text = tta_node_text(p->tree, id);
  while (text.size) {
    size_t n = 0;
    while (n < text.size && (text.data[n] == '_' || (text.data[n] >= '0' && text.data[n] <= '9') ||
                             ((text.data[n] | 0x20) >= 'a' && (text.data[n] | 0x20) <= 'z')))
      n++;
    if (n && tta_enum_find(which, (tta_str){text.data, n}) < 0) return false;
    if (!n) n = 1; /* a bar, a blank */
    text = (tta_str){text.data + n, text.size - n};
  }
  return true;
}

static bool fits_dims(tta_parser *p, tta_node_id id) {
  tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_DIMS) {
    tta_shape s = tta_node_shape(p->tree, id);
    for (uint32_t i = 0; i < s.rank; i++)
      if (s.extent[i] < 0) return false; /* `?` */
    return true;
  }
  if (n->kind != TTA_NODE_INT || n->integer < 0 || (n->flags & TTA_NODE_WIDE)) return false;
  int64_t value = n->integer;
  uint32_t first = p->tree->num_dims;
  tta_tree_add_dim(p->tree, value);
  n->kind = TTA_NODE_DIMS;
  n->first = first;
  n->index = p->tree->num_dims - first;
  return true;
}

static bool is_integer(const tta_node *n) { return n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE); }

/* The first number of `(7, 3)`, `2(0, 1)`, `1 : i32`, `"mesh" = 2`, or the number itself, that does not fit 64 bits;
 * 0 = none. */
static tta_node_id first_wide(tta_parser *p, tta_node_id id) {
  const tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_INT) return is_integer(n) ? 0 : id;
  if (n->kind != TTA_NODE_COORD && n->kind != TTA_NODE_AXIS && n->kind != TTA_NODE_TYPED &&
      n->kind != TTA_NODE_NAMED_DIMS)
    return 0;
  for (tta_node_id c = n->first; c; c = at(p, c)->next)
    if (at(p, c)->flags & TTA_NODE_WIDE) return c;
  return 0;
}

/* A number that was taken for a shape: one extent, or `0x40`, which is hexadecimal where no shape is meant. */
static bool fits_integer(tta_parser *p, tta_node_id id) {
  tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_INT) return is_integer(n);
  tta_str text = tta_node_text(p->tree, id);
  int64_t value = 0;
  if (n->kind != TTA_NODE_DIMS || !text.size) return false;
  size_t i = text.size > 2 && text.data[0] == '0' && text.data[1] == 'x' ? 2 : 0, digits = text.size - i;
  if (digits > 15) return false;
  for (; i < text.size; i++) {
    if (text.data[i] < '0' || text.data[i] > '9') return false;
    value = value * (digits == text.size ? 10 : 16) + (text.data[i] - '0');
  }
  n->kind = TTA_NODE_INT;
  n->integer = value;
  return true;
}

static bool fits_map(tta_parser *p, tta_node_id id, tta_node_id target) {
  if (at(p, target)->kind != TTA_NODE_MAP && at(p, target)->kind != TTA_NODE_MAP_ATTR) return false;
  if (at(p, id)->kind != TTA_NODE_MAP) at(p, id)->flags |= TTA_NODE_PLAIN_MAP;
  return true;
}

static bool is_type(tta_parser *p, tta_node_id id) {
  const tta_node *n = at(p, id);
  return n->kind >= TTA_NODE_SCALAR || (n->kind == TTA_NODE_ATTRIBUTE && tta_attributes[n->index].sigil == '!') ||
         (n->kind == TTA_NODE_OPAQUE && p->text[n->begin] == '!');
}

/* A body that fitted one attribute may fit another one as well. */
static void make_body_again(tta_parser *p, tta_node_id id) {
  tta_node *n = at(p, id);
  for (tta_node_id c = n->first; c; c = at(p, c)->next) at(p, c)->flags &= (uint8_t)~TTA_NODE_ELIDED;
  const tta_node *first = at(p, n->first);
  if (first->kind == TTA_NODE_DIMS && first->begin == first->end && !first->next) n->first = 0; /* add_empty_shape */
  n->kind = TTA_NODE_BODY;
}

/* An attribute-typed parameter: the attribute in full, or its body alone. */
static bool fits_attribute(tta_parser *p, tta_attribute attribute, tta_node_id id, tta_dialect dialect) {
  tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_ATTRIBUTE && n->index != attribute && !(n->flags & TTA_NODE_SPELLED)) make_body_again(p, id);
  if (n->kind == TTA_NODE_ATTRIBUTE) return n->index == attribute;
  if (n->kind != TTA_NODE_BODY) return false;
  bool brace = p->text[n->begin] == '{';
  if (brace != (tta_attributes[attribute].print == TTA_PRINT_BRACE) && brace) return false;
  p->trying++;
  tta_node_id first = n->first;
  uint32_t flags = n->flags;
  bool ok = tta_assign_fields(p, id, attribute, dialect) != 0 && at(p, id)->kind == TTA_NODE_ATTRIBUTE;
  p->trying--;
  if (!ok) {
    at(p, id)->kind = TTA_NODE_BODY;
    at(p, id)->first = first;
    at(p, id)->flags = (uint8_t)flags;
  }
  return ok;
}

/* Reported where it is defined. */
static bool is_unknown_of_ours(const tta_node *n) { return n->kind == TTA_NODE_OPAQUE && (n->flags & TTA_NODE_OURS); }

static bool fits_list(tta_parser *p, tta_class element, uint8_t argument, tta_node_id id, tta_dialect dialect) {
  if (at(p, id)->kind != TTA_NODE_LIST) return false;
  for (tta_node_id e = at(p, id)->first; e; e = at(p, e)->next)
    if ((at(p, e)->flags & TTA_NODE_KEYED) || !fits(p, element, 0, argument, e, dialect)) return false;
  return true;
}

static bool fits(tta_parser *p, tta_class class, uint8_t element, uint8_t argument, tta_node_id id,
                 tta_dialect dialect) {
  tta_node_id target = tta_node_resolve(p->tree, id);
  tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_ERROR || !target) return true; /* already rejected: its meaning is unknown */
  switch (class) {
  case TTA_CLASS_MAP: return fits_map(p, id, target);
  case TTA_CLASS_INTEGER_MAP: return n->kind == TTA_NODE_MAP_RANK || fits_map(p, id, target);
  case TTA_CLASS_DIMS: return fits_dims(p, id);
  case TTA_CLASS_SPACED:
    if (n->kind == TTA_NODE_COORD || n->kind == TTA_NODE_PAREN_DIMS) return !first_wide(p, id);
    if (!fits_dims(p, id)) return false;
    at(p, id)->flags |= TTA_NODE_LEADING_BLANK;
    return true;
  case TTA_CLASS_NAMED_DIMS: {
    if (n->kind != TTA_NODE_NAMED_DIMS) return false;
    return fits_dims(p, at(p, n->first)->next);
  }
  case TTA_CLASS_INT: return fits_integer(p, id);
  case TTA_CLASS_INDEX: return (n->flags & TTA_NODE_JUXTAPOSED) && is_integer(n);
  case TTA_CLASS_TYPED_INT:
    return is_integer(n->kind == TTA_NODE_TYPED ? at(p, n->first) : n);
  case TTA_CLASS_BOOL: return n->kind == TTA_NODE_BOOL;
  case TTA_CLASS_STRING: return n->kind == TTA_NODE_STRING;
  case TTA_CLASS_SYMBOL: return n->kind == TTA_NODE_SYMBOL;
  case TTA_CLASS_TYPE: return is_type(p, target);
  case TTA_CLASS_MEMREF: return at(p, target)->kind == TTA_NODE_MEMREF;
  case TTA_CLASS_DENSE: return at(p, target)->kind == TTA_NODE_DENSE;
  case TTA_CLASS_COORD:
  case TTA_CLASS_TIGHT:
    if (n->kind != TTA_NODE_COORD || first_wide(p, id)) return false;
    if (class == TTA_CLASS_TIGHT) n->flags |= TTA_NODE_JUXTAPOSED; /* (y,x) without a blank */
    return at(p, n->first)->next && !at(p, at(p, n->first)->next)->next;
  case TTA_CLASS_AXIS:
    if ((n->kind != TTA_NODE_AXIS && n->kind != TTA_NODE_INT) || first_wide(p, id)) return false;
    n->flags |= TTA_NODE_LEADING_BLANK;
    return true;
  case TTA_CLASS_WORD: return fits_word(p, (tta_enum)argument, id);
  case TTA_CLASS_FLAGS: return fits_flags(p, (tta_enum)argument, id);
  case TTA_CLASS_ATTR:
  case TTA_CLASS_QUALIFIED:
  case TTA_CLASS_WRITTEN:
    if (n->kind == TTA_NODE_ALIAS && class == TTA_CLASS_ATTR) n->flags |= TTA_NODE_STRIPPED;
    if (n->kind == TTA_NODE_ALIAS || n->kind == TTA_NODE_OPAQUE) /* an unknown dialect's is let pass */
      return n->kind == TTA_NODE_OPAQUE || is_unknown_of_ours(at(p, target)) ||
             (at(p, target)->kind == TTA_NODE_ATTRIBUTE && at(p, target)->index == argument);
    if (!fits_attribute(p, (tta_attribute)argument, id, dialect)) return false;
    if (class == TTA_CLASS_ATTR) at(p, id)->flags &= (uint8_t)~TTA_NODE_PREFIXED;
    if (class == TTA_CLASS_QUALIFIED) at(p, id)->flags |= TTA_NODE_PREFIXED;
    return true;
  case TTA_CLASS_LIST: return fits_list(p, (tta_class)element, argument, id, dialect);
  }
  return false;
}

static bool fits_spec(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect) {
  const tta_node *n = at(p, item);
  bool keyed = n->flags & TTA_NODE_KEYED;
  if (n->kind == TTA_NODE_INT && (n->flags & TTA_NODE_JUXTAPOSED) && spec->class != TTA_CLASS_INDEX) return false;
  if (keyed != spec->keyed || (keyed && n->field != spec->field)) return false;
  return fits(p, (tta_class)spec->class, spec->element, spec->argument, item, dialect);
}

/* ---- what to say ------------------------------------------------------------------------------------------------- */

static const char *class_name(const tta_field_spec *spec) {
  switch ((tta_class)spec->class) {
  case TTA_CLASS_MAP: return "an affine map such as (d0, d1) -> (d0, d1)";
  case TTA_CLASS_INTEGER_MAP: return "an affine map or map(N)";
  case TTA_CLASS_DIMS: case TTA_CLASS_SPACED: return "a static shape such as 2x4";
  case TTA_CLASS_NAMED_DIMS: return "a name and a shape such as \"mesh\" = 1x2";
  case TTA_CLASS_INT: case TTA_CLASS_TYPED_INT: return "an integer";
  case TTA_CLASS_BOOL: return "true or false";
  case TTA_CLASS_STRING: return "a string";
  case TTA_CLASS_SYMBOL: return "a symbol such as @name";
  case TTA_CLASS_TYPE: return "a type";
  case TTA_CLASS_MEMREF: return "a memref";
  case TTA_CLASS_DENSE: return "a dense<...> literal";
  case TTA_CLASS_COORD: case TTA_CLASS_TIGHT: return "a coordinate such as (0, 0)";
  case TTA_CLASS_AXIS: return "an axis";
  case TTA_CLASS_INDEX: return "an index such as [0]";
  case TTA_CLASS_WORD: case TTA_CLASS_FLAGS: return tta_enums[spec->argument].description;
  case TTA_CLASS_ATTR: case TTA_CLASS_QUALIFIED: case TTA_CLASS_WRITTEN: return tta_attributes[spec->argument].mnemonic;
  case TTA_CLASS_LIST: return "a list in [ ]";
  }
  return "an attribute";
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

static void report_unknown_keyword(tta_parser *p, tta_enum which, tta_node_id item) {
  tta_span span = unknown_part(p, which, item);
  tta_str word = {p->text + span.begin, span.end - span.begin};
  const char *nearest = tta_enum_nearest(which, word);
  char list[320] = "";
  size_t used = 0;
  for (const char *const *k = tta_enums[which].keywords; *k; k++) {
    size_t n = strlen(*k);
    if (used + n + 3 >= sizeof list) break;
    if (used) memcpy(list + used, ", ", 2), used += 2;
    memcpy(list + used, *k, n + 1);
    used += n;
  }
  tta_diagnostic *d =
      tta_report_add(p->report, TTA_RULE_unknown_keyword, span, "unknown %s '%.*s', %s%s%sexpected one of %s",
                     tta_enums[which].description, (int)(word.size > 64 ? 64 : word.size), word.data,
                     nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "", list);
  if (nearest) tta_report_fix(p->report, d, span, (tta_str){nearest, strlen(nearest)}, "replace with '%s'", nearest);
}

static bool is_word(tta_parser *p, tta_node_id id) {
  return at(p, id)->kind == TTA_NODE_WORD || at(p, id)->kind == TTA_NODE_SCALAR;
}

/* A value in its right place that is not of the right kind: says what is wrong inside it where that is known. */
static void report_misfit(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect) {
  tta_node *n = at(p, item);
  tta_class class = (tta_class)spec->class;
  char found[64];
  if ((class == TTA_CLASS_WORD || class == TTA_CLASS_FLAGS) &&
      (is_word(p, item) || n->kind == TTA_NODE_FLAGS || (spec->keyed && n->kind == TTA_NODE_INT))) {
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
    for (tta_node_id e = n->first; e; e = at(p, e)->next)
      if ((at(p, e)->flags & TTA_NODE_KEYED) || !fits(p, (tta_class)spec->element, 0, spec->argument, e, dialect)) {
        tta_field_spec of_element = {spec->field, spec->element, 0, spec->argument, false, false};
        report_misfit(p, &of_element, e, dialect);
        return;
      }
  }
  bool numeric = (class >= TTA_CLASS_DIMS && class <= TTA_CLASS_TYPED_INT) ||
                 (class >= TTA_CLASS_COORD && class <= TTA_CLASS_INDEX);
  tta_node_id wide = numeric ? first_wide(p, item) : 0;
  if (wide) {
    tta_report_add(p->report, TTA_RULE_integer_range, value_span(p, wide), "integer does not fit 64 bits");
    return;
  }
  if ((class == TTA_CLASS_DIMS || class == TTA_CLASS_SPACED) && n->kind == TTA_NODE_DIMS) {
    tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item), "expected static shape: '?' is not allowed in '%s'",
                   tta_field_name((tta_field)spec->field));
    return;
  }
  describe_found(p, item, found, sizeof found);
  if (n->kind == TTA_NODE_ALIAS) {
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_alias_kind, value_span(p, item),
                                       "expected %s for '%s', but the alias %s is something else", class_name(spec),
                                       tta_field_name((tta_field)spec->field), found);
    tta_report_note(p->report, d, p->tree->aliases[n->index].span, "defined here");
    return;
  }
  tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item), "expected %s for '%s', found '%s'", class_name(spec),
                 tta_field_name((tta_field)spec->field), found);
}

static bool has_field(tta_attribute attribute, tta_field field) {
  for (int f = 0; f < TTA_MAX_FORMS; f++)
    for (uint32_t i = 0; i < tta_attributes[attribute].forms[f].num_fields; i++)
      if (tta_attributes[attribute].forms[f].fields[i].field == field) return true;
  return false;
}

/* `mesh = 1x2` in #tt.mesh, which has a field of another name there, and no key. */
static bool report_bare_key(tta_parser *p, tta_attribute attribute, tta_node_id item) {
  const tta_field_spec *spec = &tta_attributes[attribute].forms[0].fields[0];
  if (spec->class != TTA_CLASS_NAMED_DIMS) return false;
  tta_span span = key_span(p, item);
  char quoted[64];
  tta_buf text = {.data = quoted, .capacity = sizeof quoted};
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, span, "expected %s: the name must be in quotes",
                                     class_name(spec));
  if (span.end - span.begin + 2 > sizeof quoted) return true;
  tta_buf_char(&text, '"');
  tta_buf_bytes(&text, p->text + span.begin, span.end - span.begin);
  tta_buf_char(&text, '"');
  tta_report_fix(p->report, d, span, tta_buf_view(&text), "put it in quotes");
  return true;
}

/* @param message the name of the key follows it; NULL: that the attribute has no such field */
static void report_unknown_key(tta_parser *p, tta_attribute attribute, tta_node_id item, const char *message) {
  if (report_bare_key(p, attribute, item)) return;
  tta_span span = key_span(p, item);
  tta_str key = {p->text + span.begin, span.end - span.begin};
  tta_nearest search = tta_nearest_start(key, (uint32_t)key.size / 3 + 1);
  for (tta_field f = 1; f < TTA_NUM_FIELDS; f++)
    if (has_field(attribute, f)) tta_nearest_offer(&search, tta_field_name(f), tta_field_name(f));
  const char *nearest = search.best;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_unknown_key, span, "%s%s%.*s%s%s%s%s",
                                     message ? message : tta_attributes[attribute].mnemonic,
                                     message ? "" : " has no field '", (int)(key.size > 64 ? 64 : key.size), key.data,
                                     message ? "" : "'",
                                     nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
  if (nearest) tta_report_fix(p->report, d, span, (tta_str){nearest, strlen(nearest)}, "replace with '%s'", nearest);
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static bool match_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect,
                       const tta_form *form);

/* Any field of a STRUCT may be the first. */
static bool starts_form(tta_parser *p, const tta_form *form, tta_node_id first, tta_dialect dialect) {
  uint32_t count = form->any_order ? form->num_fields : 1;
  for (uint32_t i = 0; i < count; i++)
    if (fits_spec(p, &form->fields[i], first, dialect)) return true;
  return false;
}

/* The form whose first field the first item fits; where several begin alike, the first that fits as a whole. */
static const tta_form *choose_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect) {
  const tta_form *forms = tta_attributes[attribute].forms, *fitting[TTA_MAX_FORMS], *alike = NULL;
  tta_node_id first = at(p, body)->first;
  if (!forms[1].fields) return &forms[0];
  bool keyed = first && (at(p, first)->flags & TTA_NODE_KEYED);
  uint32_t count = 0;
  p->trying++;
  for (int f = 0; f < TTA_MAX_FORMS && forms[f].fields; f++) {
    if (!forms[f].num_fields) continue; /* the bare name */
    if (first && starts_form(p, &forms[f], first, dialect)) fitting[count++] = &forms[f];
    if (!alike && keyed == forms[f].fields[0].keyed) alike = &forms[f];
  }
  for (uint32_t i = 0; count > 1 && i < count; i++)
    if (match_form(p, body, attribute, dialect, fitting[i])) {
      fitting[0] = fitting[i];
      count = 1;
    }
  p->trying--;
  return count ? fitting[0] : alike ? alike : &forms[!forms[0].num_fields];
}


/* `<>` where the first field is a shape: the shape of rank 0. */
static void add_empty_shape(tta_parser *p, tta_node_id body, const tta_form *form) {
  const tta_field_spec *first = &form->fields[0];
  if (at(p, body)->first || first->class != TTA_CLASS_DIMS || first->keyed || p->text[at(p, body)->begin] == '{')
    return;
  tta_node_id shape = tta_node_new(p->tree, TTA_NODE_DIMS, (tta_span){at(p, body)->end - 1, at(p, body)->end - 1});
  at(p, body)->first = shape;
}

/* In braces the grammar reads items without commas, as upstream printed the groups of cores from 2024-08-16 on
 * (d2077d4360); no other attribute was ever written so. */
static bool commas_are_optional(tta_attribute attribute) {
  return attribute == TTA_ATTR_chip_physical_cores || attribute == TTA_ATTR_chip_physical_helper_cores;
}

static void report_missing_comma(tta_parser *p, tta_node_id before, tta_node_id item) {
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, key_span(p, item), "expected ',' before '%s'",
                                     tta_field_name((tta_field)at(p, item)->field));
  uint32_t end = value_span(p, before).end;
  tta_report_fix(p->report, d, (tta_span){end, end}, (tta_str){",", 1}, "insert ','");
}

/* An item after the last field of the form. */
static void report_extra_field(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id item) {
  enum { MAX_SHOWN = 40 };
  tta_str text = tta_node_text(p->tree, item);
  bool cut = text.size > MAX_SHOWN;
  tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item),
                 "expected '%c' after the last field of %s, found '%.*s%s'",
                 p->text[at(p, body)->end - 1] == '}' ? '}' : '>', tta_attributes[attribute].mnemonic,
                 cut ? MAX_SHOWN : (int)text.size, text.data, cut ? "..." : "");
}

/* The earlier item with the field of `item`; 0 = none. */
static tta_node_id first_given(tta_parser *p, tta_node_id body, tta_node_id item) {
  tta_node_id i = at(p, body)->first;
  uint32_t field = at(p, item)->field;
  while (i != item && (!(at(p, i)->flags & TTA_NODE_KEYED) || at(p, i)->field != field)) i = at(p, i)->next;
  return i == item || !field ? 0 : i;
}

/* ---- struct(...): fields in any order ---------------------------------------------------------------------------- */

/* The messages of the parsers that mlir-tblgen generates, and after them what helps. */
#define UNKNOWN_PARAMETER "duplicate or unknown struct parameter name: "
#define MISSING_PARAMETER "struct is missing required parameter: "

static void report_struct_field(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_node_id item,
                                const tta_field_spec *spec, tta_dialect dialect) {
  char found[64];
  tta_node_id seen = first_given(p, body, item);
  if (!(at(p, item)->flags & TTA_NODE_KEYED)) {
    describe_found(p, item, found, sizeof found);
    tta_report_add(p->report, TTA_RULE_syntax, value_span(p, item), "expected `name = value` in %s, found '%s'",
                   tta_attributes[attribute].mnemonic, found);
  } else if (!spec) {
    report_unknown_key(p, attribute, item, UNKNOWN_PARAMETER);
  } else if (seen) {
    tta_span key = key_span(p, item);
    tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_duplicate_key, key, UNKNOWN_PARAMETER "%.*s",
                                       (int)(key.end - key.begin), p->text + key.begin);
    tta_report_note(p->report, d, key_span(p, seen), "first given here");
  } else {
    report_misfit(p, spec, item, dialect);
  }
}

static void report_missing_parameter(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_field field) {
  tta_report_add(p->report, TTA_RULE_missing_key, (tta_span){at(p, body)->end - 1, at(p, body)->end},
                 MISSING_PARAMETER "%s; %s needs the field '%s'", tta_field_name(field),
                 tta_attributes[attribute].mnemonic, tta_field_name(field));
}

/* Finds the field of each item, and sorts the items as the table lists their fields, which is how they print. */
static bool match_struct(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect,
                         const tta_form *form) {
  tta_node_id sorted[TTA_MAX_STRUCT_FIELDS] = {0};
  for (tta_node_id item = at(p, body)->first; item; item = at(p, item)->next) {
    const tta_field_spec *spec = NULL, *named = NULL;
    uint32_t slot = 0;
    for (uint32_t i = 0; i < form->num_fields && !spec; i++) {
      if (!(at(p, item)->flags & TTA_NODE_KEYED) || form->fields[i].field != at(p, item)->field) continue;
      if (!named) slot = i;
      named = &form->fields[i]; /* the newest notation */
      if (fits_spec(p, &form->fields[i], item, dialect)) spec = &form->fields[i];
    }
    if (spec && !sorted[slot]) {
      sorted[slot] = item;
      continue;
    }
    if (!p->trying) report_struct_field(p, body, attribute, item, named, dialect);
    return false;
  }
  for (uint32_t i = 0; i < form->num_fields; i++) {
    bool other_notation = i && form->fields[i].field == form->fields[i - 1].field;
    if (sorted[i] || form->fields[i].optional || other_notation) continue;
    if (!p->trying) report_missing_parameter(p, body, attribute, (tta_field)form->fields[i].field);
    return false;
  }
  tta_nodes items = {0, 0};
  for (uint32_t i = 0; i < form->num_fields; i++) {
    if (!sorted[i]) continue;
    if (items.last) at(p, items.last)->next = sorted[i];
    else items.first = sorted[i];
    items.last = sorted[i];
  }
  if (items.last) at(p, items.last)->next = 0;
  at(p, body)->first = items.first;
  return true;
}

/* ---- fields in a fixed order ------------------------------------------------------------------------------------- */

/* Item by item: the next field that it fits, passing over absent optional ones. */
static bool match_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect,
                       const tta_form *form) {
  if (form->any_order) return match_struct(p, body, attribute, dialect, form);
  tta_node_id item = at(p, body)->first, before = 0;
  uint32_t next = 0;
  bool blanks = tta_attributes[attribute].print == TTA_PRINT_BLANKS;
  for (; item; before = item, item = at(p, item)->next) {
    const tta_field_spec *spec = NULL, *candidate = NULL;
    for (; next < form->num_fields && !spec; next++) {
      const tta_field_spec *s = &form->fields[next];
      if (fits_spec(p, s, item, dialect)) spec = s;
      else if (!candidate && s->keyed == !!(at(p, item)->flags & TTA_NODE_KEYED) &&
               (!s->keyed || s->field == at(p, item)->field) &&
               ((s->class != TTA_CLASS_WORD && s->class != TTA_CLASS_FLAGS) || is_word(p, item) ||
                at(p, item)->kind == TTA_NODE_FLAGS || s->keyed || !s->optional))
        candidate = s;
      if (!spec && !s->optional) break;
    }
    if (spec) {
      bool comma_missing = spec->keyed && (at(p, item)->flags & TTA_NODE_JUXTAPOSED) &&
                           !blanks && !commas_are_optional(attribute);
      if (comma_missing && !p->trying) report_missing_comma(p, before, item);
      if (comma_missing) return false;
      at(p, item)->field = spec->field & 0xfffU;
      while (next < form->num_fields && form->fields[next].field == spec->field) next++; /* its other notations */
      continue;
    }
    if (p->trying) return false;
    tta_node *n = at(p, item);
    bool keyed = n->flags & TTA_NODE_KEYED;
    const tta_field_spec *required =
        next < form->num_fields && !form->fields[next].optional ? &form->fields[next] : NULL;
    tta_node_id seen = keyed ? first_given(p, body, item) : 0;
    if (keyed && (!n->field || !has_field(attribute, (tta_field)n->field)))
      report_unknown_key(p, attribute, item, NULL);
    else if (seen)
      tta_report_note(p->report,
                      tta_report_add(p->report, TTA_RULE_duplicate_key, key_span(p, item), "field '%s' is given twice",
                                     tta_field_name((tta_field)n->field)),
                      key_span(p, seen), "first given here");
    else if (candidate)
      report_misfit(p, candidate, item, dialect);
    else if (required && required->keyed)
      tta_report_add(p->report, TTA_RULE_missing_key, keyed ? key_span(p, item) : value_span(p, item),
                     "expected '%s' here: %s needs the field '%s'", tta_field_name((tta_field)required->field),
                     tta_attributes[attribute].mnemonic, tta_field_name((tta_field)required->field));
    else if (required)
      tta_report_add(p->report, TTA_RULE_syntax, keyed ? key_span(p, item) : value_span(p, item),
                     "expected %s for '%s'", class_name(required), tta_field_name((tta_field)required->field));
    else if (keyed)
      tta_report_add(p->report, TTA_RULE_syntax, key_span(p, item),
                     "field '%s' is out of order; the order of the fields of %s is fixed",
                     tta_field_name((tta_field)n->field), tta_attributes[attribute].mnemonic);
    else report_extra_field(p, attribute, body, item);
    return false;
  }
  bool empty = !at(p, body)->first && tta_attribute_may_be_bare(attribute); /* without fields it has no `<>` */
  for (; next < form->num_fields; next++) {
    const tta_field_spec *s = &form->fields[next];
    if (s->optional && !empty) continue;
    if (p->trying) return false;
    tta_span end = {at(p, body)->end - 1, at(p, body)->end};
    if (s->keyed)
      tta_report_add(p->report, TTA_RULE_missing_key, end, "expected '%s': %s needs the field '%s'",
                     tta_field_name((tta_field)s->field), tta_attributes[attribute].mnemonic,
                     tta_field_name((tta_field)s->field));
    else
      tta_report_add(p->report, TTA_RULE_syntax, end, "expected %s for '%s' of %s, found '%c'", class_name(s),
                     tta_field_name((tta_field)s->field), tta_attributes[attribute].mnemonic, p->text[end.begin]);
    return false;
  }
  return true;
}

/* Most attributes have no defaults, or end in something that has none: these cost nothing here. */
bool tta_elide_defaults(tta_parser *p, tta_node_id attribute, tta_node_id last) {
  static const bool has_defaults[TTA_NUM_ATTRIBUTES] = {
#define DEFAULT(attribute, ...) [TTA_ATTR_##attribute] = true,
#include "ir/attributes.def"
  };
  if (!has_defaults[at(p, attribute)->index]) return false;
  if (tta_attributes[at(p, attribute)->index].forms[0].any_order)
    return tta_era_elide_defaults(p->tree, attribute, p->era);
  switch ((tta_node_kind)at(p, last)->kind) {
  case TTA_NODE_INT: case TTA_NODE_BOOL: case TTA_NODE_STRING: case TTA_NODE_WORD: case TTA_NODE_MAP:
  case TTA_NODE_MAP_ATTR: case TTA_NODE_MAP_RANK:
    break;
  case TTA_NODE_LIST:
    if (at(p, last)->first) return false;
    break;
  default: return false;
  }
  return tta_era_elide_defaults(p->tree, attribute, p->era);
}

/* How many blanks are before its first item, or before its end. */
static uint32_t leading_blanks(tta_parser *p, tta_node_id body) {
  tta_node_id first = at(p, body)->first;
  const char *end = p->text + (first ? key_span(p, first).begin : at(p, body)->end - 1), *at = end;
  while (strchr(" \t\r\n", at[-1])) at--;
  return (uint32_t)(end - at);
}

/* Whether the attribute prints as before its first field came: on that day; without one, when it has too few blanks for
 * the form with that field. */
static bool has_former_blanks(tta_parser *p, tta_node_id attribute) {
  const tta_node *n = at(p, attribute);
  const tta_form *form = &tta_attributes[n->index].forms[0];
  tta_field first = (tta_field)form->fields[0].field, last = (tta_field)form->fields[form->num_fields - 1].field;
  if (tta_node_child(p->tree, attribute, first)) return false;
  tta_era_set days = tta_era_of_field((tta_attribute)n->index, (tta_dialect)n->dialect, first);
  tta_era_set all_days = tta_era_of_field((tta_attribute)n->index, (tta_dialect)n->dialect, last);
  tta_era_and_not(&all_days, &days);
  if (tta_era_is_empty(&all_days)) return false;
  if (p->era) return !tta_era_has(&days, tta_era_period(p->era));
  uint32_t place = 0;
  while (place + 1 < form->num_fields && form->fields[place].field != at(p, n->first)->field) place++;
  return leading_blanks(p, attribute) < place;
}

tta_node_id tta_assign_fields(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect) {
  if (at(p, body)->kind == TTA_NODE_ERROR || !body) return body;
  const tta_form *form = choose_form(p, body, attribute, dialect);
  add_empty_shape(p, body, form);
  if (!match_form(p, body, attribute, dialect, form)) {
    if (!p->trying) {
      at(p, body)->kind = TTA_NODE_ERROR;
      at(p, body)->first = 0;
    }
    return 0;
  }
  tta_node *n = at(p, body);
  n->kind = TTA_NODE_ATTRIBUTE;
  n->index = (uint32_t)attribute;
  n->dialect = dialect & 0xfU;
  if (tta_attributes[attribute].print == TTA_PRINT_BLANKS && has_former_blanks(p, body))
    n->flags |= TTA_NODE_FORMER_BLANKS;
  tta_node_id last = 0;
  for (tta_node_id c = n->first; c; last = c, c = at(p, c)->next)
    if (at(p, c)->kind == TTA_NODE_ERROR || (at(p, c)->flags & TTA_NODE_FAULTY)) n->flags |= TTA_NODE_FAULTY;
  tta_elide_defaults(p, body, last);
  return body;
}
