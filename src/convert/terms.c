/* terms.c: TTNN's terms of a tensor: the matrix that its dims are collapsed into, and its shards. */
#include "base/checked.h"
#include "convert/convert.h"
#include "model/raise.h"

/* Each stride a multiple of stride[-2], and room for what lies inside it: then rows follow from the first alone. */
static tta_status check_strides(tta_shape shape, tta_shape stride, tta_buf *reason) {
  uint32_t rank = shape.rank;
  for (uint32_t i = 0; i < rank; i++)
    if (shape.extent[i] < 1)
      return tta_fail(TTA_INVALID, reason, "extent %lld of dim %u is below 1", (long long)shape.extent[i],
                                 i);
  if (stride.rank != rank || !rank)
    return tta_fail(TTA_INVALID, reason, "%u strides for %u dims", stride.rank, rank);
  if (stride.extent[rank - 1] != 1)
    return tta_fail(TTA_INVALID, reason, "the last stride is %lld, expected 1",
                               (long long)stride.extent[rank - 1]);
  for (uint32_t i = 0; i + 1 < rank; i++) {
    int64_t inside, width = stride.extent[rank - 2], own = stride.extent[i];
    if (!tta_mul(shape.extent[i + 1], stride.extent[i + 1], &inside)) return TTA_OVERFLOW;
    if (own < 1 || own < inside)
      return tta_fail(TTA_INVALID, reason, "stride %lld of dim %u is less than the %lld that dim %u takes",
                                 (long long)own, i, (long long)inside, i + 1);
    if (own % width)
      return tta_fail(TTA_INVALID, reason, "stride %lld of dim %u is not a multiple of the row of %lld",
                                 (long long)own, i, (long long)width);
  }
  return TTA_OK;
}

tta_status tta_ttnn_terms_of(tta_shape shape, tta_shape stride, const int64_t shard[2], const int64_t tile[2],
                             tta_ttnn_terms *terms, tta_buf *reason) {
  uint32_t rank = shape.rank;
  int64_t elements;
  tta_status status = check_strides(shape, stride, reason);
  if (status) return status;
  *terms = (tta_ttnn_terms){.shape = shape, .stride = stride, .tiled = tile != NULL};
  terms->physical_shape[1] = rank > 1 ? stride.extent[rank - 2] : shape.extent[0];
  if (!tta_mul(shape.extent[0], stride.extent[0], &elements)) return TTA_OVERFLOW;
  terms->physical_shape[0] = elements / terms->physical_shape[1];
  if (rank == 1) terms->physical_shape[0] = 1;
  for (int i = 0; i < 2; i++) {
    int64_t unit = tile ? tile[i] : 1;
    if (shard[i] < 1 || unit < 1)
      return tta_fail(TTA_INVALID, reason, "a shard of %lldx%lld has no elements", (long long)shard[0],
                                 (long long)shard[1]);
    terms->shard_shape[i] = shard[i];
    terms->tile_shape[i] = tile ? unit : 0;
    if (!tta_align_up(shard[i], unit, &terms->physical_shard_shape[i]) ||
        !tta_ceildiv(terms->physical_shape[i], shard[i], &terms->grid_shape[i]))
      return TTA_OVERFLOW;
  }
  return TTA_OK;
}

/* ---- shard_spec ---- */

static tta_status spec_of(const tta_converter *c, tta_shard_spec *out) {
  const tta_ttnn_terms *t = &c->result->ttnn;
  const tta_shard_cores *cores = &c->result->cores;
  tta_core_range *ranges = tta_arena_array(c->arena, cores->num_ranges, sizeof *ranges);
  if (!ranges) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < cores->num_ranges; i++) ranges[i] = (tta_core_range){.known = true, .box = cores->ranges[i]};
  *out = (tta_shard_spec){.cores = {.num_ranges = cores->num_ranges, .ranges = ranges},
                          .shape = {2, t->shard_shape},
                          .column_major = cores->column_major};
  if (memcmp(t->shard_shape, t->physical_shard_shape, sizeof t->shard_shape))
    out->physical_shape = (tta_shape){2, t->physical_shard_shape};
  return TTA_OK;
}

static tta_status keep_text(const tta_converter *c, tta_status status, tta_buf *text, tta_str *out) {
  tta_str kept = tta_arena_take(c->arena, text);
  if (!kept.data) return TTA_NO_MEMORY;
  if (!status) *out = kept;
  return status;
}

/* What the date does not have is a warning. */
static tta_status put_config(tta_converter *c, const tta_memory_config *config, int32_t day) {
  tta_buf text = tta_buf_new(c->arena->allocator), reason = tta_buf_new(c->arena->allocator);
  tta_status status = tta_memory_config_append(&text, config, day, &reason);
  if (status == TTA_INVALID) tta_convert_warn(c, "no memory_config: %.*s", (int)reason.size, reason.data);
  tta_buf_free(&reason);
  status = keep_text(c, status, &text, &c->result->memory_config);
  return status == TTA_INVALID ? TTA_OK : status;
}

tta_status tta_convert_specs(tta_converter *c, tta_memory_space buffer, tta_memory_layout memory_layout) {
  int32_t day = c->spec->era ? c->spec->era : tta_latest_era();
  tta_memory_config config = {.buffer = buffer, .memory_layout = memory_layout};
  tta_status status = TTA_OK;
  config.has_shard_spec = c->result->cores.num_ranges && tta_era_form_on(TTA_ATTR_ttnn_shard_spec, TTA_TTNN, day) >= 0;
  if (config.has_shard_spec) status = spec_of(c, &config.shard_spec);
  if (config.has_shard_spec && !status) {
    tta_buf text = tta_buf_new(c->arena->allocator);
    status = tta_shard_spec_append(&text, &config.shard_spec, day, c->reason);
    status = keep_text(c, status, &text, &c->result->shard_spec);
  }
  if (status || tta_era_form_on(TTA_ATTR_ttnn_memory_config, TTA_TTNN, day) < 0) return status;
  return put_config(c, &config, day);
}
