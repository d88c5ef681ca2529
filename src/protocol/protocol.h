/* protocol.h: what the files of the protocol checker share.
 *
 *   read.c     text -> declarations and statements
 *   operands.c the arguments of a statement: expressions, addresses
 *   unroll.c   statements -> operations with concrete operands
 *   declare.c  declarations of all front ends
 *   issue.c    operations -> for each kernel the list of its events; checks each kernel alone
 *   transfer.c the same for transfers, barriers and semaphores
 *   compute.c  the same for the operations of compute kernels (dst, SFPU)
 *   run.c      one run over the events, with every byte followed
 *   explore.c  all interleavings; persist.c: which of them need be explored; trace.c: how a fault is reached
 *   print.c    the operations of a protocol as its text
 *   findings.c diagnostics, their steps and their JSON
 *   protocol.c the public functions, why kernels wait
 *
 * Everything lives in the arena of the protocol. */
#ifndef TTA_PROTOCOL_PROTOCOL_H
#define TTA_PROTOCOL_PROTOCOL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/chars.h"
#include "base/strmap.h"
#include "diag/results.h"
#include "protocol/operation.h"

enum {
  TTA_PROTOCOL_CELL_BYTES = 16,      /* unit in which data is followed: the L1 alignment of NoC transfers */
  TTA_PROTOCOL_MAX_BYTES = 64 << 20, /* that kernels access, over all cores; and of one transfer */
  TTA_PROTOCOL_CHUNK = 128,          /* cells; a chunk that no kernel accesses takes no memory */
  TTA_PROTOCOL_MAX_PAGES = UINT16_MAX, /* of a circular buffer; tt-metal's counters have 16 bits */
  TTA_PROTOCOL_MAX_KERNELS = 512,
  TTA_PROTOCOL_MAX_INSTANCES = 4096, /* circular buffers and semaphores, each counted once a core */
  TTA_PROTOCOL_MAX_COORD = 64,       /* NoC coordinates have 6 bits */
  TTA_PROTOCOL_MAX_LOOPS = 16,
  TTA_PROTOCOL_MAX_FINDINGS = 50,
  TTA_PROTOCOL_EXPR_DEPTH = 32,
};
#define TTA_PROTOCOL_MAX_DECLARED ((int64_t)16 << 30) /* bytes, over all cores */
typedef enum tta_protocol_object_kind {
  TTA_PROTOCOL_CONST,
  TTA_PROTOCOL_CORE,
  TTA_PROTOCOL_SEMAPHORE,
  TTA_PROTOCOL_CB,
  TTA_PROTOCOL_BUFFER,
  TTA_PROTOCOL_DST_DECL,
} tta_protocol_object_kind;

/** A declaration. An object over a range of cores has one instance on each, at one address. */
typedef struct tta_protocol_object {
  tta_protocol_object_kind kind;
  tta_str name;
  tta_call_site site;
  bool dram;                 /* BUFFER: one for all cores */
  bool written;              /* BUFFER: from the start; CB: it lies over a tensor's shard and always holds data */
  bool full, fp32;           /* DST_DECL */
  tta_protocol_range range;
  int64_t value;             /* CONST; SEMAPHORE: initial */
  int64_t pages, page_bytes; /* CB */
  int64_t bytes;             /* CB, BUFFER: of an instance */
  uint32_t first_instance;   /* CB, SEMAPHORE: into instances of its kind */
  uint32_t first_cell;       /* CB, BUFFER: of the first instance */
  uint32_t instance_cells;   /* CB, BUFFER: from one instance to the next */
  uint32_t over;             /* CB: the object whose bytes it uses; NONE */
} tta_protocol_object;

/** Operands as the table of operations says. An expression is a run of the pool of codes. */
typedef struct tta_protocol_expr {
  uint32_t begin, count;
} tta_protocol_expr;

