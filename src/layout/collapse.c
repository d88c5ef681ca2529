/* collapseIntervals and the `<>` notation: which dims are collapsed, and by what strides.
 *
 * Specification: docs/src/specs/tensor-layout.md, Dimension Collapsing. tt-mlir's collapsedLinearAffineMap handles only
 * the first interval of more than one dim; here every list of intervals that do not overlap works. */
#include "layout/collapse.h"

#include <string.h>

#include "base/checked.h"
#include "base/str.h"

typedef struct dim_run {
  uint32_t begin, end; /* dims of one result; empty: the constant 0 */
} dim_run;

/* ---- strides ---- */

/* Strides of dims joined row-major, the ones outside the innermost dim rounded up to `align`. Those further out are
 * multiples of it by themselves. */
static bool join_strides(tta_shape shape, dim_run run, int64_t align, int64_t *strides) {
  int64_t stride = 1;
  for (uint32_t d = run.end; d-- > run.begin;) {
    strides[d] = stride;
    if (!tta_mul(stride, shape.extent[d], &stride)) return false;
    if (d + 1 == run.end && align > 1 && !tta_align_up(stride, align, &stride)) return false;
  }
  return true;
}

static tta_status join(const tta_collapse_spec *spec, dim_run run, tta_affine_pool *pool, tta_expr *out) {
  int64_t strides[TTA_MAX_RANK];
  if (!join_strides(spec->shape, run, spec->align, strides)) return TTA_OVERFLOW;
  *out = tta_expr_constant(pool, 0);
  for (uint32_t d = run.begin; d < run.end; d++) {
    tta_expr term = tta_expr_with(pool, TTA_EXPR_MUL, tta_expr_dim(pool, d), strides[d]);
    *out = tta_expr_binary(pool, TTA_EXPR_ADD, *out, term);
  }
  return tta_affine_pool_status(pool);
}

/* ---- intervals ---- */

/* The end of the interval that starts at each dim; of other dims the next one. */
static tta_status place_intervals(const tta_collapse_spec *spec, uint32_t *end_of, tta_buf *reason) {
  static const int64_t whole[] = {0, -1};
  const int64_t *intervals = spec->explicit_intervals ? spec->intervals : whole;
  uint32_t rank = spec->shape.rank, count = spec->explicit_intervals ? spec->num_intervals : 1;
  bool taken[TTA_MAX_RANK] = {0};
  for (uint32_t d = 0; d < rank; d++) end_of[d] = d + 1;
  for (uint32_t i = 0; i < count; i++) {
    long long b = intervals[2 * i], e = intervals[2 * i + 1];
    int64_t begin = tta_layout_interval(intervals, i, 0, rank), end = tta_layout_interval(intervals, i, 1, rank);
    if (rank == 0) return TTA_OK;
    if (begin < 0 || end < 0 || begin >= (int64_t)rank || end > (int64_t)rank)
      return tta_fail(TTA_INVALID, reason,
                                 "interval %lld:%lld is out of range for a tensor of %u dims", b, e, rank);
    if (begin > end)
      return tta_fail(TTA_INVALID, reason, "interval %lld:%lld ends before it starts", b, e);
    for (int64_t d = begin; d < end; d++) {
      if (taken[d])
        return tta_fail(TTA_INVALID, reason, "interval %lld:%lld contains d%lld, which is in another interval",
                                   b, e, (long long)d);
      taken[d] = true;
    }
    if (begin < end) end_of[begin] = (uint32_t)end;
  }
  return TTA_OK;
}

/* Intervals that give as many results as the grid has dims: one join of rank - grid + 1 dims. */
static void name_fitting(const tta_collapse_spec *spec, tta_buf *reason) {
  uint32_t rank = spec->shape.rank, joined = rank - spec->grid_rank + 1;
  if (rank == spec->grid_rank) {
    tta_buf_str(reason, "'none' fits");
    return;
  }
  for (uint32_t b = 0; b < spec->grid_rank && b < 3; b++)
    tta_buf_printf(reason, "%s%u:%u", b ? " or " : "", b, b + joined);
  tta_buf_str(reason, spec->grid_rank > 1 ? " fit" : " fits");
}

static tta_status wrong_count(const tta_collapse_spec *spec, uint32_t count, tta_buf *reason) {
  if (!reason) return TTA_INVALID;
  tta_buf_printf(reason, "%s intervals give %u result%s, but the grid has %u dim%s; ",
                 spec->explicit_intervals ? "these" : "the default", count, tta_plural(count), spec->grid_rank,
                 tta_plural(spec->grid_rank));
  if (spec->grid_rank) name_fitting(spec, reason);
  else tta_buf_str(reason, "a grid has at least one");
  return TTA_INVALID;
}

/* Collapsed dims, then the dims that upstream keeps: the last grid_rank - 1. */
static uint32_t repeat_dims(const tta_collapse_spec *spec, dim_run *runs) {
  uint32_t rank = spec->shape.rank, count = 0;
  runs[count++] = (dim_run){0, rank - 1};
  for (uint32_t d = rank - spec->grid_rank + 1; d < rank; d++) runs[count++] = (dim_run){d, d + 1};
  return count;
}

