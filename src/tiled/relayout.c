/* relayout.c: the nests that move a tensor from one tiled layout to another one, without the host. */

#include "base/fail.h"
#include "base/format.h"
#include "digits/digits.h"
#include "tiled/parts.h"

/* A part of modulus / weight values; the coarsest one has all the rest. */
static tta_digit digit_of(const tta_tiled_map *map, uint32_t i) {
  int64_t extent = map->host_size.extent[map->host_dim[i]], values = (extent - 1) / map->weight[i] + 1;
  if (map->modulus[i]) values = map->modulus[i] / map->weight[i];
  return (tta_digit){(uint32_t)map->host_dim[i], map->weight[i], values, map->device_strides[i]};
}

tta_status tta_tiled_list_of_digits(const tta_tiled_map *map, tta_arena *arena, tta_digits *digits, tta_buf *reason) {
  tta_digit *list = tta_arena_array(arena, (size_t)map->rank + 1, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  if (map->irregular)
    return tta_fail(TTA_LIMIT, reason, "a device dim has a weight that does not divide the next coarser one");
  *digits = (tta_digits){.shape = map->host_size, .offset = map->device_offset, .digit = list};
  for (uint32_t i = 0; i < map->rank; i++)
    if (tta_tiled_varies(map, i)) list[digits->count++] = digit_of(map, i);
  return TTA_OK;
}

static tta_status digits_of_host(const tta_tiled_map *map, tta_arena *arena, tta_digits *digits) {
  tta_digit *list = tta_arena_array(arena, (size_t)map->host_size.rank + 1, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  *digits = (tta_digits){.shape = map->host_size, .offset = map->host_offset, .digit = list};
  for (uint32_t h = 0; h < map->host_size.rank; h++)
    list[digits->count++] = (tta_digit){h, 1, map->host_size.extent[h], map->tensor_strides[h]};
  return TTA_OK;
}

/* Device dims of the destination that repeat its elements are loops that stay at one element of the source. */
static tta_status add_repeats(const tta_tiled_map *to, tta_arena *arena, uint32_t count,
                              const tta_digits_nest **nests) {
  uint32_t repeats = 0;
  for (uint32_t i = 0; i < to->rank; i++)
    repeats += to->host_dim[i] < 0 && to->host_strides[i] == 0 && to->ranges[i] > 1;
  if (!repeats) return TTA_OK;
  tta_digits_nest *list = tta_arena_array(arena, count, sizeof *list);
  if (!list) return TTA_NO_MEMORY;
  for (uint32_t n = 0; n < count; n++) {
    const tta_digits_nest *old = &(*nests)[n];
    uint32_t rank = old->rank + repeats, at = 0;
    int64_t *numbers = tta_arena_array(arena, 3 * (size_t)rank, sizeof *numbers);
    if (!numbers) return TTA_NO_MEMORY;
    for (uint32_t i = 0; i < to->rank; i++) {
      if (to->host_dim[i] >= 0 || to->host_strides[i] != 0 || to->ranges[i] <= 1) continue;
      numbers[at] = to->ranges[i];
      numbers[rank + at] = 0;
      numbers[2 * rank + at++] = to->device_strides[i];
    }
    for (uint32_t i = 0; i < old->rank; i++, at++) {
      numbers[at] = old->ranges[i];
      numbers[rank + at] = old->from_strides[i];
      numbers[2 * rank + at] = old->to_strides[i];
    }
    list[n] = (tta_digits_nest){rank, numbers, numbers + rank, numbers + 2 * (size_t)rank, old->from_offset,
                                old->to_offset};
  }
  *nests = list;
  return TTA_OK;
}

tta_status tta_tiled_copy_nests(const tta_tiled_map *from, const tta_tiled_map *to, tta_arena *arena, uint32_t *count,
                                const tta_digits_nest **nests, tta_buf *reason) {
  tta_digits source, target;
  *count = 0;
  *nests = NULL;
  for (uint32_t h = 0; h < to->host_size.rank; h++)
    if (!to->host_size.extent[h]) return TTA_OK;
  if (from && !tta_shape_equal(from->host_size, to->host_size))
    return tta_fail(TTA_LIMIT, reason, "the two stride_maps count through different host dims as one");
  tta_status status = tta_tiled_list_of_digits(to, arena, &target, reason);
  if (!status)
    status = from ? tta_tiled_list_of_digits(from, arena, &source, reason) : digits_of_host(to, arena, &source);
  if (!status) {
    status = tta_digits_copy(&source, &target, arena, count, nests);
    if (status == TTA_LIMIT) tta_fail(status, reason, "more than %d loop nests", TTA_DIGITS_MAX_NESTS);
  }
  return status ? status : add_repeats(to, arena, *count, nests);
}
