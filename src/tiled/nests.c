/* The rectangular nests that copy a tensor without its padding, and those of its padding. */
#include <string.h>

#include "base/checked.h"
#include "tiled/parts.h"

/* A box of one host dim: each of its digits has a first value and a range, outer digits first. The boxes of a dim
 * partition [0, extent): what a digit counts in whole steps is one run of it, and the rest is another box, in which it
 * is fixed. If no weight is a multiple of the next finer one, the steps have a rest of their own. */
typedef struct run {
  int64_t first, range;
} run;

typedef struct boxes {
  int64_t *start; /* host rank + 1: the number of the first box of each dim */
  run **runs;     /* host rank: of all boxes of the dim, box by box */
} boxes;

typedef struct splitting {
  const tta_tiled_map *map;
  const uint32_t *dim; /* the digits of one host dim */
  uint32_t count;
  run *current; /* of `count` digits */
  run *out;     /* NULL: boxes are counted only */
  int64_t boxes;
} splitting;

/* Splits [0, extent) by the digits from `at` on; the coarser ones have their runs. Stops above the limit. */
static void split_from(splitting *s, uint32_t at, int64_t extent) {
  if (!extent || s->boxes > TTA_TILED_MAX_NESTS) return;
  if (at == s->count) {
    if (s->out) memcpy(s->out + (size_t)s->boxes * s->count, s->current, s->count * sizeof *s->current);
    s->boxes++;
    return;
  }
  int64_t weight = s->map->weight[s->dim[at]];
  if (extent >= weight) {
    s->current[at] = (run){0, extent / weight};
    split_from(s, at + 1, weight);
  }
  s->current[at] = (run){extent / weight, 1};
  split_from(s, at + 1, extent % weight);
}

static tta_status split_dim(splitting *s, tta_arena *arena, int64_t extent, run **runs) {
  s->out = NULL;
  s->boxes = 0;
  s->current = tta_arena_array(arena, (size_t)s->count + 1, sizeof *s->current);
  if (!s->current) return TTA_NO_MEMORY;
  split_from(s, 0, extent);
  if (s->boxes > TTA_TILED_MAX_NESTS) return TTA_LIMIT;
  *runs = tta_arena_array(arena, (size_t)s->boxes * s->count + 1, sizeof **runs);
  if (!*runs) return TTA_NO_MEMORY;
  s->out = *runs;
  s->boxes = 0;
  split_from(s, 0, extent);
  return TTA_OK;
}

static tta_status split(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, tta_arena *arena, boxes *out,
                        int64_t *nests) {
  uint32_t rank = map->host_size.rank;
  out->start = tta_arena_array(arena, (size_t)rank + 1, sizeof *out->start);
  out->runs = tta_arena_array(arena, (size_t)rank + 1, sizeof *out->runs);
  if (!out->start || !out->runs) return TTA_NO_MEMORY;
  out->start[0] = 0;
  *nests = 1;
  for (uint32_t h = 0; h < rank; h++) {
    splitting s = {.map = map, .dim = lists->dim + lists->start[h], .count = lists->start[h + 1] - lists->start[h]};
    tta_status status = split_dim(&s, arena, map->host_size.extent[h], &out->runs[h]);
    if (status) return status;
    out->start[h + 1] = out->start[h] + s.boxes;
    if (!s.boxes) *nests = 0;
  }
  for (uint32_t h = 0; h < rank && *nests; h++) {
    *nests *= out->start[h + 1] - out->start[h];
    if (*nests > TTA_TILED_MAX_NESTS) return TTA_LIMIT;
  }
  return TTA_OK;
}

/* Adds steps * stride to an offset. */
static bool add_steps(int64_t steps, int64_t stride, int64_t *offset) {
  int64_t add;
  return tta_mul(steps, stride, &add) && tta_add(*offset, add, offset);
}

/* Ranges and offsets of the part of a nest that belongs to host dim h. */
static tta_status fill_dim(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, uint32_t h, const run *chosen,
                           int64_t *ranges, tta_tiled_nest *nest) {
  int64_t index = 0;
  for (uint32_t at = lists->start[h]; at < lists->start[h + 1]; at++) {
    uint32_t i = lists->dim[at];
    const run *r = &chosen[at - lists->start[h]];
    ranges[i] = r->range;
    if (!add_steps(r->first, map->weight[i], &index) ||
        !add_steps(r->first, map->device_strides[i], &nest->device_offset))
      return TTA_OVERFLOW;
  }
  return add_steps(index, map->tensor_strides[h], &nest->host_offset) ? TTA_OK : TTA_OVERFLOW;
}

/* Nest number n: the boxes of the dims in mixed radix, the last host dim's fastest, so the first nest is the one of
 * whole sticks wherever there are any. */
