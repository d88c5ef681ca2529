/* Rule stream-buffers: a memref layout that aliases its buffer has no further ones.
 * Source: tt-mlir, StreamLayoutAttr::verify, 2025-02-05 to 2025-03-11, when it had the mode. */
#include "model/memref.h"
#include "verify/layout_faults.h"

void tta_verify_stream(tta_verifier *v, tta_node_id node) {
  tta_memref_layout stream = tta_memref_layout_lower(v->tree, node);
  if (!stream.alias || stream.num_buffers <= 1) return;
  tta_diagnostic *d =
      tta_report_add(v->report, TTA_RULE_stream_buffers, tta_first_token_of(v->tree, stream.span),
                     "'Alias' mode must imply no buffering: numBuffers = %lld", (long long)stream.num_buffers);
  tta_report_note(v->report, d, stream.num_buffers_span, "expected 1, or the mode stream");
}
