/* Where a layout has no elements: the unused rest of shards, the gaps of bumped strides, and parts of joined
 * groups that do not start on a tile. */
#include "base/checked.h"
#include "layout/core_counts.h"
#include "layout/linear.h"

/* ---- unused rest of shards ---- */

/* Within its memref, which may be too small in a layout that is only warned about. */
static int64_t shard_extent(const tta_layout *s, uint32_t dim) {
  bool cut = s->memref.extent && s->padded_shard.extent[dim] < s->shard.extent[dim];
  return cut ? s->padded_shard.extent[dim] : s->shard.extent[dim];
}

static int64_t valid_in(const tta_layout *s, uint32_t dim, int64_t core) {
  int64_t before = core * s->shard.extent[dim], left = s->used.extent[dim] - before; /* within the padded shape */
  int64_t most = shard_extent(s, dim);
  if (left < 0) left = 0;
  return left < most ? left : most;
}

void tta_layout_valid(const tta_layout *s, const int64_t *core, int64_t *valid) {
  for (uint32_t i = 0; i < s->grid.rank; i++) valid[i] = valid_in(s, i, core[i]);
}

tta_status tta_layout_core_padding(const tta_layout *s, const int64_t *core, tta_padding_class *out) {
  tta_core_counts counts;
  if (!s->grid.extent || s->interleaved) return TTA_INVALID;
  tta_status status = tta_core_counts_open(s, &counts);
  *out = (tta_padding_class){.count = 1};
  for (uint32_t i = 0; i < s->grid.rank; i++) out->core[i] = core[i];
  if (!status) tta_core_counts_at(&counts, core, out);
  tta_core_counts_close(&counts);
  return status;
}

/* Cores along one dim of the grid that use equally much: in a row, unless strides are bumped. */
typedef struct group {
  int64_t first, count, valid, reached;
} group;

typedef struct groups {
  group *items;
  uint32_t count;
} groups;

enum { MAX_GROUPS = 1024, MAX_CLASSES = 1 << 16 };

/* Full shards, at most one that is partly filled, empty ones. */
static uint32_t runs_of(const tta_layout *s, uint32_t dim, group *runs) {
  int64_t cores = s->grid.extent[dim], shard = s->shard.extent[dim], used = s->used.extent[dim];
  int64_t full = shard ? used / shard : cores, rest = shard ? used % shard : 0;
  uint32_t count = 0;
  if (full >= cores) full = cores, rest = 0;
  int64_t most = shard_extent(s, dim), last = rest < most ? rest : most;
  if (full) runs[count++] = (group){0, full, most, most};
  if (rest) runs[count++] = (group){full, 1, last, last};
  if (full + (rest != 0) < cores) runs[count++] = (group){full + (rest != 0), cores - full - (rest != 0), 0, 0};
  return count;
}

/* Adds a core; false when there are too many groups. */
static bool add_core(groups *g, int64_t core, int64_t valid, int64_t reached) {
  for (uint32_t k = g->count; k-- > 0;) {
    group *same = &g->items[k];
    if (same->valid != valid || same->reached != reached) continue;
    same->count++;
    return true;
  }
  if (g->count == MAX_GROUPS) return false;
  g->items[g->count++] = (group){core, 1, valid, reached};
  return true;
}

/* Where every index of the used shape has elements three runs are enough. */
static bool has_gaps(const tta_core_counts *c, uint32_t dim) {
  const tta_layout *s = c->layout;
  if (!c->results) return false;
  const tta_result_counts *r = &c->results[dim];
  if (r->closed) return tta_values_between(&r->values, 0, s->used.extent[dim]) < s->used.extent[dim];
  return r->reached.complete && r->reached.count < s->used.extent[dim];
}

