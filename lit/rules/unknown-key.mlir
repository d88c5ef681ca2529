// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: unknown-key.mlir:[[#@LINE+1]]:35: error: host_layout has no field 'logicalshape'; did you mean 'logical_shape'? [unknown-key]
"t.op"() {a = #ttcore.host_layout<logicalshape = 33x37, host_strides = 64x1, host_volume = 4096>} : () -> ()

// -----

// CHECK: unknown-key.mlir:[[#@LINE+1]]:99: error: host_layout has no field 'colour' [unknown-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096, colour = 1>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096>} : () -> ()
