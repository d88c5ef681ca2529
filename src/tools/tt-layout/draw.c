/* tt-layout draw: pictures of layouts, devices and programs. Owns the command line; the library draws. */
#include <string.h>

#include "tool.h"
#include "tools/common/message.h"
#include "ttattr/arena.h"
#include "ttattr/draw.h"

enum { HELP = TT_LAYOUT_HELP, DEVICE, VIEW, OUTPUT, ASCII, NAME, SYSTEM_DESC, ERA };

static const tta_option rows[] = {
    {"--view", NULL, TTA_ARGUMENT_REQUIRED, "VIEW", "grid (default), plane, tile, mesh, memory", VIEW},
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR|FILE", "on this device: chips, unused cores; mesh needs it",
     DEVICE},
    {"-o", NULL, TTA_ARGUMENT_REQUIRED, "FILE", "x.svg, x.html (with a probe), x.txt; - is SVG on standard output",
     OUTPUT},
    {"--ascii", NULL, TTA_ARGUMENT_NONE, NULL, "text for 80 columns; the default on standard output", ASCII},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", NAME},
    {"--system-desc", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "memory: the system where the module has none", SYSTEM_DESC},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "grammar and rules of tt-mlir on that day", ERA},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_draw = {
    "draw",
    "draw TYPE|FILE [OPTION...]",
    "a picture: cores and shards, the plane, tiles, chips",
    "Views: grid, each core with its shard, padding; plane, the physical plane with\n"
    "the cuts of the grid; tile, the distinct shards in tiles, and a tile's faces;\n"
    "mesh, the chips of a device and the shards on their cores; memory, the banks\n"
    "over the steps of the program in FILE.",
    rows,
    sizeof rows / sizeof rows[0],
    run};

static const char *const views[] = {"grid", "plane", "tile", "mesh", "memory", NULL};

typedef struct request {
  const char *word, *device, *output, *name, *system_desc;
  bool ascii, has_view;
  int32_t era;
  tta_picture picture;
} request;

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  int choice;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "draw takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case DEVICE: r->device = use->value; return 0;
  case OUTPUT: r->output = use->value; return 0;
  case ASCII: r->ascii = true; return 0;
  case SYSTEM_DESC: r->system_desc = use->value; return 0;
  case NAME: r->name = use->value; return 0;
  case VIEW:
    choice = tta_options_choice(tt_layout_program, use, views);
    if (choice < 0) return TTA_EXIT_FAILED;
    r->picture.view = (tta_picture_view)choice;
    r->has_view = true;
    return 0;
  default: return tt_layout_read_era(use->value, &r->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  }
}

/* The format: --ascii, else by the ending of -o; SVG where that is `-`, text where there is none. */
static int choose_format(request *r) {
  const char *dot = r->output ? strrchr(r->output, '.') : NULL;
  bool html = dot && (!strcmp(dot, ".html") || !strcmp(dot, ".htm")),
       svg = r->output && (!strcmp(r->output, "-") || (dot && !strcmp(dot, ".svg")));
  bool text = !r->output || (dot && !strcmp(dot, ".txt"));
  if (r->ascii || text) r->picture.format = TTA_PICTURE_TEXT;
  else if (html) r->picture.format = TTA_PICTURE_HTML;
  else if (svg) r->picture.format = TTA_PICTURE_SVG;
  else {
    tta_print_error(tt_layout_program, "cannot tell the format of '%s'; name it .svg, .html or .txt", r->output);
    return TTA_EXIT_FAILED;
  }
  return 0;
}

static int conclude(const request *r, tta_status status, tta_buf *out, tta_buf *reason) {
  if (status) {
    tta_buf_free(out);
    return tt_layout_fail(status, reason);
  }
  tta_buf_free(reason);
  return tt_layout_finish_to(out, r->output);
}

/* ---- tiled layouts ---- */

