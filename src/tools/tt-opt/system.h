/* system.h: the value of --system-desc. */
#ifndef TT_OPT_SYSTEM_H
#define TT_OPT_SYSTEM_H

#include "options.h"
#include "tools/common/file.h"

/** Turns the value into options->check.system_desc: a name or the specification's notation as it stands, or the content
 *  of a file, which `input` then owns (free it when the program ends; all zero otherwise).
 *  @return TTA_EXIT_DONE, or TTA_EXIT_FAILED after a message */
int tt_opt_read_system_desc(tt_opt_options *options, tta_input *input);

#endif
