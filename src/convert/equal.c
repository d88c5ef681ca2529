/* equal.c: whether two notations give every element the same address, and an element for which they differ. */
#include "base/checked.h"
#include "convert/convert.h"
#include "digits/digits.h"
#include "maps/maps.h"

tta_status tta_addresses_value(const tta_addresses *p, tta_expr expr, const int64_t *index, int64_t *value) {
  return tta_expr_evaluate(p->pool, expr, index, NULL, value);
}

tta_status tta_addresses_position(const tta_addresses *p, const int64_t *index, int64_t *position) {
  return p->swizzled ? tta_digits_address(p->from->digits, index, position)
                     : tta_addresses_value(p, p->position, index, position);
}

/* ---- one dim after the other ---- */

enum { NO_DIM = -1, SEVERAL = -2 };

/* The only dim of an expression, NO_DIM or SEVERAL. Expressions of notations are short, and handles grow upwards. */
static int64_t only_dim(const tta_affine_pool *pool, tta_expr expr) {
  tta_expr stack[TTA_MAX_RANK * 4];
  uint32_t count = 0;
  int64_t dim = NO_DIM;
  stack[count++] = expr;
  while (count) {
    tta_expr_view v = tta_expr_get(pool, stack[--count]);
    if (v.kind == TTA_EXPR_DIM && dim != NO_DIM && dim != v.value) return SEVERAL;
    if (v.kind == TTA_EXPR_DIM) dim = v.value;
    if (v.kind <= TTA_EXPR_SYMBOL) continue;
    if (count + 2 > sizeof stack / sizeof *stack) return SEVERAL;
    stack[count++] = v.lhs;
    stack[count++] = v.rhs;
  }
  return dim;
}

/* Whether an expression is a sum of terms with one dim each: then it is told by its values along the axes. */
static bool is_separable(const tta_affine_pool *pool, tta_expr expr) {
  tta_expr stack[TTA_MAX_RANK * 4];
  uint32_t count = 0;
  stack[count++] = expr;
  while (count) {
    tta_expr at = stack[--count];
    tta_expr_view v = tta_expr_get(pool, at);
    if (v.kind != TTA_EXPR_ADD) {
      if (only_dim(pool, at) == SEVERAL) return false;
      continue;
    }
    if (count + 2 > sizeof stack / sizeof *stack) return false;
    stack[count++] = v.lhs;
    stack[count++] = v.rhs;
  }
  return true;
}

typedef struct expressions {
  const tta_affine_pool *pool;
  uint32_t num_dims;
  tta_expr a, b;
  tta_arena *arena;
  tta_map_equality answer;
} expressions;

static tta_status compare_on(expressions *c, tta_shape box) {
  tta_map a = {c->pool, c->num_dims, 0, 1, &c->a}, b = {c->pool, c->num_dims, 0, 1, &c->b};
  return tta_maps_equality(&a, &b, box, c->arena, &c->answer);
}

/* Both are sums of terms of one dim each: equal along every axis is equal. */
static tta_status compare_axes(expressions *c, tta_shape box) {
  int64_t *axis;
  tta_shape line = tta_shape_new(c->arena, box.rank, &axis);
  if (!axis) return TTA_NO_MEMORY;
  c->answer.equal = TTA_YES;
  for (uint32_t d = 0; d < box.rank && c->answer.equal == TTA_YES; d++) {
    for (uint32_t i = 0; i < box.rank; i++) axis[i] = i == d ? box.extent[i] : 1;
    tta_status status = compare_on(c, line);
    if (status) return status;
  }
  return TTA_OK;
}

tta_status tta_addresses_compare(const tta_addresses *p, tta_expr a, tta_expr b, tta_arena *arena, bool *equal,
                              const int64_t **at) {
  expressions c = {.pool = p->pool, .num_dims = p->logical.rank, .a = a, .b = b, .arena = arena};
  *at = NULL;
  *equal = tta_expr_equal(p->pool, a, p->pool, b);
  if (*equal) return TTA_OK;
  bool by_axes = p->logical.rank && is_separable(p->pool, a) && is_separable(p->pool, b);
  tta_status status = by_axes ? compare_axes(&c, p->logical) : compare_on(&c, p->logical);
  if (status) return status;
  if (c.answer.equal == TTA_UNKNOWN) return TTA_UNDECIDED;
  *equal = c.answer.equal == TTA_YES;
  *at = c.answer.at;
  return TTA_OK;
}

/* ---- addresses ---- */

static void put_core(tta_buf *out, const tta_addresses *p, const int64_t *index) {
  int64_t core = 0;
  if (!tta_addresses_one_core(p)) tta_buf_str(out, "core ");
  for (uint32_t i = 0; i < p->num_cores && !tta_addresses_one_core(p); i++) {
    if (tta_addresses_value(p, p->cores[i], index, &core)) return;
    tta_buf_printf(out, "%s%lld", i ? "x" : "", (long long)core);
  }
  if (!tta_addresses_one_core(p)) tta_buf_str(out, ", ");
  if (!tta_addresses_position(p, index, &core)) tta_buf_printf(out, "offset %lld", (long long)core);
}

