/* The rules over a layout value, and their names (rules and order: reference tiled-layouts.md of the RFC "Tensors with
 * Device-Specific Layouts", and torch-spyre's checks). */
#include "base/checked.h"
#include "tiled/parts.h"

typedef struct verification {
  const tta_tiled *layout; /* with explicit strides, if they fit int64 */
  tta_arena *arena;
  tta_tiled_diagnostics *findings;
  int64_t host_rank; /* of the host, or the one that dim_map implies */
  int64_t elems;     /* elements per stick; 0 when ELEMENT_WIDTH fails */
  uint32_t rank;     /* of the device */
  bool by_dim_map;
  tta_status status; /* TTA_NO_MEMORY, TTA_LIMIT */
} verification;

const char *tta_tiled_rule_name(tta_tiled_rule rule) {
  switch (rule) {
    case TTA_TILED_LIST_LENGTHS:
    case TTA_TILED_EXTENTS:
      return "tiled-shape";
    case TTA_TILED_RANKS:
    case TTA_TILED_STICK_EXTENT:
    case TTA_TILED_ELEMENT_WIDTH:
      return "tiled-sticks";
    case TTA_TILED_DIM_MAP_RANGE:
    case TTA_TILED_DIM_MAP_DIGITS:
      return "tiled-dim-map";
    case TTA_TILED_STRIDE_ORDER:
    case TTA_TILED_STRIDE_OVERLAP:
    case TTA_TILED_STICK_ALIGNMENT:
    case TTA_TILED_HOST_STRIDES:
    case TTA_TILED_SIZE_LIMIT:
    case TTA_TILED_HOST_OFFSET:
      return "tiled-strides";
    case TTA_TILED_CAPACITY:
      return "tiled-capacity";
    case TTA_TILED_ORDER_PERMUTATION:
      return "tiled-order";
    case TTA_TILED_STRIDE_MAP_VALUES:
      return "tiled-stride-map";
    case TTA_TILED_TRIPLE_MISMATCH:
      return "tiled-triple";
    case TTA_TILED_EXTRA_PADDING:
    case TTA_TILED_EXTRA_STICKS:
      return "tiled-padding";
    case TTA_TILED_HOST_OVERLAP:
      return "tiled-host-overlap";
    case TTA_TILED_NUM_RULES:
      break;
  }
  return "";
}

tta_rule tta_tiled_report_rule(tta_tiled_rule rule) { return tta_rule_find(tta_str_from(tta_tiled_rule_name(rule))); }

const tta_tiled_diagnostic *tta_tiled_first_error(const tta_tiled_diagnostics *findings) {
  for (uint32_t i = 0; i < findings->count; i++) {
    if (!tta_tiled_rule_is_warning(findings->item[i].rule)) return &findings->item[i];
  }
  return NULL;
}

/* Reports and returns false, so that a check can end with it. `message` is from tta_tiled_text. */
static bool report(verification *j, tta_tiled_rule rule, tta_tiled_part part, uint32_t position, int64_t found,
                  int64_t expected, tta_str message) {
  if (!message.data) j->status = TTA_NO_MEMORY;
  j->findings->item[j->findings->count++] = (tta_tiled_diagnostic){rule, part, position, found, expected, message};
  return false;
}

#define TEXT(...) tta_tiled_text(j->arena, __VA_ARGS__)

/* ---- LIST_LENGTHS, EXTENTS: lists and extents ---- */

static bool check_length(verification *j, tta_shape list, tta_tiled_part part, const char *name) {
  if (!list.rank || list.rank == j->rank) return true;
  return report(j, TTA_TILED_LIST_LENGTHS, part, 0, list.rank, j->rank,
               TEXT("%s has %u entries, but device_size has %u", name, list.rank, j->rank));
}

