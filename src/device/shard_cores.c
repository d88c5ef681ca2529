/* The cores of shards in the terms of TTNN: which core ranges and orientation give each shard the core that the worker
 * map gives it. Sources: tt-metal corerange_to_cores and ShardSpec; device specification, Lowering to TTNN. */

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "device/device.h"
#include "device/slices.h"
#include "model/raise.h"
#include "model/words.h"

tta_memory_layout tta_shards_of_grid(const int64_t grid[2]) {
  bool column = grid[1] == 1, row = grid[0] == 1;
  return column && !row   ? TTA_MEMORY_LAYOUT_HEIGHT_SHARDED
         : row && !column ? TTA_MEMORY_LAYOUT_WIDTH_SHARDED
                          : TTA_MEMORY_LAYOUT_BLOCK_SHARDED;
}

/* ---- lines: a list of ranges ---- */

static bool is_at(tta_core core, int64_t y, int64_t x) { return core.y == y && core.x == x; }

/* (major, minor) steps from the first core of a range: rows, then columns, or the other way. */
static bool continues(tta_core first, tta_core core, bool column_major, int64_t major, int64_t minor) {
  return column_major ? is_at(core, first.y + minor, first.x + major) : is_at(core, first.y + major, first.x + minor);
}

/* The longest range at the start of `cores`: a first line, then whole lines like it. @return its number of cores */
static int64_t take_range(const tta_core *cores, int64_t count, bool column_major, tta_core_box *range) {
  int64_t width = 1, lines = 1;
  while (width < count && continues(cores[0], cores[width], column_major, 0, width)) width++;
  for (int64_t done = 0; lines * width + width <= count; lines++) {
    for (done = 0; done < width; done++)
      if (!continues(cores[0], cores[lines * width + done], column_major, lines, done)) break;
    if (done < width) break;
  }
  *range = (tta_core_box){cores[0], cores[lines * width - 1]};
  return lines * width;
}

static uint32_t cover_line(const tta_core *cores, int64_t count, bool column_major, tta_core_box *ranges) {
  uint32_t num_ranges = 0;
  for (int64_t at = 0; at < count;) {
    tta_core_box range;
    at += take_range(cores + at, count - at, column_major, &range);
    if (ranges) ranges[num_ranges] = range;
    num_ranges++;
  }
  return num_ranges;
}

