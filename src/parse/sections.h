/* sections.h: the independent sections of a text: between markers, and in the fences of Markdown. */
#ifndef TTA_PARSE_SECTIONS_H
#define TTA_PARSE_SECTIONS_H

#include "diag/report.h"

enum { TTA_MARKDOWN_LISTS = 32 }; /* nested ones; deeper lists are text */

typedef struct tta_section_rules {
  bool split;     /* sections end at the marker */
  tta_str marker; /* empty = "// -----" */
  bool markdown;  /* sections are the contents of the fences with the info string `mlir` */
} tta_section_rules;

/** Where the next section is searched. */
typedef struct tta_splitter {
  tta_str text;
  tta_section_rules rules;
  tta_report *report;    /* NULL, or for near misses of the marker */
  uint32_t at;           /* the next section, or the line after the last fence */
  uint32_t end;          /* of the text, or of the fence around `at` */
  uint32_t after_fence;
  bool in_fence, found, done;
  uint32_t lists[TTA_MARKDOWN_LISTS]; /* the columns of the contents of the list items around `at` */
  uint32_t num_lists;
} tta_splitter;

/** Sections that follow each other and are read together. */
typedef struct tta_text_part {
  tta_splitter at;       /* before the first one */
  uint32_t num_sections;
} tta_text_part;

extern const tta_str tta_default_split_marker;

/** @param begin where a section starts; 0 for Markdown */
void tta_splitter_init(tta_splitter *splitter, tta_str text, tta_section_rules rules, uint32_t begin,
                       tta_report *report);
/** The next section, in order; false after the last one. There is at least one: a Markdown text without fences has an
 *  empty one at its end. */
bool tta_splitter_next(tta_splitter *splitter, tta_span *section);

#endif
