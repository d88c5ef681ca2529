/* The nodes that the actions of grammar/attr.y build, and the checks of a single node: ranges of integers, names of
 * dims, aliases, element types. */
#include <string.h>

#include "base/chars.h"
#include "base/format.h"
#include "base/str.h"
#include "parse/undefined.h"
#include "text/token.h"

static tta_node *at(tta_parser *p, tta_node_id id) { return tta_node_at(p->tree, id); }

/* A node has errors if a part of it has. Rules do not report it. */
static void inherit_faults(tta_parser *p, tta_node_id id, tta_node_id first) {
  for (tta_node_id c = first; c; c = at(p, c)->next)
    if (at(p, c)->kind == TTA_NODE_ERROR || (at(p, c)->flags & TTA_NODE_HAS_ERRORS)) {
      at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
      return;
    }
}

tta_node_id tta_build_leaf(tta_parser *p, tta_node_kind kind, tta_span span) {
  return tta_node_new(p->tree, kind, span);
}

/* `cb_port(0)` for `cb_port[0]`. */
static bool report_bare_index(tta_parser *p, tta_span span) {
  const char *open = memchr(p->text + span.begin, '(', span.end - span.begin);
  tta_str word = {p->text + span.begin, (size_t)(open - p->text) - span.begin};
  while (word.size && tta_is_blank(word.data[word.size - 1])) word.size--;
  if (tta_enum_find(TTA_ENUM_kernel_arg_type, word) < 0) return false;
  uint32_t at_open = (uint32_t)(open - p->text);
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, (tta_span){at_open, at_open + 1},
                                     "expected '[' after '%.*s', found '('", TTA_STR_ARGS(word));
  tta_report_fix(p->report, d, (tta_span){at_open, at_open + 1}, (tta_str){"[", 1}, "write the index in [ ]");
  tta_report_edit(p->report, d, (tta_span){span.end - 1, span.end}, (tta_str){"]", 1});
  return true;
}

tta_node_id tta_build_branch(tta_parser *p, tta_node_kind kind, tta_span span, tta_nodes children) {
  tta_node_id id = tta_node_new(p->tree, kind, span);
  at(p, id)->first = children.first;
  inherit_faults(p, id, children.first);
  if (kind == TTA_NODE_MAP_RANK) { /* map(4): the number is all */
    const tta_node *rank = at(p, children.first);
    tta_str word = {p->text + span.begin, 3};
    if (memcmp(word.data, "map", 3) != 0 || p->text[span.begin + 3] != '(') {
      if (report_bare_index(p, span)) return tta_node_new(p->tree, TTA_NODE_ERROR, span);
      tta_report_add(p->report, TTA_RULE_syntax, span, "expected 'map' before '('");
      at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
    }
    if ((rank->flags & TTA_NODE_WIDE) || rank->integer < 0 || rank->integer > UINT32_MAX) {
      tta_report_add(p->report, TTA_RULE_integer_range, span, "map rank does not fit 32 bits");
      at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
      at(p, id)->index = 0;
    } else {
      at(p, id)->index = (uint32_t)rank->integer;
    }
  }
  return id;
}

tta_node_id tta_build_pair(tta_parser *p, tta_node_kind kind, tta_span span, tta_node_id a, tta_node_id b) {
  tta_nodes children = {a ? a : b, b};
  if (a) at(p, a)->next = b;
  return tta_build_branch(p, kind, span, children);
}

tta_node_id tta_build_negative(tta_parser *p, tta_span span, tta_node_id number) {
  tta_node *n = at(p, number);
  n->begin = span.begin;
  n->integer = -n->integer; /* never INT64_MIN: a positive literal fits int64, or is WIDE and keeps its text */
  return number;
}

/* The name after the `=` at `offset`, for a message. */
static tta_str key_after(const tta_parser *p, uint32_t offset) {
  enum { MAX_NAME = 64 };
  const char *begin = p->text + offset, *end;
  while (*begin && strchr(" \t\r\n=", *begin)) begin++;
  for (end = begin; *end && !strchr(" \t\r\n=", *end) && end - begin < MAX_NAME;) end++;
  return tta_str_between(begin, end);
}