static tta_status line_cores(const tta_core *cores, int64_t count, tta_arena *arena, tta_shard_cores *out) {
  uint32_t rows = cover_line(cores, count, false, NULL), columns = cover_line(cores, count, true, NULL);
  out->column_major = columns < rows;
  out->num_ranges = out->column_major ? columns : rows;
  tta_core_box *ranges = tta_arena_array(arena, out->num_ranges, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  cover_line(cores, count, out->column_major, ranges);
  out->ranges = ranges;
  return TTA_OK;
}

/* ---- blocks: one range ---- */

/* The first shard that a block puts on another core; their number if there is none. */
static int64_t first_outside_block(const int64_t grid[2], const tta_core *cores, bool column_major) {
  for (int64_t i = 1; i < grid[0] * grid[1]; i++)
    if (!continues(cores[0], cores[i], column_major, i / grid[1], i % grid[1])) return i;
  return grid[0] * grid[1];
}

static tta_status reject_block(const int64_t grid[2], const tta_core *cores, bool column_major, int64_t shard,
                               tta_buf *reason) {
  int64_t major = shard / grid[1], minor = shard % grid[1];
  return tta_fail(TTA_INVALID, reason,
                  "shard [%lld, %lld] is on core %lld,%lld (y,x) by the worker map, and on %lld,%lld in a %s block "
                  "from %lld,%lld on",
                  (long long)major, (long long)minor, (long long)cores[shard].y, (long long)cores[shard].x,
                  (long long)(cores[0].y + (column_major ? minor : major)),
                  (long long)(cores[0].x + (column_major ? major : minor)), column_major ? "col_major" : "row_major",
                  (long long)cores[0].y, (long long)cores[0].x);
}

static tta_status block_cores(const int64_t grid[2], const tta_core *cores, tta_arena *arena, tta_shard_cores *out,
                              tta_buf *reason) {
  int64_t count = grid[0] * grid[1];
  int64_t rows = first_outside_block(grid, cores, false), columns = first_outside_block(grid, cores, true);
  out->column_major = columns > rows;
  if (rows < count && columns < count)
    return reject_block(grid, cores, out->column_major, out->column_major ? columns : rows, reason);
  tta_core_box *range = tta_arena_array(arena, 1, sizeof *range);
  if (!range) return TTA_NO_MEMORY;
  *range = (tta_core_box){cores[0], cores[count - 1]};
  out->ranges = range;
  out->num_ranges = 1;
  return TTA_OK;
}

tta_status tta_shard_cores_of(tta_memory_layout memory_layout, const int64_t grid[2], const tta_core *cores,
                              tta_arena *arena, tta_shard_cores *out, tta_buf *reason) {
  int64_t count;
  *out = (tta_shard_cores){.num_ranges = 0};
  if (grid[0] < 1 || grid[1] < 1 || !tta_mul(grid[0], grid[1], &count))
    return tta_fail(TTA_INVALID, reason, "grid extents must be positive");
  bool line = memory_layout == TTA_MEMORY_LAYOUT_HEIGHT_SHARDED || memory_layout == TTA_MEMORY_LAYOUT_WIDTH_SHARDED;
  if (!line) return block_cores(grid, cores, arena, out, reason);
  tta_status status = tta_memory_layout_check_grid(memory_layout, grid, reason);
  return status ? status : line_cores(cores, count, arena, out);
}

/* ---- a device ---- */

/* A grid of shards on its way to the chips. */
typedef struct distribution {
  const tta_device *device;
  tta_shape grid;
  bool per_chip;              /* each chip holds the whole grid; only the first is looked at */
  int64_t share[TTA_MAX_RANK]; /* extents of the part of a chip */
  int64_t step[TTA_MAX_RANK];  /* replicated dims: logical cores between chips */
  int64_t matrix[2];           /* the last two of share */
  tta_core *cores;             /* of the part of the first chip */
} distribution;

/* The position of a chip in the mesh along each dim of the grid. */
static void mesh_position(const distribution *d, int64_t chip_index, int64_t *position) {
  for (uint32_t i = d->device->mesh.rank > d->grid.rank ? d->device->mesh.rank : d->grid.rank; i-- > 0;) {
    int64_t mesh = tta_mesh_extent(d->device, i);
    if (i < d->grid.rank) position[i] = chip_index % mesh;
    chip_index /= mesh;
  }
}

static tta_status take_share(distribution *d, tta_buf *reason) {
  uint32_t rank = d->grid.rank;
  int64_t count = 1, all = 1;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t mesh = d->per_chip ? 1 : tta_mesh_extent(d->device, i), cores = d->device->grid.extent[i];
    if (d->grid.extent[i] < 1 || mesh < 1) return tta_fail(TTA_INVALID, reason, "grid extents must be positive");
    d->share[i] = d->per_chip ? d->grid.extent[i] : tta_mesh_share(d->device, d->grid, i);
    d->step[i] = d->grid.extent[i] == 1 && mesh > 1 ? cores / mesh : 0;
    if (d->step[i] * mesh != cores && d->grid.extent[i] == 1 && mesh > 1)
      return tta_fail(TTA_INVALID, reason, "mesh extent %lld of dim %u does not divide the device grid's %lld",
                      (long long)mesh, i, (long long)cores);
    if (!tta_mul(count, d->share[i], &count)) return TTA_OVERFLOW;
    if (i + 2 < rank && d->share[i] > 1)
      return tta_fail(TTA_INVALID, reason,
                      "a chip has %lld shards along dim %u of the grid; TTNN supports rows and columns",
                      (long long)d->share[i], i);
  }
  if (!tta_mul(count, d->per_chip ? 1 : (int64_t)d->device->chip_ids.rank, &all) || all > TTA_SHARD_CORES_MAX)
    return tta_fail(TTA_LIMIT, reason, "the grid has more than %d shards", TTA_SHARD_CORES_MAX);
  d->matrix[0] = rank > 1 ? d->share[rank - 2] : 1;
  d->matrix[1] = rank ? d->share[rank - 1] : 1;
  return TTA_OK;
}

