/* map.c: the map of a layout as address steps: each result is a linear form over the dims, or a form that divisions and
 * sums compute from such forms. floordiv, ceildiv and mod by positive constants are divisions. */
#include "affine/walk.h"
#include "base/checked.h"
#include "move/move.h"

enum { MAX_FORMS = 256, MAX_STEPS = 512 };

typedef struct builder {
  const tta_affine_pool *pool;
  const tta_move_spec *spec;
  bool target;
  tta_move_map *map;
  bool stepped[MAX_FORMS]; /* a step writes it: it is not what it is at the start */
} builder;

/* A new form with a value at the start. @return TTA_NO_FORM if there are too many */
static uint32_t new_form(builder *b, const tta_linear *start) {
  if (b->map->num_forms == MAX_FORMS) return TTA_NO_FORM;
  uint32_t form = b->map->num_forms++;
  b->map->start[form] = start ? *start : (tta_linear){0};
  b->stepped[form] = false;
  return form;
}

static bool add_step(builder *b, tta_storage_step step) {
  if (b->map->num_steps == MAX_STEPS) return false;
  b->map->steps[b->map->num_steps++] = step;
  return true;
}

static bool is_constant(const builder *b, uint32_t form) {
  const tta_linear *start = &b->map->start[form];
  for (uint32_t d = 0; d < TTA_MAX_RANK; d++)
    if (start->coefficient[d]) return false;
  return !b->stepped[form];
}

/* sum += weight * form, at the start. */
static bool add_start(tta_linear *sum, const tta_linear *form, int64_t weight) {
  int64_t product;
  if (!tta_mul(form->constant, weight, &product) || !tta_add(sum->constant, product, &sum->constant)) return false;
  for (uint32_t d = 0; d < TTA_MAX_RANK; d++)
    if (!tta_mul(form->coefficient[d], weight, &product) ||
        !tta_add(sum->coefficient[d], product, &sum->coefficient[d]))
      return false;
  return true;
}

/* to += weight * from: at the start, or by a step. */
static tta_status add_form(builder *b, uint32_t to, uint32_t from, int64_t weight) {
  if (!b->stepped[from] && !b->stepped[to])
    return add_start(&b->map->start[to], &b->map->start[from], weight) ? TTA_OK : TTA_OVERFLOW;
  b->stepped[to] = true;
  return add_step(b, (tta_storage_step){.operation = TTA_STORAGE_ADD, .from = from, .to = to, .number = weight})
             ? TTA_OK
             : TTA_LIMIT;
}

/* weight[0] * forms[0] + weight[1] * forms[1] + constant, as a new form. Forms without steps are first, so that they
 * need none. */
static tta_status combine(builder *b, const uint32_t forms[2], const int64_t weights[2], int64_t constant,
                          int64_t *value) {
  uint32_t sum = new_form(b, &(tta_linear){.constant = constant}), first = b->stepped[forms[0]] ? 1 : 0;
  if (sum == TTA_NO_FORM) return TTA_LIMIT;
  *value = sum;
  tta_status status = TTA_OK;
  for (unsigned i = 0; i < 2 && !status; i++) {
    unsigned k = i ? !first : first;
    if (weights[k]) status = add_form(b, sum, forms[k], weights[k]);
  }
  return status;
}

static tta_status divide(builder *b, tta_expr_kind kind, uint32_t form, int64_t divisor, int64_t *value) {
  int64_t shifted = form;
  if (divisor < 1) return TTA_INVALID;
  if (kind == TTA_EXPR_CEILDIV) { /* the floor of (a + D - 1) / D */
    tta_status status = combine(b, (uint32_t[2]){form, form}, (int64_t[2]){1, 0}, divisor - 1, &shifted);
    if (status) return status;
  }
  uint32_t quotient = new_form(b, NULL), remainder = new_form(b, NULL);
  if (remainder == TTA_NO_FORM) return TTA_LIMIT;
  b->stepped[quotient] = b->stepped[remainder] = true;
  *value = kind == TTA_EXPR_MOD ? remainder : quotient;
  return add_step(b, (tta_storage_step){.operation = TTA_STORAGE_DIVIDE,
                                        .from = (uint32_t)shifted,
                                        .quotient = quotient,
                                        .remainder = remainder,
                                        .number = divisor,
                                        .extent = INT64_MAX})
             ? TTA_OK
             : TTA_LIMIT;
}

