/* Large blocks that are used again. */
#include "base/spare.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include "base/checked.h"

/* For tests: no block is used again, so that sanitizers see the end of each (base/arena.c). */
#ifdef TTA_ARENA_APART
enum { KEEPS_BLOCKS = 0 };
#else
enum { KEEPS_BLOCKS = 1 };
#endif

enum {
  LARGE_BYTES = 1 << 16, /* smaller requests go to the source; sizes of blocks are multiples of it */
  MOST_UNUSED = 4,       /* times what is requested */
};

/* The start of a large block; what its user gets follows. */
struct tta_spare_block {
  alignas(max_align_t) struct tta_spare_block *next;
  size_t size; /* of the user's part */
};

static bool is_large(size_t size) { return KEEPS_BLOCKS && size >= LARGE_BYTES; }

static struct tta_spare_block *block_of(void *part) { return (struct tta_spare_block *)part - 1; }

static void release_block(tta_spare *s, struct tta_spare_block *block) {
  s->source->release(s->source->user, block, sizeof *block + block->size);
}

/* The size of a block for so many bytes, and with its start; so that the same text with another word fits again. */
static bool block_size(size_t bytes, size_t *size, size_t *whole) {
  if (!tta_size_add(bytes, LARGE_BYTES - 1, size)) return false;
  *size -= *size % LARGE_BYTES;
  return tta_size_add(*size, sizeof(struct tta_spare_block), whole);
}

/* The smallest block that is large enough, and not too large. */
static struct tta_spare_block *take_block(tta_spare *s, size_t bytes) {
  struct tta_spare_block **best = NULL;
  for (struct tta_spare_block **at = &s->free; *at; at = &(*at)->next) {
    size_t has = (*at)->size;
    if (has >= bytes && has / MOST_UNUSED <= bytes && (!best || has < (*best)->size)) best = at;
  }
  if (!best) return NULL;
  struct tta_spare_block *block = *best;
  *best = block->next;
  s->bytes -= block->size;
  return block;
}

static void *allocate(void *user, size_t bytes) {
  tta_spare *s = user;
  size_t size, whole;
  if (!is_large(bytes)) return s->source->allocate(s->source->user, bytes);
  struct tta_spare_block *block = take_block(s, bytes);
  if (block) return block + 1;
  block = block_size(bytes, &size, &whole) ? s->source->allocate(s->source->user, whole) : NULL;
  if (!block) return NULL;
  block->size = size;
  return block + 1;
}

/* The last of the list was released first, and nothing could use it since. */
static void drop_last(tta_spare *s) {
  struct tta_spare_block **last = &s->free, *block;
  while ((*last)->next) last = &(*last)->next;
  block = *last;
  *last = NULL;
  s->bytes -= block->size;
  release_block(s, block);
}

static void release(void *user, void *part, size_t bytes) {
  tta_spare *s = user;
  if (!is_large(bytes)) {
    s->source->release(s->source->user, part, bytes);
    return;
  }
  struct tta_spare_block *block = block_of(part);
  block->next = s->free;
  s->free = block;
  s->bytes += block->size;
  while (s->bytes > s->limit) drop_last(s);
}

/* A large block of another size, where no spare one fits. */
static void *resize_block(tta_spare *s, struct tta_spare_block *block, size_t bytes) {
  size_t size, whole;
  if (!block_size(bytes, &size, &whole)) return NULL;
  block = s->source->resize(s->source->user, block, sizeof *block + block->size, whole);
  if (!block) return NULL;
  block->size = size;
  return block + 1;
}

static void *resize(void *user, void *part, size_t old_bytes, size_t bytes) {
  tta_spare *s = user;
  bool was_large = is_large(old_bytes), large = is_large(bytes);
  if (!was_large && !large) return s->source->resize(s->source->user, part, old_bytes, bytes);
  void *moved = NULL;
  if (was_large && large) {
    struct tta_spare_block *block = block_of(part);
    if (block->size >= bytes && block->size / MOST_UNUSED <= bytes) return part;
    struct tta_spare_block *other = take_block(s, bytes);
    if (!other) return resize_block(s, block, bytes);
    moved = other + 1;
  } else {
    moved = allocate(s, bytes);
  }
  if (!moved) return NULL;
  memcpy(moved, part, old_bytes < bytes ? old_bytes : bytes);
  release(s, part, old_bytes);
  return moved;
}

void tta_spare_init(tta_spare *s, const tta_allocator *source, size_t limit) {
  *s = (tta_spare){{allocate, resize, release, s}, source, NULL, 0, limit};
}

void tta_spare_free(tta_spare *s) {
  while (s->free) {
    struct tta_spare_block *next = s->free->next;
    release_block(s, s->free);
    s->free = next;
  }
  s->bytes = 0;
}
