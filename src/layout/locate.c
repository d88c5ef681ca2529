/* locate.c: where an element is, and which element is somewhere, both in closed form. */
#include "base/index.h"
#include "layout/invert.h"
#include "layout/values.h"
#include "model/storage.h"
#include "ttattr/storage.h"

tta_status tta_layout_locate(const tta_layout *s, const int64_t *index, tta_location *l, tta_buf *reason) {
  tta_storage storage = {.num_forms = 0};
  bool stored = s->grid.extent && s->physical.extent && (s->interleaved || s->memref.extent);
  tta_status status = stored ? tta_storage_of(s, NULL, &storage, reason) : TTA_OK;
  return status ? status : tta_storage_locate(&storage, s, index, l, reason);
}

/* ---- the inverse ---- */

/* The physical index at an offset of a core's padded shard; false when that is padding of grid or tile. */
static bool physical_at(const tta_layout *s, const int64_t *core, int64_t offset, int64_t *physical) {
  bool inside = true;
  for (uint32_t i = s->grid.rank; i-- > 0;) {
    int64_t at = offset % s->padded_shard.extent[i];
    offset /= s->padded_shard.extent[i];
    inside = inside && at < s->shard.extent[i];
    physical[i] = core[i] * s->shard.extent[i] + at; /* below the padded shape, which fits */
    inside = inside && physical[i] < s->used.extent[i];
  }
  return inside;
}

tta_status tta_layout_scalar_at(const tta_layout *s, const int64_t *core, int64_t offset, int64_t *index,
                                  bool *found, tta_buf *reason) {
  int64_t physical[TTA_MAX_RANK], volume = 1;
  *found = false;
  if (!s->grid.extent || s->interleaved)
    return tta_fail(TTA_INVALID, reason, "layout is interleaved; cores have no shards");
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    if (core[i] < 0 || core[i] >= s->grid.extent[i])
      return tta_fail(TTA_INVALID, reason, "core index %lld of grid dim %u is out of range [0, %lld]",
                                 (long long)core[i], i, (long long)s->grid.extent[i] - 1);
    volume *= s->padded_shard.extent[i]; /* fits: values.c */
  }
  if (offset < 0 || offset >= volume)
    return tta_fail(TTA_INVALID, reason, "offset %lld is out of range for a padded shard of %lld elements",
                               (long long)offset, (long long)volume);
  if (!tta_shape_at_least(s->logical, 1)) return TTA_OK; /* an empty tensor */
  tta_status status = tta_storage_check_shard(s, reason);
  if (status) return status;
  if (!physical_at(s, core, offset, physical)) return TTA_OK;
  status = tta_map_invert(&s->linear, s->logical, physical, index, found);
  return status == TTA_UNDECIDED ? tta_fail(status, reason, "the map is too complex to be inverted")
                                 : status;
}
