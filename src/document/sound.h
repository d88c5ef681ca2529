/* sound.h: which values of a text are without errors: none starts in their text or in a definition they use. */
#ifndef TTA_DOCUMENT_SOUND_H
#define TTA_DOCUMENT_SOUND_H

#include "base/arena.h"
#include "ir/attributes.h"
#include "ttattr/check.h"

/** A part of the text that an entry of a list consists of. */
typedef struct tta_sound_part {
  tta_span span;
  uint32_t entry;
} tta_sound_part;

/** Zero-initialized, it is empty; the parts are in the arena that tta_sound_add gets. */
typedef struct tta_sound_parts {
  tta_sound_part *items;
  uint32_t num_items, cap_items;
} tta_sound_parts;

/** Adds a value: its text, and the definitions of all aliases in it.
 *  @return false without memory. Recurses as deep as the text nests. */
bool tta_sound_add(tta_sound_parts *parts, tta_arena *arena, const tta_tree *tree, tta_node_id node, uint32_t entry);

/** A list of a collection. */
typedef struct tta_sound_list {
  void *items;
  uint32_t *count;
  size_t size;         /* of an item */
} tta_sound_list;

/** Drops the entries with errors, and the uses of them.
 *  @param is_error  which diagnostics count
 *  @param uses      use_entry: where an item has the uint32_t number of its entry
 *  @return TTA_NO_MEMORY changes nothing */
tta_status tta_sound_drop(const tta_sound_parts *parts, const tta_check *check, tta_arena *arena,
                          bool (*is_error)(const tta_diagnostic *diagnostic), tta_sound_list entries,
                          tta_sound_list uses, size_t use_entry);

#endif
