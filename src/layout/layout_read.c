/* Owns how a layout in a tree becomes its parts and values. Does not judge them (src/verify). */
#include "layout/layout_read.h"

#include "model/words.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

static bool is_attribute(const tta_tree *tree, tta_node_id id, tta_attribute which) {
  return at(tree, id)->kind == TTA_NODE_ATTRIBUTE && at(tree, id)->index == which;
}

static void find_memref_parts(const tta_tree *tree, tta_layout_nodes *parts) {
  tta_node_id memref = tta_node_resolve(tree, parts->memref);
  if (at(tree, memref)->kind != TTA_NODE_MEMREF) return;
  parts->memref_type = memref;
  for (tta_node_id c = at(tree, memref)->first; c; c = at(tree, c)->next) switch (at(tree, c)->field) {
    case TTA_FIELD_shape: parts->memref_shape = c; break;
    case TTA_FIELD_element_type: parts->element = c; break;
    case TTA_FIELD_memory_space: parts->memory_space = c; break;
    default: break;
    }
}

tta_layout_nodes tta_layout_find_parts(const tta_tree *tree, tta_node_id layout) {
  tta_layout_nodes parts = {0};
  for (tta_node_id c = at(tree, layout)->first; c; c = at(tree, c)->next) switch (at(tree, c)->field) {
    case TTA_FIELD_linear: parts.linear = c; break;
    case TTA_FIELD_strides: parts.strides = c; break;
    case TTA_FIELD_oob_val: parts.oob_val = c; break;
    case TTA_FIELD_grid: parts.grid = c; break;
    case TTA_FIELD_memref: parts.memref = c; break;
    case TTA_FIELD_memory_layout: parts.memory_layout = c; break;
    default: break;
    }
  tta_node_id grid = tta_node_resolve(tree, parts.grid);
  if (is_attribute(tree, grid, TTA_ATTR_grid)) parts.grid_shape = tta_node_child(tree, grid, TTA_FIELD_shape);
  if (at(tree, parts.grid_shape)->kind != TTA_NODE_DIMS) parts.grid_shape = 0;
  find_memref_parts(tree, &parts);
  return parts;
}

tta_element tta_layout_read_element(const tta_tree *tree, tta_node_id node) {
  tta_node_id id = tta_node_resolve(tree, node);
  return at(tree, id)->kind == TTA_NODE_SCALAR ? tta_element_scalar(tta_node_text(tree, id))
                                               : tta_layout_read_tile(tree, id);
}

tta_element tta_layout_read_tile(const tta_tree *tree, tta_node_id node) {
  tta_node_id id = tta_node_resolve(tree, node);
  const tta_node *n = at(tree, id);
  tta_element element = {.kind = TTA_ELEMENT_OTHER, .text = tta_node_text(tree, id)};
  if (!is_attribute(tree, id, TTA_ATTR_tile) || (n->flags & TTA_NODE_FAULTY)) return element;
  tta_node_id shape = n->first, type = at(tree, shape)->next;
  if (at(tree, shape)->kind != TTA_NODE_DIMS || at(tree, type)->kind != TTA_NODE_WORD) return element;
  tta_shape s = tta_node_shape(tree, shape);
  if (s.rank != 2 || s.extent[0] < 1 || s.extent[1] < 1) return element;
  tta_str text = element.text;
  element = tta_element_tile(s.extent[0], s.extent[1], tta_data_type_at(at(tree, type)->index));
  element.text = text;
  return element;
}

tta_memory_space tta_layout_read_memory_space(const tta_tree *tree, tta_node_id node) {
  tta_node_id id = tta_node_resolve(tree, node);
  tta_enum which = is_attribute(tree, id, TTA_ATTR_ttnn_buffer_type) ? TTA_ENUM_buffer_type : TTA_ENUM_memory_space;
  if (which == TTA_ENUM_memory_space && !is_attribute(tree, id, TTA_ATTR_memory_space)) return TTA_MEMORY_NONE;
  const tta_node *word = at(tree, at(tree, id)->first);
  return word->kind == TTA_NODE_WORD ? tta_memory_space_at(which, word->index) : TTA_MEMORY_NONE;
}

/* A keyword, alone or in an attribute; its enumeration is that of the attribute, else `alone`. */
static tta_memory_layout read_memory_layout(const tta_tree *tree, tta_node_id node, tta_enum alone) {
  tta_node_id id = tta_node_resolve(tree, node);
  if (at(tree, id)->kind == TTA_NODE_ATTRIBUTE) {
    alone = at(tree, id)->index == TTA_ATTR_ttnn_tensor_memory_layout ? TTA_ENUM_ttnn_memory_layout : alone;
    id = at(tree, id)->first;
  }
  return at(tree, id)->kind == TTA_NODE_WORD ? tta_memory_layout_at(alone, at(tree, id)->index)
                                             : TTA_MEMORY_LAYOUT_NONE;
}

static tta_oob_value read_oob_value(const tta_tree *tree, tta_node_id node) {
  return at(tree, node)->kind == TTA_NODE_WORD ? tta_oob_value_at(at(tree, node)->index) : TTA_OOB_NONE;
}

static tta_status read_tensor(const tta_tree *tree, tta_node_id tensor, tta_layout_fields *out) {
  if (!tensor) return TTA_OK;
  tta_node_id shape = at(tree, tensor)->first; /* the first child unless unranked */
  if (at(tree, shape)->field != TTA_FIELD_shape) return TTA_INVALID;
  out->has_tensor = true;
  out->shape = tta_node_shape(tree, shape);
  out->element = tta_layout_read_element(tree, at(tree, shape)->next);
  return TTA_OK;
}

