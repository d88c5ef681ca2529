/* plain.re: the fast path. Nearly all text is written as it prints: a type or attribute in canonical form is read here
 * without tokens and without the grammar, directly from the rows of src/ir/attributes.def. Text that is not plainly
 * canonical (another spelling, a comment, an extra blank, an error) is left to attr.y, which reads the whole island,
 * and builds the same nodes from the same text.
 * tests/property/test_plain.c compares the two.
 *
 * A token costs about 150 instructions in re2c and bison, and a layout has 20 tokens: with the fast path layouts take
 * half the instructions (docs/architecture.md, tricks for speed). */
#include <string.h>

#include "parse/parser.h"
#include "parse/plain.h"

/*!include:re2c "attributes.re.inc" */

/*!re2c
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYCURSOR = "cursor";
  re2c:define:YYMARKER = "marker";
  re2c:yyfill:enable = 0;
  re2c:eof = -1;
  re2c:flags:case-ranges = 1;
  re2c:variable:yych = "ch";
*/

/*!include:re2c "lexis.re" */

/*!re2c
  alias = (letter | "_") (letter | digit | "_")* | digit+;
*/

enum { DEEPEST = 16 }; /* brackets; what nests deeper is left to the grammar */

static const char *value(tta_parser *p, const char *at, tta_node_id *id);
static const char *of_class(tta_parser *p, const char *at, const tta_field_spec *spec,
                            tta_dialect dialect, tta_node_id *id);

static tta_node *node_at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

static tta_node_id leaf(tta_parser *p, tta_node_kind kind, const char *begin, const char *end) {
  return tta_node_new(p->tree, kind, (tta_span){(uint32_t)(begin - p->text), (uint32_t)(end - p->text)});
}

/* The text started as one thing and continues differently: the grammar reads it and reports errors. */
static const char *leave(tta_parser *p) {
  p->needs_grammar = true;
  return NULL;
}

static void append(tta_parser *p, tta_nodes *list, tta_node_id id) {
  if (list->first) node_at(p, list->last)->next = id;
  else list->first = id;
  list->last = id;
}

/* Brackets are counted as the lexer counts them: what an alias expands to nests as deep as its text. */
static bool enter(tta_parser *p) {
  if (p->depth == DEEPEST) return false;
  if (++p->depth > p->max_depth) p->max_depth = p->depth;
  return true;
}

/* ---- leaves: NULL when the text is something else ---------------------------------------------------------------- */

static bool ends_item(const char *at) { return *at == ',' || *at == '>' || *at == ']'; }

/* `2x4`, `8`: an extent is not `?` here */
static const char *dims(tta_parser *p, const char *at, tta_node_id *id) {
  const char *begin = at;
  uint32_t first = p->tree->num_dims;
  int64_t extent;
  if (*at < '0' || *at > '9') return NULL;
  for (;; at++) {
    at = tta_plain_number(at, &extent);
    if (!at) return leave(p);
    tta_tree_add_dim(p->tree, extent);
    if (*at != 'x') break;
  }
  *id = leaf(p, TTA_NODE_DIMS, begin, at);
  node_at(p, *id)->first = first;
  node_at(p, *id)->index = p->tree->num_dims - first;
  return at;
}

static const char *integer(tta_parser *p, const char *at, tta_node_id *id) {
  int64_t number;
  if (*at < '0' || *at > '9') return NULL;
  const char *end = tta_plain_number(at, &number);
  if (!end || *end == 'x') return leave(p);
  *id = leaf(p, TTA_NODE_INT, at, end);
  node_at(p, *id)->integer = number;
  return end;
}

