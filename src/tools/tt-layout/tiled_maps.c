/* tt-layout tiled --maps: the dim_map of a stride_map, and the stride_map of a dim_map. */
#include "base/format.h"
#include "tiled.h"

#include "tools/common/output.h"

typedef struct maps {
  tta_tiled_facts facts;
  tta_tiled by_dim_map;
  bool has_dim_map; /* false: no dim_map describes the layout */
  tta_shape stride_map;
} maps;

/* As torch-spyre writes it: -1 for device dims without a host dim or of a host dim of extent 1. */
static tta_status set_stride_map(maps *m, int64_t *strides) {
  const tta_tiled_map *map = &m->facts.map;
  m->stride_map = m->facts.layout.stride_map;
  if (m->stride_map.rank) return TTA_OK;
  for (uint32_t i = 0; i < m->facts.layout.device_size.rank; i++) {
    int64_t h = map->host_dim[i];
    strides[i] = h < 0 || map->host_size.extent[h] == 1 ? -1 : map->host_strides[i];
  }
  m->stride_map = (tta_shape){m->facts.layout.device_size.rank, strides};
  return TTA_OK;
}

static tta_status find_maps(const tta_tiled *layout, tta_arena *arena, maps *m, int64_t *strides, tta_buf *reason) {
  tta_tiled plain = *layout; /* an arrangement splits loops, but not the device dims */
  plain.element_arrangement = (tta_str){NULL, 0};
  if (!layout->has_host) {
    tta_buf_str(reason, "--maps requires a host tensor: a tensor type, or --host-size");
    return TTA_INVALID;
  }
  tta_status status = tta_tiled_facts_of(&plain, arena, &m->facts, reason);
  if (status) return status;
  if (layout->device_size.rank > TTA_TILED_MAX_STRIDE_MAP_RANK) return TTA_LIMIT;
  status = tta_tiled_to_dim_map(&plain, arena, &m->by_dim_map);
  m->has_dim_map = !status;
  if (status && status != TTA_INVALID) return status;
  return set_stride_map(m, strides);
}

static void print_text(tta_buf *out, const maps *m) {
  tta_buf text = tta_buf_new(out->allocator);
  if (m->has_dim_map) tta_buf_list(&text, m->by_dim_map.dim_map.rank, m->by_dim_map.dim_map.extent);
  else tta_buf_str(&text, "none: a host dim has more than two digits, is repeated, or is counted with another one");
  tt_layout_flush(out, "dim_map", &text);
  tta_buf_list(&text, m->stride_map.rank, m->stride_map.extent);
  tt_layout_flush(out, "stride_map", &text);
  tta_buf_free(&text);
}

static void print_json(tta_buf *out, const maps *m) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key(&json, "dim_map");
  if (m->has_dim_map) tta_json_shape(&json, m->by_dim_map.dim_map);
  else tta_json_null(&json);
  tta_json_key_shape(&json, "stride_map", m->stride_map);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

int tt_layout_print_maps(const tta_tiled *layout, bool json) {
  int64_t strides[TTA_TILED_MAX_STRIDE_MAP_RANK];
  tta_arena *arena = tta_arena_new(NULL);
  maps m;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_status status = arena ? find_maps(layout, arena, &m, strides, &reason) : TTA_NO_MEMORY;
  if (!status && json) print_json(&out, &m);
  else if (!status) print_text(&out, &m);
  tta_arena_delete(arena);
  return tt_layout_conclude(status, &out, &reason);
}
