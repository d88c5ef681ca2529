/* tiled.c: `#tt.tiled_layout<..>` as a target: one memory in sticks, one digit for each host dim and two for the stick
 * dims. */

#include "base/checked.h"
#include "base/sort.h"
#include "convert/convert.h"
#include "tiled/tiled.h"

/** A device dim to be. */
typedef struct axis {
  int64_t host_dim, extent, stride;
} axis;

typedef struct candidate {
  uint32_t count;
  axis axes[2 * TTA_MAX_RANK];
  int64_t num_stick_dims;
  tta_tiled_format format;
} candidate;

static void add(candidate *k, int64_t host_dim, int64_t extent, int64_t stride) {
  k->axes[k->count++] = (axis){host_dim, extent, stride};
}

static uint32_t digits_of(const candidate *k, int64_t dim) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < k->count; i++) count += k->axes[i].host_dim == dim;
  return count;
}

static tta_status try_text(tta_converter *c, const tta_tiled *layout) {
  tta_buf text = tta_buf_new(c->arena->allocator);
  tta_tiled_type(&text, layout);
  return tta_confirm_and_free(c, TTA_OK, &text);
}

/* Extents up to the next stride: from a notation that has positions instead of gaps. */
static void fill_gaps(const tta_converter *c, candidate *k) {
  int64_t room = c->addresses.allocated;
  for (uint32_t i = 0; i < k->count && c->addresses.from->digits; i++) {
    axis *a = &k->axes[i];
    if (c->addresses.logical.extent[a->host_dim < 0 ? 0 : a->host_dim] > 1 && a->stride > 0 && room % a->stride == 0 &&
        room / a->stride > a->extent && a->host_dim >= 0 && digits_of(k, a->host_dim) == 1)
      a->extent = room / a->stride;
    if (a->extent > 1) room = a->stride;
  }
}

static tta_status try_candidate(tta_converter *c, const candidate *given, const tta_tiled_element *element) {
  candidate filled = *given;
  const candidate *k = &filled;
  fill_gaps(c, &filled);
  int64_t *sizes, *strides, *map;
  tta_tiled layout = {.num_stick_dims = k->num_stick_dims, .format = k->format, .element = *element, .has_host = true,
                      .host_size = c->addresses.logical};
  layout.device_size = tta_shape_new(c->arena, k->count, &sizes);
  layout.device_strides = tta_shape_new(c->arena, k->count, &strides);
  layout.dim_map = tta_shape_new(c->arena, k->count, &map);
  if (!sizes || !strides || !map) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < k->count; i++) {
    sizes[i] = k->axes[i].extent;
    strides[i] = k->axes[i].stride;
    map[i] = k->axes[i].host_dim;
  }
  if (c->addresses.pad.size) layout.pad = c->addresses.pad;
  return try_text(c, &layout);
}

/* ---- by strides ---- */

/* Where the element lies that is `step` along dim `dim`; 0 when the dim is not so long. */
static tta_status step_of(const tta_addresses *p, uint32_t dim, int64_t step, int64_t *stride) {
  int64_t index[TTA_MAX_RANK] = {0};
  *stride = 0;
  if (p->logical.extent[dim] <= step) return TTA_OK;
  index[dim] = step;
  return tta_addresses_value(p, p->position, index, stride);
}

/* Falling strides; dims of one step, whose stride has no effect, take that of the dim after them. */
static int by_falling_stride(const void *a, const void *b) {
  return tta_order(((const axis *)b)->stride, ((const axis *)a)->stride);
}

/* A stride for a dim of one step: what all dims after it take. @param from the first of them in size order */
static tta_status stride_of_unit(const candidate *k, int64_t stick, int64_t *stride) {
  *stride = stick;
  for (uint32_t i = 0; i < k->count; i++) {
    int64_t taken;
    if (!tta_mul(k->axes[i].extent, k->axes[i].stride, &taken)) return TTA_OVERFLOW;
    if (k->axes[i].extent > 1 && taken > *stride) *stride = taken;
  }
  return TTA_OK;
}

/* One digit for each dim, two for dim `stick` (rank: none, a sparse layout). */
static tta_status by_strides(const tta_addresses *p, uint32_t stick, int64_t lanes, candidate *k) {
  uint32_t rank = p->logical.rank;
  int64_t stride, unit;
  tta_status status = TTA_OK;
  *k = (candidate){.num_stick_dims = 1, .format = stick < rank ? TTA_TILED_DENSE : TTA_TILED_SPARSE};
  for (uint32_t h = 0; h < rank && !status; h++) {
    int64_t extent = p->logical.extent[h], sticks = h == stick ? (extent + lanes - 1) / lanes : extent;
    if (sticks > 1) {
      status = step_of(p, h, h == stick ? lanes : 1, &stride);
      add(k, h, sticks, stride);
    }
  }
  tta_sort(k->axes, NULL, k->count, sizeof *k->axes, by_falling_stride);
  if (!status) status = stride_of_unit(k, lanes, &unit);
  if (status) return status;
  candidate all = {.num_stick_dims = 1, .format = k->format};
  for (uint32_t h = 0; h < rank; h++) {
    int64_t extent = p->logical.extent[h], sticks = h == stick ? (extent + lanes - 1) / lanes : extent;
    if (sticks == 1) add(&all, h, 1, unit);
  }
  for (uint32_t i = 0; i < k->count; i++) all.axes[all.count++] = k->axes[i];
  add(&all, stick < rank ? (int64_t)stick : -1, lanes, 1);
  *k = all;
  return TTA_OK;
}

