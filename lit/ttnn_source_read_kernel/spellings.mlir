// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.source_read_kernel<source = "x", core_ranges = <>, ct_args = [], common_rt_args = [], rt_args = []>}
"t.op"() {a = #ttnn.source_read_kernel<source = "x",core_ranges = #ttnn.core_range_set<>, ct_args = [], common_rt_args = [], rt_args = []>} : () -> ()
