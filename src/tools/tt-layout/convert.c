/* tt-layout convert: one layout in another notation (ttattr/convert.h). */
#include "ttattr/convert.h"

#include <string.h>

#include "tool.h"
#include "base/format.h"
#include "tools/common/message.h"

typedef struct request {
  const char *word, *name, *mapper;
  tt_layout_device_choice device;
  bool json, function;
  int to; /* a tta_notation */
  tt_layout_ref_options from;
  tta_conversion_spec spec;
  int64_t mappers[TTA_MAX_RANK];
  tt_layout_device_input opened; /* the device */
} request;

static const tta_option option_rows[] = {
    {.name = "--to", .value = "KIND", .kind = TTA_KIND_CHOICE, .choices = tt_layout_notations,
     .offset = offsetof(request, to), .group = "Conversion", .required = true, .help = "notation of the result, one of"
#define NOTATION(id, name, target, lacks) " " name
#include "ttattr/notations.def"
#undef NOTATION
    },
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Conversion",
                             "device whose worker map gives cores and slices (default: that of the module)"),
    {.name = "--mapper", .value = "LIST", .kind = TTA_KIND_TEXT, .offset = offsetof(request, mapper),
     .group = "Conversion", .example = "0,replicate", .help = "with --to=metal, for each mesh dim: the tensor "
     "dim that it divides, or replicate"},
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, spec.era),
     .group = "Conversion", .help = "write the syntax of tt-mlir of this date"},
    {.name = "--function", .kind = TTA_KIND_FLAG, .offset = offsetof(request, function), .group = "Conversion",
     .help = "print functions that pack and unpack a tensor (--to=pack or numpy)"},
    TT_LAYOUT_FROM_OPTION(request, from),
    TT_LAYOUT_REF_OPTIONS(request, from),
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

/* ---- output ---- */

static void print_json(tta_buf *out, const request *r, const tta_layout_ref *from, const tta_conversion *c) {
  tta_json json = tta_json_writer(out);
  tta_conversion_json(&json, from, &r->spec, c);
  tta_buf_char(out, '\n');
}

static void shape_line(tta_buf *out, const char *label, tta_shape shape, const char *more) {
  tta_buf text = tta_buf_new(NULL);
  tta_buf_shape(&text, shape);
  tta_buf_str(&text, more);
  if (text.failed) out->failed = true;
  tt_layout_line(out, label, tta_buf_view(&text));
  tta_buf_free(&text);
}

/* `2x1x1: shard dim 0, replicate, replicate`. One chip does not need a mapper. */
static void mapper_line(tta_buf *out, const tta_conversion *c, tta_buf *text) {
  text->size = 0;
  if (c->mesh.opened < 2) return;
  for (uint32_t i = 0; i < c->num_mappers; i++)
    tta_buf_printf(text, i ? "x%lld" : "%lld", (long long)c->mappers[i].mesh);
  for (uint32_t i = 0; i < c->num_mappers; i++) {
    tta_buf_str(text, i ? ", " : ": ");
    if (c->mappers[i].sharded) tta_buf_printf(text, "shard dim %u", c->mappers[i].dim);
    else tta_buf_str(text, "replicate");
  }
  tt_layout_line(out, "mapper", tta_buf_view(text));
}

/* The text is the first line, so that another command can read it. */
static void print_text(tta_buf *out, const request *r, const tta_conversion *c) {
  tta_buf_append(out, c->text);
  tta_buf_char(out, '\n');
  tt_layout_device_line(out, &r->opened);
  if (c->grid.rank) shape_line(out, "grid", c->grid, ", indexed by the first results of the map");
  if (c->has_ttnn) {
    const tta_ttnn_terms *t = &c->ttnn;
    shape_line(out, "physical", (tta_shape){2, t->physical_shape}, "");
    tt_layout_linef(out, "shard", t->tiled ? "%lldx%lld, physical shard %lldx%lld in tiles of %lldx%lld" : "%lldx%lld",
                    (long long)t->shard_shape[0], (long long)t->shard_shape[1], (long long)t->physical_shard_shape[0],
                    (long long)t->physical_shard_shape[1], (long long)t->tile_shape[0], (long long)t->tile_shape[1]);
    shape_line(out, "grid", (tta_shape){2, t->grid_shape}, "");
  }
  if (c->shard_spec.size) tt_layout_line(out, "shard spec", c->shard_spec);
  if (c->requires_device) tt_layout_linef(out, "shard spec", "the core ranges require --device");
  if (c->assumed_chip[0])
    tt_layout_linef(out, "assumed", "%lldx%lld cores, shards row by row (see --device)",
                    (long long)c->assumed_chip[0], (long long)c->assumed_chip[1]);
  if (!c->has_mesh) return;
  tta_buf text = tta_buf_new(NULL);
  tt_layout_mesh_text(out, &c->mesh, c->mesh_rank, &text);
  mapper_line(out, c, &text);
  tta_buf_free(&text);
}

/* @return the exit status of a conversion without a text */
static int fail(const tta_conversion *c, tta_status status, tta_source *source) {
  int exit = tt_layout_print_failure(status, tta_conversion_results(c), source);
  if (exit != TTA_EXIT_ERRORS) return exit;
  if (c->requires_device) tta_print_message(tt_layout_program, "note: use --device");
  if (c->requires_element) tta_print_message(tt_layout_program, "note: use --element");
  return TTA_EXIT_ERRORS;
}

