// RUN: tt-opt %s | diff %s -
// !emitpy.dict: each form of any date is its own canonical text.

"t.op"() {a = !emitpy.dict} : () -> ()
"t.op"() {a = !emitpy.dict<!emitpy.str, !emitpy.opaque<"ttnn.Tensor">>} : () -> ()
"t.op"() {a = !emitpy.dict<Any, index>} : () -> ()
"t.op"() {a = !emitpy.dict<i32, Any>} : () -> ()
