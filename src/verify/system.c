/* Rules on one system description: indices, list lengths, channels, core lists. tt-mlir verifies none of this (source
 * of the form: its TTOpsTypes.td, 2024-06-17 on). */
#include <stdio.h>

#include "base/index.h"
#include "verify/era.h"
#include "verify/module.h"

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

/* ---- indices and lengths ----------------------------------------------------------------------------------------- */

static void verify_indices(tta_verifier *v, const tta_system *s) {
  int64_t wrong = 0;
  tta_span first = {0, 0};
  uint32_t count = 0;
  for (int64_t i = 0; i < s->num_chips; i++) {
    int64_t value = s->desc_of_chip[i];
    if ((value >= 0 && value < s->num_descs) || count++) continue;
    wrong = value;
    first = s->chip_spans[i];
  }
  if (!count) return;
  char rest[48] = "", range[64];
  if (count > 1) snprintf(rest, sizeof rest, " (and %u more)", count - 1);
  if (s->num_descs) snprintf(range, sizeof range, "is out of range [0, %u]", s->num_descs - 1);
  else snprintf(range, sizeof range, "is out of range: there are no chip descriptions");
  if (wrong == TTA_SYSTEM_NONE)
    tta_report_add(v->report, TTA_RULE_system_indices, first, "this chip description index%s %s", rest, range);
  else
    tta_report_add(v->report, TTA_RULE_system_indices, first, "chip description index %lld%s %s", (long long)wrong,
                   rest, range);
}

static void verify_counts(tta_verifier *v, const tta_system *s) {
  uint32_t num_chips = (uint32_t)s->num_chips;
  if (s->capabilities_span.end && s->num_capabilities != num_chips) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_counts, s->capabilities_span,
                                       "%u chip capabilit%s for %u chip%s, expected one for each", s->num_capabilities,
                                       s->num_capabilities == 1 ? "y" : "ies", num_chips, plural(num_chips));
    tta_report_note(v->report, d, s->chips_span, "the chips are listed here");
  }
  if (s->coords_span.end && s->num_coords != 1 && s->num_coords != num_chips) {
    tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_counts, s->coords_span,
                                       "%u chip coordinate%s for %u chip%s, expected a single one or one for each",
                                       s->num_coords, plural(s->num_coords), num_chips, plural(num_chips));
    tta_report_note(v->report, d, s->chips_span, "the chips are listed here");
  }
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

static bool verify_end(tta_verifier *v, const tta_system *s, const tta_channel_end *end) {
  int64_t coordinate[2] = {end->core.y, end->core.x};
  if (end->chip == TTA_SYSTEM_NONE) return false;
  if (end->chip < 0 || end->chip >= s->num_chips) {
    tta_report_add(v->report, TTA_RULE_system_channels, end->chip_span,
                   "a channel connects chip %lld, but the system has %lld chip%s", (long long)end->chip,
                   (long long)s->num_chips, s->num_chips == 1 ? "" : "s");
    return false;
  }
  for (int i = 0; i < 2; i++) {
    if (coordinate[i] == TTA_SYSTEM_NONE || coordinate[i] >= 0) continue;
    tta_report_add(v->report, TTA_RULE_system_channels, i ? end->x_span : end->y_span,
                   "an Ethernet core of a channel has coordinate %lld, expected 0 or more", (long long)coordinate[i]);
    return false;
  }
  return true;
}

static void verify_channels(tta_verifier *v, const tta_system *s) {
  for (uint32_t i = 0; i < s->num_channels; i++) {
    const tta_chip_channel *c = &s->channels[i];
    if (!verify_end(v, s, &c->end[0]) || !verify_end(v, s, &c->end[1])) continue;
    if (c->end[0].chip == c->end[1].chip)
      tta_report_add(v->report, TTA_RULE_system_channels, c->span,
                     "both ends of a channel are chip %lld, expected two chips", (long long)c->end[0].chip);
  }
}

/* ---- cores of a chip --------------------------------------------------------------------------------------------- */