static bool check_lengths(verification *j) {
  const tta_tiled *layout = j->layout;
  if (!j->rank) {
    return report(j, TTA_TILED_LIST_LENGTHS, TTA_TILED_PART_DEVICE_SIZE, 0, 0, 1,
                 TEXT("device_size must have at least one dim"));
  }
  if (!layout->dim_map.rank && !layout->stride_map.rank) {
    return report(j, TTA_TILED_LIST_LENGTHS, TTA_TILED_PART_DIM_MAP, 0, 0, j->rank,
                 TEXT("expected dim_map or stride_map for %u device dims",
                      j->rank));
  }
  return check_length(j, layout->device_strides, TTA_TILED_PART_DEVICE_STRIDES, "device_strides") &&
         check_length(j, layout->dim_map, TTA_TILED_PART_DIM_MAP, "dim_map") &&
         check_length(j, layout->stride_map, TTA_TILED_PART_STRIDE_MAP, "stride_map");
}

/* Whether device dim i may be empty: its host dim is. A stride_map alone does not determine the dim; any empty one is
 * accepted, also without a host (torch-spyre test_device_storage_size, 2026: 0 bytes). */
static bool may_be_empty(const verification *j, uint32_t i) {
  const tta_shape *host = &j->layout->host_size;
  if (!j->layout->has_host) return !j->by_dim_map;
  if (j->by_dim_map) {
    int64_t dim = j->layout->dim_map.extent[i];
    return dim >= 0 && dim < host->rank && host->extent[dim] == 0;
  }
  for (uint32_t h = 0; h < host->rank; h++) {
    if (host->extent[h] == 0) return true;
  }
  return false;
}

static bool check_extents(verification *j) {
  for (uint32_t i = 0; i < j->rank; i++) {
    int64_t extent = j->layout->device_size.extent[i];
    if (extent >= 1 || (extent == 0 && may_be_empty(j, i))) continue;
    return report(j, TTA_TILED_EXTENTS, TTA_TILED_PART_DEVICE_SIZE, i, extent, 1,
                 TEXT("device extent %lld of dim %u must be at least 1", (long long)extent, i));
  }
  for (uint32_t h = 0; j->layout->has_host && h < j->layout->host_size.rank; h++) {
    int64_t extent = j->layout->host_size.extent[h];
    if (extent >= 0) continue;
    return report(j, TTA_TILED_EXTENTS, TTA_TILED_PART_HOST_SIZE, h, extent, 0,
                 TEXT("host extent %lld of dim %u must not be negative", (long long)extent, h));
  }
  return true;
}

/* ---- ELEMENT_WIDTH: element types ---- */

static bool check_elements(verification *j) {
  const tta_tiled *layout = j->layout;
  tta_str element = layout->element.name, host = layout->host_element.name, dtype = layout->device_dtype;
  int64_t bits;
  tta_status status = tta_tiled_elems_per_stick(layout, &j->elems);
  if (status) {
    j->elems = 0;
    if (!tta_mul(tta_tiled_stick_bytes(layout->stick_bytes), 8, &bits)) bits = INT64_MAX;
    if (dtype.size) {
      return report(j, TTA_TILED_ELEMENT_WIDTH, TTA_TILED_PART_DEVICE_DTYPE, 0, 0, bits,
                   TEXT("device_dtype '%.*s' has no stick geometry", (int)dtype.size, dtype.data));
    }
    return report(j, TTA_TILED_ELEMENT_WIDTH, TTA_TILED_PART_ELEMENT, 0, layout->element.bits, bits,
                 TEXT("element width of %u bits does not divide a stick of %lld bits", layout->element.bits,
                      (long long)bits));
  }
  if (dtype.size || !layout->has_host || !host.size || !element.size || tta_str_equal(host, element)) return true;
  return report(j, TTA_TILED_ELEMENT_WIDTH, TTA_TILED_PART_HOST_ELEMENT, 0, layout->host_element.bits,
               layout->element.bits,
               TEXT("host element type '%.*s' does not match device element type '%.*s' without a device_dtype",
                    (int)host.size,
                    host.data, (int)element.size, element.data));
}

/* ---- RANKS, DIM_MAP_RANGE, DIM_MAP_DIGITS: dim_map ---- */

/* Device dims without a host dim, apart from the stick slot (era 4 sparse: [1, -1, 0, -1] has one). */
static int64_t synthetic_dims(const verification *j) {
  int64_t count = 0;
  for (uint32_t i = 0; i + 1 < j->rank; i++) count += j->layout->dim_map.extent[i] == -1;
  return count;
}

