/* The devices of a text: attributes, also by alias and in the attributes of modules, and `device @name` operations;
 * and the system that each section describes. */
#include <stdio.h>

#include "base/fail.h"
#include "device/device.h"
#include "diag/check_options.h"
#include "document/collect.h"
#include "layout/values.h"
#include "model/device.h"
#include "print/print.h"
#include "text/token.h"

/* ---- copies that do not depend on the tree ---- */

static tta_status copy_map(tta_devices *t, tta_map *map) {
  tta_map borrowed = *map;
  return borrowed.num_results ? tta_map_copy(&borrowed, &t->in->arena, t->in->pool, map) : TTA_OK;
}

/* A grid without a map is on one chip. */
static tta_status identity_map(tta_devices *t, const tta_device *device, tta_map *map) {
  tta_expr *results = tta_arena_array(&t->in->arena, 3, sizeof *results);
  if (!results || device->grid.rank != 2) return results ? TTA_INVALID : TTA_NO_MEMORY;
  results[0] = tta_expr_constant(t->in->pool, 0);
  results[1] = tta_expr_dim(t->in->pool, 0);
  results[2] = tta_expr_dim(t->in->pool, 1);
  *map = (tta_map){t->in->pool, 2, 0, 3, results};
  return tta_affine_pool_status(t->in->pool);
}

static tta_status copy_maps(tta_devices *t, tta_device *d) {
  tta_status status = d->map.num_results ? copy_map(t, &d->map) : identity_map(t, d, &d->map);
  if (!status) status = copy_map(t, &d->l1_map);
  if (!status) status = copy_map(t, &d->dram_map);
  if (status) return status;
  return tta_device_has_worker_map(d) ? TTA_OK : TTA_INVALID;
}

static tta_status copy_device(tta_devices *t, const tta_tree *tree, tta_node_id node, tta_device *d) {
  tta_status status = tta_device_lower(tree, node, &t->in->arena, d);
  if (status) return status;
  d->era = tta_device_day(tree, node, t->in->era);
  if (d->grid.rank > TTA_MAX_RANK || d->mesh.rank > TTA_MAX_RANK) return TTA_LIMIT;
  d->grid = tta_shape_copy(&t->in->arena, d->grid);
  d->mesh = tta_shape_copy(&t->in->arena, d->mesh);
  d->dram_grid = tta_shape_copy(&t->in->arena, d->dram_grid);
  status = copy_maps(t, d);
  return t->in->arena.failed ? TTA_NO_MEMORY : status;
}

/* ---- entries ---- */

static bool add_use(tta_devices *t, tta_str name, uint32_t entry) {
  if (!name.size) return true;
  if (!TTA_PUSH_IN(&t->in->arena, &t->list, uses, (tta_layout_name){.name = name, .entry = entry})) return false;
  return true;
}

/* `@name` after the `tt.device` of an operation; empty if there is none. */
static tta_str symbol_after(tta_str text, uint32_t offset) {
  tta_tokens tokens = tta_tokens_of(text.data + offset, text.data + text.size);
  tta_token t;
  bool symbol = tta_token_next(&tokens, &t) && t.kind == TTA_MARK_NAME && *t.begin == '@';
  return symbol ? tta_str_between(t.begin, t.end) : (tta_str){0};
}

static tta_str name_of(const tta_island *island) {
  tta_str text = island->value.tree->text;
  bool ttcore = tta_node_at(island->value.tree, island->value.node)->dialect == TTA_TTCORE;
  switch (island->context) {
  case TTA_CONTEXT_ALIAS: return tta_str_between(text.data + island->name.begin, text.data + island->name.end);
  case TTA_CONTEXT_DEVICE_OPERATION: return symbol_after(text, island->name.end);
  case TTA_CONTEXT_MODULE_DEVICE: return ttcore ? TTA_STR("ttcore.device") : TTA_STR("tt.device");
  default: return (tta_str){0};
  }
}

