/* arena.h: memory that is freed together. Blocks never move; everything allocated after a mark can be freed. */
#ifndef TTA_BASE_ARENA_H
#define TTA_BASE_ARENA_H

#include <stdarg.h>

#include "ttattr/base.h"
#include "ttattr/buf.h"

struct tta_arena_block;

struct tta_arena {
  const tta_allocator *allocator;
  struct tta_arena_block *block; /* the newest */
  char *at, *end;                /* free bytes in it */
  bool failed;                   /* some allocation failed since tta_arena_init; stays set */
};

typedef struct tta_arena_mark {
  struct tta_arena_block *block;
  char *at;
} tta_arena_mark;

/** The allocator over malloc, for callers that were given none. */
extern const tta_allocator tta_malloc_allocator;
static inline const tta_allocator *tta_allocator_or_default(const tta_allocator *allocator) {
  return allocator ? allocator : &tta_malloc_allocator;
}

/** `allocator` is borrowed and must outlive the arena. */
void tta_arena_init(tta_arena *arena, const tta_allocator *allocator);
void tta_arena_free(tta_arena *arena);

/** `size` bytes aligned to 8, not cleared; NULL (and arena->failed) when there is no memory. */
void *tta_arena_alloc(tta_arena *arena, size_t size);

/** Memory for `count` items of `size` bytes; NULL also if the product overflows. */
void *tta_arena_array(tta_arena *arena, size_t count, size_t size);

/** A copy of `text` with a NUL after it (not counted in size); data is NULL if out of memory. */
tta_str tta_arena_str(tta_arena *arena, tta_str text);

/** The same of a buffer, which is freed. data is NULL (and arena->failed) if one of its appends failed. */
tta_str tta_arena_take(tta_arena *arena, tta_buf *text);

/** The formatted text, of any length, with a NUL after it; data is NULL if out of memory. */
tta_str tta_arena_format(tta_arena *arena, const char *format, va_list args);

static inline tta_arena_mark tta_arena_position(const tta_arena *arena) {
  return (tta_arena_mark){arena->block, arena->at};
}
/** Frees the blocks that are newer than that of `mark`, and goes back to it. */
void tta_arena_release(tta_arena *arena, tta_arena_mark mark);
/** Gives back all that was allocated after `mark`. */
static inline void tta_arena_rewind(tta_arena *arena, tta_arena_mark mark) {
  if (arena->block == mark.block) arena->at = mark.at;
  else tta_arena_release(arena, mark);
}

#endif
