/* Layouts, elements and memory spaces of a tree as values. */
#include "model/lower.h"

#include <string.h>

#include "base/str.h"
#include "model/device.h"
#include "model/order.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

bool tta_is_layout_attribute(const tta_tree *tree, tta_node_id node) {
  const tta_node *n = at(tree, node);
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_HAS_ERRORS)) return false;
  if (n->index == TTA_ATTR_ttnn_layout) return true;
  if (n->index != TTA_ATTR_metal_layout && n->index != TTA_ATTR_layout) return false;
  return tta_node_child(tree, node, TTA_FIELD_linear) || tta_node_child(tree, node, TTA_FIELD_logical_shape) ||
         tta_node_child(tree, node, TTA_FIELD_strides);
}

/* ---- elements and words ---- */

static tta_other_type other_type(const tta_tree *tree, tta_node_id id) {
  switch ((tta_node_kind)at(tree, id)->kind) {
  case TTA_NODE_SCALAR: return TTA_OTHER_SCALAR;
  case TTA_NODE_VECTOR: return TTA_OTHER_VECTOR;
  case TTA_NODE_COMPLEX: return TTA_OTHER_COMPLEX;
  case TTA_NODE_TENSOR: case TTA_NODE_MEMREF: case TTA_NODE_TUPLE: case TTA_NODE_FUNCTION: return TTA_OTHER_COMPOSED;
  default: return TTA_OTHER_OPAQUE;
  }
}

/* A tile whose shape or data type was rejected, and a type of our dialects whose name is not known. */
static bool is_known_element(const tta_tree *tree, tta_node_id node, const tta_element *element) {
  tta_node_id id = tta_node_resolve(tree, node);
  if (element->kind != TTA_ELEMENT_OTHER) return true;
  if (tta_node_is_attribute(tree, id, TTA_ATTR_tile)) return false;
  return at(tree, id)->kind != TTA_NODE_OPAQUE || !(at(tree, id)->flags & TTA_NODE_OURS);
}

/* Into `out`, which is all 0; members are set one by one, for this runs twice a layout. */
static void lower_element(const tta_tree *tree, tta_node_id node, tta_element *out) {
  tta_node_id id = tta_node_resolve(tree, node);
  const tta_node *n = at(tree, id);
  tta_str text = tta_node_text(tree, id);
  if (n->kind == TTA_NODE_SCALAR && text.size == 3 && text.data[0] == 'f' && text.data[1] == '3') { /* f32 */
    out->kind = TTA_ELEMENT_FLOAT;
    out->bits = 32;
    out->data_type = TTA_F32;
  } else if (n->kind == TTA_NODE_SCALAR) {
    *out = tta_element_scalar(text);
  } else if (tta_node_is_valid_attribute(tree, id, TTA_ATTR_tile)) {
    const tta_node *shape = at(tree, n->first), *type = at(tree, shape->next);
    const int64_t *extent = tree->dims + shape->first;
    bool sound = shape->kind == TTA_NODE_DIMS && type->kind == TTA_NODE_WORD && shape->index == 2;
    if (sound && extent[0] >= 1 && extent[1] >= 1) {
      out->kind = TTA_ELEMENT_TILE;
      out->tile[0] = extent[0];
      out->tile[1] = extent[1];
      out->data_type = tta_data_type_at(type->index);
    }
  }
  out->text = text;
  if (out->kind == TTA_ELEMENT_OTHER) out->other = other_type(tree, id);
}

tta_element tta_lower_element(const tta_tree *tree, tta_node_id node) {
  tta_element element = {.kind = TTA_ELEMENT_OTHER};
  lower_element(tree, node, &element);
  return element;
}

/* The keyword of an attribute, or a bare one; `alone` is the enumeration of a bare one. */
static const tta_node *keyword(const tta_tree *tree, tta_node_id node, tta_enum alone, tta_enum *which) {
  const tta_node *n = at(tree, tta_node_resolve(tree, node));
  *which = alone;
  if (n->kind == TTA_NODE_ATTRIBUTE) {
    const tta_field_spec *field = tta_attributes[n->index].forms[0].fields;
    *which = field->class == TTA_CLASS_WORD ? (tta_enum)field->argument : TTA_NUM_ENUMS;
    n = at(tree, n->first);
  }
  return n->kind == TTA_NODE_WORD && *which != TTA_NUM_ENUMS ? n : NULL;
}

tta_memory_space tta_lower_memory_space(const tta_tree *tree, tta_node_id node) {
  tta_enum which;
  const tta_node *word = keyword(tree, node, TTA_NUM_ENUMS, &which);
  bool space = word && (which == TTA_ENUM_memory_space || which == TTA_ENUM_buffer_type);
  return space ? tta_memory_space_at(which, word->index) : TTA_MEMORY_NONE;
}

