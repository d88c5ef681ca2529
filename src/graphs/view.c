/* view.c: the rule of views: the same elements at the same positions under another shape. The digits of a dim_map
 * are split and joined at the dims of the new shape; a stride_map of 2026 counts in elements of the host and stays. */
#include "base/checked.h"
#include "base/format.h"
#include "graphs/operand.h"

/* ---- sizes ---- */

static bool is_contiguous(const tta_tiled *layout) {
  int64_t stride = 1;
  for (uint32_t h = layout->host_size.rank; h-- > 0;) {
    int64_t extent = layout->host_size.extent[h];
    if (layout->host_strides.rank && extent > 1 && layout->host_strides.extent[h] != stride) return false;
    stride *= extent; /* SIZE_LIMIT of the host */
  }
  return true;
}

static tta_status reject_view(const tta_tiled_run *op, tta_shape from, tta_shape to, const char *why) {
  tta_str a = tta_tiled_list_text(op->arena, from), b = tta_tiled_list_text(op->arena, to);
  if (!a.data || !b.data) return TTA_NO_MEMORY;
  return tta_tiled_obstruct(op, TTA_TILED_NOT_A_VIEW, 0, 0, "%s cannot be viewed as %s: %s", a.data, b.data, why);
}

/* The size with its entry -1 computed, and whether it has as many elements as the input. */
static tta_status view_size(const tta_tiled_run *op, const tta_tiled *input, tta_shape size, tta_shape *result) {
  tta_tiled_sizes sizes;
  int64_t product = 1, *extent = tta_arena_array(op->arena, (size_t)size.rank + 1, sizeof *extent);
  uint32_t open = size.rank;
  if (!extent) return TTA_NO_MEMORY;
  *result = (tta_shape){size.rank, extent};
  tta_status status = tta_tiled_sizes_of(input, op->arena, &sizes);
  if (status) return status;
  bool fits = true;
  for (uint32_t h = 0; h < size.rank; h++) {
    extent[h] = size.extent[h];
    if (extent[h] == -1 && open == size.rank) open = h;
    else fits = fits && extent[h] >= 0 && tta_mul(product, extent[h], &product);
  }
  if (fits && open < size.rank && product) {
    extent[open] = sizes.host_elements / product;
    product *= extent[open];
  }
  if (fits && product == sizes.host_elements) return TTA_OK;
  return reject_view(op, input->host_size, size, "the numbers of elements differ");
}

/* The layout by stride_map with another host; an obstacle with the rule that it breaks. */
static tta_status with_host(const tta_tiled_run *op, const tta_tiled *input, const tta_tiled_map *map, tta_shape size,
                            tta_tiled *layout) {
  tta_tiled_diagnostics found;
  int64_t *strides = tta_arena_array(op->arena, (size_t)map->rank + 1, sizeof *strides);
  if (!strides) return TTA_NO_MEMORY;
  memcpy(strides, map->host_strides, map->rank * sizeof *strides);
  *layout = *input;
  layout->dim_map = layout->host_strides = layout->valid_elements = (tta_shape){0, NULL};
  layout->stride_map = (tta_shape){map->rank, strides};
  layout->host_size = size;
  tta_status status = tta_tiled_complete(layout, op->arena);
  if (!status) status = tta_tiled_verify(layout, op->arena, &found);
  if (status || !tta_tiled_first_error(&found)) return status;
  return reject_view(op, input->host_size, size, tta_tiled_first_error(&found)->message.data);
}

/* ---- by digits ---- */

/* A device dim of the view: a digit of a host dim of the new shape. */
typedef struct digit {
  int64_t extent, stride, weight; /* weight: in the host dim */
  int64_t dim;                    /* -1: of no host dim */
} digit;

typedef struct digits {
  tta_arena *arena;
  const tta_tiled_map *map;
  tta_shape from, to;
  int64_t *from_group, *to_group;   /* the group of each host dim: runs of old and new dims of equal products */
  int64_t *from_weight, *to_weight; /* the weight of one step of a host dim in its group */
  digit *digit;
  uint32_t count, capacity;
} digits;

/* Extents of one side up to the next product that both sides have; false: the sides do not match. */
static bool next_group(tta_shape a, tta_shape b, uint32_t *at, uint32_t *bt) {
  int64_t x = 1, y = 1;
  do {
    if (x <= y && *at < a.rank) x *= a.extent[(*at)++];
    else if (*bt < b.rank) y *= b.extent[(*bt)++];
    else if (*at < a.rank) x *= a.extent[(*at)++];
    else return x == y;
  } while (x != y || x == 1);
  return true;
}

static void set_group(tta_shape size, uint32_t begin, uint32_t end, int64_t number, int64_t *group, int64_t *weight) {
  int64_t product = 1;
  for (uint32_t h = end; h-- > begin;) {
    group[h] = number;
    weight[h] = product;
    product *= size.extent[h];
  }
}

