/* parts.h: cuts a large text of many sections into parts that are read independently. */
#ifndef TTA_DOCUMENT_PARTS_H
#define TTA_DOCUMENT_PARTS_H

#include "parse/sections.h"

enum { TTA_PARTS_TEXT = 4 << 20 }; /* least bytes of a text that is cut: a smaller one takes a few milliseconds */

typedef struct tta_text_parts {
  tta_text_part *list;
  uint32_t num_list, cap_list;
} tta_text_parts;

/** Cuts a text at its markers.
 *  @param threads that read the parts
 *  @param least   bytes of a part, for tests; 0: as many as are good for these threads
 *  @return TTA_OK or TTA_NO_MEMORY; to be freed with TTA_ARRAY_FREE in both cases */
tta_status tta_text_parts_cut(tta_text_parts *parts, tta_str text, tta_section_rules rules, size_t threads,
                              uint32_t least, const tta_allocator *allocator);

#endif