static tta_status add_entry(tta_devices *t, const tta_tree *tree, tta_node_id node, tta_str text, uint32_t *entry) {
  if (!TTA_GROW_IN(&t->in->arena, t, entries, 1)) return TTA_NO_MEMORY;
  tta_arena_mark memory = tta_arena_position(&t->in->arena);
  tta_expr expressions = tta_affine_pool_mark(t->in->pool);
  tta_device *device = tta_arena_alloc(&t->in->arena, sizeof *device);
  tta_status status = device ? copy_device(t, tree, node, device) : TTA_NO_MEMORY;
  if (status) {
    tta_arena_rewind(&t->in->arena, memory);
    tta_affine_pool_rewind(t->in->pool, expressions);
    return status;
  }
  device->text = tta_arena_str(&t->in->arena, text);
  *entry = t->num_entries;
  t->entries[t->num_entries++] = (tta_device_entry){
      .line = tta_source_position(t->in->source, tta_node_at(tree, node)->begin).line, .section = t->section,
      .device = device};
  if (!device->text.data) return TTA_NO_MEMORY;
  return tta_strmap_set(&t->list.known, device->text, *entry);
}

/* The entry of a device: an earlier one, or a new one. TTA_INVALID: it has no worker grid with a map. */
static tta_status entry_of(tta_devices *t, const tta_tree *tree, tta_node_id node, uint32_t *entry) {
  tta_buf text = tta_buf_new(t->in->arena.allocator);
  bool bare = tree->text.data[tta_node_at(tree, node)->begin] == '<'; /* of an operation */
  if (bare) tta_buf_str(&text, tta_node_at(tree, node)->dialect == TTA_TTCORE ? "#ttcore.device" : "#tt.device");
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = true});
  const uint32_t *known = text.failed ? NULL : tta_strmap_find(&t->list.known, tta_buf_view(&text));
  tta_status status = text.failed ? TTA_NO_MEMORY : TTA_OK;
  if (known) *entry = *known;
  else if (!status) status = add_entry(t, tree, node, tta_buf_view(&text), entry);
  tta_buf_free(&text);
  return status;
}

static void enter_section(tta_devices *t, uint32_t section) {
  if (section != t->section) tta_strmap_clear(&t->list.known);
  t->section = section;
}

void tta_devices_add(tta_devices *t, const tta_island *island, tta_node_id node) {
  const tta_tree *tree = island->value.tree;
  uint32_t entry = 0;
  bool whole = node == tta_node_resolve(tree, island->value.node);
  enter_section(t, island->section);
  tta_status status = entry_of(t, tree, node, &entry);
  t->incomplete |= status == TTA_INVALID;
  if (status == TTA_NO_MEMORY) t->in->status = status;
  if (status) return;
  tta_str name = whole ? name_of(island) : (tta_str){0};
  tta_device_entry *e = &t->entries[entry];
  if (!e->name.size) e->name = name;
  e->of_module |= whole && (island->context == TTA_CONTEXT_DEVICE_OPERATION ||
                            island->context == TTA_CONTEXT_MODULE_DEVICE);
  if (!add_use(t, name, entry) || !tta_collected_add_parts(t->in, &t->list, tree, node, entry))
    t->in->status = TTA_NO_MEMORY;
}

/* ---- systems ---- */

static tta_section_system *system_of(const tta_devices *t, uint32_t section) {
  for (uint32_t i = t->num_systems; i-- > 0 && t->systems[i].section >= section;)
    if (t->systems[i].section == section) return &t->systems[i];
  return NULL;
}

static tta_status add_system(tta_devices *t, const tta_tree *tree, tta_node_id node, tta_str text) {
  tta_system *system = tta_arena_alloc(&t->in->arena, sizeof *system);
  if (!system || !TTA_GROW_IN(&t->in->arena, t, systems, 1)) return TTA_NO_MEMORY;
  tta_status status = tta_system_lower(tree, node, &t->in->arena, system);
  uint32_t line = tta_source_position(t->in->source, tta_node_at(tree, node)->begin).line;
  tta_str copy = tta_arena_str(&t->in->arena, text);
  if (!copy.data) return TTA_NO_MEMORY;
  if (!status) t->systems[t->num_systems++] = (tta_section_system){.section = t->section, .line = line,
                                                                   .text = copy, .system = system};
  return status;
}