typedef enum tta_protocol_code_kind {
  TTA_CODE_PUSH, TTA_CODE_VAR, TTA_CODE_ADD, TTA_CODE_SUB, TTA_CODE_MUL, TTA_CODE_DIV, TTA_CODE_MOD, TTA_CODE_NEG,
} tta_protocol_code_kind;

enum { TTA_PROTOCOL_MY_Y = TTA_PROTOCOL_MAX_LOOPS, TTA_PROTOCOL_MY_X, TTA_PROTOCOL_NUM_VARS };

typedef struct tta_protocol_code {
  tta_protocol_code_kind kind;
  int64_t value; /* PUSH: it; VAR: which */
} tta_protocol_code;

typedef enum tta_protocol_base { TTA_BASE_OBJECT, TTA_BASE_READ_PTR, TTA_BASE_WRITE_PTR } tta_protocol_base;

/** An address: an object (or a pointer into a circular buffer) plus bytes, here or on other cores. */
typedef struct tta_protocol_operand {
  tta_protocol_base base;
  uint32_t object;
  tta_protocol_expr offset; /* count 0 = 0 */
  bool remote, multicast;
  tta_protocol_range on;    /* remote */
} tta_protocol_operand;

typedef struct tta_protocol_arg {
  char type; /* letter of the signature */
  int64_t number;          /* o: 1 = Full; w: 1 = B2D */
  uint32_t object;         /* c */
  tta_protocol_expr expr;  /* n, g */
  tta_protocol_operand place;
  uint32_t column;
} tta_protocol_arg;

typedef struct tta_protocol_statement {
  uint8_t op, num_args;
  int8_t noc;                   /* TTA_NOC_OF_KERNEL */
  uint32_t site;
  tta_protocol_arg *args;       /* FOR: from, to, step */
  uint32_t loop;                /* FOR: which variable */
  uint32_t match;               /* FOR: its END; END: its FOR */
} tta_protocol_statement;

typedef struct tta_protocol_kernel_decl {
  tta_str name;
  uint32_t site, first, count; /* first, count: statements */
  tta_protocol_range range;
  tta_processor processor;
  uint8_t noc;
} tta_protocol_kernel_decl;

typedef enum tta_event_kind {
  TTA_EVENT_RESERVE, TTA_EVENT_PUSH, TTA_EVENT_WAIT, TTA_EVENT_POP,
  TTA_EVENT_READ,        /* cells */
  TTA_EVENT_WRITE,       /* cells */
  TTA_EVENT_NOC_READ,    /* source -> cells, in flight until the barrier */
  TTA_EVENT_NOC_WRITE,
  TTA_EVENT_READ_BARRIER, TTA_EVENT_WRITE_BARRIER,
  TTA_EVENT_FLUSH,       /* writes have left; their sources may be reused */
  TTA_EVENT_SEM_SET, TTA_EVENT_SEM_COPY, /* COPY: object = other */
  TTA_EVENT_SEM_INC, TTA_EVENT_SEM_ADD, TTA_EVENT_SEM_WAIT, TTA_EVENT_SEM_WAIT_MIN,
} tta_event_kind;

typedef struct tta_event {
  uint8_t kind;
  uint32_t site;
  uint32_t object;         /* instance of a circular buffer or semaphore */
  uint32_t other;          /* SEM_COPY: the semaphore that is read */
  uint32_t value;          /* pages; the semaphore's value or increment */
  uint32_t cell, cells;    /* READ, WRITE; NOC_*: destination */
  uint32_t source;         /* NOC_*: first cell of the source */
  uint16_t core;           /* NOC_WRITE, SEM_COPY: y * 64 + x of the destination; TTA_NO_CORE = DRAM */
  uint8_t noc, trid;       /* NOC_*, barriers: trid 0 = none (of a barrier: all), else the id + 1 */
  bool multicast, posted;  /* NOC_WRITE, SEM_COPY; posted also FLUSH */
} tta_event;

enum { TTA_NO_CORE = UINT16_MAX };

