/* Rules of the target TTNN: ttnn-collapse and ttnn-grid-rank of tensors with a metal_layout, ttnn-worker-grid of
 * devices. What the rules of layouts and devices rejected is passed over.
 *
 * Sources: T = tt-mlir docs/src/specs/tensor-layout.md, "TTNN Tensor Layout": the rows of a matrix are all dims but the
 * last, collapsed row by row; data parallel over outer dims is a mesh tensor with such a matrix on each device. D =
 * tt-mlir docs/src/specs/device.md, "Lowering to TTNN" and "Reinterpreted Grids". U = tt-mlir, TTNNLayoutAttr: rows of
 * tiled tensors are padded to the tile before they are collapsed. */
#include "base/checked.h"
#include "base/index.h"
#include "base/str.h"
#include "device/device.h"
#include "maps/maps.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* ---- ttnn-grid-rank ---- */

/* @param reported the texts of the tensor types that were reported, with the number of their diagnostic */
static void report_rank(tta_verifier *v, const tta_pending_rank *p, tta_strmap *reported) {
  tta_str text = TTA_SPAN_TEXT(v->tree->text.data, p->tensor);
  const uint32_t *number = tta_strmap_add(reported, text, (uint32_t)v->report->size);
  if (!number) v->report->status = TTA_NO_MEMORY;
  tta_diagnostic *first = number && *number < v->report->size ? v->report->items[*number] : NULL;
  if (first) tta_report_copy(v->report, first, first->span, p->tensor.begin);
  if (first || !number) return;
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_ttnn_grid_rank, p->tensor,
      "unsupported grid of rank %u for TTNN; supported: rank 2, with outer dims only for the mesh of a device",
      p->rank);
  tta_report_note(v->report, d, p->grid, "the grid has rank %u", p->rank);
}

/* Whether the dims of the device's grid before the last two are those of its mesh: then each chip has a
 * two-dimensional grid. */
static bool is_mesh_of_matrices(tta_verifier *v, tta_node_id device, uint32_t rank) {
  tta_device d;
  if (tta_device_lower(v->tree, device, &v->scratch, &d) || d.grid.rank != rank || d.mesh.rank != rank) return false;
  for (uint32_t i = 0; i + 2 < rank; i++)
    if (d.grid.extent[i] != d.mesh.extent[i]) return false;
  return true;
}

static bool has_mesh_for(tta_verifier *v, uint32_t rank) {
  for (uint32_t i = 0; i < v->facts->num_devices; i++)
    if (is_mesh_of_matrices(v, v->facts->devices[i], rank)) return true;
  return false;
}

void tta_verify_target_ttnn_end(tta_verifier *v) {
  tta_strmap reported;
  if (!v->report->enabled[TTA_RULE_ttnn_grid_rank]) return;
  tta_strmap_init(&reported, v->reader->allocator);
  for (uint32_t i = 0; i < v->facts->num_grids; i++) {
    const tta_pending_rank *p = &v->facts->grids[i];
    if (p->rank < 2 || !has_mesh_for(v, p->rank)) report_rank(v, p, &reported);
  }
  tta_strmap_free(&reported);
}

/* ---- ttnn-collapse ---- */

/* `kept` outer dims as they are, all others but the last joined row by row, the last one. */
static bool collapse(tta_affine_pool *pool, tta_shape shape, uint32_t kept, tta_expr *results) {
  tta_expr rows = tta_expr_constant(pool, 0);
  int64_t stride = 1;
  for (uint32_t i = 0; i < kept; i++) results[i] = tta_expr_dim(pool, i);
  for (uint32_t i = shape.rank - 1; i-- > kept;) {
    tta_expr part = tta_expr_with(pool, TTA_EXPR_MUL, tta_expr_dim(pool, i), stride);
    rows = tta_expr_binary(pool, TTA_EXPR_ADD, part, rows);
    if (!tta_mul(stride, shape.extent[i], &stride)) return false;
  }
  results[kept] = rows;
  results[kept + 1] = tta_expr_dim(pool, shape.rank - 1);
  return rows != TTA_EXPR_NONE && results[kept + 1] != TTA_EXPR_NONE;
}

/* Whether the map places every element as collapsing `strides` does. What cannot be decided is accepted. */
static bool collapses(tta_verifier *v, const tta_map *map, tta_shape shape, tta_shape strides, uint32_t kept) {
  tta_affine_pool *pool = v->tree->affine;
  tta_expr mark = tta_affine_pool_mark(pool);
  tta_expr *results = tta_arena_array(&v->scratch, (size_t)kept + 2, sizeof *results);
  tta_map_equality answer = {.equal = TTA_UNKNOWN};
  if (results && collapse(pool, strides, kept, results)) {
    tta_map expected = {pool, shape.rank, 0, kept + 2, results};
    if (tta_maps_equality(map, &expected, shape, &v->scratch, &answer)) answer.equal = TTA_UNKNOWN;
  }
  tta_affine_pool_rewind(pool, mark);
  return answer.equal != TTA_NO;
}

