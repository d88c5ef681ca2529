/* Rules of the named form of metal_layout: layout-alignments, layout-intervals (tt-mlir's eight checks, in its order
 * and words), layout-interval-gap, layout-interval-overlap, and layout-device-shape for its tensor. Source: tt-mlir,
 * MetalLayoutAttr::verify since 2025-12-05 (261878ae12); its first check until 2026-05-28 (daf610169b). On the day of a
 * change the less strict rule holds. */
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/str.h"
#include "ir/behaviors.h"
#include "verify/era.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* ---- upstream's checks ---- */

static const char *part_name(const tta_layout *l, tta_layout_part part) {
  return part == TTA_PART_LOGICAL_SHAPE ? "logical_shape"
         : part == TTA_PART_ALIGNMENTS  ? "dim_alignments"
         : l->syntax.collapse_dims      ? "collapse_dims"
                                        : "collapsed_intervals";
}

/* At the attribute's first token, with a note at the part. */
#define REPORT_AT(v, n, rule, part, span, ...)                                                                         \
  tta_report_note((v)->report,                                                                                         \
                  TTA_REPORT_VALUE((v), (n)->layout, TTA_RULE_##rule, tta_first_token((v)->tree, (n)->layout),         \
                                   __VA_ARGS__),                                                                       \
                  span, "the %s", part_name(&(n)->value, part))
#define REPORT(v, n, rule, part, ...) REPORT_AT(v, n, rule, part, (n)->value.spans[part], __VA_ARGS__)

static bool report_alignments(tta_verifier *v, const tta_layout_use *n) {
  tta_shape shape = n->value.logical, a = n->value.alignments;
  if (shape.rank < 2 && tta_era_rejects(v, n->layout, TTA_SINCE_NAMED_LAYOUT_VERIFIED, TTA_SINCE_NAMED_LAYOUT_VERIFIED,
                                        TTA_UNTIL_NAMED_LAYOUT_RANK)) {
    REPORT(v, n, layout_alignments, TTA_PART_LOGICAL_SHAPE, "logical_shape must have at least 2 dimensions, got %u",
         shape.rank);
    return true;
  }
  if (a.rank != shape.rank) {
    REPORT(v, n, layout_alignments, TTA_PART_ALIGNMENTS, "dim_alignments size (%u) must match logical_shape rank (%u)",
         a.rank, shape.rank);
    return true;
  }
  for (uint32_t i = 0; i < a.rank; i++) {
    if (a.extent[i] > 0) continue;
    REPORT(v, n, layout_alignments, TTA_PART_ALIGNMENTS, "dim_alignments[%u] must be positive, got %lld", i,
         (long long)a.extent[i]);
    return true;
  }
  return false;
}

/* The literal of the intervals; 0: it is elsewhere. */
static tta_node_id literal_of(const tta_tree *tree, tta_node_id layout) {
  for (tta_node_id c = tta_node_at(tree, layout)->first; c; c = tta_node_at(tree, c)->next)
    if (tta_node_at(tree, c)->kind == TTA_NODE_DENSE) return c;
  return 0;
}

/* One end of an interval in the literal. */
static tta_span end_span(const tta_tree *tree, const tta_layout_use *n, uint32_t i, uint32_t end) {
  tta_node_id id = tta_node_at(tree, tta_node_at(tree, literal_of(tree, n->layout))->first)->first;
  while (i-- && id) id = tta_node_at(tree, id)->next;
  for (id = tta_node_at(tree, id)->first; end-- && id;) id = tta_node_at(tree, id)->next;
  return id ? tta_node_span(tree, id) : n->value.spans[TTA_PART_INTERVALS];
}

