/* The search for two points with one image: a bitmap over the images where these are dense, a
 * hash table otherwise. Memory: at most 64 MiB. */
#include "maps/search.h"

#include <string.h>

#include "base/checked.h"

/* Sampling stays below a millisecond for ordinary maps: SAMPLE_STEPS operations, but never fewer than SAMPLE_LEAST
 * points. */
enum { SAMPLE_CORNERS = 64, SAMPLE_BOX = 1024, SAMPLE_RANDOM = 4096, SAMPLE_STEPS = 1 << 16, SAMPLE_LEAST = 256 };

/* The finalizer of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* ---- points ---- */

static bool take_dims(tta_points *points, const bool *vary, tta_arena *arena) {
  points->dim = tta_arena_array(arena, (size_t)points->rank + 1, sizeof *points->dim);
  points->corner_extent = tta_arena_array(arena, (size_t)points->rank + 1, sizeof *points->corner_extent);
  points->at = tta_arena_array(arena, (size_t)points->rank + 1, sizeof *points->at);
  if (!points->dim || !points->corner_extent || !points->at) return false;
  memset(points->at, 0, ((size_t)points->rank + 1) * sizeof *points->at);
  for (uint32_t i = 0; i < points->rank; i++)
    if (points->extent[i] > 1 && (!vary || vary[i])) points->dim[points->active++] = i;
  return true;
}

/* Doubles the extents of a box at the origin, innermost first, while it has room. */
static void choose_corner(tta_points *points) {
  points->corner_count = 1;
  for (uint32_t i = 0; i < points->active; i++) points->corner_extent[i] = 1;
  bool grown = true;
  while (grown) {
    grown = false;
    for (uint32_t i = points->active; i-- > 0 && points->corner_count * 2 <= SAMPLE_BOX;) {
      if (points->corner_extent[i] > points->extent[points->dim[i]] / 2) continue;
      points->corner_extent[i] *= 2;
      points->corner_count *= 2;
      grown = true;
    }
  }
}

static void corner_point(const tta_points *points, uint64_t number, int64_t *at) {
  for (uint32_t i = 0; i < points->active; i++)
    at[points->dim[i]] = number >> (i % 6) & 1 ? 0 : points->extent[points->dim[i]] - 1;
}

static void box_point(const tta_points *points, const int64_t *extents, int64_t number, int64_t *at) {
  for (uint32_t i = points->active; i-- > 0;) {
    int64_t extent = extents ? extents[i] : points->extent[points->dim[i]];
    at[points->dim[i]] = number % extent;
    number /= extent;
  }
}

/* A quarter of the coordinates lie at an end: that is where overflows and large images are. */
static void random_point(const tta_points *points, uint64_t number, int64_t *at) {
  for (uint32_t i = 0; i < points->active; i++) {
    uint64_t extent = (uint64_t)points->extent[points->dim[i]], draw = mix(mix(number) + i);
    uint64_t value = draw % 8 == 0 ? 0 : draw % 8 == 1 ? extent - 1 : (draw >> 3) % extent;
    at[points->dim[i]] = (int64_t)value;
  }
}

/* Writes point `number` (0 .. count - 1) without moving. */
static void get_point(const tta_points *points, int64_t number, int64_t *at) {
  for (uint32_t i = 0; i < points->rank; i++) at[i] = 0;
  if (points->all)
    box_point(points, NULL, number, at);
  else if (number < SAMPLE_CORNERS)
    corner_point(points, (uint64_t)number, at);
  else if (number < SAMPLE_CORNERS + points->corner_count)
    box_point(points, points->corner_extent, number - SAMPLE_CORNERS, at);
  else
    random_point(points, (uint64_t)number, at);
}

