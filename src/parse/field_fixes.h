/* field_fixes.h: fix-its for items that do not fit, for misfits.c. Each adds at most one to `d`. */
#ifndef TTA_PARSE_FIELD_FIXES_H
#define TTA_PARSE_FIELD_FIXES_H

#include "parse/fields.h"

/** The bracket that a value begins with; 0 if it has none around it. */
char tta_opener_of(tta_parser *p, tta_node_id id);

/** A value of another kind that was probably meant for the field: `[8, 8]` for `8x8`. */
void tta_fix_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_diagnostic *d);

/** `<1x1>, undef` for `undef, <1x1>`: two neighbours in the wrong order.
 *  @param spec  the field that is expected at `item` */
void tta_fix_exchanged(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                       tta_diagnostic *d);

/** A field that comes after one that it should precede. */
void tta_fix_late_field(tta_parser *p, const tta_misfit *m, tta_diagnostic *d);
/** A field that is expected at the item and given later. */
void tta_fix_early_field(tta_parser *p, const tta_misfit *m, uint32_t field, tta_diagnostic *d);

#endif