/* `[1, 0]`: a shard of the tensor's grid. */
static const char *shard_text(char room[TTA_NUMBERS_BYTES], const distribution *d, const int64_t *shard) {
  char list[TTA_NUMBERS_BYTES];
  tta_buf text = tta_buf_fixed(room, TTA_NUMBERS_BYTES);
  tta_buf_printf(&text, "[%s]", tta_list_text(list, d->grid.rank, shard));
  return tta_buf_fixed_text(&text);
}

static tta_status reject_chip(const distribution *d, const int64_t *shard, int64_t chip_index, int64_t expected,
                              tta_buf *reason) {
  char text[TTA_NUMBERS_BYTES], mesh[TTA_NUMBERS_BYTES];
  return tta_fail(TTA_INVALID, reason,
                  "shard %s is on chip index %lld by the worker map, and on %lld by meshShape %s",
                  shard_text(text, d, shard), (long long)chip_index, (long long)expected,
                  tta_shape_text(mesh, d->device->mesh));
}

static tta_status reject_core(const distribution *d, const int64_t *shard, const tta_core_assignment *at,
                              tta_core expected, tta_buf *reason) {
  char text[TTA_NUMBERS_BYTES];
  return tta_fail(TTA_INVALID, reason,
                  "TTNN uses the same cores on each chip, and shard %s is on core %lld,%lld (y,x) of chip index %lld, "
                  "not on %lld,%lld as on the first chip",
                  shard_text(text, d, shard), (long long)at->core.y, (long long)at->core.x, (long long)at->chip_index,
                  (long long)expected.y, (long long)expected.x);
}

/* Whether the mesh gives a chip the part of the grid that is at a position of the mesh, too: copies can be on the chips
 * in any order. */
static bool has_part(const distribution *d, int64_t chip_index, const int64_t *first, const int64_t *extents) {
  int64_t own_first[TTA_MAX_RANK], own_extents[TTA_MAX_RANK];
  size_t size = d->grid.rank * sizeof *first;
  return chip_index >= 0 && tta_mesh_slice(d->device, d->grid, chip_index, own_first, own_extents) &&
         !memcmp(own_first, first, size) && !memcmp(own_extents, extents, size);
}

/* The shards at a position of the mesh, all on one chip. Those of the first position are kept. */
static tta_status visit_chip(distribution *d, int64_t mesh_index, tta_buf *reason) {
  int64_t first[TTA_MAX_RANK] = {0}, extents[TTA_MAX_RANK], position[TTA_MAX_RANK] = {0}, local[TTA_MAX_RANK] = {0};
  int64_t shard[TTA_MAX_RANK], logical[TTA_MAX_RANK];
  int64_t chip_index = -1; /* of the first shard */
  uint32_t rank = d->grid.rank;
  for (uint32_t i = 0; i < rank; i++) extents[i] = d->share[i];
  if (!d->per_chip && !tta_mesh_slice(d->device, d->grid, mesh_index, first, extents)) return TTA_OK;
  if (!d->per_chip) mesh_position(d, mesh_index, position);
  do {
    tta_core_assignment at;
    for (uint32_t i = 0; i < rank; i++) {
      shard[i] = first[i] + local[i];
      logical[i] = shard[i] + position[i] * d->step[i];
    }
    tta_status status = tta_device_place(d->device, logical, &at, NULL, reason);
    if (status) return status;
    bool copy = !d->per_chip && chip_index < 0 && has_part(d, at.chip_index, first, extents);
    if (chip_index < 0) chip_index = copy ? at.chip_index : mesh_index;
    if (at.chip_index != chip_index) return reject_chip(d, shard, at.chip_index, chip_index, reason);
    int64_t number = rank ? local[rank - 1] : 0;
    if (rank > 1) number += local[rank - 2] * d->matrix[1];
    if (!mesh_index) d->cores[number] = at.core;
    else if (!is_at(at.core, d->cores[number].y, d->cores[number].x))
      return reject_core(d, shard, &at, d->cores[number], reason);
  } while (tta_index_next((tta_shape){rank, extents}, local));
  return TTA_OK;
}

