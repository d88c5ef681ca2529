/* ttattr/attr.h: the table of attributes and types: what is known, and since when. */
#ifndef TTATTR_ATTR_H
#define TTATTR_ATTR_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library, "MAJOR.MINOR.PATCH". */
TTA_API const char *tta_version(void);

/** Appends the table of --list-attributes: a line for each attribute or type and each of its forms: its names, then its
 *  fields in order, `?` after an optional one. */
TTA_API void tta_list_attributes(tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
