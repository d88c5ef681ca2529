/* One walk over the attributes of a text, where they are written: layouts and devices are collected while it is
 * checked. What turns out to have an error is dropped. */
#include "document/collect.h"

#include <string.h>

#include "diag/check_options.h"

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

static bool is_sound(const tta_node *n) { return !(n->flags & TTA_NODE_HAS_ERRORS); }

static bool is_device(const tta_tree *tree, tta_node_id id) {
  return tta_node_is_attribute(tree, id, TTA_ATTR_device) && is_sound(tta_node_at(tree, id));
}

/* As deep as the text nests, which is limited. */
static void walk(tta_collection *c, const tta_island *island, tta_node_id id, bool devices) {
  const tta_tree *tree = island->value.tree;
  const tta_node *n = tta_node_at(tree, id);
  if (devices && is_device(tree, id)) {
    c->devices.num_written++;
    tta_devices_add(&c->devices, island, id);
    return;
  }
  if (n->kind == TTA_NODE_TENSOR && is_sound(n) && c->layouts.wanted)
    tta_layouts_add_tensor(&c->layouts, island, id, false);
  for (tta_node_id child = tta_node_first(tree, id); child; child = tta_node_at(tree, child)->next)
    walk(c, island, child, devices);
}

/* `%x : !t`. The definition of the alias is an island of its own. */
static void add_use(tta_collection *c, const tta_island *island, tta_node_id value) {
  const tta_node *n = tta_node_at(island->value.tree, value);
  if (n->kind == TTA_NODE_TENSOR && is_sound(n) && c->layouts.wanted && !c->layouts.attribute)
    tta_layouts_add_tensor(&c->layouts, island, value, true);
}

static void visit(void *user, const tta_island *island) {
  tta_collection *c = user;
  const tta_tree *tree = island->value.tree;
  tta_node_id root = island->value.node;
  if (!root || c->status) return;
  bool device_op = island->context == TTA_CONTEXT_DEVICE_OPERATION;
  bool written = tta_node_at(tree, root)->begin == island->span.begin || device_op; /* not a use of an alias */
  bool devices = c->devices.wanted && tta_node_at(tree, root)->kind != TTA_NODE_TENSOR; /* which has none */
  tta_node_id value = tta_node_resolve(tree, root);
  if (island->context == TTA_CONTEXT_USE) {
    add_use(c, island, value);
    return;
  }
  if (c->layouts.wanted) tta_layouts_add_island(&c->layouts, island);
  if (devices && island->context == TTA_CONTEXT_MODULE_SYSTEM) {
    tta_devices_add_system(&c->devices, island, value);
    devices = false;
  }
  if (written && !c->layouts.attribute) walk(c, island, root, devices);
  else if (devices && island->context == TTA_CONTEXT_MODULE_DEVICE && is_device(tree, value))
    tta_devices_add(&c->devices, island, value);
  else if (!written) add_use(c, island, value);
}

tta_check_options tta_collecting_options(const tta_check_options *options) {
  tta_check_options how = tta_check_options_or_default(options);
  how.allocator = tta_allocator_or_default(how.allocator);
  how.split = true;
  how.keep_errors = true;
  how.canonicalize = false;
  return how;
}

tta_status tta_collect(tta_collection *c, const tta_check_options *options) {
  tta_check_options how = tta_collecting_options(options);
  tta_status status = tta_check_visit(c->source, &how, visit, c, &c->check);
  if (!status && c->arena.failed) c->status = TTA_NO_MEMORY;
  return status ? status : c->status;
}

/* ---- the collection ---------------------------------------------------------------------------------------------- */