static bool is_word_byte(char c) {
  static const bool of_word[256] = {['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['0' ... '9'] = true};
  return of_word[(unsigned char)c];
}

static const char *word(tta_parser *p, const char *at, tta_enum which, tta_node_id *id) {
  const char *end = at;
  while (is_word_byte(*end)) end++;
  int place = end > at ? tta_enum_find(which, (tta_str){at, (size_t)(end - at)}) : -1;
  if (place < 0) return NULL;
  *id = leaf(p, TTA_NODE_WORD, at, end);
  node_at(p, *id)->index = (uint32_t)place;
  return end;
}

static const char *boolean(tta_parser *p, const char *at, tta_node_id *id) {
  bool yes = !strncmp(at, "true", 4);
  if (!yes && strncmp(at, "false", 5) != 0) return NULL;
  const char *end = at + (yes ? 4 : 5);
  *id = leaf(p, TTA_NODE_BOOL, at, end);
  node_at(p, *id)->index = yes;
  return end;
}

/* `(0,7)` */
static const char *tight(tta_parser *p, const char *at, tta_node_id *id) {
  tta_nodes numbers = {0, 0};
  tta_node_id number;
  const char *begin = at;
  if (*at != '(') return NULL;
  if (!enter(p)) return leave(p);
  for (int i = 0; i < 2; i++) {
    at = integer(p, at + 1, &number);
    if (!at || *at != (i ? ')' : ',')) return leave(p);
    append(p, &numbers, number);
  }
  p->depth--;
  *id = leaf(p, TTA_NODE_COORD, begin, at + 1);
  node_at(p, *id)->first = numbers.first;
  node_at(p, *id)->flags = TTA_NODE_JUXTAPOSED;
  return at + 1;
}

static const char *map(tta_parser *p, const char *at, tta_node_id *id) {
  if (*at != '(') return NULL;
  const char *end = tta_affine_plain_map(p, at, id);
  return end ? end : leave(p);
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static const char *list(tta_parser *p, const char *at, const tta_field_spec *spec,
                        tta_dialect dialect, tta_node_id *id) {
  const tta_field_spec of_element = {.class = spec->element, .argument = spec->argument};
  tta_nodes items = {0, 0};
  tta_node_id item;
  const char *begin = at;
  if (*at != '[') return NULL;
  if (!enter(p)) return leave(p);
  if (*++at != ']')
    for (;; at += 2) {
      at = of_class(p, at, &of_element, dialect, &item);
      if (!at) return leave(p);
      append(p, &items, item);
      if (at[0] != ',' || at[1] != ' ') break;
    }
  if (*at != ']') return leave(p);
  p->depth--;
  *id = leaf(p, TTA_NODE_LIST, begin, at + 1);
  node_at(p, *id)->first = items.first;
  return at + 1;
}

/* `key = ` */
static const char *key(const char *at, tta_field field) {
  const char *name = tta_field_name(field);
  while (*name && *at == *name) at++, name++;
  return !*name && !strncmp(at, " = ", 3) ? at + 3 : NULL;
}

static const char *field(tta_parser *p, const char *at, const tta_field_spec *spec,
                         tta_dialect dialect, tta_node_id *id) {
  if (spec->keyed && !(at = key(at, (tta_field)spec->field))) return NULL;
  const char *end = of_class(p, at, spec, dialect, id);
  if (!end || !ends_item(end)) return end || spec->keyed ? leave(p) : NULL;
  tta_node *n = node_at(p, *id);
  tta_node_set_field(n, spec->field);
  if (spec->keyed) n->flags |= TTA_NODE_KEYED;
  return end;
}

/* The fields of one form, after the bracket; its closer is after the result. NULL when the first item does not
 * fit. */
static const char *fields(tta_parser *p, const char *at, const tta_form *form, tta_dialect dialect, tta_nodes *items) {
  const tta_field_spec *spec = form->fields, *specs_end = spec + form->num_fields;
  for (;; at += 2) {
    const char *end = NULL;
    tta_node_id item = 0;
    while (!end && spec < specs_end) {
      end = field(p, at, spec, dialect, &item);
      if (!end && (p->needs_grammar || !spec->optional)) return items->first ? leave(p) : NULL;
      spec++;
    }
    if (!end) return leave(p);
    while (spec < specs_end && spec->field == spec[-1].field) spec++; /* other notations of the same */
    append(p, items, item);
    at = end;
    if (at[0] != ',' || at[1] != ' ') break;
  }
  while (spec < specs_end && spec->optional) spec++;
  return spec == specs_end && *at == '>' ? at : leave(p);
}

/* `<...>` of an attribute: the first form whose first field fits, as in fields.c; where that one then does not fit,
 * another that begins alike might. */
static const char *body(tta_parser *p, const char *begin, const char *at, tta_attribute row,
                        tta_dialect dialect, tta_node_id *id) {
  const tta_attribute_info *info = &tta_attributes[row];
  tta_nodes items = {0, 0};
  const char *end = NULL;
  /* a tiled_layout prints without what its tensor says */
  if (info->print != TTA_PRINT_ANGLE || row == TTA_ATTR_tiled_layout || !enter(p)) return leave(p);
  for (int f = 0; !end && !p->needs_grammar && f < TTA_MAX_FORMS && info->forms[f].fields; f++)
    if (info->forms[f].num_fields) end = fields(p, at, &info->forms[f], dialect, &items);
  if (!end) return leave(p);
  p->depth--;
  *id = leaf(p, TTA_NODE_ATTRIBUTE, begin, end + 1);
  tta_node *n = node_at(p, *id);
  n->dialect = dialect & 0xfU;
  n->first = items.first;
  n->index = (uint32_t)row;
  for (tta_node_id item = items.first; item; item = node_at(p, item)->next)
    n->flags |= node_at(p, item)->flags & TTA_NODE_HAS_ERRORS; /* rejected by a builder */
  if (tta_elide_defaults(p, *id, items.last)) return leave(p); /* does not print as it is written */
  return end + 1;
}

/* ---- types and attributes ---------------------------------------------------------------------------------------- */

/* `2x?x` before a type */
static const char *dims_before_type(tta_parser *p, const char *at, tta_node_id *id) {
  const char *begin = at;
  uint32_t first = p->tree->num_dims;
  while ((*at >= '0' && *at <= '9') || *at == '?') {
    int64_t extent = TTA_DYNAMIC_EXTENT;
    at = *at == '?' ? at + 1 : tta_plain_number(at, &extent);
    if (!at || *at++ != 'x') return leave(p);
    tta_tree_add_dim(p->tree, extent);
  }
  if (at == begin) return leave(p);
  *id = leaf(p, TTA_NODE_DIMS, begin, at);
  node_at(p, *id)->first = first;
  node_at(p, *id)->index = p->tree->num_dims - first;
  return at;
}

/* tensor<..> and memref<..>, after the bracket */
static const char *shaped(tta_parser *p, const char *begin, const char *at, bool is_tensor, tta_node_id *id) {
  tta_node_id shape = 0, element, last;
  tta_nodes tail = {0, 0};
  if (!enter(p) || !(at = dims_before_type(p, at, &shape)) || *at == '#') return leave(p);
  at = value(p, at, &element);
  for (int i = 0; at && at[0] == ',' && at[1] == ' ' && i < (is_tensor ? 1 : 2); i++) {
    at = value(p, at + 2, &last);
    append(p, &tail, last);
  }
  if (!at || *at != '>') return leave(p);
  p->depth--;
  tta_span span = {(uint32_t)(begin - p->text), (uint32_t)(at + 1 - p->text)};
  *id = is_tensor ? tta_build_tensor(p, span, shape, element, tail.first)
                  : tta_build_memref(p, span, shape, element, tail);
  return at + 1;
}

static const char *attribute(tta_parser *p, const char *begin, const char *at, uint32_t name, tta_node_id *id) {
  p->dialects |= 1u << (name >> 16); /* before the body, which may have an error */
  at = body(p, begin, at, (tta_attribute)(name & 0xffff), (tta_dialect)(name >> 16), id);
  if (at) node_at(p, *id)->flags |= TTA_NODE_SPELLED | TTA_NODE_PREFIXED;
  return at;
}

/* `!d.m`; more of a name, or a body, may follow */
static const char *bare(tta_parser *p, const char *at, const char *end, uint32_t name, tta_node_id *id) {
  if (is_word_byte(*end) || strchr("<.$-", *end)) return leave(p);
  *id = tta_build_bare_attribute(p, (tta_span){(uint32_t)(at - p->text), (uint32_t)(end - p->text)}, name);
  return end;
}

static const char *alias_use(tta_parser *p, const char *begin, const char *end, tta_node_id *id) {
  if (!ends_item(end) || !tta_strmap_find(p->aliases, (tta_str){begin, (size_t)(end - begin)})) return leave(p);
  *id = tta_build_alias_use(p, (tta_span){(uint32_t)(begin - p->text), (uint32_t)(end - p->text)});
  return end;
}

/* NULL, and left to the grammar, when it is none of these. */
static const char *value(tta_parser *p, const char *at, tta_node_id *id) {
  const char *cursor = at, *marker;
  unsigned char ch;
  /*!re2c
    "tensor<"    { return shaped(p, at, cursor, true, id); }
    "memref<"    { return shaped(p, at, cursor, false, id); }
    short        { *id = leaf(p, TTA_NODE_SCALAR, at, cursor); return cursor; }
    !use:plain;
    [#!] alias   { return alias_use(p, at, cursor, id); }
    *            { return leave(p); }
  */
}

static const char *value_of_kind(tta_parser *p, const char *at, tta_node_kind kind, tta_node_id *id) {
  at = value(p, at, id);
  return at && node_at(p, *id)->kind == kind ? at : leave(p);
}

/* A value of the class of a field. NULL: something else; and p->needs_grammar unless that is sure from its first
 * bytes. */
static const char *of_class(tta_parser *p, const char *at, const tta_field_spec *spec,
                            tta_dialect dialect, tta_node_id *id) {
  const char *begin = at;
  switch ((tta_class)spec->class) {
  case TTA_CLASS_MAP: case TTA_CLASS_INTEGER_MAP: return map(p, at, id);
  case TTA_CLASS_DIMS: return dims(p, at, id);
  case TTA_CLASS_INT: return integer(p, at, id);
  case TTA_CLASS_BOOL: return boolean(p, at, id);
  case TTA_CLASS_WORD: return word(p, at, (tta_enum)spec->argument, id);
  case TTA_CLASS_FLAGS: return leave(p);
  case TTA_CLASS_TIGHT: return tight(p, at, id);
  case TTA_CLASS_LIST: return list(p, at, spec, dialect, id);
  case TTA_CLASS_MEMREF: return *at == 'm' ? value_of_kind(p, at, TTA_NODE_MEMREF, id) : *at == '!' ? leave(p) : NULL;
  case TTA_CLASS_ATTR:
    if (*at == '#') return leave(p);
    return *at == '<' ? body(p, begin, at + 1, (tta_attribute)spec->argument, dialect, id) : NULL;
  case TTA_CLASS_QUALIFIED:
    if (*at == '<') return leave(p);
    if (*at != '#') return NULL;
    at = value_of_kind(p, at, TTA_NODE_ATTRIBUTE, id);
    return at && node_at(p, *id)->index == spec->argument ? at : leave(p);
  default: return leave(p);
  }
}

/* ---- islands ----------------------------------------------------------------------------------------------------- */

/* After the value of an alias `:`, `->` or a comment can follow. */
static bool goes_on(const tta_parser *p, const char *at) {
  if (p->entry == TTA_ENTRY_VALUE) return false;
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
  return *at == ':' || *at == '-' || *at == '/';
}

static bool may_be_plain(const tta_parser *p) {
  switch (p->entry) {
  case TTA_ENTRY_VALUE: return true;
  case TTA_ENTRY_ALIAS_VALUE: return *p->at != 'f' && *p->at != 'i'; /* MLIR can continue after a scalar */
  case TTA_ENTRY_ALIAS_TYPE: return *p->at == '!' || *p->at == 't' || *p->at == 'm';
  case TTA_ENTRY_DEVICE: return false;
  }
  return false;
}

tta_node_id tta_plain_island(tta_parser *p) {
  if (p->always_grammar || p->token_visitor || !may_be_plain(p)) return 0;
  tta_tree_mark mark = tta_tree_position(p->tree);
  tta_report_mark reported = tta_report_position(p->report);
  tta_node_id root = 0;
  const char *end = value(p, p->at, &root);
  bool whole = end && (end[-1] == '>' || node_at(p, root)->kind == TTA_NODE_ATTRIBUTE);
  if (whole && end <= p->section_end && !goes_on(p, end)) {
    p->at = end;
    return root;
  }
  tta_tree_rewind(p->tree, mark);
  if (p->report->size != reported.size) tta_report_rewind(p->report, reported);
  p->depth = p->max_depth = 0;
  p->needs_grammar = false;
  return 0;
}
