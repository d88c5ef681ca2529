/* stubs.c: families that are still to come, weak so that each disappears with its family's file. */
#include "verify/verify.h"
#define W __attribute__((weak))
W void tta_verify_layout(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_tensor_layout(tta_verifier *v, tta_node_id t, tta_node_id e, tta_node_id l) { (void)v; (void)t; (void)e; (void)l; }
W void tta_verify_named_layout(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_tensor_named_layout(tta_verifier *v, tta_node_id t, tta_node_id e, tta_node_id l) { (void)v; (void)t; (void)e; (void)l; }
W void tta_verify_tile(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_core_range(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_ttnn(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_tensor_ttnn_layout(tta_verifier *v, tta_node_id t, tta_node_id e, tta_node_id l) { (void)v; (void)t; (void)e; (void)l; }
W void tta_verify_target_ttnn_layout(tta_verifier *v, tta_node_id t, tta_node_id e, tta_node_id l) { (void)v; (void)t; (void)e; (void)l; }
W void tta_verify_target_ttnn_device(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_device(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_grid(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_system_desc(tta_verifier *v, tta_node_id l) { (void)v; (void)l; }
W void tta_verify_tiled(tta_verifier *v, tta_node_id t, tta_node_id e, tta_node_id l) { (void)v; (void)t; (void)e; (void)l; }
W tta_status tta_module_facts_init(tta_verifier *v) { (void)v; return TTA_OK; }
W void tta_module_facts_free(tta_verifier *v) { (void)v; }
W void tta_module_facts_clear(tta_verifier *v) { (void)v; }
W void tta_module_add_device(tta_verifier *v, tta_node_id d, tta_span s) { (void)v; (void)d; (void)s; }
W void tta_module_add_system_desc(tta_verifier *v, tta_node_id d, tta_span s) { (void)v; (void)d; (void)s; }
W void tta_module_add_layout(tta_verifier *v, tta_node_id t, tta_node_id l) { (void)v; (void)t; (void)l; }
W void tta_module_verify(tta_verifier *v) { (void)v; }
