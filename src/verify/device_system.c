/* Rules on one device in its system: unknown chips, cores outside a chip's grid, neighbors without a link.
 *
 * Source: the device specification (tt-mlir docs/src/specs/device.md): chipIds "directly reference the same chip
 * indices in the system descriptor". */
#include <stdio.h>

#include "base/index.h"
#include "device/device.h"
#include "maps/maps.h"
#include "verify/module.h"

enum { MAX_CORES = 1 << 16 }; /* that are tried one by one if the chips of a device have different grids */


static bool verify_ids(tta_verifier *v, const tta_device *d, const tta_system *system) {
  uint32_t first = 0, unknown = 0;
  for (uint32_t i = 0; i < d->chip_ids.rank; i++)
    if (d->chip_ids.extent[i] >= system->num_chips && !unknown++) first = i;
  if (!unknown) return true;
  char rest[48] = "", chips[64];
  if (unknown > 1) snprintf(rest, sizeof rest, " (and %u more)", unknown - 1);
  if (system->num_chips > 1)
    snprintf(chips, sizeof chips, "%lld chips, 0..%lld", (long long)system->num_chips,
             (long long)system->num_chips - 1);
  else snprintf(chips, sizeof chips, system->num_chips ? "one chip, 0" : "no chip");
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_chip_unknown, d->chip_spans[first],
                     "chip id %lld%s is not in the %ssystem, which has %s", (long long)d->chip_ids.extent[first], rest,
                     tta_is_default_system(v, system) ? "default " : "", chips);
  tta_module_note_system(v, diagnostic, system);
  return false;
}

/* ---- cores ------------------------------------------------------------------------------------------------------- */

typedef struct grids {
  tta_chip_grid min, max; /* extent by extent */
  bool known, equal;
} grids;

static grids grids_of(const tta_device *d, const tta_system *system) {
  grids g = {{INT64_MAX, INT64_MAX}, {0, 0}, true, true};
  for (uint32_t i = 0; i < d->chip_ids.rank; i++) {
    tta_chip_grid grid = tta_system_chip_grid(system, d->chip_ids.extent[i]);
    if (!grid.rows) return (grids){.known = false};
    if (grid.rows < g.min.rows) g.min.rows = grid.rows;
    if (grid.columns < g.min.columns) g.min.columns = grid.columns;
    if (grid.rows > g.max.rows) g.max.rows = grid.rows;
    if (grid.columns > g.max.columns) g.max.columns = grid.columns;
    if (!system->desc_of_chip) break; /* all chips have the same description */
  }
  g.equal = g.min.rows == g.max.rows && g.min.columns == g.max.columns;
  return g;
}

static void reject_core(tta_verifier *v, const tta_device *d, const tta_system *system, const int64_t *at) {
  char logical[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES];
  int64_t physical[3];
  if (tta_map_evaluate(&d->map, at, NULL, physical)) return;
  if (physical[0] < 0 || physical[0] >= d->chip_ids.rank) return;
  int64_t id = d->chip_ids.extent[physical[0]];
  tta_chip_grid grid = tta_system_chip_grid(system, id);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_range, tta_device_map_span(d),
                     "logical core %s is core %s of chip %lld, outside its grid %lldx%lld%s",
                     tta_index_text(logical, d->grid.rank, at), tta_index_text(core, 2, physical + 1), (long long)id,
                     (long long)grid.rows, (long long)grid.columns,
                     tta_is_default_system(v, system) ? " (of the default system)" : "");
  tta_device_note_map(v, diagnostic, d);
  tta_module_note_system(v, diagnostic, system);
}

/* The grid of each chip of the device, by index; NULL without memory. */
static const tta_chip_grid *grid_of_index(tta_verifier *v, const tta_device *d, const tta_system *system) {
  tta_chip_grid *table = tta_arena_array(&v->scratch, d->chip_ids.rank, sizeof *table);
  for (uint32_t i = 0; table && i < d->chip_ids.rank; i++)
    table[i] = tta_system_chip_grid(system, d->chip_ids.extent[i]);
  return table;
}

