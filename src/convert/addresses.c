/* addresses.c: the common form of all notations, addresses of elements as expressions of the logical index. */
#include "base/index.h"
#include "convert/convert.h"
#include "digits/digits.h"
#include "maps/maps.h"
#include "model/order.h"
#include "model/storage.h"
#include "move/move.h"
#include "tiled/tiled.h"
#include "ttattr/move.h"
#include "ttattr/storage.h"

/* ---- building ---- */

typedef struct builder {
  tta_addresses *p;
  tta_arena *arena;
  tta_buf *reason;
  uint32_t room; /* for digits */
} builder;

static tta_status start(builder *b, uint32_t num_cores, uint32_t room) {
  tta_addresses *p = b->p;
  p->num_cores = num_cores;
  p->cores = tta_arena_array(b->arena, (size_t)num_cores + 1, sizeof *p->cores);
  p->grid = tta_arena_array(b->arena, (size_t)num_cores + 1, sizeof *p->grid);
  p->digits = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->digits);
  p->extents = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->extents);
  p->strides = tta_arena_array(b->arena, (size_t)room + 1, sizeof *p->strides);
  b->room = room;
  return b->arena->failed ? TTA_NO_MEMORY : TTA_OK;
}

static tta_expr binary(const tta_addresses *p, tta_expr_kind kind, tta_expr lhs, int64_t rhs) {
  return tta_expr_with(p->pool, kind, lhs, rhs);
}

static void add_digit(builder *b, tta_expr digit, int64_t extent) {
  b->p->digits[b->p->num_digits] = digit;
  b->p->extents[b->p->num_digits++] = extent;
}

/* e floordiv c, where the quotient stays below `extent`. */
static tta_expr quotient(const tta_addresses *p, tta_expr e, int64_t c, int64_t extent) {
  if (extent <= 1) return tta_expr_constant(p->pool, 0);
  return c == 1 ? e : binary(p, TTA_EXPR_FLOORDIV, e, c);
}

/* e mod c, where e stays below `extent`. */
static tta_expr remainder_of(const tta_addresses *p, tta_expr e, int64_t c, int64_t extent) {
  return extent <= c ? e : binary(p, TTA_EXPR_MOD, e, c);
}

/* Row-major strides over the extents. */
static tta_status lay_row_major(tta_addresses *p) {
  int64_t stride = 1;
  for (uint32_t i = p->num_digits; i-- > 0;) {
    p->strides[i] = stride;
    if (!tta_mul(stride, p->extents[i], &stride)) return TTA_OVERFLOW;
  }
  p->allocated = stride;
  return TTA_OK;
}

static tta_status finish(builder *b) {
  tta_addresses *p = b->p;
  tta_expr sum = tta_expr_constant(p->pool, 0);
  for (uint32_t i = 0; i < p->num_digits; i++)
    sum = tta_expr_binary(p->pool, TTA_EXPR_ADD, sum, binary(p, TTA_EXPR_MUL, p->digits[i], p->strides[i]));
  p->position = binary(p, TTA_EXPR_ADD, sum, p->offset);
  return tta_affine_pool_status(p->pool);
}

/* ---- layouts ---- */

/* The size formula looks at the last element only; a map with larger images elsewhere exceeds its shards. */
static tta_status check_extent(const tta_layout *s, tta_arena *arena, tta_buf *reason) {
  tta_extent extent;
  tta_status status = tta_maps_extent(&s->linear, s->logical, arena, &extent);
  if (status || extent.last_is_largest == TTA_YES) return status;
  if (extent.last_is_largest == TTA_UNKNOWN)
    return tta_fail(TTA_UNDECIDED, reason, "the element with the largest image of this map cannot be determined");
  return tta_fail(TTA_INVALID, reason,
                  "the last element does not have the largest image in dim %u; some elements are outside their shard",
                  extent.result);
}

tta_oob_value tta_addresses_oob(const tta_addresses *a) {
  tta_oob_value value;
  return tta_oob_value_find(a->pad, &value, NULL) ? TTA_OOB_NONE : value;
}

/* Bits of a float as MLIR writes infinity, the most significant byte first. */
static void put_bits(tta_buf *out, const unsigned char *bytes, int64_t size) {
  tta_buf_str(out, "0x");
  while (size-- > 0) tta_buf_printf(out, "%02X", bytes[size]);
}

