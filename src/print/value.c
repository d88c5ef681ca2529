/* The public view of trees: values as handles. */
#include <string.h>

#include "base/str.h"
#include "print/json.h"
#include "print/print.h"
#include "ttattr/value.h"

static const tta_value absent = {NULL, 0};

static tta_value resolved(tta_value value) {
  return value.tree ? (tta_value){value.tree, tta_node_resolve(value.tree, value.node)} : absent;
}
static const tta_node *node_of(tta_value value) { return tta_node_at(value.tree, value.node); }
static bool is_absent(tta_value value) { return !value.tree || !value.node; }

tta_value_kind tta_value_kind_of(tta_value value) {
  value = resolved(value);
  if (is_absent(value)) return TTA_VALUE_ABSENT;
  switch ((tta_node_kind)node_of(value)->kind) {
  case TTA_NODE_NONE: return TTA_VALUE_ABSENT;
  case TTA_NODE_ERROR: case TTA_NODE_BODY: return TTA_VALUE_ERROR;
  case TTA_NODE_ATTRIBUTE:
  case TTA_NODE_TENSOR:
  case TTA_NODE_MEMREF:
  case TTA_NODE_VECTOR:
  case TTA_NODE_COMPLEX:
  case TTA_NODE_TUPLE:
  case TTA_NODE_FUNCTION: case TTA_NODE_SET_ATTR:
    return TTA_VALUE_ATTRIBUTE;
  case TTA_NODE_MAP: case TTA_NODE_MAP_ATTR: return TTA_VALUE_MAP;
  case TTA_NODE_DIMS: return TTA_VALUE_SHAPE;
  case TTA_NODE_INT: return TTA_VALUE_INTEGER;
  case TTA_NODE_WORD: case TTA_NODE_FLAGS: return TTA_VALUE_KEYWORD;
  case TTA_NODE_STRING: return TTA_VALUE_STRING;
  case TTA_NODE_BOOL: return TTA_VALUE_BOOL;
  case TTA_NODE_LIST: case TTA_NODE_COORD: return TTA_VALUE_LIST;
  case TTA_NODE_SCALAR: return TTA_VALUE_SCALAR;
  default: return TTA_VALUE_OTHER;
  }
}

const char *tta_value_kind_name(tta_value_kind kind) {
  static const char *const names[] = {
      [TTA_VALUE_ABSENT] = "absent",   [TTA_VALUE_ERROR] = "error",     [TTA_VALUE_ATTRIBUTE] = "attribute",
      [TTA_VALUE_MAP] = "map",         [TTA_VALUE_SHAPE] = "shape",     [TTA_VALUE_INTEGER] = "integer",
      [TTA_VALUE_KEYWORD] = "keyword", [TTA_VALUE_STRING] = "string",   [TTA_VALUE_BOOL] = "bool",
      [TTA_VALUE_LIST] = "list",       [TTA_VALUE_SCALAR] = "scalar",   [TTA_VALUE_OTHER] = "other"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *tta_island_context_name(tta_island_context context) {
  static const char *const names[] = {[TTA_CONTEXT_OPERATION] = "operation",
                                      [TTA_CONTEXT_ALIAS] = "alias",
                                      [TTA_CONTEXT_MODULE_DEVICE] = "module device",
                                      [TTA_CONTEXT_MODULE_SYSTEM] = "module system",
                                      [TTA_CONTEXT_DEVICE_OPERATION] = "device operation",
                                      [TTA_CONTEXT_USE] = "use"};
  return (size_t)context < sizeof names / sizeof *names ? names[context] : "";
}

const char *tta_value_name(tta_value value) {
  value = resolved(value);
  return is_absent(value) ? "" : tta_node_kind_name(value.tree, value.node);
}

tta_value tta_value_field(tta_value value, const char *name) {
  value = resolved(value);
  tta_field field = tta_field_find((tta_str){name, strlen(name)});
  if (is_absent(value) || !field) return absent;
  return (tta_value){value.tree, tta_node_printed_child(value.tree, value.node, field)};
}

const char *tta_value_field_name(tta_value value) {
  return is_absent(value) ? "" : tta_field_name((tta_field)node_of(value)->field);
}

tta_value tta_value_first(tta_value value) {
  value = resolved(value);
  return is_absent(value) ? absent : (tta_value){value.tree, tta_node_first(value.tree, value.node)};
}

tta_value tta_value_next(tta_value value) {
  return is_absent(value) ? absent : (tta_value){value.tree, node_of(value)->next};
}

/* The `x` between a shape and an element type is not part of the shape. */
static tta_span span_of(tta_value value) {
  tta_span span = tta_node_span(value.tree, value.node);
  bool shape = node_of(value)->kind == TTA_NODE_DIMS && span.end > span.begin;
  if (shape && value.tree->text.data[span.end - 1] == 'x') span.end--;
  return span;
}

tta_span tta_value_span(tta_value value) {
  if (is_absent(value)) return (tta_span){0, 0};
  tta_span span = span_of(value);
  return (tta_span){span.begin + value.tree->origin, span.end + value.tree->origin};
}

tta_str tta_value_text(tta_value value) {
  if (is_absent(value)) return (tta_str){"", 0};
  tta_span span = span_of(value);
  return TTA_SPAN_TEXT(value.tree->text.data, span);
}

bool tta_value_integer(tta_value value, int64_t *integer) {
  value = resolved(value);
  if (is_absent(value)) return false;
  const tta_node *n = node_of(value);
  if (n->kind == TTA_NODE_BOOL) *integer = n->index;
  else if (n->kind == TTA_NODE_INT && !(n->flags & TTA_NODE_WIDE)) *integer = n->integer;
  else return false;
  return true;
}

bool tta_value_shape(tta_value value, tta_shape *shape) {
  value = resolved(value);
  if (is_absent(value) || node_of(value)->kind != TTA_NODE_DIMS) return false;
  *shape = tta_node_shape(value.tree, value.node);
  return true;
}

bool tta_value_map(tta_value value, tta_map *map) {
  return !is_absent(value) && tta_node_map(value.tree, value.node, map);
}

bool tta_value_equal(tta_value a, tta_value b) {
  if (is_absent(a) || is_absent(b)) return is_absent(a) && is_absent(b);
  return tta_node_equal(a.tree, a.node, b.tree, b.node);
}

void tta_value_print(tta_buf *out, tta_value value, bool expand_aliases) {
  if (!is_absent(value))
    tta_print_node(out, value.tree, value.node, (tta_print_options){.expand_aliases = expand_aliases});
}
