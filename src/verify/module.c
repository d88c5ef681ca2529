/* Owns what a module says about its devices together, and the facts that wait for the end of a piece. Does not own
 * one device (device.c, device_system.c) nor the layouts of tensors (module_layouts.c).
 *
 * A device in the attributes of a module or in an alias may stand before the system it is judged in, so it waits
 * for the end of the piece; one in an operation comes after the head of its module and is judged at once. */
#include "verify/module.h"

#include <string.h>

#include "base/checked.h"

/* ---- the facts --------------------------------------------------------------------------------------------------- */

bool tta_module_grow(tta_verifier *v, void **items, uint32_t count, uint32_t *capacity, size_t item_bytes) {
  if (count < *capacity) return true;
  const tta_allocator *a = v->reader->allocator;
  size_t wanted = *capacity ? (size_t)*capacity * 2 : 16, bytes;
  void *block = NULL;
  if (wanted <= UINT32_MAX && tta_size_mul(wanted, item_bytes, &bytes))
    block = *items ? a->resize(a->user, *items, *capacity * item_bytes, bytes) : a->allocate(a->user, bytes);
  if (!block) {
    v->report->status = TTA_NO_MEMORY;
    return false;
  }
  *items = block;
  *capacity = (uint32_t)wanted;
  return true;
}

tta_status tta_module_facts_init(tta_verifier *v) {
  const tta_allocator *a = v->reader->allocator;
  tta_module_facts *f = a->allocate(a->user, sizeof *f);
  if (!f) return TTA_NO_MEMORY;
  *f = (tta_module_facts){0};
  tta_arena_init(&f->arena, a);
  tta_arena_init(&f->option_arena, a);
  tta_strmap_init(&f->layouts_met, a);
  tta_strmap_init(&f->fixes_of, a);
  v->facts = f;
  tta_status status = TTA_OK;
  if (v->options->system_desc.size) {
    status = tta_system_parse(v->options->system_desc, &f->option_arena, &f->option);
    f->has_option = !status;
  }
  /* The first block of the scratch arena: rewinding to here after each island keeps it, so that the common island
   * allocates nothing. */
  if (!status && !tta_arena_alloc(&v->scratch, 8)) status = TTA_NO_MEMORY;
  if (status) tta_module_facts_free(v);
  return status;
}

static void release(tta_verifier *v, void *items, size_t capacity, size_t item_bytes) {
  const tta_allocator *a = v->reader->allocator;
  if (items) a->release(a->user, items, capacity * item_bytes);
}

void tta_module_facts_free(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  if (!f) return;
  release(v, f->waiting, f->cap_waiting, sizeof *f->waiting);
  release(v, f->devices, f->cap_devices, sizeof *f->devices);
  release(v, f->ranks, f->cap_ranks, sizeof *f->ranks);
  release(v, f->layouts, f->cap_layouts, sizeof *f->layouts);
  release(v, f->tiles, f->cap_tiles, sizeof *f->tiles);
  release(v, f->fixes, f->cap_fixes, sizeof *f->fixes);
  tta_strmap_free(&f->fixes_of);
  tta_strmap_free(&f->layouts_met);
  tta_arena_free(&f->arena);
  tta_arena_free(&f->option_arena);
  release(v, f, 1, sizeof *f);
  v->facts = NULL;
}

void tta_module_facts_clear(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  tta_arena_free(&f->arena);
  tta_strmap_clear(&f->layouts_met);
  f->num_waiting = f->num_devices = f->num_ranks = f->num_layouts = f->num_tiles = f->num_fixes = 0;
  tta_strmap_clear(&f->fixes_of);
  memset(f->usual_tiles, 0, sizeof f->usual_tiles);
  f->has_system = f->several = f->last_done = false;
  f->last = (tta_pending_device){0, 0};
}

/* ---- what the reader reports ------------------------------------------------------------------------------------- */

const tta_system *tta_module_system(const tta_verifier *v) {
  const tta_module_facts *f = v->facts;
  return f->has_system ? &f->system : f->has_option ? &f->option : NULL;
}

