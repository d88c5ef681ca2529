/* Owns what a device says about a system: chips that are not there, cores outside a chip's grid, neighbours without a
 * link. The device alone is device.c's.
 *
 * Source: the device specification (tt-mlir docs/src/specs/device.md): chipIds "directly reference the same chip
 * indices in the system descriptor". */
#include <stdio.h>

#include "base/checked.h"
#include "maps/maps.h"
#include "verify/module.h"

enum { MAX_CORES = 1 << 16 }; /* that are tried one by one, where chips of a device differ in their grids */

static int64_t chip_id(const tta_tree *tree, tta_node_id c) {
  return tta_node_at(tree, tta_node_resolve(tree, c))->integer;
}

static void note_system(tta_verifier *v, tta_diagnostic *diagnostic, const tta_system *system) {
  if (system->in_text) tta_report_note(v->report, diagnostic, system->span, "the system is described here");
}

static bool verify_ids(tta_verifier *v, const tta_device *d, const tta_system *system) {
  tta_node_id first = 0;
  uint32_t unknown = 0;
  for (tta_node_id c = tta_node_first(v->tree, d->chips); c; c = tta_node_at(v->tree, c)->next) {
    const tta_node *n = tta_node_at(v->tree, tta_node_resolve(v->tree, c));
    if (n->kind != TTA_NODE_INT || n->integer < 0) return false; /* told */
    if (n->integer < system->num_chips) continue;
    if (!unknown++) first = c;
  }
  if (!unknown) return true;
  char rest[48] = "", chips[64];
  if (unknown > 1) snprintf(rest, sizeof rest, " (and %u more)", unknown - 1);
  if (system->num_chips > 1)
    snprintf(chips, sizeof chips, "%lld chips, 0..%lld", (long long)system->num_chips,
             (long long)system->num_chips - 1);
  else snprintf(chips, sizeof chips, system->num_chips ? "one chip, 0" : "no chip");
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_chip_unknown, tta_node_span(v->tree, first),
                     "chip id %lld%s is not in the system%s, which has %s", (long long)chip_id(v->tree, first), rest,
                     system->in_text ? "" : " of --system-desc", chips);
  note_system(v, diagnostic, system);
  return false;
}

/* ---- cores ------------------------------------------------------------------------------------------------------- */

typedef struct grids {
  tta_chip_grid least, most; /* extent by extent */
  bool known, alike;
} grids;

static grids grids_of(const tta_tree *tree, const tta_device *d, const tta_system *system) {
  grids g = {{INT64_MAX, INT64_MAX}, {0, 0}, true, true};
  for (tta_node_id c = tta_node_first(tree, d->chips); c; c = tta_node_at(tree, c)->next) {
    tta_chip_grid grid = tta_system_chip_grid(system, chip_id(tree, c));
    if (!grid.rows) return (grids){.known = false};
    if (grid.rows < g.least.rows) g.least.rows = grid.rows;
    if (grid.columns < g.least.columns) g.least.columns = grid.columns;
    if (grid.rows > g.most.rows) g.most.rows = grid.rows;
    if (grid.columns > g.most.columns) g.most.columns = grid.columns;
    if (!system->kind_of) break; /* all chips are alike */
  }
  g.alike = g.least.rows == g.most.rows && g.least.columns == g.most.columns;
  return g;
}

static void reject_core(tta_verifier *v, const tta_device *d, const tta_system *system, const int64_t *at) {
  char logical[TTA_NUMBERS_BYTES], core[TTA_NUMBERS_BYTES];
  int64_t place[3];
  if (tta_map_evaluate(&d->map, at, NULL, place)) return;
  tta_node_id chip = tta_node_first(v->tree, d->chips);
  for (int64_t i = 0; i < place[0] && chip; i++) chip = tta_node_at(v->tree, chip)->next;
  if (!chip) return;
  int64_t id = chip_id(v->tree, chip);
  tta_chip_grid grid = tta_system_chip_grid(system, id);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_map_range, tta_device_map_span(v->tree, d),
                     "logical core %s is core %s of chip %lld, outside its grid %lldx%lld%s",
                     tta_index_text(logical, d->shape.rank, at), tta_index_text(core, 2, place + 1), (long long)id,
                     (long long)grid.rows, (long long)grid.columns, system->in_text ? "" : " (--system-desc)");
  tta_device_note_map(v, diagnostic, d);
  note_system(v, diagnostic, system);
}

/* The grid that each chip of the device has, by index; NULL: no memory. */
static const tta_chip_grid *grid_of_index(tta_verifier *v, const tta_device *d, const tta_system *system) {
  tta_chip_grid *table = tta_arena_array(&v->scratch, d->num_chips, sizeof *table);
  uint32_t at = 0;
  if (!table) v->report->status = TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(v->tree, d->chips); table && c; c = tta_node_at(v->tree, c)->next)
    table[at++] = tta_system_chip_grid(system, chip_id(v->tree, c));
  return table;
}