static int convert(const request *r, const tta_layout_ref *from, tta_source *source) {
  tta_conversion conversion = {.has_mesh = false};
  tta_buf out = tta_buf_new(NULL);
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_convert(from, &r->spec, arena, &conversion) : TTA_NO_MEMORY;
  int exit, found = TTA_EXIT_DONE;
  if (status) {
    exit = fail(&conversion, status, source);
  } else {
    found = tt_layout_print_results(tta_conversion_results(&conversion), source);
    if (r->function) tta_buf_append(&out, conversion.function);
    else if (r->json) print_json(&out, r, from, &conversion);
    else print_text(&out, r, &conversion);
    exit = tt_layout_finish(&out);
  }
  tta_conversion_free(&conversion);
  tta_arena_delete(arena);
  return exit ? exit : found;
}

/* ---- inputs ---- */

/* Results are at the layout: the whole TEXT, or a type in the FILE. */
static int convert_input(request *r, tt_layout_ref_input *input) {
  tta_check_options *options;
  tta_status status = tt_layout_check_options(0, &options);
  if (status) return tt_layout_fail(status, NULL);
  r->spec.device = r->opened.device;
  r->spec.check = options;
  r->spec.source = tt_layout_ref_place(input, &r->spec.span);
  int exit = convert(r, &input->ref, r->spec.source);
  tta_check_options_free(options);
  return exit;
}

static int open_and_convert(request *r) {
  tt_layout_ref_input input;
  int exit = tt_layout_open_ref(&input, r->word, r->name, &r->from, 0);
  if (!exit && input.entry && r->spec.to == TTA_NOTATION_TTNN)
    exit = tt_layout_device_for(&r->opened, &input.file, input.entry, TT_LAYOUT_DEVICE_OF_CORES);
  if (!exit) exit = convert_input(r, &input);
  tt_layout_close_ref(&input);
  return exit;
}

/* The types in a FILE are complete; only a TEXT can be completed by options. */
static int check_usage(const request *r, const tta_arguments *arguments, bool is_text) {
  const char *wrong = !is_text ? tt_layout_completing_option(arguments) : r->name ? "--name" : NULL;
  if (wrong)
    tta_print_error(tt_layout_program, "%s requires %s", wrong, is_text ? "a FILE" : "a TEXT");
  else if (r->device.device && r->spec.to != TTA_NOTATION_TTNN && r->spec.to != TTA_NOTATION_METAL)
    tta_print_error(tt_layout_program, "--device requires --to=ttnn or --to=metal");
  else if (r->mapper && (!r->device.device || r->spec.to != TTA_NOTATION_METAL))
    tta_print_error(tt_layout_program, "--mapper requires --device and --to=metal");
  else if (r->function && r->spec.to != TTA_NOTATION_PACK && r->spec.to != TTA_NOTATION_NUMPY)
    tta_print_error(tt_layout_program, "--function requires --to=pack or --to=numpy");
  else return TTA_EXIT_DONE;
  return TTA_EXIT_FAILED;
}

/* `0,replicate,1` */
static int read_mappers(request *r) {
  const char *at = r->mapper;
  for (uint32_t count = 0; at && count < TTA_MAX_RANK;) {
    char word[32];
    size_t size = strcspn(at, ",");
    if (size >= sizeof word) break;
    memcpy(word, at, size);
    word[size] = '\0';
    int64_t *dim = &r->mappers[count++];
    if (!strcmp(word, "replicate")) *dim = TTA_MAPPER_REPLICATE;
    else if (!tta_read_number(word, 0, TTA_MAX_RANK - 1, dim)) break;
    r->spec.num_mappers = count;
    r->spec.mappers = r->mappers;
    if (!at[size]) return TTA_EXIT_DONE;
    at += size + 1;
  }
  if (!at) return TTA_EXIT_DONE;
  tta_print_error(tt_layout_program, "invalid value '%s' of --mapper; expected a list such as 0,replicate", r->mapper);
  return TTA_EXIT_FAILED;
}

static int run(const tta_command *command, char **argv) {
  request r = {.from.from = TTA_NOTATION_UNKNOWN};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.word = arguments.operands[0];
  r.spec.to = (tta_notation)r.to;
  r.from.has_shape = tta_given(&arguments, "--shape");
  bool is_text = tt_layout_is_text(r.word);
  if ((status = check_usage(&r, &arguments, is_text))) return status;
  if ((status = read_mappers(&r))) return status;
  status = tt_layout_open_device(&r.opened, &r.device, 0);
  if (!status) status = open_and_convert(&r);
  tt_layout_close_device(&r.opened);
  return status;
}

const tta_command tt_layout_convert = {
    TT_LAYOUT_COMMAND,
    .name = "convert",
    .usage = "[TEXT|FILE] --to KIND [OPTION...]",
    .summary = "Convert a layout to another notation with the same addresses",
    .description = "TEXT is a tensor or memref type, or a layout in any notation; those without a tensor require "
                   "--shape and --element. KIND is metal (by map), ttnn, ttcore (by names), tiled, strided or "
                   "affine (memrefs), spyre (SpyreTensorLayout), xla, cute, pack (linalg.pack), numpy or triton. A "
                   "layout that the notation cannot express exactly is rejected.",
    TTA_OPTIONS(option_rows),
    .operands = {"TEXT|FILE"},
    .examples = {"tt-layout convert program.mlir --to=ttnn", "print the layouts of a file as layouts of TTNN"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