static bool check_stick_dims(verification *j) {
  int64_t k = j->layout->num_stick_dims, extra = j->by_dim_map ? synthetic_dims(j) : 0, most, rank;
  j->host_rank = j->layout->has_host ? (int64_t)j->layout->host_size.rank : 0;
  if (!j->layout->has_host && k >= 1 && k <= j->rank) j->host_rank = (int64_t)j->rank - k - extra;
  most = j->host_rank > 1 ? j->host_rank : 1; /* a scalar has one stick, too */
  if (most > j->rank) most = j->rank;
  if (k < 1 || k > most) {
    return report(j, TTA_TILED_RANKS, TTA_TILED_PART_NUM_STICK_DIMS, 0, k, k < 1 ? 1 : most,
                 TEXT("num_stick_dims %lld is out of range [1, %lld]", (long long)k, (long long)most));
  }
  /* A stride_map may have any number of device dims: a host dim may be split more often (torch-spyre issue 1044). */
  if (!j->by_dim_map || !j->layout->has_host) return true;
  rank = j->host_rank + k + extra;
  if (rank == j->rank) return true;
  return report(j, TTA_TILED_RANKS, TTA_TILED_PART_DEVICE_SIZE, 0, j->rank, rank,
               TEXT("device rank is %u, expected %lld: host rank %lld and %lld stick and synthetic dims", j->rank,
                    (long long)rank, (long long)j->host_rank, (long long)(k + extra)));
}

static bool check_entries(verification *j) {
  const int64_t *dim_map = j->layout->dim_map.extent;
  bool sparse = j->layout->format != TTA_TILED_DENSE;
  for (uint32_t i = 0; i < j->rank; i++) {
    int64_t dim = dim_map[i];
    if (dim >= 0 && dim < j->host_rank) continue;
    if (dim != -1) {
      return report(j, TTA_TILED_DIM_MAP_RANGE, TTA_TILED_PART_DIM_MAP, i, dim, j->host_rank - 1,
                   TEXT("dim_map has host dim %lld, but the host rank is %lld", (long long)dim,
                        (long long)j->host_rank));
    }
    if (!sparse) {
      return report(j, TTA_TILED_DIM_MAP_RANGE, TTA_TILED_PART_DIM_MAP, i, -1, 0,
                   TEXT("dim_map has -1, which only sparse layouts may have"));
    }
    if (dim_map[j->rank - 1] != -1) {
      return report(j, TTA_TILED_DIM_MAP_RANGE, TTA_TILED_PART_DIM_MAP, i, -1, 0,
                   TEXT("dim_map has -1 at %u, but not as the last entry", i));
    }
    if (i + 1 < j->rank && j->layout->device_size.extent[i] != 1) {
      return report(j, TTA_TILED_DIM_MAP_RANGE, TTA_TILED_PART_DIM_MAP, i, j->layout->device_size.extent[i], 1,
                   TEXT("device dim %u of extent %lld has no host dim; only dims of extent 1 may", i,
                        (long long)j->layout->device_size.extent[i]));
    }
  }
  return true;
}

/* How many times each host dim must be in dim_map: twice if among the last k entries, else once. */
static bool check_counts(verification *j) {
  const int64_t *dim_map = j->layout->dim_map.extent, k = j->layout->num_stick_dims;
  uint32_t *due = tta_arena_array(j->arena, (size_t)j->host_rank + 1, sizeof *due);
  if (!due) {
    j->status = TTA_NO_MEMORY;
    return false;
  }
  for (int64_t h = 0; h < j->host_rank; h++) due[h] = 1;
  for (uint32_t i = (uint32_t)(j->rank - k); i < j->rank; i++) {
    if (dim_map[i] < 0 && k == 1) break;
    if (dim_map[i] < 0 || due[dim_map[i]] == 2) {
      return report(j, TTA_TILED_DIM_MAP_DIGITS, TTA_TILED_PART_DIM_MAP, i, dim_map[i], k,
                   TEXT("the last %lld entries of dim_map must be distinct host dims, but entry %u is %lld",
                        (long long)k, i,
                        (long long)dim_map[i]));
    }
    due[dim_map[i]] = 2;
  }
  for (uint32_t i = 0; i < j->rank; i++) {
    if (dim_map[i] < 0 || due[dim_map[i]]-- > 0) continue;
    return report(
        j, TTA_TILED_DIM_MAP_DIGITS, TTA_TILED_PART_DIM_MAP, i, dim_map[i], 0,
        TEXT("dim_map lists host dim %lld too many times; a stick dim appears twice, others once",
             (long long)dim_map[i]));
  }
  for (int64_t h = 0; h < j->host_rank; h++) {
    if (!due[h]) continue;
    return report(j, TTA_TILED_DIM_MAP_DIGITS, TTA_TILED_PART_DIM_MAP, 0, due[h], 0,
                 TEXT("dim_map lists host dim %lld too few times; a stick dim appears twice, others once",
                      (long long)h));
  }
  return true;
}

