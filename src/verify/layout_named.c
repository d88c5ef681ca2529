/* Owns the rules of the named form of metal_layout: layout-alignments, layout-intervals (tt-mlir's eight checks, in its
 * order and words), layout-interval-gap, layout-interval-overlap, and layout-device-shape for the tensor that carries
 * one. Dates: reference tt-mlir, MetalLayoutAttr::verify since 2025-12-05 (261878ae12); its first check until
 * 2026-05-28 (daf610169b). On the day of a change the milder rule holds. */
#include <string.h>

#include "base/checked.h"
#include "verify/era.h"
#include "verify/layout_faults.h"

enum {
  VERIFIER_SINCE = 20251205,
  RANK_CHECK_UNTIL = 20260528,
  CEILED_TILES_UNTIL = 20250901, /* the grid divided first, then the tile, rounding up (2025-06-20 .. 2025-08) */
};

typedef struct named {
  tta_node_id layout;
  tta_node_id shape, alignments, intervals; /* as written */
  bool viewed; /* an index_map that is not empty: the tensor is seen through it */
} named;

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }
static tta_span span_of(const tta_verifier *v, tta_node_id id) { return tta_node_span(v->tree, id); }

static bool is_view(const tta_verifier *v, tta_node_id index_map) {
  if (at(v, index_map)->kind == TTA_NODE_MAP_RANK) return false; /* map(N): empty or the identity */
  tta_map map;
  return tta_node_map(v->tree, index_map, &map) && map.num_results && !tta_map_is_identity(&map);
}

static named find_fields(const tta_verifier *v, tta_node_id layout) {
  named n = {.layout = layout};
  for (tta_node_id c = at(v, layout)->first; c; c = at(v, c)->next) switch (at(v, c)->field) {
    case TTA_FIELD_logical_shape: n.shape = c; break;
    case TTA_FIELD_dim_alignments: n.alignments = c; break;
    case TTA_FIELD_collapse_dims: case TTA_FIELD_collapsed_intervals: n.intervals = c; break;
    case TTA_FIELD_index_map: n.viewed = is_view(v, c); break;
    default: break;
    }
  return n;
}

/* ---- upstream's checks ---- */

static bool is_news(tta_verifier *v, tta_node_id node) {
  tta_diagnostic *earlier;
  return tta_layout_is_first_report(v, node, &earlier);
}

