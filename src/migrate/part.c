/* What is migrated with a range of a text. */
#include "base/array.h"
#include "base/sort.h"
#include "migrate/text.h"

/* Uses of an alias, by the tree of the island that is added last. Recursion is as deep as the text nests. */
static void add_links(tta_migrated_text *t, tta_node_id node, bool has_new_type) {
  const tta_tree *tree = t->m.tree;
  const tta_node *n = tta_node_at(tree, node);
  tta_migrated_links *part = &t->part;
  if (n->kind == TTA_NODE_ALIAS) {
    tta_migrated_link link = {part->num_islands - 1, tree->aliases[n->index].span.begin, has_new_type};
    if (!TTA_PUSH(t->m.allocator, part, links, link)) t->m.status = TTA_NO_MEMORY;
  }
  tta_node_id encoding = n->kind == TTA_NODE_TENSOR ? tta_node_child(tree, node, TTA_FIELD_encoding) : 0;
  tta_node_id layout = encoding ? tta_node_resolve(tree, encoding) : 0;
  bool changes = layout && tta_migrate_needs_tensor(&t->m, layout);
  for (tta_node_id c = tta_node_first(tree, node); c; c = tta_node_at(tree, c)->next)
    add_links(t, c, changes && c == encoding);
}

/* @param root of the value; 0: `definition` is the byte of the definition that the island is a use of */
static void add_island(tta_migrated_text *t, tta_span span, tta_node_id root, uint32_t definition,
                       const tta_era_set *days) {
  tta_migrated_links *part = &t->part;
  tta_migrated_island island = {span, *days, tta_migrate_touches(t, span)};
  bool added = TTA_PUSH(t->m.allocator, part, islands, island);
  tta_migrated_link link = {part->num_islands - 1, definition, false};
  if (added && root) add_links(t, root, false);
  else if (added) added = TTA_PUSH(t->m.allocator, part, links, link);
  if (!added) t->m.status = TTA_NO_MEMORY;
}

void tta_migrate_add_island(tta_migrated_text *t, tta_span span, tta_node_id root, const tta_era_set *days) {
  add_island(t, span, root, 0, days);
}

void tta_migrate_add_use(tta_migrated_text *t, tta_span span, tta_node_id value) {
  const tta_era_set always = tta_era_always();
  if (value) add_island(t, span, 0, tta_node_at(t->m.tree, value)->begin, &always);
}

/* The island that has a byte; NULL. */
static tta_migrated_island *island_at(const tta_migrated_links *part, uint32_t at) {
  uint32_t low = 0, high = part->num_islands;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (part->islands[middle].span.end <= at) low = middle + 1;
    else high = middle;
  }
  return low < part->num_islands && part->islands[low].span.begin <= at ? &part->islands[low] : NULL;
}

tta_era_set tta_migrate_choose_islands(tta_migrated_text *t) {
  tta_migrated_links *part = &t->part;
  tta_era_set days = tta_era_always();
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = part->num_links; i-- > 0;) { /* uses are after definitions: most of the time one pass is enough */
      tta_migrated_island *use = &part->islands[part->links[i].island];
      tta_migrated_island *definition = island_at(part, part->links[i].alias);
      if (!definition || use->wanted == definition->wanted || !(use->wanted || part->links[i].has_new_type)) continue;
      changed = use->wanted = definition->wanted = true;
    }
  }
  for (uint32_t i = 0; i < part->num_islands; i++)
    if (part->islands[i].wanted) tta_era_and(&days, &part->islands[i].days);
  return days;
}

bool tta_migrate_touches(const tta_migrated_text *t, tta_span span) {
  return !t->is_part || (span.begin <= t->part.range.end && t->part.range.begin <= span.end);
}

bool tta_migrate_is_wanted(const tta_migrated_text *t, tta_span span) {
  const tta_migrated_island *island = t->is_part ? island_at(&t->part, span.begin) : NULL;
  return island ? island->wanted : tta_migrate_touches(t, span);
}

void tta_migrate_leave_island(tta_migrated_text *t, tta_span span) {
  tta_migrated_island *island = island_at(&t->part, span.begin);
  if (island) island->wanted = false;
}
