/* protocol_module.h: tt-layout protocol of a module. */
#ifndef TT_LAYOUT_PROTOCOL_MODULE_H
#define TT_LAYOUT_PROTOCOL_MODULE_H

#include "protocol_output.h"
#include "tools/common/input.h"

/** Prints errors and the verdict of each program. @return exit status */
int tt_layout_protocol_module(const tta_input *file, const tta_protocol_options *how,
                              const tt_layout_protocol_output *output);

#endif
