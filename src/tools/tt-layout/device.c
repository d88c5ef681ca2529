/* tt-layout device and place: new devices, and where a device places each shard. */
#include <string.h>

#include "show.h"
#include "spec.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"

enum { HELP = TT_LAYOUT_HELP, CHIP_GRID, MESH, CHIPS, GRID, MAP, L1_MAP, DRAM_MAP, MEMORY_MAPS, SYSTEM, ERA };

static const tta_option rows[] = {
    {"--chip-grid", NULL, TTA_ARGUMENT_REQUIRED, "8x8", "cores of one chip", CHIP_GRID},
    {"--mesh", NULL, TTA_ARGUMENT_REQUIRED, "1x2", "how the chips are put together", MESH},
    {"--chips", NULL, TTA_ARGUMENT_REQUIRED, "4,5", "their ids; default 0,1,..", CHIPS},
    {"--grid", NULL, TTA_ARGUMENT_REQUIRED, "8x16", "another logical grid, with --map", GRID},
    {"--map", NULL, TTA_ARGUMENT_REQUIRED, "MAP", "'(d0, d1) -> (0, d1, d0)': to chip, y, x", MAP},
    {"--l1-map", NULL, TTA_ARGUMENT_REQUIRED, "MAP", "of L1 memory", L1_MAP},
    {"--dram-map", NULL, TTA_ARGUMENT_REQUIRED, "MAP", "of DRAM", DRAM_MAP},
    {"--memory-maps", NULL, TTA_ARGUMENT_NONE, NULL, "add the usual maps of both", MEMORY_MAPS},
    {"--system-desc", NULL, TTA_ARGUMENT_REQUIRED, "NAME[:N]|FILE|'[N, 8x8]'", "chip grid and chips from a system",
     SYSTEM},
    {"--era", NULL, TTA_ARGUMENT_REQUIRED, "DATE", "spelling of that day; default 2024-11-27", ERA},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", HELP},
};

static int run(char **argv);
const tt_layout_command tt_layout_device = {"device",
                                            "device --chip-grid GRID --mesh MESH [OPTION...]",
                                            "a device from chips and a mesh",
                                            "",
                                            rows,
                                            sizeof rows / sizeof rows[0],
                                            run};

typedef struct request {
  tta_device_spec spec;
  tt_layout_numbers chip_grid, mesh, chips, grid;
  const char *system;
} request;

static int take_shape(const tta_option_use *use, tt_layout_numbers *numbers, tta_shape *shape) {
  if (!tt_layout_read_shape(use->value, 0, numbers)) return tt_layout_bad_value(use, "extents such as 8x8");
  *shape = tt_layout_shape(numbers);
  return 0;
}

static int apply(void *into, const tta_option_use *use) {
  request *r = into;
  tta_device_spec *s = &r->spec;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    tta_print_error(tt_layout_program, "device takes options only, not '%s'", use->value);
    return TTA_EXIT_FAILED;
  case CHIP_GRID: return take_shape(use, &r->chip_grid, &s->chip_grid);
  case MESH: return take_shape(use, &r->mesh, &s->mesh);
  case GRID: return take_shape(use, &r->grid, &s->grid);
  case CHIPS:
    if (!tt_layout_read_numbers(use->value, ',', 0, &r->chips))
      return tt_layout_bad_value(use, "at most 64 ids such as 4,5");
    s->chip_ids = tt_layout_shape(&r->chips);
    return 0;
  case MAP: s->map = tt_layout_str(use->value); return 0;
  case L1_MAP: s->l1_map = tt_layout_str(use->value); return 0;
  case DRAM_MAP: s->dram_map = tt_layout_str(use->value); return 0;
  case MEMORY_MAPS: s->memory_maps = true; return 0;
  case SYSTEM: r->system = use->value; return 0;
  default: return tt_layout_read_era(use->value, &s->era) ? 0 : tt_layout_bad_value(use, "a date such as 2024-11-27");
  }
}

