/* tt-layout draw: pictures of layouts, devices and programs. */
#include <string.h>

#include "picture.h"
#include "tiled.h"
#include "tool.h"
#include "tools/common/message.h"
#include "ttattr/base.h"
#include "ttattr/convert.h"
#include "ttattr/draw.h"

static const char *const views[] = {"grid", "plane", "tile", "mesh", "memory", "banks", "offsets", "elements",
                                    NULL};
static const tta_picture_view view_of[] = {TTA_PICTURE_GRID,  TTA_PICTURE_PLANE,   TTA_PICTURE_TILE,
                                           TTA_PICTURE_MESH,  TTA_PICTURE_MEMORY,  TTA_PICTURE_BANKS,
                                           TTA_PICTURE_OFFSETS, TTA_PICTURE_ELEMENTS};

typedef struct request {
  const char *word, *output, *name;
  tt_layout_ref_options from; /* of a TEXT in any notation */
  tt_layout_device_choice device;
  bool ascii, has_view;
  tt_layout_picture_file file;
  int view;
  int32_t era;
  tta_picture picture;
  tt_layout_plan plan;
} request;

static const tta_option option_rows[] = {
    {.name = "--view", .value = "VIEW", .kind = TTA_KIND_CHOICE, .choices = views, .offset = offsetof(request, view),
     .group = "Picture", .help = "grid (default), plane, tile, mesh, memory, banks, offsets or elements"},
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Picture",
                             "draw the chips and the unused cores of this device (default: that of the module)"),
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_ERA_OPTION(offsetof(request, era)),
    TT_LAYOUT_REF_OPTIONS(request, from),
    TT_LAYOUT_PLAN_OPTIONS(request, plan, "Memory view"),
    {.name = "-o", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, output), .group = "Output",
     .example = "x.svg", .help = "write x.svg, x.html (interactive), x.png or x.txt; - is SVG on standard output"},
    {.name = "--ascii", .kind = TTA_KIND_FLAG, .offset = offsetof(request, ascii), .group = "Output",
     .help = "draw as text of 80 columns; the default on standard output"},
};

static int draw(request *r) { return tt_layout_draw_picture(&r->file, &r->picture); }

/* ---- tiled layouts ---- */

/* @param python  whether the text is Python source */
static int draw_tiled(request *r, bool python) {
  tta_tiled layout;
  tt_layout_ref_input input = {.text = NULL};
  tta_layout_ref_context context = {
      .from = TTA_NOTATION_UNKNOWN, .name = TTA_STR("<TYPE>"), .era = r->era, .may_lack_element = true};
  tta_arena *arena = tta_arena_new(NULL);
  if (!r->has_view) r->picture.view = TTA_PICTURE_PLANE;
  if (!arena) return tt_layout_fail(TTA_NO_MEMORY, NULL);
  int exit = python ? tt_layout_read_python(r->word, r->name, NULL, arena, &layout)
                    : tt_layout_open_tiled(&input, r->word, &context);
  if (!exit && !python) layout = *input.ref.tiled;
  if (!exit && !layout.has_host && r->from.has_shape) {
    layout.has_host = true;
    layout.host_size = tta_numbers_shape(&r->from.shape);
  }
  if (!exit && !layout.has_host) {
    tta_print_error(tt_layout_program, "missing tensor shape of the layout; use --shape");
    exit = TTA_EXIT_ERRORS;
  }
  r->picture.tiled = &layout;
  if (!exit) exit = draw(r);
  tt_layout_close_ref(&input);
  tta_arena_delete(arena);
  return exit;
}

/* ---- offsets and elements ---- */

static bool has_cells(const request *r) {
  return r->picture.view == TTA_PICTURE_OFFSETS || r->picture.view == TTA_PICTURE_ELEMENTS;
}

