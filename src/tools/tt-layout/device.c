/* tt-layout device: new devices. */

#include "tool.h"
#include "base/format.h"
#include "tools/common/message.h"

/* ---- device ---- */

typedef struct request {
  tt_layout_device_choice device; /* an existing one */
  int view;                       /* index of `views` */
  tta_device_spec spec;
  tta_numbers chip_grid, mesh, chips, grid;
  const char *system, *map, *inverse, *l1_map, *dram_map;
} request;

static const char *const views[] = {"transpose", "wide", "tall", "staircase", NULL}; /* tta_worker_view from 1 on */

static const tta_option option_rows[] = {
    {.name = "--chip-grid", .value = "GRID", .kind = TTA_KIND_SHAPE, .offset = offsetof(request, chip_grid),
     .group = "Device", .expected = "extents such as 8x8", .example = "8x8", .help = "worker cores of one chip"},
    {.name = "--mesh", .value = "SHAPE", .kind = TTA_KIND_SHAPE, .offset = offsetof(request, mesh), .group = "Device",
     .expected = "extents such as 1x2", .example = "1x2", .help = "mesh of chips, such as 1x2"},
    {.name = "--chips", .value = "N,...", .kind = TTA_KIND_LIST, .offset = offsetof(request, chips), .group = "Device",
     .expected = "at most 64 chip ids such as 4,5", .example = "4,5",
     .help = "ids of the chips in row-major order of the mesh (default: 0,1,...)"},
    {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,
     .offset = offsetof(request, system), .group = "Device", .example = "wormhole_b0:2",
     .help = "system that the chip grid and the chips are taken from"},
    {.name = "--grid", .value = "GRID", .kind = TTA_KIND_SHAPE, .offset = offsetof(request, grid), .group = "Device",
     .expected = "extents such as 8x16", .example = "8x16",
     .help = "logical worker grid: that of --map, or all cores of the chips"},
    {.name = "--map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, map), .group = "Device",
     .example = "(d0, d1) -> (0, d0, d1)",
     .help = "worker map from logical core to chip, y and x: '(d0, d1) -> (0, d1, d0)'"},
    {.name = "--inverse-map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, inverse),
     .group = "Device", .example = "(d0, d1, d2) -> (d1, d2)",
     .help = "map from chip, y and x back to the logical core, on dates that write it (default: that of a view)"},
    {.name = "--reinterpret", .value = "VIEW", .kind = TTA_KIND_CHOICE, .choices = views,
     .offset = offsetof(request, view), .group = "Device",
     .help = "number the cores in another way: transpose, wide, tall or staircase"},
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Existing device", "device that is printed or reinterpreted"),
    {.name = "--memory-maps", .kind = TTA_KIND_FLAG, .offset = offsetof(request, spec.memory_maps),
     .group = "Memory maps", .help = "add the default L1 and DRAM maps"},
    {.name = "--l1-map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, l1_map),
     .group = "Memory maps", .example = "(d0, d1) -> (0, d0, d1)", .help = "map of L1 addresses"},
    {.name = "--dram-map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, dram_map),
     .group = "Memory maps", .example = "(d0, d1) -> (0, d0, d1)", .help = "map of DRAM addresses"},
    {.name = "--era", .value = "auto|latest|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, spec.era),
     .group = "Output", .help = "write the syntax of tt-mlir of this date (default: 2024-11-27)"},
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--map", "--reinterpret"}},
    {TTA_REQUIRES, {"--inverse-map", "--map"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--chip-grid"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--system-desc"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--mesh"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--chips"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--grid"}},
    {TTA_AT_MOST_ONE, {"ATTR|FILE", "--device", "--map"}},
};

/* Prints a device that has no errors, or the reason of the failure. Frees both. @param system NULL: not given */
static int print_device(tta_status status, tta_buf *out, tta_buf *reason, int32_t era, const tta_system *system) {
  int exit = status ? tt_layout_fail(status, reason) : tt_layout_check(out, era);
  if (!status) tta_buf_free(reason);
  if (!exit && system) exit = tt_layout_warn_links(out, system);
  tta_buf_char(out, '\n');
  if (!exit) return tt_layout_finish(out);
  tta_buf_free(out);
  return exit;
}

static int print_new(const request *r) {
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  return print_device(tta_device_build(&r->spec, &out, &reason), &out, &reason, r->spec.era, r->spec.system);
}

static int print_existing(const request *r, const tta_device *device) {
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  if (!r->spec.view && !r->spec.era) {
    tta_buf_append(&out, device->text);
    return print_device(TTA_OK, &out, &reason, 0, NULL);
  }
  tta_status status = tta_device_reinterpret(device, r->spec.view, r->spec.era, &out, &reason);
  return print_device(status, &out, &reason, r->spec.era, device->system);
}

static int open_existing(request *r) {
  tt_layout_device_input input;
  int exit = tt_layout_open_device(&input, &r->device, 0);
  if (!exit && !input.device) {
    tta_print_error(tt_layout_program, "--device=none is not a device");
    exit = TTA_EXIT_FAILED;
  }
  if (!exit) exit = print_existing(r, input.device);
  tt_layout_close_device(&input);
  return exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.system = NULL};
  tta_system_input system = {.is_file = false};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.spec.chip_grid = tta_numbers_shape(&r.chip_grid);
  r.spec.mesh = tta_numbers_shape(&r.mesh);
  r.spec.chip_ids = tta_numbers_shape(&r.chips);
  r.spec.grid = tta_numbers_shape(&r.grid);
  r.spec.map = tta_str_from(r.map);
  r.spec.inverse = tta_str_from(r.inverse);
  r.spec.l1_map = tta_str_from(r.l1_map);
  r.spec.dram_map = tta_str_from(r.dram_map);
  if (tta_given(&arguments, "--reinterpret")) r.spec.view = (tta_worker_view)(r.view + 1);
  if (!r.device.device) r.device.device = arguments.operands[0];
  if (r.device.device) return open_existing(&r);
  status = r.system ? tta_system_open(tt_layout_program, r.system, &system) : TTA_EXIT_DONE;
  if (r.system) r.spec.system = &system.value;
  if (!status && (r.system || r.spec.chip_grid.rank || r.spec.grid.rank)) {
    status = print_new(&r);
  } else if (!status) {
    tta_print_error(tt_layout_program, "missing argument: expected --chip-grid, --system-desc, --grid or a device");
    status = TTA_EXIT_FAILED;
  }
  tta_system_close(&system);
  return status;
}

const tta_command tt_layout_device = {
    TT_LAYOUT_COMMAND,
    .name = "device",
    .usage = "--chip-grid GRID [--mesh SHAPE]|ATTR|FILE [OPTION...]",
    .summary = "Build a device from chips and a mesh, or reinterpret one",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"ATTR|FILE"},
    .examples = {"tt-layout device --chip-grid=8x8 --mesh=1x2", "print a device of two chips"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
