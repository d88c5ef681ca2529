/* src/grids: tensors and moves of a program, worker grids of its modules, rejections, missing memory. The search:
 * tests/property/test_grid_plan.c. */
#include "ttattr/grids.h"

#include <string.h>

#include "failing.h"
#include "layouts.h"
#include "suite.h"

#define METAL(tensor, grid, memref)                                                                                    \
  "tensor<" tensor ", #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <" grid ">, memref<" memref                        \
  ", #tt.memory_space<l1>>>>"
#define ROWS METAL("32x2048xf32", "8x8", "4x256xf32")
#define TILES METAL("32x2048xf32", "1x8", "1x8x!tt.tile<32x32, f32>")
#define SMALL METAL("32x32xf32", "1x1", "32x32xf32")
#define HOST                                                                                                           \
  "tensor<32x2048xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x2048xf32, "                      \
  "#tt.memory_space<system>>>>"

typedef struct plan {
  char text[4096];
  tta_source source;
  tta_layouts *layouts;
  tta_grid_plan *plan;
} plan;

static void open_plan(plan *p, const char *text) {
  memset(p, 0, sizeof *p);
  ck_assert_uint_lt(strlen(text), sizeof p->text);
  strcpy(p->text, text);
  tta_source_init(&p->source, (tta_str){"p", 1}, (tta_str){p->text, strlen(text)}, NULL);
  tta_status status = tta_layouts_read(&p->source, TTA_LAYOUTS_FILE, NULL, &p->layouts, NULL);
  ck_assert(status == TTA_OK || status == TTA_INVALID);
  tta_grid_plan_options options = {.devices = tta_layouts_devices(p->layouts)};
  ck_assert_int_eq(tta_grid_plan_new(&p->source, &options, &p->plan, NULL), TTA_OK);
}

static void close_plan(plan *p) {
  tta_grid_plan_free(p->plan);
  tta_layouts_free(p->layouts);
  tta_source_free(&p->source);
}

static bool has_name(const tta_planned_tensor *t, size_t i, const char *name) {
  return i < t->num_names && t->names[i].size == strlen(name) && !memcmp(t->names[i].data, name, strlen(name));
}

/* tensor.empty and the result that is written to it are one tensor; operands of another shape do not move. */
START_TEST(tensors_and_moves) {
  plan p;
  open_plan(&p, "func.func @f(%a: " ROWS ", %h: " HOST ", %b: " SMALL ") {\n"
                "  %0 = tensor.empty() : " TILES "\n"
                "  %1 = \"ttir.to_layout\"(%a, %0) : (" ROWS ", " TILES ") -> " TILES "\n"
                "  %2 = \"t.add\"(%1, %1, %b) : (" TILES ", " TILES ", " SMALL ") -> " ROWS "\n"
                "  return\n}\n");
  ck_assert_uint_eq(tta_grid_plan_num_tensors(p.plan), 4);
  ck_assert_ptr_null(tta_grid_plan_tensor(p.plan, 4));
  ck_assert_ptr_null(tta_grid_plan_move(p.plan, SIZE_MAX));
  ck_assert_uint_eq(tta_grid_plan_num_fixed(p.plan), 1); /* %h */
  const tta_planned_tensor *t = tta_grid_plan_tensor(p.plan, 2);
  ck_assert(t->num_names == 2 && has_name(t, 0, "%0") && has_name(t, 1, "%1") && t->line == 2);
  ck_assert_uint_eq(tta_grid_plan_num_moves(p.plan), 2);
  const tta_planned_move *m = tta_grid_plan_move(p.plan, 1);
  ck_assert(m->line == 4 && m->from == 2 && m->to == 3 && m->present_bytes == 229376 && m->best_bytes == 0);
  for (size_t i = 2; i < 4; i++) ck_assert_int_eq(tta_grid_plan_tensor(p.plan, i)->best.grid[1], 64);
  ck_assert_int_eq(tta_grid_plan_tensor(p.plan, 3)->present.moved_bytes, 229376);
  ck_assert_int_eq(tta_grid_plan_present(p.plan).moved_bytes, 2 * 229376);
  ck_assert_int_eq(tta_grid_plan_best(p.plan).moved_bytes, 0);
  close_plan(&p);
}
END_TEST

/* A grid that the device does not hold is not changed; one that does not fit into L1 is, whatever it wastes. */
START_TEST(devices_and_memory) {
  plan p;
  open_plan(&p, "tt.device @d = <workerGrid = #tt.grid<4x4, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n"
                "func.func @f(%a: " ROWS ", %b: " METAL("4096x1024xf32", "1x1", "4096x1024xf32") ") {\n  return\n}\n");
  ck_assert_uint_eq(tta_grid_plan_num_tensors(p.plan), 1);
  ck_assert_uint_eq(tta_grid_plan_num_fixed(p.plan), 1);
  const tta_planned_tensor *t = tta_grid_plan_tensor(p.plan, 0);
  ck_assert(t->workers.extent[0] == 4 && !t->present.fits && t->best.fits);
  ck_assert(t->best.grid[0] == 4 && t->best.grid[1] == 4 && t->best_waste_bytes == 0);
  close_plan(&p);
  open_plan(&p, "func.func @f() {\n  return\n}\n");
  ck_assert_uint_eq(tta_grid_plan_num_tensors(p.plan), 0);
  ck_assert_int_eq(tta_grid_plan_best(p.plan).cost_bytes, 0);
  close_plan(&p);
}
END_TEST

START_TEST(written_as_json) {
  plan p;
  tta_buf out;
  open_plan(&p, "func.func @f(%a: " METAL("1x8xf32", "1x8", "1x1xf32") ") {\n  return\n}\n");
  tta_buf_init(&out, NULL);
  tta_grid_plan_json(p.plan, &out);
  static const char head[] = "{\"tensors\":[{\"names\":[\"%a\"],\"line\":1,\"column\":14,\"type\":\"tensor<1x8xf32,";
  static const char tail[] = "\"moves\":[],\"fixed\":0,\"present\":{\"moved_bytes\":0,\"waste_bytes\":224,"
                             "\"cost_bytes\":224},\"best\":{\"moved_bytes\":0,\"waste_bytes\":224,\"cost_bytes\":224}}";
  ck_assert(!memcmp(out.data, head, sizeof head - 1));
  size_t end = out.size - (sizeof tail - 1);
  ck_assert_msg(!memcmp(out.data + end, tail, sizeof tail - 1), "%.*s", (int)out.size, out.data);
  tta_buf_free(&out);
  close_plan(&p);
}
END_TEST

static tta_status plan_all(const tta_allocator *allocator, const void *given) {
  char text[2048];
  tta_source source;
  tta_grid_plan *made;
  strcpy(text, given);
  tta_source_init(&source, (tta_str){"p", 1}, (tta_str){text, strlen(text)}, NULL);
  tta_grid_plan_options options = {.allocator = allocator};
  tta_status status = tta_grid_plan_new(&source, &options, &made, NULL);
  if (!status) ck_assert_int_eq(tta_grid_plan_best(made).cost_bytes, 0);
  tta_grid_plan_free(made);
  tta_source_free(&source);
  return status;
}

START_TEST(no_memory) {
  static const char text[] =
      "func.func @f(%a: " ROWS ") {\n  %1 = \"t.e\"(%a) : (" ROWS ") -> " TILES "\n  return\n}\n";
  each_request_fails(plan_all, text, TTA_OK);
}
END_TEST

int main(void) { return RUN_SUITE("grid_plan", tensors_and_moves, devices_and_memory, written_as_json, no_memory); }