static tta_status fill_nest(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, const boxes *all, int64_t n,
                            int64_t *ranges, tta_tiled_nest *nest) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < map->rank; i++)
    ranges[i] = map->host_dim[i] < 0 && map->host_strides[i] == 0 ? map->ranges[i] : 1; /* repeated, or fixed */
  nest->ranges = ranges;
  for (uint32_t h = map->host_size.rank; h-- > 0 && !status;) {
    int64_t count = all->start[h + 1] - all->start[h];
    uint32_t digits = lists->start[h + 1] - lists->start[h];
    status = fill_dim(map, lists, h, all->runs[h] + (size_t)(n % count) * digits, ranges, nest);
    n /= count;
  }
  return status;
}

tta_status tta_tiled_nests(const tta_tiled_map *map, tta_arena *arena, uint32_t *count, const tta_tiled_nest **nests) {
  tta_tiled_digit_lists lists;
  boxes all;
  int64_t total = 0;
  *count = 0;
  *nests = NULL;
  tta_status status = tta_tiled_list_digits(map, arena, &lists);
  if (!status) status = split(map, &lists, arena, &all, &total);
  if (status || !total) return status;
  tta_tiled_nest *list = tta_arena_array(arena, (size_t)total, sizeof *list);
  int64_t *host_strides = tta_arena_array(arena, map->rank, sizeof *host_strides);
  if (!list || !host_strides) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < map->rank; i++) host_strides[i] = map->host_dim[i] < 0 ? 0 : map->host_strides[i];
  for (int64_t n = 0; n < total; n++) {
    int64_t *ranges = tta_arena_array(arena, map->rank, sizeof *ranges);
    if (!ranges) return TTA_NO_MEMORY;
    list[n] = (tta_tiled_nest){.rank = map->rank,
                               .host_strides = host_strides,
                               .device_strides = map->device_strides,
                               .host_offset = map->host_offset,
                               .device_offset = map->device_offset};
    status = fill_nest(map, &lists, &all, n, ranges, &list[n]);
    if (status) return status;
  }
  *count = (uint32_t)total;
  *nests = list;
  return TTA_OK;
}

/* ---- padding ---- */

/* Device dims that hold padding together: the digits of a host dim, or one dim that has elements at 0 only. */
typedef struct group {
  splitting s;
  int64_t extent;
  run *element, *padding; /* boxes of s.count runs each */
  int64_t num_element, num_padding;
} group;

typedef struct padding {
  const tta_tiled_map *map;
  tta_arena *arena;
  group *groups;
  uint32_t num_groups;
  int64_t total;
  tta_tiled_nest *list; /* NULL: nests are counted only */
} padding;

static void emit_box(splitting *s, uint32_t from) {
  for (uint32_t at = from; at < s->count; at++) {
    s->current[at] = (run){0, s->map->ranges[s->dim[at]]};
    if (!s->current[at].range) return;
  }
  if (s->out) memcpy(s->out + (size_t)s->boxes * s->count, s->current, s->count * sizeof *s->current);
  s->boxes++;
}

/* The slots of the digits from `at` on that are not an index below extent; the coarser ones have their runs. */
static void split_padding(splitting *s, uint32_t at, int64_t extent) {
  if (s->boxes > TTA_TILED_MAX_NESTS || (extent && at == s->count)) return;
  if (!extent) {
    emit_box(s, at);
    return;
  }
  int64_t weight = s->map->weight[s->dim[at]], slots = s->map->ranges[s->dim[at]], next = extent / weight;
  if (next) {
    s->current[at] = (run){0, next};
    split_padding(s, at + 1, weight);
  }
  if (extent % weight) {
    s->current[at] = (run){next++, 1};
    split_padding(s, at + 1, extent % weight);
  }
  if (next >= slots) return;
  s->current[at] = (run){next, slots - next};
  emit_box(s, at + 1);
}

static tta_status split_group(group *g, tta_arena *arena) {
  splitting *s = &g->s;
  tta_status status = split_dim(s, arena, g->extent, &g->element);
  g->num_element = s->boxes;
  for (int pass = 0; pass < 2 && !status; pass++) {
    s->out = pass ? g->padding : NULL;
    s->boxes = 0;
    split_padding(s, 0, g->extent);
    if (s->boxes > TTA_TILED_MAX_NESTS) return TTA_LIMIT;
    if (pass) continue;
    g->padding = tta_arena_array(arena, (size_t)s->boxes * s->count + 1, sizeof *g->padding);
    if (!g->padding) return TTA_NO_MEMORY;
  }
  g->num_padding = s->boxes;
  return status;
}