/* At the attribute's first token, with a note at the part. */
#define TELL(v, n, rule, part, ...)                                                                                    \
  do {                                                                                                                 \
    if (is_news(v, (n)->layout))                                                                                       \
      tta_report_note(                                                                                                 \
          (v)->report,                                                                                                 \
          tta_report_add((v)->report, TTA_RULE_##rule, tta_first_token((v)->tree, (n)->layout), __VA_ARGS__),          \
          span_of(v, part), "the %s", tta_field_name((tta_field)at(v, part)->field));                                  \
  } while (0)

static bool report_alignments(tta_verifier *v, const named *n) {
  tta_shape shape = tta_node_shape(v->tree, n->shape), a = tta_node_shape(v->tree, n->alignments);
  if (shape.rank < 2 && tta_era_rejects(v, n->layout, VERIFIER_SINCE, VERIFIER_SINCE, RANK_CHECK_UNTIL)) {
    TELL(v, n, layout_alignments, n->shape, "logical_shape must have at least 2 dimensions, got %u", shape.rank);
    return true;
  }
  if (a.rank != shape.rank) {
    TELL(v, n, layout_alignments, n->alignments, "dim_alignments size (%u) must match logical_shape rank (%u)", a.rank,
         shape.rank);
    return true;
  }
  for (uint32_t i = 0; i < a.rank; i++) {
    if (a.extent[i] > 0) continue;
    TELL(v, n, layout_alignments, n->alignments, "dim_alignments[%u] must be positive, got %lld", i,
         (long long)a.extent[i]);
    return true;
  }
  return false;
}

/* Both ends of one interval. */
static bool report_interval(tta_verifier *v, const named *n, const int64_t *pair, int64_t rank) {
  int64_t start = tta_layout_interval(pair, 0, 0, (uint32_t)rank),
          end = tta_layout_interval(pair, 0, 1, (uint32_t)rank);
  if (start < 0 || start >= rank) {
    TELL(v, n, layout_intervals, n->intervals,
         "collapsed_intervals start index %lld (normalized: %lld) is out of bounds for logical_shape rank %lld",
         (long long)pair[0], (long long)start, (long long)rank);
    return true;
  }
  if (end < 0 || end > rank) {
    TELL(v, n, layout_intervals, n->intervals,
         "collapsed_intervals end index %lld (normalized: %lld) is out of bounds for logical_shape rank %lld",
         (long long)pair[1], (long long)end, (long long)rank);
    return true;
  }
  if (start > end) {
    TELL(v, n, layout_intervals, n->intervals, "collapsed_intervals start (%lld) must not exceed end (%lld)",
         (long long)start, (long long)end);
    return true;
  }
  return false;
}

static bool report_intervals(tta_verifier *v, const named *n, const int64_t **pairs, uint32_t *count) {
  tta_node_id dims = tta_layout_dense_shape(v->tree, n->intervals);
  if (!dims) return true;
  tta_shape shape = tta_node_shape(v->tree, dims);
  if (shape.rank != 2) {
    TELL(v, n, layout_intervals, n->intervals, "collapsed_intervals must be a 2D array, got rank %u", shape.rank);
    return true;
  }
  if (shape.extent[1] != 2) {
    TELL(v, n, layout_intervals, n->intervals, "collapsed_intervals must have pairs (second dim size 2), got %lld",
         (long long)shape.extent[1]);
    return true;
  }
  tta_status status = tta_layout_read_pairs(v->tree, n->intervals, &v->scratch, pairs, count);
  if (status == TTA_NO_MEMORY) tta_layout_out_of_memory(v);
  if (status == TTA_INVALID) /* floats, a string, numbers beyond 64 bits; shapes are judged where the literal is read */
    TELL(v, n, layout_intervals, n->intervals, "collapsed_intervals must hold integers that fit 64 bits");
  if (status) return true;
  uint32_t rank = tta_node_shape(v->tree, n->shape).rank;
  for (uint32_t i = 0; i < *count; i++)
    if (report_interval(v, n, *pairs + 2 * (size_t)i, rank)) return true;
  return false;
}

/* ---- gaps and overlaps ---- */

typedef enum cover { COVERED_ONCE, COVERED_NEVER, COVERED_TWICE } cover;

/* Whether a dim before the last covered one is in no interval, or some dim in two; which one. In one pass: +1 where an
 * interval begins, -1 behind its end. */
static cover find_cover(tta_verifier *v, uint32_t rank, const int64_t *pairs, uint32_t count, int64_t *dim) {
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  int64_t *step = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *step);
  cover found = COVERED_ONCE;
  if (!step) {
    tta_layout_out_of_memory(v);
    return found;
  }
  memset(step, 0, ((size_t)rank + 1) * sizeof *step);
  int64_t last = 0, depth = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t begin = tta_layout_interval(pairs, i, 0, rank), end = tta_layout_interval(pairs, i, 1, rank);
    step[begin]++;
    step[end]--;
    if (end > last) last = end;
  }
  for (int64_t d = 0; d < last && !found; d++) {
    depth += step[d];
    *dim = d;
    found = depth == 0 ? COVERED_NEVER : depth > 1 ? COVERED_TWICE : COVERED_ONCE;
  }
  tta_arena_rewind(&v->scratch, mark);
  return found;
}

/* All of the layout by itself. @return whether something is wrong; told unless `silent` by the caller's rule of telling
 * once */
static bool verify(tta_verifier *v, const named *n, const int64_t **pairs, uint32_t *count) {
  /* Without a date also in the forms that are older than the verifier: such a text never meant anything. */
  bool verified = !v->options->era || v->options->era > VERIFIER_SINCE;
  tta_shape shape = tta_node_shape(v->tree, n->shape), alignments = tta_node_shape(v->tree, n->alignments);
  *pairs = NULL;
  *count = 0;
  if (verified && (report_alignments(v, n) || report_intervals(v, n, pairs, count))) return true;
  if (!verified && tta_layout_read_pairs(v->tree, n->intervals, &v->scratch, pairs, count)) return true;
  if (alignments.rank != shape.rank) return true;
  for (uint32_t i = 0; i < *count; i++) {
    const int64_t *pair = *pairs + 2 * (size_t)i;
    int64_t begin = tta_layout_interval(pair, 0, 0, shape.rank), end = tta_layout_interval(pair, 0, 1, shape.rank);
    if (begin < 0 || end > (int64_t)shape.rank || begin > end) return true; /* before the verifier existed */
  }
  int64_t dim = 0;
  cover found = find_cover(v, shape.rank, *pairs, *count, &dim);
  if (found == COVERED_ONCE || !is_news(v, n->layout)) return found != COVERED_ONCE;
  if (found == COVERED_NEVER)
    tta_report_add(v->report, TTA_RULE_layout_interval_gap, span_of(v, n->intervals),
                   "dim %lld of logical_shape is in no interval: elements that differ only in it share a place",
                   (long long)dim);
  else
    tta_report_add(v->report, TTA_RULE_layout_interval_overlap, span_of(v, n->intervals),
                   "dim %lld of logical_shape is in two intervals: it is multiplied into two physical dims",
                   (long long)dim);
  return true;
}

void tta_verify_named_layout(tta_verifier *v, tta_node_id layout) {
  named n = find_fields(v, layout);
  const int64_t *pairs;
  uint32_t count;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  verify(v, &n, &pairs, &count);
  tta_arena_rewind(&v->scratch, mark);
}

/* ---- layout-device-shape ---- */

