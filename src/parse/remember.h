/* remember.h: values and definitions whose text was read before (known.h), in a reader. */
#ifndef TTA_PARSE_REMEMBER_H
#define TTA_PARSE_REMEMBER_H

#include "parse/reader.h"

/** A text that is read and may be remembered: set if reader->known.learning is. */
typedef struct tta_known_item {
  uint32_t number;
  tta_str text;
} tta_known_item;

/** Passes over the value of an operation whose text is known. False: it is to be read, and may be remembered then.
 *  To be called only if tta_known_pauses is false. */
bool tta_pass_known_value(tta_reader *reader, const tta_visitor *visitor, const tta_scan_item *item,
                          tta_known_item *known);
/** As tta_pass_known_value, of a definition `#name = value`. A section has it once: its tree moves here. */
bool tta_pass_known_definition(tta_reader *reader, const tta_visitor *visitor, const tta_scan_item *item,
                               tta_known_item *known);
/** Passes over a layout or tensor type that the visitor does not want, if it has neither comments nor strings. */
bool tta_pass_apart(tta_reader *reader, const tta_visitor *visitor, const tta_scan_item *item);
/** After the value or the definition was read and visited, if reader->known.learning is set. */
void tta_remember_value(tta_reader *reader, const tta_visitor *visitor, tta_known_item known);
void tta_remember_definition(tta_reader *reader, const tta_visitor *visitor, tta_known_item known);

/** reader.c: defines an alias that is new in its section. */
void tta_reader_add_alias(tta_reader *reader, tta_alias alias);

#endif
