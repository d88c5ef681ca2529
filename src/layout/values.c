/* Completes layouts: from a tree, and from their parts what follows of them. */
#include "layout/values.h"

#include <string.h>

#include "affine/pool.h"
#include "affine/print.h"
#include "base/index.h"
#include "layout/core_counts.h"
#include "layout/named.h"
#include "layout/strides.h"
#include "maps/maps.h"
#include "model/lower.h"
#include "model/lower_ttnn.h"
#include "model/order.h"
#include "print/print.h"
#include "ttattr/device.h"

void tta_map_text(tta_buf *out, const tta_map *map) { tta_map_print(out, map); }

tta_status tta_map_equal_on(const tta_map *a, const tta_map *b, tta_shape shape, bool *equal) {
  tta_arena arena;
  tta_map_equality answer = {.equal = TTA_UNKNOWN};
  *equal = false;
  if (a->num_dims != b->num_dims || a->num_results != b->num_results || a->num_symbols || b->num_symbols) {
    *equal = tta_map_equal(a, b);
    return TTA_OK;
  }
  *equal = !tta_shape_at_least(shape, 1);
  if (*equal) return TTA_OK; /* no index at all */
  tta_arena_init(&arena, a->pool->allocator);
  tta_status status = tta_maps_equality(a, b, shape, &arena, &answer);
  *equal = answer.equal == TTA_YES;
  tta_arena_free(&arena);
  return !status && answer.equal == TTA_UNKNOWN ? TTA_UNDECIDED : status;
}

tta_shape tta_shape_new(tta_arena *arena, uint32_t rank, int64_t **extents) {
  *extents = tta_arena_array(arena, (size_t)rank + 1, sizeof **extents);
  return (tta_shape){*extents ? rank : 0, *extents};
}

tta_shape tta_shape_copy(tta_arena *arena, tta_shape shape) {
  int64_t *extents;
  tta_shape copy = tta_shape_new(arena, shape.rank, &extents);
  if (copy.rank) memcpy(extents, shape.extent, copy.rank * sizeof *extents);
  return copy;
}

const char *tta_layout_memory_space_name(const tta_layout *s) {
  return s->family == TTA_FAMILY_TTNN ? tta_memory_space_ttnn_name(s->memory_space)
                                      : tta_memory_space_name(s->memory_space);
}

bool tta_layout_is_view(const tta_layout *s) { return s->view; }

/* ---- what follows ---- */

static tta_status derive_strides(tta_layout *s, tta_arena *arena) {
  int64_t *strides = tta_arena_array(arena, (size_t)s->logical.rank + 1, sizeof *strides);
  bool linear;
  if (!strides) return TTA_NO_MEMORY;
  tta_status status = tta_strides_of_map(&s->linear, s->physical, strides, &linear);
  if (!status && linear) s->strides = strides;
  return status;
}

/* One past the largest image; of a map whose images could not be bounded, one past the largest that was found. */
static tta_status measure_used(const tta_layout *s, int64_t *used) {
  tta_arena arena;
  tta_status status = TTA_OK;
  tta_arena_init(&arena, s->linear.pool->allocator);
  for (uint32_t i = 0; i < s->linear.num_results && !status; i++) {
    tta_range range;
    tta_status found = tta_maps_range(&s->linear, i, s->logical, &arena, &range);
    if (found == TTA_NO_MEMORY) status = found;
    else if (!found && range.max.seen >= used[i] && range.max.seen < INT64_MAX) used[i] = range.max.seen + 1;
  }
  tta_arena_free(&arena);
  return status;
}

static tta_status derive_used(tta_layout *s, tta_arena *arena) {
  int64_t last[TTA_MAX_RANK], image[TTA_MAX_RANK], *used;
  s->used = tta_shape_new(arena, s->linear.num_results, &used);
  if (!used) return TTA_NO_MEMORY;
  tta_status status = tta_layout_reached_shape(&s->linear, s->logical, last, used);
  if (status || !s->logical_elements || tta_maps_sums_at(&s->linear, last, image)) return status;
  return measure_used(s, used);
}

