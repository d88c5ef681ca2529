/* print.h: the text of a layout, as it is written on a date. */
#ifndef TTA_LAYOUT_PRINT_H
#define TTA_LAYOUT_PRINT_H

#include "ir/attributes.h"
#include "layout/values.h"

/** The attribute of layouts of tt and ttcore on a date: metal_layout or layout. */
tta_attribute tta_layout_attribute_on(int32_t date);

/** Sets family and syntax to those of a date.
 *  @param date yyyymmdd. @return TTA_INVALID when the date has no layouts, or none with a memory layout */
tta_status tta_layout_set_date(tta_layout *layout, int32_t date, tta_buf *reason);

/** Rejects values that the family has no word for. */
tta_status tta_layout_check_words(const tta_layout *layout, tta_buf *reason);

/** Appends the tensor type, or the attribute alone, in the syntax of the layout.
 *  @param date yyyymmdd: that of tta_layout_set_date; 0 = all fields that are not defaults
 *  @return TTA_INVALID: a field that the date requires has no value; `out` is unchanged then */
tta_status tta_layout_append(tta_buf *out, const tta_layout *layout, int32_t date, bool attribute_only,
                             tta_buf *reason);

#endif
