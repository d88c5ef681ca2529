// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.argument_type<input>}
"t.op"() {a = #tt<argument_type<input>>} : () -> ()
