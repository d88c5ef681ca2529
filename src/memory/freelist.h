/* freelist.h: a model of tt-metal's two memory allocators. It allocates addresses, not memory: which addresses a
 * buffer would have, and which error a run would stop with.
 *
 * One list represents all banks of a buffer type, because tt-metal allocates in lockstep: a buffer has the same range
 * in every bank. All sizes and addresses are bytes of one bank.
 *
 * The two implementations choose, count and report differently; the model has the conventions of both:
 *
 *                       TTA_FREELIST_LINKED                      TTA_FREELIST_SEGREGATED
 *   in tt-metal         FreeList, until December 2024            FreeListOpt, since (PR tt-metal#15536)
 *   FIRST               first block that is large enough, from   the same address
 *                       the low end (bottom-up) or the high one
 *   BEST                the smallest such block; of equal ones   of the lowest size class that has one the first,
 *                       the first in search order                even if a smaller one follows
 *   alloc_at            the address must be aligned              any address
 *   available           [first start, LAST START], relative,     [begin, end), with offset, by size class, then by
 *                       by address                               address
 *   allocated, blocks   by address                               by slot
 *   shrink              once, up to the lowest occupied address  repeatedly, up to the lowest allocated block
 *   clear               keeps what shrink removed                restores it
 *
 * Common: addresses run over [offset, offset + max_size); a size is raised to min_alloc, then rounded up to a multiple
 * of align; a bottom-up block is the low end of the chosen free block, a top-down one its high end (so top-down
 * addresses are aligned only if max_size is a multiple of align, and bottom-up ones only if shrink sizes are).
 * Free neighbors are merged at once.
 *
 * Source: tt-metal, tt_metal/impl/allocator/algorithms/{allocator_algorithm.hpp@0266e6f1, free_list.cpp@0c554498,
 * free_list_opt.cpp@01c8afed}. What tt-metal calls fatal is TTA_INVALID here, with the text in tta_freelist_error.
 *
 * A list may be used by one thread at a time; two lists share nothing.
 */
#ifndef TTA_MEMORY_FREELIST_H
#define TTA_MEMORY_FREELIST_H

#include "ttattr/memory.h"

typedef enum tta_freelist_impl { TTA_FREELIST_LINKED, TTA_FREELIST_SEGREGATED } tta_freelist_impl;

typedef struct tta_freelist_config {
  int64_t max_size_bytes;  /* of the managed range, >= 0 */
  int64_t min_alloc_bytes; /* >= 1; tt-metal passes the alignment */
  int64_t align_bytes;     /* >= 1; tt-metal passes the DRAM alignment (32 or 64), for L1 too */
  int64_t offset_bytes;    /* address of the first byte, >= 0, a multiple of align_bytes */
  tta_freelist_search search;
  tta_freelist_impl impl;
} tta_freelist_config;

typedef struct tta_freelist tta_freelist;

/** The function that returns a range says what its ends are. */
typedef struct tta_address_range {
  int64_t begin, end;
} tta_address_range;

typedef struct tta_freelist_stats {
  int64_t total_allocatable_bytes; /* max_size without what shrink removed */
  int64_t allocated_bytes;         /* rounded sizes */
  int64_t free_bytes;
  int64_t largest_free_bytes;      /* 0 when nothing is free */
} tta_freelist_stats;

/** @return why `config` is invalid, a constant text, or NULL. */
const char *tta_freelist_config_error(const tta_freelist_config *config);

/** An empty list over the whole range.
 *  @param out        on TTA_OK the list; free it with tta_freelist_free. NULL otherwise.
 *  @param allocator  NULL = malloc; borrowed for the life of the list.
 *  @return TTA_INVALID when tta_freelist_config_error(config) has a text, TTA_NO_MEMORY. */
tta_status tta_freelist_new(const tta_freelist_config *config, const tta_allocator *allocator, tta_freelist **out);
/** NULL is allowed. */
void tta_freelist_free(tta_freelist *list);