static tta_status group_cores(tta_core_counts *c, uint32_t dim, groups *out) {
  const tta_layout *s = c->layout;
  bool one_by_one = has_gaps(c, dim) && s->grid.extent[dim] <= TTA_LAYOUT_PADDING_CORES;
  out->items = tta_arena_array(&c->arena, one_by_one ? MAX_GROUPS : 3, sizeof *out->items);
  out->count = 0;
  if (!out->items) return TTA_NO_MEMORY;
  for (int64_t core = 0; core < s->grid.extent[dim] && one_by_one; core++)
    one_by_one = add_core(out, core, valid_in(s, dim, core), tta_core_counts_reached(c, dim, core));
  if (!one_by_one) out->count = runs_of(s, dim, out->items);
  return TTA_OK;
}

static bool are_equal(const tta_core_counts *c) {
  for (int64_t n = 1; n < c->layout->cores; n++)
    if (c->elements[n] != c->elements[0]) return false;
  return true;
}

/* Every combination of groups. */
static void visit(const tta_core_counts *c, const groups *dims, bool (*each)(void *, const tta_padding_class *),
                  void *user) {
  tta_padding_class p;
  uint32_t at[TTA_MAX_RANK] = {0}, rank = c->layout->grid.rank;
  for (;;) {
    p.count = p.elements = 1;
    for (uint32_t i = 0; i < rank; i++) {
      const group *g = &dims[i].items[at[i]];
      p.core[i] = g->first;
      p.valid[i] = g->valid;
      p.reached[i] = g->reached;
      p.count *= g->count; /* at most layout->cores */
    }
    tta_padding_class first = p;
    tta_core_counts_at(c, p.core, &first);
    p.elements = p.count == 1 || !c->elements || are_equal(c) ? first.elements : -1;
    if (!each(user, &p)) return;
    uint32_t i = rank;
    while (i > 0 && ++at[i - 1] == dims[i - 1].count) at[--i] = 0;
    if (i == 0) return;
  }
}

tta_status tta_layout_padding(const tta_layout *s, bool (*each)(void *user, const tta_padding_class *padding),
                                void *user) {
  tta_core_counts counts;
  groups dims[TTA_MAX_RANK];
  int64_t classes = 1;
  if (!s->grid.extent || s->interleaved) return TTA_INVALID;
  tta_status status = tta_core_counts_open(s, &counts);
  for (uint32_t i = 0; i < s->grid.rank && !status; i++) {
    status = group_cores(&counts, i, &dims[i]);
    if (!status && !tta_mul(classes, dims[i].count, &classes)) classes = INT64_MAX;
  }
  for (uint32_t i = 0; i < s->grid.rank && !status && classes > MAX_CLASSES; i++)
    dims[i].count = runs_of(s, i, dims[i].items);
  if (!status) visit(&counts, dims, each, user);
  tta_core_counts_close(&counts);
  return status;
}

/* ---- gaps ---- */

static void add_gap(tta_gap *gaps, uint32_t capacity, uint32_t *count, tta_gap gap) {
  if (*count < capacity) gaps[*count] = gap;
  ++*count;
}

/* Whether all positions of a gap are those of another one: strides of 256 and 32 whose parts fill 256. */
static bool repeats(tta_gap gap, tta_gap other) {
  return other.every && gap.size == other.size && (gap.first - other.first) % other.every == 0 &&
         gap.every % other.every == 0;
}

/* Strides inside out: what the smaller ones reach is a block; a stride larger than the block leaves a gap after each.
 */
static void gaps_of(const tta_step *steps, uint32_t num_steps, uint32_t dim, tta_gap *gaps, uint32_t capacity,
                    uint32_t *count) {
  int64_t block = 1, reach;
  tta_gap inner = {.every = 0};
  for (uint32_t k = num_steps; k-- > 0;) {
    tta_gap gap = {.dim = dim, .first = block, .size = steps[k].stride - block, .every = steps[k].stride};
    if (gap.size > 0 && !repeats(gap, inner)) {
      add_gap(gaps, capacity, count, gap);
      inner = gap;
    }
    if (!tta_mul(steps[k].stride, steps[k].extent - 1, &reach) || !tta_add(block, reach, &block)) return;
  }
}

