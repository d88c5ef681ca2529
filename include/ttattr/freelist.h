/* ttattr/freelist.h: a model of tt-metal's two memory allocators. It allocates addresses, not memory: which addresses a
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
#ifndef TTATTR_FREELIST_H
#define TTATTR_FREELIST_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_freelist_impl { TTA_FREELIST_LINKED, TTA_FREELIST_SEGREGATED } tta_freelist_impl;
typedef enum tta_freelist_search { TTA_FREELIST_FIRST, TTA_FREELIST_BEST } tta_freelist_search;

typedef struct tta_freelist_config {
  int64_t max_size_bytes;  /* of the managed range, >= 0 */
  int64_t min_alloc_bytes; /* >= 1; tt-metal passes the alignment */
  int64_t align_bytes;     /* >= 1; tt-metal passes the DRAM alignment (32 or 64), for L1 too */
  int64_t offset_bytes;    /* address of the first byte, >= 0, a multiple of align_bytes */
  tta_freelist_search search; /* tt-metal runs with FIRST */
  tta_freelist_impl impl;
} tta_freelist_config;

typedef struct tta_freelist tta_freelist;

/** No address: an allocation that does not fit, a block without a neighbor, a size class that does not apply. */
#define TTA_FREELIST_NONE INT64_C(-1)

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

/** A row of tt-metal's block table. */
typedef struct tta_freelist_block {
  int64_t address_bytes; /* relative: without the offset */
  int64_t size_bytes;
  bool allocated;
  int64_t id, prev_id, next_id; /* SEGREGATED: the slots of the block and of its neighbors in memory, or
                                 * TTA_FREELIST_NONE; LINKED: always TTA_FREELIST_NONE */
  int64_t size_class;           /* SEGREGATED: class of a free block; else TTA_FREELIST_NONE */
} tta_freelist_block;

/** @return why `config` is invalid, a constant text, or NULL. */
TTA_API const char *tta_freelist_config_error(const tta_freelist_config *config);

/** An empty list over the whole range.
 *  @param out        on TTA_OK the list; free it with tta_freelist_free. NULL otherwise.
 *  @param allocator  NULL = malloc; borrowed for the life of the list.
 *  @return TTA_INVALID when tta_freelist_config_error(config) has a text, TTA_NO_MEMORY. */
TTA_API tta_status tta_freelist_new(const tta_freelist_config *config, const tta_allocator *allocator,
                                    tta_freelist **out);
/** NULL is allowed. */
TTA_API void tta_freelist_free(tta_freelist *list);

/** Why the last call on the list did not return TTA_OK (TTA_NO_MEMORY included); "" if it did.
 *  Valid until the next call or the end of the list. Texts that tt-metal has are word for word. */
TTA_API const char *tta_freelist_error(const tta_freelist *list);

/** Allocates `size_bytes` (0: min_alloc).
 *  @param address_limit  addresses below are rejected, 0 = none. As in tt-metal only after the allocation:
 *                        TTA_INVALID, the block stays allocated, and *address is its address.
 *  @param address        of the block, offset included; TTA_FREELIST_NONE when no free block is large enough (and
 *                        TTA_OK: the total of free bytes may exceed the size).
 *  @return TTA_INVALID for a negative size, TTA_OVERFLOW when the rounded size exceeds int64, TTA_NO_MEMORY (then
 *          nothing has changed). */
TTA_API tta_status tta_freelist_alloc(tta_freelist *list, int64_t size_bytes, bool bottom_up, int64_t address_limit,
                                      int64_t *address);

/** Allocates the rounded size at `at` (offset included) if it is inside one free block.
 *  @param address  `at`, or TTA_FREELIST_NONE when it does not.
 *  @return as tta_freelist_alloc; LINKED: TTA_INVALID also when `at` is not a multiple of align. */
TTA_API tta_status tta_freelist_alloc_at(tta_freelist *list, int64_t at, int64_t size_bytes, int64_t *address);

/** Frees the block that starts at `address`. Any other address, also of a freed block, is ignored, as in tt-metal.
 *  @return TTA_OK or TTA_NO_MEMORY (then the block is still allocated). */
TTA_API tta_status tta_freelist_release(tta_freelist *list, int64_t address);

