/* Owns how a tensor type in a tree becomes a tta_layout, and what follows from its parts. Does not own the formulas
 * of single shapes (layout.c), nor reading text (read.c). */
#include "layout/values.h"

#include <string.h>

#include "base/checked.h"
#include "affine/print.h"
#include "layout/layout_read.h"
#include "layout/named.h"
#include "layout/strides.h"
#include "maps/maps.h"
#include "print/print.h"

void tta_map_text(tta_buf *out, const tta_map *map) { tta_map_print(out, map); }

tta_status tta_map_equal_on(const tta_map *a, const tta_map *b, tta_shape shape, bool *equal) {
  tta_arena arena;
  tta_map_equality answer = {.equal = TTA_CANNOT_TELL};
  *equal = false;
  if (a->num_dims != b->num_dims || a->num_results != b->num_results || a->num_symbols || b->num_symbols) {
    *equal = tta_map_equal(a, b);
    return TTA_OK;
  }
  for (uint32_t i = 0; i < shape.rank; i++) *equal = *equal || shape.extent[i] < 1;
  if (*equal) return TTA_OK; /* no index at all */
  tta_arena_init(&arena, &tta_malloc_allocator);
  tta_status status = tta_maps_equality(a, b, shape, &arena, &answer);
  *equal = answer.equal == TTA_YES;
  tta_arena_free(&arena);
  return !status && answer.equal == TTA_CANNOT_TELL ? TTA_UNDECIDED : status;
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

bool tta_layout_is_view(const tta_layout *s) {
  return s->index_map.size && (s->index_map.size < 4 || memcmp(s->index_map.data, "map(", 4));
}

/* ---- what follows ---- */

static tta_status derive_strides(tta_layout *s, tta_arena *arena) {
  int64_t *strides = tta_arena_array(arena, (size_t)s->logical.rank + 1, sizeof *strides);
  bool linear;
  if (!strides) return TTA_NO_MEMORY;
  tta_status status = tta_strides_of_map(&s->linear, s->physical, strides, &linear);
  if (!status && linear) s->strides = strides;
  return status;
}

static tta_status derive_used(tta_layout *s, tta_arena *arena) {
  int64_t last[TTA_MAX_RANK], *used;
  s->used = tta_shape_new(arena, s->linear.num_results, &used);
  if (!used) return TTA_NO_MEMORY;
  tta_status status = tta_layout_physical_shape(&s->linear, s->logical, last, used);
  for (uint32_t i = 0; i < s->used.rank && !status; i++)
    if (used[i] < 0) used[i] = 0; /* of an empty tensor */
  return status;
}

static tta_status derive_collapse(tta_layout *s, tta_arena *arena) {
  tta_buf text;
  tta_buf_init(&text, arena->allocator);
  tta_describe_collapse(&text, &s->linear, s->logical);
  if (text.size) s->collapse = tta_arena_str(arena, tta_buf_view(&text));
  bool failed = text.failed || arena->failed;
  tta_buf_free(&text);
  return failed ? TTA_NO_MEMORY : TTA_OK;
}

static tta_status derive_sizes(tta_layout *s) {
  int64_t shard, elements;
  tta_status status = tta_layout_volume(s->logical, &s->logical_elements);
  if (!status && s->grid.extent) status = tta_layout_volume(s->grid, &s->cores);
  if (status || !s->memref.extent) return status;
  status = tta_layout_volume(s->padded_shard, &shard);
  if (!status) status = tta_layout_volume(s->memref, &elements);
  if (status) return status;
  if (!tta_mul(s->cores, shard, &s->allocated_elements)) return TTA_OVERFLOW;
  if (!tta_sub(s->allocated_elements, s->logical_elements, &s->padding_elements)) return TTA_OVERFLOW;
  if (!s->element_bytes) return TTA_OK;
  return tta_mul(elements, s->element_bytes, &s->shard_bytes) && tta_mul(s->cores, s->shard_bytes, &s->total_bytes)
             ? TTA_OK
             : TTA_OVERFLOW;
}

tta_status tta_layout_derive(tta_layout *s, tta_arena *arena) {
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
  tta_status status = derive_sizes(s);
  if (!status) status = derive_used(s, arena);
  if (!status) status = derive_strides(s, arena);
  return status ? status : derive_collapse(s, arena);
}

/* ---- from a tree ---- */

bool tta_is_layout_attribute(const tta_tree *tree, tta_node_id layout) {
  const tta_node *n = tta_node_at(tree, layout);
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_FAULTY)) return false;
  if (n->index == TTA_ATTR_ttnn_layout) return true;
  if (n->index != TTA_ATTR_metal_layout && n->index != TTA_ATTR_layout) return false;
  return tta_node_child(tree, layout, TTA_FIELD_linear) || tta_node_child(tree, layout, TTA_FIELD_logical_shape) ||
         tta_node_child(tree, layout, TTA_FIELD_strides);
}

