// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: unknown slice type 'l1', expected one of dram_height, dram_width, l1_full{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.conv2d_slice_config<l1, 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: expected an integer for 'num_slices' of conv2d_slice_config, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv2d_slice_config<l1_full>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: expected slice type for 'slice_type' (dram_height, dram_width, l1_full) before 'num_slices', found '0'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv2d_slice_config<0, l1_full>} : () -> ()
