/* Positions: the digits of a layout, the position of an element, what is at a position, and whether two layouts put
 * every element at the same position. */
#include "base/checked.h"
#include "tiled/parts.h"

/* ---- digits ---- */

static tta_status digits_of_dim_map(const tta_tiled *layout, tta_arena *arena, int64_t *host_dim, int64_t *weight) {
  uint32_t rank = layout->device_size.rank;
  int64_t dims = 0;
  for (uint32_t i = 0; i < rank; i++) {
    if (layout->dim_map.extent[i] >= dims) dims = layout->dim_map.extent[i] + 1;
  }
  int64_t *running = tta_arena_array(arena, (size_t)dims + 1, sizeof *running);
  if (!running) return TTA_NO_MEMORY;
  for (int64_t h = 0; h < dims; h++) running[h] = 1;
  for (uint32_t i = rank; i-- > 0;) {
    int64_t extent = layout->device_size.extent[i], dim = layout->dim_map.extent[i];
    bool is_void = tta_tiled_is_void(layout, i);
    host_dim[i] = is_void ? -1 : dim;
    weight[i] = is_void ? 0 : running[dim];
    if (!is_void && !tta_mul(running[dim], extent > 1 ? extent : 1, &running[dim])) return TTA_OVERFLOW;
  }
  return TTA_OK;
}

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
static tta_status digits_of_stride_map(const tta_tiled *layout, tta_arena *arena, int64_t *host_dim, int64_t *weight,
                                       uint32_t *stuck) {
  uint32_t rank = layout->device_size.rank;
  resolution r = {.layout = layout, .host_dim = host_dim, .weight = weight};
  if (rank > TTA_TILED_MAX_STRIDE_MAP_RANK || layout->host_size.rank > TTA_TILED_MAX_STRIDE_MAP_RANK) return TTA_LIMIT;
  r.running = tta_arena_array(arena, (size_t)layout->host_size.rank + 1, sizeof *r.running);
  if (!r.running) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < layout->host_size.rank; h++) r.running[h] = 1;
  for (uint32_t i = 0; i < rank; i++) {
    /* The stride of a dim of extent 1 is ignored, except the stick's, which determines the stick dim. */
    bool counts = (layout->device_size.extent[i] > 1 || i + 1 == rank) && layout->stride_map.extent[i] >= 0;
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

tta_status tta_tiled_digits(const tta_tiled *layout, tta_arena *arena, int64_t *host_dim, int64_t *weight,
                            uint32_t *stuck) {
  if (layout->dim_map.rank) return digits_of_dim_map(layout, arena, host_dim, weight);
  return digits_of_stride_map(layout, arena, host_dim, weight, stuck);
}

/* ---- the map ---- */

tta_status tta_tiled_map_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map) {
  tta_tiled_diagnostics findings;
  uint32_t stuck;
  tta_status status = tta_tiled_verify(layout, arena, &findings);
  if (status) return status;
  if (tta_tiled_first_error(&findings) || !layout->has_host) return TTA_INVALID;
  tta_tiled whole = *layout;
  status = tta_tiled_complete(&whole, arena);
  if (status) return status;
  uint32_t rank = whole.device_size.rank;
  int64_t *host_dim = tta_arena_array(arena, rank, sizeof *host_dim),
          *weight = tta_arena_array(arena, rank, sizeof *weight);
  int64_t *host_strides = tta_arena_array(arena, rank, sizeof *host_strides);
  if (!host_dim || !weight || !host_strides) return TTA_NO_MEMORY;
  status = tta_tiled_digits(&whole, arena, host_dim, weight, &stuck);
  if (status) return status;
  for (uint32_t i = 0; i < rank; i++) {
    host_strides[i] = -1;
    if (host_dim[i] >= 0 && !tta_mul(whole.host_strides.extent[host_dim[i]], weight[i], &host_strides[i])) {
      return TTA_OVERFLOW;
    }
  }
  *map = (tta_tiled_map){.rank = rank,
                         .ranges = whole.device_size.extent,
                         .host_strides = host_strides,
                         .device_strides = whole.device_strides.extent,
                         .host_dim = host_dim,
                         .weight = weight,
                         .host_size = whole.host_size,
                         .tensor_strides = whole.host_strides.extent};
  return tta_tiled_elems_per_stick(&whole, &map->elems_per_stick);
}