/* ---- STICK_EXTENT: the stick ---- */

/* An explicit layout of 2026 may use only the start of each stick; the plain bytes of a pool are one dim of any extent
 * (torch-spyre test_device_storage_size, and generated code). */
static bool is_partial_stick(const verification *j) {
  int64_t last = j->layout->device_size.extent[j->rank - 1];
  return !j->by_dim_map && j->layout->num_stick_dims == 1 && (last < j->elems || j->rank == 1);
}

static bool check_stick(verification *j) {
  int64_t last = j->layout->device_size.extent[j->rank - 1], k = j->layout->num_stick_dims;
  if (is_partial_stick(j)) return true;
  if (k == 1 ? last == j->elems : last % j->elems == 0) return true;
  return report(
      j, TTA_TILED_STICK_EXTENT, TTA_TILED_PART_DEVICE_SIZE, j->rank - 1, last, j->elems,
      k == 1 ? TEXT("last device extent is %lld, expected the stick size %lld", (long long)last, (long long)j->elems)
             : TEXT("last device extent is %lld, expected a multiple of the stick size %lld", (long long)last,
                    (long long)j->elems));
}

/* ---- STRIDE_ORDER, STRIDE_OVERLAP, STICK_ALIGNMENT: device strides ---- */

static bool check_order_of_strides(verification *j) {
  const int64_t *size = j->layout->device_size.extent, *stride = j->layout->device_strides.extent;
  int64_t inner = 0;
  if (stride[j->rank - 1] != 1) {
    return report(j, TTA_TILED_STRIDE_ORDER, TTA_TILED_PART_DEVICE_STRIDES, j->rank - 1, stride[j->rank - 1], 1,
                 TEXT("last device stride is %lld, expected 1", (long long)stride[j->rank - 1]));
  }
  for (uint32_t i = j->rank; i-- > 0;) {
    if (stride[i] < 1) {
      return report(j, TTA_TILED_STRIDE_ORDER, TTA_TILED_PART_DEVICE_STRIDES, i, stride[i], 1,
                   TEXT("device stride %lld of dim %u must be at least 1", (long long)stride[i], i));
    }
    if (size[i] <= 1) continue;
    if (stride[i] <= inner) {
      return report(j, TTA_TILED_STRIDE_ORDER, TTA_TILED_PART_DEVICE_STRIDES, i, stride[i], inner,
                   TEXT("device strides must decrease, but stride %lld of dim %u is not greater than %lld",
                        (long long)stride[i], i,
                        (long long)inner));
    }
    inner = stride[i];
  }
  return true;
}

static bool check_room(verification *j) {
  const int64_t *size = j->layout->device_size.extent, *stride = j->layout->device_strides.extent;
  int64_t span = 0; /* of the next inner dim with extent > 1 */
  for (uint32_t i = j->rank; i-- > 0;) {
    if (size[i] <= 1) continue;
    if (stride[i] < span) {
      return report(
          j, TTA_TILED_STRIDE_OVERLAP, TTA_TILED_PART_DEVICE_STRIDES, i, stride[i], span,
          TEXT("device stride %lld of dim %u is less than the %lld elements of the next inner dim; they overlap",
               (long long)stride[i], i, (long long)span));
    }
    if (!tta_mul(stride[i], size[i], &span)) span = INT64_MAX; /* SIZE_LIMIT reports it */
  }
  return true;
}

