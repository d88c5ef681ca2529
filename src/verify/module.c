/* Rules on the devices of a module together, and what waits for the end of a section.
 *
 * A device in the attributes of a module or in an alias may come before its system, so it waits for the end of the
 * section; one in an operation comes after the head of its module and is verified in the system at once. */
#include "verify/module.h"

#include <string.h>

#include "base/str.h"
#include "device/device.h"
#include "text/token.h"

/* ---- the facts --------------------------------------------------------------------------------------------------- */

tta_status tta_module_facts_init(tta_verifier *v) {
  const tta_allocator *a = v->reader->allocator;
  tta_module_facts *f = a->allocate(a->user, sizeof *f);
  if (!f) return TTA_NO_MEMORY;
  *f = (tta_module_facts){0};
  tta_arena_init(&f->arena, a);
  tta_arena_init(&f->default_arena, a);
  tta_strmap_init(&f->values, a);
  tta_strmap_init(&f->types, a);
  tta_strmap_init(&f->layout_numbers, a);
  tta_strmap_init(&f->fixes_of, a);
  v->facts = f;
  tta_status status = TTA_OK;
  if (v->options->system_desc.size) {
    status = tta_system_parse(v->options->system_desc, &f->default_arena, &f->fallback, NULL);
    f->has_fallback = !status;
  }
  /* The first block of the scratch arena: rewinding to here after each island keeps it, so that the common island
   * allocates nothing. */
  if (!status && !tta_arena_alloc(&v->scratch, 8)) status = TTA_NO_MEMORY;
  if (status) tta_module_facts_free(v);
  return status;
}

void tta_module_facts_free(tta_verifier *v) {
  const tta_allocator *a = v->reader->allocator;
  tta_module_facts *f = v->facts;
  if (!f) return;
  tta_strmap_free(&f->values);
  tta_strmap_free(&f->types);
  tta_strmap_free(&f->fixes_of);
  tta_strmap_free(&f->layout_numbers);
  tta_arena_free(&f->arena);
  tta_arena_free(&f->default_arena);
  a->release(a->user, f, sizeof *f);
  v->facts = NULL;
}

void tta_verifier_begin_section(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  tta_arena_free(&f->arena);
  tta_strmap_clear(&f->values);
  tta_strmap_clear(&f->types);
  tta_strmap_clear(&f->fixes_of);
  tta_strmap_clear(&f->layout_numbers);
  *f = (tta_module_facts){.arena = f->arena,
                          .default_arena = f->default_arena,
                          .fallback = f->fallback,
                          .has_fallback = f->has_fallback,
                          .values = f->values,
                          .types = f->types,
                          .fixes_of = f->fixes_of,
                          .layout_numbers = f->layout_numbers};
}

/* ---- devices and systems ----------------------------------------------------------------------------------------- */

const tta_system *tta_module_system(const tta_verifier *v) {
  const tta_module_facts *f = v->facts;
  return f->has_system ? &f->system : f->has_fallback ? &f->fallback : NULL;
}

void tta_module_note_system(tta_verifier *v, tta_diagnostic *diagnostic, const tta_system *system) {
  if (!tta_is_default_system(v, system))
    tta_report_note(v->report, diagnostic, system->span, "the system is described here");
}

/* The definition that is being verified is the one that was made last. */
static bool in_alias(const tta_tree *tree, tta_node_id node) {
  if (!tree->num_aliases) return false;
  tta_span value = tta_node_span(tree, tree->aliases[tree->num_aliases - 1].value), span = tta_node_span(tree, node);
  return value.begin <= span.begin && span.end <= value.end;
}

static tta_str key_of(const tta_tree *tree, tta_node_id node) {
  return tta_key_before(tree->text.data, tree->text.data + tta_node_at(tree, node)->begin);
}

void tta_module_record_device(tta_verifier *v, tta_node_id node, const tta_device *device, uint32_t rejected) {
  tta_module_facts *f = v->facts;
  v->own = true;
  const tta_system *system = tta_module_system(v);
  bool defined = in_alias(v->tree, node), early = defined || tta_str_ends_with(key_of(v->tree, node), ".device");
  f->last = (tta_pending_device){node, rejected, !early && !system && !rejected};
  f->last_done = early || system;
  if (early) TTA_MODULE_APPEND(v, waiting, f->last);
  else if (system) tta_device_verify_in(v, device, rejected, system);
  else if (f->last.implied_done) tta_device_verify_implied(v, device);
  if (early && !defined) v->keep = true; /* definitions are kept anyway */
}