/* Both ends of one interval. */
static bool report_interval(tta_verifier *v, const tta_layout_use *n, uint32_t i) {
  const int64_t *pair = n->value.intervals + 2 * (size_t)i;
  int64_t rank = n->value.logical.rank;
  int64_t ends[2];
  for (uint32_t k = 0; k < 2; k++) {
    char normalized[40] = "";
    ends[k] = tta_layout_interval(pair, 0, k, (uint32_t)rank);
    if (ends[k] >= 0 && ends[k] < rank + k) continue;
    if (ends[k] != pair[k]) snprintf(normalized, sizeof normalized, " (normalized: %lld)", (long long)ends[k]);
    REPORT_AT(v, n, layout_intervals, TTA_PART_INTERVALS, end_span(v->tree, n, i, k),
              "collapsed_intervals %s index %lld%s is out of bounds for logical_shape rank %lld", k ? "end" : "start",
              (long long)pair[k], normalized, (long long)rank);
    return true;
  }
  if (ends[0] <= ends[1]) return false;
  REPORT_AT(v, n, layout_intervals, TTA_PART_INTERVALS, end_span(v->tree, n, i, 0),
            "collapsed_intervals start (%lld) must not exceed end (%lld)", (long long)ends[0], (long long)ends[1]);
  return true;
}

/* i32, floats, a string, numbers beyond 64 bits; shapes are verified with the literal. */
static void report_elements(tta_verifier *v, const tta_layout_use *n) {
  tta_node_id literal = tta_node_at(v->tree, literal_of(v->tree, n->layout))->first;
  tta_node_id type = tta_node_resolve(v->tree, tta_node_at(v->tree, literal)->next);
  tta_node_id element = tta_node_child(v->tree, type, TTA_FIELD_element_type);
  bool wide = element && tta_str_is(tta_node_text(v->tree, element), "i64"); /* a number is */
  tta_span span = element && !wide ? tta_node_span(v->tree, element) : n->value.spans[TTA_PART_INTERVALS];
  tta_diagnostic *d = TTA_REPORT_VALUE(v, n->layout, TTA_RULE_layout_intervals, tta_first_token(v->tree, n->layout),
                                       "collapsed_intervals must hold integers of 64 bits (i64)");
  tta_report_note(v->report, d, span, "the %s", part_name(&n->value, TTA_PART_INTERVALS));
  bool plain = element && !wide && !tta_node_at(v->tree, element)->next; /* no encoding */
  if (plain && *tta_node_text(v->tree, element).data == 'i')
    tta_report_fix(v->report, d, span, tta_str_from("i64"), "replace with 'i64'");
}

/* @param read what lowering said of the intervals */
static bool report_intervals(tta_verifier *v, const tta_layout_use *n, tta_status read) {
  tta_shape shape = n->value.intervals_shape;
  if (!shape.extent) return true;
  if (shape.rank != 2) {
    REPORT(v, n, layout_intervals, TTA_PART_INTERVALS, "collapsed_intervals must be a 2D array, got rank %u",
           shape.rank);
    return true;
  }
  if (shape.extent[1] != 2) {
    REPORT(v, n, layout_intervals, TTA_PART_INTERVALS,
         "collapsed_intervals must have pairs (second dim size 2), got %lld", (long long)shape.extent[1]);
    return true;
  }
  if (read == TTA_INVALID) report_elements(v, n);
  if (read) return true;
  for (uint32_t i = 0; i < n->value.num_intervals; i++)
    if (report_interval(v, n, i)) return true;
  return false;
}

/* ---- gaps and overlaps ---- */

/* The first dim before the last covered one that is in no interval, and the first that is in two; -1: none. */
typedef struct cover {
  int64_t never, twice;
} cover;

/* In one pass: +1 where an interval starts, -1 after its end. */
static cover find_cover(tta_verifier *v, uint32_t rank, const int64_t *pairs, uint32_t count) {
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  int64_t *step = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *step);
  cover found = {-1, -1};
  if (!step) return found;
  memset(step, 0, ((size_t)rank + 1) * sizeof *step);
  int64_t last = 0, depth = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t begin = tta_layout_interval(pairs, i, 0, rank), end = tta_layout_interval(pairs, i, 1, rank);
    step[begin]++;
    step[end]--;
    if (end > last) last = end;
  }
  for (int64_t d = 0; d < last; d++) {
    depth += step[d];
    if (depth == 0 && found.never < 0) found.never = d;
    if (depth > 1 && found.twice < 0) found.twice = d;
  }
  tta_arena_rewind(&v->scratch, mark);
  return found;
}

