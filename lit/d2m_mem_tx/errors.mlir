// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: unknown memory transaction 'raed'; did you mean 'read'?{{.*}}[unknown-keyword]
"t.op"() {a = !d2m.mem_tx<raed>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: expected memory transaction for 'mode' (read, write, mcast_write) of mem_tx, found '>' [syntax]
"t.op"() {a = !d2m.mem_tx<>} : () -> ()