static int draw_ref(request *r, const tta_layout_ref *ref) {
  tta_buf reason = tta_buf_new(NULL);
  tta_digits digits;
  tta_arena *arena = tta_arena_new(NULL);
  tta_status status = arena ? tta_layout_ref_digits(ref, arena, &digits, &reason) : TTA_NO_MEMORY;
  r->picture.digits = &digits;
  int exit = status ? tt_layout_fail(status, &reason) : draw(r);
  if (!status) tta_buf_free(&reason);
  tta_arena_delete(arena);
  return exit;
}

static int draw_text(request *r) {
  tt_layout_ref_input input;
  int exit = tt_layout_open_ref(&input, r->word, NULL, &r->from, r->era);
  if (!exit) exit = draw_ref(r, &input.ref);
  tt_layout_close_ref(&input);
  return exit;
}

/* A layout of XLA, CuTe, linalg.pack, numpy or Triton, or a memref. */
static bool has_only_cells(const char *word) {
  tta_str text = tta_str_trim(tta_str_from(word));
  return !tta_str_starts_with(text, "tensor<") && !tta_str_starts_with(text, "#tt") && !tt_layout_is_tiled(word)
             ? !tta_str_starts_with(text, "<")
             : tta_str_starts_with(text, "#ttg.");
}

/* ---- programs ---- */

static int draw_program(request *r) {
  r->plan.options.era = r->era;
  r->picture.subject = tta_str_from(tt_layout_name_of_file(r->word));
  int exit = tt_layout_plan_open(&r->plan, r->word);
  r->picture.memory_plan = r->plan.plan;
  if (!exit) exit = draw(r);
  return tt_layout_plan_close(&r->plan, exit);
}

/* ---- titles ---- */

/* `%arg0 of model.mlir:12`; of standard input only the name, of a TYPE nothing. */
static int name_subject(const tt_layout_input *input, tta_str name, uint32_t line, tta_buf *subject) {
  if (!input->is_file) return TTA_EXIT_DONE;
  tta_buf_bytes(subject, name.data, name.size);
  if (strcmp(input->file.name, "<stdin>"))
    tta_buf_printf(subject, name.size ? " of %s:%u" : "%s:%u", tt_layout_name_of_file(input->file.name), line);
  if (!subject->failed) return TTA_EXIT_DONE;
  tta_print_no_memory(tt_layout_program);
  return TTA_EXIT_FAILED;
}

/* ---- devices ---- */

static int draw_device_entry(request *r, const tta_device_entry *entry) {
  if (!r->has_view) r->picture.view = TTA_PICTURE_MESH;
  r->picture.system = entry->system;
  r->picture.device = entry->device;
  return draw(r);
}

static int draw_device(request *r) {
  tt_layout_device_choice choice = {.device = r->word, .name = r->device.name};
  tt_layout_device_input device;
  int exit = tt_layout_open_device(&device, &choice, r->era);
  if (!exit) exit = draw_device_entry(r, device.entry);
  tt_layout_close_device(&device);
  return exit;
}

/* `@default_device of model.mlir:12` */
static int draw_device_of_file(request *r, const tt_layout_input *input) {
  const tta_device_entry *entry;
  tta_buf subject = tta_buf_new(NULL);
  int exit = tt_layout_select_device(tta_layouts_devices(input->layouts), &input->source, r->device.name, &entry);
  if (exit) return exit;
  exit = name_subject(input, entry->name, entry->line, &subject);
  r->picture.subject = tta_buf_view(&subject);
  if (!exit) exit = draw_device_entry(r, entry);
  tta_buf_free(&subject);
  return exit;
}

/* ---- types and files ---- */

static int draw_entry(request *r, const tta_layout_entry *entry) {
  if (has_cells(r)) {
    tta_layout_ref ref = tta_layout_ref_of(entry->layout, entry->tiled);
    return draw_ref(r, &ref);
  }
  bool interleaved = entry->layout && entry->layout->interleaved; /* cores have no shards */
  if (!r->has_view && (entry->tiled || interleaved)) r->picture.view = TTA_PICTURE_PLANE;
  r->picture.layout = entry->layout;
  r->picture.tiled = entry->tiled;
  return draw(r);
}

