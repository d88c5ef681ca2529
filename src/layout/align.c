/* Maps whose rows start at aligned positions of their shards. */
#include "layout/align.h"

#include <string.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/index.h"
#include "model/storage.h"

tta_status tta_align_unit(const tta_element *stored, int64_t align_bytes, int64_t unit[2], tta_buf *reason) {
  int64_t bytes;
  if (!tta_is_power_of_two(align_bytes))
    return tta_fail(TTA_INVALID, reason,
                    "the alignment of rows must be a power of two, found %lld: shards and pages start at multiples of "
                    "16, 32 or 64 bytes",
                    (long long)align_bytes);
  if (tta_element_bytes(stored, TTA_WITH_EXPONENTS, &bytes) || bytes < 1)
    return tta_fail(TTA_INVALID, reason, "the size of an element is unknown, so that rows cannot be aligned");
  unit[0] = 1;
  if (!tta_element_is_tile(stored)) return tta_aligned_row(1, bytes, align_bytes, &unit[1]) ? TTA_OK : TTA_OVERFLOW;
  if (bytes % align_bytes)
    return tta_fail(TTA_INVALID, reason, "tiles of %lld bytes are not a multiple of %lld bytes",
                    (long long)bytes, (long long)align_bytes);
  unit[0] = stored->tile[0];
  unit[1] = stored->tile[1];
  return TTA_OK;
}

/* The rows of a layout, and the map that is built. */
typedef struct aligner {
  tta_affine_pool *pool;
  tta_map *map;
  tta_expr *results;
  tta_shape physical, shard, grid;
  uint32_t last;                  /* result */
  int64_t extent, cores, columns; /* P, G, s of the last result */
  int64_t unit, aligned;          /* elements; S */
} aligner;

static tta_expr with_constant(const aligner *a, tta_expr_kind kind, tta_expr lhs, int64_t rhs) {
  return tta_expr_with(a->pool, kind, lhs, rhs);
}
static tta_expr sum(const aligner *a, tta_expr lhs, tta_expr rhs) {
  return tta_expr_binary(a->pool, TTA_EXPR_ADD, lhs, rhs);
}

/* Whether the last element is far enough in the last shard that ceil(P / G) is S. */
static bool gives_aligned(const aligner *a, int64_t extent) {
  int64_t shard;
  return tta_ceildiv(extent, a->cores, &shard) && shard == a->aligned;
}

static bool keep_cores(const aligner *a) {
  int64_t shards = a->extent / a->columns, rest = a->extent % a->columns, extent;
  if (!rest) rest = a->columns, shards--;
  if (!tta_mul(shards, a->aligned, &extent) || !tta_add(extent, rest, &extent) || !gives_aligned(a, extent))
    return false;
  tta_expr x = a->results[a->last];
  tta_expr shard = with_constant(a, TTA_EXPR_MUL, with_constant(a, TTA_EXPR_FLOORDIV, x, a->columns), a->aligned);
  a->results[a->last] = sum(a, shard, with_constant(a, TTA_EXPR_MOD, x, a->columns));
  return true;
}

/* @param k the columns of padding of all cores */
static bool pad_start(const aligner *a, int64_t k) {
  int64_t front = k - k % a->unit;
  if (front >= a->aligned || !gives_aligned(a, a->extent + front)) return false;
  a->results[a->last] = with_constant(a, TTA_EXPR_ADD, a->results[a->last], front);
  return true;
}

static bool pad_first_core(const aligner *a, int64_t k) {
  tta_expr x = a->results[a->last];
  if (k >= a->aligned) return false;
  tta_expr shard = with_constant(a, TTA_EXPR_FLOORDIV, with_constant(a, TTA_EXPR_ADD, x, k), a->aligned);
  tta_expr after_first = with_constant(a, TTA_EXPR_CEILDIV, shard, a->cores - 1); /* 0 or 1 */
  a->results[a->last] = sum(a, x, with_constant(a, TTA_EXPR_MUL, after_first, k));
  return true;
}

/* All rows of a shard in the last result. The last row must be the last of its shard, as the last element determines
 * the extents: the first core has fewer rows if cores do not divide them. */
