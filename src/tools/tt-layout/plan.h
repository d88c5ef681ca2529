/* plan.h: memory plans of the commands `memory` and `draw`: the same options, inputs and messages. */
#ifndef TT_LAYOUT_PLAN_H
#define TT_LAYOUT_PLAN_H

#include "tool.h"
#include "tools/common/system.h"
#include "ttattr/memory.h"

typedef struct tt_layout_plan {
  /* set by the options, or by the command before tt_layout_plan_open */
  const char *system_desc, *resources;
  tta_memory_plan_options options;
  /* set by tt_layout_plan_open */
  tta_input file, resources_file;
  bool has_file, has_resources;
  tta_system_input system;
  tta_source source;
  tta_memory_plan *plan;
} tt_layout_plan;

/** The options of the struct `type` for its member `member`, a tt_layout_plan. */
#define TT_LAYOUT_PLAN_OPTIONS(type, member, in_group)                                                                 \
  {.name = "--system-desc", .value = "NAME[:N]|FILE|'[N, 8x8]'", .kind = TTA_KIND_TEXT,                                \
   .offset = offsetof(type, member.system_desc), .group = in_group, .example = "wormhole_b0",                          \
   .help = "default system of modules that do not describe theirs"},                                                   \
  {.name = "--l1-base", .value = "ADDRESS", .kind = TTA_KIND_NUMBER, .offset = offsetof(type, member.options.l1_base), \
   .group = in_group, .expected = "an address in bytes such as 0x19400", .example = "0x19400",                         \
   .help = "first address of L1 buffers (default: l1_unreserved_base of the system)"},                                 \
  {.name = "--resources", .value = "FILE", .kind = TTA_KIND_TEXT, .offset = offsetof(type, member.resources),          \
   .group = in_group, .example = "r.jsonl",                                                                            \
   .help = "circular buffers, programs, L1_SMALL and trace buffers, as JSON lines"},                                   \
  {.name = "--all-live", .kind = TTA_KIND_FLAG, .offset = offsetof(type, member.options.all_live), .group = in_group,  \
   .help = "keep every buffer until its function ends"}

/** Reads a file, verifies it and plans it. Prints diagnostics and the errors of the plan, not why it does not fit.
 *  @return the exit status, 0 to go on with in->plan; tt_layout_plan_close is due in any case */
int tt_layout_plan_open(tt_layout_plan *in, const char *path);
/** Prints the errors of the plan. */
void tt_layout_plan_print_errors(const tt_layout_plan *in);
/** @return `exit`, or the status of a failure */
int tt_layout_plan_close(tt_layout_plan *in, int exit);

#endif