/* The text before the value is read backwards: nodes do not keep their keys. */
tta_span tta_key_span(const tta_tree *tree, tta_node_id value) {
  const char *text = tree->text.data;
  tta_str key = tta_key_before(text, text + tta_node_at(tree, value)->begin);
  if (!key.size) return tta_node_span(tree, value);
  return (tta_span){(uint32_t)(key.data - text), (uint32_t)(key.data + key.size - text)};
}

void tta_build_key(tta_parser *p, tta_span key, tta_node_id value) {
  tta_str name = TTA_SPAN_TEXT(p->text, key);
  tta_node *n = at(p, value);
  if (n->flags & TTA_NODE_KEYED) {
    tta_str field = key_after(p, key.end);
    tta_report_add(p->report, TTA_RULE_syntax, key, "expected a value after '=', found field '%.*s'",
                   TTA_STR_ARGS(field));
    n->flags |= TTA_NODE_HAS_ERRORS;
  }
  n->flags |= TTA_NODE_KEYED;
  uint32_t hash = 0; /* of all bytes: the keys of a system description differ in the middle */
  for (size_t i = 0; i < name.size; i++) hash = hash * 107 + (uint8_t)name.data[i];
  uint16_t *cached = &p->key_cache[hash % TTA_KEY_CACHE];
  if (!tta_field_is((tta_field)*cached, name)) *cached = (uint16_t)tta_field_find(name);
  n->field = *cached & 0xfffU;
}

tta_node_id tta_build_alias_use(tta_parser *p, tta_span span) {
  tta_node_id id = tta_node_new(p->tree, TTA_NODE_ALIAS, span);
  tta_str name = TTA_SPAN_TEXT(p->text, span);
  const uint32_t *number = tta_strmap_find(p->aliases, name);
  p->aliased = true;
  if (number) {
    at(p, id)->index = *number;
    p->tree->aliases[*number].used = true;
    if (p->tree->aliases[*number].poisoned) at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
    return id;
  }
  if (tta_str_equal(name, p->defining))
    tta_report_add(p->report, TTA_RULE_alias_cycle, span, "alias '%.*s' is used in its own definition",
                   TTA_STR_START(name));
  else
    tta_note_undefined(p, span, false);
  at(p, id)->kind = TTA_NODE_ERROR;
  return id;
}

/* The body of the value of an alias is searched as the text of an operation is: src/parse/reader.c. */
tta_node_id tta_build_opaque(tta_parser *p, tta_span span) {
  tta_node_id id = tta_node_new(p->tree, TTA_NODE_OPAQUE, span);
  const char *token = p->text + span.begin, *body = memchr(token, '<', span.end - span.begin);
  tta_mnemonic_kind kind = tta_verify_name(p->report, &p->names_seen, p->text, token);
  if (kind != TTA_MNEMONIC_FOREIGN) at(p, id)->flags |= TTA_NODE_OURS;
  if (kind == TTA_MNEMONIC_KNOWN) { /* with a body it would have been an attribute */
    tta_report_add(p->report, TTA_RULE_syntax, (tta_span){span.end - 1, span.end}, "expected '<' after %s name",
                   *token == '#' ? "attribute" : "type");
    at(p, id)->kind = TTA_NODE_ERROR;
    p->failed = true;
    if (!p->error_at) p->error_at = token;
    return id;
  }
  p->continued_name |= !body && tta_name_size((tta_str){token, span.end - span.begin});
  bool of_alias = p->defining.size && span.begin == p->begin;
  if (body && !of_alias) tta_verify_names(p->report, &p->names_seen, p->text, body, p->text + span.end);
  return id;
}

/* affine_map<...> around a map */
tta_node_id tta_build_map_attribute(tta_parser *p, tta_span span, tta_node_id map) {
  tta_node *n = at(p, map);
  if (n->kind != TTA_NODE_MAP) return map;
  n->kind = TTA_NODE_MAP_ATTR;
  n->begin = span.begin;
  n->end = span.end;
  return map;
}

/* ---- builtin types ----------------------------------------------------------------------------------------------- */

static bool is_scalar(tta_parser *p, tta_node_id id, const char *letters) {
  return at(p, id)->kind == TTA_NODE_SCALAR && strchr(letters, tta_node_text(p->tree, id).data[0]);
}

