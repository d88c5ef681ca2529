/* ttattr/protocol.h: whether kernels terminate, and whether each of them reads what was written.
 *
 * A protocol is a text of declarations (cores, semaphores, circular buffers, buffers, dst) and of kernels, each a list
 * of operations with the names of tt-metal's kernel API (docs/protocol.md). Kernels do not branch on data, so the order
 * of operations within each is fixed; only the interleaving of kernels is open. The check
 *   1. unrolls the loops and checks each kernel alone: dst and SFPU, barriers, pages reserved and waited for;
 *   2. runs the kernels once, in a fixed order, and follows each byte: whether it was written, and whether something (a
 *      semaphore, a circular buffer) orders every read after the write and every write after the reads before it;
 *   3. explores all interleavings of semaphore operations (all others commute) for deadlock and overflow.
 * There is no timing; a remote semaphore write arrives at once; circular buffers have one producer and one consumer, as
 * on the hardware.
 *
 * Sources: tt-metal dataflow_api.h, compute_kernel_api.h and the headers of circular buffers (operations, alignment,
 * num_dests); tt-mlir docs/src/specs/device.md.
 */
#ifndef TTATTR_PROTOCOL_H
#define TTATTR_PROTOCOL_H

#include "ttattr/arch.h"
#include "ttattr/diag.h"
#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A step in a trace: on a circular buffer, a semaphore, or the data of the error. Texts end with a NUL that their size
 *  does not count. */
typedef struct tta_protocol_step {
  tta_str kernel;        /* its name */
  uint32_t y, x;         /* its core */
  tta_source *source;    /* of its line; NULL = the text that is checked */
  uint32_t line, column; /* 1-based, in bytes */
  tta_str call;          /* as written */
  tta_str effect;        /* "'s' on 0x0: 0 -> 1", "'c' on 0x0 holds 1 of 2 pages" */
  tta_str peer;          /* a kernel of another core that is concerned; empty = none */
  uint32_t peer_y, peer_x;
  bool blocked;          /* not done: the call that blocks forever; these are the last steps of a deadlock */
} tta_protocol_step;

/** How an error is reached that depends on the order of kernels: the last steps to it, and how many are before them. */
typedef struct tta_protocol_trace {
  const tta_diagnostic *diagnostic; /* in tta_protocol_results */
  uint32_t num_steps, omitted_steps;
  const tta_protocol_step *steps;
} tta_protocol_trace;

/** What was checked. */
typedef struct tta_protocol_summary {
  uint64_t cores, kernels; /* kernels: one for each core of their range */
  uint64_t operations;     /* unrolled */
  uint64_t bytes_moved;    /* by noc_async_* of the run */
  uint64_t states;         /* that differ, of step 3 */
  bool all_interleavings;  /* step 3 came to its end */
  bool too_large;          /* it exceeds a limit of the check, a warning of rule protocol-limit; nothing was run */
} tta_protocol_summary;

/** All zero is the default of each. */
typedef struct tta_protocol_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  uint32_t max_operations;        /* unrolled, of all kernels together; 0 = 1,000,000 */
  uint32_t max_states;            /* 0 = 100,000; fewer for many kernels after an error of data */
  bool has_arch;                  /* else: rules of all architectures, SFPU rows as on Grayskull */
  tta_arch arch;
  int64_t l1_base;                /* where buffers of L1 begin; 0 = as tta_banks_default, with has_arch only */
  bool keep_text;                 /* for tta_protocol_text */
  const struct tta_check_options *check; /* which rules are on, and how severe; NULL = the defaults; borrowed */
  tta_source *source;             /* that the text is a part of: positions are in it. It outlives the result. NULL =
                                     the text alone; a copy of it is kept */
  bool trace;                     /* diagnostics have a note for each step */
  bool no_reduction;              /* every interleaving of all operations, for tests of the reduction */
} tta_protocol_options;

typedef struct tta_protocol tta_protocol;

/** Checks a text.
 *  @param text    any bytes below 2 GiB
 *  @param options NULL = defaults
 *  @param out     on TTA_OK the result, whatever was found; free it with tta_protocol_free
 *  @return TTA_NO_MEMORY; TTA_LIMIT when the text is too large. Limits inside the text are errors of
 *          rule protocol-limit. */
TTA_API tta_status tta_protocol_check(tta_str text, const tta_protocol_options *options, tta_protocol **out);
TTA_API void tta_protocol_free(tta_protocol *protocol);

/** What was found: rules of the group `protocol`. Comments of the texts suppress diagnostics (docs/cli.md). */
TTA_API const tta_results *tta_protocol_results(const tta_protocol *protocol);
/** Whether there are no errors, only warnings. */
TTA_API bool tta_protocol_passes(const tta_protocol *protocol);
/** Whether there is no error, but not everything was checked: max_states ended the search, or the protocol is too large
 *  for the check (the only errors are its limits). */
TTA_API bool tta_protocol_is_undecided(const tta_protocol *protocol);
/** @return NULL of a diagnostic that does not depend on the order of kernels */
TTA_API const tta_protocol_trace *tta_protocol_trace_of(const tta_protocol *protocol, const tta_diagnostic *diagnostic);
TTA_API tta_protocol_summary tta_protocol_result(const tta_protocol *protocol);

/** The declarations and operations in the form that tta_protocol_check reads (docs/protocol.md), with names changed to
 *  its words, loops found again in repeated operations, and equal kernels as one over a range of cores. A check of it
 *  has the same result. Nothing without `keep_text`, and nothing of a text with errors of syntax. */
TTA_API void tta_protocol_text(const tta_protocol *protocol, tta_buf *out);

/** `{passes, verdict, cores, kernels, operations, bytes_moved, states, all_interleavings, faults: [{kind, severity,
 * file, line, column, message, rule, notes: [{file, line, message}], trace_omitted, trace: [{kernel, core, file, line,
 * column, call, effect, to_kernel, to_core, blocked}]}]}` and a newline; `verdict` is passes, fails or undecided,
 * `passes` whether it is passes; `kind` is the name of the rule without its group; `file` only where it is not the
 * text, `trace` only for errors that depend on the order of kernels, `to_kernel` and `to_core` only for steps that
 * concern another core. */
TTA_API void tta_protocol_json(const tta_protocol *protocol, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
