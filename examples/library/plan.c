/* Plans a text: its layouts, the memory after each operation, and the transfers from the first layout to the second. */
#include <stdio.h>
#include <string.h>

#include <ttattr/device.h>
#include <ttattr/layout.h>
#include <ttattr/memory.h>
#include <ttattr/move.h>
#include <ttattr/protocol.h>

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<2x4xf32, #l1>>\n"
    "#columns = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<4x2xf32, #l1>>\n"
    "func.func @f(%a: tensor<4x4xf32, #rows>) {\n"
    "  %b = \"tt.relayout\"(%a) : (tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #columns>\n"
    "  return\n"
    "}\n";

static tta_status show_layout(const tta_layout_entry *entry, int32_t date) {
  const tta_layout *layout = entry->layout;
  int64_t bytes = 0;
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_status status = tta_element_bytes(&layout->memref_element, TTA_WITH_EXPONENTS, &bytes);
  if (!status) status = tta_layout_print(&out, layout, date, true, NULL);
  printf("%.*s in %s: %lld cores, %lld bytes an element, %s\n  %.*s\n", (int)entry->name.size, entry->name.data,
         tta_memory_space_name(layout->memory_space), (long long)layout->cores, (long long)bytes,
         tta_memory_layout_is_sharded(layout->memory_layout) ? "a memory layout with shards" : "no memory layout",
         (int)out.size, out.data);
  tta_buf_free(&out);
  return status;
}

static tta_status show_device(void) {
  static const char device[] = "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0] -> "
                               "(0, d0, d1, s0), dramMap = (d0, d1)[s0] -> (0, 0, d0, s0 + d1), meshShape = 1x1, "
                               "chipIds = [7]>";
  tta_source source;
  tta_device_text *read = NULL;
  tta_str name = {"device", 6}, bytes = {device, sizeof device - 1};
  tta_source_init(&source, name, bytes, NULL);
  tta_status status = tta_device_text_new(&source, NULL, &read, NULL);
  if (!status)
    printf("a device of %u chip with %zu errors\n", tta_device_text_get(read)->chip_ids.rank,
           tta_results_num_errors(tta_device_text_results(read)));
  tta_device_text_free(read);
  tta_source_free(&source);
  return status;
}

static tta_status show_memory(tta_source *source) {
  tta_memory_plan_options options;
  tta_memory_plan *plan = NULL;
  tta_memory_plan_options_init(&options);
  tta_status status = tta_memory_plan_new(source, &options, &plan, NULL);
  for (size_t i = 0; !status && i < tta_memory_plan_num_steps(plan); i++) {
    const tta_memory_step *step = tta_memory_plan_step(plan, i);
    printf("line %u: %lld bytes in the L1 of each core\n", step->line, (long long)step->allocated[TTA_BUFFER_L1]);
  }
  tta_memory_plan_free(plan);
  return status;
}

/* The kernels of a move as a protocol, which is run in all orders. */
static tta_status verify_kernels(tta_move *move) {
  tta_buf text_of_kernels;
  tta_protocol *protocol = NULL;
  tta_buf_init(&text_of_kernels, NULL);
  tta_status status = tta_move_emit(move, TTA_MOVE_TEXT_PROTOCOL, &text_of_kernels);
  if (!status) status = tta_protocol_check(tta_buf_view(&text_of_kernels), NULL, &protocol);
  if (!status) printf("errors of its kernels: %zu\n", tta_results_num_errors(tta_protocol_results(protocol)));
  tta_protocol_free(protocol);
  tta_buf_free(&text_of_kernels);
  return status;
}

static tta_status show_move(const tta_layout *from, const tta_layout *to) {
  tta_move_spec spec;
  tta_move *move = NULL;
  memset(&spec, 0, sizeof spec);
  spec.from = from;
  spec.to = to;
  spec.to_base = 4096; /* the buffers must not overlap */
  tta_status status = tta_transfer_plan(&spec, &move);
  if (status) {
    tta_move_free(move); /* it has results that say why */
    return status;
  }
  tta_move_transfers all = tta_move_all_transfers(move);
  for (tta_move_transfer t; tta_move_next_transfer(&all, &t);) {
    const tta_move_endpoint *source = tta_move_source(move, t.src), *target = tta_move_target(move, t.dst);
    printf("%s: %lld bytes from core %lld,%lld to core %lld,%lld\n", tta_move_kind_name(t.kind), (long long)t.bytes,
           (long long)source->core.y, (long long)source->core.x, (long long)target->core.y, (long long)target->core.x);
  }
  status = verify_kernels(move);
  tta_move_free(move);
  return status;
}

int main(void) {
  tta_source source;
  tta_layouts *layouts = NULL;
  tta_str name = {"example.mlir", 12}, bytes = {text, sizeof text - 1};
  tta_source_init(&source, name, bytes, NULL);
  tta_status status = tta_layouts_read(&source, TTA_LAYOUTS_FILE, NULL, &layouts, NULL);
  for (size_t i = 0; !status && i < tta_layouts_num_entries(layouts); i++)
    status = show_layout(tta_layouts_entry(layouts, i), 20241127);
  for (size_t i = 0; !status && i < tta_layouts_num_uses(layouts); i++) {
    const tta_layout_name *use = tta_layouts_use(layouts, i);
    printf("line %u: %.*s has layout %u\n", use->line, (int)use->name.size, use->name.data, use->entry);
  }
  if (!status) status = show_device();
  if (!status) status = show_memory(&source);
  if (!status) status = show_move(tta_layouts_entry(layouts, 0)->layout, tta_layouts_entry(layouts, 1)->layout);
  tta_layouts_free(layouts);
  tta_source_free(&source);
  return status != TTA_OK;
}