/* none is a SCALAR token, but no element of anything */
static bool is_none(tta_parser *p, tta_node_id id) {
  return at(p, id)->kind == TTA_NODE_SCALAR && tta_str_is(tta_node_text(p->tree, id), "none");
}

/* MLIR: TensorType::isValidElementType: no tensors, memrefs, tuples, functions or none; dialect types are taken. */
static bool valid_element(tta_parser *p, tta_node_id element, bool memref_ok) {
  element = tta_node_resolve(p->tree, element);
  switch (at(p, element)->kind) {
  case TTA_NODE_NONE:
  case TTA_NODE_ERROR:
  case TTA_NODE_OPAQUE:
  case TTA_NODE_ATTRIBUTE:
  case TTA_NODE_VECTOR:
  case TTA_NODE_COMPLEX: return true;
  case TTA_NODE_SCALAR: return !is_none(p, element);
  case TTA_NODE_MEMREF: return memref_ok;
  default: return false;
  }
}

static void fail(tta_parser *p, tta_node_id id, tta_span span, const char *message) {
  tta_report_add(p->report, TTA_RULE_syntax, span, "%s", message);
  at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
}

static void reject_scalable(tta_parser *p, tta_node_id id, tta_node_id shape) {
  tta_shape s = tta_node_shape(p->tree, shape);
  for (uint32_t i = 0; shape && i < s.rank; i++)
    if (s.extent[i] < 0 && s.extent[i] != TTA_DYNAMIC_EXTENT) {
      fail(p, id, tta_node_span(p->tree, shape), "scalable dimensions are supported in vectors only");
      return;
    }
}

static void add_child(tta_parser *p, tta_nodes *children, tta_node_id child, tta_field field) {
  if (!child) return;
  tta_node_set_field(at(p, child), field);
  at(p, child)->next = 0;
  if (children->last) at(p, children->last)->next = child;
  else children->first = child;
  children->last = child;
}

static tta_node_id shaped(tta_parser *p, tta_node_kind kind, tta_span span, tta_node_id shape, tta_node_id element,
                          tta_nodes *children) {
  add_child(p, children, shape, TTA_FIELD_shape);
  add_child(p, children, element, TTA_FIELD_element_type);
  tta_node_id id = tta_node_new(p->tree, kind, span);
  if (!shape) at(p, id)->flags |= TTA_NODE_UNRANKED;
  return id;
}

static tta_node_id finish(tta_parser *p, tta_node_id id, tta_nodes children) {
  at(p, id)->first = children.first;
  inherit_faults(p, id, children.first);
  return id;
}

tta_node_id tta_build_tensor(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element,
                             tta_node_id encoding) {
  tta_nodes children = {0, 0};
  tta_node_id id = shaped(p, TTA_NODE_TENSOR, span, shape, element, &children);
  add_child(p, &children, encoding, TTA_FIELD_encoding);
  if (!valid_element(p, element, false)) fail(p, id, tta_node_span(p->tree, element), "invalid tensor element type");
  if (!shape && encoding) fail(p, id, tta_node_span(p->tree, encoding), "cannot apply encoding to unranked tensor");
  reject_scalable(p, id, shape);
  return finish(p, id, children);
}

/* Whether an attribute can be the layout of a memref. */
static bool is_memref_layout(tta_parser *p, tta_node_id id) {
  id = tta_node_resolve(p->tree, id);
  const tta_node *n = at(p, id);
  if (n->kind == TTA_NODE_MAP_ATTR || n->kind == TTA_NODE_STRIDED) return true;
  if (n->kind != TTA_NODE_ATTRIBUTE) return false;
  switch (n->index) {
  case TTA_ATTR_buffer: case TTA_ATTR_stream: case TTA_ATTR_shard: case TTA_ATTR_view: case TTA_ATTR_host_layout:
  case TTA_ATTR_interleaved: case TTA_ATTR_cb_layout:
    return true;
  }
  return false;
}

static bool is_unknown(tta_parser *p, tta_node_id id) {
  id = tta_node_resolve(p->tree, id);
  return !id || at(p, id)->kind == TTA_NODE_OPAQUE || at(p, id)->kind == TTA_NODE_ERROR;
}

