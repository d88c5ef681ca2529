/* Core ranges, shard specifications and memory configurations as values. */
#include "model/lower_ttnn.h"

#include "base/checked.h"

static const tta_node *at(const tta_tree *tree, tta_node_id id) { return tta_node_at(tree, id); }

/* A valid attribute, with aliases resolved; 0 if it is not of kind `which`. */
static tta_node_id attribute(const tta_tree *tree, tta_node_id node, tta_attribute which) {
  tta_node_id id = tta_node_resolve(tree, node);
  return tta_node_is_valid_attribute(tree, id, which) ? id : 0;
}

/* `(1,2)`; an alias that is not defined has no coordinates. */
static bool lower_coord(const tta_tree *tree, tta_node_id node, bool x_first, tta_core *out) {
  if (at(tree, node)->kind != TTA_NODE_COORD) return false;
  int64_t first = at(tree, at(tree, node)->first)->integer;
  int64_t second = at(tree, at(tree, at(tree, node)->first)->next)->integer;
  *out = x_first ? (tta_core){second, first} : (tta_core){first, second};
  return true;
}

/* The corners of an offset and a size. */
static bool lower_rectangle(tta_shape offset, tta_shape size, tta_core_box *out) {
  if (offset.rank != 2 || size.rank != 2 || size.extent[0] < 1 || size.extent[1] < 1) return false;
  out->first = (tta_core){offset.extent[0], offset.extent[1]};
  return tta_add(offset.extent[0], size.extent[0] - 1, &out->last.y) &&
         tta_add(offset.extent[1], size.extent[1] - 1, &out->last.x);
}

bool tta_core_box_size(const tta_core_box *box, int64_t *rows, int64_t *columns) {
  return tta_sub(box->last.y, box->first.y, rows) && tta_add(*rows, 1, rows) &&
         tta_sub(box->last.x, box->first.x, columns) && tta_add(*columns, 1, columns) && *rows >= 1 && *columns >= 1;
}

bool tta_lower_core_range(const tta_tree *tree, tta_node_id node, tta_core_range *out) {
  tta_node_id ttnn = attribute(tree, node, TTA_ATTR_ttnn_core_range), id = ttnn;
  if (!id) id = attribute(tree, node, TTA_ATTR_core_range);
  if (!id) id = attribute(tree, node, TTA_ATTR_ttmetal_core_range);
  *out = (tta_core_range){.span = tta_node_span(tree, node), .x_first = ttnn != 0};
  if (!id) return false;
  tta_node_id first = at(tree, id)->first, second = at(tree, first)->next;
  out->first_span = tta_node_span(tree, first);
  out->second_span = tta_node_span(tree, second);
  if (at(tree, first)->field == TTA_FIELD_start_coord) {
    out->known = lower_coord(tree, first, out->x_first, &out->box.first) &&
                 lower_coord(tree, second, out->x_first, &out->box.last);
    return true;
  }
  out->is_rectangle = true;
  if (at(tree, first)->kind != TTA_NODE_DIMS || at(tree, second)->kind != TTA_NODE_DIMS) return false;
  out->offset = tta_node_shape(tree, first);
  out->size = tta_node_shape(tree, second);
  out->known = lower_rectangle(out->offset, out->size, &out->box);
  return true;
}

tta_status tta_lower_core_range_set(const tta_tree *tree, tta_node_id node, tta_arena *arena,
                                    tta_core_range_set *out) {
  tta_node_id set = attribute(tree, node, TTA_ATTR_ttnn_core_range_set);
  *out = (tta_core_range_set){.span = tta_node_span(tree, node)};
  if (!set) return TTA_INVALID;
  tta_node_id list = tta_node_child(tree, set, TTA_FIELD_ranges);
  uint32_t count = tta_count_items(tree, list);
  if (!count) return TTA_OK;
  tta_core_range *ranges = tta_arena_array(arena, count, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  out->ranges = ranges;
  for (tta_node_id c = tta_node_first(tree, list); c; c = at(tree, c)->next)
    out->num_ranges += tta_lower_core_range(tree, c, &ranges[out->num_ranges]);
  return TTA_OK;
}

static void lower_dims(const tta_tree *tree, const tta_node *n, tta_shape *out) {
  if (n->kind == TTA_NODE_DIMS) *out = (tta_shape){n->index, tree->dims + n->first};
}

static tta_status lower_shard_spec(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_shard_spec *out) {
  tta_node_id spec = attribute(tree, node, TTA_ATTR_ttnn_shard_spec);
  tta_status status = TTA_OK;
  if (!spec) spec = attribute(tree, node, TTA_ATTR_ttnn_nd_shard_spec);
  *out = (tta_shard_spec){.span = tta_node_span(tree, node)};
  if (!spec) return TTA_OK;
  for (tta_node_id c = at(tree, spec)->first; c; c = at(tree, c)->next) {
    tta_node_id id = tta_node_resolve(tree, c);
    const tta_node *n = at(tree, id), *part = at(tree, n->kind == TTA_NODE_ATTRIBUTE ? n->first : id);
    switch (at(tree, c)->field) {
    case TTA_FIELD_core_range_set: {
      tta_status read = tta_lower_core_range_set(tree, c, arena, &out->cores);
      if (read == TTA_NO_MEMORY) status = read;
      break;
    }
    case TTA_FIELD_shape: lower_dims(tree, part, &out->shape); break;
    case TTA_FIELD_physical_shard_shape: lower_dims(tree, part, &out->physical_shape); break;
    case TTA_FIELD_orientation: out->column_major = part->kind == TTA_NODE_WORD && part->index == 1; break;
    case TTA_FIELD_distribution: out->grid_2d = part->kind == TTA_NODE_WORD && part->index == 1; break;
    default: break;
    }
  }
  return status;
}

tta_status tta_lower_memory_config(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_memory_config *out) {
  tta_node_id config = attribute(tree, node, TTA_ATTR_ttnn_memory_config);
  tta_status status = TTA_OK;
  *out = (tta_memory_config){.span = tta_node_span(tree, node)};
  if (!config) return TTA_INVALID;
  for (tta_node_id c = at(tree, config)->first; c && !status; c = at(tree, c)->next) switch (at(tree, c)->field) {
    case TTA_FIELD_buffer_type:
      out->buffer_span = tta_node_span(tree, c);
      out->buffer = tta_lower_memory_space(tree, c);
      break;
    case TTA_FIELD_memory_layout:
      out->layout_span = tta_node_span(tree, c);
      out->memory_layout = tta_lower_memory_layout(tree, c, TTA_ENUM_ttnn_memory_layout);
      break;
    case TTA_FIELD_shard_spec:
      out->has_shard_spec = true;
      status = lower_shard_spec(tree, c, arena, &out->shard_spec);
      break;
    case TTA_FIELD_ndShardSpec:
      out->has_nd_shard_spec = true;
      status = lower_shard_spec(tree, c, arena, &out->nd_shard_spec);
      break;
    default: break;
    }
  return status;
}
