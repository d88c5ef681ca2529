/* scope.h: --since and --lines: the lines that diagnostics and formatting are wanted of. */
#ifndef TT_OPT_SCOPE_H
#define TT_OPT_SCOPE_H

#include "options.h"
#include "ttattr/diag.h"

/** Finds the changed lines of --since with git, and drops the inputs that have none. Reports errors.
 *  @return TTA_EXIT_DONE or TTA_EXIT_FAILED; tt_opt_scope_close is due in any case */
int tt_opt_scope_open(tt_opt_options *options);
void tt_opt_scope_close(tt_opt_options *options);

/** Whether lines of an input are in scope; true without --since and --lines. @param first, last lines from 1 */
bool tt_opt_scope_has(const tt_opt_options *options, const tta_input_item *item, uint32_t first, uint32_t last);
/** Whether a part of a diagnostic is: itself, a note, or a repeat, as all of these can be what a change has broken. */
bool tt_opt_scope_has_diagnostic(const tt_opt_options *options, const tta_input_item *item, tta_source *source,
                                 const tta_diagnostic *diagnostic);

/** `A:B`, `A`, `A:` of --lines. @return -1, or the exit status after an error */
int tt_opt_parse_lines(void *request, const tta_option_use *use);

#endif
