/* The `<>` notation of the tensor-layout specification: a map as collapsed dims. */
#include "base/checked.h"
#include "layout/linear.h"
#include "layout/values.h"

/* A result that joins the dims first..last row-major by exactly their extents; any coefficient will do for a dim that
 * does not vary. first > last: the constant 0. */
typedef struct joined {
  uint32_t first, last;
} joined;

static bool is_join(const tta_linear *sum, tta_shape logical, joined *run) {
  uint32_t rank = logical.rank;
  run->first = rank;
  run->last = 0;
  for (uint32_t i = 0; i < rank; i++) {
    if (!sum->coefficient[i]) continue;
    if (run->first == rank) run->first = i;
    run->last = i;
  }
  if (sum->constant) return false;
  if (run->first == rank) return true;
  int64_t stride = 1;
  for (uint32_t i = run->last + 1; i-- > run->first;) {
    if (logical.extent[i] != 1 && sum->coefficient[i] != stride) return false;
    if (!tta_mul(stride, logical.extent[i], &stride)) return false;
  }
  return true;
}

void tta_describe_collapse(tta_buf *out, const tta_map *map, tta_shape logical) {
  joined runs[TTA_MAX_RANK];
  for (uint32_t r = 0; r < map->num_results; r++) {
    tta_linear sum;
    if (!tta_linear_of(map, r, &sum) || !is_join(&sum, logical, &runs[r])) return;
  }
  tta_buf_char(out, '(');
  for (uint32_t i = 0; i < map->num_dims; i++) tta_buf_printf(out, "%sd%u", i ? ", " : "", i);
  tta_buf_str(out, ") -> (");
  for (uint32_t r = 0; r < map->num_results; r++) {
    if (r) tta_buf_str(out, ", ");
    if (runs[r].first > runs[r].last) tta_buf_char(out, '0');
    for (uint32_t i = runs[r].first; i <= runs[r].last && runs[r].first < logical.rank; i++)
      tta_buf_printf(out, "%sd%u", i > runs[r].first ? " <> " : "", i);
  }
  tta_buf_char(out, ')');
}
