/* Owns the common form of all notations: where the elements lie, as expressions of the logical index. Does not own the
 * comparison (equal.c), nor any text. */
#include "base/checked.h"
#include "convert/convert.h"
#include "maps/maps.h"

enum { FACE = 16 }; /* tt-metal: a tile is stored as faces of at most 16 x 16 scalars */

/* ---- building ---- */

typedef struct builder {
  tta_places *p;
  tta_arena *arena;
  tta_buf *reason;
  uint32_t room; /* for digits */
} builder;

static tta_status start(builder *b, uint32_t num_cores, uint32_t room) {
  tta_places *p = b->p;
  p->num_cores = num_cores;
  p->cores = tta_arena_array(b->arena, (size_t)num_cores + 1, sizeof *p->cores);
  p->grid = tta_arena_array(b->arena, (size_t)num_cores + 1, sizeof *p->grid);
  p->digits = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->digits);
  p->extents = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->extents);
  p->strides = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->strides);
  b->room = room;
  return b->arena->failed ? TTA_NO_MEMORY : TTA_OK;
}

static tta_expr binary(const tta_places *p, tta_expr_kind kind, tta_expr lhs, int64_t rhs) {
  return tta_expr_binary(p->pool, kind, lhs, tta_expr_constant(p->pool, rhs));
}

static void add_digit(builder *b, tta_expr digit, int64_t extent) {
  b->p->digits[b->p->num_digits] = digit;
  b->p->extents[b->p->num_digits++] = extent;
}

/* e floordiv c, where the quotient stays below `extent`. */
static tta_expr quotient(const tta_places *p, tta_expr e, int64_t c, int64_t extent) {
  if (extent <= 1) return tta_expr_constant(p->pool, 0);
  return c == 1 ? e : binary(p, TTA_EXPR_FLOORDIV, e, c);
}

/* e mod c, where e stays below `extent`. */
static tta_expr remainder_of(const tta_places *p, tta_expr e, int64_t c, int64_t extent) {
  return extent <= c ? e : binary(p, TTA_EXPR_MOD, e, c);
}

/* Row-major strides over the extents. */
static tta_status lay_row_major(tta_places *p) {
  int64_t stride = 1;
  for (uint32_t i = p->num_digits; i-- > 0;) {
    p->strides[i] = stride;
    if (!tta_mul(stride, p->extents[i], &stride)) return TTA_OVERFLOW;
  }
  p->allocated = stride;
  return TTA_OK;
}

static tta_status finish(builder *b) {
  tta_places *p = b->p;
  tta_expr sum = tta_expr_constant(p->pool, 0);
  for (uint32_t i = 0; i < p->num_digits; i++)
    sum = tta_expr_binary(p->pool, TTA_EXPR_ADD, sum, binary(p, TTA_EXPR_MUL, p->digits[i], p->strides[i]));
  p->position = binary(p, TTA_EXPR_ADD, sum, p->offset);
  return tta_affine_pool_status(p->pool);
}

/* ---- shardings ---- */

/* A tile as the faces that it is stored in, row by row of faces. */
static tta_status add_tile(builder *b, tta_expr y, tta_expr x, const int64_t tile[2]) {
  tta_places *p = b->p;
  int64_t face[2], across[2];
  for (int k = 0; k < 2; k++) {
    face[k] = tile[k] < FACE ? tile[k] : FACE;
    across[k] = tile[k] / face[k];
    if (tile[k] % face[k])
      return tta_fail(TTA_INVALID, b->reason, "tiles of %lldx%lld are no whole number of 16x16 faces",
                                 (long long)tile[0], (long long)tile[1]);
  }
  add_digit(b, quotient(p, y, face[0], across[0]), across[0]);
  add_digit(b, quotient(p, x, face[1], across[1]), across[1]);
  add_digit(b, remainder_of(p, y, face[0], tile[0]), face[0]);
  add_digit(b, remainder_of(p, x, face[1], tile[1]), face[1]);
  p->faces = across[0] > 1 || across[1] > 1;
  return TTA_OK;
}

