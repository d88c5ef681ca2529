/* system.h: the system that --system-desc gives. */
#ifndef TTA_TOOLS_SYSTEM_H
#define TTA_TOOLS_SYSTEM_H

#include "tools/common/input.h"
#include "ttattr/system.h"

typedef struct tta_system_input {
  tta_str text;     /* what was given, or the contents of the file: what the library's options take */
  tta_system value;
  tta_input file;
  bool is_file;
  tta_arena *arena; /* of `value` */
} tta_system_input;

/** Reads the value of --system-desc: a name, `[N, 8x8]` or a text with a `<` as it is; anything else is a FILE.
 *  Prints what is wrong. @return the exit status, 0 to go on; tta_system_close is due in any case. */
int tta_system_open(const char *program, const char *value, tta_system_input *out);
void tta_system_close(tta_system_input *system);

#endif
