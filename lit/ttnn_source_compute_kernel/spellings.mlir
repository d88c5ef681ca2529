// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.source_compute_kernel<source = "x", core_ranges = <>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [], common_rt_args = [], rt_args = []>}
"t.op"() {a = #ttnn.source_compute_kernel<source = "x",core_ranges = <>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [], common_rt_args = [], rt_args = []>} : () -> ()
