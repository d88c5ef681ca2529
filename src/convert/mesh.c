/* mesh.c: a ttnn_layout, the tensor of one device, as a metal_layout over the whole grid of a device: the inverse of
 * slice.c. Each dim of the mesh repeats the tensor along one of its dims, or holds a copy. */
#include "base/checked.h"
#include "convert/convert.h"
#include "layout/linear.h"

enum { REPLICATE = -1 };

/* The whole tensor while it is put together. Arrays have the rank of the device's grid, or of the tensor. */
typedef struct whole {
  const tta_layout *part;        /* of one device */
  const tta_device *device;
  uint32_t rank;                 /* of the grid */
  int64_t part_grid[TTA_MAX_RANK], grid[TTA_MAX_RANK];
  int64_t dim_of[TTA_MAX_RANK];  /* the tensor dim that a dim of the mesh divides; REPLICATE */
  int64_t chips_of[TTA_MAX_RANK]; /* of each tensor dim: into so many parts */
  int64_t shape[TTA_MAX_RANK];
  tta_expr results[TTA_MAX_RANK];
} whole;

static int64_t mesh_extent(const whole *w, uint32_t i) {
  return i < w->device->mesh.rank ? w->device->mesh.extent[i] : 1;
}

/* ---- mappers ---- */

/* Rows and columns that fill a chip are a part of more; one of several is a copy. */
static tta_status choose(tta_converter *c, const whole *w, uint32_t i, bool *sharded) {
  int64_t mesh = mesh_extent(w, i), cores = w->device->grid.extent[i], own = w->part_grid[i];
  *sharded = own == cores / mesh;
  if (*sharded || own == 1) return TTA_OK;
  return tta_convert_reject(c, "the grid of one device has %lld of %lld cores along dim %u; divided by the mesh, a "
                            "grid has all of them, or one (replicated)", (long long)own, (long long)(cores / mesh), i);
}

static tta_status choose_mappers(tta_converter *c, whole *w) {
  const tta_conversion_spec *spec = c->spec;
  uint32_t rank = w->part->logical.rank, next = 0;
  if (spec->num_mappers && spec->num_mappers != w->device->mesh.rank)
    return tta_convert_reject(c, "%u mappers for %u mesh dims", spec->num_mappers, w->device->mesh.rank);
  for (uint32_t i = 0; i < w->rank; i++) {
    bool sharded = false;
    int64_t mesh = mesh_extent(w, i);
    w->dim_of[i] = REPLICATE;
    if (mesh < 2) continue;
    if (mesh > w->device->grid.extent[i] || w->device->grid.extent[i] % mesh)
      return tta_convert_reject(c, "mesh extent %lld of dim %u does not divide the device grid's %lld", (long long)mesh,
                                i, (long long)w->device->grid.extent[i]);
    if (spec->num_mappers) {
      w->dim_of[i] = spec->mappers[i];
      continue;
    }
    tta_status status = choose(c, w, i, &sharded);
    if (status) return status;
    if (sharded) w->dim_of[i] = i + 1 == w->rank ? (int64_t)rank - 1 : (int64_t)next++;
  }
  return TTA_OK;
}

static tta_status take_mappers(tta_converter *c, whole *w) {
  tta_shape part = w->part->logical;
  tta_mesh_mapper *mappers = tta_arena_array(c->arena, (size_t)w->device->mesh.rank + 1, sizeof *mappers);
  if (!mappers) return TTA_NO_MEMORY;
  for (uint32_t d = 0; d < part.rank; d++) {
    w->chips_of[d] = 1;
    w->shape[d] = part.extent[d];
  }
  for (uint32_t i = 0; i < w->rank; i++) {
    int64_t mesh = mesh_extent(w, i), dim = w->dim_of[i];
    w->grid[i] = w->part_grid[i];
    if (i < w->device->mesh.rank)
      mappers[i] = (tta_mesh_mapper){.mesh = mesh, .sharded = dim != REPLICATE, .dim = dim < 0 ? 0 : (uint32_t)dim};
    if (dim == REPLICATE) continue;
    if (dim < 0 || dim >= part.rank || w->chips_of[dim] > 1)
      return tta_fail(TTA_INVALID, c->reason,
                      dim < 0 || dim >= part.rank ? "the tensor does not have the dim %lld that the mesh divides"
                                                  : "two dims of the mesh divide dim %lld of the tensor",
                      (long long)dim);
    w->chips_of[dim] = mesh;
    if (!tta_mul(part.extent[dim], mesh, &w->shape[dim]) || !tta_mul(w->part_grid[i], mesh, &w->grid[i]))
      return TTA_OVERFLOW;
  }
  c->result->mappers = mappers;
  c->result->num_mappers = w->device->mesh.rank;
  return TTA_OK;
}

/* ---- the map ---- */

static tta_expr binary(const tta_converter *c, tta_expr_kind kind, tta_expr e, int64_t number) {
  return tta_expr_with(c->pool, kind, e, number);
}

/* The device along a tensor dim, and the index there. */
static tta_expr device_at(const tta_converter *c, const whole *w, uint32_t d) {
  return binary(c, TTA_EXPR_FLOORDIV, tta_expr_dim(c->pool, d), w->part->logical.extent[d]);
}
static tta_expr index_at(const tta_converter *c, const whole *w, uint32_t d) {
  if (w->chips_of[d] == 1) return tta_expr_dim(c->pool, d);
  return binary(c, TTA_EXPR_MOD, tta_expr_dim(c->pool, d), w->part->logical.extent[d]);
}