static tta_status derive_collapse(tta_layout *s, tta_arena *arena) {
  tta_buf text = tta_buf_new(arena->allocator);
  tta_describe_collapse(&text, &s->linear, s->logical);
  if (text.size) s->collapse = tta_arena_str(arena, tta_buf_view(&text));
  bool failed = text.failed || arena->failed;
  tta_buf_free(&text);
  return failed ? TTA_NO_MEMORY : TTA_OK;
}

bool tta_layout_holds_all(const tta_layout *s) {
  for (uint32_t i = 0; i < s->used.rank && !s->interleaved; i++) {
    int64_t end;
    if (i < s->shard.rank && tta_mul(s->shard.extent[i], s->grid.extent[i], &end) && s->used.extent[i] > end)
      return false;
  }
  return true;
}

/* Elements outside of the shards, of layouts that are only warned about, take no padding away. */
static tta_status derive_padding(tta_layout *s) {
  tta_core_counts counts;
  int64_t inside = s->logical_elements;
  tta_status status = TTA_OK;
  s->outside_elements = 0;
  if (!tta_layout_holds_all(s)) {
    status = tta_core_counts_open(s, &counts);
    inside = status ? -1 : tta_core_counts_inside(&counts);
    tta_core_counts_close(&counts);
    s->outside_elements = inside < 0 ? -1 : s->logical_elements - inside;
  }
  s->padding_elements = inside < 0 || inside > s->allocated_elements ? -1 : s->allocated_elements - inside;
  return status;
}

static tta_status derive_sizes(tta_layout *s) {
  int64_t shard, elements;
  if (!s->memref.extent) return TTA_OK;
  tta_status status = tta_layout_volume(s->padded_shard, &shard);
  if (!status) status = tta_layout_volume(s->memref, &elements);
  if (status) return status;
  if (!tta_mul(s->cores, shard, &s->allocated_elements)) return TTA_OVERFLOW;
  status = derive_padding(s);
  if (status) return status;
  if (!s->element_bytes || (s->order && s->order->unknown.size)) return TTA_OK;
  if (tta_layout_is_ordered(s)) elements = s->order->end;
  return tta_mul(elements, s->element_bytes, &s->shard_bytes) && tta_mul(s->cores, s->shard_bytes, &s->total_bytes)
             ? TTA_OK
             : TTA_OVERFLOW;
}

/* Fills in all that follows from logical, linear, physical, shard, grid, memref, tile and element_bytes. */
static tta_status derive(tta_layout *s, tta_arena *arena) {
  s->shard_bytes = s->total_bytes = -1;
  if (s->memref.extent) {
    int64_t *padded_shard, *padded;
    s->padded_shard = tta_shape_new(arena, s->memref.rank, &padded_shard);
    s->padded = tta_shape_new(arena, s->memref.rank, &padded);
    if (!padded_shard || !padded) return TTA_NO_MEMORY;
    tta_status status = tta_layout_scalar_shape(s->memref, &s->memref_element, padded_shard);
    if (status) return status;
    for (uint32_t i = 0; i < s->memref.rank; i++)
      if (!tta_mul(padded_shard[i], s->grid.extent[i], &padded[i])) return TTA_OVERFLOW;
  }
  tta_status status = tta_layout_volume(s->logical, &s->logical_elements);
  if (!status && s->grid.extent) status = tta_layout_volume(s->grid, &s->cores);
  if (!status) status = derive_used(s, arena);
  if (!status) status = derive_sizes(s);
  if (!status) status = derive_strides(s, arena);
  return status ? status : derive_collapse(s, arena);
}

/* ---- from a tree ---- */

enum { MAX_TYPE_BYTES = 1 << 20 }; /* types that are larger than this with their aliases expanded are not read */

static bool expands_too_far(const tta_tree *tree, tta_node_id id, uint32_t depth) {
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) {
    const tta_node *n = tta_node_at(tree, c);
    if (n->kind == TTA_NODE_ALIAS) {
      const tta_alias *alias = &tree->aliases[n->index];
      if (alias->expanded_bytes > MAX_TYPE_BYTES || alias->depth + depth > TTA_NESTING_LIMIT) return true;
    } else if (expands_too_far(tree, c, depth + 1)) {
      return true;
    }
  }
  return false;
}

