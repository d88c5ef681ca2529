/* tt-layout device and place: new devices, and where a device places each shard. */
#include <string.h>

#include "tool.h"
#include "base/index.h"
#include "base/format.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"

/* ---- device ---- */

typedef struct request {
  tta_device_spec spec;
  tta_numbers chip_grid, mesh, chips, grid;
  const char *system, *map, *l1_map, *dram_map;
} request;

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
     .expected = "extents such as 8x16", .example = "8x16", .help = "logical worker grid of --map"},
    {.name = "--map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, map), .group = "Device",
     .example = "(d0, d1) -> (0, d0, d1)",
     .help = "worker map from logical core to chip, y and x: '(d0, d1) -> (0, d1, d0)'"},
    {.name = "--memory-maps", .kind = TTA_KIND_FLAG, .offset = offsetof(request, spec.memory_maps),
     .group = "Memory maps", .help = "add the default L1 and DRAM maps"},
    {.name = "--l1-map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, l1_map),
     .group = "Memory maps", .example = "(d0, d1) -> (0, d0, d1)", .help = "map of L1 addresses"},
    {.name = "--dram-map", .value = "MAP", .kind = TTA_KIND_TEXT, .offset = offsetof(request, dram_map),
     .group = "Memory maps", .example = "(d0, d1) -> (0, d0, d1)", .help = "map of DRAM addresses"},
    {.name = "--era", .value = "auto|DATE", .kind = TTA_KIND_DATE, .offset = offsetof(request, spec.era),
     .group = "Output", .help = "write the syntax of tt-mlir of this date (default: 2024-11-27)"},
};

static const tta_option_rule rules[] = {{TTA_REQUIRES, {"--grid", "--map"}}};

/* Each chip of the device must be a chip of the system and have enough cores. */
static int within_system(const tta_device_spec *s, const tta_system *system) {
  tta_chip_grid grid = tta_system_smallest_grid(system);
  int64_t chips = 1, extents[2] = {grid.rows, grid.columns};
  for (uint32_t i = 0; i < 2 && s->chip_grid.rank == 2; i++) {
    if (s->chip_grid.extent[i] <= extents[i]) continue;
    tta_print_error(tt_layout_program,
                  "chip grid %lldx%lld is larger than %lldx%lld, the grid that all chips of the system have",
                  (long long)s->chip_grid.extent[0], (long long)s->chip_grid.extent[1],
                  (long long)grid.rows, (long long)grid.columns);
    return TTA_EXIT_ERRORS;
  }
  for (uint32_t i = 0; i < s->chip_ids.rank; i++) {
    if (s->chip_ids.extent[i] < system->num_chips) continue;
    tta_print_error(tt_layout_program, "chip %lld is out of range [0, %lld] of the system",
                  (long long)s->chip_ids.extent[i], (long long)system->num_chips - 1);
    return TTA_EXIT_ERRORS;
  }
  for (uint32_t i = 0; i < s->mesh.rank; i++) {
    if (s->mesh.extent[i] < 1 || s->mesh.extent[i] > INT64_MAX / chips) return 0; /* tta_device_build rejects it */
    chips *= s->mesh.extent[i];
  }
  if (chips <= system->num_chips) return 0;
  tta_print_error(tt_layout_program, "mesh has %lld chips, but the system has %lld", (long long)chips,
                (long long)system->num_chips);
  return TTA_EXIT_ERRORS;
}

/* The system supplies what was not given: the chip grid, and a mesh of all its chips in one row. */
static int set_system(request *r, const tta_system *system) {
  tta_device_spec *s = &r->spec;
  if (!s->chip_grid.rank) {
    tta_chip_grid grid = tta_system_smallest_grid(system);
    r->chip_grid = (tta_numbers){2, {grid.rows, grid.columns}};
    s->chip_grid = tta_numbers_shape(&r->chip_grid);
  }
  if (!s->mesh.rank && !s->chip_ids.rank && system->num_chips > 1 && !s->grid.rank) {
    r->mesh = (tta_numbers){2, {1, system->num_chips}};
    s->mesh = tta_numbers_shape(&r->mesh);
  }
  s->dram_banks = (uint32_t)tta_system_smallest_number(system, TTA_CHIP_NUM_DRAM_CHANNELS);
  return within_system(s, system);
}

static int print_device(const request *r) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_device_build(&r->spec, &out, &reason);
  int exit;
  if (status) {
    exit = tt_layout_fail(status, &reason);
  } else {
    tta_buf_free(&reason);
    exit = tt_layout_check(&out, r->spec.era);
  }
  tta_buf_char(&out, '\n');
  if (!exit) return tt_layout_finish(&out);
  tta_buf_free(&out);
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
  r.spec.map = tta_view(r.map);
  r.spec.l1_map = tta_view(r.l1_map);
  r.spec.dram_map = tta_view(r.dram_map);
  status = r.system ? tta_system_open(tt_layout_program, r.system, &system) : TTA_EXIT_DONE;
  if (r.system && !status) status = set_system(&r, &system.value);
  tta_system_close(&system);
  if (status) return status;
  if (r.spec.chip_grid.rank || r.spec.grid.rank) return print_device(&r);
  tta_print_error(tt_layout_program, "missing argument: expected --chip-grid, --system-desc or --grid");
  return TTA_EXIT_FAILED;
}

