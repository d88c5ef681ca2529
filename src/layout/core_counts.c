/* core_counts.c: how many elements each core has: a product over the results of maps that are sums of separate dims; of
 * other maps element by element. */
#include "layout/core_counts.h"

#include <string.h>

#include "affine/pool.h"
#include "base/checked.h"
#include "base/index.h"
#include "layout/layout.h"

enum { MAX_ELEMENTS = 1 << 20, MAX_CORES = TTA_LAYOUT_PADDING_CORES };

/* ---- sums ---- */

bool tta_values_of(const tta_map *map, uint32_t result, tta_shape shape, tta_values *out) {
  tta_linear sum, turned;
  int64_t reach = 0, last;
  if (!tta_linear_of(map, result, &sum) || !tta_linear_turn(&sum, shape, &turned)) return false;
  out->constant = turned.constant;
  out->reversed = 0;
  out->count = tta_linear_steps(&turned, shape, out->steps);
  for (uint32_t k = out->count; k-- > 0;) {
    const tta_step *step = &out->steps[k];
    int64_t more;
    if (sum.coefficient[step->dim] < 0) out->reversed |= UINT64_C(1) << step->dim;
    if (step->stride <= reach) return false;
    if (!tta_mul(step->stride, step->extent - 1, &more) || !tta_add(reach, more, &reach)) return false;
  }
  return tta_add(reach, out->constant, &last);
}

bool tta_values_add_dims(const tta_values *v, uint64_t *seen) {
  uint64_t dims = 0;
  for (uint32_t k = 0; k < v->count; k++) dims |= UINT64_C(1) << v->steps[k].dim;
  bool separate = !(*seen & dims);
  *seen |= dims;
  return separate;
}

static int64_t values_below(const tta_values *v, int64_t limit) {
  int64_t total = 1, below = 0;
  for (uint32_t k = 0; k < v->count; k++) total *= v->steps[k].extent; /* at most the logical volume */
  if (limit <= v->constant || !tta_sub(limit, v->constant, &limit)) return limit <= v->constant ? 0 : total;
  for (uint32_t k = 0; k < v->count; k++) {
    const tta_step *s = &v->steps[k];
    total /= s->extent;
    int64_t q = limit / s->stride + (limit % s->stride != 0); /* digits 0..q-1 start below the limit */
    if (q > s->extent) q = s->extent;
    below += (q - 1) * total; /* all their values are below: the rest is less than one stride */
    limit -= (q - 1) * s->stride;
  }
  return below + 1;
}

int64_t tta_values_between(const tta_values *v, int64_t begin, int64_t end) {
  return begin < end ? values_below(v, end) - values_below(v, begin) : 0;
}

/* ---- all results ---- */

static bool shares_no_dim(const tta_core_counts *c) {
  uint64_t seen = 0;
  for (uint32_t r = 0; r < c->layout->linear.num_results; r++)
    if (!tta_values_add_dims(&c->results[r].values, &seen)) return false;
  return true;
}

static tta_status count_result(tta_core_counts *c, uint32_t r) {
  const tta_layout *s = c->layout;
  tta_result_counts *result = &c->results[r];
  result->closed = tta_values_of(&s->linear, r, s->logical, &result->values);
  result->reached.complete = false;
  if (result->closed) return TTA_OK;
  result->values.count = 0;
  if (s->used.extent[r] > TTA_MAPS_MAX_POINTS) return TTA_OK;
  tta_status status =
      tta_maps_reached(&s->linear, r, s->logical, s->used.extent[r], &c->arena, &result->reached);
  return status == TTA_NO_MEMORY ? status : TTA_OK;
}

/* Whether an element is in a shard, and in which; false also where the memref does not hold the shard. */
static bool core_of(const tta_layout *s, const int64_t *physical, int64_t *core) {
  *core = 0;
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    int64_t at = physical[r] / s->shard.extent[r];
    if (physical[r] < 0 || at >= s->grid.extent[r]) return false;
    *core = *core * s->grid.extent[r] + at;
  }
  return true;
}

