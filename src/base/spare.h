/* spare.h: an allocator that keeps large blocks for the next request. A document checks its text again after each edit:
 * with fresh memory every time, most of the time of a large check is spent on pages that the system clears. */
#ifndef TTA_BASE_SPARE_H
#define TTA_BASE_SPARE_H

#include "ttattr/base.h"

struct tta_spare_block;

typedef struct tta_spare {
  tta_allocator allocator;      /* for others; it refers to this struct, which must not move */
  const tta_allocator *source;
  struct tta_spare_block *free; /* blocks that nothing uses */
  size_t bytes, limit;          /* of these blocks; not more than this is kept */
} tta_spare;

/** `source` is borrowed and must outlive the allocator. */
void tta_spare_init(tta_spare *spare, const tta_allocator *source, size_t limit);
/** Gives back the blocks that nothing uses. */
void tta_spare_free(tta_spare *spare);

#endif