/* MLIR: a memory space is an integer (true and false are), a string, a dictionary or a dialect's attribute. */
static bool is_memory_space(tta_parser *p, tta_node_id id) {
  id = tta_node_resolve(p->tree, id);
  switch (at(p, id)->kind) {
  case TTA_NODE_NONE:
  case TTA_NODE_ERROR:
  case TTA_NODE_OPAQUE:
  case TTA_NODE_INT:
  case TTA_NODE_BOOL:
  case TTA_NODE_TYPED:
  case TTA_NODE_STRING:
  case TTA_NODE_DICT: case TTA_NODE_ATTRIBUTE:
    return true;
  }
  return false;
}

/* Any other attribute of tt-mlir before the last item of a memref was meant to be its layout. */
static bool is_usual_memory_space(tta_parser *p, tta_node_id id) {
  const tta_node *n = at(p, tta_node_resolve(p->tree, id));
  bool usual = n->index == TTA_ATTR_memory_space || n->index == TTA_ATTR_ttnn_buffer_type;
  return n->kind == TTA_NODE_ATTRIBUTE ? usual : is_memory_space(p, id);
}

static void check_layout_rank(tta_parser *p, tta_node_id id, tta_node_id shape, tta_node_id layout) {
  tta_map map;
  tta_node_id target = tta_node_resolve(p->tree, layout);
  uint32_t rank = tta_node_shape(p->tree, shape).rank, dims = rank;
  if (tta_node_map(p->tree, target, &map)) {
    dims = map.num_dims;
  } else if (at(p, target)->kind == TTA_NODE_STRIDED) {
    dims = 0;
    for (tta_node_id s = at(p, tta_node_child(p->tree, target, TTA_FIELD_strides))->first; s; s = at(p, s)->next)
      dims++;
    if (dims != rank) {
      fail(p, id, tta_node_span(p->tree, layout), "expected the number of strides to match the rank");
      return;
    }
  }
  if (dims != rank) {
    tta_report_add(p->report, TTA_RULE_syntax, tta_node_span(p->tree, layout),
                   "memref layout mismatch between rank and affine map: %u != %u", rank, dims);
    at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
  }
}

/* The layout and the memory space in the tail of a memref. */
typedef struct memref_tail {
  tta_node_id layout, space;
  tta_node_id dropped; /* the first of the layouts before `layout` */
} memref_tail;

/* What is unknown is a layout if something follows. */
static bool is_layout_in_tail(tta_parser *p, tta_node_id id, bool after_space) {
  return is_memref_layout(p, id) || (is_unknown(p, id) && at(p, id)->next && !after_space);
}

/* MLIR reads any number of layouts and keeps the last one; the memory space is the last item (parseMemRefType). */
static memref_tail split_tail(tta_parser *p, tta_node_id id, tta_node_id first) {
  memref_tail tail = {0};
  for (tta_node_id item = first; item; item = at(p, item)->next) {
    bool layout = is_layout_in_tail(p, item, tail.space);
    if (tail.space) {
      bool misplaced = !is_usual_memory_space(p, tail.space);
      if (layout) fail(p, id, tta_node_span(p->tree, item), "expected memory space to be last in memref type");
      else
        fail(p, id, tta_node_span(p->tree, misplaced ? tail.space : item),
             misplaced ? "expected a memref layout such as an affine map, strided<...> or #ttcore.shard<...>"
                       : "multiple memory spaces specified in memref type");
      break;
    }
    if (!layout) {
      tail.space = item;
      continue;
    }
    if (tail.layout && !tail.dropped) tail.dropped = tail.layout;
    tail.layout = item;
  }
  return tail;
}

static void warn_dropped_layouts(tta_parser *p, tta_node_id first, tta_node_id kept) {
  tta_str text = tta_node_text(p->tree, first);
  tta_diagnostic *d =
      tta_report_add(p->report, TTA_RULE_dropped_layout, tta_node_span(p->tree, first),
                     "layout '%.*s%s' is dropped; MLIR keeps only the last layout of a memref",
                     TTA_STR_CUT(text));
  for (tta_node_id more = at(p, first)->next; more != kept; more = at(p, more)->next)
    tta_report_note(p->report, d, tta_node_span(p->tree, more), "this layout is dropped too");
  tta_report_note(p->report, d, tta_node_span(p->tree, kept), "this layout is kept");
  tta_report_fix(p->report, d, (tta_span){at(p, first)->begin, at(p, kept)->begin}, (tta_str){"", 0},
                 "remove what is dropped");
}

