/* Rules of layouts and the devices of their module: layout-device-rank, layout-device-fit.
 *
 * A device may follow the tensors (`tt.device @x` at the end of a module), so a layout is verified when the section
 * ends; only those that no device so far holds are kept. As long as there is no device at all these are all of them:
 * then no more than TTA_MODULE_MAX_EARLY distinct ones, so that a section without devices costs next to nothing.
 *
 * Sources: the device specification ("a grid of the same rank as the logical device grid"), the tensor-layout
 * specification (Multi-core: a grid 1x64 on a device of 8x8 is legal). */
#include "base/format.h"
#include "base/index.h"
#include "base/str.h"
#include "device/device.h"
#include "verify/layout_faults.h"
#include "verify/module.h"

enum { MAX_DEVICES = 1024 }; /* that the remark about extents looks at; in a module with more it is not made */

/* Saturates. */
static int64_t volume(tta_shape shape) {
  int64_t cores;
  return tta_shape_volume(shape, &cores) ? cores : INT64_MAX;
}

static bool within(tta_shape inner, tta_shape outer) {
  for (uint32_t i = 0; i < inner.rank; i++)
    if (inner.extent[i] > outer.extent[i]) return false;
  return inner.rank == outer.rank;
}

static inline tta_rank_facts *rank_facts(const tta_verifier *v, uint32_t rank) {
  for (uint32_t i = 0; i < v->facts->num_ranks; i++)
    if (v->facts->ranks[i].rank == rank) return &v->facts->ranks[i];
  return NULL;
}

static bool lower(tta_verifier *v, tta_node_id device, tta_device *out) {
  return !tta_device_lower(v->tree, device, &v->scratch, out);
}

void tta_module_record_rank(tta_verifier *v, tta_node_id device) {
  tta_device d;
  if (!lower(v, device, &d) || !tta_shape_at_least(d.grid, 1)) return;
  tta_rank_facts fresh = {d.grid.rank, device, volume(d.grid)}, *known = rank_facts(v, d.grid.rank);
  if (!known) TTA_MODULE_APPEND(v, ranks, fresh);
  else if (known->cores < fresh.cores) *known = fresh;
}

/* ---- layouts as they come ---------------------------------------------------------------------------------------- */

/* The remark about extents is off unless it is requested by name: the rule is a warning otherwise. */
static bool remarks_wanted(const tta_verifier *v) {
  return v->options->rule_set[TTA_RULE_layout_device_fit] && v->options->rule_enabled[TTA_RULE_layout_device_fit];
}

static inline bool has_room(const tta_verifier *v, tta_shape grid) {
  const tta_rank_facts *facts = v->facts->num_ranks ? rank_facts(v, grid.rank) : NULL;
  return facts && volume(grid) <= facts->cores && !remarks_wanted(v);
}

static bool has_place(const tta_verifier *v) {
  return v->facts->num_devices || v->facts->num_layouts < TTA_MODULE_MAX_EARLY;
}

static void record_use(tta_verifier *v, uint32_t layout, tta_span tensor) {
  tta_layout_again use = {layout, tensor.begin};
  TTA_MODULE_APPEND(v, again, use);
}

bool tta_module_awaits_layout(tta_verifier *v, tta_span tensor) {
  tta_str text = TTA_SPAN_TEXT(v->tree->text.data, tensor);
  const uint32_t *number = tta_strmap_find(&v->facts->layout_numbers, text);
  if (number) {
    tta_unplaced_layout layout = v->facts->layouts[*number];
    layout.tensor = tensor;
    if (tta_is_learning(v)) tta_known_add_layout(v, &layout);
    record_use(v, *number, tensor);
  }
  if (!number && !has_place(v)) v->own = true;
  return !number && has_place(v);
}

static inline void place(tta_verifier *v, const tta_unplaced_layout *layout) {
  tta_module_facts *f = v->facts;
  if (!has_place(v) || has_room(v, layout->shape)) return;
  tta_str text = TTA_SPAN_TEXT(v->tree->text.data, layout->tensor);
  const uint32_t *number = tta_strmap_add(&f->layout_numbers, text, f->num_layouts);
  if (!number) v->report->status = TTA_NO_MEMORY;
  if (number && *number != f->num_layouts) record_use(v, *number, layout->tensor);
  if (!number || *number != f->num_layouts) return;
  int64_t *extents = tta_arena_array(&f->arena, layout->shape.rank, sizeof *extents);
  if (!extents) return;
  for (uint32_t i = 0; i < layout->shape.rank; i++) extents[i] = layout->shape.extent[i];
  tta_unplaced_layout kept = {layout->tensor, layout->grid, {layout->shape.rank, extents}, NULL};
  TTA_MODULE_APPEND(v, layouts, kept);
}

void tta_module_place_layout(tta_verifier *v, const tta_unplaced_layout *layout) { place(v, layout); }

/* Host memory is not on a core. */
void tta_module_add_layout(tta_verifier *v, const tta_layout_use *use) {
  const tta_layout *c = &use->value;
  tta_memory_space space = c->memory_space;
  if ((space != TTA_MEMORY_L1 && space != TTA_MEMORY_DRAM) || !tta_shape_at_least(c->grid, 1)) return;
  tta_unplaced_layout layout = {tta_node_span(v->tree, use->tensor), c->spans[TTA_PART_GRID], c->grid, NULL};
  if (tta_is_learning(v)) tta_known_add_layout(v, &layout);
  place(v, &layout);
}

