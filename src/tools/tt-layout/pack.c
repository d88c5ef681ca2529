/* tt-layout pack and unpack: the bytes of a tensor in a layout, from and to files of numpy. */
#include <errno.h>
#include <string.h>

#include "npy.h"
#include "region.h"
#include "tool.h"
#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/arch.h"
#include "ttattr/move.h"
#include "ttattr/storage.h"

typedef struct request {
  const char *name, *element, *output;
  bool fortran, unpack;
  int from, arch;
  tta_numbers shape;
} request;

static const char *const kinds[] = {
#define NOTATION(id, name, target, lacks) name,
#include "ttattr/notations.def"
#undef NOTATION
    NULL};

#define LAYOUT_ROWS                                                                                                    \
  {.name = "--from", .value = "KIND", .kind = TTA_KIND_CHOICE, .choices = kinds, .offset = offsetof(request, from),   \
   .group = "Input", .help = "notation of LAYOUT, if it is ambiguous"},                                                \
      {.name = "--shape", .value = "SHAPE", .kind = TTA_KIND_SHAPE, .least = 1, .offset = offsetof(request, shape),   \
       .group = "Input", .expected = "a shape such as 1024x256", .example = "1024x256",                               \
       .help = "shape of the tensor, if LAYOUT does not have it"},                                                     \
      {.name = "--element", .value = "TYPE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, element),             \
       .group = "Input", .example = "f16", .help = "element type of the tensor, if LAYOUT does not have it"},         \
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

/* ---- addresses in bytes ---- */

/** Where the elements are: digits of one memory, or the banks of a metal or ttnn layout, one after the other. */
typedef struct target {
  const tta_layout *layout; /* NULL: digits */
  tta_storage storage;
  tta_digits digits;
  tta_shape shape;
  tta_element element;
  int64_t element_bytes, bytes; /* bytes: of the layout, padding included */
  unsigned char pad[8];
} target;

static tta_status set_padding(target *t, tta_oob_value oob, tta_buf *reason) {
  tta_layout value = {.oob_val = oob, .memref_element = t->element};
  if (oob <= TTA_OOB_ZERO || tta_move_oob(&value, t->element_bytes, t->pad)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "the padding value '%s' has no bytes in %.*s", tta_oob_value_name(oob),
                  TTA_STR_ARGS(t->element.text));
}

/* The storage has alignment and banks, which conversions omit. */
static tta_status of_layout(target *t, const tta_layout *layout, tta_arch arch, tta_buf *reason) {
  tta_storage_banks banks;
  tta_storage_options options = {.banks = &banks};
  t->layout = layout;
  if (tta_arch_storage_banks(arch, &banks)) return TTA_INVALID;
  if (!layout->grid.extent || !layout->memref.extent || tta_layout_is_view(layout))
    return tta_fail(TTA_INVALID, reason, "its elements have no addresses: it is a view, or not a grid and shards");
  tta_status status = tta_storage_check_shard(layout, reason);
  if (!status) status = tta_storage_check_elements(layout, reason);
  if (!status) status = tta_storage_of(layout, &options, &t->storage, reason);
  if (status) return status;
  t->shape = layout->logical;
  t->element = layout->memref_element;
  t->element_bytes = t->storage.scalar_bytes;
  if (!t->element_bytes || t->element_bytes > 8 || t->storage.bank == TTA_NO_FORM)
    return tta_fail(TTA_INVALID, reason, "elements without bytes of their own, such as block floats, cannot be packed");
  if (!tta_mul(t->storage.num_banks, t->storage.bank_bytes, &t->bytes)) return TTA_OVERFLOW;
  return set_padding(t, layout->oob_val, reason);
}

/* One more than the largest address, for notations that do not say what is allocated. */
static tta_status measure(tta_digits *d) {
  int64_t last = d->offset, step;
  for (uint32_t i = 0; i < d->count; i++) {
    const tta_digit *g = &d->digit[i];
    int64_t values = (d->shape.extent[g->dim] - 1) / g->divisor;
    if (values > g->extent - 1) values = g->extent - 1;
    if (g->stride > 0 && (!tta_mul(values, g->stride, &step) || !tta_add(last, step, &last))) return TTA_OVERFLOW;
  }
  return tta_add(last, 1, &d->allocated) ? TTA_OK : TTA_OVERFLOW;
}

static tta_status of_digits(target *t, const tta_layout_ref *ref, tta_str element, tta_arena *arena, tta_buf *reason) {
  tta_oob_value oob = TTA_OOB_NONE;
  tta_status status = tta_layout_ref_digits(ref, arena, &t->digits, reason);
  if (!status && !t->digits.allocated) status = measure(&t->digits);
  if (status) return status;
  t->shape = t->digits.shape;
  t->element = tta_element_scalar(t->digits.element.size ? t->digits.element : element);
  if (!t->element.text.size)
    return tta_fail(TTA_INVALID, reason, "the element type is unknown; use --element");
  if (t->element.bits != 8 && t->element.bits != 16 && t->element.bits != 32 && t->element.bits != 64)
    return tta_fail(TTA_INVALID, reason, "elements of type %.*s do not have 1, 2, 4 or 8 bytes",
                    TTA_STR_ARGS(t->element.text));
  t->element_bytes = t->element.bits / 8;
  if (!tta_mul(t->digits.allocated, t->element_bytes, &t->bytes)) return TTA_OVERFLOW;
  if (ref->tiled && ref->tiled->pad.size) status = tta_oob_value_find(ref->tiled->pad, &oob, reason);
  return status ? status : set_padding(t, oob, reason);
}

/* Large layouts are rejected if nearly all of them is padding. */
static tta_status check_size(const target *t, tta_buf *reason) {
  enum { MAX_PADDING = 4096 };
  int64_t data = t->element_bytes;
  for (uint32_t i = 0; i < t->shape.rank; i++)
    if (!tta_mul(data, t->shape.extent[i], &data)) return TTA_OVERFLOW;
  if (t->bytes < 0 || (t->bytes / MAX_PADDING > data && (uint64_t)t->bytes > TTA_INPUT_LIMIT_BYTES))
    return tta_fail(TTA_LIMIT, reason,
                    "the layout has %lld bytes for %lld bytes of elements; more than 2 GiB must have fewer than %d "
                    "bytes for each", (long long)t->bytes, (long long)data, MAX_PADDING);
  return TTA_OK;
}

static tta_status target_of(target *t, const tta_layout_ref *ref, const request *r, tta_arena *arena, tta_buf *reason) {
  *t = (target){.layout = NULL};
  tta_status status = ref->layout ? of_layout(t, ref->layout, (tta_arch)r->arch, reason)
                                  : of_digits(t, ref, tta_str_from(r->element), arena, reason);
  return status ? status : check_size(t, reason);
}

/* @param bytes from there on */
static tta_status address_of(const target *t, const int64_t *index, int64_t bytes, int64_t *byte, tta_buf *reason) {
  tta_location location;
  int64_t end;
  tta_status status;
  if (t->layout) {
    status = tta_storage_locate(&t->storage, t->layout, index, &location, reason);
    if (status) return status;
    if (!tta_mul(location.bank, t->storage.bank_bytes, byte) || !tta_add(*byte, location.bank_offset, byte))
      return TTA_OVERFLOW;
  } else {
    status = tta_digits_address(&t->digits, index, byte);
    if (!status && !tta_mul(*byte, t->element_bytes, byte)) return TTA_OVERFLOW;
  }
  if (status) return status;
  if (*byte >= 0 && tta_add(*byte, bytes, &end) && end <= t->bytes) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "an element is at byte %lld, outside of the %lld bytes of the layout",
                  (long long)*byte, (long long)t->bytes);
}

