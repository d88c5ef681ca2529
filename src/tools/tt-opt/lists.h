/* lists.h: options of tt-opt that print a table or a text and end. Each returns the exit status. */
#ifndef TT_OPT_LISTS_H
#define TT_OPT_LISTS_H

#include "tools/common/options.h"
#include "ttattr/buf.h"
#include "ttattr/check.h"

/** Prints `text` on standard output and frees it. */
int tt_opt_print(tta_buf *text);
/** `2024-11-27 .. 2025-06-20`, or `2026-05-06 ..` to this day. */
void tt_opt_append_era(tta_buf *out, tta_era era);
/* Of options; `request` is not used. */
int tt_opt_print_version(void *request, const tta_option_use *use);
int tt_opt_explain(void *request, const tta_option_use *use);
int tt_opt_list_rules(void *request, const tta_option_use *use);
int tt_opt_list_attributes(void *request, const tta_option_use *use);
int tt_opt_list_eras(void *request, const tta_option_use *use);

#endif