const tta_command tt_layout_device = {
    .program = tt_layout_program,
    .name = "device",
    .usage = "--chip-grid GRID [--mesh SHAPE] [OPTION...]",
    .summary = "Build a device from chips and a mesh",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};

/* ---- place ---- */

typedef struct place_request {
  const char *device, *name;
  bool json, with_noc;
  int arch;
} place_request;

static const tta_option place_rows[] = {
    {.name = "--device", .value = "ATTR|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(place_request, device),
     .group = "Device", .example = "#tt.device<>", .required = true, .help = "device that the tensor is placed on"},
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(place_request, arch), .group = "Device",
     .help = "print NoC coordinates of this architecture: grayskull, wormhole_b0 or blackhole"},
    TT_LAYOUT_NAME_OPTION(offsetof(place_request, name)),
    TT_LAYOUT_JSON_OPTION(offsetof(place_request, json)),
};

typedef struct shard {
  const int64_t *core;
  tta_core_assignment place;
  int64_t chip;
  tta_noc_node node;
} shard;

static void shard_json(tta_json *json, const place_request *r, uint32_t rank, const shard *s) {
  tta_core_assignment_json(json, (tta_shape){rank, s->core}, &s->place, s->chip, r->with_noc ? &s->node : NULL);
}

static void shard_row(tta_buf *out, const place_request *r, uint32_t rank, const shard *s) {
  size_t begin = out->size;
  tta_buf_shape(out, (tta_shape){rank, s->core});
  while (out->size - begin < 16 && !out->failed) tta_buf_char(out, ' ');
  tta_buf_printf(out, "%4lld %6lld   %2lld,%-2lld", (long long)s->place.chip_index, (long long)s->chip,
                 (long long)s->place.core.y, (long long)s->place.core.x);
  if (r->with_noc)
    tta_buf_printf(out, "   %2u-%-2u  %2u-%-2u", s->node.noc0.x, s->node.noc0.y, s->node.translated.x,
                   s->node.translated.y);
  while (out->size && out->data[out->size - 1] == ' ') out->size--;
  tta_buf_char(out, '\n');
}

static int print_all(const place_request *r, const tta_layout *layout, const tta_device *device) {
  tta_buf out, reason;
  tta_buf_init(&out, NULL);
  tta_buf_init(&reason, NULL);
  tta_json json = tta_json_writer(&out);
  int64_t core[TTA_MAX_RANK] = {0};
  tta_status status = TTA_OK;
  if (r->json) tta_json_open(&json, '[');
  else
    tta_buf_printf(&out, "%-16s%4s %6s   %-5s%s\n", "shard", "chip", "id", "core",
                   r->with_noc ? "   noc0   translated" : "");
  do {
    shard s = {.core = core};
    status = tta_device_place(device, core, &s.place, &s.chip, &reason);
    if (!status && r->with_noc) status = tta_noc_worker((tta_arch)r->arch, 0, s.place.core, &s.node, &reason);
    if (status) break;
    if (r->json) shard_json(&json, r, layout->grid.rank, &s);
    else shard_row(&out, r, layout->grid.rank, &s);
  } while (!out.failed && tta_index_next(layout->grid, core));
  if (r->json) tta_json_close(&json, ']');
  if (r->json) tta_buf_char(&out, '\n');
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  return tt_layout_finish(&out);
}

/* A replicated tensor has a copy on other chips, which the worker map does not list (tt-mlir, Lowering to TTNN). */
static void note_copies(const tta_layout *layout, const tta_device *device) {
  tta_mesh_view view;
  if (tta_mesh_view_of(layout, device, &view, NULL)) return;
  for (uint32_t i = 0; i < view.rank; i++)
    if (view.mesh_shape[i] > 1 && !view.sharded[i])
      tta_print_message(tt_layout_program, "note: the tensor is replicated along mesh dim %u; "
                        "only one of %lld copies is listed", i, (long long)view.mesh_shape[i]);
}

static int place(const place_request *r, const tta_layout *layout, const tta_device *device) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (!layout->grid.extent || layout->interleaved) {
    tta_buf_str(&reason, "layout is interleaved; cores have no shards");
    return tt_layout_fail(TTA_INVALID, &reason);
  }
  if (tta_device_holds(device, layout->grid, &reason)) return tt_layout_fail(TTA_INVALID, &reason);
  tta_buf_free(&reason);
  int exit = print_all(r, layout, device);
  if (!exit) note_copies(layout, device);
  return exit;
}

static int run_place(const tta_command *command, char **argv) {
  place_request r = {.name = NULL};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.with_noc = tta_given(&arguments, "--arch");
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  const tta_layout *layout;
  status = tt_layout_open(&input, arguments.operands[0], "<TYPE>", r.name, 0);
  if (!status) status = tt_layout_single(&input, &layout);
  if (!status) {
    status = tt_layout_open_device(&device, r.device, 0);
    if (!status) status = place(&r, layout, device.device);
    tt_layout_close_device(&device);
  }
  tt_layout_close(&input);
  return status;
}

const tta_command tt_layout_place = {
    .program = tt_layout_program,
    .name = "place",
    .usage = "[TYPE|FILE] --device ATTR|FILE [OPTION...]",
    .summary = "List the chip, core and NoC coordinates of each shard",
    TTA_OPTIONS(place_rows),
    .operands = {"TYPE|FILE"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run_place,
};
