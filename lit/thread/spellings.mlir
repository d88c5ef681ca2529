// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #d2m.thread<datamovement, @kernel, dm_core = 1>}
"t.op"() {a = #d2m.thread<datamovement,@kernel,dm_core=1>} : () -> ()