static tta_status count_one_by_one(tta_core_counts *c) {
  const tta_layout *s = c->layout;
  int64_t index[TTA_MAX_RANK] = {0}, physical[TTA_MAX_RANK], core;
  if (s->logical_elements > MAX_ELEMENTS || s->cores > MAX_CORES) return TTA_OK;
  int64_t *elements = tta_arena_array(&c->arena, (size_t)s->cores + 1, sizeof *elements);
  if (!elements) return TTA_NO_MEMORY;
  memset(elements, 0, ((size_t)s->cores + 1) * sizeof *elements);
  do {
    if (tta_map_evaluate(&s->linear, index, NULL, physical)) return TTA_OK; /* unknown */
    if (core_of(s, physical, &core)) elements[core]++;
  } while (tta_index_next(s->logical, index));
  c->elements = elements;
  return TTA_OK;
}

static bool holds_shards(const tta_layout *s) {
  for (uint32_t i = 0; i < s->grid.rank; i++)
    if (s->shard.extent[i] < 1 || (s->memref.extent && s->padded_shard.extent[i] < s->shard.extent[i])) return false;
  return true;
}

tta_status tta_core_counts_open(const tta_layout *s, tta_core_counts *c) {
  *c = (tta_core_counts){.layout = s};
  tta_arena_init(&c->arena, s->linear.pool->allocator);
  if (!s->logical_elements || s->linear.num_results != s->grid.rank || !holds_shards(s)) return TTA_OK;
  c->results = tta_arena_array(&c->arena, (size_t)s->grid.rank + 1, sizeof *c->results);
  if (!c->results) return TTA_NO_MEMORY;
  tta_status status = TTA_OK;
  c->separable = true;
  for (uint32_t r = 0; r < s->grid.rank && !status; r++) {
    status = count_result(c, r);
    c->separable = c->separable && c->results[r].closed;
  }
  if (status) return status;
  c->separable = c->separable && shares_no_dim(c);
  return c->separable ? TTA_OK : count_one_by_one(c);
}

void tta_core_counts_close(tta_core_counts *c) { tta_arena_free(&c->arena); }

/* ---- one core ---- */

static int64_t bits_between(const tta_reached *reached, int64_t begin, int64_t end) {
  int64_t count = 0;
  for (int64_t v = begin; v < end; v++) count += (reached->bits[v / 64] >> (v % 64) & 1) != 0;
  return count;
}

int64_t tta_core_counts_reached(const tta_core_counts *c, uint32_t dim, int64_t core) {
  const tta_layout *s = c->layout;
  if (!s->logical_elements) return 0;
  if (!c->results) return -1;
  const tta_result_counts *r = &c->results[dim];
  int64_t begin = core * s->shard.extent[dim], end = begin + s->shard.extent[dim]; /* within the padded shape */
  if (r->closed) return tta_values_between(&r->values, begin, end);
  if (!r->reached.complete) return -1;
  return bits_between(&r->reached, begin, end < s->used.extent[dim] ? end : s->used.extent[dim]);
}

void tta_core_counts_at(const tta_core_counts *c, const int64_t *core, tta_padding_class *out) {
  const tta_layout *s = c->layout;
  int64_t number = 0;
  out->elements = c->separable || !s->logical_elements ? 1 : -1;
  tta_layout_valid(s, core, out->valid);
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    out->reached[i] = tta_core_counts_reached(c, i, core[i]);
    if (out->elements >= 0) out->elements *= out->reached[i]; /* at most the logical volume */
    if (out->reached[i] < 0) out->reached[i] = out->valid[i];
    number = number * s->grid.extent[i] + core[i];
  }
  if (c->elements) out->elements = c->elements[number];
}

int64_t tta_core_counts_inside(const tta_core_counts *c) {
  const tta_layout *s = c->layout;
  int64_t inside = 1, end;
  if (!s->logical_elements) return 0;
  if (c->elements) {
    inside = 0;
    for (int64_t n = 0; n < s->cores; n++) inside += c->elements[n];
    return inside;
  }
  if (!c->separable) return -1;
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    if (!tta_mul(s->shard.extent[i], s->grid.extent[i], &end)) end = INT64_MAX;
    inside *= tta_values_between(&c->results[i].values, 0, end);
  }
  return inside;
}