/** Why the last call on the list did not return TTA_OK (TTA_NO_MEMORY included); "" if it did.
 *  Valid until the next call or the end of the list. Texts that tt-metal has are word for word. */
const char *tta_freelist_error(const tta_freelist *list);

/** Allocates `size_bytes` (0: min_alloc).
 *  @param address_limit  addresses below are rejected, 0 = none. As in tt-metal only after the allocation:
 *                        TTA_INVALID, the block stays allocated, and *address is its address.
 *  @param address        of the block, offset included; TTA_NO_ADDRESS when no free block is large enough (and
 *                        TTA_OK: the total of free bytes may exceed the size).
 *  @return TTA_INVALID for a negative size, TTA_OVERFLOW when the rounded size exceeds int64, TTA_NO_MEMORY (then
 *          nothing has changed). */
tta_status tta_freelist_alloc(tta_freelist *list, int64_t size_bytes, bool bottom_up, int64_t address_limit,
                              int64_t *address);

/** Allocates the rounded size at `at` (offset included) if it is inside one free block.
 *  @param address  `at`, or TTA_NO_ADDRESS when it does not.
 *  @return as tta_freelist_alloc; LINKED: TTA_INVALID also when `at` is not a multiple of align. */
tta_status tta_freelist_alloc_at(tta_freelist *list, int64_t at, int64_t size_bytes, int64_t *address);

/** Frees the block that starts at `address`. Any other address, also of a freed block, is ignored, as in tt-metal.
 *  @return TTA_OK or TTA_NO_MEMORY (then the block is still allocated). */
tta_status tta_freelist_release(tta_freelist *list, int64_t address);

/** Removes the lowest `size_bytes` (not rounded) from the managed range; other addresses do not change. 0 does nothing.
 *  @return TTA_INVALID when tt-metal would stop (see the table above), or size_bytes is negative or above max_size. */
tta_status tta_freelist_shrink(tta_freelist *list, int64_t size_bytes);

/** Undoes every shrink.
 *  @return TTA_INVALID for a LINKED list that was cleared while shrunk: tt-metal would then list the lowest bytes
 *          twice and allocate them twice. */
tta_status tta_freelist_reset_size(tta_freelist *list);

/** Frees all blocks; as in tt-metal the lowest occupied address does not change. A LINKED list that is shrunk stays so,
 *  with its reduced size from offset on; SEGREGATED has its full size again. */
void tta_freelist_clear(tta_freelist *list);

/** Possible addresses of a block of this size. LINKED: pairs of the first and the LAST START, without offset, by
 *  address; SEGREGATED: [begin, end) of each free block that is large enough, with offset, by size class, then address.
 *  @param ranges    space for `capacity` ranges; may be NULL if that is 0.
 *  @param count     how many there are, which may exceed capacity.
 *  @return TTA_INVALID for a negative size, TTA_OVERFLOW when the rounded size exceeds int64. */
tta_status tta_freelist_available(tta_freelist *list, int64_t size_bytes, tta_address_range *ranges, size_t capacity,
                                  size_t *count);

/** [begin, end) of each allocated block, with offset; LINKED by address, SEGREGATED by slot.
 *  @return how many there are, which may exceed capacity. */
size_t tta_freelist_allocated(const tta_freelist *list, tta_address_range *ranges, size_t capacity);

/** Every block, allocated or free; LINKED by address, SEGREGATED by slot. @return how many there are. */
size_t tta_freelist_blocks(const tta_freelist *list, tta_memory_block *blocks, size_t capacity);

tta_freelist_stats tta_freelist_statistics(const tta_freelist *list);

/** The lowest address of an allocated block, offset included, or TTA_NO_ADDRESS. After tta_freelist_clear it is
 *  stale, as in tt-metal, until a lower address is taken or the block at just that address is freed. */
int64_t tta_freelist_lowest_occupied(const tta_freelist *list);

#endif
