/* Owns the system_desc attribute by itself: indices, list lengths, channels, core lists. tt-mlir verifies none of this
 * (source of the form: its TTOpsTypes.td, 2024-06-17 on). The facts that devices are judged by are system_read.c's. */
#include <stdio.h>

#include "base/checked.h"
#include "verify/module.h"

static uint32_t count_children(const tta_tree *tree, tta_node_id list) {
  uint32_t count = 0;
  for (tta_node_id c = tta_node_first(tree, list); c; c = tta_node_at(tree, c)->next) count++;
  return count;
}

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

static bool integer(const tta_tree *tree, tta_node_id id, int64_t *value) {
  const tta_node *n = tta_node_at(tree, tta_node_resolve(tree, id));
  if (n->kind != TTA_NODE_INT || (n->flags & TTA_NODE_WIDE)) return false;
  *value = n->integer;
  return true;
}

/* ---- indices and lengths ----------------------------------------------------------------------------------------- */

static void verify_indices(tta_verifier *v, tta_node_id indices, uint32_t num_descs) {
  tta_node_id first = 0;
  int64_t value = 0, wrong = 0;
  uint32_t more = 0;
  for (tta_node_id c = tta_node_first(v->tree, indices); c; c = tta_node_at(v->tree, c)->next) {
    bool good = integer(v->tree, c, &value) && value >= 0 && value < num_descs;
    if (good) continue;
    if (first) more++;
    else first = c, wrong = value;
  }
  if (!first) return;
  char rest[48] = "", range[64];
  if (more) snprintf(rest, sizeof rest, " (and %u more)", more);
  if (num_descs > 1) snprintf(range, sizeof range, "are %u chip descriptions, 0..%u", num_descs, num_descs - 1);
  else snprintf(range, sizeof range, num_descs ? "is one chip description, 0" : "is no chip description");
  tta_report_add(v->report, TTA_RULE_system_indices, tta_node_span(v->tree, first),
                 "chip description index %lld is not in the list%s: there %s", (long long)wrong, rest, range);
}

static void verify_counts(tta_verifier *v, tta_node_id system, tta_node_id indices, uint32_t num_chips) {
  tta_node_id capabilities = tta_node_child(v->tree, system, TTA_FIELD_chip_capabilities),
              coords = tta_node_child(v->tree, system, TTA_FIELD_chip_coords);
  uint32_t num_capabilities = count_children(v->tree, capabilities), num_coords = count_children(v->tree, coords);
  if (capabilities && num_capabilities != num_chips) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_counts, tta_node_span(v->tree, capabilities),
                                       "%u chip capabilit%s for %u chip%s, expected one for each", num_capabilities,
                                       num_capabilities == 1 ? "y" : "ies", num_chips, plural(num_chips));
    tta_report_note(v->report, d, tta_node_span(v->tree, indices), "the chips are listed here");
  }
  if (coords && num_coords != 1 && num_coords != num_chips) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_counts, tta_node_span(v->tree, coords),
                                       "%u chip coordinate%s for %u chip%s, expected a single one or one for each",
                                       num_coords, plural(num_coords), num_chips, plural(num_chips));
    tta_report_note(v->report, d, tta_node_span(v->tree, indices), "the chips are listed here");
  }
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

/* One end: `[chip, y, x]`, or a chip and its core in fields of their own. */
typedef struct channel_end {
  tta_node_id chip, core; /* core: the first number of the core, its siblings follow */
} channel_end;

static channel_end end_of(const tta_tree *tree, tta_node_id channel, tta_field whole, tta_field chip, tta_field core) {
  channel_end end = {0, 0};
  tta_node_id list = tta_node_resolve(tree, tta_node_child(tree, channel, whole));
  if (list) {
    end.chip = tta_node_first(tree, list);
    end.core = tta_node_at(tree, end.chip)->next;
  } else {
    end.chip = tta_node_child(tree, channel, chip);
    end.core = tta_node_first(tree, tta_node_resolve(tree, tta_node_child(tree, channel, core)));
  }
  return end;
}

static bool verify_end(tta_verifier *v, const channel_end *end, uint32_t num_chips) {
  int64_t value;
  if (!integer(v->tree, end->chip, &value)) return false;
  if (value < 0 || value >= num_chips) {
    tta_report_add(v->report, TTA_RULE_system_channels, tta_node_span(v->tree, end->chip),
                   "a channel leads to chip %lld, but the system has %u chip%s", (long long)value, num_chips,
                   plural(num_chips));
    return false;
  }
  for (tta_node_id c = end->core; c; c = tta_node_at(v->tree, c)->next) {
    if (!integer(v->tree, c, &value) || value >= 0) continue;
    tta_report_add(v->report, TTA_RULE_system_channels, tta_node_span(v->tree, c),
                   "an Ethernet core of a channel has coordinate %lld, expected 0 or more", (long long)value);
    return false;
  }
  return true;
}