/* The attribute that a device is; 0: it is something else, or has an error. */
static tta_node_id device_of(const tta_tree *tree, tta_node_id root) {
  tta_node_id device = tta_node_resolve(tree, root);
  return tta_node_is_valid_attribute(tree, device, TTA_ATTR_device) ? device : 0;
}

/* An alias that is used many times is recorded a few times. */
static void record_view(tta_verifier *v, tta_node_id device) {
  enum { NEAR = 16 };
  const tta_module_facts *f = v->facts;
  for (uint32_t i = 0; i < NEAR && i < f->num_views; i++)
    if (f->views[f->num_views - 1 - i] == device) return;
  TTA_MODULE_APPEND(v, views, device);
}

void tta_module_add_view(tta_verifier *v, tta_node_id root, bool definition) {
  tta_node_id device = device_of(v->tree, root);
  if (!device) return;
  bool of_module = definition || (tta_str_contains(key_of(v->tree, device), ".") &&
                                  tta_scan_in_module_attributes(&v->reader->scanner,
                                                                tta_node_at(v->tree, device)->begin));
  if (!of_module) return;
  v->keep = true;
  record_view(v, device);
}

void tta_module_add_device(tta_verifier *v, tta_node_id device) {
  tta_module_facts *f = v->facts;
  device = device_of(v->tree, device);
  if (!device) return;
  v->keep = true;
  record_view(v, device);
  TTA_MODULE_APPEND(v, devices, device);
  if (f->last.node == device && !f->last_done) TTA_MODULE_APPEND(v, waiting, f->last);
  f->last_done = true;
  tta_module_record_rank(v, device);
}

static bool same_tile_sizes(const tta_system *a, const tta_system *b) {
  enum { MAX_SIZES = 64 };
  tta_tile_size x[MAX_SIZES], y[MAX_SIZES];
  uint32_t count = tta_system_tile_sizes(a, x, MAX_SIZES), found = 0;
  if (tta_system_tile_sizes(b, y, MAX_SIZES) != count) return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < count; k++) found += x[i].height == y[k].height && x[i].width == y[k].width;
  return found == count;
}

/* The same as far as the rules depend on it: chips, grids, links, tile sizes. */
static bool same_system(const tta_system *a, const tta_system *b) {
  if (a->num_chips != b->num_chips || a->num_links != b->num_links) return false;
  if (a->num_links && memcmp(a->links, b->links, a->num_links * sizeof *a->links)) return false;
  for (int64_t chip = 0; chip < a->num_chips; chip++) {
    tta_chip_grid x = tta_system_chip_grid(a, chip), y = tta_system_chip_grid(b, chip);
    if (x.rows != y.rows || x.columns != y.columns) return false;
  }
  return same_tile_sizes(a, b);
}

void tta_module_add_system_desc(tta_verifier *v, tta_node_id system) {
  tta_module_facts *f = v->facts;
  system = tta_node_resolve(v->tree, system);
  if (!tta_node_is_valid_attribute(v->tree, system, TTA_ATTR_system_desc)) return;
  tta_system value;
  if (tta_system_lower(v->tree, system, &f->arena, &value)) return;
  if (f->has_system && same_system(&f->system, &value)) return;
  f->several = f->several || f->has_system;
  f->has_system = true;
  f->system = value;
}

/* ---- chips that devices share ------------------------------------------------------------------------------------ */

/* The chips of a device as a sorted set. */
typedef struct chip_set {
  const uint32_t *ids;
  tta_span span;    /* of chipIds */
  uint32_t count;
  uint32_t same_as; /* a device before it that is known to have the same set */
  bool reported;
} chip_set;

static bool same_set(const chip_set *a, const chip_set *b) {
  return a->count == b->count && !memcmp(a->ids, b->ids, a->count * sizeof *a->ids);
}

static uint32_t count_shared(const chip_set *a, const chip_set *b) {
  uint32_t i = 0, k = 0, shared = 0;
  while (i < a->count && k < b->count) {
    shared += a->ids[i] == b->ids[k];
    if (a->ids[i] < b->ids[k]) i++;
    else k++;
  }
  return shared;
}

static void report_shared(tta_verifier *v, const chip_set *a, const chip_set *b, uint32_t chip) {
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_device_shared_chips, b->span,
      "this device shares %u of its %u chip%s (chip %u) with another one that has %u: expected none or the same chips",
      count_shared(a, b), b->count, tta_plural(b->count), chip, a->count);
  tta_report_note(v->report, d, a->span, "the chips of the other device are here");
}