/* ---- expressions ---- */

/* The dim of `from` that a dim of the map is. */
static uint32_t dim_of(const builder *b, uint32_t dim) {
  const tta_shape *permute = &b->spec->permute;
  return b->target && permute->rank ? (uint32_t)permute->extent[dim] : dim;
}

static bool enter(void *context, tta_expr expr) {
  const builder *b = context;
  return !tta_affine_node_is_leaf(&b->pool->nodes[expr]);
}

static tta_status leaf(void *context, tta_expr expr, int64_t *value) {
  builder *b = context;
  tta_expr_view e = tta_expr_get(b->pool, expr);
  tta_linear start = {0};
  if (e.kind == TTA_EXPR_CONSTANT) start.constant = e.value;
  else if (e.kind != TTA_EXPR_DIM) return TTA_INVALID;
  else start.coefficient[dim_of(b, (uint32_t)e.value)] = 1;
  uint32_t form = new_form(b, &start);
  *value = form;
  return form == TTA_NO_FORM ? TTA_LIMIT : TTA_OK;
}

static tta_status join(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  builder *b = context;
  uint32_t forms[2] = {(uint32_t)lhs, (uint32_t)rhs};
  tta_expr_kind kind = (tta_expr_kind)b->pool->nodes[expr].kind;
  if (kind == TTA_EXPR_ADD) return combine(b, forms, (int64_t[2]){1, 1}, 0, value);
  if (kind == TTA_EXPR_MUL && is_constant(b, forms[0])) {
    uint32_t swap = forms[0];
    forms[0] = forms[1];
    forms[1] = swap;
  }
  if (!is_constant(b, forms[1])) return TTA_INVALID;
  int64_t number = b->map->start[forms[1]].constant;
  if (kind == TTA_EXPR_MUL) return combine(b, forms, (int64_t[2]){number, 0}, 0, value);
  return divide(b, kind, forms[0], number, value);
}

/* A result that is a sum of multiples of dims is one form: every form costs time in each piece of the cut. */
static tta_status add_result(builder *b, const tta_map *map, uint32_t result, int64_t *form) {
  static const tta_expr_folder folder = {enter, leaf, join};
  tta_linear sum, start = {0};
  if (!tta_linear_of(map, result, &sum)) return tta_expr_fold(map->pool, map->results[result], &folder, b, form);
  start.constant = sum.constant;
  for (uint32_t d = 0; d < map->num_dims; d++) start.coefficient[dim_of(b, d)] = sum.coefficient[d];
  *form = new_form(b, &start);
  return *form == TTA_NO_FORM ? TTA_LIMIT : TTA_OK;
}

tta_status tta_move_make_map(const tta_move_spec *spec, bool target, const tta_map *map, tta_arena *arena,
                             tta_move_map *out, uint32_t *failed) {
  builder *b = tta_arena_alloc(arena, sizeof *b);
  *out = (tta_move_map){.num_results = map->num_results};
  out->start = tta_arena_array(arena, MAX_FORMS, sizeof *out->start);
  out->steps = tta_arena_array(arena, MAX_STEPS, sizeof *out->steps);
  if (!b || !out->start || !out->steps) return TTA_NO_MEMORY;
  *b = (builder){.pool = map->pool, .spec = spec, .target = target, .map = out};
  tta_status status = TTA_OK;
  out->linear = true;
  for (*failed = 0; *failed < map->num_results && !status; ++*failed) {
    int64_t form;
    status = add_result(b, map, *failed, &form);
    if (status) return status;
    out->result[*failed] = (uint32_t)form;
    out->linear = out->linear && !b->stepped[form];
  }
  return status;
}

tta_status tta_move_identity_map(uint32_t rank, tta_arena *arena, tta_move_map *out) {
  *out = (tta_move_map){.num_results = rank, .num_forms = rank, .linear = true};
  out->start = tta_arena_array(arena, rank + 1, sizeof *out->start);
  if (!out->start) return TTA_NO_MEMORY;
  for (uint32_t k = 0; k < rank; k++) {
    out->start[k] = (tta_linear){0};
    out->start[k].coefficient[k] = 1;
    out->result[k] = k;
  }
  return TTA_OK;
}
