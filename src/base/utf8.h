/* utf8.h: the length of one well-formed UTF-8 sequence. */
#ifndef TTA_BASE_UTF8_H
#define TTA_BASE_UTF8_H

#include <stddef.h>

/** Bytes (1 to 4) of the well-formed sequence at `text`; 0 when there is none in the first `size` bytes
 *  (overlong forms, surrogates and values beyond U+10FFFF are not well-formed: Unicode 15, table 3-7). */
size_t tta_utf8_length(const char *text, size_t size);

#endif