/** Removes the lowest `size_bytes` (not rounded) from the managed range; other addresses do not change. 0 does nothing.
 *  @return TTA_INVALID when tt-metal would stop (see the table above), or size_bytes is negative or above max_size. */
TTA_API tta_status tta_freelist_shrink(tta_freelist *list, int64_t size_bytes);

/** Undoes every shrink.
 *  @return TTA_INVALID for a LINKED list that was cleared while shrunk: tt-metal would then list the lowest bytes
 *          twice and allocate them twice. */
TTA_API tta_status tta_freelist_reset_size(tta_freelist *list);

/** Frees all blocks; as in tt-metal the lowest occupied address does not change. A LINKED list that is shrunk stays so,
 *  with its reduced size from offset on; SEGREGATED has its full size again. */
TTA_API void tta_freelist_clear(tta_freelist *list);

/** Possible addresses of a block of this size. LINKED: pairs of the first and the LAST START, without offset, by
 *  address; SEGREGATED: [begin, end) of each free block that is large enough, with offset, by size class, then address.
 *  @param ranges    space for `capacity` ranges; may be NULL if that is 0.
 *  @param count     how many there are, which may exceed capacity.
 *  @return TTA_INVALID for a negative size, TTA_OVERFLOW when the rounded size exceeds int64. */
TTA_API tta_status tta_freelist_available(tta_freelist *list, int64_t size_bytes, tta_address_range *ranges,
                                          size_t capacity, size_t *count);

/** [begin, end) of each allocated block, with offset; LINKED by address, SEGREGATED by slot.
 *  @return how many there are, which may exceed capacity. */
TTA_API size_t tta_freelist_allocated(const tta_freelist *list, tta_address_range *ranges, size_t capacity);

/** Every block, allocated or free; LINKED by address, SEGREGATED by slot. @return how many there are. */
TTA_API size_t tta_freelist_blocks(const tta_freelist *list, tta_freelist_block *blocks, size_t capacity);

TTA_API tta_freelist_stats tta_freelist_statistics(const tta_freelist *list);

/** The lowest address of an allocated block, offset included, or TTA_FREELIST_NONE. After tta_freelist_clear it is
 *  stale, as in tt-metal, until a lower address is taken or the block at just that address is freed. */
TTA_API int64_t tta_freelist_lowest_occupied(const tta_freelist *list);

/** Where and why a trace is malformed. */
typedef struct tta_trace_error {
  size_t line, column; /* 1-based, in bytes; column 0 = the whole line; line 0 = not an error of the trace */
  char message[192];
} tta_trace_error;

/** Runs the operations of a trace (docs/memory.md) on a new list.
 *
 *  The trace is text, one JSON object a line (blank lines are skipped). The first configures the list:
 *    {"max_size":N,"min_alloc":N,"align":N,"offset":N,"search":"first|best","impl":"free_list|free_list_opt"}
 *  Each other line is an operation, with one line of answer in `out`:
 *    {"op":"alloc","size":N,"bottom_up":B}         {"addr":N|null}   (optional "address_limit":N)
 *    {"op":"alloc_at","addr":N,"size":N}           {"addr":N|null}
 *    {"op":"free","addr":N}, {"op":"shrink","size":N}, {"op":"reset"}, {"op":"clear"}    {}
 *    {"op":"available","size":N}, {"op":"allocated"}                                     {"ranges":[[a,b],...]}
 *    {"op":"stats"}   {"stats":{"total_allocatable":N,"allocated":N,"free":N,"largest_free":N}}
 *    {"op":"lowest_occupied"}                      {"addr":N|null}
 *  The answer to what is fatal in tt-metal is {"error":text}, and the replay continues. Members may be in any order,
 *  each once; N is an integer from 0 to 2^63-1, or a string of one, as in answers beyond 2^53.
 *
 *  @param allocator  NULL = malloc
 *  @param out        appended to; on TTA_INVALID it has the answers of the lines before the error
 *  @param error      filled on TTA_INVALID
 *  @return TTA_INVALID for a malformed trace (negative numbers, and sizes that exceed int64 when rounded, included),
 *          TTA_NO_MEMORY. */
TTA_API tta_status tta_freelist_replay(tta_str trace, const tta_allocator *allocator, tta_buf *out,
                                       tta_trace_error *error);

#ifdef __cplusplus
}
#endif
#endif