/* @param vary per dim: whether it matters; NULL: all. @param steps operations a point costs. false: no memory */
static bool init_points(tta_points *points, const int64_t *extent, uint32_t rank, const bool *vary, uint32_t steps,
                        tta_arena *arena) {
  *points = (tta_points){.all = true, .count = 1, .rank = rank, .extent = extent};
  if (!take_dims(points, vary, arena)) return false;
  int64_t cost;
  for (uint32_t i = 0; i < points->active && points->all; i++)
    points->all = tta_mul(points->count, extent[points->dim[i]], &points->count) &&
                  points->count <= TTA_MAPS_MAX_POINTS;
  if (points->all && tta_mul(points->count, (int64_t)steps + 1, &cost) && cost <= TTA_MAPS_MAX_STEPS) return true;
  points->all = false;
  choose_corner(points);
  points->count = SAMPLE_CORNERS + points->corner_count + SAMPLE_RANDOM;
  int64_t affordable = SAMPLE_STEPS / ((int64_t)steps + points->rank + 1);
  if (affordable < SAMPLE_LEAST) affordable = SAMPLE_LEAST;
  if (points->count > affordable) points->count = affordable;
  get_point(points, 0, points->at);
  return true;
}

bool tta_points_next(tta_points *points) {
  if (++points->number >= points->count) return false;
  if (!points->all) {
    get_point(points, points->number, points->at);
    return true;
  }
  for (uint32_t i = points->active; i-- > 0;) {
    uint32_t dim = points->dim[i];
    if (++points->at[dim] < points->extent[dim]) return true;
    points->at[dim] = 0;
  }
  return false;
}

static void mark_dims(const tta_program *program, bool *vary) {
  for (uint32_t i = 0; i < program->num_ops; i++)
    if (program->ops[i].kind == TTA_OP_DIM) vary[program->ops[i].dim] = true;
}

bool tta_points_of(tta_points *points, const tta_program *program, const tta_program *other, tta_arena *arena) {
  size_t rank = (size_t)program->num_dims + 1;
  bool *vary = tta_arena_array(arena, rank, sizeof *vary);
  if (!vary) return false;
  memset(vary, 0, rank * sizeof *vary);
  mark_dims(program, vary);
  if (other) mark_dims(other, vary);
  return init_points(points, program->extent, program->num_dims, vary,
                         program->num_ops + (other ? other->num_ops : 0), arena);
}

/* ---- keys of images ---- */

/* Images as one number: exact mixed radix over the bounds where these fit in 64 bits, else a hash. */
typedef struct keys {
  const tta_program *program;
  int64_t *low, *image, *other;
  uint64_t *radix;
  bool exact;
  uint64_t limit; /* keys are below it when exact */
} keys;

static tta_status keys_init(keys *k, const tta_program *program, tta_arena *arena) {
  size_t results = (size_t)program->num_results + 1;
  *k = (keys){.program = program, .exact = true, .limit = 1};
  k->low = tta_arena_array(arena, results, sizeof *k->low);
  k->image = tta_arena_array(arena, results, sizeof *k->image);
  k->other = tta_arena_array(arena, results, sizeof *k->other);
  k->radix = tta_arena_array(arena, results, sizeof *k->radix);
  tta_interval *intervals = tta_arena_array(arena, (size_t)program->num_ops + 1, sizeof *intervals);
  if (!k->low || !k->image || !k->other || !k->radix || !intervals) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < program->num_results; r++) {
    k->exact &= tta_program_bounds(program, r, intervals);
    const tta_interval *interval = &intervals[program->start[r + 1] - program->start[r] - 1];
    k->low[r] = interval->lo;
    k->radix[r] = (uint64_t)interval->hi - (uint64_t)interval->lo + 1;
    if (k->radix[r] == 0 || __builtin_mul_overflow(k->limit, k->radix[r], &k->limit)) k->exact = false;
  }
  return TTA_OK;
}

static tta_status key_at(keys *k, const int64_t *at, uint64_t *key) {
  tta_status status = tta_program_image(k->program, at, k->image);
  if (status) return status;
  uint64_t out = 0;
  for (uint32_t r = 0; r < k->program->num_results; r++) {
    if (k->exact)
      out = out * k->radix[r] + ((uint64_t)k->image[r] - (uint64_t)k->low[r]);
    else
      out = mix(out ^ (uint64_t)k->image[r]);
  }
  *key = out;
  return TTA_OK;
}

/* ---- two points, one image ---- */

typedef struct overlap {
  keys keys;
  tta_points points;
  tta_arena *arena;
  int64_t *first, *second;
  tta_answer found;
} overlap;

static void copy_point(int64_t *to, const int64_t *from, uint32_t rank) {
  if (rank) memcpy(to, from, rank * sizeof *to);
}

