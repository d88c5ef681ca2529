// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.unary_with_param<op_type = add_unary_sfpu, params = [1.000000e+00 : f32]>}
"t.op"() {a = #ttnn.unary_with_param<op_type = add_unary_sfpu, params = [1.0 : f32]>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.unary_with_param<op_type = i0, params = [-1.000000e-01 : f32, 0x4B800001 : f32, 0.69999999999999996 : f64]>}
"t.op"() {a = #ttnn.unary_with_param<op_type = i0,params = [-0.1 : f32, 16777218.0 : f32, 0.7]>} : () -> ()