uint32_t tta_layout_gaps(const tta_layout *s, tta_gap *gaps, uint32_t capacity) {
  uint32_t count = 0;
  for (uint32_t r = 0; r < s->linear.num_results; r++) {
    tta_linear sum;
    tta_step steps[TTA_MAX_RANK];
    if (!tta_linear_of(&s->linear, r, &sum)) return 0;
    uint32_t num_steps = tta_linear_steps(&sum, s->logical, steps);
    if (num_steps && steps[num_steps - 1].stride < 0) continue; /* runs backwards: not a bumped stride */
    if (sum.constant > 0)
      add_gap(gaps, capacity, &count,
              (tta_gap){.dim = r, .first = 0, .size = sum.constant, .every = s->physical.extent[r]});
    gaps_of(steps, num_steps, r, gaps, capacity, &count);
  }
  return count;
}

/* ---- parts of joined groups ---- */

enum { MAX_PARTS = 1 << 16 }; /* looked at one by one */

/* The start of part number n, steps[0..num) outermost first; false when it leaves int64. */
static bool start_of(const tta_step *steps, uint32_t num, int64_t n, int64_t *start) {
  *start = 0;
  for (uint32_t k = num; k-- > 0;) {
    int64_t term;
    if (!tta_mul(n % steps[k].extent, steps[k].stride, &term) || !tta_add(*start, term, start)) return false;
    n /= steps[k].extent;
  }
  return true;
}

static void find_first_misplaced(const tta_step *steps, uint32_t num, int64_t shard, int64_t unit, tta_parts *parts) {
  int64_t start;
  parts->decided = false;
  for (int64_t n = 0; n < parts->count && n < MAX_PARTS; n++) {
    if (!start_of(steps, num, n, &start)) return;
    if (start % shard % unit == 0) continue;
    *parts = (tta_parts){.dim = parts->dim, .count = parts->count, .decided = true, .part = n, .start = start,
                         .shard = start / shard, .offset = start % shard};
    return;
  }
  parts->decided = parts->aligned = parts->count <= MAX_PARTS;
}

/* Whether the innermost dims of a joined group, those of the least stride, have extent 1: each part is one row, and
 * every step leads to another part. */
static bool has_parts_of_one(const tta_linear *sum, tta_shape logical) {
  int64_t least = INT64_MAX, least_varying = INT64_MAX;
  for (uint32_t d = 0; d < logical.rank; d++) {
    int64_t stride = sum->coefficient[d];
    if (stride < 1) continue;
    if (stride < least) least = stride;
    if (logical.extent[d] > 1 && stride < least_varying) least_varying = stride;
  }
  return least < least_varying;
}

bool tta_layout_parts(const tta_layout *s, uint32_t dim, int64_t rows, int64_t columns, tta_parts *parts) {
  tta_linear sum;
  tta_step steps[TTA_MAX_RANK];
  uint32_t rank = s->grid.rank;
  if (dim >= rank || s->interleaved || rows < 1 || columns < 1 || !tta_linear_of(&s->linear, dim, &sum)) return false;
  uint32_t num = tta_linear_steps(&sum, s->logical, steps), outer = num;
  if (!has_parts_of_one(&sum, s->logical) && num) outer--; /* the last step is within a part */
  if (!outer || steps[num - 1].stride < 0 || sum.constant || s->shard.extent[dim] < 1) return false;
  int64_t unit = dim + 1 == rank ? columns : dim + 2 == rank ? rows : 1, common = s->shard.extent[dim];
  *parts = (tta_parts){.dim = dim, .count = 1, .aligned = true, .decided = true};
  for (uint32_t k = 0; k < outer; k++) {
    common = (int64_t)tta_gcd((uint64_t)common, tta_abs(steps[k].stride));
    if (!tta_mul(parts->count, steps[k].extent, &parts->count)) parts->count = INT64_MAX;
  }
  if (common % unit == 0) return true; /* every start, and every shard's beginning, is a multiple of it */
  parts->aligned = false;
  find_first_misplaced(steps, outer, s->shard.extent[dim], unit, parts);
  return true;
}