tta_status tta_tiled_stick_of(const tta_tiled *layout, tta_arena *arena, int64_t *stick) {
  tta_tiled_map map;
  uint32_t rank = layout->device_size.rank;
  if (layout->dim_map.rank) {
    *stick = layout->dim_map.extent[rank - 1];
    return TTA_OK;
  }
  tta_status status = tta_tiled_map_of(layout, arena, &map);
  if (!status) *stick = map.host_dim[map.rank - 1];
  return status;
}

/* ---- from stride_map to dim_map ---- */

/* Assigns host dims to the device dims without one: `due` is how many more times each host dim must occur. */
static bool fill_dim_map(const tta_tiled_map *map, bool sparse, int64_t *due, int64_t *dim_map) {
  int64_t next = 0;
  for (uint32_t i = 0; i < map->rank; i++) {
    if (map->host_dim[i] >= 0 && due[map->host_dim[i]]-- <= 0) return false;
  }
  for (uint32_t i = 0; i < map->rank; i++) {
    dim_map[i] = map->host_dim[i];
    if (dim_map[i] >= 0) continue;
    while (next < map->host_size.rank && !due[next]) next++;
    bool stick_slot = sparse && i + 1 == map->rank;
    if (!stick_slot && next < map->host_size.rank) {
      dim_map[i] = next;
      due[next]--;
    } else if (!sparse) {
      return false;
    }
  }
  while (next < map->host_size.rank && !due[next]) next++;
  return next == map->host_size.rank;
}

tta_status tta_tiled_to_dim_map(const tta_tiled *layout, tta_arena *arena, tta_tiled *result) {
  tta_tiled_map map, again;
  tta_status status = tta_tiled_map_of(layout, arena, &map);
  *result = *layout;
  if (status || layout->dim_map.rank) return status;
  int64_t *dim_map = tta_arena_array(arena, map.rank, sizeof *dim_map);
  int64_t *due = tta_arena_array(arena, (size_t)map.host_size.rank + 1, sizeof *due);
  if (!dim_map || !due) return TTA_NO_MEMORY;
  for (uint32_t h = 0; h < map.host_size.rank; h++) due[h] = 1;
  for (uint32_t i = map.rank - (uint32_t)layout->num_stick_dims; i < map.rank; i++) {
    if (map.host_dim[i] >= 0) due[map.host_dim[i]] = 2;
  }
  if (!fill_dim_map(&map, layout->format != TTA_TILED_DENSE, due, dim_map)) return TTA_INVALID;
  result->dim_map = (tta_shape){map.rank, dim_map};
  result->stride_map = (tta_shape){0, NULL};
  status = tta_tiled_map_of(result, arena, &again);
  for (uint32_t i = 0; !status && i < map.rank; i++) {
    if (map.ranges[i] > 1 && map.weight[i] != again.weight[i]) status = TTA_INVALID;
  }
  return status;
}

/* ---- one element ---- */

tta_status tta_tiled_position(const tta_tiled_map *map, const int64_t *index, int64_t *digits, int64_t *position) {
  for (uint32_t h = 0; h < map->host_size.rank; h++) {
    if (index[h] < 0 || index[h] >= map->host_size.extent[h]) return TTA_INVALID;
  }
  *position = 0;
  for (uint32_t i = 0; i < map->rank; i++) {
    int64_t digit = map->host_dim[i] < 0 ? 0 : index[map->host_dim[i]] / map->weight[i] % map->ranges[i];
    if (digits) digits[i] = digit;
    *position += digit * map->device_strides[i]; /* within the footprint, which SIZE_LIMIT keeps in int64 */
  }
  return TTA_OK;
}

static bool is_outside(const tta_tiled_map *map, int64_t position) {
  int64_t last = 0;
  for (uint32_t i = 0; i < map->rank; i++) {
    if (map->ranges[i] == 0) return true;
    last += (map->ranges[i] - 1) * map->device_strides[i];
  }
  return position < 0 || position > last;
}

