/* Positions: the digits of a layout, the position of an element, what is at a position, and whether two layouts put
 * every element at the same position. */
#include "base/checked.h"
#include "base/format.h"
#include "tiled/parts.h"

/* ---- the map ---- */

tta_status tta_tiled_plain_map_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map) {
  tta_tiled_diagnostics findings;
  tta_tiled_digits digits;
  uint32_t stuck;
  tta_status status = tta_tiled_verify(layout, arena, &findings);
  if (status) return status;
  if (tta_tiled_first_error(&findings) || !layout->has_host) return TTA_INVALID;
  tta_tiled whole = *layout;
  status = tta_tiled_complete(&whole, arena);
  if (status) return status;
  uint32_t rank = whole.device_size.rank;
  int64_t *host_strides = tta_arena_array(arena, rank, sizeof *host_strides);
  if (!host_strides) return TTA_NO_MEMORY;
  status = tta_tiled_find_digits(&whole, arena, &digits, &stuck);
  if (status) return status;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t h = digits.host_dim[i];
    host_strides[i] = h < 0 && !whole.dim_map.rank && whole.stride_map.extent[i] == 0 ? 0 : -1;
    if (h >= 0 && !tta_mul(digits.host_strides.extent[h], digits.weight[i], &host_strides[i])) return TTA_OVERFLOW;
  }
  *map = (tta_tiled_map){.rank = rank,
                         .ranges = whole.device_size.extent,
                         .host_strides = host_strides,
                         .device_strides = whole.device_strides.extent,
                         .host_dim = digits.host_dim,
                         .weight = digits.weight,
                         .modulus = digits.modulus,
                         .host_size = digits.host_size,
                         .tensor_strides = digits.host_strides.extent,
                         .folded = digits.folded,
                         .host_offset = whole.host_offset,
                         .pad = whole.pad};
  tta_str problem;
  if (whole.host_offset)
    status = tta_tiled_find_offset(&whole, &digits, arena, &map->device_offset, &problem);
  if (status) return status;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t weight = digits.weight[i];
    map->irregular |= weight > 0 && digits.modulus[i] % weight != 0;
  }
  return tta_tiled_elems_per_stick(&whole, &map->elems_per_stick);
}

tta_status tta_tiled_map_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map) {
  tta_str reason;
  tta_status status = tta_tiled_plain_map_of(layout, arena, map);
  return status ? status : tta_tiled_arrange(layout, arena, map, &reason);
}

tta_status tta_tiled_stick_of(const tta_tiled *layout, tta_arena *arena, int64_t *stick) {
  tta_tiled_map map;
  uint32_t rank = layout->device_size.rank;
  if (layout->dim_map.rank) {
    *stick = layout->dim_map.extent[rank - 1];
    return TTA_OK;
  }
  tta_status status = tta_tiled_plain_map_of(layout, arena, &map);
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
  tta_status status = tta_tiled_plain_map_of(layout, arena, &map);
  *result = *layout;
  if (status || layout->dim_map.rank) return status;
  if (map.folded) return TTA_INVALID;
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
  status = tta_tiled_plain_map_of(result, arena, &again);
  for (uint32_t i = 0; !status && i < map.rank; i++) {
    if (map.ranges[i] > 1 && map.weight[i] != again.weight[i]) status = TTA_INVALID;
    if (map.host_dim[i] < 0 && map.host_strides[i] == 0) status = TTA_INVALID; /* repeated elements */
  }
  return status;
}

/* ---- one element ---- */

int64_t tta_tiled_copies(const tta_tiled_map *map) {
  int64_t copies = 1; /* at most the elements of the device, which SIZE_LIMIT keeps in int64 */
  for (uint32_t i = 0; i < map->rank; i++)
    if (map->host_dim[i] < 0 && map->host_strides[i] == 0) copies *= map->ranges[i];
  return copies;
}