/* The last two digits as tiles, faces and what is in them. @param rest the index in the shard @param padded its room */
static tta_status add_shard(builder *b, const tta_layout *s, const tta_expr *rest, const int64_t *padded) {
  uint32_t rank = b->p->num_cores;
  if (!tta_element_is_tile(&s->memref_element)) {
    for (uint32_t i = 0; i < rank; i++) add_digit(b, rest[i], padded[i]);
    return TTA_OK;
  }
  tta_expr in_tile[2];
  for (uint32_t i = 0; i < rank; i++) {
    int64_t tile = i + 2 < rank ? 1 : s->memref_element.tile[i + 2 - rank], tiles = padded[i] / tile;
    add_digit(b, quotient(b->p, rest[i], tile, tiles), tiles);
    if (i + 2 >= rank) in_tile[i + 2 - rank] = remainder_of(b->p, rest[i], tile, padded[i]);
  }
  return add_tile(b, in_tile[0], in_tile[1], s->memref_element.tile);
}

/* The size formula looks at the last element only; a map with larger images elsewhere reaches beyond its shards. */
static tta_status check_extent(const tta_layout *s, tta_arena *arena, tta_buf *reason) {
  tta_extent extent;
  tta_status status = tta_maps_extent(&s->linear, s->logical, arena, &extent);
  if (status || extent.last_is_largest == TTA_YES) return status;
  if (extent.last_is_largest == TTA_CANNOT_TELL)
    return tta_fail(TTA_UNDECIDED, reason, "it cannot be decided which element of this map lies last");
  return tta_fail(
      TTA_INVALID, reason,
      "the last element is not the one with the largest image in dim %u: some elements lie outside "
      "their shard",
      extent.result);
}

tta_oob_value tta_places_oob(const tta_places *places) {
  tta_oob_value value;
  return tta_oob_value_find(places->pad, &value, NULL) ? TTA_OOB_NONE : value;
}

static tta_status check_sharding(const tta_layout *s, tta_arena *arena, tta_buf *reason) {
  static const char moved[] = "index_map = (";
  if (!s->grid.extent || !s->memref.extent)
    return tta_fail(TTA_INVALID, reason,
                               "the tensor's shape is not a grid and a shard behind it, so its elements have no cores");
  if (!s->logical_elements)
    return tta_fail(TTA_INVALID, reason, "a tensor without elements has no addresses");
  for (size_t i = 0; i + sizeof moved - 1 <= s->attribute.size; i++)
    if (!memcmp(s->attribute.data + i, moved, sizeof moved - 1))
      return tta_fail(TTA_INVALID, reason, "its index_map views the shards in another order");
  for (uint32_t i = 0; i < s->grid.rank && !s->interleaved; i++)
    if (s->shard.extent[i] < 1 || s->shard.extent[i] > s->padded_shard.extent[i])
      return tta_fail(TTA_INVALID, reason, "the memref has room for %lld in dim %u, the shard needs %lld",
                                 (long long)s->padded_shard.extent[i], i, (long long)s->shard.extent[i]);
  return check_extent(s, arena, reason);
}