tta_tiled_place tta_tiled_element_at(const tta_tiled_map *map, int64_t position, int64_t *index) {
  bool padding = false;
  if (is_outside(map, position)) return TTA_TILED_AT_OUTSIDE;
  if (map->host_size.rank) memset(index, 0, map->host_size.rank * sizeof *index);
  /* Each stride is at least what all inner dims span (STRIDE_ORDER, STRIDE_OVERLAP), so division yields the digits,
   * outermost first. */
  for (uint32_t i = 0; i < map->rank; i++) {
    if (map->ranges[i] == 1) continue;
    int64_t digit = position / map->device_strides[i];
    if (digit >= map->ranges[i]) return TTA_TILED_AT_GAP;
    position -= digit * map->device_strides[i];
    if (map->host_dim[i] < 0)
      padding |= digit != 0;
    else
      index[map->host_dim[i]] += digit * map->weight[i];
  }
  if (position) return TTA_TILED_AT_GAP;
  for (uint32_t h = 0; h < map->host_size.rank; h++) padding |= index[h] >= map->host_size.extent[h];
  return padding ? TTA_TILED_AT_PADDING : TTA_TILED_AT_ELEMENT;
}

/* ---- digits by host dim ---- */

tta_status tta_tiled_list_digits(const tta_tiled_map *map, tta_arena *arena, tta_tiled_digit_lists *lists) {
  uint32_t host_rank = map->host_size.rank;
  uint32_t *start = tta_arena_array(arena, (size_t)host_rank + 1, sizeof *start);
  uint32_t *end = tta_arena_array(arena, (size_t)host_rank + 1, sizeof *end);
  uint32_t *dim = tta_arena_array(arena, (size_t)map->rank + 1, sizeof *dim);
  if (!start || !end || !dim) return TTA_NO_MEMORY;
  memset(start, 0, ((size_t)host_rank + 1) * sizeof *start);
  for (uint32_t i = 0; i < map->rank; i++) {
    if (map->host_dim[i] >= 0 && map->ranges[i] > 1) start[map->host_dim[i] + 1]++;
  }
  for (uint32_t h = 0; h < host_rank; h++) start[h + 1] += start[h];
  memcpy(end, start, ((size_t)host_rank + 1) * sizeof *end);
  /* By insertion in falling weight: lists of dim_maps come sorted, those of stride_maps are short
   * (TTA_TILED_MAX_STRIDE_MAP_RANK). */
  for (uint32_t i = 0; i < map->rank; i++) {
    if (map->host_dim[i] < 0 || map->ranges[i] <= 1) continue;
    int64_t h = map->host_dim[i];
    uint32_t at = end[h]++;
    for (; at > start[h] && map->weight[dim[at - 1]] < map->weight[i]; at--) dim[at] = dim[at - 1];
    dim[at] = i;
  }
  lists->start = start;
  lists->dim = dim;
  return TTA_OK;
}

/* ---- two layouts ---- */

/* The part of the position that host dim h contributes at index x. */
static int64_t contribution(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, uint32_t h, int64_t x) {
  int64_t sum = 0;
  for (uint32_t at = lists->start[h]; at < lists->start[h + 1]; at++) {
    uint32_t i = lists->dim[at];
    sum += x / map->weight[i] % map->ranges[i] * map->device_strides[i];
  }
  return sum;
}

/* The positions are sums over host dims, so they are equal if each dim's contribution is. A contribution is
 * linear between the weights of its digits, so two of them are equal if they are equal at all weights of both.
 * Returns the smallest weight at which they differ, or 0. */
static int64_t first_difference(const tta_tiled_map *a, const tta_tiled_digit_lists *in_a, const tta_tiled_map *b,
                                const tta_tiled_digit_lists *in_b, uint32_t h) {
  int64_t first = 0, extent = a->host_size.extent[h];
  for (int side = 0; side < 2; side++) {
    const tta_tiled_map *map = side ? b : a;
    const tta_tiled_digit_lists *lists = side ? in_b : in_a;
    for (uint32_t at = lists->start[h]; at < lists->start[h + 1]; at++) {
      int64_t x = map->weight[lists->dim[at]];
      if (x >= extent || (first && x >= first)) continue;
      if (contribution(a, in_a, h, x) != contribution(b, in_b, h, x)) first = x;
    }
  }
  return first;
}

