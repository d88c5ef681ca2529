/* Which shards hold elements, and which elements are on the same core in two layouts of one tensor: a product over the
 * results of maps that are sums of separate dims; of other maps element by element. */
#include "layout/occupancy.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/index.h"

enum { MAX_POINTS = 1 << 20 };

bool tta_grid_view(tta_shape grid, tta_shape workers, tta_worker_view *view) {
  int64_t cores;
  bool plain = grid.rank == workers.rank;
  for (uint32_t i = 0; i < grid.rank && plain; i++) plain = grid.extent[i] <= workers.extent[i];
  *view = TTA_VIEW_PLAIN;
  if (plain) return true;
  if (grid.rank != 2 || workers.rank != 2 || !tta_mul(workers.extent[0], workers.extent[1], &cores)) return false;
  *view = grid.extent[0] == 1 ? TTA_VIEW_EXTRA_WIDE : TTA_VIEW_EXTRA_TALL;
  return (grid.extent[0] == 1 && grid.extent[1] <= cores) || (grid.extent[1] == 1 && grid.extent[0] <= cores);
}

/* ---- sums of separate dims ---- */

/* The sums of all results, if each dim is in at most one of them and their digits decode. */
static bool separate(const tta_layout *s, tta_values *out) {
  uint64_t seen = 0;
  for (uint32_t r = 0; r < s->linear.num_results; r++)
    if (!tta_values_of(&s->linear, r, s->logical, &out[r]) || !tta_values_add_dims(&out[r], &seen)) return false;
  return true;
}

static bool same_sums(const tta_values *a, const tta_values *b, uint32_t count) {
  for (uint32_t r = 0; r < count; r++) {
    if (a[r].count != b[r].count || a[r].constant != b[r].constant || a[r].reversed != b[r].reversed) return false;
    for (uint32_t k = 0; k < a[r].count; k++)
      if (a[r].steps[k].dim != b[r].steps[k].dim || a[r].steps[k].stride != b[r].steps[k].stride) return false;
  }
  return true;
}

/* The largest difference of two consecutive values, and the last value. */
static int64_t largest_gap(const tta_values *d, int64_t *last) {
  int64_t reach = 0, gap = 1;
  for (uint32_t k = d->count; k-- > 0;) {
    if (d->steps[k].stride - reach > gap) gap = d->steps[k].stride - reach;
    reach += d->steps[k].stride * (d->steps[k].extent - 1); /* separate() checked it */
  }
  *last = d->constant + reach;
  return gap;
}

/* How many shards of this extent have a value. */
static int64_t shards_with_values(const tta_values *d, int64_t shard) {
  int64_t last, gap = largest_gap(d, &last), first = d->constant / shard, hit = 0;
  if (gap <= shard) return last / shard - first + 1;
  for (int64_t c = first; c <= last / shard; c++) {
    int64_t from = c * shard; /* at most `last` */
    hit += tta_values_between(d, from, from + shard > from ? from + shard : INT64_MAX) > 0;
  }
  return hit;
}

/* ---- elements one by one ---- */

/* Fills `points`, unless there are too many elements. */
static tta_status list_points(const tta_layout *s, tta_occupancy *o) {
  int64_t index[TTA_MAX_RANK] = {0};
  uint32_t rank = s->linear.num_results;
  if (o->points || s->logical_elements > MAX_POINTS || rank > s->physical.rank) return TTA_OK;
  int64_t *at = o->points = malloc(((size_t)s->logical_elements * rank + 1) * sizeof *at);
  if (!at) return TTA_NO_MEMORY;
  for (int64_t n = 0; n < s->logical_elements; n++, at += rank) {
    tta_status status = tta_map_evaluate(&s->linear, index, NULL, at);
    if (status) return status;
    for (uint32_t r = 0; r < rank; r++)
      if (at[r] < 0 || at[r] >= s->used.extent[r]) return TTA_INVALID;
    tta_index_next(s->logical, index);
  }
  return TTA_OK;
}