static void put_integer(tta_buf *out, const unsigned char *bytes, const tta_element *element) {
  uint32_t size = element->bits / 8;
  uint64_t value = 0;
  for (uint32_t i = 0; i < size; i++) value |= (uint64_t)bytes[i] << (8 * i);
  bool negative = !element->is_unsigned && bytes[size - 1] & 0x80;
  if (negative && size < 8) value |= UINT64_MAX << (8 * size);
  tta_buf_printf(out, negative ? "%lld" : "%llu", (long long)value);
}

void tta_put_padding_value(tta_buf *out, const tta_addresses *a, bool python) {
  unsigned char bytes[8];
  tta_layout value = {.oob_val = tta_addresses_oob(a), .memref_element = tta_element_scalar(a->element)};
  const tta_element *element = &value.memref_element;
  bool is_float = element->kind == TTA_ELEMENT_FLOAT, whole = element->bits && element->bits % 8 == 0;
  if (value.oob_val == TTA_OOB_NONE || !whole || element->bits > 64 || (is_float && element->bits < 16) ||
      !tta_move_oob(&value, element->bits / 8, bytes))
    value.oob_val = TTA_OOB_ZERO;
  bool infinite = value.oob_val == TTA_OOB_INF || value.oob_val == TTA_OOB_NEGINF;
  if (value.oob_val == TTA_OOB_ZERO) tta_buf_str(out, is_float && !python ? "0.0" : "0");
  else if (!is_float) put_integer(out, bytes, element);
  else if (!infinite) tta_buf_str(out, python ? "1" : "1.0");
  else if (python) tta_buf_str(out, value.oob_val == TTA_OOB_INF ? "np.inf" : "-np.inf");
  else put_bits(out, bytes, element->bits / 8);
}

static tta_status check_layout(const tta_layout *s, tta_arena *arena, tta_buf *reason) {
  if (!s->grid.extent || !s->memref.extent)
    return tta_fail(TTA_INVALID, reason, "tensor shape is not a grid followed by a shard, so elements have no cores");
  if (!s->logical_elements) return tta_fail(TTA_INVALID, reason, "a tensor without elements has no addresses");
  if (tta_layout_is_view(s))
    return tta_fail(TTA_INVALID, reason, "index_map permutes the shards; such views are not supported");
  if (s->family == TTA_FAMILY_MAP && s->cores > 1 &&
      (s->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED || s->memory_layout == TTA_MEMORY_LAYOUT_SINGLE_BANK))
    return tta_fail(TTA_INVALID, reason, "'%s' has no shards, and the grid has %lld cores with one each",
                    tta_memory_layout_name(s->memory_layout), (long long)s->cores);
  tta_status status = tta_storage_check_shard(s, reason);
  return status ? status : check_extent(s, arena, reason);
}

static void set_words(tta_addresses *p, const tta_layout *s) {
  const tta_element *stored = &s->memref_element, *own = &s->tensor_element;
  bool same = own->kind != TTA_ELEMENT_TILE && own->data_type == stored->data_type;
  p->interleaved = s->interleaved || (s->memory_layout == TTA_MEMORY_LAYOUT_INTERLEAVED && s->cores == 1);
  if (s->memory_space != TTA_MEMORY_SYSTEM && s->memory_space != TTA_MEMORY_MMIO) p->memory_layout = s->memory_layout;
  p->block_float = tta_element_is_block_float(stored);
  p->pad = s->oob_val ? tta_str_from(tta_oob_value_name(s->oob_val)) : (tta_str){0};
  p->memory_space = s->memory_space ? tta_str_from(tta_memory_space_name(s->memory_space)) : (tta_str){0};
  p->element = own->text;
  if (tta_element_is_tile(stored) && !same)
    p->element = tta_str_from(p->block_float ? "" : tta_data_type_scalar(stored->data_type));
}

