/* tt-layout grids: the legal grids of a layout and their costs. */
#include <stdlib.h>

#include "tool.h"
#include "base/format.h"
#include "ttattr/grids.h"
#include "ttattr/memory.h"

typedef struct request {
  tt_layout_spec spec;
  const char *word, *like, *name;
  tt_layout_device_choice device;
  int64_t max;
  bool json, has_spec;
} request;

static const tta_option option_rows[] = {
    TT_LAYOUT_DEVICE_OPTIONS(request, device, "Grids",
                             "device with the worker grid (default: that of the module, else 8x8)"),
    {.name = "--like", .value = "TYPE|FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(request, like), .group = "Grids",
     .example = "t.mlir", .help = "print the bytes that move between cores on the way from this layout"},
    {.name = "--max", .value = "N", .kind = TTA_KIND_NUMBER, .least = 1, .most = INT32_MAX,
     .offset = offsetof(request, max), .group = "Grids", .expected = "a number of at least 1", .example = "4",
     .help = "print the first N grids only"},
    TT_LAYOUT_SPEC_ROWS,
    TT_LAYOUT_NAME_OPTION(offsetof(request, name)),
    TT_LAYOUT_JSON_OPTION(offsetof(request, json)),
};

static const tta_option_rule rules[] = {
    {TTA_AT_MOST_ONE, {"--map", "--collapse"}},
    {TTA_AT_MOST_ONE, {"TYPE|FILE", "--shape"}},
    {TTA_REQUIRES, {"--element", "--shape"}},
    {TTA_REQUIRES, {"--grid", "--shape"}},
    {TTA_REQUIRES, {"--collapse", "--shape"}},
    {TTA_REQUIRES, {"--align", "--shape"}},
    {TTA_REQUIRES, {"--map", "--shape"}},
    {TTA_REQUIRES, {"--memory-space", "--shape"}},
    {TTA_REQUIRES, {"--oob", "--shape"}},
    {TTA_REQUIRES, {"--tile", "--shape"}},
    {TTA_REQUIRES, {"--memory-layout", "--shape"}},
};

/* ---- computing ---- */

/* The bank that holds a shard, the L1 of a core or a DRAM bank, of the system of the device, else of wormhole_b0. Host
 * memory has no limit. */
static tta_status choose_memory(const tta_layout *s, const tt_layout_device_input *device, tta_storage_banks *storage,
                                tta_grid_options *options, tta_buf *reason) {
  tta_banks banks;
  tta_buffer_type type = s->memory_space == TTA_MEMORY_DRAM ? TTA_BUFFER_DRAM : TTA_BUFFER_L1;
  const tta_system *system = device->entry ? device->entry->system : NULL;
  options->capacity_bytes = -1;
  if (s->memory_space != TTA_MEMORY_L1 && s->memory_space != TTA_MEMORY_DRAM) return TTA_OK;
  tta_status status = tta_banks_of_system(system, &banks, reason);
  if (status) return status;
  *storage = tta_storage_banks_of(&banks, type);
  options->banks = storage;
  options->capacity_bytes = tta_bank_capacity(&banks, type);
  return TTA_OK;
}

/* Whether every collapsed part still starts at a multiple of `align` in its shard. */
static bool keeps_alignment(const tta_layout *s, const tta_grid_choice *g, int64_t align) {
  int64_t shard[TTA_MAX_RANK];
  tta_layout view = *s;
  for (uint32_t i = 0; i < s->grid.rank; i++)
    shard[i] = s->physical.extent[i] / g->grid[i] + (s->physical.extent[i] % g->grid[i] != 0);
  view.grid = (tta_shape){s->grid.rank, g->grid};
  view.shard = (tta_shape){s->grid.rank, shard};
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    tta_parts parts;
    if (tta_layout_parts(&view, i, align, align, &parts) && parts.decided && !parts.aligned) return false;
  }
  return true;
}

/* @param align of --align; 0: not given */
static void print_json(tta_buf *out, const tta_layout *s, const tta_grid_choice *g, size_t count, int64_t align) {
  uint32_t rank = s->grid.rank;
  tta_json json = tta_json_writer(out);
  tta_json_open(&json, '[');
  for (size_t i = 0; i < count; i++) {
    tta_json_open(&json, '{');
    tta_json_key_shape(&json, "grid", (tta_shape){rank, g[i].grid});
    tta_json_key_int(&json, "cores", g[i].cores);
    tta_json_key_int(&json, "shard_units", g[i].shard_units);
    tta_json_key_int(&json, "padding_elements", g[i].padding_elements);
    tta_json_key_count(&json, "shard_bytes", g[i].shard_bytes);
    tta_json_key_bool(&json, "fits", g[i].fits);
    tta_json_key_count(&json, "moved_bytes", g[i].moved_bytes);
    tta_json_key_count(&json, "used_cores", g[i].used_cores);
    tta_json_key_count(&json, "bank_bytes", g[i].bank_bytes);
    tta_json_key_bool(&json, "virtual", g[i].is_virtual);
    tta_json_key_count(&json, "row_bytes", g[i].row_bytes);
    tta_json_key(&json, "row_aligned");
    if (g[i].row_bytes >= 0) tta_json_bool(&json, g[i].row_aligned);
    else tta_json_null(&json);
    if (align) tta_json_key_bool(&json, "aligned", keeps_alignment(s, &g[i], align));
    tta_json_close(&json, '}');
  }
  tta_json_close(&json, ']');
  tta_buf_char(out, '\n');
}

