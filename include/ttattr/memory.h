/* ttattr/memory.h: the bytes of tensors in each bank, their addresses, and whether they fit: from an .mlir text and a
 * system description, before anything is compiled.
 *
 * Allocation is in lockstep (tt-metal): a buffer has the same range in every bank of its type, so one bank represents
 * all of them. Sizes are bytes of one bank unless a name says otherwise. Liveness and its rules: docs/memory.md.
 *
 * Sources: tt-metal buffer.cpp@00002df2, bank_manager.cpp@00a6e7f8, l1_banking_allocator.cpp@012dc4e0, program.cpp,
 * memory_reporter.cpp@1353e377.
 */
#ifndef TTATTR_MEMORY_H
#define TTATTR_MEMORY_H

#include "ttattr/arch.h"
#include "ttattr/check.h"
#include "ttattr/freelist.h"
#include "ttattr/json.h"
#include "ttattr/layout.h"
#include "ttattr/results.h"
#include "ttattr/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_buffer_type {
  TTA_BUFFER_DRAM,
  TTA_BUFFER_L1,
  TTA_BUFFER_L1_SMALL,
  TTA_BUFFER_TRACE,
  TTA_NUM_BUFFER_TYPES
} tta_buffer_type;

/** "DRAM", "L1", "L1_SMALL", "TRACE", as in tt-metal's messages. */
TTA_API const char *tta_buffer_type_name(tta_buffer_type type);

/* ---- footprint --------------------------------------------------------------------------------------------------- */

/** The bytes of a buffer. */
typedef struct tta_footprint {
  int64_t page_bytes;     /* of the data */
  int64_t pages;          /* of all banks, padding of shards included */
  int64_t banks;          /* that it is distributed over: all of its type, or the cores of its shards */
  int64_t pages_per_bank; /* of the fullest */
  int64_t size_bytes;     /* of all pages, each aligned: "size" in tt-metal's messages */
  int64_t bank_bytes;     /* pages_per_bank x aligned page: "each bank needs to store" in tt-metal's messages */
  int64_t bytes_per_bank; /* bank_bytes rounded up by the free list: allocated in every bank */
  int64_t wasted_bytes;   /* of bytes_per_bank, by the two roundings */
} tta_footprint;

/** Pages round-robin over the banks from bank 0 on: ceil(pages / banks) x up(page, page_align), then
 *  up(.., alloc_align).
 *  @param page_align  16 in L1, 32 or 64 in DRAM. @param alloc_align the free list's: the DRAM alignment, in L1 too.
 *  @return TTA_INVALID when an argument is negative, or banks or an alignment is below 1; TTA_OVERFLOW. */
TTA_API tta_status tta_footprint_interleaved(int64_t pages, int64_t page_bytes, int64_t banks, int64_t page_align,
                                             int64_t alloc_align, tta_footprint *out);

/** Shards with the same number of pages, one in a bank or, if there are more shards than banks, ceil(shards / banks) in
 *  each. A partial shard has the size of a full one. @param banks 0: one for each shard (L1). */
TTA_API tta_status tta_footprint_sharded(int64_t pages_per_shard, int64_t page_bytes, int64_t shards, int64_t banks,
                                         int64_t page_align, int64_t alloc_align, tta_footprint *out);

/** The banks of a chip. Index by tta_buffer_type. */
typedef struct tta_banks {
  tta_arch arch;
  bool known;                   /* arch is described; else it is wormhole_b0 by default */
  int64_t l1_size, grid[2];     /* of a core; rows, columns of workers */
  int64_t banks[TTA_NUM_BUFFER_TYPES], base[TTA_NUM_BUFFER_TYPES], size[TTA_NUM_BUFFER_TYPES];
  int64_t page_align[TTA_NUM_BUFFER_TYPES];
  int64_t alloc_align;          /* of all free lists */
} tta_banks;

/** tt-mlir's default system description; TTA_INVALID for grayskull, which has none. */
TTA_API tta_status tta_banks_default(tta_arch arch, tta_banks *out);
/** The banks of one buffer type. */
TTA_API tta_storage_banks tta_storage_banks_of(const tta_banks *banks, tta_buffer_type type);
/** The bytes that one bank can hold, in whole blocks of the allocator. */
TTA_API int64_t tta_bank_capacity(const tta_banks *banks, tta_buffer_type type);

struct tta_system; /* system.h */
/** The banks of the first chip of a system. @return TTA_INVALID with a reason: none, or it contradicts itself */
TTA_API tta_status tta_banks_of_system(const struct tta_system *system, tta_banks *out, tta_buf *reason);
/** The same of a system that a user gives (tta_system_parse). @return also TTA_INVALID with its reason */
TTA_API tta_status tta_banks_parse(tta_str system_desc, tta_banks *out, tta_buf *reason);
/** Sets the first address of L1 buffers. @return TTA_INVALID with a reason: not aligned, or outside of L1 */
TTA_API tta_status tta_banks_set_l1_base(tta_banks *banks, int64_t address, tta_buf *reason);