/* Every chip of the device is one of the system, and has the cores. */
static int within_system(const tta_device_spec *s, const tta_system *system) {
  int64_t chips = 1;
  for (uint32_t i = 0; i < 2 && s->chip_grid.rank == 2; i++) {
    if (s->chip_grid.extent[i] <= system->chip_grid[i]) continue;
    tta_print_error(tt_layout_program,
                  "the chip grid %lldx%lld is larger than %lldx%lld, what all chips of the system have",
                  (long long)s->chip_grid.extent[0], (long long)s->chip_grid.extent[1],
                  (long long)system->chip_grid[0], (long long)system->chip_grid[1]);
    return TTA_EXIT_ERRORS;
  }
  for (uint32_t i = 0; i < s->chip_ids.rank; i++) {
    if (s->chip_ids.extent[i] < system->num_chips) continue;
    tta_print_error(tt_layout_program, "chip %lld is not in the system: its chips are 0..%lld",
                  (long long)s->chip_ids.extent[i], (long long)system->num_chips - 1);
    return TTA_EXIT_ERRORS;
  }
  for (uint32_t i = 0; i < s->mesh.rank; i++) {
    if (s->mesh.extent[i] < 1 || s->mesh.extent[i] > INT64_MAX / chips) return 0; /* refused when the device is made */
    chips *= s->mesh.extent[i];
  }
  if (chips <= system->num_chips) return 0;
  tta_print_error(tt_layout_program, "the mesh has %lld chips, the system %lld", (long long)chips,
                (long long)system->num_chips);
  return TTA_EXIT_ERRORS;
}

/* The system gives what was not said: the chip grid, and a mesh of all its chips side by side. */
static int take_system(request *r, const tta_system *system) {
  tta_device_spec *s = &r->spec;
  if (!s->chip_grid.rank) {
    r->chip_grid = (tt_layout_numbers){2, {system->chip_grid[0], system->chip_grid[1]}};
    s->chip_grid = tt_layout_shape(&r->chip_grid);
  }
  if (!s->mesh.rank && !s->chip_ids.rank && system->num_chips > 1 && !s->grid.rank) {
    r->mesh = (tt_layout_numbers){2, {1, system->num_chips}};
    s->mesh = tt_layout_shape(&r->mesh);
  }
  s->dram_banks = system->dram_banks;
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

static int run(char **argv) {
  request r = {.system = NULL};
  tta_system system;
  int status = tt_layout_read_options(&tt_layout_device, argv, apply, &r);
  if (status >= 0) return status;
  if (r.system && ((status = tt_layout_read_system(r.system, &system)) || (status = take_system(&r, &system))))
    return status;
  if (r.spec.chip_grid.rank || r.spec.grid.rank) return print_device(&r);
  tta_print_error(tt_layout_program, "give --chip-grid, --system-desc, or --grid with --map");
  return TTA_EXIT_FAILED;
}

enum { PLACE_HELP = TT_LAYOUT_HELP, PLACE_DEVICE, PLACE_ARCH, PLACE_NAME, PLACE_JSON };

static const tta_option place_rows[] = {
    {"--device", NULL, TTA_ARGUMENT_REQUIRED, "ATTR|FILE", "the device, '#tt.device<...>'", PLACE_DEVICE},
    {"--arch", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "with NoC coordinates: grayskull, wormhole_b0, blackhole",
     PLACE_ARCH},
    {"--name", NULL, TTA_ARGUMENT_REQUIRED, "NAME", "of a FILE: %arg0 or '#layout'", PLACE_NAME},
    {"--json", NULL, TTA_ARGUMENT_NONE, NULL, "for programs", PLACE_JSON},
    {"--help", "-h", TTA_ARGUMENT_NONE, NULL, "print this", PLACE_HELP},
};

static int place_run(char **argv);
const tt_layout_command tt_layout_place = {"place",
                                           "place TYPE|FILE --device ATTR [OPTION...]",
                                           "each shard on chip, core and NoC",
                                           "",
                                           place_rows,
                                           sizeof place_rows / sizeof place_rows[0],
                                           place_run};

typedef struct place_request {
  const char *word, *device, *name;
  bool json, with_noc;
  tta_arch arch;
} place_request;

static int place_apply(void *into, const tta_option_use *use) {
  place_request *r = into;
  switch (use->id) {
  case TTA_OPTION_INPUT:
    if (r->word) {
      tta_print_error(tt_layout_program, "place takes one TYPE or FILE");
      return TTA_EXIT_FAILED;
    }
    r->word = use->value;
    return 0;
  case PLACE_DEVICE: r->device = use->value; return 0;
  case PLACE_NAME: r->name = use->value; return 0;
  case PLACE_JSON: r->json = true; return 0;
  default:
    r->with_noc = true;
    return tta_arch_find(tt_layout_str(use->value), &r->arch)
               ? 0
               : tt_layout_bad_value(use, "grayskull, wormhole_b0 or blackhole");
  }
}

typedef struct shard {
  const int64_t *core;
  tta_core_assignment place;
  int64_t chip;
  tta_noc_node node;
} shard;

static void place_print_json(tta_json *json, const place_request *r, uint32_t rank, const shard *s) {
  int64_t core[2] = {s->place.core.y, s->place.core.x}, noc[2] = {s->node.translated.x, s->node.translated.y};
  tta_json_open(json, '{');
  tt_layout_json_shape(json, "shard", (tta_shape){rank, s->core});
  tta_json_key(json, "chip_index");
  tta_json_int(json, s->place.chip_index);
  tta_json_key(json, "chip");
  tta_json_int(json, s->chip);
  tt_layout_json_shape(json, "core", (tta_shape){2, core});
  tt_layout_json_shape(json, "noc", (tta_shape){2, r->with_noc ? noc : NULL});
  tta_json_close(json, '}');
}

static void place_print_row(tta_buf *out, const place_request *r, uint32_t rank, const shard *s) {
  size_t begin = out->size;
  tt_layout_append_shape(out, (tta_shape){rank, s->core});
  while (out->size - begin < 16 && !out->failed) tta_buf_char(out, ' ');
  tta_buf_printf(out, "%4lld %6lld   %2lld,%-2lld", (long long)s->place.chip_index, (long long)s->chip,
                 (long long)s->place.core.y, (long long)s->place.core.x);
  if (r->with_noc)
    tta_buf_printf(out, "   %2u-%-2u  %2u-%-2u", s->node.noc0.x, s->node.noc0.y, s->node.translated.x,
                   s->node.translated.y);
  while (out->size && out->data[out->size - 1] == ' ') out->size--;
  tta_buf_char(out, '\n');
}

static int print_all(const place_request *r, const tta_layout *sharding, const tta_device *device) {
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
    if (!status && r->with_noc) status = tta_noc_worker(r->arch, 0, s.place.core, &s.node, &reason);
    if (status) break;
    if (r->json) place_print_json(&json, r, sharding->grid.rank, &s);
    else place_print_row(&out, r, sharding->grid.rank, &s);
  } while (!out.failed && tt_layout_next_core(sharding->grid, core));
  if (r->json) tta_json_close(&json, ']');
  if (r->json) tta_buf_char(&out, '\n');
  if (status) {
    tta_buf_free(&out);
    return tt_layout_fail(status, &reason);
  }
  tta_buf_free(&reason);
  return tt_layout_finish(&out);
}

