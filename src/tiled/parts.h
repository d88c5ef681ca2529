/* parts.h: declarations shared by the files of src/tiled. */
#ifndef TTA_TILED_PARTS_H
#define TTA_TILED_PARTS_H

#include "base/arena.h"
#include "base/str.h"
#include "tiled/tiled.h"

/** A device data format (torch-spyre DataFormats). */
typedef struct tta_tiled_dtype {
  const char *keyword; /* lower case, as in the attribute */
  const char *name;    /* as in SpyreTensorLayout texts, after `DataFormats.` */
  uint32_t bits;       /* 0: no stick geometry */
  const char *element; /* the MLIR element type that it stores by default, or NULL */
} tta_tiled_dtype;

extern const tta_tiled_dtype tta_tiled_dtypes[];
extern const uint32_t tta_tiled_num_dtypes;

/** A row of tta_tiled_dtypes by keyword, or NULL. */
const tta_tiled_dtype *tta_tiled_dtype_find(tta_str keyword);
/** The format in which the device stores tensors of an MLIR element type since Dec 2025, or NULL. */
const tta_tiled_dtype *tta_tiled_device_dtype_of(tta_str element);
/** Whether the device_dtype is another one than that of the element type: a text without it has lost it. */
bool tta_tiled_dtype_is_special(const tta_tiled *layout);
/** Strides of one size; absent ones are the contiguous ones. */
bool tta_tiled_strides_equal(tta_shape size, tta_shape a, tta_shape b);
/** The elements of a layout with a device_dtype: the device's are those of the format, `known` are the host's. */
void tta_tiled_settle_elements(tta_tiled *layout, tta_tiled_element known);
/** "float16" for "f16"; NULL when torch has no such type. */
const char *tta_tiled_torch_name(tta_str element);

static inline int64_t tta_tiled_stick_bytes(int64_t stick_bytes) {
  return stick_bytes ? stick_bytes : TTA_TILED_STICK_BYTES;
}

/** A text in the arena; data is NULL when there is no memory. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
tta_str
tta_tiled_text(tta_arena *arena, const char *format, ...);

/** `[4, 1024, 64]` in the arena. */
tta_str tta_tiled_list_text(tta_arena *arena, tta_shape list);

/** A device dim without a host digit: -1 entries, and the within-stick dims of sparse layouts. */
static inline bool tta_tiled_is_void(const tta_tiled *layout, uint32_t i) {
  return layout->dim_map.extent[i] < 0 ||
         (layout->format != TTA_TILED_DENSE && i + layout->num_stick_dims >= layout->device_size.rank);
}

/** The list in the arena; an empty one needs no memory. */
tta_status tta_tiled_copy_list(tta_arena *arena, tta_shape *list);

/** Row-major strides over `size`, an extent of 0 counted as 1 (as torch does). */
tta_status tta_tiled_contiguous(tta_shape size, tta_arena *arena, tta_shape *strides);

/** The digit that each device dim is, as in tta_tiled_map, and the host dims after folding. */
typedef struct tta_tiled_digits {
  int64_t *host_dim, *weight, *modulus;
  tta_shape host_size, host_strides;
  bool folded;
} tta_tiled_digits;

/** Requires the rules LIST_LENGTHS to DIM_MAP_DIGITS, complete strides and, for a stride_map alone, the host.
 *  TTA_INVALID: no host dim matches the stride_map entry of device dim *stuck. */
tta_status tta_tiled_find_digits(const tta_tiled *layout, tta_arena *arena, tta_tiled_digits *digits, uint32_t *stuck);

/** The device position of a view's offset, digit by digit from the largest host stride on (torch-spyre, 2026). The
 *  digits of the view's elements must not carry into coarser ones. Requires CAPACITY and complete strides.
 *  @return TTA_INVALID with the problem, in the arena */
tta_status tta_tiled_find_offset(const tta_tiled *layout, const tta_tiled_digits *digits, tta_arena *arena,
                                 int64_t *device_offset, tta_str *problem);

/** tta_tiled_map_of without element arrangement: one digit per device dim. */
tta_status tta_tiled_plain_map_of(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map);

/** Splits the digits of the stick by the layout's element arrangement. @return TTA_INVALID with a reason if the order
 *  is not defined for this layout */
tta_status tta_tiled_arrange(const tta_tiled *layout, tta_arena *arena, tta_tiled_map *map, tta_str *reason);

/** Whether digit i can be other than 0. */
static inline bool tta_tiled_varies(const tta_tiled_map *map, uint32_t i) {
  return map->host_dim[i] >= 0 && map->ranges[i] > 1 && map->modulus[i] != map->weight[i];
}

/** The device dims of each host dim h: dim[start[h]] .. dim[start[h + 1] - 1], outer digits first. Only digits that can
 *  be other than 0 (extent > 1). */
typedef struct tta_tiled_digit_lists {
  const uint32_t *start; /* host rank + 1 */
  const uint32_t *dim;
} tta_tiled_digit_lists;
enum { TTA_TILED_MAX_COMPARED = 1 << 26 }; /* indices of a host dim without a radix that two layouts compare */
tta_status tta_tiled_list_digits(const tta_tiled_map *map, tta_arena *arena, tta_tiled_digit_lists *lists);

/** Host dim of the innermost device dim (k = 1): -1 for a synthetic one. The layout has no errors. */
tta_status tta_tiled_stick_of(const tta_tiled *layout, tta_arena *arena, int64_t *stick);

/** Last position + 1 over a shape, 0 when it is empty. TTA_OVERFLOW when it does not fit int64. */
tta_status tta_tiled_footprint(tta_shape size, tta_shape strides, int64_t *elements);
/** Bytes of so many elements, rounded up. */
bool tta_tiled_bytes(int64_t elements, uint32_t bits, int64_t *bytes);

#endif
