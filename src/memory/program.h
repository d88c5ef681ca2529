/* program.h: shared by the files of tta_memory_plan_new.
 *
 *   program_types.c   the types of the text: which are in device memory, and their size
 *   program_system.c  the banks: from a system_desc, a name, the options, the resources
 *   liveness.c        operations, values and their uses, from src/ops
 *   aliases.c         which operations have results that are not new buffers
 *   program.c         buffers of values and their lifetimes; the public functions
 *   program_run.c     allocation in program order
 *   occupied.c        the bytes of a bank that are in use, and its state at a moment
 *   program_advice.c  messages for buffers that do not fit
 *   programs.c        which operations are programs of the device
 *   addresses.c       the compiler's addresses, regions of a bank
 *   resources.c       what the text does not have: circular buffers, program binaries, L1_SMALL, trace, storage cores
 *   circular.c        circular buffers of programs in the text and of the resources: where they are, what they overlap
 *   report.c          JSON and CSV
 *
 * All memory is in the arena of the plan. */
#ifndef TTA_MEMORY_PROGRAM_H
#define TTA_MEMORY_PROGRAM_H

#include "base/arena.h"
#include "base/array.h"
#include "base/strmap.h"
#include "diag/results.h"
#include "layout/values.h"
#include "memory/freelist.h"
#include "ttattr/device.h"
#include "ttattr/memory.h"

#define TTA_MEMORY_PLAN_NONE UINT32_MAX

/** A distinct type of the text. */
typedef struct tta_memory_plan_type {
  tta_str text;
  uint32_t equal;            /* the first type of the section that is the same in other words; itself */
  bool device;               /* in device memory */
  bool sized;                /* the footprint is known; else `why` is the reason */
  tta_buffer_type space;
  tta_footprint footprint;
  const tta_layout *layout; /* NULL unless a tensor with a sharded layout, or an L1 memref with a shard layout */
  int64_t tiled_bytes, stick_bytes; /* of a tensor with a tiled layout; else 0 */
  bool circular;             /* a circular buffer: TTA_MEMREF_CB */
  bool semaphore;            /* a global semaphore, on semaphore_cores */
  int64_t semaphore_cores;
  int64_t num_buffers;       /* of a memref with a shard or circular buffer layout; else 1 */
  const struct tta_memref *memref; /* NULL for a tensor */
  bool overflows;            /* its size exceeds 64 bits */
  tta_str why;
  uint32_t section;          /* counted from 0 */
} tta_memory_plan_type;

/** An island in the text. */
typedef struct tta_memory_plan_spot {
  uint32_t begin, end;
  uint32_t type;    /* NONE unless it is a tensor or memref */
  uint32_t system;  /* NONE unless it is a system_desc */
  uint32_t program; /* in num_programs; NONE unless it is a program or mesh_program_descriptor of TTNN */
  int64_t cores;    /* of a core range or of a set of them; else 0 */
  tta_str defines;  /* `!t`, `#system` or `#program` if this is its definition; else empty */
} tta_memory_plan_spot;

/** The banks that modules are planned on; equal ones are merged. */
typedef struct tta_memory_plan_system {
  tta_banks banks;
  uint32_t line; /* of the first such system_desc; 0: the module has none */
  bool used;     /* some operation is in a module with it */
  int64_t chips; /* that its buffers are on */
  bool is_kind, on_chips; /* of a description with several kinds of chips; on_chips: it is planned */
  uint32_t of;   /* the system of the operations: itself, or the first kind of chip of its description */
} tta_memory_plan_system;

/** A description with several kinds of chips: systems first .. first + count, of each of its descriptions one. */
typedef struct tta_memory_plan_kinds {
  const struct tta_system *system;
  uint32_t *kind; /* by description: its system */
  uint32_t first, count;
} tta_memory_plan_kinds;

typedef struct tta_memory_plan_op {
  uint32_t begin, line, parent; /* parent: the operation with the region that it is in, or NONE */
  uint32_t start, end;          /* moments: each operation starts at one and ends at a later one */
  uint32_t in_region;           /* which region of the parent, from 0 */
  bool device, is_program;      /* device: has values in device memory */
  uint32_t program;             /* programs before this operation: its number on the device if it is one */
  uint32_t system;              /* that of the innermost module around it */
  tta_str name;
} tta_memory_plan_op;

