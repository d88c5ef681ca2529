/* results.h: the members of tta_results. Who computes something adds diagnostics to `report`:
 *
 *     tta_results_init(&results, allocator, options);
 *     tta_report_add(&results.report, rule, span, ...);
 *     status = tta_results_finish(&results);
 */
#ifndef TTA_DIAG_RESULTS_H
#define TTA_DIAG_RESULTS_H

#include "diag/report.h"
#include "ttattr/diag.h"

/** A replacement of source text by canonical text; in order of position. */
typedef struct tta_replacement {
  tta_span span;
  uint64_t offset, size; /* of the new text, in a buffer of all new texts */
} tta_replacement;

/** Appends a text with edits, which are in order of position. One that begins inside of an earlier one is left out; a
 *  removal that goes beyond that is done as far as it does. */
void tta_edits_apply(tta_buf *out, tta_str text, const tta_edit *edits, size_t count);

struct tta_results {
  tta_arena arena;                     /* messages, notes, fix-its */
  tta_report report;
  const tta_text_section *sections;    /* borrowed, as all below */
  size_t num_sections;
  const tta_replacement *replacements;
  size_t num_replacements;
  const char *printed;                 /* the new texts */
};

/** Empty results. The address must not change later.
 *  @param options which rules are on, and how severe; NULL = the defaults */
void tta_results_init(tta_results *results, const tta_allocator *allocator, const tta_check_options *options);
/** The same in memory of their own. @return NULL without memory; else to be deleted */
tta_results *tta_results_new(const tta_allocator *allocator, const tta_check_options *options);
/** NULL is allowed. */
void tta_results_delete(tta_results *results);
/** Sorts and groups the diagnostics that were added. Once, before others are referred to.
 *  @return TTA_NO_MEMORY if one was lost */
tta_status tta_results_finish(tta_results *results);
/** Adds the diagnostics of other results, which live longer, in order of position. Both are finished: the groups of
 *  equal values stay those of the others. @param others may be NULL. @return TTA_NO_MEMORY if one was lost */
tta_status tta_results_refer(tta_results *results, const tta_results *others);
/** The same without sorting: to be called for many, and tta_results_refer for the last. */
tta_status tta_results_append(tta_results *results, const tta_results *others);
/** Empties the list; its memory is used again. */
void tta_results_clear(tta_results *results);
/** Nothing happens to zeroed results. */
void tta_results_free(tta_results *results);

#endif
