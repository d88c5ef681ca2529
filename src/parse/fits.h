/* fits.h: values of MLIR's own attributes in a field, for fields.c and misfits.c. */
#ifndef TTA_PARSE_FITS_H
#define TTA_PARSE_FITS_H

#include "parse/parser.h"

/** An integer that is written in hexadecimal digits. */
bool tta_is_hex(const tta_parser *p, const tta_node *number);

/** A number of MLIR's IntegerAttr (INT) or FloatAttr (FLOAT), which prints with its type.
 *  @param target  what `id` resolves to  @param number_kind  TTA_NODE_INT or TTA_NODE_FLOAT */
bool tta_fits_typed(tta_parser *p, tta_node_id id, tta_node_id target, tta_node_kind number_kind);

/** A type of integers that a machine has: i32, ui64, index. */
bool tta_is_machine_integer(const tta_parser *p, tta_node_id type);

/** Any attribute, but not the body of one without its name. Types are for the caller. */
bool tta_fits_any(tta_parser *p, tta_node_id id, tta_node_id target);

/** Gives an ATTRIBUTE that prints in full a dialect of its own: the newest, where that of the attribute around it is
 *  none of them. */
void tta_print_in_full(tta_parser *p, tta_node_id id);

#endif
