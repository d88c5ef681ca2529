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

static tta_raised raise_shard_spec(tta_raising *r, const void *value, tta_field field) {
  const tta_converter *c = value;
  const tta_ttnn_terms *t = &c->result->ttnn;
  bool by_cores = tta_era_reads_field(TTA_ATTR_ttnn_shard_spec, TTA_FIELD_core_range_set, r->day);
  bool by_mode = tta_era_reads_field(TTA_ATTR_ttnn_shard_spec, TTA_FIELD_shard_mode, r->day);
  bool logical = by_mode && memcmp(t->shard_shape, t->physical_shard_shape, sizeof t->shard_shape);
  tta_shape shard = {2, t->shard_shape}, physical = {2, t->physical_shard_shape};
  switch (field) {
  case TTA_FIELD_core_range_set:
    return tta_raise_core_ranges(r, c->result->cores.num_ranges, c->result->cores.ranges);
  case TTA_FIELD_shape: return tta_raise_shape(r, logical || !by_cores ? shard : physical);
  case TTA_FIELD_orientation: return tta_raise_word(r, c->result->cores.column_major ? "col_major" : "row_major");
  case TTA_FIELD_shard_mode: tta_raise_word(r, logical ? "logical" : "physical"); return TTA_RAISED_DEFAULT;
  case TTA_FIELD_physical_shard_shape: return logical ? tta_raise_shape(r, physical) : TTA_RAISED_NOTHING;
  default: return TTA_RAISED_NOTHING;
  }
}

tta_status tta_put_shard_spec(const tta_converter *c, tta_buf *out) {
  int32_t day = c->spec->era ? c->spec->era : tta_latest_era();
  if (tta_era_form_on(TTA_ATTR_ttnn_shard_spec, TTA_TTNN, day) < 0) return TTA_OK;
  return tta_raise(out, TTA_ATTR_ttnn_shard_spec, TTA_TTNN, day, raise_shard_spec, c, c->reason);
}
