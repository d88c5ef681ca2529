/* Canonical text of every node: what MLIR prints for the variant that was read (docs/grammar.md). How an attribute
 * prints follows from its row in src/ir/attributes.def; only values have code of their own. */
#include "print/print.h"

#include <string.h>

#include "affine/print.h"
#include "base/str.h"
#include "tiled/lower.h"
#include "print/tiled.h"
#include "text/token.h"

typedef struct printer {
  tta_buf *out;
  const tta_tree *tree;
  tta_print_options options;
  tta_node_id tensor; /* whose encoding is being printed */
  bool tiled;         /* inside a tiled_layout: contiguous strides are not written */
} printer;

static const tta_node *at(const printer *p, tta_node_id id) { return tta_node_at(p->tree, id); }
static void print(const printer *p, tta_node_id id);

static void text(const printer *p, const char *s, size_t n) { tta_buf_bytes(p->out, s, n); }
#define TEXT(p, literal) text(p, literal, sizeof(literal) - 1)

static void verbatim(const printer *p, tta_node_id id) {
  tta_str t = tta_node_text(p->tree, id);
  text(p, t.data, t.size);
}

/* ---- shapes and maps --------------------------------------------------------------------------------------------- */

static void print_extent(const printer *p, int64_t extent) {
  if (extent == TTA_DYNAMIC_EXTENT) {
    tta_buf_char(p->out, '?');
  } else if (extent < 0) {
    tta_buf_char(p->out, '[');
    tta_buf_int(p->out, ~extent);
    tta_buf_char(p->out, ']');
  } else {
    tta_buf_int(p->out, extent);
  }
}

static void print_dims(const printer *p, tta_node_id id) {
  tta_shape s = tta_node_shape(p->tree, id);
  for (uint32_t i = 0; i < s.rank; i++) {
    if (i) tta_buf_char(p->out, 'x');
    print_extent(p, s.extent[i]);
  }
}

static void print_dims_before_type(const printer *p, tta_node_id shape) {
  tta_shape s = tta_node_shape(p->tree, shape);
  if (!shape) TEXT(p, "*x");
  for (uint32_t i = 0; i < s.rank; i++) {
    print_extent(p, s.extent[i]);
    tta_buf_char(p->out, 'x');
  }
}

static void print_names(const printer *p, char letter, uint32_t count, const char *brackets) {
  tta_buf_char(p->out, brackets[0]);
  for (uint32_t i = 0; i < count; i++) {
    if (i) TEXT(p, ", ");
    tta_buf_char(p->out, letter);
    tta_buf_uint(p->out, i);
  }
  tta_buf_char(p->out, brackets[1]);
}

static void print_map(const printer *p, tta_node_id id) {
  tta_map map;
  if (tta_node_map(p->tree, id, &map)) tta_map_print(p->out, &map);
}

static void print_set(const printer *p, tta_node_id id) {
  const tta_map_data *set = &p->tree->maps[at(p, id)->index];
  TEXT(p, "affine_set<");
  print_names(p, 'd', set->num_dims, "()");
  if (set->num_symbols) print_names(p, 's', set->num_symbols, "[]");
  TEXT(p, " : (");
  for (uint32_t i = 0; i < set->num_results; i++) {
    if (i) TEXT(p, ", ");
    tta_expr_print(p->out, p->tree->affine, p->tree->results[set->first_result + 2 * i]);
    if (p->tree->results[set->first_result + 2 * i + 1]) TEXT(p, " == 0");
    else TEXT(p, " >= 0");
  }
  TEXT(p, ")>");
}

/* ---- lists, dictionaries, literals ------------------------------------------------------------------------------- */

static void print_siblings(const printer *p, tta_node_id first) {
  for (tta_node_id c = first; c; c = at(p, c)->next) {
    if (c != first) TEXT(p, ", ");
    print(p, c);
  }
}

