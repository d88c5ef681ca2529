/* Lowering of a tiled_layout: from a tree to its parts and its value. */
#include "tiled/lower.h"

#include <string.h>

#include "base/chars.h"
#include "base/checked.h"
#include "base/index.h"
#include "tiled/parts.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

static tta_node_id child(const tta_tree *tree, tta_node_id id, tta_field field) {
  return tta_node_resolve(tree, tta_node_child(tree, id, field));
}

/* ---- parts ---- */

static void find_memref(const tta_tree *tree, tta_node_id memref, tta_node_id *size, tta_node_id *element,
                        tta_node_id *strides) {
  if (at(tree, memref)->kind != TTA_NODE_MEMREF) return;
  *size = tta_node_child(tree, memref, TTA_FIELD_shape);
  *element = child(tree, memref, TTA_FIELD_element_type);
  *strides = child(tree, memref, TTA_FIELD_layout);
}

tta_tiled_nodes tta_tiled_find_nodes(const tta_tree *tree, tta_node_id layout) {
  tta_tiled_nodes n = {
      .memref = child(tree, layout, TTA_FIELD_memref),
      .dim_map = child(tree, layout, TTA_FIELD_dim_map),
      .num_stick_dims = child(tree, layout, TTA_FIELD_num_stick_dims),
      .format = child(tree, layout, TTA_FIELD_format),
      .pad = child(tree, layout, TTA_FIELD_pad),
      .stride_map = child(tree, layout, TTA_FIELD_stride_map),
      .device_dtype = child(tree, layout, TTA_FIELD_device_dtype),
      .element_arrangement = child(tree, layout, TTA_FIELD_element_arrangement),
      .valid_elements = child(tree, layout, TTA_FIELD_valid_elements),
      .host = child(tree, layout, TTA_FIELD_host),
      .stick = child(tree, layout, TTA_FIELD_stick),
      .order = child(tree, layout, TTA_FIELD_order),
      .convention = child(tree, layout, TTA_FIELD_convention),
  };
  find_memref(tree, n.memref, &n.size, &n.element, &n.strides);
  find_memref(tree, n.host, &n.host_size, &n.host_element, &n.host_strides);
  return n;
}

/* ---- values ---- */

/* A [..] of integers: LIST(INT), or the strides of a memref, which may be `?` or too large: TTA_INVALID. */
static tta_status read_list(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_shape *out) {
  uint32_t count = 0, i = 0;
  for (tta_node_id c = tta_node_first(tree, list); c; c = at(tree, c)->next) count++;
  int64_t *numbers = tta_arena_array(arena, count ? count : 1, sizeof *numbers);
  if (!numbers) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = at(tree, c)->next) {
    if (at(tree, c)->kind != TTA_NODE_INT || (at(tree, c)->flags & TTA_NODE_WIDE)) return TTA_INVALID;
    numbers[i++] = at(tree, c)->integer;
  }
  *out = (tta_shape){count, numbers};
  return TTA_OK;
}

/* The keyword of a WORD node, from its enumeration, as the text may be quoted. */
static tta_str word(const tta_tree *tree, tta_node_id node, tta_enum which) {
  if (at(tree, node)->kind != TTA_NODE_WORD) return (tta_str){NULL, 0};
  const char *keyword = tta_enums[which].keywords[at(tree, node)->index];
  return (tta_str){keyword, strlen(keyword)};
}

static uint32_t position(const tta_tree *tree, tta_node_id node) {
  return at(tree, node)->kind == TTA_NODE_WORD ? at(tree, node)->index : 0;
}

/* MLIR's spelling without blanks: `complex< f32 >` is one element type with `complex<f32>`. */
static tta_status read_element(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_tiled_element *element) {
  tta_str text = tta_node_text(tree, node);
  char *name = tta_arena_alloc(arena, text.size + 1);
  size_t size = 0;
  if (!name) return TTA_NO_MEMORY;
  for (size_t i = 0; i < text.size; i++)
    if (!tta_is_blank(text.data[i])) name[size++] = text.data[i];
  name[size] = 0;
  if (!tta_tiled_element_find((tta_str){name, size}, element)) *element = (tta_tiled_element){{name, size}, 0};
  return TTA_OK;
}

static bool has_offset(const tta_tree *tree, tta_node_id strided) {
  tta_node_id offset = tta_node_child(tree, strided, TTA_FIELD_offset);
  return offset && (at(tree, offset)->kind != TTA_NODE_INT || at(tree, offset)->integer != 0);
}

/* @param value NULL: no offset is allowed */
static bool read_offset(const tta_tree *tree, tta_node_id strided, int64_t *value) {
  const tta_node *offset = at(tree, tta_node_child(tree, strided, TTA_FIELD_offset));
  if (!value || offset->kind != TTA_NODE_INT || (offset->flags & TTA_NODE_WIDE)) return false;
  *value = offset->integer;
  return true;
}

