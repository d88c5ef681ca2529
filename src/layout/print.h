/* print.h: the text of a metal layout, as it is written on a date. */
#ifndef TTA_LAYOUT_PRINT_H
#define TTA_LAYOUT_PRINT_H

#include "layout/values.h"

/** Sets family and syntax to those of a date, and the index_map that it requires.
 *  @param date yyyymmdd. @return TTA_INVALID when the date has no word for the memory layout or the padding */
tta_status tta_layout_set_date(tta_layout *layout, int32_t date, tta_buf *reason);

/** Rejects values that the family has no word for. */
tta_status tta_layout_check_words(const tta_layout *layout, tta_buf *reason);

/** Appends the tensor type, or the attribute alone, in the syntax of the layout.
 *  @param date yyyymmdd: that of tta_layout_set_date; 0 = all fields that are not defaults
 *  @return TTA_INVALID: a field that the date requires has no value; `out` is unchanged then */
tta_status tta_layout_append(tta_buf *out, const tta_layout *layout, int32_t date, bool attribute_only,
                             tta_buf *reason);

#endif
