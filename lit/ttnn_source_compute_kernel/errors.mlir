// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:341: error: expected 'rt_args': source_compute_kernel needs the field 'rt_args'{{.*}}[missing-key]
"t.op"() {a = #ttnn.source_compute_kernel<source = "x", core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:175: error: expected true or false for 'dst_full_sync_en', found 'yes'{{.*}}[syntax]
"t.op"() {a = #ttnn.source_compute_kernel<source = "x", core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = yes, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = yes, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
