/* Rules on one grid attribute: its extents, and its two maps against each other. A grid as part of a device or of a
 * layout has rules of its own (device.c, layout.c). */
#include "device/device.h"
#include "verify/module.h"

/* ---- extents ----------------------------------------------------------------------------------------------------- */

/* A dynamic extent of a layout's grid is reported by its own rule (layout-static). @param field that has the grid */
static bool verify_extents(tta_verifier *v, const tta_grid *grid, tta_field field) {
  char text[TTA_NUMBERS_BYTES];
  bool positive = true, dynamic = false;
  for (uint32_t i = 0; i < grid->shape.rank; i++) {
    int64_t extent = grid->shape.extent[i];
    dynamic = dynamic || extent == TTA_DYNAMIC_EXTENT;
    positive = positive && (extent >= 1 || extent == TTA_DYNAMIC_EXTENT);
  }
  if (positive && (!dynamic || field == TTA_FIELD_grid)) return !dynamic;
  if (field == TTA_FIELD_workerGrid || field == TTA_FIELD_dramGrid)
    return false; /* reported with the device, where tt-mlir reports it */
  tta_report_add(v->report, TTA_RULE_grid_positive, grid->shape_span, "expected positive grid dimensions, got %s",
                 tta_shape_text(text, grid->shape));
  return false;
}

/* ---- the maps to physical cores and back ------------------------------------------------------------------------- */

static void report_inverse(tta_verifier *v, const tta_grid *g, const int64_t *at) {
  char from[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES], to[TTA_NUMBERS_BYTES];
  int64_t physical[3], *back = tta_arena_array(&v->scratch, g->inverse.num_results, sizeof *back);
  if (!back || tta_map_evaluate(&g->map, at, NULL, physical)) return;
  if (tta_map_evaluate(&g->inverse, physical + (3 - g->inverse.num_dims), NULL, back)) return;
  bool has_chip = g->inverse.num_results > g->shape.rank;
  tta_report_add(v->report, TTA_RULE_device_inverse, g->inverse_span,
                 "physical_to_virt_map is not the inverse of virt_to_physical_map: %s maps to chip and core %s and "
                 "back to %s%s",
                 tta_index_text(from, g->shape.rank, at), tta_index_text(core, 3, physical),
                 has_chip ? "chip and core " : "", tta_index_text(to, g->inverse.num_results, back));
}

void tta_verify_grid(tta_verifier *v, tta_node_id node) {
  tta_grid grid;
  tta_map_equality answer;
  if (tta_grid_lower(v->tree, node, &grid)) return;
  if (!verify_extents(v, &grid, (tta_field)tta_node_at(v->tree, node)->field) || !grid.inverse.num_results) return;
  if (!tta_grid_compare_inverse(&grid, v->tree->affine, &v->scratch, &answer) && answer.equal == TTA_NO)
    report_inverse(v, &grid, answer.at);
}
