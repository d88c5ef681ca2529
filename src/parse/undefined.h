/* undefined.h: uses of aliases that are not defined, reported at the end of a section. */
#ifndef TTA_PARSE_UNDEFINED_H
#define TTA_PARSE_UNDEFINED_H

#include "parse/parser.h"

/** Records a use. @param operation  it is in an operation, where the definition of a location may come later */
void tta_note_undefined(tta_parser *parser, tta_span span, bool operation);
/** Reports what was recorded in the section `section`, once for each name, and forgets it. */
void tta_report_undefined(tta_parser *parser, tta_str section);
/** `#x value` or `#x : value` at the start of a line, a definition whose '=' is missing: reports it.
 *  @return where the value starts; 0 if the text is something else */
uint32_t tta_definition_without_equals(tta_parser *parser, tta_span name, tta_span section);

#endif
