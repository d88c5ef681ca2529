/* fixes.h: a fix-it is offered only if the value that it changes has no error with it. */
#ifndef TTA_DOCUMENT_FIXES_H
#define TTA_DOCUMENT_FIXES_H

#include "diag/report.h"
#include "ttattr/check.h"

/** Drops the fix-its of the diagnostics of a text that leave or make an error in a value that they change.
 *  @param report not grouped yet
 *  @param executor tries those of several sections at a time; may be NULL. @return TTA_OK or TTA_NO_MEMORY */
tta_status tta_fixes_try(tta_str text, const tta_text_section *sections, size_t num_sections,
                         const tta_check_options *options, tta_report *report, const tta_executor *executor);

#endif