static bool is_i64(const printer *p, tta_node_id type) {
  return at(p, type)->kind == TTA_NODE_SCALAR && tta_str_is(tta_node_text(p->tree, type), "i64");
}

/* MLIR leaves out the type of an i64 inside arrays and memory spaces, and writes it elsewhere. */
static void print_elided(const printer *p, tta_node_id id) {
  const tta_node *n = at(p, id);
  bool typed = n->flags & TTA_NODE_PREFIXED;
  if (n->kind == TTA_NODE_TYPED && !typed && at(p, n->first)->kind == TTA_NODE_INT && is_i64(p, at(p, n->first)->next))
    print(p, n->first);
  else print(p, id);
}
static void print_unelided(const printer *p, tta_node_id id) {
  print(p, id);
  if (at(p, id)->kind == TTA_NODE_INT && !(at(p, id)->flags & TTA_NODE_PREFIXED)) TEXT(p, " : i64");
}

static void print_list(const printer *p, tta_node_id id) {
  tta_buf_char(p->out, '[');
  for (tta_node_id c = at(p, id)->first; c; c = at(p, c)->next) {
    if (c != at(p, id)->first) TEXT(p, ", ");
    if ((at(p, c)->flags & TTA_NODE_LEADING_BLANK) &&
        ((at(p, id)->flags & (TTA_NODE_JUXTAPOSED | TTA_NODE_KEYED)) != TTA_NODE_JUXTAPOSED))
      tta_buf_char(p->out, ' ');
    print_elided(p, c);
  }
  tta_buf_char(p->out, ']');
}

static void print_dict(const printer *p, tta_node_id id) {
  tta_buf_char(p->out, '{');
  for (tta_node_id e = at(p, id)->first; e; e = at(p, e)->next) {
    if (e != at(p, id)->first) TEXT(p, ", ");
    tta_node_id name = at(p, e)->first, value = at(p, name)->next;
    verbatim(p, name);
    if (value && at(p, value)->kind != TTA_NODE_UNIT) {
      TEXT(p, " = ");
      print_unelided(p, value);
    }
  }
  tta_buf_char(p->out, '}');
}

static void print_integer(const printer *p, tta_node_id id) {
  bool indexed = at(p, id)->flags & TTA_NODE_JUXTAPOSED;
  if (indexed) tta_buf_char(p->out, '[');
  if (at(p, id)->flags & TTA_NODE_WIDE) verbatim(p, id);
  else tta_buf_int(p->out, at(p, id)->integer);
  if (indexed) tta_buf_char(p->out, ']');
  if (at(p, id)->flags & TTA_NODE_PREFIXED) TEXT(p, " : i64");
}

/* ---- dense ------------------------------------------------------------------------------------------------------- */

static tta_node_id first_leaf(const printer *p, tta_node_id id) {
  while (id && at(p, id)->kind == TTA_NODE_LIST) id = at(p, id)->first;
  return id;
}

static bool same_literal(const printer *p, tta_node_id a, tta_node_id b) {
  const tta_node *x = at(p, a), *y = at(p, b);
  if (x->kind == TTA_NODE_INT && y->kind == TTA_NODE_INT && !((x->flags | y->flags) & TTA_NODE_WIDE))
    return x->integer == y->integer;
  return x->kind == y->kind && tta_str_equal(tta_node_text(p->tree, a), tta_node_text(p->tree, b));
}

static bool all_equal(const printer *p, tta_node_id list, tta_node_id leaf) {
  for (tta_node_id c = at(p, list)->first; c; c = at(p, c)->next) {
    if (at(p, c)->kind == TTA_NODE_LIST ? !all_equal(p, c, leaf) : !same_literal(p, c, leaf)) return false;
  }
  return true;
}

/* A splat collapses; no elements print as `dense<>`. */
static void print_dense(const printer *p, tta_node_id id) {
  tta_node_id value = at(p, id)->first, type = value;
  while (at(p, type)->next) type = at(p, type)->next;
  TEXT(p, "dense<");
  if (value != type) {
    tta_node_id leaf = first_leaf(p, value);
    if (at(p, value)->kind == TTA_NODE_LIST && leaf && all_equal(p, value, leaf)) print(p, leaf);
    else if (leaf) print(p, value);
  }
  TEXT(p, "> : ");
  print(p, type);
}