/* Nested modules repeat the system of the outer one. */
void tta_devices_add_system(tta_devices *t, const tta_island *island, tta_node_id node) {
  const tta_tree *tree = island->value.tree;
  const tta_node *n = tta_node_at(tree, node);
  if (!tta_node_is_attribute(tree, node, TTA_ATTR_system_desc) || (n->flags & TTA_NODE_HAS_ERRORS)) return;
  enter_section(t, island->section);
  tta_section_system *known = system_of(t, t->section);
  tta_buf text = tta_buf_new(t->in->arena.allocator);
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = true});
  if (text.failed) t->in->status = TTA_NO_MEMORY;
  else if (!known) t->in->status = add_system(t, tree, node, tta_buf_view(&text));
  else if (!tta_str_equal(known->text, tta_buf_view(&text))) known->system = NULL;
  tta_buf_free(&text);
}

/* ---- the whole text ---- */

static bool is_error(const tta_diagnostic *d) { return d->severity == TTA_SEVERITY_ERROR; }

/* The device of a section that only describes a system: a chip of it, with the grid that all of them have. */
static tta_status add_chip(tta_devices *t, tta_section_system *described) {
  static const int64_t first_chip = 0;
  tta_chip_grid grid = tta_system_smallest_grid(described->system);
  tta_device *device = tta_arena_alloc(&t->in->arena, sizeof *device);
  int64_t *extent = tta_arena_array(&t->in->arena, 2, sizeof *extent);
  tta_device_entry *entry = tta_arena_alloc(&t->in->arena, sizeof *entry);
  tta_buf text = tta_buf_new(t->in->arena.allocator);
  if (!device || !extent || !entry) return TTA_NO_MEMORY;
  extent[0] = grid.rows, extent[1] = grid.columns;
  *device = (tta_device){.keyed = true, .ttcore = true, .grid = {2, extent}, .chip_ids = {1, &first_chip},
                         .system = described->system, .era = t->in->era};
  *entry = (tta_device_entry){.line = described->line, .section = described->section, .of_system = true,
                              .device = device, .system = described->system};
  tta_buf_printf(&text, "a chip of %lldx%lld cores", (long long)grid.rows, (long long)grid.columns);
  device->text = tta_arena_str(&t->in->arena, tta_buf_view(&text));
  tta_buf_free(&text);
  described->chip = entry;
  return device->text.data ? identity_map(t, device, &device->map) : TTA_NO_MEMORY;
}

tta_status tta_devices_finish(tta_devices *t) {
  for (uint32_t i = 0; i < t->num_entries; i++) {
    tta_section_system *described = system_of(t, t->entries[i].section);
    if (!described) continue;
    described->has_devices = true;
    t->entries[i].system = described->system;
    ((tta_device *)t->entries[i].device)->system = t->entries[i].system; /* of this arena */
  }
  for (uint32_t i = 0; i < t->num_systems; i++) {
    tta_section_system *described = &t->systems[i];
    tta_status status = described->system && !described->has_devices ? add_chip(t, described) : TTA_OK;
    if (status) return status;
  }
  return tta_collected_drop(t->in, &t->list, t->entries, &t->num_entries, sizeof *t->entries, is_error);
}

tta_status tta_devices_read(tta_source *source, const tta_check_options *options, tta_devices **out) {
  tta_collection *c = tta_collection_new(source, options);
  *out = NULL;
  if (!c) return TTA_NO_MEMORY;
  c->devices.wanted = true;
  tta_status status = tta_collect(c, options);
  if (!status) status = tta_devices_finish(&c->devices);
  if (!status) *out = &c->devices;
  else tta_collection_free(c);
  return status;
}

void tta_devices_free(tta_devices *t) { tta_collection_free(t ? t->in : NULL); }

const tta_results *tta_devices_results(const tta_devices *t) {
  return t->in->layouts.wanted ? NULL : tta_check_results(t->in->check);
}
size_t tta_devices_num_entries(const tta_devices *t) { return t->num_entries; }
const tta_device_entry *tta_devices_entry(const tta_devices *t, size_t index) {
  return index < t->num_entries ? &t->entries[index] : NULL;
}

/* ---- selection ---- */

static bool has_name(const tta_devices *t, uint32_t entry, tta_str name) {
  char line[24];
  snprintf(line, sizeof line, "%u", t->entries[entry].line);
  if (tta_str_is(name, line)) return true;
  for (uint32_t i = 0; i < t->list.num_uses; i++)
    if (t->list.uses[i].entry == entry && tta_str_equal(t->list.uses[i].name, name)) return true;
  return false;
}