bool tta_layout_expands_too_far(const tta_tree *tree, tta_node_id id) { return expands_too_far(tree, id, 1); }

static void keep_shape(const tta_layout *s, tta_layout_part part, tta_arena *arena, tta_shape *shape) {
  if (tta_layout_knows(s, part)) *shape = tta_shape_copy(arena, *shape);
}

/* A copy with what follows. A shape that is not known has no addresses. */
static tta_status keep_order(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  tta_memref_order *order = tta_arena_alloc(arena, sizeof *order);
  if (!order) return TTA_NO_MEMORY;
  *order = *s->order;
  tta_status status = order->strided ? TTA_OK : tta_map_copy(&s->order->map, arena, pool, &order->map);
  s->order = order;
  return status ? status : tta_memref_order_complete(order, s->memref, arena, pool);
}

/* Copies what a lowered layout borrows from the tree. */
static tta_status keep(const tta_tree *tree, tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  keep_shape(s, TTA_PART_TENSOR_SHAPE, arena, &s->tensor_shape);
  keep_shape(s, TTA_PART_LOGICAL_SHAPE, arena, &s->logical);
  keep_shape(s, TTA_PART_ALIGNMENTS, arena, &s->alignments);
  keep_shape(s, TTA_PART_STRIDES, arena, &s->written_strides);
  keep_shape(s, TTA_PART_GRID_SHAPE, arena, &s->grid);
  keep_shape(s, TTA_PART_MEMREF_SHAPE, arena, &s->memref);
  s->intervals_shape = (tta_shape){0, NULL};
  s->memref_element.text = tta_arena_str(arena, s->memref_element.text);
  s->tensor_element.text = tta_arena_str(arena, s->tensor_element.text);
  for (int i = 0; i < TTA_NUM_LAYOUT_PARTS; i++)
    if (s->spans[i].end) s->spans[i].begin += tree->origin, s->spans[i].end += tree->origin;
  tta_map written = s->linear;
  tta_status status = tta_layout_knows(s, TTA_PART_MAP) ? tta_map_copy(&written, arena, pool, &s->linear) : TTA_OK;
  if (!status && s->order) status = keep_order(s, arena, pool);
  written = s->grid_map;
  if (!status && written.num_results) status = tta_map_copy(&written, arena, pool, &s->grid_map);
  return !status && arena->failed ? TTA_NO_MEMORY : status;
}

static void measure_element(tta_layout *s) {
  int64_t bytes;
  if (!tta_element_bytes(&s->memref_element, TTA_WITH_EXPONENTS, &bytes)) s->element_bytes = bytes;
}

static tta_status evaluate_physical(tta_layout *s, tta_shape scalars, tta_arena *arena) {
  int64_t last[TTA_MAX_RANK], *physical;
  s->physical = tta_shape_new(arena, s->linear.num_results, &physical);
  if (!physical) return TTA_NO_MEMORY;
  return tta_layout_reached_shape(&s->linear, scalars, last, physical);
}

static tta_status divide(tta_layout *s, tta_arena *arena) {
  int64_t *shard;
  s->shard = tta_shape_new(arena, s->physical.rank, &shard);
  return shard ? tta_layout_shard_shape(s->physical, s->grid, shard) : TTA_NO_MEMORY;
}

/* The memref that a shard takes: ceilDiv'd by the tile. */
static tta_status memref_of_shard(const tta_layout *s, int64_t *memref) {
  return tta_layout_memref_shape(s->shard, &s->memref_element, memref);
}

/* Whether the memref is the shard: no rule verifies that of layouts by strides. */
static tta_status check_memref(const tta_layout *s) {
  int64_t memref[TTA_MAX_RANK];
  tta_status status = memref_of_shard(s, memref);
  for (uint32_t i = 0; i < s->memref.rank && !status; i++)
    if (memref[i] != s->memref.extent[i]) status = TTA_INVALID;
  return status;
}