/* ---- at the end -------------------------------------------------------------------------------------------------- */

static void note_places(tta_verifier *v, tta_diagnostic *d, const tta_unplaced_layout *layout, tta_node_id device,
                        const char *what) {
  tta_report_note(v->report, d, layout->grid, "the grid of the layout is here");
  tta_report_note(v->report, d, tta_node_span(v->tree, device), "%s", what);
}

static void report_rank(tta_verifier *v, const tta_unplaced_layout *layout) {
  char grid[TTA_NUMBERS_BYTES], shape[TTA_NUMBERS_BYTES];
  tta_device first;
  tta_node_id device = v->facts->devices[0];
  if (!lower(v, device, &first)) return;
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_layout_device_rank, layout->tensor, "layout grid %s has rank %u, but %s has rank %u (%s)",
      tta_shape_text(grid, layout->shape), layout->shape.rank,
      v->facts->num_devices == 1 ? "the device of the module"
                                 : "the devices of the module have other ranks; the first one",
      first.grid.rank, tta_shape_text(shape, first.grid));
  note_places(v, d, layout, device, "the device is here");
}

static void report_size(tta_verifier *v, const tta_unplaced_layout *layout, const tta_rank_facts *largest,
                      tta_shape held) {
  char grid[TTA_NUMBERS_BYTES], shape[TTA_NUMBERS_BYTES], cores[40] = "more than 2^63 - 1";
  int64_t wanted = volume(layout->shape);
  tta_buf count = tta_buf_fixed(cores, sizeof cores);
  if (wanted != INT64_MAX) {
    tta_buf_int(&count, wanted);
    tta_buf_fixed_text(&count);
  }
  tta_diagnostic *d =
      tta_report_add(v->report, TTA_RULE_layout_device_fit, layout->tensor,
                     "layout grid %s has %s cores, but the largest device of rank %u has %lld (%s)",
                     tta_shape_text(grid, layout->shape), cores, largest->rank, (long long)largest->cores,
                     tta_shape_text(shape, held));
  note_places(v, d, layout, largest->device, "the device is here");
}

static bool some_device_covers(tta_verifier *v, tta_shape grid) {
  if (v->facts->num_devices > MAX_DEVICES) return true;
  for (uint32_t i = 0; i < v->facts->num_devices; i++) {
    tta_device d;
    if (lower(v, v->facts->devices[i], &d) && within(grid, d.grid)) return true;
  }
  return false;
}

static void report_extent(tta_verifier *v, const tta_unplaced_layout *layout, const tta_rank_facts *largest,
                        const tta_device *held) {
  char grid[TTA_NUMBERS_BYTES], shape[TTA_NUMBERS_BYTES];
  tta_buf holder = tta_buf_new(v->report->arena->allocator);
  tta_device in_system = *held;
  in_system.system = tta_module_system(v);
  in_system.era = tta_device_day(v->tree, largest->device, v->options->era);
  tta_status status = tta_device_to_hold(&in_system, layout->shape, &holder);
  if (status == TTA_NO_MEMORY) v->report->status = status;
  bool known = !status && holder.size < 1000;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_layout_device_fit, layout->tensor,
                                     "an extent of layout grid %s is larger than in any device of rank %u "
                                     "(the largest is %s)%s%.*s",
                                     tta_shape_text(grid, layout->shape), largest->rank,
                                     tta_shape_text(shape, held->grid), known ? "; a device that holds it: " : "",
                                     known ? (int)holder.size : 0, known ? holder.data : "");
  tta_buf_free(&holder);
  note_places(v, d, layout, largest->device, "the device is here");
  tta_report_lower(v->report, d, TTA_SEVERITY_REMARK); /* by the tensor-layout specification such a grid is legal */
}

static void verify(tta_verifier *v, tta_unplaced_layout *layout) {
  size_t reported = v->report->size;
  const tta_rank_facts *largest = rank_facts(v, layout->shape.rank);
  tta_device held;
  if (!largest) report_rank(v, layout);
  else if (!lower(v, largest->device, &held)) return;
  else if (volume(layout->shape) > largest->cores) report_size(v, layout, largest, held.grid);
  else if (remarks_wanted(v) && !some_device_covers(v, layout->shape)) report_extent(v, layout, largest, &held);
  if (v->report->size > reported) layout->diagnostic = v->report->items[reported];
}

void tta_module_verify_layouts(tta_verifier *v) {
  if (!v->facts->num_ranks) return; /* no device, or none with a grid of its own */
  for (uint32_t i = 0; i < v->facts->num_layouts; i++) {
    tta_arena_mark mark = tta_arena_position(&v->scratch);
    verify(v, &v->facts->layouts[i]);
    tta_arena_rewind(&v->scratch, mark);
  }
  for (uint32_t i = 0; i < v->facts->num_again; i++) {
    const tta_layout_again *use = &v->facts->again[i];
    const tta_unplaced_layout *layout = &v->facts->layouts[use->layout];
    if (layout->diagnostic) tta_report_copy(v->report, layout->diagnostic, layout->tensor, use->begin);
  }
}