/* Products of extents are at most the elements of the tensor, which SIZE_LIMIT bounds. */
static bool find_groups(digits *d) {
  int64_t number = 0;
  for (uint32_t a = 0, b = 0; a < d->from.rank || b < d->to.rank; number++) {
    uint32_t a0 = a, b0 = b;
    if (!next_group(d->from, d->to, &a, &b)) return false;
    set_group(d->from, a0, a, number, d->from_group, d->from_weight);
    set_group(d->to, b0, b, number, d->to_group, d->to_weight);
  }
  return true;
}

/* Whether host dim h alone is host dim *to of the new shape. */
static bool is_kept(const digits *d, uint32_t h, uint32_t *to) {
  uint32_t olds = 0, news = 0;
  for (uint32_t i = 0; i < d->from.rank; i++)
    olds += d->from_group[i] == d->from_group[h] && (d->from.extent[i] > 1 || i == h);
  for (uint32_t i = 0; i < d->to.rank; i++) {
    if (d->to_group[i] != d->from_group[h] || (d->to.extent[i] == 1 && d->from.extent[h] != 1)) continue;
    news++;
    *to = i;
  }
  return olds == 1 && news == 1;
}

/* Whether the digits of host dim h count its elements without padding. */
static bool is_exact(const tta_tiled_map *map, uint32_t h) {
  int64_t product = 1;
  for (uint32_t i = 0; i < map->rank; i++)
    if (map->host_dim[i] == h && map->weight[i] && !tta_mul(product, map->ranges[i], &product)) return false;
  return product == map->host_size.extent[h];
}

static bool add_digit(digits *d, digit one) {
  if (d->count == d->capacity) return false;
  d->digit[d->count++] = one;
  return true;
}

/* Splits a device dim at the host dims of the new shape. @param weight in the group */
static bool split(digits *d, uint32_t i, int64_t group, int64_t weight) {
  int64_t extent = d->map->ranges[i];
  for (uint32_t h = 0; h < d->to.rank; h++) { /* outermost first: weights fall */
    int64_t unit = d->to_weight[h], size = d->to.extent[h];
    if (d->to_group[h] != group || size == 1 || extent == 1 || weight * extent <= unit) continue;
    if (weight >= unit * size) return false;
    int64_t inner = weight >= unit ? 1 : unit / weight; /* of finer host dims */
    if ((weight < unit ? unit % weight : weight % unit) || extent % inner) return false;
    int64_t own = extent / inner, start = weight >= unit ? weight / unit : 1;
    if (start * own > size || size % (start * own)) return false;
    if (!add_digit(d, (digit){own, d->map->device_strides[i] * inner, start, h})) return false;
    extent = inner;
  }
  return extent == 1;
}

static bool map_dim(digits *d, uint32_t i) {
  int64_t h = d->map->host_dim[i];
  uint32_t to = 0;
  if (h < 0) return add_digit(d, (digit){d->map->ranges[i], d->map->device_strides[i], 0, -1});
  if (is_kept(d, (uint32_t)h, &to))
    return add_digit(d, (digit){d->map->ranges[i], d->map->device_strides[i], d->map->weight[i], to});
  if (d->map->ranges[i] == 1) return true;
  if (!is_exact(d->map, (uint32_t)h)) return false;
  return split(d, i, d->from_group[h], d->map->weight[i] * d->from_weight[h]);
}

/* Neighbors that count one host dim without a gap become one dim; the stick, which is last, stays. */
static void join(digits *d) {
  uint32_t at = 0;
  for (uint32_t i = 1; i < d->count; i++) {
    digit *a = &d->digit[at], *b = &d->digit[i];
    if (i + 1 < d->count && a->dim >= 0 && a->dim == b->dim && a->weight == b->weight * b->extent &&
        a->stride == b->stride * b->extent) {
      *a = (digit){a->extent * b->extent, b->stride, b->weight, a->dim};
    } else {
      d->digit[++at] = *b;
    }
  }
  if (d->count) d->count = at + 1;
}

static bool insert_unit(digits *d, int64_t dim) {
  if (d->count == d->capacity) return false;
  memmove(d->digit + 1, d->digit, d->count * sizeof *d->digit);
  d->count++;
  d->digit[0] = (digit){1, d->digit[1].extent * d->digit[1].stride, 0, dim};
  return true;
}

/* Each host dim once, the stick dim twice: outer dims of extent 1 for those that are missing. */
static bool complete_dims(digits *d) {
  int64_t stick = d->count ? d->digit[d->count - 1].dim : -1;
  if (stick < 0) return false;
  for (uint32_t h = d->to.rank + 1; h-- > 0;) {
    int64_t dim = h == 0 ? stick : (int64_t)h - 1;
    uint32_t times = 0, due = dim == stick ? 2 : 1;
    for (uint32_t i = 0; i < d->count; i++) times += d->digit[i].dim == dim;
    if (times > due || (h && dim == stick)) {
      if (times > due) return false;
      continue;
    }
    if (times < due && (times + 1 < due || !insert_unit(d, dim))) return false;
  }
  return true;
}