tta_node_id tta_build_memref(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element, tta_nodes items) {
  tta_nodes children = {0, 0};
  tta_node_id id = shaped(p, TTA_NODE_MEMREF, span, shape, element, &children);
  inherit_faults(p, id, items.first);
  memref_tail tail = {0};
  if (items.first == items.last && !is_memref_layout(p, items.first)) tail.space = items.first; /* nearly always */
  else tail = split_tail(p, id, items.first);
  tta_node_id layout = tail.layout, space = tail.space;
  if (layout && at(p, layout)->kind == TTA_NODE_ALIAS) p->canonical = false; /* of an identity map: not printed */
  if (at(p, space)->kind == TTA_NODE_ALIAS && at(p, tta_node_resolve(p->tree, space))->kind != TTA_NODE_ATTRIBUTE)
    p->canonical = false; /* of 0: not printed */
  if (!valid_element(p, element, true)) fail(p, id, tta_node_span(p->tree, element), "invalid memref element type");
  if (at(p, id)->flags & TTA_NODE_HAS_ERRORS) {
    /* already reported */
  } else if (layout && shape) {
    check_layout_rank(p, id, shape, layout);
  } else if (layout) {
    fail(p, id, tta_node_span(p->tree, layout), "cannot have affine map for unranked memref type");
  }
  if (space && !(at(p, id)->flags & TTA_NODE_HAS_ERRORS) && !is_memory_space(p, space))
    fail(p, id, tta_node_span(p->tree, space), "unsupported memory space attribute");
  reject_scalable(p, id, shape);
  if (tail.dropped && !(at(p, id)->flags & TTA_NODE_HAS_ERRORS)) {
    p->canonical = false;
    warn_dropped_layouts(p, tail.dropped, layout);
  }
  add_child(p, &children, layout, TTA_FIELD_layout);
  add_child(p, &children, space, TTA_FIELD_memory_space);
  return finish(p, id, children);
}

tta_node_id tta_build_vector(tta_parser *p, tta_span span, tta_node_id shape, tta_node_id element) {
  tta_nodes children = {0, 0};
  tta_node_id id = shaped(p, TTA_NODE_VECTOR, span, shape, element, &children);
  tta_shape s = tta_node_shape(p->tree, shape);
  for (uint32_t i = 0; i < s.rank; i++) {
    if (s.extent[i] == 0 || s.extent[i] == ~(int64_t)0) {
      fail(p, id, tta_node_span(p->tree, shape), "vector types must have positive constant sizes but got a zero");
      break;
    }
    if (s.extent[i] == TTA_DYNAMIC_EXTENT) {
      fail(p, id, tta_node_span(p->tree, shape), "expected static shape; vectors cannot have dynamic dimensions");
      break;
    }
  }
  tta_node_id e = tta_node_resolve(p->tree, element);
  if (e && !is_scalar(p, e, "iusbft") && at(p, e)->kind != TTA_NODE_ERROR && at(p, e)->kind != TTA_NODE_OPAQUE &&
      at(p, e)->kind != TTA_NODE_ATTRIBUTE)
    fail(p, id, tta_node_span(p->tree, element), "vector elements must be int/index/float type");
  return finish(p, id, children);
}

tta_node_id tta_build_complex(tta_parser *p, tta_span span, tta_node_id element) {
  tta_nodes children = {0, 0};
  add_child(p, &children, element, TTA_FIELD_element_type);
  tta_node_id id = tta_node_new(p->tree, TTA_NODE_COMPLEX, span);
  tta_node_id e = tta_node_resolve(p->tree, element);
  bool index = is_scalar(p, e, "i") && tta_str_is(tta_node_text(p->tree, e), "index");
  if (e && at(p, e)->kind != TTA_NODE_ERROR && (index || !is_scalar(p, e, "iusbft")))
    fail(p, id, tta_node_span(p->tree, element), "invalid element type for complex");
  return finish(p, id, children);
}

