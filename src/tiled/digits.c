/* digits.c: the digit of a host dim that each device dim holds. */
#include "base/checked.h"
#include "tiled/parts.h"

/* ---- dim_map ---- */

static tta_status digits_of_dim_map(const tta_tiled *layout, tta_arena *arena, const tta_tiled_digits *out) {
  uint32_t rank = layout->device_size.rank;
  int64_t dims = 0;
  for (uint32_t i = 0; i < rank; i++) {
    if (layout->dim_map.extent[i] >= dims) dims = layout->dim_map.extent[i] + 1;
  }
  int64_t *running = tta_arena_array(arena, (size_t)dims + 1, sizeof *running);
  uint32_t *inner = tta_arena_array(arena, (size_t)dims + 1, sizeof *inner); /* the last digit of each, or rank */
  if (!running || !inner) return TTA_NO_MEMORY;
  for (int64_t h = 0; h < dims; h++) {
    running[h] = 1;
    inner[h] = rank;
  }
  for (uint32_t i = rank; i-- > 0;) {
    int64_t extent = layout->device_size.extent[i], dim = layout->dim_map.extent[i];
    bool is_void = tta_tiled_is_void(layout, i);
    out->host_dim[i] = is_void ? -1 : dim;
    out->weight[i] = is_void ? 0 : running[dim];
    out->modulus[i] = out->weight[i];
    if (is_void || extent <= 1) continue;
    if (inner[dim] < rank) out->modulus[inner[dim]] = running[dim];
    inner[dim] = i;
    out->modulus[i] = 0;
    if (!tta_mul(running[dim], extent, &running[dim])) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

/* ---- stride_map, by exact weights ---- */

/* Matching of a stride_map: the device dims matched so far, and the next digit of each host dim. */
typedef struct resolution {
  const tta_tiled *layout;
  int64_t *host_dim, *weight; /* of each device dim; OPEN: not matched yet */
  int64_t *running;           /* of each host dim: the weight of its next digit */
  uint32_t open;
} resolution;
enum { OPEN = -2 };

/* Conditions of a match, from strict to loose; each is tried only when no dim matches by those before it. */
typedef enum strictness {
  WHOLE,     /* this digit completes the host dim, or another device dim continues it */
  SOME_LEFT, /* the host dim has indices without a digit */
  UNTOUCHED, /* it has none, and no digit yet: padding of a dim of extent 1 */
  ANY        /* it has none: padding */
} strictness;

static bool goes_on(const resolution *r, uint32_t i, int64_t stride) {
  int64_t beyond;
  if (!tta_mul(stride, r->layout->device_size.extent[i], &beyond)) return false;
  for (uint32_t j = 0; j < r->layout->device_size.rank; j++) {
    if (j != i && r->host_dim[j] == OPEN && r->layout->stride_map.extent[j] == beyond) return true;
  }
  return false;
}

/* Whether device dim i can be the next digit of host dim h. */
static bool explains(const resolution *r, uint32_t i, uint32_t h, strictness strict) {
  int64_t stride, left, extent = r->layout->host_size.extent[h];
  if (!tta_mul(r->running[h], r->layout->host_strides.extent[h], &stride)) return false;
  if (stride != r->layout->stride_map.extent[i]) return false;
  if (strict == ANY) return true;
  if (strict == UNTOUCHED) return r->running[h] == 1;
  if (r->running[h] >= extent) return false;
  if (strict == SOME_LEFT) return true;
  return tta_ceildiv(extent, r->running[h], &left) &&
         (r->layout->device_size.extent[i] >= left || goes_on(r, i, stride));
}

static bool attach(resolution *r, uint32_t i, uint32_t h) {
  r->host_dim[i] = h;
  r->weight[i] = r->running[h];
  r->open--;
  return tta_mul(r->running[h], r->layout->device_size.extent[i], &r->running[h]);
}

/* Matches device dims, innermost first, until a round matches none. false: overflow. */
static bool explain_all(resolution *r, strictness strict, bool *progress) {
  for (uint32_t before = r->open + 1; r->open && r->open < before;) {
    before = r->open;
    for (uint32_t i = r->layout->device_size.rank; i-- > 0;) {
      for (uint32_t h = 0; h < r->layout->host_size.rank && r->host_dim[i] == OPEN; h++) {
        if (!explains(r, i, h, strict)) continue;
        *progress = true;
        if (!attach(r, i, h)) return false;
      }
    }
  }
  return true;
}

/* [1000, 1] with its stick on dim 1: both 1000 and the 64 lanes have host stride 1. A stick is always padded, another
 * dim only explicitly, so if an outer dim and a host dim of extent 1 both have the stick's stride, the stick belongs
 * to that host dim. */
static bool settle_padded_stick(resolution *r) {
  const tta_tiled *layout = r->layout;
  uint32_t last = layout->device_size.rank - 1;
  bool rival = false;
  for (uint32_t i = 0; i < last; i++) {
    rival = rival || (r->host_dim[i] == OPEN && layout->stride_map.extent[i] == layout->stride_map.extent[last]);
  }
  for (uint32_t h = 0; rival && r->host_dim[last] == OPEN && h < layout->host_size.rank; h++) {
    if (layout->host_size.extent[h] != 1 || !explains(r, last, h, ANY)) continue;
    return attach(r, last, h);
  }
  return true;
}

/* Era 4 has no dim_map: a device dim with host stride m is the next digit of the host dim h with H[h] * weight(h) == m.
 * Matching continues while one more digit matches, so any tile order within a host dim is accepted. */
static tta_status match_weights(const tta_tiled *layout, tta_arena *arena, const tta_tiled_digits *out,
                                uint32_t *stuck) {
  uint32_t rank = layout->device_size.rank;
  int64_t *host_dim = out->host_dim, *weight = out->weight;
  resolution r = {.layout = layout, .host_dim = host_dim, .weight = weight};
  r.running = tta_arena_array(arena, (size_t)layout->host_size.rank + 1, sizeof *r.running);
  if (!r.running) return TTA_NO_MEMORY;
  bool expanded = false; /* a host dim has stride 0, so 0 is its stride; else it means repeated elements */
  for (uint32_t h = 0; h < layout->host_size.rank; h++) {
    r.running[h] = 1;
    expanded |= layout->host_size.extent[h] > 1 && layout->host_strides.extent[h] == 0;
  }
  for (uint32_t i = 0; i < rank; i++) {
    /* The stride of a dim of extent 1 is ignored, except the stick's, which determines the stick dim. */
    bool counts = (layout->device_size.extent[i] > 1 || i + 1 == rank) && layout->stride_map.extent[i] >= !expanded;
    host_dim[i] = counts ? OPEN : -1;
    weight[i] = 0;
    r.open += counts;
  }
  if (!settle_padded_stick(&r)) return TTA_OVERFLOW;
  for (int strict = WHOLE; strict <= ANY && r.open;) {
    bool progress = false;
    if (!explain_all(&r, (strictness)strict, &progress)) return TTA_OVERFLOW;
    strict = progress ? WHOLE : strict + 1;
  }
  if (host_dim[rank - 1] == OPEN && layout->device_size.extent[rank - 1] <= 1) {
    host_dim[rank - 1] = -1;
    r.open--;
  }
  for (*stuck = 0; r.open && host_dim[*stuck] != OPEN;) ++*stuck;
  return r.open ? TTA_INVALID : TTA_OK;
}

/* ---- stride_map, as torch-spyre reads it ---- */

/* The formulas are those of get_device_stride_infos (torch-spyre, 2026): a device dim belongs to the host dim with the
 * greatest stride that is not above its own; its weight is the quotient. The digits of a host dim need not be a number
 * of mixed radix: 4800 elements in [3, 2, 14, 64] with [120, 64, 360, 1] are 13 times 3 times (64 and 56), and a rest.
 */
typedef struct reading {
  const tta_tiled *layout;
  const tta_tiled_digits *out;
  uint32_t rank;
} reading;

static bool counts_at(const reading *r, uint32_t j) {
  return r->layout->device_size.extent[j] > 1 && r->layout->stride_map.extent[j] > 0;
}

/* The host dim with the greatest stride up to `stride`, or -1. */
static int64_t host_dim_of(const tta_tiled *layout, int64_t stride) {
  int64_t best = -1;
  for (uint32_t h = 0; h < layout->host_size.rank; h++) {
    int64_t own = layout->host_strides.extent[h];
    if (layout->host_size.extent[h] <= 1 || own <= 0 || own > stride) continue;
    if (best < 0 || own > layout->host_strides.extent[best]) best = h;
  }
  return best;
}

static bool assign_dims(const reading *r) {
  uint32_t last = r->rank - 1, count = r->rank > 2 ? r->rank - 3 : 0;
  for (uint32_t j = 0; j < r->rank; j++) {
    r->out->host_dim[j] = counts_at(r, j) ? host_dim_of(r->layout, r->layout->stride_map.extent[j]) : -1;
    r->out->weight[j] = 0;
    if (counts_at(r, j) && r->out->host_dim[j] < 0) return false;
  }
  /* The number of sticks belongs to the dim of the stick, also where it is padded. */
  if (r->out->host_dim[count] >= 0 && r->out->host_dim[last] >= 0) r->out->host_dim[count] = r->out->host_dim[last];
  return true;
}

/* Host dims without a device dim are folded into the next one, which they must be contiguous with. Leaves the other
 * dims in out->host_size and out->host_strides, and renames those in out->host_dim. */
static bool fold(const reading *r, int64_t *size, int64_t *strides, int64_t *name, tta_tiled_digits *out) {
  const tta_shape host = r->layout->host_size;
  const int64_t *stride = r->layout->host_strides.extent;
  uint32_t kept = 0;
  int64_t pending = 1, expected = 0; /* elements of the dims to fold, and the extent in steps of the last of them */
  out->folded = false;
  for (uint32_t h = 0; h < host.rank; h++) {
    bool used = false;
    for (uint32_t j = 0; j < r->rank; j++) used |= out->host_dim[j] == (int64_t)h;
    int64_t span;
    if (host.extent[h] < 1 || !tta_mul(host.extent[h], stride[h], &span)) return false;
    if (pending > 1 && host.extent[h] > 1 && expected != span) return false;
    name[h] = kept;
    if (!used && host.extent[h] > 1) {
      if (stride[h] == 0 || !tta_mul(pending, host.extent[h], &pending)) return false;
      expected = stride[h];
      out->folded = true;
      continue;
    }
    bool takes = host.extent[h] > 1;
    size[kept] = host.extent[h];
    strides[kept] = stride[h];
    if (takes && !tta_mul(pending, size[kept], &size[kept])) return false;
    if (takes) pending = 1;
    kept++;
  }
  if (pending > 1) return false;
  for (uint32_t j = 0; j < r->rank; j++)
    if (out->host_dim[j] >= 0) out->host_dim[j] = name[out->host_dim[j]];
  out->host_size = (tta_shape){kept, size};
  out->host_strides = (tta_shape){kept, strides};
  return true;
}

/* Modulus of each digit: the weight of the next coarser one. Of two digits of one weight the outer one varies. */
static void find_moduli(const tta_tiled *layout, const tta_tiled_digits *out) {
  const int64_t *size = layout->device_size.extent, *host_dim = out->host_dim, *weight = out->weight;
  for (uint32_t i = 0; i < layout->device_size.rank; i++) {
    int64_t modulus = host_dim[i] < 0 || size[i] <= 1 ? weight[i] : 0;
    for (uint32_t j = 0; host_dim[i] >= 0 && size[i] > 1 && j < layout->device_size.rank; j++) {
      if (j == i || host_dim[j] != host_dim[i] || size[j] <= 1 || weight[j] < weight[i]) continue;
      if (weight[j] == weight[i] && j > i) continue;
      if (!modulus || weight[j] < modulus) modulus = weight[j];
    }
    out->modulus[i] = modulus;
  }
}

/* Whether the digits represent each index of each host dim: values of a digit fit its device dim, and the finest digit
 * has weight 1. */
static bool is_complete(const tta_tiled *layout, const tta_tiled_digits *out) {
  for (uint32_t h = 0; h < out->host_size.rank; h++) {
    int64_t extent = out->host_size.extent[h];
    bool finest = extent <= 1;
    for (uint32_t i = 0; i < layout->device_size.rank; i++) {
      int64_t modulus = out->modulus[i], values;
      if (out->host_dim[i] != (int64_t)h || layout->device_size.extent[i] <= 1) continue;
      finest |= out->weight[i] == 1;
      if (out->weight[i] > extent || out->weight[i] < 1) return false; /* a reading needs at least one step */
      if (!tta_ceildiv(modulus && modulus < extent ? modulus : extent, out->weight[i], &values)) return false;
      if (values > layout->device_size.extent[i]) return false;
    }
    if (!finest) return false;
  }
  return true;
}

/* *read: whether torch-spyre's reading has a place for each element. */
static tta_status read_as_torch_spyre(const tta_tiled *layout, tta_arena *arena, tta_tiled_digits *out, bool *read) {
  uint32_t host_rank = layout->host_size.rank;
  reading r = {.layout = layout, .out = out, .rank = layout->device_size.rank};
  int64_t *lists[3]; /* folded size, folded strides, new names */
  *read = false;
  for (int i = 0; i < 3; i++) {
    lists[i] = tta_arena_array(arena, (size_t)host_rank + 1, sizeof *lists[i]);
    if (!lists[i]) return TTA_NO_MEMORY;
  }
  if (!assign_dims(&r) || !fold(&r, lists[0], lists[1], lists[2], out)) return TTA_OK;
  int64_t last = layout->stride_map.extent[r.rank - 1];
  for (uint32_t j = 0; j < r.rank; j++) {
    int64_t h = out->host_dim[j], stride = layout->stride_map.extent[j];
    if (h < 0) continue;
    if (stride % out->host_strides.extent[h]) return TTA_OK;
    if (h == out->host_dim[r.rank - 1] && stride < last) return TTA_OK; /* the last dim is the finest */
    out->weight[j] = stride / out->host_strides.extent[h];
  }
  find_moduli(layout, out);
  *read = is_complete(layout, out);
  return TTA_OK;
}

/* ---- either ---- */

static tta_status start_digits(tta_arena *arena, uint32_t rank, tta_tiled_digits *out) {
  out->host_dim = tta_arena_array(arena, rank, sizeof *out->host_dim);
  out->weight = tta_arena_array(arena, rank, sizeof *out->weight);
  out->modulus = tta_arena_array(arena, rank, sizeof *out->modulus);
  return out->host_dim && out->weight && out->modulus ? TTA_OK : TTA_NO_MEMORY;
}

tta_status tta_tiled_find_digits(const tta_tiled *layout, tta_arena *arena, tta_tiled_digits *out, uint32_t *stuck) {
  uint32_t rank = layout->device_size.rank;
  bool read;
  *out = (tta_tiled_digits){.host_size = layout->host_size, .host_strides = layout->host_strides};
  *stuck = 0;
  if (start_digits(arena, rank, out)) return TTA_NO_MEMORY;
  if (layout->dim_map.rank) return digits_of_dim_map(layout, arena, out);
  if (rank > TTA_TILED_MAX_STRIDE_MAP_RANK || layout->host_size.rank > TTA_TILED_MAX_STRIDE_MAP_RANK) return TTA_LIMIT;
  /* Exact weights first: they also distinguish host dims of extent 1 and layouts of other conventions. */
  tta_tiled_digits other = *out;
  if (start_digits(arena, rank, &other)) return TTA_NO_MEMORY;
  tta_status status = match_weights(layout, arena, out, stuck);
  if (!status) find_moduli(layout, out);
  if (status == TTA_NO_MEMORY || (!status && is_complete(layout, out))) return status;
  tta_status again = read_as_torch_spyre(layout, arena, &other, &read);
  if (again) return again;
  if (read) *out = other;
  return read ? TTA_OK : status;
}
