/* JSON of a tensor over a mesh of chips. */
#include "ttattr/device.h"

void tta_mesh_view_json(tta_json *json, const tta_mesh_view *view, uint32_t logical_rank) {
  int64_t opened[2] = {1, view->opened};
  tta_json_open(json, '{');
  tta_json_key(json, "dims");
  tta_json_open(json, '[');
  for (uint32_t i = 0; i < view->rank; i++) tta_json_text(json, view->sharded[i] ? "sharded" : "replicated");
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
