/* report.h: the list that diagnostics are added to while a text is verified, and the settings that decide which
 * are kept. */
#ifndef TTA_DIAG_REPORT_H
#define TTA_DIAG_REPORT_H

#include <stdarg.h>

#include "base/arena.h"
#include "diag/check_options.h"

typedef struct tta_report {
  tta_arena *arena;                     /* messages, notes and fix-its live here */
  tta_diagnostic **items;               /* in order of reporting; grows in the allocator of the arena */
  size_t size, capacity;
  size_t num_errors, num_warnings;
  tta_severity severity[TTA_RULE_ARRAY_SIZE]; /* as configured */
  bool enabled[TTA_RULE_ARRAY_SIZE];
  tta_arena_mark message;               /* before that of the last diagnostic that was added */
  tta_status status;                    /* TTA_NO_MEMORY once something was lost */
} tta_report;

/** Every rule with its own severity, remarks off. */
void tta_report_init(tta_report *report, tta_arena *arena);
/** Applies the settings of rules. */
void tta_report_configure(tta_report *report, const tta_check_options *options);
void tta_report_free(tta_report *report);

/** Adds a diagnostic. @return it, to add notes and fix-its to; NULL when the rule is off or there is no memory (the
 *  functions below take NULL and do nothing). */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
tta_diagnostic *tta_report_add(tta_report *report, tta_rule rule, tta_span span, const char *format, ...);
tta_diagnostic *tta_report_add_list(tta_report *report, tta_rule rule, tta_span span, const char *format, va_list args);

/** Adds a diagnostic that lives elsewhere. */
void tta_report_refer(tta_report *report, tta_diagnostic *diagnostic);

/** The source of a diagnostic and of the notes that follow, if it is not the text that was given. */
static inline void tta_report_in(tta_diagnostic *diagnostic, tta_source *source) {
  if (diagnostic) diagnostic->source = source;
}

/** Whether a rule has a diagnostic that begins at a place. */
bool tta_report_has(const tta_report *report, tta_rule rule, const tta_source *source, uint32_t begin);

/** Lowers the severity of a diagnostic that is still an error or warning, whatever its rule is configured to. */
void tta_report_lower(tta_report *report, tta_diagnostic *diagnostic, tta_severity severity);

/** The same diagnostic at an equal value: spans inside of the value at `value` move to the one that starts at `to`. The
 *  copy is about the same value and has no fix-its. @return as tta_report_add */
tta_diagnostic *tta_report_copy(tta_report *report, tta_diagnostic *diagnostic, tta_span value, uint32_t to);

/** What diagnostics are grouped by; bytes without a gap. */
typedef struct tta_report_group {
  uint32_t value; /* where the first of the equal values of a section starts, + 1; 0: no value */
  uint32_t rule;
} tta_report_group;

/** Says which value a diagnostic is about. Nothing if it is NULL. */
void tta_report_set_value(tta_diagnostic *diagnostic, uint32_t value);
/** Texts that are those of `like` are kept once: the message, and those of the notes and fix-its that follow. Nothing
 *  else has used the arena since tta_report_add returned `diagnostic`. */
void tta_report_share_texts(tta_report *report, tta_diagnostic *diagnostic, const tta_diagnostic *like);
tta_report_group tta_report_group_of(const tta_diagnostic *diagnostic);

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tta_report_note(tta_report *report, tta_diagnostic *diagnostic, tta_span span, const char *format, ...);
void tta_report_note_list(tta_report *report, tta_diagnostic *diagnostic, tta_span span, const char *format,
                          va_list args);

/** The source of the last note, if it is not that of the diagnostic. */
void tta_report_note_in(tta_diagnostic *diagnostic, tta_source *source);

/** A fix-it of one edit; `text` is copied. Further edits follow with tta_report_edit. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void tta_report_fix(tta_report *report, tta_diagnostic *diagnostic, tta_span span, tta_str text, const char *format,
                    ...);
void tta_report_edit(tta_report *report, tta_diagnostic *diagnostic, tta_span span, tta_str text);

/** Says which name was meant by the one at `at`: in the message, and as a fix-it. Nothing if it is NULL. */
void tta_report_suggest(tta_report *report, tta_diagnostic *diagnostic, tta_span at, const char *meant);

/** A place in the list, to go back to when what was read since then does not count. Nothing else may have used the
 *  arena. */
typedef struct tta_report_mark {
  size_t size, num_errors, num_warnings;
  tta_arena_mark memory;
} tta_report_mark;
static inline tta_report_mark tta_report_position(const tta_report *report) {
  return (tta_report_mark){report->size, report->num_errors, report->num_warnings, tta_arena_position(report->arena)};
}
void tta_report_rewind(tta_report *report, tta_report_mark mark);
/** Takes back the diagnostic that was added after `mark` if an earlier one has its rule, source, message and, unless
 *  `anywhere`, position.
 *  @return whether it stays; otherwise it is not there any more */
bool tta_report_add_once(tta_report *report, tta_report_mark mark, bool anywhere);

/** Drops the diagnostics after the first `size`, and counts those that are left: others may have taken their places. */
void tta_report_keep(tta_report *report, size_t size);

/** Drops the diagnostics after the first `size`; their memory stays in the arena. */
void tta_report_truncate(tta_report *report, size_t size);

/** Sorts items by source (that of the text that was given first, then by name), span.begin, then span.end descending,
 *  then order of reporting (stable). */
void tta_report_sort(tta_report *report);
/** Groups the sorted list: of the diagnostics of a group those after the first one become its repeats, and the edits
 *  of their fix-its further edits of its last fix-it. All were added to this report by its functions. */
void tta_report_group_equal(tta_report *report);
enum { TTA_LISTED_REPEATS = 3 }; /* as notes of the first diagnostic */
/** The message of the note for `repeat`, which is number `index`, from 0, of the repeats of a diagnostic.
 *  @return false if it has no note */
bool tta_report_repeat_note(tta_buf *out, const tta_diagnostic *repeat, uint32_t index);
/** Links the repeats in a list that is in order of position, where each first diagnostic is before its repeats. */
void tta_report_link(tta_diagnostic *items, size_t size);

/** From a column of a line (both 1-based) to its last byte that is not blank; column 0: the line without its indent. */
tta_span tta_source_span(tta_source *source, uint32_t line, uint32_t column);

/** Reads a place that messages write: `LINE`, `LINE:COLUMN` or `NAME:LINE:COLUMN`.
 *  @param column 0 if there is none. @return false if the text is something else */
bool tta_read_place(tta_str text, uint32_t *line, uint32_t *column);

/** The same with columns in UTF-16 code units, as SARIF and JavaScript count them. An offset within a character is at
 *  its start; a byte that is not UTF-8 is one unit. O(column) in addition. */
tta_position tta_source_position_utf16(tta_source *source, uint32_t offset);

#endif
