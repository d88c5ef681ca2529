/* fields.h: between fields.c, which gives items their fields, and misfits.c, which reports what does not fit. */
#ifndef TTA_PARSE_FIELDS_H
#define TTA_PARSE_FIELDS_H

#include "parse/parser.h"

/** An item that does not fit, and what is known about it. */
typedef struct tta_misfit {
  tta_attribute attribute;
  tta_dialect dialect;
  const tta_form *form;
  tta_node_id body, before, item; /* `before`: the item in front of it, 0 = it is the first */
  const tta_field_spec *previous; /* the field of `before` */
  bool commas_are_optional;
  uint32_t next;                  /* the first field of the form that the item could have */
} tta_misfit;

/** fields.c: does a value fit the class of a field? May change its kind (a number becomes a shape). */
bool tta_value_fits(tta_parser *p, const tta_field_spec *spec, tta_node_id value, tta_dialect dialect);
/** ... and has it the key of the field? */
bool tta_item_fits(tta_parser *p, const tta_field_spec *spec, tta_node_id item, tta_dialect dialect);
/** The first number in a value that does not fit 64 bits; 0 = none. */
tta_node_id tta_first_wide(tta_parser *p, tta_node_id value);

/** misfits.c */
void tta_report_misfit(tta_parser *p, const tta_misfit *misfit);
void tta_report_missing_comma(tta_parser *p, tta_node_id before, tta_node_id item);
/** Between fields of the print style BLANKS. */
void tta_report_extra_comma(tta_parser *p, tta_attribute attribute, tta_node_id before, tta_node_id item);
/** An item of a STRUCT; `previous` is the field that its key names, NULL = none. */
void tta_report_struct_field(tta_parser *p, const tta_misfit *misfit);
void tta_report_missing_parameter(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_field field);
/** A mandatory field that is missing at the end of a body. */
void tta_report_missing_field(tta_parser *p, tta_attribute attribute, const tta_field_spec *spec, tta_span end);
/** The form that an attribute that fits none was probably meant to have. */
const tta_form *tta_nearest_form(tta_parser *p, tta_node_id body, tta_attribute attribute, tta_dialect dialect);

#endif
