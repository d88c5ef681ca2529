/* Where a layout has no elements: the unused rest of shards, the gaps of bumped strides, and parts of joined
 * groups that do not start on a tile. */
#include "base/checked.h"
#include "layout/linear.h"
#include "layout/values.h"

/* ---- unused rest of shards ---- */

static int64_t valid_in(const tta_layout *s, uint32_t dim, int64_t core) {
  int64_t before = core * s->shard.extent[dim], left = s->used.extent[dim] - before; /* within the padded shape */
  if (left < 0) left = 0;
  return left < s->shard.extent[dim] ? left : s->shard.extent[dim];
}

void tta_layout_valid(const tta_layout *s, const int64_t *core, int64_t *valid) {
  for (uint32_t i = 0; i < s->grid.rank; i++) valid[i] = valid_in(s, i, core[i]);
}

/* Along one dim of the grid: full shards, at most one that is partly filled, empty ones. */
typedef struct run {
  int64_t first, count, valid;
} run;

static uint32_t runs_of(const tta_layout *s, uint32_t dim, run *runs) {
  int64_t cores = s->grid.extent[dim], shard = s->shard.extent[dim], used = s->used.extent[dim];
  int64_t full = shard ? used / shard : cores, rest = shard ? used % shard : 0;
  uint32_t count = 0;
  if (full) runs[count++] = (run){0, full, shard};
  if (rest) runs[count++] = (run){full, 1, rest};
  if (full + (rest != 0) < cores) runs[count++] = (run){full + (rest != 0), cores - full - (rest != 0), 0};
  return count;
}

tta_status tta_layout_padding(const tta_layout *s, bool (*each)(void *user, const tta_padding_class *padding),
                                void *user) {
  tta_padding_class p;
  run runs[TTA_MAX_RANK][3];
  uint32_t count[TTA_MAX_RANK], at[TTA_MAX_RANK] = {0}, rank = s->grid.rank;
  if (!s->grid.extent || s->interleaved) return TTA_INVALID;
  for (uint32_t i = 0; i < rank; i++) count[i] = runs_of(s, i, runs[i]);
  for (;;) {
    p.count = 1;
    for (uint32_t i = 0; i < rank; i++) {
      const run *r = &runs[i][at[i]];
      p.core[i] = r->first;
      p.valid[i] = r->valid;
      p.count *= r->count; /* at most layout->cores */
    }
    if (!each(user, &p)) return TTA_OK;
    uint32_t i = rank;
    while (i > 0 && ++at[i - 1] == count[i - 1]) at[--i] = 0;
    if (i == 0) return TTA_OK;
  }
}

/* ---- gaps ---- */

static void add_gap(tta_gap *gaps, uint32_t capacity, uint32_t *count, tta_gap gap) {
  if (*count < capacity) gaps[*count] = gap;
  ++*count;
}

/* Strides inside out: what the smaller ones reach is a block; a stride larger than the block leaves a gap after each.
 */
static void gaps_of(const tta_step *steps, uint32_t num_steps, uint32_t dim, tta_gap *gaps, uint32_t capacity,
                    uint32_t *count) {
  int64_t block = 1;
  for (uint32_t k = num_steps; k-- > 0;) {
    if (steps[k].stride > block)
      add_gap(gaps, capacity, count,
              (tta_gap){.dim = dim, .first = block, .size = steps[k].stride - block, .every = steps[k].stride});
    int64_t reach;
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

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}

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

bool tta_layout_parts(const tta_layout *s, uint32_t dim, int64_t rows, int64_t columns, tta_parts *parts) {
  tta_linear sum;
  tta_step steps[TTA_MAX_RANK];
  uint32_t rank = s->grid.rank;
  if (dim >= rank || s->interleaved || rows < 1 || columns < 1 || !tta_linear_of(&s->linear, dim, &sum)) return false;
  uint32_t num = tta_linear_steps(&sum, s->logical, steps);
  if (num < 2 || steps[num - 1].stride < 0 || sum.constant || s->shard.extent[dim] < 1) return false;
  int64_t unit = dim + 1 == rank ? columns : dim + 2 == rank ? rows : 1, common = s->shard.extent[dim];
  *parts = (tta_parts){.dim = dim, .count = 1, .aligned = true, .decided = true};
  for (uint32_t k = 0; k + 1 < num; k++) {
    common = gcd(common, steps[k].stride);
    if (!tta_mul(parts->count, steps[k].extent, &parts->count)) parts->count = INT64_MAX;
  }
  if (common % unit == 0) return true; /* every start, and every shard's beginning, is a multiple of it */
  parts->aligned = false;
  find_first_misplaced(steps, num - 1, s->shard.extent[dim], unit, parts);
  return true;
}
