// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

#core = #ttnn.core_coord<0, 0>
#ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,1)>]>
#arg = #ttnn.kernel_arg_address_of_tensor<0>

// CHECK: runtime-args-core.mlir:[[#@LINE+3]]:36: error: Duplicate CoreCoord (0, 0) in runtime arguments [runtime-args-core]
// CHECK: runtime-args-core.mlir:[[#@LINE+1]]:119: note: first given here
#write = #ttnn.write_kernel<symbol_ref = @write, core_ranges = #ranges, ct_args = [], common_rt_args = [], rt_args = [<core_coord = #core, args = [#arg]>,
                                   #ttnn.core_runtime_args<core_coord = <0, 0>, args = []>, <core_coord = #core, args = []>]>

// The columns and rows of (0, 1) and (1, 0) differ.
#read = #ttnn.read_kernel<symbol_ref = @read, core_ranges = #ranges, ct_args = [], common_rt_args = [], rt_args = [<core_coord = <0, 1>, args = [#arg]>, <core_coord = <1, 0>, args = [#arg]>, <core_coord = <0, 0>, args = []>]>
