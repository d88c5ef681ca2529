/* tt-layout convert: one layout in another notation. Owns options and output; what a conversion is, and when it is
 * exact, is the library's (ttattr/convert.h). */
#include "ttattr/convert.h"

#include <string.h>

#include "show.h"
#include "tools/common/message.h"

enum { HELP = TT_LAYOUT_HELP, TO, FROM, SHAPE, ELEMENT, GRID, DEVICE, ERA, NAME, JSON };

static const tta_option rows[] = {
    {"--to", NULL, TTA_ARGUMENT_REQUIRED, "KIND", "metal, ttnn, ttcore, tiled, strided or affine", TO},
    {"--from", NULL, TTA_ARGUMENT_REQUIRED, "KIND", "of TEXT, where it does not tell by itself", FROM},
    {"--shape", NULL, TTA_ARGUMENT_REQUIRED, "SHAPE", "of the tensor, where TEXT is an attribute: 1024x256", SHAPE},
    {"--element", NULL, TTA_ARGUMENT_REQUIRED, "TYPE", "of the tensor, likewise: f16", ELEMENT},
    {"--grid", NULL, TTA_ARGUMENT_REQUIRED, "SHAPE", "affine: the first results of the map are a core of it", GRID},
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR|FILE", "ttnn: outer grid dims are the mesh of this device", DEVICE},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "the spelling of tt-mlir on that day", ERA},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", NAME},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_convert = {
    "convert",
    "convert TEXT|FILE --to KIND [OPTION...]",
    "a layout in another notation, every element at the same address",
    "TEXT: a tensor or memref type, an attribute with --shape and --element, or\n"
    "SpyreTensorLayout(...). KIND: metal (by map), ttnn, ttcore (by names), tiled,\n"
    "strided or affine (memrefs). What cannot be said exactly is refused.",
    rows,
    sizeof rows / sizeof rows[0],
    run};

typedef struct request {
  const char *word, *device, *name;
  bool json, has_to;
  tt_layout_numbers shape, grid;
  tta_layout_ref_context context;
  tta_conversion_spec spec;
} request;

static int read_kind(const tta_option_use *use, tta_notation *kind) {
  *kind = tta_notation_find(tt_layout_str(use->value));
  return *kind == TTA_NOTATION_UNKNOWN ? tt_layout_bad_value(use, "metal, ttnn, ttcore, tiled, strided or affine") : 0;
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "convert takes one TEXT or FILE, not also '%s'", use->value);
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case TO: r->has_to = true; return read_kind(use, &r->spec.to);
  case FROM: return read_kind(use, &r->context.from);
  case SHAPE:
    r->context.has_shape = true;
    return tt_layout_read_shape(use->value, 1, &r->shape) ? 0 : tt_layout_bad_value(use, "a shape such as 1024x256");
  case ELEMENT: r->context.element = tt_layout_str(use->value); return 0;
  case GRID:
    return tt_layout_read_shape(use->value, 1, &r->grid) ? 0 : tt_layout_bad_value(use, "a grid such as 2x4");
  case DEVICE: r->device = use->value; return 0;
  case ERA:
    return tt_layout_read_era(use->value, &r->spec.era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  case NAME: r->name = use->value; return 0;
  case JSON: r->json = true; return 0;
  }
  return 0;
}

/* ---- output ---- */

static void print_json(tta_buf *out, const request *r, const tta_layout_ref *from, const tta_conversion *c) {
  tta_json json = tta_json_writer(out);
  tta_conversion_json(&json, from, &r->spec, c);
  tta_buf_char(out, '\n');
}

static void shape_line(tta_buf *out, const char *label, tta_shape shape, const char *more) {
  tta_buf text;
  tta_buf_init(&text, NULL);
  tt_layout_append_shape(&text, shape);
  tta_buf_str(&text, more);
  if (text.failed) out->failed = true;
  tt_layout_line(out, label, tta_buf_view(&text));
  tta_buf_free(&text);
}

/* The text first, on a line of its own, so that another command can take it. */
static void print_text(tta_buf *out, const tta_conversion *c) {
  tt_layout_append_str(out, c->text);
  tta_buf_char(out, '\n');
  if (c->grid.rank) shape_line(out, "grid", c->grid, ", the first results of the map");
  if (c->has_ttnn) {
    const tta_ttnn_terms *t = &c->ttnn;
    shape_line(out, "physical", (tta_shape){2, t->physical_shape}, "");
    tt_layout_linef(out, "shard", t->tiled ? "%lldx%lld, physical shard %lldx%lld in tiles of %lldx%lld" : "%lldx%lld",
                    (long long)t->shard_shape[0], (long long)t->shard_shape[1], (long long)t->physical_shard_shape[0],
                    (long long)t->physical_shard_shape[1], (long long)t->tile_shape[0], (long long)t->tile_shape[1]);
    shape_line(out, "grid", (tta_shape){2, t->grid_shape}, "");
  }
  if (c->shard_spec.size) tt_layout_line(out, "shard spec", c->shard_spec);
  if (!c->has_mesh) return;
  tta_buf text;
  tta_buf_init(&text, NULL);
  tt_layout_mesh_text(out, &c->mesh, c->ttnn.shape.rank, &text);
  tta_buf_free(&text);
}