/* ---- by digits: several stick dims ---- */

/* The dim of `d`, `d floordiv c`, `.. mod m`, and how many values it takes; -1 for any other expression. */
static int64_t digit_dim(const tta_addresses *p, tta_expr e, int64_t *extent) {
  tta_expr_view v = tta_expr_get(p->pool, e);
  int64_t by = 1, modulus = 0;
  if (v.kind == TTA_EXPR_MOD) {
    if (!tta_expr_is_constant(p->pool, v.rhs, &modulus)) return -1;
    v = tta_expr_get(p->pool, v.lhs);
  }
  if (v.kind == TTA_EXPR_FLOORDIV) {
    if (!tta_expr_is_constant(p->pool, v.rhs, &by) || by < 1) return -1;
    v = tta_expr_get(p->pool, v.lhs);
  }
  if (v.kind != TTA_EXPR_DIM) return -1;
  *extent = modulus > 0 ? modulus : (p->logical.extent[v.value] - 1) / by + 1;
  return v.value;
}

/* One term of a result: a digit, or a digit times a constant.
 * @param extent of the whole result, 0 = that of the digit */
static bool add_digit(const tta_addresses *p, candidate *k, tta_expr e, int64_t extent, int64_t stride) {
  int64_t factor, own;
  tta_expr_view v = tta_expr_get(p->pool, e);
  if (tta_expr_is_constant(p->pool, e, &factor)) return factor == 0 && extent <= 1; /* moves nothing */
  if (v.kind == TTA_EXPR_MUL) {
    if (!tta_expr_is_constant(p->pool, v.rhs, &factor) || factor < 1 || !tta_mul(stride, factor, &stride)) return false;
    e = v.lhs;
    extent = 0;
  }
  int64_t dim = digit_dim(p, e, &own);
  if (dim < 0 || k->count == TTA_MAX_RANK) return false;
  k->num_stick_dims += digits_of(k, dim) == 1;
  add(k, dim, extent ? extent : own, stride);
  return true;
}

static void add_first(candidate *k, axis first) {
  memmove(k->axes + 1, k->axes, k->count++ * sizeof *k->axes);
  k->axes[0] = first;
}

/* The innermost dim: a multiple of a stick. A dim of one element takes one if no other dim has neighbours. */
static bool fill_sticks(const tta_addresses *p, candidate *k, int64_t lanes) {
  axis *last = k->count ? &k->axes[k->count - 1] : NULL;
  if (last && last->stride == 1) {
    if (digits_of(k, last->host_dim) == 1) last->extent += (lanes - last->extent % lanes) % lanes;
    return last->extent % lanes == 0;
  }
  for (uint32_t h = p->logical.rank; h-- > 0;) {
    if (p->logical.extent[h] != 1) continue;
    add(k, h, lanes, 1);
    return true;
  }
  return false;
}

/* Two digits of one dim at the end: its one stick is not a whole number of rows, so a dim of one element is the other
 * stick dim. */
static bool separate_last_digits(const tta_addresses *p, candidate *k) {
  axis last = k->axes[k->count - 1];
  if (k->axes[k->count - 2].host_dim != last.host_dim) return true;
  for (uint32_t h = p->logical.rank; h-- > 0;) {
    if (p->logical.extent[h] != 1 || h == last.host_dim) continue;
    k->axes[k->count - 1] = (axis){h, 1, last.extent};
    k->axes[k->count++] = last;
    return true;
  }
  return false;
}

/* A map may omit digits that are 0: `d0` for `d0 mod 64`, all of a dim of one element. The last num_stick_dims device
 * dims are the stick dims, which have two digits each; other dims have one.
 * @return false if the digits do not have this form */
static bool complete_digits(const tta_addresses *p, candidate *k, int64_t lanes) {
  uint32_t count = 0, sticks = 2;
  int64_t unit;
  for (uint32_t i = 0; i < k->count; i++)
    if (p->logical.extent[k->axes[i].host_dim] > 1) k->axes[count++] = k->axes[i];
  k->count = count;
  tta_sort(k->axes, NULL, k->count, sizeof *k->axes, by_falling_stride);
  if (!fill_sticks(p, k, lanes) || stride_of_unit(k, 1, &unit)) return false;
  for (uint32_t h = p->logical.rank; h-- > 0;)
    if (!digits_of(k, h)) add_first(k, (axis){h, 1, unit});
  for (uint32_t i = 0; i < k->count; i++) /* the first fine digit */
    for (uint32_t j = 0; j < i; j++)
      if (k->axes[j].host_dim == k->axes[i].host_dim && k->count - i > sticks) sticks = k->count - i;
  if (sticks > k->count || !separate_last_digits(p, k)) return false;
  for (uint32_t i = 0; i < sticks; i++) {
    int64_t dim = k->axes[k->count - 1 - i].host_dim;
    if (digits_of(k, dim) < 2) add_first(k, (axis){dim, 1, unit});
  }
  k->num_stick_dims = sticks;
  return true;
}