/* ---- copies ---- */

/** Elements in the order of a file, in runs that have consecutive addresses, too. */
typedef struct walk {
  tta_shape shape;
  bool fortran;
  int64_t unit; /* runs end at its multiples in the first dim */
  int64_t index[TTA_MAX_RANK], run;
} walk;

/* Elements of a dim with consecutive addresses, from the multiples of this number on. */
static int64_t unit_of(const target *t, uint32_t dim) {
  int64_t unit = 1;
  if (t->layout || t->digits.num_bits) return 1;
  for (uint32_t i = 0; i < t->digits.count; i++) {
    const tta_digit *g = &t->digits.digit[i];
    if (g->dim == dim && g->divisor == 1 && g->stride == 1) unit = g->extent;
  }
  for (uint32_t i = 0; i < t->digits.count; i++) {
    const tta_digit *g = &t->digits.digit[i];
    if (g->dim == dim && (g->divisor != 1 || g->stride != 1) && g->divisor % unit) return 1;
  }
  return unit;
}

static void set_run(walk *w) {
  uint32_t dim = w->fortran ? 0 : w->shape.rank - 1;
  w->run = 1;
  if (!w->shape.rank) return;
  int64_t left = w->shape.extent[dim] - w->index[dim];
  w->run = w->unit - w->index[dim] % w->unit;
  if (w->run > left) w->run = left;
}

