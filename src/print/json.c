/* JSON of trees: one object for each occurrence, fields by the names of attributes.def. */
#include "print/json.h"

#include "affine/print.h"
#include "base/checked.h"
#include "base/str.h"
#include "print/print.h"

typedef struct writer {
  tta_json json;
  tta_buf *out;
  tta_source *source;
  const tta_tree *tree;
  uint64_t *budget; /* bytes that aliases may still expand to, in this document */
  bool expand;      /* this occurrence's aliases are written out */
} writer;

static const tta_node *at(const writer *w, tta_node_id id) { return tta_node_at(w->tree, id); }

bool tta_is_occurrence(const tta_tree *tree, tta_node_id id) {
  const tta_node *n = tta_node_at(tree, id);
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_TENSOR: case TTA_NODE_MEMREF: case TTA_NODE_MAP_ATTR: case TTA_NODE_SET_ATTR: return true;
  case TTA_NODE_ATTRIBUTE: return n->flags & TTA_NODE_SPELLED;
  default: return false;
  }
}

static void print_kind(writer *w, tta_node_id id) { tta_json_text(&w->json, tta_node_kind_name(w->tree, id)); }

static void print_text(writer *w, tta_node_id id) {
  tta_buf text = tta_buf_new(w->out->allocator);
  tta_print_node(&text, w->tree, id, (tta_print_options){.expand_aliases = w->expand});
  tta_json_string(&w->json, tta_buf_view(&text));
  w->out->failed |= text.failed;
  tta_buf_free(&text);
}

static void print_value(writer *w, tta_node_id id);

static void print_children(writer *w, tta_node_id id) {
  tta_json_open(&w->json, '[');
  for (tta_node_id c = tta_node_first(w->tree, id); c; c = at(w, c)->next) print_value(w, c);
  tta_json_close(&w->json, ']');
}

static void print_dims(writer *w, tta_node_id id) {
  tta_shape s = tta_node_shape(w->tree, id);
  tta_json_open(&w->json, '[');
  for (uint32_t i = 0; i < s.rank; i++) {
    if (s.extent[i] == TTA_DYNAMIC_EXTENT) tta_json_text(&w->json, "?");
    else if (s.extent[i] < 0) print_text(w, id);
    else tta_json_int(&w->json, s.extent[i]);
  }
  tta_json_close(&w->json, ']');
}

static void print_map_text(writer *w, tta_node_id id) {
  tta_map map;
  tta_buf text = tta_buf_new(w->out->allocator);
  if (tta_node_map(w->tree, id, &map)) tta_map_print(&text, &map);
  tta_json_string(&w->json, tta_buf_view(&text));
  w->out->failed |= text.failed;
  tta_buf_free(&text);
}

/* The fields of builtin types, which have no row in the table. */
static const tta_field builtin_fields[][5] = {
    [TTA_NODE_TENSOR] = {TTA_FIELD_shape, TTA_FIELD_element_type, TTA_FIELD_encoding},
    [TTA_NODE_MEMREF] = {TTA_FIELD_shape, TTA_FIELD_element_type, TTA_FIELD_layout, TTA_FIELD_memory_space},
    [TTA_NODE_VECTOR] = {TTA_FIELD_shape, TTA_FIELD_element_type},
    [TTA_NODE_COMPLEX] = {TTA_FIELD_element_type},
};

static void print_field(writer *w, tta_node_id id, tta_field field) {
  tta_json_key(&w->json, tta_field_name(field));
  tta_node_id child = tta_node_printed_child(w->tree, id, field);
  if (child) print_value(w, child);
  else tta_json_null(&w->json);
}

/* Every field of the attribute, of all its forms, once, absent ones null. */
static void print_attribute_fields(writer *w, tta_node_id id) {
  const tta_attribute_info *row = &tta_attributes[at(w, id)->index];
  bool seen[TTA_NUM_FIELDS] = {false};
  for (int f = 0; f < TTA_MAX_FORMS; f++)
    for (uint32_t i = 0; i < row->forms[f].num_fields; i++) {
      tta_field field = (tta_field)row->forms[f].fields[i].field;
      if (!seen[field]) print_field(w, id, field);
      seen[field] = true;
    }
}

static void print_object(writer *w, tta_node_id id) {
  const tta_node *n = at(w, id);
  tta_json_open(&w->json, '{');
  tta_json_key(&w->json, "kind");
  print_kind(w, id);
  tta_json_key_open(&w->json, "fields", '{');
  if (n->kind == TTA_NODE_ATTRIBUTE) {
    print_attribute_fields(w, id);
  } else if (n->kind == TTA_NODE_MAP_ATTR || n->kind == TTA_NODE_SET_ATTR) {
    tta_json_key(&w->json, "value");
    if (n->kind == TTA_NODE_MAP_ATTR) print_map_text(w, id);
    else print_text(w, id);
  } else if (n->kind == TTA_NODE_TUPLE) {
    tta_json_key(&w->json, "values");
    print_children(w, id);
  } else if (n->kind == TTA_NODE_FUNCTION) {
    tta_json_key(&w->json, "inputs");
    print_value(w, n->first);
    tta_json_key(&w->json, "results");
    print_value(w, at(w, n->first)->next);
  } else {
    for (const tta_field *f = builtin_fields[n->kind]; *f; f++) print_field(w, id, *f);
  }
  tta_json_close(&w->json, '}');
  tta_json_close(&w->json, '}');
}

/* An i64 is a number: MLIR leaves out its type in some contexts. */
static void print_typed(writer *w, tta_node_id id) {
  const tta_node *value = at(w, at(w, id)->first);
  tta_str type = tta_node_text(w->tree, value->next);
  if (value->kind == TTA_NODE_INT && tta_str_is(type, "i64")) print_value(w, at(w, id)->first);
  else print_text(w, id);
}

