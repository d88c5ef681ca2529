// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !emitpy.dict<Any, i32>}
"t.op"() {a = !emitpy.dict<!emitpy.opaque<"Any">, i32>} : () -> ()

// CHECK{LITERAL}: {a = !emitpy.dict}
"t.op"() {a = !emitpy<dict>} : () -> ()
