/* freelist_blocks.h: the blocks of a managed range: each byte belongs to one, free or allocated; free neighbors are
 * always merged. Blocks are in slots that are reused, as in tt-metal's FreeListOpt, because that one reports by slot.
 * Free slots are in one list for each size class, in order of address; a table of one class is the plain linked
 * list. */
#ifndef TTA_MEMORY_FREELIST_BLOCKS_H
#define TTA_MEMORY_FREELIST_BLOCKS_H

#include "ttattr/base.h"

enum { TTA_MAX_SIZE_CLASSES = 18 };
#define TTA_NO_SLOT UINT32_MAX

/** All addresses are relative to the managed range's offset. */
typedef struct tta_list_block {
  int64_t address, size;
  uint32_t prev, next; /* neighbors in memory, or TTA_NO_SLOT */
  bool used;           /* false: the slot is vacant, and only `next` has a meaning: the slot vacated before */
  bool allocated;
} tta_list_block;

/** Slots in order of their blocks' addresses. */
typedef struct tta_slot_list {
  uint32_t *slots;
  uint32_t num_slots, cap_slots;
} tta_slot_list;

typedef struct tta_block_table {
  const tta_allocator *allocator;
  tta_list_block *blocks; /* by slot */
  uint32_t num_blocks, cap_blocks;
  uint32_t vacant; /* the slot vacated last, which is used first */
  uint32_t head;   /* slot of the lowest block */
  uint32_t num_classes;
  tta_slot_list free[TTA_MAX_SIZE_CLASSES];
  tta_slot_list allocated;
} tta_block_table;

/** One free block [0, size); none if size is 0.
 *  @return TTA_NO_MEMORY (tta_blocks_free is allowed then, too). */
tta_status tta_blocks_init(tta_block_table *table, const tta_allocator *allocator, uint32_t num_classes, int64_t size);
void tta_blocks_free(tta_block_table *table);
/** Back to one free block. Cannot fail. */
void tta_blocks_restart(tta_block_table *table, int64_t size);

/** floor(log2(size / 1024)), at most the last class; sizes below 2048 are class 0 . */
uint32_t tta_blocks_class(const tta_block_table *table, int64_t size);

/** Slot of the allocated block that starts at `address`, or TTA_NO_SLOT. */
uint32_t tta_blocks_allocated_at(const tta_block_table *table, int64_t address);
/** Slot of the free block that contains [address, address + size), or TTA_NO_SLOT. */
uint32_t tta_blocks_free_around(const tta_block_table *table, int64_t address, int64_t size);

/* The four changes. Each reserves what it needs first: if it does not return TTA_OK, nothing has changed. */

/** Allocates the `size` bytes at offset `at` of a free block; they keep the block's slot. */
tta_status tta_blocks_carve(tta_block_table *table, uint32_t slot, int64_t at, int64_t size);
/** Frees an allocated block and merges it with free neighbors. */
tta_status tta_blocks_release(tta_block_table *table, uint32_t slot);
/** Removes the first `size` (> 0) bytes of the lowest block, which is free and has that many. */
tta_status tta_blocks_cut_low(tta_block_table *table, int64_t size);
/** Adds free bytes [0, size), size > 0, below the lowest block. */
tta_status tta_blocks_put_low(tta_block_table *table, int64_t size);

#endif