tta_node_id tta_build_strided(tta_parser *p, tta_span span, tta_nodes strides, tta_node_id offset) {
  tta_nodes children = {0, 0};
  tta_node_id list = tta_build_branch(p, TTA_NODE_LIST, (tta_span){span.begin, span.end}, strides);
  add_child(p, &children, list, TTA_FIELD_strides);
  add_child(p, &children, offset, TTA_FIELD_offset);
  return finish(p, tta_node_new(p->tree, TTA_NODE_STRIDED, span), children);
}

/* ---- dense literals ---------------------------------------------------------------------------------------------- */

/* Whether every part of a nested list has `extents` below it. */
static bool has_shape(tta_parser *p, tta_node_id value, const int64_t *extents, uint32_t rank) {
  if (!rank) return at(p, value)->kind != TTA_NODE_LIST;
  if (at(p, value)->kind != TTA_NODE_LIST) return false;
  int64_t count = 0;
  for (tta_node_id c = at(p, value)->first; c; c = at(p, c)->next, count++)
    if (!has_shape(p, c, extents + 1, rank - 1)) return false;
  return count == extents[0];
}

/* `(0, 1)` for `[0, 1]` in a literal whose elements are not complex; 0 if there is none. Two levels are looked at. */
static tta_node_id first_coordinate(tta_parser *p, tta_node_id value) {
  for (tta_node_id e = at(p, value)->kind == TTA_NODE_LIST ? at(p, value)->first : 0; e; e = at(p, e)->next)
    if (at(p, e)->kind == TTA_NODE_COORD) return e;
  return at(p, value)->kind == TTA_NODE_COORD ? value : 0;
}

static void report_coordinate(tta_parser *p, tta_node_id id, tta_node_id coordinate) {
  enum { MAX_TEXT = 64 };
  char text[MAX_TEXT];
  tta_span span = tta_node_span(p->tree, coordinate);
  uint32_t size = span.end - span.begin;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span,
                                     "expected '[' and ']' around this, found '(' and ')'");
  at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
  if (size > sizeof text) return;
  memcpy(text, p->text + span.begin, size);
  text[0] = '[';
  text[size - 1] = ']';
  tta_report_fix(p->report, d, span, (tta_str){text, size}, "replace with '%.*s'", (int)size, text);
}

/* At the shape of the type; both shapes are named, as in MLIR. That of the literal is the one of its first elements. */
static void report_literal_shape(tta_parser *p, tta_node_id id, tta_node_id value, tta_node_id shape) {
  enum { MAX_TEXT = 96, RANK = 8 };
  char found[MAX_TEXT], extents[MAX_TEXT], wanted[MAX_TEXT];
  tta_buf words = tta_buf_fixed(found, sizeof found), fixed = tta_buf_fixed(extents, sizeof extents),
          type = tta_buf_fixed(wanted, sizeof wanted);
  tta_shape s = tta_node_shape(p->tree, shape);
  int64_t literal[RANK];
  uint32_t rank = 0;
  for (tta_node_id list = value; at(p, list)->kind == TTA_NODE_LIST && rank < RANK; list = at(p, list)->first) {
    literal[rank] = 0;
    for (tta_node_id e = at(p, list)->first; e; e = at(p, e)->next) literal[rank]++;
    tta_buf_printf(&words, "%s%lld", rank ? ", " : "", (long long)literal[rank]);
    tta_buf_printf(&fixed, "%lldx", (long long)literal[rank++]);
  }
  for (uint32_t i = 0; i < s.rank; i++) tta_buf_printf(&type, "%s%lld", i ? ", " : "", (long long)s.extent[i]);
  bool ragged = !has_shape(p, value, literal, rank);
  tta_span span = tta_node_span(p->tree, ragged ? value : shape);
  if (ragged) {
    fail(p, id, span, "the lists of a literal must have equal sizes");
    return;
  }
  tta_diagnostic *d =
    tta_report_add(p->report, TTA_RULE_syntax, span,
                   "inferred shape of elements literal ([%s]) does not match type ([%s])", tta_buf_fixed_text(&words),
                   tta_buf_fixed_text(&type));
  tta_report_note(p->report, d, tta_node_span(p->tree, value), "the literal is here");
  at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
  if (!fixed.failed && p->text[span.end - 1] == 'x')
    tta_report_fix(p->report, d, span, tta_buf_view(&fixed), "replace with '%s'", tta_buf_fixed_text(&fixed));
}

