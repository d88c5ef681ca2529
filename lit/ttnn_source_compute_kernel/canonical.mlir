// RUN: tt-opt %s | diff %s -
// #ttnn.source_compute_kernel: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.source_compute_kernel<source = "void kernel_main() {}", core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