typedef struct tta_memory_plan_value {
  tta_str name;
  uint32_t begin;               /* of its name */
  uint32_t type;                /* NONE: unknown, or not a tensor or memref */
  uint32_t op;                  /* that defines it; of an argument the function */
  uint32_t region;              /* the operation with the region that it is visible in */
  uint32_t last_op;             /* the last operation of its block that uses it; NONE */
  uint32_t free_op;             /* that deallocates it; NONE */
  uint32_t shares, owner;       /* the value with the buffer that it uses, or NONE; the first one of these, or itself */
  uint32_t first_op, last_user; /* the first and last operation of its block that use it and do not free it; NONE */
  uint32_t spatial, in_region;  /* all uses are in this region of an operation with a region per core range; NONE */
  int64_t address, alignment;   /* of `address = N`, `alignment = N`; TTA_NO_ADDRESS */
  tta_span address_span;        /* of the number N of the address */
  bool storage, used;           /* storage: of a stream */
  bool argument, view;          /* view: an argument of a region; its memory belongs to another value */
} tta_memory_plan_value;

/** A value that an operation uses, in the order of the text. */
typedef struct tta_memory_plan_use {
  uint32_t op, value;
} tta_memory_plan_use;

/** A value that keeps another one's memory allocated, besides the one it shares; `to` is defined before `from`. */
typedef struct tta_memory_plan_link {
  uint32_t from, to;
} tta_memory_plan_link;

struct tta_memory_plan {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_source *source;
  tta_memory_plan_options options;
  tta_memory_plan_system *systems;
  tta_banks banks;              /* of the current system */
  tta_memory_plan_type *types;
  tta_memory_plan_spot *spots;
  tta_memory_plan_op *ops;
  tta_memory_plan_value *values;
  tta_memory_plan_use *uses;
  tta_memory_plan_link *links; /* by `from` */
  tta_memory_buffer *buffers;
  tta_memory_bank *bank_rows;
  tta_memory_step *steps;
  tta_str *assumptions;
  tta_memory_region *regions;
  uint32_t *buffer_of, *value_of; /* the buffer of a value, the value of a buffer; NONE */
  uint32_t *end_ops;              /* by buffer: its life ends with this operation */
  uint32_t num_systems, cap_systems, num_types, cap_types, num_spots, cap_spots, num_ops, cap_ops, num_values,
      cap_values, num_uses, cap_uses, num_links,
      cap_links, num_buffers, cap_buffers, num_bank_rows, num_regions, cap_regions, num_steps, num_assumptions,
      cap_assumptions;
  uint32_t num_moments, section;
  tta_strmap type_names;        /* text of a type, within a section -> types */
  bool has_noted_chips;         /* the assumption on devices with several chips is noted */
  tta_memory_plan_kinds *kinds;
  int64_t *device_chips;        /* of all devices: ids in their systems */
  uint32_t num_kinds, cap_kinds, num_device_chips, cap_device_chips;
  tta_buf csv[TTA_NUM_REPORTS];
  tta_results results;
  tta_buf *reason;              /* why an option is not valid; may be NULL */
  bool fits;
  size_t num_unknown;           /* buffers of unknown size */
  bool is_cut;                  /* some diagnostics are not reported, since there are many */
  tta_status status;            /* TTA_INVALID: an option is not valid, or the text cannot be planned (results) */
  /* resources: first those of all operations, then those of one, by operation */
  struct tta_resource *resources;
  uint32_t num_resources, cap_resources, num_free_resources;
  uint32_t *resource_of;        /* by buffer; NONE */
  uint32_t first_row;           /* buffers of resources are the last ones */
  tta_core_box all_cores;       /* of a chip of the current system */
  /* circular buffers of programs in the text, by program; an operation has copies */
  struct tta_resource *program_cbs;
  struct tta_memory_plan_cbs *programs;
  uint32_t num_program_cbs, cap_program_cbs, num_programs, cap_programs;
  int64_t cb_work;              /* that the placement of circular buffers in the text takes, so that it is bounded */
};

/** Whether two types are the same, also in other words; NONE is the same as NONE only. */
static inline bool tta_memory_plan_same_type(const struct tta_memory_plan *p, uint32_t a, uint32_t b) {
  return a == b || (a != TTA_MEMORY_PLAN_NONE && b != TTA_MEMORY_PLAN_NONE && p->types[a].equal == p->types[b].equal);
}

/** Reads types, operations, values and systems of a text, without buffers and allocation; free it with
 *  tta_memory_plan_free. Parameters and result are those of tta_memory_plan_new. */
tta_status tta_memory_plan_read(tta_source *source, const tta_memory_plan_options *options,
                                struct tta_memory_plan **out, tta_buf *reason);

