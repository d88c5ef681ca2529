/* tt-layout pack and unpack: the bytes of a tensor in a layout, from and to files of numpy. */
#include <string.h>

#include "npy.h"
#include "tool.h"
#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "tools/common/message.h"
#include "tools/common/output.h"
#include "ttattr/move.h"
#include "ttattr/storage.h"

typedef struct request {
  const char *name, *element, *output;
  bool fortran, unpack;
  int from;
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
static tta_status of_layout(target *t, const tta_layout *layout, tta_buf *reason) {
  t->layout = layout;
  if (!layout->grid.extent || !layout->memref.extent || tta_layout_is_view(layout))
    return tta_fail(TTA_INVALID, reason, "its elements have no addresses: it is a view, or not a grid and shards");
  tta_status status = tta_storage_check_shard(layout, reason);
  if (!status) status = tta_storage_check_elements(layout, reason);
  if (!status) status = tta_storage_of(layout, NULL, &t->storage, reason);
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

static tta_status target_of(target *t, const tta_layout_ref *ref, tta_str element, tta_arena *arena, tta_buf *reason) {
  *t = (target){.layout = NULL};
  tta_status status = ref->layout ? of_layout(t, ref->layout, reason) : of_digits(t, ref, element, arena, reason);
  if (!status && (t->bytes < 0 || (uint64_t)t->bytes > TTA_INPUT_LIMIT_BYTES))
    return tta_fail(TTA_LIMIT, reason, "the layout has %lld bytes; at most 2 GiB are supported", (long long)t->bytes);
  return status;
}

static tta_status address_of(const target *t, const int64_t *index, int64_t *byte, tta_buf *reason) {
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
  if (*byte >= 0 && tta_add(*byte, t->element_bytes, &end) && end <= t->bytes) return TTA_OK;
  return tta_fail(TTA_INVALID, reason, "an element is at byte %lld, outside of the %lld bytes of the layout",
                  (long long)*byte, (long long)t->bytes);
}

/* ---- copies ---- */

/* The next index in the order of a file. @return false after the last one */
static bool next(tta_shape shape, bool fortran, int64_t *index) {
  for (uint32_t k = 0; k < shape.rank; k++) {
    uint32_t i = fortran ? k : shape.rank - 1 - k;
    if (++index[i] < shape.extent[i]) return true;
    index[i] = 0;
  }
  return false;
}

/* @param used a bit for each byte at which an element starts */
static tta_status scatter(const target *t, const tt_layout_npy *npy, tta_buf *out, char *used, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0}, byte;
  const char *from = npy->data.data;
  size_t size = (size_t)t->element_bytes;
  do {
    tta_status status = address_of(t, index, &byte, reason);
    if (status) return status;
    if (used[byte / 8] >> byte % 8 & 1)
      return tta_fail(TTA_INVALID, reason, "two elements are at byte %lld", (long long)byte);
    used[byte / 8] = (char)(used[byte / 8] | 1 << byte % 8);
    memcpy(out->data + byte, from, size);
    from += size;
  } while (next(t->shape, npy->fortran, index));
  return TTA_OK;
}

static tta_status pack(const target *t, tta_str text, tta_buf *out, tta_buf *reason) {
  tt_layout_npy npy;
  tta_buf used;
  tta_status status = tt_layout_npy_read(text, &npy, reason);
  if (status) return status;
  if (!tta_shape_equal((tta_shape){npy.rank, npy.extent}, t->shape)) {
    char file[TTA_NUMBERS_BYTES], own[TTA_NUMBERS_BYTES];
    return tta_fail(TTA_INVALID, reason, "the file has shape %s, the layout %s",
                    tta_shape_text(file, (tta_shape){npy.rank, npy.extent}), tta_shape_text(own, t->shape));
  }
  if (npy.element_bytes != t->element_bytes)
    return tta_fail(TTA_INVALID, reason, "the elements of the file have %lld bytes, those of the layout %lld (%.*s)",
                    (long long)npy.element_bytes, (long long)t->element_bytes, TTA_STR_ARGS(t->element.text));
  tta_buf_init(&used, NULL);
  tta_buf_fill(&used, 0, (size_t)t->bytes / 8 + 1);
  tta_buf_fill(out, 0, (size_t)t->bytes);
  if (used.failed || out->failed) status = TTA_NO_MEMORY;
  for (int64_t i = 0; i + t->element_bytes <= t->bytes && !status; i += t->element_bytes)
    memcpy(out->data + i, t->pad, (size_t)t->element_bytes);
  if (!status) status = scatter(t, &npy, out, used.data, reason);
  tta_buf_free(&used);
  return status;
}

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

static tta_status unpack(const target *t, bool fortran, tta_str text, tta_buf *out, tta_buf *reason) {
  int64_t index[TTA_MAX_RANK] = {0}, byte;
  char descr[4];
  tta_status status = TTA_OK;
  if (text.size != (uint64_t)t->bytes)
    return tta_fail(TTA_INVALID, reason, "the file has %zu bytes, the layout %lld", text.size, (long long)t->bytes);
  put_descr(descr, t);
  tt_layout_npy_header(out, descr, fortran, t->shape);
  do {
    status = address_of(t, index, &byte, reason);
    if (!status) tta_buf_bytes(out, text.data + byte, (size_t)t->element_bytes);
    if (!status && (out->failed || out->size > TTA_INPUT_LIMIT_BYTES)) status = TTA_NO_MEMORY;
  } while (!status && next(t->shape, fortran, index));
  return status;
}

/* ---- commands ---- */

static int convert(const request *r, const tta_layout_ref *ref, const char *path) {
  tta_buf out, reason;
  tta_input file;
  target *t;
  int exit = tt_layout_read_file(&file, path);
  if (exit) return exit;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_arena *arena = tta_arena_new(NULL);
  t = arena ? tta_arena_alloc(arena, sizeof *t) : NULL;
  tta_status status = t ? target_of(t, ref, tta_str_from(r->element), arena, &reason) : TTA_NO_MEMORY;
  if (!status) status = r->unpack ? unpack(t, r->fortran, file.text, &out, &reason) : pack(t, file.text, &out, &reason);
  tta_arena_delete(arena);
  exit = tt_layout_free_file(&file, status ? tt_layout_fail(status, &reason) : TTA_EXIT_DONE);
  if (!status) tta_buf_free(&reason);
  if (!exit) return tta_print_and_free(tt_layout_program, &out, r->output);
  tta_buf_free(&out);
  return exit;
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
