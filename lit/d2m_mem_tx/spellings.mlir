// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !d2m.mem_tx<read>}
"t.op"() {a = !d2m<mem_tx<read>>} : () -> ()
