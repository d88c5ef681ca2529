/* tt-layout pack and unpack: the bytes of a tensor in a layout, from and to files of numpy. */
#include <errno.h>

#include "region.h"
#include "tool.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/pack.h"

typedef struct request {
  const char *name, *output;
  tt_layout_ref_options layout;
  bool fortran, unpack;
  int arch;
} request;

#define LAYOUT_ROWS                                                                                                    \
  TT_LAYOUT_FROM_OPTION(request, layout), TT_LAYOUT_REF_OPTIONS(request, layout),                                      \
      {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,                        \
       .offset = offsetof(request, arch), .group = "Input",                                                            \
       .help = "banks and alignments of grayskull, wormhole_b0 (default) or blackhole"},                               \
      TT_LAYOUT_NAME_OPTION(offsetof(request, name))
#define OUTPUT_ROW                                                                                                     \
  {.name = "-o", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, output), .group = "Output",      \
   .example = "-", .help = "write the result to FILE (default: standard output)"}

static const tta_option pack_rows[] = {LAYOUT_ROWS, OUTPUT_ROW};
static const tta_option unpack_rows[] = {
    LAYOUT_ROWS, OUTPUT_ROW,
    {.name = "--fortran-order", .kind = TTA_KIND_FLAG, .offset = offsetof(request, fortran), .group = "Output",
     .help = "write the first dim contiguously, not the last"},
};

/** The files of one command. */
typedef struct job {
  const request *request;
  tta_packing packing;
  tta_str input, name; /* name: of the input, for messages */
  tta_buf *reason;
  tta_output output;
  tta_io_failure failure; /* of a temporary file */
} job;

static bool write_part(void *user, tta_str part) { return tta_output_bytes(user, part.data, part.size); }

static tta_status pack(job *j) {
  const tta_packing *p = &j->packing;
  tt_layout_region out, marks;
  tta_buf warnings = tta_buf_new(NULL);
  if (!tt_layout_region_new(&out, (size_t)p->bytes, j->request->output, &j->failure)) return TTA_NO_MEMORY;
  tta_status status = TTA_NO_MEMORY;
  if (tt_layout_region_new(&marks, (size_t)p->marks_bytes, j->request->output, &j->failure)) {
    status = tta_pack(p, j->input, j->name, out.bytes, marks.bytes, &warnings, j->reason);
    tt_layout_region_free(&marks);
  }
  tt_layout_warn(&warnings);
  if (!status) tta_output_bytes(&j->output, (const char *)out.bytes, out.size);
  tt_layout_region_free(&out);
  return status;
}

static int run_job(job *j) {
  const request *r = j->request;
  tta_status status = r->unpack ? tta_unpack(&j->packing, j->input, j->name, r->fortran, write_part, &j->output,
                                             j->reason)
                                : pack(j);
  if (status && (!tta_io_failed(&j->failure) || j->failure.error == ENOMEM)) return tt_layout_fail(status, j->reason);
  if (status) tta_print_io_failure(tt_layout_program, &j->failure, r->output ? r->output : "<stdout>");
  tta_buf_free(j->reason);
  return status ? TTA_EXIT_FAILED : TTA_EXIT_DONE;
}

/* The output is complete or not there. @param exit of the job */
static int close_output(job *j, int exit) {
  if (exit) tta_output_discard(&j->output);
  else if (!tta_output_close(&j->output)) {
    tta_print_io_failure(tt_layout_program, &j->output.failure, j->output.name);
    exit = TTA_EXIT_FAILED;
  }
  return exit;
}

static int convert(const request *r, const tta_layout_ref *ref, const char *path) {
  tta_input file;
  int exit = tt_layout_read_bytes(&file, path);
  if (exit) return exit;
  tta_buf reason = tta_buf_new(NULL);
  job j = {.request = r, .name = tta_str_from(file.name), .input = file.text, .reason = &reason};
  tta_arena *arena = tta_arena_new(NULL);
  tta_str element = tta_str_from(r->layout.element);
  tta_status status = TTA_NO_MEMORY;
  if (arena) status = tta_packing_of(ref, (tta_arch)r->arch, element, arena, &j.packing, &reason);
  if (status) {
    if (status == TTA_INVALID && !reason.size) tta_buf_str(&reason, "the element type is unknown; use --element");
    exit = tt_layout_fail(status, &reason);
  } else {
    if (tta_output_open(&j.output, r->output, NULL)) exit = run_job(&j);
    else tta_buf_free(&reason);
    exit = close_output(&j, exit);
  }
  tta_arena_delete(arena);
  return tt_layout_free_file(&file, exit);
}

static int run_as(const tta_command *command, char **argv, bool unpack) {
  request r = {.unpack = unpack, .layout.from = TTA_NOTATION_UNKNOWN};
  tta_arguments arguments;
  tt_layout_ref_input input;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  if (!tta_given(&arguments, "--arch")) r.arch = TTA_ARCH_WORMHOLE_B0;
  r.layout.has_shape = tta_given(&arguments, "--shape");
  exit = tt_layout_open_ref(&input, arguments.operands[0], r.name, &r.layout, 0);
  if (!exit) exit = convert(&r, &input.ref, arguments.operands[1]);
  tt_layout_close_ref(&input);
  return exit;
}

static int run_pack(const tta_command *command, char **argv) { return run_as(command, argv, false); }
static int run_unpack(const tta_command *command, char **argv) { return run_as(command, argv, true); }

const tta_command tt_layout_pack = {
    TT_LAYOUT_COMMAND,
    .name = "pack",
    .usage = "LAYOUT IN.npy [OPTION...]",
    .summary = "Write the bytes of a tensor in a layout",
    .description = "LAYOUT is a layout as `tt-layout convert` reads it, or a file with one. IN.npy is a file of numpy "
                   "with the shape of the tensor and the element size of the layout. Padding has the padding value of "
                   "the layout, or zero. Banks follow one another.",
    TTA_OPTIONS(pack_rows),
    .operands = {"LAYOUT", "IN.npy"},
    .min_operands = 2,
    .examples = {"tt-layout pack 'f16[1000,200]{1,0:T(1000,64)}' x.npy -o x.bin",
                 "write the bytes of x.npy in sticks of 64 elements"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run_pack,
};

const tta_command tt_layout_unpack = {
    TT_LAYOUT_COMMAND,
    .name = "unpack",
    .usage = "LAYOUT IN.bin [OPTION...]",
    .summary = "Write a tensor from its bytes in a layout, as a file of numpy",
    .description = "The inverse of `tt-layout pack`. Padding is ignored. Types that numpy does not have, such as bf16, "
                   "are written as bytes (V2).",
    TTA_OPTIONS(unpack_rows),
    .operands = {"LAYOUT", "IN.bin"},
    .min_operands = 2,
    .examples = {"tt-layout unpack 'f16[1000,200]{1,0:T(1000,64)}' x.bin -o x.npy", "read the bytes of a dump"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run_unpack,
};
