/* Owns the arithmetic of metal layouts: shapes from map, grid and tile; sizes of elements; the named form's collapse.
 * Does not own what makes a layout legal (src/verify), nor reading one from a tree (layout_read.c). */
#include "layout/layout.h"

#include <string.h>

#include "base/checked.h"

/* ---- elements ---- */

/* The digits from `at` on; 0 when there is none or the width is beyond MLIR's (2^24 - 1). */
static uint32_t width_of(tta_str name, size_t at, size_t *end) {
  uint32_t bits = 0;
  for (; at < name.size && name.data[at] >= '0' && name.data[at] <= '9' && bits < 1u << 24; at++)
    bits = bits * 10 + (uint32_t)(name.data[at] - '0');
  *end = at;
  return bits < 1u << 24 ? bits : 0;
}

/* The kind that the letters before the width stand for. */
static tta_element_kind kind_of(const char *letters, size_t count) {
  char last = letters[count - 1];
  if (count > 2 || (last != 'f' && last != 'i')) return TTA_ELEMENT_OTHER;
  if (count == 1) return last == 'f' ? TTA_ELEMENT_FLOAT : TTA_ELEMENT_INTEGER;
  if (last == 'f') return letters[0] == 'b' || letters[0] == 't' ? TTA_ELEMENT_FLOAT : TTA_ELEMENT_OTHER;
  return letters[0] == 's' || letters[0] == 'u' ? TTA_ELEMENT_INTEGER : TTA_ELEMENT_OTHER;
}

tta_element tta_element_scalar(tta_str name) {
  tta_element element = {.kind = TTA_ELEMENT_OTHER, .text = name};
  size_t letters = 0, end;
  while (letters < name.size && name.data[letters] >= 'a' && name.data[letters] <= 'z') letters++;
  if (letters == name.size) {
    if (letters == 5 && memcmp(name.data, "index", 5) == 0) element.kind = TTA_ELEMENT_INDEX;
    return element;
  }
  uint32_t bits = width_of(name, letters, &end);
  tta_element_kind kind = letters ? kind_of(name.data, letters) : TTA_ELEMENT_OTHER;
  /* an 8-bit float goes on with its format (f8E4M3FN), everything else ends here */
  if (bits == 0 || (end < name.size && (kind != TTA_ELEMENT_FLOAT || name.data[end] != 'E'))) return element;
  element.kind = kind;
  element.bits = name.data[0] == 't' ? 32 : bits; /* tf32 is stored as 32 bits although 19 count */
  return element;
}

bool tta_data_type_is_block_float(tta_data_type type) { return type >= TTA_BFP_F8 && type <= TTA_BFP_BF2; }

/* Bits of one scalar in a tile, exponents of block floats not counted. */
static int64_t tile_bits(tta_data_type type) {
  switch (type) {
  case TTA_F32: case TTA_U32: case TTA_SI32: return 32;
  case TTA_F16: case TTA_BF16: case TTA_U16: return 16;
  case TTA_BFP_F4: case TTA_BFP_BF4: return 4;
  case TTA_BFP_F2: case TTA_BFP_BF2: return 2;
  default: return 8;
  }
}

enum { SCALARS_PER_EXPONENT = 16 }; /* tt-metal: a face row of 16 scalars shares one byte */

tta_status tta_element_bytes(const tta_element *element, tta_exponents exponents, int64_t *bytes) {
  switch (element->kind) {
  case TTA_ELEMENT_OTHER: return TTA_INVALID;
  case TTA_ELEMENT_FLOAT:
  case TTA_ELEMENT_INTEGER: *bytes = (int64_t)element->bits / 8 + (element->bits % 8 != 0); return TTA_OK;
  case TTA_ELEMENT_INDEX: *bytes = 4; return TTA_OK;
  case TTA_ELEMENT_TILE: break;
  }
  int64_t scalars, bits;
  if (!tta_mul(element->height, element->width, &scalars) || !tta_mul(scalars, tile_bits(element->data_type), &bits))
    return TTA_OVERFLOW;
  *bytes = bits / 8;
  if (!tta_data_type_is_block_float(element->data_type)) return TTA_OK;
  if (scalars % SCALARS_PER_EXPONENT) return TTA_INVALID;
  if (exponents == TTA_WITH_EXPONENTS) *bytes += scalars / SCALARS_PER_EXPONENT; /* at most bits / 2 + bits / 16 */
  return TTA_OK;
}

/* ---- the map form ---- */