static walk start_walk(const target *t, bool fortran) {
  walk w = {.shape = t->shape, .fortran = fortran};
  w.unit = w.shape.rank ? unit_of(t, fortran ? 0 : w.shape.rank - 1) : 1;
  set_run(&w);
  return w;
}

/* The next run. @return false after the last one */
static bool next(walk *w) {
  int64_t step = w->run;
  for (uint32_t k = 0; k < w->shape.rank; k++, step = 1) {
    uint32_t i = w->fortran ? k : w->shape.rank - 1 - k;
    w->index[i] += step;
    if (w->index[i] < w->shape.extent[i]) {
      set_run(w);
      return true;
    }
    w->index[i] = 0;
  }
  return false;
}

/** The files of one command. */
typedef struct job {
  const request *request;
  const char *name; /* of the input, for messages */
  tta_str input;
  target *target;
  tta_arena *arena;
  tta_buf *reason;
  tta_output output;
  tta_io_failure failure; /* of a temporary file */
} job;

static void fill_padding(const target *t, unsigned char *out) {
  static const unsigned char zeros[8] = {0};
  if (!memcmp(t->pad, zeros, sizeof zeros)) return; /* as the region is */
  for (int64_t i = 0; i + t->element_bytes <= t->bytes; i += t->element_bytes)
    memcpy(out + i, t->pad, (size_t)t->element_bytes);
}

/* @param used a bit for each element of the layout; NULL: no two elements have one address */
static tta_status scatter(const target *t, const tt_layout_npy *npy, unsigned char *out, unsigned char *used,
                          tta_buf *reason) {
  walk w = start_walk(t, npy->fortran);
  int64_t byte;
  const char *from = npy->data.data;
  do {
    int64_t size = w.run * t->element_bytes;
    tta_status status = address_of(t, w.index, size, &byte, reason);
    if (status) return status;
    int64_t slot = byte / t->element_bytes;
    for (int64_t i = slot; used && i < slot + w.run; i++) {
      if (used[i / 8] >> i % 8 & 1)
        return tta_fail(TTA_INVALID, reason, "two elements are at byte %lld", (long long)(i * t->element_bytes));
      used[i / 8] = (unsigned char)(used[i / 8] | 1 << i % 8);
    }
    memcpy(out + byte, from, (size_t)size);
    from += size;
  } while (next(&w));
  return TTA_OK;
}

/* ---- files of numpy ---- */

/* `<f2`; types that numpy does not have are bytes: `|V2`. */
static void put_descr(char descr[4], const target *t) {
  const tta_element *e = &t->element;
  bool is_tile = tta_element_is_tile(e);
  tta_str name = is_tile ? tta_str_from(tta_data_type_scalar(e->data_type)) : e->text;
  tta_element scalar = tta_element_scalar(name);
  bool is_float = tta_str_is(name, "f16") || tta_str_is(name, "f32") || tta_str_is(name, "f64");
  char kind = scalar.kind == TTA_ELEMENT_INTEGER ? (scalar.is_unsigned ? 'u' : 'i') : is_float ? 'f' : 'V';
  descr[0] = kind == 'V' || t->element_bytes == 1 ? '|' : '<';
  descr[1] = kind;
  descr[2] = (char)('0' + t->element_bytes);
  descr[3] = 0;
}

static bool is_reversed(const tt_layout_npy *npy, tta_shape shape) {
  for (uint32_t i = 0; i < npy->rank && npy->rank == shape.rank; i++)
    if (npy->extent[i] != shape.extent[shape.rank - 1 - i]) return false;
  return npy->rank == shape.rank;
}

static bool has_elements_of(const tt_layout_npy *npy, tta_shape shape) {
  int64_t count = 1;
  for (uint32_t i = 0; i < shape.rank; i++)
    if (!tta_mul(count, shape.extent[i], &count)) return false;
  return count > 0 && (uint64_t)count * (uint64_t)npy->element_bytes == npy->data.size;
}

