// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.topology<ring>}
"t.op"() {a = #ttcore<topology<ring>>} : () -> ()