/* One core after the other; a map or grid that is too large for it stays unjudged. */
static void try_cores(tta_verifier *v, const tta_device *d, const tta_system *system) {
  int64_t cores = 1, place[3];
  uint32_t rank = d->shape.rank;
  for (uint32_t i = 0; i < rank; i++)
    if (!tta_mul(cores, d->shape.extent[i], &cores) || cores > MAX_CORES) return;
  const tta_chip_grid *table = grid_of_index(v, d, system);
  int64_t *at = tta_arena_array(&v->scratch, (size_t)rank + 1, sizeof *at);
  if (!table || !at) {
    v->report->status = TTA_NO_MEMORY;
    return;
  }
  for (uint32_t i = 0; i < rank; i++) at[i] = 0;
  for (int64_t n = 0; n < cores; n++) {
    if (tta_map_evaluate(&d->map, at, NULL, place) || place[0] < 0 || place[0] >= d->num_chips) return;
    if (place[1] >= table[place[0]].rows || place[2] >= table[place[0]].columns) {
      reject_core(v, d, system, at);
      return;
    }
    for (uint32_t i = rank; i-- > 0 && ++at[i] == d->shape.extent[i];) at[i] = 0;
  }
}

/* Whether result 1 or 2 stays below `limit`; where it certainly does not, *beyond is an index that shows it. */
static bool stays_below(tta_verifier *v, const tta_device *d, uint32_t result, int64_t limit, const int64_t **beyond) {
  tta_expr_view e = tta_expr_get(d->map.pool, d->map.results[result]);
  tta_range range;
  *beyond = NULL;
  if (e.kind == TTA_EXPR_CONSTANT && e.value < limit) return true;
  if (e.kind == TTA_EXPR_DIM && d->shape.extent[e.value] <= limit) return true;
  tta_status status = tta_maps_range(&d->map, result, d->shape, &v->scratch, &range);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  if (status) return true;
  tta_answer answer = tta_range_at_least(&range, limit);
  if (answer == TTA_YES) *beyond = range.max.at;
  return answer == TTA_NO;
}

static void verify_cores(tta_verifier *v, const tta_device *d, const tta_system *system) {
  const int64_t *row, *column;
  grids g = grids_of(v->tree, d, system);
  if (!g.known) return;
  bool rows_fit = stays_below(v, d, 1, g.least.rows, &row),
       columns_fit = stays_below(v, d, 2, g.least.columns, &column);
  if (rows_fit && columns_fit) return;
  if (!g.alike) try_cores(v, d, system);
  else if (row || column) reject_core(v, d, system, row ? row : column);
}

/* ---- links ------------------------------------------------------------------------------------------------------- */

/* Neighbours are one step apart in one dim of the mesh. Told once for a device. */
static void verify_links(tta_verifier *v, const tta_device *d, const tta_system *system) {
  uint32_t *ids = tta_arena_array(&v->scratch, d->num_chips, sizeof *ids), at = 0, first[2] = {0, 0};
  int64_t missing = 0, stride = 1;
  if (!ids) v->report->status = TTA_NO_MEMORY;
  for (tta_node_id c = tta_node_first(v->tree, d->chips); ids && c; c = tta_node_at(v->tree, c)->next)
    ids[at++] = (uint32_t)chip_id(v->tree, c);
  for (uint32_t i = d->mesh_shape.rank; ids && i-- > 0; stride *= d->mesh_shape.extent[i]) {
    for (int64_t p = 0; d->mesh_shape.extent[i] > 1 && p + stride < d->num_chips; p++) {
      if (p / stride % d->mesh_shape.extent[i] == d->mesh_shape.extent[i] - 1 ||
          tta_system_linked(system, ids[p], ids[p + stride]))
        continue;
      if (missing++) continue;
      first[0] = ids[p];
      first[1] = ids[p + stride];
    }
  }
  if (!missing) return;
  char mesh[TTA_NUMBERS_BYTES], rest[64] = "";
  if (missing > 1) snprintf(rest, sizeof rest, " (and %lld more pairs)", (long long)missing - 1);
  tta_diagnostic *diagnostic =
      tta_report_add(v->report, TTA_RULE_device_mesh_links, tta_node_span(v->tree, d->mesh),
                     "chips %u and %u are neighbours in meshShape %s, but the system has no channel between them%s",
                     first[0], first[1], tta_shape_text(mesh, d->mesh_shape), rest);
  note_system(v, diagnostic, system);
}

void tta_device_verify_in(tta_verifier *v, tta_node_id device, uint32_t faults, const tta_system *system) {
  tta_device d;
  if ((faults & TTA_DEVICE_BAD_CHIPS) || !tta_device_facts_read(v->tree, device, &d) || !verify_ids(v, &d, system))
    return;
  if (faults & (TTA_DEVICE_BAD_MAP | TTA_DEVICE_BAD_GRID)) return;
  verify_cores(v, &d, system);
  if (system->links_known && d.mesh && v->report->enabled[TTA_RULE_device_mesh_links]) verify_links(v, &d, system);
}
