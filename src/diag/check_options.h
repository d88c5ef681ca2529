/* check_options.h: the members of tta_check_options. Inside the library options may live on the stack; programs that
 * use the library create them with tta_check_options_new. */
#ifndef TTA_DIAG_CHECK_OPTIONS_H
#define TTA_DIAG_CHECK_OPTIONS_H

#include "diag/rules.h"
#include "ttattr/check.h"

/** What other sections of the same file add to `allow-file` of a text: the subjects of theirs, and those of all
 *  `allow-file` that suppressed a diagnostic there. */
typedef struct tta_file_suppressions {
  tta_rule_subjects allowed, used;
} tta_file_suppressions;

/** Of a text that is read only to see which of its changed parts have errors: their fix-its are not tried, and values
 *  on which those errors cannot depend are not read. */
typedef struct tta_trial {
  const tta_span *changed; /* in order, apart */
  uint32_t num_changed;
} tta_trial;

struct tta_check_options {
  const tta_allocator *allocator; /* NULL = malloc; borrowed */
  int32_t era;                    /* 0 = any date, else yyyymmdd */
  bool split;                     /* independent sections at the marker */
  tta_str split_marker;           /* empty = "// -----" */
  bool markdown;                  /* the text is Markdown: sections are its fences */
  bool fence;                     /* the text is one of them */
  bool parse_only;
  bool expand_aliases;
  bool canonicalize;
  bool target_ttnn;
  const tta_trial *trial;         /* NULL: all is wanted */
  bool keep_errors;               /* comments do not suppress errors */
  tta_recall *recall;             /* borrowed; NULL: each text is read as the first one */
  bool read_again;                /* for tests: values whose text was read before are read, too */
  uint32_t part_bytes;            /* for tests: of the parts of tta_check_parallel; 0 = as in src/document/parts.h */
  tta_file_suppressions others;   /* of other sections, if the text is one of them */
  tta_str system_desc;            /* may be empty */
  tta_buf *json;                  /* NULL = not wanted */
  bool rule_set[TTA_RULE_ARRAY_SIZE]; /* the two below are set for this rule */
  bool rule_enabled[TTA_RULE_ARRAY_SIZE];
  tta_severity rule_severity[TTA_RULE_ARRAY_SIZE];
};

/** The defaults: any date, one section, canonical text wanted, each rule as in rules.def. */
void tta_check_options_init(tta_check_options *options);

/** A copy that borrows the texts of `options`; the defaults if it is NULL. */
tta_check_options tta_check_options_or_default(const tta_check_options *options);

/** Replaces a text of the options by a copy of `text`. @return TTA_NO_MEMORY: it is unchanged */
tta_status tta_check_options_set_text(const tta_check_options *options, tta_str *member, tta_str text);

#endif