/* MLIR's words, and what is meant by a memref. */
static void fail_type(tta_parser *p, tta_node_id id, tta_node_id type, tta_node_id resolved) {
  tta_span span = tta_node_span(p->tree, type);
  bool memref = at(p, resolved)->kind == TTA_NODE_MEMREF && resolved == type;
  tta_diagnostic *d = tta_report_add(p->report, TTA_RULE_syntax, span, "elements literal must be a shaped type%s",
                                     memref ? ": a tensor, not a memref" : "");
  if (memref)
    tta_report_fix(p->report, d, (tta_span){span.begin, span.begin + 6}, tta_str_from("tensor"),
                   "replace with 'tensor'");
  at(p, id)->flags |= TTA_NODE_HAS_ERRORS;
}

/* dense<...> : type. A single value is a splat of any shape; a list has the shape of the type; nothing at all has no
 * elements. */
tta_node_id tta_build_dense(tta_parser *p, tta_span span, tta_node_id value, tta_node_id type) {
  tta_node_id id = tta_build_pair(p, TTA_NODE_DENSE, span, value, type), t = tta_node_resolve(p->tree, type);
  if (at(p, t)->kind != TTA_NODE_TENSOR && at(p, t)->kind != TTA_NODE_VECTOR) {
    if (t && at(p, t)->kind != TTA_NODE_ERROR && at(p, t)->kind != TTA_NODE_OPAQUE)
      fail_type(p, id, type, t);
    return id;
  }
  tta_node_id shape = tta_node_child(p->tree, t, TTA_FIELD_shape);
  tta_shape s = tta_node_shape(p->tree, shape);
  bool none = false, is_static = shape != 0;
  for (uint32_t i = 0; i < s.rank; i++) none |= s.extent[i] == 0, is_static &= s.extent[i] >= 0;
  tta_node_id element = tta_node_resolve(p->tree, tta_node_child(p->tree, t, TTA_FIELD_element_type));
  tta_node_id coordinate = at(p, element)->kind == TTA_NODE_SCALAR ? first_coordinate(p, value) : 0;
  if (!is_static) fail(p, id, tta_node_span(p->tree, type), "elements literal type must have static shape");
  else if (!value && !none)
    fail(p, id, tta_node_span(p->tree, type), "parsed zero elements, but the type expected at least 1");
  else if (coordinate) report_coordinate(p, id, coordinate);
  else if (value && at(p, value)->kind == TTA_NODE_LIST && !has_shape(p, value, s.extent, s.rank))
    report_literal_shape(p, id, value, shape);
  return id;
}

/* ---- our attributes ---------------------------------------------------------------------------------------------- */

tta_node_id tta_build_bare_attribute(tta_parser *p, tta_span span, tta_node_id name) {
  tta_node_id id = tta_node_new(p->tree, TTA_NODE_ATTRIBUTE, span);
  tta_node *n = at(p, id);
  n->index = name & 0xffff;
  n->dialect = name >> 16 & 0xfU;
  p->dialects |= 1u << n->dialect;
  n->flags = TTA_NODE_SPELLED | TTA_NODE_PREFIXED;
  return id;
}

/* `!ttnn.device<..>`, whose name is all. */
static tta_node_id reject_body(tta_parser *p, tta_span span, tta_node_id name, tta_node_id first) {
  const char *angle = memchr(p->text + span.begin, '<', span.end - span.begin);
  tta_span body = {(uint32_t)(angle - p->text), span.end};
  if ((name & TTA_ATTRIBUTE_LONG) && first) body = tta_node_span(p->tree, first);
  tta_report_add(p->report, TTA_RULE_syntax, body, "unexpected '%c' after '%s', which has no parameters",
                 p->text[body.begin], tta_attributes[name & 0xffff].mnemonic);
  return tta_node_new(p->tree, TTA_NODE_ERROR, span);
}

