/* Owns the JSON of tt-layout show: its keys and their order. */
#include "show.h"

static void key_int(tta_json *json, const char *key, int64_t value) {
  tta_json_key(json, key);
  tta_json_int(json, value);
}

/* A number that may be unknown. */
static void key_known(tta_json *json, const char *key, int64_t value, bool known) {
  tta_json_key(json, key);
  if (known) tta_json_int(json, value);
  else tta_json_null(json);
}

static void key_array(tta_json *json, const char *key, uint32_t count, const int64_t *values, bool known) {
  tt_layout_json_shape(json, key, (tta_shape){count, known ? values : NULL});
}

static void layout(tta_json *json, const tta_layout *s) {
  bool sized = s->memref.extent;
  tta_buf map;
  tta_buf_init(&map, json->out->allocator);
  tta_map_text(&map, &s->linear);
  if (map.failed) json->out->failed = true;
  tt_layout_json_str(json, "type", s->type);
  tt_layout_json_shape(json, "logical_shape", s->logical);
  tt_layout_json_str(json, "element_type", tta_element_stored_name(&s->tensor_element));
  tt_layout_json_str(json, "linear", tta_buf_view(&map));
  tt_layout_json_str(json, "oob_val", tta_view(tta_oob_value_name(s->oob_val)));
  tt_layout_json_shape(json, "grid_shape", s->grid);
  tt_layout_json_str(json, "memory_space", tta_view(tta_layout_memory_space_name(s)));
  tt_layout_json_shape(json, "physical_shape", s->physical);
  tt_layout_json_shape(json, "shard_shape", s->shard);
  key_array(json, "tile_shape", 2, s->memref_element.tile, tta_element_is_tile(&s->memref_element));
  tt_layout_json_str(
      json, "tile_type",
      tta_view(tta_element_is_tile(&s->memref_element) ? tta_data_type_name(s->memref_element.data_type) : ""));
  tt_layout_json_shape(json, "memref_shape", s->memref);
  tt_layout_json_shape(json, "padded_shard_shape", s->padded_shard);
  tt_layout_json_shape(json, "padded_shape", s->padded);
  key_array(json, "strides", s->logical.rank, s->strides, s->strides);
  key_int(json, "logical_elements", s->logical_elements);
  key_known(json, "allocated_elements", s->allocated_elements, sized);
  key_known(json, "padding_elements", s->padding_elements, sized);
  key_known(json, "shard_bytes", s->shard_bytes, s->shard_bytes >= 0);
  key_known(json, "total_bytes", s->total_bytes, s->total_bytes >= 0);
  key_known(json, "cores", s->cores, s->grid.extent);
  tt_layout_json_str(json, "collapse", s->collapse);
  tta_buf_free(&map);
}

static void place(tta_json *json, const tt_layout_facts *f, bool known) {
  int64_t core[2] = {f->place.core.y, f->place.core.x};
  key_known(json, "chip_index", f->place.chip_index, known);
  key_known(json, "chip", f->chip, known);
  key_array(json, "physical_core", 2, core, known);
}

static void at_index(tta_json *json, const tt_layout_show_request *request, const tt_layout_facts *f) {
  const tta_layout *s = f->s;
  const tta_location *l = &f->location;
  uint32_t rank = s->linear.num_results;
  bool sharded = !s->interleaved && s->grid.extent, tiled = sharded && tta_element_is_tile(&s->memref_element);
  key_array(json, "logical", s->logical.rank, request->index->value, true);
  key_array(json, "physical", rank, l->physical, true);
  key_array(json, "core", rank, l->core, sharded);
  key_array(json, "shard_offset", rank, l->shard_offset, sharded);
  key_array(json, "tile", rank, l->tile, tiled);
  key_array(json, "tile_offset", 2, l->tile_offset, tiled);
  key_known(json, "face", l->face, tiled);
  key_known(json, "byte_offset", l->byte_offset, l->byte_offset >= 0);
  if (request->device) place(json, f, sharded);
}

static void at(tta_json *json, const tt_layout_show_request *request, const tt_layout_facts *f) {
  if (!request->index && !request->at_core) return;
  tta_json_key(json, "at");
  tta_json_open(json, '{');
  if (request->index) at_index(json, request, f);
  else key_array(json, "logical", f->s->logical.rank, f->scalar, f->found);
  tta_json_close(json, '}');
}

/* ---- padding ---- */

typedef struct printer {
  tta_json *json;
  const tta_layout *s;
} printer;

static void entry(tta_json *json, const tta_layout *s, const int64_t *core, const int64_t *valid, int64_t count) {
  tta_json_open(json, '{');
  key_array(json, "core", s->grid.rank, core, true);
  key_array(json, "valid", s->grid.rank, valid, true);
  tt_layout_json_shape(json, "padded", s->padded_shard);
  key_int(json, "count", count);
  tta_json_close(json, '}');
}

static bool each_class(void *user, const tta_padding_class *p) {
  printer *to = user;
  entry(to->json, to->s, p->core, p->valid, p->count);
  return true;
}

static void each_core(tta_json *json, const tta_layout *s) {
  int64_t core[TTA_MAX_RANK] = {0}, valid[TTA_MAX_RANK];
  do {
    tta_layout_valid(s, core, valid);
    entry(json, s, core, valid, 1);
  } while (tt_layout_next_core(s->grid, core));
}

static void padding(tta_json *json, const tt_layout_facts *f) {
  tta_json_key(json, "padding");
  tta_json_open(json, '[');
  if (f->s->cores <= TT_LAYOUT_MOST_CORES) each_core(json, f->s);
  else tta_layout_padding(f->s, each_class, &(printer){json, f->s});
  tta_json_close(json, ']');
  tta_json_key(json, "gaps");
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < f->num_gaps; i++) {
    tta_json_open(json, '{');
    key_int(json, "dim", f->gaps[i].dim);
    key_int(json, "first", f->gaps[i].first);
    key_int(json, "size", f->gaps[i].size);
    key_int(json, "every", f->gaps[i].every);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

void tt_layout_show_json(tta_json *json, const tt_layout_show_request *request, const tt_layout_facts *f) {
  tta_json_open(json, '{');
  if (f->with_name) {
    tt_layout_json_str(json, "name", f->entry->name);
    key_int(json, "line", f->entry->line);
  }
  layout(json, f->s);
  at(json, request, f);
  if (request->padding) padding(json, f);
  if (request->device) {
    tta_json_key(json, "mesh");
    tta_mesh_view_json(json, &f->mesh, f->s->logical.rank);
  }
  tta_json_close(json, '}');
}
