/* json.c: JSON of a conversion. */
#include "device/device.h"
#include "ttattr/convert.h"
#include "ttattr/diag.h"

static void write_terms(tta_json *json, const tta_ttnn_terms *t) {
  tta_json_open(json, '{');
  tta_json_key_shape(json, "shape", t->shape);
  tta_json_key_shape(json, "stride", t->stride);
  tta_json_key_shape(json, "physical_shape", (tta_shape){2, t->physical_shape});
  tta_json_key_shape(json, "shard_shape", (tta_shape){2, t->shard_shape});
  tta_json_key_shape(json, "tile_shape", (tta_shape){2, t->tiled ? t->tile_shape : NULL});
  tta_json_key_shape(json, "physical_shard_shape", (tta_shape){2, t->physical_shard_shape});
  tta_json_key_shape(json, "grid_shape", (tta_shape){2, t->grid_shape});
  tta_json_close(json, '}');
}

static void write_cores(tta_json *json, const tta_conversion *c) {
  tta_json_key(json, "core_ranges");
  if (c->cores.num_ranges) tta_shard_cores_json(json, &c->cores);
  else tta_json_null(json);
  tta_json_key_shape(json, "assumed_chip", (tta_shape){2, c->assumed_chip[0] ? c->assumed_chip : NULL});
}

static void write_mappers(tta_json *json, const tta_conversion *c) {
  tta_json_key_open(json, "mapper", '[');
  for (uint32_t i = 0; i < c->num_mappers; i++) {
    const tta_mesh_mapper *m = &c->mappers[i];
    tta_json_open(json, '{');
    tta_json_key_int(json, "mesh", m->mesh);
    tta_json_key(json, "shard");
    if (m->sharded) tta_json_int(json, m->dim);
    else tta_json_null(json);
    tta_json_close(json, '}');
  }
  tta_json_close(json, ']');
}

void tta_conversion_json(tta_json *json, const tta_layout_ref *from, const tta_conversion_spec *spec,
                         const tta_conversion *c) {
  tta_json_open(json, '{');
  tta_json_key_text(json, "from", tta_notation_name(from->notation));
  tta_json_key_text(json, "to", tta_notation_name(spec->to));
  tta_json_key_string(json, "text", c->text);
  tta_json_key_shape(json, "grid", (tta_shape){c->grid.rank, c->grid.rank ? c->grid.extent : NULL});
  tta_json_key_string(json, "shard_spec", c->shard_spec);
  tta_json_key_string(json, "memory_config", c->memory_config);
  write_cores(json, c);
  tta_json_key(json, "ttnn");
  if (c->has_ttnn) write_terms(json, &c->ttnn);
  else tta_json_null(json);
  if (c->has_mesh) {
    tta_json_key(json, "mesh");
    tta_mesh_view_json(json, &c->mesh, c->mesh_rank);
    write_mappers(json, c);
  }
  tta_json_key_open(json, "warnings", '[');
  for (size_t i = 0; i < tta_results_num_diagnostics(c->results); i++)
    tta_json_string(json, tta_results_diagnostic(c->results, i)->message);
  tta_json_close(json, ']');
  tta_json_close(json, '}');
}
