/* Maps as strides of the tensor's dims, and back.
 *
 * Layouts had strides instead of a map from 2024-05-14 to 2024-07-11. What they mean is the specification's last part:
 * strides as in PyTorch, the physical plane as wide as the inner dim, all other dims collapsed into its rows
 * (tensor-layout.md, TTNN Tensor Layout, Terms). */
#include "layout/strides.h"

#include <string.h>

#include "base/checked.h"
#include "layout/linear.h"

tta_status tta_strides_of_map(const tta_map *map, tta_shape physical, int64_t *strides, bool *linear) {
  int64_t volume = 1;
  *linear = false;
  if (map->num_dims) memset(strides, 0, map->num_dims * sizeof *strides);
  for (uint32_t r = map->num_results; r-- > 0;) {
    tta_linear sum;
    if (!tta_linear_of(map, r, &sum)) return TTA_OK;
    for (uint32_t i = 0; i < map->num_dims; i++)
      if (sum.coefficient[i] && !tta_mul(volume, sum.coefficient[i], &strides[i])) return TTA_OVERFLOW;
    if (!tta_mul(volume, physical.extent[r], &volume)) return TTA_OVERFLOW;
  }
  *linear = true;
  return TTA_OK;
}

/* A dim's stride in units of `row`; any will do for a dim that does not vary. */
static bool in_rows(int64_t stride, int64_t extent, int64_t row, int64_t *out) {
  *out = row > 0 ? stride / row : 0;
  return extent == 1 || (row > 0 && stride >= row && stride % row == 0);
}

tta_status tta_map_of_strides(tta_shape strides, tta_shape logical, uint32_t grid_rank, tta_arena *arena,
                              tta_affine_pool *pool, tta_map *map) {
  uint32_t rank = logical.rank, own = grid_rank && rank ? (grid_rank <= rank ? grid_rank : rank) - 1 : 0;
  uint32_t zeros = grid_rank > rank ? grid_rank - rank : 0;
  int64_t row = 1;
  if (strides.rank != rank || !rank || !grid_rank) return TTA_INVALID;
  tta_expr *results = tta_arena_array(arena, grid_rank, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r <= zeros; r++) results[r] = tta_expr_constant(pool, 0);
  for (uint32_t k = 0; k < own; k++) {
    uint32_t d = rank - 1 - k;
    if (logical.extent[d] != 1 && strides.extent[d] != row) return TTA_INVALID;
    if (!tta_mul(row, logical.extent[d], &row)) return TTA_OVERFLOW;
    results[grid_rank - 1 - k] = tta_expr_dim(pool, d);
  }
  for (uint32_t d = 0; d < rank - own; d++) {
    int64_t stride;
    if (!in_rows(strides.extent[d], logical.extent[d], row, &stride)) return TTA_INVALID;
    tta_expr term = tta_expr_with(pool, TTA_EXPR_MUL, tta_expr_dim(pool, d), stride);
    results[zeros] = tta_expr_binary(pool, TTA_EXPR_ADD, results[zeros], term);
  }
  *map = (tta_map){pool, rank, 0, grid_rank, results};
  return tta_affine_pool_status(pool);
}
