// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<core_coord 0x1>}
"t.op"() {a = #tt<core_coord 0 x 1>} : () -> ()

// CHECK{LITERAL}: {a = #tt<core_coord (0, 1)>}
"t.op"() {a = #tt<core_coord(0,1)>} : () -> ()
