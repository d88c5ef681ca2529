/* module.h: shared by the files that read kernels of modules.
 *
 *   module.c    sections, programs and their kernels; the public functions
 *   interpret.c a kernel on one core: values, arith, scf
 *   effects.c   operations of TTKernel
 *   program.c   declares what the kernels use, and issues their operations
 *   generic.c   programs of ttnn.generic
 *   emitc.c     kernels in EmitC as C++
 *   types.c     types and verifiers of operations */
#ifndef TTA_TTKERNEL_MODULE_H
#define TTA_TTKERNEL_MODULE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"
#include "base/strmap.h"
#include "ops/ops.h"
#include "diag/results.h"
#include "protocol/operation.h"
#include "ttattr/document.h"
#include "ttattr/kernel.h"

/** One section of a text. */
typedef struct tta_ttkernel_text {
  tta_arena *arena;
  const tta_document *document;
  const tta_ops *ops;
  tta_affine_pool *pool;
  tta_results *results;      /* outside of kernels */
  const tta_check_options *check;
  tta_source *source;
  tta_name *aliases;
  uint32_t num_aliases, cap_aliases;
  tta_strmap alias_of_name;  /* the first of its name */
  tta_strmap functions;      /* by name, the first operation */
  tta_strmap used;           /* names of the kernels of all programs */
  tta_str *expressions;      /* C++ by value of the operations; NULL: of none yet */
  tta_arena scratch;         /* of one program */
  tta_arena_mark scratch_start;
  uint32_t *reached, *next_reached, reach; /* by operation: a function that is called has the number of the search */
  struct tta_ttkernel_value *values; /* by value of the operations, of this run of a kernel .. */
  uint32_t *run_of_value, run;       /* .. if its number is that of the run */
  uint32_t *site_of_op;              /* in the protocol that is built; UINT32_MAX: none yet */
  bool has_d2m;              /* kernels of D2M were reported */
  uint32_t max_rounds;       /* operations interpreted for one program */
  tta_status status;
} tta_ttkernel_text;

typedef enum tta_ttkernel_object_kind {
  TTA_TTKERNEL_CB,
  TTA_TTKERNEL_SEMAPHORE,
  TTA_TTKERNEL_DRAM,
} tta_ttkernel_object_kind;

/** What kernels of a program use. */
typedef struct tta_ttkernel_object {
  tta_ttkernel_object_kind kind;
  int64_t key;               /* port, number, operand */
  int64_t pages, page_bytes, bytes;
  bool written;
  uint32_t op;               /* where it is used first */
  uint32_t declared;         /* its number in the protocol */
  /* of circular buffers, over all kernels */
  int64_t pushed, popped, needed;
  int64_t pushed_here, popped_here; /* by the kernel that is interpreted, on its core */
  bool produced, consumed;
} tta_ttkernel_object;

/** A kernel of a program. */
typedef struct tta_ttkernel_use {
  uint32_t function;         /* operation; NONE: none of this name */
  tta_str name;
  tta_protocol_range cores;
  tta_processor processor;
  uint8_t noc;
  bool full, fp32;           /* dst */
  tta_str compile_args, args, common_args; /* the insides of the lists */
} tta_ttkernel_use;

/** An operation that a kernel issues; objects are those of the program. */
typedef struct tta_ttkernel_step {
  tta_operation operation;
  uint32_t op;
} tta_ttkernel_step;

/** A kernel on a core. */
typedef struct tta_ttkernel_run {
  const tta_ttkernel_use *kernel;
  uint32_t y, x, num_steps, cap_steps;
  tta_ttkernel_step *steps;
} tta_ttkernel_run;

