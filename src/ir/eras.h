/* eras.h: the dates on which tt-mlir read an attribute, by the forms of attributes.def. */
#ifndef TTA_IR_ERAS_H
#define TTA_IR_ERAS_H

#include "ir/attributes.h"
#include "ir/periods.h"

/** The days on which tt-mlir read this ATTRIBUTE, without regard to the attributes and types inside it.
 *  @param device_op it is the body of `tt.device @x = <..>`, whose prefix counts although the node's text lacks it */
tta_era_set tta_era_of_attribute(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading);
/** The same of the canonical text of the attribute: without defaults and prefixes that are not printed. Rules use these
 *  days, so that a text and its canonical text have the same diagnostics. */
tta_era_set tta_era_of_printed(const tta_tree *tree, tta_node_id attribute, bool device_op, tta_era_reading reading);

/** The days on which tt-mlir read this keyword (its position in enums.def): all if it is as old as its attribute. */
tta_era_set tta_era_of_keyword(tta_enum which, uint32_t position);

/** A set of keywords (FLAGS: their places as bits) as MLIR prints it on a day: with the members of its groups, and with
 *  the groups that it contains. With 0 for the day as it was on all days that have these keywords; unchanged where they
 *  disagree. */
uint32_t tta_era_close_flags(tta_enum which, uint32_t flags, int32_t day);

/** Whether on some day tt-mlir read the fields of an attribute together, as they are written or as they are printed.
 *  Words have dates of their own. */
bool tta_era_joins_fields(const tta_tree *tree, tta_node_id attribute);
/** Whether the attribute has forms, fields or names of some dates only, so that the above can be false. */
bool tta_era_fields_are_dated(tta_attribute attribute);

/** The days on which tt-mlir read this field of an attribute with this prefix, in any notation. */
tta_era_set tta_era_of_field(tta_attribute attribute, tta_dialect dialect, tta_field field, tta_era_reading reading);

/** Whether a field of an ATTRIBUTE has the value that a DEFAULT row of attributes.def names. */
bool tta_is_default(const tta_tree *tree, tta_node_id attribute, tta_node_id item);
/** Appends the value that a DEFAULT row names for a field: the first one. @return false: there is none */
bool tta_default_append(tta_buf *out, tta_attribute attribute, tta_field field);

/** Marks as TTA_NODE_ELIDED the fields of an ATTRIBUTE that have their default where tt-mlir does not print it: on that
 *  day; with 0 where it never did, in any form of the attribute that starts with the same field. Where dates disagree a
 *  default stays as it was written. @return whether there is one */
bool tta_era_elide_defaults(const tta_tree *tree, tta_node_id attribute, int32_t day);

typedef enum tta_era_cause {
  TTA_ERA_PREFIX,    /* the name of the dialect */
  TTA_ERA_ATTRIBUTE, /* the attribute did not exist */
  TTA_ERA_WITH,      /* a field that was not read */
  TTA_ERA_WITHOUT,   /* a field that was mandatory */
  TTA_ERA_NOTATION,  /* a field in another notation */
  TTA_ERA_FORM,      /* the combination of the fields */
  TTA_ERA_KEYWORD,
} tta_era_cause;

/** Why an attribute was not read on a day. */
typedef struct tta_era_reason {
  tta_era_cause cause;
  tta_field field;   /* WITH, WITHOUT, NOTATION */
  tta_node_id node;  /* KEYWORD: the word; else the attribute */
  tta_era_set dates; /* when the subject of the cause was read */
} tta_era_reason;

/** @param day a day that tta_era_of_attribute (LENIENT) does not have */
tta_era_reason tta_era_explain(const tta_tree *tree, tta_node_id attribute, bool device_op, int32_t day);

/** How a form has a field on a day. TAIL: it may be absent with all fields that follow. */
typedef enum tta_occurrence { TTA_NOT_READ, TTA_OPTIONAL_TAIL, TTA_OPTIONAL, TTA_MANDATORY } tta_occurrence;

/** The notation of a row on a day, where its class has several: one of the first, and a comma or none before it. */
typedef enum tta_era_notation {
  TTA_ERA_ANY_NOTATION, TTA_ERA_DIMS, TTA_ERA_COORDS, TTA_ERA_PARENS, TTA_ERA_STRIPPED, TTA_ERA_LITERAL,
  TTA_ERA_NOTATION_BITS = 15, TTA_ERA_COMMA = 16, TTA_ERA_NO_COMMA = 32,
} tta_era_notation;
/** @param row of the form, which has the field on that day */
uint32_t tta_era_notation_on(tta_attribute attribute, tta_dialect dialect, int index, uint32_t row, int32_t day);

/** Whether the form of the attribute is the same on two days, with its fields, notations and variants; the dialect may
 *  differ. */
bool tta_era_same_syntax(tta_attribute attribute, int32_t one, int32_t other);

/** Whether the attribute has this dialect on a day. */
bool tta_era_has_dialect(tta_attribute attribute, tta_dialect dialect, int32_t day);
/** The dialect of an attribute on a day; on the day of a change the new one. TTA_NUM_DIALECTS when there is none. */
tta_dialect tta_era_dialect_on(tta_attribute attribute, int32_t day);
/** The index of the form of an attribute on a day; on the day of a change the new one. -1 when there is none. */
int tta_era_form_on(tta_attribute attribute, tta_dialect dialect, int32_t day);
/** @param index of the form; -1 has no fields. @param row of the form: a field with several notations has several */
tta_occurrence tta_era_occurrence(tta_attribute attribute, tta_dialect dialect, int index, uint32_t row, int32_t day);
/** The fields of a VARIANT row on a day, TTA_FIELD_NONE ends them; NULL after the last one.
 *  @param number 0, 1, ..: those whose fields the form reads on that day */
const uint16_t *tta_era_variant(tta_attribute attribute, tta_dialect dialect, int index, int32_t day, uint32_t number);
/** Whether the attribute has the field on a day, in its form or a variant of it. */
bool tta_era_reads_field(tta_attribute attribute, tta_field field, int32_t day);

#endif