/* The definition that is being judged is the one that was made last. */
static bool in_alias(const tta_tree *tree, tta_node_id node) {
  if (!tree->num_aliases) return false;
  tta_span value = tta_node_span(tree, tree->aliases[tree->num_aliases - 1].value), span = tta_node_span(tree, node);
  return value.begin <= span.begin && span.end <= value.end;
}

/* Behind `tt.device =`: in the attributes of a module, perhaps in front of its system_desc. */
static bool behind_key(const tta_tree *tree, tta_node_id node) {
  static const char key[] = "device";
  const char *begin = tree->text.data, *at = begin + tta_node_at(tree, node)->begin;
  while (at > begin && strchr(" \t\r\n", at[-1])) at--;
  if (at == begin || *--at != '=') return false;
  while (at > begin && strchr(" \t\r\n", at[-1])) at--;
  return (size_t)(at - begin) >= sizeof key && !memcmp(at - (sizeof key - 1), key, sizeof key - 1) &&
         at[-(ptrdiff_t)sizeof key] == '.';
}

void tta_module_record_device(tta_verifier *v, tta_node_id device, uint32_t faults) {
  tta_module_facts *f = v->facts;
  const tta_system *system = tta_module_system(v);
  bool defined = in_alias(v->tree, device), early = defined || behind_key(v->tree, device);
  f->last = (tta_pending_device){device, faults};
  f->last_done = early || system;
  if (early) TTA_MODULE_APPEND(v, waiting, f->last);
  else if (system) tta_device_verify_in(v, device, faults, system);
  if (early && !defined) v->keep = true; /* definitions stay by themselves */
}

void tta_module_add_device(tta_verifier *v, tta_node_id device, tta_span span) {
  tta_module_facts *f = v->facts;
  (void)span;
  device = tta_node_resolve(v->tree, device);
  const tta_node *n = tta_node_at(v->tree, device);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_device || (n->flags & TTA_NODE_FAULTY)) return;
  v->keep = true;
  TTA_MODULE_APPEND(v, devices, device);
  if (f->last.node == device && !f->last_done) TTA_MODULE_APPEND(v, waiting, f->last);
  f->last_done = true;
  tta_module_record_rank(v, device);
}

void tta_module_add_system_desc(tta_verifier *v, tta_node_id system, tta_span span) {
  tta_module_facts *f = v->facts;
  (void)span;
  system = tta_node_resolve(v->tree, system);
  const tta_node *n = tta_node_at(v->tree, system);
  if (n->kind != TTA_NODE_ATTRIBUTE || n->index != TTA_ATTR_system_desc || (n->flags & TTA_NODE_FAULTY)) return;
  tta_system facts;
  if (tta_system_facts_read(v->tree, system, &f->arena, &facts)) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  if (f->has_system && tta_system_equal(&f->system, &facts)) return;
  f->several = f->several || f->has_system;
  f->has_system = true;
  f->system = facts;
}

/* ---- chips that devices share ------------------------------------------------------------------------------------ */

/* The chips of a device as a sorted set. */
typedef struct chip_set {
  const uint32_t *ids;
  uint32_t count;
  uint32_t same_as; /* a device before it that is known to have the same set */
  bool told;
} chip_set;

static tta_node_id chips_of(const tta_tree *tree, tta_node_id device) {
  return tta_node_child(tree, device, TTA_FIELD_chipIds);
}

static size_t count_chips(const tta_verifier *v) {
  size_t count = 0;
  for (uint32_t i = 0; i < v->facts->num_devices; i++)
    for (tta_node_id c = tta_node_first(v->tree, chips_of(v->tree, v->facts->devices[i])); c;
         c = tta_node_at(v->tree, c)->next)
      count++;
  return count;
}

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

