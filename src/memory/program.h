/* program.h: what the files behind tta_memory_plan_new share.
 *
 *   program_types.c   the islands of the text: which of them are types in device memory, and how large
 *   program_system.c  the banks: from a system_desc, a name, the options, the resources
 *   liveness.c        the text between them: operations, values, regions, and who uses what
 *   program.c         buffers of values and their lives; the public functions
 *   program_run.c     allocation in program order
 *   program_advice.c  what to say when something does not fit
 *   circular.c        resources: circular buffers, program binaries, L1_SMALL, trace, storage cores
 *   report.c          JSON and CSV
 *
 * Everything lives in the arena of the plan. */
#ifndef TTA_MEMORY_PROGRAM_H
#define TTA_MEMORY_PROGRAM_H

#include "base/arena.h"
#include "base/strmap.h"
#include "layout/values.h"
#include "ttattr/memory.h"

#define TTA_MEMORY_PLAN_NONE UINT32_MAX

/** A distinct type of the text. */
typedef struct tta_memory_plan_type {
  tta_str text;
  bool device;               /* in device memory */
  bool sized;                /* and its footprint is known; else `why` says why not */
  tta_buffer_type space;
  tta_footprint footprint;
  const tta_layout *sharding; /* NULL unless a tensor with a sharded layout, or an L1 memref with a shard layout */
  int64_t tiled_bytes, stick_bytes; /* of a tensor with a tiled layout; else 0 */
  int64_t num_buffers;       /* of a memref with a shard layout; else 1 */
  const struct tta_memref_parts *memref; /* NULL for a tensor */
  bool overflows;            /* its size leaves 64 bits, wherever it is */
  tta_str why;
} tta_memory_plan_type;

/** An island in the text. */
typedef struct tta_memory_plan_spot {
  uint32_t begin, end;
  uint32_t type;    /* NONE unless it is a tensor or memref */
  uint32_t system;  /* NONE unless it is a system_desc */
  tta_str defines;  /* `!t` or `#system`, of which this is the right side; else empty */
} tta_memory_plan_spot;

/** The banks that modules are planned on; equal ones are one. */
typedef struct tta_memory_plan_system {
  tta_banks banks;
  uint32_t line; /* of the first system_desc that says so; 0: the module has none */
  bool used;     /* some operation is in a module that has it */
} tta_memory_plan_system;

typedef struct tta_memory_plan_op {
  uint32_t begin, line, parent; /* parent: the operation whose region it stands in, or NONE */
  uint32_t start, end;          /* moments: each operation begins at one and ends at a later one */
  uint32_t system;              /* that of the innermost module around it */
  tta_str name;
} tta_memory_plan_op;

typedef struct tta_memory_plan_value {
  tta_str name;
  uint32_t begin;               /* where its name stands */
  uint32_t type;                /* NONE: not known, or of no interest */
  uint32_t op;                  /* that defines it; of an argument the function */
  uint32_t region;              /* the operation in whose region it is visible */
  uint32_t last_op;             /* the last operation, of those beside its definition, that uses it; NONE */
  uint32_t free_op;             /* that deallocates it; NONE */
  uint32_t shares;              /* the value whose buffer it takes; NONE */
  bool argument, view;          /* view: an argument of a region, whose memory belongs to somebody else */
} tta_memory_plan_value;

struct tta_memory_plan {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_source *source;
  tta_memory_plan_options options;
  tta_memory_plan_system *systems;
  tta_banks banks;              /* of the system in hand */
  tta_memory_plan_type *types;
  tta_memory_plan_spot *spots;
  tta_memory_plan_op *ops;
  tta_memory_plan_value *values;
  tta_memory_buffer *buffers;
  tta_memory_bank *bank_rows;
  tta_memory_step *steps;
  tta_memory_error *faults;
  tta_str *assumptions;
  uint32_t *buffer_of, *value_of; /* the buffer of a value, the value of a buffer; NONE */
  uint32_t num_systems, cap_systems, num_types, cap_types, num_spots, cap_spots, num_ops, cap_ops, num_values,
      cap_values, num_buffers, cap_buffers, num_bank_rows, num_steps, num_faults, cap_faults, num_assumptions,
      cap_assumptions;
  uint32_t num_moments;
  tta_strmap type_names;        /* text of a type, within a piece -> types */
  bool says_chips;              /* that a device has several chips is said already */
  tta_buf csv[TTA_NUM_REPORTS];
  bool fits;
  tta_status status;
  /* resources */
  struct tta_resource *resources;
  uint32_t num_resources, cap_resources;
};