static bool check_whole_sticks(verification *j) {
  for (uint32_t i = 0; i + 1 < j->rank; i++) {
    int64_t stride = j->layout->device_strides.extent[i];
    if (j->layout->device_size.extent[i] <= 1 || stride % j->elems == 0) continue;
    return report(j, TTA_TILED_STICK_ALIGNMENT, TTA_TILED_PART_DEVICE_STRIDES, i, stride, j->elems,
                 TEXT("device stride %lld of dim %u is not a multiple of the stick size %lld", (long long)stride, i,
                      (long long)j->elems));
  }
  return true;
}

/* ---- CAPACITY, EXTRA_PADDING, EXTRA_STICKS, STRIDE_MAP_VALUES: host and device ---- */

static bool is_stick_dim(const verification *j, const int64_t *host_dim, int64_t h) {
  uint32_t k = (uint32_t)j->layout->num_stick_dims;
  if (!j->by_dim_map) return host_dim[j->rank - 1] == h;
  for (uint32_t i = j->rank - k; i < j->rank; i++) {
    if (j->layout->dim_map.extent[i] == h) return true;
  }
  return false;
}

/* The extent of the within-stick digit of host dim h: 1 if the stick is not filled or h is not a stick dim. */
static int64_t inner_extent(const verification *j, const int64_t *host_dim, int64_t h) {
  for (uint32_t i = j->rank; i-- > j->rank - (uint32_t)j->layout->num_stick_dims;) {
    if (host_dim[i] == h) return j->layout->device_size.extent[i];
  }
  return 1;
}

/* How many indices of host dim h the device holds; saturates. */
static int64_t capacity_of(const verification *j, const int64_t *host_dim, int64_t h) {
  int64_t capacity = 1;
  for (uint32_t i = 0; i < j->rank; i++) {
    if (host_dim[i] == h && !tta_mul(capacity, j->layout->device_size.extent[i], &capacity)) capacity = INT64_MAX;
  }
  return capacity;
}

static bool check_capacity(verification *j, const tta_tiled_digits *digits) {
  for (int64_t h = 0; h < digits->host_size.rank; h++) {
    int64_t extent = digits->host_size.extent[h], capacity = capacity_of(j, digits->host_dim, h);
    if (capacity >= extent) continue;
    return report(j, TTA_TILED_CAPACITY, TTA_TILED_PART_DEVICE_SIZE, 0, capacity, extent,
                 TEXT("device holds %lld indices of host dim %lld, which has %lld", (long long)capacity, (long long)h,
                      (long long)extent));
  }
  return true;
}

static void warn_padding(verification *j, const tta_tiled_digits *digits) {
  const int64_t *host_dim = digits->host_dim;
  bool w1 = false;
  tta_tiled_diagnostic w2 = {.rule = 0};
  for (int64_t h = 0; h < digits->host_size.rank; h++) {
    int64_t extent = digits->host_size.extent[h], capacity = capacity_of(j, host_dim, h), sticks;
    if (is_stick_dim(j, host_dim, h)) {
      int64_t inner = inner_extent(j, host_dim, h);
      if (w2.rule || inner < 1 || !tta_ceildiv(extent, inner, &sticks) || capacity / inner <= sticks) continue;
      w2 = (tta_tiled_diagnostic){
          TTA_TILED_EXTRA_STICKS, TTA_TILED_PART_DEVICE_SIZE, 0, capacity / inner, sticks, {NULL, 0}};
      w2.message = TEXT("%lld sticks for host dim %lld, which needs %lld", (long long)w2.found, (long long)h,
                        (long long)sticks);
    } else if (!w1 && capacity > extent) {
      w1 = true;
      report(j, TTA_TILED_EXTRA_PADDING, TTA_TILED_PART_DEVICE_SIZE, 0, capacity, extent,
            TEXT("%lld rows of padding in host dim %lld, which is not a stick dim", (long long)(capacity - extent),
                 (long long)h));
    }
  }
  if (w2.rule) report(j, TTA_TILED_EXTRA_STICKS, w2.part, 0, w2.found, w2.expected, w2.message);
}