static void print_array(const printer *p, tta_node_id id) {
  tta_node_id type = at(p, id)->first;
  TEXT(p, "array<");
  print(p, type);
  if (at(p, type)->next) TEXT(p, ": ");
  print_siblings(p, at(p, type)->next);
  tta_buf_char(p->out, '>');
}

static void print_strided(const printer *p, tta_node_id id) {
  tta_node_id offset = tta_node_child(p->tree, id, TTA_FIELD_offset);
  TEXT(p, "strided<");
  print(p, tta_node_child(p->tree, id, TTA_FIELD_strides));
  if (offset && (at(p, offset)->kind != TTA_NODE_INT || at(p, offset)->integer != 0)) {
    TEXT(p, ", offset: ");
    print(p, offset);
  }
  tta_buf_char(p->out, '>');
}

/* ---- builtin types ----------------------------------------------------------------------------------------------- */

/* A tiled_layout leaves out what its tensor says. */
static void print_encoding(const printer *p, tta_node_id tensor, tta_node_id encoding) {
  printer inner = *p;
  inner.tensor = tensor;
  tta_node_id written = p->options.expand_aliases ? tta_node_resolve(p->tree, encoding) : encoding;
  if (!tta_tiled_print_resolved(p->out, p->tree, tensor, written)) print_unelided(&inner, encoding);
}

static void print_tensor(const printer *p, tta_node_id id) {
  tta_node_id encoding = tta_node_child(p->tree, id, TTA_FIELD_encoding);
  TEXT(p, "tensor<");
  print_dims_before_type(p, tta_node_child(p->tree, id, TTA_FIELD_shape));
  print(p, tta_node_child(p->tree, id, TTA_FIELD_element_type));
  if (encoding) {
    TEXT(p, ", ");
    print_encoding(p, id, encoding);
  }
  tta_buf_char(p->out, '>');
}

static void print_memref(const printer *p, tta_node_id id) {
  tta_node_id layout = tta_node_printed_child(p->tree, id, TTA_FIELD_layout),
              space = tta_node_printed_child(p->tree, id, TTA_FIELD_memory_space);
  if (p->tiled && tta_tiled_strides_implied(p->tree, id)) layout = 0;
  TEXT(p, "memref<");
  print_dims_before_type(p, tta_node_child(p->tree, id, TTA_FIELD_shape));
  print(p, tta_node_child(p->tree, id, TTA_FIELD_element_type));
  if (layout) {
    TEXT(p, ", ");
    print(p, layout);
  }
  if (space) {
    TEXT(p, ", ");
    print_elided(p, space);
  }
  tta_buf_char(p->out, '>');
}

static void print_vector(const printer *p, tta_node_id id) {
  TEXT(p, "vector<");
  print_dims_before_type(p, tta_node_child(p->tree, id, TTA_FIELD_shape));
  print(p, tta_node_child(p->tree, id, TTA_FIELD_element_type));
  tta_buf_char(p->out, '>');
}

static void print_function(const printer *p, tta_node_id id) {
  tta_node_id inputs = at(p, id)->first, results = at(p, inputs)->next;
  tta_buf_char(p->out, '(');
  print_siblings(p, at(p, inputs)->first);
  TEXT(p, ") -> ");
  tta_node_id only = at(p, results)->kind == TTA_NODE_LIST ? at(p, results)->first : results;
  bool bare =
      only && (at(p, results)->kind != TTA_NODE_LIST || !at(p, only)->next) && at(p, only)->kind != TTA_NODE_FUNCTION;
  if (!bare) tta_buf_char(p->out, '(');
  print_siblings(p, only);
  if (!bare) tta_buf_char(p->out, ')');
}

