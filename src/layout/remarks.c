/* What a new map does that is legal and easily missed: strides that are dropped, dims that are repeated. */
#include "layout/remarks.h"

#include "base/checked.h"
#include "layout/linear.h"
#include "model/words.h"

/* ---- strides ---- */

/* Positions that a stride leaves unused after those of the dims inside it. */
static int64_t gap_of(const tta_linear *sum, tta_shape logical, uint32_t dim, int64_t *inside) {
  int64_t stride = sum->coefficient[dim];
  *inside = 1;
  for (uint32_t i = 0; i < logical.rank; i++) {
    int64_t c = sum->coefficient[i], reach;
    if (i == dim || c < 1 || c > stride || logical.extent[i] < 2) continue;
    if (!tta_mul(c, logical.extent[i] - 1, &reach) || !tta_add(*inside, reach, inside)) return 0;
  }
  return stride - *inside;
}

/* The stride of a dim in the first result that contains it; 0: none. */
static int64_t stride_in(const tta_map *map, tta_shape logical, uint32_t dim, int64_t *gap) {
  for (uint32_t r = 0; r < map->num_results; r++) {
    tta_linear sum;
    int64_t inside;
    if (!tta_linear_of(map, r, &sum) || !sum.coefficient[dim]) continue;
    *gap = gap_of(&sum, logical, dim, &inside);
    return sum.coefficient[dim];
  }
  *gap = 0;
  return 0;
}

static bool has_offset(const tta_map *map) {
  tta_linear sum;
  for (uint32_t r = 0; r < map->num_results; r++)
    if (tta_linear_of(map, r, &sum) && sum.constant) return true;
  return false;
}

void tta_remark_dropped(const tta_map *before, const tta_map *after, tta_shape logical, tta_buf *lines) {
  if (!lines) return;
  size_t begin = lines->size;
  for (uint32_t r = 0; r < before->num_results; r++) {
    tta_linear sum;
    if (!tta_linear_of(before, r, &sum)) {
      tta_buf_printf(lines, "result %u of the map is not a sum of strides and is dropped\n", r);
      continue;
    }
    if (sum.constant && !has_offset(after))
      tta_buf_printf(lines, "the offset %lld of result %u of the map is dropped\n", (long long)sum.constant, r);
    for (uint32_t d = 0; d < logical.rank; d++) {
      int64_t inside, kept;
      if (logical.extent[d] < 2 || gap_of(&sum, logical, d, &inside) < 1) continue;
      int64_t stride = stride_in(after, logical, d, &kept);
      if (kept > 0) continue;
      tta_buf_printf(lines,
                     "the stride %lld of d%u is dropped and becomes %lld; it left %lld positions after every %lld "
                     "unused\n",
                     (long long)sum.coefficient[d], d, (long long)stride, (long long)(sum.coefficient[d] - inside),
                     (long long)inside);
    }
  }
  if (lines->size == begin || before->num_results != after->num_results) return;
  tta_buf_str(lines, "note: --map='");
  tta_map_text(lines, before);
  tta_buf_str(lines, "' keeps the map as it was\n");
}

/* ---- memory layouts ---- */

void tta_remark_memory_layout(const tta_layout *s, tta_buf *lines) {
  if (!lines || s->grid.rank != 2) return;
  if (tta_memory_layout_check_grid(s->memory_layout, s->grid.extent, lines)) tta_buf_char(lines, '\n');
}

/* ---- dims ---- */

/* The digits of a dim, d floordiv 2 and d mod 2, are different numbers: only sums repeat a dim. */
static bool contains(const tta_map *map, uint32_t result, uint32_t dim) {
  tta_linear sum;
  return tta_linear_of(map, result, &sum) && sum.coefficient[dim];
}

void tta_remark_repeated(const tta_map *map, tta_buf *lines) {
  if (!lines) return;
  for (uint32_t d = 0; d < map->num_dims; d++) {
    uint32_t first = UINT32_MAX, count = 0;
    for (uint32_t r = 0; r < map->num_results; r++) {
      if (!contains(map, r, d)) continue;
      if (first == UINT32_MAX) first = r;
      else if (++count == 1) tta_buf_printf(lines, "note: d%u is in results %u and %u", d, first, r);
      else tta_buf_printf(lines, " and %u", r);
    }
    if (count) tta_buf_str(lines, " of the map, which is legal; positions off their diagonal are padding\n");
  }
}
