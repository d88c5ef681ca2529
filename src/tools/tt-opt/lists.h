/* lists.h: options of tt-opt that print a table or a text and end. Each returns the exit status. */
#ifndef TT_OPT_LISTS_H
#define TT_OPT_LISTS_H

#include "tools/common/options.h"
#include "ttattr/buf.h"
#include "ttattr/diag.h"

/** Prints `text` on standard output and frees it. */
int tt_opt_print(tta_buf *text);
/* Of options; `request` is not used. */
int tt_opt_print_version(void *request, const tta_option_use *use);
int tt_opt_explain(void *request, const tta_option_use *use);
int tt_opt_list_rules(void *request, const tta_option_use *use);
int tt_opt_list_attributes(void *request, const tta_option_use *use);
int tt_opt_list_eras(void *request, const tta_option_use *use);

#endif
