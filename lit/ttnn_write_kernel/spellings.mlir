// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.write_kernel<symbol_ref = @m::@write, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = []>]>}
"t.op"() {a = #ttnn.write_kernel<symbol_ref=@m::@write, core_ranges=#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, ct_args=[], common_rt_args=[], rt_args=[#ttnn.core_runtime_args<core_coord=#ttnn.core_coord<0, 0>, args=[]>]>} : () -> ()
