/* binding.h: kernel sources of `tt-layout protocol BINDING`. */
#ifndef TTA_TOOLS_BINDING_H
#define TTA_TOOLS_BINDING_H

#include "protocol_output.h"
#include "tool.h"
#include "tools/common/input.h"
#include "ttattr/kernel.h"

enum { TT_LAYOUT_MAX_SOURCE_OPTIONS = 64 };

/** The options -D, -I and --arch. */
typedef struct tt_layout_sources {
  tta_str defines[TT_LAYOUT_MAX_SOURCE_OPTIONS], folders[TT_LAYOUT_MAX_SOURCE_OPTIONS];
  size_t num_defines, num_folders;
  tta_str arch;
} tt_layout_sources;

/** Reads the kernels of a binding and prints the result. @return exit status */
int tt_layout_verify_kernels(const tta_input *binding, const tt_layout_sources *sources,
                             const tta_protocol_options *how, const tt_layout_protocol_output *output);

#endif