/** The bytes of a layout (storage.h: pages, banks, alignment).
 *  @param era yyyymmdd, 0 = now: block float tiles had no exponents in tt-mlir before 2025-11-10.
 *  @param type receives its buffer type
 *  @return TTA_INVALID with a reason: host memory, an element type of unknown size. */
TTA_API tta_status tta_layout_footprint(const tta_layout *layout, const tta_banks *banks, int32_t era,
                                          tta_buffer_type *type, tta_footprint *out, tta_buf *reason);

/* ---- programs ---------------------------------------------------------------------------------------------------- */

typedef enum tta_memory_kind {
  TTA_MEMORY_TENSOR,
  TTA_MEMORY_CIRCULAR_BUFFER, /* of an operation or program (#ttcore.cb_layout): allocated while that runs */
  TTA_MEMORY_STREAM_STORAGE,  /* the second operand of a stream_layout */
} tta_memory_kind;

/** "tensor", "circular_buffer", "stream_storage" */
TTA_API const char *tta_memory_kind_name(tta_memory_kind kind);

/** An SSA value in device memory. Texts are borrowed from the plan or the source. */
typedef struct tta_memory_buffer {
  tta_str name;            /* "%0", "%1#2" */
  uint32_t line;           /* of its definition */
  tta_str type;            /* as written */
  tta_buffer_type space;
  tta_footprint footprint;
  int64_t address;         /* TTA_FREELIST_NONE: it did not fit, or has no bytes */
  uint32_t first, last;    /* lines of the first and last operation of its life */
  uint32_t first_step, last_step; /* the same as steps of the plan; last: of its regions */
  tta_str shares;          /* the value with the buffer that it uses; empty = its own */
  uint32_t system;         /* of its banks: tta_memory_bank.system */
  tta_memory_kind kind;
  int64_t placed_address;  /* the compiler's (`address = N`), which `address` then is; TTA_FREELIST_NONE */
  int64_t alignment;       /* the compiler's (`alignment = N`); TTA_FREELIST_NONE */
  int64_t first_fit_address; /* of a placed buffer, by first fit of the placed ones; TTA_FREELIST_NONE */
  int64_t chips;           /* that it is distributed over */
  int64_t idle_bytes;      /* of all banks of its chips: reserved in lockstep in banks without its pages */
} tta_memory_buffer;

/** A buffer type at its peak, or at a line. Modules with different system descriptions have separate banks. */
typedef struct tta_memory_bank {
  tta_buffer_type type;
  tta_arch arch;
  uint32_t system, system_line; /* a number from 0; the line of its system_desc, 0 = none in the text */
  int64_t banks, base, size, allocated, peak, free, largest_free;
  uint32_t peak_line, peak_step;
  int64_t idle_bytes;      /* at the peak, of all banks: see tta_memory_buffer */
  size_t num_placed;       /* buffers with an address of the compiler */
  int64_t placed_span, first_fit_span; /* of those: most bytes between the lowest and the highest address in use, at
                                        * their addresses, and with first fit */
  size_t num_blocks;       /* the memory view at that moment, by address */
  const tta_freelist_block *blocks;
} tta_memory_bank;

/** A part of each bank, and what it is for. */
typedef struct tta_memory_region {
  bool dram; /* else L1 */
  uint32_t system;
  const char *name, *meaning;
  int64_t begin, end; /* addresses */
} tta_memory_region;

/** After the allocations of an operation. */
typedef struct tta_memory_step {
  uint32_t line;
  int64_t allocated[TTA_NUM_BUFFER_TYPES];
} tta_memory_step;

/** What invalid addresses of the compiler are (rules memory-overlap, memory-bounds, memory-misaligned). Texts of tests
 *  have such addresses on purpose. */
typedef enum tta_memory_addresses {
  TTA_ADDRESSES_WARN,   /* what the rules are set to: warnings */
  TTA_ADDRESSES_ERROR,
  TTA_ADDRESSES_IGNORE, /* addresses in the text are not used: all buffers by first fit */
} tta_memory_addresses;

typedef struct tta_memory_plan_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  int32_t era;                    /* yyyymmdd: how bytes are counted on that day; 0 = today */
  tta_str system_desc;            /* the default system, as for tta_system_parse; empty = wormhole_b0 */
  int64_t l1_base;                /* replaces l1_unreserved_base; TTA_FREELIST_NONE (default) = it does not */
  bool all_live;                  /* every buffer lives until its function ends */
  uint32_t at_line;               /* the memory at this line; 0 = at its peak */
  tta_source *resources;          /* JSON lines (docs/memory.md); must outlive the plan; NULL = none */
  const tta_check_options *check; /* which rules are on, and how severe; NULL = the defaults; borrowed */
  bool want_csv;
  tta_memory_addresses addresses;
} tta_memory_plan_options;