/* A replicated tensor has more copies than the worker map tells of (device specification, Lowering to TTNN). */
static void note_copies(const tta_layout *sharding, const tta_device *device) {
  tta_mesh_view view;
  if (tta_mesh_view_of(sharding, device, &view, NULL)) return;
  for (uint32_t i = 0; i < view.rank; i++)
    if (view.mesh_shape[i] > 1 && !view.sharded[i])
      tta_print_message(tt_layout_program,
              "note: along mesh dim %u the tensor is replicated: %lld copies, these are the places of one", i,
              (long long)view.mesh_shape[i]);
}

static int place(const place_request *r, const tta_layout *sharding, const tta_device *device) {
  tta_buf reason;
  tta_buf_init(&reason, NULL);
  if (!sharding->grid.extent || sharding->interleaved) {
    tta_buf_str(&reason, "this layout gives no core a shard of its own");
    return tt_layout_fail(TTA_INVALID, &reason);
  }
  if (tta_device_holds(device, sharding->grid, &reason)) return tt_layout_fail(TTA_INVALID, &reason);
  tta_buf_free(&reason);
  int exit = print_all(r, sharding, device);
  if (!exit) note_copies(sharding, device);
  return exit;
}

static int place_run(char **argv) {
  place_request r = {.word = NULL};
  int status = tt_layout_read_options(&tt_layout_place, argv, place_apply, &r);
  if (status >= 0) return status;
  if (!r.device) {
    tta_print_error(tt_layout_program, "--device is missing");
    return TTA_EXIT_FAILED;
  }
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  const tta_layout *sharding;
  status = tt_layout_open(&input, r.word ? r.word : "-", "<TYPE>", r.name, 0);
  if (!status) status = tt_layout_single(&input, &sharding);
  if (!status) {
    status = tt_layout_open_device(&device, r.device, 0);
    if (!status) status = place(&r, sharding, device.device);
    tt_layout_close_device(&device);
  }
  tt_layout_close(&input);
  return status;
}
