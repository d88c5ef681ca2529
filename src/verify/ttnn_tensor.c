/* Rules of a ttnn_layout and its tensor: ttnn-rank, ttnn-shard-shape and ttnn-element. tt-mlir verifies none of them.
 *
 * Source: tt-mlir, TTNNLayoutAttr (how it computes the shard). */
#include <string.h>

#include "base/index.h"
#include "base/str.h"
#include "maps/maps.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

static const char *words(tta_verifier *v, tta_shape shape) { return tta_layout_shape_words(v, shape, 'x'); }

/* ---- ttnn-shard-shape ---- */

typedef struct expectation {
  tta_shape shape; /* what the memref ought to be */
  bool known, met, transposed; /* TRANSPOSED: met, but by a grid with the other orientation */
  const int64_t *negative; /* an element that the map places before index 0; NULL: none */
} expectation;

/* The extents that the map reaches, and an element with a negative index. `last` is that of the tensor.
 * @return false if they are not known */
static bool measure(tta_verifier *v, const tta_layout *l, tta_shape tensor, const int64_t *last, int64_t *physical,
                    expectation *e) {
  uint32_t rank = l->linear.num_results;
  bool growing = tta_maps_sums_at(&l->linear, last, physical), known = true;
  for (uint32_t i = 0; i < rank && !growing && known; i++) {
    tta_range range;
    tta_status status = tta_maps_range(&l->linear, i, tensor, &v->scratch, &range);
    known = !status && range.min.exact && range.max.exact;
    if (!known) break;
    physical[i] = range.max.seen;
    if (range.min.seen < 0) e->negative = range.min.at;
    known = range.min.seen >= 0;
  }
  for (uint32_t i = 0; i < rank && known; i++) known = tta_add(physical[i], 1, &physical[i]);
  return known;
}

/* Replaces the extents of the memref of the whole tensor by those of an interleaved tensor in L1: its tiles (or
 * scalars) are distributed over all cores, and counted in the last dim. */
static bool distribute(tta_shape whole, int64_t cores, int64_t *out) {
  int64_t units;
  if (!tta_shape_volume(whole, &units)) return false;
  for (uint32_t i = 0; i < whole.rank; i++) out[i] = 1;
  return whole.rank && tta_ceildiv(units, cores, &out[whole.rank - 1]);
}

/* The dim of a matrix that height and width sharding cut, over all cores of the grid: of 6x2 as of 12x1. */
static bool is_cut_in_one_dim(const tta_layout *l, uint32_t *dim) {
  *dim = l->memory_layout == TTA_MEMORY_LAYOUT_WIDTH_SHARDED;
  return l->linear.num_results == 2 && (*dim || l->memory_layout == TTA_MEMORY_LAYOUT_HEIGHT_SHARDED);
}

/* All cores of the grid are in the dim that is not cut: 1x8 for height sharding. */
static bool is_transposed(const tta_layout *l, uint32_t cut) {
  return l->grid.rank == 2 && l->grid.extent[cut] == 1 && l->grid.extent[1 - cut] > 1;
}

static bool equal(tta_shape a, const int64_t *b) { return !memcmp(a.extent, b, a.rank * sizeof *b); }

/* The memref of the layout: `whole` is that of the whole tensor, `divided` the one that each extent of the grid
 * divides, which tt-mlir wrote for every layout until 2025-07, and which is accepted at every date. */
static expectation expect_shard(const tta_layout *l, int64_t *whole, int64_t *divided) {
  uint32_t rank = l->linear.num_results, dim;
  bool in_l1 = tta_ttnn_buffer_of(l) == TTA_MEMORY_L1, cut = is_cut_in_one_dim(l, &dim);
  bool interleaved = in_l1 && l->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED;
  bool sharded = in_l1 || tta_memory_layout_is_sharded(l->memory_layout);
  expectation e = {.shape = {rank, whole}};
  bool met = divided && equal(l->memref, divided);
  int64_t cores;
  if (!tta_shape_volume(l->grid, &cores)) return e;
  if (interleaved) {
    if (!distribute(e.shape, cores, whole)) return e;
  } else if (cut) {
    if (!tta_ceildiv(whole[dim], cores, &whole[dim])) return e;
  } else if (sharded) {
    if (!divided) return e;
    memcpy(whole, divided, rank * sizeof *whole);
  }
  e.known = true;
  e.met = met || equal(l->memref, whole);
  e.transposed = cut && !met && e.met && is_transposed(l, dim);
  return e;
}

