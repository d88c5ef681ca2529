/* lines.h: where the lines of a text start, kept up to date over edits. */
#ifndef TTA_DIAG_LINES_H
#define TTA_DIAG_LINES_H

#include "ttattr/diag.h"

typedef struct tta_lines {
  uint32_t *starts; /* starts[0] is 0 */
  uint32_t num_starts, cap_starts;
} tta_lines;

/** @return TTA_NO_MEMORY leaves an empty table */
tta_status tta_lines_init(tta_lines *lines, const tta_allocator *allocator, tta_str text);
void tta_lines_free(tta_lines *lines, const tta_allocator *allocator);
/** Space for an edit that inserts `text`. @return TTA_NO_MEMORY changes nothing */
tta_status tta_lines_reserve(tta_lines *lines, const tta_allocator *allocator, tta_str text);
/** The edit itself, after tta_lines_reserve; cannot fail. */
void tta_lines_edit(tta_lines *lines, tta_span range, tta_str text);
/** The line, from 0, that holds `offset`. */
uint32_t tta_lines_find(const tta_lines *lines, uint32_t offset);

#endif
