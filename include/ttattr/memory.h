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
#include "ttattr/buf.h"
#include "ttattr/layout.h"
#include "ttattr/diag.h"
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

/** No address: an allocation that does not fit, a block without a neighbor, a size class that does not apply. */
#define TTA_NO_ADDRESS INT64_C(-1)

/** A row of tt-metal's block table. */
typedef struct tta_memory_block {
  int64_t address_bytes; /* relative: without the offset */
  int64_t size_bytes;
  bool allocated;
  int64_t id, prev_id, next_id; /* SEGREGATED: the slots of the block and of its neighbors in memory, or
                                 * TTA_NO_ADDRESS; LINKED: always TTA_NO_ADDRESS */
  int64_t size_class;           /* SEGREGATED: class of a free block; else TTA_NO_ADDRESS */
} tta_memory_block;

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

/** The banks of a chip. Index by tta_buffer_type. */
typedef struct tta_banks {
  tta_arch arch;
  bool known;                   /* arch is described; else it is wormhole_b0 by default */
  int64_t l1_size, grid[2];     /* of a core; rows, columns of workers */
  int64_t banks[TTA_NUM_BUFFER_TYPES], base[TTA_NUM_BUFFER_TYPES], size[TTA_NUM_BUFFER_TYPES];
  int64_t page_align[TTA_NUM_BUFFER_TYPES];
  int64_t alloc_align;          /* of all free lists */
} tta_banks;

/** The banks of tta_arch_info.defaults. @return TTA_INVALID: not an architecture */
TTA_API tta_status tta_banks_default(tta_arch arch, tta_banks *out);
/** The banks of one buffer type. */
TTA_API tta_storage_banks tta_storage_banks_of(const tta_banks *banks, tta_buffer_type type);
/** The bytes that one bank can hold, in whole blocks of the allocator. */
TTA_API int64_t tta_bank_capacity(const tta_banks *banks, tta_buffer_type type);

struct tta_system; /* system.h */
/** The banks of the first chip of a system; NULL: of wormhole_b0 by default.
 *  @return TTA_INVALID with a reason: there is none, or the system contradicts itself */
TTA_API tta_status tta_banks_of_system(const struct tta_system *system, tta_banks *out, tta_buf *reason);
/** The same of a system that a user gives (tta_system_parse). @return also TTA_INVALID with its reason */
TTA_API tta_status tta_banks_parse(tta_str system_desc, tta_banks *out, tta_buf *reason);
/** Sets the first address of L1 buffers. @return TTA_INVALID with a reason: not aligned, or outside of L1 */
TTA_API tta_status tta_banks_set_l1_base(tta_banks *banks, int64_t address, tta_buf *reason);

/* ---- streams ----------------------------------------------------------------------------------------------------- */

/* A tensor in DRAM that cores process block by block in their L1. Each core has one shard of the tensor and reads it
 * in blocks, into one of several buffers. A block is as much of the shard as fits in a buffer, cut along one dim: the
 * outermost that has to be cut. Dims outside of it have extent 1 in a block, dims inside are whole, so that blocks
 * are contiguous in the order of the shard. */

/** A block of a memref. Extents are those of the memref: tiles, or scalars. */
typedef struct tta_block {
  uint32_t dim;                 /* that is cut; extents before it are 1, after it whole */
  int64_t extent[TTA_MAX_RANK]; /* of the block */
  int64_t bank_bytes;           /* of one buffer in a bank, as tta_footprint.bytes_per_bank */
  int64_t passes;               /* blocks of a shard; the last ones along `dim` may be smaller */
} tta_block;

typedef struct tta_stream_options {
  const tta_banks *banks; /* of the chip */
  int32_t era;            /* yyyymmdd, 0 = now */
  int64_t buffers;        /* of each core, at least 1 */
} tta_stream_options;

/** How a tensor is streamed. A run is a contiguous part of a block in DRAM; a burst is one NoC transaction. */
typedef struct tta_stream {
  tta_block block;
  int64_t buffers, capacity_bytes; /* of the L1 of a core, for all buffers */
  int64_t cores;                   /* that have a shard */
  int64_t block_bytes;             /* of the elements of a block, without alignment */
  int64_t tail;                    /* extent of the last block along block.dim */
  int64_t runs, run_bytes;         /* of a full block */
  int64_t max_burst_bytes;         /* of the architecture */
  int64_t bursts;                  /* of a full block */
  int64_t total_bursts;            /* of all blocks and cores */
  int64_t alignment_bytes;         /* that reads from DRAM require: the same remainder at both ends */
  bool aligned;                    /* all runs start at multiples of it, in DRAM and in L1 */
  int64_t row_bytes;               /* of a block; of a tile, if tiled */
  int64_t aligned_row_bytes;       /* whole elements: the least that would be aligned; row_bytes if aligned */
} tta_stream;

