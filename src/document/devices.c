/* The devices of a text: attributes, also by alias and in the attributes of modules, and `device @name` operations;
 * and the system that each section describes. */
#include "document/devices.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/fail.h"
#include "base/str.h"
#include "base/strmap.h"
#include "diag/check_options.h"
#include "document/sound.h"
#include "layout/values.h"
#include "model/device.h"
#include "print/print.h"
#include "text/token.h"

/* A device under one of its names. */
typedef struct device_use {
  tta_str name;
  uint32_t entry;
} device_use;

/* The system of a section. */
typedef struct section_system {
  uint32_t section;
  tta_str text;
  tta_system *system; /* NULL: the section has several, which differ */
} section_system;

struct tta_devices {
  tta_arena arena;
  tta_affine_pool *pool;
  tta_source *source;
  tta_check *check;         /* of tta_devices_read */
  tta_device_entry *entries;
  device_use *uses;
  section_system *systems;
  tta_sound_parts parts;    /* of the entries */
  uint32_t num_entries, cap_entries, num_uses, cap_uses, num_systems, cap_systems;
  tta_strmap known;         /* canonical text of a device of `section` -> entry */
  uint32_t section;
  int32_t era;              /* of the options */
  uint32_t num_written;     /* devices in the text, equal ones included */
  bool incomplete;          /* a device has no worker grid with a map */
  tta_status status;
};

/* ---- copies that do not depend on the tree ---- */

static tta_status copy_map(tta_devices *t, tta_map *map) {
  tta_map borrowed = *map;
  return borrowed.num_results ? tta_map_copy(&borrowed, &t->arena, t->pool, map) : TTA_OK;
}

/* A grid without a map is on one chip. */
static tta_status identity_map(tta_devices *t, const tta_device *device, tta_map *map) {
  tta_expr *results = tta_arena_array(&t->arena, 3, sizeof *results);
  if (!results || device->grid.rank != 2) return results ? TTA_INVALID : TTA_NO_MEMORY;
  results[0] = tta_expr_constant(t->pool, 0);
  results[1] = tta_expr_dim(t->pool, 0);
  results[2] = tta_expr_dim(t->pool, 1);
  *map = (tta_map){t->pool, 2, 0, 3, results};
  return tta_affine_pool_status(t->pool);
}

static tta_status copy_maps(tta_devices *t, tta_device *d) {
  tta_status status = d->map.num_results ? copy_map(t, &d->map) : identity_map(t, d, &d->map);
  if (!status) status = copy_map(t, &d->l1_map);
  if (!status) status = copy_map(t, &d->dram_map);
  if (status) return status;
  bool usable = d->map.num_results == 3 && !d->map.num_symbols && d->map.num_dims == d->grid.rank;
  return usable ? TTA_OK : TTA_INVALID;
}

static tta_status copy_device(tta_devices *t, const tta_tree *tree, tta_node_id node, tta_device *d) {
  tta_status status = tta_device_lower(tree, node, &t->arena, d);
  if (status) return status;
  d->era = tta_device_day(tree, node, t->era);
  if (d->grid.rank > TTA_MAX_RANK || d->mesh.rank > TTA_MAX_RANK) return TTA_LIMIT;
  d->grid = tta_shape_copy(&t->arena, d->grid);
  d->mesh = tta_shape_copy(&t->arena, d->mesh);
  d->dram_grid = tta_shape_copy(&t->arena, d->dram_grid);
  status = copy_maps(t, d);
  return t->arena.failed ? TTA_NO_MEMORY : status;
}

/* ---- entries ---- */

static bool add_use(tta_devices *t, tta_str name, uint32_t entry) {
  if (!name.size) return true;
  if (!TTA_GROW_IN(&t->arena, t, uses, 1)) return false;
  t->uses[t->num_uses++] = (device_use){name, entry};
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
  if (!TTA_GROW_IN(&t->arena, t, entries, 1)) return TTA_NO_MEMORY;
  tta_arena_mark memory = tta_arena_position(&t->arena);
  tta_expr expressions = tta_affine_pool_mark(t->pool);
  tta_device *device = tta_arena_alloc(&t->arena, sizeof *device);
  tta_status status = device ? copy_device(t, tree, node, device) : TTA_NO_MEMORY;
  if (status) {
    tta_arena_rewind(&t->arena, memory);
    tta_affine_pool_rewind(t->pool, expressions);
    return status;
  }
  device->text = tta_arena_str(&t->arena, text);
  *entry = t->num_entries;
  t->entries[t->num_entries++] = (tta_device_entry){
      .line = tta_source_position(t->source, tta_node_at(tree, node)->begin).line, .section = t->section,
      .device = device};
  if (!device->text.data) return TTA_NO_MEMORY;
  return tta_strmap_set(&t->known, device->text, *entry);
}

