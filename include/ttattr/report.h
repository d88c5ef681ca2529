/* ttattr/report.h: everything about a module on one page: its errors, its tensors and their layouts, memory over time,
 * what moves, what is padding, what does not fit and what would make it fit.
 *
 * A report computes nothing of its own. Its parts are those of layout.h, memory.h, move.h and grids.h for the
 * same text, and its JSON has the objects that these write.
 */
#ifndef TTATTR_REPORT_H
#define TTATTR_REPORT_H

#include "ttattr/grids.h"
#include "ttattr/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tta_module_report_options {
  const tta_allocator *allocator;  /* NULL = malloc; borrowed */
  const tta_check_options *check;  /* NULL = the defaults */
  tta_memory_plan_options memory;  /* its allocator is not used; the era is that of all parts */
  tta_str device_name;             /* which device of the text (tta_devices_select); empty: that of each module */
  int64_t buffers;                 /* of each core, for tensors in DRAM that are streamed; at least 1 */
} tta_module_report_options;

/** The defaults: those of tta_memory_plan_options_init; 2 buffers. */
TTA_API void tta_module_report_options_init(tta_module_report_options *options);

typedef struct tta_module_report tta_module_report;

/** Reads a text and computes all parts. Of a text with errors a report has the diagnostics and the layouts without
 *  errors; it has no plans.
 *  @param source as for tta_check_text; must outlive the report
 *  @param out owned by the caller; NULL after a failure
 *  @param reason why an option is not valid; may be NULL
 *  @return TTA_NO_MEMORY; TTA_LIMIT: as tta_check_text; TTA_INVALID: an option of the plan is not valid */
TTA_API tta_status tta_module_report_new(tta_source *source, const tta_module_report_options *options,
                                         tta_module_report **out, tta_buf *reason);
TTA_API void tta_module_report_free(tta_module_report *report);

/** The diagnostics of the text. */
TTA_API const tta_results *tta_module_report_results(const tta_module_report *report);
/** NULL if the text has errors. It may have results only (tta_memory_plan_is_planned). */
TTA_API const tta_memory_plan *tta_module_report_memory(const tta_module_report *report);
/** Whether the text has no errors, all plans were made, and the program is not known not to fit: sizes may be unknown,
 *  or nothing was planned (tta_memory_plan_verdict). */
TTA_API bool tta_module_report_is_good(const tta_module_report *report);

/** One object in a line: `{file, diagnostics: [tta_diagnostic_json], memory: tta_memory_plan_json, alternatives:
 *  [{change, fits, banks: [{type, peak, free, largest_free}]}], layouts: [{name, line, select,
 *  tta_layout_json_members}], moves: [{line, operation, from, to, from_type, to_type, same, plan:
 *  tta_transfer_plan_json with totals_only, reason}], grids: tta_grid_plan_json, grids_reason, streams: [{name, line,
 *  type, arch, grid_shape, memref_shape, tta_stream_json_members, reason}]}`. A part that could not be computed is
 *  null, and its reason is a text. `same` is the index of an earlier move between the same layouts, which has the
 *  plan or the reason; else null. Alternatives are plans of a program that does not fit, with one option changed. */
TTA_API void tta_module_report_json(const tta_module_report *report, tta_buf *out);

/** An HTML page without scripts and without other files. It follows the light or dark scheme of the reader, and can be
 *  printed. Long tables end after 1,000 rows and say so. @param subject the title, such as the name of a file
 *  @return TTA_NO_MEMORY */
TTA_API tta_status tta_module_report_html(const tta_module_report *report, tta_str subject, tta_buf *out);

#ifdef __cplusplus
}
#endif
#endif
