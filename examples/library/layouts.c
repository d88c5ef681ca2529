/* Lists the layouts of a text that has an error, before and after an edit. */
#include <stdio.h>

#include <ttattr/document.h>
#include <ttattr/layout.h>

static const char text[] =
    "#l1 = #tt.memory_space<l1>\n"
    "#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>\n"
    "func.func @f(%arg0: tensor<64x128xf32, #a>, %arg1: tensor<64x128xf23, #a>)\n";

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
  tta_document_free(document);
  return status != TTA_OK;
}