static tta_status find_witness(const tta_tiled_map *a, const tta_tiled_map *b, tta_arena *arena, tta_tiled_move *move) {
  tta_tiled_digit_lists in_a, in_b;
  tta_status status = tta_tiled_list_digits(a, arena, &in_a);
  if (!status) status = tta_tiled_list_digits(b, arena, &in_b);
  if (status || !move->elements) return status;
  for (uint32_t h = 0; h < a->host_size.rank && !move->moves; h++) {
    int64_t x = first_difference(a, &in_a, b, &in_b, h);
    if (!x) continue;
    int64_t *index = tta_arena_array(arena, a->host_size.rank, sizeof *index);
    if (!index) return TTA_NO_MEMORY;
    memset(index, 0, a->host_size.rank * sizeof *index);
    index[h] = x;
    move->moves = true;
    move->witness = index;
    move->witness_from = contribution(a, &in_a, h, x);
    move->witness_to = contribution(b, &in_b, h, x);
  }
  return TTA_OK;
}

/* P4: same host size and element type; an empty reason if so. */
static tta_status check_pair(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_str *reason) {
  bool sizes = from->host_size.rank == to->host_size.rank;
  *reason = (tta_str){NULL, 0};
  for (uint32_t h = 0; sizes && h < from->host_size.rank; h++) {
    sizes = from->host_size.extent[h] == to->host_size.extent[h];
  }
  if (!sizes) {
    tta_str a = tta_tiled_list_text(arena, from->host_size), b = tta_tiled_list_text(arena, to->host_size);
    if (!a.data || !b.data) return TTA_NO_MEMORY;
    *reason = tta_tiled_text(arena, "host sizes differ: %s and %s", a.data, b.data);
    return reason->data ? TTA_OK : TTA_NO_MEMORY;
  }
  tta_str a = from->device_dtype.size ? from->device_dtype : from->element.name;
  tta_str b = to->device_dtype.size ? to->device_dtype : to->element.name;
  if (tta_str_equal(a, b) && from->element.bits == to->element.bits &&
      tta_tiled_stick_bytes(from->stick_bytes) == tta_tiled_stick_bytes(to->stick_bytes)) {
    return TTA_OK;
  }
  *reason = tta_tiled_text(arena, "element types differ: '%.*s' and '%.*s'", (int)a.size, a.size ? a.data : "",
                           (int)b.size, b.size ? b.data : "");
  return reason->data ? TTA_OK : TTA_NO_MEMORY;
}

tta_status tta_tiled_compare(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_tiled_move *move) {
  tta_tiled_map a, b;
  tta_tiled_sizes size_a, size_b;
  *move = (tta_tiled_move){.feasible = false};
  tta_status status = tta_tiled_map_of(from, arena, &a);
  if (!status) status = tta_tiled_map_of(to, arena, &b);
  if (!status) status = check_pair(from, to, arena, &move->reason);
  if (status || move->reason.data) return status;
  move->feasible = true;
  status = tta_tiled_sizes_of(from, arena, &size_a);
  if (!status) status = tta_tiled_sizes_of(to, arena, &size_b);
  if (!status) status = tta_tiled_stick_of(from, arena, &move->from_stick);
  if (!status) status = tta_tiled_stick_of(to, arena, &move->to_stick);
  if (status) return status;
  move->allocation_changes = size_a.footprint_elements != size_b.footprint_elements;
  move->format_changes = from->format != to->format;
  move->elements = size_a.host_elements;
  status = find_witness(&a, &b, arena, move);
  if (!move->moves) move->elements = 0;
  /* The width of an element is its share of the stick; with a device_dtype it may differ from that of the type. */
  int64_t bits;
  if (!tta_mul(tta_tiled_stick_bytes(from->stick_bytes), 8, &bits)) return TTA_OVERFLOW;
  bits /= a.elems_per_stick;
  if (!status && (bits > UINT32_MAX || !tta_tiled_bytes(move->elements, (uint32_t)bits, &move->bytes)))
    status = TTA_OVERFLOW;
  return status;
}
