/* memory.h: the allocator the tools use when they are given none. */
#ifndef TTA_TOOLS_MEMORY_H
#define TTA_TOOLS_MEMORY_H

#include "ttattr/buf.h"

/** `given`, or the library's default where that is NULL. */
static inline const tta_allocator *tta_tools_allocator(const tta_allocator *given) {
  tta_buf buf;
  tta_buf_init(&buf, given); /* the only way to the default that is public; allocates nothing */
  return buf.allocator;
}

#endif
