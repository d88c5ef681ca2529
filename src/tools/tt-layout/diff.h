/* diff.h: shared by the files of tt-layout diff. */
#ifndef TT_LAYOUT_DIFF_H
#define TT_LAYOUT_DIFF_H

#include "tool.h"
#include "ttattr/compare.h"

/** Writes one difference as an object. @param change that it belongs to, for more keys; NULL: none */
void tt_layout_difference_json(tta_json *json, const tta_difference *difference, const tta_change *change);

typedef enum tt_layout_diff_format {
  TT_LAYOUT_DIFF_TEXT,
  TT_LAYOUT_DIFF_JSON,
  TT_LAYOUT_DIFF_MARKDOWN,
  TT_LAYOUT_DIFF_HTML
} tt_layout_diff_format;

typedef struct tt_layout_diff_page {
  const tta_changes *changes;
  tta_str left, right; /* names of the modules */
  tt_layout_diff_format format;
} tt_layout_diff_page;

/** Prints the changes of two modules. @return exit status: 1 if there are any */
int tt_layout_print_changes(const tt_layout_diff_page *page);

#endif