/** Adds an item to a list of the plan; false when there is no memory (status says so). */
#define TTA_MEMORY_PLAN_APPEND(p, list, item)                                                                          \
  (tta_arena_grow(&(p)->arena, (void **)&(p)->list, (p)->num_##list, &(p)->cap_##list, sizeof *(p)->list)              \
       ? ((p)->list[(p)->num_##list++] = (item), true)                                                                 \
       : ((p)->status = TTA_NO_MEMORY, false))

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_memory_plan_assume(struct tta_memory_plan *p, const char *format, ...);
/** A fault at a place of the source; offset UINT32_MAX: of no place. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tta_memory_plan_report(struct tta_memory_plan *p, uint32_t offset, bool note, const char *format, ...);
/** A fault at a line of the resources; column 0: of the whole line. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void tta_memory_plan_report_resource(struct tta_memory_plan *p, uint32_t line, uint32_t column, bool note,
                                     const char *format, ...);
uint32_t tta_memory_plan_line(struct tta_memory_plan *p, uint32_t offset);

/** Islands: fills types, spots and systems. */
void tta_memory_plan_read_types(struct tta_memory_plan *p);
/** Fills in the footprints of all types on p->banks. */
void tta_memory_plan_size_types(struct tta_memory_plan *p);
/** The system of a system_desc attribute (its first chip), NONE when it cannot be read; contradictions are reported. */
uint32_t tta_memory_plan_read_system(struct tta_memory_plan *p, const tta_tree *tree, tta_node_id system,
                                     uint32_t offset);
/** Gives each operation the system of its module, those without one the system of the options, else wormhole_b0; then
 * --l1-base and resources. */
void tta_memory_plan_settle_systems(struct tta_memory_plan *p);
/** Whether an operation is a function, `func.func` or one of another dialect. */
bool tta_memory_plan_is_function(const struct tta_memory_plan *p, uint32_t op);
/** Operations and values, from the text between the islands. */
void tta_memory_plan_read_program(struct tta_memory_plan *p);

/* ---- program_run.c
 * ------------------------------------------------------------------------------------------------------ */

/** What begins and ends at each moment. */
typedef struct tta_timeline {
  uint32_t *begins, *ends, *ops; /* by moment: the first buffer; the first to go; the operation that starts; NONE */
  uint32_t *next_begin, *next_end; /* by buffer */
} tta_timeline;

typedef struct tta_memory_planner {
  struct tta_memory_plan *p;
  const tta_timeline *timeline;
  uint32_t system;     /* whose operations are run */
  uint32_t from, to;   /* at which moments */
  tta_freelist *lists[TTA_NUM_BUFFER_TYPES]; /* NULL: no such banks */
  int64_t allocated[TTA_NUM_BUFFER_TYPES], peak[TTA_NUM_BUFFER_TYPES];
  uint32_t peak_moment[TTA_NUM_BUFFER_TYPES], peak_op[TTA_NUM_BUFFER_TYPES];
  int64_t *address;    /* by buffer, -1: not there */
  uint32_t *live;      /* buffers */
  uint32_t num_live;
  uint32_t *live_at;   /* by buffer: its place in live */
  uint32_t failures, failed; /* how often there was no room; the first buffer */
  bool quiet;          /* nothing is reported */
  bool clashed;
  uint32_t changed;    /* a trial: this buffer lies elsewhere and is of another size; NONE */
  tta_buffer_type changed_space;
  int64_t changed_bytes;
} tta_memory_planner;

/** Everything is allocated and freed once per system, and what came of it is kept in the plan. */
void tta_memory_plan_run(struct tta_memory_plan *p);

/** Runs the function of a buffer again with the buffer changed. @return the first buffer that then finds no room;
 * NONE: it fits. */
uint32_t tta_memory_plan_try(const tta_memory_planner *r, uint32_t buffer, tta_buffer_type space,
                             int64_t bytes_per_bank);

/** Why this buffer found no room, and what would help. */
void tta_memory_plan_advise(tta_memory_planner *r, uint32_t buffer, const tta_memory_plan_type *type);

/* ---- circular.c ---- */

typedef enum tta_resource_kind {
  TTA_RESOURCE_CB,
  TTA_RESOURCE_PROGRAM,
  TTA_RESOURCE_L1_SMALL,
  TTA_RESOURCE_TRACE,
  TTA_RESOURCE_STORAGE
} tta_resource_kind;

typedef struct tta_resource {
  tta_resource_kind kind;
  int64_t size;
  bool ranged;
  int64_t x0, y0, x1, y1;
  tta_str buffer;       /* CB: the value whose memory it shares */
  uint32_t line;        /* of the resources file */
  int64_t begin, end;   /* CB: where it lies */
  int64_t region_end;   /* CB: where the last one on its core range ends */
} tta_resource;

/** Reads the JSON lines; faults are reported. */
void tta_memory_plan_read_resources(struct tta_memory_plan *p);
/** Takes room from p->banks (L1_SMALL, trace, storage cores) before anything is allocated. */
void tta_memory_plan_apply_resources(struct tta_memory_plan *p);
/** Circular buffers that share a value's buffer: it must be in L1 and large enough. */
void tta_memory_plan_check_shared(struct tta_memory_plan *p);
/** Places circular buffers behind the L1 base; program binaries come from the top of DRAM. */
void tta_memory_plan_place_resources(tta_memory_planner *r);
/** The overlap check of tt-metal, after the allocations of an operation. */
void tta_memory_plan_check_clash(tta_memory_planner *r, uint32_t op);

/* ---- report.c ---- */
void tta_memory_plan_csv_begin(struct tta_memory_plan *p);
/** A row of each report for the state after operation `op`; NONE: the state is dumped, without a program's number. */
void tta_memory_plan_csv_step(tta_memory_planner *r, uint32_t op);

#endif
