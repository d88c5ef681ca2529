/* JSON of a device, of a logical core on it, and of a tensor over a mesh of chips. */
#include "device/device.h"
#include "ttattr/device.h"

static const char *const topologies[TTA_NUM_TOPOLOGIES] = {"ring", "linear", "mesh", "torus", "disabled"};

const char *tta_topology_name(tta_topology topology) {
  return (unsigned)topology < TTA_NUM_TOPOLOGIES ? topologies[topology] : NULL;
}

/* A map as text, or null. */
static void key_map(tta_json *json, const char *key, const tta_map *map) {
  tta_buf text = tta_buf_new(json->out->allocator);
  if (map->num_results) tta_map_text(&text, map);
  tta_json_key_string(json, key, tta_buf_view(&text));
  if (text.failed) json->out->failed = true;
  tta_buf_free(&text);
}

/* A shape, or null without a span and of rank 0. */
static void key_shape(tta_json *json, const char *key, tta_shape shape, tta_span span) {
  bool absent = !span.end && !shape.rank;
  tta_json_key_shape(json, key, absent ? (tta_shape){0, NULL} : shape);
}

void tta_device_json(tta_json *json, const tta_device *device) {
  tta_json_open(json, '{');
  tta_json_key_open(json, "workerGrid", '{');
  tta_json_key_shape(json, "shape", device->grid);
  key_map(json, "mapping", &device->map);
  tta_json_close(json, '}');
  key_shape(json, "dramGrid", device->dram_grid, device->dram_grid_span);
  key_map(json, "l1Map", &device->l1_map);
  key_map(json, "dramMap", &device->dram_map);
  key_shape(json, "meshShape", device->mesh, device->mesh_span);
  tta_json_key_shape(json, "chipIds", device->chip_ids);
  tta_json_key(json, "meshTopology");
  if (device->topologies_span.end) {
    tta_json_open(json, '[');
    for (uint32_t i = 0; i < device->num_topologies; i++) {
      const char *name = tta_topology_name(device->topologies[i]);
      if (name) tta_json_text(json, name);
      else tta_json_null(json);
    }
    tta_json_close(json, ']');
  } else {
    tta_json_null(json);
  }
  tta_json_close(json, '}');
}

static void assignment_members(tta_json *json, tta_shape shard, const tta_core_assignment *place, int64_t chip,
                               const tta_noc_node *node) {
  int64_t core[2] = {place->core.y, place->core.x}, noc[2] = {0, 0};
  if (node) noc[0] = node->translated.x, noc[1] = node->translated.y;
  tta_json_key_shape(json, "shard", shard);
  tta_json_key_int(json, "chip_index", place->chip_index);
  tta_json_key_int(json, "chip", chip);
  tta_json_key_shape(json, "core", (tta_shape){2, core});
  tta_json_key_shape(json, "noc", (tta_shape){2, node ? noc : NULL});
}

void tta_placed_shard_json(tta_json *json, uint32_t rank, const tta_placed_shard *s, const tta_noc_node *node) {
  tta_json_open(json, '{');
  assignment_members(json, (tta_shape){rank, s->shard}, &s->place, s->chip, node);
  tta_json_key_int(json, "replica", s->replica);
  tta_json_close(json, '}');
}

/* `[[y0, x0], [y1, x1]]`, or null. */
static void key_cores(tta_json *json, const tta_chip_contents *chip) {
  const tta_core corners[2] = {chip->first_core, chip->last_core};
  tta_json_key(json, "cores");
  if (!chip->num_shards) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '[');
  for (int i = 0; i < 2; i++) tta_json_shape(json, (tta_shape){2, (int64_t[]){corners[i].y, corners[i].x}});
  tta_json_close(json, ']');
}

static void chip_json(tta_json *json, const tta_chip_contents *chip) {
  tta_json_open(json, '{');
  tta_json_key_int(json, "chip_index", chip->chip_index);
  tta_json_key_int(json, "chip", chip->chip);
  tta_json_key_int(json, "shards", chip->num_shards);
  tta_json_key_shape(json, "grid_first", chip->grid_first);
  tta_json_key_shape(json, "grid", chip->grid);
  tta_json_key_shape(json, "slice_first", chip->slice_first);
  tta_json_key_shape(json, "slice", chip->slice);
  key_cores(json, chip);
  tta_json_key_shape(json, "mesh_grid_first", chip->spec_first);
  tta_json_key_shape(json, "mesh_grid", chip->spec);
  tta_json_close(json, '}');
}

void tta_placement_json_members(tta_json *json, const tta_placement *p) {
  tta_str reason = p ? tta_placement_reason(p) : (tta_str){NULL, 0};
  tta_json_key(json, "chips");
  if (p) {
    tta_json_open(json, '[');
    for (uint32_t c = 0; c < tta_placement_num_chips(p); c++) chip_json(json, tta_placement_chip(p, c));
    tta_json_close(json, ']');
  } else {
    tta_json_null(json);
  }
  tta_json_key(json, "slices_agree");
  if (p && tta_placement_slices(p) != TTA_SLICES_UNKNOWN)
    tta_json_bool(json, tta_placement_slices(p) == TTA_SLICES_AGREE);
  else
    tta_json_null(json);
  tta_json_key_string(json, "slices_reason", reason);
}

const char *tta_mesh_view_word(const tta_mesh_view *view, uint32_t dim) {
  return view->sharded[dim] ? "sharded" : view->mesh_shape[dim] > 1 ? "replicated" : "undivided";
}

void tta_mesh_view_json(tta_json *json, const tta_mesh_view *view, uint32_t logical_rank) {
  int64_t opened[2] = {1, view->opened};
  tta_json_open(json, '{');
  tta_json_key_open(json, "dims", '[');
  for (uint32_t i = 0; i < view->rank; i++) tta_json_text(json, tta_mesh_view_word(view, i));
  tta_json_close(json, ']');
  tta_json_key_shape(json, "grid", (tta_shape){view->rank, view->grid});
  tta_json_key_shape(json, "slice", (tta_shape){logical_rank, view->has_slice ? view->slice : NULL});
  tta_json_key_shape(json, "mesh_shape", (tta_shape){view->rank, view->mesh_shape});
  tta_json_key_shape(json, "opened", (tta_shape){2, opened});
  tta_json_key(json, "placed_on");
  if (view->placed_on) tta_json_int(json, view->placed_on);
  else tta_json_null(json);
  tta_json_close(json, '}');
}