/* At the later one of the intervals with the dim. */
static void report_twice(tta_verifier *v, const tta_layout_use *n, int64_t dim) {
  const tta_layout *l = &n->value;
  uint32_t i = l->num_intervals;
  while (i-- > 1)
    if (tta_layout_interval(l->intervals, i, 0, l->logical.rank) <= dim &&
        tta_layout_interval(l->intervals, i, 1, l->logical.rank) > dim)
      break;
  tta_diagnostic *d = TTA_REPORT_VALUE(v, n->layout, TTA_RULE_layout_interval_overlap, l->spans[TTA_PART_INTERVALS],
                                       "dim %lld of logical_shape is in two intervals", (long long)dim);
  tta_report_note(v->report, d, end_span(v->tree, n, i, 0), "it is in an interval before this one");
}

/* All rules of the layout alone. @return whether it has an error */
static bool verify(tta_verifier *v, const tta_layout_use *n, tta_status read) {
  /* Without a date also in the forms that are older than the verifier: such a text never had a meaning. */
  bool verified = !v->options->era || v->options->era > tta_date_day(TTA_SINCE_NAMED_LAYOUT_VERIFIED);
  const tta_layout *l = &n->value;
  if (verified && (report_alignments(v, n) || report_intervals(v, n, read))) return true;
  if (read || l->alignments.rank != l->logical.rank) return true;
  for (uint32_t i = 0; i < l->num_intervals; i++) {
    int64_t begin = tta_layout_interval(l->intervals, i, 0, l->logical.rank),
            end = tta_layout_interval(l->intervals, i, 1, l->logical.rank);
    if (begin < 0 || end > (int64_t)l->logical.rank || begin > end) return true; /* before the verifier existed */
  }
  cover found = find_cover(v, l->logical.rank, l->intervals, l->num_intervals);
  if (found.never >= 0)
    TTA_REPORT_VALUE(v, n->layout, TTA_RULE_layout_interval_gap, l->spans[TTA_PART_INTERVALS],
                     "dim %lld of logical_shape is not in any interval: elements that differ only in it overlap",
                     (long long)found.never);
  if (found.twice >= 0)
    report_twice(v, n, found.twice);
  return found.never >= 0 || found.twice >= 0;
}

void tta_verify_named_layout(tta_verifier *v, tta_node_id layout) {
  tta_layout_use use;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_status read = tta_layout_lower_use(v, 0, layout, &use);
  if (read != TTA_NO_MEMORY) verify(v, &use, read);
  tta_arena_rewind(&v->scratch, mark);
}

/* ---- layout-device-shape ---- */

/* Whether grid extent `grid` and shard extent `shard` form `size` scalars. With a tile the shard counts tiles, and the
 * size is whole tiles; in the summer of 2025 the grid divided first and the tile rounded up. */
static bool forms_extent(int64_t grid, int64_t shard, int64_t size, int64_t tile, bool ceiled) {
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
  bool ceiled = !v->options->era || v->options->era <= TTA_DAY_CEILED_TILES_END;
  uint32_t g = physical.rank;
  if (element->kind == TTA_ELEMENT_TILE && g < 2) return false;
  for (uint32_t i = 0; i < g; i++) {
    int64_t tile = tta_tile_extent(element, i, g);
    if (!forms_extent(shape.extent[i], shape.extent[g + i], physical.extent[i], tile, ceiled)) return false;
  }
  return true;
}

/* The physical shape of the layout, with room for one extent in front: since 2026-05-28 a rank-1 shape has an empty
 * leading interval, [32, v]. @return rank 0 when it cannot be computed */
