/* The choice of grids: which are legal, what they cost, and what moves between two of them.
 *
 * A grid is legal when every core has work: with ceildiv shards the last core of dim i starts inside the tensor, which
 * is (G - 1) * ceildiv(P, G) < P. The specification's heuristic is "max the grid at all costs", hence the order. */
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "layout/linear.h"
#include "layout/named.h"
#include "layout/values.h"
#include "ttattr/layout.h"

enum { MAX_GRIDS = 1 << 16, MAX_COUNTED = 1 << 20 };

/* ---- what moves ---- */

/* How many physical indices of one dim are in the same shard of both: those that `steps` reach, or all. */
typedef struct digits {
  tta_step steps[TTA_MAX_RANK];
  uint32_t count;
  int64_t constant;
} digits;

/* How many values of constant + sum stride * x are below `limit`; strides superincreasing, checked by separable(). */
static int64_t values_below(const digits *d, int64_t limit) {
  int64_t total = 1, below = 0;
  for (uint32_t k = 0; k < d->count; k++) total *= d->steps[k].extent; /* at most the logical volume */
  limit -= d->constant;
  if (limit <= 0) return 0;
  for (uint32_t k = 0; k < d->count; k++) {
    const tta_step *s = &d->steps[k];
    total /= s->extent;
    int64_t q = limit / s->stride + (limit % s->stride != 0); /* digits 0..q-1 begin below the limit */
    if (q > s->extent) q = s->extent;
    if (q < 1) return below;
    below += (q - 1) * total; /* all their values are below: the rest is less than one stride */
    limit -= (q - 1) * s->stride;
  }
  return below + (limit > 0);
}

/* Every dim in exactly one result, as digits that decode: then what falls into a box is a product over results. */
static bool separable(const tta_layout *s, digits *out) {
  bool seen[TTA_MAX_RANK] = {0};
  for (uint32_t r = 0; r < s->linear.num_results; r++) {
    tta_linear sum;
    if (!tta_linear_of(&s->linear, r, &sum)) return false;
    out[r].count = tta_linear_steps(&sum, s->logical, out[r].steps);
    out[r].constant = sum.constant;
    int64_t reach = 0;
    for (uint32_t k = out[r].count; k-- > 0;) {
      const tta_step *step = &out[r].steps[k];
      int64_t more;
      if (step->stride <= reach || seen[step->dim]) return false;
      seen[step->dim] = true;
      if (!tta_mul(step->stride, step->extent - 1, &more) || !tta_add(reach, more, &reach)) return false;
    }
  }
  return true;
}

