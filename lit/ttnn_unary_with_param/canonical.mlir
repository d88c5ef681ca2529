// RUN: tt-opt %s | diff %s -
// #ttnn.unary_with_param: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.unary_with_param<op_type = relu>} : () -> ()
"t.op"() {a = #ttnn.unary_with_param<op_type = i1>} : () -> ()
"t.op"() {a = #ttnn.unary_with_param<op_type = Lez, params = []>} : () -> ()
"t.op"() {a = #ttnn.unary_with_param<op_type = add_unary_sfpu, params = [1.000000e+00 : f32, 3.14159274 : f32]>} : () -> ()
"t.op"() {a = #ttnn.unary_with_param<op_type = fill, params = [2.500000e-01 : bf16, 0x4B800001 : f32]>} : () -> ()
