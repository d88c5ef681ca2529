/* ttnn_cores.c: the cores of a ttnn_layout, and how its host tensor is distributed over a mesh: by the worker map of a
 * device, else on an assumed chip. */
#include "base/checked.h"
#include "convert/convert.h"
#include "device/device.h"
#include "layout/linear.h"
#include "model/lower_ttnn.h"

/* ---- cores ---- */

/* The chip of tt-mlir's default system, with the shards row by row. Larger grids do not get core ranges. */
static tta_status assume_chip(tta_converter *c, tta_memory_layout memory_layout, const int64_t grid[2]) {
  const int64_t *chip = tta_arch_get(TTA_ARCH_WORMHOLE_B0)->defaults->grid.extent;
  int64_t rows = chip[0], columns = chip[1], count;
  bool line = memory_layout != TTA_MEMORY_LAYOUT_BLOCK_SHARDED;
  c->result->requires_device =
      !tta_mul(grid[0], grid[1], &count) || count > rows * columns || (!line && (grid[0] > rows || grid[1] > columns));
  if (c->result->requires_device) return TTA_OK;
  tta_core *cores = tta_arena_array(c->arena, (size_t)count + 1, sizeof *cores);
  if (!cores) return TTA_NO_MEMORY;
  for (int64_t i = 0; i < count; i++)
    cores[i] = line ? (tta_core){i / columns, i % columns} : (tta_core){i / grid[1], i % grid[1]};
  c->result->assumed_chip[0] = rows;
  c->result->assumed_chip[1] = columns;
  return tta_shard_cores_of(memory_layout, grid, cores, c->arena, &c->result->cores, c->reason);
}

/* Shard i is in bank i (tt-mlir TTNNOpsAttrs.cpp). */
static tta_status take_banks(tta_converter *c, const int64_t grid[2]) {
  const tta_device *device = c->spec->device;
  int64_t banks = tta_arch_get(TTA_ARCH_WORMHOLE_B0)->num_dram_banks, count;
  tta_core_box *row = tta_arena_array(c->arena, 1, sizeof *row);
  if (!row) return TTA_NO_MEMORY;
  if (!tta_mul(grid[0], grid[1], &count)) return TTA_OVERFLOW;
  if (device && device->dram_grid.rank == 2 &&
      !tta_mul(device->dram_grid.extent[0], device->dram_grid.extent[1], &banks))
    return TTA_OVERFLOW;
  if (count > banks)
    return tta_convert_reject(c, "TTNN shards a tensor in DRAM over a row of %lld banks, found %lld shards",
                              (long long)banks, (long long)count);
  *row = (tta_core_box){{0, 0}, {0, count - 1}};
  c->result->cores = (tta_shard_cores){.num_ranges = 1, .ranges = row};
  return TTA_OK;
}

static tta_status take_device_cores(tta_converter *c, tta_shape grid, tta_memory_layout memory_layout) {
  tta_buf reason = tta_buf_new(c->arena->allocator);
  tta_status status =
      tta_shard_cores_on(c->spec->device, grid, memory_layout, c->arena, &c->result->cores, &reason);
  if (status == TTA_INVALID && c->reason) {
    tta_buf_str(c->reason, "TTNN cannot express the cores of this layout: ");
    tta_buf_append(c->reason, tta_buf_view(&reason));
  }
  if (reason.failed) status = TTA_NO_MEMORY;
  tta_buf_free(&reason);
  return status;
}

/* Core i of a list of ranges. False when there are fewer. */
static bool core_at(const tta_shard_cores *cores, int64_t i, tta_core *core) {
  for (uint32_t k = 0; k < cores->num_ranges; k++) {
    const tta_core_box *r = &cores->ranges[k];
    int64_t rows, columns, count; /* of ranges as written */
    if (!tta_core_box_size(r, &rows, &columns) || !tta_mul(rows, columns, &count)) return false;
    *core = cores->column_major ? (tta_core){r->first.y + i % rows, r->first.x + i / rows}
                                : (tta_core){r->first.y + i / columns, r->first.x + i % columns};
    if (i < count) return true;
    i -= count;
  }
  return false;
}

tta_status tta_check_core_ranges(tta_converter *c, const tta_layout *s) {
  const tta_shard_cores *cores = &c->result->cores;
  tta_shard_cores own = {.num_ranges = s->num_core_ranges, .ranges = s->core_ranges};
  tta_core of, on;
  if (!own.num_ranges) return TTA_OK;
  if (s->memory_layout == TTA_MEMORY_LAYOUT_BLOCK_SHARDED) own.column_major = cores->column_major;
  for (int64_t i = 0; core_at(cores, i, &on); i++)
    if (!core_at(&own, i, &of) || of.y != on.y || of.x != on.x) {
      tta_convert_reject(c, "shard %lld is on core %lld,%lld (y,x) by the worker map, and the layout has ",
                         (long long)i, (long long)on.y, (long long)on.x);
      if (c->reason) tta_shard_cores_text(c->reason, &own);
      return TTA_INVALID;
    }
  return TTA_OK;
}

