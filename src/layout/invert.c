/* The search for an index that a map takes to a given result.
 *
 * The box of all indices is halved, always in the dim that moves the results most, and a half is dropped as soon as the
 * bounds of a result exclude the wanted image. Strides that decode (each at least what the smaller ones reach) leave
 * one half each time, so that the work is the number of binary digits of the shape. */
#include "layout/invert.h"

#include "affine/pool.h"
#include "base/checked.h"
#include "maps/program.h"

enum { DIMS = 64, MAX_BOXES = 1 << 16 };

typedef struct search {
  const tta_program *program;
  const int64_t *image;
  tta_interval *intervals; /* of the operations of a result */
  int64_t lo[DIMS], hi[DIMS];
} search;

/* Whether result r may take the wanted value in the current box. */
static bool may_hold(const search *s, uint32_t r) {
  uint32_t count = s->program->start[r + 1] - s->program->start[r];
  if (!tta_program_bounds_in(s->program, r, s->lo, s->hi, s->intervals)) return true; /* no bounds: cannot exclude */
  const tta_interval *whole = &s->intervals[count - 1];
  return whole->lo <= s->image[r] && s->image[r] <= whole->hi;
}

static bool may_hold_all(const search *s) {
  for (uint32_t r = 0; r < s->program->num_results; r++)
    if (!may_hold(s, r)) return false;
  return true;
}

/* How far a result moves when dim d runs through its side of the box: its order decides what is halved next. */
static int64_t reach(search *s, uint32_t d) {
  int64_t lo = s->lo[d], hi = s->hi[d], most = 0;
  int64_t at[DIMS], a, b;
  for (uint32_t i = 0; i < s->program->num_dims; i++) at[i] = s->lo[i];
  for (uint32_t r = 0; r < s->program->num_results; r++) {
    at[d] = lo;
    if (tta_program_value(s->program, r, at, &a)) continue;
    at[d] = hi;
    if (tta_program_value(s->program, r, at, &b) || !tta_sub(b, a, &a)) continue;
    if (a == INT64_MIN) a++;
    if (a < 0) a = -a;
    if (a > most) most = a;
  }
  return most;
}

static uint32_t widest(search *s) {
  uint32_t best = DIMS;
  int64_t best_reach = -1;
  for (uint32_t i = 0; i < s->program->num_dims; i++) {
    if (s->lo[i] == s->hi[i]) continue;
    int64_t r = reach(s, i);
    if (r > best_reach) best = i, best_reach = r;
  }
  return best;
}

typedef struct halving {
  uint32_t dim;
  bool second;     /* the lower half is done */
  int64_t lo, hi;  /* before */
} halving;

enum { HALVINGS_OF_A_DIM = 64 }; /* down to one index */

/* Depth first, with a stack of halvings. */
static tta_status run_search(search *s, halving *stack, int64_t *index, bool *found) {
  uint32_t depth = 0;
  bool back = !may_hold_all(s);
  *found = false;
  for (uint32_t boxes = 0;; boxes++) {
    if (boxes == MAX_BOXES) return TTA_UNDECIDED;
    if (!back) {
      uint32_t dim = widest(s);
      if (dim == DIMS) {
        for (uint32_t i = 0; i < s->program->num_dims; i++) index[i] = s->lo[i];
        *found = true;
        return TTA_OK;
      }
      stack[depth++] = (halving){dim, false, s->lo[dim], s->hi[dim]};
      s->hi[dim] = s->lo[dim] + (s->hi[dim] - s->lo[dim]) / 2;
    } else {
      while (depth && stack[depth - 1].second) {
        depth--;
        s->lo[stack[depth].dim] = stack[depth].lo;
        s->hi[stack[depth].dim] = stack[depth].hi;
      }
      if (!depth) return TTA_OK;
      halving *h = &stack[depth - 1];
      h->second = true;
      s->lo[h->dim] = h->lo + (h->hi - h->lo) / 2 + 1;
      s->hi[h->dim] = h->hi;
    }
    back = !may_hold_all(s);
  }
}

tta_status tta_map_invert(const tta_map *map, tta_shape box, const int64_t *image, int64_t *index, bool *found) {
  tta_arena arena;
  tta_program program;
  search s = {.program = &program, .image = image};
  *found = false;
  if (box.rank > DIMS) return TTA_LIMIT;
  tta_arena_init(&arena, map->pool->allocator);
  tta_status status = tta_program_compile(&program, map, box, &arena);
  halving *stack = tta_arena_array(&arena, (size_t)HALVINGS_OF_A_DIM * box.rank + 1, sizeof *stack);
  if (!status && !stack) status = TTA_NO_MEMORY;
  if (!status) {
    s.intervals = tta_arena_array(&arena, (size_t)program.num_ops + 1, sizeof *s.intervals);
    for (uint32_t i = 0; i < box.rank; i++) s.lo[i] = 0, s.hi[i] = box.extent[i] - 1;
    status = s.intervals ? run_search(&s, stack, index, found) : TTA_NO_MEMORY;
  }
  tta_arena_free(&arena);
  return status;
}