static void report_duplicate(tta_verifier *v, const tta_core_list *list, uint32_t first, uint32_t second,
                             const char *name) {
  tta_core core = list->cores[second];
  tta_diagnostic *d =
      tta_report_add(v->report, TTA_RULE_system_cores, list->spans[second],
                     "core %lldx%lld is listed twice in the %s cores", (long long)core.y, (long long)core.x, name);
  tta_report_note(v->report, d, list->spans[first], "first listed here");
}

/* Reports once for a list. Sorted by y and x, stable, equal cores are neighbors in the order of the text. A coordinate
 * beyond 16 bits is not on any chip and not compared. @return whether all differ */
static bool verify_duplicates(tta_verifier *v, const tta_core_list *list, const char *name) {
  size_t count = 0;
  uint64_t *cores = tta_arena_array(&v->scratch, (size_t)list->num_cores + 1, 2 * sizeof *cores);
  if (!cores) return false;
  for (uint32_t i = 0; i < list->num_cores; i++) {
    tta_core c = list->cores[i];
    if (c.y < 0 || c.x < 0 || c.y > UINT16_MAX || c.x > UINT16_MAX) continue;
    cores[count++] = (uint64_t)c.y << 48 | (uint64_t)c.x << 32 | i;
  }
  tta_sort_pairs(cores, cores + list->num_cores, count);
  for (size_t i = 1; i < count; i++) {
    if (cores[i] >> 32 != cores[i - 1] >> 32) continue;
    report_duplicate(v, list, (uint32_t)cores[i - 1], (uint32_t)cores[i], name);
    return false;
  }
  return true;
}

/* @return whether no core is negative */
static bool verify_signs(tta_verifier *v, const tta_core_list *list, const char *name) {
  for (uint32_t i = 0; i < list->num_cores; i++) {
    tta_core c = list->cores[i];
    if ((c.y >= 0 && c.x >= 0) || c.y == TTA_SYSTEM_NONE) continue;
    tta_report_add(v->report, TTA_RULE_system_cores, list->spans[i],
                   "core (%lld, %lld) of the %s cores is negative", (long long)c.y, (long long)c.x, name);
    return false;
  }
  return true;
}

static void verify_worker_count(tta_verifier *v, const tta_chip *chip) {
  char text[TTA_NUMBERS_BYTES];
  const tta_core_list *workers = &chip->cores[TTA_CORES_WORKER];
  int64_t cores;
  if (!chip->grid_span.end || !chip->grid.extent) return;
  if (!tta_shape_at_least(chip->grid, 0) || !tta_shape_volume(chip->grid, &cores)) return;
  if (cores == workers->num_cores) return;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_system_cores, workers->span,
                                     "%u worker core%s, but the grid %s of the chip has %lld", workers->num_cores,
                                     plural(workers->num_cores), tta_shape_text(text, chip->grid), (long long)cores);
  tta_report_note(v->report, d, chip->grid_span, "the grid is here");
}

static void verify_chip(tta_verifier *v, const tta_chip *chip) {
  for (unsigned role = 0; role < TTA_NUM_CORE_ROLES; role++) {
    const tta_core_list *list = &chip->cores[role];
    const char *name = tta_core_role_name((tta_core_role)role);
    /* DRAM banks may share a worker */
    bool distinct = role != TTA_CORES_DRAM_WORKER_NOC0 && role != TTA_CORES_DRAM_WORKER_NOC1;
    if (!list->span.end || !verify_signs(v, list, name) || !distinct || !verify_duplicates(v, list, name)) continue;
    if (role == TTA_CORES_WORKER) verify_worker_count(v, chip);
  }
}

void tta_verify_system_desc(tta_verifier *v, tta_node_id system) {
  tta_system s;
  if (tta_system_lower(v->tree, system, &v->scratch, &s)) return;
  if (!tta_node_child(v->tree, system, TTA_FIELD_chip_capabilities)) tta_verify_version(v, system, system);
  verify_indices(v, &s);
  verify_counts(v, &s);
  verify_channels(v, &s);
  for (uint32_t i = 0; i < s.num_descs; i++) verify_chip(v, &s.descs[i]);
}
