/* array.h: growable arrays. One is three members or variables: `T *list; uint32_t num_list, cap_list;`, all 0 at first.
 *
 *     if (!TTA_PUSH(allocator, owner, list, item)) return TTA_NO_MEMORY;
 *     ...
 *     TTA_ARRAY_FREE(allocator, owner, list);
 *
 * TTA_GROW_IN and TTA_PUSH_IN are the same in an arena: nothing is freed, and the old block stays until the arena goes.
 */
#ifndef TTA_BASE_ARRAY_H
#define TTA_BASE_ARRAY_H

#include "base/arena.h"

/** Space for `more` items after the `count` of an array, which may move. The new items are not cleared.
 *  @return false without memory or beyond UINT32_MAX items; the array is as before */
bool tta_array_grow(const tta_allocator *allocator, void **items, uint32_t count, uint32_t *capacity, size_t more,
                    size_t item_size);
bool tta_array_grow_in(tta_arena *arena, void **items, uint32_t count, uint32_t *capacity, size_t more,
                       size_t item_size);
void tta_array_free(const tta_allocator *allocator, void *items, uint32_t capacity, size_t item_size);

/** Space for `more` items of the array `list` of `owner` (a pointer). */
#define TTA_GROW(allocator, owner, list, more)                                                                         \
  ((more) <= (owner)->cap_##list - (owner)->num_##list ||                                                              \
   tta_array_grow(allocator, (void **)&(owner)->list, (owner)->num_##list, &(owner)->cap_##list, more,                 \
                  sizeof *(owner)->list))
#define TTA_GROW_IN(arena, owner, list, more)                                                                          \
  ((more) <= (owner)->cap_##list - (owner)->num_##list ||                                                              \
   tta_array_grow_in(arena, (void **)&(owner)->list, (owner)->num_##list, &(owner)->cap_##list, more,                  \
                     sizeof *(owner)->list))
/** Appends an item to the array `list` of `owner`. False without memory. */
#define TTA_PUSH(allocator, owner, list, ...)                                                                          \
  (TTA_GROW(allocator, owner, list, 1) && ((owner)->list[(owner)->num_##list++] = (__VA_ARGS__), true))
#define TTA_PUSH_IN(arena, owner, list, ...)                                                                           \
  (TTA_GROW_IN(arena, owner, list, 1) && ((owner)->list[(owner)->num_##list++] = (__VA_ARGS__), true))
/** Frees the array `list` of `owner`, which is empty afterwards. */
#define TTA_ARRAY_FREE(allocator, owner, list)                                                                         \
  (tta_array_free(allocator, (owner)->list, (owner)->cap_##list, sizeof *(owner)->list), (owner)->list = NULL,         \
   (owner)->num_##list = (owner)->cap_##list = 0)

#endif