tta_status tta_layout_read(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_layout_fields *out) {
  tta_layout_nodes parts = tta_layout_find_parts(tree, layout);
  *out = (tta_layout_fields){.family = TTA_FIELDS_OF_MAP_FORM};
  if (!parts.grid_shape || !parts.memref_shape) return TTA_INVALID;
  if (parts.strides) out->strides = tta_node_shape(tree, parts.strides);
  else if (!tta_node_map(tree, parts.linear, &out->linear)) return TTA_INVALID;
  out->grid = tta_node_shape(tree, parts.grid_shape);
  out->memref = tta_node_shape(tree, parts.memref_shape);
  out->memref_element = tta_layout_read_element(tree, parts.element);
  out->memory_space = tta_layout_read_memory_space(tree, parts.memory_space);
  out->oob_val = read_oob_value(tree, parts.oob_val);
  bool ttnn = at(tree, layout)->index == TTA_ATTR_ttnn_layout;
  out->memory_layout = read_memory_layout(tree, parts.memory_layout,
                                          ttnn ? TTA_ENUM_ttnn_memory_layout : TTA_ENUM_tt_memory_layout);
  return read_tensor(tree, tensor, out);
}

/* ---- the named form ---- */

tta_node_id tta_layout_dense_shape(const tta_tree *tree, tta_node_id dense) {
  dense = tta_node_resolve(tree, dense);
  if (at(tree, dense)->kind != TTA_NODE_DENSE) return 0;
  tta_node_id type = at(tree, dense)->first;
  while (at(tree, type)->next) type = at(tree, type)->next; /* the last child */
  type = tta_node_resolve(tree, type);
  uint8_t kind = at(tree, type)->kind;
  if (kind != TTA_NODE_TENSOR && kind != TTA_NODE_VECTOR) return 0;
  return tta_node_child(tree, type, TTA_FIELD_shape);
}

/* The two numbers of one row; a lone number stands for both (a splat). */
static bool read_pair(const tta_tree *tree, tta_node_id row, int64_t pair[2]) {
  const tta_node *first = at(tree, row), *second = first;
  if (first->kind == TTA_NODE_LIST) {
    first = at(tree, first->first);
    second = at(tree, first->next);
    if (second->next) return false;
  }
  if (first->kind != TTA_NODE_INT || second->kind != TTA_NODE_INT) return false;
  pair[0] = first->integer;
  pair[1] = second->integer;
  return !((first->flags | second->flags) & TTA_NODE_WIDE);
}

enum { MAX_SPLAT = 4096 }; /* rows that one number may stand for; written out, rows are as many as the text has */

tta_status tta_layout_read_pairs(const tta_tree *tree, tta_node_id dense, tta_arena *arena, const int64_t **pairs,
                                 uint32_t *count) {
  tta_shape shape = tta_node_shape(tree, tta_layout_dense_shape(tree, dense));
  const tta_node *value = at(tree, at(tree, tta_node_resolve(tree, dense))->first);
  if (shape.rank != 2 || shape.extent[1] != 2 || shape.extent[0] < 0 || shape.extent[0] > UINT32_MAX / 2)
    return TTA_INVALID;
  *count = (uint32_t)shape.extent[0];
  *pairs = NULL;
  if (!*count) return TTA_OK;
  bool splat = value->kind == TTA_NODE_INT;
  if (!splat && value->kind != TTA_NODE_LIST) return TTA_INVALID;
  tta_node_id row = splat ? at(tree, tta_node_resolve(tree, dense))->first : value->first;
  uint32_t rows = 0;
  for (tta_node_id r = row; r && !splat && rows <= *count; r = at(tree, r)->next)
    rows++; /* the text, not the type, sizes the room */
  if (!splat && rows != *count) return TTA_INVALID;
  if (splat && *count > MAX_SPLAT) return TTA_LIMIT;
  int64_t *out = tta_arena_array(arena, (size_t)*count * 2, sizeof *out);
  if (!out) return TTA_NO_MEMORY;
  *pairs = out;
  for (uint32_t i = 0; i < *count; i++, out += 2) {
    if (!read_pair(tree, row, out)) return TTA_INVALID;
    if (!splat) row = at(tree, row)->next;
  }
  return TTA_OK;
}

tta_status tta_layout_read_named(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                 tta_layout_fields *out) {
  tta_node_id intervals = 0;
  *out = (tta_layout_fields){
      .family = TTA_FIELDS_OF_NAMED_FORM, .memory_space = TTA_MEMORY_SYSTEM};
  for (tta_node_id c = at(tree, layout)->first; c; c = at(tree, c)->next) switch (at(tree, c)->field) {
    case TTA_FIELD_logical_shape: out->logical_shape = tta_node_shape(tree, c); break;
    case TTA_FIELD_dim_alignments: out->alignments = tta_node_shape(tree, c); break;
    case TTA_FIELD_collapse_dims: case TTA_FIELD_collapsed_intervals: intervals = c; break;
    case TTA_FIELD_oob_val: out->oob_val = read_oob_value(tree, c); break;
    case TTA_FIELD_memory_space:
      out->memory_space = tta_memory_space_at(TTA_ENUM_memory_space, at(tree, c)->index);
      break;
    case TTA_FIELD_memory_layout:
      out->memory_layout = read_memory_layout(tree, c, TTA_ENUM_memory_layout);
      break;
    default: break;
    }
  tta_status status = tta_layout_read_pairs(tree, intervals, arena, &out->intervals, &out->num_intervals);
  return status ? status : read_tensor(tree, tensor, out);
}
