/* The facts of a tiled layout, and their JSON. */
#include "tiled/tiled.h"
#include "ttattr/tiled.h"

static tta_status reject_errors(const tta_tiled *layout, tta_arena *arena, tta_buf *reason) {
  tta_tiled_diagnostics diagnostics;
  tta_status status = tta_tiled_verify(layout, arena, &diagnostics);
  const tta_tiled_diagnostic *error = status ? NULL : tta_tiled_first_error(&diagnostics);
  if (!error) return status;
  if (reason)
    tta_buf_printf(reason, "%.*s [%s]", (int)error->message.size, error->message.data,
                   tta_tiled_rule_name(error->rule));
  return TTA_INVALID;
}

tta_status tta_tiled_facts_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_facts *facts, tta_buf *reason) {
  tta_tiled_sizes sizes;
  *facts = (tta_tiled_facts){.layout = *layout};
  tta_status status = reject_errors(layout, arena, reason);
  if (!status) status = tta_tiled_complete(&facts->layout, arena);
  if (!status) status = tta_tiled_elems_per_stick(&facts->layout, &facts->elems_per_stick);
  if (!status) status = tta_tiled_device_bytes(&facts->layout, arena, &facts->device_bytes);
  if (status || !layout->has_host) return status;
  tta_str why;
  status = tta_tiled_has_places(&facts->layout, arena, &why);
  if (status == TTA_INVALID && why.size && reason) tta_buf_bytes(reason, why.data, why.size);
  if (!status) status = tta_tiled_map_of(&facts->layout, arena, &facts->map);
  if (!status) status = tta_tiled_sizes_of(&facts->layout, arena, &sizes);
  if (!status) status = tta_tiled_nests(&facts->map, arena, &facts->num_nests, &facts->nests);
  if (!status && tta_tiled_fills_padding(layout))
    status = tta_tiled_padding_nests(&facts->map, arena, &facts->num_padding_nests, &facts->padding_nests);
  if (!status) facts->padding_elements = sizes.padding_elements;
  return status;
}

const char *tta_tiled_format_name(tta_tiled_format format) {
  static const char *const names[] = {"dense", "sparse", "sparse_multi"};
  return names[format];
}

static void write_nests(tta_json *json, uint32_t count, const tta_tiled_nest *nests) {
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < count; i++) {
    const tta_tiled_nest *nest = &nests[i];
    tta_json_open(json, '{');
    tta_json_key_shape(json, "ranges", (tta_shape){nest->rank, nest->ranges});
    tta_json_key_shape(json, "host_strides", (tta_shape){nest->rank, nest->host_strides});
    tta_json_key_shape(json, "device_strides", (tta_shape){nest->rank, nest->device_strides});
    tta_json_key_int(json, "host_offset", nest->host_offset);
    tta_json_key_int(json, "device_offset", nest->device_offset);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

static void write_loops(tta_json *json, const tta_tiled_map *map) {
  tta_json_open(json, '{');
  tta_json_key_shape(json, "ranges", (tta_shape){map->rank, map->ranges});
  tta_json_key_shape(json, "host_strides", (tta_shape){map->rank, map->host_strides});
  tta_json_key_shape(json, "device_strides", (tta_shape){map->rank, map->device_strides});
  tta_json_close(json, '}');
}

/* The stride_map, as given or as torch-spyre would print it: -1 for a device dim without host dim or of a host dim of
 * extent 1. null without both a stride_map and a host. */
static void write_stride_map(tta_json *json, const tta_tiled_facts *f) {
  tta_json_key(json, "stride_map");
  if (f->layout.stride_map.rank) {
    tta_json_shape(json, f->layout.stride_map);
  } else if (f->layout.has_host) {
    tta_json_open(json, '[');
    for (uint32_t i = 0; i < f->map.rank; i++) {
      int64_t h = f->map.host_dim[i];
      tta_json_int(json, h < 0 || f->map.host_size.extent[h] == 1 ? -1 : f->map.host_strides[i]);
    }
    tta_json_close(json, ']');
  } else {
    tta_json_null(json);
  }
}

/* Keys of layouts that have them. */
static void write_rare_members(tta_json *json, const tta_tiled_facts *f) {
  const tta_tiled *l = &f->layout;
  if (l->element_arrangement.size) tta_json_key_string(json, "element_arrangement", l->element_arrangement);
  if (l->host_offset) {
    tta_json_key_int(json, "host_offset", l->host_offset);
    tta_json_key_int(json, "device_offset", f->map.device_offset);
  }
  if (l->allocation.size) tta_json_key_string(json, "allocation", l->allocation);
  if (!tta_tiled_fills_padding(l)) return;
  tta_json_key_string(json, "pad", l->pad);
  tta_json_key(json, "padding_nests");
  write_nests(json, f->num_padding_nests, f->padding_nests);
}

void tta_tiled_json_members(tta_json *json, const tta_tiled_facts *f) {
  const tta_tiled *l = &f->layout;
  tta_buf attribute = tta_buf_new(json->out->allocator);
  if (l->element.name.size) tta_tiled_attribute(&attribute, l, true);
  tta_json_key_string(json, "attr", tta_buf_view(&attribute));
  if (attribute.failed) json->out->failed = true;
  tta_buf_free(&attribute);
  tta_json_key_shape(json, "device_size", (tta_shape){l->device_size.rank, l->device_size.extent});
  tta_json_key_shape(json, "device_strides", (tta_shape){l->device_strides.rank, l->device_strides.extent});
  tta_json_key_shape(json, "dim_map", (tta_shape){l->dim_map.rank, l->dim_map.rank ? l->dim_map.extent : NULL});
  tta_json_key_int(json, "num_stick_dims", l->num_stick_dims);
  tta_json_key_text(json, "format", tta_tiled_format_name(l->format));
  tta_json_key_int(json, "elems_per_stick", f->elems_per_stick);
  write_stride_map(json, f);
  tta_json_key(json, "device_dtype");
  if (l->device_dtype.size) tta_json_string(json, l->device_dtype);
  else tta_json_null(json);
  tta_json_key(json, "loops");
  if (l->has_host) write_loops(json, &f->map);
  else tta_json_null(json);
  tta_json_key(json, "nests");
  if (l->has_host) write_nests(json, f->num_nests, f->nests);
  else tta_json_null(json);
  write_rare_members(json, f);
  tta_json_key(json, "padding_elements");
  if (l->has_host) tta_json_int(json, f->padding_elements);
  else tta_json_null(json);
  tta_json_key_int(json, "device_bytes", f->device_bytes);
}
