/* A hash table of byte strings: open addressing, linear probing, at most half full. */
#include "base/strmap.h"

#include <string.h>

#include "base/arena.h"

/* Both halves of the product of 64-bit numbers, folded into one. */
static uint64_t fold(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
  uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
  uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
  uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  return (a * b) ^ high;
#endif
}

void tta_strmap_init(tta_strmap *map, const tta_allocator *allocator) {
  *map = (tta_strmap){.allocator = tta_allocator_or_default(allocator)};
  /* The addresses of the map and of the program differ from run to run (ASLR). The order of the slots is never visible,
   * so output stays deterministic. */
  map->seed = (uint64_t)(uintptr_t)map * 0x9e3779b97f4a7c15u ^ (uint64_t)(uintptr_t)&tta_malloc_allocator << 20;
  map->multiplier = fold(map->seed ^ 0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu) | 1;
}

void tta_strmap_free(tta_strmap *map) {
  if (map->slots) map->allocator->release(map->allocator->user, map->slots, map->capacity * sizeof *map->slots);
  map->slots = NULL;
  map->capacity = map->size = 0;
}

void tta_strmap_clear(tta_strmap *map) {
  enum { SPARSE = 16 };
  if (map->capacity / SPARSE > map->size) tta_strmap_free(map); /* clearing costs no more than what was added */
  else if (map->size) memset(map->slots, 0, map->capacity * sizeof *map->slots);
  map->size = 0;
}

/* Sixteen bytes a step, by folded multiplication (the construction of wyhash). The factor is part of the seed: with a
 * known factor two steps can be chosen that cancel each other for every seed. */
static uint32_t hash_of(const tta_strmap *map, tta_str key) {
  uint64_t h = map->seed ^ key.size, word, next;
  const char *at = key.data, *end = at + key.size;
  for (; end - at >= 16; at += 16) {
    memcpy(&word, at, 8);
    memcpy(&next, at + 8, 8);
    h = fold(h ^ word, map->multiplier ^ next);
  }
  for (; end - at >= 8; at += 8) {
    memcpy(&word, at, 8);
    h = fold(h ^ word, map->multiplier);
  }
  word = 0;
  if (key.size >= 8) memcpy(&word, end - 8, 8); /* also bytes that are in `h` already */
  else for (; at < end; at++) word = word << 8 | (uint8_t)*at;
  h = fold(h ^ word, map->multiplier);
  return (uint32_t)(h ^ h >> 29);
}

static struct tta_strmap_slot *slot_of(const tta_strmap *map, tta_str key, uint32_t hash) {
  uint32_t i = hash & (map->capacity - 1);
  for (;; i = (i + 1) & (map->capacity - 1)) {
    struct tta_strmap_slot *s = &map->slots[i];
    if (!s->data || (s->hash == hash && s->size == key.size && !memcmp(s->data, key.data, key.size))) return s;
  }
}

static bool grow(tta_strmap *map) {
  enum { SMALL = 4096 }; /* slots; a small map soon grows again */
  tta_strmap bigger = *map;
  if (map->capacity > UINT32_MAX / 4) return false;
  bigger.capacity = !map->capacity ? 64 : map->capacity < SMALL ? map->capacity * 4 : map->capacity * 2;
  bigger.slots = map->allocator->allocate(map->allocator->user, bigger.capacity * sizeof *bigger.slots);
  if (!bigger.slots) return false;
  memset(bigger.slots, 0, bigger.capacity * sizeof *bigger.slots);
  for (uint32_t i = 0; i < map->capacity; i++) {
    struct tta_strmap_slot *s = &map->slots[i];
    if (s->data) *slot_of(&bigger, (tta_str){s->data, s->size}, s->hash) = *s;
  }
  if (map->slots) map->allocator->release(map->allocator->user, map->slots, map->capacity * sizeof *map->slots);
  *map = bigger;
  return true;
}

uint32_t *tta_strmap_find(const tta_strmap *map, tta_str key) {
  if (!map->size) return NULL;
  struct tta_strmap_slot *s = slot_of(map, key, hash_of(map, key));
  return s->data ? &s->value : NULL;
}

uint32_t *tta_strmap_add(tta_strmap *map, tta_str key, uint32_t value) {
  if (key.size > UINT32_MAX || (map->size >= map->capacity / 2 && !grow(map))) return NULL;
  uint32_t hash = hash_of(map, key);
  struct tta_strmap_slot *s = slot_of(map, key, hash);
  if (!s->data) {
    *s = (struct tta_strmap_slot){key.data, (uint32_t)key.size, hash, value};
    map->size++;
  }
  return &s->value;
}

tta_status tta_strmap_set(tta_strmap *map, tta_str key, uint32_t value) {
  if (key.size > UINT32_MAX) return TTA_LIMIT;
  uint32_t *slot = tta_strmap_add(map, key, value);
  if (!slot) return TTA_NO_MEMORY;
  *slot = value;
  return TTA_OK;
}