TTA_API void tta_memory_plan_options_init(tta_memory_plan_options *options);

typedef struct tta_memory_plan tta_memory_plan;

/** Plans a text in program order.
 *  @param source as for tta_check_text, without errors (the caller verifies it); must outlive the plan
 *  @param reason why an option is not valid; may be NULL
 *  @return TTA_INVALID: an option is not valid; TTA_LIMIT: a text above 2 GiB; TTA_NO_MEMORY. *out is then NULL. */
TTA_API tta_status tta_memory_plan_new(tta_source *source, const tta_memory_plan_options *options,
                                       tta_memory_plan **out, tta_buf *reason);
TTA_API void tta_memory_plan_free(tta_memory_plan *plan);

/** What was found: rules of the group `memory`. Comments of the text suppress diagnostics (docs/cli.md). */
TTA_API const tta_results *tta_memory_plan_results(const tta_memory_plan *plan);
/** Whether the text could be planned; otherwise the results have an error, and there are no banks and buffers. */
TTA_API bool tta_memory_plan_is_planned(const tta_memory_plan *plan);
/** Whether the results have neither an error nor a diagnostic of memory-overlap or memory-bounds. */
TTA_API bool tta_memory_plan_fits(const tta_memory_plan *plan);
/** Whether nothing was planned: no value has a layout in device memory, and there are no resources. */
TTA_API bool tta_memory_plan_is_empty(const tta_memory_plan *plan);
/** The banks of system 0. */
TTA_API const tta_banks *tta_memory_plan_banks(const tta_memory_plan *plan);
TTA_API size_t tta_memory_plan_num_systems(const tta_memory_plan *plan);
TTA_API size_t tta_memory_plan_num_buffers(const tta_memory_plan *plan);
TTA_API const tta_memory_buffer *tta_memory_plan_buffer(const tta_memory_plan *plan, size_t index);
TTA_API size_t tta_memory_plan_num_banks(const tta_memory_plan *plan);
TTA_API const tta_memory_bank *tta_memory_plan_bank(const tta_memory_plan *plan, size_t index);
/** The parts of the banks, by system, L1 first, then by address. */
TTA_API size_t tta_memory_plan_num_regions(const tta_memory_plan *plan);
TTA_API const tta_memory_region *tta_memory_plan_region(const tta_memory_plan *plan, size_t index);
/** Steps of the program, one an operation. */
TTA_API size_t tta_memory_plan_num_steps(const tta_memory_plan *plan);
TTA_API const tta_memory_step *tta_memory_plan_step(const tta_memory_plan *plan, size_t index);
/** What the text does not say, and the plan assumes. */
TTA_API size_t tta_memory_plan_num_assumptions(const tta_memory_plan *plan);
TTA_API tta_str tta_memory_plan_assumption(const tta_memory_plan *plan, size_t index);

/** `{arch, banks: [{type, banks, base, size, allocated, peak, free, largest_free}], buffers: [{name, line, type,
 *  memory_space, bytes_per_bank, bank_bytes, wasted_bytes, address, first, last, shares, kind, placed, alignment,
 *  first_fit_address, idle_bytes, chips}], regions: [{memory_space, name, begin, end, meaning}], messages: [{severity,
 *  line, column, text, rule}], assumptions: [..], fits}`; fits is null if nothing was planned. A bank also
 *  has peak_line and idle_bytes, and if it has placed buffers, `placed: {buffers, span, first_fit_span}`;
 *  with at_line also `at` and, in each bank, `blocks: [{address, size, allocated}]`. If modules have different system
 *  descriptions, each bank also has `arch` and `system` (the line of the description, null = none), each buffer
 *  `system`. */
TTA_API void tta_memory_plan_json(const tta_memory_plan *plan, tta_buf *out);

/** tt-metal's three reports, in its own format; only with want_csv. A row for each step, as for a program; with at_line
 *  the dump of the memory state at that line (DumpDeviceMemoryState), which has no program ID. */
typedef enum tta_memory_report {
  TTA_REPORT_SUMMARY,
  TTA_REPORT_L1,
  TTA_REPORT_DETAILED,
  TTA_NUM_REPORTS
} tta_memory_report;
/** "memory_usage_summary.csv", "l1_usage_summary.csv", "detailed_memory_usage.csv" */
TTA_API const char *tta_memory_report_name(tta_memory_report report);
TTA_API tta_str tta_memory_plan_csv(const tta_memory_plan *plan, tta_memory_report report);

#ifdef __cplusplus
}
#endif
#endif
