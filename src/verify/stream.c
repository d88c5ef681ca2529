/* Owns stream-buffers: a memref layout that aliases its buffer has no further ones.
 * Source: tt-mlir, StreamLayoutAttr::verify, 2025-02-05 to 2025-03-11: as long as it read the mode. */
#include "verify/layout_faults.h"

enum { ALIAS = 0 }; /* in enums.def, buffer_access */

void tta_verify_stream(tta_verifier *v, tta_node_id stream) {
  const tta_node *mode = tta_node_at(v->tree, tta_node_child(v->tree, stream, TTA_FIELD_mode));
  tta_node_id buffers = tta_node_child(v->tree, stream, TTA_FIELD_num_buffers);
  const tta_node *n = tta_node_at(v->tree, buffers);
  bool alias = mode->kind == TTA_NODE_WORD && mode->index == ALIAS;
  if (!alias || n->kind != TTA_NODE_INT || (n->flags & TTA_NODE_WIDE) || n->integer <= 1) return;
  tta_diagnostic *d = tta_report_add(v->report, TTA_RULE_stream_buffers, tta_first_token(v->tree, stream),
                                     "'Alias' mode must imply no buffering: numBuffers = %lld", (long long)n->integer);
  tta_report_note(v->report, d, tta_node_span(v->tree, buffers), "expected 1, or the mode stream");
}