/* ---- our attributes ---------------------------------------------------------------------------------------------- */

static void print_separator(const printer *p, tta_node_id item) {
  const tta_node *n = at(p, item);
  bool juxtaposed = (n->flags & TTA_NODE_JUXTAPOSED) && n->kind != TTA_NODE_COORD;
  if (!juxtaposed) TEXT(p, ", ");
  else if (n->kind == TTA_NODE_INT) return;                      /* cb_port[0] */
  else if (n->flags & TTA_NODE_KEYED) tta_buf_char(p->out, ' '); /* {worker = [..] dram = [..]} */
  else TEXT(p, ": ");                                          /* mesh_sharding<"mesh": [..]> */
}

static void print_key(const printer *p, const tta_node *n) {
  if (!(n->flags & TTA_NODE_KEYED)) return;
  const char *name = tta_field_name((tta_field)n->field);
  text(p, name, strlen(name));
  TEXT(p, " = ");
}

static void print_fields(const printer *outer, tta_node_id id) {
  printer inner = *outer;
  const printer *p = &inner;
  inner.tiled = at(outer, id)->index == TTA_ATTR_tiled_layout;
  inner.tensor = 0;
  bool any = false;
  for (tta_node_id item = at(p, id)->first; item; item = at(p, item)->next) {
    const tta_node *n = at(p, item);
    if (tta_node_is_elided(n) || (p->tiled && tta_tiled_field_implied(p->tree, outer->tensor, item))) continue;
    if (any) print_separator(p, item);
    any = true;
    print_key(p, n);
    print(p, item);
  }
}

/* `rt_args = [..] ct_args = [..]`: one blank for each place between two fields, whether they are there or not. */
static void print_fields_and_blanks(const printer *p, tta_node_id id) {
  const tta_form *form = &tta_attributes[at(p, id)->index].forms[0];
  uint32_t place = at(p, id)->flags & TTA_NODE_FORMER_BLANKS ? 1 : 0;
  tta_node_id item = at(p, id)->first;
  for (uint32_t i = place; i < form->num_fields; i++) {
    if (i > place) tta_buf_char(p->out, ' ');
    if (form->fields[i].field != at(p, item)->field) continue;
    print_key(p, at(p, item));
    print(p, item);
    item = at(p, item)->next;
  }
}

static bool prints_bare(const printer *p, tta_node_id id) {
  tta_node_id first = at(p, id)->first;
  return (!first || tta_node_is_elided(at(p, first))) && tta_attribute_may_be_bare((tta_attribute)at(p, id)->index);
}

static void print_attribute(const printer *p, tta_node_id id, bool prefixed) {
  const tta_node *n = at(p, id);
  const tta_attribute_info *row = &tta_attributes[n->index];
  bool is_long = row->print == TTA_PRINT_LONG, dotted = row->print == TTA_PRINT_ANGLE || row->print == TTA_PRINT_BLANKS;
  if (prefixed) {
    tta_buf_char(p->out, row->sigil);
    tta_buf_str(p->out, tta_dialect_names[n->dialect]);
    tta_buf_char(p->out, dotted ? '.' : '<');
    tta_buf_str(p->out, row->mnemonic);
    if (is_long) tta_buf_char(p->out, ' ');
  }
  if (dotted && prefixed && prints_bare(p, id)) return;
  if (dotted || (is_long && !prefixed)) tta_buf_char(p->out, '<');
  /* chip_desc before 2024-06-22 */
  bool angle_inside = row->print == TTA_PRINT_BRACE && p->tree->text.data[n->begin] == '<';
  if (row->print == TTA_PRINT_BRACE) tta_buf_char(p->out, angle_inside ? '<' : '{');
  if (row->print == TTA_PRINT_BLANKS) print_fields_and_blanks(p, id);
  else print_fields(p, id);
  if (row->print == TTA_PRINT_BRACE) tta_buf_char(p->out, angle_inside ? '>' : '}');
  if (row->print != TTA_PRINT_BRACE || prefixed) tta_buf_char(p->out, '>');
}