/* The steps of the storage over expressions. The sum of a position is built from its digits. */
static void evaluate(const tta_addresses *p, const tta_storage *s, const tta_map *map, tta_expr *form) {
  for (uint32_t f = 0; f < s->num_forms; f++) form[f] = f < s->rank ? map->results[f] : tta_expr_constant(p->pool, 0);
  for (uint32_t i = 0; i < s->num_steps; i++) {
    const tta_storage_step *step = &s->steps[i];
    if (step->operation != TTA_STORAGE_DIVIDE) {
      tta_expr one = step->from == TTA_NO_FORM ? tta_expr_constant(p->pool, 1) : form[step->from];
      if (s->ordered) /* what an affine map of the memref divides is a sum */
        form[step->to] = tta_expr_binary(p->pool, TTA_EXPR_ADD, form[step->to],
                                         binary(p, TTA_EXPR_MUL, one, step->number));
      continue;
    }
    int64_t number = step->number, count = step->extent / number + (step->extent % number != 0);
    form[step->quotient] = quotient(p, form[step->from], number, count);
    form[step->remainder] = remainder_of(p, form[step->from], number, step->extent);
  }
}

static tta_status of_layout(builder *b, const tta_layout *layout) {
  static const tta_storage_options in_scalars = {.unit = TTA_STORAGE_SCALARS};
  tta_addresses *p = b->p;
  tta_storage *s = tta_arena_alloc(b->arena, sizeof *s);
  tta_expr *form = tta_arena_array(b->arena, TTA_STORAGE_MAX_FORMS, sizeof *form);
  tta_map map;
  if (!s || !form) return TTA_NO_MEMORY;
  tta_status status = check_layout(layout, b->arena, b->reason);
  if (!status) status = tta_storage_of(layout, &in_scalars, s, b->reason);
  if (!status && !s->whole_faces)
    return tta_fail(TTA_INVALID, b->reason, "tile %lldx%lld is not a multiple of the face %lldx%lld",
                    (long long)s->tile[0], (long long)s->tile[1], (long long)s->face[0], (long long)s->face[1]);
  if (!status) status = start(b, s->rank, s->num_terms);
  if (!status) status = tta_map_copy(&layout->linear, b->arena, p->pool, &map);
  if (status) return status;
  set_words(p, layout);
  evaluate(p, s, &map, form);
  for (uint32_t i = 0; i < s->rank; i++) {
    p->grid[i] = s->grid[i];
    p->cores[i] = s->sharded ? form[s->core[i]] : tta_expr_constant(p->pool, 0);
  }
  for (uint32_t i = 0; i < s->num_terms; i++) {
    add_digit(b, form[s->terms[i].form], s->terms[i].extent);
    p->strides[i] = s->terms[i].weight;
  }
  p->offset = s->origin;
  p->allocated = s->allocated;
  p->aligned_pages = s->sharded && s->page_stride != s->page_bytes && s->distribution != TTA_STORAGE_PAGES;
  p->page_bytes = s->page_bytes;
  p->page_stride = s->page_stride;
  return TTA_OK;
}

/* ---- tiled layouts ---- */

static tta_status reject_tiled(const builder *b, const tta_tiled *t) {
  tta_tiled_diagnostics findings;
  tta_status status = tta_tiled_verify(t, b->arena, &findings);
  const tta_tiled_diagnostic *first = status ? NULL : tta_tiled_first_error(&findings);
  if (!first) return status ? status : TTA_INVALID;
  return tta_fail(TTA_INVALID, b->reason, "%.*s", (int)first->message.size, first->message.data);
}

/* One digit, without what follows from the extent of its host dim. */
static tta_expr tiled_digit(tta_addresses *p, const tta_tiled_map *map, uint32_t i) {
  tta_expr digit = tta_expr_dim(p->pool, (uint32_t)map->host_dim[i]);
  int64_t weight = map->weight[i], modulus = map->modulus[i];
  if (map->irregular && modulus && modulus != weight) { /* the rests of all coarser digits */
    for (int64_t w = tta_tiled_coarser(map, i, 0); w; w = tta_tiled_coarser(map, i, w))
      digit = binary(p, TTA_EXPR_MOD, digit, w);
    modulus = 0;
  }
  if (weight > 1) digit = binary(p, TTA_EXPR_FLOORDIV, digit, weight);
  return modulus ? binary(p, TTA_EXPR_MOD, digit, modulus / weight) : digit;
}

