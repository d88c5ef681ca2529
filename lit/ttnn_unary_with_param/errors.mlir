// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: unknown unary operation 'lez'; did you mean 'Lez'? expected one of exp, recip, gelu, relu, sqrt, sigmoid, log, tanh, log2, log10, sin, cos, abs, abs_int32, sign, square, eqz, nez, gtz, ltz, gez, Lez, relu_max, relu_min, power, leaky_relu, elu, exp2, heaviside, expm1, signbit, asin, acos, rsqrt, relu6, atan, erf, erfc, is_inf, is_pos_inf, is_neg_inf, is_nan, and 40 more [unknown-keyword]
"t.op"() {a = #ttnn.unary_with_param<op_type = lez>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:64: error: expected a number such as 1.0 : f32 for 'params', found '1 : i32'{{.*}}[syntax]
"t.op"() {a = #ttnn.unary_with_param<op_type = relu, params = [1 : i32]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected 'op_type' here: unary_with_param needs the field 'op_type'{{.*}}[missing-key]
"t.op"() {a = #ttnn.unary_with_param<params = [1.0 : f32], op_type = relu>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected 'op_type' here: unary_with_param needs the field 'op_type'; write 'op_type = relu'{{.*}}[missing-key]
"t.op"() {a = #ttnn.unary_with_param<relu>} : () -> ()