tta_status tta_layout_physical_shape(const tta_map *map, tta_shape shape, int64_t *last, int64_t *out) {
  if (map->num_symbols || map->num_dims != shape.rank) return TTA_INVALID;
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (shape.extent[i] < 0) return TTA_INVALID;
    last[i] = shape.extent[i] - 1;
  }
  tta_status status = tta_map_evaluate(map, last, NULL, out);
  for (uint32_t i = 0; i < map->num_results && !status; i++)
    if (!tta_add(out[i], 1, &out[i])) status = TTA_OVERFLOW;
  return status;
}

tta_status tta_layout_shard_shape(tta_shape physical, tta_shape grid, int64_t *out) {
  if (physical.rank != grid.rank) return TTA_INVALID;
  for (uint32_t i = 0; i < grid.rank; i++) {
    if (grid.extent[i] < 1) return TTA_INVALID;
    if (!tta_ceildiv(physical.extent[i], grid.extent[i], &out[i])) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

static bool is_tiling(tta_shape shape, const tta_element *element) {
  return shape.rank >= 2 && element->height >= 1 && element->width >= 1;
}

tta_status tta_layout_memref_shape(tta_shape shard, const tta_element *element, int64_t *out) {
  if (shard.rank && out != shard.extent) memcpy(out, shard.extent, shard.rank * sizeof *out);
  if (element->kind != TTA_ELEMENT_TILE) return TTA_OK;
  if (!is_tiling(shard, element)) return TTA_INVALID;
  int64_t *y = &out[shard.rank - 2], *x = &out[shard.rank - 1];
  return tta_ceildiv(*y, element->height, y) && tta_ceildiv(*x, element->width, x) ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_layout_scalar_shape(tta_shape shape, const tta_element *element, int64_t *out) {
  if (shape.rank && out != shape.extent) memcpy(out, shape.extent, shape.rank * sizeof *out);
  if (element->kind != TTA_ELEMENT_TILE) return TTA_OK;
  if (!is_tiling(shape, element)) return TTA_INVALID;
  int64_t *y = &out[shape.rank - 2], *x = &out[shape.rank - 1];
  return tta_mul(*y, element->height, y) && tta_mul(*x, element->width, x) ? TTA_OK : TTA_OVERFLOW;
}

tta_status tta_layout_volume(tta_shape shape, int64_t *volume) {
  int64_t product = 1;
  bool zero = false, fits = true;
  for (uint32_t i = 0; i < shape.rank; i++) {
    if (shape.extent[i] < 0) return TTA_INVALID;
    zero |= shape.extent[i] == 0; /* 0 wins, also over a product that leaves int64 on the way */
    fits = fits && (shape.extent[i] == 0 || tta_mul(product, shape.extent[i], &product));
  }
  *volume = zero ? 0 : product;
  return zero || fits ? TTA_OK : TTA_OVERFLOW;
}

/* ---- the named form ---- */

/* One past the last dim that an interval covers. */
static int64_t covered_end(uint32_t rank, const int64_t *intervals, uint32_t num_intervals) {
  int64_t covered = 0;
  for (uint32_t i = 0; i < num_intervals; i++) {
    int64_t end = tta_layout_interval(intervals, i, 1, rank);
    if (end > covered) covered = end;
  }
  return covered < (int64_t)rank ? covered : (int64_t)rank;
}

uint32_t tta_layout_num_collapsed(uint32_t rank, const int64_t *intervals, uint32_t num_intervals) {
  return num_intervals + rank - (uint32_t)covered_end(rank, intervals, num_intervals);
}

tta_status tta_layout_collapsed_extent(tta_shape logical, tta_shape alignments, int64_t begin, int64_t end,
                                       int64_t *out) {
  int64_t v = 1;
  for (int64_t j = end - 1; j >= begin; j--) {
    if (alignments.extent[j] < 1 || logical.extent[j] < 0) return TTA_INVALID;
    if (!tta_mul(v, logical.extent[j], &v) || !tta_align_up(v, alignments.extent[j], &v)) return TTA_OVERFLOW;
  }
  *out = v;
  return TTA_OK;
}

tta_status tta_layout_collapsed_shape(tta_shape logical, tta_shape alignments, const int64_t *intervals,
                                      uint32_t num_intervals, int64_t *out) {
  uint32_t rank = logical.rank;
  if (alignments.rank != rank) return TTA_INVALID;
  tta_status status = TTA_OK;
  for (uint32_t i = 0; i < num_intervals && !status; i++) {
    int64_t begin = tta_layout_interval(intervals, i, 0, rank), end = tta_layout_interval(intervals, i, 1, rank);
    if (begin < 0 || end > (int64_t)rank || begin > end) return TTA_INVALID;
    status = tta_layout_collapsed_extent(logical, alignments, begin, end, out++);
  }
  for (int64_t j = covered_end(rank, intervals, num_intervals); j < (int64_t)rank && !status; j++)
    status = tta_layout_collapsed_extent(logical, alignments, j, j + 1, out++);
  return status;
}
