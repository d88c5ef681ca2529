// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <grid_2d>>}
"t.op"() {a = #ttnn.nd_shard_spec<<[<(0,0), (7,0)>]>, <32 x 128>, <row_major>, <grid_2d>>} : () -> ()
