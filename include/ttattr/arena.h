/* ttattr/arena.h: memory that is freed together, for the functions that take a `tta_arena *`. */
#ifndef TTATTR_ARENA_H
#define TTATTR_ARENA_H

#include "ttattr/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The library's arena; its members are its own. */
typedef struct tta_arena tta_arena;

/** @param allocator NULL = malloc; borrowed, must outlive the arena. @return NULL when there is no memory. */
TTA_API tta_arena *tta_arena_new(const tta_allocator *allocator);
/** Frees the arena and all that lies in it. NULL is allowed. */
TTA_API void tta_arena_delete(tta_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
