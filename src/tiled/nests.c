/* The rectangular nests that copy a tensor without its padding. */
#include "base/checked.h"
#include "tiled/parts.h"

/* A box of one host dim: its outer digits are fixed, digit `digit` runs, the inner ones run in full. The boxes of a dim
 * partition [0, extent): the extent is written in the dim's mixed radix, and each nonzero digit yields one box. */
typedef struct box {
  uint32_t digit;      /* position in the dim's digit list; NO_DIGIT: the dim has none (extent 1) */
  int64_t range, base; /* how far it runs; where the box starts in the dim */
} box;
enum { NO_DIGIT = UINT32_MAX };

typedef struct boxes {
  uint32_t *start; /* host rank + 1, into item */
  box *item;
} boxes;

static uint32_t split_dim(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, uint32_t h, box *item) {
  int64_t rest = map->host_size.extent[h], base = 0;
  uint32_t count = 0;
  if (lists->start[h] == lists->start[h + 1]) {
    if (rest) item[count++] = (box){NO_DIGIT, 1, 0};
    return count;
  }
  for (uint32_t at = lists->start[h]; at < lists->start[h + 1] && rest; at++) {
    int64_t weight = map->weight[lists->dim[at]], range = rest / weight;
    if (!range) continue;
    item[count++] = (box){at - lists->start[h], range, base};
    base += range * weight; /* at most the host extent */
    rest -= range * weight;
  }
  return count;
}

static tta_status split(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, tta_arena *arena, boxes *out,
                        int64_t *nests) {
  uint32_t rank = map->host_size.rank, total = 0;
  out->start = tta_arena_array(arena, (size_t)rank + 1, sizeof *out->start);
  out->item = tta_arena_array(arena, (size_t)map->rank + rank + 1, sizeof *out->item);
  if (!out->start || !out->item) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < rank; h++) {
    out->start[h] = total;
    total += split_dim(map, lists, h, out->item + total);
  }
  out->start[rank] = total;
  *nests = 1;
  for (uint32_t h = 0; h < rank; h++) {
    if (out->start[h] == out->start[h + 1]) *nests = 0;
  }
  for (uint32_t h = 0; h < rank && *nests; h++) {
    *nests *= out->start[h + 1] - out->start[h];
    if (*nests > TTA_TILED_MAX_NESTS) return TTA_LIMIT;
  }
  return TTA_OK;
}

/* Ranges and offsets of the part of a nest that belongs to host dim h. */
static tta_status fill_dim(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, uint32_t h, const box *chosen,
                           int64_t *ranges, tta_tiled_nest *nest) {
  int64_t step;
  if (chosen->digit == NO_DIGIT) return TTA_OK;
  if (!tta_mul(chosen->base, map->tensor_strides[h], &step) || !tta_add(nest->host_offset, step, &nest->host_offset)) {
    return TTA_OVERFLOW;
  }
  for (uint32_t at = lists->start[h]; at < lists->start[h + 1]; at++) {
    uint32_t i = lists->dim[at], digit = at - lists->start[h];
    ranges[i] = digit < chosen->digit ? 1 : digit == chosen->digit ? chosen->range : map->ranges[i];
    int64_t fixed = digit < chosen->digit ? chosen->base / map->weight[i] % map->ranges[i] : 0;
    if (!tta_mul(fixed, map->device_strides[i], &step) || !tta_add(nest->device_offset, step, &nest->device_offset)) {
      return TTA_OVERFLOW;
    }
  }
  return TTA_OK;
}

/* Nest number n: the boxes of the dims in mixed radix, the last host dim's fastest, so the first nest is the one of
 * whole sticks wherever there are any. */
static tta_status fill_nest(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, const boxes *all, int64_t n,
                            int64_t *ranges, tta_tiled_nest *nest) {
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < map->rank; i++) ranges[i] = 1;
  nest->ranges = ranges;
  for (uint32_t h = map->host_size.rank; h-- > 0 && !status;) {
    uint32_t count = all->start[h + 1] - all->start[h];
    status = fill_dim(map, lists, h, &all->item[all->start[h] + n % count], ranges, nest);
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
    list[n] = (tta_tiled_nest){.rank = map->rank, .host_strides = host_strides, .device_strides = map->device_strides};
    status = fill_nest(map, &lists, &all, n, ranges, &list[n]);
    if (status) return status;
  }
  *count = (uint32_t)total;
  *nests = list;
  return TTA_OK;
}