static bool check_stride_map(verification *j, const int64_t *host_dim, const int64_t *weight) {
  for (uint32_t i = 0; i < j->rank; i++) {
    int64_t given = j->layout->stride_map.extent[i], derived = -1;
    if (j->layout->device_size.extent[i] <= 1) continue; /* any stride is accepted */
    if (host_dim[i] >= 0 && !tta_mul(j->layout->host_strides.extent[host_dim[i]], weight[i], &derived))
      derived = INT64_MAX;
    if (given == derived) continue;
    return report(
        j, TTA_TILED_STRIDE_MAP_VALUES, TTA_TILED_PART_STRIDE_MAP, i, given, derived,
        TEXT("stride_map has %lld at %u, but the host stride of that device dim is %lld", (long long)given, i,
             (long long)derived));
  }
  return true;
}

/* A stride_map alone: -1 for the stick of a sparse layout and extents of 1 only. */
static bool check_stride_map_entries(verification *j) {
  for (uint32_t i = 0; i < j->rank; i++) {
    int64_t stride = j->layout->stride_map.extent[i];
    bool stick = i + 1 == j->rank, sparse = j->layout->format != TTA_TILED_DENSE;
    if (stick && (stride == -1) != sparse) {
      return report(
          j, TTA_TILED_STRIDE_MAP_VALUES, TTA_TILED_PART_STRIDE_MAP, i, stride, sparse ? -1 : 1,
          TEXT("stride_map ends in %lld; the last entry is -1 in sparse layouts and only there", (long long)stride));
    }
    if (stride < -1 || (stride == -1 && !stick && j->layout->device_size.extent[i] > 1)) {
      return report(j, TTA_TILED_STRIDE_MAP_VALUES, TTA_TILED_PART_STRIDE_MAP, i, stride, 0,
                   TEXT("stride_map has %lld at %u, but a dim of extent %lld needs a host stride", (long long)stride, i,
                        (long long)j->layout->device_size.extent[i]));
    }
  }
  return true;
}

/* ---- HOST_OFFSET: the start of a view ---- */

/* Requires CAPACITY. */
static bool check_offset(verification *j, const tta_tiled_digits *digits, bool strided) {
  tta_str problem = {NULL, 0};
  int64_t offset;
  if (!strided || !j->layout->host_offset) return true;
  if (tta_tiled_fills_padding(j->layout))
    return report(j, TTA_TILED_HOST_OFFSET, TTA_TILED_PART_HOST_OFFSET, 0, j->layout->host_offset, 0,
                  TEXT("pad is not supported for a view at host offset %lld: its padding may be other elements",
                       (long long)j->layout->host_offset));
  tta_status status = tta_tiled_find_offset(j->layout, digits, j->arena, &offset, &problem);
  if (status == TTA_NO_MEMORY) j->status = status;
  if (status != TTA_INVALID) return !status;
  return report(j, TTA_TILED_HOST_OFFSET, TTA_TILED_PART_HOST_OFFSET, 0, j->layout->host_offset, 0, problem);
}

/* ---- HOST_STRIDES, SIZE_LIMIT, HOST_OVERLAP: the host's strides, and bytes ---- */

static bool check_host_strides(verification *j) {
  tta_shape strides = j->layout->host_strides;
  if (!strides.rank) return true;
  if (strides.rank != j->layout->host_size.rank) {
    return report(j, TTA_TILED_HOST_STRIDES, TTA_TILED_PART_HOST_STRIDES, 0, strides.rank, j->layout->host_size.rank,
                 TEXT("host has %u strides, but %u dims", strides.rank, j->layout->host_size.rank));
  }
  for (uint32_t h = 0; h < strides.rank; h++) {
    if (strides.extent[h] >= 0) continue;
    return report(j, TTA_TILED_HOST_STRIDES, TTA_TILED_PART_HOST_STRIDES, h, strides.extent[h], 0,
                 TEXT("host stride %lld of dim %u is negative", (long long)strides.extent[h], h));
  }
  return true;
}

