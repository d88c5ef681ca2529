/* suppress.h: comments that suppress diagnostics: `// tt-opt: allow(rule, rule) reason` and `allow-file(rule)`.
 *
 * While a text is read its comments and its values of several lines are added. At the end tta_suppressions_apply
 * removes the suppressed diagnostics from the report. docs/cli.md describes which ones these are. */
#ifndef TTA_TEXT_SUPPRESS_H
#define TTA_TEXT_SUPPRESS_H

#include "diag/report.h"

/** A comment with `tt-opt:`. */
typedef struct tta_suppression_comment {
  uint32_t begin, end;  /* of the comment, from `//` to the end of its line */
  uint32_t marker;      /* `tt-opt:` */
  uint32_t section_end; /* of its section */
  uint32_t num_names;   /* in its parentheses, unknown ones included */
} tta_suppression_comment;

/** The name of a rule or a group in such a comment. */
typedef struct tta_suppression {
  tta_span name;
  tta_span target;    /* where the diagnostics are that it suppresses; not used if `file` */
  uint32_t comment;   /* index */
  uint32_t outer;     /* index + 1 of the suppression with the same subject before it, while both are open */
  uint16_t subject;   /* see tta_rule_subject_find */
  bool file, used;
} tta_suppression;

typedef struct tta_suppressions {
  const tta_allocator *allocator;
  tta_str text;
  tta_suppression_comment *comments; /* in order of position */
  uint32_t num_comments, cap_comments;
  tta_span *values;                  /* of several lines, in order of position */
  uint32_t num_values, cap_values;
  tta_suppression *items;
  uint32_t num_items, cap_items;
  uint32_t *errors;                  /* the positions of suppressed errors, in order */
  uint32_t num_errors, cap_errors;
  uint32_t seen;                     /* comments are known up to here */
  const tta_source *source;          /* of the diagnostics: tta_diagnostic.source */
  tta_status status;
} tta_suppressions;

/** @param text  borrowed */
void tta_suppressions_init(tta_suppressions *s, tta_str text, const tta_allocator *allocator);
void tta_suppressions_free(tta_suppressions *s);

/** Sees the comment [begin, end) of the text, from `//` to the end of its line. Comments that were seen are ignored. */
void tta_suppressions_see_comment(tta_suppressions *s, uint32_t begin, uint32_t end, uint32_t section_end);
/** Sees an attribute, a type or the definition of an alias. */
void tta_suppressions_see_value(tta_suppressions *s, tta_span span);

/** Adds the comments and values of the next part of the same text. @return TTA_NO_MEMORY if one is lost */
tta_status tta_suppressions_join(tta_suppressions *s, const tta_suppressions *part);

/** Removes from a report of a computation what the comments of one of its sources suppress, errors, too. What is wrong
 *  with a comment is reported by the check of its text.
 *  @param source, verified as for tta_apply_allowed */
tta_status tta_suppressions_apply_computed(tta_suppressions *s, tta_report *report, const tta_source *source,
                                           tta_rule verified);

/** Reports comments that are not valid, removes the suppressed diagnostics from the report, and reports suppressions
 *  without effect. s->errors lists the errors among the removed ones.
 *  @param own  set to what this text adds to other sections; see options->others */
tta_status tta_suppressions_apply(tta_suppressions *s, tta_report *report, const tta_check_options *options,
                                  tta_file_suppressions *own);

#endif
