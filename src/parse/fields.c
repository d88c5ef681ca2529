/* The items of a body become the fields of an attribute: src/ir/attributes.def has the fields, their order and their
 * types. Every error is reported at the item that does not fit. */

#include "base/str.h"
#include "ir/eras.h"
#include "parse/fields.h"
#include "parse/fits.h"
#include "text/token.h"

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
  tta_str text = tta_unquoted(tta_node_text(p->tree, id));
  int place = text.size ? tta_enum_find(which, text) : -1;
  if (place < 0) return false;
  n->index = (uint32_t)place;
  n->kind = TTA_NODE_WORD;
  return true;
}

/* a|b|c: every part is a keyword */
static bool fits_flags(tta_parser *p, tta_enum which, tta_node_id id) {
  if (at(p, id)->kind != TTA_NODE_FLAGS && !fits_word(p, which, id)) return false;
  uint32_t flags = 0;
  tta_str text = tta_node_text(p->tree, id);
  while (text.size) {
    size_t n = 0;
    while (n < text.size && tta_is_word_byte(text.data[n])) n++;
    int place = n ? tta_enum_find(which, (tta_str){text.data, n}) : -1;
    if (n && place < 0) return false;
    if (n) flags |= 1U << place;
    if (!n) n = 1; /* a bar, a blank, a quote */
    text = (tta_str){text.data + n, text.size - n};
  }
  tta_node *n = at(p, id);
  n->kind = TTA_NODE_FLAGS;
  n->first = tta_era_close_flags(which, flags, p->era);
  n->index = which;
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
  if (n->kind != TTA_NODE_INT || n->integer < 0 || (n->flags & TTA_NODE_WIDE) || tta_is_hex(p, n)) return false;
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
tta_node_id tta_first_wide(tta_parser *p, tta_node_id id) {
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

/* The keyword of EmitPy's containers, and the type that prints as it: `!emitpy.opaque<"Any">`. */
static bool is_any(tta_parser *p, tta_node_id id) {
  tta_str text = tta_node_text(p->tree, id);
  return at(p, id)->kind == TTA_NODE_WORD && (tta_str_is(text, "Any") || tta_str_is(text, "\"Any\""));
}

static void use_any(tta_parser *p, tta_node_id type) {
  if (!tta_node_is_attribute(p->tree, type, TTA_ATTR_emitpy_opaque_type)) return;
  tta_node *n = at(p, type), *value = at(p, n->first);
  if (!tta_str_is(tta_node_text(p->tree, n->first), "\"Any\"")) return;
  n->kind = TTA_NODE_WORD;
  n->begin = value->begin;
  n->end = value->end;
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

/* A WRITTEN attribute that prints in full: the shard_spec of memory_config from 2025-05-16 on, when it became optional,
 * and got its core ranges. */
static bool is_optional_parameter(tta_parser *p, tta_node_id id) {
  return at(p, id)->index == TTA_ATTR_ttnn_shard_spec && tta_node_child(p->tree, id, TTA_FIELD_core_range_set);
}

static bool fits_list(tta_parser *p, tta_class element, uint8_t argument, tta_node_id id, tta_dialect dialect) {
  if (at(p, id)->kind != TTA_NODE_LIST) return false;
  for (tta_node_id e = at(p, id)->first; e; e = at(p, e)->next) {
    if ((at(p, e)->flags & TTA_NODE_KEYED) || !fits(p, element, 0, argument, e, dialect)) return false;
    if (element == TTA_CLASS_AXIS) at(p, e)->flags |= TTA_NODE_LEADING_BLANK;
  }
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
    if (n->kind == TTA_NODE_COORD || n->kind == TTA_NODE_PAREN_DIMS) return !tta_first_wide(p, id);
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
    if (n->kind != TTA_NODE_TYPED) return is_integer(n);
    return is_integer(at(p, n->first)) && tta_is_machine_integer(p, at(p, n->first)->next);
  case TTA_CLASS_ANY: return tta_fits_any(p, id, target) || is_type(p, target);
  case TTA_CLASS_INTEGER_ATTR: return tta_fits_typed(p, id, target, TTA_NODE_INT);
  case TTA_CLASS_FLOAT_ATTR: return tta_fits_typed(p, id, target, TTA_NODE_FLOAT);
  case TTA_CLASS_BOOL: return n->kind == TTA_NODE_BOOL;
  case TTA_CLASS_STRING: return n->kind == TTA_NODE_STRING;
  case TTA_CLASS_SYMBOL: return n->kind == TTA_NODE_SYMBOL;
  case TTA_CLASS_TYPE: return is_type(p, target);
  case TTA_CLASS_TYPE_OR_ANY: return is_type(p, target) ? use_any(p, id), true : is_any(p, id);
  case TTA_CLASS_MEMREF: return at(p, target)->kind == TTA_NODE_MEMREF;
  case TTA_CLASS_DENSE: return at(p, target)->kind == TTA_NODE_DENSE;
  case TTA_CLASS_COORD:
  case TTA_CLASS_TIGHT:
    if (n->kind != TTA_NODE_COORD || tta_first_wide(p, id)) return false;
    if (class == TTA_CLASS_TIGHT) n->flags |= TTA_NODE_JUXTAPOSED; /* (y,x) without a blank */
    return at(p, n->first)->next && !at(p, at(p, n->first)->next)->next;
  case TTA_CLASS_AXIS:
    return (n->kind == TTA_NODE_AXIS || n->kind == TTA_NODE_INT) && !tta_first_wide(p, id);
  case TTA_CLASS_WORD: return fits_word(p, (tta_enum)argument, id);
  case TTA_CLASS_FLAGS: return fits_flags(p, (tta_enum)argument, id);
  case TTA_CLASS_ATTR:
  case TTA_CLASS_QUALIFIED:
  case TTA_CLASS_WRITTEN:
    if (n->kind == TTA_NODE_ALIAS && class == TTA_CLASS_ATTR) n->flags |= TTA_NODE_STRIPPED;
    if (n->kind == TTA_NODE_ALIAS || n->kind == TTA_NODE_OPAQUE) /* attributes of unknown dialects are accepted */
      return n->kind == TTA_NODE_OPAQUE || is_unknown_of_ours(at(p, target)) ||
             tta_node_is_attribute(p->tree, target, (tta_attribute)argument);
    if (!fits_attribute(p, (tta_attribute)argument, id, dialect)) return false;
    if (class == TTA_CLASS_ATTR) at(p, id)->flags &= (uint8_t)~TTA_NODE_PREFIXED;
    if (class == TTA_CLASS_QUALIFIED || is_optional_parameter(p, id)) tta_print_in_full(p, id);
    return true;
  case TTA_CLASS_LIST: return fits_list(p, (tta_class)element, argument, id, dialect);
  }
  return false;
}

bool tta_value_fits(tta_parser *p, const tta_field_spec *spec, tta_node_id value, tta_dialect dialect) {
  return fits(p, (tta_class)spec->class, spec->element, spec->argument, value, dialect);
}

bool tta_item_fits(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect) {
  const tta_node *n = at(p, item);
  bool keyed = n->flags & TTA_NODE_KEYED;
  if (n->kind == TTA_NODE_INT && (n->flags & TTA_NODE_JUXTAPOSED) && spec->class != TTA_CLASS_INDEX) return false;
  if (keyed != spec->keyed || (keyed && n->field != spec->field)) return false;
  return tta_value_fits(p, spec, item, dialect);
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

static bool match_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect,
                       const tta_form *form);

/* Any field of a STRUCT may be the first; otherwise those before which all are optional. */
static bool starts_form(tta_parser *p, const tta_form *form, tta_node_id first, tta_dialect dialect) {
  for (uint32_t i = 0; i < form->num_fields; i++) {
    if (tta_item_fits(p, &form->fields[i], first, dialect)) return true;
    if (!form->any_order && !form->fields[i].optional) return false;
  }
  return false;
}

/* The form whose first field the first item fits; where several begin alike, the first that fits as a whole. */
static const tta_form *choose_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect) {
  const tta_form *forms = tta_attributes[attribute].forms, *fitting[TTA_MAX_FORMS];
  tta_node_id first = at(p, body)->first;
  if (!forms[1].fields) return &forms[0];
  uint32_t count = 0;
  p->trying++;
  for (int f = 0; f < TTA_MAX_FORMS && forms[f].fields; f++)
    if (forms[f].num_fields && first && starts_form(p, &forms[f], first, dialect)) fitting[count++] = &forms[f];
  for (uint32_t i = 0; count > 1 && i < count; i++)
    if (match_form(p, body, attribute, dialect, fitting[i])) {
      fitting[0] = fitting[i];
      count = 1;
    }
  p->trying--;
  if (count == 1 || p->trying) return count ? fitting[0] : &forms[!forms[0].num_fields];
  return tta_nearest_form(p, body, attribute, dialect);
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

/* ---- struct(...): fields in any order ---------------------------------------------------------------------------- */

/* Finds the field of each item, and sorts the items as the table lists their fields, which is how they print. */
static bool match_struct(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect,
                         const tta_form *form) {
  tta_node_id sorted[TTA_MAX_STRUCT_FIELDS] = {0};
  for (tta_node_id item = at(p, body)->first; item; item = at(p, item)->next) {
    const tta_field_spec *spec = NULL, *named = NULL;
    uint32_t slot = 0;
    for (uint32_t i = 0; i < form->num_fields && !spec; i++) {
      if (!(at(p, item)->flags & TTA_NODE_KEYED) || form->fields[i].field != at(p, item)->field) continue;
      if (!named) named = &form->fields[i], slot = i;
      if (tta_item_fits(p, &form->fields[i], item, dialect)) spec = &form->fields[i];
    }
    if (spec && !sorted[slot]) {
      sorted[slot] = item;
      continue;
    }
    tta_misfit misfit = {attribute, dialect, form, body, 0, item, named, true, 0};
    if (!p->trying) tta_report_struct_field(p, &misfit);
    return false;
  }
  for (uint32_t i = 0; i < form->num_fields; i++) {
    bool other_notation = i && form->fields[i].field == form->fields[i - 1].field;
    if (sorted[i] || form->fields[i].optional || other_notation) continue;
    if (!p->trying) tta_report_missing_parameter(p, body, attribute, (tta_field)form->fields[i].field);
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
  const tta_field_spec *previous = NULL;
  uint32_t next = 0;
  bool blanks = tta_attributes[attribute].print == TTA_PRINT_BLANKS;
  for (; item; before = item, item = at(p, item)->next) {
    const tta_field_spec *spec = NULL;
    uint32_t first = next;
    for (; next < form->num_fields && !spec; next++) {
      const tta_field_spec *s = &form->fields[next];
      bool other_notation = next + 1 < form->num_fields && s[1].field == s->field;
      if (tta_item_fits(p, s, item, dialect)) spec = s;
      else if (!s->optional && !other_notation) break;
    }
    if (!spec) {
      bool optional_commas = blanks || commas_are_optional(attribute);
      tta_misfit misfit = {attribute, dialect, form, body, before, item, previous, optional_commas, first};
      if (!p->trying) tta_report_misfit(p, &misfit);
      return false;
    }
    bool comma_missing = spec->keyed && (at(p, item)->flags & TTA_NODE_JUXTAPOSED) && !blanks &&
                         !commas_are_optional(attribute);
    bool comma_extra = blanks && before && !(at(p, item)->flags & TTA_NODE_JUXTAPOSED);
    if (comma_missing && !p->trying) tta_report_missing_comma(p, before, item);
    if (comma_extra && !p->trying) tta_report_extra_comma(p, attribute, before, item);
    if (comma_missing || comma_extra) return false;
    at(p, item)->field = spec->field & 0xfffU;
    previous = spec;
    while (next < form->num_fields && form->fields[next].field == spec->field) next++; /* its other notations */
  }
  bool empty = !at(p, body)->first && tta_attribute_may_be_bare(attribute); /* without fields it has no `<>` */
  for (; next < form->num_fields; next++) {
    if (form->fields[next].optional && !empty) continue;
    bool reported = form->fields[next].class == TTA_CLASS_INDEX && at(p, before)->kind == TTA_NODE_ERROR;
    if (p->trying || reported) return false;
    tta_report_missing_field(p, attribute, &form->fields[next], (tta_span){at(p, body)->end - 1, at(p, body)->end});
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
  if (tta_attributes[attribute].print == TTA_PRINT_BLANKS && tta_has_former_blanks(p, body))
    n->flags |= TTA_NODE_FORMER_BLANKS;
  tta_node_id last = 0;
  for (tta_node_id c = n->first; c; last = c, c = at(p, c)->next)
    if (at(p, c)->kind == TTA_NODE_ERROR || (at(p, c)->flags & TTA_NODE_HAS_ERRORS)) n->flags |= TTA_NODE_HAS_ERRORS;
  tta_elide_defaults(p, body, last);
  return body;
}

bool tta_body_fits(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect) {
  tta_node before = *at(p, body);
  at(p, body)->kind = TTA_NODE_BODY;
  p->trying++;
  bool fits = tta_assign_fields(p, body, attribute, dialect) != 0;
  p->trying--;
  *at(p, body) = before;
  return fits;
}
