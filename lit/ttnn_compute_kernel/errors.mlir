// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:119: error: unknown math fidelity 'hifi1'; did you mean 'hifi2'? expected one of lofi, hifi2, hifi3, hifi4{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.compute_kernel<symbol_ref = @c, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi1, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, default], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:207: error: unknown unpack mode 'defaults'; did you mean 'default'? expected one of fp32, default{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.compute_kernel<symbol_ref = @c, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = true, unpack_to_dest_modes = [fp32, defaults], bfp8_pack_precise = false, math_approx_mode = true, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:103: error: expected 'math_fidelity' here: compute_kernel needs the field 'math_fidelity'{{.*}}[missing-key]
"t.op"() {a = #ttnn.compute_kernel<symbol_ref = @c, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()