static tta_status reject_shape(const job *j, const tt_layout_npy *npy) {
  const target *t = j->target;
  char file[TTA_NUMBERS_BYTES], own[TTA_NUMBERS_BYTES];
  const char *advice = is_reversed(npy, t->shape) ? "; x.T has that shape"
                       : has_elements_of(npy, t->shape) ? "; x.reshape(..) can have that shape" : "";
  return tta_fail(TTA_INVALID, j->reason, "%s: the file has shape %s, the layout %s%s", j->name,
                  tta_shape_text(file, (tta_shape){npy->rank, npy->extent}), tta_shape_text(own, t->shape), advice);
}

static tta_status check_type(const job *j, const tt_layout_npy *npy) {
  const target *t = j->target;
  char own[4];
  put_descr(own, t);
  bool numpy = own[1] != 'V';
  if (npy->element_bytes != t->element_bytes)
    return tta_fail(TTA_INVALID, j->reason, "%s: the elements of the file have %lld byte%s (%.*s), those of the layout "
                    "%lld (%.*s)%s%s%s", j->name, (long long)npy->element_bytes, npy->element_bytes == 1 ? "" : "s",
                    TTA_STR_ARGS(npy->descr), (long long)t->element_bytes, TTA_STR_ARGS(t->element.text),
                    numpy ? "; x.astype('" : "", numpy ? own : "", numpy ? "') converts them" : "");
  bool file_is_float = npy->kind == 'f' || npy->kind == 'c', file_is_integer = npy->kind == 'i' || npy->kind == 'u';
  if (numpy && ((own[1] == 'f' && file_is_integer) || (own[1] != 'f' && file_is_float)))
    tta_print_message(tt_layout_program, "warning: %s: the elements of the file are %.*s, those of the layout %.*s; "
                      "their bytes are copied without conversion", j->name, TTA_STR_ARGS(npy->descr),
                      TTA_STR_ARGS(t->element.text));
  return TTA_OK;
}

static tta_status read_npy(const job *j, tt_layout_npy *npy) {
  tta_buf_printf(j->reason, "%s: ", j->name);
  tta_status status = tt_layout_npy_read(j->input, npy, j->reason);
  if (status) return status;
  j->reason->size = 0;
  if (!tta_shape_equal((tta_shape){npy->rank, npy->extent}, j->target->shape)) return reject_shape(j, npy);
  return check_type(j, npy);
}

/* ---- both directions ---- */

/* Whether the digits prove that no two elements have one address. */
static bool is_injective(const job *j) {
  bool overlap;
  return !j->target->layout && !tta_digits_overlap(&j->target->digits, j->arena, &overlap) && !overlap;
}

static tta_status pack(job *j) {
  const target *t = j->target;
  tt_layout_npy npy;
  tt_layout_region out, used = {.bytes = NULL};
  tta_status status = read_npy(j, &npy);
  if (status) return status;
  if (!tt_layout_region_new(&out, (size_t)t->bytes, j->request->output, &j->failure)) return TTA_NO_MEMORY;
  size_t slots = (size_t)(t->bytes / t->element_bytes / 8) + 1;
  if (!is_injective(j) && !tt_layout_region_new(&used, slots, j->request->output, &j->failure)) status = TTA_NO_MEMORY;
  if (!status) fill_padding(t, out.bytes);
  if (!status) status = scatter(t, &npy, out.bytes, used.bytes, j->reason);
  if (!status) tta_output_bytes(&j->output, (const char *)out.bytes, out.size);
  tt_layout_region_free(&used);
  tt_layout_region_free(&out);
  return status;
}

static tta_status reject_size(const job *j) {
  const target *t = j->target;
  tt_layout_npy plain = {.element_bytes = t->element_bytes, .data = j->input};
  return tta_fail(TTA_INVALID, j->reason, "%s: the file has %zu bytes, the layout %lld%s", j->name, j->input.size,
                  (long long)t->bytes, has_elements_of(&plain, t->shape) ? "; it has those of the tensor without "
                                                                           "padding" : "");
}

