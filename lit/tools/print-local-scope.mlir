// --mlir-print-local-scope: uses of aliases are expanded, in operations, too, and definitions removed; locations remain.
// RUN: tt-opt --mlir-print-local-scope %s | FileCheck %s

// CHECK-NOT: {{^}}#l1_
#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #l1_>>
// CHECK: #loc = loc("x":1:1)
#loc = loc("x":1:1)
// A location is recognized by its definition, not by its name.
// CHECK: {{^}}#place = loc("y":1:1)
#place = loc("y":1:1)
// CHECK: {{^}}#again = #place
#again = #place
// CHECK-NOT: {{^}}#local
#local = #tt.grid<2x2>
// CHECK{LITERAL}: a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>, s = #tt.memory_space<l1>} : () -> () loc(#loc)
"t.op"() {a = tensor<8x32xf32, #layout>, s = #l1_} : () -> () loc(#loc)
// CHECK: {{^}}"t.op"() {g = #tt.grid<2x2>} : () -> () loc(#again)
"t.op"() {g = #local} : () -> () loc(#again)