/** Streams a tensor in DRAM through the L1 of its cores.
 *  @return TTA_INVALID with a reason: another memory space, no shards, no block fits, elements of unknown size */
TTA_API tta_status tta_stream_of(const tta_layout *layout, const tta_stream_options *options, tta_stream *out,
                                 tta_buf *reason);

/** The members of an object with a stream, without its braces. @param rank of the memref */
TTA_API void tta_stream_json_members(tta_json *json, const tta_stream *stream, uint32_t rank);

/* ---- programs ---------------------------------------------------------------------------------------------------- */

typedef enum tta_memory_kind {
  TTA_MEMORY_TENSOR,
  TTA_MEMORY_CIRCULAR_BUFFER, /* of an operation or program (#ttcore.cb_layout): allocated while that runs */
  TTA_MEMORY_STREAM_STORAGE,  /* the second operand of a stream_layout */
  TTA_MEMORY_PROGRAM,         /* the others are resources: binaries of kernels */
  TTA_MEMORY_GLOBAL_SEMAPHORE,
  TTA_MEMORY_OTHER_BUFFER,    /* of another program */
} tta_memory_kind;

/** "circular buffer", "binaries of a program"; of a tensor "" */
TTA_API const char *tta_memory_kind_words(tta_memory_kind kind);

/** An SSA value in device memory, a circular buffer of a program, or a resource. Texts are borrowed from the
 *  plan or the source. */
typedef struct tta_memory_buffer {
  tta_str name;            /* "%0", "%1#2"; "cb 0" of a program in the text; "resource 3" */
  uint32_t line;           /* of its definition or operation; 0: a resource of all operations */
  uint32_t resource_line;  /* of the resources; 0: it is in the text */
  tta_str type;            /* as written */
  tta_buffer_type space;
  tta_footprint footprint;
  int64_t address;         /* TTA_NO_ADDRESS: it did not fit, or has no bytes */
  uint32_t first, last;    /* lines of the first and last operation of its life */
  uint32_t first_step, last_step; /* the same as steps of the plan; last: of its regions */
  tta_str shares;          /* the value with the buffer that it uses; empty = its own */
  uint32_t system;         /* of its banks: tta_memory_bank.system */
  tta_memory_kind kind;
  int64_t placed_address;  /* the compiler's (`address = N`), which `address` then is; TTA_NO_ADDRESS */
  int64_t alignment;       /* the compiler's (`alignment = N`); TTA_NO_ADDRESS */
  int64_t first_fit_address; /* of a placed buffer, by first fit of the placed ones; TTA_NO_ADDRESS */
  int64_t chips;           /* that it is distributed over */
  int64_t idle_bytes;      /* of all banks of all chips: reserved in lockstep in banks without its pages */
} tta_memory_buffer;

/** How the allocator chooses a free block. tt-metal's programs run with FIRST; its BEST takes a block of the lowest
 *  size class that has one (tt_metal/impl/allocator/algorithms/free_list_opt.cpp). */
typedef enum tta_freelist_search {
  TTA_FREELIST_FIRST,
  TTA_FREELIST_BEST,
  TTA_NUM_FREELIST_SEARCHES
} tta_freelist_search;
/** "first", "best"; NULL: not one of them */
TTA_API const char *tta_freelist_search_name(tta_freelist_search search);

/** What a search gives for a buffer type. */
typedef struct tta_memory_search_result {
  int64_t span;     /* most bytes between the lowest and the highest address in use */
  size_t num_unfit; /* buffers without a free block */
} tta_memory_search_result;

/** A buffer type at its peak, or at a line. Modules with different system descriptions have separate banks. */
typedef struct tta_memory_bank {
  tta_buffer_type type;
  tta_arch arch;
  uint32_t system, system_line; /* a number from 0; the line of its system_desc, 0 = none in the text */
  int64_t banks, base, size, allocated, peak, free, largest_free; /* of one chip */
  int64_t chips;           /* that the buffers are on */
  uint32_t peak_line, peak_step;
  int64_t idle_bytes;      /* at the peak, of all banks: see tta_memory_buffer */
  size_t num_placed;       /* buffers with an address of the compiler */
  int64_t placed_span, first_fit_span; /* of those: most bytes between the lowest and the highest address in use, at
                                        * their addresses, and with first fit */
  bool searches_compared;
  tta_memory_search_result by_search[TTA_NUM_FREELIST_SEARCHES]; /* if they were compared */
  size_t num_blocks;       /* the memory view at that moment, by address */
  const tta_memory_block *blocks;
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
  int64_t l1_base;                /* replaces l1_unreserved_base; TTA_NO_ADDRESS (default) = it does not */
  int64_t dram_base;              /* replaces dram_unreserved_base; TTA_NO_ADDRESS (default) = it does not */
  bool all_live;                  /* every buffer lives until its function ends */
  uint32_t at_line;               /* the memory at this line; 0 = at its peak */
  tta_source *resources;          /* JSON lines (docs/memory.md); must outlive the plan; NULL = none */
  const tta_check_options *check; /* which rules are on, and how severe; NULL = the defaults; borrowed */
  bool want_csv;
  tta_memory_addresses addresses;
  uint32_t max_messages;          /* of each kind; 10 by default */
  tta_freelist_search search;
  bool compare_searches;          /* fills by_search of each bank */
} tta_memory_plan_options;

