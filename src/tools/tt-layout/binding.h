/* binding.h: kernel sources of `tt-layout protocol BINDING`. */
#ifndef TTA_TOOLS_BINDING_H
#define TTA_TOOLS_BINDING_H

#include "tools/common/input.h"
#include "ttattr/kernel.h"

enum { TT_LAYOUT_MAX_SOURCE_OPTIONS = 64 };

/** The options -D, -I and --arch. */
typedef struct tt_layout_sources {
  tta_str defines[TT_LAYOUT_MAX_SOURCE_OPTIONS], folders[TT_LAYOUT_MAX_SOURCE_OPTIONS];
  size_t num_defines, num_folders;
  tta_str arch;
  size_t program; /* of a host program with several */
} tt_layout_sources;

typedef struct tt_layout_kernel_files tt_layout_kernel_files;

/** Reads a binding and its kernels.
 *  @param program NULL after a failure
 *  @param files   their texts; free them after the program */
tta_status tt_layout_read_binding(const tta_input *binding, const tt_layout_sources *sources,
                                  const tta_protocol_options *how, tta_kernel_program **program,
                                  tt_layout_kernel_files **files);
void tt_layout_free_kernel_files(tt_layout_kernel_files *files);

#endif
