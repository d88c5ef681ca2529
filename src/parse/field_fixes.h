/* field_fixes.h: what was meant by items that do not fit, for misfits.c. Each fix-it adds at most one to `d`. */
#ifndef TTA_PARSE_FIELD_FIXES_H
#define TTA_PARSE_FIELD_FIXES_H

#include "parse/fields.h"

/** The bracket that a value begins with; 0 if it has none around it. */
char tta_opener_of(tta_parser *p, tta_node_id id);

/** A value in a list that is written with a name: reports it. */
void tta_report_named_element(tta_parser *p, const tta_field_spec *spec, tta_node_id element);
/** Removes a value in place of that of `spec`, if the next one is it. */
void tta_fix_extra_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                         tta_diagnostic *d);
/** A value of another kind that was probably meant for the field: `[8, 8]` for `8x8`.
 *  @return whether there is a fix-it */
bool tta_fix_value(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_diagnostic *d);

/** `<1x1>, undef` for `undef, <1x1>`: two neighbours in the wrong order.
 *  @param spec  the field that is expected at `item` */
void tta_fix_exchanged(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect,
                       tta_diagnostic *d);

/** A field that comes after one that it should precede. */
void tta_fix_late_field(tta_parser *p, const tta_misfit *m, tta_diagnostic *d);
/** A field that is expected at the item and given later. */
void tta_fix_early_field(tta_parser *p, const tta_misfit *m, uint32_t field, tta_diagnostic *d);
/** Whether the form has `field` directly before `next`. */
bool tta_form_has_before(const tta_form *form, uint32_t field, uint32_t next);
/** Whether the form has the field with a key, or without one. */
bool tta_form_has(const tta_form *form, uint32_t field, bool keyed);
/** Whether any form has it. */
bool tta_attribute_has_field(tta_attribute attribute, tta_field field);
/** The field that a key was probably meant to name, which no form has; 0 if none is near. `item` has the key. */
tta_field tta_meant_key(tta_parser *p, tta_attribute attribute, tta_node_id body, tta_node_id item,
                        const tta_form *form, tta_str key);
/** Reports a body that another attribute of the dialect has, whose name ends in that of this one. @return whether it
 *  does */
bool tta_report_other_attribute(tta_parser *p, const tta_misfit *m);

#endif