typedef struct tta_ttkernel_build {
  tta_ttkernel_text *text;
  tta_module_program result;
  uint32_t op;               /* enqueue_program, or the function */
  bool bare;                 /* a function that no program names */
  tta_ttkernel_use *kernels;
  tta_ttkernel_object *objects;
  tta_ttkernel_run *runs;
  tta_results *results;
  tta_str ports;             /* the inside of cb_ports */
  uint32_t num_kernels, cap_kernels, num_objects, cap_objects, num_runs, cap_runs;
  uint32_t num_errors, num_undecided, rounds;
} tta_ttkernel_build;

typedef enum tta_ttkernel_value_kind {
  TTA_TTKERNEL_UNKNOWN,
  TTA_TTKERNEL_NUMBER,
  TTA_TTKERNEL_CB_VALUE,
  TTA_TTKERNEL_PLACE,
  TTA_TTKERNEL_ACCESSOR,       /* number: bytes of a page; place.object: its buffer */
} tta_ttkernel_value_kind;

typedef struct tta_ttkernel_value {
  tta_ttkernel_value_kind kind;
  int64_t number;
  tta_place place;           /* of a circular buffer: the object */
  uint32_t why;              /* UNKNOWN: the operation that its value comes from; NONE */
} tta_ttkernel_value;

/** Interprets one kernel on one core. */
typedef struct tta_ttkernel_runner {
  tta_ttkernel_build *build;
  tta_ttkernel_run *run;
  uint32_t depth;
  bool stopped;
} tta_ttkernel_runner;

/** Adds a diagnostic of an operation, once: to the program, or to those outside of kernels if `b` is NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void tta_ttkernel_report(tta_ttkernel_text *t, tta_ttkernel_build *b, tta_rule rule, uint32_t op, const char *format,
                         ...);

void tta_ttkernel_report_list(tta_ttkernel_text *t, tta_ttkernel_build *b, tta_rule rule, uint32_t op,
                              const char *format, va_list args);

/** The text that an alias stands for; any other text is what it is. */
tta_str tta_ttkernel_resolve(const tta_ttkernel_text *t, tta_str text);
/** The elements of `2x4x!ttcore.tile<32x32, f32>`, and the bytes of one. @return false: unknown */
bool tta_ttkernel_shape(const tta_ttkernel_text *t, tta_str text, int64_t *count, int64_t *bytes);
/** A kernel of this name is in a program. */
void tta_ttkernel_use_name(tta_ttkernel_text *t, tta_str name);
/** The function of a name; NONE */
uint32_t tta_ttkernel_function(const tta_ttkernel_text *t, tta_str name);
/** The function that an operation calls; NONE: it is not in the module. @param name  receives its name */
uint32_t tta_ttkernel_callee(const tta_ttkernel_text *t, uint32_t op, tta_str *name);
/** Pages and bytes of a page of a `!ttkernel.cb<..>`. @return false: unknown */
bool tta_ttkernel_cb_type(const tta_ttkernel_text *t, tta_str type, int64_t *pages, int64_t *page_bytes);
/** A buffer of TTMetal in shards: `memref<8x8x64x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>`. */
typedef struct tta_ttkernel_memref {
  bool known, l1;            /* the type says the memory */
  uint32_t rows, columns;    /* of the grid, 0: not of two extents */
  int64_t pages, page_bytes; /* of a circular buffer of this type */
  int64_t bytes, all_bytes;  /* of one shard, of all */
} tta_ttkernel_memref;
/** @return false: unknown */
bool tta_ttkernel_memref_type(const tta_ttkernel_text *t, tta_str type, tta_ttkernel_memref *out);
/** Kind and number of `<cb_port[0]>`, `<arg_type = semaphore, operand_index = 1>`, `#ttnn.kernel_arg_semaphore_at<0>`.
 *  @return false: it has none */
bool tta_ttkernel_argument(tta_str item, tta_str *kind, int64_t *number);
/** Circular buffer `index` of the list cb_ports of a program. */
int64_t tta_ttkernel_port(const tta_ttkernel_build *b, int64_t index);
/** Rules of one operation of TTKernel. @param b NULL: it is in no kernel */
void tta_ttkernel_verify(tta_ttkernel_text *t, tta_ttkernel_build *b, uint32_t op);

