/* arrange.c: element arrangements, the order of elements within sticks (torch-spyre element_arrangement.md and
 * spyre_mem.cpp generate_dci, 2026).
 *
 * Stick dim coordinate c of one row, full sticks only:
 *   DL16_TO_FP32 (32-bit, even number of sticks): c = 64 p + 8 g + 4 s + e is in stick 2 p + s, at 4 g + e
 *   FP32_TO_DL16 (16-bit):                        c = 64 t + 32 h + 4 g + e is in stick t, at 8 g + 4 h + e
 *   QFP8WT (8-bit, host [K, N], K even, N a multiple of 64): sticks of 2 rows x 64 columns; k = 2 a + i, n = 64 b + j
 *          is at i + 2 j + 128 a + 64 K b, for any device_size
 * The orders of QFP8CH and EXX2 are not published. */
#include "base/checked.h"
#include "tiled/parts.h"

/* The loops of a map in progress; each list has room for the rank and two more. */
typedef struct loops {
  int64_t *ranges, *host_strides, *device_strides, *host_dim, *weight, *modulus;
  uint32_t rank;
} loops;

static tta_status start_loops(tta_arena *arena, uint32_t rank, loops *l) {
  int64_t **lists[] = {&l->ranges, &l->host_strides, &l->device_strides, &l->host_dim, &l->weight, &l->modulus};
  l->rank = 0;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    *lists[i] = tta_arena_array(arena, (size_t)rank + 2, sizeof **lists[i]);
    if (!*lists[i]) return TTA_NO_MEMORY;
  }
  return TTA_OK;
}

typedef struct loop {
  int64_t host_dim, weight, modulus, range, device_stride;
} loop;

static bool add_loop(const tta_tiled_map *map, loops *l, loop one) {
  uint32_t i = l->rank++;
  l->ranges[i] = one.range;
  l->device_strides[i] = one.device_stride;
  l->host_dim[i] = one.host_dim;
  l->weight[i] = one.weight;
  l->modulus[i] = one.modulus;
  return tta_mul(one.weight, map->tensor_strides[one.host_dim], &l->host_strides[i]);
}

static void copy_loop(const tta_tiled_map *map, loops *l, uint32_t i) {
  uint32_t to = l->rank++;
  l->ranges[to] = map->ranges[i];
  l->host_strides[to] = map->host_strides[i];
  l->device_strides[to] = map->device_strides[i];
  l->host_dim[to] = map->host_dim[i];
  l->weight[to] = map->weight[i];
  l->modulus[to] = map->modulus[i];
}

static void finish_loops(const loops *l, tta_tiled_map *map) {
  map->rank = l->rank;
  map->ranges = l->ranges;
  map->host_strides = l->host_strides;
  map->device_strides = l->device_strides;
  map->host_dim = l->host_dim;
  map->weight = l->weight;
  map->modulus = l->modulus;
}

static tta_status reject(tta_str *reason, const char *text) {
  *reason = tta_str_from(text);
  return TTA_INVALID;
}

/* The device dim that counts the sticks of host dim h; map->rank: none. */
static uint32_t count_of_sticks(const tta_tiled_map *map, int64_t h) {
  for (uint32_t i = 0; i + 1 < map->rank; i++)
    if (map->host_dim[i] == h && map->weight[i] == map->elems_per_stick && tta_tiled_varies(map, i)) return i;
  return map->rank;
}

/* Whether the stick dim is the innermost digit of a host dim, in full sticks: the device's and those of its extent. */
static bool has_full_sticks(const tta_tiled_map *map, int64_t elems) {
  uint32_t last = map->rank - 1;
  int64_t h = map->host_dim[last];
  return h >= 0 && map->weight[last] == 1 && map->elems_per_stick == elems && map->ranges[last] == elems &&
         map->host_size.extent[h] % 64 == 0;
}