static void print_value(writer *w, tta_node_id id) {
  tta_node_id target = w->expand ? tta_node_resolve(w->tree, id) : id;
  const tta_node *n = at(w, target);
  switch ((tta_node_kind)n->kind) {
  case TTA_NODE_NONE: case TTA_NODE_ERROR: case TTA_NODE_BODY:
    tta_json_open(&w->json, '{');
    tta_json_key_text(&w->json, "kind", "error");
    tta_json_close(&w->json, '}');
    return;
  case TTA_NODE_INT:
    if (n->flags & TTA_NODE_WIDE) tta_json_string(&w->json, tta_node_text(w->tree, target));
    else if (n->flags & TTA_NODE_PREFIXED) print_text(w, target); /* with its type */
    else tta_json_int(&w->json, n->integer);
    return;
  case TTA_NODE_TYPED: print_typed(w, target); return;
  case TTA_NODE_BOOL: tta_json_bool(&w->json, n->index != 0); return;
  case TTA_NODE_STRING: {
    tta_str t = tta_node_text(w->tree, target);
    tta_json_string(&w->json, (tta_str){t.data + 1, t.size - 2});
    return;
  }
  case TTA_NODE_DIMS: print_dims(w, target); return;
  case TTA_NODE_COORD: case TTA_NODE_LIST: print_children(w, target); return;
  case TTA_NODE_PAREN_DIMS: print_dims(w, n->first); return;
  case TTA_NODE_MAP: case TTA_NODE_MAP_ATTR: print_map_text(w, target); return;
  case TTA_NODE_NAMED_DIMS:
    tta_json_open(&w->json, '{');
    tta_json_key(&w->json, "name");
    print_value(w, n->first);
    tta_json_key(&w->json, "shape");
    print_value(w, at(w, n->first)->next);
    tta_json_close(&w->json, '}');
    return;
  case TTA_NODE_TENSOR:
  case TTA_NODE_MEMREF:
  case TTA_NODE_VECTOR:
  case TTA_NODE_COMPLEX:
  case TTA_NODE_TUPLE:
  case TTA_NODE_FUNCTION:
  case TTA_NODE_ATTRIBUTE:
    print_object(w, target);
    return;
  default: print_text(w, target); return;
  }
}

/* What the aliases below `id` expand to, and how deep: aliases of aliases grow exponentially. */
static void measure(const writer *w, tta_node_id id, uint64_t *bytes, uint32_t *depth) {
  const tta_node *n = at(w, id);
  if (n->kind == TTA_NODE_ALIAS) {
    const tta_alias *alias = &w->tree->aliases[n->index];
    *bytes = tta_add_capped(*bytes, alias->expanded_bytes);
    if (alias->depth > *depth) *depth = alias->depth;
  }
  for (tta_node_id c = tta_node_first(w->tree, id); c; c = at(w, c)->next) measure(w, c, bytes, depth);
}

static bool may_expand(writer *w, tta_node_id id) {
  uint64_t bytes = 0;
  uint32_t depth = 0;
  measure(w, id, &bytes, &depth);
  bool ok = depth <= TTA_JSON_ALIAS_DEPTH && bytes <= *w->budget;
  if (ok) *w->budget -= bytes;
  else *w->budget = depth <= TTA_JSON_ALIAS_DEPTH ? 0 : *w->budget;
  return ok;
}

static void print_line(writer *w, tta_node_id id, uint32_t depth, bool device_symbol, tta_span span) {
  tta_position begin = tta_source_position(w->source, span.begin), end = tta_source_position(w->source, span.end);
  w->json.comma = false;
  w->expand = may_expand(w, id);
  tta_json_open(&w->json, '{');
  tta_json_key_plain(&w->json, "file", w->source->name);
  tta_json_key_uint(&w->json, "line", begin.line);
  tta_json_key_uint(&w->json, "column", begin.column);
  tta_json_key_uint(&w->json, "end_line", end.line);
  tta_json_key_uint(&w->json, "end_column", end.column);
  tta_json_key_uint(&w->json, "depth", depth);
  tta_json_key(&w->json, "kind");
  if (device_symbol) tta_json_text(&w->json, "device_symbol_op");
  else print_kind(w, id);
  tta_json_key(&w->json, "text");
  print_text(w, id);
  tta_json_key(&w->json, "value");
  print_value(w, id);
  tta_json_close(&w->json, '}');
  tta_buf_char(w->out, '\n');
}

/* Recurses as deep as the text nests, which is limited. */
static void walk_tree(const tta_json_walk *walk, writer *w, tta_node_id id, uint32_t depth) {
  bool counts = tta_is_occurrence(w->tree, id);
  if (counts) print_line(w, id, depth, false, tta_node_span(w->tree, id));
  if (at(w, id)->kind == TTA_NODE_OPAQUE) walk->opaque(walk->user, id, depth);
  for (tta_node_id c = tta_node_first(w->tree, id); c; c = at(w, c)->next) walk_tree(walk, w, c, depth + counts);
}

static writer writer_of(const tta_json_walk *walk) {
  return (writer){tta_json_writer(walk->out), walk->out, walk->source, walk->tree, walk->budget, true};
}

void tta_json_occurrences(const tta_json_walk *walk, tta_node_id root, uint32_t depth) {
  writer w = writer_of(walk);
  walk_tree(walk, &w, root, depth);
}

void tta_json_device_op(const tta_json_walk *walk, tta_node_id root, tta_span span) {
  writer w = writer_of(walk);
  print_line(&w, root, 0, true, span);
  for (tta_node_id c = tta_node_first(walk->tree, root); c; c = at(&w, c)->next) walk_tree(walk, &w, c, 1);
}