static tta_status report_part(tta_tiled_bad_part *bad, tta_node_id node, tta_rule rule, const char *message) {
  *bad = (tta_tiled_bad_part){node, rule, message};
  return TTA_INVALID;
}

/* `layout` of a memref: absent, the identity (absent too) or strided<..> */
static tta_status read_strides(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_shape *out,
                               int64_t *offset, tta_tiled_bad_part *bad) {
  tta_map map;
  if (!layout || (tta_node_map(tree, layout, &map) && tta_map_is_identity(&map))) return TTA_OK;
  if (at(tree, layout)->kind != TTA_NODE_STRIDED)
    return report_part(bad, layout, TTA_RULE_tiled_strides,
                  "expected strided<[..]> as layout of a memref of a tiled layout");
  if (has_offset(tree, layout) && !read_offset(tree, layout, offset))
    return report_part(bad, layout, TTA_RULE_tiled_strides,
                       offset ? "expected a static offset of at most 64 bits in the host of a tiled layout"
                              : "a memref of a tiled layout must not have an offset");
  tta_status status = read_list(tree, tta_node_child(tree, layout, TTA_FIELD_strides), arena, out);
  if (status != TTA_INVALID) return status;
  return report_part(bad, layout, TTA_RULE_tiled_strides,
                "expected static strides of at most 64 bits in a memref of a tiled layout");
}

static tta_status read_size(const tta_tree *tree, tta_node_id size, tta_node_id memref, tta_shape *out,
                            tta_tiled_bad_part *bad) {
  if (!size)
    return report_part(bad, memref, TTA_RULE_tiled_shape,
                  "expected a ranked memref in a tiled layout");
  *out = tta_node_shape(tree, size);
  if (tta_shape_at_least(*out, 0)) return TTA_OK;
  return report_part(bad, size, TTA_RULE_tiled_shape,
                "expected static shape of a memref of a tiled layout");
}

static tta_status read_device(const tta_tree *tree, const tta_tiled_nodes *n, tta_arena *arena, tta_tiled *layout,
                              tta_tiled_bad_part *bad) {
  tta_status status = read_size(tree, n->size, n->memref, &layout->device_size, bad);
  if (!status) status = read_strides(tree, n->strides, arena, &layout->device_strides, NULL, bad);
  if (!status) status = read_element(tree, n->element, arena, &layout->element);
  if (!status && n->dim_map) status = read_list(tree, n->dim_map, arena, &layout->dim_map);
  if (!status && n->stride_map) status = read_list(tree, n->stride_map, arena, &layout->stride_map);
  if (!status && n->valid_elements) status = read_list(tree, n->valid_elements, arena, &layout->valid_elements);
  return status;
}

static tta_status read_host(const tta_tree *tree, const tta_tiled_nodes *n, tta_arena *arena, tta_tiled *layout,
                            tta_tiled_bad_part *bad) {
  if (!n->host) return TTA_OK;
  layout->has_host = true;
  tta_status status = read_size(tree, n->host_size, n->host, &layout->host_size, bad);
  if (!status) status = read_strides(tree, n->host_strides, arena, &layout->host_strides, &layout->host_offset, bad);
  return status ? status : read_element(tree, n->host_element, arena, &layout->host_element);
}

tta_status tta_tiled_of_tree(const tta_tree *tree, const tta_tiled_nodes *n, tta_arena *arena, tta_tiled *layout,
                             tta_tiled_bad_part *bad) {
  *layout = (tta_tiled){.num_stick_dims = n->num_stick_dims ? at(tree, n->num_stick_dims)->integer : 1,
                        .format = (tta_tiled_format)position(tree, n->format),
                        .pad = word(tree, n->pad, TTA_ENUM_oob_val),
                        .device_dtype = word(tree, n->device_dtype, TTA_ENUM_device_dtype)};
  *bad = (tta_tiled_bad_part){.node = 0};
  if (n->element_arrangement) { /* a STRING */
    tta_str text = tta_node_text(tree, n->element_arrangement);
    layout->element_arrangement = (tta_str){text.data + 1, text.size - 2};
  }
  tta_status status = read_device(tree, n, arena, layout, bad);
  return status ? status : read_host(tree, n, arena, layout, bad);
}

tta_status tta_tiled_set_host(const tta_tree *tree, tta_node_id type, tta_arena *arena, tta_tiled *layout) {
  tta_node_id shape = tta_node_child(tree, type, TTA_FIELD_shape);
  if (!shape || !tta_shape_at_least(tta_node_shape(tree, shape), 0)) return TTA_INVALID;
  layout->has_host = true;
  layout->host_size = tta_node_shape(tree, shape);
  layout->host_strides = (tta_shape){0, NULL};
  return read_element(tree, child(tree, type, TTA_FIELD_element_type), arena, &layout->host_element);
}

