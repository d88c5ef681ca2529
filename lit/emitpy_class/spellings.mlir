// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !emitpy.class<"Model">}
"t.op"() {a = !emitpy<class<"Model">>} : () -> ()
