/* xml.h: text in XML and HTML. */
#ifndef TTA_BASE_XML_H
#define TTA_BASE_XML_H

#include "ttattr/buf.h"

/** Appends `text` as character data or as the value of an attribute in double quotes. A tab or line end becomes a
 *  character reference, so that an attribute keeps it. A character that XML 1.0 cannot hold, and a byte that is not
 *  UTF-8, becomes U+FFFD. */
void tta_xml_text(tta_buf *out, tta_str text);

#endif
