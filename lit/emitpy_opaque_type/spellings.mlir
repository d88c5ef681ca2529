// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !emitpy.opaque<"x">}
"t.op"() {a = !emitpy<opaque<"x">>} : () -> ()
