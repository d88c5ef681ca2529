/* ttattr/differences.h: what differs between two layouts or two devices. Modules: ttattr/compare.h.
 *
 * Alias names, syntax and dates are not compared. Maps are equal if they are equal on the domain. Two layouts without
 * a difference have every element at the same address (tta_layout_ref_compare), if both have addresses.
 */
#ifndef TTATTR_DIFFERENCES_H
#define TTATTR_DIFFERENCES_H

#include "ttattr/convert.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A value of one side: a text, or a shape. Absent: an empty text, a shape without extents. */
typedef struct tta_difference_value {
  bool is_shape, is_list; /* is_list: numbers, but not extents: `[0, 1]` */
  tta_str text;
  tta_shape shape;
} tta_difference_value;

/** All texts live in the arena, or as long as what was compared. */
typedef struct tta_difference {
  tta_str name;     /* of the value in a module: "%0", "@main/%0"; else empty */
  const char *path; /* the part: "memref.tile" */
  const char *what; /* the same in words: "its tiles" */
  tta_difference_value left, right;
} tta_difference;

typedef struct tta_differences {
  size_t count;
  const tta_difference *item;
} tta_differences;

/** Compares the parts of two layouts of tt-mlir (those of the attribute alone if one has no tensor) or of two tiled
 *  layouts; of other pairs the addresses.
 *  @return TTA_INVALID, with the reason, if a part has no value, or addresses cannot be compared; TTA_UNDECIDED */
TTA_API tta_status tta_layout_differences(const tta_layout_ref *a, const tta_layout_ref *b, tta_arena *arena,
                                          tta_differences *differences, tta_buf *reason);

/** The same of two devices. */
TTA_API tta_status tta_device_differences(const tta_device *a, const tta_device *b, tta_arena *arena,
                                          tta_differences *differences);

/** Appends a value: `1x2`, `[0, 1]`, `l1`; `nothing` if it is absent. */
TTA_API void tta_difference_value_text(tta_buf *out, const tta_difference_value *value);
/** Appends `@main/%0: the grid: 1x1 became 1x2`. */
TTA_API void tta_difference_text(tta_buf *out, const tta_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