/* The tensor in scalars. */
static tta_status complete_logical(tta_layout *s, tta_arena *arena) {
  int64_t *extents;
  s->logical = tta_shape_new(arena, s->tensor_shape.rank, &extents);
  if (!extents) return TTA_NO_MEMORY;
  if (!tta_shape_at_least(s->tensor_shape, 0)) return TTA_INVALID; /* dynamic */
  return tta_layout_scalar_shape(s->tensor_shape, &s->tensor_element, extents);
}

static bool has_map_and_memref(const tta_layout *s) {
  return tta_layout_knows(s, TTA_PART_GRID_SHAPE) && tta_layout_knows(s, TTA_PART_MEMREF_SHAPE) &&
         (tta_layout_knows(s, TTA_PART_MAP) || tta_layout_knows(s, TTA_PART_STRIDES));
}

/* The map of a tensor by strides, and what ranks have to agree. */
static tta_status complete_map(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  if (s->tensor_shape.rank > TTA_MAX_RANK || s->linear.num_results > TTA_MAX_RANK || s->grid.rank > TTA_MAX_RANK)
    return TTA_LIMIT;
  if (s->memref.rank != s->grid.rank) return TTA_INVALID;
  tta_status status = complete_logical(s, arena);
  if (!status && tta_layout_knows(s, TTA_PART_STRIDES))
    status = tta_map_of_strides(s->written_strides, s->logical, s->grid.rank, arena, pool, &s->linear);
  measure_element(s);
  return !status && s->grid.rank != s->linear.num_results ? TTA_INVALID : status;
}

static tta_status complete_map_form(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  tta_status status = complete_map(s, arena, pool);
  if (!status) status = evaluate_physical(s, s->logical, arena);
  if (!status) status = divide(s, arena);
  return status || !tta_layout_knows(s, TTA_PART_STRIDES) ? status : check_memref(s);
}

/* Pages are distributed over all banks: what a core holds is what its memref says. */
static tta_status shard_of_memref(tta_layout *s, tta_arena *arena) {
  int64_t *shard;
  s->shard = tta_shape_new(arena, s->memref.rank, &shard);
  return shard ? tta_layout_scalar_shape(s->memref, &s->memref_element, shard) : TTA_NO_MEMORY;
}

/* A memref of tiles hides the shard. TTNN's rows and columns are divided (tt-mlir docs/src/specs/tensor-layout.md,
 * "TTNN Tensor Layout"), and where the memref does not have the tiles for that, the tensor rounded up to tiles
 * (TTNNLayoutAttr::calculateLogicalShardShapeForSharding). */
static tta_status divide_tiles(tta_layout *s, tta_arena *arena) {
  int64_t rounded[TTA_MAX_RANK], last[TTA_MAX_RANK], scalars[TTA_MAX_RANK], memref[TTA_MAX_RANK], *physical;
  s->physical = tta_shape_new(arena, s->linear.num_results, &physical);
  if (!physical) return TTA_NO_MEMORY;
  tta_status status = tta_layout_ttnn_extents(&s->linear, s->logical, physical);
  if (status || s->interleaved) return status;
  status = divide(s, arena);
  if (!status) status = memref_of_shard(s, memref);
  if (!status) status = tta_layout_ttnn_shape(&s->linear, s->logical, s->memref_element.tile, scalars);
  if (!status) status = tta_layout_physical_shape(&s->linear, (tta_shape){s->logical.rank, scalars}, last, rounded);
  if (status) return status;
  for (uint32_t i = 0; i < s->physical.rank; i++)
    if (memref[i] != s->memref.extent[i]) physical[i] = rounded[i] > 0 ? rounded[i] : 0;
  return divide(s, arena);
}

/* Whether height_sharded or width_sharded cuts one dim for all cores of a grid of rows and columns, and the memref is
 * that shard, not the one of blocks. @param cut the dim. @param shard receives its extents in scalars */
