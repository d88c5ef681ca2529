/* messages.c: a ring of messages that grows up to a limit. */
#include "protocol/messages.h"

#include <string.h>

enum { FIRST_CAPACITY = 4, MAX_CAPACITY = 128 };

static bool grow(tta_arena *arena, tta_history *h) {
  uint32_t capacity = h->capacity ? 2 * h->capacity : FIRST_CAPACITY;
  tta_message *ring = tta_arena_array(arena, capacity, sizeof *ring);
  if (!ring) return false;
  memset(ring, 0, capacity * sizeof *ring);
  for (uint32_t i = 0; i < h->count; i++) ring[i] = *tta_history_at(h, i);
  *h = (tta_history){ring, 0, h->count, capacity};
  return true;
}

tta_message *tta_history_add(tta_arena *arena, tta_history *h, uint32_t num_kernels) {
  if (h->count == h->capacity && h->capacity == MAX_CAPACITY) tta_history_forget(h, 1);
  if (h->count == h->capacity && !grow(arena, h)) return NULL;
  tta_message *m = tta_history_at(h, h->count);
  if (!m->clocks) m->clocks = tta_arena_array(arena, num_kernels, sizeof *m->clocks);
  if (!m->clocks) return NULL;
  h->count++;
  return m;
}

void tta_history_forget(tta_history *h, uint32_t count) {
  h->first = (h->first + count) % h->capacity;
  h->count -= count;
}