/* Interleaved pages lie in the order of the whole tensor; the room of each dim is that of whole tiles. */
static tta_status whole_allocation(const tta_layout *s, int64_t *padded) {
  uint32_t rank = s->grid.rank;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t tile = tta_element_is_tile(&s->memref_element) && i + 2 >= rank ? s->memref_element.tile[i + 2 - rank] : 1;
    if (!tta_align_up(s->physical.extent[i], tile, &padded[i])) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

static tta_status of_sharding(builder *b, const tta_layout *s) {
  tta_places *p = b->p;
  uint32_t rank = s->grid.rank;
  tta_expr rest[TTA_MAX_RANK];
  int64_t padded[TTA_MAX_RANK];
  tta_map linear;
  tta_status status = check_sharding(s, b->arena, b->reason);
  if (!status) status = start(b, rank, rank + 4);
  if (!status) status = tta_map_copy(&s->linear, b->arena, p->pool, &linear);
  if (status) return status;
  p->interleaved = s->interleaved || (s->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED && s->cores == 1);
  p->block_float = tta_element_is_block_float(&s->memref_element);
  p->pad = s->oob_val ? tta_text(tta_oob_value_name(s->oob_val)) : (tta_str){0};
  p->memory_space = s->memory_space ? tta_text(tta_memory_space_name(s->memory_space)) : (tta_str){0};
  bool tiled = tta_element_is_tile(&s->memref_element), block_float = tta_element_is_block_float(&s->memref_element);
  bool same = s->tensor_element.kind != TTA_ELEMENT_TILE && s->tensor_element.data_type == s->memref_element.data_type;
  p->element = s->tensor_element.text;
  if (tiled && !same) p->element = tta_text(block_float ? "" : tta_data_type_scalar(s->memref_element.data_type));
  for (uint32_t i = 0; i < rank; i++) {
    int64_t shard = s->interleaved ? 0 : s->shard.extent[i], grid = s->interleaved ? 1 : s->grid.extent[i];
    p->grid[i] = grid;
    p->cores[i] = grid == 1 ? tta_expr_constant(p->pool, 0) : binary(p, TTA_EXPR_FLOORDIV, linear.results[i], shard);
    rest[i] = grid == 1 ? linear.results[i] : binary(p, TTA_EXPR_MOD, linear.results[i], shard);
    padded[i] = s->padded_shard.extent[i];
  }
  if (s->interleaved) status = whole_allocation(s, padded);
  if (!status) status = add_shard(b, s, rest, padded);
  if (!status) status = lay_row_major(p);
  return status;
}

/* ---- tiled layouts ---- */

static tta_status reject_tiled(const builder *b, const tta_tiled *t) {
  tta_tiled_diagnostics findings;
  tta_status status = tta_tiled_verify(t, b->arena, &findings);
  const tta_tiled_diagnostic *first = status ? NULL : tta_tiled_first_error(&findings);
  if (!first) return status ? status : TTA_INVALID;
  return tta_fail(TTA_INVALID, b->reason, "%.*s", (int)first->message.size, first->message.data);
}

static tta_status of_tiled(builder *b, const tta_tiled *t) {
  tta_places *p = b->p;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  if (!t->has_host)
    return tta_fail(TTA_INVALID, b->reason,
                               "this layout does not say the size of its tensor: give it as --shape, or as host");
  tta_status status = tta_tiled_map_of(t, b->arena, &map);
  if (!status) status = tta_tiled_sizes_of(t, b->arena, &sizes);
  if (status == TTA_INVALID) return reject_tiled(b, t);
  if (!status) status = start(b, 0, map.rank);
  if (status) return status;
  if (!sizes.host_elements)
    return tta_fail(TTA_INVALID, b->reason, "a tensor without elements has no addresses");
  p->logical = t->host_size;
  p->element = t->element.name;
  p->pad = t->pad;
  p->allocated = sizes.footprint_elements;
  for (uint32_t i = 0; i < map.rank; i++) {
    tta_expr digit = tta_expr_constant(p->pool, 0);
    bool outermost = true;
    for (uint32_t j = 0; j < i; j++) outermost = outermost && map.host_dim[j] != map.host_dim[i];
    if (map.host_dim[i] >= 0) {
      digit = tta_expr_dim(p->pool, (uint32_t)map.host_dim[i]);
      if (map.weight[i] > 1) digit = binary(p, TTA_EXPR_FLOORDIV, digit, map.weight[i]);
      if (!outermost) digit = binary(p, TTA_EXPR_MOD, digit, map.ranges[i]);
    }
    add_digit(b, digit, map.ranges[i]);
    p->strides[i] = map.device_strides[i];
  }
  return TTA_OK;
}

/* ---- memrefs ---- */

tta_status tta_digit_extent(const tta_affine_pool *pool, uint32_t num_dims, tta_expr digit, tta_shape box,
                            tta_arena *arena, int64_t *extent, tta_buf *reason) {
  tta_map map = {pool, num_dims, 0, 1, &digit};
  tta_expr_view view = tta_expr_get(pool, digit);
  tta_range range;
  if (view.kind == TTA_EXPR_MOD && tta_expr_is_constant(pool, view.rhs, extent)) return TTA_OK;
  tta_status status = tta_maps_range(&map, 0, box, arena, &range);
  if (status) return status;
  if (tta_range_below(&range, 0) == TTA_YES)
    return tta_fail(TTA_INVALID, reason, "the map has the negative value %lld", (long long)range.min.seen);
  if (!range.max.exact || !range.min.exact)
    return tta_fail(TTA_UNDECIDED, reason, "the largest value of a result of this map cannot be decided");
  return tta_add(range.max.bound, 1, extent) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status of_strided(builder *b, const tta_memref *m) {
  tta_places *p = b->p;
  int64_t last = m->offset, step;
  tta_status status = start(b, 0, m->shape.rank);
  for (uint32_t i = 0; i < m->shape.rank && !status; i++) {
    add_digit(b, tta_expr_dim(p->pool, i), m->shape.extent[i]);
    p->strides[i] = m->strides.extent[i];
    if (!tta_mul(m->shape.extent[i] - 1, m->strides.extent[i], &step)) return TTA_OVERFLOW;
    if (step > 0 && !tta_add(last, step, &last)) return TTA_OVERFLOW;
  }
  p->offset = m->offset;
  return tta_add(last, 1, &p->allocated) ? status : TTA_OVERFLOW;
}

static tta_status of_affine(builder *b, const tta_memref *m) {
  tta_places *p = b->p;
  uint32_t cores = m->grid.rank;
  int64_t extent;
  tta_map map = {0};
  if (m->map.num_results <= cores)
    return tta_fail(
        TTA_INVALID, b->reason,
        "the map has %u results: a core of a %u-dim grid and the place in its memory take at least %u",
        m->map.num_results, cores, cores + 1);
  tta_status status = start(b, cores, m->map.num_results - cores);
  if (!status) status = tta_map_copy(&m->map, b->arena, p->pool, &map);
  for (uint32_t i = 0; i < map.num_results && !status; i++) {
    status = tta_digit_extent(p->pool, map.num_dims, map.results[i], p->logical, b->arena, &extent, b->reason);
    if (status) return status;
    if (i >= cores) {
      add_digit(b, map.results[i], extent);
      continue;
    }
    p->cores[i] = map.results[i];
    p->grid[i] = m->grid.extent[i];
    if (extent > p->grid[i] && tta_expr_get(p->pool, map.results[i]).kind != TTA_EXPR_MOD)
      return tta_fail(TTA_INVALID, b->reason, "result %u reaches core %lld of the %lld that the grid has", i,
                                 (long long)extent - 1, (long long)p->grid[i]);
  }
  return status ? status : lay_row_major(p);
}

static tta_status of_memref(builder *b, const tta_memref *m) {
  b->p->logical = m->shape;
  b->p->element = m->element;
  b->p->memory_space = m->memory_space;
  for (uint32_t i = 0; i < m->shape.rank; i++)
    if (m->shape.extent[i] < 1)
      return tta_fail(TTA_INVALID, b->reason, "a memref without elements has no addresses");
  return m->strided ? of_strided(b, m) : of_affine(b, m);
}

tta_status tta_places_of(const tta_layout_ref *from, tta_arena *arena, tta_affine_pool *pool, tta_places *places,
                         tta_buf *reason) {
  builder b = {places, arena, reason, 0};
  *places = (tta_places){.from = from, .pool = pool};
  tta_status status;
  if (from->sharding) {
    places->logical = from->sharding->logical;
    status = of_sharding(&b, from->sharding);
  } else if (from->tiled) {
    status = of_tiled(&b, from->tiled);
  } else {
    status = of_memref(&b, from->memref);
  }
  return status ? status : finish(&b);
}

bool tta_places_one_core(const tta_places *p) {
  for (uint32_t i = 0; i < p->num_cores; i++)
    if (p->grid[i] != 1) return false;
  return true;
}
