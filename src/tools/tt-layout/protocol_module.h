/* protocol_module.h: tt-layout protocol of a module. */
#ifndef TT_LAYOUT_PROTOCOL_MODULE_H
#define TT_LAYOUT_PROTOCOL_MODULE_H

#include "tools/common/input.h"
#include "ttattr/protocol.h"

/** Prints errors and the verdict of each program. @return exit status */
int tt_layout_protocol_module(const tta_input *file, const tta_protocol_options *how, bool json, bool trace);
/** Prints the errors and warnings of a protocol on standard error. */
void tt_layout_report_protocol(const tta_protocol *protocol, const char *file, bool trace);

#endif
