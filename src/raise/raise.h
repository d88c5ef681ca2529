/* raise.h: the inverse of lowering: a value as text, by the rows of attributes.def.
 *
 * Which fields are written, in which order, with or without a key, follows from the row and the day. A value has one
 * function, which appends the value of a field by its name. */
#ifndef TTA_RAISE_RAISE_H
#define TTA_RAISE_RAISE_H

#include "ir/eras.h"

typedef enum tta_raised {
  TTA_RAISED_NOTHING, /* the value does not have this field */
  TTA_RAISED_DEFAULT, /* not written where the field may be absent */
  TTA_RAISED_VALUE,
} tta_raised;

/** Appends the value of a field without its key. Appends nothing for TTA_RAISED_NOTHING. */
typedef tta_raised (*tta_raise_field)(const void *value, tta_field field, tta_buf *out);

/** Appends `#dialect.mnemonic<..>`.
 *  @param day yyyymmdd: the form of that day with all its mandatory fields; 0 = the first form whose first field the
 *  value has, with all fields that are not defaults
 *  @return TTA_INVALID with a reason, and `out` unchanged: the attribute has no form on that day, or a mandatory field
 *  has no value */
tta_status tta_raise(tta_buf *out, tta_attribute attribute, tta_dialect dialect, int32_t day, tta_raise_field field,
                     const void *value, tta_buf *reason);

#endif
