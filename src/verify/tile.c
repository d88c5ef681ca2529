/* Owns tile-shape and tile-size. What a tile does to a shape is src/layout's business. */
#include "verify/layout_faults.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

typedef struct tile_size {
  int64_t height, width;
} tile_size;

/* Every chip that tt-mlir describes has these (its default system descriptors, supported_tile_sizes). */
static bool is_default_size(tile_size size) {
  static const tile_size sizes[] = {{4, 16}, {16, 16}, {32, 16}, {4, 32}, {16, 32}, {32, 32}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].height == size.height && sizes[i].width == size.width) return true;
  return false;
}

/* `4x16`, or `(4 x 16)` before 2024-09-18 */
static bool is_size(const tta_verifier *v, tta_node_id node, tile_size size) {
  tta_node_id dims = at(v, node)->kind == TTA_NODE_PAREN_DIMS ? at(v, node)->first : node;
  if (at(v, dims)->kind != TTA_NODE_DIMS) return false;
  tta_shape s = tta_node_shape(v->tree, dims);
  return s.rank == 2 && s.extent[0] == size.height && s.extent[1] == size.width;
}

/* Whether a chip of this system lists the size. */
static bool system_lists(const tta_verifier *v, tta_node_id system, tile_size size) {
  tta_node_id chips = tta_node_child(v->tree, system, TTA_FIELD_chip_descs);
  for (tta_node_id chip = tta_node_first(v->tree, chips); chip; chip = at(v, chip)->next) {
    tta_node_id list = tta_node_child(v->tree, tta_node_resolve(v->tree, chip), TTA_FIELD_supported_tile_sizes);
    for (tta_node_id e = tta_node_first(v->tree, list); e; e = at(v, e)->next)
      if (is_size(v, e, size)) return true;
  }
  return false;
}

/* Upstream prints system descriptors as aliases at the top of the file; only tiles of unusual sizes ask. */
static bool some_system_lists(const tta_verifier *v, tile_size size) {
  for (uint32_t i = 0; i < v->tree->num_aliases; i++) {
    if (v->tree->aliases[i].poisoned) continue;
    tta_node_id value = tta_node_resolve(v->tree, v->tree->aliases[i].value);
    if (at(v, value)->kind == TTA_NODE_ATTRIBUTE && at(v, value)->index == TTA_ATTR_system_desc &&
        system_lists(v, value, size))
      return true;
  }
  return false;
}

static void judge_size(tta_verifier *v, tta_node_id tile, const tta_element *element) {
  tile_size size = {element->height, element->width};
  bool block = tta_data_type_is_block_float(element->data_type) && (size.height != 32 || size.width != 32);
  if (!block && (is_default_size(size) || some_system_lists(v, size))) return;
  tta_diagnostic *earlier;
  if (!tta_layout_is_news(v, tile, &earlier)) return;
  tta_node_id shape = at(v, tile)->first;
  long long height = (long long)size.height, width = (long long)size.width;
  if (block) {
    tta_str type = tta_node_text(v->tree, at(v, shape)->next);
    tta_report_add(v->report, TTA_RULE_tile_size, tta_node_span(v->tree, shape),
                   "a tile of block floats (%.*s) must be 32x32, this one is %lldx%lld", (int)type.size, type.data,
                   height, width);
  } else {
    tta_report_add(v->report, TTA_RULE_tile_size, tta_node_span(v->tree, shape),
                   "tile size %lldx%lld is not supported; expected one of 4x16, 16x16, 32x16, 4x32, 16x32, 32x32",
                   height, width);
  }
}

void tta_verify_tile(tta_verifier *v, tta_node_id tile) {
  tta_element element = tta_layout_read_element(v->tree, tile);
  if (element.kind == TTA_ELEMENT_TILE) {
    judge_size(v, tile, &element);
    return;
  }
  tta_node_id dims = at(v, tile)->first;
  if (at(v, dims)->kind != TTA_NODE_DIMS) return;
  tta_shape shape = tta_node_shape(v->tree, dims);
  if (shape.rank != 2)
    tta_report_add(v->report, TTA_RULE_tile_shape, tta_first_token(v->tree, tile),
                   "expected 2D shape, height x width, got %u dim%s", shape.rank, shape.rank == 1 ? "" : "s");
  else
    tta_report_add(v->report, TTA_RULE_tile_shape, tta_node_span(v->tree, dims),
                   "the extents of a tile must be at least 1, got %s", tta_layout_shape_words(v, shape, 'x'));
}