/* A sum is the digits that it adds, each with its own stride. @return whether the results are digits */
static bool by_digits(const tta_addresses *p, candidate *k) {
  bool summed = false;
  *k = (candidate){.format = TTA_TILED_DENSE};
  if (p->num_digits > TTA_MAX_RANK || p->offset) return false;
  for (uint32_t i = 0; i < p->num_digits; i++) {
    tta_expr e = p->digits[i];
    int64_t extent = p->extents[i];
    tta_expr_view v = tta_expr_get(p->pool, e);
    for (; v.kind == TTA_EXPR_ADD; v = tta_expr_get(p->pool, e)) {
      if (!add_digit(p, k, v.rhs, 0, p->strides[i])) return false;
      summed = true;
      extent = 0;
      e = v.lhs;
    }
    if (!add_digit(p, k, e, extent, p->strides[i])) return false;
  }
  if (summed) tta_sort(k->axes, NULL, k->count, sizeof *k->axes, by_falling_stride);
  return true;
}

/* ---- all ---- */

static bool may_go_on(tta_status status) { return status == TTA_INVALID; }

/* Only the last candidate's reason is told. */
static tta_status try_quietly(tta_converter *c, const candidate *k, const tta_tiled_element *element) {
  tta_buf *reason = c->reason;
  c->reason = NULL;
  tta_status status = try_candidate(c, k, element);
  c->reason = reason;
  return status;
}

static tta_status reject_candidates(tta_converter *c) {
  return tta_convert_reject(c, "a tiled_layout has one stride for each dim and two for the dim of its sticks, and no "
                            "choice of that dim puts every element where it is");
}

static tta_status write_memory(tta_converter *c, const tta_tiled_element *element, int64_t lanes) {
  const tta_addresses *p = &c->addresses;
  uint32_t rank = p->logical.rank;
  candidate k;
  int64_t stride = 0;
  tta_status status = TTA_INVALID;
  for (uint32_t s = rank; s-- > 0 && may_go_on(status);) { /* a dim whose elements are neighbours */
    if (p->logical.extent[s] < 2) continue;
    if ((status = step_of(p, s, 1, &stride))) return status;
    status = stride == 1 ? by_strides(p, s, lanes, &k) : TTA_INVALID;
    if (!status) status = try_quietly(c, &k, element);
  }
  if (may_go_on(status) && by_digits(p, &k)) {
    if (k.num_stick_dims > 1) status = try_quietly(c, &k, element);
    if (may_go_on(status) && complete_digits(p, &k, lanes)) status = try_quietly(c, &k, element);
  }
  for (uint32_t s = rank; s-- > 0 && may_go_on(status);) { /* sticks of one element, in a dim of extent 1 or in none */
    if (p->logical.extent[s] != 1) continue;
    status = by_strides(p, s, lanes, &k);
    if (!status) status = try_quietly(c, &k, element);
    break;
  }
  if (may_go_on(status)) {
    status = by_strides(p, rank, lanes, &k);
    if (!status) status = try_quietly(c, &k, element);
  }
  return may_go_on(status) ? reject_candidates(c) : status;
}

static tta_status lanes_of(tta_converter *c, tta_tiled_element *element, int64_t *lanes) {
  tta_str name = c->addresses.element;
  if (tta_tiled_element_find(name, element)) {
    tta_tiled probe = {.element = *element};
    tta_status status = tta_tiled_elems_per_stick(&probe, lanes);
    if (status != TTA_INVALID) return status;
  }
  return tta_convert_reject(c, "elements of type '%.*s' do not fill sticks of %d bytes",
                            TTA_STR_START(name), TTA_TILED_STICK_BYTES);
}

/* The layout as it is; that of a SpyreTensorLayout by dim_map, if there is one. */
static tta_status write_same(tta_converter *c, const tta_layout_ref *from) {
  tta_tiled by_dim_map;
  tta_buf *reason = c->reason;
  if (from->notation == TTA_NOTATION_SPYRE && !tta_tiled_to_dim_map(from->tiled, c->arena, &by_dim_map)) {
    c->reason = NULL;
    tta_status status = try_text(c, &by_dim_map);
    c->reason = reason;
    if (!may_go_on(status)) return status;
  }
  return try_text(c, from->tiled);
}

tta_status tta_write_tiled(tta_converter *c) {
  tta_tiled_element element;
  int64_t lanes;
  if (c->addresses.from->tiled) return write_same(c, c->addresses.from);
  tta_status status = tta_require_one_memory(c, "a tiled_layout");
  if (!status) status = lanes_of(c, &element, &lanes);
  if (!status) status = write_memory(c, &element, lanes);
  if (status == TTA_INVALID) tta_closest_affine(c);
  return status;
}
