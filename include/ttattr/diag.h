/* ttattr/diag.h: diagnostics: messages, positions, notes and fix-its.
 *
 * A diagnostic is data: a severity, a rule, a span of bytes in a source, a message, notes at other places and fix-its.
 * Rendering it (text with an excerpt, or JSON) is a separate step, and the only one that computes lines and columns.
 */
#ifndef TTATTR_DIAG_H
#define TTATTR_DIAG_H

#include "ttattr/buf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes [begin, end) of a source. */
typedef struct tta_span {
  uint32_t begin, end;
} tta_span;

typedef enum tta_severity {
  TTA_SEVERITY_ERROR,
  TTA_SEVERITY_WARNING,
  TTA_SEVERITY_REMARK,
  TTA_SEVERITY_NOTE
} tta_severity;

/** "error", "warning", "remark", "note". Constant; "" for any other number. */
TTA_API const char *tta_severity_name(tta_severity severity);

/** The rules, TTA_RULE_layout_rank for `layout-rank` and so on: one for each row of include/ttattr/rules.def. The
 *  numbers are the same in every version of the library; later versions have more of them. */
typedef enum tta_rule {
  TTA_RULE_NONE = 0, /* no rule */
#define RULE(number, id, ...) TTA_RULE_##id = number,
#include "ttattr/rules.def"
#undef RULE
} tta_rule;

/** What is known about a rule; all texts are constant and NUL-terminated. */
typedef struct tta_rule_info {
  const char *name;           /* "layout-rank" */
  tta_severity severity;      /* its own severity; a remark is off unless asked for */
  const char *summary;        /* one line: when it fires */
  const char *explanation;    /* what, why, and the source; several lines */
  /* a text in which it fires alone, and its repair; NULL where the rule concerns the tool's run */
  const char *bad, *good;
} tta_rule_info;

/** @return NULL for TTA_RULE_NONE and for numbers that this version of the library does not have. */
TTA_API const tta_rule_info *tta_rule_get(tta_rule rule);
/** The rules in the order of the documentation. */
TTA_API size_t tta_num_rules(void);
/** @param index less than tta_num_rules(); TTA_RULE_NONE for any other. */
TTA_API tta_rule tta_rule_at(size_t index);
/** @return TTA_RULE_NONE if no rule has this name. */
TTA_API tta_rule tta_rule_find(tta_str name);

/** A group of rules: all warnings of TTNN, say. Every rule is in one group. */
typedef struct tta_rule_group {
  const char *name;    /* "layout"; no rule has this name */
  const char *summary; /* what its rules are about */
  const char *command; /* that verifies them: "tt-layout memory"; NULL: tt-opt */
} tta_rule_group;

/** The groups in the order of the documentation. */
TTA_API size_t tta_num_rule_groups(void);
/** @return NULL unless index is less than tta_num_rule_groups() */
TTA_API const tta_rule_group *tta_rule_group_at(size_t index);
/** The group of a rule, an index; tta_num_rule_groups() for TTA_RULE_NONE and numbers that are not rules. */
TTA_API size_t tta_rule_group_of(tta_rule rule);
/** Whether `name` selects `rule`: its own name, the name of its group, `remarks` (all rules with this severity) or
 *  `all`. */
TTA_API bool tta_rule_is_selected(tta_rule rule, tta_str name);
/** The name of a rule, of a group, `remarks` or `all` that was probably meant by `name`; NULL if none is near. */
TTA_API const char *tta_rule_nearest(tta_str name);

typedef struct tta_edit {
  tta_span span; /* what is replaced; begin == end inserts */
  tta_str text;
} tta_edit;

typedef struct tta_fix {
  tta_str message;
  uint32_t num_edits;
  const tta_edit *edits; /* in order of position, not overlapping */
} tta_fix;

/** Chooses fix-its that can be applied together: of two edits that touch the same text the one that starts first is
 *  applied, and the fix-it of the other one is left out. Fix-its may have equal edits.
 *  @param allocator NULL = malloc
 *  @param left_out  an entry for each fix-it
 *  @param edits  space for the edits of all fix-its; set to those of the chosen ones in order, not overlapping
 *  @return TTA_OK or TTA_NO_MEMORY */
TTA_API tta_status tta_fixes_choose(const tta_fix *const *fixes, size_t count, const tta_allocator *allocator,
                                    bool *left_out, tta_edit *edits, size_t *num_edits);

/** Appends a unified diff (POSIX.1-2008, diff -u) with three lines of context that `patch` applies: `--- OLD`,
 *  `+++ NEW`, hunks, `\ No newline at end of file`. Nothing is appended if the edits change nothing.
 *  No longest common subsequence is computed: the lines that an edit touches are the changed ones, without those that
 *  are equal at the start and the end (or line by line, if their number is unchanged). Names with blanks or special
 *  bytes are written as git and GNU diff do.
 *  @param edits in order of position, not overlapping, within the text
 *  @return TTA_OK; TTA_NO_MEMORY (out->failed is set as well); TTA_INVALID if the edits are not ordered or overlap */