static bool is_line_sharded(const tta_layout *s, uint32_t *cut, int64_t shard[2]) {
  int64_t scalars[TTA_MAX_RANK], last[TTA_MAX_RANK], physical[TTA_MAX_RANK], whole[TTA_MAX_RANK], cores;
  bool tiled = tta_element_is_tile(&s->memref_element);
  int64_t tile[2] = {tiled ? s->memref_element.tile[0] : 1, tiled ? s->memref_element.tile[1] : 1};
  *cut = s->memory_layout == TTA_MEMORY_LAYOUT_WIDTH_SHARDED;
  if (!*cut && s->memory_layout != TTA_MEMORY_LAYOUT_HEIGHT_SHARDED) return false;
  if (s->grid.rank != 2 || s->linear.num_results != 2 || s->grid.extent[0] < 2 || s->grid.extent[1] < 2) return false;
  if (s->order || check_memref(s) != TTA_INVALID) return false;
  if (tta_layout_ttnn_shape(&s->linear, s->logical, tile, scalars) ||
      tta_layout_physical_shape(&s->linear, (tta_shape){s->logical.rank, scalars}, last, physical) ||
      tta_layout_memref_shape((tta_shape){2, physical}, &s->memref_element, whole) ||
      tta_layout_volume(s->grid, &cores) || !tta_ceildiv(whole[*cut], cores, &whole[*cut]))
    return false;
  return whole[0] == s->memref.extent[0] && whole[1] == s->memref.extent[1] &&
         !tta_layout_scalar_shape(s->memref, &s->memref_element, shard);
}

/* Shard n of the dim that is cut is on core (n / columns, n mod columns). */
static tta_status block_line_shards(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  uint32_t cut;
  int64_t shard[2], columns = s->grid.extent[1], row, *extents;
  if (!is_line_sharded(s, &cut, shard)) return TTA_OK;
  tta_expr *results = tta_arena_array(arena, 2, sizeof *results);
  s->physical = tta_shape_new(arena, 2, &extents);
  if (!results || !extents) return TTA_NO_MEMORY;
  if (!tta_mul(shard[cut], columns, &row)) return TTA_OVERFLOW; /* what a row of cores has of that dim */
  for (int i = 0; i < 2; i++)
    if (!tta_mul(shard[i], s->grid.extent[i], &extents[i])) return TTA_OVERFLOW;
  tta_expr x = s->linear.results[cut], other = s->linear.results[1 - cut];
  tta_expr of_row = tta_expr_with(pool, TTA_EXPR_MUL, tta_expr_with(pool, TTA_EXPR_FLOORDIV, x, row), shard[0]);
  tta_expr in_row = tta_expr_with(pool, TTA_EXPR_MOD, x, row);
  if (cut) {
    results[0] = tta_expr_binary(pool, TTA_EXPR_ADD, of_row, other);
    results[1] = in_row;
  } else {
    tta_expr column = tta_expr_with(pool, TTA_EXPR_FLOORDIV, in_row, shard[0]);
    results[0] = tta_expr_binary(pool, TTA_EXPR_ADD, of_row, tta_expr_with(pool, TTA_EXPR_MOD, x, shard[0]));
    results[1] = tta_expr_binary(pool, TTA_EXPR_ADD, tta_expr_with(pool, TTA_EXPR_MUL, column, shard[1]), other);
  }
  s->linear = (tta_map){pool, s->linear.num_dims, 0, 2, results};
  s->line_sharded = true;
  tta_status status = tta_affine_pool_status(pool);
  return status ? status : divide(s, arena);
}

static tta_status complete_ttnn(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  tta_status status = complete_map(s, arena, pool);
  if (status) return status;
  s->interleaved = s->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED;
  if (tta_element_is_tile(&s->memref_element)) {
    status = divide_tiles(s, arena);
  } else { /* the memref is the shard, of what the map reaches */
    status = evaluate_physical(s, s->logical, arena);
    if (!status && !s->interleaved) status = divide(s, arena);
  }
  if (!status && !s->interleaved) status = block_line_shards(s, arena, pool);
  return !status && s->interleaved ? shard_of_memref(s, arena) : status;
}

/* Layouts are completed before the rules verify them: whether every interval is in the shape, with an alignment for
 * each dim. */
