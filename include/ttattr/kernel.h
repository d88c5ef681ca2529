/* ttattr/kernel.h: kernels as protocols (ttattr/protocol.h): C++ sources of tt-metal programs, and modules.
 *
 * A program names what is set up: cores, kernels with their arguments, circular buffers, semaphores and buffers
 * (docs/protocol.md). Each kernel is interpreted once for each of its cores: its calls or operations become operations
 * of the protocol. Values that are not known before the run (data, random numbers) are unknown. If operations depend on
 * one, the program is undecided. What is found are rules of the groups `kernel` and `protocol`; comments of the texts
 * suppress diagnostics (docs/cli.md).
 *
 * Sources: tt-metal tt_metal/hw/inc/api/dataflow/dataflow_api.h, tt_metal/include/compute_kernel_api (2024-03 to
 * 2026-02); tt-mlir TTKernelOps.td, TTMetalOps.td and TTMetalOpsAttrs.td, 2024-05-14 to 2026-08-21.
 */
#ifndef TTATTR_KERNEL_H
#define TTATTR_KERNEL_H

#include "ttattr/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_kernel_verdict {
  TTA_KERNEL_PASSES,
  TTA_KERNEL_FAILS,
  TTA_KERNEL_UNDECIDED,
} tta_kernel_verdict;

/** "passes", "fails", "undecided". */
TTA_API const char *tta_kernel_verdict_name(tta_kernel_verdict verdict);

/* ---- bindings: kernels in C++ ---- */

/** All zero is the default of each. */
typedef struct tta_kernel_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  const tta_str *defines;         /* "NAME" or "NAME=VALUE", for all kernels; borrowed */
  size_t num_defines;
  const tta_str *undefines;       /* names that stay undefined; borrowed */
  size_t num_undefines;
  tta_str arch;                   /* "wormhole_b0", "blackhole", "grayskull"; empty = that of the binding */
  /** Reads a file. `from` is the path of the file that includes it; empty for the kernels of the binding.
   *  @param path, text  on true the path for messages and the text; both must live as long as the program
   *  @return false if there is no such file */
  bool (*read_file)(void *user, tta_str name, tta_str from, tta_str *path, tta_str *text);
  void *user;
  size_t program;                 /* of a host program with several: its number from 0 */
  uint64_t max_steps;             /* of the interpreter, all kernels and cores; 0 = 20,000,000 */
} tta_kernel_options;

typedef struct tta_kernel_program tta_kernel_program;

/** Whether a text is a binding rather than a protocol or a module: some line is the header of a table, `[name]`, or it
 *  is a host program: C++ that includes headers and creates kernels. */
TTA_API bool tta_kernel_is_binding(tta_str text);
/** Reads a binding, or interprets a host program, which makes one; then interprets its kernels and checks the protocol.
 *  @param binding any bytes below 2 GiB; a copy is kept
 *  @param options NULL = defaults, without files
 *  @param how     of the check; NULL = defaults; of its `source` only the name is used
 *  @param out     on TTA_OK the program, whatever was found; free it with tta_kernel_program_free
 *  @return TTA_NO_MEMORY, TTA_LIMIT (the binding is too large) */
TTA_API tta_status tta_kernel_program_read(tta_str binding, const tta_kernel_options *options,
                                           const tta_protocol_options *how, tta_kernel_program **out);
TTA_API void tta_kernel_program_free(tta_kernel_program *program);
/** How many programs a host program creates kernels for; 1 of a binding; 0 if that is not known. */
TTA_API size_t tta_kernel_num_programs(const tta_kernel_program *program);
/** What a host program does not say, and is assumed. */
TTA_API size_t tta_kernel_num_assumptions(const tta_kernel_program *program);
/** @return empty for an index out of range */
TTA_API tta_str tta_kernel_assumption(const tta_kernel_program *program, size_t index);
/** The binding as TOML (docs/protocol.md). */
TTA_API void tta_kernel_binding(const tta_kernel_program *program, tta_buf *out);
/** What was found in the binding, in the sources, and by the check. */
TTA_API const tta_results *tta_kernel_program_results(const tta_kernel_program *program);
TTA_API tta_kernel_verdict tta_kernel_program_verdict(const tta_kernel_program *program);
/** The checked protocol, owned by the program; NULL after an error, and if a kernel is undecided. */
TTA_API const tta_protocol *tta_kernel_protocol(const tta_kernel_program *program);
/** The keys of tta_protocol_json, without a protocol `passes, verdict, faults`; and `assumptions: [..]`. */
TTA_API void tta_kernel_program_json(const tta_kernel_program *program, tta_buf *out);

/* ---- modules: kernels in TTKernel ---- */

/** The kernels of a text of MLIR.
 *
 *     tta_kernel_module *module;
 *     status = tta_kernel_module_new(name, text, NULL, &module);
 *     ... tta_kernel_module_program(module, i) ...
 *     tta_kernel_module_free(module);
 *
 *  A program is a `ttmetal.enqueue_program` with its kernels, cores, circular buffers and arguments; a kernel that no
 *  program names (`ttkernel.thread`) is a program of its own, on one core, with arguments that are assumed. Read are
 *  arith, affine.apply, scf.for, scf.if, scf.while, calls, and the operations of TTKernel. An operation that is not
 *  known is named and its program is undecided. */
typedef struct tta_kernel_module tta_kernel_module;

typedef struct tta_module_program {
  tta_str name;                 /* of the kernel; `ttmetal.enqueue_program` */
  uint32_t line;
  tta_kernel_verdict verdict;
  uint32_t num_kernels;
  const tta_results *results;   /* of the group `kernel` */
  const tta_protocol *protocol; /* NULL if nothing was run: the results have the reason. Undecided with a protocol: no
                                   error in the interleavings that were explored */
} tta_module_program;

/** Whether a text is MLIR rather than a protocol (docs/protocol.md): how its first word starts. */
TTA_API bool tta_is_kernel_module(tta_str text);
/** Reads the modules of a text and decides all their programs. Sections at `// -----` are independent.
 *  @param options NULL = the defaults; their `source` is not used
 *  @return TTA_OK for any text; TTA_NO_MEMORY; TTA_LIMIT for 2 GiB or more */
TTA_API tta_status tta_kernel_module_new(tta_str name, tta_str text, const tta_protocol_options *options,
                                         tta_kernel_module **out);
/** NULL is allowed. */
TTA_API void tta_kernel_module_free(tta_kernel_module *module);
/** What was found in all programs and their protocols, and in operations outside of kernels. */
TTA_API const tta_results *tta_kernel_module_results(const tta_kernel_module *module);
/** In order of the text. */
TTA_API size_t tta_kernel_module_num_programs(const tta_kernel_module *module);
/** @return NULL for an index out of range */
TTA_API const tta_module_program *tta_kernel_module_program(const tta_kernel_module *module, size_t index);
/** Fails if a program fails or an operation outside of kernels is not valid. */
TTA_API tta_kernel_verdict tta_kernel_module_verdict(const tta_kernel_module *module);
TTA_API void tta_kernel_module_json(const tta_kernel_module *module, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
