/* ttattr/formats.h: diagnostics in the formats that other programs read: SARIF, GitHub annotations, JUnit.
 *
 * Each function appends one diagnostic. In contrast to tta_diagnostic_text and tta_diagnostic_json, a repeat (see
 * tta_diagnostic) is not a note of its first diagnostic: write it with a call of its own. Texts that are not UTF-8 are
 * written with U+FFFD in place of each wrong byte.
 */
#ifndef TTATTR_FORMATS_H
#define TTATTR_FORMATS_H

#include "ttattr/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The start of a SARIF 2.1.0 log with one run, up to the opening bracket of its results: the program, and every rule
 *  with its explanation and examples.
 *  Source: OASIS, Static Analysis Results Interchange Format (SARIF) 2.1.0.
 *  @param tool the name of the program, @param version its version, of the form 1.2.3 */
TTA_API void tta_sarif_open(tta_buf *out, const char *tool, const char *version);
/** One `result` object, without a comma. Columns are UTF-16 code units. Notes are relatedLocations, remarks have the
 *  level "note". The name of the source is a relative reference, or a file: URI if it is an absolute path. */
TTA_API void tta_diagnostic_sarif(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);
/** One `notification` object, without a comma: a file that could not be processed. */
TTA_API void tta_sarif_notification(tta_buf *out, tta_str file, tta_str message);
/** The end of a log, and a newline.
 *  @param exit_status of the program; the run was successful if there are no notifications
 *  @param notifications the objects of tta_sarif_notification with commas between them; may be empty */
TTA_API void tta_sarif_close(tta_buf *out, int exit_status, tta_str notifications);

/** One line: a workflow command of GitHub Actions (`::error file=F,line=L,...::MESSAGE`), which becomes an annotation
 *  of the line. Notes and fix-its are further lines of its message. Columns are UTF-16 code units.
 *  Source: GitHub documentation, "Workflow commands for GitHub Actions". */
TTA_API void tta_diagnostic_github(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);

/** One `testcase` element of JUnit's XML: a failed test if the diagnostic is an error, otherwise a test that passes and
 *  has the diagnostic as its output. Name: the rule and the position; text: as tta_diagnostic_text. */
TTA_API void tta_diagnostic_junit(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif
#endif