static tta_shape physical_of(tta_verifier *v, const tta_layout_use *n) {
  const tta_layout *l = &n->value;
  tta_shape none = {0, NULL};
  uint32_t rank = tta_layout_num_collapsed(l->logical.rank, l->intervals, l->num_intervals);
  int64_t *extent = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *extent);
  if (!extent) return none;
  extent[0] = 32;
  tta_status status = tta_layout_collapsed_shape(l->logical, l->alignments, l->intervals, l->num_intervals,
                                                 extent + 1);
  if (status == TTA_OVERFLOW) {
    tta_diagnostic *d = TTA_REPORT_VALUE(v, n->tensor, TTA_RULE_integer_range, n->value.spans[TTA_PART_TENSOR],
                                         "the physical shape of the layout does not fit 64 bits");
    tta_report_note(v->report, d, n->value.spans[TTA_PART_LOGICAL_SHAPE], "the logical shape");
  }
  return status ? none : (tta_shape){rank, extent + 1};
}

static bool is_sorted(const int64_t *pairs, uint32_t count, uint32_t rank) {
  for (uint32_t i = 1; i < count; i++)
    if (tta_layout_interval(pairs, i, 0, rank) < tta_layout_interval(pairs, i - 1, 0, rank)) return false;
  return true;
}

/* A view may exchange the last two dims, while its layout stays that of the tensor that it shows (view_layout). */
static bool is_transposed(const tta_verifier *v, tta_shape shape, tta_shape physical, const tta_element *element) {
  if (physical.rank < 2) return false;
  int64_t *last = (int64_t *)(uintptr_t)physical.extent + physical.rank - 2, rows = last[0], columns = last[1];
  last[0] = columns;
  last[1] = rows;
  bool transposed = is_device_shape(v, shape, physical, element);
  last[0] = rows;
  last[1] = columns;
  return transposed;
}

static void verify_device_shape(tta_verifier *v, const tta_layout_use *n) {
  tta_shape shape = n->value.tensor_shape;
  tta_element element = n->value.tensor_element;
  uint32_t rank = n->value.logical.rank;
  for (uint32_t i = 0; i < shape.rank; i++)
    if (shape.extent[i] < 0) return;
  tta_shape physical = physical_of(v, n);
  if (!physical.rank || is_device_shape(v, shape, physical, &element)) return;
  if (is_transposed(v, shape, physical, &element)) return;
  tta_shape led = {physical.rank + 1, physical.extent - 1};
  if (rank == 1 && is_device_shape(v, shape, led, &element)) return;
  if (tta_tile_size_is_reported(v, &element)) return;
  const char *tile = element.kind == TTA_ELEMENT_TILE ? " scalars, in tiles" : "";
  tta_diagnostic *d =
      TTA_REPORT_VALUE(v, n->tensor, TTA_RULE_layout_device_shape, n->value.spans[TTA_PART_TENSOR],
                       "tensor shape %s does not match its layout: expected %u grid extent%s, then as many "
                       "shard extents, whose products are %s%s",
                       tta_layout_shape_words(v, shape, 'x'), physical.rank, tta_plural(physical.rank),
                       tta_layout_shape_words(v, physical, 'x'), tile);
  tta_report_note(v->report, d, n->value.spans[TTA_PART_LOGICAL_SHAPE], "the logical shape");
  tta_report_note(v->report, d, n->value.spans[TTA_PART_TENSOR_SHAPE], "the grid, and a shard on each core of it");
}

/* Whether the layout has an error, which was reported where it was verified alone. */
static bool is_rejected(tta_verifier *v, const tta_layout_use *n, tta_status read) {
  size_t reported = v->report->size;
  bool rejected = verify(v, n, read);
  tta_report_truncate(v->report, reported);
  return rejected;
}

void tta_verify_tensor_named_layout(tta_verifier *v, tta_node_id tensor, tta_node_id encoding) {
  tta_layout_use use;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_status read = tta_layout_lower_use(v, tensor, encoding, &use);
  const tta_layout *l = &use.value;
  bool measurable = read != TTA_NO_MEMORY && !l->view && tta_layout_knows(l, TTA_PART_TENSOR_SHAPE) &&
                    tta_layout_knows(l, TTA_PART_TENSOR_ELEMENT);
  if (measurable && !is_rejected(v, &use, read) && is_sorted(l->intervals, l->num_intervals, l->logical.rank))
    verify_device_shape(v, &use);
  tta_arena_rewind(&v->scratch, mark);
}