/** Interprets `run`, whose steps it fills. */
void tta_ttkernel_interpret(tta_ttkernel_build *b, tta_ttkernel_run *run);
tta_ttkernel_value tta_ttkernel_unknown(uint32_t why);
tta_ttkernel_value tta_ttkernel_number(int64_t number);
/** The value of operand i; unknown if there is none. */
tta_ttkernel_value tta_ttkernel_operand(const tta_ttkernel_runner *r, uint32_t op, uint32_t i);
void tta_ttkernel_set(tta_ttkernel_runner *r, uint32_t op, uint32_t result, tta_ttkernel_value value);
/** The program becomes undecided by this operation; the kernel stops. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void tta_ttkernel_give_up(tta_ttkernel_runner *r, uint32_t op, const char *format, ...);

/** The value of a parameter of a kernel's function, by its type (until 2025-04 circular buffers were parameters). */
tta_ttkernel_value tta_ttkernel_parameter(tta_ttkernel_runner *r, uint32_t op, uint32_t index, tta_str type);
/** Runs an operation of TTKernel. */
void tta_ttkernel_effect(tta_ttkernel_runner *r, uint32_t op);
/** Whether an operation may issue, or is not known. */
bool tta_ttkernel_has_effect(tta_str name);
/** The number of an object of the program, added if it is new; NONE without memory. */
uint32_t tta_ttkernel_object_of(tta_ttkernel_build *b, tta_ttkernel_object_kind kind, int64_t key, uint32_t op);

/* ---- generic.c, emitc.c ---- */

/** A program of a ttnn.generic, or of a ttmetal.enqueue_program. */
typedef struct tta_ttkernel_generic {
  uint32_t op;
  tta_str program;           /* #ttnn.program<..> */
  const tta_ttkernel_build *enqueued; /* its kernels and ports; NULL: of a ttnn.generic */
  tta_protocol_range all;    /* around the cores of its kernels */
} tta_ttkernel_generic;

/** Program `index` of an operation; empty at the end. */
tta_str tta_ttkernel_generic_program(const tta_ttkernel_text *t, uint32_t op, uint32_t index);
/** Uses the names of the kernels of a program. */
void tta_ttkernel_generic_names(tta_ttkernel_text *t, tta_str program);
/** The rectangle around the cores of all kernels. */
tta_protocol_range tta_ttkernel_generic_cores(const tta_ttkernel_text *t, tta_str program, uint32_t *num_kernels);
/** Whether its kernels are in TTKernel, and none in C++ or EmitC. */
bool tta_ttkernel_generic_is_ttkernel(tta_ttkernel_text *t, tta_str program);
/** Adds the kernels of a program in TTKernel. */
void tta_ttkernel_generic_kernels(tta_ttkernel_build *b, tta_str program);
void tta_ttkernel_add_kernel(tta_ttkernel_build *b, tta_ttkernel_use kernel);
/** Checks its kernels as C++: of an enqueue_program those whose functions are in EmitC. */
tta_status tta_ttkernel_generic_check(tta_ttkernel_text *t, const tta_ttkernel_generic *generic,
                                      const tta_protocol_options *how, tta_kernel_program **out);

/** Whether a function, or one that it calls, is in EmitC. */
bool tta_ttkernel_is_emitc(tta_ttkernel_text *t, uint32_t function);
/** The C++ of a function in EmitC: `void kernel_main() {..}`, and the functions that it calls.
 *  @param first    the function that is first in the module: the text has its lines from the name of its operation on
 *  @param unknown  the first operation that is not known; NONE */
tta_str tta_ttkernel_as_cpp(tta_ttkernel_text *t, uint32_t function, uint32_t *first, uint32_t *unknown);

/** Declares and issues all; sets result.protocol. */
void tta_ttkernel_decide(tta_ttkernel_build *b, const tta_protocol_options *options);

#endif
