/* designator.h: one line of a test, and the expectation that it states. */
#ifndef TTA_EXPECT_DESIGNATOR_H
#define TTA_EXPECT_DESIGNATOR_H

#include "diag/report.h"

/** `expected-error-re @+1 {{text}}`; all parts lie in the line. */
typedef struct tta_designator {
  tta_str all;   /* from `expected-` to `}}` */
  tta_severity kind;
  bool regex;    /* -re */
  tta_str place; /* "@+1", "@above", ...; empty: its own line */
  tta_str text;  /* between the outermost braces */
} tta_designator;

/** The line without what MLIR trims at its right. */
tta_str tta_designator_trim(tta_str line);
/** Whether a trimmed line states an expectation. Exactly MLIR's regular expression, searched anywhere in the line:
 *  expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *{{(.*)}}$ */
bool tta_designator_read(tta_str line, tta_designator *designator);
/** Warns when a comment on a trimmed line looks like an expectation and is none, or states another than it seems to.
 *  @param source     the line lies in this text
 *  @param designator what the line states; NULL when nothing */
void tta_designator_verify(tta_report *report, tta_str source, tta_str line, const tta_designator *designator);

#endif
