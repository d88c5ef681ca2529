/* Which values of a text are without errors. */
#include "document/sound.h"

#include <string.h>

#include "base/array.h"

static bool add_part(tta_sound_parts *parts, tta_arena *arena, tta_span span, uint32_t entry) {
  if (!TTA_GROW_IN(arena, parts, items, 1)) return false;
  parts->items[parts->num_items++] = (tta_sound_part){span, entry};
  return true;
}

static bool add_definitions(tta_sound_parts *parts, tta_arena *arena, const tta_tree *tree, tta_node_id id,
                            uint32_t entry) {
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) {
    tta_node_id value = c;
    if (tta_node_at(tree, c)->kind == TTA_NODE_ALIAS) {
      value = tree->aliases[tta_node_at(tree, c)->index].value;
      if (!add_part(parts, arena, tta_node_span(tree, value), entry)) return false;
    }
    if (!add_definitions(parts, arena, tree, value, entry)) return false;
  }
  return true;
}

bool tta_sound_add(tta_sound_parts *parts, tta_arena *arena, const tta_tree *tree, tta_node_id node, uint32_t entry) {
  return add_part(parts, arena, tta_node_span(tree, node), entry) && add_definitions(parts, arena, tree, node, entry);
}

/* Whether an error starts in the span; diagnostics are in order of position. */
static bool has_error(const tta_check *check, tta_span span, bool (*is_error)(const tta_diagnostic *diagnostic)) {
  const tta_results *results = tta_check_results(check);
  size_t low = 0, high = tta_results_num_diagnostics(results), end = high;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tta_results_diagnostic(results, middle)->span.begin < span.begin) low = middle + 1;
    else high = middle;
  }
  for (; low < end && tta_results_diagnostic(results, low)->span.begin < span.end; low++)
    if (is_error(tta_results_diagnostic(results, low))) return true;
  return false;
}

/* Numbers the entries without errors in order: 0, 1, ..; UINT32_MAX for an entry with an error. */
static void number_entries(const tta_sound_parts *parts, const tta_check *check,
                           bool (*is_error)(const tta_diagnostic *diagnostic), uint32_t num_entries, uint32_t *number) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < num_entries; i++) number[i] = 0;
  for (uint32_t i = 0; i < parts->num_items && tta_results_num_errors(tta_check_results(check)); i++)
    if (has_error(check, parts->items[i].span, is_error)) number[parts->items[i].entry] = UINT32_MAX;
  for (uint32_t i = 0; i < num_entries; i++)
    if (!number[i]) number[i] = count++;
}

/* Moves item `from` to the end of the first `*kept` items. */
static char *keep_item(const tta_sound_list *list, uint32_t from, uint32_t *kept) {
  char *to = (char *)list->items + (*kept)++ * list->size;
  memmove(to, (char *)list->items + from * list->size, list->size);
  return to;
}

tta_status tta_sound_drop(const tta_sound_parts *parts, const tta_check *check, tta_arena *arena,
                          bool (*is_error)(const tta_diagnostic *diagnostic), tta_sound_list entries,
                          tta_sound_list uses, size_t use_entry) {
  uint32_t *number = tta_arena_array(arena, (size_t)*entries.count + 1, sizeof *number), kept = 0, kept_uses = 0;
  if (!number) return TTA_NO_MEMORY;
  number_entries(parts, check, is_error, *entries.count, number);
  for (uint32_t i = 0; i < *entries.count; i++)
    if (number[i] != UINT32_MAX) keep_item(&entries, i, &kept);
  for (uint32_t i = 0; i < *uses.count; i++) {
    uint32_t entry;
    memcpy(&entry, (char *)uses.items + i * uses.size + use_entry, sizeof entry);
    if (number[entry] != UINT32_MAX) memcpy(keep_item(&uses, i, &kept_uses) + use_entry, &number[entry], sizeof entry);
  }
  *entries.count = kept;
  *uses.count = kept_uses;
  return TTA_OK;
}
