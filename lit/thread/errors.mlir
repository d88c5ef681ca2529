// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: unknown thread type 'computer'; did you mean 'compute'?{{.*}}[unknown-keyword]
"t.op"() {a = #d2m.thread<computer>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: expected a symbol such as @name for 'symbol', found 'kernel'{{.*}}[syntax]
"t.op"() {a = #d2m.thread<compute, kernel>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: field 'symbol' is out of order; expected it before 'noc' [syntax]
"t.op"() {a = #d2m.thread<datamovement, noc = 0, @kernel>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: unknown thread type 'noc'{{.*}}[unknown-keyword]
"t.op"() {a = #d2m.thread<noc>} : () -> ()
