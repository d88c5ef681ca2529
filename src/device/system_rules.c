/* Rules on one system description: indices, list lengths, coordinates, channels, core lists, numbers. tt-mlir verifies
 * none of this (source of the form: its TTOpsTypes.td, 2024-06-17 on). */
#include <stdarg.h>
#include <stdio.h>

#include "base/checked.h"
#include "base/fail.h"
#include "base/format.h"
#include "base/index.h"
#include "base/sort.h"
#include "device/device.h"
#include "model/device.h"

enum { MAX_EXTENT = 4096, MAX_CHANNELS = 1 << 20 };

typedef struct system_check {
  const tta_system *system;
  tta_report *report;
  tta_arena *scratch;
} system_check;

/* ---- indices and lengths ----------------------------------------------------------------------------------------- */

static void verify_indices(const system_check *c) {
  const tta_system *s = c->system;
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
    tta_report_add(c->report, TTA_RULE_system_indices, first, "this chip description index%s %s", rest, range);
  else
    tta_report_add(c->report, TTA_RULE_system_indices, first, "chip description index %lld%s %s", (long long)wrong,
                   rest, range);
}

static void verify_counts(const system_check *c) {
  const tta_system *s = c->system;
  uint32_t num_chips = (uint32_t)s->num_chips;
  if (s->capabilities_span.end && s->num_capabilities != num_chips) {
    tta_diagnostic *d = tta_report_add(c->report, TTA_RULE_system_counts, s->capabilities_span,
                                       "%u chip capabilit%s for %u chip%s, expected one for each", s->num_capabilities,
                                       s->num_capabilities == 1 ? "y" : "ies", num_chips, tta_plural(num_chips));
    tta_report_note(c->report, d, s->chips_span, "the chips are listed here");
  }
  if (s->coords_span.end && s->num_coords != 1 && s->num_coords != num_chips) {
    tta_diagnostic *d = tta_report_add(c->report, TTA_RULE_system_counts, s->coords_span,
                                       "%u chip coordinate%s for %u chip%s, expected a single one or one for each",
                                       s->num_coords, tta_plural(s->num_coords), num_chips, tta_plural(num_chips));
    tta_report_note(c->report, d, s->chips_span, "the chips are listed here");
  }
}

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

static uint32_t rank_of(const tta_chip_coord *at) {
  const int64_t v[4] = {at->rack, at->shelf, at->y, at->x};
  uint32_t rank = 0;
  while (rank < 4 && v[rank] != TTA_SYSTEM_NONE) rank++;
  return rank;
}

/* By place, then in the order of the text. */
static int compare_places(const void *a, const void *b) {
  const tta_chip_coord *p = *(const tta_chip_coord *const *)a, *q = *(const tta_chip_coord *const *)b;
  if (p->rack != q->rack) return tta_order(p->rack, q->rack);
  if (p->shelf != q->shelf) return tta_order(p->shelf, q->shelf);
  return p->y != q->y ? tta_order(p->y, q->y) : tta_order(p->x, q->x);
}

static bool verify_ranks(const system_check *c) {
  const tta_system *s = c->system;
  for (uint32_t i = 1; i < s->num_coords; i++) {
    uint32_t first = rank_of(&s->coords[0]), rank = rank_of(&s->coords[i]);
    if (rank == first) continue;
    tta_diagnostic *d = tta_report_add(c->report, TTA_RULE_system_counts, s->coords[i].span,
                                       "the coordinate of chip %u has %u number%s, expected %u as the first one", i,
                                       rank, tta_plural(rank), first);
    tta_report_note(c->report, d, s->coords[0].span, "the first one is here");
    return false;
  }
  return true;
}

