/* binding.h: the binding of kernels to a program: what is set up for them (docs/protocol.md). It is read from TOML
 * (binding.c), or made by a host program (host_binding.c) or another component. */
#ifndef TTA_KERNEL_BINDING_H
#define TTA_KERNEL_BINDING_H

#include "kernel/source.h"
#include "protocol/operation.h"

typedef enum tta_binding_arg_kind {
  TTA_ARG_NUMBER, TTA_ARG_BUFFER, TTA_ARG_SEMAPHORE_ADDRESS, TTA_ARG_MY_X, TTA_ARG_MY_Y,
  TTA_ARG_UNKNOWN, /* what is not known at `line` and `column`: a variable `why`, or "" */
} tta_binding_arg_kind;

typedef enum tta_args_kind { TTA_ARGS_RUNTIME, TTA_ARGS_COMMON, TTA_ARGS_COMPILE, TTA_ARGS_NAMED } tta_args_kind;

typedef struct tta_binding_arg {
  uint8_t kind;
  tta_str name;    /* of a named argument */
  uint32_t thing;  /* BUFFER, SEMAPHORE_ADDRESS */
  int64_t number;  /* BUFFER: bytes after its begin */
  tta_str why;
  tta_str note;    /* UNKNOWN: what to say about it; empty: how -D supplies it */
  uint32_t line, column;
} tta_binding_arg;

typedef struct tta_binding_args {
  tta_protocol_range range; /* of arguments for each core */
  tta_binding_arg *items;
  uint32_t num_items, cap_items;
} tta_binding_args;

typedef enum tta_thing_kind { TTA_THING_CORES, TTA_THING_CB, TTA_THING_SEMAPHORE, TTA_THING_BUFFER } tta_thing_kind;

/** The `index` of a semaphore that has no id: a global semaphore, which kernels know by its address. */
#define TTA_SEMAPHORE_GLOBAL (-1)

/** What a table of the binding declares. */
typedef struct tta_binding_thing {
  uint8_t kind;
  bool dram, written;
  tta_str name;
  tta_call_site site;
  tta_protocol_range range;
  int64_t index, pages, page_bytes, bytes, address, initial;
  bool has_address;
  int64_t tile_bytes; /* CB: of a tile of its data format `format`; 0: not known */
  tta_str format;
  uint32_t over;   /* CB: thing whose bytes it shares, or NONE */
  uint32_t object; /* of the protocol */
} tta_binding_thing;

typedef struct tta_binding_kernel {
  tta_str name, file;
  tta_str text;    /* its source, if it is in no file (then `file` may be empty) */
  uint32_t line, column; /* in the program's text, where `text` begins; 0: it is a text of its own */
  tta_call_site site;
  tta_processor processor;
  uint8_t noc;
  bool any_noc;    /* DM_DYNAMIC_NOC: it uses both */
  tta_protocol_range range;
  tta_str *defines;
  tta_binding_args compile_args, named_args, args, common_args;
  tta_binding_args *core_args;
  uint32_t num_defines, cap_defines, num_core_args, cap_core_args;
} tta_binding_kernel;

typedef struct tta_binding {
  tta_arena *arena;
  tta_cpp *report; /* diagnostics */
  bool *is_value;  /* by -D: it is the value of a variable of the host program or of the binding, not a macro */
  tta_str *assumptions;
  uint32_t num_assumptions, cap_assumptions;
  tta_str arch;
  bool dst_full, fp32;
  tta_binding_thing *things;
  tta_binding_kernel *kernels;
  uint32_t num_things, cap_things, num_kernels, cap_kernels;
  tta_str idle;    /* what messages say of a program that the host program never runs */
  uint32_t zeros;  /* object of MEM_ZEROS_BASE, or NONE */
} tta_binding;

/** NAME=VALUE of -D, or NAME, which is 1. */
void tta_split_define(tta_str define, tta_str *name, tta_str *value);
/** The number of a -D: an integer, true or false. */
bool tta_define_number(tta_str value, int64_t *out);
/** Adds a line about what was not given, and is assumed. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tta_binding_assume(tta_binding *binding, const char *format, ...);
/** Reads the text. @return false after a report, or without memory (report->status) */
bool tta_binding_read(tta_binding *binding, tta_str text);
/** Runs a host program (host.c) and fills the binding with that of one of its programs that create kernels.
 *  @param num_programs  how many there are
 *  @return false after a report in `source`, or without memory */
bool tta_host_read(tta_binding *binding, tta_cpp *source, size_t program, size_t *num_programs);
/** A program of another component: `bind` fills its binding, whose kernels have texts.
 *  @param text  for the messages of kernels that are in it; borrowed, as how->source is, which has it
 *  @return as tta_kernel_program_read */
tta_status tta_kernel_program_bind(tta_str text, const tta_kernel_options *options, const tta_protocol_options *how,
                                   bool (*bind)(void *user, tta_binding *binding), void *user,
                                   tta_kernel_program **out);
/** Defines the names of the host API (before the host program is read). @return false without memory */
bool tta_host_prepare(const tta_binding *binding, tta_cpp *source, tta_str text);
void tta_binding_text(const tta_binding *binding, tta_buf *out);
/** The bytes of a tile of 32x32 of a data format of tt-metal; 0: not known. */
int64_t tta_format_tile_bytes(tta_str format);
/** The thing of a kind with an index on a core, NULL if there is none. */
const tta_binding_thing *tta_binding_find(const tta_binding *binding, tta_thing_kind kind, int64_t index, uint32_t y,
                                          uint32_t x);
/** The buffer that contains an address of L1 on a core (or of DRAM); NULL */
const tta_binding_thing *tta_binding_at(const tta_binding *binding, bool dram, int64_t address, uint32_t y, uint32_t x);

#endif