tta_status tta_occupancy_of(const tta_layout *s, tta_occupancy *out) {
  *out = (tta_occupancy){.digits = NULL};
  if (!s->logical_elements) return TTA_OK;
  out->digits = malloc((s->linear.num_results + 1U) * sizeof *out->digits);
  if (!out->digits) return TTA_NO_MEMORY;
  out->separable = separate(s, out->digits);
  if (!out->separable) return list_points(s, out);
  for (uint32_t r = 0; r < s->linear.num_results; r++)
    if (out->digits[r].constant < 0) return TTA_INVALID;
  return TTA_OK;
}

void tta_occupancy_free(tta_occupancy *o) {
  free(o->digits);
  free(o->points);
}

/* ---- cores ---- */

static tta_status count_marked(const tta_occupancy *o, const tta_layout *s, int64_t *cores) {
  int64_t volume = 1;
  if (!o->points) return TTA_UNDECIDED;
  for (uint32_t r = 0; r < s->grid.rank; r++)
    if (!tta_mul(volume, s->grid.extent[r], &volume) || volume > MAX_POINTS) return TTA_UNDECIDED;
  bool *marked = malloc((size_t)volume + 1);
  if (!marked) return TTA_NO_MEMORY;
  memset(marked, 0, (size_t)volume);
  *cores = 0;
  const int64_t *at = o->points;
  for (int64_t n = 0; n < s->logical_elements; n++) {
    int64_t core = 0;
    for (uint32_t r = 0; r < s->grid.rank; r++) core = core * s->grid.extent[r] + *at++ / s->shard.extent[r];
    *cores += !marked[core];
    marked[core] = true;
  }
  free(marked);
  return TTA_OK;
}

tta_status tta_occupancy_cores(const tta_occupancy *o, const tta_layout *s, int64_t *cores) {
  *cores = 0;
  if (!s->logical_elements) return TTA_OK;
  if (!o->separable) return count_marked(o, s, cores);
  *cores = 1;
  for (uint32_t r = 0; r < s->grid.rank; r++)
    if (!tta_mul(*cores, shards_with_values(&o->digits[r], s->shard.extent[r]), cores)) return TTA_OVERFLOW;
  return TTA_OK;
}

/* ---- moves ---- */

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Values that are in shard x of extent h and in shard y of extent k. */
static int64_t values_in_both(const tta_values *d, int64_t x, int64_t h, int64_t y, int64_t k) {
  int64_t from, to, from_k, to_k;
  if (!tta_mul(x, h, &from) || !tta_mul(y, k, &from_k)) return 0; /* beyond all values */
  if (!tta_add(from, h, &to)) to = INT64_MAX;
  if (!tta_add(from_k, k, &to_k)) to_k = INT64_MAX;
  return tta_values_between(d, larger(from, from_k), smaller(to, to_k));
}

/* Values in shards of equal number. */
static int64_t staying(const tta_values *d, int64_t h, int64_t k, int64_t used) {
  int64_t count = 0;
  if (h == k) return tta_values_between(d, 0, used);
  for (int64_t c = 0;; c++) {
    int64_t from, to, from_k, to_k;
    if (!tta_mul(c, h, &from) || !tta_mul(c, k, &from_k) || !tta_add(from, h, &to) || !tta_add(from_k, k, &to_k))
      return count;
    from = larger(from, from_k);
    to = smaller(to, to_k);
    if (from >= to || from >= used) return count; /* from here on the shards drift further apart */
    count += tta_values_between(d, from, to);
  }
}

typedef struct endpoint {
  const tta_layout *layout;
  tta_worker_view view;
} endpoint;

/* The core of a grid of rank 2 at a core of the worker grid, row-major. */
static bool core_of_worker(const endpoint *e, int64_t worker, int64_t columns, int64_t core[2]) {
  core[0] = e->view == TTA_VIEW_PLAIN ? worker / columns : e->view == TTA_VIEW_EXTRA_TALL ? worker : 0;
  core[1] = e->view == TTA_VIEW_PLAIN ? worker % columns : e->view == TTA_VIEW_EXTRA_TALL ? 0 : worker;
  return core[0] < e->layout->grid.extent[0] && core[1] < e->layout->grid.extent[1];
}