static int draw_layout(request *r, const tt_layout_input *input) {
  tt_layout_device_input device;
  const tta_layout_entry *entry = NULL;
  tta_buf subject = tta_buf_new(NULL);
  int status = tt_layout_open_device(&device, &r->device, r->era);
  if (!status) status = tt_layout_single_entry(input, &entry);
  if (!status)
    status = tt_layout_device_for(&device, input, entry,
                                  r->picture.view == TTA_PICTURE_MESH ? TT_LAYOUT_DEVICE_REQUIRED
                                                                      : TT_LAYOUT_DEVICE_TO_HOLD);
  r->picture.device = device.device;
  r->picture.system = device.entry ? device.entry->system : NULL;
  if (!status) status = name_subject(input, entry->name, entry->line, &subject);
  r->picture.subject = tta_buf_view(&subject);
  if (!status) status = draw_entry(r, entry);
  tta_buf_free(&subject);
  tt_layout_close_device(&device);
  return status;
}

static int draw_input(request *r) {
  tt_layout_input input;
  int status = tt_layout_open_all(&input, r->word, "<TYPE>", r->name, r->era);
  if (!status) status = tt_layout_has_devices_only(&input) ? draw_device_of_file(r, &input) : draw_layout(r, &input);
  tt_layout_close(&input);
  return status;
}

static int run(const tta_command *command, char **argv) {
  request r = {.from.from = TTA_NOTATION_UNKNOWN};
  tta_arguments arguments;
  tta_memory_plan_options_init(&r.plan.options);
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.word = arguments.operands[0];
  r.has_view = tta_given(&arguments, "--view");
  r.picture.view = view_of[r.view];
  r.from.has_shape = tta_given(&arguments, "--shape");
  if ((status = tt_layout_choose_format(&r.file, r.output, r.ascii))) return status;
  bool is_text = tt_layout_is_text(r.word);
  bool python;
  if ((status = tt_layout_find_python(r.word, &python))) return status;
  if (python) return draw_tiled(&r, true);
  bool of_program = r.picture.view == TTA_PICTURE_MEMORY || r.picture.view == TTA_PICTURE_BANKS;
  if (of_program && is_text) {
    tta_print_error(tt_layout_program, "--view=%s requires a FILE", views[r.view]);
    return TTA_EXIT_FAILED;
  }
  if (r.picture.view == TTA_PICTURE_MESH && is_text && !r.device.device && !tt_layout_is_device(r.word)) {
    tta_print_error(tt_layout_program, "--view=mesh requires --device, or a FILE with a device");
    return TTA_EXIT_FAILED;
  }
  bool is_device = tt_layout_is_device(r.word), is_layout = is_text && !is_device;
  if (is_layout && !r.has_view && has_only_cells(r.word)) r.picture.view = TTA_PICTURE_OFFSETS;
  if (is_layout && has_cells(&r)) return draw_text(&r);
  if (is_layout && tt_layout_is_tiled(r.word)) return draw_tiled(&r, false);
  if ((status = tt_layout_reject_completing(tt_layout_completing_option(&arguments)))) return status;
  if (of_program) return draw_program(&r);
  return is_device ? draw_device(&r) : draw_input(&r);
}

const tta_command tt_layout_draw = {
    TT_LAYOUT_COMMAND,
    .name = "draw",
    .usage = "[TYPE|DEVICE|FILE] [OPTION...]",
    .summary = "Draw a layout, a device or the memory of a program",
    .description = "Views: grid, the cores with their shards and padding; plane, the physical plane with the cuts of "
                   "the grid; tile, the distinct shards in tiles, and the faces of a tile; mesh, the chips of a "
                   "device and the shards on their cores, or of DEVICE, #tt.device<...>, its logical cores; memory, "
                   "the banks over the steps of the program in FILE; offsets, the offset of each element of a layout "
                   "in one memory, in any notation of `tt-layout convert`; elements, the element at each offset.",
    TTA_OPTIONS(option_rows),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout draw program.mlir --name=%arg0 -o layout.svg", "draw the shards of the layout of a value"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