tta_status tta_tiled_spec_of_tree(const tta_tree *tree, const tta_tiled_nodes *n, tta_arena *arena,
                                  tta_tiled_spec *spec) {
  *spec = (tta_tiled_spec){.convention = (tta_tiled_convention)position(tree, n->convention),
                           .format = (tta_tiled_format)position(tree, n->format),
                           .device_dtype = word(tree, n->device_dtype, TTA_ENUM_device_dtype)};
  return n->order ? read_list(tree, n->order, arena, &spec->order) : TTA_OK;
}

/* ---- a layout with its tensor ---- */

static bool copy_text(tta_arena *arena, tta_str *text) {
  if (!text->size) return true;
  *text = tta_arena_str(arena, *text);
  return text->data != NULL;
}

/* Copies what the layout borrowed from the tree. */
static tta_status keep(tta_tiled *l, tta_arena *arena) {
  tta_shape *lists[] = {&l->device_size, &l->device_strides, &l->dim_map,     &l->stride_map,
                        &l->host_size,   &l->host_strides,   &l->valid_elements};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    if (tta_tiled_copy_list(arena, lists[i])) return TTA_NO_MEMORY;
  }
  return copy_text(arena, &l->element_arrangement) && copy_text(arena, &l->allocation) ? TTA_OK : TTA_NO_MEMORY;
}

tta_status tta_tiled_resolve(const tta_tree *tree, const tta_tiled_nodes *nodes, const tta_tiled *host,
                             tta_arena *arena, tta_tiled *layout) {
  tta_tiled_spec spec;
  tta_status status = tta_tiled_spec_of_tree(tree, nodes, arena, &spec);
  spec.host_size = host->host_size;
  spec.element = host->host_element;
  if (!status) status = host->has_host ? tta_tiled_build_dated(&spec, arena, layout, NULL) : TTA_INVALID;
  if (!status && nodes->pad) layout->pad = word(tree, nodes->pad, TTA_ENUM_oob_val);
  return status;
}

static tta_status read_value(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                             tta_tiled *out) {
  tta_tiled_nodes nodes = tta_tiled_find_nodes(tree, layout);
  tta_tiled host = {.has_host = false};
  tta_tiled_bad_part bad;
  tta_status status = TTA_OK;
  if (tensor) status = tta_tiled_set_host(tree, tensor, arena, &host);
  if (status == TTA_NO_MEMORY) return status;
  if (nodes.stick) return tta_tiled_resolve(tree, &nodes, &host, arena, out);
  status = tta_tiled_of_tree(tree, &nodes, arena, out, &bad);
  if (status || out->has_host || !host.has_host) return status;
  out->has_host = true;
  out->host_size = host.host_size;
  out->host_element = host.host_element;
  return TTA_OK;
}

tta_status tta_tiled_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                               tta_tiled *out) {
  tta_status status = read_value(tree, tensor, layout, arena, out);
  return status ? status : keep(out, arena);
}

/* ---- parts that are not printed ---- */

bool tta_tiled_strides_implied(const tta_tree *tree, tta_node_id memref) {
  tta_node_id strided = child(tree, memref, TTA_FIELD_layout), shape = tta_node_child(tree, memref, TTA_FIELD_shape);
  if (at(tree, strided)->kind != TTA_NODE_STRIDED || has_offset(tree, strided) || !shape) return false;
  tta_shape size = tta_node_shape(tree, shape);
  tta_node_id stride = tta_node_first(tree, tta_node_child(tree, strided, TTA_FIELD_strides));
  for (uint32_t i = 0; i < size.rank; i++, stride = at(tree, stride)->next) {
    int64_t expected = 1; /* the product of the extents after i; quadratic in the rank, which is small */
    for (uint32_t j = i + 1; j < size.rank; j++)
      if (size.extent[j] < 0 || !tta_mul(expected, size.extent[j] > 1 ? size.extent[j] : 1, &expected)) return false;
    if (at(tree, stride)->kind != TTA_NODE_INT || (at(tree, stride)->flags & TTA_NODE_WIDE) ||
        at(tree, stride)->integer != expected)
      return false;
  }
  return true;
}

bool tta_tiled_host_is_tensor(const tta_tree *tree, tta_node_id host, tta_node_id tensor) {
  tta_map map;
  tta_node_id a = tta_node_child(tree, host, TTA_FIELD_shape), b = tta_node_child(tree, tensor, TTA_FIELD_shape);
  if (at(tree, host)->kind != TTA_NODE_MEMREF || !a || !b || tta_node_child(tree, host, TTA_FIELD_memory_space))
    return false;
  tta_node_id layout = child(tree, host, TTA_FIELD_layout);
  if (layout && !tta_tiled_strides_implied(tree, host) &&
      !(tta_node_map(tree, layout, &map) && tta_map_is_identity(&map)))
    return false;
  tta_shape s = tta_node_shape(tree, a), t = tta_node_shape(tree, b);
  if (!tta_shape_at_least(s, 0) || !tta_shape_equal(s, t)) return false;
  return tta_str_equal(tta_node_text(tree, child(tree, host, TTA_FIELD_element_type)),
                       tta_node_text(tree, child(tree, tensor, TTA_FIELD_element_type)));
}
