/* The blocks of an arena. */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/format.h"

struct tta_arena_block {
  struct tta_arena_block *older;
  size_t size; /* of the whole allocation, this header included */
};

enum { LOCAL_TEXT = 512 /* nearly all messages fit, and are formatted once */ };

/* For tests: each thing is a block of its own, so that sanitizers see its end and every request can fail. */
#ifdef TTA_ARENA_APART
enum { FIRST_BLOCK_BYTES = 0, MAX_BLOCK_BYTES = 0 };
#else
enum { FIRST_BLOCK_BYTES = 4096, MAX_BLOCK_BYTES = 1 << 20 };
#endif

static void *malloc_allocate(void *user, size_t size) {
  (void)user;
  return malloc(size);
}
static void *malloc_resize(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  return realloc(block, new_size);
}
static void malloc_release(void *user, void *block, size_t size) {
  (void)user;
  (void)size;
  free(block);
}

const tta_allocator tta_malloc_allocator = {malloc_allocate, malloc_resize, malloc_release, NULL};

void tta_arena_init(tta_arena *arena, const tta_allocator *allocator) {
  *arena = (tta_arena){.allocator = tta_allocator_or_default(allocator)};
}

static void release_until(tta_arena *arena, struct tta_arena_block *last) {
  while (arena->block != last) {
    struct tta_arena_block *older = arena->block->older;
    arena->allocator->release(arena->allocator->user, arena->block, arena->block->size);
    arena->block = older;
  }
}

void tta_arena_free(tta_arena *arena) {
  release_until(arena, NULL);
  arena->at = arena->end = NULL;
}

/* Blocks double up to MAX_BLOCK_BYTES, so that small uses stay small and large ones call the allocator rarely. */
static bool add_block(tta_arena *arena, size_t size) {
  size_t block_size = arena->block ? arena->block->size * 2 : FIRST_BLOCK_BYTES;
  if (block_size > MAX_BLOCK_BYTES) block_size = MAX_BLOCK_BYTES;
  size_t needed;
  if (!tta_size_add(size, sizeof(struct tta_arena_block), &needed)) return false;
  if (block_size < needed) block_size = needed;
  struct tta_arena_block *block = arena->allocator->allocate(arena->allocator->user, block_size);
  if (!block) return false;
  *block = (struct tta_arena_block){arena->block, block_size};
  arena->block = block;
  arena->at = (char *)(block + 1);
  arena->end = (char *)block + block_size;
  return true;
}

void *tta_arena_alloc(tta_arena *arena, size_t size) {
  size_t rounded;
  if (!tta_size_add(size, 7, &rounded)) goto fail;
  rounded &= ~(size_t)7;
  bool fits = arena->at && (size_t)(arena->end - arena->at) >= rounded; /* size 0 has an address: NULL is an error */
  if (!fits && !add_block(arena, rounded)) goto fail;
  void *result = arena->at;
  arena->at += rounded;
  return result;
fail:
  arena->failed = true;
  return NULL;
}

void *tta_arena_array(tta_arena *arena, size_t count, size_t size) {
  size_t bytes;
  if (!tta_size_mul(count, size, &bytes)) {
    arena->failed = true;
    return NULL;
  }
  return tta_arena_alloc(arena, bytes);
}

tta_str tta_arena_str(tta_arena *arena, tta_str text) {
  char *copy = tta_arena_array(arena, 1, text.size + 1);
  if (!copy) return (tta_str){NULL, 0};
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return (tta_str){copy, text.size};
}

tta_str tta_arena_take(tta_arena *arena, tta_buf *text) {
  tta_str kept = text->failed ? (tta_str){NULL, 0} : tta_arena_str(arena, tta_buf_view(text));
  arena->failed |= text->failed;
  tta_buf_free(text);
  return kept;
}

tta_str tta_arena_format(tta_arena *arena, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  char local[LOCAL_TEXT];
  tta_buf buf = tta_buf_fixed(local, sizeof local);
  tta_buf_vprintf(&buf, format, args);
  bool is_long = buf.failed;
  if (is_long) {
    tta_buf_init(&buf, arena->allocator);
    tta_buf_vprintf(&buf, format, again);
  }
  va_end(again);
  tta_str text = buf.failed ? (tta_str){NULL, 0} : tta_arena_str(arena, tta_buf_view(&buf));
  if (is_long) tta_buf_free(&buf);
  return text;
}

void tta_arena_release(tta_arena *arena, tta_arena_mark mark) {
  release_until(arena, mark.block);
  arena->at = mark.at;
  arena->end = mark.block ? (char *)mark.block + mark.block->size : NULL;
}

tta_arena *tta_arena_new(const tta_allocator *allocator) {
  allocator = tta_allocator_or_default(allocator);
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