/* Whether grid extent `grid` and shard extent `shard` make `size` scalars. With a tile the shard counts tiles, and the
 * size is whole tiles; in the summer of 2025 the grid came first and the tile rounded up. */
static bool makes(int64_t grid, int64_t shard, int64_t size, int64_t tile, bool ceiled) {
  int64_t cells;
  if (grid < 1 || shard < 0 || !tta_mul(grid, shard, &cells)) return false;
  if (size % tile == 0 && cells == size / tile) return true;
  if (!ceiled || size % grid != 0) return false;
  int64_t scalars = size / grid;
  return shard == scalars / tile + (scalars % tile != 0);
}

/* The shape is grid ++ shard of `physical`. */
static bool is_device_shape(const tta_verifier *v, tta_shape shape, tta_shape physical, const tta_element *element) {
  if (shape.rank != 2 * (uint64_t)physical.rank) return false;
  bool ceiled = !v->options->era || v->options->era <= CEILED_TILES_UNTIL;
  uint32_t g = physical.rank;
  if (element->kind == TTA_ELEMENT_TILE && g < 2) return false;
  for (uint32_t i = 0; i < g; i++) {
    int64_t tile = element->kind != TTA_ELEMENT_TILE || i + 2 < g ? 1
                   : i + 2 == g                                   ? element->tile[0]
                                                                  : element->tile[1];
    if (!makes(shape.extent[i], shape.extent[g + i], physical.extent[i], tile, ceiled)) return false;
  }
  return true;
}

/* The physical shape of the layout, with room for one extent in front: since 2026-05-28 a rank-1 shape has an empty
 * leading interval, [32, v]. @return rank 0 when it cannot be computed */
static tta_shape physical_of(tta_verifier *v, tta_node_id tensor, const named *n, const int64_t *pairs,
                             uint32_t count) {
  tta_shape logical = tta_node_shape(v->tree, n->shape), alignments = tta_node_shape(v->tree, n->alignments),
            none = {0, NULL};
  uint32_t rank = tta_layout_num_collapsed(logical.rank, pairs, count);
  int64_t *extent = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *extent);
  if (!extent) {
    tta_layout_out_of_memory(v);
    return none;
  }
  extent[0] = 32;
  tta_status status = tta_layout_collapsed_shape(logical, alignments, pairs, count, extent + 1);
  if (status == TTA_OVERFLOW && is_news(v, tensor)) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_integer_range, span_of(v, tensor),
                                       "the physical shape of the layout does not fit 64 bits");
    tta_report_note(v->report, d, span_of(v, n->shape), "the logical shape");
  }
  return status ? none : (tta_shape){rank, extent + 1};
}

static bool is_sorted(const int64_t *pairs, uint32_t count, uint32_t rank) {
  for (uint32_t i = 1; i < count; i++)
    if (tta_layout_interval(pairs, i, 0, rank) < tta_layout_interval(pairs, i - 1, 0, rank)) return false;
  return true;
}

static void verify_device_shape(tta_verifier *v, tta_node_id tensor, const named *n, const int64_t *pairs,
                               uint32_t count) {
  tta_node_id dims = at(v, tensor)->first;
  tta_shape shape = tta_node_shape(v->tree, dims);
  tta_element element = tta_layout_read_element(v->tree, at(v, dims)->next);
  uint32_t rank = tta_node_shape(v->tree, n->shape).rank;
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 0) return;
  tta_shape physical = physical_of(v, tensor, n, pairs, count);
  if (!physical.rank || is_device_shape(v, shape, physical, &element)) return;
  tta_shape led = {physical.rank + 1, physical.extent - 1};
  if (rank == 1 && is_device_shape(v, shape, led, &element)) return;
  if (!is_news(v, tensor)) return;
  const char *tile = element.kind == TTA_ELEMENT_TILE ? " scalars, in tiles" : "";
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_layout_device_shape, span_of(v, tensor),
                                     "the tensor's shape %s is not grid and shard of the aligned, collapsed logical "
                                     "shape: expected %u grid extent%s, then as "
                                     "many shard extents, that multiply to %s%s",
                                     tta_layout_shape_words(v, shape, 'x'), physical.rank,
                                     physical.rank == 1 ? "" : "s",
                                     tta_layout_shape_words(v, physical, 'x'), tile);
  tta_report_note(v->report, d, span_of(v, n->shape), "the logical shape");
}

void tta_verify_tensor_named_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding, tta_node_id layout) {
  (void)encoding;
  named n = find_fields(v, layout);
  if (n.viewed || at(v, at(v, tensor)->first)->field != TTA_FIELD_shape) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  const int64_t *pairs;
  uint32_t count;
  /* What is wrong with the layout by itself was told at its definition, and is not told again. */
  if (!verify(v, &n, &pairs, &count) && is_sorted(pairs, count, tta_node_shape(v->tree, n.shape).rank))
    verify_device_shape(v, tensor, &n, pairs, count);
  tta_arena_rewind(&v->scratch, mark);
}
