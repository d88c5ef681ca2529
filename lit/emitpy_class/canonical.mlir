// RUN: tt-opt %s | diff %s -
// !emitpy.class: each form of any date is its own canonical text.

"t.op"() {a = !emitpy.class<"Model">} : () -> ()
