/* offered.h: the words that completion offers for the arguments of options. */
#ifndef TTA_TOOLS_OFFERED_H
#define TTA_TOOLS_OFFERED_H

#include "ttattr/buf.h"

/** The words of an argument by its name in the table of options ("RULE", "KIND", ...), as the member `words` of
 *  an object; "-Wno-": of the options that start so. */
void tta_json_offered_words(tta_json *json);

#endif
