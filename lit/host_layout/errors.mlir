// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:58: error: expected 'host_strides'{{.*}}[missing-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_volume = 4096>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:58: error: host_layout has no field 'host_stride'; did you mean 'host_strides'?{{.*}}[unknown-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_stride = 64x1, host_volume = 4096>} : () -> ()