static tta_status distribute(distribution *d, tta_memory_layout memory_layout, tta_arena *arena, tta_shard_cores *out,
                             tta_buf *reason) {
  *out = (tta_shard_cores){.num_ranges = 0};
  tta_status status = tta_device_for_grid(d->device, d->grid, arena, &d->device, reason);
  if (!status) status = take_share(d, reason);
  if (status) return status;
  d->cores = tta_arena_array(arena, (size_t)(d->matrix[0] * d->matrix[1]), sizeof *d->cores);
  if (!d->cores) return TTA_NO_MEMORY;
  for (int64_t chip = 0; chip < (d->per_chip ? 1 : d->device->chip_ids.rank) && !status; chip++)
    status = visit_chip(d, chip, reason);
  if (!memory_layout) memory_layout = tta_shards_of_grid(d->matrix);
  return status ? status : tta_shard_cores_of(memory_layout, d->matrix, d->cores, arena, out, reason);
}

tta_status tta_shard_cores_on(const tta_device *device, tta_shape grid, tta_memory_layout memory_layout,
                              tta_arena *arena, tta_shard_cores *out, tta_buf *reason) {
  distribution d = {.device = device, .grid = grid, .per_chip = tta_device_of_each_chip(device)};
  return distribute(&d, memory_layout, arena, out, reason);
}

tta_status tta_device_shard_cores(const tta_device *device, tta_arena *arena, tta_shard_cores *out, tta_buf *reason) {
  int64_t chip_index;
  distribution d = {.device = device, .grid = device->grid};
  if (device->map.num_results) d.per_chip = tta_expr_is_constant(device->map.pool, device->map.results[0], &chip_index);
  d.per_chip = d.per_chip && !chip_index;
  return distribute(&d, TTA_MEMORY_LAYOUT_NONE, arena, out, reason);
}

/* ---- text ---- */

void tta_shard_cores_text(tta_buf *out, const tta_shard_cores *cores) {
  tta_buf_char(out, '[');
  for (uint32_t i = 0; i < cores->num_ranges; i++) {
    if (i) tta_buf_str(out, ", ");
    if (tta_core_range_append(out, TTA_ATTR_ttnn_core_range, &cores->ranges[i], 0, NULL)) out->failed = true;
  }
  tta_buf_char(out, ']');
}

void tta_shard_cores_json(tta_json *json, const tta_shard_cores *cores) {
  tta_json_open(json, '{');
  tta_json_key_open(json, "ranges", '[');
  for (uint32_t i = 0; i < cores->num_ranges; i++) {
    tta_json_open(json, '[');
    tta_json_shape(json, (tta_shape){2, (int64_t[]){cores->ranges[i].first.y, cores->ranges[i].first.x}});
    tta_json_shape(json, (tta_shape){2, (int64_t[]){cores->ranges[i].last.y, cores->ranges[i].last.x}});
    tta_json_close(json, ']');
  }
  tta_json_close(json, ']');
  tta_json_key_text(json, "orientation", cores->column_major ? "col_major" : "row_major");
  tta_json_close(json, '}');
}