static tta_status from_16_to_32(tta_arena *arena, tta_tiled_map *map, tta_str *reason) {
  loops l;
  uint32_t last = map->rank - 1;
  int64_t h = map->host_dim[last], stride;
  uint32_t count = h < 0 ? map->rank : count_of_sticks(map, h);
  if (!has_full_sticks(map, 32) || count == map->rank || map->ranges[count] % 2 || map->modulus[count] % 64)
    return reject(reason,
                  "DL16_TO_FP32 is defined for 32-bit formats with full sticks and an even number of them only");
  tta_status status = start_loops(arena, map->rank, &l);
  if (status) return status;
  bool fits = true;
  for (uint32_t i = 0; i < last; i++) {
    if (i != count) {
      copy_loop(map, &l, i);
      continue;
    }
    fits = fits && tta_mul(2, map->device_strides[i], &stride) &&
           add_loop(map, &l, (loop){h, 64, map->modulus[i], map->ranges[i] / 2, stride}) &&
           add_loop(map, &l, (loop){h, 4, 8, 2, map->device_strides[i]});
  }
  fits = fits && add_loop(map, &l, (loop){h, 8, 64, 8, 4}) && add_loop(map, &l, (loop){h, 1, 4, 4, 1});
  finish_loops(&l, map);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

static tta_status from_32_to_16(tta_arena *arena, tta_tiled_map *map, tta_str *reason) {
  loops l;
  uint32_t last = map->rank - 1;
  int64_t h = map->host_dim[last];
  if (!has_full_sticks(map, 64))
    return reject(reason, "FP32_TO_DL16 is defined for 16-bit formats with full sticks only");
  tta_status status = start_loops(arena, map->rank, &l);
  if (status) return status;
  for (uint32_t i = 0; i < last; i++) copy_loop(map, &l, i);
  int64_t modulus = count_of_sticks(map, h) < map->rank || map->modulus[last] ? 64 : 0;
  bool fits = add_loop(map, &l, (loop){h, 4, 32, 8, 8}) && add_loop(map, &l, (loop){h, 32, modulus, 2, 4}) &&
              add_loop(map, &l, (loop){h, 1, 4, 4, 1});
  finish_loops(&l, map);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

static tta_status weights_of_8(tta_arena *arena, int64_t positions, tta_tiled_map *map, tta_str *reason) {
  loops l;
  const int64_t *size = map->host_size.extent;
  int64_t elements, block;
  if (map->host_size.rank != 2 || map->folded || map->elems_per_stick != 128 || size[0] % 2 || size[1] % 64)
    return reject(reason, "QFP8WT is defined for 8-bit formats and a host of 2 dims [even, multiple of 64] only");
  if (!tta_mul(size[0], size[1], &elements) || !tta_mul(64, size[0], &block)) return TTA_OVERFLOW;
  if (elements > positions) return reject(reason, "the device is smaller than the elements of QFP8WT");
  tta_status status = start_loops(arena, 4, &l);
  if (status) return status;
  bool fits = add_loop(map, &l, (loop){1, 64, 0, size[1] / 64, block}) &&
              add_loop(map, &l, (loop){0, 2, 0, size[0] / 2, 128}) && add_loop(map, &l, (loop){1, 1, 64, 64, 2}) &&
              add_loop(map, &l, (loop){0, 1, 2, 2, 1});
  finish_loops(&l, map);
  return fits ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_tiled_arrange(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map, tta_str *reason) {
  tta_str name = layout->element_arrangement;
  int64_t positions;
  *reason = (tta_str){NULL, 0};
  /* A sparse stick has one element; upstream makes its arrangement STANDARD. */
  if (!name.size || tta_str_is(name, "STANDARD") || layout->format != TTA_TILED_DENSE) return TTA_OK;
  for (uint32_t h = 0; h < map->host_size.rank; h++)
    if (map->host_size.extent[h] == 0) return TTA_OK;
  if (map->host_offset)
    return reject(reason, "the order of elements within a stick is not published for a view with an offset");
  if (tta_str_is(name, "DL16_TO_FP32")) return from_16_to_32(arena, map, reason);
  if (tta_str_is(name, "FP32_TO_DL16")) return from_32_to_16(arena, map, reason);
  if (!tta_str_is(name, "QFP8WT"))
    return reject(reason, "the order of elements within a stick is not published for this element arrangement");
  tta_status status = tta_tiled_footprint(layout->device_size, (tta_shape){map->rank, map->device_strides}, &positions);
  return status ? status : weights_of_8(arena, positions, map, reason);
}

tta_status tta_tiled_has_places(const tta_tiled *layout, tta_arena *arena, tta_str *reason) {
  tta_tiled_map map;
  *reason = (tta_str){NULL, 0};
  tta_status status = tta_tiled_plain_map_of(layout, arena, &map);
  return status ? status : tta_tiled_arrange(layout, arena, &map, reason);
}