static inline bool tta_event_waits_for_semaphore(const tta_event *e) {
  return e->kind == TTA_EVENT_SEM_WAIT || e->kind == TTA_EVENT_SEM_WAIT_MIN;
}
static inline bool tta_event_changes_semaphore(const tta_event *e) {
  return e->kind == TTA_EVENT_SEM_SET || e->kind == TTA_EVENT_SEM_COPY || e->kind == TTA_EVENT_SEM_INC ||
         e->kind == TTA_EVENT_SEM_ADD;
}

/** A kernel on one core. */
typedef struct tta_kernel {
  tta_kernel_start start;
  uint32_t y, x;
  bool uses_dst; /* some operation works on dst */
  tta_event *events;
  uint32_t num_events, cap_events;
} tta_kernel;

/** A circular buffer on one core. */
typedef struct tta_cb_instance {
  const tta_protocol_object *object;
  uint32_t y, x, first_cell, page_cells, pages;
  uint32_t producer, consumer; /* kernels; TTA_PROTOCOL_NONE = none */
  bool loose; /* pushed without reserve, or popped without wait: whether it overflows depends on order */
  uint32_t loose_site;         /* of the first of these calls, */
  bool loose_push;             /* and which it is */
} tta_cb_instance;

typedef struct tta_sem_instance {
  const tta_protocol_object *object;
  uint32_t y, x;
  uint32_t kernel; /* the only one that touches it; NONE - 1 = several; NONE = no kernel yet */
} tta_sem_instance;
#define TTA_PROTOCOL_SEVERAL (UINT32_MAX - 1)

typedef struct tta_late_warning {
  tta_rule rule;
  uint32_t kernel, site;
  const char *text;
} tta_late_warning;

/** The printed operations of a kernel: numbers of lines. */
typedef struct tta_kernel_lines {
  uint32_t *lines;
  uint32_t num_lines, cap_lines;
  bool printed;
} tta_kernel_lines;

struct tta_protocol {
  tta_arena arena, scratch; /* scratch: until it is closed */
  tta_protocol_options options;
  tta_strmap names; /* -> objects */
  tta_protocol_object *objects;
  tta_protocol_code *codes;
  tta_call_site *sites;
  tta_protocol_statement *statements;
  tta_protocol_kernel_decl *decls;
  tta_kernel *kernels;
  tta_cb_instance *cbs;
  tta_sem_instance *sems;
  tta_protocol_trace *traces;
  tta_late_warning *late;
  uint32_t num_objects, cap_objects, num_codes, cap_codes, num_sites, cap_sites, num_statements, cap_statements,
      num_decls, cap_decls, num_kernels, cap_kernels, num_cbs, num_sems, num_traces, cap_traces, num_late, cap_late,
      num_errors,    /* found, whatever the settings of their rules are */
      num_unlisted,  /* of these, not in the list */
      num_too_large; /* of these, of a limit of the check */
  tta_results results;
  tta_source *text, own_text; /* own_text: without options.source */
  uint32_t num_cells;
  uint32_t *chunks, num_used; /* by chunk of cells: its first one among those that are used; NONE: no kernel has it */
  tta_protocol_summary summary;
  struct tta_protocol_lines *lines; /* NULL: not kept */
  bool stuck; /* the run did not come to its end */
  tta_status status;
};