static void print_warnings(tta_str text) {
  tta_buf warnings;
  tta_buf_init(&warnings, NULL);
  tt_layout_append_str(&warnings, text);
  tt_layout_warn(&warnings);
}

static int fail(const tta_conversion *c, tta_status status, tta_buf *reason) {
  int exit = tt_layout_fail(status, reason);
  if (exit == TTA_EXIT_ERRORS && c->closest.size)
    tta_print_message(tt_layout_program, "note: %.*s: %.*s", (int)c->closest_is.size, c->closest_is.data,
                      (int)c->closest.size, c->closest.data);
  return exit;
}

static int convert(const request *r, const tta_layout_ref *from) {
  tta_conversion conversion = {.has_mesh = false};
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_convert(from, &r->spec, arena, &conversion, &reason) : TTA_NO_MEMORY;
  int exit;
  if (status) {
    exit = fail(&conversion, status, &reason);
  } else {
    tta_buf_free(&reason);
    print_warnings(conversion.warnings);
    if (r->json) print_json(&out, r, from, &conversion);
    else print_text(&out, &conversion);
    exit = tt_layout_finish(&out);
  }
  tta_arena_delete(arena);
  return exit;
}

/* ---- inputs ---- */

static int convert_text(request *r) {
  tta_layout_ref_text *text;
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layout_ref_read(tt_layout_str(r->word), &r->context, &text, &reason);
  int exit = TTA_EXIT_DONE;
  if (text && tta_layout_ref_check(text))
    exit = tt_layout_print_diagnostics(tta_layout_ref_check(text), tta_layout_ref_source(text));
  if (!exit && status == TTA_INVALID && tta_layout_ref_fault(text))
    exit = tt_layout_print_fault(tta_layout_ref_fault(text), tta_layout_ref_source(text));
  if (!exit && status) exit = tt_layout_fail(status, &reason);
  else tta_buf_free(&reason);
  if (!exit) exit = convert(r, tta_layout_ref_get(text));
  tta_layout_ref_free(text);
  return exit;
}

static tta_layout_ref notated_of(const tta_layout_entry *entry) {
  if (!entry->sharding) return (tta_layout_ref){.notation = TTA_NOTATION_TILED, .tiled = entry->tiled};
  static const tta_notation of_family[] = {[TTA_FAMILY_MAP] = TTA_NOTATION_METAL,
                                           [TTA_FAMILY_NAMED] = TTA_NOTATION_TTCORE,
                                           [TTA_FAMILY_TTNN] = TTA_NOTATION_TTNN};
  return (tta_layout_ref){.notation = of_family[entry->sharding->family], .sharding = entry->sharding};
}

static int convert_file(request *r) {
  tt_layout_input input;
  const tta_layout_entry *entry;
  int exit = tt_layout_open_all(&input, r->word ? r->word : "-", "<TYPE>", r->name, 0);
  if (!exit) exit = tt_layout_single_entry(&input, &entry);
  if (!exit) {
    tta_layout_ref from = notated_of(entry);
    exit = convert(r, &from);
  }
  tt_layout_close(&input);
  return exit;
}

/* A FILE holds types that say all; what completes a TEXT has no place beside it. */
static int check_usage(const request *r, bool is_text) {
  bool completes =
      r->context.has_shape || r->context.element.size || r->context.from != TTA_NOTATION_UNKNOWN || r->grid.count;
  if (!r->has_to)
    tta_print_error(tt_layout_program, "--to is missing: metal, ttnn, ttcore, tiled, strided or affine");
  else if (is_text && r->name)
    tta_print_error(tt_layout_program, "--name goes with a FILE");
  else if (!is_text && completes)
    tta_print_error(tt_layout_program, "--shape, --element, --grid and --from go with a TEXT");
  else if (r->device && r->spec.to != TTA_NOTATION_TTNN)
    tta_print_error(tt_layout_program, "--device goes with --to ttnn");
  else return TTA_EXIT_DONE;
  return TTA_EXIT_FAILED;
}

static int run(char **argv) {
  request r = {.context.from = TTA_NOTATION_UNKNOWN};
  int status = tt_layout_read_options(&tt_layout_convert, argv, apply, &r);
  if (status >= 0) return status;
  bool is_text = r.word && strpbrk(r.word, "<([");
  if ((status = check_usage(&r, is_text))) return status;
  r.context.shape = tt_layout_shape(&r.shape);
  r.context.grid = tt_layout_shape(&r.grid);
  tt_layout_device_input device = {.device = NULL};
  if (r.device) status = tt_layout_open_device(&device, r.device, 0);
  r.spec.device = device.device;
  if (!status) status = is_text ? convert_text(&r) : convert_file(&r);
  if (r.device) tt_layout_close_device(&device);
  return status;
}
