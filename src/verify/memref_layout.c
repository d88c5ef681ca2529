/* Rules stream-buffers and memref-layout: what a memref layout counts and has strides of. */
#include "model/memref.h"

#include "base/format.h"
#include "base/index.h"
#include "verify/layout_faults.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

/* Source of stream-buffers: tt-mlir, StreamLayoutAttr::verify, 2025-02-05 to 2025-03-11, when it had the mode. */
void tta_verify_memref_layout(tta_verifier *v, tta_node_id node) {
  tta_memref_layout layout = tta_memref_layout_lower(v->tree, node);
  if (layout.num_buffers < 1 && layout.num_buffers > INT64_MIN) {
    tta_report_add(v->report, TTA_RULE_memref_layout, layout.num_buffers_span,
                   "the number of buffers must be at least 1, found %lld", (long long)layout.num_buffers);
  } else if (layout.alias && layout.num_buffers > 1) {
    tta_diagnostic *d =
        tta_report_add(v->report, TTA_RULE_stream_buffers, tta_first_token_of(v->tree, layout.span),
                       "'Alias' mode must imply no buffering: numBuffers = %lld", (long long)layout.num_buffers);
    tta_report_note(v->report, d, layout.num_buffers_span, "expected 1, or the mode stream");
  }
}

/* The rank of the memrefs that have the layout, by the strides of the layout or the map of a view; 0: any. */
static uint32_t rank_of(const tta_verifier *v, tta_node_id id, const tta_memref_layout *layout) {
  tta_node_id first = at(v, id)->first, strides = tta_node_child(v->tree, id, TTA_FIELD_strides);
  tta_map map;
  uint32_t rank = strides ? tta_node_shape(v->tree, strides).rank : 0;
  switch (layout->kind) {
  case TTA_MEMREF_SHARD: case TTA_MEMREF_INTERLEAVED: return 2 * rank;
  case TTA_MEMREF_CB: return rank;
  case TTA_MEMREF_VIEW: case TTA_MEMREF_STREAM:
    if (tta_node_map(v->tree, first, &map)) return map.num_dims;
    return at(v, first)->integer > 0 && at(v, first)->integer <= UINT32_MAX ? (uint32_t)at(v, first)->integer : 0;
  case TTA_MEMREF_PLAIN: break;
  }
  return 0;
}

void tta_verify_memref(tta_verifier *v, tta_node_id memref, tta_node_id layout) {
  tta_node_id id = tta_node_resolve(v->tree, layout);
  if (at(v, id)->kind != TTA_NODE_ATTRIBUTE) return;
  tta_memref m = tta_memref_lower(v->tree, memref);
  uint32_t rank = m.ranked ? rank_of(v, id, &m.layout) : 0;
  tta_span span = tta_node_span(v->tree, memref);
  bool own = m.layout.kind && m.layout.kind != TTA_MEMREF_VIEW && m.layout.kind != TTA_MEMREF_STREAM;
  if (own && !tta_node_child(v->tree, memref, TTA_FIELD_memory_space))
    tta_report_add(v->report, TTA_RULE_memref_layout, (tta_span){span.end - 1, span.end},
                   "a memref with a layout of device memory has a memory space, in L1 or DRAM; found none");
  if (!rank || rank == m.shape.rank) return;
  bool halves = m.layout.kind == TTA_MEMREF_SHARD || m.layout.kind == TTA_MEMREF_INTERLEAVED;
  tta_diagnostic *d = tta_report_add(
      v->report, TTA_RULE_memref_layout, tta_node_span(v->tree, tta_node_child(v->tree, memref, TTA_FIELD_shape)),
      "the memref has rank %u, but its layout is for rank %u%s", m.shape.rank, rank,
      halves ? ": a grid, and a shard with a stride for each dim" : "");
  tta_report_note(v->report, d, tta_node_span(v->tree, at(v, id)->first), "the layout of the memref");
}

/* The elements from the first to the last one. @return false if they are not known */
static bool reach_of(tta_shape shape, tta_shape strides, int64_t *reach) {
  *reach = 1;
  for (uint32_t i = 0; i < shape.rank; i++) {
    int64_t step;
    if (shape.extent[i] < 1 || strides.extent[i] < 0) return false;
    if (!tta_mul(shape.extent[i] - 1, strides.extent[i], &step) || !tta_add(*reach, step, reach)) return false;
  }
  return true;
}

void tta_verify_host_layout(tta_verifier *v, tta_node_id layout) {
  tta_node_id strides_node = tta_node_child(v->tree, layout, TTA_FIELD_host_strides);
  tta_node_id volume = tta_node_child(v->tree, layout, TTA_FIELD_host_volume);
  tta_shape shape = tta_node_shape(v->tree, tta_node_child(v->tree, layout, TTA_FIELD_logical_shape));
  tta_shape strides = tta_node_shape(v->tree, strides_node);
  int64_t elements = at(v, volume)->integer, reach;
  if (shape.rank != strides.rank)
    tta_report_add(v->report, TTA_RULE_memref_layout, tta_node_span(v->tree, strides_node),
                   "expected one stride for each of the %u dims of logical_shape, found %u", shape.rank, strides.rank);
  else if (!(at(v, volume)->flags & TTA_NODE_WIDE) && reach_of(shape, strides, &reach) && elements < reach)
    tta_report_add(v->report, TTA_RULE_memref_layout, tta_node_span(v->tree, volume),
                   "host_volume must be at least %lld, where the last element is; found %lld", (long long)reach,
                   (long long)elements);
}
