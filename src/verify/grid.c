/* Rules on one grid attribute: its extents, and its two maps against each other. A grid as part of a device or of a
 * layout has rules of its own (device.c, layout.c). */
#include "base/checked.h"
#include "maps/maps.h"
#include "verify/module.h"

/* ---- extents ----------------------------------------------------------------------------------------------------- */

/* A dynamic extent of a layout's grid is reported by its own rule (layout-static). @param field that has the grid */
static bool verify_extents(tta_verifier *v, const tta_grid *grid, tta_field field) {
  char text[TTA_NUMBERS_BYTES];
  bool positive = true, dynamic = false;
  for (uint32_t i = 0; i < grid->shape.rank; i++) {
    int64_t extent = grid->shape.extent[i];
    dynamic = dynamic || extent == TTA_DYNAMIC;
    positive = positive && (extent >= 1 || extent == TTA_DYNAMIC);
  }
  if (positive && (!dynamic || field == TTA_FIELD_grid)) return !dynamic;
  if (field == TTA_FIELD_workerGrid || field == TTA_FIELD_dramGrid)
    return false; /* reported with the device, where tt-mlir reports it */
  tta_report_add(v->report, TTA_RULE_grid_positive, grid->shape_span, "expected positive grid dimensions, got %s",
                 tta_shape_text(text, grid->shape));
  return false;
}

/* ---- the maps to physical cores and back ------------------------------------------------------------------------- */

/* Both follow tt-mlir as its tests write them: the inverse takes (chip, y, x) or (y, x), and may have the chip as an
 * additional first result. */
static bool is_comparable(const tta_grid *g) {
  uint32_t rank = g->shape.rank;
  return g->map.num_dims == rank && g->map.num_results == 3 && !g->map.num_symbols && !g->inverse.num_symbols &&
         (g->inverse.num_dims == 2 || g->inverse.num_dims == 3) &&
         (g->inverse.num_results == rank || g->inverse.num_results == rank + 1);
}

/* @param back where the inverse leads, of g->inverse.num_results */
static void report_inverse(tta_verifier *v, const tta_grid *g, const int64_t *at, int64_t *back) {
  char from[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES], to[TTA_NUMBERS_BYTES];
  int64_t physical[3];
  if (tta_map_evaluate(&g->map, at, NULL, physical)) return;
  if (tta_map_evaluate(&g->inverse, physical + (3 - g->inverse.num_dims), NULL, back)) return;
  bool has_chip = g->inverse.num_results > g->shape.rank;
  tta_report_add(v->report, TTA_RULE_device_inverse, g->inverse_span,
                 "physical_to_virt_map is not the inverse of virt_to_physical_map: %s maps to chip and core %s and "
                 "back to %s%s",
                 tta_index_text(from, g->shape.rank, at), tta_index_text(core, 3, physical),
                 has_chip ? "chip and core " : "", tta_index_text(to, g->inverse.num_results, back));
}

/* Compares inverse(map(index)) with the index on every index of the grid. */
static void verify_inverse(tta_verifier *v, const tta_grid *g) {
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool);
  uint32_t count = g->inverse.num_results, extra = count - g->shape.rank;
  tta_expr *round = tta_arena_array(&v->scratch, count, sizeof *round),
           *same = tta_arena_array(&v->scratch, count, sizeof *same);
  int64_t *back = tta_arena_array(&v->scratch, count, sizeof *back);
  if (!round || !same || !back) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t r = 0; r < count; r++) {
    round[r] = tta_expr_replace(pool, pool, g->inverse.results[r], g->map.results + (3 - g->inverse.num_dims), NULL);
    same[r] = r < extra ? g->map.results[0] : tta_expr_dim(pool, r - extra);
  }
  tta_map a = {pool, g->shape.rank, 0, count, round}, b = {pool, g->shape.rank, 0, count, same};
  tta_map_equality answer;
  tta_status status = tta_affine_pool_status(pool);
  for (uint32_t r = 0; r < count && !status; r++)
    if (round[r] == TTA_EXPR_NONE) status = TTA_LIMIT;
  if (!status) status = tta_maps_equality(&a, &b, g->shape, &v->scratch, &answer);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (!status && answer.equal == TTA_NO) report_inverse(v, g, answer.at, back);
  tta_affine_pool_rewind(pool, mark);
}

void tta_verify_grid(tta_verifier *v, tta_node_id node) {
  tta_grid grid;
  if (tta_grid_lower(v->tree, node, &grid)) return;
  bool valid = verify_extents(v, &grid, (tta_field)tta_node_at(v->tree, node)->field);
  if (valid && grid.inverse.num_results && is_comparable(&grid)) verify_inverse(v, &grid);
}