static void print_number(tta_buf *out, int width, int64_t value) {
  if (value >= 0) tta_buf_printf(out, " %*lld", width - 1, (long long)value);
  else tta_buf_printf(out, "%*s", width, "-");
}

typedef struct listing {
  const tta_grid_choice *grids;
  size_t shown, all;
  int64_t align;
  bool like;
} listing;

static const char *yes_or_no(bool value) { return value ? "yes" : "no"; }

/* The measures of the order (tta_layout_grids) are columns, from left to right. */
static void print_table(tta_buf *out, const tta_layout *s, const listing *l) {
  const char *units = tta_element_is_tile(&s->memref_element) ? "tiles" : "elements";
  tta_buf_printf(out, "%-9s%6s%9s%11s%s%9s%5s%5s%8s%s\n", "grid", "cores", units, "bank bytes",
                 l->like ? " moved bytes" : "", "padding", "NoC", "fits", "virtual", l->align ? " align" : "");
  const tta_grid_choice *g = l->grids;
  uint32_t rank = s->grid.rank;
  for (size_t i = 0; i < l->shown; i++) {
    size_t begin = out->size;
    tta_buf_shape(out, (tta_shape){rank, g[i].grid});
    while (out->size - begin < 9 && !out->failed) tta_buf_char(out, ' ');
    print_number(out, 6, g[i].used_cores);
    print_number(out, 9, g[i].shard_units);
    print_number(out, 11, g[i].bank_bytes);
    if (l->like) print_number(out, 12, g[i].moved_bytes);
    print_number(out, 9, g[i].padding_elements);
    const char *aligned = g[i].row_bytes < 0 ? "-" : yes_or_no(g[i].row_aligned);
    tta_buf_printf(out, "%5s%5s%8s", aligned, yes_or_no(g[i].fits), yes_or_no(g[i].is_virtual));
    if (l->align) tta_buf_printf(out, "%6s", keeps_alignment(s, &g[i], l->align) ? "kept" : "lost");
    tta_buf_char(out, '\n');
  }
  if (l->all > l->shown) tta_buf_printf(out, "... and %zu more\n", l->all - l->shown);
  tta_buf_printf(out, "\nbest first: fits, then fewest %s on a core, bank bytes%s, padding\n", units,
                 l->like ? ", moved bytes" : "");
}

static int list(const request *r, const tta_layout *s, const tt_layout_device_input *device, const tta_layout *like) {
  int64_t most[TTA_MAX_RANK], cores = 1;
  tta_buf reason = tta_buf_new(NULL), out = tta_buf_new(NULL);
  tta_status status = tta_worker_grid(device->device, s->grid.rank, most, &reason);
  if (status) return tt_layout_fail(status, &reason);
  enum { MAX_CHOICES = 3 << 16 }; /* the library rejects more grids */
  for (uint32_t i = 0; i < s->grid.rank && cores < MAX_CHOICES; i++)
    cores *= most[i] < MAX_CHOICES ? most[i] : MAX_CHOICES;
  size_t capacity = (size_t)(cores < MAX_CHOICES / 3 ? 3 * cores : MAX_CHOICES), count = 0;
  if (r->max && (size_t)r->max < capacity) capacity = (size_t)r->max;
  tta_grid_choice *choices = malloc((capacity + 1) * sizeof *choices);
  tta_storage_banks storage;
  tta_grid_options options = {.workers = {s->grid.rank, most}, .like = like};
  status = choices ? choose_memory(s, device, &storage, &options, &reason) : TTA_NO_MEMORY;
  if (!status) status = tta_layout_grids(s, &options, choices, capacity, &count, &reason);
  if (status) {
    free(choices);
    return tt_layout_fail(status, &reason);
  }
  size_t shown = count < capacity ? count : capacity;
  int64_t align = r->has_spec && r->spec.build.align > 1 ? r->spec.build.align : 0;
  if (r->json) print_json(&out, s, choices, shown, align);
  else tt_layout_device_line(&out, device);
  if (!r->json) print_table(&out, s, &(listing){choices, shown, count, align, like != NULL});
  free(choices);
  tta_buf_free(&reason);
  return tt_layout_finish(&out);
}