static bool has_sound_intervals(const tta_layout *s) {
  uint32_t rank = s->logical.rank;
  if (s->alignments.rank != rank || !tta_layout_knows(s, TTA_PART_LOGICAL_SHAPE)) return false;
  for (uint32_t i = 0; i < s->num_intervals; i++) {
    int64_t begin = tta_layout_interval(s->intervals, i, 0, rank), end = tta_layout_interval(s->intervals, i, 1, rank);
    if (begin < 0 || begin > end || end > (int64_t)rank) return false;
  }
  return true;
}

/* The map that intervals and alignments mean: dims of an interval collapsed, each stride what the dims inside it
 * take. */
static tta_status named_map(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  uint32_t rank = s->logical.rank, count;
  if (rank > TTA_MAX_RANK) return TTA_LIMIT;
  if (!has_sound_intervals(s)) return TTA_INVALID;
  count = tta_layout_num_collapsed(rank, s->intervals, s->num_intervals);
  if (count > TTA_MAX_RANK || count < s->num_intervals) return TTA_LIMIT;
  tta_expr *results = tta_arena_array(arena, (size_t)count + 1, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < count; r++) {
    int64_t begin, end;
    tta_named_run(s->intervals, s->num_intervals, rank, count, r, &begin, &end);
    results[r] = tta_expr_constant(pool, 0);
    for (int64_t d = begin; d < end; d++) {
      int64_t stride;
      tta_status status = tta_layout_collapsed_extent(s->logical, s->alignments, d + 1, end, &stride);
      if (status) return status;
      tta_expr term = tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, (uint32_t)d),
                                      tta_expr_constant(pool, stride));
      results[r] = tta_expr_binary(pool, TTA_EXPR_ADD, results[r], term);
    }
  }
  s->linear = (tta_map){pool, rank, 0, count, results};
  return tta_affine_pool_status(pool);
}

/* The tensor's own shape is grid, then shard in this form (tt-mlir: MetalLayoutAttr::getDeviceShape). */
static tta_status split_device_shape(tta_layout *s, tta_arena *arena) {
  uint32_t rank = s->physical.rank;
  if (s->tensor_shape.rank != 2 * rank) return TTA_OK;
  s->grid = tta_shape_copy(arena, (tta_shape){rank, s->tensor_shape.extent});
  s->memref = tta_shape_copy(arena, (tta_shape){rank, s->tensor_shape.extent + rank});
  s->memref_element = s->tensor_element;
  measure_element(s);
  return arena->failed ? TTA_NO_MEMORY : divide(s, arena);
}

/* Since 2026-05-28 a tensor of rank 1 is a row of tiles: an empty interval is before the others, and its physical
 * extent is that of a tile (MetalLayoutAttr::getNormalizedIntervals, getPhysicalShape). Its device shape says so. */
enum { ROWS_OF_RANK_1 = 32 };

/* `(d0) -> (0, d0)`; the list has space for another result. */
static void add_empty_result(tta_layout *s, tta_affine_pool *pool) {
  tta_expr *results = (tta_expr *)(uintptr_t)s->linear.results;
  results[1] = results[0];
  results[0] = tta_expr_constant(pool, 0);
  s->linear.num_results = 2;
}

static tta_status complete_named(tta_layout *s, tta_arena *arena, tta_affine_pool *pool) {
  int64_t *physical;
  tta_status status = s->tensor_shape.rank > 2 * TTA_MAX_RANK ? TTA_LIMIT : named_map(s, arena, pool);
  if (status) return status;
  if (!tta_shape_at_least(s->tensor_shape, 0)) return TTA_INVALID;
  uint32_t empty = tta_layout_has_empty_interval(s);
  if (empty) add_empty_result(s, pool);
  s->physical = tta_shape_new(arena, s->linear.num_results, &physical);
  if (!physical) return TTA_NO_MEMORY;
  if (empty) physical[0] = ROWS_OF_RANK_1;
  status = tta_layout_collapsed_shape(s->logical, s->alignments, s->intervals, s->num_intervals, physical + empty);
  if (!status) status = tta_affine_pool_status(pool);
  return status ? status : split_device_shape(s, arena);
}