static int draw_tiled(request *r) {
  tta_buf copy, out, reason;
  tta_source source;
  tta_check_options *options;
  tta_check *check = NULL;
  tta_tiled layout;
  if (!r->has_view) r->picture.view = TTA_PICTURE_PLANE;
  tta_buf_init(&copy, NULL);
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  size_t size = strlen(r->word);
  tta_buf_bytes(&copy, r->word, size);
  for (int i = 0; i < TTA_INPUT_PADDING; i++) tta_buf_char(&copy, '\0');
  tta_arena *arena = tta_arena_new(NULL);
  if (copy.failed || !arena) {
    tta_buf_free(&copy);
    tta_arena_delete(arena);
    return tt_layout_fail(TTA_NO_MEMORY, &reason);
  }
  tta_source_init(&source, tt_layout_str("<TYPE>"), (tta_str){copy.data, size}, NULL);
  tta_status status = tt_layout_check_options(r->era, &options);
  if (!status) status = tta_tiled_parse(&source, options, arena, &layout, &check, &reason);
  tta_check_options_free(options);
  int exit = check ? tt_layout_print_diagnostics(check, &source) : TTA_EXIT_DONE;
  if (exit) tta_buf_free(&reason);
  else exit = conclude(r, status ? status : tta_draw_tiled(&layout, &r->picture, &out, &reason), &out, &reason);
  tta_check_free(check);
  tta_source_free(&source);
  tta_arena_delete(arena);
  tta_buf_free(&copy);
  return exit;
}

/* ---- programs ---- */

/* A text without errors. */
static int draw_plan(request *r, tta_source *source) {
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_memory_plan_options_init(&options);
  options.era = r->era;
  if (r->system_desc) options.system_desc = tt_layout_str(r->system_desc);
  tta_status status = tta_memory_plan_text(source, &options, &plan);
  if (status && plan && tta_memory_plan_num_faults(plan))
    tt_layout_append_str(&reason, tta_memory_plan_fault_at(plan, 0)->message);
  if (!status) status = tta_draw_memory_plan(plan, &r->picture, &out, &reason);
  tta_memory_plan_free(plan);
  return conclude(r, status, &out, &reason);
}

static int draw_program(request *r) {
  tta_input file;
  tta_source source;
  tta_check *check;
  tta_check_options *options;
  tta_io_failure failure =
      tta_input_read(&file, tt_layout_program, r->word && strcmp(r->word, "-") ? r->word : NULL, NULL);
  if (tta_io_failed(&failure)) {
    tta_print_io_failure(tt_layout_program, &failure, r->word ? r->word : "<stdin>");
    return TTA_EXIT_FAILED;
  }
  tta_source_init(&source, tt_layout_str(file.name), file.text, NULL);
  tta_status status = tt_layout_check_options(r->era, &options);
  if (!status) {
    tta_check_options_set_split(options, true);
    status = tta_check_text(&source, options, &check);
  }
  tta_check_options_free(options);
  int exit;
  if (status) {
    tta_buf none;
    tta_buf_init(&none, NULL);
    exit = tt_layout_fail(status, &none);
  } else {
    exit = tta_check_num_errors(check) ? tt_layout_print_diagnostics(check, &source) : draw_plan(r, &source);
    tta_check_free(check);
  }
  tta_source_free(&source);
  return tt_layout_free_file(&file, exit);
}

/* ---- types and files ---- */

static int draw_entry(request *r, const tta_layout_entry *entry) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  bool dealt = entry->sharding && entry->sharding->interleaved; /* no core has a shard */
  if (!r->has_view && (entry->tiled || dealt)) r->picture.view = TTA_PICTURE_PLANE;
  tta_status status = entry->tiled ? tta_draw_tiled(entry->tiled, &r->picture, &out, &reason)
                                   : tta_draw_layout(entry->sharding, &r->picture, &out, &reason);
  return conclude(r, status, &out, &reason);
}

static int draw_input(request *r) {
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  const tta_layout_entry *entry = NULL;
  int status = tt_layout_open_all(&input, r->word ? r->word : "-", "<TYPE>", r->name, r->era);
  if (!status) status = tt_layout_single_entry(&input, &entry);
  if (!status && r->device) status = tt_layout_open_device(&device, r->device, r->era);
  r->picture.device = device.device;
  if (!status) status = draw_entry(r, entry);
  if (r->device) tt_layout_close_device(&device);
  tt_layout_close(&input);
  return status;
}

static int run(char **argv) {
  request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_draw, argv, apply, &r);
  if (status >= 0) return status;
  if ((status = choose_format(&r))) return status;
  if (r.picture.view == TTA_PICTURE_MESH && !r.device) {
    tta_print_error(tt_layout_program, "--view mesh needs --device");
    return TTA_EXIT_FAILED;
  }
  if (r.picture.view == TTA_PICTURE_MEMORY && r.word && strchr(r.word, '<')) {
    tta_print_error(tt_layout_program, "--view memory draws the program in a FILE, not a type");
    return TTA_EXIT_FAILED;
  }
  if (r.picture.view == TTA_PICTURE_MEMORY) return draw_program(&r);
  bool tiled = r.word && strchr(r.word, '<') && strstr(r.word, "tiled_layout<");
  return tiled ? draw_tiled(&r) : draw_input(&r);
}
