// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: unknown kind of ethernet core 'send'; did you mean 'sender'? expected one of sender, receiver [unknown-keyword]
"t.op"() {a = #ttkernel.ethernet_config<send, noc0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected NoC index for 'noc_index' (noc0, noc1) of ethernet_config, found '>' [syntax]
"t.op"() {a = #ttkernel.ethernet_config<sender>} : () -> ()