enum { MAX_TYPE_BYTES = 1 << 20 }; /* a type whose aliases, written out, come to more is left alone */

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

static tta_status take_memref_element(tta_layout *s, const tta_element *element, tta_arena *arena) {
  int64_t bytes;
  if (!tta_element_bytes(element, TTA_WITH_EXPONENTS, &bytes)) s->element_bytes = bytes;
  s->memref_element = *element;
  s->memref_element.text = tta_arena_str(arena, element->text);
  return arena->failed ? TTA_NO_MEMORY : TTA_OK;
}

/* shape x element of the tensor, and both in scalars. */
static tta_status take_tensor(tta_layout *s, const tta_layout_fields *l, tta_arena *arena) {
  int64_t *extents;
  s->tensor_shape = tta_shape_copy(arena, l->shape);
  s->logical = tta_shape_new(arena, l->shape.rank, &extents);
  if (!extents) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < l->shape.rank; i++)
    if (l->shape.extent[i] < 0) return TTA_INVALID; /* dynamic */
  return tta_layout_scalar_shape(l->shape, &l->element, extents);
}

static tta_status evaluate_physical(tta_layout *s, tta_shape scalars, tta_arena *arena) {
  int64_t last[TTA_MAX_RANK], *physical;
  s->physical = tta_shape_new(arena, s->linear.num_results, &physical);
  if (!physical) return TTA_NO_MEMORY;
  tta_status status = tta_layout_physical_shape(&s->linear, scalars, last, physical);
  for (uint32_t i = 0; i < s->physical.rank && !status; i++)
    if (physical[i] < 0) physical[i] = 0; /* of an empty tensor */
  return status;
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

/* Whether the memref is the shard: of layouts by strides nobody has judged that. */
static tta_status check_memref(const tta_layout *s) {
  int64_t memref[TTA_MAX_RANK];
  tta_status status = memref_of_shard(s, memref);
  for (uint32_t i = 0; i < s->memref.rank && !status; i++)
    if (memref[i] != s->memref.extent[i]) status = TTA_INVALID;
  return status;
}

/* The words and the memref of a layout that has one. */
static void take_parts(const tta_tree *tree, tta_node_id layout, const tta_layout_fields *l, tta_arena *arena,
                       tta_layout *s) {
  s->family = tta_node_at(tree, layout)->index == TTA_ATTR_ttnn_layout ? TTA_FAMILY_TTNN : TTA_FAMILY_MAP;
  s->oob_val = l->oob_val;
  s->memory_space = l->memory_space;
  s->memory_layout = l->memory_layout;
  s->grid = tta_shape_copy(arena, l->grid);
  s->memref = tta_shape_copy(arena, l->memref);
  take_memref_element(s, &l->memref_element, arena);
}

/* All that a layout and its tensor say: what is not to be computed from it. */
static tta_status read_with_memref(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                   tta_affine_pool *pool, tta_layout_fields *l, tta_layout *s) {
  tta_status status = tta_layout_read(tree, tensor, layout, l);
  if (!status && (l->shape.rank > TTA_MAX_RANK || l->linear.num_results > TTA_MAX_RANK)) status = TTA_LIMIT;
  if (!status && l->memref.rank != l->grid.rank) status = TTA_INVALID;
  if (!status) status = take_tensor(s, l, arena);
  if (!status && l->strides.extent)
    status = tta_map_of_strides(l->strides, s->logical, l->grid.rank, arena, pool, &s->linear);
  else if (!status) status = tta_map_copy(&l->linear, arena, pool, &s->linear);
  if (!status && l->grid.rank != s->linear.num_results) status = TTA_INVALID;
  if (!status) take_parts(tree, layout, l, arena, s);
  return !status && arena->failed ? TTA_NO_MEMORY : status; /* a shape that could not be copied has no extents */
}

static tta_status from_map_form(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                tta_affine_pool *pool, tta_layout *s) {
  tta_layout_fields l;
  tta_status status = read_with_memref(tree, tensor, layout, arena, pool, &l, s);
  if (!status) status = evaluate_physical(s, s->logical, arena);
  if (!status) status = divide(s, arena);
  return status || !l.strides.extent ? status : check_memref(s);
}

/* Pages go round all cores alike: what a core holds is what its memref says. */
static tta_status deal_out(tta_layout *s, const tta_layout_fields *l, tta_arena *arena) {
  int64_t *shard;
  s->shard = tta_shape_new(arena, s->memref.rank, &shard);
  return shard ? tta_layout_scalar_shape(l->memref, &l->memref_element, shard) : TTA_NO_MEMORY;
}

/* A memref of tiles hides the shard. TTNN's rows and columns are divided (tensor-layout specification, "TTNN Tensor
 * Layout"), and where the memref has not the tiles for that, the tensor rounded up to tiles (reference 4.8). */
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

static tta_status from_ttnn(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                            tta_affine_pool *pool, tta_layout *s) {
  tta_layout_fields l;
  tta_status status = read_with_memref(tree, tensor, layout, arena, pool, &l, s);
  if (status) return status;
  s->interleaved = s->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED;
  if (tta_element_is_tile(&s->memref_element)) {
    status = divide_tiles(s, arena);
  } else { /* the memref is the shard, of what the map reaches */
    status = evaluate_physical(s, s->logical, arena);
    if (!status && !s->interleaved) status = divide(s, arena);
  }
  return !status && s->interleaved ? deal_out(s, &l, arena) : status;
}

/* The map that intervals and alignments stand for: dims of an interval joined, each stride what the dims inside it
 * take. */
static tta_status named_map(const tta_layout_fields *l, tta_arena *arena, tta_affine_pool *pool, tta_map *map) {
  uint32_t rank = l->logical_shape.rank, count = tta_layout_num_collapsed(rank, l->intervals, l->num_intervals);
  if (count > TTA_MAX_RANK || count < l->num_intervals) return TTA_LIMIT;
  tta_expr *results = tta_arena_array(arena, (size_t)count + 1, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < count; r++) {
    int64_t begin, end;
    tta_named_run(l->intervals, l->num_intervals, rank, count, r, &begin, &end);
    results[r] = tta_expr_constant(pool, 0);
    for (int64_t d = begin; d < end; d++) {
      int64_t stride;
      tta_status status = tta_layout_collapsed_extent(l->logical_shape, l->alignments, d + 1, end, &stride);
      if (status) return status;
      tta_expr term = tta_expr_binary(pool, TTA_EXPR_MUL, tta_expr_dim(pool, (uint32_t)d),
                                      tta_expr_constant(pool, stride));
      results[r] = tta_expr_binary(pool, TTA_EXPR_ADD, results[r], term);
    }
  }
  *map = (tta_map){pool, rank, 0, count, results};
  return tta_affine_pool_status(pool);
}

/* The tensor's own shape is grid ++ shard in this form (reference 4.5, "Device shape"). */
static tta_status split_device_shape(tta_layout *s, const tta_layout_fields *l, tta_arena *arena) {
  uint32_t rank = s->physical.rank;
  if (l->shape.rank != 2 * rank) return TTA_OK;
  s->grid = tta_shape_copy(arena, (tta_shape){rank, l->shape.extent});
  s->memref = tta_shape_copy(arena, (tta_shape){rank, l->shape.extent + rank});
  tta_status status = take_memref_element(s, &l->element, arena);
  if (status) return status;
  return divide(s, arena);
}

static void take_named_words(tta_layout *s, const tta_tree *tree, tta_node_id layout, const tta_layout_fields *l,
                             tta_arena *arena) {
  s->family = TTA_FAMILY_NAMED;
  s->alignments = tta_shape_copy(arena, l->alignments);
  s->num_intervals = l->num_intervals;
  s->intervals = l->intervals; /* already in the arena */
  s->index_map = tta_print_copy(tree, tta_node_child(tree, layout, TTA_FIELD_index_map), arena);
  s->logical = tta_shape_copy(arena, l->logical_shape);
  s->memory_space = l->memory_space;
  s->oob_val = l->oob_val;
  s->memory_layout = l->memory_layout;
}

static tta_status from_named_form(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *s) {
  tta_layout_fields l;
  int64_t *physical;
  tta_status status = tta_layout_read_named(tree, tensor, layout, arena, &l);
  if (!status && (l.logical_shape.rank > TTA_MAX_RANK || l.shape.rank > 2 * TTA_MAX_RANK)) status = TTA_LIMIT;
  if (!status) status = named_map(&l, arena, pool, &s->linear);
  if (status) return status;
  for (uint32_t i = 0; i < l.shape.rank; i++)
    if (l.shape.extent[i] < 0) return TTA_INVALID;
  take_named_words(s, tree, layout, &l, arena);
  s->tensor_shape = tta_shape_copy(arena, l.shape);
  s->physical = tta_shape_new(arena, s->linear.num_results, &physical);
  if (!physical) return TTA_NO_MEMORY;
  status = tta_layout_collapsed_shape(l.logical_shape, l.alignments, l.intervals, l.num_intervals, physical);
  return status ? status : split_device_shape(s, &l, arena);
}

tta_status tta_layout_from_tree(const tta_tree *tree, tta_node_id tensor, tta_node_id layout, tta_arena *arena,
                                  tta_affine_pool *pool, tta_layout *out) {
  *out = (tta_layout){.family = TTA_FAMILY_MAP};
  if (expands_too_far(tree, tensor, 1)) return TTA_LIMIT;
  out->type = tta_print_copy(tree, tensor, arena);
  out->attribute = tta_print_copy(tree, layout, arena);
  tta_node_id element = tta_node_child(tree, tensor, TTA_FIELD_element_type);
  out->tensor_element = tta_layout_read_element(tree, element);
  out->tensor_element.text = tta_print_copy(tree, element, arena);
  tta_status status;
  if (tta_node_at(tree, layout)->index == TTA_ATTR_ttnn_layout)
    status = from_ttnn(tree, tensor, layout, arena, pool, out);
  else if (!tta_node_child(tree, layout, TTA_FIELD_logical_shape))
    status = from_map_form(tree, tensor, layout, arena, pool, out);
  else status = from_named_form(tree, tensor, layout, arena, pool, out);
  if (!status) status = tta_layout_derive(out, arena);
  return arena->failed ? TTA_NO_MEMORY : status;
}

/* ---- without a tensor ---- */

static tta_status with_memref(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_affine_pool *pool,
                              tta_layout *s) {
  tta_layout_fields l;
  tta_status status =
      tta_layout_find_parts(tree, layout).strides ? TTA_INVALID : tta_layout_read(tree, 0, layout, &l);
  if (!status) status = tta_map_copy(&l.linear, arena, pool, &s->linear);
  if (!status) take_parts(tree, layout, &l, arena, s);
  return status;
}

static tta_status with_names(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_affine_pool *pool,
                             tta_layout *s) {
  tta_layout_fields l;
  tta_status status = tta_layout_read_named(tree, 0, layout, arena, &l);
  if (!status && l.logical_shape.rank > TTA_MAX_RANK) status = TTA_LIMIT;
  if (!status) status = named_map(&l, arena, pool, &s->linear);
  if (!status) take_named_words(s, tree, layout, &l, arena);
  return status;
}

tta_status tta_layout_of_attribute(const tta_tree *tree, tta_node_id layout, tta_arena *arena, tta_affine_pool *pool,
                                     tta_layout *out) {
  *out = (tta_layout){.family = TTA_FAMILY_MAP, .shard_bytes = -1, .total_bytes = -1};
  if (expands_too_far(tree, layout, 1)) return TTA_LIMIT;
  out->attribute = tta_print_copy(tree, layout, arena);
  bool named = tta_node_child(tree, layout, TTA_FIELD_logical_shape) != 0;
  tta_status status = named ? with_names(tree, layout, arena, pool, out) : with_memref(tree, layout, arena, pool, out);
  return arena->failed ? TTA_NO_MEMORY : status;
}