static bool footprint_fits(tta_shape size, tta_shape strides, uint32_t bits) {
  int64_t elements, bytes;
  if (size.rank && !strides.rank) return false; /* the contiguous strides do not fit int64 */
  return !tta_tiled_footprint(size, strides, &elements) && tta_tiled_bytes(elements, bits ? bits : 8, &bytes);
}

static void check_footprints(verification *j, bool device, bool host) {
  const tta_tiled *layout = j->layout;
  uint32_t host_bits = tta_tiled_host_element(layout).bits;
  bool device_fits = !device || footprint_fits(layout->device_size, layout->device_strides, layout->element.bits);
  if (device_fits && (!host || footprint_fits(layout->host_size, layout->host_strides, host_bits))) return;
  report(j, TTA_TILED_SIZE_LIMIT, device_fits ? TTA_TILED_PART_HOST_STRIDES : TTA_TILED_PART_DEVICE_STRIDES, 0, 0,
        INT64_MAX,
        TEXT("%s tensor has 2^63 bytes or more", device_fits ? "host" : "device"));
}

/* Two dims collide iff a * s0 == b * s1 for some 0 < a < size0, 0 < b < size1; the least such pair is (s1, s0) / gcd.
 */
static bool collide(int64_t size0, int64_t s0, int64_t size1, int64_t s1) {
  int64_t common = (int64_t)tta_gcd((uint64_t)s0, (uint64_t)s1);
  return s1 / common < size0 && s0 / common < size1;
}

static void warn_host_overlap(verification *j) {
  const int64_t *size = j->layout->host_size.extent, *stride = j->layout->host_strides.extent;
  uint32_t rank = j->layout->host_size.rank;
  for (uint32_t h = 0; h < rank; h++) {
    if (size[h] <= 0) return;
  }
  for (uint32_t h = 0; h < rank; h++) {
    if (size[h] <= 1) continue;
    if (stride[h] == 0) {
      report(j, TTA_TILED_HOST_OVERLAP, TTA_TILED_PART_HOST_STRIDES, h, 0, 1,
            TEXT("host stride 0 of dim %u: device to host is ambiguous", h));
      return;
    }
    for (uint32_t g = 0; g < h; g++) {
      if (size[g] <= 1 || !collide(size[g], stride[g], size[h], stride[h])) continue;
      report(j, TTA_TILED_HOST_OVERLAP, TTA_TILED_PART_HOST_STRIDES, g, stride[g], stride[h],
            TEXT("host strides %lld and %lld of dims %u and %u overlap: device to host is ambiguous",
                 (long long)stride[g],
                 (long long)stride[h], g, h));
      return;
    }
  }
  /* Overlap of three dims or more without one of two: certain if there are more elements than positions. */
  tta_shape strides = j->layout->host_strides;
  int64_t places, elements = 1;
  if (tta_tiled_footprint(j->layout->host_size, strides, &places)) return;
  for (uint32_t h = 0; h < rank; h++) {
    if (tta_mul(elements, size[h], &elements) && elements <= places) continue;
    report(j, TTA_TILED_HOST_OVERLAP, TTA_TILED_PART_HOST_STRIDES, 0, elements, places,
          TEXT("host strides have more elements than the %lld positions they span: device to host is ambiguous",
               (long long)places));
    return;
  }
}

/* ---- all rules ---- */

/* CAPACITY, STRIDE_MAP_VALUES and, without errors, EXTRA_PADDING and EXTRA_STICKS. `mapped`: RANKS, DIM_MAP_RANGE and
 * DIM_MAP_DIGITS hold; `strided`: HOST_STRIDES holds. */