/* Elements on the same core of the worker grid in two views of it. */
static int64_t staying_on_workers(const tta_values *d, const endpoint *a, const endpoint *b, tta_shape workers) {
  int64_t count = 0, columns = workers.extent[1];
  for (int64_t w = 0; w < workers.extent[0] * columns; w++) {
    int64_t x[2], y[2], both = 1;
    if (!core_of_worker(a, w, columns, x) || !core_of_worker(b, w, columns, y)) continue;
    for (uint32_t r = 0; r < 2 && both; r++)
      both *= values_in_both(&d[r], x[r], a->layout->shard.extent[r], y[r], b->layout->shard.extent[r]);
    count += both;
  }
  return count;
}

static int64_t worker_of(const endpoint *e, const int64_t *physical, tta_shape workers) {
  const tta_layout *s = e->layout;
  int64_t worker = 0;
  for (uint32_t r = 0; r < s->grid.rank; r++) {
    if (e->view == TTA_VIEW_PLAIN) worker *= workers.extent[r]; /* else the core of one dim is 0 */
    worker += physical[r] / s->shard.extent[r];
  }
  return worker;
}

static tta_status count_one_by_one(const endpoint *a, tta_occupancy *of_a, const endpoint *b, tta_occupancy *of_b,
                                   tta_shape workers, int64_t *moved) {
  tta_status status = list_points(a->layout, of_a);
  if (!status) status = list_points(b->layout, of_b);
  if (status) return status;
  if (!of_a->points || !of_b->points) return TTA_UNDECIDED;
  const int64_t *at_a = of_a->points, *at_b = of_b->points;
  uint32_t rank_a = a->layout->grid.rank, rank_b = b->layout->grid.rank;
  *moved = 0;
  for (int64_t n = 0; n < a->layout->logical_elements; n++, at_a += rank_a, at_b += rank_b) {
    bool same = rank_a == rank_b;
    if (workers.rank) same = same && worker_of(a, at_a, workers) == worker_of(b, at_b, workers);
    for (uint32_t r = 0; r < rank_a && same && !workers.rank; r++)
      same = at_a[r] / a->layout->shard.extent[r] == at_b[r] / b->layout->shard.extent[r];
    *moved += !same;
  }
  return TTA_OK;
}

tta_status tta_occupancy_moved(const tta_layout *a, tta_occupancy *of_a, const tta_layout *b, tta_occupancy *of_b,
                               tta_shape workers, int64_t *moved) {
  endpoint from = {a, TTA_VIEW_PLAIN}, to = {b, TTA_VIEW_PLAIN};
  *moved = 0;
  if (!a->logical_elements) return TTA_OK;
  if (workers.rank && (!tta_grid_view(a->grid, workers, &from.view) || !tta_grid_view(b->grid, workers, &to.view)))
    return TTA_UNDECIDED;
  if (a->grid.rank != b->grid.rank || !of_a->separable || !of_b->separable ||
      !same_sums(of_a->digits, of_b->digits, a->grid.rank))
    return count_one_by_one(&from, of_a, &to, of_b, workers, moved);
  int64_t stay = 1;
  if (from.view != to.view) stay = staying_on_workers(of_a->digits, &from, &to, workers);
  for (uint32_t r = 0; r < a->grid.rank && from.view == to.view; r++)
    stay *= staying(&of_a->digits[r], a->shard.extent[r], b->shard.extent[r],
                    larger(a->used.extent[r], b->used.extent[r]));
  *moved = a->logical_elements - stay;
  return TTA_OK;
}

tta_status tta_layout_scalar_bytes(const tta_layout *s, int64_t scalars, int64_t *bytes) {
  const tta_element *element = &s->memref_element;
  int64_t area = tta_element_is_tile(element) ? element->tile[0] * element->tile[1] : 1, total;
  if (!s->element_bytes) return TTA_UNDECIDED;
  if (!tta_mul(scalars, s->element_bytes, &total)) return TTA_OVERFLOW;
  *bytes = total / area + (total % area != 0);
  return TTA_OK;
}