/** Sets the defaults. */
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
/** Buffers whose size is unknown. They are not counted. */
TTA_API size_t tta_memory_plan_num_unknown(const tta_memory_plan *plan);
typedef enum tta_memory_verdict {
  TTA_VERDICT_NOTHING,   /* was planned: no value has a layout in device memory, and there are no resources */
  TTA_VERDICT_FITS,
  TTA_VERDICT_UNDECIDED, /* what is known fits, and sizes are unknown */
  TTA_VERDICT_NO,
} tta_memory_verdict;
/** Whether the program fits, as far as that is known. */
TTA_API tta_memory_verdict tta_memory_plan_verdict(const tta_memory_plan *plan);
/** The banks of system 0. */
TTA_API const tta_banks *tta_memory_plan_banks(const tta_memory_plan *plan);
TTA_API size_t tta_memory_plan_num_systems(const tta_memory_plan *plan);
/** Lists: an index out of range gives NULL, or an empty text. */
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
 *  first_fit_address, idle_bytes, chips, resource}], regions: [{memory_space, name, begin, end, meaning}], messages:
 *  [{severity, line, column, text, rule}], assumptions: [..], fits}`; fits is null if nothing was planned, or
 *  it is undecided. A
 *  bank also has peak_line, idle_bytes, chips, and if it has placed buffers, `placed: {buffers, span, first_fit_span}`;
 *  with compare_searches `searches: [{search, span, unfit}]` and beside `fits` the `search` of the plan;
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

/* ---- allocators -------------------------------------------------------------------------------------------------- */

/** The answers of a trace of allocations, and what is wrong with it. */
typedef struct tta_replay tta_replay;

typedef struct tta_replay_options {
  const tta_allocator *allocator; /* NULL = malloc */
  const tta_banks *banks;         /* of each device of a capture; NULL: of wormhole_b0 by default; borrowed */
  bool json;                      /* the figures of a capture as JSON */
} tta_replay_options;

/** Runs the operations of a trace (docs/memory.md) on a new list, or a recorded graph of ttnn (a capture, a JSON array)
 *  on the banks of a chip.
 *
 *  The trace is text, one JSON object a line (blank lines are skipped). The first configures the list:
 *    {"max_size":N,"min_alloc":N,"align":N,"offset":N,"search":"first|best","impl":"free_list|free_list_opt"}
 *  Each other line is an operation, with one line of answer:
 *    {"op":"alloc","size":N,"bottom_up":B}         {"addr":N|null}   (optional "address_limit":N)
 *    {"op":"alloc_at","addr":N,"size":N}           {"addr":N|null}
 *    {"op":"free","addr":N}, {"op":"shrink","size":N}, {"op":"reset"}, {"op":"clear"}    {}
 *    {"op":"available","size":N}, {"op":"allocated"}                                     {"ranges":[[a,b],...]}
 *    {"op":"stats"}   {"stats":{"total_allocatable":N,"allocated":N,"free":N,"largest_free":N}}
 *    {"op":"lowest_occupied"}                      {"addr":N|null}
 *  The answer to what is fatal in tt-metal is {"error":text}, and the replay continues. Members may be in any order,
 *  each once; N is an integer from 0 to 2^63-1, or a string of one, as in answers beyond 2^53.
 *
 *  The answers to a capture are its figures: text, or with `json` `{arch, buffers, recorded, at_recorded, earlier,
 *  skipped, devices: [{device, banks: [{type, banks, base, size, peak, circular_buffers, peak_line, function,
 *  outer_function}]}], fits}`; fits is null if nothing was allocated. What does not fit is in the results.
 *
 *  @param trace    must outlive the replay
 *  @param options  NULL = the defaults
 *  @return TTA_INVALID for a malformed line or node (also negative numbers, and sizes that exceed int64 when rounded):
 *          the results say why, and the answers are those of the lines before it (none of a capture); TTA_LIMIT: a
 *          capture above 2 GiB; TTA_NO_MEMORY. *out is NULL unless it is TTA_OK or TTA_INVALID. */
TTA_API tta_status tta_replay_new(tta_source *trace, const tta_replay_options *options, tta_replay **out);
TTA_API void tta_replay_free(tta_replay *replay);
/** Of a trace at most an error of the rule memory-trace. */
TTA_API const tta_results *tta_replay_results(const tta_replay *replay);
TTA_API tta_str tta_replay_answers(const tta_replay *replay);

#ifdef __cplusplus
}
#endif
#endif