/** Adds an item to a list of the plan; false when there is no memory (status says so). */
#define TTA_MEMORY_PLAN_APPEND(p, list, item)                                                                          \
  (TTA_PUSH_IN(&(p)->arena, p, list, item) || ((p)->status = TTA_NO_MEMORY, false))

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_memory_plan_assume(struct tta_memory_plan *p, const char *format, ...);
uint32_t tta_memory_plan_line(struct tta_memory_plan *p, uint32_t offset);
/** The name of a value where it is defined. */
tta_span tta_memory_plan_name_span(const struct tta_memory_plan *p, uint32_t value);
/** Whether the text can be planned so far. */
static inline bool tta_memory_plan_goes_on(const struct tta_memory_plan *p) {
  return !p->status && !p->results.report.num_errors;
}

/** Islands: fills types, spots and systems. */
void tta_memory_plan_read_types(struct tta_memory_plan *p);
/** Fills in the footprints of all types on p->banks. */
void tta_memory_plan_size_types(struct tta_memory_plan *p);
/** Whether an operation is planned on a system: each kind of chip of its system has all of them. */
static inline bool tta_memory_plan_runs_on(const struct tta_memory_plan *p, uint32_t op, uint32_t system) {
  return p->ops[op].system == p->systems[system].of;
}
/** The system of a system_desc attribute (the first kind of its chips), NONE when it cannot be read; contradictions
 *  are reported. */
uint32_t tta_memory_plan_read_system(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id system,
                                     tta_span span);
/** Assigns to each operation the system of its module, to those without one the default system or wormhole_b0; then
 *  applies the L1 base of the options and the resources. */
void tta_memory_plan_settle_systems(struct tta_memory_plan *p);
/** Whether an operation is a function, `func.func` or one of another dialect. */
bool tta_memory_plan_is_function(const struct tta_memory_plan *p, uint32_t op);
/** Operations and values, from the text between the islands. */
void tta_memory_plan_read_program(struct tta_memory_plan *p);

/* ---- program_run.c
 * ------------------------------------------------------------------------------------------------------ */

/** What starts and ends at each moment. */
typedef struct tta_timeline {
  uint32_t *begins, *ends, *ops; /* by moment: first buffer allocated, first one freed, operation; NONE */
  uint32_t *next_begin, *next_end; /* by buffer */
} tta_timeline;

typedef enum tta_memory_planner_mode {
  TTA_PLAN_HONOR,     /* buffers with an address of the compiler have it */
  TTA_PLAN_COMPARE,   /* only those buffers, at their addresses */
  TTA_PLAN_FIRST_FIT, /* only those buffers, by first fit */
} tta_memory_planner_mode;

typedef struct tta_memory_planner {
  struct tta_memory_plan *p;
  const tta_timeline *timeline;
  uint32_t system;     /* of the operations that are run */
  uint32_t from, to;   /* at which moments */
  tta_freelist *lists[TTA_NUM_BUFFER_TYPES]; /* NULL: no such banks */
  uint64_t allocated[TTA_NUM_BUFFER_TYPES]; /* sums modulo 2^64 while buffers that are not held are live */
  int64_t peak[TTA_NUM_BUFFER_TYPES];
  uint32_t peak_moment[TTA_NUM_BUFFER_TYPES];
  uint32_t num_overlapping[TTA_NUM_BUFFER_TYPES]; /* live buffers whose range is not held, since another one has it */
  tta_address_range *ranges, *scratch; /* space for the ranges of all buffers */
  int64_t *address;    /* by buffer; TTA_NO_ADDRESS: not allocated */
  uint32_t *live;      /* buffers */
  uint32_t num_live;
  uint32_t *live_at;   /* by buffer: its index in live */
  uint32_t failures, failed; /* allocations that failed; the first such buffer */
  size_t num_unfit[TTA_NUM_BUFFER_TYPES]; /* of these failures */
  bool quiet;          /* nothing is reported */
  tta_memory_planner_mode mode;
  tta_freelist_search search;
  bool want_spans;
  bool *held;          /* by buffer: its range is allocated in the list */
  int64_t span[TTA_NUM_BUFFER_TYPES]; /* with want_spans: most bytes between the lowest and the highest address */
  uint64_t idle[TTA_NUM_BUFFER_TYPES]; /* modulo 2^64: of the live buffers */
  int64_t peak_idle[TTA_NUM_BUFFER_TYPES];
  uint32_t clashes; /* that were reported */
  bool clashed;     /* a resource of all operations clashed */
  uint32_t changed;    /* a trial: this buffer has another space and size; NONE */
  tta_buffer_type changed_space;
  int64_t changed_bytes;
} tta_memory_planner;

