// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: unknown buffer access 'steam'; did you mean 'stream'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.stream<(d0, d1) -> (d0, d1), steam>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected an affine map such as (d0, d1) -> (d0, d1) for 'affine_map' before 'mode', found 'stream'{{.*}}[syntax]
"t.op"() {a = #tt.stream<stream>} : () -> ()
