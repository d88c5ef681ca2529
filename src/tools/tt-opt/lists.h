/* lists.h: options of tt-opt that print a table or a text and end. Each returns the exit status. */
#ifndef TT_OPT_LISTS_H
#define TT_OPT_LISTS_H

#include "ttattr/buf.h"
#include "ttattr/diag.h"

/** Prints `text` on standard output and frees it. */
int tt_opt_print(tta_buf *text);
int tt_opt_print_version(void);
int tt_opt_explain(const char *rule);
int tt_opt_list_rules(void);
int tt_opt_list_attributes(void);
int tt_opt_list_eras(const char *file);

#endif