static tta_status write_digits(const digits *d, const tta_tiled *input, tta_tiled *layout) {
  int64_t *lists = tta_arena_array(d->arena, (size_t)d->count * 3 + 1, sizeof *lists);
  if (!lists) return TTA_NO_MEMORY;
  *layout = *input;
  layout->stride_map = layout->host_strides = layout->valid_elements = (tta_shape){0, NULL};
  layout->device_size = (tta_shape){d->count, lists};
  layout->device_strides = (tta_shape){d->count, lists + d->count};
  layout->dim_map = (tta_shape){d->count, lists + 2 * (size_t)d->count};
  layout->host_size = d->to;
  for (uint32_t i = 0; i < d->count; i++) {
    lists[i] = d->digit[i].extent;
    lists[d->count + i] = d->digit[i].stride;
    lists[2 * d->count + i] = d->digit[i].dim;
  }
  return TTA_OK;
}

/* The view by dim_map. @param found false: there is none */
static tta_status by_digits(const tta_tiled_run *op, const tta_tiled *input, const tta_tiled_map *map, tta_shape size,
                            tta_tiled *layout, bool *found) {
  tta_tiled_diagnostics errors;
  size_t rank = (size_t)input->host_size.rank + size.rank + 1;
  digits d = {.arena = op->arena, .map = map, .from = input->host_size, .to = size};
  int64_t *lists = tta_arena_array(op->arena, 4 * rank, sizeof *lists);
  d.capacity = map->rank + 2 * (uint32_t)rank;
  d.digit = tta_arena_array(op->arena, d.capacity, sizeof *d.digit);
  if (!lists || !d.digit) return TTA_NO_MEMORY;
  d.from_group = lists;
  d.to_group = lists + rank;
  d.from_weight = lists + 2 * rank;
  d.to_weight = lists + 3 * rank;
  *found = !map->folded && !map->irregular && input->num_stick_dims == 1 && input->format == TTA_TILED_DENSE &&
           map->rank && map->host_dim[map->rank - 1] >= 0;
  for (uint32_t h = 0; h < size.rank; h++) *found = *found && size.extent[h] > 0;
  *found = *found && find_groups(&d);
  for (uint32_t i = 0; i < map->rank && *found; i++) *found = map_dim(&d, i);
  if (*found) join(&d);
  *found = *found && d.digit[d.count - 1].extent == map->elems_per_stick && complete_dims(&d);
  if (!*found) return TTA_OK;
  tta_status status = write_digits(&d, input, layout);
  if (!status) status = tta_tiled_verify(layout, op->arena, &errors);
  *found = !status && !tta_tiled_first_error(&errors);
  return status;
}

/* ---- the rule ---- */

static tta_status finish_view(const tta_tiled_run *op, const tta_tiled *input, const tta_tiled *layout) {
  tta_tiled_map map;
  op->outcome->layout = *layout;
  tta_status status = tta_tiled_complete(&op->outcome->layout, op->arena);
  if (!status) status = tta_tiled_map_of(&op->outcome->layout, op->arena, &map);
  if (status != TTA_INVALID) return status;
  return reject_view(op, input->host_size, layout->host_size, "the element arrangement is not defined for it");
}

tta_status tta_tiled_view(const tta_tiled *input, tta_shape size, tta_tiled_convention convention, tta_arena *arena,
                          tta_tiled_outcome *outcome) {
  tta_tiled_run op = tta_tiled_begin(arena, outcome, convention);
  tta_tiled_map map;
  tta_tiled layout;
  tta_shape result;
  bool found = false;
  tta_status status = tta_tiled_map_of(input, arena, &map); /* its arrangement is defined */
  if (!status) status = tta_tiled_plain_map_of(input, arena, &map);
  if (!status) status = view_size(&op, input, size, &result);
  if (status || outcome->obstacle) return status;
  if (tta_shape_equal(result, input->host_size)) return finish_view(&op, input, input);
  if (!is_contiguous(input)) return reject_view(&op, input->host_size, result, "the host strides are not contiguous");
  status = by_digits(&op, input, &map, result, &layout, &found);
  if (status) return status;
  if (found) return finish_view(&op, input, &layout);
  if (convention != TTA_TILED_2026)
    return reject_view(&op, input->host_size, result, "no dim_map of the new shape has the elements where they are");
  status = with_host(&op, input, &map, result, &layout);
  return status || outcome->obstacle ? status : finish_view(&op, input, &layout);
}
