/* typed_values.h: messages for the value before a token that does not fit. */
#ifndef TTA_PARSE_TYPED_VALUES_H
#define TTA_PARSE_TYPED_VALUES_H

#include "parse/parser.h"

/** `target_triple = x86_64-pc-linux`. @param found the token that does not fit @return whether it is reported */
bool tta_report_bare_string(tta_parser *p, tta_span found);
/** `l1_size = 1.5MB` */
bool tta_report_unit(tta_parser *p, tta_span found);
/** `d0 <> d1` in a map */
bool tta_report_collapse(tta_parser *p, tta_span found);

#endif
