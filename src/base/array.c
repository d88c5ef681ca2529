/* Growable arrays over an allocator and over an arena. */
#include "base/array.h"

#include <string.h>

#include "base/checked.h"

enum { FIRST_CAPACITY = 16 /* items */ };

/* The capacity for `count` + `more` items that is at least `wanted`; false if there are too many items or bytes. */
static bool next_capacity(uint32_t count, size_t more, uint64_t wanted, size_t item_size, uint32_t *capacity,
                          size_t *bytes) {
  uint64_t needed = (uint64_t)count + more;
  if (more > UINT32_MAX || needed > UINT32_MAX) return false;
  if (wanted < FIRST_CAPACITY) wanted = FIRST_CAPACITY;
  if (wanted < needed) wanted = needed;
  if (wanted > UINT32_MAX) wanted = UINT32_MAX;
  *capacity = (uint32_t)wanted;
  return tta_size_mul(*capacity, item_size, bytes);
}

/* By half: most arrays are large for a moment only, and memory per byte of text is measured (docs/performance.md). */
bool tta_array_grow(const tta_allocator *allocator, void **items, uint32_t count, uint32_t *capacity, size_t more,
                    size_t item_size) {
  if (more <= *capacity - count) return true;
  uint32_t wanted;
  size_t bytes;
  if (!next_capacity(count, more, (uint64_t)*capacity + *capacity / 2, item_size, &wanted, &bytes)) return false;
  void *block = *items ? allocator->resize(allocator->user, *items, *capacity * item_size, bytes)
                       : allocator->allocate(allocator->user, bytes);
  if (!block) return false;
  *items = block;
  *capacity = wanted;
  return true;
}

/* Doubles: all abandoned blocks together are then at most as large as the last one. */
bool tta_array_grow_in(tta_arena *arena, void **items, uint32_t count, uint32_t *capacity, size_t more,
                       size_t item_size) {
  if (more <= *capacity - count) return true;
  uint32_t wanted;
  size_t bytes;
  if (!next_capacity(count, more, (uint64_t)*capacity * 2, item_size, &wanted, &bytes)) {
    arena->failed = true;
    return false;
  }
  void *block = tta_arena_alloc(arena, bytes);
  if (!block) return false;
  if (count) memcpy(block, *items, count * item_size);
  *items = block;
  *capacity = wanted;
  return true;
}

void tta_array_free(const tta_allocator *allocator, void *items, uint32_t capacity, size_t item_size) {
  if (items) allocator->release(allocator->user, items, capacity * item_size);
}