/* The devices that a selection is made from. */
typedef struct selection {
  uint32_t section;
  tta_str name;
  bool of_modules; /* only those of modules */
} selection;

static bool is_candidate(const tta_devices *t, uint32_t i, const selection *s) {
  const tta_device_entry *e = &t->entries[i];
  return (s->section == TTA_ANY_SECTION || e->section == s->section) && (!s->of_modules || e->of_module) &&
         (!s->name.size || has_name(t, i, s->name));
}

/* The first candidate. *several: another one differs from it. */
static const tta_device_entry *find(const tta_devices *t, const selection *s, bool *several) {
  const tta_device_entry *first = NULL;
  *several = false;
  for (uint32_t i = 0; i < t->num_entries && !*several; i++) {
    if (!is_candidate(t, i, s)) continue;
    if (!first) first = &t->entries[i];
    else *several = !tta_str_equal(first->device->text, t->entries[i].device->text);
  }
  return first;
}

/* ": @a (line 3), #b (line 7)" */
static void list_candidates(const tta_devices *t, const selection *s, tta_buf *reason) {
  enum { MAX_LISTED = 8 };
  uint32_t listed = 0;
  for (uint32_t i = 0; reason && i < t->num_entries && listed <= MAX_LISTED; i++) {
    const tta_device_entry *e = &t->entries[i];
    if (!is_candidate(t, i, s)) continue;
    tta_buf_str(reason, listed ? ", " : ": ");
    if (listed++ == MAX_LISTED) tta_buf_str(reason, "...");
    else if (e->name.size) tta_buf_printf(reason, "%.*s (line %u)", TTA_STR_ARGS(e->name), e->line);
    else tta_buf_printf(reason, "line %u", e->line);
  }
}

tta_status tta_devices_select(const tta_devices *t, uint32_t section, tta_str name, const tta_device_entry **entry,
                              tta_buf *reason) {
  selection s = {section, name, !name.size};
  bool several;
  *entry = find(t, &s, &several);
  if (!*entry) {
    if (name.size) s.section = TTA_ANY_SECTION;
    s.of_modules = false;
    *entry = find(t, &s, &several);
  }
  if (!*entry && !name.size) {
    const tta_section_system *described = section == TTA_ANY_SECTION ? NULL : system_of(t, section);
    *entry = described ? described->chip : NULL;
    return TTA_OK;
  }
  if (*entry && !several) return TTA_OK;
  if (!*entry) {
    s.name = (tta_str){0};
    tta_fail(TTA_INVALID, reason, "no device is named '%.*s'", (int)(name.size < 100 ? name.size : 100), name.data);
  } else {
    tta_fail(TTA_INVALID, reason, "there are several devices");
  }
  list_candidates(t, &s, reason);
  *entry = NULL;
  return TTA_INVALID;
}

/* ---- one device ---- */

/* It is the devices of the text. */
static const tta_devices *devices_of(const tta_device_text *text) { return (const tta_devices *)text; }
static bool has_errors(const tta_devices *t) { return tta_results_num_errors(tta_devices_results(t)) > 0; }
static bool is_single(const tta_devices *t) { return t->num_written == 1 && t->num_entries == 1; }

tta_status tta_device_text_new(tta_source *source, const tta_check_options *options, tta_device_text **out,
                               tta_buf *reason) {
  tta_devices *t;
  tta_status status = tta_devices_read(source, options, &t);
  *out = (tta_device_text *)t;
  if (status || has_errors(t) || is_single(t)) return status;
  if (t->num_written == 1 && t->incomplete)
    return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to chip, y and x");
  return tta_fail(TTA_INVALID, reason, "expected one device attribute, #ttcore.device<workerGrid = ..>, found %u",
                  t->num_written);
}

void tta_device_text_free(tta_device_text *text) { tta_devices_free((tta_devices *)text); }

const tta_results *tta_device_text_results(const tta_device_text *text) {
  return tta_devices_results(devices_of(text));
}

const tta_device *tta_device_text_get(const tta_device_text *text) {
  const tta_devices *t = devices_of(text);
  return is_single(t) && !has_errors(t) ? t->entries[0].device : NULL;
}