static void report_shared(tta_verifier *v, const chip_set *sets, uint32_t a, uint32_t b, uint32_t chip) {
  tta_node_id chips_a = chips_of(v->tree, v->facts->devices[a]), chips_b = chips_of(v->tree, v->facts->devices[b]);
  uint32_t shared = count_shared(&sets[a], &sets[b]);
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_device_shared_chips, tta_node_span(v->tree, chips_b),
      "this device shares %u of its %u chip%s (chip %u) with another one that has %u: expected none or the same chips",
      shared, sets[b].count, sets[b].count == 1 ? "" : "s", chip, sets[a].count);
  tta_report_note(v->report, d, tta_node_span(v->tree, chips_a), "the chips of the other device are here");
}

/* Fills `pairs` with (chip, device) in the order of both, and the sets. `ids` and `pairs` have room for every chip
 * listed. */
static size_t collect_chips(tta_verifier *v, chip_set *sets, uint32_t *ids, uint64_t *pairs, uint64_t *scratch) {
  size_t used = 0;
  for (uint32_t i = 0; i < v->facts->num_devices; i++) {
    size_t from = used, count = 0;
    for (tta_node_id c = tta_node_first(v->tree, chips_of(v->tree, v->facts->devices[i])); c;
         c = tta_node_at(v->tree, c)->next) {
      const tta_node *n = tta_node_at(v->tree, tta_node_resolve(v->tree, c));
      if (n->kind == TTA_NODE_INT && n->integer >= 0 && n->integer <= UINT32_MAX)
        pairs[from + count++] = (uint64_t)n->integer << 32 | i;
    }
    tta_sort_pairs(pairs + from, scratch, count);
    for (size_t k = 0; k < count; k++)
      if (!k || pairs[from + k] != pairs[used - 1]) pairs[used++] = pairs[from + k];
    for (size_t k = from; k < used; k++) ids[k] = (uint32_t)(pairs[k] >> 32);
    sets[i] = (chip_set){ids + from, (uint32_t)(used - from), i, false};
  }
  tta_sort_pairs(pairs, scratch, used);
  return used;
}

/* Each device is compared with the first that has one of its chips; as equal sets meet the same first device, a
 * device is compared with few others, and told once. */
static void verify_shared(tta_verifier *v) {
  uint32_t num = v->facts->num_devices;
  if (num < 2) return;
  size_t room = count_chips(v) + 1;
  chip_set *sets = tta_arena_array(&v->scratch, num, sizeof *sets);
  uint32_t *ids = tta_arena_array(&v->scratch, room, sizeof *ids);
  uint64_t *pairs = tta_arena_array(&v->scratch, room, sizeof *pairs),
           *scratch = tta_arena_array(&v->scratch, room, sizeof *scratch);
  if (!sets || !ids || !pairs || !scratch) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  size_t count = collect_chips(v, sets, ids, pairs, scratch), owner = 0;
  for (size_t i = 1; i < count; i++) {
    if (pairs[i] >> 32 != pairs[owner] >> 32) {
      owner = i;
      continue;
    }
    uint32_t a = (uint32_t)pairs[owner], b = (uint32_t)pairs[i];
    if (sets[b].told || sets[b].same_as == a || v->facts->devices[a] == v->facts->devices[b]) continue;
    if (same_set(&sets[a], &sets[b])) sets[b].same_as = a;
    else {
      sets[b].told = true;
      report_shared(v, sets, a, b, (uint32_t)(pairs[i] >> 32));
    }
  }
}

/* ---- the end of the piece ---------------------------------------------------------------------------------------- */

void tta_module_verify(tta_verifier *v) {
  tta_module_facts *f = v->facts;
  const tta_system *system = f->several ? NULL : tta_module_system(v);
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  for (uint32_t i = 0; system && i < f->num_waiting; i++) {
    tta_device_verify_in(v, f->waiting[i].node, f->waiting[i].faults, system);
    tta_arena_rewind(&v->scratch, mark);
  }
  verify_shared(v);
  tta_arena_rewind(&v->scratch, mark);
  tta_module_verify_tiles(v, system);
  tta_alias_fixes_offer(v);
  tta_module_verify_layouts(v);
  tta_arena_rewind(&v->scratch, mark);
}