/** Finds the operations that the device runs as programs, and numbers them as it does: from 0, in their order. They
 *  have values in device memory, and are not allocations, views, control flow, or inside of another program. */
void tta_memory_plan_number_programs(struct tta_memory_plan *p);
/** Notes ports of an operation on operands in DRAM: the compiler adds their circular buffers later. */
void tta_memory_plan_note_ports(struct tta_memory_plan *p);
/** Allocates and frees everything once per system, and records the results in the plan. */
void tta_memory_plan_run(struct tta_memory_plan *p);

/** Runs the function of a buffer again with the buffer changed. @return the first buffer that then does not fit;
 * NONE: it fits. */
uint32_t tta_memory_plan_try(const tta_memory_planner *r, uint32_t buffer, tta_buffer_type space,
                             int64_t bytes_per_bank);

/* ---- occupied.c ---- */

/** Bytes of a bank that some live buffer or resource has: a byte of several buffers counts once. */
int64_t tta_memory_plan_occupied(tta_memory_planner *r, tta_buffer_type type);
/** The blocks of a bank by address, in the arena; NULL without memory (status says so). */
tta_memory_block *tta_memory_plan_blocks(tta_memory_planner *r, tta_buffer_type type, size_t *count);
/** The state of a bank: allocated, free and largest free bytes, and its blocks. */
void tta_memory_plan_snapshot(tta_memory_planner *r, tta_memory_bank *row);

/* ---- addresses.c ---- */

/** Verifies the compiler's addresses of a system: bounds, alignment, overlap of buffers that are allocated at one
 *  time. */
void tta_memory_plan_check_addresses(struct tta_memory_plan *p, uint32_t system);
/** Whether a buffer is counted and has an address of the compiler. */
static inline bool tta_memory_plan_is_placed(const tta_memory_buffer *b) {
  return b->placed_address >= 0 && !b->shares.size && b->footprint.banks;
}
/** The moments between which a buffer is allocated. */
uint32_t tta_memory_plan_begin(const struct tta_memory_plan *p, uint32_t buffer);
uint32_t tta_memory_plan_end(const struct tta_memory_plan *p, uint32_t buffer);
/** The value whose memory a value has; itself, if it shares none. */
static inline uint32_t tta_memory_plan_owner(const struct tta_memory_plan *p, uint32_t value) {
  return p->values[value].owner;
}
/** Writes the key `fits`: null where it is undecided, or nothing was planned. */
void tta_memory_plan_fits_json(tta_json *json, const tta_memory_plan *plan);
/** Fills p->regions of a system. */
void tta_memory_plan_find_regions(struct tta_memory_plan *p, uint32_t system);

/** Reports why this buffer does not fit, and what would help. */
void tta_memory_plan_advise(tta_memory_planner *r, uint32_t buffer, const tta_memory_plan_type *type);

/* ---- resources.c ---- */

typedef enum tta_resource_kind {
  TTA_RESOURCE_CB,
  TTA_RESOURCE_PROGRAM,
  TTA_RESOURCE_L1_SMALL,
  TTA_RESOURCE_TRACE,
  TTA_RESOURCE_STORAGE,
  TTA_RESOURCE_GLOBAL_SEMAPHORE,
  TTA_RESOURCE_L1_BUFFER,
  TTA_RESOURCE_DRAM_BUFFER
} tta_resource_kind;

/** Kernel binaries of a program are interleaved in DRAM in pages of this size, each kernel padded to it (tt-metal
 *  hal, HostMemDeviceCommand::PROGRAM_PAGE_SIZE; program.cpp). */
enum { TTA_BINARY_PAGE_BYTES = 2048 };

typedef struct tta_resource {
  tta_resource_kind kind;
  bool has_kernels, has_direction, bottom_up;
  int64_t size;         /* PROGRAM: of all kernels; L1_BUFFER, DRAM_BUFFER: in each bank */
  uint32_t num_ranges;  /* 0: all cores */
  const tta_core_box *ranges;
  tta_str name;         /* of its row in tables */
  tta_str buffer;       /* CB: the value with the memory that it shares; empty */
  uint32_t value;       /* CB: that value; NONE */
  int64_t operand;      /* CB of the text: its number among the operands; TTA_NO_ADDRESS */
  uint32_t line;        /* of the resources file; 0: it is of the text */
  tta_span span;        /* in the text */
  tta_str operation;    /* the operation that it belongs to: its name or a result */
  int64_t operation_line; /* or its line; 0 */
  uint32_t op;          /* that operation; NONE: all */
  uint32_t program;     /* of a mesh of programs: which one, each is on chips of its own */
  int64_t begin, end;   /* CB: its addresses */
  int64_t region_end;   /* CB: the end of the last one on one of its core ranges */
  uint32_t range;       /* CB: that core range */
} tta_resource;