/* Rows or columns of all devices: those of one, `extent` after those of the one before. */
static tta_status extend(tta_converter *c, whole *w, uint32_t result) {
  uint32_t i = w->rank - 2 + result;
  int64_t dim = w->dim_of[i], extent, reach;
  tta_linear sum;
  if (!tta_linear_of(&w->part->linear, result, &sum))
    return tta_convert_reject(c, "the map of the ttnn_layout is not a sum of strides");
  if (!tta_mul(w->part->grid.extent[result], w->part->shard.extent[result], &extent)) return TTA_OVERFLOW;
  tta_expr e = tta_expr_constant(c->pool, sum.constant);
  for (uint32_t d = 0; d < w->part->logical.rank; d++) {
    int64_t stride = sum.coefficient[d];
    bool goes_on = dim == (int64_t)d && tta_mul(stride, w->part->logical.extent[d], &reach) && reach == extent;
    tta_expr index = goes_on ? tta_expr_dim(c->pool, d) : index_at(c, w, d);
    if (stride) e = tta_expr_binary(c->pool, TTA_EXPR_ADD, e, binary(c, TTA_EXPR_MUL, index, stride));
    if (dim == (int64_t)d && !goes_on)
      e = tta_expr_binary(c->pool, TTA_EXPR_ADD, e, binary(c, TTA_EXPR_MUL, device_at(c, w, d), extent));
  }
  w->results[i] = e;
  return TTA_OK;
}

static tta_status take_results(tta_converter *c, whole *w) {
  for (uint32_t i = 0; i + 2 < w->rank; i++)
    w->results[i] = w->dim_of[i] == REPLICATE ? tta_expr_constant(c->pool, 0)
                                              : device_at(c, w, (uint32_t)w->dim_of[i]);
  tta_status status = extend(c, w, 0);
  if (!status) status = extend(c, w, 1);
  return status ? status : tta_affine_pool_status(c->pool);
}

/* ---- the text, and the proof by the part of the first device ---- */

static tta_status build(tta_converter *c, const whole *w, const int64_t *shape, const int64_t *grid, tta_buf *text) {
  tta_map map = {c->pool, w->part->logical.rank, 0, w->rank, (tta_expr *)(uintptr_t)w->results};
  tta_build_spec spec;
  tta_build_spec_init(&spec);
  spec.shape = (tta_shape){w->part->logical.rank, shape};
  spec.grid = (tta_shape){w->rank, grid};
  spec.element = tta_layout_scalar(w->part);
  spec.memory_space = w->part->memory_space;
  spec.era = c->spec->era ? c->spec->era : spec.era;
  memcpy(spec.tile, w->part->memref_element.tile, sizeof spec.tile);
  spec.tile_type = w->part->memref_element.data_type;
  return tta_build_of_map(c, &spec, &map, text);
}

static tta_status check_whole(tta_converter *c, const whole *w, const tta_layout *s) {
  tta_mesh_view *view = &c->result->mesh;
  for (uint32_t i = 0; i < 2; i++)
    if (s->shard.extent[w->rank - 2 + i] != w->part->shard.extent[i])
      return tta_convert_reject(c, "over the mesh, shards would have %lld instead of %lld in dim %u",
                                (long long)s->shard.extent[w->rank - 2 + i], (long long)w->part->shard.extent[i], i);
  tta_status status = tta_mesh_view_of(s, w->device, view, c->reason);
  if (!status) status = tta_check_device(c, s);
  if (!status) status = tta_check_core_ranges(c, w->part);
  if (status) return status;
  c->result->has_mesh = view->has_slice = true;
  c->result->mesh_rank = w->part->logical.rank;
  for (uint32_t d = 0; d < w->part->logical.rank; d++) view->slice[d] = w->part->logical.extent[d];
  return TTA_OK;
}

static tta_status write_whole(tta_converter *c, const whole *w) {
  tta_layout_ref_context context = {
      .allocator = c->arena->allocator, .from = TTA_NOTATION_UNKNOWN, .era = c->spec->era};
  tta_layout_ref_text *read = NULL;
  tta_buf part = tta_buf_new(c->arena->allocator), text = tta_buf_new(c->arena->allocator);
  tta_status status = build(c, w, w->part->logical.extent, w->part_grid, &part);
  if (!status) status = tta_confirm(c, &part, (tta_shape){0, NULL}, NULL);
  if (!status) status = build(c, w, w->shape, w->grid, &text);
  if (!status) status = tta_layout_ref_read(tta_buf_view(&text), &context, &read, c->reason);
  if (!status) status = check_whole(c, w, tta_layout_ref_get(read)->layout);
  if (!status) c->result->text = tta_arena_str(c->arena, tta_layout_ref_get(read)->layout->type);
  tta_layout_ref_free(read);
  tta_buf_free(&part);
  tta_buf_free(&text);
  return status;
}

tta_status tta_write_metal_over(tta_converter *c, const tta_layout *s) {
  whole w = {.part = s, .device = c->spec->device, .rank = c->spec->device->grid.rank};
  if (s->interleaved) return tta_convert_reject(c, "layout is interleaved; cores have no shards");
  if (w.rank < w.device->mesh.rank)
    return tta_convert_reject(c, "mesh rank %u is greater than grid rank %u", w.device->mesh.rank, w.rank);
  if (w.rank < 2 || s->grid.rank != 2 || !s->logical.rank)
    return tta_convert_reject(c, "a ttnn_layout has rows and columns, and the device grid has rank %u", w.rank);
  for (uint32_t i = 0; i < w.rank; i++) w.part_grid[i] = i + 2 < w.rank ? 1 : s->grid.extent[i + 2 - w.rank];
  tta_status status = choose_mappers(c, &w);
  if (!status) status = take_mappers(c, &w);
  if (!status) status = take_results(c, &w);
  return status ? status : write_whole(c, &w);
}