static tta_status overflowed(overlap *o, tta_status status) {
  copy_point(o->first, o->points.at, o->points.rank);
  return status;
}

/* The bitmap tells that a key came before; the point it came from is found by a second walk. */
static tta_status find_earlier(overlap *o, uint64_t wanted) {
  uint64_t key;
  copy_point(o->second, o->points.at, o->points.rank);
  int64_t last = o->points.number;
  for (int64_t n = 0; n < last; n++) {
    get_point(&o->points, n, o->first);
    tta_status status = key_at(&o->keys, o->first, &key);
    if (status) return status;
    if (key == wanted) break;
  }
  o->found = TTA_YES;
  return TTA_OK;
}

static tta_status search_bitmap(overlap *o) {
  size_t words = (size_t)(o->keys.limit / 64 + 1);
  uint64_t *seen = tta_arena_array(o->arena, words, sizeof *seen), key;
  if (!seen) return TTA_NO_MEMORY;
  memset(seen, 0, words * sizeof *seen);
  do {
    tta_status status = key_at(&o->keys, o->points.at, &key);
    if (status) return overflowed(o, status);
    uint64_t bit = (uint64_t)1 << key % 64;
    if (seen[key / 64] & bit) return find_earlier(o, key);
    seen[key / 64] |= bit;
  } while (tta_points_next(&o->points));
  return TTA_OK;
}

/* Whether point `number` is another point with the current image (key_at has left it in keys.image). */
static tta_status same_image(overlap *o, int64_t number, bool *same) {
  size_t rank = o->points.rank;
  *same = false;
  get_point(&o->points, number, o->first);
  if (rank == 0 || memcmp(o->first, o->points.at, rank * sizeof *o->first) == 0) return TTA_OK;
  tta_status status = tta_program_image(o->keys.program, o->first, o->keys.other);
  if (status) return status;
  size_t results = o->keys.program->num_results;
  *same = results == 0 || memcmp(o->keys.other, o->keys.image, results * sizeof *o->keys.image) == 0;
  return TTA_OK;
}

static tta_status search_table(overlap *o) {
  uint64_t size = 16, key;
  while (size < (uint64_t)o->points.count * 2) size *= 2;
  uint64_t *key_of = tta_arena_array(o->arena, (size_t)o->points.count, sizeof *key_of);
  uint32_t *table = tta_arena_array(o->arena, (size_t)size, sizeof *table); /* number + 1; 0: free */
  if (!key_of || !table) return TTA_NO_MEMORY;
  memset(table, 0, (size_t)size * sizeof *table);
  do {
    tta_status status = key_at(&o->keys, o->points.at, &key);
    if (status) return overflowed(o, status);
    uint64_t slot = mix(key) & (size - 1);
    for (; table[slot]; slot = (slot + 1) & (size - 1)) {
      bool same = false;
      if (key_of[table[slot] - 1] == key) status = same_image(o, (int64_t)table[slot] - 1, &same);
      if (status) return status;
      if (!same) continue;
      copy_point(o->second, o->points.at, o->points.rank);
      o->found = TTA_YES;
      return TTA_OK;
    }
    key_of[o->points.number] = key;
    table[slot] = (uint32_t)o->points.number + 1;
  } while (tta_points_next(&o->points));
  return TTA_OK;
}

tta_status tta_find_overlap(const tta_program *program, tta_arena *arena, int64_t *first, int64_t *second,
                            tta_answer *found, bool *all) {
  overlap o = {.arena = arena, .first = first, .second = second, .found = TTA_NO};
  if (!init_points(&o.points, program->extent, program->num_dims, NULL, program->num_ops, arena))
    return TTA_NO_MEMORY;
  tta_status status = keys_init(&o.keys, program, arena);
  if (status) return status;
  uint64_t dense = (uint64_t)o.points.count * 64 + 4096;
  bool bitmap = o.points.all && o.keys.exact && o.keys.limit <= dense; /* at most 2^28 bits, 32 MiB */
  status = bitmap ? search_bitmap(&o) : search_table(&o);
  *all = o.points.all;
  *found = o.found == TTA_NO && !o.points.all ? TTA_UNKNOWN : o.found;
  return status;
}