/* The chips of view `i`; a device without a value has none. False without memory. */
static bool collect_set(tta_verifier *v, uint32_t i, chip_set *set) {
  tta_device device;
  tta_status status = tta_device_lower(v->tree, v->facts->views[i], &v->scratch, &device);
  uint32_t num = status ? 0 : device.chip_ids.rank, count = 0;
  uint32_t *ids = tta_arena_array(&v->scratch, (size_t)num + 1, sizeof *ids);
  uint64_t *pairs = tta_arena_array(&v->scratch, (size_t)num + 1, 2 * sizeof *pairs);
  if (status == TTA_NO_MEMORY || !ids || !pairs) return false;
  for (uint32_t k = 0; k < num; k++) {
    int64_t id = device.chip_ids.extent[k];
    if (id >= 0 && id <= UINT32_MAX) pairs[count++] = (uint64_t)id << 32;
  }
  tta_sort_pairs(pairs, pairs + num, count);
  *set = (chip_set){ids, status ? (tta_span){0, 0} : device.chips_span, 0, i, false};
  for (uint32_t k = 0; k < count; k++)
    if (!k || pairs[k] != pairs[k - 1]) ids[set->count++] = (uint32_t)(pairs[k] >> 32);
  return true;
}

/* All chips as (chip, device), in the order of both; NULL without memory. */
static const uint64_t *sort_chips(tta_verifier *v, const chip_set *sets, uint32_t num, size_t *count) {
  size_t total = 0;
  for (uint32_t i = 0; i < num; i++) total += sets[i].count;
  uint64_t *pairs = tta_arena_array(&v->scratch, total + 1, 2 * sizeof *pairs);
  *count = 0;
  if (!pairs) return NULL;
  for (uint32_t i = 0; i < num; i++)
    for (uint32_t k = 0; k < sets[i].count; k++) pairs[(*count)++] = (uint64_t)sets[i].ids[k] << 32 | i;
  tta_sort_pairs(pairs, pairs + total, total);
  return pairs;
}

/* Compares each device with the first that has one of its chips. Equal sets have the same first device, so a device is
 * compared with few others. Reports once for a device. */
static void verify_shared(tta_verifier *v) {
  uint32_t num = v->facts->num_views;
  if (num < 2) return;
  chip_set *sets = tta_arena_array(&v->scratch, num, sizeof *sets);
  bool good = sets != NULL;
  for (uint32_t i = 0; i < num && good; i++) good = collect_set(v, i, &sets[i]);
  size_t count = 0, owner = 0;
  const uint64_t *pairs = good ? sort_chips(v, sets, num, &count) : NULL;
  for (size_t i = 1; i < count; i++) {
    if (pairs[i] >> 32 != pairs[owner] >> 32) {
      owner = i;
      continue;
    }
    uint32_t a = (uint32_t)pairs[owner], b = (uint32_t)pairs[i];
    if (sets[b].reported || sets[b].same_as == a || v->facts->views[a] == v->facts->views[b]) continue;
    if (same_set(&sets[a], &sets[b])) sets[b].same_as = a;
    else {
      sets[b].reported = true;
      report_shared(v, &sets[a], &sets[b], (uint32_t)(pairs[i] >> 32));
    }
  }
}

/* ---- the end of the section -------------------------------------------------------------------------------------- */

/* @param system NULL: not known */
static void verify_waiting(tta_verifier *v, const tta_pending_device *waiting, const tta_system *system) {
  tta_device device;
  tta_status status = tta_device_lower(v->tree, waiting->node, &v->scratch, &device);
  if (!status && system) tta_device_verify_in(v, &device, waiting->rejected, system);
  else if (!status && !waiting->rejected && !waiting->implied_done) tta_device_verify_implied(v, &device);
}

void tta_module_verify(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  const tta_system *system = f->several ? NULL : tta_module_system(v);
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  for (uint32_t i = 0; !f->several && i < f->num_waiting; i++) {
    verify_waiting(v, &f->waiting[i], system);
    tta_arena_rewind(&v->scratch, mark);
  }
  verify_shared(v);
  tta_arena_rewind(&v->scratch, mark);
  tta_module_verify_tiles(v, system);
  tta_module_verify_core_ranges(v, system);
  tta_module_verify_spaces(v);
  tta_alias_fixes_offer(v);
  tta_module_verify_layouts(v);
  tta_arena_rewind(&v->scratch, mark);
}
