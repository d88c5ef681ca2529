/* Owns the grid attribute by itself: its extents, and the two maps of its later form against each other. Does not own
 * the grid of a device as such (device.c), nor the grid of a layout against its memref (layout.c). */
#include "base/checked.h"
#include "maps/maps.h"
#include "verify/module.h"

/* ---- extents ----------------------------------------------------------------------------------------------------- */

/* A dynamic extent of a layout's grid is that rule's own (layout-static). */
static bool verify_extents(tta_verifier *v, tta_node_id grid, tta_node_id dims) {
  char text[TTA_NUMBERS_BYTES];
  tta_shape shape = tta_node_shape(v->tree, dims);
  tta_field field = tta_node_at(v->tree, grid)->field;
  bool positive = true, dynamic = false;
  for (uint32_t i = 0; i < shape.rank; i++) {
    dynamic = dynamic || shape.extent[i] == TTA_DYNAMIC;
    positive = positive && (shape.extent[i] >= 1 || shape.extent[i] == TTA_DYNAMIC);
  }
  if (positive && (!dynamic || field == TTA_FIELD_grid)) return !dynamic;
  if (field == TTA_FIELD_workerGrid || field == TTA_FIELD_dramGrid)
    return false; /* told with the device, in upstream's place */
  tta_report_add(v->report, TTA_RULE_grid_positive, tta_node_span(v->tree, dims),
                 "expected positive grid dimensions, got %s", tta_shape_text(text, shape));
  return false;
}

/* ---- the maps to physical cores and back ------------------------------------------------------------------------- */

/* Reads `there` (grid -> chip, y, x) and `back` (-> grid). Both follow tt-mlir as its tests write them: `back` takes
 * (chip, y, x) or (y, x) alone, and may give a chip in front of the place in the grid. */
typedef struct pair {
  tta_node_id back_node;
  tta_map there, back;
  tta_shape shape;
} pair;

static bool comparable(const pair *p) {
  uint32_t rank = p->shape.rank;
  return p->there.num_dims == rank && p->there.num_results == 3 && !p->there.num_symbols && !p->back.num_symbols &&
         (p->back.num_dims == 2 || p->back.num_dims == 3) &&
         (p->back.num_results == rank || p->back.num_results == rank + 1);
}

static void report_inverse(tta_verifier *v, const pair *p, const tta_map_equality *answer, bool has_chip) {
  char at[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES];
  int64_t place[3];
  if (tta_map_evaluate(&p->there, answer->at, NULL, place)) return;
  tta_report_add(v->report, TTA_RULE_device_inverse, tta_node_span(v->tree, p->back_node),
                 "physical_to_virt_map does not undo virt_to_physical_map: logical core %s is chip and core %s, which "
                 "leads back to %s %lld, expected %lld",
                 tta_index_text(at, p->shape.rank, answer->at), tta_index_text(core, 3, place),
                 has_chip && !answer->result ? "chip" : "an index with", (long long)answer->a, (long long)answer->b);
}

/* back(there(index)) against the index itself, on every index of the grid. */
static void verify_inverse(tta_verifier *v, const pair *p) {
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool);
  uint32_t count = p->back.num_results, extra = count - p->shape.rank;
  tta_expr *round = tta_arena_array(&v->scratch, count, sizeof *round),
           *same = tta_arena_array(&v->scratch, count, sizeof *same);
  if (!round || !same) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t r = 0; r < count; r++) {
    round[r] = tta_expr_replace(pool, pool, p->back.results[r], p->there.results + (3 - p->back.num_dims), NULL);
    same[r] = r < extra ? p->there.results[0] : tta_expr_dim(pool, r - extra);
  }
  tta_map a = {pool, p->shape.rank, 0, count, round}, b = {pool, p->shape.rank, 0, count, same};
  tta_map_equality answer;
  tta_status status = tta_affine_pool_status(pool);
  for (uint32_t r = 0; r < count && !status; r++)
    if (round[r] == TTA_EXPR_NONE) status = TTA_LIMIT;
  if (!status) status = tta_maps_equality(&a, &b, p->shape, &v->scratch, &answer);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (!status && answer.equal == TTA_NO) report_inverse(v, p, &answer, extra != 0);
  tta_affine_pool_rewind(pool, mark);
}

static void verify_maps(tta_verifier *v, tta_node_id grid, tta_node_id dims) {
  pair p = {.shape = tta_node_shape(v->tree, dims)};
  for (tta_node_id c = tta_node_at(v->tree, dims)->next; c; c = tta_node_at(v->tree, c)->next) {
    tta_field field = tta_node_at(v->tree, c)->field;
    if (field == TTA_FIELD_virt_to_physical_map && !tta_node_map(v->tree, c, &p.there)) return;
    if (field == TTA_FIELD_physical_to_virt_map && tta_node_map(v->tree, c, &p.back)) p.back_node = c;
  }
  if (verify_extents(v, grid, dims) && p.back_node && comparable(&p)) verify_inverse(v, &p);
}

void tta_verify_grid(tta_verifier *v, tta_node_id grid) {
  tta_node_id dims = tta_node_first(v->tree, grid); /* the shape, which stands first */
  if (tta_node_at(v->tree, dims)->kind != TTA_NODE_DIMS) return;
  if (tta_node_at(v->tree, dims)->next) verify_maps(v, grid, dims);
  else verify_extents(v, grid, dims);
}