static void verify_channels(tta_verifier *v, tta_node_id channels, uint32_t num_chips) {
  for (tta_node_id c = tta_node_first(v->tree, channels); c; c = tta_node_at(v->tree, c)->next) {
    tta_node_id channel = tta_node_resolve(v->tree, c);
    if (tta_node_at(v->tree, channel)->flags & TTA_NODE_FAULTY) continue;
    channel_end a = end_of(v->tree, channel, TTA_FIELD_endpoint0, TTA_FIELD_chip_id0, TTA_FIELD_ethernet_core_coord0);
    channel_end b = end_of(v->tree, channel, TTA_FIELD_endpoint1, TTA_FIELD_chip_id1, TTA_FIELD_ethernet_core_coord1);
    int64_t from, to;
    if (!verify_end(v, &a, num_chips) || !verify_end(v, &b, num_chips)) continue;
    if (integer(v->tree, a.chip, &from) && integer(v->tree, b.chip, &to) && from == to)
      tta_report_add(v->report, TTA_RULE_system_channels, tta_node_span(v->tree, c),
                     "both ends of a channel are chip %lld, expected two chips", (long long)from);
  }
}

/* ---- cores of a chip --------------------------------------------------------------------------------------------- */

typedef struct core {
  int64_t y, x;
} core;

/* `8x0`, `(8, 0)`, `(8 x 0)`. */
static bool core_of(const tta_tree *tree, tta_node_id id, core *out) {
  id = tta_node_resolve(tree, id);
  if (tta_node_at(tree, id)->kind == TTA_NODE_ATTRIBUTE)
    id = tta_node_resolve(tree, tta_node_child(tree, id, TTA_FIELD_value));
  if (tta_node_at(tree, id)->kind == TTA_NODE_PAREN_DIMS) id = tta_node_first(tree, id);
  if (tta_node_at(tree, id)->kind == TTA_NODE_DIMS) {
    tta_shape shape = tta_node_shape(tree, id);
    if (shape.rank != 2) return false;
    *out = (core){shape.extent[0], shape.extent[1]};
    return true;
  }
  tta_node_id y = tta_node_first(tree, id), x = tta_node_at(tree, y)->next;
  return tta_node_at(tree, id)->kind == TTA_NODE_COORD && integer(tree, y, &out->y) && integer(tree, x, &out->x);
}

static void report_duplicate(tta_verifier *v, tta_node_id first, tta_node_id second, core c, const char *list) {
  tta_diagnostic *d =
      tta_report_add(v->report, TTA_RULE_system_cores, tta_node_span(v->tree, second),
                     "core %lldx%lld stands twice in the %s cores", (long long)c.y, (long long)c.x, list);
  tta_report_note(v->report, d, tta_node_span(v->tree, first), "it stands here first");
}

static tta_node_id nth(const tta_tree *tree, tta_node_id list, uint64_t position) {
  tta_node_id c = tta_node_first(tree, list);
  while (position--) c = tta_node_at(tree, c)->next;
  return c;
}

/* Told once a list: sorted by y and x, stable, equal cores are neighbours in order of the text. A coordinate beyond 16
 * bits is on no chip and not compared. */
static void verify_duplicates(tta_verifier *v, tta_node_id list, const char *name) {
  size_t room = count_children(v->tree, list), count = 0;
  uint64_t *cores = tta_arena_array(&v->scratch, room, 2 * sizeof *cores);
  if (!cores) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  uint64_t position = 0;
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = tta_node_at(v->tree, c)->next, position++) {
    core place;
    if (!core_of(v->tree, c, &place) || place.y > UINT16_MAX || place.x > UINT16_MAX) continue;
    cores[count++] = (uint64_t)place.y << 48 | (uint64_t)place.x << 32 | position;
  }
  tta_sort_pairs(cores, cores + room, count);
  for (size_t i = 1; i < count; i++) {
    if (cores[i] >> 32 != cores[i - 1] >> 32) continue;
    core place = {(int64_t)(cores[i] >> 48), (int64_t)(cores[i] >> 32 & UINT16_MAX)};
    report_duplicate(v, nth(v->tree, list, (uint32_t)cores[i - 1]), nth(v->tree, list, (uint32_t)cores[i]), place,
                     name);
    return;
  }
}

