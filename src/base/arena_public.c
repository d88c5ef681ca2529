/* The functions of ttattr/arena.h: an opaque arena. */
#include "ttattr/arena.h"

#include "base/arena.h"

tta_arena *tta_arena_new(const tta_allocator *allocator) {
  if (!allocator) allocator = &tta_malloc_allocator;
  tta_arena *arena = allocator->allocate(allocator->user, sizeof *arena);
  if (arena) tta_arena_init(arena, allocator);
  return arena;
}

void tta_arena_delete(tta_arena *arena) {
  if (!arena) return;
  const tta_allocator *allocator = arena->allocator;
  tta_arena_free(arena);
  allocator->release(allocator->user, arena, sizeof *arena);
}