tta_memory_layout tta_lower_memory_layout(const tta_tree *tree, tta_node_id node, tta_enum alone) {
  tta_enum which;
  const tta_node *word = keyword(tree, node, alone, &which);
  bool layout = which == TTA_ENUM_ttnn_memory_layout || which == TTA_ENUM_memory_layout ||
                which == TTA_ENUM_tt_memory_layout;
  return word && layout ? tta_memory_layout_at(which, word->index) : TTA_MEMORY_LAYOUT_NONE;
}

/* ---- parts ---- */

static inline void set_span(const tta_tree *tree, tta_layout *out, tta_layout_part part, tta_node_id node) {
  const tta_node *n = at(tree, node);
  out->spans[part] = (tta_span){n->begin, n->end};
  if (n->kind == TTA_NODE_ALIAS) out->aliases |= (uint32_t)1 << part;
}

static inline void set_known(tta_layout *out, tta_layout_part part) { out->known |= (uint32_t)1 << part; }

/* Extents as they are: true for DIMS. */
static bool lower_shape(const tta_tree *tree, tta_layout *out, tta_layout_part part, tta_node_id node,
                        tta_shape *shape) {
  set_span(tree, out, part, node);
  if (at(tree, node)->kind != TTA_NODE_DIMS) return false;
  *shape = tta_node_shape(tree, node);
  set_known(out, part);
  return true;
}

static void lower_grid(const tta_tree *tree, tta_layout *out, tta_node_id node) {
  tta_node_id grid = tta_node_resolve(tree, node);
  set_span(tree, out, TTA_PART_GRID, node);
  if (!tta_node_is_attribute(tree, grid, TTA_ATTR_grid)) return;
  set_known(out, TTA_PART_GRID);
  tta_node_id shape = tta_node_child(tree, grid, TTA_FIELD_shape);
  if (shape) lower_shape(tree, out, TTA_PART_GRID_SHAPE, shape, &out->grid);
  tta_grid value;
  bool mapped = at(tree, at(tree, grid)->first)->next; /* most grids are a shape alone */
  if (mapped && !tta_grid_lower(tree, grid, &value)) out->grid_map = value.map;
}

/* Known if the attribute is that of the family's dialects. */
static void lower_memref_space(const tta_tree *tree, tta_layout *out, tta_node_id node) {
  tta_node_id space = tta_node_resolve(tree, node);
  bool ttnn = out->family == TTA_FAMILY_TTNN;
  set_span(tree, out, TTA_PART_MEMORY_SPACE, node);
  if (tta_node_is_attribute(tree, space, ttnn ? TTA_ATTR_ttnn_buffer_type : TTA_ATTR_memory_space)) {
    const tta_node *word = at(tree, at(tree, space)->first);
    if (word->kind != TTA_NODE_WORD) return;
    out->memory_space = tta_memory_space_at(ttnn ? TTA_ENUM_buffer_type : TTA_ENUM_memory_space, word->index);
    set_known(out, TTA_PART_MEMORY_SPACE);
  } else {
    out->memory_space = tta_lower_memory_space(tree, node);
  }
}

static void lower_memref(const tta_tree *tree, tta_layout *out, tta_arena *arena, tta_node_id node) {
  tta_node_id memref = tta_node_resolve(tree, node);
  set_span(tree, out, TTA_PART_MEMREF, node);
  if (at(tree, memref)->kind != TTA_NODE_MEMREF) return;
  set_known(out, TTA_PART_MEMREF);
  for (tta_node_id c = at(tree, memref)->first; c; c = at(tree, c)->next) switch (at(tree, c)->field) {
    case TTA_FIELD_shape: lower_shape(tree, out, TTA_PART_MEMREF_SHAPE, c, &out->memref); break;
    case TTA_FIELD_element_type:
      set_span(tree, out, TTA_PART_MEMREF_ELEMENT, c);
      lower_element(tree, c, &out->memref_element);
      if (is_known_element(tree, c, &out->memref_element)) set_known(out, TTA_PART_MEMREF_ELEMENT);
      break;
    case TTA_FIELD_memory_space: lower_memref_space(tree, out, c); break;
    case TTA_FIELD_layout:
      set_span(tree, out, TTA_PART_MEMREF_LAYOUT, c);
      out->order = tta_lower_memref_order(tree, c, arena);
      break;
    default: break;
    }
}

static void lower_map(const tta_tree *tree, tta_layout *out, tta_node_id node) {
  set_span(tree, out, TTA_PART_MAP, node);
  if (tta_node_map(tree, node, &out->linear)) set_known(out, TTA_PART_MAP);
  else out->linear = (tta_map){.pool = NULL};
}

