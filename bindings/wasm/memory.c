/* The memory in use, counted: the calls of the library, the tools and the C library are led here by the linker. */
#include <stdint.h>
#include <stdlib.h>

#include "module.h"

size_t malloc_usable_size(void *block); /* of the C library; it has no header */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static size_t live_bytes;

static void *count(void *block) {
  if (block) live_bytes += malloc_usable_size(block);
  return block;
}

void *__wrap_malloc(size_t size) { return count(__real_malloc(size)); }
void *__wrap_calloc(size_t number, size_t size) { return count(__real_calloc(number, size)); }

void *__wrap_realloc(void *block, size_t size) {
  size_t before = block ? malloc_usable_size(block) : 0;
  void *moved = __real_realloc(block, size);
  if (!moved) return NULL;
  live_bytes -= before;
  return count(moved);
}

void __wrap_free(void *block) {
  if (!block) return;
  live_bytes -= malloc_usable_size(block);
  __real_free(block);
}

/** The bytes in use: of open documents and servers, and of the results of the last call. */
TTA_EXPORT(ttattr_live_bytes) size_t ttattr_live_bytes(void);
size_t ttattr_live_bytes(void) { return live_bytes; }

/** Memory for a text that a call takes. NULL: there is none. */
TTA_EXPORT(ttattr_allocate) char *ttattr_allocate(size_t size);
char *ttattr_allocate(size_t size) {
  char *text = size < SIZE_MAX ? malloc(size + 1) : NULL;
  if (text) text[size] = 0; /* the library requires it */
  return text;
}

void module_free_text(char *text) { free(text); }
