/* JSON of a layout, of the position of an element, and of the padding of the cores. */
#include "base/index.h"
#include "base/str.h"
#include "layout/core_counts.h"
#include "layout/layout.h"
#include "ttattr/layout.h"
#include "ttattr/storage.h"

/* An array, or null. */
static void key_array(tta_json *json, const char *key, uint32_t count, const int64_t *values, bool known) {
  tta_json_key_shape(json, key, (tta_shape){count, known ? values : NULL});
}

static void write_rows(tta_json *json, const tta_storage *storage) {
  tta_storage_rows r;
  tta_json_key(json, "rows");
  if (!storage || storage->distribution == TTA_STORAGE_HOST || tta_storage_rows_of(storage, 0, &r, NULL)) {
    tta_json_null(json);
    return;
  }
  tta_json_open(json, '{');
  tta_json_key_int(json, "rows", r.rows);
  tta_json_key_int(json, "row_bytes", r.row_bytes);
  tta_json_key_int(json, "alignment_bytes", r.alignment_bytes);
  tta_json_key_int(json, "start_bytes", r.start_bytes);
  tta_json_key_bool(json, "aligned", r.aligned);
  tta_json_key_int(json, "aligned_row_bytes", r.aligned_row_bytes);
  tta_json_key_int(json, "padding_bytes", r.padding_bytes);
  tta_json_close(json, '}');
}

void tta_layout_json_members(tta_json *json, const tta_layout *l, const tta_storage *storage) {
  bool sized = l->memref.extent, tiled = tta_element_is_tile(&l->memref_element);
  tta_buf map = tta_buf_new(json->out->allocator);
  tta_map_text(&map, &l->linear);
  tta_json_key_string(json, "type", l->type);
  tta_json_key_shape(json, "logical_shape", l->logical);
  tta_json_key_string(json, "element_type", tta_element_stored_name(&l->tensor_element));
  tta_json_key_string(json, "linear", tta_buf_view(&map));
  tta_json_key_string(json, "oob_val", tta_str_from(tta_oob_value_name(l->oob_val)));
  tta_json_key_shape(json, "grid_shape", l->grid);
  tta_json_key_string(json, "memory_space", tta_str_from(tta_layout_memory_space_name(l)));
  tta_json_key_shape(json, "physical_shape", l->physical);
  tta_json_key_shape(json, "shard_shape", l->shard);
  key_array(json, "tile_shape", 2, l->memref_element.tile, tiled);
  tta_json_key_string(json, "tile_type", tta_str_from(tiled ? tta_data_type_name(l->memref_element.data_type) : ""));
  tta_json_key_shape(json, "memref_shape", l->memref);
  tta_json_key_shape(json, "padded_shard_shape", l->padded_shard);
  tta_json_key_shape(json, "padded_shape", l->padded);
  key_array(json, "strides", l->logical.rank, l->strides, l->strides);
  tta_json_key_int(json, "logical_elements", l->logical_elements);
  tta_json_key_known(json, "allocated_elements", l->allocated_elements, sized);
  tta_json_key_known(json, "padding_elements", l->padding_elements, sized && l->padding_elements >= 0);
  tta_json_key_known(json, "outside_elements", l->outside_elements, sized && l->outside_elements >= 0);
  tta_json_key_count(json, "shard_bytes", l->shard_bytes);
  bool stored = storage && l->shard_bytes >= 0;
  tta_json_key_known(json, "alignment_bytes", stored ? storage->bank_alignment_bytes : 0, stored);
  tta_json_key_known(json, "bank_bytes", stored ? storage->bank_bytes : 0, stored);
  write_rows(json, storage);
  tta_json_key_count(json, "total_bytes", l->total_bytes);
  tta_json_key_known(json, "cores", l->cores, l->grid.extent);
  tta_json_key_string(json, "collapse", l->collapse);
  if (map.failed) json->out->failed = true;
  tta_buf_free(&map);
}

void tta_layout_json(tta_json *json, const tta_layout *layout) {
  tta_storage storage;
  bool stored = layout->memref.extent && !tta_storage_of(layout, NULL, &storage, NULL);
  tta_json_open(json, '{');
  tta_layout_json_members(json, layout, stored ? &storage : NULL);
  tta_json_close(json, '}');
}

void tta_location_json_members(tta_json *json, const tta_layout *l, const int64_t *index, const tta_location *at) {
  uint32_t rank = l->linear.num_results;
  bool sharded = !l->interleaved && l->grid.extent, tiled = at->face >= 0;
  key_array(json, "logical", l->logical.rank, index, true);
  key_array(json, "physical", rank, at->physical, true);
  key_array(json, "core", rank, at->core, sharded);
  key_array(json, "shard_offset", rank, at->shard_offset, sharded);
  key_array(json, "tile", rank, at->tile, tiled);
  key_array(json, "tile_offset", 2, at->tile_offset, tiled);
  tta_json_key_known(json, "face", at->face, tiled);
  tta_json_key_count(json, "byte_offset", at->byte_offset);
}

/* ---- padding ---- */

typedef struct writer {
  tta_json *json;
  const tta_layout *layout;
} writer;

static bool write_class(void *user, const tta_padding_class *p) {
  const writer *w = user;
  uint32_t rank = w->layout->grid.rank;
  int64_t positions;
  bool counted = p->elements >= 0 && !tta_layout_volume(w->layout->padded_shard, &positions);
  tta_json_open(w->json, '{');
  key_array(w->json, "core", rank, p->core, true);
  key_array(w->json, "valid", rank, p->valid, true);
  tta_json_key_shape(w->json, "padded", w->layout->padded_shard);
  tta_json_key_int(w->json, "count", p->count);
  key_array(w->json, "reached", rank, p->reached, true);
  tta_json_key_count(w->json, "elements", p->elements);
  tta_json_key_known(w->json, "padding_elements", counted ? positions - p->elements : -1, counted);
  tta_json_close(w->json, '}');
  return !w->json->out->failed;
}

static void write_each_core(writer *w) {
  tta_padding_class p = {.count = 1};
  tta_core_counts counts;
  tta_status status = tta_core_counts_open(w->layout, &counts);
  do tta_core_counts_at(&counts, p.core, &p);
  while (!status && write_class(w, &p) && tta_index_next(w->layout->grid, p.core));
  tta_core_counts_close(&counts);
  if (status) w->json->out->failed = true;
}

void tta_layout_padding_json(tta_json *json, const tta_layout *layout) {
  writer w = {json, layout};
  tta_json_open(json, '[');
  if (layout->cores <= TTA_LAYOUT_PADDING_CORES) write_each_core(&w);
  else if (tta_layout_padding(layout, write_class, &w) == TTA_NO_MEMORY) json->out->failed = true;
  tta_json_close(json, ']');
}

void tta_layout_gaps_json(tta_json *json, const tta_layout *layout) {
  tta_gap gaps[TTA_MAX_RANK];
  uint32_t count = tta_layout_gaps(layout, gaps, TTA_MAX_RANK);
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < count && i < TTA_MAX_RANK; i++) {
    tta_json_open(json, '{');
    tta_json_key_int(json, "dim", gaps[i].dim);
    tta_json_key_int(json, "first", gaps[i].first);
    tta_json_key_int(json, "size", gaps[i].size);
    tta_json_key_int(json, "every", gaps[i].every);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}
