/* tt-layout stream: the blocks of a tensor in DRAM that fit in L1, and how they are read. */
#include "tool.h"

#include "base/format.h"
#include "ttattr/arch.h"
#include "ttattr/memory.h"

typedef struct request {
  tt_layout_device_choice device;
  const char *name, *system_desc;
  tta_numbers grid;
  int64_t buffers, l1_base;
  int32_t era;
  int arch;
  bool json, has_arch, has_l1_base;
} request;

static const tta_option option_rows[] = {
    {.name = "--buffers", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = INT32_MAX,
     .offset = offsetof(request, buffers), .group = "Stream", .example = "2", .expected = "a number of at least 1",
     .help = "buffers of each core (default: 2)"},
    {.name = "--grid", .value = "GRID", .kind = TTA_KIND_SHAPE, .offset = offsetof(request, grid), .group = "Stream",
     .expected = "a grid such as 8x8", .example = "8x8", .help = "cores that process the tensor (default: its grid)"},
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "System",
                             "device that must hold the grid (default: that of the module, if it does)"),
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(request, arch), .group = "System",
     .help = "chips of this architecture: wormhole_b0 (default) or blackhole"},
    {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,
     .offset = offsetof(request, system_desc), .group = "System", .example = "wormhole_b0",
     .help = "system with the chips (default: that of the device, if it has one)"},
    {.name = "--l1-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .offset = offsetof(request, l1_base),
     .group = "System", .expected = "an address in bytes such as 0x19400", .example = "0x19400",
     .help = "first address of L1 buffers (default: l1_unreserved_base of the system)"},
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_ERA_OPTION(offsetof(request, era)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {{TTA_AT_MOST_ONE, {"--arch", "--system-desc"}}};

/* ---- results ---- */

static const char *units(const tta_layout *l) { return tta_element_is_tile(&l->memref_element) ? " tiles" : ""; }

static void block_line(tta_buf *out, const tta_layout *l, const tta_stream *s, tta_buf *text) {
  const tta_block *b = &s->block;
  tta_buf_shape(text, (tta_shape){l->memref.rank, b->extent});
  tta_buf_str(text, units(l));
  if (b->passes > 1) tta_buf_printf(text, ": %lld of %lld along dim %u", (long long)b->extent[b->dim],
                                    (long long)l->memref.extent[b->dim], b->dim);
  else tta_buf_str(text, ": the whole shard");
  tta_buf_printf(text, ", %lld bytes", (long long)s->block_bytes);
  tt_layout_flush(out, "block", text);
}

static void print_text(tta_buf *out, const tta_layout *l, const tta_banks *banks, const tta_stream *s) {
  const tta_block *b = &s->block;
  tta_buf text = tta_buf_new(out->allocator);
  tt_layout_linef(out, "arch", "%s, %lld bytes of L1 for buffers from %lld on", tta_arch_get(banks->arch)->name,
                  (long long)s->capacity_bytes, (long long)banks->base[TTA_BUFFER_L1]);
  tta_buf_shape(&text, l->grid);
  tta_buf_printf(&text, ", %lld core%s with shards of ", (long long)l->cores, tta_plural(l->cores));
  tta_buf_shape(&text, l->memref);
  tta_buf_printf(&text, "%s, %lld bytes", units(l), (long long)l->shard_bytes);
  tt_layout_flush(out, "grid", &text);
  block_line(out, l, s, &text);
  tt_layout_linef(out, "buffers", "%lld of %lld bytes, %lld bytes in total", (long long)s->buffers,
                  (long long)b->bank_bytes, (long long)(s->buffers * b->bank_bytes));
  if (s->tail < b->extent[b->dim])
    tt_layout_linef(out, "passes", "%lld per core, the last with %lld of %lld along dim %u", (long long)b->passes,
                    (long long)s->tail, (long long)b->extent[b->dim], b->dim);
  else tt_layout_linef(out, "passes", "%lld per core", (long long)b->passes);
  tt_layout_linef(out, "bursts", "%lld in a block: %lld run%s of %lld bytes, at most %lld bytes each; %lld in total",
                  (long long)s->bursts, (long long)s->runs, tta_plural(s->runs), (long long)s->run_bytes,
                  (long long)s->max_burst_bytes, (long long)s->total_bursts);
  if (s->aligned)
    tt_layout_linef(out, "alignment", "all runs start at multiples of %lld bytes in DRAM and in L1",
                    (long long)s->alignment_bytes);
  else
    tt_layout_linef(out, "alignment",
                    "runs do not start at multiples of %lld bytes in DRAM and in L1; with rows of %lld bytes instead "
                    "of %lld they would",
                    (long long)s->alignment_bytes, (long long)s->aligned_row_bytes, (long long)s->row_bytes);
  tta_buf_free(&text);
}

static void print_json(tta_buf *out, const tta_layout *l, const tta_banks *banks, const tta_stream *s) {
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '{');
  tta_json_key_string(&json, "type", l->type);
  tta_json_key_text(&json, "arch", tta_arch_get(banks->arch)->name);
  tta_json_key_shape(&json, "grid_shape", l->grid);
  tta_json_key_shape(&json, "memref_shape", l->memref);
  tta_stream_json_members(&json, s, l->memref.rank);
  tta_json_close(&json, '}');
  tta_buf_char(out, '\n');
}

/* ---- computing ---- */

