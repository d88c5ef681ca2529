/* slice.c: a tensor over a mesh in TTNN: the slice of each device as a tensor of its own (tt-mlir device.md,
 * "Lowering to TTNN"; tensor-layout.md, "Mapping from the compiler"). */
#include "base/checked.h"
#include "convert/convert.h"

/* A layout by map of the same elements, tiles and memory as `s`. */
static tta_status lay_out(tta_converter *c, const tta_layout *s, tta_shape shape, const tta_map *map, tta_shape grid,
                          tta_layout_ref_text **read) {
  tta_layout_ref_context context = {.allocator = c->arena->allocator, .from = TTA_NOTATION_UNKNOWN};
  tta_build_spec spec;
  tta_build_spec_init(&spec);
  tta_buf text = tta_buf_new(c->arena->allocator);
  spec.shape = shape;
  spec.element = tta_layout_scalar(s);
  spec.grid = grid;
  if (s->oob_val) spec.oob_val = s->oob_val;
  spec.memory_space = s->memory_space;
  memcpy(spec.tile, s->memref_element.tile, sizeof spec.tile);
  spec.tile_type = s->memref_element.data_type;
  tta_status status = tta_build_of_map(c, &spec, map, &text);
  if (!status) status = tta_layout_ref_read(tta_buf_view(&text), &context, read, c->reason);
  tta_buf_free(&text);
  return status;
}

/* Writes `of` as if it were what is converted. */
static tta_status write_instead(tta_converter *c, const tta_layout_ref_text *of) {
  tta_addresses kept = c->addresses;
  tta_status status = tta_addresses_of(tta_layout_ref_get(of), c->arena, c->pool, &c->addresses, c->reason);
  c->addresses.pad = kept.pad;
  if (!status) status = tta_write_ttnn_of(c, tta_layout_ref_get(of)->layout);
  c->addresses = kept;
  return status;
}

/* Dims of a device that TTNN has no grid dim for become rows, whole strides of the dims inside them apart: collapsed in
 * the tensor, not in the shard. */
static tta_status collapse(tta_converter *c, const tta_layout *s, tta_layout_ref_text **read) {
  uint32_t rank = s->grid.rank;
  tta_expr results[2];
  tta_map map;
  int64_t stride = 1, extent[TTA_MAX_RANK];
  for (uint32_t i = 0; i + 2 < rank; i++)
    if (s->grid.extent[i] != 1)
      return tta_convert_reject(c,
                                "a device has %lld cores along dim %u of the grid, and a TTNN grid is rows x columns",
                                (long long)s->grid.extent[i], i);
  if (rank < 3) return TTA_INVALID;
  tta_status status = tta_map_copy(&s->linear, c->arena, c->pool, &map);
  if (!status) status = tta_layout_ttnn_extents(&map, s->logical, extent);
  if (status) return status;
  results[0] = tta_expr_constant(c->pool, 0);
  results[1] = map.results[rank - 1];
  for (uint32_t i = rank - 1; i-- > 0;) {
    tta_expr term = tta_expr_with(c->pool, TTA_EXPR_MUL, map.results[i], stride);
    results[0] = tta_expr_binary(c->pool, TTA_EXPR_ADD, term, results[0]);
    if (!tta_mul(stride, extent[i], &stride)) return TTA_OVERFLOW;
  }
  if ((status = tta_affine_pool_status(c->pool))) return status;
  tta_map rows = {c->pool, map.num_dims, 0, 2, results};
  return tta_lay_out_ttnn(c, s, &rows, (tta_shape){2, s->grid.extent + rank - 2}, read);
}

static tta_status warn_moved_rows(tta_converter *c, const tta_layout_ref_text *device,
                                         const tta_layout_ref_text *collapsed) {
  tta_addresses a, b;
  tta_buf where = tta_buf_new(c->arena->allocator);
  tta_status status = tta_addresses_of(tta_layout_ref_get(device), c->arena, c->pool, &a, NULL);
  if (!status) status = tta_addresses_of(tta_layout_ref_get(collapsed), c->arena, c->pool, &b, NULL);
  if (!status) status = tta_addresses_equal(&a, &b, c->arena, &where);
  if (status == TTA_INVALID || status == TTA_UNDECIDED) {
    tta_convert_warn(
        c, "every element stays on its device, but with d0 collapsed its address changes: %.*s",
        (int)where.size, where.data);
    status = where.failed ? TTA_NO_MEMORY : TTA_OK;
  }
  tta_buf_free(&where);
  return status;
}

/* The layout on one device, exactly; else with its outer dims collapsed, as the specification proposes. */
static tta_status write_device(tta_converter *c, const tta_layout_ref_text *device) {
  tta_layout_ref_text *collapsed = NULL;
  size_t said = c->reason ? c->reason->size : 0, warned = c->losses ? c->losses->size : 0;
  tta_status status = write_instead(c, device);
  if (status != TTA_INVALID || tta_layout_ref_get(device)->layout->grid.rank < 3) return status;
  if (c->reason) c->reason->size = said;
  if (c->losses) tta_report_keep(c->losses, warned);
  status = collapse(c, tta_layout_ref_get(device)->layout, &collapsed);
  if (!status) status = write_instead(c, collapsed);
  if (!status) status = warn_moved_rows(c, device, collapsed);
  tta_layout_ref_free(collapsed);
  return status;
}

static tta_status check_slice(tta_converter *c, const tta_layout *s, const tta_layout *device) {
  for (uint32_t i = 0; i < s->grid.rank; i++)
    if (device->grid.extent[i] > 1 && device->shard.extent[i] != s->shard.extent[i])
      return tta_convert_reject(c, "the slice of one device would have shards of %lld in dim %u instead of %lld",
                                (long long)device->shard.extent[i], i, (long long)s->shard.extent[i]);
  return TTA_OK;
}

/* The slice of one device as a layout of its own; the whole tensor where the mesh does not divide it. */
static tta_status write_slice(tta_converter *c, const tta_layout *s) {
  const tta_mesh_view *view = &c->result->mesh;
  tta_layout_ref_text *device = NULL;
  tta_status status = lay_out(c, s, (tta_shape){s->logical.rank, view->slice}, &s->linear,
                              (tta_shape){view->rank, view->grid}, &device);
  if (!status) status = check_slice(c, s, tta_layout_ref_get(device)->layout);
  if (!status) status = write_device(c, device);
  tta_layout_ref_free(device);
  return status;
}

tta_status tta_write_ttnn_over(tta_converter *c, const tta_layout *s) {
  tta_mesh_view *view = &c->result->mesh;
  bool cut = false;
  tta_status status = tta_mesh_view_of(s, c->spec->device, view, c->reason);
  if (!status) status = tta_check_device(c, s);
  if (status) return status;
  c->result->has_mesh = true;
  c->result->mesh_rank = s->logical.rank;
  c->device_grid = s->grid;
  for (uint32_t i = 0; i < view->rank; i++) cut = cut || view->sharded[i];
  if (!view->has_slice)
    return tta_convert_reject(c, "the mesh cuts the tensor within a dim, so no device has a tensor of its own");
  status = tta_convert_mappers(c, s);
  if (status) return status;
  bool collapses = s->grid.rank > 2 && s->family != TTA_FAMILY_TTNN;
  return cut || collapses ? write_slice(c, s) : tta_write_ttnn_of(c, s);
}
