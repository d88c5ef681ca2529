/* Which values of a text are without errors. */
#include "document/sound.h"

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

uint32_t tta_sound_number(const tta_sound_parts *parts, const tta_check *check,
                          bool (*is_error)(const tta_diagnostic *diagnostic), uint32_t num_entries, uint32_t *number) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < num_entries; i++) number[i] = 0;
  for (uint32_t i = 0; i < parts->num_items && tta_results_num_errors(tta_check_results(check)); i++)
    if (has_error(check, parts->items[i].span, is_error)) number[parts->items[i].entry] = UINT32_MAX;
  for (uint32_t i = 0; i < num_entries; i++)
    if (!number[i]) number[i] = count++;
  return count;
}