/* Lowered and copied; TTA_INVALID when a part is missing that the family needs. */
static tta_status read_layout(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                              tta_affine_pool *pool, tta_layout *out) {
  tta_node_id encoding = tensor ? tta_node_child(tree, tensor, TTA_FIELD_encoding) : layout;
  *out = (tta_layout){.shard_bytes = -1, .total_bytes = -1};
  tta_status status = tta_lower_layout(tree, encoding, arena, out);
  if (!status && tensor) tta_lower_tensor(tree, tensor, out);
  out->attribute = tta_print_copy(tree, layout, arena);
  if (tensor) out->type = tta_print_copy(tree, tensor, arena);
  tta_node_id index_map = tta_node_child(tree, layout, TTA_FIELD_index_map);
  if (index_map) out->index_map = tta_print_copy(tree, index_map, arena);
  if (!status) status = keep(tree, out, arena, pool);
  if (status) return status;
  if (tensor && !tta_layout_knows(out, TTA_PART_TENSOR_SHAPE)) return TTA_INVALID;
  return out->family == TTA_FAMILY_NAMED || has_map_and_memref(out) ? TTA_OK : TTA_INVALID;
}

static void take_mesh(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_layout *out) {
  tta_node_id mesh = tta_node_child(tree, tta_node_resolve(tree, layout), TTA_FIELD_mesh);
  tta_node_id of = mesh ? tta_node_resolve(tree, mesh) : 0, name = of ? tta_node_child(tree, of, TTA_FIELD_name) : 0;
  tta_node_id axes = name ? tta_node_child(tree, of, TTA_FIELD_axes) : 0;
  if (name) out->mesh = tta_arena_str(arena, tta_node_text(tree, name));
  if (axes) out->mesh_axes = tta_print_copy(tree, axes, arena);
}

static tta_status take_core_ranges(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_layout *out) {
  tta_core_range_set set;
  tta_node_id node = tta_node_child(tree, tta_node_resolve(tree, layout), TTA_FIELD_core_ranges);
  tta_status status = node ? tta_lower_core_range_set(tree, node, arena, &set) : TTA_INVALID;
  if (status || !set.num_ranges) return status == TTA_NO_MEMORY ? status : TTA_OK;
  tta_core_box *boxes = tta_arena_array(arena, set.num_ranges, sizeof *boxes);
  if (!boxes) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < set.num_ranges; i++) {
    if (!set.ranges[i].known) return TTA_OK; /* an undefined alias */
    boxes[i] = set.ranges[i].box;
  }
  out->core_ranges = boxes;
  out->num_core_ranges = set.num_ranges;
  return TTA_OK;
}

tta_status tta_layout_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out) {
  *out = (tta_layout){.family = TTA_FAMILY_MAP};
  if (expands_too_far(tree, tensor, 1)) return TTA_LIMIT;
  tta_status status = read_layout(tree, tensor, layout, arena, pool, out);
  if (!status && out->family == TTA_FAMILY_TTNN) take_mesh(tree, layout, arena, out);
  if (!status && out->family == TTA_FAMILY_TTNN) status = take_core_ranges(tree, layout, arena, out);
  if (!status && out->family == TTA_FAMILY_TTNN) status = complete_ttnn(out, arena, pool);
  else if (!status && out->family == TTA_FAMILY_MAP) status = complete_map_form(out, arena, pool);
  else if (!status) status = complete_named(out, arena, pool);
  if (!status) status = derive(out, arena);
  return arena->failed ? TTA_NO_MEMORY : status;
}

tta_status tta_layout_of_attribute(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_affine_pool *pool,
                                     tta_layout *out) {
  *out = (tta_layout){.family = TTA_FAMILY_MAP};
  if (expands_too_far(tree, layout, 1)) return TTA_LIMIT;
  tta_status status = read_layout(tree, 0, layout, arena, pool, out);
  if (!status && tta_layout_knows(out, TTA_PART_STRIDES)) status = TTA_INVALID;
  if (!status && out->family == TTA_FAMILY_NAMED) status = named_map(out, arena, pool);
  if (!status && out->family != TTA_FAMILY_NAMED) measure_element(out);
  return arena->failed ? TTA_NO_MEMORY : status;
}