/** The circular buffers of a program or of several programs on a mesh: program_cbs first .. first + count. */
typedef struct tta_memory_plan_cbs {
  uint32_t first, count;
} tta_memory_plan_cbs;

/** A diagnostic at a resource: at its line, or in the text. */
#define TTA_REPORT_RESOURCE(p, rule, r, ...)                                                                           \
  tta_report_in(tta_report_add(&(p)->results.report, rule, tta_memory_plan_resource_span(p, r), __VA_ARGS__),          \
                (r)->line ? (p)->options.resources : NULL)
static inline tta_span tta_memory_plan_resource_span(const struct tta_memory_plan *p, const tta_resource *r) {
  return r->line ? tta_source_span(p->options.resources, r->line, 0) : r->span;
}
static inline int64_t tta_memory_plan_cores(const tta_core_box *box) {
  return (box->last.x - box->first.x + 1) * (box->last.y - box->first.y + 1);
}
/** A text in the arena; without memory it is empty, and status says so. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tta_str tta_memory_plan_format(struct tta_memory_plan *p, const char *format, ...);

/** Reads the JSON lines; reports errors. */
void tta_memory_plan_read_resources(struct tta_memory_plan *p);
/** Finds the operations that resources belong to, and sorts them. */
void tta_memory_plan_tie_resources(struct tta_memory_plan *p);
/** Reserves parts of p->banks (L1_SMALL, trace, storage cores) before anything is allocated. */
void tta_memory_plan_apply_resources(struct tta_memory_plan *p);
void tta_memory_plan_report_misfit(struct tta_memory_plan *p, const tta_resource *r, const char *where, int64_t size);

/* ---- circular.c ---- */

/** The circular buffers of a program or mesh_program_descriptor. @return in programs; NONE if it is neither */
uint32_t tta_memory_plan_read_cbs(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node);
/** The cores of a core range or of a set of them; 0: it is neither, or not valid. */
int64_t tta_memory_plan_read_cores(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id node);
/** The bytes of a global semaphore on some cores. @return false: more than 64 bits */
bool tta_memory_plan_size_semaphore(const tta_banks *b, int64_t cores, tta_footprint *out);
/** Adds those of a program to an operation. */
void tta_memory_plan_add_cbs(struct tta_memory_plan *p, uint32_t op, uint32_t program);
/** Circular buffers that share a value's buffer: it must be in L1 and large enough. */
void tta_memory_plan_check_shared(struct tta_memory_plan *p);
/** The cores of a circular buffer: as given, or all. */
const tta_core_box *tta_memory_plan_ranges(const struct tta_memory_plan *p, const tta_resource *r, uint32_t *count);
/** At most this many buffers of resources. */
uint32_t tta_memory_plan_count_rows(const struct tta_memory_plan *p);
/** Adds a buffer for each circular buffer and each other resource with an address. */
void tta_memory_plan_add_rows(struct tta_memory_plan *p);
/** Finds the addresses of the circular buffers of p->banks, and reports those beyond L1. */
void tta_memory_plan_place_cbs(struct tta_memory_plan *p, uint32_t system);
/** Whether a buffer is allocated before the program starts, until its end. */
bool tta_memory_plan_is_resident(const struct tta_memory_plan *p, uint32_t buffer);
/** Allocates the resources that are there before the program starts. */
void tta_memory_plan_place_resources(tta_memory_planner *r);
/** The overlap check of tt-metal, after the allocations of an operation. */
void tta_memory_plan_check_clash(tta_memory_planner *r, uint32_t op);
/** Adds a buffer to those that are allocated. @param held the free list has its range */
void tta_memory_plan_add_live(tta_memory_planner *r, uint32_t buffer, int64_t address, bool held);

/* ---- report.c ---- */
/** "tensor", "circular_buffer", "stream_storage", "program", "global_semaphore", "buffer" */
const char *tta_memory_kind_name(tta_memory_kind kind);
void tta_memory_plan_csv_begin(struct tta_memory_plan *p);
/** A row of each report for the state after operation `op`; NONE: the state is dumped, without a program's number. */
void tta_memory_plan_csv_step(tta_memory_planner *r, uint32_t op);


#endif