/* The memref that TTNNLayoutAttr computes. */
static expectation expect_memref(tta_verifier *v, const tta_layout *l, tta_shape tensor) {
  uint32_t rank = l->linear.num_results;
  expectation e = {.known = false};
  int64_t *padded = tta_arena_array(&v->scratch, 2 * (size_t)tensor.rank + 1, sizeof *padded);
  int64_t *out = tta_arena_array(&v->scratch, 3 * (size_t)rank + 1, sizeof *out);
  if (!padded || !out) return e;
  bool tiled = tta_element_is_tile(&l->memref_element);
  int64_t tile[2] = {tiled ? l->memref_element.tile[0] : 1, tiled ? l->memref_element.tile[1] : 1};
  if (tta_layout_ttnn_shape(&l->linear, tensor, tile, padded)) return e;
  int64_t *last = padded + tensor.rank, *physical = out, *whole = out + rank, *divided = out + 2 * (size_t)rank;
  for (uint32_t i = 0; i < tensor.rank; i++) last[i] = padded[i] - 1;
  if (!measure(v, l, (tta_shape){tensor.rank, padded}, last, physical, &e)) return e;
  tta_shape p = {rank, physical};
  if (tta_layout_memref_shape(p, &l->memref_element, whole)) return e;
  if (l->grid.rank != rank) divided = NULL;
  else if (tta_layout_shard_shape(p, l->grid, divided) ||
           tta_layout_memref_shape((tta_shape){rank, divided}, &l->memref_element, divided))
    return e;
  return expect_shard(l, whole, divided);
}

/* ---- ttnn-rank ---- */

static void report_rank(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  uint32_t dims = l->linear.num_dims;
  tta_diagnostic *d = TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_ttnn_rank, l->spans[TTA_PART_TENSOR],
                                       "the tensor has rank %u, but the map of its TTNN layout has %u dim%s",
                                       l->tensor_shape.rank, dims, tta_plural(dims));
  tta_report_note(v->report, d, l->spans[TTA_PART_MAP], "the map of the layout");
  tta_report_note(v->report, d, l->spans[TTA_PART_TENSOR_SHAPE], "the shape of the tensor");
  tta_layout_blame(v, use, d, l->spans[TTA_PART_MAP]);
}

static void report_negative(tta_verifier *v, const tta_layout_use *use, const int64_t *element) {
  const tta_layout *l = &use->value;
  int64_t *image = tta_arena_array(&v->scratch, (size_t)l->linear.num_results + 1, sizeof *image);
  if (!image || tta_map_evaluate(&l->linear, element, NULL, image)) return;
  tta_diagnostic *d =
      TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_ttnn_shard_shape, l->spans[TTA_PART_TENSOR],
                       "element [%s] of the tensor maps to (%s) in its TTNN layout; physical indices start at 0",
                       tta_layout_shape_words(v, (tta_shape){l->tensor_shape.rank, element}, ','),
                       tta_layout_shape_words(v, (tta_shape){l->linear.num_results, image}, ','));
  tta_report_note(v->report, d, l->spans[TTA_PART_MAP], "the map of the layout");
}

static void report_shard(tta_verifier *v, const tta_layout_use *use, tta_shape expected) {
  const tta_layout *l = &use->value;
  bool own_memref = !tta_layout_part_is_alias(l, TTA_PART_MEMREF);
  tta_span span = l->spans[TTA_PART_MEMREF_SHAPE];
  tta_str text = own_memref ? tta_layout_dims_text(v, span, expected) : (tta_str){NULL, 0};
  const char *unit = tta_element_is_tile(&l->memref_element) ? " tiles" : "";
  tta_diagnostic *d = TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_ttnn_shard_shape, l->spans[TTA_PART_TENSOR],
                                       "memref shape %s does not match the shard shape %s%s of this tensor",
                                       words(v, l->memref), words(v, expected), unit);
  tta_report_note(v->report, d, l->spans[own_memref ? TTA_PART_MEMREF_SHAPE : TTA_PART_MEMREF],
                  "the memref of the layout");
  tta_layout_propose(v, use, d, span, text, "memref shape", tta_str_from(words(v, expected)));
}