static tta_status choose_runs(const tta_collapse_spec *spec, dim_run *runs, uint32_t *count, bool *repeated,
                              tta_buf *reason) {
  uint32_t end_of[TTA_MAX_RANK], rank = spec->shape.rank, grid = spec->grid_rank;
  tta_status status = place_intervals(spec, end_of, reason);
  if (status) return status;
  *count = 0;
  for (uint32_t d = 0; d < rank; d = end_of[d]) runs[(*count)++] = (dim_run){d, end_of[d]};
  *repeated = false;
  if (*count < grid && grid <= rank && !spec->explicit_intervals) {
    *count = repeat_dims(spec, runs);
    *repeated = true;
  }
  if (*count > grid || (*count < grid && grid <= rank)) return wrong_count(spec, *count, reason);
  uint32_t zeros = grid - *count;
  memmove(runs + zeros, runs, *count * sizeof *runs);
  for (uint32_t i = 0; i < zeros; i++) runs[i] = (dim_run){0, 0};
  *count = grid;
  return TTA_OK;
}

tta_status tta_collapse_map(const tta_collapse_spec *spec, tta_arena *arena, tta_affine_pool *pool, tta_map *map,
                            bool *repeated, tta_buf *reason) {
  dim_run runs[2 * TTA_MAX_RANK];
  uint32_t count;
  if (spec->shape.rank > TTA_MAX_RANK || spec->grid_rank > TTA_MAX_RANK) return TTA_LIMIT;
  tta_status status = choose_runs(spec, runs, &count, repeated, reason);
  if (status) return status;
  tta_expr *results = tta_arena_array(arena, (size_t)count + 1, sizeof *results);
  if (!results) return TTA_NO_MEMORY;
  for (uint32_t r = 0; r < count && !status; r++) status = join(spec, runs[r], pool, &results[r]);
  *map = (tta_map){pool, spec->shape.rank, 0, count, results};
  return status;
}

/* ---- the `<>` notation ---- */

/* Up to `separator` (or the end); moves *rest past it. */
static tta_str take_until(tta_str *rest, const char *separator) {
  size_t at = tta_str_find(*rest, separator);
  tta_str head = {rest->data, at == SIZE_MAX ? rest->size : at};
  *rest = tta_str_rest(*rest, at == SIZE_MAX ? rest->size : at + strlen(separator));
  return head;
}

/* The position of a name in the map's list of dims; -1 when it is not there. */
static int position_of(tta_str name, tta_str dims) {
  for (int i = 0; dims.size; i++) {
    tta_str one = tta_str_trim(take_until(&dims, ","));
    if (tta_str_equal(one, name)) return i;
  }
  return -1;
}

static tta_status expand_join(tta_str join, tta_str dims, tta_shape shape, int64_t align, tta_buf *out,
                              tta_buf *reason) {
  tta_str names[TTA_MAX_RANK];
  int64_t extents[TTA_MAX_RANK], strides[TTA_MAX_RANK];
  uint32_t count = 0;
  for (bool more = true; more;) {
    if (count == TTA_MAX_RANK) return TTA_LIMIT;
    more = tta_str_contains(join, "<>"); /* also if nothing follows it */
    names[count] = tta_str_trim(take_until(&join, "<>"));
    int at = position_of(names[count], dims);
    if (at < 0 || (uint32_t)at >= shape.rank)
      return tta_fail(TTA_INVALID, reason, "'<>' joins dims of the tensor; '%.*s' is none",
                                 (int)names[count].size, names[count].data);
    extents[count++] = shape.extent[at];
  }
  if (!join_strides((tta_shape){count, extents}, (dim_run){0, count}, align, strides)) return TTA_OVERFLOW;
  for (uint32_t i = 0; i < count; i++) {
    if (i) tta_buf_str(out, " + ");
    tta_buf_bytes(out, names[i].data, names[i].size);
    tta_buf_printf(out, " * %lld", (long long)strides[i]);
  }
  return TTA_OK;
}

tta_status tta_collapse_expand(tta_str text, tta_shape shape, int64_t align, tta_buf *out, tta_buf *reason) {
  tta_str rest = text;
  tta_str dims = tta_str_trim(take_until(&rest, "->"));
  rest = tta_str_trim(rest);
  bool lists = dims.size >= 2 && rest.size >= 2 && dims.data[0] == '(' && rest.data[0] == '(' &&
               rest.data[rest.size - 1] == ')';
  if (!tta_str_contains(text, "<>") || !lists || dims.data[dims.size - 1] != ')') {
    tta_buf_bytes(out, text.data, text.size);
    return TTA_OK;
  }
  tta_buf_bytes(out, dims.data, dims.size);
  tta_buf_str(out, " -> (");
  dims = (tta_str){dims.data + 1, dims.size - 2};
  rest = (tta_str){rest.data + 1, rest.size - 2};
  for (bool first = true; rest.size; first = false) {
    tta_str result = tta_str_trim(take_until(&rest, ","));
    if (!first) tta_buf_str(out, ", ");
    tta_status status = TTA_OK;
    if (tta_str_contains(result, "<>")) status = expand_join(result, dims, shape, align, out, reason);
    else tta_buf_bytes(out, result.data, result.size);
    if (status) return status;
  }
  tta_buf_char(out, ')');
  return TTA_OK;
}
