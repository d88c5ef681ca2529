/* Lists the layouts of a text that has an error, before and after an edit. */
#include <stdio.h>

#include <ttattr/device.h>
#include <ttattr/document.h>
#include <ttattr/layout.h>
#include <ttattr/tiled.h>

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>\n"
    "func.func @f(%arg0: tensor<64x128xf32, #a>, %arg1: tensor<64x128xf23, #a>)\n";

/* The items that are something else than a layout. */
static tta_status count(tta_document *document) {
  size_t devices = 0, tiled_layouts = 0, memory_configs = 0;
  tta_status status = TTA_OK;
  for (size_t i = 0; !status && i < tta_document_num_items(document); i++) {
    const tta_device *device = NULL;
    const tta_tiled *tiled = NULL;
    const tta_memory_config *config = NULL;
    status = tta_document_device(document, i, &device);
    if (!status) status = tta_document_tiled(document, i, &tiled);
    if (!status) status = tta_document_memory_config(document, i, &config);
    devices += device != NULL;
    tiled_layouts += tiled != NULL;
    memory_configs += config != NULL;
  }
  printf("devices: %zu, tiled layouts: %zu, memory configurations: %zu\n", devices, tiled_layouts, memory_configs);
  return status;
}

static tta_status list(tta_document *document) {
  tta_status status = tta_document_check(document);
  for (size_t i = 0; !status && i < tta_document_num_items(document); i++) {
    tta_document_item item = tta_document_item_at(document, i);
    const tta_layout *layout;
    status = tta_document_layout(document, i, &layout);
    if (status || !layout || !layout->shard.rank) continue; /* without its tensor a layout has no shards */
    printf("line %u: ", tta_document_position(document, item.span.begin, TTA_COLUMN_BYTES).line);
    for (uint32_t d = 0; d < layout->shard.rank; d++) printf(d ? "x%ld" : "%ld", (long)layout->shard.extent[d]);
    printf(" on %ld cores, %ld bytes each\n", (long)layout->cores, (long)layout->shard_bytes);
  }
  if (!status) printf("errors: %zu\n", tta_results_num_errors(tta_document_results(document)));
  return status;
}

int main(void) {
  tta_document *document = NULL;
  tta_str name = {"example.mlir", 12}, bytes = {text, sizeof text - 1}, right = {"f32", 3};
  tta_status status = tta_document_new(name, bytes, NULL, NULL, &document);
  if (!status) status = list(document);
  uint32_t at = (uint32_t)(strstr(text, "f23") - text);
  tta_span span = {at, at + 3};
  if (!status) status = tta_document_edit(document, span, right);
  if (!status) status = list(document);
  if (!status) status = count(document);
  tta_document_free(document);
  return status != TTA_OK;
}