static void verify_against_host(verification *j, bool mapped, bool strided) {
  const tta_tiled *layout = j->layout;
  uint32_t stuck = 0;
  if (!mapped || (!j->by_dim_map && !check_stride_map_entries(j))) return;
  strided = strided && (layout->host_strides.rank || !layout->host_size.rank);
  if (!layout->has_host || (!j->by_dim_map && !strided)) return;
  tta_tiled_digits digits;
  tta_status status = tta_tiled_find_digits(layout, j->arena, &digits, &stuck);
  if (status == TTA_INVALID) {
    report(j, TTA_TILED_STRIDE_MAP_VALUES, TTA_TILED_PART_STRIDE_MAP, stuck, layout->stride_map.extent[stuck], 0,
          TEXT("no host dim matches stride %lld of device dim %u", (long long)layout->stride_map.extent[stuck], stuck));
  }
  if (status == TTA_NO_MEMORY || status == TTA_LIMIT) j->status = status;
  if (status) return; /* TTA_OVERFLOW: SIZE_LIMIT reports it */
  bool fits = check_capacity(j, &digits) && check_offset(j, &digits, strided);
  if (j->by_dim_map && layout->stride_map.rank && strided) check_stride_map(j, digits.host_dim, digits.weight);
  /* Around a view are other elements of its tensor, not padding. */
  if (fits && !j->findings->count && !layout->host_offset) warn_padding(j, &digits);
}

/* Moves the warnings, found before HOST_STRIDES and SIZE_LIMIT, after them. */
static void move_warnings_last(verification *j) {
  tta_tiled_diagnostics *all = j->findings;
  for (uint32_t i = 1; i < all->count; i++) {
    tta_tiled_diagnostic item = all->item[i];
    uint32_t at = i;
    for (; at && !tta_tiled_rule_is_warning(item.rule) && tta_tiled_rule_is_warning(all->item[at - 1].rule); at--) {
      all->item[at] = all->item[at - 1];
    }
    all->item[at] = item;
  }
}

static void drop_padding_warnings(tta_tiled_diagnostics *all) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    if (all->item[i].rule != TTA_TILED_EXTRA_PADDING && all->item[i].rule != TTA_TILED_EXTRA_STICKS)
      all->item[count++] = all->item[i];
  }
  all->count = count;
}

static bool verify_device(verification *j, bool host_strided) {
  if (!check_lengths(j) || !check_extents(j)) return false;
  bool typed = check_elements(j), counted = check_stick_dims(j), mapped = counted;
  if (mapped && j->by_dim_map) mapped = check_entries(j) && check_counts(j);
  bool filled = typed && j->elems && counted && check_stick(j);
  /* SIZE_LIMIT reports absent strides that do not fit int64. */
  if (j->layout->device_strides.rank && check_order_of_strides(j) && check_room(j) && filled &&
      j->layout->num_stick_dims == 1 && !is_partial_stick(j)) {
    check_whole_sticks(j);
  }
  if (!j->status) verify_against_host(j, mapped, host_strided);
  return true;
}

tta_status tta_tiled_verify(const tta_tiled *layout, tta_arena *arena, tta_tiled_diagnostics *findings) {
  tta_tiled whole = *layout, host = *layout;
  tta_tiled_diagnostics host_findings = {.count = 0};
  verification j = {.layout = &whole, .arena = arena, .findings = findings, .rank = layout->device_size.rank};
  j.by_dim_map = layout->dim_map.rank != 0;
  findings->count = 0;
  if (!whole.device_strides.rank && j.rank) {
    if (tta_tiled_contiguous(layout->device_size, arena, &whole.device_strides) == TTA_NO_MEMORY) return TTA_NO_MEMORY;
  }
  if (layout->has_host && !whole.host_strides.rank) {
    if (tta_tiled_contiguous(layout->host_size, arena, &whole.host_strides) == TTA_NO_MEMORY) return TTA_NO_MEMORY;
  }
  /* HOST_STRIDES is verified first, as other rules need it, and reported in its position. */
  host.host_strides = whole.host_strides;
  verification of_host = {.layout = &host, .arena = arena, .findings = &host_findings};
  bool strided = !layout->has_host || check_host_strides(&of_host);
  bool device = verify_device(&j, strided);
  for (uint32_t i = 0; i < host_findings.count; i++) findings->item[findings->count++] = host_findings.item[i];
  check_footprints(&j, device, layout->has_host && strided);
  move_warnings_last(&j);
  if (tta_tiled_first_error(findings)) drop_padding_warnings(findings);
  bool spans = layout->has_host && strided && (whole.host_strides.rank || !layout->host_size.rank);
  if (spans) warn_host_overlap(&j);
  return of_host.status ? of_host.status : j.status;
}
