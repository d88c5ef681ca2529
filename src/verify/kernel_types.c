/* Rule parameter: types of kernels and of EmitPy whose verifiers limit the value of a parameter. */
#include "base/str.h"
#include "verify/layout_faults.h"

static const tta_node *at(const tta_verifier *v, tta_node_id id) { return tta_node_at(v->tree, id); }

/* The width of an element in memory. Source: L1AddrPtrType::verify of tt-mlir, 2026-05-18 22fe995ec4. */
void tta_verify_l1_addr_ptr(tta_verifier *v, tta_node_id type) {
  tta_node_id width = tta_node_child(v->tree, type, TTA_FIELD_element_width);
  int64_t bits = at(v, width)->integer;
  if (!width || bits == 8 || bits == 16 || bits == 32) return;
  tta_report_add(v->report, TTA_RULE_parameter, tta_node_span(v->tree, width),
                 "unsupported l1_addr_ptr element width %lld; expected 8, 16, or 32", (long long)bits);
}

/* The text of a type in Python. Source: OpaqueType::verify and ClassType::verify of EmitPy, 2025-07-14 a7481db29e. */
void tta_verify_emitpy_text(tta_verifier *v, tta_node_id type) {
  tta_node_id text = at(v, type)->first;
  if (!tta_str_is(tta_node_text(v->tree, text), "\"\"")) return;
  tta_report_add(v->report, TTA_RULE_parameter, tta_node_span(v->tree, text),
                 "expected non-empty string in !emitpy.%s type", tta_attributes[at(v, type)->index].mnemonic);
}