static tta_status of_tiled(builder *b, const tta_tiled *t) {
  tta_addresses *p = b->p;
  tta_tiled_map map;
  tta_tiled_sizes sizes;
  if (!t->has_host)
    return tta_fail(TTA_INVALID, b->reason,
                               "the tensor shape is unknown; the layout has no host");
  tta_status status = tta_tiled_map_of(t, b->arena, &map);
  if (!status) status = tta_tiled_sizes_of(t, b->arena, &sizes);
  if (status == TTA_INVALID) return reject_tiled(b, t);
  if (!status) status = start(b, 0, map.rank);
  if (status) return status;
  if (!sizes.host_elements)
    return tta_fail(TTA_INVALID, b->reason, "a tensor without elements has no addresses");
  if (map.folded)
    return tta_fail(TTA_INVALID, b->reason, "the stride_map counts through several host dims as one; "
                                            "their addresses are not supported");
  p->logical = t->host_size;
  p->element = t->element.name;
  p->pad = t->pad;
  p->offset = map.device_offset;
  p->allocated = sizes.footprint_elements;
  for (uint32_t i = 0; i < map.rank; i++) {
    tta_expr digit = tta_expr_constant(p->pool, 0);
    if (map.host_dim[i] < 0 && map.host_strides[i] == 0 && map.ranges[i] > 1)
      return tta_fail(TTA_INVALID, b->reason, "each element is at %lld addresses, as device dim %u repeats it",
                      (long long)map.ranges[i], i);
    if (map.host_dim[i] >= 0) digit = tiled_digit(p, &map, i);
    add_digit(b, digit, map.ranges[i]);
    p->strides[i] = map.device_strides[i];
  }
  return TTA_OK;
}

/* ---- memrefs ---- */

static tta_status of_strided(builder *b, const tta_memref *m) {
  tta_addresses *p = b->p;
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
  tta_addresses *p = b->p;
  uint32_t cores = m->grid.rank;
  int64_t extent;
  tta_map map = {0};
  if (m->map.num_results <= cores)
    return tta_fail(
        TTA_INVALID, b->reason,
        "the map has %u results; a core of a %u-dim grid and an offset require at least %u",
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
      return tta_fail(TTA_INVALID, b->reason, "result %u reaches core %lld, but the grid has %lld", i,
                                 (long long)extent - 1, (long long)p->grid[i]);
  }
  return status ? status : lay_row_major(p);
}

static tta_status of_memref(builder *b, const tta_memref *m) {
  b->p->logical = m->shape;
  b->p->element = m->element;
  b->p->memory_space = m->memory_space;
  if (!tta_shape_at_least(m->shape, 1))
    return tta_fail(TTA_INVALID, b->reason, "a memref without elements has no addresses");
  return m->strided ? of_strided(b, m) : of_affine(b, m);
}

/* ---- digits ---- */

static tta_status of_digits(builder *b, const tta_digits *d) {
  tta_addresses *p = b->p;
  tta_status status = start(b, 0, d->count);
  p->logical = d->shape;
  p->element = d->element;
  p->offset = d->offset;
  p->allocated = d->allocated;
  p->swizzled = tta_has_swizzle(d);
  for (uint32_t i = 0; i < d->count && !status; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t all = (d->shape.extent[g->dim] - 1) / g->divisor + 1, extent = g->extent < all ? g->extent : all;
    tta_expr digit = quotient(p, tta_expr_dim(p->pool, g->dim), g->divisor, all);
    add_digit(b, remainder_of(p, digit, extent, all), extent);
    p->strides[i] = g->stride;
  }
  return status;
}

tta_status tta_addresses_of(const tta_layout_ref *from, tta_arena *arena, tta_affine_pool *pool,
                            tta_addresses *addresses, tta_buf *reason) {
  builder b = {addresses, arena, reason, 0};
  *addresses = (tta_addresses){.from = from, .pool = pool};
  tta_status status;
  if (from->layout) {
    addresses->logical = from->layout->logical;
    status = of_layout(&b, from->layout);
  } else if (from->tiled) {
    status = of_tiled(&b, from->tiled);
  } else if (from->digits) {
    status = of_digits(&b, from->digits);
  } else {
    status = of_memref(&b, from->memref);
  }
  return status ? status : finish(&b);
}

bool tta_addresses_one_core(const tta_addresses *p) {
  for (uint32_t i = 0; i < p->num_cores; i++)
    if (p->grid[i] != 1) return false;
  return true;
}
