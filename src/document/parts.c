/* Cuts a text into parts of whole sections. */
#include "document/parts.h"

#include "base/array.h"
#include "parse/repair.h"

enum {
  FIRST_BYTES = TTA_REPAIR_TEXT, /* at least: repairs are tried in the first part only, and what they cost is limited */
  NEXT_BYTES = 1 << 20,          /* at least: each part has to learn again which values repeat */
  PARTS_OF_THREAD = 4,           /* so that a thread with cheaper parts has more of them */
};

tta_status tta_text_parts_cut(tta_text_parts *parts, tta_str text, tta_section_rules rules, size_t threads,
                              uint32_t least, const tta_allocator *allocator) {
  size_t share = text.size / PARTS_OF_THREAD / (threads ? threads : 1), begin = 0;
  size_t first = share < FIRST_BYTES ? FIRST_BYTES : share, rest = share < NEXT_BYTES ? NEXT_BYTES : share;
  if (least) first = rest = least;
  tta_splitter splitter, before;
  tta_span section;
  *parts = (tta_text_parts){0};
  tta_splitter_init(&splitter, text, rules, 0, NULL);
  for (before = splitter; tta_splitter_next(&splitter, &section); before = splitter) {
    if (!parts->num_list || section.begin - begin >= (parts->num_list == 1 ? first : rest)) {
      if (!TTA_PUSH(allocator, parts, list, (tta_text_part){.at = before})) return TTA_NO_MEMORY;
      begin = section.begin;
    }
    parts->list[parts->num_list - 1].num_sections++;
  }
  return TTA_OK;
}