/* Tries one core after the other. A grid with too many cores is not verified. */
static void try_cores(tta_verifier *v, const tta_device *d, const tta_system *system) {
  int64_t cores, physical[3];
  uint32_t rank = d->grid.rank;
  if (!tta_shape_volume(d->grid, &cores) || cores > MAX_CORES) return;
  const tta_chip_grid *table = grid_of_index(v, d, system);
  int64_t *at = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *at);
  if (!table || !at) return;
  for (uint32_t i = 0; i < rank; i++) at[i] = 0;
  do {
    if (tta_map_evaluate(&d->map, at, NULL, physical) || physical[0] < 0 || physical[0] >= d->chip_ids.rank) return;
    if (physical[1] >= table[physical[0]].rows || physical[2] >= table[physical[0]].columns) {
      reject_core(v, d, system, at);
      return;
    }
  } while (tta_index_next(d->grid, at));
}

/* Whether result 1 or 2 stays below `limit`; if it certainly does not, *beyond is an index that shows it. */
static bool stays_below(tta_verifier *v, const tta_device *d, uint32_t result, int64_t limit, const int64_t **beyond) {
  tta_expr_view e = tta_expr_get(d->map.pool, d->map.results[result]);
  tta_range range;
  *beyond = NULL;
  if (e.kind == TTA_EXPR_CONSTANT && e.value < limit) return true;
  if (e.kind == TTA_EXPR_DIM && d->grid.extent[e.value] <= limit) return true;
  if (tta_maps_range(&d->map, result, d->grid, &v->scratch, &range)) return true;
  tta_answer answer = tta_range_at_least(&range, limit);
  if (answer == TTA_YES) *beyond = range.max.at;
  return answer == TTA_NO;
}

static void verify_cores(tta_verifier *v, const tta_device *d, const tta_system *system) {
  const int64_t *row, *column;
  grids g = grids_of(d, system);
  if (!g.known) return;
  bool rows_fit = stays_below(v, d, 1, g.min.rows, &row),
       columns_fit = stays_below(v, d, 2, g.min.columns, &column);
  if (rows_fit && columns_fit) return;
  if (!g.equal) try_cores(v, d, system);
  else if (row || column) reject_core(v, d, system, row ? row : column);
}

/* ---- links ------------------------------------------------------------------------------------------------------- */

/* Reports once for a device. */
static void verify_links(tta_verifier *v, const tta_device *d, const tta_system *system) {
  tta_missing_link link = {.next = 0};
  int64_t first[2] = {0, 0}, missing = 0;
  for (; tta_device_missing_link(d, system, &link); missing++) {
    if (missing) continue;
    first[0] = link.chips[0];
    first[1] = link.chips[1];
  }
  if (!missing) return;
  char mesh[TTA_NUMBERS_BYTES], rest[64] = "";
  if (missing > 1) snprintf(rest, sizeof rest, " (and %lld more pairs)", (long long)missing - 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh_links, d->mesh_span,
                     "chips %lld and %lld are neighbors in meshShape %s, but the system has no channel between them%s",
                     (long long)first[0], (long long)first[1], tta_shape_text(mesh, d->mesh), rest);
  tta_module_note_system(v, diagnostic, system);
}

void tta_device_verify_in(tta_verifier *v, const tta_device *d, uint32_t rejected, const tta_system *system) {
  if ((rejected & TTA_DEVICE_BAD_CHIPS) || !verify_ids(v, d, system)) return;
  if (rejected & (TTA_DEVICE_BAD_MAP | TTA_DEVICE_BAD_GRID)) return;
  verify_cores(v, d, system);
  if (d->mesh_span.end && v->report->enabled[TTA_RULE_device_mesh_links]) verify_links(v, d, system);
}