/* Reports once. A single coordinate is that of all chips. */
static void verify_places(const system_check *c) {
  const tta_system *s = c->system;
  uint32_t count = s->num_coords;
  if (count < 2 || !verify_ranks(c)) return;
  const tta_chip_coord **sorted = tta_arena_array(c->scratch, count, 2 * sizeof *sorted);
  if (!sorted) return;
  for (uint32_t i = 0; i < count; i++) sorted[i] = &s->coords[i];
  tta_sort(sorted, sorted + count, count, sizeof *sorted, compare_places);
  for (uint32_t i = 1; i < count; i++) {
    if (compare_places(&sorted[i - 1], &sorted[i])) continue;
    tta_diagnostic *d = tta_report_add(c->report, TTA_RULE_system_counts, sorted[i]->span,
                                       "chips %lld and %lld are at the same place, expected different coordinates",
                                       (long long)(sorted[i - 1] - s->coords), (long long)(sorted[i] - s->coords));
    tta_report_note(c->report, d, sorted[i - 1]->span, "the same coordinate is here");
    return;
  }
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

static bool verify_end(const system_check *c, const tta_channel_end *end) {
  const tta_system *s = c->system;
  int64_t coordinate[2] = {end->core.y, end->core.x};
  if (end->chip == TTA_SYSTEM_NONE) return false;
  if (end->chip < 0 || end->chip >= s->num_chips) {
    tta_report_add(c->report, TTA_RULE_system_channels, end->chip_span,
                   "a channel connects chip %lld, but the system has %lld chip%s", (long long)end->chip,
                   (long long)s->num_chips, tta_plural(s->num_chips));
    return false;
  }
  for (int i = 0; i < 2; i++) {
    if (coordinate[i] == TTA_SYSTEM_NONE || coordinate[i] >= 0) continue;
    tta_report_add(c->report, TTA_RULE_system_channels, i ? end->x_span : end->y_span,
                   "an Ethernet core of a channel has coordinate %lld, expected 0 or more", (long long)coordinate[i]);
    return false;
  }
  return true;
}

/* By chip and core. */
static int compare_ends(const void *a, const void *b) {
  const tta_channel_end *p = *(const tta_channel_end *const *)a, *q = *(const tta_channel_end *const *)b;
  if (p->chip != q->chip) return tta_order(p->chip, q->chip);
  return p->core.y != q->core.y ? tta_order(p->core.y, q->core.y) : tta_order(p->core.x, q->core.x);
}

static tta_span core_span(const tta_channel_end *end) { return (tta_span){end->y_span.begin, end->x_span.end}; }

/* Reports once. */
static void verify_ends(const system_check *c) {
  const tta_system *s = c->system;
  size_t count = 0;
  const tta_channel_end **sorted = tta_arena_array(c->scratch, (size_t)s->num_channels + 1, 4 * sizeof *sorted);
  if (!sorted) return;
  for (uint32_t i = 0; i < 2 * s->num_channels; i++) {
    const tta_channel_end *end = &s->channels[i / 2].end[i % 2];
    if (end->chip != TTA_SYSTEM_NONE && end->core.y != TTA_SYSTEM_NONE && end->core.x != TTA_SYSTEM_NONE)
      sorted[count++] = end;
  }
  tta_sort(sorted, sorted + count, count, sizeof *sorted, compare_ends);
  for (size_t i = 1; i < count; i++) {
    const tta_channel_end *end = sorted[i];
    if (compare_ends(&sorted[i - 1], &sorted[i])) continue;
    tta_diagnostic *d =
        tta_report_add(c->report, TTA_RULE_system_channels, core_span(end),
                       "Ethernet core (%lld, %lld) of chip %lld is the end of two channels, expected one",
                       (long long)end->core.y, (long long)end->core.x, (long long)end->chip);
    tta_report_note(c->report, d, core_span(sorted[i - 1]),
                    "the other channel ends here");
    return;
  }
}

static void verify_channels(const system_check *c) {
  const tta_system *s = c->system;
  bool good = true;
  for (uint32_t i = 0; i < s->num_channels; i++) {
    const tta_chip_channel *channel = &s->channels[i];
    bool ends = verify_end(c, &channel->end[0]) && verify_end(c, &channel->end[1]);
    good = good && ends;
    if (!ends || channel->end[0].chip != channel->end[1].chip) continue;
    tta_report_add(c->report, TTA_RULE_system_channels, channel->span,
                   "both ends of a channel are chip %lld, expected two chips", (long long)channel->end[0].chip);
    good = false;
  }
  if (good) verify_ends(c);
}

/* ---- cores of a chip --------------------------------------------------------------------------------------------- */

static void report_duplicate(const system_check *c, const tta_core_list *list, uint32_t first, uint32_t second,
                             const char *name) {
  tta_core core = list->cores[second];
  tta_diagnostic *d =
      tta_report_add(c->report, TTA_RULE_system_cores, list->spans[second],
                     "core %lldx%lld is listed twice in the %s cores", (long long)core.y, (long long)core.x, name);
  tta_report_note(c->report, d, list->spans[first], "first listed here");
}

/* Reports once for a list. Sorted by y and x, stable, equal cores are neighbors in the order of the text. A coordinate
 * beyond 16 bits is not on any chip and not compared. @return whether all differ */
static bool verify_duplicates(const system_check *c, const tta_core_list *list, const char *name) {
  size_t count = 0;
  uint64_t *cores = tta_arena_array(c->scratch, (size_t)list->num_cores + 1, 2 * sizeof *cores);
  if (!cores) return false;
  for (uint32_t i = 0; i < list->num_cores; i++) {
    tta_core at = list->cores[i];
    if (at.y < 0 || at.x < 0 || at.y > UINT16_MAX || at.x > UINT16_MAX) continue;
    cores[count++] = (uint64_t)at.y << 48 | (uint64_t)at.x << 32 | i;
  }
  tta_sort_pairs(cores, cores + list->num_cores, count);
  for (size_t i = 1; i < count; i++) {
    if (cores[i] >> 32 != cores[i - 1] >> 32) continue;
    report_duplicate(c, list, (uint32_t)cores[i - 1], (uint32_t)cores[i], name);
    return false;
  }
  return true;
}

/* @return whether no core is negative */
static bool verify_signs(const system_check *c, const tta_core_list *list, const char *name) {
  for (uint32_t i = 0; i < list->num_cores; i++) {
    tta_core at = list->cores[i];
    if ((at.y >= 0 && at.x >= 0) || at.y == TTA_SYSTEM_NONE) continue;
    tta_report_add(c->report, TTA_RULE_system_cores, list->spans[i],
                   "core (%lld, %lld) of the %s cores is negative", (long long)at.y, (long long)at.x, name);
    return false;
  }
  return true;
}

static void verify_worker_count(const system_check *c, const tta_chip *chip) {
  char text[TTA_NUMBERS_BYTES];
  const tta_core_list *workers = &chip->cores[TTA_CORES_WORKER];
  int64_t cores;
  if (!chip->grid_span.end || !chip->grid.extent) return;
  if (!tta_shape_at_least(chip->grid, 0) || !tta_shape_volume(chip->grid, &cores)) return;
  if (cores == workers->num_cores) return;
  tta_diagnostic *d = tta_report_add(c->report, TTA_RULE_system_cores, workers->span,
                                     "%u worker core%s, but the grid %s of the chip has %lld", workers->num_cores,
                                     tta_plural(workers->num_cores), tta_shape_text(text, chip->grid),
                                     (long long)cores);
  tta_report_note(c->report, d, chip->grid_span, "the grid is here");
}

static bool verify_grid(const system_check *c, const tta_chip *chip) {
  char text[TTA_NUMBERS_BYTES];
  const tta_shape *grid = &chip->grid;
  if (!grid->extent) return true; /* not a shape: reported by the parser */
  bool good = grid->rank == 2;
  for (uint32_t i = 0; i < grid->rank; i++) good = good && grid->extent[i] >= 1 && grid->extent[i] <= MAX_EXTENT;
  if (!good)
    tta_report_add(c->report, TTA_RULE_system_cores, chip->grid_span,
                   "the grid of a chip is %s, expected 1 to %d rows and columns", tta_shape_text(text, *grid),
                   (int)MAX_EXTENT);
  return good;
}

static void verify_chip(const system_check *c, const tta_chip *chip) {
  bool good = verify_grid(c, chip);
  for (unsigned role = 0; role < TTA_NUM_CORE_ROLES; role++) {
    const tta_core_list *list = &chip->cores[role];
    const char *name = tta_core_role_name((tta_core_role)role);
    /* DRAM banks may share a worker */
    bool distinct = role != TTA_CORES_DRAM_WORKER_NOC0 && role != TTA_CORES_DRAM_WORKER_NOC1;
    if (!list->span.end || !verify_signs(c, list, name) || !distinct || !verify_duplicates(c, list, name)) continue;
    if (role == TTA_CORES_WORKER && good) verify_worker_count(c, chip);
  }
}

/* ---- numbers of a chip ------------------------------------------------------------------------------------------- */

/* Reports that a number is not as expected, at the number, or at the chip if it is that of the architecture. */
static void report_number(const system_check *c, const tta_chip *chip, tta_chip_number number, const char *expected,
                          ...) {
  char text[160];
  va_list args;
  va_start(args, expected);
  vsnprintf(text, sizeof text, expected, args);
  va_end(args);
  tta_span span = chip->number_spans[number].end ? chip->number_spans[number] : chip->span;
  tta_report_add(c->report, TTA_RULE_memory_system, span, "%s is %lld, expected %s", tta_chip_number_name(number),
                 (long long)tta_chip_number_of(chip, number), text);
}

/* @return whether the number is in a range */
static bool verify_range(const system_check *c, const tta_chip *chip, tta_chip_number number, int64_t least,
                         int64_t most) {
  int64_t value = tta_chip_number_of(chip, number);
  if (value >= least && value <= most) return true;
  if (value < least) report_number(c, chip, number, "at least %lld", (long long)least);
  else report_number(c, chip, number, "at most %lld", (long long)most);
  return false;
}

static bool verify_alignment(const system_check *c, const tta_chip *chip, tta_chip_number number) {
  if (tta_is_power_of_two(tta_chip_number_of(chip, number))) return true;
  report_number(c, chip, number, "a power of two");
  return false;
}

/* The first address of a memory: within it, where the allocator can start.
 * @param size the number with the size of the memory */
static bool verify_base(const system_check *c, const tta_chip *chip, tta_chip_number number, tta_chip_number size) {
  int64_t align = tta_chip_number_of(chip, TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES),
          most = tta_chip_number_of(chip, size), base = tta_chip_number_of(chip, number);
  if (base < 0 || base > most)
    report_number(c, chip, number, "0 to %s, %lld", tta_chip_number_name(size), (long long)most);
  else if (base % align)
    report_number(c, chip, number, "a multiple of %s, %lld, for the allocator",
                  tta_chip_number_name(TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES), (long long)align);
  else return true;
  return false;
}

/* Reports the first number that contradicts the others. */
static void verify_numbers(const system_check *c, const tta_chip *chip) {
  bool good = verify_range(c, chip, TTA_CHIP_L1_SIZE, 1, INT64_MAX / 4) &&
              verify_range(c, chip, TTA_CHIP_NUM_DRAM_CHANNELS, 1, MAX_CHANNELS) &&
              verify_range(c, chip, TTA_CHIP_DRAM_CHANNEL_SIZE, 1, INT64_MAX / 4) &&
              verify_alignment(c, chip, TTA_CHIP_NOC_L1_ADDRESS_ALIGN_BYTES) &&
              verify_alignment(c, chip, TTA_CHIP_NOC_DRAM_ADDRESS_ALIGN_BYTES) &&
              verify_base(c, chip, TTA_CHIP_L1_UNRESERVED_BASE, TTA_CHIP_L1_SIZE) &&
              verify_base(c, chip, TTA_CHIP_DRAM_UNRESERVED_BASE, TTA_CHIP_DRAM_CHANNEL_SIZE);
  int64_t base = tta_chip_number_of(chip, TTA_CHIP_DRAM_UNRESERVED_BASE),
          end = tta_chip_number_of(chip, TTA_CHIP_DRAM_UNRESERVED_END),
          size = tta_chip_number_of(chip, TTA_CHIP_DRAM_CHANNEL_SIZE);
  if (good && (end < base || end > size))
    report_number(c, chip, TTA_CHIP_DRAM_UNRESERVED_END, "%s to %s, %lld to %lld",
                  tta_chip_number_name(TTA_CHIP_DRAM_UNRESERVED_BASE),
                  tta_chip_number_name(TTA_CHIP_DRAM_CHANNEL_SIZE), (long long)base, (long long)size);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void tta_system_verify(const tta_system *system, tta_report *report, tta_arena *scratch) {
  system_check c = {system, report, scratch};
  verify_indices(&c);
  verify_counts(&c);
  verify_places(&c);
  verify_channels(&c);
  for (uint32_t i = 0; i < system->num_descs; i++) {
    verify_chip(&c, &system->descs[i]);
    verify_numbers(&c, &system->descs[i]);
  }
}

tta_status tta_system_check(const tta_system *system, const tta_allocator *allocator, tta_buf *reason) {
  tta_arena arena;
  tta_report report;
  if (!system->num_chips || !system->num_descs)
    return tta_fail(TTA_INVALID, reason, "the system description has no chips");
  if (system->source != TTA_SYSTEM_OF_ATTRIBUTE) return TTA_OK; /* made of a default description */
  tta_arena_init(&arena, allocator);
  tta_report_init(&report, &arena);
  tta_system_verify(system, &report, &arena);
  tta_status status = arena.failed ? TTA_NO_MEMORY : report.status;
  if (!status && report.size) {
    tta_str message = report.items[0]->message;
    status = tta_fail(TTA_INVALID, reason, "%.*s", (int)message.size, message.data);
  }
  tta_report_free(&report);
  tta_arena_free(&arena);
  return status;
}