/* ---- inputs ---- */

/* The number of results with the intervals of --collapse: one for each, and one for every dim outside of them. */
static uint32_t rank_of_intervals(const tta_build_spec *b) {
  int64_t rank = b->shape.rank;
  for (uint32_t i = 0; i < b->num_intervals; i++) {
    int64_t begin = b->intervals[2 * i], end = b->intervals[2 * i + 1];
    if (begin < 0) begin += b->shape.rank;
    if (end < 0) end += b->shape.rank;
    if (begin >= 0 && end <= b->shape.rank && end > begin) rank -= end - begin - 1;
  }
  return rank < 1 ? 1 : (uint32_t)rank; /* tta_layout_build rejects invalid intervals */
}

/* The type that the options describe, on a grid of ones of the rank of --grid, of the device, or of --collapse. */
static int type_of_spec(request *r, const tta_device *device, tta_buf *type) {
  tta_build_spec *b = &r->spec.build;
  if (!b->grid.rank) {
    r->spec.grid.count = device ? device->grid.rank : b->explicit_intervals ? rank_of_intervals(b) : 2;
    for (uint32_t i = 0; i < r->spec.grid.count; i++) r->spec.grid.value[i] = 1;
    b->grid = tta_numbers_shape(&r->spec.grid);
  }
  tta_buf reason = tta_buf_new(NULL);
  b->attribute_only = false;
  tta_status status = tta_layout_build(b, type, NULL, &reason);
  tta_buf_char(type, '\0');
  if (status || type->failed) return tt_layout_fail(status ? status : TTA_NO_MEMORY, &reason);
  tta_buf_free(&reason);
  return 0;
}

static int with_like(const request *r, const tta_layout *s, const tt_layout_device_input *device) {
  tt_layout_input input;
  const tta_layout *like;
  if (!r->like) return list(r, s, device, NULL);
  int exit = tt_layout_open(&input, r->like, "<LIKE>", NULL, 0);
  if (!exit) exit = tt_layout_single(&input, &like);
  if (!exit) exit = list(r, s, device, like);
  tt_layout_close(&input);
  return exit;
}

static int with_device(request *r, tt_layout_device_input *device) {
  tt_layout_input input;
  const tta_layout_entry *entry;
  tta_buf type = tta_buf_new(NULL);
  int exit = r->has_spec ? type_of_spec(r, device->device, &type) : 0;
  if (!exit) {
    exit = tt_layout_open(&input,
                          r->has_spec ? type.data : r->word, "<TYPE>", r->name, r->spec.build.era);
    if (!exit && input.is_file && !r->like && tt_layout_input_count(&input) > 1) {
      exit = tt_layout_grids_of_file(&input, device, r->json, r->max);
    } else {
      if (!exit) exit = tt_layout_single_entry(&input, &entry);
      if (!exit) exit = tt_layout_device_for(device, &input, entry, TT_LAYOUT_DEVICE_OF_CORES);
      if (!exit) exit = with_like(r, entry->layout, device);
    }
    tt_layout_close(&input);
  }
  tta_buf_free(&type);
  return exit;
}

static int run(const tta_command *command, char **argv) {
  request r = {.word = NULL};
  tta_arguments arguments;
  tt_layout_device_input device = {.device = NULL};
  tt_layout_spec_init(&r.spec);
  r.spec.build.era = 0;
  int exit = tta_command_parse(command, argv, &r, &arguments);
  if (exit >= 0) return exit;
  r.word = arguments.operands[0];
  r.has_spec = tta_given(&arguments, "--shape");
  if (r.has_spec && (exit = tt_layout_spec_finish(&r.spec, &arguments, false))) return exit;
  exit = tt_layout_open_device(&device, &r.device, 0);
  if (!exit) exit = with_device(&r, &device);
  tt_layout_close_device(&device);
  return exit;
}

const tta_command tt_layout_grids = {
    TT_LAYOUT_COMMAND,
    .name = "grids",
    .usage = "[TYPE|FILE|--shape SHAPE --element TYPE] [OPTION...]",
    .summary = "List the legal grids of a layout, best first, and their costs",
    TTA_OPTIONS(option_rows),
    TTA_RULES(rules),
    .operands = {"TYPE|FILE"},
    .examples = {"tt-layout grids --shape=64x128 --element=f32 --max=4", "list grids for a tensor"},
    TT_LAYOUT_EXIT_STATUS,
    .run = run,
};