static void lower_memory_layout(const tta_tree *tree, tta_layout *out, tta_node_id node) {
  tta_enum alone = out->family == TTA_FAMILY_TTNN    ? TTA_ENUM_ttnn_memory_layout
                   : out->family == TTA_FAMILY_NAMED ? TTA_ENUM_memory_layout
                                                     : TTA_ENUM_tt_memory_layout;
  set_span(tree, out, TTA_PART_MEMORY_LAYOUT, node);
  out->memory_layout = tta_lower_memory_layout(tree, node, alone);
  if (out->memory_layout) set_known(out, TTA_PART_MEMORY_LAYOUT);
  else out->syntax.none_layout = tta_str_is(tta_node_text(tree, node), "none_layout");
}

static void lower_oob_val(const tta_tree *tree, tta_layout *out, tta_node_id node) {
  set_span(tree, out, TTA_PART_OOB_VAL, node);
  if (at(tree, node)->kind != TTA_NODE_WORD) return;
  out->oob_val = tta_oob_value_at(at(tree, node)->index);
  set_known(out, TTA_PART_OOB_VAL);
}

/* ---- the named form ---- */

/* The two numbers of one row; a lone number is both (a splat). */
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

/* The shape of the type of a DENSE literal, which is its last child, and its elements. */
static bool dense_shape(const tta_tree *tree, tta_node_id dense, tta_shape *shape, tta_element *element) {
  if (at(tree, dense)->kind != TTA_NODE_DENSE) return false;
  tta_node_id type = at(tree, dense)->first;
  while (at(tree, type)->next) type = at(tree, type)->next;
  type = tta_node_resolve(tree, type);
  uint8_t kind = at(tree, type)->kind;
  tta_node_id dims =
      kind == TTA_NODE_TENSOR || kind == TTA_NODE_VECTOR ? tta_node_child(tree, type, TTA_FIELD_shape) : 0;
  if (!dims) return false;
  *shape = tta_node_shape(tree, dims);
  *element = tta_lower_element(tree, tta_node_child(tree, type, TTA_FIELD_element_type));
  return true;
}

enum { MAX_SPLAT = 4096 }; /* rows that one number may be; expanded, rows are as many as the text has */

static tta_status lower_intervals(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_layout *out) {
  tta_node_id dense = tta_node_resolve(tree, node);
  set_span(tree, out, TTA_PART_INTERVALS, node);
  tta_element element;
  if (!dense_shape(tree, dense, &out->intervals_shape, &element)) return TTA_INVALID;
  tta_shape shape = out->intervals_shape;
  if (shape.rank != 2 || shape.extent[1] != 2 || shape.extent[0] < 0 || shape.extent[0] > UINT32_MAX / 2)
    return TTA_INVALID;
  bool integers = element.kind == TTA_ELEMENT_INDEX || (element.kind == TTA_ELEMENT_INTEGER && element.bits == 64);
  if (!integers) return TTA_INVALID;
  uint32_t count = (uint32_t)shape.extent[0], rows = 0;
  tta_node_id row = at(tree, dense)->first;
  bool splat = at(tree, row)->kind == TTA_NODE_INT;
  if (count && !splat) {
    if (at(tree, row)->kind != TTA_NODE_LIST) return TTA_INVALID;
    row = at(tree, row)->first;
    for (tta_node_id r = row; r && rows <= count; r = at(tree, r)->next) rows++; /* the text, not the type, sizes it */
    if (rows != count) return TTA_INVALID;
  }
  if (splat && count > MAX_SPLAT) return TTA_LIMIT;
  int64_t *pairs = count ? tta_arena_array(arena, (size_t)count * 2, sizeof *pairs) : NULL;
  if (count && !pairs) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    if (!read_pair(tree, row, pairs + 2 * (size_t)i)) return TTA_INVALID;
    if (!splat) row = at(tree, row)->next;
  }
  out->num_intervals = count;
  out->intervals = pairs;
  set_known(out, TTA_PART_INTERVALS);
  return TTA_OK;
}

/* map(N) is empty or the identity. */
static bool is_view(const tta_tree *tree, tta_node_id index_map) {
  tta_map map;
  if (at(tree, index_map)->kind == TTA_NODE_MAP_RANK) return false;
  return tta_node_map(tree, index_map, &map) && map.num_results && !tta_map_is_identity(&map);
}

/* ---- layouts ---- */

static tta_layout_family family_of(const tta_tree *tree, tta_node_id layout) {
  if (at(tree, layout)->index == TTA_ATTR_ttnn_layout) return TTA_FAMILY_TTNN;
  return at(tree, at(tree, layout)->first)->field == TTA_FIELD_logical_shape ? TTA_FAMILY_NAMED : TTA_FAMILY_MAP;
}