/* The groups of a map: its host dims, then the device dims without a varying digit that are not repeated. */
static tta_status find_groups(padding *p, const tta_tiled_digit_lists *lists) {
  const tta_tiled_map *map = p->map;
  uint32_t *own = tta_arena_array(p->arena, (size_t)map->rank + 1, sizeof *own);
  p->groups = tta_arena_array(p->arena, (size_t)map->host_size.rank + map->rank + 1, sizeof *p->groups);
  if (!own || !p->groups) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < map->host_size.rank; h++)
    p->groups[p->num_groups++] = (group){.s = {.map = map,
                                               .dim = lists->dim + lists->start[h],
                                               .count = lists->start[h + 1] - lists->start[h]},
                                         .extent = map->host_size.extent[h]};
  for (uint32_t i = 0; i < map->rank; i++) {
    own[i] = i;
    if (tta_tiled_varies(map, i) || map->ranges[i] <= 1) continue;
    if (map->host_dim[i] < 0 && map->host_strides[i] == 0) continue;
    p->groups[p->num_groups++] = (group){.s = {.map = map, .dim = own + i, .count = 1}, .extent = -1};
  }
  for (uint32_t g = 0; g < p->num_groups; g++) {
    group *one = &p->groups[g];
    if (one->extent < 0) { /* index 0 is the element */
      one->num_element = one->num_padding = 1;
      one->element = tta_arena_array(p->arena, 1, sizeof *one->element);
      one->padding = tta_arena_array(p->arena, 1, sizeof *one->padding);
      if (!one->element || !one->padding) return TTA_NO_MEMORY;
      *one->element = (run){0, 1};
      *one->padding = (run){1, map->ranges[one->s.dim[0]] - 1};
      continue;
    }
    tta_status status = split_group(one, p->arena);
    if (status) return status;
  }
  return TTA_OK;
}

static tta_status set_runs(const padding *p, const group *g, const run *runs, int64_t *ranges, tta_tiled_nest *nest) {
  for (uint32_t at = 0; at < g->s.count; at++) {
    uint32_t i = g->s.dim[at];
    ranges[i] = runs[at].range;
    if (!add_steps(runs[at].first, p->map->device_strides[i], &nest->device_offset)) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

/* Padding of group `which`, at elements of the groups before it and any index of those after it. */
static tta_status fill_padding(const padding *p, uint32_t which, int64_t n, const int64_t *zeros,
                               tta_tiled_nest *nest) {
  int64_t *ranges = tta_arena_array(p->arena, p->map->rank, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < p->map->rank; i++) ranges[i] = p->map->ranges[i];
  *nest = (tta_tiled_nest){.rank = p->map->rank,
                           .ranges = ranges,
                           .host_strides = zeros,
                           .device_strides = p->map->device_strides,
                           .device_offset = p->map->device_offset};
  const group *last = &p->groups[which];
  tta_status status = set_runs(p, last, last->padding + (size_t)(n % last->num_padding) * last->s.count, ranges, nest);
  n /= last->num_padding;
  for (uint32_t g = which; g-- > 0 && !status;) {
    const group *one = &p->groups[g];
    status = set_runs(p, one, one->element + (size_t)(n % one->num_element) * one->s.count, ranges, nest);
    n /= one->num_element;
  }
  return status;
}

static tta_status make_padding(padding *p, const int64_t *zeros) {
  int64_t elements = 1; /* boxes of elements of the groups so far */
  p->total = 0;
  for (uint32_t g = 0; g < p->num_groups && elements; g++) {
    int64_t count = elements * p->groups[g].num_padding; /* both at most 2^16 */
    for (int64_t n = 0; p->list && n < count; n++) {
      tta_status status = fill_padding(p, g, n, zeros, &p->list[p->total + n]);
      if (status) return status;
    }
    p->total += count;
    elements *= p->groups[g].num_element;
    if (p->total > TTA_TILED_MAX_NESTS || elements > TTA_TILED_MAX_NESTS) return TTA_LIMIT;
  }
  return TTA_OK;
}

tta_status tta_tiled_padding_nests(const tta_tiled_map *map, tta_arena *arena, uint32_t *count,
                                   const tta_tiled_nest **nests) {
  tta_tiled_digit_lists lists;
  padding p = {.map = map, .arena = arena};
  *count = 0;
  *nests = NULL;
  tta_status status = tta_tiled_list_digits(map, arena, &lists);
  if (!status) status = find_groups(&p, &lists);
  if (!status) status = make_padding(&p, NULL);
  if (status || !p.total) return status;
  int64_t *zeros = tta_arena_array(arena, map->rank, sizeof *zeros);
  p.list = tta_arena_array(arena, (size_t)p.total, sizeof *p.list);
  if (!zeros || !p.list) return TTA_NO_MEMORY;
  memset(zeros, 0, map->rank * sizeof *zeros);
  status = make_padding(&p, zeros);
  *count = (uint32_t)p.total;
  *nests = p.list;
  return status;
}