/* The entry of a device: an earlier one, or a new one. TTA_INVALID: it has no worker grid with a map. */
static tta_status entry_of(tta_devices *t, const tta_tree *tree, tta_node_id node, uint32_t *entry) {
  tta_buf text;
  tta_buf_init(&text, t->arena.allocator);
  bool bare = tree->text.data[tta_node_at(tree, node)->begin] == '<'; /* of an operation */
  if (bare) tta_buf_str(&text, tta_node_at(tree, node)->dialect == TTA_TTCORE ? "#ttcore.device" : "#tt.device");
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = true});
  const uint32_t *known = text.failed ? NULL : tta_strmap_find(&t->known, tta_buf_view(&text));
  tta_status status = text.failed ? TTA_NO_MEMORY : TTA_OK;
  if (known) *entry = *known;
  else if (!status) status = add_entry(t, tree, node, tta_buf_view(&text), entry);
  tta_buf_free(&text);
  return status;
}

static void record_device(tta_devices *t, const tta_tree *tree, tta_node_id node, const tta_island *island) {
  uint32_t entry = 0;
  bool whole = node == tta_node_resolve(tree, island->value.node);
  tta_status status = entry_of(t, tree, node, &entry);
  t->incomplete |= status == TTA_INVALID;
  if (status == TTA_NO_MEMORY) t->status = status;
  if (status) return;
  tta_str name = whole ? name_of(island) : (tta_str){0};
  tta_device_entry *e = &t->entries[entry];
  if (!e->name.size) e->name = name;
  e->of_module |= whole && (island->context == TTA_CONTEXT_DEVICE_OPERATION ||
                            island->context == TTA_CONTEXT_MODULE_DEVICE);
  if (!add_use(t, name, entry) || !tta_sound_add(&t->parts, &t->arena, tree, node, entry)) t->status = TTA_NO_MEMORY;
}

/* ---- systems ---- */

static section_system *system_of(const tta_devices *t, uint32_t section) {
  for (uint32_t i = t->num_systems; i-- > 0 && t->systems[i].section >= section;)
    if (t->systems[i].section == section) return &t->systems[i];
  return NULL;
}

static tta_status add_system(tta_devices *t, const tta_tree *tree, tta_node_id node, tta_str text) {
  tta_system *system = tta_arena_alloc(&t->arena, sizeof *system);
  if (!system || !TTA_GROW_IN(&t->arena, t, systems, 1)) return TTA_NO_MEMORY;
  tta_status status = tta_system_lower(tree, node, &t->arena, system);
  tta_str copy = tta_arena_str(&t->arena, text);
  if (!copy.data) return TTA_NO_MEMORY;
  if (!status) t->systems[t->num_systems++] = (section_system){t->section, copy, system};
  return status;
}

/* Nested modules repeat the system of the outer one. */
static void record_system(tta_devices *t, const tta_tree *tree, tta_node_id node) {
  const tta_node *n = tta_node_at(tree, node);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_system_desc || (n->flags & TTA_NODE_HAS_ERRORS)) return;
  section_system *known = system_of(t, t->section);
  tta_buf text;
  tta_buf_init(&text, t->arena.allocator);
  tta_print_node(&text, tree, node, (tta_print_options){.expand_aliases = true});
  if (text.failed) t->status = TTA_NO_MEMORY;
  else if (!known) t->status = add_system(t, tree, node, tta_buf_view(&text));
  else if (!tta_str_equal(known->text, tta_buf_view(&text))) known->system = NULL;
  tta_buf_free(&text);
}

/* ---- the whole text ---- */

static bool is_device(const tta_node *n) {
  return n->kind == TTA_NODE_ATTRIBUTE && n->index == TTA_ATTR_device && !(n->flags & TTA_NODE_HAS_ERRORS);
}

/* Devices where they are written. Recurses as deep as the text nests. */
static void walk(tta_devices *t, const tta_tree *tree, tta_node_id id, const tta_island *island) {
  if (is_device(tta_node_at(tree, id))) {
    t->num_written++;
    record_device(t, tree, id, island);
    return;
  }
  for (tta_node_id c = tta_node_first(tree, id); c; c = tta_node_at(tree, c)->next) walk(t, tree, c, island);
}

void tta_devices_visit(tta_devices *t, const tta_island *island) {
  const tta_tree *tree = island->value.tree;
  tta_node_id root = island->value.node;
  if (!tree || !root || t->status || island->context == TTA_CONTEXT_USE) return;
  const tta_node *n = tta_node_at(tree, root);
  if (n->kind == TTA_NODE_TENSOR) return; /* the most frequent type, and without devices */
  if (island->section != t->section) tta_strmap_clear(&t->known);
  t->section = island->section;
  tta_node_id value = tta_node_resolve(tree, root);
  bool written = n->begin == island->span.begin || island->context == TTA_CONTEXT_DEVICE_OPERATION;
  if (island->context == TTA_CONTEXT_MODULE_SYSTEM) record_system(t, tree, value);
  else if (written) walk(t, tree, root, island);
  else if (island->context == TTA_CONTEXT_MODULE_DEVICE && is_device(tta_node_at(tree, value)))
    record_device(t, tree, value, island);
}

static bool is_error(const tta_diagnostic *d) { return d->severity == TTA_SEVERITY_ERROR; }