static tta_status collapse_rows(const aligner *a) {
  int64_t stride = a->aligned;
  tta_expr x = a->results[a->last];
  for (uint32_t r = a->last; r-- > 0;) {
    int64_t rows = a->shard.extent[r], all;
    if (!tta_align_up(a->physical.extent[r], rows, &all)) return TTA_OVERFLOW;
    tta_expr y = with_constant(a, TTA_EXPR_ADD, a->results[r], all - a->physical.extent[r]);
    tta_expr row = a->grid.extent[r] > 1 ? with_constant(a, TTA_EXPR_MOD, y, rows) : y;
    if (rows > 1) x = sum(a, with_constant(a, TTA_EXPR_MUL, row, stride), x);
    if (a->grid.extent[r] == 1) a->results[r] = tta_expr_constant(a->pool, 0);
    else a->results[r] = with_constant(a, TTA_EXPR_FLOORDIV, y, rows);
    if (!tta_mul(stride, rows, &stride)) return TTA_OVERFLOW;
  }
  a->results[a->last] = x;
  return TTA_OK;
}

static tta_status change_map(const aligner *a, tta_buf *reason) {
  int64_t all;
  if (a->cores == 1) return collapse_rows(a);
  if (!tta_mul(a->aligned, a->cores, &all)) return TTA_OVERFLOW;
  if (pad_start(a, all - a->extent) || keep_cores(a) || pad_first_core(a, all - a->extent)) return TTA_OK;
  return tta_fail(TTA_INVALID, reason,
                  "rows of %lld elements would leave some of the %lld columns of cores without elements; a grid of "
                  "%lld columns has work for all",
                  (long long)a->aligned, (long long)a->cores,
                  (long long)((a->extent + a->aligned - 1) / a->aligned));
}

enum { LEAST_DRAM_ALIGNMENT = 32 };

/* Rows of the whole tensor are pages of DRAM, which start at aligned addresses. */
static bool has_pages(const tta_layout *l) {
  return l->memory_space == TTA_MEMORY_DRAM && !tta_memory_layout_is_sharded(l->memory_layout);
}

/* Pages of one core and single rows start at aligned addresses. */
static bool start_aligned(const tta_layout *l, const aligner *a, int64_t align_bytes) {
  if (has_pages(l)) return a->cores == 1 && LEAST_DRAM_ALIGNMENT % align_bytes == 0;
  for (uint32_t r = 0; r < a->last; r++)
    if (a->shard.extent[r] > 1) return false;
  return true;
}

tta_status tta_align_rows(tta_layout *l, int64_t align_bytes, tta_shape physical, tta_shape shard, tta_arena *arena,
                          tta_affine_pool *pool, bool *changed, tta_buf *reason) {
  int64_t unit[2];
  tta_map copy;
  *changed = false;
  tta_status status = tta_align_unit(&l->memref_element, align_bytes, unit, reason);
  if (status || tta_element_is_tile(&l->memref_element) || !shard.rank) return status;
  aligner a = {.pool = pool, .physical = physical, .shard = shard, .grid = l->grid, .unit = unit[1]};
  a.last = shard.rank - 1;
  a.extent = physical.extent[a.last];
  a.cores = l->grid.extent[a.last];
  a.columns = shard.extent[a.last];
  if (!tta_shape_at_least(shard, 1)) return TTA_OK; /* empty */
  if (!tta_align_up(a.columns, a.unit, &a.aligned)) return TTA_OVERFLOW;
  if (a.aligned == a.columns || start_aligned(l, &a, align_bytes)) return TTA_OK;
  if (a.cores == 1 && has_pages(l))
    return tta_fail(TTA_INVALID, reason,
                    "rows are pages in DRAM, which start at multiples of %d or 64 bytes; on one column of cores the "
                    "map cannot align them to %lld bytes; layouts from 2025-06-20 on have alignments that can",
                    LEAST_DRAM_ALIGNMENT, (long long)align_bytes);
  status = tta_map_copy(&l->linear, arena, pool, &copy);
  a.results = tta_arena_array(arena, (size_t)shard.rank + 1, sizeof *a.results);
  if (status || !a.results) return status ? status : TTA_NO_MEMORY;
  memcpy(a.results, copy.results, shard.rank * sizeof *a.results);
  status = change_map(&a, reason);
  if (!status) status = tta_affine_pool_status(pool);
  l->linear = (tta_map){pool, copy.num_dims, 0, copy.num_results, a.results};
  *changed = !status;
  return status;
}
