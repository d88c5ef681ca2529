// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<stream_mode alias>}
"t.op"() {a = #tt<stream_mode   alias>} : () -> ()