tta_status tta_devices_finish(tta_devices *t, const tta_check *check) {
  if (t->status) return t->status;
  for (uint32_t i = 0; i < t->num_entries; i++) {
    const section_system *described = system_of(t, t->entries[i].section);
    if (described) t->entries[i].system = described->system;
    ((tta_device *)t->entries[i].device)->system = t->entries[i].system; /* of this arena */
  }
  return tta_sound_drop(&t->parts, check, &t->arena, is_error,
                        (tta_sound_list){t->entries, &t->num_entries, sizeof *t->entries},
                        (tta_sound_list){t->uses, &t->num_uses, sizeof *t->uses}, offsetof(device_use, entry));
}

static void visit_island(void *user, const tta_island *island) { tta_devices_visit(user, island); }

tta_devices *tta_devices_new(tta_source *source, const tta_allocator *allocator, int32_t era) {
  tta_devices *t = allocator->allocate(allocator->user, sizeof *t);
  if (!t) return NULL;
  *t = (tta_devices){.source = source, .pool = tta_affine_pool_new(allocator), .era = era};
  tta_arena_init(&t->arena, allocator);
  tta_strmap_init(&t->known, allocator);
  if (t->pool) return t;
  tta_devices_free(t);
  return NULL;
}

tta_status tta_devices_read(tta_source *source, const tta_check_options *options, tta_devices **out) {
  tta_check_options how = tta_check_options_or_default(options);
  tta_devices *t = tta_devices_new(source, how.allocator ? how.allocator : &tta_malloc_allocator, how.era);
  *out = NULL;
  if (!t) return TTA_NO_MEMORY;
  how.split = true;
  how.canonicalize = false;
  how.keep_errors = true;
  tta_status status =
      tta_check_visit(source, &how, visit_island, t, &t->check);
  if (!status) status = tta_devices_finish(t, t->check);
  if (!status) *out = t;
  else tta_devices_free(t);
  return status;
}

void tta_devices_free(tta_devices *t) {
  if (!t) return;
  const tta_allocator *allocator = t->arena.allocator;
  tta_check_free(t->check);
  tta_strmap_free(&t->known);
  tta_affine_pool_free(t->pool);
  tta_arena_free(&t->arena);
  allocator->release(allocator->user, t, sizeof *t);
}

const tta_results *tta_devices_results(const tta_devices *t) { return tta_check_results(t->check); }
size_t tta_devices_num_entries(const tta_devices *t) { return t->num_entries; }
const tta_device_entry *tta_devices_entry(const tta_devices *t, size_t index) {
  return index < t->num_entries ? &t->entries[index] : NULL;
}

/* ---- selection ---- */

static bool has_name(const tta_devices *t, uint32_t entry, tta_str name) {
  char line[24];
  snprintf(line, sizeof line, "%u", t->entries[entry].line);
  if (tta_str_is(name, line)) return true;
  for (uint32_t i = 0; i < t->num_uses; i++)
    if (t->uses[i].entry == entry && tta_str_equal(t->uses[i].name, name)) return true;
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
  if (!*entry && !name.size) {
    s.of_modules = false;
    *entry = find(t, &s, &several);
  }
  if (*entry && !several) return TTA_OK;
  if (!*entry && !name.size) return TTA_OK;
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

struct tta_device_text {
  tta_devices *devices;
};

static bool has_errors(const tta_devices *t) { return tta_results_num_errors(tta_devices_results(t)) > 0; }

tta_status tta_device_text_new(tta_source *source, const tta_check_options *options, tta_device_text **out,
                               tta_buf *reason) {
  const tta_allocator *allocator = tta_check_options_or_default(options).allocator;
  if (!allocator) allocator = &tta_malloc_allocator;
  tta_device_text *text = allocator->allocate(allocator->user, sizeof *text);
  *out = NULL;
  if (!text) return TTA_NO_MEMORY;
  tta_status status = tta_devices_read(source, options, &text->devices);
  if (status) {
    allocator->release(allocator->user, text, sizeof *text);
    return status;
  }
  *out = text;
  const tta_devices *t = text->devices;
  if (has_errors(t) || (t->num_written == 1 && t->num_entries == 1)) return TTA_OK;
  if (t->num_written == 1 && t->incomplete)
    return tta_fail(TTA_INVALID, reason, "the device has no worker grid with a map to chip, y and x");
  return tta_fail(TTA_INVALID, reason, "expected one device attribute, #ttcore.device<workerGrid = ..>, found %u",
                  t->num_written);
}

void tta_device_text_free(tta_device_text *text) {
  if (!text) return;
  const tta_allocator *allocator = text->devices->arena.allocator;
  tta_devices_free(text->devices);
  allocator->release(allocator->user, text, sizeof *text);
}

const tta_results *tta_device_text_results(const tta_device_text *text) {
  return tta_devices_results(text->devices);
}

const tta_device *tta_device_text_get(const tta_device_text *text) {
  const tta_devices *t = text->devices;
  return t->num_written == 1 && t->num_entries == 1 && !has_errors(t) ? t->entries[0].device : NULL;
}
