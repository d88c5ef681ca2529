/* tt-layout grids FILE: the present and the best grids of all tensors of a program, in 80 columns. */
#include <stdio.h>

#include "tool.h"
#include "base/format.h"
#include "ttattr/grids.h"

enum { PLACE_COLUMNS = 8, NAME_COLUMNS = 10, TYPE_COLUMNS = 16, GRID_COLUMNS = 8 };

/* Pads what was appended since `begin`, or ends it in ".." if it is too long. */
static void fit(tta_buf *out, size_t begin, size_t columns) {
  while (out->size - begin < columns && !out->failed) tta_buf_char(out, ' ');
  if (out->size - begin > columns) {
    out->size = begin + columns - 2;
    tta_buf_str(out, "..");
  }
  tta_buf_char(out, ' ');
}

/* The first name, "%0 +1" if there are others. */
static void print_name(tta_buf *out, const tta_planned_tensor *t) {
  size_t begin = out->size;
  tta_buf_bytes(out, t->names[0].data, t->names[0].size);
  if (t->num_names > 1) tta_buf_printf(out, " +%zu", t->num_names - 1);
  fit(out, begin, NAME_COLUMNS);
}

static void print_shape(tta_buf *out, const tta_layout *s) {
  size_t begin = out->size;
  tta_buf_shape(out, s->logical);
  tta_str element = s->tensor_element.text;
  if (tta_element_is_tile(&s->memref_element)) {
    tta_buf_str(out, " tiles");
  } else if (element.size) {
    tta_buf_char(out, 'x');
    tta_buf_append(out, element);
  }
  fit(out, begin, TYPE_COLUMNS);
}

static void print_grid(tta_buf *out, const tta_layout *s, const tta_grid_choice *g) {
  size_t begin = out->size;
  tta_buf_shape(out, (tta_shape){s->grid.rank, g->grid});
  fit(out, begin, GRID_COLUMNS);
}

static int64_t cores_of(const tta_grid_choice *g) { return g->used_cores < 0 ? g->cores : g->used_cores; }

static void print_tensor(tta_buf *out, const tta_planned_tensor *t) {
  char place[32]; /* selects the tensor: --name */
  snprintf(place, sizeof place, "%u:%u", t->line, t->column);
  tta_buf_printf(out, "%*s ", PLACE_COLUMNS, place);
  print_name(out, t);
  print_shape(out, t->layout);
  print_grid(out, t->layout, &t->present);
  print_grid(out, t->layout, &t->best);
  tta_buf_printf(out, "%5lld%10lld%10lld%s\n", (long long)cores_of(&t->best), (long long)t->best.padding_elements,
                 (long long)t->best.moved_bytes, t->best.fits ? "" : "  too large");
}

static void print_total(tta_buf *out, const char *label, int64_t present, int64_t best) {
  tta_buf_printf(out, "%-24s%16lld%16lld\n", label, (long long)present, (long long)best);
}

static void print_moves(tta_buf *out, const tta_grid_plan *plan) {
  size_t present = 0, best = 0, count = tta_grid_plan_num_moves(plan);
  for (size_t i = 0; i < count; i++) {
    const tta_planned_move *m = tta_grid_plan_move(plan, i);
    present += m->present_bytes > 0;
    best += m->best_bytes > 0;
  }
  tta_grid_totals before = tta_grid_plan_present(plan), after = tta_grid_plan_best(plan);
  tta_buf_printf(out, "\n%-24s%16s%16s\n", "", "present", "best");
  print_total(out, "operands that move", (int64_t)present, (int64_t)best);
  print_total(out, "moved bytes", before.moved_bytes, after.moved_bytes);
  print_total(out, "wasted bytes", before.waste_bytes, after.waste_bytes);
  print_total(out, "cost", before.cost_bytes, after.cost_bytes);
}

static void print_table(tta_buf *out, const tta_grid_plan *plan, int64_t max) {
  size_t count = tta_grid_plan_num_tensors(plan), shown = max && (size_t)max < count ? (size_t)max : count;
  if (count)
    tta_buf_printf(out, "%*s %-*s %-*s %-*s %-*s%5s%10s%10s\n", PLACE_COLUMNS, "place",
                   NAME_COLUMNS, "tensor", TYPE_COLUMNS, "shape", GRID_COLUMNS, "present", GRID_COLUMNS, "best",
                   "cores", "padding", "moved");
  for (size_t i = 0; i < shown; i++) print_tensor(out, tta_grid_plan_tensor(plan, i));
  if (count > shown) tta_buf_printf(out, "... and %zu more\n", count - shown);
  if (count) print_moves(out, plan);
  size_t fixed = tta_grid_plan_num_fixed(plan);
  if (fixed)
    tta_buf_printf(out, "%s%zu tensor%s no grid to choose: interleaved, a view, in host memory, with\n"
                   "overlapping elements, or on cores that the device does not have\n",
                   count ? "\n" : "", fixed, fixed == 1 ? " has" : "s have");
}

int tt_layout_grids_of_file(tt_layout_input *input, const tt_layout_device_input *device, bool json, int64_t max) {
  tta_grid_plan_options options = {.device = device->device, .device_name = tta_str_from(device->choice.name)};
  tta_grid_plan *plan;
  tta_buf out = tta_buf_new(NULL), reason = tta_buf_new(NULL);
  const tta_results *results = tta_layouts_results(input->layouts);
  if (tta_results_num_errors(results)) return TTA_EXIT_ERRORS; /* printed */
  if (!device->none) options.devices = tta_layouts_devices(input->layouts);
  tta_status status = tta_grid_plan_new(&input->source, &options, &plan, &reason);
  if (status) return tt_layout_fail(status, &reason);
  tta_buf_free(&reason);
  if (json) tta_grid_plan_json(plan, &out), tta_buf_char(&out, '\n');
  else print_table(&out, plan, max);
  tta_grid_plan_free(plan);
  return tt_layout_finish(&out);
}
