/* footprint.h: the bytes of buffers, by their pages and shards, and how they were counted on a date. */
#ifndef TTA_MEMORY_FOOTPRINT_H
#define TTA_MEMORY_FOOTPRINT_H

#include "ir/behaviors.h"
#include "ttattr/memory.h"

/** @param era yyyymmdd; 0 = now */
static inline tta_exponents tta_exponents_of(int32_t era) {
  return era && era < TTA_DAY_BLOCK_EXPONENTS ? TTA_WITHOUT_EXPONENTS : TTA_WITH_EXPONENTS;
}

/** Pages round-robin over the banks from bank 0 on: ceil(pages / banks) x up(page, page_align), then
 *  up(.., alloc_align).
 *  @param page_align  16 in L1, 32 or 64 in DRAM. @param alloc_align the free list's: the DRAM alignment, in L1 too.
 *  @return TTA_INVALID when an argument is negative, or banks or an alignment is below 1; TTA_OVERFLOW. */
tta_status tta_footprint_interleaved(int64_t pages, int64_t page_bytes, int64_t banks, int64_t page_align,
                                     int64_t alloc_align, tta_footprint *out);

/** Shards with the same number of pages, one in a bank or, if there are more shards than banks, ceil(shards / banks) in
 *  each. A partial shard has the size of a full one. @param banks 0: one for each shard (L1). */
tta_status tta_footprint_sharded(int64_t pages_per_shard, int64_t page_bytes, int64_t shards, int64_t banks,
                                 int64_t page_align, int64_t alloc_align, tta_footprint *out);

/** The bytes of a layout (storage.h: pages, banks, alignment).
 *  @param era yyyymmdd, 0 = now: block float tiles had no exponents in tt-mlir before 2025-11-10.
 *  @param type receives its buffer type
 *  @return TTA_INVALID with a reason: host memory, an element type of unknown size. */
tta_status tta_layout_footprint(const tta_layout *layout, const tta_banks *banks, int32_t era, tta_buffer_type *type,
                                tta_footprint *out, tta_buf *reason);

/** The largest block of a shard, in the memory space of the layout, such that `buffers` blocks have at most
 *  `capacity_bytes` in each bank.
 *  @param layout with a memref of known extents. @param banks, era as for tta_layout_footprint. @param buffers >= 1
 *  @return TTA_INVALID with a reason: not even one element fits; as tta_layout_footprint */
tta_status tta_layout_largest_block(const tta_layout *layout, const tta_banks *banks, int32_t era,
                                    int64_t capacity_bytes, int64_t buffers, tta_block *out, tta_buf *reason);

#endif
