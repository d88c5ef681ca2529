/* ttattr/results.h: what was found in a text: diagnostics, sections, and the edits that make it canonical.
 *
 *     const tta_results *results = tta_check_results(check);
 *     for (size_t i = 0; i < tta_results_num_diagnostics(results); i++) ... tta_results_diagnostic(results, i) ...
 *
 * A check, a document and every computation on a text hand out results; their owner says how long they live. NULL
 * results are empty. An index out of range gives the absent value: NULL, or a struct of zeros.
 */
#ifndef TTATTR_RESULTS_H
#define TTATTR_RESULTS_H

#include "ttattr/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_results tta_results;

/** Diagnostics in order of position; they live as long as the results. */
TTA_API size_t tta_results_num_diagnostics(const tta_results *results);
TTA_API const tta_diagnostic *tta_results_diagnostic(const tta_results *results, size_t index);
TTA_API size_t tta_results_num_errors(const tta_results *results);
TTA_API size_t tta_results_num_warnings(const tta_results *results);

/** An independent section of a text. */
typedef struct tta_text_section {
  tta_span span;   /* without the marker after it */
  bool has_errors; /* it is not printed */
} tta_text_section;

/** In order; at least one of a text that was checked, and exactly one if it is not split. */
TTA_API size_t tta_results_num_sections(const tta_results *results);
TTA_API tta_text_section tta_results_section(const tta_results *results, size_t index);

/** What makes the text canonical: replacements in order of position, none in sections with errors. Those of a document
 *  are computed by tta_document_format alone. */
TTA_API size_t tta_results_num_edits(const tta_results *results);
TTA_API tta_edit tta_results_edit(const tta_results *results, size_t index);

#ifdef __cplusplus
}
#endif
#endif
