/* allowed.h: comments of a text that suppress diagnostics of a computation on it. */
#ifndef TTA_TEXT_ALLOWED_H
#define TTA_TEXT_ALLOWED_H

#include "diag/report.h"

/** Removes from the report what comments `// tt-opt: allow(rule)` of a text suppress; `allow-file` applies to all
 *  sections. Texts of MLIR, of protocols and of kernels in C++ have the same strings and comments.
 *  @param source of the diagnostics (tta_diagnostic.source); NULL: they name none, and `text` is that of the caller
 *  @param text is searched for suppressions once, whatever the number of reports
 *  @param verified a rule: suppressions without effect are reported if they are of an enabled rule of its group;
 *         TTA_RULE_NONE: of no rule is it known that all its diagnostics were reported */
tta_status tta_apply_allowed(tta_report *report, const tta_source *source, tta_source *text, tta_rule verified);
/** Whether comments of a text suppress diagnostics. */
bool tta_source_has_suppressions(tta_source *source);
/** The same for each source that a diagnostic names, without what is not in use. The report is sorted. */
tta_status tta_apply_allowed_in_sources(tta_report *report);

#endif