tta_status tta_convert_cores(tta_converter *c, tta_memory_space buffer, tta_memory_layout memory_layout,
                             const int64_t grid[2], const tta_layout *source) {
  bool written = source && source->num_core_ranges, on_device = c->spec->device && buffer != TTA_MEMORY_DRAM;
  if (written && !on_device) {
    c->result->cores = (tta_shard_cores){.num_ranges = source->num_core_ranges, .ranges = source->core_ranges};
    return TTA_OK;
  }
  if (buffer == TTA_MEMORY_DRAM) return take_banks(c, grid);
  if (!on_device) return assume_chip(c, memory_layout, grid);
  tta_status status = take_device_cores(c, c->device_grid, memory_layout);
  return status || !written ? status : tta_check_core_ranges(c, source);
}

/* ---- the device ---- */

tta_status tta_check_device(tta_converter *c, const tta_layout *s) {
  tta_placement *placement;
  tta_status status = tta_placement_new(s, c->spec->device, c->arena->allocator, &placement, c->reason);
  if (status) return status;
  if (tta_placement_slices(placement) == TTA_SLICES_DIFFER) {
    tta_str why = tta_placement_reason(placement);
    status = tta_convert_reject(c, "TTNN divides the grid by the mesh, and %.*s", (int)why.size, why.data);
  }
  tta_placement_free(placement);
  if (status || s->memory_space == TTA_MEMORY_DRAM) return status;
  return take_device_cores(c, s->grid, s->family == TTA_FAMILY_TTNN ? s->memory_layout : TTA_MEMORY_LAYOUT_NONE);
}

/* ---- mappers ---- */

static int64_t parts_of(int64_t extent, int64_t slice) { return slice < 1 ? 1 : (extent - 1) / slice + 1; }

/* TTNN divides a dim into equal slices; the last one can be smaller. */
static void warn_slices(tta_converter *c, const tta_layout *s, const tta_mesh_mapper *m) {
  int64_t extent = s->logical.extent[m->dim], slice = c->result->mesh.slice[m->dim], whole;
  if (parts_of(extent, m->mesh) == slice && parts_of(extent, slice) == m->mesh) return;
  if (!tta_mul(slice, m->mesh, &whole)) return;
  tta_convert_warn(c, "the mesh divides %lld indices of dim %u into slices of %lld: pad the host tensor to %lld",
                   (long long)extent, m->dim, (long long)slice, (long long)whole);
}

static bool divides(const tta_mesh_mapper *mappers, uint32_t count, uint32_t dim) {
  for (uint32_t i = 0; i < count; i++)
    if (mappers[i].sharded && mappers[i].dim == dim) return true;
  return false;
}

/* The tensor dims that one dim of the mesh divides, outermost first. */
static tta_status map_mesh_dim(tta_converter *c, const tta_layout *s, uint32_t dim, tta_mesh_mapper *out,
                               uint32_t *count) {
  const tta_mesh_view *view = &c->result->mesh;
  tta_linear sum;
  tta_step steps[TTA_MAX_RANK];
  int64_t product = 1;
  uint32_t first = *count;
  if (!view->sharded[dim]) {
    out[(*count)++] = (tta_mesh_mapper){.mesh = view->mesh_shape[dim]};
    return TTA_OK;
  }
  if (!tta_linear_of(&s->linear, dim, &sum)) return TTA_INVALID; /* the view does not have a slice then */
  uint32_t num_steps = tta_linear_steps(&sum, s->logical, steps);
  for (uint32_t k = 0; k < num_steps; k++) {
    int64_t parts = parts_of(steps[k].extent, view->slice[steps[k].dim]);
    if (parts < 2) continue;
    if (divides(out, *count, steps[k].dim))
      return tta_convert_reject(c, "two dims of the mesh divide dim %u of the tensor", steps[k].dim);
    out[(*count)++] = (tta_mesh_mapper){.mesh = parts, .sharded = true, .dim = steps[k].dim};
    product *= parts; /* at most the elements of the tensor */
  }
  for (uint32_t d = 0; *count == first && d < s->logical.rank; d++) /* all elements are on the first chip */
    if (!divides(out, *count, d)) out[(*count)++] = (tta_mesh_mapper){.sharded = true, .dim = d};
  if (*count == first + 1) out[first].mesh = product = view->mesh_shape[dim];
  if (product == view->mesh_shape[dim]) return TTA_OK;
  return tta_convert_reject(c, "dim %u of the mesh has %lld chips, and %lld of them have elements", dim,
                            (long long)view->mesh_shape[dim], (long long)product);
}

tta_status tta_convert_mappers(tta_converter *c, const tta_layout *s) {
  uint32_t count = 0, rank = c->spec->device->mesh.rank;
  tta_mesh_mapper *mappers = tta_arena_array(c->arena, (size_t)rank + s->logical.rank + 1, sizeof *mappers);
  if (!mappers) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < rank; i++) {
    tta_status status = map_mesh_dim(c, s, i, mappers, &count);
    if (status) return status;
  }
  for (uint32_t i = 0; i < count; i++)
    if (mappers[i].sharded) warn_slices(c, s, &mappers[i]);
  c->result->mappers = mappers;
  c->result->num_mappers = count;
  return TTA_OK;
}
