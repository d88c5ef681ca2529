/* Device attributes as values. */
#include "model/device.h"

#include "ir/behaviors.h"
#include "ir/eras.h"

/* `() -> ()` means that there is no map (tt-mlir, DeviceAttr). */
static bool read_map(const tta_tree *tree, tta_node_id node, tta_map *map) {
  if (!tta_node_map(tree, node, map)) return false;
  if (!map->num_results) *map = (tta_map){0};
  return true;
}

tta_status tta_grid_lower(const tta_tree *tree, tta_node_id grid, tta_grid *out) {
  tta_node_id dims = tta_node_first(tree, grid); /* the shape comes first in every form */
  *out = (tta_grid){0};
  if (tta_node_at(tree, dims)->kind != TTA_NODE_DIMS) return TTA_INVALID;
  out->shape = tta_node_shape(tree, dims);
  out->shape_span = tta_node_span(tree, dims);
  for (tta_node_id c = tta_node_at(tree, dims)->next; c; c = tta_node_at(tree, c)->next) {
    bool inverse = tta_node_at(tree, c)->field == TTA_FIELD_physical_to_virt_map;
    if (!read_map(tree, c, inverse ? &out->inverse : &out->map)) return TTA_INVALID;
    *(inverse ? &out->inverse_span : &out->map_span) = tta_node_span(tree, c);
  }
  return TTA_OK;
}

/* A grid attribute, written or by alias. */
static tta_status read_worker_grid(const tta_tree *tree, tta_node_id written, tta_device *out) {
  tta_node_id id = tta_node_resolve(tree, written);
  const tta_node *n = tta_node_at(tree, id);
  tta_grid grid;
  out->grid_span = tta_node_span(tree, written);
  out->grid_by_alias = id != written;
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_HAS_ERRORS)) return TTA_INVALID;
  tta_status status = tta_grid_lower(tree, id, &grid);
  out->grid = grid.shape;
  out->map = grid.map;
  out->map_span = grid.map_span;
  return status;
}

static void read_dram_grid(const tta_tree *tree, tta_node_id written, tta_device *out) {
  tta_node_id grid = tta_node_resolve(tree, written);
  if (tta_node_at(tree, grid)->kind != TTA_NODE_ATTRIBUTE) return;
  tta_node_id dims = tta_node_child(tree, grid, TTA_FIELD_shape);
  if (tta_node_at(tree, dims)->kind != TTA_NODE_DIMS) return;
  out->dram_grid = tta_node_shape(tree, dims);
  out->dram_grid_span = tta_node_span(tree, written);
  out->dram_grid_by_alias = grid != written;
}

static tta_status read_chips(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_device *out) {
  if (tta_node_at(tree, list)->kind != TTA_NODE_LIST) return TTA_INVALID;
  uint32_t count = tta_count_items(tree, list), i = 0;
  int64_t *ids = tta_arena_array(arena, (size_t)count + 1, sizeof *ids);
  tta_span *spans = tta_arena_array(arena, (size_t)count + 1, sizeof *spans);
  if (!ids || !spans) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next, i++) {
    const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, c));
    if (n->kind != TTA_NODE_INT) return TTA_INVALID;
    ids[i] = n->flags & TTA_NODE_WIDE ? INT64_MAX : n->integer;
    spans[i] = tta_node_span(tree, c);
  }
  out->chips_span = tta_node_span(tree, list);
  out->chip_ids = (tta_shape){count, ids};
  out->chip_spans = spans;
  return TTA_OK;
}

static tta_status read_topologies(const tta_tree *tree, tta_node_id list, tta_arena *arena, tta_device *out) {
  uint32_t count = tta_count_items(tree, list), i = 0;
  tta_topology *topologies = tta_arena_array(arena, (size_t)count + 1, sizeof *topologies);
  if (!topologies) return TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) {
    const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, c));
    if (n->kind == TTA_NODE_ATTRIBUTE) n = tta_node_at(tree, n->first);
    topologies[i++] = n->kind == TTA_NODE_WORD ? (tta_topology)n->index : TTA_NUM_TOPOLOGIES;
  }
  out->topologies_span = tta_node_span(tree, list);
  out->num_topologies = count;
  out->topologies = topologies;
  return TTA_OK;
}

/* A field other than the chips; TTA_INVALID when it is not of its kind. */
static tta_status read_field(const tta_tree *tree, tta_node_id node, tta_arena *arena, tta_device *out) {
  const tta_node *n = tta_node_at(tree, node);
  tta_span span = tta_node_span(tree, node);
  switch (n->field) {
  case TTA_FIELD_workerGrid:
    out->keyed = true;
    return read_worker_grid(tree, node, out);
  case TTA_FIELD_grid: return read_worker_grid(tree, node, out);
  case TTA_FIELD_dramGrid: read_dram_grid(tree, node, out); return TTA_OK;
  case TTA_FIELD_l1Map:
    if (tta_node_map(tree, node, &out->l1_map)) out->l1_map_span = span;
    return TTA_OK;
  case TTA_FIELD_dramMap:
    if (tta_node_map(tree, node, &out->dram_map)) out->dram_map_span = span;
    return TTA_OK;
  case TTA_FIELD_meshShape:
    if (n->kind != TTA_NODE_DIMS) return TTA_INVALID;
    out->mesh = tta_node_shape(tree, node);
    out->mesh_span = span;
    return TTA_OK;
  case TTA_FIELD_chipIds: return read_chips(tree, node, arena, out);
  case TTA_FIELD_meshTopology: return read_topologies(tree, node, arena, out);
  default: return TTA_OK;
  }
}

tta_status tta_device_lower(const tta_tree *tree, tta_node_id device, tta_arena *arena, tta_device *out) {
  const tta_node *n = tta_node_at(tree, device);
  *out = (tta_device){.span = tta_node_span(tree, device), .ttcore = n->dialect == TTA_TTCORE};
  tta_status status = TTA_OK;
  for (tta_node_id c = n->first; c && !status; c = tta_node_at(tree, c)->next) status = read_field(tree, c, arena, out);
  if (!status && (!out->grid_span.end || !out->chips_span.end)) status = TTA_INVALID;
  return status;
}

int32_t tta_device_day(const tta_tree *tree, tta_node_id device, int32_t era) {
  if (era) return era;
  int32_t usual = tta_node_at(tree, device)->dialect == TTA_TTCORE ? tta_date_day(TTA_SINCE_TTCORE)
                                                                   : TTA_DAY_SPECIFICATION;
  tta_era_set days = tta_era_of_attribute(tree, device, false, TTA_ERA_LENIENT);
  tta_node_id grid = tta_node_resolve(tree, tta_node_child(tree, device, TTA_FIELD_workerGrid));
  tta_era_run run;
  if (tta_node_at(tree, grid)->kind == TTA_NODE_ATTRIBUTE) {
    tta_era_set of_grid = tta_era_of_attribute(tree, grid, false, TTA_ERA_LENIENT);
    tta_era_and(&days, &of_grid);
  }
  uint32_t period = tta_era_period(usual), first = 0;
  if (tta_era_has(&days, period)) return usual;
  return tta_era_next_run(&days, &period, &run) || tta_era_next_run(&days, &first, &run) ? run.since : usual;
}
