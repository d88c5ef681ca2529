/* raise.h: values that attributes share, as text: elements, memrefs, core ranges, shard specifications. The
 * inverse of lower.h. */
#ifndef TTA_MODEL_RAISE_H
#define TTA_MODEL_RAISE_H

#include "raise/raise.h"
#include "ttattr/device.h"

/** Appends `f32` or `!tt.tile<32x32, f32>`. @param old with `bc_bf8` for `bfp_bf8`, as before 2024-07-11 */
void tta_raise_element(tta_raising *r, const tta_element *element, bool old);
/** The memref of a layout. @param space the attribute of its memory space, and the word */
tta_raised tta_raise_memref(tta_raising *r, const tta_layout *layout, tta_attribute space, const char *word);
/** An attribute core_range_set. */
tta_raised tta_raise_core_ranges(tta_raising *r, uint32_t count, const tta_core_box *ranges);

/* Appends an attribute with its name. @param day 0: as the value says @return as tta_raise */
/** @param attribute core_range of ttcore, ttnn or ttmetal, whose order of coordinates it has */
tta_status tta_core_range_append(tta_buf *out, tta_attribute attribute, const tta_core_box *box, int32_t day,
                                 tta_buf *reason);
tta_status tta_shard_spec_append(tta_buf *out, const tta_shard_spec *spec, int32_t day, tta_buf *reason);
/** @param day not 0 */
tta_status tta_memory_config_append(tta_buf *out, const tta_memory_config *config, int32_t day, tta_buf *reason);

#endif
