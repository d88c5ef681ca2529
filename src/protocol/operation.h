/* operation.h: what a front end of the protocol checker calls. A front end reads some source (the text of
 * docs/protocol.md, C++ kernels, a module), evaluates it, and issues each kernel's operations with concrete operands.
 *
 *   struct tta_protocol *p;
 *   tta_protocol_open(options, &p)                             TTA_NO_MEMORY: stop
 *   object = tta_add_circular_buffer(p, &site, ...)            all declarations, in any order, before the issuer
 *   issuer = tta_protocol_issuer(p)                            NULL: no memory, or errors were reported
 *   for each kernel and each of its cores:
 *     if (!tta_begin_kernel(issuer, &kernel)) break;           a limit or no memory: begin no other kernel
 *     site = tta_add_site(p, &call_site)                       once for a call in the source, not once a loop
 *     if (!tta_issue(issuer, &operation)) stop this kernel;    in program order; false: an error, or it blocks forever
 *     tta_claim(issuer, &operation)                            after false: those that are not issued; they may be
 *                                                              passed to tta_issue, which keeps their text
 *     tta_end_kernel(issuer)                                   always
 *   tta_protocol_close(p, &out)                                runs the kernels and explores; p is out, or was freed
 *
 * A front end's own loops call tta_issue_step once a round, so that a loop without operations ends. Its own errors go
 * through tta_protocol_report. After an error in declarations no kernel is begun. All functions that return a bool or
 * a number have reported the reason when they fail, or p is out of memory, which tta_protocol_close returns. */
#ifndef TTA_PROTOCOL_OPERATION_H
#define TTA_PROTOCOL_OPERATION_H

#include "ttattr/protocol.h"

#define TTA_PROTOCOL_NONE UINT32_MAX

/** Where the source of a front end declares or calls something. */
typedef struct tta_call_site {
  tta_source *source;    /* NULL = the text that is checked; lives as long as the protocol */
  uint32_t line, column; /* 1-based; 0 = none */
  tta_str text;          /* of the call, for messages */
} tta_call_site;

/** first..last, both included. */
typedef struct tta_protocol_range {
  uint32_t y0, x0, y1, x1;
} tta_protocol_range;

static inline bool tta_range_has(const tta_protocol_range *range, uint32_t y, uint32_t x) {
  return y >= range->y0 && y <= range->y1 && x >= range->x0 && x <= range->x1;
}
static inline uint32_t tta_range_cores(const tta_protocol_range *range) {
  return (range->y1 - range->y0 + 1) * (range->x1 - range->x0 + 1);
}
static inline bool tta_range_intersects(const tta_protocol_range *a, const tta_protocol_range *b) {
  return a->y0 <= b->y1 && b->y0 <= a->y1 && a->x0 <= b->x1 && b->x0 <= a->x1;
}
/** `2x3`, `0x0..7x7` */
void tta_range_text(tta_buf *out, const tta_protocol_range *range);
/** Extends a range to the rectangle around both. */
static inline void tta_range_add(tta_protocol_range *range, const tta_protocol_range *other) {
  if (other->y0 < range->y0) range->y0 = other->y0;
  if (other->x0 < range->x0) range->x0 = other->x0;
  if (other->y1 > range->y1) range->y1 = other->y1;
  if (other->x1 > range->x1) range->x1 = other->x1;
}

/* ---- operations ---- */

typedef enum tta_protocol_op {
  TTA_OP_FOR, TTA_OP_END, /* of the text only: they are not issued */
#define OP(id, ...) TTA_OP_##id,
#include "protocol/operations.def"
#undef OP
  TTA_NUM_PROTOCOL_OPS
} tta_protocol_op;

/** Processors that run an operation: the data movement RISC-Vs, and the three threads of compute. */
enum { TTA_RUNS_ON_DM = 1, TTA_RUNS_ON_COMPUTE = 2, TTA_RUNS_ON_ANY = 3 };

/** The row of an operation: its name in tt-metal, and a letter for each argument (operations.def). */
typedef struct tta_operation_row {
  const char *name, *signature;
  uint8_t processors;
} tta_operation_row;
extern const tta_operation_row tta_operation_rows[TTA_NUM_PROTOCOL_OPS];
/** TTA_NUM_PROTOCOL_OPS: no operation has this name. */
tta_protocol_op tta_operation_named(tta_str name);
/** The operation that a call of tt-metal's API is, with its arguments as operands. TTA_NUM_PROTOCOL_OPS: none; an
 *  operation that stands for plain C++ of a kernel or for a variant of a call is none. */
tta_protocol_op tta_operation_of_call(tta_str name);
/** Whether an operation fills pages of the circular buffer that an operand `c` is, or empties them.
 *  @param operand its number */
bool tta_operand_is_filled(uint8_t op, uint32_t operand);

typedef enum tta_place_reach {
  TTA_PLACE_HERE,      /* on the kernel's core, or in DRAM */
  TTA_PLACE_REMOTE,    /* on the core on.y0, on.x0 */
  TTA_PLACE_MULTICAST, /* on all cores of `on` */
} tta_place_reach;

/** Memory: an object and bytes from its start. Pointers of a circular buffer: tta_issuer_pointer. */
typedef struct tta_place {
  uint32_t object;      /* buffer, circular buffer or semaphore */
  tta_place_reach reach;
  tta_protocol_range on;
  int64_t offset_bytes; /* 0 for a semaphore */
} tta_place;

