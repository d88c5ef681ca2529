/* Rule core-range-outside-chip: core ranges of TTNN, and cores of the virtual grid of a ttnn_layout, outside the grid
 * of every chip. tt-mlir verifies none of this; tt-metal rejects such cores when it runs.
 *
 * Aliases are printed before the module with its system, so ranges wait for the end of the section. The ranges of
 * tensors in DRAM are banks. */
#include "base/checked.h"
#include "device/device.h"
#include "maps/maps.h"
#include "model/lower_ttnn.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

/* What is known of the chips: the largest extents of all of them, so that a range outside is outside each. */
typedef struct chip_extents {
  int64_t rows, columns;
  const tta_system *system; /* NULL: of devices */
  tta_span device;
} chip_extents;

/* ---- recording --------------------------------------------------------------------------------------------------- */

static chip_extents extents_of_system(const tta_system *system) {
  chip_extents e = {.system = system};
  for (uint32_t i = 0; i < system->num_descs; i++) {
    tta_shape grid = system->descs[i].grid;
    if (grid.rank != 2 || grid.extent[0] < 1 || grid.extent[1] < 1) return (chip_extents){0};
    if (grid.extent[0] > e.rows) e.rows = grid.extent[0];
    if (grid.extent[1] > e.columns) e.columns = grid.extent[1];
  }
  return e;
}

void tta_module_place_core(tta_verifier *v, tta_pending_core core) {
  tta_module_facts *f = v->facts;
  if (f->has_system && !f->several) {
    chip_extents e = extents_of_system(&f->system);
    if (core.y < e.rows && core.x < e.columns) return;
  } else if (f->num_cores >= TTA_MODULE_MAX_EARLY) {
    return;
  }
  TTA_MODULE_APPEND(v, cores, core);
}

static void record(tta_verifier *v, tta_pending_core core) {
  if (tta_is_learning(v)) tta_known_add_core(v, &core);
  tta_module_place_core(v, core);
}

void tta_module_record_range(tta_verifier *v, tta_span span, const tta_core_range *r) {
  if (tta_core_range_is_sound(r)) record(v, (tta_pending_core){.span = span, .y = r->box.last.y, .x = r->box.last.x});
}

/* The largest row and column of the cores of a virtual grid: `#tt.grid<1x64, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>`
 */
void tta_module_record_virtual_grid(tta_verifier *v, tta_node_id written) {
  tta_node_id id = tta_node_resolve(v->tree, written);
  const tta_node *n = tta_node_at(v->tree, id);
  tta_grid grid;
  if (n->kind != TTA_NODE_ATTRIBUTE || (n->flags & TTA_NODE_HAS_ERRORS) || tta_grid_lower(v->tree, id, &grid)) return;
  if (grid.map.num_results != 3 || grid.map.num_symbols || grid.map.num_dims != grid.shape.rank) return;
  for (uint32_t i = 0; i < grid.shape.rank; i++)
    if (grid.shape.extent[i] < 1) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  tta_pending_core core = {.span = grid.map_span, .of_grid = true};
  for (uint32_t i = 1; i < 3; i++) {
    tta_range range;
    bool known = !tta_maps_range(&grid.map, i, grid.shape, &v->scratch, &range) && range.max.exact;
    if (known) *(i == 1 ? &core.y : &core.x) = range.max.seen;
  }
  tta_arena_rewind(&v->scratch, mark);
  record(v, core);
}

/* The last recorded one of this range. */
static void forget(tta_verifier *v, tta_span span) {
  tta_known_forget_cores(v, span);
  for (uint32_t i = v->facts->num_cores; i-- > 0 && v->facts->cores[i].span.begin >= span.begin;)
    if (v->facts->cores[i].span.begin == span.begin) v->facts->cores[i].of_dram = true;
}

void tta_module_forget_ranges(tta_verifier *v, tta_node_id set) {
  tta_node_id list = tta_node_child(v->tree, tta_node_resolve(v->tree, set), TTA_FIELD_ranges);
  for (tta_node_id c = tta_node_first(v->tree, list); c; c = tta_node_at(v->tree, c)->next)
    forget(v, tta_node_span(v->tree, tta_node_resolve(v->tree, c)));
}

/* ---- the end of the section -------------------------------------------------------------------------------------- */

/* The cores that the devices of the module reach. */
static chip_extents extents_of_devices(tta_verifier *v) {
  chip_extents e = {0};
  for (uint32_t i = 0; i < v->facts->num_devices; i++) {
    tta_device d;
    if (tta_device_lower(v->tree, v->facts->devices[i], &v->scratch, &d)) return (chip_extents){0};
    if (!tta_device_has_worker_map(&d)) return (chip_extents){0};
    for (uint32_t k = 1; k < 3; k++) {
      tta_range range;
      int64_t *extent = k == 1 ? &e.rows : &e.columns, reached;
      tta_status status = tta_maps_range(&d.map, k, d.grid, &v->scratch, &range);
      if (status || !range.max.exact || !tta_add(range.max.seen, 1, &reached)) return (chip_extents){0};
      if (reached > *extent) *extent = reached;
    }
    e.device = d.span;
  }
  return e;
}

static void report_core(tta_verifier *v, const tta_pending_core *core, const chip_extents *e) {
  bool fallback = tta_is_default_system(v, e->system);
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_core_range_outside_chip, core->span,
      "core (%lld,%lld) (x,y) of this %s is outside the %lldx%lld cores (rows x columns) of %s", (long long)core->x,
      (long long)core->y, core->of_grid ? "virtual grid" : "range", (long long)e->rows, (long long)e->columns,
      !e->system ? "the device" : fallback ? "a chip of the default system" : "a chip of the system");
  if (e->system) tta_module_note_system(v, d, e->system);
  else if (v->facts->num_devices == 1) tta_report_note(v->report, d, e->device, "the device is described here");
}

void tta_module_verify_core_ranges(tta_verifier *v, const tta_system *system) {
  tta_module_facts *f = v->facts;
  if (!f->num_cores || f->several) return;
  tta_arena_mark mark = tta_arena_position(&v->scratch);
  chip_extents e = system ? extents_of_system(system) : extents_of_devices(v);
  tta_arena_rewind(&v->scratch, mark);
  for (uint32_t i = 0; e.rows && i < f->num_cores; i++) {
    const tta_pending_core *core = &f->cores[i];
    if (!core->of_dram && (core->y >= e.rows || core->x >= e.columns)) report_core(v, core, &e);
  }
}
