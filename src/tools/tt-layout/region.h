/* region.h: bytes that are written in any order: in memory, or if they are many in a temporary file that is mapped. */
#ifndef TT_LAYOUT_REGION_H
#define TT_LAYOUT_REGION_H

#include "tools/common/output.h"
#include "ttattr/base.h"

typedef struct tt_layout_region {
  unsigned char *bytes;
  size_t size;
  bool mapped;
} tt_layout_region;

/** Zeros. More than 256 MiB are a file without a name in the directory of `path` (NULL or "-": TMPDIR or /tmp), whose
 *  disk space is reserved, so that they may exceed the memory.
 *  @return false with the failure; there is nothing to free */
bool tt_layout_region_new(tt_layout_region *region, size_t size, const char *path, tta_io_failure *failure);

void tt_layout_region_free(tt_layout_region *region);

#endif