static tta_status tell(const tta_addresses *a, const tta_addresses *b, const int64_t *at, tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  tta_buf_str(reason, "element ");
  tta_buf_list(reason, a->logical.rank, at);
  tta_buf_str(reason, " would move from ");
  put_core(reason, a, at);
  tta_buf_str(reason, " to ");
  put_core(reason, b, at);
  return TTA_INVALID;
}

/* The dims of a grid that have more than one core: those of one core stand or fall without meaning. */
static uint32_t real_cores(const tta_addresses *p, tta_expr *cores) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->num_cores; i++) {
    int64_t value;
    if (!tta_expr_is_constant(p->pool, p->cores[i], &value) || value) cores[count++] = p->cores[i];
  }
  return count;
}

/* The cores of two layouts with grids, whose last two dims are y and x and dims before them chips: dims that one of the
 * grids does not have are 0 there. */
static uint32_t cores_of_grids(const tta_addresses *a, const tta_addresses *b, tta_expr *cores_a, tta_expr *cores_b) {
  uint32_t count = a->num_cores > b->num_cores ? a->num_cores : b->num_cores;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t from_last = count - i;
    cores_a[i] = from_last <= a->num_cores ? a->cores[a->num_cores - from_last] : tta_expr_constant(a->pool, 0);
    cores_b[i] = from_last <= b->num_cores ? b->cores[b->num_cores - from_last] : tta_expr_constant(a->pool, 0);
  }
  return count;
}

/* @param at set to an index at which the expressions differ, or NULL */
static tta_status compare(const tta_addresses *a, tta_expr x, tta_expr y, tta_arena *arena, const int64_t **at) {
  bool equal;
  return tta_addresses_compare(a, x, y, arena, &equal, at);
}

/* @return TTA_UNDECIDED if one of them is not digits, or they do not decide */
static tta_status compare_digits(const tta_addresses *a, const tta_addresses *b, tta_arena *arena,
                                 const int64_t **at) {
  tta_digits x, y;
  tta_digits_comparison result;
  tta_status status = tta_addresses_digits(a, arena, &x);
  if (!status) status = tta_addresses_digits(b, arena, &y);
  if (status == TTA_INVALID) return TTA_UNDECIDED;
  if (!status) status = tta_digits_compare(&x, &y, arena, &result);
  if (status == TTA_OVERFLOW) return TTA_UNDECIDED;
  *at = status || result.equal ? NULL : result.at;
  return status;
}

tta_status tta_addresses_difference(const tta_addresses *a, const tta_addresses *b, tta_arena *arena,
                                    const int64_t **at, tta_buf *reason) {
  tta_expr cores_a[TTA_MAX_RANK], cores_b[TTA_MAX_RANK];
  *at = NULL;
  if (!tta_shape_equal(a->logical, b->logical))
    return tta_fail(TTA_INVALID, reason, "the tensor would have another shape");
  tta_status status = compare_digits(a, b, arena, at);
  if (status != TTA_UNDECIDED) return status;
  if (a->swizzled || b->swizzled) {
    bool digits = tta_addresses_one_core(a) && tta_addresses_one_core(b);
    return tta_fail(status, reason, "it cannot be decided whether every element keeps its address: a swizzle is "
                                    "compared with sums of digits in one memory%s",
                    digits ? ", and with others if all extents and strides are powers of two" : "");
  }
  bool grids = a->from->layout && b->from->layout && a->num_cores && b->num_cores;
  uint32_t count = grids ? cores_of_grids(a, b, cores_a, cores_b) : real_cores(a, cores_a);
  if (!grids && count != real_cores(b, cores_b))
    return tta_fail(TTA_INVALID, reason, "the tensor would lie on another number of grid dims");
  status = TTA_OK;
  for (uint32_t i = 0; i < count && !status && !*at; i++) status = compare(a, cores_a[i], cores_b[i], arena, at);
  if (!status && !*at) status = compare(a, a->position, b->position, arena, at);
  if (status == TTA_UNDECIDED)
    return tta_fail(status, reason, "it cannot be decided whether every element keeps its address");
  return status;
}

/* ---- memory layouts ---- */

static const char *memory_name(const tta_addresses *p) {
  return p->memory_layout ? tta_memory_layout_name(p->memory_layout) : "none (shards on the cores of the grid)";
}

