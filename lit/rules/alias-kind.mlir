// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#l1_ = #tt.memory_space<l1>
// CHECK: alias-kind.mlir:[[#@LINE+2]]:55: error: {{.*}}grid{{.*}}#l1_{{.*}}[alias-kind]
// CHECK: alias-kind.mlir:[[#@LINE-2]]:{{[0-9]+}}: note: defined here
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, #l1_, memref<8x32xf32, #l1_>>} : () -> ()

// -----

#l1_ = #tt.memory_space<l1>
#g = #tt.grid<1x1>
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, #g, memref<8x32xf32, #l1_>>} : () -> ()
