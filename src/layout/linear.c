/* Affine results as strides. */
#include "layout/linear.h"

#include "base/checked.h"
#include "affine/walk.h"
#include "layout/layout.h"

/* What a subexpression is, as the value of a fold. */
enum { CONSTANT, LINEAR, OTHER };

static bool enter(void *context, tta_expr expr) {
  const tta_affine_pool *pool = context;
  return !tta_affine_node_is_leaf(&pool->nodes[expr]);
}

static tta_status leaf(void *context, tta_expr expr, int64_t *value) {
  const tta_affine_pool *pool = context;
  uint8_t kind = pool->nodes[expr].kind;
  *value = kind == TTA_EXPR_CONSTANT ? CONSTANT : kind == TTA_EXPR_DIM ? LINEAR : OTHER;
  return TTA_OK;
}

static tta_status join(void *context, tta_expr expr, int64_t lhs, int64_t rhs, int64_t *value) {
  const tta_affine_pool *pool = context;
  uint8_t kind = pool->nodes[expr].kind;
  bool constants = lhs == CONSTANT && rhs == CONSTANT;
  *value = lhs > rhs ? lhs : rhs;
  if (kind == TTA_EXPR_MUL && lhs == LINEAR && rhs == LINEAR) *value = OTHER;
  if (kind != TTA_EXPR_MUL && kind != TTA_EXPR_ADD && !constants) *value = OTHER;
  return TTA_OK;
}

static bool is_linear(const tta_affine_pool *pool, tta_expr expr) {
  static const tta_expr_folder folder = {enter, leaf, join};
  int64_t kind;
  return !tta_expr_fold(pool, expr, &folder, (void *)(uintptr_t)pool, &kind) && kind != OTHER;
}

bool tta_map_is_linear(const tta_map *map) {
  for (uint32_t r = 0; r < map->num_results; r++)
    if (!is_linear(map->pool, map->results[r])) return false;
  return true;
}

bool tta_linear_of(const tta_map *map, uint32_t result, tta_linear *out) {
  int64_t at[TTA_MAX_RANK] = {0};
  tta_expr expr = map->results[result];
  if (map->num_dims > TTA_MAX_RANK || !is_linear(map->pool, expr)) return false;
  if (tta_expr_evaluate(map->pool, expr, at, NULL, &out->constant)) return false;
  for (uint32_t i = 0; i < map->num_dims; i++) {
    at[i] = 1;
    if (tta_expr_evaluate(map->pool, expr, at, NULL, &out->coefficient[i])) return false;
    if (!tta_sub(out->coefficient[i], out->constant, &out->coefficient[i])) return false;
    at[i] = 0;
  }
  return true;
}

uint32_t tta_linear_steps(const tta_linear *linear, tta_shape shape, tta_step *steps) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (!linear->coefficient[i] || shape.extent[i] < 2) continue;
    tta_step step = {i, linear->coefficient[i], shape.extent[i]};
    uint32_t at = count++;
    for (; at > 0 && steps[at - 1].stride < step.stride; at--) steps[at] = steps[at - 1];
    steps[at] = step;
  }
  return count;
}

bool tta_linear_turn(const tta_linear *linear, tta_shape shape, tta_linear *turned) {
  *turned = *linear;
  for (uint32_t i = 0; i < shape.rank; i++) {
    int64_t c = linear->coefficient[i], reach;
    if (c >= 0 || shape.extent[i] < 2) continue;
    if (!tta_mul(c, shape.extent[i] - 1, &reach) || !tta_add(turned->constant, reach, &turned->constant) ||
        !tta_sub(0, c, &turned->coefficient[i]))
      return false;
  }
  return true;
}

/* The same with a sum without constant. @param most the largest sum of the steps from k on; most[count] = 0 */
static tta_cut cut_steps(const tta_step *steps, uint32_t count, const int64_t *most, int64_t lo, int64_t hi,
                         int64_t *first, int64_t *last) {
  for (uint32_t k = 0;; k++) {
    if (lo > most[k] || hi <= 0 || lo >= hi) return TTA_CUT_EMPTY;
    if (lo <= 0 && hi > most[k]) return TTA_CUT_BOX; /* always so at k == count */
    int64_t stride = steps[k].stride, inner = most[k + 1], begin = 0;
    if (k == count || inner >= stride) return TTA_CUT_OTHER;
    if (lo > inner) begin = (lo - inner - 1) / stride + 1; /* the least value whose inner sums reach lo */
    int64_t end = (hi - 1) / stride;
    if (end > steps[k].extent - 1) end = steps[k].extent - 1;
    if (begin > end) return TTA_CUT_EMPTY;
    first[steps[k].dim] = begin;
    last[steps[k].dim] = end;
    lo -= begin * stride; /* begin, end * stride are sums of an index: they fit */
    if (begin < end) return lo <= 0 && hi - end * stride > inner ? TTA_CUT_BOX : TTA_CUT_OTHER;
    hi -= end * stride;
  }
}

