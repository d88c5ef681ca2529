// RUN: tt-opt %s | diff %s -
// #emitpy.opaque: each form of any date is its own canonical text.

"t.op"() {a = #emitpy.opaque<"{\"tensor_key\": None}">} : () -> ()
"t.op"() {a = #emitpy.opaque<"">} : () -> ()