static void print_word(const printer *p, tta_node_id id) {
  tta_str t = tta_unquoted(tta_node_text(p->tree, id));
  text(p, t.data, t.size);
}

/* A rejected list does not have a set. */
static void print_flags(const printer *p, tta_node_id id) {
  const tta_node *n = at(p, id);
  for (uint32_t set = n->first; set; set &= set - 1) {
    if (set != n->first) tta_buf_char(p->out, '|');
    tta_buf_str(p->out, tta_enums[n->index].keywords[__builtin_ctz(set)]);
  }
  if (!n->first) verbatim(p, id);
}

bool tta_node_is_location(const tta_tree *tree, tta_node_id value) {
  value = tta_node_resolve(tree, value);
  if (tta_node_at(tree, value)->kind != TTA_NODE_OPAQUE) return false;
  return tta_str_starts_with(tta_node_text(tree, value), "loc");
}

static void print_alias(const printer *p, tta_node_id id) {
  const tta_alias *alias = &p->tree->aliases[at(p, id)->index];
  bool expand = p->options.expand_aliases && !tta_node_is_location(p->tree, alias->value) && alias->value;
  tta_node_id value = expand && (at(p, id)->flags & TTA_NODE_STRIPPED) ? tta_node_resolve(p->tree, id) : 0;
  if (at(p, id)->flags & TTA_NODE_PLAIN_MAP) print_map(p, id);
  else if (value && at(p, value)->kind == TTA_NODE_ATTRIBUTE) print_attribute(p, value, false);
  else if (expand) print(p, alias->value);
  else verbatim(p, id);
}

/* `7 : i32`, `"mesh" = 2x4` */
static void print_pair(const printer *p, tta_node_id left, const char *between) {
  print(p, left);
  tta_buf_str(p->out, between);
  print(p, at(p, left)->next);
}

/* `(0, 1)`; `(0,1)` where it is written tight */
static void print_coordinates(const printer *p, const tta_node *n) {
  tta_buf_char(p->out, '(');
  for (tta_node_id c = n->first; c; c = at(p, c)->next) {
    if (c != n->first) text(p, ", ", n->flags & TTA_NODE_JUXTAPOSED ? 1 : 2);
    print(p, c);
  }
  tta_buf_char(p->out, ')');
}

/* `(4 x 16)` */
static void print_parenthesised_dims(const printer *p, tta_shape shape) {
  tta_buf_char(p->out, '(');
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (i) TEXT(p, " x ");
    print_extent(p, shape.extent[i]);
  }
  tta_buf_char(p->out, ')');
}

static void print_scalar(const printer *p, tta_node_id id) {
  tta_str stem, width = tta_scalar_width(tta_node_text(p->tree, id), &stem);
  text(p, stem.data, stem.size);
  text(p, width.data, width.size);
}

/* A FloatAttr prints as MLIR prints its value. */
static void print_float(const printer *p, tta_node_id id) {
  if (at(p, id)->flags & TTA_NODE_PREFIXED) {
    tta_print_float(p->out, tta_node_text(p->tree, id), TTA_STR("f64"));
    TEXT(p, " : f64");
  } else {
    verbatim(p, id);
  }
}

/* `1.0 : f32`, `0x3F800000 : f32` */
static bool is_float_attribute(const printer *p, tta_node_id id) {
  tta_node_id value = at(p, id)->first;
  if (!(at(p, id)->flags & TTA_NODE_PREFIXED)) return false;
  return at(p, value)->kind == TTA_NODE_FLOAT || strchr("fbt", *tta_node_text(p->tree, at(p, value)->next).data);
}

static void print_typed(const printer *p, tta_node_id id) {
  tta_node_id value = at(p, id)->first, type = at(p, value)->next;
  if (is_float_attribute(p, id)) {
    tta_print_float(p->out, tta_node_text(p->tree, value), tta_node_text(p->tree, type));
    TEXT(p, " : ");
    print(p, type);
  } else {
    print_pair(p, value, " : ");
  }
}

