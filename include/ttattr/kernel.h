/* ttattr/kernel.h: kernels of tt-metal programs (C++ sources) as a protocol (ttattr/protocol.h).
 *
 * A binding, or the literal calls of a host program, names what is set up: cores, kernels with their arguments,
 * circular buffers, semaphores and buffers (docs/protocol.md). Each kernel is interpreted once for each of its cores:
 * its calls of the kernel API become operations of the protocol. Values that are not known before the run (data, random
 * numbers) are unknown: a condition on one is undecided if operations depend on it. What the reader does not support is
 * reported with its position and treated as unknown.
 *
 * Sources: tt-metal tt_metal/hw/inc/api/dataflow/dataflow_api.h, tt_metal/include/compute_kernel_api (2024-03 to
 * 2026-02).
 */
#ifndef TTATTR_KERNEL_H
#define TTATTR_KERNEL_H

#include "ttattr/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tta_kernel_severity {
  TTA_KERNEL_ERROR,     /* the sources or the binding; there is no protocol */
  TTA_KERNEL_WARNING,   /* not supported, treated as unknown */
  TTA_KERNEL_UNDECIDED, /* operations depend on an unknown value */
  TTA_KERNEL_NOTE,      /* belongs to the diagnostic before it */
} tta_kernel_severity;

/** Texts live as long as the program; messages are lower case without a full stop. */
typedef struct tta_kernel_diagnostic {
  tta_kernel_severity severity;
  tta_str file;          /* as read_file named it; empty = the binding */
  uint32_t line, column; /* 1-based, in bytes; 0 = of no line */
  tta_str message;
} tta_kernel_diagnostic;

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
  uint64_t max_steps;             /* of the interpreter, each kernel and core; 0 = 20,000,000 */
} tta_kernel_options;

typedef struct tta_kernel_program tta_kernel_program;

/** Whether a text is a binding rather than a protocol or a module: some line is the header of a table, `[name]`, or it
 *  is a host program that calls CreateKernel. */
TTA_API bool tta_kernel_is_binding(tta_str text);
/** Reads a binding and its kernels, interprets them and checks the protocol.
 *  @param binding any bytes below 2 GiB; not kept
 *  @param options NULL = defaults, without files
 *  @param how     of the check; NULL = defaults
 *  @param out     on TTA_OK the program, whatever was found; free it with tta_kernel_program_free
 *  @return TTA_NO_MEMORY, TTA_LIMIT (the binding is too large) */
TTA_API tta_status tta_kernel_program_read(tta_str binding, const tta_kernel_options *options,
                                           const tta_protocol_options *how, tta_kernel_program **out);
TTA_API void tta_kernel_program_free(tta_kernel_program *program);

/** What was found, in order of the sources. */
TTA_API size_t tta_kernel_num_diagnostics(const tta_kernel_program *program);
/** @param index below tta_kernel_num_diagnostics */
TTA_API const tta_kernel_diagnostic *tta_kernel_diagnostic_at(const tta_kernel_program *program, size_t index);
/** Whether there is no error in the binding or in a source. */
TTA_API bool tta_kernel_is_valid(const tta_kernel_program *program);
/** The checked protocol, owned by the program; NULL after an error, and if a kernel is undecided. */
TTA_API const tta_protocol *tta_kernel_protocol(const tta_kernel_program *program);

#ifdef __cplusplus
}
#endif
#endif