/* The shape with its rows padded to the tile. */
static tta_shape padded_rows(tta_verifier *v, tta_shape shape, const tta_element *element) {
  int64_t *extent = tta_arena_array(&v->scratch, shape.rank, sizeof *extent);
  if (!extent) return shape;
  for (uint32_t i = 0; i < shape.rank; i++) extent[i] = shape.extent[i];
  if (shape.rank >= 2 && !tta_align_up(extent[shape.rank - 2], element->tile[0], &extent[shape.rank - 2])) return shape;
  return (tta_shape){shape.rank, extent};
}

static bool is_matrix(tta_verifier *v, const tta_layout *c, uint32_t kept) {
  if (collapses(v, &c->linear, c->tensor_shape, c->tensor_shape, kept)) return true;
  return tta_element_is_tile(&c->memref_element) &&
         collapses(v, &c->linear, c->tensor_shape, padded_rows(v, c->tensor_shape, &c->memref_element), kept);
}

static void report_collapse(tta_verifier *v, const tta_layout_use *use, uint32_t kept) {
  const tta_layout *c = &use->value;
  tta_diagnostic *d = TTA_REPORT_VALUE(
      v, use->tensor, TTA_RULE_ttnn_collapse, c->spans[TTA_PART_TENSOR],
      "TTNN requires a 2D layout that collapses all dims but the last%s; this layout of a %s has a different map",
      kept ? " within each mesh device" : "", tta_layout_shape_words(v, c->tensor_shape, 'x'));
  tta_report_note(v->report, d, c->spans[TTA_PART_MAP], "the map of the layout");
}

static void verify_layout(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *c = &use->value;
  bool of_tiles = tta_element_is_tile(&c->tensor_element);
  uint32_t rank = c->grid.rank, kept = rank > 2 ? rank - 2 : 0;
  bool matrix =
      rank < 2 || c->tensor_shape.rank <= kept || of_tiles || is_matrix(v, c, kept); /* the map is in scalars */
  if (!matrix) report_collapse(v, use, kept);
  else if (rank != 2) /* devices may follow the tensors */
    TTA_MODULE_APPEND(v, grids, ((tta_pending_rank){c->spans[TTA_PART_TENSOR], c->spans[TTA_PART_GRID], rank}));
}

void tta_verify_target_ttnn_layout(tta_verifier *v, tta_node_id tensor, bool rejected) {
  tta_layout_use use;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_status status = tta_layout_lower_use(v, tensor, tta_node_child(v->tree, tensor, TTA_FIELD_encoding), &use);
  bool sound = !status && tta_layout_knows(&use.value, TTA_PART_TENSOR_SHAPE) &&
               tta_layout_find_fault(v, &use) == TTA_LAYOUT_SOUND && tta_shape_at_least(use.value.tensor_shape, 1);
  if (sound && !rejected) verify_layout(v, &use);
  tta_arena_rewind(&v->scratch, mark);
}

/* ---- ttnn-worker-grid ---- */

/* Decided by the cores that the map reaches (device/device.h). What cannot be evaluated is accepted. */
void tta_verify_target_ttnn_device(tta_verifier *v, tta_node_id device) {
  tta_device d;
  tta_shard_cores cores;
  bool rejected = v->facts->last.node == device && v->facts->last.rejected;
  if (rejected || tta_device_lower(v->tree, device, &v->scratch, &d) || !d.map.num_results) return;
  if (d.grid.rank < 2 || !tta_device_has_worker_map(&d) || !tta_shape_at_least(d.grid, 1)) return;
  if (!tta_shape_at_least(d.mesh, 1)) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_buf reason = tta_buf_new(v->reader->allocator);
  tta_status status = tta_device_shard_cores(&d, &v->scratch, &cores, &reason);
  tta_arena_rewind(&v->scratch, mark);
  if (status == TTA_NO_MEMORY) v->report->status = TTA_NO_MEMORY;
  if (status == TTA_INVALID) {
    tta_diagnostic *note = tta_report_add(
        v->report, TTA_RULE_ttnn_worker_grid, tta_device_map_span(&d),
        "unsupported worker grid for TTNN: %s; supported: one block of cores, or 1xN and Nx1 on any cores, the same on "
        "each chip of the mesh",
        tta_layout_shape_words(v, d.grid, 'x'));
    tta_report_note(v->report, note, d.map_span, "%.*s", (int)reason.size, reason.data);
  }
  tta_buf_free(&reason);
}