/** One argument; the letter of the signature says which member: c object; n, d, g, o, w number; others place. */
typedef struct tta_operand {
  int64_t number;
  uint32_t object;
  tta_place place;
} tta_operand;

enum { TTA_PROTOCOL_MAX_ARGS = 9, TTA_NOC_OF_KERNEL = -1 };

typedef struct tta_operation {
  uint8_t op, num_args; /* optional arguments at the end may be missing */
  int8_t noc;           /* 0, 1, or TTA_NOC_OF_KERNEL */
  uint32_t site;        /* tta_add_site */
  tta_operand args[TTA_PROTOCOL_MAX_ARGS];
} tta_operation;

/* ---- the protocol and its declarations ---- */

tta_status tta_protocol_open(const tta_protocol_options *options, struct tta_protocol **out);
/** Decides. @return TTA_NO_MEMORY (everything was freed, *out = NULL) or TTA_OK */
tta_status tta_protocol_close(struct tta_protocol *p, tta_protocol **out);

/** A copy of the call site. @return its number; without memory 0, and tta_protocol_close fails */
uint32_t tta_add_site(struct tta_protocol *p, const tta_call_site *site);

/** Each returns the number of the object, or TTA_PROTOCOL_NONE after a report. Names are copied and must differ. An
 *  object over a range of cores has one instance on each, at one address. */
uint32_t tta_add_constant(struct tta_protocol *p, const tta_call_site *site, tta_str name, int64_t value);
uint32_t tta_add_core(struct tta_protocol *p, const tta_call_site *site, tta_str name, tta_protocol_range range);
uint32_t tta_add_semaphore(struct tta_protocol *p, const tta_call_site *site, tta_str name, tta_protocol_range range,
                           uint32_t initial);
/** @param written it is over a tensor's shard and always holds data
 *  @param over    a buffer or circular buffer of the same cores whose bytes it uses from the start (two circular
 *                 buffers over the same bytes: the larger one first); TTA_PROTOCOL_NONE = bytes of its own */
uint32_t tta_add_circular_buffer(struct tta_protocol *p, const tta_call_site *site, tta_str name,
                                 tta_protocol_range range, int64_t pages, int64_t page_bytes, bool written,
                                 uint32_t over);
/** In L1 of each core of the range; range NULL: in DRAM. @param written it holds data from the start */
uint32_t tta_add_buffer(struct tta_protocol *p, const tta_call_site *site, tta_str name,
                        const tta_protocol_range *range, int64_t bytes, bool written);
uint32_t tta_add_dst(struct tta_protocol *p, const tta_call_site *site, tta_protocol_range range, bool full);
/** fp32_dest_acc_en: dst has half as many tiles. */
void tta_dst_use_fp32(struct tta_protocol *p, uint32_t dst);

/* ---- kernels ---- */

typedef enum tta_processor { TTA_PROCESSOR_ANY, TTA_PROCESSOR_DM0, TTA_PROCESSOR_DM1, TTA_PROCESSOR_COMPUTE }
    tta_processor;

/** "riscv_0", "riscv_1", "compute"; ANY: "". */
const char *tta_processor_name(tta_processor processor);
/** ANY: no processor has this name. */
tta_processor tta_processor_named(tta_str name);

/** A kernel on one core. */
typedef struct tta_kernel_start {
  tta_str name;
  tta_processor processor; /* ANY: not checked */
  uint32_t y, x;
  uint8_t noc;             /* of operations that name none */
  uint32_t site;           /* of its start */
} tta_kernel_start;

typedef struct tta_issuer tta_issuer;
/** Lives as long as the protocol. */
tta_issuer *tta_protocol_issuer(struct tta_protocol *p);
bool tta_begin_kernel(tta_issuer *issuer, const tta_kernel_start *kernel);
bool tta_issue(tta_issuer *issuer, const tta_operation *operation);
/** A round of a loop. @return false: too many, after a report */
bool tta_issue_step(tta_issuer *issuer, uint32_t site);
/** get_write_ptr or get_read_ptr of this kernel, in bytes from the start of the circular buffer. */
int64_t tta_issuer_pointer(const tta_issuer *issuer, uint32_t cb, bool write);
/** The kernel would produce in, or consume from, the circular buffers of an operation, had it not stopped before. */
void tta_claim(tta_issuer *issuer, const tta_operation *operation);
void tta_end_kernel(tta_issuer *issuer);

/* ---- reports ---- */

/** Adds an error or warning. @return it, or NULL (too many, off, or no memory). */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
tta_diagnostic *tta_protocol_report(struct tta_protocol *p, tta_rule rule, bool warning, const tta_call_site *site,
                                    const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tta_protocol_note_at(struct tta_protocol *p, tta_diagnostic *diagnostic, const tta_call_site *site,
                          const char *format, ...);

/** The members of the object of tta_protocol_json. */
void tta_protocol_json_members(const tta_protocol *protocol, tta_json *json);
/** `"key": [{kind, severity, ..}]` of tta_protocol_json. @param protocol with the steps; NULL = none */
void tta_findings_json(tta_json *json, const char *key, const tta_results *results, tta_source *text,
                       const tta_protocol *protocol);

#endif