/* @return whether no core is negative */
static bool verify_signs(tta_verifier *v, tta_node_id list, const char *name) {
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = tta_node_at(v->tree, c)->next) {
    core place;
    if (!core_of(v->tree, c, &place) || (place.y >= 0 && place.x >= 0)) continue;
    tta_report_add(v->report, TTA_RULE_system_cores, tta_node_span(v->tree, c),
                   "core (%lld, %lld) of the %s cores is negative", (long long)place.y, (long long)place.x, name);
    return false;
  }
  return true;
}

static bool grid_volume(const tta_tree *tree, tta_node_id desc, tta_shape *shape, int64_t *cores) {
  tta_node_id grid = tta_node_resolve(tree, tta_node_child(tree, desc, TTA_FIELD_grid));
  if (tta_node_at(tree, grid)->kind == TTA_NODE_ATTRIBUTE)
    grid = tta_node_resolve(tree, tta_node_child(tree, grid, TTA_FIELD_shape));
  if (tta_node_at(tree, grid)->kind != TTA_NODE_DIMS) return false;
  *shape = tta_node_shape(tree, grid);
  *cores = 1;
  for (uint32_t i = 0; i < shape->rank; i++)
    if (shape->extent[i] < 1 || !tta_mul(*cores, shape->extent[i], cores)) return false;
  return true;
}

static void verify_worker_count(tta_verifier *v, tta_node_id desc, tta_node_id worker) {
  char text[TTA_NUMBERS_BYTES];
  tta_shape shape;
  int64_t cores;
  uint32_t count = count_children(v->tree, worker);
  if (!grid_volume(v->tree, desc, &shape, &cores) || cores == count) return;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_cores, tta_node_span(v->tree, worker),
                                     "%u worker core%s, but the grid %s of the chip has %lld", count, plural(count),
                                     tta_shape_text(text, shape), (long long)cores);
  tta_report_note(v->report, d, tta_node_span(v->tree, tta_node_child(v->tree, desc, TTA_FIELD_grid)),
                  "the grid is here");
}

static void verify_core_lists(tta_verifier *v, tta_node_id desc, tta_node_id cores) {
  static const struct {
    uint8_t field;
    const char *name;
  } lists[] = {{TTA_FIELD_worker, "worker"},
               {TTA_FIELD_dram, "dram"},
               {TTA_FIELD_eth, "eth"},
               {TTA_FIELD_eth_inactive, "eth_inactive"}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tta_node_id list = tta_node_child(v->tree, cores, (tta_field)lists[i].field);
    if (!list || !verify_signs(v, list, lists[i].name)) continue;
    size_t before = v->report->size;
    verify_duplicates(v, list, lists[i].name);
    if (lists[i].field == TTA_FIELD_worker && v->report->size == before) verify_worker_count(v, desc, list);
  }
}

static void verify_desc(tta_verifier *v, tta_node_id desc) {
  static const tta_field cores[] = {TTA_FIELD_physical_cores, TTA_FIELD_physical_helper_cores};
  static const tta_field banks[] = {TTA_FIELD_dram_bank_to_logical_worker_noc0,
                                    TTA_FIELD_dram_bank_to_logical_worker_noc1};
  desc = tta_node_resolve(v->tree, desc);
  const tta_node *n = tta_node_at(v->tree, desc);
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_FAULTY)) return;
  for (size_t i = 0; i < 2; i++) {
    tta_node_id group = tta_node_resolve(v->tree, tta_node_child(v->tree, desc, cores[i]));
    if (group) verify_core_lists(v, desc, group);
    tta_node_id list = tta_node_child(v->tree, desc, banks[i]); /* banks may share a worker: no duplicates asked for */
    if (list) verify_signs(v, list, tta_field_name(banks[i]));
  }
}

void tta_verify_system_desc(tta_verifier *v, tta_node_id system) {
  tta_node_id descs = tta_node_child(v->tree, system, TTA_FIELD_chip_descs),
              indices = tta_node_child(v->tree, system, TTA_FIELD_chip_desc_indices);
  uint32_t num_chips = count_children(v->tree, indices);
  verify_indices(v, indices, count_children(v->tree, descs));
  verify_counts(v, system, indices, num_chips);
  verify_channels(v, tta_node_child(v->tree, system, TTA_FIELD_chip_channels), num_chips);
  for (tta_node_id c = tta_node_first(v->tree, descs); c; c = tta_node_at(v->tree, c)->next) verify_desc(v, c);
}
