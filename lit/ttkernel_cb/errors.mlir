// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected a type for 'type' of cb, found '>' [syntax]
"t.op"() {a = !ttkernel.cb<8>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: unknown port of a circular buffer 'cb_in8'; did you mean 'cb_in0'? expected one of cb_in0, cb_in1, cb_in2, cb_in3, cb_in4, cb_in5, cb_in6, cb_in7, cb_dfl0, cb_dfl1, cb_dfl2, cb_dfl3, cb_dfl4, cb_dfl5, cb_dfl6, cb_dfl7, cb_out0, cb_out1, cb_out2, cb_out3, cb_out4, cb_out5, cb_out6, cb_out7, cb_int0, cb_int1, cb_int2, cb_int3, cb_int4, cb_int5, cb_int6, cb_int7 [unknown-keyword]
"t.op"() {a = !ttkernel.cb<cb_in8, 294912, memref<64x128xf32>, 4096, 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected an integer for 'num_elements' before 'type', found 'f32' [syntax]
"t.op"() {a = !ttkernel.cb<f32>} : () -> ()