/* The chips of --system-desc, of --arch, of the system of the device, or wormhole_b0. */
static tta_status choose_banks(const request *r, tta_str system_desc, const tta_device_entry *device, tta_banks *banks,
                               tta_buf *reason) {
  const tta_system *of_device = device ? device->system : NULL;
  tta_status status;
  if (r->system_desc) status = tta_banks_parse(system_desc, banks, reason);
  else if (r->has_arch) status = tta_banks_default((tta_arch)r->arch, banks);
  else status = tta_banks_of_system(of_device, banks, reason);
  if (!status && r->has_l1_base) status = tta_banks_set_l1_base(banks, r->l1_base, reason);
  return status;
}

static tta_status check_device(const tta_layout *layout, const tta_device *device, tta_buf *reason) {
  tta_placement *placement = NULL;
  if (!device || layout->interleaved) return TTA_OK;
  tta_status status = tta_placement_new(layout, device, NULL, &placement, reason);
  tta_placement_free(placement);
  return status;
}

/* The last two extents of a grid are the cores of a chip. */
static tta_status check_grid(const tta_layout *l, const tta_banks *banks, tta_buf *reason) {
  const int64_t *grid = l->grid.extent + (l->grid.rank < 2 ? 0 : l->grid.rank - 2);
  if (l->interleaved || l->grid.rank < 2 || (grid[0] <= banks->grid[0] && grid[1] <= banks->grid[1])) return TTA_OK;
  if (grid[0] * grid[1] <= banks->grid[0] * banks->grid[1]) return TTA_OK; /* a map of the device can place it */
  tta_buf_printf(reason, "a grid of %lldx%lld has more cores than a chip of %s, which has %lldx%lld",
                 (long long)grid[0], (long long)grid[1], tta_arch_get(banks->arch)->name, (long long)banks->grid[0],
                 (long long)banks->grid[1]);
  return TTA_INVALID;
}

static int stream(const request *r, tta_str system_desc, const tta_layout *layout,
                  const tt_layout_device_input *device) {
  tta_banks banks;
  tta_stream s;
  tta_buf reason, out;
  tta_buf_init(&reason, NULL);
  tta_status status = check_device(layout, device->device, &reason);
  if (!status) status = choose_banks(r, system_desc, device->entry, &banks, &reason);
  tta_stream_options options = {.banks = &banks, .era = r->era, .buffers = r->buffers};
  if (!status && !device->device) status = check_grid(layout, &banks, &reason);
  if (!status) status = tta_stream_of(layout, &options, &s, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  tta_buf_init(&out, NULL);
  if (r->json) print_json(&out, layout, &banks, &s);
  else print_text(&out, layout, &banks, &s);
  return tt_layout_finish(&out);
}

/* ---- inputs ---- */

/* The same tensor on the cores of --grid. */
static int on_grid(const request *r, const tta_layout *layout, tt_layout_input *input, tta_buf *type,
                   const tta_layout **out) {
  tta_relayout_spec spec = {.grid = tta_numbers_shape(&r->grid)};
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_layout_relayout(layout, &spec, type, NULL, &reason);
  tta_buf_char(type, '\0');
  if (!status && type->failed) status = TTA_NO_MEMORY;
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  int exit = tt_layout_open(input, type->data, "<RESULT>", NULL, r->era);
  return exit ? exit : tt_layout_single(input, out);
}

static int with_grid(const request *r, tta_str system_desc, const tt_layout_input *input,
                     const tta_layout_entry *entry) {
  tt_layout_input other = {.is_file = false};
  tt_layout_device_input device = {.device = NULL};
  const tta_layout *layout = entry->layout;
  tta_buf type = tta_buf_new(NULL);
  int exit = tt_layout_open_device(&device, &r->device, r->era);
  if (!exit) exit = tt_layout_device_for(&device, input, entry, TT_LAYOUT_DEVICE_OPTIONAL);
  if (!exit && r->grid.count) exit = on_grid(r, layout, &other, &type, &layout);
  if (!exit && device.device && !r->device.device) tt_layout_device_must_hold(&device, layout);
  if (!exit) exit = stream(r, system_desc, layout, &device);
  if (r->grid.count) tt_layout_close(&other);
  tta_buf_free(&type);
  tt_layout_close_device(&device);
  return exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.buffers = 2, .arch = TTA_ARCH_WORMHOLE_B0};
  tta_arguments arguments;
  tta_system_input system = {.text = {NULL, 0}};
  tt_layout_input input;
  const tta_layout_entry *entry;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.has_arch = tta_given(&arguments, "--arch");
  r.has_l1_base = tta_given(&arguments, "--l1-base");
  exit = r.system_desc ? tta_system_open(tt_layout_program, r.system_desc, &system) : 0;
  if (!exit) {
    exit = tt_layout_open(&input, arguments.operands[0], "<TYPE>", r.name, r.era);
    if (!exit) exit = tt_layout_single_entry(&input, &entry);
    if (!exit) exit = with_grid(&r, system.text, &input, entry);
    tt_layout_close(&input);
  }
  if (r.system_desc) tta_system_close(&system);
  return exit;
}

const tta_command tt_layout_stream = {
    TT_LAYOUT_COMMAND,
    .name = "stream",
    .usage = "[TYPE|FILE] [--buffers N] [OPTION...]",
    .summary = "Cut a tensor in DRAM into blocks that fit in L1, and count the reads",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout stream program.mlir --buffers=2", "print the stream of a layout with two buffers"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