tta_collection *tta_collection_new(tta_source *source, const tta_check_options *options) {
  tta_check_options how = tta_collecting_options(options);
  tta_collection *c = how.allocator->allocate(how.allocator->user, sizeof *c);
  if (!c) return NULL;
  *c = (tta_collection){.source = source, .era = how.era, .pool = tta_affine_pool_new(how.allocator)};
  tta_arena_init(&c->arena, how.allocator);
  tta_strmap_init(&c->layouts.list.known, how.allocator);
  tta_strmap_init(&c->layouts.texts, how.allocator);
  tta_strmap_init(&c->devices.list.known, how.allocator);
  tta_section_rules rules = {how.split, how.split_marker, how.markdown};
  tta_typed_values_init(&c->layouts.values, source->text, rules, &c->arena);
  c->layouts.in = c->devices.in = c;
  if (c->pool) return c;
  tta_collection_free(c);
  return NULL;
}

void tta_collection_free(tta_collection *c) {
  if (!c) return;
  const tta_allocator *allocator = c->arena.allocator;
  tta_check_free(c->check);
  tta_typed_values_free(&c->layouts.values);
  tta_strmap_free(&c->layouts.list.known);
  tta_strmap_free(&c->layouts.texts);
  tta_strmap_free(&c->devices.list.known);
  tta_affine_pool_free(c->pool);
  tta_arena_free(&c->arena);
  allocator->release(allocator->user, c, sizeof *c);
}

/* ---- entries without errors -------------------------------------------------------------------------------------- */

static bool add_part(tta_collection *c, tta_collected *list, tta_span span, uint32_t entry) {
  if (!TTA_PUSH_IN(&c->arena, list, parts, (tta_collected_part){span, entry})) return false;
  return true;
}

static bool add_definitions(tta_collection *c, tta_collected *list, const tta_tree *tree, tta_node_id id,
                            uint32_t entry) {
  for (tta_node_id child = tta_node_first(tree, id); child; child = tta_node_at(tree, child)->next) {
    tta_node_id value = child;
    if (tta_node_at(tree, child)->kind == TTA_NODE_ALIAS) {
      value = tree->aliases[tta_node_at(tree, child)->index].value;
      if (!add_part(c, list, tta_node_span(tree, value), entry)) return false;
    }
    if (!add_definitions(c, list, tree, value, entry)) return false;
  }
  return true;
}

bool tta_collected_add_parts(tta_collection *c, tta_collected *list, const tta_tree *tree, tta_node_id node,
                             uint32_t entry) {
  return add_part(c, list, tta_node_span(tree, node), entry) && add_definitions(c, list, tree, node, entry);
}

/* Whether an error starts in the span; diagnostics are in order of position. */
static bool has_error(const tta_results *results, tta_span span, bool (*is_error)(const tta_diagnostic *diagnostic)) {
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

tta_status tta_collected_drop(tta_collection *c, tta_collected *list, void *entries, uint32_t *num_entries, size_t size,
                              bool (*is_error)(const tta_diagnostic *diagnostic)) {
  const tta_results *results = tta_check_results(c->check);
  if (!tta_results_num_errors(results)) return TTA_OK;
  uint32_t *number = tta_arena_array(&c->arena, (size_t)*num_entries + 1, sizeof *number), kept = 0, kept_uses = 0;
  if (!number) return TTA_NO_MEMORY;
  for (uint32_t i = 0; i < *num_entries; i++) number[i] = 0;
  for (uint32_t i = 0; i < list->num_parts; i++)
    if (has_error(results, list->parts[i].span, is_error)) number[list->parts[i].entry] = UINT32_MAX;
  for (uint32_t i = 0; i < *num_entries; i++) {
    if (number[i] == UINT32_MAX) continue;
    memmove((char *)entries + kept * size, (char *)entries + i * size, size);
    number[i] = kept++;
  }
  for (uint32_t i = 0; i < list->num_uses; i++) {
    uint32_t entry = number[list->uses[i].entry];
    if (entry == UINT32_MAX) continue;
    list->uses[kept_uses] = list->uses[i];
    list->uses[kept_uses++].entry = entry;
  }
  *num_entries = kept;
  list->num_uses = kept_uses;
  return TTA_OK;
}