/* What `b` says, where `a` says nothing, or only that there are shards. */
static bool may_mean(const tta_addresses *a, const tta_addresses *b) {
  bool nothing = a->memory_layout == TTA_MEMORY_LAYOUT_NONE;
  if (!nothing && a->memory_layout != TTA_MEMORY_LAYOUT_SHARDED) return false;
  if (tta_memory_layout_is_sharded(b->memory_layout)) return true;
  if (!nothing || b->memory_layout == TTA_MEMORY_LAYOUT_NONE) return nothing;
  return b->memory_layout == TTA_MEMORY_LAYOUT_SINGLE_BANK ? tta_addresses_one_core(a)
                                                            : a->from->layout->memory_space == TTA_MEMORY_DRAM;
}

bool tta_addresses_same_memory(const tta_addresses *a, const tta_addresses *b) {
  if (!a->from->layout || !b->from->layout || a->memory_layout == b->memory_layout) return true;
  return may_mean(a, b) || may_mean(b, a);
}

tta_status tta_addresses_equal(const tta_addresses *a, const tta_addresses *b, tta_arena *arena, tta_buf *reason) {
  const int64_t *at;
  tta_status status = tta_addresses_difference(a, b, arena, &at, reason);
  if (!status && !at && !tta_addresses_same_memory(a, b))
    return tta_fail(TTA_INVALID, reason, "memory layout %s would become %s", memory_name(a), memory_name(b));
  return status || !at ? status : tell(a, b, at, reason);
}

/* ---- layouts in any notation ---- */

static tta_status place_of(const tta_addresses *p, const int64_t *at, tta_arena *arena, tta_str *place) {
  tta_buf text = tta_buf_new(arena->allocator);
  put_core(&text, p, at);
  *place = tta_arena_take(arena, &text);
  return arena->failed ? TTA_NO_MEMORY : TTA_OK;
}

tta_status tta_layout_ref_compare(const tta_layout_ref *a, const tta_layout_ref *b, tta_arena *arena,
                                  tta_layout_ref_comparison *comparison, tta_buf *reason) {
  const tta_layout_ref *side[2] = {a, b};
  tta_addresses addresses[2];
  tta_affine_pool *pool = tta_affine_pool_new(arena->allocator);
  tta_status status = pool ? TTA_OK : TTA_NO_MEMORY;
  *comparison = (tta_layout_ref_comparison){.equal = true};
  for (int i = 0; i < 2 && !status; i++) {
    status = tta_addresses_of(side[i], arena, pool, &addresses[i], reason);
    if (!status && addresses[i].block_float)
      status = tta_fail(TTA_INVALID, reason, "scalars of block floats have no address of their own");
  }
  if (!status && !tta_shape_equal(addresses[0].logical, addresses[1].logical)) {
    char first[TTA_NUMBERS_BYTES], second[TTA_NUMBERS_BYTES];
    status = tta_fail(TTA_INVALID, reason, "the tensors have different shapes: %s and %s",
                      tta_shape_text(first, addresses[0].logical), tta_shape_text(second, addresses[1].logical));
  }
  if (!status) status = tta_addresses_difference(&addresses[0], &addresses[1], arena, &comparison->at, reason);
  if (!status && comparison->at) {
    comparison->equal = false;
    comparison->rank = addresses[0].logical.rank;
    for (int i = 0; i < 2 && !status; i++) {
      status = tta_addresses_position(&addresses[i], comparison->at, &comparison->offset[i]);
      if (!status) status = place_of(&addresses[i], comparison->at, arena, &comparison->place[i]);
    }
  }
  if (!status && comparison->equal && !tta_addresses_same_memory(&addresses[0], &addresses[1])) {
    comparison->equal = false;
    comparison->memory_differs = true;
    for (int i = 0; i < 2; i++) comparison->place[i] = tta_str_from(memory_name(&addresses[i]));
  }
  tta_affine_pool_free(pool);
  return status;
}

/* ---- strides ---- */

tta_status tta_addresses_strides(const tta_addresses *p, tta_arena *arena, int64_t *strides, const int64_t **at) {
  uint32_t rank = p->logical.rank;
  int64_t index[TTA_MAX_RANK] = {0}, origin, value;
  bool equal;
  *at = NULL;
  tta_status status = tta_addresses_value(p, p->position, index, &origin);
  if (status) return status;
  tta_expr sum = tta_expr_constant(p->pool, origin);
  for (uint32_t i = 0; i < rank; i++) {
    strides[i] = 0;
    if (p->logical.extent[i] > 1) {
      index[i] = 1;
      if ((status = tta_addresses_value(p, p->position, index, &value))) return status;
      index[i] = 0;
      if (!tta_sub(value, origin, &strides[i])) return TTA_OVERFLOW;
    }
    tta_expr term = tta_expr_binary(p->pool, TTA_EXPR_MUL, tta_expr_dim(p->pool, i),
                                    tta_expr_constant(p->pool, strides[i]));
    sum = tta_expr_binary(p->pool, TTA_EXPR_ADD, sum, term);
  }
  status = tta_affine_pool_status(p->pool);
  if (!status) status = tta_addresses_compare(p, p->position, sum, arena, &equal, at);
  return status ? status : equal ? TTA_OK : TTA_INVALID;
}