static void print(const printer *p, tta_node_id id) {
  const tta_node *n = at(p, id);
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_NONE: return;
  case TTA_NODE_SCALAR: print_scalar(p, id); return;
  case TTA_NODE_ERROR: case TTA_NODE_STRING: case TTA_NODE_SYMBOL:
  case TTA_NODE_BODY: case TTA_NODE_BOOL: case TTA_NODE_UNIT: case TTA_NODE_DYNAMIC: case TTA_NODE_ENTRY:
    verbatim(p, id);
    return;
  case TTA_NODE_OPAQUE:
    if (n->index) text(p, p->tree->opaque_text.data + n->first, n->index);
    else verbatim(p, id);
    return;
  case TTA_NODE_INT: print_integer(p, id); return;
  case TTA_NODE_WORD: print_word(p, id); return;
  case TTA_NODE_FLAGS: print_flags(p, id); return;
  case TTA_NODE_FLOAT: print_float(p, id); return;
  case TTA_NODE_TYPED: print_typed(p, id); return;
  case TTA_NODE_DIMS: print_dims(p, id); return;
  case TTA_NODE_NAMED_DIMS: print_pair(p, n->first, " = "); return;
  case TTA_NODE_MAP: print_map(p, id); return;
  case TTA_NODE_MAP_ATTR:
    if (n->flags & TTA_NODE_PLAIN_MAP) {
      print_map(p, id);
    } else {
      TEXT(p, "affine_map<");
      print_map(p, id);
      tta_buf_char(p->out, '>');
    }
    return;
  case TTA_NODE_SET_ATTR: print_set(p, id); return;
  case TTA_NODE_MAP_RANK: tta_buf_printf(p->out, "map(%u)", n->index); return;
  case TTA_NODE_COORD: print_coordinates(p, n); return;
  case TTA_NODE_PAREN_DIMS: print_parenthesised_dims(p, tta_node_shape(p->tree, n->first)); return;
  case TTA_NODE_AXIS:
    print(p, n->first);
    tta_buf_char(p->out, '(');
    print_siblings(p, at(p, n->first)->next);
    tta_buf_char(p->out, ')');
    return;
  case TTA_NODE_LIST: print_list(p, id); return;
  case TTA_NODE_DICT: print_dict(p, id); return;
  case TTA_NODE_DENSE: print_dense(p, id); return;
  case TTA_NODE_ARRAY: print_array(p, id); return;
  case TTA_NODE_STRIDED: print_strided(p, id); return;
  case TTA_NODE_ALIAS: print_alias(p, id); return;
  case TTA_NODE_ATTRIBUTE: print_attribute(p, id, n->flags & TTA_NODE_PREFIXED); return;
  case TTA_NODE_TENSOR: print_tensor(p, id); return;
  case TTA_NODE_MEMREF: print_memref(p, id); return;
  case TTA_NODE_VECTOR: print_vector(p, id); return;
  case TTA_NODE_COMPLEX:
    TEXT(p, "complex<");
    print(p, n->first);
    tta_buf_char(p->out, '>');
    return;
  case TTA_NODE_TUPLE:
    TEXT(p, "tuple<");
    print_siblings(p, n->first);
    tta_buf_char(p->out, '>');
    return;
  case TTA_NODE_FUNCTION: print_function(p, id); return;
  }
}

void tta_print_node(tta_buf *out, const tta_tree *tree, tta_node_id id, tta_print_options options) {
  printer p = {.out = out, .tree = tree, .options = options};
  print(&p, id);
}

tta_str tta_print_copy(const tta_tree *tree, tta_node_id id, tta_arena *arena) {
  tta_buf text = tta_buf_new(arena->allocator);
  tta_print_node(&text, tree, id, (tta_print_options){.expand_aliases = true});
  return tta_arena_take(arena, &text);
}
