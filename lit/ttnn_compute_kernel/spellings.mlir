// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.compute_kernel<symbol_ref = @c, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>}
"t.op"() {a = #ttnn.compute_kernel<symbol_ref = @c,core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()
