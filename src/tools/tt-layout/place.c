/* tt-layout place: the chip and core of each shard of a tensor on a device. */
#include "tool.h"

#include "base/format.h"
#include "tools/common/message.h"
#include "ttattr/arch.h"

typedef struct request {
  tt_layout_device_choice device;
  const char *name;
  int32_t era;
  bool json, with_noc;
  int arch;
  tta_numbers harvest;
  uint32_t mask; /* of harvested rows or columns */
} request;

static const tta_option option_rows[] = {
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Device",
                             "device that the tensor is placed on (default: that of the module)"),
    {.name = "--arch", .value = "NAME", .kind = TTA_KIND_CHOICE, .choices = tt_layout_archs,
     .offset = offsetof(request, arch), .group = "Device",
     .help = "print NoC coordinates of this architecture: grayskull, wormhole_b0 or blackhole"},
    TT_LAYOUT_HARVEST_OPTION(offsetof(request, harvest), "Device"),
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_ERA_OPTION(offsetof(request, era)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

/** One result: what is printed, and how. */
typedef struct listing {
  const request *r;
  const tta_layout *layout;
  const tta_placement *placement;
  bool with_replica; /* a column for the number of the copy */
} listing;

static void pad(tta_buf *out, size_t begin, size_t columns) {
  while (out->size - begin < columns && !out->failed) tta_buf_char(out, ' ');
}

static void header(tta_buf *out, const listing *l) {
  size_t begin = out->size;
  tta_buf_str(out, "shard");
  pad(out, begin, 16);
  if (l->with_replica) tta_buf_str(out, "replica ");
  tta_buf_printf(out, "%4s %6s   %-5s%s\n", "chip", "id", "core", l->r->with_noc ? "   noc0   translated" : "");
}

static void row(tta_buf *out, const listing *l, const tta_placed_shard *s, const tta_noc_node *node) {
  size_t begin = out->size;
  tta_buf_shape(out, (tta_shape){l->layout->grid.rank, s->shard});
  pad(out, begin, 16);
  if (l->with_replica) tta_buf_printf(out, "%7lld ", (long long)s->replica);
  tta_buf_printf(out, "%4lld %6lld   %2lld,%-2lld", (long long)s->place.chip_index, (long long)s->chip,
                 (long long)s->place.core.y, (long long)s->place.core.x);
  if (l->r->with_noc)
    tta_buf_printf(out, "   %2u-%-2u  %2u-%-2u", node->noc0.x, node->noc0.y, node->translated.x, node->translated.y);
  while (out->size && out->data[out->size - 1] == ' ') out->size--;
  tta_buf_char(out, '\n');
}

static tta_status print_shards(tta_buf *out, const listing *l, tta_buf *reason) {
  tta_json json = tta_json_writer(out);
  tta_status status = TTA_OK;
  if (l->r->json) tta_json_open(&json, '[');
  else header(out, l);
  for (int64_t n = 0; n < tta_placement_num_shards(l->placement) && !out->failed; n++) {
    tta_placed_shard s;
    tta_noc_node node;
    status = tta_placement_shard(l->placement, n, &s);
    if (status) return status;
    tta_status found =
      tta_noc_worker((tta_arch)l->r->arch, l->r->mask, s.place.core, &node, l->r->with_noc ? reason : NULL);
    if (found && l->r->with_noc) return found;
    if (l->r->json) tta_placed_shard_json(&json, l->layout->grid.rank, &s, found ? NULL : &node);
    else row(out, l, &s, &node);
  }
  if (l->r->json) tta_json_close(&json, ']');
  if (l->r->json) tta_buf_char(out, '\n');
  return TTA_OK;
}

static int place(const request *r, const tta_layout *layout, const tt_layout_device_input *device) {
  tta_placement *placement;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  tta_status status = tta_placement_new(layout, device->device, NULL, &placement, &reason);
  if (!status) {
    if (!r->json) tt_layout_device_line(&out, device);
    if (!r->json) tt_layout_virtual_line(&out, device->device, layout);
    listing l = {r, layout, placement, tta_placement_num_replicas(placement) > 1};
    status = print_shards(&out, &l, &reason);
  }
  tta_placement_free(placement);
  return tt_layout_conclude(status, &out, &reason);
}

/* The system of the device supplies the architecture; it has columns if all its cores are cores of it. */
static void set_arch(request *r, const tt_layout_device_input *device) {
  const tta_system *system = device->entry->system;
  const tta_chip *chip = system ? tta_system_chip(system, device->device->chip_ids.extent[0]) : NULL;
  tta_chip_grid grid = system ? tta_system_smallest_grid(system) : (tta_chip_grid){0, 0};
  tta_noc_node node;
  if (r->with_noc || !chip || chip->arch == TTA_NUM_ARCHS) return;
  r->arch = (int)chip->arch;
  tta_core last = {.y = grid.rows - 1, .x = grid.columns - 1};
  r->with_noc = grid.rows && !tta_noc_worker(chip->arch, 0, last, &node, NULL);
}

/* Which rows or columns of the architecture are harvested. */
static int set_harvest(request *r) {
  if (!r->harvest.count) return TTA_EXIT_DONE;
  if (!r->with_noc) {
    tta_print_error(tt_layout_program, "--harvest requires --arch, or a device whose system names its chips");
    return TTA_EXIT_FAILED;
  }
  tta_buf reason = tta_buf_new(NULL);
  tta_status status = tta_arch_harvest((tta_arch)r->arch, r->harvest.value, r->harvest.count, &r->mask, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  return TTA_EXIT_DONE;
}

static int run(const tta_command *command, char **argv) {
  request r = {.arch = TTA_ARCH_WORMHOLE_B0};
  tta_arguments arguments;
  int status = tta_command_parse(command, argv, &r, &arguments);
  if (status >= 0) return status;
  r.with_noc = tta_given(&arguments, "--arch");
  tt_layout_input input;
  tt_layout_device_input device = {.device = NULL};
  const tta_layout_entry *entry;
  status = tt_layout_open(&input, arguments.operands[0], "<TYPE>", r.name, r.era);
  if (!status) status = tt_layout_single_entry(&input, &entry);
  if (!status) {
    status = tt_layout_open_device(&device, &r.device, r.era);
    if (!status) status = tt_layout_device_for(&device, &input, entry, TT_LAYOUT_DEVICE_REQUIRED);
    if (!status) set_arch(&r, &device);
    if (!status) status = set_harvest(&r);
    if (!status) status = place(&r, entry->layout, &device);
    tt_layout_close_device(&device);
  }
  tt_layout_close(&input);
  return status;
}

const tta_command tt_layout_place = {
    TT_LAYOUT_COMMAND,
    .name = "place",
    .usage = "[TYPE|FILE] [--device ATTR|FILE] [OPTION...]",
    .summary = "List the chip, core and NoC coordinates of each shard",
    TTA_OPTIONS(option_rows),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout place program.mlir --name=%arg0", "print the physical core of each shard"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
