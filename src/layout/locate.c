/* Owns where an element lies, and which element lies somewhere: both without walking over elements. Does not own chips
 * and the NoC (src/device/place.c). */
#include "base/checked.h"
#include "layout/invert.h"
#include "layout/values.h"

enum { FACE = 16 }; /* tt-metal: a tile is stored as faces of at most 16 x 16 scalars */

/* ---- forward ---- */

static int64_t row_major(uint32_t rank, const int64_t *at, const int64_t *extent) {
  int64_t offset = 0; /* within a volume that fits */
  for (uint32_t i = 0; i < rank; i++) offset = offset * extent[i] + at[i];
  return offset;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* Row and column of a scalar in its tile: the face, and the place in the order in which faces are stored. */
static int64_t place_in_tile(const tta_layout *s, const int64_t at[2], int64_t *face) {
  int64_t height = least(s->memref_element.tile[0], FACE), width = least(s->memref_element.tile[1], FACE);
  int64_t across = (s->memref_element.tile[1] + width - 1) / width;
  *face = at[0] / height * across + at[1] / width;
  return *face * height * width + at[0] % height * width + at[1] % width;
}

static void locate_in_tile(const tta_layout *s, tta_location *l) {
  uint32_t rank = s->grid.rank;
  for (uint32_t i = 0; i < rank; i++) l->tile[i] = l->shard_offset[i];
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t i = rank - 2 + k;
    l->tile[i] = l->shard_offset[i] / s->memref_element.tile[k];
    l->tile_offset[k] = l->shard_offset[i] % s->memref_element.tile[k];
  }
  int64_t place = place_in_tile(s, l->tile_offset, &l->face);
  l->byte_offset = -1;
  if (tta_element_is_block_float(&s->memref_element) || !s->element_bytes) return;
  int64_t scalar_bytes = s->element_bytes / (s->memref_element.tile[0] * s->memref_element.tile[1]);
  l->byte_offset = row_major(rank, l->tile, s->memref.extent) * s->element_bytes + place * scalar_bytes;
}

/* Of a layout that is only warned about the memref may be too small: then offsets in it mean nothing. */
static tta_status check_room(const tta_layout *s, tta_buf *reason) {
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    long long shard = s->shard.extent[i], room = s->padded_shard.extent[i];
    if (shard < 1) return tta_fail(TTA_INVALID, reason, "the shard is empty");
    if (shard > room)
      return tta_fail(TTA_INVALID, reason, "the memref has room for %lld in dim %u, the shard needs %lld",
                                 room, i, shard);
  }
  return TTA_OK;
}

tta_status tta_layout_locate(const tta_layout *s, const int64_t *index, tta_location *l, tta_buf *reason) {
  for (uint32_t i = 0; i < s->logical.rank; i++)
    if (index[i] < 0 || index[i] >= s->logical.extent[i])
      return tta_fail(TTA_INVALID, reason, "index %lld of dim %u lies outside 0..%lld", (long long)index[i],
                                 i, (long long)s->logical.extent[i] - 1);
  tta_status status = tta_map_evaluate(&s->linear, index, NULL, l->physical);
  l->byte_offset = -1;
  if (status || s->interleaved || !s->grid.extent) return status;
  status = check_room(s, reason);
  if (status) return status;
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    l->core[i] = l->physical[i] / s->shard.extent[i];
    l->shard_offset[i] = l->physical[i] % s->shard.extent[i];
  }
  l->linear_offset = row_major(s->grid.rank, l->shard_offset, s->padded_shard.extent);
  if (tta_element_is_tile(&s->memref_element)) locate_in_tile(s, l);
  else if (s->element_bytes && !tta_mul(l->linear_offset, s->element_bytes, &l->byte_offset)) return TTA_OVERFLOW;
  return TTA_OK;
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
    inside = inside && physical[i] < s->physical.extent[i];
  }
  return inside;
}

tta_status tta_layout_scalar_at(const tta_layout *s, const int64_t *core, int64_t offset, int64_t *index,
                                  bool *found, tta_buf *reason) {
  int64_t physical[TTA_MAX_RANK], volume = 1;
  *found = false;
  if (!s->grid.extent || s->interleaved)
    return tta_fail(TTA_INVALID, reason, "this layout gives no core a shard of its own");
  for (uint32_t i = 0; i < s->grid.rank; i++) {
    if (core[i] < 0 || core[i] >= s->grid.extent[i])
      return tta_fail(TTA_INVALID, reason, "core index %lld of grid dim %u lies outside 0..%lld",
                                 (long long)core[i], i, (long long)s->grid.extent[i] - 1);
    volume *= s->padded_shard.extent[i]; /* fits: tta_layout_derive */
  }
  if (offset < 0 || offset >= volume)
    return tta_fail(TTA_INVALID, reason, "offset %lld lies outside the padded shard of %lld scalars",
                               (long long)offset, (long long)volume);
  for (uint32_t i = 0; i < s->logical.rank; i++)
    if (s->logical.extent[i] < 1) return TTA_OK; /* an empty tensor */
  tta_status status = check_room(s, reason);
  if (status) return status;
  if (!physical_at(s, core, offset, physical)) return TTA_OK;
  status = tta_map_invert(&s->linear, s->logical, physical, index, found);
  return status == TTA_UNDECIDED ? tta_fail(status, reason, "the map is too involved to be inverted here")
                                 : status;
}
