/* strmap.h: a hash map from byte strings to 32-bit numbers. Keys are borrowed; the hash is seeded per map, so that
 * a text cannot be made to collide on purpose. */
#ifndef TTA_BASE_STRMAP_H
#define TTA_BASE_STRMAP_H

#include "ttattr/base.h"

struct tta_strmap_slot {
  const char *data;
  uint32_t size, hash, value;
};

typedef struct tta_strmap {
  const tta_allocator *allocator;
  struct tta_strmap_slot *slots;
  uint32_t capacity, size; /* capacity is 0 or a power of two */
  uint64_t seed, multiplier;
} tta_strmap;

void tta_strmap_init(tta_strmap *map, const tta_allocator *allocator);
void tta_strmap_free(tta_strmap *map);
/** Forgets all keys; keeps the memory if about as many may come again. */
void tta_strmap_clear(tta_strmap *map);
/** @return a pointer to the value, valid until the next insert; NULL when the key is not there. */
uint32_t *tta_strmap_find(const tta_strmap *map, tta_str key);
/** Adds a key that is not there yet. @return a pointer to its value, the old one if there was one; NULL: no memory. */
uint32_t *tta_strmap_add(tta_strmap *map, tta_str key, uint32_t value);
/** Sets the value of a key, new or not. */
tta_status tta_strmap_set(tta_strmap *map, tta_str key, uint32_t value);

#endif