TTA_API tta_status tta_edits_diff(tta_buf *out, const char *old_name, const char *new_name, tta_str original,
                                  const tta_edit *edits, size_t num_edits);

typedef struct tta_note {
  tta_span span;
  tta_str message;
  struct tta_source *source; /* of the span; NULL: that of the diagnostic */
} tta_note;

/** Everything a diagnostic points to lives as long as the list that it was added to.
 *
 *  A list has each occurrence of an error. Where equal values of a section (tensor types, attributes) have the same
 *  error, the ones after the first one are its repeats: `first` is the diagnostic of the first value, and `next` leads
 *  from there through all repeats, in order. A program that groups them prints the diagnostics without `first`.
 *
 *  A computation may read more than one text: the kernels of a program, say. A diagnostic in another text than the one
 *  that was given names it, and the functions that write diagnostics use it in place of their parameter `source`. */
typedef struct tta_diagnostic {
  tta_severity severity;
  tta_rule rule;
  tta_span span;
  tta_str message; /* lower case, no full stop, no rule name */
  uint32_t num_notes, num_fixes;
  const tta_note *notes;
  const tta_fix *fixes; /* none in a repeat: a fix-it of the first diagnostic changes all equal values */
  const struct tta_diagnostic *first; /* NULL: not a repeat */
  const struct tta_diagnostic *next;  /* the next repeat of the same first diagnostic; NULL: none */
  struct tta_source *source; /* of the spans; NULL: the text that was given */
} tta_diagnostic;

/** A text and its name. Lines are found on demand; tta_source_free releases the table. Borrows name and text. */
typedef struct tta_source {
  tta_str name;
  tta_str text;
  const tta_allocator *allocator;
  uint32_t *line_starts; /* built by the first tta_source_position */
  uint32_t num_lines;
  uint32_t suppressions; /* of comments in the text, when they were searched for: 1 none, 2 some; else 0 */
} tta_source;

/** @param allocator NULL = malloc. text.size must be below 4 GiB. */
TTA_API void tta_source_init(tta_source *source, tta_str name, tta_str text, const tta_allocator *allocator);
TTA_API void tta_source_free(tta_source *source);

typedef struct tta_position {
  uint32_t line, column; /* 1-based; the column counts bytes, as MLIR's */
} tta_position;

/** Line and column of a byte offset (offset may be text.size). O(log lines) after one pass over the text; when there is
 *  no memory for the table the answer is still right, by counting. */
TTA_API tta_position tta_source_position(tta_source *source, uint32_t offset);
/** The bytes of a 1-based line without its line end (LF, CRLF or CR LF pair; a lone CR is an ordinary byte, as in
 *  MLIR). */
TTA_API tta_str tta_source_line(tta_source *source, uint32_t line);

typedef struct tta_render_options {
  bool color;
  uint32_t width; /* columns an excerpt may fill; 0 = 80 */
} tta_render_options;

/** `FILE:LINE:COL: error: message [rule]`, then the source line cut to the width around the span, then the span
 *  underlined (`^~~~`), then fix-its and the notes in the same form; the first repeats are such notes, with a count of
 *  the others. Non-ASCII and control bytes of the excerpt are shown so that the underline stays below its token (a tab
 *  as one blank, a control or invalid byte as `?`). */
TTA_API void tta_diagnostic_text(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic,
                                 tta_render_options options);
/** One compact JSON object and a newline: file, line, column, end_line, end_column, severity, rule, message,
 *  notes: [{file, line, column, end_line, end_column, message}],
 *  fixes: [{message, edits: [{line, column, end_line, end_column, text}]}]. The notes for repeats are those of
 *  tta_diagnostic_text. */
TTA_API void tta_diagnostic_json(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);
/** The same with columns in UTF-16 code units, as tta_source_position_utf16. */
TTA_API void tta_diagnostic_json_utf16(tta_buf *out, tta_source *source, const tta_diagnostic *diagnostic);

/* ---- results ---- */

/* What was found in a text: a check, a document and every computation on a text hand out results; their owner says how
 * long they live. NULL results are empty. An index out of range gives the absent value: NULL, or a struct of zeros. */

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

/* ---- formats that other programs read: SARIF, GitHub annotations, JUnit ---- */

/* Each function appends one diagnostic. In contrast to tta_diagnostic_text and tta_diagnostic_json, a repeat (see
 * tta_diagnostic) is not a note of its first diagnostic: write it with a call of its own. Texts that are not UTF-8 are
 * written with U+FFFD in place of each wrong byte. */

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