tta_cut tta_linear_cut(const tta_linear *linear, tta_shape shape, int64_t lo, int64_t hi, int64_t *first,
                       int64_t *last) {
  tta_linear turned;
  tta_step steps[TTA_MAX_RANK];
  int64_t most[TTA_MAX_RANK + 1], reach;
  if (!tta_linear_turn(linear, shape, &turned) || !tta_sub(lo, turned.constant, &lo) ||
      !tta_sub(hi, turned.constant, &hi))
    return TTA_CUT_OTHER;
  for (uint32_t i = 0; i < shape.rank; i++) {
    first[i] = 0;
    last[i] = shape.extent[i] - 1;
  }
  uint32_t count = tta_linear_steps(&turned, shape, steps);
  most[count] = 0;
  for (uint32_t k = count; k-- > 0;)
    if (!tta_mul(steps[k].stride, steps[k].extent - 1, &reach) || !tta_add(most[k + 1], reach, &most[k]))
      return TTA_CUT_OTHER;
  tta_cut cut = cut_steps(steps, count, most, lo, hi, first, last);
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (linear->coefficient[i] >= 0) continue;
    int64_t begin = first[i];
    first[i] = shape.extent[i] - 1 - last[i];
    last[i] = shape.extent[i] - 1 - begin;
  }
  return cut;
}

/* Whether the map puts other parts where the padding of dim `dim` would be. */
static bool is_joined_tightly(const tta_map *map, tta_shape shape, uint32_t dim, int64_t padded) {
  tta_linear sum;
  int64_t taken;
  for (uint32_t r = 0; r < map->num_results; r++) {
    if (!tta_linear_of(map, r, &sum) || sum.coefficient[dim] < 1) continue;
    if (!tta_mul(padded, sum.coefficient[dim], &taken)) continue;
    for (uint32_t d = 0; d < dim; d++)
      if (shape.extent[d] > 1 && sum.coefficient[d] >= sum.coefficient[dim] && sum.coefficient[d] < taken) return true;
  }
  return false;
}

tta_status tta_layout_ttnn_shape(const tta_map *map, tta_shape shape, const int64_t tile[2], int64_t *out) {
  for (uint32_t i = 0; i < shape.rank; i++) {
    int64_t unit = i + 1 == shape.rank ? tile[1] : i + 2 == shape.rank ? tile[0] : 1;
    if (!tta_align_up(shape.extent[i], unit, &out[i])) return TTA_OVERFLOW;
    if (out[i] != shape.extent[i] && shape.rank <= TTA_MAX_RANK && map->num_dims == shape.rank &&
        is_joined_tightly(map, shape, i, out[i]))
      out[i] = shape.extent[i];
  }
  return TTA_OK;
}

/* The largest stride times its extent, when that is more than what the sum reaches. */
static bool count_whole_strides(const tta_linear *sum, tta_shape shape, int64_t *extent) {
  for (uint32_t d = 0; d < shape.rank; d++) {
    int64_t whole;
    if (sum->coefficient[d] < 1) continue;
    if (!tta_mul(sum->coefficient[d], shape.extent[d], &whole)) return false;
    if (whole > *extent) *extent = whole;
  }
  return true;
}

tta_status tta_layout_ttnn_extents(const tta_map *map, tta_shape shape, int64_t *out) {
  int64_t last[TTA_MAX_RANK];
  tta_linear sum;
  if (shape.rank > TTA_MAX_RANK) return TTA_LIMIT;
  tta_status status = tta_layout_reached_shape(map, shape, last, out);
  for (uint32_t r = 0; r < map->num_results && !status; r++)
    if (tta_linear_of(map, r, &sum) && !sum.constant && !count_whole_strides(&sum, shape, &out[r])) return TTA_OVERFLOW;
  return status;
}
