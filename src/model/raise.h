/* raise.h: values that attributes share, as text: elements, memrefs, core ranges. The inverse of lower.h. */
#ifndef TTA_MODEL_RAISE_H
#define TTA_MODEL_RAISE_H

#include "raise/raise.h"
#include "ttattr/device.h"

/** Appends `f32` or `!tt.tile<32x32, f32>`. @param old with `bc_bf8` for `bfp_bf8`, as before 2024-07-11 */
void tta_raise_element(tta_raising *r, const tta_element *element, bool old);
/** MEMREF. @param space the attribute of the memory space, and its word */
tta_raised tta_raise_memref(tta_raising *r, tta_shape shape, const tta_element *element, bool old, tta_attribute space,
                            const char *word);
/** An attribute core_range_set. */
tta_raised tta_raise_core_ranges(tta_raising *r, uint32_t count, const tta_core_box *ranges);

#endif