/* Elements are written in the order of the file, in pieces. */
static tta_status unpack(job *j) {
  enum { PIECE_BYTES = 1 << 18 };
  const target *t = j->target;
  bool fortran = j->request->fortran;
  walk w = start_walk(t, fortran);
  int64_t byte;
  char descr[4];
  tta_buf piece;
  tta_status status = TTA_OK;
  if (j->input.size != (uint64_t)t->bytes) return reject_size(j);
  put_descr(descr, t);
  tta_buf_init(&piece, NULL);
  tt_layout_npy_header(&piece, descr, fortran, t->shape);
  do {
    int64_t size = w.run * t->element_bytes;
    status = address_of(t, w.index, size, &byte, j->reason);
    if (!status) tta_buf_bytes(&piece, j->input.data + byte, (size_t)size);
    if (!status && piece.failed) status = TTA_NO_MEMORY;
    if (piece.size < PIECE_BYTES) continue;
    tta_output_bytes(&j->output, piece.data, piece.size);
    piece.size = 0;
  } while (!status && !tta_io_failed(&j->output.failure) && next(&w));
  if (!status) tta_output_bytes(&j->output, piece.data, piece.size);
  tta_buf_free(&piece);
  return status;
}

/* ---- commands ---- */

static int run_job(job *j) {
  tta_status status = j->request->unpack ? unpack(j) : pack(j);
  if (!status) {
    tta_buf_free(j->reason);
    return TTA_EXIT_DONE;
  }
  if (!tta_io_failed(&j->failure) || j->failure.error == ENOMEM) return tt_layout_fail(status, j->reason);
  tta_print_io_failure(tt_layout_program, &j->failure, j->request->output ? j->request->output : "<stdout>");
  tta_buf_free(j->reason);
  return TTA_EXIT_FAILED;
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
  tta_buf reason;
  tta_input file;
  int exit = tt_layout_read_bytes(&file, path);
  if (exit) return exit;
  tta_buf_init(&reason, NULL);
  job j = {.request = r, .name = file.name, .input = file.text, .reason = &reason, .arena = tta_arena_new(NULL)};
  j.target = j.arena ? tta_arena_alloc(j.arena, sizeof *j.target) : NULL;
  tta_status status = j.target ? target_of(j.target, ref, r, j.arena, &reason) : TTA_NO_MEMORY;
  if (status) {
    exit = tt_layout_fail(status, &reason);
  } else {
    if (tta_output_open(&j.output, r->output, NULL)) exit = run_job(&j);
    else tta_buf_free(&reason);
    exit = close_output(&j, exit);
  }
  tta_arena_delete(j.arena);
  return tt_layout_free_file(&file, exit);
}

static int with_text(const request *r, const tta_layout_ref_context *context, char *const *words) {
  tta_layout_ref_text *text;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_ref_read(tta_str_from(words[0]), context, &text, &reason);
  int exit = tt_layout_ref_result(text, status, &reason);
  if (!exit) exit = convert(r, tta_layout_ref_get(text), words[1]);
  tta_layout_ref_free(text);
  return exit;
}

static int with_file(const request *r, char *const *words) {
  tt_layout_input input;
  const tta_layout_entry *entry;
  int exit = tt_layout_open_all(&input, words[0], "<LAYOUT>", r->name, 0);
  if (!exit) exit = tt_layout_single_entry(&input, &entry);
  if (!exit) {
    tta_layout_ref ref = tt_layout_ref_of(entry);
    exit = convert(r, &ref, words[1]);
  }
  tt_layout_close(&input);
  return exit;
}

static int run_as(const tta_command *command, char **argv, bool unpack) {
  request r = {.unpack = unpack};
  tta_arguments arguments;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  char *const words[] = {(char *)arguments.operands[0], (char *)arguments.operands[1]};
  tta_layout_ref_context context = {.from = TTA_NOTATION_UNKNOWN};
  if (!tta_given(&arguments, "--arch")) r.arch = TTA_ARCH_WORMHOLE_B0;
  if (tta_given(&arguments, "--from")) context.from = (tta_notation)r.from;
  context.has_shape = tta_given(&arguments, "--shape");
  context.shape = tta_numbers_shape(&r.shape);
  context.element = tta_str_from(r.element);
  return tt_layout_is_text(words[0]) ? with_text(&r, &context, words) : with_file(&r, words);
}

static int run_pack(const tta_command *command, char **argv) { return run_as(command, argv, false); }
static int run_unpack(const tta_command *command, char **argv) { return run_as(command, argv, true); }

const tta_command tt_layout_pack = {
    .program = tt_layout_program,
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
    .program = tt_layout_program,
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
