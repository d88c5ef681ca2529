/* ttattr/kernel_module.h: the kernels of a module (TTKernel and TTMetal operations) as protocols (ttattr/protocol.h).
 *
 *     tta_kernel_module *module;
 *     status = tta_kernel_module_new(name, text, NULL, &module);
 *     ... tta_kernel_module_program(module, i) ...
 *     tta_kernel_module_free(module);
 *
 * A program is a `ttmetal.enqueue_program` with its kernels, cores, circular buffers and arguments; a kernel that no
 * program names (`ttkernel.thread`) is a program of its own, on one core, with arguments that are assumed. Kernels are
 * interpreted once for each core: arith, affine.apply, scf.for, scf.if, scf.while, calls, and the operations of
 * TTKernel. What is not known before the run is unknown; if operations depend on it, the program is undecided. An
 * operation that is not known is named and its program is undecided.
 *
 * Sources: tt-mlir TTKernelOps.td, TTMetalOps.td and TTMetalOpsAttrs.td, 2024-05-14 to 2026-08-21.
 */
#ifndef TTATTR_KERNEL_MODULE_H
#define TTATTR_KERNEL_MODULE_H

#include "ttattr/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_kernel_module tta_kernel_module;

typedef enum tta_module_verdict {
  TTA_MODULE_PASSES,
  TTA_MODULE_FAILS,       /* errors of the protocol, or notes of kind ERROR */
  TTA_MODULE_UNDECIDED,
} tta_module_verdict;

/** "passes", "fails", "undecided". */
TTA_API const char *tta_module_verdict_name(tta_module_verdict verdict);

typedef enum tta_module_note_kind {
  TTA_MODULE_NOTE_ERROR,      /* a rule of the operation itself (TTKernel's verifiers) */
  TTA_MODULE_NOTE_UNDECIDED,  /* why the program is undecided */
  TTA_MODULE_NOTE_ASSUMED,    /* what the text does not say */
} tta_module_note_kind;

/** "error", "undecided", "assumed". */
TTA_API const char *tta_module_note_kind_name(tta_module_note_kind kind);

typedef struct tta_kernel_module_note {
  tta_module_note_kind kind;
  uint32_t line, column; /* 1-based; column in bytes */
  tta_str message;
} tta_kernel_module_note;

typedef struct tta_module_program {
  tta_str name;                 /* of the kernel; `ttmetal.enqueue_program` */
  uint32_t line;
  tta_module_verdict verdict;
  uint32_t num_kernels;
  uint32_t num_notes;
  const tta_kernel_module_note *notes;
  const tta_protocol *protocol; /* NULL if nothing was run: a note of kind ERROR or UNDECIDED has the reason. UNDECIDED
                                   with a protocol: no error in the interleavings that were explored */
} tta_module_program;

/** Whether a text is MLIR rather than a protocol (docs/protocol.md): how its first word starts. */
TTA_API bool tta_is_kernel_module(tta_str text);
/** Reads the modules of a text and decides all their programs. Sections at `// -----` are independent.
 *  @param options NULL = the defaults
 *  @return TTA_OK for any text; TTA_NO_MEMORY; TTA_LIMIT for 2 GiB or more */
TTA_API tta_status tta_kernel_module_new(tta_str name, tta_str text, const tta_protocol_options *options,
                                         tta_kernel_module **out);
/** NULL is allowed. */
TTA_API void tta_kernel_module_free(tta_kernel_module *module);
/** In order of the text. */
TTA_API size_t tta_kernel_module_num_programs(const tta_kernel_module *module);
TTA_API const tta_module_program *tta_kernel_module_program(const tta_kernel_module *module, size_t index);
/** Errors in operations outside of kernels. */
TTA_API size_t tta_kernel_module_num_notes(const tta_kernel_module *module);
TTA_API const tta_kernel_module_note *tta_kernel_module_note_at(const tta_kernel_module *module, size_t index);
TTA_API void tta_kernel_module_json(const tta_kernel_module *module, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