/** Adds an item to a list of the protocol; false when there is no memory (status says so). */
#define TTA_PROTOCOL_APPEND(p, list, item)                                                                             \
  (TTA_GROW_IN(&(p)->arena, p, list, 1)                                                                                \
       ? ((p)->list[(p)->num_##list++] = (item), true)                                                                 \
       : ((p)->status = TTA_NO_MEMORY, false))

/** Adds a warning that is reported if there is no error. `text` lives as long as the protocol. */
void tta_protocol_warn_late(struct tta_protocol *p, tta_rule rule, uint32_t kernel, uint32_t site,
                            const char *text);
/** Whether a circular buffer is on the bytes of a buffer: what remains in it is a result. */
bool tta_protocol_is_result(const struct tta_protocol *p, const tta_protocol_object *cb);
/** The number of the instance of an object on a core; TTA_PROTOCOL_NONE when it is not there. */
uint32_t tta_protocol_instance(const tta_protocol_object *object, uint32_t y, uint32_t x);
/** Declarations and statements. Faults are reported. */
void tta_protocol_read(struct tta_protocol *p, tta_str text);
/** Issues the kernels of the text. */
void tta_protocol_unroll(struct tta_protocol *p);
/** One run; reports unwritten reads and races. */
void tta_protocol_run(struct tta_protocol *p);
/** All interleavings; reports deadlock, overflow, underflow. */
void tta_protocol_explore(struct tta_protocol *p);

/** Where all kernels stand: the next event of each, pages pushed to and popped from each circular buffer, semaphores.
 */
typedef struct tta_protocol_state {
  const uint32_t *at, *pushed, *popped, *semaphores;
} tta_protocol_state;

/** Whether the next event of a kernel need not wait. */
bool tta_protocol_enabled(const struct tta_protocol *p, const tta_event *event, const uint32_t *pushed,
                          const uint32_t *popped, const uint32_t *semaphores);
/** "'s' on 0x0 is 1, not 2": what a wait waits for. */
void tta_protocol_describe_condition(const struct tta_protocol *p, const tta_protocol_state *state,
                                     const tta_event *event, char *out, size_t size);
/** Reports a limit of the check, which is not an error of the program: nothing is run. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tta_protocol_report_too_large(struct tta_protocol *p, const tta_call_site *site, const char *format, ...);

/** Finds the cells that are used: false if they are too many. */
bool tta_protocol_find_used(struct tta_protocol *p);
/** The number of a cell among those that are used; those of an event or of a circular buffer follow each other. */
static inline uint32_t tta_protocol_used(const struct tta_protocol *p, uint32_t cell) {
  return p->chunks[cell / TTA_PROTOCOL_CHUNK] + cell % TTA_PROTOCOL_CHUNK;
}

/** Whether a rule has a diagnostic at a call site. */
bool tta_protocol_reported(const struct tta_protocol *p, tta_rule rule, const tta_call_site *site);
/** Reports why nothing moves any more. */
tta_diagnostic *tta_protocol_report_deadlock(struct tta_protocol *p, const tta_protocol_state *state);
/** "'sender' on 0x0" */
const char *tta_protocol_kernel_name(char *out, size_t size, const tta_kernel *kernel);

/* ---- what issue.c and compute.c share ---- */

typedef enum tta_dst_phase { TTA_DST_FREE, TTA_DST_HELD, TTA_DST_MATH, TTA_DST_COMMITTED, TTA_DST_PACK } tta_dst_phase;

/** What a kernel has done so far to a circular buffer of its core. */
typedef struct tta_cb_use {
  uint32_t reserved, packed, waited;   /* pages */
  uint32_t pushed, popped;             /* modulo the pages */
} tta_cb_use;

typedef enum tta_flight_kind {
  TTA_FLIGHT_READ, TTA_FLIGHT_WRITE, TTA_FLIGHT_SIGNAL, TTA_FLIGHT_ATOMIC
} tta_flight_kind;

/** Something of this kernel that is in flight, the first of its like. */
typedef struct tta_flight {
  tta_flight_kind kind;      /* SIGNAL: the write of a semaphore */
  bool multicast, posted, flushed, dram;
  bool announced, answered;  /* a flag follows it in order; the kernel waited for a semaphore since */
  uint8_t noc, trid;
  uint32_t object;           /* READ: destination; others: source */
  tta_protocol_range on;     /* destination */
  uint32_t site;
} tta_flight;

struct tta_issuer {
  struct tta_protocol *p;
  tta_call_site shared_processor; /* of the kernel on a processor that is taken, which was reported last */
  uint32_t kernel;
  tta_cb_use *uses;          /* by object */
  tta_flight *flights;
  uint32_t num_flights, cap_flights;
  uint8_t processors;        /* that run all operations so far */
  /* dst */
  const tta_protocol_object *dst;
  tta_dst_phase phase;
  bool full;                 /* as acquired */
  uint32_t acquired_at;      /* site */
  uint32_t tiles;            /* of dst */
  uint32_t rows;             /* dst_reg rows of a tile: 16 of 64 scalars, or 32 of 32 */
  uint32_t rows_written[16]; /* a bit for each row of each tile */
  uint32_t rows_read[16];    /* since written, */
  uint32_t tile_site[16];    /* here */
  uint32_t rows_stored[16];  /* by the SFPU */
  bool src_loaded[2];
  int64_t sfpu_row;          /* what dst_reg[0] is; -1 = not started */
  uint32_t operations;
  uint8_t *cores;            /* by core: kernels; 0x10 << processor: it has one on it */
  bool limit_reached;
  tta_diagnostic *reported;  /* of the last report; NULL: it was told before */
  bool failed, hopeless, stopped; /* stopped: no further operation is issued */
};

/** A number in a range; false after a report. */
bool tta_protocol_number(tta_issuer *u, const tta_operation *s, const tta_operand *arg, int64_t least, int64_t most,
                         int64_t *out);
bool tta_protocol_evaluate(const struct tta_protocol *p, tta_protocol_expr expr, const int64_t *vars, int64_t *out);
/** Keeps the text of operations from here on (tta_protocol_options.keep_text). */
bool tta_protocol_lines_begin(struct tta_protocol *p);
void tta_protocol_lines_free(struct tta_protocol *p);
/** A kernel has been begun. */
bool tta_protocol_lines_kernel(struct tta_protocol *p);
void tta_protocol_keep_line(tta_issuer *u, const tta_operation *operation);
/** Adds an event of the kernel that is being issued. */
bool tta_protocol_event(tta_issuer *u, tta_event event);
/** Reports an error of the kernel, once at a place; nothing more of it is issued. @return false */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool tta_protocol_fail(tta_issuer *u, tta_rule rule, const tta_operation *s, const char *format, ...);
/** The same as a warning; the kernel goes on. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tta_protocol_warn(tta_issuer *u, tta_rule rule, const tta_operation *s, const char *format, ...);
/** Adds a note to what tta_protocol_fail or tta_protocol_warn reported last. @return false */
bool tta_protocol_fail_after(tta_issuer *u, uint32_t site, const char *note);
/** The instance of a circular buffer here, with this kernel as its producer or consumer; NULL after a report. */
tta_cb_instance *tta_protocol_cb_here(tta_issuer *u, const tta_operation *s, const tta_operand *arg,
                                      bool producer);
/** What is in flight from (a read: into) an object; NULL: nothing. */
const tta_flight *tta_protocol_find_flight(const tta_issuer *u, tta_flight_kind kind, uint32_t object);
/** Transfers, barriers and semaphores. */
bool tta_protocol_issue_transfer(tta_issuer *u, const tta_operation *s);
/** What is in flight at the end of a kernel. */
void tta_protocol_finish_flights(tta_issuer *u);
/** dst, SFPU and compute operations. */
bool tta_protocol_issue_compute(tta_issuer *u, const tta_operation *s);
/** dst at the end of a kernel. */
bool tta_protocol_finish_compute(tta_issuer *u);

/** Of a name in the text of a protocol. */
static inline bool tta_protocol_is_name_byte(char c) { return tta_is_letter(c) || tta_is_digit(c) || c == '_'; }

/* ---- messages ---- */

/** A statement in a message: that many bytes of it, and what follows them. */
enum { TTA_PROTOCOL_SHOWN_BYTES = 120 };
static inline int tta_protocol_shown(tta_str text) {
  return text.size > TTA_PROTOCOL_SHOWN_BYTES ? TTA_PROTOCOL_SHOWN_BYTES : (int)text.size;
}
static inline const char *tta_protocol_cut(tta_str text) {
  return text.size > TTA_PROTOCOL_SHOWN_BYTES ? "..." : "";
}

#endif