/* `<...>` or `{...}` after the name; what is in braces today was in angles where it has positional fields. */
static bool is_body_of(tta_parser *p, tta_node_id inner, tta_attribute row) {
  if (at(p, inner)->kind != TTA_NODE_BODY) return false;
  bool angle = p->text[at(p, inner)->begin] == '<', positional = tta_attributes[row].print != TTA_PRINT_BRACE;
  for (int f = 0; f < TTA_MAX_FORMS && tta_attributes[row].forms[f].num_fields; f++)
    positional |= !tta_attributes[row].forms[f].fields[0].keyed;
  return !angle || positional;
}

/* `#tt.device<>`: upstream's tests have it where a script fills in the device of the machine (2025-02-05). */
static tta_node_id reject_placeholder(tta_parser *p, tta_span span, tta_node_id name) {
  const tta_attribute_info *row = &tta_attributes[name & 0xffff];
  const char *angle = memchr(p->text + span.begin, '<', span.end - span.begin);
  tta_span named = {span.begin, (uint32_t)(angle - p->text)};
  tta_report_add(p->report, TTA_RULE_missing_key, named,
                 "%s is empty; a script has to replace this placeholder before the text is parsed", row->mnemonic);
  return tta_node_new(p->tree, TTA_NODE_ERROR, span);
}

tta_node_id tta_build_attribute(tta_parser *p, tta_span span, tta_node_id name, tta_nodes items) {
  tta_node_id body = tta_build_branch(p, TTA_NODE_BODY, span, items);
  tta_attribute row = (tta_attribute)(name & 0xffff);
  tta_dialect dialect = (tta_dialect)(name >> 16 & 0xff);
  if ((name & TTA_ATTRIBUTE_LONG) && items.first != items.last) tta_drop_ignored_items(p, body, name);
  tta_node_id inner = items.first;
  tta_print_style print = (tta_print_style)tta_attributes[row].print;
  bool dotted = print == TTA_PRINT_ANGLE || print == TTA_PRINT_BLANKS;
  bool in_brackets = (name & TTA_ATTRIBUTE_LONG) && print != TTA_PRINT_LONG;
  if (in_brackets && !inner && p->text[span.end - 1] == '>' && tta_attribute_may_be_bare(row))
    return tta_build_bare_attribute(p, span, name); /* #d<m> */
  if (!tta_attribute_may_have_body(row)) return reject_body(p, span, name, inner);
  if (!inner && (row == TTA_ATTR_device || row == TTA_ATTR_system_desc)) return reject_placeholder(p, span, name);
  if (in_brackets && inner && is_body_of(p, inner, row) && !at(p, inner)->next) { /* #d<m<...>>, #d<m{...}> */
    at(p, body)->first = at(p, inner)->first;
  } else if (in_brackets && inner && at(p, inner)->kind == TTA_NODE_ERROR) { /* already reported */
    at(p, body)->kind = TTA_NODE_ERROR;
    at(p, body)->first = 0;
  } else if (in_brackets) {
    tta_report_add(p->report, TTA_RULE_syntax, inner ? tta_node_span(p->tree, inner) : span, "expected '%c' after '%s'",
                   print == TTA_PRINT_BRACE ? '{' : '<', tta_attributes[row].mnemonic);
    at(p, body)->kind = TTA_NODE_ERROR;
    at(p, body)->first = 0;
  } else if (!(name & TTA_ATTRIBUTE_LONG) && !dotted) {
    tta_report_add(p->report, TTA_RULE_syntax, span,
                   "unexpected '<' after '%s'; expected `%c%s<%s%s`",
                   tta_attributes[row].mnemonic, tta_attributes[row].sigil, tta_dialect_names[dialect],
                   tta_attributes[row].mnemonic, print == TTA_PRINT_BRACE ? "{...}>" : " ...>");
    at(p, body)->kind = TTA_NODE_ERROR;
    at(p, body)->first = 0;
  }
  tta_node_id id = tta_assign_fields(p, body, row, dialect);
  if (!id) id = body;
  at(p, id)->flags |= TTA_NODE_SPELLED | TTA_NODE_PREFIXED;
  return id;
}
