/* terms.c: TTNN's terms of a tensor: the matrix that its dims are collapsed into, and its shards. */
#include "base/checked.h"
#include "convert/convert.h"
#include "ir/periods.h"

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

/* Dates on which the syntax of shard_spec changed. */
static const tta_date SHARD_SPEC = TTA_DATE_20241028, CORE_RANGES = TTA_DATE_20250516,
                      PHYSICAL_ONLY = TTA_DATE_20250929;

static void put_pair(tta_buf *out, const int64_t pair[2]) {
  tta_buf_printf(out, "<%lldx%lld>", (long long)pair[0], (long long)pair[1]);
}

void tta_put_shard_spec(const tta_converter *c, tta_buf *out, const tta_ttnn_terms *t) {
  int32_t era = c->spec->era;
  if (era && era < tta_date_day(SHARD_SPEC)) return;
  tta_buf_str(out, "#ttnn.shard_spec<");
  if (era && era < tta_date_day(CORE_RANGES)) { /* the shape alone */
    put_pair(out, t->shard_shape);
  } else {
    bool by_mode = era && era < tta_date_day(PHYSICAL_ONLY);
    bool logical = by_mode && memcmp(t->shard_shape, t->physical_shard_shape, sizeof t->shard_shape);
    tta_buf_str(out, by_mode ? "#ttnn.core_range_set<" : "<");
    tta_shard_cores_text(out, &c->result->cores);
    tta_buf_str(out, ">, ");
    put_pair(out, logical ? t->shard_shape : t->physical_shard_shape);
    tta_buf_str(out, c->result->cores.column_major ? ", <col_major>" : ", <row_major>");
    if (by_mode) tta_buf_str(out, logical ? ", <logical>, " : ", <physical>");
    if (logical) put_pair(out, t->physical_shard_shape);
  }
  tta_buf_char(out, '>');
}