int64_t tta_tiled_coarser(const tta_tiled_map *map, uint32_t i, int64_t below) {
  int64_t greatest = 0;
  for (uint32_t j = 0; j < map->rank; j++) {
    if (map->host_dim[j] != map->host_dim[i] || !tta_tiled_varies(map, j) || map->weight[j] <= map->weight[i]) continue;
    if (map->weight[j] > greatest && (!below || map->weight[j] < below)) greatest = map->weight[j];
  }
  return greatest;
}

static int64_t digit_of(const tta_tiled_map *map, uint32_t i, int64_t x) {
  if (map->irregular && tta_tiled_varies(map, i)) {
    for (int64_t w = tta_tiled_coarser(map, i, 0); w; w = tta_tiled_coarser(map, i, w)) x %= w;
    return x / map->weight[i];
  }
  return (map->modulus[i] ? x % map->modulus[i] : x) / map->weight[i];
}

tta_status tta_tiled_position(const tta_tiled_map *map, const int64_t *index, int64_t *digits, int64_t *position) {
  for (uint32_t h = 0; h < map->host_size.rank; h++) {
    if (index[h] < 0 || index[h] >= map->host_size.extent[h]) return TTA_INVALID;
  }
  *position = map->device_offset;
  for (uint32_t i = 0; i < map->rank; i++) {
    int64_t digit = map->host_dim[i] < 0 ? 0 : digit_of(map, i, index[map->host_dim[i]]);
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

/* The digits of a position, outermost first: each stride is at least what all inner dims span (STRIDE_ORDER,
 * STRIDE_OVERLAP). Returns false in a gap between the strides. */
static bool next_digit(const tta_tiled_map *map, uint32_t i, int64_t *position, int64_t *digit) {
  *digit = map->ranges[i] == 1 ? 0 : *position / map->device_strides[i];
  if (*digit >= map->ranges[i]) return false;
  *position -= *digit * map->device_strides[i];
  return true;
}

tta_tiled_place tta_tiled_element_at(const tta_tiled_map *map, int64_t position, int64_t *index) {
  bool padding = false;
  position -= map->device_offset;
  int64_t rest = position, digit;
  if (is_outside(map, position)) return TTA_TILED_AT_OUTSIDE;
  if (map->host_size.rank) memset(index, 0, map->host_size.rank * sizeof *index);
  for (uint32_t i = 0; i < map->rank; i++) {
    if (!next_digit(map, i, &rest, &digit)) return TTA_TILED_AT_GAP;
    if (map->host_dim[i] >= 0) index[map->host_dim[i]] += digit * map->weight[i];
    else padding |= digit != 0 && map->host_strides[i] < 0;
  }
  if (rest) return TTA_TILED_AT_GAP;
  for (uint32_t h = 0; h < map->host_size.rank; h++) padding |= index[h] >= map->host_size.extent[h];
  /* A digit may have fewer values than its dim has slots; the others are padding. */
  for (uint32_t i = 0; i < map->rank && !padding; i++) {
    (void)next_digit(map, i, &position, &digit);
    if (map->host_dim[i] >= 0) padding = digit != digit_of(map, i, index[map->host_dim[i]]);
  }
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
    if (tta_tiled_varies(map, i)) start[map->host_dim[i] + 1]++;
  }
  for (uint32_t h = 0; h < host_rank; h++) start[h + 1] += start[h];
  memcpy(end, start, ((size_t)host_rank + 1) * sizeof *end);
  /* By insertion in falling weight: lists of dim_maps come sorted, those of stride_maps are short
   * (TTA_TILED_MAX_STRIDE_MAP_RANK). */
  for (uint32_t i = 0; i < map->rank; i++) {
    if (!tta_tiled_varies(map, i)) continue;
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
    sum += digit_of(map, i, x) * map->device_strides[i];
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

/* Whether each weight is a multiple of the next finer one. */
static bool is_radix(const tta_tiled_map *map, const tta_tiled_digit_lists *lists, uint32_t h) {
  for (uint32_t at = lists->start[h]; at + 1 < lists->start[h + 1]; at++)
    if (map->weight[lists->dim[at]] % map->weight[lists->dim[at + 1]]) return false;
  return true;
}

/* Without such weights every index is compared. */
static tta_status first_difference_of_all(const tta_tiled_map *a, const tta_tiled_digit_lists *in_a,
                                          const tta_tiled_map *b, const tta_tiled_digit_lists *in_b, uint32_t h,
                                          int64_t *first) {
  int64_t extent = a->host_size.extent[h];
  if (extent > TTA_TILED_MAX_COMPARED) return TTA_LIMIT;
  *first = 0;
  for (int64_t x = 1; x < extent && !*first; x++)
    if (contribution(a, in_a, h, x) != contribution(b, in_b, h, x)) *first = x;
  return TTA_OK;
}

static tta_status find_witness(const tta_tiled_map *a, const tta_tiled_map *b, tta_arena *arena, tta_tiled_move *move) {
  tta_tiled_digit_lists in_a, in_b;
  tta_status status = tta_tiled_list_digits(a, arena, &in_a);
  if (!status) status = tta_tiled_list_digits(b, arena, &in_b);
  if (status || !move->elements) return status;
  /* Folded host dims: positions are sums over the dims of one map only. */
  if (!tta_shape_equal(a->host_size, b->host_size)) return TTA_LIMIT;
  if (a->device_offset != b->device_offset) {
    int64_t *first = tta_arena_array(arena, (size_t)a->host_size.rank + 1, sizeof *first);
    if (!first) return TTA_NO_MEMORY;
    memset(first, 0, ((size_t)a->host_size.rank + 1) * sizeof *first);
    move->moves = true;
    move->witness = first;
    move->witness_from = a->device_offset;
    move->witness_to = b->device_offset;
    return TTA_OK;
  }
  for (uint32_t h = 0; h < a->host_size.rank && !move->moves; h++) {
    int64_t x = first_difference(a, &in_a, b, &in_b, h);
    if (!x && (!is_radix(a, &in_a, h) || !is_radix(b, &in_b, h)))
      status = first_difference_of_all(a, &in_a, b, &in_b, h, &x);
    if (status) return status;
    if (!x) continue;
    int64_t *index = tta_arena_array(arena, a->host_size.rank, sizeof *index);
    if (!index) return TTA_NO_MEMORY;
    memset(index, 0, a->host_size.rank * sizeof *index);
    index[h] = x;
    move->moves = true;
    move->witness = index;
    move->witness_from = a->device_offset + contribution(a, &in_a, h, x);
    move->witness_to = b->device_offset + contribution(b, &in_b, h, x);
  }
  return TTA_OK;
}

/* P4: same host size and element type; an empty reason if so. */
static tta_status check_pair(const tta_tiled *from, const tta_tiled *to, tta_arena *arena, tta_str *reason) {
  *reason = (tta_str){NULL, 0};
  if (!tta_shape_equal(from->host_size, to->host_size)) {
    tta_str a = tta_tiled_list_text(arena, from->host_size), b = tta_tiled_list_text(arena, to->host_size);
    if (!a.data || !b.data) return TTA_NO_MEMORY;
    *reason = tta_tiled_text(arena, "host sizes differ: %s and %s", a.data, b.data);
    return reason->data ? TTA_OK : TTA_NO_MEMORY;
  }
  tta_str a = from->device_dtype.size ? from->device_dtype : from->element.name;
  tta_str b = to->device_dtype.size ? to->device_dtype : to->element.name;
  /* A format is also that of layouts that name only its element type. */
  if (!from->device_dtype.size && to->device_dtype.size && !tta_tiled_dtype_is_special(to)) b = to->element.name;
  if (!to->device_dtype.size && from->device_dtype.size && !tta_tiled_dtype_is_special(from)) a = from->element.name;
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