/* tt-mlir writes 8x1 for height and 1x8 for width sharding. */
static void report_transposed(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  int64_t turned[2] = {l->grid.extent[1], l->grid.extent[0]};
  tta_shape expected = {2, turned};
  tta_span grid = l->spans[TTA_PART_GRID], shape = l->spans[TTA_PART_GRID_SHAPE];
  bool plain = !tta_layout_part_is_alias(l, TTA_PART_GRID) && grid.end == shape.end + 1; /* without a map */
  tta_str text = plain ? tta_layout_dims_text(v, shape, expected) : (tta_str){NULL, 0};
  tta_diagnostic *d = TTA_REPORT_VALUE(v, use->tensor, TTA_RULE_ttnn_shard_shape, l->spans[TTA_PART_TENSOR],
                                       "grid %s does not match the %s layout of this tensor; expected %s",
                                       words(v, l->grid), tta_memory_layout_name(l->memory_layout), words(v, expected));
  tta_report_note(v->report, d, grid, "the grid of the layout");
  tta_layout_propose(v, use, d, shape, text, "grid", tta_str_from(words(v, expected)));
}

/* ---- ttnn-element ---- */

static void verify_element(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  tta_span span;
  if (!tta_layout_knows(l, TTA_PART_MEMREF_ELEMENT) || !tta_layout_knows(l, TTA_PART_TENSOR_ELEMENT)) return;
  if (!tta_element_is_misfit(v, l, use->layout)) return;
  tta_diagnostic *d = tta_element_report(v, use->tensor, l, TTA_RULE_ttnn_element);
  tta_str fix = tta_element_fix(v, l, &span);
  if (fix.size) tta_layout_propose(v, use, d, span, fix, "element type", fix);
}

/* What cannot be measured: symbols, elements of unknown size, tensors that have tiles, and layouts that are not the
 * physical ones. */
static bool is_measurable(const tta_layout *l) {
  return !l->linear.num_symbols && l->memref_element.kind != TTA_ELEMENT_OTHER && !l->ignores_physical &&
         !tta_element_is_tile(&l->tensor_element) && tta_shape_at_least(l->tensor_shape, 1) &&
         tta_shape_at_least(l->grid, 1) && tta_shape_at_least(l->memref, 0);
}

static bool is_complete(const tta_layout *l) {
  return tta_layout_knows(l, TTA_PART_MAP) && tta_layout_knows(l, TTA_PART_GRID_SHAPE) &&
         tta_layout_knows(l, TTA_PART_MEMREF_SHAPE) && tta_layout_knows(l, TTA_PART_TENSOR_SHAPE) &&
         tta_layout_knows(l, TTA_PART_TENSOR_ELEMENT);
}

/* ttnn-overlap. @return whether two elements have one physical index */
static bool verify_overlap(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  tta_injectivity answer = {.injective = TTA_UNKNOWN};
  if (tta_maps_sums_are_injective(&l->linear, l->tensor_shape)) return false;
  if (tta_maps_injectivity(&l->linear, l->tensor_shape, &v->scratch, &answer) || answer.injective != TTA_NO)
    return false;
  tta_layout_report_overlap(v, use, TTA_RULE_ttnn_overlap, "", l->tensor_shape.rank, &answer);
  return true;
}

/* @return whether the layout suits the tensor, or a fix-it must not change it */
static bool verify_shard(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *l = &use->value;
  if (!is_complete(l) || !tta_ttnn_ranks_agree(l)) return false; /* reported with the layout */
  if (l->linear.num_dims != l->tensor_shape.rank) return report_rank(v, use), false;
  if (tta_layout_report_dynamic(v, use) || !is_measurable(l) || verify_overlap(v, use)) return false;
  expectation e = expect_memref(v, l, l->tensor_shape);
  if (e.known && !e.met && tta_tile_size_is_reported(v, &l->memref_element)) return false;
  if (e.negative) report_negative(v, use, e.negative);
  else if (e.known && !e.met) report_shard(v, use, e.shape);
  else if (e.transposed) report_transposed(v, use);
  return e.known && e.met && !e.transposed;
}

void tta_verify_tensor_ttnn_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  tta_layout_use use;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  if (tta_layout_lower_use(v, tensor, encoding, &use)) return;
  size_t before = v->report->size;
  bool suits = verify_shard(v, &use);
  verify_element(v, &use);
  if (suits && v->report->size == before && !tta_layout_is_inline(&use.value))
    tta_layout_suits(v, tensor, layout);
  tta_arena_rewind(&v->scratch, mark);
}