static inline tta_status lower_part(const tta_tree *tree, tta_node_id c, tta_arena *arena, tta_layout *out) {
  switch (at(tree, c)->field) {
  case TTA_FIELD_linear: lower_map(tree, out, c); break;
  case TTA_FIELD_strides: lower_shape(tree, out, TTA_PART_STRIDES, c, &out->written_strides); break;
  case TTA_FIELD_oob_val: lower_oob_val(tree, out, c); break;
  case TTA_FIELD_grid: lower_grid(tree, out, c); break;
  case TTA_FIELD_memref: lower_memref(tree, out, arena, c); break;
  case TTA_FIELD_memory_layout: lower_memory_layout(tree, out, c); break;
  case TTA_FIELD_core_ranges: set_span(tree, out, TTA_PART_CORE_RANGES, c); break;
  case TTA_FIELD_ignorePhysicalLayout:
    out->ignores_physical = at(tree, c)->kind == TTA_NODE_BOOL && at(tree, c)->index;
    break;
  case TTA_FIELD_exactGrid: out->exact_grid = at(tree, c)->kind == TTA_NODE_BOOL && at(tree, c)->index; break;
  case TTA_FIELD_logical_shape: lower_shape(tree, out, TTA_PART_LOGICAL_SHAPE, c, &out->logical); break;
  case TTA_FIELD_dim_alignments: lower_shape(tree, out, TTA_PART_ALIGNMENTS, c, &out->alignments); break;
  case TTA_FIELD_collapse_dims: out->syntax.collapse_dims = true; return lower_intervals(tree, c, arena, out);
  case TTA_FIELD_collapsed_intervals: return lower_intervals(tree, c, arena, out);
  case TTA_FIELD_memory_space:
    set_span(tree, out, TTA_PART_MEMORY_SPACE, c);
    out->memory_space = tta_memory_space_at(TTA_ENUM_memory_space, at(tree, c)->index);
    out->syntax.memory_space = out->memory_space == TTA_MEMORY_SYSTEM && !tta_node_is_elided(at(tree, c));
    set_known(out, TTA_PART_MEMORY_SPACE);
    break;
  case TTA_FIELD_index_map:
    set_span(tree, out, TTA_PART_INDEX_MAP, c);
    out->view = is_view(tree, c);
    break;
  default: break;
  }
  return TTA_OK;
}

tta_status tta_lower_layout(const tta_tree *tree, tta_node_id encoding, tta_arena *arena, tta_layout *out) {
  tta_node_id layout = tta_node_resolve(tree, encoding);
  tta_status status = TTA_OK;
  memset(out, 0, offsetof(tta_layout, type)); /* what follows from these parts stays unset */
  out->family = family_of(tree, layout);
  set_span(tree, out, TTA_PART_LAYOUT, encoding);
  set_known(out, TTA_PART_LAYOUT);
  out->syntax.ttcore = at(tree, layout)->dialect == TTA_TTCORE;
  out->syntax.metal_layout = at(tree, layout)->index == TTA_ATTR_metal_layout;
  if (out->family == TTA_FAMILY_NAMED) out->memory_space = TTA_MEMORY_SYSTEM; /* the default, which is elided */
  for (tta_node_id c = at(tree, layout)->first; c; c = at(tree, c)->next) {
    tta_status part = lower_part(tree, c, arena, out);
    if (part) status = part;
  }
  if (arena->failed) return TTA_NO_MEMORY;
  out->syntax.strides = out->spans[TTA_PART_STRIDES].end != 0;
  out->syntax.oob_val = out->oob_val != TTA_OOB_NONE;
  out->syntax.memory_layout = out->memory_layout != TTA_MEMORY_LAYOUT_NONE;
  out->syntax.memory_space |= out->syntax.memory_layout;
  return status;
}

void tta_lower_tensor(const tta_tree *tree, tta_node_id tensor, tta_layout *out) {
  tta_node_id shape = at(tree, tensor)->first; /* the first child unless unranked */
  set_span(tree, out, TTA_PART_TENSOR, tensor);
  set_known(out, TTA_PART_TENSOR);
  if (at(tree, shape)->field != TTA_FIELD_shape) return;
  lower_shape(tree, out, TTA_PART_TENSOR_SHAPE, shape, &out->tensor_shape);
  tta_node_id element = at(tree, shape)->next;
  set_span(tree, out, TTA_PART_TENSOR_ELEMENT, element);
  lower_element(tree, element, &out->tensor_element);
  if (is_known_element(tree, element, &out->tensor_element)) set_known(out, TTA_PART_TENSOR_ELEMENT);
}