static bool same_sums(const digits *a, const digits *b, uint32_t count) {
  for (uint32_t r = 0; r < count; r++) {
    if (a[r].count != b[r].count || a[r].constant != b[r].constant) return false;
    for (uint32_t k = 0; k < a[r].count; k++)
      if (a[r].steps[k].dim != b[r].steps[k].dim || a[r].steps[k].stride != b[r].steps[k].stride) return false;
  }
  return true;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Values whose index divided by h and by k is the same. */
static int64_t staying(const digits *d, int64_t h, int64_t k, int64_t physical) {
  int64_t count = 0;
  if (h == k) return values_below(d, physical);
  for (int64_t c = 0;; c++) {
    int64_t from, to, from_k, to_k;
    if (!tta_mul(c, h, &from) || !tta_mul(c, k, &from_k) || !tta_add(from, h, &to) || !tta_add(from_k, k, &to_k))
      return count;
    from = larger(from, from_k);
    to = smaller(to, to_k);
    if (from >= to || from >= physical) return count; /* from here on the shards drift further apart */
    count += values_below(d, to) - values_below(d, from);
  }
}

static tta_status count_one_by_one(const tta_layout *a, const tta_layout *b, int64_t *moved) {
  int64_t index[TTA_MAX_RANK] = {0}, pa[TTA_MAX_RANK], pb[TTA_MAX_RANK];
  if (a->logical_elements > MAX_COUNTED) return TTA_UNDECIDED;
  *moved = 0;
  for (int64_t n = 0; n < a->logical_elements; n++) {
    tta_status status = tta_map_evaluate(&a->linear, index, NULL, pa);
    if (!status) status = tta_map_evaluate(&b->linear, index, NULL, pb);
    if (status) return status;
    bool same = a->grid.rank == b->grid.rank;
    for (uint32_t r = 0; r < a->grid.rank && same; r++) same = pa[r] / a->shard.extent[r] == pb[r] / b->shard.extent[r];
    *moved += !same;
    for (uint32_t i = a->logical.rank; i-- > 0;) {
      if (++index[i] < a->logical.extent[i]) break;
      index[i] = 0;
    }
  }
  return TTA_OK;
}

static tta_status moved_elements(const tta_layout *a, const tta_layout *b, int64_t *moved) {
  /* cppcheck-suppress uninitdata ; separable writes them */
  digits *da = malloc(2 * TTA_MAX_RANK * sizeof *da), *db = da ? da + TTA_MAX_RANK : NULL;
  if (!da) return TTA_NO_MEMORY;
  bool closed = a->grid.rank == b->grid.rank && separable(a, da) && separable(b, db) && same_sums(da, db, a->grid.rank);
  int64_t stay = 1;
  for (uint32_t r = 0; r < a->grid.rank && closed; r++)
    stay *= staying(&da[r], a->shard.extent[r], b->shard.extent[r], a->physical.extent[r]);
  free(da);
  if (!closed) return count_one_by_one(a, b, moved);
  *moved = a->logical_elements - stay;
  return TTA_OK;
}

tta_status tta_layout_moved_bytes(const tta_layout *from, const tta_layout *to, int64_t *bytes) {
  const tta_element *element = &from->memref_element;
  int64_t moved, area = tta_element_is_tile(element) ? element->tile[0] * element->tile[1] : 1, total;
  if (!from->grid.extent || !to->grid.extent || from->interleaved || to->interleaved || !from->element_bytes)
    return TTA_UNDECIDED;
  bool same_shape = from->logical.rank == to->logical.rank;
  for (uint32_t i = 0; i < from->logical.rank && same_shape; i++)
    same_shape = from->logical.extent[i] == to->logical.extent[i];
  if (!same_shape) return TTA_INVALID;
  *bytes = 0;
  if (!from->logical_elements) return TTA_OK;
  tta_status status = moved_elements(from, to, &moved);
  if (status) return status;
  if (!tta_mul(moved, from->element_bytes, &total)) return TTA_OVERFLOW;
  *bytes = total / area + (total % area != 0); /* of a block float tile its share, rounded up */
  return TTA_OK;
}

/* ---- grids ---- */

typedef struct chooser {
  const tta_layout *s, *like;
  int64_t capacity_bytes;
  tta_grid_choice choice;
} chooser;

static bool has_work_for_all(const tta_layout *s) {
  for (uint32_t i = 0; i < s->used.rank; i++) {
    int64_t before; /* the last core: what is on those before it */
    if (s->grid.extent[i] == 1) continue;
    if (!tta_mul(s->grid.extent[i] - 1, s->shard.extent[i], &before) || before >= s->used.extent[i]) return false;
  }
  return true;
}

/* In the named form the padding of the outermost alignments follows from the grid. */
static tta_status divide_named(const tta_layout *s, tta_shape grid, int64_t *physical, int64_t *shard) {
  int64_t alignments[TTA_MAX_RANK];
  memcpy(alignments, s->alignments.extent, s->logical.rank * sizeof *alignments);
  tta_status status =
      tta_named_pad(s->logical, s->intervals, s->num_intervals, grid, s->memref_element.tile, alignments, NULL);
  if (!status)
    status = tta_layout_collapsed_shape(s->logical, (tta_shape){s->logical.rank, alignments}, s->intervals,
                                        s->num_intervals, physical);
  for (uint32_t i = 0; i < grid.rank && !status; i++) shard[i] = physical[i] / grid.extent[i];
  return status;
}

typedef struct extents {
  int64_t physical[TTA_MAX_RANK], shard[TTA_MAX_RANK], memref[TTA_MAX_RANK], padded[TTA_MAX_RANK];
} extents;

/* The layout on another grid: only what counting needs, into `e`. TTA_INVALID: it cannot be cut so. */
static tta_status on_grid(const tta_layout *s, const int64_t *grid, extents *e, tta_layout *out) {
  uint32_t rank = s->grid.rank;
  *out = *s;
  out->grid = (tta_shape){rank, grid};
  bool named = s->family == TTA_FAMILY_NAMED;
  tta_status status = named ? divide_named(s, out->grid, e->physical, e->shard)
                            : tta_layout_shard_shape(s->physical, out->grid, e->shard);
  if (named) out->physical = (tta_shape){rank, e->physical};
  out->shard = (tta_shape){rank, e->shard};
  if (!status) status = tta_layout_memref_shape(out->shard, &s->memref_element, e->memref);
  out->memref = (tta_shape){rank, e->memref};
  if (!status) status = tta_layout_scalar_shape(out->memref, &s->memref_element, e->padded);
  out->padded_shard = (tta_shape){rank, e->padded};
  return status;
}

static tta_status cost(chooser *c, tta_layout *s) {
  int64_t elements, units, allocated;
  tta_grid_choice *g = &c->choice;
  tta_status status = tta_layout_volume(s->padded_shard, &elements);
  if (!status) status = tta_layout_volume(s->memref, &units);
  if (!status) status = tta_layout_volume(s->grid, &g->cores);
  if (status) return status;
  if (!tta_mul(elements, g->cores, &allocated)) return TTA_OVERFLOW;
  g->padding_elements = allocated - s->logical_elements;
  g->shard_bytes = -1;
  if (s->element_bytes && !tta_mul(units, s->element_bytes, &g->shard_bytes)) return TTA_OVERFLOW;
  g->fits = c->capacity_bytes < 0 || g->shard_bytes <= c->capacity_bytes;
  g->moved_bytes = -1;
  if (!c->like) return TTA_OK;
  s->cores = g->cores;
  status = tta_layout_moved_bytes(c->like, s, &g->moved_bytes);
  if (status) g->moved_bytes = -1;
  return status == TTA_UNDECIDED ? TTA_OK : status;
}

static int order(const void *a, const void *b) {
  const tta_grid_choice *x = a, *y = b;
  if (x->cores != y->cores) return x->cores > y->cores ? -1 : 1;
  if (x->padding_elements != y->padding_elements) return x->padding_elements < y->padding_elements ? -1 : 1;
  for (uint32_t i = 0; i < TTA_MAX_RANK; i++)
    if (x->grid[i] != y->grid[i]) return x->grid[i] < y->grid[i] ? -1 : 1;
  return 0;
}

static bool next_grid(int64_t *grid, tta_shape most) {
  for (uint32_t i = most.rank; i-- > 0;) {
    if (++grid[i] <= most.extent[i]) return true;
    grid[i] = 1;
  }
  return false;
}

static tta_status count_grids(tta_shape most, int64_t *count) {
  tta_status status = tta_layout_volume(most, count);
  for (uint32_t i = 0; i < most.rank; i++)
    if (most.extent[i] < 1) return TTA_INVALID;
  return status == TTA_OVERFLOW || *count > MAX_GRIDS ? TTA_LIMIT : status;
}

/* The grids found so far. */
typedef struct found_grids {
  tta_grid_choice *items;
  size_t count, capacity;
} found_grids;

static bool keep(found_grids *b, const tta_grid_choice *choice) {
  if (b->count == b->capacity) {
    size_t wanted = b->capacity ? b->capacity * 2 : 64;
    tta_grid_choice *more = realloc(b->items, wanted * sizeof *more);
    if (!more) return false;
    b->items = more;
    b->capacity = wanted;
  }
  b->items[b->count++] = *choice;
  return true;
}

tta_status tta_layout_grids(const tta_layout *s, tta_shape most, int64_t capacity_bytes, const tta_layout *like,
                              tta_grid_choice *choices, size_t capacity, size_t *count) {
  chooser c = {.s = s, .like = like, .capacity_bytes = capacity_bytes};
  found_grids all = {.items = NULL};
  int64_t grids;
  *count = 0;
  if (!s->grid.extent || s->interleaved || most.rank != s->grid.rank) return TTA_INVALID;
  tta_status status = count_grids(most, &grids);
  for (uint32_t i = 0; i < most.rank; i++) c.choice.grid[i] = 1;
  while (!status) {
    tta_layout other;
    extents e;
    status = on_grid(s, c.choice.grid, &e, &other);
    bool legal = !status && has_work_for_all(&other);
    if (status == TTA_INVALID) status = TTA_OK;
    if (legal) status = cost(&c, &other);
    if (legal && !status && !keep(&all, &c.choice)) status = TTA_NO_MEMORY;
    if (!next_grid(c.choice.grid, most)) break;
  }
  if (!status && all.count) {
    qsort(all.items, all.count, sizeof *all.items, order);
    *count = all.count;
    memcpy(choices, all.items, (all.count < capacity ? all.count : capacity) * sizeof *choices);
  }
  free(all.items);
  return status;
}
